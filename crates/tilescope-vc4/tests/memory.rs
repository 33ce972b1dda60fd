//! Memory stays below the buffers of the job plus 64 MiB, for any request.

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

/// Limit of a device's memory besides the buffers of the job.
const CEILING: usize = 64 << 20;

// One test only: others would run in parallel and be counted too.
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
