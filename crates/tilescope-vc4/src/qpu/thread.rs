//! One QPU thread: its registers and the pending effects in the pipeline.

use super::io::{QpuIo, Trap};
use super::lowered::{Lowered, address_of};
use super::program::Program;
use super::quirks::Undefined;
use super::slots;
use super::step::Progress;
use super::stream::Stream;
use super::tracking::Registers;
use super::values::Qpu;
use tilescope_core::Profile;
use tilescope_core::profile::ShaderPlace;
use tilescope_exec::Lanes16;
pub use tilescope_shader::ExecMode;
use tilescope_shader::Group;

/// End of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The program ended.
    Ended,
    /// The device was not ready: run again later.
    Blocked,
    /// The thread cannot continue.
    Trap {
        /// Reason.
        trap: Trap,
        /// Index of the instruction.
        ip: u32,
    },
}

/// Initial state of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadInit {
    /// Value of the QPU-number register.
    pub qpu_number: u32,
    /// Pixel x coordinates.
    pub x: Lanes16,
    /// Pixel y coordinates.
    pub y: Lanes16,
    /// ra15: W of fragments.
    pub w: Lanes16,
    /// rb15: Z of fragments.
    pub z: Lanes16,
}

impl ThreadInit {
    /// Calls `set` with the slots that a thread starts with.
    #[inline(always)]
    pub(super) fn slots(&self, mut set: impl FnMut(u8, &Lanes16)) {
        set(slots::ZN, &Lanes16::ZERO);
        set(slots::CARRY, &Lanes16::ZERO);
        set(slots::QPU, &Lanes16::splat(self.qpu_number));
        set(slots::X, &self.x);
        set(slots::Y, &self.y);
        set(slots::RA + 15, &self.w);
        set(slots::RB + 15, &self.z);
    }
}

/// A register write that later instructions do not see yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delayed {
    pub slot: u8,
    pub value: Lanes16,
    /// Bits of each lane that are written.
    pub bits: Lanes16,
}

/// The uniform stream continues elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct UniformsMove {
    pub address: u32,
    /// The instruction that moved it, for findings.
    pub written_by: u32,
}

/// Effects pending between instructions.
#[derive(Clone, Debug, Default)]
pub(super) struct Pipeline {
    /// Whether any of `files` to `end` is in use.
    pub busy: bool,
    /// Register-file writes of the previous instruction.
    pub files: [Option<Delayed>; 2],
    /// Writes to r4 from the SFU; index 0 is due after the next instruction.
    pub sfu: [Option<Delayed>; 2],
    /// Moves of the uniform stream; index 0 is due after the next instruction.
    pub uniforms: [Option<UniformsMove>; 2],
    /// Branch targets; index 0 is due after the next instruction.
    pub branches: [Option<u32>; 3],
    /// Instructions until the program ends, if it does.
    pub end: Option<u8>,
    /// Accumulators before the previous instruction wrote them.
    pub accumulators: [Lanes16; 6],
    /// Bit per accumulator that the previous instruction wrote.
    pub written: u8,
}

impl Pipeline {
    /// Updates `busy`.
    pub fn update_busy(&mut self) {
        self.busy = self.files.iter().any(Option::is_some)
            || self.sfu.iter().any(Option::is_some)
            || self.uniforms.iter().any(Option::is_some)
            || self.branches.iter().any(Option::is_some)
            || self.end.is_some();
    }

    pub fn clear(&mut self) {
        if self.busy {
            *self = Pipeline::default();
        }
        self.written = 0;
    }
}

/// The last quads of leftover values of the hardware.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Residue {
    pub read_a: Lanes16,
    pub read_b: Lanes16,
    pub mul: Lanes16,
}

/// The point at which a thread continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// In its group, at the start of the block of this place.
    Block(u32),
    /// In its group, where that waits.
    Waiting,
    /// In the pipeline model.
    Model,
}

/// A thread. Create one per worker and [`start`](Thread::start) it for each batch.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Its registers, and the state of the engine.
    pub(super) group: Group<Qpu, 1>,
    pub(super) at: At,
    /// Its program has constants for the words of its uniform stream.
    pub(super) known: bool,
    pub(super) ip: u32,
    pub(super) ended: bool,
    pub(super) executed: u64,
    pub(super) pipeline: Pipeline,
    /// Instructions of the model until nothing can be in flight, whatever conditions hold: a
    /// branch that is not taken counts as well.
    pub(super) unsettled: u8,
    /// The last instruction of the model.
    pub(super) previous: Option<u32>,
    pub(super) residue: Residue,
    pub(super) progress: Option<Box<Progress>>,
    /// Tracked registers that were not written yet.
    pub(super) unwritten: Registers,
}

impl Default for Thread {
    /// A thread that has not been started: all registers are zero.
    fn default() -> Self {
        let mut group = Group::new();
        group.slot_mut(slots::ELEM.into())[0] = Lanes16::numbers();
        Thread {
            group,
            at: At::Model,
            known: false,
            ip: 0,
            ended: false,
            executed: 0,
            pipeline: Pipeline::default(),
            unsettled: 0,
            previous: None,
            residue: Residue::default(),
            progress: None,
            unwritten: 0,
        }
    }
}

impl Thread {
    pub(super) fn slot(&self, slot: u8) -> &Lanes16 {
        let [lanes] = self.group.slot(slot.into());
        lanes
    }

    pub(super) fn slot_mut(&mut self, slot: u8) -> &mut Lanes16 {
        let [lanes] = self.group.slot_mut(slot.into());
        lanes
    }

    /// Counts the instructions of the following runs if `profile` is one.
    pub fn profile(&mut self, profile: Option<&Profile>) {
        self.group.profile(profile);
    }

    /// Moves the counts of the runs of `program` to `profile`.
    pub fn report(&mut self, program: &Program, shader: ShaderPlace, profile: &mut Profile) {
        if let Some(lowered) = program.lowered() {
            lowered.report(&mut self.group, shader, profile);
        }
        let address = |ip| address_of(shader, ip);
        self.group.report_stepped(shader, address, profile);
    }

    /// Sets the thread to the first instruction of `program`.
    ///
    /// Registers that the program may read before it writes them are set to
    /// [`QpuQuirks::undefined`](super::QpuQuirks::undefined); others keep leftovers of
    /// an earlier program, which this one cannot read.
    ///
    /// `stream` are its uniforms that were fetched: its accesses to others find them too.
    pub fn start(&mut self, program: &Program, init: &ThreadInit, stream: Stream<'_>) {
        self.unwritten = program.tracking().map_or(0, |t| t.registers);
        let Undefined::Word(word) = program.quirks().undefined;
        for &slot in program.read_undefined() {
            *self.slot_mut(slot) = Lanes16::splat(word);
        }
        self.begin(program, init, stream);
    }

    /// The same as [`start`](Thread::start), but also resets registers that the program
    /// cannot read, for reproducible dumps.
    pub fn start_clean(&mut self, program: &Program, init: &ThreadInit, stream: Stream<'_>) {
        self.unwritten = program.tracking().map_or(0, |t| t.registers);
        let Undefined::Word(word) = program.quirks().undefined;
        for slot in slots::RA..slots::R0 + 6 {
            *self.slot_mut(slot) = Lanes16::splat(word);
        }
        self.residue = Residue::default();
        self.begin(program, init, stream);
    }

    fn begin(&mut self, program: &Program, init: &ThreadInit, stream: Stream<'_>) {
        init.slots(|slot, lanes| *self.slot_mut(slot) = *lanes);
        self.at = At::Model;
        let lowered = program.lowered_for(stream);
        self.known = lowered.is_some_and(Lowered::has_constants);
        if let Some(lowered) = lowered {
            lowered.bind(&mut self.group, stream);
            self.at = At::Block(0);
        }
        self.ip = 0;
        self.ended = false;
        self.executed = 0;
        self.pipeline.clear();
        (self.unsettled, self.previous) = (0, None);
        self.progress = None;
    }

    /// Executes until the program ends, the device blocks, or the thread traps.
    /// One instruction takes one unit of `fuel`.
    ///
    /// After [`RunEnd::Blocked`], or [`Trap::OutOfFuel`] with more fuel, call it again
    /// with the same program to continue.
    pub fn run<I: QpuIo>(
        &mut self,
        program: &Program,
        io: &mut I,
        fuel: &mut u64,
        mode: ExecMode,
    ) -> RunEnd {
        super::run::run(self, program, io, fuel, mode)
    }

    /// Applies pending register writes, to inspect a thread that does not continue.
    pub fn drain(&mut self) {
        let (files, sfu) = (self.pipeline.files, self.pipeline.sfu);
        for w in files.iter().chain(&sfu).flatten() {
            self.apply(w);
        }
    }

    /// Index of the next instruction.
    pub fn ip(&self) -> u32 {
        self.ip
    }

    /// Whether the program has ended.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Instructions executed since the start.
    pub fn executed(&self) -> u64 {
        self.executed
    }

    /// The QPU it runs on.
    pub fn qpu_number(&self) -> u8 {
        self.slot(slots::QPU)[0] as u8
    }

    /// Register `n` (modulo 32) of file A.
    pub fn ra(&self, n: u8) -> &Lanes16 {
        self.slot(slots::RA + (n & 31))
    }

    /// Register `n` (modulo 32) of file B.
    pub fn rb(&self, n: u8) -> &Lanes16 {
        self.slot(slots::RB + (n & 31))
    }

    /// Accumulator r0 to r5; higher numbers return r5.
    pub fn accumulator(&self, n: u8) -> &Lanes16 {
        self.slot(slots::R0 + n.min(5))
    }

    /// The word that Z (it is zero) and N (its sign) were set from.
    pub fn zn(&self) -> &Lanes16 {
        self.slot(slots::ZN)
    }

    /// C, all ones or zero. Not kept by programs that never test it.
    pub fn carry(&self) -> &Lanes16 {
        self.slot(slots::CARRY)
    }

    /// All registers with their names and slots, for dumps.
    pub fn registers(&self) -> impl Iterator<Item = (String, u8, &Lanes16)> {
        let file = |name: &'static str, count: u8, slot: u8| {
            (0..count).map(move |n| {
                let value = self.slot(slot + n);
                (format!("{name}{n}"), slot + n, value)
            })
        };
        file("ra", 32, slots::RA)
            .chain(file("rb", 32, slots::RB))
            .chain(file("r", 6, slots::R0))
    }
}
