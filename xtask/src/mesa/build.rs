//! Configures, builds and installs Mesa.

use super::apt::Source;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What is built: the drivers of all four families, softpipe to compare with, and
/// no windowing system.
pub const OPTIONS: &[&str] = &[
    "-Dbuildtype=release",
    "-Db_ndebug=true",
    "-Dlibdir=lib",
    "-Dgallium-drivers=vc4,etnaviv,freedreno,panfrost,swrast",
    "-Dvulkan-drivers=freedreno",
    "-Dvulkan-layers=",
    "-Dplatforms=",
    "-Dglx=disabled",
    "-Degl=enabled",
    "-Dgbm=enabled",
    "-Dgles1=disabled",
    "-Dgles2=enabled",
    "-Dopengl=true",
    "-Dshared-glapi=enabled",
    // With the dispatcher that distributions use, programs that are linked to
    // libGL, libEGL or libGLESv2 reach this build without being linked again.
    "-Dglvnd=true",
    "-Dllvm=disabled",
    "-Ddri3=disabled",
    "-Dgallium-va=disabled",
    "-Dgallium-vdpau=disabled",
    "-Dgallium-omx=disabled",
    "-Dgallium-xa=disabled",
    "-Dmicrosoft-clc=disabled",
    "-Dvalgrind=disabled",
    "-Dlibunwind=disabled",
    "-Dlmsensors=disabled",
    "-Dzstd=disabled",
];

/// Builds and installs into `prefix`, with a log beside it.
pub fn build(source: &Source, prefix: &Path) -> Result<(), String> {
    let log = prefix.with_extension("log");
    let log_file = File::create(&log).map_err(|e| format!("{}: {e}", log.display()))?;
    let path = path_with_mako(&source.folder)?;
    let tree = source.folder.join("build");
    let mut setup = Command::new("meson");
    setup.arg("setup").arg("--prefix").arg(prefix);
    setup.args(OPTIONS).arg(&tree).arg(&source.tree);
    let mut ninja = Command::new("ninja");
    ninja.arg("-C").arg(&tree);
    let mut install = Command::new("meson");
    install.args(["install", "--no-rebuild", "-C"]).arg(&tree);
    for (what, mut command) in [
        ("configuring", setup),
        ("building", ninja),
        ("installing", install),
    ] {
        crate::say(&format!("{what} Mesa {}\n", source.version));
        // Flags meant for something else would change what is tested.
        for flags in ["CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS"] {
            command.env_remove(flags);
        }
        let log_to = || {
            let clone = log_file.try_clone();
            clone.map_err(|e| format!("{}: {e}", log.display()))
        };
        command.env("PATH", &path).stdin(Stdio::null());
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
        // A full disk shows itself in the build.
        let _ = log.write_all(&line);
        let Some((done, of)) = progress(&String::from_utf8_lossy(&line)) else {
            continue;
        };
        let percent = done * 100 / of.max(1);
        if terminal {
            crate::say(&format!("\r  {done} of {of}"));
        } else if percent >= shown + 10 {
            shown = percent;
            crate::say(&format!("  {percent}%\n"));
        }
    }
    if terminal {
        crate::say("\r\x1b[K");
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
        "{}\n(all of it: {})",
        lines[from..].join("\n"),
        log.display()
    )
}

/// A PATH on which `python3` has mako: Mesa's generators need it, and the first
/// `python3` of a machine may be one that Debian's packages are not for.
fn path_with_mako(folder: &Path) -> Result<std::ffi::OsString, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let candidates = ["python3", "/usr/bin/python3"];
    let has_mako = |python: &&str| {
        let probe = Command::new(python).args(["-c", "import mako"]).output();
        probe.is_ok_and(|o| o.status.success())
    };
    let python = candidates.iter().find(|p| has_mako(p)).ok_or(
        "neither the first python3 of PATH nor /usr/bin/python3 has the module mako (Debian: \
         python3-mako)",
    )?;
    if !python.starts_with('/') {
        return Ok(path);
    }
    let bin = folder.join("bin");
    fs::create_dir_all(&bin)
        .and_then(|()| std::os::unix::fs::symlink(python, bin.join("python3")))
        .map_err(|e| format!("{}: {e}", bin.display()))?;
    let all = [bin].into_iter().chain(std::env::split_paths(&path));
    std::env::join_paths(all.collect::<Vec<PathBuf>>()).map_err(|e| e.to_string())
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
