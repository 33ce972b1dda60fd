//! Transform feedback: what vertex shaders write is captured, then drawn.

use glow::HasContext;

use super::Program;
use super::modern::{
    COVER, HEAD, buffer, clear, draw, indexed, integer, pair, program, show, sound,
};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "feedback-points",
        "interleaved vectors and integers of points, drawn as points",
        (64, 64),
        points,
    ),
    program(
        "feedback-separate",
        "triangles captured in three buffers, two of them from an offset, then drawn",
        (64, 64),
        separate,
    ),
    program(
        "feedback-steps",
        "four steps of points from buffer to buffer",
        (64, 64),
        steps,
    ),
    program(
        "feedback-queries",
        "numbers of primitives written, of points, lines, triangles and two draws",
        (64, 32),
        queries,
    ),
    program(
        "feedback-words",
        "captured words in a uniform block, with a pause between two draws",
        (32, 16),
        captured_words,
    ),
];

const TARGET: u32 = glow::TRANSFORM_FEEDBACK_BUFFER;

/// A program that captures these outputs of its vertex shader; it becomes current.
fn capturing(
    c: &Context,
    vertex: &str,
    outputs: &[&str],
    mode: u32,
) -> Result<glow::Program, String> {
    let vertex = format!("{HEAD}{vertex}");
    let fragment = format!("{HEAD}out vec4 colour; void main() {{ colour = vec4(1); }}");
    let stages = [
        (glow::VERTEX_SHADER, vertex.as_str()),
        (glow::FRAGMENT_SHADER, fragment.as_str()),
    ];
    let made = c.linked(&stages, |gl, program| {
        // SAFETY: the context is current, here and below.
        unsafe { gl.transform_feedback_varyings(program, outputs, mode) };
    })?;
    // SAFETY: as above.
    unsafe { c.gl.use_program(Some(made)) };
    Ok(made)
}

/// Captures a draw without drawing it, and ends a batch of the driver, where it does not do so by
/// itself.
fn capture(c: &Context, mode: u32, first: i32, count: i32) {
    capture_without_flush(c, mode, first, count);
    // SAFETY: as above.
    unsafe { c.gl.flush() };
}

fn capture_without_flush(c: &Context, mode: u32, first: i32, count: i32) {
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::RASTERIZER_DISCARD);
        c.gl.begin_transform_feedback(mode);
        c.gl.draw_arrays(mode, first, count);
        c.gl.end_transform_feedback();
        c.gl.disable(glow::RASTERIZER_DISCARD);
    }
}

/// Takes the buffer away from transform feedback, so that it can be read.
fn release(c: &Context, index: u32) {
    // SAFETY: as above.
    unsafe { c.gl.bind_buffer_base(TARGET, index, None) };
}

fn points(c: &Context) -> Result<(), String> {
    let to = indexed(c, TARGET, 0, &vec![0; 64 * 32])?;
    capturing(
        c,
        "out vec2 place; flat out ivec2 number; out vec3 shade; out float wide;
        void main() { int i = gl_VertexID - 3; place = (vec2(i & 7, i >> 3) + 0.5) / 4.0 - 1.0;
            number = ivec2(i * 3, -i); shade = vec3(i & 7, i >> 3, 7 - (i & 7)) / 7.0;
            wide = float(i % 5 + 2); gl_Position = vec4(0); gl_PointSize = 1.0; }",
        &["place", "number", "shade", "wide"],
        glow::INTERLEAVED_ATTRIBS,
    )?;
    capture(c, glow::POINTS, 3, 64);
    release(c, 0);
    pair(
        c,
        "layout(location = 0) in vec2 place; layout(location = 1) in ivec2 number;
        layout(location = 2) in vec3 shade; layout(location = 3) in float wide;
        flat out vec3 tint;
        void main() { gl_Position = vec4(place, 0, 1); gl_PointSize = wide;
            tint = shade * (number.x == -3 * number.y ? 1.0 : 0.2); }",
        "flat in vec3 tint; out vec4 colour; void main() { colour = vec4(tint, 1); }",
    )?;
    clear(c, [0.1, 0.1, 0.1, 1.0]);
    // SAFETY: as above.
    unsafe {
        c.gl.bind_buffer(glow::ARRAY_BUFFER, Some(to));
        for index in 0..4 {
            c.gl.enable_vertex_attrib_array(index);
        }
        c.gl.vertex_attrib_pointer_f32(0, 2, glow::FLOAT, false, 32, 0);
        c.gl.vertex_attrib_pointer_i32(1, 2, glow::INT, 32, 8);
        c.gl.vertex_attrib_pointer_f32(2, 3, glow::FLOAT, false, 32, 16);
        c.gl.vertex_attrib_pointer_f32(3, 1, glow::FLOAT, false, 32, 28);
        c.gl.draw_arrays(glow::POINTS, 0, 64);
    }
    sound(c)
}

fn separate(c: &Context) -> Result<(), String> {
    let mut buffers = Vec::new();
    for (index, offset, width) in [(0, 0, 16), (1, 64, 8), (2, 256, 4)] {
        let to = buffer(c, TARGET, &vec![0; 1024])?;
        // SAFETY: as above.
        unsafe {
            c.gl.bind_buffer_range(TARGET, index, Some(to), offset, 30 * width)
        };
        buffers.push((to, offset, width / 4));
    }
    capturing(
        c,
        "out vec2 tint; out float light;
        void main() { float a = float(gl_VertexID / 3) * 0.62831853;
            int k = gl_VertexID % 3; float r = k == 0 ? 0.15 : 0.9; a += k == 2 ? 0.5 : 0.0;
            gl_Position = vec4(cos(a) * r, sin(a) * r, 0, 1);
            tint = vec2(gl_VertexID / 3 & 3, k) / vec2(3, 2);
            light = float(gl_VertexID / 3) / 9.0; }",
        &["gl_Position", "tint", "light"],
        glow::SEPARATE_ATTRIBS,
    )?;
    capture_without_flush(c, glow::TRIANGLES, 0, 30);
    (0..3).for_each(|index| release(c, index));
    pair(
        c,
        "layout(location = 0) in vec4 place; layout(location = 1) in vec2 tint;
        layout(location = 2) in float light; out vec3 shade;
        void main() { gl_Position = place; shade = vec3(tint, light); }",
        "in vec3 shade; out vec4 colour; void main() { colour = vec4(shade, 1); }",
    )?;
    clear(c, [0.0, 0.0, 0.0, 1.0]);
    // SAFETY: as above.
    unsafe {
        for (index, (to, offset, width)) in (0..).zip(buffers) {
            c.gl.bind_buffer(glow::ARRAY_BUFFER, Some(to));
            c.gl.enable_vertex_attrib_array(index);
            c.gl.vertex_attrib_pointer_f32(index, width, glow::FLOAT, false, 0, offset);
        }
        c.gl.draw_arrays(glow::TRIANGLES, 0, 30);
    }
    sound(c)
}

fn steps(c: &Context) -> Result<(), String> {
    let first: Vec<u8> = (0..64_u8)
        .flat_map(|i| [f32::from(i & 7), f32::from(i >> 3), 0.0, 0.0])
        .flat_map(f32::to_ne_bytes)
        .collect();
    let pair_of = [
        buffer(c, glow::ARRAY_BUFFER, &first)?,
        buffer(c, glow::ARRAY_BUFFER, &first)?,
    ];
    capturing(
        c,
        "layout(location = 0) in vec4 state; out vec4 next;
        void main() { float odd = float(gl_VertexID & 1) * 2.0 - 1.0;
            next = vec4(state.xy + state.zw, state.zw + vec2(odd, -odd) * 0.125);
            gl_Position = vec4(0); gl_PointSize = 1.0; }",
        &["next"],
        glow::INTERLEAVED_ATTRIBS,
    )?;
    // SAFETY: as above.
    unsafe {
        let state = c.gl.create_transform_feedback()?;
        c.gl.bind_transform_feedback(glow::TRANSFORM_FEEDBACK, Some(state));
        c.gl.enable_vertex_attrib_array(0);
        for step in 0..4 {
            c.gl.bind_buffer_base(TARGET, 0, Some(pair_of[(step + 1) % 2]));
            c.gl.bind_buffer(glow::ARRAY_BUFFER, Some(pair_of[step % 2]));
            c.gl.vertex_attrib_pointer_f32(0, 4, glow::FLOAT, false, 0, 0);
            capture(c, glow::POINTS, 0, 64);
            release(c, 0);
        }
        c.gl.bind_transform_feedback(glow::TRANSFORM_FEEDBACK, None);
    }
    pair(
        c,
        "layout(location = 0) in vec4 state; flat out vec2 pace;
        void main() { gl_Position = vec4((state.xy + 0.5) / 4.0 - 1.0, 0, 1);
            gl_PointSize = 3.0; pace = state.zw; }",
        "flat in vec2 pace; out vec4 colour; void main() { colour = vec4(pace + 0.5, 1, 1); }",
    )?;
    clear(c, [0.2, 0.1, 0.1, 1.0]);
    // SAFETY: as above.
    unsafe {
        c.gl.bind_buffer(glow::ARRAY_BUFFER, Some(pair_of[0]));
        c.gl.vertex_attrib_pointer_f32(0, 4, glow::FLOAT, false, 0, 0);
        c.gl.draw_arrays(glow::POINTS, 0, 64);
    }
    sound(c)
}

/// Fills the column of a bar up to its height in pixels.
const BARS: &str = "uniform int height; uniform int column; out vec4 colour;
    void main() { ivec2 p = ivec2(gl_FragCoord.xy); if (p.x / 16 != column) discard;
        colour = p.y < height ? vec4(1, 0.8, 0, 1) : vec4(0, 0, float(column) / 4.0, 1); }";

fn queries(c: &Context) -> Result<(), String> {
    indexed(c, TARGET, 0, &vec![0; 1024])?;
    let made = capturing(
        c,
        "flat out int word; void main() { word = gl_VertexID; gl_Position = vec4(0);
            gl_PointSize = 1.0; }",
        &["word"],
        glow::INTERLEAVED_ATTRIBS,
    )?;
    let target = glow::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN;
    let mut counts = Vec::new();
    // Instances are left out: Panfrost counts those of one.
    for (mode, vertices, draws) in [
        (glow::POINTS, 13, 1),
        (glow::LINES, 41, 1),
        (glow::TRIANGLES, 28, 1),
        (glow::TRIANGLES, 14, 5),
    ] {
        // SAFETY: as above.
        unsafe {
            c.gl.use_program(Some(made));
            c.gl.enable(glow::RASTERIZER_DISCARD);
            let query = c.gl.create_query()?;
            c.gl.begin_query(target, query);
            c.gl.begin_transform_feedback(mode);
            (0..draws).for_each(|_| c.gl.draw_arrays(mode, 0, vertices));
            c.gl.end_transform_feedback();
            c.gl.end_query(target);
            c.gl.disable(glow::RASTERIZER_DISCARD);
            counts.push(c.gl.get_query_parameter_u32(query, glow::QUERY_RESULT) as i32);
        }
    }
    release(c, 0);
    clear(c, [0.0, 0.0, 0.0, 1.0]);
    let bars = pair(c, COVER, BARS)?;
    for (column, count) in (0..).zip(counts) {
        integer(c, bars, "height", count);
        integer(c, bars, "column", column);
        draw(c);
    }
    sound(c)
}

fn captured_words(c: &Context) -> Result<(), String> {
    let to = indexed(c, TARGET, 0, &vec![0x55; 64 * 16])?;
    capturing(
        c,
        "flat out uvec4 word; void main() { uint i = uint(gl_VertexID);
            word = uvec4(i * 4u, i * i, ~i, i ^ 21u);
            gl_Position = vec4(0); gl_PointSize = 1.0; }",
        &["word"],
        glow::INTERLEAVED_ATTRIBS,
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::RASTERIZER_DISCARD);
        c.gl.begin_transform_feedback(glow::POINTS);
        c.gl.draw_arrays(glow::POINTS, 0, 20);
        c.gl.pause_transform_feedback();
        c.gl.draw_arrays(glow::POINTS, 5, 40);
        c.gl.resume_transform_feedback();
        c.gl.draw_arrays(glow::POINTS, 30, 30);
        c.gl.end_transform_feedback();
        c.gl.disable(glow::RASTERIZER_DISCARD);
        release(c, 0);
        c.gl.bind_buffer_base(glow::UNIFORM_BUFFER, 0, Some(to));
    }
    show(
        c,
        "layout(std140, binding = 0) uniform Block { uvec4 words[64]; };
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); uvec4 w = words[p.y * 4 + p.x / 8];
            uint v = w[p.x / 2 & 3];
            colour = vec4(v & 255u, (v >> 8) & 255u, (v >> 24) & 255u, 255) / 255.0; }",
    )?;
    sound(c)
}
