//! The parts of passes over fragments that a family supplies.

use tilescope_core::Stopped;
use tilescope_core::bus::Port;
use tilescope_core::log::Log;
use tilescope_output::{Bound, Buffers, Fragments};
use tilescope_raster::interp::Positions;

use crate::batch::Coverage;
use crate::merge::Merge;
use crate::outputs::Outputs;
use crate::passes::{CENTRE, merge_outputs};
use crate::samples::{Centroid, MAX_SAMPLES, SamplePattern};
use crate::walk::AreaPart;

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
    pub(crate) masks: [[u16; MAX_SAMPLES]; B],
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

/// State of the passes of a draw.
#[derive(Clone, Copy, Debug)]
pub struct PassState<'d> {
    /// Tests and blending.
    pub merge: &'d Merge,
    /// The positions at which a pixel is covered.
    pub samples: &'d SamplePattern,
    /// The shader runs for each sample.
    pub per_sample: bool,
    /// The position of centroid interpolation, if the shader uses it.
    pub centroid: Option<Centroid>,
    /// The draw has a shader.
    pub has_shader: bool,
    /// Programs blend colours, not the merger alone.
    pub blends: bool,
}

impl PassState<'_> {
    /// The number of stored samples: that of the positions at which pixels are covered, or 1.
    pub(crate) fn stored(&self) -> usize {
        match self.merge.merger.samples {
            0 | 1 => 1,
            _ => self.samples.count(),
        }
    }

    /// The position of stored sample `n`.
    pub(crate) fn position(&self, n: usize) -> (f32, f32) {
        match self.stored() {
            1 => CENTRE,
            _ => self.samples.position(n),
        }
    }
}

/// Shading of a draw by a family.
#[expect(clippy::missing_errors_doc, reason = "the reason why the draw stops")]
pub trait Shading<const B: usize>: Sized {
    /// The memory ports.
    type Port: Port;
    /// Scratch memory of a worker.
    type Scratch;

    /// State of the passes.
    fn state(&self) -> PassState<'_>;

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

    /// Draws fragments of a batch that passed all tests to a target with the program that
    /// blends its colours. Returns whether it has one.
    fn blend(
        &self,
        target: usize,
        batch: usize,
        f: &Fragments,
        scratch: &mut Self::Scratch,
        part: &mut AreaPart<'_, Self::Port, B>,
    ) -> Result<bool, Stopped>;

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
    #[inline(always)]
    fn kept(&self, batch: usize, f: &mut Fragments) -> u16 {
        let _ = (batch, f);
        u16::MAX
    }

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
pub(crate) struct Shaded<'o, const B: usize>(pub &'o Merge, pub &'o Outputs<B>);

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
