//! Tile status, at 0x1650: a few bits for each tile of a surface that mark it as
//! cleared, so that a clear need not write the surface. PE reads and updates them,
//! RS reads those of its source, TE those of textures.

use super::enums;
use super::presence::Condition::{self, Halti};
use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "TS.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod flush_cache = "FLUSH_CACHE" at 0x01650 Write reserved 0xffff_fffe, "The tile status cache. Flush colour and depth first and stall RA for PE, or the GPU hangs. With FC_FLUSH_STALL, its end can be awaited."
    {
        FLUSH, "flush", 0, 1, Bool, "", "Writes back the cache.";
    }
    pub mod mem_config = "MEM_CONFIG" at 0x01654 ReadWrite reserved 0xbfdf_8004, "Buffers with tile status; with 0, RS copies without it."
    {
        DEPTH_FAST_CLEAR, "depth_fast_clear", 0, 1, Bool, "", "Depth has tile status.";
        COLOR_FAST_CLEAR, "color_fast_clear", 1, 1, Bool, "", "Colour has tile status.";
        DEPTH_16BPP, "depth_16bpp", 3, 1, Bool, "", "Depth has 16 bits.";
        DEPTH_AUTO_DISABLE, "depth_auto_disable", 4, 1, Bool, "", "Tile status of depth is disabled when its count of cleared tiles reaches 0.";
        COLOR_AUTO_DISABLE, "color_auto_disable", 5, 1, Bool, "", "Tile status of colour is disabled when its count of cleared tiles reaches 0.";
        DEPTH_COMPRESSION, "depth_compression", 6, 1, Bool, "", "Depth is compressed.";
        COLOR_COMPRESSION, "color_compression", 7, 1, Bool, "", "Colour is compressed: with multisampling on older chips, by DEC400 on GC7000.";
        COLOR_COMPRESSION_FORMAT, "color_compression_format", 8, 4, Enum(&enums::COMPRESSION_FORMAT), "", "Format of compressed colour.";
        UNK12, "unk12", 12, 1, Bool, "", "Undocumented; perhaps hierarchical depth has tile status.";
        HDEPTH_AUTO_DISABLE, "hdepth_auto_disable", 13, 1, Bool, "", "Tile status of hierarchical depth is disabled when its count of cleared tiles reaches 0.";
        STENCIL_ENABLE, "stencil_enable", 14, 1, Bool, "", "Compressed depth includes stencil.";
        UNK21, "unk21", 21, 1, Bool, "", "Undocumented; the vendor's driver sets it.";
        N64BPP_FORMAT, "64bpp_format", 30, 1, Bool, "", "A pixel has 64 bits.";
    }
    pub mod color_status_base = "COLOR_STATUS_BASE" at 0x01658 ReadWrite, "Address of the tile status of colour." word Address(0), "", "The address.";
    pub mod color_surface_base = "COLOR_SURFACE_BASE" at 0x0165c ReadWrite, "Address of the colour buffer." word Address(0), "", "The address.";
    pub mod color_clear_value = "COLOR_CLEAR_VALUE" at 0x01660 ReadWrite, "Clear value of colour." word Hex, "", "The value.";
    pub mod depth_status_base = "DEPTH_STATUS_BASE" at 0x01664 ReadWrite, "Address of the tile status of depth." word Address(0), "", "The address.";
    pub mod depth_surface_base = "DEPTH_SURFACE_BASE" at 0x01668 ReadWrite, "Address of the depth buffer." word Address(0), "", "The address.";
    pub mod depth_clear_value = "DEPTH_CLEAR_VALUE" at 0x0166c ReadWrite, "Clear value of depth." word Hex, "", "The value.";
    pub mod depth_auto_disable_count = "DEPTH_AUTO_DISABLE_COUNT" at 0x01670 ReadWrite, "The number of cleared tiles left in the depth buffer." word Hex, "tiles", "The number.";
    pub mod color_auto_disable_count = "COLOR_AUTO_DISABLE_COUNT" at 0x01674 ReadWrite, "The number of cleared tiles left in the colour buffer." word Hex, "tiles", "The number.";
    pub mod hdepth_status_base = "HDEPTH_STATUS_BASE" at 0x016a4 ReadWrite, "Address of the tile status of hierarchical depth." word Address(0), "", "The address.";
    pub mod hdepth_clear_value = "HDEPTH_CLEAR_VALUE" at 0x016a8 ReadWrite, "Clear value of hierarchical depth." word Hex, "", "The value.";
    pub mod hdepth_size = "HDEPTH_SIZE" at 0x016ac ReadWrite, "Size of the hierarchical depth buffer." word Hex, "16 bytes", "The number.";
    pub mod color_clear_value_ext = "COLOR_CLEAR_VALUE_EXT" at 0x016bc ReadWrite, "High word of the clear value of 64-bit pixels." word Hex, "", "The value.";
    pub mod sampler_config = "SAMPLER.CONFIG" at 0x01720 ReadWrite [8 by 4] reserved 0xffff_c50c, "Tile status of textures."
    {
        ENABLE, "enable", 0, 1, Bool, "", "The texture has tile status.";
        COMPRESSION, "compression", 1, 1, Bool, "", "The texture is compressed by PE.";
        COMPRESSION_FORMAT, "compression_format", 4, 4, Enum(&enums::COMPRESSION_FORMAT), "", "Format of the compressed texture.";
        N64BPP_FORMAT, "64bpp_format", 9, 1, Bool, "", "A texel has 64 bits.";
        UNK11, "unk11", 11, 3, Hex, "", "Undocumented.";
    }
    pub mod sampler_status_base = "SAMPLER.STATUS_BASE" at 0x01740 ReadWrite [8 by 4], "Address of the tile status of a texture." word Address(0), "", "The address.";
    pub mod sampler_clear_value = "SAMPLER.CLEAR_VALUE" at 0x01760 ReadWrite [8 by 4], "Clear value of texels." word Hex, "", "The value.";
    pub mod sampler_clear_value2 = "SAMPLER.CLEAR_VALUE2" at 0x01780 ReadWrite [8 by 4] when [Halti(2)], "High word of the clear value of texels. Only with HALTI2." word Hex, "", "The value.";
    pub mod rt_config = "RT.CONFIG" at 0x017a0 ReadWrite [8 by 4] when [Halti(2)] reserved 0xffff_ff00, "Tile status of more render targets. Only with HALTI2."
    {
        ENABLE, "enable", 0, 1, Bool, "", "The target has tile status.";
        COLOR_AUTO_DISABLE, "color_auto_disable", 1, 1, Bool, "", "Tile status of the target is disabled when its count of cleared tiles reaches 0.";
        COMPRESSION, "compression", 2, 1, Bool, "", "The target is compressed.";
        COMPRESSION_FORMAT, "compression_format", 3, 4, Enum(&enums::COMPRESSION_FORMAT), "", "Format of the compressed target.";
        N64BPP_FORMAT, "64bpp_format", 7, 1, Bool, "", "A pixel has 64 bits.";
    }
    pub mod rt_status_base = "RT.STATUS_BASE" at 0x017c0 ReadWrite [8 by 4] when [Halti(2)], "Address of the tile status of a render target. Only with HALTI2." word Address(0), "", "The address.";
    pub mod rt_surface_base = "RT.SURFACE_BASE" at 0x017e0 ReadWrite [8 by 4] when [Halti(2)], "Address of a render target. Only with HALTI2." word Address(0), "", "The address.";
    pub mod rt_clear_value = "RT.CLEAR_VALUE" at 0x01a00 ReadWrite [8 by 4] when [Halti(2)], "Clear value of a render target. Only with HALTI2." word Hex, "", "The value.";
    pub mod rt_clear_value2 = "RT.CLEAR_VALUE2" at 0x01a20 ReadWrite [8 by 4] when [Halti(2)], "High word of a render target's clear value. Only with HALTI2." word Hex, "", "The value.";
    pub mod rt_color_auto_disable_count = "RT.COLOR_AUTO_DISABLE_COUNT" at 0x01a40 ReadWrite [8 by 4] when [Halti(2)], "The number of cleared tiles left in a render target. Only with HALTI2." word Hex, "tiles", "The number.";
    pub mod sampler_surface_base = "SAMPLER.SURFACE_BASE" at 0x01a80 ReadWrite [8 by 4] when [Halti(3)], "Address of a texture with tile status. Only with HALTI3." word Address(0), "", "The address.";
}
