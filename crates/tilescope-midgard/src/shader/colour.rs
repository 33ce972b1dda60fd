//! Colours in memory formats, as PACK and UNPACK convert them.

use super::access::components;
use super::compute::word;
use super::io::Components;
use super::op::{Code, Part};
use super::quirks::ShaderQuirks;
use crate::formats::{Format, RegisterType, Storage};
use crate::isa::{LdstOp, LoadStore};
use tilescope_exec::half::Rounding;

/// The format of an instruction. Mesa's disassembler prints 22 bits, of the offset and the
/// shift of the index, as a "format specifier"; all other format words have 22 bits too,
/// and it is taken for one of them. `None` if a texel has no known bits.
pub(super) fn format(instruction: &LoadStore) -> Option<Format> {
    let bits = (instruction.offset as u32) << 4 | u32::from(instruction.index_shift);
    let format = Format::from_bits(bits & 0x3f_ffff);
    let known = matches!(
        format.storage,
        Storage::Packed(_) | Storage::SharedExponent { .. } | Storage::Snapped { .. }
    );
    (known && !format.big_endian).then_some(format)
}

/// The result of an operation.
pub(super) fn convert(q: &ShaderQuirks, op: LdstOp, format: &Format, from: [u32; 4]) -> [u32; 4] {
    let (to, halves) = match components(op) {
        Components::F16 => (RegisterType::Float, true),
        Components::F32 | Components::Raw => (RegisterType::Float, false),
        Components::U32 => (RegisterType::Unsigned, false),
        Components::S32 => (RegisterType::Signed, false),
    };
    let mut bytes = [0; 32];
    if (op as u8) < LdstOp::PackColourF32 as u8 {
        for (bytes, word) in bytes.chunks_exact_mut(4).zip(from) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let values = format.load(&bytes, to);
        return if halves { narrowed(q, values) } else { values };
    }
    let values = if halves { widened(q, from) } else { from };
    let texel = format.store(values, to);
    bytes[..texel.len()].copy_from_slice(&texel);
    let (words, _) = bytes.as_chunks::<4>();
    std::array::from_fn(|n| u32::from_le_bytes(words[n]))
}

/// Four halves, two in a word, as floats.
pub(super) fn widened(q: &ShaderQuirks, [low, high, ..]: [u32; 4]) -> [u32; 4] {
    let one = |part, from| word(q, Code::Half(part), [from; 4]);
    let two = |from| [one(Part::Low, from), one(Part::High, from)];
    let ([x, y], [z, w]) = (two(low), two(high));
    [x, y, z, w]
}

/// Four floats as halves, two in a word.
pub(super) fn narrowed(q: &ShaderQuirks, [x, y, z, w]: [u32; 4]) -> [u32; 4] {
    let put = |part, half, to| {
        let code = Code::PutHalf(part, Rounding::NearestEven);
        word(q, code, [half, to, 0, 0])
    };
    let two = |low, high| put(Part::High, high, put(Part::Low, low, 0));
    [two(x, y), two(z, w), 0, 0]
}
