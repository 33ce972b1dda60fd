//! Shaders: what is compiled in the repository is what the compiler makes of the sources.
//!
//! Requirements: Debian's glslang-tools. If they are missing, this is reported and the test of them
//! passes, unless `TILESCOPE_REQUIRE_MESA` is set.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "../../started/mod.rs"]
mod started;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders")
}

/// The names of sources.
fn sources() -> BTreeSet<String> {
    let files = std::fs::read_dir(folder()).unwrap();
    let names = files.map(|f| f.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !name.ends_with(".spv")).collect()
}

#[test]
fn each_source_has_its_code_and_a_program() {
    let mut text = String::new();
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/programs");
    for file in std::fs::read_dir(programs).unwrap() {
        text += &std::fs::read_to_string(file.unwrap().path()).unwrap();
    }
    text += &std::fs::read_to_string(folder().join("../src/programs.rs")).unwrap();
    let sources = sources();
    assert!(sources.len() > 30, "{sources:?}");
    for name in &sources {
        let code = std::fs::read(folder().join(format!("{name}.spv"))).unwrap();
        assert_eq!(code[..4], [3, 2, 0x23, 7], "{name}: not SPIR-V");
        assert!(text.contains(&format!("\"{name}\"")), "{name} is not used");
    }
    let files = std::fs::read_dir(folder()).unwrap().count();
    assert_eq!(files, 2 * sources.len(), "code without a source");
}

#[test]
fn the_compiler_makes_the_same_code() {
    let version = Command::new("glslangValidator").arg("--version").output();
    let there = version.is_ok_and(|v| v.status.success());
    let missing = "there is no glslangValidator";
    if !started::has(there, missing, started::requires_any()) {
        return;
    }
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shader.spv");
    let mut compared = 0;
    for name in sources() {
        let output = Command::new("glslangValidator")
            .args(["-V", "--target-env", "vulkan1.3", "-o"])
            .arg(&temporary)
            .arg(folder().join(&name))
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{name}: {text}");
        let made = std::fs::read(&temporary).unwrap();
        let stored = std::fs::read(folder().join(format!("{name}.spv"))).unwrap();
        // The third word is the compiler and its version: others may make other code.
        if made[8..12] != stored[8..12] {
            continue;
        }
        assert!(made == stored, "{name}.spv is not what its source gives");
        compared += 1;
    }
    let missing = "the compiler has another version than that of the stored code";
    started::has(compared > 0, missing, false);
}
