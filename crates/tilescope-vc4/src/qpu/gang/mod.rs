//! Several threads of one program in lockstep.
//!
//! An operation costs its dispatch, and waits for the one before it. Threads of
//! a loop that do the same for as long as they stay in it share the first and
//! fill the second. They leave the gang before anything that reaches further
//! than the uniform and varying streams, and where they branch to where most of
//! the others do not; then each continues as a [`Thread`] of its own, as if it had
//! always been alone. Those that stay move together, so that the places of those
//! that left cost nothing. Where a branch only skips arithmetic, threads that take
//! it wait at its target for the others.

mod lockstep;
mod waiting;

use super::program::Program;
use super::quirks::Undefined;
use super::slots;
use super::thread::{ExecMode, Resume, Thread, ThreadInit};
use tilescope_exec::{Lanes16, Vectorised, vectorised};
use waiting::{Turning, Waiting};

/// Threads in a gang.
pub const THREADS: usize = 8;

/// Threads below which each is faster by itself.
const FEWEST: usize = 2;

/// Slots that threads bring when they start.
const STARTED: [u8; 7] = [
    slots::X,
    slots::Y,
    slots::RA + 15,
    slots::RB + 15,
    slots::QPU,
    slots::ZN,
    slots::CARRY,
];

/// A register of each thread.
type Register = [Lanes16; THREADS];

/// The inputs that threads take while they are in a gang.
pub trait Streams {
    /// The next uniform, which is the same for all. None, and nothing taken, if
    /// there is anything to say about it.
    fn uniform(&mut self) -> Option<u32>;
    /// The uniform stream of all continues at `address`. False, and nothing done,
    /// if there is anything to say about it.
    fn uniforms_address(&mut self, address: u32) -> bool;
    /// The next varying of each thread, without its C coefficient, which is
    /// returned. None, and nothing taken, if there is none.
    fn varying(&mut self, out: &mut [Lanes16; THREADS]) -> Option<u32>;
    /// Thread `n` leaves, and takes up the streams where they are now.
    fn leave(&mut self, n: usize);
}

/// Threads that do the same. Make one per worker and start it for each batch.
#[derive(Clone, Debug)]
pub struct Gang {
    /// By place.
    regs: Box<[Register; slots::COUNT]>,
    /// Places whose threads are still in it.
    live: [bool; THREADS],
    /// The thread at each place.
    who: [usize; THREADS],
    /// Places from the first that are still computed: 8, 4 or 2.
    width: usize,
    ip: u32,
    executed: u64,
    /// Of `executed`, what the thread at each place did not execute.
    skipped: [u64; THREADS],
    taken: Option<u32>,
    turning: Option<Turning>,
    waiting: Option<Waiting>,
    /// Of waiting threads, what the others write meanwhile.
    parked: Vec<Register>,
    /// Those that have left.
    threads: [Thread; THREADS],
}

impl Default for Gang {
    fn default() -> Self {
        Self::new()
    }
}

struct Job<'a, S> {
    gang: &'a mut Gang,
    program: &'a Program,
    streams: &'a mut S,
    fuel: u64,
}

impl<S: Streams> Vectorised for Job<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        lockstep::run(self.gang, self.program, self.streams, self.fuel);
    }
}

impl Gang {
    /// A gang that has not been started.
    pub fn new() -> Gang {
        let mut regs = Box::new([[Lanes16::ZERO; THREADS]; slots::COUNT]);
        regs[usize::from(slots::ELEM)] = [Lanes16::numbers(); THREADS];
        regs[usize::from(slots::ONES)] = [Lanes16::splat(u32::MAX); THREADS];
        for code in 0..64 {
            regs[usize::from(slots::IMM + code)] =
                [Lanes16::splat(slots::small_immediate(code)); THREADS];
        }
        Gang {
            regs,
            live: [false; THREADS],
            who: std::array::from_fn(|n| n),
            width: THREADS,
            ip: 0,
            executed: 0,
            skipped: [0; THREADS],
            taken: None,
            turning: None,
            waiting: None,
            parked: Vec::new(),
            threads: std::array::from_fn(|_| Thread::new()),
        }
    }

    /// Whether it is worth while for a program, and the same in this mode.
    pub fn suits(program: &Program, mode: ExecMode) -> bool {
        mode == ExecMode::Normal && program.loops() && program.tracking().is_none()
    }

    /// Runs a thread for each of `inits` from the start of `program` for as long
    /// as they do the same, within `fuel` instructions each. Then each is to be
    /// run by itself: see [`Gang::thread`].
    pub fn run<S: Streams>(
        &mut self,
        program: &Program,
        inits: &[ThreadInit],
        streams: &mut S,
        fuel: u64,
    ) {
        let Undefined::Word(word) = program.quirks().undefined;
        for &slot in program.read_undefined() {
            self.regs[usize::from(slot)] = [Lanes16::splat(word); THREADS];
        }
        self.regs[usize::from(slots::ZN)] = [Lanes16::ZERO; THREADS];
        self.regs[usize::from(slots::CARRY)] = [Lanes16::ZERO; THREADS];
        self.live = [false; THREADS];
        self.who = std::array::from_fn(|n| n);
        self.width = THREADS;
        for (n, init) in inits.iter().enumerate().take(THREADS) {
            self.threads[n].start(program, init);
            self.live[n] = true;
            for (slot, lanes) in [
                (slots::X, init.x),
                (slots::Y, init.y),
                (slots::RA + 15, init.w),
                (slots::RB + 15, init.z),
                (slots::QPU, Lanes16::splat(init.qpu_number)),
            ] {
                self.regs[usize::from(slot)][n] = lanes;
            }
        }
        (self.ip, self.executed, self.taken) = (0, 0, None);
        (self.turning, self.waiting) = (None, None);
        self.skipped = [0; THREADS];
        vectorised(Job {
            gang: self,
            program,
            streams,
            fuel,
        });
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

    /// The thread at `place` continues alone from here, or from inside a run.
    fn leave<S: Streams>(
        &mut self,
        place: usize,
        program: &Program,
        streams: &mut S,
        resume: Option<Resume>,
    ) {
        if !std::mem::replace(&mut self.live[place], false) {
            return;
        }
        let n = self.who[place];
        streams.leave(n);
        if self.executed == 0 {
            return;
        }
        let thread = &mut self.threads[n];
        for &slot in &program.written {
            let slot = usize::from(slot);
            thread.regs[slot] = self.regs[slot][place];
        }
        let inside = resume.and_then(|r| program.op_ip.get(r.op as usize));
        thread.ip = inside.copied().unwrap_or(self.ip);
        thread.executed = self.executed - self.skipped[place];
        thread.taken = self.taken;
        thread.resume = resume;
    }

    /// Moves the threads that are left to the first places, if half of the
    /// places are enough for them.
    fn narrow(&mut self, program: &Program) {
        let left = self.live.iter().filter(|&&live| live).count();
        let width = left.next_power_of_two().max(2);
        if width >= self.width {
            return;
        }
        let live = self.live;
        let stays = (0..THREADS).filter(|&n| live[n]).enumerate();
        for (to, from) in stays.filter(|(to, from)| to != from) {
            for &slot in program.written.iter().chain(&STARTED) {
                let lanes = &mut self.regs[usize::from(slot)];
                lanes[to] = lanes[from];
            }
            self.who[to] = self.who[from];
            self.skipped[to] = self.skipped[from];
            (self.live[to], self.live[from]) = (true, false);
        }
        self.width = width;
    }
}
