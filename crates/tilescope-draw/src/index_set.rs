//! Sets of vertex indices.

/// A set of 16-bit vertex indices: a bit each from the smallest to the largest.
#[derive(Clone, Default)]
pub struct IndexSet {
    /// Number of the first word, which holds indices `64 * first` and above.
    first: usize,
    /// The first word, zero only if the set is empty: many draws need no other.
    head: u64,
    /// The words after it.
    tail: Vec<u64>,
}

impl IndexSet {
    /// Adds an index.
    #[inline]
    pub fn insert(&mut self, i: u16) {
        let (word, bit) = (usize::from(i) / 64, 1 << (i % 64));
        // Without a head there is no tail.
        match self.tail.get_mut(word.wrapping_sub(self.first + 1)) {
            Some(bits) => *bits |= bit,
            None => self.extend(word, bit),
        }
    }

    /// Adds a bit of a word that is not in the tail.
    fn extend(&mut self, word: usize, bit: u64) {
        if self.head == 0 {
            self.first = word;
        } else if word < self.first {
            let between = std::iter::repeat_n(0, self.first - word - 1);
            self.tail.splice(0..0, between.chain([self.head]));
            (self.first, self.head) = (word, 0);
        }
        let Some(at) = (word - self.first).checked_sub(1) else {
            self.head |= bit;
            return;
        };
        if at >= self.tail.len() {
            self.tail.resize(at + 1, 0);
        }
        self.tail[at] |= bit;
    }

    /// The indices in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        let words = std::iter::once(self.head).chain(self.tail.iter().copied());
        words.enumerate().flat_map(move |(w, mut bits)| {
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let b = bits.trailing_zeros();
                    bits &= bits - 1;
                    ((self.first + w) * 64) as u16 + b as u16
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_added_in_ascending_order() {
        for order in [
            &[65535u16, 0, 64, 63, 64][..],
            &[700],
            &[128, 127, 129],
            &[],
        ] {
            let mut set = IndexSet::default();
            order.iter().for_each(|&i| set.insert(i));
            let mut sorted = order.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(set.iter().collect::<Vec<_>>(), sorted);
        }
    }
}
