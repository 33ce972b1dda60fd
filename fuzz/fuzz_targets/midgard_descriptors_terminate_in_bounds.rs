//! Jobs of Mali Midgard with changed descriptors end within their fuel.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::midgard::descriptors_terminate_in_bounds(data);
});
