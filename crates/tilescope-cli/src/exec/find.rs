//! Finds the library to preload, and a Mesa with the driver.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use crate::exit::Failure;

/// The file name of the library.
const SHIM: &str = "libtilescope_shim.so";

/// Where Mesa is.
#[derive(Debug, PartialEq, Eq)]
pub enum Mesa {
    /// Installed below this folder.
    Prefix(PathBuf),
    /// Where the system's own is.
    System,
}

fn variable(name: &str) -> Option<PathBuf> {
    let value = std::env::var_os(name).filter(|v| !v.is_empty());
    value.map(PathBuf::from)
}

/// The library: what `$TILESCOPE_SHIM` names, or what lies by this program, where
/// cargo puts it or where an installation does.
pub fn shim() -> Result<PathBuf, Failure> {
    if let Some(path) = variable("TILESCOPE_SHIM") {
        return match path.is_file() {
            true => absolute(&path),
            false => Err(Failure::new(
                format!("TILESCOPE_SHIM is {}, which is no file", path.display()),
                None,
            )),
        };
    }
    let exe = std::env::current_exe()
        .map_err(|e| Failure::new(format!("cannot tell where this program is: {e}"), None))?;
    let here = exe.parent().unwrap_or(Path::new("/"));
    // Cargo writes the first or the second, by the command: the newer one is meant.
    let mut built = [here.join(SHIM), here.join("deps").join(SHIM)];
    built.sort_by_key(|p| Reverse(p.metadata().and_then(|m| m.modified()).ok()));
    let installed = [
        here.join("../lib").join(SHIM),
        here.join("../lib/tilescope").join(SHIM),
    ];
    match built.iter().chain(&installed).find(|p| p.is_file()) {
        Some(path) => absolute(path),
        None => Err(Failure::new(
            format!("{SHIM} is not by {}", exe.display()),
            Some("`cargo build -p tilescope-shim` builds it; TILESCOPE_SHIM names one elsewhere"),
        )),
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    path.canonicalize()
        .map_err(|e| Failure::new(format!("{}: {e}", path.display()), None))
}

/// Folders in which distributions have Mesa's drivers.
const SYSTEM: &[&str] = &[
    "/usr/lib/x86_64-linux-gnu/dri",
    "/usr/lib/aarch64-linux-gnu/dri",
    "/usr/lib64/dri",
    "/usr/lib/dri",
];

/// A Mesa with the driver of a family: what `$TILESCOPE_MESA` names, what `cargo
/// xtask mesa` built, or the system's.
pub fn mesa(family: &str) -> Result<Mesa, Failure> {
    let driver = format!("{}_dri.so", driver(family));
    let has = |prefix: &Path| prefix.join("lib/dri").join(&driver).is_file();
    if let Some(prefix) = variable("TILESCOPE_MESA") {
        return match has(&prefix) {
            true => Ok(Mesa::Prefix(absolute(&prefix)?)),
            false => Err(Failure::new(
                format!(
                    "TILESCOPE_MESA is {}, which has no lib/dri/{driver}",
                    prefix.display()
                ),
                None,
            )),
        };
    }
    if let Some(prefix) = cache().map(|c| c.join("mesa")).filter(|p| has(p)) {
        return Ok(Mesa::Prefix(absolute(&prefix)?));
    }
    if SYSTEM.iter().any(|d| Path::new(d).join(&driver).is_file()) {
        return Ok(Mesa::System);
    }
    Err(Failure::new(
        format!("no Mesa with {driver} found"),
        Some(
            "`cargo xtask mesa` builds one; TILESCOPE_MESA names the folder that one was \
             installed to",
        ),
    ))
}

/// Mesa's name for the driver of a family.
fn driver(family: &str) -> &str {
    match family {
        "vivante" => "etnaviv",
        "midgard" => "panfrost",
        "adreno" => "msm",
        other => other,
    }
}

/// The folder that `cargo xtask mesa` fills.
fn cache() -> Option<PathBuf> {
    let set = |name| variable(name).filter(|p| p.is_absolute());
    set("TILESCOPE_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|p| p.join("tilescope")))
        .or_else(|| set("HOME").map(|p| p.join(".cache/tilescope")))
}
