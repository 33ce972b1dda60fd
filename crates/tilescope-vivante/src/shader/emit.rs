//! Translation of an instruction to operations.

mod results;
mod units;

use super::alu::{Test, Value};
use super::compute::ShaderCores;
use super::function::Function;
use super::meaning::{Arg, Condition, Meaning, Number, meaning};
use super::note::{Note, Problem};
use super::op::{Code, Constant, Expr, Modifiers, Origin, Unit};
use super::program::branch_target;
use super::quirks::{BeyondTemps, FloatRounding, ShaderQuirks, Undefined, UniformConflict};
use super::slots;
use crate::isa::{AddrMode, Decoded, File, Reg, Src};
use tilescope_shader::{BlockBuilder, End, Relative, Slot, Target};

type Builder<'l> = BlockBuilder<'l, ShaderCores>;

/// State of the translation of a program.
#[derive(Debug)]
pub struct Emit<'q> {
    pub q: &'q ShaderQuirks,
    /// `NUM_TEMPS`, at least 1.
    pub num_temps: u16,
    pub notes: Vec<Note>,
    /// Temporary registers that exist.
    pub temps: u16,
}

impl<'q> Emit<'q> {
    pub fn new(q: &'q ShaderQuirks, num_temps: u8) -> Emit<'q> {
        let num_temps = u16::from(num_temps).clamp(1, slots::TEMPS);
        Emit {
            q,
            num_temps,
            notes: Vec::new(),
            temps: num_temps,
        }
    }

    /// Appends the operations of an instruction.
    pub fn instruction(&mut self, d: &Decoded, ip: u32, b: &mut Builder<'_>) -> End {
        let mut one = Instruction {
            emit: self,
            d,
            ip,
            b,
            changed: Vec::new(),
            conflict: None,
        };
        one.find_conflict();
        one.meaning()
    }
}

/// A component of a source: its slot, and whether it still has to be negated.
#[derive(Clone, Copy)]
struct Operand {
    slot: u16,
    negate: bool,
}

struct Instruction<'e, 'q, 'l> {
    emit: &'e mut Emit<'q>,
    d: &'e Decoded,
    ip: u32,
    b: &'e mut Builder<'l>,
    /// Slots, the modifiers applied to them, and the slots of the results.
    changed: Vec<(u16, Modifiers, u16)>,
    /// The uniform that all sources read.
    conflict: Option<Reg>,
}

impl Instruction<'_, '_, '_> {
    fn note(&mut self, problem: Problem) {
        let note = problem.at(self.ip);
        if !self.emit.notes.contains(&note) {
            self.emit.notes.push(note);
        }
    }

    /// Whether the sources are different uniforms on a chip that can read one.
    fn find_conflict(&mut self) {
        if self.emit.q.uniform_conflict == UniformConflict::Each {
            return;
        }
        let uniforms = self.d.src.iter().filter_map(|s| match s {
            Src::Reg(r) if r.file == File::Uniform => Some(*r),
            _ => None,
        });
        let all: Vec<Reg> = uniforms.collect();
        let Some(last) = all.last().copied() else {
            return;
        };
        let other = |r: &&Reg| (r.index, r.address) != (last.index, last.address);
        if let Some(first) = all.iter().find(other) {
            self.note(Problem::UniformConflict {
                read: last.index,
                lost: first.index,
            });
            self.conflict = Some(last);
        }
    }

    /// Appends an operation that writes an expression to `d`.
    fn write(&mut self, expr: Expr, d: Slot) {
        self.b.value(expr.code, d, expr.s);
    }

    /// The slot of a constant.
    fn constant(&mut self, origin: Origin, modifiers: Modifiers) -> Slot {
        self.b.constant(Constant { origin, modifiers })
    }

    fn word(&mut self, word: u32) -> u16 {
        self.constant(Origin::Word(word), Modifiers::NONE)
    }

    fn undefined(&mut self) -> u16 {
        let Undefined::Word(word) = self.emit.q.undefined;
        self.word(word)
    }

    fn missing(&mut self, what: &'static str) {
        self.unit(Unit::Missing(what));
    }

    fn unit(&mut self, unit: Unit) {
        self.b.unit(unit.access());
    }

    /// The slot of a temporary register, if it exists.
    fn temp(&mut self, index: u16) -> Option<u16> {
        let mut index = index;
        if index >= self.emit.num_temps {
            self.note(Problem::BeyondTemps {
                register: i64::from(index),
                temps: self.emit.num_temps,
            });
            if self.emit.q.beyond_temps == BeyondTemps::Wrap {
                index %= self.emit.num_temps;
            }
        }
        let there = index < slots::TEMPS;
        if there {
            self.emit.temps = self.emit.temps.max(index + 1);
        }
        there.then_some(index)
    }

    /// A component of an indirectly addressed temporary register. The number of registers
    /// is set when all instructions are translated.
    fn indirect(&self, index: u16, component: u8, address: AddrMode) -> Relative {
        Relative {
            address: address_slot(address).unwrap_or(slots::ADDRESS),
            index,
            first: slots::temp(0, component),
            stride: slots::temp(1, 0),
            len: self.emit.num_temps,
            allowed: self.emit.num_temps,
            wraps: self.emit.q.beyond_temps == BeyondTemps::Wrap,
        }
    }

    /// A component of a source before its modifiers.
    fn register(&mut self, r: Reg, component: usize) -> Result<u16, Origin> {
        let swizzled = r.swizzle.component(component) as u8;
        let r = match (r.file, self.conflict) {
            (File::Uniform, Some(last)) => Reg {
                index: last.index,
                address: last.address,
                ..r
            },
            _ => r,
        };
        match (r.file, r.address) {
            (File::Temp | File::TempFull, AddrMode::Direct) => Ok(match self.temp(r.index) {
                Some(index) => slots::temp(index, swizzled),
                None => self.undefined(),
            }),
            (File::Uniform, AddrMode::Direct) => Err(Origin::Uniform {
                index: r.index,
                component: swizzled,
            }),
            (File::Internal, _) if (r.index, swizzled, r.address) == (0, 0, AddrMode::Direct) => {
                Ok(slots::FRONT_FACING)
            }
            (File::Internal, _) => {
                self.missing("internal registers other than i0.x");
                Ok(self.undefined())
            }
            (file, address) => {
                let d = self.b.scratch();
                match file {
                    File::Uniform => self.unit(Unit::Uniform {
                        address: address_slot(address).unwrap_or(slots::ADDRESS),
                        index: r.index,
                        component: swizzled,
                        d,
                    }),
                    _ => {
                        let relative = self.indirect(r.index, swizzled, address);
                        self.b.relative_read(d, relative);
                    }
                }
                Ok(d)
            }
        }
    }

    /// A component of an operand. The caller negates floats if the result says so.
    fn operand(&mut self, arg: Arg, component: usize, number: Number) -> Operand {
        let plain = |slot| Operand {
            slot,
            negate: false,
        };
        let src = match arg {
            Arg::Word(word) => return plain(self.word(word)),
            Arg::Src(n) => self.d.src.get(usize::from(n)).copied(),
        };
        let r = match src {
            Some(Src::Reg(r)) => r,
            Some(Src::Imm(imm)) => return plain(self.word(imm.value())),
            Some(Src::Void) | None => {
                self.missing("reading a missing operand");
                return plain(self.undefined());
            }
        };
        let modifiers = Modifiers::new(r.negate, r.absolute, number);
        let slot = match self.register(r, component) {
            Ok(slot) => slot,
            Err(origin) => return plain(self.constant(origin, modifiers)),
        };
        if modifiers.negate && !modifiers.absolute && !modifiers.integer {
            return Operand { slot, negate: true };
        }
        plain(self.change(slot, modifiers))
    }

    /// The slot with modifiers applied.
    fn change(&mut self, slot: u16, modifiers: Modifiers) -> u16 {
        if !modifiers.any() {
            return slot;
        }
        let same = |(s, m, _): &&(u16, Modifiers, u16)| (*s, *m) == (slot, modifiers);
        if let Some((_, _, done)) = self.changed.iter().find(same) {
            return *done;
        }
        let d = self.b.scratch();
        let mut from = slot;
        for value in modifiers.values() {
            let code = match value {
                Value::FloatAbs => Code::Abs,
                Value::FloatNegate => Code::Neg,
                value => Code::Slow(value),
            };
            self.write(Expr::unary(code, from), d);
            from = d;
        }
        self.changed.push((slot, modifiers, d));
        d
    }

    /// The slot of a component of an operand.
    fn slot(&mut self, arg: Arg, component: usize, number: Number) -> u16 {
        let o = self.operand(arg, component, number);
        self.with_sign(o)
    }

    fn with_sign(&mut self, o: Operand) -> u16 {
        self.change(o.slot, Modifiers::new(o.negate, false, Number::Float))
    }

    /// The expression of one component.
    fn component(&mut self, value: Value, args: [Arg; 4], from: usize, number: Number) -> Expr {
        let fast = self.emit.q.default_arithmetic();
        let near = FloatRounding::NearestEven;
        let [a, b, c, _] = args;
        let op = |code, a, b, c| Expr {
            code,
            s: [a, b, c, c],
        };
        match value {
            Value::Move => {
                let a = self.operand(a, from, number);
                let code = if a.negate { Code::Neg } else { Code::Mov };
                op(code, a.slot, 0, 0)
            }
            Value::Sum(r) if fast && r == near => {
                let (a, b) = (self.operand(a, from, number), self.operand(b, from, number));
                match (a.negate, b.negate) {
                    (false, false) => op(Code::Add, a.slot, b.slot, 0),
                    (true, false) => op(Code::Sub, b.slot, a.slot, 0),
                    (_, true) => {
                        let a = self.with_sign(a);
                        op(Code::Sub, a, b.slot, 0)
                    }
                }
            }
            Value::Product(r) if fast && r == near => {
                let (a, b) = (self.operand(a, from, number), self.operand(b, from, number));
                match a.negate == b.negate {
                    true => op(Code::Mul, a.slot, b.slot, 0),
                    false => op(Code::MulNeg, a.slot, b.slot, 0),
                }
            }
            Value::ProductSum(r) if fast && r == near => {
                let (a, b) = (self.operand(a, from, number), self.operand(b, from, number));
                let c = self.operand(c, from, number);
                let code = match (a.negate != b.negate, c.negate) {
                    (false, false) => Code::MulAdd,
                    (false, true) => Code::MulSub,
                    (true, false) => Code::SubMul,
                    (true, true) => Code::NegMulSub,
                };
                op(code, a.slot, b.slot, c.slot)
            }
            value => {
                let used = operands(value);
                let mut slots = [0; 4];
                for (i, arg) in args.into_iter().enumerate() {
                    slots[i] = match i < used {
                        true => self.slot(arg, from, number),
                        false => slots[0],
                    };
                }
                let code = code_of(value).filter(|_| fast);
                Expr {
                    code: code.unwrap_or(Code::Slow(value)),
                    s: slots,
                }
            }
        }
    }

    fn meaning(&mut self) -> End {
        let to = Target::Instruction(branch_target(self.d).unwrap_or(u32::MAX));
        match meaning(self.d, self.emit.q) {
            Meaning::Nothing => {}
            Meaning::Alu(alu) => self.alu(&alu),
            Meaning::Derivative(axis) => self.derivative(axis),
            Meaning::Texture(level) => self.texture(level),
            Meaning::Load => self.load(),
            Meaning::Store => self.store(),
            Meaning::Kill(c) => {
                let slot = self.condition(&c, 0);
                self.unit(Unit::Kill(slot));
            }
            Meaning::Branch(c) if c.test == Test::Always => return End::Jump(to),
            Meaning::BranchAny(c) if c.test == Test::Always => return End::Jump(to),
            Meaning::Branch(c) => {
                let cond = self.condition(&c, 0);
                return End::Branch { cond, to };
            }
            Meaning::BranchAny(c) => {
                let cond = self.condition(&c, 0);
                for i in 1..4 {
                    let one = self.condition(&c, i);
                    let s = [cond, one, one, one];
                    self.b.value(Code::Or, cond, s);
                }
                return End::Branch { cond, to };
            }
            Meaning::Call => return End::Call(to),
            Meaning::Return => return End::Return,
            Meaning::Missing(what) => self.missing(what),
        }
        End::Next
    }

    /// A slot with all ones where the condition holds for a component, else zero.
    fn condition(&mut self, c: &Condition, component: usize) -> Slot {
        let [a, b] = c.args;
        let args = [a, b, Arg::Word(u32::MAX), Arg::Word(0)];
        let expr = self.component(Value::Choose(c.test), args, component, c.number);
        let d = self.b.scratch();
        self.write(expr, d);
        d
    }
}

fn address_slot(address: AddrMode) -> Option<u16> {
    let component = match address {
        AddrMode::Direct => return None,
        AddrMode::X => 0,
        AddrMode::Y => 1,
        AddrMode::Z => 2,
        AddrMode::W => 3,
    };
    Some(slots::ADDRESS + component)
}

/// The number of operands a value has.
pub fn operands(value: Value) -> usize {
    match value {
        Value::Move | Value::Fraction | Value::Floor | Value::Ceil | Value::FloatSign => 1,
        Value::IntegerSign | Value::Saturate | Value::FloatFromInteger(_) => 1,
        Value::IntegerFromFloat(_) | Value::Address | Value::Abs | Value::Negate => 1,
        Value::FloatAbs | Value::FloatNegate | Value::Not | Value::LeadingZeros => 1,
        Value::Sum(_) | Value::Product(_) | Value::Add | Value::MulLow => 2,
        Value::And | Value::Or | Value::Xor | Value::ShiftLeft | Value::ShiftRight(_) => 2,
        Value::RotateLeft => 2,
        Value::ProductSum(_) | Value::MulLowAdd => 3,
        Value::Choose(_) => 4,
        Value::Function(Function::Quotient) => 2,
        Value::Function(_) => 1,
    }
}

/// The code that computes exactly this value, if there is one.
fn code_of(value: Value) -> Option<Code> {
    Some(match value {
        Value::Fraction => Code::Fraction,
        Value::Floor => Code::Floor,
        Value::Ceil => Code::Ceil,
        Value::Saturate => Code::Saturate,
        Value::Function(Function::Reciprocal) => Code::Reciprocal,
        Value::Function(Function::ReciprocalRoot) => Code::ReciprocalRoot,
        Value::Function(Function::Root) => Code::Root,
        Value::Choose(test) => match test {
            Test::Always => return None,
            Test::FloatGt => Code::FloatGt,
            Test::FloatGe => Code::FloatGe,
            Test::FloatEq => Code::FloatEq,
            Test::FloatNe => Code::FloatNe,
            Test::SignedGt => Code::SignedGt,
            Test::SignedGe => Code::SignedGe,
            Test::UnsignedGt => Code::UnsignedGt,
            Test::UnsignedGe => Code::UnsignedGe,
            Test::WordEq => Code::WordEq,
            Test::WordNe => Code::WordNe,
        },
        Value::Add => Code::AddInt,
        Value::And => Code::And,
        Value::Or => Code::Or,
        Value::Xor => Code::Xor,
        Value::Not => Code::Not,
        _ => return None,
    })
}
