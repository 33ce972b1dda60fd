//! Lavapipe, Mesa's Vulkan driver on the processor: each program draws the image that it expects.
//!
//! Requirements: Debian's mesa-vulkan-drivers. If they are missing, this is reported and the tests
//! pass, unless `TILESCOPE_REQUIRE_MESA` is set.

use std::path::Path;
use std::process::{Command, Output};

#[path = "../../started/mod.rs"]
mod started;

use started::{PROGRAM, programs};

/// The file that names the driver, without its architecture.
const DRIVERS: &str = "/usr/share/vulkan/icd.d";

/// Programs that need what lavapipe of Debian 12 lacks, and what that is.
const MISSING: [(&str, &str); 2] = [
    ("blit-cubic", "VK_EXT_filter_cubic"),
    ("multisample-two", "two samples"),
];

/// Runs a program on lavapipe; `None` if it is not installed.
fn run(name: &str) -> Option<Output> {
    let files = std::fs::read_dir(Path::new(DRIVERS)).into_iter().flatten();
    let mut files = files.flatten().map(|f| f.path());
    let driver = files.find(|path| path.to_string_lossy().contains("lvp_icd"));
    let missing = "there is no lavapipe";
    if !started::has(driver.is_some(), missing, started::requires_any()) {
        return None;
    }
    let driver = driver?;
    let mut command = Command::new(PROGRAM);
    command.arg(name);
    for variable in ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"] {
        command.env(variable, &driver);
    }
    Some(command.output().unwrap())
}

#[test]
fn programs_draw_what_they_expect() {
    let programs = programs();
    assert!(programs.len() >= 25, "{programs:?}");
    let mut wrong = Vec::new();
    for name in &programs {
        let Some(output) = run(name) else { return };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let missing = MISSING.iter().find(|(n, _)| n == name);
        let right = match missing {
            Some((_, what)) => text.ends_with(&format!("missing: {what}\n")),
            None => output.status.success(),
        };
        if !right {
            wrong.push(format!("{name}: {:?} {text}", output.status.code()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join(""));
}

#[test]
fn a_program_without_its_picture_fails() {
    let Some(output) = run("no-such-program") else {
        return;
    };
    assert_eq!(output.status.code(), Some(2));
}
