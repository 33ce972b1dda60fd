//! The seam for native code.

use crate::isa::Isa;
use crate::program::Program;
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tilescope_exec::Lanes16;

/// Machine code for stretches of a program, in groups of some size.
///
/// A stretch is operations of a block between two accesses to units. Code has the
/// effect of these operations on the slots of the batches it is called for; all
/// else stays with the group, so native code never re-enters it or loops.
pub trait Native: Debug + Send + Sync {
    /// The stretches that have code, each at most once.
    fn stretches(&self) -> &[Stretch];

    /// Number of batches of the groups.
    fn batches(&self) -> usize;

    /// Executes stretch `n`. `registers` has all slots, each with its batches one after
    /// the other; `batches` are the numbers of those that run. Slots that nothing
    /// [reads later](Program::reads_later) need not be written.
    fn call(&self, n: usize, registers: &mut [Lanes16], batches: &[u8]);
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
        let starts = starts.into();
        Code { native, starts }
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
