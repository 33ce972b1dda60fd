//! Reference pages generated from the tables.

mod isa;
mod midgard;

use std::collections::BTreeMap;
use std::path::Path;

use tilescope_core::Rule;
use tilescope_families::ALL;
use tilescope_tables::packet::{EnumTable, Field, Kind, Layout, RegisterRow};
use tilescope_vc4::{packets, records, regs};
use tilescope_vivante::{cmd, regs as vivante};

const MADE: &str =
    "<!-- Generated from the tables by `cargo xtask docs`; edit those instead. -->\n";

/// The pages: path and contents.
fn pages() -> Vec<(String, String)> {
    let rules = ALL.families().map(|family| {
        let page = rules_page(family.title(), family.rules());
        (format!("docs/rules-{}.md", family.name()), page)
    });
    let tables = [
        ("docs/packets-vc4.md", packets_page()),
        ("docs/commands-vivante.md", commands_page()),
        ("docs/registers-vc4.md", vc4_registers_page()),
        ("docs/registers-vivante.md", vivante_registers_page()),
        ("docs/qpu-isa.md", isa::qpu()),
        ("docs/vivante-isa.md", isa::vivante()),
        ("docs/midgard-isa.md", isa::midgard()),
        ("docs/descriptors-midgard.md", midgard::descriptors()),
    ];
    let tables = tables.into_iter();
    rules
        .chain(tables.map(|(path, page)| (path.to_owned(), page)))
        .collect()
}

/// Writes every page.
pub fn write(root: &Path) -> Vec<String> {
    pages()
        .into_iter()
        .filter_map(|(path, text)| {
            let error = std::fs::write(root.join(&path), text).err()?;
            Some(format!("{path}: {error}"))
        })
        .collect()
}

/// The pages that differ from the tables.
pub fn check(root: &Path) -> Vec<String> {
    pages()
        .into_iter()
        .filter(|(path, text)| {
            let have = std::fs::read_to_string(root.join(path)).unwrap_or_default();
            // A checkout may have converted line ends.
            have.replace("\r\n", "\n") != *text
        })
        .map(|(path, _)| format!("{path} is stale: run `cargo xtask docs`"))
        .collect()
}

/// Text for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn rules_page(chips: &str, units: &[&[&Rule]]) -> String {
    let mut out = format!(
        "{MADE}# Rules of {chips}\n\n\
         Restrictions on programs and command lists, and the behaviour of the hardware when they are broken.\n\
         `tilescope explain RULE` prints a single rule.\n\n\
         | severity | meaning |\n| --- | --- |\n\
         | hang | the hardware stops and does not come back |\n\
         | fault | the hardware or its kernel driver refuses or raises an error |\n\
         | corrupt | memory or the image is wrong |\n\
         | undefined | stale, random or uninitialised values |\n\
         | slow | it runs, but costs time |\n"
    );
    for unit in units {
        let Some(first) = unit.first() else { continue };
        let name = first.id.rsplit_once('-').map_or(first.id, |(name, _)| name);
        out += &format!("\n## {name}\n");
        for rule in *unit {
            out += &format!(
                "\n### {}\n{} ({})\n\n* hardware: {}\n* help: {}\n* source: {}\n",
                rule.id, rule.title, rule.severity, rule.hardware, rule.help, rule.source
            );
        }
    }
    out
}

fn bits(lo: u16, hi: u16) -> String {
    match lo == hi {
        true => lo.to_string(),
        false => format!("{hi}:{lo}"),
    }
}

/// The meaning of a field's bits, as text.
fn meaning(field: &Field) -> String {
    let unit = match field.unit {
        "" => String::new(),
        unit => format!(" ({unit})"),
    };
    let kind = match field.kind {
        Kind::Uint => "unsigned".to_owned(),
        Kind::Hex => "bits".to_owned(),
        Kind::Int => "signed".to_owned(),
        Kind::Bool => "flag".to_owned(),
        Kind::Keeps(_) => "mask".to_owned(),
        Kind::Enum(table) => table.what.to_owned(),
        Kind::Float32 => "float".to_owned(),
        Kind::Float16 => "half float".to_owned(),
        Kind::Float16Hi => "upper half of a float".to_owned(),
        Kind::Fixed(n) => format!("signed, {n} fraction bits"),
        Kind::Address(0) => "address".to_owned(),
        Kind::Address(n) => format!("address in units of {}", 1u64 << n),
        Kind::ZeroMeans(n) => format!("unsigned, 0 means {n}"),
        Kind::MinusOne => "unsigned, stored minus one".to_owned(),
        Kind::ShiftOf(n) => format!("{n} shifted left by it"),
        Kind::Reserved => "reserved".to_owned(),
    };
    kind + &unit
}

fn layout(out: &mut String, layout: &Layout, enums: &mut BTreeMap<&'static str, EnumTable>) {
    *out += &format!("{}\n", layout.doc);
    if !layout.fields.is_empty() {
        *out += "\n| bits | field | is | meaning |\n| --- | --- | --- | --- |\n";
    }
    for f in layout.fields {
        *out += &format!(
            "| {} | `{}` | {} | {} |\n",
            bits(f.lo, f.hi()),
            f.name,
            cell(&meaning(f)),
            cell(f.doc)
        );
        if let Kind::Enum(table) = f.kind {
            enums.insert(table.what, *table);
        }
    }
    *out += &format!(
        "\nSource ({}): {}\n",
        layout.source.confidence.name(),
        layout.source.text
    );
}

fn values(out: &mut String, enums: &BTreeMap<&'static str, EnumTable>) {
    if enums.is_empty() {
        return;
    }
    *out += "\n## Values\n";
    for (what, table) in enums {
        *out += &format!("\n### {what}\n\n| value | name |\n| --- | --- |\n");
        for (value, name) in table.values {
            *out += &format!("| {value} | `{}` |\n", cell(name));
        }
    }
}

fn packets_page() -> String {
    let mut enums = BTreeMap::new();
    let mut out = format!(
        "{MADE}# Packets and records of VideoCore IV\n\n\
         A control list is a sequence of packets: an opcode byte and a payload. Bits are counted from \
         bit 0 of the first byte of the payload or record. The text form of lists is in \
         [control-lists.md](control-lists.md).\n\n\
         | opcode | packet | bytes | thread |\n| --- | --- | --- | --- |\n"
    );
    for p in packets::PACKETS {
        out += &format!(
            "| {} | {} | {} | {} |\n",
            p.opcode,
            p.name(),
            p.size(),
            p.threads.name()
        );
    }
    out += "\n## Packets\n";
    for p in packets::PACKETS {
        out += &format!("\n### {} ({})\n", p.name(), p.opcode);
        layout(&mut out, p.payload, &mut enums);
    }
    out += "\n## Records\n";
    for r in records::RECORDS {
        out += &format!("\n### {} ({} bytes)\n", r.name, r.size);
        layout(&mut out, r, &mut enums);
    }
    values(&mut out, &enums);
    out
}

fn commands_page() -> String {
    let mut enums = BTreeMap::new();
    let mut out = format!(
        "{MADE}# Commands of Vivante GC\n\n\
         A command stream is a sequence of commands: a header word, whose top five bits are the opcode, \
         and words that belong to it, padded to 64 bits. Bits are counted from bit 0 of the header. The \
         text form of streams is in [vivante-commands.md](vivante-commands.md); the states of LOAD_STATE \
         are in [registers-vivante.md](registers-vivante.md).\n\n\
         | opcode | command | bytes |\n| --- | --- | --- |\n"
    );
    for c in &cmd::COMMANDS {
        let size = c.layout.size;
        let bytes = match c.tail {
            cmd::Tail::Nothing => size.to_string(),
            cmd::Tail::States => format!("{size} + 4 a state, padded to 8"),
            cmd::Tail::Rectangles => {
                format!("{size} + 8 a rectangle + 4 a word of pixels, padded to 8")
            }
        };
        out += &format!("| {} | {} | {bytes} |\n", c.opcode, c.name());
    }
    out += "\n## Bits\n";
    for c in &cmd::COMMANDS {
        out += &format!("\n### {} ({})\n", c.name(), c.opcode);
        layout(&mut out, c.layout, &mut enums);
    }
    let rectangle = &cmd::rows::rectangle::LAYOUT;
    out += &format!("\n### {} (in DRAW_2D)\n", rectangle.name);
    layout(&mut out, rectangle, &mut enums);
    values(&mut out, &enums);
    out
}

/// The register's name, with the sizes of its array.
fn register_name(row: &RegisterRow) -> String {
    let array = row.array.iter().map(|d| format!("[{}]", d.count));
    row.name().to_owned() + &array.collect::<String>()
}

/// Appends the table of registers of a page or section, with `digits` digits of
/// their offsets.
fn register_index(out: &mut String, rows: &[RegisterRow], digits: usize) {
    let resets = rows.iter().any(|r| r.reset.is_some());
    *out += match resets {
        true => "\n| offset | register | access | reset |\n| --- | --- | --- | --- |\n",
        false => "\n| offset | register | access |\n| --- | --- | --- |\n",
    };
    let width = digits + 2;
    for r in rows {
        let reset = r.reset.map_or(String::new(), |v| format!("{v:#010x}"));
        *out += &format!(
            "| {:#0width$x} | {} | {} |",
            r.offset,
            register_name(r),
            r.access.name()
        );
        *out += &match resets {
            true => format!(" {reset} |\n"),
            false => "\n".to_owned(),
        };
    }
}

/// A section for each register.
fn register_sections(
    out: &mut String,
    rows: &[RegisterRow],
    digits: usize,
    enums: &mut BTreeMap<&'static str, EnumTable>,
) {
    let width = digits + 2;
    for r in rows {
        let by: String = r
            .array
            .iter()
            .map(|d| format!(", by {:#x}", d.stride))
            .collect();
        *out += &format!("\n### {} ({:#0width$x}{by})\n", register_name(r), r.offset);
        layout(out, r.layout, enums);
    }
}

fn vc4_registers_page() -> String {
    let mut enums = BTreeMap::new();
    let mut out = format!(
        "{MADE}# Registers of VideoCore IV\n\n\
         Offsets are from the base of the V3D block. `ro` ignores writes, reads of `wo` return nothing useful, \
         `w1c` clears the bits that are written as one.\n"
    );
    register_index(&mut out, regs::REGISTERS, 3);
    register_sections(&mut out, regs::REGISTERS, 3, &mut enums);
    values(&mut out, &enums);
    out += "\n## Performance counters\n\nEvents of a counter, by the value of its PCTRS register.\n\n\
            | value | event |\n| --- | --- |\n";
    for (i, event) in regs::PERFORMANCE_EVENTS.iter().enumerate() {
        out += &format!("| {i} | {event} |\n");
    }
    out
}

fn vivante_registers_page() -> String {
    let mut enums = BTreeMap::new();
    let mut out = format!(
        "{MADE}# Registers of Vivante GC\n\n\
         The first part is the state that command streams write, unit by unit; the second is the \
         registers of the CPU, in a separate address space. Offsets are in bytes. `ro` ignores writes; \
         reads of `wo` return nothing useful. A field that is a `mask` leaves other fields of the \
         register unchanged if it is one. Names are those of the database of etna_viv: `PE.COLOR_FORMAT` is \
         `VIVS_PE_COLOR_FORMAT` in Mesa and Linux.\n"
    );
    for (part, units) in [("State", vivante::STATES), ("Host", vivante::HOST)] {
        for rows in units {
            let Some(first) = rows.first() else { continue };
            let letters = vivante::unit(first);
            let title = vivante::unit_title(letters).unwrap_or(letters);
            out += &format!("\n## {part}: {letters}, {title}\n");
            register_index(&mut out, rows, 5);
            register_sections(&mut out, rows, 5, &mut enums);
        }
    }
    values(&mut out, &enums);
    out
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_packet_rule_and_operation_has_its_place() {
        let page = |name: &str| {
            let found = pages().into_iter().find(|(path, _)| path.ends_with(name));
            found.map(|(_, text)| text).expect("a page")
        };
        for family in ALL.families() {
            let rules_text = page(&format!("rules-{}.md", family.name()));
            for rule in family.rules().iter().copied().flatten() {
                assert!(rules_text.contains(&format!("### {}\n", rule.id)));
            }
        }
        let commands_text = page("commands-vivante.md");
        for c in &cmd::COMMANDS {
            assert!(commands_text.contains(&format!("### {} ({})\n", c.name(), c.opcode)));
        }
        let packets_text = page("packets-vc4.md");
        for p in packets::PACKETS {
            assert!(packets_text.contains(&format!("### {} ({})\n", p.name(), p.opcode)));
        }
        let vivante_text = page("registers-vivante.md");
        for r in vivante::STATES
            .iter()
            .chain(vivante::HOST)
            .copied()
            .flatten()
        {
            assert!(vivante_text.contains(&format!("\n### {}", r.name())));
        }
        let isa_text = page("qpu-isa.md");
        let add = tilescope_vc4::isa::ADD.rows.iter().map(|r| r.name);
        for name in add.chain(tilescope_vc4::isa::MUL.rows.iter().map(|r| r.name)) {
            assert!(isa_text.contains(&format!("| `{name}` |")), "{name}");
        }
        let isa_text = page("vivante-isa.md");
        for op in tilescope_vivante::isa::Opcode::ALL {
            let name = op.row().name;
            assert!(isa_text.contains(&format!("| `{name}` |")), "{name}");
        }
        let isa_text = page("midgard-isa.md");
        let alu = tilescope_midgard::isa::ALU.rows.iter().map(|r| r.name);
        let ldst = tilescope_midgard::isa::LOAD_STORE_OP.rows.iter();
        for name in alu.chain(ldst.map(|r| r.name)) {
            assert!(isa_text.contains(&format!("| `{name}` |")), "{name}");
        }
        let text = page("descriptors-midgard.md");
        for d in tilescope_midgard::descriptors::DESCRIPTORS {
            assert!(text.contains(&format!("### {}", d.name)), "{}", d.name);
        }
    }

    #[test]
    fn tables_have_no_broken_rows() {
        for (path, text) in pages() {
            let mut columns = 0;
            for line in text.lines() {
                let bars = line.replace("\\|", "").matches('|').count();
                match line.starts_with('|') {
                    true if columns == 0 => columns = bars,
                    true => assert_eq!(bars, columns, "{path}: {line}"),
                    false => columns = 0,
                }
            }
        }
    }
}
