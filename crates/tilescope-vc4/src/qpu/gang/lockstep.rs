//! The loop that all threads of a gang are in.

use super::super::compute::compute;
use super::super::decode::Kind;
use super::super::op::{Code, Op};
use super::super::program::{Program, Run, Tail};
use super::super::slots;
use super::super::step::branch_taken;
use super::super::thread::Resume;
use super::waiting::Turning;
use super::{FEWEST, Gang, Register, Streams, THREADS};
use tilescope_exec::Lanes16;

/// Runs until all have left.
#[inline(always)]
pub(super) fn run<S: Streams>(g: &mut Gang, p: &Program, streams: &mut S, fuel: u64) {
    loop {
        let inside = lockstep(g, p, streams, fuel);
        for place in 0..THREADS {
            if g.goes(place) {
                g.leave(place, p, streams, inside);
            }
        }
        if g.waiting.is_none() {
            return;
        }
        g.rejoin(p);
        g.taken = None;
    }
}

/// Runs until all that do not wait must leave; inside a run, or between two.
#[inline(always)]
fn lockstep<S: Streams>(g: &mut Gang, p: &Program, streams: &mut S, fuel: u64) -> Option<Resume> {
    loop {
        match g.waiting {
            Some(w) if w.to == g.ip => g.rejoin(p),
            Some(_) => {}
            None => g.narrow(p),
        }
        let run = *p.entries.get(g.ip as usize)?;
        let r = p.runs.get(run as usize)?;
        if fuel.saturating_sub(g.executed) < u64::from(r.len) {
            return None;
        }
        g.executed += u64::from(r.len);
        g.taken = None;
        let op = match g.width {
            THREADS => execute::<THREADS, S>(g, p, streams, run, r.ops as usize),
            4 => execute::<4, S>(g, p, streams, run, r.ops as usize),
            _ => execute::<2, S>(g, p, streams, run, r.ops as usize),
        };
        let ended = p.ops.get(op).is_none_or(|op| op.code == Code::End);
        let turning = g.turning.take();
        match after(g, p, r).filter(|_| ended) {
            Some(ip) => g.ip = ip,
            None => {
                let resume = Resume { run, op: op as u32 };
                if let Some(t) = turning {
                    g.taken = Some(t.target);
                    for place in (0..THREADS).filter(|&n| t.places[n]) {
                        g.leave(place, p, streams, Some(resume));
                    }
                    g.taken = None;
                }
                return Some(resume);
            }
        }
        if let Some(t) = turning {
            g.wait(p, t.branch, t.places);
        }
    }
}

/// Common next instruction of all threads after a run without pending effects or ends.
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
fn execute<const WIDTH: usize, S: Streams>(
    g: &mut Gang,
    p: &Program,
    streams: &mut S,
    run: u32,
    mut pc: usize,
) -> usize {
    while let Some(&op) = p.ops.get(pc) {
        let d = usize::from(op.d);
        let regs = &mut *g.regs;
        if compute::<WIDTH, THREADS>(p, &op, regs) {
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
                let mut lanes = [Lanes16::ZERO; THREADS];
                let Some(c) = streams.varying(&mut lanes) else {
                    return pc;
                };
                regs[d] = g.who.map(|n| lanes[n]);
                regs[usize::from(slots::R5)] = [Lanes16::splat(c); THREADS];
            }
            Code::UniformsAddress => {
                let (address, mask) = (&regs[usize::from(op.a)], &regs[usize::from(op.b)]);
                let same = |v: &Register| v[..WIDTH].iter().all(|one| one[0] == v[0][0]);
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

/// A branch, where `resume` is. Those that do not go where the others do wait,
/// if that is possible, or leave; false, and nothing done, if too few are left.
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
            .filter(|&n| g.goes(n) && takes[n] == taken)
            .count()
    };
    let (taken, not) = (count(true), count(false));
    // A run may end inside the delay slots.
    let run = p.runs.get(resume.run as usize);
    let whole = run.is_some_and(|r| r.tail == Tail::Branch(3));
    if g.waiting.is_none() && taken != 0 && not != 0 && whole && p.skip(op.imm).is_some() {
        g.turning = Some(Turning {
            places: std::array::from_fn(|n| takes[n] && g.live[n]),
            branch: op.imm,
            target: b.target,
        });
        g.taken = None;
        return true;
    }
    // Those that go round once more have longer to go than those that are done.
    let backward = p.index(b.target).is_some_and(|to| to <= op.imm);
    let together = match g.waiting {
        Some(_) => false,
        None => backward && taken >= FEWEST || taken > not,
    };
    let stay = if together { taken } else { not };
    if stay < FEWEST && g.waiting.is_none() || stay == 0 {
        return false;
    }
    if stay < taken + not {
        for (place, takes) in takes.into_iter().enumerate() {
            if takes != together && g.goes(place) {
                g.leave(place, p, streams, Some(resume));
            }
        }
    }
    g.taken = together.then_some(b.target);
    true
}
