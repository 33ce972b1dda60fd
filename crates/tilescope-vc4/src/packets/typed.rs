//! Packets as the device executes them.

mod decode;
mod encode;

use super::enums::*;
use super::rows::*;
use decode::*;

/// Payload of STORE_FULL_RES_TILE_BUFFER and LOAD_FULL_RES_TILE_BUFFER.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullRes {
    /// Address of the tile; a multiple of 16.
    pub address: u32,
    /// Exclude the colour buffer.
    pub disable_color: bool,
    /// Exclude the depth/stencil buffer.
    pub disable_zs: bool,
    /// Do not clear the tile buffer afterwards. Always false for a load.
    pub disable_clear_all: bool,
    /// Last tile of the frame. Always false for a load.
    pub eof: bool,
}

/// Payload of STORE_TILE_BUFFER_GENERAL and LOAD_TILE_BUFFER_GENERAL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct General {
    /// Buffer to transfer.
    pub buffer: BufferSelect,
    /// Memory layout of the surface.
    pub memory_format: MemoryFormat,
    /// Resolve of samples to pixels.
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
    /// Exclude colour from a full dump or reload.
    pub disable_full_color: bool,
    /// Exclude depth/stencil from a full dump or reload.
    pub disable_full_zs: bool,
    /// Exclude the VG mask from a full dump or reload.
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
    /// Data that a coverage read returns.
    pub coverage_read_type: CoverageReadType,
    /// Samples per pixel.
    pub oversample: Oversample,
    /// Send primitives to the coverage pipe.
    pub coverage_pipe_select: bool,
    /// Accumulation of coverage.
    pub coverage_update: CoverageUpdate,
    /// Effect of a coverage read on the stored coverage.
    pub coverage_read: CoverageRead,
    /// Comparison of the depth test.
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
    /// Four samples per pixel, tiles of 32x32.
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
    /// Four samples per pixel, tiles of 32x32.
    pub ms_mode_4x: bool,
    /// 64-bit colour depth.
    pub tile_buffer_64bit: bool,
    /// Colour format of the frame buffer.
    pub format: FrameFormat,
    /// Resolve of samples to pixels.
    pub decimate_mode: DecimateMode,
    /// Memory layout of the frame buffer.
    pub memory_format: MemoryFormat,
    /// The tile buffer has a VG mask.
    pub enable_vg_mask: bool,
    /// Coverage instead of depth.
    pub coverage_mode: bool,
    /// Depth functions that early-Z supports.
    pub early_z_direction: EarlyZDirection,
    /// No early depth or coverage test.
    pub early_z_disable: bool,
    /// Double-buffered tile buffer in non-multisample mode.
    pub db_non_ms: bool,
}

/// A decoded packet. Reserved bits are not part of it: [`Packet::encode`]
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
    /// Compressed primitives follow; `flags` bit n: vertex n was generated by clipping.
    ClippedPrimitives {
        address: u32,
        flags: u8,
    },
    PrimitiveListFormat {
        data: ListData,
        prim: ListPrimitive,
    },
    /// `attributes` is 1 to 8. An extended record always has eight.
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
    /// unknown. `payload` has the size in [`SIZES`](super::SIZES) minus one for the
    /// opcode; missing bytes count as zero.
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
            encode::encode_payload(self, payload);
        }
    }
}
