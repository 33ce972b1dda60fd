//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::registers;

///
pub static NTE_DESCRIPTOR_SAMP_CTRL0_DEPTH_STENCIL_MODE: EnumTable = EnumTable {
    what: "nte descriptor samp ctrl0 depth stencil mode",
    values: &[(0, "DEPTH"), (1, "STENCIL")],
};

registers! {
    pub static REGISTERS = "NTE", RNNDB, "The registers, by address.";
    pub mod sampler_config0 = "SAMPLER.CONFIG0" at 0x10000 ReadWrite [32 by 4], ""
    {
        TYPE, "type", 0, 3, Enum(&enums::TEXTURE_TYPE), "", "";
        UWRAP, "uwrap", 3, 2, Enum(&enums::TEXTURE_WRAPMODE), "", "";
        VWRAP, "vwrap", 5, 2, Enum(&enums::TEXTURE_WRAPMODE), "", "";
        MIN, "min", 7, 2, Enum(&enums::TEXTURE_FILTER), "", "";
        MIP, "mip", 9, 2, Enum(&enums::TEXTURE_FILTER), "", "";
        MAG, "mag", 11, 2, Enum(&enums::TEXTURE_FILTER), "", "";
        FORMAT, "format", 13, 5, Enum(&enums::TEXTURE_FORMAT), "", "";
        RESERVED18, "reserved18", 18, 1, Reserved, "", "No known meaning.";
        ROUND_UV, "round_uv", 19, 1, Bool, "", "";
        ADDRESSING_MODE, "addressing_mode", 20, 2, Enum(&enums::TEXTURE_ADDRESSING_MODE), "", "";
        ENDIAN, "endian", 22, 2, Enum(&enums::ENDIAN_MODE), "", "";
        ANISOTROPY, "anisotropy", 24, 8, Fixed(5), "", "";
    }
    pub mod sampler_size = "SAMPLER.SIZE" at 0x10080 ReadWrite [32 by 4], ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        HEIGHT, "height", 16, 16, Uint, "", "";
    }
    pub mod sampler_log_size = "SAMPLER.LOG_SIZE" at 0x10100 ReadWrite [32 by 4], ""
    {
        WIDTH, "width", 0, 10, Fixed(5), "", "";
        HEIGHT, "height", 10, 10, Fixed(5), "", "";
        RESERVED20, "reserved20", 20, 8, Reserved, "", "No known meaning.";
        ASTC, "astc", 28, 1, Bool, "", "";
        INT_FILTER, "int_filter", 29, 1, Bool, "", "";
        RESERVED30, "reserved30", 30, 1, Reserved, "", "No known meaning.";
        SRGB, "srgb", 31, 1, Bool, "", "";
    }
    pub mod sampler_lod_config = "SAMPLER.LOD_CONFIG" at 0x10180 ReadWrite [32 by 4], ""
    {
        BIAS_ENABLE, "bias_enable", 0, 1, Bool, "", "";
        MAX, "max", 1, 10, Fixed(5), "", "";
        MIN, "min", 11, 10, Fixed(5), "", "";
        BIAS, "bias", 21, 10, Fixed(5), "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod sampler_unk10200 = "SAMPLER.UNK10200" at 0x10200 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_linear_stride = "SAMPLER.LINEAR_STRIDE" at 0x10280 ReadWrite [32 by 4] [32 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sampler_3d_config = "SAMPLER.3D_CONFIG" at 0x10300 ReadWrite [32 by 4], ""
    {
        DEPTH, "depth", 0, 14, Uint, "", "";
        RESERVED14, "reserved14", 14, 2, Reserved, "", "No known meaning.";
        LOG_DEPTH, "log_depth", 16, 10, Fixed(5), "", "";
        RESERVED26, "reserved26", 26, 2, Reserved, "", "No known meaning.";
        WRAP, "wrap", 28, 2, Enum(&enums::TEXTURE_WRAPMODE), "", "";
        RESERVED30, "reserved30", 30, 2, Reserved, "", "No known meaning.";
    }
    pub mod sampler_config1 = "SAMPLER.CONFIG1" at 0x10380 ReadWrite [32 by 4], ""
    {
        FORMAT_EXT, "format_ext", 0, 6, Enum(&enums::TEXTURE_FORMAT_EXT), "", "";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        SWIZZLE_R, "swizzle_r", 8, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        RESERVED11, "reserved11", 11, 1, Reserved, "", "No known meaning.";
        SWIZZLE_G, "swizzle_g", 12, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        SWIZZLE_B, "swizzle_b", 16, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        RESERVED19, "reserved19", 19, 1, Reserved, "", "No known meaning.";
        SWIZZLE_A, "swizzle_a", 20, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        TS_MODE, "ts_mode", 23, 1, Enum(&enums::TS_MODE), "", "";
        TEXTURE_ARRAY, "texture_array", 24, 1, Bool, "", "";
        SEAMLESS_CUBE_MAP, "seamless_cube_map", 25, 1, Bool, "", "";
        HALIGN, "halign", 26, 3, Enum(&enums::TEXTURE_HALIGN), "", "";
        RESERVED29, "reserved29", 29, 1, Reserved, "", "No known meaning.";
        USE_TS, "use_ts", 30, 1, Bool, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod sampler_unk10400 = "SAMPLER.UNK10400" at 0x10400 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_unk10480 = "SAMPLER.UNK10480" at 0x10480 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_astc0 = "SAMPLER.ASTC0" at 0x10500 ReadWrite [32 by 4], ""
    {
        ASTC_FORMAT, "astc_format", 0, 4, Enum(&enums::TEXTURE_FORMAT_ASTC), "", "";
        ASTC_SRGB, "astc_srgb", 4, 1, Bool, "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        UNK8, "unk8", 8, 8, Hex, "", "No known meaning.";
        UNK16, "unk16", 16, 8, Hex, "", "No known meaning.";
        UNK24, "unk24", 24, 8, Hex, "", "No known meaning.";
    }
    pub mod sampler_astc1 = "SAMPLER.ASTC1" at 0x10580 ReadWrite [32 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sampler_astc2 = "SAMPLER.ASTC2" at 0x10600 ReadWrite [32 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sampler_astc3 = "SAMPLER.ASTC3" at 0x10680 ReadWrite [32 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sampler_baselod = "SAMPLER.BASELOD" at 0x10700 ReadWrite [32 by 4], ""
    {
        BASELOD, "baselod", 0, 4, Uint, "", "";
        RESERVED4, "reserved4", 4, 4, Reserved, "", "No known meaning.";
        MAXLOD, "maxlod", 8, 4, Uint, "", "";
        RESERVED12, "reserved12", 12, 4, Reserved, "", "No known meaning.";
        COMPARE_ENABLE, "compare_enable", 16, 1, Bool, "", "";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "No known meaning.";
        COMPARE_FUNC, "compare_func", 20, 3, Enum(&enums::TEXTURE_COMPARE_FUNC), "", "";
        BASELOD_ENABLE, "baselod_enable", 23, 1, Bool, "", "";
        RESERVED24, "reserved24", 24, 8, Reserved, "", "No known meaning.";
    }
    pub mod sampler_unk10780 = "SAMPLER.UNK10780" at 0x10780 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_addr_lod = "SAMPLER_ADDR.LOD" at 0x10800 ReadWrite [32 by 0x40] [14 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod sampler_frac_unk11000 = "SAMPLER.FRAC_UNK11000" at 0x11000 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_frac_unk11080 = "SAMPLER.FRAC_UNK11080" at 0x11080 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_frac_unk11100 = "SAMPLER.FRAC_UNK11100" at 0x11100 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_frac_unk11180 = "SAMPLER.FRAC_UNK11180" at 0x11180 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_halti4_unk11200 = "SAMPLER.HALTI4_UNK11200" at 0x11200 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_halti4_unk11280 = "SAMPLER.HALTI4_UNK11280" at 0x11280 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_frac_unk11300 = "SAMPLER.FRAC_UNK11300" at 0x11300 ReadWrite [32 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk12000 = "UNK12000" at 0x12000 ReadWrite [256 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk12400 = "UNK12400" at 0x12400 ReadWrite [256 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod halti3_unk14c00 = "HALTI3_UNK14C00" at 0x14c00 ReadWrite [16 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod descriptor_control = "DESCRIPTOR_CONTROL" at 0x14c40 ReadWrite, ""
    {
        ENABLE, "enable", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "No known meaning.";
    }
    pub mod descriptor_flush = "DESCRIPTOR_FLUSH" at 0x14c44 ReadWrite, ""
    {
        RESERVED0, "reserved0", 0, 28, Reserved, "", "No known meaning.";
        UNK28, "unk28", 28, 4, Hex, "", "No known meaning.";
    }
    pub mod descriptor_invalidate = "DESCRIPTOR_INVALIDATE" at 0x14c48 ReadWrite, ""
    {
        IDX, "idx", 0, 9, Uint, "", "";
        RESERVED9, "reserved9", 9, 20, Reserved, "", "No known meaning.";
        UNK29, "unk29", 29, 1, Bool, "", "No known meaning.";
        RESERVED30, "reserved30", 30, 2, Reserved, "", "No known meaning.";
    }
    pub mod descriptor_addr_mirror = "DESCRIPTOR.ADDR_MIRROR" at 0x15800 ReadWrite [128 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod descriptor_tx_ctrl_mirror = "DESCRIPTOR.TX_CTRL_MIRROR" at 0x15a00 ReadWrite [128 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod descriptor_addr = "DESCRIPTOR.ADDR" at 0x15c00 ReadWrite [128 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod descriptor_tx_ctrl = "DESCRIPTOR.TX_CTRL" at 0x15e00 ReadWrite [128 by 4], ""
    {
        TS_MODE, "ts_mode", 0, 1, Enum(&enums::TS_MODE), "", "";
        TS_ENABLE, "ts_enable", 1, 1, Bool, "", "";
        TS_INDEX, "ts_index", 2, 3, Uint, "", "";
        COMPRESSION, "compression", 5, 1, Bool, "", "";
        N128B_TILE, "128b_tile", 6, 1, Bool, "", "";
        RESERVED7, "reserved7", 7, 25, Reserved, "", "No known meaning.";
    }
    pub mod descriptor_samp_ctrl0_mirror = "DESCRIPTOR.SAMP_CTRL0_MIRROR" at 0x16000 ReadWrite [128 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod descriptor_samp_ctrl1_mirror = "DESCRIPTOR.SAMP_CTRL1_MIRROR" at 0x16200 ReadWrite [128 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod descriptor_samp_lod_minmax_mirror = "DESCRIPTOR.SAMP_LOD_MINMAX_MIRROR" at 0x16400 ReadWrite [128 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod descriptor_samp_lod_bias_mirror = "DESCRIPTOR.SAMP_LOD_BIAS_MIRROR" at 0x16600 ReadWrite [128 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod descriptor_samp_anisotropy_mirror = "DESCRIPTOR.SAMP_ANISOTROPY_MIRROR" at 0x16800 ReadWrite [128 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod descriptor_samp_ctrl0 = "DESCRIPTOR.SAMP_CTRL0" at 0x16c00 ReadWrite [128 by 4], ""
    {
        UWRAP, "uwrap", 0, 3, Enum(&enums::TEXTURE_WRAPMODE), "", "";
        VWRAP, "vwrap", 3, 3, Enum(&enums::TEXTURE_WRAPMODE), "", "";
        WWRAP, "wwrap", 6, 3, Enum(&enums::TEXTURE_WRAPMODE), "", "";
        MIN, "min", 9, 2, Enum(&enums::TEXTURE_FILTER), "", "";
        MIP, "mip", 11, 2, Enum(&enums::TEXTURE_FILTER), "", "";
        MAG, "mag", 13, 2, Enum(&enums::TEXTURE_FILTER), "", "";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        DEPTH_STENCIL_MODE, "depth_stencil_mode", 16, 1, Enum(&NTE_DESCRIPTOR_SAMP_CTRL0_DEPTH_STENCIL_MODE), "", "";
        COMPARE_ENABLE, "compare_enable", 17, 1, Bool, "", "";
        COMPARE_FUNC, "compare_func", 18, 3, Enum(&enums::TEXTURE_COMPARE_FUNC), "", "";
        UNK21, "unk21", 21, 1, Bool, "", "No known meaning.";
        UNK22, "unk22", 22, 1, Bool, "", "No known meaning.";
        INT_FILTER, "int_filter", 23, 1, Bool, "", "";
        RESERVED24, "reserved24", 24, 8, Reserved, "", "No known meaning.";
    }
    pub mod descriptor_samp_ctrl1 = "DESCRIPTOR.SAMP_CTRL1" at 0x16e00 ReadWrite [128 by 4], ""
    {
        RESERVED0, "reserved0", 0, 1, Reserved, "", "No known meaning.";
        UNK1, "unk1", 1, 1, Bool, "", "No known meaning.";
        SRGB, "srgb", 2, 1, Bool, "", "";
        UNK3, "unk3", 3, 1, Bool, "", "No known meaning.";
        UNK4, "unk4", 4, 2, Hex, "", "No known meaning.";
        RESERVED6, "reserved6", 6, 26, Reserved, "", "No known meaning.";
    }
    pub mod descriptor_samp_lod_minmax = "DESCRIPTOR.SAMP_LOD_MINMAX" at 0x17000 ReadWrite [128 by 4], ""
    {
        MAX, "max", 0, 16, Fixed(5), "", "";
        MIN, "min", 16, 16, Fixed(5), "", "";
    }
    pub mod descriptor_samp_lod_bias = "DESCRIPTOR.SAMP_LOD_BIAS" at 0x17200 ReadWrite [128 by 4], ""
    {
        BIAS, "bias", 0, 16, Fixed(5), "", "";
        ENABLE, "enable", 16, 1, Bool, "", "";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "No known meaning.";
    }
    pub mod descriptor_samp_anisotropy = "DESCRIPTOR.SAMP_ANISOTROPY" at 0x17400 ReadWrite [128 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
}
