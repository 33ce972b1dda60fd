//! Stencil test and update.

use crate::compare::CompareFunc;

/// A stencil operation. Field encodings differ between chips and are decoded by
/// the families.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StencilOp {
    /// Unchanged.
    Keep,
    /// 0.
    Zero,
    /// The reference.
    Replace,
    /// One more, at most 255.
    IncrementClamp,
    /// One less, at least 0.
    DecrementClamp,
    /// All bits inverted.
    Invert,
    /// One more, 255 to 0.
    IncrementWrap,
    /// One less, 0 to 255.
    DecrementWrap,
}

impl StencilOp {
    /// The new value before the write mask.
    #[inline]
    pub const fn apply(self, stored: u8, reference: u8) -> u8 {
        match self {
            Self::Keep => stored,
            Self::Zero => 0,
            Self::Replace => reference,
            Self::IncrementClamp => stored.saturating_add(1),
            Self::DecrementClamp => stored.saturating_sub(1),
            Self::Invert => !stored,
            Self::IncrementWrap => stored.wrapping_add(1),
            Self::DecrementWrap => stored.wrapping_sub(1),
        }
    }
}

/// Stencil state of one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StencilFace {
    /// Comparison of the reference with the stored value, both masked with
    /// `read_mask`.
    pub func: CompareFunc,
    /// The reference value.
    pub reference: u8,
    /// Bits compared.
    pub read_mask: u8,
    /// Bits changed.
    pub write_mask: u8,
    /// When the stencil test fails.
    pub fail: StencilOp,
    /// When it passes and the depth test fails.
    pub depth_fail: StencilOp,
    /// When both pass.
    pub pass: StencilOp,
}

impl StencilFace {
    /// The lanes whose reference passes against the stored value.
    #[inline(always)]
    pub(crate) fn compare(&self, stored: &[u32; 16], reference: &[u8; 16]) -> u16 {
        let (mut incoming, mut masked) = ([0; 16], [0; 16]);
        for lane in 0..16 {
            incoming[lane] = u32::from(reference[lane] & self.read_mask);
            masked[lane] = stored[lane] & u32::from(self.read_mask);
        }
        self.func.lanes(&incoming, &masked)
    }

    /// The new stencil value, and whether the sample survives.
    #[inline]
    pub fn update(&self, stored: u8, depth_passes: bool) -> (u8, bool) {
        let passes = self.func.passes(
            (self.reference & self.read_mask) as u32,
            (stored & self.read_mask) as u32,
        );
        let op = match (passes, depth_passes) {
            (false, _) => self.fail,
            (true, false) => self.depth_fail,
            (true, true) => self.pass,
        };
        let new = op.apply(stored, self.reference);
        (
            (new & self.write_mask) | (stored & !self.write_mask),
            passes && depth_passes,
        )
    }
}
