//! Operands of category 5: textures.

use super::{Arg, Reg};
use crate::isa::fields::{
    BASE_HI, BASE_LO, COMPONENTS, DESC_MODE, DST, INDIRECT, OFFSET_IM, OFFSET5, RESOURCE,
    RESOURCE_TEX, SAMP, TEX, TEX_SRC2, TYPE, TYPE5, WRMASK, half_type,
};
use crate::isa::operand::{Operand, Value};
use crate::isa::parse::Parse;
use crate::isa::print::Print;
use crate::isa::suffix::{MODES, names};
use std::fmt::Write;
use tilescope_tables::Field;
use tilescope_tables::asm::{Cursor, Parsed};

/// Lower half of [`RESOURCE`]: a sampler as a number; the upper half is [`RESOURCE_TEX`].
const RESOURCE_SAMP: Field = Field::new("SAMP", 24, 21, "Sampler.");

/// The resources that an instruction names.
fn needs(arg: &Arg) -> (bool, bool) {
    match arg {
        Arg::SamplerAndTexture => (true, true),
        Arg::Texture => (false, true),
        _ => (false, false),
    }
}

pub(super) fn print(arg: &Arg, p: &mut Print<'_>) {
    match *arg {
        Arg::TexDst | Arg::UntypedTexDst => {
            let half = half_type(TYPE5.get(p.word));
            if matches!(arg, Arg::TexDst) {
                let name = TYPE.name(p.take(TYPE5)).unwrap_or_default();
                let _ = write!(p.out, "({name})");
            } else {
                p.canonical = TYPE5.set(p.canonical, implied_type(half));
            }
            let mask = COMPONENTS[p.take(WRMASK) as usize];
            let reg = Reg(p.take(DST) as u8);
            let _ = write!(p.out, "({mask}){}{reg}", if half { "h" } else { "" });
        }
        Arg::TexSrc(field) => {
            let reg = Reg(p.take(field) as u8);
            super::register(p, reg);
        }
        Arg::TexelSrc(field) => {
            let reg = Reg(p.take(field) as u8);
            super::register(p, reg);
            if OFFSET5.get(p.word) == 0 && p.take(OFFSET_IM) != 0 {
                let added = p.take(TEX_SRC2);
                let _ = write!(p.out, "+{added}");
            }
        }
        Arg::TexOffset(field) => {
            // The bit is in a suffix, or, of shuffles, only here.
            if p.take(OFFSET5) != 0 {
                let reg = Reg(p.take(field) as u8);
                super::register(p, reg);
            }
        }
        _ => resources(p, needs(arg)),
    }
}

/// The type of an instruction whose text has none.
const fn implied_type(half: bool) -> u64 {
    if half { 0 } else { 1 }
}

fn resources(p: &mut Print<'_>, (samp, tex): (bool, bool)) {
    let mut texts = Vec::new();
    if INDIRECT.get(p.word) == 0 {
        if samp {
            texts.push(format!("s#{}", p.take(SAMP)));
        }
        if tex {
            texts.push(format!("t#{}", p.take(TEX)));
        }
    } else {
        let mode = &MODES[DESC_MODE.get(p.word) as usize];
        if mode.register {
            let h = if mode.set { "" } else { "h" };
            texts.push(format!("{h}{}", Reg(p.take(RESOURCE) as u8)));
        } else if mode.a1 {
            if samp {
                texts.push(format!("s#{}", p.take(RESOURCE)));
            }
        } else {
            if samp {
                texts.push(format!("s#{}", p.take(RESOURCE_SAMP)));
            }
            if tex {
                texts.push(format!("t#{}", p.take(RESOURCE_TEX)));
            }
        }
        if mode.a1 {
            texts.push("a1.x".to_string());
        }
    }
    p.out.push_str(&texts.join(", "));
}

pub(super) fn parse(arg: &Arg, p: &mut Parse<'_>, rest: &mut Cursor<'_>) -> Parsed<()> {
    match *arg {
        Arg::TexDst | Arg::UntypedTexDst => {
            let mut at = rest.piece();
            let mut expected = None;
            if matches!(arg, Arg::TexDst) {
                let ty = bracketed(&mut at)?;
                match TYPE.value(ty.text) {
                    Some(raw) => {
                        p.set(TYPE5, raw);
                        expected = Some(half_type(raw));
                    }
                    None => return ty.refuse("expected a type", &names(&TYPE)),
                }
            }
            let mask = bracketed(&mut at)?;
            let mut bits = 0;
            for c in mask.text.chars() {
                match "xyzw".find(c) {
                    Some(i) if bits & 1 << i == 0 => bits |= 1 << i,
                    _ => return mask.refuse("expected components", "as in `(xyz)`"),
                }
            }
            p.set(WRMASK, bits);
            let half = at.text.starts_with('h');
            if expected.is_none() {
                p.set(TYPE5, implied_type(half));
            }
            p.typed_register(at, DST, expected.unwrap_or(half))
        }
        Arg::TexSrc(field) => tex_source(p, rest.piece(), field),
        Arg::TexelSrc(field) => {
            let mut at = rest.piece();
            let coordinates = at.take_while(|c| c != '+');
            if at.take("+") {
                match at.text.trim().parse::<u64>() {
                    Ok(n) if n <= TEX_SRC2.max() => {
                        p.set(OFFSET_IM, 1);
                        p.set(TEX_SRC2, n);
                    }
                    _ => return at.refuse("expected a number", "from 0 to 255"),
                }
            }
            tex_source(p, coordinates, field)
        }
        Arg::TexOffset(field) => {
            // Without a suffix for it, the offset is what precedes the end.
            let suffixed = p.row.form.suffix.len() > 1;
            let present = OFFSET5.get(p.word) != 0 || !suffixed && !rest.text.is_empty();
            if present {
                p.set(OFFSET5, 1);
                tex_source(p, rest.piece(), field)?;
            }
            Ok(())
        }
        _ => parse_resources(p, rest, needs(arg)),
    }
}

fn tex_source(p: &mut Parse<'_>, at: Cursor<'_>, field: Field) -> Parsed<()> {
    let o = Operand::parse(at)?;
    let Value::Reg(reg) = o.value else {
        return at.refuse("expected a register", "");
    };
    p.modifiers(at, &o, None, None, None)?;
    p.half(at, o.half)?;
    p.set(field, u64::from(reg.0));
    Ok(())
}

/// The text between parentheses.
fn bracketed<'a>(at: &mut Cursor<'a>) -> Parsed<Cursor<'a>> {
    let whole = *at;
    if !at.take("(") {
        return whole.refuse("expected a result", "as in `(f32)(xyzw)r0.x`");
    }
    let inside = at.take_while(|c| c != ')');
    if !at.take(")") {
        return whole.refuse("expected `)`", "");
    }
    Ok(inside)
}

fn parse_resources(p: &mut Parse<'_>, rest: &mut Cursor<'_>, needs: (bool, bool)) -> Parsed<()> {
    let d = p.descriptors;
    let (samp, tex) = needs;
    let mut numbers = [None; 2];
    let mut register = None;
    let mut a1 = false;
    let begin = *rest;
    while !rest.text.is_empty() {
        let at = rest.piece();
        if let Some(digits) = at.text.strip_prefix("s#").filter(|_| samp) {
            numbers[0] = digits.parse::<u64>().ok().map(|n| (n, at));
        } else if let Some(digits) = at.text.strip_prefix("t#").filter(|_| tex) {
            numbers[1] = digits.parse::<u64>().ok().map(|n| (n, at));
        } else if at.text == "a1.x" {
            a1 = true;
        } else {
            let half = at.text.starts_with('h');
            match Reg::parse(at.text.trim_start_matches('h')) {
                Some(reg) if d.register => {
                    p.precision(at, half, d.set.is_none())?;
                    register = Some(reg);
                }
                _ => return at.refuse("expected a sampler or a texture", "as in `s#0` or `t#0`"),
            }
        }
    }
    let direct = !d.register && d.set.is_none();
    let wide = a1 && !d.register;
    let fields = match (direct, wide) {
        (true, _) => [Some(SAMP), Some(TEX)],
        (false, true) => [Some(RESOURCE), None],
        _ => [Some(RESOURCE_SAMP), Some(RESOURCE_TEX)],
    };
    for (i, needed) in [samp, tex].into_iter().enumerate() {
        let Some(field) = fields[i].filter(|_| needed && !d.register) else {
            if let Some((_, at)) = numbers[i] {
                return at.refuse("a register or a1.x states this", "");
            }
            continue;
        };
        match numbers[i] {
            Some((n, _)) if n <= field.max() => p.set(field, n),
            Some((_, at)) => return at.refuse(format!("numbers are up to {}", field.max()), ""),
            None => {
                let what = ["a sampler, as in `s#0`", "a texture, as in `t#0`"][i];
                return begin.refuse(format!("expected {what}"), "");
            }
        }
    }
    if direct {
        return if a1 {
            begin.refuse("a1.x needs a descriptor set", "as in `sam.base0`")
        } else {
            Ok(())
        };
    }
    let mode = MODES.iter().find(|m| {
        (m.register, m.set, m.a1) == (d.register, d.set.is_some(), a1)
            && (!m.register || m.uniform == d.uniform)
    });
    let Some(mode) = mode else {
        return begin.refuse("no addressing mode has this combination", "");
    };
    if d.register {
        match register {
            Some(reg) => p.set(RESOURCE, u64::from(reg.0)),
            None => return begin.refuse("expected the register of sampler and texture", ""),
        }
    }
    let set = d.set.unwrap_or(0);
    p.set(INDIRECT, 1);
    p.set(DESC_MODE, mode.raw);
    p.set(BASE_HI, set >> 1);
    p.set(BASE_LO, set);
    Ok(())
}
