//! Arithmetic, control flow and uniforms.

use glow::HasContext;

use super::Program;
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "rings",
        about: "sines, roots and logarithms",
        size: (128, 128),
        kind: Kind::Es2,
        draw: |c| square(c, RINGS),
    },
    Program {
        name: "discard",
        about: "a chequered hole",
        size: (96, 96),
        kind: Kind::Es2,
        draw: |c| square(c, DISCARD),
    },
    Program {
        name: "loop",
        about: "a loop that some pixels leave early",
        size: (128, 96),
        kind: Kind::Es2,
        draw: |c| square(c, LOOP),
    },
    Program {
        name: "uniforms",
        about: "columns from an array of forty colours",
        size: (160, 32),
        kind: Kind::Es2,
        draw: uniforms,
    },
    Program {
        name: "many",
        about: "six hundred draws, each with its own uniform",
        size: (200, 200),
        kind: Kind::Es2,
        draw: many,
    },
];

const VERTEX: &str = "attribute vec2 position; varying vec2 at;
    void main() { gl_Position = vec4(position, 0.0, 1.0); at = position; }";
const RINGS: &str = "precision highp float; varying vec2 at;
    void main() { float r = length(at);
        gl_FragColor = vec4(0.5 + 0.5 * sin(r * 20.0), sqrt(r) * 0.7,
            clamp(log2(1.0 + r), 0.0, 1.0), 1.0); }";
const DISCARD: &str = "precision mediump float; varying vec2 at;
    void main() { vec2 f = floor(at * 4.0);
        if (mod(f.x + f.y, 2.0) < 0.5) discard;
        gl_FragColor = vec4(at * 0.5 + 0.5, 0.0, 1.0); }";
const LOOP: &str = "precision highp float; varying vec2 at;
    void main() { vec2 z = vec2(0.0); float n = 0.0;
        for (int i = 0; i < 24; i++) {
            z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + at * 1.5 - vec2(0.5, 0.0);
            if (dot(z, z) > 4.0) break;
            n += 1.0;
        }
        gl_FragColor = vec4(n / 24.0, n > 23.5 ? 1.0 : 0.0, 0.3, 1.0); }";
const COLUMNS: &str = "precision mediump float; varying vec2 at; uniform vec4 colours[40];
    void main() { vec4 c = vec4(0.0);
        for (int i = 0; i < 40; i++) {
            if (floor((at.x + 1.0) * 20.0) == float(i)) c = colours[i];
        }
        gl_FragColor = c; }";
const ONE: &str = "precision mediump float; varying vec2 at; uniform vec4 colour;
    void main() { gl_FragColor = colour + vec4(at * 0.01, 0.0, 0.0); }";

/// Covers everything with the colours that `fragment` computes from the
/// position.
pub(super) fn square(c: &Context, fragment: &str) -> Result<(), String> {
    begin(c, fragment)?;
    // SAFETY: the context is current, here and below.
    unsafe { c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4) };
    Ok(())
}

pub(super) fn begin(c: &Context, fragment: &str) -> Result<glow::Program, String> {
    let program = c.program(VERTEX, fragment, &["position"])?;
    c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear_color(0.2, 0.0, 0.2, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.use_program(Some(program));
    }
    Ok(program)
}

fn uniforms(c: &Context) -> Result<(), String> {
    let program = begin(c, COLUMNS)?;
    let colours: Vec<f32> = (0..40)
        .flat_map(|i| {
            [
                i as f32 / 39.0,
                (i % 5) as f32 / 4.0,
                (i % 3) as f32 / 2.0,
                1.0,
            ]
        })
        .collect();
    // SAFETY: as above.
    unsafe {
        let place = c.gl.get_uniform_location(program, "colours");
        c.gl.uniform_4_f32_slice(place.as_ref(), &colours);
        c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
    }
    Ok(())
}

fn many(c: &Context) -> Result<(), String> {
    let program = begin(c, ONE)?;
    // SAFETY: as above.
    unsafe {
        let place = c.gl.get_uniform_location(program, "colour");
        for i in 0..600 {
            let (x, y) = (i % 25 * 8, i / 25 * 8);
            c.gl.viewport(x, y, 7, 7);
            let colour = [x as f32 / 250.0, y as f32 / 250.0, (i % 2) as f32];
            c.gl.uniform_4_f32(place.as_ref(), colour[0], colour[1], colour[2], 1.0);
            c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
    }
    Ok(())
}
