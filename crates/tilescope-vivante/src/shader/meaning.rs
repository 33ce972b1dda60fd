//! The meaning of each instruction: its value, operands and effects.

use super::alu::{ONE, Signedness, Test, Value};
use super::function::{Angle, Function};
use super::quirks::{AddressMove, Components, FloatRounding, ShaderQuirks};
use crate::isa::{AluModes, Cond, Decoded, File, Modes, Opcode, Rounding, Src, Thread, Type};

/// The origin of an operand of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A source of the instruction, by its number.
    Src(u8),
    /// The same word in every lane.
    Word(u32),
}

/// The interpretation of a source's bits, which decides the effect of its
/// modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Binary32.
    Float,
    /// 32-bit integer.
    Integer,
}

/// The mapping from components of operands to components of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Component by component.
    Each,
    /// The first component gives all.
    FromX,
    /// The sum of the products of this many components gives all.
    Dot(u8),
    /// The first component gives the first enabled one; the others are 1.0.
    TwoResults,
}

/// A value for the components of a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alu {
    /// The computation; for dot products, the product with its rounding.
    pub value: Value,
    /// The mapping of components.
    pub spread: Spread,
    /// The operands a, b, c, d.
    pub args: [Arg; 4],
    /// The interpretation of the sources.
    pub number: Number,
}

/// A condition on two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The comparison.
    pub test: Test,
    /// The operands.
    pub args: [Arg; 2],
    /// The interpretation of the sources.
    pub number: Number,
}

/// The direction of a derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Along a row.
    X,
    /// Along a column.
    Y,
}

/// The source of a texture read's level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Derived from the quad.
    Implicit,
    /// Derived, plus src1.x if there is a src1, else plus src0.w.
    Bias,
    /// src1.x if there is a src1, else src0.w.
    Explicit,
    /// Derived from the gradients src1 and src2.
    Gradients,
}

/// The meaning of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing.
    Nothing,
    /// A value, into the destination.
    Alu(Alu),
    /// The derivative of src0.
    Derivative(Axis),
    /// A texture read.
    Texture(Level),
    /// A read of memory.
    Load,
    /// A write to memory.
    Store,
    /// Kills the fragment if the condition holds for the first components.
    Kill(Condition),
    /// Goes to the target if the condition holds for the first components.
    Branch(Condition),
    /// Goes to the target if the condition holds for any component.
    BranchAny(Condition),
    /// Calls the target.
    Call,
    /// Returns.
    Return,
    /// Unknown or not implemented, with a description.
    Missing(&'static str),
}

const SIZES: &str = "operations on 8 and 16 bits";
const DUAL16: &str = "dual-16 mode";

/// The interpretation and signedness of a 32-bit type; `None` for other sizes.
fn word_type(ty: Type) -> Option<(Number, Signedness)> {
    match ty {
        Type::F32 => Some((Number::Float, Signedness::Signed)),
        Type::S32 => Some((Number::Integer, Signedness::Signed)),
        Type::U32 => Some((Number::Integer, Signedness::Unsigned)),
        Type::S8 | Type::U16 | Type::F16 | Type::S16 | Type::U8 => None,
    }
}

/// The comparison of `a` and `b` that a condition stands for, if it is one.
fn condition(
    cond: Cond,
    (number, sign): (Number, Signedness),
    [a, b]: [Arg; 2],
) -> Option<Condition> {
    use {Number::*, Signedness::*};
    let gt = match (number, sign) {
        (Float, _) => Test::FloatGt,
        (Integer, Signed) => Test::SignedGt,
        (Integer, Unsigned) => Test::UnsignedGt,
    };
    let ge = match (number, sign) {
        (Float, _) => Test::FloatGe,
        (Integer, Signed) => Test::SignedGe,
        (Integer, Unsigned) => Test::UnsignedGe,
    };
    let (eq, ne) = match number {
        Float => (Test::FloatEq, Test::FloatNe),
        Integer => (Test::WordEq, Test::WordNe),
    };
    let zero = Arg::Word(0);
    let (test, args) = match cond {
        Cond::True => (Test::Always, [zero, zero]),
        Cond::Gt => (gt, [a, b]),
        Cond::Lt => (gt, [b, a]),
        Cond::Ge => (ge, [a, b]),
        Cond::Le => (ge, [b, a]),
        Cond::Eq => (eq, [a, b]),
        Cond::Ne => (ne, [a, b]),
        Cond::Not => (eq, [a, zero]),
        Cond::Nz => (ne, [a, zero]),
        Cond::Gez => (ge, [a, zero]),
        Cond::Gz => (gt, [a, zero]),
        Cond::Lez => (ge, [zero, a]),
        Cond::Lz => (gt, [zero, a]),
        Cond::And | Cond::Or | Cond::Xor | Cond::Selmsb => return None,
    };
    Some(Condition { test, args, number })
}

/// Whether a condition has a single operand.
fn unary(cond: Cond) -> bool {
    match cond {
        Cond::Not | Cond::Nz | Cond::Gez | Cond::Gz | Cond::Lez | Cond::Lz | Cond::Selmsb => true,
        Cond::True | Cond::Gt | Cond::Lt | Cond::Ge | Cond::Le | Cond::Eq | Cond::Ne => false,
        Cond::And | Cond::Or | Cond::Xor => false,
    }
}

/// The meaning of `d` on a chip with the quirks `q`.
pub fn meaning(d: &Decoded, q: &ShaderQuirks) -> Meaning {
    if d.reserved.is_some() {
        return Meaning::Missing("a field with a reserved value");
    }
    if let Modes::Alu(m) = d.modes
        && (m.thread != Thread::Both || m.full)
    {
        return Meaning::Missing(DUAL16);
    }
    let full = |s: &Src| matches!(s, Src::Reg(r) if r.file == File::TempFull);
    if d.src.iter().any(full) {
        return Meaning::Missing(DUAL16);
    }
    let meaning = of_opcode(d, q);
    match meaning {
        Meaning::Alu(alu) if d.saturate && !gives_float(alu.value, alu.number) => {
            Meaning::Missing("saturation of integers")
        }
        Meaning::Alu(_) | Meaning::Missing(_) => meaning,
        Meaning::Derivative(_) => meaning,
        _ if d.saturate => Meaning::Missing("saturation outside of arithmetic"),
        _ => meaning,
    }
}

/// Whether a value is a float.
fn gives_float(v: Value, number: Number) -> bool {
    match v {
        Value::Move | Value::Choose(_) => number == Number::Float,
        Value::Sum(_) | Value::Product(_) | Value::ProductSum(_) => true,
        Value::Fraction | Value::Floor | Value::Ceil | Value::FloatSign => true,
        Value::Saturate | Value::FloatFromInteger(_) | Value::Function(_) => true,
        Value::FloatAbs | Value::FloatNegate => true,
        Value::IntegerSign | Value::IntegerFromFloat(_) | Value::Address => false,
        Value::Add | Value::MulLow | Value::MulLowAdd | Value::Abs | Value::Negate => false,
        Value::And | Value::Or | Value::Xor | Value::Not => false,
        Value::ShiftLeft | Value::ShiftRight(_) | Value::RotateLeft => false,
        Value::LeadingZeros => false,
    }
}

fn of_opcode(d: &Decoded, q: &ShaderQuirks) -> Meaning {
    use Opcode::*;
    let word = word_type(d.ty);
    let rounding = match d.modes {
        Modes::Alu(AluModes { rounding, .. }) => rounding,
        _ => Rounding::Default,
    };
    let (s0, s1, s2) = (Arg::Src(0), Arg::Src(1), Arg::Src(2));
    let none = Arg::Word(0);
    let alu = |value, spread, args, number| {
        Meaning::Alu(Alu {
            value,
            spread,
            args,
            number,
        })
    };
    let float = |value, args| match d.ty {
        Type::F32 => alu(value, Spread::Each, args, Number::Float),
        _ => Meaning::Missing("float operations of another type"),
    };
    let spread = |components| match components {
        Components::Each => Spread::Each,
        Components::FromX => Spread::FromX,
    };
    let integer = |value, args| match word {
        Some(_) => alu(value, spread(q.integers), args, Number::Integer),
        None => Meaning::Missing(SIZES),
    };
    let float_rounding = match rounding {
        Rounding::Default => q.rounding,
        Rounding::Zero => FloatRounding::TowardZero,
        Rounding::Nearest => FloatRounding::NearestEven,
    };
    let function = |f, components, arg| match (d.ty, rounding) {
        (Type::F32, Rounding::Default) => alu(
            Value::Function(f),
            spread(components),
            [arg, none, none, none],
            Number::Float,
        ),
        (Type::F32, _) => Meaning::Missing("rounding modes of functions"),
        _ => Meaning::Missing("float operations of another type"),
    };
    let two_results = |f, a, b| match d.ty {
        Type::F32 => alu(
            Value::Function(f),
            Spread::TwoResults,
            [a, b, none, none],
            Number::Float,
        ),
        _ => Meaning::Missing("float operations of another type"),
    };
    let dot = |n| match d.ty {
        Type::F32 => alu(
            Value::ProductSum(float_rounding),
            Spread::Dot(n),
            [s0, s1, none, none],
            Number::Float,
        ),
        _ => Meaning::Missing("float operations of another type"),
    };
    let tests = |args| condition(d.cond, word?, args);
    let choose = |c: Condition, t, f| {
        let [a, b] = c.args;
        alu(Value::Choose(c.test), Spread::Each, [a, b, t, f], c.number)
    };
    let no_condition = Meaning::Missing("this condition, or its type");
    match d.op {
        Nop => Meaning::Nothing,
        Add => match word {
            Some((Number::Float, _)) => float(Value::Sum(float_rounding), [s0, s2, none, none]),
            Some(_) => integer(Value::Add, [s0, s2, none, none]),
            None => Meaning::Missing(SIZES),
        },
        Mad => float(Value::ProductSum(float_rounding), [s0, s1, s2, none]),
        Mul => float(Value::Product(float_rounding), [s0, s1, none, none]),
        Dp2 => dot(2),
        Dp3 => dot(3),
        Dp4 => dot(4),
        Dsx => Meaning::Derivative(Axis::X),
        Dsy => Meaning::Derivative(Axis::Y),
        Mov => match word {
            Some((number, _)) => alu(Value::Move, Spread::Each, [s2, none, none, none], number),
            None => Meaning::Missing(SIZES),
        },
        Movar => match q.address_move {
            AddressMove::Float => float(Value::Address, [s2, none, none, none]),
            AddressMove::Integer => alu(
                Value::Move,
                Spread::Each,
                [s2, none, none, none],
                Number::Integer,
            ),
        },
        Movaf => float(Value::Address, [s2, none, none, none]),
        Movai => alu(
            Value::Move,
            Spread::Each,
            [s2, none, none, none],
            Number::Integer,
        ),
        Rcp => function(Function::Reciprocal, q.functions, s2),
        Rsq => function(Function::ReciprocalRoot, q.functions, s2),
        Sqrt => function(Function::Root, q.functions, s2),
        Exp => function(Function::Power, Components::FromX, s2),
        Log if rounding == Rounding::Zero => two_results(Function::Logarithm, s2, none),
        Log => function(Function::Logarithm, Components::FromX, s2),
        Sin if rounding == Rounding::Zero => two_results(Function::Sine(Angle::Half), s2, none),
        Sin => function(Function::Sine(Angle::Quarter), q.functions, s2),
        Cos if rounding == Rounding::Zero => two_results(Function::Cosine(Angle::Half), s2, none),
        Cos => function(Function::Cosine(Angle::Quarter), q.functions, s2),
        Div if rounding != Rounding::Zero => Meaning::Missing("DIV with one result"),
        // Mesa 22.3.6 omits src2 and puts the dividend into src0.
        Div if d.src[2] == Src::Void => two_results(Function::Quotient, s0, s1),
        Div => two_results(Function::Quotient, s1, s2),
        Frc => float(Value::Fraction, [s2, none, none, none]),
        Floor => float(Value::Floor, [s2, none, none, none]),
        Ceil => float(Value::Ceil, [s2, none, none, none]),
        Sign => match d.ty {
            Type::S32 => integer(Value::IntegerSign, [s2, none, none, none]),
            _ => float(Value::FloatSign, [s2, none, none, none]),
        },
        Select if d.cond == Cond::True => no_condition,
        Select if unary(d.cond) => tests([s0, none]).map_or(no_condition, |c| choose(c, s1, s2)),
        Select => tests([s1, s0]).map_or(no_condition, |c| choose(c, s2, s1)),
        Set => match d.ty {
            Type::F32 => tests([s0, s1]).map_or(no_condition, |c| choose(c, Arg::Word(ONE), none)),
            _ => Meaning::Missing("SET of integers"),
        },
        Cmp => tests([s0, s1]).map_or(no_condition, |c| choose(c, s2, none)),
        I2f => match d.ty {
            Type::S32 => integer(
                Value::FloatFromInteger(Signedness::Signed),
                [s0, none, none, none],
            ),
            Type::U32 => integer(
                Value::FloatFromInteger(Signedness::Unsigned),
                [s0, none, none, none],
            ),
            _ => Meaning::Missing(SIZES),
        },
        F2i if rounding == Rounding::Nearest => Meaning::Missing("F2I to nearest"),
        F2i => match d.ty {
            Type::S32 | Type::U32 => alu(
                Value::IntegerFromFloat(match d.ty {
                    Type::S32 => Signedness::Signed,
                    _ => Signedness::Unsigned,
                }),
                spread(q.integers),
                [s0, none, none, none],
                Number::Float,
            ),
            _ => Meaning::Missing(SIZES),
        },
        Iabs => integer(Value::Abs, [s2, none, none, none]),
        Imullo0 | Imadlo0 => match word {
            Some(_) => alu(
                match d.op {
                    Imullo0 => Value::MulLow,
                    _ => Value::MulLowAdd,
                },
                spread(q.products),
                [s0, s1, if d.op == Imullo0 { none } else { s2 }, none],
                Number::Integer,
            ),
            None => Meaning::Missing(SIZES),
        },
        Leadzero => integer(Value::LeadingZeros, [s2, none, none, none]),
        Lshift => integer(Value::ShiftLeft, [s0, s2, none, none]),
        Rshift => match word {
            Some((_, sign)) => integer(Value::ShiftRight(sign), [s0, s2, none, none]),
            None => Meaning::Missing(SIZES),
        },
        Rotate => integer(Value::RotateLeft, [s0, s2, none, none]),
        Or => integer(Value::Or, [s0, s2, none, none]),
        And => integer(Value::And, [s0, s2, none, none]),
        Xor => integer(Value::Xor, [s0, s2, none, none]),
        Not => integer(Value::Not, [s2, none, none, none]),
        Branch => tests([s0, s1]).map_or(no_condition, Meaning::Branch),
        BranchAny => tests([s0, s1]).map_or(no_condition, Meaning::BranchAny),
        Texkill => tests([s0, s1]).map_or(no_condition, Meaning::Kill),
        Call => Meaning::Call,
        Ret => Meaning::Return,
        Texld => Meaning::Texture(Level::Implicit),
        Texldb => Meaning::Texture(Level::Bias),
        Texldl => Meaning::Texture(Level::Explicit),
        Texldd => Meaning::Texture(Level::Gradients),
        Load | Store => match (word, d.modes) {
            (None, _) => Meaning::Missing(SIZES),
            (_, Modes::Memory(m)) if m.local => Meaning::Missing("work-group local memory"),
            _ if d.op == Load => Meaning::Load,
            _ => Meaning::Store,
        },
        // Operations that no graphics driver emits or whose behaviour is
        // undocumented.
        Dst | Litp | Addlo | Mullo | Clamp0Max | Nextafter | Roundeven | Roundaway | NormDp2
        | NormDp3 | NormDp4 | NormMul | Nan | Swizzle | I2i | F2irnd | F2i7 | Rgb2yuv | Pack
        | Conv | Iaddsat | Imullo1 | Imullosat0 | Imullosat1 | Imulhi0 | Imulhi1 | Imul0
        | Imul1 | Idiv0 | Idiv1 | Idiv2 | Idiv3 | Imod | Imod2 | Imod3 | Imadlo1 | Imadlosat0
        | Imadlosat1 | Imadhi0 | Imadhi1 | Imadhisat0 | Imadhisat1 | Halfadd | Halfaddinc
        | BitExtract | Popcount | BitRev | ByteRev | Texldpcf | Txf | Texldlpcf | Texldgpcf
        | Rep | Endrep | Loop | Endloop | Barrier | Restart | Nop7c | Nop7d | Nop7e | Extended
        | ImgLoad3d | ImgStore3d | Storeb | AtomicAdd | AtomicXchg | AtomicCmpXchg | AtomicMin
        | AtomicMax | AtomicOr | AtomicAnd | AtomicXor | StoreAttr | ImgLoad | ImgStore
        | BitFindlsb | BitFindmsb => Meaning::Missing(d.op.row().name),
    }
}
