//! An instruction set for tests: arithmetic, relative moves, branches, calls, units and
//! an end, on six registers and an address register.

use tilescope_exec::{Exec, Lanes16};
use tilescope_shader::{
    BlockBuilder, Each, End, Isa, Layout, Lower, Nan, Op, Program, Relative, Shape, Slot, Target,
    UnitOp, each,
};

pub const REGISTERS: u8 = 6;
pub const ADDRESS: Slot = REGISTERS as Slot;
pub const STATE: u16 = ADDRESS + 1;
/// Register that predicates writes.
pub const PREDICATE: u8 = 5;
/// Registers that programs may access relatively; one fewer than there are.
pub const ALLOWED: u16 = REGISTERS as u16 - 1;
pub const UNDEFINED: u32 = 0xdead_beef;
pub const NAN: u32 = 0x7fc0_0000;
pub const DEPTH: u8 = 3;

#[derive(Clone, Copy, Debug)]
pub struct Toy;

/// Arithmetic of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alu {
    Add,
    And,
    /// Signed; all ones or zero.
    Less,
    /// Denormal operands and results, and minus zero, become zero.
    AddFloat,
    Move,
    /// The first operand of the neighbour in the quad, a float.
    Neighbour,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Alu(Alu),
    AddNormal,
    Canonical,
    /// a where b is not 0, else c.
    Merge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Src {
    Register(u8),
    Word(u32),
    Uniform(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    Word(u32),
    Uniform(u8),
}

/// A target of control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    Instruction(u32),
    Register(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// Records `a`.
    Emit,
    /// `d` is a function of `a` and the lane; may be blocked.
    Gate,
    /// `d` is a function of `a`.
    Sample,
    /// `d` is the number of lanes that execute it together. `a` might matter.
    Ballot,
    /// Lanes where `a` is odd become helpers.
    Kill,
    /// `d` is a function of the lane.
    Number,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inst {
    Alu {
        op: Alu,
        d: u8,
        a: Src,
        b: Src,
        predicated: bool,
    },
    /// The address register becomes a small integer.
    Address(u8),
    Read {
        d: u8,
        index: u8,
        wraps: bool,
    },
    Write {
        index: u8,
        s: u8,
        wraps: bool,
    },
    Branch {
        cond: Option<u8>,
        to: To,
    },
    Call(To),
    Return,
    Unit {
        kind: UnitKind,
        d: u8,
        a: u8,
    },
    Stop,
}

/// An access with its slots.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    pub kind: UnitKind,
    pub d: Slot,
    pub a: Slot,
    /// It is done before or after the run.
    pub outside: bool,
}

pub fn flush_word(a: u32) -> u32 {
    if a & 0x7f80_0000 == 0 { 0 } else { a }
}

fn flush<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let exponent = e.splat(0x7f80_0000);
    let exponent = e.and(a, exponent);
    let zero = e.splat(0);
    let small = e.eq(exponent, zero);
    e.select(small, zero, a)
}

pub fn canonical<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let nan = e.splat(NAN);
    let is = e.is_nan(a);
    e.select(is, nan, a)
}

pub fn neighbour(a: &Lanes16) -> Lanes16 {
    Lanes16::from_fn(|i| a.0[i ^ 1])
}

impl Isa for Toy {
    type Quirks = ();
    type Value = Value;
    type Unit = Unit;
    type Constant = Constant;

    /// Few, so that some constants have none.
    const SLOTS: usize = 16;
    const FLUSHES: bool = true;

    fn shape(v: Value) -> Shape {
        match v {
            Value::Alu(Alu::Add | Alu::And | Alu::Less) => Shape::bits(2),
            Value::Alu(Alu::AddFloat) | Value::AddNormal => Shape::bits(2).nan(Nan::Open),
            Value::Alu(Alu::Move) => Shape::bits(1).nan(Nan::Passes(1)),
            Value::Alu(Alu::Neighbour) => Shape::bits(1).nan(Nan::Canonical),
            Value::Canonical => Shape::bits(1).nan(Nan::Canonical),
            Value::Merge => Shape {
                operands: 3,
                merges: true,
                nan: Nan::Passes(0b101),
            },
        }
    }

    fn value<E: Exec>(e: &mut E, (): &(), v: Value, [a, b, c, _]: [E::V; 4]) -> E::V {
        match v {
            Value::Alu(Alu::Add) => e.add(a, b),
            Value::Alu(Alu::And) => e.and(a, b),
            Value::Alu(Alu::Less) => {
                let less = e.lt_signed(a, b);
                e.mask_to_word(less)
            }
            Value::Alu(Alu::AddFloat) => {
                let (a, b) = (flush(e, a), flush(e, b));
                let sum = e.fadd(a, b);
                flush(e, sum)
            }
            Value::AddNormal => {
                let sum = e.fadd(a, b);
                flush(e, sum)
            }
            Value::Alu(Alu::Move | Alu::Neighbour) => a,
            Value::Canonical => canonical(e, a),
            Value::Merge => {
                let zero = e.splat(0);
                let off = e.eq(b, zero);
                e.select(off, c, a)
            }
        }
    }

    fn each<const B: usize>(q: &(), v: Value, at: Each<'_, Toy, B>) {
        match v {
            Value::Alu(Alu::Add) => each!(at, |e, a, b| e.add(a, b)),
            Value::Alu(Alu::Move) => each!(at, |_e, a| a),
            Value::Alu(Alu::Neighbour) => each!(at, |e, a| canonical(e, neighbour(&a))),
            Value::Merge => each!(at, |e, a, b, c| Toy::value(e, q, v, [a, b, c, c])),
            v => each!(at, |e, a, b, c, d| Toy::value(e, q, v, [a, b, c, d])),
        }
    }

    fn over_exec(v: Value) -> bool {
        v != Value::Alu(Alu::Neighbour)
    }

    fn canonical() -> Option<Value> {
        Some(Value::Canonical)
    }

    fn normal_constant(c: Constant) -> bool {
        match c {
            Constant::Word(word) => flush_word(word) == word,
            Constant::Uniform(_) => false,
        }
    }

    fn normal(v: Value, operands: [bool; 4]) -> bool {
        match v {
            Value::Alu(Alu::AddFloat) | Value::AddNormal => true,
            Value::Alu(Alu::Move) | Value::Canonical => operands[0],
            Value::Merge => operands[0] && operands[2],
            Value::Alu(Alu::Add | Alu::And | Alu::Less | Alu::Neighbour) => false,
        }
    }

    fn unflushed(v: Value, operands: [bool; 4]) -> Option<Value> {
        let [a, b, ..] = operands;
        (v == Value::Alu(Alu::AddFloat) && a && b).then_some(Value::AddNormal)
    }
}

/// Instructions to be lowered.
pub struct Code<'c>(pub &'c [Inst]);

impl Code<'_> {
    fn src(b: &mut BlockBuilder<'_, Toy>, src: Src) -> Slot {
        match src {
            Src::Register(r) => r.into(),
            Src::Word(word) => b.constant(Constant::Word(word)),
            Src::Uniform(n) => b.constant(Constant::Uniform(n)),
        }
    }

    fn to(to: To) -> Target {
        match to {
            To::Instruction(to) => Target::Instruction(to),
            To::Register(r) => Target::Register(r.into()),
        }
    }
}

pub fn relative(index: u8, wraps: bool) -> Relative {
    Relative {
        address: ADDRESS,
        index: index.into(),
        first: 0,
        stride: 1,
        len: REGISTERS.into(),
        allowed: ALLOWED,
        wraps,
    }
}

pub fn uses_registers(code: &[Inst]) -> bool {
    let register = |inst: &Inst| match inst {
        Inst::Branch { to, .. } | Inst::Call(to) => matches!(to, To::Register(_)),
        _ => false,
    };
    code.iter().any(register)
}

impl Lower<Toy> for Code<'_> {
    fn undefined(&self) -> Option<Constant> {
        Some(Constant::Word(UNDEFINED))
    }

    fn lower(&mut self, ip: u32, b: &mut BlockBuilder<'_, Toy>) -> End {
        match self.0[ip as usize] {
            Inst::Alu {
                op,
                d,
                a,
                b: other,
                predicated,
            } => {
                let (x, y) = (Self::src(b, a), Self::src(b, other));
                if op == Alu::Neighbour {
                    b.refresh();
                }
                let result = match predicated {
                    true => b.scratch(),
                    false => d.into(),
                };
                b.value(Value::Alu(op), result, [x, y, x, x]);
                if predicated {
                    let s = [result, PREDICATE.into(), d.into(), 0];
                    b.value(Value::Merge, d.into(), s);
                }
            }
            Inst::Address(r) => {
                let mask = b.constant(Constant::Word(7));
                let s = [r.into(), mask, mask, mask];
                b.value(Value::Alu(Alu::And), ADDRESS, s);
            }
            Inst::Read { d, index, wraps } => {
                b.relative_read(d.into(), relative(index, wraps));
            }
            Inst::Write { index, s, wraps } => {
                b.relative_write(relative(index, wraps), s.into());
            }
            Inst::Branch { cond, to } => {
                let to = Self::to(to);
                return match cond {
                    Some(r) => End::Branch { cond: r.into(), to },
                    None => End::Jump(to),
                };
            }
            Inst::Call(to) => return End::Call(Self::to(to)),
            Inst::Return => return End::Return,
            Inst::Unit { kind, d, a } => {
                let (d, a) = (d.into(), a.into());
                let unit = Unit {
                    kind,
                    d,
                    a,
                    outside: false,
                };
                b.unit(UnitOp {
                    reads: match kind {
                        UnitKind::Ballot | UnitKind::Number => Vec::new(),
                        _ => vec![a],
                    },
                    unsure: match kind {
                        UnitKind::Ballot => vec![a],
                        _ => Vec::new(),
                    },
                    writes: match kind {
                        UnitKind::Emit | UnitKind::Kill => Vec::new(),
                        _ => vec![d],
                    },
                    effect: !matches!(kind, UnitKind::Sample | UnitKind::Ballot | UnitKind::Number),
                    blocks: kind == UnitKind::Gate,
                    ..UnitOp::new(unit)
                });
            }
            Inst::Stop => return End::Stop,
        }
        End::Next
    }

    fn enters(&self, _: u32) -> bool {
        uses_registers(self.0)
    }
}

pub const ALL: [Slot; 6] = [0, 1, 2, 3, 4, 5];

/// A program whose first `inputs` registers are inputs, and all of them outputs.
pub fn program(code: &[Inst], inputs: usize, outputs: &[Slot]) -> Program<Toy> {
    let layout = Layout {
        start: 0,
        end: code.len() as u32,
        state: STATE,
        scratch: 5,
        shared: 0..0,
        inputs: &ALL[..inputs.min(6)],
        outputs,
        undefined: UNDEFINED,
        call_depth: DEPTH,
    };
    let program = Program::new(&mut Code(code), &layout, ());
    assert!(program.slots() <= Toy::SLOTS);
    program
}

/// The same function for the group and the plain interpreter.
pub fn mix(parts: &[u32]) -> u32 {
    parts.iter().fold(0x811c_9dc5, |hash, part| {
        (hash ^ part).wrapping_mul(0x0100_0193).rotate_left(13)
    })
}

/// The word that [`UnitKind::Number`] gives a lane.
pub fn number(lane: usize) -> u32 {
    mix(&[lane as u32])
}

/// Operations that compute, as a check that stretches have no others.
pub fn computes(op: &Op<Value>) -> bool {
    matches!(op, Op::Value { v, .. } if Toy::over_exec(*v))
}
