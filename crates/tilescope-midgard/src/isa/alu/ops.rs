//! Rows of the ALU operations.
//!
//! A row: variant, encoding, the same in binary, name with the type of the result,
//! that type again, the units that have the operation (V: vector multiplier,
//! D: scalar adder, A: vector adder, S: scalar multiplier, L: lookup tables), the
//! sources that it reads, the components that its value is made of, and the meaning.
//! After a question mark: encodings that no source lists.

use super::op::{Across::*, Alu, Lane, Units};
use crate::isa::source::{MESA, UNLISTED};
use tilescope_tables::{Pattern, Reserved, Row, Slot};

macro_rules! operations {
    (
        $( $var:ident = $code:literal, $bits:literal, $name:literal, $lane:ident, $units:literal,
           $reads:literal, $across:expr, $doc:literal; )+
        $( ? $rest:literal; )+
    ) => {
        tilescope_tables::closed_enum! {
            /// An ALU operation.
            AluOp { $( #[doc = $doc] $var = $code, )+ }
        }

        /// The ALU operations.
        pub static ALU: Slot<Alu> = Slot {
            name: "ALU operation",
            width: 8,
            rows: &[$( {
                let alu = Alu {
                    op: AluOp::$var,
                    lane: Lane::$lane,
                    units: Units::parse($units),
                    reads: [$reads.as_bytes()[0] == b'1', $reads.as_bytes()[1] == b'2'],
                    across: $across,
                };
                let row = Row::new(alu, $bits, $name, &[], $doc, MESA);
                assert!(row.bits.value == $code, "bits of another operation");
                row
            } ),+],
            reserved: &[$( Reserved { bits: Pattern::new($rest), doc: UNLISTED } ),+],
        };
    };
}

operations! {
    Fadd = 0x10, "00010000", "FADD.f", F, "-DA--", "12", No, "src1 + src2, rounded to nearest even.";
    FaddRtz = 0x11, "00010001", "FADD.rtz.f", F, "-DA--", "12", No, "src1 + src2, rounded towards zero.";
    FaddRtn = 0x12, "00010010", "FADD.rtn.f", F, "-DA--", "12", No, "src1 + src2, rounded down.";
    FaddRtp = 0x13, "00010011", "FADD.rtp.f", F, "-DA--", "12", No, "src1 + src2, rounded up.";
    Fmul = 0x14, "00010100", "FMUL.f", F, "V--SL", "12", No, "src1 * src2, rounded to nearest even.";
    FmulRtz = 0x15, "00010101", "FMUL.rtz.f", F, "V--SL", "12", No, "src1 * src2, rounded towards zero.";
    FmulRtn = 0x16, "00010110", "FMUL.rtn.f", F, "V--SL", "12", No, "src1 * src2, rounded down.";
    FmulRtp = 0x17, "00010111", "FMUL.rtp.f", F, "V--SL", "12", No, "src1 * src2, rounded up.";
    Fmin = 0x28, "00101000", "FMIN.f", F, "VDAS-", "12", No, "Smaller of the sources; if one is NaN, the other.";
    FminNan = 0x29, "00101001", "FMIN.nan.f", F, "VDAS-", "12", No, "Smaller of the sources; NaN if one is NaN.";
    Fabsmin = 0x2a, "00101010", "FABSMIN.f", F, "VDAS-", "12", No, "Smaller absolute value of the sources; if one is NaN, the other.";
    FabsminNan = 0x2b, "00101011", "FABSMIN.nan.f", F, "VDAS-", "12", No, "Smaller absolute value of the sources; NaN if one is NaN.";
    Fmax = 0x2c, "00101100", "FMAX.f", F, "VDAS-", "12", No, "Larger of the sources; if one is NaN, the other.";
    FmaxNan = 0x2d, "00101101", "FMAX.nan.f", F, "VDAS-", "12", No, "Larger of the sources; NaN if one is NaN.";
    Fabsmax = 0x2e, "00101110", "FABSMAX.f", F, "VDAS-", "12", No, "Larger absolute value of the sources; if one is NaN, the other.";
    FabsmaxNan = 0x2f, "00101111", "FABSMAX.nan.f", F, "VDAS-", "12", No, "Larger absolute value of the sources; NaN if one is NaN.";
    Fmov = 0x30, "00110000", "FMOV.f", F, "VDASL", "-2", No, "src2, rounded to nearest even.";
    FmovRtz = 0x31, "00110001", "FMOV.rtz.f", F, "VDASL", "-2", No, "src2, rounded towards zero.";
    FmovRtn = 0x32, "00110010", "FMOV.rtn.f", F, "VDASL", "-2", No, "src2, rounded down.";
    FmovRtp = 0x33, "00110011", "FMOV.rtp.f", F, "VDASL", "-2", No, "src2, rounded up.";
    Froundeven = 0x34, "00110100", "FROUNDEVEN.f", F, "-DA--", "1-", No, "src1 rounded to an integer, ties to even.";
    Ftrunc = 0x35, "00110101", "FTRUNC.f", F, "-DA--", "1-", No, "src1 rounded to an integer towards zero.";
    Ffloor = 0x36, "00110110", "FFLOOR.f", F, "-DA--", "1-", No, "src1 rounded down to an integer.";
    Fceil = 0x37, "00110111", "FCEIL.f", F, "-DA--", "1-", No, "src1 rounded up to an integer.";
    Ffma = 0x38, "00111000", "FMA.f", F, "----L", "12", Fused, "src1.x * src1.y + src2, rounded to nearest even.";
    FfmaRtz = 0x39, "00111001", "FMA.rtz.f", F, "----L", "12", Fused, "src1.x * src1.y + src2, rounded towards zero.";
    FfmaRtn = 0x3a, "00111010", "FMA.rtn.f", F, "----L", "12", Fused, "src1.x * src1.y + src2, rounded down.";
    FfmaRtp = 0x3b, "00111011", "FMA.rtp.f", F, "----L", "12", Fused, "src1.x * src1.y + src2, rounded up.";
    Fdot3 = 0x3c, "00111100", "FDOT3.f", F, "V----", "12", Dot(3), "Dot product of three components.";
    Fdot3r = 0x3d, "00111101", "FDOT3R.f", F, "V----", "12", Dot(3), "Dot product of three components after a reduction as by FREDUCE; the places of the results are undocumented.";
    Fdot4 = 0x3e, "00111110", "FDOT4.f", F, "V----", "12", Dot(4), "Dot product of four components.";
    Freduce = 0x3f, "00111111", "FREDUCE.f", F, "-----", "1-", Reduced, "src1 with the exponents of its four components shifted alike, so that squares neither overflow nor vanish.";
    Iadd = 0x40, "01000000", "ADD.i", I, "VDAS-", "12", No, "src1 + src2, wrapping.";
    Ishladd = 0x41, "01000001", "ADD.x2.i", I, "V--S-", "12", No, "(src1 << 1) + src2, wrapping.";
    Isub = 0x46, "01000110", "SUB.i", I, "VDAS-", "12", No, "src1 - src2, wrapping.";
    Ishlsub = 0x47, "01000111", "SUB.x2.i", I, "V--S-", "12", No, "(src1 << 1) - src2, wrapping.";
    Iaddsat = 0x48, "01001000", "ADDSAT.s", S, "-DA--", "12", No, "src1 + src2, signed, saturating.";
    Uaddsat = 0x49, "01001001", "ADDSAT.u", U, "-DA--", "12", No, "src1 + src2, unsigned, saturating.";
    Isubsat = 0x4e, "01001110", "SUBSAT.s", S, "-DA--", "12", No, "src1 - src2, signed, saturating.";
    Usubsat = 0x4f, "01001111", "SUBSAT.u", U, "-DA--", "12", No, "src1 - src2, unsigned, saturating.";
    Imul = 0x58, "01011000", "MUL.i", I, "V--S-", "12", No, "src1 * src2, wrapping.";
    Iwmul = 0x59, "01011001", "WMUL.s.i", I, "V----", "12", No, "src1 * src2, both signed, in the next larger size.";
    Uwmul = 0x5a, "01011010", "WMUL.u.i", I, "V----", "12", No, "src1 * src2, both unsigned, in the next larger size.";
    Iuwmul = 0x5b, "01011011", "WMUL.su.i", I, "V----", "12", No, "Signed src1 * unsigned src2, in the next larger size.";
    Imin = 0x60, "01100000", "MIN.s", S, "VDAS-", "12", No, "Smaller of the sources, signed.";
    Umin = 0x61, "01100001", "MIN.u", U, "VDAS-", "12", No, "Smaller of the sources, unsigned.";
    Imax = 0x62, "01100010", "MAX.s", S, "VDAS-", "12", No, "Larger of the sources, signed.";
    Umax = 0x63, "01100011", "MAX.u", U, "VDAS-", "12", No, "Larger of the sources, unsigned.";
    Iavg = 0x64, "01100100", "AVG.rtz.s", S, "-DA--", "12", No, "Average of the sources, signed, rounded towards zero.";
    Uavg = 0x65, "01100101", "AVG.rtz.u", U, "-DA--", "12", No, "Average of the sources, unsigned, rounded towards zero.";
    Iravg = 0x66, "01100110", "AVG.round.s", S, "-DA--", "12", No, "Average of the sources, signed, rounded.";
    Uravg = 0x67, "01100111", "AVG.round.u", U, "-DA--", "12", No, "Average of the sources, unsigned, rounded.";
    Iasr = 0x68, "01101000", "ASR.i", I, "-DA--", "12", No, "src1 shifted right by src2, copying the sign.";
    Ilsr = 0x69, "01101001", "LSR.i", I, "-DA--", "12", No, "src1 shifted right by src2, filled with zeros.";
    Ishlsat = 0x6c, "01101100", "SHL.sat.s", S, "-DA--", "12", No, "src1 shifted left by src2, signed, saturating.";
    Ushlsat = 0x6d, "01101101", "SHL.sat.u", U, "-DA--", "12", No, "src1 shifted left by src2, unsigned, saturating.";
    Ishl = 0x6e, "01101110", "SHL.i", I, "-DA--", "12", No, "src1 shifted left by src2.";
    Iand = 0x70, "01110000", "AND.i", I, "VDAS-", "12", No, "src1 & src2.";
    Ior = 0x71, "01110001", "OR.i", I, "VDAS-", "12", No, "src1 | src2.";
    Inand = 0x72, "01110010", "NAND.i", I, "VDAS-", "12", No, "!(src1 & src2).";
    Inor = 0x73, "01110011", "NOR.i", I, "VDAS-", "12", No, "!(src1 | src2).";
    Iandnot = 0x74, "01110100", "ANDNOT.i", I, "VDAS-", "12", No, "src1 & !src2.";
    Iornot = 0x75, "01110101", "ORNOT.i", I, "VDAS-", "12", No, "src1 | !src2.";
    Ixor = 0x76, "01110110", "XOR.i", I, "VDAS-", "12", No, "src1 ^ src2.";
    Inxor = 0x77, "01110111", "NXOR.i", I, "VDAS-", "12", No, "!(src1 ^ src2).";
    Iclz = 0x78, "01111000", "CLZ.i", I, "-DA--", "1-", No, "Number of leading zeros of src1.";
    Ipopcnt = 0x7a, "01111010", "POPCNT.i", I, "--A--", "1-", No, "Number of ones in src1.";
    Imov = 0x7b, "01111011", "MOV.i", I, "VDASL", "-2", No, "src2.";
    Iabsdiff = 0x7c, "01111100", "ABSDIFF.s", S, "-DA--", "12", No, "Absolute difference, signed.";
    Uabsdiff = 0x7d, "01111101", "ABSDIFF.u", U, "-DA--", "12", No, "Absolute difference, unsigned.";
    Ichoose = 0x7e, "01111110", "CHOOSE.i", I, "-DA--", "12", Choose, "Shuffle: the components of src1 whose numbers src2 has.";
    Feq = 0x80, "10000000", "FCMP.eq.i", I, "VDAS-", "12", No, "src1 == src2 as floats: all ones or zero.";
    Fne = 0x81, "10000001", "FCMP.ne.i", I, "VDAS-", "12", No, "src1 != src2 as floats: all ones or zero.";
    Flt = 0x82, "10000010", "FCMP.lt.i", I, "VDAS-", "12", No, "src1 < src2 as floats: all ones or zero.";
    Fle = 0x83, "10000011", "FCMP.le.i", I, "VDAS-", "12", No, "src1 <= src2 as floats: all ones or zero.";
    FballEq = 0x88, "10001000", "FCMP.all.eq.i", I, "V-A--", "12", All, "Whether all of four components of src1 are equal to those of src2, as floats.";
    FballNeq = 0x89, "10001001", "FCMP.all.ne.i", I, "V-A--", "12", All, "Whether all of four components of src1 are different from those of src2, as floats.";
    FballLt = 0x8a, "10001010", "FCMP.all.lt.i", I, "V-A--", "12", All, "Whether all of four components of src1 are less than those of src2, as floats.";
    FballLte = 0x8b, "10001011", "FCMP.all.le.i", I, "V-A--", "12", All, "Whether all of four components of src1 are less or equal to those of src2, as floats.";
    FbanyEq = 0x90, "10010000", "FCMP.any.eq.i", I, "V-A--", "12", Any, "Whether any of four components of src1 is equal to those of src2, as floats.";
    FbanyNeq = 0x91, "10010001", "FCMP.any.ne.i", I, "V-A--", "12", Any, "Whether any of four components of src1 is different from those of src2, as floats.";
    FbanyLt = 0x92, "10010010", "FCMP.any.lt.i", I, "V-A--", "12", Any, "Whether any of four components of src1 is less than those of src2, as floats.";
    FbanyLte = 0x93, "10010011", "FCMP.any.le.i", I, "V-A--", "12", Any, "Whether any of four components of src1 is less or equal to those of src2, as floats.";
    F2iRte = 0x98, "10011000", "F2I.i", I, "-DA--", "1-", No, "src1 as a signed integer, rounded to nearest even.";
    F2iRtz = 0x99, "10011001", "F2I.rtz.i", I, "-DA--", "1-", No, "src1 as a signed integer, rounded towards zero.";
    F2iRtn = 0x9a, "10011010", "F2I.rtn.i", I, "-DA--", "1-", No, "src1 as a signed integer, rounded down.";
    F2iRtp = 0x9b, "10011011", "F2I.rtp.i", I, "-DA--", "1-", No, "src1 as a signed integer, rounded up.";
    F2uRte = 0x9c, "10011100", "F2U.i", I, "-DA--", "1-", No, "src1 as an unsigned integer, rounded to nearest even.";
    F2uRtz = 0x9d, "10011101", "F2U.rtz.i", I, "-DA--", "1-", No, "src1 as an unsigned integer, rounded towards zero.";
    F2uRtn = 0x9e, "10011110", "F2U.rtn.i", I, "-DA--", "1-", No, "src1 as an unsigned integer, rounded down.";
    F2uRtp = 0x9f, "10011111", "F2U.rtp.i", I, "-DA--", "1-", No, "src1 as an unsigned integer, rounded up.";
    Ieq = 0xa0, "10100000", "CMP.eq.i", I, "VDAS-", "12", No, "src1 == src2 as integers: all ones or zero.";
    Ine = 0xa1, "10100001", "CMP.ne.i", I, "VDAS-", "12", No, "src1 != src2 as integers: all ones or zero.";
    Ult = 0xa2, "10100010", "CMP.lt.u", U, "VDAS-", "12", No, "src1 < src2 as unsigned integers: all ones or zero.";
    Ule = 0xa3, "10100011", "CMP.le.u", U, "VDAS-", "12", No, "src1 <= src2 as unsigned integers: all ones or zero.";
    Ilt = 0xa4, "10100100", "CMP.lt.s", S, "VDAS-", "12", No, "src1 < src2 as signed integers: all ones or zero.";
    Ile = 0xa5, "10100101", "CMP.le.s", S, "VDAS-", "12", No, "src1 <= src2 as signed integers: all ones or zero.";
    IballEq = 0xa8, "10101000", "CMP.all.eq.i", I, "V-A--", "12", All, "Whether all of four components of src1 are equal to those of src2, as integers.";
    IballNeq = 0xa9, "10101001", "CMP.all.ne.i", I, "V-A--", "12", All, "Whether all of four components of src1 are different from those of src2, as integers.";
    UballLt = 0xaa, "10101010", "CMP.all.lt.u", U, "V-A--", "12", All, "Whether all of four components of src1 are less than those of src2, as unsigned integers.";
    UballLte = 0xab, "10101011", "CMP.all.le.u", U, "V-A--", "12", All, "Whether all of four components of src1 are less or equal to those of src2, as unsigned integers.";
    IballLt = 0xac, "10101100", "CMP.all.lt.s", S, "V-A--", "12", All, "Whether all of four components of src1 are less than those of src2, as signed integers.";
    IballLte = 0xad, "10101101", "CMP.all.le.s", S, "V-A--", "12", All, "Whether all of four components of src1 are less or equal to those of src2, as signed integers.";
    IbanyEq = 0xb0, "10110000", "CMP.any.eq.i", I, "V-A--", "12", Any, "Whether any of four components of src1 is equal to those of src2, as integers.";
    IbanyNeq = 0xb1, "10110001", "CMP.any.ne.i", I, "V-A--", "12", Any, "Whether any of four components of src1 is different from those of src2, as integers.";
    UbanyLt = 0xb2, "10110010", "CMP.any.lt.u", U, "V-A--", "12", Any, "Whether any of four components of src1 is less than those of src2, as unsigned integers.";
    UbanyLte = 0xb3, "10110011", "CMP.any.le.u", U, "V-A--", "12", Any, "Whether any of four components of src1 is less or equal to those of src2, as unsigned integers.";
    IbanyLt = 0xb4, "10110100", "CMP.any.lt.s", S, "V-A--", "12", Any, "Whether any of four components of src1 is less than those of src2, as signed integers.";
    IbanyLte = 0xb5, "10110101", "CMP.any.le.s", S, "V-A--", "12", Any, "Whether any of four components of src1 is less or equal to those of src2, as signed integers.";
    I2fRte = 0xb8, "10111000", "I2F.f", F, "-DA--", "1-", No, "Signed src1 as a float, rounded to nearest even.";
    I2fRtz = 0xb9, "10111001", "I2F.rtz.f", F, "-DA--", "1-", No, "Signed src1 as a float, rounded towards zero.";
    I2fRtn = 0xba, "10111010", "I2F.rtn.f", F, "-DA--", "1-", No, "Signed src1 as a float, rounded down.";
    I2fRtp = 0xbb, "10111011", "I2F.rtp.f", F, "-DA--", "1-", No, "Signed src1 as a float, rounded up.";
    U2fRte = 0xbc, "10111100", "U2F.f", F, "-DA--", "1-", No, "Unsigned src1 as a float, rounded to nearest even.";
    U2fRtz = 0xbd, "10111101", "U2F.rtz.f", F, "-DA--", "1-", No, "Unsigned src1 as a float, rounded towards zero.";
    U2fRtn = 0xbe, "10111110", "U2F.rtn.f", F, "-DA--", "1-", No, "Unsigned src1 as a float, rounded down.";
    U2fRtp = 0xbf, "10111111", "U2F.rtp.f", F, "-DA--", "1-", No, "Unsigned src1 as a float, rounded up.";
    IcselV = 0xc0, "11000000", "CSEL.vector.i", I, "--AS-", "12", Select { vector: true }, "Per component, src1 if the condition in r31 holds, else src2.";
    Icsel = 0xc1, "11000001", "CSEL.scalar.i", I, "--AS-", "12", Select { vector: false }, "src1 if the condition in r31.w holds, else src2.";
    FcselV = 0xc4, "11000100", "FCSEL.vector.f", F, "--AS-", "12", Select { vector: true }, "Per component, src1 if the condition in r31 holds, else src2; float modifiers.";
    Fcsel = 0xc5, "11000101", "FCSEL.scalar.f", F, "--AS-", "12", Select { vector: false }, "src1 if the condition in r31.w holds, else src2; float modifiers.";
    Froundaway = 0xc6, "11000110", "FROUNDAWAY.f", F, "-DA--", "1-", No, "src1 rounded to the nearest integer, ties away from zero.";
    Fatan2Pt2 = 0xe8, "11101000", "FATAN2_PT2.f", F, "----L", "12", No, "Second step of atan2: the angle of src1 and the ratio src2.";
    FpowPt1 = 0xec, "11101100", "FPOW_PT1.f", F, "----L", "12", No, "First step of pow.";
    FpownPt1 = 0xed, "11101101", "FPOWN_PT1.f", F, "----L", "12", No, "First step of pown (integer exponent).";
    FpowrPt1 = 0xee, "11101110", "FPOWR_PT1.f", F, "----L", "12", No, "First step of powr (base not negative).";
    Frcp = 0xf0, "11110000", "FRCP.f", F, "----L", "1-", No, "1 / src1.";
    Frsqrt = 0xf2, "11110010", "FRSQRT.f", F, "----L", "1-", No, "1 / square root of src1.";
    Fsqrt = 0xf3, "11110011", "FSQRT.f", F, "----L", "1-", No, "Square root of src1.";
    Fexp2 = 0xf4, "11110100", "FEXP2.f", F, "----L", "1-", No, "2 to the power of src1.";
    Flog2 = 0xf5, "11110101", "FLOG2.f", F, "----L", "1-", No, "Base-2 logarithm of src1.";
    Fsinpi = 0xf6, "11110110", "FSINPI.f", F, "----L", "1-", No, "Sine of src1 times pi.";
    Fcospi = 0xf7, "11110111", "FCOSPI.f", F, "----L", "1-", No, "Cosine of src1 times pi.";
    Fatan2Pt1 = 0xf9, "11111001", "FATAN2_PT1.f", F, "----L", "12", Angle, "First step of atan2(src1, src2): x, z and w are intermediate values, and z * w is a ratio.";
    ? "0000xxxx";
    ? "00011xxx";
    ? "00100xxx";
    ? "0100001x";
    ? "0100010x";
    ? "0100101x";
    ? "0100110x";
    ? "01010xxx";
    ? "010111xx";
    ? "0110101x";
    ? "01101111";
    ? "01111001";
    ? "01111111";
    ? "100001xx";
    ? "100011xx";
    ? "100101xx";
    ? "1010011x";
    ? "1010111x";
    ? "1011011x";
    ? "1100001x";
    ? "11000111";
    ? "11001xxx";
    ? "1101xxxx";
    ? "11100xxx";
    ? "11101001";
    ? "1110101x";
    ? "11101111";
    ? "11110001";
    ? "11111000";
    ? "1111101x";
    ? "111111xx";
}
