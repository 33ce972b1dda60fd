//! Packets as the device executes them.

use super::enums::*;
use super::rows::*;
use tilescope_tables::{packets, typed};

typed! {
    /// Payload of STORE_FULL_RES_TILE_BUFFER and LOAD_FULL_RES_TILE_BUFFER.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct FullRes: store_full_res_tile_buffer {
        /// Address of the tile; a multiple of 16.
        pub address: u32 = ADDRESS,
        /// Exclude the colour buffer.
        pub disable_color: bool = DISABLE_COLOR,
        /// Exclude the depth/stencil buffer.
        pub disable_zs: bool = DISABLE_ZS,
        /// Do not clear the tile buffer afterwards. Always false for a load.
        pub disable_clear_all: bool = DISABLE_CLEAR_ALL,
        /// Last tile of the frame. Always false for a load.
        pub eof: bool = EOF,
    }
}

typed! {
    /// Payload of STORE_TILE_BUFFER_GENERAL and LOAD_TILE_BUFFER_GENERAL.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct General: store_tile_buffer_general {
        /// Buffer to transfer.
        pub buffer: BufferSelect = BUFFER,
        /// Memory layout of the surface.
        pub memory_format: MemoryFormat = MEMORY_FORMAT,
        /// Resolve of samples to pixels.
        pub mode: StoreMode = MODE,
        /// Colour format of the surface.
        pub pixel_format: PixelFormat = PIXEL_FORMAT,
        /// Do not swap tile buffers in double-buffer mode. Always false for a load.
        pub disable_swap: bool = DISABLE_SWAP,
        /// Do not clear colour afterwards. Always false for a load.
        pub disable_color_clear: bool = DISABLE_COLOR_CLEAR,
        /// Do not clear depth/stencil afterwards. Always false for a load.
        pub disable_zs_clear: bool = DISABLE_ZS_CLEAR,
        /// Do not clear the VG mask afterwards. Always false for a load.
        pub disable_vg_mask_clear: bool = DISABLE_VG_MASK_CLEAR,
        /// Exclude colour from a full dump or reload.
        pub disable_full_color: bool = DISABLE_FULL_COLOR,
        /// Exclude depth/stencil from a full dump or reload.
        pub disable_full_zs: bool = DISABLE_FULL_ZS,
        /// Exclude the VG mask from a full dump or reload.
        pub disable_full_vg_mask: bool = DISABLE_FULL_VG_MASK,
        /// Last tile of the frame. Always false for a load.
        pub eof: bool = EOF,
        /// Base of the surface; a multiple of 16.
        pub address: u32 = ADDRESS,
    }
}

typed! {
    /// Payload of CONFIGURATION_BITS.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ConfigBits: configuration_bits {
        /// Draw forward facing primitives.
        pub enable_prim_front: bool = ENABLE_PRIM_FRONT,
        /// Draw reverse facing primitives.
        pub enable_prim_back: bool = ENABLE_PRIM_BACK,
        /// Clockwise primitives face forward.
        pub cw_primitives: bool = CW_PRIMITIVES,
        /// Apply the depth offset.
        pub enable_depth_offset: bool = ENABLE_DEPTH_OFFSET,
        /// Antialiased points and lines.
        pub aa_points_and_lines: bool = AA_POINTS_AND_LINES,
        /// Data that a coverage read returns.
        pub coverage_read_type: CoverageReadType = COVERAGE_READ_TYPE,
        /// Samples per pixel.
        pub oversample: Oversample = OVERSAMPLE,
        /// Send primitives to the coverage pipe.
        pub coverage_pipe_select: bool = COVERAGE_PIPE_SELECT,
        /// Accumulation of coverage.
        pub coverage_update: CoverageUpdate = COVERAGE_UPDATE,
        /// Effect of a coverage read on the stored coverage.
        pub coverage_read: CoverageRead = COVERAGE_READ,
        /// Comparison of the depth test.
        pub depth_func: CompareFunc = DEPTH_FUNC,
        /// Depth is written.
        pub z_update: bool = Z_UPDATE,
        /// Early depth test.
        pub early_z: bool = EARLY_Z,
        /// Early depth bounds are updated.
        pub early_z_update: bool = EARLY_Z_UPDATE,
    }
}

typed! {
    /// Payload of TILE_BINNING_MODE_CONFIG.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct BinningConfig: tile_binning_mode_config {
        /// Tile allocation memory.
        pub alloc_address: u32 = ALLOC_ADDRESS,
        /// Its size in bytes.
        pub alloc_size: u32 = ALLOC_SIZE,
        /// Tile state data array, 48 bytes per tile.
        pub state_address: u32 = STATE_ADDRESS,
        /// Width of the frame in tiles.
        pub width: u8 = WIDTH,
        /// Height of the frame in tiles.
        pub height: u8 = HEIGHT,
        /// Four samples per pixel, tiles of 32x32.
        pub ms_mode_4x: bool = MS_MODE_4X,
        /// 64-bit colour depth.
        pub tile_buffer_64bit: bool = TILE_BUFFER_64BIT,
        /// Initialise the tile state data array.
        pub auto_init_tsda: bool = AUTO_INIT_TSDA,
        /// First block of every tile list in bytes: 32, 64, 128 or 256.
        pub alloc_init_block_size: u32 = ALLOC_INIT_BLOCK_SIZE,
        /// Further blocks of tile lists in bytes: 32, 64, 128 or 256.
        pub alloc_block_size: u32 = ALLOC_BLOCK_SIZE,
        /// Double-buffered tile buffer in non-multisample mode.
        pub db_non_ms: bool = DB_NON_MS,
    }
}

typed! {
    /// Payload of TILE_RENDERING_MODE_CONFIG.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RenderingConfig: tile_rendering_mode_config {
        /// The frame buffer.
        pub address: u32 = ADDRESS,
        /// Width of the frame in pixels.
        pub width: u16 = WIDTH,
        /// Height of the frame in pixels.
        pub height: u16 = HEIGHT,
        /// Four samples per pixel, tiles of 32x32.
        pub ms_mode_4x: bool = MS_MODE_4X,
        /// 64-bit colour depth.
        pub tile_buffer_64bit: bool = TILE_BUFFER_64BIT,
        /// Colour format of the frame buffer.
        pub format: FrameFormat = FORMAT,
        /// Resolve of samples to pixels.
        pub decimate_mode: DecimateMode = DECIMATE_MODE,
        /// Memory layout of the frame buffer.
        pub memory_format: MemoryFormat = MEMORY_FORMAT,
        /// The tile buffer has a VG mask.
        pub enable_vg_mask: bool = ENABLE_VG_MASK,
        /// Coverage instead of depth.
        pub coverage_mode: bool = COVERAGE_MODE,
        /// Depth functions that early-Z supports.
        pub early_z_direction: EarlyZDirection = EARLY_Z_DIRECTION,
        /// No early depth or coverage test.
        pub early_z_disable: bool = EARLY_Z_DISABLE,
        /// Double-buffered tile buffer in non-multisample mode.
        pub db_non_ms: bool = DB_NON_MS,
    }
}

typed! {
    /// Payload of CLIP_WINDOW: a rectangle of pixels.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ClipWindow: clip_window {
        /// First column.
        pub left: u16 = LEFT,
        /// First row in memory order.
        pub bottom: u16 = BOTTOM,
        /// Columns.
        pub width: u16 = WIDTH,
        /// Rows.
        pub height: u16 = HEIGHT,
    }
}

packets! {
    /// Every packet, by opcode.
    pub static PACKETS;

    /// A decoded packet. Reserved bits are not part of it: [`Packet::encode`]
    /// writes them as zero.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[allow(missing_docs, reason = "the rows describe every packet and field")]
    pub enum Packet;

    0 Both halt => Halt;
    1 Both nop => Nop;
    2 Both marker => Marker;
    3 Both reset_marker_count => ResetMarkerCount;
    4 Bin flush => Flush;
    5 Bin flush_all => FlushAllState;
    6 Bin start_tile_binning => StartTileBinning;
    7 Both increment_semaphore => IncrementSemaphore;
    8 Both wait_on_semaphore => WaitOnSemaphore;
    16 Both branch => Branch { address: u32 = ADDRESS };
    17 Both branch_to_sub_list => BranchToSubList { address: u32 = ADDRESS };
    18 Both return_from_sub_list => ReturnFromSubList;
    24 Render store_ms_tile_buffer => StoreMsTileBuffer;
    25 Render store_ms_tile_buffer_and_eof => StoreMsTileBufferAndEof;
    26 Render store_full_res_tile_buffer => StoreFullRes(FullRes = &LAYOUT);
    27 Render load_full_res_tile_buffer => LoadFullRes(FullRes = &LAYOUT);
    28 Render store_tile_buffer_general => StoreGeneral(General = &LAYOUT);
    29 Render load_tile_buffer_general => LoadGeneral(General = &LAYOUT);
    32 Both gl_indexed_primitive => IndexedPrimitives {
        mode: PrimitiveMode = MODE,
        index_type: IndexType = INDEX_TYPE,
        length: u32 = LENGTH,
        address: u32 = ADDRESS,
        max_index: u32 = MAX_INDEX,
    };
    33 Both gl_array_primitive => ArrayPrimitives { mode: PrimitiveMode = MODE, length: u32 = LENGTH, first: u32 = FIRST };
    41 Both vg_coordinate_array_primitives => VgCoordinateArrayPrimitives {
        mode: VgPrimitiveType = MODE,
        continuation: u8 = CONTINUATION,
        length: u32 = LENGTH,
        address: u32 = ADDRESS,
    };
    /// Compressed primitives follow.
    48 Render compressed_primitive => CompressedPrimitives;
    /// Compressed primitives follow; `flags` bit n: vertex n was generated by clipping.
    49 Render clipped_compressed_primitive => ClippedPrimitives { address: u32 = ADDRESS, flags: u8 = CLIP_FLAGS };
    56 Both primitive_list_format => PrimitiveListFormat { data: ListData = DATA_TYPE, prim: ListPrimitive = PRIMITIVE_TYPE };
    /// `attributes` is 1 to 8. An extended record always has eight.
    64 Both gl_shader_state => GlShaderState { address: u32 = ADDRESS, attributes: u8 = ATTRIBUTES, extended: bool = EXTENDED };
    65 Both nv_shader_state => NvShaderState { address: u32 = ADDRESS };
    66 Both vg_shader_state => VgShaderState { address: u32 = ADDRESS };
    67 Both vg_inline_shader_record => VgInlineShaderRecord {
        fs_single_thread: bool = FS_SINGLE_THREAD,
        code_address: u32 = CODE_ADDRESS,
        uniforms_address: u32 = UNIFORMS_ADDRESS,
    };
    96 Both configuration_bits => ConfigurationBits(ConfigBits = &LAYOUT);
    97 Both flat_shade_flags => FlatShadeFlags(u32 = FLAGS);
    /// In pixels.
    98 Both point_size => PointSize(f32 = SIZE);
    /// In pixels.
    99 Both line_width => LineWidth(f32 = WIDTH);
    100 Both rht_x_boundary => RhtXBoundary(i16 = X);
    101 Both depth_offset => DepthOffset { factor: f32 = FACTOR, units: f32 = UNITS };
    /// In pixels.
    102 Both clip_window => ClipWindow(ClipWindow = &LAYOUT);
    /// In sixteenths of a pixel.
    103 Both viewport_offset => ViewportOffset { x: i16 = X, y: i16 = Y };
    104 Both z_clipping => ZClipping { min: f32 = MIN, max: f32 = MAX };
    /// In sixteenths of a pixel.
    105 Bin clipper_xy_scaling => ClipperXyScaling { half_width: f32 = HALF_WIDTH, half_height: f32 = HALF_HEIGHT };
    106 Bin clipper_z_scaling => ClipperZScaling { scale: f32 = SCALE, offset: f32 = OFFSET };
    112 Bin tile_binning_mode_config => TileBinningMode(BinningConfig = &LAYOUT);
    113 Render tile_rendering_mode_config => TileRenderingMode(RenderingConfig = &LAYOUT);
    /// `zs` has 24 bits.
    114 Render clear_colors => ClearColors {
        color: [u32; 2] = [COLOR_0, COLOR_1],
        zs: u32 = ZS,
        vg_mask: u8 = VG_MASK,
        stencil: u8 = STENCIL,
    };
    115 Render tile_coordinates => TileCoordinates { column: u8 = COLUMN, row: u8 = ROW };
    254 Bin gem_handles => GemHandles([u32; 2] = [HANDLE_0, HANDLE_1]);
}

impl Packet {
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
            self.encode_payload(payload);
        }
    }
}
