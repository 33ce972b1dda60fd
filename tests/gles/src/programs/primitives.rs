//! Primitive types and indices.

use glow::HasContext;

use super::fill::cell;
use super::{Program, state};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "primitives",
        about: "the seven kinds, by arrays and by indices",
        size: (224, 64),
        kind: Kind::Es2,
        draw: primitives,
    },
    Program {
        name: "indices",
        about: "bytes, shorts and words as indices, from a buffer with an offset",
        size: (96, 32),
        kind: Kind::Es2,
        draw: indices,
    },
    Program {
        name: "lines",
        about: "wide lines along and across",
        size: (128, 128),
        kind: Kind::Es2,
        draw: lines,
    },
    Program {
        name: "culling",
        about: "faces and windings, for triangles, strips and fans",
        size: (192, 96),
        kind: Kind::Es2,
        draw: culling,
    },
];

const KINDS: [u32; 7] = [
    glow::POINTS,
    glow::LINES,
    glow::LINE_STRIP,
    glow::LINE_LOOP,
    glow::TRIANGLES,
    glow::TRIANGLE_STRIP,
    glow::TRIANGLE_FAN,
];

/// Six corners on pixel centres of a cell of 30 pixels, in the order of a
/// zigzag of horizontal and vertical edges.
fn zigzag() -> Vec<[f32; 8]> {
    let corners = [(3, 3), (27, 3), (27, 11), (5, 11), (5, 25), (21, 25)];
    let corner = |(i, (x, y)): (usize, (i32, i32))| {
        let at = |p: i32| (p as f32 + 0.5) / 15.0 - 1.0;
        let on = |bit: usize| if (i + 1) & bit != 0 { 1.0 } else { 0.25 };
        [at(x), at(y), 0.0, 1.0, on(1), on(2), on(4), 1.0]
    };
    corners.into_iter().enumerate().map(corner).collect()
}

fn elements(c: &Context, bytes: &[u8]) -> Result<(), String> {
    // SAFETY: the context is current, here and below.
    unsafe {
        let buffer = c.gl.create_buffer()?;
        c.gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, Some(buffer));
        c.gl.buffer_data_u8_slice(glow::ELEMENT_ARRAY_BUFFER, bytes, glow::STATIC_DRAW);
    }
    Ok(())
}

fn primitives(c: &Context) -> Result<(), String> {
    state::begin(c, &zigzag())?;
    elements(c, &[0, 1, 2, 3, 5, 4])?;
    for (i, kind) in KINDS.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe {
            cell(c, i, 7, 32);
            c.gl.draw_arrays(kind, 0, 6);
            cell(c, 7 + i, 7, 32);
            c.gl.draw_elements(kind, 6, glow::UNSIGNED_BYTE, 0);
        }
    }
    Ok(())
}

fn indices(c: &Context) -> Result<(), String> {
    state::begin(c, &zigzag())?;
    let order = [5_u8, 0, 1, 2, 0, 2, 4];
    let shorts: Vec<u8> = order
        .iter()
        .flat_map(|&i| u16::from(i).to_ne_bytes())
        .collect();
    let words: Vec<u8> = order
        .iter()
        .flat_map(|&i| u32::from(i).to_ne_bytes())
        .collect();
    c.needs("GL_OES_element_index_uint")?;
    let kinds = [
        (glow::UNSIGNED_BYTE, order.to_vec(), 1),
        (glow::UNSIGNED_SHORT, shorts, 2),
        (glow::UNSIGNED_INT, words, 4),
    ];
    for (i, (kind, bytes, offset)) in kinds.into_iter().enumerate() {
        elements(c, &bytes)?;
        cell(c, i, 3, 32);
        // SAFETY: as above.
        unsafe { c.gl.draw_elements(glow::TRIANGLES, 6, kind, offset) };
    }
    Ok(())
}

fn lines(c: &Context) -> Result<(), String> {
    let mut vertices = Vec::new();
    for i in 0..8 {
        let at = |p: f32| p / 64.0 - 1.0;
        let on = (i * 14 + 8) as f32 + 0.5;
        let red = i as f32 / 7.0;
        // Odd widths around a centre end on pixel edges, for every renderer.
        vertices.push([at(4.5), at(on), 0.0, 1.0, red, 1.0, 0.0, 1.0]);
        vertices.push([at(60.5), at(on), 0.0, 1.0, red, 0.0, 1.0, 1.0]);
        vertices.push([
            at(66.5 + i as f32 * 7.0),
            at(10.5),
            0.0,
            1.0,
            0.5,
            red,
            0.0,
            1.0,
        ]);
        vertices.push([
            at(66.5 + i as f32 * 7.0),
            at(100.5),
            0.0,
            1.0,
            0.5,
            red,
            1.0,
            1.0,
        ]);
    }
    state::begin(c, &vertices)?;
    for i in 0..8 {
        // SAFETY: as above.
        unsafe {
            c.gl.line_width((i * 2 + 1) as f32);
            c.gl.draw_arrays(glow::LINES, i * 4, 2);
            c.gl.line_width(if i % 2 == 0 { 1.0 } else { 5.0 });
            c.gl.draw_arrays(glow::LINES, i * 4 + 2, 2);
        }
    }
    Ok(())
}

fn culling(c: &Context) -> Result<(), String> {
    let corner = |x: f32, y: f32, r: f32, g: f32| [x, y, 0.0, 1.0, r, g, 0.5, 1.0];
    let vertices = [
        corner(-1.0, -1.0, 1.0, 0.0),
        corner(0.0, -1.0, 1.0, 1.0),
        corner(-1.0, 0.0, 1.0, 0.0),
        corner(0.0, 0.0, 0.0, 0.0),
        corner(-1.0, 1.0, 0.0, 1.0),
        corner(1.0, 1.0, 0.0, 1.0),
        corner(1.0, 0.0, 0.0, 0.5),
    ];
    state::begin(c, &vertices)?;
    let faces = [glow::FRONT, glow::BACK, glow::FRONT_AND_BACK];
    let mut n = 0;
    // SAFETY: as above.
    unsafe {
        for winding in [glow::CCW, glow::CW] {
            for face in faces.map(Some).into_iter().chain([None]) {
                match face {
                    Some(face) => {
                        c.gl.enable(glow::CULL_FACE);
                        c.gl.cull_face(face);
                    }
                    None => c.gl.disable(glow::CULL_FACE),
                }
                c.gl.front_face(winding);
                cell(c, n, 8, 24);
                c.gl.draw_arrays(glow::TRIANGLES, 0, 3);
                c.gl.draw_arrays(glow::TRIANGLES, 3, 3);
                cell(c, 8 + n, 8, 24);
                c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 6);
                cell(c, 16 + n, 8, 24);
                c.gl.draw_arrays(glow::TRIANGLE_FAN, 0, 4);
                cell(c, 24 + n, 8, 24);
                c.gl.draw_arrays(glow::TRIANGLE_FAN, 3, 4);
                n += 1;
            }
        }
    }
    Ok(())
}
