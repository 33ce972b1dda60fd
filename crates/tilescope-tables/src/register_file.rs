//! A register file: words that commands write and units read, with a record of both.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::packet::Field;

/// The number of parts that reads can be recorded for.
pub const MAX_PARTS: u8 = 8;

/// The words of a register file, with a record of the words ever written, and of those
/// read for each part of the state that units decode from them.
///
/// Offsets are in bytes; those beyond the file read as 0 and are not written. Parts are
/// numbers below [`MAX_PARTS`], which the family assigns.
#[derive(Debug)]
pub struct RegisterFile {
    words: Box<[u32]>,
    /// Bit mask of written words.
    written: Box<[u64]>,
    /// For each word, the mask of the parts that read it.
    read_for: Box<[AtomicU8]>,
    /// Mask of the parts being decoded.
    decoding: AtomicU8,
    /// Mask of the parts with words written since they were decoded.
    changed: AtomicU8,
    /// Bit mask of needed words that were never written, and whether there are any.
    unwritten: Box<[AtomicU64]>,
    any_unwritten: AtomicBool,
}

/// The copy has no record of decoding.
impl Clone for RegisterFile {
    fn clone(&self) -> Self {
        RegisterFile {
            words: self.words.clone(),
            written: self.written.clone(),
            ..RegisterFile::new(self.words.len(), 0)
        }
    }
}

fn bit(part: u8) -> u8 {
    debug_assert!(part < MAX_PARTS);
    1 << (part % MAX_PARTS)
}

impl RegisterFile {
    /// A file of `len` words that hold `value` and count as not written.
    pub fn new(len: usize, value: u32) -> Self {
        let groups = len.div_ceil(64);
        RegisterFile {
            words: vec![value; len].into(),
            written: vec![0; groups].into(),
            read_for: (0..len).map(|_| AtomicU8::new(0)).collect(),
            decoding: AtomicU8::new(0),
            changed: AtomicU8::new(0),
            unwritten: (0..groups).map(|_| AtomicU64::new(0)).collect(),
            any_unwritten: AtomicBool::new(false),
        }
    }

    /// Runs `decode` and records the words that it reads. From then on
    /// [`RegisterFile::part_changed`] tells whether the result may be outdated.
    pub fn decode_part<T>(&self, part: u8, decode: impl FnOnce() -> T) -> T {
        let outer = self.decoding.fetch_or(bit(part), Relaxed);
        let result = decode();
        self.decoding.store(outer, Relaxed);
        self.changed.fetch_and(!bit(part), Relaxed);
        result
    }

    /// Whether a word that was read for `part` has changed since it was last
    /// decoded. Words read by earlier decodings are included.
    pub fn part_changed(&self, part: u8) -> bool {
        self.changed.load(Relaxed) & bit(part) != 0
    }

    /// The byte offsets of the words that were read for `part`, in ascending order.
    pub fn read_for_part(&self, part: u8) -> impl Iterator<Item = u32> {
        let read = move |word: &AtomicU8| word.load(Relaxed) & bit(part) != 0;
        let words = (0..).zip(&self.read_for);
        words.filter_map(move |(i, word)| read(word).then_some(4 * i))
    }

    fn note_read(&self, words: Range<usize>) {
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
        if i < self.words.len() && written >> (i % 64) & 1 == 0 {
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
        self.peek(offset).unwrap_or(0)
    }

    /// The word at byte `offset`, without a record of the read; `None` beyond the file.
    #[inline]
    pub fn peek(&self, offset: u32) -> Option<u32> {
        self.words.get(offset as usize / 4).copied()
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

    /// Up to `count` words from byte `offset` on; fewer at the end of the file.
    pub fn words(&self, offset: u32, count: usize) -> &[u32] {
        let from = (offset as usize / 4).min(self.words.len());
        let to = from.saturating_add(count).min(self.words.len());
        self.note_read(from..to);
        &self.words[from..to]
    }

    /// Sets the word at byte `offset`.
    #[inline]
    pub fn set(&mut self, offset: u32, value: u32) {
        let i = offset as usize / 4;
        let (Some(word), Some(written)) = (self.words.get_mut(i), self.written.get_mut(i / 64))
        else {
            return;
        };
        let bit = 1 << (i % 64);
        if *word != value || *written & bit == 0 {
            *self.changed.get_mut() |= *self.read_for[i].get_mut();
        }
        *word = value;
        *written |= bit;
    }

    /// Whether the word at byte `offset` was ever written.
    pub fn written(&self, offset: u32) -> bool {
        let i = offset as usize / 4;
        self.note_read(i..i + 1);
        self.ever_written(offset)
    }

    /// Whether the word at byte `offset` was ever written. Unlike
    /// [`RegisterFile::written`], the result is not recorded as a dependency.
    pub fn ever_written(&self, offset: u32) -> bool {
        let i = offset as usize / 4;
        let bits = self.written.get(i / 64).copied().unwrap_or(0);
        bits >> (i % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIXELS: u8 = 3;
    const SCREEN: u8 = 7;

    #[test]
    fn changes_of_read_words_are_detected() {
        let mut file = RegisterFile::new(0x1000, 0);
        let (at, other) = (0x100, 0x208);
        file.decode_part(PIXELS, || (file.word(at), file.written(other)));
        assert!(!file.part_changed(PIXELS) && !file.part_changed(SCREEN));
        assert!(file.read_for_part(PIXELS).eq([at, other]));
        file.set(0x400, 1);
        assert!(!file.part_changed(PIXELS), "no part has read it");
        file.set(at, 0);
        assert!(file.part_changed(PIXELS), "it was unwritten before");
        file.decode_part(PIXELS, || file.words(at, 2).len());
        file.set(at, 0);
        assert!(!file.part_changed(PIXELS), "the value is the same");
        file.set(at + 4, 7);
        assert!(file.part_changed(PIXELS));
        file.decode_part(PIXELS, || ());
        file.set(other, 3);
        assert!(file.part_changed(PIXELS), "it was read once");
        let copy = file.clone();
        assert_eq!(copy.peek(other), Some(3));
        assert!(copy.ever_written(other) && !copy.part_changed(PIXELS));
        assert_eq!(copy.read_for_part(PIXELS).count(), 0);
    }

    #[test]
    fn needed_words_are_noted_until_they_are_written() {
        let mut file = RegisterFile::new(0x1000, 5);
        let (at, other) = (0x100, 0x208);
        file.word(at);
        assert_eq!(file.take_unwritten(), [], "no part is being decoded");
        file.decode_part(PIXELS, || {
            (file.word(other), file.optional(0x400), file.word(at))
        });
        assert_eq!(file.take_unwritten(), [at, other]);
        assert_eq!(file.take_unwritten(), [], "the list was cleared");
        file.set(at, 0);
        file.decode_part(PIXELS, || (file.word(other), file.word(at)));
        assert_eq!(file.take_unwritten(), [other]);
        assert_eq!((file.word(at), file.word(other)), (0, 5));
    }

    #[test]
    fn outside_is_nothing() {
        let mut file = RegisterFile::new(100, 9);
        file.set(400, 7);
        file.set(u32::MAX, 7);
        file.decode_part(0, || (file.word(400), file.written(u32::MAX)));
        assert_eq!(file.take_unwritten(), []);
        assert_eq!((file.word(400), file.peek(400)), (0, None));
        assert!(!file.written(u32::MAX) && !file.written(404));
        assert_eq!(file.words(396, 4), [9]);
        assert!(file.words(u32::MAX, 4).is_empty());
    }
}
