//! The varyings that are set before a shader runs, and the colour that is taken from its
//! registers after it: both for one sample a pixel, and without a call for each batch.

use tilescope_core::Stopped;
use tilescope_draw::{Colours, Interpolated, Interpolation, Prims};
use tilescope_exec::{Lanes16, halves};
use tilescope_output::{Bound, Buffers, Fragments, Sources};

use super::draw::Draw;
use super::merge::Merge;
use crate::attributes::varyings::{self, Layout};
use crate::shader::{Ends, ExecMode, Group, Input, Results};
use crate::threads::Loaded;

/// The accesses that a draw does for its shader.
#[derive(Clone, Debug, Default)]
pub(crate) struct EndsOfShader {
    pub(super) ends: Ends,
    varyings: Vec<Varying>,
}

/// A varying whose words are set before a run.
#[derive(Clone, Copy, Debug)]
struct Varying {
    /// The first of its planes.
    plane: usize,
    interpolation: Interpolation,
    /// The results are halves, two in a word.
    halves: bool,
    /// The components that the shader uses.
    components: usize,
    results: Results,
}

impl EndsOfShader {
    /// Those of a draw with one sample a pixel.
    pub fn new(loaded: &Loaded, layout: &Layout, merge: &Merge) -> EndsOfShader {
        if loaded.mode != ExecMode::Normal {
            return EndsOfShader::default();
        }
        let first = loaded.program.varyings().filter(|varying| varying.first);
        let first = first.map(|first| {
            let interpolation = varyings::interpolation(&first.how);
            let plane = layout.plane(varyings::Use {
                record: first.record,
                interpolation,
            })?;
            Some(Varying {
                plane,
                interpolation,
                halves: first.halves,
                components: first.components,
                results: first.results,
            })
        });
        // A varying without planes is one that the shader loads.
        let varyings = first.collect::<Option<Vec<Varying>>>();
        EndsOfShader {
            ends: Ends {
                varyings: varyings.is_some(),
                colour: merge.shaders.is_empty() && merge.merge.alpha.is_none(),
            },
            varyings: varyings.unwrap_or_default(),
        }
    }

    /// Sets the varyings of a batch. `w` is the reciprocal of the interpolated 1/w.
    #[inline(always)]
    pub fn set_varyings(
        &self,
        group: &mut Group,
        batch: usize,
        prims: &Prims,
        of: &Interpolated<'_>,
        w: &[f32; 16],
    ) {
        for varying in &self.varyings {
            let planes = of.each(|n| prims.planes(n).get(varying.plane..).unwrap_or(&[]));
            let value = |c: usize| match c < varying.components {
                true => varyings::value(varying.interpolation, of, of.nth(&planes, c), w),
                false => Lanes16::ZERO,
            };
            for (slot, word) in varying.results.into_iter().flatten() {
                let word = usize::from(word);
                *group.result_mut(slot, batch) = match (varying.halves, word) {
                    (false, _) => value(word & 3),
                    (true, 0 | 1) => halves::packed(&[value(2 * word), value(2 * word + 1)]),
                    (true, _) => Lanes16::ZERO,
                };
            }
        }
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
    fn color(&self, register: u8, batch: usize) -> [[f32; 16]; 4] {
        let mut out = [[0.0; 16]; 4];
        for (c, out) in (0..).zip(&mut out) {
            *out = self.group.register(Input::Work(register), c)[batch].to_f32();
        }
        out
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
        let first = self.color(0, batch);
        let second;
        let sources = Sources {
            first: &first,
            second: match self.dual {
                true => {
                    second = self.color(2, batch);
                    &second
                }
                false => &first,
            },
        };
        match target {
            0 => bound.first_color(f, sources, buffers),
            n => bound.color(n as usize, f, sources, buffers),
        }
    }
}
