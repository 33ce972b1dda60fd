//! Vectors of four halves, two in a word, and of four binary32.

use crate::exec::Exec;
use crate::half;
use crate::interp::Interp;
use crate::lanes::{Lanes, Lanes16};
use crate::sixteen;
use crate::vector::Vectorised;

/// Four binary32 as halves, in the first two words. A NaN keeps the high bits of its mantissa.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'v>(pub &'v [Lanes16; 4]);

/// The halves in the first two words as binary32. NaNs become quiet.
#[derive(Clone, Copy, Debug)]
pub struct Unpacked<'v>(pub &'v [Lanes16; 4]);

/// Two binary32 as the halves of a word. A NaN keeps the high bits of its mantissa.
#[inline(always)]
pub fn packed([low, high]: &[Lanes16; 2]) -> Lanes16 {
    half::join(&mut Interp::<16>, narrowed(low), narrowed(high))
}

/// A binary32 as a half, in the lower half of a word. A NaN keeps the high bits of its mantissa.
#[inline(always)]
pub fn narrowed(value: &Lanes16) -> Lanes16 {
    match sixteen::halves(&value.0) {
        Some(halves) => Lanes(halves),
        None => narrowed_by_parts(value),
    }
}

/// [`narrowed`] where the host has no instruction for it.
#[inline(always)]
fn narrowed_by_parts(value: &Lanes16) -> Lanes16 {
    let e = &mut Interp::<16>;
    let (zero, n13, mantissa) = (e.splat(0), e.splat(13), e.splat(0x3ff));
    let half = half::f16_from_f32(e, *value);
    let kept = e.shr(*value, n13);
    let kept = e.and(kept, mantissa);
    let nan = e.is_nan(*value);
    let kept = e.select(nan, kept, zero);
    e.or(half, kept)
}

impl Vectorised for Packed<'_> {
    type Output = [Lanes16; 4];

    #[inline(always)]
    fn run(self) -> [Lanes16; 4] {
        let [x, y, z, w] = *self.0;
        let (low, high) = (packed(&[x, y]), packed(&[z, w]));
        [low, high, Lanes16::ZERO, Lanes16::ZERO]
    }
}

impl Vectorised for Unpacked<'_> {
    type Output = [Lanes16; 4];

    #[inline(always)]
    fn run(self) -> [Lanes16; 4] {
        let e = &mut Interp::<16>;
        let mut out = [Lanes16::ZERO; 4];
        for (c, out) in out.iter_mut().enumerate() {
            let pair = self.0[c / 2];
            let half = if c % 2 == 0 {
                half::low(e, pair)
            } else {
                half::high(e, pair)
            };
            *out = half::f32_from_f16(e, half);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn halves_do_not_depend_on_the_host(words: [u32; 16], exponent in 0u32..256) {
            // Any numbers, and sixteen of one exponent, among them that of NaN.
            let alike = words.map(|word| word & 0x807f_ffff | exponent << 23);
            for words in [words, alike] {
                let value = Lanes(words);
                prop_assert_eq!(narrowed(&value).0, narrowed_by_parts(&value).0);
            }
        }
    }

    #[test]
    fn nans_keep_their_high_bits() {
        let words = [0x7f80_2000, 0xffc0_0001, 0x3f80_0000, 0xc000_0000];
        let packed = Packed(&words.map(Lanes16::splat)).run();
        assert_eq!(
            packed.map(|words| words[7]),
            [0xfe00_7e01, 0xc000_3c00, 0, 0]
        );
        let unpacked = Unpacked(&packed).run();
        let expected = [0x7fc0_2000, 0xffc0_0000, 0x3f80_0000, 0xc000_0000];
        assert_eq!(unpacked.map(|words| words[7]), expected);
    }
}
