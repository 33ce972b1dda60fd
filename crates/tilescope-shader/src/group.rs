//! Many lanes of one program at once.
//!
//! Dispatching an operation costs more than computing it, so it is done for all lanes of
//! a group before the next one.

use crate::isa::Isa;
use crate::loops::LoopSlot;
use crate::mask::{self, Mask};
use crate::op::Slot;
use crate::program::Program;
use crate::schedule::{self, Place, State, Waiting};
use crate::tally::Tally;
use crate::unit::{Ran, Trap, Units, Why};
use std::marker::PhantomData;
use tilescope_exec::{Lanes16, Vectorised, vectorised};

/// One slot, of all lanes.
pub(crate) type Register<const B: usize> = [Lanes16; B];

/// `B` batches of sixteen lanes that execute one program: a wave, several threads, or
/// some quads. Create one per worker, [`bind`](Group::bind) it to the constants of a
/// draw, and run it for each set of vertices or pixels.
#[derive(Clone, Debug)]
pub struct Group<I: Isa, const B: usize> {
    /// [`Isa::SLOTS`] of them, and those for loops.
    pub(crate) regs: Vec<Register<B>>,
    /// Slots of lanes that wait, in the order of the parking of the program.
    pub(crate) parked: Vec<Register<B>>,
    /// Lanes that run: as bits, as words, their batches, and their number.
    pub(crate) running: Mask<B>,
    pub(crate) words: Register<B>,
    pub(crate) batches: Vec<u8>,
    pub(crate) count: u64,
    /// Lanes of the run.
    pub(crate) live: Mask<B>,
    /// Lanes whose effects are visible.
    pub(crate) visible: Mask<B>,
    pub(crate) killed: Mask<B>,
    pub(crate) waiting: Vec<Waiting<B>>,
    /// Blocks that the running lanes go to, where they do not all go to the same.
    pub(crate) parts: Vec<(u32, Mask<B>)>,
    /// Blocks to return to, by depth, and the depth of each lane.
    pub(crate) returns: Vec<[[u32; 16]; B]>,
    pub(crate) depth: [[u8; 16]; B],
    /// Lanes that have written each tracked slot.
    pub(crate) defined: Vec<Mask<B>>,
    /// Words that the slots of constants hold, from this slot on. Runs only read them.
    constants: (Slot, Vec<u32>),
    /// Words of all constants, for those without a slot.
    pub(crate) constant_words: Vec<u32>,
    /// Identity of the program of the last binding.
    bound: u64,
    /// The slots that this program reads and never writes hold the undefined word.
    filled: bool,
    pub(crate) executed: u64,
    /// Instructions of the lanes that run, whichever they are.
    pub(crate) steps: u64,
    /// Instructions of each batch, as far as `steps` was counted.
    pub(crate) taken: [u64; B],
    counted: u64,
    /// Counts of instructions, if they are wanted.
    pub(crate) tally: Option<Box<Tally>>,
    isa: PhantomData<I>,
}

impl<I: Isa, const B: usize> Default for Group<I, B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Isa, const B: usize> Group<I, B> {
    /// Lanes of a group.
    pub const LANES: usize = B * 16;

    /// A group that is not bound.
    pub fn new() -> Group<I, B> {
        Group {
            regs: vec![[Lanes16::ZERO; B]; I::SLOTS + LoopSlot::COUNT],
            parked: Vec::new(),
            running: Mask::NONE,
            words: [Lanes16::ZERO; B],
            batches: Vec::with_capacity(B),
            count: 0,
            live: Mask::NONE,
            visible: Mask::NONE,
            killed: Mask::NONE,
            waiting: Vec::new(),
            parts: Vec::new(),
            returns: Vec::new(),
            depth: [[0; 16]; B],
            defined: Vec::new(),
            constants: (0, Vec::new()),
            constant_words: Vec::new(),
            bound: 0,
            filled: false,
            executed: 0,
            steps: 0,
            taken: [0; B],
            counted: 0,
            tally: None,
            isa: PhantomData,
        }
    }

    /// Sets the constants of a program to `word` of each, with the first instruction that
    /// uses it. The runs to come are of this program; of its state, only its inputs and slots
    /// that it writes may be changed between them.
    pub fn bind(&mut self, p: &Program<I>, mut word: impl FnMut(I::Constant, u32) -> u32) {
        if self.constants.0 != p.constants {
            self.constants = (p.constants, Vec::new());
        }
        self.bound = p.identity;
        self.filled = false;
        self.constant_words.clear();
        for (i, (constant, ip)) in p.tables.constants.iter().enumerate() {
            let word = word(*constant, *ip);
            self.constant_words.push(word);
            if self.constants.1.get(i) == Some(&word) {
                continue;
            }
            if let Some(slot) = self.regs.get_mut(usize::from(p.constants) + i) {
                *slot = [Lanes16::splat(word); B];
                match self.constants.1.get_mut(i) {
                    Some(constant) => *constant = word,
                    None => self.constants.1.push(word),
                }
            }
        }
    }

    /// Whether the last binding was to this program. If the words of its constants do not
    /// change, there is no need for another.
    pub fn is_bound(&self, p: &Program<I>) -> bool {
        self.bound == p.identity
    }

    /// A slot of all lanes: an input before a run, a result after it.
    pub fn slot(&self, slot: Slot) -> &[Lanes16; B] {
        &self.regs[usize::from(slot) & (I::SLOTS - 1)]
    }

    /// A slot of all lanes, to be written.
    pub fn slot_mut(&mut self, slot: Slot) -> &mut [Lanes16; B] {
        &mut self.regs[usize::from(slot) & (I::SLOTS - 1)]
    }

    pub(crate) fn at(&self, slot: Slot, batch: usize) -> Lanes16 {
        self.slot(slot)[batch & (B - 1)]
    }

    pub(crate) fn at_mut(&mut self, slot: Slot, batch: usize) -> &mut Lanes16 {
        &mut self.slot_mut(slot)[batch & (B - 1)]
    }

    /// Lanes that the last run has killed.
    pub fn killed(&self) -> &Mask<B> {
        &self.killed
    }

    /// Instructions times lanes that the last run has executed.
    pub fn executed(&self) -> u64 {
        self.executed
    }

    /// Instructions that the lanes of a batch, which take the same path
    /// ([`Isa::WHOLE_BATCHES`]), have executed since the start of the last run.
    pub fn steps(&self, batch: usize) -> u64 {
        let batch = batch & (B - 1);
        let running = self.running.0[batch] != 0;
        let open = if running {
            self.steps - self.counted
        } else {
            0
        };
        self.taken[batch] + open
    }

    /// Lanes that are blocked, and the instruction at which they are.
    pub fn blocked(&self, p: &Program<I>) -> Vec<(u32, Mask<B>)> {
        let blocked = self.waiting.iter().filter(|w| w.state != State::Ready);
        let at = |w: &Waiting<B>| (w.place.ip(p), w.lanes);
        blocked.map(at).collect()
    }

    /// Whether lanes of a batch wait: after a run those that have not ended.
    pub fn waits(&self, batch: usize) -> bool {
        let n = batch & (B - 1);
        self.waiting.iter().any(|w| w.lanes.0[n] != 0)
    }

    /// Runs the program that the group is bound to on the lanes `live`, from the content
    /// of the input slots. Lanes that are not `visible` run only for their neighbours.
    /// Programs that refresh need whole quads. Takes a unit of `fuel` for each instruction
    /// of each lane.
    ///
    /// # Errors
    /// The instruction at which lanes stopped, and why. Slots are then unspecified. Lanes
    /// that ran out of fuel have executed what is before the instruction, and
    /// [`resume`](Group::resume) continues them.
    pub fn run<U: Units<I, B>>(
        &mut self,
        p: &Program<I>,
        live: &Mask<B>,
        visible: &Mask<B>,
        u: &mut U,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        let undefined = [Lanes16::splat(p.undefined); B];
        for &slot in &p.fill {
            *self.slot_mut(slot) = undefined;
        }
        if !self.filled {
            for &slot in &p.unwritten {
                *self.slot_mut(slot) = undefined;
            }
            self.filled = true;
        }
        debug_assert!(
            p.unwritten
                .iter()
                .all(|&slot| *self.slot(slot) == undefined),
            "a slot that is neither an input nor written by the program was changed"
        );
        let begin = Begin {
            place: Place::START,
            lanes: [live, visible],
        };
        self.start(p, Some(begin), u, fuel)
    }

    /// Continues a run that was executed by other means up to instruction `ip`, which
    /// [begins a block](Program::begins_block): the slots of the state hold what the run
    /// would have left in them. Lanes are alike, and inside no call.
    ///
    /// # Errors
    /// As [`Group::run`].
    pub fn enter<U: Units<I, B>>(
        &mut self,
        p: &Program<I>,
        ip: u32,
        live: &Mask<B>,
        u: &mut U,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        self.filled = false;
        let Some(block) = p.block_of(ip) else {
            self.begin(p, live, live, *live);
            return Ok(Ran::Ended);
        };
        let begin = Begin {
            place: Place::block(block),
            lanes: [live, live],
        };
        self.start(p, Some(begin), u, fuel)
    }

    /// Resets everything but slots.
    #[inline(always)]
    fn begin(&mut self, p: &Program<I>, live: &Mask<B>, visible: &Mask<B>, running: Mask<B>) {
        if !I::WHOLE_BATCHES && self.parked.len() < p.parking.all.len() {
            self.parked.resize(p.parking.all.len(), [Lanes16::ZERO; B]);
        }
        (self.live, self.visible) = (*live, *visible);
        self.killed = Mask::NONE;
        self.waiting.clear();
        self.parts.clear();
        self.depth = [[0; 16]; B];
        self.defined.clear();
        self.defined.resize(p.definitions.tracked.len(), Mask::NONE);
        self.executed = 0;
        (self.steps, self.counted, self.taken) = (0, 0, [0; B]);
        self.set_running(running);
    }

    /// The lanes of a batch continue in a group of their own, by
    /// [`resume`](Group::resume), from where they are. Slots of `to` that the program
    /// does not write are left alone.
    pub fn split(&self, p: &Program<I>, batch: usize, to: &mut Group<I, 1>) {
        let n = batch & (B - 1);
        let one = |lanes: &Mask<B>| Mask([lanes.0[n]]);
        to.begin(p, &one(&self.live), &one(&self.visible), Mask::NONE);
        to.filled = false;
        to.killed = one(&self.killed);
        let (regs, to_regs) = (&self.regs[..I::SLOTS], &mut to.regs[..I::SLOTS]);
        for &slot in &p.parking.all {
            let slot = usize::from(slot) & (I::SLOTS - 1);
            to_regs[slot][0] = regs[slot][n];
        }
        // Of whole batches nothing is parked.
        if !I::WHOLE_BATCHES {
            for (to, from) in to.parked.iter_mut().zip(&self.parked) {
                to[0] = from[n];
            }
        }
        for w in self.waiting.iter().filter(|w| w.lanes.0[n] != 0) {
            let state = match w.state {
                State::Ready => State::Ready,
                State::Blocked | State::Tried => State::Blocked,
            };
            to.waiting.push(Waiting {
                place: w.place,
                lanes: one(&w.lanes),
                state,
            });
        }
        to.depth[0] = self.depth[n];
        to.returns.clear();
        to.returns
            .extend(self.returns.iter().map(|level| [level[n]]));
        for (to, from) in to.defined.iter_mut().zip(&self.defined) {
            *to = one(from);
        }
    }

    /// Continues a run that was blocked. Its units, or other groups, have changed what
    /// blocked it.
    ///
    /// # Errors
    /// As [`Group::run`].
    pub fn resume<U: Units<I, B>>(
        &mut self,
        p: &Program<I>,
        u: &mut U,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        if self.waiting.is_empty() {
            return Ok(Ran::Ended);
        }
        schedule::retry(&mut self.waiting);
        self.start(p, None, u, fuel)
    }

    /// [`run`](Group::run) on the lanes of `start`, live and visible, or without them
    /// [`resume`](Group::resume). Lanes that have executed more than `limit` instructions
    /// of a run each on average are stopped, if the fuel lasts until then.
    ///
    /// # Errors
    /// As [`Group::run`], and [`Why::Endless`].
    pub fn guarded<U: Units<I, B>>(
        &mut self,
        p: &Program<I>,
        start: Option<[&Mask<B>; 2]>,
        u: &mut U,
        fuel: &mut u64,
        limit: u64,
    ) -> Result<Ran, Trap> {
        let (before, live) = match start {
            Some([live, _]) => (0, live),
            None => (self.executed, &self.live),
        };
        let watchdog = limit.saturating_mul(live.count()).saturating_sub(before);
        let (had, mut allowed) = (*fuel, watchdog.min(*fuel));
        let result = match start {
            Some([live, visible]) => self.run(p, live, visible, u, &mut allowed),
            None => self.resume(p, u, &mut allowed),
        };
        *fuel = had.saturating_sub(self.executed.saturating_sub(before));
        result.map_err(|trap| match trap.why {
            Why::OutOfFuel if watchdog <= had => Trap {
                why: Why::Endless,
                ..trap
            },
            Why::OutOfFuel => {
                *fuel = 0;
                trap
            }
            _ => trap,
        })
    }

    fn start<U: Units<I, B>>(
        &mut self,
        p: &Program<I>,
        begin: Option<Begin<'_, B>>,
        u: &mut U,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        let before = match begin {
            Some(_) => 0,
            None => self.executed,
        };
        let result = vectorised(Job {
            limit: before.saturating_add(*fuel),
            group: self,
            program: p,
            begin,
            units: u,
        });
        let start = self.tally.as_ref().map(|tally| tally.now());
        let compiled = p.worked(B, self.executed - before);
        if let (true, Some(start), Some(tally)) = (compiled, start, &mut self.tally) {
            tally.compiled(start);
        }
        *fuel = match result {
            Err(Trap {
                why: Why::OutOfFuel,
                ..
            }) => 0,
            _ => fuel.saturating_sub(self.executed - before),
        };
        result
    }

    /// Counts the instructions so far for the batches that run.
    #[inline(always)]
    pub(crate) fn count_steps(&mut self) {
        let steps = self.steps - self.counted;
        for &batch in &self.batches {
            self.taken[usize::from(batch) & (B - 1)] += steps;
        }
        self.counted = self.steps;
    }

    /// These lanes run from now on.
    #[inline(always)]
    pub(crate) fn set_running(&mut self, running: Mask<B>) {
        self.count_steps();
        // Most runs begin with the lanes with which the last one ended.
        if running == self.running {
            return;
        }
        self.running = running;
        self.count = running.count();
        self.batches.clear();
        for (n, bits) in running.0.into_iter().enumerate() {
            self.words[n] = mask::words(bits);
            if bits != 0 {
                self.batches.push(n as u8);
            }
        }
    }
}

/// The start of a run: its place, and its lanes, of which the second are visible.
struct Begin<'a, const B: usize> {
    place: Place,
    lanes: [&'a Mask<B>; 2],
}

struct Job<'a, I: Isa, U, const B: usize> {
    group: &'a mut Group<I, B>,
    program: &'a Program<I>,
    begin: Option<Begin<'a, B>>,
    units: &'a mut U,
    limit: u64,
}

impl<I: Isa, U: Units<I, B>, const B: usize> Vectorised for Job<'_, I, U, B> {
    type Output = Result<Ran, Trap>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Job {
            group,
            program,
            begin,
            units,
            limit,
        } = self;
        let place = begin.as_ref().map(|begin| begin.place);
        if let Some([live, visible]) = begin.map(|begin| begin.lanes) {
            group.begin(program, live, visible, *live);
            if group.batches.is_empty() {
                return Ok(Ran::Ended);
            }
        }
        schedule::run(group, program, units, limit, place)
    }
}
