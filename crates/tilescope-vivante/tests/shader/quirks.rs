//! The effect of each quirk.

use crate::support::{Notebook, bound, program, run, setup, t0, vector, words};
use tilescope_vivante::chips;
use tilescope_vivante::isa::Component;
use tilescope_vivante::shader::quirks::*;
use tilescope_vivante::shader::{LANES, Problem, Program, Setup, Trap, Why};

const D: ShaderQuirks = ShaderQuirks::DEFAULT;

/// A field without a line here is a compile error, as is a line without a test.
#[test]
fn every_quirk_has_a_test() {
    let ShaderQuirks {
        rounding: _,
        denormals: _,
        nan: _,
        zero_times_infinity: _,
        comparison: _,
        saturated_nan: _,
        sign_of_zero: _,
        precision: _,
        functions: _,
        integers: _,
        products: _,
        integer_overflow: _,
        uniform_conflict: _,
        address_move: _,
        address_rounding: _,
        beyond_temps: _,
        derivatives: _,
        call_depth: _,
        undefined: _,
    } = D;
    let _: [fn(); 19] = [
        rounding,
        denormals,
        nan,
        zero_times_infinity,
        comparison,
        saturated_nan,
        sign_of_zero,
        precision,
        functions,
        integers,
        products,
        integer_overflow,
        uniform_conflict,
        address_move,
        address_rounding,
        beyond_temps,
        derivatives,
        call_depth,
        undefined,
    ];
}

const INFINITY: u32 = 0x7f80_0000;
const NAN: u32 = 0x7fc0_0000;

/// t0 with `a` in t1 and `b` in t2, by default and with `q`.
#[track_caller]
fn flip(
    source: &str,
    a: [u32; 4],
    b: [u32; 4],
    default: [u32; 4],
    flipped: [u32; 4],
    q: ShaderQuirks,
) {
    let inputs = [[0; 4], a, b];
    assert_eq!(t0(source, &inputs, &[], &D), default, "{source}");
    assert_eq!(t0(source, &inputs, &[], &q), flipped, "{source}");
}

#[track_caller]
fn flip_all(source: &str, a: u32, b: u32, default: u32, flipped: u32, q: ShaderQuirks) {
    flip(source, [a; 4], [b; 4], [default; 4], [flipped; 4], q);
}

fn f(x: f32) -> u32 {
    x.to_bits()
}

#[test]
fn rounding() {
    let q = ShaderQuirks {
        rounding: FloatRounding::TowardZero,
        ..D
    };
    let y = f(0.75 * f32::EPSILON);
    flip_all(
        "add t0, t1, void, t2",
        f(1.0),
        y,
        0x3f80_0001,
        0x3f80_0000,
        q,
    );
    flip_all(
        "mul t0, t1, t2, void",
        f(0.2),
        f(3.0),
        0x3f19_999a,
        0x3f19_9999,
        q,
    );
    // An explicit rounding mode of an instruction has precedence.
    flip_all(
        "add.rtz t0, t1, void, t2",
        f(1.0),
        y,
        0x3f80_0000,
        0x3f80_0000,
        q,
    );
    flip_all(
        "add.rtne t0, t1, void, t2",
        f(1.0),
        y,
        0x3f80_0001,
        0x3f80_0001,
        q,
    );
    flip_all("mad t0, t1, t1, t2", f(1.0), y, 0x3f80_0001, 0x3f80_0000, q);
    flip_all(
        "mad.rtz t0, t1, t1, t2",
        f(1.0),
        y,
        0x3f80_0000,
        0x3f80_0000,
        q,
    );
}

#[test]
fn denormals() {
    let q = ShaderQuirks {
        denormals: Denormals::FlushKeepSign,
        ..D
    };
    let tiny = 0x8000_0100;
    flip_all("mul t0, t1, t2, void", tiny, f(1.0), tiny, 0x8000_0000, q);
    flip_all(
        "mul t0, t1, t2, void",
        0x0080_0000,
        f(0.5),
        0x0040_0000,
        0,
        q,
    );
    flip_all("set.ne t0, t1, t2, void", tiny, 0, 0, 0, q);
    let keep = ShaderQuirks {
        denormals: Denormals::Keep,
        ..D
    };
    flip_all("set.ne t0, t1, t2, void", tiny, 0, 0, f(1.0), keep);
    flip_all("mul t0, t1, t2, void", tiny, f(1.0), tiny, tiny, keep);
    // Moves are not arithmetic.
    flip_all("mov t0, void, void, t1", tiny, 0, tiny, tiny, q);
}

#[test]
fn nan() {
    let q = ShaderQuirks {
        nan: NanResult::Word(0xffff_ffff),
        ..D
    };
    flip_all("add t0, t1, void, -t1", INFINITY, 0, NAN, 0xffff_ffff, q);
    flip_all("sqrt t0, void, void, t1", f(-1.0), 0, NAN, 0xffff_ffff, q);
    flip_all("mul t0, t1, t1, void", 0xff81_2345, 0, NAN, 0xffff_ffff, q);
    flip_all(
        "mov t0, void, void, t1",
        0xff81_2345,
        0,
        0xff81_2345,
        0xff81_2345,
        q,
    );
}

#[test]
fn zero_times_infinity() {
    let q = ShaderQuirks {
        zero_times_infinity: ZeroTimesInfinity::Zero,
        ..D
    };
    flip_all("mul t0, t1, t2, void", 0, INFINITY, NAN, 0, q);
    flip_all(
        "mad t0, t1, t2, t2",
        0x8000_0000,
        INFINITY,
        NAN,
        INFINITY,
        q,
    );
    flip_all("dp3 t0, t1, t2, void", INFINITY, 0, NAN, 0, q);
}

#[test]
fn comparison() {
    let q = ShaderQuirks {
        comparison: FloatComparison::SignMagnitude,
        ..D
    };
    flip_all("set.ge t0, t1, t1, void", NAN, 0, 0, f(1.0), q);
    flip_all("set.gt t0, t1, t2, void", NAN, INFINITY, 0, f(1.0), q);
    flip_all("set.ne t0, t1, t1, void", NAN, 0, f(1.0), 0, q);
    flip_all("set.eq t0, t1, t2, void", 0, 0x8000_0000, f(1.0), f(1.0), q);
    // The minimum of 1 and a NaN.
    flip_all("select.gt t0, t1, t2, t1", f(1.0), NAN, NAN, f(1.0), q);
}

#[test]
fn saturated_nan() {
    let q = ShaderQuirks {
        saturated_nan: SaturatedNan::One,
        ..D
    };
    flip_all("mov.sat t0, void, void, t1", NAN, 0, 0, f(1.0), q);
    flip_all("mov.sat t0, void, void, t1", f(0.5), 0, f(0.5), f(0.5), q);
    flip_all("mov.sat t0, void, void, t1", f(-3.0), 0, 0, 0, q);
}

#[test]
fn sign_of_zero() {
    let q = ShaderQuirks {
        sign_of_zero: SignOfZero::One,
        ..D
    };
    flip_all("sign t0, void, void, t1", 0x8000_0000, 0, 0, f(1.0), q);
    flip_all("sign t0, void, void, t1", f(-2.0), 0, f(-1.0), f(-1.0), q);
}

#[test]
fn precision() {
    let q = ShaderQuirks {
        precision: Precision::FractionBits(12),
        ..D
    };
    flip_all(
        "rcp t0, void, void, t1",
        f(3.0),
        0,
        0x3eaa_aaab,
        0x3eaa_a800,
        q,
    );
    flip_all("rcp t0, void, void, t1", 0, 0, INFINITY, INFINITY, q);
    flip_all("exp t0, void, void, t1", f(3.0), 0, f(8.0), f(8.0), q);
}

#[test]
fn functions() {
    let q = ShaderQuirks {
        functions: Components::Each,
        ..D
    };
    let a = [1.0, 4.0, 16.0, 64.0].map(f);
    let roots = [1.0, 2.0, 4.0, 8.0].map(f);
    flip("sqrt t0, void, void, t1", a, a, [roots[0]; 4], roots, q);
    flip(
        "sqrt t0, void, void, t1.yxxx",
        a,
        a,
        [roots[1]; 4],
        [roots[1], roots[0], roots[0], roots[0]],
        q,
    );
    // Known to be scalar.
    flip("exp t0, void, void, t1", a, a, [f(2.0); 4], [f(2.0); 4], q);
}

#[test]
fn integers() {
    let q = ShaderQuirks {
        integers: Components::Each,
        ..D
    };
    let (a, b) = ([1, 2, 3, 4], [10, 20, 30, 40]);
    flip(
        "add.s32 t0, t1, void, t2",
        a,
        b,
        [11; 4],
        [11, 22, 33, 44],
        q,
    );
    flip(
        "lshift.u32 t0._yzw, t1.yyyy, void, t2.yyyy",
        a,
        [1; 4],
        [0, 4, 4, 4],
        [0, 4, 4, 4],
        q,
    );
    flip(
        "f2i.s32 t0, t1, void, void",
        [1.0, 2.0, 3.0, 4.0].map(f),
        b,
        [1; 4],
        [1, 2, 3, 4],
        q,
    );
}

#[test]
fn products() {
    let q = ShaderQuirks {
        products: Components::Each,
        ..D
    };
    let (a, b) = ([1, 2, 3, 4], [10, 20, 30, 40]);
    flip(
        "imullo0.s32 t0, t1, t2, void",
        a,
        b,
        [10; 4],
        [10, 40, 90, 160],
        q,
    );
    flip(
        "imadlo0.s32 t0, t1, t2, t1",
        a,
        b,
        [11; 4],
        [11, 42, 93, 164],
        q,
    );
}

#[test]
fn integer_overflow() {
    let q = ShaderQuirks {
        integer_overflow: IntegerOverflow::Zero,
        ..D
    };
    flip_all("f2i.s32 t0, t1, void, void", f(3e9), 0, 0x7fff_ffff, 0, q);
    flip_all("f2i.u32 t0, t1, void, void", f(-3.0), 0, 0, 0, q);
    flip_all("f2i.s32 t0, t1, void, void", f(-3e9), 0, 0x8000_0000, 0, q);
    flip_all(
        "f2i.u32 t0, t1, void, void",
        f(3e9),
        0,
        3_000_000_000,
        3_000_000_000,
        q,
    );
}

/// rules-ng: all sources read the uniform of the last one.
#[test]
fn uniform_conflict() {
    let q = ShaderQuirks {
        uniform_conflict: UniformConflict::Each,
        ..D
    };
    let uniforms = [[1.0, 2.0, 3.0, 4.0].map(f), [10.0, 20.0, 30.0, 40.0].map(f)];
    let source = "add t0, u0.yyyy, void, u1.xxxx";
    for (q, sum, told) in [(D, 30.0, 1), (q, 12.0, 0)] {
        let p = program(source, &q);
        assert_eq!(p.notes().len(), told);
        let mut group = bound(&p, &[], &uniforms);
        assert_eq!(run(&p, &mut group, &mut Notebook::default()), Ok(()));
        assert_eq!(vector(&group, 0, 0), [f(sum); 4]);
    }
}

#[test]
fn address_move() {
    let q = ShaderQuirks {
        address_move: AddressMove::Integer,
        ..D
    };
    let uniforms = [[0; 4], [1; 4], [2; 4], [3; 4]];
    let source = "movar a0, void, void, t1\nmov t0, void, void, u0[a.x]";
    assert_eq!(t0(source, &[[0; 4], [f(2.0); 4]], &uniforms, &D), [2; 4]);
    assert_eq!(t0(source, &[[0; 4], [3; 4]], &uniforms, &q), [3; 4]);
}

#[test]
fn address_rounding() {
    let uniforms = [[0; 4], [1; 4], [2; 4], [3; 4]];
    let source = "movar a0, void, void, t1\nmov t0, void, void, u1[a.x]";
    for (address_rounding, wanted) in [
        (AddressRounding::Floor, [2, 0, 2]),
        (AddressRounding::TowardZero, [2, 1, 2]),
        (AddressRounding::Nearest, [3, 1, 3]),
    ] {
        let q = ShaderQuirks {
            address_rounding,
            ..D
        };
        let got = [1.75, -0.25, 1.5].map(|x| t0(source, &[[0; 4], [f(x); 4]], &uniforms, &q)[0]);
        assert_eq!(got, wanted, "{address_rounding:?}");
    }
}

#[test]
fn beyond_temps() {
    let words = words("mov t9, void, void, t1\nmov t2, void, void, t9\nmov t0, void, void, t1");
    let q = ShaderQuirks {
        beyond_temps: BeyondTemps::Wrap,
        ..D
    };
    for (q, t1) in [(D, 5), (q, 5)] {
        let p = Program::new(
            &words,
            &Setup {
                num_temps: 8,
                ..setup(3)
            },
            &q,
        );
        assert!(
            p.notes()
                .iter()
                .any(|n| matches!(n.problem, Problem::BeyondTemps { register: 9, .. }))
        );
        let mut group = bound(&p, &[[1; 4], [t1; 4]], &[]);
        assert_eq!(run(&p, &mut group, &mut Notebook::default()), Ok(()));
        assert_eq!(vector(&group, 2, 0), [5; 4]);
    }
    // With four, t9 is the neighbour's t1.
    let words = crate::support::words("mov t9, void, void, t0");
    for (q, t1) in [(D, 6), (q, 7)] {
        let p = Program::new(
            &words,
            &Setup {
                num_temps: 4,
                ..setup(1)
            },
            &q,
        );
        let mut group = bound(&p, &[[7; 4], [6; 4]], &[]);
        assert_eq!(run(&p, &mut group, &mut Notebook::default()), Ok(()));
        assert_eq!(vector(&group, 1, 0), [t1; 4]);
    }
}

#[test]
fn derivatives() {
    let coarse = ShaderQuirks {
        derivatives: Derivatives::Coarse,
        ..D
    };
    for (q, wanted) in [(D, [1.0, 1.0, 5.0, 5.0]), (coarse, [1.0; 4])] {
        let p = program("dsx t0, t1, void, t1", &q);
        let mut group = bound(&p, &[], &[]);
        for lane in 0..LANES {
            let x = ((lane % 4) * (lane % 4)) as f32;
            group.temp_mut(1, Component::Y)[lane / 16].0[lane % 16] = f(x);
        }
        assert_eq!(run(&p, &mut group, &mut Notebook::default()), Ok(()));
        let got = [0, 1, 2, 3].map(|lane| f32::from_bits(vector(&group, 0, 60 + lane)[1]));
        assert_eq!(got, wanted);
    }
}

#[test]
fn call_depth() {
    let source = "
        call void, void, void, one
        branch void, void, void, end
        one:
        call void, void, void, two
        ret void, void, void, void
        two:
        ret void, void, void, void
        end:
        nop void, void, void, void";
    let shallow = ShaderQuirks { call_depth: 1, ..D };
    let why = Why::Broken(Problem::CallTooDeep { depth: 1 });
    for (q, wanted) in [(D, Ok(())), (shallow, Err(Trap { ip: 2, why }))] {
        let p = program(source, &q);
        let mut group = bound(&p, &[], &[]);
        assert_eq!(run(&p, &mut group, &mut Notebook::default()), wanted);
    }
}

#[test]
fn undefined() {
    let zero = ShaderQuirks {
        undefined: Undefined::Word(0),
        ..D
    };
    let words = words("mov t0, void, void, t3");
    for (q, word) in [(D, 0xdead_beef), (zero, 0)] {
        let p = Program::new(
            &words,
            &Setup {
                inputs: &[],
                ..setup(1)
            },
            &q,
        );
        let mut group = bound(&p, &[[1; 4], [2; 4], [3; 4], [4; 4]], &[]);
        assert_eq!(run(&p, &mut group, &mut Notebook::default()), Ok(()));
        assert_eq!(vector(&group, 0, 0), [word; 4]);
        assert_eq!(group.notes().problems().len(), 1);
    }
}

/// Quirks that depend on features.
#[test]
fn chips_differ() {
    let q = ShaderQuirks::of(&chips::GC2000);
    assert_eq!(q, D);
    let q = ShaderQuirks::of(&chips::GC3000);
    assert_eq!(
        (q.integers, q.address_move),
        (Components::Each, AddressMove::Integer)
    );
    for chip in [&chips::GC2000, &chips::GC3000, &chips::GC7000L] {
        let each = ShaderQuirks::of(chip).uniform_conflict == UniformConflict::Each;
        assert_eq!(each, chip.derived().many_constants);
    }
}
