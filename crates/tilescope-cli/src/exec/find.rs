//! Search for the library to preload.

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

/// The library: `$TILESCOPE_SHIM`, or the one next to this program, where cargo
/// or an installation puts it.
pub fn shim() -> Result<PathBuf, Failure> {
    if let Some(path) = variable("TILESCOPE_SHIM") {
        return match path.is_file() {
            true => absolute(&path),
            false => Err(Failure::new(
                format!("TILESCOPE_SHIM is {}, which is not a file", path.display()),
                None,
            )),
        };
    }
    let exe = std::env::current_exe().map_err(|e| {
        Failure::new(
            format!("cannot determine the path of this program: {e}"),
            None,
        )
    })?;
    let here = exe.parent().unwrap_or(Path::new("/"));
    // Cargo writes the first or the second, depending on the command: the newer one is used.
    let mut built = [here.join(SHIM), here.join("deps").join(SHIM)];
    built.sort_by_key(|p| Reverse(p.metadata().and_then(|m| m.modified()).ok()));
    let installed = [
        here.join("../lib").join(SHIM),
        here.join("../lib/tilescope").join(SHIM),
    ];
    match built.iter().chain(&installed).find(|p| p.is_file()) {
        Some(path) => absolute(path),
        None => Err(Failure::new(
            format!("{SHIM} is not next to {}", exe.display()),
            Some("`cargo build -p tilescope-shim` builds it; TILESCOPE_SHIM sets another path"),
        )),
    }
}

/// A path from the root, without links.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    path.canonicalize()
        .map_err(|e| Failure::new(format!("{}: {e}", path.display()), None))
}
