//! Rows of the pack and unpack modes.

use super::source::GUIDE;
use tilescope_tables::slot;

slot! {
    /// Pack modes of writes to file A, bits \[55:52\] with pm = 0.
    pub enum PackA;
    /// Pack modes of file A.
    pub static PACK_A = "file A pack mode", 4, GUIDE;
    None      = "0000", "", [], "All 32 bits.";
    To16a     = "0001", "16a", ["16ai", "16af"], "To bits 15:0: half float after a float operation, else the low half.";
    To16b     = "0010", "16b", ["16bi", "16bf"], "To bits 31:16: half float after a float operation, else the low half.";
    To8888    = "0011", "8888", ["8abcd", "8888i", "8abcdi"], "Low byte to all four bytes.";
    To8a      = "0100", "8a", ["8ai"], "Low byte to bits 7:0.";
    To8b      = "0101", "8b", ["8bi"], "Low byte to bits 15:8.";
    To8c      = "0110", "8c", ["8ci"], "Low byte to bits 23:16.";
    To8d      = "0111", "8d", ["8di"], "Low byte to bits 31:24.";
    Sat       = "1000", "sat", ["32s", "32si"], "All 32 bits of an integer add or subtract, saturated as signed.";
    To16aSat  = "1001", "16a.sat", ["16as", "16asi"], "To bits 15:0; integers saturated to signed 16 bits.";
    To16bSat  = "1010", "16b.sat", ["16bs", "16bsi"], "To bits 31:16; integers saturated to signed 16 bits.";
    To8888Sat = "1011", "8888.sat", ["8888s", "8abcds", "8888si", "8abcdsi"], "Integer saturated to an unsigned byte, to all four bytes.";
    To8aSat   = "1100", "8a.sat", ["8as", "8asi"], "Integer saturated to an unsigned byte, to bits 7:0.";
    To8bSat   = "1101", "8b.sat", ["8bs", "8bsi"], "Integer saturated to an unsigned byte, to bits 15:8.";
    To8cSat   = "1110", "8c.sat", ["8cs", "8csi"], "Integer saturated to an unsigned byte, to bits 23:16.";
    To8dSat   = "1111", "8d.sat", ["8ds", "8dsi"], "Integer saturated to an unsigned byte, to bits 31:24.";
}

slot! {
    /// Pack modes of the mul ALU's result, bits \[55:52\] with pm = 1.
    pub enum PackMul;
    /// Pack modes of the mul ALU.
    pub static PACK_MUL = "mul pack mode", 4, GUIDE;
    None   = "0000", "", [], "All 32 bits.";
    To8888 = "0011", "8888", ["8abcd", "8888sf", "8abcdsf"], "Float of 0 to 1 saturated to an unsigned byte, to all four bytes.";
    To8a   = "0100", "8a", ["8asf"], "Float of 0 to 1 saturated to an unsigned byte, to bits 7:0.";
    To8b   = "0101", "8b", ["8bsf"], "Float of 0 to 1 saturated to an unsigned byte, to bits 15:8.";
    To8c   = "0110", "8c", ["8csf"], "Float of 0 to 1 saturated to an unsigned byte, to bits 23:16.";
    To8d   = "0111", "8d", ["8dsf"], "Float of 0 to 1 saturated to an unsigned byte, to bits 31:24.";
    ? "not in the guide": "0001", "0010", "1---";
}

slot! {
    /// Unpack modes, bits \[59:57\]: of file A reads with pm = 0, of r4 with pm = 1.
    pub enum Unpack;
    /// Unpack modes.
    pub static UNPACK = "unpack mode", 3, GUIDE;
    None     = "000", "", [], "All 32 bits.";
    From16a  = "001", "16a", ["16ai", "16af"], "Bits 15:0: half float for a float operation and from r4, else signed.";
    From16b  = "010", "16b", ["16bi", "16bf"], "Bits 31:16: half float for a float operation and from r4, else signed.";
    From8dRep = "011", "8d_rep", ["8dr"], "Bits 31:24 to all four bytes.";
    From8a   = "100", "8a", ["8ai", "8af"], "Bits 7:0: divided by 255 for a float operation and from r4, else unsigned.";
    From8b   = "101", "8b", ["8bi", "8bf"], "Bits 15:8: divided by 255 for a float operation and from r4, else unsigned.";
    From8c   = "110", "8c", ["8ci", "8cf"], "Bits 23:16: divided by 255 for a float operation and from r4, else unsigned.";
    From8d   = "111", "8d", ["8di", "8df"], "Bits 31:24: divided by 255 for a float operation and from r4, else unsigned.";
}
