//! Registers, immediates and samplers.

use crate::isa::modes::{AddrMode, COMPONENT, IMM_KIND, ImmKind};
use crate::isa::op::Form;
use crate::isa::operand::{Comps, Dst, File, Imm, Reg, Sampler, Src, Swizzle};
use half::f16;
use tilescope_tables::asm::{Cursor, Names, Parsed, is_name};

const SOURCE_HELP: &str = "a source is `void`, a register as in `t0.xyzw`, `u3`, `i0`, `th1`, or a \
                           constant as in `1:u20`, `-1:s20`, `0.5:f20`";

/// Prefixes of registers and samplers.
const PREFIXES: [&str; 6] = ["t", "i", "u", "th", "a", "tex"];

/// The parts of `t12[a.x].xyzw`.
struct Register<'a> {
    prefix: &'a str,
    number: Cursor<'a>,
    address: AddrMode,
    /// The text after the dot.
    tail: Option<Cursor<'a>>,
}

/// Reads a register; `None` if the text does not look like one.
fn register(piece: Cursor<'_>) -> Parsed<Option<Register<'_>>> {
    let mut rest = piece;
    let prefix = rest.take_while(|c| c.is_ascii_lowercase());
    let number = rest.take_while(|c| c.is_ascii_digit());
    // Names of constants may end with digits too.
    if !PREFIXES.contains(&prefix.text) || number.is_empty() {
        return Ok(None);
    }
    let mut address = AddrMode::Direct;
    if rest.take("[") {
        let inside = rest.take_while(|c| c != ']');
        if !rest.take("]") {
            return piece.refuse("`[` is not closed", "");
        }
        address = match inside.text.trim() {
            "a.x" | "a0.x" => AddrMode::X,
            "a.y" | "a0.y" => AddrMode::Y,
            "a.z" | "a0.z" => AddrMode::Z,
            "a.w" | "a0.w" => AddrMode::W,
            _ => {
                return inside.refuse(
                    format!(
                        "`{}` is not a component of the address register",
                        inside.text
                    ),
                    "one of `[a.x]`, `[a.y]`, `[a.z]`, `[a.w]`",
                );
            }
        };
    }
    let tail = rest.take(".").then(|| rest.split(rest.text.len()));
    if !rest.is_empty() {
        return rest.refuse(format!("unexpected `{}`", rest.text), "");
    }
    Ok(Some(Register {
        prefix: prefix.text,
        number,
        address,
        tail,
    }))
}

fn number(digits: Cursor<'_>, last: u16) -> Parsed<u16> {
    match digits.text.parse::<u16>() {
        Ok(n) if n <= last => Ok(n),
        _ => digits.refuse(
            format!("`{}` is out of range: the last is {last}", digits.text),
            "",
        ),
    }
}

fn component(c: char) -> Option<u8> {
    let row = COMPONENT.named(c.encode_utf8(&mut [0; 4]))?;
    Some(row.op as u8)
}

/// Parses one to four letters; the last one is repeated.
fn swizzle(tail: Option<Cursor<'_>>) -> Parsed<Swizzle> {
    let Some(tail) = tail else {
        return Ok(Swizzle::XYZW);
    };
    let each: Option<Vec<u8>> = tail.text.chars().map(component).collect();
    let Some(each) = each.filter(|e| (1..=4).contains(&e.len())) else {
        return tail.refuse(
            format!("`.{}` is not a swizzle", tail.text),
            "one to four of x, y, z and w",
        );
    };
    let last = each.len() - 1;
    let bits = (0..4).fold(0, |bits, i| bits | each[i.min(last)] << (2 * i));
    Ok(Swizzle(bits))
}

/// Parses the letters of enabled components, with or without `_` for the others.
fn comps(tail: Option<Cursor<'_>>) -> Parsed<Comps> {
    let Some(tail) = tail else {
        return Ok(Comps::XYZW);
    };
    let mut bits = 0;
    for c in tail.text.chars() {
        match component(c) {
            Some(i) if bits >> i & 1 == 0 => bits |= 1 << i,
            None if c == '_' => {}
            _ => bits = 16,
        }
        if bits > 15 {
            break;
        }
    }
    if bits > 15 || !(1..=4).contains(&tail.text.len()) {
        return tail.refuse(
            format!("`.{}` is not a write mask", tail.text),
            "as in `.xyz_` or `.xw`",
        );
    }
    Ok(Comps(bits))
}

/// Parses the destination of an operation of this form.
pub(super) fn dst(piece: Cursor<'_>, form: Form) -> Parsed<Dst> {
    if piece.text == "void" {
        return Ok(match form {
            // Mesa does not write the address register.
            Form::AddressMove => Dst::Address {
                reg: 0,
                comps: Comps(0),
            },
            Form::MemoryStore => Dst::Memory { comps: Comps(0) },
            Form::Alu | Form::Plain | Form::Texture | Form::Memory | Form::Flow => Dst::Void,
        });
    }
    let memory = piece.text.strip_prefix("mem");
    if let Some(rest) = memory.filter(|r| r.is_empty() || r.starts_with('.')) {
        if form != Form::MemoryStore {
            return piece.refuse("only stores write memory", "");
        }
        let tail = (!rest.is_empty()).then(|| Cursor {
            text: &rest[1..],
            column: piece.column + 4,
        });
        return Ok(Dst::Memory {
            comps: comps(tail)?,
        });
    }
    let Some(r) = register(piece)? else {
        return piece.refuse(
            format!("`{}` is not a destination", piece.text),
            "a destination is `void`, `t0.xyzw`, `a0.x` of address moves or `mem` of stores",
        );
    };
    let wanted = match form {
        Form::AddressMove => "a",
        Form::MemoryStore => "mem",
        Form::Flow => {
            return piece.refuse("branches and calls have no destination", "write `void`");
        }
        Form::Alu | Form::Plain | Form::Texture | Form::Memory => "t",
    };
    if r.prefix != wanted {
        return piece.refuse(
            format!("`{}` cannot be written by this operation", piece.text),
            &format!("the destination is `void` or `{wanted}...`"),
        );
    }
    let reg = number(r.number, 127)? as u8;
    let comps = comps(r.tail)?;
    if form != Form::AddressMove {
        return Ok(Dst::Temp {
            reg,
            address: r.address,
            comps,
        });
    }
    if r.address != AddrMode::Direct {
        return piece.refuse("an address register cannot be indexed", "");
    }
    Ok(Dst::Address { reg, comps })
}

/// Parses the sampler of a texture instruction.
pub(super) fn sampler(piece: Cursor<'_>) -> Parsed<Sampler> {
    match register(piece)? {
        Some(r) if r.prefix == "tex" => Ok(Sampler {
            id: number(r.number, 31)? as u8,
            address: r.address,
            swizzle: swizzle(r.tail)?,
        }),
        _ => piece.refuse(
            format!("expected a sampler, found `{}`", piece.text),
            "as in `tex0.xyzw`",
        ),
    }
}

/// A source.
pub(super) fn src(piece: Cursor<'_>, names: &Names<'_>) -> Parsed<Src> {
    if piece.text == "void" {
        return Ok(Src::Void);
    }
    let mut inner = piece;
    let negate = inner.take("-");
    let absolute = inner.take("|");
    if absolute {
        match inner.text.strip_suffix('|') {
            Some(text) => inner.text = text,
            None => return piece.refuse("`|` is not closed", ""),
        }
    }
    if let Some(r) = register(inner)? {
        let file = [File::Temp, File::Internal, File::Uniform, File::TempFull]
            .into_iter()
            .find(|f| f.prefix() == r.prefix);
        let Some(file) = file else {
            return inner.refuse(
                format!("`{}` cannot be read as a source", inner.text),
                SOURCE_HELP,
            );
        };
        return Ok(Src::Reg(Reg {
            file,
            index: number(r.number, file.last())?,
            address: r.address,
            swizzle: swizzle(r.tail)?,
            negate,
            absolute,
        }));
    }
    if absolute {
        return inner.refuse("only registers have an absolute value", SOURCE_HELP);
    }
    immediate(piece, names).map(Src::Imm)
}

/// `12:u20`, `-1:s20`, `0.5:f20`, `0x3f800:f20`; the type is optional, and a name
/// can be used for an integer.
fn immediate(piece: Cursor<'_>, names: &Names<'_>) -> Parsed<Imm> {
    let mut rest = piece;
    let value = rest.take_while(|c| c != ':');
    let kind = if rest.take(":") {
        let unknown = |name: &str| format!("`{name}` is not a type of immediate");
        Some(IMM_KIND.find(rest, unknown)?.op)
    } else {
        None
    };
    let integer = value.integer().or_else(|| names(value.text));
    let hexadecimal = value.text.starts_with("0x") || value.text.starts_with("0X");
    match (integer, kind) {
        (Some(i), None) if i < 0 => signed(value, i),
        (Some(i), None | Some(ImmKind::U20)) => unsigned(value, i, ImmKind::U20),
        (Some(i), Some(ImmKind::S20)) if i < 1 << 19 => signed(value, i),
        (Some(i), Some(ImmKind::S20)) => too_great(value, i),
        // A hexadecimal number gives the bits.
        (Some(i), Some(kind)) if hexadecimal => unsigned(value, i, kind),
        (_, Some(ImmKind::F16)) => half_float(value),
        (_, None | Some(ImmKind::F20)) => float(value),
        (None, Some(ImmKind::S20 | ImmKind::U20)) => value.refuse(
            format!("`{}` is not an integer", value.text),
            "an integer, or a name that `.set` gave one",
        ),
    }
}

fn too_great<T>(value: Cursor<'_>, i: i64) -> Parsed<T> {
    value.refuse(format!("{i} does not fit in {} bits", Imm::WIDTH), "")
}

fn unsigned(value: Cursor<'_>, i: i64, kind: ImmKind) -> Parsed<Imm> {
    match u32::try_from(i) {
        Ok(bits) if bits >> Imm::WIDTH == 0 => Ok(Imm { kind, bits }),
        _ => too_great(value, i),
    }
}

fn signed(value: Cursor<'_>, i: i64) -> Parsed<Imm> {
    if i < -(1 << 19) {
        return too_great(value, i);
    }
    Ok(Imm {
        kind: ImmKind::S20,
        bits: i as u32 & 0xf_ffff,
    })
}

/// The value of a decimal; of the first NaN with its sign.
fn decimal(value: Cursor<'_>) -> Parsed<f32> {
    match value.text {
        "nan" => return Ok(f32::from_bits(0x7fc0_0000)),
        "-nan" => return Ok(f32::from_bits(0xffc0_0000)),
        "inf" => return Ok(f32::INFINITY),
        "-inf" => return Ok(f32::NEG_INFINITY),
        _ => {}
    }
    // Words such as `infinity` are numbers to the standard library.
    let plain = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    let digits = value.text.contains(|c: char| c.is_ascii_digit());
    match value.text.parse::<f32>() {
        Ok(v) if v.is_finite() && digits && value.text.chars().all(plain) => Ok(v),
        _ => value.refuse(format!("`{}` is not an operand", value.text), SOURCE_HELP),
    }
}

fn float(value: Cursor<'_>) -> Parsed<Imm> {
    let x = decimal(value)?;
    let kind = ImmKind::F20;
    let bits = x.to_bits() >> 12;
    let near = f32::from_bits(bits << 12);
    if near.to_bits() != x.to_bits() {
        return value.refuse(
            format!("{} needs more than the 20 bits of an immediate", value.text),
            &format!("the next value towards 0 is {near:?}"),
        );
    }
    Ok(Imm { kind, bits })
}

fn half_float(value: Cursor<'_>) -> Parsed<Imm> {
    let x = decimal(value)?;
    let near = f16::from_f32(x);
    if near.to_f32().to_bits() != x.to_bits() {
        return value.refuse(
            format!("{} is not a 16-bit float", value.text),
            &format!("the nearest is {near:?}"),
        );
    }
    Ok(Imm {
        kind: ImmKind::F16,
        bits: near.to_bits().into(),
    })
}

/// A target that is a name, or else a number.
pub(super) fn target<'a>(piece: Cursor<'a>, names: &Names<'_>) -> Parsed<Result<u16, Cursor<'a>>> {
    let is_label = |c: Cursor<'_>| {
        let starts = c
            .text
            .starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        starts && c.text.chars().all(is_name)
    };
    let value = match piece.integer().or_else(|| names(piece.text)) {
        Some(value) => value,
        None if is_label(piece) => return Ok(Err(piece)),
        None => {
            return piece.refuse(
                format!("expected a label or a number, found `{}`", piece.text),
                "",
            );
        }
    };
    match u16::try_from(value) {
        Ok(t) if t < 1 << 15 => Ok(Ok(t)),
        _ => piece.refuse("targets must be below 32768", ""),
    }
}
