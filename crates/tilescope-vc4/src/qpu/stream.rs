//! Positions in the uniform stream, as far as they are known before a program runs.
//!
//! A program reads the stream word by word, and a read has no address. Most programs come to each
//! read at the same position: they run straight on, or continue at an offset from the start of the
//! stream after each label, as the kernel's validator demands (Linux vc4_validate_shaders.c,
//! `validate_uniform_address_write`):
//!
//! ```text
//! load_imm r1, offset
//! add uniforms_addr, r1, unif     the word is the address of the stream
//! ```
//!
//! Then each read is a word that is the same in all threads of a draw, and needs no access. What the
//! word of such an `add` is, is known when the stream is: see [`Positions::suit`]. Wherever control
//! came from, it is read before any other.

use std::collections::{BTreeMap, BTreeSet};

use super::decode::{Decoded, Immediate, Kind, Operand, Pack, Read, Write};
use super::io::TmuReg;
use super::places::{Code, Place, Places, To};
use super::slots;
use crate::isa::{AddOp, Cond, MulOp};

/// The uniforms of a thread that were fetched before it starts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stream<'w> {
    /// The address of the first.
    pub base: u32,
    /// The words.
    pub words: &'w [u32],
}

/// A use of the uniform stream by an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It reads a word.
    Read,
    /// It writes a register of a texture unit, which reads a word unless the address is direct.
    Tmu(u8, TmuReg),
    /// A move takes effect whose address is in the slots of this number.
    Move(u8),
}

/// Positions at which the stream may be. More are not followed.
const MOST: usize = 8;

/// The positions of a program.
#[derive(Clone, Debug)]
pub(super) struct Positions {
    /// For each place, that before it and those of its uses.
    places: Vec<(u32, Vec<u32>)>,
    /// Words that must be the address of the stream.
    addresses: Vec<u32>,
    /// Words that the program may read.
    count: u32,
}

impl Positions {
    /// Whether they are those of a thread with this stream.
    pub fn suit(&self, stream: Stream<'_>) -> bool {
        let is_base = |n: &u32| stream.words.get(*n as usize) == Some(&stream.base);
        stream.words.len() >= self.count as usize && self.addresses.iter().all(is_base)
    }

    /// The position before a place.
    pub fn before(&self, place: u32) -> u32 {
        self.places.get(place as usize).map_or(0, |(at, _)| *at)
    }

    /// The position of use `n` of a place.
    pub fn of_use(&self, place: u32, n: usize) -> u32 {
        let uses = self.places.get(place as usize);
        uses.and_then(|(_, uses)| uses.get(n).copied()).unwrap_or(0)
    }
}

/// The knowledge before a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    /// Positions at which the stream may be.
    at: BTreeSet<u32>,
    /// Whether the texture units have coordinates of a request.
    coordinates: [bool; 2],
    /// Words of registers and accumulators, by slot.
    words: BTreeMap<u8, u32>,
    /// Positions at which the stream continues, by the number of the move's slots.
    moves: BTreeMap<u8, u32>,
}

impl State {
    /// The knowledge if either of two states may be; none if that is not followed.
    fn or(mut self, other: &State) -> Option<State> {
        self.at.extend(&other.at);
        self.words
            .retain(|slot, word| other.words.get(slot) == Some(word));
        self.moves
            .retain(|slot, to| other.moves.get(slot) == Some(to));
        let followed = self.at.len() <= MOST && self.coordinates == other.coordinates;
        followed.then_some(self)
    }
}

/// The uses of a place: where the stream may be at each, and those that read its address.
type Found = (Vec<BTreeSet<u32>>, BTreeSet<u32>);

/// The positions of a program with `uses` in each place, if they are known and it reads any word.
pub(super) fn find(code: Code<'_>, places: &Places, uses: &[Vec<Use>]) -> Option<Positions> {
    if places.registers || !uses.iter().flatten().any(|of| *of == Use::Read) {
        return None;
    }
    let analysis = Analysis { code, places, uses };
    let states = analysis.states()?;
    let mut positions = Positions {
        places: Vec::with_capacity(states.len()),
        addresses: Vec::new(),
        count: 0,
    };
    let mut addresses = BTreeSet::new();
    for (n, state) in (0..).zip(states) {
        let Some(state) = state else {
            positions.places.push((0, Vec::new()));
            continue;
        };
        let first = |at: &BTreeSet<u32>| at.first().copied().unwrap_or(0);
        let before = first(&state.at);
        let (_, (at, read)) = analysis.after(n, state)?;
        let words = at.iter().flatten().map(|at| at + 1);
        positions.count = words.fold(positions.count, u32::max);
        addresses.extend(read);
        let uses = at.iter().map(first).collect();
        positions.places.push((before, uses));
    }
    positions.addresses = addresses.into_iter().collect();
    Some(positions)
}

struct Analysis<'a> {
    code: Code<'a>,
    places: &'a Places,
    uses: &'a [Vec<Use>],
}

impl Analysis<'_> {
    /// The knowledge before each place that control can reach.
    fn states(&self) -> Option<Vec<Option<State>>> {
        let count = self.places.all.len();
        let mut states: Vec<Option<State>> = vec![None; count];
        let start = State {
            at: BTreeSet::from([0]),
            ..State::default()
        };
        *states.first_mut()? = Some(start);
        let mut open = vec![0];
        // Each visit after the first adds a position, or forgets a word.
        let mut left = 64 * count;
        while let Some(n) = open.pop() {
            left = left.checked_sub(1)?;
            let place = self.places.get(n)?;
            let before = states.get(n as usize)?.clone()?;
            let (after, _) = self.after(n, before)?;
            let to = match place.to {
                Some(To::Place(to)) => Some(to),
                Some(To::Register) => return None,
                Some(To::Outside(_)) | None => None,
            };
            for next in place.next.into_iter().chain(to) {
                let state = states.get_mut(next as usize)?;
                let joined = match state.take() {
                    None => after.clone(),
                    Some(known) => {
                        let joined = known.clone().or(&after)?;
                        if joined == known {
                            *state = Some(known);
                            continue;
                        }
                        joined
                    }
                };
                *state = Some(joined);
                open.push(next);
            }
        }
        Some(states)
    }

    /// The knowledge after place `n`, and its uses; none if a position is not known.
    fn after(&self, n: u32, mut state: State) -> Option<(State, Found)> {
        let place = self.places.get(n)?;
        let Some(d) = self.code.get(place.ip) else {
            return Some((state, Found::default()));
        };
        let offset = self.offset(d, place, &state);
        let mut at = Vec::new();
        let mut addresses = BTreeSet::new();
        for of in self.uses.get(n as usize)? {
            at.push(state.at.clone());
            let mut reads = true;
            match *of {
                Use::Read if offset.is_some() => addresses.extend(&state.at),
                Use::Read => {}
                Use::Tmu(unit, reg) => {
                    let has = state.coordinates.get_mut(usize::from(unit))?;
                    reads = reg != TmuReg::S || *has;
                    *has = reg != TmuReg::S;
                }
                Use::Move(slot) => {
                    let to = state.moves.remove(&slot)?;
                    state.at = BTreeSet::from([to]);
                    continue;
                }
            }
            if !reads {
                continue;
            }
            if state.at.len() != 1 && offset.is_none() {
                return None;
            }
            state.at = state.at.iter().map(|at| at + 1).collect();
        }
        if [d.add_to, d.mul_to].contains(&Write::UniformsAddress) {
            let late = place.after.moves[1]?;
            state.moves.insert(late.slot, offset?);
        }
        for (to, cond) in [(d.add_to, d.add_cond), (d.mul_to, d.mul_cond)] {
            let (Write::Register(slot) | Write::Accumulator(slot)) = to else {
                continue;
            };
            match d.kind {
                Kind::Load(Immediate::Word) if cond == Cond::Always && d.pack == Pack::None => {
                    state.words.insert(slot, d.inst.imm());
                }
                _ => {
                    state.words.remove(&slot);
                }
            }
        }
        Some((state, (at, addresses)))
    }

    /// The position at which the stream continues, if an instruction adds its offset to the word
    /// that it reads, and uses that for nothing else.
    fn offset(&self, d: &Decoded, place: &Place, state: &State) -> Option<u32> {
        let Kind::Alu(a) = &d.kind else {
            return None;
        };
        let plain = a.add == AddOp::Add && a.unpack == 0 && d.pack == Pack::None;
        let moves = d.add_to == Write::UniformsAddress && d.mul_to != Write::UniformsAddress;
        if !plain || !moves || d.add_cond != Cond::Always || d.set_flags {
            return None;
        }
        let is_uniform = |which: Operand| match which {
            Operand::A => a.read_a == Read::Uniform,
            Operand::B => a.read_b == Read::Uniform,
            Operand::Accumulator(_) => false,
        };
        let multiplied = a.mul != MulOp::Nop && a.mul_in.into_iter().any(is_uniform);
        let other = match a.add_in.map(is_uniform) {
            [true, false] if !multiplied => a.add_in[1],
            [false, true] if !multiplied => a.add_in[0],
            _ => return None,
        };
        let read = |read: Read| match read {
            Read::Register(slot) => {
                let last = place.pending.last.and_then(|last| self.code.get(last.ip));
                let is_new = last.is_some_and(|last| last.registers_written().contains(&slot));
                state.words.get(&slot).copied().filter(|_| !is_new)
            }
            Read::Constant(slot) if slot >= slots::IMM => {
                Some(slots::small_immediate(slot - slots::IMM))
            }
            _ => None,
        };
        let offset = match other {
            Operand::Accumulator(slot) => state.words.get(&slot).copied(),
            Operand::A => read(a.read_a),
            Operand::B => read(a.read_b),
        };
        offset
            .filter(|offset| offset % 4 == 0)
            .map(|offset| offset / 4)
    }
}
