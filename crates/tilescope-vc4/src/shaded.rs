//! Shaded vertices by index: of one shader record, or of each of many.

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
    fn slots_for(first: usize, count: usize) -> usize {
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

    /// The words, for their allocation.
    pub fn into_words(self) -> Vec<u32> {
        self.words
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

/// Vertices of one record among those of many: consecutive ones, as most draws have, whose
/// words are in a list that all records share, or any.
#[derive(Default)]
pub struct Held {
    /// Words per vertex.
    rows: usize,
    /// Index of the first of consecutive vertices.
    first: u16,
    /// Their number.
    count: usize,
    /// The place of their words in the list.
    at: usize,
    /// The vertices, if they are not consecutive.
    any: Option<Box<Shaded>>,
}

impl Held {
    /// Vertices of `rows` words, as many as `words` contains.
    pub fn new(rows: usize, indices: &[u16], words: &[u32], shared: &mut Vec<u32>) -> Held {
        let at = shared.len();
        let mut held = Held {
            rows,
            at,
            ..Held::default()
        };
        match indices.first() {
            Some(&first) if words.len() == rows * indices.len() && are_consecutive(indices) => {
                (held.first, held.count) = (first, indices.len());
                shared.extend_from_slice(words);
            }
            _ => held.any(shared).insert_all(indices, words.to_vec()),
        }
        held
    }

    /// Adds vertices, or replaces them.
    pub fn add(&mut self, indices: &[u16], words: &[u32], shared: &[u32]) {
        self.any(shared).insert_all(indices, words.to_vec());
    }

    fn any(&mut self, shared: &[u32]) -> &mut Shaded {
        self.any.get_or_insert_with(|| {
            let mut any = Shaded::new(self.rows);
            let indices: Vec<u16> = (self.first..=u16::MAX).take(self.count).collect();
            let words = shared.get(self.at..self.at + self.count * self.rows);
            any.insert_all(&indices, words.unwrap_or_default().to_vec());
            Box::new(any)
        })
    }

    /// Whether vertex `index` is held.
    pub fn has(&self, index: u16) -> bool {
        match &self.any {
            Some(any) => any.has(index),
            None => usize::from(index).wrapping_sub(self.first.into()) < self.count,
        }
    }

    /// The words of a vertex, if it is held.
    #[inline]
    pub fn get<'a>(&'a self, index: u16, shared: &'a [u32]) -> Option<&'a [u32]> {
        if let Some(any) = &self.any {
            return any.get(index);
        }
        let n = usize::from(index).wrapping_sub(self.first.into());
        let at = self.at + n.min(self.count) * self.rows;
        (n < self.count).then(|| shared.get(at..at + self.rows))?
    }

    /// Number of words, with the slots that a [`Shaded`] would have.
    pub fn size(&self) -> usize {
        match &self.any {
            Some(any) => any.size(),
            None => self.count * self.rows + Shaded::slots_for(self.first.into(), self.count),
        }
    }
}

/// Whether each index is one more than the index before it.
fn are_consecutive(indices: &[u16]) -> bool {
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
            let pairs: Vec<u32> = order.iter().flat_map(|&i| [u32::from(i), 1]).collect();
            let mut shared = vec![7; 5];
            let held = Held::new(2, order, &pairs, &mut shared);
            assert_eq!(held.size(), shaded.size());
            let mut merged = Held::new(2, &[9], &[9, 0], &mut shared);
            merged.add(order, &pairs, &shared);
            let mut beyond = together.clone();
            beyond.insert(9, &[9, 0]);
            for i in 0..=u16::MAX {
                let there = order.contains(&i).then(|| [u32::from(i), 1]);
                assert_eq!(shaded.get(i), there.as_ref().map(|w| &w[..]), "{i}");
                assert_eq!(together.get(i), shaded.get(i), "{i}");
                assert_eq!(shaded.has(i), there.is_some());
                assert_eq!(held.get(i, &shared), shaded.get(i), "{i}");
                assert_eq!(held.has(i), there.is_some());
                assert_eq!(merged.has(i), there.is_some() || i == 9);
                assert_eq!(merged.get(i, &shared).is_some(), merged.has(i));
                assert_eq!(beyond.has(i), merged.has(i));
            }
        }
    }
}
