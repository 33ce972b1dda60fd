//! Depth, stencil, blending, scissor, points and lines.

use glow::HasContext;

use super::Program;
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "depth",
        about: "two triangles that cut through each other",
        size: (200, 150),
        kind: Kind::Es2,
        draw: depth,
    },
    Program {
        name: "stencil",
        about: "a square where a triangle has been",
        size: (128, 128),
        kind: Kind::Es2,
        draw: stencil,
    },
    Program {
        name: "blend",
        about: "triangles over each other, by four equations",
        size: (256, 64),
        kind: Kind::Es2,
        draw: blend,
    },
    Program {
        name: "scissor",
        about: "clears and triangles in rectangles, with masks",
        size: (100, 100),
        kind: Kind::Es2,
        draw: scissor,
    },
    Program {
        name: "points",
        about: "points of several sizes, with their own coordinates",
        size: (128, 128),
        kind: Kind::Es2,
        draw: points,
    },
    Program {
        name: "fan",
        about: "a fan, a strip, and culling, by bytes as indices",
        size: (128, 128),
        kind: Kind::Es2,
        draw: fan,
    },
    Program {
        name: "wide",
        about: "two thousand triangles over many tiles",
        size: (1024, 512),
        kind: Kind::Es2,
        draw: wide,
    },
    Program {
        name: "clipped",
        about: "triangles that reach behind the eye and far outside",
        size: (160, 120),
        kind: Kind::Es2,
        draw: clipped,
    },
];

const VERTEX: &str = "attribute vec4 position; attribute vec4 colour; varying vec4 v;
    void main() { gl_Position = position; v = colour; }";
const FRAGMENT: &str = "precision mediump float; varying vec4 v;
    void main() { gl_FragColor = v; }";

/// Binds vertices with a position and a colour, and clears everything.
pub(super) fn begin(c: &Context, vertices: &[[f32; 8]]) -> Result<(), String> {
    let program = c.program(VERTEX, FRAGMENT, &["position", "colour"])?;
    let part = |at: usize| -> Vec<f32> {
        let parts = vertices.iter().flat_map(|v| &v[at..at + 4]);
        parts.copied().collect()
    };
    c.attribute(0, 4, &part(0))?;
    c.attribute(1, 4, &part(4))?;
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.clear_color(0.1, 0.1, 0.1, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT);
        c.gl.use_program(Some(program));
    }
    Ok(())
}

fn depth(c: &Context) -> Result<(), String> {
    begin(
        c,
        &[
            [-0.9, -0.8, -0.5, 1.0, 1.0, 0.0, 0.0, 1.0],
            [0.9, -0.6, 0.5, 1.0, 1.0, 0.5, 0.0, 1.0],
            [-0.1, 0.9, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0],
            [0.9, 0.7, -0.5, 1.0, 0.0, 0.0, 1.0, 1.0],
            [-0.9, 0.6, 0.5, 1.0, 0.0, 0.5, 1.0, 1.0],
            [0.1, -0.9, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0],
        ],
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::DEPTH_TEST);
        c.gl.draw_arrays(glow::TRIANGLES, 0, 6);
    }
    Ok(())
}

fn stencil(c: &Context) -> Result<(), String> {
    begin(
        c,
        &[
            [-0.8, -0.8, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0],
            [0.8, -0.8, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0],
            [0.0, 0.8, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0],
            [-0.9, -0.3, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0],
            [0.9, -0.3, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0],
            [-0.9, 0.3, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0],
            [0.9, 0.3, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0],
        ],
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::STENCIL_TEST);
        c.gl.stencil_func(glow::ALWAYS, 5, 0xff);
        c.gl.stencil_op(glow::KEEP, glow::KEEP, glow::REPLACE);
        c.gl.draw_arrays(glow::TRIANGLES, 0, 3);
        c.gl.stencil_func(glow::EQUAL, 5, 0x0f);
        c.gl.stencil_op(glow::INCR, glow::KEEP, glow::DECR);
        c.gl.draw_arrays(glow::TRIANGLE_STRIP, 3, 4);
        c.gl.stencil_func(glow::LESS, 5, 0xff);
        c.gl.draw_arrays(glow::TRIANGLE_STRIP, 3, 4);
    }
    Ok(())
}

fn blend(c: &Context) -> Result<(), String> {
    begin(
        c,
        &[
            [-0.9, -0.8, 0.0, 1.0, 1.0, 0.2, 0.0, 0.5],
            [0.9, -0.6, 0.0, 1.0, 0.4, 0.5, 0.0, 0.7],
            [-0.1, 0.9, 0.0, 1.0, 1.0, 1.0, 0.5, 0.2],
        ],
    )?;
    let equations = [
        (
            glow::FUNC_ADD,
            glow::SRC_ALPHA,
            glow::ONE_MINUS_SRC_ALPHA,
            glow::COLOR_BUFFER_BIT,
        ),
        (glow::FUNC_ADD, glow::ONE, glow::ONE, 0),
        (glow::FUNC_SUBTRACT, glow::DST_COLOR, glow::ZERO, 0),
        (
            glow::FUNC_REVERSE_SUBTRACT,
            glow::ONE_MINUS_DST_ALPHA,
            glow::CONSTANT_COLOR,
            0,
        ),
    ];
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::BLEND);
        c.gl.blend_color(0.3, 0.6, 0.9, 1.0);
        for (i, (equation, source, target, _)) in equations.into_iter().enumerate() {
            c.gl.viewport(i as i32 * 64, 0, 64, 64);
            c.gl.blend_equation(equation);
            c.gl.blend_func(source, target);
            c.gl.draw_arrays(glow::TRIANGLES, 0, 3);
            c.gl.draw_arrays(glow::TRIANGLES, 0, 3);
        }
    }
    Ok(())
}

fn scissor(c: &Context) -> Result<(), String> {
    begin(
        c,
        &[
            [-1.0, -1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0],
            [3.0, -1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0],
            [-1.0, 3.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0],
        ],
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::SCISSOR_TEST);
        c.gl.scissor(7, 11, 50, 40);
        c.gl.clear_color(0.0, 1.0, 1.0, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.scissor(31, 20, 61, 71);
        c.gl.color_mask(true, false, true, true);
        c.gl.draw_arrays(glow::TRIANGLES, 0, 3);
        c.gl.scissor(60, 60, 20, 33);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
    }
    Ok(())
}

fn points(c: &Context) -> Result<(), String> {
    let vertex = "attribute vec3 position;
        void main() { gl_Position = vec4(position.xy, 0.0, 1.0); gl_PointSize = position.z; }";
    let fragment = "precision mediump float;
        void main() { gl_FragColor = vec4(gl_PointCoord, 0.5, 1.0); }";
    let program = c.program(vertex, fragment, &["position"])?;
    let positions = [
        [-0.5, -0.5, 1.0],
        [0.5, -0.5, 8.0],
        [-0.5, 0.5, 16.0],
        [0.4, 0.4, 40.0],
    ];
    c.attribute(0, 3, positions.as_flattened())?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.use_program(Some(program));
        c.gl.draw_arrays(glow::POINTS, 0, 4);
    }
    Ok(())
}

fn fan(c: &Context) -> Result<(), String> {
    let mut vertices = vec![[0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0]];
    for i in 0..=8 {
        let (y, x) = (i as f32 * std::f32::consts::FRAC_PI_4).sin_cos();
        vertices.push([x * 0.9, y * 0.9, 0.0, 1.0, x.abs(), y.abs(), 0.0, 1.0]);
    }
    begin(c, &vertices)?;
    let indices = [0_u8, 1, 2, 3, 4, 5, 0, 9, 8, 7, 6, 5, 2, 6, 4, 8];
    // SAFETY: as above.
    unsafe {
        let buffer = c.gl.create_buffer()?;
        c.gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, Some(buffer));
        c.gl.buffer_data_u8_slice(glow::ELEMENT_ARRAY_BUFFER, &indices, glow::STATIC_DRAW);
        c.gl.enable(glow::CULL_FACE);
        c.gl.draw_elements(glow::TRIANGLE_FAN, 6, glow::UNSIGNED_BYTE, 0);
        c.gl.front_face(glow::CW);
        c.gl.draw_elements(glow::TRIANGLE_FAN, 4, glow::UNSIGNED_BYTE, 6);
        c.gl.disable(glow::CULL_FACE);
        c.gl.draw_elements(glow::TRIANGLE_STRIP, 4, glow::UNSIGNED_BYTE, 12);
    }
    Ok(())
}

fn wide(c: &Context) -> Result<(), String> {
    // These positions are exact on every GPU: multiples of 1/16 pixel.
    let on_grid = |at: f32, pixels: f32| (at * pixels * 8.0).round() / (pixels * 8.0);
    let mut vertices = Vec::new();
    for i in 0..2000_u32 {
        let (x, y) = ((i % 50) as f32 / 25.0 - 1.0, (i / 50) as f32 / 20.0 - 1.0);
        let colour = [x.abs(), y.abs(), (i % 7) as f32 / 6.0, 1.0];
        for (dx, dy) in [(0.0, 0.0), (0.037, 0.01), (0.01, 0.045)] {
            let (x, y) = (on_grid(x + dx, 1024.0), on_grid(y + dy, 512.0));
            let mut vertex = [x, y, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
            vertex[4..].copy_from_slice(&colour);
            vertices.push(vertex);
        }
    }
    begin(c, &vertices)?;
    // SAFETY: as above.
    unsafe { c.gl.draw_arrays(glow::TRIANGLES, 0, 6000) };
    Ok(())
}

fn clipped(c: &Context) -> Result<(), String> {
    begin(
        c,
        &[
            [-1.0, -1.0, 0.2, 1.0, 1.0, 0.0, 0.0, 1.0],
            [1.0, -1.0, 0.2, 1.0, 0.0, 1.0, 0.0, 1.0],
            [0.0, 0.2, -2.0, -0.5, 0.0, 0.0, 1.0, 1.0],
            [-900.0, 500.0, 0.5, 1.0, 1.0, 1.0, 0.0, 1.0],
            [700.0, 600.0, 0.5, 1.0, 0.0, 1.0, 1.0, 1.0],
            [0.0, 0.3, 0.5, 1.0, 1.0, 0.0, 1.0, 1.0],
        ],
    )?;
    // SAFETY: as above.
    unsafe { c.gl.draw_arrays(glow::TRIANGLES, 0, 6) };
    Ok(())
}
