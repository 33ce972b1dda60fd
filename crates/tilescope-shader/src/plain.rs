//! Control of a plain interpreter: lanes that execute a program each by itself.

use crate::build::{End, Target};
use crate::op::Slot;
use crate::unit::{Trap, Why};
use tilescope_exec::Lanes16;

/// The place of a lane in the program.
#[derive(Clone, Debug, Default)]
struct Thread {
    ip: u32,
    returns: Vec<u32>,
    executed: u64,
}

/// The lanes of a batch, each with a state of the family.
///
/// Those at the lowest instruction run first, so that they access units together as the
/// lanes of a [`Group`](crate::Group) do.
#[derive(Clone, Debug)]
pub struct Plain<L> {
    /// The state of each lane.
    pub lanes: Vec<L>,
    threads: [Thread; 16],
    live: u16,
    visible: u16,
    killed: u16,
    blocked: u16,
}

/// The slots of a lane, and which of them it has written.
#[derive(Clone, Debug)]
pub struct LaneSlots {
    words: Vec<u32>,
    written: Vec<bool>,
}

impl LaneSlots {
    /// So many slots with the word that those have that were never written.
    pub fn new(count: u16, undefined: u32) -> LaneSlots {
        LaneSlots {
            words: vec![undefined; count.into()],
            written: vec![false; count.into()],
        }
    }

    /// The word of a slot.
    pub fn word(&self, slot: Slot) -> u32 {
        self.words[usize::from(slot)]
    }

    /// Whether the lane has written a slot.
    pub fn has_written(&self, slot: Slot) -> bool {
        self.written[usize::from(slot)]
    }

    /// Writes a slot.
    pub fn set(&mut self, slot: Slot, word: u32) {
        self.words[usize::from(slot)] = word;
        self.written[usize::from(slot)] = true;
    }

    /// A slot counts as written.
    pub fn define(&mut self, slot: Slot) {
        self.written[usize::from(slot)] = true;
    }
}

/// The numbers of the lanes of a mask.
pub fn each_lane(mask: u16) -> impl Iterator<Item = usize> + Clone {
    (0..16).filter(move |lane| mask >> lane & 1 != 0)
}

impl<L: Clone> Plain<L> {
    /// Lanes at instruction `start`. Those of `live` run; effects of others than `visible`
    /// are dropped.
    pub fn new(lane: L, start: u32, live: u16, visible: u16) -> Plain<L> {
        let at = |_| Thread {
            ip: start,
            ..Thread::default()
        };
        Plain {
            lanes: vec![lane; 16],
            threads: std::array::from_fn(at),
            live,
            visible,
            killed: 0,
            blocked: 0,
        }
    }
}

impl Plain<LaneSlots> {
    /// Writes a slot in all lanes.
    pub fn set(&mut self, slot: Slot, words: &Lanes16) {
        for (lane, word) in self.lanes.iter_mut().zip(words.0) {
            lane.set(slot, word);
        }
    }

    /// A slot in all lanes.
    pub fn words(&self, slot: Slot) -> Lanes16 {
        Lanes16::from_fn(|lane| self.lanes[lane].word(slot))
    }

    /// Moves lanes from instruction `ip` to where `end` leads; [`End::Next`] leaves them. Calls
    /// can be `depth` deep.
    ///
    /// # Errors
    /// A call is deeper, or a lane that returns is in no call.
    pub fn follow(
        &mut self,
        (ip, lanes): (u32, u16),
        end: &End<Lanes16>,
        depth: u8,
    ) -> Result<(), Why> {
        for n in each_lane(lanes) {
            let target = |to: Target| match to {
                Target::Instruction(to) => to,
                Target::Register(slot) => self.lanes[n].word(slot),
            };
            match *end {
                End::Jump(to) => self.go(1 << n, target(to)),
                End::Branch { cond, to } if cond.0[n] != 0 => self.go(1 << n, target(to)),
                End::Next | End::Branch { .. } => {}
                End::Call(to) => self.call(1 << n, [ip + 1, target(to)], depth)?,
                End::Return => self.leave(1 << n)?,
                End::Stop => self.go(1 << n, u32::MAX),
            }
        }
        Ok(())
    }
}

impl<L> Plain<L> {
    /// The lanes that run next, and their instruction, which is below `end`; without any, all
    /// have ended or are blocked. Takes a unit of `fuel` for each, and moves them to the next
    /// instruction.
    ///
    /// # Errors
    /// The fuel ran out, or a lane executed more than `limit` instructions.
    pub fn next(
        &mut self,
        end: u32,
        limit: u64,
        fuel: &mut u64,
    ) -> Result<Option<(u32, u16)>, Trap> {
        let threads = &self.threads;
        let ready = each_lane(self.live & !self.blocked).filter(|n| threads[*n].ip < end);
        let Some(ip) = ready.clone().map(|n| threads[n].ip).min() else {
            return Ok(None);
        };
        let here = ready.filter(|n| threads[*n].ip == ip);
        let mask = here.fold(0u16, |mask, n| mask | 1 << n);
        let count = u64::from(mask.count_ones());
        let Some(left) = fuel.checked_sub(count) else {
            *fuel = 0;
            let why = Why::OutOfFuel;
            return Err(Trap { ip, why });
        };
        *fuel = left;
        for n in each_lane(mask) {
            let thread = &mut self.threads[n];
            thread.ip = ip + 1;
            thread.executed += 1;
            if thread.executed > limit {
                let why = Why::Endless;
                return Err(Trap { ip, why });
            }
        }
        Ok(Some((ip, mask)))
    }

    /// Moves lanes to an instruction.
    pub fn go(&mut self, lanes: u16, to: u32) {
        each_lane(lanes).for_each(|n| self.threads[n].ip = to);
    }

    /// Moves lanes to an instruction until they return to `back`. Calls can be `depth` deep.
    ///
    /// # Errors
    /// A call is deeper.
    pub fn call(&mut self, lanes: u16, [back, to]: [u32; 2], depth: u8) -> Result<(), Why> {
        for n in each_lane(lanes) {
            let returns = &mut self.threads[n].returns;
            if returns.len() >= usize::from(depth) {
                return Err(Why::CallTooDeep);
            }
            returns.push(back);
        }
        self.go(lanes, to);
        Ok(())
    }

    /// Moves lanes to where they were called.
    ///
    /// # Errors
    /// A lane is in no call.
    pub fn leave(&mut self, lanes: u16) -> Result<(), Why> {
        for n in each_lane(lanes) {
            let thread = &mut self.threads[n];
            thread.ip = thread.returns.pop().ok_or(Why::ReturnWithoutCall)?;
        }
        Ok(())
    }

    /// Lanes wait at an instruction.
    pub fn block(&mut self, lanes: u16, ip: u32) {
        self.blocked |= lanes;
        self.go(lanes, ip);
    }

    /// Lets the lanes that wait go to the instruction that `to` returns for theirs.
    pub fn unblock(&mut self, to: impl Fn(u32) -> u32) {
        for n in each_lane(std::mem::take(&mut self.blocked)) {
            self.threads[n].ip = to(self.threads[n].ip);
        }
    }

    /// Whether lanes wait.
    pub fn is_blocked(&self) -> bool {
        self.blocked != 0
    }

    /// Makes lanes helpers.
    pub fn kill(&mut self, lanes: u16) {
        self.killed |= lanes;
    }

    /// Lanes that were killed.
    pub fn killed(&self) -> u16 {
        self.killed
    }

    /// Those of some lanes whose effects are visible.
    pub fn visible(&self, lanes: u16) -> u16 {
        lanes & self.visible & !self.killed
    }

    /// Executed instructions, summed over the lanes.
    pub fn executed(&self) -> u64 {
        self.threads.iter().map(|thread| thread.executed).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The instructions of the first two lanes after the second has followed `end` from 3.
    fn after(end: &End<Lanes16>) -> [u32; 2] {
        let mut plain = Plain::new(LaneSlots::new(1, 9), 3, 3, 3);
        assert_eq!(plain.follow((3, 2), end, 1), Ok(()));
        [0, 1].map(|n: usize| plain.threads[n].ip)
    }

    #[test]
    fn lanes_follow_the_end_of_an_instruction() {
        let to = Target::Instruction(7);
        let second = Lanes16::from_fn(|lane| u32::from(lane != 0));
        assert_eq!(after(&End::Next), [3, 3]);
        assert_eq!(after(&End::Jump(to)), [3, 7]);
        assert_eq!(after(&End::Jump(Target::Register(0))), [3, 9]);
        assert_eq!(after(&End::Branch { cond: second, to }), [3, 7]);
        let cond = Lanes16::ZERO;
        assert_eq!(after(&End::Branch { cond, to }), [3, 3]);
        assert_eq!(after(&End::Stop), [3, u32::MAX]);
    }

    #[test]
    fn lanes_return_behind_their_call() {
        let mut plain = Plain::new(LaneSlots::new(1, 0), 3, 3, 3);
        let call = End::Call(Target::Instruction(7));
        assert_eq!(plain.follow((3, 2), &call, 1), Ok(()));
        assert_eq!(plain.follow((7, 2), &call, 1), Err(Why::CallTooDeep));
        assert_eq!(plain.follow((7, 2), &End::Return, 1), Ok(()));
        assert_eq!(plain.threads[1].ip, 4);
        assert_eq!(
            plain.follow((4, 2), &End::Return, 1),
            Err(Why::ReturnWithoutCall)
        );
    }
}
