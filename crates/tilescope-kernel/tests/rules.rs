//! Every rule about Linux's refusals: a submission that barely keeps it, and
//! one that breaks it and no earlier one.

use std::collections::BTreeSet;

use tilescope_core::Location;
use tilescope_kernel::vc4::render_list::RenderArgs;
use tilescope_kernel::vc4::shader::{self, ShaderInfo};
use tilescope_kernel::vc4::submit::{BoView, Buffers, Input, SurfaceArgs, prepare};
use tilescope_vc4::rules::kernel;

const NOP: u64 = 0x1000_09e7_009e_7000;
const END: u64 = 0x3000_09e7_009e_7000;
const SWITCH: u64 = 0x2000_09e7_009e_7000;

/// Samples a texture through TMU0, then reads a buffer directly through TMU1:
/// uniforms P0, P1, clamp, base.
const SAMPLING: [u64; 9] = [
    // or tmu0t, r1, r1; or tmu0s, r0, r0
    0x1002_0e67_159e_7240,
    0x1002_0e27_159e_7000,
    NOP,
    // max r0, r0, 0; min r0, r0, unif; add tmu1s, r0, unif
    0xd002_0827_139c_01c0,
    0x1002_0827_1282_7180,
    0x1002_0f27_0c82_7180,
    END,
    NOP,
    NOP,
];

/// A frame of one tile with an indexed draw and another, in numbers to change.
#[derive(Clone)]
struct Frame {
    /// Put in front of the last two records.
    extra: Vec<u8>,
    gem_handles: [u32; 2],
    state: u32,
    /// Count, offset, highest index.
    indexed: [u32; 3],
    /// Count and first vertex.
    array: [u32; 2],
    declared: u32,
    /// Fragment, vertex and coordinate shader, attribute.
    record_buffers: [u32; 4],
    code_offset: u32,
    /// Offset, size less 1, stride.
    attribute: (u32, u8, u8),
    records_cut: usize,
    textures: [u32; 2],
    /// P0, P1, clamp, base.
    uniforms: [u32; 4],
    uniforms_cut: usize,
    render: RenderArgs,
}

/// Buffers: 0 has 64 KiB, 1 a MiB; 2 is a fragment shader, 3 a vertex and
/// coordinate shader, 4 a shader that switches threads.
fn good() -> Frame {
    let color = SurfaceArgs {
        hindex: 1,
        bits: 1 << 2,
        ..SurfaceArgs::default()
    };
    Frame {
        extra: vec![],
        gem_handles: [0, 0],
        state: 1,
        indexed: [3, 0, 2],
        array: [3, 0],
        declared: 1,
        record_buffers: [2, 3, 3, 0],
        code_offset: 0,
        attribute: (0, 15, 16),
        records_cut: 0,
        textures: [1, 1],
        uniforms: [4096, 16 << 20 | 16 << 8, 100, 0],
        uniforms_cut: 0,
        render: RenderArgs {
            width: 64,
            height: 64,
            color_write: color,
            ..RenderArgs::default()
        },
    }
}

fn put(to: &mut Vec<u8>, words: &[u32]) {
    to.extend(words.iter().flat_map(|w| w.to_le_bytes()));
}

fn input(f: &Frame) -> Input {
    let mut bin = vec![112];
    bin.extend([0; 12]);
    bin.extend([1, 1, 0, 6, 254]);
    put(&mut bin, &f.gem_handles);
    bin.push(64);
    put(&mut bin, &[f.state]);
    bin.extend([32, 0x14]);
    put(&mut bin, &f.indexed);
    bin.extend([33, 4]);
    put(&mut bin, &f.array);
    bin.extend(&f.extra);
    bin.extend([7, 4]);
    let mut records = Vec::new();
    put(&mut records, &f.record_buffers);
    put(&mut records, &[1, f.code_offset, 0, 0, 0, 0, 0, 0, 0]);
    put(&mut records, &[f.attribute.0]);
    records.extend([f.attribute.1, f.attribute.2, 0, 0]);
    records.truncate(records.len() - f.records_cut);
    let mut uniforms = Vec::new();
    put(&mut uniforms, &f.textures);
    put(&mut uniforms, &f.uniforms);
    uniforms.truncate(uniforms.len() - f.uniforms_cut);
    Input {
        bin_list: bin,
        records,
        record_count: f.declared,
        uniforms,
        render: f.render.clone(),
    }
}

fn shader_info(code: &[u64]) -> ShaderInfo {
    let mut words = code.to_vec();
    words.resize(512, 0);
    shader::validate(&words, 0).expect("a good shader")
}

/// The rule that a frame breaks, if it breaks one.
fn broken_rule(f: &Frame) -> Option<&'static str> {
    let shaders = [
        shader_info(&SAMPLING),
        shader_info(&[END, NOP, NOP]),
        shader_info(&[SWITCH, NOP, NOP, END, NOP, NOP]),
    ];
    let mut views = vec![
        BoView {
            address: 0x1000_0000,
            size: 64 << 10,
            shader: None,
        },
        BoView {
            address: 0x2000_0000,
            size: 1 << 20,
            shader: None,
        },
    ];
    views.extend(shaders.iter().map(|s| BoView {
        address: 0x3000_0000,
        size: 4096,
        shader: Some(s),
    }));
    let mut allocate = |_, _| Ok(0x4000_0000);
    let result = prepare(&input(f), &Buffers(&views), &mut allocate, &Location::new());
    result.err().map(|r| r.finding.expect("a reason").rule.id)
}

type Change = fn(&mut Frame);

/// Rule, a change that barely keeps it, a change that breaks it.
const CASES: &[(&str, Change, Change)] = &[
    (
        "VC4-KERNEL-003",
        |f| f.textures[0] = 0,
        |f| f.textures[0] = 5,
    ),
    (
        "VC4-KERNEL-004",
        |f| f.gem_handles[0] = 1,
        |f| f.gem_handles[0] = 2,
    ),
    (
        "VC4-KERNEL-005",
        |f| f.record_buffers[1] = 3,
        |f| f.record_buffers[1] = 0,
    ),
    (
        "VC4-KERNEL-020",
        |f| f.extra = vec![1],
        |f| f.extra = vec![16, 0, 0, 0, 0],
    ),
    (
        "VC4-KERNEL-021",
        |f| f.indexed[1] = 65530,
        |f| f.indexed[1] = 65532,
    ),
    (
        "VC4-KERNEL-022",
        |f| f.array = [4000, 96],
        |f| f.array = [u32::MAX, 1],
    ),
    ("VC4-KERNEL-023", |f| f.declared = 2, |f| f.declared = 0),
    ("VC4-KERNEL-024", |f| f.state = 1, |f| f.state = 0x11),
    (
        "VC4-KERNEL-040",
        |f| f.records_cut = 0,
        |f| f.records_cut = 1,
    ),
    (
        "VC4-KERNEL-041",
        |f| f.code_offset = 0,
        |f| f.code_offset = 8,
    ),
    (
        "VC4-KERNEL-042",
        |f| f.record_buffers[2] = 3,
        |f| f.record_buffers[2] = 4,
    ),
    (
        "VC4-KERNEL-043",
        |f| f.uniforms_cut = 0,
        |f| f.uniforms_cut = 4,
    ),
    (
        "VC4-KERNEL-044",
        |f| f.attribute = (65520, 15, 0),
        |f| f.attribute = (65521, 15, 0),
    ),
    (
        "VC4-KERNEL-045",
        |f| f.indexed[2] = 4095,
        |f| f.indexed[2] = 4096,
    ),
    (
        "VC4-KERNEL-046",
        |f| f.uniforms[2..].copy_from_slice(&[(1 << 20) - 20, 16]),
        |f| f.uniforms[2..].copy_from_slice(&[(1 << 20) - 19, 16]),
    ),
    (
        "VC4-KERNEL-047",
        |f| f.uniforms[0] = (1 << 20) - 4096,
        |f| f.uniforms[..2].copy_from_slice(&[(1 << 20) - 4096, 16 << 20 | 68 << 8]),
    ),
    (
        "VC4-KERNEL-048",
        |f| f.uniforms[0] = 4096 | 4,
        |f| f.uniforms[0] = 1,
    ),
    (
        "VC4-KERNEL-049",
        |f| f.record_buffers[0] = 2,
        |f| f.record_buffers[0] = 4,
    ),
    (
        "VC4-KERNEL-060",
        |f| f.render.x_tiles = (1, 1),
        |f| f.render.x_tiles = (1, 0),
    ),
    (
        "VC4-KERNEL-061",
        |f| f.render.color_write.bits |= 1 << 4,
        |f| f.render.color_write.bits |= 1 << 12,
    ),
    (
        "VC4-KERNEL-062",
        |f| f.render.color_write.bits = 2 << 2,
        |f| f.render.color_write.bits = 3 << 2,
    ),
    (
        "VC4-KERNEL-063",
        |f| {
            f.render.zs_write = SurfaceArgs {
                hindex: 1,
                offset: 16,
                bits: 2,
                flags: 0,
            }
        },
        |f| {
            f.render.zs_write = SurfaceArgs {
                hindex: 1,
                offset: 8,
                bits: 2,
                flags: 0,
            }
        },
    ),
    (
        "VC4-KERNEL-064",
        |f| f.render.color_write.offset = (1 << 20) - (16 << 10),
        |f| f.render.color_write.offset = (1 << 20) - (16 << 10) + 16,
    ),
    (
        "VC4-KERNEL-065",
        |f| f.render.width = 4096,
        |f| f.render.width = 4097,
    ),
    (
        "VC4-KERNEL-066",
        |f| f.render.msaa_zs_write.hindex = 1,
        |f| f.render.color_write.hindex = u32::MAX,
    ),
];

#[test]
fn each_rule_is_kept_and_broken() {
    assert_eq!(broken_rule(&good()), None);
    let mut wrong = Vec::new();
    for (id, keep, break_it) in CASES {
        let (mut kept, mut broken) = (good(), good());
        keep(&mut kept);
        break_it(&mut broken);
        for (frame, want) in [(kept, None), (broken, Some(*id))] {
            let got = broken_rule(&frame);
            if got != want {
                wrong.push(format!("{id}: {want:?} expected, {got:?} found"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rules about handles, memory and arguments: broken and kept in `client/`,
/// where there are files and handles.
const IN_CLIENT: [&str; 6] = [
    "VC4-KERNEL-001",
    "VC4-KERNEL-002",
    "VC4-KERNEL-006",
    "VC4-KERNEL-007",
    "VC4-KERNEL-008",
    "VC4-KERNEL-009",
];

#[test]
fn no_rule_is_left_out() {
    let cases = CASES.iter().map(|(id, _, _)| *id);
    let tested: BTreeSet<&str> = cases.chain(IN_CLIENT).collect();
    let all: BTreeSet<&str> = kernel::ALL.iter().map(|r| r.id).collect();
    assert_eq!(tested, all);
}
