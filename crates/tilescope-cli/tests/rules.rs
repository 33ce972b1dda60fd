//! Every rule has an example that breaks it and one that barely does not, and
//! `tilescope lint` tells them apart.
//!
//! Rules about programs have programs (`broken*.qpu`, `good*.qpu`, or `.asm`), which the tests of
//! the families check. All others have jobs. To keep each job minimal,
//! `tests/rules/<family>/<ID>/broken*.toml` and `good*.toml` give its differences from a job in
//! `tests/rules/<family>-base`; see the READMEs there. The jobs are written out under
//! `target/tmp/rules`, where they can be run by hand.
//!
//! `TILESCOPE_BLESS=1` writes the location of each finding into its fixture.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use serde::Deserialize;
use serde_json::Value;
use tilescope_core::Rule;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rules")
}

/// A family and its examples.
struct Family {
    /// The folder in `tests/rules`.
    name: &'static str,
    rules: &'static [&'static [&'static Rule]],
    /// Rules that only the virtual kernel raises, covered by its own tests.
    kernel: &'static str,
    /// The minimum number of rules with examples.
    examples: usize,
    /// Runs programs of the examples as part of a job.
    programs: Option<Programs>,
}

/// The fixture that runs a program without a job.
type Programs = fn(&str) -> Option<Fixture>;

const FAMILIES: [Family; 3] = [
    Family {
        name: "vc4",
        rules: tilescope_vc4::rules::ALL,
        kernel: "VC4-KERNEL-",
        examples: 100,
        programs: Some(vc4_program),
    },
    Family {
        name: "vivante",
        rules: tilescope_vivante::rules::ALL,
        kernel: "VIV-KERNEL-",
        examples: 100,
        programs: None,
    },
    Family {
        name: "midgard",
        rules: tilescope_midgard::rules::ALL,
        kernel: "MALI-KERNEL-",
        examples: 80,
        programs: None,
    },
];

impl Family {
    fn all(&self) -> impl Iterator<Item = &'static Rule> {
        self.rules.iter().flat_map(|unit| unit.iter().copied())
    }
}

/// The differences of a job from its base.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fixture {
    /// Folders in `tests/rules/<family>-base`, joined by `+`: later ones replace
    /// files of earlier ones.
    base: String,
    /// The status at the end of the run.
    #[serde(default = "done")]
    status: String,
    /// The location of the finding; broken ones only.
    at: Option<String>,
    /// Bits in the innermost step of `at`.
    bits: Option<[u16; 2]>,
    /// Other rules that are inevitably broken as well.
    #[serde(default)]
    also: Vec<String>,
    /// The fuel of the run.
    fuel: Option<u64>,
    #[serde(default)]
    edit: Vec<Edit>,
    /// Files that are added or replaced as a whole.
    #[serde(default)]
    files: BTreeMap<String, String>,
}

/// Replaces a text that occurs once.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    replace: String,
    with: String,
}

fn done() -> String {
    "done".to_owned()
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// Writes the job of `fixture` into `folder`.
fn write_job(fixture: &Fixture, family: &str, folder: &Path) -> Result<(), String> {
    let mut files = BTreeMap::new();
    for base in fixture.base.split('+') {
        let base = root().join(format!("{family}-base")).join(base);
        for entry in fs::read_dir(&base).map_err(|e| format!("{}: {e}", base.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            files.insert(name.into_owned(), text(&path)?);
        }
    }
    files.extend(fixture.files.clone());
    for edit in &fixture.edit {
        let old = files
            .get(&edit.file)
            .ok_or_else(|| format!("there is no {} to edit", edit.file))?;
        let times = old.matches(&edit.replace).count();
        if times != 1 {
            return Err(format!(
                "{:?} is {times} times in {}",
                edit.replace, edit.file
            ));
        }
        let new = old.replace(&edit.replace, &edit.with);
        files.insert(edit.file.clone(), new);
    }
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    for (name, content) in files {
        fs::write(folder.join(name), content).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Runs the command and gives its exit code and what it printed as JSON.
fn tilescope(args: &[&str], fuel: Option<u64>) -> Result<(i32, Value), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilescope"));
    command.args(args);
    if let Some(fuel) = fuel {
        command.args(["--fuel", &fuel.to_string()]);
    }
    let out = command.output().map_err(|e| e.to_string())?;
    let code = out.status.code().unwrap_or(-1);
    let json = serde_json::from_slice(&out.stdout)
        .map_err(|_| format!("exit code {code}: {}", String::from_utf8_lossy(&out.stderr)))?;
    Ok((code, json))
}

fn field<'v>(finding: &'v Value, key: &str) -> &'v str {
    finding[key].as_str().unwrap_or_default()
}

/// The problem with the outcome of one fixture, if any.
fn check(id: &str, family: &str, path: &Path, folder: &Path) -> Result<(), String> {
    let source = text(path)?;
    let fixture: Fixture = toml::from_str(&source).map_err(|e| e.to_string())?;
    write_job(&fixture, family, folder)?;
    let job = folder.to_string_lossy();
    let (code, findings) = tilescope(&["lint", "--json", &job], fixture.fuel)?;
    let findings = findings.as_array().cloned().unwrap_or_default();
    let listing: String = findings
        .iter()
        .map(|f| {
            format!(
                "    {} {}: {} {}\n",
                field(f, "rule"),
                field(f, "location"),
                field(f, "message"),
                f["bits"]
            )
        })
        .collect();
    let mut expected: BTreeSet<&str> = fixture.also.iter().map(String::as_str).collect();
    let broken = fixture.at.is_some();
    if broken {
        expected.insert(id);
    }
    let found: BTreeSet<&str> = findings.iter().map(|f| field(f, "rule")).collect();
    // Findings of severity `slow` are reported, but are no failure.
    let denied = findings.iter().any(|f| field(f, "severity") != "slow");
    if found != expected || code != i32::from(denied) {
        return Err(format!(
            "exit code {code}, expected {expected:?}, found\n{listing}"
        ));
    }
    if let Some(at) = &fixture.at {
        let mine = || findings.iter().filter(|f| field(f, "rule") == id);
        let there = |f: &Value| {
            let bits = fixture
                .bits
                .map_or(Value::Null, |b| Value::from(b.to_vec()));
            field(f, "location") == at && f["bits"] == bits
        };
        if !mine().any(there) {
            if env::var_os("TILESCOPE_BLESS").is_some()
                && let Some(f) = mine().next()
            {
                bless(path, &source, f)?;
            }
            return Err(format!(
                "expected at {at} {:?}, found\n{listing}",
                fixture.bits
            ));
        }
    }
    let out = folder.join("out");
    let args = [
        "run",
        "--report",
        "json",
        "--out",
        &out.to_string_lossy(),
        &job,
    ];
    let (_, report) = tilescope(&args, fixture.fuel)?;
    if report["status"].as_str() != Some(&fixture.status) {
        return Err(format!(
            "expected the run to end as {}, not {}\n{listing}",
            fixture.status, report["status"]
        ));
    }
    if !broken && let Some(u) = report["unimplemented"].as_array().filter(|u| !u.is_empty()) {
        return Err(format!(
            "a good example needs what is not implemented: {u:?}"
        ));
    }
    Ok(())
}

/// Writes the location of `finding` into the fixture.
fn bless(path: &Path, source: &str, finding: &Value) -> Result<(), String> {
    let mut out = String::new();
    for line in source.lines().filter(|l| !l.starts_with("bits = ")) {
        if line.starts_with("at = ") {
            out += &format!("at = {:?}\n", field(finding, "location"));
            if let Some(bits) = finding["bits"].as_array() {
                out += &format!("bits = [{}, {}]\n", bits[0], bits[1]);
            }
        } else {
            out += line;
            out += "\n";
        }
    }
    fs::write(path, out).map_err(|e| e.to_string())
}

/// The fixtures of every rule of a family: id and file.
fn fixtures(family: &Family) -> Vec<(String, PathBuf)> {
    let mut all = Vec::new();
    for rule in family.all() {
        let Ok(files) = fs::read_dir(root().join(family.name).join(rule.id)) else {
            continue;
        };
        let files = files.filter_map(Result::ok).map(|e| e.path());
        all.extend(
            files
                .filter(|p| p.extension().is_some_and(|x| x == "toml"))
                .map(|p| (rule.id.to_owned(), p)),
        );
    }
    all.sort();
    all
}

#[test]
fn jobs_of_vc4_break_their_rule_and_no_other() {
    jobs_break_their_rule_and_no_other(&FAMILIES[0]);
}

#[test]
fn jobs_of_vivante_break_their_rule_and_no_other() {
    jobs_break_their_rule_and_no_other(&FAMILIES[1]);
}

#[test]
fn jobs_of_midgard_break_their_rule_and_no_other() {
    jobs_break_their_rule_and_no_other(&FAMILIES[2]);
}

fn jobs_break_their_rule_and_no_other(family: &Family) {
    let only = env::var("TILESCOPE_RULE").ok();
    let mut fixtures = fixtures(family);
    fixtures.retain(|(id, _)| only.as_ref().is_none_or(|o| id.contains(o)));
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rules");
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((id, path)) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let name = path.file_stem().unwrap_or_default().to_string_lossy();
                    let folder = target.join(id).join(&*name);
                    let mut why = match check(id, family.name, path, &folder) {
                        Ok(()) => String::new(),
                        Err(why) => why,
                    };
                    let broken = name.starts_with("broken");
                    let has_at =
                        text(path).is_ok_and(|t| t.lines().any(|l| l.starts_with("at = ")));
                    if broken != has_at {
                        why += "`at` belongs in broken fixtures, and only there";
                    }
                    if !why.is_empty()
                        && let Ok(mut failures) = failures.lock()
                    {
                        failures.push(format!("{id} {name}: {why}"));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap_or_default();
    failures.sort();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    assert!(only.is_some() || fixtures.len() > family.examples);
}

/// The job that runs the program in `source`, in the place of its stage.
fn vc4_program(source: &str) -> Option<Fixture> {
    let stage = source.lines().find_map(|l| l.strip_prefix("# stage: "))?;
    let (base, file) = match stage {
        "user" => ("compute", "code.qasm"),
        "coordinate" => ("frame", "cs.qasm"),
        "vertex" => ("frame", "vs.qasm"),
        _ => ("frame", "fs.qasm"),
    };
    let threads = Edit {
        file: "record.cl".to_owned(),
        replace: "fs_single_thread, ".to_owned(),
        with: String::new(),
    };
    Some(Fixture {
        base: base.to_owned(),
        status: String::new(),
        at: None,
        bits: None,
        also: Vec::new(),
        fuel: Some(1_000_000),
        edit: match stage {
            "fragment-threaded" => vec![threads],
            _ => Vec::new(),
        },
        files: BTreeMap::from([(file.to_owned(), source.to_owned())]),
    })
}

/// The problem with the end of a broken example's run, if any.
fn check_stop(rule: &Rule, family: &Family, path: &Path, folder: &Path) -> Result<(), String> {
    let source = text(path)?;
    let is_program = path.extension().is_some_and(|x| x != "toml");
    let fixture = match (is_program, family.programs) {
        (false, _) => toml::from_str(&source).map_err(|e| e.to_string())?,
        (true, Some(job)) => job(&source).ok_or("the program has no stage")?,
        (true, None) => return Ok(()),
    };
    write_job(&fixture, family.name, folder)?;
    let (job, out) = (folder.to_string_lossy(), folder.join("out"));
    let out = out.to_string_lossy();
    let args = ["run", "--report", "json", "--out", &out, &job];
    let (code, report) = tilescope(&args, fixture.fuel)?;
    let findings = report["findings"].as_array().cloned().unwrap_or_default();
    let stops = |f: &Value| ["hang", "fault"].contains(&field(f, "severity"));
    let found: Vec<&str> = findings.iter().map(|f| field(f, "rule")).collect();
    let done = report["status"].as_str() == Some("done");
    if done != (code != 3) {
        return Err(format!("status {}, exit code {code}", report["status"]));
    }
    if done == findings.iter().any(stops) {
        return Err(format!("the run ends as {}: {found:?}", report["status"]));
    }
    // A program in the place of another may stop for other reasons too, and so may rules that are
    // inevitably broken as well.
    let alone = !is_program && fixture.also.is_empty();
    if rule.severity.stops() == done && (rule.severity.stops() || alone) {
        let severity = rule.severity;
        return Err(format!(
            "severity {severity}, and the run ends as {}: {found:?}",
            report["status"]
        ));
    }
    if rule.severity.stops() && !found.contains(&rule.id) {
        return Err(format!("it stops by {found:?}"));
    }
    Ok(())
}

/// Hangs and faults stop a run, and nothing else does.
#[test]
fn runs_stop_where_the_hardware_does() {
    let only = env::var("TILESCOPE_RULE").ok();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stops");
    let mut failures = Vec::new();
    for family in &FAMILIES {
        for rule in family.all() {
            if only.as_ref().is_some_and(|o| !rule.id.contains(o)) {
                continue;
            }
            let Ok(files) = fs::read_dir(root().join(family.name).join(rule.id)) else {
                continue;
            };
            let mut files: Vec<PathBuf> = files.filter_map(Result::ok).map(|e| e.path()).collect();
            files.sort();
            for path in files {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if !name.starts_with("broken") {
                    continue;
                }
                let folder = target.join(rule.id).join(&*name);
                if let Err(why) = check_stop(rule, family, &path, &folder) {
                    failures.push(format!("{} {name}: {why}", rule.id));
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Mistakes that once gave a finding for each of their consequences.
const MISTAKES: [(&str, &str, &str, &str, &str); 7] = [
    ("no flush", "bin.cl", "\nFLUSH\n", "\n", "VC4-CL-026"),
    (
        "binning too narrow",
        "bin.cl",
        "width=2, height=1",
        "width=1, height=1",
        "VC4-CL-049",
    ),
    (
        "rendering too narrow",
        "render.cl",
        "width=128, height=64",
        "width=64, height=64",
        "VC4-CL-067",
    ),
    (
        "no instruction between write and read, coordinate shader",
        "cs.qasm",
        "\nnop\nnop\nmov vpm, vpm\n",
        "\nnop\nnop\nmov ra1, vpm\nmov vpm, ra1\n",
        "VC4-QPU-040",
    ),
    (
        "no instruction between write and read, fragment shader",
        "fs.qasm",
        "mov r0, uni\n",
        "mov ra1, uni\nmov r0, ra1\n",
        "VC4-QPU-040",
    ),
    (
        "one delay slot of the end",
        "fs.qasm",
        "sig_end nop\nnop\nnop",
        "sig_end nop\nnop",
        "VC4-QPU-020",
    ),
    (
        "no end of the frame",
        "render.cl",
        "\nSTORE_MS_TILE_BUFFER_AND_EOF",
        "\nSTORE_MS_TILE_BUFFER",
        "VC4-CL-065",
    ),
];

#[test]
fn one_mistake_is_one_finding() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mistakes");
    for (name, file, replace, with, id) in MISTAKES {
        let fixture = Fixture {
            base: "frame".to_owned(),
            status: String::new(),
            at: None,
            bits: None,
            also: Vec::new(),
            fuel: None,
            edit: vec![Edit {
                file: file.to_owned(),
                replace: replace.to_owned(),
                with: with.to_owned(),
            }],
            files: BTreeMap::new(),
        };
        let folder = target.join(name.replace(' ', "-"));
        write_job(&fixture, "vc4", &folder).expect("a job");
        let job = folder.to_string_lossy();
        let (_, findings) = tilescope(&["lint", "--json", &job], None).expect("findings");
        let found: Vec<&str> = findings
            .as_array()
            .map(|f| f.iter().map(|f| field(f, "rule")).collect())
            .unwrap_or_default();
        assert_eq!(found, [id], "{name}");
    }
}

#[test]
fn every_rule_has_a_broken_and_a_good_example_or_a_reason() {
    FAMILIES.iter().for_each(has_examples);
}

fn has_examples(family: &Family) {
    let root = root().join(family.name);
    let listed = text(&root.join("NOT-RAISED.txt")).expect("the list");
    let mut reasons = BTreeMap::new();
    for line in listed
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
    {
        let (id, why) = line.split_once(": ").expect("`ID: reason`");
        assert!(family.all().any(|r| r.id == id), "{id} is not a rule");
        assert!(why.len() > 20, "{id}: say why");
        reasons.insert(id, why);
    }
    let mut missing = Vec::new();
    let mut with = 0;
    for rule in family.all().filter(|r| !r.id.starts_with(family.kernel)) {
        let files: Vec<String> = fs::read_dir(root.join(rule.id))
            .map(|files| {
                let names = files.filter_map(Result::ok).map(|e| e.file_name());
                names.map(|n| n.to_string_lossy().into_owned()).collect()
            })
            .unwrap_or_default();
        let has = |name: &str| {
            let kinds = [".qpu", ".asm", ".toml"];
            let is = |f: &String| f.starts_with(name) && kinds.iter().any(|x| f.ends_with(x));
            files.iter().any(is)
        };
        match (has("broken"), has("good"), reasons.contains_key(rule.id)) {
            (true, true, false) => with += 1,
            (false, false, true) => {}
            (false, false, false) => missing.push(format!("{}: no fixture, no reason", rule.id)),
            (_, _, true) => missing.push(format!("{}: fixture and reason", rule.id)),
            _ => missing.push(format!("{}: half a fixture", rule.id)),
        }
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
    let least = family.examples;
    assert!(
        with >= least,
        "only {with} rules have examples, not {least}"
    );
}

/// Rules of a family with a broken and a good example.
fn rules_with_examples(family: &Family) -> usize {
    let has = |rule: &&Rule, name: &str| {
        let files = fs::read_dir(root().join(family.name).join(rule.id));
        let mut names = files.into_iter().flatten().filter_map(Result::ok);
        names.any(|file| file.file_name().to_string_lossy().starts_with(name))
    };
    let both = |rule: &&Rule| has(rule, "broken") && has(rule, "good");
    family.all().filter(both).count()
}

#[test]
fn the_readme_counts_the_rules() {
    let readme = text(&root().join("../../README.md")).expect("the README");
    for family in &FAMILIES[1..] {
        let counts = rules_with_examples(family);
        let row = format!("| rules | {counts} that a stream can break");
        assert!(readme.contains(&row), "README.md should say {row:?}");
    }
}
