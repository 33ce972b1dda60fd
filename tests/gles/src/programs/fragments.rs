//! Fragments: their depth, derivatives, discards, tests before the shader, and who counts them.

use glow::HasContext;

use super::Program;
use super::modern::{
    COVER, blank, clear, complete, cover, draw, fill, framebuffer, indexed, integer, pair, program,
    show, sound, texture, to_image, words,
};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "fragment-depth",
        "depth from the shader, tested and kept, with fragments discarded",
        (64, 64),
        depth,
    ),
    program(
        "fragment-derivatives",
        "changes from pixel to pixel, in branches all of a square takes too",
        (64, 64),
        derivatives,
    ),
    program(
        "derivative-component",
        "the change of one component of a vector",
        (16, 16),
        component,
    ),
    program(
        "early-tests",
        "shaders that count in a buffer, run only where depth and stencil pass",
        (64, 64),
        early,
    ),
    program(
        "occlusion",
        "whether any sample passed: in front, behind, cut off, discarded",
        (64, 32),
        occlusion,
    ),
    program(
        "fragment-inputs",
        "coordinates of fragments, faces, and places within points",
        (64, 64),
        inputs,
    ),
    program(
        "stencil-integers",
        "separate stencils of both faces in a buffer of stencil alone, with integers drawn",
        (64, 32),
        stencil,
    ),
    program(
        "functions-hyperbolic",
        "hyperbolic functions, arcs of two arguments, powers, and inverses of matrices",
        (64, 64),
        functions,
    ),
];

/// A quad at the depth of the uniform `z`, with sides of `size`.
const AT: &str = "uniform float z; uniform float size;
    void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
        gl_Position = vec4(p * size, z, 1); }";

/// Sets `z` and `size` of a program with [`AT`], and draws it.
fn at(c: &Context, made: glow::Program, z: f32, size: f32) {
    // SAFETY: the context is current, here and below.
    unsafe {
        for (name, value) in [("z", z), ("size", size)] {
            let place = c.gl.get_uniform_location(made, name);
            c.gl.uniform_1_f32(place.as_ref(), value);
        }
    }
    draw(c);
}

fn clear_all(c: &Context) {
    // SAFETY: as above.
    unsafe {
        c.gl.clear_color(0.0, 0.0, 0.2, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT);
    }
}

fn depth(c: &Context) -> Result<(), String> {
    clear_all(c);
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::DEPTH_TEST) };
    for (n, value) in [
        "0.2 + 0.6 * step(24.0, gl_FragCoord.x)",
        "length(gl_FragCoord.xy - 32.0) / 64.0 + 0.1",
        "gl_FragCoord.z",
        "gl_FragCoord.x > 40.0 ? 0.3 : 2.0",
        "(float(int(gl_FragCoord.x) ^ int(gl_FragCoord.y)) + 0.5) / 128.0",
    ]
    .into_iter()
    .enumerate()
    {
        let made = pair(
            c,
            AT,
            &format!(
                "out vec4 colour;
                void main() {{ ivec2 p = ivec2(gl_FragCoord.xy) / 4;
                    if ((p.x + p.y * 2 + {n}) % 5 == 0) discard;
                    gl_FragDepth = {value};
                    colour = vec4({n} & 1, {n} >> 1 & 1, float({n}) / 8.0 + 0.3, 1); }}"
            ),
        )?;
        at(c, made, 0.07, 1.0 - n as f32 * 0.0625);
    }
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::DEPTH_TEST) };
    sound(c)
}

fn derivatives(c: &Context) -> Result<(), String> {
    // Functions of one coordinate at a time: a square of four pixels has one result in each
    // direction, whichever of its rows is meant.
    show(
        c,
        "float wave(float x) { return fract(x * x * 0.0078125); }
        void main() { vec2 p = gl_FragCoord.xy; ivec2 q = ivec2(p); int k = q.y / 8; vec3 v;
            if (k == 0) v = vec3(dFdx(p.x * 0.25), dFdy(p.y * 0.5), dFdx(p.y * 0.5) + 0.5);
            else if (k == 1) v = abs(vec3(dFdx(wave(p.x)), dFdy(wave(p.y)), 0.5));
            else if (k == 2) v = vec3(fwidth(wave(p.x) + wave(p.y)), fwidth(p.x * 0.3), 0);
            else if (k == 3) v = vec3(dFdx(p) * 0.6, dFdy(p * 0.4).y);
            else if (k == 4) { vec4 w = fwidth(vec4(p * 0.3, -p.yx * 0.1)); v = w.xyz + w.w; }
            else if (k == 5) { if ((q.x & 8) != 0) v = vec3(dFdx(p.x * p.x) / 130.0);
                else v = vec3(0, dFdy(p.y * p.y) / 130.0, 0.5); }
            else if (k == 6) { float s = 0.0; for (int i = 0; i < 4; i++)
                    s += dFdx(wave(p.x + float(i))); v = vec3(s * 0.25 + 0.5, -s, s); }
            else v = vec3(dFdx(float(q.x / 2 * 2)), dFdx(float(q.x & 1)), dFdy(float(q.y & 1)));
            colour = vec4(v, 1); }",
    )?;
    sound(c)
}

fn component(c: &Context) -> Result<(), String> {
    texture(c, glow::TEXTURE_2D, 0, glow::NEAREST)?;
    // Columns differ in green and rows in blue: whichever rows and columns are compared, the
    // changes are the same.
    let texel = |i: u32| {
        [
            9,
            [40, 200, 90, 250][i as usize % 4],
            [30, 70, 255, 0][i as usize / 4],
            100,
        ]
    };
    let bytes: Vec<u8> = (0..16).flat_map(texel).collect();
    let format = [glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE];
    fill(c, format, [4, 4], &bytes);
    show(
        c,
        "layout(binding = 0) uniform sampler2D t;
        void main() { vec4 v = texelFetch(t, ivec2(gl_FragCoord.xy) & 3, 0);
            colour = vec4(dFdx(v.y) * 0.5 + 0.5, dFdy(v.z) * 0.5 + 0.5, v.w, 1); }",
    )?;
    sound(c)
}

fn early(c: &Context) -> Result<(), String> {
    indexed(c, glow::SHADER_STORAGE_BUFFER, 0, &words(&[0; 64 * 3]))?;
    clear_all(c);
    let made = pair(
        c,
        AT,
        "out vec4 colour; void main() { colour = vec4(0.3, 0.3, 0.3, 1); }",
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.enable(glow::DEPTH_TEST);
        c.gl.enable(glow::STENCIL_TEST);
        c.gl.stencil_func(glow::ALWAYS, 1, 255);
        c.gl.stencil_op(glow::KEEP, glow::KEEP, glow::REPLACE);
    }
    at(c, made, -0.5, 0.5);
    for (part, first) in [
        "layout(early_fragment_tests) in;",
        "",
        "layout(early_fragment_tests) in;",
    ]
    .into_iter()
    .enumerate()
    {
        let keep = if part == 2 {
            "if ((p.x & 3) == 0) discard;"
        } else {
            ""
        };
        let made = pair(
            c,
            AT,
            &format!(
                "{first} layout(std430, binding = 0) buffer B {{ uint counts[]; }}; out vec4 colour;
                void main() {{ ivec2 p = ivec2(gl_FragCoord.xy); {keep}
                    atomicAdd(counts[{part} * 64 + p.x], 1u);
                    colour = vec4(0, float({part}) / 2.0, 0.8, 1); }}"
            ),
        )?;
        // SAFETY: as above.
        unsafe {
            if part == 2 {
                c.gl.stencil_func(glow::NOTEQUAL, 1, 255);
            }
        }
        at(c, made, 0.4 - part as f32 * 0.2, 0.7 + part as f32 * 0.1);
    }
    // SAFETY: as above.
    unsafe {
        c.gl.disable(glow::DEPTH_TEST);
        c.gl.disable(glow::STENCIL_TEST);
        c.gl.memory_barrier(glow::ALL_BARRIER_BITS);
        // The counts are shown in the lower half; above is what was drawn.
        c.gl.enable(glow::SCISSOR_TEST);
        c.gl.scissor(0, 0, 64, 24);
    }
    show(
        c,
        "layout(std430, binding = 0) readonly buffer B { uint counts[]; };
        void main() { ivec2 p = ivec2(gl_FragCoord.xy);
            uint n = counts[p.y / 8 * 64 + p.x]; colour = vec4(vec3(n * 4u) / 255.0, 1); }",
    )?;
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::SCISSOR_TEST) };
    sound(c)
}

fn occlusion(c: &Context) -> Result<(), String> {
    clear_all(c);
    let made = pair(
        c,
        AT,
        "uniform int keep; out vec4 colour; void main() { if (keep == 0) discard;
            colour = vec4(0.4, 0.2, 0.2, 1); }",
    )?;
    integer(c, made, "keep", 1);
    // SAFETY: as above.
    unsafe { c.gl.enable(glow::DEPTH_TEST) };
    at(c, made, 0.0, 0.5);
    let any = glow::ANY_SAMPLES_PASSED;
    let mut results = Vec::new();
    for n in 0..8 {
        // SAFETY: as above.
        unsafe {
            let query = c.gl.create_query()?;
            let target = if n % 2 == 0 {
                any
            } else {
                glow::ANY_SAMPLES_PASSED_CONSERVATIVE
            };
            c.gl.begin_query(target, query);
            match n {
                0 | 1 => at(c, made, 0.5, 0.4),
                2 | 3 => at(c, made, -0.2 - n as f32 * 0.01, 0.4),
                4 => at(c, made, 0.5, 0.6),
                5 => {
                    integer(c, made, "keep", 0);
                    at(c, made, -0.9, 0.9);
                    integer(c, made, "keep", 1);
                }
                6 => {
                    c.gl.enable(glow::SCISSOR_TEST);
                    c.gl.scissor(2, 2, 4, 4);
                    at(c, made, -0.9, 0.9);
                    c.gl.scissor(60, 30, 1, 1);
                    at(c, made, -0.9, 0.9);
                    c.gl.disable(glow::SCISSOR_TEST);
                }
                _ => (),
            }
            c.gl.end_query(target);
            results.push(query);
        }
    }
    // SAFETY: as above.
    unsafe { c.gl.disable(glow::DEPTH_TEST) };
    let mut bits = 0;
    for (n, query) in results.into_iter().enumerate() {
        // SAFETY: as above.
        let passed = unsafe { c.gl.get_query_parameter_u32(query, glow::QUERY_RESULT) };
        bits |= i32::from(passed != 0) << n;
    }
    let made = cover(
        c,
        "uniform int bits; void main() { int n = int(gl_FragCoord.x) / 8;
            colour = vec4(bits >> n & 1, float(n) / 8.0, 0, 1); }",
    )?;
    integer(c, made, "bits", bits);
    // SAFETY: as above.
    unsafe { c.gl.viewport(0, 0, 64, 8) };
    draw(c);
    sound(c)
}

fn inputs(c: &Context) -> Result<(), String> {
    clear_all(c);
    let made = pair(
        c,
        "uniform int turn; out float w;
        void main() { int i = turn == 0 ? gl_VertexID : gl_VertexID ^ 1;
            vec2 p = vec2(i & 1, i >> 1) * 2.0 - 1.0;
            w = 1.0 + float(i & 1);
            gl_Position = vec4(p * 0.9 * w, (p.y * 0.5 + 0.1) * w, w); }",
        "in float w; out vec4 colour; void main() { vec4 f = gl_FragCoord;
            colour = vec4(f.z, f.w * w * 0.5, fract((f.x + f.y) / 8.0), 1);
            if (!gl_FrontFacing) colour = colour.bgra * 0.8; }",
    )?;
    for turn in 0..2 {
        integer(c, made, "turn", turn);
        // SAFETY: as above.
        unsafe { c.gl.viewport(turn * 32, 0, 32, 40) };
        draw(c);
    }
    pair(
        c,
        "void main() { gl_PointSize = float(gl_VertexID) * 4.0 + 4.0;
            gl_Position = vec4((float(gl_VertexID) * 16.0 + 8.0) / 32.0 - 1.0, 0.6, 0, 1); }",
        "out vec4 colour; void main() { vec2 p = gl_PointCoord; colour = vec4(p, 0.5, 1); }",
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.viewport(0, 0, 64, 64);
        c.gl.draw_arrays(glow::POINTS, 0, 4);
    }
    sound(c)
}

fn stencil(c: &Context) -> Result<(), String> {
    let made = blank(c, 0, glow::R32UI, [64, 32])?;
    framebuffer(c, &[made], [64, 32])?;
    let target = glow::RENDERBUFFER;
    // SAFETY: as above.
    unsafe {
        let buffer = c.gl.create_renderbuffer()?;
        c.gl.bind_renderbuffer(target, Some(buffer));
        c.gl.renderbuffer_storage(target, glow::STENCIL_INDEX8, 64, 32);
        let place = glow::STENCIL_ATTACHMENT;
        c.gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, place, target, Some(buffer));
        complete(c)?;
        c.gl.clear_buffer_u32_slice(glow::COLOR, 0, &[1, 0, 0, 0]);
        c.gl.clear_buffer_i32_slice(glow::STENCIL, 0, &[5]);
        c.gl.enable(glow::STENCIL_TEST);
        c.gl.stencil_op_separate(glow::FRONT, glow::KEEP, glow::KEEP, glow::INCR);
        c.gl.stencil_op_separate(glow::BACK, glow::DECR, glow::KEEP, glow::INVERT);
        c.gl.stencil_func_separate(glow::FRONT, glow::LESS, 3, 255);
        c.gl.stencil_func_separate(glow::BACK, glow::EQUAL, 6, 15);
        c.gl.stencil_mask_separate(glow::BACK, 0xf7);
    }
    let made = pair(
        c,
        "uniform int n;
        void main() { int i = n % 3 == 1 ? gl_VertexID ^ 1 : gl_VertexID;
            vec2 p = vec2(i & 1, i >> 1) * 2.0 - 1.0; gl_Position = vec4(p, 0, 1); }",
        "uniform int n; out uint number; void main() { number = uint(n + 2) * 20u; }",
    )?;
    for n in 0..7 {
        integer(c, made, "n", n);
        // SAFETY: as above.
        unsafe { c.gl.viewport(n * 7, n * 2, 24, 18) };
        draw(c);
    }
    let shown = pair(
        c,
        COVER,
        "uniform int n; out uint number; void main() { number = 255u - uint(n) * 9u; }",
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.viewport(0, 0, 64, 32);
        c.gl.stencil_op(glow::KEEP, glow::KEEP, glow::KEEP);
        for (n, value) in (0..).zip([4, 7, 8, 0xf2, 0xf8]) {
            c.gl.stencil_func(glow::EQUAL, value, 255);
            integer(c, shown, "n", n);
            draw(c);
        }
        c.gl.disable(glow::STENCIL_TEST);
    }
    to_image(c);
    show(
        c,
        "layout(binding = 0) uniform usampler2D t;
        void main() { uint v = texelFetch(t, ivec2(gl_FragCoord.xy), 0).r;
            colour = vec4(vec3(v, (v * 7u) & 255u, (v * 31u) & 255u) / 255.0, 1); }",
    )?;
    sound(c)
}

fn functions(c: &Context) -> Result<(), String> {
    clear(c, [0.0; 4]);
    show(
        c,
        "void main() { vec2 p = gl_FragCoord.xy / 64.0; ivec2 q = ivec2(gl_FragCoord.xy);
            int k = q.y / 4; float x = p.x * 4.0 - 2.0; float y = float(q.y & 3) - 1.4; float v;
            if (k == 0) v = sinh(x) * 0.1; else if (k == 1) v = cosh(x) * 0.2 - 0.5;
            else if (k == 2) v = tanh(x) * 0.5; else if (k == 3) v = asinh(x * 3.0) * 0.2;
            else if (k == 4) v = acosh(p.x * 5.0 + 1.1) * 0.2 - 0.4;
            else if (k == 5) v = atanh(p.x * 1.8 - 0.9) * 0.3;
            else if (k == 6) v = atan(y, x) / 6.4; else if (k == 7) v = atan(x * 4.0) * 0.3;
            else if (k == 8) v = asin(p.x * 1.96 - 0.98) * 0.3;
            else if (k == 9) v = acos(p.x * 1.96 - 0.98) * 0.3 - 0.5;
            else if (k == 10) v = pow(p.x + 0.1, y + 1.5) - 0.5;
            else if (k == 11) v = log2(p.x + 0.01) * 0.07 + exp2(y) * 0.1;
            else if (k == 12) v = inversesqrt(p.x + 0.1) * 0.3 - 0.5;
            else if (k == 13) { mat3 m = mat3(1, p.x, 0.2, y, 2.5, x, 0.1, -x, 3);
                v = inverse(m)[q.y & 1][q.x % 3] * 0.3; }
            else if (k == 14) v = determinant(mat4(x, 1, 0, 2, 1, y, 1, 0, 0, 2, 1, x, 1, 1, 1, 1)) * 0.02;
            else { mat2x3 m = outerProduct(vec3(1, x, y), vec2(p)); v = transpose(m)[q.x % 3].y * 0.2; }
            colour = vec4(vec3(v + 0.5), 1); }",
    )?;
    sound(c)
}
