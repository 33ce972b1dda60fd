//! Formats and layouts of attributes.

use std::ffi::c_void;

use glow::HasContext;

use super::Program;
use super::fill::cell;
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "attributes",
        about: "every type, raw and normalised, of one to four parts",
        size: (64, 176),
        kind: Kind::Es2,
        draw: attributes,
    },
    Program {
        name: "strides",
        about: "interleaved attributes with strides and offsets, and constant ones",
        size: (96, 48),
        kind: Kind::Es2,
        draw: strides,
    },
    Program {
        name: "client-arrays",
        about: "attributes and indices in the program's own memory",
        size: (64, 32),
        kind: Kind::Es2,
        draw: client_arrays,
    },
];

const VERTEX: &str = "attribute vec2 position; attribute vec4 value; varying vec4 v;
    uniform vec4 scale;
    void main() { gl_Position = vec4(position, 0.0, 1.0); v = abs(value * scale); }";
const FRAGMENT: &str = "precision mediump float; varying vec4 v;
    void main() { gl_FragColor = v; }";
/// GLES2 has a different number for it.
const HALF_FLOAT_OES: u32 = 0x8d61;
const SQUARE: [f32; 8] = [-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0];

fn begin(c: &Context) -> Result<Option<glow::UniformLocation>, String> {
    let program = c.program(VERTEX, FRAGMENT, &["position", "value"])?;
    c.attribute(0, 2, &SQUARE)?;
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.clear_color(0.1, 0.1, 0.1, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.use_program(Some(program));
        let scale = c.gl.get_uniform_location(program, "scale");
        c.gl.uniform_4_f32(scale.as_ref(), 1.0, 1.0, 1.0, 1.0);
        Ok(scale)
    }
}

/// Values of component `part` at the four corners, from -1 to 1.
fn value(corner: usize, part: usize) -> f32 {
    const VALUES: [[f32; 4]; 4] = [
        [1.0, 0.1, 0.2, 1.0],
        [0.0, 0.8, -0.6, 0.5],
        [0.3, -1.0, 0.9, -0.8],
        [-0.7, 0.0, -1.0, 0.2],
    ];
    VALUES[corner][part]
}

/// A half with the same value, truncated to ten bits, for values up to 1.
fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let exponent = ((bits >> 23) & 0xff) as i32 - 112;
    let small = exponent <= 0;
    let magnitude = ((exponent as u32) << 10) | ((bits >> 13) & 0x3ff);
    ((bits >> 16) & 0x8000) as u16 | if small { 0 } else { magnitude as u16 }
}

fn encode(kind: u32, value: f32) -> Vec<u8> {
    let positive = value.abs();
    match kind {
        glow::BYTE => vec![(value * 127.0).round() as i8 as u8],
        glow::UNSIGNED_BYTE => vec![(positive * 255.0).round() as u8],
        glow::SHORT => ((value * 32767.0).round() as i16).to_ne_bytes().into(),
        glow::UNSIGNED_SHORT => ((positive * 65535.0).round() as u16).to_ne_bytes().into(),
        glow::FIXED => ((value * 65536.0).round() as i32).to_ne_bytes().into(),
        HALF_FLOAT_OES => half(value).to_ne_bytes().into(),
        _ => value.to_ne_bytes().into(),
    }
}

fn attributes(c: &Context) -> Result<(), String> {
    c.needs("GL_OES_vertex_half_float")?;
    let scale = begin(c)?;
    // A type, whether it is normalised, and the factor for small raw values.
    let kinds = [
        (glow::BYTE, false, 127.0),
        (glow::BYTE, true, 1.0),
        (glow::UNSIGNED_BYTE, false, 255.0),
        (glow::UNSIGNED_BYTE, true, 1.0),
        (glow::SHORT, false, 32767.0),
        (glow::SHORT, true, 1.0),
        (glow::UNSIGNED_SHORT, false, 65535.0),
        (glow::UNSIGNED_SHORT, true, 1.0),
        (glow::FIXED, false, 1.0),
        (HALF_FLOAT_OES, false, 1.0),
        (glow::FLOAT, false, 1.0),
    ];
    for (row, (kind, normalised, most)) in kinds.into_iter().enumerate() {
        for width in 1..=4 {
            let parts = (0..4).flat_map(|corner| (0..width).map(move |p| value(corner, p)));
            let bytes: Vec<u8> = parts.flat_map(|v| encode(kind, v)).collect();
            let one = |part| if part < width { 1.0 / most } else { 1.0 };
            // SAFETY: as above.
            unsafe {
                let buffer = c.gl.create_buffer()?;
                c.gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
                c.gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, &bytes, glow::STATIC_DRAW);
                c.gl.enable_vertex_attrib_array(1);
                c.gl.vertex_attrib_pointer_f32(1, width as i32, kind, normalised, 0, 0);
                c.gl.uniform_4_f32(scale.as_ref(), one(0), one(1), one(2), one(3));
                cell(c, row * 4 + width - 1, 4, 16);
                c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
            }
        }
    }
    Ok(())
}

fn strides(c: &Context) -> Result<(), String> {
    begin(c)?;
    let mut n = 0;
    // The stride, the offset of the colour, and its type.
    let layouts = [
        (20, 8, glow::FLOAT, 3),
        (12, 8, glow::UNSIGNED_BYTE, 4),
        (36, 12, glow::FLOAT, 4),
        (24, 10, glow::SHORT, 3),
        (252, 200, glow::FLOAT, 4),
        (16, 9, glow::UNSIGNED_BYTE, 3),
    ];
    for (stride, offset, kind, width) in layouts {
        let mut bytes = vec![0x5a; 7 + stride * 4];
        for corner in 0..4 {
            let at = 4 + corner * stride;
            let place = SQUARE[corner * 2..][..2]
                .iter()
                .flat_map(|v| v.to_ne_bytes());
            let place: Vec<u8> = place.collect();
            bytes[at..at + 8].copy_from_slice(&place);
            let parts = (0..width).flat_map(|part| encode(kind, value(corner, part)));
            for (i, byte) in parts.enumerate() {
                bytes.resize(bytes.len().max(at + offset + i + 1), 0);
                bytes[at + offset + i] = byte;
            }
        }
        // SAFETY: as above.
        unsafe {
            let buffer = c.gl.create_buffer()?;
            c.gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
            c.gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, &bytes, glow::STATIC_DRAW);
            let (stride, offset) = (stride as i32, 4 + offset as i32);
            c.gl.vertex_attrib_pointer_f32(0, 2, glow::FLOAT, false, stride, 4);
            c.gl.enable_vertex_attrib_array(1);
            c.gl.vertex_attrib_pointer_f32(1, width as i32, kind, true, stride, offset);
            cell(c, n, 4, 24);
            c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
            n += 1;
        }
    }
    for colour in [[0.9, 0.5, 0.1, 1.0], [0.1, 0.5, 0.9, 0.5]] {
        // SAFETY: as above.
        unsafe {
            c.gl.disable_vertex_attrib_array(1);
            let [r, g, b, a] = colour;
            c.gl.vertex_attrib_4_f32(1, r, g, b, a);
            cell(c, n, 4, 24);
            c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
            n += 1;
        }
    }
    Ok(())
}

fn client_arrays(c: &Context) -> Result<(), String> {
    type Pointer = extern "system" fn(u32, i32, u32, u8, i32, *const c_void);
    type Elements = extern "system" fn(u32, i32, u32, *const c_void);
    begin(c)?;
    let parts = (0..4).flat_map(|corner| (0..4).map(move |p| value(corner, p)));
    let values: Vec<f32> = parts.collect();
    let indices: [u16; 5] = [0xffff, 2, 0, 3, 1];
    // SAFETY: the types are correct, and the arrays hold four vertices until the draw.
    unsafe {
        let pointer: Pointer = c.function("glVertexAttribPointer")?;
        let elements: Elements = c.function("glDrawElements")?;
        c.gl.bind_buffer(glow::ARRAY_BUFFER, None);
        c.gl.enable_vertex_attrib_array(1);
        pointer(0, 2, glow::FLOAT, 0, 0, SQUARE.as_ptr().cast());
        pointer(1, 4, glow::FLOAT, 0, 16, values.as_ptr().cast());
        cell(c, 0, 2, 32);
        c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        cell(c, 1, 2, 32);
        elements(
            glow::TRIANGLE_STRIP,
            4,
            glow::UNSIGNED_SHORT,
            indices[1..].as_ptr().cast(),
        );
    }
    Ok(())
}
