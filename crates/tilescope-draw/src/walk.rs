//! Rasterisation of the primitives of an area, in groups of quads.

use tilescope_core::Stopped;
use tilescope_core::bus::Port;
use tilescope_core::log::Log;
use tilescope_core::profile::{Lanes, Part, Stage};
use tilescope_exec::{Vectorised, vectorised};
use tilescope_output::{Area, Fragments};
use tilescope_raster::Rect;

use crate::areas::Numbered;
use crate::batch::{BatchQuad, Coverage, QuadGroup};
use crate::covered::Covered;
use crate::prims::Prims;
use crate::samples::SampleQuads;

/// Shading of the fragments of one draw, `B` batches of quads at a time.
pub trait FragmentStage<const B: usize>: Sync {
    /// The family's memory ports.
    type Port: Port;
    /// Scratch memory of a worker.
    type Scratch: Default + Send;

    /// The bits of coverage of the draw's quads.
    fn coverage(&self) -> Coverage;

    /// The samples that are drawn, if there are several.
    fn sample_mask(&self) -> u16 {
        u16::MAX
    }

    /// A worker comes to another area, whose draws it will shade one after the other.
    fn enter(scratch: &mut Self::Scratch) {
        let _ = scratch;
    }

    /// Prepares to shade fragments of the draw in an area, whose log is `log`.
    fn begin(&self, scratch: &mut Self::Scratch, log: &Log<Self::Port>);

    /// Shades the quads of a group, and draws the fragments to the area.
    ///
    /// `coverage` is that of [`FragmentStage::coverage`]. The function is compiled for
    /// each of both if it is inlined.
    ///
    /// # Errors
    /// If the hardware stops.
    fn shade(
        &self,
        scratch: &mut Self::Scratch,
        coverage: Coverage,
        part: &mut AreaPart<'_, Self::Port, B>,
    ) -> Result<(), Stopped>;

    /// Reports what shading the area found.
    fn end(&self, scratch: &mut Self::Scratch, log: &mut Log<Self::Port>);
}

/// An area, and the quads that are drawn to it.
pub struct AreaPart<'a, P, const B: usize> {
    /// The area.
    pub area: &'a mut Area,
    /// The draw's primitives.
    pub prims: &'a Prims,
    /// The quads.
    pub group: &'a QuadGroup<B>,
    /// The fragments of each batch, of which [`QuadGroup::place`] sets some; the rest is
    /// unspecified.
    pub fragments: &'a mut [Fragments; B],
    /// Fuel that is left.
    pub fuel: &'a mut u64,
    /// The number of fragments that passed all tests.
    pub passed: &'a mut u64,
    /// Findings and counters.
    pub log: &'a mut Log<P>,
}

/// Scratch memory of a worker that draws areas.
#[derive(Debug)]
pub struct AreaScratch<S, const B: usize> {
    /// The area.
    pub(crate) area: Area,
    group: QuadGroup<B>,
    fragments: [Fragments; B],
    covered: Covered,
    samples: SampleQuads,
    /// The family's scratch memory.
    pub stage: S,
}

impl<S: Default, const B: usize> Default for AreaScratch<S, B> {
    fn default() -> Self {
        AreaScratch {
            area: Area::new(),
            group: QuadGroup::default(),
            fragments: [Fragments::default(); B],
            covered: Covered::default(),
            samples: SampleQuads::default(),
            stage: S::default(),
        }
    }
}

/// Primitives of a draw in an area.
#[derive(Clone, Copy)]
pub(crate) struct AreaPrims<'a> {
    /// All primitives of the draw.
    pub prims: &'a Prims,
    /// Those in the area.
    pub list: &'a [Numbered],
    /// The pixels of the area.
    pub rect: Rect,
}

/// Draws primitives to the area of `scratch`. Returns the number of fragments that passed
/// all tests, also if the hardware stopped.
pub(crate) fn cover<D: FragmentStage<B>, const B: usize>(
    draw: &D,
    of: AreaPrims<'_>,
    scratch: &mut AreaScratch<D::Scratch, B>,
    fuel: &mut u64,
    log: &mut Log<D::Port>,
) -> (u64, Result<(), Stopped>) {
    let began = log.begin();
    draw.begin(&mut scratch.stage, log);
    let mut passed = 0;
    let mut lanes = log.profile().map(|_| Lanes::default());
    let walk = Walk {
        draw,
        of,
        scratch,
        fuel,
        passed: &mut passed,
        lanes: lanes.as_mut(),
        log,
    };
    let result = match draw.coverage() {
        Coverage::Pixels => vectorised(OfPixels(walk)),
        Coverage::Samples => vectorised(OfSamples(walk)),
    };
    if result.is_err() {
        scratch.group.clear();
    }
    draw.end(&mut scratch.stage, log);
    let number = log.at.draw();
    log.end_work(began, || {
        Part::of_draw(Stage::Fragments, number).lanes(lanes.unwrap_or_default())
    });
    (passed, result)
}

struct Walk<'a, D: FragmentStage<B>, const B: usize> {
    draw: &'a D,
    of: AreaPrims<'a>,
    scratch: &'a mut AreaScratch<D::Scratch, B>,
    fuel: &'a mut u64,
    passed: &'a mut u64,
    /// Lanes that ran, counted for a profile.
    lanes: Option<&'a mut Lanes>,
    log: &'a mut Log<D::Port>,
}

/// A walk with one sample for each pixel.
struct OfPixels<'a, D: FragmentStage<B>, const B: usize>(Walk<'a, D, B>);

impl<D: FragmentStage<B>, const B: usize> Vectorised for OfPixels<'_, D, B> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run(self) -> Result<(), Stopped> {
        self.0.walk(Coverage::Pixels)
    }
}

/// A walk with several.
struct OfSamples<'a, D: FragmentStage<B>, const B: usize>(Walk<'a, D, B>);

impl<D: FragmentStage<B>, const B: usize> Vectorised for OfSamples<'_, D, B> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run(self) -> Result<(), Stopped> {
        self.0.walk(Coverage::Samples)
    }
}

impl<D: FragmentStage<B>, const B: usize> Walk<'_, D, B> {
    /// Draws. Inlined into both kinds of walk, so that code for samples costs
    /// nothing without multisampling.
    #[inline(always)]
    fn walk(mut self, coverage: Coverage) -> Result<(), Stopped> {
        let mut covered = std::mem::take(&mut self.scratch.covered);
        for &(_, n) in self.of.list {
            match coverage {
                Coverage::Pixels => {
                    let Some(prim) = self.of.prims.get(n) else {
                        continue;
                    };
                    covered.take(n, prim, self.of.rect.intersect(&prim.bounds));
                    self.tiles(&mut covered)?;
                }
                Coverage::Samples => {
                    covered.quads.clear();
                    self.samples(n, &mut covered.quads);
                }
            }
            let mut left = &covered.quads[..];
            while let Some((quad, others)) = left.split_first() {
                if self.scratch.group.push(*quad, coverage) {
                    left = others;
                    continue;
                }
                self.flush(coverage)?;
                // Quads of one primitive share no pixel.
                while let Some(others) = self.scratch.group.fill(left) {
                    self.flush(coverage)?;
                    left = others;
                }
            }
        }
        self.scratch.covered = covered;
        self.flush(coverage)
    }

    /// Draws tiles that are covered whole, as far as they fill groups. The quads of the others
    /// join those of no tile.
    #[inline(always)]
    fn tiles(&mut self, covered: &mut Covered) -> Result<(), Stopped> {
        let (groups, others) = covered.tiles.as_chunks::<B>();
        if !groups.is_empty() {
            self.flush(Coverage::Pixels)?;
        }
        for tiles in groups {
            self.scratch.group.fill_whole(tiles);
            self.flush(Coverage::Pixels)?;
        }
        covered.quads.extend_from_slice(others.as_flattened());
        Ok(())
    }

    /// Adds the quads of primitive `n`, with their samples that are drawn.
    fn samples(&mut self, n: u32, quads: &mut Vec<BatchQuad>) {
        let Some((block, place)) = self.of.prims.place(n) else {
            return;
        };
        let Some(prim) = block.list.get(place) else {
            return;
        };
        let rect = self.of.rect.intersect(&prim.bounds);
        let more = block.more(place);
        if more.is_empty() {
            let add = |quad| quads.push(BatchQuad::of_samples(n, &quad));
            prim.shape.walk(rect, add);
        } else {
            let shapes = std::iter::once(&prim.shape).chain(more);
            self.scratch.samples.walk(shapes, rect, |quad| {
                quads.push(BatchQuad {
                    prim: n,
                    x: quad.x,
                    y: quad.y,
                    coverage: quad.coverage,
                });
            });
        }
        let mask = u64::from(self.draw.sample_mask()) * 0x0001_0001_0001_0001;
        quads.iter_mut().for_each(|quad| quad.coverage &= mask);
        quads.retain(|quad| quad.coverage != 0);
    }

    /// Shades and draws the waiting quads.
    #[inline(always)]
    fn flush(&mut self, coverage: Coverage) -> Result<(), Stopped> {
        let scratch = &mut *self.scratch;
        if scratch.group.is_empty() {
            return Ok(());
        }
        if let Some(lanes) = &mut self.lanes {
            lanes.add(scratch.group.covered(coverage));
        }
        let mut part = AreaPart {
            area: &mut scratch.area,
            prims: self.of.prims,
            group: &scratch.group,
            fragments: &mut scratch.fragments,
            fuel: self.fuel,
            passed: self.passed,
            log: self.log,
        };
        let result = self.draw.shade(&mut scratch.stage, coverage, &mut part);
        scratch.group.clear();
        result
    }
}
