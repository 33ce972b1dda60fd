//! Execution of independent tasks on threads that the caller owns.

/// Runs independent tasks, possibly at the same time.
///
/// The caller of a device decides how many threads there are; devices only
/// pass tasks whose results do not depend on their order.
pub trait Workers: Sync {
    /// The number of tasks that can run at the same time; at least 1.
    fn threads(&self) -> usize;

    /// Calls `task(i)` once for every `i` in `0..count`, in any order, and
    /// returns when all calls have returned.
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync));
}

/// Runs every task on the calling thread, in order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Serial;

impl Workers for Serial {
    fn threads(&self) -> usize {
        1
    }

    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        for i in 0..count {
            task(i);
        }
    }
}
