//! The checker accepts any program as input.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::text::checker_never_panics(data);
});
