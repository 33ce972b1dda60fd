//! Index fetch: the sizes of indices, and the vertex numbers that they select.

use std::collections::HashMap;
use std::ops::Range;

/// The size of an index in memory, little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexSize {
    /// 8 bits.
    U8,
    /// 16 bits.
    U16,
    /// 32 bits.
    U32,
}

/// The number that [`vertex_numbers`] returns for the restart index.
///
/// The vertex of that number cannot be drawn together with restart: its address would
/// be beyond any buffer.
pub const RESTART: u32 = u32::MAX;

impl IndexSize {
    /// Bytes of an index.
    pub const fn bytes(self) -> u32 {
        match self {
            IndexSize::U8 => 1,
            IndexSize::U16 => 2,
            IndexSize::U32 => 4,
        }
    }

    /// The largest index: the restart index of Vulkan and of OpenGL ES.
    pub const fn largest(self) -> u32 {
        u32::MAX >> (32 - 8 * self.bytes())
    }

    /// Index `n` of `bytes`; 0 beyond the end.
    #[inline]
    pub fn at(self, bytes: &[u8], n: usize) -> u32 {
        match self {
            IndexSize::U8 => bytes.get(n).map_or(0, |byte| u32::from(*byte)),
            IndexSize::U16 => {
                let index = bytes.as_chunks().0.get(n);
                index.map_or(0, |index| u16::from_le_bytes(*index).into())
            }
            IndexSize::U32 => {
                let index = bytes.as_chunks().0.get(n);
                index.map_or(0, |index| u32::from_le_bytes(*index))
            }
        }
    }
}

/// The vertex numbers of indices: [`RESTART`] for the index `restart`, and `base` added
/// to the others, modulo 2^32. Of `restart`, only the bits of an index count.
pub fn vertex_numbers(
    size: IndexSize,
    bytes: &[u8],
    restart: Option<u32>,
    base: i32,
) -> impl Iterator<Item = u32> {
    let restart = restart.map(|index| index & size.largest());
    let whole = bytes.chunks_exact(size.bytes() as usize);
    whole.map(move |index| {
        let index = size.at(index, 0);
        match Some(index) == restart {
            true => RESTART,
            false => index.wrapping_add_signed(base),
        }
    })
}

/// The vertices of instances after each other, with [`RESTART`] after each of them, if there are
/// several. `vertex` has the number of a vertex in an instance.
pub fn instanced(one: Vec<u32>, instances: u32, vertex: impl Fn(u32, u32) -> u32) -> Vec<u32> {
    if instances == 1 {
        return one;
    }
    let mut all = Vec::with_capacity((one.len() + 1) * instances as usize);
    for instance in 0..instances {
        all.extend(one.iter().map(|number| match *number {
            RESTART => RESTART,
            number => vertex(number, instance),
        }));
        all.push(RESTART);
    }
    all
}

/// Runs of vertices with consecutive numbers, for reads of what follows each other in memory.
/// Each of the first million vertices is in one run only.
#[derive(Clone, Debug, Default)]
pub struct VertexRuns {
    /// Vertices that were added, a bit each.
    seen: Vec<u64>,
    last: Range<u64>,
}

impl VertexRuns {
    /// The most vertices of a run.
    pub const LONGEST: usize = 64;
    /// The most words of [`VertexRuns::seen`].
    const WORDS: usize = 1 << 14;

    /// Adds a vertex. Returns the run before it, if it does not continue that.
    #[inline]
    pub fn add(&mut self, vertex: u32) -> Option<Range<u64>> {
        if !self.is_new(vertex) {
            return None;
        }
        let number = u64::from(vertex);
        let Range { start, end } = self.last;
        if end == number && end - start < Self::LONGEST as u64 {
            self.last.end += 1;
            return None;
        }
        let before = std::mem::replace(&mut self.last, number..number + 1);
        (!before.is_empty()).then_some(before)
    }

    /// The last run, which may be empty.
    pub fn last(self) -> Range<u64> {
        self.last
    }

    /// Whether a vertex is not known to have been added.
    fn is_new(&mut self, vertex: u32) -> bool {
        let (word, bit) = (vertex as usize / 64, 1 << (vertex % 64));
        if word >= Self::WORDS {
            return true;
        }
        if self.seen.len() <= word {
            self.seen.resize(word + 1, 0);
        }
        let new = self.seen[word] & bit == 0;
        self.seen[word] |= bit;
        new
    }
}

/// Numbers up to which the table of [`unique`] is on the stack.
const FEW: usize = 64;

/// Removes duplicates: returns each vertex once, in the order of their first use and in
/// the memory of `list`, and replaces `numbers` by indices into it. `restart` stays.
pub fn unique(numbers: &mut [u32], restart: Option<u32>, mut list: Vec<u32>) -> Vec<u32> {
    list.clear();
    let real = || numbers.iter().copied().filter(|n| Some(*n) != restart);
    let (Some(low), Some(high)) = (real().min(), real().max()) else {
        return list;
    };
    let span = (high - low) as usize;
    if span < 4 * numbers.len() + 1024 {
        let (mut few, mut many) = ([u32::MAX; FEW], Vec::new());
        let places = match few.get_mut(..=span) {
            Some(few) => few,
            None => {
                many.resize(span + 1, u32::MAX);
                &mut many[..]
            }
        };
        for n in numbers.iter_mut().filter(|n| Some(**n) != restart) {
            let place = &mut places[(*n - low) as usize];
            if *place == u32::MAX {
                *place = list.len() as u32;
                list.push(*n);
            }
            *n = *place;
        }
    } else {
        let mut places = HashMap::new();
        for n in numbers.iter_mut().filter(|n| Some(**n) != restart) {
            *n = *places.entry(*n).or_insert_with(|| {
                list.push(*n);
                list.len() as u32 - 1
            });
        }
    }
    list
}
