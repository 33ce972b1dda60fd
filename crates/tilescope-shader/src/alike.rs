//! Lanes of a batch by their words.

use tilescope_exec::Lanes16;

/// The lanes of a batch, group by group, whose words are the same: the word and the lanes.
#[derive(Clone, Debug)]
pub struct Alike<'w> {
    /// The words; without, all lanes have the same one.
    words: Option<&'w Lanes16>,
    word: u32,
    rest: u16,
}

impl<'w> Alike<'w> {
    /// Groups of some lanes by their words.
    #[inline(always)]
    pub fn by(words: &'w Lanes16, lanes: u16) -> Alike<'w> {
        Alike {
            words: Some(words),
            word: 0,
            rest: lanes,
        }
    }

    /// Lanes that have one word.
    #[inline(always)]
    pub fn one(word: u32, lanes: u16) -> Alike<'w> {
        Alike {
            words: None,
            word,
            rest: lanes,
        }
    }
}

impl Iterator for Alike<'_> {
    type Item = (u32, u16);

    #[inline(always)]
    fn next(&mut self) -> Option<(u32, u16)> {
        if self.rest == 0 {
            return None;
        }
        let Some(words) = self.words else {
            return Some((self.word, std::mem::take(&mut self.rest)));
        };
        let first = words.0[self.rest.trailing_zeros() as usize & 15];
        let mut equal = 0u16;
        for (i, word) in words.0.iter().enumerate() {
            equal |= u16::from(*word == first) << i;
        }
        let group = self.rest & equal;
        self.rest &= !group;
        Some((first, group))
    }
}
