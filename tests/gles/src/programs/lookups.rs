//! Lookups of OpenGL ES 3: by texel, with gradients, offsets, gathered; samplers and swizzles.

use glow::HasContext;

use super::Program;
use super::modern::{
    cover, draw, fill, floats, integer, noise, program, show, sound, texture, words,
};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "lookup-texels",
        "texelFetch with offsets at three levels, and sizes of levels",
        (64, 64),
        texels,
    ),
    program(
        "lookup-gradients",
        "textureGrad, textureLod, textureProj and bias, with offsets",
        (64, 64),
        gradients,
    ),
    program(
        "lookup-gather",
        "textureGather of each channel, with offsets, of integers, of comparisons",
        (64, 64),
        gather,
    ),
    program(
        "sampler-objects",
        "one texture under four sampler objects",
        (64, 64),
        samplers,
    ),
    program(
        "texture-swizzles",
        "channels exchanged, constant zeros and ones, of four formats",
        (64, 32),
        swizzles,
    ),
    program(
        "level-limits",
        "first and last levels, and limits of the level of detail",
        (64, 32),
        limits,
    ),
];

const FLAT: u32 = glow::TEXTURE_2D;
const EIGHT: [u32; 3] = [glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE];

/// A texture on unit 0 with levels of noise.
fn levels(c: &Context, count: i32, side: i32, filter: u32) -> Result<glow::Texture, String> {
    let made = texture(c, FLAT, 0, filter)?;
    // SAFETY: the context is current, here and below; the bytes are whole levels.
    unsafe {
        c.gl.tex_storage_2d(FLAT, count, glow::RGBA8, side, side);
        for level in 0..count {
            let side = side >> level;
            let seed = 1 + level as usize * 3;
            let bytes = words(&noise((side * side) as usize + seed)[seed..]);
            let pixels = glow::PixelUnpackData::Slice(Some(&bytes));
            let (transfer, kind) = (glow::RGBA, glow::UNSIGNED_BYTE);
            c.gl.tex_sub_image_2d(FLAT, level, 0, 0, side, side, transfer, kind, pixels);
        }
    }
    Ok(made)
}

fn texels(c: &Context) -> Result<(), String> {
    levels(c, 3, 32, glow::NEAREST_MIPMAP_NEAREST)?;
    show(
        c,
        "layout(binding = 0) uniform sampler2D t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); ivec2 q = p & 31; int l = p.x / 8 % 3;
            ivec2 size = textureSize(t, l);
            ivec2 inside = clamp(q, ivec2(8, 7), ivec2(24));
            colour = p.y < 32
                ? p.x < 32 ? texelFetch(t, q, 0) : texelFetch(t, q % size, l)
                : p.x < 32 ? texelFetchOffset(t, inside, 0, ivec2(-8, 7))
                : vec4(vec2(size) / 32.0, float(l) / 2.0, 1);
            colour.a = 1.0; }",
    )?;
    sound(c)
}

fn gradients(c: &Context) -> Result<(), String> {
    levels(c, 4, 16, glow::NEAREST_MIPMAP_NEAREST)?;
    // Widths of 1.25, 2.5 and 5 texels are far from where the nearest level changes.
    show(
        c,
        "layout(binding = 0) uniform sampler2D t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); vec2 q = vec2(p & 31) + 0.5;
            vec2 at = q / 32.0; float wide = 1.25 * exp2(float(p.x / 8 % 4)) / 16.0;
            vec2 dx = vec2(wide, 0); vec2 dy = vec2(0, wide * 0.5);
            colour = p.y < 32
                ? p.x < 32 ? textureGrad(t, at, dx, dy) : textureGradOffset(t, at, dy, dx, ivec2(3, 1))
                : p.x < 32 ? textureProjGrad(t, vec3(at * 3.0, 3), dx, dy)
                : p.y < 48 ? textureProjLodOffset(t, vec3(at * 0.5, 0.5), float(p.x / 8 & 3),
                    ivec2(-1, 2)) : textureOffset(t, at, ivec2(2, -3), 0.3);
            colour.a = 1.0; }",
    )?;
    sound(c)
}

fn gather(c: &Context) -> Result<(), String> {
    levels(c, 1, 16, glow::NEAREST)?;
    texture(c, FLAT, 1, glow::NEAREST)?;
    let format = [glow::RG16I, glow::RG_INTEGER, glow::SHORT];
    fill(c, format, [16, 16], &words(&noise(256)));
    texture(c, FLAT, 2, glow::NEAREST)?;
    let depths: Vec<f32> = (0..256).map(|i| (i * 7 % 17) as f32 / 16.0).collect();
    let format = [glow::DEPTH_COMPONENT32F, glow::DEPTH_COMPONENT, glow::FLOAT];
    fill(c, format, [16, 16], &floats(&depths));
    // SAFETY: as above.
    unsafe {
        let mode = glow::COMPARE_REF_TO_TEXTURE as i32;
        c.gl.tex_parameter_i32(FLAT, glow::TEXTURE_COMPARE_MODE, mode);
    }
    show(
        c,
        "layout(binding = 0) uniform sampler2D t; layout(binding = 1) uniform isampler2D n;
        layout(binding = 2) uniform sampler2DShadow s;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); vec2 at = (vec2(p & 15) + 0.75) / 16.0;
            int k = p.x / 16 + p.y / 16 * 4;
            vec4 v = k == 0 ? textureGather(t, at) : k == 1 ? textureGather(t, at, 1)
                : k == 2 ? textureGather(t, at, 2) : k == 3 ? textureGather(t, at, 3)
                : k == 4 ? textureGatherOffset(t, at, ivec2(3, -4))
                : k == 5 ? textureGatherOffset(t, at, ivec2(-8, 7), 2)
                : k == 6 ? vec4(textureGather(n, at) & 255) / 255.0
                : k == 7 ? vec4(textureGather(n, at, 1) & 255) / 255.0
                : k == 8 ? textureGather(s, at, float(p.x & 15) / 15.0)
                : k == 9 ? textureGatherOffset(s, at, 0.47, ivec2(1, 2))
                : k == 10 ? textureGather(t, at * 2.0 - 0.5) : textureGather(t, vec2(at.x, 0.5 / 8.0));
            colour = vec4((v.x + v.w * 2.0) / 3.0, v.y, v.z, 1); }",
    )?;
    sound(c)
}

fn samplers(c: &Context) -> Result<(), String> {
    let made = levels(c, 3, 16, glow::NEAREST)?;
    let (nearest, linear) = (glow::NEAREST, glow::LINEAR);
    let rows = [
        (nearest, nearest, glow::REPEAT, glow::REPEAT),
        (linear, linear, glow::MIRRORED_REPEAT, glow::CLAMP_TO_EDGE),
        (
            glow::NEAREST_MIPMAP_NEAREST,
            linear,
            glow::CLAMP_TO_EDGE,
            glow::REPEAT,
        ),
        (
            glow::LINEAR_MIPMAP_LINEAR,
            nearest,
            glow::REPEAT,
            glow::MIRRORED_REPEAT,
        ),
    ];
    // SAFETY: as above.
    unsafe {
        for (unit, (small, large, s, t)) in (0..).zip(rows) {
            let sampler = c.gl.create_sampler()?;
            for (name, value) in [
                (glow::TEXTURE_MIN_FILTER, small),
                (glow::TEXTURE_MAG_FILTER, large),
                (glow::TEXTURE_WRAP_S, s),
                (glow::TEXTURE_WRAP_T, t),
            ] {
                c.gl.sampler_parameter_i32(sampler, name, value as i32);
            }
            c.gl.active_texture(glow::TEXTURE0 + unit);
            c.gl.bind_texture(FLAT, Some(made));
            c.gl.bind_sampler(unit, Some(sampler));
        }
    }
    show(
        c,
        "layout(binding = 0) uniform sampler2D a; layout(binding = 1) uniform sampler2D b;
        layout(binding = 2) uniform sampler2D c; layout(binding = 3) uniform sampler2D d;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); vec2 at = (vec2(p & 31) * 1.25 - 7.9) / 16.0;
            int k = p.x / 32 + p.y / 32 * 2; float l = (p.y & 16) == 0 ? -1.0 : 1.25;
            vec4 v = k == 0 ? textureLod(a, at, l) : k == 1 ? textureLod(b, at, l)
                : k == 2 ? textureLod(c, at, l) : textureLod(d, at, l);
            colour = vec4(v.rgb, 1); }",
    )?;
    // SAFETY: as above.
    unsafe { (0..4).for_each(|unit| c.gl.bind_sampler(unit, None)) };
    sound(c)
}

fn swizzles(c: &Context) -> Result<(), String> {
    let rows = [
        ("", EIGHT, [glow::BLUE, glow::ALPHA, glow::RED, glow::ONE]),
        ("", EIGHT, [glow::ALPHA, glow::ZERO, glow::ONE, glow::GREEN]),
        (
            "",
            [glow::RG8, glow::RG, glow::UNSIGNED_BYTE],
            [glow::GREEN, glow::BLUE, glow::RED, glow::ALPHA],
        ),
        (
            "u",
            [glow::RGBA8UI, glow::RGBA_INTEGER, glow::UNSIGNED_BYTE],
            [glow::GREEN, glow::ONE, glow::ALPHA, glow::RED],
        ),
        (
            "",
            [glow::R8, glow::RED, glow::UNSIGNED_BYTE],
            [glow::ONE, glow::RED, glow::RED, glow::RED],
        ),
        (
            "",
            [
                glow::RGB10_A2,
                glow::RGBA,
                glow::UNSIGNED_INT_2_10_10_10_REV,
            ],
            [glow::GREEN, glow::RED, glow::ALPHA, glow::BLUE],
        ),
        (
            "i",
            [glow::RG16I, glow::RG_INTEGER, glow::SHORT],
            [glow::ALPHA, glow::GREEN, glow::RED, glow::BLUE],
        ),
        (
            "",
            [glow::RGB565, glow::RGB, glow::UNSIGNED_SHORT_5_6_5],
            [glow::BLUE, glow::RED, glow::GREEN, glow::RED],
        ),
    ];
    let bytes = words(&noise(256));
    for (i, (prefix, format, order)) in (0..).zip(rows) {
        texture(c, FLAT, 0, glow::NEAREST)?;
        fill(c, format, [16, 16], &bytes);
        for (name, from) in (glow::TEXTURE_SWIZZLE_R..).zip(order) {
            // SAFETY: as above.
            unsafe { c.gl.tex_parameter_i32(FLAT, name, from as i32) };
        }
        let shown = match prefix {
            "" => "v",
            _ => "vec4(uvec4(v) & 255u) / 255.0",
        };
        let made = cover(
            c,
            &format!(
                "layout(binding = 0) uniform {prefix}sampler2D t; uniform int from;
                void main() {{ ivec2 p = ivec2(gl_FragCoord.xy); p.x -= from;
                    {prefix}vec4 v = texelFetch(t, p & 15, 0); vec4 w = {shown};
                    colour = vec4(w.rgb * (0.5 + 0.5 * w.a), 1); }}"
            ),
        )?;
        integer(c, made, "from", i % 4 * 16);
        // SAFETY: as above.
        unsafe { c.gl.viewport(i % 4 * 16, i / 4 * 16, 16, 16) };
        draw(c);
    }
    sound(c)
}

fn limits(c: &Context) -> Result<(), String> {
    let rows: [(i32, i32, f32, f32); 8] = [
        (0, 4, -1000.0, 1000.0),
        (1, 4, -1000.0, 1000.0),
        (2, 3, -1000.0, 1000.0),
        (0, 1, -1000.0, 1000.0),
        (0, 4, 1.0, 1000.0),
        (0, 4, -1000.0, 2.0),
        (1, 3, 1.0, 1.0),
        (3, 3, 0.0, 5.0),
    ];
    for (i, (first, last, least, most)) in (0..).zip(rows) {
        levels(c, 5, 16, glow::NEAREST_MIPMAP_NEAREST)?;
        // SAFETY: as above.
        unsafe {
            c.gl.tex_parameter_i32(FLAT, glow::TEXTURE_BASE_LEVEL, first);
            c.gl.tex_parameter_i32(FLAT, glow::TEXTURE_MAX_LEVEL, last);
            c.gl.tex_parameter_f32(FLAT, glow::TEXTURE_MIN_LOD, least);
            c.gl.tex_parameter_f32(FLAT, glow::TEXTURE_MAX_LOD, most);
        }
        let made = cover(
            c,
            "layout(binding = 0) uniform sampler2D t; uniform int from;
            void main() { vec2 p = gl_FragCoord.xy - vec2(from, 0);
                float l = floor(p.x / 4.0) + 0.25;
                vec4 v = textureLod(t, fract(p / 16.0), l);
                ivec2 size = textureSize(t, 0);
                colour = vec4(v.rg, float(size.x) / 16.0, 1); }",
        )?;
        integer(c, made, "from", i % 4 * 16);
        // SAFETY: as above.
        unsafe { c.gl.viewport(i % 4 * 16, i / 4 * 16, 16, 16) };
        draw(c);
    }
    sound(c)
}
