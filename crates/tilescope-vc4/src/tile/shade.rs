//! Front-end pipe of one tile: a fragment shader thread for every four quads of
//! a primitive.

use tilescope_core::Frame;
use tilescope_exec::{Lanes16, Vectorised, vectorised};
use tilescope_raster::interp::Positions;
use tilescope_raster::{Quad, RasterRules};

use super::Worker;
use super::flat::{Alike, Cost};
use super::pse::Setup;
use crate::cle::Stopped;
use crate::dumps;
use crate::fragment::{FragmentState, Fragments, Quads, Surface};
use crate::ports::{Ports, StageKind, ThreadId, cost};
use crate::qpu::gang::{Gang, Streams, THREADS};
use crate::qpu::thread::{RunEnd, ThreadInit};
use crate::qpu::{PixelFlags, Scoreboard, ThreadSwitch, TlbRead, TlbWrite, Trap};
use crate::quirks::Quirks;
use crate::run::{check_duration, registers, stopped};
use crate::tlb::TileBuffer;
use crate::uniforms::Uniforms;

/// Cost of starting a fragment shader thread, in units of fuel.
pub(super) const FUEL_PER_THREAD: u64 = 32;

/// A thread that has ended, and may tell about others.
#[derive(Debug)]
pub(super) struct Ran {
    /// The colours that it wrote last.
    pub colour: Lanes16,
    /// Its work.
    pub cost: Cost,
    /// Whether all its uniforms were prefetched.
    pub fetched: bool,
}

/// Threads to be started, kept for their allocation.
#[derive(Default)]
pub(super) struct Launched {
    /// The pixels of each.
    quads: [Quads; THREADS],
    /// The initial state of each.
    inits: [ThreadInit; THREADS],
    /// The state of each at the tile buffer.
    states: [FragmentState; THREADS],
}

/// Position of a thread in its inputs.
#[derive(Clone, Copy)]
struct Inputs<'w> {
    uniforms: Uniforms<'w>,
    /// Fuel spent on work other than instructions.
    spent: u64,
}

impl<'w> Inputs<'w> {
    /// Those of a thread that has read nothing.
    fn first(s: &Setup<'w>) -> Self {
        Inputs {
            uniforms: Uniforms::new(&s.prepared.uniforms),
            spent: 0,
        }
    }
}

/// The units of threads in a gang.
struct GangUnits<'a, 'w> {
    inputs: [Inputs<'w>; THREADS],
    /// Fuel that each may spend.
    share: u64,
    tile: &'a mut TileBuffer,
    quirks: &'a Quirks,
    surface: &'a Surface<'a>,
    quads: &'a [Quads; THREADS],
    states: &'a mut [FragmentState; THREADS],
}

impl GangUnits<'_, '_> {
    /// Spends fuel of thread `n`. False, and nothing spent, if it does not suffice.
    #[inline(always)]
    fn pay(&mut self, n: usize, units: u64) -> bool {
        let inputs = &mut self.inputs[n % THREADS];
        let spent = inputs.spent + units;
        let paid = spent <= self.share;
        if paid {
            inputs.spent = spent;
        }
        paid
    }

    #[inline(always)]
    fn fragments(&mut self, n: usize) -> Fragments<'_> {
        Fragments {
            tile: self.tile,
            surface: self.surface,
            quirks: self.quirks,
            quads: &self.quads[n % THREADS],
            state: &mut self.states[n % THREADS],
        }
    }
}

impl Streams for GangUnits<'_, '_> {
    #[inline(always)]
    fn uniform(&mut self, n: usize) -> Option<u32> {
        let inputs = &mut self.inputs[n % THREADS];
        let mut uniforms = inputs.uniforms;
        let word = uniforms.next_fetched()?;
        if !self.pay(n, 1) {
            return None;
        }
        self.inputs[n % THREADS].uniforms = uniforms;
        Some(word)
    }

    #[inline(always)]
    fn uniforms_address(&mut self, n: usize, address: u32) -> bool {
        let aligned = address.is_multiple_of(4);
        if aligned {
            self.inputs[n % THREADS].uniforms.jump(address);
        }
        aligned
    }

    #[inline(always)]
    fn varying(&mut self, n: usize, out: &mut Lanes16) -> Option<u32> {
        if !self.fragments(n).has_varying() || !self.pay(n, cost::PIXELS) {
            return None;
        }
        self.fragments(n).varying(out)
    }

    #[inline(always)]
    fn tlb_read(&mut self, n: usize, what: TlbRead, out: &mut Lanes16) -> bool {
        let defined = self.tile.color_defined && what == TlbRead::Color;
        defined && self.pay(n, cost::PIXELS) && self.fragments(n).read_color(out)
    }

    #[inline(always)]
    fn tlb_write(&mut self, n: usize, what: TlbWrite, v: &Lanes16, mask: u16) -> bool {
        let fragments = self.fragments(n);
        let silent = match what {
            TlbWrite::StencilSetup | TlbWrite::ColorAll => true,
            TlbWrite::Z => fragments.z_write_violation().is_none() && !fragments.tests_undefined(),
            TlbWrite::ColorMs => fragments.multisampled(),
            TlbWrite::AlphaMask => false,
        };
        if !silent || !self.pay(n, cost::PIXELS) {
            return false;
        }
        let mut fragments = self.fragments(n);
        match what {
            TlbWrite::StencilSetup => fragments.stencil_setup(v[0]),
            TlbWrite::Z => fragments.write_z(v, mask),
            TlbWrite::ColorAll => fragments.write_color(v, mask),
            TlbWrite::ColorMs => fragments.write_color_ms(v, mask),
            TlbWrite::AlphaMask => {}
        }
        true
    }

    #[inline(always)]
    fn pixel_flags(&mut self, n: usize, which: PixelFlags) -> Lanes16 {
        self.fragments(n).pixel_flags(which)
    }

    fn set_pixel_flags(&mut self, n: usize, which: PixelFlags, v: &Lanes16, mask: u16) {
        self.fragments(n).set_pixel_flags(which, v, mask);
    }

    fn scoreboard(&mut self, _: usize, _: Scoreboard) {}

    fn thread_switch(&mut self, _: usize, _: ThreadSwitch) {}
}

/// Assignment of quads to the lanes of a thread.
struct Launch<'l> {
    tile: &'l TileBuffer,
    /// Column and row of the tile's first pixel.
    origin: (i32, i32),
    rules: &'l RasterRules,
    quirks: &'l Quirks,
    surface: &'l Surface<'l>,
    quads: &'l [Quad],
    /// Whether W and Z of the fragments can be seen.
    seen: (bool, bool),
    place: &'l mut Quads,
    init: &'l mut ThreadInit,
}

impl Vectorised for Launch<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (place, init) = (self.place, self.init);
        place.at = Positions::centres(self.rules, self.quads);
        place.len = self.quads.len().min(4);
        // Lanes without a quad have nothing of the thread before.
        place.base = [0; 4];
        (place.x, place.y) = (Lanes16::ZERO, Lanes16::ZERO);
        place.covered = Lanes16::ZERO;
        let single = self.rules.samples.count() == 1;
        for (k, quad) in self.quads.iter().take(4).enumerate() {
            let (x, y) = (quad.x - self.origin.0, quad.y - self.origin.1);
            place.base[k] = self.tile.index(x as u32, y as u32, 0);
            for i in 0..4 {
                let lane = k * 4 + i;
                place.x.0[lane] = (quad.x + (i as i32 & 1)) as u32;
                place.y.0[lane] = (quad.y + (i as i32 >> 1)) as u32;
                place.covered.0[lane] = match (single, u32::from(quad.coverage)) {
                    (true, pixels) => (pixels >> i & 1) * 0xf,
                    (false, samples) => samples >> (i * 4) & 0xf,
                };
            }
        }
        let (w, z) = self.seen;
        place.z = match z {
            true => self.surface.z24(&place.at, self.quirks),
            false => Lanes16::ZERO,
        };
        init.w = match w {
            true => self.surface.w(&place.at),
            false => Lanes16::ZERO,
        };
        (init.x, init.y, init.z) = (place.x, place.y, place.z);
    }
}

impl<'a> Worker<'a> {
    /// Number of quads of a primitive to shade together.
    pub(super) fn quads_together(&self, s: &Setup<'a>) -> usize {
        let program = &s.prepared.shader.program;
        let suits = Gang::suits(program, self.shared.machine.mode);
        // Dumps need single threads.
        match s.alike.is_possible() || suits && !self.log.wants(dumps::QPU) {
            true => 4 * THREADS,
            false => 4,
        }
    }

    /// Runs the fragment shader for quads of one primitive.
    pub(super) fn shade(
        &mut self,
        s: &mut Setup<'a>,
        surface: &Surface<'_>,
        quads: &[Quad],
    ) -> Result<(), Stopped> {
        if s.alike.is_possible() {
            return self.shade_alike(s, surface, quads);
        }
        if quads.len() <= 4 {
            return self.shade_four(s, surface, quads);
        }
        let mut launched = self.launched.take().unwrap_or_default();
        let shaded = self.shade_gang(s, surface, quads, &mut launched);
        self.launched = Some(launched);
        shaded
    }

    /// Runs threads for more quads at the same time.
    fn shade_gang(
        &mut self,
        s: &Setup<'a>,
        surface: &Surface<'_>,
        quads: &[Quad],
        launched: &mut Launched,
    ) -> Result<(), Stopped> {
        let program = &s.prepared.shader.program;
        let Launched {
            quads: places,
            inits,
            states,
        } = launched;
        let count = quads.len().div_ceil(4).min(THREADS);
        for (n, quads) in quads.chunks(4).take(THREADS).enumerate() {
            self.launch(s, surface, quads, &mut places[n], &mut inits[n]);
            states[n] = FragmentState::new(surface, &places[n]);
        }
        // So that their total consumption is available.
        let fuel = self.fuel.left() / 2;
        let mut units = GangUnits {
            inputs: [Inputs::first(s); THREADS],
            share: fuel / THREADS as u64,
            tile: &mut self.tile,
            quirks: &self.shared.machine.quirks,
            surface,
            quads: places,
            states,
        };
        self.gang.run(program, &inits[..count], &mut units, fuel);
        let inputs = units.inputs;
        for n in 0..count {
            let at = (n, inits[n].qpu_number as u8, inputs[n]);
            self.shade_thread(s, surface, (&places[n], &mut states[n]), at)?;
        }
        Ok(())
    }

    /// Runs a thread for up to four quads of a primitive.
    pub(super) fn shade_four(
        &mut self,
        s: &Setup<'a>,
        surface: &Surface<'_>,
        quads: &[Quad],
    ) -> Result<(), Stopped> {
        let mut launched = self.launched.take().unwrap_or_default();
        let (place, init) = (&mut launched.quads[0], &mut launched.inits[0]);
        let state = &mut launched.states[0];
        self.launch(s, surface, quads, place, init);
        *state = FragmentState::new(surface, place);
        self.gang.thread(0).start(&s.prepared.shader.program, init);
        let at = (0, init.qpu_number as u8, Inputs::first(s));
        let result = self.shade_thread(s, surface, (place, state), at);
        self.launched = Some(launched);
        result
    }

    /// Moves on to the QPU of the next thread. Returns that of this one.
    pub(super) fn next_qpu(&mut self) -> u8 {
        let qpus = self.shared.machine.chip.qpus();
        let next = (self.qpu + qpus - 1) % qpus;
        std::mem::replace(&mut self.qpu, next)
    }

    /// Returns the positions of up to four quads, and the initial state of their thread.
    fn launch(
        &mut self,
        s: &Setup<'a>,
        surface: &Surface<'_>,
        quads: &[Quad],
        place: &mut Quads,
        init: &mut ThreadInit,
    ) {
        init.qpu_number = self.next_qpu().into();
        let size = self.tile.samples.tile_size() as i32;
        let (x, y) = self.coordinates;
        let machine = self.shared.machine;
        let program = &s.prepared.shader.program;
        // Dumps show every register; samples have depths of their own.
        let all = self.log.wants(dumps::QPU) || self.tile.samples.count() > 1;
        vectorised(Launch {
            tile: &self.tile,
            origin: (i32::from(x) * size, i32::from(y) * size),
            rules: &s.rules,
            quirks: &machine.quirks,
            surface,
            quads,
            seen: (all || program.reads_w(), all || program.reads_z()),
            place,
            init,
        });
    }

    /// Runs thread `n` of a QPU to its end, which was started or has consumed `inputs`.
    fn shade_thread(
        &mut self,
        s: &Setup<'a>,
        surface: &Surface<'_>,
        (quads, state): (&Quads, &mut FragmentState),
        (n, qpu, inputs): (usize, u8, Inputs<'_>),
    ) -> Result<(), Stopped> {
        let machine = self.shared.machine;
        let thread = self.gang.thread(n);
        let mut fragments = Fragments {
            tile: &mut self.tile,
            surface,
            quirks: &machine.quirks,
            quads,
            state,
        };
        let id = ThreadId {
            stage: StageKind::Fragment,
            code: s.code,
            qpu,
        };
        let program = &s.prepared.shader.program;
        let mut uniforms = inputs.uniforms;
        let limit = self.fuel.left();
        let (end, used, spent);
        if thread.ended() {
            // In its gang.
            (used, spent) = (thread.executed(), inputs.spent);
            end = match used.saturating_add(spent) > limit {
                true => RunEnd::Trap {
                    trap: Trap::OutOfFuel,
                    ip: thread.ip(),
                },
                false => RunEnd::Ended,
            };
        } else {
            self.tmu.begin_thread();
            let mut left = limit.saturating_sub(thread.executed());
            let mut ports = Ports {
                bus: self.shared.bus,
                log: &mut self.log,
                quirks: &machine.quirks,
                thread: id,
                uniforms: &mut uniforms,
                tmu: &mut self.tmu,
                vpm: None,
                fragments: Some(&mut fragments),
                sync: &mut self.sync,
                ip: 0,
                budget: limit.saturating_sub(inputs.spent),
                suspect: s.prepared.shader.suspect,
            };
            end = thread.run(program, &mut ports, &mut left, machine.mode);
            (used, spent) = (limit - left, limit - ports.budget);
        }
        let colored = fragments.state.colored;
        let colour = matches!(s.alike, Alike::Unknown).then_some(fragments.state.colour);
        let violation = fragments.end_violation();
        self.instructions += used;
        self.threads += 1;
        self.quads += quads.len as u64;
        self.fragments += u64::from(colored.count_ones());
        let written = colored | colored >> 1 | colored >> 2 | colored >> 3;
        self.quads_written += u64::from((written & 0x1111).count_ones());
        let _ = self.fuel.take(FUEL_PER_THREAD + used + spent);
        if self.log.wants(dumps::QPU) && self.threads == 1 {
            self.log.dump(registers(id, program, thread));
        }
        check_duration(id, thread, &mut self.log);
        if end == RunEnd::Ended {
            if let Some((rule, message)) = violation {
                self.log.find(rule, (id.code, 0), |outer| {
                    let at = outer.inside(Frame::Shader(id.stage.name(), id.code.into()));
                    (at, message)
                });
            }
            if let Some(colour) = colour {
                self.ran = Some(Ran {
                    colour,
                    cost: Cost {
                        instructions: used,
                        spent,
                    },
                    fetched: uniforms.were_fetched(),
                });
            }
            return Ok(());
        }
        let shader = &s.prepared.shader;
        Err(stopped(&end, id, shader, thread, &mut self.log))
    }
}
