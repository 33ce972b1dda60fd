//! Multi-source copies of the 2D engine, at 0x12800: the states of a single source,
//! four or eight times. Only with 2D_MULTI_SOURCE_BLIT, and 2D_MULTI_SOURCE_BLT_EX
//! for eight. Tile status of sources, at 0x12ee0, only with 2D_FC_SOURCE.

use super::de;
use super::enums;
use super::presence::Condition::{self, Has};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "DE.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod block4_src_address = "BLOCK4.SRC_ADDRESS" at 0x12800 ReadWrite [4 by 4], "For each of four sources: address of the source, a multiple of 4." word Address(0), "", "The address.";
    pub mod block4_src_stride = "BLOCK4.SRC_STRIDE" at 0x12810 ReadWrite [4 by 4], "For each of four sources: rows of the source." as de::src_stride;
    pub mod block4_src_rotation_config = "BLOCK4.SRC_ROTATION_CONFIG" at 0x12820 ReadWrite [4 by 4], "For each of four sources: rotation of the source by 90 degrees." as de::src_rotation_config;
    pub mod block4_src_config = "BLOCK4.SRC_CONFIG" at 0x12830 ReadWrite [4 by 4], "For each of four sources: configuration of the source." as de::src_config;
    pub mod block4_src_origin = "BLOCK4.SRC_ORIGIN" at 0x12840 ReadWrite [4 by 4], "For each of four sources: corner of the rectangle in the source." as de::src_origin;
    pub mod block4_src_size = "BLOCK4.SRC_SIZE" at 0x12850 ReadWrite [4 by 4], "For each of four sources: size of the rectangle in the source; only for scaled copies." as de::src_size;
    pub mod block4_src_color_bg = "BLOCK4.SRC_COLOR_BG" at 0x12860 ReadWrite [4 by 4], "For each of four sources: colour of zeros in a one-bit source; transparent colour in copies." as de::src_color_bg;
    pub mod block4_rop = "BLOCK4.ROP" at 0x12870 ReadWrite [4 by 4], "For each of four sources: raster operation: a table of results by the bits of pattern, source and destination. It determines the surfaces that are read, even where it is not applied." as de::rop;
    pub mod block4_alpha_control = "BLOCK4.ALPHA_CONTROL" at 0x12880 ReadWrite [4 by 4], "For each of four sources: blending." as de::alpha_control;
    pub mod block4_alpha_modes = "BLOCK4.ALPHA_MODES" at 0x12890 ReadWrite [4 by 4], "For each of four sources: blend configuration." as de::alpha_modes;
    pub mod block4_address_u = "BLOCK4.ADDRESS_U" at 0x128a0 ReadWrite [4 by 4], "For each of four sources: address of the source's U plane, a multiple of 4." word Address(0), "", "The address.";
    pub mod block4_stride_u = "BLOCK4.STRIDE_U" at 0x128b0 ReadWrite [4 by 4], "For each of four sources: rows of the source's U plane." as de::src_stride;
    pub mod block4_address_v = "BLOCK4.ADDRESS_V" at 0x128c0 ReadWrite [4 by 4], "For each of four sources: address of the source's V plane, a multiple of 4." word Address(0), "", "The address.";
    pub mod block4_stride_v = "BLOCK4.STRIDE_V" at 0x128d0 ReadWrite [4 by 4], "For each of four sources: rows of the source's V plane." as de::src_stride;
    pub mod block4_src_rotation_height = "BLOCK4.SRC_ROTATION_HEIGHT" at 0x128e0 ReadWrite [4 by 4], "For each of four sources: rotation of the source by 180 or 270 degrees." as de::src_rotation_height;
    pub mod block4_rot_angle = "BLOCK4.ROT_ANGLE" at 0x128f0 ReadWrite [4 by 4], "For each of four sources: rotation and mirroring." as de::rot_angle;
    pub mod block4_global_src_color = "BLOCK4.GLOBAL_SRC_COLOR" at 0x12900 ReadWrite [4 by 4] when [Has(Feature::G2dPe20)], "For each of four sources: global colour and alpha of the source; the colour of sources that have only alpha. PE20." as de::src_color_bg;
    pub mod block4_global_dest_color = "BLOCK4.GLOBAL_DEST_COLOR" at 0x12910 ReadWrite [4 by 4] when [Has(Feature::G2dPe20)], "For each of four sources: global colour and alpha of the destination. PE20." as de::src_color_bg;
    pub mod block4_color_multiply_modes = "BLOCK4.COLOR_MULTIPLY_MODES" at 0x12920 ReadWrite [4 by 4] when [Has(Feature::G2dPe20)], "For each of four sources: multiplication of colours by alpha. PE20." as de::color_multiply_modes;
    pub mod block4_transparency = "BLOCK4.TRANSPARENCY" at 0x12930 ReadWrite [4 by 4] when [Has(Feature::G2dPe20)], "For each of four sources: transparency. PE20." as de::pe_transparency;
    pub mod block4_control = "BLOCK4.CONTROL" at 0x12940 ReadWrite [4 by 4], "For each of four sources: conversion of colours." as de::pe_control;
    pub mod block4_src_color_key_high = "BLOCK4.SRC_COLOR_KEY_HIGH" at 0x12950 ReadWrite [4 by 4], "For each of four sources: highest transparent colour of the source." as de::src_color_bg;
    pub mod block4_src_ex_config = "BLOCK4.SRC_EX_CONFIG" at 0x12960 ReadWrite [4 by 4], "For each of four sources: further layouts of the source." as de::src_ex_config;
    pub mod block4_src_ex_address = "BLOCK4.SRC_EX_ADDRESS" at 0x12970 ReadWrite [4 by 4], "For each of four sources: address of the second part of a source that is split among pixel pipes." word Address(0), "", "The address.";
    pub mod block8_src_address = "BLOCK8.SRC_ADDRESS" at 0x12a00 ReadWrite [8 by 4], "For each of eight sources: address of the source, a multiple of 4." word Address(0), "", "The address.";
    pub mod block8_src_stride = "BLOCK8.SRC_STRIDE" at 0x12a20 ReadWrite [8 by 4], "For each of eight sources: rows of the source." as de::src_stride;
    pub mod block8_src_rotation_config = "BLOCK8.SRC_ROTATION_CONFIG" at 0x12a40 ReadWrite [8 by 4], "For each of eight sources: rotation of the source by 90 degrees." as de::src_rotation_config;
    pub mod block8_src_config = "BLOCK8.SRC_CONFIG" at 0x12a60 ReadWrite [8 by 4], "For each of eight sources: configuration of the source." as de::src_config;
    pub mod block8_src_origin = "BLOCK8.SRC_ORIGIN" at 0x12a80 ReadWrite [8 by 4], "For each of eight sources: corner of the rectangle in the source." as de::src_origin;
    pub mod block8_src_size = "BLOCK8.SRC_SIZE" at 0x12aa0 ReadWrite [8 by 4], "For each of eight sources: size of the rectangle in the source; only for scaled copies." as de::src_size;
    pub mod block8_src_color_bg = "BLOCK8.SRC_COLOR_BG" at 0x12ac0 ReadWrite [8 by 4], "For each of eight sources: colour of zeros in a one-bit source; transparent colour in copies." as de::src_color_bg;
    pub mod block8_rop = "BLOCK8.ROP" at 0x12ae0 ReadWrite [8 by 4], "For each of eight sources: raster operation: a table of results by the bits of pattern, source and destination. It determines the surfaces that are read, even where it is not applied." as de::rop;
    pub mod block8_alpha_control = "BLOCK8.ALPHA_CONTROL" at 0x12b00 ReadWrite [8 by 4], "For each of eight sources: blending." as de::alpha_control;
    pub mod block8_alpha_modes = "BLOCK8.ALPHA_MODES" at 0x12b20 ReadWrite [8 by 4], "For each of eight sources: blend configuration." as de::alpha_modes;
    pub mod block8_address_u = "BLOCK8.ADDRESS_U" at 0x12b40 ReadWrite [8 by 4], "For each of eight sources: address of the source's U plane, a multiple of 4." word Address(0), "", "The address.";
    pub mod block8_stride_u = "BLOCK8.STRIDE_U" at 0x12b60 ReadWrite [8 by 4], "For each of eight sources: rows of the source's U plane." as de::src_stride;
    pub mod block8_address_v = "BLOCK8.ADDRESS_V" at 0x12b80 ReadWrite [8 by 4], "For each of eight sources: address of the source's V plane, a multiple of 4." word Address(0), "", "The address.";
    pub mod block8_stride_v = "BLOCK8.STRIDE_V" at 0x12ba0 ReadWrite [8 by 4], "For each of eight sources: rows of the source's V plane." as de::src_stride;
    pub mod block8_src_rotation_height = "BLOCK8.SRC_ROTATION_HEIGHT" at 0x12bc0 ReadWrite [8 by 4], "For each of eight sources: rotation of the source by 180 or 270 degrees." as de::src_rotation_height;
    pub mod block8_rot_angle = "BLOCK8.ROT_ANGLE" at 0x12be0 ReadWrite [8 by 4], "For each of eight sources: rotation and mirroring." as de::rot_angle;
    pub mod block8_global_src_color = "BLOCK8.GLOBAL_SRC_COLOR" at 0x12c00 ReadWrite [8 by 4] when [Has(Feature::G2dPe20)], "For each of eight sources: global colour and alpha of the source; the colour of sources that have only alpha. PE20." as de::src_color_bg;
    pub mod block8_global_dest_color = "BLOCK8.GLOBAL_DEST_COLOR" at 0x12c20 ReadWrite [8 by 4] when [Has(Feature::G2dPe20)], "For each of eight sources: global colour and alpha of the destination. PE20." as de::src_color_bg;
    pub mod block8_color_multiply_modes = "BLOCK8.COLOR_MULTIPLY_MODES" at 0x12c40 ReadWrite [8 by 4] when [Has(Feature::G2dPe20)], "For each of eight sources: multiplication of colours by alpha. PE20." as de::color_multiply_modes;
    pub mod block8_transparency = "BLOCK8.TRANSPARENCY" at 0x12c60 ReadWrite [8 by 4] when [Has(Feature::G2dPe20)], "For each of eight sources: transparency. PE20." as de::pe_transparency;
    pub mod block8_control = "BLOCK8.CONTROL" at 0x12c80 ReadWrite [8 by 4], "For each of eight sources: conversion of colours." as de::pe_control;
    pub mod block8_src_color_key_high = "BLOCK8.SRC_COLOR_KEY_HIGH" at 0x12ca0 ReadWrite [8 by 4], "For each of eight sources: highest transparent colour of the source." as de::src_color_bg;
    pub mod block8_src_ex_config = "BLOCK8.SRC_EX_CONFIG" at 0x12cc0 ReadWrite [8 by 4], "For each of eight sources: further layouts of the source." as de::src_ex_config;
    pub mod block8_src_ex_address = "BLOCK8.SRC_EX_ADDRESS" at 0x12ce0 ReadWrite [8 by 4], "For each of eight sources: address of the second part of a source that is split among pixel pipes." word Address(0), "", "The address.";
    pub mod ts_address = "TS.ADDRESS" at 0x12ee0 ReadWrite [8 by 4], "Address of the tile status of each source." word Address(0), "", "The address.";
    pub mod ts_clear_value = "TS.CLEAR_VALUE" at 0x12fa0 ReadWrite [8 by 4], "Clear value of each source." word Hex, "", "The value.";
    pub mod ts_control = "TS.CONTROL" at 0x12fc0 ReadWrite [8 by 4] reserved 0xffff_fffb, "Tile status of sources."
    {
        ENABLE, "enable", 2, 1, Enum(&enums::ENABLE_DISABLE), "", "The source has tile status.";
    }
}
