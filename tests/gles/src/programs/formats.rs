//! Formats of textures.

use glow::{HasContext, PixelUnpackData};

use super::Program;
use super::textures::{FRAGMENT, VERTEX, bind, parameters, texels};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "formats",
        about: "every format of texels, near and smooth",
        size: (288, 72),
        kind: Kind::Es2,
        draw: formats,
    },
    Program {
        name: "etc1",
        about: "compressed texels, with levels",
        size: (96, 64),
        kind: Kind::Es2,
        draw: etc1,
    },
    Program {
        name: "parts",
        about: "parts of textures replaced, with rows aligned in four ways",
        size: (64, 64),
        kind: Kind::Es2,
        draw: parts,
    },
];

/// A current program that draws texture unit 0 in the viewport, scaled by
/// `scale`.
pub fn textured(c: &Context, fragment: &str, scale: f32) -> Result<glow::Program, String> {
    let program = c.program(VERTEX, fragment, &["position"])?;
    c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.use_program(Some(program));
        let place = c.gl.get_uniform_location(program, "scale");
        c.gl.uniform_1_f32(place.as_ref(), scale);
    }
    Ok(program)
}

/// Draws it.
pub fn quad(c: &Context) {
    // SAFETY: as above.
    unsafe { c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4) };
}

/// An image of any format and type.
pub fn upload(c: &Context, size: (u32, u32), format: u32, kind: u32, bytes: &[u8]) {
    // SAFETY: as above; callers pass as many bytes as the size requires.
    unsafe {
        c.gl.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
        c.gl.tex_image_2d(
            glow::TEXTURE_2D,
            0,
            format as i32,
            size.0 as i32,
            size.1 as i32,
            0,
            format,
            kind,
            PixelUnpackData::Slice(Some(bytes)),
        );
    }
}

/// 16-bit texels with the bits of `texels` in fields of these widths.
fn packed(texels: &[u8], widths: [u32; 4]) -> Vec<u8> {
    let pack = |texel: &[u8]| {
        let parts = texel.iter().zip(widths);
        let field = |word: u32, (&part, width): (&u8, u32)| {
            (word << width) | (u32::from(part) >> (8 - width))
        };
        (parts.fold(0, field) as u16).to_ne_bytes()
    };
    texels.chunks_exact(4).flat_map(pack).collect()
}

fn formats(c: &Context) -> Result<(), String> {
    c.needs("GL_EXT_texture_format_BGRA8888")?;
    let byte = glow::UNSIGNED_BYTE;
    let mut all = texels(16, 16, 4);
    for (i, texel) in all.chunks_exact_mut(4).enumerate() {
        texel[3] = (i * 5) as u8;
    }
    let only = |parts: &[usize]| -> Vec<u8> {
        let texels = all.chunks_exact(4);
        texels.flat_map(|t| parts.iter().map(|&p| t[p])).collect()
    };
    let images = [
        (glow::RGBA, byte, all.clone()),
        (glow::RGB, byte, only(&[0, 1, 2])),
        (glow::BGRA, byte, all.clone()),
        (glow::LUMINANCE, byte, only(&[0])),
        (glow::ALPHA, byte, only(&[1])),
        (glow::LUMINANCE_ALPHA, byte, only(&[0, 3])),
        (
            glow::RGB,
            glow::UNSIGNED_SHORT_5_6_5,
            packed(&all, [5, 6, 5, 0]),
        ),
        (
            glow::RGBA,
            glow::UNSIGNED_SHORT_4_4_4_4,
            packed(&all, [4; 4]),
        ),
        (
            glow::RGBA,
            glow::UNSIGNED_SHORT_5_5_5_1,
            packed(&all, [5, 5, 5, 1]),
        ),
    ];
    // SAFETY: as above.
    unsafe {
        c.gl.clear_color(0.5, 0.5, 0.5, 0.5);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
    }
    textured(c, FRAGMENT, 1.0)?;
    for (i, (format, kind, bytes)) in images.into_iter().enumerate() {
        bind(c, glow::TEXTURE_2D)?;
        upload(c, (16, 16), format, kind, &bytes);
        for (row, filter) in [glow::NEAREST, glow::LINEAR].into_iter().enumerate() {
            parameters(c, glow::TEXTURE_2D, filter, filter, glow::REPEAT);
            // Two pixels per texel, so that no pixel is on the edge of two
            // texels.
            let (x, y) = (i as i32 * 32, row as i32 * 36);
            // SAFETY: as above.
            unsafe { c.gl.viewport(x, y, 32, 32) };
            quad(c);
        }
    }
    Ok(())
}

fn etc1(c: &Context) -> Result<(), String> {
    const ETC1_RGB8_OES: i32 = 0x8d64;
    c.needs("GL_OES_compressed_ETC1_RGB8_texture")?;
    let texture = bind(c, glow::TEXTURE_2D)?;
    let mut seed = 7_u32;
    for level in 0..6 {
        let size = 32 >> level;
        let blocks = ((size + 3) / 4) * ((size + 3) / 4);
        let mut bytes = Vec::new();
        for _ in 0..blocks {
            for i in 0..8 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let byte = (seed >> 24) as u8;
                // Sums of base and difference must stay in range: no difference at all.
                let differential = i == 3 && byte & 2 != 0;
                bytes.push(byte);
                if differential {
                    let at = bytes.len() - 4;
                    bytes[at..at + 3].iter_mut().for_each(|b| *b &= 0xf8);
                }
            }
        }
        // SAFETY: as above.
        unsafe {
            c.gl.compressed_tex_image_2d(
                glow::TEXTURE_2D,
                level,
                ETC1_RGB8_OES,
                size,
                size,
                0,
                bytes.len() as i32,
                &bytes,
            );
        }
    }
    // SAFETY: as above.
    unsafe { c.gl.clear(glow::COLOR_BUFFER_BIT) };
    textured(c, FRAGMENT, 1.0)?;
    let (near, edge) = (glow::NEAREST, glow::CLAMP_TO_EDGE);
    parameters(
        c,
        glow::TEXTURE_2D,
        glow::NEAREST_MIPMAP_NEAREST,
        near,
        edge,
    );
    // SAFETY: as above.
    unsafe {
        c.gl.bind_texture(glow::TEXTURE_2D, Some(texture));
        c.gl.viewport(0, 0, 64, 64);
        quad(c);
        for (x, y, side) in [(64, 0, 32), (64, 32, 16), (64, 48, 8), (80, 32, 4)] {
            c.gl.viewport(x, y, side, side);
            quad(c);
        }
    }
    Ok(())
}

fn parts(c: &Context) -> Result<(), String> {
    bind(c, glow::TEXTURE_2D)?;
    parameters(
        c,
        glow::TEXTURE_2D,
        glow::NEAREST,
        glow::NEAREST,
        glow::CLAMP_TO_EDGE,
    );
    upload(
        c,
        (64, 64),
        glow::RGB,
        glow::UNSIGNED_BYTE,
        &texels(64, 64, 3),
    );
    textured(c, FRAGMENT, 1.0)?;
    let pieces = [
        (1, 1, 1, 13, 1),
        (2, 17, 5, 7, 2),
        (3, 30, 33, 21, 4),
        (33, 3, 31, 29, 8),
    ];
    for (i, (x, y, width, height, alignment)) in pieces.into_iter().enumerate() {
        let row = (width as usize * 3).next_multiple_of(alignment);
        let mut bytes = vec![0_u8; row * height as usize];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = (at * (29 + i * 12)) as u8;
        }
        // SAFETY: as above.
        unsafe {
            quad(c);
            c.gl.pixel_store_i32(glow::UNPACK_ALIGNMENT, alignment as i32);
            c.gl.tex_sub_image_2d(
                glow::TEXTURE_2D,
                0,
                x,
                y,
                width,
                height,
                glow::RGB,
                glow::UNSIGNED_BYTE,
                PixelUnpackData::Slice(Some(&bytes)),
            );
        }
    }
    quad(c);
    Ok(())
}
