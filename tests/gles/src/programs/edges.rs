//! Scissor, viewport, clears, and targets of extreme sizes.

use glow::HasContext;

use super::fill::{Fill, cell};
use super::{Program, state};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "scissor-edges",
        about: "rectangles outside, partly outside, and of no size",
        size: (96, 96),
        kind: Kind::Es2,
        draw: scissor_edges,
    },
    Program {
        name: "viewport-edges",
        about: "viewports that reach over every edge, and of no size",
        size: (100, 70),
        kind: Kind::Es2,
        draw: viewport_edges,
    },
    Program {
        name: "viewport-beyond",
        about: "a viewport wholly to the right of the image",
        size: (64, 64),
        kind: Kind::Es2,
        draw: viewport_beyond,
    },
    Program {
        name: "clears",
        about: "clears of parts, of depth alone, and of masked stencil",
        size: (96, 96),
        kind: Kind::Es2,
        draw: clears,
    },
    Program {
        name: "one-pixel",
        about: "a target of one pixel",
        size: (1, 1),
        kind: Kind::Es2,
        draw: small,
    },
    Program {
        name: "three-by-five",
        about: "a target of three by five pixels",
        size: (3, 5),
        kind: Kind::Es2,
        draw: small,
    },
    Program {
        name: "widest",
        about: "a target as wide as the hardware can",
        size: (2048, 24),
        kind: Kind::Es2,
        draw: long,
    },
    Program {
        name: "highest",
        about: "a target as high as the hardware can",
        size: (24, 2048),
        kind: Kind::Es2,
        draw: long,
    },
];

fn scissor_edges(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    let boxes = [
        [-10, -10, 30, 40],
        [80, 70, 100, 100],
        [-50, 30, 20, 20],
        [200, 200, 10, 10],
        [40, 40, 0, 10],
        [40, 40, 10, 0],
        [33, 1, 1, 94],
        [1, 63, 94, 1],
        [64, 0, 64, 32],
        [50, 50, 13, 13],
    ];
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.enable(glow::SCISSOR_TEST);
        for (i, [x, y, width, height]) in boxes.into_iter().enumerate() {
            c.gl.scissor(x, y, width, height);
            let bit = |b: usize| if (i + 1) & b != 0 { 1.0 } else { 0.2 };
            fill.draw(c, [bit(1), bit(2), bit(4), 1.0], 0.0);
        }
        c.gl.scissor(-5, 85, 15, 100);
        c.gl.clear_color(1.0, 0.0, 1.0, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.disable(glow::SCISSOR_TEST);
    }
    Ok(())
}

fn viewport_edges(c: &Context) -> Result<(), String> {
    let corner = |x: f32, y: f32, r: f32, g: f32, b: f32| [x, y, 0.0, 1.0, r, g, b, 1.0];
    let vertices = [
        corner(-1.0, -1.0, 1.0, 0.0, 0.0),
        corner(1.0, -1.0, 1.0, 1.0, 0.0),
        corner(-1.0, 1.0, 0.0, 1.0, 1.0),
        corner(1.0, 1.0, 0.0, 0.0, 1.0),
    ];
    state::begin(c, &vertices)?;
    let views = [
        [-20, -20, 50, 50],
        [70, 40, 60, 60],
        [-30, 50, 64, 32],
        [-300, 10, 20, 20],
        [40, 20, 0, 20],
        [40, 20, 20, 0],
        [45, 30, 1, 1],
        [48, 30, 3, 17],
        [60, -100, 16, 128],
        [-500, 8, 1024, 4],
    ];
    for [x, y, width, height] in views {
        // SAFETY: as above.
        unsafe {
            c.gl.viewport(x, y, width, height);
            c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
    }
    Ok(())
}

fn viewport_beyond(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    unsafe { c.gl.viewport(300, 10, 20, 20) };
    fill.draw(c, [1.0, 1.0, 0.0, 1.0], 0.0);
    Ok(())
}

fn clears(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::SCISSOR_TEST);
        let clear = |x, y, width, height, buffers| {
            c.gl.scissor(x, y, width, height);
            c.gl.clear(buffers);
        };
        c.gl.clear_color(0.6, 0.2, 0.1, 1.0);
        clear(3, 3, 42, 42, glow::COLOR_BUFFER_BIT);
        c.gl.clear_depth_f32(0.25);
        clear(20, 10, 50, 60, glow::DEPTH_BUFFER_BIT);
        c.gl.clear_depth_f32(0.5);
        clear(64, 64, 32, 32, glow::DEPTH_BUFFER_BIT);
        c.gl.depth_mask(false);
        clear(0, 0, 96, 96, glow::DEPTH_BUFFER_BIT);
        c.gl.depth_mask(true);
        c.gl.clear_stencil(0x3c);
        c.gl.stencil_mask(0x0f);
        clear(10, 40, 70, 31, glow::STENCIL_BUFFER_BIT);
        c.gl.stencil_mask(0xf0);
        clear(50, 50, 40, 40, glow::STENCIL_BUFFER_BIT);
        c.gl.stencil_mask(0xff);
        let both = glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT;
        c.gl.clear_depth_f32(0.75);
        c.gl.clear_stencil(0x0c);
        clear(0, 80, 30, 16, both);
        c.gl.disable(glow::SCISSOR_TEST);
        // Shows the depth values.
        c.gl.enable(glow::DEPTH_TEST);
        c.gl.depth_mask(false);
        c.gl.enable(glow::BLEND);
        c.gl.blend_func(glow::ONE, glow::ONE);
        for z in [-0.7, -0.2, 0.2, 0.7] {
            fill.draw(c, [0.0, 0.2, 0.0, 0.0], z);
        }
        c.gl.depth_mask(true);
        c.gl.disable(glow::DEPTH_TEST);
        // Shows the stencil values.
        c.gl.enable(glow::STENCIL_TEST);
        c.gl.stencil_func(glow::EQUAL, 0x0c, 0x0f);
        fill.draw(c, [0.0, 0.0, 0.4, 0.0], 0.0);
        c.gl.stencil_func(glow::EQUAL, 0x30, 0xf0);
        fill.draw(c, [0.3, 0.0, 0.4, 0.0], 0.0);
    }
    // A clear after draws, of everything except colour, and a draw that needs
    // it. SAFETY: as above.
    unsafe {
        c.gl.disable(glow::STENCIL_TEST);
        c.gl.disable(glow::BLEND);
        c.gl.clear_depth_f32(0.5);
        c.gl.clear(glow::DEPTH_BUFFER_BIT);
        c.gl.enable(glow::DEPTH_TEST);
        cell(c, 8, 3, 32);
        fill.part(c, [1.0, 1.0, 0.0, 1.0], -0.5, [0.5, 0.5]);
        fill.part(c, [0.0, 0.0, 0.0, 1.0], 0.5, [0.75, 0.25]);
    }
    Ok(())
}

fn small(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    fill.draw(c, [0.8, 0.4, 0.2, 0.6], 0.0);
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::SCISSOR_TEST);
        c.gl.scissor(1, 1, 1, 3);
        c.gl.clear_color(0.0, 0.6, 1.0, 0.4);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.scissor(0, 4, 2, 1);
        c.gl.enable(glow::BLEND);
        c.gl.blend_func(glow::ONE, glow::ONE);
        fill.draw(c, [0.0, 0.4, 0.2, 0.2], 0.0);
    }
    Ok(())
}

fn long(c: &Context) -> Result<(), String> {
    let mut vertices = Vec::new();
    for i in 0..32_u8 {
        let at = f32::from(i) / 16.0 - 1.0;
        let end = at + 1.0 / 16.0;
        let shade = f32::from(i) / 31.0;
        for (t, side) in [(at, -1.0), (end, -1.0), (end, 1.0)] {
            vertices.push([t, side, shade, 1.0]);
        }
    }
    let (width, height) = c.size();
    let turned: Vec<[f32; 8]> = vertices
        .into_iter()
        .map(|[t, side, shade, w]| {
            let (x, y) = if width > height { (t, side) } else { (side, t) };
            [x, y, 0.0, w, shade, 1.0 - shade, 0.5, 1.0]
        })
        .collect();
    state::begin(c, &turned)?;
    // SAFETY: as above.
    unsafe { c.gl.draw_arrays(glow::TRIANGLES, 0, turned.len() as i32) };
    Ok(())
}
