//! Screen positions by coordinate shaders, to compare with those by vertex
//! shaders.

use std::collections::BTreeMap;

use crate::binner::VertexFormat;
use crate::shaded::Shaded;
use crate::state::ShaderRef;

/// Words kept at most; vertices beyond are not compared.
const MAX_WORDS: usize = 1 << 20;

/// Screen positions of one frame's vertices, by shader record.
#[derive(Default)]
pub struct Positions {
    by_record: BTreeMap<ShaderRef, Shaded>,
    words: usize,
}

impl Positions {
    /// Takes the positions of `vertices`, which `indices` are of.
    pub fn note(
        &mut self,
        record: ShaderRef,
        indices: impl Iterator<Item = u16>,
        vertices: &Shaded,
        format: VertexFormat,
    ) {
        if self.words >= MAX_WORDS {
            return;
        }
        let kept = self
            .by_record
            .entry(record)
            .or_insert_with(|| Shaded::new(1));
        let before = kept.size();
        for i in indices {
            if let Some(words) = vertices.get(i) {
                kept.insert(i, &[format.screen_of(words).to_words()[0]]);
            }
        }
        self.words += kept.size() - before;
    }

    /// The first of `indices` that `vertices` put elsewhere: its index, where
    /// the coordinate shader put it and where it is now, in 1/16 pixel.
    pub fn differing(
        &self,
        record: ShaderRef,
        indices: &[u16],
        vertices: &Shaded,
        format: VertexFormat,
    ) -> Option<(u16, [i16; 2], [i16; 2])> {
        let kept = self.by_record.get(&record)?;
        indices.iter().find_map(|i| {
            let [before] = *kept.get(*i)? else {
                return None;
            };
            let now = format.screen_of(vertices.get(*i)?).to_words()[0];
            let xy = |w: u32| [w as i16, (w >> 16) as i16];
            (before != now).then_some((*i, xy(before), xy(now)))
        })
    }
}
