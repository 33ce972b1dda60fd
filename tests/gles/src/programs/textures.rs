//! Textures: formats, filters, levels, cubes, and images drawn into them.

use glow::{HasContext, PixelUnpackData};

use super::Program;
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "nearest",
        about: "a texture of 16 x 8 texels, repeated",
        size: (128, 128),
        kind: Kind::Es2,
        draw: |c| flat(c, glow::RGBA, glow::NEAREST, glow::REPEAT, 2.0),
    },
    Program {
        name: "bilinear",
        about: "the same, smooth and mirrored",
        size: (128, 128),
        kind: Kind::Es2,
        draw: |c| flat(c, glow::RGBA, glow::LINEAR, glow::MIRRORED_REPEAT, 1.5),
    },
    Program {
        name: "rgb",
        about: "three channels, with edges held",
        size: (64, 64),
        kind: Kind::Es2,
        draw: |c| flat(c, glow::RGB, glow::NEAREST, glow::CLAMP_TO_EDGE, 1.2),
    },
    Program {
        name: "luminance",
        about: "one channel",
        size: (64, 64),
        kind: Kind::Es2,
        draw: |c| flat(c, glow::LUMINANCE, glow::NEAREST, glow::REPEAT, 1.0),
    },
    Program {
        name: "mipmaps",
        about: "a floor with levels, to the horizon",
        size: (160, 120),
        kind: Kind::Es2,
        draw: mipmaps,
    },
    Program {
        name: "cube",
        about: "six faces, seen all round",
        size: (160, 80),
        kind: Kind::Es2,
        draw: cube,
    },
    Program {
        name: "target",
        about: "an image drawn into a texture, drawn again",
        size: (120, 120),
        kind: Kind::Es2,
        draw: target,
    },
    Program {
        name: "npot",
        about: "a texture of 37 x 53 texels",
        size: (111, 159),
        kind: Kind::Es2,
        draw: npot,
    },
    Program {
        name: "displaced",
        about: "squares whose places and colours the vertex shader reads from two levels",
        size: (64, 64),
        kind: Kind::Es2,
        draw: displaced,
    },
];

pub(super) const VERTEX: &str = "attribute vec2 position; varying vec2 at; uniform float scale;
    void main() { gl_Position = vec4(position, 0.0, 1.0); at = (position * 0.5 + 0.5) * scale; }";
pub(super) const FRAGMENT: &str = "precision mediump float; varying vec2 at; uniform sampler2D s;
    void main() { gl_FragColor = texture2D(s, at); }";

/// Texels that differ in every channel.
pub(super) fn texels(width: u32, height: u32, channels: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let all = [
                x * 255 / width,
                y * 255 / height,
                ((x ^ y) * 37) & 0xff,
                255,
            ];
            bytes.extend(all[..channels as usize].iter().map(|&c| c as u8));
        }
    }
    bytes
}

pub(super) fn parameters(c: &Context, target: u32, min: u32, mag: u32, wrap: u32) {
    // SAFETY: the context is current, here and below.
    unsafe {
        for (name, value) in [
            (glow::TEXTURE_MIN_FILTER, min),
            (glow::TEXTURE_MAG_FILTER, mag),
            (glow::TEXTURE_WRAP_S, wrap),
            (glow::TEXTURE_WRAP_T, wrap),
        ] {
            c.gl.tex_parameter_i32(target, name, value as i32);
        }
    }
}

pub(super) fn image(
    c: &Context,
    face: u32,
    level: i32,
    size: (u32, u32),
    format: u32,
    texels: Option<&[u8]>,
) {
    // SAFETY: as above; there are as many texels as the size requires.
    unsafe {
        c.gl.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
        c.gl.tex_image_2d(
            face,
            level,
            format as i32,
            size.0 as i32,
            size.1 as i32,
            0,
            format,
            glow::UNSIGNED_BYTE,
            PixelUnpackData::Slice(texels),
        );
    }
}

pub(super) fn square(c: &Context, vertex: &str, fragment: &str, scale: f32) -> Result<(), String> {
    let program = c.program(vertex, fragment, &["position"])?;
    c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.use_program(Some(program));
        let place = c.gl.get_uniform_location(program, "scale");
        c.gl.uniform_1_f32(place.as_ref(), scale);
        c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
    }
    Ok(())
}

pub(super) fn bind(c: &Context, target: u32) -> Result<glow::Texture, String> {
    // SAFETY: as above.
    unsafe {
        let texture = c.gl.create_texture()?;
        c.gl.bind_texture(target, Some(texture));
        Ok(texture)
    }
}

fn flat(c: &Context, format: u32, filter: u32, wrap: u32, scale: f32) -> Result<(), String> {
    let channels = match format {
        glow::RGBA => 4,
        glow::RGB => 3,
        _ => 1,
    };
    bind(c, glow::TEXTURE_2D)?;
    let bytes = texels(16, 8, channels);
    image(c, glow::TEXTURE_2D, 0, (16, 8), format, Some(&bytes));
    parameters(c, glow::TEXTURE_2D, filter, filter, wrap);
    square(c, VERTEX, FRAGMENT, scale)
}

fn mipmaps(c: &Context) -> Result<(), String> {
    let vertex = "attribute vec2 position; varying vec2 at;
        void main() { float w = position.y > 0.0 ? 12.0 : 1.0;
            gl_Position = vec4(position.x * 2.0 * w, position.y * w * 0.9, 0.0, w);
            at = vec2(position.x * 2.0 * w, w); }";
    bind(c, glow::TEXTURE_2D)?;
    for level in 0..6 {
        let size = 32_u32 >> level;
        let colour = [
            if level & 1 != 0 { 255 } else { 40 },
            if level & 2 != 0 { 255 } else { 40 },
            if level & 4 != 0 { 255 } else { 40 },
            255,
        ];
        let bytes = colour.repeat((size * size) as usize);
        let face = glow::TEXTURE_2D;
        image(c, face, level, (size, size), glow::RGBA, Some(&bytes));
    }
    let (min, mag) = (glow::NEAREST_MIPMAP_NEAREST, glow::NEAREST);
    parameters(c, glow::TEXTURE_2D, min, mag, glow::REPEAT);
    square(c, vertex, FRAGMENT, 1.0)
}

fn cube(c: &Context) -> Result<(), String> {
    let vertex = "attribute vec2 position; varying vec2 at;
        void main() { gl_Position = vec4(position, 0.0, 1.0); at = position * vec2(3.1, 1.5); }";
    let fragment = "precision highp float; varying vec2 at; uniform samplerCube s;
        void main() { gl_FragColor = textureCube(s,
            vec3(cos(at.y) * sin(at.x), sin(at.y), cos(at.y) * cos(at.x))); }";
    bind(c, glow::TEXTURE_CUBE_MAP)?;
    for face in 0..6_u32 {
        let mut bytes = texels(8, 8, 4);
        for texel in bytes.chunks_exact_mut(4) {
            texel[2] = (face * 50) as u8;
        }
        let face = glow::TEXTURE_CUBE_MAP_POSITIVE_X + face;
        image(c, face, 0, (8, 8), glow::RGBA, Some(&bytes));
    }
    let nearest = glow::NEAREST;
    parameters(
        c,
        glow::TEXTURE_CUBE_MAP,
        nearest,
        nearest,
        glow::CLAMP_TO_EDGE,
    );
    square(c, vertex, fragment, 1.0)
}

fn target(c: &Context) -> Result<(), String> {
    let pattern = "precision mediump float; varying vec2 at;
        void main() { gl_FragColor = vec4(fract(at * 4.0), 0.25, 1.0); }";
    let texture = bind(c, glow::TEXTURE_2D)?;
    image(c, glow::TEXTURE_2D, 0, (80, 56), glow::RGBA, None);
    let nearest = glow::NEAREST;
    parameters(c, glow::TEXTURE_2D, nearest, nearest, glow::CLAMP_TO_EDGE);
    // SAFETY: as above.
    unsafe {
        let framebuffer = c.gl.create_framebuffer()?;
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        c.gl.framebuffer_texture_2d(
            glow::FRAMEBUFFER,
            glow::COLOR_ATTACHMENT0,
            glow::TEXTURE_2D,
            Some(texture),
            0,
        );
        c.gl.viewport(0, 0, 80, 56);
        square(c, VERTEX, pattern, 1.0)?;
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        c.gl.viewport(0, 0, 120, 120);
    }
    square(c, VERTEX, FRAGMENT, 1.0)
}

fn npot(c: &Context) -> Result<(), String> {
    bind(c, glow::TEXTURE_2D)?;
    let bytes = texels(37, 53, 4);
    image(c, glow::TEXTURE_2D, 0, (37, 53), glow::RGBA, Some(&bytes));
    let (nearest, edge) = (glow::NEAREST, glow::CLAMP_TO_EDGE);
    parameters(c, glow::TEXTURE_2D, nearest, nearest, edge);
    square(c, VERTEX, FRAGMENT, 1.0)
}

/// The fragment shader also reads a texture, from another unit.
fn displaced(c: &Context) -> Result<(), String> {
    let vertex = "attribute vec2 position; attribute vec3 texel;
        varying vec3 shade; uniform sampler2D places;
        void main() {
            vec4 t = texture2DLod(places, texel.xy, texel.z);
            vec2 moved = position + step(0.25, t.zz) / 16.0;
            gl_Position = vec4(moved, 0.0, 1.0); shade = t.xyz; }";
    let fragment = "precision mediump float; varying vec3 shade; uniform sampler2D grey;
        void main() { gl_FragColor = vec4(shade, 1.0) * texture2D(grey, vec2(0.5)); }";
    let program = c.program(vertex, fragment, &["position", "texel"])?;
    let (mut places, mut squares) = (Vec::new(), Vec::new());
    for cell in 0..64 {
        let (x, y) = ((cell % 8) as f32, (cell / 8) as f32);
        // The right half is read from the smaller level.
        let level = if x >= 4.0 { 1.0 } else { 0.0 };
        for (i, j) in [(0., 0.), (1., 0.), (0., 1.), (1., 0.), (1., 1.), (0., 1.)] {
            squares.extend([(x + 0.75 * i) / 4.0 - 1.0, (y + 0.75 * j) / 4.0 - 1.0]);
            places.extend([(x + 0.5) / 8.0, (y + 0.5) / 8.0, level]);
        }
    }
    c.attribute(0, 2, &squares)?;
    c.attribute(1, 3, &places)?;
    // SAFETY: as above.
    unsafe { c.gl.active_texture(glow::TEXTURE1) };
    bind(c, glow::TEXTURE_2D)?;
    parameters(
        c,
        glow::TEXTURE_2D,
        glow::NEAREST,
        glow::NEAREST,
        glow::REPEAT,
    );
    image(
        c,
        glow::TEXTURE_2D,
        0,
        (1, 1),
        glow::RGBA,
        Some(&[204, 255, 153, 255]),
    );
    // SAFETY: as above.
    unsafe { c.gl.active_texture(glow::TEXTURE0) };
    bind(c, glow::TEXTURE_2D)?;
    let min = glow::NEAREST_MIPMAP_NEAREST;
    parameters(c, glow::TEXTURE_2D, min, glow::NEAREST, glow::REPEAT);
    for (level, side) in [(0, 8), (1, 4), (2, 2), (3, 1)] {
        let texels = texels(side, side, 4);
        image(
            c,
            glow::TEXTURE_2D,
            level,
            (side, side),
            glow::RGBA,
            Some(&texels),
        );
    }
    // SAFETY: as above.
    unsafe {
        c.gl.clear_color(0.1, 0.1, 0.1, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.use_program(Some(program));
        for (name, unit) in [("places", 0), ("grey", 1)] {
            let place = c.gl.get_uniform_location(program, name);
            c.gl.uniform_1_i32(place.as_ref(), unit);
        }
        c.gl.draw_arrays(glow::TRIANGLES, 0, 6 * 64);
    }
    Ok(())
}
