//! Load/store instructions as text, and back.

use super::op::{Form, LdstCode};
use super::ops::LOAD_STORE_OP;
use super::word::{INDEX_FORMAT, LoadStore};
use crate::isa::alu::{COMPONENTS, RegMode, Swizzle, letters};
use crate::isa::regs::{self, LDST_READ, LDST_WRITE};
use tilescope_tables::asm::word::Text;
use tilescope_tables::asm::{Cursor, Parsed, Suffix, Syntax, signed};
use tilescope_tables::text::meant;
use tilescope_tables::word::Word;

const IDENTITY: u8 = Swizzle::IDENTITY.selectors;
const ZERO: u8 = 7;
/// Bits of a mask for 32-bit components.
const ALL: u8 = 0xff;

/// A mask of four 32-bit components as one of eight 16-bit ones.
fn doubled(mask: u8) -> u8 {
    (0..4).map(|i| ((mask >> i & 1) * 3) << (2 * i)).sum()
}

/// A register that load/store instructions read.
fn register(t: &mut Syntax<'_>, number: &mut u8) -> Parsed<()> {
    t.named(&LDST_READ, number, not_a_source)
}

fn not_a_source(name: &str) -> String {
    format!("`{name}` is not a load/store source")
}

/// One of the components x, y, z, w.
fn letter(t: &mut Syntax<'_>, component: &mut u8) -> Parsed<()> {
    t.choice(component, &letters(4), |name| {
        let message = format!("`{}` is not one of the components x, y, z, w", name.text);
        name.refuse(message, "")
    })
}

/// A register and a component.
fn component(t: &mut Syntax<'_>, number: &mut u8, component: &mut u8) -> Parsed<()> {
    register(t, number)?;
    letter(t, component)
}

/// The width of addresses and coordinates. `at` has the operand, for the error `missing`.
fn width<'a>(
    t: &mut Syntax<'a>,
    wide: &mut bool,
    at: Option<Cursor<'a>>,
    missing: (&str, &str),
) -> Parsed<()> {
    t.choice(wide, &[("u64", true), ("u32", false)], |width| {
        at.unwrap_or(width).refuse(missing.0, missing.1)
    })
}

/// Four selectors, as shown for a mask of eight bits.
fn swizzle(t: &mut Syntax<'_>, selectors: &mut u8, mask: u8) -> Parsed<()> {
    let swizzle = Swizzle {
        selectors: *selectors,
        ..Swizzle::IDENTITY
    };
    t.shown(swizzle.show(RegMode::W32, mask).as_deref());
    if t.rest().is_some_and(|rest| rest.text.len() > 1) {
        t.part(selectors, u8::to_string, |text| {
            Ok(Swizzle::read(text, RegMode::W32, mask, false)?.selectors)
        })?;
    } else if t.reads() {
        // A mask without components leaves the dot.
        t.optional(true, ".");
    }
    Ok(())
}

impl LoadStore {
    fn mnemonic(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        t.value(
            &mut self.op,
            |op| op.name(),
            |name| {
                let Some(op) = LdstCode::longest(name.text) else {
                    let help = meant(name.text, LOAD_STORE_OP.names());
                    return name.refuse(format!("unknown operation `{}`", name.text), &help);
                };
                name.split(op.name().len());
                Ok(op)
            },
        )?;
        let form = self.op.form();
        if t.reads() {
            match form {
                Some(Form::Nop | Form::Trap) => self.swizzle = 0,
                Some(Form::LoadVarying | Form::StoreVarying) => self.index_format = 2,
                _ => {}
            }
        }
        let varying = matches!(form, Some(Form::LoadVarying | Form::StoreVarying));
        let entry = [
            Suffix::new("a32", 1, 1),
            Suffix::new("primary", 2, 0).shown_if(varying),
            Suffix::new("secondary", 2, 2).shown_if(form == Some(Form::LoadAttribute)),
        ];
        let project = [Suffix::new("f32", 4, 4), Suffix::new("f16", 4, 0)];
        let suffixes: &[Suffix] = match form {
            Some(Form::Project) => &project,
            Some(form) if form.has_entry() => &entry,
            _ => &[],
        };
        let mut bits = u32::from(self.bitsize) << 2 | u32::from(self.index_format);
        t.suffixes(&mut bits, suffixes, &mut |part| {
            part.refuse(format!("unknown suffix `{}`", part.text), "")
        })?;
        self.bitsize = bits >> 2 != 0;
        self.index_format = (bits & 3) as u8;
        Ok(())
    }

    /// The register that is stored, with its components.
    fn stored(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let show = |reg: &u8| match *reg {
            n @ 0..8 => regs::name(&LDST_READ, n).to_string(),
            n => format!("ldst_reg_{n}"),
        };
        t.part(&mut self.reg, show, |name| {
            match name.text.strip_prefix("ldst_reg_").map(str::parse::<u8>) {
                Some(Ok(n)) if (8..32).contains(&n) => Ok(n),
                _ => Ok(LDST_READ.find(name, not_a_source)?.op.0),
            }
        })?;
        if let Some(rest) = t.rest() {
            // Only a full swizzle shows which components are stored.
            self.mask = match rest.text.chars().count().saturating_sub(1) {
                0 => 15,
                count => (1 << count.min(4)) - 1,
            };
        }
        swizzle(t, &mut self.swizzle, doubled(self.mask))
    }

    /// The register that is loaded, with its components.
    fn loaded(&mut self, form: Option<Form>, t: &mut Syntax<'_>) -> Parsed<()> {
        let whole = t.rest();
        t.named(&LDST_WRITE, &mut self.reg, |name| {
            format!("`{name}` is not a load/store destination")
        })?;
        let swizzled = form.is_none_or(Form::swizzles_result);
        let mut components = (self.mask, self.swizzle);
        let show = |&(mask, swizzle): &(u8, u8)| -> String {
            let selectors = if swizzled { swizzle } else { IDENTITY };
            let letter = |i: u8| match mask >> i & 1 {
                0 => '~',
                _ => COMPONENTS[usize::from(selectors >> (2 * i) & 3)],
            };
            (0..4).map(letter).collect()
        };
        t.part(&mut components, show, |text| {
            let (mut mask, mut swizzle) = (0, IDENTITY);
            if text.text.chars().count() != 4 {
                return whole.unwrap_or(text).refuse(
                    "a destination has four components",
                    "`~` for those that are not written, as in `R0.xy~~`",
                );
            }
            for (i, c) in text.text.chars().enumerate().filter(|(_, c)| *c != '~') {
                let Some(selector) = COMPONENTS[..4].iter().position(|&x| x == c) else {
                    return text.refuse(format!("`{c}` is not a component"), "");
                };
                mask |= 1 << i;
                swizzle = swizzle & !(3 << (2 * i)) | (selector as u8) << (2 * i);
            }
            Ok((mask, swizzle))
        })?;
        (self.mask, self.swizzle) = components;
        Ok(())
    }

    /// The index with its shift, and the upper bits of the offset.
    fn index(&mut self, t: &mut Syntax<'_>, bits: u32) -> Parsed<()> {
        t.term(|t| component(t, &mut self.index_reg, &mut self.index_comp))?;
        t.shift(&mut self.index_shift)?;
        let low = 18 - bits;
        let mut offset = self.offset >> low;
        t.displacement(&mut offset, bits)?;
        self.offset = offset << low | self.offset & ((1 << low) - 1);
        Ok(())
    }

    fn address(&mut self, form: Form, t: &mut Syntax<'_>) -> Parsed<()> {
        t.term(|t| {
            let at = t.rest().map(|mut rest| rest.until('.'));
            register(t, &mut self.arg_reg)?;
            let missing = ("an address has a width", "as in `AL0.u64.x`");
            width(t, &mut self.bitsize, at, missing)?;
            letter(t, &mut self.arg_comp)
        })?;
        t.space("");
        let indexed = form != Form::CompareExchange && self.index_reg != ZERO;
        let indexed = t.either(indexed, |mut rest| {
            rest.take("+")
                && rest
                    .trimmed()
                    .text
                    .starts_with(|c: char| c.is_ascii_alphabetic())
        });
        if !indexed {
            if t.reads() {
                self.index_reg = ZERO;
            }
            return t.displacement(&mut self.offset, 18);
        }
        t.space(" ");
        t.literal("+")?;
        t.space(" ");
        if form == Form::CompareExchange {
            return t.refuse("this operation takes no index", "");
        }
        t.term(|t| {
            register(t, &mut self.index_reg)?;
            let named = |n: &u8| INDEX_FORMAT.rows[usize::from(*n)].name;
            let shown = self.index_format != 0;
            let begins = |mut rest: Cursor<'_>| {
                rest.take(".") && INDEX_FORMAT.named(rest.until('.').text).is_some()
            };
            if t.either(shown, begins) {
                t.part(
                    &mut self.index_format,
                    |n| named(n).to_string(),
                    |name| Ok(INDEX_FORMAT.find(name, str::to_string)?.op as u8),
                )?;
            }
            letter(t, &mut self.index_comp)
        })?;
        t.shift(&mut self.index_shift)?;
        t.displacement(&mut self.offset, 18)
    }

    /// A uniform buffer: a number, or a register that has it.
    fn buffer(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let is_number = |at: Cursor<'_>| {
            at.text.starts_with(|c: char| c.is_ascii_digit()) && !at.text.contains('.')
        };
        if !t.either(self.offset & 1 != 0, is_number) {
            return component(t, &mut self.arg_reg, &mut self.arg_comp);
        }
        let mut number = self.arg_comp
            | self.arg_reg << 2
            | u8::from(self.bitsize) << 5
            | self.index_format << 6;
        t.part(&mut number, u8::to_string, |text| Ok(text.number(8)? as u8))?;
        self.arg_comp = number & 3;
        self.arg_reg = number >> 2 & 7;
        self.bitsize = number >> 5 & 1 != 0;
        self.index_format = number >> 6;
        self.offset |= 1;
        Ok(())
    }

    /// The vertex of an attribute, or the coordinates of an image.
    fn vertex(&mut self, form: Form, t: &mut Syntax<'_>) -> Parsed<()> {
        let whole = t.rest();
        t.term(|t| {
            register(t, &mut self.arg_reg)?;
            if form.is_image() {
                let missing = ("coordinates have a width", "as in `AL0.u32.x`");
                width(t, &mut self.bitsize, whole, missing)?;
            }
            letter(t, &mut self.arg_comp)
        })?;
        t.space("");
        if !form.is_image() && t.either(self.bitsize, |rest| !rest.is_empty()) {
            self.bitsize = true;
            let mut vertex = signed(self.offset, 9);
            t.displacement(&mut vertex, 9)?;
            self.offset = self.offset & !0x1ff | vertex & 0x1ff;
        }
        Ok(())
    }

    fn operands(&mut self, form: Form, t: &mut Syntax<'_>) -> Parsed<()> {
        t.operand("a register", |t| match form.stores() {
            true => self.stored(t),
            false => self.loaded(Some(form), t),
        })?;
        if form == Form::LoadUniform {
            t.operand("a uniform buffer", |t| self.buffer(t))?;
            t.operand("an offset", |t| self.index(t, 16))?;
        }
        if form.has_address() {
            t.operand("an address", |t| self.address(form, t))?;
        }
        if form.reads_register() {
            t.operand("a register", |t| {
                register(t, &mut self.arg_reg)?;
                if t.reads() {
                    self.swizzle = IDENTITY;
                }
                swizzle(t, &mut self.swizzle, ALL)
            })?;
        }
        if matches!(form, Form::Atomic | Form::CompareExchange) {
            let (mut reg, mut comp) = (self.swizzle >> 2 & 7, self.swizzle & 3);
            t.operand("a register", |t| component(t, &mut reg, &mut comp))?;
            self.swizzle = reg << 2 | comp;
        }
        if form == Form::CompareExchange {
            t.operand("a register to compare with", |t| {
                component(t, &mut self.index_reg, &mut self.index_comp)
            })?;
        }
        if form == Form::Special || form.has_entry() {
            t.operand("an index", |t| self.index(t, 9))?;
        }
        if form.has_entry() {
            t.operand("a register", |t| self.vertex(form, t))?;
        }
        if form == Form::Colour {
            let mut value = self.offset << 4 | i32::from(self.index_shift);
            t.hexadecimal("a format", &mut value, 32)?;
            self.index_shift = (value & 15) as u8;
            self.offset = signed(value >> 4, 18);
        }
        Ok(())
    }
}

impl Text for LoadStore {
    fn blank() -> LoadStore {
        LoadStore {
            swizzle: IDENTITY,
            ..LoadStore::from_bits([0; 2])
        }
    }

    fn text(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        t.word(|t| self.mnemonic(t))?;
        match self.op.form() {
            Some(Form::Nop) => Ok(()),
            Some(Form::Trap) => {
                let mut code = self.offset & 0x3_ffff;
                t.hexadecimal("a code", &mut code, 18)?;
                self.offset = signed(code, 18);
                Ok(())
            }
            Some(form) => self.operands(form, t),
            None => t.operand("a register", |t| self.loaded(None, t)),
        }
    }
}
