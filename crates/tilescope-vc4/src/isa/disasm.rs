//! Disassembler: words to text.

use super::decode::decode;
use super::stmt::Stmt;
use super::word::Inst;
use std::collections::BTreeMap;

/// One line of a disassembled program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The address of the word.
    pub addr: u32,
    /// The word.
    pub word: u64,
    /// The label of the word, if it is the target of a branch of the program.
    pub label: Option<String>,
    /// The instruction; [`super::assemble`] gives the same word.
    pub text: String,
}

/// The instruction as text. It is lossless: [`super::assemble`] gives the same word,
/// for every word. Branch targets are numbers.
///
/// ```
/// use tilescope_vc4::isa::{Inst, disassemble};
/// assert_eq!(disassemble(Inst(0x100049e0_203e303e)), "nop ; fmul r0, vary, ra15");
/// ```
pub fn disassemble(inst: Inst) -> String {
    decode(inst).to_string()
}

/// A program as text, with its first word at address `base`. Relative branches inside
/// the program use labels, `L` and the index of the word.
pub fn disassemble_program(words: &[u64], base: u32) -> Vec<Line> {
    let mut stmts: Vec<Stmt> = words.iter().map(|&w| decode(Inst(w))).collect();
    let mut labels = BTreeMap::new();
    for (i, stmt) in stmts.iter_mut().enumerate() {
        let Stmt::Branch(b) = stmt else { continue };
        // A hidden immediate differs from the target in the text.
        if !b.relative {
            continue;
        }
        let target = i as i64 * 8 + 32 + b.value.number;
        if target % 8 == 0 && (0..words.len() as i64 * 8).contains(&target) {
            let index = target / 8;
            let label = format!("L{index}");
            labels.insert(index as usize, label.clone());
            b.value.label = Some(label);
        }
    }
    words
        .iter()
        .zip(stmts)
        .enumerate()
        .map(|(i, (&word, stmt))| Line {
            addr: base.wrapping_add((i as u32).wrapping_mul(8)),
            word,
            label: labels.remove(&i),
            text: stmt.to_string(),
        })
        .collect()
}
