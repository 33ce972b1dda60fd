//! What is decoded from the state for a draw, and kept for the next ones.
//!
//! Between most draws only constants and addresses change. A part is decoded anew if a
//! word has changed that was read for it ([`State::decode`]), or if there was something
//! to say of it, which then is said of every draw.

use std::sync::Arc;

use super::Setting;
use super::fetch::Attributes;
use super::link::Link;
use super::programs::{Constants, Loaded, Programs};
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
        set: &Setting<'_>,
        bus: Bus<'_>,
        programs: &mut Programs,
        log: &mut Log,
    ) -> Result<Shaders, Stopped> {
        let chip = set.chip;
        let link = Link::new(state, chip, elements, log)?;
        let vs = programs.load(
            Stage::Vertex,
            link.vertex_inputs(),
            link.vertex_outputs(),
            state,
            chip,
            set.shader,
            bus,
            log,
        )?;
        io::tell_program(&vs, log);
        let ps = match state.field(ps::control::AT, &ps::control::BYPASS) {
            0 => Some(programs.load(
                Stage::Pixel,
                link.pixel_inputs(),
                link.pixel_outputs(),
                state,
                chip,
                set.shader,
                bus,
                log,
            )?),
            _ => None,
        };
        if let Some(ps) = &ps {
            io::tell_program(ps, log);
        }
        let reaches_out = |l: &Arc<Loaded>| l.program.reaches_out();
        Ok(Shaders {
            reach_out: reaches_out(&vs) || ps.as_ref().is_some_and(reaches_out),
            gives_depth: set.quirks.shader_depth == ShaderDepth::FirstRegister
                && ps.as_ref().is_some_and(|ps| ps.program.writes(0, 2)),
            constants: [Some(&*vs), ps.as_deref()].map(|l| Constants::new(state, chip, l)),
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
struct Kept<K, T> {
    part: Part,
    last: Option<(K, Arc<T>)>,
}

impl<K: PartialEq, T> Kept<K, T> {
    fn new(part: Part) -> Self {
        Kept { part, last: None }
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
        let mut said = log.child();
        let decoded = state.decode(self.part, || decode(&mut said));
        let silent = said.is_silent();
        log.append(said);
        let value = Arc::new(decoded?);
        if silent {
            self.last = Some((key, value.clone()));
        }
        Ok(value)
    }
}

/// The parts of the last draw.
#[derive(Debug)]
pub(super) struct Parts {
    attributes: Kept<u32, Attributes>,
    shaders: Kept<usize, Shaders>,
    screen: Kept<(), Screen>,
    pe: Kept<(), PixelEngine>,
    programs: Programs,
    /// Code, while it is compared.
    code: Vec<u8>,
}

impl Default for Parts {
    fn default() -> Self {
        Parts {
            attributes: Kept::new(Part::Attributes),
            shaders: Kept::new(Part::Shaders),
            screen: Kept::new(Part::Screen),
            pe: Kept::new(Part::Pixels),
            programs: Programs::default(),
            code: Vec::new(),
        }
    }
}

impl Parts {
    /// Where the attributes of vertices are.
    pub(super) fn attributes(
        &mut self,
        state: &State,
        set: &Setting<'_>,
        log: &mut Log,
    ) -> Result<Arc<Attributes>, Stopped> {
        let elements = set.elements;
        let decode = |_: &mut Log| Ok(Attributes::new(state, set.chip, elements));
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
        set: &Setting<'_>,
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
            Shaders::new(elements, state, set, bus, programs, log)
        })
    }

    /// Primitive assembly and set-up.
    pub(super) fn screen(
        &mut self,
        state: &State,
        set: &Setting<'_>,
        log: &mut Log,
    ) -> Result<Arc<Screen>, Stopped> {
        self.screen.get((), state, log, |log| {
            tell_missing(state, log);
            Ok(Screen::new(state, set.chip, set.quirks, log))
        })
    }

    /// The pixel engine.
    ///
    /// # Errors
    /// If hardware hangs with what its registers say.
    pub(super) fn pixel_engine(
        &mut self,
        state: &State,
        set: &Setting<'_>,
        log: &mut Log,
    ) -> Result<Arc<PixelEngine>, Stopped> {
        self.pe.get((), state, log, |log| {
            let pe = PixelEngine::new(state, set.chip, log);
            limits::check(state, set.chip, set.quirks, &pe, log)?;
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
        log.unimplemented("depth buffers of w");
    }
    if state.field(se::config::AT, &se::config::LAST_PIXEL_ENABLE) != 0 {
        log.unimplemented("last pixels of lines");
    }
}
