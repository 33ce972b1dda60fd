//! What programs of OpenGL ES 3.1 share: shaders that cover the viewport without attributes,
//! compute shaders, buffers and textures of numbers.

use glow::HasContext;

use super::Program;
use crate::context::{Context, Kind};

/// A program of a list, for OpenGL ES 3.1.
pub const fn program(
    name: &'static str,
    about: &'static str,
    size: (u32, u32),
    draw: fn(&Context) -> Result<(), String>,
) -> Program {
    Program {
        name,
        about,
        size,
        kind: Kind::Es31,
        draw,
    }
}

/// The beginning of every shader.
pub const HEAD: &str = "#version 310 es
    #extension GL_OES_shader_image_atomic : enable
    precision highp float; precision highp int;
    precision highp sampler2D; precision highp isampler2D; precision highp usampler2D;
    precision highp sampler3D; precision highp isampler3D; precision highp usampler3D;
    precision highp sampler2DArray; precision highp usampler2DArray;
    precision highp sampler2DShadow; precision highp sampler2DArrayShadow;
    precision highp samplerCube; precision highp samplerCubeShadow;
    precision highp sampler2DMS; precision highp image2D; precision highp uimage2D;
    precision highp iimage2D; precision highp image3D; precision highp image2DArray;
    precision highp uimage2DArray; precision highp isampler2DArray;
    precision highp isampler2DMS; precision highp usampler2DMS;\n";

/// A strip of four vertices over the viewport.
pub const COVER: &str = "void main() {
    gl_Position = vec4(float(gl_VertexID & 1) * 2.0 - 1.0, float(gl_VertexID >> 1) * 2.0 - 1.0,
        0.0, 1.0); }";

/// A program that covers the viewport with the colour that `fragment` gives `colour`.
pub fn cover(c: &Context, fragment: &str) -> Result<glow::Program, String> {
    pair(c, COVER, &format!("out vec4 colour; {fragment}"))
}

/// A program of both shaders, each after [`HEAD`]; it becomes current.
pub fn pair(c: &Context, vertex: &str, fragment: &str) -> Result<glow::Program, String> {
    let program = c.program(
        &format!("{HEAD}{vertex}"),
        &format!("{HEAD}{fragment}"),
        &[],
    )?;
    // SAFETY: the context is current, here and below.
    unsafe { c.gl.use_program(Some(program)) };
    Ok(program)
}

/// A compute shader after [`HEAD`]; it becomes current.
pub fn compute(c: &Context, source: &str) -> Result<glow::Program, String> {
    let source = format!("{HEAD}{source}");
    let program = c.linked(&[(glow::COMPUTE_SHADER, &source)], |_, _| ())?;
    // SAFETY: as above.
    unsafe { c.gl.use_program(Some(program)) };
    Ok(program)
}

/// Draws four vertices without attributes.
pub fn draw(c: &Context) {
    // SAFETY: as above.
    unsafe { c.gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4) };
}

/// Shows `fragment` over the whole image.
pub fn show(c: &Context, fragment: &str) -> Result<(), String> {
    cover(c, fragment)?;
    let (width, height) = c.size();
    // SAFETY: as above.
    unsafe { c.gl.viewport(0, 0, width as i32, height as i32) };
    draw(c);
    Ok(())
}

/// Native bytes of words.
pub fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_ne_bytes()).collect()
}

/// Native bytes of floats.
pub fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_ne_bytes()).collect()
}

/// A buffer of these bytes, bound to `target`.
pub fn buffer(c: &Context, target: u32, bytes: &[u8]) -> Result<glow::Buffer, String> {
    // SAFETY: as above.
    unsafe {
        let buffer = c.gl.create_buffer()?;
        c.gl.bind_buffer(target, Some(buffer));
        c.gl.buffer_data_u8_slice(target, bytes, glow::DYNAMIC_COPY);
        Ok(buffer)
    }
}

/// The same, at an index of the target.
pub fn indexed(c: &Context, target: u32, index: u32, bytes: &[u8]) -> Result<glow::Buffer, String> {
    let buffer = buffer(c, target, bytes)?;
    // SAFETY: as above.
    unsafe { c.gl.bind_buffer_base(target, index, Some(buffer)) };
    Ok(buffer)
}

/// A texture on `unit` with clamped edges, minified with `filter`, and magnified with its part within a level.
pub fn texture(c: &Context, target: u32, unit: u32, filter: u32) -> Result<glow::Texture, String> {
    let magnified = match filter {
        glow::LINEAR | glow::LINEAR_MIPMAP_NEAREST | glow::LINEAR_MIPMAP_LINEAR => glow::LINEAR,
        _ => glow::NEAREST,
    };
    // SAFETY: as above.
    unsafe {
        let texture = c.gl.create_texture()?;
        c.gl.active_texture(glow::TEXTURE0 + unit);
        c.gl.bind_texture(target, Some(texture));
        for (name, value) in [
            (glow::TEXTURE_MIN_FILTER, filter),
            (glow::TEXTURE_MAG_FILTER, magnified),
            (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
            (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
            (glow::TEXTURE_WRAP_R, glow::CLAMP_TO_EDGE),
        ] {
            c.gl.tex_parameter_i32(target, name, value as i32);
        }
        Ok(texture)
    }
}

/// Allocates the bound two-dimensional texture, and fills level 0.
pub fn fill(c: &Context, [format, transfer, kind]: [u32; 3], size: [i32; 2], bytes: &[u8]) {
    let target = glow::TEXTURE_2D;
    let pixels = glow::PixelUnpackData::Slice(Some(bytes));
    // SAFETY: as above; callers give a whole image.
    unsafe {
        c.gl.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
        c.gl.tex_storage_2d(target, 1, format, size[0], size[1]);
        c.gl.tex_sub_image_2d(target, 0, 0, 0, size[0], size[1], transfer, kind, pixels);
    }
}

/// A texture of one level on `unit`, without contents, looked up at its nearest texels.
pub fn blank(c: &Context, unit: u32, format: u32, size: [i32; 2]) -> Result<glow::Texture, String> {
    let made = texture(c, glow::TEXTURE_2D, unit, glow::NEAREST)?;
    // SAFETY: as above.
    unsafe {
        c.gl.tex_storage_2d(glow::TEXTURE_2D, 1, format, size[0], size[1])
    };
    Ok(made)
}

/// A framebuffer of these textures, one for each output of a shader; drawing goes there, to a
/// viewport of this size.
pub fn framebuffer(
    c: &Context,
    parts: &[glow::Texture],
    size: [i32; 2],
) -> Result<glow::Framebuffer, String> {
    let target = glow::FRAMEBUFFER;
    // SAFETY: as above.
    unsafe {
        let made = c.gl.create_framebuffer()?;
        c.gl.bind_framebuffer(target, Some(made));
        let mut places = Vec::new();
        for (place, part) in (glow::COLOR_ATTACHMENT0..).zip(parts) {
            c.gl.framebuffer_texture_2d(target, place, glow::TEXTURE_2D, Some(*part), 0);
            places.push(place);
        }
        c.gl.draw_buffers(&places);
        c.gl.viewport(0, 0, size[0], size[1]);
        complete(c)?;
        Ok(made)
    }
}

/// Fails unless the bound framebuffer is complete.
pub fn complete(c: &Context) -> Result<(), String> {
    // SAFETY: as above.
    match unsafe { c.gl.check_framebuffer_status(glow::FRAMEBUFFER) } {
        glow::FRAMEBUFFER_COMPLETE => Ok(()),
        status => Err(format!("the framebuffer is {status:#06x}\n")),
    }
}

/// Draws to the image again.
pub fn to_image(c: &Context) {
    let (width, height) = c.size();
    // SAFETY: as above.
    unsafe {
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        c.gl.viewport(0, 0, width as i32, height as i32);
    }
}

/// Clears the bound framebuffer's colours.
pub fn clear(c: &Context, [r, g, b, a]: [f32; 4]) {
    // SAFETY: as above.
    unsafe {
        c.gl.clear_color(r, g, b, a);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
    }
}

/// Sets a uniform of the current program.
pub fn integer(c: &Context, program: glow::Program, name: &str, value: i32) {
    // SAFETY: as above.
    unsafe {
        let place = c.gl.get_uniform_location(program, name);
        c.gl.uniform_1_i32(place.as_ref(), value);
    }
}

/// The numbers of a generator, for contents without a pattern (Numerical Recipes' constants).
pub fn noise(count: usize) -> Vec<u32> {
    let next = |state: &mut u32| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some(*state ^ (*state >> 15))
    };
    (0..count).scan(12_345, |state, _| next(state)).collect()
}

/// Fails if GL recorded an error.
pub fn sound(c: &Context) -> Result<(), String> {
    // SAFETY: as above.
    match unsafe { c.gl.get_error() } {
        glow::NO_ERROR => Ok(()),
        error => Err(format!("GL error {error:#06x}\n")),
    }
}
