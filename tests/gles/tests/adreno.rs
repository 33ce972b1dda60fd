//! The corpus through unmodified freedreno: each recording decodes to named packets, registers,
//! fields and instructions, and `lint` finds only what the test lists.
//!
//! Requirements: those of `started`.

mod started;

use std::path::{Path, PathBuf};
use std::process::Output;

use started::{GLES, programs, ready_with, tilescope};

/// Both releases of Mesa.
const RELEASES: [&str; 2] = ["22.3", "25.0"];

/// Registers with bits that freedreno sets and the register database leaves without a field, and
/// these bits. Later releases of the database name the pitch of layers of flags, and the location
/// of the shading rate, of A7xx only. The guard band is too large for its field.
const UNNAMED_BITS: [(&str, u32); 6] = [
    ("TPL1_DBG_ECO_CNTL: ", 0x0400_0000),
    ("RB_2D_DST_FLAGS_PITCH: ", 0x1fff_f800),
    ("SP_PS_2D_SRC_FLAGS_PITCH: ", 0x1fff_f800),
    ("VPC_VS_LAYER_CNTL: ", 0x00ff_0000),
    ("VPC_VS_SIV_CNTL_V2: ", 0x00ff_0000),
    ("GRAS_CL_GUARDBAND_CLIP_ADJ: ", 0xfff8_0200),
];

/// Programs whose streams break a rule, the release of Mesa, and the rule. The guard band of an empty
/// viewport overflows its field. There are two cycles before `sad.s32` of halves, where Mesa's own table
/// of delays has three: it is not known which is right.
const FOUND: [(&str, &str, &str); 3] = [
    ("viewport-edges", "22.3", "REG-004"),
    ("shadow-functions", "25.0", "SH-006"),
    ("counters", "25.0", "SH-006"),
];

/// An empty folder for a test.
fn stage(chip: &str, mesa: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("adreno-{chip}-{mesa}"));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

/// Whether a line of a listing shows something without a name.
fn unnamed(line: &str) -> bool {
    let bits = line.rsplit_once(" | 0x").and_then(|(_, rest)| {
        let digits = rest.trim_end_matches(" }");
        u32::from_str_radix(digits, 16).ok()
    });
    let known = |bits: u32| {
        let mut registers = UNNAMED_BITS.iter();
        registers.any(|(name, known)| line.contains(name) && bits & !known == 0)
    };
    let bits = bits.is_some_and(|bits| !known(bits));
    // Of instructions: those that do not exist, and bits that no operand has.
    let texts = [
        "opcode: unknown",
        " write 0x",
        "not a packet",
        "in memory",
        "] .word 0x",
        " ^ 0x",
    ];
    bits || texts.iter().any(|text| line.contains(text))
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

/// Whether a line of a listing is an instruction: it has sixteen digits in brackets.
fn is_instruction(line: &str) -> bool {
    let word = line
        .split_once('[')
        .and_then(|(_, rest)| rest.split_once("] "));
    word.is_some_and(|(word, _)| word.len() == 16 && word.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Records every `step`th program, and reads the recordings.
fn read(chip: &str, mesa: &str, step: usize) {
    if !ready_with(&["--mesa", mesa], chip, &[]) {
        return;
    }
    let dir = stage(chip, mesa);
    let run = |args: &[&str]| -> Output { tilescope(args).current_dir(&dir).output().unwrap() };
    let programs = programs();
    assert!(programs.len() > 180, "{programs:?}");
    let (mut tried, mut drawing, mut shading) = (0, 0, 0);
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
        let rules = findings.lines().filter_map(|line| {
            let (_, rest) = line.split_once("[ADR-")?;
            rest.split_once("]: ").map(|(rule, _)| rule)
        });
        let rules: Vec<&str> = rules.collect();
        let unknown = rules
            .iter()
            .find(|r| !FOUND.contains(&(name.as_str(), mesa, r)));
        assert_eq!(unknown, None, "{chip} {mesa} {name}: {findings}");
        if (name.as_str(), mesa) == ("viewport-edges", "22.3") {
            assert_eq!(rules, ["REG-004"], "{chip}: {findings}");
        }
        tried += 1;
        drawing += u32::from(text.contains("opcode: CP_DRAW_"));
        shading += u32::from(text.lines().filter(|line| is_instruction(line)).count() > 4);
        std::fs::remove_file(dir.join("run.tscap")).unwrap();
    }
    // Nearly all programs draw, with shaders that are listed.
    assert!(
        drawing * 10 > tried * 9 && shading * 10 > tried * 9,
        "{chip} {mesa}: {drawing} draw, and {shading} have shaders, of {tried}"
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
            read(chip, mesa, 4);
        }
    }
}
