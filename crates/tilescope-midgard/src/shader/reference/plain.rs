//! Runs of a group without fast paths.

use super::Threads;
use crate::shader::group::{BATCHES, Group};
use crate::shader::io::{Ran, ShaderIo, Trap};
use crate::shader::program::Program;
use tilescope_shader::{ExecMode, Slot};

/// The slots of a program's inputs, and of what it may write.
fn slots(program: &Program) -> impl Iterator<Item = Slot> {
    let written = program.lowered.written().iter();
    program.inputs.iter().chain(written).copied()
}

impl Group {
    /// [`Group::run`] in the given mode, on the live and the visible lanes.
    ///
    /// # Errors
    /// As [`Group::run`].
    pub fn run_in<I: ShaderIo>(
        &mut self,
        mode: ExecMode,
        program: &Program,
        [live, visible]: [&[u16; BATCHES]; 2],
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        if mode == ExecMode::Normal {
            return self.run(program, live, visible, io, fuel);
        }
        self.threads.clear();
        for batch in 0..BATCHES {
            let mut threads = Threads::new(program, live[batch], visible[batch]);
            for &slot in &program.inputs {
                threads.0.set(slot, &self.lanes.slot(slot)[batch]);
            }
            self.threads.push(threads);
        }
        self.continue_reference(program, io, fuel)
    }

    /// [`Group::resume`] in the mode of the run.
    ///
    /// # Errors
    /// As [`Group::run`].
    pub fn resume_in<I: ShaderIo>(
        &mut self,
        mode: ExecMode,
        program: &Program,
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        if mode == ExecMode::Normal {
            return self.resume(program, io, fuel);
        }
        self.threads.iter_mut().for_each(|t| t.release(program));
        self.continue_reference(program, io, fuel)
    }

    #[inline(never)]
    fn continue_reference<I: ShaderIo>(
        &mut self,
        program: &Program,
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        let mut ran = Ran::Ended;
        for (batch, threads) in self.threads.iter_mut().enumerate() {
            let job = (self.uniforms.as_slice(), &mut self.notes);
            let one = threads.run(batch, program, job, io, fuel);
            self.killed[batch] = threads.0.killed();
            let one = one.map_err(|trap| program.stopped(trap, &mut self.notes));
            if one? == Ran::Waiting {
                ran = Ran::Waiting;
            }
        }
        self.executed = self.threads.iter().map(|t| t.0.executed()).sum();
        for slot in slots(program) {
            for (batch, threads) in self.threads.iter().enumerate() {
                self.lanes.slot_mut(slot)[batch] = threads.0.words(slot);
            }
        }
        Ok(ran)
    }
}
