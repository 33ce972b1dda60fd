//! The tables of `docs/qpu-assembly.md` match the rows.

use std::fmt::{Debug, Write};
use std::path::PathBuf;
use tilescope_tables::{Format, Slot};
use tilescope_vc4::isa::*;

fn aliases(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    names.join(" ")
}

fn code(name: &str) -> String {
    if name.is_empty() {
        "(nothing)".into()
    } else {
        format!("`{name}`")
    }
}

fn slot<O: Debug>(slot: &Slot<O>) -> String {
    let mut out = "| text | bits | also | meaning |\n| --- | --- | --- | --- |\n".to_string();
    for r in slot.rows {
        let (name, bits) = (code(r.name), r.bits.text);
        let also = aliases(r.aliases);
        writeln!(out, "| {name} | `{bits}` | {also} | {} |", r.doc).expect("a string");
    }
    out
}

/// Both files in one table, with the file where only one has the register.
fn registers<O: Debug + PartialEq>(a: &Slot<O>, b: &Slot<O>) -> String {
    let mut out = "| text | address | also | meaning |\n| --- | --- | --- | --- |\n".to_string();
    for (ra, rb) in a.rows.iter().zip(b.rows) {
        let rows = if ra.op == rb.op {
            vec![(ra, "")]
        } else {
            vec![(ra, " (A)"), (rb, " (B)")]
        };
        for (r, file) in rows {
            let (name, addr) = match r.bits.letter('n') {
                Some(_) => ("`ra0` .. `rb31`".to_string(), "0 .. 31".to_string()),
                None => (code(r.name), r.bits.value.to_string()),
            };
            let also = aliases(r.aliases);
            writeln!(out, "| {name}{file} | {addr} | {also} | {} |", r.doc).expect("a string");
        }
    }
    out
}

fn fields() -> String {
    let mut out = "| field | bits | in | meaning |\n| --- | --- | --- | --- |\n".to_string();
    let formats = [(&ALU, "ALU"), (&LOAD_IMM, "load"), (&BRANCH, "branch")];
    let has = |f: &Format, name: &str| f.field(name).is_some();
    let mut done: Vec<&str> = Vec::new();
    for f in formats.iter().flat_map(|(f, _)| f.fields) {
        if done.contains(&f.name) {
            continue;
        }
        done.push(f.name);
        let within: Vec<&str> = formats
            .iter()
            .filter(|(format, _)| has(format, f.name))
            .map(|(_, n)| *n)
            .collect();
        let within = match within.len() {
            3 => "all".to_string(),
            _ => within.join(", "),
        };
        let bits = match f.width() {
            1 => f.lo.to_string(),
            _ => format!("{}:{}", f.hi, f.lo),
        };
        writeln!(out, "| `{}` | {bits} | {within} | {} |", f.name, f.doc).expect("a string");
    }
    out
}

fn table(name: &str) -> String {
    match name {
        "add operations" => slot(&ADD),
        "mul operations" => slot(&MUL),
        "signals" => slot(&SIGNAL),
        "conditions" => slot(&COND),
        "read registers" => registers(&READ_A, &READ_B),
        "write registers" => registers(&WRITE_A, &WRITE_B),
        "small immediates" => slot(&SMALL_IMM),
        "file A pack modes" => slot(&PACK_A),
        "mul pack modes" => slot(&PACK_MUL),
        "unpack modes" => slot(&UNPACK),
        "load-immediate modes" => slot(&LOAD_MODE),
        "semaphore operations" => slot(&SEMAPHORE),
        "branch conditions" => slot(&BRANCH_COND),
        "branch targets" => slot(&TARGET_BASE),
        "fields" => fields(),
        other => panic!("no table named {other}"),
    }
}

fn doc() -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/qpu-assembly.md");
    let text = std::fs::read_to_string(&path).expect("the page is there");
    (path, text)
}

#[test]
fn tables_match_the_rows() {
    let (path, text) = doc();
    let mut out = String::new();
    let mut rest = text.as_str();
    let mut tables = 0;
    while let Some((before, after)) = rest.split_once("<!-- table: ") {
        let (name, after) = after.split_once(" -->\n").expect("a table has a name");
        let (_, after) = after.split_once("<!-- end -->").expect("a table ends");
        write!(
            out,
            "{before}<!-- table: {name} -->\n{}<!-- end -->",
            table(name)
        )
        .expect("text");
        rest = after;
        tables += 1;
    }
    out += rest;
    assert_eq!(tables, 15);
    if std::env::var_os("TILESCOPE_BLESS").is_some() {
        std::fs::write(path, out).expect("writable");
    } else {
        assert!(out == text, "stale: TILESCOPE_BLESS=1 writes the tables");
    }
}

/// Every example of the page assembles.
#[test]
fn examples_assemble() {
    let (_, text) = doc();
    let mut examples = 0;
    for block in text.split("```\n").skip(1).step_by(2) {
        if block.starts_with('[') {
            continue;
        }
        // Blocks use labels and symbols defined elsewhere.
        let mut source = block.to_string();
        for label in ["main", "function"] {
            if source.contains(label) && !source.contains(&format!("{label}:")) {
                source = format!("{label}:\n{source}");
            }
        }
        if let Err(e) = assemble(&source, &|_| Some(0x4000)) {
            panic!("{}", e[0].render("qpu-assembly.md", &source));
        }
        examples += 1;
    }
    assert_eq!(examples, 4);
}
