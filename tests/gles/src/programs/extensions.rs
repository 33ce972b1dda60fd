//! Extensions of OpenGL ES 3.1 that llvmpipe and Panfrost have: pixels in shaders, blending, buffers
//! as textures, borders. Panfrost has neither sample variables nor arrays of cubes in OpenGL ES.

use glow::HasContext;

use super::Program;
use super::modern::{
    COVER, HEAD, blank, buffer, clear, cover, draw, fill, floats, framebuffer, integer, noise,
    program, show, sound, texture, to_image, words,
};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "fetched",
        "shaders that read the pixels they replace, of bytes, halves and integers",
        (96, 32),
        fetched,
    ),
    program(
        "blend-advanced",
        "fifteen equations of KHR_blend_equation_advanced",
        (64, 64),
        advanced,
    ),
    program(
        "blend-two-sources",
        "a second colour of a shader as the factor of blending",
        (64, 16),
        two_sources,
    ),
    program(
        "buffer-textures",
        "buffers as textures of five formats, and of a range",
        (64, 32),
        buffers,
    ),
    program(
        "borders",
        "colours beyond the edges of textures, floats and integers",
        (64, 32),
        borders,
    ),
    program(
        "halves",
        "arithmetic, vectors and loops of mediump",
        (64, 64),
        halves,
    ),
];

/// A program with extensions; it becomes current.
fn with(
    c: &Context,
    names: &[&str],
    vertex: &str,
    fragment: &str,
) -> Result<glow::Program, String> {
    let mut head = "#version 310 es\n".to_owned();
    for name in names {
        c.needs(name)?;
        head += &format!("#extension {name} : require\n");
    }
    let rest = HEAD.replace("#version 310 es", "");
    let made = c.program(
        &format!("{head}{rest}{vertex}"),
        &format!("{head}{rest}{fragment}"),
        &[],
    )?;
    // SAFETY: the context is current, here and below.
    unsafe { c.gl.use_program(Some(made)) };
    Ok(made)
}

fn fetched(c: &Context) -> Result<(), String> {
    let formats = [glow::RGBA8, glow::RGBA16F, glow::R32UI];
    let mut parts = Vec::new();
    for (unit, format) in (0..).zip(formats) {
        parts.push(blank(c, unit, format, [32, 32])?);
    }
    framebuffer(c, &parts, [32, 32])?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear_buffer_f32_slice(glow::COLOR, 0, &[0.9, 0.5, 0.1, 1.0]);
        c.gl.clear_buffer_f32_slice(glow::COLOR, 1, &[2.0, -0.5, 0.25, 1.0]);
        c.gl.clear_buffer_u32_slice(glow::COLOR, 2, &[1000, 0, 0, 0]);
    }
    with(
        c,
        &["GL_EXT_shader_framebuffer_fetch"],
        COVER,
        "layout(location = 0) inout vec4 colour; layout(location = 1) inout vec4 wide;
        layout(location = 2) inout uvec4 number;
        void main() { vec2 p = gl_FragCoord.xy / 32.0;
            colour = vec4(colour.gbr * 0.7 + vec3(p.x * 0.2, 0, p.y * 0.2), 1);
            wide = wide.yxzw * vec4(0.9, 0.8, 1, 1) + vec4(0.1, 0, p);
            number = uvec4(number.x * 3u + uint(gl_FragCoord.x)); }",
    )?;
    for part in 0..4 {
        // SAFETY: as above.
        unsafe { c.gl.viewport(part * 4, part * 3, 18, 20) };
        draw(c);
    }
    to_image(c);
    show(
        c,
        "layout(binding = 0) uniform sampler2D a; layout(binding = 1) uniform sampler2D b;
        layout(binding = 2) uniform usampler2D n;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); int k = p.x / 32; p.x &= 31;
            uint v = texelFetch(n, p, 0).r;
            colour = k == 0 ? texelFetch(a, p, 0) : k == 1 ? texelFetch(b, p, 0) * 0.3 + 0.3
                : vec4(v & 255u, (v >> 8) & 255u, v >> 16, 255) / 255.0; colour.a = 1.0; }",
    )?;
    sound(c)
}

/// `GL_MULTIPLY_KHR` and the others, in the order of the specification.
const ADVANCED: [u32; 15] = [
    0x9294, 0x9295, 0x9296, 0x9297, 0x9298, 0x9299, 0x929a, 0x929b, 0x929c, 0x929e, 0x92a0, 0x92ad,
    0x92ae, 0x92af, 0x92b0,
];

fn advanced(c: &Context) -> Result<(), String> {
    let made = with(
        c,
        &["GL_KHR_blend_equation_advanced"],
        COVER,
        "layout(blend_support_all_equations) out; layout(location = 0) out vec4 colour;
        uniform int first;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy) & 15; vec4 v;
            v = first == 1 ? vec4(float(p.x) / 15.0, 0.4, float(15 - p.x) / 15.0, 0.9)
                : vec4(0.3, float(p.y) / 15.0, float(p.x * p.y) / 225.0, 0.6);
            colour = vec4(v.rgb * v.a, v.a); }",
    )?;
    // SAFETY: glBlendBarrierKHR has this signature.
    let barrier: unsafe extern "system" fn() = unsafe { c.function("glBlendBarrierKHR")? };
    integer(c, made, "first", 1);
    draw(c);
    integer(c, made, "first", 0);
    for (n, equation) in (0..).zip(ADVANCED) {
        // SAFETY: as above.
        unsafe {
            barrier();
            c.gl.enable(glow::BLEND);
            c.gl.blend_equation(equation);
            c.gl.viewport(n % 4 * 16, n / 4 * 16, 16, 16);
        }
        draw(c);
    }
    // SAFETY: as above.
    unsafe {
        c.gl.disable(glow::BLEND);
        c.gl.blend_equation(glow::FUNC_ADD);
    }
    sound(c)
}

fn two_sources(c: &Context) -> Result<(), String> {
    clear(c, [0.8, 0.4, 0.2, 0.5]);
    with(
        c,
        &["GL_EXT_blend_func_extended"],
        COVER,
        "layout(location = 0, index = 0) out vec4 colour;
        layout(location = 0, index = 1) out vec4 factor;
        void main() { vec2 p = gl_FragCoord.xy / vec2(64, 16); colour = vec4(0.2, p, 0.7);
            factor = vec4(p.yx, 0.3, p.x); }",
    )?;
    let rows = [
        (glow::ONE, glow::SRC1_COLOR),
        (glow::SRC1_COLOR, glow::ONE_MINUS_SRC1_COLOR),
        (glow::SRC1_ALPHA, glow::ONE_MINUS_SRC1_ALPHA),
        (glow::ONE_MINUS_SRC1_COLOR, glow::DST_COLOR),
    ];
    for (n, (from, to)) in (0..).zip(rows) {
        // SAFETY: as above.
        unsafe {
            c.gl.enable(glow::BLEND);
            c.gl.blend_func(from, to);
            c.gl.viewport(n * 16, 2, 14, 12);
        }
        draw(c);
    }
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::BLEND) };
    sound(c)
}

fn buffers(c: &Context) -> Result<(), String> {
    let name = "GL_EXT_texture_buffer";
    let target = glow::TEXTURE_BUFFER;
    let halves: Vec<u8> = noise(256)
        .iter()
        .flat_map(|n| (0x3800 | *n as u16 & 0x7ff).to_ne_bytes())
        .collect();
    let numbers: Vec<f32> = noise(512)
        .iter()
        .map(|n| (n & 1023) as f32 / 1023.0)
        .collect();
    let rows: [(u32, Vec<u8>); 5] = [
        (glow::RGBA8, words(&noise(512))),
        (glow::R32UI, words(&noise(512))),
        (glow::RGBA16I, words(&noise(600)[88..])),
        (glow::R32F, floats(&numbers)),
        (glow::R16F, halves),
    ];
    c.needs(name)?;
    // SAFETY: the functions have these signatures.
    unsafe {
        type Whole = unsafe extern "system" fn(u32, u32, u32);
        type Range = unsafe extern "system" fn(u32, u32, u32, isize, isize);
        let whole: Whole = c.function("glTexBufferEXT")?;
        let range: Range = c.function("glTexBufferRangeEXT")?;
        for (unit, (format, bytes)) in (0..).zip(rows) {
            let from = buffer(c, target, &bytes)?;
            let made = c.gl.create_texture()?;
            c.gl.active_texture(glow::TEXTURE0 + unit);
            c.gl.bind_texture(target, Some(made));
            match unit {
                3 => range(target, format, from.0.get(), 256, 1024),
                _ => whole(target, format, from.0.get()),
            }
        }
    }
    with(
        c,
        &[name],
        COVER,
        "precision highp samplerBuffer; precision highp usamplerBuffer;
        precision highp isamplerBuffer; out vec4 colour;
        layout(binding = 0) uniform samplerBuffer a; layout(binding = 1) uniform usamplerBuffer b;
        layout(binding = 2) uniform isamplerBuffer c; layout(binding = 3) uniform samplerBuffer d;
        layout(binding = 4) uniform samplerBuffer e;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); int k = p.x / 8; int i = (p.x & 7) + p.y * 8;
            uint w = texelFetch(b, i).r; ivec4 n = texelFetch(c, i);
            colour = k == 0 ? texelFetch(a, i) : k == 1 ? vec4(w & 255u, (w >> 8) & 255u, w >> 24, 0) / 255.0
                : k == 2 ? vec4(n >> 3 & 255) / 255.0 : k == 3 ? texelFetch(d, i)
                : k == 4 ? texelFetch(e, i) * 0.8
                : vec4(textureSize(a), textureSize(d), textureSize(e), 0) / float(k * 256);
            colour.a = 1.0; }",
    )?;
    draw(c);
    sound(c)
}

fn borders(c: &Context) -> Result<(), String> {
    let name = "GL_EXT_texture_border_clamp";
    c.needs(name)?;
    let border = glow::CLAMP_TO_BORDER as i32;
    let rows = [
        (
            "",
            [glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE],
            glow::LINEAR,
        ),
        (
            "",
            [glow::RG8, glow::RG, glow::UNSIGNED_BYTE],
            glow::NEAREST,
        ),
        (
            "u",
            [glow::RGBA8UI, glow::RGBA_INTEGER, glow::UNSIGNED_BYTE],
            glow::NEAREST,
        ),
        (
            "i",
            [glow::RG16I, glow::RG_INTEGER, glow::SHORT],
            glow::NEAREST,
        ),
    ];
    let bytes = words(&noise(64));
    for (n, (prefix, format, filter)) in (0..).zip(rows) {
        texture(c, glow::TEXTURE_2D, 0, filter)?;
        fill(c, format, [8, 8], &bytes);
        // SAFETY: glTexParameterIivEXT and the other have this signature.
        unsafe {
            let target = glow::TEXTURE_2D;
            c.gl.tex_parameter_i32(target, glow::TEXTURE_WRAP_S, border);
            c.gl.tex_parameter_i32(target, glow::TEXTURE_WRAP_T, border);
            type Parameter = unsafe extern "system" fn(u32, u32, *const i32);
            let call: Parameter = match prefix {
                "u" => c.function("glTexParameterIuivEXT")?,
                _ => c.function("glTexParameterIivEXT")?,
            };
            match prefix {
                "" => {
                    let colour = [0.9, 0.3, 0.6, 0.5];
                    c.gl.tex_parameter_f32_slice(target, glow::TEXTURE_BORDER_COLOR, &colour);
                }
                _ => call(
                    target,
                    glow::TEXTURE_BORDER_COLOR,
                    [200, 90, 30, 160].as_ptr(),
                ),
            }
        }
        let shown = match prefix {
            "" => "v",
            _ => "vec4(uvec4(v) & 255u) / 255.0",
        };
        let made = cover(
            c,
            &format!(
                "layout(binding = 0) uniform {prefix}sampler2D t; uniform int from;
                void main() {{ vec2 p = gl_FragCoord.xy - vec2(from, 0);
                    {prefix}vec4 v = texture(t, (p * vec2(0.75, 0.5) - vec2(2, 4) + 0.125) / 8.0);
                    vec4 w = {shown}; colour = vec4(w.rgb * 0.7 + w.a * 0.3, 1); }}"
            ),
        )?;
        integer(c, made, "from", n * 16);
        // SAFETY: as above.
        unsafe { c.gl.viewport(n * 16, 0, 16, 32) };
        draw(c);
    }
    sound(c)
}

fn halves(c: &Context) -> Result<(), String> {
    // Steps of halves near 1 are 1/1024: results are within a shade of what floats give.
    show(
        c,
        "precision mediump float; precision mediump int;
        uniform mediump float none;
        void main() { vec2 p = gl_FragCoord.xy / 64.0; ivec2 q = ivec2(gl_FragCoord.xy); int k = q.y / 4;
            mediump vec4 a = vec4(p, p.yx * 0.5 + none); mediump vec3 v = vec3(0);
            mediump ivec4 n = ivec4(q, q.yx & 7);
            if (k == 0) v = a.xyz * a.wzy + a.x; else if (k == 1) v = mix(a.xyz, a.wxy, a.z);
            else if (k == 2) v = clamp(a.xyz * 3.0 - 1.0, 0.1, 0.9);
            else if (k == 3) v = fract(a.xyz * 4.0); else if (k == 4) v = abs(a.xyz - 0.5) * 2.0;
            else if (k == 5) v = vec3(dot(a, a.wzyx), dot(a.xy, a.zw), dot(a.xyz, a.yzw)) * 0.5;
            else if (k == 6) v = vec3(length(a.xy), distance(a.xy, a.zw), 0.3) * 0.7;
            else if (k == 7) v = normalize(a.xyz + 0.1); else if (k == 8) v = sqrt(a.xyz);
            else if (k == 9) v = vec3(floor(a.x * 8.0), ceil(a.x * 8.0), trunc(a.y * 64.0 - 0.5)) / 8.0;
            else if (k == 10) v = vec3(lessThan(a.xyz, a.wxx)) * 0.5 + vec3(step(0.51, a.xyz)) * 0.3;
            else if (k == 11) v = smoothstep(vec3(0.1), vec3(0.9), a.xyz);
            else if (k == 12) { for (int i = 0; i < 4; i++) v += a.xyz * float(i) * 0.1; }
            else if (k == 13) v = vec3(n.xyz * n.wzx & 255) / 255.0;
            else if (k == 14) v = vec3(n.xyz / 3 * 5 % 63) / 63.0;
            else v = max(min(a.xyz, a.yzw), vec3(none + 0.2)) + vec3(n.x > n.y ? 0.1 : 0.0);
            colour = vec4(v, 1); }",
    )?;
    sound(c)
}
