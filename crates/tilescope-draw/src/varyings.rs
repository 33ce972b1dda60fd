//! Interpolation of varyings that are loaded by number: words of vertices for setup, and reads of
//! its planes.
//!
//! A fragment shader names a varying by its record. [`Layout`] assigns the records words
//! of a vertex, and planes of a primitive; [`Layout::fill`] fills the words of vertices,
//! [`Layout::load`] evaluates the planes.

use tilescope_exec::{Lanes, Lanes16};
use tilescope_raster::Plane;

use crate::interpolate::Interpolated;
use crate::prims::Prims;
use crate::screen::{Attribute, Interpolation};

/// A load of a varying in a fragment shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The number of the record.
    pub record: u32,
    /// Its interpolation.
    pub interpolation: Interpolation,
}

/// The words and planes of the varyings that a fragment shader loads.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    uses: Vec<Use>,
    /// Records with words, ascending.
    records: Vec<u32>,
    first_word: usize,
}

impl Layout {
    /// The layout for a shader with these loads, after `first_word` other words of a
    /// vertex. Repeated loads share planes; varyings that are not `stored` get none.
    pub fn new(stored: impl Fn(u32) -> bool, uses: &[Use], first_word: usize) -> Layout {
        let mut layout = Layout {
            first_word,
            ..Layout::default()
        };
        for u in uses {
            if stored(u.record) && !layout.uses.contains(u) {
                layout.uses.push(*u);
                layout.records.push(u.record);
            }
        }
        layout.records.sort_unstable();
        layout.records.dedup();
        layout
    }

    /// Words of a vertex: four for each varying, after the first ones.
    pub fn stride(&self) -> usize {
        self.first_word + 4 * self.records.len()
    }

    /// The attributes of setup, in the order of the planes.
    pub fn attributes(&self) -> Vec<Attribute> {
        let of = |u: &Use| {
            let word = self.word(u.record).unwrap_or(0);
            let from = u.interpolation;
            (0..4).map(move |c| Attribute {
                word: word + c,
                from,
            })
        };
        self.uses.iter().flat_map(of).collect()
    }

    fn word(&self, record: u32) -> Option<usize> {
        let n = self.records.binary_search(&record).ok()?;
        Some(self.first_word + 4 * n)
    }

    /// Fills the words of up to sixteen vertices. `vertices` has [`Layout::stride`] words for
    /// each, and `load` returns a varying of all of them.
    ///
    /// # Errors
    /// The first of `load`.
    pub fn fill<E>(
        &self,
        vertices: &mut [f32],
        mut load: impl FnMut(u32) -> Result<[Lanes16; 4], E>,
    ) -> Result<(), E> {
        for (record, word) in self.records.iter().zip((self.first_word..).step_by(4)) {
            let values = load(*record)?;
            for (lane, vertex) in vertices.chunks_exact_mut(self.stride()).enumerate() {
                let words = vertex.iter_mut().skip(word);
                for (out, values) in words.zip(&values) {
                    *out = f32::from_bits(values[lane & 15]);
                }
            }
        }
        Ok(())
    }

    /// Whether any varying has planes.
    pub fn is_used(&self) -> bool {
        !self.uses.is_empty()
    }

    /// The first of the four planes of a load, if it has planes.
    #[inline(always)]
    pub fn plane(&self, u: Use) -> Option<usize> {
        Some(4 * self.uses.iter().position(|known| *known == u)?)
    }

    /// The values of a load for the quads of `at`, before conversion to the type of the
    /// register. `w` is the reciprocal of the interpolated 1/w. `None` if the varying has
    /// no planes.
    #[inline(always)]
    pub fn load(
        &self,
        u: Use,
        prims: &Prims,
        at: &Interpolated<'_>,
        w: &[f32; 16],
    ) -> Option<[Lanes16; 4]> {
        let first = self.plane(u)?;
        let planes = at.each(|prim| prims.planes(prim).get(first..).unwrap_or(&[]));
        let mut out = [Lanes16::ZERO; 4];
        for (c, out) in out.iter_mut().enumerate() {
            *out = value(u.interpolation, at, at.nth(&planes, c), w);
        }
        Some(out)
    }
}

/// The values of a plane of each quad.
#[inline(always)]
pub fn value(
    interpolation: Interpolation,
    at: &Interpolated<'_>,
    planes: [&Plane; 4],
    w: &[f32; 16],
) -> Lanes16 {
    match interpolation {
        Interpolation::Flat => Lanes(at.flat(planes)),
        Interpolation::Perspective => Lanes16::from_f32(at.perspective(planes, w)),
        _ => Lanes16::from_f32(at.linear(planes)),
    }
}
