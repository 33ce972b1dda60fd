//! The Meson and Python that a release of Mesa needs.
//!
//! Meson is Debian's if it is new enough. Otherwise it comes from PyPI, as one pinned
//! file, into a virtual environment in the cache that also sees Debian's modules.

use super::release::Release;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of meson taken from PyPI, and the SHA-256 of its wheel: Debian 13's.
const VERSION: &str = "1.7.0";
const SHA256: &str = "ae3f12953045f3c7c60e27f2af1ad862f14dee125b4ed9bcb8a842a5080dbf85";

/// The Python for Debian's modules.
const PYTHON: &str = "/usr/bin/python3";

/// The PATH with a sufficiently new `meson`, and a `python3` with the modules.
///
/// # Errors
/// One line with what is missing.
pub fn path(release: &Release, cache: &Path, folder: &Path) -> Result<OsString, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let first = match packaged().is_some_and(|v| v >= release.meson) {
        true => python_folder(release, folder)?,
        false => Some(environment(release, cache)?),
    };
    let all = first.into_iter().chain(std::env::split_paths(&path));
    std::env::join_paths(all).map_err(|e| e.to_string())
}

/// The version of the machine's meson.
fn packaged() -> Option<(u32, u32)> {
    let output = Command::new("meson").arg("--version").output().ok()?;
    version(&String::from_utf8_lossy(&output.stdout))
}

/// The first two numbers of a version.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().split('.').map(str::parse::<u32>);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// The programs of a virtual environment with meson from PyPI, created if missing.
fn environment(release: &Release, cache: &Path) -> Result<PathBuf, String> {
    let home = cache.join(format!("meson-{VERSION}"));
    let bin = home.join("bin");
    let python = bin.join("python3");
    // Written last.
    let stamp = home.join("finished");
    if !stamp.exists() {
        crate::print(&format!("fetching meson {VERSION}\n"));
        if home.exists() {
            fs::remove_dir_all(&home).map_err(|e| format!("{}: {e}", home.display()))?;
        }
        let wants = home.join("requirements.txt");
        let text = format!("meson=={VERSION} --hash=sha256:{SHA256}\n");
        let mut create = Command::new(PYTHON);
        create.args(["-m", "venv", "--system-site-packages"]);
        run(create.arg(&home))?;
        fs::write(&wants, text).map_err(|e| format!("{}: {e}", wants.display()))?;
        let mut install = Command::new(&python);
        // Debian's own meson, which is too old, would count as installed.
        install.args(["-m", "pip", "install", "--quiet", "--ignore-installed"]);
        install.args(["--require-hashes", "--no-deps", "--only-binary=:all:", "-r"]);
        run(install.arg(&wants))?;
        fs::write(&stamp, "").map_err(|e| format!("{}: {e}", stamp.display()))?;
    }
    match missing(&python, release) {
        None => Ok(bin),
        Some(module) => Err(no_module(module)),
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}");
    let output = command.output().map_err(|e| format!("{shown}: {e}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{shown} failed:\n{}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        )),
    }
}

/// A folder with a link named `python3`, if the first one in PATH is not the one with the modules:
/// Debian's packages may not be for it.
fn python_folder(release: &Release, folder: &Path) -> Result<Option<PathBuf>, String> {
    if missing(Path::new("python3"), release).is_none() {
        return Ok(None);
    }
    if let Some(module) = missing(Path::new(PYTHON), release) {
        return Err(no_module(module));
    }
    let bin = folder.join("bin");
    fs::create_dir_all(&bin)
        .and_then(|()| std::os::unix::fs::symlink(PYTHON, bin.join("python3")))
        .map_err(|e| format!("{}: {e}", bin.display()))?;
    Ok(Some(bin))
}

fn no_module(module: &str) -> String {
    format!("{PYTHON} does not have the module {module}, which building Mesa needs")
}

/// The first module that a Python lacks.
fn missing(python: &Path, release: &Release) -> Option<&'static str> {
    let has = |module: &str| {
        let probe = Command::new(python)
            .args(["-c", &format!("import {module}")])
            .output();
        probe.is_ok_and(|o| o.status.success())
    };
    release.modules.iter().copied().find(|module| !has(module))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(version("1.0.1\n"), Some((1, 0)));
        assert!(version("1.10.0") > version("1.7.0"));
        assert_eq!(version("meson"), None);
    }
}
