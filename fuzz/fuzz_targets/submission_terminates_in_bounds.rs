//! A mutated frame ends within its fuel.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::hostile::submission_terminates_in_bounds(data);
});
