//! Lists of arbitrary packets end within their fuel.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::hostile::random_lists_terminate_in_bounds(data);
});
