//! Description of the resources of each draw of a command stream, without
//! execution.
//!
//! The front end executes the stream with the units of [`Walk`], which draw
//! nothing. Registers are decoded by the device's own decoders
//! ([`crate::draw::Described`], [`crate::te::describe`]).

use tilescope_core::{Fuel, GpuMemory, Serial, Work as Task};
use tilescope_tables::draws::{Draw, Visitor};

use crate::bus::Bus;
use crate::chips::Chip;
use crate::cmd::Draw2d;
use crate::device::{Options, vertex_elements};
use crate::draw::{Described, DrawContext};
use crate::fe::{DrawCommand, FrontEnd, Units, Work};
use crate::log::Log;
use crate::regs::STATE_WORDS;
use crate::regs::enums::{PipeId, SyncRecipient};
use crate::state::State;
use crate::stopped::Stopped;
use tilescope_core::Frame;

/// Fuel for one stream, so that endless streams end.
const FUEL: u64 = 1 << 36;

/// A walk over the submissions of one process: registers keep their values from one
/// to the next.
pub struct Walk {
    chip: &'static Chip,
    options: Options,
    state: State,
    front_end: FrontEnd,
    elements: u32,
    /// Address of the command that last wrote each word of state; 0 if none did.
    set_at: Vec<u32>,
}

impl Walk {
    /// A walk on `chip` after power-on.
    pub fn new(chip: &'static Chip) -> Walk {
        let options = Options::of(chip);
        Walk {
            chip,
            front_end: FrontEnd::new(chip, options.front_end),
            options,
            state: State::new(),
            elements: 0,
            set_at: vec![0; STATE_WORDS],
        }
    }

    /// Walks the streams of a submission, and describes the draws that `visitor`
    /// asks for.
    pub fn submission(&mut self, work: &[Task], memory: &dyn GpuMemory, visitor: &mut dyn Visitor) {
        let mut draws = 0;
        for task in work {
            let Task::List { queue, start, end } = *task else {
                continue;
            };
            let pipe = match queue {
                0 => PipeId::Pipe3d,
                _ => PipeId::Pipe2d,
            };
            let mut log = Log::default();
            let mut fuel = Fuel::new(FUEL);
            let mut units = Describing {
                chip: self.chip,
                options: &self.options,
                elements: &mut self.elements,
                set_at: &mut self.set_at,
                bus: Bus::new(memory),
                visitor,
                draws: &mut draws,
            };
            let mut work = Work {
                state: &mut self.state,
                bus: Bus::new(memory),
                log: &mut log,
                fuel: &mut fuel,
            };
            // A stream that stops the hardware also ends here.
            let _ = self.front_end.run(pipe, start, end, &mut units, &mut work);
        }
    }
}

/// Units that describe draws instead of executing them.
struct Describing<'a, 'v> {
    chip: &'static Chip,
    options: &'a Options,
    elements: &'a mut u32,
    set_at: &'a mut [u32],
    bus: Bus<'a>,
    visitor: &'v mut dyn Visitor,
    draws: &'a mut u32,
}

impl Units for Describing<'_, '_> {
    fn loads(&mut self, offset: u32, count: u32, address: u32) {
        let first = offset as usize / 4;
        let words = self.set_at.iter_mut().skip(first).take(count as usize);
        words.for_each(|at| *at = address);
    }

    fn wrote(&mut self, offset: u32, _: u32, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        *self.elements = vertex_elements(self.chip, *self.elements, offset);
        Ok(())
    }

    fn draw(&mut self, draw: &DrawCommand, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        let number = *self.draws;
        *self.draws += 1;
        if !self.visitor.wants() {
            return Ok(());
        }
        let context = DrawContext {
            chip: self.chip,
            quirks: &self.options.quirks,
            mode: self.options.mode,
            shader: &self.options.shader,
            textures: &self.options.textures,
            workers: &Serial,
            bus: self.bus,
            elements: *self.elements,
            counted: false,
        };
        let (command, address) = match work.log.at.frames.last() {
            Some(Frame::Packet(name, address, _)) => (*name, *address),
            _ => ("draw", 0),
        };
        // The copy has no record of reads, so that those of this draw can be
        // determined.
        let state = work.state.clone();
        let shown = self.visitor.vertices();
        let described = Described::new(draw, &context, &state, self.set_at, shown);
        self.visitor.draw(Draw {
            number,
            address,
            command,
            title: described.title,
            sections: described.sections,
        });
        Ok(())
    }

    fn draw_2d(&mut self, _: &Draw2d<'_>, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        Ok(())
    }

    fn jumps(&mut self, _: u32, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        Ok(())
    }

    fn stall(&mut self, _: SyncRecipient, _: SyncRecipient, _: &mut Work<'_, '_>) {}
}
