//! Operations for which AVX2 has no instruction.

use crate::builder::{Builder, Mask, Value, predicate};
use crate::doubles::Doubles;
use crate::graph::{Class, Folds, Id, Kind, NONE};
use iced_x86::Code;
use tilescope_exec::Exec;

/// Words in order of 64 bits: of two registers that were combined by halves of 128 bits.
const BY_PAIRS: u8 = 0b11_01_10_00;

/// Words rotated to the right.
pub(crate) fn rotated(b: &mut Builder<'_>, a: Value, by: Value) -> Value {
    let zero = b.splat(0);
    let left = match b.graph.kind(by.0) {
        Kind::Word(n) => b.splat(n.wrapping_neg() & 31),
        _ => b.sub(zero, by),
    };
    let (right, left) = (b.shr(a, by), b.shl(a, left));
    b.or(right, left)
}

/// Leading zeros, by the exponent of a float.
pub(crate) fn leading_zeros(b: &mut Builder<'_>, a: Value) -> Value {
    // Without the bit after the highest one, so that rounding does not reach the next power.
    let one = b.splat(1);
    let next = b.shr(a, one);
    let not = b.not(next);
    let rounded = b.and(a, not);
    let float = b.float_from_signed(rounded);
    let by = b.splat(23);
    let exponent = b.shr(float, by);
    // 31 and the bias of exponents; a zero has no exponent.
    let most = b.splat(158);
    let (zeros, all) = (b.sub(most, exponent), b.splat(32));
    let zeros = b.min_unsigned(zeros, all);
    let zero = b.splat(0);
    let negative = b.lt_signed(a, zero);
    b.select(negative, zero, zeros)
}

/// The upper words of products: those of even words, and of odd ones.
pub(crate) fn upper_product(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let product = Code::VEX_Vpmuludq_ymm_ymm_ymmm256;
    let even = b.plain(product, Folds::Vector, [x.0, y.0]);
    let upper = |b: &mut Builder<'_>, id: Id| {
        b.immediate(Code::VEX_Vpsrlq_ymm_ymm_imm8, Folds::Never, [id, NONE], 32)
    };
    let (x, y, even) = (upper(b, x.0), upper(b, y.0), upper(b, even));
    let odd = b.plain(product, Folds::Vector, [x, y]);
    let odd_words = 0b1010_1010;
    let code = Code::VEX_Vpblendd_ymm_ymm_ymmm256_imm8;
    Value(b.immediate(code, Folds::Vector, [even, odd], odd_words))
}

/// Product that is rounded towards zero; a denormal is a zero of its sign.
///
/// The fused sum of the product and what it was rounded to is the error, whose sign tells
/// whether rounding went away from zero. The error of a small product is computed of a
/// multiple, as it would be rounded itself.
pub(crate) fn product_toward_zero(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    // 2^-100, and 2^48. Where the product is less, neither factor reaches 2^49, even if the
    // other is denormal.
    let (limit, times) = (b.splat(0x0d80_0000), b.splat(0x5780_0000));
    let (one, sign) = (b.splat(0x3f80_0000), b.splat(1 << 31));
    let exponents = b.splat(0x7f80_0000);
    let product = b.fmul(x, y);
    let magnitude = b.splat(0x7fff_ffff);
    let size = b.and(product, magnitude);
    let small = b.lt_signed(size, limit);
    let times = b.select(small, times, one);
    let (x, rounded) = (b.fmul(x, times), b.fmul(product, times));
    let minus = b.xor(rounded, sign);
    let error = b.fma(x, y, minus);
    let own = b.and(product, sign);
    let error = b.xor(error, own);
    let zero = b.splat(0);
    // Infinities of finite factors have infinite errors, and others have none.
    let away = b.flt(error, zero);
    let step = b.mask_to_word(away);
    let product = b.add(product, step);
    let exponent = b.and(product, exponents);
    let denormal = b.eq(exponent, zero);
    b.select(denormal, own, product)
}

/// `x` where the mask is set, else `y`.
pub(crate) fn select(b: &mut Builder<'_>, m: Mask, x: Value, y: Value) -> Value {
    match (b.graph.kind(x.0), b.graph.kind(y.0)) {
        (_, Kind::Word(0)) => b.and(x, Value(m.0)),
        (Kind::Word(0), _) => {
            let code = Code::VEX_Vpandn_ymm_ymm_ymmm256;
            Value(b.plain(code, Folds::Word, [m.0, y.0]))
        }
        _ => Value(blend(b, m.0, x.0, y.0)),
    }
}

fn blend(b: &mut Builder<'_>, m: Id, x: Id, y: Id) -> Id {
    let kind = Kind::Blend(Code::VEX_Vpblendvb_ymm_ymm_ymmm256_ymm, Folds::Word);
    b.graph.add(kind, Class::Vector, [y, x, m])
}

/// Words from other lanes, if both halves of a batch take the same ones of their own.
pub(crate) fn permuted(b: &mut Builder<'_>, a: Value, from: [u8; 16]) -> Value {
    let (low, high) = from.split_at(8);
    let same = |(low, high): (&u8, &u8)| *low < 8 && *high == *low + 8;
    if !low.iter().zip(high).all(same) {
        b.graph.refused = true;
        return a;
    }
    let from = b.vector(std::array::from_fn(|i| from[i % 8].into()));
    let code = Code::VEX_Vpermd_ymm_ymm_ymmm256;
    Value(b.plain(code, Folds::Vector, [from, a.0]))
}

/// Binary64 of words: those of `low` are the lower ones.
pub(crate) fn interleaved(b: &mut Builder<'_>, low: Value, high: Value) -> Doubles {
    // Each half of 128 bits by itself: lanes 0, 1, 4, 5, and 2, 3, 6, 7.
    let codes = [
        Code::VEX_Vpunpckldq_ymm_ymm_ymmm256,
        Code::VEX_Vpunpckhdq_ymm_ymm_ymmm256,
    ];
    let [first, second] = codes.map(|code| b.plain(code, Folds::Vector, [low.0, high.0]));
    // The lower halves of both, and the upper halves.
    let code = Code::VEX_Vperm2i128_ymm_ymm_ymmm256_imm8;
    let halves = [0x20, 0x31];
    Doubles(halves.map(|n| b.immediate(code, Folds::Vector, [first, second], n)))
}

/// The even words, or the odd ones, of two registers.
pub(crate) fn every_other(b: &mut Builder<'_>, [low, high]: [Id; 2], odd: u8) -> Value {
    let code = Code::VEX_Vshufps_ymm_ymm_ymmm256_imm8;
    let words = 0b10_00_10_00 | (0b01_01_01_01 * odd);
    let mixed = b.immediate(code, Folds::Vector, [low, high], words);
    let code = Code::VEX_Vpermq_ymm_ymmm256_imm8;
    Value(b.immediate(code, Folds::Vector, [mixed, NONE], BY_PAIRS))
}

/// Comparison of binary64.
pub(crate) fn doubles_less(b: &mut Builder<'_>, x: Doubles, y: Doubles) -> Mask {
    let code = Code::VEX_Vcmppd_ymm_ymm_ymmm256_imm8;
    let less = [0, 1].map(|half| {
        let args = [x.0[half], y.0[half]];
        b.immediate(code, Folds::Vector, args, predicate::LESS)
    });
    Mask(every_other(b, less, 0).0)
}

/// Binary64 of `x` where the mask is set, else of `y`.
pub(crate) fn select_doubles(b: &mut Builder<'_>, m: Mask, x: Doubles, y: Doubles) -> Doubles {
    let masks = interleaved(b, Value(m.0), Value(m.0));
    Doubles([0, 1].map(|half| blend(b, masks.0[half], x.0[half], y.0[half])))
}
