//! Conversions that compilers do lane by lane, built from operations that
//! vector units have, so that loops over them become vector code.

/// `x as i32`: rounded towards zero, saturated, 0 for NaN.
#[inline(always)]
pub fn truncated(x: f32) -> i32 {
    let bits = x.to_bits();
    let exponent = bits >> 23 & 0xff;
    let mantissa = bits & 0x7f_ffff | 0x80_0000;
    // From 2^23 on there are no fraction bits; 2^31 does not fit.
    let left = exponent.wrapping_sub(127 + 23);
    let right = (127 + 23u32).wrapping_sub(exponent);
    let size = if exponent >= 127 + 23 {
        mantissa << (left & 31)
    } else {
        mantissa >> right.min(31)
    };
    let negative = bits >> 31;
    let size = if exponent >= 127 + 31 {
        i32::MAX as u32 + negative
    } else {
        size
    };
    let size = if bits << 1 > 0xff00_0000 { 0 } else { size };
    (size ^ 0u32.wrapping_sub(negative)).wrapping_add(negative) as i32
}

/// `x` rounded towards zero, for 0 to 2^24.
#[inline(always)]
pub fn truncated_small(x: f32) -> u32 {
    let bits = x.to_bits();
    let right = (127 + 23u32).wrapping_sub(bits >> 23);
    (bits & 0x7f_ffff | 0x80_0000) >> right.min(31)
}

/// `x.round() as i32`: to nearest, ties away from zero, without a call of the C library.
#[inline(always)]
pub fn rounded(x: f32) -> i32 {
    // The largest float below one half: with it, no sum reaches the next number too early.
    (x + 0.499_999_97_f32.copysign(x)) as i32
}

/// `x.round_ties_even()`, for magnitudes below 2^23.
#[inline(always)]
pub fn nearest_even(x: f32) -> f32 {
    // From 2^23 to 2^24, the last bit of a float has the value 1.
    let ones = 8_388_608.0_f32.copysign(x);
    ((x + ones) - ones).copysign(x)
}

/// 1/255 in two parts. Products of a byte with the first are exact.
pub const BYTE_FRACTION: [f32; 2] = {
    const WHOLE: f64 = 1.0 / 255.0;
    let high = f32::from_bits((WHOLE as f32).to_bits() & 0xffff_ff00);
    [high, (WHOLE - high as f64) as f32]
};

/// A byte divided by 255, rounded to the nearest: the sum of its products with both parts of 1/255,
/// which costs less than a division. Of other numbers it is near the quotient.
#[inline(always)]
pub fn byte_fraction(byte: f32) -> f32 {
    byte * BYTE_FRACTION[0] + byte * BYTE_FRACTION[1]
}

/// `x` rounded down, for -2^22 to 2^22.
#[inline(always)]
pub fn floor_small(x: f32) -> i32 {
    // From 2^23 to 2^24, the last bit of a float has the value 1.
    const ONES: f32 = 12_582_912.0;
    let nearest = x + ONES;
    let above = nearest - ONES > x;
    (nearest.to_bits().wrapping_sub(ONES.to_bits()) as i32).wrapping_sub(above.into())
}

/// `x` rounded down, for 0 to 2^31 inclusive.
#[inline(always)]
pub fn floor_f64(x: f64) -> u32 {
    // At 2^52 the last bit of a double has the value 1.
    const ONES: f64 = 4_503_599_627_370_496.0;
    let nearest = x + ONES;
    let above = nearest - ONES > x;
    (nearest.to_bits() as u32).wrapping_sub(u32::from(above))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rounding_is_that_of_rust() {
        let edges = (0..25).map(|e| (1u32 << e) as f32);
        let near = edges.flat_map(|x| [x - 0.5, x + 0.5, x, x * 1.5, x - 1.5]);
        let special = [0.0, 0.25, 1e-40, 3e9, f32::INFINITY, f32::NAN];
        for x in near
            .chain(special)
            .flat_map(|x| [x, x.next_up(), x.next_down()])
        {
            for x in [x, -x] {
                assert_eq!(rounded(x), x.round() as i32, "{x}");
                if x.abs() <= (1 << 22) as f32 {
                    assert_eq!(floor_small(x), x.floor() as i32, "{x}");
                }
                if x.abs() < (1 << 23) as f32 {
                    let want = x.round_ties_even();
                    assert_eq!(nearest_even(x).to_bits(), want.to_bits(), "{x}");
                }
            }
        }
    }

    #[test]
    fn edges_are_as_in_rust() {
        let edges = [23u32, 24, 30, 31, 32].map(|e| (127 + e) << 23);
        let near = edges.into_iter().flat_map(|b| [b - 1, b, b + 1]);
        let special = [0, 1, 0x3eff_ffff, 0x3f7f_ffff, 0x7f80_0000, 0x7f80_0001];
        for bits in near.chain(special).flat_map(|b| [b, b | 1 << 31]) {
            let x = f32::from_bits(bits);
            assert_eq!(truncated(x), x as i32, "{x}");
        }
        for x in [
            0.0,
            0.5,
            1.0 - f64::EPSILON,
            1.0,
            1.5,
            2.5,
            16_777_215.5,
            2_147_483_648.0,
        ] {
            assert_eq!(floor_f64(x), x as u32, "{x}");
        }
        for x in [
            0.0,
            -0.0,
            0.5,
            0.999_999_94,
            1.0,
            254.5,
            255.5,
            8_388_607.5,
            16_777_215.0f32,
        ] {
            assert_eq!(truncated_small(x), x as u32, "{x}");
        }
    }

    #[test]
    fn fractions_of_bytes_are_those_of_a_division() {
        for byte in 0..=255u8 {
            let byte = f32::from(byte);
            assert_eq!(byte_fraction(byte), byte / 255.0);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]

        #[test]
        fn any_number_is_rounded(
            bits in any::<u32>(),
            small in -4_194_304f32..4_194_304.0,
        ) {
            let x = f32::from_bits(bits);
            prop_assert_eq!(rounded(x), x.round() as i32);
            prop_assert_eq!(rounded(small), small.round() as i32);
            prop_assert_eq!(floor_small(small), small.floor() as i32);
        }

        #[test]
        fn small_numbers_are_as_in_rust(x in 0.0f32..16_777_216.0, small in 0.0f32..2.0) {
            prop_assert_eq!(truncated_small(x), x as u32);
            prop_assert_eq!(truncated_small(small), small as u32);
        }

        #[test]
        fn all_are_as_in_rust(bits: u32, x in 0.0..2_147_483_648.0) {
            let f = f32::from_bits(bits);
            prop_assert_eq!(truncated(f), f as i32);
            prop_assert_eq!(floor_f64(x), x as u32);
        }
    }
}
