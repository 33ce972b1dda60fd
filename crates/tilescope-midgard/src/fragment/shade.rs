//! Shading of quads: inputs, shader, and colours where blend shaders run.

use std::sync::atomic::Ordering;

use tilescope_core::{Fuel, Stopped};
use tilescope_draw::{
    Coverage, FragmentStage, Interpolated, PassScratch, PassState, RunOf, Shading, merge_colours,
    merge_outputs,
};
use tilescope_exec::{Lanes, Lanes16};
use tilescope_output::{Buffers, Fragments, MAX_TARGETS};
use tilescope_raster::interp::Positions;

use super::draw::{Draw, Part, Scratch};
use super::ends::InRegisters;
use crate::attributes::FragmentValues;
use crate::descriptors::OcclusionMode;
use crate::log::{Ctx, Log, Port};
use crate::shader::{BATCHES, Group, Input, Trap};
use crate::texture::Cache;
use crate::threads::{FragmentThreads, Io, Loaded, Threads, report_runs, trapped};

impl Shading<BATCHES> for Draw<'_> {
    type Port = Port;
    type Scratch = Scratch;

    #[inline(always)]
    fn state(&self) -> PassState<'_> {
        PassState {
            merge: &self.merge.merge,
            samples: &self.placement.samples,
            per_sample: self.renderer.per_sample,
            centroid: self.centroid,
            has_shader: self.shader.is_some(),
            blends: !self.merge.shaders.is_empty(),
        }
    }

    #[inline(always)]
    fn passes(scratch: &mut Scratch) -> &mut PassScratch<BATCHES> {
        &mut scratch.passes
    }

    #[inline(always)]
    fn buffers<'l>(&'l self, origin: (u32, u32), log: &'l mut Log) -> impl Buffers + 'l {
        self.framebuffer.tiles(origin, self.bus, log)
    }

    #[inline(always)]
    fn inputs(
        &self,
        batch: usize,
        coverage: Coverage,
        centre: (f32, f32),
        scratch: &mut Scratch,
        part: &mut Part<'_>,
    ) {
        let prims = part.prims;
        let f = &mut part.fragments[batch];
        let positions = (part.group).place(batch, prims, coverage, |_| centre, f);
        f.front = match (self.placement.is_triangles, self.placement.front_ccw) {
            (false, _) => u16::MAX,
            (true, true) => !f.front,
            (true, false) => f.front,
        };
        let of = Interpolated::new(part.group, batch, positions);
        let values = self.resources.fragment_values;
        if values || self.merge.merge.merger.depth.is_some() {
            f.z = of.linear(of.each(|n| &prims.prim(n).z));
        }
        if !values && !self.varyings.is_used() {
            return;
        }
        let inv_w = of.linear(of.each(|n| &prims.prim(n).inv_w));
        let (at, w) = &mut scratch.at[batch];
        *at = *of.positions();
        for (w, inv_w) in w.iter_mut().zip(inv_w) {
            *w = 1.0 / inv_w;
        }
        (self.ends).set_varyings(&mut scratch.group, batch, prims, &of, w);
        if values {
            let point = self.placement.point_planes().map(|plane| {
                let planes = of.each(|n| prims.plane(n, plane));
                Lanes16::from_f32(of.perspective(planes, w))
            });
            let Positions { x, y } = *at;
            let [x, y, z] = [
                Lanes16::from_f32(x),
                Lanes16::from_f32(y),
                Lanes16::from_f32(f.z),
            ];
            scratch.values[batch] = FragmentValues {
                coordinates: [x, y, z, Lanes16::from_f32(inv_w)],
                front: f.front,
                point,
            };
        }
    }

    #[inline(always)]
    fn run(
        &self,
        RunOf { coverage, sample }: RunOf,
        visible: &[u16; BATCHES],
        scratch: &mut Scratch,
        part: &mut Part<'_>,
    ) -> Result<[u16; BATCHES], Stopped> {
        let Some(loaded) = &self.shader else {
            return Ok([0; BATCHES]);
        };
        let mut live = [0; BATCHES];
        for (batch, live) in live.iter_mut().enumerate().take(part.group.batches()) {
            *live = part.group.lanes(batch);
        }
        let group = &mut scratch.group;
        group.set_storage(&loaded.program, self.storage.of_group(0));
        let threads = FragmentThreads {
            prims: part.prims,
            quads: part.group,
            layout: &self.varyings,
            values: &scratch.values,
            at: &scratch.at,
            centroids: match (self.centroid, sample, coverage) {
                (Some(_), None, Coverage::Samples) => &scratch.passes.centroids,
                _ => &scratch.at,
            },
            coverage,
            sample,
            fragments: part.fragments,
            origin: part.area.origin(),
            area: part.area.bind(&self.merge.merge.merger),
            framebuffer: &self.framebuffer,
            dual: self.merge.merge.dual,
            outputs: &mut scratch.passes.outputs,
        };
        let lanes = [&live, visible];
        let (cache, log) = (&mut scratch.cache, &mut *part.log);
        let ran = self.run_program((loaded, group), lanes, threads, cache, (log, part.fuel));
        part.log.counters.add("shader.bundles", group.executed());
        match ran {
            Ok(()) => Ok(*group.killed()),
            Err((trap, stopped)) => Err(trapped(loaded, trap, stopped, part.log)),
        }
    }

    #[inline(never)]
    fn blend(
        &self,
        target: usize,
        batch: usize,
        f: &Fragments,
        scratch: &mut Scratch,
        part: &mut Part<'_>,
    ) -> Result<bool, Stopped> {
        let Some(Some(loaded)) = self.merge.shaders.get(target) else {
            return Ok(false);
        };
        let (_, source) = scratch.passes.outputs.batch(batch);
        let source = &source.targets[target % MAX_TARGETS];
        let group = &mut scratch.blend;
        group.profile(part.log.profile());
        group.bind(&loaded.program, &[]);
        for c in 0..4u8 {
            let n = usize::from(c);
            group.register_mut(Input::Work(0), c)[0] = Lanes16::from_f32(source.first[n]);
            group.register_mut(Input::Work(2), c)[0] = Lanes16::from_f32(source.second[n]);
        }
        group.register_mut(Input::Work(1), 3)[0] = Lanes16::ZERO;
        scratch.blended[0] = *f;
        let mut live = [0; BATCHES];
        live[0] = f.mask;
        scratch.blend_outputs.clear(BATCHES);
        let threads = FragmentThreads {
            prims: part.prims,
            quads: part.group,
            layout: &self.varyings,
            values: &scratch.values,
            at: &scratch.at,
            centroids: &scratch.at,
            coverage: FragmentStage::coverage(self),
            sample: Some(f.sample),
            fragments: &scratch.blended,
            origin: part.area.origin(),
            area: part.area.bind(&self.merge.merge.merger),
            framebuffer: &self.framebuffer,
            dual: false,
            outputs: &mut scratch.blend_outputs,
        };
        let (cache, log) = (&mut scratch.cache, &mut *part.log);
        let ran = self.run_program(
            (loaded, group),
            [&live; 2],
            threads,
            cache,
            (log, part.fuel),
        );
        report_runs(loaded, group, part.log);
        ran.map_err(|(trap, stopped)| trapped(loaded, trap, stopped, part.log))?;
        // A blend shader writes the target that it was called for, whatever it names.
        let (written, out) = scratch.blend_outputs.batch(0);
        let mut each = written.targets.iter().zip(&out.targets);
        if let Some((lanes, out)) = each.find(|(lanes, _)| **lanes != 0) {
            let mut words = out.first.map(|c| Lanes::from_f32(c).0);
            if let Some(format) = self.framebuffer.targets.get(target) {
                for word in words[0].iter_mut().filter(|_| !format.raw) {
                    *word = format.shader_pixel(*word);
                }
            }
            let f = Fragments {
                mask: f.mask & lanes,
                ..*f
            };
            let mut bound = part.area.bind(&self.merge.merge.merger);
            bound.store_words(target, &f, &words);
        }
        Ok(true)
    }

    #[inline(always)]
    fn merge_pixels(
        &self,
        killed: &[u16; BATCHES],
        scratch: &mut Scratch,
        part: &mut Part<'_>,
    ) -> Result<u64, Stopped> {
        match scratch.group.colour_target() {
            Some(target) => {
                let colours = InRegisters::new(self, target, &scratch.group);
                merge_colours(self, &colours, killed, part)
            }
            None => merge_outputs(self, killed, scratch, part),
        }
    }

    #[inline(always)]
    fn count(&self, passed: u64) {
        if self.occlusion.0 != OcclusionMode::Disabled {
            self.passed.fetch_add(passed, Ordering::Relaxed);
        }
    }
}

impl Draw<'_> {
    /// Runs a program for fragments in its group. Returns why it did not reach its end.
    #[inline(always)]
    fn run_program(
        &self,
        (loaded, group): (&Loaded, &mut Group),
        lanes: [&[u16; BATCHES]; 2],
        threads: FragmentThreads<'_>,
        cache: &mut Cache,
        (log, fuel): (&mut Log, &mut u64),
    ) -> Result<(), (Trap, Option<Stopped>)> {
        let mut unlimited = Fuel::new(u64::MAX);
        let mut io = Io {
            c: &mut Ctx::serial(self.bus, log, &mut unlimited),
            resources: &self.resources,
            threads: Threads::Fragments(threads),
            cache,
            stopped: None,
        };
        let ran = group.run_in(loaded.mode, &loaded.program, lanes, &mut io, fuel);
        ran.map_or_else(|trap| Err((trap, io.stopped)), |_| Ok(()))
    }
}
