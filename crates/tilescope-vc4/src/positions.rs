//! Screen positions computed by coordinate shaders, to compare with those of vertex
//! shaders.

use std::collections::hash_map::Entry;

use crate::binner::VertexFormat;
use crate::record_map::RecordMap;
use crate::shaded::{self, Shaded};
use crate::state::ShaderRef;

/// Maximum number of stored words; vertices beyond are not compared.
const MAX_WORDS: usize = 1 << 20;

/// Positions of the vertices of a record.
#[derive(Default)]
struct Stored {
    /// Index of the first vertex of a run of consecutive ones, as in most draws.
    first: u16,
    /// The place of its words in `runs`, and their number.
    at: usize,
    count: usize,
    /// The vertices of records that had others.
    any: Option<Box<Shaded>>,
}

/// Screen positions of one frame's vertices, by shader record.
#[derive(Default)]
pub struct Positions {
    by_record: RecordMap<Stored>,
    runs: Vec<u32>,
    /// Number of stored words, with the slots of vertices.
    words: usize,
}

impl Positions {
    /// Records the positions of `vertices`, with the given `indices`.
    pub fn note(
        &mut self,
        record: ShaderRef,
        indices: &[u16],
        vertices: &Shaded,
        format: VertexFormat,
    ) {
        if self.words >= MAX_WORDS {
            return;
        }
        let position = |words: &[u32]| format.screen_of(words).to_words()[0];
        let known = |i: &u16| vertices.get(*i).map(position);
        let runs = &mut self.runs;
        let stored = match self.by_record.entry(record) {
            Entry::Vacant(vacant) => {
                let (at, count) = (runs.len(), indices.len());
                runs.extend(indices.iter().map_while(known));
                if let (true, Some(&first)) = (shaded::are_consecutive(indices), indices.first())
                    && runs.len() == at + count
                {
                    let any = None;
                    vacant.insert(Stored {
                        first,
                        at,
                        count,
                        any,
                    });
                    self.words += count + Shaded::slots_for(first.into(), count);
                    return;
                }
                runs.truncate(at);
                vacant.insert(Stored::default())
            }
            Entry::Occupied(occupied) => occupied.into_mut(),
        };
        let stored = stored.slots(runs);
        let before = stored.size();
        let words: Vec<u32> = indices.iter().map_while(known).collect();
        let first = words.len();
        stored.insert_all(indices, words);
        for i in indices.iter().skip(first) {
            if let Some(word) = known(i) {
                stored.insert(*i, &[word]);
            }
        }
        self.words += stored.size() - before;
    }

    /// The first of `indices` with a different position in `vertices`: its index, the
    /// position by the coordinate shader and the new position, in 1/16 pixel.
    pub fn differing(
        &self,
        record: ShaderRef,
        indices: &[u16],
        vertices: &Shaded,
        format: VertexFormat,
    ) -> Option<(u16, [i16; 2], [i16; 2])> {
        let stored = self.by_record.get(&record)?;
        indices.iter().find_map(|i| {
            let before = stored.get(*i, &self.runs)?;
            let now = format.screen_of(vertices.get(*i)?).to_words()[0];
            let xy = |w: u32| [w as i16, (w >> 16) as i16];
            (before != now).then_some((*i, xy(before), xy(now)))
        })
    }
}

impl Stored {
    /// The position of a vertex.
    fn get(&self, index: u16, runs: &[u32]) -> Option<u32> {
        if let Some(shaded) = &self.any {
            return shaded.get(index)?.first().copied();
        }
        let n = usize::from(index).checked_sub(usize::from(self.first))?;
        (n < self.count).then(|| runs.get(self.at + n).copied())?
    }

    /// Slots, to which any vertices can be added.
    fn slots(&mut self, runs: &[u32]) -> &mut Shaded {
        self.any.get_or_insert_with(|| {
            let mut shaded = Shaded::new(1);
            let words = runs.get(self.at..self.at + self.count);
            let indices: Vec<u16> = (self.first..=u16::MAX).take(self.count).collect();
            shaded.insert_all(&indices, words.unwrap_or_default().to_vec());
            Box::new(shaded)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame of vertices of one record, noted part by part.
    #[test]
    fn positions_are_found_however_they_were_noted() {
        let format = VertexFormat {
            clip: false,
            point_size: false,
            varyings: 0,
        };
        let record = ShaderRef::Nv { address: 64 };
        let orders: [&[&[u16]]; 5] = [
            &[&[4, 5, 6]],
            &[&[4, 5, 6], &[7, 8]],
            &[&[4, 5, 6], &[1, 5, 9]],
            &[&[3, 1]],
            &[&[65534, 65535], &[0]],
        ];
        for parts in orders {
            let mut all = Shaded::new(3);
            let mut plain = Shaded::new(1);
            let mut positions = Positions::default();
            for (n, part) in parts.iter().enumerate() {
                for &i in *part {
                    let word = u32::from(i) << 16 | n as u32;
                    all.insert(i, &[word, 0, 0]);
                }
                positions.note(record, part, &all, format);
                for &i in *part {
                    plain.insert(i, &[u32::from(i) << 16 | n as u32]);
                }
                assert_eq!(positions.words, plain.size(), "{parts:?}");
            }
            let every: Vec<u16> = (0..=u16::MAX).collect();
            assert_eq!(positions.differing(record, &every, &all, format), None);
            let last = parts[0][0];
            all.insert(last, &[77, 0, 0]);
            let found = positions.differing(record, &every, &all, format);
            assert_eq!(found.map(|(i, _, now)| (i, now)), Some((last, [77, 0])));
        }
    }
}
