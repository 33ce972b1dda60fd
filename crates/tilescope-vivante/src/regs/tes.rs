//! The tessellation evaluation shader, at 0x14b00. Largely undocumented; no chip of
//! [`chips`](crate::chips) has it.

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "TES.", RNNDB, "The registers, by address.";
    pub mod unk14b00 = "UNK14B00" at 0x14b00 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14b04 = "UNK14B04" at 0x14b04 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14b08 = "UNK14B08" at 0x14b08 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14b0c = "UNK14B0C" at 0x14b0c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod icache_prefetch = "ICACHE_PREFETCH" at 0x14b10 Write, "Starts the prefetch of the tessellation evaluation shader's code." word Hex, "", "The value.";
    pub mod unk14b14 = "UNK14B14" at 0x14b14 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14b18 = "UNK14B18" at 0x14b18 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14b1c = "UNK14B1C" at 0x14b1c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14b20 = "UNK14B20" at 0x14b20 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14b24 = "UNK14B24" at 0x14b24 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14b2c = "UNK14B2C" at 0x14b2c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14b34 = "UNK14B34" at 0x14b34 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14b40 = "UNK14B40" at 0x14b40 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
}
