//! The programs of a draw, with the locations of code and constants.

use std::sync::Arc;

use crate::bus::{Bus, Port};
use crate::chips::Chip;
use crate::isa::{Comps, Inst};
use crate::log::Log;
use crate::regs::{ps, sh, vs};
use crate::rules::{draw as rules, mem};
use crate::shader::{Note, Problem, Program, Setup, ShaderQuirks, Stage, check};
use crate::state::State;
use crate::stopped::{Stopped, at_memory};

/// The largest number of cached programs.
const CACHED: usize = 16;
/// The largest number of instructions of a program in memory.
const MAX_INSTRUCTIONS: u32 = 1 << 16;

/// A stage, and the registers that link it to the others.
pub(super) struct Linked {
    pub stage: Stage,
    pub inputs: Vec<(u8, Comps)>,
    pub outputs: Vec<(u8, Comps)>,
}

/// The inputs of a translation.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    stage: Stage,
    start: u32,
    end: u32,
    num_temps: u8,
    inputs: Vec<(u8, Comps)>,
    outputs: Vec<(u8, Comps)>,
}

#[derive(Clone, Debug)]
struct CachedProgram {
    key: Key,
    words: Vec<u32>,
    program: Arc<Loaded>,
}

/// A program and its location.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    pub program: Program,
    pub stage: Stage,
    /// Address in memory, or byte offset in the state.
    pub code: u32,
    /// Range of instructions: first, and one after the last.
    range: (u32, u32),
    /// The code as fetched from memory; empty if it is in the state.
    pub fetched: Vec<u8>,
    /// Problems that [`check`] found.
    notes: Vec<Note>,
    /// A problem with how it was loaded.
    loading: Option<Note>,
}

impl Loaded {
    /// Its problems, general and specific to this chip.
    pub(super) fn notes(&self) -> impl Iterator<Item = &Note> {
        (self.program.notes().iter())
            .chain(&self.notes)
            .chain(&self.loading)
    }

    /// The name of the stage in locations.
    pub(super) fn name(&self) -> &'static str {
        match self.stage {
            Stage::Vertex => "vertex",
            Stage::Pixel => "pixel",
        }
    }
}

/// Cache of translated programs.
#[derive(Clone, Debug, Default)]
pub(super) struct Programs {
    cached: Vec<CachedProgram>,
}

/// The location of the code of a stage.
struct Place {
    /// The code is in memory, not in the state.
    memory: bool,
    at: u32,
    instructions: u32,
    start: u32,
    end: u32,
}

fn place(state: &State, chip: &Chip, stage: Stage) -> Place {
    let derived = chip.derived();
    let vertex = stage == Stage::Vertex;
    let pick = |v: u32, p: u32| state.word(if vertex { v } else { p });
    let Some(code) = derived.code else {
        let low = pick(vs::newrange_low::AT, ps::newrange_low::AT);
        // Shaders only run from memory from HALTI5 on.
        let high = pick(vs::halti5_range_high::AT, ps::halti5_range_high::AT);
        return Place {
            memory: true,
            at: pick(vs::inst_addr::AT, ps::inst_addr::AT),
            instructions: high.min(MAX_INSTRUCTIONS),
            start: low,
            end: high,
        };
    };
    let (start, end) = (
        pick(vs::start_pc::AT, ps::start_pc::AT),
        pick(vs::end_pc::AT, ps::end_pc::AT),
    );
    let in_memory = derived.code_in_memory
        && sh::icache_control::ENABLE.of(state.optional(sh::icache_control::AT)) != 0;
    let range = match derived.shader_ranges || in_memory {
        true => pick(vs::range::AT, ps::range::AT),
        false => 0,
    };
    let (low, high) = (vs::range::LOW.of(range), vs::range::HIGH.of(range));
    if in_memory {
        let instructions = high.saturating_sub(low).min(MAX_INSTRUCTIONS - 1) + 1;
        return Place {
            memory: true,
            at: pick(vs::inst_addr::AT, ps::inst_addr::AT),
            instructions,
            start,
            end,
        };
    }
    let base = if vertex { code.vertex } else { code.pixel };
    let half = if vertex { 0 } else { code.instructions };
    let (skip, instructions) = match derived.shader_ranges {
        // Code of the pixel shader starts in the middle of the instruction memory.
        true => (
            low.wrapping_sub(half),
            high.saturating_sub(low).min(0xffff) + 1,
        ),
        false => (0, code.instructions),
    };
    let skip = if skip < code.instructions { skip } else { 0 };
    Place {
        memory: false,
        at: base + 16 * skip,
        instructions: instructions.min(2 * code.instructions),
        start,
        end,
    }
}

/// The first problem with the loading of `place`'s code into the instruction
/// memory.
fn loading(state: &State, place: &Place) -> Option<Note> {
    let offset = |ip: u32| place.at + 16 * ip;
    let end = place.end.min(place.instructions);
    if place.memory || place.start >= end {
        return None;
    }
    let loaded = |ip: &u32| (0..4).all(|word| state.ever_written(offset(*ip) + 4 * word));
    if let Some(ip) = (place.start..end).find(|ip| !loaded(ip)) {
        return Some(Problem::NotLoaded { end: place.end }.at(ip));
    }
    // The code loaded by one command is one program, except for padding.
    let load = state.code_load(offset(end - 1))?;
    let limit = load.end().min(offset(place.instructions));
    let words = state.words(
        offset(end),
        (limit.saturating_sub(offset(end)) / 4) as usize,
    );
    let last = words.iter().rposition(|word| *word != 0)? as u32 / 4;
    let problem = Problem::Truncated {
        end,
        loaded: end + last + 1,
    };
    Some(problem.at(end - 1))
}

/// The memory address of the first instruction of a stage's code: of the code
/// itself, or of the part of the command stream that loaded it. `None` if several
/// commands did.
pub(super) fn source(state: &State, loaded: &Loaded) -> Option<u32> {
    if !loaded.fetched.is_empty() {
        return Some(loaded.code);
    }
    let first = loaded.code + 16 * loaded.range.0;
    let load = state.code_load(first)?;
    let whole = loaded.code + 16 * loaded.range.1 <= load.end();
    whole.then(|| {
        load.address
            .wrapping_add(loaded.code)
            .wrapping_sub(load.offset)
    })
}

impl Programs {
    /// The program of a stage.
    ///
    /// # Errors
    /// If there is none, or its code is outside mapped memory.
    pub(super) fn load(
        &mut self,
        linked: Linked,
        state: &State,
        chip: &Chip,
        quirks: &ShaderQuirks,
        bus: Bus<'_>,
        log: &mut Log,
    ) -> Result<Arc<Loaded>, Stopped> {
        let Linked {
            stage,
            inputs,
            outputs,
        } = linked;
        let vertex = stage == Stage::Vertex;
        let place = place(state, chip, stage);
        let control = if vertex {
            vs::temp_register_control::AT
        } else {
            ps::temp_register_control::AT
        };
        let num_temps = state.field(control, &vs::temp_register_control::NUM_TEMPS) as u8;
        let name = if vertex { "vertex" } else { "pixel" };
        if place.end == place.start || place.instructions == 0 {
            let text = format!("the {name} shader has no instructions");
            return Err(Stopped::by(
                &rules::NOTHING_TO_RUN,
                log.at.clone(),
                text,
                (u32::from(vertex), 1),
                log,
            ));
        }
        if let Some((r, _)) = inputs.iter().find(|(r, _)| *r >= num_temps) {
            let text =
                format!("NUM_TEMPS of the {name} shader is {num_temps}, but t{r} is an input");
            return Err(Stopped::by(
                &rules::TEMPS_HOLD_INPUTS,
                log.at.clone(),
                text,
                (u32::from(vertex), 2),
                log,
            ));
        }
        let mut fetched = Vec::new();
        let in_memory: Vec<u32>;
        let words: &[u32] = if place.memory {
            fetched.resize(place.instructions as usize * 16, 0);
            let base = match vertex {
                true => ("VS.INST_ADDR", vs::inst_addr::AT),
                false => ("PS.INST_ADDR", ps::inst_addr::AT),
            };
            bus.read(log, Port::Sh, place.at, &mut fetched)
                .map_err(|fault| at_memory(&mem::READ_OUTSIDE, Some(base), fault, log))?;
            let word = |b: &[u8]| b.iter().rev().fold(0, |w, b| w << 8 | u32::from(*b));
            in_memory = fetched.chunks_exact(4).map(word).collect();
            &in_memory
        } else {
            state.words(place.at, place.instructions as usize * 4)
        };
        let key = Key {
            stage,
            start: place.start,
            end: place.end,
            num_temps,
            inputs,
            outputs,
        };
        let notes = loading(state, &place);
        let same = |k: &CachedProgram| {
            let program = &k.program;
            k.key == key && k.words == words && program.code == place.at && program.loading == notes
        };
        if let Some(i) = self.cached.iter().position(same) {
            let cached = self.cached.remove(i);
            let program = cached.program.clone();
            self.cached.push(cached);
            return Ok(program);
        }
        let code: Vec<Inst> = words
            .chunks_exact(4)
            .map(|w| Inst([w[0], w[1], w[2], w[3]]))
            .collect();
        let setup = Setup {
            stage,
            start: key.start,
            end: key.end,
            num_temps,
            inputs: &key.inputs,
            outputs: &key.outputs,
        };
        let program = Arc::new(Loaded {
            program: Program::new(&code, &setup, quirks),
            stage,
            code: place.at,
            range: (key.start, key.end),
            fetched,
            notes: check(&code, &setup, chip),
            loading: notes,
        });
        if self.cached.len() == CACHED {
            self.cached.remove(0);
        }
        self.cached.push(CachedProgram {
            words: words.to_vec(),
            key,
            program: program.clone(),
        });
        Ok(program)
    }
}

/// The part of the state with the constants that a stage's program may read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constants {
    /// Byte offset in the state.
    pub at: u32,
    /// The number of vectors.
    pub vectors: usize,
}

impl Constants {
    /// The constants of a program; none without a program.
    pub(super) fn new(state: &State, chip: &Chip, loaded: Option<&Loaded>) -> Constants {
        let Some(loaded) = loaded.filter(|l| l.program.uniforms() > 0) else {
            return Constants { at: 0, vectors: 0 };
        };
        let derived = chip.derived();
        let (at, base, count) = match loaded.stage {
            Stage::Vertex => (
                derived.vs_constants_at,
                vs::uniform_base::AT,
                derived.vs_constants,
            ),
            Stage::Pixel => (
                derived.ps_constants_at,
                ps::uniform_base::AT,
                derived.ps_constants,
            ),
        };
        let at = match derived.unified_constants {
            true => {
                // `*_constants_at` are the offsets of Mesa's division between the
                // stages.
                let mirror = match loaded.stage {
                    Stage::Vertex => sh::halti5_uniforms_mirror::AT,
                    Stage::Pixel => sh::halti5_uniforms::AT,
                };
                let memory = match derived.halti >= Some(5) {
                    true => mirror,
                    false => sh::uniforms::AT,
                };
                memory + 16 * (state.word(base) & 0x7ff)
            }
            false => at,
        };
        Constants {
            at,
            vectors: loaded.program.uniforms().min(count) as usize,
        }
    }

    /// The constants that `program` reads but that were never written, each once.
    pub(super) fn unwritten(self, state: &State, program: &Program) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        for (index, component, ip) in program.uniform_reads() {
            let offset = self.at + 16 * u32::from(index) + 4 * u32::from(component);
            let note = Problem::UniformNotLoaded { index }.at(ip);
            let known = notes.iter().any(|n| n.problem == note.problem);
            if usize::from(index) < self.vectors && !known && !state.ever_written(offset) {
                notes.push(note);
            }
        }
        notes
    }

    /// Their current values.
    pub(super) fn read(self, state: &State) -> &[[u32; 4]] {
        state.words(self.at, self.vectors * 4).as_chunks().0
    }
}
