//! The interface of an instruction set to the engine.

use crate::op::Slot;
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::Range;
use tilescope_exec::{Exec, Interp, Lanes16};

/// The interpreter of sixteen lanes that [`each!`](crate::each) computes with.
pub type Interpreter = Interp<16>;

/// NaN behaviour of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nan {
    /// Every bit of the operands is visible in the result.
    Bits,
    /// The operands are floats; a NaN result is the hardware's own.
    Canonical,
    /// The operands are floats; it is open which NaN results. [`Isa::canonical`]
    /// follows where that is visible.
    Open,
    /// The result has the bits of some operands, but for the sign: a bit each. The
    /// others are floats that are compared.
    Passes(u8),
}

/// Properties of a value that dataflow needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of operands that it reads, from the first on.
    pub operands: u8,
    /// Whether the last of them is the former content of the destination, which
    /// stays in some lanes. Reading it before it is written is not a finding.
    pub merges: bool,
    /// NaN behaviour.
    pub nan: Nan,
}

impl Shape {
    /// A value of `operands` operands that shows all their bits.
    pub const fn bits(operands: u8) -> Shape {
        Shape {
            operands,
            merges: false,
            nan: Nan::Bits,
        }
    }

    /// The same with another NaN behaviour.
    pub const fn nan(self, nan: Nan) -> Shape {
        Shape { nan, ..self }
    }
}

/// An instruction set.
pub trait Isa: Copy + Debug + Send + Sync + 'static {
    /// Undocumented choices that values depend on.
    type Quirks: Copy + Debug + Send + Sync;
    /// Values: a closed enum, matched without a wildcard.
    type Value: Copy + Eq + Debug + Send + Sync;
    /// Accesses to units, with the slots they use.
    type Unit: Clone + Debug + Send + Sync;
    /// Words that are the same in all lanes for a whole draw.
    type Constant: Copy + Eq + Hash + Debug + Send + Sync;

    /// The largest number of slots of a program: a power of two, so that a mask
    /// replaces bounds checks.
    const SLOTS: usize;

    /// Whether values flush denormals, and [`Isa::unflushed`] is of use.
    const FLUSHES: bool = false;

    /// Whether all lanes of a batch take the same path: their conditions and targets are
    /// the same, and units block all or none. Lanes that diverge then park nothing, as
    /// no operation writes slots of batches that do not run.
    const WHOLE_BATCHES: bool = false;

    /// Properties of a value.
    fn shape(v: Self::Value) -> Shape;

    /// A value of up to four operands.
    fn value<E: Exec>(e: &mut E, q: &Self::Quirks, v: Self::Value, s: [E::V; 4]) -> E::V;

    /// Computes a value for every batch that runs. Frequent values have an arm of
    /// their own, so that the choice is made once and not for every batch.
    #[inline(always)]
    fn each<const B: usize>(q: &Self::Quirks, v: Self::Value, at: Each<'_, Self, B>) {
        crate::each!(at, |e, a, b, c, d| Self::value(e, q, v, [a, b, c, d]));
    }

    /// Whether [`Isa::value`] computes it. If not, only [`Isa::each`] does, and no
    /// native code is generated.
    fn over_exec(v: Self::Value) -> bool {
        let _ = v;
        true
    }

    /// The value of one operand that replaces every NaN by the hardware's own.
    fn canonical() -> Option<Self::Value> {
        None
    }

    /// Whether a constant is neither denormal nor minus zero in every draw.
    fn normal_constant(c: Self::Constant) -> bool {
        let _ = c;
        false
    }

    /// Whether the result is neither denormal nor minus zero, given the operands
    /// that are neither.
    fn normal(v: Self::Value, operands: [bool; 4]) -> bool {
        let _ = (v, operands);
        false
    }

    /// The same value without flushing operands that need none.
    fn unflushed(v: Self::Value, operands: [bool; 4]) -> Option<Self::Value> {
        let _ = (v, operands);
        None
    }
}

/// The loop over the batches that run, of one operation.
#[derive(Debug)]
pub struct Each<'a, I: Isa, const B: usize> {
    regs: &'a mut [[Lanes16; B]],
    batches: &'a [u8],
    d: Slot,
    s: [Slot; 4],
    isa: PhantomData<I>,
}

impl<'a, I: Isa, const B: usize> Each<'a, I, B> {
    /// The loop of `d` from `s`, in the numbered batches. `regs` has
    /// [`Isa::SLOTS`] slots.
    #[inline(always)]
    pub(crate) fn new(
        regs: &'a mut [[Lanes16; B]],
        batches: &'a [u8],
        d: Slot,
        s: [Slot; 4],
    ) -> Each<'a, I, B> {
        const {
            assert!(I::SLOTS.is_power_of_two() && I::SLOTS <= 1 << 16);
            assert!(B.is_power_of_two() && B <= 128);
        }
        Each {
            regs,
            batches,
            d,
            s,
            isa: PhantomData,
        }
    }

    #[inline(always)]
    fn slot(slot: Slot) -> usize {
        usize::from(slot) & (I::SLOTS - 1)
    }

    /// Numbers of the batches that run.
    #[inline(always)]
    pub fn batches(&self) -> &'a [u8] {
        self.batches
    }

    /// All batches, if all run: a loop of known length.
    #[inline(always)]
    pub fn all(&self) -> Option<Range<u8>> {
        (B == 1 || self.batches.len() == B).then_some(0..B as u8)
    }

    /// Operand `which`, 0 to 3, in a batch.
    #[inline(always)]
    pub fn operand(&self, which: usize, batch: u8) -> Lanes16 {
        self.regs[Self::slot(self.s[which & 3])][usize::from(batch) & (B - 1)]
    }

    /// Sets the result in a batch.
    #[inline(always)]
    pub fn set(&mut self, batch: u8, value: Lanes16) {
        self.regs[Self::slot(self.d)][usize::from(batch) & (B - 1)] = value;
    }
}

/// The loop of an [`Each`] over its batches: `each!(at, |e, a, b| e.add(a, b))`, with an
/// interpreter and up to four operands. A macro, as closures are not always inlined into
/// the code for the vector instructions of the host.
#[macro_export]
macro_rules! each {
    ($at:ident, |$e:ident, $a:ident| $value:expr) => {
        $crate::each!(@ $at, $e, [$a 0], $value)
    };
    ($at:ident, |$e:ident, $a:ident, $b:ident| $value:expr) => {
        $crate::each!(@ $at, $e, [$a 0, $b 1], $value)
    };
    ($at:ident, |$e:ident, $a:ident, $b:ident, $c:ident| $value:expr) => {
        $crate::each!(@ $at, $e, [$a 0, $b 1, $c 2], $value)
    };
    ($at:ident, |$e:ident, $a:ident, $b:ident, $c:ident, $d:ident| $value:expr) => {
        $crate::each!(@ $at, $e, [$a 0, $b 1, $c 2, $d 3], $value)
    };
    (@ $at:ident, $e:ident, [$($operand:ident $number:literal),*], $value:expr) => {{
        let mut at = $at;
        if let Some(all) = at.all() {
            for batch in all {
                let $e = &mut $crate::Interpreter::default();
                $(let $operand = at.operand($number, batch);)*
                let value = $value;
                at.set(batch, value);
            }
        } else {
            for &batch in at.batches() {
                let $e = &mut $crate::Interpreter::default();
                $(let $operand = at.operand($number, batch);)*
                let value = $value;
                at.set(batch, value);
            }
        }
    }};
}
