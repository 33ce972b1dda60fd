//! Any spool becomes a capture or is refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::spools::spool_reader_never_panics(data);
});
