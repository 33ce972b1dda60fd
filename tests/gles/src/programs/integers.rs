//! Integers: quotients and conversions, with images computed from the rules of GLSL ES 1.0.

use glow::HasContext;

use super::Program;
use super::expected::check;
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "quotients",
        about: "quotients of integers of both signs, by vertex and by fragment shader",
        size: (64, 32),
        kind: Kind::Es2,
        draw: quotients,
    },
    Program {
        name: "conversions",
        about: "floats to integers and back",
        size: (64, 16),
        kind: Kind::Es2,
        draw: conversions,
    },
];

/// Divisors, one for each row; those of the vertex shader in rows above.
const DIVISORS: [i32; 16] = [
    1, -1, 2, -2, 3, -3, 5, -5, 7, -7, 11, -12, 16, -24, 31, -100,
];
/// The dividend of a column, from -32 to 31, times this.
const STEP: i32 = 3;
/// The offset that makes a quotient a colour.
const ZERO: i32 = 128;

/// The dividend of a column.
fn dividend(x: u32) -> i32 {
    (x as i32 - 32) * STEP
}

fn quotients(c: &Context) -> Result<(), String> {
    let shade = "float shade(float x, int b) {
            int a = (int(floor(x)) - 32) * 3; return float(a / b + 128) / 255.0; }";
    let by_fragment = (
        "attribute vec2 position;
            void main() { gl_Position = vec4(position, 0.0, 1.0); }"
            .to_owned(),
        format!(
            "precision highp float; precision highp int; uniform int b; {shade}
            void main() {{ gl_FragColor = vec4(shade(gl_FragCoord.x, b), 0.0, 1.0, 1.0); }}"
        ),
    );
    let by_vertex = (
        format!(
            "attribute vec2 position; uniform int b; uniform float column; varying float v; {shade}
            void main() {{ gl_Position = vec4(position, 0.0, 1.0); v = shade(column, b); }}"
        ),
        "precision highp float; varying float v;
            void main() { gl_FragColor = vec4(v, 0.0, 1.0, 1.0); }"
            .to_owned(),
    );
    c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
    // SAFETY: the context is current, here and below.
    unsafe { c.gl.disable(glow::DITHER) };
    for (half, (vertex, fragment)) in [by_fragment, by_vertex].iter().enumerate() {
        let program = c.program(vertex, fragment, &["position"])?;
        // SAFETY: as above.
        unsafe {
            c.gl.use_program(Some(program));
            let place = |name| c.gl.get_uniform_location(program, name);
            let (b, column) = (place("b"), place("column"));
            for (row, divisor) in DIVISORS.into_iter().enumerate() {
                c.gl.uniform_1_i32(b.as_ref(), divisor);
                let y = (half * DIVISORS.len() + row) as i32;
                // The vertex shader has a draw for each column.
                let (draws, width) = if half == 0 { (1, 64) } else { (64, 1) };
                for x in 0..draws {
                    c.gl.uniform_1_f32(column.as_ref(), x as f32);
                    c.gl.viewport(x, y, width, 1);
                    c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
                }
            }
        }
    }
    check(c, 1, |x, y| {
        // Rounded towards zero, as in any language with this operator; GLSL ES leaves only the
        // remainder open.
        let quotient = dividend(x) / DIVISORS[y as usize % DIVISORS.len()];
        vec![[(quotient + ZERO) as u8, 0, 255]]
    })
}

fn conversions(c: &Context) -> Result<(), String> {
    let vertex = "attribute vec2 position;
        void main() { gl_Position = vec4(position, 0.0, 1.0); }";
    // Twice the column counts halves; rows multiply by powers of two.
    let fragment = "precision highp float; precision highp int; uniform float scale;
        void main() { float x = (gl_FragCoord.x - 32.25) * scale;
            int i = int(x); float back = float(i);
            float whole = x < 0.0 ? ceil(x) : floor(x);
            gl_FragColor = vec4(back == whole ? 0.0 : 1.0, abs(x - back) < 1.0 ? 1.0 : 0.0,
                float(i / 1 == i), 1.0); }";
    let program = c.program(vertex, fragment, &["position"])?;
    c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
    // SAFETY: as above.
    unsafe {
        c.gl.use_program(Some(program));
        let scale = c.gl.get_uniform_location(program, "scale");
        for row in 0..16 {
            c.gl.uniform_1_f32(scale.as_ref(), (1 << row) as f32);
            c.gl.viewport(0, row, 64, 1);
            c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
    }
    check(c, 0, |_, _| vec![[0, 255, 255]])
}
