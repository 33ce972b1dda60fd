//! Texture instructions as text, and back.
//!
//! Texture instructions write `TA0` and `TA1` and read `AT0` and `AT1`. On chips
//! with [register aliasing](crate::isa) these are other registers, under the same
//! numbers.

use super::op::{
    DIMENSION, EXECUTION, Execution, SAMPLER_TYPE, SamplerType, TEXTURE, TEXTURE_MODE, TexCode,
    TexOp, TextureMode,
};
use super::word::{Half, Texture};
use crate::isa::alu::{COMPONENTS, Expand, OUTMOD_FLOAT, RegMode, Swizzle};
use crate::isa::word::{Text, Word};
use tilescope_tables::asm::{Cursor, Parsed};
use tilescope_tables::text::meant;

const IDENTITY: u8 = Swizzle::IDENTITY.selectors;
const ALL: u8 = 0xff;
const DIRECTIONS: [&str; 2] = ["x", "y"];

/// A register that selects a texture, a sampler or a level: eight bits of a field.
#[derive(Clone, Copy)]
struct Selector {
    half: Half,
    component: u8,
}

impl Selector {
    fn from_bits(bits: u8) -> Selector {
        let b = u64::from(bits);
        Selector {
            half: Half::from_bits(b, b >> 1, b >> 2),
            component: bits >> 3 & 3,
        }
    }

    fn bits(self) -> u8 {
        u8::from(self.half.full)
            | self.half.select << 1
            | u8::from(self.half.upper) << 2
            | self.component << 3
    }

    fn show(self) -> String {
        let index = self.component + if self.half.upper { 4 } else { 0 };
        format!(
            "AT{}.{}.{}",
            self.half.select,
            COMPONENTS[usize::from(index)],
            width(self.half.full)
        )
    }

    fn read(text: Cursor<'_>) -> Parsed<Selector> {
        let mut rest = text;
        let select = read_register(rest.until('.'), "AT")?;
        let component = rest.until('.');
        let full = read_width(rest)?;
        let found = COMPONENTS[..8]
            .iter()
            .position(|c| component.text == c.to_string());
        match found {
            Some(i) => Ok(Selector {
                half: Half {
                    full,
                    select,
                    upper: i > 3,
                },
                component: (i & 3) as u8,
            }),
            None => component.refuse(format!("`{}` is not one component", component.text), ""),
        }
    }
}

fn width(full: bool) -> &'static str {
    if full { "32" } else { "16" }
}

fn read_width(text: Cursor<'_>) -> Parsed<bool> {
    match text.text {
        "32" => Ok(true),
        "16" => Ok(false),
        _ => text.refuse(format!("`{}` is not a width", text.text), "16 or 32"),
    }
}

fn read_register(text: Cursor<'_>, prefix: &str) -> Parsed<u8> {
    match text.text.strip_prefix(prefix) {
        Some("0") => Ok(0),
        Some("1") => Ok(1),
        _ => text.refuse(
            format!("`{}` is not a register of the texture unit", text.text),
            &format!("{prefix}0 or {prefix}1"),
        ),
    }
}

/// The letters of a swizzle; those of the upper half are others.
fn show_swizzle(selectors: u8, upper: bool) -> String {
    let expand = if upper {
        Expand::High
    } else {
        Expand::Passthrough
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
fn show_vector(half: Half, swizzle: u8) -> String {
    format!(
        "AT{}{}.{}",
        half.select,
        show_swizzle(swizzle, half.upper),
        width(half.full)
    )
}

fn read_vector(text: Cursor<'_>) -> Parsed<(Half, u8)> {
    let mut rest = text;
    let select = read_register(rest.until('.'), "AT")?;
    let first = rest.until('.');
    let (swizzle, upper, last) = match rest.is_empty() {
        true => (IDENTITY, false, first),
        false => {
            let (swizzle, upper) = read_swizzle(first)?;
            (swizzle, upper, rest)
        }
    };
    let full = read_width(last)?;
    Ok((
        Half {
            full,
            select,
            upper,
        },
        swizzle,
    ))
}

impl Texture {
    /// The operation with its suffixes.
    fn mnemonic(&self) -> String {
        let mut out = self.op.name();
        let mut add = |suffix: &str| {
            out.push('.');
            out.push_str(suffix);
        };
        if self.op.op() != Some(TexOp::Barrier) {
            let derivative = self.op.op() == Some(TexOp::Derivative);
            let direction = DIRECTIONS
                .get(usize::from(self.mode))
                .filter(|_| derivative);
            let mode = TEXTURE_MODE
                .decode(self.mode.into())
                .filter(|_| !derivative);
            match (direction, mode) {
                (Some(name), _) => add(name),
                (_, Some(row)) if row.op == TextureMode::Normal => {}
                (_, Some(row)) => add(row.name),
                _ => add(&format!("mode_{}", self.mode)),
            }
            add(self.dimension.name());
            if self.exec != Execution::None {
                add(self.exec.name());
            }
        }
        if self.out_of_order != 0 {
            add(&format!("ooo{}", self.out_of_order));
        }
        out
    }

    fn show_dst(&self) -> String {
        let upper = self.out.upper;
        let mask = match (self.mask, upper) {
            (15, true) => "'".to_string(),
            (15, false) => String::new(),
            (mask, _) => {
                let first = if upper { 4 } else { 0 };
                let used = (0..4).filter(|i| mask >> i & 1 != 0);
                let letters: String = used.map(|i| COMPONENTS[first + i]).collect();
                format!(".{letters}")
            }
        };
        let float = self.sampler_type == SamplerType::Float;
        let outmod = match self.outmod {
            n @ 1.. if float => format!(".{}", OUTMOD_FLOAT.rows[usize::from(n)].name),
            _ => String::new(),
        };
        format!(
            "TA{}{mask}.{}{}{outmod}",
            self.out.select,
            if float { 'f' } else { 'i' },
            width(self.out.full)
        )
    }

    fn show_offset(&self) -> String {
        match (self.offset_register, self.offset) {
            (true, bits) => {
                let b = u64::from(bits);
                let half = Half::from_bits(b, b >> 1, b >> 2);
                format!(" + {}", show_vector(half, (bits >> 3) as u8))
            }
            (false, 0) => String::new(),
            (false, bits) => format!(" + <{}, {}, {}>", bits & 15, bits >> 4 & 15, bits >> 8),
        }
    }

    /// The level of detail or bias, as an operand.
    fn show_level(&self) -> String {
        let biases = self.op.op() == Some(TexOp::Normal);
        let sign = if biases { '+' } else { '=' };
        if self.lod_register {
            return format!(", lod {sign} {}", Selector::from_bits(self.bias).show());
        }
        if self.op.op() == Some(TexOp::Fetch) {
            return format!(", lod = {}", self.bias);
        }
        let value = f32::from(self.bias_int) + f32::from(self.bias) / 256.0;
        match (self.bias, self.bias_int) {
            (0, 0) => String::new(),
            _ if biases && value < 0.0 => format!(", lod - {}", -value),
            _ => format!(", lod {sign} {value}"),
        }
    }

    fn read_mnemonic(&mut self, name: Cursor<'_>) -> Parsed<()> {
        let mut rest = name;
        rest.until('.');
        let derivative = self.op.op() == Some(TexOp::Derivative);
        while !rest.is_empty() {
            let before = rest;
            // One mode has a dot in its name.
            let part = match rest.take("gather.shadow") {
                true => Cursor {
                    text: "gather.shadow",
                    ..before
                },
                false => rest.take_while(|c| c != '.'),
            };
            rest.take(".");
            let direction = DIRECTIONS.iter().position(|&d| d == part.text);
            let number = |prefix: &str| {
                part.text
                    .strip_prefix(prefix)?
                    .parse::<u8>()
                    .ok()
                    .filter(|&n| n < 16)
            };
            if let Some(i) = direction.filter(|_| derivative) {
                self.mode = i as u8;
            } else if let Some(n) = number("mode_") {
                self.mode = n;
            } else if let Some(n) = number("ooo") {
                self.out_of_order = n;
            } else if let Some(row) = TEXTURE_MODE.named(part.text).filter(|_| !derivative) {
                self.mode = row.op as u8;
            } else if let Some(row) = DIMENSION.named(part.text) {
                self.dimension = row.op;
            } else if let Some(row) = EXECUTION.named(part.text) {
                self.exec = row.op;
            } else {
                let names = TEXTURE_MODE
                    .names()
                    .chain(DIMENSION.names())
                    .chain(EXECUTION.names());
                let help = meant(part.text, names);
                return part.refuse(format!("unknown suffix `{}`", part.text), &help);
            }
        }
        Ok(())
    }

    fn read_dst(&mut self, piece: Cursor<'_>) -> Parsed<()> {
        let mut rest = piece;
        let mut name = rest.until('.');
        if let Some(plain) = name.text.strip_suffix('\'') {
            self.out.upper = true;
            name.text = plain;
        }
        self.out.select = read_register(name, "TA")?;
        let mut part = rest.until('.');
        let typed = |text: &str| matches!(text, "f32" | "f16" | "i32" | "i16");
        self.mask = 15;
        if !typed(part.text) {
            self.mask = 0;
            for c in part.text.chars() {
                let found = COMPONENTS[..8].iter().position(|&x| x == c);
                let upper = found.is_some_and(|i| i > 3);
                let Some(i) = found.filter(|_| self.mask == 0 || self.out.upper == upper) else {
                    return part.refuse(format!("`{}` is not a mask", part.text), "");
                };
                self.out.upper = upper;
                self.mask |= 1 << (i & 3);
            }
            part = rest.until('.');
        }
        if !typed(part.text) {
            return part.refuse("expected the type of the result", "f32, f16, i32 or i16");
        }
        self.out.full = part.text.ends_with("32");
        if !rest.is_empty() {
            match OUTMOD_FLOAT.named(rest.text) {
                Some(row) if part.text.starts_with('f') => self.outmod = row.op as u8,
                _ => return rest.refuse(format!("`{}` is not an output modifier", rest.text), ""),
            }
        }
        Ok(())
    }

    /// A number, or a register in brackets.
    fn read_handle(text: Cursor<'_>) -> Parsed<(u16, bool)> {
        let mut rest = text;
        if !rest.take("[") {
            return Ok((text.number(16)? as u16, false));
        }
        let inside = rest.until(']');
        rest.end()?;
        Ok((Selector::read(inside)?.bits().into(), true))
    }

    fn read_sampler(&mut self, piece: Cursor<'_>) -> Parsed<()> {
        let mut rest = piece;
        let found = SAMPLER_TYPE
            .rows
            .iter()
            .find(|r| rest.text.starts_with(r.name));
        let prefix = found.map(|r| format!("{}sampler", r.name));
        let (Some(row), Some(true)) = (found, prefix.map(|p| rest.take(&p))) else {
            return piece.refuse("expected a sampler", "as in `fsampler0`");
        };
        self.sampler_type = row.op;
        let handle = match rest.text.find(']').filter(|_| rest.text.starts_with('[')) {
            Some(end) => rest.split(end + 1),
            None => rest.take_while(|c| c != '.'),
        };
        (self.sampler, self.sampler_register) = Texture::read_handle(handle)?;
        if rest.take(".") {
            let (swizzle, upper) = read_swizzle(rest)?;
            if upper {
                return rest.refuse("a result has the components x, y, z, w", "");
            }
            self.swizzle = swizzle;
            return Ok(());
        }
        rest.end()
    }

    fn read_coordinates(&mut self, piece: Cursor<'_>) -> Parsed<()> {
        let mut rest = piece;
        let first = rest.take_while(|c| c != '+').trimmed();
        (self.coordinates, self.coordinate_swizzle) = read_vector(first)?;
        if !rest.take("+") {
            return Ok(());
        }
        let mut offset = rest.trimmed();
        if offset.take("<") {
            let mut inside = offset.until('>');
            for i in 0..3 {
                let n = inside.operand("three offsets")?.number(4)?;
                self.offset |= (n as u16) << (4 * i);
            }
            inside.end()?;
            return offset.end();
        }
        let (half, swizzle) = read_vector(offset)?;
        self.offset_register = true;
        self.offset = u16::from(half.full)
            | u16::from(half.select) << 1
            | u16::from(half.upper) << 2
            | u16::from(swizzle) << 3;
        Ok(())
    }

    fn read_level(&mut self, piece: Cursor<'_>) -> Parsed<()> {
        let mut rest = piece;
        let word = rest.word();
        let sign = rest.word();
        let value = rest.trimmed();
        if word.text != "lod" || !matches!(sign.text, "+" | "-" | "=") {
            return piece.refuse("expected a level of detail", "as in `lod + 0.5`");
        }
        if value.text.starts_with('A') {
            self.lod_register = true;
            self.bias = Selector::read(value)?.bits();
            return Ok(());
        }
        if self.op.op() == Some(TexOp::Fetch) {
            self.bias = value.number(8)? as u8;
            return Ok(());
        }
        let scaled = value
            .text
            .parse::<f32>()
            .map(|n| if sign.text == "-" { -n } else { n } * 256.0);
        match scaled {
            Ok(n) if n.fract() == 0.0 && (-32768.0..32768.0).contains(&n) => {
                let n = n as i32;
                (self.bias_int, self.bias) = ((n >> 8) as i8, n as u8);
                Ok(())
            }
            _ => value.refuse(
                format!("`{}` is not a level of detail", value.text),
                "a multiple of 1/256 from -128 to 127",
            ),
        }
    }
}

impl Text for Texture {
    fn show(&self) -> String {
        let name = self.mnemonic();
        if self.op.op() == Some(TexOp::Barrier) {
            return name;
        }
        let texture = match self.texture_register {
            true => format!("[{}]", Selector::from_bits(self.texture as u8).show()),
            false => self.texture.to_string(),
        };
        let sampler = match self.sampler_register {
            true => format!("[{}]", Selector::from_bits(self.sampler as u8).show()),
            false => self.sampler.to_string(),
        };
        format!(
            "{name} {}, texture{texture}, {}sampler{sampler}{}, {}{}{}",
            self.show_dst(),
            self.sampler_type.name(),
            show_swizzle(self.swizzle, false),
            show_vector(self.coordinates, self.coordinate_swizzle),
            self.show_offset(),
            self.show_level()
        )
    }

    fn read(mut text: Cursor<'_>) -> Parsed<Texture> {
        let name = text.word();
        let mut stem = name;
        let stem = stem.until('.');
        let unknown = stem
            .text
            .strip_prefix("tex_op_")
            .map(|hex| u8::from_str_radix(hex, 16));
        let op = match (TEXTURE.named(stem.text), unknown) {
            (Some(row), _) => TexCode::from(row.op),
            (_, Some(Ok(n))) if n < 16 && TexCode(n).name() == stem.text => TexCode(n),
            _ => {
                let help = meant(stem.text, TEXTURE.names());
                return stem.refuse(format!("unknown operation `{}`", stem.text), &help);
            }
        };
        let mut out = Texture::from_bits([0; 2]);
        out.op = op;
        out.exec = Execution::None;
        if op.op() == Some(TexOp::Barrier) {
            out.read_mnemonic(name)?;
            text.end()?;
            return Ok(out);
        }
        out.mode = TextureMode::Normal as u8;
        out.swizzle = IDENTITY;
        out.read_mnemonic(name)?;
        out.read_dst(text.operand("a destination")?)?;
        let mut texture = text.operand("a texture")?;
        if !texture.take("texture") {
            return texture.refuse("expected a texture", "as in `texture0`");
        }
        (out.texture, out.texture_register) = Texture::read_handle(texture)?;
        out.read_sampler(text.operand("a sampler")?)?;
        out.read_coordinates(text.operand("coordinates")?)?;
        if !text.trimmed().is_empty() {
            out.read_level(text.operand("a level of detail")?)?;
        }
        text.end()?;
        Ok(out)
    }
}
