//! Checks of shaders against the registers of their stages: what a stage reserves is at least what
//! its shader uses.

use super::{Checker, divergence};
use crate::isa::{Reg, Value, decode};
use crate::rules::shader;
use crate::stream::{Follow, Mode};

/// The registers of a stage.
#[derive(Debug)]
pub(crate) struct Stage {
    pub name: &'static str,
    /// `SP_*_CTRL_REG0`.
    control: u32,
    /// `SP_*_OBJ_START`.
    start: u32,
    /// `SP_*_INSTRLEN`.
    length: u32,
    /// `HLSQ_*_CNTL`.
    constants: u32,
    pub descriptors: Descriptors,
}

/// Registers with the addresses of descriptors.
#[derive(Debug)]
pub(crate) struct Descriptors {
    /// `SP_*_TEX_CONST`.
    pub textures: u32,
    /// `SP_IBO` or `SP_CS_IBO`.
    pub images: u32,
    /// `SP_BINDLESS_BASE` or `SP_CS_BINDLESS_BASE`, of the first set.
    pub sets: u32,
}

const fn stage(name: &'static str, numbers: [u32; 4], textures: u32) -> Stage {
    let [control, start, length, constants] = numbers;
    let (images, sets) = match textures {
        0xa9e6 => (0xa9f2, 0xa9e8),
        _ => (0xab1a, 0xab10),
    };
    Stage {
        name,
        control,
        start,
        length,
        constants,
        descriptors: Descriptors {
            textures,
            images,
            sets,
        },
    }
}

static STAGES: [Stage; 6] = [
    stage("vertex", [0xa800, 0xa81c, 0xa824, 0xb800], 0xa8a8),
    stage("hull", [0xa830, 0xa834, 0xa83c, 0xb801], 0xa8aa),
    stage("domain", [0xa840, 0xa85c, 0xa864, 0xb802], 0xa8ac),
    stage("geometry", [0xa870, 0xa88d, 0xa895, 0xb803], 0xa8ae),
    stage("fragment", [0xa980, 0xa983, 0xab05, 0xbb10], 0xa9e4),
    stage("compute", [0xa9b0, 0xa9b4, 0xa9bc, 0xb987], 0xa9e6),
];

/// The stages of draws.
pub(crate) const GRAPHICS: std::ops::Range<usize> = 0..5;
/// The stage of dispatches.
pub(crate) const COMPUTE: std::ops::Range<usize> = 5..6;

/// The number of the stage's own vectors of constants. While `HLSQ_SHARED_CONSTS` has `ENABLE`, the
/// eight vectors after them are those of all stages, which `CONSTLEN` does not count: turnip's push
/// constants (Mesa 22.3.6, `ir3_compiler.c`: `shared_consts_base_offset`).
const SHARED_CONSTANTS: u32 = 504;
/// `HLSQ_SHARED_CONSTS`.
const HLSQ_SHARED_CONSTS: u32 = 0xbb11;

/// Instructions in a unit of `SP_*_INSTRLEN`.
const UNIT: usize = 16;

/// The needs of a shader, as far as arithmetic tells.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    instructions: usize,
    /// The largest full register plus one.
    registers: u32,
    /// The largest vector of the stage's own constants plus one.
    constants: u32,
    /// The largest vector of constants that stages share plus one; 0 without any.
    shared_constants: u32,
    /// Whether invocations certainly may take different ways at a branch.
    diverges: bool,
}

impl Uses {
    pub fn of(program: &[u64]) -> Uses {
        let mut uses = Uses {
            instructions: program.len(),
            ..Uses::default()
        };
        for inst in program.iter().filter_map(|&word| decode(word)) {
            let Some(alu) = inst.alu() else {
                continue;
            };
            let destinations = alu.destinations.iter().map(|o| (o, true));
            let sources = alu.sources.iter().map(|o| (o, o.advance));
            for (operand, advances) in destinations.chain(sources) {
                let steps = if advances { alu.repeat } else { 0 };
                match operand.value {
                    Value::Reg(reg) if !operand.half && reg.0 < Reg::SHARED.0 => {
                        let last = u32::from(reg.0) + u32::from(steps);
                        uses.registers = uses.registers.max(last / 4 + 1);
                    }
                    Value::Const(n) => {
                        let last = u32::from(n) + u32::from(steps);
                        let vectors = last / 4 + 1;
                        if vectors <= SHARED_CONSTANTS {
                            uses.constants = uses.constants.max(vectors);
                        } else {
                            uses.shared_constants = uses.shared_constants.max(vectors);
                        }
                    }
                    _ => {}
                }
            }
        }
        uses.diverges = divergence::is_certain(program);
        uses
    }
}

/// The enabled stages of a draw or dispatch, and the addresses of their shaders.
pub(crate) fn enabled(now: &Follow, stages: std::ops::Range<usize>) -> Vec<(&'static Stage, u64)> {
    let all = STAGES.get(stages).unwrap_or_default().iter();
    // A stage that is disabled keeps its other registers.
    let enabled = all.filter(|s| {
        now.known(s.constants)
            .is_some_and(|word| word >> 8 & 1 != 0)
    });
    enabled.map(|s| (s, now.address(s.start) & !0xf)).collect()
}

impl Checker {
    /// A draw or dispatch with shaders in these stages.
    pub(crate) fn uses(&mut self, now: &Follow, at: u64, stages: std::ops::Range<usize>) {
        for stage in STAGES.get(stages).unwrap_or_default() {
            let start = now.address(stage.start) & !0xf;
            // Sorting draws has no fragments: the registers may be of an earlier draw.
            if now.mode == Mode::Binning && stage.name == "fragment" {
                continue;
            }
            let Some(&uses) = self.used.get(&start) else {
                continue;
            };
            let constants = now.known(stage.constants);
            // A stage that is disabled keeps its other registers.
            let Some(constants) = constants.filter(|word| word >> 8 & 1 != 0) else {
                continue;
            };
            self.stage(now, at, stage, uses, (constants & 0xff) << 2);
        }
    }

    fn stage(&mut self, now: &Follow, at: u64, stage: &Stage, uses: Uses, constlen: u32) {
        let name = stage.name;
        let constants = match now.known(HLSQ_SHARED_CONSTS) {
            Some(word) if word & 1 != 0 => uses.constants,
            _ => uses.constants.max(uses.shared_constants),
        };
        if constants > constlen {
            let message = format!(
                "the {name} shader reads c{}, CONSTLEN is {constlen}",
                constants - 1
            );
            self.note(&shader::CONSTANTS_ARE_KEPT, at, message);
        }
        if let Some(length) = now.known(stage.length)
            && (length as usize).saturating_mul(UNIT) < uses.instructions
        {
            let message = format!(
                "the {name} shader has {} instructions, INSTRLEN is {length} times {UNIT}",
                uses.instructions
            );
            self.note(&shader::INSTRUCTIONS_ARE_LOADED, at, message);
        }
        let Some(control) = now.known(stage.control) else {
            return;
        };
        let footprint = control >> 7 & 0x3f;
        if uses.registers > footprint {
            let message = format!(
                "the {name} shader uses r{}, FULLREGFOOTPRINT is {footprint}",
                uses.registers - 1
            );
            self.note(&shader::REGISTERS_ARE_ALLOCATED, at, message);
        }
        if uses.diverges && control >> 14 & 0x3f == 0 {
            let message = format!("the {name} shader branches, BRANCHSTACK is 0");
            self.note(&shader::BRANCHES_HAVE_A_STACK, at, message);
        }
    }
}
