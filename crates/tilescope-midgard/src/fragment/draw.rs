//! A draw of a fragment job: its quads are shaded, tested, and drawn to the tile buffer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tilescope_core::bus::Bus;
use tilescope_core::{Frame, Fuel, Stopped};
use tilescope_draw::early::TestOrder;
use tilescope_draw::{
    AreaPart, Coverage, FragmentStage, Interpolated, QueuedDraw, SamplePattern, of_sample,
};
use tilescope_exec::Lanes16;
use tilescope_output::{Colors, Fragments, Sources, alpha::lanes_of_sample};
use tilescope_raster::interp::Positions;

use super::framebuffer::Framebuffer;
use super::job::FrameTargets;
use super::merge::Merge;
use super::tile::TileBuffer;
use crate::attributes::{FragmentValues, varyings};
use crate::descriptors::OcclusionMode;
use crate::log::{Ctx, Log, Port};
use crate::memory;
use crate::rules::tiler as rules;
use crate::shader::{BATCHES, Group, Input};
use crate::texture::Cache;
use crate::threads::{
    FragmentThreads, Io, Loaded, Outputs, Resources, Storage, Threads, report_runs, trapped,
};

/// The most samples of a pixel.
const SAMPLES: usize = 16;

/// A draw.
pub struct Draw<'a> {
    pub(crate) bus: Bus<'a>,
    pub(crate) framebuffer: Arc<Framebuffer>,
    pub(crate) merge: Merge,
    /// The draw and its job, for the locations of findings.
    pub(crate) at: [Frame; 2],
    pub(crate) shader: Option<Arc<Loaded>>,
    pub(crate) resources: Resources,
    pub(crate) varyings: varyings::Layout,
    /// The plane of the first point coordinate.
    pub(crate) point_plane: usize,
    pub(crate) samples: SamplePattern,
    pub(crate) storage: Storage,
    pub(crate) front_ccw: bool,
    pub(crate) is_triangles: bool,
    pub(crate) per_sample: bool,
    pub(crate) sample_mask: u16,
    pub(crate) occlusion: (OcclusionMode, u64),
    /// Samples that passed all tests.
    pub(crate) passed: AtomicU64,
}

/// Scratch memory of a worker.
#[derive(Debug, Default)]
pub struct Scratch {
    group: Group,
    blend: Group,
    cache: Cache,
    outputs: Outputs,
    values: [FragmentValues; BATCHES],
    at: [(Positions, [f32; 16]); BATCHES],
    coverage: [[u16; 16]; BATCHES],
    /// The lanes of each sample that are drawn.
    masks: [[u16; SAMPLES]; BATCHES],
}

type Part<'p> = AreaPart<'p, Port, BATCHES>;

impl<'a> Draw<'a> {
    /// A draw without a shader.
    pub(crate) fn new(bus: Bus<'a>, framebuffer: Arc<Framebuffer>, merge: Merge) -> Draw<'a> {
        Draw {
            bus,
            samples: framebuffer.samples,
            framebuffer,
            merge,
            at: [Frame::Draw(0), Frame::Draw(0)],
            shader: None,
            resources: Resources::default(),
            varyings: varyings::Layout::default(),
            point_plane: 0,
            storage: Storage::default(),
            front_ccw: false,
            is_triangles: true,
            per_sample: false,
            sample_mask: u16::MAX,
            occlusion: (OcclusionMode::Disabled, 0),
            passed: AtomicU64::new(0),
        }
    }

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
            c.log.find(&rules::OCCLUSION, (address, 0), |at| {
                let text = format!("query of kind {} at {address:#x}", mode.bits());
                (at.clone(), text)
            });
        }
        let mut bytes = [0; 8];
        memory::read(c, Port::Tb, address, &mut bytes)?;
        let value = match mode {
            OcclusionMode::Counter => {
                let samples = match self.samples.count() {
                    1 => 4 * passed,
                    _ => passed,
                };
                u64::from_le_bytes(bytes).wrapping_add(samples)
            }
            _ => u64::from_le_bytes(bytes) | u64::from(passed != 0),
        };
        memory::write(c, Port::Tb, address, &value.to_le_bytes())
    }

    /// The position of sample `n` in its pixel.
    fn position(&self, n: usize) -> (f32, f32) {
        let positions = self.samples.positions();
        let (x, y) = positions.get(n).copied().unwrap_or((8, 8));
        (f32::from(x) / 16.0, f32::from(y) / 16.0)
    }

    fn sample_count(&self) -> usize {
        self.samples.count().min(SAMPLES)
    }

    /// Sets the inputs of the batches, at sample `n` if the program runs for each.
    fn inputs(
        &self,
        scratch: &mut Scratch,
        coverage: Coverage,
        n: Option<usize>,
        part: &mut Part<'_>,
    ) {
        let prims = part.prims;
        let count = part.group.batches();
        for (batch, f) in part.fragments.iter_mut().enumerate().take(count) {
            let quads = part.group.batch(batch);
            let at = n.map_or((0.5, 0.5), |n| self.position(n));
            let positions = part.group.place(batch, prims, coverage, |_| at, f);
            f.front = match (self.is_triangles, self.front_ccw) {
                (false, _) => u16::MAX,
                (true, true) => !f.front,
                (true, false) => f.front,
            };
            let of = Interpolated::new(quads, positions);
            let list = &prims.list;
            let inv_w = of.linear(|n| &list[n].inv_w);
            f.z = of.linear(|n| &list[n].z);
            let w = inv_w.map(|inv_w| 1.0 / inv_w);
            let point = |c: usize| {
                let plane = |n: usize| {
                    let at = list[n].planes as usize + self.point_plane + c;
                    prims.planes.get(at).unwrap_or(&FLAT)
                };
                Lanes16::from_f32(of.perspective(plane, &w))
            };
            let Positions { x, y } = *of.positions();
            scratch.values[batch] = FragmentValues {
                coordinates: [x, y, f.z, inv_w].map(Lanes16::from_f32),
                front: f.front,
                point: [point(0), point(1)],
            };
            scratch.at[batch] = (positions, w);
            for (k, quad) in quads.iter().enumerate() {
                for i in 0..4 {
                    scratch.coverage[batch][4 * k + i] = match coverage {
                        Coverage::Pixels => quad.pixels(coverage) >> i & 1,
                        Coverage::Samples => quad.samples(i as u32),
                    };
                }
            }
        }
    }

    /// The fragments of sample `n` of a batch in `mask`.
    fn sample(&self, part: &Part<'_>, batch: usize, n: usize, mask: u16) -> Fragments {
        let f = &part.fragments[batch];
        if self.sample_count() == 1 {
            return Fragments { mask, ..*f };
        }
        let depth = match self.merge.shader_depth {
            true => tilescope_draw::DepthSource::Shader,
            false => tilescope_draw::DepthSource::Planes(part.prims, &[]),
        };
        let quads = part.group.batch(batch);
        let all = Fragments {
            mask: u16::MAX,
            ..*f
        };
        let mut one = of_sample(&all, quads, n as u32, self.position(n), depth);
        one.mask = mask;
        one
    }

    /// The lanes of each sample that are covered.
    fn cover(&self, scratch: &mut Scratch, coverage: Coverage, part: &Part<'_>) {
        for batch in 0..part.group.batches() {
            let masks = &mut scratch.masks[batch];
            *masks = [0; SAMPLES];
            match coverage {
                Coverage::Pixels => masks[0] = part.fragments[batch].mask,
                Coverage::Samples => {
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
        }
    }

    fn buffers<'l>(&'l self, origin: (u32, u32), log: &'l mut Log) -> TileBuffer<'l, 'l> {
        TileBuffer {
            framebuffer: &self.framebuffer,
            origin,
            bus: self.bus,
            log,
        }
    }

    /// Tests fragments before the shader.
    fn test_early(&self, scratch: &mut Scratch, part: &mut Part<'_>) -> Result<(), Stopped> {
        let merger = match (self.merge.order, &self.merge.rejecting) {
            (TestOrder::Early, _) => &self.merge.merger,
            (TestOrder::Twice, Some(merger)) => merger,
            _ => return Ok(()),
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

    /// Runs the shader for the fragments in `visible`. Returns the lanes that it killed.
    fn run(
        &self,
        loaded: &Loaded,
        scratch: &mut Scratch,
        visible: &[u16; BATCHES],
        sample: Option<u32>,
        part: &mut Part<'_>,
    ) -> Result<[u16; BATCHES], Stopped> {
        let mut live = [0; BATCHES];
        for (batch, live) in live.iter_mut().enumerate().take(part.group.batches()) {
            *live = part.group.lanes(batch);
        }
        self.storage.set(&mut scratch.group, 0);
        let origin = part.area.origin();
        let mut fuel = Fuel::new(u64::MAX);
        let mut c = Ctx::serial(self.bus, part.log, &mut fuel);
        let mut io = Io {
            c: &mut c,
            resources: &self.resources,
            threads: Threads::Fragments(FragmentThreads {
                prims: part.prims,
                quads: part.group,
                layout: &self.varyings,
                values: &scratch.values,
                at: &scratch.at,
                coverage: &scratch.coverage,
                sample,
                fragments: part.fragments,
                area: part.area.bind(&self.merge.merger),
                origin,
                framebuffer: &self.framebuffer,
                outputs: &mut scratch.outputs,
            }),
            cache: &mut scratch.cache,
            stopped: None,
        };
        let group = &mut scratch.group;
        let lanes = [&live, visible];
        let ran = group.run_in(loaded.mode, &loaded.program, lanes, &mut io, part.fuel);
        let stopped = io.stopped.take();
        part.log.counters.add("shader.bundles", group.executed());
        match ran {
            Ok(_) => Ok(*group.killed()),
            Err(trap) => Err(trapped(loaded, trap, stopped, part.log)),
        }
    }

    /// Tests and draws the results of the shader for the samples in `only`.
    fn merge(
        &self,
        scratch: &mut Scratch,
        only: Option<usize>,
        killed: &[u16; BATCHES],
        part: &mut Part<'_>,
    ) -> Result<(), Stopped> {
        let merge = &self.merge;
        let mut passed = 0;
        let count = part.group.batches();
        for (batch, killed) in killed.iter().enumerate().take(count) {
            let out = &scratch.outputs.batches[batch];
            let mut allowed = !killed;
            let alpha = floats(&out.targets[0].first[3]);
            if let Some(test) = merge.alpha.as_ref().filter(|_| out.targets[0].lanes != 0) {
                allowed &= test.lanes(&alpha);
            }
            let f = &mut part.fragments[batch];
            if merge.shader_depth {
                let depth = floats(&out.depth.0);
                for lane in (0..16).filter(|lane| out.depth.1 >> lane & 1 != 0) {
                    f.z[lane] = depth[lane];
                }
            }
            f.reference = (merge.shader_stencil && out.stencil.1 != 0).then(|| {
                let mut references = [0; 16];
                for (reference, word) in references.iter_mut().zip(out.stencil.0.0) {
                    *reference = word as u8;
                }
                references
            });
            let covered = (merge.coverage.as_ref()).map(|of| of.lanes(&alpha, &f.x, &f.y));
            let samples = match only {
                Some(n) => n..n + 1,
                None => 0..self.sample_count(),
            };
            for n in samples {
                let mut mask = scratch.masks[batch][n] & allowed;
                if let Some(covered) = &covered {
                    mask &= lanes_of_sample(covered, n as u32);
                }
                let f = self.sample(part, batch, n, mask);
                let origin = part.area.origin();
                if merge.order != TestOrder::Early {
                    let mut bound = part.area.bind(&merge.merger);
                    mask = bound.test(&f, &mut self.buffers(origin, part.log))?;
                }
                passed += u64::from(mask.count_ones());
                let f = Fragments { mask, ..f };
                self.colors(scratch, batch, &f, part)?;
            }
        }
        *part.passed += passed;
        if self.occlusion.0 != OcclusionMode::Disabled {
            self.passed.fetch_add(passed, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Draws the colours of fragments that passed all tests.
    fn colors(
        &self,
        scratch: &mut Scratch,
        batch: usize,
        f: &Fragments,
        part: &mut Part<'_>,
    ) -> Result<(), Stopped> {
        let origin = part.area.origin();
        for n in 0..self.framebuffer.targets.len() {
            let out = scratch.outputs.batches[batch].targets[n & 7];
            let f = Fragments {
                mask: f.mask & out.lanes,
                ..*f
            };
            if f.mask == 0 {
                continue;
            }
            if let Some(Some(shader)) = self.merge.shaders.get(n) {
                self.blend(shader, n, scratch, (batch, &f), part)?;
                continue;
            }
            let first: Colors = colors(&out.first);
            let second: Colors = colors(&out.second);
            let sources = Sources {
                first: &first,
                second: &second,
            };
            let mut bound = part.area.bind(&self.merge.merger);
            bound.color(n, &f, sources, &mut self.buffers(origin, part.log))?;
        }
        Ok(())
    }

    /// Runs a blend shader for the fragments of a batch, and stores what it writes.
    fn blend(
        &self,
        loaded: &Loaded,
        target: usize,
        scratch: &mut Scratch,
        (batch, f): (usize, &Fragments),
        part: &mut Part<'_>,
    ) -> Result<(), Stopped> {
        let source = scratch.outputs.batches[batch].targets[target & 7];
        let group = &mut scratch.blend;
        group.bind(&loaded.program, &[]);
        for c in 0..4u8 {
            let n = usize::from(c);
            group.register_mut(Input::Work(0), c)[0] = source.first[n];
            group.register_mut(Input::Work(2), c)[0] = source.second[n];
        }
        group.register_mut(Input::Work(1), 3)[0] = Lanes16::ZERO;
        let mut fragments = [Fragments::default(); BATCHES];
        fragments[0] = *f;
        let mut live = [0; BATCHES];
        live[0] = f.mask;
        let mut outputs = Box::<Outputs>::default();
        let origin = part.area.origin();
        let mut fuel = Fuel::new(u64::MAX);
        let mut c = Ctx::serial(self.bus, part.log, &mut fuel);
        let mut io = Io {
            c: &mut c,
            resources: &self.resources,
            threads: Threads::Fragments(FragmentThreads {
                prims: part.prims,
                quads: part.group,
                layout: &self.varyings,
                values: &scratch.values,
                at: &scratch.at,
                coverage: &scratch.coverage,
                sample: Some(f.sample),
                fragments: &fragments,
                area: part.area.bind(&self.merge.merger),
                origin,
                framebuffer: &self.framebuffer,
                outputs: &mut outputs,
            }),
            cache: &mut scratch.cache,
            stopped: None,
        };
        let ran = group.run_in(loaded.mode, &loaded.program, [&live; 2], &mut io, part.fuel);
        let stopped = io.stopped.take();
        report_runs(loaded, group, part.log);
        if let Err(trap) = ran {
            return Err(trapped(loaded, trap, stopped, part.log));
        }
        // A blend shader writes the target that it was called for, whatever it names.
        let mut written = outputs.batches[0].targets.iter();
        if let Some(out) = written.find(|target| target.lanes != 0) {
            let mut words = out.first.map(|lanes| lanes.0);
            if let Some(target) = self.framebuffer.targets.get(target) {
                // Words have the channels of the tile buffer, as clear colours do.
                for word in words[0].iter_mut().filter(|_| !target.internal.raw) {
                    let [a, b, c, d, ..] = target.internal.clear_pixel(&[*word; 4]);
                    *word = u32::from_le_bytes([a, b, c, d]);
                }
            }
            let f = Fragments {
                mask: f.mask & out.lanes,
                ..*f
            };
            part.area
                .bind(&self.merge.merger)
                .store_words(target, &f, &words);
        }
        Ok(())
    }
}

static FLAT: tilescope_raster::Plane = tilescope_raster::Plane::flat(0.0);

fn floats(lanes: &Lanes16) -> [f32; 16] {
    lanes.to_f32()
}

fn colors(register: &[Lanes16; 4]) -> Colors {
    register.map(Lanes16::to_f32)
}

impl FragmentStage<BATCHES> for Draw<'_> {
    type Port = Port;
    type Scratch = Scratch;

    fn coverage(&self) -> Coverage {
        match self.sample_count() {
            1 => Coverage::Pixels,
            _ => Coverage::Samples,
        }
    }

    fn sample_mask(&self) -> u16 {
        self.sample_mask
    }

    fn begin(&self, scratch: &mut Scratch) {
        scratch.cache.forget();
        if let Some(loaded) = &self.shader {
            scratch
                .group
                .bind(&loaded.program, &self.resources.uniforms);
        }
    }

    fn shade(
        &self,
        scratch: &mut Scratch,
        coverage: Coverage,
        part: &mut Part<'_>,
    ) -> Result<(), Stopped> {
        let quads = part.group.len() as u64;
        *part.fuel = part.fuel.saturating_sub(4 * quads);
        if *part.fuel == 0 {
            return Err(Stopped::Fuel(tilescope_core::OutOfFuel));
        }
        self.inputs(scratch, coverage, None, part);
        self.cover(scratch, coverage, part);
        self.test_early(scratch, part)?;
        scratch.outputs.clear();
        let Some(loaded) = &self.shader else {
            return self.merge(scratch, None, &[0; BATCHES], part);
        };
        part.log.counters.add("fragment.quads", quads);
        if !self.per_sample || self.sample_count() == 1 {
            let mut visible = [0; BATCHES];
            for (batch, visible) in visible.iter_mut().enumerate().take(part.group.batches()) {
                *visible = scratch.masks[batch].iter().fold(0, |all, mask| all | mask);
            }
            let killed = self.run(loaded, scratch, &visible, None, part)?;
            return self.merge(scratch, None, &killed, part);
        }
        for n in 0..self.sample_count() {
            self.inputs(scratch, coverage, Some(n), part);
            scratch.outputs.clear();
            let mut visible = [0; BATCHES];
            for (batch, visible) in visible.iter_mut().enumerate().take(part.group.batches()) {
                *visible = scratch.masks[batch][n];
            }
            let killed = self.run(loaded, scratch, &visible, Some(n as u32), part)?;
            self.merge(scratch, Some(n), &killed, part)?;
        }
        Ok(())
    }

    fn end(&self, scratch: &mut Scratch, log: &mut Log) {
        if let Some(loaded) = &self.shader {
            report_runs(loaded, &scratch.group, log);
        }
    }
}

impl<'a> QueuedDraw<BATCHES> for Draw<'a> {
    type Targets = FrameTargets<'a>;

    fn is_like(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.framebuffer, &other.framebuffer)
    }

    fn targets(&self) -> FrameTargets<'a> {
        FrameTargets::new(self.framebuffer.clone(), self.framebuffer.bounds, self.bus)
    }

    fn writes(&self) -> bool {
        true
    }

    fn scale(&self) -> (u32, u32) {
        (1, 1)
    }

    fn location(&self) -> &[Frame] {
        &self.at
    }
}
