//! Decoder of payload bytes to the structs of large packets.

use super::super::enums::*;
use super::super::rows::*;
use super::{BinningConfig, ConfigBits, FullRes, General, RenderingConfig};

pub(super) fn decode_store_full_res(p: &[u8]) -> FullRes {
    use store_full_res_tile_buffer::*;
    FullRes {
        address: (ADDRESS.get(p) as u32) << 4,
        disable_color: DISABLE_COLOR.is_set(p),
        disable_zs: DISABLE_ZS.is_set(p),
        disable_clear_all: DISABLE_CLEAR_ALL.is_set(p),
        eof: EOF.is_set(p),
    }
}

pub(super) fn decode_load_full_res(p: &[u8]) -> FullRes {
    use load_full_res_tile_buffer::*;
    FullRes {
        address: (ADDRESS.get(p) as u32) << 4,
        disable_color: DISABLE_COLOR.is_set(p),
        disable_zs: DISABLE_ZS.is_set(p),
        disable_clear_all: false,
        eof: false,
    }
}

pub(super) fn decode_store_general(p: &[u8]) -> General {
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

pub(super) fn decode_load_general(p: &[u8]) -> General {
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

pub(super) fn decode_config_bits(p: &[u8]) -> ConfigBits {
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

pub(super) fn decode_binning_config(p: &[u8]) -> BinningConfig {
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

pub(super) fn decode_rendering_config(p: &[u8]) -> RenderingConfig {
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
