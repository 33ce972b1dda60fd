//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "TE", RNNDB, "The registers, by address.";
    pub mod sampler_config0 = "SAMPLER.CONFIG0" at 0x02000 ReadWrite [12 by 4], ""
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
    pub mod sampler_size = "SAMPLER.SIZE" at 0x02040 ReadWrite [12 by 4], ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        HEIGHT, "height", 16, 16, Uint, "", "";
    }
    pub mod sampler_log_size = "SAMPLER.LOG_SIZE" at 0x02080 ReadWrite [12 by 4], ""
    {
        WIDTH, "width", 0, 10, Fixed(5), "", "";
        HEIGHT, "height", 10, 10, Fixed(5), "", "";
        RESERVED20, "reserved20", 20, 8, Reserved, "", "No known meaning.";
        ASTC, "astc", 28, 1, Bool, "", "";
        INT_FILTER, "int_filter", 29, 1, Bool, "", "";
        RESERVED30, "reserved30", 30, 1, Reserved, "", "No known meaning.";
        SRGB, "srgb", 31, 1, Bool, "", "";
    }
    pub mod sampler_lod_config = "SAMPLER.LOD_CONFIG" at 0x020c0 ReadWrite [12 by 4], ""
    {
        BIAS_ENABLE, "bias_enable", 0, 1, Bool, "", "";
        MAX, "max", 1, 10, Fixed(5), "", "";
        MIN, "min", 11, 10, Fixed(5), "", "";
        BIAS, "bias", 21, 10, Fixed(5), "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod sampler_unk02100 = "SAMPLER.UNK02100" at 0x02100 ReadWrite [12 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_unk02140 = "SAMPLER.UNK02140" at 0x02140 ReadWrite [12 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_3d_config = "SAMPLER.3D_CONFIG" at 0x02180 ReadWrite [12 by 4], ""
    {
        DEPTH, "depth", 0, 14, Uint, "", "";
        RESERVED14, "reserved14", 14, 2, Reserved, "", "No known meaning.";
        LOG_DEPTH, "log_depth", 16, 10, Fixed(5), "", "";
        RESERVED26, "reserved26", 26, 2, Reserved, "", "No known meaning.";
        WRAP, "wrap", 28, 2, Enum(&enums::TEXTURE_WRAPMODE), "", "";
        RESERVED30, "reserved30", 30, 2, Reserved, "", "No known meaning.";
    }
    pub mod sampler_config1 = "SAMPLER.CONFIG1" at 0x021c0 ReadWrite [12 by 4], ""
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
    pub mod sampler_unk02200 = "SAMPLER.UNK02200" at 0x02200 ReadWrite [12 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_unk02240 = "SAMPLER.UNK02240" at 0x02240 ReadWrite [12 by 4], "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod sampler_astc0 = "SAMPLER.ASTC0" at 0x02280 ReadWrite [12 by 4], ""
    {
        ASTC_FORMAT, "astc_format", 0, 4, Enum(&enums::TEXTURE_FORMAT_ASTC), "", "";
        ASTC_SRGB, "astc_srgb", 4, 1, Bool, "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        UNK8, "unk8", 8, 8, Hex, "", "No known meaning.";
        UNK16, "unk16", 16, 8, Hex, "", "No known meaning.";
        UNK24, "unk24", 24, 8, Hex, "", "No known meaning.";
    }
    pub mod sampler_astc1 = "SAMPLER.ASTC1" at 0x02300 ReadWrite [12 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sampler_astc3 = "SAMPLER.ASTC3" at 0x02340 ReadWrite [12 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sampler_astc2 = "SAMPLER.ASTC2" at 0x02380 ReadWrite [12 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod sampler_lod_addr = "SAMPLER.LOD_ADDR" at 0x02400 ReadWrite [12 by 4] [14 by 0x40], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod sampler_linear_stride = "SAMPLER.LINEAR_STRIDE" at 0x02c00 ReadWrite [12 by 4] [14 by 0x40], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
}
