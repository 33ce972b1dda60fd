//! Encoder of typed packets to payload bytes.

use super::super::rows::*;
use super::Packet;

/// Writes the payload of `packet` into `p`, which is zeroed and of its size.
pub(super) fn encode_payload(packet: &Packet, p: &mut [u8]) {
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
            // Eight is encoded as zero, its low three bits.
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

/// 32, 64, 128, 256 as 0 to 3; other sizes are rounded down to one of these.
fn block_size_bits(bytes: u32) -> u64 {
    u64::from((bytes / 32).max(1).ilog2().min(3))
}
