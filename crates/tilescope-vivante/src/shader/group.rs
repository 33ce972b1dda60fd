//! Lockstep execution of many threads of one program: the engine's group, with the
//! device's units, uniforms and notes.

use super::compute::ShaderCores;
use super::io::{ShaderIo, Trap};
use super::note::Notes;
use super::program::Program;
use super::slots;
use super::units::Ports;
use crate::isa::Component;
use tilescope_core::Profile;
use tilescope_core::profile::ShaderPlace;
use tilescope_exec::Lanes16;
use tilescope_shader as engine;
use tilescope_shader::Mask;

/// Batches of sixteen lanes in a group. A power of two.
pub const BATCHES: usize = 8;

/// Lanes of a group.
pub const LANES: usize = BATCHES * 16;

/// Instruction limit of a thread. On hardware, Linux resets the GPU after half a
/// second.
pub const WATCHDOG: u64 = 16 << 20;

/// Threads that execute one program. Create one per worker, [`bind`](Group::bind)
/// it to a draw, and run it for each group of vertices or pixels.
#[derive(Clone, Debug, Default)]
pub struct Group {
    lanes: engine::Group<ShaderCores, BATCHES>,
    pub(super) uniforms: Vec<[u32; 4]>,
    pub(super) notes: Notes,
    pub(super) killed: [u16; BATCHES],
    pub(super) executed: u64,
}

impl Group {
    /// Sets the program and the uniforms of the following runs, and clears the
    /// notes.
    pub fn bind(&mut self, program: &Program, uniforms: &[[u32; 4]]) {
        self.notes.clear();
        self.uniforms.clear();
        self.uniforms.extend_from_slice(uniforms);
        let notes = &mut self.notes;
        self.lanes.bind(&program.lowered, |constant, ip| {
            let (word, note) = program.constant((constant, ip), uniforms);
            note.into_iter().for_each(|note| notes.add(note));
            word
        });
    }

    /// Counts the instructions of the following runs if `profile` is one.
    pub fn profile(&mut self, profile: Option<&Profile>) {
        self.lanes.profile(profile);
    }

    /// Moves the counts of the runs of `program` to `profile`.
    pub fn report(&mut self, program: &Program, shader: ShaderPlace, profile: &mut Profile) {
        let address = |ip: u32| shader.1 + 16 * u64::from(ip);
        let place = |ip| (ip, address(ip));
        (self.lanes).report(&program.lowered, shader, place, profile);
    }

    /// A component of a temporary register: inputs before a run, results after it.
    /// Register numbers wrap at 128.
    pub fn temp(&self, register: u8, component: Component) -> &[Lanes16; BATCHES] {
        self.lanes
            .slot(slots::temp(register.into(), component as u8))
    }

    /// [`temp`](Group::temp), mutable.
    pub fn temp_mut(&mut self, register: u8, component: Component) -> &mut [Lanes16; BATCHES] {
        self.lanes
            .slot_mut(slots::temp(register.into(), component as u8))
    }

    /// The front-facing flag of each lane, i0.x: 1.0 or 0.0.
    pub fn front_facing_mut(&mut self) -> &mut [Lanes16; BATCHES] {
        self.lanes.slot_mut(slots::FRONT_FACING)
    }

    /// Lanes that the last run killed.
    pub fn killed(&self) -> &[u16; BATCHES] {
        &self.killed
    }

    /// Notes of the runs since [`bind`](Group::bind).
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Instructions that the last run executed, summed over its lanes.
    pub fn executed(&self) -> u64 {
        self.executed
    }

    /// Runs the bound program on the lanes `live`, with the inputs in their
    /// registers. Stores of lanes outside `visible` have no effect: these helper
    /// lanes run only for the derivatives of their neighbours. Programs with
    /// derivatives need whole quads. Consumes a unit of `fuel` for each instruction
    /// of each lane.
    ///
    /// # Errors
    /// The place and reason if the lanes stopped. Their registers are then
    /// unspecified.
    pub fn run<I: ShaderIo>(
        &mut self,
        program: &Program,
        live: &[u16; BATCHES],
        visible: &[u16; BATCHES],
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<(), Trap> {
        let (live, visible) = (Mask(*live), Mask(*visible));
        let mut ports = Ports {
            io,
            program,
            uniforms: &self.uniforms,
            notes: &mut self.notes,
        };
        let start = Some([&live, &visible]);
        // No unit blocks lanes, so they have ended if they have not stopped.
        let result = (self.lanes).guarded(&program.lowered, start, &mut ports, fuel, WATCHDOG);
        self.executed = self.lanes.executed();
        self.killed = self.lanes.killed().0;
        match result {
            Ok(_) => Ok(()),
            Err(trap) => Err(program.stopped(trap, &mut self.notes)),
        }
    }
}
