//! The varyings that are set before a shader runs, and the colour that is taken from its
//! registers after it: both for one sample a pixel, and without a call for each batch.

use tilescope_core::Stopped;
use tilescope_draw::{Colours, Interpolated, Interpolation, Prims};
use tilescope_exec::{Lanes16, halves};
use tilescope_output::{Bound, Buffers, Channels, Fragments, Sources};
use tilescope_raster::Plane;
use tilescope_shader::Slot;

use super::draw::Draw;
use super::merge::Merge;
use crate::attributes::varyings::{self, Layout};
use crate::shader::{Ends, ExecMode, FixedVarying, Group, Input};
use crate::threads::Loaded;

/// The accesses that a draw does for its shader.
#[derive(Clone, Debug, Default)]
pub(crate) struct EndsOfShader {
    pub(super) ends: Ends,
    set: Vec<VaryingWord>,
}

/// A word of a varying that is set before a run.
#[derive(Clone, Copy, Debug)]
struct VaryingWord {
    slot: Slot,
    interpolation: Interpolation,
    planes: Planes,
}

/// The numbers of the planes of a word.
#[derive(Clone, Copy, Debug)]
enum Planes {
    /// None: the word is 0.
    Zero,
    Single(usize),
    /// The lower half; the upper one is 0.
    Half(usize),
    Halves([usize; 2]),
}

impl Planes {
    /// Those of word `n` of `varying`, whose planes start with `first`.
    fn of(varying: &FixedVarying, n: u8, first: usize) -> Planes {
        let plane = |c: u8| (usize::from(c) < varying.components).then(|| first + usize::from(c));
        match (varying.halves, n) {
            (false, _) => plane(n & 3).map_or(Planes::Zero, Planes::Single),
            (true, 0 | 1) => match [plane(2 * n), plane(2 * n + 1)] {
                [Some(low), Some(high)] => Planes::Halves([low, high]),
                [Some(low), None] => Planes::Half(low),
                [None, _] => Planes::Zero,
            },
            (true, _) => Planes::Zero,
        }
    }
}

impl EndsOfShader {
    /// Those of a draw with one sample a pixel.
    pub fn new(loaded: &Loaded, layout: &Layout, merge: &Merge) -> EndsOfShader {
        if loaded.mode != ExecMode::Normal {
            return EndsOfShader::default();
        }
        let first = loaded.program.varyings().filter(|varying| varying.first);
        let words = first.map(|varying| {
            let interpolation = varyings::interpolation(&varying.how);
            let plane = layout.plane(varyings::Use {
                record: varying.record,
                interpolation,
            })?;
            let set = move |(slot, n): (Slot, u8)| VaryingWord {
                slot,
                interpolation,
                planes: Planes::of(varying, n, plane),
            };
            Some(varying.results.into_iter().flatten().map(set))
        });
        // A varying without planes is one that the shader loads.
        let set = words.collect::<Option<Vec<_>>>();
        EndsOfShader {
            ends: Ends {
                varyings: set.is_some(),
                colour: merge.shaders.is_empty() && merge.merge.alpha.is_none(),
            },
            set: set.into_iter().flatten().flatten().collect(),
        }
    }

    /// Sets the varyings of a batch. `w` is the reciprocal of the interpolated 1/w.
    #[inline(always)]
    pub fn set_varyings(
        &self,
        group: &mut Group,
        batch: usize,
        prims: &Prims,
        of: &Interpolated,
        w: &[f32; 16],
    ) {
        if self.set.is_empty() {
            return;
        }
        let planes = of.each(|n| prims.planes(n));
        for word in &self.set {
            let lanes = match word.planes {
                Planes::Zero => Lanes16::ZERO,
                Planes::Single(n) => word.value(n, of, &planes, w),
                Planes::Half(n) => halves::narrowed(&word.value(n, of, &planes, w)),
                Planes::Halves([low, high]) => {
                    let low = word.value(low, of, &planes, w);
                    halves::packed(&[low, word.value(high, of, &planes, w)])
                }
            };
            *group.result_mut(word.slot, batch) = lanes;
        }
    }
}

impl VaryingWord {
    /// The values of plane `n` of each quad, of all their `planes`. Not a closure: those that stay
    /// calls are not vectorised.
    #[inline(always)]
    fn value(&self, n: usize, of: &Interpolated, planes: &[&[Plane]; 4], w: &[f32; 16]) -> Lanes16 {
        varyings::value(self.interpolation, of, of.nth(planes, n), w)
    }
}

/// The colour that a shader left in its registers, for a target.
pub(super) struct InRegisters<'g> {
    group: &'g Group,
    /// `None` if the framebuffer does not have it.
    target: Option<u32>,
    /// There is a second colour.
    dual: bool,
}

impl<'g> InRegisters<'g> {
    pub fn new(draw: &Draw<'_>, target: u32, group: &'g Group) -> InRegisters<'g> {
        let exists = (target as usize) < draw.framebuffer.targets.len();
        InRegisters {
            group,
            target: exists.then_some(target),
            dual: draw.merge.merge.dual,
        }
    }

    #[inline(always)]
    fn color(&self, register: u8, batch: usize) -> Channels<'g> {
        let of = |c| self.group.register(Input::Work(register), c)[batch].floats();
        [of(0), of(1), of(2), of(3)]
    }
}

impl Colours for InRegisters<'_> {
    #[inline(always)]
    fn draw<M: Buffers>(
        &self,
        batch: usize,
        f: &mut Fragments,
        bound: &mut Bound<'_>,
        buffers: &mut M,
    ) -> Result<(), Stopped> {
        let Some(target) = self.target else {
            return Ok(());
        };
        let second = if self.dual { 2 } else { 0 };
        let (first, second) = (self.color(0, batch), self.color(second, batch));
        let sources = &Sources { first, second };
        match target {
            0 => bound.first_color(f, sources, buffers),
            n => bound.color(n as usize, f, sources, buffers),
        }
    }
}
