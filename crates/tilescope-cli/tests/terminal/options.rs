//! Options that would be ignored are refused, and files are written only to the folder of `--out`.

use super::{folder, here, job, tilescope};

const JOB: &str = "tests/cli/triangle";
const VIVANTE: &str = "examples/vivante/triangle";
const CAPTURE: &str = "tests/captures/v1-target.tscap";

#[test]
fn options_without_effect_are_refused() {
    for (args, want) in [
        (
            &["run", JOB, "--out", "x", "--frames", "1"][..],
            "tests/cli/triangle is a job, so --frames does not apply",
        ),
        (
            &["run", JOB, "--out", "x", "--channels", "rgba"],
            "tests/cli/triangle is a job, so --channels does not apply",
        ),
        (&["run", JOB, "--dump", "vpm"], "--out <DIR>"),
        (&["run", CAPTURE, "--frames", "1"], "--out <DIR>"),
        (
            &["run", JOB, "--reference", "--threads", "2"],
            "cannot be used with",
        ),
        (
            &["run", VIVANTE, "--dump", "vpm", "--out", "x"],
            "gc2000 has no state for --dump",
        ),
        (
            &["run", CAPTURE, "--frames", "7..9", "--out", "x"],
            "--frames 7..9: the capture has frames 1 to ",
        ),
        (
            &["lint", JOB, "--stage", "user"],
            "tests/cli/triangle is a job, so --stage does not apply",
        ),
        (
            &["lint", CAPTURE, "--stage", "user"],
            "is a capture, so --stage does not apply",
        ),
        (
            &["lint", "tests/cli/triangle/coordinate.qasm", "--fuel", "1"],
            "--fuel is for jobs and captures",
        ),
        (
            &["decode", CAPTURE, "--gpu", "gc2000"],
            "was recorded on bcm2837, so --gpu gc2000 does not apply",
        ),
        (
            &["decode", JOB, "--gpu", "gc2000"],
            "is a job for bcm2835, so --gpu gc2000 does not apply",
        ),
        (
            &["decode", JOB, "--as", "list"],
            "is a job for bcm2835, so --as does not apply",
        ),
        (
            &["decode", CAPTURE, "--base", "0x1000"],
            "was recorded on bcm2837, so --base does not apply",
        ),
        (
            &["run", "tests/cli/triangle/bin.cl"],
            "is neither a job (a folder with a file job.toml) nor a capture (.tscap)",
        ),
        (
            &[
                "exec",
                "--gpu",
                "bcm2837",
                "--record",
                "./a",
                "--report",
                "json",
                "--report-to",
                "a",
                "--",
                "true",
            ],
            "--record and --report-to both write ./a",
        ),
    ] {
        let (code, text, err) = here(args);
        assert_eq!((code, text.as_str()), (2, ""), "{args:?}\n{err}");
        assert!(err.contains(want), "{args:?}: {want}\n{err}");
    }
}

#[test]
fn files_are_written_only_to_out() {
    let dir = job(JOB, "no-out", "");
    let files = || std::fs::read_dir(&dir).expect("the folder").count();
    let before = files();
    let (code, text, err) = tilescope(&dir, &["run", "."]);
    assert_eq!((code, err.as_str()), (0, ""), "{text}");
    assert_eq!(files(), before);
    assert!(text.contains("\nimages\n  frame ("), "{text}");
    assert!(text.contains("): not written; see --out\n"), "{text}");
    let (code, text, _) = tilescope(&dir, &["run", ".", "--out", "images"]);
    assert_eq!((code, files()), (0, before + 1));
    assert!(text.contains("\n  images/frame.png ("), "{text}");
}

#[test]
fn a_report_is_printed_even_if_files_cannot_be_written() {
    let dir = folder("unwritable");
    std::fs::write(dir.join("file"), "").expect("a file");
    let out = dir.join("file/images");
    let out = out.to_str().expect("text");
    for input in [JOB, CAPTURE] {
        let (code, text, err) = here(&["run", input, "--out", out]);
        assert_eq!(code, 2, "{text}");
        assert!(
            text.contains("\nsubmissions\n") && text.contains("\ndone: "),
            "{text}"
        );
        assert!(err.starts_with("error: cannot create the folder "), "{err}");
    }
}

#[test]
fn errors_of_jobs_name_the_file_from_here() {
    let dir = job(JOB, "error", "[expect.pixel]\n");
    let name = dir.file_name().and_then(|n| n.to_str()).expect("a name");
    let (code, _, err) = tilescope(dir.parent().expect("a folder"), &["run", name]);
    assert_eq!(code, 2);
    assert!(err.contains(&format!("--> {name}/job.toml:")), "{err}");
}

#[test]
fn a_quiet_run_prints_only_what_is_wrong() {
    let (code, text, err) = here(&["run", "--quiet", JOB]);
    assert_eq!((code, text.as_str(), err.as_str()), (0, "", ""));
    let (code, text, _) = here(&["run", "-q", "tests/cli/semaphore-never"]);
    assert_eq!(code, 3);
    assert!(text.starts_with("hang[VC4-CL-028]: "), "{text}");
    assert!(!text.contains("submissions"), "{text}");
    assert!(text.ends_with("fault: 1 finding\n"), "{text}");
}
