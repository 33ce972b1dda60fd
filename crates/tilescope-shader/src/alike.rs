//! Lanes of a batch by their words.

use tilescope_exec::{Lanes16, sixteen};

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
        let group = self.rest & sixteen::equal(&words.0, &[first; 16]);
        self.rest &= !group;
        Some((first, group))
    }
}

/// The same by several words: those of a group, and the lanes.
#[derive(Clone, Debug)]
pub struct AllAlike<'w, const N: usize> {
    /// The words; without, all lanes have zeros.
    words: Option<&'w [Lanes16; N]>,
    rest: u16,
}

impl<'w, const N: usize> AllAlike<'w, N> {
    /// Groups of some lanes by their words; without words, all lanes have zeros.
    #[inline(always)]
    pub fn by(words: Option<&'w [Lanes16; N]>, lanes: u16) -> AllAlike<'w, N> {
        AllAlike { words, rest: lanes }
    }
}

impl<const N: usize> Iterator for AllAlike<'_, N> {
    type Item = ([u32; N], u16);

    #[inline(always)]
    fn next(&mut self) -> Option<([u32; N], u16)> {
        if self.rest == 0 {
            return None;
        }
        let Some(words) = self.words else {
            return Some(([0; N], std::mem::take(&mut self.rest)));
        };
        let lane = self.rest.trailing_zeros() as usize & 15;
        let mut first = [0; N];
        let mut group = self.rest;
        for (first, words) in first.iter_mut().zip(words) {
            *first = words.0[lane];
            group &= sixteen::equal(&words.0, &[*first; 16]);
        }
        self.rest &= !group;
        Some((first, group))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_with_all_words_alike_are_together() {
        let words = [
            Lanes16::from_fn(|i| i as u32 & 1),
            Lanes16::from_fn(|i| i as u32 >> 3),
        ];
        let groups: Vec<_> = AllAlike::by(Some(&words), 0x7fff).collect();
        let expected = [
            ([0, 0], 0x0055),
            ([1, 0], 0x00aa),
            ([0, 1], 0x5500),
            ([1, 1], 0x2a00),
        ];
        assert_eq!(groups, expected);
        let alike: Vec<_> = AllAlike::<2>::by(None, 0x10).collect();
        assert_eq!(alike, [([0, 0], 0x10)]);
    }
}
