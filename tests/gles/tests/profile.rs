//! `exec --profile`: the trace and the tables of programs through unmodified Mesa.
//!
//! Requirements: those of `started`.

mod started;

#[path = "../../../crates/tilescope-cli/tests/profile/reader.rs"]
mod reader;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use reader::Slice;
use serde_json::Value;
use started::{GLES, ready};

const GPUS: [&str; 3] = ["bcm2837", "gc2000", "t860"];

/// An empty folder for a test on `gpu`; `None` if the test cannot run.
fn stage(gpu: &str, name: &str) -> Option<PathBuf> {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{gpu}"));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    ready(gpu, &[]).then_some(dir)
}

/// Runs a program; returns its report.
fn exec(dir: &Path, gpu: &str, options: &[&str], program: &[&str]) -> Value {
    let first = [
        "exec",
        "--gpu",
        gpu,
        "--report",
        "json",
        "--report-to",
        "report",
    ];
    let args = [&first[..], options, &["--"], program].concat();
    let output = started::tilescope(&args).current_dir(dir).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{gpu}: {error}");
    let report = std::fs::read(dir.join("report")).unwrap();
    serde_json::from_slice(&report).unwrap()
}

const PROFILE: &[&str] = &["--profile", "run.pftrace"];

fn slices(dir: &Path) -> Vec<Slice> {
    reader::slices(&std::fs::read(dir.join("run.pftrace")).unwrap())
}

#[test]
fn calls_and_jobs_are_on_tracks_of_their_threads() {
    for gpu in GPUS {
        let Some(dir) = stage(gpu, "profile") else {
            return;
        };
        let report = exec(&dir, gpu, PROFILE, &[GLES, "triangle", "a.png"]);
        let slices = slices(&dir);
        let of = |category: &str| -> Vec<&Slice> {
            slices.iter().filter(|s| s.category == category).collect()
        };
        let process = &report["processes"][0];
        let jobs = process["jobs"].as_u64().unwrap();
        assert_eq!(of("submission").len() as u64, jobs, "{gpu}");
        for stage in [
            "call",
            "draw",
            "vertices",
            "primitives",
            "tile",
            "fragments",
        ] {
            assert!(!of(stage).is_empty(), "{gpu} has no slice of {stage}");
        }
        let tracks = |category| -> BTreeSet<u64> { of(category).iter().map(|s| s.track).collect() };
        // The program has one thread, and another one runs its jobs.
        assert_eq!(tracks("call").len(), 1, "{gpu}");
        assert_eq!(tracks("submission").len(), 1, "{gpu}");
        assert_ne!(tracks("call"), tracks("submission"), "{gpu}");
        for draw in of("draw") {
            let around = |job: &&Slice| job.start <= draw.start && draw.end <= job.end;
            assert!(of("submission").iter().any(around), "{gpu}: {draw:?}");
        }
        let draws = process["profile"]["draws"].as_array().unwrap();
        let fragments = draws.iter().filter(|row| row["stage"] == "fragments");
        let lanes: u64 = fragments.map(|row| row["lanes"].as_u64().unwrap()).sum();
        assert!(lanes > 0, "{gpu}");
        let shaders = process["profile"]["shaders"].as_array().unwrap();
        let lines = shaders.iter().flat_map(|s| s["lines"].as_array().unwrap());
        for line in lines {
            assert_ne!(line["text"], "", "{gpu}: {line}");
        }
    }
}

#[test]
fn results_do_not_depend_on_a_profile() {
    for gpu in GPUS {
        let Some(dir) = stage(gpu, "profile-same") else {
            return;
        };
        // Drivers that poll for completion then submit the same.
        let plain = &["--no-overlap"][..];
        let [plain, with] = [plain, &[plain, PROFILE].concat()].map(|options| {
            let mut report = exec(&dir, gpu, options, &[GLES, "triangle", "a.png"]);
            let process = report["processes"][0].as_object_mut().unwrap();
            assert_eq!(process.remove("profile").is_some(), options.len() > 1);
            process.remove("process");
            let image = std::fs::read(dir.join("a.png")).unwrap();
            (report["processes"].take(), image)
        });
        assert_eq!(plain.0, with.0, "{gpu}");
        assert!(plain.1 == with.1, "{gpu}: the images differ");
    }
}

#[test]
fn each_process_contributes() {
    let Some(dir) = stage("bcm2837", "profile-processes") else {
        return;
    };
    let both = format!("{GLES} triangle a.png && {GLES} clear b.png");
    let report = exec(&dir, "bcm2837", PROFILE, &["sh", "-c", &both]);
    let processes = report["processes"].as_array().unwrap();
    assert_eq!(processes.len(), 2);
    // The number of the process is in the upper half of a track's.
    let traced: BTreeSet<u64> = slices(&dir).iter().map(|s| s.track >> 32).collect();
    let numbers = processes.iter().map(|p| p["process"].as_u64().unwrap());
    assert_eq!(traced, numbers.collect());
    assert!(processes.iter().all(|p| p["profile"]["draws"].is_array()));
}
