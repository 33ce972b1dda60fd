//! Textures and render targets of integers, floats and packed numbers.

use glow::HasContext;

use super::Program;
use super::modern::{
    COVER, blank, clear, cover, draw, fill, floats, framebuffer, integer, noise, pair, program,
    sound, texture, to_image, words,
};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "integer-textures",
        "twelve formats of integers, one to four channels",
        (96, 32),
        integers,
    ),
    program(
        "integer-targets",
        "integers of 8, 16 and 32 bits drawn and cleared, negative too",
        (96, 16),
        integer_targets,
    ),
    program(
        "float-textures",
        "halves, floats, eleven bits and shared exponents, one texel a pixel",
        (64, 32),
        float_textures,
    ),
    program(
        "float-filters",
        "halves and shared exponents, filtered between texels",
        (64, 32),
        float_filters,
    ),
    program(
        "float-targets",
        "halves, floats and eleven bits drawn, beyond one and below zero",
        (64, 32),
        float_targets,
    ),
    program(
        "packed-textures",
        "ten, five and four bits a channel, and signed bytes",
        (96, 16),
        packed,
    ),
];

/// A shader that shows a 16 x 16 texture of unit 0 from column `from` on.
fn column(c: &Context, prefix: &str, shown: &str, from: i32) -> Result<(), String> {
    let made = cover(
        c,
        &format!(
            "layout(binding = 0) uniform {prefix}sampler2D t; uniform int from;
            void main() {{ ivec2 p = ivec2(gl_FragCoord.xy); p.x -= from;
                {prefix}vec4 v = texelFetch(t, p & 15, 0); colour = {shown}; colour.a = 1.0; }}"
        ),
    )?;
    integer(c, made, "from", from);
    Ok(())
}

fn integers(c: &Context) -> Result<(), String> {
    let rows = [
        ("u", glow::R8UI, glow::RED_INTEGER, glow::UNSIGNED_BYTE),
        ("u", glow::RG8UI, glow::RG_INTEGER, glow::UNSIGNED_BYTE),
        ("u", glow::RGBA8UI, glow::RGBA_INTEGER, glow::UNSIGNED_BYTE),
        ("i", glow::RGBA8I, glow::RGBA_INTEGER, glow::BYTE),
        ("u", glow::R16UI, glow::RED_INTEGER, glow::UNSIGNED_SHORT),
        ("i", glow::RG16I, glow::RG_INTEGER, glow::SHORT),
        ("i", glow::RGBA16I, glow::RGBA_INTEGER, glow::SHORT),
        ("u", glow::R32UI, glow::RED_INTEGER, glow::UNSIGNED_INT),
        ("i", glow::RG32I, glow::RG_INTEGER, glow::INT),
        ("u", glow::RGBA32UI, glow::RGBA_INTEGER, glow::UNSIGNED_INT),
        ("i", glow::R8I, glow::RED_INTEGER, glow::BYTE),
        (
            "u",
            glow::RGB10_A2UI,
            glow::RGBA_INTEGER,
            glow::UNSIGNED_INT_2_10_10_10_REV,
        ),
    ];
    let bytes = words(&noise(16 * 16 * 4));
    for (i, (prefix, format, transfer, kind)) in (0..).zip(rows) {
        texture(c, glow::TEXTURE_2D, 0, glow::NEAREST)?;
        fill(c, [format, transfer, kind], [16, 16], &bytes);
        let shown = "vec4((uvec4(v) ^ uvec4(v) >> 9 ^ uvec4(v) >> 23) & 255u) / 255.0;
            if (v.a < v.r) colour = colour.gbra";
        column(c, prefix, shown, i % 6 * 16)?;
        // SAFETY: the context is current, here and below.
        unsafe { c.gl.viewport(i % 6 * 16, i / 6 * 16, 16, 16) };
        draw(c);
    }
    sound(c)
}

fn integer_targets(c: &Context) -> Result<(), String> {
    let rows = [
        ("u", glow::RGBA8UI),
        ("i", glow::RGBA8I),
        ("u", glow::RG16UI),
        ("i", glow::RGBA16I),
        ("u", glow::R32UI),
        ("i", glow::RGBA32I),
    ];
    for (i, (prefix, format)) in (0..).zip(rows) {
        let made = blank(c, 0, format, [16, 16])?;
        framebuffer(c, &[made], [16, 16])?;
        // SAFETY: as above.
        unsafe {
            match prefix {
                "u" => {
                    c.gl.clear_buffer_u32_slice(glow::COLOR, 0, &[9, 70, 140, 210])
                }
                _ => {
                    c.gl.clear_buffer_i32_slice(glow::COLOR, 0, &[-100, 3, 90, -1])
                }
            }
            c.gl.viewport(2, 1, 12, 13);
        }
        let value = match prefix {
            "u" => "uvec4(q.xy * 13u, q.x * q.y, 255u - q.x)",
            _ => "ivec4(q) * 8 - ivec4(60, 100, 9, 3)",
        };
        pair(
            c,
            COVER,
            &format!(
                "out {prefix}vec4 number; void main() {{
                uvec4 q = uvec4(gl_FragCoord.xy, gl_FragCoord.x * 0.25, 7);
                number = {value}; }}"
            ),
        )?;
        draw(c);
        to_image(c);
        let shown = "vec4(uvec4(v) & 255u) / 255.0; if (v.b > v.r) colour.rgb = colour.brg * 0.75";
        column(c, prefix, shown, i * 16)?;
        // SAFETY: as above.
        unsafe { c.gl.viewport(i * 16, 0, 16, 16) };
        draw(c);
    }
    sound(c)
}

/// A half of a small number, rounded toward zero.
fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let exponent = (bits >> 23 & 255) as i32 - 112;
    match exponent {
        1..=30 => (bits >> 16 & 0x8000 | (exponent as u32) << 10 | bits >> 13 & 0x3ff) as u16,
        _ => 0,
    }
}

/// Numbers from -1.5 to 2.5, four for each texel.
fn values() -> Vec<f32> {
    noise(16 * 16 * 4)
        .iter()
        .map(|n| (n % 1024) as f32 / 256.0 - 1.5)
        .collect()
}

const SHOWN: &str = "v * 0.25 + 0.375";

/// Numbers of eleven and ten bits between 1/8 and 2.
fn eleven() -> Vec<u32> {
    let numbers = noise(256).into_iter();
    numbers.map(|n| n & !0x8020_0400 | 0x6018_0300).collect()
}

fn shared_exponents() -> Vec<u32> {
    noise(256)
        .iter()
        .map(|n| n & 0x07ff_ffff | 0x8000_0000)
        .collect()
}

fn float_rows() -> Vec<([u32; 3], Vec<u8>)> {
    let whole = floats(&values());
    let halves: Vec<u8> = values()
        .iter()
        .flat_map(|v| half(*v).to_ne_bytes())
        .collect();
    vec![
        (
            [glow::RGBA16F, glow::RGBA, glow::HALF_FLOAT],
            halves.clone(),
        ),
        ([glow::RG16F, glow::RG, glow::HALF_FLOAT], halves.clone()),
        ([glow::R16F, glow::RED, glow::HALF_FLOAT], halves),
        (
            [
                glow::R11F_G11F_B10F,
                glow::RGB,
                glow::UNSIGNED_INT_10F_11F_11F_REV,
            ],
            words(&eleven()),
        ),
        (
            [glow::RGB9_E5, glow::RGB, glow::UNSIGNED_INT_5_9_9_9_REV],
            words(&shared_exponents()),
        ),
        ([glow::RGBA32F, glow::RGBA, glow::FLOAT], whole.clone()),
        ([glow::RG32F, glow::RG, glow::FLOAT], whole.clone()),
        ([glow::R32F, glow::RED, glow::FLOAT], whole),
    ]
}

fn float_textures(c: &Context) -> Result<(), String> {
    for (i, (format, bytes)) in (0..).zip(float_rows()) {
        texture(c, glow::TEXTURE_2D, 0, glow::NEAREST)?;
        fill(c, format, [16, 16], &bytes);
        column(c, "", SHOWN, i % 4 * 16)?;
        // SAFETY: as above.
        unsafe { c.gl.viewport(i % 4 * 16, i / 4 * 16, 16, 16) };
        draw(c);
    }
    sound(c)
}

fn float_filters(c: &Context) -> Result<(), String> {
    for (i, (format, bytes)) in (0..4).zip(float_rows().into_iter().skip(1)) {
        texture(c, glow::TEXTURE_2D, 0, glow::LINEAR)?;
        fill(c, format, [16, 16], &bytes);
        let made = cover(
            c,
            "layout(binding = 0) uniform sampler2D t; uniform int from;
            void main() { vec2 p = gl_FragCoord.xy - vec2(from, 0);
                vec2 at = vec2(p.x * 0.75 + 0.125, p.y * 0.5 + 0.25);
                colour = texture(t, at / 16.0) * 0.25 + 0.375; colour.a = 1.0; }",
        )?;
        integer(c, made, "from", i * 16);
        // SAFETY: as above.
        unsafe { c.gl.viewport(i * 16, 0, 16, 32) };
        draw(c);
    }
    sound(c)
}

fn float_targets(c: &Context) -> Result<(), String> {
    c.needs("GL_EXT_color_buffer_float")?;
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::DITHER) };
    let rows = [
        glow::RGBA16F,
        glow::RG16F,
        glow::R16F,
        glow::R11F_G11F_B10F,
        glow::RGBA32F,
        glow::RG32F,
        glow::R32F,
        glow::RGB10_A2,
    ];
    for (i, format) in (0..).zip(rows) {
        let made = blank(c, 0, format, [16, 16])?;
        framebuffer(c, &[made], [16, 16])?;
        clear(c, [2.0, 0.5, -0.25, 0.0]);
        // SAFETY: as above.
        unsafe { c.gl.viewport(2, 1, 12, 13) };
        cover(
            c,
            "void main() { vec2 p = gl_FragCoord.xy / 16.0;
                colour = vec4(p * 4.0 - vec2(1.5, 0.75), p.x * p.y * 2.0, p.x - 0.5); }",
        )?;
        draw(c);
        to_image(c);
        column(c, "", "(v + v.a * 0.25) * 0.25 + 0.375", i % 4 * 16)?;
        // SAFETY: as above.
        unsafe { c.gl.viewport(i % 4 * 16, i / 4 * 16, 16, 16) };
        draw(c);
    }
    sound(c)
}

fn packed(c: &Context) -> Result<(), String> {
    let rows = [
        [
            glow::RGB10_A2,
            glow::RGBA,
            glow::UNSIGNED_INT_2_10_10_10_REV,
        ],
        [glow::RGB5_A1, glow::RGBA, glow::UNSIGNED_SHORT_5_5_5_1],
        [glow::RGBA4, glow::RGBA, glow::UNSIGNED_SHORT_4_4_4_4],
        [glow::RGB565, glow::RGB, glow::UNSIGNED_SHORT_5_6_5],
        [glow::RGBA8_SNORM, glow::RGBA, glow::BYTE],
        [glow::RG8_SNORM, glow::RG, glow::BYTE],
    ];
    let bytes = words(&noise(256));
    for (i, format) in (0..).zip(rows) {
        texture(c, glow::TEXTURE_2D, 0, glow::NEAREST)?;
        fill(c, format, [16, 16], &bytes);
        column(c, "", "(v * 0.75 + v.aaaa * 0.25) * 0.5 + 0.5", i * 16)?;
        // SAFETY: as above.
        unsafe { c.gl.viewport(i * 16, 0, 16, 16) };
        draw(c);
    }
    sound(c)
}
