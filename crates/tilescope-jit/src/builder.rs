//! [`Exec`] that records instructions.

use crate::avx2;
use crate::codes;
use crate::doubles::{self, Doubles};
use crate::graph::{Class, Folds, Graph, Id, Kind, NONE};
use crate::target::Target;
use iced_x86::Code;
use tilescope_exec::Exec;
use tilescope_exec::float::{EXPONENT, INFINITY};

/// Records the operations of a function.
#[derive(Debug)]
pub struct Builder<'a> {
    pub(crate) graph: &'a mut Graph,
}

/// Sixteen words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value(pub(crate) Id);

/// Sixteen truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask(pub(crate) Id);

/// Predicates of comparisons, as vcmpps and vpcmpd number them.
pub(crate) mod predicate {
    pub const EQUAL: u8 = 0;
    pub const LESS: u8 = 1;
    pub const LESS_OR_EQUAL: u8 = 2;
    pub const UNORDERED: u8 = 3;
    pub const ORDERED: u8 = 7;
    /// The bit in which opposites differ.
    pub const NOT: u8 = 4;
}

impl Builder<'_> {
    /// Number of operations so far.
    pub(crate) fn operations(&self) -> usize {
        self.graph.nodes.len()
    }

    /// The content of a register when the code begins.
    pub fn load(&mut self, register: impl Into<u16>) -> Value {
        let kind = Kind::Slot(register.into());
        Value(self.graph.add(kind, Class::Vector, [NONE; 3]))
    }

    /// Sets a register when the code ends.
    pub fn store(&mut self, register: impl Into<u16>, v: Value) {
        self.graph.stores.push((register.into(), v.0));
    }

    pub(crate) fn vector(&mut self, words: [u32; 16]) -> Id {
        let number = self.graph.vector(words);
        self.graph
            .add(Kind::Vector(number), Class::Vector, [NONE; 3])
    }

    pub(crate) fn plain(&mut self, code: Code, folds: Folds, args: [Id; 2]) -> Id {
        let [a, b] = args;
        let kind = Kind::Plain(code, folds);
        self.graph.add(kind, Class::Vector, [a, b, NONE])
    }

    /// Whether there was an operation since the last call that the target lacks.
    pub(crate) fn refused(&mut self) -> bool {
        std::mem::take(&mut self.graph.refused)
    }

    pub(crate) fn target(&self) -> Target {
        self.graph.target
    }

    pub(crate) fn immediate(&mut self, code: Code, folds: Folds, args: [Id; 2], n: u8) -> Id {
        let [a, b] = args;
        let kind = Kind::Immediate(code, folds, n);
        self.graph.add(kind, Class::Vector, [a, b, NONE])
    }

    pub(crate) fn two(&mut self, codes: [Code; 2], a: Value, b: Value) -> Value {
        let code = self.pick(codes);
        Value(self.plain(code, Folds::Word, [a.0, b.0]))
    }

    /// Operands in one order, in which a constant is the last.
    pub(crate) fn sorted(&self, a: Value, b: Value) -> (Value, Value) {
        let key = |v: Value| (matches!(self.graph.kind(v.0), Kind::Word(_)), v.0);
        if key(a) > key(b) { (b, a) } else { (a, b) }
    }

    fn commuting(&mut self, codes: [Code; 2], a: Value, b: Value) -> Value {
        let (a, b) = self.sorted(a, b);
        self.two(codes, a, b)
    }

    /// The instruction of the target, of one for each.
    pub(crate) fn pick(&self, [avx512, avx2]: [Code; 2]) -> Code {
        self.target().pick(avx512, avx2)
    }

    /// The operands of a bitwise and, if `v` is one.
    pub(crate) fn common(&self, v: Value) -> Option<[Id; 2]> {
        let node = self.graph.nodes[v.0 as usize];
        let code = Code::EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32;
        let [x, y, _] = node.args;
        (node.kind == Kind::Plain(code, Folds::Word)).then_some([x, y])
    }

    /// The instruction that made `v` from `from` and another operand, and that operand. Halves of
    /// registers have no masks of words.
    fn made_from(&self, v: Value, from: Value) -> Option<(Code, Id)> {
        let node = self.graph.nodes[v.0 as usize];
        let Kind::Plain(code, Folds::Word) = node.kind else {
            return None;
        };
        let commutes = [
            codes::PADDD,
            codes::PANDD,
            codes::PORD,
            codes::ADDPS,
            codes::MULPS,
        ];
        let commutes = commutes.iter().any(|codes| codes[0] == code);
        match node.args {
            [x, y, _] if x == from.0 && y != NONE => Some((code, y)),
            [x, y, _] if y == from.0 && commutes => Some((code, x)),
            _ => None,
        }
    }

    fn bytes(&mut self, codes: [Code; 2], a: Value, b: Value) -> Value {
        let code = self.pick(codes);
        Value(self.plain(code, Folds::Vector, [a.0, b.0]))
    }

    fn one(&mut self, codes: [Code; 2], a: Value) -> Value {
        let code = self.pick(codes);
        Value(self.plain(code, Folds::Word, [a.0, NONE]))
    }

    pub(crate) fn mask(&mut self, kind: Kind, a: Id, b: Id) -> Mask {
        let class = match self.target() {
            Target::Avx512 => Class::Mask,
            Target::Avx2 => Class::Vector,
        };
        Mask(self.graph.add(kind, class, [a, b, NONE]))
    }

    /// The lanes that are in a loop when a round begins.
    pub(crate) fn lanes(&mut self) -> Mask {
        self.mask(Kind::Lanes, NONE, NONE)
    }

    /// Of the lanes in a loop when a round began, those of the next one.
    pub(crate) fn set_lanes(&mut self, began: Mask, next: Mask) {
        self.graph.lanes = Some([began.0, next.0]);
    }

    /// The lanes whose word is not 0; only with AVX-512.
    pub(crate) fn test(&mut self, words: Value) -> Mask {
        let code = Code::EVEX_Vptestmd_kr_k1_zmm_zmmm512b32;
        self.mask(Kind::Plain(code, Folds::Word), words.0, words.0)
    }

    fn compare(&mut self, code: Code, predicate: u8, a: Value, b: Value) -> Mask {
        self.mask(Kind::Immediate(code, Folds::Word, predicate), a.0, b.0)
    }

    pub(crate) fn compare_floats(&mut self, predicate: u8, a: Value, b: Value) -> Mask {
        let code = self.target().pick(
            Code::EVEX_Vcmpps_kr_k1_zmm_zmmm512b32_imm8_sae,
            Code::VEX_Vcmpps_ymm_ymm_ymmm256_imm8,
        );
        self.compare(code, predicate, a, b)
    }

    /// Shifts take the same amount for all lanes, where it is known, as a byte.
    fn shift(&mut self, same: [Code; 2], each: [Code; 2], a: Value, by: Value) -> Value {
        match self.graph.kind(by.0) {
            Kind::Word(n) if n & 31 == 0 => a,
            Kind::Word(n) => {
                // With AVX2 the value is in a register.
                let folds = match self.target() {
                    Target::Avx512 => Folds::Word,
                    Target::Avx2 => Folds::Never,
                };
                let same = self.pick(same);
                Value(self.immediate(same, folds, [a.0, NONE], (n & 31) as u8))
            }
            _ => {
                let largest = self.splat(31);
                let by = self.and(by, largest);
                self.two(each, a, by)
            }
        }
    }

    fn unary(&mut self, kind: Kind, a: Id) -> Id {
        self.graph.add(kind, Class::Vector, [a, NONE, NONE])
    }

    /// A value with the same low 16 bits. With AVX2 the upper 16 bits are zero, without
    /// which its conversion of halves would take them for others.
    fn low_half(&mut self, h: Value) -> Value {
        let mut id = h.0;
        while let Some(next) = self.graph.low_half(id) {
            id = next;
        }
        if self.target() == Target::Avx512 || self.graph.is_half(id) {
            return Value(id);
        }
        let mask = self.splat(0xffff);
        self.and(Value(id), mask)
    }

    /// Words of `a` and `b` by number; only with AVX-512.
    pub(crate) fn lookup(&mut self, a: Id, b: Id, from: [u32; 16]) -> Id {
        let kind = Kind::Lookup(self.graph.vector(from));
        self.graph.add(kind, Class::Vector, [a, b, NONE])
    }
}

impl Exec for Builder<'_> {
    type V = Value;
    type M = Mask;
    type D = Doubles;

    fn splat(&mut self, x: u32) -> Value {
        Value(self.graph.add(Kind::Word(x), Class::Vector, [NONE; 3]))
    }
    fn add(&mut self, a: Value, b: Value) -> Value {
        self.commuting(codes::PADDD, a, b)
    }
    fn sub(&mut self, a: Value, b: Value) -> Value {
        self.two(codes::PSUBD, a, b)
    }
    fn mul_low(&mut self, a: Value, b: Value) -> Value {
        self.commuting(codes::PMULLD, a, b)
    }
    fn mul_high_unsigned(&mut self, a: Value, b: Value) -> Value {
        if self.target() == Target::Avx2 {
            return avx2::upper_product(self, a, b);
        }
        // Products of even words, and of odd ones; their upper halves.
        let product = Code::EVEX_Vpmuludq_zmm_k1z_zmm_zmmm512b64;
        let even = self.plain(product, Folds::Vector, [a.0, b.0]);
        let [x, y] = [a, b].map(|v| {
            let code = Code::EVEX_Vpsrlq_zmm_k1z_zmmm512b64_imm8;
            let kind = Kind::Immediate(code, Folds::Vector, 32);
            self.graph.add(kind, Class::Vector, [v.0, NONE, NONE])
        });
        let odd = self.plain(product, Folds::Vector, [x, y]);
        let upper = std::array::from_fn(|i| (i as u32 | 1) + 16 * (i as u32 & 1));
        Value(self.lookup(even, odd, upper))
    }
    fn and(&mut self, a: Value, b: Value) -> Value {
        self.commuting(codes::PANDD, a, b)
    }
    fn or(&mut self, a: Value, b: Value) -> Value {
        self.commuting(codes::PORD, a, b)
    }
    fn xor(&mut self, a: Value, b: Value) -> Value {
        self.commuting(codes::PXORD, a, b)
    }
    fn not(&mut self, a: Value) -> Value {
        let ones = self.splat(u32::MAX);
        self.xor(a, ones)
    }
    fn shl(&mut self, a: Value, by: Value) -> Value {
        let same = codes::PSLLD_BY;
        let each = codes::PSLLVD;
        self.shift(same, each, a, by)
    }
    fn shr(&mut self, a: Value, by: Value) -> Value {
        let same = codes::PSRLD_BY;
        let each = codes::PSRLVD;
        self.shift(same, each, a, by)
    }
    fn asr(&mut self, a: Value, by: Value) -> Value {
        let same = codes::PSRAD_BY;
        let each = codes::PSRAVD;
        self.shift(same, each, a, by)
    }
    fn ror(&mut self, a: Value, by: Value) -> Value {
        if self.target() == Target::Avx2 {
            return avx2::rotated(self, a, by);
        }
        let same = [Code::EVEX_Vprord_zmm_k1z_zmmm512b32_imm8; 2];
        let each = [Code::EVEX_Vprorvd_zmm_k1z_zmm_zmmm512b32; 2];
        self.shift(same, each, a, by)
    }
    fn clz(&mut self, a: Value) -> Value {
        if self.target() == Target::Avx2 {
            return avx2::leading_zeros(self, a);
        }
        self.one([Code::EVEX_Vplzcntd_zmm_k1z_zmmm512b32; 2], a)
    }
    fn min_signed(&mut self, a: Value, b: Value) -> Value {
        self.commuting(codes::PMINSD, a, b)
    }
    fn max_signed(&mut self, a: Value, b: Value) -> Value {
        self.commuting(codes::PMAXSD, a, b)
    }
    fn min_unsigned(&mut self, a: Value, b: Value) -> Value {
        self.commuting(codes::PMINUD, a, b)
    }
    fn max_unsigned(&mut self, a: Value, b: Value) -> Value {
        self.commuting(codes::PMAXUD, a, b)
    }
    fn eq(&mut self, a: Value, b: Value) -> Mask {
        let (a, b) = self.sorted(a, b);
        if self.target() == Target::Avx2 {
            let code = Code::VEX_Vpcmpeqd_ymm_ymm_ymmm256;
            return self.mask(Kind::Plain(code, Folds::Word), a.0, b.0);
        }
        // Whether bits are zero is one instruction.
        if self.graph.kind(b.0) == Kind::Word(0)
            && let Some([x, y]) = self.common(a)
        {
            // Flushed, it has no other exponent.
            let x = match self.graph.kind(y) {
                Kind::Word(EXPONENT) => self.flushed_from(x).unwrap_or(x),
                _ => x,
            };
            let code = Code::EVEX_Vptestnmd_kr_k1_zmm_zmmm512b32;
            return self.mask(Kind::Plain(code, Folds::Word), x, y);
        }
        let code = Code::EVEX_Vpcmpd_kr_k1_zmm_zmmm512b32_imm8;
        self.compare(code, predicate::EQUAL, a, b)
    }
    fn lt_signed(&mut self, a: Value, b: Value) -> Mask {
        if self.target() == Target::Avx2 {
            let code = Code::VEX_Vpcmpgtd_ymm_ymm_ymmm256;
            return self.mask(Kind::Plain(code, Folds::Word), b.0, a.0);
        }
        let code = Code::EVEX_Vpcmpd_kr_k1_zmm_zmmm512b32_imm8;
        self.compare(code, predicate::LESS, a, b)
    }
    fn lt_unsigned(&mut self, a: Value, b: Value) -> Mask {
        if self.target() == Target::Avx2 {
            let sign = self.splat(1 << 31);
            let [a, b] = [a, b].map(|v| self.xor(v, sign));
            return self.lt_signed(a, b);
        }
        let code = Code::EVEX_Vpcmpud_kr_k1_zmm_zmmm512b32_imm8;
        self.compare(code, predicate::LESS, a, b)
    }
    fn fadd(&mut self, a: Value, b: Value) -> Value {
        self.commuting(codes::ADDPS, a, b)
    }
    fn fsub(&mut self, a: Value, b: Value) -> Value {
        self.two(codes::SUBPS, a, b)
    }
    fn fmul(&mut self, a: Value, b: Value) -> Value {
        self.commuting(codes::MULPS, a, b)
    }
    fn fmul_toward_zero(&mut self, a: Value, b: Value) -> Value {
        if self.target() == Target::Avx2 {
            return avx2::product_toward_zero(self, a, b);
        }
        let (a, b) = self.sorted(a, b);
        let kind = Kind::TowardZero(Code::EVEX_Vmulps_zmm_k1z_zmm_zmmm512b32_er);
        let product = self.graph.add(kind, Class::Vector, [a.0, b.0, NONE]);
        // A denormal is a zero of its sign.
        let (exponent, sign) = (self.splat(EXPONENT), self.splat(1 << 31));
        let test = Code::EVEX_Vptestmd_kr_k1_zmm_zmmm512b32;
        let normal = self.mask(Kind::Plain(test, Folds::Word), product, exponent.0);
        let zero = self.and(Value(product), sign);
        self.select(normal, Value(product), zero)
    }
    fn fdiv(&mut self, a: Value, b: Value) -> Value {
        self.two(codes::DIVPS, a, b)
    }
    fn fsqrt(&mut self, a: Value) -> Value {
        self.one(codes::SQRTPS, a)
    }
    fn fma(&mut self, a: Value, b: Value, c: Value) -> Value {
        let (a, b) = self.sorted(a, b);
        Value(self.graph.add(Kind::Fma, Class::Vector, [a.0, b.0, c.0]))
    }
    fn flt(&mut self, a: Value, b: Value) -> Mask {
        self.compare_floats(predicate::LESS, a, b)
    }
    fn fle(&mut self, a: Value, b: Value) -> Mask {
        self.compare_floats(predicate::LESS_OR_EQUAL, a, b)
    }
    fn feq(&mut self, a: Value, b: Value) -> Mask {
        let (a, b) = self.sorted(a, b);
        self.compare_floats(predicate::EQUAL, a, b)
    }
    fn is_nan(&mut self, a: Value) -> Mask {
        self.compare_floats(predicate::UNORDERED, a, a)
    }
    fn float_from_signed(&mut self, a: Value) -> Value {
        self.one(codes::CVTDQ2PS, a)
    }
    fn half_from_float(&mut self, a: Value) -> Value {
        let half = Value(self.unary(Kind::Half, a.0));
        // The NaN that the instruction takes to the one of halves.
        if self.graph.has_only_nan(a.0, 0x7fc0_0000) {
            return half;
        }
        // A NaN is quiet, without payload.
        let nan = self.is_nan(a);
        let kept = self.splat(0xfe00);
        let quiet = self.and(half, kept);
        self.select(nan, quiet, half)
    }
    fn float_from_half(&mut self, h: Value) -> Value {
        let h = self.low_half(h);
        Value(match self.graph.kind(h.0) {
            Kind::Half => {
                let [narrowed, ..] = self.graph.nodes[h.0 as usize].args;
                self.unary(Kind::RoundHalf, narrowed)
            }
            _ => self.unary(Kind::WidenHalf, h.0),
        })
    }
    fn signed_from_float(&mut self, a: Value) -> Value {
        // Out of range the instruction gives the least integer.
        let r = self.one(codes::CVTTPS2DQ, a);
        let (limit, most) = (self.splat(0x4f00_0000), self.splat(i32::MAX as u32));
        let large = self.fle(limit, a);
        let r = self.select(large, most, r);
        let number = self.compare_floats(predicate::ORDERED, a, a);
        let zero = self.splat(0);
        self.select(number, r, zero)
    }
    fn add_sat_u8x4(&mut self, a: Value, b: Value) -> Value {
        self.bytes(codes::PADDUSB, a, b)
    }
    fn sub_sat_u8x4(&mut self, a: Value, b: Value) -> Value {
        self.bytes(codes::PSUBUSB, a, b)
    }
    fn min_u8x4(&mut self, a: Value, b: Value) -> Value {
        self.bytes(codes::PMINUB, a, b)
    }
    fn max_u8x4(&mut self, a: Value, b: Value) -> Value {
        self.bytes(codes::PMAXUB, a, b)
    }
    fn select(&mut self, m: Mask, a: Value, b: Value) -> Value {
        if a == b {
            return a;
        }
        if self.graph.kind(a.0) == Kind::Word(INFINITY) && self.is_nan(b) == m {
            return self.without_nan(b);
        }
        if self.target() == Target::Avx2 {
            return avx2::select(self, m, a, b);
        }
        let node = self.graph.nodes[m.0 as usize];
        if let Kind::Plain(Code::VEX_Knotw_kr_kr, _) = node.kind {
            return self.select(Mask(node.args[0]), b, a);
        }
        if self.graph.kind(a.0) == Kind::Word(0)
            && let Some(others) = self.opposite(m)
        {
            return self.keep(b, others);
        }
        // Denormals become zeros of their sign in this way.
        if let Some((code, other)) = self.made_from(a, b) {
            let args = [b.0, other, m.0];
            let kind = Kind::Masked(code);
            return Value(self.graph.add(kind, Class::Vector, args));
        }
        if self.graph.kind(b.0) == Kind::Word(0) {
            return self.keep(a, m);
        }
        let code = Code::EVEX_Vpblendmd_zmm_k1z_zmm_zmmm512b32;
        let kind = Kind::Blend(code, Folds::Word);
        Value(self.graph.add(kind, Class::Vector, [b.0, a.0, m.0]))
    }
    fn mask_and(&mut self, a: Mask, b: Mask) -> Mask {
        if a == b {
            return a;
        }
        let code = self
            .target()
            .pick(Code::VEX_Kandw_kr_kr_kr, Code::VEX_Vpand_ymm_ymm_ymmm256);
        self.mask(Kind::Plain(code, Folds::Never), a.0, b.0)
    }
    fn mask_or(&mut self, a: Mask, b: Mask) -> Mask {
        if a == b {
            return a;
        }
        let code = self
            .target()
            .pick(Code::VEX_Korw_kr_kr_kr, Code::VEX_Vpor_ymm_ymm_ymmm256);
        self.mask(Kind::Plain(code, Folds::Never), a.0, b.0)
    }
    fn mask_not(&mut self, a: Mask) -> Mask {
        if self.target() == Target::Avx2 {
            return Mask(self.not(Value(a.0)).0);
        }
        let kind = Kind::Plain(Code::VEX_Knotw_kr_kr, Folds::Never);
        self.mask(kind, a.0, NONE)
    }
    fn mask_to_word(&mut self, m: Mask) -> Value {
        match self.target() {
            Target::Avx512 => {
                let code = Code::EVEX_Vpmovm2d_zmm_kr;
                Value(self.plain(code, Folds::Never, [m.0, NONE]))
            }
            Target::Avx2 => Value(m.0),
        }
    }
    fn permute(&mut self, a: Value, from: [u8; 16]) -> Value {
        // The same in every quad is an immediate byte.
        let in_quad = |i: usize| from[i] & 15 == (i as u8 & 12) | from[i & 3] & 3;
        if (0..16).all(in_quad) {
            let order = (0..4).fold(0, |order, i| order | (from[i] & 3) << (2 * i));
            let code = self.target().pick(
                Code::EVEX_Vpshufd_zmm_k1z_zmmm512b32_imm8,
                Code::VEX_Vpshufd_ymm_ymmm256_imm8,
            );
            return Value(self.immediate(code, Folds::Word, [a.0, NONE], order));
        }
        if self.target() == Target::Avx2 {
            return avx2::permuted(self, a, from);
        }
        let from = self.vector(from.map(|i| u32::from(i & 15)));
        let code = Code::EVEX_Vpermd_zmm_k1z_zmm_zmmm512b32;
        Value(self.plain(code, Folds::Word, [from, a.0]))
    }

    fn double(&mut self, x: f64) -> Doubles {
        doubles::constant(self, x)
    }
    fn double_from_float(&mut self, a: Value) -> Doubles {
        doubles::widened(self, a)
    }
    fn float_from_double(&mut self, a: Doubles) -> Value {
        doubles::narrowed(self, a)
    }
    fn double_from_words(&mut self, low: Value, high: Value) -> Doubles {
        doubles::from_words(self, low, high)
    }
    fn words_of_double(&mut self, a: Doubles) -> [Value; 2] {
        doubles::words(self, a)
    }
    fn dadd(&mut self, a: Doubles, b: Doubles) -> Doubles {
        doubles::two(self, codes::ADDPD, a, b)
    }
    fn dsub(&mut self, a: Doubles, b: Doubles) -> Doubles {
        doubles::two(self, codes::SUBPD, a, b)
    }
    fn dmul(&mut self, a: Doubles, b: Doubles) -> Doubles {
        doubles::two(self, codes::MULPD, a, b)
    }
    fn ddiv(&mut self, a: Doubles, b: Doubles) -> Doubles {
        doubles::two(self, codes::DIVPD, a, b)
    }
    fn dsqrt(&mut self, a: Doubles) -> Doubles {
        doubles::root(self, a)
    }
    fn dlt(&mut self, a: Doubles, b: Doubles) -> Mask {
        doubles::less(self, a, b)
    }
    fn dselect(&mut self, m: Mask, a: Doubles, b: Doubles) -> Doubles {
        doubles::select(self, m, a, b)
    }
}
