//! Framebuffers of v4: one render target.

use tilescope_core::Stopped;
use tilescope_output::tile_buffer::{Checksums, DepthBuffer, TileBuffers};
use tilescope_raster::Rect;

use super::format::stored_v4;
use super::framebuffer::{Framebuffer, RECORD, Tiler, pattern};
use super::rows::{DepthRows, SurfaceRows, Surfaces, TargetRows, zs_fields};
use crate::descriptors::v4_framebuffer::{
    framebuffer_parameters as fb, framebuffer_parameters_as_clear as clear,
};
use crate::descriptors::{ColorFormatV4, TieBreakRule};
use crate::log::Ctx;
use crate::memory;

static TARGET: TargetRows = TargetRows {
    internal: &fb::INTERNAL_FORMAT,
    swizzle: &fb::SWIZZLE,
    writeback: COLOR,
    preload: SurfaceRows {
        enable: &fb::COLOR_PRELOAD_ENABLE,
        buffer: &fb::COLOR_LOAD_ADDRESS,
        ..COLOR
    },
    writes_clean: &fb::CLEAN_PIXEL_WRITE_ENABLE,
    clear: &clear::CLEAR_COLOR_0,
    stored: |raw, swizzle, _| stored_v4(ColorFormatV4::from_bits(raw), swizzle),
};

/// Written and read surfaces have one format.
const COLOR: SurfaceRows = SurfaceRows {
    enable: &fb::COLOR_WRITE_ENABLE,
    format: &fb::COLOR_WRITEBACK_FORMAT,
    msaa: &fb::MSAA,
    block: &fb::COLOR_BLOCK_FORMAT,
    buffer: &fb::COLOR_WRITEBACK_BASE,
    afbc: None,
};

static DEPTH: DepthRows = DepthRows {
    depth: ZS,
    stencil: SurfaceRows {
        enable: &fb::S_WRITE_ENABLE,
        format: &fb::S_FORMAT,
        block: &fb::S_BLOCK_FORMAT,
        buffer: &fb::S_WRITEBACK_BASE,
        ..ZS
    },
    preload: SurfaceRows {
        enable: &fb::ZS_PRELOAD_ENABLE,
        buffer: &fb::ZS_LOAD_ADDRESS,
        ..ZS
    },
    preloaded: zs_fields,
    writes_clean: &fb::CLEAN_PIXEL_WRITE_ENABLE,
};

const ZS: SurfaceRows = SurfaceRows {
    enable: &fb::ZS_WRITE_ENABLE,
    format: &fb::ZS_FORMAT,
    msaa: &fb::MSAA,
    block: &fb::ZS_BLOCK_FORMAT,
    buffer: &fb::ZS_WRITEBACK_BASE,
    afbc: None,
};

/// Reads the framebuffer at `address`.
pub(super) fn read(address: u64, c: &mut Ctx<'_>) -> Result<Framebuffer, Stopped> {
    let bytes: [u8; 320] = memory::descriptor(c, RECORD, address)?;
    let parameters = &bytes[32..192];
    let get = |field: &tilescope_tables::packet::Field| field.get(parameters);
    let samples = pattern(1 << get(&fb::SAMPLE_COUNT), address, c)?;
    let surfaces = Surfaces {
        address,
        enables: parameters,
        bytes: parameters,
        across: 0,
    };
    let (internal, color) = TARGET.read(&surfaces, c)?;
    let depth = zs_fields(get(&fb::ZS_FORMAT) as u8).and_then(|(_, fields)| fields.depth);
    let clear = f32::from_bits(get(&clear::Z_CLEAR) as u32);
    let clear = (clear, get(&fb::S_CLEAR) as u8);
    let depth = DepthBuffer::cleared(depth.map_or(24, |(_, bits)| bits), clear);
    Ok(Framebuffer {
        address,
        bounds: Rect {
            x0: get(&fb::BOUND_MIN_X) as i32,
            y0: get(&fb::BOUND_MIN_Y) as i32,
            x1: get(&fb::BOUND_MAX_X) as i32 + 1,
            y1: get(&fb::BOUND_MAX_Y) as i32 + 1,
        },
        covered: samples,
        tie_break: TieBreakRule::from_bits(get(&fb::TIE_BREAK_RULE) as u8),
        targets: vec![internal],
        buffers: TileBuffers {
            colors: vec![color],
            depth: DEPTH.read(depth, &surfaces, c)?,
            samples: samples.count() as u32,
            checksums: Some(Checksums {
                base: get(&fb::CRC_BUFFER_BASE),
                row_stride: get(&fb::CRC_BUFFER_ROW_STRIDE) as u32,
                reads: get(&fb::CRC_READ_ENABLE) != 0,
                writes: get(&fb::CRC_WRITE_ENABLE) != 0,
            }),
        },
        tiler: Tiler::from_bytes(&bytes[192..232]),
    })
}
