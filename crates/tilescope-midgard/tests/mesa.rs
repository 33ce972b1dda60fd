//! Disassembly, field by field as Mesa's disassembler reports it.
//!
//! `tests/isa/midgard` has random bundles, and programs that Mesa compiled, with the
//! output of Mesa 22.3.6. Where its
//! text has less than ours, or is wrong, the difference is one of [`fields`].

use std::path::Path;
use tilescope_midgard::isa::{Bundle, Quad, Tag, assemble, bundles, disassemble, encode};

fn quads(hex: &str) -> Vec<Quad> {
    let byte = |i: usize| u32::from_str_radix(&hex[i..i + 2], 16).expect("a byte");
    let word = |i: usize| (0..4).map(|k| byte(i + 2 * k) << (8 * k)).sum();
    let quad = |i: usize| [word(i), word(i + 8), word(i + 16), word(i + 24)];
    (0..hex.len()).step_by(32).map(quad).collect()
}

/// The fields of a line of Mesa's, in our terms.
fn mesa_fields(line: &str) -> Vec<String> {
    let mut text = line.replace(".vtx", "").replace(".x2", "");
    while let Some((before, rest)) = text.clone().split_once("/*") {
        let after = rest.split_once("*/").map_or("", |(_, after)| after);
        text = format!("{before} {after}");
    }
    let mut out = fields(&text);
    if let Some(name) = out.first_mut() {
        // Mesa's table has the names of the little-endian operations twice, and those
        // of two stores exchanged.
        for atomic in [
            "AADD", "AAND", "AOR", "AXOR", "AMIN", "AMAX", "XCHG", "CMPXCHG",
        ] {
            if name.starts_with(&format!("{atomic}.")) {
                *name = name.replace("64.be", "64");
            }
        }
        *name = match name.as_str() {
            n if n.starts_with("ST_IMAGE.u32") => n.replace("u32", "s32"),
            n if n.starts_with("ST_IMAGE.s32") => n.replace("s32", "u32"),
            "ldst_op_FC" => "TRAP".to_string(),
            n => n.to_string(),
        };
    }
    // A trap's code has 18 bits, its sign is printed in 32.
    if out.first().is_some_and(|n| n == "TRAP") {
        let code = u32::from_str_radix(&out[1][2..], 16).expect("a code");
        out[1] = format!("0x{:X}", code & 0x3_ffff);
    }
    out
}

/// The fields of a line of ours, in Mesa's terms.
fn our_fields(text: &str, comment: &str, back: &str) -> Vec<String> {
    let text = text.split(" {").next().unwrap_or(text).trim();
    // Mesa loses the sign of a level of detail.
    let text = text.replace(" L0", back).replace("lod = -", "lod = ");
    let mut constants = operands(comment).into_iter();
    let (name, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let alu = ["vmul.", "sadd.", "vadd.", "smul.", "lut."];
    let mut name = name.to_string();
    if alu.iter().any(|unit| name.starts_with(unit)) {
        name = name.replace(".x2", "");
        let dot = name.rfind('.').expect("a type");
        if matches!(&name[dot + 1..dot + 2], "s" | "u") {
            name.replace_range(dot + 1..dot + 2, "i");
        }
    }
    let shown: Vec<String> = operands(rest)
        .into_iter()
        .map(|o| match o.starts_with("CONST") {
            true => constants.next().unwrap_or(o),
            false => o,
        })
        .collect();
    fields(&format!("{name} {}", shown.join(", ")))
}

/// Operands, divided at commas outside of angle brackets.
fn operands(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut last = ' ';
    let split = text.split(|c| {
        match c {
            '<' => inside = last != '<',
            '>' => inside = false,
            _ => {}
        }
        last = c;
        c == ',' && !inside
    });
    split
        .map(|o| o.trim().to_string())
        .filter(|o| !o.is_empty())
        .collect()
}

/// The parts between spaces, commas and brackets. `->` and `<<` remain.
fn fields(text: &str) -> Vec<String> {
    text.replace("->", "TO")
        .replace("<<", "SHIFT")
        .split([' ', ',', '<', '>'])
        .filter(|f| !f.is_empty())
        .map(register)
        .collect()
}

/// Mesa shows registers 8 to 15 as uniforms until the program writes them.
fn register(field: &str) -> String {
    let (name, rest) = field.split_once('.').unwrap_or((field, ""));
    let uniform = name.strip_prefix('U').and_then(|n| n.parse::<u32>().ok());
    match uniform {
        Some(n @ 8..=15) if rest.is_empty() => format!("R{}", 23 - n),
        Some(n @ 8..=15) => format!("R{}.{rest}", 23 - n),
        _ => field.to_string(),
    }
}

/// Numbers that Mesa prints with six digits are equal if these are.
fn same(ours: &str, mesa: &str) -> bool {
    let number = |t: &str| t.trim_start_matches('#').to_lowercase().parse::<f64>().ok();
    let bits = ours
        .strip_prefix("#0x")
        .and_then(|h| u16::from_str_radix(h, 16).ok());
    match (number(ours), number(mesa)) {
        _ if ours.eq_ignore_ascii_case(mesa) => true,
        (Some(a), Some(b)) if a.is_nan() || b.is_nan() => a.is_nan() && b.is_nan(),
        (Some(a), Some(b)) => a == b || (a - b).abs() <= 1e-5 * a.abs().max(b.abs()),
        // Half floats without a decimal text.
        (None, Some(b)) => bits.is_some_and(|h| h & 0x7c00 == 0x7c00 && !b.is_finite()),
        _ => false,
    }
}

/// The fields of every line of a bundle. By itself, a bundle has no labels but its own.
fn of_bundle(bundle: &Bundle) -> Vec<Vec<String>> {
    let quads = encode(bundle);
    let lines = disassemble(&quads);
    let back = format!(" -{} -> {}", quads.len(), bundle.tag.name());
    let instructions = lines[1..].iter();
    let mut out: Vec<Vec<String>> = instructions
        .map(|l| our_fields(&l.text, &l.comment, &back))
        .collect();
    if bundle.tag >= Tag::Alu4Writeout {
        out.push(vec!["writeout".to_string()]);
    }
    out
}

fn compare(file: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/isa/midgard")
        .join(file);
    let text = std::fs::read_to_string(&path).expect("the vectors");
    let mut count = 0;
    let mut wrong = Vec::new();
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let mut parts = line.split(" | ");
        let quads = quads(parts.next().expect("bytes"));
        let text: String = disassemble(&quads)
            .iter()
            .map(|l| format!("{l}\n"))
            .collect();
        assert_eq!(
            assemble(&text).map(|p| p.quads),
            Ok(quads.clone()),
            "{text}"
        );
        let ours: Vec<Vec<String>> = bundles(&quads).flat_map(|(_, b)| of_bundle(&b)).collect();
        let shown = parts.filter(|p| !p.starts_with("//"));
        let mesa: Vec<Vec<String>> = shown.map(mesa_fields).collect();
        let equal = ours.len() == mesa.len()
            && ours
                .iter()
                .zip(&mesa)
                .all(|(a, b)| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)));
        if !equal {
            wrong.push(format!("{line}\n  ours {ours:?}\n  mesa {mesa:?}"));
        }
        count += 1;
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
    assert!(count >= least, "{count} vectors");
}

#[test]
fn alu() {
    compare("alu.txt", 500);
}

#[test]
fn load_store() {
    compare("load_store.txt", 300);
}

#[test]
fn texture() {
    compare("texture.txt", 150);
}

#[test]
fn shaders() {
    compare("shaders.txt", 30);
}
