//! The varyings that are set before a shader runs, and the colour that is taken from its
//! registers after it: both for one sample a pixel, and without a call for each batch.

use tilescope_core::Stopped;
use tilescope_draw::{Interpolated, Interpolation, Prims};
use tilescope_exec::Lanes16;
use tilescope_output::Sources;

use super::draw::{Draw, Part};
use super::merge::Merge;
use crate::attributes::varyings::{self, Layout};
use crate::shader::{BATCHES, Ends, ExecMode, Group, Input, Results};
use crate::threads::{Loaded, half_words};

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
    results: Results,
}

impl EndsOfShader {
    /// Those of a draw with one sample a pixel.
    pub fn new(loaded: &Loaded, layout: &Layout, merge: &Merge) -> EndsOfShader {
        if loaded.mode != ExecMode::Normal {
            return EndsOfShader::default();
        }
        let first = loaded.program.first_varyings().map(|first| {
            let interpolation = varyings::interpolation(&first.how);
            let plane = layout.plane(varyings::Use {
                record: first.record,
                interpolation,
            })?;
            Some(Varying {
                plane,
                interpolation,
                halves: first.halves,
                results: first.results,
            })
        });
        // A varying without planes is one that the shader loads.
        let varyings = first.collect::<Option<Vec<Varying>>>();
        EndsOfShader {
            ends: Ends {
                varyings: varyings.is_some(),
                colour: merge.shaders.is_empty() && merge.alpha.is_none(),
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
            let value =
                |c: usize| varyings::value(varying.interpolation, of, of.nth(&planes, c), w);
            for (slot, word) in varying.results.into_iter().flatten() {
                let word = usize::from(word);
                *group.result_mut(slot, batch) = match (varying.halves, word) {
                    (false, _) => value(word & 3),
                    (true, 0 | 1) => half_words(&[value(2 * word), value(2 * word + 1)]),
                    (true, _) => Lanes16::ZERO,
                };
            }
        }
    }
}

impl Draw<'_> {
    /// Tests fragments, and draws the colours in the registers of the shader to a target.
    /// Returns the number of fragments that passed.
    #[inline(always)]
    pub(super) fn colors_in_registers(
        &self,
        target: u32,
        group: &Group,
        killed: &[u16; BATCHES],
        part: &mut Part<'_>,
    ) -> Result<u64, Stopped> {
        let exists = (target as usize) < self.framebuffer.targets.len();
        let color = |register: u8, batch: usize| {
            let of = |c: u8| group.register(Input::Work(register), c)[batch].to_f32();
            // `map` on arrays would not be inlined into the vectorised caller.
            [of(0), of(1), of(2), of(3)]
        };
        self.passing(
            killed,
            part,
            |_, _| u16::MAX,
            |batch, f, bound, buffers| {
                if !exists {
                    return Ok(());
                }
                let first = color(0, batch);
                let second = match self.merge.dual {
                    true => color(2, batch),
                    false => first,
                };
                let sources = Sources {
                    first: &first,
                    second: &second,
                };
                match target {
                    0 => bound.first_color(f, sources, buffers),
                    n => bound.color(n as usize, f, sources, buffers),
                }
            },
        )
    }
}
