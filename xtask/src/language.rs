//! Checks of the language of docs, strings and pages: openings and phrases that
//! are not idiomatic technical English.

use std::path::Path;

/// Words that must not begin a doc comment, which names a thing or describes
/// its effect.
const OPENINGS: &[&str] = &["What", "How", "Where", "Which", "Who"];

/// Phrases to avoid, and their replacements.
const PHRASES: &[(&str, &str)] = &[
    (
        concat!("held ", "against"),
        "compared with, checked against",
    ),
    (concat!("for ", "want of"), "because of missing"),
    (concat!("as you ", "like"), "at your option"),
    (concat!("nobody ", "knows"), "unknown, undocumented"),
    (concat!("no ", "picture"), "not an image"),
    (concat!("comes to ", "its end"), "ends"),
    (concat!("how to ", "mend"), "how to fix"),
];

/// Problems of one file: line numbers and texts.
fn problems(text: &str, code: bool) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut in_doc = false;
    for (i, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let doc = ["//! ", "/// "]
            .iter()
            .find_map(|p| trimmed.strip_prefix(p));
        if let (true, false, Some(body)) = (code, in_doc, doc) {
            let first = body.split(' ').next().unwrap_or("");
            if OPENINGS.contains(&first) {
                found.push((i + 1, format!("a doc comment begins with \"{first}\"")));
            }
        }
        in_doc = trimmed.starts_with("//!") || trimmed.starts_with("///");
        let lower = line.to_lowercase();
        for (phrase, instead) in PHRASES {
            if lower.contains(phrase) {
                found.push((i + 1, format!("\"{phrase}\": write {instead}")));
            }
        }
    }
    found
}

/// Problems of the files, and of the pages below `root`.
pub fn check(root: &Path, files: &[(String, String)]) -> Vec<String> {
    let mut all = Vec::new();
    for (path, text) in files {
        for (line, problem) in problems(text, path.ends_with(".rs")) {
            all.push(format!("{path}:{line}: {problem}"));
        }
    }
    all.extend(pages(root));
    all
}

/// Problems of the pages written by hand: README.md, docs and others.
fn pages(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut paths = vec![
        root.join("README.md"),
        root.join("CONTRIBUTING.md"),
        root.join("ARCHITECTURE.md"),
    ];
    let docs = std::fs::read_dir(root.join("docs"))
        .into_iter()
        .flatten()
        .flatten();
    paths.extend(
        docs.map(|e| e.path())
            .filter(|p| p.extension().is_some_and(|e| e == "md")),
    );
    paths.sort();
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let shown = path
            .strip_prefix(root)
            .unwrap_or(&path)
            .display()
            .to_string();
        for (line, problem) in problems(&text, false) {
            found.push(format!("{shown}:{line}: {problem}"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_and_phrases_are_found_where_docs_begin() {
        let text = "//! Things.\n//! What follows is fine.\n\n/// How it works.\nfn a() {}\n";
        assert_eq!(
            problems(text, true),
            [(4, "a doc comment begins with \"How\"".to_owned())]
        );
        assert!(problems(text, false).is_empty());
        let text = concat!("let a = \"Held ", "against it\";\n");
        assert_eq!(problems(text, true).len(), 1);
    }
}
