//! Pixels of one area: rasteriser, pixel shader, pixel engine.

use tilescope_core::{Frame, Location};
use tilescope_exec::{Lanes16, Vectorised, vectorised};
use tilescope_raster::{Plane, Quad, Rect};

use super::io::{self, Io};
use super::output::{Output, colors, floats};
use super::queue::Numbered;
use super::samples::Samples;
use super::setup::{Prims, Shape};
use super::{Draw, Scratch};
use crate::isa::Component;
use crate::log::Log;
use crate::shader::{BATCHES, Stage};
use crate::stopped::Stopped;

/// Quads in a batch of shader lanes.
const TOGETHER: usize = 4;

/// A quad, and the number of its primitive.
pub(super) type Owned = (u32, Quad);

/// Quads waiting for the shader, in batches.
///
/// The shader runs all batches at once and the pixel engine one after the other, so
/// that a pixel may be in several batches, but only once in each.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    quads: [[Owned; TOGETHER]; BATCHES],
    lens: [usize; BATCHES],
    /// The batch that is being filled.
    last: usize,
    /// Mask of the positions of its quads, among 8x8.
    places: u64,
    /// Scratch memory for the quads of a primitive.
    walked: Vec<Quad>,
}

impl Pending {
    pub(super) fn new() -> Pending {
        let nothing = Quad {
            x: 0,
            y: 0,
            coverage: 0,
        };
        Pending {
            quads: [[(0, nothing); TOGETHER]; BATCHES],
            lens: [0; BATCHES],
            last: 0,
            places: 0,
            walked: Vec::new(),
        }
    }

    /// The quads of a batch.
    #[inline(always)]
    fn batch(&self, n: usize) -> &[Owned] {
        let n = n % BATCHES;
        &self.quads[n][..self.lens[n].min(TOGETHER)]
    }

    /// The number of batches with quads.
    fn batches(&self) -> usize {
        self.lens.iter().take_while(|len| **len != 0).count()
    }

    fn len(&self) -> usize {
        self.lens.iter().sum()
    }

    /// Adds a quad. Returns whether there was room for it.
    #[inline(always)]
    fn push(&mut self, prim: u32, quad: Quad, samples: Option<&Samples>) -> bool {
        let place = 1 << (quad.y / 2 % 8 * 8 + quad.x / 2 % 8);
        let len = self.lens[self.last % BATCHES];
        if len == TOGETHER || self.places & place != 0 && self.meets(&quad, samples) {
            if self.last + 1 == BATCHES {
                return false;
            }
            self.last += 1;
            self.places = 0;
        }
        self.places |= place;
        let batch = self.last % BATCHES;
        let len = &mut self.lens[batch];
        self.quads[batch][*len % TOGETHER] = (prim, quad);
        *len += 1;
        true
    }

    /// Whether a pixel of `quad` is in the last batch.
    #[cold]
    fn meets(&self, quad: &Quad, samples: Option<&Samples>) -> bool {
        let covered = pixels(quad, samples);
        let meets = |(_, other): &Owned| {
            (other.x, other.y) == (quad.x, quad.y) && pixels(other, samples) & covered != 0
        };
        self.batch(self.last).iter().any(meets)
    }

    fn clear(&mut self) {
        self.lens = [0; BATCHES];
        self.last = 0;
        self.places = 0;
    }
}

/// The covered pixels of a quad.
#[inline(always)]
fn pixels(quad: &Quad, samples: Option<&Samples>) -> u16 {
    match samples {
        None => quad.coverage & 15,
        Some(_) => Quad::pixels_of_samples(quad.coverage),
    }
}

/// Result of drawing an area.
pub(super) struct AreaResult {
    pub result: Result<(), Stopped>,
    /// Logs, each with the number of its draw, or of the last of several silent
    /// ones.
    pub logs: Vec<(u32, Log)>,
    /// The remaining share of fuel.
    pub fuel: u64,
    pub passed: u64,
    /// The location that all draws share.
    outer: Location,
}

impl AreaResult {
    pub fn new(outer: Location, fuel: u64) -> AreaResult {
        AreaResult {
            result: Ok(()),
            logs: Vec::new(),
            fuel,
            passed: 0,
            outer,
        }
    }

    /// The log for draw `number`, which is at `at`.
    fn log(&mut self, number: u32, at: &[Frame; 2]) -> &mut Log {
        match self.logs.last_mut() {
            Some((n, log)) if log.is_silent() => *n = number,
            _ => self.logs.push((number, Log::within(self.outer.clone()))),
        }
        let outer = self.outer.frames.len();
        let log = self.last();
        log.at.frames.truncate(outer);
        log.at.frames.extend_from_slice(at);
        log
    }

    /// The log of the last draw.
    pub fn last(&mut self) -> &mut Log {
        if self.logs.is_empty() {
            self.logs.push((0, Log::default()));
        }
        let last = self.logs.len() - 1;
        &mut self.logs[last].1
    }
}

impl Draw<'_> {
    /// Draws the primitives of `list`, which are in the area, clipped to `rect`.
    pub(super) fn cover(
        &self,
        number: u32,
        prims: &Prims,
        list: &[Numbered],
        rect: Rect,
        scratch: &mut Scratch,
        output: &mut AreaResult,
    ) {
        scratch.textures.begin();
        if let Some(ps) = &self.shaders.ps {
            scratch.pixels.bind(&ps.program, self.constants().1);
        }
        let (mut fuel, mut passed) = (output.fuel, 0);
        let log = output.log(number, &self.at);
        let walk = Walk {
            draw: self,
            prims,
            list,
            rect,
            scratch,
            fuel: &mut fuel,
            passed: &mut passed,
            log,
        };
        let result = match &self.screen.samples {
            None => vectorised(walk),
            Some(samples) => vectorised(Multisampled { walk, samples }),
        };
        if result.is_err() {
            scratch.pending.clear();
        }
        if let Some(ps) = &self.shaders.ps {
            io::report_runs(self.placed(ps), &scratch.pixels, log);
        }
        (log.counters).add("te.lookups", scratch.textures.take_lookups());
        output.result = result;
        output.fuel = fuel;
        output.passed += passed;
    }
}

/// Rasterisation of the primitives of an area, in order.
struct Walk<'a, 'd> {
    draw: &'a Draw<'d>,
    prims: &'a Prims,
    list: &'a [Numbered],
    rect: Rect,
    scratch: &'a mut Scratch,
    fuel: &'a mut u64,
    passed: &'a mut u64,
    log: &'a mut Log,
}

impl Vectorised for Walk<'_, '_> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run(self) -> Result<(), Stopped> {
        self.walk(None)
    }
}

/// [`Walk`] with several samples per pixel.
struct Multisampled<'a, 'd> {
    walk: Walk<'a, 'd>,
    samples: &'a Samples,
}

impl Vectorised for Multisampled<'_, '_> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run(self) -> Result<(), Stopped> {
        self.walk.walk(Some(self.samples))
    }
}

impl Walk<'_, '_> {
    /// Draws. Inlined into both kinds of walk, so that code for samples costs
    /// nothing without multisampling.
    #[inline(always)]
    fn walk(mut self, samples: Option<&Samples>) -> Result<(), Stopped> {
        let mut quads = std::mem::take(&mut self.scratch.pending.walked);
        for &(_, n) in self.list {
            quads.clear();
            let Some(prim) = self.prims.list.get(n as usize) else {
                continue;
            };
            match &prim.shape {
                Shape::Triangle(s) => s.walk(self.rect, |q| quads.push(q)),
                Shape::Quad(s) => s.walk(self.rect, |q| quads.push(q)),
            }
            if let Some(samples) = samples {
                let enabled = samples.enabled * 0x1111;
                quads.iter_mut().for_each(|quad| quad.coverage &= enabled);
                quads.retain(|quad| quad.coverage != 0);
            }
            for quad in &quads {
                if !self.scratch.pending.push(n, *quad, samples) {
                    self.flush(samples)?;
                    self.scratch.pending.push(n, *quad, samples);
                }
            }
        }
        self.scratch.pending.walked = quads;
        self.flush(samples)
    }

    /// Shades and draws the waiting quads.
    #[inline(always)]
    fn flush(&mut self, samples: Option<&Samples>) -> Result<(), Stopped> {
        let result = self.shade(samples);
        self.scratch.pending.clear();
        result
    }

    #[inline(always)]
    fn shade(&mut self, samples: Option<&Samples>) -> Result<(), Stopped> {
        let Scratch {
            pixels: group,
            pending,
            area,
            textures,
            fragments,
            ..
        } = &mut *self.scratch;
        let count = pending.batches();
        if count == 0 {
            return Ok(());
        }
        let draw = self.draw;
        let mut live = [0u16; BATCHES];
        let mut visible = [0u16; BATCHES];
        let (cx, cy) = draw.screen.rules.centre();
        for (batch, f) in fragments.iter_mut().enumerate().take(count) {
            let quads = pending.batch(batch);
            let (mut x, mut y) = ([0.0f32; 16], [0.0f32; 16]);
            (f.mask, f.front) = (0, 0);
            for (k, (n, quad)) in quads.iter().enumerate() {
                for i in 0..4 {
                    let (px, py) = (quad.x + (i & 1), quad.y + (i >> 1));
                    let lane = 4 * k + i as usize;
                    (f.x[lane], f.y[lane]) = (px as u32, py as u32);
                    let (dx, dy) = match samples {
                        None => (cx, cy),
                        Some(s) => s.centroids[usize::from(quad.coverage >> (4 * i) & 15)],
                    };
                    (x[lane], y[lane]) = (px as f32 + dx, py as f32 + dy);
                }
                live[batch] |= 15 << (4 * k);
                f.mask |= pixels(quad, samples) << (4 * k);
                if self.prims.list[*n as usize].clockwise {
                    f.front |= 15 << (4 * k);
                }
            }
            visible[batch] = f.mask;
            let one = quads.iter().all(|(n, _)| *n == quads[0].0);
            let of = Interpolated { quads, one, x, y };
            let mut put = |register: u8, c: Component, lanes: [f32; 16]| {
                group.temp_mut(register, c)[batch] = Lanes16::from_f32(lanes);
            };
            let list = &self.prims.list;
            let inv_w = of.linear(|n| &list[n].inv_w);
            f.z = of.linear(|n| &list[n].z);
            put(0, Component::X, x);
            put(0, Component::Y, y);
            put(0, Component::Z, f.z);
            put(0, Component::W, inv_w);
            let w = inv_w.map(|inv_w| 1.0 / inv_w);
            let mut at = 0;
            for (register, varying) in (1..).zip(&draw.shaders.link.varyings) {
                for (k, c) in Component::ALL.iter().copied().enumerate() {
                    if k < usize::from(varying.components) {
                        let plane = |n: usize| &self.prims.planes[list[n].planes as usize + at];
                        put(register, c, of.perspective(plane, &w));
                        at += 1;
                    } else {
                        put(register, c, [if k == 3 { 1.0 } else { 0.0 }; 16]);
                    }
                }
            }
            let mut facing = [0.0; 16];
            for (lane, facing) in facing.iter_mut().enumerate() {
                *facing = (f.front >> lane & 1) as f32;
            }
            group.front_facing_mut()[batch] = Lanes16::from_f32(facing);
        }
        let mut killed = [0; BATCHES];
        if draw.shaders.ps.is_none() {
            // Inputs have the rasteriser's values; other registers are undefined.
            let inputs = draw.shaders.link.varyings.len() as u8;
            for register in draw.shaders.link.colors.iter().filter(|r| **r > inputs) {
                for c in Component::ALL.iter().copied() {
                    *group.temp_mut(*register, c) = [Lanes16::ZERO; BATCHES];
                }
            }
        }
        if let Some(ps) = &draw.shaders.ps {
            let mut io = Io {
                bus: draw.bus,
                samplers: draw.samplers.as_deref(),
                accesses: &draw.accesses,
                textures,
                stage: Stage::Pixel,
                log: self.log,
                stopped: None,
            };
            let result = group.run_in(draw.mode, &ps.program, &live, &visible, &mut io, self.fuel);
            let stopped = io.stopped.take();
            self.log.counters.add("ps.instructions", group.executed());
            if let Err(trap) = result {
                return Err(io::trapped(draw.placed(ps), trap, stopped, self.log));
            }
            killed = *group.killed();
        }
        self.log.counters.add("ps.quads", pending.len() as u64);
        let origin = area.origin();
        let mut area = area.bind(&draw.pe.merger);
        for (batch, f) in fragments.iter_mut().enumerate().take(count) {
            f.mask &= !killed[batch];
            let color = colors(group, draw.shaders.link.colors[0], batch);
            if draw.shaders.gives_depth {
                f.z = floats(&group.temp(0, Component::Z)[batch]);
            }
            *self.fuel = self.fuel.saturating_sub(64);
            let mut output = Output {
                draw,
                group,
                batch,
                area: &mut area,
                origin,
                log: self.log,
            };
            *self.passed += match samples {
                None => u64::from(output.pixels(f, &color)?.count_ones()),
                Some(samples) => {
                    output.samples(f, &color, pending.batch(batch), self.prims, samples)?
                }
            };
        }
        Ok(())
    }
}

/// Evaluation of planes at sixteen pixels, with the same operations for quads of
/// one or of several primitives.
struct Interpolated<'a> {
    quads: &'a [(u32, Quad)],
    one: bool,
    x: [f32; 16],
    y: [f32; 16],
}

impl Interpolated<'_> {
    /// For each lane, the slope and the constant of the plane of its quad's
    /// primitive.
    #[inline(always)]
    fn planes<'p>(&self, plane: impl Fn(usize) -> &'p Plane) -> ([f32; 16], [f32; 16]) {
        let (mut slope, mut c) = ([0.0; 16], [0.0; 16]);
        if self.one {
            let plane = plane(self.quads[0].0 as usize);
            for (slope, (x, y)) in slope.iter_mut().zip(self.x.iter().zip(&self.y)) {
                *slope = plane.slope_at(*x, *y);
            }
            c = [plane.c; 16];
        } else {
            for (k, (n, _)) in self.quads.iter().enumerate() {
                let plane = plane(*n as usize);
                for l in 4 * k..4 * k + 4 {
                    slope[l] = plane.slope_at(self.x[l], self.y[l]);
                    c[l] = plane.c;
                }
            }
        }
        (slope, c)
    }

    #[inline(always)]
    fn linear<'p>(&self, plane: impl Fn(usize) -> &'p Plane) -> [f32; 16] {
        let (mut out, c) = self.planes(plane);
        for (out, c) in out.iter_mut().zip(c) {
            *out += c;
        }
        out
    }

    #[inline(always)]
    fn perspective<'p>(&self, plane: impl Fn(usize) -> &'p Plane, w: &[f32; 16]) -> [f32; 16] {
        let (mut out, c) = self.planes(plane);
        for l in 0..16 {
            out[l] = out[l] * w[l] + c[l];
        }
        out
    }
}
