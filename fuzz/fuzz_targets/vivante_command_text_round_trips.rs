//! The text of any command stream of Vivante GC assembles to its bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::streams::command_text_round_trips(data);
});
