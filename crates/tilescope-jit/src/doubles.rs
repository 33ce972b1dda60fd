//! Binary64: two registers for those of a register of words.

use crate::avx2;
use crate::builder::{Builder, Mask, Value, predicate};
use crate::codes;
use crate::graph::{Class, Folds, Id, Kind, NONE};
use crate::target::Target;
use iced_x86::Code;

/// Binary64 of the lower half of the lanes, and of the upper half.
#[derive(Clone, Copy, Debug)]
pub struct Doubles(pub(crate) [Id; 2]);

pub(crate) fn constant(b: &mut Builder<'_>, x: f64) -> Doubles {
    let bits = x.to_bits();
    let words = [bits as u32, (bits >> 32) as u32];
    Doubles([b.vector(std::array::from_fn(|i| words[i % 2])); 2])
}

pub(crate) fn widened(b: &mut Builder<'_>, a: Value) -> Doubles {
    Doubles([Kind::WidenLow, Kind::WidenHigh].map(|kind| one(b, kind, a.0)))
}

fn one(b: &mut Builder<'_>, kind: Kind, a: Id) -> Id {
    b.graph.add(kind, Class::Vector, [a, NONE, NONE])
}

pub(crate) fn narrowed(b: &mut Builder<'_>, Doubles([low, high]): Doubles) -> Value {
    let args = [low, high, NONE];
    Value(b.graph.add(Kind::Narrow, Class::Vector, args))
}

/// Words alternate: those of `low` are numbers up to 15, those of `high` from 16 on.
pub(crate) fn from_words(b: &mut Builder<'_>, low: Value, high: Value) -> Doubles {
    if b.target() == Target::Avx2 {
        return avx2::interleaved(b, low, high);
    }
    Doubles([0, 8].map(|first| {
        let from = std::array::from_fn(|i| {
            let i = i as u32;
            first + i / 2 + 16 * (i % 2)
        });
        b.lookup(low.0, high.0, from)
    }))
}

pub(crate) fn words(b: &mut Builder<'_>, Doubles([low, high]): Doubles) -> [Value; 2] {
    if b.target() == Target::Avx2 {
        return [0, 1].map(|odd| avx2::every_other(b, [low, high], odd));
    }
    [0, 1].map(|odd| {
        let from = std::array::from_fn(|i| 2 * i as u32 + odd);
        Value(b.lookup(low, high, from))
    })
}

pub(crate) fn two(b: &mut Builder<'_>, codes: [Code; 2], x: Doubles, y: Doubles) -> Doubles {
    let code = b.pick(codes);
    Doubles([0, 1].map(|half| b.plain(code, Folds::Vector, [x.0[half], y.0[half]])))
}

pub(crate) fn root(b: &mut Builder<'_>, a: Doubles) -> Doubles {
    let code = b.pick(codes::SQRTPD);
    Doubles(a.0.map(|half| b.plain(code, Folds::Vector, [half, NONE])))
}

pub(crate) fn less(b: &mut Builder<'_>, x: Doubles, y: Doubles) -> Mask {
    if b.target() == Target::Avx2 {
        return avx2::doubles_less(b, x, y);
    }
    let code = Code::EVEX_Vcmppd_kr_k1_zmm_zmmm512b64_imm8_sae;
    let kind = Kind::Immediate(code, Folds::Vector, predicate::LESS);
    let [low, high] =
        [0, 1].map(|half| b.graph.add(kind, Class::Mask, [x.0[half], y.0[half], NONE]));
    let both = Kind::Plain(Code::VEX_Kunpckbw_kr_kr_kr, Folds::Never);
    Mask(b.graph.add(both, Class::Mask, [high, low, NONE]))
}

pub(crate) fn select(b: &mut Builder<'_>, m: Mask, x: Doubles, y: Doubles) -> Doubles {
    if b.target() == Target::Avx2 {
        return avx2::select_doubles(b, m, x, y);
    }
    let upper = Kind::Immediate(Code::VEX_Kshiftrw_kr_kr_imm8, Folds::Never, 8);
    let upper = b.graph.add(upper, Class::Mask, [m.0, NONE, NONE]);
    let code = Code::EVEX_Vblendmpd_zmm_k1z_zmm_zmmm512b64;
    let kind = Kind::Blend(code, Folds::Vector);
    Doubles([(0, m.0), (1, upper)].map(|(half, mask)| {
        let args = [y.0[half], x.0[half], mask];
        b.graph.add(kind, Class::Vector, args)
    }))
}
