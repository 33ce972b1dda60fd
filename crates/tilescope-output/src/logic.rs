//! Logic operations.

/// A logic operation on the bits of the new pixel s and the stored pixel d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicOp {
    /// 0.
    Clear,
    /// s and d.
    And,
    /// s and not d.
    AndReverse,
    /// s.
    Copy,
    /// Not s, and d.
    AndInverted,
    /// d.
    Noop,
    /// Either s or d.
    Xor,
    /// s or d.
    Or,
    /// Neither s nor d.
    Nor,
    /// Both or neither.
    Equiv,
    /// Not d.
    Invert,
    /// s or not d.
    OrReverse,
    /// Not s.
    CopyInverted,
    /// Not s, or d.
    OrInverted,
    /// Not both.
    Nand,
    /// All ones.
    Set,
}

impl LogicOp {
    /// Every operation, in the order of OpenGL and Vulkan.
    pub const ALL: [LogicOp; 16] = [
        LogicOp::Clear,
        LogicOp::And,
        LogicOp::AndReverse,
        LogicOp::Copy,
        LogicOp::AndInverted,
        LogicOp::Noop,
        LogicOp::Xor,
        LogicOp::Or,
        LogicOp::Nor,
        LogicOp::Equiv,
        LogicOp::Invert,
        LogicOp::OrReverse,
        LogicOp::CopyInverted,
        LogicOp::OrInverted,
        LogicOp::Nand,
        LogicOp::Set,
    ];

    /// The new bits of `s` and `d`.
    #[inline]
    pub const fn apply(self, s: u32, d: u32) -> u32 {
        match self {
            LogicOp::Clear => 0,
            LogicOp::And => s & d,
            LogicOp::AndReverse => s & !d,
            LogicOp::Copy => s,
            LogicOp::AndInverted => !s & d,
            LogicOp::Noop => d,
            LogicOp::Xor => s ^ d,
            LogicOp::Or => s | d,
            LogicOp::Nor => !(s | d),
            LogicOp::Equiv => !(s ^ d),
            LogicOp::Invert => !d,
            LogicOp::OrReverse => s | !d,
            LogicOp::CopyInverted => !s,
            LogicOp::OrInverted => !s | d,
            LogicOp::Nand => !(s & d),
            LogicOp::Set => u32::MAX,
        }
    }

    /// [`LogicOp::apply`] in sixteen lanes, without a branch.
    #[inline(always)]
    pub fn lanes(self, s: &mut [u32; 16], d: &[u32; 16]) {
        // The operation on all combinations of two bits is its truth table.
        const S: u32 = 0b1100;
        const D: u32 = 0b1010;
        let table = self.apply(S, D);
        let [none, only_d, only_s, both] = [0, 1, 2, 3].map(|i| 0u32.wrapping_sub(table >> i & 1));
        for (s, d) in s.iter_mut().zip(d) {
            *s = both & *s & d | only_s & *s & !d | only_d & !*s & d | none & !(*s | d);
        }
    }
}
