//! Goldens of `tests/isa/qpu`: words and texts from other projects.

use std::path::PathBuf;
use tilescope_vc4::isa::*;

fn corpus(name: &str) -> String {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = dir.join("../../tests/isa/qpu").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

struct Golden<'a> {
    line: usize,
    word: u64,
    text: &'a str,
    source: &'a str,
}

/// `hex    text ; source: who`, or `None` for comments and empty lines.
fn golden(line: usize, text: &str) -> Option<Golden<'_>> {
    let text = text.trim();
    if text.is_empty() || text.starts_with('#') || text.starts_with("program ") {
        return None;
    }
    let (hex, rest) = text.split_at(16);
    let (text, source) = rest
        .rsplit_once("; source: ")
        .unwrap_or_else(|| panic!("line {line}: a golden says its source"));
    Some(Golden {
        line,
        word: u64::from_str_radix(hex, 16).unwrap_or_else(|e| panic!("line {line}: {e}")),
        text: text.trim(),
        source,
    })
}

fn goldens(file: &str) -> Vec<Golden<'_>> {
    let all = file.lines().enumerate();
    all.filter_map(|(i, l)| golden(i + 1, l)).collect()
}

fn check_all(problems: &[String]) {
    let n = problems.len();
    assert!(n == 0, "{n} wrong\n{}", problems[..n.min(20)].join("\n"));
}

/// Programs with labels, assembled as a whole.
#[test]
fn x03_programs_assemble_to_the_published_words() {
    let file = corpus("x03.txt");
    let mut programs = 0;
    for part in file.split("\nprogram ").skip(1) {
        let (name, body) = part.split_once('\n').unwrap_or((part, ""));
        let lines = goldens(body);
        assert!(lines.iter().all(|g| g.source.starts_with("asurati/x03")));
        let source: Vec<&str> = lines.iter().map(|g| g.text).collect();
        let source = source.join("\n");
        let program = assemble(&source, &|_| None)
            .unwrap_or_else(|e| panic!("{}", e[0].render(name, &source)));
        for (i, g) in lines.iter().enumerate() {
            let word = program.words[i];
            assert_eq!(
                word, g.word,
                "{name}: {word:016x} {:016x} {}",
                g.word, g.text
            );
        }
        assert_eq!(program.words.len(), lines.len(), "{name}");
        programs += 1;
    }
    assert_eq!(programs, 11);
}

/// Self-contained lines: text to word and word to text.
#[test]
fn canonical_lines() {
    let file = corpus("canonical.txt");
    let mut wrong = Vec::new();
    for g in goldens(&file) {
        let text = disassemble(Inst(g.word));
        if text != g.text {
            wrong.push(format!("line {}: {} is printed {text}", g.line, g.text));
        }
        match assemble(g.text, &|_| None) {
            Ok(a) if a.words == [g.word] => {}
            other => wrong.push(format!("line {}: {} gives {other:x?}", g.line, g.text)),
        }
    }
    check_all(&wrong);
}

/// Lines in the syntax of other assemblers: text to word.
#[test]
fn other_assemblers() {
    let file = corpus("other.txt");
    let mut wrong = Vec::new();
    for g in goldens(&file) {
        match assemble(g.text, &|_| None) {
            Ok(a) if a.words == [g.word] => {}
            Ok(a) => wrong.push(format!(
                "line {}: {} gives {:016x?}, {}",
                g.line,
                g.text,
                a.words,
                disassemble(Inst(a.words[0]))
            )),
            Err(e) => wrong.push(format!("line {}: {}", g.line, e[0].render("", g.text))),
        }
    }
    check_all(&wrong);
}

/// Normalises the canonical text and Mesa's to their common content.
mod compare {
    use super::*;

    /// Mesa prints the operands of idle halves, prints small immediates twice, rounds
    /// floats to six digits and adds the float to every load-immediate.
    pub fn mesa(text: &str) -> String {
        let text = text.replace("sig_small_imm ", "");
        // Mesa's table does not include it.
        let text = text.replace("a47?", "tlb_alpha_mask");
        let text = text.replace("b47?", "tlb_alpha_mask");
        let text = match text.find(" (") {
            Some(i) if text.starts_with("load_imm") => text[..i].to_string(),
            _ => text,
        };
        let halves: Vec<String> = text.split(" ; ").map(idle).collect();
        join(halves)
    }

    /// `nop nop, r0, r0` to `nop`, also after a signal.
    fn idle(half: &str) -> String {
        let (signal, op) = match half.split_once(' ') {
            Some((s, rest)) if s.starts_with("sig_") || s.starts_with("load_tmu") => (s, rest),
            _ => ("", half),
        };
        let op = if op.starts_with("nop ") || op == "nop" {
            "nop"
        } else {
            op
        };
        format!("{signal} {op}").trim().to_string()
    }

    /// Both destinations of a load-immediate; none for a semaphore.
    fn load_dsts(text: &str) -> String {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let dsts: Vec<&str> = rest.split(", ").take(2).collect();
        if name.starts_with("sem_") && dsts.len() < 2 {
            return "nop, nop".into();
        }
        dsts.join(", ")
    }

    fn join(mut halves: Vec<String>) -> String {
        if halves.len() == 2 && halves[1] == "nop" {
            halves.pop();
        }
        halves
            .iter()
            .map(|h| floats(h))
            .collect::<Vec<_>>()
            .join(" ; ")
    }

    /// Floats rounded to Mesa's six digits.
    fn floats(half: &str) -> String {
        let operand = |o: &str| match o.parse::<f64>() {
            Ok(v) if o.contains('.') => format!("{v:.6}"),
            _ => o.to_string(),
        };
        half.split(", ").map(operand).collect::<Vec<_>>().join(", ")
    }

    /// The canonical text has more than Mesa's: hidden fields, the file of registers in
    /// both, the kind of r5 write, rotation by r5, the base of branches.
    pub fn ours(inst: Inst) -> String {
        let text = disassemble(inst);
        let text = text.split(" {").next().unwrap_or("").to_string();
        if inst.sig() == Signal::Branch {
            let (name, _) = text.split_once(' ').unwrap_or((&text, ""));
            return format!("{name} {}", inst.imm() as i32);
        }
        let mut text = text.replace("r5quad", "r5").replace("r5rep", "r5");
        if inst.sig() == Signal::LoadImm && !text.starts_with("load_imm r") {
            // Mesa prints neither the other modes nor the set-flags bit.
            let dsts = load_dsts(&text);
            return format!("load_imm {dsts}, {:#010x}", inst.imm());
        }
        for name in ["uni", "vary", "vpm_read", "nop", "mutex_acq"] {
            for file in ["a", "b"] {
                text = text.replace(&format!("{name}.{file}"), name);
            }
        }
        text = text.replace("+r5", "");
        if text.contains(" rev_flag, ") && !text.contains(", rev_flag") {
            text = text.replace(" rev_flag, ", " ms_flags, ");
        }
        if inst.sig() == Signal::SmallImm {
            for code in 48..64 {
                text = text.replace(&format!("si{code}"), &format!("<bad imm {code}>"));
            }
        }
        join(text.split(" ; ").map(str::to_string).collect())
    }
}

#[test]
fn mesa_agrees() {
    let file = corpus("mesa.txt");
    let all = goldens(&file);
    assert!(all.len() > 600, "the corpus is complete");
    let mut wrong = Vec::new();
    for g in &all {
        assert_eq!(g.source, "mesa");
        let (mesa, ours) = (compare::mesa(g.text), compare::ours(Inst(g.word)));
        if mesa != ours {
            wrong.push(format!("line {}: mesa {mesa}\n    ours {ours}", g.line));
        }
    }
    check_all(&wrong);
}

/// Mesa's disassembly can be assembled wherever it loses no information.
#[test]
fn mesa_text_assembles() {
    let file = corpus("mesa.txt");
    let mut read = 0;
    let mut wrong = Vec::new();
    for g in goldens(&file) {
        let ours = disassemble(Inst(g.word));
        // Rounded, not in Mesa's table, or not distinguished by Mesa.
        let mesa = ["0.003906", "0.007812", "47?"];
        let lossy = mesa.iter().any(|s| g.text.contains(s))
            || ours.starts_with("sem_")
            || ours.contains('{')
            || [
                "r5quad",
                "r5rep",
                "rev_flag,",
                "+r5",
                ".a,",
                ".b,",
                "si",
                ".i2",
                "branch",
            ]
            .iter()
            .any(|s| ours.replace("sig_", "").contains(s))
            || ours.ends_with(".b");
        if lossy {
            continue;
        }
        match assemble(g.text, &|_| None) {
            Ok(a) if a.words == [g.word] => read += 1,
            other => wrong.push(format!("line {}: {} gives {other:x?}", g.line, g.text)),
        }
    }
    check_all(&wrong);
    assert!(read > 400, "only {read} lines were tried");
}

/// Rows without a golden from another source. A row that gets a golden must be removed.
const NO_EVIDENCE: &[&str] = &[];

/// Every row has a golden from another source.
#[test]
fn every_row_has_evidence() {
    let files = ["x03.txt", "mesa.txt", "other.txt", "canonical.txt"].map(corpus);
    let mut seen = std::collections::BTreeSet::new();
    let all = files.iter().flat_map(|f| goldens(f));
    for g in all.filter(|g| g.source != "self") {
        rows_of(Inst(g.word), &mut |slot, row| {
            seen.insert(format!("{slot}: {row}"));
        });
    }
    let mut missing = Vec::new();
    macro_rules! slots {
        ($($slot:ident)+) => {$(
            for r in $slot.rows {
                let name = format!("{}: {:?}", $slot.name, r.op);
                if !seen.contains(&name) {
                    missing.push(name);
                }
            }
        )+};
    }
    slots!(ADD MUL SIGNAL COND BRANCH_COND PACK_A PACK_MUL UNPACK SMALL_IMM);
    slots!(READ_A READ_B WRITE_A WRITE_B LOAD_MODE SEMAPHORE TARGET_BASE);
    assert_eq!(missing, NO_EVIDENCE);
}

/// The rows that a word uses, without those of idle fields.
fn rows_of(inst: Inst, seen: &mut dyn FnMut(&str, String)) {
    macro_rules! see {
        ($slot:ident, $bits:expr) => {
            if let Some(r) = $slot.decode(u64::from($bits)) {
                seen($slot.name, format!("{:?}", r.op));
            }
        };
    }
    see!(SIGNAL, inst.bits(60, 63));
    let (add_file, mul_file) = if inst.ws() { ('b', 'a') } else { ('a', 'b') };
    for (file, addr) in [(add_file, inst.waddr_add()), (mul_file, inst.waddr_mul())] {
        match file {
            'a' => see!(WRITE_A, addr),
            _ => see!(WRITE_B, addr),
        }
    }
    if inst.sig() == Signal::Branch {
        see!(BRANCH_COND, inst.bits(52, 55));
        see!(TARGET_BASE, inst.bits(50, 51));
        return;
    }
    see!(COND, inst.cond_add() as u8);
    see!(COND, inst.cond_mul() as u8);
    if inst.pm() {
        see!(PACK_MUL, inst.pack());
    } else {
        see!(PACK_A, inst.pack());
    }
    if inst.sig() == Signal::LoadImm {
        see!(LOAD_MODE, inst.unpack());
        if LoadMode::from_bits(inst.unpack()) == Some(LoadMode::Semaphore) {
            see!(SEMAPHORE, inst.bits(4, 4));
        }
        return;
    }
    see!(ADD, inst.bits(24, 28));
    see!(MUL, inst.bits(29, 31));
    see!(UNPACK, inst.unpack());
    see!(READ_A, inst.raddr_a());
    if inst.sig() == Signal::SmallImm {
        see!(SMALL_IMM, inst.raddr_b());
    } else {
        see!(READ_B, inst.raddr_b());
    }
}

/// Every line of `negative.txt` fails with the error on the line below it.
/// `TILESCOPE_BLESS=1` writes the current errors; review them.
#[test]
fn refused_lines() {
    let file = corpus("negative.txt");
    let mut out = String::new();
    let mut cases = 0;
    for line in file.lines().filter(|l| !l.starts_with("  => ")) {
        out += line;
        out.push('\n');
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        cases += 1;
        match assemble(line, &|_| None) {
            Ok(a) => out += &format!("  => assembles to {:016x?}\n", a.words),
            Err(errors) => {
                for e in errors {
                    assert_eq!(e.line, 1);
                    let help = e.help.map_or(String::new(), |h| format!(" | {h}"));
                    out += &format!("  => {}+{} {}{help}\n", e.column, e.len, e.message);
                }
            }
        }
    }
    assert!(cases > 60);
    assert!(!out.contains("=> assembles"), "{out}");
    if std::env::var_os("TILESCOPE_BLESS").is_some() {
        let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        std::fs::write(dir.join("../../tests/isa/qpu/negative.txt"), &out).expect("writable");
    }
    for (said, expected) in out.lines().zip(file.lines()) {
        assert_eq!(said, expected, "TILESCOPE_BLESS=1 writes what is said now");
    }
    assert_eq!(out.lines().count(), file.lines().count());
}

/// A large source full of errors gives a bounded number of errors.
#[test]
fn errors_are_bounded() {
    let mut source = String::new();
    for i in 0..5000 {
        source += &format!("label_number_{i}: branch label_numbre_{i}\n");
    }
    let errors = assemble(&source, &|_| None).expect_err("no such labels");
    assert_eq!(errors.len(), 100);
    assert_eq!(
        errors[7].render("a.qasm", &source),
        "error: label `label_numbre_7` is not defined\n\
        \x20--> a.qasm:8:24\n\
        \x20 |\n\
         8 | label_number_7: branch label_numbre_7\n\
        \x20 |                        ^^^^^^^^^^^^^^\n\
        \x20 = help: did you mean `label_number_7`?\n"
    );
}
