//! Framebuffers of v4: one render target.

use tilescope_core::Stopped;
use tilescope_raster::Rect;

use super::format::{Internal, Stored};
use super::framebuffer::{
    Checksums, DepthBuffer, DepthFields, DepthSurface, Framebuffer, RenderTarget, Target, Tiler,
    depth_format, pattern, refuse,
};
use super::surface::Surface;
use super::v5::{stencil_place, zs_fields};
use crate::descriptors::v4_framebuffer::{
    framebuffer_parameters as fb, framebuffer_parameters_as_clear as clear,
};
use crate::descriptors::{
    BlockFormat, ColorBufferInternalFormat, ColorFormatV4, Msaa, SFormat, TieBreakRule, ZsFormat,
};
use crate::log::Ctx;
use crate::memory;
use crate::rules::framebuffer as rules;

/// Reads the framebuffer at `address`.
pub(super) fn read(address: u64, c: &mut Ctx<'_>) -> Result<Framebuffer, Stopped> {
    let bytes: [u8; 320] = memory::descriptor(c, "framebuffer", address)?;
    let parameters = &bytes[32..192];
    let get = |field: &tilescope_tables::packet::Field| field.get(parameters);
    let count = 1 << get(&fb::SAMPLE_COUNT);
    let Some(samples) = pattern(count) else {
        let text = format!("{count} samples");
        return Err(refuse(&rules::SAMPLES, address, text, c));
    };
    let raw = get(&fb::INTERNAL_FORMAT) as u8;
    let Some(internal) = Internal::new(ColorBufferInternalFormat::from_bits(raw)) else {
        let text = format!("internal format {raw} is undefined");
        return Err(refuse(&rules::INTERNAL_FORMAT, address, text, c));
    };
    let msaa = Msaa::from_bits(get(&fb::MSAA) as u8);
    let block = BlockFormat::from_bits(get(&fb::COLOR_BLOCK_FORMAT) as u8);
    let wanted = [&fb::COLOR_WRITE_ENABLE, &fb::COLOR_PRELOAD_ENABLE].map(|f| get(f) != 0);
    let raw = get(&fb::COLOR_WRITEBACK_FORMAT) as u8;
    let stored = Stored::v4(ColorFormatV4::from_bits(raw), get(&fb::SWIZZLE));
    let Some(stored) = stored.or((wanted == [false; 2]).then_some(Stored::Raw(4))) else {
        let text = format!("writeback format {raw} is undefined");
        return Err(refuse(&rules::WRITEBACK_FORMAT, address, text, c));
    };
    let target = |base, row_stride, surface_stride| Target {
        surface: Surface {
            base: get(base),
            row_stride: get(row_stride) as u32,
            surface_stride: get(surface_stride) as u32,
            bytes: stored.bytes(),
            block,
            body: (0, 0),
        },
        stored,
        msaa,
    };
    let writeback = target(
        &fb::COLOR_WRITEBACK_BASE,
        &fb::COLOR_WRITEBACK_ROW_STRIDE,
        &fb::COLOR_WRITEBACK_SURFACE_STRIDE,
    );
    let preload = target(
        &fb::COLOR_LOAD_ADDRESS,
        &fb::COLOR_LOAD_ROW_STRIDE,
        &fb::COLOR_LOAD_SURFACE_STRIDE,
    );
    let color = RenderTarget {
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
        preload: wanted[1].then_some(preload),
        writeback: wanted[0].then_some(writeback),
        writes_clean: get(&fb::CLEAN_PIXEL_WRITE_ENABLE) != 0,
    };
    Ok(Framebuffer {
        address,
        bounds: Rect {
            x0: get(&fb::BOUND_MIN_X) as i32,
            y0: get(&fb::BOUND_MIN_Y) as i32,
            x1: get(&fb::BOUND_MAX_X) as i32 + 1,
            y1: get(&fb::BOUND_MAX_Y) as i32 + 1,
        },
        samples,
        tie_break: TieBreakRule::from_bits(get(&fb::TIE_BREAK_RULE) as u8),
        targets: vec![color],
        depth: depth(parameters, address, c)?,
        tiler: Tiler::decode(&bytes[192..232]),
        checksums: Some(Checksums {
            base: get(&fb::CRC_BUFFER_BASE),
            row_stride: get(&fb::CRC_BUFFER_ROW_STRIDE) as u32,
            reads: get(&fb::CRC_READ_ENABLE) != 0,
            writes: get(&fb::CRC_WRITE_ENABLE) != 0,
        }),
    })
}

fn depth(parameters: &[u8], address: u64, c: &mut Ctx<'_>) -> Result<DepthBuffer, Stopped> {
    let get = |field: &tilescope_tables::packet::Field| field.get(parameters);
    let msaa = Msaa::from_bits(get(&fb::MSAA) as u8);
    let raw = get(&fb::ZS_FORMAT) as u8;
    let fields = zs_fields(ZsFormat::from_bits(raw));
    let wanted = [&fb::ZS_WRITE_ENABLE, &fb::ZS_PRELOAD_ENABLE].map(|f| get(f) != 0);
    let Some((bytes, fields)) = fields.or((wanted == [false; 2]).then_some((
        4,
        DepthFields {
            depth: Some((0, 24)),
            stencil: None,
        },
    ))) else {
        let text = format!("depth format {raw} is undefined");
        return Err(refuse(&rules::DEPTH_FORMAT, address, text, c));
    };
    let surface = |base, row_stride, surface_stride| DepthSurface {
        surface: Surface {
            base: get(base),
            row_stride: get(row_stride) as u32,
            surface_stride: get(surface_stride) as u32,
            bytes,
            block: BlockFormat::from_bits(get(&fb::ZS_BLOCK_FORMAT) as u8),
            body: (0, 0),
        },
        fields,
        msaa,
    };
    let writeback = surface(
        &fb::ZS_WRITEBACK_BASE,
        &fb::ZS_WRITEBACK_ROW_STRIDE,
        &fb::ZS_WRITEBACK_SURFACE_STRIDE,
    );
    let preload = surface(
        &fb::ZS_LOAD_ADDRESS,
        &fb::ZS_LOAD_ROW_STRIDE,
        &fb::ZS_LOAD_SURFACE_STRIDE,
    );
    let stencil = match get(&fb::S_WRITE_ENABLE) {
        0 => None,
        _ => {
            let raw = get(&fb::S_FORMAT) as u8;
            let Some((bytes, at)) = stencil_place(SFormat::from_bits(raw)) else {
                let text = format!("stencil format {raw} is undefined");
                return Err(refuse(&rules::STENCIL_FORMAT, address, text, c));
            };
            Some(DepthSurface {
                surface: Surface {
                    base: get(&fb::S_WRITEBACK_BASE),
                    row_stride: get(&fb::S_WRITEBACK_ROW_STRIDE) as u32,
                    surface_stride: get(&fb::S_WRITEBACK_SURFACE_STRIDE) as u32,
                    bytes,
                    block: BlockFormat::from_bits(get(&fb::S_BLOCK_FORMAT) as u8),
                    body: (0, 0),
                },
                fields: DepthFields {
                    depth: None,
                    stencil: Some(at),
                },
                msaa,
            })
        }
    };
    let bits = fields.depth.map_or(24, |(_, bits)| bits);
    let (format, largest) = depth_format(bits);
    Ok(DepthBuffer {
        format,
        largest,
        clear: (
            f32::from_bits(get(&clear::Z_CLEAR) as u32),
            get(&fb::S_CLEAR) as u8,
        ),
        depth: wanted[0].then_some(writeback),
        stencil,
        preload: wanted[1].then_some(preload),
        writes_clean: get(&fb::CLEAN_PIXEL_WRITE_ENABLE) != 0,
    })
}
