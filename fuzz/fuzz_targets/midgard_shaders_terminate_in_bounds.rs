//! Jobs of Mali Midgard with changed or random shaders end within their fuel.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::midgard::shaders_terminate_in_bounds(data);
});
