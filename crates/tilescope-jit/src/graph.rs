//! Operations of a function: a graph in which each is there once.

use crate::builder::predicate;
use crate::codes;
use crate::target::Target;
use foldhash::{HashMap, HashMapExt};
use iced_x86::Code;

/// Number of a node; operands have lower numbers than what uses them.
pub(crate) type Id = u32;

/// No operand.
pub(crate) const NONE: Id = Id::MAX;

/// Registers that a result is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// As many words as the target has lanes, or half as many binary64.
    Vector,
    /// A bit per lane. With AVX2 truth values are vectors.
    Mask,
}

/// Memory operands of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Folds {
    /// None.
    Never,
    /// The last operand may be a vector in memory.
    Vector,
    /// Or a word in memory that all lanes get; with AVX2 as a vector.
    Word,
}

/// The computation of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Content of a slot when the function begins.
    Slot(u16),
    /// A word in all lanes.
    Word(u32),
    /// Words by number in [`Graph::vectors`].
    Vector(u32),
    /// The lanes that are in a loop when a round begins.
    Lanes,
    /// One instruction of one or two operands.
    Plain(Code, Folds),
    /// The same with an immediate byte.
    Immediate(Code, Folds, u8),
    /// One instruction of two operands that rounds towards zero.
    TowardZero(Code),
    /// The second operand where the third, a mask, is set, else the first.
    Blend(Code, Folds),
    /// The first operand where the second, a mask, is set, else zero.
    Keep,
    /// The result of the instruction on the first two operands where the third, a mask, is set,
    /// else zero.
    Kept(Code),
    /// The first operand, and where the third, a mask, is set, the result of the instruction on
    /// it and the second.
    Masked(Code),
    /// Words of the first two operands by number: those of the second are 16 and up. The
    /// number is that of the numbers in [`Graph::vectors`].
    Lookup(u32),
    /// Product of the first two operands plus the third.
    Fma,
    /// The lower half of the words as binary64.
    WidenLow,
    /// The upper half of the words as binary64.
    WidenHigh,
    /// Binary64 of two registers as words.
    Narrow,
    /// Words as binary16 in their low 16 bits.
    Half,
    /// Binary16 in the low 16 bits as words. With AVX2 the upper 16 bits are zero.
    WidenHalf,
    /// Words rounded to binary16: `WidenHalf` of `Half`.
    RoundHalf,
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub kind: Kind,
    pub args: [Id; 3],
    pub class: Class,
}

impl Node {
    /// Its operands.
    pub fn operands(&self) -> impl Iterator<Item = Id> + use<> {
        self.args.into_iter().filter(|id| *id != NONE)
    }

    /// Whether it is in memory already.
    pub fn is_leaf(&self) -> bool {
        matches!(
            self.kind,
            Kind::Slot(_) | Kind::Word(_) | Kind::Vector(_) | Kind::Lanes
        )
    }
}

/// Operations of a function.
#[derive(Debug)]
pub(crate) struct Graph {
    pub target: Target,
    /// Whether there was an operation since the last look that the target lacks.
    pub refused: bool,
    pub nodes: Vec<Node>,
    pub vectors: Vec<[u32; 16]>,
    /// Slots that are written when everything is computed.
    pub stores: Vec<(u16, Id)>,
    /// Of a loop, the lanes at the start of a round, and those of the next.
    pub lanes: Option<[Id; 2]>,
    /// Of a block whose batches branch, the truth values that decide.
    pub condition: Option<Id>,
    known: HashMap<Node, Id>,
    known_vectors: HashMap<[u32; 16], u32>,
}

impl Graph {
    pub fn new(target: Target) -> Graph {
        Graph {
            target,
            refused: false,
            nodes: Vec::new(),
            vectors: Vec::new(),
            stores: Vec::new(),
            lanes: None,
            condition: None,
            known: HashMap::new(),
            known_vectors: HashMap::new(),
        }
    }

    /// A node, which may be there already.
    pub fn add(&mut self, kind: Kind, class: Class, args: [Id; 3]) -> Id {
        let node = Node { kind, args, class };
        let next = self.nodes.len() as Id;
        let id = *self.known.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    /// Number of a vector of constants.
    pub fn vector(&mut self, words: [u32; 16]) -> u32 {
        let next = self.vectors.len() as u32;
        let number = *self.known_vectors.entry(words).or_insert(next);
        if number == next {
            self.vectors.push(words);
        }
        number
    }

    /// The kind of a node.
    pub fn kind(&self, id: Id) -> Kind {
        self.nodes[id as usize].kind
    }

    /// One more than the highest slot that is accessed.
    pub fn extent(&self) -> usize {
        let loaded = self.nodes.iter().filter_map(|node| match node.kind {
            Kind::Slot(slot) => Some(slot),
            _ => None,
        });
        let stored = self.stores.iter().map(|(slot, _)| *slot);
        let highest = loaded.chain(stored).max();
        highest.map_or(0, |slot| usize::from(slot) + 1)
    }

    /// Whether each node is of use for what is stored.
    pub fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.nodes.len()];
        let masks = self.lanes.iter().flatten().chain(&self.condition);
        for id in self.stores.iter().map(|(_, id)| id).chain(masks) {
            used[*id as usize] = true;
        }
        for i in (0..self.nodes.len()).rev() {
            if used[i] {
                for id in self.nodes[i].operands() {
                    used[id as usize] = true;
                }
            }
        }
        used
    }
}

impl Graph {
    /// The node with the content of a slot, if it is read.
    pub fn content(&self, slot: u16) -> Option<Id> {
        let node = Node {
            kind: Kind::Slot(slot),
            args: [NONE; 3],
            class: Class::Vector,
        };
        self.known.get(&node).copied()
    }
}

/// Words as halves: what is known of their upper and lower 16 bits.
impl Graph {
    /// The operands of an operation of two vectors, if the node is that operation.
    fn operands_of(&self, id: Id, codes: [Code; 2]) -> Option<[Id; 2]> {
        let node = self.nodes[id as usize];
        let code = self.target.pick(codes[0], codes[1]);
        let [a, b, _] = node.args;
        matches!(node.kind, Kind::Plain(c, _) if c == code).then_some([a, b])
    }

    /// The value that the node shifts by a constant, and how far, if it does.
    fn shifted(&self, id: Id, codes: [Code; 2]) -> Option<(Id, u8)> {
        let node = self.nodes[id as usize];
        let code = self.target.pick(codes[0], codes[1]);
        match node.kind {
            Kind::Immediate(c, _, by) if c == code => Some((node.args[0], by)),
            _ => None,
        }
    }

    /// The other operand of a bitwise and with a constant.
    fn masked(&self, id: Id) -> Option<(Id, u32)> {
        let [value, mask] = self.operands_of(id, codes::PANDD)?;
        match self.kind(mask) {
            Kind::Word(mask) => Some((value, mask)),
            _ => None,
        }
    }

    fn has_no_low_half(&self, id: Id) -> bool {
        self.masked(id).is_some_and(|(_, mask)| mask as u16 == 0)
            || self
                .shifted(id, codes::PSLLD_BY)
                .is_some_and(|(_, by)| by >= 16)
    }

    /// Whether the upper 16 bits are zero for certain.
    pub fn is_half(&self, id: Id) -> bool {
        // What `half_from_float` records: a blend of two such values.
        let narrow = |id| {
            self.kind(id) == Kind::Half
                || self.masked(id).is_some_and(|(_, mask)| mask >> 16 == 0)
                || self
                    .shifted(id, codes::PSRLD_BY)
                    .is_some_and(|(_, by)| by >= 16)
        };
        let node = self.nodes[id as usize];
        match node.kind {
            Kind::Blend(..) => node.args[..2].iter().all(|id| narrow(*id)),
            _ => narrow(id),
        }
    }

    /// Whether a NaN can only be `nan`: [`float::replace_nan`](tilescope_exec::float::replace_nan)
    /// was recorded.
    pub fn has_only_nan(&self, id: Id, nan: u32) -> bool {
        let node = self.nodes[id as usize];
        let [from, to, mask] = node.args;
        matches!(node.kind, Kind::Blend(..))
            && self.kind(to) == Kind::Word(nan)
            && matches!(self.kind(mask), Kind::Immediate(_, _, predicate::UNORDERED))
            && self.nodes[mask as usize].args == [from, from, NONE]
    }

    /// An operand with the same low 16 bits, if there is one.
    pub fn low_half(&self, id: Id) -> Option<Id> {
        if let Some((value, mask)) = self.masked(id)
            && mask as u16 == u16::MAX
        {
            return Some(value);
        }
        if let Some([a, b]) = self.operands_of(id, codes::PORD) {
            return match [a, b].map(|id| self.has_no_low_half(id)) {
                [true, _] => Some(b),
                [_, true] => Some(a),
                _ => None,
            };
        }
        // The upper half of two that were joined.
        let (joined, 16) = self.shifted(id, codes::PSRLD_BY)? else {
            return None;
        };
        let [a, b] = self.operands_of(joined, codes::PORD)?;
        [(a, b), (b, a)].into_iter().find_map(|(low, high)| {
            let (high, by) = self.shifted(high, codes::PSLLD_BY)?;
            (by == 16 && self.is_half(low)).then_some(high)
        })
    }
}
