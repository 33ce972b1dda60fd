//! Shader records decode from any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::text::records_never_panic(data);
});
