//! The 128-bit instruction word.

use std::fmt;
use std::ops::BitXor;

/// One instruction: four 32-bit words, the first at the lowest address. Any 128
/// bits are an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Inst(pub [u32; 4]);

impl Inst {
    /// Size of an instruction in memory.
    pub const BYTES: usize = 16;

    /// The instruction in the 16 bytes at its address.
    pub fn from_bytes(bytes: [u8; 16]) -> Inst {
        let mut words = [0; 4];
        for (word, b) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u32::from_le_bytes(*b);
        }
        Inst(words)
    }

    /// The bytes of the instruction in memory.
    pub fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        for (b, word) in bytes.as_chunks_mut().0.iter_mut().zip(self.0) {
            *b = word.to_le_bytes();
        }
        bytes
    }

    /// Whether all bits are 0, which is the instruction `nop`.
    pub const fn is_zero(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }
}

impl BitXor for Inst {
    type Output = Inst;

    fn bitxor(self, other: Inst) -> Inst {
        Inst(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

impl fmt::Debug for Inst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0;
        write!(f, "Inst({a:08x} {b:08x} {c:08x} {d:08x})")
    }
}
