//! Programs, translated once, and the reports of their runs.

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};
use tilescope_core::Stopped;
use tilescope_core::fetched::{Fetched, NotCode};
use tilescope_shader::Subject;

use crate::chips::Chip;
use crate::isa::Tag;
use crate::log::{Ctx, Log, Port};
use crate::memory;
use crate::rules::shader as rules;
use crate::shader::{ExecMode, Group, Problem, Program, Setup, ShaderQuirks, Stage, Trap};
use crate::state::Renderer;

/// The number of programs that are kept.
const MAX_PROGRAMS: usize = 512;

/// Quadwords of code that a unit of fuel pays for.
const QUADS_PER_FUEL: u64 = 16;

/// A loaded program.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub program: Program,
    /// Its mode of execution.
    pub mode: ExecMode,
    /// The address of its code.
    pub code: u64,
    /// The quadwords that were fetched.
    quads: Fetched<16>,
}

/// The identity of a program besides its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    pointer: u64,
    stage: u8,
    work: u8,
    uniforms: u8,
}

/// Programs of earlier jobs.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    mode: ExecMode,
    loaded: HashMap<Key, Arc<Loaded>>,
}

impl Programs {
    /// No programs, and the mode in which they will be executed.
    pub fn new(mode: ExecMode) -> Programs {
        Programs {
            mode,
            loaded: HashMap::new(),
        }
    }

    /// The program of a renderer state.
    pub fn of(
        &mut self,
        stage: Stage,
        renderer: &Renderer,
        chip: &Chip,
        c: &mut Ctx<'_>,
    ) -> Arc<Loaded> {
        let (work, uniforms) = (renderer.work_registers, renderer.uniform_registers);
        self.load(stage, renderer.shader, (work, uniforms), chip, c)
    }

    /// The program at `pointer`, whose low four bits are the tag of its first bundle.
    pub fn load(
        &mut self,
        stage: Stage,
        pointer: u64,
        (work, uniforms): (u8, u8),
        chip: &Chip,
        c: &mut Ctx<'_>,
    ) -> Arc<Loaded> {
        let key = Key {
            pointer,
            stage: stage as u8,
            work,
            uniforms,
        };
        if let Some(known) = self.loaded.get(&key)
            && known.quads.is_unchanged(Port::Ls, c.bus, c.log)
        {
            return known.clone();
        }
        let code = pointer & !15;
        let setup = Setup {
            stage,
            entry: code,
            first_tag: Tag::of(pointer as u32 & 15),
            work_registers: work,
            uniforms,
            inputs: &[],
            outputs: &[],
        };
        let mut quads = Fetched::default();
        let quirks = ShaderQuirks::of(chip);
        let program = Program::load(&setup, chip, &quirks, &mut |at| match quads.fetch(
            at,
            Port::Ls,
            c.bus,
            c.log,
        ) {
            Ok(bytes) => Ok(memory::words(&bytes)),
            Err(NotCode::Unreadable) => Err(Problem::Unreadable { address: at }),
            Err(NotCode::NotExecutable) => Err(Problem::NotExecutable { address: at }),
        });
        let loaded = Arc::new(Loaded {
            program,
            mode: self.mode,
            code,
            quads,
        });
        for note in loaded.program.undefined_reads() {
            loaded.subject().report(&note, c.log);
        }
        loaded.check_written(c);
        if self.loaded.len() >= MAX_PROGRAMS {
            self.loaded.clear();
        }
        self.loaded.insert(key, loaded.clone());
        loaded
    }
}

impl Loaded {
    /// Fuel for fetching and translating its code.
    pub fn fuel(&self) -> u64 {
        self.quads.len() as u64 / QUADS_PER_FUEL
    }

    /// Its name in findings.
    fn subject(&self) -> Subject {
        Subject {
            stage: self.program.stage().name(),
            code: self.code,
            base: 0,
            site: self.code,
        }
    }

    /// Reports the first quadword of code that was never written.
    fn check_written(&self, c: &mut Ctx<'_>) {
        let Some(address) = self.quads.unwritten(c.bus) else {
            return;
        };
        let rule = &rules::CODE_IS_WRITTEN;
        c.log.find(rule, (self.code, 0), |at| {
            let text = format!("the instructions at {address:#010x} were never written");
            (self.subject().location(at), text)
        });
    }
}

/// Reports what the runs of a group found, and adds their counts to a profile.
pub(crate) fn report_runs(loaded: &Loaded, group: &mut Group, log: &mut Log) {
    let subject = loaded.subject();
    if let Some(profile) = log.profile_mut() {
        group.report(&loaded.program, (subject.stage, subject.code), profile);
    }
    subject.report_runs(group.notes(), log);
}

/// Ends a job whose threads did not reach the end of their program.
pub(crate) fn trapped(
    loaded: &Loaded,
    trap: Trap,
    stopped: Option<Stopped>,
    log: &mut Log,
) -> Stopped {
    let note = |problem, ip| loaded.program.note(problem, ip);
    loaded.subject().stopped(trap, note, stopped, log)
}
