//! The tessellation control shader, at 0x14a00. Largely undocumented; no chip of
//! [`chips`](crate::chips) has it.

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "TCS.", RNNDB, "The registers, by address.";
    pub mod unk007c0 = "UNK007C0" at 0x007c0 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14a00 = "UNK14A00" at 0x14a00 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14a04 = "UNK14A04" at 0x14a04 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14a08 = "UNK14A08" at 0x14a08 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod icache_prefetch = "ICACHE_PREFETCH" at 0x14a0c Write, "Starts the prefetch of the tessellation control shader's code." word Hex, "", "The value.";
    pub mod unk14a10 = "UNK14A10" at 0x14a10 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14a14 = "UNK14A14" at 0x14a14 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14a18 = "UNK14A18" at 0x14a18 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14a1c = "UNK14A1C" at 0x14a1c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14a20 = "UNK14A20" at 0x14a20 ReadWrite [8 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14a40 = "UNK14A40" at 0x14a40 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14a44 = "UNK14A44" at 0x14a44 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk14a4c = "UNK14A4C" at 0x14a4c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
}
