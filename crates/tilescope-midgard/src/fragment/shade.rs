//! Shading of quads: inputs, shader, tests, colours; with one sample for each pixel.

use tilescope_core::{Fuel, Stopped};
use tilescope_draw::early::TestOrder;
use tilescope_draw::{Coverage, FragmentStage, Interpolated};
use tilescope_exec::{Lanes, Lanes16};
use tilescope_output::{Bound, Fragments, MAX_TARGETS, Sources};
use tilescope_raster::interp::Positions;

use super::draw::{Draw, Part, Scratch};
use super::ends::InRegisters;
use super::tile::TileBuffer;
use crate::attributes::FragmentValues;
use crate::log::Ctx;
use crate::shader::{BATCHES, Input};
use crate::threads::{FragmentThreads, Io, Loaded, Outputs, Threads, report_runs, trapped};

/// The centre of a pixel.
const CENTRE: (f32, f32) = (0.5, 0.5);

/// Counts the quads that are shaded.
pub(super) fn count_quads(part: &mut Part<'_>) {
    let quads = part.group.len() as u64;
    part.log.counters.add("fragment.quads", quads);
}

/// The colours of batches. No closures, which would be compiled for the baseline wherever they
/// stay calls.
pub(super) trait Colours {
    /// The lanes of a batch that the shader keeps.
    fn kept(&self, batch: usize, f: &mut Fragments) -> u16;

    /// Draws the fragments of a batch that passed all tests.
    fn draw(
        &self,
        batch: usize,
        f: &mut Fragments,
        bound: &mut Bound<'_>,
        buffers: &mut TileBuffer<'_, '_>,
    ) -> Result<(), Stopped>;
}

/// Colours that a shader wrote, without blend shaders.
struct Written<'d, 'a>(&'d Draw<'a>, &'d Outputs);

impl Colours for Written<'_, '_> {
    #[inline(always)]
    fn kept(&self, batch: usize, f: &mut Fragments) -> u16 {
        self.0.results(self.1, batch, f)
    }

    #[inline(always)]
    fn draw(
        &self,
        batch: usize,
        f: &mut Fragments,
        bound: &mut Bound<'_>,
        buffers: &mut TileBuffer<'_, '_>,
    ) -> Result<(), Stopped> {
        self.0.colors(self.1, batch, f, bound, buffers)
    }
}

impl Draw<'_> {
    /// Shades and draws quads with one sample for each pixel.
    #[inline(always)]
    pub(super) fn shade_pixels(
        &self,
        scratch: &mut Scratch,
        part: &mut Part<'_>,
    ) -> Result<(), Stopped> {
        let (count, origin) = (part.group.batches(), part.area.origin());
        for batch in 0..count {
            self.inputs(batch, Coverage::Pixels, CENTRE, scratch, part);
        }
        if let Some(merger) = self.merge.before_shader() {
            let mut bound = part.area.bind(merger);
            let mut buffers = self.buffers(origin, part.log);
            for f in part.fragments.iter_mut().take(count) {
                f.mask = bound.test(f, &mut buffers)?;
            }
        }
        scratch.outputs.clear(count);
        let mut killed = [0; BATCHES];
        if let Some(loaded) = &self.shader {
            count_quads(part);
            let mut visible = [0; BATCHES];
            for (visible, f) in visible.iter_mut().zip(&*part.fragments).take(count) {
                *visible = f.mask;
            }
            killed = self.run(loaded, scratch, (Coverage::Pixels, None), &visible, part)?;
        }
        let passed = match scratch.group.colour_target() {
            Some(target) => {
                let colours = InRegisters::new(self, target, &scratch.group);
                self.passing(&colours, &killed, part)?
            }
            None if self.merge.shaders.is_empty() => {
                let colours = Written(self, &scratch.outputs);
                self.passing(&colours, &killed, part)?
            }
            None => self.colors_of_shaders(scratch, &killed, part)?,
        };
        self.count(passed, part);
        Ok(())
    }

    /// Tests fragments of each batch that `colours` keeps, and draws those that remain. Returns
    /// their number.
    #[inline(always)]
    fn passing(
        &self,
        colours: &impl Colours,
        killed: &[u16; BATCHES],
        part: &mut Part<'_>,
    ) -> Result<u64, Stopped> {
        let (count, origin) = (part.group.batches(), part.area.origin());
        let mut bound = part.area.bind(&self.merge.merger);
        let mut buffers = self.buffers(origin, part.log);
        let mut passed = 0;
        let fragments = part.fragments.iter_mut().zip(killed).take(count);
        for (batch, (f, killed)) in fragments.enumerate() {
            f.mask &= !killed & colours.kept(batch, f);
            if self.merge.order != TestOrder::Early {
                f.mask = bound.test(f, &mut buffers)?;
            }
            passed += u64::from(f.mask.count_ones());
            colours.draw(batch, f, &mut bound, &mut buffers)?;
        }
        Ok(passed)
    }

    /// [`Draw::passing`] with blend shaders.
    #[inline(never)]
    fn colors_of_shaders(
        &self,
        scratch: &mut Scratch,
        killed: &[u16; BATCHES],
        part: &mut Part<'_>,
    ) -> Result<u64, Stopped> {
        let (count, origin) = (part.group.batches(), part.area.origin());
        let mut passed = 0;
        for (batch, killed) in killed.iter().enumerate().take(count) {
            let f = &mut part.fragments[batch];
            let kept = !killed & self.results(&scratch.outputs, batch, f);
            f.mask &= kept;
            if self.merge.order != TestOrder::Early {
                let mut bound = part.area.bind(&self.merge.merger);
                f.mask = bound.test(f, &mut self.buffers(origin, part.log))?;
            }
            passed += u64::from(f.mask.count_ones());
            let f = *f;
            self.shaded_colors(scratch, batch, &f, part)?;
        }
        Ok(passed)
    }

    /// Sets the inputs of a batch, whose pixels are shaded at `centre`.
    #[inline(always)]
    pub(super) fn inputs(
        &self,
        batch: usize,
        coverage: Coverage,
        centre: (f32, f32),
        scratch: &mut Scratch,
        part: &mut Part<'_>,
    ) {
        let prims = part.prims;
        let quads = part.group.batch(batch);
        let f = &mut part.fragments[batch];
        let positions = (part.group).place(batch, prims, coverage, |_| centre, f);
        f.front = match (self.is_triangles, self.front_ccw) {
            (false, _) => u16::MAX,
            (true, true) => !f.front,
            (true, false) => f.front,
        };
        let of = Interpolated::new(quads, positions);
        let values = self.resources.fragment_values;
        if values || self.merge.merger.depth.is_some() {
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
            let point = |c: usize| {
                let planes = of.each(|n| prims.plane(n, self.point_plane + c));
                Lanes16::from_f32(of.perspective(planes, w))
            };
            let Positions { x, y } = *at;
            let [x, y, z] = [
                Lanes16::from_f32(x),
                Lanes16::from_f32(y),
                Lanes16::from_f32(f.z),
            ];
            scratch.values[batch] = FragmentValues {
                coordinates: [x, y, z, Lanes16::from_f32(inv_w)],
                front: f.front,
                point: [point(0), point(1)],
            };
        }
    }

    /// Runs the shader for the fragments in `visible`, of a sample if there is one for each.
    /// Returns the lanes that it killed.
    #[inline(always)]
    pub(super) fn run(
        &self,
        loaded: &Loaded,
        scratch: &mut Scratch,
        (coverage, sample): (Coverage, Option<u32>),
        visible: &[u16; BATCHES],
        part: &mut Part<'_>,
    ) -> Result<[u16; BATCHES], Stopped> {
        let mut live = [0; BATCHES];
        for (batch, live) in live.iter_mut().enumerate().take(part.group.batches()) {
            *live = part.group.lanes(batch);
        }
        let group = &mut scratch.group;
        group.set_storage(&loaded.program, self.storage.of_group(0));
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
                centroids: match (self.centroid, sample, coverage) {
                    (Some(_), None, Coverage::Samples) => &scratch.centroids,
                    _ => &scratch.at,
                },
                coverage,
                sample,
                fragments: part.fragments,
                area: part.area.bind(&self.merge.merger),
                origin,
                framebuffer: &self.framebuffer,
                dual: self.merge.dual,
                outputs: &mut scratch.outputs,
            }),
            cache: &mut scratch.cache,
            stopped: None,
        };
        let lanes = [&live, visible];
        let ran = group.run_in(loaded.mode, &loaded.program, lanes, &mut io, part.fuel);
        let stopped = io.stopped.take();
        part.log.counters.add("shader.bundles", group.executed());
        match ran {
            Ok(_) => Ok(*group.killed()),
            Err(trap) => Err(trapped(loaded, trap, stopped, part.log)),
        }
    }

    /// Gives the fragments of a batch the depths and stencil references of the shader.
    /// Returns the lanes that pass the alpha test.
    #[inline(always)]
    pub(super) fn results(&self, outputs: &Outputs, batch: usize, f: &mut Fragments) -> u16 {
        let merge = &self.merge;
        let (written, out) = outputs.batch(batch);
        if merge.shader_depth {
            for lane in (0..16).filter(|lane| written.depth >> lane & 1 != 0) {
                f.z[lane] = out.depth[lane];
            }
        }
        f.reference = (merge.shader_stencil && written.stencil != 0).then(|| {
            let mut references = [0; 16];
            for (reference, word) in references.iter_mut().zip(out.stencil) {
                *reference = word.to_bits() as u8;
            }
            references
        });
        match &merge.alpha {
            Some(test) if written.targets[0] != 0 => test.lanes(&out.targets[0].first[3]),
            _ => u16::MAX,
        }
    }

    /// Draws the colours of fragments that passed all tests, without blend shaders.
    #[inline(always)]
    pub(super) fn colors(
        &self,
        outputs: &Outputs,
        batch: usize,
        f: &mut Fragments,
        bound: &mut Bound<'_>,
        buffers: &mut TileBuffer<'_, '_>,
    ) -> Result<(), Stopped> {
        let (written, out) = outputs.batch(batch);
        let passed = f.mask;
        let targets = self.framebuffer.targets.len().min(MAX_TARGETS);
        for n in 0..targets {
            f.mask = passed & written.targets[n];
            if f.mask == 0 {
                continue;
            }
            let first = &out.targets[n].first;
            let second = match self.merge.dual {
                true => &out.targets[n].second,
                false => first,
            };
            let sources = Sources { first, second };
            match n {
                0 => bound.first_color(f, sources, buffers)?,
                _ => bound.color(n, f, sources, buffers)?,
            }
        }
        f.mask = passed;
        Ok(())
    }

    /// [`Draw::colors`] with blend shaders.
    #[inline(never)]
    pub(super) fn shaded_colors(
        &self,
        scratch: &mut Scratch,
        batch: usize,
        f: &Fragments,
        part: &mut Part<'_>,
    ) -> Result<(), Stopped> {
        let targets = self.framebuffer.targets.len().min(MAX_TARGETS);
        for n in 0..targets {
            let (written, out) = scratch.outputs.batch(batch);
            let f = Fragments {
                mask: f.mask & written.targets[n],
                ..*f
            };
            if f.mask == 0 {
                continue;
            }
            if let Some(Some(shader)) = self.merge.shaders.get(n) {
                self.blend(shader, n, scratch, (batch, &f), part)?;
                continue;
            }
            let out = &out.targets[n];
            let sources = Sources {
                first: &out.first,
                second: &out.second,
            };
            let origin = part.area.origin();
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
        let (_, source) = scratch.outputs.batch(batch);
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
                centroids: &scratch.at,
                coverage: self.coverage(),
                sample: Some(f.sample),
                fragments: &scratch.blended,
                area: part.area.bind(&self.merge.merger),
                origin,
                framebuffer: &self.framebuffer,
                dual: false,
                outputs: &mut scratch.blend_outputs,
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
        let (written, out) = scratch.blend_outputs.batch(0);
        let mut each = written.targets.iter().zip(&out.targets);
        if let Some((lanes, out)) = each.find(|(lanes, _)| **lanes != 0) {
            let mut words = out.first.map(|c| Lanes::from_f32(c).0);
            if let Some(target) = self.framebuffer.targets.get(target) {
                for word in words[0].iter_mut().filter(|_| !target.internal.raw) {
                    *word = target.internal.shader_pixel(*word);
                }
            }
            let f = Fragments {
                mask: f.mask & lanes,
                ..*f
            };
            part.area
                .bind(&self.merge.merger)
                .store_words(target, &f, &words);
        }
        Ok(())
    }
}
