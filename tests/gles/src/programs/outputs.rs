//! Several render targets of one draw: formats, masks, blending, and targets left out.

use glow::HasContext;

use super::Program;
use super::modern::{
    COVER, blank, clear, draw, framebuffer, pair, program, show, sound, texture, to_image,
};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "outputs-formats",
        "four targets: eight and ten bits, unsigned and signed integers",
        (64, 64),
        formats,
    ),
    program(
        "outputs-masks",
        "four targets, each with its own mask of channels",
        (64, 64),
        masks,
    ),
    program(
        "outputs-blend",
        "blending on eight bits, ten bits, half floats and not on integers, in one draw",
        (64, 64),
        blend,
    ),
    program(
        "outputs-blend-each",
        "four targets, each with its own factors and equation",
        (64, 64),
        blend_each,
    ),
    program(
        "outputs-holes",
        "outputs without a target, and targets cleared one by one",
        (64, 64),
        holes,
    ),
    program(
        "outputs-gap",
        "two targets that are no neighbours, with what they had before",
        (64, 64),
        gap,
    ),
    program(
        "outputs-layers",
        "a layer of an array, a slice of a volume and a level as targets of one draw",
        (64, 64),
        layers,
    ),
];

/// Shows the textures of units 0 to 3, one in each quarter of the image.
fn quarters(c: &Context) -> Result<(), String> {
    show(
        c,
        "layout(binding = 0) uniform sampler2D a; layout(binding = 1) uniform sampler2D b;
        layout(binding = 2) uniform sampler2D c; layout(binding = 3) uniform sampler2D d;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); ivec2 q = p & 31;
            colour = p.y < 32 ? p.x < 32 ? texelFetch(a, q, 0) : texelFetch(b, q, 0)
                : p.x < 32 ? texelFetch(c, q, 0) : texelFetch(d, q, 0);
            colour = vec4(colour.rgb * (0.5 + 0.5 * colour.a), 1); }",
    )?;
    sound(c)
}

/// Four targets of 32 x 32 pixels on the units 0 to 3.
fn four(c: &Context, formats: [u32; 4]) -> Result<(), String> {
    let mut parts = Vec::new();
    for (unit, format) in (0..).zip(formats) {
        parts.push(blank(c, unit, format, [32, 32])?);
    }
    framebuffer(c, &parts, [32, 32])?;
    Ok(())
}

fn formats(c: &Context) -> Result<(), String> {
    four(
        c,
        [glow::RGBA8, glow::RGB10_A2, glow::RGBA16UI, glow::RG16I],
    )?;
    several(
        c,
        "layout(location = 1) out vec4 b; layout(location = 2) out uvec4 n;
        layout(location = 3) out ivec2 s;
        void main() { vec2 p = gl_FragCoord.xy / 32.0; uvec2 q = uvec2(gl_FragCoord.xy);
            colour = vec4(p, 0.25, 1); b = vec4(p.yx, p.x * p.y, 2.0 / 3.0);
            n = uvec4(q * 2000u, q.x * q.y * 60u, 65535u - q.x);
            s = ivec2(gl_FragCoord.xy) * ivec2(-1000, 700); }",
    )?;
    to_image(c);
    show(
        c,
        "layout(binding = 0) uniform sampler2D a; layout(binding = 1) uniform sampler2D b;
        layout(binding = 2) uniform usampler2D n; layout(binding = 3) uniform isampler2D s;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); ivec2 q = p & 31;
            uvec4 u = texelFetch(n, q, 0); ivec2 i = texelFetch(s, q, 0).xy;
            vec4 wide = vec4(u.x / 256u, u.y & 255u, (u.z ^ u.w) & 255u, 255) / 255.0;
            vec4 ten = texelFetch(b, q, 0);
            colour = p.y < 32 ? p.x < 32 ? texelFetch(a, q, 0) : vec4(ten.rgb * ten.a, 1)
                : p.x < 32 ? wide : vec4(-i.x / 128, i.y & 255, i.y / 128, 255) / 255.0; }",
    )?;
    sound(c)
}

const RGBA8: [u32; 4] = [glow::RGBA8; 4];
/// A shader that gives four outputs a value.
const FOUR: &str = "layout(location = 1) out vec4 b; layout(location = 2) out vec4 c;
    layout(location = 3) out vec4 d;
    void main() { vec2 p = gl_FragCoord.xy / 32.0; colour = vec4(p, 0.4, 0.5);
        b = vec4(0.8, p, 0.75); c = vec4(p.y, 0.6, p.x, 0.25); d = vec4(1.0 - p, 0.9, p.x); }";

/// Draws with a shader of several outputs.
fn several(c: &Context, fragment: &str) -> Result<(), String> {
    // The first output needs its place as soon as there is a second.
    pair(
        c,
        COVER,
        &format!("layout(location = 0) out vec4 colour; {fragment}"),
    )?;
    draw(c);
    Ok(())
}

fn masks(c: &Context) -> Result<(), String> {
    c.needs("GL_OES_draw_buffers_indexed")?;
    four(c, RGBA8)?;
    clear(c, [0.2, 0.3, 0.4, 1.0]);
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.color_mask_draw_buffer(0, true, false, true, true);
        c.gl.color_mask_draw_buffer(1, false, true, false, true);
        c.gl.color_mask_draw_buffer(2, true, true, false, false);
        c.gl.color_mask_draw_buffer(3, false, false, false, false);
    }
    several(c, FOUR)?;
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::SCISSOR_TEST);
        c.gl.scissor(8, 8, 8, 16);
        clear(c, [1.0, 1.0, 1.0, 0.0]);
        c.gl.disable(glow::SCISSOR_TEST);
        c.gl.color_mask(true, true, true, true);
    }
    to_image(c);
    quarters(c)
}

fn blend(c: &Context) -> Result<(), String> {
    c.needs("GL_EXT_color_buffer_half_float")?;
    let formats = [glow::RGBA8, glow::RGB10_A2, glow::RGBA16F, glow::R32UI];
    four(c, formats)?;
    // SAFETY: as above.
    unsafe {
        for index in 0..3 {
            c.gl.clear_buffer_f32_slice(glow::COLOR, index, &[0.3, 0.2, 0.1, 1.0]);
        }
        c.gl.clear_buffer_u32_slice(glow::COLOR, 3, &[7, 0, 0, 0]);
        c.gl.enable(glow::BLEND);
        c.gl.blend_func_separate(glow::ONE, glow::SRC_ALPHA, glow::ONE, glow::ZERO);
        for corner in 0..3 {
            c.gl.viewport(corner * 4, corner * 8, 24, 16);
            several(
                c,
                "layout(location = 1) out vec4 b; layout(location = 2) out vec4 c;
                layout(location = 3) out uint n;
                void main() { vec2 p = gl_FragCoord.xy / 64.0; colour = vec4(p, 0.2, 0.5);
                    b = vec4(0.1, p, 1.0 / 3.0); c = vec4(p.y * 3.0, -0.125, p.x, 0.75);
                    n = uint(gl_FragCoord.x) * 8u; }",
            )?;
        }
        c.gl.disable(glow::BLEND);
    }
    to_image(c);
    show(
        c,
        "layout(binding = 0) uniform sampler2D a; layout(binding = 1) uniform sampler2D b;
        layout(binding = 2) uniform sampler2D c; layout(binding = 3) uniform usampler2D n;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); ivec2 q = p & 31;
            vec4 f = texelFetch(c, q, 0);
            colour = p.y < 32 ? p.x < 32 ? texelFetch(a, q, 0) : texelFetch(b, q, 0)
                : p.x < 32 ? vec4(f.rgb * vec3(0.25, 2, 1) + vec3(0, 0.5, 0), f.a)
                : vec4(texelFetch(n, q, 0).r) / 255.0; }",
    )?;
    sound(c)
}

fn blend_each(c: &Context) -> Result<(), String> {
    c.needs("GL_OES_draw_buffers_indexed")?;
    four(c, RGBA8)?;
    clear(c, [0.5, 0.25, 0.125, 0.75]);
    // SAFETY: as above.
    unsafe {
        c.gl.enable_draw_buffer(glow::BLEND, 0);
        c.gl.enable_draw_buffer(glow::BLEND, 1);
        c.gl.enable_draw_buffer(glow::BLEND, 3);
        c.gl.blend_func_draw_buffer(0, glow::SRC_ALPHA, glow::ONE_MINUS_SRC_ALPHA);
        c.gl.blend_func_draw_buffer(1, glow::ONE, glow::ONE);
        c.gl.blend_equation_draw_buffer(1, glow::FUNC_REVERSE_SUBTRACT);
        c.gl.blend_func_draw_buffer(2, glow::ZERO, glow::ZERO);
        c.gl.blend_func_separate_draw_buffer(
            3,
            glow::DST_COLOR,
            glow::DST_ALPHA,
            glow::ONE,
            glow::ZERO,
        );
        several(c, FOUR)?;
        c.gl.disable(glow::BLEND);
    }
    to_image(c);
    quarters(c)
}

/// Draws to some of four targets, which were cleared one by one.
fn some(c: &Context, places: [u32; 4]) -> Result<(), String> {
    four(c, RGBA8)?;
    // SAFETY: as above.
    unsafe {
        for (index, blue) in [(0, 0.2), (1, 0.5), (2, 0.7), (3, 1.0)] {
            let colour = [0.9, 0.1, blue, 1.0];
            c.gl.clear_buffer_f32_slice(glow::COLOR, index, &colour);
        }
        c.gl.draw_buffers(&places);
        c.gl.viewport(4, 2, 20, 24);
    }
    several(c, FOUR)
}

fn holes(c: &Context) -> Result<(), String> {
    let (first, second) = (glow::COLOR_ATTACHMENT1, glow::COLOR_ATTACHMENT2);
    some(c, [glow::NONE, first, second, glow::NONE])?;
    // SAFETY: as above.
    unsafe {
        c.gl.draw_buffers(&[glow::COLOR_ATTACHMENT0, glow::NONE]);
        c.gl.viewport(0, 16, 16, 16);
    }
    several(c, FOUR)?;
    to_image(c);
    quarters(c)
}

fn gap(c: &Context) -> Result<(), String> {
    let (first, second) = (glow::COLOR_ATTACHMENT1, glow::COLOR_ATTACHMENT3);
    some(c, [glow::NONE, first, glow::NONE, second])?;
    to_image(c);
    quarters(c)
}

fn layers(c: &Context) -> Result<(), String> {
    let (array, volume) = (glow::TEXTURE_2D_ARRAY, glow::TEXTURE_3D);
    let first = texture(c, array, 0, glow::NEAREST_MIPMAP_NEAREST)?;
    // SAFETY: as above.
    unsafe { c.gl.tex_storage_3d(array, 2, glow::RGBA8, 32, 32, 3) };
    let second = texture(c, volume, 1, glow::NEAREST_MIPMAP_NEAREST)?;
    // SAFETY: as above.
    unsafe { c.gl.tex_storage_3d(volume, 1, glow::RGBA8, 32, 32, 4) };
    let third = texture(c, glow::TEXTURE_2D, 2, glow::NEAREST_MIPMAP_NEAREST)?;
    let target = glow::FRAMEBUFFER;
    // SAFETY: as above.
    unsafe {
        c.gl.tex_storage_2d(glow::TEXTURE_2D, 3, glow::RGBA8, 128, 128);
        let made = c.gl.create_framebuffer()?;
        c.gl.bind_framebuffer(target, Some(made));
        let places = [0, 1, 2].map(|i| glow::COLOR_ATTACHMENT0 + i);
        c.gl.framebuffer_texture_2d(target, places[2], glow::TEXTURE_2D, Some(third), 2);
        c.gl.draw_buffers(&places);
        c.gl.viewport(0, 0, 32, 32);
        for (layer, slice, amount) in [(0, 0, 0.2), (1, 3, 0.6), (2, 2, 1.0)] {
            c.gl.framebuffer_texture_layer(target, places[0], Some(first), 0, layer);
            c.gl.framebuffer_texture_layer(target, places[1], Some(second), 0, slice);
            several(
                c,
                &format!(
                    "layout(location = 1) out vec4 b; layout(location = 2) out vec4 c;
                    void main() {{ vec2 p = gl_FragCoord.xy / 32.0; colour = vec4(p, {amount:?}, 1);
                        b = vec4({amount:?}, p, 1); c = vec4(p.y, {amount:?}, p.x, 1); }}"
                ),
            )?;
        }
    }
    to_image(c);
    show(
        c,
        "layout(binding = 0) uniform sampler2DArray a; layout(binding = 1) uniform sampler3D b;
        layout(binding = 2) uniform sampler2D c;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); ivec2 q = p & 31;
            colour = p.y < 32 ? p.x < 32 ? texelFetch(a, ivec3(q, 1), 0)
                : texelFetch(b, ivec3(q, 3), 0)
                : p.x < 32 ? texelFetch(c, q, 2) : texelFetch(a, ivec3(q, q.x / 16 * 2), 0); }",
    )?;
    sound(c)
}
