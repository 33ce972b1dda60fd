//! Several threads of one program in a group of the shader engine.
//!
//! An operation costs its dispatch, and waits for the one before it. Threads in a group
//! share the first and fill the second. Threads that branch differently stay in it: the
//! engine runs those that are furthest behind. A thread leaves the group before an
//! access that reaches further than its uniform and varying streams, and before one
//! about which there is something to report. It continues as a [`Thread`] of its own, as
//! if it had always been alone, when those before it have ended: so the effects of
//! threads are in the order in which hardware starts them.

use super::program::Program;
use super::quirks::Undefined;
use super::slots;
use super::thread::{At, ExecMode, Thread, ThreadInit};
use super::tracking::Registers;
use super::units::{Access, Unit};
use super::values::Qpu;
use tilescope_exec::Lanes16;
use tilescope_shader::{self as engine, Batch, Group, Mask, Refused, Slot};

/// Threads in a gang.
pub const THREADS: usize = 8;

/// The inputs that threads take while they are in a gang, each by its number.
pub trait Streams {
    /// The next uniform. None, and nothing taken, if there is anything to report.
    fn uniform(&mut self, n: usize) -> Option<u32>;
    /// The uniform stream continues at `address`. False, and nothing done, if there is
    /// anything to report.
    fn uniforms_address(&mut self, n: usize, address: u32) -> bool;
    /// The next varying without its C coefficient, which is returned. None, and
    /// nothing taken, if there is none.
    fn varying(&mut self, n: usize, out: &mut Lanes16) -> Option<u32>;
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
        mode == ExecMode::Normal && program.loops() && !program.reference_only()
    }

    /// Runs a thread for each of `inits` from the start of `program` until all have to
    /// leave, within `fuel` instructions of all together. Then each is to be run by
    /// itself: see [`Gang::thread`].
    pub fn run<S: Streams>(
        &mut self,
        program: &Program,
        inits: &[ThreadInit],
        streams: &mut S,
        fuel: u64,
    ) {
        let count = inits.len().min(THREADS);
        for (thread, init) in self.threads.iter_mut().zip(inits) {
            thread.start(program, init);
        }
        let Some(lowered) = program.lowered() else {
            return;
        };
        let group = &mut self.group;
        lowered.bind(group);
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
            streams,
            unwritten: [unwritten; THREADS],
        };
        let mut fuel = fuel.saturating_mul(super::run::LANES);
        // All wait now, or have ended: units refuse nothing.
        let _ = group.run(&lowered.program, &live, &live, &mut units, &mut fuel);
        let unwritten = units.unwritten;
        for (n, thread) in self.threads.iter_mut().enumerate().take(count) {
            self.group.split(&lowered.program, n, &mut thread.group);
            thread.at = At::Waiting;
            thread.executed = self.group.steps(n);
            thread.unwritten = unwritten[n];
        }
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
}

impl<S: Streams> Together<'_, S> {
    /// The access of thread `n`, if it is possible in a group.
    #[inline(always)]
    fn access(&mut self, unit: &Unit, n: usize, at: &mut Batch<'_, THREADS>) -> bool {
        let off = |at: &Batch<'_, THREADS>, lanes: Option<Slot>| {
            lanes.is_some_and(|slot| at.slot(slot, n)[0] == 0)
        };
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
            _ => return false,
        };
        at.set(d, n, read);
        true
    }
}
