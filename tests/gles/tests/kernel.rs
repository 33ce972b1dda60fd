//! What stock programs and stock Mesa see of the virtual kernel: its nodes, its
//! fences, that nothing is left of what they did, and what is said of their work.
//!
//! Needs what `boards` needs, and Debian's `mesa-utils`. What is missing is said
//! and counts as passed, unless `TILESCOPE_REQUIRE_MESA` is set.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GLES: &str = env!("CARGO_BIN_EXE_tilescope-gles");
const FENCES: &str = env!("CARGO_BIN_EXE_tilescope-fences");

fn tilescope() -> PathBuf {
    Path::new(GLES).with_file_name("tilescope")
}

fn on_vc4(command: &[&str]) -> Output {
    on_vc4_with(&[], command)
}

fn on_vc4_with(options: &[&str], command: &[&str]) -> Output {
    Command::new(tilescope())
        .args(["exec", "--gpu", "bcm2837", "--lint=deny"])
        .args(options)
        .arg("--")
        .args(command)
        .output()
        .unwrap()
}

/// Whether the tests can run a program.
fn ready(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&paths).any(|p| p.join(program).exists());
    let missing = match (tilescope().exists(), found) {
        (false, _) => format!("{} is not built", tilescope().display()),
        (_, false) => format!("there is no {program}"),
        _ => match on_vc4(&[GLES, "info"]) {
            // The code for what cannot be found.
            output if output.status.code() == Some(2) => {
                String::from_utf8_lossy(&output.stderr).into_owned()
            }
            _ => return true,
        },
    };
    let required = std::env::var_os("TILESCOPE_REQUIRE_MESA").is_some();
    assert!(!required, "{missing}");
    let said = std::io::Write::write_all(&mut std::io::stderr(), missing.as_bytes());
    assert!(said.is_ok());
    false
}

fn text(output: &Output) -> String {
    let all = [output.stdout.as_slice(), &output.stderr].concat();
    String::from_utf8_lossy(&all).into_owned()
}

/// On GBM, which opens the card's node, without a surface, and by EGL's devices.
#[test]
fn eglinfo_finds_the_driver_on_every_platform() {
    if !ready("eglinfo") {
        return;
    }
    let output = on_vc4(&["eglinfo", "-B"]);
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    let section = |from: &str, to: &str| {
        let rest = &text[text.find(from).expect(from)..];
        rest[..rest.find(to).unwrap_or(rest.len())].to_owned()
    };
    for platform in [
        section("GBM platform:", "Surfaceless platform:"),
        section("Surfaceless platform:", "Device platform:"),
        section("Device platform:", "Device #1:"),
    ] {
        assert!(platform.contains("EGL driver name: vc4"), "{platform}");
        assert!(
            platform.contains("EGL_ANDROID_native_fence_sync"),
            "{platform}"
        );
    }
}

#[test]
fn fences_go_through_descriptors() {
    if !ready("true") {
        return;
    }
    for overlap in [[].as_slice(), &["--no-overlap"]] {
        let output = on_vc4_with(overlap, &[FENCES]);
        let text = text(&output);
        assert!(output.status.success(), "{text}");
        assert_eq!(text, "polled\nwaited\ndrew [0, 128, 0, 255]\n");
    }
}

/// The same pictures, findings and counts whenever jobs run.
#[test]
fn it_does_not_matter_when_jobs_run() {
    if !ready("true") {
        return;
    }
    for program in ["triangle", "many", "target"] {
        let run = |options: &[&str]| {
            let all = [&["--report", "json"], options].concat();
            let output = on_vc4_with(&all, &[GLES, program]);
            assert!(output.status.success(), "{program}: {}", text(&output));
            let report = String::from_utf8_lossy(&output.stderr).into_owned();
            let lines = report.lines().filter(|l| !l.contains("\"process\""));
            (output.stdout.clone(), lines.collect::<Vec<_>>().join("\n"))
        };
        let plain = run(&["--no-overlap"]);
        assert!(plain.1.contains("\"jobs\""), "{}", plain.1);
        assert_eq!(run(&[]), plain, "{program}");
    }
}

/// `TILESCOPE_CYCLES=1000 cargo test -p tilescope-gles --test kernel` runs more.
#[test]
fn nothing_is_left_of_contexts() {
    if !ready("true") {
        return;
    }
    let cycles = std::env::var("TILESCOPE_CYCLES").unwrap_or_else(|_| "200".into());
    let output = on_vc4(&[GLES, "cycles", &cycles]);
    let text = text(&output);
    let number = |name: &str| -> i64 {
        let line = text.lines().find_map(|l| l.strip_prefix(name));
        line.expect(&text).trim().parse().unwrap()
    };
    assert_eq!(number("descriptors more:"), 0);
    // What the allocators keep, however many cycles there are.
    assert!(number("KiB more:") < 4096, "{text}");
}

/// What `exec` says on standard error, and its exit code.
fn said(options: &[&str], program: &str) -> (String, Option<i32>) {
    let output = Command::new(tilescope())
        .args(["exec", "--gpu", "bcm2837"])
        .args(options)
        .args(["--", GLES, program])
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    (err, output.status.code())
}

#[test]
fn clean_streams_are_silent() {
    if ready("sh") {
        assert_eq!(said(&["--lint=deny"], "triangle"), (String::new(), Some(0)));
    }
}

/// A frame that is cut short is told of with packet, offset and listing, whichever
/// packet the fuel runs out at.
#[test]
fn work_without_end_is_located() {
    if !ready("sh") {
        return;
    }
    let (err, code) = said(&["--lint", "--fuel", "1000"], "triangle");
    for part in [
        "tilescope: hang[VC4-CL-011]: ",
        "--> submission ",
        " > binning list 0x",
        " at +0x",
        "\n > | 0x",
        "= hardware: ",
        "= mend: ",
    ] {
        assert!(err.contains(part), "{part} is not in:\n{err}");
    }
    // Findings are only told.
    assert_eq!(code, Some(0), "{err}");
    let (_, code) = said(&["--lint=deny", "--fuel", "1000"], "triangle");
    assert_eq!(code, Some(1));
}

/// Mesa's vertex shader that reads an array from a buffer loads texture results
/// beside VPM writes.
#[test]
fn findings_of_shaders_name_draw_and_instruction() {
    if !ready("sh") {
        return;
    }
    let (err, code) = said(&["--lint=deny"], "arrays");
    for part in [
        "undefined[VC4-QPU-087]",
        " > draw 0 > ",
        " > vertex shader 0x",
        " > instruction ",
        "load_tmu0 mov vpm, r4\n",
        "^ bits 60..63: sig",
    ] {
        assert!(err.contains(part), "{part} is not in:\n{err}");
    }
    assert_eq!(code, Some(1), "{err}");
}
