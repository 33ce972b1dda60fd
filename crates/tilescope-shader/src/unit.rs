//! The interface of a group to the units around the shader cores.

use crate::alike::Alike;
use crate::group::Register;
use crate::isa::Isa;
use crate::mask::Mask;
use crate::op::{Relative, Slot};
use tilescope_core::profile::Moved;
use tilescope_exec::{Lanes16, Vectorised, vectorised};

/// Result of an access to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// All lanes have completed it.
    Done,
    /// The lanes that [`Batch::complete`] was not called for are blocked: the access
    /// had no effect on them, and is repeated when other lanes or groups have run.
    Blocked,
}

/// The unit stopped the program, and has recorded why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// Reason why lanes did not reach the end of their program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The fuel ran out.
    OutOfFuel,
    /// Control went to an instruction outside the program.
    Outside {
        /// Its number.
        target: u32,
    },
    /// A call inside as many others as there can be.
    CallTooDeep,
    /// A return without a call.
    ReturnWithoutCall,
    /// The lanes executed as many instructions as they may
    /// ([`Group::guarded`](crate::Group::guarded)).
    Endless,
    /// A unit stopped it.
    Refused,
}

/// Reason why threads of a family did not reach the end of their program; `P` is what
/// their programs can do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop<P> {
    /// The fuel ran out.
    OutOfFuel,
    /// A violation at which hardware stops.
    Broken(P),
    /// The device stopped them.
    Device,
}

/// The instruction at which lanes stopped, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap<W = Why> {
    /// Number of the instruction.
    pub ip: u32,
    /// The reason.
    pub why: W,
}

impl Trap {
    /// The same for a family. `problem` is called unless the fuel ran out; without a
    /// problem, the device has stopped the lanes.
    pub fn stop<P>(self, problem: impl FnOnce(Why) -> Option<P>) -> Trap<Stop<P>> {
        let why = match self.why {
            Why::OutOfFuel => Stop::OutOfFuel,
            why => problem(why).map_or(Stop::Device, Stop::Broken),
        };
        Trap { ip: self.ip, why }
    }
}

/// State of a group after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// All lanes have reached the end of the program.
    Ended,
    /// All lanes that have not ended are blocked.
    Blocked,
}

/// The units around the shader cores, as a group of lanes sees them.
pub trait Units<I: Isa, const B: usize> {
    /// Executes an access of instruction `ip` for the lanes of `at`, in all batches.
    ///
    /// # Errors
    /// If the lanes cannot continue.
    fn run(&mut self, unit: &I::Unit, ip: u32, at: &mut Batch<'_, B>) -> Result<Access, Refused>;

    /// Executes an access of instruction `ip` for the lanes of a batch that run.
    ///
    /// # Errors
    /// If the lanes cannot continue.
    fn batch(
        &mut self,
        unit: &I::Unit,
        ip: u32,
        batch: usize,
        at: &mut Batch<'_, B>,
    ) -> Result<(), Refused> {
        let _ = (unit, ip, batch, at);
        Ok(())
    }

    /// [`batch`](Units::batch) for all batches with lanes that run, compiled for the vectors of
    /// the host.
    ///
    /// # Errors
    /// Those of `batch`.
    #[inline(always)]
    fn batches(&mut self, unit: &I::Unit, ip: u32, at: &mut Batch<'_, B>) -> Result<Access, Refused>
    where
        Self: Sized,
    {
        vectorised(Batches::<_, I, B> {
            units: self,
            unit,
            ip,
            at,
        })
    }

    /// Data that the units have moved so far. Asked for around each access while instructions are
    /// counted.
    fn moved(&self) -> Moved {
        Moved::default()
    }

    /// Instruction `ip` reads a slot that these lanes have not written.
    fn undefined(&mut self, slot: Slot, ip: u32, lanes: &Mask<B>) {
        let _ = (slot, ip, lanes);
    }

    /// Instruction `ip` accesses register `number`, which the program may not.
    fn outside(&mut self, relative: &Relative, ip: u32, number: i64) {
        let _ = (relative, ip, number);
    }
}

/// An access of all batches.
struct Batches<'x, 'b, U, I: Isa, const B: usize> {
    units: &'x mut U,
    unit: &'x I::Unit,
    ip: u32,
    at: &'x mut Batch<'b, B>,
}

impl<U: Units<I, B>, I: Isa, const B: usize> Vectorised for Batches<'_, '_, U, I, B> {
    type Output = Result<Access, Refused>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        for batch in 0..B {
            if self.at.lanes.0[batch] != 0 {
                self.units.batch(self.unit, self.ip, batch, self.at)?;
            }
        }
        Ok(Access::Done)
    }
}

/// The lanes of a group at an access to a unit, and their slots.
#[derive(Debug)]
pub struct Batch<'a, const B: usize> {
    pub(crate) regs: &'a mut [Register<B>],
    pub(crate) lanes: Mask<B>,
    pub(crate) live: &'a Mask<B>,
    pub(crate) visible: &'a Mask<B>,
    pub(crate) killed: &'a mut Mask<B>,
}

impl<const B: usize> Batch<'_, B> {
    /// Lanes that have not yet completed the access.
    pub fn lanes(&self) -> &Mask<B> {
        &self.lanes
    }

    /// Lanes of the run, wherever they are in the program.
    pub fn live(&self) -> &Mask<B> {
        self.live
    }

    /// Lanes whose effects are visible: not helpers, and not killed.
    pub fn visible(&self) -> Mask<B> {
        self.visible.without(self.killed)
    }

    /// Makes lanes of a batch helpers for the rest of the run.
    pub fn kill(&mut self, batch: usize, lanes: u16) {
        if let Some(killed) = self.killed.0.get_mut(batch) {
            *killed |= lanes;
        }
    }

    /// These lanes of a batch have completed the access, even if others are blocked.
    pub fn complete(&mut self, batch: usize, lanes: u16) {
        if let Some(left) = self.lanes.0.get_mut(batch) {
            *left &= !lanes;
        }
    }

    /// Lets lanes pass a barrier at which they are, those of `released` once: the others are
    /// blocked.
    pub fn pass(&mut self, released: &mut Mask<B>) -> Access {
        for batch in 0..B {
            let through = self.lanes.0[batch] & released.0[batch];
            self.complete(batch, through);
            released.0[batch] &= !through;
        }
        match self.lanes.is_empty() {
            true => Access::Done,
            false => Access::Blocked,
        }
    }

    /// The word of a slot, if it is the same in all lanes whose effects are visible.
    pub fn common(&self, slot: Slot) -> Option<u32> {
        let mut found = None;
        for (batch, lanes) in self.visible().0.into_iter().enumerate() {
            for (word, _) in Alike::by(self.slot(slot, batch), lanes) {
                if *found.get_or_insert(word) != word {
                    return None;
                }
            }
        }
        found
    }

    #[inline(always)]
    fn number(&self, slot: Slot) -> usize {
        usize::from(slot) & (self.regs.len() - 1)
    }

    /// A slot in the lanes of a batch.
    #[inline(always)]
    pub fn slot(&self, slot: Slot, batch: usize) -> &Lanes16 {
        &self.regs[self.number(slot)][batch & (B - 1)]
    }

    /// Sets a slot in all lanes of a batch. Lanes that do not run have theirs parked.
    #[inline(always)]
    pub fn set(&mut self, slot: Slot, batch: usize, value: Lanes16) {
        let slot = self.number(slot);
        self.regs[slot][batch & (B - 1)] = value;
    }

    /// Sets a slot in some lanes of a batch.
    #[inline(always)]
    pub fn merge(&mut self, slot: Slot, batch: usize, value: &Lanes16, lanes: u16) {
        let mut new = *self.slot(slot, batch);
        new.merge(value, lanes);
        self.set(slot, batch, new);
    }

    /// Sets a slot in some of the lanes of a batch that run, or in all of them, which costs less.
    #[inline(always)]
    pub fn put(&mut self, slot: Slot, batch: usize, value: &Lanes16, lanes: u16) {
        match lanes == self.lanes.0[batch & (B - 1)] {
            true => self.set(slot, batch, *value),
            false => self.merge(slot, batch, value, lanes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VISIBLE: Mask<2> = Mask([0b11, 0b10]);

    /// The result of `f` for two batches at an access, with the lane numbers of both in slot 0 and
    /// 5 in slot 1, but for the lanes that are not visible.
    fn at<T>(f: impl FnOnce(&mut Batch<'_, 2>) -> T) -> T {
        let five = |seen: u16| Lanes16::from_fn(|n| if seen >> n & 1 != 0 { 5 } else { n as u32 });
        let numbers = Lanes16::from_fn(|n| n as u32);
        f(&mut Batch {
            regs: &mut [[numbers; 2], VISIBLE.0.map(five)],
            lanes: Mask([0b111, 0b11]),
            live: &Mask([0b111, 0b11]),
            visible: &VISIBLE,
            killed: &mut Mask([0; 2]),
        })
    }

    #[test]
    fn a_word_is_common_to_the_visible_lanes() {
        assert_eq!(at(|batch| batch.common(0)), None);
        assert_eq!(at(|batch| batch.common(1)), Some(5));
    }

    #[test]
    fn released_lanes_pass_a_barrier_once() {
        let mut released = Mask([0b111, 0b01]);
        let mut pass = || at(|batch| (batch.pass(&mut released), *batch.lanes()));
        assert_eq!(pass(), (Access::Blocked, Mask([0, 0b10])));
        assert_eq!(pass(), (Access::Blocked, Mask([0b111, 0b11])));
        let mut released = Mask([0b111, 0b11]);
        assert_eq!(at(|batch| batch.pass(&mut released)), Access::Done);
    }
}
