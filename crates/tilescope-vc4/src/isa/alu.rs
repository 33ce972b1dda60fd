//! Semantics of the two ALUs, written once for the interpreter and native code.
//!
//! Sources: the VideoCore IV 3D Architecture Reference Guide, section 3, for the
//! operations; vc4asm's `instructions.html` for the carry of each operation and
//! `extensions.html` for packs and unpacks, both checked on hardware by its
//! author. Unknowns are in [`QpuQuirks`].

mod packs;

pub use packs::{Number, pack_a, pack_mul, saturate_add, unpack};

use super::word::{AddOp, Cond, MulOp};
use crate::qpu::quirks::{
    Denormals, FloatRounding, FtoiOverflow, NanResult, QpuQuirks, ZeroTimesInfinity,
};
use tilescope_exec::{Exec, float};

impl AddOp {
    /// Number type of the operands.
    pub const fn operands(self) -> Number {
        use AddOp::*;
        match self {
            Fadd | Fsub | Fmin | Fmax | Fminabs | Fmaxabs | Ftoi => Number::Float,
            Nop | Itof | Add | Sub | Shr | Asr | Ror | Shl | Min | Max | And | Or | Xor | Not
            | Clz | V8adds | V8subs => Number::Integer,
        }
    }

    /// Number type of the result.
    pub const fn result(self) -> Number {
        use AddOp::*;
        match self {
            Fadd | Fsub | Fmin | Fmax | Fminabs | Fmaxabs | Itof => Number::Float,
            Nop | Ftoi | Add | Sub | Shr | Asr | Ror | Shl | Min | Max | And | Or | Xor | Not
            | Clz | V8adds | V8subs => Number::Integer,
        }
    }

    /// Whether the operation has a carry other than 0.
    pub const fn has_carry(self) -> bool {
        use AddOp::*;
        match self {
            Fadd | Fsub | Fmin | Fmax | Fminabs | Fmaxabs | Add | Sub | Shr | Asr | Shl | Min
            | Max => true,
            Nop | Ftoi | Itof | Ror | And | Or | Xor | Not | Clz | V8adds | V8subs => false,
        }
    }

    /// Whether the second operand matters.
    pub const fn binary(self) -> bool {
        use AddOp::*;
        match self {
            Nop | Ftoi | Itof | Not | Clz => false,
            Fadd | Fsub | Fmin | Fmax | Fminabs | Fmaxabs | Add | Sub | Shr | Asr | Ror | Shl
            | Min | Max | And | Or | Xor | V8adds | V8subs => true,
        }
    }
}

impl MulOp {
    /// Number types of the operands and the result.
    pub const fn number(self) -> Number {
        match self {
            MulOp::Fmul => Number::Float,
            MulOp::Nop
            | MulOp::Mul24
            | MulOp::V8muld
            | MulOp::V8min
            | MulOp::V8max
            | MulOp::V8adds
            | MulOp::V8subs => Number::Integer,
        }
    }

    /// Whether the operation has a carry other than 0.
    pub const fn has_carry(self) -> bool {
        matches!(self, MulOp::Mul24)
    }
}

#[inline(always)]
fn flush<E: Exec>(e: &mut E, q: &QpuQuirks, a: E::V) -> E::V {
    match q.denormals {
        Denormals::FlushKeepSign => float::flush_denormals(e, a),
        Denormals::FlushToPlusZero => {
            let exponent = e.splat(float::EXPONENT);
            let zero = e.splat(0);
            let bits = e.and(a, exponent);
            let small = e.eq(bits, zero);
            e.select(small, zero, a)
        }
    }
}

/// Canonicalises the result of float arithmetic to one that the hardware produces.
#[inline(always)]
fn finish<E: Exec>(e: &mut E, q: &QpuQuirks, a: E::V) -> E::V {
    let a = flush(e, q, a);
    match q.nan_result {
        NanResult::PlusInfinity => float::replace_nan(e, a, float::INFINITY),
        NanResult::QuietNan => float::replace_nan(e, a, 0x7fc0_0000),
    }
}

#[inline(always)]
fn fadd<E: Exec>(e: &mut E, q: &QpuQuirks, a: E::V, b: E::V) -> E::V {
    let r = match q.fadd_rounding {
        FloatRounding::NearestEven => e.fadd(a, b),
        FloatRounding::TowardZero => float::fadd_toward_zero(e, a, b),
    };
    finish(e, q, r)
}

/// FMUL of flushed operands.
#[inline(always)]
pub fn fmul_flushed<E: Exec>(e: &mut E, q: &QpuQuirks, a: E::V, b: E::V) -> E::V {
    let r = match q.fmul_rounding {
        FloatRounding::NearestEven => e.fmul(a, b),
        FloatRounding::TowardZero => e.fmul_toward_zero(a, b),
    };
    let r = finish(e, q, r);
    match q.zero_times_infinity {
        ZeroTimesInfinity::NanResult => r,
        ZeroTimesInfinity::Zero => {
            let zero = e.splat(0);
            let (za, zb) = match q.denormals {
                // The only zero.
                Denormals::FlushToPlusZero => (e.eq(a, zero), e.eq(b, zero)),
                Denormals::FlushKeepSign => {
                    let magnitude = e.splat(float::MAGNITUDE);
                    let (ma, mb) = (e.and(a, magnitude), e.and(b, magnitude));
                    (e.eq(ma, zero), e.eq(mb, zero))
                }
            };
            let none = e.mask_or(za, zb);
            let product = match q.denormals {
                Denormals::FlushToPlusZero => zero,
                Denormals::FlushKeepSign => {
                    let signs = e.xor(a, b);
                    let sign = e.splat(float::SIGN);
                    e.and(signs, sign)
                }
            };
            e.select(none, product, r)
        }
    }
}

#[inline(always)]
fn fsub<E: Exec>(e: &mut E, q: &QpuQuirks, a: E::V, b: E::V) -> E::V {
    let r = match q.fadd_rounding {
        FloatRounding::NearestEven => e.fsub(a, b),
        FloatRounding::TowardZero => {
            let sign = e.splat(float::SIGN);
            let b = e.xor(b, sign);
            float::fadd_toward_zero(e, a, b)
        }
    };
    finish(e, q, r)
}

/// `a > b` as floats without denormals.
#[inline(always)]
fn greater<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::M {
    let (ka, kb) = (float::order_key(e, a), float::order_key(e, b));
    e.lt_signed(kb, ka)
}

/// Operands of a float comparison: flushed, and whether `a > b`.
#[inline(always)]
fn ordered<E: Exec>(e: &mut E, q: &QpuQuirks, a: E::V, b: E::V) -> (E::V, E::V, E::M) {
    let (a, b) = (flush(e, q, a), flush(e, q, b));
    let greater = greater(e, a, b);
    (a, b, greater)
}

#[inline(always)]
fn magnitude<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let m = e.splat(float::MAGNITUDE);
    e.and(a, m)
}

#[inline(always)]
fn ordered_abs<E: Exec>(e: &mut E, q: &QpuQuirks, a: E::V, b: E::V) -> (E::V, E::V, E::M) {
    let (a, b) = (flush(e, q, a), flush(e, q, b));
    let (a, b) = (magnitude(e, a), magnitude(e, b));
    let greater = e.lt_unsigned(b, a);
    (a, b, greater)
}

#[inline(always)]
fn ftoi<E: Exec>(e: &mut E, q: &QpuQuirks, a: E::V) -> E::V {
    match q.ftoi_overflow {
        FtoiOverflow::Wrap => float::wrapping_from_float(e, a),
        FtoiOverflow::Saturate => e.signed_from_float(a),
        FtoiOverflow::Zero => {
            let r = e.signed_from_float(a);
            // 2^31 is the first magnitude that does not fit; -2^31 itself does.
            let m = magnitude(e, a);
            let limit = e.splat(0x4eff_ffff);
            let large = e.lt_unsigned(limit, m);
            let lowest = e.splat(0xcf00_0000);
            let is_lowest = e.eq(a, lowest);
            let fits = e.mask_not(large);
            let fits = e.mask_or(fits, is_lowest);
            let zero = e.splat(0);
            e.select(fits, r, zero)
        }
    }
}

/// Result of FADD, FSUB, FMIN or FMAX of flushed operands; of any
/// other operation the same as [`add_op`].
#[inline(always)]
pub fn add_op_flushed<E: Exec>(e: &mut E, q: &QpuQuirks, op: AddOp, a: E::V, b: E::V) -> E::V {
    match op {
        AddOp::Fadd => fadd(e, q, a, b),
        AddOp::Fsub => fsub(e, q, a, b),
        AddOp::Fmin => {
            let greater = greater(e, a, b);
            e.select(greater, b, a)
        }
        AddOp::Fmax => {
            let greater = greater(e, a, b);
            e.select(greater, a, b)
        }
        other => add_op(e, q, other, a, b),
    }
}

/// Result of an add-ALU operation. NOP returns 0, which must not be used.
#[inline(always)]
pub fn add_op<E: Exec>(e: &mut E, q: &QpuQuirks, op: AddOp, a: E::V, b: E::V) -> E::V {
    match op {
        AddOp::Nop => e.splat(0),
        AddOp::Fadd | AddOp::Fsub | AddOp::Fmin | AddOp::Fmax => {
            let (a, b) = (flush(e, q, a), flush(e, q, b));
            add_op_flushed(e, q, op, a, b)
        }
        AddOp::Fminabs => {
            let (a, b, greater) = ordered_abs(e, q, a, b);
            e.select(greater, b, a)
        }
        AddOp::Fmaxabs => {
            let (a, b, greater) = ordered_abs(e, q, a, b);
            e.select(greater, a, b)
        }
        AddOp::Ftoi => ftoi(e, q, a),
        AddOp::Itof => e.float_from_signed(a),
        AddOp::Add => e.add(a, b),
        AddOp::Sub => e.sub(a, b),
        AddOp::Shr => e.shr(a, b),
        AddOp::Asr => e.asr(a, b),
        AddOp::Ror => e.ror(a, b),
        AddOp::Shl => e.shl(a, b),
        AddOp::Min => e.min_signed(a, b),
        AddOp::Max => e.max_signed(a, b),
        AddOp::And => e.and(a, b),
        AddOp::Or => e.or(a, b),
        AddOp::Xor => e.xor(a, b),
        AddOp::Not => e.not(a),
        AddOp::Clz => e.clz(a),
        AddOp::V8adds => e.add_sat_u8x4(a, b),
        AddOp::V8subs => e.sub_sat_u8x4(a, b),
    }
}

/// Carry of an add-ALU operation whose result is `r`.
#[inline(always)]
pub fn add_carry<E: Exec>(e: &mut E, q: &QpuQuirks, op: AddOp, a: E::V, b: E::V, r: E::V) -> E::M {
    match op {
        AddOp::Fadd | AddOp::Fsub => {
            let zero = e.splat(0);
            e.lt_signed(zero, r)
        }
        AddOp::Fmin | AddOp::Fmax => ordered(e, q, a, b).2,
        AddOp::Fminabs | AddOp::Fmaxabs => ordered_abs(e, q, a, b).2,
        AddOp::Add => e.lt_unsigned(r, a),
        AddOp::Sub => e.lt_unsigned(a, b),
        AddOp::Min | AddOp::Max => e.lt_signed(b, a),
        AddOp::Shr | AddOp::Asr => {
            // The last bit shifted out; none for a shift by 0.
            let one = e.splat(1);
            let n = low5(e, b);
            let last = e.sub(n, one);
            let out = e.shr(a, last);
            shifted_out(e, out, n)
        }
        AddOp::Shl => {
            let n = low5(e, b);
            let zero = e.splat(0);
            let last = e.sub(zero, n);
            let out = e.shr(a, last);
            shifted_out(e, out, n)
        }
        AddOp::Nop
        | AddOp::Ftoi
        | AddOp::Itof
        | AddOp::Ror
        | AddOp::And
        | AddOp::Or
        | AddOp::Xor
        | AddOp::Not
        | AddOp::Clz
        | AddOp::V8adds
        | AddOp::V8subs => never(e),
    }
}

#[inline(always)]
fn never<E: Exec>(e: &mut E) -> E::M {
    let zero = e.splat(0);
    e.lt_unsigned(zero, zero)
}

#[inline(always)]
fn low5<E: Exec>(e: &mut E, b: E::V) -> E::V {
    let mask = e.splat(31);
    e.and(b, mask)
}

#[inline(always)]
fn shifted_out<E: Exec>(e: &mut E, out: E::V, n: E::V) -> E::M {
    let one = e.splat(1);
    let zero = e.splat(0);
    let bit = e.and(out, one);
    let set = e.eq(bit, one);
    let some = e.lt_unsigned(zero, n);
    e.mask_and(set, some)
}

#[inline(always)]
fn low24<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let m = e.splat(0x00ff_ffff);
    e.and(a, m)
}

/// `(a * b + 127) / 255` of each byte, according to vc4asm.
#[inline(always)]
fn v8muld<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let mut r = e.splat(0);
    for shift in [0, 8, 16, 24] {
        let by = e.splat(shift);
        let low8 = e.splat(0xff);
        let (x, y) = (e.shr(a, by), e.shr(b, by));
        let (x, y) = (e.and(x, low8), e.and(y, low8));
        let p = e.mul_low(x, y);
        let c = e.splat(127);
        let t = e.add(p, c);
        // t / 255 without a division, exact for t < 65535.
        let n8 = e.splat(8);
        let high = e.shr(t, n8);
        let one = e.splat(1);
        let t = e.add(t, high);
        let t = e.add(t, one);
        let t = e.shr(t, n8);
        let t = e.shl(t, by);
        r = e.or(r, t);
    }
    r
}

/// Result of a mul-ALU operation. NOP returns 0, which must not be used.
#[inline(always)]
pub fn mul_op<E: Exec>(e: &mut E, q: &QpuQuirks, op: MulOp, a: E::V, b: E::V) -> E::V {
    match op {
        MulOp::Nop => e.splat(0),
        MulOp::Fmul => {
            let (a, b) = (flush(e, q, a), flush(e, q, b));
            fmul_flushed(e, q, a, b)
        }
        MulOp::Mul24 => {
            let (a, b) = (low24(e, a), low24(e, b));
            e.mul_low(a, b)
        }
        MulOp::V8muld => v8muld(e, a, b),
        MulOp::V8min => e.min_u8x4(a, b),
        MulOp::V8max => e.max_u8x4(a, b),
        MulOp::V8adds => e.add_sat_u8x4(a, b),
        MulOp::V8subs => e.sub_sat_u8x4(a, b),
    }
}

/// Carry of a mul-ALU operation whose result is `r`.
#[inline(always)]
pub fn mul_carry<E: Exec>(e: &mut E, op: MulOp, a: E::V, b: E::V, r: E::V) -> E::M {
    match op {
        MulOp::Mul24 => {
            // The 48-bit product is above 0xffffff. With m and n significant bits
            // it has m + n or m + n - 1: 26 or more decide it, and with fewer the low
            // 32 bits are the whole product.
            let (a, b) = (low24(e, a), low24(e, b));
            let (za, zb) = (e.clz(a), e.clz(b));
            let zeros = e.add(za, zb);
            let limit = e.splat(64 - 25);
            let large = e.lt_unsigned(zeros, limit);
            let max = e.splat(0x00ff_ffff);
            let above = e.lt_unsigned(max, r);
            e.mask_or(large, above)
        }
        MulOp::Nop
        | MulOp::Fmul
        | MulOp::V8muld
        | MulOp::V8min
        | MulOp::V8max
        | MulOp::V8adds
        | MulOp::V8subs => never(e),
    }
}

/// Lanes whose condition passes. `zn` is the word that Z and N were set from.
#[inline(always)]
pub fn condition<E: Exec>(e: &mut E, cond: Cond, zn: E::V, carry: E::M) -> E::M {
    let zero = e.splat(0);
    match cond {
        Cond::Never => never(e),
        Cond::Always => {
            let m = never(e);
            e.mask_not(m)
        }
        Cond::Zs => e.eq(zn, zero),
        Cond::Zc => {
            let m = e.eq(zn, zero);
            e.mask_not(m)
        }
        Cond::Ns => e.lt_signed(zn, zero),
        Cond::Nc => {
            let m = e.lt_signed(zn, zero);
            e.mask_not(m)
        }
        Cond::Cs => carry,
        Cond::Cc => e.mask_not(carry),
    }
}
