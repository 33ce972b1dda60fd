//! Framebuffers of v5: up to eight render targets, and an extension with depth, stencil
//! and CRC buffers.

use tilescope_core::{Frame, Stopped};
use tilescope_raster::Rect;

use super::format::{Internal, Stored};
use super::framebuffer::{
    Checksums, DepthBuffer, DepthFields, DepthSurface, Framebuffer, RenderTarget, Tagged, Target,
    Tiler, depth_format, pattern, refuse,
};
use super::surface::Surface;
use crate::descriptors::v5_framebuffer::{
    framebuffer_parameters as fb, render_target as rt, render_target_afbc_overlay as rt_afbc,
    render_target_as_clear as clear, zs_crc_extension as zs, zs_crc_extension_as_afbc as zs_afbc,
};
use crate::descriptors::{
    BlockFormat, ColorBufferInternalFormat, ColorFormatV5, Msaa, SFormat, TieBreakRule,
    ZInternalFormat, ZsFormat,
};
use crate::log::Ctx;
use crate::memory;
use crate::rules::framebuffer as rules;

/// Reads the framebuffer at `tagged`.
pub(super) fn read(tagged: Tagged, c: &mut Ctx<'_>) -> Result<Framebuffer, Stopped> {
    let address = tagged.address();
    let bytes: [u8; 128] = memory::descriptor(c, "framebuffer", address)?;
    let parameters = &bytes[32..56];
    let get = |field: &tilescope_tables::packet::Field| field.get(parameters);
    let extended = get(&fb::HAS_ZS_CRC_EXTENSION) != 0;
    let count = get(&fb::RENDER_TARGET_COUNT) + 1;
    if tagged.has_extension() != extended || tagged.targets() != count {
        c.log.find(&rules::TAG_DIFFERS, (address, 0), |at| {
            let at = at.inside(Frame::Record("framebuffer", address));
            let text = format!(
                "the tag states {} targets and {}, the descriptor {count} and {}",
                tagged.targets(),
                extension(tagged.has_extension()),
                extension(extended)
            );
            (at, text)
        });
    }
    if count > 8 {
        let text = format!("{count} render targets");
        return Err(refuse(&rules::TARGETS, address, text, c));
    }
    let samples = 1 << get(&fb::SAMPLE_COUNT);
    let Some(samples) = pattern(samples) else {
        let text = format!("{samples} samples");
        return Err(refuse(&rules::SAMPLES, address, text, c));
    };
    let tile = 1u64 << get(&fb::EFFECTIVE_TILE_SIZE);
    if !(16..=256).contains(&tile) {
        let text = format!("tiles of {tile} pixels");
        return Err(refuse(&rules::TILE_SIZE, address, text, c));
    }
    let mut next = address + 128;
    let mut checksums = None;
    let depth = match extended {
        true => {
            let extension: [u8; 64] = memory::descriptor(c, "ZS CRC extension", next)?;
            next += 64;
            checksums = Some(Checksums {
                base: zs::CRC_BASE.get(&extension),
                row_stride: zs::CRC_ROW_STRIDE.get(&extension) as u32,
                reads: get(&fb::CRC_READ_ENABLE) != 0,
                writes: get(&fb::CRC_WRITE_ENABLE) != 0,
            });
            depth(parameters, &extension, address, c)?
        }
        false => without_surfaces(parameters),
    };
    let across = (get(&fb::WIDTH) as u32 + 1).div_ceil(16);
    let mut targets = Vec::new();
    let mut allocated = 0;
    for _ in 0..count {
        let bytes: [u8; 64] = memory::descriptor(c, "render target", next)?;
        let target = target(&bytes, next, across, c)?;
        // A target without surface has no part of its own: Mesa adds nothing for it
        // (`pan_cbuf_bytes_per_pixel`, pan_cs.c).
        if target.writeback.is_some() {
            allocated += target.internal.bytes() as u64 * samples.count() as u64 * tile;
        }
        targets.push(target);
        next += 64;
    }
    let allocation = get(&fb::COLOR_BUFFER_ALLOCATION) << 10;
    let written = targets.iter().any(|t| t.writeback.is_some());
    if written && allocated > allocation {
        c.log.find(&rules::ALLOCATION, (address, 0), |at| {
            let at = at.inside(Frame::Record("framebuffer", address));
            let text = format!(
                "tiles of {tile} pixels need {allocated} bytes, of which {allocation} are allocated"
            );
            (at, text)
        });
    }
    let size = (get(&fb::WIDTH) + 1, get(&fb::HEIGHT) + 1);
    let last = (get(&fb::BOUND_MAX_X), get(&fb::BOUND_MAX_Y));
    if last.0 >= size.0 || last.1 >= size.1 {
        c.log.find(&rules::BOUNDS, (address, 0), |at| {
            let at = at.inside(Frame::Record("framebuffer", address));
            let text = format!("the last pixel is {last:?}, the size {}x{}", size.0, size.1);
            (at, text)
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
        samples,
        tie_break: TieBreakRule::from_bits(get(&fb::TIE_BREAK_RULE) as u8),
        targets,
        depth,
        tiler: Tiler::decode(&bytes[56..96]),
        checksums,
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
    let (format, largest) = depth_format(bits);
    DepthBuffer {
        format,
        largest,
        clear: (
            f32::from_bits(fb::Z_CLEAR.get(parameters) as u32),
            fb::S_CLEAR.get(parameters) as u8,
        ),
        depth: None,
        stencil: None,
        preload: None,
        writes_clean: false,
    }
}

fn depth(
    parameters: &[u8],
    bytes: &[u8],
    address: u64,
    c: &mut Ctx<'_>,
) -> Result<DepthBuffer, Stopped> {
    let mut depth = without_surfaces(parameters);
    let get = |field: &tilescope_tables::packet::Field| field.get(bytes);
    let block = BlockFormat::from_bits(get(&zs::ZS_BLOCK_FORMAT) as u8);
    let msaa = Msaa::from_bits(get(&zs::ZS_MSAA) as u8);
    depth.writes_clean = get(&zs::ZS_CLEAN_PIXEL_WRITE_ENABLE) != 0;
    let across = (fb::WIDTH.get(parameters) as u32 + 1).div_ceil(16);
    let surface = |base, row_stride, surface_stride, bytes, block| Surface {
        base: get(base),
        row_stride: get(row_stride) as u32,
        surface_stride: get(surface_stride) as u32,
        bytes,
        block,
        body: (get(&zs_afbc::ZS_AFBC_BODY), across),
    };
    if fb::Z_WRITE_ENABLE.get(parameters) != 0 {
        let raw = get(&zs::ZS_WRITE_FORMAT) as u8;
        let Some((bytes, fields)) = zs_fields(ZsFormat::from_bits(raw)) else {
            let text = format!("depth format {raw} is undefined");
            return Err(refuse(&rules::DEPTH_FORMAT, address, text, c));
        };
        depth.depth = Some(DepthSurface {
            surface: surface(
                &zs::ZS_WRITEBACK_BASE,
                &zs::ZS_WRITEBACK_ROW_STRIDE,
                &zs::ZS_WRITEBACK_SURFACE_STRIDE,
                bytes,
                block,
            ),
            fields,
            msaa,
        });
    }
    if fb::S_WRITE_ENABLE.get(parameters) != 0 {
        let raw = get(&zs::S_WRITE_FORMAT) as u8;
        let Some((bytes, at)) = stencil_place(SFormat::from_bits(raw)) else {
            let text = format!("stencil format {raw} is undefined");
            return Err(refuse(&rules::STENCIL_FORMAT, address, text, c));
        };
        depth.stencil = Some(DepthSurface {
            surface: surface(
                &zs::S_WRITEBACK_BASE,
                &zs::S_WRITEBACK_ROW_STRIDE,
                &zs::S_WRITEBACK_SURFACE_STRIDE,
                bytes,
                BlockFormat::from_bits(get(&zs::S_BLOCK_FORMAT) as u8),
            ),
            fields: DepthFields {
                depth: None,
                stencil: Some(at),
            },
            msaa: Msaa::from_bits(get(&zs::S_MSAA) as u8),
        });
    }
    if fb::Z_PRELOAD_ENABLE.get(parameters) != 0 {
        depth.preload = Some(DepthSurface {
            surface: surface(
                &zs::ZS_PRELOAD_BASE,
                &zs::ZS_PRELOAD_ROW_STRIDE,
                &zs::ZS_PRELOAD_SURFACE_STRIDE,
                8,
                block,
            ),
            fields: DepthFields {
                depth: Some((0, 32)),
                stencil: Some(32),
            },
            msaa,
        });
    }
    Ok(depth)
}

/// Bytes of a pixel of a depth format, and what is in it (Mesa `translate_zs_format`: the
/// formats are named from the lowest bit as Gallium's are).
pub(super) fn zs_fields(format: ZsFormat) -> Option<(usize, DepthFields)> {
    let fields = |bytes, depth, stencil| {
        let depth = Some(depth);
        Some((bytes, DepthFields { depth, stencil }))
    };
    match format {
        ZsFormat::D16 => fields(2, (0, 16), None),
        ZsFormat::D24 => fields(3, (0, 24), None),
        ZsFormat::D24X8 => fields(4, (0, 24), None),
        ZsFormat::D24S8 => fields(4, (0, 24), Some(24)),
        ZsFormat::X8D24 => fields(4, (8, 24), None),
        ZsFormat::S8D24 => fields(4, (8, 24), Some(0)),
        ZsFormat::D32 => fields(4, (0, 32), None),
        ZsFormat::D32S8X24 => fields(8, (0, 32), Some(32)),
        ZsFormat::Unknown(_) => None,
    }
}

/// Bytes of a pixel of a stencil format, and the lowest bit of stencil in it.
pub(super) fn stencil_place(format: SFormat) -> Option<(usize, u32)> {
    match format {
        SFormat::S8 => Some((1, 0)),
        SFormat::S8X8 => Some((2, 0)),
        SFormat::X8S8 => Some((2, 8)),
        SFormat::S8X24 => Some((4, 0)),
        SFormat::X24S8 => Some((4, 24)),
        SFormat::X32S8X24 => Some((8, 32)),
        SFormat::Unknown(_) => None,
    }
}

fn target(
    bytes: &[u8],
    address: u64,
    across: u32,
    c: &mut Ctx<'_>,
) -> Result<RenderTarget, Stopped> {
    let get = |field: &tilescope_tables::packet::Field| field.get(bytes);
    let raw = get(&rt::INTERNAL_FORMAT) as u8;
    let Some(internal) = Internal::new(ColorBufferInternalFormat::from_bits(raw)) else {
        let text = format!("internal format {raw} is undefined");
        return Err(refuse(&rules::INTERNAL_FORMAT, address, text, c));
    };
    if get(&rt::YUV_ENABLE) != 0 {
        c.log.unimplemented("YUV render targets");
    }
    let stored = |field: &tilescope_tables::packet::Field, c: &mut Ctx<'_>| {
        let raw = get(field) as u8;
        let format = ColorFormatV5::from_bits(raw);
        let stored = match format {
            ColorFormatV5::Native => Some(Stored::Raw(internal.bytes())),
            format => Stored::v5(format, get(&rt::SWIZZLE)),
        };
        stored.ok_or_else(|| {
            let text = format!("writeback format {raw} is undefined");
            refuse(&rules::WRITEBACK_FORMAT, address, text, c)
        })
    };
    let preload = match get(&rt::PRELOAD_ENABLE) {
        0 => None,
        _ => {
            let stored = stored(&rt::PRELOAD_FORMAT, c)?;
            Some(Target {
                surface: Surface {
                    base: get(&rt::PRELOAD_BUFFER_BASE),
                    row_stride: get(&rt::PRELOAD_BUFFER_ROW_STRIDE) as u32,
                    surface_stride: get(&rt::PRELOAD_BUFFER_SURFACE_STRIDE) as u32,
                    bytes: stored.bytes(),
                    block: BlockFormat::from_bits(get(&rt::PRELOAD_BLOCK_FORMAT) as u8),
                    body: (0, across),
                },
                stored,
                msaa: Msaa::from_bits(get(&rt::PRELOAD_MSAA) as u8),
            })
        }
    };
    let writeback = match get(&rt::WRITE_ENABLE) {
        0 => None,
        _ => {
            let stored = stored(&rt::WRITEBACK_FORMAT, c)?;
            let block = BlockFormat::from_bits(get(&rt::WRITEBACK_BLOCK_FORMAT) as u8);
            Some(Target {
                surface: Surface {
                    base: match block {
                        BlockFormat::Afbc => get(&rt_afbc::HEADER),
                        _ => get(&rt::RGB_BASE),
                    },
                    row_stride: get(&rt::RGB_ROW_STRIDE) as u32,
                    surface_stride: get(&rt::RGB_SURFACE_STRIDE) as u32,
                    bytes: stored.bytes(),
                    block,
                    body: (get(&rt_afbc::BODY), across),
                },
                stored,
                msaa: Msaa::from_bits(get(&rt::WRITEBACK_MSAA) as u8),
            })
        }
    };
    Ok(RenderTarget {
        internal,
        clear: internal.clear_pixel(
            &[
                &clear::CLEAR_COLOR_0,
                &clear::CLEAR_COLOR_1,
                &clear::CLEAR_COLOR_2,
                &clear::CLEAR_COLOR_3,
            ]
            .map(|field| get(field) as u32),
        ),
        preload,
        writeback,
        writes_clean: get(&rt::CLEAN_PIXEL_WRITE_ENABLE) != 0,
    })
}
