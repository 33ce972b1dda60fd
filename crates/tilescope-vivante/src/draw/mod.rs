//! Drawing with the 3D engine.
//!
//! ```text
//! fetch, indices -> vertices (VS) -> tilescope-draw (PA, SE, RA) -> fragments (PS) -> pe
//!                   screen: state of PA and SE
//!                   programs, link: shader code, and its inputs, varyings and outputs
//! ```
//!
//! Vertices of a draw are shaded before the next command; its pixels may be
//! deferred ([`Queue`]). Vertices are shaded in groups, and pixels area by area
//! ([`tilescope_output::AREA`]), both in parallel.

mod decoded;
mod describe;
mod fetch;
mod fragments;
mod indices;
mod io;
mod limits;
mod link;
mod output;
mod prepared;
mod programs;
mod samples;
mod screen;
mod touched;
mod vertices;

use tilescope_core::profile::{Part, Stage};
use tilescope_core::{Frame, Location, Workers};
use tilescope_draw::indices::unique;
use tilescope_draw::{QueuedDraw, ScratchMemory, render};

use crate::bus::Bus;
use crate::chips::Chip;
use crate::fe::{DrawCommand, Work};
use crate::hazards::{Accesses, Hazards};
use crate::quirks::Quirks;
use crate::regs::fe::index_stream_base_addr;
use crate::regs::{ps, vs};
use crate::rules::draw as rules;
use crate::shader::{BATCHES, ExecMode, ShaderQuirks};
use crate::stopped::Stopped;
use crate::te::{self, Samplers};
use decoded::DecodedState;
pub use describe::Described;
use indices::{Indices, MAX_VERTICES};
pub use prepared::Draw;
use prepared::{WorkerPool, WorkerScratch};
use vertices::Vertices;

/// Draws with pending pixels.
pub type Queue<'a> = tilescope_draw::Queue<Draw<'a>, BATCHES>;

/// Shader lanes that a unit of fuel pays for.
const LANES_PER_FUEL: u64 = 16;

/// The number of vertices up to which a draw's memory is reused for the next one.
const SPARE: usize = 1 << 16;

/// State of the 3D engine between draws.
#[derive(Debug, Default)]
pub struct Engine {
    decoded: DecodedState,
    /// Memory for the vertices of the next draw.
    spare: [Vec<u32>; 2],
    scratch: ScratchMemory<WorkerScratch>,
    draws: u32,
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
        let (began, number) = (work.log.begin(), work.log.at.draw());
        let result = self.drawn(command, context, hazards, queue, work);
        (work.log).end(began, || Part::of_draw(Stage::Draw, number));
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
        let Some(topology) = screen::topology(command.primitive) else {
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
        let code = code.map(|at| state.word(at));
        if queue.writes(attributes.bases().chain(code).map(u64::from)) {
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
        let vertices = unique(&mut indices.numbers, indices.restart, list);
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
            let mut samplers = Samplers::new(state, chip, context.textures, work.bus);
            if !draw.shaders.programs().any(|l| l.program.stores()) {
                samplers = samplers.writing(draw.pe.bases());
            }
            let draw = Draw {
                samplers: Some(Box::new(samplers)),
                ..draw
            };
            let (prims, shaded) = draw.assemble(&pool, &vertices, &mut fuel, work.log);
            let covered = prims.bounds();
            limits::rows(&draw, covered, work.log);
            let one = [(draw, prims)];
            let outer = around(&work.log.at);
            let passed = match one[0].0.pe.writes() || context.counted {
                true => {
                    let targets = one[0].0.targets();
                    render(&one, &outer, &targets, &pool, &mut fuel, work.log)
                }
                false => Ok(0),
            };
            let [(draw, _)] = &one;
            let count = *passed.as_ref().unwrap_or(&0);
            let touched = draw.touched(state, &vertices, covered, count);
            hazards.draw(touched, chip, work.log);
            shaded.and(passed)
        } else {
            let (prims, shaded) = draw.assemble(&pool, &vertices, &mut fuel, work.log);
            let covered = prims.bounds();
            limits::rows(&draw, covered, work.log);
            // The result of the query is not yet known here, nor to a driver.
            let touched = draw.touched(state, &vertices, covered, covered.is_some().into());
            hazards.draw(touched, chip, work.log);
            // A draw at which hardware stops stores no pixels.
            Stopped::check(work.log)?;
            queue.push(draw, prims, || around(&work.log.at));
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

/// The location around the command of a draw at `at`: without [`command_and_draw`].
fn around(at: &Location) -> Location {
    let steps = at.frames.len().saturating_sub(2);
    Location {
        frames: at.frames[..steps].to_vec(),
        bits: None,
    }
}
