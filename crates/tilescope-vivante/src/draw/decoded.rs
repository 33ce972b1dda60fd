//! Decoded state, cached between draws.
//!
//! Between most draws only constants and addresses change. A part is decoded again
//! if a word that it depends on has changed ([`State::decode`]), or if decoding it
//! reported something, which is then reported for every draw.

use std::sync::Arc;

use super::DrawContext;
use super::fetch::Attributes;
use super::io::Placed;
use super::link::Link;
use super::programs::{self, Constants, Linked, Loaded, Programs};
use super::screen::Screen;
use super::{io, limits};
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::pe::PixelEngine;
use crate::quirks::ShaderDepth;
use crate::regs::pe::{DepthMode, depth_config};
use crate::regs::{ps, se};
use crate::shader::{Program, Stage};
use crate::state::{Part, State};
use crate::stopped::Stopped;

/// The shaders of a draw, and their linkage.
#[derive(Debug)]
pub(super) struct Shaders {
    pub link: Link,
    pub vs: Arc<Loaded>,
    /// `None` if the pixel shader is bypassed.
    pub ps: Option<Arc<Loaded>>,
    /// The pixel shader outputs depth.
    pub gives_depth: bool,
    /// Constants of the vertex shader and of the pixel shader.
    pub constants: [Constants; 2],
    /// Whether a shader reads textures or accesses memory.
    pub reach_out: bool,
    /// The inputs of fragments.
    pub used: FragmentInputs,
}

/// Inputs of fragments that have an effect: a bit for each component.
#[derive(Debug)]
pub(super) struct FragmentInputs {
    /// Position and depth, and 1/w.
    pub position: u8,
    /// Varyings.
    pub varyings: Vec<u8>,
    /// The face.
    pub face: bool,
}

impl FragmentInputs {
    /// Those of a program with some varyings; all without one.
    fn new(ps: Option<&Program>, varyings: usize) -> Self {
        let used = |register: u8| {
            let uses = |c: &u8| ps.is_none_or(|ps| ps.uses_input(register, *c));
            (0..4).filter(uses).fold(0, |mask, c| mask | 1 << c)
        };
        FragmentInputs {
            position: used(0),
            varyings: (1..).map(used).take(varyings).collect(),
            face: ps.is_none_or(Program::uses_face),
        }
    }
}

impl Shaders {
    /// Loads the shaders that the state selects.
    ///
    /// # Errors
    /// If hardware does not run the shaders.
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
        let linked = Linked {
            stage: Stage::Vertex,
            inputs: link.vertex_inputs(),
            outputs: link.vertex_outputs(),
        };
        let vs = programs.load(linked, state, chip, context.shader, bus, log)?;
        let ps = match state.field(ps::control::AT, &ps::control::BYPASS) {
            0 => {
                let linked = Linked {
                    stage: Stage::Pixel,
                    inputs: link.pixel_inputs(),
                    outputs: link.pixel_outputs(),
                };
                Some(programs.load(linked, state, chip, context.shader, bus, log)?)
            }
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
        let program = ps.as_ref().map(|ps| &ps.program);
        let mut used = FragmentInputs::new(program, link.varyings.len());
        let gives_depth = context.quirks.shader_depth == ShaderDepth::FirstRegister
            && program.is_some_and(|program| program.writes(0, 2));
        // It is read where the program does not write it.
        used.position |= u8::from(gives_depth) << 2;
        let reaches_out = |l: &Arc<Loaded>| l.program.reaches_out();
        Ok(Shaders {
            reach_out: reaches_out(&vs) || ps.as_ref().is_some_and(reaches_out),
            gives_depth,
            used,
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

/// A decoded part, and the key for which it is valid.
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
        // Unwritten registers of other parts belong to the draw.
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

/// The decoded state of the last draw.
#[derive(Debug)]
pub(super) struct DecodedState {
    attributes: Cached<u32, Attributes>,
    shaders: Cached<usize, Shaders>,
    screen: Cached<(), Screen>,
    pe: Cached<(), PixelEngine>,
    programs: Programs,
    /// Scratch memory for comparing code.
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
    /// Addresses and formats of vertex attributes.
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

    /// The shaders, for vertices with `elements` elements.
    ///
    /// # Errors
    /// If hardware does not run the shaders.
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
            report_unimplemented(state, log);
            Ok(Screen::new(state, context.chip, context.quirks, log))
        })
    }

    /// The pixel engine.
    ///
    /// # Errors
    /// If hardware hangs with this configuration.
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

/// Whether code in memory is unchanged, which the state does not show.
fn same_code(shaders: &Shaders, buffer: &mut Vec<u8>, bus: Bus<'_>, log: &mut Log) -> bool {
    let mut in_memory = shaders.programs().filter(|l| !l.fetched.is_empty());
    in_memory.all(|loaded| {
        buffer.resize(loaded.fetched.len(), 0);
        // Code that can no longer be read is reported when it is decoded.
        let read = bus.read(log, Port::Sh, loaded.code, buffer);
        read.is_ok() && *buffer == loaded.fetched
    })
}

/// Reports unimplemented features that a draw uses.
fn report_unimplemented(state: &State, log: &mut Log) {
    let mode = state.field(depth_config::AT, &depth_config::DEPTH_MODE);
    if DepthMode::from_bits(mode as u8) == DepthMode::W {
        log.unimplemented("W-buffering");
    }
    if se::config::LAST_PIXEL_ENABLE.of(state.optional(se::config::AT)) != 0 {
        log.unimplemented("the last pixel of lines");
    }
}
