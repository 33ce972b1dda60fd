//! Chains of Mali Midgard with changed jobs end within their fuel.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::midgard::chains_terminate_in_bounds(data);
});
