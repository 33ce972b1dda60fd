//! Polygon offset (OpenGL ES 2.0, section 3.5.2), with images computed from its formula.

use glow::HasContext;

use super::Program;
use super::expected::check;
use super::fill::cell;
use super::textures::{bind, image, parameters};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "offset-units",
        about: "one unit moves every depth, either way",
        size: (64, 64),
        kind: Kind::Es2,
        draw: units,
    },
    Program {
        name: "offset-units-16",
        about: "the same with 16 bits of depth",
        size: (64, 64),
        kind: Kind::Es2,
        draw: |c| small(c).and_then(|()| units(c)),
    },
    Program {
        name: "offset-factors",
        about: "a factor moves depth by as many slopes",
        size: (64, 64),
        kind: Kind::Es2,
        draw: factors,
    },
    Program {
        name: "offset-factors-16",
        about: "the same with 16 bits of depth",
        size: (64, 64),
        kind: Kind::Es2,
        draw: |c| small(c).and_then(|()| factors(c)),
    },
];

const VERTEX: &str = "attribute vec4 position; uniform float by;
    void main() { gl_Position = position; gl_Position.z += by * position.w; }";
const FRAGMENT: &str = "void main() { gl_FragColor = vec4(1.0); }";

/// Cells per row and per column.
const CELLS: usize = 4;
/// Pixels of a cell with its frame.
const SIDE: usize = 16;

/// Binds a texture with a 16-bit depth buffer as the framebuffer.
fn small(c: &Context) -> Result<(), String> {
    let (width, height) = c.size();
    let color = bind(c, glow::TEXTURE_2D)?;
    image(c, glow::TEXTURE_2D, 0, (width, height), glow::RGBA, None);
    parameters(
        c,
        glow::TEXTURE_2D,
        glow::NEAREST,
        glow::NEAREST,
        glow::CLAMP_TO_EDGE,
    );
    // SAFETY: the context is current, here and below.
    unsafe {
        let depth = c.gl.create_renderbuffer()?;
        c.gl.bind_renderbuffer(glow::RENDERBUFFER, Some(depth));
        let (w, h) = (width as i32, height as i32);
        c.gl.renderbuffer_storage(glow::RENDERBUFFER, glow::DEPTH_COMPONENT16, w, h);
        let target = c.gl.create_framebuffer()?;
        let (framebuffer, flat) = (glow::FRAMEBUFFER, glow::TEXTURE_2D);
        c.gl.bind_framebuffer(framebuffer, Some(target));
        c.gl.framebuffer_texture_2d(framebuffer, glow::COLOR_ATTACHMENT0, flat, Some(color), 0);
        c.gl.framebuffer_renderbuffer(
            framebuffer,
            glow::DEPTH_ATTACHMENT,
            glow::RENDERBUFFER,
            Some(depth),
        );
        match c.gl.check_framebuffer_status(framebuffer) {
            glow::FRAMEBUFFER_COMPLETE => Ok(()),
            status => Err(format!("the framebuffer is {status:#06x}\n")),
        }
    }
}

/// A program that moves depth by a uniform before the offset of the rasteriser.
struct Moved {
    by: Option<glow::UniformLocation>,
}

impl Moved {
    fn new(c: &Context) -> Result<Moved, String> {
        let program = c.program(VERTEX, FRAGMENT, &["position"])?;
        // SAFETY: as above.
        unsafe {
            c.gl.use_program(Some(program));
            c.gl.clear_color(0.0, 0.0, 0.0, 1.0);
            c.gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT);
            c.gl.enable(glow::DEPTH_TEST);
            c.gl.disable(glow::DITHER);
            let by = c.gl.get_uniform_location(program, "by");
            Ok(Moved { by })
        }
    }

    /// Stores the depths of `corners`, and no colour.
    fn store(&self, c: &Context, corners: &[f32]) -> Result<(), String> {
        c.attribute(0, 4, corners)?;
        // SAFETY: as above.
        unsafe {
            c.gl.uniform_1_f32(self.by.as_ref(), 0.0);
            c.gl.disable(glow::POLYGON_OFFSET_FILL);
            c.gl.depth_mask(true);
            c.gl.depth_func(glow::ALWAYS);
            c.gl.color_mask(false, false, false, false);
            c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
        Ok(())
    }

    /// Fills a channel, 0 to 2, wherever the corners moved by `by` and the offset pass the
    /// comparison `function` with the stored depth.
    fn test(&self, c: &Context, channel: usize, function: u32, by: f32, offset: (f32, f32)) {
        // SAFETY: as above.
        unsafe {
            c.gl.uniform_1_f32(self.by.as_ref(), by);
            c.gl.enable(glow::POLYGON_OFFSET_FILL);
            c.gl.polygon_offset(offset.0, offset.1);
            c.gl.depth_mask(false);
            c.gl.depth_func(function);
            c.gl.color_mask(channel == 0, channel == 1, channel == 2, false);
            c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
    }
}

/// Red is empty, green and blue are full, except in frames of cells.
fn passed(c: &Context) -> Result<(), String> {
    // SAFETY: as above.
    unsafe { c.gl.color_mask(true, true, true, true) };
    check(c, 0, |x, y| {
        let frame = |v: u32| (v as usize).is_multiple_of(SIDE) || v as usize % SIDE == SIDE - 1;
        match frame(x) || frame(y) {
            true => vec![[0, 0, 0]],
            false => vec![[0, 255, 255]],
        }
    })
}

/// Corners of a cell: x, y, z and w of each, with depths from -0.9 to 0.9 that differ by
/// cell, and perspective.
fn corners(n: usize) -> Vec<f32> {
    let mut seed = n as u32 * 7919 + 17;
    let mut random = move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    };
    let places = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    let corner = |(x, y): (f32, f32)| {
        let (z, w) = (1.8 * random() - 0.9, 1.0 + 2.0 * random());
        [x * w, y * w, z * w, w]
    };
    places.map(corner).concat()
}

fn units(c: &Context) -> Result<(), String> {
    let moved = Moved::new(c)?;
    for n in 0..CELLS * CELLS {
        cell(c, n, CELLS, SIDE);
        moved.store(c, &corners(n))?;
        moved.test(c, 0, glow::EQUAL, 0.0, (0.0, 1.0));
        moved.test(c, 0, glow::EQUAL, 0.0, (0.0, -1.0));
        moved.test(c, 1, glow::LESS, 0.0, (0.0, -1.0));
        moved.test(c, 2, glow::GREATER, 0.0, (0.0, 1.0));
    }
    passed(c)
}

fn factors(c: &Context) -> Result<(), String> {
    let moved = Moved::new(c)?;
    for n in 0..CELLS * CELLS {
        cell(c, n, CELLS, SIDE);
        // Along one axis only: the larger slope is then exact in any formula.
        let rise = 0.03 * (1 + n / 2) as f32;
        let up = |x: f32, y: f32| if n % 2 == 0 { x } else { y };
        let places = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
        let corner = |(x, y): (f32, f32)| [x, y, rise * up(x, y), 1.0];
        moved.store(c, &places.map(corner).concat())?;
        // In normalised device coordinates: twice that of depth.
        let slope = 2.0 * rise / (SIDE - 2) as f32;
        moved.test(c, 0, glow::LESS, 1.5 * slope, (-1.0, 0.0));
        moved.test(c, 0, glow::GREATER, -3.5 * slope, (3.0, 0.0));
        moved.test(c, 1, glow::LESS, 0.5 * slope, (-1.0, 0.0));
        moved.test(c, 2, glow::GREATER, -2.5 * slope, (3.0, 0.0));
    }
    passed(c)
}
