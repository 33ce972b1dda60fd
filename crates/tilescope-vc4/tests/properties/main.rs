//! Properties of arbitrary input, on inputs from fixed seeds. `fuzz/` runs the same
//! functions on inputs that a fuzzer finds.
//!
//! A failure prints its seed: `TILESCOPE_SEED=n cargo test ...` repeats it, and
//! `TILESCOPE_CASES=n` runs more cases.

mod hostile;
mod limits;
#[expect(dead_code, reason = "shared with the scenes")]
mod scene;
mod source;
mod text;

use source::repeat;
use tilescope_core::Status;

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
    repeat(300, 120, text::records_never_panic).assert_percent(50..=100);
}

#[test]
fn submission_terminates_in_bounds() {
    repeat(150, 1200, hostile::submission_terminates_in_bounds).assert_percent(20..=100);
}

#[test]
fn random_lists_terminate_in_bounds() {
    repeat(150, 3000, hostile::random_lists_terminate_in_bounds);
}

#[test]
fn qpu_program_terminates_in_bounds() {
    repeat(200, 2500, hostile::qpu_program_terminates_in_bounds).assert_percent(10..=100);
}

#[test]
fn normal_equals_reference() {
    repeat(40, 1200, hostile::normal_equals_reference).assert_percent(20..=100);
}

#[test]
fn registers_terminate_in_bounds() {
    repeat(80, 900, hostile::registers_terminate_in_bounds);
}

#[test]
fn every_request_terminates() {
    for case in limits::cases() {
        let (status, _) = limits::run(&case, 3_000_000);
        assert_ne!(status, Status::Done, "{}", case.name);
    }
}
