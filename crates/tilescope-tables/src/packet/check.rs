//! Checks of tables. Each function returns a list of problems; the test of a table
//! asserts that it is empty.

use super::{Field, Kind, Layout, PacketRow, RegisterRow};
use std::collections::{BTreeMap, BTreeSet};

/// Problems of one layout: fields that overlap, leave bits undeclared, extend
/// past the end, are out of order, share a name, or whose kind and width
/// disagree.
pub fn layout(layout: &Layout) -> Vec<String> {
    let mut out = Vec::new();
    let name = layout.name;
    let bits = u32::from(layout.size) * 8;
    let mut next = 0u32;
    for field in layout.fields {
        let here = format!("{name}.{}", field.name);
        let lo = u32::from(field.lo);
        if field.width == 0 || field.width > 64 {
            out.push(format!("{here} is {} bits wide", field.width));
            continue;
        }
        if lo < next {
            out.push(format!(
                "{here} starts at bit {lo}, but bits up to {next} are taken"
            ));
        }
        if lo > next {
            out.push(format!(
                "{name}: bits {next} to {} are not declared",
                lo - 1
            ));
        }
        next = u32::from(field.hi()) + 1;
        let right_width = match field.kind {
            Kind::Bool => field.width == 1,
            Kind::Keeps(kept) => {
                let own = |k: &&Field| layout.fields.contains(k);
                field.width == 1 && !kept.is_empty() && kept.iter().all(own)
            }
            Kind::Float32 => field.width == 32,
            Kind::Float16 | Kind::Float16Hi => field.width == 16,
            Kind::Fixed(fraction) => fraction < field.width,
            Kind::Address(shift) => u32::from(shift) + u32::from(field.width) <= 64,
            Kind::Enum(t) => t.values.iter().all(|v| v.0 <= field.mask()),
            Kind::ShiftOf(_) => field.width <= 5,
            _ => true,
        };
        if !right_width {
            out.push(format!(
                "{here}: {} bits do not suit {:?}",
                field.width, field.kind
            ));
        }
        if field.doc.is_empty() {
            out.push(format!("{here} has no description"));
        }
        let snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !is_name(field.name) || !field.name.chars().all(snake) {
            out.push(format!("{here} is not lower_snake"));
        }
        if layout
            .fields
            .iter()
            .filter(|f| f.name == field.name)
            .count()
            > 1
        {
            out.push(format!("{here} is defined twice"));
        }
        if let Kind::Enum(t) = field.kind {
            for (i, v) in t.values.iter().enumerate() {
                if !is_name(v.1) {
                    out.push(format!("{here}: text forms cannot have {}", v.1));
                }
                if t.values[..i].iter().any(|w| w.0 == v.0 || w.1 == v.1) {
                    out.push(format!("{here}: {} is defined twice", v.1));
                }
            }
        }
    }
    if next != bits {
        out.push(format!(
            "{name} is {bits} bits long, but its fields end at bit {next}"
        ));
    }
    if layout.doc.is_empty() || layout.source.text.is_empty() {
        out.push(format!("{name} lacks a description or a source"));
    }
    out.extend(round_trip(layout));
    out
}

/// Whether text forms can distinguish `text` from numbers and signs.
fn is_name(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let number = text.parse::<f64>().is_ok() || ["0x", "0b"].iter().any(|p| text.starts_with(p));
    text.chars().any(|c| c.is_ascii_alphabetic()) && text.chars().all(word) && !number
}

/// Problems of a packet table: those of [`layout`] of each payload, and
/// opcodes or names that two packets share.
pub fn packets(rows: &[PacketRow]) -> Vec<String> {
    let mut out: Vec<String> = rows.iter().flat_map(|r| layout(r.payload)).collect();
    for (i, row) in rows.iter().enumerate() {
        for other in &rows[..i] {
            if row.opcode == other.opcode || row.name() == other.name() {
                out.push(format!(
                    "{} ({}) and {} ({}) are the same packet",
                    row.name(),
                    row.opcode,
                    other.name(),
                    other.opcode
                ));
            }
        }
    }
    out
}

/// Problems of a register table: those of [`layout`] of each register,
/// registers that are not one aligned word, and offsets or names used twice.
pub fn registers(rows: &[RegisterRow]) -> Vec<String> {
    let mut out: Vec<String> = rows.iter().flat_map(|r| layout(r.layout)).collect();
    let mut taken = BTreeMap::new();
    let mut names = BTreeSet::new();
    for row in rows {
        if row.layout.size != 4 {
            out.push(format!("{} is not a word", row.name()));
        }
        if !names.insert(row.name()) {
            out.push(format!("{} is defined twice", row.name()));
        }
        for offset in row.offsets() {
            if offset % 4 != 0 {
                out.push(format!("{} at {offset:#x} is not aligned", row.name()));
            }
            if let Some(other) = taken.insert(offset, row.name()) {
                out.push(format!(
                    "{} and {other} are both at {offset:#x}",
                    row.name()
                ));
            }
        }
    }
    out
}

/// Writes every field of patterned bytes into zeroes and expects the same
/// bytes; then formats and parses every field.
fn round_trip(layout: &Layout) -> Vec<String> {
    let mut out = Vec::new();
    for seed in [0u64, u64::MAX, 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210] {
        let mut state = seed;
        let bytes: Vec<u8> = (0..layout.size)
            .map(|_| {
                // A linear congruence is enough to tell neighbouring bits
                // apart.
                let byte = (state >> 56) as u8;
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(seed);
                byte
            })
            .collect();
        let mut again = vec![0; bytes.len()];
        for field in layout.fields {
            field.set(&mut again, field.get(&bytes));
            let mut full = vec![0xff; bytes.len()];
            field.set(&mut full, 0);
            let cleared: u32 = full.iter().map(|b| b.count_zeros()).sum();
            if cleared != u32::from(field.width) {
                out.push(format!(
                    "{}.{} writes {cleared} bits",
                    layout.name, field.name
                ));
            }
        }
        if again != bytes {
            out.push(format!(
                "{}: packing the unpacked fields gives other bytes",
                layout.name
            ));
        }
    }
    out
}
