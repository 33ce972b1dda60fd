//! Search for a Mesa with the driver of a GPU, installed or in a build tree.
//!
//! Up to 24.1 each driver is a file `dri/NAME_dri.so`, which libEGL loads from
//! `$LIBGL_DRIVERS_PATH`. From 24.2 on all are in one `libgallium-VERSION.so`, which
//! libEGL_mesa and `gbm/dri_gbm.so` are linked to. Files named `dri/NAME_dri.so` may
//! be beside it, as entry points for X servers, so the new kind is looked for first.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use tilescope_families::{Chip, MesaDriver};
use tilescope_session::builds;

use super::find::{absolute, variable};
use crate::exit::Failure;

/// The location of a Mesa.
#[derive(Debug, PartialEq, Eq)]
pub enum Mesa {
    /// In these folders.
    At(Layout),
    /// The system's, which needs no environment variables.
    System,
}

/// The folders and files of one Mesa.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Folders of libraries, in the order of the search.
    pub libraries: Vec<PathBuf>,
    /// The folder of `NAME_dri.so`, up to 24.1.
    pub drivers: Option<PathBuf>,
    /// The folder of GBM backends.
    pub backends: Option<PathBuf>,
    /// The glvnd vendor file of this EGL; `None` if Mesa was built without glvnd.
    pub vendor: Option<PathBuf>,
    /// The file that names the Vulkan driver; `None` if there is none.
    pub vulkan: Option<PathBuf>,
}

/// Folders of libraries below an installation's prefix: meson's default on
/// distributions with and without multiarch.
const LIBRARIES: &[&str] = &[
    "lib",
    "lib64",
    "lib/x86_64-linux-gnu",
    "lib/aarch64-linux-gnu",
];

/// Folders of libraries below a build tree: the driver's first.
const BUILT: &[&str] = &[
    "src/gallium/targets/dri",
    "src/egl",
    "src/gbm",
    "src/mapi/shared-glapi",
    "src/mapi/es2api",
];

/// The folders in which distributions have libraries.
const SYSTEM: &[&str] = &[
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/lib",
];

/// A Mesa with the driver of a chip: the one of `--mesa` or `$TILESCOPE_MESA`, the newest build
/// in the cache that has it, or the system's.
pub fn find(asked: Option<&Path>, chip: Chip) -> Result<Mesa, Failure> {
    let Some(driver) = chip.family.mesa() else {
        let message = format!("Mesa has no driver for {}", chip.info.title);
        return Err(Failure::new(message, None));
    };
    let cache = builds::cache(variable);
    let named = asked.map(|p| ("--mesa", p.to_owned()));
    let named = named.or_else(|| variable("TILESCOPE_MESA").map(|p| ("TILESCOPE_MESA", p)));
    if let Some((by, path)) = named {
        return named_one(by, &path, cache.as_deref(), driver).map(Mesa::At);
    }
    for build in cached(cache.as_deref())? {
        if let Ok(found) = layout(&build.prefix, driver) {
            return Ok(Mesa::At(found));
        }
    }
    let has = |lib: &&str| in_libraries(Path::new(lib), driver).is_ok();
    if SYSTEM.iter().any(has) {
        return Ok(Mesa::System);
    }
    Err(Failure::new(
        format!("no Mesa with the driver {} found", driver.file),
        Some(
            "`cargo xtask mesa` builds one; --mesa takes an install prefix or \
             a build tree",
        ),
    ))
}

fn named_one(
    by: &str,
    path: &Path,
    cache: Option<&Path>,
    driver: MesaDriver,
) -> Result<Layout, Failure> {
    if path.is_dir() {
        let path = absolute(path)?;
        return layout(&path, driver).map_err(|wrong| wrong.failure(by, &path, driver));
    }
    let word = path.to_string_lossy();
    if !builds::is_version(&word) {
        return Err(Failure::new(
            format!("{by} is {word}, which is not a folder"),
            Some("expected an install prefix, a build tree, or a version"),
        ));
    }
    let all = cached(cache)?;
    // The latest build may not have this driver.
    let mut wrong = None;
    for build in all.iter().filter(|b| b.is(&word)) {
        match layout(&build.prefix, driver) {
            Ok(found) => return Ok(found),
            Err(why) => wrong = wrong.or(Some(why.failure(by, &build.prefix, driver))),
        }
    }
    Err(wrong.unwrap_or_else(|| {
        let there: Vec<&str> = all.iter().map(|b| b.version.as_str()).collect();
        let there = match there.is_empty() {
            true => "there are no builds in the cache".to_owned(),
            false => format!("the cache has {}", there.join(", ")),
        };
        Failure::new(
            format!("{by} is {word}, and no build has this version: {there}"),
            Some("`cargo xtask mesa --release all` builds all versions that the tests use"),
        )
    }))
}

fn cached(cache: Option<&Path>) -> Result<Vec<builds::Build>, Failure> {
    let Some(cache) = cache else {
        return Ok(Vec::new());
    };
    builds::list(cache).map_err(|e| Failure::new(format!("{}: {e}", cache.display()), None))
}

/// The reason why a folder is not a Mesa with the driver.
#[derive(Debug, PartialEq, Eq)]
enum Wrong {
    /// Nothing in it looks like Mesa.
    NotMesa,
    /// It is a build tree in which the libraries are not built yet.
    NotBuilt,
    /// This file or folder does not contain the driver.
    NoDriver(PathBuf),
    /// The folder has a driver but no EGL.
    NoEgl(PathBuf),
}

impl Wrong {
    fn failure(&self, by: &str, path: &Path, driver: MesaDriver) -> Failure {
        let MesaDriver { file, option, .. } = driver;
        let path = path.display();
        let with = format!("configure it with -Dgallium-drivers={option}");
        let (what, help) = match self {
            Wrong::NotMesa => (
                format!(
                    "neither an installed Mesa (lib/libgallium-*.so or lib/dri/{file}_dri.so) nor \
                     a build tree of one (src/gallium/targets/dri)"
                ),
                None,
            ),
            Wrong::NotBuilt => (
                "a build tree of Mesa in which no driver is built yet".to_owned(),
                Some("`ninja` builds it".to_owned()),
            ),
            Wrong::NoDriver(at) => (
                format!(
                    "a Mesa without the driver {file}, which is not in {}",
                    at.display()
                ),
                Some(with),
            ),
            Wrong::NoEgl(at) => (
                format!("a Mesa without EGL in {}", at.display()),
                Some("configure it with -Degl=enabled".to_owned()),
            ),
        };
        Failure::new(format!("{by} is {path}, {what}"), help.as_deref())
    }
}

/// The folders of a Mesa at `root`, which was installed there or is built there.
fn layout(root: &Path, driver: MesaDriver) -> Result<Layout, Wrong> {
    let targets = root.join(BUILT[0]);
    if targets.is_dir() {
        return built(root, &targets, driver);
    }
    let mut wrong = Wrong::NotMesa;
    for lib in LIBRARIES.iter().map(|l| root.join(l)) {
        match in_libraries(&lib, driver) {
            Ok(drivers) => return installed(root, lib, drivers, driver),
            Err(Wrong::NotMesa) => {}
            Err(why) => wrong = why,
        }
    }
    Err(wrong)
}

/// The folder of `NAME_dri.so` if drivers are separate files; an error if the
/// driver is missing.
fn in_libraries(lib: &Path, driver: MesaDriver) -> Result<Option<PathBuf>, Wrong> {
    in_folders(lib, &lib.join("dri"), driver)
}

fn in_folders(lib: &Path, dri: &Path, driver: MesaDriver) -> Result<Option<PathBuf>, Wrong> {
    let own = dri.join(format!("{}_dri.so", driver.file));
    // With the option unversion-libgallium the library has the last name, which is also in build
    // trees of the old kind, next to the separate drivers.
    let plain = lib.join("libgallium_dri.so");
    match gallium(lib) {
        Some(all) => has(&all, driver).map(|()| None),
        None if own.is_file() => Ok(Some(dri.to_owned())),
        None if plain.is_file() => has(&plain, driver).map(|()| None),
        None if dri.is_dir() && dri != lib => Err(Wrong::NoDriver(dri.to_owned())),
        None => Err(Wrong::NotMesa),
    }
}

/// `libgallium-VERSION.so` in a folder.
fn gallium(lib: &Path) -> Option<PathBuf> {
    let mut paths = std::fs::read_dir(lib).ok()?.flatten().map(|e| e.path());
    paths.find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libgallium-") && name.ends_with(".so")
    })
}

/// Whether the library of all drivers contains this one.
fn has(library: &Path, driver: MesaDriver) -> Result<(), Wrong> {
    match contains(library, driver.marker.as_bytes()) {
        Ok(true) => Ok(()),
        _ => Err(Wrong::NoDriver(library.to_owned())),
    }
}

/// Whether a file contains these bytes. Read in pieces: with debug information
/// it has hundreds of megabytes, and strings are in its first part.
fn contains(path: &Path, what: &[u8]) -> std::io::Result<bool> {
    const PIECE: usize = 1 << 20;
    let mut file = File::open(path)?;
    let mut piece = Vec::with_capacity(PIECE + what.len());
    loop {
        let kept = piece.len().min(what.len() - 1);
        piece.drain(..piece.len() - kept);
        let read = (&mut file).take(PIECE as u64).read_to_end(&mut piece)?;
        if read == 0 {
            return Ok(false);
        }
        let mut at = piece.iter().enumerate().filter(|(_, b)| **b == what[0]);
        if at.any(|(i, _)| piece[i..].starts_with(what)) {
            return Ok(true);
        }
    }
}

/// The file that names the Vulkan driver of a family, in the folder of such files.
fn vulkan(folder: &Path, driver: MesaDriver) -> Option<PathBuf> {
    let stem = driver.vulkan?;
    let all = std::fs::read_dir(folder).ok()?;
    let mut paths = all.flatten().map(|entry| entry.path());
    paths.find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Build trees have one for use without installation.
        let kind = ["_icd.", "_devenv_icd."];
        let is_one = |k: &&str| name.starts_with(&format!("{stem}{k}"));
        kind.iter().any(is_one) && name.ends_with(".json")
    })
}

fn installed(
    root: &Path,
    lib: PathBuf,
    drivers: Option<PathBuf>,
    driver: MesaDriver,
) -> Result<Layout, Wrong> {
    let gbm = lib.join("gbm");
    Ok(Layout {
        drivers,
        backends: gbm.is_dir().then_some(gbm),
        vendor: egl(&lib, &root.join("share/glvnd/egl_vendor.d"))?,
        vulkan: vulkan(&root.join("share/vulkan/icd.d"), driver),
        libraries: vec![lib],
    })
}

fn built(root: &Path, targets: &Path, driver: MesaDriver) -> Result<Layout, Wrong> {
    let drivers = in_folders(targets, targets, driver).map_err(|wrong| match wrong {
        Wrong::NotMesa => Wrong::NotBuilt,
        other => other,
    })?;
    let gbm = root.join("src/gbm/backends/dri");
    let egl_folder = root.join("src/egl");
    let folders = BUILT.iter().map(|folder| root.join(folder));
    Ok(Layout {
        drivers,
        backends: gbm.join("dri_gbm.so").is_file().then_some(gbm),
        vendor: egl(&egl_folder, &egl_folder)?,
        vulkan: vulkan(&root.join("src/freedreno/vulkan"), driver),
        libraries: folders.filter(|folder| folder.is_dir()).collect(),
    })
}

/// The glvnd vendor file, if the EGL in `lib` is one for glvnd.
fn egl(lib: &Path, vendors: &Path) -> Result<Option<PathBuf>, Wrong> {
    let vendor = vendors.join("50_mesa.json");
    if lib.join("libEGL_mesa.so.0").is_file() && vendor.is_file() {
        return Ok(Some(vendor));
    }
    match lib.join("libEGL.so.1").is_file() {
        true => Ok(None),
        false => Err(Wrong::NoEgl(lib.to_owned())),
    }
}

#[cfg(test)]
#[path = "mesa_tests.rs"]
mod tests;
