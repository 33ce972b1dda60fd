//! Threads of one setup that wait until there are enough for a gang.
//!
//! They are of one or several primitives, and no two have a pixel in common: so it makes no
//! difference that they run at the same time.

use tilescope_exec::Lanes16;
use tilescope_raster::{Plane, Quad};

use super::Worker;
use super::pse::Setup;
use super::shade::Inputs;
use crate::cle::Stopped;
use crate::fragment::{FragmentState, Fragments, Quads, Surface};
use crate::ports::cost;
use crate::qpu::gang::{Streams, THREADS};
use crate::qpu::thread::ThreadInit;
use crate::qpu::{PixelFlags, Scoreboard, ThreadSwitch, TlbRead, TlbWrite};
use crate::quirks::Quirks;
use crate::tlb::TileBuffer;

/// Quads of the tile with the most pixels, by word.
const QUADS: usize = 32 * 32 / 64;

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
    /// The surface of each, without its varyings, and the first and last of these.
    surfaces: [Option<(Surface<'static>, usize, usize)>; THREADS],
    /// Varyings of all.
    varyings: Vec<Plane>,
    /// Those of the last primitive.
    last: Option<(usize, usize)>,
    /// Quads of which a thread has pixels.
    taken: [u64; QUADS],
    /// Primitives since the thread before, of each.
    primitives: [u64; THREADS],
    /// Primitives since the last thread.
    further: u64,
}

/// The units of threads in a gang.
struct GangUnits<'a, 'w> {
    inputs: [Inputs<'w>; THREADS],
    /// Fuel that each may spend.
    share: u64,
    tile: &'a mut TileBuffer,
    quirks: &'a Quirks,
    surfaces: &'a [Surface<'a>; THREADS],
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
            surface: &self.surfaces[n % THREADS],
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

impl<'a> Worker<'a> {
    /// A primitive begins.
    pub(super) fn begin_primitive(&mut self, s: &Setup<'a>) {
        match (&mut self.waiting, s.waits) {
            (Some(waiting), true) if waiting.count > 0 => {
                waiting.further += 1;
                waiting.last = None;
            }
            (waiting, _) => {
                if let Some(waiting) = waiting {
                    waiting.last = None;
                }
                self.primitives += 1;
            }
        }
    }

    /// Lets threads for quads of a primitive wait.
    pub(super) fn wait(
        &mut self,
        s: &Setup<'a>,
        surface: &Surface<'_>,
        quads: &[Quad],
    ) -> Result<(), Stopped> {
        for quads in quads.chunks(4) {
            let mut waiting = self.waiting.take().unwrap_or_default();
            let places = self.quads_of(quads);
            let taken = |place: &usize| waiting.taken[place / 64] >> (place % 64) & 1 != 0;
            if waiting.count == THREADS || places[..quads.len()].iter().any(taken) {
                self.waiting = Some(waiting);
                self.run_waiting(s)?;
                waiting = self.waiting.take().unwrap_or_default();
            }
            for place in &places[..quads.len()] {
                waiting.taken[place / 64] |= 1 << (place % 64);
            }
            let n = waiting.count % THREADS;
            self.launch(
                s,
                surface,
                quads,
                &mut waiting.quads[n],
                &mut waiting.inits[n],
            );
            waiting.states[n] = FragmentState::new(surface, &waiting.quads[n]);
            let (from, to) = match waiting.last {
                Some(last) => last,
                None => {
                    let from = waiting.varyings.len();
                    waiting.varyings.extend_from_slice(surface.varyings);
                    (from, waiting.varyings.len())
                }
            };
            waiting.last = Some((from, to));
            let alone = Surface {
                varyings: &[],
                ..*surface
            };
            waiting.surfaces[n] = Some((alone, from, to));
            waiting.primitives[n] = std::mem::take(&mut waiting.further);
            waiting.count = n + 1;
            self.waiting = Some(waiting);
        }
        Ok(())
    }

    /// The quads of the tile that these are, up to four.
    fn quads_of(&self, quads: &[Quad]) -> [usize; 4] {
        let samples = self.tile.samples;
        let size = samples.tile_size() as i32;
        let (x, y) = self.coordinates;
        let origin = (i32::from(x) * size, i32::from(y) * size);
        let mut places = [0; 4];
        for (place, quad) in places.iter_mut().zip(quads) {
            let (x, y) = (quad.x - origin.0, quad.y - origin.1);
            let word = self.tile.index(x as u32, y as u32, 0);
            *place = word / (4 * samples.count()) % (64 * QUADS);
        }
        places
    }

    /// Runs the threads that wait, which are of `s`, in their order.
    pub(super) fn run_waiting(&mut self, s: &Setup<'a>) -> Result<(), Stopped> {
        let Some(mut waiting) = self.waiting.take_if(|waiting| waiting.count > 0) else {
            return Ok(());
        };
        let result = self.run_gang(s, &mut waiting);
        self.primitives += match result {
            Ok(()) => waiting.further,
            Err(_) => 0,
        };
        (waiting.count, waiting.further, waiting.last) = (0, 0, None);
        waiting.varyings.clear();
        waiting.taken = [0; QUADS];
        self.waiting = Some(waiting);
        result
    }

    fn run_gang(&mut self, s: &Setup<'a>, waiting: &mut Waiting) -> Result<(), Stopped> {
        let count = waiting.count;
        let varyings = &waiting.varyings;
        let Some((first, ..)) = waiting.surfaces[0] else {
            return Ok(());
        };
        let surfaces: [Surface<'_>; THREADS] = std::array::from_fn(|n| match waiting.surfaces[n] {
            Some((surface, from, to)) if n < count => Surface {
                varyings: varyings.get(from..to).unwrap_or(&[]),
                ..surface
            },
            _ => first,
        });
        // So that their total consumption is available.
        let fuel = self.fuel.left() / 2;
        let mut units = GangUnits {
            inputs: [Inputs::first(s); THREADS],
            share: fuel / THREADS as u64,
            tile: &mut self.tile,
            quirks: &self.shared.machine.quirks,
            surfaces: &surfaces,
            quads: &waiting.quads,
            states: &mut waiting.states,
        };
        let (program, inits) = (&s.prepared.shader.program, &waiting.inits[..count]);
        self.gang.run(program, inits, &mut units, fuel);
        let inputs = units.inputs;
        for n in 0..count {
            self.primitives += waiting.primitives[n];
            let at = (n, inits[n].qpu_number as u8, inputs[n]);
            let pixels = (&waiting.quads[n], &mut waiting.states[n]);
            self.shade_thread(s, &surfaces[n], pixels, at)?;
        }
        Ok(())
    }
}
