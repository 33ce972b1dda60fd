//! The built command from outside: its output and exit codes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("tilescope-cli-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        Folder(dir)
    }

    fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Folder {
        std::fs::write(self.0.join(name), bytes).unwrap();
        self
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that remains in the temporary directory does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

struct Ran {
    code: i32,
    out: String,
    bytes: Vec<u8>,
    err: String,
}

fn tilescope(folder: &Path, args: &[&str], stdin: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(args)
        .current_dir(folder)
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().unwrap();
    Ran {
        code: status.code().expect("an exit code"),
        out: String::from_utf8_lossy(&stdout).into_owned(),
        bytes: stdout,
        err: String::from_utf8(stderr).unwrap(),
    }
}

fn here(args: &[&str]) -> Ran {
    tilescope(Path::new("."), args, "")
}

#[test]
fn gpus_are_listed_as_text_and_json() {
    let text = here(&["gpus"]);
    assert_eq!((text.code, text.err.as_str()), (0, ""));
    assert!(
        text.out.starts_with("chip     family   GPU"),
        "{}",
        text.out
    );
    assert!(
        text.out.contains("bcm2835  vc4      VideoCore IV"),
        "{}",
        text.out
    );
    let json = here(&["gpus", "--json"]);
    let gpus: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let names: Vec<_> = gpus
        .as_array()
        .unwrap()
        .iter()
        .map(|g| &g["name"])
        .collect();
    assert_eq!(
        names,
        [
            "bcm2835", "bcm2836", "bcm2837", "gc2000", "gc880", "gc600", "gc3000", "gc7000l",
            "t860", "t620", "t720", "t760", "t820", "t830", "t880", "a618", "a630", "a635", "a660"
        ]
    );
}

#[test]
fn gpus_are_compared() {
    let text = here(&["gpus", "gc2000", "gc880"]);
    assert_eq!((text.code, text.err.as_str()), (0, ""));
    let line = |name: &str| {
        let found = text.out.lines().find(|l| l.trim().starts_with(name));
        let words = found.unwrap_or_default().split_whitespace();
        words.map(str::to_owned).rev().take(2).collect::<Vec<_>>()
    };
    assert_eq!(line("model"), ["0x0880", "0x2000"]);
    assert_eq!(line("pixel pipes"), ["1", "2"]);
    // Only differing features are listed; Mesa's GC2000 has no HALTI1 either.
    assert_eq!(line("no seamless cube maps"), ["yes", "-"]);
    assert!(text.out.contains("\nfeatures of all: "), "{}", text.out);
    assert!(!text.out.contains("\n  PIPE_3D"), "{}", text.out);
    let json = here(&["gpus", "gc2000", "--json"]);
    let gpus: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(gpus[0]["numbers"]["revision"], "0x5108");
    let features = gpus[0]["features"].as_array().unwrap();
    assert!(features.contains(&"PIPE_3D".into()));
    let none = here(&["gpus", "gc9999"]);
    assert_eq!(none.code, 2);
}

#[test]
fn rules_are_explained() {
    let list = here(&["explain", "--list"]);
    assert_eq!(list.code, 0);
    assert!(list.out.lines().count() > 60);
    for line in list.out.lines() {
        let id = line.split_whitespace().next().unwrap();
        let families = ["VC4-", "VIV-", "MALI-", "ADR-"];
        assert!(families.iter().any(|f| id.starts_with(f)), "{line}");
    }
    let one = here(&["explain", "vc4-cl-001"]);
    assert_eq!(one.code, 0);
    assert!(one.out.starts_with("VC4-CL-001: "), "{}", one.out);
    for part in [
        "\nseverity  ",
        "\nhardware  ",
        "\nhelp      ",
        "\nsource    ",
    ] {
        assert!(one.out.contains(part), "{part:?} in {}", one.out);
    }
    let none = here(&["explain", "VC4-CL-0001"]);
    assert_eq!((none.code, none.out.as_str()), (2, ""));
    assert!(
        none.err
            .starts_with("error: no rule is called `VC4-CL-0001`\n")
    );
    assert!(none.err.contains("did you mean VC4-CL-001"), "{}", none.err);
}

#[test]
fn assembling_and_disassembling_are_inverse() {
    let f = Folder::new().with("a.qasm", "fadd r0, r1, r2\nsig_end\nnop\nnop\n");
    let hex = tilescope(&f.0, &["asm", "--isa", "qpu", "--hex", "a.qasm"], "");
    assert_eq!((hex.code, hex.err.as_str()), (0, ""));
    assert_eq!(hex.out.lines().count(), 4);
    assert!(
        hex.out
            .lines()
            .all(|l| l.len() == 18 && l.starts_with("0x"))
    );

    let bytes = tilescope(&f.0, &["asm", "--isa", "qpu", "a.qasm"], "");
    assert_eq!(bytes.bytes.len(), 32);
    std::fs::write(f.0.join("a.bin"), &bytes.bytes).unwrap();
    let text = tilescope(&f.0, &["disasm", "--isa", "qpu", "a.bin"], "");
    assert_eq!(text.code, 0);
    assert!(text.out.starts_with("fadd r0, r1, r2"), "{}", text.out);

    let again = tilescope(&f.0, &["asm", "--isa", "qpu", "--hex", "-"], &text.out);
    assert_eq!(again.out, hex.out);
    let from_hex = tilescope(&f.0, &["disasm", "--isa", "qpu", "--hex", "-"], &hex.out);
    assert_eq!(from_hex.out, text.out);
    let args = [
        "disasm",
        "--isa",
        "qpu",
        "--addresses",
        "--base",
        "0x1000",
        "a.bin",
    ];
    let listed = tilescope(&f.0, &args, "");
    assert!(listed.out.starts_with("0x00001000  0x"), "{}", listed.out);
}

#[test]
fn definitions_give_names_values() {
    let args = ["asm", "--isa", "qpu", "--hex", "-D", "here=0x1234", "-"];
    let ran = tilescope(Path::new("."), &args, "load_imm r0, nop, @here\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.trim_end().ends_with("00001234"), "{}", ran.out);
}

#[test]
fn errors_of_texts_are_located() {
    let f = Folder::new().with("a.qasm", "nop\nfad r0, r1, r2\n");
    let ran = tilescope(&f.0, &["asm", "--isa", "qpu", "--hex", "a.qasm"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains(" --> a.qasm:2:1\n"), "{}", ran.err);
    assert!(ran.err.contains("2 | fad r0, r1, r2\n"), "{}", ran.err);
    assert!(ran.err.contains("fadd"), "{}", ran.err);
}

#[test]
fn input_that_cannot_be_read_is_exit_code_2() {
    let f = Folder::new()
        .with("odd.bin", [1, 2, 3])
        .with("text", [0xff, 0xfe]);
    for (args, want) in [
        (
            &["disasm", "--isa", "qpu", "nothing.bin"][..],
            "cannot read nothing.bin",
        ),
        (
            &["disasm", "--isa", "qpu", "odd.bin"],
            "odd.bin has 3 bytes, which is not a multiple of the instruction size, 8 bytes",
        ),
        (&["asm", "--isa", "qpu", "text"], "text is not text"),
        (&["run", "."], "a job is a folder with a file job.toml"),
        (&["decode", "."], "a job is a folder with a file job.toml"),
        (&["lint", "nothing.qasm"], "cannot read nothing.qasm"),
        (&["asm", "odd.bin"], "--isa"),
        (&["frobnicate"], "unrecognized subcommand"),
        (&["run", "--threads", "0", "."], "not in 1..=1024"),
        (&["explain"], "required"),
    ] {
        let ran = tilescope(&f.0, args, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains(want), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_job_with_errors_reports_all_of_them() {
    let f = Folder::new().with(
        "job.toml",
        "chip = \"bcm2835\"\ntitle = 1\n[[buffer]]\nname = \"a\"\nsise = 3\nwords = [1]\n",
    );
    let ran = tilescope(&f.0, &["run", "."], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert_eq!(
        ran.err,
        "\
error: `title` is the integer 1
 --> job.toml:2:9
  |
2 | title = 1
  |         ^
  = help: expected a string

error: unknown key `sise` in [[buffer]]
 --> job.toml:5:1
  |
5 | sise = 3
  | ^^^^
  = help: did you mean `size`?

2 errors in the job
"
    );
}

/// Three packets and an unknown byte: 0x40 has four bytes of payload.
const LIST: [u8; 9] = [6, 56, 0x12, 4, 0xc0, 96, 1, 2, 3];

#[test]
fn lists_are_decoded_with_their_bytes() {
    let f = Folder::new().with("a.bin", LIST);
    let ran = tilescope(&f.0, &["decode", "--base", "0x1000", "a.bin"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for part in [
        "0x00001000  06 ",
        "START_TILE_BINNING",
        "PRIMITIVE_LIST_FORMAT",
        "0x00001004  c0 ",
        "CONFIGURATION_BITS",
    ] {
        assert!(ran.out.contains(part), "{part} in\n{}", ran.out);
    }
    let stable = tilescope(
        &f.0,
        &["decode", "--stable", "--base", "0x1000", "a.bin"],
        "",
    );
    assert!(!stable.out.contains("1000"), "{}", stable.out);
    assert!(stable.out.contains("a+0x0004"), "{}", stable.out);
    let elsewhere = tilescope(
        &f.0,
        &["decode", "--stable", "--base", "0x2000", "a.bin"],
        "",
    );
    assert_eq!(stable.out, elsewhere.out);
}

#[test]
fn names_of_other_files_are_not_followed() {
    let list = "START_TILE_BINNING\nGL_SHADER_STATE address=@record + 16, attributes=1\n\
                BRANCH_TO_SUB_LIST address=@sub\nFLUSH\n";
    let stream = "LOAD_STATE PS.INST_ADDR @code + 32\nLINK prefetch=4, address=@next\n";
    for (name, text, want) in [
        ("bin.cl", list, "address=@record+0x10"),
        ("draw.cmd", stream, "@code+0x20"),
    ] {
        let f = Folder::new().with(name, text);
        let ran = tilescope(&f.0, &["decode", name], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        assert!(ran.out.contains(want), "{}", ran.out);
        assert!(
            ran.out
                .contains(" is not in this file; shown as 0xf0000000"),
            "{}",
            ran.out
        );
        // The list, and nothing else, is listed.
        let headers = ran.out.lines().filter(|l| l.contains("0x00000000 (@"));
        assert_eq!(headers.count(), 1, "{}", ran.out);
        for other in ["shader", "GL_SHADER_RECORD", "empty before"] {
            assert!(!ran.out.contains(other), "{other} in\n{}", ran.out);
        }
    }
}

#[test]
fn any_bytes_decode() {
    let mut bytes: Vec<u8> = (0..=255).collect();
    bytes.extend((0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8));
    let f = Folder::new().with("a.bin", &bytes);
    for kind in ["list", "shader"] {
        let args = ["decode", "--as", kind, "--base", "0xfffffff0", "a.bin"];
        let ran = tilescope(&f.0, &args, "");
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
}

#[test]
fn a_shader_is_linted_with_a_caret_in_the_listing() {
    let f = Folder::new()
        .with(
            "bad.qasm",
            "or ra0, r0, r0\nor r1, ra0, ra0\nsig_end\nnop\nnop\n",
        )
        .with(
            "good.qasm",
            "or ra0, r0, r0\nnop\nor r1, ra0, ra0\nsig_end\nnop\nnop\n",
        );
    let bad = tilescope(&f.0, &["lint", "--stage", "user", "bad.qasm"], "");
    assert_eq!((bad.code, bad.err.as_str()), (1, ""), "{}", bad.out);
    let place = "\
  --> bad.qasm:2:8
   |
2  | or r1, ra0, ra0
   |        ^^^^^^^^
   |
   | 1  0x";
    assert!(bad.out.contains(place), "{}", bad.out);
    let path = "\n   = note: user shader > instruction 1\n";
    assert!(bad.out.contains(path), "{}", bad.out);
    let json = tilescope(&f.0, &["lint", "--stage", "user", "--json", "bad.qasm"], "");
    assert_eq!(json.code, 1);
    let findings: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(findings[0]["file"], "bad.qasm");
    let good = tilescope(&f.0, &["lint", "--stage", "user", "good.qasm"], "");
    let stale = "VC4-QPU";
    assert!(!good.out.contains("instruction 2"), "{stale}: {}", good.out);
}

#[test]
fn a_shader_of_midgard_is_linted_as_the_stage_that_it_looks_like() {
    let f = Folder::new()
        .with(
            "bad.masm",
            "alu
    vmul.FMOV.f32 R0, TMP0.xxxx, U0
    vadd.FADD.f32 R1, U1, CONST.xxxx
    uconstants 0x3f800000, 0x0, 0x0, 0x0
alu
    vmul.FADD.f32 AL0, R0, R5
ldst
    ST_VARY.f32.a32 AL0, 0.x, 0.x
",
        )
        .with(
            "tag.masm",
            "alu/4 -> ldst
    vmul.FMOV.f32 R0, TMP0.xxxx, U0
aluw
    vadd.ADD.i32 R1.w, PC_SP.x, #0
    brx.write.always +0 -> aluw/4
",
        )
        .with(
            "good.masm",
            "ldst
    LD_ATTR.f32 R0.xyzw, 0.x, 0.x
alu
    vmul.FMOV.f32 AL0, TMP0.xxxx, R0
ldst
    ST_VARY.f32.a32 AL0, 0.x, 0.x
",
        )
        .with("any.masm", "alu\n    vmul.FMOV.f32 R0, TMP0.xxxx, U0\n");
    let bad = tilescope(&f.0, &["lint", "bad.masm"], "");
    let note = "note: bad.masm is checked as a vertex shader, because it stores varyings";
    assert!(bad.code == 1 && bad.err.starts_with(note), "{}", bad.err);
    // In the second bundle, which is at the fourth quadword.
    let text = "undefined[MALI-SH-006]: read of uninitialised register R5.x";
    assert!(bad.out.contains(text), "{}", bad.out);
    let place = "\n  --> bad.masm:5:1\n   |\n5  | alu\n";
    assert!(bad.out.contains(place), "{}", bad.out);
    assert!(bad.out.contains("| 1  0x") && bad.out.contains("vertex shader > instruction 1\n"));
    let tag = tilescope(&f.0, &["lint", "tag.masm"], "");
    assert!(
        tag.code == 1 && tag.out.contains("fault[MALI-SH-003]"),
        "{}",
        tag.out
    );
    assert!(
        tag.err
            .contains("as a fragment shader, because it writes the tile buffer")
    );
    let good = tilescope(&f.0, &["lint", "good.masm"], "");
    assert_eq!((good.code, good.out.as_str()), (0, ""), "{}", good.err);
    assert!(
        good.err
            .contains("as a vertex shader, because it stores varyings")
    );
    let any = tilescope(&f.0, &["lint", "any.masm"], "");
    assert_eq!(any.code, 2);
    assert!(
        any.err
            .contains("add --stage vertex, fragment, compute or blend")
    );
    let blend = tilescope(&f.0, &["lint", "--stage", "blend", "tag.masm"], "");
    assert_eq!((blend.code, blend.err.as_str()), (1, ""));
}

#[test]
fn every_command_has_help_with_exit_codes_and_examples() {
    let all = here(&["--help"]);
    assert_eq!(all.code, 0);
    let commands = [
        "run", "decode", "lint", "asm", "disasm", "gpus", "explain", "plan",
    ];
    for command in commands {
        assert!(all.out.contains(&format!("\n  {command}")), "{command}");
        let help = here(&[command, "--help"]);
        assert_eq!(help.code, 0);
        assert!(help.out.contains("Exit codes:"), "{command}");
        if command != "gpus" {
            assert!(help.out.contains("Examples:"), "{command}");
        }
    }
}

/// Decisions with their reasons, as text and as JSON.
#[test]
fn plans() {
    let pass = [
        "plan",
        "a618",
        "1920x1080",
        "R8G8B8A8_UNORM",
        "Z24_UNORM_S8_UINT",
    ];
    let text = here(&pass);
    assert_eq!((text.code, text.err.as_str()), (0, ""));
    for wanted in [
        "a618, turnip 22.3, 1920x1080\n\nmode\n",
        "  drawn to              tiles  (the pass has more than five draws)\n",
        "  tile     288x224\n",
        "  attachment 1      Z24_UNORM_S8_UINT at 0x40000: 32 blocks, 65536 pixels\n",
    ] {
        assert!(text.out.contains(wanted), "{wanted}: {}", text.out);
    }
    let json = here(&[&pass[..], &["--json", "--draws", "1"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json["sections"][0]["facts"][0]["value"], "system memory");
    for (args, wanted) in [
        (
            ["plan", "gc2000", "1x1"],
            "the chips are a618, a630, a635, a660",
        ),
        (["plan", "a618", "1"], "write WIDTHxHEIGHT"),
        (["plan", "a618", "0x1"], "the framebuffer has 0x1 pixels"),
    ] {
        let bad = here(&args);
        assert_eq!((bad.code, bad.out.as_str()), (2, ""), "{args:?}");
        assert!(bad.err.contains(wanted), "{args:?}: {}", bad.err);
    }
}

/// The tiles of a plan as an image: the corners of the first two tiles are of different pipes, and
/// the part of the last row outside the framebuffer is darker.
#[test]
fn plans_as_images() {
    let folder = Folder::new();
    let pass = [
        "plan",
        "a635",
        "1920x1080",
        "R8G8B8A8_UNORM",
        "Z24_UNORM_S8_UINT",
    ];
    let args = [&pass[..], &["--image", "tiles.png"]].concat();
    let ran = tilescope(&folder.0, &args, "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let file = std::fs::File::open(folder.0.join("tiles.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::BufReader::new(file))
        .read_info()
        .unwrap();
    // 7x5 tiles of 288x224 at half size.
    let (width, height) = (1008, 560);
    assert_eq!((reader.info().width, reader.info().height), (width, height));
    let mut bytes = vec![0; (width * height * 3) as usize];
    reader.next_frame(&mut bytes).unwrap();
    let pixel = |x: u32, y: u32| {
        let at = ((y * width + x) * 3) as usize;
        [bytes[at], bytes[at + 1], bytes[at + 2]]
    };
    let (first, second) = (pixel(10, 10), pixel(154, 10));
    assert_ne!(first, second);
    assert_eq!(pixel(144, 10), [0; 3], "a line between pipes");
    assert_eq!(pixel(10, 112), [0x60; 3], "a line between tiles of a pipe");
    assert_eq!(pixel(10, 122), first, "two rows in a pipe");
    // The framebuffer ends at row 540 of the image.
    let (inside, outside) = (pixel(10, 530), pixel(10, 550));
    assert_eq!(outside, inside.map(|c| c / 2));
    let bad = tilescope(
        &folder.0,
        &[&pass[..], &["--image", "none/a.png"]].concat(),
        "",
    );
    assert_eq!(bad.code, 2);
    assert!(bad.err.contains("cannot write none/a.png"), "{}", bad.err);
}

/// docs/cli.md contains the help texts verbatim.
#[test]
fn the_documentation_is_the_help() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");
    let mut want = String::from(
        "# The command\n\n\
         The output of `tilescope --help` and `tilescope COMMAND --help`. A test compares this page with \
         the program; `TILESCOPE_BLESS=1 cargo test -p tilescope-cli` rewrites it.\n",
    );
    for command in [
        "", "run", "exec", "decode", "lint", "asm", "disasm", "gpus", "explain", "plan",
    ] {
        let args: Vec<&str> = [command, "--help"]
            .into_iter()
            .filter(|a| !a.is_empty())
            .collect();
        let title = format!("tilescope {command}");
        want += &format!(
            "\n## {}\n```text\n{}```\n",
            title.trim_end(),
            here(&args).out
        );
    }
    if std::env::var_os("TILESCOPE_BLESS").is_some() {
        std::fs::write(path, &want).unwrap();
    }
    let have = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        have == want,
        "docs/cli.md is stale; rewrite it with TILESCOPE_BLESS=1 cargo test -p tilescope-cli"
    );
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(["explain", "--list"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(0));
    assert_eq!(String::from_utf8(done.stderr).unwrap(), "");
}
