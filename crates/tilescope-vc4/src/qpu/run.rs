//! Executing a thread: translated runs where there are any, the pipeline model
//! elsewhere.

use super::compute::compute;
use super::decode::Kind;
use super::io::{Dir, PixelFlags, QpuIo, QuadAxis, Scoreboard, Stop, ThreadSwitch, Trap};
use super::op::{Code, Op, PERIPHERALS, TLB_READS};
use super::program::{NO_RUN, Program, Run, Tail};
use super::slots;
use super::step::{lane_bits, semaphore, write_peripheral};
use super::thread::{ExecMode, Resume, RunEnd, Thread};
use super::tracking;
use tilescope_exec::interp::Mask;
use tilescope_exec::{Exec, Interp, Lanes16, Vectorised, vectorised};

struct Job<'a, I> {
    thread: &'a mut Thread,
    program: &'a Program,
    io: &'a mut I,
    fuel: &'a mut u64,
}

impl<I: QpuIo> Vectorised for Job<'_, I> {
    type Output = RunEnd;

    #[inline(always)]
    fn run(self) -> RunEnd {
        normal(self.thread, self.program, self.io, self.fuel)
    }
}

/// See [`Thread::run`].
pub(super) fn run<I: QpuIo>(
    thread: &mut Thread,
    program: &Program,
    io: &mut I,
    fuel: &mut u64,
    mode: ExecMode,
) -> RunEnd {
    if thread.unwritten != 0
        && let Err(end) = track(thread, program, io, fuel)
    {
        return end;
    }
    if mode == ExecMode::Normal && !program.reference_only() {
        vectorised(Job {
            thread,
            program,
            io,
            fuel,
        })
    } else {
        reference(thread, program, io, fuel)
    }
}

fn reference<I: QpuIo>(t: &mut Thread, p: &Program, io: &mut I, fuel: &mut u64) -> RunEnd {
    while !t.ended {
        if let Err(end) = step(t, p, io, fuel) {
            return end;
        }
    }
    RunEnd::Ended
}

/// Executes the start of a program whose registers have to be tracked.
#[cold]
fn track<I: QpuIo>(t: &mut Thread, p: &Program, io: &mut I, fuel: &mut u64) -> Result<(), RunEnd> {
    let Some(tracking) = p.tracking() else {
        t.unwritten = 0;
        return Ok(());
    };
    while t.unwritten != 0 && !t.ended {
        // Where nothing is on its way between instructions, runs take over.
        if t.executed >= tracking::LIMIT && !t.pipeline.busy && t.progress.is_none() {
            break;
        }
        let ip = t.ip;
        let mut undefined = tracking.reads(ip) & t.unwritten;
        // A read is reported once, also if a unit blocks the instruction.
        t.unwritten &= !undefined;
        while undefined != 0 {
            io.at(ip);
            io.undefined_read(undefined.trailing_zeros() as u8);
            undefined &= undefined - 1;
        }
        let written = tracking.writes(ip);
        step(t, p, io, fuel)?;
        t.unwritten &= !written;
    }
    t.unwritten = 0;
    Ok(())
}

/// One instruction through the pipeline model.
#[inline(never)]
fn step<I: QpuIo>(t: &mut Thread, p: &Program, io: &mut I, fuel: &mut u64) -> Result<(), RunEnd> {
    let ip = t.ip;
    // A blocked instruction has already been paid for.
    if t.progress.is_none() {
        if *fuel == 0 {
            let trap = Trap::OutOfFuel;
            return Err(RunEnd::Trap { trap, ip });
        }
        *fuel -= 1;
    }
    t.step(p, io).map_err(|stop| match stop {
        Stop::Blocked => RunEnd::Blocked,
        Stop::Trap(trap) => RunEnd::Trap { trap, ip },
    })
}

#[inline(always)]
fn normal<I: QpuIo>(t: &mut Thread, p: &Program, io: &mut I, fuel: &mut u64) -> RunEnd {
    while !t.ended {
        let (run, op) = match t.resume.take() {
            Some(r) => (r.run, r.op),
            None => match enter(t, p, *fuel) {
                Some(run) => {
                    let r = &p.runs[run as usize];
                    *fuel -= u64::from(r.len);
                    t.executed += u64::from(r.len);
                    t.taken = None;
                    (run, r.ops)
                }
                None => {
                    if let Err(end) = step(t, p, io, fuel) {
                        return end;
                    }
                    continue;
                }
            },
        };
        let mut pc = op as usize;
        if let Err(stop) = execute(t, p, io, &mut pc) {
            let ip = p.op_ip[pc];
            return match stop {
                Stop::Blocked => {
                    t.ip = ip;
                    t.resume = Some(Resume { run, op: pc as u32 });
                    RunEnd::Blocked
                }
                Stop::Trap(trap) => {
                    t.ip = ip;
                    // The run was paid for as a whole.
                    let r = &p.runs[run as usize];
                    let left = u64::from(r.ip + r.len - ip);
                    t.executed -= left;
                    *fuel += left - 1;
                    RunEnd::Trap { trap, ip }
                }
            };
        }
        let r = &p.runs[run as usize];
        if let Err(end) = leave(t, p, r) {
            return end;
        }
    }
    RunEnd::Ended
}

/// The run that can be executed from here, if any.
#[inline(always)]
fn enter(t: &mut Thread, p: &Program, fuel: u64) -> Option<u32> {
    let run = *p.entries.get(t.ip as usize)?;
    if run == NO_RUN || t.progress.is_some() {
        return None;
    }
    let r = &p.runs[run as usize];
    if fuel < u64::from(r.len) || t.pipeline.written & r.rotates != 0 {
        return None;
    }
    if t.pipeline.busy && !drain_before(t, r) {
        return None;
    }
    Some(run)
}

/// Tries to bring everything that is on its way into its place before `r`.
#[inline(never)]
fn drain_before(t: &mut Thread, r: &Run) -> bool {
    let p = &t.pipeline;
    let other = p.sfu.iter().any(Option::is_some)
        || p.uniforms.iter().any(Option::is_some)
        || p.branches.iter().any(Option::is_some)
        || p.end.is_some();
    let seen = p.files.iter().flatten().any(|w| r.reads.contains(&w.slot));
    if other || seen {
        return false;
    }
    for w in std::mem::take(&mut t.pipeline.files).iter().flatten() {
        t.apply(w);
    }
    t.pipeline.update_busy();
    true
}

/// Goes on after a run.
#[inline(always)]
fn leave(t: &mut Thread, p: &Program, r: &Run) -> Result<(), RunEnd> {
    t.pipeline.written = 0;
    t.ip = r.ip + r.len;
    match (r.tail, t.taken) {
        (Tail::Next, _) | (Tail::Branch(_), None) => {}
        (Tail::Branch(3), Some(target)) => match p.index(target) {
            Some(ip) => t.ip = ip,
            None => {
                t.ip = r.ip + r.len - 1;
                return Err(RunEnd::Trap {
                    trap: Trap::BadBranch { target },
                    ip: t.ip,
                });
            }
        },
        (Tail::Branch(slots), Some(target)) => {
            t.pipeline.branches[usize::from(2 - slots.min(2))] = Some(target);
            t.pipeline.busy = true;
        }
        (Tail::End(2), _) => t.ended = true,
        (Tail::End(slots), _) => {
            t.pipeline.end = Some(2 - slots.min(2));
            t.pipeline.busy = true;
        }
    }
    Ok(())
}

/// Executes operations from `pc` to the end of the run. On an error `pc` is the
/// operation that failed.
#[inline(always)]
fn execute<I: QpuIo>(t: &mut Thread, p: &Program, io: &mut I, pc: &mut usize) -> Result<(), Stop> {
    let ops = &p.ops[..];
    let regs = &mut *t.regs;
    let e = &mut Interp::<16>;
    loop {
        let Some(&op) = ops.get(*pc) else {
            return Ok(());
        };
        let Op { code, d, a, b, imm } = op;
        if compute::<1, 1>(p, &op, alone(regs)) {
            *pc += 1;
            continue;
        }
        let (d, a, b) = (usize::from(d), usize::from(a), usize::from(b));
        macro_rules! io {
            () => {{
                io.at(p.op_ip[*pc]);
                &mut *io
            }};
        }
        let dir = if imm == 0 { Dir::Read } else { Dir::Write };
        match code {
            Code::End => return Ok(()),
            Code::Uniform => regs[d] = Lanes16::splat(io!().uniform()?),
            Code::Varying => {
                let c = io!().varying(&mut regs[d])?;
                regs[usize::from(slots::R5)] = Lanes16::splat(c);
            }
            Code::VpmRead => io!().vpm_read(&mut regs[d])?,
            Code::ReadFlags => {
                let which = if imm == 0 {
                    PixelFlags::Ms
                } else {
                    PixelFlags::Reverse
                };
                io!().pixel_flags(which, &mut regs[d]);
            }
            Code::DmaBusy => regs[d] = Lanes16::splat(io!().dma_busy(dir)),
            Code::DmaWait => {
                io!().dma_wait(dir)?;
                regs[d] = Lanes16::ZERO;
            }
            Code::MutexAcquire => regs[d] = Lanes16::splat(io!().mutex_acquire()?),
            Code::LoadTmu => io!().tmu_read(imm as u8, &mut regs[d])?,
            Code::LoadTlb => io!().tlb_read(TLB_READS[imm as usize % 3], &mut regs[d])?,
            Code::Write => {
                let mask = bits(regs, b);
                let to = PERIPHERALS[imm as usize % PERIPHERALS.len()];
                write_peripheral(io!(), to, &regs[a], mask)?;
            }
            Code::UniformsAddress if regs[b][0] == 0 => {}
            Code::UniformsAddress => {
                io.at(imm);
                io.set_uniforms_address(regs[a][0]);
            }
            Code::Quad => {
                let axis = if imm == 0 { QuadAxis::X } else { QuadAxis::Y };
                let mask = bits(regs, b);
                io!().set_quad(axis, &regs[a], mask);
                regs[d] = e.select(Mask::from_words(regs[b]), regs[a], regs[d]);
            }
            Code::Semaphore => {
                let (n, op) = semaphore(imm);
                io!().semaphore(n, op)?;
            }
            Code::ScoreboardWait => io!().scoreboard(Scoreboard::Wait)?,
            Code::ScoreboardUnlock => io!().scoreboard(Scoreboard::Unlock)?,
            Code::ThreadSwitch => io!().thread_switch(ThreadSwitch::More),
            Code::LastThreadSwitch => io!().thread_switch(ThreadSwitch::Last),
            Code::Branch => t.taken = branch(p, imm, a, regs),
            Code::Link if t.taken.is_none() => {}
            Code::Link => regs[d] = Lanes16::splat(imm),
            // Computed above.
            _ => {}
        }
        *pc += 1;
    }
}

/// The registers of one thread as [`compute`] takes them.
#[inline(always)]
fn alone(regs: &mut [Lanes16; slots::COUNT]) -> &mut [[Lanes16; 1]; slots::COUNT] {
    let (regs, _) = regs.as_chunks_mut::<1>();
    match regs.try_into() {
        Ok(regs) => regs,
        Err(_) => unreachable!("as many chunks of one as there are slots"),
    }
}

#[inline(always)]
fn bits(regs: &[Lanes16; slots::COUNT], mask: usize) -> u16 {
    if mask == usize::from(slots::ONES) {
        u16::MAX
    } else {
        lane_bits(&regs[mask])
    }
}

/// The target of the branch at instruction `ip`, if it is taken.
#[inline(always)]
fn branch(p: &Program, ip: u32, zn: usize, regs: &[Lanes16; slots::COUNT]) -> Option<u32> {
    let Kind::Branch(b) = &p.code.get(ip as usize)?.kind else {
        return None;
    };
    let zn = &regs[zn];
    let carry = &regs[usize::from(slots::CARRY)];
    if !super::step::branch_taken(b.cond, zn, carry) {
        return None;
    }
    let register = b.register.map_or(0, |slot| regs[usize::from(slot)][15]);
    Some(b.target.wrapping_add(register))
}
