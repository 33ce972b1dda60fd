//! The virtual kernel as seen by unmodified programs and Mesa: its nodes, its
//! fences, leaks, and findings.
//!
//! Requirements: those of `started`, and Debian's `mesa-utils`.

mod started;

use std::process::Output;

use started::{GLES, ready, tilescope};

const FENCES: &str = env!("CARGO_BIN_EXE_tilescope-fences");
const PI: &str = "bcm2837";
const GC2000: &str = "gc2000";

fn on(gpu: &str, command: &[&str]) -> Output {
    on_with(gpu, &[], command)
}

fn on_with(gpu: &str, options: &[&str], command: &[&str]) -> Output {
    let exec = ["exec", "--gpu", gpu, "--lint=deny"];
    let args = [&exec[..], options, &["--"], command].concat();
    tilescope(&args).output().unwrap()
}

fn text(output: &Output) -> String {
    let all = [output.stdout.as_slice(), &output.stderr].concat();
    String::from_utf8_lossy(&all).into_owned()
}

/// On GBM, which opens the card's node, without a surface, and by EGL's devices.
#[test]
fn eglinfo_finds_the_driver_on_every_platform() {
    for (gpu, driver) in [(PI, "vc4"), (GC2000, "etnaviv")] {
        if !ready(gpu, &["eglinfo"]) {
            return;
        }
        let output = on(gpu, &["eglinfo", "-B"]);
        let text = text(&output);
        assert!(output.status.success(), "{text}");
        let section = |from: &str, to: &str| {
            let rest = &text[text.find(from).expect(from)..];
            rest[..rest.find(to).unwrap_or(rest.len())].to_owned()
        };
        let name = format!("EGL driver name: {driver}");
        for platform in [
            section("GBM platform:", "Surfaceless platform:"),
            section("Surfaceless platform:", "Device platform:"),
            section("Device platform:", "Device #1:"),
        ] {
            assert!(platform.contains(&name), "{platform}");
            assert!(
                platform.contains("EGL_ANDROID_native_fence_sync"),
                "{platform}"
            );
        }
    }
}

#[test]
fn fences_go_through_descriptors() {
    for gpu in [PI, GC2000] {
        if !ready(gpu, &[]) {
            return;
        }
        for overlap in [[].as_slice(), &["--no-overlap"]] {
            let output = on_with(gpu, overlap, &[FENCES]);
            let text = text(&output);
            assert!(output.status.success(), "{gpu}: {text}");
            assert_eq!(text, "polled\nwaited\ndrew [0, 128, 0, 255]\n", "{gpu}");
        }
    }
}

/// Images, findings and counts do not depend on when jobs run.
#[test]
fn it_does_not_matter_when_jobs_run() {
    for gpu in [PI, GC2000] {
        when_jobs_run_does_not_matter(gpu);
    }
}

fn when_jobs_run_does_not_matter(gpu: &str) {
    if !ready(gpu, &[]) {
        return;
    }
    for program in ["triangle", "many", "target"] {
        let run = |options: &[&str]| {
            let all = [&["--report", "json"], options].concat();
            let output = on_with(gpu, &all, &[GLES, program]);
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
    if !ready(PI, &[]) {
        return;
    }
    let cycles = std::env::var("TILESCOPE_CYCLES").unwrap_or_else(|_| "200".into());
    let output = on(PI, &[GLES, "cycles", &cycles]);
    let text = text(&output);
    let number = |name: &str| -> i64 {
        let line = text.lines().find_map(|l| l.strip_prefix(name));
        line.expect(&text).trim().parse().unwrap()
    };
    assert_eq!(number("descriptors more:"), 0);
    // Memory that the allocators keep, independent of the number of cycles.
    assert!(number("KiB more:") < 4096, "{text}");
}

/// The standard error of `exec`, and its exit code.
fn stderr_of(gpu: &str, options: &[&str], program: &str) -> (String, Option<i32>) {
    let exec = ["exec", "--gpu", gpu];
    let args = [&exec[..], options, &["--", GLES, program]].concat();
    let output = tilescope(&args).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    (err, output.status.code())
}

#[test]
fn clean_streams_are_silent() {
    for gpu in [PI, GC2000] {
        if ready(gpu, &[]) {
            let silent = (String::new(), Some(0));
            assert_eq!(stderr_of(gpu, &["--lint=deny"], "triangle"), silent);
        }
    }
}

/// A frame that runs out of fuel is reported with packet, offset and listing, at whichever packet
/// it stops.
#[test]
fn work_without_end_is_located() {
    for (gpu, rule, list) in [
        (PI, "VC4-CL-011", " > binning list 0x"),
        (GC2000, "VIV-FE-", " > command list 0x"),
    ] {
        if !ready(gpu, &[]) {
            return;
        }
        let (err, code) = stderr_of(gpu, &["--lint", "--fuel", "1000"], "triangle");
        for part in [
            &format!("tilescope: hang[{rule}"),
            "--> submission ",
            list,
            " at +0x",
            "\n > | 0x",
            "= hardware: ",
            "= help: ",
        ] {
            assert!(err.contains(part), "{part} is not in:\n{err}");
        }
        // Findings are only shown.
        assert_eq!(code, Some(0), "{err}");
        let (_, code) = stderr_of(gpu, &["--lint=deny", "--fuel", "1000"], "triangle");
        assert_eq!(code, Some(1));
    }
}

/// Mesa's vertex shader that reads an array from a buffer loads texture results
/// next to VPM writes.
#[test]
fn findings_of_shaders_name_draw_and_instruction() {
    if !ready(PI, &[]) {
        return;
    }
    let (err, code) = stderr_of(PI, &["--lint=deny"], "arrays");
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
