//! Framebuffers of v5: up to eight render targets, and an extension with depth, stencil
//! and CRC buffers.

use tilescope_core::Stopped;
use tilescope_output::DepthFields;
use tilescope_output::tile_buffer::{Checksums, DepthBuffer, TileBuffers};
use tilescope_pixel::fields::Stored;
use tilescope_raster::Rect;

use super::format::stored_v5;
use super::framebuffer::{Framebuffer, RECORD, Tagged, Tiler, covered, pattern, refuse};
use super::rows::{DepthRows, SurfaceRows, Surfaces, TargetRows};
use crate::descriptors::v5_framebuffer::{
    framebuffer_parameters as fb, render_target as rt, render_target_afbc_overlay as rt_afbc,
    render_target_as_clear as clear, zs_crc_extension as zs, zs_crc_extension_as_afbc as zs_afbc,
};
use crate::descriptors::{ColorFormatV5, SamplePattern, TieBreakRule, ZInternalFormat};
use crate::log::Ctx;
use crate::memory;
use crate::report::report_in;
use crate::rules::framebuffer as rules;

static TARGET: TargetRows = TargetRows {
    internal: &rt::INTERNAL_FORMAT,
    swizzle: &rt::SWIZZLE,
    writeback: SurfaceRows {
        enable: &rt::WRITE_ENABLE,
        format: &rt::WRITEBACK_FORMAT,
        msaa: &rt::WRITEBACK_MSAA,
        block: &rt::WRITEBACK_BLOCK_FORMAT,
        buffer: &rt::RGB_BASE,
        afbc: Some((&rt_afbc::HEADER, &rt_afbc::BODY)),
    },
    preload: SurfaceRows {
        enable: &rt::PRELOAD_ENABLE,
        format: &rt::PRELOAD_FORMAT,
        msaa: &rt::PRELOAD_MSAA,
        block: &rt::PRELOAD_BLOCK_FORMAT,
        buffer: &rt::PRELOAD_BUFFER_BASE,
        afbc: None,
    },
    writes_clean: &rt::CLEAN_PIXEL_WRITE_ENABLE,
    clear: &clear::CLEAR_COLOR_0,
    stored: |raw, swizzle, internal| match ColorFormatV5::from_bits(raw) {
        ColorFormatV5::Native => Some(Stored::Raw(internal.bytes())),
        format => stored_v5(format, swizzle),
    },
};

static DEPTH: DepthRows = DepthRows {
    depth: ZS,
    stencil: SurfaceRows {
        enable: &fb::S_WRITE_ENABLE,
        format: &zs::S_WRITE_FORMAT,
        msaa: &zs::S_MSAA,
        block: &zs::S_BLOCK_FORMAT,
        buffer: &zs::S_WRITEBACK_BASE,
        afbc: Some((&zs::S_WRITEBACK_BASE, &zs_afbc::ZS_AFBC_BODY)),
    },
    preload: SurfaceRows {
        enable: &fb::Z_PRELOAD_ENABLE,
        buffer: &zs::ZS_PRELOAD_BASE,
        afbc: Some((&zs::ZS_PRELOAD_BASE, &zs_afbc::ZS_AFBC_BODY)),
        ..ZS
    },
    preloaded: |_| {
        let (depth, stencil) = (Some((0, 32)), Some(32));
        Some((8, DepthFields { depth, stencil }))
    },
    writes_clean: &zs::ZS_CLEAN_PIXEL_WRITE_ENABLE,
};

const ZS: SurfaceRows = SurfaceRows {
    enable: &fb::Z_WRITE_ENABLE,
    format: &zs::ZS_WRITE_FORMAT,
    msaa: &zs::ZS_MSAA,
    block: &zs::ZS_BLOCK_FORMAT,
    buffer: &zs::ZS_WRITEBACK_BASE,
    afbc: Some((&zs::ZS_WRITEBACK_BASE, &zs_afbc::ZS_AFBC_BODY)),
};

/// Reads the framebuffer at `tagged`.
pub(super) fn read(tagged: Tagged, c: &mut Ctx<'_>) -> Result<Framebuffer, Stopped> {
    let address = tagged.address();
    let record = (RECORD, address);
    let bytes: [u8; 128] = memory::descriptor(c, RECORD, address)?;
    let parameters = &bytes[32..56];
    let get = |field: &tilescope_tables::packet::Field| field.get(parameters);
    let extended = get(&fb::HAS_ZS_CRC_EXTENSION) != 0;
    let count = get(&fb::RENDER_TARGET_COUNT) + 1;
    if tagged.has_extension() != extended || tagged.targets() != count {
        report_in(c, &rules::TAG_DIFFERS, address, record, || {
            format!(
                "the tag states {} targets and {}, the descriptor {count} and {}",
                tagged.targets(),
                extension(tagged.has_extension()),
                extension(extended)
            )
        });
    }
    if count > 8 {
        let text = format!("{count} render targets");
        return Err(refuse(&rules::TARGETS, address, text, c));
    }
    let samples = pattern(1 << get(&fb::SAMPLE_COUNT), address, c)?;
    let tile = 1u64 << get(&fb::EFFECTIVE_TILE_SIZE);
    if !(16..=256).contains(&tile) {
        let text = format!("tiles of {tile} pixels");
        return Err(refuse(&rules::TILE_SIZE, address, text, c));
    }
    let across = (get(&fb::WIDTH) as u32 + 1).div_ceil(16);
    let mut next = address + 128;
    let mut checksums = None;
    let mut depth = without_surfaces(parameters);
    if extended {
        let extension: [u8; 64] = memory::descriptor(c, "ZS CRC extension", next)?;
        next += 64;
        checksums = Some(Checksums {
            base: zs::CRC_BASE.get(&extension),
            row_stride: zs::CRC_ROW_STRIDE.get(&extension) as u32,
            reads: get(&fb::CRC_READ_ENABLE) != 0,
            writes: get(&fb::CRC_WRITE_ENABLE) != 0,
        });
        let surfaces = Surfaces {
            address,
            enables: parameters,
            bytes: &extension,
            across,
        };
        depth = DEPTH.read(depth, &surfaces, c)?;
    }
    let (mut targets, mut colors) = (Vec::new(), Vec::new());
    let mut allocated = 0;
    for _ in 0..count {
        let bytes: [u8; 64] = memory::descriptor(c, "render target", next)?;
        if rt::YUV_ENABLE.is_set(&bytes) {
            c.log.unimplemented("YUV render targets");
        }
        let surfaces = Surfaces {
            address: next,
            enables: &bytes,
            bytes: &bytes,
            across,
        };
        let (internal, color) = TARGET.read(&surfaces, c)?;
        // A target without surface has no part of its own: Mesa adds nothing for it
        // (`pan_cbuf_bytes_per_pixel`, pan_cs.c).
        if color.writeback.is_some() {
            allocated += internal.bytes() as u64 * samples.count() as u64 * tile;
        }
        targets.push(internal);
        colors.push(color);
        next += 64;
    }
    let allocation = get(&fb::COLOR_BUFFER_ALLOCATION) << 10;
    if allocated > allocation {
        report_in(c, &rules::ALLOCATION, address, record, || {
            format!(
                "tiles of {tile} pixels need {allocated} bytes, of which {allocation} are allocated"
            )
        });
    }
    let size = (get(&fb::WIDTH) + 1, get(&fb::HEIGHT) + 1);
    let last = (get(&fb::BOUND_MAX_X), get(&fb::BOUND_MAX_Y));
    if last.0 >= size.0 || last.1 >= size.1 {
        report_in(c, &rules::BOUNDS, address, record, || {
            format!("the last pixel is {last:?}, the size {}x{}", size.0, size.1)
        });
    }
    Ok(Framebuffer {
        address,
        bounds: Rect {
            x0: get(&fb::BOUND_MIN_X) as i32,
            y0: get(&fb::BOUND_MIN_Y) as i32,
            x1: (last.0 + 1).min(size.0) as i32,
            y1: (last.1 + 1).min(size.1) as i32,
        },
        covered: covered(
            &samples,
            SamplePattern::from_bits(get(&fb::SAMPLE_PATTERN) as u8),
            c,
        ),
        tie_break: TieBreakRule::from_bits(get(&fb::TIE_BREAK_RULE) as u8),
        targets,
        buffers: TileBuffers {
            colors,
            depth,
            samples: samples.count() as u32,
            checksums,
        },
        tiler: Tiler::from_bytes(&bytes[56..96]),
    })
}

fn extension(has: bool) -> &'static str {
    match has {
        true => "an extension",
        false => "no extension",
    }
}

fn without_surfaces(parameters: &[u8]) -> DepthBuffer {
    let bits = match ZInternalFormat::from_bits(fb::Z_INTERNAL_FORMAT.get(parameters) as u8) {
        ZInternalFormat::D16 => 16,
        ZInternalFormat::D32 => 32,
        ZInternalFormat::D24 | ZInternalFormat::Unknown(_) => 24,
    };
    let clear = f32::from_bits(fb::Z_CLEAR.get(parameters) as u32);
    DepthBuffer::cleared(bits, (clear, fb::S_CLEAR.get(parameters) as u8))
}
