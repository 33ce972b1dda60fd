//! Places: instructions, each with the effects that are in flight when it begins.
//!
//! Registers, the SFU, the uniform stream and branches take effect some instructions
//! later. What is in flight is known before a program runs, but for the targets of
//! branches to registers. So the program of the shader engine has an instruction for
//! each place, in which every delay is resolved. Most instructions have one place.

use super::decode::{Branch, Decoded, Kind, Write};
use super::hazards::NONE;
use super::quirks::{QpuQuirks, RotateHazard};
use crate::isa::Signal;
use std::collections::{BTreeMap, BTreeSet};

/// An effect that arrives later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Late {
    /// The instruction that has it.
    pub ip: u32,
    /// Number of the slots that hold it.
    pub slot: u8,
}

/// Effects in flight when an instruction begins; index 0 arrives after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pending {
    /// The previous instruction, if this one sees registers or accumulators as they
    /// were before it.
    pub last: Option<Late>,
    pub sfu: [Option<Late>; 2],
    pub moves: [Option<Late>; 2],
    pub branches: [Option<Late>; 3],
    /// Instructions until the program ends, with this one.
    pub end: Option<u8>,
}

/// The target of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// A place by its number.
    Place(u32),
    /// An address outside the program.
    Outside(u32),
    /// The place at the address in a register.
    Register,
}

/// An instruction in one state of the pipeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The instruction; the one after the last stops the thread.
    pub ip: u32,
    pub pending: Pending,
    /// Effects that are in flight after it; `last` is this instruction.
    pub after: Pending,
    /// Target of the branch that takes effect after it.
    pub to: Option<To>,
    /// The place that follows if that branch is not taken.
    pub next: Option<u32>,
}

/// Places of a program, in the order in which they follow one another.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub all: Vec<Place>,
    /// Whether control may come to a place from elsewhere.
    pub leads: Vec<bool>,
    /// The place of each instruction with nothing in flight.
    clean: BTreeMap<u32, u32>,
    /// Whether targets may be in registers.
    pub registers: bool,
}

/// Decoded instructions and where they are.
#[derive(Clone, Copy)]
pub(super) struct Code<'a> {
    pub code: &'a [Decoded],
    /// Address of the first.
    pub base: u32,
    pub quirks: &'a QpuQuirks,
    /// Registers that any instruction reads, a bit each.
    reads: u64,
    /// Accumulators whose earlier values any rotation sees.
    rotates: u8,
}

impl<'a> Code<'a> {
    pub fn new(code: &'a [Decoded], base: u32, quirks: &'a QpuQuirks) -> Code<'a> {
        let mut all = Code {
            code,
            base,
            quirks,
            reads: 0,
            rotates: 0,
        };
        for d in code {
            let read = d.registers_read().into_iter().filter(|slot| *slot != NONE);
            all.reads |= read.fold(0, |bits, slot| bits | 1 << (slot & 63));
            all.rotates |= all.rotated(d);
        }
        all
    }

    pub fn get(&self, ip: u32) -> Option<&'a Decoded> {
        self.code.get(ip as usize)
    }

    pub fn branch(&self, ip: u32) -> Option<&'a Branch> {
        match &self.get(ip)?.kind {
            Kind::Branch(b) => Some(b),
            _ => None,
        }
    }

    pub fn index(&self, address: u32) -> Option<u32> {
        let offset = address.wrapping_sub(self.base);
        let inside = ((offset / 8) as usize) < self.code.len();
        (offset.is_multiple_of(8) && inside).then_some(offset / 8)
    }

    /// Whether a thread stops at an instruction.
    pub fn stops(&self, ip: u32) -> bool {
        let stops = |d: &Decoded| d.kind == Kind::Reserved || d.signal == Signal::Breakpoint;
        self.get(ip).is_none_or(stops)
    }

    /// Accumulators whose earlier values a rotation sees, a bit each.
    pub fn rotated(&self, d: &Decoded) -> u8 {
        match self.quirks.rotate_hazard {
            RotateHazard::Stale => d.accumulators_rotated(),
            RotateHazard::Forward => 0,
        }
    }

    /// Whether `next`, executed right after, sees something as it was before `d`.
    pub fn sees_before(&self, d: &Decoded, next: &Decoded) -> bool {
        d.delays(next) || d.accumulators_written() & self.rotated(next) != 0
    }

    /// Whether the SFU result of instruction `ip` may be in r4 at once, as nothing sees
    /// r4 before it arrives.
    fn sfu_at_once(&self, ip: u32, pending: &Pending) -> bool {
        let dark = |ip| self.get(ip).is_none_or(|d| !d.touches_r4());
        pending.sfu == [None; 2]
            && pending.branches[0].is_none()
            && pending.branches[1].is_none()
            && dark(ip + 1)
            && dark(ip + 2)
    }

    fn after(&self, ip: u32, d: &Decoded, p: &Pending) -> Pending {
        let free = |used: &[Option<Late>]| {
            let used = |slot: &u8| used.iter().flatten().any(|late| late.slot == *slot);
            (0..4).find(|slot| !used(slot)).unwrap_or(0)
        };
        let late = |has: bool, used: &[Option<Late>]| {
            has.then(|| Late {
                ip,
                slot: free(used),
            })
        };
        let sfu = d.starts_sfu() && !self.sfu_at_once(ip, p);
        let branch = matches!(d.kind, Kind::Branch(_));
        Pending {
            last: late(true, &[p.last]),
            sfu: [p.sfu[1], late(sfu, &p.sfu)],
            moves: [p.moves[1], late(d.moves_uniforms(), &p.moves)],
            branches: [p.branches[1], p.branches[2], late(branch, &p.branches)],
            end: match p.end {
                Some(n) => n.checked_sub(1),
                None => d.ends().then_some(2),
            },
        }
    }

    /// Effects in flight at instruction `to`, of those that may be in flight.
    fn arriving(&self, after: &Pending, to: u32) -> Pending {
        let seen = |late: &Late| match (self.get(late.ip), self.get(to)) {
            (Some(d), Some(next)) => self.sees_before(d, next),
            _ => false,
        };
        Pending {
            last: after.last.filter(seen),
            ..*after
        }
    }

    /// Whether nothing is in flight, whatever the next instruction is.
    fn settled(&self, after: &Pending) -> bool {
        let Some(d) = after.last.and_then(|late| self.get(late.ip)) else {
            return false;
        };
        let none = Pending {
            last: None,
            ..*after
        };
        let written = d.registers_written().into_iter();
        let seen = written
            .filter(|slot| *slot != NONE)
            .any(|slot| self.reads >> (slot & 63) & 1 != 0);
        none == Pending::default() && !seen && d.accumulators_written() & self.rotates == 0
    }

    /// Whether links of branches go to registers and flags only.
    fn plain_link(&self) -> bool {
        let plain = |to| !matches!(to, Write::Peripheral(_) | Write::Quad(_));
        let branches = (self.code.iter()).filter(|d| matches!(d.kind, Kind::Branch(_)));
        branches.fold(true, |all, d| all && plain(d.add_to) && plain(d.mul_to))
    }
}

/// A place before all are numbered: the key of the next and of the target.
struct Draft {
    at: (u32, Pending),
    after: Pending,
    to: Option<Result<(u32, Pending), To>>,
    next: Option<(u32, Pending)>,
}

/// Finds the places that control may come to.
struct Finder<'a> {
    code: Code<'a>,
    registers: bool,
    /// Starts of chains of places that follow one another.
    starts: BTreeSet<(u32, Pending)>,
    placed: BTreeMap<(u32, Pending), (usize, usize)>,
    chains: Vec<Vec<Draft>>,
    count: usize,
}

impl Finder<'_> {
    /// The next key, if any, and the target of the branch that takes effect. `None` if
    /// a target in a register may see effects that are in flight.
    fn draft(&mut self, at: (u32, Pending)) -> Option<Draft> {
        let (ip, pending) = at;
        let code = self.code;
        let mut draft = Draft {
            at,
            after: pending,
            to: None,
            next: None,
        };
        let Some(d) = code.get(ip).filter(|_| !code.stops(ip)) else {
            return Some(draft);
        };
        draft.after = code.after(ip, d, &pending);
        if draft.after.end == Some(0) {
            return Some(draft);
        }
        let key = |to: u32| (to, code.arriving(&draft.after, to));
        let branch = pending.branches[0].and_then(|late| code.branch(late.ip));
        if let Some(b) = branch {
            draft.to = Some(match (b.register, code.index(b.target)) {
                (Some(_), _) if !code.settled(&draft.after) => return None,
                (Some(_), _) => Err(To::Register),
                (None, Some(to)) => Ok(key(to)),
                (None, None) => Err(To::Outside(b.target)),
            });
        }
        if branch.is_none_or(|b| !b.always()) {
            draft.next = Some(key(ip + 1));
        }
        Some(draft)
    }

    /// Appends a chain that begins at a key.
    fn chain(&mut self, start: (u32, Pending)) -> Option<()> {
        let (number, limit) = (self.chains.len(), 8 * self.code.code.len() + 256);
        let mut chain: Vec<Draft> = Vec::new();
        let mut at = Some(start);
        // After a branch that may not be taken the next place has to follow.
        let mut follows = false;
        while let Some(key) = at {
            let known = self.placed.contains_key(&key);
            if known && !follows {
                break;
            }
            if !known {
                self.placed.insert(key, (number, chain.len()));
            }
            self.count += 1;
            let draft = self.draft(key).filter(|_| self.count <= limit)?;
            if let Some(Ok(to)) = draft.to {
                self.starts.insert(to);
            }
            (at, follows) = (draft.next, draft.to.is_some());
            chain.push(draft);
        }
        self.chains.push(chain);
        Some(())
    }
}

/// The places of a program; `None` if they are too many, or if something may be on its
/// way at any instruction.
pub(super) fn find(code: Code<'_>) -> Option<Places> {
    if !code.plain_link() {
        return None;
    }
    let register = |d: &Decoded| matches!(d.kind, Kind::Branch(b) if b.register.is_some());
    let registers = code.code.iter().any(register);
    let mut finder = Finder {
        code,
        registers,
        starts: BTreeSet::from([(0, Pending::default())]),
        placed: BTreeMap::new(),
        chains: Vec::new(),
        count: 0,
    };
    if registers {
        let all = (0..code.code.len() as u32).map(|ip| (ip, Pending::default()));
        finder.starts.extend(all);
    }
    while let Some(start) = finder.starts.pop_first() {
        if !finder.placed.contains_key(&start) {
            finder.chain(start)?;
        }
    }
    Some(finder.number())
}

impl Finder<'_> {
    /// Numbers the places, so that chains are in the order of their instructions.
    fn number(self) -> Places {
        let mut order: Vec<usize> = (0..self.chains.len()).collect();
        order.sort_by_key(|n| self.chains[*n].first().map(|draft| draft.at));
        let mut firsts = vec![0; self.chains.len()];
        let mut count = 0u32;
        for &n in &order {
            firsts[n] = count;
            count += self.chains[n].len() as u32;
        }
        let number = |key: &(u32, Pending)| {
            let &(chain, at) = self.placed.get(key)?;
            Some(firsts[chain] + at as u32)
        };
        let mut places = Places {
            leads: vec![false; count as usize],
            registers: self.registers,
            ..Places::default()
        };
        for (chain, drafts) in order.iter().map(|n| (firsts[*n], &self.chains[*n])) {
            for (i, draft) in drafts.iter().enumerate() {
                let here = chain + i as u32;
                let follows = i + 1 < drafts.len();
                let next = draft.next.as_ref().and_then(|next| match follows {
                    true => Some(here + 1),
                    false => number(next),
                });
                let to = draft.to.as_ref().and_then(|to| match to {
                    Ok(key) => number(key).map(To::Place),
                    Err(to) => Some(*to),
                });
                let mut lead = |place: Option<u32>| {
                    let lead = place.and_then(|n| places.leads.get_mut(n as usize));
                    lead.into_iter().for_each(|lead| *lead = true);
                };
                if let Some(To::Place(to)) = to {
                    lead(Some(to));
                }
                if to.is_some() || next != Some(here + 1) {
                    lead(next);
                    lead(Some(here + 1));
                }
                places.all.push(Place {
                    ip: draft.at.0,
                    pending: draft.at.1,
                    after: draft.after,
                    to,
                    next,
                });
            }
        }
        for (key, _) in self
            .placed
            .iter()
            .filter(|(k, _)| k.1 == Pending::default())
        {
            if let Some(place) = number(key) {
                places.clean.insert(key.0, place);
                if self.registers {
                    places.leads[place as usize] = true;
                }
            }
        }
        if let Some(first) = places.leads.first_mut() {
            *first = true;
        }
        places
    }
}

impl Places {
    pub fn get(&self, place: u32) -> Option<&Place> {
        self.all.get(place as usize)
    }

    /// Effects in flight when the instruction of a place begins.
    pub fn before(&self, place: u32) -> Pending {
        self.get(place).map_or_else(Pending::default, |p| p.pending)
    }

    /// Results and branches in flight after it.
    pub fn after(&self, place: u32) -> Pending {
        let after = self.get(place).map(|place| place.after);
        Pending {
            last: None,
            ..after.unwrap_or_default()
        }
    }

    /// The place of an instruction with nothing in flight.
    pub fn clean(&self, ip: u32) -> Option<u32> {
        self.clean.get(&ip).copied()
    }

    /// Whether control may come to a place through a register.
    pub fn enters(&self, place: u32) -> bool {
        let here = self.get(place);
        self.registers && here.is_some_and(|p| self.clean(p.ip) == Some(place))
    }

    /// Number of instructions that have places.
    pub fn instructions(&self) -> usize {
        let all: BTreeSet<u32> = self.all.iter().map(|place| place.ip).collect();
        all.len()
    }
}
