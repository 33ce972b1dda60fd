//! Properties of any input, on inputs from fixed seeds. `fuzz/` runs the same
//! functions on inputs that a fuzzer finds.
//!
//! A failure prints its seed: `TILESCOPE_SEED=n cargo test ...` repeats it, and
//! `TILESCOPE_CASES=n` tries more.

mod hostile;
mod limits;
#[expect(dead_code, reason = "shared with the scenes")]
mod scene;
mod source;
mod text;

use std::time::Instant;

use source::repeat;
use tilescope_core::{Fuel, Status};

/// How many of the inputs were valid: a property that only ever sees refused
/// inputs says little.
#[track_caller]
fn assert_share(valid: u64, at_least: u64) {
    assert!(
        valid >= at_least,
        "only {valid} inputs were valid, {at_least} are usual"
    );
}

#[test]
fn decode_never_panics() {
    repeat(300, 256, text::decode_never_panics);
}

#[test]
fn cl_text_round_trips() {
    repeat(200, 200, text::cl_text_round_trips);
}

#[test]
fn qpu_text_round_trips() {
    repeat(200, 160, text::qpu_text_round_trips);
}

#[test]
fn checker_never_panics() {
    repeat(300, 400, text::checker_never_panics);
}

#[test]
fn records_never_panic() {
    assert_share(repeat(300, 120, text::records_never_panic), 150);
}

#[test]
fn submission_terminates_in_bounds() {
    assert_share(
        repeat(150, 1200, hostile::submission_terminates_in_bounds),
        30,
    );
}

#[test]
fn random_lists_terminate_in_bounds() {
    repeat(150, 3000, hostile::random_lists_terminate_in_bounds);
}

#[test]
fn qpu_program_terminates_in_bounds() {
    assert_share(
        repeat(200, 2500, hostile::qpu_program_terminates_in_bounds),
        20,
    );
}

#[test]
fn normal_equals_reference() {
    assert_share(repeat(40, 1200, hostile::normal_equals_reference), 8);
}

#[test]
fn registers_terminate_in_bounds() {
    repeat(80, 900, hostile::registers_terminate_in_bounds);
}

#[test]
fn whatever_is_asked_for_ends() {
    for case in limits::cases() {
        let (status, _) = limits::run(&case, 3_000_000);
        assert_ne!(status, Status::Done, "{}", case.name);
    }
}

/// Not a test of this machine: prints what a unit of fuel takes at worst.
#[test]
#[ignore = "measures time: cargo test --release -p tilescope-vc4 --test properties -- --ignored --nocapture"]
#[expect(clippy::print_stderr, reason = "it is there to be read")]
fn how_long_a_unit_of_fuel_takes() {
    for case in limits::cases() {
        let before = Instant::now();
        let (status, used) = limits::run(&case, Fuel::DEFAULT.left() / 10);
        let time = before.elapsed();
        let how = match status {
            Status::Done => "done",
            Status::Fault(_) => "fault",
            Status::OutOfFuel(_) => "out of fuel",
        };
        let each = time.as_nanos() as f64 / used.max(1) as f64;
        eprintln!(
            "{:28} {each:7.2} ns a unit, {:6.2} s, {how}",
            case.name,
            time.as_secs_f64()
        );
    }
}
