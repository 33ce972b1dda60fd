//! WD, at 0x18400. Undocumented.

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "WD.", RNNDB, "The registers, by address.";
    pub mod unk18404 = "UNK18404" at 0x18404 ReadWrite reserved 0xffff_fffc, "Undocumented."
    {
        UNK0, "unk0", 0, 2, Hex, "", "Undocumented.";
    }
}
