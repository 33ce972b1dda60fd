//! The tables of `docs/control-lists.md` and `docs/vpm.md` match the rows.

use std::fmt::Write as _;
use tilescope_tables::packet::{Field, Kind, Layout};
use tilescope_vc4::packets::PACKETS;
use tilescope_vc4::records::RECORDS;
use tilescope_vc4::vpm_setup::SETUPS;

fn bits(field: &Field) -> String {
    if field.width == 1 {
        field.lo.to_string()
    } else {
        format!("{}:{}", field.hi(), field.lo)
    }
}

fn kind(field: &Field) -> String {
    let kind = match field.kind {
        Kind::Uint | Kind::Hex => "number".to_string(),
        Kind::Int => "signed number".to_string(),
        Kind::Bool => "flag".to_string(),
        Kind::Keeps(_) => "mask".to_string(),
        Kind::Enum(t) => t.values.iter().map(|v| v.1).collect::<Vec<_>>().join(", "),
        Kind::Float32 => "float".to_string(),
        Kind::Float16 => "half float".to_string(),
        Kind::Float16Hi => "upper half of a float".to_string(),
        Kind::Fixed(n) => format!("signed fixed point, {n} fraction bits"),
        Kind::Address(0) => "address".to_string(),
        Kind::Address(n) => format!("address, multiple of {}", 1 << n),
        Kind::ZeroMeans(n) => format!("number, {n} stored as 0"),
        Kind::MinusOne => "number, stored minus one".to_string(),
        Kind::ShiftOf(n) => format!("{n} << stored"),
        Kind::Reserved => "reserved".to_string(),
    };
    if field.unit.is_empty() {
        kind
    } else {
        format!("{kind}; {}", field.unit)
    }
}

fn fields(layout: &Layout, out: &mut String) {
    let shown = layout.fields.iter().filter(|f| f.kind != Kind::Reserved);
    for (i, f) in shown.enumerate() {
        if i == 0 {
            out.push_str("\n| field | bits | value | |\n| --- | --- | --- | --- |\n");
        }
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} |",
            f.name,
            bits(f),
            kind(f),
            f.doc
        );
    }
}

fn bytes(n: usize) -> String {
    if n == 1 {
        "1 byte".to_string()
    } else {
        format!("{n} bytes")
    }
}

fn packets() -> String {
    let mut out = String::new();
    for row in PACKETS {
        let _ = writeln!(
            out,
            "**{}** ({}, {}, {}): {}",
            row.name(),
            row.opcode,
            bytes(row.size()),
            row.threads.name(),
            row.payload.doc
        );
        fields(row.payload, &mut out);
        out.push('\n');
    }
    out.trim_end().to_string()
}

fn records() -> String {
    let mut out = String::new();
    for layout in RECORDS {
        let _ = writeln!(
            out,
            "**{}** ({} bytes): {}",
            layout.name, layout.size, layout.doc
        );
        fields(layout, &mut out);
        out.push('\n');
    }
    out.trim_end().to_string()
}

fn setup_words() -> String {
    let mut out = String::new();
    for layout in SETUPS {
        let _ = writeln!(out, "**{}**: {}", layout.name, layout.doc);
        fields(layout, &mut out);
        out.push('\n');
    }
    out.trim_end().to_string()
}

/// Replaces the text between the line that starts with `open` and the next end mark.
fn replace(page: &str, open: &str, with: &str) -> String {
    let start = page.find(open).expect("the mark is in the page");
    let start = start + page[start..].find('\n').expect("a line") + 1;
    let end = start + page[start..].find("<!-- end -->").expect("an end mark");
    format!("{}{with}\n{}", &page[..start], &page[end..])
}

/// Compares a page with the generated tables for each mark in it.
fn check(page: &str, sections: &[(&str, String)]) {
    let path = format!("{}/../../docs/{page}", env!("CARGO_MANIFEST_DIR"));
    let have = std::fs::read_to_string(&path).expect("the page");
    let wanted = sections.iter().fold(have.clone(), |page, (open, text)| {
        replace(&page, open, text)
    });
    if have == wanted {
        return;
    }
    if std::env::var_os("TILESCOPE_BLESS").is_some() {
        std::fs::write(&path, wanted).expect("the page can be written");
        return;
    }
    panic!(
        "docs/{page} is stale; TILESCOPE_BLESS=1 cargo test -p tilescope-vc4 --test packets_docs writes it"
    );
}

#[test]
fn the_control_list_page_agrees_with_the_tables() {
    let sections = [("<!-- packets", packets()), ("<!-- records", records())];
    check("control-lists.md", &sections);
}

#[test]
fn the_vpm_page_agrees_with_the_tables() {
    check("vpm.md", &[("<!-- setup words", setup_words())]);
}

/// Every commented `load_imm` of a setup register in the page.
#[test]
fn setup_words_of_the_vpm_page_match_their_comments() {
    use tilescope_vc4::{qpu::Dir, vpm_setup::describe};
    let page = include_str!("../../../docs/vpm.md");
    let mut seen = 0;
    for line in page.lines() {
        let (dir, rest) = match line.strip_prefix("load_imm v") {
            Some(rest) if rest.starts_with("r_setup") => (Dir::Read, rest),
            Some(rest) if rest.starts_with("w_setup") => (Dir::Write, rest),
            _ => continue,
        };
        let (code, comment) = rest.split_once("   # ").expect("a comment");
        let word = code.split("0x").nth(1).expect("a word");
        let word = u32::from_str_radix(word, 16).expect("a word");
        assert_eq!(describe(dir, word), comment);
        seen += 1;
    }
    assert_eq!(seen, 4);
}
