//! State decoded for a draw, and cached for the next draws.
//!
//! Between most draws only constants and addresses change. A part is decoded anew if a
//! word has changed that was read for it ([`State::decode`]), or if there was something
//! to say of it, which then is said of every draw.

use std::sync::Arc;

use super::DrawContext;
use super::fetch::Attributes;
use super::io::Placed;
use super::link::Link;
use super::programs::{self, Constants, Loaded, Programs};
use super::setup::Screen;
use super::{io, limits};
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::pe::PixelEngine;
use crate::quirks::ShaderDepth;
use crate::regs::pe::{DepthMode, depth_config};
use crate::regs::{ps, se};
use crate::shader::Stage;
use crate::state::{Part, State};
use crate::stopped::Stopped;

/// The shaders of a draw, and what goes between them.
#[derive(Debug)]
pub(super) struct Shaders {
    pub link: Link,
    pub vs: Arc<Loaded>,
    /// Nothing if pixels pass no shader.
    pub ps: Option<Arc<Loaded>>,
    /// The pixel shader gives depth.
    pub gives_depth: bool,
    /// Of the vertex shader and of the pixel shader.
    pub constants: [Constants; 2],
    /// One of them reads textures, or reads or writes memory.
    pub reach_out: bool,
}

impl Shaders {
    /// The shaders that the state asks for.
    ///
    /// # Errors
    /// If there is something wrong with them that hardware does not run.
    pub(super) fn new(
        elements: usize,
        state: &State,
        context: &DrawContext<'_>,
        bus: Bus<'_>,
        programs: &mut Programs,
        log: &mut Log,
    ) -> Result<Shaders, Stopped> {
        let chip = context.chip;
        let link = Link::new(state, chip, elements, log)?;
        let vs = programs.load(
            Stage::Vertex,
            link.vertex_inputs(),
            link.vertex_outputs(),
            state,
            chip,
            context.shader,
            bus,
            log,
        )?;
        let ps = match state.field(ps::control::AT, &ps::control::BYPASS) {
            0 => Some(programs.load(
                Stage::Pixel,
                link.pixel_inputs(),
                link.pixel_outputs(),
                state,
                chip,
                context.shader,
                bus,
                log,
            )?),
            _ => None,
        };
        let constants = [Some(&*vs), ps.as_deref()].map(|l| Constants::new(state, chip, l));
        let all = std::iter::once(&vs).chain(&ps);
        for (loaded, constants) in all.zip(constants) {
            let program = Placed {
                loaded,
                source: programs::source(state, loaded),
            };
            io::report_program(program, log);
            for note in constants.unwritten(state, &loaded.program) {
                io::report(program, &note, log);
            }
        }
        let reaches_out = |l: &Arc<Loaded>| l.program.reaches_out();
        Ok(Shaders {
            reach_out: reaches_out(&vs) || ps.as_ref().is_some_and(reaches_out),
            gives_depth: context.quirks.shader_depth == ShaderDepth::FirstRegister
                && ps.as_ref().is_some_and(|ps| ps.program.writes(0, 2)),
            constants,
            link,
            vs,
            ps,
        })
    }

    /// The programs.
    pub(super) fn programs(&self) -> impl Iterator<Item = &Loaded> {
        std::iter::once(&self.vs).chain(&self.ps).map(|l| &**l)
    }
}

/// A part that was decoded, for a draw with this key.
#[derive(Debug)]
struct Cached<K, T> {
    part: Part,
    last: Option<(K, Arc<T>)>,
}

impl<K: PartialEq, T> Cached<K, T> {
    fn new(part: Part) -> Self {
        Cached { part, last: None }
    }

    fn get(
        &mut self,
        key: K,
        state: &State,
        log: &mut Log,
        decode: impl FnOnce(&mut Log) -> Result<T, Stopped>,
    ) -> Result<Arc<T>, Stopped> {
        if let Some((last, value)) = &self.last
            && *last == key
            && !state.changed(self.part)
        {
            return Ok(value.clone());
        }
        self.last = None;
        let mut own = log.child();
        // What other parts need is taken by the draw, before and after.
        let before = state.take_unwritten();
        let decoded = state.decode(self.part, || decode(&mut own));
        let unwritten = state.take_unwritten();
        before
            .iter()
            .chain(&unwritten)
            .for_each(|offset| state.need(*offset));
        let silent = own.is_silent() && unwritten.is_empty();
        log.append(own);
        let value = Arc::new(decoded?);
        if silent {
            self.last = Some((key, value.clone()));
        }
        Ok(value)
    }
}

/// The parts of the last draw.
#[derive(Debug)]
pub(super) struct DecodedState {
    attributes: Cached<u32, Attributes>,
    shaders: Cached<usize, Shaders>,
    screen: Cached<(), Screen>,
    pe: Cached<(), PixelEngine>,
    programs: Programs,
    /// Code, while it is compared.
    code: Vec<u8>,
}

impl Default for DecodedState {
    fn default() -> Self {
        DecodedState {
            attributes: Cached::new(Part::Attributes),
            shaders: Cached::new(Part::Shaders),
            screen: Cached::new(Part::Screen),
            pe: Cached::new(Part::Pixels),
            programs: Programs::default(),
            code: Vec::new(),
        }
    }
}

impl DecodedState {
    /// The location of the attributes of vertices.
    pub(super) fn attributes(
        &mut self,
        state: &State,
        context: &DrawContext<'_>,
        log: &mut Log,
    ) -> Result<Arc<Attributes>, Stopped> {
        let elements = context.elements;
        let decode = |_: &mut Log| Ok(Attributes::new(state, context.chip, elements));
        self.attributes.get(elements, state, log, decode)
    }

    /// The shaders, for vertices of as many `elements`.
    ///
    /// # Errors
    /// If there is something wrong with them that hardware does not run.
    pub(super) fn shaders(
        &mut self,
        elements: usize,
        state: &State,
        context: &DrawContext<'_>,
        bus: Bus<'_>,
        log: &mut Log,
    ) -> Result<Arc<Shaders>, Stopped> {
        if let Some((_, last)) = &self.shaders.last
            && !same_code(last, &mut self.code, bus, log)
        {
            self.shaders.last = None;
        }
        let programs = &mut self.programs;
        self.shaders.get(elements, state, log, |log| {
            Shaders::new(elements, state, context, bus, programs, log)
        })
    }

    /// Primitive assembly and setup.
    pub(super) fn screen(
        &mut self,
        state: &State,
        context: &DrawContext<'_>,
        log: &mut Log,
    ) -> Result<Arc<Screen>, Stopped> {
        self.screen.get((), state, log, |log| {
            tell_missing(state, log);
            Ok(Screen::new(state, context.chip, context.quirks, log))
        })
    }

    /// The pixel engine.
    ///
    /// # Errors
    /// If hardware hangs with what its registers say.
    pub(super) fn pixel_engine(
        &mut self,
        state: &State,
        context: &DrawContext<'_>,
        log: &mut Log,
    ) -> Result<Arc<PixelEngine>, Stopped> {
        self.pe.get((), state, log, |log| {
            let pe = PixelEngine::new(state, context.chip, log);
            limits::check(state, context.chip, context.quirks, &pe, log)?;
            Ok(pe)
        })
    }
}

/// Whether code in memory is what it was: nothing in the state tells that it changes.
fn same_code(shaders: &Shaders, buffer: &mut Vec<u8>, bus: Bus<'_>, log: &mut Log) -> bool {
    let mut in_memory = shaders.programs().filter(|l| !l.fetched.is_empty());
    in_memory.all(|loaded| {
        buffer.resize(loaded.fetched.len(), 0);
        // What cannot be read any more is told when it is decoded.
        let read = bus.read(log, Port::Sh, loaded.code, buffer);
        read.is_ok() && *buffer == loaded.fetched
    })
}

/// Notes what a draw asks for and does not get.
fn tell_missing(state: &State, log: &mut Log) {
    let mode = state.field(depth_config::AT, &depth_config::DEPTH_MODE);
    if DepthMode::from_bits(mode as u8) == DepthMode::W {
        log.unimplemented("W-buffering");
    }
    if se::config::LAST_PIXEL_ENABLE.of(state.optional(se::config::AT)) != 0 {
        log.unimplemented("the last pixel of lines");
    }
}
