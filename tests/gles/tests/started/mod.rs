//! Programs that are started on virtual GPUs.
//!
//! They need `tilescope` and its library beside the test (`cargo build`), and the Mesa
//! they name (`cargo xtask mesa --release all`). Without them there is nothing to
//! test, which is reported and counts as passed, unless `TILESCOPE_REQUIRE_MESA` is set.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs of this crate.
pub const GLES: &str = env!("CARGO_BIN_EXE_tilescope-gles");

fn beside() -> PathBuf {
    Path::new(GLES).with_file_name("tilescope")
}

/// The release of Mesa for tests that do not depend on it, unless `TILESCOPE_MESA`
/// names another.
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

/// Whether programs can be started on `gpu`, and the stock programs `needs` are
/// installed.
#[allow(dead_code, reason = "not every test has the same Mesa throughout")]
pub fn ready(gpu: &str, needs: &[&str]) -> bool {
    ready_with(&[], gpu, needs)
}

/// The same with options of `exec`.
pub fn ready_with(options: &[&str], gpu: &str, needs: &[&str]) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = |program: &&&str| std::env::split_paths(&paths).any(|p| p.join(program).exists());
    if !beside().exists() {
        return has(false, &format!("{} is not built", beside().display()));
    }
    if let Some(missing) = needs.iter().find(|program| !found(program)) {
        return has(false, &format!("there is no {missing}"));
    }
    let exec = [&["exec", "--gpu", gpu], options, &["--", GLES, "info"]].concat();
    let info = tilescope(&exec).output();
    let info = info.unwrap();
    // The code for what cannot be found.
    let there = info.status.code() != Some(2);
    has(there, &String::from_utf8_lossy(&info.stderr))
}

/// `there`; if it is not, says what is missing, and fails if it has to be there.
pub fn has(there: bool, missing: &str) -> bool {
    if !there {
        let required = std::env::var_os("TILESCOPE_REQUIRE_MESA").is_some();
        assert!(!required, "{missing}");
        let said = std::io::Write::write_all(&mut std::io::stderr(), missing.as_bytes());
        assert!(said.is_ok());
    }
    there
}
