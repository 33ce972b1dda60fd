//! Recordings of Adreno drivers and dumps of msm, through the command.

use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;
use serde_json::Value;

struct Ran {
    code: i32,
    out: String,
    err: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces/adreno")
}

fn tilescope(args: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(args)
        .current_dir(folder())
        .output()
        .unwrap();
    Ran {
        code: output.status.code().expect("an exit code"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The uncompressed bytes of a recording, under a name that says nothing.
fn unpacked(name: &str) -> tempfile::NamedTempFile {
    use std::io::{Read, Write};
    let mut bytes = Vec::new();
    let file = std::fs::File::open(folder().join(name)).unwrap();
    GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    let mut out = tempfile::NamedTempFile::new().unwrap();
    out.write_all(&bytes).unwrap();
    out
}

/// The same listing, compressed or not, whatever the name.
#[test]
fn recordings_are_recognised_by_their_contents() {
    for (name, first) in [
        (
            "fd-clouds.rd.gz",
            "# a recording of an Adreno driver (.rd) on Adreno 630\n# GPU 630, 3 submissions, 6 streams\n",
        ),
        (
            "crash.devcore.gz",
            "# a dump of msm (devcoredump) on Adreno 630\n# GPU 630 (6.3.0.2), Linux 5.8.0-rc1-c630+\n",
        ),
    ] {
        let packed = tilescope(&["decode", name]);
        assert_eq!((packed.code, packed.err.as_str()), (0, ""));
        assert!(packed.out.starts_with(first), "{}", &packed.out[..200]);
        let plain = unpacked(name);
        let path = plain.path().to_str().unwrap();
        assert_eq!(tilescope(&["decode", path]).out, packed.out);
    }
}

/// Packets, registers, fields, shaders by draw, passes and tiles.
#[test]
fn listings() {
    let clouds = tilescope(&["decode", "fd-clouds.rd.gz"]).out;
    for wanted in [
        "\n# submission 0 (null_platform_t/2995: fence=1855) > stream 0\n",
        "  0x0001d91000  opcode: CP_EVENT_WRITE (46) (2 dwords)\n",
        "    { EVENT = CACHE_INVALIDATE }\n",
        "# render pass 0: 2160x1440 pixels, 4x1 tiles of 544x480, draws sorted by tile\n",
        "# render pass 0, tile 3 of 4 at 1088,0: clear, draw, store\n",
        "# draw 1: vertex shader at 0x1012000, fragment shader at 0x1013000\n",
        "# problem at 0x1d92000: 0 of 979 words are in memory\n",
    ] {
        assert!(clouds.contains(wanted), "{wanted}");
    }
    let turnip = tilescope(&["decode", "indirect-draw-count.rd.gz"]).out;
    for wanted in [
        "# GPU 640, 2 submissions",
        "# render pass 0, tile 1 of 1 at 0,0: load, draw, store\n",
        "# clear by the 2D engine to 0x1013000\n",
        "] end\n",
    ] {
        assert!(turnip.contains(wanted), "{wanted}");
    }
    // The ring is listed from its beginning, and the buffer that hung the GPU is in it.
    let crash = tilescope(&["decode", "crash.devcore.gz"]).out;
    for wanted in [
        "# crashit: ./crashit IB1 4 5\n",
        "# ring 0 at 0x1000000001000: fence 0 of 1, 16 words not read\n",
        "opcode: CP_INDIRECT_BUFFER (3f) (4 dwords)\n",
        "not a packet: ",
        "RBBM_STATUS: { GPU_BUSY_IGN_AHB | CP_BUSY | CP_AHB_BUSY_CX_MASTER }\n",
    ] {
        assert!(crash.contains(wanted), "{wanted}");
    }
}

/// A draw as text and as JSON.
#[test]
fn draws_are_described() {
    let args = ["decode", "--draw", "0", "indirect-draw-count.rd.gz"];
    let text = tilescope(&args);
    assert_eq!((text.code, text.err.as_str()), (0, ""));
    for wanted in [
        "draw 0: vertex shader at 0x1054000, fragment shader at 0x1054080\n",
        "  CP_DRAW_INDIRECT_MULTI at 0x0115e394, draw 0 of submission 0 (deqp-vk/74711",
        "    DRAW_COUNT      3\n",
        "  fragment shader at 0x01054080\n    instructions  5\n",
        "    GRAS_SC_WINDOW_SCISSOR_BR         { X = 255 | Y = 255 }\n",
    ] {
        assert!(text.out.contains(wanted), "{wanted}: {}", text.out);
    }
    let json = tilescope(&[&args[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json[0]["command"], "CP_DRAW_INDIRECT_MULTI");
    let topics = json[0]["sections"].as_array().unwrap().iter();
    let shaders = topics.filter(|s| s["topic"] == "shader").count();
    assert_eq!(shaders, 2);
    let none = tilescope(&["decode", "--draw", "1", "indirect-draw-count.rd.gz"]);
    assert_eq!((none.code, none.out.as_str()), (2, ""));
    assert!(
        none.err.contains("there is one draw, number 0"),
        "{}",
        none.err
    );
    let second = tilescope(&["decode", "--draw", "11", "fd-clouds.rd.gz"]).out;
    assert!(second.contains("draw 3 of submission 2 "), "{second}");
}

/// Findings in every format, their levels, and the exit code.
#[test]
fn recordings_are_checked() {
    let clouds = tilescope(&["lint", "--json", "fd-clouds.rd.gz"]);
    assert_eq!((clouds.code, clouds.err.as_str()), (1, ""));
    let found: Value = serde_json::from_str(&clouds.out).expect("JSON");
    let ids: Vec<&str> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["rule"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["ADR-REG-003", "ADR-REG-004", "ADR-CP-006"]);
    assert_eq!(found[2]["address"], 0x1d9_2000);
    assert_eq!(found[0]["severity"], "undefined");
    let allowed = tilescope(&["lint", "--allow", "ADR-REG,ADR-CP-006", "fd-clouds.rd.gz"]);
    assert_eq!((allowed.code, allowed.out.as_str()), (0, ""));
    let short = tilescope(&["lint", "--format", "short", "indirect-draw-count.rd.gz"]);
    assert_eq!(short.code, 1);
    assert!(
        short
            .err
            .contains("GPU 640 is not one of the chips that are known")
    );
    // What the kernel writes into its ring is not checked; what hung the GPU is.
    let crash = tilescope(&["lint", "--json", "crash.devcore.gz"]);
    let found: Value = serde_json::from_str(&crash.out).expect("JSON");
    let found = found.as_array().unwrap();
    assert_eq!(found.len(), 1, "{}", crash.out);
    assert_eq!(found[0]["rule"], "ADR-CP-001");
    assert!(
        found[0]["location"]
            .as_str()
            .unwrap()
            .starts_with("ring 0 > ")
    );
}

#[test]
fn recordings_are_not_executed() {
    let run = tilescope(&["run", "shadow.rd.gz"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(
        run.err,
        "error: shadow.rd.gz is a recording of an Adreno driver (.rd), which cannot be executed yet\n  \
         = help: `tilescope decode` and `tilescope lint` read it\n"
    );
}

/// Options that would be ignored, and files that are broken.
#[test]
fn what_does_not_apply_is_refused() {
    for option in [["--base", "0x1000"], ["--as", "list"], ["--gpu", "gc2000"]] {
        let bad = tilescope(&["decode", option[0], option[1], "shadow.rd.gz"]);
        assert_eq!((bad.code, bad.out.as_str()), (2, ""), "{option:?}");
        assert!(
            bad.err
                .contains(&format!("so {} does not apply", option[0]))
        );
    }
    assert_eq!(tilescope(&["decode", "--stable", "shadow.rd.gz"]).code, 2);
    assert_eq!(
        tilescope(&["decode", "--gpu", "a630", "shadow.rd.gz"]).code,
        0
    );
    for option in [["--fuel", "1"], ["--stage", "any"]] {
        assert_eq!(
            tilescope(&["lint", option[0], option[1], "shadow.rd.gz"]).code,
            2
        );
    }
    let words = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|w| w.to_le_bytes()).collect() };
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes, wanted) in [
        (
            "cut",
            words(&[13, 4, 630, 6, 8, 0x1000]),
            "at byte 0xc: the section has 8 bytes, of which 4 follow",
        ),
        (
            "a3xx",
            words(&[13, 4, 330]),
            "it is of an Adreno 3xx: only Adreno 6xx are read",
        ),
        (
            "dump",
            b"---\nkernel: 6\nmodule: msm\nbos:\n    size: 4\n".to_vec(),
            "line 5: a buffer without an address",
        ),
    ] {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        for command in ["decode", "lint"] {
            let bad = tilescope(&[command, path.to_str().unwrap()]);
            assert_eq!((bad.code, bad.out.as_str()), (2, ""), "{name}");
            assert!(bad.err.contains(wanted), "{name}: {}", bad.err);
        }
    }
}

/// Chips, rules and shaders of the family.
#[test]
fn the_family_is_listed() {
    let gpus = tilescope(&["gpus"]).out;
    let line = gpus.lines().find(|l| l.starts_with("a635")).unwrap();
    assert!(
        line.contains("Adreno 635") && line.ends_with("not executed"),
        "{line}"
    );
    assert!(
        !gpus
            .lines()
            .any(|l| l.starts_with("bcm") && l.contains("not executed"))
    );
    let one = tilescope(&["gpus", "--json", "a618"]).out;
    let one: Value = serde_json::from_str(&one).expect("JSON");
    assert_eq!(one[0]["executed"], false);
    assert_eq!(one[0]["numbers"]["num_ccu"], "1");
    let rule = tilescope(&["explain", "adr-cp-012"]).out;
    assert!(rule.starts_with("ADR-CP-012: a wait for memory"), "{rule}");
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.ir3");
    std::fs::write(&path, "rsq r0.x, r1.x\nadd.f r0.y, r0.x, r0.x\nend\n").unwrap();
    let lint = tilescope(&["lint", "--format", "short", path.to_str().unwrap()]);
    assert_eq!(lint.code, 1);
    assert!(
        lint.out.contains(":2:") && lint.out.contains("ADR-SH-004"),
        "{}",
        lint.out
    );
    let listed = tilescope(&["decode", path.to_str().unwrap()]);
    assert_eq!((listed.code, listed.err.as_str()), (0, ""));
    assert!(listed.out.contains("rsq r0.x, r1.x"), "{}", listed.out);
}

/// Decisions beside what was recorded: all of a recording of freedreno are as planned; turnip would
/// have drawn one draw to system memory; the division of an older driver differs.
#[test]
fn decisions_beside_recordings() {
    let shadow = tilescope(&["plan", "--explain", "shadow.rd.gz"]);
    assert_eq!((shadow.code, shadow.err.as_str()), (0, ""));
    for wanted in [
        "a630, freedreno 22.3\n\nrender pass 0 at 0x289100c: 1920x1080 pixels",
        "  grid                  5x7\n",
        "\n29 decisions about 4 render passes, 0 differ\n",
    ] {
        assert!(shadow.out.contains(wanted), "{wanted}: {}", shadow.out);
    }
    let turnip = tilescope(&["plan", "--explain", "indirect-draw-count.rd.gz"]).out;
    for wanted in [
        "a630, turnip 22.3\nnote: GPU 640 is not one of the chips",
        "planned system memory  (the pass has at most five draws, of one sample), recorded tiles\n",
        "\n6 decisions about 1 render pass, 1 differ\n",
    ] {
        assert!(turnip.contains(wanted), "{wanted}: {turnip}");
    }
    let clouds = tilescope(&["plan", "--explain", "fd-clouds.rd.gz", "--json"]).out;
    let clouds: Value = serde_json::from_str(&clouds).expect("JSON");
    assert_eq!(clouds["passes"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        (&clouds["decisions"], &clouds["differing"]),
        (&60.into(), &51.into())
    );
    let tile = &clouds["passes"][0]["decisions"][1];
    assert_eq!(
        (&tile["name"], &tile["agrees"]),
        (&"tile".into(), &false.into())
    );
    assert_eq!(
        (&tile["planned"], &tile["found"]),
        (&"736x288".into(), &"544x480".into())
    );
    let crash = tilescope(&["plan", "--explain", "crash.devcore.gz"]);
    assert_eq!(
        (crash.code, crash.out.as_str()),
        (0, "a630\n\nno render passes\n")
    );
    for (args, wanted) in [
        (
            &["plan", "--explain", "README.md"][..],
            "is no recording of a driver",
        ),
        (
            &["plan", "--explain", "absent.rd"],
            "absent.rd: cannot be read",
        ),
        (
            &["plan", "--explain", "shadow.rd.gz", "a618"],
            "cannot be used with",
        ),
        (&["plan"], "<CHIP>"),
    ] {
        let bad = tilescope(args);
        assert_eq!((bad.code, bad.out.as_str()), (2, ""), "{args:?}");
        assert!(bad.err.contains(wanted), "{args:?}: {}", bad.err);
    }
}
