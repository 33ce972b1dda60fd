//! Runs of a group without fast paths.

use super::Threads;
use crate::shader::group::{BATCHES, Group};
use crate::shader::io::{ShaderIo, Trap};
use crate::shader::program::Program;
use tilescope_shader::{Mask, Ran, Slot};

/// The slots of a program's inputs, and of what it may write.
fn slots(program: &Program) -> impl Iterator<Item = Slot> {
    let written = program.lowered.written().iter();
    program.inputs.iter().chain(written).copied()
}

impl Group {
    /// Starts a run on the live and the visible lanes, or continues one.
    #[inline(never)]
    pub(in crate::shader) fn reference<I: ShaderIo>(
        &mut self,
        program: &Program,
        start: Option<[&Mask<BATCHES>; 2]>,
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        if let Some([live, visible]) = start {
            self.threads.clear();
            for batch in 0..BATCHES {
                let mut threads = Threads::new(program, live.0[batch], visible.0[batch]);
                for &slot in &program.inputs {
                    threads.0.set(slot, &self.lanes.slot(slot)[batch]);
                }
                self.threads.push(threads);
            }
        } else {
            self.threads.iter_mut().for_each(|t| t.release(program));
        }
        let mut ran = Ran::Ended;
        for (batch, threads) in self.threads.iter_mut().enumerate() {
            let job = (self.uniforms.as_slice(), &mut self.notes);
            let one = threads.run(batch, program, job, io, fuel);
            self.killed[batch] = threads.0.killed();
            let one = one.map_err(|trap| program.stopped(trap, &mut self.notes));
            if one? == Ran::Blocked {
                ran = Ran::Blocked;
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
