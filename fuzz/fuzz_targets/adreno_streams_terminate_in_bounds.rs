//! Any command stream of Adreno is listed within its fuel.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::anything::adreno_streams_terminate_in_bounds(data);
});
