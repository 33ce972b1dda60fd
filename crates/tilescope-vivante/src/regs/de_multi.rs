//! Multi-source copies of the 2D engine, at 0x12800: the states of a single source,
//! four or eight times. Only with 2D_MULTI_SOURCE_BLIT, and 2D_MULTI_SOURCE_BLT_EX
//! for eight. Tile status of sources, at 0x12ee0, only with 2D_FC_SOURCE.

use super::de::{
    DE_2D_ALPHA_CONTROL_ENABLE, DE_2D_ALPHA_MODES_DST_ALPHA_MODE,
    DE_2D_ALPHA_MODES_GLOBAL_DST_ALPHA_MODE, DE_2D_ALPHA_MODES_GLOBAL_SRC_ALPHA_MODE,
    DE_2D_ALPHA_MODES_SRC_ALPHA_MODE, DE_2D_COLOR_MULTIPLY_MODES_SRC_GLOBAL_PREMULTIPLY,
    DE_2D_PE_CONTROL_UV_SWIZZLE, DE_2D_PE_CONTROL_YUV, DE_2D_ROP_TYPE, DE_2D_SRC_CONFIG_LOCATION,
    DE_2D_SRC_CONFIG_MONO_TRANSPARENCY, DE_2D_SRC_CONFIG_PACK, DE_2D_SRC_CONFIG_SRC_RELATIVE,
};
use super::enums;
use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "DE", RNNDB, "The registers, by address.";
    pub mod block4_src_address = "BLOCK4.SRC_ADDRESS" at 0x12800 ReadWrite [4 by 4], "For each of four sources: address of the source, a multiple of 4."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod block4_src_stride = "BLOCK4.SRC_STRIDE" at 0x12810 ReadWrite [4 by 4], "For each of four sources: rows of the source."
    {
        STRIDE, "stride", 0, 18, Uint, "bytes", "Stride.";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "Undocumented.";
    }
    pub mod block4_src_rotation_config = "BLOCK4.SRC_ROTATION_CONFIG" at 0x12820 ReadWrite [4 by 4], "For each of four sources: rotation of the source by 90 degrees."
    {
        WIDTH, "width", 0, 16, Uint, "px", "Width of the source.";
        ROTATION, "rotation", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "Rotation.";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "Undocumented.";
    }
    pub mod block4_src_config = "BLOCK4.SRC_CONFIG" at 0x12830 ReadWrite [4 by 4], "For each of four sources: configuration of the source."
    {
        PE10_SOURCE_FORMAT, "pe10_source_format", 0, 4, Enum(&enums::DE_FORMAT_PE10), "", "Its format, PE10.";
        TRANSPARENCY, "transparency", 4, 2, Uint, "", "Transparency, PE10.";
        SRC_RELATIVE, "src_relative", 6, 1, Enum(&DE_2D_SRC_CONFIG_SRC_RELATIVE), "", "Origin of its coordinates.";
        TILED, "tiled", 7, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is tiled.";
        LOCATION, "location", 8, 1, Enum(&DE_2D_SRC_CONFIG_LOCATION), "", "Source of data or masks.";
        RESERVED9, "reserved9", 9, 3, Reserved, "", "Undocumented.";
        PACK, "pack", 12, 2, Enum(&DE_2D_SRC_CONFIG_PACK), "", "Adjacent pixels in a word of the stream.";
        RESERVED14, "reserved14", 14, 1, Reserved, "", "Undocumented.";
        MONO_TRANSPARENCY, "mono_transparency", 15, 1, Enum(&DE_2D_SRC_CONFIG_MONO_TRANSPARENCY), "", "Value of transparent mask bits.";
        UNK16, "unk16", 16, 1, Bool, "", "Undocumented.";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "Undocumented.";
        SWIZZLE, "swizzle", 20, 2, Enum(&enums::DE_SWIZZLE), "", "Order of its components.";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "Undocumented.";
        SOURCE_FORMAT, "source_format", 24, 5, Enum(&enums::DeFormat::TABLE), "", "Its format, PE20.";
        DISABLE420_L2_CACHE, "disable420_l2_cache", 29, 1, Bool, "", "The cache of 4:2:0 images is off. Only with 2D_420_L2CACHE.";
        ENDIAN_CONTROL, "endian_control", 30, 2, Enum(&enums::EndianMode::TABLE), "", "Byte swap.";
    }
    pub mod block4_src_origin = "BLOCK4.SRC_ORIGIN" at 0x12840 ReadWrite [4 by 4], "For each of four sources: corner of the rectangle in the source."
    {
        X, "x", 0, 16, Int, "px", "Column.";
        Y, "y", 16, 16, Int, "px", "Row.";
    }
    pub mod block4_src_size = "BLOCK4.SRC_SIZE" at 0x12850 ReadWrite [4 by 4], "For each of four sources: size of the rectangle in the source; only for scaled copies."
    {
        X, "x", 0, 16, Uint, "px", "Width.";
        Y, "y", 16, 16, Uint, "px", "Height.";
    }
    pub mod block4_src_color_bg = "BLOCK4.SRC_COLOR_BG" at 0x12860 ReadWrite [4 by 4], "For each of four sources: colour of zeros in a one-bit source; transparent colour in copies."
    {
        BLUE, "blue", 0, 8, Hex, "", "Blue.";
        GREEN, "green", 8, 8, Hex, "", "Green.";
        RED, "red", 16, 8, Hex, "", "Red.";
        ALPHA, "alpha", 24, 8, Hex, "", "Alpha.";
    }
    pub mod block4_rop = "BLOCK4.ROP" at 0x12870 ReadWrite [4 by 4], "For each of four sources: raster operation: a table of results by the bits of pattern, source and destination. It determines the surfaces that are read, even where it is not applied."
    {
        ROP_FG, "rop_fg", 0, 8, Hex, "", "For opaque pixels.";
        ROP_BG, "rop_bg", 8, 8, Hex, "", "For transparent pixels.";
        RESERVED16, "reserved16", 16, 4, Reserved, "", "Undocumented.";
        TYPE, "type", 20, 2, Enum(&DE_2D_ROP_TYPE), "", "Its inputs.";
        RESERVED22, "reserved22", 22, 10, Reserved, "", "Undocumented.";
    }
    pub mod block4_alpha_control = "BLOCK4.ALPHA_CONTROL" at 0x12880 ReadWrite [4 by 4], "For each of four sources: blending."
    {
        ENABLE, "enable", 0, 1, Enum(&DE_2D_ALPHA_CONTROL_ENABLE), "", "Enables blending, which replaces the raster operation.";
        RESERVED1, "reserved1", 1, 15, Reserved, "", "Undocumented.";
        PE10_GLOBAL_SRC_ALPHA, "pe10_global_src_alpha", 16, 8, Hex, "", "Global alpha of the source, PE10.";
        PE10_GLOBAL_DST_ALPHA, "pe10_global_dst_alpha", 24, 8, Hex, "", "Global alpha of the destination, PE10.";
    }
    pub mod block4_alpha_modes = "BLOCK4.ALPHA_MODES" at 0x12890 ReadWrite [4 by 4], "For each of four sources: blend configuration."
    {
        SRC_ALPHA_MODE, "src_alpha_mode", 0, 1, Enum(&DE_2D_ALPHA_MODES_SRC_ALPHA_MODE), "", "Whether the source's alpha is inverted.";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "Undocumented.";
        DST_ALPHA_MODE, "dst_alpha_mode", 4, 1, Enum(&DE_2D_ALPHA_MODES_DST_ALPHA_MODE), "", "Whether the destination's alpha is inverted.";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "Undocumented.";
        GLOBAL_SRC_ALPHA_MODE, "global_src_alpha_mode", 8, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_SRC_ALPHA_MODE), "", "Combination of the global alpha with the source's.";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "Undocumented.";
        GLOBAL_DST_ALPHA_MODE, "global_dst_alpha_mode", 12, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_DST_ALPHA_MODE), "", "Combination of the global alpha with the destination's.";
        RESERVED14, "reserved14", 14, 2, Reserved, "", "Undocumented.";
        PE10_SRC_COLOR_MULTIPLY, "pe10_src_color_multiply", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "The source's colour is multiplied by its alpha, PE10.";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "Undocumented.";
        PE10_DST_COLOR_MULTIPLY, "pe10_dst_color_multiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "The destination's colour is multiplied by its alpha, PE10.";
        RESERVED21, "reserved21", 21, 3, Reserved, "", "Undocumented.";
        SRC_BLENDING_MODE, "src_blending_mode", 24, 3, Enum(&enums::DeBlendMode::TABLE), "", "Factor of the source.";
        SRC_ALPHA_FACTOR, "src_alpha_factor", 27, 1, Enum(&enums::ENABLE_DISABLE), "", "The source's factor comes from its alpha. Only with FULL_DIRECTFB.";
        DST_BLENDING_MODE, "dst_blending_mode", 28, 3, Enum(&enums::DeBlendMode::TABLE), "", "Factor of the destination.";
        DST_ALPHA_FACTOR, "dst_alpha_factor", 31, 1, Enum(&enums::ENABLE_DISABLE), "", "The destination's factor comes from its alpha. Only with FULL_DIRECTFB.";
    }
    pub mod block4_address_u = "BLOCK4.ADDRESS_U" at 0x128a0 ReadWrite [4 by 4], "For each of four sources: address of the source's U plane, a multiple of 4."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod block4_stride_u = "BLOCK4.STRIDE_U" at 0x128b0 ReadWrite [4 by 4], "For each of four sources: rows of the source's U plane."
    {
        STRIDE, "stride", 0, 18, Uint, "bytes", "Stride.";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "Undocumented.";
    }
    pub mod block4_address_v = "BLOCK4.ADDRESS_V" at 0x128c0 ReadWrite [4 by 4], "For each of four sources: address of the source's V plane, a multiple of 4."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod block4_stride_v = "BLOCK4.STRIDE_V" at 0x128d0 ReadWrite [4 by 4], "For each of four sources: rows of the source's V plane."
    {
        STRIDE, "stride", 0, 18, Uint, "bytes", "Stride.";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "Undocumented.";
    }
    pub mod block4_src_rotation_height = "BLOCK4.SRC_ROTATION_HEIGHT" at 0x128e0 ReadWrite [4 by 4], "For each of four sources: rotation of the source by 180 or 270 degrees."
    {
        HEIGHT, "height", 0, 16, Uint, "px", "Height of the source.";
        RESERVED16, "reserved16", 16, 16, Reserved, "", "Undocumented.";
    }
    pub mod block4_rot_angle = "BLOCK4.ROT_ANGLE" at 0x128f0 ReadWrite [4 by 4], "For each of four sources: rotation and mirroring."
    {
        SRC, "src", 0, 3, Enum(&enums::DE_ROT_MODE), "", "Rotation of the source.";
        DST, "dst", 3, 3, Enum(&enums::DE_ROT_MODE), "", "Rotation of the destination.";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "Undocumented.";
        SRC_MASK, "src_mask", 8, 1, Keeps(&[&SRC]), "", "If set, `src` is unchanged.";
        DST_MASK, "dst_mask", 9, 1, Keeps(&[&DST]), "", "If set, `dst` is unchanged.";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "Undocumented.";
        SRC_MIRROR, "src_mirror", 12, 2, Enum(&enums::DE_MIRROR_MODE), "", "Mirroring of the source.";
        RESERVED14, "reserved14", 14, 1, Reserved, "", "Undocumented.";
        SRC_MIRROR_MASK, "src_mirror_mask", 15, 1, Keeps(&[&SRC_MIRROR]), "", "If set, `src_mirror` is unchanged.";
        DST_MIRROR, "dst_mirror", 16, 2, Enum(&enums::DE_MIRROR_MODE), "", "Mirroring of the destination.";
        RESERVED18, "reserved18", 18, 1, Reserved, "", "Undocumented.";
        DST_MIRROR_MASK, "dst_mirror_mask", 19, 1, Keeps(&[&DST_MIRROR]), "", "If set, `dst_mirror` is unchanged.";
        RESERVED20, "reserved20", 20, 12, Reserved, "", "Undocumented.";
    }
    pub mod block4_global_src_color = "BLOCK4.GLOBAL_SRC_COLOR" at 0x12900 ReadWrite [4 by 4], "For each of four sources: global colour and alpha of the source; the colour of sources that have only alpha. PE20."
    {
        BLUE, "blue", 0, 8, Hex, "", "Blue.";
        GREEN, "green", 8, 8, Hex, "", "Green.";
        RED, "red", 16, 8, Hex, "", "Red.";
        ALPHA, "alpha", 24, 8, Hex, "", "Alpha.";
    }
    pub mod block4_global_dest_color = "BLOCK4.GLOBAL_DEST_COLOR" at 0x12910 ReadWrite [4 by 4], "For each of four sources: global colour and alpha of the destination. PE20."
    {
        BLUE, "blue", 0, 8, Hex, "", "Blue.";
        GREEN, "green", 8, 8, Hex, "", "Green.";
        RED, "red", 16, 8, Hex, "", "Red.";
        ALPHA, "alpha", 24, 8, Hex, "", "Alpha.";
    }
    pub mod block4_color_multiply_modes = "BLOCK4.COLOR_MULTIPLY_MODES" at 0x12920 ReadWrite [4 by 4], "For each of four sources: multiplication of colours by alpha. PE20."
    {
        SRC_PREMULTIPLY, "src_premultiply", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "The source's colour is multiplied by its alpha.";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "Undocumented.";
        DST_PREMULTIPLY, "dst_premultiply", 4, 1, Enum(&enums::ENABLE_DISABLE), "", "The destination's colour is multiplied by its alpha.";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "Undocumented.";
        SRC_GLOBAL_PREMULTIPLY, "src_global_premultiply", 8, 2, Enum(&DE_2D_COLOR_MULTIPLY_MODES_SRC_GLOBAL_PREMULTIPLY), "", "Multiplication of the source by the global colour.";
        RESERVED10, "reserved10", 10, 10, Reserved, "", "Undocumented.";
        DST_DEMULTIPLY, "dst_demultiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "The result is divided by its alpha.";
        RESERVED21, "reserved21", 21, 11, Reserved, "", "Undocumented.";
    }
    pub mod block4_transparency = "BLOCK4.TRANSPARENCY" at 0x12930 ReadWrite [4 by 4], "For each of four sources: transparency. PE20."
    {
        SOURCE, "source", 0, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "Transparency of the source.";
        RESERVED2, "reserved2", 2, 2, Reserved, "", "Undocumented.";
        PATTERN, "pattern", 4, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "Transparency of the pattern; KEY is reserved.";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "Undocumented.";
        DESTINATION, "destination", 8, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "Transparency of the destination; MASK is reserved.";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "Undocumented.";
        TRANSPARENCY_MASK, "transparency_mask", 12, 1, Keeps(&[&SOURCE, &PATTERN, &DESTINATION]), "", "If set, `source`, `pattern` and `destination` are unchanged.";
        RESERVED13, "reserved13", 13, 3, Reserved, "", "Undocumented.";
        USE_SRC_OVERRIDE, "use_src_override", 16, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "Whether the source is read.";
        RESERVED18, "reserved18", 18, 2, Reserved, "", "Undocumented.";
        USE_PAT_OVERRIDE, "use_pat_override", 20, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "Whether the pattern is read.";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "Undocumented.";
        USE_DST_OVERRIDE, "use_dst_override", 24, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "Whether the destination is read.";
        RESERVED26, "reserved26", 26, 2, Reserved, "", "Undocumented.";
        RESOURCE_OVERRIDE_MASK, "resource_override_mask", 28, 1, Keeps(&[&USE_SRC_OVERRIDE, &USE_PAT_OVERRIDE, &USE_DST_OVERRIDE]), "", "If set, the three overrides are unchanged.";
        DFB_COLOR_KEY, "dfb_color_key", 29, 1, Enum(&enums::ENABLE_DISABLE), "", "Colour keys as in DirectFB.";
        RESERVED30, "reserved30", 30, 1, Reserved, "", "Undocumented.";
        DFB_COLOR_KEY_MASK, "dfb_color_key_mask", 31, 1, Keeps(&[&DFB_COLOR_KEY]), "", "If set, `dfb_color_key` is unchanged.";
    }
    pub mod block4_control = "BLOCK4.CONTROL" at 0x12940 ReadWrite [4 by 4], "For each of four sources: conversion of colours."
    {
        YUV, "yuv", 0, 1, Enum(&DE_2D_PE_CONTROL_YUV), "", "YUV standard.";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "Undocumented.";
        YUV_MASK, "yuv_mask", 3, 1, Keeps(&[&YUV]), "", "If set, `yuv` is unchanged.";
        UV_SWIZZLE, "uv_swizzle", 4, 1, Enum(&DE_2D_PE_CONTROL_UV_SWIZZLE), "", "Order of the chroma components.";
        RESERVED5, "reserved5", 5, 2, Reserved, "", "Undocumented.";
        UV_SWIZZLE_MASK, "uv_swizzle_mask", 7, 1, Keeps(&[&UV_SWIZZLE]), "", "If set, `uv_swizzle` is unchanged.";
        YUVRGB, "yuvrgb", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "YUV is converted to RGB.";
        RESERVED9, "reserved9", 9, 2, Reserved, "", "Undocumented.";
        YUVRGB_MASK, "yuvrgb_mask", 11, 1, Keeps(&[&YUVRGB]), "", "If set, `yuvrgb` is unchanged.";
        RESERVED12, "reserved12", 12, 20, Reserved, "", "Undocumented.";
    }
    pub mod block4_src_color_key_high = "BLOCK4.SRC_COLOR_KEY_HIGH" at 0x12950 ReadWrite [4 by 4], "For each of four sources: highest transparent colour of the source."
    {
        BLUE, "blue", 0, 8, Hex, "", "Blue.";
        GREEN, "green", 8, 8, Hex, "", "Green.";
        RED, "red", 16, 8, Hex, "", "Red.";
        ALPHA, "alpha", 24, 8, Hex, "", "Alpha.";
    }
    pub mod block4_src_ex_config = "BLOCK4.SRC_EX_CONFIG" at 0x12960 ReadWrite [4 by 4], "For each of four sources: further layouts of the source."
    {
        MULTI_TILED, "multi_tiled", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is split among pixel pipes.";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "Undocumented.";
        SUPER_TILED, "super_tiled", 3, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is supertiled.";
        RESERVED4, "reserved4", 4, 4, Reserved, "", "Undocumented.";
        MINOR_TILED, "minor_tiled", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is in small tiles.";
        RESERVED9, "reserved9", 9, 23, Reserved, "", "Undocumented.";
    }
    pub mod block4_src_ex_address = "BLOCK4.SRC_EX_ADDRESS" at 0x12970 ReadWrite [4 by 4], "For each of four sources: address of the second part of a source that is split among pixel pipes."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod block8_src_address = "BLOCK8.SRC_ADDRESS" at 0x12a00 ReadWrite [8 by 4], "For each of eight sources: address of the source, a multiple of 4."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod block8_src_stride = "BLOCK8.SRC_STRIDE" at 0x12a20 ReadWrite [8 by 4], "For each of eight sources: rows of the source."
    {
        STRIDE, "stride", 0, 18, Uint, "bytes", "Stride.";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "Undocumented.";
    }
    pub mod block8_src_rotation_config = "BLOCK8.SRC_ROTATION_CONFIG" at 0x12a40 ReadWrite [8 by 4], "For each of eight sources: rotation of the source by 90 degrees."
    {
        WIDTH, "width", 0, 16, Uint, "px", "Width of the source.";
        ROTATION, "rotation", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "Rotation.";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "Undocumented.";
    }
    pub mod block8_src_config = "BLOCK8.SRC_CONFIG" at 0x12a60 ReadWrite [8 by 4], "For each of eight sources: configuration of the source."
    {
        PE10_SOURCE_FORMAT, "pe10_source_format", 0, 4, Enum(&enums::DE_FORMAT_PE10), "", "Its format, PE10.";
        TRANSPARENCY, "transparency", 4, 2, Uint, "", "Transparency, PE10.";
        SRC_RELATIVE, "src_relative", 6, 1, Enum(&DE_2D_SRC_CONFIG_SRC_RELATIVE), "", "Origin of its coordinates.";
        TILED, "tiled", 7, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is tiled.";
        LOCATION, "location", 8, 1, Enum(&DE_2D_SRC_CONFIG_LOCATION), "", "Source of data or masks.";
        RESERVED9, "reserved9", 9, 3, Reserved, "", "Undocumented.";
        PACK, "pack", 12, 2, Enum(&DE_2D_SRC_CONFIG_PACK), "", "Adjacent pixels in a word of the stream.";
        RESERVED14, "reserved14", 14, 1, Reserved, "", "Undocumented.";
        MONO_TRANSPARENCY, "mono_transparency", 15, 1, Enum(&DE_2D_SRC_CONFIG_MONO_TRANSPARENCY), "", "Value of transparent mask bits.";
        UNK16, "unk16", 16, 1, Bool, "", "Undocumented.";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "Undocumented.";
        SWIZZLE, "swizzle", 20, 2, Enum(&enums::DE_SWIZZLE), "", "Order of its components.";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "Undocumented.";
        SOURCE_FORMAT, "source_format", 24, 5, Enum(&enums::DeFormat::TABLE), "", "Its format, PE20.";
        DISABLE420_L2_CACHE, "disable420_l2_cache", 29, 1, Bool, "", "The cache of 4:2:0 images is off. Only with 2D_420_L2CACHE.";
        ENDIAN_CONTROL, "endian_control", 30, 2, Enum(&enums::EndianMode::TABLE), "", "Byte swap.";
    }
    pub mod block8_src_origin = "BLOCK8.SRC_ORIGIN" at 0x12a80 ReadWrite [8 by 4], "For each of eight sources: corner of the rectangle in the source."
    {
        X, "x", 0, 16, Int, "px", "Column.";
        Y, "y", 16, 16, Int, "px", "Row.";
    }
    pub mod block8_src_size = "BLOCK8.SRC_SIZE" at 0x12aa0 ReadWrite [8 by 4], "For each of eight sources: size of the rectangle in the source; only for scaled copies."
    {
        X, "x", 0, 16, Uint, "px", "Width.";
        Y, "y", 16, 16, Uint, "px", "Height.";
    }
    pub mod block8_src_color_bg = "BLOCK8.SRC_COLOR_BG" at 0x12ac0 ReadWrite [8 by 4], "For each of eight sources: colour of zeros in a one-bit source; transparent colour in copies."
    {
        BLUE, "blue", 0, 8, Hex, "", "Blue.";
        GREEN, "green", 8, 8, Hex, "", "Green.";
        RED, "red", 16, 8, Hex, "", "Red.";
        ALPHA, "alpha", 24, 8, Hex, "", "Alpha.";
    }
    pub mod block8_rop = "BLOCK8.ROP" at 0x12ae0 ReadWrite [8 by 4], "For each of eight sources: raster operation: a table of results by the bits of pattern, source and destination. It determines the surfaces that are read, even where it is not applied."
    {
        ROP_FG, "rop_fg", 0, 8, Hex, "", "For opaque pixels.";
        ROP_BG, "rop_bg", 8, 8, Hex, "", "For transparent pixels.";
        RESERVED16, "reserved16", 16, 4, Reserved, "", "Undocumented.";
        TYPE, "type", 20, 2, Enum(&DE_2D_ROP_TYPE), "", "Its inputs.";
        RESERVED22, "reserved22", 22, 10, Reserved, "", "Undocumented.";
    }
    pub mod block8_alpha_control = "BLOCK8.ALPHA_CONTROL" at 0x12b00 ReadWrite [8 by 4], "For each of eight sources: blending."
    {
        ENABLE, "enable", 0, 1, Enum(&DE_2D_ALPHA_CONTROL_ENABLE), "", "Enables blending, which replaces the raster operation.";
        RESERVED1, "reserved1", 1, 15, Reserved, "", "Undocumented.";
        PE10_GLOBAL_SRC_ALPHA, "pe10_global_src_alpha", 16, 8, Hex, "", "Global alpha of the source, PE10.";
        PE10_GLOBAL_DST_ALPHA, "pe10_global_dst_alpha", 24, 8, Hex, "", "Global alpha of the destination, PE10.";
    }
    pub mod block8_alpha_modes = "BLOCK8.ALPHA_MODES" at 0x12b20 ReadWrite [8 by 4], "For each of eight sources: blend configuration."
    {
        SRC_ALPHA_MODE, "src_alpha_mode", 0, 1, Enum(&DE_2D_ALPHA_MODES_SRC_ALPHA_MODE), "", "Whether the source's alpha is inverted.";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "Undocumented.";
        DST_ALPHA_MODE, "dst_alpha_mode", 4, 1, Enum(&DE_2D_ALPHA_MODES_DST_ALPHA_MODE), "", "Whether the destination's alpha is inverted.";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "Undocumented.";
        GLOBAL_SRC_ALPHA_MODE, "global_src_alpha_mode", 8, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_SRC_ALPHA_MODE), "", "Combination of the global alpha with the source's.";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "Undocumented.";
        GLOBAL_DST_ALPHA_MODE, "global_dst_alpha_mode", 12, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_DST_ALPHA_MODE), "", "Combination of the global alpha with the destination's.";
        RESERVED14, "reserved14", 14, 2, Reserved, "", "Undocumented.";
        PE10_SRC_COLOR_MULTIPLY, "pe10_src_color_multiply", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "The source's colour is multiplied by its alpha, PE10.";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "Undocumented.";
        PE10_DST_COLOR_MULTIPLY, "pe10_dst_color_multiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "The destination's colour is multiplied by its alpha, PE10.";
        RESERVED21, "reserved21", 21, 3, Reserved, "", "Undocumented.";
        SRC_BLENDING_MODE, "src_blending_mode", 24, 3, Enum(&enums::DeBlendMode::TABLE), "", "Factor of the source.";
        SRC_ALPHA_FACTOR, "src_alpha_factor", 27, 1, Enum(&enums::ENABLE_DISABLE), "", "The source's factor comes from its alpha. Only with FULL_DIRECTFB.";
        DST_BLENDING_MODE, "dst_blending_mode", 28, 3, Enum(&enums::DeBlendMode::TABLE), "", "Factor of the destination.";
        DST_ALPHA_FACTOR, "dst_alpha_factor", 31, 1, Enum(&enums::ENABLE_DISABLE), "", "The destination's factor comes from its alpha. Only with FULL_DIRECTFB.";
    }
    pub mod block8_address_u = "BLOCK8.ADDRESS_U" at 0x12b40 ReadWrite [8 by 4], "For each of eight sources: address of the source's U plane, a multiple of 4."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod block8_stride_u = "BLOCK8.STRIDE_U" at 0x12b60 ReadWrite [8 by 4], "For each of eight sources: rows of the source's U plane."
    {
        STRIDE, "stride", 0, 18, Uint, "bytes", "Stride.";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "Undocumented.";
    }
    pub mod block8_address_v = "BLOCK8.ADDRESS_V" at 0x12b80 ReadWrite [8 by 4], "For each of eight sources: address of the source's V plane, a multiple of 4."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod block8_stride_v = "BLOCK8.STRIDE_V" at 0x12ba0 ReadWrite [8 by 4], "For each of eight sources: rows of the source's V plane."
    {
        STRIDE, "stride", 0, 18, Uint, "bytes", "Stride.";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "Undocumented.";
    }
    pub mod block8_src_rotation_height = "BLOCK8.SRC_ROTATION_HEIGHT" at 0x12bc0 ReadWrite [8 by 4], "For each of eight sources: rotation of the source by 180 or 270 degrees."
    {
        HEIGHT, "height", 0, 16, Uint, "px", "Height of the source.";
        RESERVED16, "reserved16", 16, 16, Reserved, "", "Undocumented.";
    }
    pub mod block8_rot_angle = "BLOCK8.ROT_ANGLE" at 0x12be0 ReadWrite [8 by 4], "For each of eight sources: rotation and mirroring."
    {
        SRC, "src", 0, 3, Enum(&enums::DE_ROT_MODE), "", "Rotation of the source.";
        DST, "dst", 3, 3, Enum(&enums::DE_ROT_MODE), "", "Rotation of the destination.";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "Undocumented.";
        SRC_MASK, "src_mask", 8, 1, Keeps(&[&SRC]), "", "If set, `src` is unchanged.";
        DST_MASK, "dst_mask", 9, 1, Keeps(&[&DST]), "", "If set, `dst` is unchanged.";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "Undocumented.";
        SRC_MIRROR, "src_mirror", 12, 2, Enum(&enums::DE_MIRROR_MODE), "", "Mirroring of the source.";
        RESERVED14, "reserved14", 14, 1, Reserved, "", "Undocumented.";
        SRC_MIRROR_MASK, "src_mirror_mask", 15, 1, Keeps(&[&SRC_MIRROR]), "", "If set, `src_mirror` is unchanged.";
        DST_MIRROR, "dst_mirror", 16, 2, Enum(&enums::DE_MIRROR_MODE), "", "Mirroring of the destination.";
        RESERVED18, "reserved18", 18, 1, Reserved, "", "Undocumented.";
        DST_MIRROR_MASK, "dst_mirror_mask", 19, 1, Keeps(&[&DST_MIRROR]), "", "If set, `dst_mirror` is unchanged.";
        RESERVED20, "reserved20", 20, 12, Reserved, "", "Undocumented.";
    }
    pub mod block8_global_src_color = "BLOCK8.GLOBAL_SRC_COLOR" at 0x12c00 ReadWrite [8 by 4], "For each of eight sources: global colour and alpha of the source; the colour of sources that have only alpha. PE20."
    {
        BLUE, "blue", 0, 8, Hex, "", "Blue.";
        GREEN, "green", 8, 8, Hex, "", "Green.";
        RED, "red", 16, 8, Hex, "", "Red.";
        ALPHA, "alpha", 24, 8, Hex, "", "Alpha.";
    }
    pub mod block8_global_dest_color = "BLOCK8.GLOBAL_DEST_COLOR" at 0x12c20 ReadWrite [8 by 4], "For each of eight sources: global colour and alpha of the destination. PE20."
    {
        BLUE, "blue", 0, 8, Hex, "", "Blue.";
        GREEN, "green", 8, 8, Hex, "", "Green.";
        RED, "red", 16, 8, Hex, "", "Red.";
        ALPHA, "alpha", 24, 8, Hex, "", "Alpha.";
    }
    pub mod block8_color_multiply_modes = "BLOCK8.COLOR_MULTIPLY_MODES" at 0x12c40 ReadWrite [8 by 4], "For each of eight sources: multiplication of colours by alpha. PE20."
    {
        SRC_PREMULTIPLY, "src_premultiply", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "The source's colour is multiplied by its alpha.";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "Undocumented.";
        DST_PREMULTIPLY, "dst_premultiply", 4, 1, Enum(&enums::ENABLE_DISABLE), "", "The destination's colour is multiplied by its alpha.";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "Undocumented.";
        SRC_GLOBAL_PREMULTIPLY, "src_global_premultiply", 8, 2, Enum(&DE_2D_COLOR_MULTIPLY_MODES_SRC_GLOBAL_PREMULTIPLY), "", "Multiplication of the source by the global colour.";
        RESERVED10, "reserved10", 10, 10, Reserved, "", "Undocumented.";
        DST_DEMULTIPLY, "dst_demultiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "The result is divided by its alpha.";
        RESERVED21, "reserved21", 21, 11, Reserved, "", "Undocumented.";
    }
    pub mod block8_transparency = "BLOCK8.TRANSPARENCY" at 0x12c60 ReadWrite [8 by 4], "For each of eight sources: transparency. PE20."
    {
        SOURCE, "source", 0, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "Transparency of the source.";
        RESERVED2, "reserved2", 2, 2, Reserved, "", "Undocumented.";
        PATTERN, "pattern", 4, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "Transparency of the pattern; KEY is reserved.";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "Undocumented.";
        DESTINATION, "destination", 8, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "Transparency of the destination; MASK is reserved.";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "Undocumented.";
        TRANSPARENCY_MASK, "transparency_mask", 12, 1, Keeps(&[&SOURCE, &PATTERN, &DESTINATION]), "", "If set, `source`, `pattern` and `destination` are unchanged.";
        RESERVED13, "reserved13", 13, 3, Reserved, "", "Undocumented.";
        USE_SRC_OVERRIDE, "use_src_override", 16, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "Whether the source is read.";
        RESERVED18, "reserved18", 18, 2, Reserved, "", "Undocumented.";
        USE_PAT_OVERRIDE, "use_pat_override", 20, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "Whether the pattern is read.";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "Undocumented.";
        USE_DST_OVERRIDE, "use_dst_override", 24, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "Whether the destination is read.";
        RESERVED26, "reserved26", 26, 2, Reserved, "", "Undocumented.";
        RESOURCE_OVERRIDE_MASK, "resource_override_mask", 28, 1, Keeps(&[&USE_SRC_OVERRIDE, &USE_PAT_OVERRIDE, &USE_DST_OVERRIDE]), "", "If set, the three overrides are unchanged.";
        DFB_COLOR_KEY, "dfb_color_key", 29, 1, Enum(&enums::ENABLE_DISABLE), "", "Colour keys as in DirectFB.";
        RESERVED30, "reserved30", 30, 1, Reserved, "", "Undocumented.";
        DFB_COLOR_KEY_MASK, "dfb_color_key_mask", 31, 1, Keeps(&[&DFB_COLOR_KEY]), "", "If set, `dfb_color_key` is unchanged.";
    }
    pub mod block8_control = "BLOCK8.CONTROL" at 0x12c80 ReadWrite [8 by 4], "For each of eight sources: conversion of colours."
    {
        YUV, "yuv", 0, 1, Enum(&DE_2D_PE_CONTROL_YUV), "", "YUV standard.";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "Undocumented.";
        YUV_MASK, "yuv_mask", 3, 1, Keeps(&[&YUV]), "", "If set, `yuv` is unchanged.";
        UV_SWIZZLE, "uv_swizzle", 4, 1, Enum(&DE_2D_PE_CONTROL_UV_SWIZZLE), "", "Order of the chroma components.";
        RESERVED5, "reserved5", 5, 2, Reserved, "", "Undocumented.";
        UV_SWIZZLE_MASK, "uv_swizzle_mask", 7, 1, Keeps(&[&UV_SWIZZLE]), "", "If set, `uv_swizzle` is unchanged.";
        YUVRGB, "yuvrgb", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "YUV is converted to RGB.";
        RESERVED9, "reserved9", 9, 2, Reserved, "", "Undocumented.";
        YUVRGB_MASK, "yuvrgb_mask", 11, 1, Keeps(&[&YUVRGB]), "", "If set, `yuvrgb` is unchanged.";
        RESERVED12, "reserved12", 12, 20, Reserved, "", "Undocumented.";
    }
    pub mod block8_src_color_key_high = "BLOCK8.SRC_COLOR_KEY_HIGH" at 0x12ca0 ReadWrite [8 by 4], "For each of eight sources: highest transparent colour of the source."
    {
        BLUE, "blue", 0, 8, Hex, "", "Blue.";
        GREEN, "green", 8, 8, Hex, "", "Green.";
        RED, "red", 16, 8, Hex, "", "Red.";
        ALPHA, "alpha", 24, 8, Hex, "", "Alpha.";
    }
    pub mod block8_src_ex_config = "BLOCK8.SRC_EX_CONFIG" at 0x12cc0 ReadWrite [8 by 4], "For each of eight sources: further layouts of the source."
    {
        MULTI_TILED, "multi_tiled", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is split among pixel pipes.";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "Undocumented.";
        SUPER_TILED, "super_tiled", 3, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is supertiled.";
        RESERVED4, "reserved4", 4, 4, Reserved, "", "Undocumented.";
        MINOR_TILED, "minor_tiled", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is in small tiles.";
        RESERVED9, "reserved9", 9, 23, Reserved, "", "Undocumented.";
    }
    pub mod block8_src_ex_address = "BLOCK8.SRC_EX_ADDRESS" at 0x12ce0 ReadWrite [8 by 4], "For each of eight sources: address of the second part of a source that is split among pixel pipes."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod ts_address = "TS.ADDRESS" at 0x12ee0 ReadWrite [8 by 4], "Address of the tile status of each source."
    {
        VALUE, "value", 0, 32, Address(0), "", "The address.";
    }
    pub mod ts_clear_value = "TS.CLEAR_VALUE" at 0x12fa0 ReadWrite [8 by 4], "Clear value of each source."
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod ts_control = "TS.CONTROL" at 0x12fc0 ReadWrite [8 by 4], "Tile status of sources."
    {
        RESERVED0, "reserved0", 0, 2, Reserved, "", "Undocumented.";
        ENABLE, "enable", 2, 1, Enum(&enums::ENABLE_DISABLE), "", "The source has tile status.";
        RESERVED3, "reserved3", 3, 29, Reserved, "", "Undocumented.";
    }
}
