//! Streams of stock drivers for Adreno: each recording decodes to named packets, registers, fields
//! and instructions, and `lint` finds only what a test lists.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::path::{Path, PathBuf};
use std::process::Output;

use super::started::{PROGRAM, ready_with, tilescope};

/// Registers, descriptors and packets with bits that drivers set and the register database leaves
/// without a field, and these bits. Later releases of the database name the pitch of layers of flags,
/// and the location of the shading rate, of A7xx only. The guard band is too large for its field.
/// Turnip sets two bits of the samplers of its own copies as the vendor's driver does, and one of
/// `CP_MEM_TO_REG` that it has no name for (Mesa 22.3.6, `tu_clear_blit.c`, `tu_cmd_buffer.c`).
const UNNAMED_BITS: [(&str, u32); 12] = [
    ("TPL1_DBG_ECO_CNTL: ", 0x0400_0000),
    ("RB_2D_DST_FLAGS_PITCH: ", 0x1fff_f800),
    ("SP_PS_2D_SRC_FLAGS_PITCH: ", 0x1fff_f800),
    ("VPC_VS_LAYER_CNTL: ", 0x00ff_0000),
    ("VPC_DS_LAYER_CNTL: ", 0x00ff_0000),
    ("VPC_GS_LAYER_CNTL: ", 0x00ff_0000),
    ("VPC_VS_SIV_CNTL_V2: ", 0x00ff_0000),
    ("VPC_DS_SIV_CNTL_V2: ", 0x00ff_0000),
    ("VPC_GS_SIV_CNTL_V2: ", 0x00ff_0000),
    ("GRAS_CL_GUARDBAND_CLIP_ADJ: ", 0xfff8_0200),
    ("{ XY_MAG = ", 0x0006_0000),
    ("{ REG = 0x883 | CNT = 1 | SHIFT_BY_2", 0x0004_0000),
];

/// Registers of A7xx that turnip 25.0 writes on A6xx too: 0xb2d1 receives what `SP_WINDOW_OFFSET`
/// does, 0xd08 is 0.
const UNNAMED_REGISTERS: [&str; 2] = [" write 0xb2d1 ", " write 0xd08 "];

/// Streams that break a rule: the program, the chip and the release of Mesa, each or `*`, and the
/// rule.
pub type Found = (&'static str, &'static str, &'static str, &'static str);

/// An empty folder for a test.
pub fn stage(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

/// Whether a line of a listing shows something without a name.
pub fn unnamed(line: &str) -> bool {
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
    let is_listed = UNNAMED_REGISTERS.iter().any(|text| line.contains(text));
    bits || !is_listed && texts.iter().any(|text| line.contains(text))
}

/// Whether a line of a listing is an instruction: it has sixteen digits in brackets.
fn is_instruction(line: &str) -> bool {
    let word = line
        .split_once('[')
        .and_then(|(_, rest)| rest.split_once("] "));
    word.is_some_and(|(word, _)| word.len() == 16 && word.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// A chip and a release of Mesa, with a folder for recordings.
pub struct Recorder {
    chip: &'static str,
    mesa: &'static str,
    dir: PathBuf,
}

/// What a recording of a program has.
pub struct Recorded {
    /// The exit code of the program.
    pub code: Option<i32>,
    /// The output of the program.
    pub output: String,
    /// The listing.
    pub listing: String,
}

impl Recorded {
    /// Whether it draws.
    pub fn draws(&self) -> bool {
        self.listing.contains("opcode: CP_DRAW_")
    }

    /// Whether it has shaders that are listed.
    pub fn has_shaders(&self) -> bool {
        self.listing
            .lines()
            .filter(|line| is_instruction(line))
            .count()
            > 4
    }
}

impl Recorder {
    /// One for a chip and a release; `None` if programs cannot run here.
    pub fn new(kind: &str, chip: &'static str, mesa: &'static str) -> Option<Recorder> {
        if !ready_with(&["--mesa", mesa], chip, &[]) {
            return None;
        }
        let dir = stage(&format!("{kind}-{chip}-{mesa}"));
        Some(Recorder { chip, mesa, dir })
    }

    /// The path of the recording.
    pub fn path(&self) -> PathBuf {
        self.dir.join("run.tscap")
    }

    /// Runs `tilescope` in the folder.
    pub fn tilescope(&self, args: &[&str]) -> Output {
        tilescope(args).current_dir(&self.dir).output().unwrap()
    }

    /// Records a program with these variables set. It ends with one of these codes.
    pub fn record(&self, name: &str, variables: &[(&str, &str)], codes: &[i32]) -> Output {
        let Recorder { chip, mesa, .. } = self;
        let exec = [
            "exec",
            "--gpu",
            chip,
            "--mesa",
            mesa,
            "--record",
            "run.tscap",
        ];
        let args = [&exec[..], &["--", PROGRAM, name]].concat();
        let mut command = tilescope(&args);
        let variables = variables.iter().copied();
        let output = command.envs(variables).current_dir(&self.dir).output();
        let output = output.unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        let text = String::from_utf8_lossy(&output.stdout);
        let code = output.status.code();
        let ended = code.is_some_and(|code| codes.contains(&code));
        assert!(ended, "{chip} {mesa} {name}: {code:?} {text} {errors}");
        output
    }

    /// Decodes the recording.
    pub fn decode(&self, name: &str) -> String {
        let Recorder { chip, mesa, .. } = self;
        let listing = self.tilescope(&["decode", "run.tscap"]);
        assert!(listing.status.success(), "{chip} {mesa} {name}");
        assert!(listing.stderr.is_empty(), "{chip} {mesa} {name}");
        String::from_utf8(listing.stdout).unwrap()
    }

    /// Records a program, and reads the recording. All has names, and breaks no rule but those of
    /// `found`.
    pub fn read(&self, name: &str, codes: &[i32], found: &[Found]) -> Recorded {
        let Recorder { chip, mesa, .. } = *self;
        let output = self.record(name, &[], codes);
        let listing = self.decode(name);
        let line = listing.lines().find(|line| unnamed(line));
        assert_eq!(line, None, "{chip} {mesa} {name}");
        let lint = self.tilescope(&["lint", "run.tscap"]);
        let findings = String::from_utf8_lossy(&lint.stdout);
        let rules = findings.lines().filter_map(|line| {
            let (_, rest) = line.split_once("[ADR-")?;
            rest.split_once("]: ").map(|(rule, _)| rule)
        });
        let rules: Vec<&str> = rules.collect();
        let is = |listed: &str, this: &str| listed == "*" || listed == this;
        let here = |f: &&Found| is(f.0, name) && is(f.1, chip) && is(f.2, mesa);
        let unknown = rules
            .iter()
            .find(|rule| !found.iter().filter(here).any(|f| f.3 == **rule));
        assert_eq!(unknown, None, "{chip} {mesa} {name}: {findings}");
        for (.., rule) in found.iter().filter(here).filter(|f| f.0 == name) {
            assert!(
                rules.contains(rule),
                "{chip} {mesa} {name}: no {rule} any more"
            );
        }
        std::fs::remove_file(self.path()).unwrap();
        Recorded {
            code: output.status.code(),
            output: String::from_utf8_lossy(&output.stdout).into_owned(),
            listing,
        }
    }
}

/// Decisions of a driver beside those of `tilescope plan`.
#[derive(Debug, Default)]
pub struct Explained {
    /// Render passes of the recording.
    pub passes: usize,
    /// Passes whose decisions are known.
    pub compared: usize,
    /// Reasons why passes are not compared.
    pub unknown: Vec<String>,
    /// Decisions that differ: the pass, the decision, planned, found.
    pub differing: Vec<[String; 4]>,
}

/// Explains the recording by `tilescope plan --explain`.
pub fn explained(recorder: &Recorder, name: &str) -> Explained {
    let Recorder { chip, mesa, .. } = recorder;
    let exported = recorder.tilescope(&["decode", "run.tscap", "--rd", "run.rd"]);
    assert!(exported.status.success(), "{chip} {mesa} {name}");
    let args = ["plan", "--explain", "run.rd", "--json", "--mesa", mesa];
    let output = recorder.tilescope(&args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{chip} {mesa} {name}: {errors}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut explained = Explained::default();
    for pass in json["passes"].as_array().unwrap() {
        explained.passes += 1;
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let summary = text(&pass["summary"]);
        if pass["unknown"].is_string() {
            explained
                .unknown
                .push(format!("{summary}: {}", text(&pass["unknown"])));
            continue;
        }
        explained.compared += 1;
        for row in pass["decisions"].as_array().unwrap() {
            if row["agrees"] != true {
                let parts = [&row["name"], &row["planned"], &row["found"]].map(text);
                let [name, planned, found] = parts;
                explained
                    .differing
                    .push([summary.clone(), name, planned, found]);
            }
        }
    }
    explained
}
