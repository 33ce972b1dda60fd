//! ALU instructions as text, and back.

use super::modes::{Expand, RegMode, Shrink};
use super::op::{AluCode, Lane};
use super::operand::{Role, operand, plain_outmod, read_mask, show_mask, source_mask};
use super::ops::ALU;
use super::swizzle::{COMPONENTS, Swizzle};
use super::word::{self, Scalar, ScalarSrc, Vector, VectorSrc};
use half::f16;
use tilescope_tables::asm::word::Text;
use tilescope_tables::asm::{Cursor, Parsed, Syntax};
use tilescope_tables::text::meant;
use tilescope_tables::word::Word;

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
        let typed = Lane::ALL
            .iter()
            .map(|lane| format!("{plain}.{}", lane.name()));
        let known = typed.filter(|name| ALU.named(name).is_some());
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

/// The immediate that is the second source, if it is one.
fn immediate(t: &mut Syntax<'_>, op: AluCode, shown: Option<u16>) -> Parsed<Option<u16>> {
    if !t.optional(shown.is_some(), "#") {
        return Ok(None);
    }
    let mut value = shown.unwrap_or(0);
    let show = |value: &u16| show_immediate(op, *value);
    t.last(&mut value, show, |number| read_immediate(number, op))?;
    Ok(Some(value))
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

/// [`Text::text`] of both kinds of instructions.
macro_rules! operands {
    () => {
        fn text(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
            t.word(|t| self.operation(t))?;
            t.operand("a destination", |t| self.destination(t))?;
            t.operand("the first source", |t| self.source(0, t))?;
            t.operand("the second source", |t| {
                match immediate(t, self.op, self.immediate())? {
                    Some(value) => self.set_immediate(value),
                    None => self.source(1, t)?,
                }
                Ok(())
            })
        }
    };
}

impl Text for Vector {
    fn blank() -> Vector {
        Vector {
            shrink: Shrink::None,
            ..Vector::from_bits([0; 2])
        }
    }

    operands!();
}

impl Vector {
    fn operation(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let bits = operation(t, &mut self.op, self.mode.bits())?;
        let mut modes = RegMode::ALL.iter().copied();
        self.mode = modes.find(|m| m.bits() == bits).unwrap_or(RegMode::W32);
        if t.reads() {
            self.outmod = plain_outmod(self.op);
        }
        Ok(())
    }

    fn destination(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let shown = show_mask(self.mask, self.mode, self.shrink);
        let shown = Some(shown).filter(|letters| !letters.is_empty());
        let bits = (self.outmod, self.shrink != Shrink::None);
        let role = (self.op, Role::Destination);
        if let Some(found) = operand(t, role, &mut self.regs.out, shown, bits)? {
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
        let shown = src.components().show(self.mode, mask);
        let (role, bits) = ((self.op, Role::Source), (src.modifier, src.expand.widens()));
        if let Some(found) = operand(t, role, &mut self.regs.src[i], shown, bits)? {
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
}

/// A component in 16-bit units as a letter.
fn show_component(component: u8, full: bool) -> String {
    let (_, index) = word::scalar_component(full, component);
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

impl Text for Scalar {
    fn blank() -> Scalar {
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

    operands!();
}

impl Scalar {
    fn operation(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let name = t.rest();
        let bits = operation(t, &mut self.op, 32)?;
        if t.reads() {
            self.outmod = plain_outmod(self.op);
        }
        match name.filter(|_| bits != 32) {
            Some(name) => name.refuse("scalar instructions have 32 bits", ""),
            None => Ok(()),
        }
    }

    fn destination(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let whole = t.rest();
        let shown = Some(show_component(self.component, self.full));
        let (role, bits) = ((self.op, Role::Destination), (self.outmod, !self.full));
        let found = operand(t, role, &mut self.regs.out, shown, bits)?;
        if let (Some(found), Some(whole)) = (found, whole) {
            (self.outmod, self.full) = (found.modifier, !found.third);
            self.component = read_component(found.components, whole, self.full)?;
        }
        Ok(())
    }

    fn source(&mut self, i: usize, t: &mut Syntax<'_>) -> Parsed<()> {
        let whole = t.rest();
        let src = self.src[i];
        let shown = Some(show_component(src.component, src.full));
        let (role, bits) = ((self.op, Role::Source), (src.modifier, !src.full));
        let found = operand(t, role, &mut self.regs.src[i], shown, bits)?;
        if let (Some(found), Some(whole)) = (found, whole) {
            self.src[i] = ScalarSrc {
                modifier: found.modifier,
                full: !found.third,
                component: read_component(found.components, whole, !found.third)?,
            };
        }
        Ok(())
    }
}
