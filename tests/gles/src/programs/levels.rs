//! Selection of mipmap levels (OpenGL ES 2.0, section 3.7.7), with images computed from
//! its formulas.
//!
//! Coordinates change along one axis of the screen and of the texture only: all
//! approximations of the scale factor that the specification allows are then the same.

use glow::HasContext;

use super::Program;
use super::expected::check;
use super::textures::{bind, image, parameters};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "nearest-levels",
        about: "the nearest level for scales from a half to 64, across and along",
        size: (128, 64),
        kind: Kind::Es2,
        draw: |c| scales(c, false),
    },
    Program {
        name: "biased-levels",
        about: "the same levels by a scale and a bias",
        size: (128, 64),
        kind: Kind::Es2,
        draw: |c| scales(c, true),
    },
    Program {
        name: "projected-levels",
        about: "the nearest level of projected coordinates",
        size: (128, 64),
        kind: Kind::Es2,
        draw: projected,
    },
];

const COLOURS: [[u8; 3]; 7] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 0],
    [0, 255, 255],
    [255, 0, 255],
    [255, 255, 255],
];
/// Texels of level 0, in a row.
const SIZE: f32 = 64.0;
/// Allowed error of a level: 2^-8, and 2^-10 of the derivative, as in dEQP-GLES2.
const ERROR: f32 = 1.0 / 256.0 + 1.5 / 1024.0;

/// The same with a bias: the software renderer that also runs the program has a
/// logarithm with an error of up to 0.03. Two roundings to 5 bits have an error
/// of 0.06.
const BIASED_ERROR: f32 = 1.0 / 32.0;

/// The colours of the levels nearest to those from `low` to `high`.
fn nearest(low: f32, high: f32) -> Vec<[u8; 3]> {
    let level = |l: f32| ((l + 0.5).ceil() - 1.0).clamp(0.0, 6.0) as usize;
    COLOURS[level(low)..=level(high)].to_vec()
}

/// Binds a texture whose levels each have one colour.
fn coloured(c: &Context) -> Result<(), String> {
    bind(c, glow::TEXTURE_2D)?;
    for (level, [r, g, b]) in COLOURS.into_iter().enumerate() {
        let side = SIZE as u32 >> level;
        let texels = [r, g, b, 255].repeat((side * side) as usize);
        let size = (side, side);
        image(
            c,
            glow::TEXTURE_2D,
            level as i32,
            size,
            glow::RGBA,
            Some(&texels),
        );
    }
    let near = glow::NEAREST_MIPMAP_NEAREST;
    parameters(c, glow::TEXTURE_2D, near, glow::NEAREST, glow::REPEAT);
    Ok(())
}

/// Pixels of a cell, and cells in a row.
const SIDE: u32 = 8;
const ACROSS: u32 = 16;

fn scales(c: &Context, biased: bool) -> Result<(), String> {
    let vertex = "attribute vec2 position; varying vec2 at; uniform vec2 scale;
        void main() { gl_Position = vec4(position, 0.0, 1.0); at = (position + 1.0) * scale; }";
    let fragment = "precision highp float; varying vec2 at;
        uniform sampler2D s; uniform float bias;
        void main() { gl_FragColor = texture2D(s, at, bias); }";
    coloured(c)?;
    let program = c.program(vertex, fragment, &["position"])?;
    c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
    let (width, height) = c.size();
    // Level of detail of a cell: its scale, and its bias.
    let level = |n: u32| {
        let scale = -1.0 + n as f32 * 7.0 / 127.0;
        match biased {
            false => (scale, 0.0),
            true => (scale, ((n * 37) % 128) as f32 / 31.0 - 2.0),
        }
    };
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.use_program(Some(program));
        let place = |name| c.gl.get_uniform_location(program, name);
        let (scale, bias) = (place("scale"), place("bias"));
        for n in 0..width / SIDE * (height / SIDE) {
            let (x, y) = (n % ACROSS * SIDE, n / ACROSS * SIDE);
            c.gl.viewport(x as i32, y as i32, SIDE as i32, SIDE as i32);
            let (of_scale, of_bias) = level(n);
            let half = SIDE as f32 / SIZE / 2.0 * of_scale.exp2();
            match n % 2 {
                0 => c.gl.uniform_2_f32(scale.as_ref(), half, 0.0),
                _ => c.gl.uniform_2_f32(scale.as_ref(), 0.0, half),
            }
            c.gl.uniform_1_f32(bias.as_ref(), of_bias);
            c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
    }
    check(c, 0, |x, y| {
        let (scale, bias) = level(y / SIDE * ACROSS + x / SIDE);
        let error = if biased { BIASED_ERROR } else { ERROR };
        nearest(scale + bias - error, scale + bias + error)
    })
}

/// Pixels of a cell of projected coordinates.
const WIDE: u32 = 32;
/// s at both ends of a cell, and q at both ends.
const PLANES: [[f32; 4]; 8] = [
    [0.0, 4.0, 1.0, 2.0],
    [0.0, 8.0, 3.0, 1.0],
    [-1.0, 5.0, 0.75, 1.25],
    [0.0, 16.0, 4.0, 1.5],
    [2.0, -6.0, 1.5, 1.0],
    [0.0, 3.0, 1.0, 1.75],
    [1.0, 40.0, 2.0, 3.5],
    [0.0, 1.0, 1.0, 0.5],
];

fn projected(c: &Context) -> Result<(), String> {
    let vertex = "attribute vec2 position; varying vec3 at; uniform vec4 ends; uniform bool along;
        void main() { gl_Position = vec4(position, 0.0, 1.0);
            float k = (along ? position.y : position.x) * 0.5 + 0.5;
            float s = mix(ends.x, ends.y, k); float q = mix(ends.z, ends.w, k);
            at = along ? vec3(0.5 * q, s, q) : vec3(s, 0.5 * q, q); }";
    let fragment = "precision highp float; varying vec3 at; uniform sampler2D s;
        void main() { gl_FragColor = texture2DProj(s, at); }";
    coloured(c)?;
    let program = c.program(vertex, fragment, &["position"])?;
    c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
    // SAFETY: as above.
    unsafe {
        c.gl.use_program(Some(program));
        let place = |name| c.gl.get_uniform_location(program, name);
        let (ends, along) = (place("ends"), place("along"));
        for (n, [s0, s1, q0, q1]) in (0..).zip(PLANES) {
            let (x, y) = (n % 4 * WIDE, n / 4 * WIDE);
            c.gl.viewport(x as i32, y as i32, WIDE as i32, WIDE as i32);
            c.gl.uniform_4_f32(ends.as_ref(), s0, s1, q0, q1);
            c.gl.uniform_1_i32(along.as_ref(), n as i32 & 1);
            c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
    }
    check(c, 0, |x, y| {
        let n = y / WIDE * 4 + x / WIDE;
        let [s0, s1, q0, q1] = PLANES[n as usize];
        let pixel = if n & 1 == 0 { x % WIDE } else { y % WIDE };
        // The derivative of s / q, in texels per pixel.
        let level = |pixel: f32| {
            let k = (pixel + 0.5) / WIDE as f32;
            let (s, q) = (s0 + (s1 - s0) * k, q0 + (q1 - q0) * k);
            let rise = ((s1 - s0) * q - s * (q1 - q0)) / (q * q) / WIDE as f32;
            (rise.abs() * SIZE).log2()
        };
        // A pixel may have the derivative of its neighbour: quads share derivatives.
        let levels = [-1.0, 0.0, 1.0].map(|next| level(pixel as f32 + next));
        let low = levels.into_iter().fold(f32::INFINITY, f32::min);
        let high = levels.into_iter().fold(f32::NEG_INFINITY, f32::max);
        // Shaders keep fewer bits of the quotient.
        nearest(low - 1.0 / 64.0 - ERROR, high + 1.0 / 64.0 + ERROR)
    })
}
