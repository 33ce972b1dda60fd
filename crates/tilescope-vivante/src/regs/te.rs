//! Texture samplers, at 0x2000: twelve, of which pixel shaders use 0 to 7 and
//! vertex shaders 8 to 11. Chips with HALTI1 use [`nte`](super::nte) instead.
//!
//! Sizes have 5 integer and 5 fraction bits, as logarithms to base 2.

use super::enums;
use super::presence::Condition::{self, Halti, Has};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "TE.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod sampler_config0 = "SAMPLER.CONFIG0" at 0x02000 ReadWrite [12 by 4] reserved 0x0004_0000, "Kind, wrapping, filters and format of a texture."
    {
        TYPE, "type", 0, 3, Enum(&enums::TextureType::TABLE), "", "Its dimensions.";
        UWRAP, "uwrap", 3, 2, Enum(&enums::TextureWrapMode::TABLE), "", "Wrap mode of s.";
        VWRAP, "vwrap", 5, 2, Enum(&enums::TextureWrapMode::TABLE), "", "Wrap mode of t.";
        MIN, "min", 7, 2, Enum(&enums::TextureFilter::TABLE), "", "Filter where texels are smaller than pixels.";
        MIP, "mip", 9, 2, Enum(&enums::TextureFilter::TABLE), "", "Filter between levels; for a single level, LOD_CONFIG must allow no other.";
        MAG, "mag", 11, 2, Enum(&enums::TextureFilter::TABLE), "", "Filter where texels are larger than pixels.";
        FORMAT, "format", 13, 5, Enum(&enums::TextureFormat::TABLE), "", "Format; 0 to use that of CONFIG1.";
        ROUND_UV, "round_uv", 19, 1, Bool, "", "Coordinates are rounded to a texel instead of truncated; for nearest filters.";
        ADDRESSING_MODE, "addressing_mode", 20, 2, Enum(&enums::TextureAddressingMode::TABLE), "", "Linear, or tiled with the layout in `halign`.";
        ENDIAN, "endian", 22, 2, Enum(&enums::EndianMode::TABLE), "", "Byte swap.";
        ANISOTROPY, "anisotropy", 24, 8, Uint, "1/32", "Logarithm to base 2 of the anisotropic filter's size.";
    }
    pub mod sampler_size = "SAMPLER.SIZE" at 0x02040 ReadWrite [12 by 4], "Size of the first level."
    {
        WIDTH, "width", 0, 16, Uint, "texels", "Its width.";
        HEIGHT, "height", 16, 16, Uint, "texels", "Its height.";
    }
    pub mod sampler_log_size = "SAMPLER.LOG_SIZE" at 0x02080 ReadWrite [12 by 4] reserved 0x4ff0_0000, "Logarithms of the first level's size, and filter options."
    {
        WIDTH, "width", 0, 10, Fixed(5), "", "Logarithm to base 2 of the width.";
        HEIGHT, "height", 10, 10, Fixed(5), "", "Logarithm to base 2 of the height.";
        ASTC, "astc", 28, 1, Bool, "", "ASTC: perhaps the colour space.";
        INT_FILTER, "int_filter", 29, 1, Bool, "", "Filters with integers, which is faster; for normalised formats other than 3D.";
        SRGB, "srgb", 31, 1, Bool, "", "Colours are converted from sRGB.";
    }
    pub mod sampler_lod_config = "SAMPLER.LOD_CONFIG" at 0x020c0 ReadWrite [12 by 4] reserved 0x8000_0000, "Range of levels."
    {
        BIAS_ENABLE, "bias_enable", 0, 1, Bool, "", "The bias is used.";
        MAX, "max", 1, 10, Fixed(5), "levels", "The smallest level.";
        MIN, "min", 11, 10, Fixed(5), "levels", "The largest level.";
        BIAS, "bias", 21, 10, Fixed(5), "levels", "Added to the computed level.";
    }
    pub mod sampler_unk02100 = "SAMPLER.UNK02100" at 0x02100 ReadWrite [12 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk02140 = "SAMPLER.UNK02140" at 0x02140 ReadWrite [12 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_3d_config = "SAMPLER.3D_CONFIG" at 0x02180 ReadWrite [12 by 4] when [Halti(0)] reserved 0xcc00_c000, "Depth of a 3D texture. Only with HALTI0."
    {
        DEPTH, "depth", 0, 14, Uint, "texels", "The first level's depth.";
        LOG_DEPTH, "log_depth", 16, 10, Fixed(5), "", "Logarithm to base 2 of the depth.";
        WRAP, "wrap", 28, 2, Enum(&enums::TextureWrapMode::TABLE), "", "Wrap mode of r.";
    }
    pub mod sampler_config1 = "SAMPLER.CONFIG1" at 0x021c0 ReadWrite [12 by 4] when [Halti(0)] reserved 0xa008_88c0, "Further formats, swizzle and layout. Only with HALTI0."
    {
        FORMAT_EXT, "format_ext", 0, 6, Enum(&enums::TextureFormatExt::TABLE), "", "Format, used if that of CONFIG0 is 0.";
        SWIZZLE_R, "swizzle_r", 8, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Source of component r.";
        SWIZZLE_G, "swizzle_g", 12, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Source of component g.";
        SWIZZLE_B, "swizzle_b", 16, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Source of component b.";
        SWIZZLE_A, "swizzle_a", 20, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Source of component a.";
        TS_MODE, "ts_mode", 23, 1, Enum(&enums::TsMode::TABLE), "", "Bytes for one entry of tile status.";
        TEXTURE_ARRAY, "texture_array", 24, 1, Bool, "", "An array: of 1D textures if the type is 2D, of 2D textures if it is 3D.";
        SEAMLESS_CUBE_MAP, "seamless_cube_map", 25, 1, Bool, "", "Filters across the edges of a cube's faces.";
        HALIGN, "halign", 26, 3, Enum(&enums::TextureHalign::TABLE), "", "Alignment and layout of rows. Only with TEXTURE_HALIGN.";
        USE_TS, "use_ts", 30, 1, Bool, "", "The texture has tile status.";
    }
    pub mod sampler_unk02200 = "SAMPLER.UNK02200" at 0x02200 ReadWrite [12 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk02240 = "SAMPLER.UNK02240" at 0x02240 ReadWrite [12 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_astc0 = "SAMPLER.ASTC0" at 0x02280 ReadWrite [12 by 4] when [Has(Feature::TextureAstc)] reserved 0x0000_00e0, "ASTC textures. Only with TEXTURE_ASTC."
    {
        ASTC_FORMAT, "astc_format", 0, 4, Enum(&enums::TextureFormatAstc::TABLE), "", "Size of a block.";
        ASTC_SRGB, "astc_srgb", 4, 1, Bool, "", "Colours are converted from sRGB.";
        UNK8, "unk8", 8, 8, Hex, "", "Undocumented; perhaps always 12.";
        UNK16, "unk16", 16, 8, Hex, "", "Undocumented; perhaps always 12.";
        UNK24, "unk24", 24, 8, Hex, "", "Undocumented; perhaps always 12.";
    }
    pub mod sampler_astc1 = "SAMPLER.ASTC1" at 0x02300 ReadWrite [12 by 4] when [Has(Feature::TextureAstc)], "Undocumented. Only with TEXTURE_ASTC." word Hex, "", "The value.";
    pub mod sampler_astc3 = "SAMPLER.ASTC3" at 0x02340 ReadWrite [12 by 4] when [Has(Feature::TextureAstc)], "Undocumented. Only with TEXTURE_ASTC." word Hex, "", "The value.";
    pub mod sampler_astc2 = "SAMPLER.ASTC2" at 0x02380 ReadWrite [12 by 4] when [Has(Feature::TextureAstc)], "Undocumented. Only with TEXTURE_ASTC." word Hex, "", "The value.";
    pub mod sampler_lod_addr = "SAMPLER.LOD_ADDR" at 0x02400 ReadWrite [12 by 4] [14 by 0x40], "Address of each level of each texture." word Address(0), "", "The address.";
    pub mod sampler_linear_stride = "SAMPLER.LINEAR_STRIDE" at 0x02c00 ReadWrite [12 by 4] [14 by 0x40] when [Has(Feature::LinearTextureSupport)], "Row stride of a linear texture. Only with LINEAR_TEXTURE_SUPPORT; GC880 and GC2000 use only that of level 0." word Hex, "bytes", "The number.";
}
