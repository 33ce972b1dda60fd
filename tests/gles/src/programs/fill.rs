//! Rectangles of one colour, each in a cell of the image.

use glow::HasContext;

use crate::context::Context;

const VERTEX: &str = "attribute vec2 position; uniform float z; uniform vec2 size;
    void main() { gl_Position = vec4(position * size, z, 1.0); }";
// Desktop GL has no precision qualifiers.
const FRAGMENT: &str = "#ifdef GL_ES
    precision mediump float;
    #endif
    uniform vec4 colour;
    void main() { gl_FragColor = colour; }";

/// A current program that fills the viewport.
pub struct Fill {
    colour: Option<glow::UniformLocation>,
    z: Option<glow::UniformLocation>,
    size: Option<glow::UniformLocation>,
}

impl Fill {
    /// Makes the program current, and clears everything.
    pub fn new(c: &Context) -> Result<Fill, String> {
        let program = c.program(VERTEX, FRAGMENT, &["position"])?;
        c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
        // SAFETY: the context is current, here and below.
        unsafe {
            c.gl.clear_color(0.1, 0.1, 0.1, 1.0);
            c.gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT);
            c.gl.use_program(Some(program));
            c.gl.disable(glow::DITHER);
            let place = |name| c.gl.get_uniform_location(program, name);
            Ok(Fill {
                colour: place("colour"),
                z: place("z"),
                size: place("size"),
            })
        }
    }

    /// Fills the viewport at depth `z`, from -1 to 1, counter-clockwise.
    pub fn draw(&self, c: &Context, colour: [f32; 4], z: f32) {
        self.part(c, colour, z, [1.0, 1.0]);
    }

    /// The same, scaled about the middle: with one negative size, clockwise.
    pub fn part(&self, c: &Context, colour: [f32; 4], z: f32, size: [f32; 2]) {
        let [r, g, b, a] = colour;
        // SAFETY: as above.
        unsafe {
            c.gl.uniform_4_f32(self.colour.as_ref(), r, g, b, a);
            c.gl.uniform_1_f32(self.z.as_ref(), z);
            c.gl.uniform_2_f32(self.size.as_ref(), size[0], size[1]);
            c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
    }
}

/// Sets the viewport to cell `n`: `across` cells of `side` pixels per row, with a border of one
/// free pixel.
pub fn cell(c: &Context, n: usize, across: usize, side: usize) {
    let (x, y) = ((n % across * side) as i32, (n / across * side) as i32);
    let side = side as i32 - 2;
    // SAFETY: as above.
    unsafe { c.gl.viewport(x + 1, y + 1, side, side) };
}
