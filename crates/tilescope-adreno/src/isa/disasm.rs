//! The disassembler.

use super::form::{Inst, decode};
use super::print::print;
use std::fmt::Write;

/// One line of a disassembled program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The instruction.
    pub word: u64,
    /// The label of the instruction, if it is the target of a branch.
    pub label: Option<String>,
    /// The text of the instruction.
    pub text: String,
    /// Whether the word is an instruction of the a6xx.
    pub known: bool,
}

/// Disassembles an instruction without loss: [`super::assemble`] returns the same 64 bits.
/// Bits that the text does not cover follow it after `^`. A word that is not an
/// instruction becomes `.word`.
///
/// ```
/// use tilescope_adreno::isa::disassemble;
/// assert_eq!(disassemble(0x2024400000000020), "mov.f32f32 r0.x, c8.x");
/// assert_eq!(disassemble(0x03000000_00000001), "end ^ 0x1");
/// assert_eq!(disassemble(0x06000000_00000000), ".word 0x0600000000000000");
/// ```
pub fn disassemble(word: u64) -> String {
    line(word, decode(word), None).0
}

fn line(word: u64, inst: Option<Inst>, target: Option<&str>) -> (String, bool) {
    let printed = inst.and_then(|inst| print(inst, target));
    match printed {
        Some(printed) => {
            let mut text = printed.text;
            if printed.rest != 0 {
                // Writing to a String cannot fail.
                let _ = write!(text, " ^ {:#x}", printed.rest);
            }
            (text, true)
        }
        None => (format!(".word {word:#018x}"), false),
    }
}

/// Disassembles a program. Targets inside the program become labels: `l` and the
/// index of the instruction.
pub fn disassemble_program(program: &[u64]) -> Vec<Line> {
    let instructions: Vec<Option<Inst>> = program.iter().map(|&word| decode(word)).collect();
    let target = |at: usize, inst: Option<Inst>| -> Option<usize> {
        let distance = i64::from(inst?.distance()?);
        let to = usize::try_from(at as i64 + distance).ok()?;
        (to < program.len()).then_some(to)
    };
    let mut labelled = vec![false; program.len()];
    for (i, &inst) in instructions.iter().enumerate() {
        if let Some(to) = target(i, inst) {
            labelled[to] = true;
        }
    }
    let mut lines = Vec::with_capacity(program.len());
    for (i, (&word, &inst)) in program.iter().zip(&instructions).enumerate() {
        let to = target(i, inst).map(|to| format!("l{to}"));
        let (text, known) = line(word, inst, to.as_deref());
        lines.push(Line {
            word,
            label: labelled[i].then(|| format!("l{i}")),
            text,
            known,
        });
    }
    lines
}
