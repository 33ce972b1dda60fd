//! Choices between a value and zero or infinity, as fewer instructions.

use crate::builder::{Builder, Mask, Value, predicate};
use crate::codes;
use crate::graph::{Class, Folds, Id, Kind, NONE};
use iced_x86::Code;
use tilescope_exec::Exec;
use tilescope_exec::float::{EXPONENT, INFINITY};

impl Builder<'_> {
    /// The truth values that are the opposite, if there is one instruction for them as well.
    pub(crate) fn opposite(&mut self, m: Mask) -> Option<Mask> {
        let node = self.graph.nodes[m.0 as usize];
        let [a, b, _] = node.args;
        let none = Code::EVEX_Vptestnmd_kr_k1_zmm_zmmm512b32;
        let any = Code::EVEX_Vptestmd_kr_k1_zmm_zmmm512b32;
        let kind = match node.kind {
            Kind::Plain(code, folds) if code == none => Kind::Plain(any, folds),
            Kind::Plain(code, folds) if code == any => Kind::Plain(none, folds),
            Kind::Immediate(code, folds, n) => Kind::Immediate(code, folds, n ^ predicate::NOT),
            Kind::Plain(Code::VEX_Korw_kr_kr_kr, _) => {
                let (a, b) = (self.opposite(Mask(a))?, self.opposite(Mask(b))?);
                return Some(self.mask_and(a, b));
            }
            _ => return None,
        };
        Some(self.mask(kind, a, b))
    }

    /// The value of which `v` is the flushed one, with zeros of the sign for denormals.
    pub(crate) fn flushed_from(&self, v: Id) -> Option<Id> {
        let node = self.graph.nodes[v as usize];
        let [zero, from, normal] = node.args;
        let Kind::Blend(..) = node.kind else {
            return None;
        };
        let test = self.graph.nodes[normal as usize];
        let exponent = Kind::Plain(Code::EVEX_Vptestmd_kr_k1_zmm_zmmm512b32, Folds::Word);
        let word = |id: Id, word| id != NONE && self.graph.kind(id) == Kind::Word(word);
        let tests = test.kind == exponent && test.args[0] == from && word(test.args[1], EXPONENT);
        let [bits, sign] = self.common(Value(zero))?;
        (tests && bits == from && word(sign, 1 << 31)).then_some(from)
    }

    /// `a` where `m` is set, else zero.
    pub(crate) fn keep(&mut self, a: Value, m: Mask) -> Value {
        let node = self.graph.nodes[a.0 as usize];
        let [from, other, mask] = node.args;
        let (kind, args) = match node.kind {
            // A choice by the same mask.
            Kind::Blend(..) if mask == m.0 => (Kind::Keep, [other, m.0, NONE]),
            Kind::Kept(_) => {
                let both = self.mask_and(Mask(mask), m);
                (node.kind, [from, other, both.0])
            }
            _ => (Kind::Keep, [a.0, m.0, NONE]),
        };
        Value(self.graph.add(kind, Class::Vector, args))
    }

    /// `a` with plus infinity for NaN: the instruction returns its second operand if any is NaN.
    pub(crate) fn without_nan(&mut self, a: Value) -> Value {
        let infinity = self.splat(INFINITY);
        let node = self.graph.nodes[a.0 as usize];
        match node.kind {
            Kind::Keep => {
                let [from, mask, _] = node.args;
                let kind = Kind::Kept(codes::MINPS[0]);
                let args = [from, infinity.0, mask];
                Value(self.graph.add(kind, Class::Vector, args))
            }
            _ => self.two(codes::MINPS, a, infinity),
        }
    }
}
