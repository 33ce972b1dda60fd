//! The tutorials of `docs/`: the files that they show form a job that runs as
//! described.

use std::path::Path;
use std::process::Command;

/// Writes the code blocks of `page` that name a file, and runs the job.
fn run(page: &str, command: &[&str], edit: impl Fn(&str, String) -> String) -> (i32, String) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut blocks = 0;
    let mut rest = page;
    while let Some((_, after)) = rest.split_once("```") {
        let (head, body) = after.split_once('\n').expect("a block");
        let (body, after) = body.split_once("```").expect("the end of a block");
        if let Some((_, name)) = head.split_once("file=") {
            let text = edit(name, body.to_owned());
            std::fs::write(dir.path().join(name), text).expect("a file");
            blocks += 1;
        }
        rest = after;
    }
    assert!(blocks >= 2, "the page shows {blocks} files");
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(command)
        .arg(".")
        .current_dir(dir.path())
        .output()
        .expect("tilescope runs");
    let code = output.status.code().expect("an exit code");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = text + &String::from_utf8_lossy(&output.stderr);
    if code == 0 && command.contains(&"--out") {
        assert!(Path::new(&dir.path().join("out/frame.png")).exists());
    }
    (code, text)
}

const VC4: &str = include_str!("../../../docs/first-job-vc4.md");
const MIDGARD: &str = include_str!("../../../docs/first-job-midgard.md");
const VIVANTE: &str = include_str!("../../../docs/first-job-vivante.md");

#[test]
fn the_job_of_each_tutorial_runs_and_meets_its_expectations() {
    for page in [VC4, VIVANTE, MIDGARD] {
        let (code, text) = run(page, &["run", "--check", "--out", "out"], |_, text| text);
        assert_eq!(code, 0, "{text}");
    }
}

#[test]
fn the_changes_that_the_tutorials_propose_have_the_effect_that_they_describe() {
    let without = |file: &'static str, line: &'static str| {
        move |name: &str, text: String| match name == file {
            true => {
                assert!(text.contains(line), "{file} has {line}");
                text.replace(line, "")
            }
            false => text,
        }
    };
    let run_it = ["run", "--out", "out"];
    let (code, text) = run(VC4, &run_it, without("bin.cl", "FLUSH\n"));
    assert_eq!(code, 3, "{text}");
    let (code, text) = run(VC4, &["lint"], without("fs.qasm", "fadd r2, r2, r5\n"));
    assert_eq!(code, 0, "{text}");
    let tag = |name: &str, text: String| match name {
        "state.jobs" => text.replace("@fs + 13", "@fs + 5"),
        _ => text,
    };
    let (code, text) = run(MIDGARD, &run_it, tag);
    assert!(code == 3 && text.contains("MALI-SH-003"), "{text}");
    let payload = "WRITE_VALUE_JOB_PAYLOAD address=@list, type=ZERO\n";
    let (code, text) = run(MIDGARD, &run_it, without("draw.jobs", payload));
    assert!(code == 3 && text.contains("MALI-JOB-008"), "{text}");
}
