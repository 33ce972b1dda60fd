//! Drawing with the 3D engine.
//!
//! ```text
//! fetch, indices -> vertices (VS) -> setup (PA, SE) -> pixels (RA, PS) -> pe
//!                         programs, link: what is run, and what goes between
//! ```
//!
//! A draw runs to its end before the next command. Its vertices are shaded in
//! groups, and its pixels area by area ([`crate::pe::AREA`]), both by as many
//! threads as there are. Areas share no memory, so that the order of them does not
//! matter; what each has to say is put in their order afterwards.

mod fetch;
mod indices;
mod io;
mod limits;
mod link;
mod output;
mod pixels;
mod programs;
mod samples;
mod setup;
mod touched;
mod vertices;

use std::sync::{Arc, Mutex};

use tilescope_core::{Frame, Workers};

use crate::bus::Bus;
use crate::chips::Chip;
use crate::fe::{DrawCommand, Work};
use crate::hazards::Hazards;
use crate::log::Log;
use crate::pe::{Area, PixelEngine};
use crate::quirks::{QueryCounts, Quirks, ShaderDepth};
use crate::regs::pe::{DepthMode, depth_config};
use crate::regs::{ps, se};
use crate::rules::draw as rules;
use crate::shader::{ExecMode, Group, ShaderQuirks, Stage};
use crate::state::State;
use crate::stopped::Stopped;
use crate::te::{self, Samplers, TextureUnits};
use fetch::Attributes;
use indices::{Indices, MAX_VERTICES};
use link::Link;
use programs::{Loaded, Programs};
use setup::Screen;

/// Shader lanes that a unit of fuel pays for.
const LANES_PER_FUEL: u64 = 16;

/// What a worker needs for itself.
#[derive(Debug)]
struct Scratch {
    vertices: Group,
    pixels: Group,
    area: Area,
    pending: pixels::Pending,
    textures: TextureUnits,
}

/// The 3D engine between draws.
#[derive(Debug, Default)]
pub struct Engine {
    programs: Programs,
    scratch: Mutex<Vec<Box<Scratch>>>,
    draws: u32,
}

/// One draw, decoded.
struct Draw<'a> {
    mode: ExecMode,
    workers: &'a dyn Workers,
    scratch: &'a Mutex<Vec<Box<Scratch>>>,
    bus: Bus<'a>,
    log: &'a Log,
    attributes: Attributes,
    link: Link,
    screen: Screen,
    pe: PixelEngine,
    samplers: Samplers<'a>,
    vs: Arc<Loaded>,
    /// Nothing if pixels pass no shader.
    ps: Option<Arc<Loaded>>,
    /// The pixel shader gives depth.
    shader_depth: bool,
    /// Somebody counts what passes.
    counted: bool,
    query_counts: QueryCounts,
    vs_constants: Vec<[u32; 4]>,
    ps_constants: Vec<[u32; 4]>,
}

impl Draw<'_> {
    /// Runs `task` for each of `count` parts, in any order.
    fn run(&self, count: usize, task: &(dyn Fn(usize, &mut Scratch) + Sync)) {
        match count {
            0 | 1 => self.run_here(count, task),
            _ => self.workers.run(count, &|i| self.run_one(i, task)),
        }
    }

    /// The same in this thread, for what is too little to be shared.
    fn run_here(&self, count: usize, task: &(dyn Fn(usize, &mut Scratch) + Sync)) {
        (0..count).for_each(|i| self.run_one(i, task));
    }

    fn run_one(&self, i: usize, task: &(dyn Fn(usize, &mut Scratch) + Sync)) {
        let mut pool = self.scratch.lock().unwrap_or_else(|e| e.into_inner());
        let taken = pool.pop();
        drop(pool);
        let mut scratch = taken.unwrap_or_else(|| {
            Box::new(Scratch {
                vertices: Group::new(),
                pixels: Group::new(),
                area: Area::new(),
                pending: pixels::Pending::new(),
                textures: TextureUnits::default(),
            })
        });
        task(i, &mut scratch);
        let mut pool = self.scratch.lock().unwrap_or_else(|e| e.into_inner());
        pool.push(scratch);
    }
}

/// What a draw depends on besides the state.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The chip.
    pub chip: &'static Chip,
    /// Choices of the pipeline.
    pub quirks: &'a Quirks,
    /// How shaders are executed.
    pub mode: ExecMode,
    /// Choices of the shader cores.
    pub shader: &'a ShaderQuirks,
    /// Choices of the texture units.
    pub textures: &'a te::Quirks,
    /// What runs parts of the draw.
    pub workers: &'a dyn Workers,
    /// Vertex elements that are set up.
    pub elements: u32,
    /// An occlusion query counts what passes.
    pub counted: bool,
}

impl Engine {
    /// Forgets which draw is next.
    pub fn start(&mut self) {
        self.draws = 0;
    }

    /// Draws. Gives how many pixels passed all tests.
    ///
    /// # Errors
    /// [`Stopped`] if the hardware stops at it.
    pub fn draw(
        &mut self,
        command: &DrawCommand,
        set: &Setting<'_>,
        hazards: &mut Hazards,
        work: &mut Work<'_, '_>,
    ) -> Result<u64, Stopped> {
        let outer = work.log.at.clone();
        work.log.at = outer.inside(Frame::Draw(self.draws));
        self.draws += 1;
        work.log.counters.add("draws", 1);
        let result = self.drawn(command, set, hazards, work);
        work.log.at = outer;
        result
    }

    fn drawn(
        &mut self,
        command: &DrawCommand,
        set: &Setting<'_>,
        hazards: &mut Hazards,
        work: &mut Work<'_, '_>,
    ) -> Result<u64, Stopped> {
        let chip = set.chip;
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
                (0, 0),
                work.log,
            ));
        }
        let Some(topology) = setup::topology(command.primitive) else {
            work.log
                .unimplemented("primitives of a type without a name");
            return Ok(0);
        };
        if total == 0 {
            return Ok(0);
        }
        let state = &*work.state;
        tell_missing(state, work.log);
        let attributes = Attributes::new(state, chip, set.elements);
        let link = Link::new(state, chip, attributes.elements.len(), work.log)?;
        let screen = Screen::new(state, chip, set.quirks, work.log);
        let pe = PixelEngine::new(state, chip, work.log);
        limits::check(state, chip, &pe, work.log)?;
        let vs = self.programs.load(
            Stage::Vertex,
            link.vertex_inputs(),
            link.vertex_outputs(),
            state,
            chip,
            set.shader,
            work.bus,
            work.log,
        )?;
        io::tell_program(&vs, work.log);
        let ps = match state.field(ps::control::AT, &ps::control::BYPASS) {
            0 => Some(self.programs.load(
                Stage::Pixel,
                link.pixel_inputs(),
                link.pixel_outputs(),
                state,
                chip,
                set.shader,
                work.bus,
                work.log,
            )?),
            _ => None,
        };
        if let Some(ps) = &ps {
            io::tell_program(ps, work.log);
        }
        let shader_depth = set.quirks.shader_depth == ShaderDepth::FirstRegister
            && ps.as_ref().is_some_and(|ps| ps.program.writes(0, 2));
        let mut indices = Indices::new(command, state, work.bus, work.log)?;
        let vertices = vertices::unique(&mut indices.numbers, indices.restart);
        limits::requests(&attributes, &vertices, command.instances, work.log);
        let said = work.log.child();
        let draw = Draw {
            mode: set.mode,
            workers: set.workers,
            scratch: &self.scratch,
            bus: work.bus,
            log: &said,
            vs_constants: programs::constants(state, chip, Stage::Vertex),
            ps_constants: programs::constants(state, chip, Stage::Pixel),
            attributes,
            link,
            screen,
            pe,
            samplers: Samplers::new(state, chip, set.textures, work.bus),
            vs,
            ps,
            shader_depth,
            counted: set.counted,
            query_counts: set.quirks.query_counts,
        };
        let before = work.fuel.left().saturating_mul(LANES_PER_FUEL);
        let mut fuel = before;
        let (mut passed, mut covered) = (0, None);
        let result = (0..command.instances).try_for_each(|instance| {
            let shaded = draw.shade_vertices(&vertices, instance, &mut fuel, work.log)?;
            let prims = draw.set_up(&indices.numbers, indices.restart, topology, &shaded);
            fuel = fuel.saturating_sub(prims.assembled * 64);
            let counters = &mut work.log.counters;
            counters.add("vertices", vertices.len() as u64);
            counters.add("primitives.in", prims.assembled);
            counters.add("primitives.drawn", prims.list.len() as u64);
            covered = touched::covered(&prims, &draw.screen.scissor, covered);
            passed += draw.rasterise(&prims, &mut fuel, work.log)?;
            Ok(())
        });
        work.log.counters.add("fragments", passed);
        let touched = draw.touched(state, &vertices, &indices, covered, passed);
        hazards.draw(touched, chip, work.log);
        work.fuel.take((before - fuel).div_ceil(LANES_PER_FUEL))?;
        result.map(|()| passed)
    }
}

/// Notes what a draw asks for and does not get.
fn tell_missing(state: &State, log: &mut Log) {
    let mode = state.field(depth_config::AT, &depth_config::DEPTH_MODE);
    if DepthMode::from_bits(mode as u8) == DepthMode::W {
        log.unimplemented("depth buffers of w");
    }
    if state.field(se::config::AT, &se::config::LAST_PIXEL_ENABLE) != 0 {
        log.unimplemented("last pixels of lines");
    }
}
