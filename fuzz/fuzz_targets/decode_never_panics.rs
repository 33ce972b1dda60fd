//! Any bytes decode as lists and as programs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::text::decode_never_panics(data);
});
