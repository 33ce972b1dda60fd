//! The seam for native code.

use crate::isa::Isa;
use crate::op::Op;
use crate::program::Program;
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tilescope_exec::Lanes16;

/// Machine code for stretches of a program, in groups of some size.
///
/// A stretch is operations of a block between two accesses to units. Code has the
/// effect of these operations on the slots of the batches it is called for. Of loops
/// without accesses it has that of some rounds. All else stays with the group, so native
/// code never re-enters it, or loops without an end.
pub trait Native: Debug + Send + Sync {
    /// The stretches that have code, each at most once.
    fn stretches(&self) -> &[Stretch];

    /// Number of batches of the groups.
    fn batches(&self) -> usize;

    /// Executes stretch `n`. `registers` has all slots, each with its batches one after
    /// the other; `batches` are the numbers of those that run. Slots that nothing
    /// [reads later](Program::reads_later) need not be written.
    fn call(&self, n: usize, registers: &mut [Lanes16], batches: &[u8]);

    /// The [loops](Program::loops) that have code, by their first blocks, each at most once.
    fn loops(&self) -> &[u32] {
        &[]
    }

    /// Goes round loop `n` until no lane of a batch is in it, or `rounds` times, which are more
    /// than none and no more than [`LoopSlot::Executed`](crate::LoopSlot::Executed) can count.
    /// `registers` has the registers of loops after all slots. Slots of batches that are not in
    /// `batches` are left alone; those of lanes that do not run may get any content. Slots that
    /// are not read where a lane goes ([`Loop::carried`](crate::Loop::carried),
    /// [`Leave::reads`](crate::Leave::reads)) need not be written.
    fn go_round(&self, n: usize, registers: &mut [Lanes16], batches: &[u8], rounds: u64) {
        let _ = (n, registers, batches, rounds);
    }
}

/// Operations that have native code: values only, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The block.
    pub block: u32,
    /// The first operation in it.
    pub op: u32,
    /// Number of operations.
    pub ops: u32,
}

/// Compiles a program for groups of some batches; `None` if there is no native code for
/// it.
pub type Compile<I> = fn(&Program<I>, usize) -> Option<Arc<dyn Native>>;

/// Whether programs are compiled. Results are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NativeUse {
    /// When they have run often enough.
    #[default]
    Hot,
    /// Never.
    Never,
}

/// Whether [`NativeUse::Hot`] holds in this process.
static HOT: AtomicBool = AtomicBool::new(true);

/// Decides for this process, from the next compilation on.
pub fn set_native_use(native: NativeUse) {
    HOT.store(native == NativeUse::Hot, Ordering::Relaxed);
}

/// Instructions times lanes for each operation of a program, after which it is compiled.
/// To compile an operation takes as long as to interpret it for about this many lanes.
const WORK: u64 = 8_000;

/// The largest group has 2^7 batches.
const SIZES: usize = 8;

/// Native code by operation.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    native: Arc<dyn Native>,
    /// For each operation of the program the stretch that begins there, from 1 on, and
    /// the number of its operations.
    starts: Box<[(u32, u32)]>,
    /// For each block up to the last that begins a loop the number of that loop, from 1 on.
    heads: Box<[u32]>,
    rounds: Vec<Round>,
}

/// A loop that has code.
#[derive(Clone, Debug)]
pub(crate) struct Round {
    /// Its number in the code.
    n: usize,
    pub head: u32,
    /// Its last block.
    pub last: u32,
    /// The most instructions of a lane in a round, at least 1.
    pub instructions: u64,
    pub leaves: Vec<u32>,
    /// Tracked slots that lanes have written when they leave a block, by [`LoopBlock::record`].
    ///
    /// [`LoopBlock::record`]: crate::LoopBlock::record
    pub records: Vec<Vec<u16>>,
}

impl Code {
    fn new<I: Isa>(p: &Program<I>, native: Arc<dyn Native>) -> Code {
        let mut starts = vec![(0, 0); p.ops.len()];
        for (n, stretch) in (1u32..).zip(native.stretches()) {
            let run = p.runs.get(stretch.block as usize);
            let at = run.map(|run| run.ops.0 as usize + stretch.op as usize);
            let start = at.and_then(|at| starts.get_mut(at));
            if let Some(start) = start.filter(|_| stretch.ops > 0) {
                *start = (n, stretch.ops);
            }
        }
        let (mut heads, mut rounds) = (Vec::new(), Vec::new());
        let mut loops = p.loops();
        loops.retain(|l| native.loops().contains(&l.head) && l.instructions() > 0);
        for l in loops {
            let n = native.loops().iter().position(|head| *head == l.head);
            let marks = |op: &Op<I::Value>| match op {
                Op::Mark(n) => Some(*n),
                _ => None,
            };
            let recording = l.blocks.iter().filter(|block| block.record.is_some());
            let records = recording.map(|block| block.ops.iter().filter_map(marks).collect());
            rounds.push(Round {
                records: records.collect(),
                n: n.unwrap_or_default(),
                head: l.head,
                last: l.head + l.blocks.len() as u32 - 1,
                instructions: l.instructions(),
                leaves: l.leaves.iter().map(|leave| leave.block).collect(),
            });
            let head = l.head as usize;
            heads.resize(heads.len().max(head + 1), 0);
            heads[head] = rounds.len() as u32;
        }
        Code {
            native,
            starts: starts.into(),
            heads: heads.into(),
            rounds,
        }
    }

    /// The loop that begins with a block.
    #[inline(always)]
    pub fn round(&self, block: u32) -> Option<&Round> {
        let n = self.heads.get(block as usize)?.checked_sub(1)?;
        self.rounds.get(n as usize)
    }

    /// Goes round a loop.
    #[inline(always)]
    pub fn go_round(&self, round: &Round, registers: &mut [Lanes16], batches: &[u8], rounds: u64) {
        self.native.go_round(round.n, registers, batches, rounds);
    }

    /// The stretch that begins at an operation of the program, and its length.
    #[inline(always)]
    pub fn at(&self, op: usize) -> Option<(usize, usize)> {
        let &(n, ops) = self.starts.get(op)?;
        (n > 0).then(|| (n as usize - 1, ops as usize))
    }

    /// Executes a stretch.
    #[inline(always)]
    pub fn call(&self, n: usize, registers: &mut [Lanes16], batches: &[u8]) {
        self.native.call(n, registers, batches);
    }
}

/// Native code for groups of one size.
#[derive(Debug, Default)]
struct Tier {
    /// Instructions times lanes so far.
    work: AtomicU64,
    /// Empty until it is compiled.
    code: OnceLock<Option<Code>>,
}

/// Native code of a program, by the logarithm of the number of batches.
#[derive(Debug, Default)]
pub(crate) struct Tiers([Tier; SIZES]);

impl Tiers {
    fn of(&self, batches: usize) -> &Tier {
        &self.0[batches.trailing_zeros() as usize % SIZES]
    }
}

impl<I: Isa> Program<I> {
    /// Compiles it with `compile` when it has run often enough, for each size of groups.
    pub fn compile_hot(&mut self, compile: Compile<I>) {
        self.compile = Some(compile);
    }

    /// Uses native code for the stretches that have it, in groups of its size.
    pub fn set_native(&mut self, native: Arc<dyn Native>) {
        let tiers = Tiers::default();
        let code = Code::new(self, native);
        // The tier is new.
        let _ = tiers.of(code.native.batches()).code.set(Some(code));
        self.tiers = Arc::new(tiers);
    }

    /// Native code, if it is compiled.
    #[inline]
    pub(crate) fn code(&self, batches: usize) -> Option<&Code> {
        self.tiers.of(batches).code.get()?.as_ref()
    }

    /// Whether there is native code for groups of so many batches.
    pub fn is_compiled(&self, batches: usize) -> bool {
        self.code(batches).is_some()
    }

    /// Number of loops with native code for groups of so many batches.
    pub fn native_loops(&self, batches: usize) -> usize {
        self.code(batches).map_or(0, |code| code.rounds.len())
    }

    /// Counts instructions times lanes. The thread that reaches the limit compiles, while
    /// others interpret. Returns whether this one has compiled.
    #[inline]
    pub(crate) fn worked(&self, batches: usize, work: u64) -> bool {
        let tier = self.tiers.of(batches);
        let Some(compile) = self.compile.filter(|_| tier.code.get().is_none()) else {
            return false;
        };
        let limit = WORK * self.ops.len() as u64;
        let before = tier.work.fetch_add(work, Ordering::Relaxed);
        let reached = before < limit && before + work >= limit && HOT.load(Ordering::Relaxed);
        if reached {
            // No other thread reaches the limit.
            let native = compile(self, batches);
            let _ = tier.code.set(native.map(|native| Code::new(self, native)));
        }
        reached
    }
}
