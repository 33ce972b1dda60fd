//! Blending.

#![expect(
    clippy::needless_range_loop,
    reason = "counted loops over several arrays vectorise; zipped iterators sometimes do not"
)]

use crate::encoding::{Channels, Colors, channels};

/// A blend factor. "New" is the colour of the fragment, "stored" that of the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlendFactor {
    /// 0.
    Zero,
    /// 1.
    One,
    /// The new colour.
    NewColor,
    /// 1 minus the new colour.
    OneMinusNewColor,
    /// The new alpha.
    NewAlpha,
    /// 1 minus the new alpha.
    OneMinusNewAlpha,
    /// The stored colour.
    StoredColor,
    /// 1 minus the stored colour.
    OneMinusStoredColor,
    /// The stored alpha.
    StoredAlpha,
    /// 1 minus the stored alpha.
    OneMinusStoredAlpha,
    /// The constant colour.
    ConstantColor,
    /// 1 minus the constant colour.
    OneMinusConstantColor,
    /// The constant alpha.
    ConstantAlpha,
    /// 1 minus the constant alpha.
    OneMinusConstantAlpha,
    /// The smaller of the new alpha and 1 minus the stored alpha; 1 for alpha.
    NewAlphaSaturate,
    /// The second colour of the fragment.
    SecondColor,
    /// 1 minus the second colour of the fragment.
    OneMinusSecondColor,
    /// The second alpha of the fragment.
    SecondAlpha,
    /// 1 minus the second alpha of the fragment.
    OneMinusSecondAlpha,
}

impl BlendFactor {
    /// Every factor.
    pub const ALL: [BlendFactor; 19] = [
        BlendFactor::Zero,
        BlendFactor::One,
        BlendFactor::NewColor,
        BlendFactor::OneMinusNewColor,
        BlendFactor::NewAlpha,
        BlendFactor::OneMinusNewAlpha,
        BlendFactor::StoredColor,
        BlendFactor::OneMinusStoredColor,
        BlendFactor::StoredAlpha,
        BlendFactor::OneMinusStoredAlpha,
        BlendFactor::ConstantColor,
        BlendFactor::OneMinusConstantColor,
        BlendFactor::ConstantAlpha,
        BlendFactor::OneMinusConstantAlpha,
        BlendFactor::NewAlphaSaturate,
        BlendFactor::SecondColor,
        BlendFactor::OneMinusSecondColor,
        BlendFactor::SecondAlpha,
        BlendFactor::OneMinusSecondAlpha,
    ];
}

impl BlendFactor {
    /// 1 minus the factor, if that is one too.
    pub const fn inverse(self) -> Option<BlendFactor> {
        use BlendFactor as F;
        Some(match self {
            F::Zero => F::One,
            F::One => F::Zero,
            F::NewColor => F::OneMinusNewColor,
            F::OneMinusNewColor => F::NewColor,
            F::NewAlpha => F::OneMinusNewAlpha,
            F::OneMinusNewAlpha => F::NewAlpha,
            F::StoredColor => F::OneMinusStoredColor,
            F::OneMinusStoredColor => F::StoredColor,
            F::StoredAlpha => F::OneMinusStoredAlpha,
            F::OneMinusStoredAlpha => F::StoredAlpha,
            F::ConstantColor => F::OneMinusConstantColor,
            F::OneMinusConstantColor => F::ConstantColor,
            F::ConstantAlpha => F::OneMinusConstantAlpha,
            F::OneMinusConstantAlpha => F::ConstantAlpha,
            F::SecondColor => F::OneMinusSecondColor,
            F::OneMinusSecondColor => F::SecondColor,
            F::SecondAlpha => F::OneMinusSecondAlpha,
            F::OneMinusSecondAlpha => F::SecondAlpha,
            F::NewAlphaSaturate => return None,
        })
    }
}

/// A blend equation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlendEquation {
    /// New plus stored, each times its factor.
    Add,
    /// New minus stored, each times its factor.
    Subtract,
    /// Stored minus new, each times its factor.
    ReverseSubtract,
    /// The smaller one, without factors.
    Min,
    /// The larger one, without factors.
    Max,
}

impl BlendEquation {
    /// Every equation.
    pub const ALL: [BlendEquation; 5] = [
        BlendEquation::Add,
        BlendEquation::Subtract,
        BlendEquation::ReverseSubtract,
        BlendEquation::Min,
        BlendEquation::Max,
    ];
}

/// Blending of red, green and blue, or of alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlendPart {
    /// The factor of the new colour.
    pub new: BlendFactor,
    /// The factor of the stored colour.
    pub stored: BlendFactor,
    /// The equation.
    pub equation: BlendEquation,
}

impl BlendPart {
    /// The new colour.
    pub const REPLACE: BlendPart = BlendPart {
        new: BlendFactor::One,
        stored: BlendFactor::Zero,
        equation: BlendEquation::Add,
    };

    /// `a + b * factor`, where `a` and `b` are multiples of the new and of the stored colour, -1,
    /// 0 or 1 times. `None` if that is no sum of both colours, each times a factor.
    pub fn of_product(a: [i32; 2], b: [i32; 2], factor: BlendFactor) -> Option<BlendPart> {
        use BlendFactor::{One, Zero};
        // Each colour has the factor `a + b * factor`: a factor, and its sign; of 0, either.
        let of = |n: usize| match (a[n], b[n]) {
            (0, 0) => Some((Zero, 0)),
            (a, 0) => Some((One, a)),
            (a, _) if a != 0 && factor == Zero => Some((One, a)),
            (0, b) => Some((factor, b)),
            (a, b) if a == -b => Some((factor.inverse()?, a)),
            _ => None,
        };
        let ((new, of_new), (stored, of_stored)) = (of(0)?, of(1)?);
        let equation = match (of_new, of_stored) {
            (0 | 1, 0 | 1) => BlendEquation::Add,
            (0 | 1, _) => BlendEquation::Subtract,
            (_, 0 | 1) => BlendEquation::ReverseSubtract,
            _ => return None,
        };
        Some(BlendPart {
            new,
            stored,
            equation,
        })
    }
}

/// Factors and equations of a render target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// Of red, green and blue.
    pub color: BlendPart,
    /// Of alpha.
    pub alpha: BlendPart,
    /// The constant colour.
    pub constant: [f32; 4],
}

/// The colours of sixteen fragments for one render target.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// The colour.
    pub first: Channels<'a>,
    /// The second colour of dual-source blending; else the first.
    pub second: Channels<'a>,
}

impl<'a> Sources<'a> {
    /// A colour without a second one.
    #[inline(always)]
    pub fn one(first: &'a Colors) -> Sources<'a> {
        Sources::two(first, first)
    }

    /// A colour with a second one.
    #[inline(always)]
    pub fn two(first: &'a Colors, second: &'a Colors) -> Sources<'a> {
        Sources {
            first: channels(first),
            second: channels(second),
        }
    }
}

impl Blend {
    fn factors(&self) -> [BlendFactor; 4] {
        let (color, alpha) = (self.color, self.alpha);
        [color.new, color.stored, alpha.new, alpha.stored]
    }

    /// Whether a factor is of the constant colour.
    pub fn uses_constant(&self) -> bool {
        self.factors().iter().any(|factor| {
            matches!(
                factor,
                BlendFactor::ConstantAlpha
                    | BlendFactor::OneMinusConstantAlpha
                    | BlendFactor::ConstantColor
                    | BlendFactor::OneMinusConstantColor
            )
        })
    }

    /// Whether a factor is of the second colour.
    pub fn uses_second(&self) -> bool {
        self.factors().iter().any(|factor| {
            matches!(
                factor,
                BlendFactor::SecondColor
                    | BlendFactor::OneMinusSecondColor
                    | BlendFactor::SecondAlpha
                    | BlendFactor::OneMinusSecondAlpha
            )
        })
    }

    /// Blends new and stored colours. `second` is used by the factors of the second
    /// colour only.
    #[inline(always)]
    pub fn apply(&self, new: &Colors, second: &Colors, stored: &Colors) -> Colors {
        let mut out = [[0.0; 16]; 4];
        let of = Operands {
            new,
            second,
            stored,
            constant: &self.constant,
        };
        for (i, out) in out.iter_mut().enumerate() {
            let part = if i == 3 { &self.alpha } else { &self.color };
            let (n, o) = (&new[i], &stored[i]);
            macro_rules! each {
                (|$l:ident| $value:expr) => {
                    for $l in 0..16 {
                        out[$l] = $value;
                    }
                };
            }
            match part.equation {
                BlendEquation::Min => {
                    each!(|l| if o[l] < n[l] || n[l].is_nan() {
                        o[l]
                    } else {
                        n[l]
                    });
                    continue;
                }
                BlendEquation::Max => {
                    each!(|l| if o[l] > n[l] || n[l].is_nan() {
                        o[l]
                    } else {
                        n[l]
                    });
                    continue;
                }
                BlendEquation::Add | BlendEquation::Subtract | BlendEquation::ReverseSubtract => {}
            }
            let s = of.factor(part.new, i);
            let d = of.factor(part.stored, i);
            match part.equation {
                BlendEquation::Subtract => each!(|l| n[l] * s[l] - o[l] * d[l]),
                BlendEquation::ReverseSubtract => each!(|l| o[l] * d[l] - n[l] * s[l]),
                _ => each!(|l| n[l] * s[l] + o[l] * d[l]),
            }
        }
        out
    }
}

/// The values that factors are taken from.
struct Operands<'a> {
    new: &'a Colors,
    second: &'a Colors,
    stored: &'a Colors,
    constant: &'a [f32; 4],
}

impl Operands<'_> {
    #[inline(always)]
    fn factor(&self, factor: BlendFactor, i: usize) -> [f32; 16] {
        let constant = self.constant;
        match factor {
            BlendFactor::Zero => [0.0; 16],
            BlendFactor::One => [1.0; 16],
            BlendFactor::NewColor => self.new[i],
            BlendFactor::OneMinusNewColor => one_minus(&self.new[i]),
            BlendFactor::NewAlpha => self.new[3],
            BlendFactor::OneMinusNewAlpha => one_minus(&self.new[3]),
            BlendFactor::StoredAlpha => self.stored[3],
            BlendFactor::OneMinusStoredAlpha => one_minus(&self.stored[3]),
            BlendFactor::StoredColor => self.stored[i],
            BlendFactor::OneMinusStoredColor => one_minus(&self.stored[i]),
            BlendFactor::NewAlphaSaturate if i == 3 => [1.0; 16],
            BlendFactor::NewAlphaSaturate => {
                let mut out = [0.0; 16];
                for lane in 0..16 {
                    out[lane] = self.new[3][lane].min(1.0 - self.stored[3][lane]);
                }
                out
            }
            BlendFactor::ConstantAlpha => [constant[3]; 16],
            BlendFactor::OneMinusConstantAlpha => [1.0 - constant[3]; 16],
            BlendFactor::ConstantColor => [constant[i]; 16],
            BlendFactor::OneMinusConstantColor => [1.0 - constant[i]; 16],
            BlendFactor::SecondColor => self.second[i],
            BlendFactor::OneMinusSecondColor => one_minus(&self.second[i]),
            BlendFactor::SecondAlpha => self.second[3],
            BlendFactor::OneMinusSecondAlpha => one_minus(&self.second[3]),
        }
    }
}

#[inline(always)]
fn one_minus(v: &[f32; 16]) -> [f32; 16] {
    let mut out = [0.0; 16];
    for lane in 0..16 {
        out[lane] = 1.0 - v[lane];
    }
    out
}
