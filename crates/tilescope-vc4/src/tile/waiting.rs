//! Threads of one setup that wait until there are enough for a gang.
//!
//! They are of one or several primitives, and no two have a pixel in common: so it makes no
//! difference that they run at the same time.

use tilescope_core::profile::Moved;
use tilescope_exec::Lanes16;
use tilescope_raster::{Plane, Quad};

use super::Worker;
use super::pse::Setup;
use super::shade::Inputs;
use crate::bus::Bus;
use crate::cle::Stopped;
use crate::fragment::{FragmentState, Fragments, Primitive, Quads, Surface};
use crate::log::Log;
use crate::ports::cost;
use crate::qpu::gang::{Streams, THREADS};
use crate::qpu::thread::ThreadInit;
use crate::qpu::{PixelFlags, Scoreboard, ThreadSwitch, TlbRead, TlbWrite, TmuReg};
use crate::quirks::Quirks;
use crate::tlb::TileBuffer;
use crate::tmu::{Coordinate, Requests, Tmu};

/// Rows of quads of the tile with the most pixels.
const ROWS: usize = 32;

/// The row of a quad in the tile that begins at `origin`, and a bit for its column.
fn place(quad: &Quad, (x, y): (i32, i32)) -> (usize, u32) {
    let (column, row) = ((quad.x - x) >> 1, (quad.y - y) >> 1);
    (row as usize % ROWS, 1 << (column & 31))
}

/// Threads that wait.
#[derive(Default)]
pub(super) struct Waiting {
    count: usize,
    /// The pixels of each.
    quads: [Quads; THREADS],
    /// The initial state of each.
    inits: [ThreadInit; THREADS],
    /// The state of each at the tile buffer.
    states: [FragmentState; THREADS],
    /// The texture requests of each.
    requests: [Requests; THREADS],
    /// The primitive of each.
    of: Primitives,
    /// Quads of threads that wait: a bit for each column, by row.
    taken: [u32; ROWS],
    /// Primitives since the thread before, of each.
    primitives: [u64; THREADS],
    /// Primitives since the last thread.
    further: u64,
    /// Fuel for primitives since the thread before, of each thread.
    costs: [u64; THREADS],
    /// Fuel for primitives since the last thread.
    further_cost: u64,
    /// Fuel for all of them, which is not taken yet.
    deferred: u64,
}

/// The primitives of threads.
#[derive(Default)]
struct Primitives {
    /// The surface of each.
    surfaces: [Surface; THREADS],
    /// The varyings of each, among those of all.
    ranges: [(usize, usize); THREADS],
    /// Varyings of all.
    varyings: Vec<Plane>,
}

impl Primitives {
    /// The primitive of thread `n`.
    #[inline(always)]
    fn get(&self, n: usize) -> Primitive<'_> {
        let (from, to) = self.ranges[n % THREADS];
        Primitive {
            surface: &self.surfaces[n % THREADS],
            varyings: self.varyings.get(from..to).unwrap_or(&[]),
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
    of: &'a Primitives,
    quads: &'a [Quads; THREADS],
    states: &'a mut [FragmentState; THREADS],
    bus: Bus<'a>,
    log: &'a mut Log,
    tmu: &'a mut Tmu,
    requests: &'a mut [Requests; THREADS],
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
            of: self.of.get(n),
            quirks: self.quirks,
            quads: &self.quads[n % THREADS],
            state: &mut self.states[n % THREADS],
        }
    }
}

impl Streams for GangUnits<'_, '_> {
    fn moved(&self) -> Moved {
        let mut moved = self.tmu.moved(self.log.moved());
        for requests in self.requests.iter() {
            moved.fetches += 16 * (requests.lookups + requests.direct);
            moved.read += requests.bytes;
        }
        moved
    }

    #[inline(always)]
    fn uniform(&mut self, n: usize) -> Option<u32> {
        self.inputs[n % THREADS].uniforms.next_fetched()
    }

    #[inline(always)]
    fn uniforms_address(&mut self, n: usize, address: u32) -> bool {
        let aligned = address.is_multiple_of(4);
        if aligned {
            self.inputs[n % THREADS].uniforms.jump(address);
        }
        aligned
    }

    fn set_uniforms_position(&mut self, n: usize, at: u32) {
        self.inputs[n % THREADS].uniforms.jump_to_word(at);
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

    fn tmu_write(&mut self, n: usize, (unit, reg): (u8, TmuReg), v: &Lanes16, _: u16) -> bool {
        let direct = reg == TmuReg::S && !self.requests[n % THREADS].has_coordinates(unit);
        let spent = match (direct, reg) {
            (true, _) => cost::DIRECT,
            (false, TmuReg::S) => cost::LOOKUP,
            (false, _) => 1,
        };
        let inputs = &self.inputs[n % THREADS];
        let before = *inputs;
        let mut uniforms = inputs.uniforms;
        let parameter = match direct {
            true => None,
            false => match uniforms.next_fetched() {
                None => return false,
                word => word,
            },
        };
        let checked = !direct && matches!(reg, TmuReg::S | TmuReg::T);
        if checked && self.fragments(n).not_finite(v).is_some() || !self.pay(n, spent) {
            return false;
        }
        let coordinate = Coordinate {
            unit,
            reg,
            lanes: v,
            parameter,
        };
        let requests = &mut self.requests[n % THREADS];
        let tmu = &mut *self.tmu;
        let done = tmu.write_silently(requests, &coordinate, &self.bus, self.log, self.quirks);
        let inputs = &mut self.inputs[n % THREADS];
        match done {
            true => inputs.uniforms = uniforms,
            false => *inputs = before,
        }
        done
    }

    #[inline(always)]
    fn tmu_read(&mut self, n: usize, unit: u8, out: &mut Lanes16) -> bool {
        match self.requests[n % THREADS].read(unit) {
            Some(result) => {
                *out = result;
                true
            }
            None => false,
        }
    }

    fn scoreboard(&mut self, _: usize, _: Scoreboard) {}

    fn thread_switch(&mut self, _: usize, _: ThreadSwitch) {}
}

impl<'a> Worker<'a> {
    /// A primitive begins.
    pub(super) fn begin_primitive(&mut self) {
        match self.waiting.as_mut().filter(|waiting| waiting.count > 0) {
            Some(waiting) => waiting.further += 1,
            None => self.primitives += 1,
        }
    }

    /// Pays for a primitive in the order of threads and primitives: after those threads that wait.
    /// False, and nothing paid, if none wait, or fuel might not suffice.
    pub(super) fn defer(&mut self, cost: u64) -> bool {
        let waiting = self.waiting.as_mut().filter(|waiting| waiting.count > 0);
        let left = self.fuel.left() / 4;
        let Some(waiting) = waiting.filter(|waiting| waiting.deferred + cost <= left) else {
            return false;
        };
        waiting.further_cost += cost;
        waiting.deferred += cost;
        true
    }

    /// Lets threads for quads of a primitive wait. Those that are enough for a gang need not.
    pub(super) fn wait(
        &mut self,
        s: &Setup<'a>,
        of: Primitive<'_>,
        mut quads: &[Quad],
    ) -> Result<(), Stopped> {
        if self.meets_waiting(quads) {
            self.run_waiting(s)?;
        }
        let mut waiting = self.waiting.take().unwrap_or_default();
        while !quads.is_empty() {
            let room = 4 * (THREADS - waiting.count);
            let (now, later) = quads.split_at(quads.len().min(room));
            let varyings = &mut waiting.of.varyings;
            let first = varyings.len();
            varyings.extend_from_slice(of.varyings);
            let surface = (of.surface, (first, varyings.len()));
            now.chunks(4)
                .for_each(|quads| self.add(s, surface, quads, &mut waiting));
            quads = later;
            if waiting.count == THREADS {
                self.waiting = Some(waiting);
                self.run_waiting(s)?;
                waiting = self.waiting.take().unwrap_or_default();
            } else {
                let origin = self.origin();
                for quad in now {
                    let (row, bit) = place(quad, origin);
                    waiting.taken[row] |= bit;
                }
            }
        }
        self.waiting = Some(waiting);
        Ok(())
    }

    /// Adds a thread for up to four quads of a surface, whose varyings are in this range.
    fn add(
        &mut self,
        s: &Setup<'a>,
        (surface, range): (&Surface, (usize, usize)),
        quads: &[Quad],
        waiting: &mut Waiting,
    ) {
        let n = waiting.count % THREADS;
        self.launch(
            s,
            surface,
            quads,
            &mut waiting.quads[n],
            &mut waiting.inits[n],
        );
        waiting.states[n] = FragmentState::new(surface, &waiting.quads[n]);
        waiting.requests[n].clear();
        (waiting.of.surfaces[n], waiting.of.ranges[n]) = (*surface, range);
        waiting.primitives[n] = std::mem::take(&mut waiting.further);
        waiting.costs[n] = std::mem::take(&mut waiting.further_cost);
        waiting.count = n + 1;
    }

    /// Whether a thread that waits has any of these quads.
    fn meets_waiting(&self, quads: &[Quad]) -> bool {
        let waiting = self.waiting.as_ref().filter(|waiting| waiting.count > 0);
        waiting.is_some_and(|waiting| {
            let origin = self.origin();
            quads.iter().any(|quad| {
                let (row, bit) = place(quad, origin);
                waiting.taken[row] & bit != 0
            })
        })
    }

    /// Column and row of the tile's first pixel.
    pub(super) fn origin(&self) -> (i32, i32) {
        let size = self.tile.samples.tile_size() as i32;
        let (x, y) = self.coordinates;
        (i32::from(x) * size, i32::from(y) * size)
    }

    /// Runs the threads that wait, which are of `s`, in their order.
    pub(super) fn run_waiting(&mut self, s: &Setup<'a>) -> Result<(), Stopped> {
        let Some(mut waiting) = self.waiting.take_if(|waiting| waiting.count > 0) else {
            return Ok(());
        };
        let mut result = self.run_gang(s, &mut waiting);
        if result.is_ok() {
            result = self.pay_primitives(waiting.further_cost);
            self.primitives += waiting.further;
        }
        (waiting.count, waiting.further) = (0, 0);
        (waiting.further_cost, waiting.deferred) = (0, 0);
        waiting.of.varyings.clear();
        waiting.taken = [0; ROWS];
        self.waiting = Some(waiting);
        result
    }

    /// Pays for primitives of the last record.
    fn pay_primitives(&mut self, cost: u64) -> Result<(), Stopped> {
        let paid = self.fuel.take(cost);
        paid.map_err(|_| self.out_of_fuel())
    }

    fn run_gang(&mut self, s: &Setup<'a>, waiting: &mut Waiting) -> Result<(), Stopped> {
        let count = waiting.count;
        let of = &waiting.of;
        // So that their total consumption is available.
        let fuel = self.fuel.left().saturating_sub(waiting.deferred) / 2;
        let mut units = GangUnits {
            inputs: [Inputs::first(s); THREADS],
            share: fuel / THREADS as u64,
            tile: &mut self.tile,
            quirks: &self.shared.machine.quirks,
            of,
            quads: &waiting.quads,
            states: &mut waiting.states,
            bus: self.shared.bus,
            log: &mut self.log,
            tmu: &mut self.tmu,
            requests: &mut waiting.requests,
        };
        let (program, inits) = (&s.prepared.shader.program, &waiting.inits[..count]);
        let stream = s.prepared.uniforms.stream();
        self.gang.run(program, inits, stream, &mut units, fuel);
        let inputs = units.inputs;
        for n in 0..count {
            self.pay_primitives(waiting.costs[n])?;
            self.primitives += waiting.primitives[n];
            let mut inputs = inputs[n];
            let state = &mut waiting.states[n];
            let consumed = self.gang.thread(n).executed().saturating_add(inputs.spent);
            if consumed > self.fuel.left() {
                // A thread before it has taken the fuel: alone, it ends where that does.
                self.tmu.begin_thread();
                self.gang.thread(n).start(program, &inits[n], stream);
                (inputs, *state) = (
                    Inputs::first(s),
                    FragmentState::new(of.get(n).surface, &waiting.quads[n]),
                );
            } else {
                let requests = &mut waiting.requests[n];
                self.tmu.count(requests, &mut self.log);
                if !self.gang.thread(n).ended() {
                    self.tmu.resume(requests);
                }
            }
            let at = (n, inits[n].qpu_number as u8, inputs);
            let pixels = (&waiting.quads[n], state);
            self.shade_thread(s, of.get(n), pixels, at)?;
        }
        Ok(())
    }
}
