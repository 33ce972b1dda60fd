//! Mesa for the tests: Debian's source package, with the drivers that Tilescope
//! stands under, in a cache outside the checkout.
//!
//! A build is a folder `mesa-VERSION-KEY` of the cache, where KEY stands for the
//! options it was built with. The file [`STAMP`] is written into it last, so a
//! folder without one is a build that did not end. The link `mesa` in the cache
//! names the build made or confirmed last; that is where `tilescope exec` looks.

mod apt;
mod build;
mod packages;

use std::fs;
use std::path::{Path, PathBuf};

/// The file that says a build is complete: its options, one a line.
const STAMP: &str = "tilescope-mesa.txt";

/// The link in the cache to the build in use.
const CURRENT: &str = "mesa";

/// What `cargo xtask mesa` was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// Build unless there is a finished build.
    Build,
    /// Build, even if there is a finished build.
    Again,
    /// Print where the finished build is.
    Path,
}

/// Does what was asked for; the problems met.
pub fn run(ask: Ask) -> Vec<String> {
    match go(ask) {
        Ok(()) => Vec::new(),
        Err(problem) => vec![problem],
    }
}

fn go(ask: Ask) -> Result<(), String> {
    let cache = cache(|name| std::env::var_os(name).map(PathBuf::from))?;
    let done = finished(&cache)?;
    match (ask, done) {
        (Ask::Path, Some(done)) => {
            crate::say(&format!("{}\n", done.display()));
            return Ok(());
        }
        (Ask::Path, None) => {
            return Err(format!(
                "there is no finished Mesa in {}; `cargo xtask mesa` builds it (about 8 minutes \
                 on two cores)",
                cache.display()
            ));
        }
        (Ask::Build, Some(done)) => {
            point(&cache, &done)?;
            crate::say(&format!("{} is built\n", done.display()));
            return Ok(());
        }
        (Ask::Build | Ask::Again, _) => {}
    }
    fs::create_dir_all(&cache).map_err(|e| format!("{}: {e}", cache.display()))?;
    packages::ensure()?;
    let source = apt::fetch(&cache)?;
    let prefix = cache.join(format!("mesa-{}-{}", source.version, key()));
    if prefix.exists() {
        fs::remove_dir_all(&prefix).map_err(|e| format!("{}: {e}", prefix.display()))?;
    }
    build::build(&source, &prefix)?;
    // The last step: with it, the build counts as finished.
    let stamp = prefix.join(STAMP);
    fs::write(&stamp, wanted()).map_err(|e| format!("{}: {e}", stamp.display()))?;
    point(&cache, &prefix)?;
    // 600 MB that nobody needs again.
    fs::remove_dir_all(&source.folder).map_err(|e| format!("{}: {e}", source.folder.display()))?;
    crate::say(&format!("{} is built\n", prefix.display()));
    Ok(())
}

/// The folder for what is made once a machine: `$TILESCOPE_CACHE`, else
/// `$XDG_CACHE_HOME/tilescope`, else `~/.cache/tilescope`.
fn cache(variable: impl Fn(&str) -> Option<PathBuf>) -> Result<PathBuf, String> {
    let set = |name| variable(name).filter(|p| p.is_absolute());
    set("TILESCOPE_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|p| p.join("tilescope")))
        .or_else(|| set("HOME").map(|p| p.join(".cache/tilescope")))
        .ok_or_else(|| {
            "no place for a cache: none of TILESCOPE_CACHE, XDG_CACHE_HOME and HOME is set to an \
             absolute path"
                .to_owned()
        })
}

/// The options as the stamp has them.
fn wanted() -> String {
    build::OPTIONS.iter().map(|o| format!("{o}\n")).collect()
}

/// A short name for the options: FNV-1a, which needs no crate and stays the same.
fn key() -> String {
    let hash = wanted().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:08x}", hash >> 32)
}

/// The newest finished build with the options of today.
fn finished(cache: &Path) -> Result<Option<PathBuf>, String> {
    let mut found = Vec::new();
    let entries = match fs::read_dir(cache) {
        Ok(entries) => entries,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(format!("{}: {e}", cache.display())),
    };
    let ending = format!("-{}", key());
    for path in entries.flatten().map(|e| e.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let ours = name.starts_with("mesa-") && name.ends_with(&ending);
        let stamp = path.join(STAMP);
        if ours && fs::read_to_string(&stamp).is_ok_and(|s| s == wanted()) {
            let when = fs::metadata(&stamp).and_then(|m| m.modified()).ok();
            found.push((when, path));
        }
    }
    found.sort();
    Ok(found.pop().map(|(_, path)| path))
}

/// Makes the link in the cache name this build.
fn point(cache: &Path, prefix: &Path) -> Result<(), String> {
    let link = cache.join(CURRENT);
    let name = prefix.file_name().unwrap_or_default();
    if fs::read_link(&link).is_ok_and(|l| l == Path::new(name)) {
        return Ok(());
    }
    // A rename, so that whoever looks finds the old build or the new one.
    let new = cache.join(format!("{CURRENT}.{}", std::process::id()));
    std::os::unix::fs::symlink(name, &new)
        .and_then(|()| fs::rename(&new, &link))
        .map_err(|e| format!("{}: {e}", link.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_is_where_the_environment_says() {
        let at = |vars: &'static [(&str, &str)]| {
            cache(move |n| vars.iter().find(|v| v.0 == n).map(|v| v.1.into()))
        };
        let all = &[
            ("TILESCOPE_CACHE", "/a"),
            ("XDG_CACHE_HOME", "/b"),
            ("HOME", "/c"),
        ];
        assert_eq!(at(all), Ok("/a".into()));
        assert_eq!(at(&all[1..]), Ok("/b/tilescope".into()));
        assert_eq!(at(&all[2..]), Ok("/c/.cache/tilescope".into()));
        assert_eq!(
            at(&[("XDG_CACHE_HOME", "b"), ("HOME", "/c")]),
            at(&all[2..])
        );
        assert!(at(&[]).is_err());
    }

    #[test]
    fn only_a_stamped_build_with_these_options_is_finished() {
        let cache = std::env::temp_dir().join(format!("xtask-mesa-{}", std::process::id()));
        let build = cache.join(format!("mesa-1.2-{}", key()));
        fs::create_dir_all(&build).unwrap();
        assert_eq!(finished(&cache), Ok(None));
        fs::write(build.join(STAMP), "other options\n").unwrap();
        assert_eq!(finished(&cache), Ok(None));
        fs::write(build.join(STAMP), wanted()).unwrap();
        assert_eq!(finished(&cache), Ok(Some(build.clone())));
        point(&cache, &build).unwrap();
        point(&cache, &build).unwrap();
        assert!(cache.join(CURRENT).join(STAMP).exists());
        fs::remove_dir_all(&cache).unwrap();
    }
}
