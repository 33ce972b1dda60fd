//! Rows of the fields that are not operations: conditions, types, register
//! groups, addressing modes and modes of operation.

use super::source::{BLOB, ISA_XML, MESA};
use tilescope_tables::slot;

slot! {
    /// The condition of a comparison, select, branch or kill.
    pub enum Cond;
    /// Conditions, bits \[10:6\] of word 0.
    pub static COND = "condition", 5, MESA;
    True   = "00000", "true", [], "Always; the default, not printed.";
    Gt     = "00001", "gt", [], "a > b.";
    Lt     = "00010", "lt", [], "a < b.";
    Ge     = "00011", "ge", [], "a >= b.";
    Le     = "00100", "le", [], "a <= b.", ISA_XML;
    Eq     = "00101", "eq", [], "a = b.";
    Ne     = "00110", "ne", [], "a != b.";
    And    = "00111", "and", [], "a and b.", ISA_XML;
    Or     = "01000", "or", [], "a or b.", ISA_XML;
    Xor    = "01001", "xor", [], "a exclusive or b.", ISA_XML;
    Not    = "01010", "not", [], "Not a.", ISA_XML;
    Nz     = "01011", "nz", [], "a != 0.";
    Gez    = "01100", "gez", [], "a >= 0.", ISA_XML;
    Gz     = "01101", "gz", [], "a > 0.", ISA_XML;
    Lez    = "01110", "lez", [], "a <= 0.", ISA_XML;
    Lz     = "01111", "lz", [], "a < 0.", ISA_XML;
    Selmsb = "10110", "selmsb", [], "The highest bit of a.", BLOB;
    ? "never observed": "100--", "1010-", "10111", "11---";
}

slot! {
    /// The type of the components.
    pub enum Type;
    /// Types: bit 2 is bit 21 of word 1, bits 1:0 are bits \[31:30\] of word 2.
    pub static TYPE = "type", 3, MESA;
    F32 = "000", "f32", [], "32-bit floats; the default, not printed.";
    S32 = "001", "s32", [], "Signed 32-bit integers.";
    S8  = "010", "s8", [], "Signed bytes.", ISA_XML;
    U16 = "011", "u16", [], "Unsigned 16-bit integers.", ISA_XML;
    F16 = "100", "f16", [], "16-bit floats.", ISA_XML;
    S16 = "101", "s16", [], "Signed 16-bit integers.", ISA_XML;
    U32 = "110", "u32", [], "Unsigned 32-bit integers.";
    U8  = "111", "u8", [], "Unsigned bytes.", ISA_XML;
}

slot! {
    /// The location of a source register.
    pub enum RegGroup;
    /// Register groups of sources.
    pub static REG_GROUP = "register group", 3, MESA;
    Temp      = "000", "t", [], "Temporary register.";
    Internal  = "001", "i", [], "Derived by the hardware: i0.x is the front-facing flag.";
    Uniform0  = "010", "u", [], "Uniform.";
    Uniform1  = "011", "u + 128", [], "Uniform, numbered from 128.", ISA_XML;
    TempFull  = "100", "th", [], "Temporary register in full precision, of dual-16 mode.", ISA_XML;
    Immediate = "111", "(constant)", [], "A constant in the other fields of the source; GC3000 and later.";
    ? "never observed": "101", "110";
}

slot! {
    /// The address added to a register's number.
    pub enum AddrMode;
    /// Addressing modes of destinations, sources and samplers.
    pub static ADDR_MODE = "addressing mode", 3, MESA;
    Direct = "000", "", [], "The register itself.";
    X      = "001", "[a.x]", [], "The number of the register or sampler plus a.x.";
    Y      = "010", "[a.y]", [], "The number plus a.y.", ISA_XML;
    Z      = "011", "[a.z]", [], "The number plus a.z.", ISA_XML;
    W      = "100", "[a.w]", [], "The number plus a.w.", ISA_XML;
    ? "never observed": "101", "11-";
}

slot! {
    /// A component of a register.
    pub enum Component;
    /// Components of a swizzle: two bits for each of the four, x lowest.
    pub static COMPONENT = "component", 2, MESA;
    X = "00", "x", [], "The first component.";
    Y = "01", "y", [], "The second.";
    Z = "10", "z", [], "The third.";
    W = "11", "w", [], "The fourth.";
}

slot! {
    /// Rounding mode of results; for transcendental operations also the variant.
    pub enum Rounding;
    /// Rounding modes, bits \[1:0\] of word 1.
    pub static ROUNDING = "rounding mode", 2, MESA;
    Default = "00", "", [], "The chip's default.";
    Zero    = "01", "rtz", [], "Towards zero; the two-result variant of log, sin, cos and div.";
    Nearest = "10", "rtne", [], "To nearest even.", BLOB;
    ? "never observed": "11";
}

slot! {
    /// The half of the 16-bit registers used by an instruction in dual-16 mode.
    pub enum Thread;
    /// Threads: bit 1 is bit 24 of word 3, bit 0 is bit 13 of word 3.
    pub static THREAD = "thread", 2, MESA;
    Both = "00", "", [], "Both halves at once.", ISA_XML;
    Low  = "01", "t0", [], "Dual-16 mode: the low half of the 16-bit registers.", ISA_XML;
    High = "10", "t1", [], "Dual-16 mode: the high half of the 16-bit registers.", ISA_XML;
    ? "never observed": "11";
}

slot! {
    /// The type of an immediate.
    pub enum ImmKind;
    /// Kinds of immediates: bits 2:1 of the addressing mode of the source.
    pub static IMM_KIND = "kind of immediate", 2, MESA;
    F20 = "00", "f20", [], "The upper 20 bits of a 32-bit float.";
    S20 = "01", "s20", [], "Signed integer.";
    U20 = "10", "u20", [], "Unsigned integer.", ISA_XML;
    F16 = "11", "f16", [], "16-bit float.", BLOB;
}
