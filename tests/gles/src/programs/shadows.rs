//! Depth textures: compared, looked up, drawn; stencils looked up.

use glow::HasContext;

use super::Program;
use super::modern::{
    blank, clear, complete, cover, draw, fill, floats, integer, pair, program, show, sound,
    texture, to_image,
};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "shadow-functions",
        "eight comparisons with depths of 16, 24 and 32 bits",
        (64, 48),
        functions,
    ),
    program(
        "shadow-filtered",
        "comparisons filtered between texels, projected, and at a level",
        (64, 64),
        filtered,
    ),
    program(
        "shadow-array",
        "comparisons in layers of an array",
        (48, 16),
        array,
    ),
    program(
        "shadow-cube",
        "comparisons on the faces of a cube",
        (48, 16),
        cube,
    ),
    program(
        "shadow-drawn",
        "depth drawn in one pass, compared in the next, with the stencil beside it",
        (64, 64),
        drawn,
    ),
];

/// Depths in steps of 1/16, so that references fall on them and between.
fn depths(count: usize, seed: usize) -> Vec<f32> {
    (0..count)
        .map(|i| ((i * 7 + i / 5 + seed) % 17) as f32 / 16.0)
        .collect()
}

/// Sets the comparison of the bound texture.
fn compare(c: &Context, target: u32, function: u32) {
    let mode = glow::COMPARE_REF_TO_TEXTURE as i32;
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.tex_parameter_i32(target, glow::TEXTURE_COMPARE_MODE, mode);
        c.gl.tex_parameter_i32(target, glow::TEXTURE_COMPARE_FUNC, function as i32);
    }
}

/// The bytes of depths in 16, 24 and 32 bits, as they are uploaded.
fn stored(format: u32, values: &[f32]) -> (u32, Vec<u8>) {
    match format {
        glow::DEPTH_COMPONENT16 => {
            let numbers = values.iter().map(|v| (v * 65535.0) as u16);
            let bytes = numbers.flat_map(u16::to_ne_bytes).collect();
            (glow::UNSIGNED_SHORT, bytes)
        }
        glow::DEPTH_COMPONENT24 => {
            let numbers = values
                .iter()
                .map(|v| (f64::from(*v) * f64::from(u32::MAX)) as u32);
            (
                glow::UNSIGNED_INT,
                numbers.flat_map(u32::to_ne_bytes).collect(),
            )
        }
        _ => (glow::FLOAT, floats(values)),
    }
}

const FUNCTIONS: [u32; 8] = [
    glow::NEVER,
    glow::LESS,
    glow::EQUAL,
    glow::LEQUAL,
    glow::GREATER,
    glow::NOTEQUAL,
    glow::GEQUAL,
    glow::ALWAYS,
];

fn functions(c: &Context) -> Result<(), String> {
    let target = glow::TEXTURE_2D;
    let formats = [
        glow::DEPTH_COMPONENT16,
        glow::DEPTH_COMPONENT24,
        glow::DEPTH_COMPONENT32F,
    ];
    // References to the formats without fractions are between depths, and beyond 0 and 1.
    for (row, (format, offset)) in (0..).zip(formats.into_iter().zip([0.03, 0.03, 0.0])) {
        texture(c, target, 0, glow::NEAREST)?;
        let (kind, bytes) = stored(format, &depths(64, 0));
        fill(c, [format, glow::DEPTH_COMPONENT, kind], [8, 8], &bytes);
        for (column, function) in (0..).zip(FUNCTIONS) {
            compare(c, target, function);
            let made = cover(
                c,
                &format!(
                    "layout(binding = 0) uniform sampler2DShadow t; uniform int place;
                    void main() {{ ivec2 p = ivec2(gl_FragCoord.xy); int y = p.y & 15;
                        float r = float((p.x + y) % 17) / 16.0 + {offset:?} * float((y & 2) - 1);
                        float lit = texture(t, vec3((vec2(p & 7) + 0.5) / 8.0, r));
                        colour = vec4(lit, r, float(place) / 32.0, 1); }}"
                ),
            )?;
            integer(c, made, "place", row * 8 + column);
            // SAFETY: as above.
            unsafe { c.gl.viewport(column * 8, row * 16, 8, 16) };
            draw(c);
        }
    }
    sound(c)
}

fn filtered(c: &Context) -> Result<(), String> {
    let target = glow::TEXTURE_2D;
    texture(c, target, 0, glow::LINEAR_MIPMAP_NEAREST)?;
    compare(c, target, glow::LEQUAL);
    // SAFETY: as above.
    unsafe {
        c.gl.tex_storage_2d(target, 2, glow::DEPTH_COMPONENT32F, 16, 16);
        for (level, side) in [(0, 16), (1, 8)] {
            let bytes = floats(&depths((side * side) as usize, level as usize * 5));
            let pixels = glow::PixelUnpackData::Slice(Some(&bytes));
            let (transfer, kind) = (glow::DEPTH_COMPONENT, glow::FLOAT);
            c.gl.tex_sub_image_2d(target, level, 0, 0, side, side, transfer, kind, pixels);
        }
    }
    show(
        c,
        "layout(binding = 0) uniform sampler2DShadow t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); vec2 q = vec2(p & 31) + 0.5;
            float r = (float(p.x / 4 % 16) + 0.5) / 16.0; vec3 at = vec3(q / 32.0, r);
            float lit = p.y < 32
                ? p.x < 32 ? textureLod(t, at, 0.0) : textureProjLod(t, vec4(at * 2.0, 2.0), 0.0)
                : p.x < 32 ? textureLod(t, at, 1.0) : textureLodOffset(t, at, 0.0, ivec2(3, -2));
            colour = vec4(lit, lit * r, r, 1); }",
    )?;
    sound(c)
}

fn array(c: &Context) -> Result<(), String> {
    let target = glow::TEXTURE_2D_ARRAY;
    texture(c, target, 0, glow::NEAREST)?;
    compare(c, target, glow::GREATER);
    let bytes = floats(&depths(8 * 8 * 3, 0));
    let pixels = glow::PixelUnpackData::Slice(Some(&bytes));
    let (transfer, kind) = (glow::DEPTH_COMPONENT, glow::FLOAT);
    // SAFETY: as above.
    unsafe {
        c.gl.tex_storage_3d(target, 1, glow::DEPTH_COMPONENT32F, 8, 8, 3);
        c.gl.tex_sub_image_3d(target, 0, 0, 0, 0, 8, 8, 3, transfer, kind, pixels);
    }
    show(
        c,
        "layout(binding = 0) uniform sampler2DArrayShadow t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); float r = float(p.y) / 16.0;
            float lit = texture(t, vec4((vec2(p & 7) + 0.5) / 8.0, p.x / 16, r));
            colour = vec4(lit, r, float(p.x / 16) / 2.0, 1); }",
    )?;
    sound(c)
}

fn cube(c: &Context) -> Result<(), String> {
    let target = glow::TEXTURE_CUBE_MAP;
    texture(c, target, 0, glow::NEAREST)?;
    compare(c, target, glow::LESS);
    // SAFETY: as above.
    unsafe {
        c.gl.tex_storage_2d(target, 1, glow::DEPTH_COMPONENT32F, 8, 8);
        for face in 0..6 {
            let bytes = floats(&depths(64, face as usize * 3));
            let pixels = glow::PixelUnpackData::Slice(Some(&bytes));
            let (transfer, kind) = (glow::DEPTH_COMPONENT, glow::FLOAT);
            let part = glow::TEXTURE_CUBE_MAP_POSITIVE_X + face;
            c.gl.tex_sub_image_2d(part, 0, 0, 0, 8, 8, transfer, kind, pixels);
        }
    }
    show(
        c,
        "layout(binding = 0) uniform samplerCubeShadow t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); int face = p.x / 8;
            vec2 q = (vec2(p & 7) + 0.5) / 4.0 - 1.0; float r = (float(p.x + p.y) + 0.5) / 64.0;
            vec3 d = face == 0 ? vec3(1, q) : face == 1 ? vec3(-1, q) : face == 2 ? vec3(q.x, 1, q.y)
                : face == 3 ? vec3(q.x, -1, q.y) : face == 4 ? vec3(q, 1) : vec3(q, -1);
            float lit = texture(t, vec4(d, r));
            colour = vec4(lit, r, float(face) / 5.0, 1); }",
    )?;
    sound(c)
}

fn drawn(c: &Context) -> Result<(), String> {
    let depth = blank(c, 0, glow::DEPTH24_STENCIL8, [32, 32])?;
    let target = glow::FRAMEBUFFER;
    // SAFETY: as above.
    unsafe {
        let made = c.gl.create_framebuffer()?;
        c.gl.bind_framebuffer(target, Some(made));
        let place = glow::DEPTH_STENCIL_ATTACHMENT;
        c.gl.framebuffer_texture_2d(target, place, glow::TEXTURE_2D, Some(depth), 0);
        c.gl.draw_buffers(&[glow::NONE]);
        c.gl.viewport(0, 0, 32, 32);
    }
    complete(c)?;
    let made = pair(
        c,
        "uniform int round;
        void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
            gl_Position = vec4(p * (1.0 - float(round) * 0.25), p.x * 0.5 - float(round) * 0.25,
                1); }",
        "void main() {}",
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear_buffer_depth_stencil(glow::DEPTH_STENCIL, 0, 0.75, 40);
        c.gl.enable(glow::DEPTH_TEST);
        c.gl.enable(glow::STENCIL_TEST);
        c.gl.stencil_op(glow::KEEP, glow::INVERT, glow::INCR);
        for round in [1, 0, 2] {
            integer(c, made, "round", round);
            draw(c);
        }
        c.gl.disable(glow::DEPTH_TEST);
        c.gl.disable(glow::STENCIL_TEST);
    }
    to_image(c);
    clear(c, [0.0, 0.0, 0.5, 1.0]);
    let parts = [
        (0, "sampler2D", "vec4(texelFetch(t, q, 0).r)"),
        (
            1,
            "sampler2DShadow",
            "vec4(texture(t, vec3((vec2(q) + 0.5) / 32.0, 0.47)))",
        ),
        (2, "usampler2D", "vec4(texelFetch(t, q, 0).r - 38u) / 8.0"),
    ];
    for (part, sampler, shown) in parts {
        // SAFETY: as above.
        unsafe {
            if part == 1 {
                compare(c, glow::TEXTURE_2D, glow::LESS);
            } else {
                let (name, none) = (glow::TEXTURE_COMPARE_MODE, glow::NONE);
                c.gl.tex_parameter_i32(glow::TEXTURE_2D, name, none as i32);
            }
            if part == 2 {
                let (name, index) = (glow::DEPTH_STENCIL_TEXTURE_MODE, glow::STENCIL_INDEX);
                c.gl.tex_parameter_i32(glow::TEXTURE_2D, name, index as i32);
            }
            c.gl.viewport(part % 2 * 32, part / 2 * 32, 32, 32);
        }
        cover(
            c,
            &format!(
                "layout(binding = 0) uniform {sampler} t;
                void main() {{ ivec2 q = ivec2(gl_FragCoord.xy) & 31; colour = {shown}; }}"
            ),
        )?;
        draw(c);
    }
    sound(c)
}
