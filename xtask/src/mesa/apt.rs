//! Fetches Mesa's source package from where this machine's binary packages come
//! from.
//!
//! Few machines have source entries in their apt configuration, so they are
//! derived from the binary ones, of both forms that apt knows: lines in `*.list`
//! (sources.list(5), "one-line-style") and paragraphs in `*.sources`
//! ("deb822-style"). The derived entries and the lists fetched for them lie in
//! the cache; the machine's own configuration stays as it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Mesa's source, unpacked and patched as Debian does.
pub struct Source {
    /// The version of the package, without an epoch.
    pub version: String,
    /// The folder that holds everything unpacked, to be removed in the end.
    pub folder: PathBuf,
    /// The source tree.
    pub tree: PathBuf,
}

/// The source entries of the lines of a `*.list` file.
fn one_line(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line = line.trim();
        let rest = line.strip_prefix("deb").unwrap_or("");
        let rest = rest.strip_prefix("-src").unwrap_or(rest);
        if rest.starts_with([' ', '\t']) {
            out.push_str(&format!("deb-src{rest}\n"));
        }
    }
    out
}

/// The source entries of the paragraphs of a `*.sources` file: all fields stay,
/// only what they serve changes.
fn deb822(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let field = line.split(':').next().unwrap_or("");
        match field.eq_ignore_ascii_case("types") {
            true => out.push_str("Types: deb-src\n"),
            false => out.push_str(&format!("{line}\n")),
        }
    }
    out
}

/// Runs a program and gives what it printed.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|e| format!("cannot run {name}: {e}; this needs Debian or one of its kin"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!(
            "{name} failed ({}):\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim_end()
        )),
    }
}

/// Where apt's configuration has the sources: the file and the folder.
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

/// Writes the derived entries into `parts`; says how many files that are.
fn derive(list: &Path, folder: &Path, parts: &Path) -> Result<usize, String> {
    let mut files = vec![list.to_owned()];
    if let Ok(entries) = fs::read_dir(folder) {
        files.extend(entries.flatten().map(|e| e.path()));
    }
    files.sort();
    let mut written = 0;
    for file in files {
        // What cannot be read cannot be derived from; apt ignores such files too.
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let derived = match file.extension().and_then(|e| e.to_str()) {
            Some("list") => one_line(&text),
            Some("sources") => deb822(&text),
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

/// Fetches and unpacks the source package.
pub fn fetch(cache: &Path) -> Result<Source, String> {
    let apt = cache.join("apt");
    let parts = apt.join("sources.list.d");
    for folder in [&parts, &apt.join("lists/partial"), &apt.join("cache")] {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    for stale in fs::read_dir(&parts).into_iter().flatten().flatten() {
        let _ = fs::remove_file(stale.path());
    }
    let (list, folder) = places()?;
    if derive(&list, &folder, &parts)? == 0 {
        return Err(format!(
            "neither {} nor {} has an entry to derive a deb-src entry from",
            list.display(),
            folder.display()
        ));
    }
    let options = [
        "Dir::Etc::sourcelist=/dev/null".to_owned(),
        format!("Dir::Etc::sourceparts={}", parts.display()),
        format!("Dir::State::lists={}", apt.join("lists").display()),
        format!("Dir::Cache={}", apt.join("cache").display()),
        // apt's own user may not enter a cache in somebody's home.
        "APT::Sandbox::User=root".to_owned(),
    ];
    let get = |args: &[&str], at: &Path| {
        let mut command = Command::new("apt-get");
        for option in &options {
            command.args(["-o", option]);
        }
        output(command.args(args).current_dir(at))
    };
    crate::say("reading which source packages there are\n");
    // One unreachable repository of many is no reason to give up: if Mesa is not
    // in those that answered, the next step says so.
    let updated = get(&["update", "-q"], cache);
    let folder = cache.join("mesa-source");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    crate::say("fetching Mesa's source package\n");
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
    fn lines_become_source_lines() {
        let text = "# comment\ndeb [signed-by=/a] http://b c main\n\ndeb-src http://d e main\n#deb x\ndebug\n";
        let want = "deb-src [signed-by=/a] http://b c main\ndeb-src http://d e main\n";
        assert_eq!(one_line(text), want);
    }

    #[test]
    fn paragraphs_become_source_paragraphs() {
        let text = "types: deb deb-src\nURIs: http://a\nSuites: b\nSigned-By:\n -----BEGIN\n .\n\nTypes: deb\nURIs: c\n";
        let want = "Types: deb-src\nURIs: http://a\nSuites: b\nSigned-By:\n -----BEGIN\n .\n\nTypes: deb-src\nURIs: c\n";
        assert_eq!(deb822(text), want);
    }
}
