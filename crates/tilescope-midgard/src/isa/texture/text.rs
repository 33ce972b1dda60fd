//! Texture instructions as text, and back.
//!
//! Texture instructions write `TA0` and `TA1` and read `AT0` and `AT1`. On chips
//! with [register aliasing](crate::isa) these are other registers, under the same
//! numbers.

use super::op::{
    DIMENSION, Dimension, EXECUTION, Execution, SamplerType, TEXTURE_MODE, TexCode, TexOp,
    TextureMode,
};
use super::word::{Half, Texture};
use crate::isa::alu::{COMPONENTS, Expand, OUTMOD_FLOAT, RegMode, Swizzle, letters};
use tilescope_tables::asm::word::Text;
use tilescope_tables::asm::{Cursor, Parsed, Suffix, Syntax};
use tilescope_tables::text::meant;
use tilescope_tables::word::Word;

const IDENTITY: u8 = Swizzle::IDENTITY.selectors;
const ALL: u8 = 0xff;

fn not_a_register<T>(name: Cursor<'_>, help: &str) -> Parsed<T> {
    let message = format!("`{}` is not a register of the texture unit", name.text);
    name.refuse(message, help)
}

/// One of the two registers that the unit reads.
fn register(t: &mut Syntax<'_>, select: &mut u8) -> Parsed<()> {
    let names = [("AT0", 0), ("AT1", 1)];
    t.choice(select, &names, |name| not_a_register(name, "AT0 or AT1"))
}

/// The width of components, in bits.
fn width(t: &mut Syntax<'_>, full: &mut bool) -> Parsed<()> {
    t.choice(full, &[("32", true), ("16", false)], |text| {
        text.refuse(format!("`{}` is not a width", text.text), "16 or 32")
    })
}

/// A component of a register that selects a texture, a sampler or a level: eight bits of a
/// field.
fn selector(t: &mut Syntax<'_>, bits: &mut u8) -> Parsed<()> {
    let mut half = Half::unpack((*bits).into());
    register(t, &mut half.select)?;
    let mut component = *bits >> 3 & 3 | u8::from(half.upper) << 2;
    t.choice(&mut component, &letters(8), |name| {
        name.refuse(format!("`{}` is not one component", name.text), "")
    })?;
    width(t, &mut half.full)?;
    half.upper = component > 3;
    *bits = half.pack() as u8 | (component & 3) << 3;
    Ok(())
}

/// The letters of a swizzle; those of the upper half are others.
fn show_swizzle(selectors: u8, upper: bool) -> Option<String> {
    let expand = match upper {
        true => Expand::High,
        false => Expand::Passthrough,
    };
    Swizzle { expand, selectors }.show(RegMode::W32, ALL)
}

fn read_swizzle(text: Cursor<'_>) -> Parsed<(u8, bool)> {
    let low = |c: char| COMPONENTS[..4].contains(&c);
    let upper = !text.text.chars().all(low);
    let swizzle = Swizzle::read(text, RegMode::W32, ALL, upper)?;
    Ok((swizzle.selectors, swizzle.expand == Expand::High))
}

/// A register with a swizzle and a width: `AT0.xy.32`.
fn vector(t: &mut Syntax<'_>, half: &mut Half, swizzle: &mut u8) -> Parsed<()> {
    register(t, &mut half.select)?;
    let letters = show_swizzle(*swizzle, half.upper);
    let mut both = (IDENTITY, false);
    if t.either(letters.is_some(), |rest| rest.text.matches('.').count() > 1) {
        t.part(&mut both, |_| letters.unwrap_or_default(), read_swizzle)?;
    }
    if t.reads() {
        (*swizzle, half.upper) = both;
    }
    width(t, &mut half.full)
}

/// An index, or in brackets the register that has it.
fn handle(t: &mut Syntax<'_>, index: &mut u16, in_register: &mut bool) -> Parsed<()> {
    *in_register = t.either(*in_register, |rest| rest.text.starts_with('['));
    if !*in_register {
        let read = |rest: &mut Cursor<'_>| Ok(rest.take_while(|c| c != '.').number(16)? as u16);
        return t.value(index, u16::to_string, read);
    }
    let mut bits = *index as u8;
    t.enclosed(['[', ']'], |t| selector(t, &mut bits))?;
    *index = bits.into();
    Ok(())
}

impl Texture {
    fn is(&self, op: TexOp) -> bool {
        self.op.op() == Some(op)
    }

    /// The suffixes of the operation: mode, dimension, execution, and the number of bundles
    /// that may execute before the result arrives.
    fn suffixes(&self) -> Vec<Suffix> {
        let derives = self.is(TexOp::Derivative);
        let modes: Vec<Suffix> = match derives {
            true => vec![Suffix::new("x", 15, 0), Suffix::new("y", 15, 1)],
            false => Suffix::rows(&TEXTURE_MODE, 15, 0).collect(),
        };
        let is_named = match derives {
            true => self.mode < 2,
            false => TEXTURE_MODE.decode(self.mode.into()).is_some(),
        };
        let is_normal = !derives && self.mode == TextureMode::Normal as u8;
        let executes = Suffix::rows(&EXECUTION, 0xc0, 0);
        let shown = !self.is(TexOp::Barrier);
        let mut all = modes;
        all.push(Suffix::number("mode_", 15).shown_if(!is_named));
        all.iter_mut()
            .for_each(|mode| *mode = mode.shown_if(!is_normal));
        all.extend(Suffix::rows(&DIMENSION, 0x30, 0));
        all.extend(executes.map(|exec| exec.shown_if(self.exec != Execution::None)));
        all.iter_mut()
            .for_each(|suffix| *suffix = suffix.shown_if(shown));
        all.push(Suffix::number("ooo", 0xf00).shown_if(self.out_of_order != 0));
        all
    }

    fn mnemonic(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        t.part(&mut self.op, |op| op.name(), TexCode::read)?;
        if t.reads() && !self.is(TexOp::Barrier) {
            (self.mode, self.swizzle) = (TextureMode::Normal as u8, IDENTITY);
        }
        let mut bits = u32::from(self.mode)
            | (self.dimension as u32) << 4
            | (self.exec as u32) << 6
            | u32::from(self.out_of_order) << 8;
        t.suffixes(&mut bits, &self.suffixes(), &mut |part| {
            let names = TEXTURE_MODE.names().chain(DIMENSION.names());
            let help = meant(part.text, names.chain(EXECUTION.names()));
            part.refuse(format!("unknown suffix `{}`", part.text), &help)
        })?;
        self.mode = (bits & 15) as u8;
        self.dimension = Dimension::ALL[(bits >> 4 & 3) as usize];
        self.exec = Execution::ALL[(bits >> 6 & 3) as usize];
        self.out_of_order = (bits >> 8) as u8;
        Ok(())
    }

    /// The destination: `TA0.xyz.f32`, of the whole upper half `TA0'.f16`.
    fn destination(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let mut register = (self.out.select, self.mask == 15 && self.out.upper);
        let names = [
            ("TA0", (0, false)),
            ("TA1", (1, false)),
            ("TA0'", (0, true)),
            ("TA1'", (1, true)),
        ];
        t.choice(&mut register, &names, |name| {
            not_a_register(name, "TA0 or TA1")
        })?;
        let types = [
            ("f32", (true, true)),
            ("f16", (true, false)),
            ("i32", (false, true)),
            ("i16", (false, false)),
        ];
        let typed = |text: &str| types.iter().any(|ty| ty.0 == text);
        let is_masked = |mut rest: Cursor<'_>| rest.take(".") && !typed(rest.until('.').text);
        let mut mask = (15, register.1);
        if t.either(self.mask != 15, is_masked) {
            mask = (self.mask, self.out.upper);
            t.part(&mut mask, show_mask, |text| read_mask(text, register.1))?;
        }
        if t.reads() {
            (self.out.select, self.mask, self.out.upper) = (register.0, mask.0, mask.1);
        }
        let mut kind = (self.sampler_type == SamplerType::Float, self.out.full);
        t.choice(&mut kind, &types, |text| {
            text.refuse("expected the type of the result", "f32, f16, i32 or i16")
        })?;
        self.out.full = kind.1;
        if t.either(kind.0 && self.outmod != 0, |rest| !rest.is_empty()) {
            let unknown = |name: &str| format!("`{name}` is not an output modifier");
            let show = |n: &u8| OUTMOD_FLOAT.rows[usize::from(*n)].name.to_string();
            t.part(&mut self.outmod, show, |name| match kind.0 {
                true => Ok(OUTMOD_FLOAT.find(name, unknown)?.op as u8),
                false => name.refuse(unknown(name.text), ""),
            })?;
        }
        Ok(())
    }

    fn sampler(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let prefix = |kind: &SamplerType| format!("{}sampler", kind.name());
        t.value(&mut self.sampler_type, prefix, |rest| {
            let found = SamplerType::ALL
                .iter()
                .find(|kind| rest.take(&prefix(kind)));
            match found {
                Some(kind) => Ok(*kind),
                None => rest.refuse("expected a sampler", "as in `fsampler0`"),
            }
        })?;
        handle(t, &mut self.sampler, &mut self.sampler_register)?;
        let letters = show_swizzle(self.swizzle, false);
        if t.either(letters.is_some(), |rest| rest.text.starts_with('.')) {
            t.part(
                &mut self.swizzle,
                |_| letters.unwrap_or_default(),
                |text| match read_swizzle(text)? {
                    (swizzle, false) => Ok(swizzle),
                    (_, true) => text.refuse("a result has the components x, y, z, w", ""),
                },
            )?;
        }
        Ok(())
    }

    fn coordinates(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        t.term(|t| vector(t, &mut self.coordinates, &mut self.coordinate_swizzle))?;
        let has_offset = self.offset_register || self.offset != 0;
        if !t.either(has_offset, |rest| rest.trimmed().text.starts_with('+')) {
            return Ok(());
        }
        t.space(" ");
        t.literal("+")?;
        t.space(" ");
        self.offset_register = t.either(self.offset_register, |rest| !rest.text.starts_with('<'));
        if self.offset_register {
            let (mut half, mut swizzle) = (Half::unpack(self.offset), (self.offset >> 3) as u8);
            t.term(|t| vector(t, &mut half, &mut swizzle))?;
            self.offset = half.pack() | u16::from(swizzle) << 3;
            return Ok(());
        }
        let show = |n: &u16| format!("{}, {}, {}", n & 15, n >> 4 & 15, n >> 8);
        t.enclosed(['<', '>'], |t| {
            t.last(&mut self.offset, show, |mut inside| {
                let mut offset = 0;
                for i in 0..3 {
                    offset |= inside.operand("three offsets")?.number(4)? << (4 * i);
                }
                inside.end().map(|()| offset as u16)
            })
        })
    }

    /// The level of detail or bias.
    fn level(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let whole = t.rest();
        let value = f32::from(self.bias_int) + f32::from(self.bias) / 256.0;
        let mut sign = match self.is(TexOp::Normal) {
            true if value < 0.0 && !self.lod_register => "-",
            true => "+",
            false => "=",
        };
        t.value(
            &mut sign,
            |sign| format!("lod {sign} "),
            |rest| {
                let (word, sign) = (rest.word(), rest.word());
                rest.skip_spaces();
                match sign.text {
                    sign @ ("+" | "-" | "=") if word.text == "lod" => Ok(sign),
                    _ => whole
                        .unwrap_or(word)
                        .refuse("expected a level of detail", "as in `lod + 0.5`"),
                }
            },
        )?;
        self.lod_register = t.either(self.lod_register, |rest| rest.text.starts_with('A'));
        if self.lod_register {
            return t.term(|t| selector(t, &mut self.bias));
        }
        if self.is(TexOp::Fetch) {
            return t.last(&mut self.bias, u8::to_string, |text| {
                Ok(text.number(8)? as u8)
            });
        }
        let factor = if sign == "-" { -1.0 } else { 1.0 };
        let mut value = value * factor;
        t.last(&mut value, f32::to_string, |text| {
            let scaled = text.text.parse::<f32>().map(|n| n * 256.0 * factor);
            match scaled {
                Ok(n) if n.fract() == 0.0 && (-32768.0..32768.0).contains(&n) => Ok(n / 256.0),
                _ => text.refuse(
                    format!("`{}` is not a level of detail", text.text),
                    "a multiple of 1/256 from -128 to 127",
                ),
            }
        })?;
        if t.reads() {
            let scaled = (value * 256.0) as i32;
            (self.bias_int, self.bias) = ((scaled >> 8) as i8, scaled as u8);
        }
        Ok(())
    }
}

/// The components of a result: a mask, and whether they are in the upper half.
fn show_mask(&(mask, upper): &(u8, bool)) -> String {
    let first = if upper { 4 } else { 0 };
    let used = (0..4).filter(|i| mask >> i & 1 != 0);
    used.map(|i| COMPONENTS[first + i]).collect()
}

fn read_mask(text: Cursor<'_>, upper: bool) -> Parsed<(u8, bool)> {
    let (mut mask, mut upper) = (0, upper);
    for c in text.text.chars() {
        let found = COMPONENTS[..8].iter().position(|&x| x == c);
        let Some(i) = found.filter(|i| mask == 0 || upper == (*i > 3)) else {
            return text.refuse(format!("`{}` is not a mask", text.text), "");
        };
        upper = i > 3;
        mask |= 1 << (i & 3);
    }
    Ok((mask, upper))
}

impl Text for Texture {
    fn blank() -> Texture {
        Texture {
            exec: Execution::None,
            ..Texture::from_bits([0; 2])
        }
    }

    fn text(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        t.word(|t| self.mnemonic(t))?;
        if self.is(TexOp::Barrier) {
            return Ok(());
        }
        t.operand("a destination", |t| self.destination(t))?;
        t.operand("a texture", |t| match t.optional(true, "texture") {
            true => handle(t, &mut self.texture, &mut self.texture_register),
            false => t.refuse("expected a texture", "as in `texture0`"),
        })?;
        t.operand("a sampler", |t| self.sampler(t))?;
        t.operand("coordinates", |t| self.coordinates(t))?;
        let has_level =
            self.lod_register || self.is(TexOp::Fetch) || (self.bias, self.bias_int) != (0, 0);
        match t.either(has_level, |rest| !rest.trimmed().is_empty()) {
            true => t.operand("a level of detail", |t| self.level(t)),
            false => Ok(()),
        }
    }
}
