//! Loaded programs.

use super::emit::{Emit, Flow};
use super::flow::{Block, End, Graph, Target, undefined};
use super::live::DeadReads;
use super::note::{Note, Problem};
use super::op::{Code, Constant, Op, Origin, Tables};
use super::quirks::{ShaderQuirks, Undefined};
use super::slots::{self, Slots};
use crate::isa::{AddrMode, Comps, Decoded, File, Inst, Modes, Opcode, Src, Type, decode};
use std::collections::{BTreeMap, BTreeSet};
use tilescope_exec::Lanes;

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

/// A straight run of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Range of operations: first, and one after the last.
    pub ops: (u32, u32),
    /// Index of the first instruction.
    pub ip: u32,
    /// The number of instructions.
    pub len: u32,
    pub end: End,
}

/// A program, translated once for all its runs.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) ops: Vec<Op>,
    /// The instruction index of each operation.
    pub(super) ips: Vec<u32>,
    pub(super) runs: Vec<Run>,
    pub(super) tables: Tables,
    /// Slots of the thread's state that it may write.
    pub(super) written: Vec<u16>,
    /// Slots that are initialised with the undefined word.
    pub(super) undefined: Vec<u16>,
    /// Slots whose writes are tracked per lane.
    pub(super) tracked: Vec<u16>,
    /// The number of temporary registers.
    pub(super) temps: u16,
    pub(super) num_temps: u16,
    pub(super) quirks: ShaderQuirks,
    pub(super) code: Vec<Decoded>,
    pub(super) start: u32,
    pub(super) inputs: Slots,
    dead_reads: DeadReads,
    notes: Vec<Note>,
}

fn state_slots(registers: &[(u8, Comps)]) -> Slots {
    let mut set = Slots::NONE;
    for &(reg, comps) in registers {
        for c in (0..4).filter(|c| comps.0 >> c & 1 != 0) {
            if u16::from(reg) < slots::TEMPS {
                set.insert(slots::temp(u16::from(reg), c));
            }
        }
    }
    set
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
            emit.notes.push(Note::new(problem, setup.start));
        }
        let end = setup.end.min(loaded);
        let start = setup.start.min(end);
        let words = words.get(start as usize..end as usize).unwrap_or_default();
        let code: Vec<Decoded> = words.iter().map(|w| decode(*w)).collect();
        let mut graph = blocks(&mut emit, &code, start);
        if setup.stage == Stage::Vertex {
            for (d, ip) in code.iter().zip(start..) {
                if d.op == Opcode::Texkill {
                    emit.notes.push(Note::new(Problem::KillInVertexShader, ip));
                }
            }
        }
        let inputs = {
            let mut inputs = state_slots(setup.inputs);
            inputs.insert(slots::FRONT_FACING);
            inputs
        };
        let outputs = state_slots(setup.outputs);
        let Emit {
            tables,
            mut notes,
            temps,
            num_temps,
            ..
        } = emit;
        let dead_reads = graph.dead_reads(&tables, &outputs);
        let tracked = graph.check_definitions(&tables, &inputs, &outputs, &dead_reads, &mut notes);
        graph.canonicalise_nans(&tables, &outputs);
        let all = || {
            graph
                .blocks
                .iter()
                .flat_map(|b| b.ops.iter().map(|(op, _)| op))
        };
        let written = tables.written(all(), temps);
        let has = |code| all().any(|op| op.code == code);
        let branches = graph.blocks.iter().any(|b| matches!(b.end, End::Branch(_)));
        let mut fill = Slots::NONE;
        tracked.iter().for_each(|slot| fill.insert(*slot));
        // A neighbour on another path may not have reached a write, and an indirect
        // read may read any register.
        if has(Code::Refresh) && branches {
            fill.unite(&written);
        }
        if has(Code::IndirectTemp) {
            (0..temps * 4).for_each(|slot| fill.insert(slot));
        }
        for note in &notes {
            if let Problem::Undefined { .. } = note.problem {
                outputs.iter().for_each(|slot| fill.insert(slot));
            }
        }
        let undefined = fill.iter().filter(|slot| !inputs.has(*slot)).collect();
        let (ops, ips, runs) = flatten(&graph);
        Program {
            ops,
            ips,
            runs,
            tables,
            written: written.iter().collect(),
            undefined,
            tracked,
            temps,
            num_temps,
            quirks: *quirks,
            code,
            start,
            inputs,
            dead_reads,
            notes,
        }
    }

    /// Whether it may write a component of a temporary register; `component` is 0 for
    /// x.
    pub fn writes(&self, register: u8, component: u8) -> bool {
        let slot = slots::temp(register.into(), component);
        self.written.contains(&slot)
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
        let constants = self.tables.constants.iter();
        constants.filter_map(|(constant, ip)| match constant.origin {
            Origin::Uniform { index, component } => Some((index, component & 3, *ip)),
            Origin::Word(_) => None,
        })
    }

    /// Whether it reads textures or memory, or writes memory.
    pub fn reaches_out(&self) -> bool {
        !self.tables.textures.is_empty() || !self.tables.memory.is_empty()
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
        self.ops.len()
    }

    /// The quirks that it was translated with.
    pub fn quirks(&self) -> &ShaderQuirks {
        &self.quirks
    }

    /// The word in registers that were never written.
    pub(super) fn undefined_word(&self) -> u32 {
        let Undefined::Word(word) = self.quirks.undefined;
        word
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
                    (self.undefined_word(), Some(Note::new(problem, ip)))
                }
            },
        };
        let mut lanes = Lanes([word]);
        for value in constant.modifiers.values() {
            lanes = super::alu::value(&self.quirks, value, [lanes; 4]);
        }
        (lanes.0[0], note)
    }

    /// The problem of reading a slot that was never written, unless the read is
    /// dead.
    pub(super) fn undefined_read(&self, slot: u16, ip: u32) -> Option<Note> {
        (!self.dead_reads.has(ip, slot)).then(|| Note::new(undefined(slot), ip))
    }
}

/// Translates every instruction and splits the program into basic blocks.
fn blocks(emit: &mut Emit<'_>, code: &[Decoded], start: u32) -> Graph {
    let len = code.len() as u32;
    let end = start + len;
    let mut each: Vec<(Vec<Op>, Flow)> = Vec::with_capacity(code.len());
    let mut leads = vec![false; code.len()];
    for (i, (d, ip)) in code.iter().zip(start..).enumerate() {
        let mut ops = Vec::new();
        let flow = emit.instruction(d, ip, &mut ops);
        if flow != Flow::Next {
            if let Some(lead) = leads.get_mut(i + 1) {
                *lead = true;
            }
            let target = branch_target(d).and_then(|t| t.checked_sub(start));
            if let Some(lead) = target.and_then(|t| leads.get_mut(t as usize)) {
                *lead = true;
            }
        }
        each.push((ops, flow));
    }
    if let Some(first) = leads.first_mut() {
        *first = true;
    }
    // The block that each instruction is in.
    let mut number = 0u32;
    let of: Vec<u32> = leads
        .iter()
        .map(|lead| {
            number += u32::from(*lead);
            number - 1
        })
        .collect();
    let count = number;
    let target_of = |d: &Decoded| match branch_target(d) {
        Some(t) if t == end => Target::Block(count),
        Some(t) => match t.checked_sub(start).and_then(|i| of.get(i as usize)) {
            Some(block) => Target::Block(*block),
            None => Target::Outside(t),
        },
        None => Target::Block(count),
    };
    let mut graph = Graph { blocks: Vec::new() };
    for (i, ((ops, flow), d)) in each.into_iter().zip(code).enumerate() {
        let ip = start + i as u32;
        if leads[i] {
            graph.blocks.push(Block {
                ip,
                len: 0,
                ops: Vec::new(),
                end: End::Next,
            });
        }
        let Some(block) = graph.blocks.last_mut() else {
            continue;
        };
        block.len += 1;
        block.ops.extend(ops.into_iter().map(|op| (op, ip)));
        block.end = match flow {
            Flow::Next => End::Next,
            Flow::Jump => End::Jump(target_of(d)),
            Flow::Branch => End::Branch(target_of(d)),
            Flow::Call => End::Call(target_of(d)),
            Flow::Return => End::Return,
        };
        if let End::Jump(Target::Outside(target))
        | End::Branch(Target::Outside(target))
        | End::Call(Target::Outside(target)) = block.end
        {
            emit.notes
                .push(Note::new(Problem::BranchOutside { target, end }, ip));
        }
    }
    graph
}

fn flatten(graph: &Graph) -> (Vec<Op>, Vec<u32>, Vec<Run>) {
    let (mut ops, mut ips, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    for block in &graph.blocks {
        let from = ops.len() as u32;
        for (op, ip) in &block.ops {
            ops.push(*op);
            ips.push(*ip);
        }
        runs.push(Run {
            ops: (from, ops.len() as u32),
            ip: block.ip,
            len: block.len,
            end: block.end,
        });
    }
    (ops, ips, runs)
}
