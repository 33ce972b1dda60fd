//! Operations, the result of lowering.

use crate::isa::Isa;

/// Number of a slot: one 32-bit word of each lane.
pub type Slot = u16;

/// An operation on slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op<V> {
    /// Slot `d` becomes a value of the operands `s`.
    Value {
        /// The value.
        v: V,
        /// Destination.
        d: Slot,
        /// Operands.
        s: [Slot; 4],
    },
    /// Unit access by its number in the program.
    Unit(u32),
    /// Slot `d` becomes the content of a slot whose number depends on the lane.
    RelativeRead {
        /// Destination.
        d: Slot,
        /// Number of the [`Relative`] in the program.
        n: u32,
    },
    /// A slot whose number depends on the lane becomes the content of `s`.
    RelativeWrite {
        /// Source.
        s: Slot,
        /// Number of the [`Relative`] in the program.
        n: u32,
    },
    /// Slot `d` becomes a constant for which there is no slot.
    Constant {
        /// Destination.
        d: Slot,
        /// Number of the constant in the program.
        n: u32,
    },
    /// Reports lanes that have not written this tracked slot.
    Check(u16),
    /// Records that lanes have written this tracked slot.
    Mark(u16),
    /// Parked lanes of batches that run get their slots back for a moment, so that
    /// the next operations see the neighbours in a quad.
    Refresh,
}

/// An access to a unit, with what dataflow needs.
#[derive(Clone, Debug)]
pub struct UnitOp<U> {
    /// The access, as the family describes it.
    pub unit: U,
    /// Slots that it reads.
    pub reads: Vec<Slot>,
    /// Slots that it reads where run-time state decides whether they matter.
    pub unsure: Vec<Slot>,
    /// Slots that it writes, in all lanes that complete it.
    pub writes: Vec<Slot>,
    /// Whether it does anything but write slots.
    pub effect: bool,
    /// Whether it may be blocked.
    pub blocks: bool,
}

impl<U> UnitOp<U> {
    /// An access with an effect that uses no slots and is never blocked.
    pub const fn new(unit: U) -> UnitOp<U> {
        UnitOp {
            unit,
            reads: Vec::new(),
            unsure: Vec::new(),
            writes: Vec::new(),
            effect: true,
            blocks: false,
        }
    }
}

/// A slot whose number is that of a register plus an address in each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relative {
    /// Slot of the address, a signed integer.
    pub address: Slot,
    /// Number of the register that the address is added to.
    pub index: u16,
    /// Slot of register 0.
    pub first: Slot,
    /// Slots from one register to the next.
    pub stride: u16,
    /// Number of registers that have slots. Reading others gives the undefined word,
    /// writing them has no effect.
    pub len: u16,
    /// Number of registers that a program may access; other accesses are reported.
    pub allowed: u16,
    /// Whether numbers from `allowed` on count from 0 again.
    pub wraps: bool,
}

impl Relative {
    /// The register's number in a lane with this address.
    pub fn number(&self, address: u32) -> i64 {
        i64::from(self.index) + i64::from(address as i32)
    }

    /// The slot of a register, if it has one.
    pub fn slot(&self, number: i64) -> Option<Slot> {
        let number = match self.wraps {
            true => number.rem_euclid(i64::from(self.allowed.max(1))),
            false => number,
        };
        let number = u16::try_from(number).ok().filter(|n| *n < self.len)?;
        number.checked_mul(self.stride)?.checked_add(self.first)
    }

    /// Whether a program may access a register.
    pub fn allows(&self, number: i64) -> bool {
        (0..i64::from(self.allowed)).contains(&number)
    }

    /// Every slot that it may be.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        let one = *self;
        (0..one.len).filter_map(move |n| n.checked_mul(one.stride)?.checked_add(one.first))
    }
}

/// Tables that operations refer to by number.
#[derive(Clone, Debug)]
pub(crate) struct Tables<I: Isa> {
    pub units: Vec<UnitOp<I::Unit>>,
    pub relatives: Vec<Relative>,
    /// Each with the first instruction that uses it.
    pub constants: Vec<(I::Constant, u32)>,
}

impl<I: Isa> Default for Tables<I> {
    fn default() -> Self {
        Tables {
            units: Vec::new(),
            relatives: Vec::new(),
            constants: Vec::new(),
        }
    }
}

impl<I: Isa> Tables<I> {
    pub fn unit(&self, n: u32) -> Option<&UnitOp<I::Unit>> {
        self.units.get(n as usize)
    }

    pub fn relative(&self, n: u32) -> Option<&Relative> {
        self.relatives.get(n as usize)
    }

    /// Calls `f` with every slot that the operation reads, but not with those that a
    /// relative access may read.
    pub fn reads(&self, op: &Op<I::Value>, mut f: impl FnMut(Slot)) {
        match *op {
            Op::Value { .. } => op.operands::<I>().iter().copied().for_each(f),
            Op::Unit(n) => {
                let Some(unit) = self.unit(n) else { return };
                unit.reads.iter().chain(&unit.unsure).copied().for_each(f);
            }
            Op::RelativeRead { n, .. } => self.relative(n).into_iter().for_each(|r| f(r.address)),
            Op::RelativeWrite { s, n } => {
                self.relative(n).into_iter().for_each(|r| f(r.address));
                f(s);
            }
            Op::Constant { .. } | Op::Check(_) | Op::Mark(_) | Op::Refresh => {}
        }
    }

    /// Calls `f` with every slot that the operation certainly writes.
    pub fn writes(&self, op: &Op<I::Value>, mut f: impl FnMut(Slot)) {
        match *op {
            Op::Value { d, .. } | Op::RelativeRead { d, .. } | Op::Constant { d, .. } => f(d),
            Op::Unit(n) => {
                let writes = self.unit(n).into_iter().flat_map(|u| &u.writes);
                writes.copied().for_each(f);
            }
            Op::RelativeWrite { .. } | Op::Check(_) | Op::Mark(_) | Op::Refresh => {}
        }
    }
}

impl<V: Copy> Op<V> {
    /// Operands of a value; nothing for other operations.
    pub fn operands<I: Isa<Value = V>>(&self) -> &[Slot] {
        match self {
            Op::Value { v, s, .. } => {
                let count = usize::from(I::shape(*v).operands);
                s.get(..count).unwrap_or(s)
            }
            _ => &[],
        }
    }
}
