//! Images drawn into textures and renderbuffers, copied, and read back.

use glow::{HasContext, PixelPackData, PixelUnpackData};

use super::Program;
use super::fill::{Fill, cell};
use super::formats::{quad, textured, upload};
use super::textures::{FRAGMENT, bind, image, parameters, texels};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "render-levels",
        about: "a different image drawn into each level",
        size: (96, 64),
        kind: Kind::Es2,
        draw: render_levels,
    },
    Program {
        name: "render-cube",
        about: "a different image drawn into each face",
        size: (96, 64),
        kind: Kind::Es2,
        draw: render_cube,
    },
    Program {
        name: "depth-texture",
        about: "depth drawn into a texture, and shown",
        size: (64, 64),
        kind: Kind::Es2,
        draw: depth_texture,
    },
    Program {
        name: "copies",
        about: "parts of the image copied to textures, and drawn again",
        size: (96, 96),
        kind: Kind::Es2,
        draw: copies,
    },
    Program {
        name: "renderbuffers",
        about: "four formats drawn, blended and read back",
        size: (128, 96),
        kind: Kind::Es2,
        draw: renderbuffers,
    },
];

const NEAR: u32 = glow::NEAREST;
const EDGE: u32 = glow::CLAMP_TO_EDGE;

/// A framebuffer with nothing attached, bound.
fn framebuffer(c: &Context) -> Result<(), String> {
    // SAFETY: the context is current, here and below.
    unsafe {
        let framebuffer = c.gl.create_framebuffer()?;
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
    }
    Ok(())
}

fn complete(c: &Context) -> Result<(), String> {
    // SAFETY: as above.
    match unsafe { c.gl.check_framebuffer_status(glow::FRAMEBUFFER) } {
        glow::FRAMEBUFFER_COMPLETE => Ok(()),
        status => Err(format!("the framebuffer is {status:#06x}\n")),
    }
}

fn attach(c: &Context, to: u32, face: u32, texture: glow::Texture, level: i32) {
    // SAFETY: as above.
    unsafe {
        let target = glow::FRAMEBUFFER;
        c.gl.framebuffer_texture_2d(target, to, face, Some(texture), level);
    }
}

fn render_levels(c: &Context) -> Result<(), String> {
    c.needs("GL_OES_fbo_render_mipmap")?;
    let texture = bind(c, glow::TEXTURE_2D)?;
    for level in 0..6 {
        let size = 32 >> level;
        image(c, glow::TEXTURE_2D, level, (size, size), glow::RGBA, None);
    }
    let fill = Fill::new(c)?;
    framebuffer(c)?;
    for level in 0..6 {
        attach(c, glow::COLOR_ATTACHMENT0, glow::TEXTURE_2D, texture, level);
        complete(c)?;
        // SAFETY: as above.
        unsafe { c.gl.viewport(0, 0, 32 >> level, 32 >> level) };
        let shade = level as f32 / 5.0;
        fill.draw(c, [shade, 1.0 - shade, 0.8, 1.0], 0.0);
        // Smaller ones would have edges on pixel centres.
        if level < 4 {
            fill.part(c, [1.0, shade, 0.0, 1.0], 0.0, [0.5, 0.5]);
        }
    }
    // SAFETY: as above.
    unsafe { c.gl.bind_framebuffer(glow::FRAMEBUFFER, None) };
    parameters(
        c,
        glow::TEXTURE_2D,
        glow::NEAREST_MIPMAP_NEAREST,
        NEAR,
        EDGE,
    );
    textured(c, FRAGMENT, 1.0)?;
    for (x, y, side) in [
        (0, 0, 64),
        (64, 0, 32),
        (64, 32, 16),
        (80, 32, 8),
        (64, 50, 4),
        (80, 50, 2),
    ] {
        // SAFETY: as above.
        unsafe { c.gl.viewport(x, y, side, side) };
        quad(c);
    }
    Ok(())
}

fn render_cube(c: &Context) -> Result<(), String> {
    let texture = bind(c, glow::TEXTURE_CUBE_MAP)?;
    let faces = (0..6).map(|f| glow::TEXTURE_CUBE_MAP_POSITIVE_X + f);
    for face in faces.clone() {
        image(c, face, 0, (16, 16), glow::RGBA, None);
    }
    parameters(c, glow::TEXTURE_CUBE_MAP, NEAR, NEAR, EDGE);
    let fill = Fill::new(c)?;
    framebuffer(c)?;
    for (i, face) in faces.enumerate() {
        attach(c, glow::COLOR_ATTACHMENT0, face, texture, 0);
        complete(c)?;
        // SAFETY: as above.
        unsafe { c.gl.viewport(0, 0, 16, 16) };
        let bit = |b: usize| if (i + 1) & b != 0 { 1.0 } else { 0.2 };
        fill.draw(c, [bit(1), bit(2), bit(4), 1.0], 0.0);
        // SAFETY: as above.
        unsafe { c.gl.viewport(0, 0, 8, 4) };
        fill.draw(c, [0.0, 0.0, 0.0, 1.0], 0.0);
    }
    // SAFETY: as above.
    unsafe { c.gl.bind_framebuffer(glow::FRAMEBUFFER, None) };
    let fragment = "precision highp float; varying vec2 at; uniform samplerCube s;
        void main() { vec2 cell = floor(at * vec2(3.0, 2.0));
            vec2 p = fract(at * vec2(3.0, 2.0)) * 1.875 - 0.9375;
            float side = cell.y > 0.5 ? 1.0 : -1.0;
            vec3 way = cell.x < 0.5 ? vec3(side, p) : cell.x < 1.5 ? vec3(p.x, side, p.y)
                : vec3(p, side);
            gl_FragColor = textureCube(s, way); }";
    textured(c, fragment, 1.0)?;
    // SAFETY: as above.
    unsafe { c.gl.viewport(0, 0, 96, 64) };
    quad(c);
    Ok(())
}

fn depth_texture(c: &Context) -> Result<(), String> {
    c.needs("GL_OES_depth_texture")?;
    let colour = bind(c, glow::TEXTURE_2D)?;
    image(c, glow::TEXTURE_2D, 0, (64, 64), glow::RGBA, None);
    parameters(c, glow::TEXTURE_2D, NEAR, NEAR, EDGE);
    let depth = bind(c, glow::TEXTURE_2D)?;
    // SAFETY: as above.
    unsafe {
        let (format, kind) = (glow::DEPTH_COMPONENT, glow::UNSIGNED_INT);
        let none = PixelUnpackData::Slice(None);
        c.gl.tex_image_2d(
            glow::TEXTURE_2D,
            0,
            format as i32,
            64,
            64,
            0,
            format,
            kind,
            none,
        );
    }
    parameters(c, glow::TEXTURE_2D, NEAR, NEAR, EDGE);
    framebuffer(c)?;
    attach(c, glow::COLOR_ATTACHMENT0, glow::TEXTURE_2D, colour, 0);
    attach(c, glow::DEPTH_ATTACHMENT, glow::TEXTURE_2D, depth, 0);
    complete(c)?;
    let fill = Fill::new(c)?;
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::DEPTH_TEST) };
    for i in 0..16 {
        cell(c, i, 4, 16);
        fill.draw(c, [0.0, 1.0, 0.0, 1.0], i as f32 / 8.0 - 0.95);
        fill.part(c, [1.0, 0.0, 0.0, 1.0], 0.0, [4.0 / 7.0, 4.0 / 7.0]);
    }
    // SAFETY: as above.
    unsafe {
        c.gl.disable(glow::DEPTH_TEST);
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        c.gl.viewport(0, 0, 64, 64);
    }
    textured(c, FRAGMENT, 1.0)?;
    quad(c);
    Ok(())
}

fn copies(c: &Context) -> Result<(), String> {
    bind(c, glow::TEXTURE_2D)?;
    upload(
        c,
        (32, 32),
        glow::RGBA,
        glow::UNSIGNED_BYTE,
        &texels(32, 32, 4),
    );
    parameters(c, glow::TEXTURE_2D, NEAR, NEAR, EDGE);
    textured(c, FRAGMENT, 1.0)?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear_color(0.3, 0.1, 0.1, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.viewport(0, 0, 32, 32);
        quad(c);
        let formats = [glow::RGBA, glow::RGB, glow::LUMINANCE, glow::ALPHA];
        for (i, format) in formats.into_iter().enumerate() {
            bind(c, glow::TEXTURE_2D)?;
            parameters(c, glow::TEXTURE_2D, NEAR, NEAR, EDGE);
            c.gl.copy_tex_image_2d(glow::TEXTURE_2D, 0, format, 3, 5, 24, 24, 0);
            c.gl.viewport(i as i32 * 24, 36, 24, 24);
            quad(c);
        }
        bind(c, glow::TEXTURE_2D)?;
        // Not an upload: the driver takes a texture that was only uploaded for an empty one.
        c.gl.copy_tex_image_2d(glow::TEXTURE_2D, 0, glow::RGBA, 8, 8, 24, 24, 0);
        parameters(c, glow::TEXTURE_2D, NEAR, NEAR, EDGE);
        c.gl.copy_tex_sub_image_2d(glow::TEXTURE_2D, 0, 3, 7, 10, 2, 13, 11);
        // Part of this source is outside of the image, and is not copied.
        c.gl.copy_tex_sub_image_2d(glow::TEXTURE_2D, 0, 12, 0, -4, 40, 9, 6);
        c.gl.viewport(36, 64, 24, 24);
        quad(c);
    }
    Ok(())
}

/// Texels of 5, 5, 5 and 1 bit, from the lowest, as bytes.
fn wide(bytes: &[u8]) -> Vec<u8> {
    let texels = bytes.chunks_exact(2);
    let texel = |b: &[u8]| {
        let word = u16::from_ne_bytes([b[0], b[1]]);
        let five = |lo: u32| ((word >> lo & 31) * 255 / 31) as u8;
        [five(0), five(5), five(10), (word >> 15) as u8 * 255]
    };
    texels.flat_map(texel).collect()
}

fn renderbuffers(c: &Context) -> Result<(), String> {
    c.needs("GL_OES_rgb8_rgba8")?;
    let formats = [glow::RGBA4, glow::RGB565, glow::RGB5_A1, glow::RGBA8];
    let mut images = Vec::new();
    let program = Fill::new(c)?;
    for format in formats {
        framebuffer(c)?;
        // SAFETY: as above.
        unsafe {
            let buffer = c.gl.create_renderbuffer()?;
            c.gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
            c.gl.renderbuffer_storage(glow::RENDERBUFFER, format, 32, 32);
            c.gl.framebuffer_renderbuffer(
                glow::FRAMEBUFFER,
                glow::COLOR_ATTACHMENT0,
                glow::RENDERBUFFER,
                Some(buffer),
            );
            complete(c)?;
            c.gl.clear_color(0.0, 0.2, 0.4, 1.0);
            c.gl.clear(glow::COLOR_BUFFER_BIT);
            for i in 0..16 {
                cell(c, i, 4, 8);
                let shade = i as f32 / 15.0;
                program.draw(
                    c,
                    [shade, 1.0 - shade, 0.4, if i % 2 == 0 { 1.0 } else { 0.0 }],
                    0.0,
                );
            }
            c.gl.enable(glow::BLEND);
            c.gl.blend_func(glow::ONE, glow::ONE);
            c.gl.viewport(8, 8, 16, 16);
            program.draw(c, [0.2, 0.0, 0.4, 0.0], 0.0);
            c.gl.disable(glow::BLEND);
            let mut bytes = vec![0; 32 * 32 * 4];
            let to = PixelPackData::Slice(Some(&mut bytes));
            c.gl.read_pixels(0, 0, 32, 32, glow::RGBA, glow::UNSIGNED_BYTE, to);
            images.push((glow::RGBA, glow::UNSIGNED_BYTE, bytes));
            // The driver's preferred format.
            let likes =
                c.gl.get_parameter_i32(glow::IMPLEMENTATION_COLOR_READ_FORMAT) as u32;
            let kind = c.gl.get_parameter_i32(glow::IMPLEMENTATION_COLOR_READ_TYPE) as u32;
            let size = if kind == glow::UNSIGNED_BYTE { 4 } else { 2 };
            let mut bytes = vec![0; 32 * 32 * size];
            let to = PixelPackData::Slice(Some(&mut bytes));
            c.gl.read_pixels(0, 0, 32, 32, likes, kind, to);
            images.push(match kind {
                // This cannot be a texture.
                glow::UNSIGNED_SHORT_1_5_5_5_REV => (glow::RGBA, glow::UNSIGNED_BYTE, wide(&bytes)),
                _ => (likes, kind, bytes),
            });
            // A part, from an odd corner.
            let mut bytes = vec![0; 11 * 9 * 4];
            let to = PixelPackData::Slice(Some(&mut bytes));
            c.gl.read_pixels(5, 7, 11, 9, glow::RGBA, glow::UNSIGNED_BYTE, to);
            images.push((glow::RGBA, 0, bytes));
        }
    }
    // SAFETY: as above.
    unsafe {
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        c.gl.clear_color(0.1, 0.1, 0.1, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
    }
    textured(c, FRAGMENT, 1.0)?;
    for (i, (format, kind, bytes)) in images.into_iter().enumerate() {
        let part = kind == 0;
        let size = if part { (11, 9) } else { (32, 32) };
        let kind = if part { glow::UNSIGNED_BYTE } else { kind };
        bind(c, glow::TEXTURE_2D)?;
        parameters(c, glow::TEXTURE_2D, NEAR, NEAR, EDGE);
        upload(c, size, format, kind, &bytes);
        // SAFETY: as above.
        unsafe {
            c.gl.viewport(
                (i / 3 * 32) as i32,
                (i % 3 * 32) as i32,
                size.0 as i32,
                size.1 as i32,
            )
        };
        quad(c);
    }
    Ok(())
}
