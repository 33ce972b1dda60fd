//! A draw of a fragment job. Its quads are shaded by [`super::shade`].

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tilescope_core::bus::Bus;
use tilescope_core::{Frame, Stopped};
use tilescope_draw::{
    AreaDraw, AreaPart, Coverage, FragmentStage, Outputs, PassScratch, Places, shade_group,
};
use tilescope_output::Fragments;

use super::ends::EndsOfShader;
use super::framebuffer::Framebuffer;
use super::job::FrameTargets;
use super::merge::Merge;
use crate::attributes::{FragmentValues, varyings};
use crate::descriptors::OcclusionMode;
use crate::log::{Ctx, Log, Port};
use crate::memory;
use crate::quirks::Centroid;
use crate::report::report;
use crate::rules::tiler as rules;
use crate::shader::{BATCHES, Group};
use crate::state::Renderer;
use crate::texture::Cache;
use crate::threads::{Loaded, Resources, Storage, report_runs};
use crate::tiler::Placement;

/// A draw.
pub struct Draw<'a> {
    pub(crate) bus: Bus<'a>,
    pub(crate) framebuffer: Arc<Framebuffer>,
    /// The ends of the buffers that the draws of the list write.
    pub(crate) written: Arc<Vec<u64>>,
    /// The renderer state, from which most of what follows is derived.
    pub(crate) renderer: Arc<Renderer>,
    pub(crate) merge: Arc<Merge>,
    /// The draw and its job, for the locations of findings.
    pub(crate) at: [Frame; 2],
    pub(crate) shader: Option<Arc<Loaded>>,
    pub(crate) resources: Resources,
    pub(crate) varyings: Arc<varyings::Layout>,
    pub(crate) placement: Arc<Placement>,
    pub(crate) storage: Storage,
    /// The position of centroid interpolation, if the shader has any.
    pub(crate) centroid: Option<Centroid>,
    pub(crate) occlusion: (OcclusionMode, u64),
    /// Samples that passed all tests.
    pub(crate) passed: AtomicU64,
    pub(crate) ends: Arc<EndsOfShader>,
}

/// Scratch memory of a worker.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) group: Group,
    pub(super) cache: Cache,
    pub(super) passes: PassScratch<BATCHES>,
    /// Values of special varyings, if there are any.
    pub(super) values: [FragmentValues; BATCHES],
    /// Positions of varyings, and w there.
    pub(super) at: [Places; BATCHES],
    /// The blend shader, its fragments and results.
    pub(super) blend: Group,
    pub(super) blended: [Fragments; BATCHES],
    pub(super) blend_outputs: Outputs<BATCHES>,
}

pub(super) type Part<'p> = AreaPart<'p, Port, BATCHES>;

impl Draw<'_> {
    /// Whether fragments of different tiles can see each other.
    pub(crate) fn has_side_effects(&self) -> bool {
        let writes = |loaded: &Arc<Loaded>| loaded.program.writes_memory();
        let shader = self.shader.as_ref();
        self.storage.has_threads() || shader.is_some_and(writes) || self.merge.side_effects
    }

    /// Adds the samples that passed to the counter of the occlusion query.
    ///
    /// The hardware counts four samples for a pixel without multisampling (Mesa
    /// `pan_context.c`, `panfrost_get_query_result`).
    ///
    /// # Errors
    /// A fault, if the counter is not mapped.
    pub(crate) fn report_occlusion(&self, c: &mut Ctx<'_>) -> Result<(), Stopped> {
        let (mode, address) = self.occlusion;
        let passed = self.passed.load(Ordering::Relaxed);
        if mode == OcclusionMode::Disabled {
            return Ok(());
        }
        if !address.is_multiple_of(8) || matches!(mode, OcclusionMode::Unknown(_)) {
            report(c, &rules::OCCLUSION, address, || {
                format!("query of kind {} at {address:#x}", mode.bits())
            });
        }
        let mut bytes = [0; 8];
        memory::read(c, Port::Tb, address, &mut bytes)?;
        let value = match mode {
            OcclusionMode::Counter => {
                let samples = match self.framebuffer.buffers.samples {
                    0 | 1 => 4 * passed,
                    _ => passed,
                };
                u64::from_le_bytes(bytes).wrapping_add(samples)
            }
            _ => u64::from_le_bytes(bytes) | u64::from(passed != 0),
        };
        memory::write(c, Port::Tb, address, &value.to_le_bytes())
    }
}

impl FragmentStage<BATCHES> for Draw<'_> {
    type Port = Port;
    type Scratch = Scratch;

    fn coverage(&self) -> Coverage {
        match self.placement.samples.count() {
            1 => Coverage::Pixels,
            _ => Coverage::Samples,
        }
    }

    fn sample_mask(&self) -> u16 {
        self.renderer.sample_mask
    }

    fn enter(scratch: &mut Scratch) {
        // Other areas may have been stored since.
        scratch.cache.renew();
    }

    fn begin(&self, scratch: &mut Scratch, log: &Log) {
        scratch.group.profile(log.profile());
        // All draws to an area are decoded before the first is drawn.
        let textures = self.resources.textures.identity();
        scratch.cache.keep(textures, &self.written);
        if let Some(loaded) = &self.shader {
            scratch
                .group
                .bind(&loaded.program, &self.resources.uniforms);
            scratch.group.set_ends(self.ends.ends);
        }
    }

    #[inline(always)]
    fn shade(
        &self,
        scratch: &mut Scratch,
        coverage: Coverage,
        part: &mut Part<'_>,
    ) -> Result<(), Stopped> {
        *part.fuel = part.fuel.saturating_sub(4 * part.group.len() as u64);
        if *part.fuel == 0 {
            return Err(Stopped::Fuel(tilescope_core::OutOfFuel));
        }
        shade_group(self, coverage, scratch, part)
    }

    fn end(&self, scratch: &mut Scratch, log: &mut Log) {
        if self.has_side_effects() {
            scratch.cache.forget();
        }
        if let Some(loaded) = &self.shader {
            report_runs(loaded, &mut scratch.group, log);
        }
    }
}

impl<'a> AreaDraw<BATCHES> for Draw<'a> {
    type Targets = FrameTargets<'a>;

    fn location(&self) -> &[Frame] {
        &self.at
    }
}
