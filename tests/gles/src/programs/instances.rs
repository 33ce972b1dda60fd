//! Instances: attributes with divisors, numbers of vertices and instances, base vertices.

use glow::HasContext;

use super::Program;
use super::modern::{buffer, clear, integer, pair, program, sound, words};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "instances-divisors",
        "attributes that advance each vertex, each instance and each third instance",
        (64, 64),
        divisors,
    ),
    program(
        "instances-numbers",
        "numbers of vertices and instances, from a first vertex on",
        (64, 64),
        numbers,
    ),
    program(
        "instances-recount",
        "instances of thirty vertices, then of six",
        (64, 64),
        recount,
    ),
    program(
        "instances-elements",
        "indexed instances with a base vertex, and as many as no power of two",
        (64, 64),
        elements,
    ),
];

/// A corner of a square of a cell in a grid of eight.
const CELL: &str = "vec4 cell(int n, vec2 corner) {
    return vec4((vec2(n & 7, n >> 3) + corner * 0.75 + 0.125) / 4.0 - 1.0, 0, 1); }";

fn divisors(c: &Context) -> Result<(), String> {
    c.attribute(0, 2, &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0])?;
    let places: Vec<f32> = (0..60).map(|i| ((i * 7) % 60) as f32).collect();
    c.attribute(1, 1, &places)?;
    let shades: Vec<f32> = (0..60).map(|i| (i * 13 % 20) as f32 / 19.0).collect();
    c.attribute(2, 3, &shades)?;
    c.attribute(3, 1, &[0.25, 0.5, 0.75, 1.0])?;
    pair(
        c,
        &format!(
            "layout(location = 0) in vec2 corner; layout(location = 1) in float place;
            layout(location = 2) in vec3 shade; layout(location = 3) in float light; {CELL}
            out vec3 tint;
            void main() {{ gl_Position = cell(int(place), corner); tint = shade * light; }}"
        ),
        "in vec3 tint; out vec4 colour; void main() { colour = vec4(tint, 1); }",
    )?;
    clear(c, [0.0, 0.0, 0.2, 1.0]);
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.vertex_attrib_divisor(1, 1);
        c.gl.vertex_attrib_divisor(2, 3);
        c.gl.vertex_attrib_divisor(3, 16);
        c.gl.draw_arrays_instanced(glow::TRIANGLE_STRIP, 0, 4, 53);
        for index in 0..4 {
            c.gl.vertex_attrib_divisor(index, 0);
        }
    }
    sound(c)
}

/// Squares that show their numbers of vertices and instances, from vertex 10 on.
fn numbered(c: &Context) -> Result<(), String> {
    pair(
        c,
        &format!(
            "{CELL} flat out ivec2 ids;
            void main() {{ int i = gl_VertexID - 10; ids = ivec2(gl_VertexID, gl_InstanceID);
                gl_Position = cell(gl_InstanceID * 5 + i / 6, vec2(i % 6 == 1 || i % 6 > 3,
                    i % 6 > 1 && i % 6 < 5)); }}"
        ),
        "flat in ivec2 ids; out vec4 colour;
        void main() { colour = vec4((ids.x & 31) * 8, ids.y * 20, (ids.x ^ ids.y) * 8, 255) / 255.0; }",
    )?;
    clear(c, [0.0, 0.0, 0.0, 1.0]);
    Ok(())
}

fn numbers(c: &Context) -> Result<(), String> {
    numbered(c)?;
    // SAFETY: as above.
    unsafe {
        c.gl.draw_arrays_instanced(glow::TRIANGLES, 10, 30, 7);
        // Instances begin at 0 again.
        c.gl.draw_arrays_instanced(glow::TRIANGLES, 250, 30, 2);
    }
    sound(c)
}

fn recount(c: &Context) -> Result<(), String> {
    numbered(c)?;
    // SAFETY: as above.
    unsafe {
        c.gl.draw_arrays_instanced(glow::TRIANGLES, 10, 30, 7);
        c.gl.draw_arrays_instanced(glow::TRIANGLES, 250, 6, 2);
    }
    sound(c)
}

fn elements(c: &Context) -> Result<(), String> {
    let corners = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0];
    let skipped = [9.0; 10];
    c.attribute(0, 2, &[&skipped[..], &corners[..], &skipped[..]].concat())?;
    let shades: Vec<f32> = (0..54).map(|i| (i % 11) as f32 / 10.0).collect();
    c.attribute(1, 3, &shades)?;
    let bytes = [0u8, 0, 1, 2, 2, 1, 3];
    buffer(c, glow::ELEMENT_ARRAY_BUFFER, &bytes)?;
    let made = pair(
        c,
        &format!(
            "layout(location = 0) in vec2 corner; layout(location = 1) in vec3 shade; {CELL}
            out vec3 tint; uniform int from;
            void main() {{ gl_Position = cell(gl_InstanceID + from, corner);
                tint = vec3(shade.xy, float(gl_VertexID) / 15.0); }}"
        ),
        "in vec3 tint; out vec4 colour; void main() { colour = vec4(tint, 1); }",
    )?;
    clear(c, [0.0, 0.2, 0.0, 1.0]);
    // SAFETY: as above.
    unsafe {
        c.gl.vertex_attrib_divisor(1, 2);
        let (mode, kind) = (glow::TRIANGLES, glow::UNSIGNED_BYTE);
        c.gl.draw_elements_instanced_base_vertex(mode, 6, kind, 1, 35, 5);
        let wide = words(&[2, 1, 0, 3, 1, 2]);
        c.gl.buffer_data_u8_slice(glow::ELEMENT_ARRAY_BUFFER, &wide, glow::STATIC_DRAW);
        integer(c, made, "from", 35);
        let kind = glow::UNSIGNED_INT;
        c.gl.draw_elements_instanced_base_vertex(mode, 6, kind, 0, 18, 5);
        c.gl.vertex_attrib_divisor(1, 0);
    }
    sound(c)
}
