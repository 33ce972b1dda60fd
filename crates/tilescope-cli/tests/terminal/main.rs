//! The command as users and their tools see it: findings in every format, levels, colour, options
//! that do not apply, and untrusted text.

mod findings;
mod options;
mod output;

use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An empty folder of a test.
fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("terminal-{name}"));
    // Files of an earlier run; the first run has none.
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a folder");
    dir
}

/// A copy of the job `from`, with `more` at the end of its job.toml.
fn job(from: &str, name: &str, more: &str) -> PathBuf {
    let dir = folder(name);
    for entry in std::fs::read_dir(root().join(from))
        .expect("a job")
        .flatten()
    {
        std::fs::copy(entry.path(), dir.join(entry.file_name())).expect("a copy");
    }
    let path = dir.join("job.toml");
    let text = std::fs::read_to_string(&path).expect("the job");
    std::fs::write(&path, format!("{text}\n{more}")).expect("the job");
    dir
}

/// Runs the command in `folder`: its exit code and what it printed.
fn tilescope(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("the command");
    (
        output.status.code().expect("an exit code"),
        String::from_utf8(output.stdout).expect("text"),
        String::from_utf8(output.stderr).expect("text"),
    )
}

fn here(args: &[&str]) -> (i32, String, String) {
    tilescope(&root(), args)
}
