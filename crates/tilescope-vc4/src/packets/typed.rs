//! Packets as the device executes them.

use super::enums::*;
use super::rows::*;

/// Payload of STORE_FULL_RES_TILE_BUFFER and LOAD_FULL_RES_TILE_BUFFER.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullRes {
    /// Where the tile lies; a multiple of 16.
    pub address: u32,
    /// Leave the colour buffer out.
    pub disable_color: bool,
    /// Leave the depth/stencil buffer out.
    pub disable_zs: bool,
    /// Do not clear the tile buffer afterwards. Always false for a load.
    pub disable_clear_all: bool,
    /// Last tile of the frame. Always false for a load.
    pub eof: bool,
}

/// Payload of STORE_TILE_BUFFER_GENERAL and LOAD_TILE_BUFFER_GENERAL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct General {
    /// Which buffer.
    pub buffer: BufferSelect,
    /// How the surface lies in memory.
    pub memory_format: MemoryFormat,
    /// How samples become pixels.
    pub mode: StoreMode,
    /// Colour format of the surface.
    pub pixel_format: PixelFormat,
    /// Do not swap tile buffers in double-buffer mode. Always false for a load.
    pub disable_swap: bool,
    /// Do not clear colour afterwards. Always false for a load.
    pub disable_color_clear: bool,
    /// Do not clear depth/stencil afterwards. Always false for a load.
    pub disable_zs_clear: bool,
    /// Do not clear the VG mask afterwards. Always false for a load.
    pub disable_vg_mask_clear: bool,
    /// Leave colour out of a full dump or reload.
    pub disable_full_color: bool,
    /// Leave depth/stencil out of a full dump or reload.
    pub disable_full_zs: bool,
    /// Leave the VG mask out of a full dump or reload.
    pub disable_full_vg_mask: bool,
    /// Last tile of the frame. Always false for a load.
    pub eof: bool,
    /// Base of the surface; a multiple of 16.
    pub address: u32,
}

/// Payload of CONFIGURATION_BITS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfigBits {
    /// Draw forward facing primitives.
    pub enable_prim_front: bool,
    /// Draw reverse facing primitives.
    pub enable_prim_back: bool,
    /// Clockwise primitives face forward.
    pub cw_primitives: bool,
    /// Apply the depth offset.
    pub enable_depth_offset: bool,
    /// Antialiased points and lines.
    pub aa_points_and_lines: bool,
    /// What a coverage read gives.
    pub coverage_read_type: CoverageReadType,
    /// Samples per pixel.
    pub oversample: Oversample,
    /// Send primitives to the coverage pipe.
    pub coverage_pipe_select: bool,
    /// How coverage accumulates.
    pub coverage_update: CoverageUpdate,
    /// What a coverage read leaves behind.
    pub coverage_read: CoverageRead,
    /// When the depth test passes.
    pub depth_func: CompareFunc,
    /// Depth is written.
    pub z_update: bool,
    /// Early depth test.
    pub early_z: bool,
    /// Early depth bounds are updated.
    pub early_z_update: bool,
}

/// Payload of TILE_BINNING_MODE_CONFIG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BinningConfig {
    /// Tile allocation memory.
    pub alloc_address: u32,
    /// Its size in bytes.
    pub alloc_size: u32,
    /// Tile state data array, 48 bytes per tile.
    pub state_address: u32,
    /// Width of the frame in tiles.
    pub width: u8,
    /// Height of the frame in tiles.
    pub height: u8,
    /// Four samples a pixel, tiles of 32x32.
    pub ms_mode_4x: bool,
    /// 64-bit colour depth.
    pub tile_buffer_64bit: bool,
    /// Initialise the tile state data array.
    pub auto_init_tsda: bool,
    /// First block of every tile list in bytes: 32, 64, 128 or 256.
    pub alloc_init_block_size: u32,
    /// Further blocks of tile lists in bytes: 32, 64, 128 or 256.
    pub alloc_block_size: u32,
    /// Double-buffered tile buffer in non-multisample mode.
    pub db_non_ms: bool,
}

/// Payload of TILE_RENDERING_MODE_CONFIG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderingConfig {
    /// The frame buffer.
    pub address: u32,
    /// Width of the frame in pixels.
    pub width: u16,
    /// Height of the frame in pixels.
    pub height: u16,
    /// Four samples a pixel, tiles of 32x32.
    pub ms_mode_4x: bool,
    /// 64-bit colour depth.
    pub tile_buffer_64bit: bool,
    /// Colour format of the frame buffer.
    pub format: FrameFormat,
    /// How samples become pixels.
    pub decimate_mode: DecimateMode,
    /// How the frame buffer lies in memory.
    pub memory_format: MemoryFormat,
    /// The tile buffer has a VG mask.
    pub enable_vg_mask: bool,
    /// Coverage instead of depth.
    pub coverage_mode: bool,
    /// Which depth functions early-Z is for.
    pub early_z_direction: EarlyZDirection,
    /// No early depth or coverage test.
    pub early_z_disable: bool,
    /// Double-buffered tile buffer in non-multisample mode.
    pub db_non_ms: bool,
}

/// A packet, decoded. Reserved bits are not part of it: [`Packet::encode`]
/// writes them as zero.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the rows describe every packet and field")]
pub enum Packet {
    Halt,
    Nop,
    Marker,
    ResetMarkerCount,
    Flush,
    FlushAllState,
    StartTileBinning,
    IncrementSemaphore,
    WaitOnSemaphore,
    Branch {
        address: u32,
    },
    BranchToSubList {
        address: u32,
    },
    ReturnFromSubList,
    StoreMsTileBuffer,
    StoreMsTileBufferAndEof,
    StoreFullRes(FullRes),
    LoadFullRes(FullRes),
    StoreGeneral(General),
    LoadGeneral(General),
    IndexedPrimitives {
        mode: PrimitiveMode,
        index_type: IndexType,
        length: u32,
        address: u32,
        max_index: u32,
    },
    ArrayPrimitives {
        mode: PrimitiveMode,
        length: u32,
        first: u32,
    },
    VgCoordinateArrayPrimitives {
        mode: VgPrimitiveType,
        continuation: u8,
        length: u32,
        address: u32,
    },
    /// Compressed primitives follow.
    CompressedPrimitives,
    /// Compressed primitives follow; `flags` bit n says that vertex n was made
    /// by clipping.
    ClippedPrimitives {
        address: u32,
        flags: u8,
    },
    PrimitiveListFormat {
        data: ListData,
        prim: ListPrimitive,
    },
    /// `attributes` is 1 to 8. An extended record has eight whatever it says.
    GlShaderState {
        address: u32,
        attributes: u8,
        extended: bool,
    },
    NvShaderState {
        address: u32,
    },
    VgShaderState {
        address: u32,
    },
    VgInlineShaderRecord {
        fs_single_thread: bool,
        code_address: u32,
        uniforms_address: u32,
    },
    ConfigurationBits(ConfigBits),
    FlatShadeFlags(u32),
    /// In pixels.
    PointSize(f32),
    /// In pixels.
    LineWidth(f32),
    RhtXBoundary(i16),
    DepthOffset {
        factor: f32,
        units: f32,
    },
    /// In pixels.
    ClipWindow {
        left: u16,
        bottom: u16,
        width: u16,
        height: u16,
    },
    /// In sixteenths of a pixel.
    ViewportOffset {
        x: i16,
        y: i16,
    },
    ZClipping {
        min: f32,
        max: f32,
    },
    /// In sixteenths of a pixel.
    ClipperXyScaling {
        half_width: f32,
        half_height: f32,
    },
    ClipperZScaling {
        scale: f32,
        offset: f32,
    },
    TileBinningMode(BinningConfig),
    TileRenderingMode(RenderingConfig),
    /// `zs` has 24 bits.
    ClearColors {
        color: [u32; 2],
        zs: u32,
        vg_mask: u8,
        stencil: u8,
    },
    TileCoordinates {
        column: u8,
        row: u8,
    },
    GemHandles([u32; 2]),
}

impl Packet {
    /// The packet with this opcode and payload, or nothing if the opcode is
    /// unknown. `payload` is what [`SIZES`](super::SIZES) says, less the opcode;
    /// missing bytes count as zero.
    pub fn decode(opcode: u8, payload: &[u8]) -> Option<Packet> {
        let p = payload;
        let word = |f: tilescope_tables::packet::Field| f.get(p) as u32;
        let float = |f: tilescope_tables::packet::Field| f32::from_bits(f.get(p) as u32);
        Some(match opcode {
            0 => Packet::Halt,
            1 => Packet::Nop,
            2 => Packet::Marker,
            3 => Packet::ResetMarkerCount,
            4 => Packet::Flush,
            5 => Packet::FlushAllState,
            6 => Packet::StartTileBinning,
            7 => Packet::IncrementSemaphore,
            8 => Packet::WaitOnSemaphore,
            16 => Packet::Branch {
                address: word(branch::ADDRESS),
            },
            17 => Packet::BranchToSubList {
                address: word(branch_to_sub_list::ADDRESS),
            },
            18 => Packet::ReturnFromSubList,
            24 => Packet::StoreMsTileBuffer,
            25 => Packet::StoreMsTileBufferAndEof,
            26 => Packet::StoreFullRes(decode_store_full_res(p)),
            27 => Packet::LoadFullRes(decode_load_full_res(p)),
            28 => Packet::StoreGeneral(decode_store_general(p)),
            29 => Packet::LoadGeneral(decode_load_general(p)),
            32 => {
                use gl_indexed_primitive::*;
                Packet::IndexedPrimitives {
                    mode: PrimitiveMode::from_bits(MODE.get(p) as u8),
                    index_type: IndexType::from_bits(INDEX_TYPE.get(p) as u8),
                    length: word(LENGTH),
                    address: word(ADDRESS),
                    max_index: word(MAX_INDEX),
                }
            }
            33 => {
                use gl_array_primitive::*;
                Packet::ArrayPrimitives {
                    mode: PrimitiveMode::from_bits(MODE.get(p) as u8),
                    length: word(LENGTH),
                    first: word(FIRST),
                }
            }
            41 => {
                use vg_coordinate_array_primitives::*;
                Packet::VgCoordinateArrayPrimitives {
                    mode: VgPrimitiveType::from_bits(MODE.get(p) as u8),
                    continuation: CONTINUATION.get(p) as u8,
                    length: word(LENGTH),
                    address: word(ADDRESS),
                }
            }
            48 => Packet::CompressedPrimitives,
            49 => {
                use clipped_compressed_primitive::*;
                Packet::ClippedPrimitives {
                    address: word(ADDRESS) << 3,
                    flags: CLIP_FLAGS.get(p) as u8,
                }
            }
            56 => {
                use primitive_list_format::*;
                Packet::PrimitiveListFormat {
                    data: ListData::from_bits(DATA_TYPE.get(p) as u8),
                    prim: ListPrimitive::from_bits(PRIMITIVE_TYPE.get(p) as u8),
                }
            }
            64 => {
                use gl_shader_state::*;
                Packet::GlShaderState {
                    address: word(ADDRESS) << 4,
                    attributes: match ATTRIBUTES.get(p) as u8 {
                        0 => 8,
                        n => n,
                    },
                    extended: EXTENDED.is_set(p),
                }
            }
            65 => Packet::NvShaderState {
                address: word(nv_shader_state::ADDRESS),
            },
            66 => Packet::VgShaderState {
                address: word(vg_shader_state::ADDRESS),
            },
            67 => {
                use vg_inline_shader_record::*;
                Packet::VgInlineShaderRecord {
                    fs_single_thread: FS_SINGLE_THREAD.is_set(p),
                    code_address: word(CODE_ADDRESS) << 3,
                    uniforms_address: word(UNIFORMS_ADDRESS),
                }
            }
            96 => Packet::ConfigurationBits(decode_config_bits(p)),
            97 => Packet::FlatShadeFlags(word(flat_shade_flags::FLAGS)),
            98 => Packet::PointSize(float(point_size::SIZE)),
            99 => Packet::LineWidth(float(line_width::WIDTH)),
            100 => Packet::RhtXBoundary(word(rht_x_boundary::X) as i16),
            101 => {
                use depth_offset::*;
                Packet::DepthOffset {
                    factor: f32::from_bits(word(FACTOR) << 16),
                    units: f32::from_bits(word(UNITS) << 16),
                }
            }
            102 => {
                use clip_window::*;
                Packet::ClipWindow {
                    left: word(LEFT) as u16,
                    bottom: word(BOTTOM) as u16,
                    width: word(WIDTH) as u16,
                    height: word(HEIGHT) as u16,
                }
            }
            103 => Packet::ViewportOffset {
                x: word(viewport_offset::X) as i16,
                y: word(viewport_offset::Y) as i16,
            },
            104 => Packet::ZClipping {
                min: float(z_clipping::MIN),
                max: float(z_clipping::MAX),
            },
            105 => Packet::ClipperXyScaling {
                half_width: float(clipper_xy_scaling::HALF_WIDTH),
                half_height: float(clipper_xy_scaling::HALF_HEIGHT),
            },
            106 => Packet::ClipperZScaling {
                scale: float(clipper_z_scaling::SCALE),
                offset: float(clipper_z_scaling::OFFSET),
            },
            112 => Packet::TileBinningMode(decode_binning_config(p)),
            113 => Packet::TileRenderingMode(decode_rendering_config(p)),
            114 => {
                use clear_colors::*;
                Packet::ClearColors {
                    color: [word(COLOR_0), word(COLOR_1)],
                    zs: word(ZS),
                    vg_mask: word(VG_MASK) as u8,
                    stencil: word(STENCIL) as u8,
                }
            }
            115 => Packet::TileCoordinates {
                column: word(tile_coordinates::COLUMN) as u8,
                row: word(tile_coordinates::ROW) as u8,
            },
            254 => Packet::GemHandles([word(gem_handles::HANDLE_0), word(gem_handles::HANDLE_1)]),
            _ => return None,
        })
    }

    /// The opcode.
    pub const fn opcode(&self) -> u8 {
        match self {
            Packet::Halt => 0,
            Packet::Nop => 1,
            Packet::Marker => 2,
            Packet::ResetMarkerCount => 3,
            Packet::Flush => 4,
            Packet::FlushAllState => 5,
            Packet::StartTileBinning => 6,
            Packet::IncrementSemaphore => 7,
            Packet::WaitOnSemaphore => 8,
            Packet::Branch { .. } => 16,
            Packet::BranchToSubList { .. } => 17,
            Packet::ReturnFromSubList => 18,
            Packet::StoreMsTileBuffer => 24,
            Packet::StoreMsTileBufferAndEof => 25,
            Packet::StoreFullRes(_) => 26,
            Packet::LoadFullRes(_) => 27,
            Packet::StoreGeneral(_) => 28,
            Packet::LoadGeneral(_) => 29,
            Packet::IndexedPrimitives { .. } => 32,
            Packet::ArrayPrimitives { .. } => 33,
            Packet::VgCoordinateArrayPrimitives { .. } => 41,
            Packet::CompressedPrimitives => 48,
            Packet::ClippedPrimitives { .. } => 49,
            Packet::PrimitiveListFormat { .. } => 56,
            Packet::GlShaderState { .. } => 64,
            Packet::NvShaderState { .. } => 65,
            Packet::VgShaderState { .. } => 66,
            Packet::VgInlineShaderRecord { .. } => 67,
            Packet::ConfigurationBits(_) => 96,
            Packet::FlatShadeFlags(_) => 97,
            Packet::PointSize(_) => 98,
            Packet::LineWidth(_) => 99,
            Packet::RhtXBoundary(_) => 100,
            Packet::DepthOffset { .. } => 101,
            Packet::ClipWindow { .. } => 102,
            Packet::ViewportOffset { .. } => 103,
            Packet::ZClipping { .. } => 104,
            Packet::ClipperXyScaling { .. } => 105,
            Packet::ClipperZScaling { .. } => 106,
            Packet::TileBinningMode(_) => 112,
            Packet::TileRenderingMode(_) => 113,
            Packet::ClearColors { .. } => 114,
            Packet::TileCoordinates { .. } => 115,
            Packet::GemHandles(_) => 254,
        }
    }

    /// The packet's name in the table.
    pub fn name(&self) -> &'static str {
        super::find(self.opcode()).map_or("", |row| row.name())
    }

    /// Appends the packet's bytes, opcode first, to `out`. Values too wide for
    /// their fields lose their upper bits.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let opcode = self.opcode();
        out.push(opcode);
        let size = usize::from(super::SIZES[usize::from(opcode)]);
        out.resize(start + size, 0);
        if let Some(payload) = out.get_mut(start + 1..) {
            encode_payload(self, payload);
        }
    }
}

fn encode_payload(packet: &Packet, p: &mut [u8]) {
    match *packet {
        Packet::Halt
        | Packet::Nop
        | Packet::Marker
        | Packet::ResetMarkerCount
        | Packet::Flush
        | Packet::FlushAllState
        | Packet::StartTileBinning
        | Packet::IncrementSemaphore
        | Packet::WaitOnSemaphore
        | Packet::ReturnFromSubList
        | Packet::StoreMsTileBuffer
        | Packet::StoreMsTileBufferAndEof
        | Packet::CompressedPrimitives => {}
        Packet::Branch { address } => branch::ADDRESS.set(p, address.into()),
        Packet::BranchToSubList { address } => branch_to_sub_list::ADDRESS.set(p, address.into()),
        Packet::StoreFullRes(v) => {
            use store_full_res_tile_buffer::*;
            DISABLE_COLOR.set(p, v.disable_color.into());
            DISABLE_ZS.set(p, v.disable_zs.into());
            DISABLE_CLEAR_ALL.set(p, v.disable_clear_all.into());
            EOF.set(p, v.eof.into());
            ADDRESS.set(p, u64::from(v.address >> 4));
        }
        Packet::LoadFullRes(v) => {
            use load_full_res_tile_buffer::*;
            DISABLE_COLOR.set(p, v.disable_color.into());
            DISABLE_ZS.set(p, v.disable_zs.into());
            ADDRESS.set(p, u64::from(v.address >> 4));
        }
        Packet::StoreGeneral(v) => {
            use store_tile_buffer_general::*;
            BUFFER.set(p, v.buffer.bits().into());
            MEMORY_FORMAT.set(p, v.memory_format.bits().into());
            MODE.set(p, v.mode.bits().into());
            PIXEL_FORMAT.set(p, v.pixel_format.bits().into());
            DISABLE_SWAP.set(p, v.disable_swap.into());
            DISABLE_COLOR_CLEAR.set(p, v.disable_color_clear.into());
            DISABLE_ZS_CLEAR.set(p, v.disable_zs_clear.into());
            DISABLE_VG_MASK_CLEAR.set(p, v.disable_vg_mask_clear.into());
            DISABLE_FULL_COLOR.set(p, v.disable_full_color.into());
            DISABLE_FULL_ZS.set(p, v.disable_full_zs.into());
            DISABLE_FULL_VG_MASK.set(p, v.disable_full_vg_mask.into());
            EOF.set(p, v.eof.into());
            ADDRESS.set(p, u64::from(v.address >> 4));
        }
        Packet::LoadGeneral(v) => {
            use load_tile_buffer_general::*;
            BUFFER.set(p, v.buffer.bits().into());
            MEMORY_FORMAT.set(p, v.memory_format.bits().into());
            MODE.set(p, v.mode.bits().into());
            PIXEL_FORMAT.set(p, v.pixel_format.bits().into());
            DISABLE_FULL_COLOR.set(p, v.disable_full_color.into());
            DISABLE_FULL_ZS.set(p, v.disable_full_zs.into());
            DISABLE_FULL_VG_MASK.set(p, v.disable_full_vg_mask.into());
            ADDRESS.set(p, u64::from(v.address >> 4));
        }
        Packet::IndexedPrimitives {
            mode,
            index_type,
            length,
            address,
            max_index,
        } => {
            use gl_indexed_primitive::*;
            MODE.set(p, mode.bits().into());
            INDEX_TYPE.set(p, index_type.bits().into());
            LENGTH.set(p, length.into());
            ADDRESS.set(p, address.into());
            MAX_INDEX.set(p, max_index.into());
        }
        Packet::ArrayPrimitives {
            mode,
            length,
            first,
        } => {
            use gl_array_primitive::*;
            MODE.set(p, mode.bits().into());
            LENGTH.set(p, length.into());
            FIRST.set(p, first.into());
        }
        Packet::VgCoordinateArrayPrimitives {
            mode,
            continuation,
            length,
            address,
        } => {
            use vg_coordinate_array_primitives::*;
            MODE.set(p, mode.bits().into());
            CONTINUATION.set(p, continuation.into());
            LENGTH.set(p, length.into());
            ADDRESS.set(p, address.into());
        }
        Packet::ClippedPrimitives { address, flags } => {
            use clipped_compressed_primitive::*;
            ADDRESS.set(p, u64::from(address >> 3));
            CLIP_FLAGS.set(p, flags.into());
        }
        Packet::PrimitiveListFormat { data, prim } => {
            use primitive_list_format::*;
            DATA_TYPE.set(p, data.bits().into());
            PRIMITIVE_TYPE.set(p, prim.bits().into());
        }
        Packet::GlShaderState {
            address,
            attributes,
            extended,
        } => {
            use gl_shader_state::*;
            ADDRESS.set(p, u64::from(address >> 4));
            // Eight is encoded as zero, which is what its low three bits are.
            ATTRIBUTES.set(p, attributes.into());
            EXTENDED.set(p, extended.into());
        }
        Packet::NvShaderState { address } => nv_shader_state::ADDRESS.set(p, address.into()),
        Packet::VgShaderState { address } => vg_shader_state::ADDRESS.set(p, address.into()),
        Packet::VgInlineShaderRecord {
            fs_single_thread,
            code_address,
            uniforms_address,
        } => {
            use vg_inline_shader_record::*;
            FS_SINGLE_THREAD.set(p, fs_single_thread.into());
            CODE_ADDRESS.set(p, u64::from(code_address >> 3));
            UNIFORMS_ADDRESS.set(p, uniforms_address.into());
        }
        Packet::ConfigurationBits(v) => {
            use configuration_bits::*;
            ENABLE_PRIM_FRONT.set(p, v.enable_prim_front.into());
            ENABLE_PRIM_BACK.set(p, v.enable_prim_back.into());
            CW_PRIMITIVES.set(p, v.cw_primitives.into());
            ENABLE_DEPTH_OFFSET.set(p, v.enable_depth_offset.into());
            AA_POINTS_AND_LINES.set(p, v.aa_points_and_lines.into());
            COVERAGE_READ_TYPE.set(p, v.coverage_read_type.bits().into());
            OVERSAMPLE.set(p, v.oversample.bits().into());
            COVERAGE_PIPE_SELECT.set(p, v.coverage_pipe_select.into());
            COVERAGE_UPDATE.set(p, v.coverage_update.bits().into());
            COVERAGE_READ.set(p, v.coverage_read.bits().into());
            DEPTH_FUNC.set(p, v.depth_func.bits().into());
            Z_UPDATE.set(p, v.z_update.into());
            EARLY_Z.set(p, v.early_z.into());
            EARLY_Z_UPDATE.set(p, v.early_z_update.into());
        }
        Packet::FlatShadeFlags(flags) => flat_shade_flags::FLAGS.set(p, flags.into()),
        Packet::PointSize(size) => point_size::SIZE.set(p, size.to_bits().into()),
        Packet::LineWidth(width) => line_width::WIDTH.set(p, width.to_bits().into()),
        Packet::RhtXBoundary(x) => rht_x_boundary::X.set(p, u64::from(x as u16)),
        Packet::DepthOffset { factor, units } => {
            depth_offset::FACTOR.set(p, u64::from(factor.to_bits() >> 16));
            depth_offset::UNITS.set(p, u64::from(units.to_bits() >> 16));
        }
        Packet::ClipWindow {
            left,
            bottom,
            width,
            height,
        } => {
            use clip_window::*;
            LEFT.set(p, left.into());
            BOTTOM.set(p, bottom.into());
            WIDTH.set(p, width.into());
            HEIGHT.set(p, height.into());
        }
        Packet::ViewportOffset { x, y } => {
            viewport_offset::X.set(p, u64::from(x as u16));
            viewport_offset::Y.set(p, u64::from(y as u16));
        }
        Packet::ZClipping { min, max } => {
            z_clipping::MIN.set(p, min.to_bits().into());
            z_clipping::MAX.set(p, max.to_bits().into());
        }
        Packet::ClipperXyScaling {
            half_width,
            half_height,
        } => {
            clipper_xy_scaling::HALF_WIDTH.set(p, half_width.to_bits().into());
            clipper_xy_scaling::HALF_HEIGHT.set(p, half_height.to_bits().into());
        }
        Packet::ClipperZScaling { scale, offset } => {
            clipper_z_scaling::SCALE.set(p, scale.to_bits().into());
            clipper_z_scaling::OFFSET.set(p, offset.to_bits().into());
        }
        Packet::TileBinningMode(v) => {
            use tile_binning_mode_config::*;
            ALLOC_ADDRESS.set(p, v.alloc_address.into());
            ALLOC_SIZE.set(p, v.alloc_size.into());
            STATE_ADDRESS.set(p, v.state_address.into());
            WIDTH.set(p, v.width.into());
            HEIGHT.set(p, v.height.into());
            MS_MODE_4X.set(p, v.ms_mode_4x.into());
            TILE_BUFFER_64BIT.set(p, v.tile_buffer_64bit.into());
            AUTO_INIT_TSDA.set(p, v.auto_init_tsda.into());
            ALLOC_INIT_BLOCK_SIZE.set(p, block_size_bits(v.alloc_init_block_size));
            ALLOC_BLOCK_SIZE.set(p, block_size_bits(v.alloc_block_size));
            DB_NON_MS.set(p, v.db_non_ms.into());
        }
        Packet::TileRenderingMode(v) => {
            use tile_rendering_mode_config::*;
            ADDRESS.set(p, v.address.into());
            WIDTH.set(p, v.width.into());
            HEIGHT.set(p, v.height.into());
            MS_MODE_4X.set(p, v.ms_mode_4x.into());
            TILE_BUFFER_64BIT.set(p, v.tile_buffer_64bit.into());
            FORMAT.set(p, v.format.bits().into());
            DECIMATE_MODE.set(p, v.decimate_mode.bits().into());
            MEMORY_FORMAT.set(p, v.memory_format.bits().into());
            ENABLE_VG_MASK.set(p, v.enable_vg_mask.into());
            COVERAGE_MODE.set(p, v.coverage_mode.into());
            EARLY_Z_DIRECTION.set(p, v.early_z_direction.bits().into());
            EARLY_Z_DISABLE.set(p, v.early_z_disable.into());
            DB_NON_MS.set(p, v.db_non_ms.into());
        }
        Packet::ClearColors {
            color,
            zs,
            vg_mask,
            stencil,
        } => {
            use clear_colors::*;
            COLOR_0.set(p, color[0].into());
            COLOR_1.set(p, color[1].into());
            ZS.set(p, zs.into());
            VG_MASK.set(p, vg_mask.into());
            STENCIL.set(p, stencil.into());
        }
        Packet::TileCoordinates { column, row } => {
            tile_coordinates::COLUMN.set(p, column.into());
            tile_coordinates::ROW.set(p, row.into());
        }
        Packet::GemHandles(handles) => {
            gem_handles::HANDLE_0.set(p, handles[0].into());
            gem_handles::HANDLE_1.set(p, handles[1].into());
        }
    }
}

/// 32, 64, 128, 256 as 0 to 3; other sizes as the largest that is not larger.
fn block_size_bits(bytes: u32) -> u64 {
    u64::from((bytes / 32).max(1).ilog2().min(3))
}

fn decode_store_full_res(p: &[u8]) -> FullRes {
    use store_full_res_tile_buffer::*;
    FullRes {
        address: (ADDRESS.get(p) as u32) << 4,
        disable_color: DISABLE_COLOR.is_set(p),
        disable_zs: DISABLE_ZS.is_set(p),
        disable_clear_all: DISABLE_CLEAR_ALL.is_set(p),
        eof: EOF.is_set(p),
    }
}

fn decode_load_full_res(p: &[u8]) -> FullRes {
    use load_full_res_tile_buffer::*;
    FullRes {
        address: (ADDRESS.get(p) as u32) << 4,
        disable_color: DISABLE_COLOR.is_set(p),
        disable_zs: DISABLE_ZS.is_set(p),
        disable_clear_all: false,
        eof: false,
    }
}

fn decode_store_general(p: &[u8]) -> General {
    use store_tile_buffer_general::*;
    General {
        buffer: BufferSelect::from_bits(BUFFER.get(p) as u8),
        memory_format: MemoryFormat::from_bits(MEMORY_FORMAT.get(p) as u8),
        mode: StoreMode::from_bits(MODE.get(p) as u8),
        pixel_format: PixelFormat::from_bits(PIXEL_FORMAT.get(p) as u8),
        disable_swap: DISABLE_SWAP.is_set(p),
        disable_color_clear: DISABLE_COLOR_CLEAR.is_set(p),
        disable_zs_clear: DISABLE_ZS_CLEAR.is_set(p),
        disable_vg_mask_clear: DISABLE_VG_MASK_CLEAR.is_set(p),
        disable_full_color: DISABLE_FULL_COLOR.is_set(p),
        disable_full_zs: DISABLE_FULL_ZS.is_set(p),
        disable_full_vg_mask: DISABLE_FULL_VG_MASK.is_set(p),
        eof: EOF.is_set(p),
        address: (ADDRESS.get(p) as u32) << 4,
    }
}

fn decode_load_general(p: &[u8]) -> General {
    use load_tile_buffer_general::*;
    General {
        buffer: BufferSelect::from_bits(BUFFER.get(p) as u8),
        memory_format: MemoryFormat::from_bits(MEMORY_FORMAT.get(p) as u8),
        mode: StoreMode::from_bits(MODE.get(p) as u8),
        pixel_format: PixelFormat::from_bits(PIXEL_FORMAT.get(p) as u8),
        disable_swap: false,
        disable_color_clear: false,
        disable_zs_clear: false,
        disable_vg_mask_clear: false,
        disable_full_color: DISABLE_FULL_COLOR.is_set(p),
        disable_full_zs: DISABLE_FULL_ZS.is_set(p),
        disable_full_vg_mask: DISABLE_FULL_VG_MASK.is_set(p),
        eof: false,
        address: (ADDRESS.get(p) as u32) << 4,
    }
}

fn decode_config_bits(p: &[u8]) -> ConfigBits {
    use configuration_bits::*;
    ConfigBits {
        enable_prim_front: ENABLE_PRIM_FRONT.is_set(p),
        enable_prim_back: ENABLE_PRIM_BACK.is_set(p),
        cw_primitives: CW_PRIMITIVES.is_set(p),
        enable_depth_offset: ENABLE_DEPTH_OFFSET.is_set(p),
        aa_points_and_lines: AA_POINTS_AND_LINES.is_set(p),
        coverage_read_type: CoverageReadType::from_bits(COVERAGE_READ_TYPE.get(p) as u8),
        oversample: Oversample::from_bits(OVERSAMPLE.get(p) as u8),
        coverage_pipe_select: COVERAGE_PIPE_SELECT.is_set(p),
        coverage_update: CoverageUpdate::from_bits(COVERAGE_UPDATE.get(p) as u8),
        coverage_read: CoverageRead::from_bits(COVERAGE_READ.get(p) as u8),
        depth_func: CompareFunc::from_bits(DEPTH_FUNC.get(p) as u8),
        z_update: Z_UPDATE.is_set(p),
        early_z: EARLY_Z.is_set(p),
        early_z_update: EARLY_Z_UPDATE.is_set(p),
    }
}

fn decode_binning_config(p: &[u8]) -> BinningConfig {
    use tile_binning_mode_config::*;
    BinningConfig {
        alloc_address: ALLOC_ADDRESS.get(p) as u32,
        alloc_size: ALLOC_SIZE.get(p) as u32,
        state_address: STATE_ADDRESS.get(p) as u32,
        width: WIDTH.get(p) as u8,
        height: HEIGHT.get(p) as u8,
        ms_mode_4x: MS_MODE_4X.is_set(p),
        tile_buffer_64bit: TILE_BUFFER_64BIT.is_set(p),
        auto_init_tsda: AUTO_INIT_TSDA.is_set(p),
        alloc_init_block_size: 32 << ALLOC_INIT_BLOCK_SIZE.get(p),
        alloc_block_size: 32 << ALLOC_BLOCK_SIZE.get(p),
        db_non_ms: DB_NON_MS.is_set(p),
    }
}

fn decode_rendering_config(p: &[u8]) -> RenderingConfig {
    use tile_rendering_mode_config::*;
    RenderingConfig {
        address: ADDRESS.get(p) as u32,
        width: WIDTH.get(p) as u16,
        height: HEIGHT.get(p) as u16,
        ms_mode_4x: MS_MODE_4X.is_set(p),
        tile_buffer_64bit: TILE_BUFFER_64BIT.is_set(p),
        format: FrameFormat::from_bits(FORMAT.get(p) as u8),
        decimate_mode: DecimateMode::from_bits(DECIMATE_MODE.get(p) as u8),
        memory_format: MemoryFormat::from_bits(MEMORY_FORMAT.get(p) as u8),
        enable_vg_mask: ENABLE_VG_MASK.is_set(p),
        coverage_mode: COVERAGE_MODE.is_set(p),
        early_z_direction: EarlyZDirection::from_bits(EARLY_Z_DIRECTION.get(p) as u8),
        early_z_disable: EARLY_Z_DISABLE.is_set(p),
        db_non_ms: DB_NON_MS.is_set(p),
    }
}
