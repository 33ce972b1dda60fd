//! The operations: a row each, by encoding.

use super::op::{Form, Group, Needs, Op};
use super::source::{BLOB, ISA_XML, MESA, UNVERIFIED};
use tilescope_tables::{Pattern, Reserved, Row, Slot};

/// Declares the operations and their slots.
///
/// A row reads `Operation Group Form "sources" Needs = "bits", "name", [aliases], "doc",
/// source;`, see [`Op::new`]; one of an extended operation has its number before it.
macro_rules! operations {
    (
        encoded { $(
            $op:ident $group:ident $form:ident $takes:literal $needs:ident
                = $bits:literal, $name:literal, [$($alias:literal),*], $doc:literal, $source:ident;
        )+ }
        extended { $(
            $number:literal $xop:ident $xgroup:ident $xform:ident $xtakes:literal $xneeds:ident
                = $xbits:literal, $xname:literal, [], $xdoc:literal, $xsource:ident;
        )+ }
    ) => {
        /// The operation of an instruction. The numbers up to 0x7f are the encoding: bit 6
        /// is in word 2, the others in word 0. Those above are extended operations, and no
        /// encodings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Opcode {
            $( #[doc = $doc] $op = Pattern::new($bits).value as u8, )+
            $( #[doc = $xdoc] $xop = $number, )+
        }

        impl Opcode {
            /// Every operation, by number.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$op,)+ $(Opcode::$xop,)+];
        }

        static ROWS: [Row<Op>; 128] = [$( Row::new(
            Op::new(Opcode::$op, Group::$group, Form::$form, $takes, Needs::$needs),
            $bits, $name, &[$($alias),*], $doc, $source,
        ), )+];

        static EXTENDED_ROWS: &[Row<Op>] = &[$( Row::new(
            Op::new(Opcode::$xop, Group::$xgroup, Form::$xform, $xtakes, Needs::$xneeds),
            $xbits, $xname, &[], $xdoc, $xsource,
        ), )+];
    };
}

operations! {
    encoded {
        Nop Flow Plain "nnn" Base = "0000000", "nop", [], "Does nothing.", MESA;
        Add Arithmetic Alu "yny" Base = "0000001", "add", [], "src0 + src2, floats or integers by the type.", MESA;
        Mad Arithmetic Alu "yyy" Base = "0000010", "mad", [], "src0 * src1 + src2.", MESA;
        Mul Arithmetic Alu "yyn" Base = "0000011", "mul", [], "src0 * src1.", MESA;
        Dst Arithmetic Alu "yyn" Base = "0000100", "dst", [], "Distance vector: 1, src0.y * src1.y, src0.z, src1.w.", ISA_XML;
        Dp3 Arithmetic Alu "yyn" Base = "0000101", "dp3", [], "Dot product of three components, to every enabled component.", MESA;
        Dp4 Arithmetic Alu "yyn" Base = "0000110", "dp4", [], "Dot product of four components, to every enabled component.", MESA;
        Dsx Derivative Alu "ynm" Base = "0000111", "dsx", [], "Derivative of src0 along x, from the 2x2 quad.", MESA;
        Dsy Derivative Alu "ynm" Base = "0001000", "dsy", [], "Derivative of src0 along y, from the 2x2 quad.", MESA;
        Mov Arithmetic Alu "nny" Base = "0001001", "mov", [], "src2.", MESA;
        Movar Arithmetic AddressMove "nny" Base = "0001010", "movar", [], "src2 to the address register, as an integer.", MESA;
        Movaf Arithmetic AddressMove "nny" Base = "0001011", "movaf", [], "Float src2 to the address register; the rounding is unknown.", ISA_XML;
        Rcp Transcendental Alu "nny" Base = "0001100", "rcp", [], "1 / src2.", MESA;
        Rsq Transcendental Alu "nny" Base = "0001101", "rsq", [], "1 / sqrt(src2).", MESA;
        Litp Arithmetic Alu "myy" Base = "0001110", "litp", [], "Part of the lighting model: 1, src1.y or 0, exp(src2.x) or 0, 1; the zeros unless src1.z and src0.y, src0.z are above 0.", ISA_XML;
        Select Compare Alu "yym" Base = "0001111", "select", [], "Binary condition: src2 if src1 COND src0, else src1. Unary: src1 if COND src0, else src2.", MESA;
        Set Compare Alu "yyn" Base = "0010000", "set", [], "1.0 if src0 COND src1, else 0.0.", MESA;
        Exp Transcendental Alu "nny" Base = "0010001", "exp", [], "2 to the power of src2.x, to every enabled component.", MESA;
        Log Transcendental Alu "nny" Base = "0010010", "log", [], "Logarithm of src2.x to base 2; with rounding mode 1 the product of two results.", MESA;
        Frc Arithmetic Alu "nny" Base = "0010011", "frc", [], "src2 minus its floor.", MESA;
        Call Flow Flow "nn-" Base = "0010100", "call", [], "Calls the function at the target.", BLOB;
        Ret Flow Plain "nnn" Base = "0010101", "ret", [], "Returns from a function.", BLOB;
        Branch Flow Flow "mm-" Base = "0010110", "branch", [], "Jumps to the target if src0 COND src1.", MESA;
        Texkill Flow Alu "mmn" Base = "0010111", "texkill", [], "Discards the fragment if src0 COND src1.", MESA;
        Texld Texture Texture "ynm" Base = "0011000", "texld", [], "Samples at src0; src2 is the reference of a shadow sampler.", MESA;
        Texldb Texture Texture "ymm" Base = "0011001", "texldb", [], "Samples at src0 with a level bias: src0.w, or src1.x on later chips.", MESA;
        Texldd Texture Texture "yyy" Base = "0011010", "texldd", [], "Samples at src0 with gradients src1 along x and src2 along y.", MESA;
        Texldl Texture Texture "ymm" Base = "0011011", "texldl", [], "Samples at src0 at a given level: src0.w, or src1.x on later chips.", MESA;
        Texldpcf Texture Texture "???" Unknown = "0011100", "texldpcf", [], "Samples with percentage-closer filtering (inferred from the name).", UNVERIFIED;
        Rep Flow Alu "???" Base = "0011101", "rep", [], "Begins a repeated block (inferred from the name).", UNVERIFIED;
        Endrep Flow Alu "???" Base = "0011110", "endrep", [], "Ends a repeated block (inferred from the name).", UNVERIFIED;
        Loop Flow Alu "???" Base = "0011111", "loop", [], "Begins a loop (inferred from the name).", UNVERIFIED;
        Endloop Flow Alu "???" Base = "0100000", "endloop", [], "Ends a loop (inferred from the name).", UNVERIFIED;
        Sqrt Transcendental Alu "nny" SqrtTrig = "0100001", "sqrt", [], "Square root of src2.", MESA;
        Sin Transcendental Alu "nny" SqrtTrig = "0100010", "sin", [], "Sine of src2 * pi/2; with rounding mode 1 of src2 * pi, as the product of two results.", MESA;
        Cos Transcendental Alu "nny" SqrtTrig = "0100011", "cos", [], "Cosine of src2 * pi/2; with rounding mode 1 of src2 * pi, as the product of two results.", MESA;
        BranchAny Flow Flow "yy-" OpenCl = "0100100", "branch_any", ["branch2"], "Jumps to the target if src0 COND src1 in any component.", BLOB;
        Floor Arithmetic Alu "nny" SignFloorCeil = "0100101", "floor", [], "Largest integer not above src2.", MESA;
        Ceil Arithmetic Alu "nny" SignFloorCeil = "0100110", "ceil", [], "Smallest integer not below src2.", MESA;
        Sign Arithmetic Alu "nny" SignFloorCeil = "0100111", "sign", [], "1.0 if src2 is positive or zero, -1.0 if it is negative.", MESA;
        Addlo Arithmetic Alu "???" OpenCl = "0101000", "addlo", [], "Low part of an extended sum (inferred from the name).", UNVERIFIED;
        Mullo Arithmetic Alu "???" OpenCl = "0101001", "mullo", [], "Low part of an extended product (inferred from the name).", UNVERIFIED;
        Barrier Flow Plain "nnn" OpenCl = "0101010", "barrier", [], "Waits for the other threads of the work-group.", BLOB;
        Swizzle Convert Alu "yyy" OpenCl = "0101011", "swizzle", [], "Permutes the 8 or 16-bit elements of src0 by src1; src2 enables them.", BLOB;
        I2i Convert Alu "yyn" OpenCl = "0101100", "i2i", [], "Integer of one size to another.", BLOB;
        I2f Convert Alu "ynn" OpenCl = "0101101", "i2f", [], "Integer src0 of the type to float.", MESA;
        F2i Convert Alu "ynn" OpenCl = "0101110", "f2i", [], "Float src0 to an integer of the type, towards zero.", MESA;
        F2irnd Convert Alu "ynn" OpenCl = "0101111", "f2irnd", [], "Float src0 to an integer of the type, rounded by the rounding mode.", BLOB;
        F2i7 Convert Alu "???" OpenCl = "0110000", "f2i7", [], "Float to integer; the difference between the variants is unknown.", UNVERIFIED;
        Cmp Compare Alu "yyy" Halti2 = "0110001", "cmp", [], "src2 if src0 COND src1, else 0.", MESA;
        Load Memory Memory "yyn" OpenCl = "0110010", "load", [], "Reads memory at src0.x + src1.x; the type and the enabled components determine the size.", MESA;
        Store Memory MemoryStore "yyy" OpenCl = "0110011", "store", [], "Writes src2 to memory at src0.x + src1.x; the type and the enabled components determine the size.", BLOB;
        ImgLoad3d Memory Memory "yyn" OpenCl = "0110100", "img_load_3d", [], "Reads a 3D image: src0 is its address, stride and size, src1 the coordinates.", ISA_XML;
        ImgStore3d Memory MemoryStore "yyy" OpenCl = "0110101", "img_store_3d", [], "Writes src2 to a 3D image: src0 is its address, stride and size, src1 the coordinates.", ISA_XML;
        Clamp0Max Arithmetic Alu "yyn" OpenCl = "0110110", "clamp0_max", ["getmant"], "src0 clamped to [0, src1]; the older name suggests a mantissa.", BLOB;
        Nan Compare Alu "???" OpenCl = "0110111", "nan", [], "Test for, or generation of, a NaN (inferred from the name).", UNVERIFIED;
        Nextafter Arithmetic Alu "???" OpenCl = "0111000", "nextafter", [], "The next float towards another (inferred from the name).", UNVERIFIED;
        Roundeven Arithmetic Alu "???" OpenCl = "0111001", "roundeven", [], "src rounded to the nearest integer, ties to even (inferred from the name).", UNVERIFIED;
        Roundaway Arithmetic Alu "???" OpenCl = "0111010", "roundaway", [], "src rounded to the nearest integer, ties away from zero (inferred from the name).", UNVERIFIED;
        Iaddsat Integer Alu "yny" OpenCl = "0111011", "iaddsat", [], "src0 + src2, saturated to the type.", BLOB;
        Imullo0 Integer Alu "yyn" OpenCl = "0111100", "imullo0", [], "Low 32 bits of src0 * src1.", MESA;
        Imullo1 Integer Alu "???" OpenCl = "0111101", "imullo1", [], "Low part of a product, second half of the components.", UNVERIFIED;
        Imullosat0 Integer Alu "???" OpenCl = "0111110", "imullosat0", [], "Low part of a product, saturated.", UNVERIFIED;
        Imullosat1 Integer Alu "???" OpenCl = "0111111", "imullosat1", [], "Low part of a product, saturated, second half of the components.", UNVERIFIED;
        Imulhi0 Integer Alu "yyn" OpenCl = "1000000", "imulhi0", [], "High 32 bits of the 64-bit src0 * src1.", BLOB;
        Imulhi1 Integer Alu "???" OpenCl = "1000001", "imulhi1", [], "High part of a product, second half of the components.", UNVERIFIED;
        Imul0 Integer Alu "???" OpenCl = "1000010", "imul0", [], "Product of integers.", UNVERIFIED;
        Imul1 Integer Alu "???" OpenCl = "1000011", "imul1", [], "Product of integers, second half of the components.", UNVERIFIED;
        Idiv0 Integer Alu "yyn" OpenCl = "1000100", "idiv0", [], "src0 / src1, integers.", BLOB;
        Idiv1 Integer Alu "???" OpenCl = "1000101", "idiv1", [], "Quotient of integers; the difference between the variants is unknown.", UNVERIFIED;
        Idiv2 Integer Alu "???" OpenCl = "1000110", "idiv2", [], "Quotient of integers; the difference between the variants is unknown.", UNVERIFIED;
        Idiv3 Integer Alu "???" OpenCl = "1000111", "idiv3", [], "Quotient of integers; the difference between the variants is unknown.", UNVERIFIED;
        Imod Integer Alu "yyn" OpenCl = "1001000", "imod", ["imod0"], "Remainder of src0 / src1, integers.", BLOB;
        Txf Texture Texture "yyy" Halti5 = "1001001", "txf", ["texelfetch"], "Reads the texel at the integer coordinates src0 of level src1; src2 concerns samples.", BLOB;
        Imod2 Integer Alu "???" OpenCl = "1001010", "imod2", [], "Remainder of integers; the difference between the variants is unknown.", UNVERIFIED;
        Imod3 Integer Alu "???" OpenCl = "1001011", "imod3", [], "Remainder of integers; the difference between the variants is unknown.", UNVERIFIED;
        Imadlo0 Integer Alu "yyy" OpenCl = "1001100", "imadlo0", [], "Low 32 bits of src0 * src1, plus src2.", BLOB;
        Imadlo1 Integer Alu "???" OpenCl = "1001101", "imadlo1", [], "Low part of a product plus src2, second half of the components.", UNVERIFIED;
        Imadlosat0 Integer Alu "yyy" OpenCl = "1001110", "imadlosat0", [], "Low part of src0 * src1 plus src2, saturated.", BLOB;
        Imadlosat1 Integer Alu "???" OpenCl = "1001111", "imadlosat1", [], "Low part of a product plus src2, saturated, second half of the components.", UNVERIFIED;
        Imadhi0 Integer Alu "???" OpenCl = "1010000", "imadhi0", [], "High part of a product plus src2.", UNVERIFIED;
        Imadhi1 Integer Alu "???" OpenCl = "1010001", "imadhi1", [], "High part of a product plus src2, second half of the components.", UNVERIFIED;
        Imadhisat0 Integer Alu "???" OpenCl = "1010010", "imadhisat0", [], "High part of a product plus src2, saturated.", UNVERIFIED;
        Imadhisat1 Integer Alu "???" OpenCl = "1010011", "imadhisat1", [], "High part of a product plus src2, saturated, second half of the components.", UNVERIFIED;
        Halfadd Integer Alu "???" OpenCl = "1010100", "halfadd", [], "Half of a sum (inferred from the name).", UNVERIFIED;
        Halfaddinc Integer Alu "???" OpenCl = "1010101", "halfaddinc", [], "Half of a sum plus one (inferred from the name).", UNVERIFIED;
        Movai Integer AddressMove "nny" OpenCl = "1010110", "movai", [], "Integer src2 to the address register.", BLOB;
        Iabs Integer Alu "nny" OpenCl = "1010111", "iabs", [], "Absolute value of the integer src2.", MESA;
        Leadzero Bit Alu "nny" OpenCl = "1011000", "leadzero", [], "Leading zero bits of src2; 32 if it is 0.", BLOB;
        Lshift Bit Alu "yny" OpenCl = "1011001", "lshift", [], "src0 shifted left by src2 modulo 32.", MESA;
        Rshift Bit Alu "yny" OpenCl = "1011010", "rshift", [], "src0 shifted right by src2 modulo 32; arithmetic for signed types.", MESA;
        Rotate Bit Alu "yny" OpenCl = "1011011", "rotate", [], "src0 rotated left by src2 modulo 32.", BLOB;
        Or Bit Alu "yny" OpenCl = "1011100", "or", [], "Bitwise src0 or src2.", MESA;
        And Bit Alu "yny" OpenCl = "1011101", "and", [], "Bitwise src0 and src2.", MESA;
        Xor Bit Alu "yny" OpenCl = "1011110", "xor", [], "Bitwise src0 exclusive or src2.", MESA;
        Not Bit Alu "nny" OpenCl = "1011111", "not", [], "Bitwise not src2.", MESA;
        BitExtract Bit Alu "yyy" OpenCl = "1100000", "bit_extract", ["bitselect"], "Bit field of src0, selected by src1 and src2.", BLOB;
        Popcount Bit Alu "nny" Halti2 = "1100001", "popcount", [], "Number of set bits of src2.", BLOB;
        Storeb Memory MemoryStore "???" OpenCl = "1100010", "storeb", [], "Writes bytes to memory (inferred from the name).", UNVERIFIED;
        Rgb2yuv Convert Alu "???" Unknown = "1100011", "rgb2yuv", [], "Converts colour to luma and chroma (inferred from the name).", UNVERIFIED;
        Div Transcendental Alu "myy" NewTranscendentals = "1100100", "div", [], "src1.x / src2.x as the product of two results, with rounding mode 1. Mesa 22.3.6 puts the operands in src0 and src1.", BLOB;
        AtomicAdd Memory Alu "yyy" OpenCl = "1100101", "atomic_add", ["atom_add"], "Adds src2 to memory at src0.x + src1.x and returns the old value.", BLOB;
        AtomicXchg Memory Alu "yyy" OpenCl = "1100110", "atomic_xchg", ["atom_xchg"], "Stores src2 to memory at src0.x + src1.x and returns the old value.", BLOB;
        AtomicCmpXchg Memory Alu "yyy" OpenCl = "1100111", "atomic_cmp_xchg", ["atom_cmp_xchg"], "Stores src2.y to memory at src0.x + src1.x if it holds src2.x, and returns the old value.", BLOB;
        AtomicMin Memory Alu "yyy" OpenCl = "1101000", "atomic_min", ["atom_min"], "Stores the minimum of src2 and memory at src0.x + src1.x, and returns the old value.", BLOB;
        AtomicMax Memory Alu "yyy" OpenCl = "1101001", "atomic_max", ["atom_max"], "Stores the maximum of src2 and memory at src0.x + src1.x, and returns the old value.", BLOB;
        AtomicOr Memory Alu "yyy" OpenCl = "1101010", "atomic_or", ["atom_or"], "Stores the bitwise or of src2 and memory at src0.x + src1.x, and returns the old value.", BLOB;
        AtomicAnd Memory Alu "yyy" OpenCl = "1101011", "atomic_and", ["atom_and"], "Stores the bitwise and of src2 and memory at src0.x + src1.x, and returns the old value.", BLOB;
        AtomicXor Memory Alu "yyy" OpenCl = "1101100", "atomic_xor", ["atom_xor"], "Stores the bitwise exclusive or of src2 and memory at src0.x + src1.x, and returns the old value.", BLOB;
        BitRev Bit Alu "ynn" OpenCl = "1101101", "bit_rev", [], "src0 with its bits reversed.", BLOB;
        ByteRev Bit Alu "???" OpenCl = "1101110", "byte_rev", [], "Bytes reversed (inferred from the name).", UNVERIFIED;
        Texldlpcf Texture Texture "yyy" Halti5 = "1101111", "texldlpcf", [], "Samples a shadow sampler at src0 at level src1; src2 is the reference.", BLOB;
        Texldgpcf Texture Texture "yyy" Halti5 = "1110000", "texldgpcf", [], "Samples a shadow sampler at src0 with gradients src1 and src2.", BLOB;
        Pack Convert Alu "???" OpenCl = "1110001", "pack", [], "Packs components (inferred from the name).", UNVERIFIED;
        Conv Convert Alu "yyn" OpenCl = "1110010", "conv", [], "Converts src0; the immediate src1 selects the types.", BLOB;
        Dp2 Arithmetic Alu "yyn" Halti2 = "1110011", "dp2", [], "Dot product of two components, to every enabled component.", MESA;
        NormDp2 Arithmetic Alu "ynn" Halti2 = "1110100", "norm_dp2", [], "A step of normalising two components.", BLOB;
        NormDp3 Arithmetic Alu "ynn" Halti2 = "1110101", "norm_dp3", [], "A step of normalising three components.", BLOB;
        NormDp4 Arithmetic Alu "ynn" Halti2 = "1110110", "norm_dp4", [], "A step of normalising four components.", BLOB;
        NormMul Arithmetic Alu "???" Halti2 = "1110111", "norm_mul", [], "The multiplication after a normalising dot product (inferred from the name).", UNVERIFIED;
        StoreAttr Memory Alu "???" Unknown = "1111000", "store_attr", [], "Writes an output of the shader (inferred from the name).", UNVERIFIED;
        ImgLoad Memory Memory "yyn" OpenCl = "1111001", "img_load", [], "Reads an image: src0 is its address, stride and size, src1 the coordinates.", BLOB;
        ImgStore Memory MemoryStore "yyy" OpenCl = "1111010", "img_store", [], "Writes src2 to an image: src0 is its address, stride and size, src1 the coordinates.", BLOB;
        Restart Flow Alu "???" Unknown = "1111011", "restart", [], "Unknown.", UNVERIFIED;
        Nop7c Flow Alu "???" Unknown = "1111100", "nop7c", [], "Unknown.", UNVERIFIED;
        Nop7d Flow Alu "???" Unknown = "1111101", "nop7d", [], "Unknown.", UNVERIFIED;
        Nop7e Flow Alu "???" Unknown = "1111110", "nop7e", [], "Unknown.", UNVERIFIED;
        Extended Flow Alu "mmy" OpenCl = "1111111", "ext", ["nop7f"], "An operation selected by the immediate src2, see the extended operations.", BLOB;
    }
    extended {
        0x80 BitFindlsb Bit Alu "ynn" Halti5 = "000001011", "bit_findlsb", [], "Index of the lowest set bit of src0.", BLOB;
        0x81 BitFindmsb Bit Alu "ynn" Halti5 = "000001100", "bit_findmsb", [], "Index of the highest set bit of src0.", BLOB;
    }
}

/// A duplicate or missing operation does not build.
const _: () = {
    let mut i = 0;
    while i < Opcode::ALL.len() {
        assert!(
            Opcode::ALL[i] as usize == i,
            "operations are not in the order of their numbers"
        );
        i += 1;
    }
};

/// The operations, by their 7 bits.
pub static OPCODE: Slot<Op> = Slot {
    name: "operation",
    width: 7,
    rows: &ROWS,
    reserved: &[],
};

const fn never_emitted(bits: &'static str) -> Reserved {
    Reserved {
        bits: Pattern::new(bits),
        doc: "never observed",
    }
}

/// Operations selected by the immediate of [`Opcode::Extended`]: the low 9 bits of src2.
pub static EXTENDED: Slot<Op> = Slot {
    name: "extended operation",
    width: 9,
    rows: EXTENDED_ROWS,
    reserved: &[
        never_emitted("000000---"),
        never_emitted("00000100-"),
        never_emitted("000001010"),
        never_emitted("000001101"),
        never_emitted("00000111-"),
        never_emitted("00001----"),
        never_emitted("0001-----"),
        never_emitted("001------"),
        never_emitted("01-------"),
        never_emitted("1--------"),
    ],
};

impl Opcode {
    /// The operation with this number, if there is one.
    pub fn from_bits(number: u8) -> Option<Opcode> {
        Opcode::ALL.get(usize::from(number)).copied()
    }

    /// The operation's row.
    pub fn row(self) -> &'static Row<Op> {
        let code = self as usize;
        match ROWS.get(code) {
            Some(row) => row,
            None => &EXTENDED.rows[code - ROWS.len()],
        }
    }
}
