//! Results of fragment shaders.

use tilescope_exec::Lanes16;
use tilescope_output::{Colors, MAX_TARGETS};

use crate::shader::{BATCHES, Write};

/// Results of the fragments of a group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outputs {
    /// The lanes of each batch that have results.
    written: [Written; BATCHES],
    batches: [BatchOutputs; BATCHES],
}

/// Lanes that have results.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Written {
    /// Colours of render targets.
    pub targets: [u16; MAX_TARGETS],
    /// Depths.
    pub depth: u16,
    /// Stencil references.
    pub stencil: u16,
}

/// Results of sixteen fragments. Lanes without results are unspecified.
#[derive(Clone, Debug, Default)]
pub(crate) struct BatchOutputs {
    /// Colours of render targets.
    pub targets: [TargetOutput; MAX_TARGETS],
    /// Depths.
    pub depth: [f32; 16],
    /// Stencil references.
    pub stencil: [f32; 16],
}

/// The colour of a render target; the bits of integers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TargetOutput {
    /// r0.
    pub first: Colors,
    /// r2, the second colour, if it is used.
    pub second: Colors,
}

impl Outputs {
    /// Forgets the results of the first `batches` batches.
    #[inline(always)]
    pub fn clear(&mut self, batches: usize) {
        let written = self.written.iter_mut().take(batches);
        written.for_each(|written| *written = Written::default());
    }

    /// The results of a batch, and which lanes have them.
    #[inline(always)]
    pub fn batch(&self, n: usize) -> (&Written, &BatchOutputs) {
        let n = n % BATCHES;
        (&self.written[n], &self.batches[n])
    }

    /// Notes a write of a shader, with its second colour if it is used.
    #[inline(always)]
    pub fn write(&mut self, batch: usize, write: &Write<'_>, dual: bool) {
        let n = batch % BATCHES;
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
            for (to, from) in out.first.iter_mut().zip(write.colour) {
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
}

/// Sets `lanes` where the lanes `before` have results already, and are kept.
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
