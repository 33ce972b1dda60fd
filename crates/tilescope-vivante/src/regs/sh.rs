//! .

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "SH", RNNDB, "The registers, by address.";
    pub mod control = "CONTROL" at 0x00860 ReadWrite, ""
    {
        PS_CODE, "ps_code", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        PS_UNIFORM, "ps_uniform", 4, 1, Bool, "", "";
        RESERVED5, "reserved5", 5, 7, Reserved, "", "No known meaning.";
        RTNE_ROUNDING, "rtne_rounding", 12, 1, Bool, "", "";
        RESERVED13, "reserved13", 13, 19, Reserved, "", "No known meaning.";
    }
    pub mod icache_control = "ICACHE_CONTROL" at 0x00868 ReadWrite, ""
    {
        ENABLE, "enable", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        FLUSH_VS, "flush_vs", 4, 1, Bool, "", "";
        FLUSH_PS, "flush_ps", 5, 1, Bool, "", "";
        RESERVED6, "reserved6", 6, 26, Reserved, "", "No known meaning.";
    }
    pub mod inst_mem_mirror = "INST_MEM_MIRROR" at 0x08000 ReadWrite [4096 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod inst_mem = "INST_MEM" at 0x0c000 ReadWrite [4096 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod config = "CONFIG" at 0x15600 ReadWrite, ""
    {
        RESERVED0, "reserved0", 0, 1, Reserved, "", "No known meaning.";
        RTNE_ROUNDING, "rtne_rounding", 1, 1, Bool, "", "";
        DUAL16, "dual16", 2, 1, Bool, "", "";
        RESERVED3, "reserved3", 3, 29, Reserved, "", "No known meaning.";
    }
    pub mod unk20000 = "UNK20000" at 0x20000 ReadWrite [8192 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod uniforms = "UNIFORMS" at 0x30000 ReadWrite [2048 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod halti5_uniforms_mirror = "HALTI5_UNIFORMS_MIRROR" at 0x34000 ReadWrite [2048 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod halti5_uniforms = "HALTI5_UNIFORMS" at 0x36000 ReadWrite [2048 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
}
