//! Framebuffers with four samples per pixel, resolved to the image.

use glow::HasContext;

use super::Program;
use super::fill::{Fill, cell};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "samples-resolved",
        about: "a buffer of four samples, copied to the image at once",
        size: (64, 64),
        kind: Kind::Desktop,
        draw: resolved,
    },
    Program {
        name: "samples-two",
        about: "the same with two samples, or the next more there are",
        size: (64, 64),
        kind: Kind::Desktop,
        draw: two,
    },
    Program {
        name: "samples-edges",
        about: "edges of many slopes through pixels of four samples",
        size: (64, 64),
        kind: Kind::Desktop,
        draw: edges,
    },
    Program {
        name: "samples-depth",
        about: "planes that cut each other, with depth for each of four samples",
        size: (64, 64),
        kind: Kind::Desktop,
        draw: depth,
    },
    Program {
        name: "samples-coverage",
        about: "shares of four samples, and the other ones",
        size: (64, 32),
        kind: Kind::Desktop,
        draw: coverage,
    },
];

const SIDE: i32 = 64;

/// The attachments of a framebuffer: formats and attachment points.
type Parts = [(u32, u32)];
const COLOUR: &Parts = &[(glow::RGBA8, glow::COLOR_ATTACHMENT0)];
const COLOUR_AND_DEPTH: &Parts = &[
    (glow::RGBA8, glow::COLOR_ATTACHMENT0),
    (glow::DEPTH24_STENCIL8, glow::DEPTH_STENCIL_ATTACHMENT),
];

/// A framebuffer with this number of samples per pixel, bound and current.
fn buffer(c: &Context, samples: i32, parts: &Parts) -> Result<glow::Framebuffer, String> {
    // SAFETY: the context is current, here and below.
    unsafe {
        let framebuffer = c.gl.create_framebuffer()?;
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        let target = glow::RENDERBUFFER;
        for &(format, place) in parts {
            let buffer = c.gl.create_renderbuffer()?;
            c.gl.bind_renderbuffer(target, Some(buffer));
            c.gl.renderbuffer_storage_multisample(target, samples, format, SIDE, SIDE);
            c.gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, place, target, Some(buffer));
        }
        c.gl.viewport(0, 0, SIDE, SIDE);
        match c.gl.check_framebuffer_status(glow::FRAMEBUFFER) {
            glow::FRAMEBUFFER_COMPLETE => Ok(framebuffer),
            status => Err(format!("the framebuffer is {status:#06x}\n")),
        }
    }
}

/// Resolves samples to a buffer with one sample, and copies `height` rows of it to the window. The
/// window has the opposite row order, which not every driver supports in one blit.
fn resolve(c: &Context, source: glow::Framebuffer, height: i32) -> Result<(), String> {
    let (bits, filter) = (glow::COLOR_BUFFER_BIT, glow::NEAREST);
    // SAFETY: as above.
    unsafe {
        let means = c.gl.create_framebuffer()?;
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(means));
        let target = glow::RENDERBUFFER;
        let buffer = c.gl.create_renderbuffer()?;
        c.gl.bind_renderbuffer(target, Some(buffer));
        c.gl.renderbuffer_storage(target, glow::RGBA8, SIDE, SIDE);
        let place = glow::COLOR_ATTACHMENT0;
        c.gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, place, target, Some(buffer));
        for (from, to) in [(source, Some(means)), (means, None)] {
            c.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(from));
            c.gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, to);
            let rows = if to.is_some() { SIDE } else { height };
            c.gl.blit_framebuffer(0, 0, SIDE, rows, 0, 0, SIDE, rows, bits, filter);
        }
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, None);
    }
    Ok(())
}

/// Edges run through pixel centres, where every usual pattern has two of four samples on either
/// side.
fn cross(c: &Context, samples: i32) -> Result<glow::Framebuffer, String> {
    let source = buffer(c, samples, COLOUR)?;
    let fill = Fill::new(c)?;
    fill.part(c, [0.2, 0.8, 1.0, 1.0], 0.0, [20.5 / 32.0, 0.5]);
    fill.part(c, [1.0, 0.4, 0.0, 1.0], 0.0, [0.25, 28.5 / 32.0]);
    Ok(source)
}

fn resolved(c: &Context) -> Result<(), String> {
    let source = cross(c, 4)?;
    // SAFETY: as above.
    unsafe {
        c.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(source));
        c.gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, None);
        let (bits, filter) = (glow::COLOR_BUFFER_BIT, glow::NEAREST);
        c.gl.blit_framebuffer(0, 0, SIDE, SIDE, 0, 0, SIDE, SIDE, bits, filter);
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, None);
    }
    Ok(())
}

fn two(c: &Context) -> Result<(), String> {
    let source = cross(c, 2)?;
    resolve(c, source, SIDE)
}

/// A colour for each corner, three coordinates and three components each.
fn triangles(c: &Context, corners: &[f32]) -> Result<(), String> {
    let vertex = "attribute vec3 position; attribute vec3 colour; varying vec3 shade;
        void main() { gl_Position = vec4(position, 1.0); shade = colour; }";
    let fragment = "varying vec3 shade;
        void main() { gl_FragColor = vec4(shade, 1.0); }";
    let program = c.program(vertex, fragment, &["position", "colour"])?;
    let part = |from: usize| -> Vec<f32> {
        let corners = corners.as_chunks::<6>().0.iter();
        corners.flat_map(|c| c[from..from + 3].to_vec()).collect()
    };
    c.attribute(0, 3, &part(0))?;
    c.attribute(1, 3, &part(3))?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear_color(0.1, 0.1, 0.1, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT);
        c.gl.use_program(Some(program));
        c.gl.draw_arrays(glow::TRIANGLES, 0, corners.len() as i32 / 6);
    }
    Ok(())
}

fn edges(c: &Context) -> Result<(), String> {
    let source = buffer(c, 4, COLOUR)?;
    let mut corners = Vec::new();
    for i in 0..24 {
        // One colour each: the position at which varyings are evaluated does
        // not matter.
        let on = |bit: i32| if (i + 1) & bit != 0 { 1.0 } else { 0.3 };
        let at = |step: f32| (step * std::f32::consts::TAU / 48.0).sin_cos();
        let (begin, end) = (at(2.0 * i as f32), at(2.0 * i as f32 + 0.9));
        for (y, x) in [(0.0, 0.0), begin, end] {
            corners.extend([0.93 * x, 0.93 * y, 0.0, on(1), on(2), on(4)]);
        }
    }
    triangles(c, &corners)?;
    resolve(c, source, SIDE)
}

fn depth(c: &Context) -> Result<(), String> {
    let source = buffer(c, 4, COLOUR_AND_DEPTH)?;
    let mut corners = Vec::new();
    // Planes through the whole image, tilted in two directions.
    for (i, (a, b)) in [(0.9, 0.1), (-0.7, 0.3), (0.2, -0.8), (-0.1, 0.95)]
        .into_iter()
        .enumerate()
    {
        let on = |bit: usize| if (i + 1) & bit != 0 { 1.0 } else { 0.2 };
        let corner = |x: f32, y: f32| [x, y, a * x * 0.5 + b * y * 0.5, on(1), on(2), on(4)];
        for (x, y) in [
            (-1., -1.),
            (1., -1.),
            (-1., 1.),
            (1., -1.),
            (1., 1.),
            (-1., 1.),
        ] {
            corners.extend(corner(x, y));
        }
    }
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::DEPTH_TEST) };
    triangles(c, &corners)?;
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::DEPTH_TEST) };
    resolve(c, source, SIDE)
}

fn coverage(c: &Context) -> Result<(), String> {
    let source = buffer(c, 4, COLOUR)?;
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::SAMPLE_COVERAGE) };
    for i in 0..8 {
        cell(c, i, 4, 16);
        // SAFETY: as above.
        unsafe { c.gl.sample_coverage(0.25 * (i % 4 + 1) as f32, i >= 4) };
        fill.draw(c, [1.0, 0.8, 0.2, 1.0], 0.0);
    }
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::SAMPLE_COVERAGE) };
    resolve(c, source, 32)
}
