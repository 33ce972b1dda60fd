//! Effect of flipping each quirk.

use crate::asm::*;
use crate::device::Recorder;
use tilescope_vc4::isa::word::{raddr, waddr};
use tilescope_vc4::isa::{AddOp, BranchCond, MulOp, Mux};
use tilescope_vc4::qpu::quirks::*;
use tilescope_vc4::qpu::{ExecMode, Program, RunEnd, Stream, Thread, ThreadInit, Trap};

const R: [u8; 4] = [waddr::R0, waddr::R1, waddr::R2, waddr::R3];
const D: QpuQuirks = QpuQuirks::DEFAULT;

/// A field without a line here does not compile, and neither does a line without a test.
#[test]
fn every_quirk_has_a_test() {
    let QpuQuirks {
        fadd_rounding: _,
        fmul_rounding: _,
        denormals: _,
        nan_result: _,
        zero_times_infinity: _,
        ftoi_overflow: _,
        color_rounding: _,
        half_denormals: _,
        sfu: _,
        odd_branch_register: _,
        rotate_hazard: _,
        nop_read: _,
        mul_nop: _,
        undefined: _,
        reserved_encoding: _,
    } = D;
    let _: [fn(); 15] = [
        fadd_rounding,
        fmul_rounding,
        denormals,
        nan_result,
        zero_times_infinity,
        ftoi_overflow,
        color_rounding,
        half_denormals,
        sfu_precision,
        odd_branch_register,
        rotate_hazard,
        nop_read,
        mul_nop,
        undefined,
        reserved_encoding,
    ];
}

/// Lane 0 of r0 op r1.
fn both(op: AddOp, mul: Option<MulOp>, x: u32, y: u32, q: QpuQuirks) -> u32 {
    let op = match mul {
        Some(m) => w().mul(m, waddr::VPM_WRITE, Mux::R0, Mux::R1),
        None => w().add(op, waddr::VPM_WRITE, Mux::R0, Mux::R1),
    };
    vpm_with(&[ldi(0, R[0], x), ldi(0, R[1], y), op], &[], q)[0][0]
}

fn flip(default: u32, flipped: u32, f: impl Fn(QpuQuirks) -> u32, q: QpuQuirks) {
    assert_eq!(f(D), default);
    assert_eq!(f(q), flipped);
}

#[test]
fn fadd_rounding() {
    let q = QpuQuirks {
        fadd_rounding: FloatRounding::TowardZero,
        ..D
    };
    // 1 + 3/4 of the last place.
    let y = (0.75 * f32::EPSILON).to_bits();
    flip(
        0x3f80_0001,
        0x3f80_0000,
        |q| both(AddOp::Fadd, None, 0x3f80_0000, y, q),
        q,
    );
    // 1 - 3/8 of the place below 1.
    let y = (0.1875 * f32::EPSILON).to_bits();
    flip(
        0x3f80_0000,
        0x3f7f_ffff,
        |q| both(AddOp::Fsub, None, 0x3f80_0000, y, q),
        q,
    );
}

#[test]
fn fmul_rounding() {
    let q = QpuQuirks {
        fmul_rounding: FloatRounding::NearestEven,
        ..D
    };
    let third = (1.0f32 / 3.0).to_bits();
    let three = 3f32.to_bits();
    flip(
        0x3f80_0000,
        0x3f80_0000,
        |q| both(AddOp::Nop, Some(MulOp::Fmul), third, three, q),
        q,
    );
    let fifth = 0.2f32.to_bits();
    flip(
        0x3f19_9999,
        0x3f19_999a,
        |q| both(AddOp::Nop, Some(MulOp::Fmul), fifth, three, q),
        q,
    );
    let (a, b) = (0x3f80_0001, 0x3fc0_0001);
    flip(
        0x3fc0_0002,
        0x3fc0_0003,
        |q| both(AddOp::Nop, Some(MulOp::Fmul), a, b, q),
        q,
    );
}

#[test]
fn denormals() {
    let q = QpuQuirks {
        denormals: Denormals::FlushKeepSign,
        ..D
    };
    let f = |q| both(AddOp::Nop, Some(MulOp::Fmul), 0x8000_0001, 0x3f80_0000, q);
    flip(0, 0x8000_0000, f, q);
    // 0 * -1, as Mesa negates.
    let f = |q| both(AddOp::Nop, Some(MulOp::Fmul), 0, 0xbf80_0000, q);
    flip(0, 0x8000_0000, f, q);
}

#[test]
fn zero_times_infinity() {
    let q = QpuQuirks {
        zero_times_infinity: ZeroTimesInfinity::NanResult,
        ..D
    };
    for (x, y) in [
        (0, 0x7f80_0000),
        (0xff80_0000, 0),
        (0x8000_0000, 0x7f80_0000),
    ] {
        let f = |q| both(AddOp::Nop, Some(MulOp::Fmul), x, y, q);
        flip(0, 0x7f80_0000, f, q);
    }
}

#[test]
fn nan_result() {
    let q = QpuQuirks {
        nan_result: NanResult::QuietNan,
        ..D
    };
    let inf = 0x7f80_0000;
    flip(
        inf,
        0x7fc0_0000,
        |q| both(AddOp::Fsub, None, inf, inf, q),
        q,
    );
}

#[test]
fn ftoi_overflow() {
    let q = QpuQuirks {
        ftoi_overflow: FtoiOverflow::Zero,
        ..D
    };
    let saturate = QpuQuirks {
        ftoi_overflow: FtoiOverflow::Saturate,
        ..D
    };
    let f = |x: f32| move |q| both(AddOp::Ftoi, None, x.to_bits(), 0, q);
    for (x, wrapped, saturated, zero) in [
        (3e9, 3_000_000_000, 0x7fff_ffff, 0),
        (-3e9, 0u32.wrapping_sub(3_000_000_000), 0x8000_0000, 0),
        (2_147_483_648.0, 0x8000_0000, 0x7fff_ffff, 0),
        (4_294_967_040.0, 0xffff_ff00, 0x7fff_ffff, 0),
        (4_294_967_296.0, 0, 0x7fff_ffff, 0),
        (8_589_935_616.0, 0x400, 0x7fff_ffff, 0),
        (f32::INFINITY, 0, 0x7fff_ffff, 0),
        (-2_147_483_648.0, 0x8000_0000, 0x8000_0000, 0x8000_0000),
        (2_147_483_520.0, 0x7fff_ff80, 0x7fff_ff80, 0x7fff_ff80),
        (-2.75, -2_i32 as u32, -2_i32 as u32, -2_i32 as u32),
    ] {
        flip(wrapped, saturated, f(x), saturate);
        flip(wrapped, zero, f(x), q);
    }
}

#[test]
fn color_rounding() {
    let q = QpuQuirks {
        color_rounding: ColorRounding::TowardZero,
        ..D
    };
    let f = |q| {
        let x = (0.6f32 / 255.0).to_bits();
        let code = [
            ldi(0, R[0], x),
            w().pm()
                .pack(3)
                .small(32)
                .mul(MulOp::Fmul, R[1], Mux::R0, Mux::B),
            w().mov(waddr::VPM_WRITE, Mux::R1),
        ];
        vpm_with(&code, &[], q)[0][0]
    };
    flip(0x0101_0101, 0, f, q);
    // A tie below an odd byte and one below an even byte.
    let tie = |byte: f32, q| {
        let code = [
            ldi(0, R[0], (byte / 255.0).to_bits()),
            w().pm()
                .pack(3)
                .small(32)
                .mul(MulOp::Fmul, R[1], Mux::R0, Mux::B),
            w().mov(waddr::VPM_WRITE, Mux::R1),
        ];
        vpm_with(&code, &[], q)[0][0]
    };
    let even = QpuQuirks {
        color_rounding: ColorRounding::NearestEven,
        ..D
    };
    flip(0x0101_0101, 0, |q| tie(0.5, q), even);
    flip(0x0303_0303, 0x0202_0202, |q| tie(2.5, q), even);
}

#[test]
fn half_denormals() {
    let q = QpuQuirks {
        half_denormals: HalfDenormals::Convert,
        ..D
    };
    let unpack = |q| {
        let code = [
            ldi(0, 0, 0x8001),
            w(),
            w().a(0)
                .unpack(1)
                .small(32)
                .mul(MulOp::Fmul, waddr::VPM_WRITE, Mux::A, Mux::B),
        ];
        vpm_with(&code, &[], q)[0][0]
    };
    flip(0, (-(2f32.powi(-24))).to_bits(), unpack, q);
    let pack = |q| {
        let code = [
            ldi(0, R[0], 2f32.powi(-24).to_bits()),
            ldi(0, 0, 0),
            w().pack(1).add(AddOp::Fmin, 0, Mux::R0, Mux::R0),
            w(),
            w().a(0).mov(waddr::VPM_WRITE, Mux::A),
        ];
        vpm_with(&code, &[], q)[0][0]
    };
    flip(0, 1, pack, q);
}

#[test]
fn sfu_precision() {
    let q = QpuQuirks {
        sfu: SfuPrecision::FractionBits(12),
        ..D
    };
    let f = |q| {
        let code = [
            ldi(0, waddr::SFU_RECIP, 3f32.to_bits()),
            w(),
            w(),
            w().mov(waddr::VPM_WRITE, Mux::R4),
        ];
        vpm_with(&code, &[], q)[0][0]
    };
    flip(0x3eaa_aaab, 0x3eaa_a800, f, q);
}

#[test]
fn odd_branch_register() {
    let q = QpuQuirks {
        odd_branch_register: OddBranchRegister::Ignored,
        ..D
    };
    let f = |q| {
        let code = [
            ldi(0, 1, 0),
            w().small(0).mov(waddr::NOP, Mux::B).sf(),
            brr(BranchCond::Always, 0).reg(1),
            w(),
            w(),
            w(),
            w().small(0).mov(R[0], Mux::B),
            w().small(1)
                .mov(R[0], Mux::B)
                .cond(tilescope_vc4::isa::Cond::Zs),
            w().mov(waddr::VPM_WRITE, Mux::R0),
        ];
        vpm_with(&code, &[], q)[0][0]
    };
    // The addendum's example: the conditional move after it never happens.
    flip(0, 1, f, q);
}

#[test]
fn rotate_hazard() {
    let q = QpuQuirks {
        rotate_hazard: RotateHazard::Forward,
        ..D
    };
    let f = |q| {
        let code = [
            ldi(0, R[0], 1),
            ldi(0, R[0], 2),
            w().small(48 + 12).mul_mov(waddr::VPM_WRITE, Mux::R0),
        ];
        vpm_with(&code, &[], q)[0][0]
    };
    flip(1, 2, f, q);
    let by_r5 = |q| {
        let code = [
            w().a(raddr::ELEM_QPU).mov(R[0], Mux::A),
            ldi(0, waddr::R5, 1),
            ldi(0, waddr::R5, 2),
            w().small(48).mul_mov(waddr::VPM_WRITE, Mux::R0),
        ];
        vpm_with(&code, &[], q)[0][0]
    };
    flip(15, 14, by_r5, q);
}

#[test]
fn nop_read() {
    let q = QpuQuirks {
        nop_read: NopRead::Zero,
        ..D
    };
    let f = |q| {
        vpm_with(
            &[w().a(raddr::ELEM_QPU), w().mov(waddr::VPM_WRITE, Mux::A)],
            &[],
            q,
        )[0][0]
    };
    flip(12, 0, f, q);
}

#[test]
fn mul_nop() {
    let q = QpuQuirks {
        mul_nop: MulNop::NoWrite,
        ..D
    };
    let f = |q| {
        let code = [
            ldi(0, R[0], 9),
            ldi(0, R[1], 5),
            w().mul_mov(waddr::NOP, Mux::R0),
            w().mul(MulOp::Nop, R[1], Mux::R0, Mux::R0),
            w().mov(waddr::VPM_WRITE, Mux::R1),
        ];
        vpm_with(&code, &[], q)[0][0]
    };
    flip(9, 5, f, q);
}

#[test]
fn undefined() {
    let q = QpuQuirks {
        undefined: Undefined::Word(3),
        ..D
    };
    let f = |q| vpm_with(&[w().a(9).mov(waddr::VPM_WRITE, Mux::A)], &[], q)[0][0];
    flip(0xdead_beef, 3, f, q);
}

#[test]
fn reserved_encoding() {
    let stops = QpuQuirks {
        reserved_encoding: ReservedEncoding::Stops,
        ..D
    };
    let words = [NOP, w().0 | 9 << 24, NOP];
    for mode in [ExecMode::Normal, ExecMode::Reference] {
        let end = |q| {
            let program = Program::new(&words, 0, q);
            let mut thread = Thread::default();
            thread.start_clean(&program, &ThreadInit::default(), Stream::default());
            match thread.run(&program, &mut Recorder::default(), &mut 10, mode) {
                RunEnd::Trap { trap, ip } => (trap, ip),
                other => unreachable!("{other:?}"),
            }
        };
        assert_eq!(end(stops), (Trap::ReservedOpcode, 1));
        // As a NOP it falls through to the end of the code.
        assert_eq!(end(D), (Trap::BadBranch { target: 24 }, 3));
    }
}
