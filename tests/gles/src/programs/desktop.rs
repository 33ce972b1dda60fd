//! Features of desktop GL.

use glow::HasContext;

use super::Program;
use super::fill::{Fill, cell};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "logic",
        about: "sixteen logic operations",
        size: (128, 32),
        kind: Kind::Desktop,
        draw: logic,
    },
    Program {
        name: "alpha-test",
        about: "eight functions of alpha",
        size: (128, 48),
        kind: Kind::Desktop,
        draw: alpha_test,
    },
    Program {
        name: "two-sided",
        about: "a colour for each face",
        size: (64, 32),
        kind: Kind::Desktop,
        draw: two_sided,
    },
    Program {
        name: "polygons",
        about: "quads, strips of quads and a polygon, flat and smooth, in immediate mode",
        size: (128, 64),
        kind: Kind::Desktop,
        draw: polygons,
    },
    Program {
        name: "outlines",
        about: "triangles as edges and as corners, from either side",
        size: (64, 64),
        kind: Kind::Desktop,
        draw: outlines,
    },
    Program {
        name: "sprites",
        about: "points with coordinates from either corner",
        size: (64, 32),
        kind: Kind::Desktop,
        draw: sprites,
    },
    Program {
        name: "blits",
        about: "framebuffers copied: whole, in part, mirrored, and scaled",
        size: (96, 96),
        kind: Kind::Desktop,
        draw: blits,
    },
    Program {
        name: "blits-filtered",
        about: "framebuffers copied and scaled, with colours between",
        size: (128, 128),
        kind: Kind::Desktop,
        draw: blits_filtered,
    },
];

type Enum = extern "system" fn(u32);
type Colour = extern "system" fn(f32, f32, f32);
type Place = extern "system" fn(f32, f32);

fn logic(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    // SAFETY: the type is correct, and the context is current, here and below.
    let operation: Enum = unsafe { c.function("glLogicOp")? };
    for i in 0..16 {
        cell(c, i, 8, 16);
        // SAFETY: as above.
        unsafe {
            c.gl.disable(glow::COLOR_LOGIC_OP);
            fill.draw(c, [0.2, 0.6, 0.8, 0.4], 0.0);
            c.gl.enable(glow::COLOR_LOGIC_OP);
            operation(glow::CLEAR + i as u32);
            fill.part(c, [0.6, 0.4, 0.2, 0.8], 0.0, [0.5, 0.75]);
        }
    }
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::COLOR_LOGIC_OP) };
    Ok(())
}

fn alpha_test(c: &Context) -> Result<(), String> {
    const ALPHA_TEST: u32 = 0x0bc0;
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    let function: extern "system" fn(u32, f32) = unsafe { c.function("glAlphaFunc")? };
    for i in 0..24 {
        cell(c, i, 8, 16);
        let alpha = [0.2, 0.6, 0.8][i / 8];
        // SAFETY: as above.
        unsafe {
            c.gl.disable(ALPHA_TEST);
            fill.draw(c, [0.2, 0.2, 0.6, 1.0], 0.0);
            c.gl.enable(ALPHA_TEST);
            function(glow::NEVER + (i % 8) as u32, 0.6);
            fill.part(c, [0.9, 0.7, 0.2, alpha], 0.0, [0.5, 0.75]);
        }
    }
    // SAFETY: as above.
    unsafe { c.gl.disable(ALPHA_TEST) };
    Ok(())
}

fn two_sided(c: &Context) -> Result<(), String> {
    const VERTEX_PROGRAM_TWO_SIDE: u32 = 0x8643;
    let vertex = "attribute vec2 position;
        void main() { gl_Position = vec4(position, 0.0, 1.0);
            gl_FrontColor = vec4(position.x * 0.5 + 0.5, 0.8, 0.0, 1.0);
            gl_BackColor = vec4(0.9, position.y * 0.5 + 0.5, 0.9, 1.0); }";
    let fragment = "void main() { gl_FragColor = gl_Color; }";
    let program = c.program(vertex, fragment, &["position"])?;
    c.attribute(
        0,
        2,
        &[-1., -1., 1., -1., -1., 1., -1., 1., 1., -1., 1., 1.],
    )?;
    c.attribute(
        0,
        2,
        &[-1., -1., 1., -1., -1., 1., -1., 1., 1., 1., 1., -1.],
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.use_program(Some(program));
        c.gl.enable(VERTEX_PROGRAM_TWO_SIDE);
        c.gl.draw_arrays(glow::TRIANGLES, 0, 6);
    }
    Ok(())
}

const QUADS: u32 = 7;
const QUAD_STRIP: u32 = 8;
const POLYGON: u32 = 9;
const FLAT: u32 = 0x1d00;
const SMOOTH: u32 = 0x1d01;

fn polygons(c: &Context) -> Result<(), String> {
    // SAFETY: as above.
    let (begin, shade, colour, place): (Enum, Enum, Colour, Place) = unsafe {
        (
            c.function("glBegin")?,
            c.function("glShadeModel")?,
            c.function("glColor3f")?,
            c.function("glVertex2f")?,
        )
    };
    // SAFETY: as above.
    let end: extern "system" fn() = unsafe { c.function("glEnd")? };
    let strip = [
        (-1., -1.),
        (-1., 1.),
        (0., -1.),
        (0., 1.),
        (1., -1.),
        (1., 0.),
    ];
    let round = [
        (-0.5, -1.),
        (0.5, -1.),
        (1., 0.),
        (0.5, 1.),
        (-0.5, 1.),
        (-1., 0.),
    ];
    let boxes = [
        (-1., -1.),
        (1., -1.),
        (1., 0.),
        (-1., 0.),
        (-0.5, 0.25),
        (0.5, 0.25),
        (0.5, 1.),
        (-0.5, 1.),
    ];
    let kinds: [(u32, &[(f32, f32)]); 4] = [
        (QUADS, &boxes),
        (QUAD_STRIP, &strip),
        (POLYGON, &round),
        (glow::LINE_LOOP, &boxes[..4]),
    ];
    // SAFETY: as above.
    unsafe { c.gl.clear(glow::COLOR_BUFFER_BIT) };
    for (row, model) in [FLAT, SMOOTH].into_iter().enumerate() {
        shade(model);
        for (i, (kind, places)) in kinds.into_iter().enumerate() {
            cell(c, row * 4 + i, 4, 32);
            begin(kind);
            for (n, (x, y)) in places.iter().enumerate() {
                let on = |bit: usize| if (n + 1) & bit != 0 { 1.0 } else { 0.2 };
                match model {
                    FLAT => colour(on(1), on(2), on(4)),
                    // A plane, so that the split of quads does not matter.
                    _ => colour(x * 0.5 + 0.5, y * 0.5 + 0.5, 0.4),
                }
                // Lines go through pixel centres.
                let inset = if kind == glow::LINE_LOOP {
                    29.0 / 30.0
                } else {
                    1.0
                };
                place(x * inset, y * inset);
            }
            end();
        }
    }
    Ok(())
}

/// Edges are horizontal, vertical or diagonal, and corners at pixel centres.
fn outlines(c: &Context) -> Result<(), String> {
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    let mode: extern "system" fn(u32, u32) = unsafe { c.function("glPolygonMode")? };
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::CULL_FACE) };
    for i in 0..4 {
        cell(c, i, 2, 32);
        mode(glow::FRONT_AND_BACK, [glow::LINE, glow::POINT][i % 2]);
        let wide = if i >= 2 { 29.0 / 30.0 } else { -29.0 / 30.0 };
        // SAFETY: as above.
        unsafe { c.gl.cull_face([glow::FRONT, glow::BACK][i / 2]) };
        fill.part(c, [0.9, 0.7, 0.2, 1.0], 0.0, [wide, 29.0 / 30.0]);
        // Culled primitives are not drawn at all.
        fill.part(c, [0.2, 0.9, 0.9, 1.0], 0.0, [-0.5 * wide, 0.5]);
    }
    mode(glow::FRONT_AND_BACK, glow::FILL);
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::CULL_FACE) };
    Ok(())
}

fn sprites(c: &Context) -> Result<(), String> {
    const POINT_SPRITE: u32 = 0x8861;
    const POINT_SPRITE_COORD_ORIGIN: u32 = 0x8ca0;
    const VERTEX_PROGRAM_POINT_SIZE: u32 = 0x8642;
    let vertex = "attribute vec2 position;
        void main() { gl_Position = vec4(position, 0.0, 1.0); gl_PointSize = 24.0; }";
    let fragment = "#version 120
        void main() { gl_FragColor = vec4(gl_PointCoord, 0.25, 1.0); }";
    let program = c.program(vertex, fragment, &["position"])?;
    c.attribute(0, 2, &[0.0, 0.0])?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.use_program(Some(program));
        c.gl.enable(POINT_SPRITE);
        c.gl.enable(VERTEX_PROGRAM_POINT_SIZE);
        let set: extern "system" fn(u32, i32) = c.function("glPointParameteri")?;
        for (i, corner) in [glow::LOWER_LEFT, glow::UPPER_LEFT].into_iter().enumerate() {
            set(POINT_SPRITE_COORD_ORIGIN, corner as i32);
            cell(c, i, 2, 32);
            c.gl.draw_arrays(glow::POINTS, 0, 1);
        }
    }
    Ok(())
}

/// A framebuffer with a renderbuffer, bound.
fn buffer(c: &Context, side: i32) -> Result<glow::Framebuffer, String> {
    // SAFETY: as above.
    unsafe {
        let buffer = c.gl.create_renderbuffer()?;
        c.gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
        let target = glow::RENDERBUFFER;
        c.gl.renderbuffer_storage(target, glow::RGBA8, side, side);
        let framebuffer = c.gl.create_framebuffer()?;
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        let place = glow::COLOR_ATTACHMENT0;
        c.gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, place, target, Some(buffer));
        match c.gl.check_framebuffer_status(glow::FRAMEBUFFER) {
            glow::FRAMEBUFFER_COMPLETE => Ok(framebuffer),
            status => Err(format!("the framebuffer is {status:#06x}\n")),
        }
    }
}

fn blits(c: &Context) -> Result<(), String> {
    blit_each(
        c,
        &[
            ([0, 0, 32, 32], [0, 0, 32, 32], glow::NEAREST),
            ([3, 5, 20, 30], [35, 2, 52, 27], glow::NEAREST),
            ([0, 0, 32, 32], [95, 0, 63, 32], glow::NEAREST),
            ([0, 0, 32, 32], [0, 95, 32, 63], glow::NEAREST),
            ([0, 0, 16, 16], [32, 32, 80, 80], glow::NEAREST),
            ([-8, -8, 24, 24], [0, 30, 32, 62], glow::NEAREST),
            ([0, 0, 32, 32], [80, 64, 96, 80], glow::LINEAR),
        ],
    )
}

fn blits_filtered(c: &Context) -> Result<(), String> {
    blit_each(
        c,
        &[
            ([0, 0, 16, 16], [32, 32, 80, 80], glow::LINEAR),
            ([-8, -8, 24, 24], [0, 62, 32, 94], glow::LINEAR),
            ([-8, -8, 40, 40], [40, 0, 96, 30], glow::LINEAR),
            ([0, 0, 32, 32], [0, 0, 11, 11], glow::LINEAR),
            ([0, 0, 32, 32], [14, 0, 30, 16], glow::LINEAR),
            ([0, 0, 32, 32], [0, 32, 5, 60], glow::LINEAR),
            ([0, 0, 32, 32], [9, 32, 12, 35], glow::LINEAR),
            ([16, 16, 32, 32], [82, 32, 96, 96], glow::LINEAR),
            ([0, 0, 32, 32], [80, 104, 96, 120], glow::LINEAR),
            ([3, 5, 20, 30], [2, 98, 26, 127], glow::LINEAR),
            ([0, 0, 32, 32], [127, 94, 100, 53], glow::LINEAR),
        ],
    )
}

/// A source and a target rectangle, and the filter.
type Blit = ([i32; 4], [i32; 4], u32);

fn blit_each(c: &Context, blits: &[Blit]) -> Result<(), String> {
    let source = buffer(c, 32)?;
    let fill = Fill::new(c)?;
    for i in 0..16 {
        cell(c, i, 4, 8);
        let shade = i as f32 / 15.0;
        fill.draw(
            c,
            [shade, 1.0 - shade, 0.4 + 0.2 * (i % 4) as f32, 1.0],
            0.0,
        );
    }
    // SAFETY: as above.
    unsafe {
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(source));
        for ([a, b, x, y], [d, e, f, g], filter) in blits.iter().copied() {
            c.gl.blit_framebuffer(a, b, x, y, d, e, f, g, glow::COLOR_BUFFER_BIT, filter);
        }
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, None);
    }
    Ok(())
}
