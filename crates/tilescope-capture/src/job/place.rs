//! Contents, sizes and addresses of buffers.

use std::ops::Range;
use std::path::Path;

use tilescope_core::Rights;
use tilescope_families::{Family, TextKind};

use super::files::{read_file, text_file};
use super::{Buffer, FIRST_ADDRESS, Kind, MAX_BUFFER_BYTES, Text};
use crate::data;
use crate::error::SourceFile;
use crate::expr;
use crate::reader::{At, Errors, Number, Table, list};
use crate::symbols::Symbols;
use tilescope_tables::list::{Assembled, Contents};

/// Bytes left free between buffers that are placed automatically, so that an
/// overrun of one does not reach the next.
const GUARD: u64 = 4096;

/// The source of the bytes of a buffer.
enum Source {
    List(SourceFile),
    Shader(SourceFile),
    Data(SourceFile),
    Binary(Vec<u8>),
    Texture(Assembled),
    Numbers {
        width: usize,
        float: bool,
        values: Vec<At<Number>>,
    },
    Zero,
    Undefined,
}

struct Draft<'a> {
    table: Table<'a>,
    name: String,
    address: Option<u64>,
    align: u64,
    size: Option<u64>,
    rights: Rights,
    source: Source,
}

/// The keys for contents: a buffer has exactly one of them.
const CONTENTS: &[&str] = &[
    "list", "shader", "data", "words", "floats", "bytes", "image", "fill",
];

fn source(
    table: &Table<'_>,
    folder: &Path,
    family: &dyn Family,
    errors: &Errors,
) -> Option<Source> {
    let given: Vec<&'static str> = CONTENTS.iter().copied().filter(|k| table.has(k)).collect();
    match given.as_slice() {
        [] => {
            errors.at(
                table.span.clone(),
                "[[buffer]] has no contents",
                Some(format!("add one of {}", list(CONTENTS))),
            );
            return None;
        }
        [_] => {}
        [_, second, ..] => {
            table.error(
                second,
                format!("[[buffer]] has {} at once", list(&given)),
                Some("a buffer has exactly one of them".to_owned()),
            );
            return None;
        }
    }
    let numbers = |key, width, float| {
        Some(Source::Numbers {
            width,
            float,
            values: table.numbers(key)?,
        })
    };
    match given[0] {
        "list" => text_file(table, "list", folder).map(Source::List),
        "shader" => text_file(table, "shader", folder).map(Source::Shader),
        "data" => {
            let (name, _) = table.text("data")?;
            if name.ends_with(".txt") {
                return text_file(table, "data", folder).map(Source::Data);
            }
            match read_file(folder, &name) {
                Ok(bytes) => Some(Source::Binary(bytes)),
                Err((message, help)) => {
                    table.error("data", message, help);
                    None
                }
            }
        }
        "words" => numbers("words", 4, false),
        "floats" => numbers("floats", 4, true),
        "bytes" => numbers("bytes", 1, false),
        "image" => texture(table, folder, family).map(Source::Texture),
        _ => match table.text("fill")?.0.as_str() {
            "zero" => Some(Source::Zero),
            "undefined" => Some(Source::Undefined),
            other => {
                table.error(
                    "fill",
                    format!("`fill` is \"{other}\""),
                    Some("expected \"zero\" or \"undefined\"".to_owned()),
                );
                None
            }
        },
    }
}

/// The texture that a buffer's `image` is converted to.
fn texture(table: &Table<'_>, folder: &Path, family: &dyn Family) -> Option<Assembled> {
    let (name, _) = table.text("image")?;
    let format = table.required_text("format", "format = \"RGBA8888\"");
    let levels = table.integer("mipmaps", 1..=16);
    let (format, _) = format?;
    let encoded = match read_file(folder, &name) {
        Ok(png) => {
            let levels = levels.map_or(1, |l| l.0 as u32);
            crate::texture::encode(&png, &format, levels, family)
        }
        Err((message, help)) => Err(("image", message, help)),
    };
    encoded
        .map_err(|(key, message, help)| table.error(key, message, help))
        .ok()
}

fn draft<'a>(
    table: Table<'a>,
    folder: &Path,
    family: &dyn Family,
    errors: &Errors,
) -> Option<Draft<'a>> {
    let top = (1i128 << family.address_bits()) - 1;
    let name = table.required_text("name", "name = \"vertices\"");
    let address = table.integer("address", 0..=top);
    let align = table.integer("align", 1..=1 << 20);
    if let Some((a, span)) = &align
        && !(*a as u64).is_power_of_two()
    {
        errors.at(
            span.clone(),
            format!("`align` is {a}"),
            Some("expected a power of two".to_owned()),
        );
    }
    let size = table.integer("size", 1..=MAX_BUFFER_BYTES.into());
    let rights = match table.text("access").as_ref().map(|a| a.0.as_str()) {
        None | Some("read-write") => Rights::All,
        Some("read-only") => Rights::ReadOnly,
        Some("no-execute") => Rights::NoExecute,
        Some(other) => {
            table.error(
                "access",
                format!("`access` is \"{other}\""),
                Some("expected \"read-write\", \"read-only\" or \"no-execute\"".to_owned()),
            );
            Rights::All
        }
    };
    let source = source(&table, folder, family, errors);
    for key in ["format", "mipmaps"] {
        if table.has(key) && !table.has("image") {
            table.error(key, format!("`{key}` is only used with `image`"), None);
        }
    }
    if let (Some(Source::Zero | Source::Undefined), None) = (&source, &size)
        && !table.has("size")
    {
        table.missing("size", "size = 65536");
    }
    let (name, span) = name?;
    if !data::is_name(&name) {
        errors.at(
            span,
            format!("`{name}` cannot name a buffer"),
            Some("a name is at most 64 letters, digits and _, not starting with a digit".into()),
        );
    }
    Some(Draft {
        name,
        address: address.map(|a| a.0 as u64),
        align: align.map_or(GUARD, |a| a.0 as u64),
        size: size.map(|s| s.0 as u64),
        rights,
        source: source?,
        table,
    })
}

/// The bytes of a buffer, and the text that they were assembled from.
type Made = (Kind, Assembled, Option<SourceFile>);

/// Bytes of the buffers at `addresses` with the symbols known so far: shaders
/// first, since command lists may contain their code.
fn assemble_all(
    drafts: &[Draft<'_>],
    addresses: &[u64],
    family: &dyn Family,
    symbols: &Symbols,
    errors: &Errors,
) -> Vec<Option<Made>> {
    let is_shader = |d: &Draft<'_>| matches!(d.source, Source::Shader(_));
    let all = || drafts.iter().zip(addresses);
    let shaders: Vec<(&str, Option<Made>)> = all()
        .filter(|(d, _)| is_shader(d))
        .map(|(d, at)| {
            let made = assemble(d, *at, family, symbols, &|_| None, errors);
            (d.name.as_str(), made)
        })
        .collect();
    if shaders.iter().any(|s| s.1.is_none()) {
        return Vec::new();
    }
    let find = |name: &str| {
        let found = shaders.iter().find(|s| s.0 == name)?;
        found.1.as_ref()
    };
    let code = |name: &str| find(name).map(|made| made.1.bytes.clone());
    all()
        .map(|(d, at)| match is_shader(d) {
            true => find(&d.name).cloned(),
            false => assemble(d, *at, family, symbols, &code, errors),
        })
        .collect()
}

/// Bytes of one buffer.
fn assemble(
    draft: &Draft<'_>,
    address: u64,
    family: &dyn Family,
    symbols: &Symbols,
    code: Contents<'_>,
    errors: &Errors,
) -> Option<Made> {
    let lookup = |name: &str| match name {
        "." => Some(address),
        name => symbols.get(name),
    };
    let (kind, file, result) = match &draft.source {
        Source::List(file) => (
            Kind::List,
            file,
            family.assemble(TextKind::List, &file.text, &lookup, code),
        ),
        Source::Shader(file) => (
            Kind::Shader,
            file,
            family.assemble(TextKind::Shader, &file.text, &lookup, &|_| None),
        ),
        Source::Data(file) => (Kind::Data, file, data::assemble(&file.text, symbols)),
        Source::Binary(bytes) => {
            let bytes = bytes.clone();
            let a = Assembled {
                bytes,
                ..Assembled::default()
            };
            return Some((Kind::Data, a, None));
        }
        Source::Texture(texture) => return Some((Kind::Data, texture.clone(), None)),
        Source::Numbers {
            width,
            float,
            values,
        } => {
            let mut bytes = Vec::new();
            for (value, span) in values {
                number(value, span, *width, *float, symbols, errors, &mut bytes);
            }
            let a = Assembled {
                bytes,
                ..Assembled::default()
            };
            return Some((Kind::Data, a, None));
        }
        Source::Zero => return Some((Kind::Zero, Assembled::default(), None)),
        Source::Undefined => return Some((Kind::Undefined, Assembled::default(), None)),
    };
    match result {
        Ok(a) => Some((kind, a, Some(file.clone()))),
        Err(found) => {
            let located = found.into_iter().map(|e| file.located(e));
            errors.list.borrow_mut().extend(located);
            None
        }
    }
}

fn number(
    value: &Number,
    span: &Range<usize>,
    width: usize,
    float: bool,
    symbols: &Symbols,
    errors: &Errors,
    out: &mut Vec<u8>,
) {
    let integer = match value {
        Number::Float(f) if float => {
            out.extend((*f as f32).to_le_bytes());
            return;
        }
        Number::Int(i) if float => {
            out.extend((*i as f32).to_le_bytes());
            return;
        }
        Number::Expr(e) if float => {
            errors.at(
                span.clone(),
                format!("`floats` holds the string {e:?}"),
                Some("write addresses in `words`".to_owned()),
            );
            return;
        }
        Number::Float(f) => {
            errors.at(
                span.clone(),
                format!("{f} is not an integer"),
                Some("write floating-point numbers in `floats`".to_owned()),
            );
            return;
        }
        Number::Int(i) => *i,
        Number::Expr(text) => match expr::evaluate(text, symbols) {
            Ok(v) => v,
            Err(e) => {
                // The string's quote comes before its first byte.
                let from = span.start + 1;
                errors.at(from + e.span.start..from + e.span.end, e.message, e.help);
                return;
            }
        },
    };
    let bits = width as u32 * 8;
    let (min, max) = (-(1i128 << (bits - 1)), (1i128 << bits) - 1);
    if !(min..=max).contains(&integer) {
        errors.at(
            span.clone(),
            format!("{integer} does not fit {bits} bits"),
            Some(format!("expected {min} to {max}")),
        );
        return;
    }
    out.extend(&integer.to_le_bytes()[..width]);
}

/// A free place of `size` bytes; `None` if the address space is full.
fn free_place(taken: &[(u64, u64)], size: u64, align: u64, bits: u32) -> Option<u64> {
    let mut at = FIRST_ADDRESS.next_multiple_of(align);
    for &(start, end) in taken {
        if at + size + GUARD <= start {
            break;
        }
        if at < end + GUARD {
            at = (end + GUARD).next_multiple_of(align);
        }
    }
    (at + size <= 1 << bits).then_some(at)
}

/// Loads, sizes, places and assembles the buffers in `tables`.
pub(super) fn buffers(
    tables: Vec<Table<'_>>,
    folder: &Path,
    family: &dyn Family,
    errors: &Errors,
) -> (Vec<Buffer>, Symbols) {
    let failed = || !errors.list.borrow().is_empty();
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    for table in tables {
        let Some(d) = draft(table, folder, family, errors) else {
            continue;
        };
        if drafts.iter().any(|o| o.name == d.name) {
            d.table.error(
                "name",
                format!("buffer `{}` is defined twice", d.name),
                None,
            );
            continue;
        }
        drafts.push(d);
    }
    if failed() {
        return Default::default();
    }

    // Sizes do not depend on the values of symbols, so a first pass with every
    // symbol at 0 finds them, and the labels.
    let sizing = Symbols::sizing(drafts.iter().map(|d| d.name.clone()));
    let nowhere = vec![0; drafts.len()];
    let first: Vec<_> = assemble_all(&drafts, &nowhere, family, &sizing, errors)
        .into_iter()
        .map(|made| made.map(|(_, a, _)| a))
        .collect();
    if failed() {
        return Default::default();
    }
    let mut sizes = Vec::new();
    for (d, a) in drafts.iter().zip(&first) {
        let bytes = a.as_ref().map_or(0, |a| a.bytes.len() as u64);
        let size = d.size.unwrap_or(bytes);
        if size < bytes {
            d.table.error(
                "size",
                format!("buffer `{}` has {bytes} bytes of contents", d.name),
                Some(format!("make `size` at least {bytes}, or leave it out")),
            );
        }
        if size == 0 {
            d.table
                .error("name", format!("buffer `{}` is empty", d.name), None);
        }
        sizes.push(size);
    }
    let total: u64 = sizes.iter().sum();
    if total > MAX_BUFFER_BYTES {
        errors.at(
            drafts[0].table.span.clone(),
            format!("all buffers together have {total} bytes"),
            Some(format!("a job has at most {MAX_BUFFER_BYTES}")),
        );
    }

    let addresses = place(&drafts, &sizes, family);
    if failed() {
        return Default::default();
    }
    let mut symbols = Symbols::default();
    for (((d, a), &size), &address) in drafts.iter().zip(&first).zip(&sizes).zip(&addresses) {
        symbols.set(d.name.clone(), address);
        symbols.set(format!("{}.size", d.name), size);
        symbols.set(format!("{}.end", d.name), address + size);
        for (label, offset) in a.iter().flat_map(|a| &a.labels) {
            symbols.set(format!("{}.{label}", d.name), address + u64::from(*offset));
        }
    }

    let mut out = Vec::new();
    let made = assemble_all(&drafts, &addresses, family, &symbols, errors);
    for (((d, &size), &address), made) in drafts.iter().zip(&sizes).zip(&addresses).zip(made) {
        let Some((kind, assembled, file)) = made else {
            continue;
        };
        if assembled.bytes.len() as u64 > size {
            d.table.error(
                "name",
                format!(
                    "the size of `{}` depends on addresses: it grew from {size} to {} bytes",
                    d.name,
                    assembled.bytes.len()
                ),
                Some("give the buffer a `size` that is large enough".to_owned()),
            );
        }
        out.push(Buffer {
            name: d.name.clone(),
            address,
            size,
            kind,
            bytes: assembled.bytes.clone(),
            rights: d.rights,
            text: file.map(|f| Text {
                file: f.name,
                source: f.text,
                assembled,
            }),
        });
    }
    (out, symbols)
}

fn place(drafts: &[Draft<'_>], sizes: &[u64], family: &dyn Family) -> Vec<u64> {
    let mut taken: Vec<(u64, u64)> = Vec::new();
    for (i, (d, &size)) in drafts.iter().zip(sizes).enumerate() {
        let Some(address) = d.address else { continue };
        if address + size > 1 << family.address_bits() {
            d.table.error(
                "address",
                format!(
                    "buffer `{}` ends at {:#x}, beyond the {} address bits",
                    d.name,
                    address + size,
                    family.address_bits()
                ),
                None,
            );
        }
        let clash = drafts[..i].iter().zip(sizes).find(|(o, s)| {
            o.address
                .is_some_and(|a| a < address + size && address < a + *s)
        });
        if let Some((other, s)) = clash {
            let a = other.address.unwrap_or(0);
            d.table.error(
                "address",
                format!(
                    "buffer `{}` at {address:#x}..{:#x} overlaps buffer `{}`",
                    d.name,
                    address + size,
                    other.name
                ),
                Some(format!("`{}` is at {a:#x}..{:#x}", other.name, a + s)),
            );
        }
        taken.push((address, address + size));
    }
    taken.sort_unstable();
    let mut addresses = Vec::new();
    for (d, &size) in drafts.iter().zip(sizes) {
        let address = d.address.or_else(|| {
            let at = free_place(&taken, size, d.align, family.address_bits())?;
            let i = taken.partition_point(|t| t.0 < at);
            taken.insert(i, (at, at + size));
            Some(at)
        });
        if address.is_none() {
            d.table
                .error("name", "no free address range for this buffer", None);
        }
        addresses.push(address.unwrap_or(0));
    }
    addresses
}

/// The value of a number that may be an expression, as a word.
pub(super) fn word(
    value: &At<Number>,
    bits: u32,
    symbols: &Symbols,
    errors: &Errors,
) -> Option<u64> {
    let before = errors.list.borrow().len();
    let mut bytes = Vec::new();
    let width = bits as usize / 8;
    number(
        &value.0, &value.1, width, false, symbols, errors, &mut bytes,
    );
    bytes.resize(8, 0);
    let ok = errors.list.borrow().len() == before;
    ok.then(|| u64::from_le_bytes(bytes.try_into().unwrap_or_default()))
}
