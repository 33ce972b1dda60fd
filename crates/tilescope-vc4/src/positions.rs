//! Screen positions computed by coordinate shaders, to compare with those of vertex
//! shaders.

use crate::binner::VertexFormat;
use crate::record_map::RecordMap;
use crate::shaded::Shaded;
use crate::state::ShaderRef;

/// Maximum number of stored words; vertices beyond are not compared.
const MAX_WORDS: usize = 1 << 20;

/// Screen positions of one frame's vertices, by shader record.
#[derive(Default)]
pub struct Positions {
    by_record: RecordMap<Shaded>,
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
        let stored = self
            .by_record
            .entry(record)
            .or_insert_with(|| Shaded::new(1));
        let before = stored.size();
        let position = |words: &[u32]| format.screen_of(words).to_words()[0];
        let known = |i: &u16| vertices.get(*i).map(position);
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
            let [before] = *stored.get(*i)? else {
                return None;
            };
            let now = format.screen_of(vertices.get(*i)?).to_words()[0];
            let xy = |w: u32| [w as i16, (w >> 16) as i16];
            (before != now).then_some((*i, xy(before), xy(now)))
        })
    }
}
