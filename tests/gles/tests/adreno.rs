//! The corpus through unmodified freedreno: each recording decodes to named packets, registers,
//! fields and instructions, and `lint` finds nothing.
//!
//! Requirements: those of `started`.

mod started;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use started::{GLES, ready_with, tilescope};

/// Both releases of Mesa.
const RELEASES: [&str; 2] = ["22.3", "25.0"];

/// Bits that Mesa's drivers set and its register database leaves without a field.
const UNNAMED_BITS: [&str; 2] = ["TPL1_DBG_ECO_CNTL: ", "RB_2D_DST_FLAGS_PITCH: "];

/// An empty folder for a test.
fn stage(chip: &str, mesa: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("adreno-{chip}-{mesa}"));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

fn corpus() -> Vec<String> {
    let output = Command::new(GLES).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter_map(|line| line.split_once(": "));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// Whether a line of a listing shows something without a name.
fn unnamed(line: &str) -> bool {
    let bits = line.rsplit_once(" | 0x").is_some_and(|(_, rest)| {
        let digits = rest.trim_end_matches(" }");
        digits.bytes().all(|b| b.is_ascii_hexdigit())
    });
    let known = UNNAMED_BITS.iter().any(|name| line.contains(name));
    // Of instructions: those that do not exist, and bits that no operand has.
    let texts = [
        "opcode: unknown",
        " write 0x",
        "not a packet",
        "in memory",
        "] .word 0x",
        " ^ 0x",
    ];
    bits && !known || texts.iter().any(|text| line.contains(text))
}

#[test]
fn unnamed_parts_of_a_listing_are_seen() {
    for line in [
        "  0x10  70e30001  opcode: unknown (7f) (2 dwords)",
        "  0x10  40bb0801  write 0xbfff (bfff)",
        "  0x10  00000007  GRAS_MAX_LAYER_INDEX: 7 | 0x1000",
        "  0x10  00000007  { MODE = 0 | 0x80 }",
        "  0x10  [0600000000000000] .word 0x0600000000000000",
        "  0x10  [0300000000000001] end ^ 0x1",
    ] {
        assert!(unnamed(line), "{line}");
    }
    assert!(!unnamed(
        "  0x10  05008000  TPL1_DBG_ECO_CNTL: 0x1008000 | 0x4000000"
    ));
    assert!(!unnamed(
        "  0x10  40bb0801  write HLSQ_INVALIDATE_CMD (bb08)"
    ));
}

/// Records every `step`th program, and reads the recordings.
fn read(chip: &str, mesa: &str, step: usize) {
    if !ready_with(&["--mesa", mesa], chip, &[]) {
        return;
    }
    let dir = stage(chip, mesa);
    let run = |args: &[&str]| -> Output { tilescope(args).current_dir(&dir).output().unwrap() };
    let programs = corpus();
    assert!(programs.len() > 180, "{programs:?}");
    let (mut tried, mut streams) = (0, 0);
    for name in programs.iter().step_by(step) {
        // Programs that check their pixels fail: nothing is drawn yet.
        let exec = [
            "exec",
            "--gpu",
            chip,
            "--mesa",
            mesa,
            "--record",
            "run.tscap",
        ];
        let output = run(&[&exec[..], &["--", GLES, name]].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        let ended = matches!(output.status.code(), Some(0 | 1));
        assert!(ended, "{chip} {mesa} {name}: {errors}");
        let listing = run(&["decode", "run.tscap"]);
        let text = String::from_utf8_lossy(&listing.stdout);
        assert!(listing.status.success(), "{chip} {mesa} {name}");
        assert!(listing.stderr.is_empty(), "{chip} {mesa} {name}");
        let found = text.lines().find(|line| unnamed(line));
        assert_eq!(found, None, "{chip} {mesa} {name}");
        let lint = run(&["lint", "run.tscap"]);
        let findings = String::from_utf8_lossy(&lint.stdout);
        assert!(lint.status.success(), "{chip} {mesa} {name}: {findings}");
        assert_eq!(findings, "", "{chip} {mesa} {name}");
        tried += 1;
        streams += text
            .lines()
            .filter(|line| line.starts_with("stream "))
            .count();
        std::fs::remove_file(dir.join("run.tscap")).unwrap();
    }
    // Nearly all programs submit something.
    assert!(
        streams * 10 > tried * 9,
        "{chip} {mesa}: {streams} of {tried}"
    );
}

#[test]
fn the_corpus_of_freedreno_has_names_only() {
    for mesa in RELEASES {
        read("a618", mesa, 1);
    }
}

#[test]
fn other_chips_have_names_only() {
    for chip in ["a630", "a635", "a660"] {
        for mesa in RELEASES {
            read(chip, mesa, 8);
        }
    }
}
