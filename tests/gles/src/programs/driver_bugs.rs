//! Valid programs that some release of Mesa draws incorrectly:
//! `docs/driver-bugs.md`.

use glow::HasContext;

use super::Program;
use super::fill::{Fill, cell};
use super::formats::{quad, textured};
use super::textures::{FRAGMENT, bind, image, parameters};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "varyings-packed",
        about: "a choice between components of varyings of two precisions",
        size: (64, 64),
        kind: Kind::Es2,
        draw: varyings_packed,
    },
    Program {
        name: "stencil-clears",
        about: "scissored and masked clears of stencil in a framebuffer object",
        size: (96, 32),
        kind: Kind::Es2,
        draw: stencil_clears,
    },
];

const VERTEX: &str =
    "attribute vec2 position; attribute vec4 a; attribute vec4 b; attribute vec4 c;
    varying mediump vec4 chosen; varying highp vec4 first; varying highp vec4 second;
    void main() { gl_Position = vec4(position, 0.0, 1.0); chosen = a; first = b; second = c; }";
const CHOICE: &str = "varying mediump vec4 chosen; varying highp vec4 first;
    varying highp vec4 second;
    void main() { highp float r = (chosen.z > 0.0) ? first.x : second.y;
        gl_FragColor = vec4(r, r * 0.5, 1.0 - r, 1.0); }";

/// One component each of three varyings decides a pixel, so that a linker can put all
/// of them into one slot.
fn varyings_packed(c: &Context) -> Result<(), String> {
    let program = c.program(VERTEX, CHOICE, &["position", "a", "b", "c"])?;
    c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
    // The selection changes in the middle of each row; the values along the
    // columns.
    let corners = |f: fn(f32, f32) -> [f32; 4]| {
        let of = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
        of.map(|(x, y)| f(x, y)).concat()
    };
    c.attribute(1, 4, &corners(|x, _| [1.0, 1.0, x - 0.5, 1.0]))?;
    c.attribute(2, 4, &corners(|_, y| [0.4 + 0.4 * y, 0.0, 0.0, 0.0]))?;
    c.attribute(3, 4, &corners(|_, y| [0.0, 1.0 - 0.4 * y, 0.0, 0.0]))?;
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.use_program(Some(program));
        c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
    }
    Ok(())
}

/// Side of the framebuffer object.
const SIDE: u32 = 32;

/// Stencil is cleared to one value in a rectangle and, with a mask, to another in some bits; three
/// squares show the resulting values. Framebuffer objects have the opposite row order of windows,
/// so the driver's primitives have the opposite facing.
fn stencil_clears(c: &Context) -> Result<(), String> {
    let texture = bind(c, glow::TEXTURE_2D)?;
    image(c, glow::TEXTURE_2D, 0, (SIDE, SIDE), glow::RGBA, None);
    parameters(
        c,
        glow::TEXTURE_2D,
        glow::NEAREST,
        glow::NEAREST,
        glow::CLAMP_TO_EDGE,
    );
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    unsafe {
        let gl = &c.gl;
        let stencil = gl.create_renderbuffer()?;
        gl.bind_renderbuffer(glow::RENDERBUFFER, Some(stencil));
        gl.renderbuffer_storage(
            glow::RENDERBUFFER,
            glow::STENCIL_INDEX8,
            SIDE as i32,
            SIDE as i32,
        );
        let framebuffer = gl.create_framebuffer()?;
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        gl.framebuffer_texture_2d(
            glow::FRAMEBUFFER,
            glow::COLOR_ATTACHMENT0,
            glow::TEXTURE_2D,
            Some(texture),
            0,
        );
        gl.framebuffer_renderbuffer(
            glow::FRAMEBUFFER,
            glow::STENCIL_ATTACHMENT,
            glow::RENDERBUFFER,
            Some(stencil),
        );
        gl.viewport(0, 0, SIDE as i32, SIDE as i32);
        gl.clear(glow::COLOR_BUFFER_BIT | glow::STENCIL_BUFFER_BIT);
        gl.enable(glow::SCISSOR_TEST);
        gl.scissor(4, 4, 20, 20);
        gl.clear_stencil(1);
        gl.clear(glow::STENCIL_BUFFER_BIT);
        gl.scissor(12, 12, 16, 16);
        gl.stencil_mask(0x2);
        gl.clear_stencil(0xff);
        gl.clear(glow::STENCIL_BUFFER_BIT);
        gl.disable(glow::SCISSOR_TEST);
        gl.stencil_mask(0xff);
        gl.enable(glow::STENCIL_TEST);
        gl.stencil_op(glow::KEEP, glow::KEEP, glow::KEEP);
        let colours = [
            [1.0, 0.0, 0.0, 1.0],
            [0.0, 1.0, 0.0, 1.0],
            [0.0, 0.0, 1.0, 1.0],
        ];
        for (value, colour) in (1..).zip(colours) {
            gl.stencil_func(glow::EQUAL, value, 0xff);
            fill.draw(c, colour, 0.0);
        }
        gl.disable(glow::STENCIL_TEST);
        gl.bind_framebuffer(glow::FRAMEBUFFER, None);
    }
    textured(c, FRAGMENT, 1.0)?;
    cell(c, 1, 3, SIDE as usize);
    quad(c);
    Ok(())
}
