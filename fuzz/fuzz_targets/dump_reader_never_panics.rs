//! Any dump of etnaviv is a capture or is refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::dumps::dump_reader_never_panics(data);
});
