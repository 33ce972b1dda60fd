//! The text of any program of Adreno assembles to its words.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::anything::ir3_text_round_trips(data);
});
