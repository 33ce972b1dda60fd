//! Shader records that tiles draw with.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::binner::VertexFormat;
use crate::code::Shader;
use crate::record_map::RecordMap;
use crate::shaded::Held;
use crate::state::ShaderRef;
use crate::uniforms::UniformWindow;

/// A prepared shader record: its fragment shader and shaded vertices.
pub struct Prepared {
    /// The fragment shader.
    pub shader: Arc<Shader>,
    /// Its uniforms.
    pub uniforms: UniformWindow,
    /// Words of a shaded vertex.
    pub format: VertexFormat,
    /// Shaded vertices, whose words are those of [`Records`].
    vertices: Held,
    /// The only draw that uses the record, if it is known.
    pub draw: Option<u32>,
}

/// Shader records of batches of tiles.
#[derive(Default)]
pub struct Records {
    by_record: RecordMap<Prepared>,
    /// Words of vertices.
    words: Vec<u32>,
    /// Number of words, with the slots of vertices.
    size: usize,
    /// Uniforms of earlier records, for their allocations.
    spare: Vec<UniformWindow>,
}

impl Records {
    /// Number of records.
    pub fn count(&self) -> usize {
        self.by_record.len()
    }

    /// Number of words of shaded vertices, with their slots.
    pub fn size(&self) -> usize {
        self.size
    }

    /// A record.
    pub fn get(&self, record: ShaderRef) -> Option<&Prepared> {
        self.by_record.get(&record)
    }

    /// The words of a vertex, if it is shaded.
    #[inline]
    pub fn vertex<'a>(&'a self, of: &'a Prepared, index: u16) -> Option<&'a [u32]> {
        of.vertices.get(index, &self.words)
    }

    /// Whether a vertex of a record is shaded.
    pub fn has(&self, of: &Prepared, index: u16) -> bool {
        of.vertices.has(index)
    }

    /// Adds vertices to a record. False if there is no such record.
    pub fn extend(&mut self, record: ShaderRef, indices: &[u16], words: &[u32]) -> bool {
        let Some(old) = self.by_record.get_mut(&record) else {
            return false;
        };
        self.size -= old.vertices.size();
        old.vertices.add(indices, words, &self.words);
        self.size += old.vertices.size();
        true
    }

    /// Adds a record with these vertices.
    pub fn insert(
        &mut self,
        record: ShaderRef,
        (shader, uniforms, draw): (Arc<Shader>, UniformWindow, Option<u32>),
        format: VertexFormat,
        (indices, words): (&[u16], &[u32]),
    ) {
        let vertices = Held::new(format.rows(), indices, words, &mut self.words);
        let size = vertices.size();
        let prepared = Prepared {
            shader,
            uniforms,
            format,
            vertices,
            draw,
        };
        if let Entry::Vacant(place) = self.by_record.entry(record) {
            self.size += size;
            place.insert(prepared);
        }
    }

    /// Uniforms of an earlier record, to be fetched again.
    pub fn spare_uniforms(&mut self) -> UniformWindow {
        self.spare.pop().unwrap_or_default()
    }

    /// Forgets everything but the allocations.
    pub fn clear(&mut self) {
        let records = self.by_record.drain();
        self.spare
            .extend(records.map(|(_, prepared)| prepared.uniforms));
        self.words.clear();
        self.size = 0;
    }
}
