//! Any bytes are a recording of freedreno or are refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::anything::rd_reader_never_panics(data);
});
