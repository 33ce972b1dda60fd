//! The disassembler.

use super::form::decode;
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
    line(word, None).0
}

fn line(word: u64, target: Option<&str>) -> (String, bool) {
    let printed = decode(word).and_then(|inst| print(inst, target));
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
    let target = |at: usize, word: u64| -> Option<usize> {
        let distance = i64::from(decode(word)?.distance()?);
        let to = usize::try_from(at as i64 + distance).ok()?;
        (to < program.len()).then_some(to)
    };
    let mut labelled = vec![false; program.len()];
    for (i, &word) in program.iter().enumerate() {
        if let Some(to) = target(i, word) {
            labelled[to] = true;
        }
    }
    program
        .iter()
        .zip(labelled)
        .enumerate()
        .map(|(i, (&word, labelled))| {
            let to = target(i, word).map(|to| format!("l{to}"));
            let (text, known) = line(word, to.as_deref());
            Line {
                word,
                label: labelled.then(|| format!("l{i}")),
                text,
                known,
            }
        })
        .collect()
}
