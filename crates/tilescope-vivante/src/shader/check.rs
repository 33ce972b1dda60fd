//! Checks of a program against a chip.

use super::note::{Note, Problem};
use super::program::Setup;
use crate::chips::Chip;
use crate::features::Feature;
use crate::isa::{Decoded, Inst, Needs, Opcode, Src, Takes, decode};

/// Whether the chip has what operations need; `None` if that is unknown.
fn has(chip: &Chip, needs: Needs) -> Option<bool> {
    let halti = chip.features.halti();
    Some(match needs {
        Needs::Base => true,
        Needs::SqrtTrig => chip.features.has(Feature::HasSqrtTrig),
        Needs::SignFloorCeil => chip.features.has(Feature::HasSignFloorCeil),
        Needs::NewTranscendentals => chip.features.has(Feature::HasFastTranscendentals),
        Needs::Halti2 => halti >= Some(2),
        Needs::Halti5 => halti >= Some(5),
        // No feature bit tells which chips support OpenCL.
        Needs::OpenCl | Needs::Unknown => return None,
    })
}

/// The first source of an instruction that is read but has no operand, or else the
/// first that has one but is not read.
fn operands(d: &Decoded) -> Option<Problem> {
    let row = d.op.row();
    let name = row.name;
    let sources = || (0..).zip(row.op.takes.iter().zip(&d.src));
    // Mesa 22.3.6 omits src2 and puts the dividend into src0.
    let optional = |source| d.op == Opcode::Div && source == 2;
    let missing = sources().find(|(source, (takes, src))| {
        **takes == Takes::Yes && **src == Src::Void && !optional(*source)
    });
    if let Some((source, _)) = missing {
        return Some(Problem::OperandMissing { name, source });
    }
    let unused = sources().find(|(_, (takes, src))| **takes == Takes::No && **src != Src::Void);
    unused.map(|(source, _)| Problem::OperandUnused { name, source })
}

/// Checks a program without running it: whether it fits the chip, and whether the
/// chip has its operations. Problems that do not depend on the chip are in
/// [`Program::notes`](super::Program::notes).
pub fn check(words: &[Inst], setup: &Setup<'_>, chip: &Chip) -> Vec<Note> {
    let mut notes = Vec::new();
    let derived = chip.derived();
    let length = setup.end.saturating_sub(setup.start);
    if let Some(code) = derived.code.filter(|_| !derived.code_in_memory)
        && setup.end > code.instructions
    {
        let problem = Problem::TooLong {
            length,
            most: code.instructions,
        };
        notes.push(problem.at(setup.start));
    }
    let range = setup.start as usize..(setup.end as usize).min(words.len());
    let words = words.get(range).unwrap_or_default();
    for (word, ip) in words.iter().zip(setup.start..) {
        let decoded = decode(*word);
        let row = decoded.op.row();
        notes.extend(operands(&decoded).map(|problem| problem.at(ip)));
        if has(chip, row.op.needs) == Some(false) {
            let problem = Problem::NoSuchOperation {
                name: row.name,
                needs: row.op.needs.name(),
            };
            notes.push(problem.at(ip));
        }
    }
    notes
}
