//! Arithmetic that is the same for words and for pairs of them.

use crate::exec::Exec;
use crate::pair::{self, Pair};

/// Integers of one size. All wrap.
pub trait Integers<E: Exec> {
    /// An integer of each lane.
    type N: Copy;

    /// Sum.
    fn add(e: &mut E, a: Self::N, b: Self::N) -> Self::N;
    /// Difference.
    fn sub(e: &mut E, a: Self::N, b: Self::N) -> Self::N;
    /// Low bits of the product.
    fn mul_low(e: &mut E, a: Self::N, b: Self::N) -> Self::N;
    /// Bitwise and.
    fn and(e: &mut E, a: Self::N, b: Self::N) -> Self::N;
    /// Bitwise or.
    fn or(e: &mut E, a: Self::N, b: Self::N) -> Self::N;
    /// Bitwise exclusive or.
    fn xor(e: &mut E, a: Self::N, b: Self::N) -> Self::N;
    /// Bitwise not.
    fn not(e: &mut E, a: Self::N) -> Self::N;
    /// Left shift, modulo the size.
    fn shl(e: &mut E, a: Self::N, by: E::V) -> Self::N;
    /// Logical right shift, modulo the size.
    fn shr(e: &mut E, a: Self::N, by: E::V) -> Self::N;
    /// Arithmetic right shift, modulo the size.
    fn asr(e: &mut E, a: Self::N, by: E::V) -> Self::N;
    /// `a == b`.
    fn eq(e: &mut E, a: Self::N, b: Self::N) -> E::M;
    /// `a < b`, signed.
    fn lt_signed(e: &mut E, a: Self::N, b: Self::N) -> E::M;
    /// `a < b`, unsigned.
    fn lt_unsigned(e: &mut E, a: Self::N, b: Self::N) -> E::M;
    /// Signed minimum.
    fn min_signed(e: &mut E, a: Self::N, b: Self::N) -> Self::N;
    /// Signed maximum.
    fn max_signed(e: &mut E, a: Self::N, b: Self::N) -> Self::N;
    /// Unsigned minimum.
    fn min_unsigned(e: &mut E, a: Self::N, b: Self::N) -> Self::N;
    /// Unsigned maximum.
    fn max_unsigned(e: &mut E, a: Self::N, b: Self::N) -> Self::N;
    /// All ones where `m`, else zero.
    fn from_mask(e: &mut E, m: E::M) -> Self::N;
}

/// Integers of 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Words;

/// Integers of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Pairs;

/// Functions that are always inlined.
macro_rules! inlined {
    ($e:ident: $($name:ident($($operand:ident: $type:ty),+) -> $result:ty = $value:expr;)+) => {
        $(
            #[inline(always)]
            fn $name($e: &mut E, $($operand: $type),+) -> $result {
                $value
            }
        )+
    };
}

impl<E: Exec> Integers<E> for Words {
    type N = E::V;

    inlined! { e:
        add(a: E::V, b: E::V) -> E::V = e.add(a, b);
        sub(a: E::V, b: E::V) -> E::V = e.sub(a, b);
        mul_low(a: E::V, b: E::V) -> E::V = e.mul_low(a, b);
        and(a: E::V, b: E::V) -> E::V = e.and(a, b);
        or(a: E::V, b: E::V) -> E::V = e.or(a, b);
        xor(a: E::V, b: E::V) -> E::V = e.xor(a, b);
        not(a: E::V) -> E::V = e.not(a);
        shl(a: E::V, by: E::V) -> E::V = e.shl(a, by);
        shr(a: E::V, by: E::V) -> E::V = e.shr(a, by);
        asr(a: E::V, by: E::V) -> E::V = e.asr(a, by);
        eq(a: E::V, b: E::V) -> E::M = e.eq(a, b);
        lt_signed(a: E::V, b: E::V) -> E::M = e.lt_signed(a, b);
        lt_unsigned(a: E::V, b: E::V) -> E::M = e.lt_unsigned(a, b);
        min_signed(a: E::V, b: E::V) -> E::V = e.min_signed(a, b);
        max_signed(a: E::V, b: E::V) -> E::V = e.max_signed(a, b);
        min_unsigned(a: E::V, b: E::V) -> E::V = e.min_unsigned(a, b);
        max_unsigned(a: E::V, b: E::V) -> E::V = e.max_unsigned(a, b);
        from_mask(m: E::M) -> E::V = e.mask_to_word(m);
    }
}

/// Integers of 64 bits.
type Wide<E> = Pair<<E as Exec>::V>;

impl<E: Exec> Integers<E> for Pairs {
    type N = Wide<E>;

    inlined! { e:
        add(a: Wide<E>, b: Wide<E>) -> Wide<E> = pair::add(e, a, b);
        sub(a: Wide<E>, b: Wide<E>) -> Wide<E> = pair::sub(e, a, b);
        mul_low(a: Wide<E>, b: Wide<E>) -> Wide<E> = pair::mul_low(e, a, b);
        and(a: Wide<E>, b: Wide<E>) -> Wide<E>
            = Pair { low: e.and(a.low, b.low), high: e.and(a.high, b.high) };
        or(a: Wide<E>, b: Wide<E>) -> Wide<E>
            = Pair { low: e.or(a.low, b.low), high: e.or(a.high, b.high) };
        xor(a: Wide<E>, b: Wide<E>) -> Wide<E>
            = Pair { low: e.xor(a.low, b.low), high: e.xor(a.high, b.high) };
        not(a: Wide<E>) -> Wide<E> = Pair { low: e.not(a.low), high: e.not(a.high) };
        shl(a: Wide<E>, by: E::V) -> Wide<E> = pair::shl(e, a, by);
        shr(a: Wide<E>, by: E::V) -> Wide<E> = pair::shr(e, a, by);
        asr(a: Wide<E>, by: E::V) -> Wide<E> = pair::asr(e, a, by);
        eq(a: Wide<E>, b: Wide<E>) -> E::M = pair::eq(e, a, b);
        lt_signed(a: Wide<E>, b: Wide<E>) -> E::M = pair::lt_signed(e, a, b);
        lt_unsigned(a: Wide<E>, b: Wide<E>) -> E::M = pair::lt_unsigned(e, a, b);
        min_signed(a: Wide<E>, b: Wide<E>) -> Wide<E> = {
            let less = pair::lt_signed(e, a, b);
            pair::select(e, less, a, b)
        };
        max_signed(a: Wide<E>, b: Wide<E>) -> Wide<E> = {
            let less = pair::lt_signed(e, a, b);
            pair::select(e, less, b, a)
        };
        min_unsigned(a: Wide<E>, b: Wide<E>) -> Wide<E> = {
            let less = pair::lt_unsigned(e, a, b);
            pair::select(e, less, a, b)
        };
        max_unsigned(a: Wide<E>, b: Wide<E>) -> Wide<E> = {
            let less = pair::lt_unsigned(e, a, b);
            pair::select(e, less, b, a)
        };
        from_mask(m: E::M) -> Wide<E> = {
            let word = e.mask_to_word(m);
            Pair { low: word, high: word }
        };
    }
}
