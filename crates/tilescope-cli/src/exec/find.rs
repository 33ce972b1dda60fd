//! Finds the library to preload.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use crate::exit::Failure;

/// The file name of the library.
const SHIM: &str = "libtilescope_shim.so";

/// A variable of the environment that names a path, unless it is empty.
pub(super) fn variable(name: &str) -> Option<PathBuf> {
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

/// A path from the root, without links.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    path.canonicalize()
        .map_err(|e| Failure::new(format!("{}: {e}", path.display()), None))
}
