//! The geometry shader, at 0x1100. Largely undocumented; no chip of
//! [`chips`](crate::chips) has it.

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "GS.", RNNDB, "The registers, by address.";
    pub mod unk01100 = "UNK01100" at 0x01100 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk01104 = "UNK01104" at 0x01104 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk01108 = "UNK01108" at 0x01108 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk0110c = "UNK0110C" at 0x0110c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk01110 = "UNK01110" at 0x01110 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk01114 = "UNK01114" at 0x01114 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod icache_prefetch = "ICACHE_PREFETCH" at 0x01118 Write, "Starts the prefetch of the geometry shader's code." word Hex, "", "The value.";
    pub mod unk0111c = "UNK0111C" at 0x0111c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk01120 = "UNK01120" at 0x01120 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk01140 = "UNK01140" at 0x01140 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk01144 = "UNK01144" at 0x01144 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk01148 = "UNK01148" at 0x01148 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk0114c = "UNK0114C" at 0x0114c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk01154 = "UNK01154" at 0x01154 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
}
