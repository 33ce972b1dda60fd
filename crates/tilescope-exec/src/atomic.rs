//! Atomic operations on memory.

/// An atomic operation: the new content of memory. Operands are the old content and the
/// value of the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOp {
    /// The sum, wrapping.
    Add,
    /// The bitwise and.
    And,
    /// The bitwise or.
    Or,
    /// The exclusive or.
    Xor,
    /// The signed minimum.
    MinSigned,
    /// The unsigned minimum.
    MinUnsigned,
    /// The signed maximum.
    MaxSigned,
    /// The unsigned maximum.
    MaxUnsigned,
    /// The value.
    Exchange,
    /// The value, if the old content equals [`Atomic::compare`].
    CompareExchange,
}

impl AtomicOp {
    /// All operations.
    pub const ALL: [AtomicOp; 10] = [
        AtomicOp::Add,
        AtomicOp::And,
        AtomicOp::Or,
        AtomicOp::Xor,
        AtomicOp::MinSigned,
        AtomicOp::MinUnsigned,
        AtomicOp::MaxSigned,
        AtomicOp::MaxUnsigned,
        AtomicOp::Exchange,
        AtomicOp::CompareExchange,
    ];

    /// The new content of `bits` bits of memory, 32 or 64.
    pub fn apply(self, bits: u32, old: u64, value: u64, compare: u64) -> u64 {
        let mask = u64::MAX >> (64 - bits.clamp(1, 64));
        let signed = |x: u64| ((x << (64 - bits)) as i64) >> (64 - bits);
        let new = match self {
            AtomicOp::Add => old.wrapping_add(value),
            AtomicOp::And => old & value,
            AtomicOp::Or => old | value,
            AtomicOp::Xor => old ^ value,
            AtomicOp::MinSigned => signed(old).min(signed(value)) as u64,
            AtomicOp::MaxSigned => signed(old).max(signed(value)) as u64,
            AtomicOp::MinUnsigned => (old & mask).min(value & mask),
            AtomicOp::MaxUnsigned => (old & mask).max(value & mask),
            AtomicOp::Exchange => value,
            AtomicOp::CompareExchange if old & mask == compare & mask => value,
            AtomicOp::CompareExchange => old,
        };
        new & mask
    }
}

/// An atomic access of sixteen lanes, in the order of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// The operation.
    pub op: AtomicOp,
    /// Width of the memory in bits: 32 or 64.
    pub bits: u32,
    /// Whether the memory is big-endian.
    pub big_endian: bool,
    /// The value of each lane.
    pub value: [u64; 16],
    /// The value that a compare and exchange expects.
    pub compare: [u64; 16],
}

impl Atomic {
    /// Bytes of the memory: 4 or 8.
    pub fn bytes(&self) -> usize {
        (self.bits / 8).clamp(4, 8) as usize
    }

    /// Replaces the content of the memory that a lane accesses, and returns the old content.
    pub fn replace(&self, lane: usize, memory: &mut [u8]) -> u64 {
        let mut bytes = [0; 8];
        let bytes_of_memory = bytes.iter_mut().zip(memory.iter());
        bytes_of_memory.for_each(|(byte, from)| *byte = *from);
        let len = memory.len().min(8);
        if self.big_endian {
            bytes[..len].reverse();
        }
        let old = u64::from_le_bytes(bytes);
        let (value, compare) = (self.value[lane & 15], self.compare[lane & 15]);
        let mut new = self.op.apply(self.bits, old, value, compare).to_le_bytes();
        if self.big_endian {
            new[..len].reverse();
        }
        memory.copy_from_slice(&new[..len]);
        old
    }
}
