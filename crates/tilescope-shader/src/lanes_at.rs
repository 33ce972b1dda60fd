//! Operands and results of accesses, in lanes of a group or of a plain interpreter.

use crate::alike::Alike;
use crate::op::Slot;
use crate::plain::{LaneSlots, Plain, each_lane};
use crate::unit::Batch;
use tilescope_exec::Lanes16;

/// The slots that an access fills, with the component that each receives.
pub type Results = [Option<(Slot, u8)>; 4];

/// An index that is a value plus a number. `H` is what an access holds of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index<H> {
    /// The value; `None` for 0.
    pub of: Option<H>,
    /// Its left shift.
    pub shift: u8,
    /// The number.
    pub offset: i32,
}

impl<H> Index<H> {
    /// A number.
    pub const fn fixed(offset: i32) -> Index<H> {
        Index {
            of: None,
            shift: 0,
            offset,
        }
    }
}

/// The sum of the operands of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address<H> {
    /// Base: low and high word.
    pub base: [H; 2],
    /// Index: low and high word.
    pub index: [H; 2],
    /// Whether the index has 32 bits with sign; its high word is then ignored.
    pub signed: bool,
    /// Left shift of the index.
    pub shift: u8,
    /// Added.
    pub offset: i32,
}

impl Address<Slot> {
    /// The slots of its operands.
    pub fn slots(self) -> impl Iterator<Item = Slot> {
        self.base.into_iter().chain(self.index)
    }
}

/// The lanes of a batch at an access, and their words.
pub trait LanesAt {
    /// A value that the access reads, as it holds it.
    type Held: Copy;

    /// Lanes that do the access.
    fn running(&self) -> u16;

    /// Those of them whose effects are visible.
    fn visible(&self) -> u16;

    /// The words of a value.
    fn words<'w>(&'w self, held: &'w Self::Held) -> &'w Lanes16;

    /// Sets a slot in some lanes.
    fn put(&mut self, slot: Slot, words: &Lanes16, lanes: u16);

    /// Makes lanes helpers for the rest of the run.
    fn kill(&mut self, lanes: u16);

    /// The words of four values.
    #[inline(always)]
    fn four(&self, [x, y, z, w]: &[Self::Held; 4]) -> [Lanes16; 4] {
        [
            *self.words(x),
            *self.words(y),
            *self.words(z),
            *self.words(w),
        ]
    }

    /// The number of 64 bits in two words of a lane.
    #[inline(always)]
    fn wide(&self, [low, high]: &[Self::Held; 2], lane: usize) -> u64 {
        u64::from(self.words(low).0[lane]) | u64::from(self.words(high).0[lane]) << 32
    }

    /// The words of an index.
    #[inline(always)]
    fn index(&self, index: &Index<Self::Held>) -> Lanes16 {
        let offset = index.offset as u32;
        match &index.of {
            None => Lanes16::splat(offset),
            Some(held) => {
                let words = self.words(held);
                let shift = u32::from(index.shift & 15);
                Lanes16::from_fn(|i| (words.0[i] << shift).wrapping_add(offset))
            }
        }
    }

    /// Groups of lanes with the same index, whose words are put in `words`.
    #[inline(always)]
    fn alike<'w>(&self, of: &Index<Self::Held>, lanes: u16, words: &'w mut Lanes16) -> Alike<'w> {
        if of.of.is_none() {
            return Alike::one(of.offset as u32, lanes);
        }
        *words = self.index(of);
        Alike::by(words, lanes)
    }

    /// The addresses of all lanes.
    fn addresses(&self, a: &Address<Self::Held>) -> [u64; 16] {
        std::array::from_fn(|lane| {
            let index = match a.signed {
                true => self.words(&a.index[0]).0[lane] as i32 as i64 as u64,
                false => self.wide(&a.index, lane),
            };
            self.wide(&a.base, lane)
                .wrapping_add(index << (a.shift & 15))
                .wrapping_add_signed(a.offset.into())
        })
    }

    /// Fills the result slots of some lanes.
    #[inline(always)]
    fn fill(&mut self, results: &Results, words: &[Lanes16; 4], lanes: u16) {
        for (slot, component) in results.iter().flatten() {
            self.put(*slot, &words[usize::from(component & 3)], lanes);
        }
    }
}

/// Lanes of a batch of a group.
#[derive(Debug)]
pub struct InGroup<'x, 'b, const B: usize> {
    /// The lanes of the group.
    pub at: &'x mut Batch<'b, B>,
    /// The batch.
    pub batch: usize,
}

impl<const B: usize> LanesAt for InGroup<'_, '_, B> {
    type Held = Slot;

    #[inline(always)]
    fn running(&self) -> u16 {
        self.at.lanes().0[self.batch]
    }

    #[inline(always)]
    fn visible(&self) -> u16 {
        self.running() & self.at.visible().0[self.batch]
    }

    #[inline(always)]
    fn words<'w>(&'w self, held: &'w Slot) -> &'w Lanes16 {
        self.at.slot(*held, self.batch)
    }

    #[inline(always)]
    fn put(&mut self, slot: Slot, words: &Lanes16, lanes: u16) {
        self.at.put(slot, self.batch, words, lanes);
    }

    #[inline(always)]
    fn kill(&mut self, lanes: u16) {
        self.at.kill(self.batch, lanes);
    }
}

/// Lanes of a plain interpreter that execute instructions at once, and what these write when all
/// have read their slots. `V` are values of a word and of the content of a slot.
#[derive(Clone, Debug)]
pub struct InPlain<V> {
    /// The value that copies.
    copy: V,
    /// The slot of the first temporary.
    first: Slot,
    running: u16,
    visible: u16,
    killed: u16,
    temporaries: Vec<Lanes16>,
    later: Vec<(V, Slot, Lanes16, u16)>,
}

impl<V: Copy> InPlain<V> {
    /// The lanes of `running` of which `visible` have effects. Slots from `first` on are
    /// temporaries.
    pub fn new(copy: V, first: Slot, [running, visible]: [u16; 2]) -> InPlain<V> {
        InPlain {
            copy,
            first,
            running,
            visible,
            killed: 0,
            temporaries: Vec::new(),
            later: Vec::new(),
        }
    }

    /// A slot for the result of an access.
    pub fn temporary(&mut self) -> Slot {
        self.temporaries.push(Lanes16::ZERO);
        self.first + self.temporaries.len() as Slot - 1
    }

    /// The words of a temporary, if the slot is one.
    pub fn read(&self, slot: Slot) -> Option<Lanes16> {
        let n = slot.checked_sub(self.first)?;
        self.temporaries.get(usize::from(n)).copied()
    }

    /// Writes a value of words and of the content of a slot at the end.
    pub fn write(&mut self, v: V, to: Slot, words: Lanes16) {
        self.later.push((v, to, words, self.running));
    }

    /// Does the writes. `value` computes a value.
    pub fn end(self, plain: &mut Plain<LaneSlots>, value: impl Fn(V, [u32; 4]) -> u32) {
        plain.kill(self.killed);
        for (v, slot, words, lanes) in self.later {
            for n in each_lane(lanes) {
                let lane = &mut plain.lanes[n];
                let word = value(v, [words.0[n], lane.word(slot), 0, 0]);
                lane.set(slot, word);
            }
        }
    }
}

impl<V: Copy> LanesAt for InPlain<V> {
    type Held = Lanes16;

    fn running(&self) -> u16 {
        self.running
    }

    fn visible(&self) -> u16 {
        self.visible
    }

    fn words<'w>(&'w self, held: &'w Lanes16) -> &'w Lanes16 {
        held
    }

    fn put(&mut self, slot: Slot, words: &Lanes16, lanes: u16) {
        match slot.checked_sub(self.first) {
            Some(n) => self.temporaries[usize::from(n)].merge(words, lanes),
            None => self.later.push((self.copy, slot, *words, lanes)),
        }
    }

    fn kill(&mut self, lanes: u16) {
        self.killed |= lanes;
    }
}
