//! Passes over the fragments of a group: inputs, tests, shader, tests, colours.
//!
//! ```text
//! one sample a pixel    inputs > early tests > shader > late tests > colours
//! several samples       the same, with tests and colours of each sample; the shader runs once
//!                       for a pixel, or for each sample, with inputs at its position
//! ```
//!
//! A family supplies [`Shading`]. Loops are over batches; the functions are inlined into its
//! `FragmentStage`, which may run them with the vectors of the host. No closures: they would be
//! compiled for the baseline wherever they stay calls.

use tilescope_core::Stopped;
use tilescope_core::bus::Port;
use tilescope_core::log::Log;
use tilescope_output::{Bound, Buffers, Fragments, alpha::lanes_of_sample};
use tilescope_raster::interp::Positions;

use crate::batch::{Coverage, DepthSource, of_sample};
use crate::early::TestOrder;
use crate::interpolate::Interpolated;
use crate::merge::Merge;
use crate::outputs::Outputs;
use crate::samples::{Centroid, MAX_SAMPLES, SamplePattern};
use crate::walk::AreaPart;

/// The centre of a pixel.
const CENTRE: (f32, f32) = (0.5, 0.5);

/// The pixel positions of a batch, and the w of each.
pub type Places = (Positions, [f32; 16]);

/// Scratch memory of the passes.
#[derive(Debug)]
pub struct PassScratch<const B: usize> {
    /// Results of the shader.
    pub outputs: Outputs<B>,
    /// Positions of centroid interpolation.
    pub centroids: [Places; B],
    /// Samples of each pixel that are left, by sample.
    masks: [[u16; MAX_SAMPLES]; B],
}

impl<const B: usize> Default for PassScratch<B> {
    fn default() -> Self {
        PassScratch {
            outputs: Outputs::default(),
            centroids: [Places::default(); B],
            masks: [[0; MAX_SAMPLES]; B],
        }
    }
}

/// The fragments for which a shader runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOf {
    /// Pixels or samples.
    pub coverage: Coverage,
    /// The sample, if the shader runs for each.
    pub sample: Option<u32>,
}

/// Shading of a draw by a family.
#[expect(clippy::missing_errors_doc, reason = "the reason why the draw stops")]
pub trait Shading<const B: usize>: Sized {
    /// The memory ports.
    type Port: Port;
    /// Scratch memory of a worker.
    type Scratch;

    /// Tests and blending.
    fn merge(&self) -> &Merge;

    /// The samples of a pixel.
    fn samples(&self) -> &SamplePattern;

    /// Runs the shader for each sample.
    fn per_sample(&self) -> bool;

    /// The position of centroid interpolation, if the shader uses it.
    fn centroid(&self) -> Option<Centroid>;

    /// The draw has a shader.
    fn has_shader(&self) -> bool;

    /// Scratch memory of the passes.
    fn passes(scratch: &mut Self::Scratch) -> &mut PassScratch<B>;

    /// The buffers of the area at `origin`.
    fn buffers<'l>(&'l self, origin: (u32, u32), log: &'l mut Log<Self::Port>)
    -> impl Buffers + 'l;

    /// Sets the inputs of a batch, whose pixels are shaded at `at`.
    fn inputs(
        &self,
        batch: usize,
        coverage: Coverage,
        at: (f32, f32),
        scratch: &mut Self::Scratch,
        part: &mut AreaPart<'_, Self::Port, B>,
    );

    /// Runs the shader for the fragments in `visible`. Returns the lanes that it killed.
    fn run(
        &self,
        of: RunOf,
        visible: &[u16; B],
        scratch: &mut Self::Scratch,
        part: &mut AreaPart<'_, Self::Port, B>,
    ) -> Result<[u16; B], Stopped>;

    /// Programs blend colours, not the merger alone.
    fn blends(&self) -> bool;

    /// Draws the fragments of a batch that passed all tests, if programs blend.
    fn blend(
        &self,
        batch: usize,
        f: &Fragments,
        scratch: &mut Self::Scratch,
        part: &mut AreaPart<'_, Self::Port, B>,
    ) -> Result<(), Stopped>;

    /// Tests and draws fragments with one sample a pixel after the shader. Returns how many
    /// passed. A family that has colours elsewhere than in [`Outputs`] draws them here.
    #[inline(always)]
    fn merge_pixels(
        &self,
        killed: &[u16; B],
        scratch: &mut Self::Scratch,
        part: &mut AreaPart<'_, Self::Port, B>,
    ) -> Result<u64, Stopped> {
        merge_outputs(self, killed, scratch, part)
    }

    /// Counts samples that passed all tests.
    fn count(&self, passed: u64);
}

/// The colours of batches.
pub trait Colours {
    /// The lanes of a batch that the shader keeps.
    fn kept(&self, batch: usize, f: &mut Fragments) -> u16;

    /// Draws the fragments of a batch that passed all tests.
    ///
    /// # Errors
    /// That of the buffers.
    fn draw<M: Buffers>(
        &self,
        batch: usize,
        f: &mut Fragments,
        bound: &mut Bound<'_>,
        buffers: &mut M,
    ) -> Result<(), Stopped>;
}

/// Colours that a shader wrote.
struct Shaded<'o, const B: usize>(&'o Merge, &'o Outputs<B>);

impl<const B: usize> Colours for Shaded<'_, B> {
    #[inline(always)]
    fn kept(&self, batch: usize, f: &mut Fragments) -> u16 {
        self.1.results(batch, self.0, f)
    }

    #[inline(always)]
    fn draw<M: Buffers>(
        &self,
        batch: usize,
        f: &mut Fragments,
        bound: &mut Bound<'_>,
        buffers: &mut M,
    ) -> Result<(), Stopped> {
        self.1.draw(batch, self.0, f, bound, buffers)
    }
}

/// Shades and draws the fragments of a group.
///
/// # Errors
/// The reason why the draw stops.
#[inline(always)]
pub fn shade_group<S: Shading<B>, const B: usize>(
    draw: &S,
    coverage: Coverage,
    scratch: &mut S::Scratch,
    part: &mut AreaPart<'_, S::Port, B>,
) -> Result<(), Stopped> {
    match coverage {
        Coverage::Pixels => shade_pixels(draw, scratch, part),
        Coverage::Samples => shade_samples(draw, scratch, part),
    }
}

/// Counts the quads that are shaded.
fn count_quads<P: Port, const B: usize>(part: &mut AreaPart<'_, P, B>) {
    let quads = part.group.len() as u64;
    part.log.counters.add("fragment.quads", quads);
}

#[inline(always)]
fn shade_pixels<S: Shading<B>, const B: usize>(
    draw: &S,
    scratch: &mut S::Scratch,
    part: &mut AreaPart<'_, S::Port, B>,
) -> Result<(), Stopped> {
    let (count, origin) = (part.group.batches(), part.area.origin());
    for batch in 0..count {
        draw.inputs(batch, Coverage::Pixels, CENTRE, scratch, part);
    }
    if let Some(merger) = draw.merge().before_shader() {
        let mut bound = part.area.bind(merger);
        let mut buffers = draw.buffers(origin, part.log);
        for f in part.fragments.iter_mut().take(count) {
            f.mask = bound.test(f, &mut buffers)?;
        }
    }
    S::passes(scratch).outputs.clear(count);
    let mut killed = [0; B];
    if draw.has_shader() {
        count_quads(part);
        let mut visible = [0; B];
        for (visible, f) in visible.iter_mut().zip(&*part.fragments).take(count) {
            *visible = f.mask;
        }
        let of = RunOf {
            coverage: Coverage::Pixels,
            sample: None,
        };
        killed = draw.run(of, &visible, scratch, part)?;
    }
    let passed = draw.merge_pixels(&killed, scratch, part)?;
    *part.passed += passed;
    draw.count(passed);
    Ok(())
}

/// Tests and draws the colours of a shader's [`Outputs`]. Returns how many passed.
///
/// # Errors
/// The reason why the draw stops.
#[inline(always)]
pub fn merge_outputs<S: Shading<B>, const B: usize>(
    draw: &S,
    killed: &[u16; B],
    scratch: &mut S::Scratch,
    part: &mut AreaPart<'_, S::Port, B>,
) -> Result<u64, Stopped> {
    if draw.blends() {
        return blend_pixels(draw, killed, scratch, part);
    }
    let colours = Shaded(draw.merge(), &S::passes(scratch).outputs);
    merge_colours(draw, &colours, killed, part)
}

/// Tests the fragments of each batch that `colours` keeps, and draws those that remain. Returns
/// their number.
///
/// # Errors
/// The reason why the draw stops.
#[inline(always)]
pub fn merge_colours<S: Shading<B>, const B: usize>(
    draw: &S,
    colours: &impl Colours,
    killed: &[u16; B],
    part: &mut AreaPart<'_, S::Port, B>,
) -> Result<u64, Stopped> {
    let (count, origin) = (part.group.batches(), part.area.origin());
    let mut bound = part.area.bind(&draw.merge().merger);
    let mut buffers = draw.buffers(origin, part.log);
    let mut passed = 0;
    let fragments = part.fragments.iter_mut().zip(killed).take(count);
    for (batch, (f, killed)) in fragments.enumerate() {
        f.mask &= !killed & colours.kept(batch, f);
        if draw.merge().order != TestOrder::Early {
            f.mask = bound.test(f, &mut buffers)?;
        }
        passed += u64::from(f.mask.count_ones());
        colours.draw(batch, f, &mut bound, &mut buffers)?;
    }
    Ok(passed)
}

/// [`merge_colours`], where programs blend.
#[inline(never)]
fn blend_pixels<S: Shading<B>, const B: usize>(
    draw: &S,
    killed: &[u16; B],
    scratch: &mut S::Scratch,
    part: &mut AreaPart<'_, S::Port, B>,
) -> Result<u64, Stopped> {
    let (count, origin) = (part.group.batches(), part.area.origin());
    let merge = draw.merge();
    let mut passed = 0;
    for (batch, killed) in killed.iter().enumerate().take(count) {
        let f = &mut part.fragments[batch];
        let kept = !killed & S::passes(scratch).outputs.results(batch, merge, f);
        f.mask &= kept;
        if merge.order != TestOrder::Early {
            let mut bound = part.area.bind(&merge.merger);
            f.mask = bound.test(f, &mut draw.buffers(origin, part.log))?;
        }
        passed += u64::from(f.mask.count_ones());
        let f = *f;
        draw.blend(batch, &f, scratch, part)?;
    }
    Ok(passed)
}

#[inline(always)]
fn shade_samples<S: Shading<B>, const B: usize>(
    draw: &S,
    scratch: &mut S::Scratch,
    part: &mut AreaPart<'_, S::Port, B>,
) -> Result<(), Stopped> {
    let count = part.group.batches();
    for batch in 0..count {
        draw.inputs(batch, Coverage::Samples, CENTRE, scratch, part);
    }
    cover(S::passes(scratch), part);
    test_early(draw, S::passes(scratch), part)?;
    S::passes(scratch).outputs.clear(count);
    if !draw.has_shader() {
        return merge_samples(draw, None, &[0; B], scratch, part);
    }
    count_quads(part);
    let mut of = RunOf {
        coverage: Coverage::Samples,
        sample: None,
    };
    let mut visible = [0; B];
    if !draw.per_sample() {
        let passes = S::passes(scratch);
        if let Some(rule) = draw.centroid() {
            centroids(rule, draw.samples(), part, &mut passes.centroids);
        }
        for (visible, masks) in visible.iter_mut().zip(&passes.masks).take(count) {
            *visible = masks.iter().fold(0, |all, mask| all | mask);
        }
        let killed = draw.run(of, &visible, scratch, part)?;
        return merge_samples(draw, None, &killed, scratch, part);
    }
    for n in 0..draw.samples().count() {
        let at = draw.samples().position(n);
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

/// Sets the masks to what quads cover.
fn cover<P: Port, const B: usize>(passes: &mut PassScratch<B>, part: &AreaPart<'_, P, B>) {
    for batch in 0..part.group.batches() {
        let masks = &mut passes.masks[batch];
        *masks = [0; MAX_SAMPLES];
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
        let of = Interpolated::new(group.batch(batch), *at);
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
    let depth = match draw.merge().shader_depth {
        true => DepthSource::Shader,
        false => DepthSource::Planes(part.prims, &[]),
    };
    let all = Fragments {
        mask: u16::MAX,
        ..part.fragments[batch]
    };
    let quads = part.group.batch(batch);
    let position = draw.samples().position(n);
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
    let Some(merger) = draw.merge().before_shader() else {
        return Ok(());
    };
    let origin = part.area.origin();
    for batch in 0..part.group.batches() {
        for n in 0..draw.samples().count() {
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
    let (merge, origin) = (draw.merge(), part.area.origin());
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
            None => 0..draw.samples().count(),
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
            if !draw.blends() {
                let outputs = &passes.outputs;
                outputs.draw(batch, merge, &mut f, &mut bound, &mut buffers)?;
                continue;
            }
            drop(buffers);
            draw.blend(batch, &f, scratch, part)?;
        }
    }
    *part.passed += passed;
    draw.count(passed);
    Ok(())
}
