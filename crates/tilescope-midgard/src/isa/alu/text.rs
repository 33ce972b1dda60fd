//! ALU instructions as text, and back.

use super::modes::{EXPAND, Expand, INT_MODIFIER, OUTMOD_FLOAT, OUTMOD_INT, OutmodInt, REG_MODE};
use super::modes::{RegMode, Shrink};
use super::op::{AluCode, Lane};
use super::ops::ALU;
use super::swizzle::{COMPONENTS, Swizzle};
use super::word::{Regs, Scalar, ScalarSrc, Vector, VectorSrc};
use crate::isa::regs::{self, ALU_READ, ALU_WRITE};
use crate::isa::word::Text;
use half::f16;
use tilescope_tables::asm::{Cursor, Parsed};
use tilescope_tables::text::meant;
use tilescope_tables::{Row, Slot};

const ABS: u8 = 1;
const NEG: u8 = 2;

/// The bits of a mask, one for each component.
fn condensed_mask(mask: u8, bits: u32) -> u32 {
    let mask = u32::from(mask);
    match bits {
        8 => (0..8).map(|i| ((mask >> i & 1) * 3) << (2 * i)).sum(),
        _ => {
            let step = bits / 16;
            (0..128 / bits).map(|i| (mask >> (i * step) & 1) << i).sum()
        }
    }
}

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

/// The letters of a destination's mask, without those that the mask does not show.
fn show_mask(mask: u8, mode: RegMode, shrink: Shrink) -> String {
    if shrink == Shrink::None && mask == 0xff {
        return String::new();
    }
    let upper = match shrink {
        Shrink::Upper => 128 / mode.bits() as usize,
        _ => 0,
    };
    let mut out = String::new();
    let condensed = condensed_mask(mask, mode.bits());
    for i in (0..16).filter(|i| condensed >> i & 1 != 0) {
        out.push(COMPONENTS.get(upper + i).copied().unwrap_or('?'));
    }
    match out.is_empty() {
        true => out,
        false => format!(".{out}"),
    }
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
    let mask = match mode {
        RegMode::W8 => {
            if seen & 0x5555 != seen >> 1 & 0x5555 {
                return text.refuse("8-bit components are written in pairs", "as in `xy`, `zw`");
            }
            (0..8).map(|i| (seen >> (2 * i) & 1) << i).sum::<u32>()
        }
        _ => {
            let wide = mode.mask_bits();
            let one = (1u32 << wide) - 1;
            (0..count)
                .map(|i| ((seen >> i & 1) * one) << (i * wide))
                .sum()
        }
    };
    Ok((mask as u8, upper))
}

/// The suffixes of a result.
fn show_outmod(op: AluCode, outmod: u8, half: bool) -> String {
    if op.writes_integers() {
        // Results of the full width have one encoding.
        return match half {
            true => format!(".{}", OUTMOD_INT.rows[usize::from(outmod)].name),
            false => String::new(),
        };
    }
    let shrink = if half { ".shrink" } else { "" };
    match outmod {
        0 => shrink.to_string(),
        n => format!("{shrink}.{}", OUTMOD_FLOAT.rows[usize::from(n)].name),
    }
}

/// The parts of an operand between dots.
fn parts<'a>(piece: Cursor<'a>) -> Vec<Cursor<'a>> {
    let mut rest = piece;
    let mut out = Vec::new();
    loop {
        out.push(rest.take_while(|c| c != '.'));
        if !rest.take(".") {
            return out;
        }
    }
}

fn register(slot: &Slot<regs::RegisterName>, name: Cursor<'_>) -> Parsed<u8> {
    match slot.named(name.text) {
        Some(row) => Ok(row.op.0),
        None => {
            let help = meant(name.text, slot.names());
            name.refuse(
                format!(
                    "`{}` is not a register that is {} here",
                    name.text,
                    if std::ptr::eq(slot, &ALU_READ) {
                        "read"
                    } else {
                        "written"
                    }
                ),
                &help,
            )
        }
    }
}

/// The place of a name in the rows of a field.
fn value<O>(slot: &Slot<O>, name: &str) -> Option<u8> {
    let row: &Row<O> = slot.named(name)?;
    Some(row.bits.value as u8)
}

/// A destination: register, components and suffixes.
struct Dst<'a> {
    reg: u8,
    components: Option<Cursor<'a>>,
    outmod: u8,
    half: bool,
}

fn read_dst(piece: Cursor<'_>, op: AluCode) -> Parsed<Dst<'_>> {
    let parts = parts(piece);
    let mut dst = Dst {
        reg: register(&ALU_WRITE, parts[0])?,
        components: None,
        outmod: if op.writes_integers() {
            OutmodInt::KeepLo as u8
        } else {
            0
        },
        half: false,
    };
    for (i, part) in parts.iter().enumerate().skip(1) {
        let int = value(&OUTMOD_INT, part.text).filter(|_| op.writes_integers());
        let float = value(&OUTMOD_FLOAT, part.text).filter(|_| !op.writes_integers());
        match (part.text, int, float) {
            ("shrink", _, _) if !op.writes_integers() => dst.half = true,
            (_, Some(n), _) => (dst.outmod, dst.half) = (n, true),
            (_, _, Some(n)) => dst.outmod = n,
            _ if i == 1 => dst.components = Some(*part),
            _ => return part.refuse(format!("`{}` is not an output modifier", part.text), ""),
        }
    }
    Ok(dst)
}

/// The suffixes of a source: modifier, and whether components are widened.
fn show_modifier(op: AluCode, modifier: u8, widens: bool) -> String {
    if op.reads_integers() {
        return match widens {
            true => format!(".{}", INT_MODIFIER.rows[usize::from(modifier)].name),
            false => String::new(),
        };
    }
    let abs = if modifier & ABS != 0 { ".abs" } else { "" };
    let neg = if modifier & NEG != 0 { ".neg" } else { "" };
    let wide = if widens { ".widen" } else { "" };
    format!("{abs}{neg}{wide}")
}

/// A source: register, components and suffixes.
struct Src<'a> {
    reg: u8,
    components: Option<Cursor<'a>>,
    modifier: u8,
    widens: bool,
}

fn read_src(piece: Cursor<'_>, op: AluCode) -> Parsed<Src<'_>> {
    let parts = parts(piece);
    let mut src = Src {
        reg: register(&ALU_READ, parts[0])?,
        components: None,
        modifier: 0,
        widens: false,
    };
    for part in &parts[1..] {
        let int = value(&INT_MODIFIER, part.text).filter(|_| op.reads_integers());
        match (part.text, int) {
            (_, Some(n)) => (src.modifier, src.widens) = (n, true),
            ("abs", _) if !op.reads_integers() => src.modifier |= ABS,
            ("neg", _) if !op.reads_integers() => src.modifier |= NEG,
            ("widen", _) if !op.reads_integers() => src.widens = true,
            (text, _) if Swizzle::is_swizzle(text) && src.components.is_none() => {
                src.components = Some(*part);
            }
            _ => {
                let what = if op.reads_integers() {
                    "an integer"
                } else {
                    "a float"
                };
                return part.refuse(
                    format!("`{}` is not a modifier of {what} source", part.text),
                    "",
                );
            }
        }
    }
    Ok(src)
}

/// The text of an immediate: a decimal number, or bits if it is no finite float.
fn show_immediate(op: AluCode, value: u16) -> String {
    let float = f16::from_bits(value);
    match op.reads_integers() {
        true => format!("#{value}"),
        false if float.is_finite() => format!("#{}", float.to_f32()),
        false => format!("#{value:#x}"),
    }
}

fn read_immediate(piece: Cursor<'_>, op: AluCode) -> Parsed<u16> {
    let mut number = piece;
    number.take("#");
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
        let known: Vec<&str> = other
            .iter()
            .map(String::as_str)
            .filter(|n| ALU.named(n).is_some())
            .collect();
        let help = match known.as_slice() {
            [] => meant(stem, ALU.names()),
            names => {
                let full: Vec<String> = names.iter().map(|n| format!("`{n}{width}`")).collect();
                full.join(" or ")
            }
        };
        return name.refuse(format!("unknown operation `{}`", name.text), &help);
    };
    match width {
        "8" | "16" | "32" | "64" => Ok((code, width.parse().unwrap_or(32))),
        _ => name.refuse(format!("`{width}` is not a width"), "8, 16, 32 or 64"),
    }
}

impl Vector {
    fn show_src(&self, i: usize) -> String {
        let src = self.src[i];
        let reg = if i == 0 {
            self.regs.src1
        } else {
            self.regs.src2
        };
        let mask = source_mask(self.op, self.mode, self.mask);
        let swizzle = Swizzle {
            expand: src.expand,
            selectors: src.swizzle,
        };
        format!(
            "{}{}{}",
            regs::name(&ALU_READ, reg),
            swizzle.show(self.mode, mask),
            show_modifier(self.op, src.modifier, src.expand.widens())
        )
    }

    fn read_src(&mut self, i: usize, piece: Cursor<'_>) -> Parsed<()> {
        let src = read_src(piece, self.op)?;
        let mask = source_mask(self.op, self.mode, self.mask);
        let swizzle = match src.components {
            Some(text) => Swizzle::read(text, self.mode, mask, src.widens)?,
            None if src.widens => Swizzle {
                expand: Expand::Low,
                ..Swizzle::IDENTITY
            },
            None => Swizzle::IDENTITY,
        };
        self.src[i] = VectorSrc {
            modifier: src.modifier,
            expand: swizzle.expand,
            swizzle: swizzle.selectors,
        };
        match i {
            0 => self.regs.src1 = src.reg,
            _ => self.regs.src2 = src.reg,
        }
        Ok(())
    }
}

impl Text for Vector {
    fn show(&self) -> String {
        let half = self.shrink != Shrink::None;
        let src2 = match self.immediate() {
            Some(value) => show_immediate(self.op, value),
            None => self.show_src(1),
        };
        format!(
            "{}{} {}{}{}, {}, {src2}",
            self.op.name(),
            self.mode.name(),
            regs::name(&ALU_WRITE, self.regs.out),
            show_mask(self.mask, self.mode, self.shrink),
            show_outmod(self.op, self.outmod, half),
            self.show_src(0)
        )
    }

    fn read(mut text: Cursor<'_>) -> Parsed<Vector> {
        let (op, bits) = read_op(text.word())?;
        let mode = REG_MODE.rows.iter().find(|r| r.op.bits() == bits);
        let mode = mode.map_or(RegMode::W32, |r| r.op);
        let dst = read_dst(text.operand("a destination")?, op)?;
        let (mask, upper) = match dst.components {
            Some(text) => read_mask(text, mode, dst.half)?,
            None => (0xff, false),
        };
        let none = VectorSrc {
            modifier: 0,
            expand: EXPAND.rows[0].op,
            swizzle: 0,
        };
        let mut out = Vector {
            regs: Regs {
                src1: 0,
                src2: 0,
                out: dst.reg,
                immediate: false,
            },
            op,
            mode,
            src: [none; 2],
            shrink: match (dst.half, upper) {
                (false, _) => Shrink::None,
                (true, false) => Shrink::Lower,
                (true, true) => Shrink::Upper,
            },
            outmod: dst.outmod,
            mask,
        };
        out.read_src(0, text.operand("the first source")?)?;
        let src2 = text.operand("the second source")?;
        match src2.text.starts_with('#') {
            true => out.set_immediate(read_immediate(src2, op)?),
            false => out.read_src(1, src2)?,
        }
        text.end()?;
        Ok(out)
    }
}

/// A component in 16-bit units as a letter.
fn show_component(component: u8, full: bool) -> char {
    let index = if full { component / 2 } else { component };
    COMPONENTS[usize::from(index)]
}

fn read_component(text: Option<Cursor<'_>>, of: Cursor<'_>, full: bool) -> Parsed<u8> {
    let Some(text) = text else {
        return of.refuse("a scalar instruction takes one component", "as in `R0.x`");
    };
    let most = if full { 4 } else { 8 };
    let mut found = COMPONENTS[..most]
        .iter()
        .enumerate()
        .filter(|(_, c)| text.text == c.to_string());
    match found.next() {
        Some((i, _)) if full => Ok(2 * i as u8),
        Some((i, _)) => Ok(i as u8),
        None => text.refuse(format!("`{}` is not one component", text.text), ""),
    }
}

impl Scalar {
    fn show_src(&self, i: usize) -> String {
        let src = self.src[i];
        let reg = if i == 0 {
            self.regs.src1
        } else {
            self.regs.src2
        };
        format!(
            "{}.{}{}",
            regs::name(&ALU_READ, reg),
            show_component(src.component, src.full),
            show_modifier(self.op, src.modifier, !src.full)
        )
    }

    fn read_src(&mut self, i: usize, piece: Cursor<'_>) -> Parsed<()> {
        let src = read_src(piece, self.op)?;
        self.src[i] = ScalarSrc {
            modifier: src.modifier,
            full: !src.widens,
            component: read_component(src.components, piece, !src.widens)?,
        };
        match i {
            0 => self.regs.src1 = src.reg,
            _ => self.regs.src2 = src.reg,
        }
        Ok(())
    }
}

impl Text for Scalar {
    fn show(&self) -> String {
        let src2 = match self.immediate() {
            Some(value) => show_immediate(self.op, value),
            None => self.show_src(1),
        };
        format!(
            "{}32 {}.{}{}, {}, {src2}",
            self.op.name(),
            regs::name(&ALU_WRITE, self.regs.out),
            show_component(self.component, self.full),
            show_outmod(self.op, self.outmod, !self.full),
            self.show_src(0)
        )
    }

    fn read(mut text: Cursor<'_>) -> Parsed<Scalar> {
        let name = text.word();
        let (op, bits) = read_op(name)?;
        if bits != 32 {
            return name.refuse("scalar instructions have 32 bits", "");
        }
        let piece = text.operand("a destination")?;
        let dst = read_dst(piece, op)?;
        let none = ScalarSrc {
            modifier: 0,
            full: false,
            component: 0,
        };
        let mut out = Scalar {
            regs: Regs {
                src1: 0,
                src2: 0,
                out: dst.reg,
                immediate: false,
            },
            op,
            src: [none; 2],
            src2_high: 0,
            reserved: false,
            outmod: dst.outmod,
            full: !dst.half,
            component: read_component(dst.components, piece, !dst.half)?,
        };
        out.read_src(0, text.operand("the first source")?)?;
        let src2 = text.operand("the second source")?;
        match src2.text.starts_with('#') {
            true => out.set_immediate(read_immediate(src2, op)?),
            false => out.read_src(1, src2)?,
        }
        text.end()?;
        Ok(out)
    }
}
