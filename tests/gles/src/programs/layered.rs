//! Textures with a third coordinate: arrays and volumes.

use glow::HasContext;

use super::Program;
use super::modern::{noise, program, show, sound, texture, words};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "array-layers",
        "layers of an array at two levels, between layers and beyond the last",
        (64, 64),
        array,
    ),
    program(
        "array-blocks",
        "compressed blocks in layers, and a copy into one",
        (48, 16),
        blocks,
    ),
    program(
        "volume",
        "a volume of odd size, filtered in three directions, wrapped in the third",
        (64, 64),
        volume,
    ),
    program(
        "volume-levels",
        "generated levels of a volume, by texel and between two of them",
        (64, 32),
        volume_levels,
    ),
];

/// Fills a level of the bound texture with a part of the noise, from `seed` on.
fn level(c: &Context, target: u32, level: i32, size: [i32; 3], seed: usize) {
    let count = (size[0] * size[1] * size[2]) as usize;
    let bytes = words(&noise(count + seed)[seed..]);
    let pixels = glow::PixelUnpackData::Slice(Some(&bytes));
    let ([w, h, d], kind) = (size, glow::UNSIGNED_BYTE);
    // SAFETY: the context is current, here and below; the bytes are a whole level.
    unsafe {
        c.gl.tex_sub_image_3d(target, level, 0, 0, 0, w, h, d, glow::RGBA, kind, pixels)
    };
}

fn array(c: &Context) -> Result<(), String> {
    let target = glow::TEXTURE_2D_ARRAY;
    texture(c, target, 0, glow::LINEAR_MIPMAP_NEAREST)?;
    // SAFETY: as above.
    unsafe { c.gl.tex_storage_3d(target, 2, glow::RGBA8, 8, 8, 5) };
    level(c, target, 0, [8, 8, 5], 3);
    level(c, target, 1, [4, 4, 5], 40);
    show(
        c,
        "layout(binding = 0) uniform sampler2DArray t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); vec2 at = (gl_FragCoord.xy) / 16.0;
            // Layers round to the nearest, and stay among those that exist.
            float layer = float(p.x / 8) * 0.8 - 0.75;
            colour = p.y < 16 ? textureLod(t, vec3(at, layer), 0.0)
                : p.y < 32 ? textureLod(t, vec3(at - vec2(0, 1), layer), 1.0)
                : p.y < 48 ? texelFetch(t, ivec3(p & 3, p.x / 8 % 5), p.x & 1)
                : vec4(textureSize(t, p.x / 32), p.y & 1) / 8.0;
            colour.a = 1.0; }",
    )?;
    sound(c)
}

fn blocks(c: &Context) -> Result<(), String> {
    let target = glow::TEXTURE_2D_ARRAY;
    texture(c, target, 0, glow::NEAREST)?;
    let (format, bytes) = (glow::COMPRESSED_RGBA8_ETC2_EAC, words(&noise(4 * 16 * 3)));
    // SAFETY: as above.
    unsafe {
        c.gl.tex_storage_3d(target, 1, format, 16, 16, 3);
        let pixels = glow::CompressedPixelUnpackData::Slice(&bytes);
        c.gl.compressed_tex_sub_image_3d(target, 0, 0, 0, 0, 16, 16, 3, format, pixels);
        let pixels = glow::CompressedPixelUnpackData::Slice(&bytes[100 * 4..102 * 4 + 24]);
        c.gl.compressed_tex_sub_image_3d(target, 0, 4, 8, 1, 8, 4, 1, format, pixels);
    }
    show(
        c,
        "layout(binding = 0) uniform sampler2DArray t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy);
            vec4 v = texelFetch(t, ivec3(p & 15, p.x / 16), 0); colour = vec4(v.rgb * v.a, 1); }",
    )?;
    sound(c)
}

fn volume(c: &Context) -> Result<(), String> {
    let target = glow::TEXTURE_3D;
    texture(c, target, 0, glow::LINEAR)?;
    // SAFETY: as above.
    unsafe {
        c.gl.tex_parameter_i32(target, glow::TEXTURE_WRAP_R, glow::REPEAT as i32);
        c.gl.tex_storage_3d(target, 1, glow::RGBA8, 8, 7, 5);
    }
    level(c, target, 0, [8, 7, 5], 0);
    show(
        c,
        "layout(binding = 0) uniform sampler3D t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); ivec2 q = p & 15;
            vec3 at = vec3((vec2(q) * 0.5 + 0.25) / vec2(8, 7),
                (float(p.x / 16 + p.y / 16 * 4) * 0.75 - 2.25) / 5.0);
            colour = vec4(texture(t, at).rgb, 1); }",
    )?;
    sound(c)
}

fn volume_levels(c: &Context) -> Result<(), String> {
    let target = glow::TEXTURE_3D;
    texture(c, target, 0, glow::LINEAR_MIPMAP_LINEAR)?;
    // SAFETY: as above.
    unsafe { c.gl.tex_storage_3d(target, 4, glow::RGBA8, 8, 8, 8) };
    level(c, target, 0, [8, 8, 8], 0);
    // SAFETY: as above.
    unsafe { c.gl.generate_mipmap(target) };
    show(
        c,
        "layout(binding = 0) uniform sampler3D t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); int l = p.x / 16;
            ivec3 last = textureSize(t, l) - 1;
            vec3 at = vec3(gl_FragCoord.xy / 16.0, float(p.y / 4) / 8.0 + 0.0625);
            colour = p.y < 16 ? texelFetch(t, min(ivec3(p & 7, p.y / 8), last), l)
                : textureLod(t, at, float(l) * 0.75);
            colour.a = 1.0; }",
    )?;
    sound(c)
}
