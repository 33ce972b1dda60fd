//! Unpacks of operands and packs of results.

use super::super::word::AddOp;
use crate::qpu::quirks::{ColorRounding, HalfDenormals, QpuQuirks};
use tilescope_exec::{Exec, half};

/// Number type of an ALU operation's values, which selects how they are unpacked and packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Binary32.
    Float,
    /// 32-bit integer, or raw bits.
    Integer,
}

#[inline(always)]
fn byte<E: Exec>(e: &mut E, v: E::V, n: u32) -> E::V {
    let by = e.splat(8 * n);
    let low8 = e.splat(0xff);
    let v = e.shr(v, by);
    e.and(v, low8)
}

#[inline(always)]
fn half_to_float<E: Exec>(e: &mut E, q: &QpuQuirks, v: E::V) -> E::V {
    let v = match q.half_denormals {
        HalfDenormals::Convert => v,
        HalfDenormals::Flush => flush_half(e, v),
    };
    half::f32_from_f16(e, v)
}

#[inline(always)]
fn flush_half<E: Exec>(e: &mut E, v: E::V) -> E::V {
    let exponent = e.splat(0x7c00);
    let sign = e.splat(0x8000);
    let zero = e.splat(0);
    let bits = e.and(v, exponent);
    let small = e.eq(bits, zero);
    let signed_zero = e.and(v, sign);
    e.select(small, signed_zero, v)
}

/// Applies unpack mode `mode` (0 to 7) for an operation that reads `as_` numbers.
/// Unpacks of r4 are always [`Number::Float`].
#[inline(always)]
pub fn unpack<E: Exec>(e: &mut E, q: &QpuQuirks, mode: u8, as_: Number, v: E::V) -> E::V {
    match mode & 7 {
        0 => v,
        half @ (1 | 2) => {
            let n16 = e.splat(16);
            match as_ {
                Number::Float => {
                    let h = if half == 2 { e.shr(v, n16) } else { v };
                    let low16 = e.splat(0xffff);
                    let h = e.and(h, low16);
                    half_to_float(e, q, h)
                }
                Number::Integer => {
                    let v = if half == 1 { e.shl(v, n16) } else { v };
                    e.asr(v, n16)
                }
            }
        }
        3 => {
            let b = byte(e, v, 3);
            let rep = e.splat(0x0101_0101);
            e.mul_low(b, rep)
        }
        n => {
            let b = byte(e, v, u32::from(n) - 4);
            match as_ {
                Number::Integer => b,
                // One rounding of 1/255 and one of the product: within one unit
                // in the last place of b / 255, and exact for 0 and 255. The hardware's
                // rounding here is unknown.
                Number::Float => {
                    let f = e.float_from_signed(b);
                    let scale = e.splat((1.0f32 / 255.0).to_bits());
                    e.fmul(f, scale)
                }
            }
        }
    }
}

#[inline(always)]
fn clamp_signed<E: Exec>(e: &mut E, v: E::V, lo: i32, hi: i32) -> E::V {
    let lo = e.splat(lo as u32);
    let hi = e.splat(hi as u32);
    let v = e.max_signed(v, lo);
    e.min_signed(v, hi)
}

/// Puts the low bits of `v` selected by `mask << shift` into `old`.
#[inline(always)]
fn insert<E: Exec>(e: &mut E, old: E::V, v: E::V, mask: u32, shift: u32) -> E::V {
    let by = e.splat(shift);
    let v = e.shl(v, by);
    let keep = e.splat(!(mask << shift));
    let take = e.splat(mask << shift);
    let old = e.and(old, keep);
    let v = e.and(v, take);
    e.or(old, v)
}

/// Contents of a register of file A after a write of `v` with pack mode `mode`
/// (0 to 15) over `old`. Mode 8 (saturation to 32 bits) needs the operands: see
/// [`saturate_add`].
#[inline(always)]
pub fn pack_a<E: Exec>(e: &mut E, q: &QpuQuirks, mode: u8, is: Number, v: E::V, old: E::V) -> E::V {
    let saturate = mode & 8 != 0;
    match mode & 7 {
        0 => v,
        n @ (1 | 2) => {
            let h = match is {
                Number::Float => {
                    let h = half::f16_from_f32(e, v);
                    let h = match q.half_denormals {
                        HalfDenormals::Convert => h,
                        HalfDenormals::Flush => flush_half(e, h),
                    };
                    if saturate {
                        // Guess by analogy with the integer form: no infinity.
                        let magnitude = e.splat(0x7fff);
                        let sign = e.splat(0x8000);
                        let max = e.splat(0x7bff);
                        let s = e.and(h, sign);
                        let m = e.and(h, magnitude);
                        let m = e.min_unsigned(m, max);
                        e.or(s, m)
                    } else {
                        h
                    }
                }
                Number::Integer if saturate => clamp_signed(e, v, -0x8000, 0x7fff),
                Number::Integer => v,
            };
            insert(e, old, h, 0xffff, 16 * (u32::from(n) - 1))
        }
        n => {
            let b = if saturate {
                clamp_signed(e, v, 0, 255)
            } else {
                let low8 = e.splat(0xff);
                e.and(v, low8)
            };
            pack_byte(e, n, b, old)
        }
    }
}

/// Inserts byte `b` at the position of mode 3 (all bytes) to 7.
#[inline(always)]
fn pack_byte<E: Exec>(e: &mut E, mode: u8, b: E::V, old: E::V) -> E::V {
    if mode == 3 {
        let rep = e.splat(0x0101_0101);
        e.mul_low(b, rep)
    } else {
        insert(e, old, b, 0xff, 8 * (u32::from(mode) - 4))
    }
}

/// Contents of a register after a write of the mul result `v`, a float, with
/// mul-ALU pack mode `mode` over `old`. Modes 1, 2 and 8 to 15 are reserved and
/// write `v`.
#[inline(always)]
pub fn pack_mul<E: Exec>(e: &mut E, q: &QpuQuirks, mode: u8, v: E::V, old: E::V) -> E::V {
    match mode {
        3..=7 => {
            let b = color_byte(e, q, v);
            pack_byte(e, mode, b, old)
        }
        _ => v,
    }
}

/// Converts a float of 0 to 1 to a byte of 0 to 255, clamped. NaN becomes 255 or 0 by
/// its sign, because hardware treats it as infinity.
#[inline(always)]
fn color_byte<E: Exec>(e: &mut E, q: &QpuQuirks, v: E::V) -> E::V {
    let zero = e.splat(0);
    let one = e.splat(0x3f80_0000);
    let low = e.max_signed(v, zero);
    let c = e.min_signed(low, one);
    let scale = e.splat(255f32.to_bits());
    let x = e.fmul(c, scale);
    match q.color_rounding {
        ColorRounding::TowardZero => e.signed_from_float(x),
        ColorRounding::NearestUp => {
            let half = e.splat(0.5f32.to_bits());
            let r = e.fadd(x, half);
            e.signed_from_float(r)
        }
        ColorRounding::NearestEven => {
            // 2^23 leaves no fraction bits, so the adder rounds to an integer.
            let magic = e.splat(0x4b00_0000);
            let r = e.fadd(x, magic);
            e.sub(r, magic)
        }
    }
}

/// Result `r` of ADD or SUB with pack mode 8, saturated as a signed number. Other
/// operations ignore this mode.
#[inline(always)]
pub fn saturate_add<E: Exec>(e: &mut E, op: AddOp, a: E::V, b: E::V, r: E::V) -> E::V {
    let b = match op {
        AddOp::Add => b,
        AddOp::Sub => e.not(b),
        _ => return r,
    };
    // Overflow: both addends have one sign and the result has the other.
    let x = e.xor(a, r);
    let y = e.xor(b, r);
    let over = e.and(x, y);
    let zero = e.splat(0);
    let over = e.lt_signed(over, zero);
    let n31 = e.splat(31);
    let s = e.asr(a, n31);
    let max = e.splat(0x7fff_ffff);
    let limit = e.xor(s, max);
    e.select(over, limit, r)
}
