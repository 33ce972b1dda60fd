//! [`Exec`] on machine values.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::immediates::Offset32;
use cranelift_codegen::ir::types::{F32X4, F64X2, I8X16, I32, I32X4, I64X2, Type};
use cranelift_codegen::ir::{
    ConstantData, Endianness, InstBuilder, InstructionData, MemFlagsData, Opcode, Value, ValueDef,
};
use cranelift_frontend::FunctionBuilder;
use tilescope_exec::Exec;

/// 16 lanes as four vectors of four words.
pub type Value16 = [Value; 4];

/// A truth value per lane: vectors of all ones or zeros.
#[derive(Clone, Copy, Debug)]
pub struct Mask(Value16);

/// 16 binary64 as eight vectors of two.
#[derive(Clone, Copy, Debug)]
pub struct Doubles([Value; 8]);

/// Emits code on registers of 16 lanes, for one batch of a group.
pub struct Builder<'a, 'b> {
    code: &'a mut FunctionBuilder<'b>,
    /// Address of the batch in register 0.
    registers: Value,
    /// Bytes from a register to the next.
    stride: usize,
    /// One more than the highest register accessed.
    pub(crate) extent: usize,
}

/// Words of two vectors, each as its first byte among the 32 of both.
mod words {
    /// Alternately the low words of both.
    pub const INTERLEAVE_LOW: [u8; 4] = [0, 16, 4, 20];
    /// Alternately the high words of both.
    pub const INTERLEAVE_HIGH: [u8; 4] = [8, 24, 12, 28];
    /// The low words of four doublewords.
    pub const EVEN: [u8; 4] = [0, 8, 16, 24];
    /// The high words of four doublewords.
    pub const ODD: [u8; 4] = [4, 12, 20, 28];
    /// The lower half of both.
    pub const LOWER: [u8; 4] = [0, 4, 16, 20];
    /// The upper half of the first, twice.
    pub const UPPER: [u8; 4] = [8, 12, 8, 12];
    /// The lower two words, each twice.
    pub const TWICE_LOW: [u8; 4] = [0, 0, 4, 4];
    /// The upper two words, each twice.
    pub const TWICE_HIGH: [u8; 4] = [8, 8, 12, 12];
}

fn lanes() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

impl<'a, 'b> Builder<'a, 'b> {
    pub(crate) fn new(code: &'a mut FunctionBuilder<'b>, registers: Value, stride: usize) -> Self {
        Builder {
            code,
            registers,
            stride,
            extent: 0,
        }
    }

    /// Number of instructions so far, of the code generator's own.
    pub(crate) fn instructions(&self) -> usize {
        self.code.func.dfg.num_insts()
    }

    fn offset(&mut self, register: u16, part: usize) -> Offset32 {
        let register = usize::from(register);
        self.extent = self.extent.max(register + 1);
        // At most 2^16 registers of 2^13 bytes.
        Offset32::new((register * self.stride + part * 16) as i32)
    }

    /// The value of a register.
    pub fn load(&mut self, register: impl Into<u16>) -> Value16 {
        let register = register.into();
        std::array::from_fn(|part| {
            let at = self.offset(register, part);
            self.code
                .ins()
                .load(I32X4, MemFlagsData::trusted(), self.registers, at)
        })
    }

    /// Sets the value of a register.
    pub fn store(&mut self, register: impl Into<u16>, v: Value16) {
        let register = register.into();
        for (part, v) in v.into_iter().enumerate() {
            let at = self.offset(register, part);
            self.code
                .ins()
                .store(MemFlagsData::trusted(), v, self.registers, at);
        }
    }

    fn gather(&mut self, lane: impl Fn(usize) -> Value) -> Value16 {
        std::array::from_fn(|part| {
            let first = self.code.ins().splat(I32X4, lane(4 * part));
            (1..4).fold(first, |v, i| {
                self.code.ins().insertlane(v, lane(4 * part + i), i as u8)
            })
        })
    }

    fn each(
        &mut self,
        a: Value16,
        b: Value16,
        mut f: impl FnMut(&mut Self, Value, Value) -> Value,
    ) -> Value16 {
        std::array::from_fn(|i| f(self, a[i], b[i]))
    }

    /// `f` on vectors of another type.
    fn as_type(
        &mut self,
        ty: Type,
        a: Value16,
        b: Value16,
        mut f: impl FnMut(&mut FunctionBuilder<'b>, Value, Value) -> Value,
    ) -> Value16 {
        self.each(a, b, |s, a, b| {
            let (a, b) = (s.cast(ty, a), s.cast(ty, b));
            let r = f(s.code, a, b);
            s.cast(I32X4, r)
        })
    }

    /// The same bits as a vector of another type.
    fn cast(&mut self, ty: Type, v: Value) -> Value {
        match self.code.func.dfg.value_type(v) == ty {
            true => v,
            false => self.code.ins().bitcast(ty, lanes(), v),
        }
    }

    /// Words of two vectors, each by its first byte among the 32 of both.
    fn words(&mut self, a: Value, b: Value, from: [u8; 4]) -> Value {
        let bytes: [u8; 16] = std::array::from_fn(|i| from[i / 4] + (i % 4) as u8);
        let pattern = ConstantData::from(&bytes[..]);
        let pattern = self.code.func.dfg.immediates.push(pattern);
        let (a, b) = (self.cast(I8X16, a), self.cast(I8X16, b));
        let r = self.code.ins().shuffle(a, b, pattern);
        self.cast(I32X4, r)
    }

    fn each_double(
        &mut self,
        a: Doubles,
        b: Doubles,
        mut f: impl FnMut(&mut FunctionBuilder<'b>, Value, Value) -> Value,
    ) -> Doubles {
        Doubles(std::array::from_fn(|i| f(self.code, a.0[i], b.0[i])))
    }

    /// Shifts, which vector units have for one amount in all lanes.
    fn shift(
        &mut self,
        a: Value16,
        by: Value16,
        f: impl Fn(&mut FunctionBuilder<'b>, Value, Value) -> Value,
    ) -> Value16 {
        match self.splatted(by) {
            Some(n) => a.map(|a| f(self.code, a, n)),
            None => self.per_lane(a, by, f),
        }
    }

    /// The word that is in all lanes, if it is known to be one.
    fn splatted(&self, v: Value16) -> Option<Value> {
        let dfg = &self.code.func.dfg;
        let source = |v: Value| match dfg.value_def(v) {
            ValueDef::Result(inst, _) => match dfg.insts[inst] {
                InstructionData::Unary {
                    opcode: Opcode::Splat,
                    arg,
                } => Some(arg),
                _ => None,
            },
            _ => None,
        };
        let first = source(v[0])?;
        v.iter().all(|v| source(*v) == Some(first)).then_some(first)
    }

    /// Applies `f` to each lane separately, for operations without a vector
    /// instruction.
    fn per_lane(
        &mut self,
        a: Value16,
        b: Value16,
        f: impl Fn(&mut FunctionBuilder<'b>, Value, Value) -> Value,
    ) -> Value16 {
        let lane: [Value; 16] = std::array::from_fn(|i| {
            let a = self.code.ins().extractlane(a[i / 4], (i % 4) as u8);
            let b = self.code.ins().extractlane(b[i / 4], (i % 4) as u8);
            f(self.code, a, b)
        });
        self.gather(|i| lane[i])
    }

    fn compare(&mut self, cc: IntCC, a: Value16, b: Value16) -> Mask {
        Mask(self.each(a, b, |s, a, b| s.code.ins().icmp(cc, a, b)))
    }

    fn compare_floats(&mut self, cc: FloatCC, a: Value16, b: Value16) -> Mask {
        Mask(self.as_type(F32X4, a, b, |c, a, b| c.ins().fcmp(cc, a, b)))
    }

    /// Shift amounts are taken modulo 32 by the instructions themselves.
    fn int(
        &mut self,
        a: Value16,
        b: Value16,
        f: impl Fn(&mut FunctionBuilder<'b>, Value, Value) -> Value,
    ) -> Value16 {
        self.each(a, b, |s, a, b| f(s.code, a, b))
    }
}

impl Exec for Builder<'_, '_> {
    type V = Value16;
    type M = Mask;
    type D = Doubles;

    fn splat(&mut self, x: u32) -> Value16 {
        let x = self.code.ins().iconst(I32, i64::from(x as i32));
        let v = self.code.ins().splat(I32X4, x);
        [v; 4]
    }
    fn add(&mut self, a: Value16, b: Value16) -> Value16 {
        self.int(a, b, |c, a, b| c.ins().iadd(a, b))
    }
    fn sub(&mut self, a: Value16, b: Value16) -> Value16 {
        self.int(a, b, |c, a, b| c.ins().isub(a, b))
    }
    fn mul_low(&mut self, a: Value16, b: Value16) -> Value16 {
        self.int(a, b, |c, a, b| c.ins().imul(a, b))
    }
    fn mul_high_unsigned(&mut self, a: Value16, b: Value16) -> Value16 {
        self.each(a, b, |s, a, b| {
            let (x, y) = (s.code.ins().uwiden_low(a), s.code.ins().uwiden_low(b));
            let low = s.code.ins().imul(x, y);
            let (x, y) = (s.code.ins().uwiden_high(a), s.code.ins().uwiden_high(b));
            let high = s.code.ins().imul(x, y);
            s.words(low, high, words::ODD)
        })
    }
    fn and(&mut self, a: Value16, b: Value16) -> Value16 {
        self.int(a, b, |c, a, b| c.ins().band(a, b))
    }
    fn or(&mut self, a: Value16, b: Value16) -> Value16 {
        self.int(a, b, |c, a, b| c.ins().bor(a, b))
    }
    fn xor(&mut self, a: Value16, b: Value16) -> Value16 {
        self.int(a, b, |c, a, b| c.ins().bxor(a, b))
    }
    fn not(&mut self, a: Value16) -> Value16 {
        self.int(a, a, |c, a, _| c.ins().bnot(a))
    }
    fn shl(&mut self, a: Value16, by: Value16) -> Value16 {
        self.shift(a, by, |c, a, n| c.ins().ishl(a, n))
    }
    fn shr(&mut self, a: Value16, by: Value16) -> Value16 {
        self.shift(a, by, |c, a, n| c.ins().ushr(a, n))
    }
    fn asr(&mut self, a: Value16, by: Value16) -> Value16 {
        self.shift(a, by, |c, a, n| c.ins().sshr(a, n))
    }
    fn ror(&mut self, a: Value16, by: Value16) -> Value16 {
        self.per_lane(a, by, |c, a, n| c.ins().rotr(a, n))
    }
    fn clz(&mut self, a: Value16) -> Value16 {
        self.per_lane(a, a, |c, a, _| c.ins().clz(a))
    }
    fn min_signed(&mut self, a: Value16, b: Value16) -> Value16 {
        self.int(a, b, |c, a, b| c.ins().smin(a, b))
    }
    fn max_signed(&mut self, a: Value16, b: Value16) -> Value16 {
        self.int(a, b, |c, a, b| c.ins().smax(a, b))
    }
    fn min_unsigned(&mut self, a: Value16, b: Value16) -> Value16 {
        self.int(a, b, |c, a, b| c.ins().umin(a, b))
    }
    fn max_unsigned(&mut self, a: Value16, b: Value16) -> Value16 {
        self.int(a, b, |c, a, b| c.ins().umax(a, b))
    }
    fn eq(&mut self, a: Value16, b: Value16) -> Mask {
        self.compare(IntCC::Equal, a, b)
    }
    fn lt_signed(&mut self, a: Value16, b: Value16) -> Mask {
        self.compare(IntCC::SignedLessThan, a, b)
    }
    fn lt_unsigned(&mut self, a: Value16, b: Value16) -> Mask {
        self.compare(IntCC::UnsignedLessThan, a, b)
    }
    fn fadd(&mut self, a: Value16, b: Value16) -> Value16 {
        self.as_type(F32X4, a, b, |c, a, b| c.ins().fadd(a, b))
    }
    fn fsub(&mut self, a: Value16, b: Value16) -> Value16 {
        self.as_type(F32X4, a, b, |c, a, b| c.ins().fsub(a, b))
    }
    fn fmul(&mut self, a: Value16, b: Value16) -> Value16 {
        self.as_type(F32X4, a, b, |c, a, b| c.ins().fmul(a, b))
    }
    fn fdiv(&mut self, a: Value16, b: Value16) -> Value16 {
        self.as_type(F32X4, a, b, |c, a, b| c.ins().fdiv(a, b))
    }
    fn fsqrt(&mut self, a: Value16) -> Value16 {
        self.as_type(F32X4, a, a, |c, a, _| c.ins().sqrt(a))
    }
    fn flt(&mut self, a: Value16, b: Value16) -> Mask {
        self.compare_floats(FloatCC::LessThan, a, b)
    }
    fn fle(&mut self, a: Value16, b: Value16) -> Mask {
        self.compare_floats(FloatCC::LessThanOrEqual, a, b)
    }
    fn feq(&mut self, a: Value16, b: Value16) -> Mask {
        self.compare_floats(FloatCC::Equal, a, b)
    }
    fn is_nan(&mut self, a: Value16) -> Mask {
        self.compare_floats(FloatCC::Unordered, a, a)
    }
    fn float_from_signed(&mut self, a: Value16) -> Value16 {
        self.each(a, a, |s, a, _| {
            let f = s.code.ins().fcvt_from_sint(F32X4, a);
            s.code.ins().bitcast(I32X4, lanes(), f)
        })
    }
    fn signed_from_float(&mut self, a: Value16) -> Value16 {
        self.as_type(F32X4, a, a, |c, a, _| c.ins().fcvt_to_sint_sat(I32X4, a))
    }
    fn add_sat_u8x4(&mut self, a: Value16, b: Value16) -> Value16 {
        self.as_type(I8X16, a, b, |c, a, b| c.ins().uadd_sat(a, b))
    }
    fn sub_sat_u8x4(&mut self, a: Value16, b: Value16) -> Value16 {
        self.as_type(I8X16, a, b, |c, a, b| c.ins().usub_sat(a, b))
    }
    fn min_u8x4(&mut self, a: Value16, b: Value16) -> Value16 {
        self.as_type(I8X16, a, b, |c, a, b| c.ins().umin(a, b))
    }
    fn max_u8x4(&mut self, a: Value16, b: Value16) -> Value16 {
        self.as_type(I8X16, a, b, |c, a, b| c.ins().umax(a, b))
    }
    fn select(&mut self, m: Mask, a: Value16, b: Value16) -> Value16 {
        std::array::from_fn(|i| self.code.ins().bitselect(m.0[i], a[i], b[i]))
    }
    fn mask_and(&mut self, a: Mask, b: Mask) -> Mask {
        Mask(self.and(a.0, b.0))
    }
    fn mask_or(&mut self, a: Mask, b: Mask) -> Mask {
        Mask(self.or(a.0, b.0))
    }
    fn mask_not(&mut self, a: Mask) -> Mask {
        Mask(self.not(a.0))
    }
    fn mask_to_word(&mut self, m: Mask) -> Value16 {
        m.0
    }
    fn permute(&mut self, a: Value16, from: [u8; 16]) -> Value16 {
        std::array::from_fn(|part| {
            let from: [u8; 4] = std::array::from_fn(|i| from[4 * part + i] & 15);
            // Words of one vector, then those of each other that has some.
            let first = usize::from(from[0] / 4);
            let own = from.map(|lane| lane % 4 * 4);
            let mut r = self.words(a[first], a[first], own);
            for other in (0..4).filter(|other| *other != first) {
                let is = |lane: u8| usize::from(lane / 4) == other;
                if from.into_iter().any(is) {
                    let merged = std::array::from_fn(|i| match is(from[i]) {
                        true => 16 + own[i],
                        false => 4 * i as u8,
                    });
                    r = self.words(r, a[other], merged);
                }
            }
            r
        })
    }

    fn double(&mut self, x: f64) -> Doubles {
        let x = self.code.ins().f64const(x);
        Doubles([self.code.ins().splat(F64X2, x); 8])
    }
    fn double_from_float(&mut self, a: Value16) -> Doubles {
        Doubles(std::array::from_fn(|i| {
            let mut part = a[i / 2];
            if i % 2 == 1 {
                part = self.words(part, part, words::UPPER);
            }
            let part = self.cast(F32X4, part);
            self.code.ins().fvpromote_low(part)
        }))
    }
    fn float_from_double(&mut self, a: Doubles) -> Value16 {
        std::array::from_fn(|i| {
            let low = self.code.ins().fvdemote(a.0[2 * i]);
            let high = self.code.ins().fvdemote(a.0[2 * i + 1]);
            self.words(low, high, words::LOWER)
        })
    }
    fn double_from_words(&mut self, low: Value16, high: Value16) -> Doubles {
        Doubles(std::array::from_fn(|i| {
            let half = match i % 2 {
                0 => words::INTERLEAVE_LOW,
                _ => words::INTERLEAVE_HIGH,
            };
            let bits = self.words(low[i / 2], high[i / 2], half);
            self.cast(F64X2, bits)
        }))
    }
    fn words_of_double(&mut self, a: Doubles) -> [Value16; 2] {
        [words::EVEN, words::ODD]
            .map(|which| std::array::from_fn(|i| self.words(a.0[2 * i], a.0[2 * i + 1], which)))
    }
    fn dadd(&mut self, a: Doubles, b: Doubles) -> Doubles {
        self.each_double(a, b, |c, a, b| c.ins().fadd(a, b))
    }
    fn dsub(&mut self, a: Doubles, b: Doubles) -> Doubles {
        self.each_double(a, b, |c, a, b| c.ins().fsub(a, b))
    }
    fn dmul(&mut self, a: Doubles, b: Doubles) -> Doubles {
        self.each_double(a, b, |c, a, b| c.ins().fmul(a, b))
    }
    fn ddiv(&mut self, a: Doubles, b: Doubles) -> Doubles {
        self.each_double(a, b, |c, a, b| c.ins().fdiv(a, b))
    }
    fn dsqrt(&mut self, a: Doubles) -> Doubles {
        self.each_double(a, a, |c, a, _| c.ins().sqrt(a))
    }
    fn dlt(&mut self, a: Doubles, b: Doubles) -> Mask {
        Mask(std::array::from_fn(|i| {
            let mut part = |i: usize| {
                let cc = FloatCC::LessThan;
                self.code.ins().fcmp(cc, a.0[i], b.0[i])
            };
            let (low, high) = (part(2 * i), part(2 * i + 1));
            self.words(low, high, words::EVEN)
        }))
    }
    fn dselect(&mut self, m: Mask, a: Doubles, b: Doubles) -> Doubles {
        Doubles(std::array::from_fn(|i| {
            let twice = match i % 2 {
                0 => words::TWICE_LOW,
                _ => words::TWICE_HIGH,
            };
            let part = m.0[i / 2];
            let mask = self.words(part, part, twice);
            let mask = self.cast(I64X2, mask);
            let (x, y) = (self.cast(I64X2, a.0[i]), self.cast(I64X2, b.0[i]));
            let r = self.code.ins().bitselect(mask, x, y);
            self.cast(F64X2, r)
        }))
    }
}
