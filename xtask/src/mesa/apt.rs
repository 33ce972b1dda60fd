//! Mesa's source package, fetched from the mirrors that this machine's binary
//! packages come from.
//!
//! Few machines have source entries in their apt configuration, let alone those of another release.
//! They are derived from the binary entries, in both formats of apt: lines in `*.list`
//! (sources.list(5), "one-line-style") and paragraphs in `*.sources` ("deb822-style"). Mirror and
//! keyring are kept; the suite is replaced. The derived entries and the lists fetched for them are
//! in the cache; the machine's own configuration is not changed.

use super::release::Release;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Mesa's source, unpacked and patched as Debian does.
pub struct Source {
    /// The version of the package, without an epoch.
    pub version: String,
    /// The folder that holds everything unpacked, to be removed afterwards.
    pub folder: PathBuf,
    /// The source tree.
    pub tree: PathBuf,
}

/// The suite of `release` that corresponds to a suite of the machine, which runs Debian `own`: the
/// release itself, its updates and its security updates. Backports have another Mesa, and other
/// archives have no such suites.
fn suite(word: &str, own: &str, release: &str) -> Option<String> {
    let (name, rest) = match word.split_once(['-', '/']) {
        Some((name, _)) => (name, &word[name.len()..]),
        None => (word, ""),
    };
    let ours = name == own || name == "stable";
    let kept = matches!(rest, "" | "-updates" | "-security");
    (ours && kept).then(|| format!("{release}{rest}"))
}

/// The source entries of the lines of a `*.list` file, for another release.
fn one_line(text: &str, own: &str, release: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line = line.trim();
        let rest = line.strip_prefix("deb").unwrap_or("");
        let rest = rest.strip_prefix("-src").unwrap_or(rest);
        if !rest.starts_with([' ', '\t']) {
            continue;
        }
        // Options in brackets come first, and may have spaces.
        let rest = rest.trim();
        let (options, rest) = match rest.strip_prefix('[').and_then(|r| r.split_once(']')) {
            Some((options, rest)) => (format!(" [{options}]"), rest),
            None => (String::new(), rest),
        };
        let mut words = rest.split_whitespace();
        let (Some(place), Some(word)) = (words.next(), words.next()) else {
            continue;
        };
        if let Some(suite) = suite(word, own, release) {
            let components: Vec<&str> = words.collect();
            let components = components.join(" ");
            out.push_str(&format!("deb-src{options} {place} {suite} {components}\n"));
        }
    }
    out
}

/// The source entries of the paragraphs of a `*.sources` file, for another release: all fields are
/// kept except the types and the suites. Paragraphs without a Debian suite are left out.
fn deb822(text: &str, own: &str, release: &str) -> String {
    let mut out = String::new();
    for paragraph in text.split("\n\n") {
        let mut derived = String::new();
        let mut ours = false;
        for line in paragraph.lines() {
            let field = line.split(':').next().unwrap_or("").to_ascii_lowercase();
            match field.as_str() {
                "types" => derived.push_str("Types: deb-src\n"),
                "suites" => {
                    let words = line.split_whitespace().skip(1);
                    let suites: Vec<String> =
                        words.filter_map(|w| suite(w, own, release)).collect();
                    ours = !suites.is_empty();
                    derived.push_str(&format!("Suites: {}\n", suites.join(" ")));
                }
                _ => derived.push_str(&format!("{line}\n")),
            }
        }
        if ours {
            out.push_str(&derived);
            out.push('\n');
        }
    }
    out
}

/// The codename of the Debian that this machine runs.
fn codename() -> Result<String, String> {
    let path = "/etc/os-release";
    let text = fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let value = text
        .lines()
        .find_map(|l| l.strip_prefix("VERSION_CODENAME="));
    let value = value.map(|v| v.trim_matches('"').to_owned());
    value.ok_or_else(|| format!("{path} has no VERSION_CODENAME; this needs Debian"))
}

/// Runs a program and returns its output.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|e| format!("cannot run {name}: {e}; this needs Debian or a derivative"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!(
            "{name} failed ({}):\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim_end()
        )),
    }
}

/// The places of sources in apt's configuration: the file and the folder.
fn places() -> Result<(PathBuf, PathBuf), String> {
    let ask = [
        "shell",
        "L",
        "Dir::Etc::sourcelist/f",
        "P",
        "Dir::Etc::sourceparts/d",
    ];
    let text = output(Command::new("apt-config").args(ask))?;
    let value = |name: &str| {
        let line = text.lines().find_map(|l| l.strip_prefix(name));
        PathBuf::from(line.unwrap_or("").trim_matches('\''))
    };
    Ok((value("L="), value("P=")))
}

/// Writes the derived entries into `parts`; returns the number of files.
fn derive(list: &Path, folder: &Path, parts: &Path, release: &str) -> Result<usize, String> {
    let own = codename()?;
    let mut files = vec![list.to_owned()];
    if let Ok(entries) = fs::read_dir(folder) {
        files.extend(entries.flatten().map(|e| e.path()));
    }
    files.sort();
    let mut written = 0;
    for file in files {
        // Unreadable files are skipped, as in apt.
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let derived = match file.extension().and_then(|e| e.to_str()) {
            Some("list") => one_line(&text, &own, release),
            Some("sources") => deb822(&text, &own, release),
            _ => continue,
        };
        if derived.trim().is_empty() {
            continue;
        }
        let name = file.file_name().unwrap_or_default();
        let to = parts.join(name);
        fs::write(&to, derived).map_err(|e| format!("{}: {e}", to.display()))?;
        written += 1;
    }
    Ok(written)
}

/// Fetches and unpacks the source package of a release. apt verifies it with the keys
/// that the machine's entries name; Debian 12's keyring has those of Debian 13.
pub fn fetch(cache: &Path, release: &Release) -> Result<Source, String> {
    let apt = cache.join("apt").join(release.name);
    let parts = apt.join("sources.list.d");
    for folder in [&parts, &apt.join("lists/partial"), &apt.join("cache")] {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    for stale in fs::read_dir(&parts).into_iter().flatten().flatten() {
        let _ = fs::remove_file(stale.path());
    }
    let (list, folder) = places()?;
    if derive(&list, &folder, &parts, release.name)? == 0 {
        return Err(format!(
            "neither {} nor {} has an entry of Debian's archive from which one of {} can be derived",
            list.display(),
            folder.display(),
            release.name
        ));
    }
    let options = [
        "Dir::Etc::sourcelist=/dev/null".to_owned(),
        format!("Dir::Etc::sourceparts={}", parts.display()),
        format!("Dir::State::lists={}", apt.join("lists").display()),
        format!("Dir::Cache={}", apt.join("cache").display()),
        // apt's own user may not be able to enter a cache in a home folder.
        "APT::Sandbox::User=root".to_owned(),
    ];
    let get = |args: &[&str], at: &Path| {
        let mut command = Command::new("apt-get");
        for option in &options {
            command.args(["-o", option]);
        }
        output(command.args(args).current_dir(at))
    };
    crate::print("reading the lists of source packages\n");
    // One unreachable repository of many is no reason to stop: if Mesa is not
    // in the others, the next step reports it.
    let updated = get(&["update", "-q"], cache);
    let folder = cache.join(format!("mesa-source-{}", release.name));
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    crate::print("fetching Mesa's source package\n");
    get(&["source", "-q", "--only-source", "mesa"], &folder).map_err(|e| match &updated {
        Ok(_) => e,
        Err(update) => format!("{update}\n{e}"),
    })?;
    let (mut version, mut tree) = (None, None);
    for path in fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|e| e.path())
    {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let dsc = name
            .strip_prefix("mesa_")
            .and_then(|n| n.strip_suffix(".dsc"));
        if let Some(v) = dsc {
            version = Some(v.to_owned());
        }
        if path.join("meson.build").exists() {
            tree = Some(path);
        }
    }
    match (version, tree) {
        (Some(version), _) if !version.starts_with(release.mesa) => Err(format!(
            "{} has Mesa {version}, and {} is expected",
            release.name, release.mesa
        )),
        (Some(version), Some(tree)) => Ok(Source {
            version,
            folder,
            tree,
        }),
        _ => Err(format!(
            "apt-get source left no unpacked Mesa in {}",
            folder.display()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_source_lines_of_the_release() {
        let text = "# comment\ndeb [signed-by=/a arch=b] http://b c main contrib\n\n\
                    deb-src http://d c-updates main\n#deb x\ndebug\n\
                    deb http://e c-backports main\ndeb http://f other main\n";
        assert_eq!(
            one_line(text, "c", "new"),
            "deb-src [signed-by=/a arch=b] http://b new main contrib\n\
             deb-src http://d new-updates main\n"
        );
        assert_eq!(
            one_line("deb http://a stable main", "c", "c"),
            "deb-src http://a c main\n"
        );
    }

    #[test]
    fn paragraphs_become_source_paragraphs_of_the_release() {
        let text = "types: deb deb-src\nURIs: http://a\nSuites: b b-updates b-backports\n\
                    Signed-By:\n -----BEGIN\n .\n\nTypes: deb\nURIs: c\nSuites: nodistro\n\n\
                    Types: deb\nURIs: d\nSuites: b-security\n";
        assert_eq!(
            deb822(text, "b", "new"),
            "Types: deb-src\nURIs: http://a\nSuites: new new-updates\n\
             Signed-By:\n -----BEGIN\n .\n\n\
             Types: deb-src\nURIs: d\nSuites: new-security\n\n"
        );
    }
}
