//! Executing a thread: in its group of the shader engine, and in the pipeline model
//! where fuel ends inside a block or only the model can execute the program.

use super::io::{QpuIo, Stop, Trap};
use super::lowered::Lowered;
use super::program::Program;
use super::thread::{At, ExecMode, RunEnd, Thread};
use super::tracking;
use super::units::Alone;
use tilescope_shader::{Mask, Ran, Why};

/// Lanes of a thread. The engine takes fuel for each.
pub(super) const LANES: u64 = 16;

/// See [`Thread::run`].
pub(super) fn run<I: QpuIo>(
    t: &mut Thread,
    p: &Program,
    io: &mut I,
    fuel: &mut u64,
    mode: ExecMode,
) -> RunEnd {
    let lowered = p.lowered_as(t.known);
    let lowered = lowered.filter(|_| mode == ExecMode::Normal);
    let result = match lowered {
        Some(lowered) => normal(t, p, lowered, io, fuel),
        None => reference(t, p, io, fuel),
    };
    match result {
        Ok(()) => RunEnd::Ended,
        Err(end) => end,
    }
}

fn reference<I: QpuIo>(
    t: &mut Thread,
    p: &Program,
    io: &mut I,
    fuel: &mut u64,
) -> Result<(), RunEnd> {
    t.at = At::Model;
    while !t.ended {
        step(t, p, io, fuel)?;
    }
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
        t.group.stepped(ip);
    }
    let tracking = p.tracking().filter(|_| t.unwritten != 0);
    if let Some(tracking) = tracking {
        io.at(ip);
        tracking::report(tracking.reads(ip), &mut t.unwritten, io);
    }
    t.step(p, io).map_err(|stop| match stop {
        Stop::Blocked => RunEnd::Blocked,
        Stop::Trap(trap) => RunEnd::Trap { trap, ip },
    })?;
    t.unwritten &= !tracking.map_or(0, |tracking| tracking.writes(ip));
    Ok(())
}

fn normal<I: QpuIo>(
    t: &mut Thread,
    p: &Program,
    lowered: &Lowered,
    io: &mut I,
    fuel: &mut u64,
) -> Result<(), RunEnd> {
    while !t.ended {
        if t.at == At::Model {
            match enter(t, p, lowered, *fuel) {
                Some(place) => t.at = At::Block(place),
                None => step(t, p, io, fuel)?,
            }
        } else {
            together(t, p, lowered, io, fuel)?;
        }
    }
    Ok(())
}

/// The place at which the group can continue, if any. The place is that with nothing in
/// flight on any path: what the engine knows of it does not hold after, for instance, a
/// branch that was not taken. Nor is the uniform stream where a program expects it whose reads are
/// constants.
fn enter(t: &mut Thread, p: &Program, lowered: &Lowered, fuel: u64) -> Option<u32> {
    let place = lowered.place(t.ip)?;
    let block = lowered.program.begins_block(place) && !t.known;
    let pays = fuel >= u64::from(lowered.program.left_in_block(place));
    if !block || !pays || t.progress.is_some() || t.unsettled != 0 {
        return None;
    }
    let d = p.decoded(t.ip)?;
    let previous = t.previous.and_then(|ip| p.decoded(ip));
    let rotated = d.accumulators_rotated();
    if previous.is_some_and(|l| l.delays(d) || l.accumulators_written() & rotated != 0) {
        return None;
    }
    let rotates = t.pipeline.written & d.accumulators_rotated() != 0;
    (!rotates && drain_before(t, d.registers_read())).then_some(place)
}

/// Tries to bring everything that is in flight into its place before an instruction
/// that reads some registers.
fn drain_before(t: &mut Thread, reads: [u8; 2]) -> bool {
    let p = &t.pipeline;
    let other = p.sfu.iter().any(Option::is_some)
        || p.uniforms.iter().any(Option::is_some)
        || p.branches.iter().any(Option::is_some)
        || p.end.is_some();
    let seen = p.files.iter().flatten().any(|w| reads.contains(&w.slot));
    if other || seen {
        return false;
    }
    for w in std::mem::take(&mut t.pipeline.files).iter().flatten() {
        t.apply(w);
    }
    t.pipeline.clear();
    true
}

/// Runs the group of the thread.
fn together<I: QpuIo>(
    t: &mut Thread,
    p: &Program,
    lowered: &Lowered,
    io: &mut I,
    fuel: &mut u64,
) -> Result<(), RunEnd> {
    let program = &lowered.program;
    let mut units = Alone {
        program: p,
        io,
        unwritten: &mut t.unwritten,
        trap: None,
    };
    let mut left = fuel.saturating_mul(LANES);
    let (mut before, live) = (0, Mask::ALL);
    let result = match t.at {
        At::Block(place) => (t.group).enter(program, place, &live, &mut units, &mut left),
        At::Waiting | At::Model => {
            before = t.group.executed();
            t.group.resume(program, &mut units, &mut left)
        }
    };
    let refused = units.trap;
    let used = (t.group.executed() - before) / LANES;
    t.at = At::Waiting;
    t.executed += used;
    *fuel = fuel.saturating_sub(used);
    let stop = match result {
        Ok(Ran::Ended) => {
            t.ended = true;
            return Ok(());
        }
        Ok(Ran::Blocked) => {
            let blocked = t.group.blocked(program);
            let place = blocked.first().map(|(place, _)| *place);
            t.ip = place.map_or(t.ip, |place| lowered.ip(place));
            return Err(RunEnd::Blocked);
        }
        Err(stop) => stop,
    };
    let ip = lowered.ip(stop.ip);
    if let Some(positions) = lowered.positions().filter(|_| lowered.has_constants()) {
        io.set_uniforms_position(positions.before(stop.ip));
    }
    let trap = match stop.why {
        Why::OutOfFuel => {
            t.leave_group(p, ip, &lowered.before(stop.ip));
            return Ok(());
        }
        Why::Refused
        | Why::Endless
        | Why::Outside { .. }
        | Why::CallTooDeep
        | Why::ReturnWithoutCall => {
            // The block was paid for as a whole.
            let left = u64::from(program.left_in_block(stop.ip));
            let trap = refused.unwrap_or(Trap::Device);
            // A branch is the end of its last delay slot.
            let branches = matches!(trap, Trap::BadBranch { .. }) && p.decoded(ip).is_some();
            t.executed -= left - u64::from(branches);
            *fuel += left - 1;
            let pending = match branches {
                true => lowered.after(stop.ip),
                false => lowered.before(stop.ip),
            };
            t.leave_group(p, ip, &pending);
            trap
        }
    };
    t.ip = ip;
    Err(RunEnd::Trap { trap, ip })
}
