//! Configures, builds and installs Mesa.

use super::apt::Source;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Builds and installs into `prefix`, with a log beside it; `path` is the PATH with
/// meson and Python.
pub fn build(
    source: &Source,
    options: &[String],
    path: &OsStr,
    prefix: &Path,
) -> Result<(), String> {
    let log = prefix.with_extension("log");
    let log_file = File::create(&log).map_err(|e| format!("{}: {e}", log.display()))?;
    let tree = source.folder.join("build");
    let mut setup = Command::new("meson");
    setup.arg("setup").arg("--prefix").arg(prefix);
    setup.args(options).arg(&tree).arg(&source.tree);
    let mut ninja = Command::new("ninja");
    ninja.arg("-C").arg(&tree);
    let mut install = Command::new("meson");
    install.args(["install", "--no-rebuild", "-C"]).arg(&tree);
    for (what, mut command) in [
        ("configuring", setup),
        ("building", ninja),
        ("installing", install),
    ] {
        crate::print(&format!("{what} Mesa {}\n", source.version));
        // Flags set for other purposes would change what is tested.
        for flags in ["CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS"] {
            command.env_remove(flags);
        }
        let log_to = || {
            let clone = log_file.try_clone();
            clone.map_err(|e| format!("{}: {e}", log.display()))
        };
        command.env("PATH", path).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(log_to()?);
        run(what, command, log_to()?).map_err(|e| format!("{e}\n{}", tail(&log)))?;
    }
    Ok(())
}

/// Runs one step: its output goes to the log, and ninja's count to the terminal.
fn run(what: &str, mut command: Command, mut log: File) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let cannot = |e: std::io::Error| format!("cannot run {name}: {e}");
    let mut child = command.spawn().map_err(cannot)?;
    let terminal = std::io::stdout().is_terminal();
    let mut shown = 0;
    for line in child
        .stdout
        .take()
        .into_iter()
        .flat_map(|o| BufReader::new(o).split(b'\n'))
    {
        let mut line = line.map_err(cannot)?;
        line.push(b'\n');
        // A full disk makes the build fail.
        let _ = log.write_all(&line);
        let Some((done, of)) = progress(&String::from_utf8_lossy(&line)) else {
            continue;
        };
        let percent = done * 100 / of.max(1);
        if terminal {
            crate::print(&format!("\r  {done} of {of}"));
        } else if percent >= shown + 10 {
            shown = percent;
            crate::print(&format!("  {percent}%\n"));
        }
    }
    if terminal {
        crate::print("\r\x1b[K");
    }
    let status = child.wait().map_err(cannot)?;
    match status.success() {
        true => Ok(()),
        false => Err(format!(
            "{what} Mesa failed ({name}: {status}); the log ends with"
        )),
    }
}

/// The numbers of a line of ninja: `[12/345] ...`.
fn progress(line: &str) -> Option<(u64, u64)> {
    let (counts, _) = line.strip_prefix('[')?.split_once(']')?;
    let (done, of) = counts.split_once('/')?;
    Some((done.parse().ok()?, of.parse().ok()?))
}

/// The last lines of the log.
fn tail(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(30);
    format!(
        "{}\n(full log: {})",
        lines[from..].join("\n"),
        log.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ninja_says_how_far_it_is() {
        assert_eq!(progress("[12/345] Compiling C object\n"), Some((12, 345)));
        assert_eq!(progress("ninja: Entering directory"), None);
        assert_eq!(progress("[a/b] x"), None);
    }
}
