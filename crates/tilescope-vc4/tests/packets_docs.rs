//! `docs/control-lists.md` must say what the tables say.

use std::fmt::Write as _;
use tilescope_tables::packet::{Field, Kind, Layout};
use tilescope_vc4::packets::PACKETS;
use tilescope_vc4::records::RECORDS;

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
        Kind::MinusOne => "number, stored less one".to_string(),
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
    for row in &PACKETS {
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

/// Replaces what is between the line that starts with `open` and the next end
/// mark.
fn replace(page: &str, open: &str, with: &str) -> String {
    let start = page.find(open).expect("the mark is in the page");
    let start = start + page[start..].find('\n').expect("a line") + 1;
    let end = start + page[start..].find("<!-- end -->").expect("an end mark");
    format!("{}{with}\n{}", &page[..start], &page[end..])
}

#[test]
fn the_reference_page_says_what_the_tables_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/control-lists.md");
    let page = std::fs::read_to_string(path).expect("docs/control-lists.md");
    let wanted = replace(&page, "<!-- packets", &packets());
    let wanted = replace(&wanted, "<!-- records", &records());
    if page != wanted {
        if std::env::var_os("TILESCOPE_BLESS").is_some() {
            std::fs::write(path, wanted).expect("docs/control-lists.md can be written");
            return;
        }
        panic!(
            "docs/control-lists.md is stale; TILESCOPE_BLESS=1 cargo test -p tilescope-vc4 --test packets_docs writes it"
        );
    }
}
