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

/// The planes of a load.
#[derive(Clone, Copy, Debug)]
struct Planes {
    of: Use,
    /// The first of them.
    first: usize,
    /// Their number: one for each component up to the last that is used.
    components: usize,
}

/// The words of a vertex that a record has.
#[derive(Clone, Copy, Debug)]
struct Words {
    record: u32,
    /// The first of them.
    first: usize,
    /// Their number: one for each component up to the last that any load uses.
    components: usize,
}

/// The words and planes of the varyings that a fragment shader loads.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    uses: Vec<Planes>,
    /// By record, ascending.
    records: Vec<Words>,
    stride: usize,
}

impl Layout {
    /// The layout for a shader with these loads, each with the number of its components, after
    /// `first_word` other words of a vertex. Repeated loads share planes; varyings that are not
    /// `stored` get none.
    pub fn new(
        stored: impl Fn(u32) -> bool,
        loads: impl IntoIterator<Item = (Use, usize)>,
        first_word: usize,
    ) -> Layout {
        let mut layout = Layout {
            stride: first_word,
            ..Layout::default()
        };
        for (of, components) in loads {
            if !stored(of.record) {
                continue;
            }
            match layout.uses.iter_mut().find(|known| known.of == of) {
                Some(known) => known.components = known.components.max(components),
                None => layout.uses.push(Planes {
                    of,
                    first: 0,
                    components,
                }),
            }
        }
        let mut plane = 0;
        for planes in &mut layout.uses {
            planes.first = plane;
            plane += planes.components;
            let (record, components) = (planes.of.record, planes.components);
            match layout
                .records
                .binary_search_by_key(&record, |words| words.record)
            {
                Ok(n) => {
                    let words = &mut layout.records[n];
                    words.components = words.components.max(components);
                }
                Err(n) => layout.records.insert(
                    n,
                    Words {
                        record,
                        first: 0,
                        components,
                    },
                ),
            }
        }
        for words in &mut layout.records {
            words.first = layout.stride;
            layout.stride += words.components;
        }
        layout
    }

    /// Words of a vertex: those of each varying, after the first ones.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The attributes of setup, in the order of the planes.
    pub fn attributes(&self) -> Vec<Attribute> {
        let of = |planes: &Planes| {
            let word = self.word(planes.of.record).unwrap_or(0);
            let from = planes.of.interpolation;
            (0..planes.components).map(move |c| Attribute {
                word: word + c,
                from,
            })
        };
        self.uses.iter().flat_map(of).collect()
    }

    fn word(&self, record: u32) -> Option<usize> {
        let known = self.records.iter().find(|words| words.record == record)?;
        Some(known.first)
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
        for words in &self.records {
            let values = load(words.record)?;
            for (lane, vertex) in vertices.chunks_exact_mut(self.stride).enumerate() {
                let out = vertex.iter_mut().skip(words.first).take(words.components);
                for (out, values) in out.zip(&values) {
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

    #[inline(always)]
    fn planes(&self, of: Use) -> Option<&Planes> {
        self.uses.iter().find(|known| known.of == of)
    }

    /// The first of the planes of a load, if it has planes.
    #[inline(always)]
    pub fn plane(&self, of: Use) -> Option<usize> {
        Some(self.planes(of)?.first)
    }

    /// The values of a load for the quads of `at`, before conversion to the type of the
    /// register; 0 for components that no load uses. `w` is the reciprocal of the interpolated
    /// 1/w. `None` if the varying has no planes.
    #[inline(always)]
    pub fn load(
        &self,
        of: Use,
        prims: &Prims,
        at: &Interpolated,
        w: &[f32; 16],
    ) -> Option<[Lanes16; 4]> {
        let &Planes {
            first, components, ..
        } = self.planes(of)?;
        let planes = at.each(|prim| prims.planes(prim).get(first..).unwrap_or(&[]));
        let mut out = [Lanes16::ZERO; 4];
        for (c, out) in out.iter_mut().enumerate().take(components) {
            *out = value(of.interpolation, at, at.nth(&planes, c), w);
        }
        Some(out)
    }
}

/// The values of a plane of each quad.
#[inline(always)]
pub fn value(
    interpolation: Interpolation,
    at: &Interpolated,
    planes: [&Plane; 4],
    w: &[f32; 16],
) -> Lanes16 {
    match interpolation {
        Interpolation::Flat => Lanes(at.flat(planes)),
        Interpolation::Perspective => Lanes16::from_f32(at.perspective(planes, w)),
        _ => Lanes16::from_f32(at.linear(planes)),
    }
}
