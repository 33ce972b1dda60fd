//! Mesa for the tests: Debian's source packages of two releases, with the drivers for the emulated
//! hardware, in a cache outside the checkout.
//!
//! `tilescope_session::builds` describes the cache. A build's key is derived
//! from its options, so other options give a separate build.

mod apt;
mod build;
mod packages;
mod release;
mod tools;

use release::{KNOWN, RELEASES, Release, default_drivers};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tilescope_session::builds::{self, Build, STAMP};

/// The requested action of `cargo xtask mesa`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    /// Build unless there is a finished build.
    Build,
    /// Build, even if there is a finished build.
    Again,
    /// Print the path of the finished build.
    Path,
}

/// The arguments of `mesa`.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    ask: Ask,
    releases: Vec<&'static Release>,
    /// The hardware drivers.
    drivers: Vec<&'static str>,
}

impl Options {
    fn parse(words: &[&str]) -> Result<Options, String> {
        let mut out = Options {
            ask: Ask::Build,
            releases: vec![&RELEASES[0]],
            drivers: default_drivers(),
        };
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word {
                "--again" => out.ask = Ask::Again,
                "--print-path" => out.ask = Ask::Path,
                "--release" => {
                    out.releases = match value()? {
                        "all" => RELEASES.iter().collect(),
                        name => vec![Release::find(name)?],
                    }
                }
                "--drivers" => {
                    let known = |name: &str| {
                        let found = KNOWN.iter().copied().find(|k| *k == name);
                        found.ok_or(format!("no driver {name}; there are {}", KNOWN.join(", ")))
                    };
                    out.drivers = value()?.split(',').map(known).collect::<Result<_, _>>()?;
                }
                _ => return Err(format!("mesa: unknown option {word}")),
            }
        }
        Ok(out)
    }
}

/// Runs the requested action; returns the errors.
pub fn run(words: &[&str]) -> Vec<String> {
    let done = Options::parse(words).and_then(|options| {
        let mut releases = options.releases.iter();
        releases.try_for_each(|release| go(&options, release))
    });
    done.err().into_iter().collect()
}

fn go(asked: &Options, release: &Release) -> Result<(), String> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let cache = builds::cache(variable).ok_or(
        "no cache folder: none of TILESCOPE_CACHE, XDG_CACHE_HOME and HOME is set to an \
         absolute path",
    )?;
    let options = release.options(&asked.drivers);
    let done = finished(&cache, release, &options)?;
    match (asked.ask, done) {
        (Ask::Path, Some(done)) => {
            crate::print(&format!("{}\n", done.display()));
            return Ok(());
        }
        (Ask::Path, None) => {
            return Err(format!(
                "there is no finished Mesa {} in {}; `cargo xtask mesa --release {}` builds it",
                release.mesa,
                cache.display(),
                release.name
            ));
        }
        (Ask::Build, Some(done)) => {
            // `tilescope exec` uses the one with the latest stamp.
            stamp(&done, &options)?;
            crate::print(&format!("{} is built\n", done.display()));
            return Ok(());
        }
        (Ask::Build | Ask::Again, _) => {}
    }
    fs::create_dir_all(&cache).map_err(|e| format!("{}: {e}", cache.display()))?;
    let start = Instant::now();
    packages::ensure(release)?;
    let source = apt::fetch(&cache, release)?;
    let prefix = cache.join(format!("mesa-{}-{}", source.version, key(&options)));
    if prefix.exists() {
        fs::remove_dir_all(&prefix).map_err(|e| format!("{}: {e}", prefix.display()))?;
    }
    let path = tools::path(release, &cache, &source.folder)?;
    build::build(&source, &options, &path, &prefix)?;
    // Written last: with it, the build counts as finished.
    stamp(&prefix, &options)?;
    // 600 MB that are not needed again.
    fs::remove_dir_all(&source.folder).map_err(|e| format!("{}: {e}", source.folder.display()))?;
    let seconds = start.elapsed().as_secs();
    crate::print(&format!("{} is built, in {seconds} s\n", prefix.display()));
    Ok(())
}

fn stamp(prefix: &Path, options: &[String]) -> Result<(), String> {
    let stamp = prefix.join(STAMP);
    fs::write(&stamp, text(options)).map_err(|e| format!("{}: {e}", stamp.display()))
}

/// The options in the format of the stamp.
fn text(options: &[String]) -> String {
    options.iter().map(|o| format!("{o}\n")).collect()
}

/// A short name for the options: FNV-1a, which needs no crate and is stable.
fn key(options: &[String]) -> String {
    let hash = text(options)
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
            (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
        });
    format!("{:08x}", hash >> 32)
}

/// The newest finished build of a release with these options.
fn finished(
    cache: &Path,
    release: &Release,
    options: &[String],
) -> Result<Option<PathBuf>, String> {
    let found = builds::list(cache).map_err(|e| format!("{}: {e}", cache.display()))?;
    let wanted = |b: &&Build| {
        let stamp = fs::read_to_string(b.prefix.join(STAMP));
        b.is(release.mesa) && b.key == key(options) && stamp.is_ok_and(|s| s == text(options))
    };
    Ok(found.iter().find(wanted).map(|b| b.prefix.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read() {
        let o = Options::parse(&["--release", "trixie", "--print-path"]).unwrap();
        assert_eq!((o.ask, o.releases[0].mesa), (Ask::Path, "25.0"));
        let o = Options::parse(&["--release", "all", "--drivers", "vc4,panfrost"]).unwrap();
        assert_eq!((o.releases.len(), o.drivers), (2, vec!["vc4", "panfrost"]));
        let says = |words: &[&str]| Options::parse(words).unwrap_err();
        assert_eq!(says(&["--release"]), "--release needs a value");
        assert_eq!(says(&["--agian"]), "mesa: unknown option --agian");
        assert_eq!(
            says(&["--drivers", "iris"]),
            "no driver iris; there are vc4, etnaviv, freedreno, panfrost"
        );
    }

    #[test]
    fn only_a_stamped_build_with_these_options_is_finished() {
        let cache = std::env::temp_dir().join(format!("xtask-mesa-{}", std::process::id()));
        let release = Release::find("trixie").unwrap();
        let options = release.options(&default_drivers());
        let build = cache.join(format!("mesa-25.0.7-2-{}", key(&options)));
        fs::create_dir_all(&build).unwrap();
        let finished = |release: &str| {
            let release = Release::find(release).unwrap();
            super::finished(&cache, release, &options)
        };
        assert_eq!(finished("trixie"), Ok(None));
        fs::write(build.join(STAMP), "other options\n").unwrap();
        assert_eq!(finished("trixie"), Ok(None));
        stamp(&build, &options).unwrap();
        assert_eq!(finished("trixie"), Ok(Some(build.clone())));
        assert_eq!(finished("bookworm"), Ok(None));
        fs::remove_dir_all(&cache).unwrap();
    }
}
