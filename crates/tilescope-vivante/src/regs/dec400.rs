//! The compression unit DEC400EX, at 0x800 of the CPU's interface. Undocumented.

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "DEC400EX.", RNNDB, "The registers, by address.";
    pub mod unk00800 = "UNK00800" at 0x00800 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk00808 = "UNK00808" at 0x00808 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
}
