//! Texts of lines that occur again: tiles and draws repeat registers, fields and shaders.
//!
//! Both memories are bounded, and what they hold follows from their keys alone: a listing
//! does not depend on what was listed before.

use super::Summary;
use crate::check::Ended;
use crate::isa::{self, Op};
use std::collections::HashMap;

/// The logarithm of the number of texts that are kept.
const SLOTS: u32 = 15;

/// The number of instructions of shaders that are kept.
const MAX_INSTRUCTIONS: usize = 1 << 16;

/// The subject of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Subject {
    id: u64,
    value: u64,
}

impl Subject {
    /// A register and its value.
    pub fn register(number: u32, value: u32) -> Subject {
        Subject {
            id: 1 << 62 | u64::from(number),
            value: u64::from(value),
        }
    }

    /// The text of a packet's header.
    pub fn header(value: u64) -> Subject {
        Subject { id: 2 << 62, value }
    }

    /// A word of an element of a row and its value. Rows are told apart by where they are,
    /// so they must be part of a table.
    pub fn field(row: &'static crate::regs::Register, at: u32, value: u64) -> Subject {
        let place = std::ptr::from_ref(row).addr() as u64;
        Subject {
            id: 3 << 62 | (u64::from(at) << 47 ^ place) & (u64::MAX >> 2),
            value,
        }
    }

    fn slot(self) -> usize {
        let mixed = (self.id ^ self.value.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed << 23) >> (64 - SLOTS)) as usize
    }
}

/// The size at which all texts are forgotten, in bytes. What the slots hold is a fraction of it: hot
/// texts are rarely written again.
const MAX_TEXT: usize = 4 << 20;

/// A kept text.
#[derive(Clone, Copy, Default)]
struct Slot {
    subject: Subject,
    start: u32,
    end: u32,
}

/// Texts by subject: a later one takes the place of an earlier one.
#[derive(Default)]
pub(super) struct Texts {
    slots: Vec<Slot>,
    /// All texts one after the other, those without a slot too: one allocation serves all.
    text: String,
}

impl Texts {
    /// The text of a subject, which `write` appends if it is not kept.
    pub fn get(&mut self, subject: Subject, write: impl FnOnce(&mut String)) -> &str {
        if self.slots.is_empty() {
            self.slots.resize(1 << SLOTS, Slot::default());
        }
        let slot = subject.slot();
        if self.slots[slot].subject != subject {
            if self.text.len() > MAX_TEXT {
                self.slots.fill(Slot::default());
                self.text.clear();
            }
            let start = self.text.len() as u32;
            write(&mut self.text);
            self.slots[slot] = Slot {
                subject,
                start,
                end: self.text.len() as u32,
            };
        }
        let Slot { start, end, .. } = self.slots[slot];
        &self.text[start as usize..end as usize]
    }
}

/// A line of a listed shader: the index of the instruction and the text.
#[derive(Debug)]
pub(super) struct ShaderLine {
    pub index: u64,
    pub text: String,
}

/// A listed shader.
#[derive(Debug)]
pub(super) struct Shader {
    /// The words of its instructions.
    words: Vec<u32>,
    /// Whether an instruction ends it: otherwise the words did.
    ends: bool,
    unknown: u64,
    pub lines: Vec<ShaderLine>,
}

impl Shader {
    fn new(words: &[u32]) -> Shader {
        let program = program(words);
        let end = end(&program);
        let program = &program[..end.unwrap_or(program.len())];
        let mut lines = Vec::with_capacity(program.len());
        let mut unknown = 0;
        for (index, line) in (0u64..).zip(isa::disassemble_program(program)) {
            unknown += u64::from(!line.known);
            if let Some(label) = line.label {
                let text = format!("{label}:");
                lines.push(ShaderLine { index, text });
            }
            let text = format!("[{:016x}] {}", line.word, line.text);
            lines.push(ShaderLine { index, text });
        }
        Shader {
            words: words[..program.len() * 2].to_vec(),
            ends: end.is_some(),
            unknown,
            lines,
        }
    }

    /// Whether these words are the same shader.
    fn is(&self, words: &[u32]) -> bool {
        let same = words.starts_with(&self.words);
        same && (self.ends || words.len() / 2 == self.words.len() / 2)
    }

    /// The words of its instructions, and how they end.
    pub fn checked(&self) -> (&[u32], Ended) {
        let ended = if self.ends { Ended::Itself } else { Ended::Cut };
        (&self.words, ended)
    }

    pub fn count(&self, summary: &mut Summary) {
        summary.instructions += self.words.len() as u64 / 2;
        summary.words += self.words.len() as u64;
        summary.unknown_instructions += self.unknown;
    }
}

/// Listed shaders by address.
#[derive(Default)]
pub(super) struct Shaders {
    by_address: HashMap<u64, Shader>,
    instructions: usize,
}

impl Shaders {
    /// The number of words of the shader that was last at an address, if it ended itself.
    pub fn length(&self, address: u64) -> Option<usize> {
        let shader = self.by_address.get(&address).filter(|s| s.ends)?;
        Some(shader.words.len())
    }

    /// The shader that was last at an address, if its words are these.
    pub fn kept(&self, address: u64, words: &[u32]) -> Option<&Shader> {
        self.by_address.get(&address).filter(|s| s.is(words))
    }

    /// The shader that begins with these words.
    pub fn get(&mut self, address: u64, words: &[u32]) -> &Shader {
        if self.kept(address, words).is_none() {
            let shader = Shader::new(words);
            self.instructions += shader.words.len() / 2;
            if self.instructions > MAX_INSTRUCTIONS {
                self.by_address.clear();
                self.instructions = shader.words.len() / 2;
            }
            if let Some(old) = self.by_address.remove(&address) {
                self.instructions -= old.words.len() / 2;
            }
            return self.by_address.entry(address).or_insert(shader);
        }
        &self.by_address[&address]
    }
}

/// Words as instructions.
pub(crate) fn program(words: &[u32]) -> Vec<u64> {
    let pairs = words.chunks_exact(2);
    pairs
        .map(|pair| u64::from(pair[1]) << 32 | u64::from(pair[0]))
        .collect()
}

/// The number of instructions up to the first end that no branch passes.
pub(super) fn end(program: &[u64]) -> Option<usize> {
    let mut furthest = 0;
    for (i, &word) in program.iter().enumerate() {
        let Some(inst) = isa::decode(word) else {
            continue;
        };
        if let Some(distance) = inst.distance() {
            let to = (i as i64).saturating_add(i64::from(distance));
            furthest = furthest.max(usize::try_from(to).unwrap_or(0));
        }
        // A shader that continues in the next stage ends with `chsh` instead.
        if matches!(inst.row.op, Op::End | Op::ChSh) && i >= furthest {
            return Some(i + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_follow_from_their_subjects() {
        let mut texts = Texts::default();
        // More than fit, until all are forgotten and once more: each text is its own, whatever was in the
        // slot.
        for _ in 0..40 {
            for n in 0..3u32 << SLOTS {
                let text = texts.get(Subject::register(n & 7, n), |t| *t += &n.to_string());
                assert_eq!(text, n.to_string());
            }
        }
        assert!(texts.text.len() < 2 * MAX_TEXT);
        let kept = texts.get(Subject::register(1, (3 << SLOTS) - 7), |_| {
            panic!("is kept")
        });
        assert_eq!(kept, ((3 << SLOTS) - 7).to_string());
    }

    #[test]
    fn shaders_are_listed_again_if_their_words_change() {
        const END: [u32; 2] = [0, 0x0300_0000];
        let mut shaders = Shaders::default();
        let two = [[0, 0], END].concat();
        assert_eq!(shaders.get(16, &two).lines.len(), 2);
        assert_eq!(shaders.length(16), Some(4));
        // What follows the end does not matter.
        assert!(shaders.kept(16, &[&two, &[7, 7][..]].concat()).is_some());
        assert_eq!(shaders.get(16, &END).lines.len(), 1);
        // Without an end, the number of words is part of the shader.
        assert_eq!(shaders.get(16, &[0, 0]).lines.len(), 1);
        assert_eq!(shaders.get(16, &[0, 0, 0, 0]).lines.len(), 2);
        assert_eq!(shaders.instructions, 2);
    }
}
