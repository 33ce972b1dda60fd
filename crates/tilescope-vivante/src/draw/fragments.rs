//! Fragments of a draw: inputs of the pixel shader, the shader, and its results.

use tilescope_draw::{AreaPart, Coverage, FragmentStage, Interpolated};
use tilescope_exec::Lanes16;
use tilescope_raster::interp::Positions;

use super::io::{self, Io};
use super::output::{Output, colors, floats};
use super::prepared::{Draw, Scratch};
use super::samples::Samples;
use crate::bus::Port;
use crate::isa::Component;
use crate::log::Log;
use crate::shader::{BATCHES, Group, Stage};
use crate::stopped::Stopped;

/// An area, and the quads that are drawn to it.
pub(super) type Part<'a> = AreaPart<'a, Port, BATCHES>;

impl FragmentStage<BATCHES> for Draw<'_> {
    type Port = Port;
    type Scratch = Scratch;

    fn coverage(&self) -> Coverage {
        match self.screen.samples {
            None => Coverage::Pixels,
            Some(_) => Coverage::Samples,
        }
    }

    fn sample_mask(&self) -> u16 {
        self.screen.samples.as_ref().map_or(1, |s| s.enabled)
    }

    fn begin(&self, scratch: &mut Scratch, log: &Log) {
        scratch.textures.begin(self.samplers.as_deref());
        scratch.pixels.profile(log.profile());
        if let Some(ps) = &self.shaders.ps {
            scratch.pixels.bind(&ps.program, self.constants().1);
        }
    }

    #[inline(always)]
    fn shade(
        &self,
        scratch: &mut Scratch,
        coverage: Coverage,
        part: &mut Part<'_>,
    ) -> Result<(), Stopped> {
        let samples = match coverage {
            Coverage::Pixels => None,
            Coverage::Samples => self.screen.samples.as_ref(),
        };
        let count = part.group.batches();
        let mut live = [0u16; BATCHES];
        let mut visible = [0u16; BATCHES];
        for batch in 0..count {
            live[batch] = part.group.lanes(batch);
            visible[batch] = self.inputs(batch, samples, &mut scratch.pixels, part);
        }
        let killed = self.run(scratch, &live, &visible, part)?;
        part.log.counters.add("ps.quads", part.group.len() as u64);
        let group = &scratch.pixels;
        let origin = part.area.origin();
        let mut area = part.area.bind(&self.pe.merger);
        for (batch, f) in part.fragments.iter_mut().enumerate().take(count) {
            f.mask &= !killed[batch];
            let color = colors(group, self.shaders.link.colors[0], batch);
            if self.shaders.gives_depth {
                f.z = floats(&group.temp(0, Component::Z)[batch]);
            }
            *part.fuel = part.fuel.saturating_sub(64);
            let mut output = Output {
                draw: self,
                group,
                batch,
                area: &mut area,
                origin,
                log: part.log,
            };
            let quads = part.group.batch(batch);
            *part.passed += match samples {
                None => u64::from(output.pixels(f, color)?.count_ones()),
                Some(samples) => output.samples(f, &color, quads, part.prims, samples)?,
            };
        }
        Ok(())
    }

    fn end(&self, scratch: &mut Scratch, log: &mut Log) {
        if let Some(ps) = &self.shaders.ps {
            io::report_runs(self.placed(ps), &mut scratch.pixels, log);
        }
        (log.counters).add("te.lookups", scratch.textures.take_lookups());
    }
}

impl Draw<'_> {
    /// Sets the inputs of a batch. Returns the lanes with covered pixels.
    #[inline(always)]
    fn inputs(
        &self,
        batch: usize,
        samples: Option<&Samples>,
        group: &mut Group,
        part: &mut Part<'_>,
    ) -> u16 {
        let prims = part.prims;
        let f = &mut part.fragments[batch];
        let at = match samples {
            None => {
                let centre = self.screen.setup.rules.centre();
                (part.group).place(batch, prims, Coverage::Pixels, |_| centre, f)
            }
            Some(s) => {
                let centre = |covered: u16| s.centroids[usize::from(covered & 15)];
                (part.group).place(batch, prims, Coverage::Samples, centre, f)
            }
        };
        let of = Interpolated::new(part.group, batch, at);
        let Positions { x, y } = *of.positions();
        let mut put = |register: u8, c: Component, lanes: [f32; 16]| {
            group.temp_mut(register, c)[batch] = Lanes16::from_f32(lanes);
        };
        let used = &self.shaders.used;
        if self.pe.merger.depth.is_some() || used.position >> 2 & 1 != 0 {
            f.z = of.linear(of.each(|n| &prims.prim(n).z));
        }
        for (c, lanes) in [(0, x), (1, y), (2, f.z)] {
            if used.position >> c & 1 != 0 {
                put(0, Component::ALL[c], lanes);
            }
        }
        let mut w = [0.0; 16];
        if used.position >> 3 != 0 || !used.varyings.is_empty() {
            let inv_w = of.linear(of.each(|n| &prims.prim(n).inv_w));
            put(0, Component::W, inv_w);
            for (w, inv_w) in w.iter_mut().zip(inv_w) {
                *w = 1.0 / inv_w;
            }
        }
        let mut at = 0;
        let planes = of.each(|n| prims.planes(n));
        let varyings = self.shaders.link.varyings.iter().zip(&used.varyings);
        for (register, (varying, used)) in (1..).zip(varyings) {
            for (k, c) in Component::ALL.iter().copied().enumerate() {
                let given = k < usize::from(varying.components);
                if used >> k & 1 == 0 {
                    at += usize::from(given);
                    continue;
                }
                if given {
                    put(register, c, of.perspective(of.nth(&planes, at), &w));
                } else {
                    put(register, c, [if k == 3 { 1.0 } else { 0.0 }; 16]);
                }
                at += usize::from(given);
            }
        }
        if used.face {
            let mut facing = [0.0; 16];
            for (lane, facing) in facing.iter_mut().enumerate() {
                *facing = (f.front >> lane & 1) as f32;
            }
            group.front_facing_mut()[batch] = Lanes16::from_f32(facing);
        }
        f.mask
    }

    /// Runs the shader. Returns the lanes that it killed.
    #[inline(always)]
    fn run(
        &self,
        scratch: &mut Scratch,
        live: &[u16; BATCHES],
        visible: &[u16; BATCHES],
        part: &mut Part<'_>,
    ) -> Result<[u16; BATCHES], Stopped> {
        let group = &mut scratch.pixels;
        let Some(ps) = &self.shaders.ps else {
            // Inputs have the rasteriser's values; other registers are undefined.
            let inputs = self.shaders.link.varyings.len() as u8;
            for register in self.shaders.link.colors.iter().filter(|r| **r > inputs) {
                for c in Component::ALL.iter().copied() {
                    *group.temp_mut(*register, c) = [Lanes16::ZERO; BATCHES];
                }
            }
            return Ok([0; BATCHES]);
        };
        let mut io = Io {
            bus: self.bus,
            samplers: self.samplers.as_deref(),
            accesses: &self.accesses,
            textures: &mut scratch.textures,
            stage: Stage::Pixel,
            log: part.log,
            stopped: None,
        };
        let result = group.run_in(self.mode, &ps.program, live, visible, &mut io, part.fuel);
        let stopped = io.stopped.take();
        part.log.counters.add("ps.instructions", group.executed());
        match result {
            Ok(()) => Ok(*group.killed()),
            Err(trap) => Err(io::trapped(self.placed(ps), trap, stopped, part.log)),
        }
    }
}
