//! Loops over lanes of `blend` and `encoding` with explicit vectors, for hosts with AVX-512. The results
//! are the same.

use tilescope_exec::convert::BYTE_FRACTION;
use tilescope_exec::host::{Floats, Host};

use crate::blend::{Blend, BlendEquation, BlendFactor};
use crate::encoding::Colors;

/// Limits components to 0 to 1; NaN is 0.
#[inline(always)]
pub(crate) fn limit_to_fractions(host: Host, colors: &mut Colors) {
    let (zero, one) = (host.float(0.0), host.float(1.0));
    for component in colors {
        *component = host.floats(component).max_or(zero).min_or(one).get();
    }
}

/// Fractions of the `largest` values of components, each at its lowest bit; those with 0 as the
/// largest keep what they are.
#[inline(always)]
pub(crate) fn unpack_fractions(
    host: Host,
    words: &[u32; 16],
    (at, largest): (&[u8; 4], &[u32; 4]),
    out: &mut Colors,
) {
    let words = host.words(words);
    let [high, low] = [host.float(BYTE_FRACTION[0]), host.float(BYTE_FRACTION[1])];
    for (i, out) in out.iter_mut().enumerate() {
        let number = (words >> at[i].into() & host.word(largest[i])).to_floats();
        match largest[i] {
            0 => {}
            255 => *out = (number * high + number * low).get(),
            largest => *out = (number / host.float(largest as f32)).get(),
        }
    }
}

/// [`Blend::apply`].
#[inline(always)]
pub(crate) fn blend(
    host: Host,
    blend: &Blend,
    new: &Colors,
    second: &Colors,
    stored: &Colors,
) -> Colors {
    let of = Operands {
        host,
        new,
        second,
        stored,
        constant: &blend.constant,
    };
    let mut out = [[0.0; 16]; 4];
    for (i, out) in out.iter_mut().enumerate() {
        let part = if i == 3 { &blend.alpha } else { &blend.color };
        let (n, o) = (host.floats(&new[i]), host.floats(&stored[i]));
        match part.equation {
            BlendEquation::Min => {
                *out = n.with(o.less(n) | !n.ordered(), o).get();
                continue;
            }
            BlendEquation::Max => {
                *out = n.with(n.less(o) | !n.ordered(), o).get();
                continue;
            }
            BlendEquation::Add | BlendEquation::Subtract | BlendEquation::ReverseSubtract => {}
        }
        let n = n * of.factor(part.new, i);
        let o = o * of.factor(part.stored, i);
        *out = match part.equation {
            BlendEquation::Subtract => (n - o).get(),
            BlendEquation::ReverseSubtract => (o - n).get(),
            _ => (n + o).get(),
        };
    }
    out
}

/// The values that factors are taken from.
struct Operands<'a> {
    host: Host,
    new: &'a Colors,
    second: &'a Colors,
    stored: &'a Colors,
    constant: &'a [f32; 4],
}

impl Operands<'_> {
    /// A factor of component `i`.
    #[inline(always)]
    fn factor(&self, factor: BlendFactor, i: usize) -> Floats {
        use BlendFactor as F;
        let one = self.host.float(1.0);
        let (new, stored, second) = (self.new, self.stored, self.second);
        match factor {
            F::Zero => self.host.float(0.0),
            F::One => one,
            F::NewColor => self.host.floats(&new[i]),
            F::OneMinusNewColor => one - self.host.floats(&new[i]),
            F::NewAlpha => self.host.floats(&new[3]),
            F::OneMinusNewAlpha => one - self.host.floats(&new[3]),
            F::StoredColor => self.host.floats(&stored[i]),
            F::OneMinusStoredColor => one - self.host.floats(&stored[i]),
            F::StoredAlpha => self.host.floats(&stored[3]),
            F::OneMinusStoredAlpha => one - self.host.floats(&stored[3]),
            F::NewAlphaSaturate if i == 3 => one,
            F::NewAlphaSaturate => self
                .host
                .floats(&new[3])
                .min(one - self.host.floats(&stored[3])),
            F::ConstantColor => self.host.float(self.constant[i]),
            F::OneMinusConstantColor => self.host.float(1.0 - self.constant[i]),
            F::ConstantAlpha => self.host.float(self.constant[3]),
            F::OneMinusConstantAlpha => self.host.float(1.0 - self.constant[3]),
            F::SecondColor => self.host.floats(&second[i]),
            F::OneMinusSecondColor => one - self.host.floats(&second[i]),
            F::SecondAlpha => self.host.floats(&second[3]),
            F::OneMinusSecondAlpha => one - self.host.floats(&second[3]),
        }
    }
}
