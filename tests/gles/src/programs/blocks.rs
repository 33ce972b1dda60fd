//! Uniform blocks in draws: layouts, ranges of a buffer, arrays with computed indices.

use glow::HasContext;

use super::Program;
use super::modern::{
    buffer, clear, draw, floats, indexed, noise, pair, program, show, sound, words,
};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "blocks-layout",
        "structures, matrices and arrays of a uniform block, column and row major",
        (64, 16),
        layout,
    ),
    program(
        "blocks-ranges",
        "ranges of one buffer for each of sixteen draws, shared by both shaders",
        (64, 64),
        ranges,
    ),
    program(
        "blocks-arrays",
        "an array of blocks, and arrays within, with an index for each fragment",
        (64, 32),
        arrays,
    ),
];

fn layout(c: &Context) -> Result<(), String> {
    let values: Vec<f32> = (0..128).map(|i| i as f32).collect();
    indexed(c, glow::UNIFORM_BUFFER, 0, &floats(&values))?;
    let mut numbers: Vec<u32> = (0..64).collect();
    numbers[2] = 200;
    indexed(c, glow::UNIFORM_BUFFER, 1, &words(&numbers))?;
    show(
        c,
        "struct part_t { float x; vec3 y; mat2 z; };
        layout(std140, binding = 0) uniform Block { float a; vec2 b; vec3 c; float d; mat3 e;
            layout(row_major) mat2x3 f; float g[3]; vec3 h[2]; part_t s[2]; mat4x3 m; };
        layout(std140, binding = 1) uniform Ints { int i1; bool no; uint u1; ivec3 i3; uvec2 u2[3];
            bvec2 b2; } n;
        void main() { int k = int(gl_FragCoord.x) / 4; int i = int(gl_FragCoord.y) % 3;
            float v = k == 0 ? a : k == 1 ? b.y : k == 2 ? c.z : k == 3 ? d : k == 4 ? e[1].z
                : k == 5 ? e[2][i] : k == 6 ? f[1][i] : k == 7 ? g[i] : k == 8 ? h[1].y
                : k == 9 ? h[i & 1][2] : k == 10 ? s[1].x : k == 11 ? s[i & 1].y.z
                : k == 12 ? s[1].z[1][1] : k == 13 ? m[3][i] : k == 14 ? m[i].y
                : float(n.i3[i]);
            float w = k < 4 ? float(n.u2[i].y) : k < 8 ? (n.no && n.b2.x ? 77.0 : 5.0)
                : float(n.i1 + int(n.u1));
            colour = vec4(v, w, 100 * i, 255) / 255.0; }",
    )?;
    sound(c)
}

fn ranges(c: &Context) -> Result<(), String> {
    // Each range: place, scale, colour; 256 bytes suffice every driver's alignment.
    let mut bytes = vec![0; 16 * 256];
    for i in 0..16_u16 {
        let (x, y) = (f32::from(i % 4), f32::from(i / 4));
        let part = floats(&[
            x * 0.5 - 0.75,
            y * 0.5 - 0.75,
            0.125 + 0.03125 * x,
            0.125,
            x / 3.0,
            y / 3.0,
            f32::from(i * 7 % 16) / 15.0,
            1.0,
        ]);
        bytes[usize::from(i) * 256..][..32].copy_from_slice(&part);
    }
    let whole = buffer(c, glow::UNIFORM_BUFFER, &bytes)?;
    let shared = "layout(std140) uniform Part { vec2 place; vec2 size; vec4 shade; } part;";
    let made = pair(
        c,
        &format!(
            "{shared} void main() {{
            vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
            gl_Position = vec4(part.place + corner * part.size, 0, 1); }}"
        ),
        &format!("out vec4 colour; {shared} void main() {{ colour = part.shade; }}"),
    )?;
    clear(c, [0.1, 0.1, 0.1, 1.0]);
    // SAFETY: the context is current, here and below.
    unsafe {
        let index = c.gl.get_uniform_block_index(made, "Part");
        c.gl.uniform_block_binding(made, index.ok_or("there is no block\n")?, 3);
        for i in 0..16 {
            c.gl.bind_buffer_range(glow::UNIFORM_BUFFER, 3, Some(whole), i * 256, 32);
            draw(c);
        }
    }
    sound(c)
}

fn arrays(c: &Context) -> Result<(), String> {
    for index in 0..3 {
        let part = &noise(96 + index as usize)[index as usize..];
        indexed(c, glow::UNIFORM_BUFFER, index, &words(part))?;
    }
    let small: Vec<f32> = (0..8 * 4).map(|i| i as f32 / 31.0).collect();
    indexed(c, glow::UNIFORM_BUFFER, 3, &floats(&small))?;
    show(
        c,
        "layout(std140, binding = 0) uniform Block { uvec4 rows[16]; uvec3 others[4]; } b[3];
        layout(std140, binding = 3) uniform More { mat2x4 pairs[4]; };
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); int k = p.x >> 4;
            uint v = k == 0 ? b[0].rows[p.x & 15][p.y & 3]
                : k == 1 ? b[1].rows[(p.x + p.y) & 15].z
                : k == 2 ? b[2].others[p.y & 3][p.x % 3] : b[2].rows[p.y & 15].w;
            float f = pairs[(p.x >> 2) & 3][p.y & 1][(p.y >> 1) & 3];
            colour = vec4(float(v & 255u) / 255.0, float((v >> 20) & 255u) / 255.0, f, 1); }",
    )?;
    sound(c)
}
