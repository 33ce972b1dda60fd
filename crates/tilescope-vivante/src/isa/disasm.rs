//! The disassembler.

use super::decode::decode;
use super::decoded::Modes;
use super::word::Inst;

/// One line of a disassembled program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The instruction.
    pub inst: Inst,
    /// The label of the instruction, if it is the target of a branch or call.
    pub label: Option<String>,
    /// The text of the instruction, which [`super::assemble`] assembles to the same
    /// bits.
    pub text: String,
}

/// Disassembles an instruction without loss: [`super::assemble`] returns the same
/// 128 bits. Targets are numbers.
///
/// ```
/// use tilescope_vivante::isa::{Inst, disassemble};
/// let mul = Inst([0x00801003, 0x00001804, 0x00000040, 0x00000000]);
/// assert_eq!(disassemble(mul), "mul               t0.x___, t1.xxxx, t0.xxxx, void");
/// ```
pub fn disassemble(inst: Inst) -> String {
    decode(inst).to_string()
}

/// Disassembles a program. Targets inside the program become labels: `L` and the
/// index of the instruction.
pub fn disassemble_program(program: &[Inst]) -> Vec<Line> {
    let target = |inst: Inst| match decode(inst).modes {
        Modes::Flow { target } if usize::from(target) < program.len() => Some(usize::from(target)),
        _ => None,
    };
    let mut labelled = vec![false; program.len()];
    for &inst in program {
        if let Some(i) = target(inst) {
            labelled[i] = true;
        }
    }
    program
        .iter()
        .zip(labelled)
        .enumerate()
        .map(|(i, (&inst, labelled))| {
            let to = target(inst).map(|i| format!("L{i}"));
            Line {
                inst,
                label: labelled.then(|| format!("L{i}")),
                text: decode(inst).with_target(to.as_deref()),
            }
        })
        .collect()
}
