//! Every rule has a stream that breaks it and one that barely does not.

use std::collections::BTreeMap;
use std::path::PathBuf;
use tilescope_adreno::check::{Checker, MAX_NOTES, Note};
use tilescope_adreno::chips::{self, Chip};
use tilescope_adreno::isa::assemble;
use tilescope_adreno::pm4::Header;
use tilescope_adreno::rd::Stream;
use tilescope_adreno::rules::{ALL, UNITS};
use tilescope_adreno::stream::Decoder;
use tilescope_core::{Rule, rule_problems};

fn folder() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/rules/adreno"
    ))
}

/// The rules that the checker of streams raises. Those of Linux are broken in the tests of
/// `tilescope-kernel`, those of execution in `execution`.
fn all() -> impl Iterator<Item = &'static Rule> {
    let units = ALL.iter().flat_map(|unit| unit.iter().copied());
    let elsewhere = |id: &str| id.starts_with("ADR-KERNEL-") || id.starts_with("ADR-RUN-");
    units.filter(move |rule| !elsewhere(rule.id))
}

/// An example: see the README of the folder.
struct Example {
    chip: &'static Chip,
    memory: BTreeMap<u64, Vec<u32>>,
    first: Option<u64>,
    /// The address of the note.
    at: Option<u64>,
}

fn number(text: &str) -> u64 {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The words of a line.
fn words(line: &str) -> Vec<u32> {
    let (kind, rest) = line.split_once(' ').expect("a kind and numbers");
    if kind == "ir3" {
        let program = assemble(&format!("{rest}\n")).unwrap_or_else(|e| panic!("{line}: {e:?}"));
        let words = program.words.iter();
        return words.flat_map(|w| [*w as u32, (w >> 32) as u32]).collect();
    }
    let numbers: Vec<u32> = rest.split_whitespace().map(|n| number(n) as u32).collect();
    let count = numbers.len() as u32 - 1;
    let header = match kind {
        "word" => return numbers,
        "packet" => Header::Packet {
            opcode: numbers[0] as u8,
            count,
        },
        "write" => Header::Registers {
            register: numbers[0],
            count,
        },
        _ => panic!("{line}"),
    };
    [&[header.encode()], &numbers[1..]].concat()
}

fn parse(text: &str) -> Example {
    let mut example = Example {
        chip: chips::named("a618").expect("a chip"),
        memory: BTreeMap::new(),
        first: None,
        at: None,
    };
    let mut base = 0;
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        if let Some(name) = line.strip_prefix("chip ") {
            example.chip = chips::named(name).expect("a chip");
        } else if let Some(address) = line.strip_prefix("memory ") {
            base = number(address);
            example.first = example.first.or(Some(base));
            example.memory.insert(base, Vec::new());
        } else {
            let memory = example.memory.get_mut(&base).expect("memory");
            let here = base + memory.len() as u64 * 4;
            let (line, at) = match line.rsplit_once(['@', '!']) {
                Some((line, "")) => (line, Some(here)),
                Some((line, at)) => (line, Some(number(at))),
                None => (line, None),
            };
            example.at = example.at.or(at);
            memory.extend(words(line.trim()));
        }
    }
    example
}

fn notes(example: &Example) -> Vec<Note> {
    let read = |address: u64, out: &mut [u32]| {
        let Some((start, words)) = example.memory.range(..=address).next_back() else {
            return 0;
        };
        let from = ((address - start) / 4) as usize;
        let have = words.get(from..).unwrap_or_default();
        let n = have.len().min(out.len());
        out[..n].copy_from_slice(&have[..n]);
        n
    };
    let first = example.first.expect("a stream");
    let mut decoder = Decoder::with_fuel(100_000);
    decoder.checker = Some(Checker::new(example.chip));
    let stream = Stream {
        address: first,
        words: example.memory[&first].len() as u32,
    };
    decoder.list(stream, &read, &mut |_| {});
    decoder.checker.expect("the checker").notes
}

#[test]
fn rules_are_well_formed() {
    let problems = rule_problems("ADR", UNITS, ALL);
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn examples() {
    let mut wrong = Vec::new();
    for rule in all() {
        for (file, broken) in [("broken", true), ("good", false)] {
            let path = folder().join(rule.id).join(format!("{file}.stream"));
            let text = std::fs::read_to_string(&path)
                .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let example = parse(&text);
            let notes = notes(&example);
            let got: Vec<(&str, u64)> = notes.iter().map(|n| (n.rule.id, n.address)).collect();
            let wanted = match example.at {
                Some(at) if broken => vec![(rule.id, at)],
                None if !broken => Vec::new(),
                _ => panic!("{}: only broken examples have a place", path.display()),
            };
            if got != wanted {
                wrong.push(format!("{} {file}: {got:x?} {notes:?}", rule.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A vertex shader at 0x2000, and a draw with it that has no branch stack.
const DRAW: &str = "memory 0x1000
    packet 0x32 0xa20000 0x2000 0
    write 0xa81c 0x2000 0
    write 0xb800 0x102
    write 0xa800 0x180
    write 0xa824 1
    packet 0x38 0x84 1 3
    memory 0x2000
    ";

/// Streams as Mesa emits them for hardware that works, next to wrong ones.
#[test]
fn what_drivers_emit_breaks_no_rule() {
    let draw = |shader: &str| format!("{DRAW}{shader}");
    let tile = |chip: &str, size: &str| {
        format!(
            "chip {chip}\nmemory 0x1000\nwrite 0x8800 {size}\nwrite 0x80a1 {size}\n\
             packet 0x65 4\npacket 0x38 0x84 1 3"
        )
    };
    let depth = |test: u32| {
        format!(
            "memory 0x1000\nwrite 0x8800 0x402\nwrite 0x80a1 0x402\nwrite 0x880c 1\n\
             write 0x8822 0x30\nwrite 0x8827 0\nwrite 0x8872 1\nwrite 0x8114 {test}\n\
             write 0x8871 {test}\npacket 0x38 0x84 1 3"
        )
    };
    let sum = "add.f r48.x, r1.x, r1.y\nir3 add.f r48.y, r48.x, r48.x\nir3 end";
    let shared = |chip: &str| format!("chip {chip}\n{}ir3 {sum}", draw(""));
    // Push constants in the constants that stages share, which are on or off.
    let pushed = |shared: u32| {
        let shader = draw("ir3 add.f r2.x, c506.x, r1.y\nir3 end");
        shader.replacen("write", &format!("write 0xbb11 {shared}\nwrite"), 1)
    };
    // A swap reads its second source a cycle after its first.
    let swap = |sources: &str| {
        let swap = format!("ir3 swz.u32u32 r0.x, r0.y, {sources}\nir3 end");
        draw(&format!("ir3 cov.f32u32 r0.x, r1.x\nir3 (rpt1)nop\n{swap}"))
    };
    let cases: [(String, &[&str]); 24] = [
        // A clear of a part of a tile, and a copy.
        (
            "memory 0x1000\nwrite 0x88e3 0xf2\nwrite 0x88d1 0x30009\npacket 0x46 0x1e".to_string(),
            &[],
        ),
        (
            "memory 0x1000\nwrite 0x88e3 0x2\nwrite 0x88d1 0x30009\npacket 0x46 0x1e".to_string(),
            &["ADR-GMEM-003"],
        ),
        (swap("r0.y, r0.x"), &[]),
        (swap("r0.x, r0.y"), &["ADR-SH-006"]),
        // As freedreno 25.0 emits it, with two cycles since a half register: sums of three read full ones.
        (
            draw(
                "ir3 cov.u16s32 r1.x, hr5.z\nir3 cmps.u.lt hr1.x, r2.x, r2.y\nir3 (nop1) shr.b r0.y, r0.y, 16\nir3 sad.s32 r0.z, r0.z, r1.x, r2.x\nir3 end",
            ),
            &[],
        ),
        (pushed(1), &[]),
        (pushed(0), &["ADR-SH-010"]),
        // Tiles of 64x48 and 96x48.
        (tile("a618", "0x302"), &["ADR-GMEM-008"]),
        (tile("a660", "0x303"), &[]),
        (tile("a660", "0x302"), &["ADR-GMEM-008"]),
        // Depth at the place of a target, not tested and tested.
        (depth(0), &[]),
        (depth(1), &["ADR-GMEM-001"]),
        // Magic values of the release, and of another chip.
        ("memory 0x1000\nwrite 0xae03 0x1430".to_string(), &[]),
        (
            "memory 0x1000\nwrite 0xae03 0x1400".to_string(),
            &["ADR-REG-006"],
        ),
        ("memory 0x1000\nwrite 0x9104 0xff0000".to_string(), &[]),
        (
            "memory 0x1000\nwrite 0x9104 0x1000000".to_string(),
            &["ADR-REG-004"],
        ),
        // The marks of the second are two idle cycles.
        (
            draw(
                "ir3 bary.f r0.z, 1, r0.x\nword 0x00002000 0x47388000\nir3 mul.f r0.z, r0.z, c0.y\nir3 end",
            ),
            &[],
        ),
        (
            draw(
                "ir3 bary.f r0.z, 1, r0.x\nword 0x00002000 0x47308000\nir3 mul.f r0.z, r0.z, c0.y\nir3 end",
            ),
            &["ADR-SH-006"],
        ),
        (shared("a660"), &[]),
        (shared("a618"), &["ADR-SH-006"]),
        // Branches: on a constant, to the next instruction, on an input.
        (
            draw("ir3 cmps.s.eq p0.x, c0.x, 0\nir3 (rpt5)nop\nir3 br p0.x, #2\nir3 nop\nir3 end"),
            &[],
        ),
        (
            draw("ir3 cmps.s.eq p0.x, r0.x, 0\nir3 (rpt5)nop\nir3 br p0.x, #1\nir3 end"),
            &[],
        ),
        (
            draw("ir3 cmps.s.eq p0.x, r0.x, 0\nir3 (rpt5)nop\nir3 br p0.x, #2\nir3 nop\nir3 end"),
            &["ADR-SH-013"],
        ),
        // What runs where the predicate is not set does not read what ran where it is.
        (
            draw(
                "ir3 predt p0.x\nir3 add.f r0.x, r1.x, r1.y\nir3 predf p0.x\nir3 add.f r0.y, r0.x, r1.y\nir3 prede\nir3 end",
            ),
            &[],
        ),
    ];
    for (text, rules) in cases {
        let notes = notes(&parse(&text));
        let got: Vec<&str> = notes.iter().map(|n| n.rule.id).collect();
        assert_eq!(got, rules, "{text}\n{notes:?}");
    }
}

#[test]
fn folders_are_rules() {
    for entry in std::fs::read_dir(folder()).expect("the folder") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy().into_owned();
        assert!(name == "README.md" || all().any(|r| r.id == name), "{name}");
    }
}

/// A stream of errors has bounded notes.
#[test]
fn notes_are_bounded() {
    let mut example = parse("chip a618\nmemory 0x1000\n  word 0\n");
    let pairs = (0..5000).flat_map(|_| [0xdead_d00d, 0x8000_0000]);
    example.memory.insert(0x1000, pairs.collect());
    let notes = notes(&example);
    assert_eq!(notes.len(), MAX_NOTES);
}
