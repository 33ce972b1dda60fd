//! The device: the front end, the units after it, and their state.

use tilescope_core::profile::{Part, Stage};
use tilescope_core::{
    ChipInfo, Context, Device, Frame, Location, Outcome, Submission, Work as Task, Workers,
};

use tilescope_tables::packet::Field;

use crate::bus::{Bus, Port};
use crate::chips::Chip;
use crate::cmd::Draw2d;
use crate::de::{self, DrawingEngine};
use crate::draw::{DrawContext, Engine, Queue};
use crate::fe::{self, DrawCommand, FrontEnd, Units, Work};
use crate::hazards::Hazards;
use crate::log::{Log, Site};
use crate::quirks::Quirks;
use crate::regs::enums::{PipeId, SyncRecipient};
use crate::regs::{
    blt as blt_regs, cl, co, de as de_regs, fe as fe_regs, gl, hi, nfe, rs as rs_regs, tfb, yuv,
};
use crate::rules::{draw as draw_rules, fe as fe_rules, mem};
use crate::shader::{ExecMode, ShaderQuirks};
use crate::state::State;
use crate::stopped::{Stopped, at_memory};
use crate::{blt, rs, te};

/// Options of a device.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Mode of shader execution.
    pub mode: ExecMode,
    /// Quirks of the drawing pipeline.
    pub quirks: Quirks,
    /// Quirks of the shader cores.
    pub shader: ShaderQuirks,
    /// Quirks of the texture units.
    pub textures: te::Quirks,
    /// Quirks of the front end.
    pub front_end: fe::Quirks,
    /// Quirks of the resolve engine.
    pub resolve: rs::Quirks,
    /// Quirks of the blit engine.
    pub blit: blt::Quirks,
    /// Quirks of the 2D engine.
    pub drawing_engine: de::Quirks,
}

impl Options {
    /// The best guess for `chip`.
    pub fn of(chip: &Chip) -> Options {
        Options {
            shader: ShaderQuirks::of(chip),
            ..Options::default()
        }
    }
}

/// A Vivante GC.
pub struct Vivante {
    chip: &'static Chip,
    options: Options,
    state: State,
    front_end: FrontEnd,
    unit_state: UnitState,
    submissions: u32,
}

/// The state of the units besides the registers.
#[derive(Debug, Default)]
struct UnitState {
    engine: Engine,
    /// Vertex elements that were written since the first of them.
    elements: u32,
    /// Destination address and count of the active occlusion query.
    query: Option<(u32, u64)>,
    /// PS.INPUT_COUNT was clobbered.
    inputs_clobbered: bool,
    hazards: Hazards,
}

impl Vivante {
    /// A device after power-on.
    pub fn new(chip: &'static Chip, options: Options) -> Vivante {
        Vivante {
            chip,
            front_end: FrontEnd::new(chip, options.front_end),
            state: State::holding(options.quirks.power_on_state),
            options,
            unit_state: UnitState::default(),
            submissions: 0,
        }
    }

    /// The chip.
    pub fn vivante_chip(&self) -> &'static Chip {
        self.chip
    }

    /// The current state.
    pub fn state(&self) -> &State {
        &self.state
    }
}

/// The units while a submission runs.
struct Running<'a> {
    chip: &'static Chip,
    options: &'a Options,
    unit_state: &'a mut UnitState,
    workers: &'a dyn Workers,
    bus: Bus<'a>,
    queue: Queue<'a>,
}

/// The number of vertex elements after a write to the state at byte `offset`;
/// writing the first element starts a new list.
pub(crate) fn vertex_elements(chip: &Chip, before: u32, offset: u32) -> u32 {
    let first = match chip.features.halti() {
        Some(5..) => nfe::generic_attrib_config0::AT,
        _ => fe_regs::vertex_element_config::AT,
    };
    match offset.checked_sub(first) {
        Some(0) => 1,
        Some(n) if n < 4 * 16 => before.max(n / 4 + 1),
        _ => before,
    }
}

/// The unimplemented unit that a write of `value` to the state at `offset` starts
/// or enables, if any.
fn unimplemented_unit(offset: u32, value: u32) -> Option<&'static str> {
    let set = |field: &Field| field.of(value) != 0;
    Some(match offset {
        cl::kicker::AT => "the thread walker (CL.KICKER)",
        co::kicker::AT => "the composition engine (CO.KICKER)",
        yuv::config::AT if value != 0 => "the YUV tiler (YUV.CONFIG)",
        tfb::config::AT if set(&tfb::config::RASTERIZER_DISCARD) => {
            "transform feedback without rasterisation (TFB.CONFIG)"
        }
        tfb::command::AT if value != 0 => "transform feedback (TFB.COMMAND)",
        tfb::query_command::AT if value != 0 => "transform feedback queries (TFB.QUERY_COMMAND)",
        de_regs::vr_config::AT if !set(&de_regs::vr_config::START_MASK) => {
            "filters of the video rasteriser (DE.VR_CONFIG)"
        }
        gl::fence_out_data_high::AT => "fence writes (GL.FENCE_OUT_DATA_HIGH)",
        _ => return None,
    })
}

impl Units for Running<'_> {
    fn wrote(&mut self, offset: u32, value: u32, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        self.unit_state.elements = vertex_elements(self.chip, self.unit_state.elements, offset);
        let hazards = &mut self.unit_state.hazards;
        hazards.wrote(offset, value, work.state, self.chip, work.log);
        if let Some(what) = unimplemented_unit(offset, value) {
            work.log.unimplemented(what);
        }
        match offset {
            rs_regs::kicker::AT => hazards.resolve(work.state, self.chip, work.log),
            rs_regs::kicker_inplace::AT => {
                hazards.resolve_in_place(work.state, self.chip, value, work.log);
            }
            blt_regs::command::AT => hazards.blit(work.state, self.chip, value, work.log),
            _ => {}
        }
        let transfers = matches!(
            offset,
            rs_regs::kicker::AT | rs_regs::kicker_inplace::AT | blt_regs::command::AT
        );
        let mut began = None;
        if transfers {
            Stopped::check(work.log)?;
            self.finish(work)?;
            began = Some(work.log.begin());
        }
        let result = match offset {
            rs_regs::kicker::AT => rs::kick(
                work.state,
                self.chip,
                &self.options.resolve,
                work.bus,
                work.log,
                work.fuel,
            ),
            rs_regs::kicker_inplace::AT => {
                rs::kick_in_place(work.state, self.chip, value, work.bus, work.log, work.fuel)
            }
            blt_regs::command::AT => blt::kick(
                work.state,
                self.chip,
                value,
                &self.options.blit,
                work.bus,
                work.log,
                work.fuel,
            ),
            gl::multi_sample_config::AT => {
                self.unit_state.inputs_clobbered = true;
                Ok(())
            }
            crate::regs::ps::input_count::AT => {
                self.unit_state.inputs_clobbered = false;
                Ok(())
            }
            gl::occlusion_query_addr::AT => {
                self.unit_state.query = Some((value, 0));
                Ok(())
            }
            gl::occlusion_query_control::AT => self.end_query(work),
            _ => Ok(()),
        };
        if let Some(began) = began {
            work.log.end_work(began, || Stage::Transfer.into());
        }
        result
    }

    fn draw(&mut self, draw: &DrawCommand, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        if self.unit_state.inputs_clobbered {
            work.log
                .find(&draw_rules::INPUT_COUNT_CLOBBERED, Site::ANYWHERE, |at| {
                    (
                        at.clone(),
                        "PS.INPUT_COUNT was not written since GL.MULTI_SAMPLE_CONFIG".to_owned(),
                    )
                });
        }
        let context = DrawContext {
            chip: self.chip,
            quirks: &self.options.quirks,
            mode: self.options.mode,
            shader: &self.options.shader,
            textures: &self.options.textures,
            workers: self.workers,
            bus: self.bus,
            elements: self.unit_state.elements,
            counted: self.unit_state.query.is_some(),
        };
        let hazards = &mut self.unit_state.hazards;
        let engine = &mut self.unit_state.engine;
        let passed = engine.draw(draw, &context, hazards, &mut self.queue, work)?;
        if let Some((_, count)) = &mut self.unit_state.query {
            *count += passed;
        }
        Ok(())
    }

    fn draw_2d(&mut self, draw: &Draw2d<'_>, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        self.unit_state.hazards.draw_2d(work.log);
        self.finish(work)?;
        let began = work.log.begin();
        let result = DrawingEngine::new(self.chip, self.options.drawing_engine).draw(draw, work);
        work.log.end_work(began, || Part {
            name: Some("2D draw".to_owned()),
            ..Part::from(Stage::Draw)
        });
        result
    }

    fn jumps(&mut self, address: u32, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        match self.queue.writes(std::iter::once(address.into())) {
            true => self.finish(work),
            false => Ok(()),
        }
    }

    fn stall(&mut self, from: SyncRecipient, to: SyncRecipient, _work: &mut Work<'_, '_>) {
        self.unit_state.hazards.stalled(from, to);
    }
}

impl Running<'_> {
    /// Draws the pending pixels.
    fn finish(&mut self, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        let engine = &mut self.unit_state.engine;
        engine.finish(&mut self.queue, self.workers, work)?;
        Ok(())
    }

    fn end_query(&mut self, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        let Some((address, count)) = self.unit_state.query.take() else {
            return Ok(());
        };
        let bytes = count.to_le_bytes();
        let base = Some(("GL.OCCLUSION_QUERY_ADDR", gl::occlusion_query_addr::AT));
        (work.bus.write(work.log, Port::Gl, address, &bytes))
            .map_err(|fault| at_memory(&mem::WRITE_OUTSIDE, base, fault, work.log))
    }
}

impl Device for Vivante {
    fn chip(&self) -> &'static ChipInfo {
        &self.chip.info
    }

    fn submit(&mut self, submission: &Submission, ctx: &mut Context<'_>) -> Outcome {
        let frame = Frame::Submission(self.submissions, submission.label.as_str().into());
        self.submissions += 1;
        self.unit_state.engine.start();
        let mut log = Log::new(Location::new().inside(frame), ctx.observer);
        let mut fuel = ctx.fuel;
        let mut result = Ok(());
        for task in &submission.work {
            match *task {
                Task::List { queue, start, end } => {
                    let pipe = match queue {
                        0 => PipeId::Pipe3d,
                        _ => PipeId::Pipe2d,
                    };
                    self.unit_state.hazards.begin(pipe);
                    let mut units = Running {
                        chip: self.chip,
                        options: &self.options,
                        unit_state: &mut self.unit_state,
                        workers: ctx.workers,
                        bus: Bus::new(ctx.memory),
                        queue: Queue::default(),
                    };
                    let mut work = Work {
                        state: &mut self.state,
                        bus: Bus::new(ctx.memory),
                        log: &mut log,
                        fuel: &mut fuel,
                    };
                    let ended = self.front_end.run(pipe, start, end, &mut units, &mut work);
                    // Draws before the end or stop are completed.
                    let drawn = units.finish(&mut work);
                    result = drawn.and(ended).map(|_| blt::ended(work.state, work.log));
                    result = result.and_then(|()| Stopped::check(&log));
                }
                Task::Program { .. } => {
                    log.unimplemented("shader programs without a draw");
                }
            }
            if result.is_err() {
                break;
            }
        }
        Outcome::of(result, &fe_rules::ENDLESS, log, ctx.observer)
    }

    fn mmio_read(&mut self, offset: u32) -> u32 {
        match offset {
            hi::chip_model::AT => self.chip.model,
            hi::chip_rev::AT => self.chip.revision,
            hi::chip_feature::AT => self.chip.features.0[0],
            _ => 0,
        }
    }

    fn mmio_write(&mut self, _offset: u32, _value: u32, ctx: &mut Context<'_>) {
        let mut log = Log::new(Location::new(), ctx.observer);
        log.unimplemented("register writes by the CPU");
        log.deliver(ctx.observer);
    }

    fn reset(&mut self) {
        *self = Vivante::new(self.chip, self.options.clone());
    }
}
