//! The text of any program assembles to its words.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::text::qpu_text_round_trips(data);
});
