//! Shading of quads with several samples for each pixel.

use tilescope_core::Stopped;
use tilescope_draw::early::TestOrder;
use tilescope_draw::{Coverage, DepthSource, Interpolated, of_sample};
use tilescope_output::{Fragments, alpha::lanes_of_sample};

use super::draw::{Draw, Part, SAMPLES, Scratch};
use super::shade::count_quads;
use crate::quirks::Centroid;
use crate::shader::BATCHES;

impl Draw<'_> {
    /// Shades and draws quads with several samples for each pixel.
    #[inline(always)]
    pub(super) fn shade_samples(
        &self,
        scratch: &mut Scratch,
        part: &mut Part<'_>,
    ) -> Result<(), Stopped> {
        self.sample_inputs((0.5, 0.5), scratch, part);
        cover(scratch, part);
        self.test_early(scratch, part)?;
        let count = part.group.batches();
        scratch.outputs.clear(count);
        let Some(loaded) = &self.shader else {
            return self.merge_samples(scratch, None, &[0; BATCHES], part);
        };
        count_quads(part);
        let mut visible = [0; BATCHES];
        if !self.per_sample {
            if let Some(rule) = self.centroid {
                self.centroids(rule, scratch, part);
            }
            for (visible, masks) in visible.iter_mut().zip(&scratch.masks).take(count) {
                *visible = masks.iter().fold(0, |all, mask| all | mask);
            }
            let killed = self.run(loaded, scratch, (Coverage::Samples, None), &visible, part)?;
            return self.merge_samples(scratch, None, &killed, part);
        }
        for n in 0..self.sample_count() {
            self.sample_inputs(self.position(n), scratch, part);
            scratch.outputs.clear(count);
            for (visible, masks) in visible.iter_mut().zip(&scratch.masks).take(count) {
                *visible = masks[n];
            }
            let of = (Coverage::Samples, Some(n as u32));
            let killed = self.run(loaded, scratch, of, &visible, part)?;
            self.merge_samples(scratch, Some(n), &killed, part)?;
        }
        Ok(())
    }

    /// Sets the inputs of all batches.
    #[inline(always)]
    fn sample_inputs(&self, at: (f32, f32), scratch: &mut Scratch, part: &mut Part<'_>) {
        for batch in 0..part.group.batches() {
            self.inputs(batch, Coverage::Samples, at, scratch, part);
        }
    }

    /// Sets the positions of centroid interpolation: the centre of pixels that are covered
    /// completely, or not at all.
    #[inline(never)]
    fn centroids(&self, rule: Centroid, scratch: &mut Scratch, part: &Part<'_>) {
        let all = self.sample_count();
        let centre = |covered: u16| {
            let covered = (0..all).filter(|n| covered >> n & 1 != 0);
            let count = covered.clone().count();
            let mut positions = covered.map(|n| self.position(n));
            match (rule, positions.next()) {
                (_, None) => (0.5, 0.5),
                _ if count == all => (0.5, 0.5),
                (Centroid::First, Some(first)) => first,
                (Centroid::Mean, Some(first)) => {
                    let (x, y) = positions.fold(first, |(x, y), at| (x + at.0, y + at.1));
                    (x / count as f32, y / count as f32)
                }
            }
        };
        let (prims, group) = (part.prims, part.group);
        for (batch, (at, w)) in scratch.centroids.iter_mut().enumerate() {
            let mut fragments = part.fragments[batch];
            *at = group.place(batch, prims, Coverage::Samples, centre, &mut fragments);
            let of = Interpolated::new(group.batch(batch), *at);
            let inv_w = of.linear(of.each(|n| &prims.prim(n).inv_w));
            for (w, inv_w) in w.iter_mut().zip(inv_w) {
                *w = 1.0 / inv_w;
            }
        }
    }

    /// The fragments of sample `n` of a batch in `mask`.
    fn sample(&self, part: &Part<'_>, batch: usize, n: usize, mask: u16) -> Fragments {
        let depth = match self.merge.shader_depth {
            true => DepthSource::Shader,
            false => DepthSource::Planes(part.prims, &[]),
        };
        let all = Fragments {
            mask: u16::MAX,
            ..part.fragments[batch]
        };
        let quads = part.group.batch(batch);
        let mut one = of_sample(&all, quads, n as u32, self.position(n), depth);
        one.mask = mask;
        one
    }

    /// Tests fragments before the shader.
    fn test_early(&self, scratch: &mut Scratch, part: &mut Part<'_>) -> Result<(), Stopped> {
        let Some(merger) = self.merge.before_shader() else {
            return Ok(());
        };
        let origin = part.area.origin();
        for batch in 0..part.group.batches() {
            for n in 0..self.sample_count() {
                let f = self.sample(part, batch, n, scratch.masks[batch][n]);
                let mut bound = part.area.bind(merger);
                let passed = bound.test(&f, &mut self.buffers(origin, part.log))?;
                scratch.masks[batch][n] = passed;
            }
        }
        Ok(())
    }

    /// Tests and draws the results of the shader for the samples in `only`.
    fn merge_samples(
        &self,
        scratch: &mut Scratch,
        only: Option<usize>,
        killed: &[u16; BATCHES],
        part: &mut Part<'_>,
    ) -> Result<(), Stopped> {
        let (merge, origin) = (&self.merge, part.area.origin());
        let mut passed = 0;
        for (batch, killed) in killed.iter().enumerate().take(part.group.batches()) {
            let f = &mut part.fragments[batch];
            let allowed = !killed & self.results(&scratch.outputs, batch, f);
            let (_, out) = scratch.outputs.batch(batch);
            let alpha = &out.targets[0].first[3];
            let covered = (merge.coverage.as_ref()).map(|of| of.lanes(alpha, &f.x, &f.y));
            let samples = match only {
                Some(n) => n..n + 1,
                None => 0..self.sample_count(),
            };
            for n in samples {
                let mut mask = scratch.masks[batch][n] & allowed;
                if let Some(covered) = &covered {
                    mask &= lanes_of_sample(covered, n as u32);
                }
                let mut f = self.sample(part, batch, n, mask);
                let mut bound = part.area.bind(&merge.merger);
                let mut buffers = self.buffers(origin, part.log);
                if merge.order != TestOrder::Early {
                    f.mask = bound.test(&f, &mut buffers)?;
                }
                passed += u64::from(f.mask.count_ones());
                match merge.shaders.is_empty() {
                    true => {
                        self.colors(&scratch.outputs, batch, &mut f, &mut bound, &mut buffers)?;
                    }
                    false => self.shaded_colors(scratch, batch, &f, part)?,
                }
            }
        }
        self.count(passed, part);
        Ok(())
    }
}

/// The lanes of each sample that are covered.
fn cover(scratch: &mut Scratch, part: &Part<'_>) {
    for batch in 0..part.group.batches() {
        let masks = &mut scratch.masks[batch];
        *masks = [0; SAMPLES];
        for (k, quad) in part.group.batch(batch).iter().enumerate() {
            for i in 0..4 {
                let samples = quad.samples(i);
                for (n, mask) in masks.iter_mut().enumerate() {
                    *mask |= (samples >> n & 1) << (4 * k as u32 + i);
                }
            }
        }
    }
}
