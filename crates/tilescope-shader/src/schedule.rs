//! The block loop: divergence, parking and reconvergence.
//!
//! Of lanes that diverge those at the lowest block run; the others park the slots that
//! the program writes and wait. Blocked lanes wait at an operation and are tried again
//! when no other lane can run.

use crate::graph::{Exit, Goto};
use crate::group::Group;
use crate::isa::{Each, Isa};
use crate::mask::{self, Mask};
use crate::op::{Op, Slot};
use crate::program::{Program, Run};
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
    fn block(block: u32) -> Place {
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

/// Continues with lanes that wait.
#[inline(always)]
pub(crate) fn resume<I: Isa, U: Units<I, B>, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    u: &mut U,
    limit: u64,
) -> Result<Ran, Trap> {
    if g.waiting.is_empty() {
        return Ok(Ran::Ended);
    }
    match schedule(g, p, &[]) {
        Some(place) => run(g, p, u, limit, place),
        None => Ok(Ran::Blocked),
    }
}

/// Runs from `place` until no lane can run.
#[inline(always)]
pub(crate) fn run<I: Isa, U: Units<I, B>, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    u: &mut U,
    limit: u64,
    mut place: Place,
) -> Result<Ran, Trap> {
    while let Some(r) = p.runs.get(place.block as usize) {
        // Lanes that were blocked have paid.
        if place.op == 0 {
            let cost = u64::from(r.len) * g.count;
            if limit - g.executed < cost {
                return Err(Trap {
                    ip: r.ip,
                    why: Why::OutOfFuel,
                });
            }
            g.executed += cost;
        }
        if !execute(g, p, u, r, place)? {
            match schedule(g, p, &[]) {
                Some(next) => place = next,
                None => return Ok(Ran::Blocked),
            }
            continue;
        }
        let next = place.block + 1;
        let followed = match r.exit {
            Exit::Next => reconverge(g, p, next),
            Exit::Jump(Goto::Block(to)) => reconverge(g, p, to),
            Exit::Branch(cond, to) => match (agreed(g, cond), to) {
                (Some(false), _) => reconverge(g, p, next),
                (Some(true), Goto::Block(to)) => reconverge(g, p, to),
                _ => branch(g, p, r, cond, (next, to))?,
            },
            Exit::Jump(to) => jump(g, p, r, to)?,
            Exit::Call(to) => {
                call(g, p, r, (next, to))?;
                jump(g, p, r, to)?
            }
            Exit::Return => back(g, p, r)?,
        };
        match followed {
            Some(next) => place = next,
            None => return Ok(Ran::Blocked),
        }
    }
    Ok(Ran::Ended)
}

/// Executes the operations of a block. False if the lanes that ran are blocked, and
/// wait.
#[inline(always)]
fn execute<I: Isa, U: Units<I, B>, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    u: &mut U,
    r: &Run,
    place: Place,
) -> Result<bool, Trap> {
    let ops = p.ops_of(r);
    let mut at = place.first();
    loop {
        if let Some(native) = &p.native
            && let Some(stretch) = native.stretch(place.block, at as u32)
        {
            stretch.code.call(g.regs.as_flattened_mut(), &g.batches, B);
            at += stretch.ops as usize;
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
        let left = other(g, p, u, op, ip)?;
        if !left.is_empty() {
            let place = Place::inside(place.block, at);
            if !block(g, p, place, left) {
                return Ok(false);
            }
        }
        at += 1;
    }
}

/// Executes an operation that does not only compute. Returns the lanes that it blocks.
#[inline(never)]
fn other<I: Isa, U: Units<I, B>, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    u: &mut U,
    op: &Op<I::Value>,
    ip: u32,
) -> Result<Mask<B>, Trap> {
    match *op {
        Op::Value { .. } => {}
        Op::Unit(n) => {
            let Some(unit) = p.unit(n) else {
                return Ok(Mask::NONE);
            };
            let mut at = Batch {
                regs: &mut g.regs,
                lanes: g.running,
                live: &g.live,
                visible: &g.visible,
                killed: &mut g.killed,
            };
            let result = u.run(&unit.unit, ip, &mut at);
            let left = at.lanes;
            match result {
                Ok(Access::Done) => {}
                Ok(Access::Blocked) => return Ok(left),
                Err(_) => {
                    return Err(Trap {
                        ip,
                        why: Why::Refused,
                    });
                }
            }
        }
        Op::RelativeRead { d, n } => g.relative_read(p, (d, n), ip, u),
        Op::RelativeWrite { s, n } => g.relative_write(p, (s, n), ip, u),
        Op::Constant { d, n } => {
            let word = g.constant_words.get(n as usize).copied();
            *g.slot_mut(d) = [Lanes16::splat(word.unwrap_or(p.undefined)); B];
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
    Ok(Mask::NONE)
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
    park(g, p, &left);
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
    let e = &mut Interp::<16>;
    let (mut taken, mut not) = (Lanes16::ZERO, Lanes16::ZERO);
    // All batches, as words of those that do not run are zero: straight code.
    for (condition, running) in g.slot(cond).iter().zip(&g.words) {
        let yes = Lanes16::from_fn(|i| if condition.0[i] != 0 { running.0[i] } else { 0 });
        taken = e.or(taken, yes);
        let no = e.xor(yes, *running);
        not = e.or(not, no);
    }
    match (any(&taken), any(&not)) {
        (true, true) => None,
        (taken, _) => Some(taken),
    }
}

#[inline(always)]
fn any(words: &Lanes16) -> bool {
    words.0.iter().fold(0, |all, word| all | word) != 0
}

/// All lanes that run go to `block`. Returns the place to run now.
#[inline(always)]
fn reconverge<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    block: u32,
) -> Option<Place> {
    let place = Place::block(block);
    let at_end = block as usize >= p.runs.len();
    match g.waiting.iter().any(|w| at_end || w.place <= place) {
        false => Some(place),
        true => {
            let running = g.running;
            schedule(g, p, &[(block, running)])
        }
    }
}

/// Lanes that run go to the target or to the next block, as their condition is.
#[inline(always)]
fn branch<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    r: &Run,
    cond: Slot,
    (next, to): (u32, Goto),
) -> Result<Option<Place>, Trap> {
    let (mut taken, mut not) = (Mask::NONE, Mask::NONE);
    for &n in &g.batches {
        let n = usize::from(n) & (B - 1);
        let bits = mask::bits(&g.slot(cond)[n]);
        taken.0[n] = bits & g.running.0[n];
        not.0[n] = !bits & g.running.0[n];
    }
    if let Goto::Block(to) = to {
        return Ok(schedule(g, p, &[(next, not), (to, taken)]));
    }
    let mut parts = targets(g, p, r, to, &taken)?;
    if !not.is_empty() {
        parts.push((next, not));
    }
    Ok(schedule(g, p, &parts))
}

/// All lanes that run go to a target.
fn jump<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    r: &Run,
    to: Goto,
) -> Result<Option<Place>, Trap> {
    let running = g.running;
    let parts = targets(g, p, r, to, &running)?;
    Ok(schedule(g, p, &parts))
}

/// The blocks that lanes go to.
fn targets<I: Isa, const B: usize>(
    g: &Group<I, B>,
    p: &Program<I>,
    r: &Run,
    to: Goto,
    lanes: &Mask<B>,
) -> Result<Vec<(u32, Mask<B>)>, Trap> {
    let outside = |target| Trap {
        ip: r.last(),
        why: Why::Outside { target },
    };
    let mut parts = Vec::new();
    match to {
        Goto::Block(block) => parts.push((block, *lanes)),
        Goto::Outside(target) => return Err(outside(target)),
        Goto::Register(slot) => {
            for lane in lanes.lanes() {
                let target = g.slot(slot)[lane / 16].0[lane % 16];
                let block = p.block_at(target).ok_or_else(|| outside(target))?;
                add(&mut parts, block, lane);
            }
        }
    }
    Ok(parts)
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

/// Every lane that runs will return to `next`.
fn call<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    r: &Run,
    (next, to): (u32, Goto),
) -> Result<(), Trap> {
    let running = g.running;
    targets(g, p, r, to, &running)?;
    for lane in running.lanes() {
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
fn back<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    r: &Run,
) -> Result<Option<Place>, Trap> {
    let mut parts = Vec::new();
    for lane in g.running.lanes() {
        let (n, l) = (lane / 16, lane % 16);
        let Some(depth) = g.depth[n][l].checked_sub(1) else {
            return Err(Trap {
                ip: r.last(),
                why: Why::ReturnWithoutCall,
            });
        };
        g.depth[n][l] = depth;
        let block = g.returns.get(usize::from(depth)).map_or(0, |all| all[n][l]);
        add(&mut parts, block, lane);
    }
    Ok(schedule(g, p, &parts))
}

/// Saves the slots that the program writes, of some lanes.
#[inline(always)]
fn park<I: Isa, const B: usize>(g: &mut Group<I, B>, p: &Program<I>, lanes: &Mask<B>) {
    let regs = &g.regs[..I::SLOTS];
    for (n, bits) in lanes.0.iter().enumerate().filter(|(_, bits)| **bits != 0) {
        let mask = mask::words(*bits);
        for (to, &slot) in g.parked.iter_mut().zip(&p.parked) {
            let from = &regs[usize::from(slot) & (I::SLOTS - 1)][n];
            to[n] = select(&mask, from, &to[n]);
        }
    }
}

/// Restores the slots of some lanes.
#[inline(always)]
fn unpark<I: Isa, const B: usize>(g: &mut Group<I, B>, p: &Program<I>, lanes: &Mask<B>) {
    let regs = &mut g.regs[..I::SLOTS];
    for (n, bits) in lanes.0.iter().enumerate().filter(|(_, bits)| **bits != 0) {
        let mask = mask::words(*bits);
        for (from, &slot) in g.parked.iter().zip(&p.parked) {
            let to = &mut regs[usize::from(slot) & (I::SLOTS - 1)][n];
            *to = select(&mask, &from[n], to);
        }
    }
}

#[inline(always)]
fn select(mask: &Lanes16, yes: &Lanes16, no: &Lanes16) -> Lanes16 {
    Lanes16::from_fn(|i| if mask.0[i] != 0 { yes.0[i] } else { no.0[i] })
}

/// Lanes that wait get their slots, so that neighbours see them. They stay parked.
fn refresh<I: Isa, const B: usize>(g: &mut Group<I, B>, p: &Program<I>) {
    let mut waiting = g.live.without(&g.running);
    for (waiting, running) in waiting.0.iter_mut().zip(&g.running.0) {
        if *running == 0 {
            *waiting = 0;
        }
    }
    unpark(g, p, &waiting);
}

/// Lanes that run continue at the blocks of `parts`. Chooses the lanes that run next:
/// those at the lowest block, together with those that wait there; if that is the end,
/// blocked lanes first. None if all lanes that have not ended are blocked.
#[inline(always)]
fn schedule<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    parts: &[(u32, Mask<B>)],
) -> Option<Place> {
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
    let (mut running, mut leave) = (Mask::NONE, Mask::NONE);
    for (block, part) in parts {
        let place = Place::block(*block);
        if state == State::Ready && Some(place) == lowest {
            running.unite(part);
            continue;
        }
        leave.unite(part);
        wait(
            g,
            Waiting {
                place,
                lanes: *part,
                state: State::Ready,
            },
        );
    }
    park(g, p, &leave);
    let chosen = |w: &Waiting<B>| (Some(w.place), w.state) == (lowest, state);
    if let Some(i) = g.waiting.iter().position(chosen) {
        let come = g.waiting.swap_remove(i).lanes;
        unpark(g, p, &come);
        running.unite(&come);
    }
    if state == State::Ready {
        retry(&mut g.waiting);
    }
    g.set_running(running);
    lowest
}
