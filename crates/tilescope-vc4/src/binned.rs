//! The shader records of a frame's binning pass: the draw of each, because tile lists refer
//! to records and findings to draws, and the positions by its coordinate shader, which those
//! of the vertex shader are compared with.

use std::collections::hash_map::Entry;

use crate::binner::VertexFormat;
use crate::record_map::RecordMap;
use crate::shaded::{Held, Shaded};
use crate::state::ShaderRef;

/// Maximum number of stored words; vertices beyond are not compared.
const MAX_WORDS: usize = 1 << 20;

/// Maximum number of records whose allocations are kept.
const MAX_KEPT: usize = 1 << 16;

/// Knowledge of a record from binning.
struct Known {
    record: ShaderRef,
    /// The only draw that used it; `None` if there were more.
    draw: Option<u32>,
    /// Screen positions of its vertices, if they are known.
    positions: Option<Held>,
}

/// The records of one frame.
#[derive(Default)]
pub struct BinnedRecords {
    /// The place of each in `list`.
    places: RecordMap<usize>,
    list: Vec<Known>,
    /// Positions, which records refer to.
    words: Vec<u32>,
    /// Number of stored words, with the slots of vertices.
    size: usize,
    /// Words of a draw, for their allocation.
    drawn: Vec<u32>,
}

/// A record in [`BinnedRecords`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BinnedRecord(usize);

impl BinnedRecords {
    /// Forgets everything but the allocations, if they are not large.
    pub fn clear(&mut self) {
        if self.list.len() > MAX_KEPT {
            *self = BinnedRecords::default();
        }
        self.places.clear();
        self.list.clear();
        self.words.clear();
        self.size = 0;
    }

    /// Records that draw `index` uses `record`.
    pub fn note_draw(&mut self, record: ShaderRef, index: u32) -> BinnedRecord {
        let place = match self.places.entry(record) {
            Entry::Occupied(place) => {
                let known = &mut self.list[*place.get()];
                known.draw = known.draw.filter(|d| *d == index);
                *place.get()
            }
            Entry::Vacant(vacant) => {
                self.list.push(Known {
                    record,
                    draw: Some(index),
                    positions: None,
                });
                *vacant.insert(self.list.len() - 1)
            }
        };
        BinnedRecord(place)
    }

    /// Records the positions of `vertices`, with the given `indices`.
    pub fn note_positions(
        &mut self,
        record: BinnedRecord,
        indices: &[u16],
        vertices: &Shaded,
        format: VertexFormat,
    ) {
        let Some(known) = self.list.get_mut(record.0) else {
            return;
        };
        if self.size >= MAX_WORDS {
            return;
        }
        let position = |i: &u16| Some(format.screen_of(vertices.get(*i)?).to_words()[0]);
        self.drawn.clear();
        self.drawn.extend(indices.iter().map_while(position));
        match &mut known.positions {
            Some(positions) => {
                let before = positions.size();
                positions.add(indices, &self.drawn, &self.words);
                self.size += positions.size() - before;
            }
            None => {
                let positions = Held::new(1, indices, &self.drawn, &mut self.words);
                self.size += positions.size();
                known.positions = Some(positions);
            }
        }
    }

    /// A record that a draw used.
    pub fn find(&self, record: ShaderRef) -> Option<BinnedRecord> {
        self.places.get(&record).map(|place| BinnedRecord(*place))
    }

    /// The same, of a record that probably comes after another one.
    pub fn find_after(
        &self,
        record: ShaderRef,
        other: Option<BinnedRecord>,
    ) -> Option<BinnedRecord> {
        let next = other.map_or(0, |BinnedRecord(place)| place + 1);
        match self.list.get(next) {
            Some(known) if known.record == record => Some(BinnedRecord(next)),
            _ => self.find(record),
        }
    }

    /// The draw that uses a record, if it is the only one.
    pub fn draw_of(&self, record: BinnedRecord) -> Option<u32> {
        self.list.get(record.0)?.draw
    }

    /// The first vertex with a different position in `words`, which are those of the vertices
    /// `indices`: its index, the position by the coordinate shader and the new position, in
    /// 1/16 pixel.
    pub fn differing(
        &self,
        record: BinnedRecord,
        indices: &[u16],
        words: &[u32],
        format: VertexFormat,
    ) -> Option<(u16, [i16; 2], [i16; 2])> {
        let positions = self.list.get(record.0)?.positions.as_ref()?;
        let vertices = indices.iter().zip(words.chunks_exact(format.rows()));
        vertices.into_iter().find_map(|(i, words)| {
            let before = *positions.get(*i, &self.words)?.first()?;
            let now = format.screen_of(words).to_words()[0];
            let xy = |w: u32| [w as i16, (w >> 16) as i16];
            (before != now).then_some((*i, xy(before), xy(now)))
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
            let mut binned = BinnedRecords::default();
            let noted = binned.note_draw(record, 0);
            for (n, part) in parts.iter().enumerate() {
                for &i in *part {
                    let word = u32::from(i) << 16 | n as u32;
                    all.insert(i, &[word, 0, 0]);
                }
                binned.note_positions(noted, part, &all, format);
                for &i in *part {
                    plain.insert(i, &[u32::from(i) << 16 | n as u32]);
                }
                assert_eq!(binned.size, plain.size(), "{parts:?}");
            }
            assert_eq!(binned.find(record), Some(noted));
            assert_eq!(binned.find_after(record, None), Some(noted));
            assert_eq!(binned.find_after(record, Some(noted)), Some(noted));
            let every: Vec<u16> = (0..=u16::MAX).collect();
            let words = |all: &Shaded| -> Vec<u32> {
                let of = |i: &u16| all.get(*i).map_or([1; 3], |w| [w[0], w[1], w[2]]);
                every.iter().flat_map(of).collect()
            };
            assert_eq!(binned.differing(noted, &every, &words(&all), format), None);
            let last = parts[0][0];
            all.insert(last, &[77, 0, 0]);
            let found = binned.differing(noted, &every, &words(&all), format);
            assert_eq!(found.map(|(i, _, now)| (i, now)), Some((last, [77, 0])));
        }
    }

    #[test]
    fn a_record_of_two_draws_is_of_none() {
        let mut binned = BinnedRecords::default();
        let [a, b] = [64, 96].map(|address| ShaderRef::Nv { address });
        let first = binned.note_draw(a, 3);
        let second = binned.note_draw(b, 4);
        binned.note_draw(b, 4);
        assert_eq!(binned.draw_of(first), Some(3));
        assert_eq!(binned.draw_of(second), Some(4));
        binned.note_draw(a, 5);
        assert_eq!(binned.draw_of(first), None);
        binned.clear();
        assert_eq!(binned.find(a), None);
    }
}
