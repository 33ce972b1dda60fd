//! Fields of load/store instructions that depend on the operation.

use crate::isa::{LdstOp, LoadStore};
use crate::shader::io::{Components, Interpolation};
use tilescope_exec::atomic::AtomicOp;
use tilescope_exec::bytes::Bytes;

/// The bytes of a load, store or load from a uniform buffer. The low five bits of the
/// operation are the same in all three: the size, and the sign or the order of bytes.
pub(super) fn bytes(op: LdstOp) -> Bytes {
    let (size, low) = (op as u8 >> 2 & 7, op as u8 & 3);
    let extends = size < 2;
    Bytes {
        count: 1 << size.min(4),
        signed: extends && low & 1 != 0,
        reversed: if extends { 1 + (low >> 1) } else { 1 << low },
    }
}

/// The type of the components: the low two bits of most operations.
pub(in crate::shader) fn components(op: LdstOp) -> Components {
    match op as u8 & 3 {
        0 => Components::F32,
        1 => Components::F16,
        2 => Components::U32,
        _ => Components::S32,
    }
}

/// The operation of an atomic, whether it has 64 bits, and whether it is big-endian.
pub(super) fn atomic(op: LdstOp) -> (AtomicOp, bool, bool) {
    let code = op as u8;
    let last = AtomicOp::ALL.len() - 1;
    let n = usize::from(code.wrapping_sub(0x40) / 4).min(last);
    (AtomicOp::ALL[n], code & 1 != 0, code & 2 != 0)
}

/// The bytes of a store that a mask of four bits enables.
pub(super) fn store_mask(mask: u8, bytes: u8) -> u16 {
    let each = (bytes / 4).max(1);
    let all = u16::MAX >> (16 - u32::from(bytes.clamp(1, 16)));
    let group = (1u16 << each) - 1;
    let enabled = (0..4u16).filter(|i| mask >> i & 1 != 0);
    enabled.map(|i| group << (i * u16::from(each))).sum::<u16>() & all
}

/// The interpolation that a varying's instruction states.
pub(super) fn interpolation(word: &LoadStore) -> Interpolation {
    let bit = |n: i32| word.offset >> n & 1 != 0;
    Interpolation {
        flat: bit(3),
        perspective: bit(4),
        centroid: bit(5),
        sample: bit(6),
    }
}

/// The bytes of a load from a uniform buffer that its results are made of: up to the last
/// component that the swizzle selects. Mesa loads 16 bytes for a vector of three that ends
/// less than 16 bytes before the end of the buffer.
pub(super) fn needed(word: &LoadStore, bytes: Bytes) -> Bytes {
    let selected = (0..4).filter(|&i| word.mask >> i & 1 == 1);
    let last = selected.map(|i| selector(word, i)).max().unwrap_or(0);
    let whole = if bytes.reversed == 8 { last | 1 } else { last };
    Bytes {
        count: bytes.count.min(4 * (whole + 1)),
        ..bytes
    }
}

/// Selector `i` of the swizzle.
pub(super) fn selector(word: &LoadStore, i: u8) -> u8 {
    word.swizzle >> (2 * (i & 3)) & 3
}

/// The component by which a projection divides, the low two bits of the operation; `None` for
/// cube maps.
pub(super) fn divisor(op: LdstOp) -> Option<usize> {
    (op != LdstOp::LdCubemapCoords).then_some(op as usize & 3)
}
