//! Drawing with the 3D engine.
//!
//! ```text
//! fetch, indices -> vertices (VS) -> setup (PA, SE) -> pixels (RA, PS) -> pe
//!                         programs, link: shader code, and its inputs, varyings and outputs
//! ```
//!
//! Vertices of a draw are shaded before the next command; its pixels may be
//! deferred ([`Queue`]). Vertices are shaded in groups, and pixels area by area
//! ([`tilescope_output::AREA`]), both in parallel. Areas share no memory, so that their
//! order does not matter; their logs are sorted afterwards.

mod decoded;
mod describe;
mod fetch;
mod indices;
mod io;
mod limits;
mod link;
mod output;
mod pixels;
mod programs;
mod queue;
mod samples;
mod setup;
mod touched;
mod vertices;

use std::sync::{Arc, Mutex};

use tilescope_core::{Frame, Location, Workers};
use tilescope_output::{Area, Fragments};
use tilescope_raster::Topology;

use crate::bus::Bus;
use crate::chips::Chip;
use crate::fe::{DrawCommand, Work};
use crate::hazards::{Accesses, Hazards};
use crate::log::Log;
use crate::pe::PixelEngine;
use crate::quirks::{QueryCounts, Quirks};
use crate::regs::fe::index_stream_base_addr;
use crate::regs::{ps, vs};
use crate::rules::draw as rules;
use crate::shader::{BATCHES, ExecMode, Group, ShaderQuirks, Stage};
use crate::stopped::Stopped;
use crate::te::{self, Samplers, TextureUnits};
use decoded::{DecodedState, Shaders};
pub use describe::Described;
use fetch::Attributes;
use indices::{Indices, MAX_VERTICES};
use io::Placed;
use programs::Loaded;
pub use queue::Queue;
use setup::{Prims, Screen};

/// Shader lanes that a unit of fuel pays for.
const LANES_PER_FUEL: u64 = 16;

/// The number of vertices up to which a draw's memory is reused for the next one.
const SPARE: usize = 1 << 16;

/// Scratch memory of a worker.
#[derive(Debug)]
struct Scratch {
    vertices: Group,
    pixels: Group,
    area: Area,
    pending: pixels::Pending,
    /// Pixels that are shaded together; the other lanes are unspecified.
    fragments: [Fragments; BATCHES],
    textures: TextureUnits,
}

/// State of the 3D engine between draws.
#[derive(Debug, Default)]
pub struct Engine {
    decoded: DecodedState,
    /// Memory for the vertices of the next draw.
    spare: [Vec<u32>; 2],
    scratch: Mutex<Vec<Box<Scratch>>>,
    draws: u32,
}

/// One draw, decoded.
struct Draw<'a> {
    mode: ExecMode,
    bus: Bus<'a>,
    /// The command and the number of the draw, for the locations of its findings.
    at: [Frame; 2],
    attributes: Arc<Attributes>,
    shaders: Arc<Shaders>,
    screen: Arc<Screen>,
    pe: Arc<PixelEngine>,
    /// `None` if no shader reads textures.
    samplers: Option<Box<Samplers<'a>>>,
    accesses: Accesses,
    query_counts: QueryCounts,
    /// Constants of the vertex shader, then those of the pixel shader.
    constants: Vec<[u32; 4]>,
    /// The memory addresses of the code of the vertex and the pixel shader.
    sources: [Option<u32>; 2],
}

/// Workers, and their scratch memory.
struct WorkerPool<'a> {
    workers: &'a dyn Workers,
    scratch: &'a Mutex<Vec<Box<Scratch>>>,
}

impl WorkerPool<'_> {
    /// Runs `task` for each of `count` items, in any order.
    fn run(&self, count: usize, task: &(dyn Fn(usize, &mut Scratch) + Sync)) {
        match count {
            0 | 1 => self.run_here(count, task),
            _ => self.workers.run(count, &|i| self.run_one(i, task)),
        }
    }

    /// The same in the current thread, for small amounts of work.
    fn run_here(&self, count: usize, task: &(dyn Fn(usize, &mut Scratch) + Sync)) {
        (0..count).for_each(|i| self.run_one(i, task));
    }

    fn run_one(&self, i: usize, task: &(dyn Fn(usize, &mut Scratch) + Sync)) {
        self.with_scratch(|scratch| task(i, scratch));
    }

    /// Runs `task` in the current thread.
    fn with_scratch<T>(&self, task: impl FnOnce(&mut Scratch) -> T) -> T {
        let mut pool = self.scratch.lock().unwrap_or_else(|e| e.into_inner());
        let taken = pool.pop();
        drop(pool);
        let mut scratch = taken.unwrap_or_else(|| {
            Box::new(Scratch {
                vertices: Group::new(),
                pixels: Group::new(),
                area: Area::new(),
                pending: pixels::Pending::new(),
                fragments: [Fragments::default(); BATCHES],
                textures: TextureUnits::default(),
            })
        });
        let result = task(&mut scratch);
        let mut pool = self.scratch.lock().unwrap_or_else(|e| e.into_inner());
        pool.push(scratch);
        result
    }
}

/// The context of a draw besides the state.
#[derive(Clone, Copy)]
pub struct DrawContext<'a> {
    /// The chip.
    pub chip: &'static Chip,
    /// Quirks of the pipeline.
    pub quirks: &'a Quirks,
    /// Mode of shader execution.
    pub mode: ExecMode,
    /// Quirks of the shader cores.
    pub shader: &'a ShaderQuirks,
    /// Quirks of the texture units.
    pub textures: &'a te::Quirks,
    /// The workers that draw.
    pub workers: &'a dyn Workers,
    /// The memory of pending draws.
    pub bus: Bus<'a>,
    /// The number of vertex elements.
    pub elements: u32,
    /// An occlusion query counts pixels that pass.
    pub counted: bool,
}

impl Engine {
    /// Resets the number of the next draw.
    pub fn start(&mut self) {
        self.draws = 0;
    }

    /// Draws immediately, or defers pixels to `queue`. Returns the number of pixels
    /// that passed all tests, if they are counted.
    ///
    /// # Errors
    /// [`Stopped`] if the hardware stops at this draw or at an earlier one.
    pub fn draw<'a>(
        &mut self,
        command: &DrawCommand,
        context: &DrawContext<'a>,
        hazards: &mut Hazards,
        queue: &mut Queue<'a>,
        work: &mut Work<'_, '_>,
    ) -> Result<u64, Stopped> {
        work.log.at.frames.push(Frame::Draw(self.draws));
        self.draws += 1;
        work.log.counters.add("draws", 1);
        let result = self.drawn(command, context, hazards, queue, work);
        work.log.at.frames.pop();
        result
    }

    /// Draws the queue. Returns the number of pixels that passed all tests.
    ///
    /// # Errors
    /// [`Stopped`] if the hardware stops at one of the draws.
    pub fn finish(
        &mut self,
        queue: &mut Queue<'_>,
        workers: &dyn Workers,
        work: &mut Work<'_, '_>,
    ) -> Result<u64, Stopped> {
        if queue.is_empty() {
            return Ok(0);
        }
        let pool = WorkerPool {
            workers,
            scratch: &self.scratch,
        };
        let before = work.fuel.left().saturating_mul(LANES_PER_FUEL);
        let mut fuel = before;
        let result = queue.flush(&pool, &mut fuel, work.log);
        work.fuel.take((before - fuel).div_ceil(LANES_PER_FUEL))?;
        result
    }

    fn drawn<'a>(
        &mut self,
        command: &DrawCommand,
        context: &DrawContext<'a>,
        hazards: &mut Hazards,
        queue: &mut Queue<'a>,
        work: &mut Work<'_, '_>,
    ) -> Result<u64, Stopped> {
        let chip = context.chip;
        let total = command
            .vertices
            .saturating_mul(u64::from(command.instances));
        if total > MAX_VERTICES {
            let text = format!(
                "{} vertices, {} instances",
                command.vertices, command.instances
            );
            let at = work.log.at.clone();
            return Err(Stopped::by(
                &rules::TOO_MANY_VERTICES,
                at,
                text,
                (0u32, 0),
                work.log,
            ));
        }
        let Some(topology) = setup::topology(command.primitive) else {
            work.log.unimplemented("primitives of an undefined type");
            return Ok(0);
        };
        if total == 0 {
            return Ok(0);
        }
        let state = &*work.state;
        state.take_unwritten();
        let attributes = self.decoded.attributes(state, context, work.log)?;
        let code = [
            vs::inst_addr::AT,
            ps::inst_addr::AT,
            index_stream_base_addr::AT,
        ];
        if queue.writes(attributes.bases().chain(code.map(|at| state.word(at)))) {
            self.finish(queue, context.workers, work)?;
        }
        let state = &*work.state;
        let elements = attributes.elements.len();
        let shaders = (self.decoded).shaders(elements, state, context, work.bus, work.log)?;
        let screen = self.decoded.screen(state, context, work.log)?;
        let pe = self.decoded.pixel_engine(state, context, work.log)?;
        limits::unwritten(command, &screen, state, chip, work.log);
        Stopped::check(work.log)?;
        let [numbers, list] = std::mem::take(&mut self.spare);
        let mut indices = Indices::new(command, state, work.bus, work.log, numbers)?;
        let vertices = vertices::unique(&mut indices.numbers, indices.restart, list);
        limits::requests(&attributes, &vertices, command.instances, work.log);
        let alone = context.counted || shaders.reach_out;
        let draw = Draw {
            mode: context.mode,
            bus: context.bus,
            at: command_and_draw(&work.log.at),
            constants: shaders
                .constants
                .iter()
                .flat_map(|c| c.read(state))
                .copied()
                .collect(),
            sources: [Some(&*shaders.vs), shaders.ps.as_deref()]
                .map(|loaded| loaded.and_then(|l| programs::source(state, l))),
            attributes,
            shaders,
            screen,
            pe,
            samplers: None,
            accesses: Accesses::default(),
            query_counts: context.quirks.query_counts,
        };
        let vertices = Vertices {
            indices,
            unique: vertices,
            topology,
            instances: command.instances,
        };
        let before = work.fuel.left().saturating_mul(LANES_PER_FUEL);
        let mut fuel = before;
        let pool = WorkerPool {
            workers: context.workers,
            scratch: &self.scratch,
        };
        if alone || !queue.takes(&draw) || queue.is_full() {
            queue.flush(&pool, &mut fuel, work.log)?;
        }
        let result = if alone {
            let draw = Draw {
                samplers: Some(Box::new(Samplers::new(
                    state,
                    chip,
                    context.textures,
                    work.bus,
                ))),
                ..draw
            };
            let (prims, shaded) = draw.assemble(&pool, &vertices, &mut fuel, work.log);
            let covered = touched::covered(&prims, &draw.screen.scissor, None);
            limits::rows(&draw, covered, work.log);
            let one = [(draw, prims)];
            let around = queue::around(&work.log.at);
            let passed = match one[0].0.pe.writes() || context.counted {
                true => queue::cover(&one, &around, &one[0].0.pe, &pool, &mut fuel, work.log),
                false => Ok(0),
            };
            let [(draw, _)] = &one;
            let count = *passed.as_ref().unwrap_or(&0);
            let touched = draw.touched(state, &vertices, covered, count);
            hazards.draw(touched, chip, work.log);
            shaded.and(passed)
        } else {
            let (prims, shaded) = draw.assemble(&pool, &vertices, &mut fuel, work.log);
            let covered = touched::covered(&prims, &draw.screen.scissor, None);
            limits::rows(&draw, covered, work.log);
            // The result of the query is not yet known here, nor to a driver.
            let touched = draw.touched(state, &vertices, covered, covered.is_some().into());
            hazards.draw(touched, chip, work.log);
            // A draw at which hardware stops stores no pixels.
            Stopped::check(work.log)?;
            queue.push(draw, prims, &work.log.at);
            shaded.map(|()| 0)
        };
        if vertices.indices.numbers.len() <= SPARE {
            self.spare = [vertices.indices.numbers, vertices.unique];
        }
        work.fuel.take((before - fuel).div_ceil(LANES_PER_FUEL))?;
        result
    }
}

/// The last two frames of a draw's location.
fn command_and_draw(at: &Location) -> [Frame; 2] {
    match at.frames.as_slice() {
        [.., command, draw] => [command.clone(), draw.clone()],
        _ => [Frame::Draw(0), Frame::Draw(0)],
    }
}

/// The input of primitive assembly.
struct Vertices {
    indices: Indices,
    /// The distinct vertices.
    unique: Vec<u32>,
    topology: Topology,
    instances: u32,
}

impl Draw<'_> {
    /// One of the draw's programs, with the address of its code.
    fn placed<'p>(&self, loaded: &'p Loaded) -> Placed<'p> {
        Placed {
            loaded,
            source: self.sources[usize::from(loaded.stage == Stage::Pixel)],
        }
    }

    /// Shades vertices and assembles primitives; if the hardware stops, those
    /// before the stop.
    fn assemble(
        &self,
        pool: &WorkerPool<'_>,
        vertices: &Vertices,
        fuel: &mut u64,
        log: &mut Log,
    ) -> (Prims, Result<(), Stopped>) {
        let mut all = Prims::default();
        let Vertices {
            indices, unique, ..
        } = vertices;
        for instance in 0..vertices.instances {
            let shaded = match self.shade_vertices(pool, unique, instance, fuel, log) {
                Ok(shaded) => shaded,
                Err(stopped) => return (all, Err(stopped)),
            };
            let topology = vertices.topology;
            let prims = self.set_up(pool, &indices.numbers, indices.restart, topology, &shaded);
            *fuel = fuel.saturating_sub(prims.assembled * 64);
            let counters = &mut log.counters;
            counters.add("vertices", unique.len() as u64);
            counters.add("primitives.in", prims.assembled);
            counters.add("primitives.drawn", prims.list.len() as u64);
            all = match instance {
                0 => prims,
                _ => all.then(prims),
            };
        }
        (all, Ok(()))
    }
}
