//! The instructions of the a6xx, by category.

use super::fields::{FULL_WMM, FULL2, FULL3, FULL5};
use super::form::{Fixed, Form, OpRow, Precision, at};
use super::forms::*;

/// The encoding of a row, without its name.
struct Encoding {
    fixed: Fixed,
    form: &'static Form,
    precision: Precision,
}

macro_rules! ops {
    ($($op:ident = $name:literal, $encoding:expr, $doc:literal;)+) => {
        /// The operations. Variants of an instruction with other text forms or
        /// sources are separate operations only if their encodings differ in
        /// the opcode.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Op { $(#[doc = $doc] $op,)+ }

        impl Op {
            /// Every operation, in the order of the rows.
            pub const ALL: &'static [Op] = &[$(Op::$op),+];
        }

        /// The row of every operation, by category.
        pub static ROWS: &[OpRow] = {
            const LIST: &[OpRow] = &[$({
                const E: Encoding = $encoding;
                OpRow {
                    op: Op::$op, name: $name, doc: $doc,
                    form: E.form, fixed: E.fixed, precision: E.precision,
                }
            }),+];
            LIST
        };
    };
}

const fn full(fixed: Fixed, form: &'static Form) -> Encoding {
    Encoding {
        fixed,
        form,
        precision: Precision::Full,
    }
}

/// Category 0: bits 58..55 and bit 49 are the opcode.
const fn cat0(opcode: u64, high: u64) -> Fixed {
    at(63, 61, 0).and(at(58, 55, opcode)).and(at(49, 49, high))
}

const NO_TARGET: Fixed = at(36, 32, 0).and(at(39, 37, 0)).and(at(47, 45, 0));

const fn bare(opcode: u64, high: u64) -> Encoding {
    full(cat0(opcode, high).and(NO_TARGET).and(at(54, 52, 0)), &BARE)
}

const fn predicated(opcode: u64, high: u64) -> Encoding {
    full(cat0(opcode, high).and(NO_TARGET), &PREDICATE)
}

const fn jump(opcode: u64, high: u64) -> Encoding {
    full(cat0(opcode, high), &JUMP)
}

const fn branch(kind: u64, form: &'static Form) -> Encoding {
    full(cat0(0b0001, 0).and(at(39, 37, kind)), form)
}

const CAT1: Fixed = at(63, 61, 1).and(at(42, 42, 0));

const fn moves(sub: u64, form: &'static Form) -> Encoding {
    let zero = at(43, 43, 0).and(at(49, 49, 0)).and(at(54, 53, 0));
    full(
        CAT1.and(zero).and(at(58, 57, 0b10)).and(at(41, 40, sub)),
        form,
    )
}

/// Category 2: bits 58..53 are the opcode, bit 52 the precision.
const fn cat2(opcode: u64, form: &'static Form) -> Encoding {
    Encoding {
        fixed: at(63, 61, 2).and(at(58, 53, opcode)),
        form,
        precision: Precision::Bit(FULL2),
    }
}

const fn one(opcode: u64) -> Encoding {
    cat2(opcode, &ONE)
}

const fn two(opcode: u64) -> Encoding {
    cat2(opcode, &TWO)
}

const fn compare(opcode: u64) -> Encoding {
    cat2(opcode, &COMPARE)
}

const fn input(flat: u64) -> Encoding {
    Encoding {
        fixed: at(63, 61, 2)
            .and(at(58, 53, 0b111001))
            .and(at(50, 50, flat)),
        form: &INPUT,
        precision: Precision::Bit(FULL2),
    }
}

/// Category 3: bits 58..55 are the opcode, bit 13 selects the second set.
const fn cat3(set: u64, opcode: u64) -> Fixed {
    at(63, 61, 3).and(at(58, 55, opcode)).and(at(13, 13, set))
}

const fn mad(opcode: u64, precision: Precision) -> Encoding {
    Encoding {
        fixed: cat3(0, opcode),
        form: &THREE,
        precision,
    }
}

const fn shift3(opcode: u64) -> Encoding {
    Encoding {
        fixed: cat3(1, opcode),
        form: &THREE_ALT,
        precision: Precision::Bit(FULL3),
    }
}

const fn matrix(accumulate: u64) -> Encoding {
    Encoding {
        fixed: cat3(1, 0b1110).and(at(42, 42, accumulate)),
        form: &MATRIX,
        precision: Precision::Bit(FULL_WMM),
    }
}

const fn special(opcode: u64) -> Encoding {
    Encoding {
        fixed: at(63, 61, 4).and(at(58, 53, opcode)),
        form: &SPECIAL,
        precision: Precision::Bit(FULL2),
    }
}

/// Category 5: bits 58..54 are the opcode.
const fn texture(opcode: u64, form: &'static Form) -> Encoding {
    Encoding {
        fixed: at(63, 61, 5).and(at(58, 54, opcode)).and(at(18, 18, 0)),
        form,
        precision: Precision::Bit(FULL5),
    }
}

/// Category 5 with its own use of bit 18.
const fn texel(opcode: u64) -> Encoding {
    Encoding {
        fixed: at(63, 61, 5).and(at(58, 54, opcode)),
        form: &TEXEL,
        precision: Precision::Bit(FULL5),
    }
}

const fn lanes(opcode: u64, form: &'static Form) -> Encoding {
    Encoding {
        fixed: at(63, 61, 5).and(at(58, 53, opcode)).and(at(18, 18, 0)),
        form,
        precision: Precision::Bit(FULL5),
    }
}

const fn shuffle(kind: u64, form: &'static Form) -> Encoding {
    Encoding {
        fixed: at(63, 61, 5)
            .and(at(58, 53, 0b111111))
            .and(at(20, 19, kind))
            .and(at(18, 18, 0)),
        form,
        precision: Precision::Bit(FULL5),
    }
}

/// Category 6: bits 58..54 are the opcode.
const fn cat6(opcode: u64) -> Fixed {
    at(63, 61, 6).and(at(58, 54, opcode))
}

const fn load(opcode: u64, form: &'static Form) -> Encoding {
    full(cat6(opcode).and(at(0, 0, 1)).and(at(23, 23, 1)), form)
}

const fn store(opcode: u64, fixed: Fixed, form: &'static Form) -> Encoding {
    full(
        cat6(opcode)
            .and(at(23, 23, 1))
            .and(at(40, 40, 1))
            .and(fixed),
        form,
    )
}

const NOTHING: Fixed = Fixed { mask: 0, value: 0 };

const fn atomic(opcode: u64, global: u64, form: &'static Form) -> Encoding {
    let zero = at(8, 1, 0).and(at(48, 41, 0)).and(at(53, 53, 0));
    let bits = at(0, 0, 1).and(zero).and(at(52, 52, global));
    full(cat6(opcode).and(bits), form)
}

const fn local(opcode: u64) -> Encoding {
    atomic(opcode, 0, &ATOMIC_LOCAL)
}

const fn global(opcode: u64) -> Encoding {
    atomic(opcode, 1, &ATOMIC_GLOBAL)
}

/// Instructions on buffers that may be bindless: bits 19..14 are the opcode.
const fn bindless(opcode: u64, bits: Fixed, form: &'static Form) -> Encoding {
    let base = cat6(0).and(at(5, 4, 0)).and(at(40, 40, 0));
    full(base.and(at(19, 14, opcode)).and(bits), form)
}

const fn buffer(opcode: u64) -> Encoding {
    let group = at(53, 52, 0b11).and(at(23, 20, 0b0110));
    bindless(opcode, group, &BUFFER_ACCESS)
}

/// A load or a store, without an offset: see `without_offset`.
const fn buffer_at_offset(opcode: u64, bits: Fixed) -> Encoding {
    let group = at(53, 52, 0b10).and(at(23, 20, 0b0110));
    bindless(opcode, group.and(bits), &BUFFER_AT_OFFSET)
}

const fn identity(opcode: u64, bits: Fixed) -> Encoding {
    let group = at(53, 53, 1).and(at(0, 0, 0));
    bindless(opcode, group.and(bits), &IDENTITY)
}

const fn constants(group: u64, form: &'static Form) -> Encoding {
    let bits = at(53, 52, group).and(at(22, 22, 1)).and(at(50, 49, 0b11));
    bindless(0b011110, bits.and(NOTHING), form)
}

const fn barrier(opcode: u64) -> Encoding {
    full(
        at(63, 61, 7).and(at(58, 55, opcode)).and(at(49, 49, 1)),
        &BARRIER,
    )
}

ops! {
    Nop = "nop", bare(0b0000, 0), "Does nothing.";
    Br = "br", branch(0b000, &BRANCH1), "Branches if the predicate is set.";
    BrAnyOr = "brao", branch(0b001, &BRANCH2), "Branches if one of two predicates is set.";
    BrAnd = "braa", branch(0b010, &BRANCH2), "Branches if both predicates are set.";
    BrIndex = "brac", branch(0b011, &BRANCH_INDEX), "Branches by an index.";
    BrAny = "bany", branch(0b100, &BRANCH1), "Branches if the predicate is set in any fiber.";
    BrAll = "ball", branch(0b101, &BRANCH1), "Branches if the predicate is set in all fibers.";
    BrX = "brax", branch(0b110, &BRANCH_EQ), "Branches; the condition is unknown.";
    Jump = "jump", jump(0b0010, 0), "Jumps.";
    Call = "call", jump(0b0011, 0), "Calls a subroutine.";
    Ret = "ret", bare(0b0100, 0), "Returns from a subroutine.";
    Kill = "kill", predicated(0b0101, 0), "Discards the fragment if the predicate is set.";
    End = "end", bare(0b0110, 0), "Ends the program.";
    Emit = "emit", bare(0b0111, 0), "Emits a vertex.";
    Cut = "cut", bare(0b1000, 0), "Ends the primitive.";
    ChMask = "chmask", bare(0b1001, 0), "Prepares a chain to the next stage.";
    ChSh = "chsh", bare(0b1010, 0), "Chains to the shader of the next stage.";
    FlowRev = "flow_rev", bare(0b1011, 0), "Unknown; the name is the vendor's.";
    Bkt = "bkt", jump(0b0000, 1), "Unknown; the name is the vendor's.";
    GetLast = "getlast", full(cat0(0b0100, 1), &GET_LAST), "Jumps in all active fibers of the first cluster but the last.";
    GetOne = "getone", jump(0b0101, 1), "Jumps in all active fibers but one.";
    PreambleStart = "shps", jump(0b0111, 1), "Jumps over the preamble in all waves but one.";
    PreambleEnd = "shpe", bare(0b1000, 1), "Ends the preamble.";
    PredTrue = "predt", predicated(0b1101, 1), "Executes what follows where the predicate is set.";
    PredFalse = "predf", predicated(0b1110, 1), "Executes what follows where the predicate is not set.";
    PredEnd = "prede", bare(0b1111, 1), "Ends predicated execution.";

    Mov = "mov", full(CAT1.and(at(58, 57, 0)), &MOVE), "Moves or converts a value.";
    Swz = "swz", moves(0b00, &SWAP), "Moves two values at once.";
    Gat = "gat", moves(0b01, &GATHER), "Moves four registers to four consecutive ones at once.";
    Sct = "sct", moves(0b10, &SCATTER), "Moves four consecutive registers to four others at once.";
    MovMsk = "movmsk", full(CAT1.and(at(58, 57, 0b11)).and(at(31, 0, 0)).and(at(43, 43, 0)).and(at(48, 46, 3)).and(at(54, 50, 3)), &MOVE_MASK), "Moves the mask of active fibers.";

    AddF = "add.f", two(0b000000), "Sum.";
    MinF = "min.f", two(0b000001), "Minimum.";
    MaxF = "max.f", two(0b000010), "Maximum.";
    MulF = "mul.f", two(0b000011), "Product.";
    SignF = "sign.f", one(0b000100), "Sign: -1, 0 or 1.";
    CmpsF = "cmps.f", compare(0b000101), "Comparison as 0 or 1.";
    AbsNegF = "absneg.f", one(0b000110), "The source with its modifiers.";
    CmpvF = "cmpv.f", compare(0b000111), "Comparison as a number.";
    FloorF = "floor.f", one(0b001001), "Greatest integer below.";
    CeilF = "ceil.f", one(0b001010), "Least integer above.";
    RndneF = "rndne.f", one(0b001011), "Nearest integer, ties to even.";
    RndazF = "rndaz.f", one(0b001100), "Nearest integer, ties away from zero.";
    TruncF = "trunc.f", one(0b001101), "Integer towards zero.";
    AddU = "add.u", two(0b010000), "Sum of unsigned integers.";
    AddS = "add.s", two(0b010001), "Sum of signed integers.";
    SubU = "sub.u", two(0b010010), "Difference of unsigned integers.";
    SubS = "sub.s", two(0b010011), "Difference of signed integers.";
    CmpsU = "cmps.u", compare(0b010100), "Comparison of unsigned integers as 0 or 1.";
    CmpsS = "cmps.s", compare(0b010101), "Comparison of signed integers as 0 or 1.";
    MinU = "min.u", two(0b010110), "Minimum of unsigned integers.";
    MinS = "min.s", two(0b010111), "Minimum of signed integers.";
    MaxU = "max.u", two(0b011000), "Maximum of unsigned integers.";
    MaxS = "max.s", two(0b011001), "Maximum of signed integers.";
    AbsNegS = "absneg.s", one(0b011010), "The signed source with its modifiers.";
    AndB = "and.b", two(0b011100), "Bitwise and.";
    OrB = "or.b", two(0b011101), "Bitwise or.";
    NotB = "not.b", one(0b011110), "Bitwise complement.";
    XorB = "xor.b", two(0b011111), "Bitwise exclusive or.";
    CmpvU = "cmpv.u", compare(0b100001), "Comparison of unsigned integers as a number.";
    CmpvS = "cmpv.s", compare(0b100010), "Comparison of signed integers as a number.";
    MulU24 = "mul.u24", two(0b110000), "Product of 24-bit unsigned integers.";
    MulS24 = "mul.s24", two(0b110001), "Product of 24-bit signed integers.";
    MullU = "mull.u", two(0b110010), "Product of 16-bit unsigned integers.";
    BfrevB = "bfrev.b", one(0b110011), "Bits in reverse order.";
    ClzS = "clz.s", one(0b110100), "Leading bits equal to the sign.";
    ClzB = "clz.b", one(0b110101), "Leading zeros.";
    ShlB = "shl.b", two(0b110110), "Shift to the left.";
    ShrB = "shr.b", two(0b110111), "Logical shift to the right.";
    AshrB = "ashr.b", two(0b111000), "Arithmetic shift to the right.";
    BaryF = "bary.f", input(0), "Interpolated varying.";
    FlatB = "flat.b", input(1), "Varying of the provoking vertex.";
    MgenB = "mgen.b", two(0b111010), "Mask of bits.";
    GetBitB = "getbit.b", two(0b111011), "One bit of the source.";
    SetRm = "setrm", one(0b111100), "Sets the rounding mode.";
    CbitsB = "cbits.b", one(0b111101), "Number of bits set.";
    Shb = "shb", two(0b111110), "Unknown; the name is the vendor's.";
    Msad = "msad", two(0b111111), "Sum of absolute differences of bytes, masked.";

    MadU16 = "mad.u16", mad(0b0000, Precision::Half), "Product plus a third, 16-bit unsigned.";
    MadshU16 = "madsh.u16", mad(0b0001, Precision::Full), "Shifted product plus a third, unsigned.";
    MadS16 = "mad.s16", mad(0b0010, Precision::Half), "Product plus a third, 16-bit signed.";
    MadshM16 = "madsh.m16", mad(0b0011, Precision::Full), "Shifted product plus a third, mixed halves.";
    MadU24 = "mad.u24", mad(0b0100, Precision::Full), "Product plus a third, 24-bit unsigned.";
    MadS24 = "mad.s24", mad(0b0101, Precision::Full), "Product plus a third, 24-bit signed.";
    MadF16 = "mad.f16", mad(0b0110, Precision::Half), "Product plus a third, 16-bit float.";
    MadF32 = "mad.f32", mad(0b0111, Precision::Full), "Product plus a third, 32-bit float.";
    SelB16 = "sel.b16", mad(0b1000, Precision::Half), "Source 1 or 3, by the bits of source 2.";
    SelB32 = "sel.b32", mad(0b1001, Precision::Full), "Source 1 or 3, by the bits of source 2.";
    SelS16 = "sel.s16", mad(0b1010, Precision::Half), "Source 1 or 3, by the sign of source 2.";
    SelS32 = "sel.s32", mad(0b1011, Precision::Full), "Source 1 or 3, by the sign of source 2.";
    SelF16 = "sel.f16", mad(0b1100, Precision::Half), "Source 1 or 3, by the sign of a float.";
    SelF32 = "sel.f32", mad(0b1101, Precision::Full), "Source 1 or 3, by the sign of a float.";
    SadS16 = "sad.s16", mad(0b1110, Precision::Half), "Sum of three; the name is that of an absolute difference.";
    SadS32 = "sad.s32", mad(0b1111, Precision::Full), "Sum of three; the name is that of an absolute difference.";
    Shrm = "shrm", shift3(0b1000), "Source 2 shifted right by source 1, and source 3.";
    Shlm = "shlm", shift3(0b1001), "Source 2 shifted left by source 1, and source 3.";
    Shrg = "shrg", shift3(0b1010), "Source 2 shifted right by source 1, or source 3.";
    Shlg = "shlg", shift3(0b1011), "Source 2 shifted left by source 1, or source 3.";
    Andg = "andg", shift3(0b1100), "Source 2 and source 1, or source 3.";
    Dp2Acc = "dp2acc", full(cat3(1, 0b1101).and(at(46, 46, 0)), &DOT), "Dot product of two bytes, added to source 3.";
    Dp4Acc = "dp4acc", full(cat3(1, 0b1101).and(at(46, 46, 1)), &DOT), "Dot product of four bytes, added to source 3.";
    Wmm = "wmm", matrix(0), "Vector times the sum of a vector, repeated.";
    WmmAccu = "wmm.accu", matrix(1), "Vector times the sum of a vector, accumulated.";

    Rcp = "rcp", special(0b000000), "Reciprocal.";
    Rsq = "rsq", special(0b000001), "Reciprocal square root.";
    Log2 = "log2", special(0b000010), "Logarithm to base 2.";
    Exp2 = "exp2", special(0b000011), "Power of 2.";
    Sin = "sin", special(0b000100), "Sine.";
    Cos = "cos", special(0b000101), "Cosine.";
    Sqrt = "sqrt", special(0b000110), "Square root.";
    HRsq = "hrsq", special(0b001001), "Reciprocal square root in half precision.";
    HLog2 = "hlog2", special(0b001010), "Logarithm in half precision.";
    HExp2 = "hexp2", special(0b001011), "Power of 2 in half precision.";

    Isam = "isam", texel(0b00000), "Texel at integer coordinates.";
    Isaml = "isaml", texture(0b00001, &SAMPLE2), "Texel at integer coordinates and a level.";
    Isamm = "isamm", texture(0b00010, &SAMPLE1), "Sample of a texel.";
    Sam = "sam", texture(0b00011, &SAMPLE1), "Filtered texel.";
    Samb = "samb", texture(0b00100, &SAMPLE2), "Filtered texel with a bias.";
    Saml = "saml", texture(0b00101, &SAMPLE2), "Filtered texel of a level.";
    Samgq = "samgq", texture(0b00110, &SAMPLE1), "Filtered texel with gradients.";
    GetLod = "getlod", texture(0b00111, &SAMPLE1), "Level of detail.";
    Conv = "conv", texture(0b01000, &SAMPLE2), "Convolution.";
    Convm = "convm", texture(0b01001, &SAMPLE2), "Convolution.";
    GetSize = "getsize", texture(0b01010, &QUERY1), "Size of a level.";
    GetBuf = "getbuf", texture(0b01011, &QUERY0), "Size of a buffer.";
    GetPos = "getpos", texture(0b01100, &QUERY1), "Position of a sample.";
    GetInfo = "getinfo", texture(0b01101, &QUERY0), "Format, levels and samples.";
    Dsx = "dsx", texture(0b01110, &PLAIN1), "Derivative in x.";
    Dsy = "dsy", texture(0b01111, &PLAIN1), "Derivative in y.";
    Gather4R = "gather4r", texture(0b10000, &SAMPLE1), "The first component of four texels.";
    Gather4G = "gather4g", texture(0b10001, &SAMPLE1), "The second component of four texels.";
    Gather4B = "gather4b", texture(0b10010, &SAMPLE1), "The third component of four texels.";
    Gather4A = "gather4a", texture(0b10011, &SAMPLE1), "The fourth component of four texels.";
    Samgp0 = "samgp0", texture(0b10100, &SAMPLE1), "First part of a sample with gradients.";
    Samgp1 = "samgp1", texture(0b10101, &SAMPLE1), "Second part of a sample with gradients.";
    Samgp2 = "samgp2", texture(0b10110, &SAMPLE1), "Third part of a sample with gradients.";
    Samgp3 = "samgp3", texture(0b10111, &SAMPLE1), "Fourth part of a sample with gradients.";
    DsxPp = "dsxpp.1", texture(0b11000, &DERIVATIVE), "Derivative in x of each row.";
    DsyPp = "dsypp.1", texture(0b11001, &DERIVATIVE), "Derivative in y of each column.";
    RGetPos = "rgetpos", texture(0b11010, &PLAIN1), "Position of a sample of the render target.";
    RGetInfo = "rgetinfo", texture(0b11011, &PLAIN0), "Format and samples of the render target.";
    BrcstActive = "brcst.active", lanes(0b111110, &CLUSTER), "Copies of the last active fiber of a half cluster to the other half.";
    QuadBrcst = "quad_shuffle.brcst", shuffle(0b00, &SHUFFLE2), "The value of one fiber of the quad.";
    QuadHoriz = "quad_shuffle.horiz", shuffle(0b01, &SHUFFLE1), "The value of the horizontal neighbour.";
    QuadVert = "quad_shuffle.vert", shuffle(0b10, &SHUFFLE1), "The value of the vertical neighbour.";
    QuadDiag = "quad_shuffle.diag", shuffle(0b11, &SHUFFLE1), "The value of the diagonal neighbour.";

    Ldg = "ldg", full(cat6(0).and(at(0, 0, 1)).and(at(23, 22, 0b10)).and(at(53, 52, 0)), &LOAD_GLOBAL), "Loads from global memory.";
    LdgA = "ldg.a", full(cat6(0).and(at(0, 0, 1)).and(at(23, 22, 0b11)).and(at(53, 52, 0)), &LOAD_INDEXED), "Loads from global memory at an index.";
    Stg = "stg", full(cat6(0b00011).and(at(23, 23, 1)).and(at(40, 40, 1)).and(at(52, 52, 0)), &STORE_GLOBAL), "Stores to global memory.";
    StgA = "stg.a", full(cat6(0b00011).and(at(23, 23, 1)).and(at(40, 40, 1)).and(at(52, 52, 1)), &STORE_INDEXED), "Stores to global memory at an index.";
    Ldl = "ldl", load(0b00001, &LOAD_LOCAL), "Loads from local memory.";
    Ldp = "ldp", load(0b00010, &LOAD_PRIVATE), "Loads from private memory.";
    Ldlw = "ldlw", load(0b01010, &LOAD_LOCAL), "Loads from the memory between geometry stages.";
    Ldlv = "ldlv", full(cat6(0b11111).and(at(0, 0, 0)).and(at(23, 22, 0b11)), &LOAD_VARYING), "Loads a varying of the provoking vertex.";
    Stl = "stl", store(0b00100, NOTHING, &STORE_LOCAL), "Stores to local memory.";
    Stp = "stp", store(0b00101, at(0, 0, 0), &STORE_PRIVATE), "Stores to private memory.";
    Stlw = "stlw", store(0b01011, NOTHING, &STORE_LOCAL), "Stores to the memory between geometry stages.";
    Stc = "stc", full(cat6(0b11100).and(at(23, 23, 1)), &STORE_CONST), "Stores to the constants, in a preamble.";
    ResInfo = "resinfo", full(cat6(0b01111).and(at(40, 40, 0)), &RESOURCE_INFO), "Size of a buffer or an image.";
    AtomicAdd = "atomic.add", local(0b10000), "Adds in local memory.";
    AtomicSub = "atomic.sub", local(0b10001), "Subtracts in local memory.";
    AtomicXchg = "atomic.xchg", local(0b10010), "Exchanges in local memory.";
    AtomicInc = "atomic.inc", local(0b10011), "Increments in local memory.";
    AtomicDec = "atomic.dec", local(0b10100), "Decrements in local memory.";
    AtomicCmpXchg = "atomic.cmpxchg", local(0b10101), "Compares and exchanges in local memory.";
    AtomicMin = "atomic.min", local(0b10110), "Minimum in local memory.";
    AtomicMax = "atomic.max", local(0b10111), "Maximum in local memory.";
    AtomicAnd = "atomic.and", local(0b11000), "Bitwise and in local memory.";
    AtomicOr = "atomic.or", local(0b11001), "Bitwise or in local memory.";
    AtomicXor = "atomic.xor", local(0b11010), "Bitwise exclusive or in local memory.";
    AtomicGAdd = "atomic.g.add", global(0b10000), "Adds in global memory.";
    AtomicGSub = "atomic.g.sub", global(0b10001), "Subtracts in global memory.";
    AtomicGXchg = "atomic.g.xchg", global(0b10010), "Exchanges in global memory.";
    AtomicGInc = "atomic.g.inc", global(0b10011), "Increments in global memory.";
    AtomicGDec = "atomic.g.dec", global(0b10100), "Decrements in global memory.";
    AtomicGCmpXchg = "atomic.g.cmpxchg", global(0b10101), "Compares and exchanges in global memory.";
    AtomicGMin = "atomic.g.min", global(0b10110), "Minimum in global memory.";
    AtomicGMax = "atomic.g.max", global(0b10111), "Maximum in global memory.";
    AtomicGAnd = "atomic.g.and", global(0b11000), "Bitwise and in global memory.";
    AtomicGOr = "atomic.g.or", global(0b11001), "Bitwise or in global memory.";
    AtomicGXor = "atomic.g.xor", global(0b11010), "Bitwise exclusive or in global memory.";
    LdcK = "ldc", constants(0b11, &LOAD_TO_CONST), "Copies from a uniform buffer to the constants.";
    Ldc = "ldc", constants(0b10, &LOAD_CONST), "Loads from a uniform buffer.";
    GetSpId = "getspid", identity(0b100100, at(22, 22, 1)), "Number of the shader processor.";
    GetWId = "getwid", identity(0b100101, at(22, 22, 1)), "Number of the wave.";
    GetFiberId = "getfiberid", identity(0b100110, at(23, 22, 0b11)), "Number of the fiber in its wave.";
    ResInfoB = "resinfo.b", bindless(0b001111, at(53, 53, 1).and(at(23, 20, 0b0110)).and(at(0, 0, 0)), &RESOURCE_INFO_B), "Size of a buffer or an image.";
    StibB = "stib.b", buffer_at_offset(0b011101, at(0, 0, 0)), "Stores to a buffer or an image.";
    LdibB = "ldib.b", buffer_at_offset(0b000110, NOTHING), "Loads from a buffer or an image.";
    AtomicBAdd = "atomic.b.add", buffer(0b010000), "Adds in a buffer or an image.";
    AtomicBSub = "atomic.b.sub", buffer(0b010001), "Subtracts in a buffer or an image.";
    AtomicBXchg = "atomic.b.xchg", buffer(0b010010), "Exchanges in a buffer or an image.";
    AtomicBCmpXchg = "atomic.b.cmpxchg", buffer(0b010101), "Compares and exchanges in a buffer or an image.";
    AtomicBMin = "atomic.b.min", buffer(0b010110), "Minimum in a buffer or an image.";
    AtomicBMax = "atomic.b.max", buffer(0b010111), "Maximum in a buffer or an image.";
    AtomicBAnd = "atomic.b.and", buffer(0b011000), "Bitwise and in a buffer or an image.";
    AtomicBOr = "atomic.b.or", buffer(0b011001), "Bitwise or in a buffer or an image.";
    AtomicBXor = "atomic.b.xor", buffer(0b011010), "Bitwise exclusive or in a buffer or an image.";

    Bar = "bar", barrier(0b0000), "Waits for the workgroup.";
    Fence = "fence", barrier(0b0001), "Orders memory accesses.";
}
