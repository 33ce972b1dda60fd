//! Properties of arbitrary input, on inputs from fixed seeds. `fuzz/` runs the same
//! functions on inputs that a fuzzer finds.
//!
//! A failure prints its seed: `TILESCOPE_SEED=n cargo test ...` repeats it, and
//! `TILESCOPE_CASES=n` runs more cases.

#![allow(clippy::unwrap_used, reason = "tests")]

mod midgard;
#[expect(
    dead_code,
    reason = "shared with other properties, which use more of it"
)]
#[path = "../../../tilescope-vc4/tests/properties/source.rs"]
mod source;

use source::repeat;

#[test]
fn chains_terminate_in_bounds() {
    repeat(300, 64, midgard::chains_terminate_in_bounds).assert_percent(10..=95);
}

#[test]
fn descriptors_terminate_in_bounds() {
    repeat(300, 64, midgard::descriptors_terminate_in_bounds).assert_percent(10..=95);
}

#[test]
fn shaders_terminate_in_bounds() {
    repeat(200, 400, midgard::shaders_terminate_in_bounds).assert_percent(5..=95);
}

#[test]
fn images_terminate_in_bounds() {
    repeat(200, 4096, midgard::images_terminate_in_bounds);
}

#[test]
fn text_round_trips() {
    repeat(200, 300, midgard::text_round_trips);
}
