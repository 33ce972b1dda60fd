//! Results of instructions. The expectations are those of py-videocore's
//! test-suite, which its authors run on a Raspberry Pi (source: hardware, with
//! the tolerances stated there), and of vc4asm's documentation (source:
//! hardware, as measured by its author). They are written here as plain scalar
//! arithmetic, independent of the code under test.

use crate::asm::*;
use tilescope_exec::Lanes16;
use tilescope_vc4::isa::word::{raddr, waddr};
use tilescope_vc4::isa::{AddOp, BranchCond, Cond, MulOp, Mux};

pub(crate) const R: [u8; 4] = [waddr::R0, waddr::R1, waddr::R2, waddr::R3];

fn load2() -> [W; 2] {
    [
        w().a(raddr::VPM_READ).mov(R[0], Mux::A),
        w().a(raddr::VPM_READ).mov(R[1], Mux::A),
    ]
}

/// r0 op r1 of the add ALU.
fn binary_add(op: AddOp, x: &Lanes16, y: &Lanes16) -> Lanes16 {
    let [l0, l1] = load2();
    let code = [l0, l1, w().add(op, waddr::VPM_WRITE, Mux::R0, Mux::R1)];
    vpm(&code, &[*x, *y])[0]
}

fn binary_mul(op: MulOp, x: &Lanes16, y: &Lanes16) -> Lanes16 {
    let [l0, l1] = load2();
    let code = [l0, l1, w().mul(op, waddr::VPM_WRITE, Mux::R0, Mux::R1)];
    vpm(&code, &[*x, *y])[0]
}

pub(crate) fn expect(got: &Lanes16, f: impl Fn(usize) -> u32) {
    assert_eq!(*got, Lanes16::from_fn(f));
}

#[test]
fn integer_arithmetic() {
    let v = random(2, 1);
    let (x, y) = (&v[0], &v[1]);
    type F = fn(u32, u32) -> u32;
    let ops: [(AddOp, F); 13] = [
        (AddOp::Add, |a, b| (a as u64 + b as u64) as u32),
        (AddOp::Sub, |a, b| (a as i64 - b as i64) as u32),
        (AddOp::Min, |a, b| (a as i32).min(b as i32) as u32),
        (AddOp::Max, |a, b| (a as i32).max(b as i32) as u32),
        (AddOp::And, |a, b| a & b),
        (AddOp::Or, |a, b| a | b),
        (AddOp::Xor, |a, b| a ^ b),
        (AddOp::Not, |a, _| !a),
        (AddOp::Clz, |a, _| a.leading_zeros()),
        (AddOp::Shr, |a, b| a >> (b % 32)),
        (AddOp::Asr, |a, b| (a as i32 >> (b % 32)) as u32),
        (AddOp::Shl, |a, b| ((a as u64) << (b % 32)) as u32),
        (AddOp::Ror, |a, b| a.rotate_right(b % 32)),
    ];
    for (op, f) in ops {
        expect(&binary_add(op, x, y), |i| f(x[i], y[i]));
    }
    expect(&binary_mul(MulOp::Mul24, x, y), |i| {
        (u64::from(x[i] & 0xff_ffff) * u64::from(y[i] & 0xff_ffff)) as u32
    });
    assert_eq!(
        binary_add(AddOp::Clz, &Lanes16::ZERO, y),
        Lanes16::splat(32)
    );
}

#[test]
fn bytes() {
    let v = random(2, 2);
    let (x, y) = (&v[0], &v[1]);
    let each = |f: fn(i32, i32) -> i32| {
        let (x, y) = (*x, *y);
        move |i: usize| {
            (0..4).fold(0, |r, n| {
                let (a, b) = ((x[i] >> (8 * n)) as u8, (y[i] >> (8 * n)) as u8);
                r | (f(a.into(), b.into()).clamp(0, 255) as u32) << (8 * n)
            })
        }
    };
    expect(&binary_add(AddOp::V8adds, x, y), each(|a, b| a + b));
    expect(&binary_add(AddOp::V8subs, x, y), each(|a, b| a - b));
    expect(&binary_mul(MulOp::V8adds, x, y), each(|a, b| a + b));
    expect(&binary_mul(MulOp::V8subs, x, y), each(|a, b| a - b));
    expect(&binary_mul(MulOp::V8min, x, y), each(i32::min));
    expect(&binary_mul(MulOp::V8max, x, y), each(i32::max));
    expect(
        &binary_mul(MulOp::V8muld, x, y),
        each(|a, b| (a * b + 127) / 255),
    );
}

/// Every product of two bytes.
#[test]
fn v8muld_divides_exactly() {
    let mut pairs = (0..=255u32).flat_map(|a| (0..=255u32).map(move |b| (a, b)));
    for _ in 0..64 {
        let some: Vec<_> = pairs.by_ref().take(1024).collect();
        for chunk in some.chunks(64) {
            let x = Lanes16::from_fn(|i| (0..4).fold(0, |r, n| r | chunk[i * 4 + n].0 << (8 * n)));
            let y = Lanes16::from_fn(|i| (0..4).fold(0, |r, n| r | chunk[i * 4 + n].1 << (8 * n)));
            let q = &tilescope_vc4::qpu::QpuQuirks::DEFAULT;
            let e = &mut tilescope_exec::Interp;
            let got = tilescope_vc4::isa::alu::mul_op(e, q, MulOp::V8muld, x, y);
            for (k, (a, b)) in chunk.iter().enumerate() {
                assert_eq!(got[k / 4] >> (8 * (k % 4)) & 255, (a * b + 127) / 255);
            }
        }
    }
}

fn floats(seed: u64) -> Lanes16 {
    let v = random(1, seed)[0];
    Lanes16::from_fn(|i| ((v[i] as i32 as f32) / 1e8).to_bits())
}

#[test]
fn float_arithmetic() {
    let (x, y) = (floats(3), floats(4));
    let f = |i: usize| (f32::from_bits(x[i]), f32::from_bits(y[i]));
    type F = fn(f32, f32) -> f32;
    let ops: [(AddOp, F); 6] = [
        (AddOp::Fadd, |a, b| a + b),
        (AddOp::Fsub, |a, b| a - b),
        (AddOp::Fmin, f32::min),
        (AddOp::Fmax, f32::max),
        (AddOp::Fminabs, |a, b| a.abs().min(b.abs())),
        (AddOp::Fmaxabs, |a, b| a.abs().max(b.abs())),
    ];
    for (op, g) in ops {
        expect(&binary_add(op, &x, &y), |i| g(f(i).0, f(i).1).to_bits());
    }
    expect(&binary_mul(MulOp::Fmul, &x, &y), |i| {
        let exact = f64::from(f(i).0) * f64::from(f(i).1);
        let nearest = exact as f32;
        // Towards zero: py-videocore's tolerance does not decide it.
        let above = f64::from(nearest).abs() > exact.abs();
        nearest.to_bits() - u32::from(above)
    });
}

#[test]
fn conversions() {
    let x = Lanes16::from_fn(|i| ((i as f32 - 7.3) * 137.7).to_bits());
    expect(&binary_add(AddOp::Ftoi, &x, &x), |i| {
        f32::from_bits(x[i]).trunc() as i32 as u32
    });
    let n = random(1, 5)[0];
    expect(&binary_add(AddOp::Itof, &n, &n), |i| {
        (n[i] as i32 as f32).to_bits()
    });
}

/// vc4asm's addendum: 0.0 + NaN is +Inf, denormals are flushed to 0.
#[test]
fn neither_nan_nor_denormals() {
    let zero = Lanes16::ZERO;
    let nan = Lanes16::splat(f32::NAN.to_bits());
    assert_eq!(
        binary_add(AddOp::Fadd, &zero, &nan),
        Lanes16::splat(0x7f80_0000)
    );
    let tiny = Lanes16::splat(0x007f_ffff);
    let one = Lanes16::splat(1f32.to_bits());
    assert_eq!(binary_mul(MulOp::Fmul, &tiny, &one), zero);
    let small = Lanes16::splat(0x0080_0000);
    let half = Lanes16::splat(0.5f32.to_bits());
    assert_eq!(binary_mul(MulOp::Fmul, &small, &half), zero);
    assert_eq!(binary_add(AddOp::Fadd, &tiny, &tiny), zero);
}

#[test]
fn small_immediates() {
    let mut want: Vec<u32> = (0..16).collect();
    want.extend((-16..0).map(|n: i32| n as u32));
    want.extend((0..8).map(|n| 2f32.powi(n).to_bits()));
    want.extend((-8..0).map(|n| 2f32.powi(n).to_bits()));
    // vc4asm's addendum: the rotation codes are also the numbers -16 to -1.
    want.extend((-16..0).map(|n: i32| n as u32));
    for (code, want) in want.into_iter().enumerate() {
        let got = vpm(&[w().small(code as u8).mov(waddr::VPM_WRITE, Mux::B)], &[]);
        assert_eq!(got[0], Lanes16::splat(want), "{code}");
    }
}

#[test]
fn load_immediate() {
    let signed = [0, 1, -1, -2, 1, 1, 0, 0, -1, -1, -2, -2, 0, 1, -2, 1];
    let unsigned = [0, 1, 2, 3, 3, 2, 1, 0, 0, 0, 1, 1, 2, 2, 3, 3];
    let (t, _) = run(&[
        ldi(0, R[0], 0x1234_5678),
        ldi(1, R[1], per_element(signed)),
        ldi(3, R[2], per_element(unsigned)),
    ]);
    assert_eq!(*t.accumulator(0), Lanes16::splat(0x1234_5678));
    expect(t.accumulator(1), |i| signed[i] as u32);
    expect(t.accumulator(2), |i| unsigned[i] as u32);
}

fn rolled(x: &Lanes16, n: usize, within: usize) -> Lanes16 {
    Lanes16::from_fn(|i| {
        let base = i / within * within;
        x[base + (i - base + within * 16 - n) % within]
    })
}

#[test]
fn rotations() {
    let x = random(1, 6)[0];
    for n in 0..16u8 {
        // n = 0 only by r5.
        let by_r5 = [
            w().a(raddr::VPM_READ).mov(R[0], Mux::A),
            ldi(0, waddr::R5, n.into()),
            w(),
            w().small(48).mul_mov(waddr::VPM_WRITE, Mux::R0),
        ];
        assert_eq!(vpm(&by_r5, &[x])[0], rolled(&x, n.into(), 16), "r5 {n}");
        if n == 0 {
            continue;
        }
        let full = [
            w().a(raddr::VPM_READ).mov(R[0], Mux::A),
            w(),
            w().small(48 + n).mul_mov(waddr::VPM_WRITE, Mux::R0),
        ];
        assert_eq!(vpm(&full, &[x])[0], rolled(&x, n.into(), 16), "full {n}");
        // From a register, and from r4, only inside each quad.
        let quads = [
            w().a(raddr::VPM_READ).mov(0, Mux::A),
            w(),
            w().a(0).small(48 + n).mul_mov(waddr::VPM_WRITE, Mux::A),
        ];
        assert_eq!(
            vpm(&quads, &[x])[0],
            rolled(&x, (n % 4).into(), 4),
            "quads {n}"
        );
    }
}

/// A rotation and its code as an immediate in one instruction.
#[test]
fn rotation_code_is_also_a_constant() {
    let x = random(1, 7)[0];
    let code = [
        w().a(raddr::VPM_READ).mov(R[0], Mux::A),
        w(),
        w().small(51).mov(R[1], Mux::B).mul_mov(R[2], Mux::R0),
        w().mov(waddr::VPM_WRITE, Mux::R1),
        w().mov(waddr::VPM_WRITE, Mux::R2),
    ];
    let got = vpm(&code, &[x]);
    assert_eq!(got[0], Lanes16::splat(-13i32 as u32));
    assert_eq!(got[1], rolled(&x, 3, 16));
}

/// vc4asm's `instructions.html`: carry of every operation that has one.
#[test]
fn carries() {
    let v = random(3, 11);
    let (x, mut y) = (v[0], v[1]);
    // Equal and shifted by 0 as well.
    y[3] = x[3];
    y[5] &= !31;
    let carry_of = |code: [W; 4]| {
        // r3 = C ? 1 : 0
        let mut code = code.to_vec();
        code.push(w().small(0).mov(R[3], Mux::B));
        code.push(w().small(1).mov(R[3], Mux::B).cond(Cond::Cs));
        code.push(w().mov(waddr::VPM_WRITE, Mux::R3));
        code
    };
    let add = |op, x: &Lanes16, y: &Lanes16| {
        let [l0, l1] = load2();
        let code = carry_of([l0, l1, w(), w().add(op, waddr::NOP, Mux::R0, Mux::R1).sf()]);
        vpm(&code, &[*x, *y])[0]
    };
    let mul = |op, x: &Lanes16, y: &Lanes16| {
        let [l0, l1] = load2();
        let code = carry_of([l0, l1, w(), w().mul(op, waddr::NOP, Mux::R0, Mux::R1).sf()]);
        vpm(&code, &[*x, *y])[0]
    };
    let last_out = |a: u32, n: u32| if n == 0 { 0 } else { a >> (n - 1) & 1 };
    type F = Box<dyn Fn(u32, u32) -> u32>;
    let ops: Vec<(AddOp, F)> = vec![
        (
            AddOp::Add,
            Box::new(|a, b| u32::from(a as u64 + b as u64 > 0xffff_ffff)),
        ),
        (AddOp::Sub, Box::new(|a, b| u32::from(a < b))),
        (AddOp::Min, Box::new(|a, b| u32::from(a as i32 > b as i32))),
        (AddOp::Max, Box::new(|a, b| u32::from(a as i32 > b as i32))),
        (AddOp::Shr, Box::new(move |a, b| last_out(a, b % 32))),
        (AddOp::Asr, Box::new(move |a, b| last_out(a, b % 32))),
        (
            AddOp::Shl,
            Box::new(|a, b| ((a as u64) << (b % 32) >> 32 & 1) as u32),
        ),
        (AddOp::Ror, Box::new(|_, _| 0)),
        (AddOp::And, Box::new(|_, _| 0)),
        (AddOp::V8adds, Box::new(|_, _| 0)),
    ];
    for (op, f) in &ops {
        expect(&add(*op, &x, &y), |i| f(x[i], y[i]));
    }
    let (p, q) = (floats(12), floats(13));
    let f = |i: usize| (f32::from_bits(p[i]), f32::from_bits(q[i]));
    expect(&add(AddOp::Fadd, &p, &q), |i| {
        u32::from(f(i).0 + f(i).1 > 0.0)
    });
    expect(&add(AddOp::Fsub, &p, &q), |i| {
        u32::from(f(i).0 - f(i).1 > 0.0)
    });
    for op in [AddOp::Fmin, AddOp::Fmax] {
        expect(&add(op, &p, &q), |i| u32::from(f(i).0 > f(i).1));
    }
    for op in [AddOp::Fminabs, AddOp::Fmaxabs] {
        expect(&add(op, &p, &q), |i| u32::from(f(i).0.abs() > f(i).1.abs()));
    }
    // Values around the limit too.
    let near = Lanes16::from_fn(|i| [0xfff, 0x1000, 0x1001, 0x7ff][i % 4] << (i / 8 * 3));
    for (x, y) in [
        (x, y),
        (near, Lanes16::splat(0x1000)),
        (v[2], Lanes16::splat(1)),
    ] {
        expect(&mul(MulOp::Mul24, &x, &y), |i| {
            let p = u64::from(x[i] & 0xff_ffff) * u64::from(y[i] & 0xff_ffff);
            u32::from(p > 0xff_ffff)
        });
    }
    expect(&mul(MulOp::Fmul, &p, &q), |_| 0);
}

/// py-videocore's `test_branch.py`: the twelve conditions for six sets of flags.
#[test]
fn branch_conditions() {
    let ones = [1; 16];
    let zeros = [0; 16];
    let r2 = [1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1];
    let r3 = [1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1];
    let minus = [-1; 16];
    let sub = AddOp::Sub;
    // zs, zc, any zs, any zc, then N and C alike.
    type Case = ([i32; 16], AddOp, [i32; 16], [u8; 12]);
    let cases: [Case; 7] = [
        (ones, sub, zeros, [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]),
        (ones, sub, ones, [1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1]),
        (zeros, sub, ones, [0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0]),
        (ones, sub, r2, [0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1]),
        (r2, sub, r3, [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]),
        (
            minus,
            AddOp::Add,
            ones,
            [1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0],
        ),
        (minus, AddOp::Add, r2, [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]),
    ];
    for (a, op, b, want) in cases {
        let taken: Vec<u8> = BranchCond::ALL[..12]
            .iter()
            .map(|&cond| {
                let (t, _) = run(&[
                    ldi(1, R[0], per_element(a)),
                    ldi(1, R[1], per_element(b)),
                    w().add(op, waddr::NOP, Mux::R0, Mux::R1).sf(),
                    ldi(0, R[2], 1),
                    brr(cond, 8),
                    w(),
                    w(),
                    w(),
                    ldi(0, R[2], 0),
                    w(),
                ]);
                t.accumulator(2)[0] as u8
            })
            .collect();
        assert_eq!(taken, want);
    }
}

/// py-videocore's `test_condition_codes.py`.
#[test]
fn conditions_write_only_their_lanes() {
    let half: [i32; 16] = std::array::from_fn(|i| i32::from(i >= 8));
    for (cond, sub_from_one, low) in [
        (Cond::Zs, true, false),
        (Cond::Zc, true, true),
        (Cond::Ns, false, true),
        (Cond::Nc, false, false),
        (Cond::Cs, false, true),
        (Cond::Cc, false, false),
    ] {
        let (a, b) = if sub_from_one {
            (Mux::R2, Mux::R3)
        } else {
            (Mux::R3, Mux::R2)
        };
        let (t, _) = run(&[
            ldi(0, R[2], 1),
            ldi(1, R[3], per_element(half)),
            w().add(AddOp::Sub, waddr::NOP, a, b).sf(),
            ldi(0, R[0], 5),
            ldi(0, R[1], 5),
            w().small(1)
                .add(AddOp::Add, R[0], Mux::R0, Mux::B)
                .cond(cond),
            w().small(2)
                .mul(MulOp::Mul24, R[1], Mux::R1, Mux::B)
                .cond_mul(cond),
        ]);
        expect(t.accumulator(0), |i| if (i < 8) == low { 6 } else { 5 });
        expect(t.accumulator(1), |i| if (i < 8) == low { 10 } else { 5 });
    }
}

/// vc4asm's addendum: flags change only in lanes that are written, and not at
/// all by an add operation whose condition is never; mul sets them only if the
/// add operation is NOP.
#[test]
fn flags_follow_the_condition() {
    let (t, _) = run(&[
        // Z in odd lanes.
        w().a(raddr::ELEM_QPU)
            .small(1)
            .add(AddOp::Xor, R[0], Mux::A, Mux::B),
        w().small(1)
            .add(AddOp::And, waddr::NOP, Mux::R0, Mux::B)
            .sf(),
        // In odd lanes -1.
        w().small(31).mov(waddr::NOP, Mux::B).sf().cond(Cond::Zs),
        // Not at all.
        w().small(0)
            .mov(R[3], Mux::B)
            .sf()
            .cond(Cond::Never)
            .mul_mov(R[1], Mux::B),
    ]);
    expect(t.zn(), |i| if i % 2 == 1 { u32::MAX } else { 1 });
}

/// vc4asm's addendum: r5 through file A takes elements 0, 4, 8 and 12, through
/// file B element 0.
#[test]
fn writes_to_r5() {
    let x = random(1, 14)[0];
    let quad = [
        w().a(raddr::VPM_READ).mov(waddr::R5, Mux::A),
        w().mov(waddr::VPM_WRITE, Mux::R5),
    ];
    expect(&vpm(&quad, &[x])[0], |i| x[i & !3]);
    let all = [
        w().a(raddr::VPM_READ).ws().mov(waddr::R5, Mux::A),
        w().mov(waddr::VPM_WRITE, Mux::R5),
    ];
    expect(&vpm(&all, &[x])[0], |_| x[0]);
}
