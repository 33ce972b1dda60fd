//! Running programs on virtual GPUs, for the tests of several crates.
//!
//! Requirements: `tilescope` and its library next to the test (`cargo build`), and the Mesa in
//! question (`cargo xtask mesa --release all`). If they are missing, this is reported and the tests
//! pass, unless `TILESCOPE_REQUIRE_MESA` is set, to a release such as `22.3` or a comma-separated
//! list.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs of the crate that is tested.
pub const PROGRAM: &str = match (
    option_env!("CARGO_BIN_EXE_tilescope-gles"),
    option_env!("CARGO_BIN_EXE_tilescope-vulkan"),
) {
    (Some(gles), _) => gles,
    (None, Some(vulkan)) => vulkan,
    (None, None) => panic!("there are no programs to start"),
};

fn beside() -> PathBuf {
    Path::new(PROGRAM).with_file_name("tilescope")
}

/// The release of Mesa for tests that do not depend on it, unless `TILESCOPE_MESA` is set.
const MESA: &str = "22.3";

/// `tilescope` with these arguments.
pub fn tilescope(args: &[&str]) -> Command {
    let mut command = Command::new(beside());
    command.args(args);
    if std::env::var_os("TILESCOPE_MESA").is_none() {
        command.env("TILESCOPE_MESA", MESA);
    }
    command
}

/// The names of all programs.
pub fn programs() -> Vec<String> {
    let output = Command::new(PROGRAM).output().unwrap();
    let list = String::from_utf8(output.stdout).unwrap();
    let lines = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter_map(|line| line.split_once(": "));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// Whether programs can be started on `gpu`, and the stock programs `needs` are
/// installed.
pub fn ready(gpu: &str, needs: &[&str]) -> bool {
    ready_with(&[], gpu, needs)
}

/// The same with options of `exec`.
pub fn ready_with(options: &[&str], gpu: &str, needs: &[&str]) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = |program: &&&str| std::env::split_paths(&paths).any(|p| p.join(program).exists());
    if !beside().exists() {
        let missing = format!("{} is not built", beside().display());
        return has(false, &missing, requires_any());
    }
    if let Some(missing) = needs.iter().find(|program| !found(program)) {
        return has(false, &format!("there is no {missing}"), requires_any());
    }
    let exec = [&["exec", "--gpu", gpu], options, &["--", PROGRAM, "info"]].concat();
    let info = tilescope(&exec).output();
    let info = info.unwrap();
    // The exit code of a missing program.
    let there = info.status.code() != Some(2);
    let release = match options {
        ["--mesa", release] => release,
        _ => MESA,
    };
    has(
        there,
        &String::from_utf8_lossy(&info.stderr),
        requires(release),
    )
}

/// Whether tests with this release of Mesa must run.
fn requires(release: &str) -> bool {
    let required = std::env::var("TILESCOPE_REQUIRE_MESA").unwrap_or_default();
    required.split(',').any(|r| r == release)
}

/// Whether any release of Mesa is required, and so everything else that tests need.
pub fn requires_any() -> bool {
    std::env::var_os("TILESCOPE_REQUIRE_MESA").is_some()
}

/// Returns `there`; if false, reports `missing`, and fails if it is required.
pub fn has(there: bool, missing: &str, required: bool) -> bool {
    if !there {
        assert!(!required, "{missing}");
        let written = std::io::Write::write_all(&mut std::io::stderr(), missing.as_bytes());
        assert!(written.is_ok());
    }
    there
}
