//! Compressed formats of OpenGL ES 3: blocks without pattern, so that every mode occurs.

use glow::HasContext;

use super::Program;
use super::modern::{cover, draw, integer, noise, program, sound, texture, words};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "etc2",
        "ten formats of ETC2 and EAC, texel by texel",
        (160, 32),
        formats,
    ),
    program(
        "etc2-filtered",
        "the same between texels, at two levels, with edges within a block",
        (160, 32),
        filtered,
    ),
];

/// Formats, the bytes of a block, and the colour that is shown for a value `v`.
const FORMATS: [(u32, usize, &str); 10] = [
    (glow::COMPRESSED_RGB8_ETC2, 8, "v"),
    (glow::COMPRESSED_SRGB8_ETC2, 8, "v"),
    (
        glow::COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2,
        8,
        "v * 0.8 + v.a * 0.2",
    ),
    (
        glow::COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2,
        8,
        "v * 0.8 + v.a * 0.2",
    ),
    (glow::COMPRESSED_RGBA8_ETC2_EAC, 16, "v * 0.5 + v.a * 0.5"),
    (
        glow::COMPRESSED_SRGB8_ALPHA8_ETC2_EAC,
        16,
        "v * 0.5 + v.a * 0.5",
    ),
    (glow::COMPRESSED_R11_EAC, 8, "v"),
    (glow::COMPRESSED_SIGNED_R11_EAC, 8, "v * 0.5 + 0.5"),
    (glow::COMPRESSED_RG11_EAC, 16, "v"),
    (glow::COMPRESSED_SIGNED_RG11_EAC, 16, "v * 0.5 + 0.5"),
];

/// A texture of `levels` levels on unit 0, in blocks of noise.
fn blocks(
    c: &Context,
    (format, block): (u32, usize),
    size: [i32; 2],
    levels: i32,
    filter: u32,
) -> Result<(), String> {
    let target = glow::TEXTURE_2D;
    texture(c, target, 0, filter)?;
    // SAFETY: the context is current, here and below; the bytes are whole levels.
    unsafe {
        c.gl.tex_storage_2d(target, levels, format, size[0], size[1]);
        for level in 0..levels {
            let [w, h] = size.map(|side| (side >> level).max(1));
            let count = ((w + 3) / 4 * ((h + 3) / 4)) as usize * block / 4;
            let bytes = words(&noise(count + level as usize)[level as usize..]);
            let pixels = glow::CompressedPixelUnpackData::Slice(&bytes);
            c.gl.compressed_tex_sub_image_2d(target, level, 0, 0, w, h, format, pixels);
        }
    }
    Ok(())
}

fn column(c: &Context, n: i32, shown: &str, looked_up: &str) -> Result<(), String> {
    let made = cover(
        c,
        &format!(
            "layout(binding = 0) uniform sampler2D t; uniform int from;
            void main() {{ vec2 p = gl_FragCoord.xy - vec2(from, 0); vec4 v = {looked_up};
                colour = {shown}; colour.a = 1.0; }}"
        ),
    )?;
    integer(c, made, "from", n * 16);
    // SAFETY: as above.
    unsafe { c.gl.viewport(n * 16, 0, 16, 32) };
    draw(c);
    Ok(())
}

fn formats(c: &Context) -> Result<(), String> {
    for (n, (format, block, shown)) in (0..).zip(FORMATS) {
        blocks(c, (format, block), [16, 32], 1, glow::NEAREST)?;
        column(c, n, shown, "texelFetch(t, ivec2(p), 0)")?;
    }
    sound(c)
}

fn filtered(c: &Context) -> Result<(), String> {
    for (n, (format, block, shown)) in (0..).zip(FORMATS) {
        blocks(c, (format, block), [14, 26], 2, glow::LINEAR_MIPMAP_NEAREST)?;
        column(
            c,
            n,
            shown,
            "textureLod(t, (p * vec2(0.75, 0.5) + 0.125) / vec2(14, 26), p.x > 8.0 ? 1.0 : 0.0)",
        )?;
    }
    sound(c)
}
