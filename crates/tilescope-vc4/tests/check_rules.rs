//! Every rule that the static checker raises has a folder
//! `tests/rules/vc4/<RULE-ID>` with programs that break it (`broken*.qpu`) and similar
//! programs that do not (`good*.qpu`).
//!
//! A fixture is text: header comments `# stage: …` (fragment,
//! fragment-threaded, vertex, coordinate or user), for broken ones `# at: N`
//! (the instruction at fault), then one `.word 0x…` for each instruction.
//! A broken program must break its rule, at that instruction, and no other rule; a good
//! one must not break any.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tilescope_vc4::check::{Options, Report, Stage, Threads, check_program};
use tilescope_vc4::rules;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rules/vc4")
}

struct Fixture {
    stage: Stage,
    at: Option<u32>,
    words: Vec<u64>,
}

fn parse(text: &str) -> Result<Fixture, String> {
    let (mut stage, mut at, mut words) = (None, None, Vec::new());
    for line in text.lines() {
        if let Some((key, value)) = line.strip_prefix("# ").and_then(|l| l.split_once(": ")) {
            match key {
                "stage" => {
                    stage = Some(match value {
                        "fragment" => Stage::Fragment(Threads::One),
                        "fragment-threaded" => Stage::Fragment(Threads::Two),
                        "vertex" => Stage::Vertex,
                        "coordinate" => Stage::Coordinate,
                        "user" => Stage::User,
                        other => return Err(format!("unknown stage {other}")),
                    });
                }
                "at" => at = Some(value.parse().map_err(|e| format!("at: {e}"))?),
                "source" => {}
                other => return Err(format!("unknown header {other}")),
            }
            continue;
        }
        let code = line.split('#').next().unwrap_or_default().trim();
        if code.is_empty() {
            continue;
        }
        let word = code
            .strip_prefix(".word 0x")
            .and_then(|hex| u64::from_str_radix(hex, 16).ok())
            .ok_or_else(|| format!("not a word: {line}"))?;
        words.push(word);
    }
    Ok(Fixture {
        stage: stage.ok_or("no stage")?,
        at,
        words,
    })
}

fn listing(report: &Report) -> String {
    report
        .violations
        .iter()
        .map(|v| format!("    {} at {}: {}\n", v.rule.id, v.ip, v.message))
        .collect()
}

/// The mismatch of one fixture, if any.
fn check_fixture(id: &str, path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let fixture = parse(&text)?;
    let report = check_program(&fixture.words, fixture.stage, Options::default());
    let name = path
        .file_name()
        .and_then(|n| n.to_str())
        .unwrap_or_default();
    let found: BTreeSet<(&str, u32)> = report
        .violations
        .iter()
        .map(|v| (v.rule.id, v.ip))
        .collect();
    let expected = match (name.starts_with("broken"), fixture.at) {
        (true, Some(at)) => BTreeSet::from([(id, at)]),
        (false, None) => BTreeSet::new(),
        _ => return Err("`# at:` belongs in broken fixtures, and only there".to_owned()),
    };
    if found != expected {
        return Err(format!(
            "expected {expected:?}, found\n{}",
            listing(&report)
        ));
    }
    Ok(())
}

#[test]
fn fixtures_break_their_rule_and_no_other() {
    let mut failures = String::new();
    let mut count = 0;
    let mut folders: Vec<_> = fs::read_dir(root())
        .expect("tests/rules/vc4 exists")
        .map(|e| e.expect("a readable folder").path())
        .collect();
    folders.sort();
    for folder in folders {
        if !folder.is_dir() {
            continue;
        }
        let id = folder
            .file_name()
            .and_then(|n| n.to_str())
            .unwrap_or_default();
        let known = rules::ALL
            .iter()
            .copied()
            .flatten()
            .any(|rule| rule.id == id);
        assert!(known, "{id} is not a rule");
        let mut files: Vec<_> = fs::read_dir(&folder)
            .expect("a readable folder")
            .map(|e| e.expect("a readable file").path())
            .filter(|p| p.extension().is_some_and(|x| x == "qpu"))
            .collect();
        files.sort();
        for file in files {
            count += 1;
            if let Err(why) = check_fixture(id, &file) {
                failures += &format!("{}: {why}\n", file.display());
            }
        }
    }
    assert!(count > 100, "only {count} fixtures found");
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn every_static_rule_has_a_broken_and_a_good_program() {
    let is_static = |id: &str| {
        (id.starts_with("VC4-QPU-") && id < "VC4-QPU-140")
            || [
                "VC4-QPU-152",
                "VC4-TMU-001",
                "VC4-TMU-002",
                "VC4-VPM-001",
                "VC4-VPM-002",
            ]
            .contains(&id)
    };
    for rule in rules::ALL
        .iter()
        .copied()
        .flatten()
        .filter(|r| is_static(r.id))
    {
        for name in ["broken.qpu", "good.qpu"] {
            let path = root().join(rule.id).join(name);
            assert!(path.exists(), "{} is missing", path.display());
        }
    }
}
