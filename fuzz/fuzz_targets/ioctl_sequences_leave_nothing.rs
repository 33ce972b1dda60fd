//! Ioctls in any order return, and leak nothing.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::ioctls::ioctl_sequences_leave_nothing(data);
});
