//! Programs, translated once, and the reports of their runs.

use std::collections::HashMap;
use std::sync::Arc;

use tilescope_core::Stopped;
use tilescope_shader::Subject;

use crate::chips::Chip;
use crate::isa::{Quad, Tag};
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
    /// The quadwords that were fetched, to find out whether memory has changed.
    quads: Vec<(u64, Result<Quad, Problem>)>,
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

fn fetch(address: u64, c: &mut Ctx<'_>) -> Result<Quad, Problem> {
    let mut bytes = [0; 16];
    let read = c.bus.read(c.log, Port::Ls, address, &mut bytes);
    read.map_err(|_| Problem::Unreadable { address })?;
    if !c.bus.executable(address) {
        return Err(Problem::NotExecutable { address });
    }
    Ok(memory::words(&bytes))
}

/// Quadwords that are compared at once.
const COMPARED: usize = 64;

/// Whether memory still has the quadwords that were fetched.
fn is_unchanged(quads: &[(u64, Result<Quad, Problem>)], c: &mut Ctx<'_>) -> bool {
    let follows = |a: &(u64, Result<Quad, Problem>), b: &(u64, Result<Quad, Problem>)| {
        a.1.is_ok() && b.1.is_ok() && a.0.checked_add(16) == Some(b.0)
    };
    let pieces = quads.chunk_by(follows).flat_map(|run| run.chunks(COMPARED));
    let mut bytes = [0; 16 * COMPARED];
    for piece in pieces {
        let &[(first, _), ..] = piece else { continue };
        let last = first.wrapping_add(16 * (piece.len() as u64 - 1));
        let read = &mut bytes[..16 * piece.len()];
        // Code is executable by pages.
        let fetched = c.bus.read(c.log, Port::Ls, first, read).is_ok()
            && c.bus.executable(first)
            && c.bus.executable(last);
        let same = match fetched {
            true => read
                .as_chunks::<16>()
                .0
                .iter()
                .zip(piece)
                .all(|(bytes, (_, quad))| {
                    let words = quad.as_ref().map(|words| words.map(u32::to_le_bytes));
                    words.is_ok_and(|words| words.as_flattened() == bytes.as_slice())
                }),
            false => piece.iter().all(|(at, quad)| fetch(*at, c) == *quad),
        };
        if !same {
            return false;
        }
    }
    true
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
            && is_unchanged(&known.quads, c)
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
        let mut quads = Vec::new();
        let quirks = ShaderQuirks::of(chip);
        let program = Program::load(&setup, chip, &quirks, &mut |at| {
            let quad = fetch(at, c);
            quads.push((at, quad));
            quad
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
        let read = self.quads.iter().filter(|(_, quad)| quad.is_ok());
        let Some((address, _)) = read
            .filter(|(at, _)| !c.bus.initialised(*at, 16))
            .min_by_key(|(at, _)| *at)
        else {
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
