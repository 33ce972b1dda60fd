//! What README.md shows is what the command prints.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_broken_job_of_the_readme_gives_the_finding_shown_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let broken = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme-broken");
    let _ = fs::remove_dir_all(&broken);
    fs::create_dir_all(&broken).expect("a folder");
    for entry in fs::read_dir(root.join("examples/vc4/gl-triangle")).expect("the example") {
        let entry = entry.expect("a file");
        fs::copy(entry.path(), broken.join(entry.file_name())).expect("a copy");
    }
    let shader = broken.join("cs.qasm");
    let text = fs::read_to_string(&shader).expect("the shader");
    let kept: Vec<&str> = text
        .lines()
        .filter(|l| !l.starts_with("ori\ta6, vpr"))
        .collect();
    assert_eq!(kept.len() + 1, text.lines().count());
    fs::write(&shader, kept.join("\n")).expect("the shader, shorter");

    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .arg("lint")
        .arg(&broken)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).expect("text");
    let first = said.split("\n\n").next().expect("a finding");
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    assert!(
        readme.replace("\r\n", "\n").contains(first.trim_end()),
        "README.md does not show\n{first}"
    );
}
