//! Several samples a pixel: resolved, looked up one by one, masked, by alpha.

use glow::HasContext;

use super::Program;
use super::modern::{
    COVER, blank, clear, complete, cover, draw, framebuffer, integer, pair, program, show, sound,
    to_image,
};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "multisample-resolve",
        "a star in renderbuffers of four samples with depth, resolved by a blit",
        (64, 64),
        resolve,
    ),
    program(
        "multisample-texels",
        "each sample of a texture, after draws to one sample each",
        (64, 64),
        texels,
    ),
    program(
        "multisample-alpha",
        "samples by alpha, by share and by mask, averaged",
        (64, 32),
        alpha,
    ),
    program(
        "multisample-integers",
        "integers and halves of four samples, looked up one by one",
        (64, 32),
        integers,
    ),
    program(
        "multisample-depth",
        "depth of four samples, looked up one by one",
        (64, 64),
        depth,
    ),
];

const MANY: u32 = glow::TEXTURE_2D_MULTISAMPLE;

/// A framebuffer of a texture of four samples on `unit`, bound.
fn four(c: &Context, unit: u32, format: u32, size: [i32; 2]) -> Result<glow::Framebuffer, String> {
    let target = glow::FRAMEBUFFER;
    // SAFETY: the context is current, here and below.
    let made = unsafe {
        let made = c.gl.create_texture()?;
        c.gl.active_texture(glow::TEXTURE0 + unit);
        c.gl.bind_texture(MANY, Some(made));
        c.gl.tex_storage_2d_multisample(MANY, 4, format, size[0], size[1], true);
        let framebuffer = c.gl.create_framebuffer()?;
        c.gl.bind_framebuffer(target, Some(framebuffer));
        let place = match format {
            glow::DEPTH_COMPONENT24 => glow::DEPTH_ATTACHMENT,
            _ => glow::COLOR_ATTACHMENT0,
        };
        c.gl.framebuffer_texture_2d(target, place, MANY, Some(made), 0);
        c.gl.viewport(0, 0, size[0], size[1]);
        framebuffer
    };
    complete(c)?;
    Ok(made)
}

/// Draws only to the samples of a mask.
fn masked(c: &Context, mask: u32) -> Result<(), String> {
    // SAFETY: glSampleMaski has this signature.
    unsafe {
        let call: unsafe extern "system" fn(u32, u32) = c.function("glSampleMaski")?;
        c.gl.enable(glow::SAMPLE_MASK);
        call(0, mask);
    }
    Ok(())
}

fn resolve(c: &Context) -> Result<(), String> {
    let target = glow::RENDERBUFFER;
    // SAFETY: as above.
    let many = unsafe {
        let many = c.gl.create_framebuffer()?;
        c.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(many));
        for (format, place) in [
            (glow::RGBA8, glow::COLOR_ATTACHMENT0),
            (glow::DEPTH_COMPONENT16, glow::DEPTH_ATTACHMENT),
        ] {
            let buffer = c.gl.create_renderbuffer()?;
            c.gl.bind_renderbuffer(target, Some(buffer));
            c.gl.renderbuffer_storage_multisample(target, 4, format, 64, 64);
            c.gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, place, target, Some(buffer));
        }
        c.gl.viewport(0, 0, 64, 64);
        many
    };
    complete(c)?;
    pair(
        c,
        "flat out vec3 tint; void main() { int i = gl_VertexID / 3; int k = gl_VertexID % 3;
            float a = float(i) * 0.370 + (k == 2 ? 0.31 : 0.0); float r = k == 0 ? 0.07 : 0.95;
            gl_Position = vec4(cos(a) * r, sin(a) * r, float(i % 4) * 0.3 - 0.4, 1);
            tint = vec3(i & 1, i >> 1 & 1, i >> 2 & 1) * 0.7 + 0.3; }",
        "flat in vec3 tint; out vec4 colour; void main() { colour = vec4(tint, 1); }",
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear_color(0.1, 0.1, 0.3, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT);
        c.gl.enable(glow::DEPTH_TEST);
        c.gl.draw_arrays(glow::TRIANGLES, 0, 3 * 17);
        c.gl.disable(glow::DEPTH_TEST);
        let one = blank(c, 0, glow::RGBA8, [64, 64])?;
        framebuffer(c, &[one], [64, 64])?;
        c.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(many));
        let (bits, filter) = (glow::COLOR_BUFFER_BIT, glow::NEAREST);
        c.gl.blit_framebuffer(0, 0, 64, 64, 0, 0, 64, 64, bits, filter);
    }
    to_image(c);
    show(
        c,
        "layout(binding = 0) uniform sampler2D t;
        void main() { colour = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }",
    )?;
    sound(c)
}

/// Shows the samples of unit 0, one in each quarter.
const QUARTERS: &str = "layout(binding = 0) uniform sampler2DMS t;
    void main() { ivec2 p = ivec2(gl_FragCoord.xy); ivec2 size = textureSize(t);
        colour = texelFetch(t, p % size, p.x / size.x + p.y / size.y * 2); }";

fn texels(c: &Context) -> Result<(), String> {
    four(c, 0, glow::RGBA8, [32, 32])?;
    clear(c, [0.2, 0.2, 0.2, 1.0]);
    for sample in 0..4 {
        masked(c, 1 << sample)?;
        let blue = f64::from(sample) / 3.0;
        cover(
            c,
            &format!(
                "void main() {{ vec2 p = gl_FragCoord.xy / 32.0;
                colour = vec4({sample} % 2 == 0 ? p : p.yx, {blue:?}, 1); }}"
            ),
        )?;
        // SAFETY: as above.
        unsafe { c.gl.viewport(sample * 2, sample, 20, 24) };
        draw(c);
    }
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::SAMPLE_MASK) };
    to_image(c);
    show(c, QUARTERS)?;
    sound(c)
}

fn alpha(c: &Context) -> Result<(), String> {
    four(c, 0, glow::RGBA8, [64, 32])?;
    clear(c, [0.0, 0.0, 0.0, 1.0]);
    let made = cover(
        c,
        "uniform int opacity; void main() { colour = vec4(1, 0.5, 0.25, float(opacity) / 4.0); }",
    )?;
    for cell in 0..16 {
        integer(c, made, "opacity", cell % 5);
        // SAFETY: as above.
        unsafe {
            c.gl.viewport(cell % 8 * 8, cell / 8 * 16, 8, 16);
            match cell {
                0..5 => c.gl.enable(glow::SAMPLE_ALPHA_TO_COVERAGE),
                5..9 => {
                    c.gl.disable(glow::SAMPLE_ALPHA_TO_COVERAGE);
                    c.gl.enable(glow::SAMPLE_COVERAGE);
                    c.gl.sample_coverage((cell - 4) as f32 * 0.25, cell == 7);
                }
                _ => {
                    c.gl.disable(glow::SAMPLE_COVERAGE);
                    masked(c, cell as u32)?;
                }
            }
        }
        draw(c);
    }
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::SAMPLE_MASK) };
    to_image(c);
    show(
        c,
        "layout(binding = 0) uniform sampler2DMS t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); vec3 sum = vec3(0);
            for (int i = 0; i < 4; i++) sum += texelFetch(t, p, i).rgb;
            colour = vec4(sum / 4.0, 1); }",
    )?;
    sound(c)
}

fn integers(c: &Context) -> Result<(), String> {
    four(c, 0, glow::RGBA16I, [16, 16])?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear_buffer_i32_slice(glow::COLOR, 0, &[-5, 900, -3000, 7])
    };
    for sample in 0..4 {
        masked(c, 1 << sample)?;
        pair(
            c,
            COVER,
            &format!(
                "out ivec4 number; void main() {{ ivec2 p = ivec2(gl_FragCoord.xy);
                    number = ivec4(p * 100, -p.x * {sample}, p.y); }}"
            ),
        )?;
        // SAFETY: as above.
        unsafe { c.gl.viewport(sample, 2, 10, 10) };
        draw(c);
    }
    four(c, 1, glow::RGBA16F, [16, 16])?;
    clear(c, [4.0, -1.0, 0.5, 1.0]);
    for sample in 0..4 {
        masked(c, 9 >> sample)?;
        cover(
            c,
            &format!(
                "void main() {{ vec2 p = gl_FragCoord.xy / 4.0; colour = vec4(p - 2.0, {sample}, 1); }}"
            ),
        )?;
        draw(c);
    }
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::SAMPLE_MASK) };
    to_image(c);
    show(
        c,
        "layout(binding = 0) uniform isampler2DMS n; layout(binding = 1) uniform sampler2DMS f;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); int i = p.x / 16; p.x &= 15;
            ivec4 v = texelFetch(n, p & 15, i);
            colour = p.y < 16 ? vec4(v.x + 100, v.y / 8, v.z + 90, 255) / 255.0
                : texelFetch(f, p & 15, i) / 8.0 + 0.25; colour.a = 1.0; }",
    )?;
    sound(c)
}

fn depth(c: &Context) -> Result<(), String> {
    four(c, 0, glow::DEPTH_COMPONENT24, [32, 32])?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear(glow::DEPTH_BUFFER_BIT);
        c.gl.enable(glow::DEPTH_TEST);
    }
    let made = pair(
        c,
        "uniform int round;
        void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
            gl_Position = vec4(p, 0.5 - float(round) * 0.25, 1); }",
        "void main() {}",
    )?;
    for round in 0..4 {
        masked(c, (5 << round | 8 >> round) & 15)?;
        integer(c, made, "round", round);
        // SAFETY: as above.
        unsafe { c.gl.viewport(round * 4, round * 2, 16, 20) };
        draw(c);
    }
    // SAFETY: as above.
    unsafe {
        c.gl.disable(glow::SAMPLE_MASK);
        c.gl.disable(glow::DEPTH_TEST);
    }
    to_image(c);
    show(c, QUARTERS)?;
    sound(c)
}
