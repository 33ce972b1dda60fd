//! Several threads of one program in lockstep.
//!
//! An operation costs its dispatch, and waits for the one before it. Threads of
//! a loop that do the same for as long as they stay in it share the first and
//! fill the second. They leave the gang before anything that reaches further
//! than the uniform and varying streams, and where they branch to where most of
//! the others do not; then each goes on as a [`Thread`] of its own, as if it had
//! always been alone.

use super::compute::compute;
use super::decode::Kind;
use super::op::{Code, Op};
use super::program::{Program, Run, Tail};
use super::quirks::Undefined;
use super::slots;
use super::step::branch_taken;
use super::thread::{ExecMode, Resume, Thread, ThreadInit};
use tilescope_exec::{Lanes16, Vectorised, vectorised};

/// Threads in a gang.
pub const THREADS: usize = 8;

/// A register of each thread.
type Register = [Lanes16; THREADS];

/// The inputs that threads take while they are in a gang.
pub trait Streams {
    /// The next uniform, which is the same for all. None, and nothing taken, if
    /// there is anything to say about it.
    fn uniform(&mut self) -> Option<u32>;
    /// The uniform stream of all goes on at `address`. False, and nothing done,
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
    regs: Box<[Register; slots::COUNT]>,
    /// Which threads are still in it.
    live: [bool; THREADS],
    ip: u32,
    executed: u64,
    taken: Option<u32>,
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
        run(self.gang, self.program, self.streams, self.fuel);
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
            ip: 0,
            executed: 0,
            taken: None,
            threads: std::array::from_fn(|_| Thread::new()),
        }
    }

    /// Whether it is worth while for a program, and the same in this mode.
    pub fn suits(program: &Program, mode: ExecMode) -> bool {
        mode == ExecMode::Normal && program.loops()
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

    /// Thread `n`, to be started alone, or to go on alone after [`Gang::run`].
    pub fn thread(&mut self, n: usize) -> &mut Thread {
        &mut self.threads[n]
    }

    /// Thread `n` goes on alone from here, or from inside a run.
    fn leave<S: Streams>(
        &mut self,
        n: usize,
        program: &Program,
        streams: &mut S,
        resume: Option<Resume>,
    ) {
        if !std::mem::replace(&mut self.live[n], false) {
            return;
        }
        streams.leave(n);
        if self.executed == 0 {
            return;
        }
        let thread = &mut self.threads[n];
        for &slot in &program.written {
            let slot = usize::from(slot);
            thread.regs[slot] = self.regs[slot][n];
        }
        let inside = resume.and_then(|r| program.op_ip.get(r.op as usize));
        thread.ip = inside.copied().unwrap_or(self.ip);
        thread.executed = self.executed;
        thread.taken = self.taken;
        thread.resume = resume;
    }
}

#[inline(always)]
fn run<S: Streams>(g: &mut Gang, p: &Program, streams: &mut S, fuel: u64) {
    let inside = lockstep(g, p, streams, fuel);
    for n in 0..THREADS {
        g.leave(n, p, streams, inside);
    }
}

/// Runs until all must leave; inside a run, or between two.
#[inline(always)]
fn lockstep<S: Streams>(g: &mut Gang, p: &Program, streams: &mut S, fuel: u64) -> Option<Resume> {
    loop {
        let run = *p.entries.get(g.ip as usize)?;
        let r = p.runs.get(run as usize)?;
        if fuel.saturating_sub(g.executed) < u64::from(r.len) {
            return None;
        }
        g.executed += u64::from(r.len);
        g.taken = None;
        let op = execute(g, p, streams, run, r.ops as usize);
        let ended = p.ops.get(op).is_none_or(|op| op.code == Code::End);
        match after(g, p, r).filter(|_| ended) {
            Some(ip) => g.ip = ip,
            None => return Some(Resume { run, op: op as u32 }),
        }
    }
}

/// Where all go on after a run, if nothing is on its way and none ends.
#[inline(always)]
fn after(g: &Gang, p: &Program, r: &Run) -> Option<u32> {
    match (r.tail, g.taken) {
        (Tail::Next, _) | (Tail::Branch(_), None) => Some(r.ip + r.len),
        (Tail::Branch(3), Some(target)) => p.index(target),
        (Tail::Branch(_), Some(_)) | (Tail::End(_), _) => None,
    }
}

/// Executes operations from `pc` to the end of the run or to one that the
/// threads must do for themselves, and says which.
#[inline(always)]
fn execute<S: Streams>(
    g: &mut Gang,
    p: &Program,
    streams: &mut S,
    run: u32,
    mut pc: usize,
) -> usize {
    while let Some(&op) = p.ops.get(pc) {
        let d = usize::from(op.d);
        let regs = &mut *g.regs;
        if compute(p, &op, regs) {
            pc += 1;
            continue;
        }
        match op.code {
            Code::End => return pc,
            Code::Uniform => match streams.uniform() {
                Some(word) => regs[d] = [Lanes16::splat(word); THREADS],
                None => return pc,
            },
            Code::Varying => {
                let Some(c) = streams.varying(&mut regs[d]) else {
                    return pc;
                };
                regs[usize::from(slots::R5)] = [Lanes16::splat(c); THREADS];
            }
            Code::UniformsAddress => {
                let (address, mask) = (&regs[usize::from(op.a)], &regs[usize::from(op.b)]);
                let same = |v: &Register| v.iter().all(|one| one[0] == v[0][0]);
                if !same(address) || !same(mask) {
                    return pc;
                }
                if mask[0][0] != 0 && !streams.uniforms_address(address[0][0]) {
                    return pc;
                }
            }
            Code::Branch => {
                let resume = Resume { run, op: pc as u32 };
                if !branch(g, p, streams, &op, resume) {
                    return pc;
                }
            }
            Code::Link => {
                if g.taken.is_some() {
                    regs[d] = [Lanes16::splat(op.imm); THREADS];
                }
            }
            _ => return pc,
        }
        pc += 1;
    }
    pc
}

/// A branch, where `resume` is. Those that do not go where
/// most do leave; false, and nothing done, if no two are left.
#[inline(always)]
fn branch<S: Streams>(g: &mut Gang, p: &Program, streams: &mut S, op: &Op, resume: Resume) -> bool {
    let Some(Kind::Branch(b)) = p.code.get(op.imm as usize).map(|d| &d.kind) else {
        return false;
    };
    if b.register.is_some() {
        return false;
    }
    let [zn, carry] = [op.a, slots::CARRY].map(|slot| &g.regs[usize::from(slot)]);
    // A loop, as a closure of an array function stays a call.
    let mut takes = [false; THREADS];
    for (takes, (zn, carry)) in takes.iter_mut().zip(zn.iter().zip(carry)) {
        *takes = branch_taken(b.cond, zn, carry);
    }
    let count = |taken: bool| {
        (0..THREADS)
            .filter(|&n| g.live[n] && takes[n] == taken)
            .count()
    };
    let (taken, not) = (count(true), count(false));
    if taken.max(not) < 2 {
        return false;
    }
    let most = taken > not;
    if taken != 0 && not != 0 {
        for n in (0..THREADS).filter(|&n| takes[n] != most) {
            g.leave(n, p, streams, Some(resume));
        }
    }
    g.taken = most.then_some(b.target);
    true
}
