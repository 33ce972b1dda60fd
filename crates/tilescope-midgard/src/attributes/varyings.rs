//! Interpolation of varyings: words of vertices for setup, and reads of its planes.
//!
//! A fragment shader names a varying by its record. [`Layout`] assigns the records words
//! of a vertex for `tilescope-draw`, and planes of a primitive; [`Layout::gather`] fills
//! the words of a vertex, [`Layout::load`] evaluates the planes.

use tilescope_core::Stopped;
use tilescope_draw::{Attribute, Interpolated, Interpolation, Prims};
use tilescope_exec::{Lanes, Lanes16};
use tilescope_raster::Plane;

use super::{Attributes, Source, Threads};
use crate::formats::{RegisterType, Storage};
use crate::log::Ctx;

/// The interpolation that planes are made for.
pub const fn interpolation(how: &crate::shader::Interpolation) -> Interpolation {
    match (how.flat, how.perspective) {
        (true, _) => Interpolation::Flat,
        (false, true) => Interpolation::Perspective,
        (false, false) => Interpolation::Linear,
    }
}

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
    /// vertex. Repeated loads share planes; varyings that are not in a buffer get none.
    pub fn new(varyings: &Attributes, uses: &[Use], first_word: usize) -> Layout {
        let mut layout = Layout {
            first_word,
            ..Layout::default()
        };
        for u in uses {
            let stored = varyings.records().get(u.record as usize).is_some_and(|r| {
                matches!(r.source, Source::Buffer(_)) && r.format.storage != Storage::Constant
            });
            if stored && !layout.uses.contains(u) {
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

    /// The attributes of `tilescope-draw`, in the order of the planes.
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

    /// Fills the words of up to sixteen vertices with these linear numbers. `vertices` has
    /// [`Layout::stride`] words for each.
    ///
    /// # Errors
    /// A varying is in a buffer, but its memory is not mapped.
    pub fn gather(
        &self,
        varyings: &Attributes,
        numbers: &[u32],
        vertices: &mut [f32],
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let mut linear = [0; 16];
        for (to, number) in linear.iter_mut().zip(numbers) {
            *to = *number;
        }
        let threads = Threads {
            linear: &linear,
            mask: (1u32 << numbers.len().min(16)).wrapping_sub(1) as u16,
            fragment: None,
        };
        for (record, word) in self.records.iter().zip((self.first_word..).step_by(4)) {
            let values = varyings.load(*record, &threads, RegisterType::Format, c)?;
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
    /// no planes: [`Attributes::load`] returns it.
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
