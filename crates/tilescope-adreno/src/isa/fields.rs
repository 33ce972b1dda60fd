//! Fields of instruction words that several categories share, and the tables of
//! their values.

use tilescope_tables::Field;
use tilescope_tables::packet::EnumTable;

const fn field(name: &'static str, hi: u8, lo: u8, doc: &'static str) -> Field {
    Field::new(name, hi, lo, doc)
}

pub(super) const SY: Field = field("SY", 60, 60, "Waits for texture and memory loads.");
pub(super) const JP: Field = field("JP", 59, 59, "Is a point of reconvergence.");
pub(super) const SS: Field = field("SS", 44, 44, "Waits for special functions.");
pub(super) const EQ: Field = field("EQ", 48, 48, "Ends helper invocations.");
pub(super) const SAT: Field = field("SAT", 42, 42, "Clamps the result to 0..1.");
pub(super) const UL: Field = field("UL", 45, 45, "Last use of the address register.");
pub(super) const REPEAT2: Field = field("REPEAT", 41, 40, "Repetitions.");
pub(super) const REPEAT3: Field = field("REPEAT", 42, 40, "Repetitions.");
pub(super) const DST: Field = field("DST", 39, 32, "Destination.");
pub(super) const DST_CONV: Field = field(
    "DST_CONV",
    46,
    46,
    "The destination has the other precision.",
);
pub(super) const EI: Field = field("EI", 47, 47, "Releases the varyings.");
pub(super) const SRC1_R: Field = field("SRC1_R", 43, 43, "Source 1 advances in repetitions.");
pub(super) const SRC2_R: Field = field("SRC2_R", 51, 51, "Source 2 advances in repetitions.");
pub(super) const SRC2_R3: Field = field("SRC2_R", 15, 15, "Source 2 advances in repetitions.");
pub(super) const SRC3_R: Field = field("SRC3_R", 29, 29, "Source 3 advances in repetitions.");
pub(super) const NEG1: Field = field("SRC1_NEG", 14, 14, "Negates source 1.");
pub(super) const NEG2: Field = field("SRC2_NEG", 30, 30, "Negates source 2.");
pub(super) const NEG3: Field = field("SRC3_NEG", 31, 31, "Negates source 3.");
pub(super) const MIDDLE: Field = field("SRC2", 54, 47, "Source 2 of three.");
pub(super) const IMMED: Field = field("IMMED", 31, 0, "Distance of the target, or a number.");
pub(super) const INV1: Field = field("INV1", 52, 52, "Inverts predicate 1.");
pub(super) const COMP1: Field = field("COMP1", 54, 53, "Component of predicate 1.");
pub(super) const INV2: Field = field("INV2", 45, 45, "Inverts predicate 2.");
pub(super) const COMP2: Field = field("COMP2", 47, 46, "Component of predicate 2.");
pub(super) const INDEX: Field = field("INDEX", 36, 32, "Index of the branch.");
pub(super) const COND: Field = field("COND", 50, 48, "Comparison.");
pub(super) const ROUND: Field = field("ROUND", 56, 55, "Rounding of conversions.");
pub(super) const DST_TYPE: Field = field("DST_TYPE", 48, 46, "Type of the destination.");
pub(super) const SRC_TYPE: Field = field("SRC_TYPE", 52, 50, "Type of the source.");
pub(super) const DST_REL: Field = field("DST_REL", 49, 49, "The destination is relative to a0.");
pub(super) const SRC_KIND: Field = field("SRC_KIND", 54, 53, "Register, constant or number.");
pub(super) const SIGN: Field = field("SRC_SIGN", 14, 14, "Signedness of source 1.");
pub(super) const PACK: Field = field("SRC_PACK", 30, 30, "Half of the packed sources.");
pub(super) const CLUSTER0: Field = field("W", 54, 52, "Size of the cluster.");
pub(super) const CLUSTER5: Field = field("W", 20, 19, "Size of the cluster.");
pub(super) const FULL5: Field = field("FULL", 0, 0, "Full precision of the sources.");
pub(super) const FULL2: Field = field("FULL", 52, 52, "Full precision of the sources.");
pub(super) const FULL3: Field = field("FULL", 42, 42, "Full precision of the sources.");
pub(super) const FULL_WMM: Field = field("FULL", 31, 31, "Full precision of the sources.");
pub(super) const TEX_SRC1: Field = field("SRC1", 8, 1, "Coordinates.");
pub(super) const TEX_SRC2: Field = field("SRC2", 16, 9, "Offset, bias or level.");
pub(super) const SAMP: Field = field("SAMP", 24, 21, "Sampler.");
pub(super) const TEX: Field = field("TEX", 31, 25, "Texture.");
pub(super) const RESOURCE: Field = field("SRC3", 28, 21, "Register or numbers of both.");
pub(super) const RESOURCE_TEX: Field = field("TEX", 28, 25, "Texture.");
pub(super) const DESC_MODE: Field = field("DESC_MODE", 31, 29, "Origin of the descriptors.");
pub(super) const BASE_HI: Field = field("BASE_HI", 20, 19, "Upper bits of the descriptor set.");
pub(super) const BASE_LO: Field = field("BASE_LO", 47, 47, "Lowest bit of the descriptor set.");
pub(super) const INDIRECT: Field = field("S2EN_BINDLESS", 51, 51, "SRC3 and DESC_MODE are used.");
pub(super) const WRMASK: Field = field("WRMASK", 43, 40, "Components written.");
pub(super) const TYPE5: Field = field("TYPE", 46, 44, "Type of the result.");
pub(super) const DIM3: Field = field("3D", 48, 48, "Three coordinates.");
pub(super) const ARRAY: Field = field("A", 49, 49, "An array.");
pub(super) const SHADOW: Field = field("S", 50, 50, "Compares with a reference.");
pub(super) const VECTOR5: Field = field("V", 50, 50, "Loads texels that follow each other.");
pub(super) const OFFSET_IM: Field =
    field("SRC2_IM", 53, 53, "Source 2 is added to the coordinates.");
pub(super) const NOT_1D: Field = field(
    "NOT_1D",
    18,
    18,
    "Its meaning is not known: texts without it have `.1d`.",
);
pub(super) const OFFSET5: Field = field("O", 52, 52, "Has an offset.");
pub(super) const PROJ: Field = field("P", 53, 53, "Divides by the last coordinate.");
pub(super) const TYPE6: Field = field("TYPE", 51, 49, "Type of the values.");
pub(super) const SIZE6: Field = field("SIZE", 31, 24, "Number of values.");
pub(super) const SIZE_STC: Field = field("SIZE", 26, 24, "Number of values.");
pub(super) const ADDR_LOAD: Field = field("SRC1", 21, 14, "Address.");
pub(super) const ADDR_STORE: Field = field("SRC1", 48, 41, "Address.");
pub(super) const VALUE_STORE: Field = field("SRC3", 8, 1, "Values.");
pub(super) const OFF13: Field = field("OFF", 13, 1, "Offset.");
pub(super) const OFF_HI: Field = field("OFF_HI", 13, 9, "Upper bits of the offset.");
pub(super) const OFF_LO: Field = field("OFF_LO", 39, 32, "Lower bits of the offset.");
pub(super) const OFF2: Field = field("OFF", 10, 9, "Offset of the index.");
pub(super) const SHIFT: Field = field("SHIFT", 13, 12, "Shift of the index, beyond 2.");
pub(super) const INDEX_LOAD: Field = field("SRC2", 8, 1, "Index.");
pub(super) const A1: Field = field("A1", 40, 40, "Relative to a1.x.");
pub(super) const TYPED: Field = field("TYPED", 11, 11, "The buffer has a format.");
pub(super) const DIMS: Field = field("D", 10, 9, "Dimensions minus one.");
pub(super) const COUNT: Field = field("TYPE_SIZE", 13, 12, "Components minus one.");
pub(super) const LOADS: Field = field("LOAD_SIZE", 39, 32, "Vectors minus one.");
pub(super) const SRC1_IM: Field = field("SRC1_IM", 22, 22, "Source 1 is a number.");
pub(super) const SRC2_IM: Field = field("SRC2_IM", 23, 23, "Source 2 is a number.");
pub(super) const SRC2_6: Field = field("SRC2", 31, 24, "Source 2.");
pub(super) const BUFFER: Field = field("SSBO", 48, 41, "Buffer or image.");
pub(super) const HAS_OFFSET: Field = field("HAS_OFFSET", 23, 23, "A number is added to source 2.");
pub(super) const OFFSET_HI: Field = field("OFFSET_HI", 5, 4, "Upper bits of that number.");
pub(super) const OFFSET_LO: Field = field("OFFSET_LO", 58, 54, "Lower bits of that number.");
pub(super) const BUFFER_IM: Field = field("SSBO_IM", 53, 53, "The buffer is a number.");
pub(super) const MODE: Field = field("MODE", 7, 6, "Origin of the buffer.");
pub(super) const BASE6: Field = field("BASE", 3, 1, "Descriptor set.");
pub(super) const BINDLESS: Field = field("BINDLESS", 8, 8, "BASE is used.");
pub(super) const W7: Field = field("W", 51, 51, "Orders writes.");
pub(super) const R7: Field = field("R", 52, 52, "Orders reads.");
pub(super) const L7: Field = field("L", 53, 53, "Orders local memory.");
pub(super) const G7: Field = field("G", 54, 54, "Orders global memory.");

/// The type of values.
pub(super) static TYPE: EnumTable = EnumTable {
    what: "type",
    values: &[
        (0, "f16"),
        (1, "f32"),
        (2, "u16"),
        (3, "u32"),
        (4, "s16"),
        (5, "s32"),
        (6, "u8"),
        (7, "s8"),
    ],
};

/// Whether values of a type are in half registers.
pub(super) const fn half_type(ty: u64) -> bool {
    !matches!(ty, 1 | 3 | 5)
}

/// Comparisons.
pub(super) static CONDITION: EnumTable = EnumTable {
    what: "comparison",
    values: &[
        (0, "lt"),
        (1, "le"),
        (2, "gt"),
        (3, "ge"),
        (4, "eq"),
        (5, "ne"),
    ],
};

/// Rounding of conversions.
pub(super) static ROUNDING: EnumTable = EnumTable {
    what: "rounding",
    values: &[(1, "(even)"), (2, "(pos_infinity)"), (3, "(neg_infinity)")],
};

/// Whether a buffer has a format.
pub(super) static TYPING: EnumTable = EnumTable {
    what: "kind of buffer",
    values: &[(0, "untyped"), (1, "typed")],
};

/// Origin of a buffer.
pub(super) static BUFFER_MODE: EnumTable = EnumTable {
    what: "origin of the buffer",
    values: &[(0, "imm"), (1, "uniform"), (2, "nonuniform")],
};

/// Signedness of the first packed source.
pub(super) static SIGNEDNESS: EnumTable = EnumTable {
    what: "signedness",
    values: &[(0, "unsigned"), (1, "mixed")],
};

/// The half of a register that packed sources are in.
pub(super) static PACKING: EnumTable = EnumTable {
    what: "half of the register",
    values: &[(0, "low"), (1, "high")],
};

/// Numbers that an instruction can name.
pub(super) static CONSTANTS: EnumTable = EnumTable {
    what: "constant",
    values: &[
        (0, "(0.0)"),
        (1, "(0.5)"),
        (2, "(1.0)"),
        (3, "(2.0)"),
        (4, "(e)"),
        (5, "(pi)"),
        (6, "(1/pi)"),
        (7, "(1/log2(e))"),
        (8, "(log2(e))"),
        (9, "(1/log2(10))"),
        (10, "(log2(10))"),
        (11, "(4.0)"),
    ],
};

/// Masks of components, in the order in which Mesa prints them.
pub(super) static COMPONENTS: [&str; 16] = [
    "", "x", "y", "xy", "z", "zx", "zy", "xyz", "w", "xw", "yw", "xyw", "zw", "xzw", "yzw", "xyzw",
];
