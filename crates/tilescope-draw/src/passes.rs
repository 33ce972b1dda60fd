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
use tilescope_output::{Fragments, MAX_TARGETS, Sources};

use crate::batch::Coverage;
use crate::early::TestOrder;
use crate::sample_passes::shade_samples;
use crate::shading::{Colours, RunOf, Shaded, Shading};
use crate::walk::AreaPart;

/// The centre of a pixel.
pub(crate) const CENTRE: (f32, f32) = (0.5, 0.5);

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
pub(crate) fn count_quads<P: Port, const B: usize>(part: &mut AreaPart<'_, P, B>) {
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
    if let Some(merger) = draw.state().merge.before_shader() {
        let mut bound = part.area.bind(merger);
        let mut buffers = draw.buffers(origin, part.log);
        for f in part.fragments.iter_mut().take(count) {
            f.mask = bound.test(f, &mut buffers)?;
        }
    }
    S::passes(scratch).outputs.clear(count);
    let mut killed = [0; B];
    if draw.state().has_shader {
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
    if draw.state().blends {
        return blend_pixels(draw, killed, scratch, part);
    }
    let colours = Shaded(draw.state().merge, &S::passes(scratch).outputs);
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
    let mut bound = part.area.bind(&draw.state().merge.merger);
    let mut buffers = draw.buffers(origin, part.log);
    let mut passed = 0;
    let fragments = part.fragments.iter_mut().zip(killed).take(count);
    for (batch, (f, killed)) in fragments.enumerate() {
        f.mask &= !killed & colours.kept(batch, f);
        if draw.state().merge.order != TestOrder::Early {
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
    let merge = draw.state().merge;
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
        blend_batch(draw, batch, &f, scratch, part)?;
    }
    Ok(passed)
}

/// Draws the fragments of a batch that passed all tests, where programs blend.
pub(crate) fn blend_batch<S: Shading<B>, const B: usize>(
    draw: &S,
    batch: usize,
    f: &Fragments,
    scratch: &mut S::Scratch,
    part: &mut AreaPart<'_, S::Port, B>,
) -> Result<(), Stopped> {
    let (merger, origin) = (&draw.state().merge.merger, part.area.origin());
    for n in 0..merger.colors.len().min(MAX_TARGETS) {
        let (written, _) = S::passes(scratch).outputs.batch(batch);
        let f = Fragments {
            mask: f.mask & written.targets[n],
            ..*f
        };
        if f.mask == 0 || draw.blend(n, batch, &f, scratch, part)? {
            continue;
        }
        let (_, out) = S::passes(scratch).outputs.batch(batch);
        let out = &out.targets[n];
        let sources = &Sources::two(&out.first, &out.second);
        let mut bound = part.area.bind(merger);
        bound.color(n, &f, sources, &mut draw.buffers(origin, part.log))?;
    }
    Ok(())
}
