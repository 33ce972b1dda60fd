//! Mutated frames give the same results in both modes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::hostile::normal_equals_reference(data);
});
