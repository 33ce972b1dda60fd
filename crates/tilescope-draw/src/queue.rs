//! A queue of draws with assembled primitives and pending pixels.
//!
//! Draws to the same buffers are rasterised together, area by area and in order
//! within each area, so that an area is read and stored only once. The delay must
//! not be observable: [`Queue::flush`] precedes every access to memory that pending
//! draws may change.

use tilescope_core::log::Log;
use tilescope_core::{GpuMemory, Location, Stopped};

use crate::pool::Pool;
use crate::prims::Prims;
use crate::render::{AreaDraw, Targets, Waiting, render};
use crate::walk::AreaScratch;

/// The largest number of pending draws.
const DRAWS: usize = 4096;
/// The largest number of pending primitives, which about fit in the host's caches.
const PRIMITIVES: usize = 1 << 13;

/// The buffers of draws that may be pending.
pub trait QueuedTargets: Targets {
    /// The memory that they are in.
    fn memory(&self) -> &dyn GpuMemory;

    /// Addresses in the buffers, at least one in each buffer of memory.
    fn bases(&self) -> impl Iterator<Item = u64>;

    /// Whether draws to `other` can be in one queue with draws to `self`: buffers of the
    /// same kind are the same, and those of different kinds are distinct.
    fn shares(&self, other: &Self) -> bool;

    /// Adds the buffers of `other` that `self` lacks.
    fn add(&mut self, other: &Self);
}

/// A draw whose pixels may be pending.
pub trait QueuedDraw<const B: usize>: AreaDraw<B, Targets: QueuedTargets> {
    /// Whether both draws share the decoded state that determines where pixels go.
    fn is_like(&self, other: &Self) -> bool;

    /// Its buffers.
    fn targets(&self) -> Self::Targets;

    /// Whether it changes any buffer.
    fn writes(&self) -> bool;
}

/// Pending draws, in order.
pub struct Queue<D: QueuedDraw<B>, const B: usize> {
    waiting: Vec<Waiting<D>>,
    primitives: usize,
    /// The union of the draws' buffers.
    targets: Option<D::Targets>,
    /// First and last byte of each buffer.
    written: Vec<(u64, u64)>,
    /// The location that all draws share.
    outer: Location,
}

impl<D: QueuedDraw<B>, const B: usize> Default for Queue<D, B> {
    fn default() -> Self {
        Queue {
            waiting: Vec::new(),
            primitives: 0,
            targets: None,
            written: Vec::new(),
            outer: Location::default(),
        }
    }
}

impl<D: QueuedDraw<B>, const B: usize> Queue<D, B> {
    /// Whether `draw` can be queued with the others.
    pub fn takes(&self, draw: &D) -> bool {
        let last = self.waiting.last().map(|(last, _)| last);
        if last.is_some_and(|last| last.is_like(draw)) {
            return true;
        }
        let targets = self.targets.as_ref();
        targets.is_none_or(|t| t.shares(&draw.targets()))
            && last.is_none_or(|last| last.scale() == draw.scale())
    }

    /// Whether any of `addresses` may be in a buffer that is written.
    pub fn writes(&self, mut addresses: impl Iterator<Item = u64>) -> bool {
        let inside = |at: u64| {
            let mut all = self.written.iter();
            all.any(|(first, last)| (*first..=*last).contains(&at))
        };
        !self.written.is_empty() && addresses.any(inside)
    }

    /// Whether the queue is full.
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= DRAWS || self.primitives >= PRIMITIVES
    }

    /// Whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Queues `draw`, which the queue [`takes`](Queue::takes). `outer` is the location
    /// around it.
    pub fn push(&mut self, draw: D, prims: Prims, outer: impl FnOnce() -> Location) {
        if prims.is_empty() || !draw.writes() {
            return;
        }
        if self.waiting.is_empty() {
            self.outer = outer();
        }
        self.primitives += prims.len();
        let last = self.waiting.last().map(|(last, _)| last);
        if !last.is_some_and(|last| last.is_like(&draw)) {
            self.add_targets(draw.targets());
        }
        self.waiting.push((draw, prims));
    }

    fn add_targets(&mut self, targets: D::Targets) {
        for base in targets.bases() {
            let inside = |(first, last): &(u64, u64)| (*first..=*last).contains(&base);
            if !self.written.iter().any(inside) {
                let memory = targets.memory();
                let offset = memory.locate(base).map_or(0, |(_, offset)| offset);
                let first = base.saturating_sub(offset);
                let last = base + memory.mapped(base).max(1) - 1;
                self.written.push((first, last));
            }
        }
        match &mut self.targets {
            Some(all) => all.add(&targets),
            None => self.targets = Some(targets),
        }
    }

    /// Draws the pixels of all pending draws. Returns the number that passed all
    /// tests.
    ///
    /// # Errors
    /// See [`render`].
    pub fn flush(
        &mut self,
        pool: &Pool<'_, AreaScratch<D::Scratch, B>>,
        fuel: &mut u64,
        log: &mut Log<D::Port>,
    ) -> Result<u64, Stopped> {
        self.primitives = 0;
        self.written.clear();
        let waiting = std::mem::take(&mut self.waiting);
        let rendered = match self.targets.take() {
            Some(targets) => render(&waiting, &self.outer, &targets, pool, fuel, log),
            None => Ok(0),
        };
        let drawn = waiting.into_iter();
        pool.scratch.keep(drawn.map(|(_, prims)| prims));
        rendered
    }
}
