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
    let [x, y] = [s0, s2].map(|arg| [arg, none, none, none]);
    let both = [s0, s2, none, none];
    let alu = |value, spread, args, number| {
        Meaning::Alu(Alu {
            value,
            spread,
            args,
            number,
        })
    };
    let spread_float = |value, spread, args| match d.ty {
        Type::F32 => alu(value, spread, args, Number::Float),
        _ => Meaning::Missing("float operations of another type"),
    };
    let float = |value, args| spread_float(value, Spread::Each, args);
    let spread = |components| match components {
        Components::Each => Spread::Each,
        Components::FromX => Spread::FromX,
    };
    let spread_integer = |value, components, args| match word {
        Some(_) => alu(value, spread(components), args, Number::Integer),
        None => Meaning::Missing(SIZES),
    };
    let integer = |value, args| spread_integer(value, q.integers, args);
    let float_rounding = match rounding {
        Rounding::Default => q.rounding,
        Rounding::Zero => FloatRounding::TowardZero,
        Rounding::Nearest => FloatRounding::NearestEven,
    };
    let function = |f, components| match (d.ty, rounding) {
        (Type::F32, Rounding::Nearest | Rounding::Zero) => {
            Meaning::Missing("rounding modes of functions")
        }
        _ => spread_float(Value::Function(f), spread(components), y),
    };
    let two_results =
        |f, a, b| spread_float(Value::Function(f), Spread::TwoResults, [a, b, none, none]);
    let dot = |n| {
        let value = Value::ProductSum(float_rounding);
        spread_float(value, Spread::Dot(n), [s0, s1, none, none])
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
            Some((Number::Float, _)) => float(Value::Sum(float_rounding), both),
            Some(_) => integer(Value::Add, both),
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
            Some((number, _)) => alu(Value::Move, Spread::Each, y, number),
            None => Meaning::Missing(SIZES),
        },
        Movar => match q.address_move {
            AddressMove::Float => float(Value::Address, y),
            AddressMove::Integer => alu(Value::Move, Spread::Each, y, Number::Integer),
        },
        Movaf => float(Value::Address, y),
        Movai => alu(Value::Move, Spread::Each, y, Number::Integer),
        Rcp => function(Function::Reciprocal, q.functions),
        Rsq => function(Function::ReciprocalRoot, q.functions),
        Sqrt => function(Function::Root, q.functions),
        Exp => function(Function::Power, Components::FromX),
        Log if rounding == Rounding::Zero => two_results(Function::Logarithm, s2, none),
        Log => function(Function::Logarithm, Components::FromX),
        Sin if rounding == Rounding::Zero => two_results(Function::Sine(Angle::Half), s2, none),
        Sin => function(Function::Sine(Angle::Quarter), q.functions),
        Cos if rounding == Rounding::Zero => two_results(Function::Cosine(Angle::Half), s2, none),
        Cos => function(Function::Cosine(Angle::Quarter), q.functions),
        Div if rounding != Rounding::Zero => Meaning::Missing("DIV with one result"),
        // Mesa 22.3.6 omits src2 and puts the dividend into src0.
        Div if d.src[2] == Src::Void => two_results(Function::Quotient, s0, s1),
        Div => two_results(Function::Quotient, s1, s2),
        Frc => float(Value::Fraction, y),
        Floor => float(Value::Floor, y),
        Ceil => float(Value::Ceil, y),
        Sign => match d.ty {
            Type::S32 => integer(Value::IntegerSign, y),
            _ => float(Value::FloatSign, y),
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
            Type::S32 => integer(Value::FloatFromInteger(Signedness::Signed), x),
            Type::U32 => integer(Value::FloatFromInteger(Signedness::Unsigned), x),
            _ => Meaning::Missing(SIZES),
        },
        F2i if rounding == Rounding::Nearest => Meaning::Missing("F2I to nearest"),
        F2i => match word {
            Some((Number::Integer, sign)) => {
                let value = Value::IntegerFromFloat(sign);
                alu(value, spread(q.integers), x, Number::Float)
            }
            _ => Meaning::Missing(SIZES),
        },
        Iabs => integer(Value::Abs, y),
        Imullo0 => spread_integer(Value::MulLow, q.products, [s0, s1, none, none]),
        Imadlo0 => spread_integer(Value::MulLowAdd, q.products, [s0, s1, s2, none]),
        Leadzero => integer(Value::LeadingZeros, y),
        Lshift => integer(Value::ShiftLeft, both),
        Rshift => match word {
            Some((_, sign)) => integer(Value::ShiftRight(sign), both),
            None => Meaning::Missing(SIZES),
        },
        Rotate => integer(Value::RotateLeft, both),
        Or => integer(Value::Or, both),
        And => integer(Value::And, both),
        Xor => integer(Value::Xor, both),
        Not => integer(Value::Not, y),
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
