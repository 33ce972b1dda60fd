//! `run --profile`: the trace, by a reader of its own and by the trace processor of ui.perfetto.dev,
//! and the tables.

mod perfetto;
mod reader;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use reader::Slice;
use serde_json::Value;

/// A job of each family that draws, the stages that it has, and its number of draws.
const JOBS: [(&str, &[&str], usize); 3] = [
    (
        "examples/vc4/textured",
        &["vertices", "primitives", "tile", "fragments", "transfer"],
        1,
    ),
    (
        "examples/vivante/textured-cube",
        &["vertices", "primitives", "tile", "fragments", "transfer"],
        1,
    ),
    (
        "examples/midgard/triangle",
        &[
            "job",
            "vertices",
            "primitives",
            "tile",
            "fragments",
            "transfer",
        ],
        1,
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A new folder for a test.
fn folder(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("profile-{test}"));
    if dir.exists() {
        std::fs::remove_dir_all(&dir).expect("an old folder of the tests");
    }
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

fn tilescope(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(args)
        .current_dir(root())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// The report of `run` with these options.
fn report(job: &str, options: &[&str]) -> Value {
    let args = [&["run", job, "--report", "json"], options].concat();
    serde_json::from_str(&tilescope(&args)).unwrap()
}

/// Runs a job with a profile; returns its trace, and the tables.
fn profiled(job: &str, dir: &Path, options: &[&str]) -> (PathBuf, Value) {
    let trace = dir.join("job.pftrace");
    let path = trace.to_str().unwrap();
    let mut report = report(job, &[&["--profile", path], options].concat());
    (trace, report["profile"].take())
}

fn slices(trace: &Path) -> Vec<Slice> {
    reader::slices(&std::fs::read(trace).unwrap())
}

#[test]
fn slices_nest_and_cover_their_stages() {
    let dir = folder("nest");
    for (job, stages, draws) in JOBS {
        for threads in ["1", "4"] {
            let (trace, _) = profiled(job, &dir, &["--threads", threads]);
            let slices = slices(&trace);
            let of = |category: &str| {
                let category = category.to_owned();
                slices.iter().filter(move |s| s.category == category)
            };
            assert_eq!(of("draw").count(), draws, "{job}");
            for slice in &slices {
                let around = |whole: &Slice| whole.start <= slice.start && slice.end <= whole.end;
                assert!(of("submission").any(around), "{job}: {slice:?}");
            }
            let found: BTreeSet<&str> = slices.iter().map(|s| &*s.category).collect();
            for stage in stages {
                assert!(found.contains(stage), "{job} has no slice of {stage}");
            }
            // Fragments are inside a tile, and both on one thread.
            for fragments in of("fragments") {
                let around = |tile: &Slice| {
                    tile.track == fragments.track
                        && tile.start <= fragments.start
                        && fragments.end <= tile.end
                };
                assert!(of("tile").any(around), "{job}: {fragments:?}");
            }
            if threads == "1" {
                let tracks: BTreeSet<u64> = slices.iter().map(|s| s.track).collect();
                assert_eq!(tracks.len(), 1, "{job}");
            }
        }
    }
}

#[test]
fn results_do_not_depend_on_a_profile() {
    let dir = folder("same");
    let trace = dir.join("job.pftrace");
    let trace = trace.to_str().unwrap();
    for (job, ..) in JOBS {
        for paths in [&[][..], &["--no-jit"], &["--reference"]] {
            let [plain, with] = [&[][..], &["--profile", trace]].map(|profile| {
                let out = dir.join(if profile.is_empty() { "plain" } else { "with" });
                let options = [&["--out", out.to_str().unwrap()], paths, profile].concat();
                let mut report = report(job, &options);
                let images: Vec<Vec<u8>> = (report["targets"].as_array_mut().unwrap().iter_mut())
                    .map(|target| {
                        let file = target["file"].take();
                        std::fs::read(root().join(file.as_str().unwrap())).unwrap()
                    })
                    .collect();
                let tables = report.as_object_mut().unwrap().remove("profile");
                assert_eq!(tables.is_some(), !profile.is_empty(), "{job}");
                (report, images)
            });
            assert!(!plain.1.is_empty());
            assert_eq!(plain.0, with.0, "{job} {paths:?}");
            assert!(plain.1 == with.1, "{job} {paths:?}: the images differ");
        }
    }
}

/// Every example.
fn examples() -> Vec<String> {
    let folders = ["vc4", "vivante", "midgard"].map(|family| format!("examples/{family}"));
    let entries = folders.iter().flat_map(|folder| {
        let entries = std::fs::read_dir(root().join(folder)).unwrap().flatten();
        let jobs = entries.filter(|e| e.path().join("job.toml").is_file());
        jobs.map(move |e| format!("{folder}/{}", e.file_name().to_str().unwrap()))
    });
    entries.collect()
}

#[test]
fn reports_of_all_examples_do_not_depend_on_a_profile() {
    let dir = folder("all");
    let trace = dir.join("job.pftrace");
    let all = examples();
    assert!(all.len() > 30, "{all:?}");
    for job in all {
        let plain = report(&job, &[]);
        let mut with = report(&job, &["--profile", trace.to_str().unwrap()]);
        let tables = with.as_object_mut().unwrap().remove("profile");
        assert_eq!(plain, with, "{job}");
        let tables = tables.expect("tables");
        for key in ["draws_dropped", "shaders_dropped", "slices_dropped"] {
            assert_eq!(tables[key], 0, "{job}");
        }
        // They nest.
        slices(&trace);
    }
}

#[test]
fn tables_do_not_depend_on_threads_or_native_code() {
    let dir = folder("tables");
    for job in examples() {
        let (_, expected) = profiled(&job, &dir, &["--threads", "1", "--no-jit"]);
        let (_, tables) = profiled(&job, &dir, &["--threads", "3"]);
        assert_eq!(tables, expected, "{job}");
    }
}

/// The rows of a table.
fn rows<'a>(table: &'a Value, key: &str) -> &'a [Value] {
    table[key].as_array().expect("rows")
}

fn number(row: &Value, key: &str) -> u64 {
    row[key]
        .as_u64()
        .unwrap_or_else(|| panic!("{key} of {row}"))
}

/// `examples/vc4/gl-triangle`: a program of 15 instructions without a branch.
#[test]
fn lines_of_a_shader_without_branches_run_equally_often() {
    let dir = folder("lines");
    for options in [&["--threads", "2"][..], &["--reference"]] {
        let (_, tables) = profiled("examples/vc4/gl-triangle", &dir, options);
        let shaders = rows(&tables, "shaders");
        let fragment = shaders.iter().find(|s| s["stage"] == "fragment").unwrap();
        let lines = rows(fragment, "lines");
        assert_eq!(lines.len(), 15, "{options:?}");
        let draws = rows(&tables, "draws");
        let work = draws.iter().find(|d| d["stage"] == "fragments").unwrap();
        assert_eq!(number(work, "lanes"), 80_000, "pixels of the triangle");
        for (n, line) in lines.iter().enumerate() {
            assert_eq!(number(line, "instruction"), n as u64);
            assert_eq!(number(line, "batches"), number(work, "batches"));
            // Lanes of the QPU run all together.
            assert_eq!(number(line, "lanes"), 16 * number(line, "batches"));
        }
        let first = &lines[0];
        assert_eq!(first["file"], "examples/vc4/gl-triangle/fs.qasm");
        assert_eq!(first["text"], "nop ; fmul r0, vary, ra15");
        let vertices = draws.iter().find(|d| d["stage"] == "vertices").unwrap();
        // Three, in the coordinate shader and in the vertex shader.
        assert_eq!(number(vertices, "lanes"), 6);
    }
}

#[test]
fn fetches_of_lines_are_those_of_their_draw() {
    let dir = folder("fetches");
    for job in ["examples/vc4/textured", "examples/vivante/textured-cube"] {
        let (_, tables) = profiled(job, &dir, &[]);
        let of_draws: u64 = rows(&tables, "draws")
            .iter()
            .map(|d| number(d, "fetches"))
            .sum();
        let lines = rows(&tables, "shaders")
            .iter()
            .flat_map(|s| rows(s, "lines"));
        let of_lines: u64 = lines.map(|line| number(line, "fetches")).sum();
        assert!(of_draws > 0, "{job}");
        assert_eq!(of_draws, of_lines, "{job}");
    }
}

#[test]
fn tables_are_in_the_text_of_the_report() {
    let dir = folder("text");
    let trace = dir.join("job.pftrace");
    let job = "examples/vc4/gl-triangle";
    let text = tilescope(&["run", job, "--profile", trace.to_str().unwrap()]);
    for part in [
        "\ndraws\n  submission   draw  stage ",
        "\nfragment shader 0x404105b0\n",
        "    11  mov host_int, 1  # examples/vc4/gl-triangle/fs.qasm:21\n",
    ] {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}

#[test]
fn a_trace_that_cannot_be_written_is_an_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args([
            "run",
            "examples/vc4/gl-triangle",
            "--profile",
            "no/such/folder/t",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("cannot write no/such/folder/t: "), "{error}");
}

#[test]
fn a_trace_does_not_replace_its_job() {
    let dir = folder("own");
    let job = dir.join("job.tscap");
    std::fs::copy(root().join("tests/captures/v1-target.tscap"), &job).unwrap();
    let before = std::fs::read(&job).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(["run", "job.tscap", "--profile", "./job.tscap"])
        .current_dir(&dir)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("--profile would overwrite job.tscap"),
        "{error}"
    );
    assert!(std::fs::read(&job).unwrap() == before);
}
