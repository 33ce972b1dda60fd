//! Runs of a group without fast paths: each lane separately.

use super::group::{BATCHES, Group};
use super::io::{ShaderIo, Trap};
use super::program::Program;
use super::reference::Threads;
use super::slots;
use crate::isa::Component;
use tilescope_shader::ExecMode;

impl Group {
    /// [`Group::run`] in the given mode.
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
            ExecMode::Reference => self.run_reference(program, live, visible, io, fuel),
        }
    }

    #[inline(never)]
    fn run_reference<I: ShaderIo>(
        &mut self,
        program: &Program,
        live: &[u16; BATCHES],
        visible: &[u16; BATCHES],
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<(), Trap> {
        self.killed = [0; BATCHES];
        self.executed = 0;
        for batch in (0..BATCHES).filter(|b| live[*b] != 0) {
            let mut threads = Threads::new(program, &self.uniforms, live[batch], visible[batch]);
            let front = self.front_facing_mut()[batch];
            (0..16).for_each(|lane| threads.set_front_facing(lane, front[lane]));
            each_temp(|register, component| {
                let slot = slots::temp(register.into(), component as u8);
                if program.is_input(slot) {
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
