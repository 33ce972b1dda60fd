//! One draw, decoded, and the worker's memory that it is drawn with.

use std::sync::Arc;

use tilescope_core::{Frame, GpuMemory};
use tilescope_draw::{AreaDraw, AreaPlace, AreaScratch, Pool, QueuedDraw, QueuedTargets, Targets};
use tilescope_output::{AREA, Area};

use super::decoded::Shaders;
use super::fetch::Attributes;
use super::io::Placed;
use super::programs::Loaded;
use super::samples::Samples;
use super::screen::Screen;
use crate::bus::{Bus, Port};
use crate::hazards::Accesses;
use crate::log::Log;
use crate::pe::PixelEngine;
use crate::quirks::QueryCounts;
use crate::shader::{BATCHES, ExecMode, Group, Stage};
use crate::stopped::Stopped;
use crate::te::{Samplers, TextureUnits};

/// Scratch memory of a worker, besides that of its area.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) vertices: Group,
    pub(super) pixels: Group,
    pub(super) textures: TextureUnits,
}

/// Scratch memory of a worker.
pub(super) type WorkerScratch = AreaScratch<Scratch, BATCHES>;

/// Workers, and their scratch memory.
pub(super) type WorkerPool<'a> = Pool<'a, WorkerScratch>;

/// One draw, decoded.
pub struct Draw<'a> {
    pub(super) mode: ExecMode,
    pub(super) bus: Bus<'a>,
    /// The command and the number of the draw, for the locations of its findings.
    pub(super) at: [Frame; 2],
    pub(super) attributes: Arc<Attributes>,
    pub(super) shaders: Arc<Shaders>,
    pub(super) screen: Arc<Screen>,
    pub(super) pe: Arc<PixelEngine>,
    /// `None` if no shader reads textures.
    pub(super) samplers: Option<Box<Samplers<'a>>>,
    pub(super) accesses: Accesses,
    pub(super) query_counts: QueryCounts,
    /// Constants of the vertex shader, then those of the pixel shader.
    pub(super) constants: Vec<[u32; 4]>,
    /// The memory addresses of the code of the vertex and the pixel shader.
    pub(super) sources: [Option<u32>; 2],
}

impl Draw<'_> {
    /// One of the draw's programs, with the address of its code.
    pub(super) fn placed<'p>(&self, loaded: &'p Loaded) -> Placed<'p> {
        Placed {
            loaded,
            source: self.sources[usize::from(loaded.stage == Stage::Pixel)],
        }
    }

    /// Constants of the vertex shader, and of the pixel shader.
    pub(super) fn constants(&self) -> (&[[u32; 4]], &[[u32; 4]]) {
        let [vertex, _] = &self.shaders.constants;
        self.constants
            .split_at(vertex.vectors.min(self.constants.len()))
    }
}

impl<'a> AreaDraw<BATCHES> for Draw<'a> {
    type Targets = DrawTargets<'a>;

    fn scale(&self) -> (u32, u32) {
        let samples = self.screen.samples.as_ref();
        samples.map_or((1, 1), Samples::scale)
    }

    fn location(&self) -> &[Frame] {
        &self.at
    }
}

impl<'a> QueuedDraw<BATCHES> for Draw<'a> {
    fn is_like(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pe, &other.pe) && Arc::ptr_eq(&self.screen, &other.screen)
    }

    fn targets(&self) -> DrawTargets<'a> {
        DrawTargets {
            pe: self.pe.clone(),
            bus: self.bus,
        }
    }

    fn writes(&self) -> bool {
        self.pe.writes()
    }
}

/// The buffers of draws.
pub struct DrawTargets<'a> {
    pe: Arc<PixelEngine>,
    bus: Bus<'a>,
}

impl Targets for DrawTargets<'_> {
    type Port = Port;

    fn store(&self, place: AreaPlace, area: &mut Area, log: &mut Log) -> Result<(), Stopped> {
        let origin = (place.column * AREA, place.row * AREA);
        area.store(&mut self.pe.area_buffers(origin, self.bus, log))
    }
}

impl QueuedTargets for DrawTargets<'_> {
    fn memory(&self) -> &dyn GpuMemory {
        self.bus.memory()
    }

    fn bases(&self) -> impl Iterator<Item = u64> {
        self.pe.bases().map(u64::from)
    }

    fn shares(&self, other: &Self) -> bool {
        self.pe.shares_buffers(&other.pe)
    }

    fn add(&mut self, other: &Self) {
        Arc::make_mut(&mut self.pe).add_buffers(&other.pe);
    }
}
