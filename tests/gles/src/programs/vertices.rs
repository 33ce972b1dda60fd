//! Attributes of OpenGL ES 3, vertex arrays, restart of primitives, outputs of vertex shaders.

use glow::HasContext;

use super::Program;
use super::modern::{buffer, clear, draw, floats, noise, pair, program, sound, words};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "restart",
        "strips, fans and loops begun again at the largest index of three types",
        (64, 64),
        restart,
    ),
    program(
        "provoking",
        "flat colours of triangles, strips, fans and lines: those of the last vertex",
        (64, 64),
        provoking,
    ),
    program(
        "integer-attributes",
        "integers of three widths, unsigned and signed, as they are and as floats",
        (64, 64),
        integers,
    ),
    program(
        "packed-attributes",
        "halves, ten bits and fixed-point numbers",
        (64, 64),
        packed,
    ),
    program(
        "vertex-arrays",
        "four vertex arrays, some with several attributes of one binding",
        (64, 64),
        arrays,
    ),
    program(
        "varyings-mixed",
        "flat words, matrices, structures and arrays between shaders",
        (64, 64),
        mixed,
    ),
];

fn restart(c: &Context) -> Result<(), String> {
    // A column of four points for each step, and the middle of the image.
    let mut corners = Vec::new();
    for i in 0..32 {
        let (x, y) = ((i / 4) as f32 / 4.0 - 0.95, (i % 4) as f32 / 2.0 - 0.9);
        corners.extend([x, y]);
    }
    c.attribute(0, 2, &corners)?;
    pair(
        c,
        "layout(location = 0) in vec2 place; flat out vec3 tint;
        void main() { gl_Position = vec4(place, 0, 1); gl_PointSize = 3.0;
            tint = vec3(gl_VertexID & 3, gl_VertexID >> 2, gl_VertexID & 7) / vec3(3, 7, 7); }",
        "flat in vec3 tint; out vec4 colour; void main() { colour = vec4(tint, 1); }",
    )?;
    clear(c, [0.1, 0.1, 0.1, 1.0]);
    let none = u32::MAX;
    let rows: [(u32, u32, &[u32]); 4] = [
        (
            glow::TRIANGLE_STRIP,
            glow::UNSIGNED_BYTE,
            &[
                0, 4, 1, 5, none, none, 8, 12, 9, none, 13, 17, 16, 20, none, 1,
            ],
        ),
        (
            glow::TRIANGLE_FAN,
            glow::UNSIGNED_SHORT,
            &[
                2, 6, 7, 3, none, 10, 14, 15, 11, none, 9, 14, none, 18, 22, 23, 19,
            ],
        ),
        (
            glow::POINTS,
            glow::UNSIGNED_BYTE,
            &[24, none, 25, 26, none, none, 27],
        ),
        (
            glow::TRIANGLES,
            glow::UNSIGNED_INT,
            &[24, 28, 25, none, 30, 31, 27, 26, none, 20, 24, 21],
        ),
    ];
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.enable(glow::PRIMITIVE_RESTART_FIXED_INDEX);
        for (mode, kind, indices) in rows {
            let indices = indices.iter();
            let bytes: Vec<u8> = match kind {
                glow::UNSIGNED_BYTE => indices.map(|i| *i as u8).collect(),
                glow::UNSIGNED_SHORT => indices.flat_map(|i| (*i as u16).to_ne_bytes()).collect(),
                _ => indices.flat_map(|i| i.to_ne_bytes()).collect(),
            };
            let width = match kind {
                glow::UNSIGNED_BYTE => 1,
                glow::UNSIGNED_SHORT => 2,
                _ => 4,
            };
            buffer(c, glow::ELEMENT_ARRAY_BUFFER, &bytes)?;
            c.gl.draw_elements(mode, bytes.len() as i32 / width, kind, 0);
        }
        c.gl.disable(glow::PRIMITIVE_RESTART_FIXED_INDEX);
    }
    sound(c)
}

fn provoking(c: &Context) -> Result<(), String> {
    let mut corners = Vec::new();
    for i in 0..12 {
        let (x, y) = ((i / 2) as f32 * 0.3 - 0.8, (i % 2) as f32 * 0.3 - 0.9);
        corners.extend([x, y]);
    }
    c.attribute(0, 2, &corners)?;
    let made = pair(
        c,
        "layout(location = 0) in vec2 place; uniform float up;
        flat out uvec2 number; flat out vec2 level; out float plain;
        void main() { gl_Position = vec4(place + vec2(0, up), 0, 1);
            number = uvec2(gl_VertexID * 20, gl_VertexID ^ 5); level = place + 0.9;
            plain = float(gl_VertexID) / 12.0; }",
        "flat in uvec2 number; flat in vec2 level; in float plain; out vec4 colour;
        void main() { colour = vec4(float(number.x) / 255.0, float(number.y) / 16.0,
            level.x * 0.4 + floor(plain * 0.01), 1); }",
    )?;
    clear(c, [0.1, 0.1, 0.1, 1.0]);
    // SAFETY: as above.
    unsafe {
        let up = c.gl.get_uniform_location(made, "up");
        for (n, mode) in (0..).zip([
            glow::TRIANGLES,
            glow::TRIANGLE_STRIP,
            glow::TRIANGLE_FAN,
            glow::LINE_STRIP,
        ]) {
            c.gl.uniform_1_f32(up.as_ref(), n as f32 * 0.45);
            if mode == glow::LINE_STRIP {
                // Upright lines through centres of pixels, whose first pixel is drawn under every
                // rule, and whose last under none.
                let (bottom, top) = (52.3 / 32.0 - 2.35, 62.3 / 32.0 - 2.35);
                let lines: Vec<f32> = (0..12)
                    .flat_map(|i| {
                        [
                            ((i / 2) as f32 * 8.0 + 8.5) / 32.0 - 1.0,
                            [bottom, top][i % 2],
                        ]
                    })
                    .collect();
                c.attribute(0, 2, &lines)?;
                for pair in 0..6 {
                    c.gl.draw_arrays(glow::LINES, pair * 2, 2);
                }
            } else {
                c.gl.draw_arrays(mode, 0, 12);
            }
        }
    }
    sound(c)
}

/// Places of an 8 x 8 grid as points, from the number of the vertex.
const GRID: &str = "void grid() { gl_PointSize = 8.0;
    gl_Position = vec4((vec2(gl_VertexID & 7, gl_VertexID >> 3) + 0.5) / 4.0 - 1.0, 0, 1); }";

fn integers(c: &Context) -> Result<(), String> {
    buffer(c, glow::ARRAY_BUFFER, &words(&noise(64 * 8)))?;
    pair(
        c,
        &format!(
            "layout(location = 0) in ivec3 a; layout(location = 1) in uvec2 b;
            layout(location = 2) in ivec4 c; layout(location = 3) in uint d;
            layout(location = 4) in vec2 e; layout(location = 5) in vec4 f;
            layout(location = 6) in uvec4 g; flat out vec4 tint; {GRID}
            void main() {{ grid(); uint s = uint(a.x ^ a.y) + b.x * 3u ^ b.y;
                s = s ^ uint(c.x + c.y * 2) + uint(c.z ^ c.w) ^ d >> 3 ^ g.x << 2 ^ g.w;
                tint = vec4(s & 255u, (s >> 8) & 255u, a.z & 255, 255) / 255.0;
                tint.rb += e * 0.00001 + f.yz * 0.1; }}"
        ),
        "flat in vec4 tint; out vec4 colour; void main() { colour = tint; }",
    )?;
    clear(c, [0.0, 0.0, 0.0, 1.0]);
    // SAFETY: as above.
    unsafe {
        for index in 0..6 {
            c.gl.enable_vertex_attrib_array(index);
        }
        c.gl.vertex_attrib_pointer_i32(0, 3, glow::BYTE, 32, 1);
        c.gl.vertex_attrib_pointer_i32(1, 2, glow::UNSIGNED_BYTE, 32, 4);
        c.gl.vertex_attrib_pointer_i32(2, 4, glow::SHORT, 32, 8);
        c.gl.vertex_attrib_pointer_i32(3, 1, glow::UNSIGNED_INT, 32, 16);
        c.gl.vertex_attrib_pointer_f32(4, 2, glow::SHORT, false, 32, 20);
        c.gl.vertex_attrib_pointer_f32(5, 4, glow::BYTE, true, 32, 24);
        // No array: a constant, of integers.
        c.gl.vertex_attrib_4_u32(6, 9, 0, 0, 0x8000_0001);
        c.gl.draw_arrays(glow::POINTS, 0, 64);
    }
    sound(c)
}

fn packed(c: &Context) -> Result<(), String> {
    let mut bytes = Vec::new();
    for (i, word) in (0..64).zip(noise(64)) {
        // Halves of 1 to 2 and of -2 to -1, ten bits twice, a fixed-point number.
        let halves = [
            0x3c00 | word as u16 & 0x3ff,
            0xbc00 | (word >> 10) as u16 & 0x3ff,
        ];
        bytes.extend(halves.iter().flat_map(|h| h.to_ne_bytes()));
        bytes.extend(word.to_ne_bytes());
        bytes.extend(word.rotate_left(7).to_ne_bytes());
        bytes.extend((i * 1024 - 32768_i32).to_ne_bytes());
    }
    buffer(c, glow::ARRAY_BUFFER, &bytes)?;
    pair(
        c,
        &format!(
            "layout(location = 0) in vec2 a; layout(location = 1) in vec4 b;
            layout(location = 2) in vec4 c; layout(location = 3) in float d;
            layout(location = 4) in vec4 e; layout(location = 5) in vec4 f;
            flat out vec4 tint; {GRID}
            void main() {{ grid(); vec3 s = vec3(a.x - 1.0, a.y + 2.0, d + 0.5) * 0.3;
                s += b.rgb * 0.2 + b.a * 0.1 + abs(c.rgb) * 0.2 + c.a * 0.1;
                tint = vec4(s + e.bgr / 4096.0 + f.gra / 8192.0, 1); }}"
        ),
        "flat in vec4 tint; out vec4 colour; void main() { colour = tint; }",
    )?;
    clear(c, [0.0, 0.0, 0.0, 1.0]);
    let (unsigned, signed) = (glow::UNSIGNED_INT_2_10_10_10_REV, glow::INT_2_10_10_10_REV);
    // SAFETY: as above.
    unsafe {
        for (index, width, kind, normal, offset) in [
            (0, 2, glow::HALF_FLOAT, false, 0),
            (1, 4, unsigned, true, 4),
            (2, 4, signed, true, 8),
            (3, 1, glow::FIXED, false, 12),
            (4, 4, unsigned, false, 8),
            (5, 4, signed, false, 4),
        ] {
            c.gl.enable_vertex_attrib_array(index);
            c.gl.vertex_attrib_pointer_f32(index, width, kind, normal, 16, offset);
        }
        c.gl.draw_arrays(glow::POINTS, 0, 64);
    }
    sound(c)
}

fn arrays(c: &Context) -> Result<(), String> {
    let first: Vec<f32> = (0..4)
        .flat_map(|i| [(i & 1) as f32, (i >> 1) as f32])
        .collect();
    let square = buffer(c, glow::ARRAY_BUFFER, &floats(&first))?;
    let shades: Vec<f32> = (0..24).map(|i| (i * 7 % 12) as f32 / 11.0).collect();
    let shade = buffer(c, glow::ARRAY_BUFFER, &floats(&shades))?;
    pair(
        c,
        "layout(location = 0) in vec2 corner; layout(location = 1) in vec3 shade;
        layout(location = 2) in vec2 place; out vec3 tint;
        void main() { gl_Position = vec4(place * 0.6 + corner * 0.3, 0, 1); tint = shade; }",
        "in vec3 tint; out vec4 colour; void main() { colour = vec4(tint, 1); }",
    )?;
    let mut made = Vec::new();
    // SAFETY: as above.
    unsafe {
        for n in 0..4_i32 {
            let array = c.gl.create_vertex_array()?;
            c.gl.bind_vertex_array(Some(array));
            for index in 0..2 + u32::from(n == 3) {
                c.gl.enable_vertex_attrib_array(index);
            }
            c.gl.bind_buffer(glow::ARRAY_BUFFER, Some(square));
            c.gl.vertex_attrib_pointer_f32(0, 2, glow::FLOAT, false, 0, 0);
            match n {
                0 => {
                    c.gl.bind_buffer(glow::ARRAY_BUFFER, Some(shade));
                    c.gl.vertex_attrib_pointer_f32(1, 3, glow::FLOAT, false, 12, 12);
                }
                1 => {
                    // A stride of 0 for every vertex.
                    c.gl.vertex_attrib_format_f32(1, 3, glow::FLOAT, false, 8);
                    c.gl.vertex_attrib_binding(1, 5);
                    c.gl.bind_vertex_buffer(5, Some(shade), 16, 0);
                }
                2 => {
                    c.gl.vertex_attrib_format_f32(1, 3, glow::FLOAT, false, 4);
                    c.gl.vertex_attrib_binding(1, 4);
                    c.gl.bind_vertex_buffer(4, Some(shade), 0, 20);
                }
                _ => {
                    // Two attributes of one binding, which advances with instances.
                    c.gl.vertex_attrib_format_f32(1, 3, glow::FLOAT, false, 0);
                    c.gl.vertex_attrib_format_f32(2, 2, glow::FLOAT, false, 12);
                    c.gl.vertex_attrib_binding(1, 3);
                    c.gl.vertex_attrib_binding(2, 3);
                    c.gl.bind_vertex_buffer(3, Some(shade), 8, 24);
                    c.gl.vertex_binding_divisor(3, 1);
                }
            }
            made.push(array);
        }
        clear(c, [0.1, 0.1, 0.1, 1.0]);
        for (n, array) in (0_u8..).zip(made) {
            c.gl.bind_vertex_array(Some(array));
            // Constants are of the context, not of the array.
            let (x, y) = (f32::from(n & 1) * 0.5 - 0.9, f32::from(n >> 1) * 0.5 - 0.9);
            c.gl.vertex_attrib_2_f32(2, x, y);
            match n {
                3 => c.gl.draw_arrays_instanced(glow::TRIANGLE_STRIP, 0, 4, 3),
                _ => c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4),
            }
        }
        c.gl.bind_vertex_array(None);
    }
    sound(c)
}

fn mixed(c: &Context) -> Result<(), String> {
    let between = "struct part_t { vec2 a; vec3 b; };";
    let outputs = "flat DIR uvec3 words; flat DIR int number; DIR mat3 turn; DIR part_t part;
        DIR float list[5]; centroid DIR vec2 middle; flat DIR vec2 still;";
    pair(
        c,
        &format!(
            "{between} {} void main() {{
            vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
            gl_Position = vec4(p, 0, 1); words = uvec3(gl_VertexID, 0x80000001u, ~0u) * 3u;
            number = gl_VertexID - 70000; turn = mat3(p, 1, -p.yx, 0.5, p * 0.3, 2);
            part.a = p * 0.5; part.b = vec3(p.y, p.x, p.x * p.y);
            for (int i = 0; i < 5; i++) list[i] = p.x * float(i) * 0.1 + p.y * 0.05;
            middle = p + 1.0; still = p * 0.25; }}",
            outputs.replace("DIR", "out")
        ),
        &format!(
            "{between} {} out vec4 colour; void main() {{
            ivec2 q = ivec2(gl_FragCoord.xy); int k = q.x / 8; vec3 v;
            if (k == 0) v = vec3(words >> 24) / 255.0 + vec3(words & 7u) / 8.0;
            else if (k == 1) v = vec3(number & 255, number >> 8 & 255, -number >> 12) / 255.0;
            else if (k == 2) v = turn[q.y % 3] * 0.4 + 0.5;
            else if (k == 3) v = turn * vec3(0.3, -0.2, 0.1) + 0.5;
            else if (k == 4) v = vec3(part.a, 0) + part.b * 0.4 + 0.4;
            else if (k == 5) v = vec3(list[q.y % 5], list[2], list[4 - q.y % 5]) + 0.5;
            else if (k == 6) v = vec3(middle * 0.5, 0.3);
            else v = vec3(still + 0.5, 1);
            colour = vec4(v, 1); }}",
            outputs.replace("DIR", "in")
        ),
    )?;
    clear(c, [0.0, 0.0, 0.0, 1.0]);
    draw(c);
    sound(c)
}
