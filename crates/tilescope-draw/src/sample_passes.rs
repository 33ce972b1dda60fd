//! Passes over fragments with several samples for each pixel. They are stored each by itself, or,
//! where [`PassState::stored`] is 1, as one: of pixels with any covered sample.

use tilescope_core::Stopped;
use tilescope_core::bus::Port;
use tilescope_output::{Fragments, alpha::lanes_of_sample};

use crate::batch::{Coverage, DepthSource, of_sample};
use crate::early::TestOrder;
use crate::interpolate::Interpolated;
use crate::passes::{CENTRE, blend_batch, count_quads};
use crate::samples::{Centroid, MAX_SAMPLES, SamplePattern};
use crate::shading::{PassScratch, Places, RunOf, Shading};
use crate::walk::AreaPart;

/// Shades and draws the samples of a group.
#[inline(always)]
pub(crate) fn shade_samples<S: Shading<B>, const B: usize>(
    draw: &S,
    scratch: &mut S::Scratch,
    part: &mut AreaPart<'_, S::Port, B>,
) -> Result<(), Stopped> {
    let count = part.group.batches();
    for batch in 0..count {
        draw.inputs(batch, Coverage::Samples, CENTRE, scratch, part);
    }
    cover(S::passes(scratch), draw.state().stored(), part);
    test_early(draw, S::passes(scratch), part)?;
    S::passes(scratch).outputs.clear(count);
    if !draw.state().has_shader {
        return merge_samples(draw, None, &[0; B], scratch, part);
    }
    count_quads(part);
    let mut of = RunOf {
        coverage: Coverage::Samples,
        sample: None,
    };
    let mut visible = [0; B];
    if !draw.state().per_sample {
        let passes = S::passes(scratch);
        if let Some(rule) = draw.state().centroid {
            centroids(rule, draw.state().samples, part, &mut passes.centroids);
        }
        for (visible, masks) in visible.iter_mut().zip(&passes.masks).take(count) {
            *visible = masks.iter().fold(0, |all, mask| all | mask);
        }
        let killed = draw.run(of, &visible, scratch, part)?;
        return merge_samples(draw, None, &killed, scratch, part);
    }
    for n in 0..draw.state().stored() {
        let at = draw.state().position(n);
        for batch in 0..count {
            draw.inputs(batch, Coverage::Samples, at, scratch, part);
        }
        let passes = S::passes(scratch);
        passes.outputs.clear(count);
        for (visible, masks) in visible.iter_mut().zip(&passes.masks).take(count) {
            *visible = masks[n];
        }
        of.sample = Some(n as u32);
        let killed = draw.run(of, &visible, scratch, part)?;
        merge_samples(draw, Some(n), &killed, scratch, part)?;
    }
    Ok(())
}

/// Sets the masks to what quads cover, of `stored` samples.
fn cover<P: Port, const B: usize>(
    passes: &mut PassScratch<B>,
    stored: usize,
    part: &AreaPart<'_, P, B>,
) {
    for batch in 0..part.group.batches() {
        let masks = &mut passes.masks[batch];
        *masks = [0; MAX_SAMPLES];
        for (k, quad) in part.group.batch(batch).iter().enumerate() {
            for i in 0..4 {
                let samples = quad.samples(i);
                let samples = match stored {
                    1 => u16::from(samples != 0),
                    _ => samples,
                };
                for (n, mask) in masks.iter_mut().enumerate() {
                    *mask |= (samples >> n & 1) << (4 * k as u32 + i);
                }
            }
        }
    }
}

/// Sets the positions of centroid interpolation.
#[inline(never)]
fn centroids<P: Port, const B: usize>(
    rule: Centroid,
    samples: &SamplePattern,
    part: &AreaPart<'_, P, B>,
    out: &mut [Places; B],
) {
    let (prims, group) = (part.prims, part.group);
    let centre = |covered| rule.of(samples, covered);
    for (batch, (at, w)) in out.iter_mut().enumerate().take(group.batches()) {
        let mut fragments = part.fragments[batch];
        *at = group.place(batch, prims, Coverage::Samples, centre, &mut fragments);
        let of = Interpolated::new(group, batch, *at);
        let inv_w = of.linear(of.each(|n| &prims.prim(n).inv_w));
        for (w, inv_w) in w.iter_mut().zip(inv_w) {
            *w = 1.0 / inv_w;
        }
    }
}

/// The fragments of sample `n` of a batch in `mask`.
fn sample<S: Shading<B>, const B: usize>(
    draw: &S,
    part: &AreaPart<'_, S::Port, B>,
    (batch, n): (usize, usize),
    mask: u16,
) -> Fragments {
    let depth = match draw.state().merge.shader_depth {
        true => DepthSource::Shader,
        false => DepthSource::Planes(part.prims, &[]),
    };
    let all = Fragments {
        mask: u16::MAX,
        ..part.fragments[batch]
    };
    let quads = part.group.batch(batch);
    let position = draw.state().position(n);
    let mut one = of_sample(&all, quads, n as u32, position, depth);
    one.mask = mask;
    one
}

/// Tests samples before the shader.
fn test_early<S: Shading<B>, const B: usize>(
    draw: &S,
    passes: &mut PassScratch<B>,
    part: &mut AreaPart<'_, S::Port, B>,
) -> Result<(), Stopped> {
    let Some(merger) = draw.state().merge.before_shader() else {
        return Ok(());
    };
    let origin = part.area.origin();
    for batch in 0..part.group.batches() {
        for n in 0..draw.state().stored() {
            let f = sample(draw, part, (batch, n), passes.masks[batch][n]);
            let mut bound = part.area.bind(merger);
            let passed = bound.test(&f, &mut draw.buffers(origin, part.log))?;
            passes.masks[batch][n] = passed;
        }
    }
    Ok(())
}

/// Tests and draws the samples of a group after the shader, or those of one sample.
fn merge_samples<S: Shading<B>, const B: usize>(
    draw: &S,
    only: Option<usize>,
    killed: &[u16; B],
    scratch: &mut S::Scratch,
    part: &mut AreaPart<'_, S::Port, B>,
) -> Result<(), Stopped> {
    let (merge, origin) = (draw.state().merge, part.area.origin());
    let mut passed = 0;
    for (batch, killed) in killed.iter().enumerate().take(part.group.batches()) {
        let f = &mut part.fragments[batch];
        let outputs = &S::passes(scratch).outputs;
        let allowed = !killed & outputs.results(batch, merge, f);
        let (_, out) = outputs.batch(batch);
        let alpha = &out.targets[0].first[3];
        let covered = (merge.coverage.as_ref()).map(|of| of.lanes(alpha, &f.x, &f.y));
        let samples = match only {
            Some(n) => n..n + 1,
            None => 0..draw.state().stored(),
        };
        for n in samples {
            let passes = S::passes(scratch);
            let mut mask = passes.masks[batch][n] & allowed;
            if let Some(covered) = &covered {
                mask &= lanes_of_sample(covered, n as u32);
            }
            let mut f = sample(draw, part, (batch, n), mask);
            let mut bound = part.area.bind(&merge.merger);
            let mut buffers = draw.buffers(origin, part.log);
            if merge.order != TestOrder::Early {
                f.mask = bound.test(&f, &mut buffers)?;
            }
            passed += u64::from(f.mask.count_ones());
            if !draw.state().blends {
                let outputs = &passes.outputs;
                outputs.draw(batch, merge, &mut f, &mut bound, &mut buffers)?;
                continue;
            }
            drop(buffers);
            blend_batch(draw, batch, &f, scratch, part)?;
        }
    }
    *part.passed += passed;
    draw.count(passed);
    Ok(())
}
