//! ALU instructions as text, and back.

use super::modes::{Expand, INT_MODIFIER, OUTMOD_FLOAT, OUTMOD_INT, OutmodFloat, OutmodInt};
use super::modes::{RegMode, Shrink};
use super::op::{AluCode, Lane};
use super::ops::ALU;
use super::swizzle::{COMPONENTS, Swizzle};
use super::word::{Scalar, ScalarSrc, Vector, VectorSrc};
use crate::isa::regs::{ALU_READ, ALU_WRITE, RegisterName};
use crate::isa::word::{Text, Word};
use half::f16;
use tilescope_tables::Slot;
use tilescope_tables::asm::{Cursor, Parsed, Suffix, Syntax};
use tilescope_tables::text::meant;

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
fn show_mask(mask: u8, mode: RegMode, shrink: Shrink) -> String {
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
fn read_mask(text: Cursor<'_>, mode: RegMode, half: bool) -> Parsed<(u8, bool)> {
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
fn plain_outmod(op: AluCode) -> u8 {
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

/// A register of an instruction, with components and suffixes.
struct Operand<'o> {
    op: AluCode,
    slot: &'static Slot<RegisterName>,
    reg: &'o mut u8,
    /// The components as text.
    shown: Option<String>,
    /// Two bits: the output modifier or the source modifier.
    modifier: u8,
    /// Whether the third bit of the suffixes is set.
    third: bool,
}

/// What was read of an operand.
struct Found<'a> {
    components: Option<Cursor<'a>>,
    modifier: u8,
    third: bool,
}

impl Operand<'_> {
    /// Describes the operand; `None` if it was written.
    fn text<'a>(self, t: &mut Syntax<'a>) -> Parsed<Option<Found<'a>>> {
        let is_source = std::ptr::eq(self.slot, &ALU_READ);
        let (suffixes, used) = match is_source {
            true => (source_suffixes(self.op), "read"),
            false => (result_suffixes(self.op), "written"),
        };
        let modifier = match (is_source, self.op.reads_integers()) {
            (false, _) => "an output modifier",
            (true, true) => "a modifier of an integer source",
            (true, false) => "a modifier of a float source",
        };
        t.named(self.slot, self.reg, |name| {
            format!("`{name}` is not a register that is {used} here")
        })?;
        t.shown(self.shown.as_deref());
        let mut components = None;
        let mut bits = u32::from(self.modifier) | u32::from(self.third) << 2;
        t.suffixes(&mut bits, &suffixes, &mut |part| {
            if components.is_some() || is_source && !Swizzle::is_swizzle(part.text) {
                return part.refuse(format!("`{}` is not {modifier}", part.text), "");
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
}

/// The text of an immediate: a decimal number, or bits if it is no finite float.
fn show_immediate(op: AluCode, value: u16) -> String {
    let float = f16::from_bits(value);
    match op.reads_integers() {
        true => value.to_string(),
        false if float.is_finite() => float.to_f32().to_string(),
        false => format!("{value:#x}"),
    }
}

fn read_immediate(number: Cursor<'_>, op: AluCode) -> Parsed<u16> {
    if op.reads_integers() || number.text.starts_with("0x") {
        return Ok(number.number(16)? as u16);
    }
    match number.text.parse::<f32>() {
        Ok(n) if f16::from_f32(n).to_f32().to_bits() == n.to_bits() => {
            Ok(f16::from_f32(n).to_bits())
        }
        Ok(n) => number.refuse(
            format!("{n} is not a half-precision float"),
            &format!("the nearest is {}", f16::from_f32(n)),
        ),
        Err(_) => number.refuse(format!("`{}` is not a number", number.text), ""),
    }
}

/// Reads an operation with the width of its components.
fn read_op(name: Cursor<'_>) -> Parsed<(AluCode, u32)> {
    let split = name
        .text
        .find(|c: char| c.is_ascii_digit())
        .and_then(|_| name.text.rfind('.'));
    let Some(dot) = split else {
        return name.refuse(
            format!("`{}` has no type", name.text),
            "as in `FADD.f32` or `ADD.i16`",
        );
    };
    let end = (dot + 2).min(name.text.len());
    let (stem, width) = name.text.split_at(end);
    let code = AluCode::named(stem);
    let Some(code) = code else {
        let (plain, _) = stem.split_at(dot);
        let typed = |lane: Lane| format!("{plain}.{}", lane.letter());
        let other = [Lane::F, Lane::I, Lane::S, Lane::U].map(typed);
        let known = other.iter().filter(|name| ALU.named(name).is_some());
        let known: Vec<String> = known.map(|name| format!("`{name}{width}`")).collect();
        let help = match known.is_empty() {
            true => meant(stem, ALU.names()),
            false => known.join(" or "),
        };
        return name.refuse(format!("unknown operation `{}`", name.text), &help);
    };
    match width {
        "8" | "16" | "32" | "64" => Ok((code, width.parse().unwrap_or(32))),
        _ => name.refuse(format!("`{width}` is not a width"), "8, 16, 32 or 64"),
    }
}

/// What instructions of vector and scalar units have in common.
trait Instruction: Word + Copy {
    /// See [`Text::blank`].
    fn plain() -> Self;

    /// The operation, and the width of its components.
    fn op(&mut self, t: &mut Syntax<'_>) -> Parsed<AluCode>;

    /// The destination.
    fn destination(&mut self, t: &mut Syntax<'_>) -> Parsed<()>;

    /// Source `i`, a register.
    fn source(&mut self, i: usize, t: &mut Syntax<'_>) -> Parsed<()>;

    /// The value of the second source, if it is an immediate.
    fn constant(&self) -> Option<u16>;

    /// Makes the second source an immediate.
    fn set_constant(&mut self, value: u16);

    fn describe(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let mut op = AluCode(0);
        t.word(|t| self.op(t).map(|code| op = code))?;
        t.operand("a destination", |t| self.destination(t))?;
        t.operand("the first source", |t| self.source(0, t))?;
        t.operand("the second source", |t| {
            let constant = self.constant();
            if !t.optional(constant.is_some(), "#") {
                return self.source(1, t);
            }
            let mut value = constant.unwrap_or(0);
            let show = |value: &u16| show_immediate(op, *value);
            t.last(&mut value, show, |number| read_immediate(number, op))?;
            self.set_constant(value);
            Ok(())
        })
    }
}

impl<I: Instruction> Text for I {
    fn blank() -> I {
        I::plain()
    }

    fn text(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        self.describe(t)
    }
}

/// An operation with the width of its components in bits.
fn operation(t: &mut Syntax<'_>, op: &mut AluCode, bits: u32) -> Parsed<u32> {
    let mut both = (*op, bits);
    t.last(
        &mut both,
        |(op, bits)| format!("{}{bits}", op.name()),
        read_op,
    )?;
    *op = both.0;
    Ok(both.1)
}

impl Instruction for Vector {
    fn plain() -> Vector {
        Vector {
            shrink: Shrink::None,
            ..Vector::from_bits([0; 2])
        }
    }

    fn op(&mut self, t: &mut Syntax<'_>) -> Parsed<AluCode> {
        let bits = operation(t, &mut self.op, self.mode.bits())?;
        let mut modes = RegMode::ALL.iter().copied();
        self.mode = modes.find(|m| m.bits() == bits).unwrap_or(RegMode::W32);
        if t.reads() {
            self.outmod = plain_outmod(self.op);
        }
        Ok(self.op)
    }

    fn destination(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let shown = show_mask(self.mask, self.mode, self.shrink);
        let operand = Operand {
            op: self.op,
            slot: &ALU_WRITE,
            reg: &mut self.regs.out,
            shown: Some(shown).filter(|letters| !letters.is_empty()),
            modifier: self.outmod,
            third: self.shrink != Shrink::None,
        };
        if let Some(found) = operand.text(t)? {
            let (mask, upper) = match found.components {
                Some(text) => read_mask(text, self.mode, found.third)?,
                None => (0xff, false),
            };
            self.shrink = match (found.third, upper) {
                (false, _) => Shrink::None,
                (true, false) => Shrink::Lower,
                (true, true) => Shrink::Upper,
            };
            (self.outmod, self.mask) = (found.modifier, mask);
        }
        Ok(())
    }

    fn source(&mut self, i: usize, t: &mut Syntax<'_>) -> Parsed<()> {
        let mask = source_mask(self.op, self.mode, self.mask);
        let src = self.src[i];
        let operand = Operand {
            op: self.op,
            slot: &ALU_READ,
            reg: self.regs.source_mut(i),
            shown: src.components().show(self.mode, mask),
            modifier: src.modifier,
            third: src.expand.widens(),
        };
        if let Some(found) = operand.text(t)? {
            let swizzle = match found.components {
                Some(text) => Swizzle::read(text, self.mode, mask, found.third)?,
                None if found.third => Swizzle {
                    expand: Expand::Low,
                    ..Swizzle::IDENTITY
                },
                None => Swizzle::IDENTITY,
            };
            self.src[i] = VectorSrc {
                modifier: found.modifier,
                expand: swizzle.expand,
                swizzle: swizzle.selectors,
            };
        }
        Ok(())
    }

    fn constant(&self) -> Option<u16> {
        self.immediate()
    }

    fn set_constant(&mut self, value: u16) {
        self.set_immediate(value);
    }
}

/// A component in 16-bit units as a letter.
fn show_component(component: u8, full: bool) -> String {
    let index = if full { component / 2 } else { component };
    COMPONENTS[usize::from(index)].to_string()
}

fn read_component(text: Option<Cursor<'_>>, of: Cursor<'_>, full: bool) -> Parsed<u8> {
    let Some(text) = text else {
        return of.refuse("a scalar instruction takes one component", "as in `R0.x`");
    };
    // Components of 32 bits have even numbers.
    let mut all = (0..8).step_by(if full { 2 } else { 1 });
    match all.find(|&n| text.text == show_component(n, full)) {
        Some(component) => Ok(component),
        None => text.refuse(format!("`{}` is not one component", text.text), ""),
    }
}

impl Instruction for Scalar {
    fn plain() -> Scalar {
        let source = ScalarSrc {
            modifier: 0,
            full: true,
            component: 0,
        };
        Scalar {
            src: [source; 2],
            full: true,
            ..Scalar::from_bits([0; 2])
        }
    }

    fn op(&mut self, t: &mut Syntax<'_>) -> Parsed<AluCode> {
        let name = t.rest();
        let bits = operation(t, &mut self.op, 32)?;
        if t.reads() {
            self.outmod = plain_outmod(self.op);
        }
        match name.filter(|_| bits != 32) {
            Some(name) => name.refuse("scalar instructions have 32 bits", ""),
            None => Ok(self.op),
        }
    }

    fn destination(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let whole = t.rest();
        let operand = Operand {
            op: self.op,
            slot: &ALU_WRITE,
            reg: &mut self.regs.out,
            shown: Some(show_component(self.component, self.full)),
            modifier: self.outmod,
            third: !self.full,
        };
        if let (Some(found), Some(whole)) = (operand.text(t)?, whole) {
            (self.outmod, self.full) = (found.modifier, !found.third);
            self.component = read_component(found.components, whole, self.full)?;
        }
        Ok(())
    }

    fn source(&mut self, i: usize, t: &mut Syntax<'_>) -> Parsed<()> {
        let whole = t.rest();
        let src = self.src[i];
        let operand = Operand {
            op: self.op,
            slot: &ALU_READ,
            reg: self.regs.source_mut(i),
            shown: Some(show_component(src.component, src.full)),
            modifier: src.modifier,
            third: !src.full,
        };
        if let (Some(found), Some(whole)) = (operand.text(t)?, whole) {
            self.src[i] = ScalarSrc {
                modifier: found.modifier,
                full: !found.third,
                component: read_component(found.components, whole, !found.third)?,
            };
        }
        Ok(())
    }

    fn constant(&self) -> Option<u16> {
        self.immediate()
    }

    fn set_constant(&mut self, value: u16) {
        self.set_immediate(value);
    }
}
