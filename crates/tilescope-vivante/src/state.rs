//! The state: 64 Ki words that command streams write and units read.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use tilescope_tables::packet::Field;

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

impl Part {
    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The words of state, with a record of the words ever written.
///
/// Offsets are in bytes; those beyond the state read as 0 and are not written.
/// The contents after power-on are unknown: [`State::holding`] chooses them, and they
/// count as not written.
#[derive(Debug)]
pub struct State {
    words: Box<[u32]>,
    /// Bit mask of written words.
    written: Box<[u64]>,
    /// For each word, the mask of the [`Part`]s that read it.
    read_for: Box<[AtomicU8]>,
    /// Mask of the parts being decoded.
    decoding: AtomicU8,
    /// Mask of the parts with words written since they were decoded.
    changed: AtomicU8,
    /// Bit mask of needed words that were never written, and whether there are any.
    unwritten: Box<[AtomicU64]>,
    any_unwritten: AtomicBool,
    /// The loads of code, latest last.
    code_loads: Vec<CodeLoad>,
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

/// The copy has no record of decoding.
impl Clone for State {
    fn clone(&self) -> Self {
        State {
            words: self.words.clone(),
            written: self.written.clone(),
            code_loads: self.code_loads.clone(),
            ..State::new()
        }
    }
}

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
            words: vec![value; STATE_WORDS].into(),
            written: vec![0; STATE_WORDS / 64].into(),
            read_for: (0..STATE_WORDS).map(|_| AtomicU8::new(0)).collect(),
            decoding: AtomicU8::new(0),
            changed: AtomicU8::new(0),
            unwritten: (0..STATE_WORDS / 64).map(|_| AtomicU64::new(0)).collect(),
            any_unwritten: AtomicBool::new(false),
            code_loads: Vec::new(),
        }
    }

    /// Runs `decode` and records the words that it reads. From then on
    /// [`State::changed`] tells whether the result may be outdated.
    pub fn decode<T>(&self, part: Part, decode: impl FnOnce() -> T) -> T {
        let outer = self.decoding.fetch_or(part.bit(), Relaxed);
        let result = decode();
        self.decoding.store(outer, Relaxed);
        self.changed.fetch_and(!part.bit(), Relaxed);
        result
    }

    /// Whether a word that was read for `part` has changed since it was last
    /// decoded. Words read by earlier decodings are included.
    pub fn changed(&self, part: Part) -> bool {
        self.changed.load(Relaxed) & part.bit() != 0
    }

    /// The byte offsets of the words that were read for `part`, in ascending order.
    pub fn read_for(&self, part: Part) -> impl Iterator<Item = u32> {
        let read = move |word: &AtomicU8| word.load(Relaxed) & part.bit() != 0;
        let words = (0..).zip(&self.read_for);
        words.filter_map(move |(i, word)| read(word).then_some(4 * i))
    }

    fn note_read(&self, words: std::ops::Range<usize>) {
        let decoding = self.decoding.load(Relaxed);
        if decoding != 0 {
            for word in self.read_for.get(words).unwrap_or_default() {
                word.fetch_or(decoding, Relaxed);
            }
        }
    }

    /// Records that the word at byte `offset` is needed, if it was never written.
    pub fn need(&self, offset: u32) {
        let i = offset as usize / 4;
        let (Some(written), Some(unwritten)) =
            (self.written.get(i / 64), self.unwritten.get(i / 64))
        else {
            return;
        };
        if written >> (i % 64) & 1 == 0 {
            unwritten.fetch_or(1 << (i % 64), Relaxed);
            self.any_unwritten.store(true, Relaxed);
        }
    }

    /// The byte offsets of needed words that were never written, since the last
    /// call.
    pub fn take_unwritten(&self) -> Vec<u32> {
        if !self.any_unwritten.swap(false, Relaxed) {
            return Vec::new();
        }
        let mut offsets = Vec::new();
        for (n, group) in (0..).zip(&self.unwritten) {
            let bits = group.swap(0, Relaxed);
            offsets.extend(
                (0..64u32)
                    .filter(|i| bits >> i & 1 != 0)
                    .map(|i| 4 * (64 * n + i)),
            );
        }
        offsets
    }

    /// The word at byte `offset`. While a part is being decoded, the word is
    /// recorded as needed.
    #[inline]
    pub fn word(&self, offset: u32) -> u32 {
        if self.decoding.load(Relaxed) != 0 {
            self.need(offset);
        }
        self.optional(offset)
    }

    /// The word at byte `offset`, which drivers may leave unwritten: it then has the value
    /// after power-on.
    #[inline]
    pub fn optional(&self, offset: u32) -> u32 {
        let i = offset as usize / 4;
        self.note_read(i..i + 1);
        self.words.get(i).copied().unwrap_or(0)
    }

    /// Copies code loaded by a command to the other window on the same instruction
    /// memory, and records its source address.
    pub fn code_loaded(&mut self, load: CodeLoad) {
        self.note_code_load(load);
        let Some(offset) = regs::code_mirror(load.offset) else {
            return;
        };
        let (from, to) = (load.offset as usize / 4, offset as usize / 4);
        for i in 0..load.words as usize {
            match self.words.get(from + i) {
                Some(word) if to + i < STATE_WORDS => self.store(to + i, *word),
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

    /// Whether the word at byte `offset` was ever written. Unlike
    /// [`State::written`], the result is not recorded as a dependency.
    pub fn ever_written(&self, offset: u32) -> bool {
        let i = offset as usize / 4;
        let bits = self.written.get(i / 64).copied().unwrap_or(0);
        bits >> (i % 64) & 1 != 0
    }

    /// The word at byte `offset` as a float.
    #[inline]
    pub fn float(&self, offset: u32) -> f32 {
        f32::from_bits(self.word(offset))
    }

    /// A field of the word at byte `offset`.
    #[inline]
    pub fn field(&self, offset: u32, field: &Field) -> u32 {
        field.of(self.word(offset))
    }

    /// Up to `count` words from byte `offset` on; fewer at the end of the state.
    pub fn words(&self, offset: u32, count: usize) -> &[u32] {
        let from = (offset as usize / 4).min(STATE_WORDS);
        let to = from.saturating_add(count).min(STATE_WORDS);
        self.note_read(from..to);
        &self.words[from..to]
    }

    /// Writes `value` as a command does: bit groups whose mask bit is set are
    /// unchanged. Returns the stored word.
    pub fn write(&mut self, offset: u32, value: u32) -> u32 {
        let i = offset as usize / 4;
        let Some(word) = self.words.get(i) else {
            return 0;
        };
        let new = match regs::find(offset) {
            Some(place) => regs::merge(place.row, *word, value),
            None => value,
        };
        self.store(i, new);
        new
    }

    /// Writes `words` from byte `offset` on, ignoring masks.
    pub fn write_whole(&mut self, offset: u32, words: impl Iterator<Item = u32>) {
        for (i, word) in (offset as usize / 4..STATE_WORDS).zip(words) {
            self.store(i, word);
        }
    }

    #[inline(always)]
    fn store(&mut self, i: usize, new: u32) {
        let bit = 1 << (i % 64);
        if self.words[i] != new || self.written[i / 64] & bit == 0 {
            *self.changed.get_mut() |= *self.read_for[i].get_mut();
        }
        self.words[i] = new;
        self.written[i / 64] |= bit;
    }

    /// Whether the word at byte `offset` was ever written.
    pub fn written(&self, offset: u32) -> bool {
        let i = offset as usize / 4;
        self.note_read(i..i + 1);
        self.ever_written(offset)
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
