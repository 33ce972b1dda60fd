//! Arbitrary register accesses end within their fuel.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::hostile::registers_terminate_in_bounds(data);
});
