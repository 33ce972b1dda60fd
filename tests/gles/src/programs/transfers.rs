//! Copies between framebuffers and buffers: blits, pixel buffers, contents given up, sRGB.

use glow::HasContext;

use super::Program;
use super::modern::{
    COVER, blank, buffer, clear, cover, draw, fill, framebuffer, integer, noise, pair, program,
    show, sound, texture, to_image, words,
};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "blits-scaled",
        "copies of parts, scaled by whole numbers, mirrored, cut off at the edge",
        (64, 64),
        scaled,
    ),
    program(
        "blits-depth",
        "depth and stencil copied to another framebuffer, then tested",
        (64, 64),
        depth,
    ),
    program(
        "blits-formats",
        "copies between formats, and of integers",
        (64, 32),
        formats,
    ),
    program(
        "pixel-buffers",
        "a texture from a buffer, with rows skipped, and the image into a buffer and back",
        (64, 32),
        pixel_buffers,
    ),
    program(
        "buffer-copies",
        "parts of buffers copied, mapped and written, and read by a shader",
        (32, 32),
        buffer_copies,
    ),
    program(
        "invalidated",
        "contents given up, then cleared or drawn over",
        (64, 64),
        invalidated,
    ),
    program(
        "srgb",
        "drawing to and blending with sRGB, and looking it up between texels",
        (64, 32),
        srgb,
    ),
    program(
        "texture-copies",
        "parts of a framebuffer copied to textures, layers and a volume",
        (64, 32),
        texture_copies,
    ),
];

const EIGHT: [u32; 3] = [glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE];

/// Shows the texture of unit 0, texel by texel.
fn texels(c: &Context) -> Result<(), String> {
    show(
        c,
        "layout(binding = 0) uniform sampler2D t;
        void main() { colour = vec4(texelFetch(t, ivec2(gl_FragCoord.xy), 0).rgb, 1); }",
    )?;
    sound(c)
}

/// Makes `from` the source of copies and of reads, and `to` the target.
fn between(c: &Context, from: glow::Framebuffer, to: glow::Framebuffer) {
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(from));
        c.gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, Some(to));
    }
}

fn blit(c: &Context, from: [i32; 4], to: [i32; 4], bits: u32, filter: u32) {
    let ([a, b, w, h], [p, q, x, y]) = (from, to);
    // SAFETY: as above.
    unsafe { c.gl.blit_framebuffer(a, b, w, h, p, q, x, y, bits, filter) };
}

fn scaled(c: &Context) -> Result<(), String> {
    let first = texture(c, glow::TEXTURE_2D, 1, glow::NEAREST)?;
    fill(c, EIGHT, [32, 32], &words(&noise(32 * 32)));
    let source = framebuffer(c, &[first], [32, 32])?;
    let second = blank(c, 0, glow::RGBA8, [64, 64])?;
    let target = framebuffer(c, &[second], [64, 64])?;
    clear(c, [0.1, 0.1, 0.3, 1.0]);
    between(c, source, target);
    let (colour, nearest) = (glow::COLOR_BUFFER_BIT, glow::NEAREST);
    blit(c, [0, 0, 16, 16], [0, 0, 32, 32], colour, nearest);
    blit(c, [4, 8, 20, 24], [50, 2, 34, 18], colour, nearest);
    blit(c, [0, 0, 32, 32], [34, 50, 50, 34], colour, glow::LINEAR);
    blit(c, [2, 2, 10, 6], [2, 60, 26, 36], colour, nearest);
    // The source ends within this one.
    blit(c, [24, 24, 40, 40], [40, 20, 56, 36], colour, nearest);
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::SCISSOR_TEST);
        c.gl.scissor(54, 40, 6, 20);
    }
    blit(c, [0, 0, 16, 32], [52, 38, 68, 70], colour, nearest);
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::SCISSOR_TEST) };
    to_image(c);
    texels(c)
}

/// A framebuffer of a texture on unit 0, with depth and stencil.
fn with_depth(c: &Context, side: i32) -> Result<glow::Framebuffer, String> {
    let colours = blank(c, 0, glow::RGBA8, [side, side])?;
    let made = framebuffer(c, &[colours], [side, side])?;
    let target = glow::RENDERBUFFER;
    // SAFETY: as above.
    unsafe {
        let buffer = c.gl.create_renderbuffer()?;
        c.gl.bind_renderbuffer(target, Some(buffer));
        c.gl.renderbuffer_storage(target, glow::DEPTH24_STENCIL8, side, side);
        let place = glow::DEPTH_STENCIL_ATTACHMENT;
        c.gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, place, target, Some(buffer));
        c.gl.clear_buffer_depth_stencil(glow::DEPTH_STENCIL, 0, 0.9, 3);
    }
    clear(c, [0.2, 0.2, 0.2, 1.0]);
    Ok(made)
}

fn depth(c: &Context) -> Result<(), String> {
    let source = with_depth(c, 64)?;
    let slope = "uniform float from; uniform float to;
        void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
            gl_Position = vec4(p, mix(from, to, p.x * 0.5 + 0.5), 1); }";
    let fragment = "uniform vec4 tint; out vec4 colour; void main() { colour = tint; }";
    let made = pair(c, slope, fragment)?;
    let slanted = |from: f32, to: f32, tint: [f32; 3]| {
        // SAFETY: as above.
        unsafe {
            let place = |name| c.gl.get_uniform_location(made, name);
            c.gl.uniform_1_f32(place("from").as_ref(), from);
            c.gl.uniform_1_f32(place("to").as_ref(), to);
            c.gl.uniform_4_f32(place("tint").as_ref(), tint[0], tint[1], tint[2], 1.0);
        }
        draw(c);
    };
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::DEPTH_TEST);
        c.gl.enable(glow::STENCIL_TEST);
        c.gl.stencil_func(glow::ALWAYS, 9, 255);
        c.gl.stencil_op(glow::KEEP, glow::KEEP, glow::REPLACE);
        c.gl.viewport(8, 8, 40, 48);
    }
    slanted(-0.97, 0.53, [1.0, 0.0, 0.0]);
    let target = with_depth(c, 64)?;
    between(c, source, target);
    let (both, nearest) = (
        glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT,
        glow::NEAREST,
    );
    blit(c, [0, 0, 64, 64], [0, 0, 64, 64], both, nearest);
    // SAFETY: as above.
    unsafe {
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(target));
        c.gl.viewport(0, 0, 64, 64);
        c.gl.stencil_op(glow::KEEP, glow::KEEP, glow::KEEP);
        c.gl.stencil_func(glow::EQUAL, 9, 255);
    }
    slanted(-0.21, -0.21, [0.0, 1.0, 0.0]);
    // SAFETY: as above.
    unsafe { c.gl.stencil_func(glow::EQUAL, 3, 255) };
    slanted(0.53, 0.93, [0.0, 0.0, 1.0]);
    // SAFETY: as above.
    unsafe {
        c.gl.disable(glow::DEPTH_TEST);
        c.gl.disable(glow::STENCIL_TEST);
    }
    to_image(c);
    texels(c)
}

fn formats(c: &Context) -> Result<(), String> {
    let rows = [
        (EIGHT, glow::RG8, ""),
        (EIGHT, glow::RGB10_A2, ""),
        (
            [
                glow::RGB10_A2,
                glow::RGBA,
                glow::UNSIGNED_INT_2_10_10_10_REV,
            ],
            glow::RGBA8,
            "",
        ),
        ([glow::R8, glow::RED, glow::UNSIGNED_BYTE], glow::RGBA8, ""),
        (
            [glow::RGBA8UI, glow::RGBA_INTEGER, glow::UNSIGNED_BYTE],
            glow::RGBA16UI,
            "u",
        ),
        (
            [glow::RGBA8I, glow::RGBA_INTEGER, glow::BYTE],
            glow::RGBA32I,
            "i",
        ),
        (EIGHT, glow::RGBA16F, ""),
        (EIGHT, glow::RG16F, ""),
    ];
    let bytes = words(&noise(256));
    for (n, (from, to, prefix)) in (0..).zip(rows) {
        let first = texture(c, glow::TEXTURE_2D, 1, glow::NEAREST)?;
        fill(c, from, [16, 16], &bytes);
        let source = framebuffer(c, &[first], [16, 16])?;
        let second = blank(c, 0, to, [16, 16])?;
        let target = framebuffer(c, &[second], [16, 16])?;
        between(c, source, target);
        let (colour, nearest) = (glow::COLOR_BUFFER_BIT, glow::NEAREST);
        blit(c, [0, 0, 16, 8], [0, 0, 16, 8], colour, nearest);
        blit(c, [0, 8, 16, 16], [16, 8, 0, 16], colour, nearest);
        to_image(c);
        let made = cover(
            c,
            &format!(
                "layout(binding = 0) uniform {prefix}sampler2D t; uniform int n;
                void main() {{ ivec2 p = ivec2(gl_FragCoord.xy) & 15;
                    vec4 v = vec4(texelFetch(t, p, 0)); if (n == 4 || n == 5) v = v / 255.0 + 0.2;
                    colour = vec4(v.rgb, 1); }}"
            ),
        )?;
        integer(c, made, "n", n);
        // SAFETY: as above.
        unsafe { c.gl.viewport(n % 4 * 16, n / 4 * 16, 16, 16) };
        draw(c);
    }
    sound(c)
}

fn pixel_buffers(c: &Context) -> Result<(), String> {
    buffer(c, glow::PIXEL_UNPACK_BUFFER, &words(&noise(1200)))?;
    texture(c, glow::TEXTURE_2D, 0, glow::NEAREST)?;
    let (transfer, kind) = (glow::RGBA, glow::UNSIGNED_BYTE);
    // SAFETY: as above; the buffer has the rows that are read.
    unsafe {
        c.gl.tex_storage_2d(glow::TEXTURE_2D, 1, glow::RGBA8, 64, 32);
        for (name, value) in [
            (glow::UNPACK_ROW_LENGTH, 37),
            (glow::UNPACK_SKIP_PIXELS, 3),
            (glow::UNPACK_SKIP_ROWS, 2),
        ] {
            c.gl.pixel_store_i32(name, value);
        }
        let pixels = || glow::PixelUnpackData::BufferOffset(16);
        c.gl.tex_sub_image_2d(glow::TEXTURE_2D, 0, 0, 0, 32, 24, transfer, kind, pixels());
        c.gl.tex_sub_image_2d(glow::TEXTURE_2D, 0, 32, 8, 30, 24, transfer, kind, pixels());
        for name in [
            glow::UNPACK_ROW_LENGTH,
            glow::UNPACK_SKIP_PIXELS,
            glow::UNPACK_SKIP_ROWS,
        ] {
            c.gl.pixel_store_i32(name, 0);
        }
        c.gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, None);
    }
    // The texels that nothing has set are not looked up.
    show(
        c,
        "layout(binding = 0) uniform sampler2D t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy);
            bool known = p.x < 32 ? p.y < 24 : p.x < 62 && p.y >= 8;
            colour = known ? vec4(texelFetch(t, p, 0).rgb, 1) : vec4(0, 0, 1, 1); }",
    )?;
    // A part of the image goes to a buffer, and from there to a texture, which is shown in place.
    let packed = buffer(c, glow::PIXEL_PACK_BUFFER, &vec![0; 32 * 16 * 4])?;
    // SAFETY: as above.
    unsafe {
        let to = glow::PixelPackData::BufferOffset(0);
        c.gl.read_pixels(20, 6, 32, 16, transfer, kind, to);
        c.gl.bind_buffer(glow::PIXEL_PACK_BUFFER, None);
        texture(c, glow::TEXTURE_2D, 1, glow::NEAREST)?;
        c.gl.tex_storage_2d(glow::TEXTURE_2D, 1, glow::RGBA8, 32, 16);
        c.gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, Some(packed));
        let from = glow::PixelUnpackData::BufferOffset(0);
        c.gl.tex_sub_image_2d(glow::TEXTURE_2D, 0, 0, 0, 32, 16, transfer, kind, from);
        c.gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, None);
        c.gl.viewport(0, 0, 32, 16);
    }
    cover(
        c,
        "layout(binding = 1) uniform sampler2D t;
        void main() { colour = vec4(texelFetch(t, ivec2(31, 15) - ivec2(gl_FragCoord.xy), 0).bgr, 1); }",
    )?;
    draw(c);
    sound(c)
}

fn buffer_copies(c: &Context) -> Result<(), String> {
    let (from, to) = (glow::COPY_READ_BUFFER, glow::COPY_WRITE_BUFFER);
    buffer(c, from, &words(&noise(512)))?;
    let target = buffer(c, to, &words(&[0x00ff_8040; 1024]))?;
    // SAFETY: as above; the ranges are inside of both.
    unsafe {
        c.gl.copy_buffer_sub_data(from, to, 0, 0, 1024);
        c.gl.copy_buffer_sub_data(from, to, 1028, 2044, 516);
        c.gl.copy_buffer_sub_data(to, to, 64, 1536, 128);
        let access = glow::MAP_WRITE_BIT | glow::MAP_INVALIDATE_RANGE_BIT;
        let mapped = c.gl.map_buffer_range(to, 3072, 256, access);
        if mapped.is_null() {
            return Err("a buffer was not mapped\n".into());
        }
        for i in 0..256 {
            mapped.add(i).write((i * 5) as u8);
        }
        c.gl.unmap_buffer(to);
        let mapped = c.gl.map_buffer_range(to, 2044, 256, glow::MAP_READ_BIT);
        if mapped.is_null() {
            return Err("a buffer was not mapped\n".into());
        }
        let copied = std::slice::from_raw_parts(mapped, 256).to_vec();
        c.gl.unmap_buffer(to);
        c.gl.buffer_sub_data_u8_slice(to, 3584, &copied);
        c.gl.bind_buffer_base(glow::UNIFORM_BUFFER, 0, Some(target));
    }
    show(
        c,
        "layout(std140, binding = 0) uniform Block { uvec4 words[256]; };
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); uint w = words[p.y * 8 + p.x / 4][p.x & 3];
            colour = vec4(w & 255u, (w >> 8) & 255u, (w >> 16) & 255u, 255) / 255.0; }",
    )?;
    sound(c)
}

fn invalidated(c: &Context) -> Result<(), String> {
    let made = with_depth(c, 64)?;
    pair(
        c,
        COVER,
        "out vec4 colour; void main() { colour = vec4(gl_FragCoord.xy / 64.0, 0.3, 1); }",
    )?;
    draw(c);
    let parts = [glow::COLOR_ATTACHMENT0, glow::DEPTH_STENCIL_ATTACHMENT];
    // SAFETY: as above.
    unsafe {
        // Depth is given up; the colour is kept.
        c.gl.invalidate_framebuffer(glow::FRAMEBUFFER, &parts[1..]);
        c.gl.viewport(8, 8, 16, 16);
        c.gl.flush();
        draw(c);
        c.gl.enable(glow::SCISSOR_TEST);
        c.gl.scissor(32, 32, 32, 32);
        c.gl.invalidate_sub_framebuffer(glow::FRAMEBUFFER, &parts[..1], 32, 32, 32, 32);
        clear(c, [0.0, 0.4, 0.0, 1.0]);
        c.gl.disable(glow::SCISSOR_TEST);
        c.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(made));
    }
    to_image(c);
    clear(c, [1.0, 0.0, 1.0, 1.0]);
    // SAFETY: as above.
    unsafe {
        c.gl.invalidate_framebuffer(glow::FRAMEBUFFER, &[glow::COLOR, glow::DEPTH]);
    }
    texels(c)
}

fn srgb(c: &Context) -> Result<(), String> {
    let first = blank(c, 0, glow::SRGB8_ALPHA8, [32, 32])?;
    framebuffer(c, &[first], [32, 32])?;
    clear(c, [0.5, 0.1, 0.02, 1.0]);
    cover(
        c,
        "void main() { vec2 p = gl_FragCoord.xy / 32.0; colour = vec4(p, 0.25, p.x); }",
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.viewport(4, 4, 24, 12);
        draw(c);
        c.gl.enable(glow::BLEND);
        c.gl.blend_func(glow::SRC_ALPHA, glow::ONE_MINUS_SRC_ALPHA);
        c.gl.viewport(4, 16, 24, 14);
        draw(c);
        c.gl.disable(glow::BLEND);
    }
    to_image(c);
    texture(c, glow::TEXTURE_2D, 1, glow::LINEAR)?;
    let format = [glow::SRGB8, glow::RGB, glow::UNSIGNED_BYTE];
    fill(c, format, [8, 8], &words(&noise(48)));
    show(
        c,
        "layout(binding = 0) uniform sampler2D t; layout(binding = 1) uniform sampler2D s;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy);
            colour = p.x < 32 ? vec4(texelFetch(t, p, 0).rgb, 1)
                : texture(s, (vec2(p & 31) * 0.25 + 0.125) / 8.0); }",
    )?;
    sound(c)
}

fn texture_copies(c: &Context) -> Result<(), String> {
    let first = texture(c, glow::TEXTURE_2D, 3, glow::NEAREST)?;
    fill(c, EIGHT, [32, 32], &words(&noise(32 * 32)));
    framebuffer(c, &[first], [32, 32])?;
    let (array, volume) = (glow::TEXTURE_2D_ARRAY, glow::TEXTURE_3D);
    // SAFETY: as above; the parts are inside of source and target.
    unsafe {
        texture(c, array, 0, glow::NEAREST)?;
        c.gl.tex_storage_3d(array, 1, glow::RGBA8, 16, 16, 3);
        for layer in 0..3 {
            c.gl.copy_tex_sub_image_3d(array, 0, 0, 0, layer, layer * 5, 16 - layer * 8, 16, 16);
        }
        texture(c, volume, 1, glow::NEAREST)?;
        c.gl.tex_storage_3d(volume, 1, glow::RGBA8, 16, 16, 2);
        c.gl.copy_tex_sub_image_3d(volume, 0, 0, 0, 0, 9, 3, 16, 16);
        c.gl.copy_tex_sub_image_3d(volume, 0, 0, 0, 1, 16, 16, 16, 16);
        c.gl.copy_tex_sub_image_3d(volume, 0, 4, 4, 1, 0, 0, 6, 8);
        texture(c, glow::TEXTURE_2D, 2, glow::NEAREST)?;
        c.gl.copy_tex_image_2d(glow::TEXTURE_2D, 0, glow::RGB8, 8, 8, 16, 16, 0);
    }
    to_image(c);
    show(
        c,
        "layout(binding = 0) uniform sampler2DArray a; layout(binding = 1) uniform sampler3D b;
        layout(binding = 2) uniform sampler2D c;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); ivec2 q = p & 15; int k = p.x / 16 + p.y / 16 * 4;
            colour = k < 3 ? texelFetch(a, ivec3(q, k), 0) : k < 5 ? texelFetch(b, ivec3(q, k - 3), 0)
                : texelFetch(c, q, 0); colour.a = 1.0; }",
    )?;
    sound(c)
}
