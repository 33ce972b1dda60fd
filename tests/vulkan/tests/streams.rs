//! The programs through unmodified turnip: each runs to its end, its recording decodes to named
//! packets, registers, fields and instructions, and `lint` finds only what the test lists.
//!
//! Draws, dispatches and copies are not executed, so that images are not those that the programs
//! expect (exit code 1). Requirements: those of `started`.

#[path = "../../started/adreno.rs"]
mod adreno;
#[path = "../../started/mod.rs"]
mod started;

use adreno::{Found, Recorder};
use started::programs;

/// Features that a release does not offer on a chip: program, chip or `*`, release or `*`, and the
/// feature.
const MISSING: [(&str, &str, &str, &str); 1] = [("blit-cubic", "a618", "*", "VK_EXT_filter_cubic")];

/// Programs whose streams break a rule: the program, chip, release of Mesa, and rule. Turnip 25.0
/// writes two registers of A7xx. Turnip 22.3 does not know stages above bit 31, and so does not wait
/// between a fill and a copy that only such stages order (docs/driver-bugs.md); on later chips a flush
/// always waits.
const FOUND: [Found; 2] = [
    ("*", "*", "25.0", "REG-003"),
    ("events", "a618", "22.3", "CACHE-006"),
];

/// Records every program, and reads the recordings.
fn read(chip: &'static str, mesa: &'static str) {
    let Some(recorder) = Recorder::new("turnip", chip, mesa) else {
        return;
    };
    let programs = programs();
    assert!(programs.len() >= 25, "{programs:?}");
    let (mut tried, mut working, mut shading) = (0, 0, 0);
    for name in &programs {
        // Surveys have tests of their own.
        if name.starts_with("survey-") {
            continue;
        }
        let missing = MISSING.iter().find(|(program, on, of, _)| {
            program == name && ["*", chip].contains(on) && ["*", mesa].contains(of)
        });
        let codes: &[i32] = if missing.is_some() { &[3] } else { &[0, 1] };
        let recorded = recorder.read(name, codes, &FOUND);
        if let Some((.., what)) = missing {
            assert_eq!(
                recorded.output,
                format!("missing: {what}\n"),
                "{chip} {mesa} {name}"
            );
            continue;
        }
        tried += 1;
        let text = &recorded.listing;
        let works = ["CP_DRAW_", "CP_EXEC_CS", "CP_BLIT"];
        working += u32::from(works.iter().any(|packet| text.contains(packet)));
        shading += u32::from(recorded.has_shaders());
    }
    // All draw, dispatch or copy; those that draw or dispatch have shaders.
    assert!(
        working == tried && shading * 2 > tried,
        "{chip} {mesa}: {working} work, and {shading} have shaders, of {tried}"
    );
}

#[test]
fn a618_of_22_3() {
    read("a618", "22.3");
}

#[test]
fn a618_of_25_0() {
    read("a618", "25.0");
}

#[test]
fn a635_of_22_3() {
    read("a635", "22.3");
}

#[test]
fn a635_of_25_0() {
    read("a635", "25.0");
}

#[test]
fn a660_of_22_3() {
    read("a660", "22.3");
}

#[test]
fn a660_of_25_0() {
    read("a660", "25.0");
}
