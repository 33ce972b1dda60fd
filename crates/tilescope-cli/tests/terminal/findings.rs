//! `lint`: formats, levels, and single files.

use serde_json::Value;

use super::{folder, here, job, tilescope};

/// A job with one finding: a hang in its list.
const JOB: &str = "tests/cli/semaphore-never";

#[test]
fn findings_have_a_format_for_every_reader() {
    let place = "tests/cli/semaphore-never/render.cl";
    let (code, text, err) = here(&["lint", "--format", "short", JOB]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(
        text.starts_with(&format!("{place}:3:1: hang[VC4-CL-028]: ")),
        "{text}"
    );
    assert_eq!(text.lines().count(), 1);

    let (code, text, _) = here(&["lint", "--format", "github", JOB]);
    let start = format!("::error file={place},line=3,col=1,endColumn=17,title=hang[VC4-CL-028]::");
    assert!(code == 1 && text.starts_with(&start), "{text}");

    let (code, text, _) = here(&["lint", "--format", "sarif", JOB]);
    let log: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &log["version"]), (1, &Value::from("2.1.0")));
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "VC4-CL-028");
    let physical = &result["locations"][0]["physicalLocation"];
    assert_eq!(physical["artifactLocation"]["uri"], place);
    assert_eq!(physical["region"]["startColumn"], 1);

    let (_, json, _) = here(&["lint", "--format", "json", JOB]);
    let (_, short, _) = here(&["lint", "--json", JOB]);
    assert_eq!(json, short);
    let (_, rustc, _) = here(&["lint", "--format", "rustc", JOB]);
    let (_, default, _) = here(&["lint", JOB]);
    assert_eq!(rustc, default);
    let arrow = "\n  --> tests/cli/semaphore-never/render.cl:3:1\n   |\n3  | WAIT_ON_SEMAPHORE\n";
    assert!(rustc.contains(arrow), "{rustc}");
}

#[test]
fn levels_decide_what_is_reported_and_what_fails() {
    let lint = |args: &[&str]| {
        let (code, text, err) = here(&[&["lint", "--format", "short"], args, &[JOB]].concat());
        (code, text.lines().count(), err)
    };
    assert_eq!(lint(&[]), (1, 1, String::new()));
    assert_eq!(lint(&["--allow", "VC4-CL-028"]), (0, 0, String::new()));
    assert_eq!(lint(&["--allow", "vc4"]), (0, 0, String::new()));
    assert_eq!(lint(&["--warn", "hang"]), (0, 1, String::new()));
    assert_eq!(
        lint(&["--warn", "hang", "--deny", "VC4-CL"]),
        (1, 1, String::new())
    );
    let (code, lines, err) = lint(&["--deny", "VC4-CL-O28"]);
    assert_eq!((code, lines), (2, 0));
    assert!(err.contains("did you mean `VC4-CL-028`?"), "{err}");
    let (code, text, err) = here(&["lint", "--quiet", JOB]);
    assert_eq!((code, text.as_str(), err.as_str()), (1, "", ""));
}

#[test]
fn jobs_set_levels_and_the_command_line_overrides_them() {
    let dir = job(
        JOB,
        "lint-table",
        "[lint]\nwarn = [\"hang\"]\nallow = [\"VC4-CL-028\"]\n",
    );
    let (code, text, err) = tilescope(&dir, &["lint", "."]);
    assert_eq!((code, text.as_str(), err.as_str()), (0, "", ""));
    let (code, text, _) = tilescope(
        &dir,
        &["lint", "--format", "short", "--deny", "VC4-CL-028", "."],
    );
    assert_eq!(code, 1);
    assert!(text.starts_with("render.cl:3:1: hang"), "{text}");
    let wrong = job(JOB, "lint-table-wrong", "[lint]\ndeny = [\"VC4-CL-O28\"]\n");
    let (code, _, err) = tilescope(&wrong, &["lint", "."]);
    assert_eq!(code, 2);
    assert!(
        err.contains(" --> job.toml:") && err.contains("VC4-CL-028"),
        "{err}"
    );
}

#[test]
fn a_list_is_checked_as_a_part_of_its_job() {
    let list = format!("{JOB}/render.cl");
    let (code, text, err) = here(&["lint", "--format", "short", &list]);
    assert_eq!(code, 1);
    assert!(
        text.starts_with(&format!("{list}:3:1: hang[VC4-CL-028]")),
        "{text}"
    );
    assert_eq!(
        err,
        format!("note: render.cl is checked as a part of the job {JOB}\n")
    );
    let alone = folder("list");
    std::fs::write(alone.join("a.cl"), "FLUSH\n").unwrap();
    let (code, text, err) = tilescope(&alone, &["lint", "a.cl"]);
    assert_eq!((code, text.as_str()), (2, ""));
    assert!(
        err.contains("a.cl cannot be checked without a job"),
        "{err}"
    );
    let other = job(JOB, "list-of-none", "");
    std::fs::write(other.join("other.cl"), "FLUSH\n").unwrap();
    let (code, _, err) = tilescope(&other, &["lint", "other.cl"]);
    assert_eq!(code, 2);
    assert!(err.contains("the job . does not use other.cl"), "{err}");
}

#[test]
fn the_stage_of_a_shader_is_inferred_or_asked_for() {
    let dir = folder("stage");
    let end = "sig_end\nnop\nnop\n";
    for (text, stage) in [
        (
            "mov tlb_color_all, 0\n",
            "checked as a fragment shader, because it writes colour",
        ),
        (
            "mov vpm, 0\n",
            "checked as a vertex shader, because it writes the VPM",
        ),
        (
            "mov vw_addr, 0\n",
            "checked as a user shader, because it starts DMA",
        ),
    ] {
        std::fs::write(dir.join("a.qasm"), format!("{text}{end}")).unwrap();
        let (_, _, err) = tilescope(&dir, &["lint", "a.qasm"]);
        assert!(
            err.starts_with("note: a.qasm is ") && err.contains(stage),
            "{text}{err}"
        );
        let (_, _, err) = tilescope(&dir, &["lint", "--stage", "user", "a.qasm"]);
        assert_eq!(err, "");
    }
    std::fs::write(dir.join("a.qasm"), format!("mov r0, 0\n{end}")).unwrap();
    let (code, text, err) = tilescope(&dir, &["lint", "a.qasm"]);
    assert_eq!((code, text.as_str()), (2, ""));
    assert!(
        err.contains("--stage fragment, vertex, coordinate or user"),
        "{err}"
    );
}

#[test]
fn rules_are_searched_and_listed() {
    let (code, text, err) = here(&["explain", "VC4-QPU"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(text.lines().count() > 10);
    assert!(text.lines().all(|l| l.starts_with("VC4-QPU-")), "{text}");
    let (code, text, _) = here(&["explain", "semaphore"]);
    assert_eq!(code, 0);
    assert!(
        text.contains("VC4-CL-028") && text.contains("VIV-"),
        "{text}"
    );
    let (_, fewer, _) = here(&["explain", "semaphore", "rendering"]);
    assert!(!fewer.is_empty() && fewer.lines().count() < text.lines().count());
    let (code, text, err) = here(&["explain", "frobnicate"]);
    assert_eq!((code, text.as_str()), (2, ""));
    assert!(
        err.starts_with("error: no rule mentions `frobnicate`\n"),
        "{err}"
    );
}
