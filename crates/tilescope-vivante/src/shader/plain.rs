//! A group's run without its fast paths: each lane for itself.

use super::group::{BATCHES, Group};
use super::io::{ShaderIo, Trap};
use super::lanes;
use super::program::Program;
use super::reference::Threads;
use super::slots;
use crate::isa::Component;

/// How shaders are executed. The results are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExecMode {
    /// Translated operations for all threads of a group at once.
    #[default]
    Normal,
    /// Each thread for itself, straight from the instructions: [`Threads`].
    Reference,
}

impl Group {
    /// [`Group::run`] in a mode.
    ///
    /// # Errors
    /// As [`Group::run`].
    #[inline(always)]
    pub fn run_in<I: ShaderIo>(
        &mut self,
        mode: ExecMode,
        program: &Program,
        live: &[u16; BATCHES],
        visible: &[u16; BATCHES],
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<(), Trap> {
        match mode {
            ExecMode::Normal => self.run(program, live, visible, io, fuel),
            ExecMode::Reference => self.run_plainly(program, live, visible, io, fuel),
        }
    }

    #[inline(never)]
    fn run_plainly<I: ShaderIo>(
        &mut self,
        program: &Program,
        live: &[u16; BATCHES],
        visible: &[u16; BATCHES],
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<(), Trap> {
        self.killed = lanes::NONE;
        self.executed = 0;
        for batch in (0..BATCHES).filter(|b| live[*b] != 0) {
            let mut threads = Threads::new(program, &self.uniforms, live[batch], visible[batch]);
            let front = self.front_mut()[batch];
            (0..16).for_each(|lane| threads.set_front(lane, front[lane]));
            each_temp(|register, component| {
                let slot = slots::temp(register.into(), component as u8);
                if program.inputs.has(slot) {
                    let words = &self.temp(register, component)[batch];
                    (0..16).for_each(|lane| {
                        threads.set_temp(lane, register, component as usize, words[lane]);
                    });
                }
            });
            let result = threads.run(io, fuel);
            self.executed += threads.executed();
            self.killed[batch] = threads.killed();
            self.notes.append(threads.notes());
            result?;
            each_temp(|register, component| {
                let words = &mut self.temp_mut(register, component)[batch];
                (0..16).for_each(|lane| {
                    words[lane] = threads.temp(lane, register, component as usize);
                });
            });
        }
        Ok(())
    }
}

fn each_temp(mut f: impl FnMut(u8, Component)) {
    for register in 0..slots::TEMPS as u8 {
        Component::ALL.iter().for_each(|c| f(register, *c));
    }
}
