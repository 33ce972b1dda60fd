//! Rows of the load/store operations.
//!
//! A row: variant, encoding, the same in binary, name, form of the operands, and
//! the meaning. After a question mark: encodings that no source lists.

use super::op::{Form, Ldst};
use crate::isa::source::{MESA, UNLISTED};
use tilescope_tables::{Pattern, Reserved, Row, Slot};

macro_rules! operations {
    (
        $( $var:ident = $code:literal, $bits:literal, $name:literal, $form:ident, $doc:literal; )+
        $( ? $rest:literal; )+
    ) => {
        tilescope_tables::closed_enum! {
            /// A load/store operation.
            LdstOp { $( #[doc = $doc] $var = $code, )+ }
        }

        /// The load/store operations.
        pub static LOAD_STORE_OP: Slot<Ldst> = Slot {
            name: "load/store operation",
            width: 8,
            rows: &[$( {
                let ldst = Ldst { op: LdstOp::$var, form: Form::$form };
                let row = Row::new(ldst, $bits, $name, &[], $doc, MESA);
                assert!(row.bits.value == $code, "bits of another operation");
                row
            } ),+],
            reserved: &[$( Reserved { bits: Pattern::new($rest), doc: UNLISTED } ),+],
        };
    };
}

operations! {
    Nop = 0x03, "00000011", "NOP", Nop, "Does nothing.";
    UnpackColourF32 = 0x04, "00000100", "UNPACK.f32", Colour, "A colour in the format of the operand, converted to 32-bit floats.";
    UnpackColourF16 = 0x05, "00000101", "UNPACK.f16", Colour, "A colour in the format of the operand, converted to 16-bit floats.";
    UnpackColourU32 = 0x06, "00000110", "UNPACK.u32", Colour, "A colour in the format of the operand, converted to 32-bit unsigned integers.";
    UnpackColourS32 = 0x07, "00000111", "UNPACK.s32", Colour, "A colour in the format of the operand, converted to 32-bit signed integers.";
    PackColourF32 = 0x08, "00001000", "PACK.f32", Colour, "A colour of 32-bit floats, converted to the format of the operand.";
    PackColourF16 = 0x09, "00001001", "PACK.f16", Colour, "A colour of 16-bit floats, converted to the format of the operand.";
    PackColourU32 = 0x0a, "00001010", "PACK.u32", Colour, "A colour of 32-bit unsigned integers, converted to the format of the operand.";
    PackColourS32 = 0x0b, "00001011", "PACK.s32", Colour, "A colour of 32-bit signed integers, converted to the format of the operand.";
    Lea = 0x0c, "00001100", "LEA", Lea, "Effective address of a memory operand.";
    LeaImage = 0x0d, "00001101", "LEA_IMAGE", LeaImage, "Address of a texel of an image.";
    LdCubemapCoords = 0x0e, "00001110", "CUBEMAP", Project, "Coordinates of a cube map, converted to those that the texture unit takes.";
    LdstMov = 0x10, "00010000", "LDST_MOV", Move, "A register that this unit can read.";
    LdstPerspectiveDivY = 0x11, "00010001", "LDST_PERSPECTIVE_DIV_Y", Project, "The vector divided by its y component.";
    LdstPerspectiveDivZ = 0x12, "00010010", "LDST_PERSPECTIVE_DIV_Z", Project, "The vector divided by its z component.";
    LdstPerspectiveDivW = 0x13, "00010011", "LDST_PERSPECTIVE_DIV_W", Project, "The vector divided by its w component.";
    AtomicAdd = 0x40, "01000000", "AADD.32", Atomic, "Replaces 32 bits of memory by the sum with a register; returns the old value.";
    AtomicAdd64 = 0x41, "01000001", "AADD.64", Atomic, "Replaces 64 bits of memory by the sum with a register; returns the old value.";
    AtomicAddBe = 0x42, "01000010", "AADD.32.be", Atomic, "Replaces 32 big-endian bits of memory by the sum with a register; returns the old value.";
    AtomicAdd64Be = 0x43, "01000011", "AADD.64.be", Atomic, "Replaces 64 big-endian bits of memory by the sum with a register; returns the old value.";
    AtomicAnd = 0x44, "01000100", "AAND.32", Atomic, "Replaces 32 bits of memory by the bitwise and with a register; returns the old value.";
    AtomicAnd64 = 0x45, "01000101", "AAND.64", Atomic, "Replaces 64 bits of memory by the bitwise and with a register; returns the old value.";
    AtomicAndBe = 0x46, "01000110", "AAND.32.be", Atomic, "Replaces 32 big-endian bits of memory by the bitwise and with a register; returns the old value.";
    AtomicAnd64Be = 0x47, "01000111", "AAND.64.be", Atomic, "Replaces 64 big-endian bits of memory by the bitwise and with a register; returns the old value.";
    AtomicOr = 0x48, "01001000", "AOR.32", Atomic, "Replaces 32 bits of memory by the bitwise or with a register; returns the old value.";
    AtomicOr64 = 0x49, "01001001", "AOR.64", Atomic, "Replaces 64 bits of memory by the bitwise or with a register; returns the old value.";
    AtomicOrBe = 0x4a, "01001010", "AOR.32.be", Atomic, "Replaces 32 big-endian bits of memory by the bitwise or with a register; returns the old value.";
    AtomicOr64Be = 0x4b, "01001011", "AOR.64.be", Atomic, "Replaces 64 big-endian bits of memory by the bitwise or with a register; returns the old value.";
    AtomicXor = 0x4c, "01001100", "AXOR.32", Atomic, "Replaces 32 bits of memory by the exclusive or with a register; returns the old value.";
    AtomicXor64 = 0x4d, "01001101", "AXOR.64", Atomic, "Replaces 64 bits of memory by the exclusive or with a register; returns the old value.";
    AtomicXorBe = 0x4e, "01001110", "AXOR.32.be", Atomic, "Replaces 32 big-endian bits of memory by the exclusive or with a register; returns the old value.";
    AtomicXor64Be = 0x4f, "01001111", "AXOR.64.be", Atomic, "Replaces 64 big-endian bits of memory by the exclusive or with a register; returns the old value.";
    AtomicImin = 0x50, "01010000", "AMIN.s32", Atomic, "Replaces 32 bits of memory by the signed minimum with a register; returns the old value.";
    AtomicImin64 = 0x51, "01010001", "AMIN.s64", Atomic, "Replaces 64 bits of memory by the signed minimum with a register; returns the old value.";
    AtomicIminBe = 0x52, "01010010", "AMIN.s32.be", Atomic, "Replaces 32 big-endian bits of memory by the signed minimum with a register; returns the old value.";
    AtomicImin64Be = 0x53, "01010011", "AMIN.s64.be", Atomic, "Replaces 64 big-endian bits of memory by the signed minimum with a register; returns the old value.";
    AtomicUmin = 0x54, "01010100", "AMIN.u32", Atomic, "Replaces 32 bits of memory by the unsigned minimum with a register; returns the old value.";
    AtomicUmin64 = 0x55, "01010101", "AMIN.u64", Atomic, "Replaces 64 bits of memory by the unsigned minimum with a register; returns the old value.";
    AtomicUminBe = 0x56, "01010110", "AMIN.u32.be", Atomic, "Replaces 32 big-endian bits of memory by the unsigned minimum with a register; returns the old value.";
    AtomicUmin64Be = 0x57, "01010111", "AMIN.u64.be", Atomic, "Replaces 64 big-endian bits of memory by the unsigned minimum with a register; returns the old value.";
    AtomicImax = 0x58, "01011000", "AMAX.s32", Atomic, "Replaces 32 bits of memory by the signed maximum with a register; returns the old value.";
    AtomicImax64 = 0x59, "01011001", "AMAX.s64", Atomic, "Replaces 64 bits of memory by the signed maximum with a register; returns the old value.";
    AtomicImaxBe = 0x5a, "01011010", "AMAX.s32.be", Atomic, "Replaces 32 big-endian bits of memory by the signed maximum with a register; returns the old value.";
    AtomicImax64Be = 0x5b, "01011011", "AMAX.s64.be", Atomic, "Replaces 64 big-endian bits of memory by the signed maximum with a register; returns the old value.";
    AtomicUmax = 0x5c, "01011100", "AMAX.u32", Atomic, "Replaces 32 bits of memory by the unsigned maximum with a register; returns the old value.";
    AtomicUmax64 = 0x5d, "01011101", "AMAX.u64", Atomic, "Replaces 64 bits of memory by the unsigned maximum with a register; returns the old value.";
    AtomicUmaxBe = 0x5e, "01011110", "AMAX.u32.be", Atomic, "Replaces 32 big-endian bits of memory by the unsigned maximum with a register; returns the old value.";
    AtomicUmax64Be = 0x5f, "01011111", "AMAX.u64.be", Atomic, "Replaces 64 big-endian bits of memory by the unsigned maximum with a register; returns the old value.";
    AtomicXchg = 0x60, "01100000", "XCHG.32", Atomic, "Exchanges 32 bits of memory for a register; returns the old value.";
    AtomicXchg64 = 0x61, "01100001", "XCHG.64", Atomic, "Exchanges 64 bits of memory for a register; returns the old value.";
    AtomicXchgBe = 0x62, "01100010", "XCHG.32.be", Atomic, "Exchanges 32 big-endian bits of memory for a register; returns the old value.";
    AtomicXchg64Be = 0x63, "01100011", "XCHG.64.be", Atomic, "Exchanges 64 big-endian bits of memory for a register; returns the old value.";
    AtomicCmpxchg = 0x64, "01100100", "CMPXCHG.32", CompareExchange, "Exchanges 32 bits of memory for a register if they equal another; returns the old value.";
    AtomicCmpxchg64 = 0x65, "01100101", "CMPXCHG.64", CompareExchange, "Exchanges 64 bits of memory for a register if they equal another; returns the old value.";
    AtomicCmpxchgBe = 0x66, "01100110", "CMPXCHG.32.be", CompareExchange, "Exchanges 32 big-endian bits of memory for a register if they equal another; returns the old value.";
    AtomicCmpxchg64Be = 0x67, "01100111", "CMPXCHG.64.be", CompareExchange, "Exchanges 64 big-endian bits of memory for a register if they equal another; returns the old value.";
    LdU8 = 0x80, "10000000", "LD.u8", Load, "Loads an unsigned 8-bit integer.";
    LdI8 = 0x81, "10000001", "LD.s8", Load, "Loads a signed 8-bit integer.";
    LdU16 = 0x84, "10000100", "LD.u16", Load, "Loads an unsigned 16-bit integer.";
    LdI16 = 0x85, "10000101", "LD.s16", Load, "Loads a signed 16-bit integer.";
    LdU16Be = 0x86, "10000110", "LD.u16.be", Load, "Loads an unsigned 16-bit integer, big-endian.";
    LdI16Be = 0x87, "10000111", "LD.s16.be", Load, "Loads a signed 16-bit integer, big-endian.";
    Ld32 = 0x88, "10001000", "LD.32", Load, "Loads 32 bits.";
    Ld32Bswap2 = 0x89, "10001001", "LD.32.bswap2", Load, "Loads 32 bits, each 16 of them big-endian.";
    Ld32Bswap4 = 0x8a, "10001010", "LD.32.bswap4", Load, "Loads 32 bits, big-endian.";
    Ld64 = 0x8c, "10001100", "LD.64", Load, "Loads 64 bits.";
    Ld64Bswap2 = 0x8d, "10001101", "LD.64.bswap2", Load, "Loads 64 bits, each 16 of them big-endian.";
    Ld64Bswap4 = 0x8e, "10001110", "LD.64.bswap4", Load, "Loads 64 bits, each 32 of them big-endian.";
    Ld64Bswap8 = 0x8f, "10001111", "LD.64.bswap8", Load, "Loads 64 bits, big-endian.";
    Ld128 = 0x90, "10010000", "LD.128", Load, "Loads 128 bits.";
    Ld128Bswap2 = 0x91, "10010001", "LD.128.bswap2", Load, "Loads 128 bits, each 16 of them big-endian.";
    Ld128Bswap4 = 0x92, "10010010", "LD.128.bswap4", Load, "Loads 128 bits, each 32 of them big-endian.";
    Ld128Bswap8 = 0x93, "10010011", "LD.128.bswap8", Load, "Loads 128 bits, each 64 of them big-endian.";
    LdAttr32 = 0x94, "10010100", "LD_ATTR.f32", LoadAttribute, "Loads an attribute as 32-bit floats.";
    LdAttr16 = 0x95, "10010101", "LD_ATTR.f16", LoadAttribute, "Loads an attribute as 16-bit floats.";
    LdAttr32u = 0x96, "10010110", "LD_ATTR.u32", LoadAttribute, "Loads an attribute as 32-bit unsigned integers.";
    LdAttr32i = 0x97, "10010111", "LD_ATTR.s32", LoadAttribute, "Loads an attribute as 32-bit signed integers.";
    LdVary32 = 0x98, "10011000", "LD_VARY.f32", LoadVarying, "Loads a varying as 32-bit floats.";
    LdVary16 = 0x99, "10011001", "LD_VARY.f16", LoadVarying, "Loads a varying as 16-bit floats.";
    LdVary32u = 0x9a, "10011010", "LD_VARY.u32", LoadVarying, "Loads a varying as 32-bit unsigned integers.";
    LdVary32i = 0x9b, "10011011", "LD_VARY.s32", LoadVarying, "Loads a varying as 32-bit signed integers.";
    LdSpecial32f = 0x9c, "10011100", "LD_SPECIAL.f32", Special, "Loads a special value as 32-bit floats; the selectors differ between v4 and v5.";
    LdSpecial16f = 0x9d, "10011101", "LD_SPECIAL.f16", Special, "Loads a special value as 16-bit floats; the selectors differ between v4 and v5.";
    LdSpecial32u = 0x9e, "10011110", "LD_SPECIAL.u32", Special, "Loads a special value as 32-bit unsigned integers; the selectors differ between v4 and v5.";
    LdSpecial32i = 0x9f, "10011111", "LD_SPECIAL.s32", Special, "Loads a special value as 32-bit signed integers; the selectors differ between v4 and v5.";
    LdUboU8 = 0xa0, "10100000", "LD_UBO.u8", LoadUniform, "Loads an unsigned 8-bit integer of a uniform buffer.";
    LdUboI8 = 0xa1, "10100001", "LD_UBO.s8", LoadUniform, "Loads a signed 8-bit integer of a uniform buffer.";
    LdUboU16 = 0xa4, "10100100", "LD_UBO.u16", LoadUniform, "Loads an unsigned 16-bit integer of a uniform buffer.";
    LdUboI16 = 0xa5, "10100101", "LD_UBO.s16", LoadUniform, "Loads a signed 16-bit integer of a uniform buffer.";
    LdUboU16Be = 0xa6, "10100110", "LD_UBO.u16.be", LoadUniform, "Loads an unsigned 16-bit integer, big-endian of a uniform buffer.";
    LdUboI16Be = 0xa7, "10100111", "LD_UBO.s16.be", LoadUniform, "Loads a signed 16-bit integer, big-endian of a uniform buffer.";
    LdUbo32 = 0xa8, "10101000", "LD_UBO.32", LoadUniform, "Loads 32 bits of a uniform buffer.";
    LdUbo32Bswap2 = 0xa9, "10101001", "LD_UBO.32.bswap2", LoadUniform, "Loads 32 bits, each 16 of them big-endian of a uniform buffer.";
    LdUbo32Bswap4 = 0xaa, "10101010", "LD_UBO.32.bswap4", LoadUniform, "Loads 32 bits, big-endian of a uniform buffer.";
    LdUbo64 = 0xac, "10101100", "LD_UBO.64", LoadUniform, "Loads 64 bits of a uniform buffer.";
    LdUbo64Bswap2 = 0xad, "10101101", "LD_UBO.64.bswap2", LoadUniform, "Loads 64 bits, each 16 of them big-endian of a uniform buffer.";
    LdUbo64Bswap4 = 0xae, "10101110", "LD_UBO.64.bswap4", LoadUniform, "Loads 64 bits, each 32 of them big-endian of a uniform buffer.";
    LdUbo64Bswap8 = 0xaf, "10101111", "LD_UBO.64.bswap8", LoadUniform, "Loads 64 bits, big-endian of a uniform buffer.";
    LdUbo128 = 0xb0, "10110000", "LD_UBO.128", LoadUniform, "Loads 128 bits of a uniform buffer.";
    LdUbo128Bswap2 = 0xb1, "10110001", "LD_UBO.128.bswap2", LoadUniform, "Loads 128 bits, each 16 of them big-endian of a uniform buffer.";
    LdUbo128Bswap4 = 0xb2, "10110010", "LD_UBO.128.bswap4", LoadUniform, "Loads 128 bits, each 32 of them big-endian of a uniform buffer.";
    LdUbo128Bswap8 = 0xb3, "10110011", "LD_UBO.128.bswap8", LoadUniform, "Loads 128 bits, each 64 of them big-endian of a uniform buffer.";
    LdImage32f = 0xb4, "10110100", "LD_IMAGE.f32", LoadImage, "Loads a texel of an image as 32-bit floats.";
    LdImage16f = 0xb5, "10110101", "LD_IMAGE.f16", LoadImage, "Loads a texel of an image as 16-bit floats.";
    LdImage32u = 0xb6, "10110110", "LD_IMAGE.u32", LoadImage, "Loads a texel of an image as 32-bit unsigned integers.";
    LdImage32i = 0xb7, "10110111", "LD_IMAGE.s32", LoadImage, "Loads a texel of an image as 32-bit signed integers.";
    LdTilebuffer32f = 0xb8, "10111000", "LD_TILEBUFFER.f32", Tilebuffer, "Loads the tile buffer as 32-bit floats; from v5 on.";
    LdTilebuffer16f = 0xb9, "10111001", "LD_TILEBUFFER.f16", Tilebuffer, "Loads the tile buffer as 16-bit floats; from v5 on.";
    LdTilebufferRaw = 0xba, "10111010", "LD_TILEBUFFER.raw", Tilebuffer, "Loads the tile buffer as unconverted bits; from v5 on.";
    StU8 = 0xc0, "11000000", "ST.u8", Store, "Stores an unsigned 8-bit integer.";
    StI8 = 0xc1, "11000001", "ST.s8", Store, "Stores a signed 8-bit integer.";
    StU16 = 0xc4, "11000100", "ST.u16", Store, "Stores an unsigned 16-bit integer.";
    StI16 = 0xc5, "11000101", "ST.s16", Store, "Stores a signed 16-bit integer.";
    StU16Be = 0xc6, "11000110", "ST.u16.be", Store, "Stores an unsigned 16-bit integer, big-endian.";
    StI16Be = 0xc7, "11000111", "ST.s16.be", Store, "Stores a signed 16-bit integer, big-endian.";
    St32 = 0xc8, "11001000", "ST.32", Store, "Stores 32 bits.";
    St32Bswap2 = 0xc9, "11001001", "ST.32.bswap2", Store, "Stores 32 bits, each 16 of them big-endian.";
    St32Bswap4 = 0xca, "11001010", "ST.32.bswap4", Store, "Stores 32 bits, big-endian.";
    St64 = 0xcc, "11001100", "ST.64", Store, "Stores 64 bits.";
    St64Bswap2 = 0xcd, "11001101", "ST.64.bswap2", Store, "Stores 64 bits, each 16 of them big-endian.";
    St64Bswap4 = 0xce, "11001110", "ST.64.bswap4", Store, "Stores 64 bits, each 32 of them big-endian.";
    St64Bswap8 = 0xcf, "11001111", "ST.64.bswap8", Store, "Stores 64 bits, big-endian.";
    St128 = 0xd0, "11010000", "ST.128", Store, "Stores 128 bits.";
    St128Bswap2 = 0xd1, "11010001", "ST.128.bswap2", Store, "Stores 128 bits, each 16 of them big-endian.";
    St128Bswap4 = 0xd2, "11010010", "ST.128.bswap4", Store, "Stores 128 bits, each 32 of them big-endian.";
    St128Bswap8 = 0xd3, "11010011", "ST.128.bswap8", Store, "Stores 128 bits, each 64 of them big-endian.";
    StVary32 = 0xd4, "11010100", "ST_VARY.f32", StoreVarying, "Stores a varying as 32-bit floats.";
    StVary16 = 0xd5, "11010101", "ST_VARY.f16", StoreVarying, "Stores a varying as 16-bit floats.";
    StVary32u = 0xd6, "11010110", "ST_VARY.u32", StoreVarying, "Stores a varying as 32-bit unsigned integers.";
    StVary32i = 0xd7, "11010111", "ST_VARY.s32", StoreVarying, "Stores a varying as 32-bit signed integers.";
    StImage32f = 0xd8, "11011000", "ST_IMAGE.f32", StoreImage, "Stores a texel of an image as 32-bit floats.";
    StImage16f = 0xd9, "11011001", "ST_IMAGE.f16", StoreImage, "Stores a texel of an image as 16-bit floats.";
    StImage32u = 0xda, "11011010", "ST_IMAGE.u32", StoreImage, "Stores a texel of an image as 32-bit unsigned integers.";
    StImage32i = 0xdb, "11011011", "ST_IMAGE.s32", StoreImage, "Stores a texel of an image as 32-bit signed integers.";
    StSpecial32f = 0xdc, "11011100", "ST_SPECIAL.f32", Special, "Stores a special value as 32-bit floats; the selectors differ between v4 and v5.";
    StSpecial16f = 0xdd, "11011101", "ST_SPECIAL.f16", Special, "Stores a special value as 16-bit floats; the selectors differ between v4 and v5.";
    StSpecial32u = 0xde, "11011110", "ST_SPECIAL.u32", Special, "Stores a special value as 32-bit unsigned integers; the selectors differ between v4 and v5.";
    StSpecial32i = 0xdf, "11011111", "ST_SPECIAL.s32", Special, "Stores a special value as 32-bit signed integers; the selectors differ between v4 and v5.";
    StTilebuffer32f = 0xe8, "11101000", "ST_TILEBUFFER.f32", Tilebuffer, "Stores the tile buffer as 32-bit floats; from v5 on.";
    StTilebuffer16f = 0xe9, "11101001", "ST_TILEBUFFER.f16", Tilebuffer, "Stores the tile buffer as 16-bit floats; from v5 on.";
    StTilebufferRaw = 0xea, "11101010", "ST_TILEBUFFER.raw", Tilebuffer, "Stores the tile buffer as unconverted bits; from v5 on.";
    Trap = 0xfc, "11111100", "TRAP", Trap, "Trap with a code; the effect is undocumented.";
    ? "0000000x";
    ? "00000010";
    ? "00001111";
    ? "000101xx";
    ? "00011xxx";
    ? "001xxxxx";
    ? "01101xxx";
    ? "0111xxxx";
    ? "1000001x";
    ? "10001011";
    ? "1010001x";
    ? "10101011";
    ? "10111011";
    ? "101111xx";
    ? "1100001x";
    ? "11001011";
    ? "11100xxx";
    ? "11101011";
    ? "111011xx";
    ? "11110xxx";
    ? "111110xx";
    ? "11111101";
    ? "1111111x";
}
