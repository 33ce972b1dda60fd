//! Submissions one after the other on one device: programs of earlier ones are not checked
//! again if they are the same, which nobody can tell.

#[expect(dead_code, reason = "shared with tests of other scenes")]
mod frame;

use frame::{FRAGMENT, Scene, Vertex, device, frame, words};
use tilescope_core::{GpuMemory, Unit};
use tilescope_vc4::quirks::Quirks;

/// The tile.
const TILE: &[Vertex] = &[
    Vertex([-512, -512], 0.5, 0.25),
    Vertex([1536, -512], 0.5, 0.25),
    Vertex([-512, 1536], 0.5, 0.25),
];

/// Reads ra0 in the instruction after the one that writes it.
const TOO_EARLY: &str = "
fmul r0, vary_rd, a15;
fadd r0, r0, r5;
or a0, r0, r0;
or r1, a0, a0;
li r3, -, 0xff000000;
fmuli r3, r0, 1f pm8c;
or tlb_clr_all, r3, r3 usb;
pe;;;
";

#[test]
fn findings_about_a_program_come_with_each_submission() {
    let scene = Scene {
        vertices: TILE,
        fragment: TOO_EARLY,
        ..Scene::default()
    };
    let first = frame(&scene).draw(&mut device(Quirks::default()));
    assert!(!first.seen.findings.is_empty(), "the rule is known");
    let (frame, mut device) = (frame(&scene), device(Quirks::default()));
    let located = |findings: &[tilescope_core::Finding]| -> Vec<String> {
        let text = |f: &tilescope_core::Finding| {
            let text = format!("{} {}: {}", f.rule.id, f.at, f.message);
            // Submissions are counted.
            text.replace("submission 1", "submission 0")
        };
        findings.iter().map(text).collect()
    };
    for _ in 0..2 {
        let again = frame.draw(&mut device);
        assert_eq!(located(&again.seen.findings), located(&first.seen.findings));
        assert_eq!(again.outcome.counters, first.outcome.counters);
        assert_eq!(again.words, first.words);
    }
}

#[test]
fn a_program_that_changed_is_fetched() {
    let red = frame(&Scene {
        vertices: TILE,
        ..Scene::default()
    });
    let mut device = device(Quirks::default());
    let before = red.draw(&mut device);
    // The same, but for the colour.
    let black = words(&frame::RED.replace("fmuli r3, r0, 1f pm8c;", "ori r0, r0, 0;"));
    let program = |bytes: &[u8]| red.space.write(FRAGMENT, bytes, Unit("test"));
    program(&black).expect("the program is there");
    let changed = red.draw(&mut device);
    assert_eq!(changed.pixel(5, 5), 0xff00_0000);
    program(&words(frame::RED)).expect("the program is there");
    assert_eq!(red.draw(&mut device).words, before.words);
    assert_ne!(before.pixel(5, 5), 0xff00_0000);
}
