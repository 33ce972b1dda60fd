//! The text of any list assembles to its bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::text::cl_text_round_trips(data);
});
