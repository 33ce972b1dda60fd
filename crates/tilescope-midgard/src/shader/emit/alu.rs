//! ALU instructions.

use super::source::{Component, Mode, Number, swizzled};
use super::{Lowering, Operand};
use crate::isa::{AluOp, OUTMOD_INT, OutmodInt, RegMode, Scalar, Shrink, Vector};
use crate::shader::access::Datapath;
use crate::shader::access::clamp;
use crate::shader::alu;
use crate::shader::missing;
use crate::shader::op::{Code, Part, Width};
use crate::shader::quirks::DotOrder;
use crate::shader::slots::Register;

/// The destination of a component.
#[derive(Clone, Copy, Debug)]
struct Dest {
    register: u8,
    /// Width in bits.
    bits: u32,
    /// Number of the component, in units of that width.
    number: u8,
}

/// The output modifier of an instruction, and where it applies.
#[derive(Clone, Copy, Debug)]
struct Out {
    op: AluOp,
    mode: Mode,
    modifier: u8,
    /// Width of the destination in bits.
    bits: u32,
}

impl Out {
    fn writes_integers(&self) -> bool {
        crate::isa::AluCode::from(self.op).writes_integers()
    }

    fn int(&self) -> OutmodInt {
        OUTMOD_INT.rows[usize::from(self.modifier & 3)].op
    }
}

/// A value of an operation before it is delivered.
#[derive(Clone, Copy, Debug)]
enum Value {
    Narrow(Operand),
    Wide([Operand; 2]),
}

/// The code that computes an operation, if a frequent one does.
fn fast(op: AluOp, width: Width) -> Option<Code> {
    use AluOp::*;
    Some(match op {
        Fadd => Code::Add,
        Fmul => Code::Mul,
        Fmin => Code::Min,
        Fmax => Code::Max,
        Flt | FballLt | FbanyLt => Code::Lt,
        Fle | FballLte | FbanyLte => Code::Le,
        Feq | FballEq | FbanyEq => Code::Eq,
        Fne | FballNeq | FbanyNeq => Code::Ne,
        Ffloor => Code::Floor,
        Frcp => Code::Rcp,
        Frsqrt => Code::Rsqrt,
        Iadd => Code::IntAdd,
        Isub => Code::IntSub,
        Imul => Code::IntMul,
        Iand => Code::And,
        Ior => Code::Or,
        Ixor => Code::Xor,
        Ieq | IballEq | IbanyEq => Code::IntEq,
        Ine | IballNeq | IbanyNeq => Code::IntNe,
        Ilt | IballLt | IbanyLt => Code::IntLt,
        Ult | UballLt | UbanyLt => Code::UintLt,
        Ishl if width == Width::W32 => Code::ShiftLeft,
        _ => return None,
    })
}

/// A vector operation across components.
enum Across {
    /// Nothing.
    No,
    /// The sum of products of so many.
    Dot(u8),
    All,
    Any,
    Select {
        vector: bool,
    },
    Fused,
    Choose,
    /// A component of an intermediate result.
    Angle,
    Reduced,
}

fn across(op: AluOp) -> Across {
    use AluOp::*;
    match op {
        Fdot3 => Across::Dot(3),
        Fdot4 => Across::Dot(4),
        FballEq | FballNeq | FballLt | FballLte | IballEq | IballNeq | UballLt | UballLte
        | IballLt | IballLte => Across::All,
        FbanyEq | FbanyNeq | FbanyLt | FbanyLte | IbanyEq | IbanyNeq | UbanyLt | UbanyLte
        | IbanyLt | IbanyLte => Across::Any,
        Icsel | Fcsel => Across::Select { vector: false },
        IcselV | FcselV => Across::Select { vector: true },
        Ffma | FfmaRtz | FfmaRtn | FfmaRtp => Across::Fused,
        Ichoose => Across::Choose,
        Fatan2Pt1 => Across::Angle,
        Freduce => Across::Reduced,
        _ => Across::No,
    }
}

impl Lowering<'_, '_, '_> {
    /// The operation of an instruction, if it is implemented.
    fn operation(&mut self, code: crate::isa::AluCode) -> Option<AluOp> {
        let Some(row) = code.row() else {
            self.missing("an ALU operation without a documented meaning");
            return None;
        };
        match missing::alu(row.op.op) {
            Some(what) => {
                self.missing(what);
                None
            }
            None => Some(row.op.op),
        }
    }

    pub(super) fn vector(&mut self, v: &Vector) {
        let Some(op) = self.operation(v.op) else {
            return;
        };
        let mode = Mode::of(v.mode);
        let bits = match v.shrink {
            Shrink::None => mode.bits(),
            Shrink::Lower | Shrink::Upper if v.mode != RegMode::W8 => mode.bits() / 2,
            _ => {
                self.missing("an undocumented shrink mode");
                return;
            }
        };
        let out = Out {
            op,
            mode,
            modifier: v.outmod,
            bits,
        };
        let count = (128 / mode.bits()) as u8;
        // A bit of the mask is 16 bits of the operation.
        let written = |p: u8| u32::from(v.mask) >> (u32::from(p) * mode.bits() / 16) & 1 != 0;
        let positions = (0..count).filter(|p| written(*p));
        let shared = match (across(op), mode) {
            (Across::Dot(n), Mode::Narrow(width)) if width != Width::W8 => {
                Some(self.dot(v, op, width, n))
            }
            (Across::All, Mode::Narrow(width)) if width != Width::W8 => {
                Some(self.reduce(v, op, width, Code::And))
            }
            (Across::Any, Mode::Narrow(width)) if width != Width::W8 => {
                Some(self.reduce(v, op, width, Code::Or))
            }
            (Across::Dot(_) | Across::All | Across::Any, _) => {
                self.missing("operations across components of 8 or 64 bits");
                return;
            }
            _ => None,
        };
        let shared = shared.map(|value| {
            let value = self.modified(&out, Value::Narrow(value));
            self.hold(value)
        });
        for p in positions {
            self.next_component();
            let value = match shared {
                Some(value) => value,
                None => {
                    let Some(value) = self.component(v, op, mode, p) else {
                        return;
                    };
                    self.modified(&out, value)
                }
            };
            let upper = if v.shrink == Shrink::Upper { count } else { 0 };
            let dest = Dest {
                register: v.regs.out,
                bits,
                number: p + upper,
            };
            self.deliver(&out, value, dest);
        }
        self.next_component();
    }

    /// A source of an operation of up to 32 bits, at position `p`.
    fn vector_source(&mut self, v: &Vector, i: usize, width: Width, p: u8) -> Operand {
        let number =
            v.op.row()
                .map_or(Number::Float, |row| Number::of(row.op.op));
        if i == 1
            && let Some(value) = v.immediate()
        {
            return self.immediate(value, width, number);
        }
        let src = &v.src[i & 1];
        let register = if i == 0 { v.regs.src1 } else { v.regs.src2 };
        let (n, bits) = swizzled(src, width, p);
        let component = Component {
            register,
            bits,
            number: n,
        };
        self.narrow(component, src.modifier, width, number)
    }

    /// The value of an operation at position `p`.
    fn component(&mut self, v: &Vector, op: AluOp, mode: Mode, p: u8) -> Option<Value> {
        let width = match mode {
            Mode::Narrow(width) => width,
            Mode::Wide => return self.wide_component(v, op, p),
        };
        let [first, second] = alu::sources(op);
        Some(Value::Narrow(match across(op) {
            Across::Select { vector } => {
                let a = self.vector_source(v, 0, width, p);
                let b = self.vector_source(v, 1, width, p);
                let place = if vector { Some((width, p)) } else { None };
                self.selected(place, [a, b])
            }
            Across::Fused => {
                // The first source's first two components are the factors.
                let a = self.vector_source(v, 0, width, 0);
                let b = self.vector_source(v, 0, width, 1);
                let c = self.vector_source(v, 1, width, p);
                self.apply(Code::Alu(op, width), [a, b, c])
            }
            Across::Choose => {
                if width != Width::W32 {
                    self.missing("CHOOSE of components other than 32 bits");
                    return None;
                }
                let n = self.vector_source(v, 1, width, p);
                let n = self.apply(Code::And, [n, Operand::Word(3)]);
                let mut value = self.vector_source(v, 0, width, 0);
                for i in 1..4 {
                    let own = self.vector_source(v, 0, width, i);
                    let chosen = self.apply(Code::IntEq, [n, Operand::Word(i.into())]);
                    value = self.apply(Code::Select, [chosen, own, value]);
                }
                value
            }
            Across::Angle => {
                if p % 4 == 1 {
                    self.missing(alu::ANGLE_Y);
                    return None;
                }
                let a = self.vector_source(v, 0, width, p);
                let b = self.vector_source(v, 1, width, p);
                self.apply(Code::Angle(p % 4), [a, b])
            }
            Across::Reduced => {
                if width != Width::W32 {
                    self.missing("FREDUCE of components other than 32 bits");
                    return None;
                }
                let mask = Operand::Word(alu::reduced_exponent(self.emit.q));
                let all = [0, 1, 2, 3].map(|i| {
                    let a = self.vector_source(v, 0, width, i);
                    self.apply(Code::And, [a, mask])
                });
                let max = Code::Alu(AluOp::Umax, width);
                let [x, y, z, w] = all;
                let (xy, zw) = (self.apply(max, [x, y]), self.apply(max, [z, w]));
                let largest = self.apply(max, [xy, zw]);
                let a = self.vector_source(v, 0, width, p);
                self.apply(Code::Alu(op, width), [a, largest])
            }
            _ => {
                let a = first.then(|| self.vector_source(v, 0, width, p));
                let b = second.then(|| self.vector_source(v, 1, width, p));
                return self.operate(op, v.outmod, width, [a, b]);
            }
        }))
    }

    /// A choice by r31: by its w component, or by the component at a position.
    fn selected(&mut self, place: Option<(Width, u8)>, [a, b]: [Operand; 2]) -> Operand {
        let Some((width, p)) = place else {
            let condition = Operand::Slot(Register::Condition.slot(3));
            return self.apply(Code::Select, [condition, a, b]);
        };
        let per_word = (32 / width.bits()) as u8;
        let word = Operand::Slot(Register::Condition.slot(p / per_word));
        let condition = match width {
            Width::W32 => word,
            _ => self.apply(
                Code::Field {
                    shift: p % per_word * width.bits() as u8,
                    bits: width.bits() as u8,
                    signed: true,
                },
                [word],
            ),
        };
        self.apply(Code::SelectBits, [condition, a, b])
    }

    /// The value of a plain operation; `None` for integers that the output modifier
    /// changes stands for nothing here, as [`Lowering::modified`] is told.
    fn operate(
        &mut self,
        op: AluOp,
        outmod: u8,
        width: Width,
        [a, b]: [Option<Operand>; 2],
    ) -> Option<Value> {
        let moves = matches!(
            op,
            AluOp::Imov | AluOp::Fmov | AluOp::FmovRtz | AluOp::FmovRtn | AluOp::FmovRtp
        );
        let integer = crate::isa::AluCode::from(op).writes_integers();
        let keeps = !integer || OUTMOD_INT.rows[usize::from(outmod & 3)].op == OutmodInt::KeepLo;
        let (x, y) = match (a, b) {
            (Some(a), Some(b)) => (a, b),
            (Some(a), None) => (a, a),
            (None, Some(b)) => (b, b),
            (None, None) => return None,
        };
        if moves && keeps {
            return Some(Value::Narrow(y));
        }
        if !keeps {
            // `modified` computes it with its modifier.
            return Some(Value::Wide([x, y]));
        }
        let code = fast(op, width).unwrap_or(Code::Alu(op, width));
        Some(Value::Narrow(self.apply(code, [x, y])))
    }

    fn wide_component(&mut self, v: &Vector, op: AluOp, p: u8) -> Option<Value> {
        let number = Number::of(op);
        let [first, second] = alu::sources(op);
        // A source that the operation does not have may name a register without a value.
        let none = [Operand::Word(0); 2];
        let a = match first {
            true => self.wide(v.regs.src1, &v.src[0], p, number),
            false => none,
        };
        let b = match v.immediate() {
            _ if !second => none,
            Some(value) => self.wide_immediate(value, number),
            None => self.wide(v.regs.src2, &v.src[1], p, number),
        };
        if let Across::Select { vector } = across(op) {
            let words = [0, 1].map(|i: u8| {
                let place = vector.then_some((Width::W32, 2 * p + i));
                self.selected(place, [a[usize::from(i)], b[usize::from(i)]])
            });
            return Some(Value::Wide(words));
        }
        if matches!(op, AluOp::Imov | AluOp::Fmov) {
            return Some(Value::Wide(b));
        }
        if !alu::has_wide(op) {
            self.missing("an operation on components of 64 bits");
            return None;
        }
        let words = [Part::Low, Part::High].map(|part| {
            let operands = [a[0], a[1], b[0], b[1]];
            self.apply(Code::Wide(op, part), operands)
        });
        Some(Value::Wide(words))
    }

    fn dot(&mut self, v: &Vector, op: AluOp, width: Width, n: u8) -> Operand {
        let mut products = Vec::new();
        for p in 0..n {
            let a = self.vector_source(v, 0, width, p);
            let b = self.vector_source(v, 1, width, p);
            products.push(self.apply(Code::Mul, [a, b]));
        }
        debug_assert!(matches!(op, AluOp::Fdot3 | AluOp::Fdot4));
        let mut sum = |x: Operand, y: Operand| self.apply(Code::Add, [x, y]);
        match *products.as_slice() {
            [x, y, z] => {
                let xy = sum(x, y);
                sum(xy, z)
            }
            [x, y, z, w] => {
                let xy = sum(x, y);
                match self.emit.q.dot_order {
                    DotOrder::Sequential => {
                        let xyz = self.apply(Code::Add, [xy, z]);
                        self.apply(Code::Add, [xyz, w])
                    }
                    DotOrder::Pairs => {
                        let zw = self.apply(Code::Add, [z, w]);
                        self.apply(Code::Add, [xy, zw])
                    }
                }
            }
            _ => self.undefined(),
        }
    }

    fn reduce(&mut self, v: &Vector, op: AluOp, width: Width, with: Code) -> Operand {
        let code = fast(op, width).unwrap_or(Code::Alu(op, width));
        let mut all = None;
        for p in 0..4 {
            let a = self.vector_source(v, 0, width, p);
            let b = self.vector_source(v, 1, width, p);
            let one = self.apply(code, [a, b]);
            all = Some(match all {
                None => one,
                Some(all) => self.apply(with, [all, one]),
            });
        }
        all.unwrap_or(Operand::Word(0))
    }

    /// A value that is delivered several times.
    fn hold(&mut self, value: Value) -> Value {
        match value {
            Value::Narrow(Operand::Slot(_)) => {
                let Value::Narrow(operand) = value else {
                    return value;
                };
                Value::Narrow(Operand::Slot(Datapath::hold(self, operand)))
            }
            value => value,
        }
    }

    /// The value with the output modifier.
    fn modified(&mut self, out: &Out, value: Value) -> Value {
        if out.writes_integers() {
            return match (out.mode, out.int(), value) {
                (Mode::Narrow(width), modifier, Value::Wide(operands)) => {
                    let code = Code::Saturated(out.op, width, modifier, out.bits as u8);
                    Value::Narrow(self.apply(code, operands))
                }
                (Mode::Narrow(_), OutmodInt::KeepLo, value) => value,
                // Truth values are 0 and -1, selected values have the width.
                (Mode::Narrow(width), modifier, Value::Narrow(value)) => {
                    let code = Code::Saturated(AluOp::Imov, width, modifier, out.bits as u8);
                    Value::Narrow(self.apply(code, [value, value]))
                }
                (Mode::Wide, OutmodInt::KeepLo, value) => value,
                (Mode::Wide, OutmodInt::KeepHi, Value::Wide([_, high])) if out.bits == 32 => {
                    Value::Wide([high, high])
                }
                (Mode::Wide, _, value) => {
                    self.missing("output modifiers of integers of 64 bits");
                    value
                }
            };
        }
        let Some(code) = clamp(out.modifier) else {
            return value;
        };
        match value {
            Value::Narrow(value) => Value::Narrow(self.apply(code, [value])),
            Value::Wide(_) => {
                self.missing("output modifiers of floats of 64 bits");
                value
            }
        }
    }

    /// Writes a component of the destination.
    fn deliver(&mut self, out: &Out, value: Value, dest: Dest) {
        let float = !out.writes_integers();
        let value = match value {
            Value::Narrow(value) => value,
            Value::Wide(words) if dest.bits == 64 => {
                for (i, word) in (0u8..).zip(words) {
                    if let Some(slot) = self.alu_write(dest.register, (dest.number * 2 + i) & 3) {
                        self.write(slot, word);
                    }
                }
                return;
            }
            Value::Wide(words) if float => self.apply(Code::NarrowFloat, words),
            Value::Wide([low, _]) => low,
        };
        let per_word = (32 / dest.bits.clamp(8, 32)) as u8;
        let Some(slot) = self.alu_write(dest.register, (dest.number / per_word) & 3) else {
            return;
        };
        match dest.bits {
            32 => self.write(slot, value),
            16 if float => {
                let part = if dest.number.is_multiple_of(2) {
                    Part::Low
                } else {
                    Part::High
                };
                let code = Code::PutHalf(part, alu::rounding(out.op));
                self.write_part(code, slot, value);
            }
            bits => {
                let code = Code::PutField {
                    shift: dest.number % per_word * bits as u8,
                    bits: bits as u8,
                };
                self.write_part(code, slot, value);
            }
        }
    }

    pub(super) fn scalar(&mut self, s: &Scalar) {
        let Some(op) = self.operation(s.op) else {
            return;
        };
        let [first, second] = alu::sources(op);
        let immediate = s.immediate();
        let full =
            s.full || first && s.src[0].full || second && immediate.is_none() && s.src[1].full;
        let width = if full { Width::W32 } else { Width::W16 };
        let number = Number::of(op);
        let mut source = |i: usize| {
            if i == 1
                && let Some(value) = immediate
            {
                return self.immediate(value, width, number);
            }
            let src = &s.src[i & 1];
            let register = if i == 0 { s.regs.src1 } else { s.regs.src2 };
            let (bits, n) = match src.full {
                true => (32, src.component / 2),
                false => (16, src.component),
            };
            let component = Component {
                register,
                bits,
                number: n,
            };
            self.narrow(component, src.modifier, width, number)
        };
        let bits = if s.full { 32 } else { 16 };
        let out = Out {
            op,
            mode: Mode::Narrow(width),
            modifier: s.outmod,
            bits,
        };
        let dest = Dest {
            register: s.regs.out,
            bits,
            number: if s.full { s.component / 2 } else { s.component },
        };
        let value = match across(op) {
            Across::No => {
                let a = first.then(|| source(0));
                let b = second.then(|| source(1));
                self.operate(op, s.outmod, width, [a, b])
            }
            Across::Select { vector } => {
                let (a, b) = (source(0), source(1));
                let place = vector.then_some((Width::W32, s.component / 2));
                Some(Value::Narrow(self.selected(place, [a, b])))
            }
            _ => {
                self.missing("operations across components in a scalar unit");
                None
            }
        };
        if let Some(value) = value {
            let value = self.modified(&out, value);
            self.deliver(&out, value, dest);
        }
        self.next_component();
    }
}
