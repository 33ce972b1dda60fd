//! Lockstep execution of many threads of one program: the engine's group, with the
//! device's units, uniforms and notes.

use super::compute::ShaderCores;
use super::io::{ShaderIo, Trap};
use super::note::{Notes, Problem};
use super::op::Constant;
use super::program::Program;
use super::reference::Threads;
use super::slots::Register;
use super::units::{Port, Ports};
use tilescope_core::Profile;
use tilescope_core::profile::ShaderPlace;
use tilescope_exec::Lanes16;
use tilescope_shader as engine;
use tilescope_shader::{ExecMode, Mask, Ran, Slot};

/// Batches of sixteen lanes in a group. A power of two.
pub const BATCHES: usize = 8;

/// Lanes of a group: the threads of the largest workgroup that Mesa offers.
pub const LANES: usize = BATCHES * 16;

/// Bundle limit of a thread. On hardware, Linux stops the job after half a second.
pub const WATCHDOG: u64 = 16 << 20;

/// The accesses at the ends of a program that the device does by itself, for the next run in
/// [`ExecMode::Normal`](tilescope_shader::ExecMode).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// The results of the [`Program::varyings`] that are `first` are in their slots.
    pub varyings: bool,
    /// The colour is taken from r0 after the run, if all threads come to the only write together and
    /// nothing follows it.
    pub colour: bool,
}

/// Threads that execute one program. Create one per worker, [`bind`](Group::bind)
/// it to a job, and run it for each group of threads.
#[derive(Clone, Debug, Default)]
pub struct Group {
    pub(super) lanes: engine::Group<ShaderCores, BATCHES>,
    pub(super) uniforms: Vec<[u32; 4]>,
    pub(super) notes: Notes,
    pub(super) killed: [u16; BATCHES],
    pub(super) executed: u64,
    /// Threads of a run without fast paths.
    pub(super) threads: Vec<Threads>,
    ends: Ends,
    colour_target: Option<u32>,
    /// The contents of the pointers to memory, if no program has changed them since.
    storage: Option<Storage>,
}

/// Memory of the threads of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storage {
    /// Address of the memory of the first thread.
    pub threads: u64,
    /// Bytes from that of a thread to that of the next.
    pub stride: u64,
    /// Address of the memory of the workgroup.
    pub shared: u64,
}

impl Group {
    /// A group without a program.
    pub fn new() -> Group {
        Group::default()
    }

    /// Sets the program and the uniform registers of the following runs, the first of
    /// which is r23, and clears the notes.
    pub fn bind(&mut self, program: &Program, uniforms: &[[u32; 4]]) {
        self.notes.clear();
        self.uniforms.clear();
        self.uniforms.extend_from_slice(uniforms);
        for note in program.notes() {
            self.notes.add(*note);
        }
        let undefined = program.quirks().undefined;
        let notes = &mut self.notes;
        self.lanes
            .bind(&program.lowered, |constant, ip| match constant {
                Constant::Word(word) => word,
                Constant::Uniform { index, component } => match uniforms.get(usize::from(index)) {
                    Some(vector) => vector[usize::from(component & 3)],
                    None => {
                        let problem = Problem::BeyondUniforms {
                            register: 23 - index.min(23),
                            count: uniforms.len().min(24) as u8,
                        };
                        notes.add(program.note(problem, ip));
                        undefined
                    }
                },
            });
    }

    /// Counts the instructions of the following runs if `profile` is one.
    pub fn profile(&mut self, profile: Option<&Profile>) {
        self.lanes.profile(profile);
    }

    /// Moves the counts of the runs of `program` to `profile`.
    pub fn report(&mut self, program: &Program, shader: ShaderPlace, profile: &mut Profile) {
        let place = |ip| (ip, program.address(ip));
        (self.lanes).report(&program.lowered, shader, place, profile);
    }

    /// A component, 0 for x, of a register: inputs before a run, results after it.
    pub fn register(&self, register: Register, component: u8) -> &[Lanes16; BATCHES] {
        self.lanes.slot(register.slot(component))
    }

    /// [`register`](Group::register), mutable.
    pub fn register_mut(&mut self, register: Register, component: u8) -> &mut [Lanes16; BATCHES] {
        self.lanes.slot_mut(register.slot(component))
    }

    /// The words of a batch that a result of [`Program::varyings`] is in.
    #[inline(always)]
    pub fn result_mut(&mut self, slot: Slot, batch: usize) -> &mut Lanes16 {
        &mut self.lanes.slot_mut(slot)[batch % BATCHES]
    }

    /// Sets the accesses that the device did before the runs to come, and will do after them.
    pub fn set_ends(&mut self, ends: Ends) {
        self.ends = ends;
    }

    /// The render target of the colour in r0, if the device takes it from there after the last
    /// run.
    pub fn colour_target(&self) -> Option<u32> {
        self.colour_target
    }

    /// Sets the pointers to memory, of the stack and of storage, for the following runs of
    /// `program`. Call it before each.
    pub fn set_storage(&mut self, program: &Program, storage: Storage) {
        let known = self.storage == Some(storage);
        self.storage = (!program.writes_storage).then_some(storage);
        if known {
            return;
        }
        for batch in 0..BATCHES {
            let of = |lane: usize| {
                let thread = (batch * 16 + lane) as u64;
                storage.threads.wrapping_add(thread * storage.stride)
            };
            let low = Lanes16::from_fn(|lane| of(lane) as u32);
            let high = Lanes16::from_fn(|lane| (of(lane) >> 32) as u32);
            let [shared, shared_high] =
                [0, 32].map(|by| Lanes16::splat((storage.shared >> by) as u32));
            let words = [low, high, shared, shared_high];
            for (component, words) in (0..4).zip(words) {
                self.register_mut(Register::Storage, component)[batch] = words;
            }
            self.register_mut(Register::Stack, 2)[batch] = low;
            self.register_mut(Register::Stack, 3)[batch] = high;
        }
    }

    /// Lanes that the last run killed.
    pub fn killed(&self) -> &[u16; BATCHES] {
        &self.killed
    }

    /// Notes of the runs since [`bind`](Group::bind), and those of the program.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Bundles that the last run executed, summed over its lanes.
    pub fn executed(&self) -> u64 {
        self.executed
    }

    /// Runs the bound program in the given mode on the live lanes, with the inputs in their
    /// registers. Effects of lanes outside of the visible ones are dropped: these helper lanes
    /// run only for the derivatives of their neighbours. Programs with derivatives
    /// need whole quads. Consumes a unit of `fuel` for each bundle of each lane.
    ///
    /// # Errors
    /// The place and reason if the lanes stopped. Their registers are then
    /// unspecified.
    pub fn run_in<I: ShaderIo>(
        &mut self,
        mode: ExecMode,
        program: &Program,
        [live, visible]: [&[u16; BATCHES]; 2],
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        let (live, visible) = (Mask(*live), Mask(*visible));
        self.colour_target = None;
        self.part(mode, program, Some([&live, &visible]), io, fuel)
    }

    /// Continues a run in the given mode, whose lanes wait at a barrier, when all threads of the
    /// workgroup do.
    ///
    /// # Errors
    /// As [`Group::run_in`].
    pub fn resume_in<I: ShaderIo>(
        &mut self,
        mode: ExecMode,
        program: &Program,
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        self.part(mode, program, None, io, fuel)
    }

    /// Starts a run on the live and the visible lanes, or continues one.
    fn part<I: ShaderIo>(
        &mut self,
        mode: ExecMode,
        program: &Program,
        start: Option<[&Mask<BATCHES>; 2]>,
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        if mode == ExecMode::Reference {
            return self.reference(program, start, io, fuel);
        }
        let mut released = Mask::NONE;
        if start.is_none() {
            for (_, lanes) in self.lanes.blocked(&program.lowered) {
                released.unite(&lanes);
            }
        }
        let mut ports = Ports {
            port: Port {
                io,
                q: program.quirks(),
                notes: &mut self.notes,
            },
            program,
            ends: self.ends,
            colour_target: &mut self.colour_target,
            released,
        };
        let result = (self.lanes).guarded(&program.lowered, start, &mut ports, fuel, WATCHDOG);
        self.executed = self.lanes.executed();
        self.killed = self.lanes.killed().0;
        result.map_err(|trap| program.stopped(trap, &mut self.notes))
    }
}
