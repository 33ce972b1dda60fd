//! Memory stays under the buffers of the job plus 64 MiB, whatever is asked for.

#[path = "properties/hostile.rs"]
#[expect(dead_code, reason = "shared with the other properties")]
mod hostile;
#[path = "properties/limits.rs"]
mod limits;
#[path = "properties/scene.rs"]
#[expect(dead_code, reason = "shared with the other properties")]
mod scene;
#[path = "properties/source.rs"]
#[expect(dead_code, reason = "shared with the other properties")]
mod source;

use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What a device may take beside the buffers of the job.
const CEILING: usize = 64 << 20;

// One test only: others would run beside it and count too.
#[test]
fn memory_stays_under_the_ceiling() {
    for case in limits::cases() {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        limits::run(&case, 10_000_000);
        let peak = MEMORY.peak_usage() - before;
        assert!(peak < CEILING, "`{}` takes {} KiB", case.name, peak >> 10);
    }
}
