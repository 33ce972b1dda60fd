//! Workers, each with scratch memory of its own.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tilescope_core::{Workers, fan_out};

use crate::prims::{PrimBlock, Prims};

/// Scratch memory of workers, kept between draws.
#[derive(Debug)]
pub struct ScratchMemory<S> {
    scratch: Mutex<Vec<Box<S>>>,
    /// Blocks of primitives of earlier draws, for their allocation: of few primitives, and of
    /// more.
    blocks: [Mutex<Vec<PrimBlock>>; 2],
}

impl<S> Default for ScratchMemory<S> {
    fn default() -> Self {
        ScratchMemory {
            scratch: Mutex::default(),
            blocks: Default::default(),
        }
    }
}

/// Primitives of a block of few, and the largest number of such blocks that are kept.
const FEW: (usize, usize) = (16, 1 << 12);
/// The same for larger blocks.
const MORE: (usize, usize) = (1 << 10, 1 << 7);

impl<S> ScratchMemory<S> {
    fn blocks(&self, few: bool) -> MutexGuard<'_, Vec<PrimBlock>> {
        let blocks = &self.blocks[usize::from(!few)];
        blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An empty block for about this many primitives.
    pub(crate) fn block(&self, primitives: usize) -> PrimBlock {
        let kept = self.blocks(primitives <= FEW.0).pop();
        kept.unwrap_or_default()
    }

    /// Keeps the allocations of primitives that were drawn.
    pub fn keep(&self, drawn: impl Iterator<Item = Prims>) {
        let mut blocks = [true, false].map(|few| self.blocks(few));
        for mut block in drawn.flat_map(Prims::into_blocks) {
            let size = block.capacity();
            let (n, most) = match size <= FEW.0 {
                true => (0, FEW.1),
                false => (1, MORE.1),
            };
            if size <= MORE.0 && blocks[n].len() < most {
                block.clear();
                blocks[n].push(block);
            }
        }
    }
}

impl<S: Default> ScratchMemory<S> {
    /// Runs `task` in the current thread.
    pub fn with<T>(&self, task: impl FnOnce(&mut S) -> T) -> T {
        let taken = self
            .scratch
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut scratch = taken.unwrap_or_default();
        let result = task(&mut scratch);
        let mut all = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(scratch);
        result
    }
}

/// Workers and their scratch memory.
pub struct Pool<'a, S> {
    /// The workers.
    pub workers: &'a dyn Workers,
    /// Their scratch memory.
    pub scratch: &'a ScratchMemory<S>,
}

impl<S: Default + Send> Pool<'_, S> {
    /// Runs `task` for each of `parts`, at the same time as far as the workers do so.
    /// Returns the results in the order of the parts.
    pub fn map<T: Sync, R: Send>(
        &self,
        parts: &[T],
        task: impl Fn(&T, &mut S) -> R + Sync,
    ) -> Vec<R> {
        let task = |_, part: &T| self.scratch.with(|scratch| task(part, scratch));
        fan_out(self.workers, parts, task)
    }

    /// The same in the current thread, for small amounts of work.
    pub fn map_here<T, R>(&self, parts: &[T], task: impl Fn(&T, &mut S) -> R) -> Vec<R> {
        let one = |part| self.scratch.with(|scratch| task(part, scratch));
        parts.iter().map(one).collect()
    }
}
