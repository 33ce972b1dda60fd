//! A triangle, from assembly to pixels in the client's pages.

use std::os::unix::fs::FileExt;

use super::rig::{Client, Rig, Submit, words};
use tilescope_core::Status;
use tilescope_vc4::isa::assemble;

/// Passes its inputs through: seven rows for the binner.
const COORDINATE: &str = "li vpr_setup, -, 0x701a00;
;;;
ori a0, vpr, 0;
ori a1, vpr, 0;
ori a2, vpr, 0;
ori a3, vpr, 0;
ori a4, vpr, 0;
ori a5, vpr, 0;
ori a6, vpr, 0;
li vpw_setup, -, 0x1a00;
or vpw, a0, a0;
or vpw, a1, a1;
or vpw, a2, a2;
or vpw, a3, a3;
or vpw, a4, a4;
or vpw, a5, a5;
or vpw, a6, a6;
pe;;;";

/// Position on the screen, depth, 1/Wc, red, green, blue.
const VERTEX: &str = "li vpr_setup, -, 0x601a00;
;;;
ori a0, vpr, 0;
ori a1, vpr, 0;
ori a2, vpr, 0;
ori a3, vpr, 0;
ori a4, vpr, 0;
ori a5, vpr, 0;
li vpw_setup, -, 0x1a00;
or vpw, a0, a0;
or vpw, a1, a1;
or vpw, a2, a2;
or vpw, a3, a3;
or vpw, a4, a4;
or vpw, a5, a5;
pe;;;";

/// Three varyings become 0xffrrggbb.
const FRAGMENT: &str = "fmul r0, vary_rd, a15;
fadd r0, r0, r5;
fmul r1, vary_rd, a15;
fadd r1, r1, r5;
fmul r2, vary_rd, a15;
fadd r2, r2, r5;
li r3, -, 0xff000000;
fmuli r3, r0, 1f pm8c;
fmuli r3, r1, 1f pm8b;
fmuli r3, r2, 1f pm8a;
or tlb_clr_all, r3, r3 usb;
pe;;;";

fn shader(c: Client<'_>, source: &str) -> u32 {
    let program = assemble(source, &|_| None).expect("a good program");
    c.try_shader(&program.words).expect("a checked program")
}

/// Clip position, position on the screen in 1/16 pixel from its centre, depth,
/// 1/Wc, red.
fn vertex(x: f32, y: f32) -> Vec<u8> {
    let screen = |v: f32| (v * 512.0) as i16 as u16;
    let packed = u32::from(screen(y)) << 16 | u32::from(screen(x));
    let one = 1f32.to_bits();
    let half = 0.5f32.to_bits();
    words(&[
        x.to_bits(),
        y.to_bits(),
        0,
        one,
        packed,
        half,
        one,
        one,
        0,
        0,
    ])
}

fn bin_list() -> Vec<u8> {
    let mut bin = vec![112];
    bin.extend([0; 12]);
    bin.extend([1, 1, 0]);
    bin.push(6);
    bin.extend([102, 0, 0, 0, 0, 64, 0, 64, 0]);
    // Both sides, no depth test.
    bin.extend([96, 3, 0x70, 0]);
    bin.extend([103, 0, 2, 0, 2]);
    let floats = |op: u8, a: f32, b: f32| [vec![op], words(&[a.to_bits(), b.to_bits()])].concat();
    bin.extend(floats(105, 512.0, 512.0));
    bin.extend(floats(106, 0.5, 0.5));
    bin.extend([56, 0x12]);
    bin.extend([vec![64], words(&[2])].concat());
    bin.extend([vec![33, 4], words(&[3, 0])].concat());
    bin.extend([7, 4]);
    bin
}

fn records() -> Vec<u8> {
    // Buffers: fragment, vertex, coordinate shader, two attributes.
    let mut r = words(&[2, 3, 4, 1, 1]);
    // Single-threaded with clipping; three varyings.
    r.extend([5, 0, 0, 3]);
    r.extend(words(&[0, 0]));
    // The vertex shader reads 24 bytes of attribute 1, the other 28 of 0.
    r.extend([0, 0, 2, 24]);
    r.extend(words(&[0, 0]));
    r.extend([0, 0, 1, 28]);
    r.extend(words(&[0, 0]));
    r.extend(words(&[0]));
    r.extend([27, 40, 0, 0]);
    r.extend(words(&[16]));
    r.extend([23, 40, 0, 0]);
    r
}

#[test]
fn a_triangle_is_drawn_by_checked_shaders() {
    let rig = Rig::new();
    let c = rig.open();
    let (target, vertices) = (c.create(64 * 64 * 4), c.create(4096));
    let code = [FRAGMENT, VERTEX, COORDINATE].map(|s| shader(c, s));
    let (file, at) = c.map(vertices, 4096).unwrap();
    let corners = [vertex(-1.0, -1.0), vertex(1.0, -1.0), vertex(-1.0, 1.0)].concat();
    file.write_all_at(&corners, at).unwrap();
    let job = Submit {
        handles: [vec![target, vertices], code.to_vec()].concat(),
        bin: bin_list(),
        records: records(),
        record_count: 1,
        ..Submit::clear(target, (64, 64), 0x1111_1111)
    };
    assert_eq!(c.submit(&job), Ok(1));
    let (file, at) = c.map(target, 64 * 64 * 4).unwrap();
    let mut image = vec![0; 64 * 64 * 4];
    file.read_exact_at(&mut image, at).unwrap();
    for y in 0..64 {
        for x in 0..64 {
            let p = (y * 64 + x) * 4;
            let got = u32::from_le_bytes(image[p..p + 4].try_into().unwrap());
            // The edge itself belongs to one side or the other.
            let want = match x + y {
                63 => continue,
                ..63 => 0xffff_0000,
                _ => 0x1111_1111,
            };
            assert_eq!(got, want, "({x}, {y})");
        }
    }
    let (ids, seen) = rig.end();
    assert!(ids.is_empty(), "{:?}", seen.recorder.findings);
    assert_eq!(seen.outcomes[0].status, Status::Done);
}
