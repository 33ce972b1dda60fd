//! Results of packs and unpacks, from the same sources as `vectors`.

use crate::asm::*;
use crate::vectors::{R, expect};
use tilescope_exec::Lanes16;
use tilescope_vc4::isa::word::{raddr, waddr};
use tilescope_vc4::isa::{AddOp, MulOp, Mux, Signal};

#[test]
fn unpack_integer() {
    let x = random(1, 8)[0];
    let got = |mode| {
        let code = [
            w().a(raddr::VPM_READ).mov(0, Mux::A),
            w(),
            w().a(0).unpack(mode).mov(waddr::VPM_WRITE, Mux::A),
        ];
        vpm(&code, &[x])[0]
    };
    expect(&got(1), |i| x[i] as i16 as u32);
    expect(&got(2), |i| (x[i] >> 16) as i16 as u32);
    expect(&got(3), |i| (x[i] >> 24) * 0x0101_0101);
    for n in 0..4u8 {
        expect(&got(4 + n), |i| x[i] >> (8 * n) & 255);
    }
}

#[test]
fn unpack_float() {
    let h =
        |i: usize, seed: u32| (0x3000 + (i as u32 * 531 + seed) % 0x1800) | (i as u32 & 1) << 15;
    let x = Lanes16::from_fn(|i| h(i, 3) | h(i, 77) << 16);
    let from_half = |h: u32| {
        let (s, e, m) = (h >> 15 & 1, h >> 10 & 31, h & 0x3ff);
        (1.0 + m as f32 / 1024.0) * 2f32.powi(e as i32 - 15) * (1.0 - 2.0 * s as f32)
    };
    for r4 in [false, true] {
        let got = |mode| {
            let end = if r4 {
                w().pm()
                    .unpack(mode)
                    .small(0)
                    .add(AddOp::Fadd, waddr::VPM_WRITE, Mux::R4, Mux::B)
            } else {
                w().a(0)
                    .unpack(mode)
                    .small(0)
                    .add(AddOp::Fadd, waddr::VPM_WRITE, Mux::A, Mux::B)
            };
            let code = [
                w().a(raddr::VPM_READ).mov(0, Mux::A),
                w().sig(Signal::LoadTmu0),
                end,
            ];
            let io = crate::device::Recorder {
                vpm: vec![x],
                tmu: vec![x],
                ..Default::default()
            };
            run_with(&code, io, Default::default()).1.written[0]
        };
        expect(&got(1), |i| from_half(x[i] & 0xffff).to_bits());
        expect(&got(2), |i| from_half(x[i] >> 16).to_bits());
        for n in 0..4u8 {
            let v = got(4 + n);
            for i in 0..16 {
                let want = (x[i] >> (8 * n) & 255) as f32 / 255.0;
                let ulps = (v[i] as i32 - want.to_bits() as i32).abs();
                assert!(ulps <= 1, "{mode} {i}", mode = 4 + n);
            }
        }
    }
}

fn packed(mode: u8, x: &Lanes16, op: AddOp) -> Lanes16 {
    let code = [
        w().a(raddr::VPM_READ).mov(R[0], Mux::A),
        ldi(0, 0, 0x1122_3344),
        w().pack(mode).add(op, 0, Mux::R0, Mux::R0),
        w(),
        w().a(0).mov(waddr::VPM_WRITE, Mux::A),
    ];
    vpm(&code, &[*x])[0]
}

#[test]
fn pack_integer() {
    let old = 0x1122_3344u32;
    let x = random(1, 9)[0];
    let got = |mode| packed(mode, &x, AddOp::Or);
    expect(&got(1), |i| old & 0xffff_0000 | x[i] & 0xffff);
    expect(&got(2), |i| old & 0xffff | x[i] << 16);
    expect(&got(3), |i| (x[i] & 255) * 0x0101_0101);
    for n in 0..4u32 {
        expect(&got(4 + n as u8), |i| {
            old & !(255 << (8 * n)) | (x[i] & 255) << (8 * n)
        });
    }
}

#[test]
fn pack_integer_saturating() {
    let old = 0x1122_3344u32;
    let x = random(1, 10)[0];
    expect(&packed(8, &x, AddOp::Add), |i| {
        (2 * i64::from(x[i] as i32)).clamp(i32::MIN.into(), i32::MAX.into()) as u32
    });
    let s = Lanes16::from_fn(|i| x[i] as i16 as u32);
    let b = Lanes16::from_fn(|i| x[i] as i8 as u32);
    let twice = |v: u32, lo, hi| (2 * v as i32).clamp(lo, hi) as u32;
    expect(&packed(9, &s, AddOp::Add), |i| {
        old & 0xffff_0000 | twice(s[i], -0x8000, 0x7fff) & 0xffff
    });
    expect(&packed(10, &s, AddOp::Add), |i| {
        old & 0xffff | twice(s[i], -0x8000, 0x7fff) << 16
    });
    expect(&packed(11, &b, AddOp::Add), |i| {
        twice(b[i], 0, 255) * 0x0101_0101
    });
    for n in 0..4u32 {
        expect(&packed(12 + n as u8, &b, AddOp::Add), |i| {
            old & !(255 << (8 * n)) | twice(b[i], 0, 255) << (8 * n)
        });
    }
}

#[test]
fn pack_half() {
    let x = Lanes16::from_fn(|i| ((i as f32 - 7.7) * 0.31).to_bits());
    let close = |h: u32, want: f32| {
        let (s, e, m) = (h >> 15 & 1, h >> 10 & 31, h & 0x3ff);
        let v = (1.0 + m as f32 / 1024.0) * 2f32.powi(e as i32 - 15) * (1.0 - 2.0 * s as f32);
        assert!((v / want - 1.0).abs() < 1e-3, "{v} {want}");
    };
    for (mode, shift) in [(1, 0), (2, 16), (9, 0), (10, 16)] {
        let got = packed(mode, &x, AddOp::Fmin);
        for i in 0..16 {
            close(got[i] >> shift & 0xffff, f32::from_bits(x[i]));
            let other = got[i] >> (16 - shift) & 0xffff;
            assert_eq!(other, if shift == 0 { 0x1122 } else { 0x3344 });
        }
    }
}

#[test]
fn pack_mul() {
    let old = 0x1122_3344u32;
    let x = Lanes16::from_fn(|i| (i as f32 * 0.11 - 0.3).to_bits());
    for mode in 3..8u8 {
        let code = [
            w().a(raddr::VPM_READ).mov(R[0], Mux::A),
            ldi(0, R[1], old),
            w().pm()
                .pack(mode)
                .small(32)
                .mul(MulOp::Fmul, R[1], Mux::R0, Mux::B),
            w().mov(waddr::VPM_WRITE, Mux::R1),
        ];
        let got = vpm(&code, &[x])[0];
        for i in 0..16 {
            let want = (f32::from_bits(x[i]) * 255.0).clamp(0.0, 255.0).trunc();
            let bytes: &[u8] = if mode == 3 {
                &[0, 1, 2, 3]
            } else {
                &[mode - 4]
            };
            for n in 0..4u8 {
                let b = got[i] >> (8 * n) & 255;
                if bytes.contains(&n) {
                    assert!((b as f32 - want).abs() <= 1.0);
                } else {
                    assert_eq!(b, old >> (8 * n) & 255);
                }
            }
        }
    }
}
