//! Compute shaders: groups, shared memory, barriers, indirect sizes, images.

use glow::HasContext;

use super::Program;
use super::modern::{buffer, compute as shader, fill, indexed, noise, show, sound, texture, words};
use crate::context::{Context, Kind};

pub const ALL: &[Program] = &[
    Program {
        name: "compute-buffer",
        about: "a buffer written by 64 invocations, read by the CPU",
        size: (32, 32),
        kind: Kind::Es31,
        draw: by_cpu,
    },
    Program {
        name: "compute-groups",
        about: "identities of groups and invocations in three dimensions",
        size: (64, 64),
        kind: Kind::Es31,
        draw: groups,
    },
    Program {
        name: "compute-shared",
        about: "running sums in shared memory, with barriers, in 16 groups",
        size: (64, 16),
        kind: Kind::Es31,
        draw: shared,
    },
    Program {
        name: "compute-shared-atomics",
        about: "a histogram in shared memory",
        size: (64, 16),
        kind: Kind::Es31,
        draw: shared_atomics,
    },
    Program {
        name: "compute-indirect",
        about: "numbers of groups from a buffer that another dispatch wrote",
        size: (32, 32),
        kind: Kind::Es31,
        draw: indirect,
    },
    Program {
        name: "compute-image",
        about: "an image stored by a compute shader, and blurred by another",
        size: (64, 64),
        kind: Kind::Es31,
        draw: image,
    },
    Program {
        name: "compute-texture",
        about: "lookups with explicit levels in a compute shader",
        size: (32, 32),
        kind: Kind::Es31,
        draw: lookups,
    },
    Program {
        name: "compute-blocks",
        about: "a uniform block and the length of a buffer in a compute shader",
        size: (32, 32),
        kind: Kind::Es31,
        draw: blocks,
    },
    Program {
        name: "compute-loop",
        about: "branches and loops that differ between invocations",
        size: (64, 32),
        kind: Kind::Es31,
        draw: divergent,
    },
];

const STORAGE: u32 = glow::SHADER_STORAGE_BUFFER;

/// A fragment shader that shows the words of buffer 0 as colours, `width` in a row.
fn words_of(width: u32) -> String {
    format!(
        "layout(std430, binding = 0) readonly buffer B {{ uint words[]; }};
        void main() {{ uvec2 p = uvec2(gl_FragCoord.xy); uint w = words[p.y * {width}u + p.x];
            colour = vec4(w & 255u, (w >> 8) & 255u, (w >> 16) & 255u, 255) / 255.0; }}"
    )
}

fn dispatch(c: &Context, x: u32, y: u32, z: u32) {
    // SAFETY: the context is current, here and below.
    unsafe {
        c.gl.dispatch_compute(x, y, z);
        c.gl.memory_barrier(glow::ALL_BARRIER_BITS);
    }
}

fn by_cpu(c: &Context) -> Result<(), String> {
    indexed(c, STORAGE, 0, &[0; 4096])?;
    shader(
        c,
        "layout(local_size_x = 64) in;
        layout(std430, binding = 0) writeonly buffer B { uint words[]; };
        void main() { uint i = gl_GlobalInvocationID.x;
            words[i] = 0xff000000u | i * 0x010305u; }",
    )?;
    dispatch(c, 16, 1, 1);
    // SAFETY: the mapping is of 4096 bytes, and ends before the buffer is used again.
    let bytes = unsafe {
        let read = c.gl.map_buffer_range(STORAGE, 0, 4096, glow::MAP_READ_BIT);
        if read.is_null() {
            return Err("the buffer cannot be mapped\n".into());
        }
        let bytes = std::slice::from_raw_parts(read, 4096).to_vec();
        c.gl.unmap_buffer(STORAGE);
        bytes
    };
    texture(c, glow::TEXTURE_2D, 0, glow::NEAREST)?;
    let format = [glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE];
    fill(c, format, [32, 32], &bytes);
    show(
        c,
        "layout(binding = 0) uniform sampler2D t;
        void main() { colour = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }",
    )?;
    sound(c)
}

fn groups(c: &Context) -> Result<(), String> {
    indexed(c, STORAGE, 0, &vec![0; 64 * 64 * 4])?;
    shader(
        c,
        "layout(local_size_x = 4, local_size_y = 2, local_size_z = 2) in;
        layout(std430, binding = 0) writeonly buffer B { uint words[]; };
        void main() { uvec3 g = gl_GlobalInvocationID;
            uvec3 all = gl_NumWorkGroups * gl_WorkGroupSize;
            uint i = (g.z * all.y + g.y) * all.x + g.x;
            words[i] = (gl_WorkGroupID.x * 20u + gl_WorkGroupID.y * 5u)
                | (gl_LocalInvocationIndex * 16u << 8)
                | ((gl_WorkGroupID.z * 30u + gl_LocalInvocationID.z * 100u) << 16); }",
    )?;
    dispatch(c, 4, 16, 4);
    show(c, &words_of(64))?;
    sound(c)
}

fn shared(c: &Context) -> Result<(), String> {
    indexed(c, STORAGE, 0, &vec![0; 64 * 16 * 4])?;
    shader(
        c,
        "layout(local_size_x = 64) in;
        layout(std430, binding = 0) writeonly buffer B { uint words[]; };
        shared uint sums[64];
        void main() { uint i = gl_LocalInvocationID.x; uint g = gl_WorkGroupID.x;
            sums[i] = (i * (g + 3u)) & 7u;
            for (uint step = 1u; step < 64u; step *= 2u) {
                memoryBarrierShared(); barrier();
                uint other = i >= step ? sums[i - step] : 0u;
                memoryBarrierShared(); barrier();
                sums[i] += other;
            }
            memoryBarrierShared(); barrier();
            words[g * 64u + i] = (sums[i] & 255u) | (sums[63u - i] & 255u) << 8; }",
    )?;
    dispatch(c, 16, 1, 1);
    show(c, &words_of(64))?;
    sound(c)
}

fn shared_atomics(c: &Context) -> Result<(), String> {
    indexed(c, STORAGE, 0, &vec![0; 64 * 16 * 4])?;
    indexed(c, STORAGE, 1, &words(&noise(1024)))?;
    shader(
        c,
        "layout(local_size_x = 64) in;
        layout(std430, binding = 0) writeonly buffer B { uint words[]; };
        layout(std430, binding = 1) readonly buffer N { uint noise[]; };
        shared uint bins[16]; shared uint most; shared int least;
        void main() { uint i = gl_LocalInvocationID.x; uint g = gl_WorkGroupID.x;
            if (i < 16u) bins[i] = 0u;
            if (i == 0u) { most = 0u; least = 1000; }
            memoryBarrierShared(); barrier();
            uint n = noise[g * 64u + i];
            atomicAdd(bins[n & 15u], 16u);
            atomicMax(most, (n >> 4) & 255u);
            atomicMin(least, int((n >> 12) & 255u) - 100);
            memoryBarrierShared(); barrier();
            words[g * 64u + i] = min(bins[i >> 2], 255u) | most << 8
                | uint(least + 100) << 16; }",
    )?;
    dispatch(c, 16, 1, 1);
    show(c, &words_of(64))?;
    sound(c)
}

fn indirect(c: &Context) -> Result<(), String> {
    indexed(c, STORAGE, 0, &vec![0; 32 * 32 * 4])?;
    indexed(c, STORAGE, 1, &words(&[9; 8]))?;
    shader(
        c,
        "layout(local_size_x = 1) in;
        layout(std430, binding = 1) writeonly buffer G { uint groups[]; };
        void main() { groups[1] = 4u; groups[2] = 3u; groups[3] = 1u; }",
    )?;
    dispatch(c, 1, 1, 1);
    let sizes = buffer(c, glow::COPY_READ_BUFFER, &words(&[4, 8, 2]))?;
    shader(
        c,
        "layout(local_size_x = 8, local_size_y = 4) in;
        layout(std430, binding = 0) buffer B { uint words[]; };
        layout(std430, binding = 1) readonly buffer G { uint groups[]; };
        void main() { uvec2 g = gl_GlobalInvocationID.xy;
            words[g.y * 32u + g.x] += gl_NumWorkGroups.x * 10u | gl_NumWorkGroups.y * 20u << 8
                | (gl_WorkGroupID.z + groups[2]) * 30u << 16; }",
    )?;
    // SAFETY: as above.
    unsafe {
        // Two layers of groups may not add at once.
        c.gl.bind_buffer(glow::COPY_READ_BUFFER, Some(sizes));
        c.gl.buffer_sub_data_u8_slice(glow::COPY_READ_BUFFER, 8, &words(&[1]));
        c.gl.bind_buffer(glow::DISPATCH_INDIRECT_BUFFER, Some(sizes));
        c.gl.dispatch_compute_indirect(0);
        c.gl.memory_barrier(glow::ALL_BARRIER_BITS);
        let made = indexed_buffer(c, 1);
        c.gl.bind_buffer(glow::DISPATCH_INDIRECT_BUFFER, made);
        c.gl.dispatch_compute_indirect(4);
        c.gl.memory_barrier(glow::ALL_BARRIER_BITS);
    }
    show(c, &words_of(32))?;
    sound(c)
}

/// The storage buffer at an index.
fn indexed_buffer(c: &Context, index: u32) -> Option<glow::Buffer> {
    // SAFETY: as above.
    let name = unsafe {
        c.gl.get_parameter_indexed_i32(glow::SHADER_STORAGE_BUFFER_BINDING, index)
    };
    std::num::NonZeroU32::new(name as u32).map(glow::NativeBuffer)
}

fn image(c: &Context) -> Result<(), String> {
    let format = glow::RGBA8;
    for unit in 0..2 {
        let t = texture(c, glow::TEXTURE_2D, unit, glow::NEAREST)?;
        // SAFETY: as above.
        unsafe {
            c.gl.tex_storage_2d(glow::TEXTURE_2D, 1, format, 64, 64);
            let access = [glow::WRITE_ONLY, glow::READ_WRITE][usize::from(unit == 0)];
            c.gl.bind_image_texture(unit, Some(t), 0, false, 0, access, format);
        }
    }
    shader(
        c,
        "layout(local_size_x = 8, local_size_y = 8) in;
        layout(rgba8, binding = 0) writeonly uniform image2D to;
        void main() { ivec2 p = ivec2(gl_GlobalInvocationID.xy);
            vec2 d = vec2(p) - vec2(31.5);
            imageStore(to, p, vec4(dot(d, d) < 500.0 ? 1.0 : 0.0, float(p.x) / 63.0,
                float((p.x ^ p.y) & 8) / 8.0, 1.0)); }",
    )?;
    dispatch(c, 8, 8, 1);
    shader(
        c,
        "layout(local_size_x = 8, local_size_y = 8) in;
        layout(rgba8, binding = 0) readonly uniform image2D from;
        layout(rgba8, binding = 1) writeonly uniform image2D to;
        void main() { ivec2 p = ivec2(gl_GlobalInvocationID.xy);
            ivec2 size = imageSize(from); vec4 sum = vec4(0);
            for (int y = -2; y <= 2; y++) for (int x = -2; x <= 2; x++)
                sum += imageLoad(from, clamp(p + ivec2(x, y), ivec2(0), size - 1));
            imageStore(to, p, sum / 25.0); }",
    )?;
    dispatch(c, 8, 8, 1);
    show(
        c,
        "layout(binding = 1) uniform sampler2D t;
        void main() { colour = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }",
    )?;
    sound(c)
}

fn lookups(c: &Context) -> Result<(), String> {
    indexed(c, STORAGE, 0, &vec![0; 32 * 32 * 4])?;
    texture(c, glow::TEXTURE_2D, 0, glow::NEAREST_MIPMAP_NEAREST)?;
    let target = glow::TEXTURE_2D;
    // SAFETY: as above.
    unsafe {
        c.gl.tex_parameter_i32(target, glow::TEXTURE_MAG_FILTER, glow::LINEAR as i32);
        c.gl.tex_storage_2d(target, 3, glow::RGBA8, 8, 8);
        for level in 0..3 {
            let side = 8 >> level;
            let bytes = words(&noise((side * side) as usize + level as usize)[level as usize..]);
            let pixels = glow::PixelUnpackData::Slice(Some(&bytes));
            let (format, kind) = (glow::RGBA, glow::UNSIGNED_BYTE);
            c.gl.tex_sub_image_2d(target, level, 0, 0, side, side, format, kind, pixels);
        }
    }
    shader(
        c,
        "layout(local_size_x = 8, local_size_y = 8) in;
        layout(std430, binding = 0) writeonly buffer B { uint words[]; };
        layout(binding = 0) uniform sampler2D t;
        void main() { uvec2 g = gl_GlobalInvocationID.xy;
            vec2 at = (vec2(g) + 0.5) / 32.0;
            vec4 v = g.y < 8u ? textureLod(t, at, 1.0) : g.y < 16u ? textureLod(t, at, 2.0)
                : g.y < 24u ? texelFetch(t, ivec2(g >> 2), 0)
                : vec4(textureSize(t, int(g.x >> 3) & 1), 8, 4) / 16.0;
            words[g.y * 32u + g.x] = packUnorm4x8(v); }",
    )?;
    dispatch(c, 4, 4, 1);
    show(c, &words_of(32))?;
    sound(c)
}

fn blocks(c: &Context) -> Result<(), String> {
    indexed(c, STORAGE, 0, &vec![0; 32 * 32 * 4])?;
    indexed(c, STORAGE, 1, &words(&[0; 37]))?;
    let values: Vec<f32> = (0..64).map(|i| (i * 3) as f32).collect();
    indexed(c, glow::UNIFORM_BUFFER, 0, &super::modern::floats(&values))?;
    shader(
        c,
        "layout(local_size_x = 32) in;
        layout(std430, binding = 0) writeonly buffer B { uint words[]; };
        layout(std430, binding = 1) readonly buffer L { uint more[]; };
        layout(std140, binding = 0) uniform U { vec4 rows[16]; };
        void main() { uint x = gl_LocalInvocationID.x; uint y = gl_WorkGroupID.x;
            vec4 row = rows[(x + y) & 15u];
            words[y * 32u + x] = uint(row[y & 3u]) | uint(more.length()) << 8
                | uint(row.x) << 16; }",
    )?;
    dispatch(c, 32, 1, 1);
    show(c, &words_of(32))?;
    sound(c)
}

fn divergent(c: &Context) -> Result<(), String> {
    indexed(c, STORAGE, 0, &vec![0; 64 * 32 * 4])?;
    shader(
        c,
        "layout(local_size_x = 16) in;
        layout(std430, binding = 0) writeonly buffer B { uint words[]; };
        void main() { uint i = gl_GlobalInvocationID.x + 1u; uint n = i; uint steps = 0u;
            uint top = n;
            while (n != 1u && steps < 255u) {
                n = (n & 1u) == 0u ? n >> 1 : 3u * n + 1u; steps++; top = max(top, n);
                if (steps > 100u && i % 7u == 0u) break; }
            words[i - 1u] = steps | (top & 255u) << 8 | ((top >> 8) & 255u) << 16; }",
    )?;
    dispatch(c, 128, 1, 1);
    show(c, &words_of(64))?;
    sound(c)
}
