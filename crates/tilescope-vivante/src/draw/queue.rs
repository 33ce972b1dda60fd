//! A queue of draws with shaded vertices and pending pixels.
//!
//! Draws to the same buffers are rasterised together, area by area and in order
//! within each area, so that an area is read and stored only once. The delay must
//! not be observable: [`Queue::flush`] precedes every access to memory that pending
//! draws may change.

use tilescope_core::Location;
use tilescope_output::AREA;
use tilescope_raster::Rect;

use super::pixels::AreaResult;
use super::samples::Samples;
use super::setup::Prims;
use super::{Draw, Scratch, WorkerPool};
use crate::log::Log;
use crate::pe::PixelEngine;
use crate::stopped::Stopped;
use std::sync::{Arc, Mutex};

/// The largest number of pending draws.
const DRAWS: usize = 4096;
/// The largest number of pending primitives, which about fit in the host's caches.
const PRIMITIVES: usize = 1 << 13;
/// Pixels from which work is given to several threads: waking one costs as much as
/// drawing hundreds.
const SHARED: u64 = 2048;

/// Pending draws, in order.
#[derive(Default)]
pub struct Queue<'a> {
    waiting: Vec<Waiting<'a>>,
    primitives: usize,
    /// The union of the draws' buffers.
    buffers: Option<PixelEngine>,
    /// First and last byte of each buffer.
    written: Vec<(u64, u64)>,
    /// The location that all draws share.
    outer: Location,
}

/// The location around the command of a draw at `at`: without
/// [`super::command_and_draw`].
pub(super) fn around(at: &Location) -> Location {
    let steps = at.frames.len().saturating_sub(2);
    Location {
        frames: at.frames[..steps].to_vec(),
        bits: None,
    }
}

/// A draw and its primitives.
pub(super) type Waiting<'a> = (Draw<'a>, Prims);

/// The number of a draw, and of one of its primitives.
pub(super) type Numbered = (u32, u32);

impl Draw<'_> {
    /// Whether both draws share the decoded state that determines where pixels go.
    fn is_like(&self, other: &Draw<'_>) -> bool {
        Arc::ptr_eq(&self.pe, &other.pe) && Arc::ptr_eq(&self.screen, &other.screen)
    }
}

impl<'a> Queue<'a> {
    /// Whether `draw` can be queued with the others.
    pub(super) fn takes(&self, draw: &Draw<'_>) -> bool {
        let last = self.waiting.last().map(|(last, _)| last);
        if last.is_some_and(|last| last.is_like(draw)) {
            return true;
        }
        let buffers = self.buffers.as_ref();
        let scale = |draw: &Draw<'_>| draw.screen.samples.as_ref().map(Samples::scale);
        buffers.is_none_or(|b| b.shares_buffers(&draw.pe))
            && last.is_none_or(|last| scale(last) == scale(draw))
    }

    /// Whether any of `addresses` may be in a buffer that is written.
    pub(crate) fn writes(&self, mut addresses: impl Iterator<Item = u32>) -> bool {
        let inside = |at: u32| {
            let mut all = self.written.iter();
            all.any(|(first, last)| (*first..=*last).contains(&at.into()))
        };
        !self.written.is_empty() && addresses.any(inside)
    }

    /// Whether the queue is full.
    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() >= DRAWS || self.primitives >= PRIMITIVES
    }

    /// Queues `draw` with its location `at`.
    pub(super) fn push(&mut self, draw: Draw<'a>, prims: Prims, at: &Location) {
        if prims.list.is_empty() || !draw.pe.writes() {
            return;
        }
        if self.waiting.is_empty() {
            self.outer = around(at);
        }
        self.primitives += prims.list.len();
        let last = self.waiting.last().map(|(last, _)| last);
        if !last.is_some_and(|last| last.is_like(&draw)) {
            self.add_buffers(&draw);
        }
        self.waiting.push((draw, prims));
    }

    fn add_buffers(&mut self, draw: &Draw<'_>) {
        for base in draw.pe.bases() {
            let inside = |(first, last): &(u64, u64)| (*first..=*last).contains(&base.into());
            if !self.written.iter().any(inside) {
                let memory = draw.bus.memory();
                let offset = memory.locate(base.into()).map_or(0, |(_, offset)| offset);
                let first = u64::from(base).saturating_sub(offset);
                let last = u64::from(base) + memory.mapped(base.into()).max(1) - 1;
                self.written.push((first, last));
            }
        }
        match &mut self.buffers {
            Some(buffers) => buffers.add_buffers(&draw.pe),
            None => self.buffers = Some((*draw.pe).clone()),
        }
    }

    /// Whether the queue is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Draws the pixels of all pending draws. Returns the number that passed all
    /// tests.
    ///
    /// # Errors
    /// See [`cover`].
    pub(super) fn flush(
        &mut self,
        pool: &WorkerPool<'_>,
        fuel: &mut u64,
        log: &mut Log,
    ) -> Result<u64, Stopped> {
        self.primitives = 0;
        self.written.clear();
        let waiting = std::mem::take(&mut self.waiting);
        match self.buffers.take() {
            Some(buffers) => cover(&waiting, &self.outer, &buffers, pool, fuel, log),
            None => Ok(0),
        }
    }
}

/// Draws the pixels of `waiting`, which share the location `outer` and draw to
/// `buffers` only. Returns the number that passed all tests.
///
/// # Errors
/// The first reason that stopped the hardware, in the order of draws, then areas.
pub(super) fn cover(
    waiting: &[Waiting<'_>],
    outer: &Location,
    buffers: &PixelEngine,
    pool: &WorkerPool<'_>,
    fuel: &mut u64,
    log: &mut Log,
) -> Result<u64, Stopped> {
    let Some((first, _)) = waiting.first() else {
        return Ok(0);
    };
    let scale = first.screen.samples.as_ref().map_or((1, 1), Samples::scale);
    let grid = Grid::new(scale, waiting);
    let (bins, pixels) = grid.sort(waiting);
    let areas: Vec<usize> = (0..bins.len()).filter(|&i| !bins[i].is_empty()).collect();
    let share = *fuel / areas.len().max(1) as u64;
    let results: Vec<Mutex<Option<AreaResult>>> = areas.iter().map(|_| Mutex::default()).collect();
    let task = |i: usize, scratch: &mut Scratch| {
        let n = areas[i];
        scratch
            .area
            .place(n as u32 % grid.across, n as u32 / grid.across);
        scratch.area.anticipate(grid.drawn(n, &bins[n], waiting));
        let mut output = AreaResult::new(outer.clone(), share);
        for list in bins[n].chunk_by(|a, b| a.0 == b.0) {
            let number = list[0].0;
            let (draw, prims) = &waiting[number as usize];
            let rect = grid.rect(n).intersect(&draw.screen.scissor);
            draw.cover(number, prims, list, rect, scratch, &mut output);
            if output.result.is_err() {
                break;
            }
        }
        // Pixels drawn before the hardware stopped are stored.
        let origin = scratch.area.origin();
        let mut memory = buffers.area_buffers(origin, first.bus, output.last());
        let stored = scratch.area.store(&mut memory);
        if output.result.is_ok() {
            output.result = stored;
        }
        scratch.area.discard();
        *results[i].lock().unwrap_or_else(|e| e.into_inner()) = Some(output);
    };
    match pixels < SHARED {
        true => pool.run_here(areas.len(), &task),
        false => pool.run(areas.len(), &task),
    }
    let results = results.into_iter();
    let results = results.filter_map(|d| d.into_inner().unwrap_or_else(|e| e.into_inner()));
    let (mut passed, mut logs, mut stops) = (0, Vec::new(), Vec::new());
    for (area, output) in results.enumerate() {
        *fuel = fuel.saturating_sub(share - output.fuel);
        passed += output.passed;
        let last = output.logs.last().map_or(0, |(number, _)| *number);
        if let Err(stopped) = output.result {
            stops.push(((last, area), stopped));
        }
        let area_logs = output.logs.into_iter();
        logs.extend(area_logs.map(|(number, log)| ((number, area), log)));
    }
    logs.sort_by_key(|(place, _)| *place);
    stops.sort_by_key(|(place, _)| *place);
    let stop = stops.into_iter().next();
    for (place, draw_log) in logs {
        if stop.as_ref().is_none_or(|(last, _)| place <= *last) {
            log.append(draw_log);
        }
    }
    log.counters.add("fragments", passed);
    stop.map_or(Ok(passed), |(_, stopped)| Err(stopped))
}

/// The grid of areas of a set of draws.
struct Grid {
    /// Pixels of memory per pixel, across and down.
    scale: (u32, u32),
    /// Width of an area in pixels of the screen.
    wide: i32,
    high: i32,
    across: u32,
    down: u32,
}

impl Grid {
    fn new(scale: (u32, u32), waiting: &[Waiting<'_>]) -> Grid {
        let (wide, high) = ((AREA / scale.0) as i32, (AREA / scale.1) as i32);
        let (mut x, mut y) = (1, 1);
        for (draw, prims) in waiting {
            for prim in &prims.list {
                let b = prim.shape.bounds().intersect(&draw.screen.scissor);
                if !b.is_empty() {
                    (x, y) = (x.max(b.x1), y.max(b.y1));
                }
            }
        }
        Grid {
            scale,
            wide,
            high,
            across: ((x - 1) / wide + 1) as u32,
            down: ((y - 1) / high + 1) as u32,
        }
    }

    /// The primitives that may be in each area, and the number of pixels in their
    /// bounds.
    fn sort(&self, waiting: &[Waiting<'_>]) -> (Vec<Vec<Numbered>>, u64) {
        let mut bins = vec![Vec::new(); (self.across * self.down) as usize];
        let mut pixels = 0;
        for (d, (draw, prims)) in (0..).zip(waiting) {
            for (n, prim) in (0..).zip(&prims.list) {
                let b = prim.shape.bounds().intersect(&draw.screen.scissor);
                if b.is_empty() {
                    continue;
                }
                pixels += (b.x1 - b.x0) as u64 * (b.y1 - b.y0) as u64;
                for y in b.y0 / self.high..=(b.y1 - 1) / self.high {
                    for x in b.x0 / self.wide..=(b.x1 - 1) / self.wide {
                        bins[y as usize * self.across as usize + x as usize].push((d, n));
                    }
                }
            }
        }
        (bins, pixels)
    }

    /// The pixels of area `n`.
    fn rect(&self, n: usize) -> Rect {
        let (x, y) = (n as i32 % self.across as i32, n as i32 / self.across as i32);
        Rect {
            x0: x * self.wide,
            y0: y * self.high,
            x1: (x + 1) * self.wide,
            y1: (y + 1) * self.high,
        }
    }

    /// The bounds of the primitives in area `n`, in pixels of memory from its
    /// corner.
    fn drawn(&self, n: usize, list: &[Numbered], waiting: &[Waiting<'_>]) -> Rect {
        let area = self.rect(n);
        let bounds = list.iter().filter_map(|(d, n)| {
            let (draw, prims) = waiting.get(*d as usize)?;
            let bounds = prims.list.get(*n as usize)?.shape.bounds();
            Some(bounds.intersect(&draw.screen.scissor).intersect(&area))
        });
        let both = |a: Rect, b: Rect| Rect {
            x0: a.x0.min(b.x0),
            y0: a.y0.min(b.y0),
            x1: a.x1.max(b.x1),
            y1: a.y1.max(b.y1),
        };
        let all = bounds.reduce(both).unwrap_or(Rect::new(0, 0, 0, 0));
        let (sx, sy) = (self.scale.0 as i32, self.scale.1 as i32);
        Rect {
            x0: (all.x0 - area.x0) * sx,
            y0: (all.y0 - area.y0) * sy,
            x1: (all.x1 - area.x0) * sx,
            y1: (all.y1 - area.y0) * sy,
        }
    }
}
