//! Several threads of one program in a group of the shader engine.
//!
//! An operation costs its dispatch, and waits for the one before it. Threads in a group
//! share the first and fill the second. Threads that branch differently stay in it: the
//! engine runs those that are furthest behind. A thread leaves the group before an access
//! that reaches further than its uniforms and varyings, textures and its own pixels of the
//! tile buffer, and before one about which there is something to report. It continues as a
//! [`Thread`] of its own, as if it had always been alone, when those before it have ended: so
//! the effects of threads are in the order in which hardware starts them.
//!
//! Pixels are a thread's own because a gang has no two threads with a pixel in common.
//! Programs that [move their quads](Program::moves_quads) leave before every access to pixels.

use super::decode::{Decoded, Kind, Peripheral, Read, Write};
use super::io::{PixelFlags, Scoreboard, ThreadSwitch, TlbRead, TlbWrite, TmuReg};
use super::program::Program;
use super::quirks::Undefined;
use super::slots;
use super::stream::Stream;
use super::thread::{At, ExecMode, Thread, ThreadInit};
use super::tracking::Registers;
use super::units::{Access, Unit};
use super::values::Qpu;
use crate::isa::Signal;
use tilescope_core::Profile;
use tilescope_core::profile::{Moved, ShaderPlace};
use tilescope_exec::Lanes16;
use tilescope_shader::{self as engine, Batch, Group, Mask, Refused, Slot, set_lanes};

/// Threads in a gang.
pub const THREADS: usize = 8;

/// Whether an instruction moves a thread's quads.
pub(super) fn moves_quads(d: &Decoded) -> bool {
    let quad = |to: &Write| matches!(to, Write::Quad(_));
    [d.add_to, d.mul_to].iter().any(quad)
}

/// Whether threads execute an instruction without leaving their gang, as far as it tells.
pub(super) fn stays(d: &Decoded) -> bool {
    let reads = match &d.kind {
        Kind::Alu(a) => ![a.read_a, a.read_b].into_iter().any(|read| match read {
            Read::Vpm | Read::Busy(_) | Read::Wait(_) | Read::Mutex => true,
            Read::Register(_)
            | Read::Constant(_)
            | Read::Nop
            | Read::Uniform
            | Read::Varying
            | Read::Flags(_) => false,
        }),
        Kind::Load(_) | Kind::Branch(_) => true,
        Kind::Semaphore | Kind::Reserved => false,
    };
    let writes = [d.add_to, d.mul_to].into_iter().all(|to| match to {
        Write::Peripheral(to) => match to {
            Peripheral::Tlb(what) => what != TlbWrite::AlphaMask,
            Peripheral::Flags(_) | Peripheral::Tmu(..) => true,
            Peripheral::TmuNoswap
            | Peripheral::HostInt
            | Peripheral::Vpm
            | Peripheral::VpmSetup(_)
            | Peripheral::DmaAddr(_)
            | Peripheral::MutexRelease => false,
        },
        Write::Register(_)
        | Write::Accumulator(_)
        | Write::R5Quad
        | Write::R5All
        | Write::Nop
        | Write::Sfu(_)
        | Write::UniformsAddress
        | Write::Quad(_) => true,
    });
    let signal = match d.signal {
        Signal::None
        | Signal::ThreadSwitch
        | Signal::LastThreadSwitch
        | Signal::ProgEnd
        | Signal::WaitScoreboard
        | Signal::UnlockScoreboard
        | Signal::ColorLoad
        | Signal::ColorLoadEnd
        | Signal::LoadTmu0
        | Signal::LoadTmu1
        | Signal::SmallImm
        | Signal::LoadImm
        | Signal::Branch => true,
        Signal::Breakpoint | Signal::CoverageLoad | Signal::AlphaMaskLoad => false,
    };
    reads && writes && signal
}

/// The accesses of threads that are in a gang, each by its number: to their inputs, and to
/// their pixels. One that returns None or false has done nothing, and the thread makes it
/// again when it has left.
pub trait Streams {
    /// Data moved so far, for a profile.
    fn moved(&self) -> Moved {
        Moved::default()
    }
    /// The next uniform. None if there is anything to report.
    fn uniform(&mut self, n: usize) -> Option<u32>;
    /// The uniform stream continues at `address`. False if there is anything to report.
    fn uniforms_address(&mut self, n: usize, address: u32) -> bool;
    /// The uniform stream continues at word `at` of those that it started with.
    fn set_uniforms_position(&mut self, n: usize, at: u32);
    /// The next varying without its C coefficient, which is returned. None if there is none.
    fn varying(&mut self, n: usize, out: &mut Lanes16) -> Option<u32>;
    /// Loads from the tile buffer. False if there is anything to report.
    fn tlb_read(&mut self, n: usize, what: TlbRead, out: &mut Lanes16) -> bool;
    /// Writes to the tile buffer. False if there is anything to report.
    fn tlb_write(&mut self, n: usize, what: TlbWrite, v: &Lanes16, mask: u16) -> bool;
    /// Multisample or reverse flags, per lane.
    fn pixel_flags(&mut self, n: usize, which: PixelFlags) -> Lanes16;
    /// Sets multisample or reverse flags.
    fn set_pixel_flags(&mut self, n: usize, which: PixelFlags, v: &Lanes16, mask: u16);
    /// Writes a texture coordinate or address. False if there is anything to report.
    fn tmu_write(&mut self, n: usize, to: (u8, TmuReg), v: &Lanes16, mask: u16) -> bool;
    /// The next result of a texture unit. False if there is none.
    fn tmu_read(&mut self, n: usize, unit: u8, out: &mut Lanes16) -> bool;
    /// Scoreboard wait or unlock. Threads with pixels of their own wait for nobody.
    fn scoreboard(&mut self, n: usize, op: Scoreboard);
    /// Thread switch. The thread continues in any case.
    fn thread_switch(&mut self, n: usize, which: ThreadSwitch);
}

/// Threads of one program. Create one per worker and start it for each batch.
#[derive(Clone, Debug)]
pub struct Gang {
    group: Group<Qpu, THREADS>,
    /// Those that have left.
    threads: [Thread; THREADS],
}

impl Default for Gang {
    /// A gang that has not been started.
    fn default() -> Self {
        let mut group = Group::new();
        *group.slot_mut(slots::ELEM.into()) = [Lanes16::numbers(); THREADS];
        Gang {
            group,
            threads: std::array::from_fn(|_| Thread::default()),
        }
    }
}

impl Gang {
    /// Whether it is worth while for a program, and the same in this mode.
    pub fn suits(program: &Program, mode: ExecMode) -> bool {
        mode == ExecMode::Normal && !program.reference_only() && program.stays_in_gang()
    }

    /// Counts the instructions of the following runs if `profile` is one.
    pub fn profile(&mut self, profile: Option<&Profile>) {
        self.group.profile(profile);
        let threads = self.threads.iter_mut();
        threads.for_each(|thread| thread.profile(profile));
    }

    /// Moves the counts of the runs of `program` to `profile`.
    pub fn report(&mut self, program: &Program, shader: ShaderPlace, profile: &mut Profile) {
        if let Some(lowered) = program.lowered() {
            lowered.report(&mut self.group, shader, profile);
        }
        for thread in &mut self.threads {
            thread.report(program, shader, profile);
        }
    }

    /// Runs a thread for each of `inits` from the start of `program` until all have ended or
    /// have to leave, within `fuel` instructions of all together. All have the uniforms of
    /// `stream`. Then each that has left is to be run by itself: see [`Gang::thread`]. Registers of
    /// those that have ended are unspecified.
    pub fn run<S: Streams>(
        &mut self,
        program: &Program,
        inits: &[ThreadInit],
        stream: Stream<'_>,
        streams: &mut S,
        fuel: u64,
    ) {
        let Some(lowered) = program.lowered_for(stream) else {
            for (thread, init) in self.threads.iter_mut().zip(inits) {
                thread.start(program, init, stream);
            }
            return;
        };
        let group = &mut self.group;
        lowered.bind(group, stream);
        let Undefined::Word(word) = program.quirks().undefined;
        for &slot in program.read_undefined() {
            *group.slot_mut(slot.into()) = [Lanes16::splat(word); THREADS];
        }
        let mut live = Mask::NONE;
        for (n, init) in inits.iter().enumerate().take(THREADS) {
            live.0[n] = u16::MAX;
            init.slots(|slot, lanes| group.slot_mut(slot.into())[n] = *lanes);
        }
        let unwritten = program.tracking().map_or(0, |t| t.registers);
        let mut units = Together {
            program,
            pixels: !program.moves_quads(),
            streams,
            unwritten: [unwritten; THREADS],
        };
        let mut fuel = fuel.saturating_mul(super::run::LANES);
        // All wait now, or have ended: units refuse nothing.
        let _ = group.run(&lowered.program, &live, &live, &mut units, &mut fuel);
        let unwritten = units.unwritten;
        let threads = self.threads.iter_mut().zip(inits);
        for (n, (thread, init)) in threads.enumerate() {
            if self.group.waits(n) {
                thread.start(program, init, stream);
                self.group.split(&lowered.program, n, &mut thread.group);
                thread.at = At::Waiting;
                thread.unwritten = unwritten[n];
            } else {
                thread.ended = true;
            }
            thread.executed = self.group.steps(n);
        }
    }

    /// Gives thread `n`, which has ended in the gang, its registers, for inspection. It was
    /// started with `init` and `stream`.
    pub fn inspect(&mut self, program: &Program, n: usize, init: &ThreadInit, stream: Stream<'_>) {
        let lowered = program.lowered_for(stream);
        let (Some(lowered), Some(thread)) = (lowered, self.threads.get_mut(n)) else {
            return;
        };
        let executed = thread.executed;
        thread.start(program, init, stream);
        self.group.split(&lowered.program, n, &mut thread.group);
        (thread.ended, thread.executed) = (true, executed);
    }

    /// Forgets what hardware happens to keep from thread to thread.
    pub fn forget(&mut self) {
        for thread in &mut self.threads {
            thread.residue = Default::default();
        }
    }

    /// Thread `n`, to be started alone, or to continue alone after [`Gang::run`].
    pub fn thread(&mut self, n: usize) -> &mut Thread {
        &mut self.threads[n]
    }
}

/// The units of threads in a group. Threads for which an access is not possible here are
/// blocked, until they leave.
struct Together<'a, S> {
    program: &'a Program,
    /// Whether each thread has its own pixels.
    pixels: bool,
    streams: &'a mut S,
    /// Tracked registers that each thread has not written.
    unwritten: [Registers; THREADS],
}

impl<S: Streams> engine::Units<Qpu, THREADS> for Together<'_, S> {
    #[inline(always)]
    fn run(
        &mut self,
        unit: &Unit,
        _: u32,
        at: &mut Batch<'_, THREADS>,
    ) -> Result<engine::Access, Refused> {
        let running = *at.lanes();
        let mut all = true;
        for n in (0..THREADS).filter(|n| running.0[*n] != 0) {
            match self.access(unit, n, at) {
                true => at.complete(n, u16::MAX),
                false => all = false,
            }
        }
        Ok(match all {
            true => engine::Access::Done,
            false => engine::Access::Blocked,
        })
    }

    fn moved(&self) -> Moved {
        self.streams.moved()
    }
}

impl<S: Streams> Together<'_, S> {
    /// The access of thread `n`, if it is possible in a group.
    #[inline(always)]
    fn access(&mut self, unit: &Unit, n: usize, at: &mut Batch<'_, THREADS>) -> bool {
        let off = |at: &Batch<'_, THREADS>, lanes: Option<Slot>| {
            lanes.is_some_and(|slot| at.slot(slot, n)[0] == 0)
        };
        let bits = |at: &Batch<'_, THREADS>, lanes: Option<Slot>| match lanes {
            None => u16::MAX,
            Some(slot) => set_lanes(at.slot(slot, n)),
        };
        if let Some(position) = unit.position {
            self.streams.set_uniforms_position(n, position);
        }
        let mut read = Lanes16::ZERO;
        let d = match unit.access {
            Access::Uniform { d } => {
                let Some(word) = self.streams.uniform(n) else {
                    return false;
                };
                read = Lanes16::splat(word);
                d
            }
            Access::Varying { d } => {
                let Some(c) = self.streams.varying(n, &mut read) else {
                    return false;
                };
                at.set(slots::R5.into(), n, Lanes16::splat(c));
                d
            }
            Access::UniformsAddress { from, lanes } => {
                let address = at.slot(from, n)[0];
                return off(at, lanes) || self.streams.uniforms_address(n, address);
            }
            Access::Target { d, taken } => {
                if !off(at, taken) {
                    let Some(place) = self.program.place_at(at.slot(d, n)[0]) else {
                        return false;
                    };
                    read = Lanes16::splat(place);
                }
                d
            }
            Access::Outside { taken, .. } => return off(at, taken),
            Access::Reads(registers) => return self.unwritten[n] & registers == 0,
            Access::Writes(registers) => {
                self.unwritten[n] &= !registers;
                return true;
            }
            Access::LoadTlb(what) => {
                if !self.pixels || !self.streams.tlb_read(n, what, &mut read) {
                    return false;
                }
                slots::R4.into()
            }
            Access::LoadTmu(unit) => {
                if !self.streams.tmu_read(n, unit, &mut read) {
                    return false;
                }
                slots::R4.into()
            }
            Access::Write { to, from, lanes } => {
                let (v, mask) = (at.slot(from, n), bits(at, lanes));
                match to {
                    Peripheral::Tmu(unit, reg) => {
                        return self.streams.tmu_write(n, (unit, reg), v, mask);
                    }
                    Peripheral::Tlb(what) if self.pixels => {
                        return self.streams.tlb_write(n, what, v, mask);
                    }
                    Peripheral::Flags(which) if self.pixels => {
                        self.streams.set_pixel_flags(n, which, v, mask);
                        return true;
                    }
                    _ => return false,
                }
            }
            Access::ReadFlags { which, d } if self.pixels => {
                read = self.streams.pixel_flags(n, which);
                d
            }
            Access::Scoreboard(op) if self.pixels => {
                self.streams.scoreboard(n, op);
                return true;
            }
            Access::ThreadSwitch(which) if self.pixels => {
                self.streams.thread_switch(n, which);
                return true;
            }
            _ => return false,
        };
        at.set(d, n, read);
        true
    }
}
