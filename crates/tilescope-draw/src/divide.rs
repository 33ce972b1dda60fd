//! Numbers of elements in attribute buffers, derived from linear numbers of threads: divisions by
//! constants, as hardware makes them.

/// A division by multiplication with a reciprocal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Magic {
    /// The multiplier, between 2^31 and 2^32.
    pub multiplier: u32,
    /// Bits that the high half of the product is shifted by.
    pub shift: u8,
    /// 1 is added to the number before.
    pub round_down: bool,
}

impl Magic {
    /// The division that a record describes, whose multiplier has an implicit highest bit.
    pub const fn new(numerator: u32, shift: u8, round_down: bool) -> Magic {
        Magic {
            multiplier: numerator | 1 << 31,
            shift: shift & 31,
            round_down,
        }
    }

    /// The quotient.
    #[inline]
    pub fn divide(&self, n: u32) -> u32 {
        let n = u128::from(n) + u128::from(self.round_down);
        ((n * u128::from(self.multiplier)) >> 32 >> self.shift) as u32
    }
}

/// The number of an element, derived from a linear number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Divide {
    /// The number itself.
    None,
    /// Divided by a power of two.
    Shift(u8),
    /// The remainder of the division by this number, from 1 up.
    Modulus(u64),
    /// Divided by any number.
    Magic(Magic),
}

impl Divide {
    /// The remainder by a padded number: an odd one, (2`p` + 1), times 2^`r`.
    pub const fn modulus(r: u8, p: u8) -> Divide {
        Divide::Modulus((2 * (p & 7) as u64 + 1) << (r & 31))
    }

    /// The number of the element.
    #[inline]
    pub fn apply(&self, n: u32) -> u32 {
        match self {
            Divide::None => n,
            Divide::Shift(by) => n >> (by & 31),
            Divide::Modulus(by) => (u64::from(n) % (*by).max(1)) as u32,
            Divide::Magic(magic) => magic.divide(n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that a driver writes for a divisor. Source: `panfrost-job.h`.
    fn magic(divisor: u32) -> Magic {
        let shift = divisor.ilog2();
        let t = 1u64 << (32 + shift);
        let m = t.div_ceil(divisor.into());
        let round_down = t % u64::from(divisor) <= 1 << shift;
        let m = if round_down { m - 1 } else { m };
        Magic::new(m as u32 & !(1 << 31), shift as u8, round_down)
    }

    #[test]
    fn reciprocals_divide() {
        for divisor in [
            3,
            5,
            6,
            7,
            9,
            10,
            11,
            12,
            36,
            72,
            100,
            1001,
            65_535,
            1 << 20 | 1,
        ] {
            let magic = magic(divisor);
            for k in 0..2000u32 {
                for n in [
                    k,
                    k * divisor,
                    (k * divisor).wrapping_sub(1) & 0xff_ffff,
                    k * 7919,
                ] {
                    assert_eq!(magic.divide(n), n / divisor, "{n} / {divisor}");
                }
            }
        }
    }

    /// The numbers of instances that Mesa writes. Source: `pan_encoder.h`,
    /// panfrost_instance_id and panfrost_vertex_id.
    #[test]
    fn numbers_of_instances() {
        for log in 1..20 {
            let by_power = Magic::new(0, log - 1, false);
            for n in [0, 1, 5, 1000, 0xff_ffff] {
                assert_eq!(by_power.divide(n), n >> log);
            }
        }
        let none = Magic::new((1 << 31) - 1, 31, true);
        let no_modulus = Divide::modulus(31, 4);
        for n in [0, 1, 65_536, 1 << 30] {
            assert_eq!((none.divide(n), no_modulus.apply(n)), (0, n));
        }
        // 36 vertices: 9 << 2.
        assert_eq!(Divide::modulus(2, 4).apply(75), 3);
    }
}
