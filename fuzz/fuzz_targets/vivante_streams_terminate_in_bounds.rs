//! The front end of Vivante GC ends any stream within its fuel.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::streams::streams_terminate_in_bounds(data);
});
