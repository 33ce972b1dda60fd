//! Load/store instructions as text, and back.

use super::op::{Form, LdstCode};
use super::ops::LOAD_STORE_OP;
use super::word::{INDEX_FORMAT, LoadStore};
use crate::isa::alu::{COMPONENTS, RegMode, Swizzle};
use crate::isa::regs::{self, LDST_READ, LDST_WRITE};
use crate::isa::word::Text;
use std::fmt::Write;
use tilescope_tables::asm::{Cursor, Parsed, is_name};
use tilescope_tables::text::meant;

const IDENTITY: u8 = Swizzle::IDENTITY.selectors;
const ZERO: u8 = 7;
/// Bits of a mask for 32-bit components.
const ALL: u8 = 0xff;

/// A register and a component.
fn component(number: u8, component: u8) -> String {
    let letter = COMPONENTS[usize::from(component & 3)];
    format!("{}.{letter}", regs::name(&LDST_READ, number))
}

/// `value` as an unsigned number of at most `bits` bits.
fn low(value: i32, bits: u32) -> u32 {
    value as u32 & ((1 << bits) - 1)
}

/// The low `bits` bits of `value`, with sign.
fn signed(value: i32, bits: u32) -> i32 {
    value << (32 - bits) >> (32 - bits)
}

/// A displacement, unless it is 0.
fn displacement(value: i32) -> String {
    match value {
        0 => String::new(),
        n if n < 0 => format!(" - 0x{:X}", n.unsigned_abs()),
        n => format!(" + 0x{n:X}"),
    }
}

/// A mask of four 32-bit components as one of eight 16-bit ones.
fn doubled(mask: u8) -> u8 {
    (0..4).map(|i| ((mask >> i & 1) * 3) << (2 * i)).sum()
}

/// A swizzle without a mask.
fn swizzle(selectors: u8, mask: u8) -> String {
    Swizzle {
        selectors,
        ..Swizzle::IDENTITY
    }
    .show(RegMode::W32, mask)
}

impl LoadStore {
    fn suffixes(&self, form: Form) -> String {
        if form == Form::Project {
            return if self.bitsize { ".f32" } else { ".f16" }.to_string();
        }
        if !form.has_entry() {
            return String::new();
        }
        let mut out = String::new();
        if self.index_format & 1 != 0 {
            out.push_str(".a32");
        }
        let second = self.index_format & 2 != 0;
        match (form, second) {
            (Form::LoadAttribute, true) => out.push_str(".secondary"),
            (Form::LoadVarying | Form::StoreVarying, false) => out.push_str(".primary"),
            _ => {}
        }
        out
    }

    /// The register that is loaded or stored, with its components.
    fn data(&self, form: Option<Form>) -> String {
        if form.is_some_and(Form::stores) {
            let reg = match self.reg {
                n @ 0..8 => regs::name(&LDST_READ, n).to_string(),
                n => format!("ldst_reg_{n}"),
            };
            return reg + &swizzle(self.swizzle, doubled(self.mask));
        }
        let selectors = match form.is_none_or(Form::swizzles_result) {
            true => self.swizzle,
            false => IDENTITY,
        };
        let mut out = format!("{}.", regs::name(&LDST_WRITE, self.reg));
        for i in 0..4 {
            let selector = usize::from(selectors >> (2 * i) & 3);
            out.push(if self.mask >> i & 1 != 0 {
                COMPONENTS[selector]
            } else {
                '~'
            });
        }
        out
    }

    /// The index with its shift.
    fn index(&self) -> String {
        let mut out = component(self.index_reg, self.index_comp);
        if self.index_shift != 0 {
            let _ = write!(out, " << {}", self.index_shift);
        }
        out
    }

    fn address(&self, form: Form) -> String {
        let letter = |c: u8| COMPONENTS[usize::from(c)];
        let width = if self.bitsize { "u64" } else { "u32" };
        let mut out = format!(
            "{}.{width}.{}",
            regs::name(&LDST_READ, self.arg_reg),
            letter(self.arg_comp)
        );
        // Writing to a String cannot fail.
        if form != Form::CompareExchange && self.index_reg != ZERO {
            let format = match self.index_format {
                0 => String::new(),
                n => format!(".{}", INDEX_FORMAT.rows[usize::from(n)].name),
            };
            let reg = regs::name(&LDST_READ, self.index_reg);
            let _ = write!(out, " + {reg}{format}.{}", letter(self.index_comp));
            if self.index_shift != 0 {
                let _ = write!(out, " << {}", self.index_shift);
            }
        }
        out + &displacement(self.offset)
    }

    fn operands(&self, form: Form) -> Vec<String> {
        let mut out = vec![self.data(Some(form))];
        if form == Form::LoadUniform {
            let number = self.arg_comp
                | self.arg_reg << 2
                | u8::from(self.bitsize) << 5
                | self.index_format << 6;
            out.push(match self.offset & 1 {
                1 => number.to_string(),
                _ => component(self.arg_reg, self.arg_comp),
            });
            out.push(self.index() + &displacement(self.offset >> 2));
        }
        if form.has_address() {
            out.push(self.address(form));
        }
        if form.reads_register() {
            let reg = regs::name(&LDST_READ, self.arg_reg);
            out.push(format!("{reg}{}", swizzle(self.swizzle, ALL)));
        }
        if matches!(form, Form::Atomic | Form::CompareExchange) {
            out.push(component(self.swizzle >> 2 & 7, self.swizzle & 3));
        }
        if form == Form::CompareExchange {
            out.push(component(self.index_reg, self.index_comp));
        }
        if form == Form::Special || form.has_entry() {
            out.push(self.index() + &displacement(self.offset >> 9));
        }
        if form.has_entry() {
            let reg = regs::name(&LDST_READ, self.arg_reg);
            let letter = COMPONENTS[usize::from(self.arg_comp)];
            out.push(match (form.is_image(), self.bitsize) {
                (true, true) => format!("{reg}.u64.{letter}"),
                (true, false) => format!("{reg}.u32.{letter}"),
                (false, true) => {
                    format!("{reg}.{letter}{}", displacement(signed(self.offset, 9)))
                }
                (false, false) => format!("{reg}.{letter}"),
            });
        }
        if form == Form::Colour {
            out.push(format!(
                "0x{:X}",
                self.offset << 4 | i32::from(self.index_shift)
            ));
        }
        out
    }
}

/// A register that load/store instructions read.
fn register(name: Cursor<'_>) -> Parsed<u8> {
    match LDST_READ.named(name.text) {
        Some(row) => Ok(row.op.0),
        None => {
            let help = meant(name.text, LDST_READ.names());
            name.refuse(format!("`{}` is not a load/store source", name.text), &help)
        }
    }
}

fn letter(name: Cursor<'_>) -> Parsed<u8> {
    let found = COMPONENTS[..4]
        .iter()
        .position(|c| name.text == c.to_string());
    match found {
        Some(i) => Ok(i as u8),
        None => name.refuse(
            format!("`{}` is not one of the components x, y, z, w", name.text),
            "",
        ),
    }
}

/// Four selectors, as shown for a mask of eight bits.
fn read_swizzle(text: Cursor<'_>, mask: u8) -> Parsed<u8> {
    Ok(Swizzle::read(text, RegMode::W32, mask, false)?.selectors)
}

/// The parts of an operand: register and suffixes, shift, displacement.
struct Sum<'a> {
    reg: Cursor<'a>,
    suffixes: Cursor<'a>,
    shift: u8,
    rest: Cursor<'a>,
}

impl<'a> Sum<'a> {
    fn read(text: Cursor<'a>) -> Parsed<Sum<'a>> {
        let mut rest = text.trimmed();
        let mut name = rest.take_while(|c| is_name(c) || c == '.');
        let reg = name.until('.');
        rest.skip_spaces();
        let mut shift = 0;
        if rest.take("<<") {
            rest.skip_spaces();
            let digits = rest.take_while(is_name);
            shift = digits.number(4)? as u8;
        }
        Ok(Sum {
            reg,
            suffixes: name,
            shift,
            rest: rest.trimmed(),
        })
    }

    /// The rest as a displacement of so many bits.
    fn displacement(&self, bits: u32) -> Parsed<i32> {
        let mut rest = self.rest;
        let negative = match (rest.take("+"), rest.take("-")) {
            (false, false) if rest.is_empty() => return Ok(0),
            (false, false) => return rest.end().map(|()| 0),
            (_, negative) => negative,
        };
        let number = rest.trimmed();
        let value = number.number(31)? as i32;
        let value = if negative { -value } else { value };
        match signed(value, bits) == value {
            true => Ok(value),
            false => number.refuse(format!("{} does not fit in {bits} bits", number.text), ""),
        }
    }
}

impl LoadStore {
    fn read_suffixes(&mut self, form: Form, mut text: Cursor<'_>) -> Parsed<()> {
        if matches!(form, Form::LoadVarying | Form::StoreVarying) {
            self.index_format = 2;
        }
        while text.take(".") {
            let part = text.take_while(|c| c != '.');
            match part.text {
                "f32" if form == Form::Project => self.bitsize = true,
                "f16" if form == Form::Project => self.bitsize = false,
                "a32" if form.has_entry() => self.index_format |= 1,
                "primary" if form.has_entry() => self.index_format &= !2,
                "secondary" if form.has_entry() => self.index_format |= 2,
                _ => return part.refuse(format!("unknown suffix `{}`", part.text), ""),
            }
        }
        text.end()
    }

    fn read_data(&mut self, form: Option<Form>, piece: Cursor<'_>) -> Parsed<()> {
        let mut rest = piece;
        let name = rest.until('.');
        if form.is_some_and(Form::stores) {
            self.reg = match name.text.strip_prefix("ldst_reg_").map(str::parse::<u8>) {
                Some(Ok(n)) if (8..32).contains(&n) => n,
                _ => register(name)?,
            };
            self.mask = 15;
            if !rest.is_empty() {
                // Only a full swizzle shows which components are stored.
                let count = rest.text.chars().count().min(4);
                self.mask = (1u8 << count) - 1;
                self.swizzle = read_swizzle(rest, doubled(self.mask))?;
            }
            return Ok(());
        }
        self.reg = match LDST_WRITE.named(name.text) {
            Some(row) => row.op.0,
            None => {
                let help = meant(name.text, LDST_WRITE.names());
                return name.refuse(
                    format!("`{}` is not a load/store destination", name.text),
                    &help,
                );
            }
        };
        self.mask = 0;
        if rest.text.chars().count() != 4 {
            return piece.refuse(
                "a destination has four components",
                "`~` for those that are not written, as in `R0.xy~~`",
            );
        }
        for (i, c) in rest.text.chars().enumerate() {
            if c == '~' {
                continue;
            }
            let Some(selector) = COMPONENTS[..4].iter().position(|&x| x == c) else {
                return rest.refuse(format!("`{c}` is not a component"), "");
            };
            self.mask |= 1 << i;
            self.swizzle = self.swizzle & !(3 << (2 * i)) | (selector as u8) << (2 * i);
        }
        Ok(())
    }

    fn read_index(&mut self, piece: Cursor<'_>, bits: u32) -> Parsed<i32> {
        let sum = Sum::read(piece)?;
        self.index_reg = register(sum.reg)?;
        self.index_comp = letter(sum.suffixes)?;
        self.index_shift = sum.shift;
        sum.displacement(bits)
    }

    fn read_address(&mut self, form: Form, piece: Cursor<'_>) -> Parsed<()> {
        let base = Sum::read(piece)?;
        let mut suffixes = base.suffixes;
        let width = suffixes.until('.');
        self.bitsize = match width.text {
            "u64" => true,
            "u32" => false,
            _ => {
                return base
                    .reg
                    .refuse("an address has a width", "as in `AL0.u64.x`");
            }
        };
        self.arg_reg = register(base.reg)?;
        self.arg_comp = letter(suffixes)?;
        self.index_reg = ZERO;
        let mut rest = base.rest;
        let index = rest.take("+") && {
            rest.skip_spaces();
            rest.text.starts_with(|c: char| c.is_ascii_alphabetic())
        };
        if !index {
            self.offset = base.displacement(18)?;
            return Ok(());
        }
        if form == Form::CompareExchange {
            return rest.refuse("this operation takes no index", "");
        }
        let index = Sum::read(rest)?;
        self.index_reg = register(index.reg)?;
        let mut suffixes = index.suffixes;
        let mut format = suffixes;
        let named = INDEX_FORMAT.named(format.until('.').text);
        self.index_format = match named {
            Some(row) => {
                suffixes = format;
                row.op as u8
            }
            None => 0,
        };
        self.index_comp = letter(suffixes)?;
        self.index_shift = index.shift;
        self.offset = index.displacement(18)?;
        Ok(())
    }

    fn read_component(piece: Cursor<'_>) -> Parsed<(u8, u8)> {
        let mut rest = piece;
        let reg = register(rest.until('.'))?;
        Ok((reg, letter(rest)?))
    }

    fn read_operands(&mut self, form: Form, text: &mut Cursor<'_>) -> Parsed<()> {
        self.read_data(Some(form), text.operand("a register")?)?;
        if form == Form::LoadUniform {
            let buffer = text.operand("a uniform buffer")?;
            if buffer.text.starts_with(|c: char| c.is_ascii_digit()) && !buffer.text.contains('.') {
                let number = buffer.number(8)? as u8;
                self.arg_comp = number & 3;
                self.arg_reg = number >> 2 & 7;
                self.bitsize = number >> 5 & 1 != 0;
                self.index_format = number >> 6;
                self.offset = 1;
            } else {
                (self.arg_reg, self.arg_comp) = LoadStore::read_component(buffer)?;
            }
            let offset = self.read_index(text.operand("an offset")?, 16)?;
            self.offset |= offset << 2;
        }
        if form.has_address() {
            self.read_address(form, text.operand("an address")?)?;
        }
        if form.reads_register() {
            let piece = text.operand("a register")?;
            let mut rest = piece;
            self.arg_reg = register(rest.until('.'))?;
            self.swizzle = match rest.is_empty() {
                true => IDENTITY,
                false => read_swizzle(rest, ALL)?,
            };
        }
        if matches!(form, Form::Atomic | Form::CompareExchange) {
            let (reg, component) = LoadStore::read_component(text.operand("a register")?)?;
            self.swizzle = reg << 2 | component;
        }
        if form == Form::CompareExchange {
            let piece = text.operand("a register to compare with")?;
            (self.index_reg, self.index_comp) = LoadStore::read_component(piece)?;
        }
        if form == Form::Special || form.has_entry() {
            let offset = self.read_index(text.operand("an index")?, 9)?;
            self.offset = offset << 9;
        }
        if form.has_entry() {
            self.read_vertex(form, text.operand("a register")?)?;
        }
        if form == Form::Colour {
            let value = text.operand("a format")?.number(32)? as u32 as i32;
            self.index_shift = (value & 15) as u8;
            self.offset = signed(value >> 4, 18);
        }
        Ok(())
    }

    /// The vertex of an attribute, or the coordinates of an image.
    fn read_vertex(&mut self, form: Form, piece: Cursor<'_>) -> Parsed<()> {
        let sum = Sum::read(piece)?;
        self.arg_reg = register(sum.reg)?;
        let mut suffixes = sum.suffixes;
        if form.is_image() {
            let width = suffixes.until('.');
            self.bitsize = match width.text {
                "u64" => true,
                "u32" => false,
                _ => return piece.refuse("coordinates have a width", "as in `AL0.u32.x`"),
            };
            sum.rest.end()?;
        }
        self.arg_comp = letter(suffixes)?;
        if !form.is_image() && !sum.rest.is_empty() {
            self.bitsize = true;
            self.offset |= low(sum.displacement(9)?, 9) as i32;
        }
        Ok(())
    }
}

impl Text for LoadStore {
    fn show(&self) -> String {
        let name = self.op.name();
        match self.op.form() {
            Some(Form::Nop) => name,
            Some(Form::Trap) => format!("{name} 0x{:X}", low(self.offset, 18)),
            Some(form) => {
                let operands = self.operands(form).join(", ");
                format!("{name}{} {operands}", self.suffixes(form))
            }
            None => format!("{name} {}", self.data(None)),
        }
    }

    fn read(mut text: Cursor<'_>) -> Parsed<LoadStore> {
        let mut name = text.word();
        let Some(op) = LdstCode::longest(name.text) else {
            let help = meant(name.text, LOAD_STORE_OP.names());
            return name.refuse(format!("unknown operation `{}`", name.text), &help);
        };
        name.split(op.name().len());
        let mut out = LoadStore {
            op,
            reg: 0,
            mask: 0,
            swizzle: IDENTITY,
            arg_comp: 0,
            arg_reg: 0,
            bitsize: false,
            index_format: 0,
            index_comp: 0,
            index_reg: 0,
            index_shift: 0,
            offset: 0,
        };
        match op.form() {
            Some(Form::Nop) => {
                name.end()?;
                out.swizzle = 0;
            }
            Some(Form::Trap) => {
                name.end()?;
                out.swizzle = 0;
                out.offset = signed(text.operand("a code")?.number(18)? as i32, 18);
            }
            Some(form) => {
                out.read_suffixes(form, name)?;
                out.read_operands(form, &mut text)?;
            }
            None => {
                name.end()?;
                out.read_data(None, text.operand("a register")?)?;
            }
        }
        text.end()?;
        Ok(out)
    }
}
