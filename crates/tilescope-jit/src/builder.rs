//! [`Exec`] on machine values.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::immediates::Offset32;
use cranelift_codegen::ir::types::{F32X4, I8X16, I32, I32X4, Type};
use cranelift_codegen::ir::{Endianness, InstBuilder, MemFlagsData, Value};
use cranelift_frontend::FunctionBuilder;
use tilescope_exec::Exec;

/// 16 lanes as four vectors of four words.
pub type Value16 = [Value; 4];

/// A truth value per lane: vectors of all ones or zeros.
#[derive(Clone, Copy, Debug)]
pub struct Mask(Value16);

/// Emits code on registers of 16 lanes that are contiguous in memory.
pub struct Builder<'a, 'b> {
    code: &'a mut FunctionBuilder<'b>,
    registers: Value,
    /// One more than the highest register accessed.
    pub(crate) extent: usize,
}

/// Size of a register in bytes.
const REGISTER: usize = 64;

fn lanes() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

impl<'a, 'b> Builder<'a, 'b> {
    pub(crate) fn new(code: &'a mut FunctionBuilder<'b>, registers: Value) -> Self {
        Builder {
            code,
            registers,
            extent: 0,
        }
    }

    fn offset(register: u8, part: usize) -> Offset32 {
        Offset32::new((usize::from(register) * REGISTER + part * 16) as i32)
    }

    /// The value of a register.
    pub fn load(&mut self, register: u8) -> Value16 {
        self.extent = self.extent.max(usize::from(register) + 1);
        std::array::from_fn(|part| {
            let at = Self::offset(register, part);
            self.code
                .ins()
                .load(I32X4, MemFlagsData::trusted(), self.registers, at)
        })
    }

    /// Sets the value of a register.
    pub fn store(&mut self, register: u8, v: Value16) {
        self.extent = self.extent.max(usize::from(register) + 1);
        for (part, v) in v.into_iter().enumerate() {
            let at = Self::offset(register, part);
            self.code
                .ins()
                .store(MemFlagsData::trusted(), v, self.registers, at);
        }
    }

    /// A mask from words: true where they are not zero.
    pub fn mask_from_words(&mut self, v: Value16) -> Mask {
        let zero = self.splat(0);
        let zeros = self.eq(v, zero);
        self.mask_not(zeros)
    }

    /// Lane `i` of the result is lane `from(i)` of `v`.
    pub fn shuffle(&mut self, v: Value16, from: impl Fn(usize) -> usize) -> Value16 {
        let lane: [Value; 16] =
            std::array::from_fn(|i| self.code.ins().extractlane(v[i / 4], (i % 4) as u8));
        self.gather(|i| lane[from(i) & 15])
    }

    /// Every lane is lane 0 of `v`.
    pub fn broadcast_first(&mut self, v: Value16) -> Value16 {
        let x = self.code.ins().extractlane(v[0], 0);
        let x = self.code.ins().splat(I32X4, x);
        [x; 4]
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
            let a = s.code.ins().bitcast(ty, lanes(), a);
            let b = s.code.ins().bitcast(ty, lanes(), b);
            let r = f(s.code, a, b);
            if s.code.func.dfg.value_type(r) == I32X4 {
                r
            } else {
                s.code.ins().bitcast(I32X4, lanes(), r)
            }
        })
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
        self.per_lane(a, by, |c, a, n| c.ins().ishl(a, n))
    }
    fn shr(&mut self, a: Value16, by: Value16) -> Value16 {
        self.per_lane(a, by, |c, a, n| c.ins().ushr(a, n))
    }
    fn asr(&mut self, a: Value16, by: Value16) -> Value16 {
        self.per_lane(a, by, |c, a, n| c.ins().sshr(a, n))
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
}
