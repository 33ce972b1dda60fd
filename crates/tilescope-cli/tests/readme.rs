//! README.md and docs/breaking-vivante.md show the actual output of the
//! command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A copy of an example, in a folder that no other test has.
fn copy(example: &str, name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let broken = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&broken);
    fs::create_dir_all(&broken).expect("a folder");
    for entry in fs::read_dir(root.join("examples").join(example)).expect("the example") {
        let entry = entry.expect("a file");
        fs::copy(entry.path(), broken.join(entry.file_name())).expect("a copy");
    }
    broken
}

#[test]
fn the_broken_job_of_the_readme_gives_the_finding_shown_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let broken = copy("vc4/gl-triangle", "readme-broken");
    let shader = broken.join("cs.qasm");
    let text = fs::read_to_string(&shader).expect("the shader");
    let kept: Vec<&str> = text
        .lines()
        .filter(|l| !l.starts_with("ori\ta6, vpr"))
        .collect();
    assert_eq!(kept.len() + 1, text.lines().count());
    fs::write(&shader, kept.join("\n")).expect("the shader, shorter");

    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(["lint", "readme-broken"])
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stdout).expect("text");
    let printed = printed.replace("readme-broken", "broken");
    let first = printed.split("\n\n").next().expect("a finding");
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    assert!(
        readme.replace("\r\n", "\n").contains(first.trim_end()),
        "README.md does not show\n{first}"
    );
}

/// Each change of the page (a file, removed lines, added lines) is made to the example, and the
/// text below it is the output of `lint`. `TILESCOPE_BLESS=1` writes it.
#[test]
fn findings_of_broken_streams_are_those_of_the_page() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/breaking-vivante.md");
    let page = fs::read_to_string(&path)
        .expect("the page")
        .replace("\r\n", "\n");
    let mut parts = page.split("```diff\n");
    let mut written = parts.next().expect("a beginning").to_owned();
    let mut changes = 0;
    for part in parts {
        let (change, rest) = part.split_once("```\n\n```console\n").expect("the output");
        let (_, rest) = rest.split_once("```\n").expect("the end of the output");
        let [file, less, more] = *change.lines().collect::<Vec<_>>() else {
            panic!("a file and two lines, not\n{change}");
        };
        let broken = copy("vivante/triangle", "page-broken");
        let text = fs::read_to_string(broken.join(file)).expect(file);
        let (less, more) = (&less[1..], &more[1..]);
        let lines = text.lines().filter(|line| *line == less).count();
        assert_eq!(lines, 1, "{file}: {less}");
        let line = |line: &str| format!("{line}\n");
        let text = text.replace(&line(less), &line(more));
        fs::write(broken.join(file), text).expect(file);
        let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
            .args(["lint", "page-broken"])
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .output()
            .expect("it runs");
        let printed = String::from_utf8(output.stdout).expect("text");
        let mut printed = printed
            .replace("page-broken", "broken")
            .trim_end()
            .to_owned();
        printed += if printed.is_empty() { "" } else { "\n" };
        let printed = format!("$ tilescope lint broken\n{printed}");
        written += &format!("```diff\n{change}```\n\n```console\n{printed}```\n{rest}");
        changes += 1;
    }
    assert!(changes >= 4);
    if std::env::var_os("TILESCOPE_BLESS").is_some() {
        fs::write(&path, &written).expect("the page");
    }
    assert!(
        page == written,
        "stale; TILESCOPE_BLESS=1 writes it:\n{written}"
    );
}
