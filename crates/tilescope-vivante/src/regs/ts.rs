//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "TS", RNNDB, "The registers, by address.";
    pub mod flush_cache = "FLUSH_CACHE" at 0x01650 ReadWrite, ""
    {
        FLUSH, "flush", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "No known meaning.";
    }
    pub mod mem_config = "MEM_CONFIG" at 0x01654 ReadWrite, ""
    {
        DEPTH_FAST_CLEAR, "depth_fast_clear", 0, 1, Bool, "", "";
        COLOR_FAST_CLEAR, "color_fast_clear", 1, 1, Bool, "", "";
        RESERVED2, "reserved2", 2, 1, Reserved, "", "No known meaning.";
        DEPTH_16BPP, "depth_16bpp", 3, 1, Bool, "", "";
        DEPTH_AUTO_DISABLE, "depth_auto_disable", 4, 1, Bool, "", "";
        COLOR_AUTO_DISABLE, "color_auto_disable", 5, 1, Bool, "", "";
        DEPTH_COMPRESSION, "depth_compression", 6, 1, Bool, "", "";
        COLOR_COMPRESSION, "color_compression", 7, 1, Bool, "", "";
        COLOR_COMPRESSION_FORMAT, "color_compression_format", 8, 4, Enum(&enums::COMPRESSION_FORMAT), "", "";
        UNK12, "unk12", 12, 1, Bool, "", "No known meaning.";
        HDEPTH_AUTO_DISABLE, "hdepth_auto_disable", 13, 1, Bool, "", "";
        STENCIL_ENABLE, "stencil_enable", 14, 1, Bool, "", "";
        RESERVED15, "reserved15", 15, 6, Reserved, "", "No known meaning.";
        UNK21, "unk21", 21, 1, Bool, "", "No known meaning.";
        RESERVED22, "reserved22", 22, 8, Reserved, "", "No known meaning.";
        N64BPP_FORMAT, "64bpp_format", 30, 1, Bool, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod color_status_base = "COLOR_STATUS_BASE" at 0x01658 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod color_surface_base = "COLOR_SURFACE_BASE" at 0x0165c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod color_clear_value = "COLOR_CLEAR_VALUE" at 0x01660 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod depth_status_base = "DEPTH_STATUS_BASE" at 0x01664 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod depth_surface_base = "DEPTH_SURFACE_BASE" at 0x01668 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod depth_clear_value = "DEPTH_CLEAR_VALUE" at 0x0166c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod depth_auto_disable_count = "DEPTH_AUTO_DISABLE_COUNT" at 0x01670 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod color_auto_disable_count = "COLOR_AUTO_DISABLE_COUNT" at 0x01674 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod hdepth_status_base = "HDEPTH_STATUS_BASE" at 0x016a4 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod hdepth_clear_value = "HDEPTH_CLEAR_VALUE" at 0x016a8 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod hdepth_size = "HDEPTH_SIZE" at 0x016ac ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod color_clear_value_ext = "COLOR_CLEAR_VALUE_EXT" at 0x016bc ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sampler_config = "SAMPLER.CONFIG" at 0x01720 ReadWrite [8 by 4], ""
    {
        ENABLE, "enable", 0, 1, Bool, "", "";
        COMPRESSION, "compression", 1, 1, Bool, "", "";
        RESERVED2, "reserved2", 2, 2, Reserved, "", "No known meaning.";
        COMPRESSION_FORMAT, "compression_format", 4, 4, Enum(&enums::COMPRESSION_FORMAT), "", "";
        RESERVED8, "reserved8", 8, 1, Reserved, "", "No known meaning.";
        N64BPP_FORMAT, "64bpp_format", 9, 1, Bool, "", "";
        RESERVED10, "reserved10", 10, 1, Reserved, "", "No known meaning.";
        UNK11, "unk11", 11, 3, Hex, "", "No known meaning.";
        RESERVED14, "reserved14", 14, 18, Reserved, "", "No known meaning.";
    }
    pub mod sampler_status_base = "SAMPLER.STATUS_BASE" at 0x01740 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod sampler_clear_value = "SAMPLER.CLEAR_VALUE" at 0x01760 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sampler_clear_value2 = "SAMPLER.CLEAR_VALUE2" at 0x01780 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod rt_config = "RT.CONFIG" at 0x017a0 ReadWrite [8 by 4], ""
    {
        ENABLE, "enable", 0, 1, Bool, "", "";
        COLOR_AUTO_DISABLE, "color_auto_disable", 1, 1, Bool, "", "";
        COMPRESSION, "compression", 2, 1, Bool, "", "";
        COMPRESSION_FORMAT, "compression_format", 3, 4, Enum(&enums::COMPRESSION_FORMAT), "", "";
        N64BPP_FORMAT, "64bpp_format", 7, 1, Bool, "", "";
        RESERVED8, "reserved8", 8, 24, Reserved, "", "No known meaning.";
    }
    pub mod rt_status_base = "RT.STATUS_BASE" at 0x017c0 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod rt_surface_base = "RT.SURFACE_BASE" at 0x017e0 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod rt_clear_value = "RT.CLEAR_VALUE" at 0x01a00 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod rt_clear_value2 = "RT.CLEAR_VALUE2" at 0x01a20 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod rt_color_auto_disable_count = "RT.COLOR_AUTO_DISABLE_COUNT" at 0x01a40 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sampler_surface_base = "SAMPLER.SURFACE_BASE" at 0x01a80 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
}
