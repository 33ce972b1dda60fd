//! The forms of text, by category.

use super::args::{Address, Arg, Number, Offset, Third};
use super::fields::*;
use super::form::{DstPrecision, Form, Prefix};
use super::suffix::{Scale, Suffix};

const P_SY: Prefix = Prefix::Flag(SY, "(sy)");
const P_SS: Prefix = Prefix::Flag(SS, "(ss)");
const P_EQ: Prefix = Prefix::Flag(EQ, "(eq)");
const P_JP: Prefix = Prefix::Flag(JP, "(jp)");
const P_SAT: Prefix = Prefix::Flag(SAT, "(sat)");
const P_UL: Prefix = Prefix::Flag(UL, "(ul)");

const fn flow(
    prefixes: &'static [Prefix],
    suffix: &'static [Suffix],
    args: &'static [Arg],
) -> Form {
    Form {
        prefixes,
        suffix,
        args,
        dst: DstPrecision::Full,
    }
}

const BRANCHES: &[Prefix] = &[P_SY, P_SS, P_EQ, P_JP];
const JUMPS: &[Prefix] = &[P_SY, P_SS, P_JP];
const P1: Arg = Arg::Predicate(INV1, COMP1);
const P2: Arg = Arg::Predicate(INV2, COMP2);

pub(super) static BARE: Form = flow(&[P_SY, P_SS, P_EQ, P_JP, Prefix::Repeat(REPEAT3)], &[], &[]);
pub(super) static PREDICATE: Form = flow(BRANCHES, &[], &[P1]);
pub(super) static JUMP: Form = flow(JUMPS, &[], &[Arg::Target]);
pub(super) static GET_LAST: Form = flow(
    JUMPS,
    &[Suffix::Number(CLUSTER0, ".w", "", Scale::Power)],
    &[Arg::Target],
);
pub(super) static BRANCH1: Form = flow(BRANCHES, &[], &[P1, Arg::Target]);
pub(super) static BRANCH2: Form = flow(BRANCHES, &[], &[P1, P2, Arg::Target]);
pub(super) static BRANCH_EQ: Form = flow(BRANCHES, &[], &[Arg::Target]);
pub(super) static BRANCH_INDEX: Form = flow(
    BRANCHES,
    &[Suffix::Number(INDEX, ".", "", Scale::Plain)],
    &[Arg::Target],
);

const MOVES: &[Prefix] = &[P_SY, P_SS, P_JP, P_UL];

const fn moving(
    prefixes: &'static [Prefix],
    suffix: &'static [Suffix],
    args: &'static [Arg],
) -> Form {
    Form {
        prefixes,
        suffix,
        args,
        dst: DstPrecision::Typed(DST_TYPE),
    }
}

const fn byte(n: u8) -> tilescope_tables::Field {
    tilescope_tables::Field::new("REG", n * 8 + 7, n * 8, "A register.")
}

pub(super) static MOVE: Form = moving(
    &[P_SY, P_SS, P_JP, Prefix::Repeat(REPEAT2), P_UL],
    &[],
    &[Arg::MoveDst, Arg::MoveSrc],
);
pub(super) static SWAP: Form = moving(
    MOVES,
    &[Suffix::Types],
    &[
        Arg::RoundedDst(DST),
        Arg::ParallelDst(byte(2)),
        Arg::ParallelSrc(byte(0)),
        Arg::ParallelSrc(byte(1)),
    ],
);
pub(super) static GATHER: Form = moving(
    MOVES,
    &[Suffix::Types],
    &[
        Arg::RoundedDst(DST),
        Arg::ParallelSrc(byte(0)),
        Arg::ParallelSrc(byte(1)),
        Arg::ParallelSrc(byte(2)),
        Arg::ParallelSrc(byte(3)),
    ],
);
pub(super) static SCATTER: Form = moving(
    MOVES,
    &[Suffix::Types],
    &[
        Arg::RoundedDst(DST),
        Arg::ParallelDst(byte(1)),
        Arg::ParallelDst(byte(2)),
        Arg::ParallelDst(byte(3)),
        Arg::ParallelSrc(byte(0)),
    ],
);
pub(super) static MOVE_MASK: Form = flow(
    MOVES,
    &[Suffix::Number(REPEAT2, ".w", "", Scale::Words)],
    &[Arg::MaskDst],
);

const fn arithmetic(
    prefixes: &'static [Prefix],
    suffix: &'static [Suffix],
    args: &'static [Arg],
) -> Form {
    Form {
        prefixes,
        suffix,
        args,
        dst: DstPrecision::Converted,
    }
}

const ALU: &[Prefix] = &[P_SY, P_SS, P_JP, P_SAT, Prefix::RepeatOrNop, P_UL];
const REPEATED: &[Prefix] = &[P_SY, P_SS, P_JP, P_SAT, Prefix::Repeat(REPEAT2), P_UL];
const ALU_UNSATURATED: &[Prefix] = &[P_SY, P_SS, P_JP, Prefix::RepeatOrNop, P_UL];
const FIRST: Arg = Arg::Source(0, SRC1_R);
const SECOND: Arg = Arg::Source(16, SRC2_R);

pub(super) static ONE: Form = arithmetic(ALU, &[], &[Arg::InputDst, FIRST]);
pub(super) static TWO: Form = arithmetic(ALU, &[], &[Arg::InputDst, FIRST, SECOND]);
pub(super) static COMPARE: Form = arithmetic(
    ALU,
    &[Suffix::Named(COND, &CONDITION)],
    &[Arg::InputDst, FIRST, SECOND],
);
pub(super) static INPUT: Form = arithmetic(REPEATED, &[], &[Arg::InputDst, FIRST, SECOND]);
pub(super) static SPECIAL: Form = arithmetic(REPEATED, &[], &[Arg::Dst, FIRST]);

const THIRD1: Third = Third {
    lo: 0,
    negate: Some(NEG1),
    advance: SRC1_R,
    numbers: false,
};
const THIRD3: Third = Third {
    lo: 16,
    negate: Some(NEG3),
    advance: SRC3_R,
    numbers: false,
};

pub(super) static THREE: Form = arithmetic(
    ALU,
    &[],
    &[
        Arg::Dst,
        Arg::Third(THIRD1),
        Arg::Middle(Some(NEG2)),
        Arg::Third(THIRD3),
    ],
);
pub(super) static THREE_ALT: Form = arithmetic(
    ALU_UNSATURATED,
    &[],
    &[
        Arg::Dst,
        Arg::Third(Third {
            numbers: true,
            ..THIRD1
        }),
        Arg::Middle(Some(NEG2)),
        Arg::Third(Third {
            numbers: true,
            ..THIRD3
        }),
    ],
);
pub(super) static DOT: Form = flow(
    ALU,
    &[
        Suffix::Named(SIGN, &SIGNEDNESS),
        Suffix::Named(PACK, &PACKING),
    ],
    &[
        Arg::Dst,
        Arg::Third(Third {
            negate: None,
            ..THIRD1
        }),
        Arg::Middle(None),
        Arg::Third(THIRD3),
    ],
);
pub(super) static MATRIX: Form = Form {
    prefixes: ALU_UNSATURATED,
    suffix: &[],
    args: &[
        Arg::Dst,
        Arg::Third(THIRD1),
        Arg::Middle(Some(NEG2)),
        Arg::Third(Third {
            negate: None,
            numbers: true,
            ..THIRD3
        }),
    ],
    dst: DstPrecision::Bit(DST_CONV),
};

const LOADING: &[Prefix] = &[P_SY, P_JP];

const fn texture(suffix: &'static [Suffix], args: &'static [Arg]) -> Form {
    Form {
        prefixes: LOADING,
        suffix,
        args,
        dst: DstPrecision::Typed(TYPE5),
    }
}

const TEXTURE: &[Suffix] = &[
    Suffix::Flag(DIM3, ".3d"),
    Suffix::Flag(ARRAY, ".a"),
    Suffix::Flag(OFFSET5, ".o"),
    Suffix::Flag(PROJ, ".p"),
    Suffix::Flag(SHADOW, ".s"),
    Suffix::Descriptors,
];
const COORDS: Arg = Arg::TexSrc(TEX_SRC1);
const SECOND_COORDS: Arg = Arg::TexSrc(TEX_SRC2);
const MAYBE_OFFSET: Arg = Arg::TexOffset(TEX_SRC2);

pub(super) static SAMPLE1: Form = texture(
    TEXTURE,
    &[Arg::TexDst, COORDS, MAYBE_OFFSET, Arg::SamplerAndTexture],
);
/// Its bits 50 and 53 are not those of other instructions, and it has bit 18 (Mesa 25.0,
/// ir3-cat5.xml; 22.3 has no names for them).
pub(super) static TEXEL: Form = texture(
    &[
        Suffix::Flag(DIM3, ".3d"),
        Suffix::Flag(ARRAY, ".a"),
        Suffix::Flag(OFFSET5, ".o"),
        Suffix::Flag(VECTOR5, ".v"),
        Suffix::Descriptors,
        Suffix::Unless(NOT_1D, ".1d"),
    ],
    &[
        Arg::TexDst,
        Arg::TexelSrc(TEX_SRC1),
        MAYBE_OFFSET,
        Arg::SamplerAndTexture,
    ],
);
pub(super) static SAMPLE2: Form = texture(
    TEXTURE,
    &[Arg::TexDst, COORDS, SECOND_COORDS, Arg::SamplerAndTexture],
);
pub(super) static QUERY1: Form =
    texture(TEXTURE, &[Arg::TexDst, COORDS, MAYBE_OFFSET, Arg::Texture]);
pub(super) static QUERY0: Form = texture(TEXTURE, &[Arg::TexDst, MAYBE_OFFSET, Arg::Texture]);
pub(super) static PLAIN1: Form = texture(
    TEXTURE,
    &[Arg::TexDst, COORDS, MAYBE_OFFSET, Arg::NoResource],
);
pub(super) static PLAIN0: Form = texture(TEXTURE, &[Arg::TexDst, MAYBE_OFFSET, Arg::NoResource]);
pub(super) static DERIVATIVE: Form = texture(
    TEXTURE,
    &[Arg::UntypedTexDst, COORDS, MAYBE_OFFSET, Arg::NoResource],
);
pub(super) static CLUSTER: Form = texture(
    &[Suffix::Number(CLUSTER5, ".w", "", Scale::Power)],
    &[Arg::TexDst, COORDS],
);
pub(super) static SHUFFLE1: Form = texture(&[], &[Arg::TexDst, COORDS, MAYBE_OFFSET]);
pub(super) static SHUFFLE2: Form = texture(&[], &[Arg::TexDst, COORDS, SECOND_COORDS]);
const fn memory(suffix: &'static [Suffix], args: &'static [Arg]) -> Form {
    Form {
        prefixes: LOADING,
        suffix,
        args,
        dst: DstPrecision::Full,
    }
}

const TYPED_SUFFIX: Suffix = Suffix::Named(TYPE6, &TYPE);
const OFFSET_LOAD: Offset = Offset::Whole(OFF13);
const OFFSET_STORE: Offset = Offset::Split(OFF_HI, OFF_LO);
const SIZE: Arg = Arg::Count(SIZE6);

const fn address(space: char, base: tilescope_tables::Field, offset: Offset) -> Arg {
    Arg::Memory(Address {
        space,
        base,
        offset,
    })
}

pub(super) static LOAD_GLOBAL: Form = memory(
    &[TYPED_SUFFIX],
    &[
        Arg::TypedReg(DST),
        address('g', ADDR_LOAD, OFFSET_LOAD),
        SIZE,
    ],
);
pub(super) static LOAD_INDEXED: Form = memory(
    &[TYPED_SUFFIX],
    &[
        Arg::TypedReg(DST),
        Arg::Indexed(ADDR_LOAD, INDEX_LOAD),
        SIZE,
    ],
);
pub(super) static STORE_GLOBAL: Form = memory(
    &[TYPED_SUFFIX],
    &[
        address('g', ADDR_STORE, OFFSET_STORE),
        Arg::TypedReg(VALUE_STORE),
        SIZE,
    ],
);
pub(super) static STORE_INDEXED: Form = memory(
    &[TYPED_SUFFIX],
    &[
        Arg::Indexed(ADDR_STORE, DST),
        Arg::TypedReg(VALUE_STORE),
        SIZE,
    ],
);
pub(super) static LOAD_LOCAL: Form = memory(
    &[TYPED_SUFFIX],
    &[Arg::Reg(DST), address('l', ADDR_LOAD, OFFSET_LOAD), SIZE],
);
pub(super) static LOAD_PRIVATE: Form = memory(
    &[TYPED_SUFFIX],
    &[Arg::Reg(DST), address('p', ADDR_LOAD, OFFSET_LOAD), SIZE],
);
pub(super) static LOAD_VARYING: Form =
    memory(&[TYPED_SUFFIX], &[Arg::Reg(DST), Arg::Varying(OFF13), SIZE]);
pub(super) static STORE_LOCAL: Form = memory(
    &[TYPED_SUFFIX],
    &[
        address('l', ADDR_STORE, OFFSET_STORE),
        Arg::Reg(VALUE_STORE),
        SIZE,
    ],
);
pub(super) static STORE_PRIVATE: Form = memory(
    &[TYPED_SUFFIX],
    &[
        address('p', ADDR_STORE, OFFSET_STORE),
        Arg::Reg(VALUE_STORE),
        SIZE,
    ],
);
pub(super) static STORE_CONST: Form = memory(
    &[TYPED_SUFFIX],
    &[
        Arg::ConstAddress(DST),
        Arg::Reg(VALUE_STORE),
        Arg::Count(SIZE_STC),
    ],
);
const DIMENSIONS: Suffix = Suffix::Number(DIMS, ".", "d", Scale::PlusOne);
const COMPONENTS_SUFFIX: Suffix = Suffix::Number(COUNT, ".", "", Scale::PlusOne);
const FORMATTED: Suffix = Suffix::Named(TYPED, &TYPING);
const ORIGIN: Suffix = Suffix::Named(MODE, &BUFFER_MODE);

pub(super) static RESOURCE_INFO: Form = memory(
    &[TYPED_SUFFIX, DIMENSIONS],
    &[
        Arg::Reg(DST),
        Arg::Bracketed('g', BUFFER, Number::If(BUFFER_IM)),
    ],
);
pub(super) static ATOMIC_LOCAL: Form = memory(
    &[
        FORMATTED,
        DIMENSIONS,
        TYPED_SUFFIX,
        COMPONENTS_SUFFIX,
        Suffix::Text(".l"),
    ],
    &[
        Arg::Reg(DST),
        Arg::Bracketed('l', ADDR_LOAD, Number::If(SRC1_IM)),
        Arg::RegOrNumber(SRC2_6, Number::If(SRC2_IM)),
    ],
);
pub(super) static ATOMIC_GLOBAL: Form = memory(
    &[
        FORMATTED,
        DIMENSIONS,
        TYPED_SUFFIX,
        COMPONENTS_SUFFIX,
        Suffix::Text(".g"),
    ],
    &[
        Arg::Reg(DST),
        Arg::RegOrNumber(ADDR_LOAD, Number::If(SRC1_IM)),
        Arg::RegOrNumber(SRC2_6, Number::If(SRC2_IM)),
    ],
);
pub(super) static LOAD_TO_CONST: Form = memory(
    &[
        Suffix::Number(LOADS, ".", "", Scale::PlusOne),
        Suffix::Text(".k"),
        ORIGIN,
        Suffix::Set,
    ],
    &[
        Arg::ConstA1,
        Arg::RegOrNumber(SRC2_6, Number::If(SRC2_IM)),
        Arg::RegOrNumber(BUFFER, Number::Direct),
    ],
);
pub(super) static LOAD_CONST: Form = memory(
    &[
        Suffix::Number(DIMS, ".offset", "", Scale::Plain),
        COMPONENTS_SUFFIX,
        ORIGIN,
        Suffix::Set,
    ],
    &[
        Arg::Reg(DST),
        Arg::RegOrNumber(SRC2_6, Number::If(SRC2_IM)),
        Arg::RegOrNumber(BUFFER, Number::Direct),
    ],
);
pub(super) static IDENTITY: Form = memory(&[TYPED_SUFFIX], &[Arg::Reg(DST)]);
pub(super) static RESOURCE_INFO_B: Form = memory(
    &[
        FORMATTED,
        DIMENSIONS,
        TYPED_SUFFIX,
        COMPONENTS_SUFFIX,
        ORIGIN,
        Suffix::Set,
    ],
    &[Arg::Reg(DST), Arg::RegOrNumber(BUFFER, Number::Direct)],
);
pub(super) static BUFFER_ACCESS: Form = memory(
    &[
        FORMATTED,
        DIMENSIONS,
        TYPED_SUFFIX,
        COMPONENTS_SUFFIX,
        ORIGIN,
        Suffix::Set,
    ],
    &[
        Arg::TypedReg(DST),
        Arg::Reg(SRC2_6),
        Arg::RegOrNumber(BUFFER, Number::Direct),
    ],
);

/// Loads and stores may add a number (Mesa 25.0, ir3-cat6.xml; 22.3 has no name for its bits).
pub(super) static BUFFER_AT_OFFSET: Form = Form {
    args: &[
        Arg::TypedReg(DST),
        Arg::OffsetReg(SRC2_6),
        Arg::RegOrNumber(BUFFER, Number::Direct),
    ],
    ..BUFFER_ACCESS
};

pub(super) static BARRIER: Form = memory(
    &[
        Suffix::Flag(G7, ".g"),
        Suffix::Flag(L7, ".l"),
        Suffix::Flag(R7, ".r"),
        Suffix::Flag(W7, ".w"),
    ],
    &[],
);
