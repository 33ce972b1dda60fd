//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::registers;

///
pub static MMUV2_CONFIGURATION_MODE: EnumTable = EnumTable {
    what: "mmuv2 configuration mode",
    values: &[(0, "MODE4_K"), (1, "MODE1_K")],
};

///
pub static MMUV2_CONFIGURATION_FLUSH: EnumTable = EnumTable {
    what: "mmuv2 configuration flush",
    values: &[(1, "FLUSH")],
};

registers! {
    pub static REGISTERS = "MMUv2", RNNDB, "The registers, by address.";
    pub mod safe_address = "SAFE_ADDRESS" at 0x00180 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod configuration = "CONFIGURATION" at 0x00184 ReadWrite, ""
    {
        MODE, "mode", 0, 1, Enum(&MMUV2_CONFIGURATION_MODE), "", "";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "No known meaning.";
        MODE_MASK, "mode_mask", 3, 1, Keeps(&[&MODE]), "", "Set: `mode` stays as it is.";
        FLUSH, "flush", 4, 1, Enum(&MMUV2_CONFIGURATION_FLUSH), "", "";
        RESERVED5, "reserved5", 5, 2, Reserved, "", "No known meaning.";
        FLUSH_MASK, "flush_mask", 7, 1, Keeps(&[&FLUSH]), "", "Set: `flush` stays as it is.";
        ADDRESS_MASK, "address_mask", 8, 1, Keeps(&[&ADDRESS]), "", "Set: `address` stays as it is.";
        RESERVED9, "reserved9", 9, 1, Reserved, "", "No known meaning.";
        ADDRESS, "address", 10, 22, Uint, "", "";
    }
    pub mod status = "STATUS" at 0x00188 ReadWrite, ""
    {
        EXCEPTION0, "exception0", 0, 4, Enum(&enums::MMU_EXCEPTION), "", "";
        EXCEPTION1, "exception1", 4, 4, Enum(&enums::MMU_EXCEPTION), "", "";
        EXCEPTION2, "exception2", 8, 4, Enum(&enums::MMU_EXCEPTION), "", "";
        EXCEPTION3, "exception3", 12, 4, Enum(&enums::MMU_EXCEPTION), "", "";
        RESERVED16, "reserved16", 16, 16, Reserved, "", "No known meaning.";
    }
    pub mod control = "CONTROL" at 0x0018c ReadWrite, ""
    {
        ENABLE, "enable", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "No known meaning.";
    }
    pub mod exception_addr = "EXCEPTION_ADDR" at 0x00190 ReadWrite [4 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod profile_blt_read = "PROFILE_BLT_READ" at 0x001a4 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod pta_config = "PTA_CONFIG" at 0x001ac ReadWrite, ""
    {
        INDEX, "index", 0, 16, Uint, "", "";
        UNK16, "unk16", 16, 1, Bool, "", "No known meaning.";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "No known meaning.";
    }
    pub mod axi_policy = "AXI_POLICY" at 0x001c0 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sec_exception_addr = "SEC_EXCEPTION_ADDR" at 0x00380 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sec_status = "SEC_STATUS" at 0x00384 ReadWrite, ""
    {
        EXCEPTION0, "exception0", 0, 2, Enum(&enums::MMU_EXCEPTION), "", "";
        RESERVED2, "reserved2", 2, 2, Reserved, "", "No known meaning.";
        EXCEPTION1, "exception1", 4, 2, Enum(&enums::MMU_EXCEPTION), "", "";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        EXCEPTION2, "exception2", 8, 2, Enum(&enums::MMU_EXCEPTION), "", "";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "No known meaning.";
        EXCEPTION3, "exception3", 12, 2, Enum(&enums::MMU_EXCEPTION), "", "";
        RESERVED14, "reserved14", 14, 18, Reserved, "", "No known meaning.";
    }
    pub mod sec_control = "SEC_CONTROL" at 0x00388 ReadWrite, ""
    {
        ENABLE, "enable", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "No known meaning.";
    }
    pub mod pta_address_low = "PTA_ADDRESS_LOW" at 0x0038c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod pta_address_high = "PTA_ADDRESS_HIGH" at 0x00390 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod pta_control = "PTA_CONTROL" at 0x00394 ReadWrite, ""
    {
        ENABLE, "enable", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "No known meaning.";
    }
    pub mod nonsec_safe_addr_low = "NONSEC_SAFE_ADDR_LOW" at 0x00398 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sec_safe_addr_low = "SEC_SAFE_ADDR_LOW" at 0x0039c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod safe_address_config = "SAFE_ADDRESS_CONFIG" at 0x003a0 ReadWrite, ""
    {
        NON_SEC_SAFE_ADDR_HIGH, "non_sec_safe_addr_high", 0, 8, Uint, "", "";
        RESERVED8, "reserved8", 8, 7, Reserved, "", "No known meaning.";
        UNK15, "unk15", 15, 1, Bool, "", "No known meaning.";
        SEC_SAFE_ADDR_HIGH, "sec_safe_addr_high", 16, 8, Uint, "", "";
        RESERVED24, "reserved24", 24, 7, Reserved, "", "No known meaning.";
        UNK31, "unk31", 31, 1, Bool, "", "No known meaning.";
    }
    pub mod sec_command_control = "SEC_COMMAND_CONTROL" at 0x003a4 ReadWrite, ""
    {
        PREFETCH, "prefetch", 0, 16, Uint, "", "";
        ENABLE, "enable", 16, 1, Bool, "", "";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "No known meaning.";
    }
    pub mod ahb_control = "AHB_CONTROL" at 0x003a8 ReadWrite, ""
    {
        RESET, "reset", 0, 1, Bool, "", "";
        NONSEC_ACCESS, "nonsec_access", 1, 1, Bool, "", "";
        RESERVED2, "reserved2", 2, 30, Reserved, "", "No known meaning.";
    }
}
