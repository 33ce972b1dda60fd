//! Any capture opens or is refused, and its replay terminates.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::captures::capture_reader_never_panics(data);
});
