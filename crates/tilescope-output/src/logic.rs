//! Logic operations on two operands, and on three.

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

/// An operation on the bits of three operands: bit i of it is the result of operands whose
/// bits are bits 0 to 2 of i. With destination, source and pattern in this order, the ROP3
/// codes of Windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TernaryOp(pub u8);

impl TernaryOp {
    /// Whether the result depends on each operand.
    pub const fn reads(self) -> [bool; 3] {
        [
            (self.0 ^ self.0 >> 1) & 0x55 != 0,
            (self.0 ^ self.0 >> 2) & 0x33 != 0,
            (self.0 ^ self.0 >> 4) & 0x0f != 0,
        ]
    }

    /// The new bits.
    pub fn apply(self, operands: [u32; 3]) -> u32 {
        let mut result = 0;
        for i in (0..8).filter(|i| self.0 >> i & 1 != 0) {
            let pick = |n: usize| match i >> n & 1 {
                0 => !operands[n],
                _ => operands[n],
            };
            result |= pick(0) & pick(1) & pick(2);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ternary_operations_are_their_tables() {
        // All combinations of three bits.
        let operands = [0b1010_1010, 0b1100_1100, 0b1111_0000];
        for table in 0..=255 {
            let op = TernaryOp(table);
            assert_eq!(op.apply(operands) as u8, table);
            for (n, reads) in op.reads().into_iter().enumerate() {
                let mut other = operands;
                other[n] = !other[n];
                assert_eq!(
                    reads,
                    op.apply(other) != op.apply(operands),
                    "{table:02x} {n}"
                );
            }
        }
    }
}
