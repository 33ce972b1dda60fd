//! Texture sampling.

use glow::HasContext;

use super::Program;
use super::fill::cell;
use super::formats::{quad, textured, upload};
use super::textures::{FRAGMENT, bind, image, parameters, texels};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "wraps",
        about: "three ways to wrap across by three along, near and smooth",
        size: (192, 96),
        kind: Kind::Es2,
        draw: wraps,
    },
    Program {
        name: "filters",
        about: "six filters for smaller, two for larger, at several sizes",
        size: (384, 128),
        kind: Kind::Es2,
        draw: filters,
    },
    Program {
        name: "levels",
        about: "a level by bias, and generated levels",
        size: (96, 64),
        kind: Kind::Es2,
        draw: levels,
    },
    Program {
        name: "anisotropic",
        about: "textures that are smaller one way than the other, by sampler and by size",
        size: (112, 96),
        kind: Kind::Es2,
        draw: anisotropic,
    },
    Program {
        name: "npot-levels",
        about: "levels of a texture of 37 x 21 texels, repeated",
        size: (96, 64),
        kind: Kind::Es2,
        draw: npot_levels,
    },
    Program {
        name: "cube-filters",
        about: "a cube with levels, smooth",
        size: (96, 96),
        kind: Kind::Es2,
        draw: cube_filters,
    },
    Program {
        name: "units",
        about: "eight textures in one shader, one of them projected",
        size: (64, 64),
        kind: Kind::Es2,
        draw: units,
    },
];

const COLOURS: [[u8; 4]; 8] = [
    [255, 60, 40, 255],
    [60, 255, 40, 255],
    [40, 60, 255, 255],
    [255, 255, 40, 255],
    [40, 255, 255, 255],
    [255, 40, 255, 255],
    [255, 255, 255, 255],
    [120, 120, 120, 255],
];

fn set(c: &Context, name: u32, value: u32) {
    // SAFETY: the context is current, here and below.
    unsafe { c.gl.tex_parameter_i32(glow::TEXTURE_2D, name, value as i32) };
}

fn wraps(c: &Context) -> Result<(), String> {
    bind(c, glow::TEXTURE_2D)?;
    image(
        c,
        glow::TEXTURE_2D,
        0,
        (8, 8),
        glow::RGBA,
        Some(&texels(8, 8, 4)),
    );
    let vertex = "attribute vec2 position; varying vec2 at;
        void main() { gl_Position = vec4(position, 0.0, 1.0); at = position * 1.875 + 0.5; }";
    let program = c.program(vertex, FRAGMENT, &["position"])?;
    c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
    // SAFETY: as above.
    unsafe { c.gl.use_program(Some(program)) };
    let ways = [glow::REPEAT, glow::CLAMP_TO_EDGE, glow::MIRRORED_REPEAT];
    for (i, filter) in [glow::NEAREST, glow::LINEAR].into_iter().enumerate() {
        for (j, across) in ways.into_iter().enumerate() {
            for (k, along) in ways.into_iter().enumerate() {
                parameters(c, glow::TEXTURE_2D, filter, filter, across);
                set(c, glow::TEXTURE_WRAP_T, along);
                cell(c, k * 6 + i * 3 + j, 6, 32);
                quad(c);
            }
        }
    }
    Ok(())
}

/// Levels of one colour each, starting at `size` texels.
fn coloured(c: &Context, mut size: (u32, u32)) {
    for (level, colour) in (0..).zip(COLOURS) {
        let bytes = colour.repeat((size.0 * size.1) as usize);
        image(c, glow::TEXTURE_2D, level, size, glow::RGBA, Some(&bytes));
        if size == (1, 1) {
            break;
        }
        size = ((size.0 / 2).max(1), (size.1 / 2).max(1));
    }
}

fn filters(c: &Context) -> Result<(), String> {
    // SAFETY: as above.
    unsafe { c.gl.clear(glow::COLOR_BUFFER_BIT) };
    bind(c, glow::TEXTURE_2D)?;
    coloured(c, (64, 64));
    let smaller = [
        glow::NEAREST,
        glow::LINEAR,
        glow::NEAREST_MIPMAP_NEAREST,
        glow::LINEAR_MIPMAP_NEAREST,
        glow::NEAREST_MIPMAP_LINEAR,
        glow::LINEAR_MIPMAP_LINEAR,
    ];
    textured(c, FRAGMENT, 1.0)?;
    for (i, min) in smaller.into_iter().enumerate() {
        for (j, mag) in [glow::NEAREST, glow::LINEAR].into_iter().enumerate() {
            parameters(c, glow::TEXTURE_2D, min, mag, glow::REPEAT);
            let (x, mut y) = (i as i32 * 64 + j as i32 * 32, 0);
            // Sizes that are not a power of two have levels between two.
            for side in [32, 24, 16, 12, 8, 4, 2, 1] {
                // SAFETY: as above.
                unsafe { c.gl.viewport(x, y, side, side) };
                quad(c);
                y += side;
            }
        }
    }
    Ok(())
}

fn levels(c: &Context) -> Result<(), String> {
    bind(c, glow::TEXTURE_2D)?;
    let fragment = "precision mediump float; varying vec2 at; uniform sampler2D s;
        void main() { gl_FragColor = texture2D(s, at, floor(at.x * 5.99)); }";
    coloured(c, (32, 32));
    parameters(
        c,
        glow::TEXTURE_2D,
        glow::NEAREST_MIPMAP_NEAREST,
        glow::NEAREST,
        glow::REPEAT,
    );
    textured(c, fragment, 1.0)?;
    // SAFETY: as above.
    unsafe { c.gl.viewport(0, 0, 32, 32) };
    quad(c);
    bind(c, glow::TEXTURE_2D)?;
    image(
        c,
        glow::TEXTURE_2D,
        0,
        (64, 64),
        glow::RGBA,
        Some(&texels(64, 64, 4)),
    );
    parameters(
        c,
        glow::TEXTURE_2D,
        glow::NEAREST_MIPMAP_NEAREST,
        glow::NEAREST,
        glow::REPEAT,
    );
    // SAFETY: as above.
    unsafe { c.gl.generate_mipmap(glow::TEXTURE_2D) };
    textured(c, FRAGMENT, 1.0)?;
    for (x, y, side) in [(32, 0, 64), (0, 32, 32), (0, 32, 16), (16, 48, 8)] {
        // SAFETY: as above.
        unsafe { c.gl.viewport(x, y, side, side) };
        quad(c);
    }
    Ok(())
}

fn anisotropic(c: &Context) -> Result<(), String> {
    c.needs("GL_EXT_texture_filter_anisotropic")?;
    // SAFETY: as above.
    unsafe { c.gl.clear(glow::COLOR_BUFFER_BIT) };
    bind(c, glow::TEXTURE_2D)?;
    coloured(c, (64, 64));
    parameters(
        c,
        glow::TEXTURE_2D,
        glow::LINEAR_MIPMAP_LINEAR,
        glow::LINEAR,
        glow::REPEAT,
    );
    textured(c, FRAGMENT, 1.0)?;
    for (row, most) in (0..).zip([1.0, 4.0, 16.0]) {
        let mut x = 0;
        for (width, height) in [(8, 32), (32, 8), (4, 16), (16, 32), (32, 32), (2, 32)] {
            // SAFETY: as above.
            unsafe {
                let parameter = glow::TEXTURE_MAX_ANISOTROPY_EXT;
                c.gl.tex_parameter_f32(glow::TEXTURE_2D, parameter, most);
                c.gl.viewport(x, row * 32, width, height);
            }
            quad(c);
            x += width + 2;
        }
    }
    Ok(())
}

fn npot_levels(c: &Context) -> Result<(), String> {
    c.needs("GL_OES_texture_npot")?;
    // SAFETY: as above.
    unsafe { c.gl.clear(glow::COLOR_BUFFER_BIT) };
    bind(c, glow::TEXTURE_2D)?;
    coloured(c, (37, 21));
    parameters(
        c,
        glow::TEXTURE_2D,
        glow::NEAREST_MIPMAP_NEAREST,
        glow::NEAREST,
        glow::REPEAT,
    );
    textured(c, FRAGMENT, 1.0)?;
    for (x, y, width, height) in [
        (0, 0, 74, 42),
        (0, 42, 18, 10),
        (20, 42, 9, 5),
        (30, 42, 4, 2),
    ] {
        // SAFETY: as above.
        unsafe { c.gl.viewport(x, y, width, height) };
        quad(c);
    }
    bind(c, glow::TEXTURE_2D)?;
    upload(c, (5, 3), glow::RGBA, glow::UNSIGNED_BYTE, &texels(5, 3, 4));
    parameters(
        c,
        glow::TEXTURE_2D,
        glow::NEAREST,
        glow::NEAREST,
        glow::MIRRORED_REPEAT,
    );
    textured(c, FRAGMENT, 2.0)?;
    // SAFETY: as above.
    unsafe { c.gl.viewport(40, 44, 40, 18) };
    quad(c);
    Ok(())
}

fn cube_filters(c: &Context) -> Result<(), String> {
    bind(c, glow::TEXTURE_CUBE_MAP)?;
    for face in 0..6_u32 {
        for level in 0..4 {
            let size = 8 >> level;
            let mut bytes = texels(size, size, 4);
            for texel in bytes.chunks_exact_mut(4) {
                texel[2] = (face * 40) as u8;
                texel[0] = texel[0] / 2 + (level * 40) as u8;
            }
            let face = glow::TEXTURE_CUBE_MAP_POSITIVE_X + face;
            image(c, face, level, (size, size), glow::RGBA, Some(&bytes));
        }
    }
    let vertex = "attribute vec2 position; varying vec2 at;
        void main() { gl_Position = vec4(position, 0.0, 1.0); at = position * 0.75; }";
    let fragment = "precision highp float; varying vec2 at; uniform samplerCube s;
        uniform mat3 turn;
        void main() { gl_FragColor = textureCube(s, turn * vec3(at, 1.0)); }";
    let program = c.program(vertex, fragment, &["position"])?;
    c.attribute(0, 2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0])?;
    let turns: [[f32; 9]; 6] = [
        [0., 0., -1., 0., 1., 0., 1., 0., 0.],
        [0., 0., 1., 0., 1., 0., -1., 0., 0.],
        [1., 0., 0., 0., 0., -1., 0., 1., 0.],
        [1., 0., 0., 0., 0., 1., 0., -1., 0.],
        [1., 0., 0., 0., 1., 0., 0., 0., 1.],
        [-1., 0., 0., 0., 1., 0., 0., 0., -1.],
    ];
    // SAFETY: as above.
    unsafe {
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.use_program(Some(program));
        let place = c.gl.get_uniform_location(program, "turn");
        let cube = glow::TEXTURE_CUBE_MAP;
        for (i, turn) in turns.iter().enumerate() {
            c.gl.uniform_matrix_3_f32_slice(place.as_ref(), false, turn);
            parameters(c, cube, glow::LINEAR, glow::LINEAR, glow::CLAMP_TO_EDGE);
            cell(c, i, 3, 32);
            quad(c);
            let near = glow::NEAREST_MIPMAP_NEAREST;
            parameters(c, cube, near, glow::NEAREST, glow::CLAMP_TO_EDGE);
            c.gl.viewport(i as i32 * 12, 68, 4, 4);
            quad(c);
            c.gl.viewport(i as i32 * 12, 76, 10, 10);
            quad(c);
        }
    }
    Ok(())
}

fn units(c: &Context) -> Result<(), String> {
    let mut fragment = "precision mediump float; varying vec2 at;\n".to_owned();
    let mut sum = String::new();
    for i in 0..8 {
        fragment += &format!("uniform sampler2D s{i};\n");
        let look = match i {
            3 => format!("texture2DProj(s{i}, vec3(at * 2.0, 2.0))"),
            _ => format!("texture2D(s{i}, at)"),
        };
        sum += &format!("if (cell == {i}.0) c = {look};\n");
    }
    fragment += &format!(
        "void main() {{ vec4 c = vec4(0.5) + 0.25 * texture2D(s0, at);
            float cell = floor(at.x * 4.0) + 4.0 * floor(at.y * 2.0);
            {sum} gl_FragColor = c; }}"
    );
    for i in 0..8 {
        // SAFETY: as above.
        unsafe { c.gl.active_texture(glow::TEXTURE0 + i) };
        bind(c, glow::TEXTURE_2D)?;
        let size = (4 << (i % 3), 4 << (i % 4));
        let mut bytes = texels(size.0, size.1, 4);
        let tint = COLOURS[i as usize];
        for texel in bytes.chunks_exact_mut(4) {
            (0..3).for_each(|p| texel[p] = ((u16::from(texel[p]) + u16::from(tint[p])) >> 1) as u8);
        }
        image(c, glow::TEXTURE_2D, 0, size, glow::RGBA, Some(&bytes));
        parameters(
            c,
            glow::TEXTURE_2D,
            glow::NEAREST,
            glow::NEAREST,
            glow::REPEAT,
        );
    }
    let program = textured(c, &fragment, 1.0)?;
    for i in 0..8 {
        // SAFETY: as above.
        unsafe {
            let place = c.gl.get_uniform_location(program, &format!("s{i}"));
            c.gl.uniform_1_i32(place.as_ref(), i);
        }
    }
    quad(c);
    Ok(())
}
