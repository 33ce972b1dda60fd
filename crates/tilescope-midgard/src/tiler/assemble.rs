//! The draws of a polygon list: their state, vertices and primitives.
//!
//! ```text
//! entries --> State: descriptors, programs, in order
//!               |
//!               v
//!             Draw, Prims: resources, vertices, setup, several draws at the same time
//! ```

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tilescope_core::bus::Bus;
use tilescope_core::profile::{Part, Stage as Work};
use tilescope_core::{Frame, Stopped, ordered};
use tilescope_draw::indices::{RESTART, unique};
use tilescope_draw::{Pool, Prims, ScratchMemory, Setup, assemble};
use tilescope_raster::Rect;

use super::list::{self, Entry};
use super::primitive::Primitives;
use super::screen::{Bounds, FIRST_WORD, Placing};
use super::vertices::Vertices;
use crate::attributes::varyings;
use crate::chips::Chip;
use crate::descriptors::TieBreakRule;
use crate::device::Units;
use crate::fragment::{Draw, EndsOfShader, Framebuffer, Merge, Tagged, WorkerScratch};
use crate::log::Ctx;
use crate::memory;
use crate::quirks::{Centroid, Quirks};
use crate::report::report;
use crate::rules::tiler as rules;
use crate::shader::Stage;
use crate::state::{DrawDescriptor, Payload, Renderer};
use crate::threads::{Loaded, Resources, Storage};

/// Draws whose state is read before any of them is made.
const READ: usize = 1024;
/// Draws that a worker makes at a time.
const MADE: usize = 32;
/// Fuel for making them that each worker has, if that much is left.
const LEAST_FUEL: u64 = 1 << 20;

/// The draws of the polygon list of `framebuffer`, and their primitives in `rect`.
///
/// # Errors
/// The reason why the hardware stops.
pub(crate) fn draws<'a>(
    framebuffer: &Arc<Framebuffer>,
    rect: Rect,
    units: &mut Units<'_>,
    c: &mut Ctx<'a>,
) -> Result<Vec<(Draw<'a>, Prims)>, Stopped> {
    let entries = list::read(&framebuffer.tiler, c)?;
    let mut draws: Vec<(Draw<'a>, Prims)> = Vec::with_capacity(entries.len());
    let mut entries = (0..).zip(entries).peekable();
    let mut states: Vec<State> = Vec::new();
    let bases = framebuffer.buffers.bases();
    let written = Arc::new(bases.map(|base| c.bus.end(base)).collect());
    while entries.peek().is_some() {
        let last = states.pop();
        states.clear();
        let mut read = || {
            for (n, entry) in entries.by_ref().take(READ) {
                let last = states.last().or(last.as_ref());
                states.extend(State::read(n, entry, last, framebuffer, units, c)?);
            }
            Ok(())
        };
        // What is wrong with the draws before is found first.
        let all: Result<(), Stopped> = read();
        let maker = Maker {
            bus: c.bus,
            framebuffer,
            written: &written,
            rect,
            chip: units.chip,
            quirks: &units.options.quirks,
            scratch: units.scratch,
        };
        maker.draws(&states, &mut draws, c)?;
        all?;
    }
    Ok(draws)
}

/// The state of a draw that is read in the order of the list: descriptors, and what is made of them
/// once for all draws with the same.
struct State {
    /// The draw and its job.
    at: [Frame; 2],
    from: DrawDescriptor,
    primitives: Primitives,
    renderer: Arc<Renderer>,
    shader: Option<Arc<Loaded>>,
    merge: Arc<Merge>,
}

impl State {
    /// Reads the state of draw `n`. Most draws have the renderer state of the `last` one.
    fn read(
        n: u32,
        entry: Entry,
        last: Option<&State>,
        framebuffer: &Framebuffer,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<Option<State>, Stopped> {
        let at = [Frame::Draw(n), Frame::Record("tiler job", entry.job)];
        inside(&at, c, |c| {
            let other = Tagged(entry.framebuffer).address();
            if other != framebuffer.address {
                report(c, &rules::OTHER_FRAMEBUFFER, entry.job, || {
                    format!("the tiler job has the framebuffer {other:#010x}")
                });
            }
            let payload = Payload::of_primitives(entry.job, c)?;
            let from = payload.draw();
            let Some(primitives) = Primitives::decode(entry.job, &payload, &from, c)? else {
                return Ok(None);
            };
            let chip = units.chip;
            let renderer = Renderer::read(chip.arch, from.state, framebuffer.targets.len(), c)?;
            let last = last.filter(|last| *last.renderer == renderer);
            let renderer = last.map_or_else(|| Arc::new(renderer), |last| last.renderer.clone());
            let shader = match (renderer.shader & !15, last) {
                (0, _) => None,
                (_, Some(last)) => last.shader.clone(),
                (_, None) => Some(units.programs.of(Stage::Fragment, &renderer, chip, c)),
            };
            c.fuel
                .take(shader.as_ref().map_or(0, |shader| shader.fuel()))?;
            let merge = match last.filter(|last| last.merge.is_lasting()) {
                Some(last) => last.merge.clone(),
                None => Arc::new(Merge::new(&renderer, framebuffer, units, c)),
            };
            // Mesa's driver sets no other.
            if framebuffer.tie_break != TieBreakRule::Minus180In0Out {
                let what = "tie-break rules other than MINUS_180_IN_0_OUT";
                c.log.unimplemented(what);
            }
            Ok(Some(State {
                at: at.clone(),
                from,
                primitives,
                renderer,
                shader,
                merge,
            }))
        })
    }
}

/// Runs `f` with the location inside a draw and its job.
fn inside<'a, T>(at: &[Frame; 2], c: &mut Ctx<'a>, f: impl FnOnce(&mut Ctx<'a>) -> T) -> T {
    memory::inside(c, at[0].clone(), |c| memory::inside(c, at[1].clone(), f))
}

/// Makes draws of their states.
struct Maker<'m, 'a> {
    bus: Bus<'a>,
    framebuffer: &'m Arc<Framebuffer>,
    written: &'m Arc<Vec<u64>>,
    rect: Rect,
    chip: &'m Chip,
    quirks: &'m Quirks,
    scratch: &'m ScratchMemory<WorkerScratch>,
}

impl<'a> Maker<'_, 'a> {
    /// Adds the draws of `states`, which workers share if there are many.
    fn draws(
        &self,
        states: &[State],
        draws: &mut Vec<(Draw<'a>, Prims)>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let first = draws.len();
        if states.len() <= MADE {
            draws.extend(self.part(states, c)?);
        } else {
            let parts: Vec<&[State]> = states.chunks(MADE).collect();
            ordered(
                c,
                &parts,
                LEAST_FUEL,
                |_, part, c| self.part(part, c),
                |_, part, paid, _| {
                    draws.extend(part?);
                    paid.map_err(Stopped::from)
                },
            )?;
        }
        for n in first.max(1)..draws.len() {
            let (before, after) = draws.split_at_mut(n);
            let last = &before[n - 1].0.resources.textures;
            after[0].0.resources.textures.share(last);
        }
        Ok(())
    }

    /// The draws of `states`.
    fn part(&self, states: &[State], c: &mut Ctx<'_>) -> Result<Vec<(Draw<'a>, Prims)>, Stopped> {
        let mut draws: Vec<(Draw<'a>, Prims)> = Vec::with_capacity(states.len());
        for state in states {
            let last = draws.last().map(|(last, _)| last);
            let began = c.log.begin();
            let draw = inside(&state.at, c, |c| self.draw(state, last, c));
            let number = match state.at[0] {
                Frame::Draw(n) => Some(n),
                _ => None,
            };
            c.log.end(began, || Part::of_draw(Work::Draw, number));
            draws.push(draw?);
        }
        Ok(draws)
    }

    /// Reads the resources of a draw, and sets up its primitives.
    fn draw(
        &self,
        state: &State,
        last: Option<&Draw<'a>>,
        c: &mut Ctx<'_>,
    ) -> Result<(Draw<'a>, Prims), Stopped> {
        let State {
            from,
            primitives,
            renderer,
            shader,
            merge,
            ..
        } = state;
        let bounds = Bounds::read(from.viewport, c)?;
        let resources = match shader {
            Some(_) => Resources::read(from, renderer, self.chip, c)?,
            None => Resources::default(),
        };
        let linked = last.filter(|last| {
            Arc::ptr_eq(&last.renderer, renderer)
                && last.resources.varyings.stores_as(&resources.varyings)
        });
        let (varyings, centroid) = match linked {
            Some(last) => (last.varyings.clone(), last.centroid),
            None => link(shader.as_deref(), &resources, self.quirks),
        };
        let placing = Placing {
            draw: from,
            primitives,
            bounds,
            renderer,
            varyings: &varyings,
            resources: &resources,
        };
        let target = (&**self.framebuffer, self.rect);
        let placement = placing.place(linked.map(|last| &last.placement), self.quirks, target);
        let mut numbers = primitives.vertices(from, c)?;
        let list = unique(&mut numbers, Some(RESTART), Vec::new());
        let vertices = Vertices {
            draw: from,
            primitives,
            resources: &resources,
            layout: &varyings,
            depth: bounds.depth_scale(),
        };
        let began = c.log.begin();
        let words = vertices.words(&list, c)?;
        let setup = Setup {
            screen: &placement.screen,
            layout: &placement.layout,
            vertices: &words,
        };
        let pool = Pool {
            workers: c.workers,
            scratch: self.scratch,
        };
        let prims = assemble(&setup, primitives.topology, &numbers, Some(RESTART), &pool);
        let number = c.log.at.draw();
        (c.log).end_work(began, || Part::of_draw(Work::Primitives, number));
        c.log.counters.add("primitives", prims.assembled());
        let drawn = prims.len() as u64;
        c.log.counters.add("primitives.drawn", drawn);
        let ends = match (linked, shader) {
            (Some(last), _) => last.ends.clone(),
            (None, Some(shader)) if placement.samples.count() == 1 => {
                Arc::new(EndsOfShader::new(shader, &varyings, merge))
            }
            (None, _) => Arc::default(),
        };
        let draw = Draw {
            bus: self.bus,
            framebuffer: self.framebuffer.clone(),
            written: self.written.clone(),
            renderer: renderer.clone(),
            merge: merge.clone(),
            at: state.at.clone(),
            shader: shader.clone(),
            resources,
            varyings,
            placement,
            storage: Storage::read(from.storage, c)?,
            centroid,
            occlusion: (from.occlusion_query, from.occlusion),
            passed: AtomicU64::new(0),
            ends,
        };
        Ok((draw, prims))
    }
}

/// The words and planes of the varyings that the shader loads, if there is one, and the position
/// of those with centroid interpolation.
fn link(
    shader: Option<&Loaded>,
    resources: &Resources,
    quirks: &Quirks,
) -> (Arc<varyings::Layout>, Option<Centroid>) {
    let mut centroid = None;
    let loads = shader
        .into_iter()
        .flat_map(|shader| shader.program.varyings());
    let loads = loads.map(|load| {
        if load.how.centroid {
            centroid = Some(quirks.centroid);
        }
        let of = varyings::Use {
            record: load.record,
            interpolation: varyings::interpolation(&load.how),
        };
        (of, load.components)
    });
    let stored = |record| resources.varyings.is_stored(record);
    let layout = varyings::Layout::new(stored, loads, FIRST_WORD);
    (Arc::new(layout), centroid)
}
