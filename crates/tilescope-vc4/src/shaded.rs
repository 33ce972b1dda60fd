//! Shaded vertices of one shader record, by index.

/// Words of vertices, by vertex index. Vertices are added in batches; memory grows with
/// the range of the indices that are used.
#[derive(Clone, Default)]
pub struct Shaded {
    /// Words per vertex.
    rows: usize,
    /// Index of the first element of `slots`, a multiple of [`STEP`]; of the first vertex,
    /// if there are no slots.
    first: usize,
    /// Number of vertices with consecutive indices, while there are no slots: most draws
    /// never need any.
    run: usize,
    /// Number of each vertex in `words`, or [`EMPTY`].
    slots: Vec<u32>,
    words: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

/// Slots are added in multiples of this number.
const STEP: usize = 16;

impl Shaded {
    /// Creates a store for vertices of `rows` words.
    pub fn new(rows: usize) -> Self {
        Shaded {
            rows,
            ..Shaded::default()
        }
    }

    /// Words per vertex.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of words stored, with the slots that a run would have.
    pub fn size(&self) -> usize {
        self.words.len() + self.slots.len() + self.slots_of_run()
    }

    fn slots_of_run(&self) -> usize {
        Self::slots_for(self.first, self.run)
    }

    /// Number of slots that `count` vertices from `first` on would have.
    pub fn slots_for(first: usize, count: usize) -> usize {
        match count {
            0 => 0,
            _ => (first % STEP + count).next_multiple_of(STEP),
        }
    }

    /// Whether vertex `index` is stored.
    pub fn has(&self, index: u16) -> bool {
        self.slot(index) != EMPTY
    }

    #[inline]
    fn slot(&self, index: u16) -> u32 {
        let at = usize::from(index).wrapping_sub(self.first);
        match at < self.run {
            true => at as u32,
            false => self.slots.get(at).copied().unwrap_or(EMPTY),
        }
    }

    /// Gives the vertices of a run their slots.
    fn end_run(&mut self) {
        let count = std::mem::take(&mut self.run);
        if count == 0 {
            return;
        }
        let at = self.first % STEP;
        self.first -= at;
        self.slots = vec![EMPTY; (at + count).next_multiple_of(STEP)];
        for (slot, n) in self.slots[at..].iter_mut().zip(0..count as u32) {
            *slot = n;
        }
    }

    /// The slot of a vertex, created if there is none.
    fn slot_mut(&mut self, index: u16) -> &mut u32 {
        self.end_run();
        let index = usize::from(index);
        let start = index / STEP * STEP;
        if self.slots.is_empty() {
            self.first = start;
        } else if start < self.first {
            // At least twice as many, so that descending indices are not quadratic.
            let first = start.min(self.first.saturating_sub(self.slots.len()));
            let new = self.first - first;
            self.slots.splice(0..0, std::iter::repeat_n(EMPTY, new));
            self.first = first;
        }
        let at = index - self.first;
        if at >= self.slots.len() {
            self.slots.resize((at + 1).next_multiple_of(STEP), EMPTY);
        }
        &mut self.slots[at]
    }

    /// Adds a vertex, or replaces it.
    pub fn insert(&mut self, index: u16, words: &[u32]) {
        let rows = self.rows;
        let next = (self.words.len() / rows.max(1)) as u32;
        let slot = self.slot_mut(index);
        if *slot == EMPTY {
            *slot = next;
            self.words.extend_from_slice(&words[..rows]);
        } else {
            let at = *slot as usize * rows;
            self.words[at..at + rows].copy_from_slice(&words[..rows]);
        }
    }

    /// Adds vertices whose words are consecutive, as many as `words` contains.
    pub fn insert_all(&mut self, indices: &[u16], words: Vec<u32>) {
        let count = words.len() / self.rows.max(1);
        if let (true, Some(&first)) = (self.words.is_empty(), indices.first())
            && count == indices.len()
            && are_consecutive(indices)
        {
            self.first = usize::from(first);
            self.run = count;
            self.words = words;
            return;
        }
        self.words.reserve(words.len());
        for (index, words) in indices.iter().zip(words.chunks_exact(self.rows.max(1))) {
            self.insert(*index, words);
        }
    }

    /// Adds every vertex of `other`, which must have the same number of words per vertex.
    pub fn merge(&mut self, other: &Shaded) {
        let of_run = (other.first..).zip(0..other.run as u32);
        let others = (other.first..).zip(other.slots.iter().copied());
        for (index, slot) in of_run.chain(others) {
            if slot != EMPTY {
                let at = slot as usize * other.rows;
                self.insert(index as u16, &other.words[at..at + other.rows]);
            }
        }
    }

    /// The words of a vertex, if it is stored.
    #[inline]
    pub fn get(&self, index: u16) -> Option<&[u32]> {
        match self.slot(index) {
            EMPTY => None,
            slot => {
                let at = slot as usize * self.rows;
                self.words.get(at..at + self.rows)
            }
        }
    }
}

/// Whether each index is one more than the index before it.
pub fn are_consecutive(indices: &[u16]) -> bool {
    let next = |w: &[u16]| w[0].checked_add(1) == Some(w[1]);
    indices.windows(2).all(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_found_in_whatever_order_they_were_added() {
        let orders: [&[u16]; 6] = [
            &[0, 65535, 300, 299, 16, 15],
            &[65535, 40000, 3, 40000],
            &[512, 511, 510, 0, 1023],
            &[7],
            &[13, 14, 15, 16, 17],
            &[65534, 65535],
        ];
        for order in orders {
            let mut shaded = Shaded::new(2);
            for &i in order {
                shaded.insert(i, &[u32::from(i), 1]);
            }
            let pairs: Vec<u32> = order.iter().flat_map(|&i| [u32::from(i), 1]).collect();
            let mut together = Shaded::new(2);
            together.insert_all(order, pairs);
            assert_eq!(together.size(), shaded.size());
            let mut merged = Shaded::new(2);
            merged.insert(9, &[9, 0]);
            merged.merge(&shaded);
            let mut beyond = together.clone();
            beyond.insert(9, &[9, 0]);
            for i in 0..=u16::MAX {
                let there = order.contains(&i).then(|| [u32::from(i), 1]);
                assert_eq!(shaded.get(i), there.as_ref().map(|w| &w[..]), "{i}");
                assert_eq!(together.get(i), shaded.get(i), "{i}");
                assert_eq!(shaded.has(i), there.is_some());
                assert_eq!(merged.has(i), there.is_some() || i == 9);
                assert_eq!(beyond.has(i), merged.has(i));
            }
        }
    }
}
