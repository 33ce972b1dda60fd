//! Comparison functions of depth, stencil and alpha tests.

use tilescope_exec::sixteen;

/// A comparison of the incoming value with the stored one.
///
/// The order is that of OpenGL, Vulkan, D3D and Gallium alike, and of the
/// 3-bit fields of the chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareFunc {
    /// Fails.
    Never,
    /// Incoming below stored.
    Less,
    /// Same.
    Equal,
    /// Incoming not above stored.
    LessEqual,
    /// Incoming above stored.
    Greater,
    /// Different.
    NotEqual,
    /// Incoming not below stored.
    GreaterEqual,
    /// Passes.
    Always,
}

impl CompareFunc {
    /// From the low 3 bits of a field.
    pub const fn from_bits(bits: u32) -> Self {
        match bits & 7 {
            0 => Self::Never,
            1 => Self::Less,
            2 => Self::Equal,
            3 => Self::LessEqual,
            4 => Self::Greater,
            5 => Self::NotEqual,
            6 => Self::GreaterEqual,
            _ => Self::Always,
        }
    }

    /// Whether `incoming` passes the comparison with `stored`.
    #[inline]
    pub fn passes<T: PartialOrd>(self, incoming: T, stored: T) -> bool {
        match self {
            Self::Never => false,
            Self::Less => incoming < stored,
            Self::Equal => incoming == stored,
            Self::LessEqual => incoming <= stored,
            Self::Greater => incoming > stored,
            Self::NotEqual => incoming != stored,
            Self::GreaterEqual => incoming >= stored,
            Self::Always => true,
        }
    }

    /// A bit for each lane that passes. One branch for all 16. Comparisons with NaN
    /// pass for [`CompareFunc::NotEqual`] and [`CompareFunc::Always`] only.
    #[inline(always)]
    pub fn lanes<T: PartialOrd + Copy>(self, incoming: &[T; 16], stored: &[T; 16]) -> u16 {
        match self {
            Self::Never => 0,
            Self::Less => each(incoming, stored, |i, s| i < s),
            Self::Equal => each(incoming, stored, |i, s| i == s),
            Self::LessEqual => each(incoming, stored, |i, s| i <= s),
            Self::Greater => each(incoming, stored, |i, s| i > s),
            Self::NotEqual => each(incoming, stored, |i, s| i != s),
            Self::GreaterEqual => each(incoming, stored, |i, s| i >= s),
            Self::Always => u16::MAX,
        }
    }
}

#[inline(always)]
fn each<T: Copy>(a: &[T; 16], b: &[T; 16], f: impl Fn(T, T) -> bool) -> u16 {
    let mut passed = [0; 16];
    for lane in 0..16 {
        passed[lane] = u32::from(f(a[lane], b[lane]));
    }
    sixteen::nonzero(&passed)
}
