//! The second MMU, at 0x180, with its safe and secure parts at 0x380. Only with
//! MMU_VERSION.

use super::enums;
use super::source::RNNDB;
use tilescope_tables::{enum_tables, registers};

enum_tables! {
    /// Layout of the master table.
    pub MMUV2_CONFIGURATION_MODE = "MMU page mode": 0 "MODE4_K", 1 "MODE1_K";

    /// Invalidation of cached translations.
    pub MMUV2_CONFIGURATION_FLUSH = "MMU flush": 1 "FLUSH";
}

registers! {
    pub static REGISTERS = "MMUv2.", RNNDB, "The registers, by address.";
    pub mod safe_address = "SAFE_ADDRESS" at 0x00180 ReadWrite, "Target of accesses to unmapped pages." word Address(0), "", "The address.";
    pub mod configuration = "CONFIGURATION" at 0x00184 ReadWrite reserved 0x0000_0266, "The master table."
    {
        MODE, "mode", 0, 1, Enum(&MMUV2_CONFIGURATION_MODE), "", "Its layout.";
        MODE_MASK, "mode_mask", 3, 1, Keeps(&[&MODE]), "", "If set, `mode` is unchanged.";
        FLUSH, "flush", 4, 1, Enum(&MMUV2_CONFIGURATION_FLUSH), "", "Invalidates cached translations.";
        FLUSH_MASK, "flush_mask", 7, 1, Keeps(&[&FLUSH]), "", "If set, `flush` is unchanged.";
        ADDRESS_MASK, "address_mask", 8, 1, Keeps(&[&ADDRESS]), "", "If set, `address` is unchanged.";
        ADDRESS, "address", 10, 22, Address(10), "", "Its address.";
    }
    pub mod status = "STATUS" at 0x00188 Read reserved 0xffff_0000, "Reasons of failed translations."
    {
        EXCEPTION0, "exception0", 0, 4, Enum(&enums::MMU_EXCEPTION), "", "Of unit 0.";
        EXCEPTION1, "exception1", 4, 4, Enum(&enums::MMU_EXCEPTION), "", "Of unit 1.";
        EXCEPTION2, "exception2", 8, 4, Enum(&enums::MMU_EXCEPTION), "", "Of unit 2.";
        EXCEPTION3, "exception3", 12, 4, Enum(&enums::MMU_EXCEPTION), "", "Of unit 3.";
    }
    pub mod control = "CONTROL" at 0x0018c ReadWrite reserved 0xffff_fffe, "Whether addresses are translated."
    {
        ENABLE, "enable", 0, 1, Bool, "", "Enabled.";
    }
    pub mod exception_addr = "EXCEPTION_ADDR" at 0x00190 Read [4 by 4], "The unmapped addresses." word Address(0), "", "The address.";
    pub mod profile_blt_read = "PROFILE_BLT_READ" at 0x001a4 Read, "The counter of BLT." word Hex, "", "The value.";
    pub mod pta_config = "PTA_CONFIG" at 0x001ac ReadWrite reserved 0xfffe_0000, "The table of master tables."
    {
        INDEX, "index", 0, 16, Uint, "", "Entry that is in use.";
        UNK16, "unk16", 16, 1, Bool, "", "Undocumented.";
    }
    pub mod axi_policy = "AXI_POLICY" at 0x001c0 ReadWrite [8 by 4], "Attributes of accesses on the bus." word Hex, "", "The value.";
    pub mod sec_exception_addr = "SEC_EXCEPTION_ADDR" at 0x00380 Read, "The unmapped address, secure part." word Address(0), "", "The address.";
    pub mod sec_status = "SEC_STATUS" at 0x00384 Read reserved 0xffff_cccc, "Reasons of failed translations, secure part."
    {
        EXCEPTION0, "exception0", 0, 2, Enum(&enums::MMU_EXCEPTION_SHORT), "", "Of unit 0.";
        EXCEPTION1, "exception1", 4, 2, Enum(&enums::MMU_EXCEPTION_SHORT), "", "Of unit 1.";
        EXCEPTION2, "exception2", 8, 2, Enum(&enums::MMU_EXCEPTION_SHORT), "", "Of unit 2.";
        EXCEPTION3, "exception3", 12, 2, Enum(&enums::MMU_EXCEPTION_SHORT), "", "Of unit 3.";
    }
    pub mod sec_control = "SEC_CONTROL" at 0x00388 ReadWrite, "Whether addresses are translated, secure part." as control;
    pub mod pta_address_low = "PTA_ADDRESS_LOW" at 0x0038c ReadWrite, "Low word of the address of the table of master tables." word Hex, "", "The value.";
    pub mod pta_address_high = "PTA_ADDRESS_HIGH" at 0x00390 ReadWrite, "High word of the address of the table of master tables." word Hex, "", "The value.";
    pub mod pta_control = "PTA_CONTROL" at 0x00394 ReadWrite, "The table of master tables." as control;
    pub mod nonsec_safe_addr_low = "NONSEC_SAFE_ADDR_LOW" at 0x00398 ReadWrite, "Low word of the address used by accesses to unmapped pages." word Hex, "", "The value.";
    pub mod sec_safe_addr_low = "SEC_SAFE_ADDR_LOW" at 0x0039c ReadWrite, "Low word of the address used by secure accesses to unmapped pages." word Hex, "", "The value.";
    pub mod safe_address_config = "SAFE_ADDRESS_CONFIG" at 0x003a0 ReadWrite reserved 0x7f00_7f00, "High parts of the safe addresses."
    {
        NON_SEC_SAFE_ADDR_HIGH, "non_sec_safe_addr_high", 0, 8, Hex, "", "Non-secure part.";
        UNK15, "unk15", 15, 1, Bool, "", "Undocumented.";
        SEC_SAFE_ADDR_HIGH, "sec_safe_addr_high", 16, 8, Hex, "", "Secure part.";
        UNK31, "unk31", 31, 1, Bool, "", "Undocumented.";
    }
    pub mod sec_command_control = "SEC_COMMAND_CONTROL" at 0x003a4 ReadWrite reserved 0xfffe_0000, "Starts the command parser from the secure part."
    {
        PREFETCH, "prefetch", 0, 16, Uint, "64-bit words", "Size of the fetch.";
        ENABLE, "enable", 16, 1, Bool, "", "The parser is running.";
    }
    pub mod ahb_control = "AHB_CONTROL" at 0x003a8 ReadWrite reserved 0xffff_fffc, "Access of the CPU to the registers."
    {
        RESET, "reset", 0, 1, Bool, "", "Resets the GPU.";
        NONSEC_ACCESS, "nonsec_access", 1, 1, Bool, "", "Accessible to the non-secure part.";
    }
}
