//! Storage buffers, atomics, images and indirect draws.

use glow::HasContext;

use super::Program;
use super::modern::{
    buffer, compute, cover, draw, fill, floats, indexed, integer, noise, pair, show, sound,
    texture, words,
};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "storage-atomics",
        about: "eight atomic operations on a buffer, and what they return",
        size: (32, 32),
        kind: Kind::Es31,
        draw: atomics,
    },
    Program {
        name: "storage-layout",
        about: "structures, matrices and arrays, std140 and std430",
        size: (64, 16),
        kind: Kind::Es31,
        draw: layouts,
    },
    Program {
        name: "storage-fragment",
        about: "fragments that count themselves in a buffer, by column",
        size: (64, 64),
        kind: Kind::Es31,
        draw: by_fragments,
    },
    Program {
        name: "storage-ranges",
        about: "three ranges of one buffer, at offsets",
        size: (32, 16),
        kind: Kind::Es31,
        draw: ranges,
    },
    Program {
        name: "counters",
        about: "atomic counters of two shaders, up and down",
        size: (32, 16),
        kind: Kind::Es31,
        draw: counters,
    },
    Program {
        name: "images-formats",
        about: "stores to and loads from images of six formats",
        size: (48, 16),
        kind: Kind::Es31,
        draw: formats,
    },
    Program {
        name: "images-fragment",
        about: "an image stored by fragments, rotated",
        size: (32, 32),
        kind: Kind::Es31,
        draw: image_by_fragments,
    },
    Program {
        name: "images-layers",
        about: "images of an array's layers and of a level",
        size: (64, 16),
        kind: Kind::Es31,
        draw: layers,
    },
    Program {
        name: "images-atomics",
        about: "atomic operations on an image",
        size: (32, 32),
        kind: Kind::Es31,
        draw: image_atomics,
    },
    Program {
        name: "indirect-arrays",
        about: "draws whose numbers of vertices and instances are in a buffer",
        size: (64, 64),
        kind: Kind::Es31,
        draw: indirect_arrays,
    },
    Program {
        name: "indirect-elements",
        about: "indexed draws from a buffer that a compute shader wrote, with a base vertex",
        size: (64, 64),
        kind: Kind::Es31,
        draw: indirect_elements,
    },
];

const STORAGE: u32 = glow::SHADER_STORAGE_BUFFER;

/// Runs a compute shader, and makes its results visible.
fn run(c: &Context, source: &str, groups: [u32; 2]) -> Result<(), String> {
    compute(c, source)?;
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.dispatch_compute(groups[0], groups[1], 1);
        c.gl.memory_barrier(glow::ALL_BARRIER_BITS);
    }
    Ok(())
}

fn atomics(c: &Context) -> Result<(), String> {
    indexed(
        c,
        STORAGE,
        0,
        &words(&[0, 0, 0xffff_ffff, 0xffff_ffff, 0, 5, 7, 1000, 0, 0]),
    )?;
    indexed(c, STORAGE, 1, &words(&[0; 64]))?;
    // Invocations are in one group each where the order would show.
    run(
        c,
        "layout(local_size_x = 64) in;
        layout(std430, binding = 0) buffer B { uint sum; uint most; uint least; uint all; uint any;
            uint flips; uint last; int low; int high; uint once; };
        layout(std430, binding = 1) buffer R { uint returned[]; };
        void main() { uint i = gl_GlobalInvocationID.x;
            uint ticket = atomicAdd(sum, 1u);
            atomicAdd(returned[ticket & 63u], 3u);
            atomicMax(most, i * 37u % 251u); atomicMin(least, i * 37u % 251u + 3u);
            atomicAnd(all, ~(1u << (i & 7u) & 0xb5u)); atomicOr(any, 1u << (i % 5u));
            atomicXor(flips, i * 3u); atomicMin(low, int(i) * 5 - 300); atomicMax(high, int(i) - 90);
            if (atomicCompSwap(once, 0u, 200u) == 0u) atomicExchange(last, 123u); }",
        [4, 1],
    )?;
    show(
        c,
        "layout(std430, binding = 0) readonly buffer B { uint sum; uint most; uint least; uint all;
            uint any; uint flips; uint last; int low; int high; uint once; };
        layout(std430, binding = 1) readonly buffer R { uint returned[]; };
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); int n = p.y / 2; uint v;
            if (n == 0) v = sum; else if (n == 1) v = most; else if (n == 2) v = least;
            else if (n == 3) v = all; else if (n == 4) v = any; else if (n == 5) v = flips;
            else if (n == 6) v = last; else if (n == 7) v = uint(low);
            else if (n == 8) v = uint(high); else if (n == 9) v = once; else v = returned[p.x * 2];
            colour = vec4((v >> (p.x & 31)) & 1u, v & 255u, (v >> 8) & 255u, 255)
                / vec4(1, 255, 255, 255); }",
    )?;
    sound(c)
}

fn layouts(c: &Context) -> Result<(), String> {
    let values: Vec<f32> = (0..256).map(|i| i as f32).collect();
    indexed(c, STORAGE, 0, &floats(&values))?;
    indexed(c, STORAGE, 1, &floats(&values))?;
    let members = "{ float a; vec2 b; vec3 c; float d; mat3 e; layout(row_major) mat2x3 f;
        float g[3]; vec3 h[2]; struct_t s[2]; }";
    show(
        c,
        &format!(
            "struct struct_t {{ float x; vec3 y; mat2 z; }};
            layout(std140, binding = 0) readonly buffer Old {members} o;
            layout(std430, binding = 1) readonly buffer New {members} n;
            #define PICK(m) (k == 0 ? m.a : k == 1 ? m.b.y : k == 2 ? m.c.z : k == 3 ? m.d \\
                : k == 4 ? m.e[1].z : k == 5 ? m.e[2][i] : k == 6 ? m.f[1][i] : k == 7 ? m.g[i] \\
                : k == 8 ? m.h[1].y : k == 9 ? m.h[i & 1][2] : k == 10 ? m.s[1].x \\
                : k == 11 ? m.s[i & 1].y.z : k == 12 ? m.s[1].z[1][1] : m.s[0].z[i & 1].x)
            void main() {{ int k = int(gl_FragCoord.x) / 4; int i = int(gl_FragCoord.y) % 3;
                colour = vec4(PICK(o), PICK(n), 100 * i, 255) / 255.0; }}"
        ),
    )?;
    sound(c)
}

fn by_fragments(c: &Context) -> Result<(), String> {
    indexed(c, STORAGE, 0, &words(&[0; 64]))?;
    show(
        c,
        "layout(std430, binding = 0) buffer B { uint counts[]; };
        void main() { ivec2 p = ivec2(gl_FragCoord.xy);
            if ((p.x * p.y) % 7 == 3) discard;
            atomicAdd(counts[p.x], 1u); colour = vec4(0, 0, 1, 1); }",
    )?;
    // SAFETY: as above.
    unsafe { c.gl.memory_barrier(glow::ALL_BARRIER_BITS) };
    show(
        c,
        "layout(std430, binding = 0) readonly buffer B { uint counts[]; };
        void main() { ivec2 p = ivec2(gl_FragCoord.xy);
            colour = vec4(uint(p.y) < counts[p.x], float(counts[p.x]) / 64.0, 0, 1); }",
    )?;
    sound(c)
}

fn ranges(c: &Context) -> Result<(), String> {
    let bytes = words(&noise(1024));
    let whole = buffer(c, STORAGE, &bytes)?;
    // SAFETY: as above.
    unsafe {
        for (index, offset) in [(0, 256), (1, 1024), (2, 3328)] {
            c.gl.bind_buffer_range(STORAGE, index, Some(whole), offset, 256);
        }
    }
    show(
        c,
        "layout(std430, binding = 0) readonly buffer A { uint a[]; };
        layout(std430, binding = 1) readonly buffer B { uvec4 b[]; };
        layout(std430, binding = 2) readonly buffer C { uvec2 c[]; };
        void main() { uvec2 p = uvec2(gl_FragCoord.xy); uint i = p.y * 2u + (p.x & 1u);
            uint v = p.x < 12u ? a[i + p.x] : p.x < 24u ? b[i & 15u].z : c[i].y;
            uint lengths = uint(a.length() + b.length() + c.length());
            colour = vec4(v & 255u, (v >> 8) & 255u, lengths, 255) / 255.0; }",
    )?;
    sound(c)
}

fn counters(c: &Context) -> Result<(), String> {
    indexed(c, glow::ATOMIC_COUNTER_BUFFER, 0, &words(&[10, 250, 33]))?;
    run(
        c,
        "layout(local_size_x = 32) in;
        layout(binding = 0, offset = 0) uniform atomic_uint up;
        layout(binding = 0, offset = 4) uniform atomic_uint down;
        void main() { atomicCounterIncrement(up);
            if (gl_GlobalInvocationID.x % 3u == 0u) atomicCounterDecrement(down); }",
        [3, 1],
    )?;
    cover(
        c,
        "layout(binding = 0, offset = 8) uniform atomic_uint drawn;
        void main() { atomicCounterIncrement(drawn); colour = vec4(1); }",
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.viewport(0, 0, 7, 9);
        draw(c);
        c.gl.memory_barrier(glow::ALL_BARRIER_BITS);
    }
    show(
        c,
        "layout(binding = 0, offset = 0) uniform atomic_uint up;
        layout(binding = 0, offset = 4) uniform atomic_uint down;
        layout(binding = 0, offset = 8) uniform atomic_uint drawn;
        void main() { colour = vec4(atomicCounter(up), atomicCounter(down), atomicCounter(drawn),
            255) / 255.0; }",
    )?;
    sound(c)
}

fn formats(c: &Context) -> Result<(), String> {
    // GLSL's name, GL's format, the type's prefix, the factor to a colour.
    let rows = [
        ("rgba8", glow::RGBA8, "", "1.0"),
        ("rgba8_snorm", glow::RGBA8_SNORM, "", "1.0"),
        ("rgba16f", glow::RGBA16F, "", "0.25"),
        ("r32f", glow::R32F, "", "0.125"),
        ("rgba32ui", glow::RGBA32UI, "u", "0.00390625"),
        ("rgba16i", glow::RGBA16I, "i", "0.00390625"),
    ];
    for (n, (name, format, prefix, factor)) in rows.into_iter().enumerate() {
        let mut pair = [None; 2];
        for (unit, access) in [(0, glow::READ_ONLY), (1, glow::WRITE_ONLY)] {
            let t = texture(c, glow::TEXTURE_2D, unit, glow::NEAREST)?;
            pair[unit as usize] = Some(t);
            // SAFETY: as above.
            unsafe {
                c.gl.tex_storage_2d(glow::TEXTURE_2D, 1, format, 8, 16);
                c.gl.bind_image_texture(unit, Some(t), 0, false, 0, access, format);
            }
        }
        let scale = 1.0 / factor.parse::<f32>().unwrap_or(1.0);
        // SAFETY: as above.
        unsafe {
            c.gl.bind_image_texture(0, pair[0], 0, false, 0, glow::WRITE_ONLY, format)
        };
        run(
            c,
            &format!(
                "layout(local_size_x = 8, local_size_y = 4) in;
                layout({name}, binding = 0) writeonly uniform {prefix}image2D to;
                void main() {{ ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                    vec4 v = vec4(p.x * 8, p.y * 4, 63 - p.x * p.y / 2, 64) / 64.0 * {scale:?};
                    imageStore(to, p, {prefix}vec4(v)); }}"
            ),
            [1, 4],
        )?;
        // SAFETY: as above.
        unsafe {
            c.gl.bind_image_texture(0, pair[0], 0, false, 0, glow::READ_ONLY, format)
        };
        run(
            c,
            &format!(
                "layout(local_size_x = 8, local_size_y = 4) in;
                layout({name}, binding = 0) readonly uniform {prefix}image2D from;
                layout({name}, binding = 1) writeonly uniform {prefix}image2D to;
                void main() {{ ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                    imageStore(to, p, imageLoad(from, ivec2(p.x, 15 - p.y))); }}"
            ),
            [1, 4],
        )?;
        let program = cover(
            c,
            &format!(
                "layout(binding = 1) uniform {prefix}sampler2D t; uniform int from;
                void main() {{ ivec2 p = ivec2(gl_FragCoord.xy) - ivec2(from, 0);
                    colour = vec4(texelFetch(t, p, 0)) * {factor}; colour.a = 1.0; }}"
            ),
        )?;
        integer(c, program, "from", n as i32 * 8);
        // SAFETY: as above.
        unsafe { c.gl.viewport(n as i32 * 8, 0, 8, 16) };
        draw(c);
    }
    sound(c)
}

fn image_by_fragments(c: &Context) -> Result<(), String> {
    let t = texture(c, glow::TEXTURE_2D, 0, glow::NEAREST)?;
    let (format, access) = (glow::RGBA8, glow::WRITE_ONLY);
    // SAFETY: as above.
    unsafe {
        c.gl.tex_storage_2d(glow::TEXTURE_2D, 1, format, 32, 32);
        c.gl.bind_image_texture(0, Some(t), 0, false, 0, access, format);
    }
    show(
        c,
        "layout(rgba8, binding = 0) writeonly uniform image2D to;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy);
            imageStore(to, ivec2(31 - p.y, p.x), vec4(vec2(p) / 31.0, (p.x & p.y & 4) / 4, 1));
            colour = vec4(1, 0, 0, 1); }",
    )?;
    // SAFETY: as above.
    unsafe { c.gl.memory_barrier(glow::ALL_BARRIER_BITS) };
    show(
        c,
        "layout(binding = 0) uniform sampler2D t;
        void main() { colour = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }",
    )?;
    sound(c)
}

fn layers(c: &Context) -> Result<(), String> {
    let target = glow::TEXTURE_2D_ARRAY;
    let (format, access) = (glow::RGBA8, glow::WRITE_ONLY);
    let t = texture(c, target, 0, glow::NEAREST_MIPMAP_NEAREST)?;
    // SAFETY: as above.
    unsafe {
        c.gl.tex_storage_3d(target, 2, format, 16, 16, 3);
        c.gl.bind_image_texture(0, Some(t), 0, true, 0, access, format);
        c.gl.bind_image_texture(1, Some(t), 1, false, 1, access, format);
    }
    run(
        c,
        "layout(local_size_x = 16, local_size_y = 1) in;
        layout(rgba8, binding = 0) writeonly uniform image2DArray all;
        layout(rgba8, binding = 1) writeonly uniform image2D one;
        void main() { ivec2 p = ivec2(gl_GlobalInvocationID.xy);
            for (int i = 0; i < 3; i++)
                imageStore(all, ivec3(p, i), vec4(float(p.x) / 15.0, float(p.y) / 15.0,
                    float(i) / 2.0, 1));
            if (p.x < 8 && p.y < 8) imageStore(one, p, vec4((p.x ^ p.y) & 1, p.y & 1, 1, 1)); }",
        [1, 16],
    )?;
    show(
        c,
        "layout(binding = 0) uniform sampler2DArray t;
        void main() { ivec2 p = ivec2(gl_FragCoord.xy); int i = p.x / 16; p.x %= 16;
            colour = i < 3 ? texelFetch(t, ivec3(p, i), 0) : texelFetch(t, ivec3(p / 2, 1), 1); }",
    )?;
    sound(c)
}

fn image_atomics(c: &Context) -> Result<(), String> {
    c.needs("GL_OES_shader_image_atomic")?;
    let t = texture(c, glow::TEXTURE_2D, 0, glow::NEAREST)?;
    let format = [glow::R32UI, glow::RED_INTEGER, glow::UNSIGNED_INT];
    fill(c, format, [32, 32], &words(&[40; 1024]));
    // SAFETY: as above.
    unsafe {
        c.gl.bind_image_texture(0, Some(t), 0, false, 0, glow::READ_WRITE, glow::R32UI)
    };
    compute(
        c,
        "layout(local_size_x = 8, local_size_y = 8) in;
        layout(r32ui, binding = 0) uniform uimage2D to;
        void main() { ivec2 p = ivec2(gl_GlobalInvocationID.xy);
            imageAtomicAdd(to, p / 2, 5u); imageAtomicMax(to, ivec2(p.x, 20), uint(p.y) * 6u);
            imageAtomicXor(to, ivec2(p.x, 21), uint(p.x) << 3);
            imageAtomicOr(to, ivec2(p.x, 22), 1u << (p.y & 7)); }",
    )?;
    // SAFETY: as above.
    unsafe {
        c.gl.dispatch_compute(4, 4, 1);
        c.gl.memory_barrier(glow::ALL_BARRIER_BITS);
    }
    show(
        c,
        "layout(binding = 0) uniform usampler2D t;
        void main() { uint v = texelFetch(t, ivec2(gl_FragCoord.xy), 0).r;
            colour = vec4(v & 255u, v >> 2 & 63u, 0, 255) / 255.0; }",
    )?;
    sound(c)
}

/// Triangles, one for each instance, whose place depends on the instance.
const TRIANGLES: &str = "layout(location = 0) in vec2 position; flat out vec3 shade;
    void main() { int i = gl_InstanceID; int v = gl_VertexID;
        vec2 at = vec2(i % 4, i / 4) * 0.5 - 0.75;
        shade = vec3(i % 4, i / 4, v) / 4.0;
        gl_Position = vec4(at + position * 0.187, 0.0, 1.0); }";
const SHADED: &str =
    "flat in vec3 shade; out vec4 colour; void main() { colour = vec4(shade, 1); }";
const CORNERS: [f32; 12] = [
    -1.0, -1.0, 1.0, -1.0, 0.0, 1.0, -1.0, 1.0, 1.0, 1.0, 0.0, -1.0,
];

fn indirect_arrays(c: &Context) -> Result<(), String> {
    pair(c, TRIANGLES, SHADED)?;
    let array = vertex_array(c)?;
    c.attribute(0, 2, &CORNERS)?;
    let sizes = words(&[0, 3, 10, 0, 0, 3, 16, 3, 0]);
    buffer(c, glow::DRAW_INDIRECT_BUFFER, &sizes)?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear_color(0.0, 0.0, 0.0, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.bind_vertex_array(Some(array));
        c.gl.draw_arrays_indirect_offset(glow::TRIANGLES, 4);
        c.gl.enable(glow::BLEND);
        c.gl.blend_func(glow::ONE, glow::ONE);
        c.gl.draw_arrays_indirect_offset(glow::TRIANGLES, 20);
    }
    sound(c)
}

fn vertex_array(c: &Context) -> Result<glow::VertexArray, String> {
    // SAFETY: as above.
    unsafe {
        let array = c.gl.create_vertex_array()?;
        c.gl.bind_vertex_array(Some(array));
        Ok(array)
    }
}

fn indirect_elements(c: &Context) -> Result<(), String> {
    let made = indexed(c, STORAGE, 0, &words(&[0; 10]))?;
    run(
        c,
        "layout(local_size_x = 1) in;
        layout(std430, binding = 0) writeonly buffer D { uint n[]; };
        void main() { n[0] = 3u; n[1] = 7u; n[2] = 0u; n[3] = 0u; n[4] = 0u;
            n[5] = 3u; n[6] = 15u; n[7] = 1u; n[8] = 2u; n[9] = 0u; }",
        [1, 1],
    )?;
    pair(c, TRIANGLES, SHADED)?;
    vertex_array(c)?;
    c.attribute(0, 2, &CORNERS)?;
    let indices: Vec<u8> = [0u16, 1, 2, 3]
        .iter()
        .flat_map(|i| i.to_ne_bytes())
        .collect();
    buffer(c, glow::ELEMENT_ARRAY_BUFFER, &indices)?;
    // SAFETY: as above.
    unsafe {
        c.gl.clear_color(0.0, 0.0, 0.0, 1.0);
        c.gl.clear(glow::COLOR_BUFFER_BIT);
        c.gl.bind_buffer(glow::DRAW_INDIRECT_BUFFER, Some(made));
        let (mode, kind) = (glow::TRIANGLES, glow::UNSIGNED_SHORT);
        c.gl.draw_elements_indirect_offset(mode, kind, 0);
        c.gl.enable(glow::BLEND);
        c.gl.blend_func(glow::ONE, glow::ONE);
        c.gl.draw_elements_indirect_offset(mode, kind, 20);
    }
    sound(c)
}
