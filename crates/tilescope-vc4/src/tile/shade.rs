//! Front-end pipe of one tile: a fragment shader thread for every four quads of
//! a primitive. Threads run alone, or wait for others in `waiting.rs`.

use tilescope_core::Frame;
use tilescope_exec::{Lanes16, Vectorised, vectorised};
use tilescope_raster::interp::Positions;
use tilescope_raster::{Quad, RasterRules};

use super::Worker;
use super::flat::{Alike, Cost};
use super::pse::Setup;
use crate::cle::Stopped;
use crate::dumps;
use crate::fragment::{FragmentState, Fragments, Primitive, Quads, Surface};
use crate::ports::{Ports, StageKind, ThreadId};
use crate::qpu::Program;
use crate::qpu::gang::Gang;
use crate::qpu::thread::{RunEnd, ThreadInit};
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

/// A thread to be started, kept for its allocation.
#[derive(Default)]
pub(super) struct Launched {
    /// Its pixels.
    quads: Quads,
    /// Its initial state.
    init: ThreadInit,
    /// Its state at the tile buffer.
    state: FragmentState,
}

/// Position of a thread in its inputs.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'w> {
    pub uniforms: Uniforms<'w>,
    /// Fuel spent on work other than instructions.
    pub spent: u64,
}

impl<'w> Inputs<'w> {
    /// Those of a thread that has read nothing.
    pub fn first(s: &Setup<'w>) -> Self {
        Inputs {
            uniforms: Uniforms::new(&s.prepared.uniforms),
            spent: 0,
        }
    }
}

/// Assignment of quads to the lanes of a thread.
struct Launch<'l> {
    tile: &'l TileBuffer,
    /// Column and row of the tile's first pixel.
    origin: (i32, i32),
    rules: &'l RasterRules,
    quirks: &'l Quirks,
    surface: &'l Surface,
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
    /// Whether threads of a program wait for others.
    pub(super) fn may_wait(&self, program: &Program) -> bool {
        let suits = Gang::suits(program, self.shared.machine.mode);
        // Dumps need single threads.
        suits && !self.log.wants(dumps::QPU)
    }

    /// Runs the fragment shader for quads of one primitive, or lets its threads wait.
    pub(super) fn shade(
        &mut self,
        s: &mut Setup<'a>,
        of: Primitive<'_>,
        quads: &[Quad],
    ) -> Result<(), Stopped> {
        self.count_lanes(s, quads);
        if s.alike.is_possible() {
            return self.shade_alike(s, of, quads);
        }
        if s.waits {
            return self.wait(s, of, quads);
        }
        let mut fours = quads.chunks(4);
        fours.try_for_each(|quads| self.shade_four(s, of, quads))
    }

    /// Runs a thread for up to four quads of a primitive.
    pub(super) fn shade_four(
        &mut self,
        s: &Setup<'a>,
        of: Primitive<'_>,
        quads: &[Quad],
    ) -> Result<(), Stopped> {
        let mut launched = self.launched.take().unwrap_or_default();
        let Launched {
            quads: place,
            init,
            state,
        } = &mut *launched;
        self.launch(s, of.surface, quads, place, init);
        *state = FragmentState::new(of.surface, place);
        self.tmu.begin_thread();
        let prepared = &s.prepared;
        let stream = prepared.uniforms.stream();
        (self.gang.thread(0)).start(&prepared.shader.program, init, stream);
        let at = (0, init.qpu_number as u8, Inputs::first(s));
        let result = self.shade_thread(s, of, (place, state), at);
        self.launched = Some(launched);
        result
    }

    /// Moves on to the QPU of the next thread. Returns that of this one.
    pub(super) fn next_qpu(&mut self) -> u8 {
        let next = match self.qpu {
            0 => self.shared.machine.chip.qpus() - 1,
            qpu => qpu - 1,
        };
        std::mem::replace(&mut self.qpu, next)
    }

    /// Returns the positions of up to four quads, and the initial state of their thread.
    pub(super) fn launch(
        &mut self,
        s: &Setup<'a>,
        surface: &Surface,
        quads: &[Quad],
        place: &mut Quads,
        init: &mut ThreadInit,
    ) {
        init.qpu_number = self.next_qpu().into();
        let machine = self.shared.machine;
        let program = &s.prepared.shader.program;
        // Dumps show every register; samples have depths of their own.
        let all = self.log.wants(dumps::QPU) || self.tile.samples.count() > 1;
        vectorised(Launch {
            tile: &self.tile,
            origin: self.origin(),
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
    pub(super) fn shade_thread(
        &mut self,
        s: &Setup<'a>,
        of: Primitive<'_>,
        (quads, state): (&Quads, &mut FragmentState),
        (n, qpu, inputs): (usize, u8, Inputs<'_>),
    ) -> Result<(), Stopped> {
        let machine = self.shared.machine;
        let thread = self.gang.thread(n);
        let mut fragments = Fragments {
            tile: &mut self.tile,
            of,
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
            end = RunEnd::Ended;
        } else {
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
