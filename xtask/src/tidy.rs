//! Checks of the sources beyond those of the compiler.

mod host_maths;

use std::path::{Path, PathBuf};

/// The largest number of lines of a file of code.
const MAX_LINES: usize = 600;

/// The largest number of lines of a file of rows: constant data, one idea a row.
const MAX_ROWS: usize = 800;

/// Files of rows: their paths contain one of these.
const ROWS: &[&str] = &["/src/regs.rs", "/src/regs/", "/rows.rs"];

/// Crates whose functions may have more than seven arguments.
const MANY_ARGUMENTS: &[&str] = &["crates/tilescope-cli/", "xtask/"];

/// Files and folders that may contain `unsafe`.
const UNSAFE: &[&str] = &[
    "crates/tilescope-core/src/memory.rs",
    "crates/tilescope-jit/",
    "crates/tilescope-shim/",
];

/// All violations.
pub fn check(root: &Path) -> Vec<String> {
    let mut problems = crate::order::check(root);
    problems.extend(crate::readme::check(root));
    let mut files = Vec::new();
    for folder in ["crates", "xtask"] {
        collect(&root.join(folder), "rs", &mut files, &mut problems);
    }
    files.sort();
    if files.is_empty() {
        problems.push("no source files found".to_owned());
    }
    let mut texts = Vec::new();
    for path in &files {
        let shown = path.strip_prefix(root).unwrap_or(path);
        let shown = shown.display().to_string().replace('\\', "/");
        match std::fs::read_to_string(path) {
            Ok(text) => {
                file(&shown, &text, &mut problems);
                texts.push((shown, text));
            }
            Err(e) => problems.push(format!("{shown}: {e}")),
        }
    }
    problems.extend(crate::language::check(root, &texts));
    problems
}

/// Files below `folder` whose names end in `.ending`.
fn collect(folder: &Path, ending: &str, into: &mut Vec<PathBuf>, problems: &mut Vec<String>) {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) => {
            problems.push(format!("{}: {e}", folder.display()));
            return;
        }
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, ending, into, problems);
        } else if path.extension().is_some_and(|e| e == ending) {
            into.push(path);
        }
    }
}

fn file(path: &str, text: &str, problems: &mut Vec<String>) {
    let lines = text.lines().count();
    let ceiling = match ROWS.iter().any(|rows| path.contains(rows)) {
        true => MAX_ROWS,
        false => MAX_LINES,
    };
    if lines > ceiling {
        problems.push(format!(
            "{path} has {lines} lines, more than {ceiling}: split it by topic"
        ));
    }
    let waiver = concat!("clippy::too_many_", "arguments");
    if text.contains(waiver) && !MANY_ARGUMENTS.iter().any(|p| path.starts_with(p)) {
        problems.push(format!(
            "{path} waives {waiver}: a function has at most seven; a context or a struct \
             holds what belongs together"
        ));
    }
    let first = text.lines().find(|l| !l.trim().is_empty()).unwrap_or("");
    if !first.starts_with("//!") {
        problems.push(format!("{path} does not begin with a module doc (//!)"));
    }
    let may = UNSAFE.iter().any(|p| path.starts_with(p));
    let root = path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs");
    // The core crate denies instead of forbidding, so that its memory module
    // may allow it.
    let core = path == "crates/tilescope-core/src/lib.rs" && text.contains("#![deny(unsafe_code)]");
    if root && !may && !core && !text.contains("#![forbid(unsafe_code)]") {
        problems.push(format!("{path} does not forbid unsafe code"));
    }
    if !may && text.contains(concat!("allow(", "unsafe_code")) {
        problems.push(format!(
            "{path} allows unsafe code; only memory, jit and shim may"
        ));
    }
    host_maths::check(path, text, problems);
    drm(path, text, problems);
    let ignored = concat!("#[", "ignore]");
    if text.contains(ignored) {
        problems.push(format!("{path} ignores a test without a reason"));
    }
}

/// The core of the virtual kernel uses no driver, and nothing else of its crate.
fn drm(path: &str, text: &str, problems: &mut Vec<String>) {
    if !path.starts_with("crates/tilescope-kernel/src/drm/") {
        return;
    }
    let foreign = ["super::super::", "tilescope_vc4", "tilescope_vivante"];
    for line in text.lines().filter(|l| !l.trim_start().starts_with("//")) {
        let mut outside = line.split("crate::").skip(1);
        if outside.any(|rest| !rest.starts_with("drm::"))
            || foreign.iter().any(|f| line.contains(f))
        {
            let line = line.trim();
            problems.push(format!("{path} uses what is outside of drm/: {line}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let mut problems = Vec::new();
        file(path, text, &mut problems);
        problems
    }

    #[test]
    fn each_problem_is_found() {
        let good = "//! A.\n#![forbid(unsafe_code)]\n";
        assert!(found("crates/a/src/lib.rs", good).is_empty());
        assert!(found("crates/a/src/lib.rs", "//! A.\n")[0].contains("does not forbid"));
        assert!(found("crates/a/src/b.rs", "fn a() {}\n")[0].contains("begin with a module doc"));
        let long = format!("//! A.\n{}", "\n".repeat(MAX_LINES));
        assert!(found("crates/a/src/b.rs", &long)[0].contains("601 lines"));
        assert!(found("crates/a/src/regs/b.rs", &long).is_empty());
        let rows = format!("//! A.\n{}", "\n".repeat(MAX_ROWS));
        assert!(found("crates/a/src/regs/b.rs", &rows)[0].contains("801 lines"));
        let waives = concat!("//! A.\n#[expect(clippy::too_many_", "arguments)]\n");
        assert!(found("crates/a/tests/b.rs", waives)[0].contains("waives"));
        assert!(found("crates/tilescope-cli/src/b.rs", waives).is_empty());
        let allows = concat!("//! A.\n#![allow(", "unsafe_code)]\n");
        assert!(found("crates/a/src/b.rs", allows)[0].contains("allows unsafe"));
        assert!(found("crates/tilescope-jit/src/b.rs", allows).is_empty());
        let ignores = concat!("//! A.\n#[", "ignore]\n");
        assert!(found("crates/a/tests/b.rs", ignores)[0].contains("ignores a test"));
    }

    #[test]
    fn the_core_of_the_kernel_stands_alone() {
        let used = |line: &str| {
            let text = format!("//! A.\n{line}\n");
            !found("crates/tilescope-kernel/src/drm/b.rs", &text).is_empty()
        };
        assert!(used("use crate::kernel::Kernel;") && used("use tilescope_vc4::chips;"));
        assert!(used("fn a() { crate::vc4::a() }"));
        assert!(!used("use crate::drm::fds::Fds;") && !used("/// See [`crate::Kernel`]."));
    }
}
