//! The state: 64 Ki words that command streams write and units read.

use tilescope_tables::packet::Field;

use crate::regs::{self, STATE_WORDS};

/// The words of state, and which of them were ever written.
///
/// Offsets are in bytes; those beyond the state read as 0 and are not written.
/// Nobody knows what the words hold after power-on; here they are 0 and count as
/// not written.
#[derive(Clone, Debug)]
pub struct State {
    words: Box<[u32]>,
    /// A bit for each word.
    written: Box<[u64]>,
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

impl State {
    /// The state after power-on.
    pub fn new() -> State {
        State {
            words: vec![0; STATE_WORDS].into(),
            written: vec![0; STATE_WORDS / 64].into(),
        }
    }

    /// The word at byte `offset`.
    #[inline]
    pub fn word(&self, offset: u32) -> u32 {
        self.words.get(offset as usize / 4).copied().unwrap_or(0)
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
        &self.words[from..to]
    }

    /// Writes `value` as a command does: groups of bits whose mask bit is set
    /// stay as they are. Gives the word that is stored now.
    pub fn write(&mut self, offset: u32, value: u32) -> u32 {
        let i = offset as usize / 4;
        let Some(word) = self.words.get_mut(i) else {
            return 0;
        };
        *word = match regs::find(offset) {
            Some(place) => regs::merge(place.row, *word, value),
            None => value,
        };
        self.written[i / 64] |= 1 << (i % 64);
        *word
    }

    /// Whether anybody wrote the word at byte `offset`.
    pub fn written(&self, offset: u32) -> bool {
        let i = offset as usize / 4;
        let bits = self.written.get(i / 64).copied().unwrap_or(0);
        bits >> (i % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regs::pe::{color_format, depth_config};

    #[test]
    fn masks_keep_what_they_protect() {
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
    fn outside_is_nothing() {
        let mut state = State::new();
        assert_eq!(state.write(0x40000, 7), 0);
        assert_eq!(state.word(0x40000), 0);
        assert!(!state.written(u32::MAX));
        assert_eq!(state.words(0x3fffc, 4).len(), 1);
        assert!(state.words(u32::MAX, 4).is_empty());
    }
}
