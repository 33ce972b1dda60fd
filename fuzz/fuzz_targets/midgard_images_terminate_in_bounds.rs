//! A chain of Mali Midgard in any memory ends within its fuel.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::midgard::images_terminate_in_bounds(data);
});
