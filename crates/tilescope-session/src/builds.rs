//! Builds of Mesa in the cache: `cargo xtask mesa` adds them, and `tilescope exec`
//! chooses one.
//!
//! A build is a folder `mesa-VERSION-KEY`, where VERSION is that of the source
//! package and KEY stands for the options. Its file [`STAMP`] is written last: a
//! folder without one is an unfinished build.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The file that marks a build as finished: its options, one per line.
pub const STAMP: &str = "tilescope-mesa.txt";

/// A finished build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// The version of the source package, without an epoch, such as `25.0.7-2`.
    pub version: String,
    /// The hash of the options.
    pub key: String,
    /// The install prefix.
    pub prefix: PathBuf,
    /// The time of the stamp.
    pub stamped: Option<SystemTime>,
}

/// The cache folder for files that are built once per machine: `$TILESCOPE_CACHE`, else
/// `$XDG_CACHE_HOME/tilescope`, else `~/.cache/tilescope`. Relative paths count as not set.
pub fn cache(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let set = |name| variable(name).filter(|p| p.is_absolute());
    set("TILESCOPE_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|p| p.join("tilescope")))
        .or_else(|| set("HOME").map(|p| p.join(".cache/tilescope")))
}

/// The finished builds in a cache, newest version first; for one version, the
/// latest stamp first. Empty if the cache does not exist.
///
/// # Errors
/// If the folder exists and cannot be read.
pub fn list(cache: &Path) -> std::io::Result<Vec<Build>> {
    let entries = match std::fs::read_dir(cache) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other?,
    };
    let mut builds: Vec<Build> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let (version, key) = name.strip_prefix("mesa-")?.rsplit_once('-')?;
            let prefix = entry.path();
            let stamp = std::fs::metadata(prefix.join(STAMP)).ok()?;
            Some(Build {
                version: version.to_owned(),
                key: key.to_owned(),
                prefix,
                stamped: stamp.modified().ok(),
            })
        })
        .collect();
    let order = |b: &Build| (numbers(&b.version), b.stamped, b.key.clone());
    builds.sort_by_key(|b| std::cmp::Reverse(order(b)));
    Ok(builds)
}

impl Build {
    /// Whether its version is `asked` or begins with it: 25.0.7-2 matches 25, 25.0, 25.0.7 and
    /// 25.0.7-2, but not 25.0.70 or 2.
    pub fn is(&self, asked: &str) -> bool {
        let rest = self.version.strip_prefix(asked);
        rest.is_some_and(|r| r.is_empty() || r.starts_with(['.', '-', '+', '~']))
    }
}

/// Whether a word can only be the version of a build: digits and dots.
pub fn is_version(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// The numbers in a version, for comparing versions.
fn numbers(version: &str) -> Vec<u64> {
    let parts = version.split(|c: char| !c.is_ascii_digit());
    parts.filter_map(|n| n.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_follows_the_environment() {
        let at = |vars: &'static [(&str, &str)]| {
            cache(move |n| vars.iter().find(|v| v.0 == n).map(|v| v.1.into()))
        };
        let all = &[
            ("TILESCOPE_CACHE", "/a"),
            ("XDG_CACHE_HOME", "/b"),
            ("HOME", "/c"),
        ];
        assert_eq!(at(all), Some("/a".into()));
        assert_eq!(at(&all[1..]), Some("/b/tilescope".into()));
        assert_eq!(at(&all[2..]), Some("/c/.cache/tilescope".into()));
        assert_eq!(
            at(&[("XDG_CACHE_HOME", "b"), ("HOME", "/c")]),
            at(&all[2..])
        );
        assert_eq!(at(&[]), None);
    }

    #[test]
    fn builds_are_ordered_by_version_as_numbers() {
        let cache = std::env::temp_dir().join(format!("tilescope-builds-{}", std::process::id()));
        for name in [
            "mesa-22.3.6-1+deb12u2-aaaaaaaa",
            "mesa-9.2-bbbbbbbb",
            "mesa-25.0.7-2-cccccccc",
        ] {
            std::fs::create_dir_all(cache.join(name)).unwrap();
            std::fs::write(cache.join(name).join(STAMP), "").unwrap();
        }
        std::fs::create_dir_all(cache.join("mesa-26.0-dddddddd")).unwrap();
        let found = list(&cache).unwrap();
        let versions: Vec<_> = found.iter().map(|b| b.version.as_str()).collect();
        std::fs::remove_dir_all(&cache).unwrap();
        assert_eq!(versions, ["25.0.7-2", "22.3.6-1+deb12u2", "9.2"]);
        assert!(found[0].is("25.0") && found[0].is("25.0.7") && found[0].is("25.0.7-2"));
        assert!(!found[0].is("2") && !found[0].is("25.0.7-22"));
        assert_eq!(list(&cache).unwrap(), []);
    }

    #[test]
    fn versions_are_digits_and_dots() {
        assert!(is_version("25.0") && is_version("25"));
        assert!(!is_version("./25.0") && !is_version("build") && !is_version(""));
    }
}
