//! Lockstep execution of many threads of one program.
//!
//! Dispatch dominates the cost of an operation, so each one is executed for all
//! lanes of a group. When lanes diverge, those at the lowest instruction run and
//! the others wait. Execution is not masked: lanes that start to wait park their
//! registers and restore them when they resume, so that uniform control flow costs
//! nothing extra.

use super::compute::compute;
use super::flow::{End, Target};
use super::io::{ShaderIo, Trap, Why};
use super::lanes::{self, Bits};
use super::note::{Note, Notes, Problem};
use super::op::Code;
use super::program::{Program, Run};
use super::slots::{self, COUNT};
use crate::isa::Component;
use tilescope_exec::{Exec, Interp, Lanes16, Vectorised, vectorised};

/// Batches of sixteen lanes in a group. A power of two.
pub const BATCHES: usize = 8;

/// Lanes of a group.
pub const LANES: usize = BATCHES * 16;

/// Instruction limit of a thread. On hardware, Linux resets the GPU after half a
/// second.
pub const WATCHDOG: u64 = 16 << 20;

/// One component of a register, of all lanes.
pub(super) type Register = [Lanes16; BATCHES];

/// A register file of all lanes.
type Registers = Box<[Register; COUNT]>;

/// Lanes that wait to resume at a block.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    block: u32,
    lanes: Bits,
}

/// Threads that execute one program. Create one per worker, [`bind`](Group::bind)
/// it to a draw, and run it for each group of vertices or pixels.
#[derive(Clone, Debug)]
pub struct Group {
    pub(super) regs: Registers,
    /// Registers of waiting lanes.
    pub(super) parked: Registers,
    /// Running lanes: as bits, as words, and the batches that contain any.
    pub(super) running: Bits,
    running_words: Register,
    batches: Vec<u8>,
    running_count: u64,
    /// Active lanes of the run.
    pub(super) live: Bits,
    /// Lanes whose stores have an effect.
    pub(super) visible: Bits,
    pub(super) killed: Bits,
    waiting: Vec<Waiting>,
    /// Return blocks by call depth, and the depth of each lane.
    returns: Vec<[[u32; 16]; BATCHES]>,
    depth: [[u8; 16]; BATCHES],
    /// Lanes that have written each of the tracked slots.
    pub(super) defined: Vec<Bits>,
    pub(super) uniforms: Vec<[u32; 4]>,
    /// The values of the constant slots, the same in all lanes and read-only during
    /// a run.
    constants: Vec<u32>,
    pub(super) notes: Notes,
    pub(super) executed: u64,
}

fn registers() -> Registers {
    let all = vec![[Lanes16::ZERO; BATCHES]; COUNT].into_boxed_slice();
    match all.try_into() {
        Ok(all) => all,
        Err(_) => unreachable!("a slice of COUNT registers"),
    }
}

impl Default for Group {
    fn default() -> Self {
        Self::new()
    }
}

impl Group {
    /// A group without a program.
    pub fn new() -> Group {
        Group {
            regs: registers(),
            parked: registers(),
            running: lanes::NONE,
            running_words: [Lanes16::ZERO; BATCHES],
            batches: Vec::with_capacity(BATCHES),
            running_count: 0,
            live: lanes::NONE,
            visible: lanes::NONE,
            killed: lanes::NONE,
            waiting: Vec::new(),
            returns: Vec::new(),
            depth: [[0; 16]; BATCHES],
            defined: Vec::new(),
            uniforms: Vec::new(),
            constants: Vec::new(),
            notes: Notes::default(),
            executed: 0,
        }
    }

    /// Sets the program and the uniforms of the following runs, and clears the
    /// notes.
    pub fn bind(&mut self, program: &Program, uniforms: &[[u32; 4]]) {
        self.notes.clear();
        self.uniforms.clear();
        self.uniforms.extend_from_slice(uniforms);
        for (i, constant) in program.tables.constants.iter().enumerate() {
            let (word, note) = program.constant(*constant, uniforms);
            if let Some(note) = note {
                self.notes.add(note);
            }
            if self.constants.get(i) == Some(&word) {
                continue;
            }
            if let Some(slot) = self.regs.get_mut(usize::from(slots::CONSTANTS) + i) {
                *slot = [Lanes16::splat(word); BATCHES];
                match self.constants.get_mut(i) {
                    Some(constant) => *constant = word,
                    None => self.constants.push(word),
                }
            }
        }
    }

    /// A component of a temporary register: inputs before a run, results after it.
    /// Register numbers wrap at 128.
    pub fn temp(&self, register: u8, component: Component) -> &[Lanes16; BATCHES] {
        &self.regs[usize::from(slots::temp(register.into(), component as u8)) & (COUNT - 1)]
    }

    /// [`temp`](Group::temp), mutable.
    pub fn temp_mut(&mut self, register: u8, component: Component) -> &mut [Lanes16; BATCHES] {
        &mut self.regs[usize::from(slots::temp(register.into(), component as u8)) & (COUNT - 1)]
    }

    /// The front-facing flag of each lane, i0.x: 1.0 or 0.0.
    pub fn front_facing_mut(&mut self) -> &mut [Lanes16; BATCHES] {
        &mut self.regs[usize::from(slots::FRONT_FACING)]
    }

    /// Lanes that the last run killed.
    pub fn killed(&self) -> &[u16; BATCHES] {
        &self.killed
    }

    /// Notes of the runs since [`bind`](Group::bind).
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Instructions that the last run executed, summed over its lanes.
    pub fn executed(&self) -> u64 {
        self.executed
    }

    /// Runs the bound program on the lanes `live`, with the inputs in their
    /// registers. Stores of lanes outside `visible` have no effect: these helper
    /// lanes run only for the derivatives of their neighbours. Programs with
    /// derivatives need whole quads. Consumes a unit of `fuel` for each instruction
    /// of each lane.
    ///
    /// # Errors
    /// The place and reason if the lanes stopped. Their registers are then
    /// unspecified.
    pub fn run<I: ShaderIo>(
        &mut self,
        program: &Program,
        live: &[u16; BATCHES],
        visible: &[u16; BATCHES],
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<(), Trap> {
        self.start(program, live, visible);
        let watchdog = WATCHDOG.saturating_mul(lanes::count(live));
        let result = vectorised(Job {
            group: self,
            program,
            io,
            limit: watchdog.min(*fuel),
        });
        *fuel = fuel.saturating_sub(self.executed);
        match result {
            Err(Trap {
                ip,
                why: Why::OutOfFuel,
            }) if watchdog <= *fuel + self.executed => {
                self.notes.add(Note::new(Problem::Endless, ip));
                Err(Trap {
                    ip,
                    why: Why::Broken(Problem::Endless),
                })
            }
            Err(Trap {
                ip,
                why: Why::OutOfFuel,
            }) => {
                *fuel = 0;
                Err(Trap {
                    ip,
                    why: Why::OutOfFuel,
                })
            }
            other => other,
        }
    }

    fn start(&mut self, program: &Program, live: &Bits, visible: &Bits) {
        let word = Lanes16::splat(program.undefined_word());
        for &slot in &program.undefined {
            self.regs[usize::from(slot) & (COUNT - 1)] = [word; BATCHES];
        }
        self.live = *live;
        self.visible = *visible;
        self.killed = lanes::NONE;
        self.waiting.clear();
        self.depth = [[0; 16]; BATCHES];
        self.defined.clear();
        self.defined.resize(program.tracked.len(), lanes::NONE);
        self.executed = 0;
        self.set_running(*live);
    }

    fn set_running(&mut self, running: Bits) {
        self.running = running;
        self.running_count = lanes::count(&running);
        self.batches.clear();
        for (n, bits) in running.into_iter().enumerate() {
            self.running_words[n] = lanes::words(bits);
            if bits != 0 {
                self.batches.push(n as u8);
            }
        }
    }
}

struct Job<'a, I> {
    group: &'a mut Group,
    program: &'a Program,
    io: &'a mut I,
    limit: u64,
}

impl<I: ShaderIo> Vectorised for Job<'_, I> {
    type Output = Result<(), Trap>;

    #[inline(always)]
    fn run(self) -> Result<(), Trap> {
        run(self.group, self.program, self.io, self.limit)
    }
}

#[inline(always)]
fn run<I: ShaderIo>(g: &mut Group, p: &Program, io: &mut I, limit: u64) -> Result<(), Trap> {
    let mut block = 0u32;
    if g.batches.is_empty() {
        return Ok(());
    }
    while let Some(r) = p.runs.get(block as usize) {
        let cost = u64::from(r.len) * g.running_count;
        if limit - g.executed < cost {
            return Err(Trap {
                ip: r.ip,
                why: Why::OutOfFuel,
            });
        }
        g.executed += cost;
        execute(g, p, io, r)?;
        let next = block + 1;
        block = match r.end {
            End::Next => reconverge(g, p, next),
            End::Jump(target) => {
                let target = inside(g, p, r, target)?;
                reconverge(g, p, target)
            }
            End::Branch(target) => match agreed(g) {
                Some(false) => reconverge(g, p, next),
                Some(true) => {
                    let target = inside(g, p, r, target)?;
                    reconverge(g, p, target)
                }
                None => {
                    let target = inside(g, p, r, target)?;
                    diverge(g, p, next, target)
                }
            },
            End::Call(target) => {
                let target = inside(g, p, r, target)?;
                call(g, p, r, next)?;
                reconverge(g, p, target)
            }
            End::Return => return_lanes(g, p, r)?,
        };
    }
    Ok(())
}

/// Executes the operations of a block.
#[inline(always)]
fn execute<I: ShaderIo>(g: &mut Group, p: &Program, io: &mut I, r: &Run) -> Result<(), Trap> {
    let (from, to) = (r.ops.0 as usize, r.ops.1 as usize);
    let ops = p.ops.get(from..to).unwrap_or_default();
    for (i, op) in ops.iter().enumerate() {
        if compute(p, op, &mut g.regs, &g.batches) {
            continue;
        }
        let ip = p.ips.get(from + i).copied().unwrap_or(r.ip);
        match op.code {
            Code::Refresh => refresh(g, p),
            _ => g.unit(p, op, ip, io)?,
        }
    }
    Ok(())
}

/// The block that a branch goes to.
fn inside(g: &mut Group, p: &Program, r: &Run, target: Target) -> Result<u32, Trap> {
    match target {
        Target::Block(block) => Ok(block),
        Target::Outside(target) => {
            let end = p.start + p.code.len() as u32;
            let ip = r.ip + r.len.saturating_sub(1);
            Err(broken(g, ip, Problem::BranchOutside { target, end }))
        }
    }
}

#[cold]
fn broken(g: &mut Group, ip: u32, problem: Problem) -> Trap {
    g.notes.add(Note::new(problem, ip));
    Trap {
        ip,
        why: Why::Broken(problem),
    }
}

/// Whether the running lanes take the branch, if they agree.
#[inline(always)]
fn agreed(g: &Group) -> Option<bool> {
    let e = &mut Interp::<16>;
    let (mut taken, mut not) = (Lanes16::ZERO, Lanes16::ZERO);
    let condition = &g.regs[usize::from(slots::CONDITION)];
    // Batches without running lanes are included, which avoids branches here.
    for (condition, running) in condition.iter().zip(&g.running_words) {
        let yes = e.and(*condition, *running);
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

/// Moves all running lanes to `block`. Returns the block to run next.
#[inline(always)]
fn reconverge(g: &mut Group, p: &Program, block: u32) -> u32 {
    match g.waiting.iter().any(|w| w.block <= block) {
        false => block,
        true => {
            let running = g.running;
            schedule(g, p, &mut [(block, running)])
        }
    }
}

/// Moves running lanes to the target or to the next block, by their conditions.
#[inline(always)]
fn diverge(g: &mut Group, p: &Program, next: u32, target: u32) -> u32 {
    let (mut taken, mut not) = (lanes::NONE, lanes::NONE);
    for &n in &g.batches {
        let n = usize::from(n) & (BATCHES - 1);
        let bits = lanes::bits(&g.regs[usize::from(slots::CONDITION)][n]);
        taken[n] = bits & g.running[n];
        not[n] = !bits & g.running[n];
    }
    schedule(g, p, &mut [(next, not), (target, taken)])
}

fn call(g: &mut Group, p: &Program, r: &Run, next: u32) -> Result<(), Trap> {
    let limit = p.quirks.call_depth;
    for n in 0..BATCHES {
        for lane in (0..16).filter(|lane| g.running[n] >> lane & 1 != 0) {
            let depth = g.depth[n][lane];
            if depth >= limit {
                let ip = r.ip + r.len.saturating_sub(1);
                return Err(broken(g, ip, Problem::CallTooDeep { depth: limit }));
            }
            let level = usize::from(depth);
            if g.returns.len() <= level {
                g.returns.resize(level + 1, [[0; 16]; BATCHES]);
            }
            g.returns[level][n][lane] = next;
            g.depth[n][lane] = depth + 1;
        }
    }
    Ok(())
}

/// Moves every running lane to its return block.
fn return_lanes(g: &mut Group, p: &Program, r: &Run) -> Result<u32, Trap> {
    let mut targets: Vec<(u32, Bits)> = Vec::new();
    for n in 0..BATCHES {
        for lane in (0..16).filter(|lane| g.running[n] >> lane & 1 != 0) {
            let Some(depth) = g.depth[n][lane].checked_sub(1) else {
                let ip = r.ip + r.len.saturating_sub(1);
                return Err(broken(g, ip, Problem::ReturnWithoutCall));
            };
            g.depth[n][lane] = depth;
            let block = g.returns.get(usize::from(depth)).map_or(0, |l| l[n][lane]);
            let target = match targets.iter().position(|(b, _)| *b == block) {
                Some(i) => i,
                None => {
                    targets.push((block, lanes::NONE));
                    targets.len() - 1
                }
            };
            targets[target].1[n] |= 1 << lane;
        }
    }
    Ok(schedule(g, p, &mut targets))
}

/// Distributes the running lanes to blocks. The lanes at the lowest block run next,
/// with those that wait there; the others are parked.
#[inline(always)]
fn schedule(g: &mut Group, p: &Program, targets: &mut [(u32, Bits)]) -> u32 {
    let waiting = g.waiting.iter().map(|w| w.block);
    let leaving = targets.iter().map(|(block, _)| *block);
    let Some(lowest) = waiting.chain(leaving).min() else {
        return u32::MAX;
    };
    let mut running = lanes::NONE;
    let mut parking = lanes::NONE;
    for (block, bits) in targets {
        if *block == lowest {
            lanes::unite(&mut running, bits);
            continue;
        }
        lanes::unite(&mut parking, bits);
        match g.waiting.iter_mut().find(|w| w.block == *block) {
            Some(w) => lanes::unite(&mut w.lanes, bits),
            None => g.waiting.push(Waiting {
                block: *block,
                lanes: *bits,
            }),
        }
    }
    exchange(&mut g.parked, &g.regs, &p.written, &parking);
    if let Some(i) = g.waiting.iter().position(|w| w.block == lowest) {
        let resumed = g.waiting.swap_remove(i).lanes;
        exchange(&mut g.regs, &g.parked, &p.written, &resumed);
        lanes::unite(&mut running, &resumed);
    }
    g.set_running(running);
    lowest
}

/// Copies the registers of some lanes from one file to the other.
#[inline(always)]
fn exchange(to: &mut [Register; COUNT], from: &[Register; COUNT], written: &[u16], which: &Bits) {
    for (n, bits) in which.iter().enumerate().filter(|(_, bits)| **bits != 0) {
        let mask = lanes::words(*bits);
        for &slot in written {
            let slot = usize::from(slot) & (COUNT - 1);
            let (new, old) = (&from[slot][n], &mut to[slot][n]);
            let mut r = Lanes16::ZERO;
            for i in 0..16 {
                r.0[i] = if mask.0[i] != 0 { new.0[i] } else { old.0[i] };
            }
            *old = r;
        }
    }
}

/// Restores the registers of waiting lanes for reads by their neighbours. The
/// parked copies remain valid.
fn refresh(g: &mut Group, p: &Program) {
    let mut waiting = lanes::NONE;
    for (n, bits) in waiting.iter_mut().enumerate() {
        if g.running[n] != 0 {
            *bits = g.live[n] & !g.running[n];
        }
    }
    exchange(&mut g.regs, &g.parked, &p.written, &waiting);
}
