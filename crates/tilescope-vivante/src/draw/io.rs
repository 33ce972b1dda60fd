//! Texture and memory accesses of shaders during a draw.

use tilescope_core::profile::Moved;
use tilescope_core::{Frame, Location};
use tilescope_exec::Lanes16;

use super::programs::Loaded;
use crate::bus::{Bus, Port};
use crate::hazards::Accesses;
use crate::log::Log;
use crate::rules::mem;
use crate::shader::{Access, Group, Lookup, Note, Problem, Refused, ShaderIo, Stage, Trap, Why};
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
    fn texture(&mut self, _batch: usize, lookup: &Lookup) -> Result<[Lanes16; 4], Refused> {
        let samplers = self.samplers.ok_or(Refused)?;
        self.log.count_fetches(lookup.lanes.count_ones().into());
        let texels = (self.textures).sample(samplers, self.stage, lookup, self.log);
        texels.map_err(|stopped| {
            self.stopped = Some(stopped);
            Refused
        })
    }

    fn load(&mut self, _batch: usize, access: &Access) -> Result<Lanes16, Refused> {
        self.accesses.load(self.stage, access);
        let mut out = Lanes16::ZERO;
        for lane in (0..16).filter(|l| access.lanes >> l & 1 != 0) {
            match self
                .bus
                .read_u32(self.log, Port::Sh, access.addresses[lane])
            {
                Ok(word) => out[lane] = word,
                Err(fault) => {
                    let stopped = at_memory(&mem::READ_OUTSIDE, None, fault, self.log);
                    self.stopped = Some(stopped);
                    return Err(Refused);
                }
            }
        }
        Ok(out)
    }

    fn store(&mut self, _: usize, access: &Access, words: &Lanes16) -> Result<(), Refused> {
        self.accesses.store(access);
        for lane in (0..16).filter(|l| access.lanes >> l & 1 != 0) {
            let bytes = words[lane].to_le_bytes();
            let result = self
                .bus
                .write(self.log, Port::Sh, access.addresses[lane], &bytes);
            if let Err(fault) = result {
                let stopped = at_memory(&mem::WRITE_OUTSIDE, None, fault, self.log);
                self.stopped = Some(stopped);
                return Err(Refused);
            }
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
    /// The address of its code.
    fn code(self) -> u64 {
        self.source.unwrap_or(self.loaded.code).into()
    }
}

fn place(at: &Location, program: Placed<'_>, ip: u32) -> Location {
    let code = program.code();
    let address = code + 16 * u64::from(ip);
    at.inside(Frame::Shader(program.loaded.name(), code))
        .inside(Frame::Instruction(ip, address))
}

/// Reports a problem of a program.
pub(super) fn report(program: Placed<'_>, note: &Note, log: &mut Log) {
    log.find(note.problem.rule(), (program.loaded.code, note.ip), |at| {
        (place(at, program, note.ip), note.problem.to_string())
    });
}

/// Reports the static problems of a program.
pub(super) fn report_program(program: Placed<'_>, log: &mut Log) {
    for note in program.loaded.notes() {
        report(program, note, log);
    }
}

/// Reports the problems found by the runs of a group, and adds their counts to a profile.
pub(super) fn report_runs(program: Placed<'_>, group: &mut Group, log: &mut Log) {
    if let Some(profile) = log.profile_mut() {
        let shader = (program.loaded.name(), program.code());
        group.report(&program.loaded.program, shader, profile);
    }
    for (note, _) in group.notes().problems() {
        report(program, note, log);
    }
    for (what, _, _) in group.notes().unimplemented() {
        log.unimplemented(what);
    }
}

/// Ends a draw whose threads did not reach the end of their program.
pub(super) fn trapped(
    program: Placed<'_>,
    trap: Trap,
    io_stopped: Option<Stopped>,
    log: &mut Log,
) -> Stopped {
    match trap.why {
        Why::OutOfFuel => Stopped::Fuel(tilescope_core::OutOfFuel),
        Why::Broken(problem) => broken(program, &problem, trap.ip, log),
        Why::Device => io_stopped.unwrap_or(Stopped::Fuel(tilescope_core::OutOfFuel)),
    }
}

fn broken(program: Placed<'_>, problem: &Problem, ip: u32, log: &mut Log) -> Stopped {
    let at = place(&log.at, program, ip);
    let site = (program.loaded.code, ip);
    Stopped::by(problem.rule(), at, problem.to_string(), site, log)
}
