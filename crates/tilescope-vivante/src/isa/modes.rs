//! Rows of the fields that are not operations: conditions, types, register
//! groups, addressing modes and modes of operation.

use super::source::{BLOB, ISA_XML, MESA, value};
use tilescope_tables::{Pattern, Reserved, Row, Slot, closed_enum};

closed_enum! {
    /// The condition of a comparison, select, branch or kill.
    Cond {
        /// Always true.
        True = 0,
        /// a > b.
        Gt = 1,
        /// a < b.
        Lt = 2,
        /// a >= b.
        Ge = 3,
        /// a <= b.
        Le = 4,
        /// a = b.
        Eq = 5,
        /// a != b.
        Ne = 6,
        /// a and b.
        And = 7,
        /// a or b.
        Or = 8,
        /// a exclusive or b.
        Xor = 9,
        /// not a.
        Not = 10,
        /// a != 0.
        Nz = 11,
        /// a >= 0.
        Gez = 12,
        /// a > 0.
        Gz = 13,
        /// a <= 0.
        Lez = 14,
        /// a < 0.
        Lz = 15,
        /// The highest bit of a.
        Selmsb = 22,
    }

    /// The type of the components.
    Type {
        /// 32-bit floats; the default.
        F32 = 0,
        /// Signed 32-bit integers.
        S32 = 1,
        /// Signed bytes.
        S8 = 2,
        /// Unsigned 16-bit integers.
        U16 = 3,
        /// 16-bit floats.
        F16 = 4,
        /// Signed 16-bit integers.
        S16 = 5,
        /// Unsigned 32-bit integers.
        U32 = 6,
        /// Unsigned bytes.
        U8 = 7,
    }

    /// The location of a source register.
    RegGroup {
        /// Temporary registers.
        Temp = 0,
        /// Values that the hardware derives; i0.x is the front-facing flag.
        Internal = 1,
        /// Uniforms.
        Uniform0 = 2,
        /// Uniforms from 128 on.
        Uniform1 = 3,
        /// Temporary registers in full precision, of dual-16 mode.
        TempFull = 4,
        /// No register: a constant in the other fields of the source.
        Immediate = 7,
    }

    /// The address added to a register's number.
    AddrMode {
        /// Nothing.
        Direct = 0,
        /// Component x of the address register.
        X = 1,
        /// Component y of the address register.
        Y = 2,
        /// Component z of the address register.
        Z = 3,
        /// Component w of the address register.
        W = 4,
    }

    /// A component of a register.
    Component {
        /// The first.
        X = 0,
        /// The second.
        Y = 1,
        /// The third.
        Z = 2,
        /// The fourth.
        W = 3,
    }

    /// Rounding mode of results; for transcendental operations also the variant.
    Rounding {
        /// The chip's default.
        Default = 0,
        /// Towards zero; the two-result variant of log, sin, cos and div.
        Zero = 1,
        /// To nearest even.
        Nearest = 2,
    }

    /// The half of the 16-bit registers used by an instruction in dual-16 mode.
    Thread {
        /// Both at once.
        Both = 0,
        /// The low half.
        Low = 1,
        /// The high half.
        High = 2,
    }

    /// The type of an immediate.
    ImmKind {
        /// The upper 20 bits of a 32-bit float.
        F20 = 0,
        /// A signed integer.
        S20 = 1,
        /// An unsigned integer.
        U20 = 2,
        /// A 16-bit float in the low 16 bits.
        F16 = 3,
    }
}

#[rustfmt::skip]
static CONDS: [Row<Cond>; 17] = [
    value(Cond::True, "00000", "true", "Always; the default, not printed.", MESA),
    value(Cond::Gt,   "00001", "gt",  "a > b.", MESA),
    value(Cond::Lt,   "00010", "lt",  "a < b.", MESA),
    value(Cond::Ge,   "00011", "ge",  "a >= b.", MESA),
    value(Cond::Le,   "00100", "le",  "a <= b.", ISA_XML),
    value(Cond::Eq,   "00101", "eq",  "a = b.", MESA),
    value(Cond::Ne,   "00110", "ne",  "a != b.", MESA),
    value(Cond::And,  "00111", "and", "a and b.", ISA_XML),
    value(Cond::Or,   "01000", "or",  "a or b.", ISA_XML),
    value(Cond::Xor,  "01001", "xor", "a exclusive or b.", ISA_XML),
    value(Cond::Not,  "01010", "not", "Not a.", ISA_XML),
    value(Cond::Nz,   "01011", "nz",  "a != 0.", MESA),
    value(Cond::Gez,  "01100", "gez", "a >= 0.", ISA_XML),
    value(Cond::Gz,   "01101", "gz",  "a > 0.", ISA_XML),
    value(Cond::Lez,  "01110", "lez", "a <= 0.", ISA_XML),
    value(Cond::Lz,   "01111", "lz",  "a < 0.", ISA_XML),
    value(Cond::Selmsb, "10110", "selmsb", "The highest bit of a.", BLOB),
];

/// Conditions, bits \[10:6\] of word 0.
pub static COND: Slot<Cond> = Slot {
    name: "condition",
    width: 5,
    rows: &CONDS,
    reserved: &COND_RESERVED,
};

const fn never_emitted(bits: &'static str) -> Reserved {
    Reserved {
        bits: Pattern::new(bits),
        doc: "never observed",
    }
}

static COND_RESERVED: [Reserved; 4] = [
    never_emitted("100--"),
    never_emitted("1010-"),
    never_emitted("10111"),
    never_emitted("11---"),
];

#[rustfmt::skip]
static TYPES: [Row<Type>; 8] = [
    value(Type::F32, "000", "f32", "32-bit floats; the default, not printed.", MESA),
    value(Type::S32, "001", "s32", "Signed 32-bit integers.", MESA),
    value(Type::S8,  "010", "s8",  "Signed bytes.", ISA_XML),
    value(Type::U16, "011", "u16", "Unsigned 16-bit integers.", ISA_XML),
    value(Type::F16, "100", "f16", "16-bit floats.", ISA_XML),
    value(Type::S16, "101", "s16", "Signed 16-bit integers.", ISA_XML),
    value(Type::U32, "110", "u32", "Unsigned 32-bit integers.", MESA),
    value(Type::U8,  "111", "u8",  "Unsigned bytes.", ISA_XML),
];

/// Types: bit 2 is bit 21 of word 1, bits 1:0 are bits \[31:30\] of word 2.
pub static TYPE: Slot<Type> = Slot {
    name: "type",
    width: 3,
    rows: &TYPES,
    reserved: &[],
};

#[rustfmt::skip]
static GROUPS: [Row<RegGroup>; 6] = [
    value(RegGroup::Temp,      "000", "t",  "Temporary register.", MESA),
    value(RegGroup::Internal,  "001", "i",  "Derived by the hardware: i0.x is the front-facing flag.", MESA),
    value(RegGroup::Uniform0,  "010", "u",  "Uniform.", MESA),
    value(RegGroup::Uniform1,  "011", "u + 128", "Uniform, numbered from 128.", ISA_XML),
    value(RegGroup::TempFull,  "100", "th", "Temporary register in full precision, of dual-16 mode.", ISA_XML),
    value(RegGroup::Immediate, "111", "(constant)", "A constant in the other fields of the source; GC3000 and later.", MESA),
];

/// Register groups of sources.
pub static REG_GROUP: Slot<RegGroup> = Slot {
    name: "register group",
    width: 3,
    rows: &GROUPS,
    reserved: &GROUP_RESERVED,
};

static GROUP_RESERVED: [Reserved; 2] = [never_emitted("101"), never_emitted("110")];

#[rustfmt::skip]
static ADDR_MODES: [Row<AddrMode>; 5] = [
    value(AddrMode::Direct, "000", "", "The register itself.", MESA),
    value(AddrMode::X, "001", "[a.x]", "The number of the register or sampler plus a.x.", MESA),
    value(AddrMode::Y, "010", "[a.y]", "The number plus a.y.", ISA_XML),
    value(AddrMode::Z, "011", "[a.z]", "The number plus a.z.", ISA_XML),
    value(AddrMode::W, "100", "[a.w]", "The number plus a.w.", ISA_XML),
];

/// Addressing modes of destinations, sources and samplers.
pub static ADDR_MODE: Slot<AddrMode> = Slot {
    name: "addressing mode",
    width: 3,
    rows: &ADDR_MODES,
    reserved: &ADDR_RESERVED,
};

static ADDR_RESERVED: [Reserved; 2] = [never_emitted("101"), never_emitted("11-")];

#[rustfmt::skip]
static COMPONENTS: [Row<Component>; 4] = [
    value(Component::X, "00", "x", "The first component.", MESA),
    value(Component::Y, "01", "y", "The second.", MESA),
    value(Component::Z, "10", "z", "The third.", MESA),
    value(Component::W, "11", "w", "The fourth.", MESA),
];

/// Components of a swizzle: two bits for each of the four, x lowest.
pub static COMPONENT: Slot<Component> = Slot {
    name: "component",
    width: 2,
    rows: &COMPONENTS,
    reserved: &[],
};

#[rustfmt::skip]
static ROUNDINGS: [Row<Rounding>; 3] = [
    value(Rounding::Default, "00", "", "The chip's default.", MESA),
    value(Rounding::Zero,    "01", "rtz", "Towards zero; the two-result variant of log, sin, cos and div.", MESA),
    value(Rounding::Nearest, "10", "rtne", "To nearest even.", BLOB),
];

/// Rounding modes, bits \[1:0\] of word 1.
pub static ROUNDING: Slot<Rounding> = Slot {
    name: "rounding mode",
    width: 2,
    rows: &ROUNDINGS,
    reserved: &ROUNDING_RESERVED,
};

static ROUNDING_RESERVED: [Reserved; 1] = [never_emitted("11")];

#[rustfmt::skip]
static THREADS: [Row<Thread>; 3] = [
    value(Thread::Both, "00", "", "Both halves at once.", ISA_XML),
    value(Thread::Low,  "01", "t0", "Dual-16 mode: the low half of the 16-bit registers.", ISA_XML),
    value(Thread::High, "10", "t1", "Dual-16 mode: the high half of the 16-bit registers.", ISA_XML),
];

/// Threads: bit 1 is bit 24 of word 3, bit 0 is bit 13 of word 3.
pub static THREAD: Slot<Thread> = Slot {
    name: "thread",
    width: 2,
    rows: &THREADS,
    reserved: &THREAD_RESERVED,
};

static THREAD_RESERVED: [Reserved; 1] = [never_emitted("11")];

#[rustfmt::skip]
static IMM_KINDS: [Row<ImmKind>; 4] = [
    value(ImmKind::F20, "00", "f20", "The upper 20 bits of a 32-bit float.", MESA),
    value(ImmKind::S20, "01", "s20", "Signed integer.", MESA),
    value(ImmKind::U20, "10", "u20", "Unsigned integer.", ISA_XML),
    value(ImmKind::F16, "11", "f16", "16-bit float.", BLOB),
];

/// Kinds of immediates: bits 2:1 of the addressing mode of the source.
pub static IMM_KIND: Slot<ImmKind> = Slot {
    name: "kind of immediate",
    width: 2,
    rows: &IMM_KINDS,
    reserved: &[],
};
