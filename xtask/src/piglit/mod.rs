//! Piglit, Mesa's suite of GL tests, on the virtual board, compared with the results of a real one.
//! `docs/piglit.md` describes the totals.

mod board;
mod lists;
mod options;
mod outcome;
mod process;
mod profile;
mod tally;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use lists::Lists;
use options::Options;
use outcome::Status;
use process::{Bench, Machine, Ran};
use profile::Test;
use tally::Tally;

/// Debian's piglit folders, relative to that of each architecture.
const HOMES: &[&str] = &[
    "/usr/lib/x86_64-linux-gnu/piglit",
    "/usr/lib/aarch64-linux-gnu/piglit",
    "/usr/lib/arm-linux-gnueabihf/piglit",
    "/usr/lib/piglit",
];

/// The number of tests between progress messages.
const PROGRESS: usize = 250;

/// Runs the selected tests; returns unexpected results.
pub fn run(root: &Path, words: &[&str]) -> Vec<String> {
    let done = Options::parse(words).and_then(|options| match options.on_llvmpipe {
        true => reference(root, &options).map(|list| (list, Vec::new())),
        false => all(root, &options).map(|tally| {
            (
                tally.text(options.board.reference),
                tally.unexpected().to_vec(),
            )
        }),
    });
    match done {
        Ok((text, unexpected)) => {
            crate::print(&text);
            unexpected
        }
        Err(e) => vec![e],
    }
}

/// Runs the selected tests on llvmpipe; returns its list of failures.
fn reference(root: &Path, options: &Options) -> Result<String, String> {
    let (_, results) = results(root, options, Machine::Llvmpipe(options.board))?;
    let mut lines = BTreeSet::new();
    for ran in results {
        let mut add = |name: String, status| {
            if !matches!(status, Status::Pass | Status::Skip) {
                lines.insert(format!("{name},{status:?}\n"));
            }
        };
        add(ran.name.clone(), ran.status);
        for (name, &status) in &ran.subtests {
            add(tally::subtest(&ran.name, name), status);
        }
    }
    Ok(lines.into_iter().collect())
}

fn all(root: &Path, options: &Options) -> Result<Tally, String> {
    let machine = Machine::Virtual {
        tilescope: build(root)?,
        gpu: options.board.gpu,
        mesa: options.mesa,
    };
    let (folder, results) = results(root, options, machine)?;
    let lists = Lists::read(&folder.join(options.mesa), options.board.reference)?;
    let mut tally = Tally::default();
    for ran in &results {
        tally.add(ran, &lists);
    }
    Ok(tally)
}

/// The results of the selected tests, in their order, and the folder of the board's lists.
fn results(
    root: &Path,
    options: &Options,
    machine: Machine,
) -> Result<(PathBuf, Vec<Ran>), String> {
    let piglit = HOMES.iter().map(PathBuf::from).find(|h| h.is_dir());
    let piglit = piglit.ok_or("piglit is not installed: `apt-get install piglit`")?;
    let folder = root.join("tests/piglit").join(options.board.gpu);
    let tests = select(&piglit, &folder, options)?;
    let mut known = options
        .results
        .as_deref()
        .map_or(Ok(BTreeMap::new()), read)?;
    let bench = Bench {
        machine,
        piglit,
        limit: options.timeout,
    };
    let left: Vec<&Test> = tests
        .iter()
        .filter(|t| !known.contains_key(&t.name))
        .collect();
    let mut file = options.results.as_deref().map(append).transpose()?;
    for ran in run_all(&left, &bench, options.jobs, file.as_mut())? {
        known.insert(ran.name.clone(), ran);
    }
    let ran = tests.iter().map(|test| {
        let ran = known.remove(&test.name);
        ran.ok_or_else(|| format!("{} was not run", test.name))
    });
    let ran = ran.collect::<Result<Vec<_>, _>>()?;
    Ok((folder, ran))
}

/// The selected tests, without duplicates.
fn select(piglit: &Path, folder: &Path, options: &Options) -> Result<Vec<Test>, String> {
    let mut profiles: Vec<&str> = options.profiles.iter().map(String::as_str).collect();
    if profiles.is_empty() {
        profiles = options.board.profiles.to_vec();
    }
    let mut tests = Vec::new();
    let mut names = BTreeSet::new();
    for profile in profiles {
        let found = profile::read(piglit, profile, options.board)?;
        tests.extend(found.into_iter().filter(|t| names.insert(t.name.clone())));
    }
    if options.ci {
        let path = folder.join("ci.txt");
        let text = std::fs::read_to_string(&path).map_err(|e| format!("ci.txt: {e}"))?;
        let asked = text
            .lines()
            .filter(|l| !l.is_empty() && !l.starts_with('#'));
        let asked: BTreeSet<&str> = asked.collect();
        if let Some(name) = asked.iter().find(|&&n| !names.contains(n)) {
            return Err(format!("ci.txt: this piglit has no test {name}"));
        }
        tests.retain(|t| asked.contains(t.name.as_str()));
    }
    if let Some(pattern) = &options.tests {
        tests.retain(|t| pattern.is_match(&t.name));
    }
    if let Some(pattern) = &options.except {
        tests.retain(|t| !pattern.is_match(&t.name));
    }
    if let Some(count) = options.sample {
        shuffle(&mut tests, options.seed);
        tests.truncate(count);
    }
    match tests.is_empty() {
        true => Err("no test has this name".to_owned()),
        false => Ok(tests),
    }
}

/// Puts tests into an order that depends on the seed only (Fisher-Yates shuffle
/// with splitmix64).
fn shuffle(tests: &mut [Test], seed: u64) {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    for i in (1..tests.len()).rev() {
        let j = next() % (i as u64 + 1);
        tests.swap(i, j as usize);
    }
}

/// Builds the command and the library in release mode: the suite is long.
fn build(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--release"])
        .args(["-p", "tilescope-cli", "-p", "tilescope-shim"])
        .current_dir(root)
        .status()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    if !status.success() {
        return Err(format!("cargo build: {status}"));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    Ok(root.join(target).join("release/tilescope"))
}

/// The results of an earlier run. The last line may be incomplete.
fn read(path: &Path) -> Result<BTreeMap<String, Ran>, String> {
    let text = match std::fs::read_to_string(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        other => other.map_err(|e| format!("{}: {e}", path.display()))?,
    };
    let lines = text.lines().filter_map(|l| serde_json::from_str(l).ok());
    Ok(lines.map(|ran: Ran| (ran.name.clone(), ran)).collect())
}

fn append(path: &Path) -> Result<File, String> {
    let mut file = OpenOptions::new();
    let cannot = |e| format!("{}: {e}", path.display());
    let mut file = file.create(true).append(true).open(path).map_err(cannot)?;
    // Ends an incomplete line.
    if file.metadata().map_err(cannot)?.len() > 0 {
        file.write_all(b"\n").map_err(cannot)?;
    }
    Ok(file)
}

fn run_all(
    tests: &[&Test],
    bench: &Bench,
    jobs: usize,
    file: Option<&mut File>,
) -> Result<Vec<Ran>, String> {
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let done = Mutex::new((Vec::new(), file));
    let work = || -> Result<(), String> {
        while let Some(test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
            let ran = process::run(test, bench)?;
            let Ok(mut done) = done.lock() else {
                return Err("another worker has stopped".to_owned());
            };
            let (all, file) = &mut *done;
            if let Some(file) = file {
                let mut line = serde_json::to_string(&ran).map_err(|e| e.to_string())?;
                line.push('\n');
                let written = file.write_all(line.as_bytes());
                written.map_err(|e| format!("results: {e}"))?;
            }
            all.push(ran);
            if all.len() % PROGRESS == 0 {
                let seconds = start.elapsed().as_secs();
                crate::print(&format!("{} of {}, {seconds} s\n", all.len(), tests.len()));
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|w| w.join().unwrap_or(Err("a worker panicked".to_owned())))
    })?;
    match done.into_inner() {
        Ok((all, _)) => Ok(all),
        Err(_) => Err("a worker panicked".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_order() {
        let order = |seed| {
            let mut tests: Vec<Test> = (0..50)
                .map(|i| Test {
                    name: i.to_string(),
                    command: Vec::new(),
                    skip: None,
                })
                .collect();
            shuffle(&mut tests, seed);
            tests.into_iter().map(|t| t.name).collect::<Vec<_>>()
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        let all: BTreeSet<String> = order(3).into_iter().collect();
        assert_eq!(all.len(), 50);
    }

    #[test]
    fn results_that_were_cut_off_are_run_again() {
        let path = tempfile::NamedTempFile::new().unwrap();
        let line = r#"{"name":"a","status":"Pass","seconds":0.1,"jobs":1}"#;
        std::fs::write(path.path(), format!("{line}\n{}", &line[..20])).unwrap();
        let mut file = append(path.path()).unwrap();
        file.write_all(line.replace("\"a\"", "\"b\"").as_bytes())
            .unwrap();
        let names: Vec<String> = read(path.path()).unwrap().into_keys().collect();
        assert_eq!(names, ["a", "b"]);
        assert!(read(Path::new("/nowhere/at/all")).unwrap().is_empty());
    }
}
