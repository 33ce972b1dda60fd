//! Properties of any input, on inputs from fixed seeds. `fuzz/` runs the same
//! functions on inputs of a fuzzer; see `tilescope-vc4/tests/properties`.
//!
//! A single test, because it counts the descriptors of its process.

mod ioctls;
#[allow(
    dead_code,
    reason = "shared with other properties, which use more of it"
)]
#[path = "../../../tilescope-vc4/tests/properties/source.rs"]
mod source;

#[test]
fn ioctl_sequences_leave_nothing() {
    // A job was taken.
    source::repeat(100, 12_000, ioctls::ioctl_sequences_leave_nothing).assert_percent(50..=100);
}
