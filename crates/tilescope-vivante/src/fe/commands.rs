//! Execution of commands.

use std::sync::LazyLock;

use tilescope_core::Frame;
use tilescope_tables::packet::{Access, Field, Kind};

use super::fetch::{Next, Taken};
use super::{
    CYCLES_PER_FUEL, DrawCommand, FUEL_PER_STATE, FrontEnd, Here, Units, Work, draws, find, stop,
    sync,
};
use crate::cmd::{COMMANDS, Command, Draw2d, LoadState, RawCommand, from_fixed_point};
use crate::features::Feature;
use crate::regs::enums::{PipeId, PrimitiveType, SyncRecipient};
use crate::regs::{self, Place, STATE_WORDS, blt, gl, presence, rs};
use crate::rules::fe as rules;
use crate::state::CodeLoad;
use crate::stopped::Stopped;

/// The reserved fields of each opcode.
static RESERVED: LazyLock<[Vec<&'static Field>; 32]> = LazyLock::new(|| {
    let named = |name: &str| matches!(name, "op" | "padding");
    let mut all = [const { Vec::new() }; 32];
    for row in &COMMANDS {
        let fields = row.layout.fields.iter();
        let reserved = fields.filter(|f| f.kind == Kind::Reserved && !named(f.name));
        all[usize::from(row.opcode) % 32].extend(reserved);
    }
    all
});

impl FrontEnd {
    /// Executes one command. Returns the next step of the fetch.
    pub(super) fn command(
        &mut self,
        taken: &Taken,
        here: Here,
        units: &mut dyn Units,
        work: &mut Work<'_, '_>,
    ) -> Result<Next, Stopped> {
        let Ok(raw) = RawCommand::at(taken.bytes()) else {
            // The fetched bytes are a complete command.
            return Ok(Next::End);
        };
        self.reserved(raw, here, work);
        let command = raw.decode();
        let steering = matches!(
            command,
            Command::Link(_) | Command::Call { .. } | Command::Return | Command::ChipSelect { .. }
        );
        if self.chips & 1 == 0 && !steering {
            // For another chip.
            return Ok(Next::On);
        }
        match command {
            Command::LoadState(load) => self.load(&load, here, units, work)?,
            Command::End { event } => {
                if let Some(id) = event {
                    raise(id, "END", work);
                }
                return Ok(Next::End);
            }
            Command::Nop => {}
            Command::Wait { cycles } => {
                work.fuel.take(u64::from(cycles) / CYCLES_PER_FUEL)?;
            }
            Command::Link(to) => return Ok(Next::Link(to)),
            Command::Call { to, back } => return Ok(Next::Call(to, back)),
            Command::Return => return Ok(Next::Return),
            Command::Stall { from, to } => {
                if from != SyncRecipient::Fe {
                    let message = format!("the command stalls {}", sync::name(from));
                    return Err(stop(&rules::STALL_NOT_FRONT_END, here, message, work));
                }
                self.stall(from, to, here, units, work)?;
            }
            Command::ChipSelect { chips } => {
                // There is only one chip, number 0.
                self.chips = chips;
            }
            Command::WaitFence { .. } => {
                self.need(Feature::Halti5, here, work)?;
                work.log.unimplemented("WAIT_FENCE");
            }
            Command::SnapPages { .. } => work.log.unimplemented("SNAP_PAGES"),
            Command::DrawIndirect { .. } => {
                self.pipe(PipeId::Pipe3d, here, work)?;
                work.log.unimplemented("DRAW_INDIRECT");
            }
            Command::Draw2d(draw) => self.draw_2d(&draw, here, units, work)?,
            Command::DrawPrimitives {
                primitive,
                start,
                count,
            } => {
                let vertices = self.vertices(primitive, count, here, work)?;
                let draw = DrawCommand {
                    primitive,
                    vertices,
                    indexed: false,
                    first: start,
                    base: 0,
                    instances: 1,
                };
                self.draw(&draw, here, units, work)?;
            }
            Command::DrawIndexedPrimitives {
                primitive,
                start,
                count,
                offset,
            } => {
                let vertices = self.vertices(primitive, count, here, work)?;
                let draw = DrawCommand {
                    primitive,
                    vertices,
                    indexed: true,
                    first: start,
                    base: offset,
                    instances: 1,
                };
                self.draw(&draw, here, units, work)?;
            }
            Command::DrawInstanced {
                primitive,
                indexed,
                start,
                vertices,
                instances,
            } => {
                self.need(Feature::Halti0, here, work)?;
                self.vertices(primitive, 0, here, work)?;
                let start = self.instanced_start(start, here, work);
                let draw = DrawCommand {
                    primitive,
                    vertices: vertices.into(),
                    indexed,
                    first: if indexed { 0 } else { start as u32 },
                    base: if indexed { start } else { 0 },
                    instances,
                };
                self.draw(&draw, here, units, work)?;
            }
        }
        Ok(Next::On)
    }

    /// Checks the reserved bits of a command.
    fn reserved(&self, raw: RawCommand<'_>, here: Here, work: &mut Work<'_, '_>) {
        let fields = RESERVED
            .get(usize::from(raw.row.opcode))
            .into_iter()
            .flatten();
        if let Some(field) = fields.copied().find(|f| f.is_set(raw.bytes)) {
            find(&rules::RESERVED_BITS, here, work, |at| {
                let at = at.clone().at_bits(field.lo, field.hi());
                let value = field.format(field.get(raw.bytes));
                (at, format!("`{}` is {value}", field.name))
            });
        }
    }

    fn need(&self, feature: Feature, here: Here, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        if self.chip.features.has(feature) {
            return Ok(());
        }
        let (chip, name) = (self.chip.info.title, feature.name());
        let message = format!("{chip} has no {name}, which {} needs", here.name);
        Err(stop(&rules::MISSING_COMMAND, here, message, work))
    }

    /// The start of DRAW_INSTANCED, which some chips ignore.
    ///
    /// Source: etna_viv cmdstream.xml; that HALTI2 decides is its guess.
    fn instanced_start(&self, start: i32, here: Here, work: &mut Work<'_, '_>) -> i32 {
        if start == 0 || self.chip.features.halti() >= Some(2) {
            return start;
        }
        let title = self.chip.info.title;
        find(&rules::IGNORED_START, here, work, |at| {
            (
                at.clone(),
                format!("the start is {start}, but {title} ignores it"),
            )
        });
        0
    }

    /// The number of vertices of `count` primitives.
    fn vertices(
        &self,
        primitive: PrimitiveType,
        count: u32,
        here: Here,
        work: &mut Work<'_, '_>,
    ) -> Result<u64, Stopped> {
        let quads = primitive == PrimitiveType::Quads;
        let missing = quads && !self.chip.features.has(Feature::RectPrimitive);
        match draws::vertices(primitive, count) {
            Some(n) if !missing => Ok(n),
            Some(_) => {
                let title = self.chip.info.title;
                let message = format!("{title} has no QUADS");
                Err(stop(&rules::UNKNOWN_PRIMITIVE, here, message, work))
            }
            None => {
                let message = format!("undefined primitive type {}", primitive.bits());
                Err(stop(&rules::UNKNOWN_PRIMITIVE, here, message, work))
            }
        }
    }

    fn draw(
        &mut self,
        draw: &DrawCommand,
        here: Here,
        units: &mut dyn Units,
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stopped> {
        self.pipe(PipeId::Pipe3d, here, work)?;
        self.busy = true;
        work.log.counters.add("fe.draws", 1);
        units.draw(draw, work)
    }

    fn draw_2d(
        &mut self,
        draw: &Draw2d<'_>,
        here: Here,
        units: &mut dyn Units,
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stopped> {
        self.pipe(PipeId::Pipe2d, here, work)?;
        self.busy = true;
        work.log.counters.add("fe.draws_2d", 1);
        units.draw_2d(draw, work)
    }

    /// Checks that the pipe of a command is selected.
    fn pipe(&self, pipe: PipeId, here: Here, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        let selected = work
            .state
            .field(gl::pipe_select::AT, &gl::pipe_select::PIPE);
        let selected = PipeId::from_bits(selected as u8);
        if selected == pipe {
            return Ok(());
        }
        let name = |p: PipeId| p.name().unwrap_or("unknown");
        let message = format!(
            "{} needs {}, but {} is selected",
            here.name,
            name(pipe),
            name(selected)
        );
        Err(stop(&rules::WRONG_PIPE, here, message, work))
    }

    /// Selects the pipe of a submission.
    pub(super) fn select(
        &mut self,
        pipe: PipeId,
        here: Here,
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stopped> {
        self.busy = false;
        let word = gl::pipe_select::PIPE.with(0, pipe.bits().into());
        work.state.write(gl::pipe_select::AT, word);
        self.selected(here, work)
    }

    /// Checks that the selected pipe exists.
    fn selected(&self, here: Here, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        let pipe = work
            .state
            .field(gl::pipe_select::AT, &gl::pipe_select::PIPE);
        let feature = match PipeId::from_bits(pipe as u8) {
            PipeId::Pipe2d => Feature::Pipe2d,
            _ => Feature::Pipe3d,
        };
        if self.chip.features.has(feature) {
            return Ok(());
        }
        let message = format!("{} has no {}", self.chip.info.title, feature.name());
        Err(stop(&rules::NO_PIPE, here, message, work))
    }

    fn load(
        &mut self,
        load: &LoadState<'_>,
        here: Here,
        units: &mut dyn Units,
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stopped> {
        work.fuel.take(u64::from(load.count()) * FUEL_PER_STATE)?;
        let end = load.offset.saturating_add(load.count() * 4);
        units.loads(load.offset, load.count(), here.address);
        if !load.fixed_point && regs::are_constants(load.offset, end) {
            if let Some(place) = regs::find(load.offset) {
                self.check_presence(load.offset, place, here, work);
            }
            let mut words = load.words().map(|(_, word)| word);
            work.state.write_whole(load.offset, words.clone());
            // Units receive only the first of several identical ones.
            return match words.next() {
                Some(first) => units.wrote(load.offset, first, work),
                None => Ok(()),
            };
        }
        for (offset, word) in load.words() {
            if offset as usize / 4 >= STATE_WORDS {
                find(&rules::STATE_OUT_OF_RANGE, here, work, |at| {
                    let last = load.offset + (load.count() - 1) * 4;
                    (
                        at.clone(),
                        format!("the last word is written to {last:#07x}"),
                    )
                });
                break;
            }
            let place = regs::find(offset);
            self.check_write(load, (offset, word), place, here, work);
            let value = match load.fixed_point {
                true => from_fixed_point(word),
                false => word,
            };
            self.write(offset, value, here, units, work)?;
        }
        if regs::are_code(load.offset) {
            work.state.code_loaded(CodeLoad {
                offset: load.offset,
                words: load.count(),
                address: here.address.wrapping_add(4),
            });
        }
        Ok(())
    }

    fn check_write(
        &self,
        load: &LoadState<'_>,
        (offset, word): (u32, u32),
        place: Option<Place>,
        here: Here,
        work: &mut Work<'_, '_>,
    ) {
        let (rule, what) = match place {
            None => (&rules::NAMELESS_STATE, "undocumented state"),
            Some(p) if p.row.access == Access::Read => {
                (&rules::READ_ONLY_STATE, "write to a read-only state")
            }
            Some(p) if load.fixed_point && p.number().is_none_or(|f| f.kind != Kind::Float32) => (
                &rules::FIXED_POINT_STATE,
                "fixed-point load of a state that is not a float",
            ),
            // At startup Mesa clears registers that some chips lack
            // (etna_reset_gpu_state writes RS.SINGLE_BUFFER on GC2000), without
            // problems on boards.
            Some(_) if word == 0 => return,
            Some(place) => return self.check_presence(offset, place, here, work),
        };
        let name = place.map_or("unknown", |p| p.row.name());
        work.log.find(rule, (here.address, offset), |at| {
            (at.inside(Frame::Register(name, offset)), what.to_owned())
        });
    }

    /// Reports a write to a register that the chip does not have, once per command
    /// and register.
    fn check_presence(&self, offset: u32, place: Place, here: Here, work: &mut Work<'_, '_>) {
        if !self.absent.has(offset) {
            return;
        }
        let (row, title) = (place.row, self.chip.info.title);
        let site = (here.address, row.offset);
        work.log.find(&rules::MISSING_STATE, site, |at| {
            let needs = match presence::unmet(row, self.chip) {
                Some(condition) => {
                    format!("{title} has no {place}: the register needs {condition}")
                }
                None => format!("{title} does not have {place}"),
            };
            (at.inside(Frame::Register(row.name(), offset)), needs)
        });
    }

    /// Writes one state, with its effects in the front end.
    fn write(
        &mut self,
        offset: u32,
        value: u32,
        here: Here,
        units: &mut dyn Units,
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stopped> {
        let before = work.state.word(offset);
        let stored = work.state.write(offset, value);
        match offset {
            gl::pipe_select::AT => {
                if stored != before && self.busy {
                    find(&rules::PIPE_WHILE_BUSY, here, work, |at| {
                        let message =
                            "the pipe changes after work for which the front end has not waited";
                        (at.clone(), message.to_owned())
                    });
                }
                self.selected(here, work)?;
            }
            gl::semaphore_token::AT => {
                let (from, to) = token(value);
                self.semaphores.arm(from, to);
            }
            gl::stall_token::AT => {
                let (from, to) = token(value);
                self.stall(from, to, here, units, work)?;
            }
            gl::event::AT => raise(gl::event::EVENT_ID.of(value) as u8, "EVENT", work),
            rs::kicker::AT | rs::kicker_inplace::AT | blt::command::AT => {
                self.pipe(PipeId::Pipe3d, here, work)?;
                self.busy = true;
            }
            _ => {}
        }
        units.wrote(offset, value, work)
    }

    /// `from` waits for `to`.
    fn stall(
        &mut self,
        from: SyncRecipient,
        to: SyncRecipient,
        here: Here,
        units: &mut dyn Units,
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stopped> {
        if !self.semaphores.wait(from, to) {
            let message = format!(
                "{} waits for {}, but their semaphore is not armed",
                sync::name(from),
                sync::name(to)
            );
            return Err(stop(&rules::STALL_WITHOUT_SEMAPHORE, here, message, work));
        }
        if from == SyncRecipient::Fe {
            self.busy = false;
        }
        units.stall(from, to, work);
        Ok(())
    }
}

/// The waiting unit and the unit that it waits for. GL.SEMAPHORE_TOKEN and
/// GL.STALL_TOKEN have the same fields.
fn token(value: u32) -> (SyncRecipient, SyncRecipient) {
    let unit = |raw: u32| SyncRecipient::from_bits(raw as u8);
    (
        unit(gl::stall_token::FROM.of(value)),
        unit(gl::stall_token::TO.of(value)),
    )
}

/// Raises an interrupt.
fn raise(id: u8, by: &str, work: &mut Work<'_, '_>) {
    work.log.raised |= 1 << (id & 31);
    work.log.interrupt("event", format!("{by} {id}"));
}
