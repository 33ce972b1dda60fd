//! Shaded vertices of one shader record, by index.

/// Words of vertices, by vertex index. Vertices are added in
/// batches; memory grows with the vertices that are used.
#[derive(Clone)]
pub struct Shaded {
    rows: usize,
    slots: Vec<Option<Box<[u32; 256]>>>,
    words: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl Shaded {
    /// Creates a store for vertices of `rows` words.
    pub fn new(rows: usize) -> Self {
        Shaded {
            rows,
            slots: vec![None; 256],
            words: Vec::new(),
        }
    }

    /// Words per vertex.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of words stored.
    pub fn size(&self) -> usize {
        self.words.len() + self.slots.iter().flatten().count() * 256
    }

    /// Whether vertex `index` is stored.
    pub fn has(&self, index: u16) -> bool {
        self.slot(index) != EMPTY
    }

    #[inline]
    fn slot(&self, index: u16) -> u32 {
        let page = &self.slots[usize::from(index >> 8)];
        page.as_ref().map_or(EMPTY, |p| p[usize::from(index & 255)])
    }

    /// Adds a vertex, or replaces it.
    pub fn insert(&mut self, index: u16, words: &[u32]) {
        let page =
            self.slots[usize::from(index >> 8)].get_or_insert_with(|| Box::new([EMPTY; 256]));
        let slot = &mut page[usize::from(index & 255)];
        if *slot == EMPTY {
            *slot = (self.words.len() / self.rows.max(1)) as u32;
            self.words.extend_from_slice(&words[..self.rows]);
        } else {
            let at = *slot as usize * self.rows;
            self.words[at..at + self.rows].copy_from_slice(&words[..self.rows]);
        }
    }

    /// Adds vertices whose words are consecutive, as many as `words` contains.
    pub fn insert_all(&mut self, indices: &[u16], words: &[u32]) {
        for (index, words) in indices.iter().zip(words.chunks_exact(self.rows.max(1))) {
            self.insert(*index, words);
        }
    }

    /// Adds every vertex of `other`, which must have the same number of words per vertex.
    pub fn merge(&mut self, other: &Shaded) {
        for (page, slots) in other.slots.iter().enumerate() {
            let Some(slots) = slots else { continue };
            for (i, slot) in slots.iter().enumerate().filter(|(_, s)| **s != EMPTY) {
                let at = *slot as usize * other.rows;
                self.insert((page << 8 | i) as u16, &other.words[at..at + other.rows]);
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
