//! Draws the pixels of draws, area by area.

use tilescope_core::bus::Port;
use tilescope_core::log::Log;
use tilescope_core::profile::{Began, Part, Stage};
use tilescope_core::{Frame, Location, Profile, Stopped};
use tilescope_output::Area;
use tilescope_raster::Rect;

use crate::areas::{AreaList, AreaPlace, Areas};
use crate::pool::Pool;
use crate::prims::{Prims, both};
use crate::walk::{AreaPrims, AreaScratch, FragmentStage, cover};

/// Pixels from which work is given to several threads: waking one costs as much as
/// drawing hundreds.
const SHARED: u64 = 2048;

/// The buffers of draws.
pub trait Targets: Sync + Sized {
    /// The family's memory ports.
    type Port;

    /// The pixels that are stored even if nothing is drawn to them: those of a tile
    /// buffer that is cleared.
    fn everywhere(&self) -> Option<Rect> {
        None
    }

    /// Stores the pixels of an area, after all draws to it.
    ///
    /// # Errors
    /// If the hardware stops at an access.
    fn store(
        &self,
        place: AreaPlace,
        area: &mut Area,
        log: &mut Log<Self::Port>,
    ) -> Result<(), Stopped>;
}

/// A draw whose pixels are drawn area by area.
pub trait AreaDraw<const B: usize>: FragmentStage<B> {
    /// Its buffers.
    type Targets: Targets<Port = Self::Port>;

    /// Pixels of memory per pixel of the screen, across and down.
    fn scale(&self) -> (u32, u32) {
        (1, 1)
    }

    /// The last frames of the location of its findings, after those that all draws to the same
    /// buffers share.
    fn location(&self) -> &[Frame];
}

/// A draw and its primitives.
pub type Waiting<D> = (D, Prims);

/// Result of drawing an area.
struct AreaResult<'p, P> {
    result: Result<(), Stopped>,
    /// The profile that those of the logs are parts of.
    profile: Option<&'p Profile>,
    /// Logs, each with the number of its draw, or of the last of several silent
    /// ones.
    logs: Vec<(u32, Log<P>)>,
    /// The remaining share of fuel.
    fuel: u64,
    passed: u64,
}

impl<P: Port> AreaResult<'_, P> {
    /// The log for draw `number`, which is at `frames` inside `outer`.
    fn log(&mut self, number: u32, outer: &Location, frames: &[Frame]) -> &mut Log<P> {
        match self.logs.last_mut() {
            Some((n, log)) if log.is_silent() => *n = number,
            _ => self.push(number, outer),
        }
        let log = self.last(outer);
        log.at.frames.truncate(outer.frames.len());
        log.at.frames.extend_from_slice(frames);
        log
    }

    fn push(&mut self, number: u32, outer: &Location) {
        let log = Log::within(outer.clone(), self.profile);
        self.logs.push((number, log));
    }

    /// The log of the last draw, or one for `outer`.
    fn last(&mut self, outer: &Location) -> &mut Log<P> {
        if self.logs.is_empty() {
            self.push(0, outer);
        }
        let last = self.logs.len() - 1;
        &mut self.logs[last].1
    }
}

/// Draws the pixels of `waiting`, which share the location `outer`, draw to `targets`
/// only, and have the same [scale](AreaDraw::scale). Returns the number that passed all
/// tests.
///
/// # Errors
/// The first reason that stopped the hardware, in the order of draws, then areas.
pub fn render<D: AreaDraw<B>, const B: usize>(
    waiting: &[Waiting<D>],
    outer: &Location,
    targets: &D::Targets,
    pool: &Pool<'_, AreaScratch<D::Scratch, B>>,
    fuel: &mut u64,
    log: &mut Log<D::Port>,
) -> Result<u64, Stopped> {
    let scale = waiting.first().map_or((1, 1), |(first, _)| first.scale());
    let areas = Areas::new(scale);
    let (mut lists, mut pixels) = areas.sort(waiting.iter().map(|(_, prims)| prims));
    if let Some(everywhere) = targets.everywhere() {
        pixels += areas.add_empty(&mut lists, everywhere);
    }
    let share = *fuel / lists.len().max(1) as u64;
    let profile = log.profile();
    let task = |list: &AreaList, scratch: &mut AreaScratch<D::Scratch, B>| {
        let around = (outer, profile, share, targets);
        draw_area(waiting, &areas, list, around, scratch)
    };
    let results = match pixels < SHARED {
        true => pool.map_here(&lists, task),
        false => pool.map(&lists, task),
    };
    let (mut passed, mut logs, mut stops) = (0, Vec::new(), Vec::new());
    for (area, output) in results.into_iter().enumerate() {
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

/// Draws an area with its share of fuel.
fn draw_area<'p, D: AreaDraw<B>, const B: usize>(
    waiting: &[Waiting<D>],
    areas: &Areas,
    of: &AreaList,
    (outer, profile, share, targets): (&Location, Option<&'p Profile>, u64, &D::Targets),
    scratch: &mut AreaScratch<D::Scratch, B>,
) -> AreaResult<'p, D::Port> {
    let (place, rect) = (of.place, areas.rect(of.place));
    let began = Began::now(profile);
    scratch.area.place(place.column, place.row);
    D::enter(&mut scratch.stage);
    let bounds = of.list.iter().filter_map(|(d, n)| {
        let prim = waiting.get(*d as usize)?.1.get(*n)?;
        Some(prim.bounds.intersect(&rect))
    });
    if let Some(bounds) = bounds.reduce(both) {
        scratch.area.anticipate(areas.in_memory(place, bounds));
    }
    let mut output = AreaResult {
        result: Ok(()),
        profile,
        logs: Vec::new(),
        fuel: share,
        passed: 0,
    };
    for list in of.list.chunk_by(|a, b| a.0 == b.0) {
        let number = list[0].0;
        let (draw, prims) = &waiting[number as usize];
        let mut fuel = output.fuel;
        let log = output.log(number, outer, draw.location());
        let part = AreaPrims { prims, list, rect };
        let (passed, result) = cover(draw, part, scratch, &mut fuel, log);
        output.fuel = fuel;
        output.passed += passed;
        output.result = result;
        if output.result.is_err() {
            break;
        }
    }
    // Pixels drawn before the hardware stopped are stored.
    let log = output.last(outer);
    let storing = log.begin();
    let stored = targets.store(place, &mut scratch.area, log);
    log.end_work(storing, || Stage::Transfer.into());
    log.end(began, || Part::tile(place.column, place.row));
    if output.result.is_ok() {
        output.result = stored;
    }
    scratch.area.discard();
    output
}
