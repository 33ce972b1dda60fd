//! Results of fragment shaders: colours, depths and stencil references.

use tilescope_core::Stopped;
use tilescope_exec::Lanes16;
use tilescope_output::{Bound, Buffers, Colors, Fragments, MAX_TARGETS, Sources};

use crate::merge::Merge;

/// Results of the fragments of a group.
#[derive(Clone, Debug)]
pub struct Outputs<const B: usize> {
    /// The lanes of each batch that have results.
    written: [Written; B],
    batches: [BatchOutputs; B],
}

/// Lanes that have results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written {
    /// Colours of render targets.
    pub targets: [u16; MAX_TARGETS],
    /// Depths.
    pub depth: u16,
    /// Stencil references.
    pub stencil: u16,
}

/// Results of sixteen fragments. Lanes without results are unspecified.
#[derive(Clone, Debug, Default)]
pub struct BatchOutputs {
    /// Colours of render targets.
    pub targets: [TargetOutput; MAX_TARGETS],
    /// Depths.
    pub depth: [f32; 16],
    /// Stencil references: bits of integers.
    pub stencil: [f32; 16],
}

/// The colour of a render target; the bits of integers.
#[derive(Clone, Copy, Debug, Default)]
pub struct TargetOutput {
    /// The colour.
    pub first: Colors,
    /// The second colour of dual-source blending, if it is used.
    pub second: Colors,
}

/// A write of a shader.
#[derive(Clone, Copy, Debug)]
pub struct Output<'w> {
    /// The lanes that write.
    pub lanes: u16,
    /// The render target of the colours, if they are written.
    pub target: Option<u32>,
    /// The colour.
    pub first: [&'w Lanes16; 4],
    /// The second colour.
    pub second: [&'w Lanes16; 4],
    /// Depths.
    pub depth: Option<&'w Lanes16>,
    /// Stencil references.
    pub stencil: Option<&'w Lanes16>,
}

impl<const B: usize> Default for Outputs<B> {
    fn default() -> Self {
        Outputs {
            written: [Written::default(); B],
            batches: std::array::from_fn(|_| BatchOutputs::default()),
        }
    }
}

impl<const B: usize> Outputs<B> {
    /// Forgets the results of the first `batches` batches.
    #[inline(always)]
    pub fn clear(&mut self, batches: usize) {
        let written = self.written.iter_mut().take(batches);
        written.for_each(|written| *written = Written::default());
    }

    /// The results of a batch, and which lanes have them.
    #[inline(always)]
    pub fn batch(&self, n: usize) -> (&Written, &BatchOutputs) {
        let n = n % B;
        (&self.written[n], &self.batches[n])
    }

    /// Notes a write, with its second colour if it is used.
    #[inline(always)]
    pub fn write(&mut self, batch: usize, write: &Output<'_>, dual: bool) {
        let n = batch % B;
        let (written, out) = (&mut self.written[n], &mut self.batches[n]);
        let lanes = write.lanes;
        if let Some(depth) = write.depth {
            put(&mut out.depth, depth, written.depth, lanes);
            written.depth |= lanes;
        }
        if let Some(stencil) = write.stencil {
            put(&mut out.stencil, stencil, written.stencil, lanes);
            written.stencil |= lanes;
        }
        let Some(target) = write.target.map(|n| n as usize) else {
            return;
        };
        let targets = written
            .targets
            .get_mut(target)
            .zip(out.targets.get_mut(target));
        if let Some((before, out)) = targets {
            for (to, from) in out.first.iter_mut().zip(write.first) {
                put(to, from, *before, lanes);
            }
            if dual {
                for (to, from) in out.second.iter_mut().zip(write.second) {
                    put(to, from, *before, lanes);
                }
            }
            *before |= lanes;
        }
    }

    /// Gives the fragments of a batch the depths and stencil references of the shader.
    /// Returns the lanes that pass the alpha test.
    #[inline(always)]
    pub(crate) fn results(&self, batch: usize, merge: &Merge, f: &mut Fragments) -> u16 {
        let (written, out) = self.batch(batch);
        if merge.shader_depth {
            for lane in (0..16).filter(|lane| written.depth >> lane & 1 != 0) {
                f.z[lane] = out.depth[lane];
            }
        }
        f.reference = (merge.shader_stencil && written.stencil != 0).then(|| {
            let mut references = [0; 16];
            for (reference, word) in references.iter_mut().zip(out.stencil) {
                *reference = word.to_bits() as u8;
            }
            references
        });
        match &merge.alpha {
            Some(test) if written.targets[0] != 0 => test.lanes(&out.targets[0].first[3]),
            _ => u16::MAX,
        }
    }

    /// Draws the colours of fragments that passed all tests.
    #[inline(always)]
    pub(crate) fn draw<M: Buffers>(
        &self,
        batch: usize,
        merge: &Merge,
        f: &mut Fragments,
        bound: &mut Bound<'_>,
        buffers: &mut M,
    ) -> Result<(), Stopped> {
        let (written, out) = self.batch(batch);
        let passed = f.mask;
        let targets = merge.merger.colors.len().min(MAX_TARGETS);
        for n in 0..targets {
            f.mask = passed & written.targets[n];
            if f.mask == 0 {
                continue;
            }
            let first = &out.targets[n].first;
            let second = match merge.dual {
                true => &out.targets[n].second,
                false => first,
            };
            let sources = &Sources::two(first, second);
            match n {
                0 => bound.first_color(f, sources, buffers)?,
                _ => bound.color(n, f, sources, buffers)?,
            }
        }
        f.mask = passed;
        Ok(())
    }
}

/// Copies the lanes of a write, all of them if no lane has a result that stays.
#[inline(always)]
fn put(to: &mut [f32; 16], from: &Lanes16, before: u16, lanes: u16) {
    if before & !lanes == 0 {
        *to = from.to_f32();
        return;
    }
    for lane in (0..16).filter(|lane| lanes >> lane & 1 != 0) {
        to[lane] = f32::from_bits(from[lane]);
    }
}
