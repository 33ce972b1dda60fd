//! Texture samplers of newer chips, at 0x10000: 32, of which pixel shaders use the
//! first half. Only with HALTI1. With HALTI5, textures are described in memory, at
//! the addresses in DESCRIPTOR at 0x15c00.
//!
//! Deviation from the database: it gives each sampler 32 consecutive words of
//! LINEAR_STRIDE, so that the samplers overlap. There is space for one word each.

use super::enums;
use super::presence::Condition::{self, Halti, Has};
use super::source::RNNDB;
use super::te;
use crate::features::Feature;
use tilescope_tables::{enum_tables, registers};

enum_tables! {
    /// The part of a depth-stencil texel that is read.
    pub NTE_DESCRIPTOR_SAMP_CTRL0_DEPTH_STENCIL_MODE = "depth-stencil mode": 0 "DEPTH", 1 "STENCIL";
}

registers! {
    pub static REGISTERS = "NTE.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod sampler_config0 = "SAMPLER.CONFIG0" at 0x10000 ReadWrite [32 by 4], "Kind, wrapping, filters and format of a texture." as te::sampler_config0;
    pub mod sampler_size = "SAMPLER.SIZE" at 0x10080 ReadWrite [32 by 4], "Size of the first level." as te::sampler_size;
    pub mod sampler_log_size = "SAMPLER.LOG_SIZE" at 0x10100 ReadWrite [32 by 4], "Logarithms of the first level's size, and filter options." as te::sampler_log_size;
    pub mod sampler_lod_config = "SAMPLER.LOD_CONFIG" at 0x10180 ReadWrite [32 by 4], "Range of levels." as te::sampler_lod_config;
    pub mod sampler_unk10200 = "SAMPLER.UNK10200" at 0x10200 ReadWrite [32 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_linear_stride = "SAMPLER.LINEAR_STRIDE" at 0x10280 ReadWrite [32 by 4] when [Has(Feature::LinearTextureSupport)], "Row stride of a linear texture. Only with LINEAR_TEXTURE_SUPPORT." word Hex, "bytes", "The number.";
    pub mod sampler_3d_config = "SAMPLER.3D_CONFIG" at 0x10300 ReadWrite [32 by 4] when [Halti(0)], "Depth of a 3D texture. Only with HALTI0." as te::sampler_3d_config;
    pub mod sampler_config1 = "SAMPLER.CONFIG1" at 0x10380 ReadWrite [32 by 4] when [Halti(0)], "Further formats, swizzle and layout. Only with HALTI0." as te::sampler_config1;
    pub mod sampler_unk10400 = "SAMPLER.UNK10400" at 0x10400 ReadWrite [32 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_unk10480 = "SAMPLER.UNK10480" at 0x10480 ReadWrite [32 by 4], "Undocumented." word Hex, "", "Undocumented.";
    pub mod sampler_astc0 = "SAMPLER.ASTC0" at 0x10500 ReadWrite [32 by 4] when [Has(Feature::TextureAstc)], "ASTC textures. Only with TEXTURE_ASTC." as te::sampler_astc0;
    pub mod sampler_astc1 = "SAMPLER.ASTC1" at 0x10580 ReadWrite [32 by 4] when [Has(Feature::TextureAstc)], "Undocumented. Only with TEXTURE_ASTC." word Hex, "", "The value.";
    pub mod sampler_astc2 = "SAMPLER.ASTC2" at 0x10600 ReadWrite [32 by 4] when [Has(Feature::TextureAstc)], "Undocumented. Only with TEXTURE_ASTC." word Hex, "", "The value.";
    pub mod sampler_astc3 = "SAMPLER.ASTC3" at 0x10680 ReadWrite [32 by 4] when [Has(Feature::TextureAstc)], "Undocumented. Only with TEXTURE_ASTC." word Hex, "", "The value.";
    pub mod sampler_baselod = "SAMPLER.BASELOD" at 0x10700 ReadWrite [32 by 4] reserved 0xff0e_f0f0, "Existing levels, and comparison. Only with TEX_BASELOD."
    {
        BASELOD, "baselod", 0, 4, Uint, "levels", "The first level.";
        MAXLOD, "maxlod", 8, 4, Uint, "levels", "The last level.";
        COMPARE_ENABLE, "compare_enable", 16, 1, Bool, "", "Texels are compared with a reference.";
        COMPARE_FUNC, "compare_func", 20, 3, Enum(&enums::TextureCompareFunc::TABLE), "", "Comparison of the reference with the texel.";
        BASELOD_ENABLE, "baselod_enable", 23, 1, Bool, "", "The first and the last level are used.";
    }
    pub mod sampler_unk10780 = "SAMPLER.UNK10780" at 0x10780 ReadWrite [32 by 4], "Undocumented. Only with HALTI3 or TX_SUPPORT_DEC." word Hex, "", "Undocumented.";
    pub mod sampler_addr_lod = "SAMPLER_ADDR.LOD" at 0x10800 ReadWrite [32 by 0x40] [14 by 4], "Address of each level of each texture." word Address(0), "", "The address.";
    pub mod sampler_frac_unk11000 = "SAMPLER.FRAC_UNK11000" at 0x11000 ReadWrite [32 by 4] when [Has(Feature::Tx6bitFrac)], "Undocumented. Only with TX_6BIT_FRAC." word Hex, "", "Undocumented.";
    pub mod sampler_frac_unk11080 = "SAMPLER.FRAC_UNK11080" at 0x11080 ReadWrite [32 by 4] when [Has(Feature::Tx6bitFrac)], "Undocumented. Only with TX_6BIT_FRAC." word Hex, "", "Undocumented.";
    pub mod sampler_frac_unk11100 = "SAMPLER.FRAC_UNK11100" at 0x11100 ReadWrite [32 by 4] when [Has(Feature::Tx6bitFrac)], "Undocumented. Only with TX_6BIT_FRAC." word Hex, "", "Undocumented.";
    pub mod sampler_frac_unk11180 = "SAMPLER.FRAC_UNK11180" at 0x11180 ReadWrite [32 by 4] when [Has(Feature::Tx6bitFrac)], "Undocumented. Only with TX_6BIT_FRAC." word Hex, "", "Undocumented.";
    pub mod sampler_halti4_unk11200 = "SAMPLER.HALTI4_UNK11200" at 0x11200 ReadWrite [32 by 4] when [Halti(4)], "Undocumented. Only with HALTI4." word Hex, "", "Undocumented.";
    pub mod sampler_halti4_unk11280 = "SAMPLER.HALTI4_UNK11280" at 0x11280 ReadWrite [32 by 4] when [Halti(4)], "Undocumented. Only with HALTI4." word Hex, "", "Undocumented.";
    pub mod sampler_frac_unk11300 = "SAMPLER.FRAC_UNK11300" at 0x11300 ReadWrite [32 by 4] when [Has(Feature::Tx6bitFrac)], "Undocumented. Only with TX_6BIT_FRAC." word Hex, "", "Undocumented.";
    pub mod unk12000 = "UNK12000" at 0x12000 ReadWrite [256 by 4] when [Has(Feature::TxFilter)], "Undocumented. Only with TX_FILTER." word Hex, "", "Undocumented.";
    pub mod unk12400 = "UNK12400" at 0x12400 ReadWrite [256 by 4] when [Has(Feature::TxFilter)], "Undocumented. Only with TX_FILTER." word Hex, "", "Undocumented.";
    pub mod halti3_unk14c00 = "HALTI3_UNK14C00" at 0x14c00 ReadWrite [16 by 4] when [Halti(3)], "Undocumented. Only with HALTI3." word Hex, "", "Undocumented.";
    pub mod descriptor_control = "DESCRIPTOR_CONTROL" at 0x14c40 ReadWrite when [Halti(5)] reserved 0xffff_fffe, "Descriptors of textures. Only with HALTI5."
    {
        ENABLE, "enable", 0, 1, Bool, "", "Textures are described in memory.";
    }
    pub mod descriptor_flush = "DESCRIPTOR_FLUSH" at 0x14c44 Write reserved 0x0fff_ffff, "Invalidates the cache of descriptors."
    {
        UNK28, "unk28", 28, 4, Hex, "", "Undocumented.";
    }
    pub mod descriptor_invalidate = "DESCRIPTOR_INVALIDATE" at 0x14c48 Write when [Halti(5)] reserved 0xdfff_fe00, "Invalidates one descriptor in the cache after a change. Only with HALTI5."
    {
        IDX, "idx", 0, 9, Uint, "", "Its index.";
        UNK29, "unk29", 29, 1, Bool, "", "Undocumented; the vendor's driver always sets it.";
    }
    pub mod descriptor_addr_mirror = "DESCRIPTOR.ADDR_MIRROR" at 0x15800 ReadWrite [128 by 4], "The same state as DESCRIPTOR.ADDR." word Address(0), "", "The address.";
    pub mod descriptor_tx_ctrl_mirror = "DESCRIPTOR.TX_CTRL_MIRROR" at 0x15a00 ReadWrite [128 by 4], "The same state as DESCRIPTOR.TX_CTRL." word Hex, "", "The value.";
    pub mod descriptor_addr = "DESCRIPTOR.ADDR" at 0x15c00 ReadWrite [128 by 4] when [Halti(5)], "Address of a texture's descriptor: 256 bytes, on a multiple of 64. Only with HALTI5." word Address(0), "", "The address.";
    pub mod descriptor_tx_ctrl = "DESCRIPTOR.TX_CTRL" at 0x15e00 ReadWrite [128 by 4] when [Halti(5)] reserved 0xffff_ff80, "Tile status of a texture. Only with HALTI5."
    {
        TS_MODE, "ts_mode", 0, 1, Enum(&enums::TsMode::TABLE), "", "Bytes for one entry of tile status.";
        TS_ENABLE, "ts_enable", 1, 1, Bool, "", "The texture has tile status.";
        TS_INDEX, "ts_index", 2, 3, Uint, "", "Its set of TS.SAMPLER.";
        COMPRESSION, "compression", 5, 1, Bool, "", "The texture is compressed by PE.";
        N128B_TILE, "128b_tile", 6, 1, Bool, "", "Tiles have 128 bytes. Only with CACHE128B256BPERLINE.";
    }
    pub mod descriptor_samp_ctrl0_mirror = "DESCRIPTOR.SAMP_CTRL0_MIRROR" at 0x16000 ReadWrite [128 by 4], "The same state as DESCRIPTOR.SAMP_CTRL0." word Hex, "", "The value.";
    pub mod descriptor_samp_ctrl1_mirror = "DESCRIPTOR.SAMP_CTRL1_MIRROR" at 0x16200 ReadWrite [128 by 4], "The same state as DESCRIPTOR.SAMP_CTRL1." word Hex, "", "The value.";
    pub mod descriptor_samp_lod_minmax_mirror = "DESCRIPTOR.SAMP_LOD_MINMAX_MIRROR" at 0x16400 ReadWrite [128 by 4], "The same state as DESCRIPTOR.SAMP_LOD_MINMAX." word Hex, "", "The value.";
    pub mod descriptor_samp_lod_bias_mirror = "DESCRIPTOR.SAMP_LOD_BIAS_MIRROR" at 0x16600 ReadWrite [128 by 4], "The same state as DESCRIPTOR.SAMP_LOD_BIAS." word Hex, "", "The value.";
    pub mod descriptor_samp_anisotropy_mirror = "DESCRIPTOR.SAMP_ANISOTROPY_MIRROR" at 0x16800 ReadWrite [128 by 4], "The same state as DESCRIPTOR.SAMP_ANISOTROPY." word Hex, "", "The value.";
    pub mod descriptor_samp_ctrl0 = "DESCRIPTOR.SAMP_CTRL0" at 0x16c00 ReadWrite [128 by 4] when [Halti(5)] reserved 0xff00_8000, "Wrapping and filters of a sampler. Only with HALTI5."
    {
        UWRAP, "uwrap", 0, 3, Enum(&enums::TextureWrapMode::TABLE), "", "Wrap mode of s.";
        VWRAP, "vwrap", 3, 3, Enum(&enums::TextureWrapMode::TABLE), "", "Wrap mode of t.";
        WWRAP, "wwrap", 6, 3, Enum(&enums::TextureWrapMode::TABLE), "", "Wrap mode of r.";
        MIN, "min", 9, 2, Enum(&enums::TextureFilter::TABLE), "", "Filter where texels are smaller than pixels.";
        MIP, "mip", 11, 2, Enum(&enums::TextureFilter::TABLE), "", "Filter between levels.";
        MAG, "mag", 13, 2, Enum(&enums::TextureFilter::TABLE), "", "Filter where texels are larger than pixels.";
        DEPTH_STENCIL_MODE, "depth_stencil_mode", 16, 1, Enum(&NTE_DESCRIPTOR_SAMP_CTRL0_DEPTH_STENCIL_MODE), "", "The part of depth and stencil that is read.";
        COMPARE_ENABLE, "compare_enable", 17, 1, Bool, "", "Texels are compared with a reference.";
        COMPARE_FUNC, "compare_func", 18, 3, Enum(&enums::TextureCompareFunc::TABLE), "", "Comparison of the reference with the texel.";
        UNK21, "unk21", 21, 1, Bool, "", "Undocumented; the MMU raises errors when it is clear.";
        UNK22, "unk22", 22, 1, Bool, "", "Undocumented; the MMU raises errors when it is set.";
        INT_FILTER, "int_filter", 23, 1, Bool, "", "Filters with integers, which is faster.";
    }
    pub mod descriptor_samp_ctrl1 = "DESCRIPTOR.SAMP_CTRL1" at 0x16e00 ReadWrite [128 by 4] when [Halti(5)] reserved 0xffff_ffc1, "Further configuration of a sampler. Only with HALTI5."
    {
        UNK1, "unk1", 1, 1, Bool, "", "Undocumented; perhaps always set.";
        SRGB, "srgb", 2, 1, Bool, "", "Colours are converted from sRGB.";
        UNK3, "unk3", 3, 1, Bool, "", "Undocumented.";
        UNK4, "unk4", 4, 2, Hex, "", "Undocumented.";
    }
    pub mod descriptor_samp_lod_minmax = "DESCRIPTOR.SAMP_LOD_MINMAX" at 0x17000 ReadWrite [128 by 4] when [Halti(5)], "Range of levels. Only with HALTI5."
    {
        MAX, "max", 0, 16, Fixed(8), "levels", "The smallest level.";
        MIN, "min", 16, 16, Fixed(8), "levels", "The largest level.";
    }
    pub mod descriptor_samp_lod_bias = "DESCRIPTOR.SAMP_LOD_BIAS" at 0x17200 ReadWrite [128 by 4] when [Halti(5)] reserved 0xfffe_0000, "Bias of the level. Only with HALTI5."
    {
        BIAS, "bias", 0, 16, Fixed(8), "levels", "Added to the computed level.";
        ENABLE, "enable", 16, 1, Bool, "", "The bias is used.";
    }
    pub mod descriptor_samp_anisotropy = "DESCRIPTOR.SAMP_ANISOTROPY" at 0x17400 ReadWrite [128 by 4] when [Halti(5)], "Logarithm to base 2 of the anisotropic filter's size. Only with HALTI5." word Fixed(8), "", "The number.";
}
