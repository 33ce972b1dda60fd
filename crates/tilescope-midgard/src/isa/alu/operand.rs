//! Operands of ALU instructions as text, and back: registers with components and suffixes.

use super::modes::{INT_MODIFIER, OUTMOD_FLOAT, OUTMOD_INT, OutmodFloat, OutmodInt};
use super::modes::{RegMode, Shrink};
use super::op::AluCode;
use super::swizzle::{COMPONENTS, Swizzle};
use crate::isa::regs::{ALU_READ, ALU_WRITE};
use tilescope_tables::asm::{Cursor, Parsed, Suffix, Syntax};

/// The components that a source of an operation is read with: those that are
/// written, or a fixed number.
pub(in crate::isa) fn source_mask(op: AluCode, mode: RegMode, mask: u8) -> u8 {
    match (op.channels(), mode) {
        (0, _) => mask,
        (_, RegMode::W8) => 0,
        (n, _) => {
            let wide = mode.mask_bits() as u32;
            let all = (1u32 << (u32::from(n) * wide)) - 1;
            all as u8
        }
    }
}

/// The lowest bit of a mask for component `i`.
fn mask_bit(mode: RegMode, i: usize) -> usize {
    i * mode.bits() as usize / 16
}

/// The letters of a destination's mask; none for the whole register.
pub(super) fn show_mask(mask: u8, mode: RegMode, shrink: Shrink) -> String {
    if shrink == Shrink::None && mask == 0xff {
        return String::new();
    }
    let count = 128 / mode.bits() as usize;
    let first = if shrink == Shrink::Upper { count } else { 0 };
    let written = (0..count).filter(|&i| mask >> mask_bit(mode, i) & 1 != 0);
    written
        .map(|i| COMPONENTS.get(first + i).copied().unwrap_or('?'))
        .collect()
}

/// Reads a mask: its bits, and whether it is in the upper half.
pub(super) fn read_mask(text: Cursor<'_>, mode: RegMode, half: bool) -> Parsed<(u8, bool)> {
    let count = 128 / mode.bits() as usize;
    let mut seen = 0u32;
    for c in text.text.chars() {
        let found = COMPONENTS.iter().position(|&x| x == c);
        let most = if half { 2 * count } else { count };
        match found.filter(|&i| i < most && seen >> i & 1 == 0) {
            Some(i) => seen |= 1 << i,
            None => return text.refuse(format!("`{}` is not a mask", text.text), ""),
        }
    }
    let upper = half && seen >> count != 0;
    if upper {
        if seen & ((1 << count) - 1) != 0 {
            return text.refuse("a mask is in one half of the register", "");
        }
        seen >>= count;
    }
    if mode == RegMode::W8 && seen & 0x5555 != seen >> 1 & 0x5555 {
        return text.refuse("8-bit components are written in pairs", "as in `xy`, `zw`");
    }
    let one = (1u32 << mode.mask_bits()) - 1;
    let written = (0..count).filter(|i| seen >> i & 1 != 0);
    let mask = written.fold(0, |mask, i| mask | one << mask_bit(mode, i));
    Ok((mask as u8, upper))
}

/// The suffixes of a result, over the two bits of the output modifier and a third one: results
/// of half the width.
fn result_suffixes(op: AluCode) -> Vec<Suffix> {
    if op.writes_integers() {
        // Results of the full width have one encoding.
        return Suffix::rows(&OUTMOD_INT, 7, HALF).collect();
    }
    let clamps = Suffix::rows(&OUTMOD_FLOAT, 3, 0).enumerate();
    let clamps = clamps.map(|(n, clamp)| clamp.shown_if(n != 0));
    std::iter::once(Suffix::new("shrink", HALF, HALF))
        .chain(clamps)
        .collect()
}

/// The output modifier of results without a suffix.
pub(super) fn plain_outmod(op: AluCode) -> u8 {
    match op.writes_integers() {
        true => OutmodInt::KeepLo as u8,
        false => OutmodFloat::None as u8,
    }
}

/// The suffixes of a source, over the two bits of the source modifier and a third one:
/// components are widened.
fn source_suffixes(op: AluCode) -> Vec<Suffix> {
    match op.reads_integers() {
        true => Suffix::rows(&INT_MODIFIER, 7, WIDENS).collect(),
        false => vec![
            Suffix::new("abs", ABS, ABS),
            Suffix::new("neg", NEG, NEG),
            Suffix::new("widen", WIDENS, WIDENS),
        ],
    }
}

const ABS: u32 = 1;
const NEG: u32 = 2;
const WIDENS: u32 = 4;
const HALF: u32 = 4;

/// The parts of an operand that was read.
pub(super) struct Found<'a> {
    pub components: Option<Cursor<'a>>,
    pub modifier: u8,
    pub third: bool,
}

/// The register that is the destination of an operation, or one of its sources.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Destination,
    Source,
}

/// Describes a register of an operation, with components as text and suffixes: two bits, the
/// output modifier or the source modifier, and a third one. `None` if it was written.
pub(super) fn operand<'a>(
    t: &mut Syntax<'a>,
    (op, role): (AluCode, Role),
    reg: &mut u8,
    shown: Option<String>,
    (modifier, third): (u8, bool),
) -> Parsed<Option<Found<'a>>> {
    let (slot, suffixes, used) = match role {
        Role::Source => (&ALU_READ, source_suffixes(op), "read"),
        Role::Destination => (&ALU_WRITE, result_suffixes(op), "written"),
    };
    let what = match (role, op.reads_integers()) {
        (Role::Destination, _) => "an output modifier",
        (Role::Source, true) => "a modifier of an integer source",
        (Role::Source, false) => "a modifier of a float source",
    };
    t.named(slot, reg, |name| {
        format!("`{name}` is not a register that is {used} here")
    })?;
    t.shown(shown.as_deref());
    let mut components = None;
    let mut bits = u32::from(modifier) | u32::from(third) << 2;
    t.suffixes(&mut bits, &suffixes, &mut |part| {
        let swizzles = role == Role::Destination || Swizzle::is_swizzle(part.text);
        if components.is_some() || !swizzles {
            return part.refuse(format!("`{}` is not {what}", part.text), "");
        }
        components = Some(part);
        Ok(())
    })?;
    Ok(t.reads().then_some(Found {
        components,
        modifier: (bits & 3) as u8,
        third: bits >> 2 != 0,
    }))
}
