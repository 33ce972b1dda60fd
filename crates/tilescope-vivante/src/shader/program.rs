//! Loaded programs.

use super::compute::ShaderCores;
use super::emit::Emit;
use super::io::Trap;
use super::note::{Note, Notes, Problem};
use super::op::{Constant, Origin, Unit};
use super::quirks::{BeyondTemps, ShaderQuirks, Undefined};
use super::slots;
use crate::isa::{AddrMode, Comps, Decoded, File, Inst, Modes, Opcode, Src, Type, decode};
use std::collections::{BTreeMap, BTreeSet};
use tilescope_shader::{BlockBuilder, End, Layout, Lower, Relative, Slot, Stop, Why};

/// The stage that runs a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The vertex shader.
    Vertex,
    /// The pixel shader.
    Pixel,
}

impl Stage {
    /// Its name in locations.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Vertex => "vertex",
            Stage::Pixel => "pixel",
        }
    }
}

/// The state that describes a program.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'s> {
    /// The stage that runs it.
    pub stage: Stage,
    /// `START_PC`, or the lower end of the range: the first instruction.
    pub start: u32,
    /// `END_PC`, or the upper end of the range: the instruction after the last.
    pub end: u32,
    /// `NUM_TEMPS` of `TEMP_REGISTER_CONTROL`.
    pub num_temps: u8,
    /// Temporary registers that hold inputs, with the components.
    pub inputs: &'s [(u8, Comps)],
    /// Temporary registers that are read after the program, with the components.
    pub outputs: &'s [(u8, Comps)],
}

/// A program, translated once for all its runs.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) lowered: tilescope_shader::Program<ShaderCores>,
    /// The number of temporary registers.
    pub(super) temps: u16,
    pub(super) num_temps: u16,
    pub(super) code: Vec<Decoded>,
    pub(super) start: u32,
    /// Input slots, ascending.
    inputs: Vec<Slot>,
    notes: Vec<Note>,
}

/// The slots of registers, ascending.
fn state_slots(registers: &[(u8, Comps)]) -> Vec<Slot> {
    let mut set = BTreeSet::new();
    for &(reg, comps) in registers {
        for c in (0..4).filter(|c| comps.0 >> c & 1 != 0) {
            if u16::from(reg) < slots::TEMPS {
                set.insert(slots::temp(u16::from(reg), c));
            }
        }
    }
    set.into_iter().collect()
}

/// The target of a branch or call; `None` for other instructions.
pub(super) fn branch_target(d: &Decoded) -> Option<u32> {
    match d.modes {
        Modes::Flow { target } => Some(u32::from(target)),
        Modes::Alu(_) | Modes::Texture(_) | Modes::Memory(_) => None,
    }
}

impl Program {
    /// Loads the program in `words`, the code of the shader from instruction 0 on.
    /// Its problems are in [`Program::notes`]; the result can always be run.
    pub fn new(words: &[Inst], setup: &Setup<'_>, quirks: &ShaderQuirks) -> Program {
        let mut emit = Emit::new(quirks, setup.num_temps);
        let loaded = words.len().min(u32::MAX as usize) as u32;
        if setup.start > setup.end || setup.end > loaded {
            let problem = Problem::Range {
                start: setup.start,
                end: setup.end,
                loaded,
            };
            emit.notes.push(problem.at(setup.start));
        }
        let end = setup.end.min(loaded);
        let start = setup.start.min(end);
        let words = words.get(start as usize..end as usize).unwrap_or_default();
        let code: Vec<Decoded> = words.iter().map(|w| decode(*w)).collect();
        let inputs = {
            let mut inputs = state_slots(setup.inputs);
            inputs.push(slots::FRONT_FACING);
            inputs
        };
        let Undefined::Word(undefined) = quirks.undefined;
        let layout = Layout {
            start,
            end,
            state: slots::STATE,
            scratch: slots::SCRATCHES,
            shared: 0..0,
            inputs: &inputs,
            outputs: &state_slots(setup.outputs),
            undefined,
            call_depth: quirks.call_depth,
        };
        let mut lowering = Lowering {
            emit,
            code: &code,
            start,
        };
        let lowered = tilescope_shader::Program::new(&mut lowering, &layout, *quirks);
        #[cfg(feature = "jit")]
        let lowered = {
            let mut lowered = lowered;
            lowered.compile_hot(tilescope_jit::compile_hot);
            lowered
        };
        let Emit {
            mut notes,
            temps,
            num_temps,
            ..
        } = lowering.emit;
        let outside = lowered.outside().map(|(ip, target)| {
            let problem = Problem::BranchOutside { target, end };
            problem.at(ip)
        });
        notes.extend(outside);
        if setup.stage == Stage::Vertex {
            for (d, ip) in code.iter().zip(start..) {
                if d.op == Opcode::Texkill {
                    notes.push(Problem::KillInVertexShader.at(ip));
                }
            }
        }
        let undefined = lowered.undefined_outputs().iter();
        let last = if code.is_empty() { 0 } else { end };
        notes.extend(undefined.map(|slot| Problem::undefined(*slot).at(last)));
        Program {
            lowered,
            temps,
            num_temps,
            code,
            start,
            inputs,
            notes,
        }
    }

    /// The instruction after the last.
    pub(super) fn end(&self) -> u32 {
        self.start + self.code.len() as u32
    }

    /// Whether a slot is an input.
    pub(super) fn is_input(&self, slot: Slot) -> bool {
        self.inputs.binary_search(&slot).is_ok()
    }

    /// Whether anything may depend on the initial value of a component of a temporary register;
    /// `component` is 0 for x.
    pub fn uses_input(&self, register: u8, component: u8) -> bool {
        let slot = slots::temp(register.into(), component);
        self.lowered.uses_input(slot)
    }

    /// Whether anything depends on the face.
    pub fn uses_face(&self) -> bool {
        self.lowered.uses_input(slots::FRONT_FACING)
    }

    /// Whether it may write a component of a temporary register; `component` is 0 for
    /// x.
    pub fn writes(&self, register: u8, component: u8) -> bool {
        let slot = slots::temp(register.into(), component);
        self.lowered.written().binary_search(&slot).is_ok()
    }

    /// The number of uniforms that it may read, from the first on.
    pub fn uniforms(&self) -> u32 {
        let sources = self.code.iter().flat_map(|d| &d.src);
        let used = sources.map(|src| match src {
            Src::Reg(r) if r.file == File::Uniform => match r.address {
                AddrMode::Direct => u32::from(r.index) + 1,
                _ => u32::MAX,
            },
            Src::Reg(_) | Src::Imm(_) | Src::Void => 0,
        });
        used.max().unwrap_or(0)
    }

    /// The samplers that it names, in ascending order.
    pub fn samplers(&self) -> BTreeSet<u32> {
        let named = self.code.iter().filter_map(|d| match d.modes {
            Modes::Texture(sampler) => Some(sampler.id.into()),
            _ => None,
        });
        named.collect()
    }

    /// The uniforms that it names, and whether integer operations read each.
    pub fn named_uniforms(&self) -> BTreeMap<u32, bool> {
        let mut named = BTreeMap::new();
        for d in &self.code {
            for src in &d.src {
                if let Src::Reg(r) = src
                    && r.file == File::Uniform
                {
                    *named.entry(r.index.into()).or_insert(true) &=
                        !matches!(d.ty, Type::F32 | Type::F16);
                }
            }
        }
        named
    }

    /// The uniforms that it reads without an address register: number, component,
    /// and first reading instruction.
    pub fn uniform_reads(&self) -> impl Iterator<Item = (u16, u8, u32)> {
        let constants = self.lowered.constants().iter();
        constants.filter_map(|(constant, ip)| match constant.origin {
            Origin::Uniform { index, component } => Some((index, component & 3, *ip)),
            Origin::Word(_) => None,
        })
    }

    /// Whether it reads textures or memory, or writes memory.
    pub fn reaches_out(&self) -> bool {
        let reaches = |unit: &Unit| match unit {
            Unit::Texture(_) | Unit::Load(_) | Unit::Store(_) => true,
            Unit::Uniform { .. } | Unit::Kill(_) | Unit::Missing(_) => false,
        };
        self.lowered.units().any(reaches)
    }

    /// Whether it writes memory.
    pub fn stores(&self) -> bool {
        let mut units = self.lowered.units();
        units.any(|unit| matches!(unit, Unit::Store(_)))
    }

    /// Its problems that do not depend on the chip.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The number of instructions.
    pub fn len(&self) -> usize {
        self.code.len()
    }

    /// Whether it has no instructions.
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// The number of translated operations.
    pub fn operations(&self) -> usize {
        self.lowered.operations()
    }

    /// The quirks that it was translated with.
    pub fn quirks(&self) -> &ShaderQuirks {
        self.lowered.quirks()
    }

    /// The word in registers that were never written.
    pub(super) fn undefined_word(&self) -> u32 {
        let Undefined::Word(word) = self.quirks().undefined;
        word
    }

    /// A stop of its threads as the device knows it, whose problem is put among the notes.
    pub(super) fn stopped(&self, trap: tilescope_shader::Trap, notes: &mut Notes) -> Trap {
        let trap = trap.stop(|why| match why {
            Why::Refused | Why::OutOfFuel => None,
            Why::Endless => Some(Problem::Endless),
            Why::Outside { target } => {
                let end = self.end();
                Some(Problem::BranchOutside { target, end })
            }
            Why::CallTooDeep => {
                let depth = self.quirks().call_depth;
                Some(Problem::CallTooDeep { depth })
            }
            Why::ReturnWithoutCall => Some(Problem::ReturnWithoutCall),
        });
        if let Stop::Broken(problem) = trap.why {
            notes.add(problem.at(trap.ip));
        }
        trap
    }

    /// The value of a constant, and a note if it was not loaded.
    pub(super) fn constant(
        &self,
        (constant, ip): (Constant, u32),
        uniforms: &[[u32; 4]],
    ) -> (u32, Option<Note>) {
        let (word, note) = match constant.origin {
            Origin::Word(word) => (word, None),
            Origin::Uniform { index, component } => match uniforms.get(usize::from(index)) {
                Some(vector) => (vector[usize::from(component & 3)], None),
                None => {
                    let problem = Problem::UniformBeyond {
                        index: i64::from(index),
                        loaded: uniforms.len() as u32,
                    };
                    (self.undefined_word(), Some(problem.at(ip)))
                }
            },
        };
        let changes = constant.modifiers.values();
        let word = changes.fold(word, |word, change| {
            super::alu::word(self.quirks(), change, [word; 4])
        });
        (word, note)
    }

    /// The problem of reading a slot that was never written, unless the read is
    /// dead.
    pub(super) fn undefined_read(&self, slot: u16, ip: u32) -> Option<Note> {
        (!self.lowered.dead_read(ip, slot)).then(|| Problem::undefined(slot).at(ip))
    }

    /// The temporary register with this number, if it is accessible, and whether it
    /// is within `NUM_TEMPS`.
    pub(super) fn indirect_temp(&self, index: i64) -> (Option<u16>, bool) {
        let allowed = (0..i64::from(self.num_temps)).contains(&index);
        let wrapped = match self.quirks().beyond_temps {
            BeyondTemps::Wrap => index.rem_euclid(i64::from(self.num_temps)),
            BeyondTemps::Own => index,
        };
        let there = u16::try_from(wrapped).ok().filter(|i| *i < self.temps);
        (there, allowed)
    }

    /// The note about a temporary register that does not exist.
    pub(super) fn beyond_temps(&self, index: i64, ip: u32) -> Note {
        let problem = Problem::BeyondTemps {
            register: index,
            temps: self.num_temps,
        };
        problem.at(ip)
    }
}

/// The instructions of a program, for the engine.
struct Lowering<'e, 'q> {
    emit: Emit<'q>,
    code: &'e [Decoded],
    start: u32,
}

impl Lower<ShaderCores> for Lowering<'_, '_> {
    fn lower(&mut self, ip: u32, b: &mut BlockBuilder<'_, ShaderCores>) -> End {
        match self.code.get((ip - self.start) as usize) {
            Some(d) => self.emit.instruction(d, ip, b),
            None => End::Stop,
        }
    }

    fn finish(&mut self, relatives: &mut [Relative]) {
        relatives.iter_mut().for_each(|r| r.len = self.emit.temps);
    }
}
