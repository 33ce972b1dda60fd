//! Whole jobs through the built command: the jobs of tests/cli and the
//! examples.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder for the images of one run, without what an earlier run of the tests left there.
fn out() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("run-{n}"));
    if dir.exists() {
        std::fs::remove_dir_all(&dir).expect("an old folder of the tests");
    }
    dir.to_str().expect("a path of text").to_owned()
}

fn tilescope(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(args)
        .current_dir(root())
        .output()
        .unwrap();
    (
        output.status.code().expect("an exit code"),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// Every folder with a job.toml right below `folder`, relative to the workspace.
fn jobs(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).into_iter().flatten();
    let mut found: Vec<String> = entries
        .flatten()
        .filter(|e| e.path().join("job.toml").is_file())
        .filter_map(|e| Some(format!("{folder}/{}", e.file_name().to_str()?)))
        .collect();
    found.sort();
    found
}

/// Enough for every job here, and soon used up by one that never ends.
const FUEL: &str = "50000000";

#[test]
fn every_job_meets_its_expectations() {
    let mut all = jobs("tests/cli");
    assert!(all.len() >= 5, "{all:?}");
    all.extend(jobs("examples/vc4"));
    for job in all {
        let (code, report, err) =
            tilescope(&["run", &job, "--check", "--fuel", FUEL, "--out", &out()]);
        assert_eq!((code, err.as_str()), (0, ""), "{job}\n{report}");
    }
}

/// The report and every file of a run, without the name of the folder.
fn everything(job: &str, extra: &[&str]) -> (String, Vec<(String, Vec<u8>)>) {
    let out = out();
    let mut args = vec![
        "run", job, "--report", "json", "--fuel", FUEL, "--out", &out,
    ];
    args.extend(extra);
    let (_, report, err) = tilescope(&args);
    assert_eq!(err, "", "{job} {extra:?}");
    let mut files: Vec<_> = std::fs::read_dir(&out)
        .unwrap()
        .flatten()
        .map(|e| {
            let name = e.file_name().into_string().unwrap();
            (name, std::fs::read(e.path()).unwrap())
        })
        .collect();
    files.sort();
    (report.replace(&out, "OUT"), files)
}

#[test]
fn threads_and_paths_change_nothing() {
    for job in ["tests/cli/triangle", "tests/cli/semaphore-never"] {
        let dumps = ["--dump", "vpm,tiles,qpu"];
        let one = everything(job, &["--threads", "1", dumps[0], dumps[1]]);
        for threads in ["2", "3", "7"] {
            let many = everything(job, &["--threads", threads, dumps[0], dumps[1]]);
            assert!(one == many, "{job} differs with {threads} threads");
        }
        let (report, files) = everything(job, &["--reference", dumps[0], dumps[1]]);
        assert!(files == one.1, "{job} differs on the reference paths");
        let expected = report.replace("\"reference\": true", "\"reference\": false");
        assert_eq!(expected, one.0, "{job}");
    }
}

#[test]
fn the_json_report_parses() {
    let (report, files) = everything("tests/cli/triangle", &["--dump", "vpm"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["version"], 2);
    assert_eq!(report["status"], "done");
    assert_eq!(report["counters"]["draws"], 1);
    assert_eq!(report["targets"][0]["file"], "OUT/frame.png");
    assert_eq!(report["dumps"][0]["file"], "OUT/vpm.txt");
    assert!(
        report["interrupts"]
            .as_array()
            .is_some_and(|i| !i.is_empty())
    );
    let names: Vec<&str> = files.iter().map(|f| f.0.as_str()).collect();
    assert_eq!(names, ["frame.png", "vpm.txt"]);
    // Rows that the coordinate shader read: x of the three vertices. The words
    // are those that the bare-metal demo of asurati/x03 shows for its VPM.
    // source: hardware
    let vpm = String::from_utf8(files[1].1.clone()).unwrap();
    for words in [
        "00000000  c0200000  40200000",
        "40555555  c0555555  c0555555",
        "f3870000  0c79f385  0c790c7b",
    ] {
        assert!(vpm.contains(words), "{words} in\n{vpm}");
    }
}

#[test]
fn a_hardware_stop_is_exit_code_3() {
    let run = |job: &str| {
        let (code, report, err) = tilescope(&["run", job, "--fuel", FUEL, "--out", &out()]);
        assert_eq!(err, "");
        (code, report)
    };
    let (code, report) = run("tests/cli/endless");
    assert_eq!(code, 3);
    assert!(report.ends_with("out-of-fuel: 1 finding\n"), "{report}");
    let (code, report) = run("tests/cli/semaphore-never");
    assert_eq!(code, 3);
    let head = "\
  --> tests/cli/semaphore-never/render.cl:3:1
   |
3  | WAIT_ON_SEMAPHORE
   | ^^^^^^^^^^^^^^^^^
   |
   | 0x1000000e  08  WAIT_ON_SEMAPHORE
   |
";
    assert!(report.starts_with("hang[VC4-CL-028]: "), "{report}");
    assert!(report.contains(head), "{report}");
    let path =
        "\n   = note: submission 0 > rendering list 0x10000000 > WAIT_ON_SEMAPHORE at +0xe\n";
    assert!(report.contains(path), "{report}");
    assert!(
        report.contains("  1 (never reached): not run: an earlier submission did not end\n"),
        "{report}"
    );
    assert!(report.ends_with("fault: 1 finding\n"), "{report}");
}

#[test]
fn lint_prints_only_findings() {
    let (code, text, err) = tilescope(&["lint", "tests/cli/triangle"]);
    assert_eq!((code, text.as_str(), err.as_str()), (0, "", ""));
    let (code, text, _) = tilescope(&["lint", "tests/cli/semaphore-never"]);
    assert_eq!(code, 1);
    assert!(text.starts_with("hang[VC4-CL-028]: "), "{text}");
    let (code, json, _) = tilescope(&["lint", "--json", "tests/cli/semaphore-never"]);
    assert_eq!(code, 1);
    let findings: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(findings[0]["rule"], "VC4-CL-028");
    assert_eq!(findings[0]["file"], "tests/cli/semaphore-never/render.cl");
    assert_eq!(findings[0]["line"], 3);
    assert_eq!(findings[0]["column"], 1);
}

#[test]
fn a_wrong_expectation_is_exit_code_1() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-expectation");
    std::fs::create_dir_all(&folder).unwrap();
    let from = root().join("tests/cli/user-program");
    std::fs::copy(from.join("code.qasm"), folder.join("code.qasm")).unwrap();
    let job = std::fs::read_to_string(from.join("job.toml")).unwrap();
    let job = job.replace("[100, 103,", "[100, 104,");
    std::fs::write(folder.join("job.toml"), job).unwrap();
    let path = folder.to_str().unwrap();
    let (code, report, _) = tilescope(&["run", path, "--check", "--out", &out()]);
    assert_eq!(code, 1, "{report}");
    for part in [
        "  ok    status\n",
        "  WRONG words at result+0x10\n        expected 0x00000064 0x00000068 ",
        "        found    0x00000064 0x00000067 ",
        "done: no findings; 1 of 2 checks passed\n",
    ] {
        assert!(report.contains(part), "{part:?} in\n{report}");
    }
}

#[test]
fn a_job_decodes_into_everything_it_reaches() {
    let (code, listing, err) = tilescope(&["decode", "tests/cli/triangle"]);
    assert_eq!((code, err.as_str()), (0, ""));
    for part in [
        "# submission 0 (frame 0)\n",
        "\nlist 0x",
        "(@bin)\n",
        "(@render)\n",
        "START_TILE_BINNING\n",
        "\nGL_SHADER_RECORD 0x",
        "\nATTRIBUTE 0x",
        "\ncoordinate shader 0x",
        "\nvertex shader 0x",
        "\nfragment shader 0x",
        "(@fragment)\n",
        "address=@tile_alloc+0x20\n",
    ] {
        assert!(listing.contains(part), "{part:?} in\n{listing}");
    }
    let (_, stable, _) = tilescope(&["decode", "--stable", "tests/cli/triangle"]);
    // Instruction words are not addresses, but may look like some.
    let lists = stable.split("shader ").next().unwrap();
    assert!(!lists.contains("0x1000"), "an absolute address in\n{lists}");
    assert!(stable.contains("\nlist bin+0x0000\n"), "{stable}");
    let (_, registers, _) = tilescope(&["decode", "tests/cli/registers"]);
    assert!(registers.contains("write   SRQPC = 0x"), "{registers}");
    assert!(registers.contains("\nuser shader 0x"), "{registers}");
}
