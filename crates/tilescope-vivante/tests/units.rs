//! Unimplemented units: starting one of them is reported.

use tilescope_core::{
    AddressSpace, Context, Device, Fuel, Recorder, Region, Serial, Status, Submission, Work,
};
use tilescope_vivante::chips::{Chip, GC2000};
use tilescope_vivante::cmd::text::assemble;
use tilescope_vivante::{Options, Vivante};

const STREAM: u64 = 0x1000;

/// Runs a stream in the 3D pipe, or in the 2D pipe of the chip.
fn run(chip: &'static Chip, queue: u32, text: &str) -> (Status, Recorder) {
    let stream = assemble(text, &|_| Some(STREAM));
    let stream = stream.unwrap_or_else(|e| panic!("{}", e[0].render("units", text)));
    let mut memory = AddressSpace::new();
    let region = Region::from_bytes("stream", STREAM, &stream.bytes);
    memory.map(region).unwrap();
    let submission = Submission {
        label: String::new(),
        registers: Vec::new(),
        spare_memory: Vec::new(),
        work: vec![Work::List {
            queue,
            start: STREAM,
            end: STREAM + stream.bytes.len() as u64,
        }],
    };
    let mut seen = Recorder::default();
    let outcome = Vivante::new(chip, Options::of(chip)).submit(
        &submission,
        &mut Context {
            memory: &memory,
            observer: &mut seen,
            fuel: Fuel::new(100_000),
            workers: &Serial,
        },
    );
    (outcome.status, seen)
}

#[test]
fn starting_an_unimplemented_unit_is_reported() {
    for (text, what) in [
        ("LOAD_STATE CO.KICKER 1", "CO.KICKER"),
        ("LOAD_STATE CL.KICKER 1", "CL.KICKER"),
        ("LOAD_STATE YUV.CONFIG enable", "YUV.CONFIG"),
        ("LOAD_STATE TFB.COMMAND 1", "TFB.COMMAND"),
        ("LOAD_STATE DE.VR_CONFIG 1", "DE.VR_CONFIG"),
    ] {
        let (status, seen) = run(&GC2000, 0, text);
        assert!(matches!(status, Status::Done), "{text}");
        let named = |u: &tilescope_core::Unimplemented| u.what.contains(what) && u.count == 1;
        assert_eq!(seen.unimplemented.len(), 1, "{text}");
        assert!(
            named(&seen.unimplemented[0]),
            "{text}: {:?}",
            seen.unimplemented
        );
    }
}

#[test]
fn disabling_an_unimplemented_unit_is_not_reported() {
    for text in [
        "LOAD_STATE YUV.CONFIG 0",
        "LOAD_STATE DE.VR_CONFIG start_mask",
    ] {
        let (_, seen) = run(&GC2000, 0, text);
        assert_eq!(seen.unimplemented, [], "{text}");
    }
}
