//! Swizzles: the component that each channel of a colour takes.

/// The value of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A component, red 0.
    Component(u8),
    /// Zero.
    Zero,
    /// One: the largest value of normalised channels.
    One,
}

impl Source {
    /// The source of a code: 0 to 3 are components, 5 is one.
    #[inline]
    pub const fn from_bits(bits: u8) -> Source {
        match bits {
            0..=3 => Source::Component(bits),
            5 => Source::One,
            _ => Source::Zero,
        }
    }
}

/// Four codes of [`Source`], three bits each, the first lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swizzle(pub u16);

impl Swizzle {
    /// X, y, z, w.
    pub const IDENTITY: Swizzle = Swizzle(0x688);

    /// The source of channel `n`.
    #[inline]
    pub const fn source(self, n: u32) -> Source {
        Source::from_bits((self.0 >> (3 * n) & 7) as u8)
    }

    /// The channels of `values`, where a one is `one`, and a zero the default.
    #[inline]
    pub fn apply<T: Copy + Default>(self, values: [T; 4], one: T) -> [T; 4] {
        let mut out = [T::default(); 4];
        for (out, n) in out.iter_mut().zip(0..) {
            *out = match self.source(n) {
                Source::Component(source) => values[usize::from(source) & 3],
                Source::One => one,
                Source::Zero => T::default(),
            };
        }
        out
    }

    /// Values in memory's order, so that `apply` gives `values`. Of several channels that
    /// read one, the lowest counts.
    #[inline]
    pub fn invert<T: Copy + Default>(self, values: [T; 4]) -> [T; 4] {
        let mut out = [T::default(); 4];
        for n in (0..4).rev() {
            if let Source::Component(source) = self.source(n) {
                out[usize::from(source) & 3] = values[n as usize];
            }
        }
        out
    }
}
