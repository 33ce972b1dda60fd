//! The state: 64 Ki words that command streams write and units read.

use std::ops::Deref;

use tilescope_tables::register_file::RegisterFile;

use crate::regs::{self, STATE_WORDS};

/// A part of a draw's decoded state, valid until a word that was read for it
/// changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Vertex fetch.
    Attributes,
    /// Shaders and their linkage.
    Shaders,
    /// Primitive assembly, setup, rasteriser.
    Screen,
    /// The pixel engine.
    Pixels,
}

/// The words of state, with a record of the words ever written.
///
/// Offsets are in bytes; those beyond the state read as 0 and are not written.
/// The contents after power-on are unknown: [`State::holding`] chooses them, and they
/// count as not written.
#[derive(Clone, Debug)]
pub struct State {
    file: RegisterFile,
    /// The loads of code, latest last.
    code_loads: Vec<CodeLoad>,
}

/// Reads are those of the register file.
impl Deref for State {
    type Target = RegisterFile;

    #[inline(always)]
    fn deref(&self) -> &RegisterFile {
        &self.file
    }
}

/// A command that loaded shader code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeLoad {
    /// Byte offset of the first word in the state.
    pub offset: u32,
    /// The number of words.
    pub words: u32,
    /// Address of the first word in the command stream.
    pub address: u32,
}

impl CodeLoad {
    /// The byte offset after the last word.
    pub fn end(&self) -> u32 {
        self.offset + 4 * self.words
    }
}

/// The largest number of recorded code loads; the oldest are dropped first.
const CODE_LOADS: usize = 64;

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

impl State {
    /// The state after power-on, with all words 0.
    pub fn new() -> State {
        State::holding(0)
    }

    /// The state after power-on, with this value in all words.
    pub fn holding(value: u32) -> State {
        State {
            file: RegisterFile::new(STATE_WORDS, value),
            code_loads: Vec::new(),
        }
    }

    /// Runs `decode` and records the words that it reads. From then on
    /// [`State::changed`] tells whether the result may be outdated.
    pub fn decode<T>(&self, part: Part, decode: impl FnOnce() -> T) -> T {
        self.file.decode_part(part as u8, decode)
    }

    /// Whether a word that was read for `part` has changed since it was last
    /// decoded. Words read by earlier decodings are included.
    pub fn changed(&self, part: Part) -> bool {
        self.file.part_changed(part as u8)
    }

    /// The byte offsets of the words that were read for `part`, in ascending order.
    pub fn read_for(&self, part: Part) -> impl Iterator<Item = u32> {
        self.file.read_for_part(part as u8)
    }

    /// Copies code loaded by a command to the other window on the same instruction
    /// memory, and records its source address.
    pub fn code_loaded(&mut self, load: CodeLoad) {
        self.note_code_load(load);
        let Some(offset) = regs::code_mirror(load.offset) else {
            return;
        };
        for i in 0..load.words {
            let to = offset + 4 * i;
            match self.file.peek(load.offset + 4 * i) {
                Some(word) if self.file.peek(to).is_some() => self.file.set(to, word),
                _ => break,
            }
        }
        self.note_code_load(CodeLoad { offset, ..load });
    }

    fn note_code_load(&mut self, load: CodeLoad) {
        let inside = |old: &CodeLoad| load.offset <= old.offset && old.end() <= load.end();
        self.code_loads.retain(|old| !inside(old));
        if self.code_loads.len() >= CODE_LOADS {
            self.code_loads.remove(0);
        }
        self.code_loads.push(load);
    }

    /// The last command that loaded the word of code at byte `offset`.
    pub fn code_load(&self, offset: u32) -> Option<CodeLoad> {
        let has = |load: &&CodeLoad| (load.offset..load.end()).contains(&offset);
        self.code_loads.iter().rev().find(has).copied()
    }

    /// Writes `value` as a command does: bit groups whose mask bit is set are
    /// unchanged. Returns the stored word.
    pub fn write(&mut self, offset: u32, value: u32) -> u32 {
        let Some(word) = self.file.peek(offset) else {
            return 0;
        };
        let new = match regs::find(offset) {
            Some(place) => regs::merge(place.row, word, value),
            None => value,
        };
        self.file.set(offset, new);
        new
    }

    /// Writes `words` from byte `offset` on, ignoring masks.
    pub fn write_whole(&mut self, offset: u32, words: impl Iterator<Item = u32>) {
        for (i, word) in (offset / 4..STATE_WORDS as u32).zip(words) {
            self.file.set(4 * i, word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regs::pe::{color_format, depth_config};

    #[test]
    fn masks_preserve_their_fields() {
        let mut state = State::new();
        let at = depth_config::AT;
        assert!(!state.written(at));
        state.write(at, depth_config::DEPTH_FUNC.with(0, 5));
        let keep = depth_config::DEPTH_FUNC_MASK.with(0, 1);
        state.write(at, keep | depth_config::WRITE_ENABLE.with(0, 1));
        assert_eq!(state.field(at, &depth_config::DEPTH_FUNC), 5);
        assert_eq!(state.field(at, &depth_config::WRITE_ENABLE), 1);
        assert_eq!(state.field(at, &depth_config::DEPTH_FUNC_MASK), 0);
        assert!(state.written(at) && !state.written(color_format::AT));
    }

    #[test]
    fn changes_of_read_words_are_detected() {
        let mut state = State::new();
        let (at, other) = (depth_config::AT, color_format::AT);
        state.decode(Part::Pixels, || (state.word(at), state.written(other)));
        assert!(!state.changed(Part::Pixels) && !state.changed(Part::Screen));
        state.write(0x4000, 1);
        assert!(!state.changed(Part::Pixels), "no part has read it");
        state.write(at, 0);
        assert!(state.changed(Part::Pixels), "it was unwritten before");
        state.decode(Part::Pixels, || state.words(at, 2).len());
        state.write(at, 0);
        assert!(!state.changed(Part::Pixels), "the value is the same");
        state.write(at + 4, 7);
        assert!(state.changed(Part::Pixels));
        state.decode(Part::Pixels, || ());
        state.write(other, 3);
        assert!(state.changed(Part::Pixels), "it was read once");
    }

    #[test]
    fn needed_words_are_noted_until_they_are_written() {
        let mut state = State::new();
        let (at, other) = (depth_config::AT, color_format::AT);
        state.word(at);
        assert_eq!(state.take_unwritten(), [], "no part is being decoded");
        state.decode(Part::Pixels, || {
            (state.word(other), state.optional(0x4000), state.word(at))
        });
        assert_eq!(state.take_unwritten(), [at, other]);
        assert_eq!(state.take_unwritten(), [], "the list was cleared");
        state.write(at, 0);
        state.decode(Part::Pixels, || (state.word(other), state.word(at)));
        assert_eq!(state.take_unwritten(), [other]);
    }

    #[test]
    fn code_has_the_last_load_that_wrote_it() {
        let mut state = State::new();
        let load = |offset, words, address| CodeLoad {
            offset,
            words,
            address,
        };
        state.code_loaded(load(0xc000, 8, 0x1004));
        state.code_loaded(load(0xc010, 8, 0x2004));
        assert_eq!(state.code_load(0xc00c).unwrap().address, 0x1004);
        assert_eq!(state.code_load(0xc010).unwrap().address, 0x2004);
        assert_eq!(state.code_load(0xc030), None);
        state.code_loaded(load(0xc000, 16, 0x3004));
        assert_eq!(state.code_load(0xc010).unwrap().address, 0x3004);
        // One for each window on the memory.
        assert_eq!(state.code_loads.len(), 2);
    }

    #[test]
    fn outside_is_nothing() {
        let mut state = State::new();
        assert_eq!(state.write(0x40000, 7), 0);
        assert_eq!(state.word(0x40000), 0);
        assert!(!state.written(u32::MAX));
        assert_eq!(state.words(0x3fffc, 4).len(), 1);
        assert!(state.words(u32::MAX, 4).is_empty());
    }
}
