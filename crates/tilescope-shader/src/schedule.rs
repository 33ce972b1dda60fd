//! The block loop: divergence, parking and reconvergence.
//!
//! Of lanes that diverge those at the lowest block run; the others park the slots that
//! the program writes and wait. Blocked lanes wait at an operation and are tried again
//! when no other lane can run.

use crate::graph::{Exit, Goto};
use crate::group::Group;
use crate::isa::{Each, Isa};
use crate::mask::{self, Mask};
use crate::native::Code;
use crate::op::{Op, Slot};
use crate::parking::{park, unpark};
use crate::program::{Program, Run};
use crate::rounds;
use crate::unit::{Access, Batch, Ran, Trap, Units, Why};
use tilescope_exec::{Exec, Interp, Lanes16};

/// A block, and 0 for its start, or 1 for its first operation, 2 for its second: where
/// lanes that were blocked continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    block: u32,
    op: u32,
}

impl Place {
    pub const START: Place = Place { block: 0, op: 0 };

    /// The start of a block.
    pub fn block(block: u32) -> Place {
        Place { block, op: 0 }
    }

    /// An operation of a block.
    fn inside(block: u32, op: usize) -> Place {
        let op = op as u32 + 1;
        Place { block, op }
    }

    /// The number of the operation that is next in the block.
    fn first(self) -> usize {
        self.op.saturating_sub(1) as usize
    }

    /// Numbers of the parked slots that lanes need when they continue here.
    fn kept<I: Isa>(self, p: &Program<I>) -> &[u16] {
        match self.op {
            0 => p.parking.at_block(self.block),
            _ => p.parking.every(),
        }
    }

    /// The instruction that is next.
    pub fn ip<I: Isa>(self, p: &Program<I>) -> u32 {
        match p.runs.get(self.block as usize) {
            Some(run) => {
                let at = run.ops.0 as usize + self.first();
                p.ips.get(at).copied().unwrap_or(run.ip)
            }
            None => p.end,
        }
    }
}

/// State of lanes that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// They can run.
    Ready,
    /// They were blocked, and other lanes have run since.
    Blocked,
    /// They were blocked, and no other lane has run since.
    Tried,
}

/// Lanes that wait to continue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting<const B: usize> {
    pub place: Place,
    pub lanes: Mask<B>,
    pub state: State,
}

/// Blocked lanes may be tried again.
pub(crate) fn retry<const B: usize>(waiting: &mut [Waiting<B>]) {
    for w in waiting.iter_mut().filter(|w| w.state == State::Tried) {
        w.state = State::Blocked;
    }
}

/// Runs until no lane can run: from `place`, or from where lanes wait.
#[inline(always)]
pub(crate) fn run<I: Isa, U: Units<I, B>, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    u: &mut U,
    limit: u64,
    mut place: Option<Place>,
) -> Result<Ran, Trap> {
    let native = p.code(B);
    loop {
        // The only call, as it is inlined for the vector instructions of the host.
        let chosen = match place {
            Some(place) => Some(place),
            None => schedule(g, p),
        };
        let Some(here) = chosen else {
            return Ok(Ran::Blocked);
        };
        let Some(r) = p.runs.get(here.block as usize) else {
            return Ok(Ran::Ended);
        };
        // Counts for a profile are of single blocks.
        if here.op == 0
            && g.tally.is_none()
            && let Some(native) = native
            && let Some(round) = native.round(here.block)
            && g.waiting.iter().all(|w| w.place.block > round.last)
            && rounds::go(g, native, round, limit)
        {
            place = None;
            continue;
        }
        // Lanes that were blocked have paid.
        if here.op == 0 {
            let cost = u64::from(r.len) * g.count;
            if limit - g.executed < cost {
                out_of_fuel(g, p, here);
                return Err(Trap {
                    ip: r.ip,
                    why: Why::OutOfFuel,
                });
            }
            g.executed += cost;
            g.steps += u64::from(r.len);
            if let Some(tally) = &mut g.tally {
                tally.enter(here.block, g.count, g.batches.len());
            }
        }
        if !execute(g, p, u, (r, native), here)? {
            place = None;
            continue;
        }
        let next = here.block + 1;
        let all = match r.exit {
            Exit::Next => Some(next),
            Exit::Jump(Goto::Block(to)) => Some(to),
            Exit::Branch(cond, to) => match (agreed(g, cond), to) {
                (Some(false), _) => Some(next),
                (Some(true), Goto::Block(to)) => Some(to),
                _ => {
                    branch(g, p, r, cond, (next, to))?;
                    None
                }
            },
            Exit::Jump(to) => {
                jump(g, p, r, to)?;
                None
            }
            Exit::Call(to) => {
                call(g, p, r, (next, to))?;
                None
            }
            Exit::Return => {
                back(g, p, r)?;
                None
            }
        };
        place = all.map(Place::block);
        if let Some(to) = place {
            let at_end = to.block as usize >= p.runs.len();
            if g.waiting.iter().any(|w| at_end || w.place <= to) {
                g.parts.push((to.block, g.running));
                place = None;
            }
        }
    }
}

/// The lanes that run wait at a place, so that more fuel continues them.
#[cold]
fn out_of_fuel<I: Isa, const B: usize>(g: &mut Group<I, B>, p: &Program<I>, place: Place) {
    let lanes = g.running;
    park(g, p, &lanes, place.kept(p));
    let state = State::Ready;
    wait(
        g,
        Waiting {
            place,
            lanes,
            state,
        },
    );
    g.set_running(Mask::NONE);
}

/// Executes the operations of a block. False if the lanes that ran are blocked, and
/// wait.
#[inline(always)]
fn execute<I: Isa, U: Units<I, B>, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    u: &mut U,
    (r, native): (&Run, Option<&Code>),
    place: Place,
) -> Result<bool, Trap> {
    let ops = p.ops_of(r);
    let mut at = place.first();
    loop {
        if let Some(native) = native {
            let first = r.ops.0 as usize;
            while at < ops.len()
                && let Some((n, ops)) = native.at(first + at)
            {
                native.call(n, g.regs.as_flattened_mut(), &g.batches);
                at += ops;
            }
        }
        // The length is known from here on, and masked slot numbers need no check.
        let regs = &mut g.regs[..I::SLOTS];
        while let Some(&Op::Value { v, d, s }) = ops.get(at) {
            I::each(&p.quirks, v, Each::new(regs, &g.batches, d, s));
            at += 1;
        }
        let Some(op) = ops.get(at) else {
            return Ok(true);
        };
        let ip = p.ips.get(r.ops.0 as usize + at).copied().unwrap_or(r.ip);
        let left = match *op {
            Op::Unit(n) => unit(g, p, u, n, ip)?,
            _ => {
                other(g, p, u, op, ip);
                Mask::NONE
            }
        };
        if !left.is_empty() {
            let place = Place::inside(place.block, at);
            if !block(g, p, place, left) {
                return Ok(false);
            }
        }
        at += 1;
    }
}

/// Executes an access to a unit. Returns the lanes that it blocks.
#[inline(always)]
fn unit<I: Isa, U: Units<I, B>, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    u: &mut U,
    n: u32,
    ip: u32,
) -> Result<Mask<B>, Trap> {
    let Some(unit) = p.unit(n) else {
        return Ok(Mask::NONE);
    };
    let mut at = Batch {
        regs: &mut g.regs[..I::SLOTS],
        lanes: g.running,
        live: &g.live,
        visible: &g.visible,
        killed: &mut g.killed,
    };
    let before = g.tally.as_ref().map(|_| u.moved());
    let result = u.run(&unit.unit, ip, &mut at);
    if let (Some(before), Some(tally)) = (before, &mut g.tally) {
        tally.access(ip, u.moved().since(before));
    }
    match result {
        Ok(Access::Done) => Ok(Mask::NONE),
        Ok(Access::Blocked) => Ok(at.lanes),
        Err(_) => Err(Trap {
            ip,
            why: Why::Refused,
        }),
    }
}

/// Executes an operation that neither computes a value nor accesses a unit.
#[inline(never)]
fn other<I: Isa, U: Units<I, B>, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    u: &mut U,
    op: &Op<I::Value>,
    ip: u32,
) {
    match *op {
        Op::Value { .. } | Op::Unit(_) => {}
        Op::RelativeRead { d, n } => g.relative_read(p, (d, n), ip, u),
        Op::RelativeWrite { s, n } => g.relative_write(p, (s, n), ip, u),
        Op::Constant { d, n } => {
            let word = g.constant_words.get(n as usize).copied();
            let word = Lanes16::splat(word.unwrap_or(p.undefined));
            for i in 0..g.batches.len() {
                let batch = usize::from(g.batches[i]);
                *g.at_mut(d, batch) = word;
            }
        }
        Op::Check(n) => {
            let n = usize::from(n);
            let defined = g.defined.get(n).copied().unwrap_or(Mask::ALL);
            let undefined = g.running.without(&defined);
            if let Some(&slot) = p.definitions.tracked.get(n)
                && !undefined.is_empty()
            {
                u.undefined(slot, ip, &undefined);
            }
        }
        Op::Mark(n) => {
            let running = g.running;
            if let Some(defined) = g.defined.get_mut(usize::from(n)) {
                defined.unite(&running);
            }
        }
        Op::Refresh => refresh(g, p),
    }
}

/// Lanes `left` are blocked at `place`. The others continue; false if there are none.
#[cold]
fn block<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    place: Place,
    left: Mask<B>,
) -> bool {
    let left = left.both(&g.running);
    let completed = g.running.without(&left);
    let progress = !completed.is_empty();
    if progress {
        retry(&mut g.waiting);
    }
    park(g, p, &left, place.kept(p));
    wait(
        g,
        Waiting {
            place,
            lanes: left,
            state: match progress {
                true => State::Blocked,
                false => State::Tried,
            },
        },
    );
    g.set_running(completed);
    progress
}

fn wait<I: Isa, const B: usize>(g: &mut Group<I, B>, new: Waiting<B>) {
    let same = |w: &&mut Waiting<B>| (w.place, w.state) == (new.place, new.state);
    match g.waiting.iter_mut().find(same) {
        Some(w) => w.lanes.unite(&new.lanes),
        None => g.waiting.push(new),
    }
}

/// Whether all lanes that run take the branch, or none.
#[inline(always)]
fn agreed<I: Isa, const B: usize>(g: &Group<I, B>, cond: Slot) -> Option<bool> {
    let condition = &g.regs[..I::SLOTS][usize::from(cond) & (I::SLOTS - 1)];
    let (mut taken, mut not) = (false, false);
    if I::WHOLE_BATCHES {
        for &n in &g.batches {
            let yes = condition[usize::from(n) & (B - 1)][0] != 0;
            taken |= yes;
            not |= !yes;
        }
    } else {
        let e = &mut Interp::<16>;
        // All batches, as words of those that do not run are zero.
        for (condition, running) in condition.iter().zip(&g.words) {
            let off = e.eq(*condition, Lanes16::ZERO);
            let no = e.select(off, *running, Lanes16::ZERO);
            not |= any(&no);
            taken |= any(&e.xor(no, *running));
            // Not only early: without an end here, the compiler would compute all batches
            // at once, and gather the lanes of each from memory.
            if taken && not {
                return None;
            }
        }
    }
    match (taken, not) {
        (true, true) => None,
        (taken, _) => Some(taken),
    }
}

#[inline(always)]
fn any(words: &Lanes16) -> bool {
    words.0.iter().fold(0, |all, word| all | word) != 0
}

/// Lanes that run go to the target or to the next block, as their condition is.
#[inline(always)]
fn branch<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    r: &Run,
    cond: Slot,
    (next, to): (u32, Goto),
) -> Result<(), Trap> {
    let (mut taken, mut not) = (Mask::NONE, Mask::NONE);
    for &n in &g.batches {
        let n = usize::from(n) & (B - 1);
        let bits = mask::bits(&g.slot(cond)[n]);
        taken.0[n] = bits & g.running.0[n];
        not.0[n] = !bits & g.running.0[n];
    }
    if !not.is_empty() {
        g.parts.push((next, not));
    }
    match to {
        Goto::Block(to) => g.parts.push((to, taken)),
        to => targets(g, p, r, to, &taken)?,
    }
    Ok(())
}

/// All lanes that run go to a target.
fn jump<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    r: &Run,
    to: Goto,
) -> Result<(), Trap> {
    let running = g.running;
    targets(g, p, r, to, &running)
}

/// Adds the blocks that lanes go to.
fn targets<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    r: &Run,
    to: Goto,
    lanes: &Mask<B>,
) -> Result<(), Trap> {
    let outside = |target| Trap {
        ip: r.last(),
        why: Why::Outside { target },
    };
    match to {
        Goto::Block(block) => g.parts.push((block, *lanes)),
        Goto::Outside(target) => return Err(outside(target)),
        Goto::Register(slot) => {
            for lane in lanes.lanes() {
                let target = g.slot(slot)[lane / 16].0[lane % 16];
                let block = p.block_at(target).ok_or_else(|| outside(target))?;
                add(&mut g.parts, block, lane);
            }
        }
    }
    Ok(())
}

fn add<const B: usize>(parts: &mut Vec<(u32, Mask<B>)>, block: u32, lane: usize) {
    match parts.iter_mut().find(|(b, _)| *b == block) {
        Some((_, lanes)) => lanes.insert(lane),
        None => {
            let mut lanes = Mask::NONE;
            lanes.insert(lane);
            parts.push((block, lanes));
        }
    }
}

/// Every lane that runs goes to a target, and will return to `next`.
fn call<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    r: &Run,
    (next, to): (u32, Goto),
) -> Result<(), Trap> {
    jump(g, p, r, to)?;
    for lane in g.running.lanes() {
        let (n, lane) = (lane / 16, lane % 16);
        let depth = g.depth[n][lane];
        if depth >= p.call_depth {
            return Err(Trap {
                ip: r.last(),
                why: Why::CallTooDeep,
            });
        }
        let level = usize::from(depth);
        if g.returns.len() <= level {
            g.returns.resize(level + 1, [[0; 16]; B]);
        }
        g.returns[level][n][lane] = next;
        g.depth[n][lane] = depth + 1;
    }
    Ok(())
}

/// Every lane that runs returns to where it was called.
fn back<I: Isa, const B: usize>(g: &mut Group<I, B>, p: &Program<I>, r: &Run) -> Result<(), Trap> {
    let end = p.runs.len() as u32;
    for lane in g.running.lanes() {
        let (n, l) = (lane / 16, lane % 16);
        let Some(depth) = g.depth[n][l].checked_sub(1) else {
            return Err(Trap {
                ip: r.last(),
                why: Why::ReturnWithoutCall,
            });
        };
        g.depth[n][l] = depth;
        let level = g.returns.get(usize::from(depth));
        let block = level.map_or(end, |level| level[n][l]);
        add(&mut g.parts, block, lane);
    }
    Ok(())
}

/// Lanes that wait get their slots, so that neighbours see them. They stay parked.
fn refresh<I: Isa, const B: usize>(g: &mut Group<I, B>, p: &Program<I>) {
    let mut waiting = g.live.without(&g.running);
    for (waiting, running) in waiting.0.iter_mut().zip(&g.running.0) {
        if *running == 0 {
            *waiting = 0;
        }
    }
    unpark(g, p, &waiting, p.parking.every());
}

/// Lanes that run continue at the blocks of the group's parts. Chooses the lanes that run
/// next: those at the lowest block, together with those that wait there; if that is the end,
/// blocked lanes first. None if all lanes that have not ended are blocked.
#[inline(always)]
fn schedule<I: Isa, const B: usize>(g: &mut Group<I, B>, p: &Program<I>) -> Option<Place> {
    let mut parts = std::mem::take(&mut g.parts);
    let end = Place::block(p.runs.len() as u32);
    let of = |state: State| {
        let waiting = g.waiting.iter().filter(move |w| w.state == state);
        waiting.map(|w| w.place)
    };
    let arriving = parts.iter().map(|(block, _)| Place::block(*block));
    let ready = of(State::Ready).chain(arriving).min();
    let (lowest, state) = match ready.filter(|place| *place < end) {
        Some(place) => (Some(place), State::Ready),
        None => match of(State::Blocked).min() {
            Some(place) => (Some(place), State::Blocked),
            None if of(State::Tried).next().is_some() => (None, State::Tried),
            None => (Some(end), State::Ready),
        },
    };
    let mut running = Mask::NONE;
    for (block, part) in &parts {
        let place = Place::block(*block);
        if state == State::Ready && Some(place) == lowest {
            running.unite(part);
            continue;
        }
        park(g, p, part, place.kept(p));
        wait(
            g,
            Waiting {
                place,
                lanes: *part,
                state: State::Ready,
            },
        );
    }
    let chosen = |w: &Waiting<B>| (Some(w.place), w.state) == (lowest, state);
    if let Some(i) = g.waiting.iter().position(chosen) {
        let come = g.waiting.swap_remove(i);
        unpark(g, p, &come.lanes, come.place.kept(p));
        running.unite(&come.lanes);
    }
    if state == State::Ready {
        retry(&mut g.waiting);
    }
    g.set_running(running);
    parts.clear();
    g.parts = parts;
    lowest
}
