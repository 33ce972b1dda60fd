//! Translation of an instruction to operations.

mod results;
mod units;

use super::alu::{Test, Value};
use super::function::Function;
use super::meaning::{Arg, Condition, Meaning, Number, meaning};
use super::note::{Note, Problem};
use super::op::{Code, Constant, Indirect, Modifiers, Op, Origin, Tables};
use super::quirks::{BeyondTemps, FloatRounding, ShaderQuirks, Undefined, UniformConflict};
use super::slots;
use crate::isa::{AddrMode, Decoded, File, Reg, Src};
use std::collections::HashMap;

/// State of the translation of a program.
#[derive(Debug)]
pub struct Emit<'q> {
    pub q: &'q ShaderQuirks,
    /// `NUM_TEMPS`, at least 1.
    pub num_temps: u16,
    pub tables: Tables,
    pub notes: Vec<Note>,
    /// Temporary registers that exist.
    pub temps: u16,
    constants: HashMap<Constant, u16>,
}

/// The successor of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next instruction.
    Next,
    /// The target.
    Jump,
    /// The target if [`slots::CONDITION`] is set, else the next instruction.
    Branch,
    /// The target, then the next instruction.
    Call,
    /// The instruction after the call.
    Return,
}

impl<'q> Emit<'q> {
    pub fn new(q: &'q ShaderQuirks, num_temps: u8) -> Emit<'q> {
        let num_temps = u16::from(num_temps).clamp(1, slots::TEMPS);
        Emit {
            q,
            num_temps,
            tables: Tables::default(),
            notes: Vec::new(),
            temps: num_temps,
            constants: HashMap::new(),
        }
    }

    /// Appends the operations of an instruction to `ops`.
    pub fn instruction(&mut self, d: &Decoded, ip: u32, ops: &mut Vec<Op>) -> Flow {
        let mut one = Instruction {
            emit: self,
            d,
            ip,
            ops,
            scratch: 0,
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

struct Instruction<'e, 'q> {
    emit: &'e mut Emit<'q>,
    d: &'e Decoded,
    ip: u32,
    ops: &'e mut Vec<Op>,
    scratch: u16,
    /// Slots, the modifiers applied to them, and the slots of the results.
    changed: Vec<(u16, Modifiers, u16)>,
    /// The uniform that all sources read.
    conflict: Option<Reg>,
}

impl Instruction<'_, '_> {
    fn note(&mut self, problem: Problem) {
        let note = Note::new(problem, self.ip);
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

    fn new_scratch(&mut self) -> u16 {
        let slot = slots::SCRATCH + self.scratch % slots::SCRATCHES;
        self.scratch += 1;
        slot
    }

    /// The slot of a constant.
    fn constant(&mut self, origin: Origin, modifiers: Modifiers) -> u16 {
        let constant = Constant { origin, modifiers };
        let next = self.emit.tables.constants.len();
        let number = match self.emit.constants.get(&constant) {
            Some(number) => *number,
            None => {
                let number = next as u16;
                self.emit.tables.constants.push((constant, self.ip));
                self.emit.constants.insert(constant, number);
                number
            }
        };
        let slot = slots::CONSTANTS + number;
        if usize::from(slot) < slots::COUNT {
            return slot;
        }
        let d = self.new_scratch();
        let mut op = Op::new(Code::Constant);
        (op.d, op.imm) = (d, number);
        self.ops.push(op);
        d
    }

    fn word(&mut self, word: u32) -> u16 {
        self.constant(Origin::Word(word), Modifiers::NONE)
    }

    fn undefined(&mut self) -> u16 {
        let Undefined::Word(word) = self.emit.q.undefined;
        self.word(word)
    }

    fn missing(&mut self, what: &'static str) {
        let known = self.emit.tables.missing.iter().position(|m| *m == what);
        let number = known.unwrap_or_else(|| {
            self.emit.tables.missing.push(what);
            self.emit.tables.missing.len() - 1
        });
        let mut op = Op::new(Code::Missing);
        op.imm = number as u16;
        self.ops.push(op);
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

    fn indirect(&mut self, code: Code, d: u16, index: u16, component: u8, address: AddrMode) -> Op {
        self.emit
            .tables
            .indirect
            .push(Indirect { index, component });
        let mut op = Op::unary(code, d, address_slot(address).unwrap_or(slots::ADDRESS));
        op.imm = (self.emit.tables.indirect.len() - 1) as u16;
        op
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
                let code = match file {
                    File::Uniform => Code::IndirectUniform,
                    _ => Code::IndirectTemp,
                };
                let d = self.new_scratch();
                let op = self.indirect(code, d, r.index, swizzled, address);
                self.ops.push(op);
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
        let d = self.new_scratch();
        let mut from = slot;
        for value in modifiers.values() {
            let op = match value {
                Value::FloatAbs => Op::unary(Code::Abs, d, from),
                Value::FloatNegate => Op::unary(Code::Neg, d, from),
                value => self.slow(value, [from; 4]),
            };
            self.ops.push(Op { d, ..op });
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

    fn slow(&mut self, value: Value, [a, b, c, e]: [u16; 4]) -> Op {
        let known = self.emit.tables.values.iter().position(|v| *v == value);
        let number = known.unwrap_or_else(|| {
            self.emit.tables.values.push(value);
            self.emit.tables.values.len() - 1
        });
        Op {
            code: Code::Slow,
            d: 0,
            a,
            b,
            c,
            e,
            imm: number as u16,
        }
    }

    /// The operation that computes one component, without its destination.
    fn component(&mut self, value: Value, args: [Arg; 4], from: usize, number: Number) -> Op {
        let fast = self.emit.q.default_arithmetic();
        let near = FloatRounding::NearestEven;
        let [a, b, c, _] = args;
        let op = |code, a, b, c| Op {
            code,
            d: 0,
            a,
            b,
            c,
            e: 0,
            imm: 0,
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
                match code_of(value).filter(|_| fast) {
                    Some(code) => Op {
                        code,
                        d: 0,
                        a: slots[0],
                        b: slots[1],
                        c: slots[2],
                        e: slots[3],
                        imm: 0,
                    },
                    None => self.slow(value, slots),
                }
            }
        }
    }

    fn meaning(&mut self) -> Flow {
        match meaning(self.d, self.emit.q) {
            Meaning::Nothing => {}
            Meaning::Alu(alu) => self.alu(&alu),
            Meaning::Derivative(axis) => self.derivative(axis),
            Meaning::Texture(level) => self.texture(level),
            Meaning::Load => self.load(),
            Meaning::Store => self.store(),
            Meaning::Kill(c) => {
                self.condition(&c, 0, slots::CONDITION);
                let op = Op::unary(Code::Kill, 0, slots::CONDITION);
                self.ops.push(op);
            }
            Meaning::Branch(c) if c.test == Test::Always => return Flow::Jump,
            Meaning::BranchAny(c) if c.test == Test::Always => return Flow::Jump,
            Meaning::Branch(c) => {
                self.condition(&c, 0, slots::CONDITION);
                return Flow::Branch;
            }
            Meaning::BranchAny(c) => {
                self.condition(&c, 0, slots::CONDITION);
                for i in 1..4 {
                    let one = self.new_scratch();
                    self.condition(&c, i, one);
                    let mut or = Op::unary(Code::Or, slots::CONDITION, slots::CONDITION);
                    or.b = one;
                    self.ops.push(or);
                }
                return Flow::Branch;
            }
            Meaning::Call => return Flow::Call,
            Meaning::Return => return Flow::Return,
            Meaning::Missing(what) => self.missing(what),
        }
        Flow::Next
    }

    /// All ones in `d` where the condition holds for a component, else zero.
    fn condition(&mut self, c: &Condition, component: usize, d: u16) {
        let [a, b] = c.args;
        let args = [a, b, Arg::Word(u32::MAX), Arg::Word(0)];
        let op = self.component(Value::Choose(c.test), args, component, c.number);
        self.ops.push(Op { d, ..op });
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
