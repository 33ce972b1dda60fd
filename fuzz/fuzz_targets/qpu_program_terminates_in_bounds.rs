//! Arbitrary shaders of every stage end within their fuel.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::hostile::qpu_program_terminates_in_bounds(data);
});
