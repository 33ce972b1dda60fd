//! Texture and memory accesses of shaders during a draw.

use tilescope_core::profile::Moved;
use tilescope_exec::Lanes16;
use tilescope_shader::{Subject, allowed};

use super::programs::Loaded;
use crate::bus::{Bus, Port};
use crate::hazards::Accesses;
use crate::log::Log;
use crate::rules::mem;
use crate::shader::{Access, Group, Lookup, Note, Problem, Refused, ShaderIo, Stage, Trap};
use crate::stopped::{Stopped, at_memory};
use crate::te::{Samplers, TextureUnits};

/// The device interface of one group of threads.
pub(super) struct Io<'a, 'l> {
    pub bus: Bus<'a>,
    /// `None` if the shader reads no textures.
    pub samplers: Option<&'l Samplers<'a>>,
    pub accesses: &'l Accesses,
    pub textures: &'l mut TextureUnits,
    pub stage: Stage,
    pub log: &'l mut Log,
    /// The reason why the threads could not continue.
    pub stopped: Option<Stopped>,
}

impl ShaderIo for Io<'_, '_> {
    fn moved(&self) -> Moved {
        self.log.moved()
    }

    #[inline(always)]
    fn texture(
        &mut self,
        _batch: usize,
        lookup: &Lookup,
        out: &mut [Lanes16; 4],
    ) -> Result<(), Refused> {
        let samplers = self.samplers.ok_or(Refused)?;
        self.log.count_fetches(lookup.lanes.count_ones().into());
        let done = (self.textures).sample(samplers, self.stage, lookup, self.log, out);
        allowed(done, &mut self.stopped)
    }

    fn load(&mut self, _batch: usize, access: &Access) -> Result<Lanes16, Refused> {
        self.accesses.load(self.stage, access);
        let mut out = Lanes16::ZERO;
        for lane in (0..16).filter(|l| access.lanes >> l & 1 != 0) {
            let read = (self.bus).read_u32(self.log, Port::Sh, access.addresses[lane]);
            let word = read.map_err(|fault| at_memory(&mem::READ_OUTSIDE, None, fault, self.log));
            out[lane] = allowed(word, &mut self.stopped)?;
        }
        Ok(out)
    }

    fn store(&mut self, _: usize, access: &Access, words: &Lanes16) -> Result<(), Refused> {
        self.accesses.store(access);
        for lane in (0..16).filter(|l| access.lanes >> l & 1 != 0) {
            let bytes = words[lane].to_le_bytes();
            let written = (self.bus).write(self.log, Port::Sh, access.addresses[lane], &bytes);
            let done =
                written.map_err(|fault| at_memory(&mem::WRITE_OUTSIDE, None, fault, self.log));
            allowed(done, &mut self.stopped)?;
        }
        Ok(())
    }
}

/// A program, and the memory address of its first instruction if its code is in
/// memory.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    pub loaded: &'a Loaded,
    pub source: Option<u32>,
}

impl Placed<'_> {
    /// The program in findings.
    fn subject(self) -> Subject {
        let code = self.source.unwrap_or(self.loaded.code).into();
        Subject {
            stage: self.loaded.name(),
            code,
            base: code,
            site: self.loaded.code.into(),
        }
    }
}

/// Reports a problem of a program.
pub(super) fn report(program: Placed<'_>, note: &Note, log: &mut Log) {
    program.subject().report(note, log);
}

/// Reports the static problems of a program.
pub(super) fn report_program(program: Placed<'_>, log: &mut Log) {
    for note in program.loaded.notes() {
        report(program, note, log);
    }
}

/// Reports the problems found by the runs of a group, and adds their counts to a profile.
pub(super) fn report_runs(program: Placed<'_>, group: &mut Group, log: &mut Log) {
    let subject = program.subject();
    if let Some(profile) = log.profile_mut() {
        group.report(
            &program.loaded.program,
            (subject.stage, subject.code),
            profile,
        );
    }
    subject.report_runs(group.notes(), log);
}

/// Ends a draw whose threads did not reach the end of their program.
pub(super) fn trapped(
    program: Placed<'_>,
    trap: Trap,
    io_stopped: Option<Stopped>,
    log: &mut Log,
) -> Stopped {
    program
        .subject()
        .stopped(trap, Problem::at, io_stopped, log)
}
