//! The text of any jobs and programs of Mali Midgard assembles to their bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::midgard::text_round_trips(data);
});
