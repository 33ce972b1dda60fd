//! Unsigned-normalised channels: an n-bit integer that represents a fraction of
//! its largest value, widened to 8 bits and narrowed from them.

/// Expansion of a channel of fewer than 8 bits to 8 bits.
///
/// The two differ by one step for a few values: 3/31 is 24 replicated and 25 rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Widen {
    /// The high bits are repeated below the low ones. This is the usual
    /// hardware circuit, and the one in Khronos data format documents for ETC.
    #[default]
    Replicate,
    /// The nearest fraction of 255, as specified by OpenGL ES.
    Round,
}

/// Reduction of a channel of 8 bits to fewer bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Narrow {
    /// The low bits are dropped.
    #[default]
    Truncate,
    /// The nearest fraction.
    Round,
}

impl Widen {
    /// Widens the `bits`-bit channel `value` to 8 bits; wider channels keep
    /// their high 8 bits. A channel of 0 bits is 0.
    #[inline]
    pub const fn to_8(self, value: u32, bits: u8) -> u8 {
        let value = match bits {
            0 => return 0,
            1..=16 => value & ((1 << bits) - 1),
            _ => value & 0xffff,
        };
        match self {
            _ if bits == 8 => value as u8,
            Widen::Replicate => match bits {
                1 => (value * 0xff) as u8,
                2 => (value * 0x55) as u8,
                3 => (value << 5 | value << 2 | value >> 1) as u8,
                4 => (value * 0x11) as u8,
                5 => (value << 3 | value >> 2) as u8,
                6 => (value << 2 | value >> 4) as u8,
                7 => (value << 1 | value >> 6) as u8,
                9..=16 => (value >> (bits - 8)) as u8,
                _ => (value >> 8) as u8,
            },
            Widen::Round => {
                let bits = if bits > 16 { 16 } else { bits };
                let max = (1u32 << bits) - 1;
                ((value * 255 + max / 2) / max) as u8
            }
        }
    }
}

impl Narrow {
    /// Narrows an 8-bit channel to `bits` (1 to 8) bits.
    #[inline]
    pub const fn from_8(self, value: u8, bits: u8) -> u32 {
        if bits == 0 {
            return 0;
        }
        if bits >= 8 {
            return value as u32;
        }
        match self {
            Narrow::Truncate => (value >> (8 - bits)) as u32,
            Narrow::Round => {
                let max = (1u32 << bits) - 1;
                (value as u32 * max + 127) / 255
            }
        }
    }
}

/// A number limited to 0 to 1; NaN is 0.
#[inline(always)]
#[expect(clippy::manual_clamp, reason = "clamp keeps NaN")]
pub fn fraction(x: f32) -> f32 {
    x.max(0.0).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_keeps_the_ends_and_order() {
        for widen in [Widen::Replicate, Widen::Round] {
            for bits in 1..=16u8 {
                let max = (1u32 << bits) - 1;
                assert_eq!(widen.to_8(0, bits), 0);
                assert_eq!(widen.to_8(max, bits), 255, "{widen:?} {bits}");
                let step = (max / 4096).max(1);
                let mut last = 0;
                for v in (0..=max).step_by(step as usize) {
                    let w = widen.to_8(v, bits);
                    assert!(w >= last);
                    let exact = v as f64 * 255.0 / max as f64;
                    let slack = match widen {
                        Widen::Round => 0.5,
                        Widen::Replicate => 1.0,
                    };
                    assert!((w as f64 - exact).abs() <= slack, "{widen:?} {v}/{max}");
                    last = w;
                }
            }
        }
        assert_eq!(Widen::Replicate.to_8(3, 5), 24);
        assert_eq!(Widen::Round.to_8(3, 5), 25);
    }

    #[test]
    fn narrowing_undoes_widening() {
        for bits in 1..=8u8 {
            for v in 0..1u32 << bits {
                assert_eq!(
                    Narrow::Truncate.from_8(Widen::Replicate.to_8(v, bits), bits),
                    v
                );
                assert_eq!(Narrow::Round.from_8(Widen::Round.to_8(v, bits), bits), v);
            }
        }
    }
}
