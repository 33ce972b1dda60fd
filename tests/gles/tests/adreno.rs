//! The corpus through unmodified freedreno: each recording decodes to named packets, registers,
//! fields and instructions, and `lint` finds only what the test lists.
//!
//! Requirements: those of `started`.

#[path = "../../started/adreno.rs"]
mod adreno;
#[path = "../../started/mod.rs"]
mod started;

use adreno::{Found, Recorder, unnamed};
use started::programs;

/// Both releases of Mesa.
const RELEASES: [&str; 2] = ["22.3", "25.0"];

/// Programs whose streams break a rule: the program, chip, release of Mesa, and rule. The guard band of an empty
/// viewport overflows its field.
const FOUND: [Found; 1] = [("viewport-edges", "*", "22.3", "REG-004")];

#[test]
fn unnamed_parts_of_a_listing_are_seen() {
    for line in [
        "  0x10  70e30001  opcode: unknown (7f) (2 dwords)",
        "  0x10  40bb0801  write 0xbfff (bfff)",
        "  0x10  00000007  GRAS_MAX_LAYER_INDEX: 7 | 0x1000",
        "  0x10  00000007  { MODE = 0 | 0x80 }",
        "  0x10  [0600000000000000] .word 0x0600000000000000",
        "  0x10  [0300000000000001] end ^ 0x1",
    ] {
        assert!(unnamed(line), "{line}");
    }
    assert!(!unnamed(
        "  0x10  05008000  TPL1_DBG_ECO_CNTL: 0x1008000 | 0x4000000"
    ));
    assert!(!unnamed(
        "  0x10  40bb0801  write HLSQ_INVALIDATE_CMD (bb08)"
    ));
}

/// Records every `step`th program, and reads the recordings.
fn read(chip: &'static str, mesa: &'static str, step: usize) {
    let Some(recorder) = Recorder::new("freedreno", chip, mesa) else {
        return;
    };
    let programs = programs();
    assert!(programs.len() > 180, "{programs:?}");
    let (mut tried, mut drawing, mut shading) = (0, 0, 0);
    for name in programs.iter().step_by(step) {
        // Programs that check their pixels fail: nothing is drawn yet.
        let recorded = recorder.read(name, &[0, 1], &FOUND);
        tried += 1;
        drawing += u32::from(recorded.draws());
        shading += u32::from(recorded.has_shaders());
    }
    // Nearly all programs draw, with shaders that are listed.
    assert!(
        drawing * 10 > tried * 9 && shading * 10 > tried * 9,
        "{chip} {mesa}: {drawing} draw, and {shading} have shaders, of {tried}"
    );
}

#[test]
fn the_corpus_of_freedreno_has_names_only() {
    for mesa in RELEASES {
        read("a618", mesa, 1);
    }
}

#[test]
fn other_chips_have_names_only() {
    for chip in ["a630", "a635", "a660"] {
        for mesa in RELEASES {
            read(chip, mesa, 4);
        }
    }
}
