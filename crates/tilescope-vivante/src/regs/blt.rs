//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::registers;

///
pub static BLT_COMMAND_COMMAND: EnumTable = EnumTable {
    what: "blt command command",
    values: &[
        (1, "CLEAR_IMAGE"),
        (2, "COPY_IMAGE"),
        (3, "COPY_BUFFER"),
        (4, "INPLACE"),
        (5, "YUV_TILE"),
        (6, "GEN_MIPMAPS"),
    ],
};

///
pub static BLT_CONFIG_INPLACE_BPP: EnumTable = EnumTable {
    what: "blt config inplace bpp",
    values: &[(0, "1"), (1, "2"), (2, "4"), (3, "8"), (4, "16")],
};

registers! {
    pub static REGISTERS = "BLT", RNNDB, "The registers, by address.";
    pub mod src_addr = "SRC_ADDR" at 0x14000 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod src_stride = "SRC_STRIDE" at 0x14008 ReadWrite, ""
    {
        STRIDE, "stride", 0, 20, Uint, "", "";
        RESERVED20, "reserved20", 20, 1, Reserved, "", "No known meaning.";
        FORMAT, "format", 21, 6, Enum(&enums::BLT_FORMAT), "", "";
        DOWNSAMPLE_X, "downsample_x", 27, 1, Bool, "", "";
        DOWNSAMPLE_Y, "downsample_y", 28, 1, Bool, "", "";
        TILING, "tiling", 29, 2, Enum(&enums::BLT_TILING), "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod src_config = "SRC_CONFIG" at 0x1400c ReadWrite, ""
    {
        TS, "ts", 0, 1, Bool, "", "";
        COMPRESSION, "compression", 1, 1, Bool, "", "";
        RESERVED2, "reserved2", 2, 2, Reserved, "", "No known meaning.";
        COMPRESSION_FORMAT, "compression_format", 4, 4, Enum(&enums::COMPRESSION_FORMAT), "", "";
        SRGB, "srgb", 8, 1, Bool, "", "";
        SWIZ_R, "swiz_r", 9, 2, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        SWIZ_G, "swiz_g", 11, 2, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        SWIZ_B, "swiz_b", 13, 2, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        SWIZ_A, "swiz_a", 15, 2, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        TS_MODE, "ts_mode", 17, 1, Enum(&enums::TS_MODE), "", "";
        RESERVED18, "reserved18", 18, 1, Reserved, "", "No known meaning.";
        N64BPP_FORMAT, "64bpp_format", 19, 1, Bool, "", "";
        RESERVED20, "reserved20", 20, 1, Reserved, "", "No known meaning.";
        FROM_SUPER_TILED, "from_super_tiled", 21, 1, Bool, "", "";
        UNK22, "unk22", 22, 1, Bool, "", "No known meaning.";
        RESERVED23, "reserved23", 23, 3, Reserved, "", "No known meaning.";
        TO_SUPER_TILED, "to_super_tiled", 26, 1, Bool, "", "";
        RESERVED27, "reserved27", 27, 5, Reserved, "", "No known meaning.";
    }
    pub mod src_ts = "SRC_TS" at 0x14010 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod src_pos = "SRC_POS" at 0x14014 ReadWrite, ""
    {
        X, "x", 0, 16, Uint, "", "";
        Y, "y", 16, 16, Uint, "", "";
    }
    pub mod dest_addr = "DEST_ADDR" at 0x14018 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod dest_ts = "DEST_TS" at 0x14020 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod dest_stride = "DEST_STRIDE" at 0x14024 ReadWrite, ""
    {
        STRIDE, "stride", 0, 20, Uint, "", "";
        RESERVED20, "reserved20", 20, 1, Reserved, "", "No known meaning.";
        FORMAT, "format", 21, 8, Enum(&enums::BLT_FORMAT), "", "";
        TILING, "tiling", 29, 2, Enum(&enums::BLT_TILING), "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod dest_config = "DEST_CONFIG" at 0x14028 ReadWrite, ""
    {
        TS, "ts", 0, 1, Bool, "", "";
        COMPRESSION, "compression", 1, 1, Bool, "", "";
        RESERVED2, "reserved2", 2, 2, Reserved, "", "No known meaning.";
        COMPRESSION_FORMAT, "compression_format", 4, 4, Enum(&enums::COMPRESSION_FORMAT), "", "";
        SRGB, "srgb", 8, 1, Bool, "", "";
        SWIZ_R, "swiz_r", 9, 2, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        SWIZ_G, "swiz_g", 11, 2, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        SWIZ_B, "swiz_b", 13, 2, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        SWIZ_A, "swiz_a", 15, 2, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        TS_MODE, "ts_mode", 17, 1, Enum(&enums::TS_MODE), "", "";
        RESERVED18, "reserved18", 18, 1, Reserved, "", "No known meaning.";
        FLIP_Y, "flip_y", 19, 1, Bool, "", "";
        N64BPP_FORMAT, "64bpp_format", 20, 1, Bool, "", "";
        FROM_SUPER_TILED, "from_super_tiled", 21, 1, Bool, "", "";
        UNK22, "unk22", 22, 1, Bool, "", "No known meaning.";
        RESERVED23, "reserved23", 23, 3, Reserved, "", "No known meaning.";
        TO_SUPER_TILED, "to_super_tiled", 26, 1, Bool, "", "";
        RESERVED27, "reserved27", 27, 5, Reserved, "", "No known meaning.";
    }
    pub mod dest_pos = "DEST_POS" at 0x1402c ReadWrite, ""
    {
        X, "x", 0, 16, Uint, "", "";
        Y, "y", 16, 16, Uint, "", "";
    }
    pub mod image_size = "IMAGE_SIZE" at 0x14030 ReadWrite, ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        HEIGHT, "height", 16, 16, Uint, "", "";
    }
    pub mod src_ts_clear_value0 = "SRC_TS_CLEAR_VALUE0" at 0x14034 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod src_ts_clear_value1 = "SRC_TS_CLEAR_VALUE1" at 0x14038 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod dest_ts_clear_value0 = "DEST_TS_CLEAR_VALUE0" at 0x1403c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod dest_ts_clear_value1 = "DEST_TS_CLEAR_VALUE1" at 0x14040 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod clear_color0 = "CLEAR_COLOR0" at 0x14044 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod clear_color1 = "CLEAR_COLOR1" at 0x14048 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod clear_bits0 = "CLEAR_BITS0" at 0x1404c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod clear_bits1 = "CLEAR_BITS1" at 0x14050 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod buffer_size = "BUFFER_SIZE" at 0x14054 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod unk14058 = "UNK14058" at 0x14058 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk1405c = "UNK1405C" at 0x1405c ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod command = "COMMAND" at 0x14060 ReadWrite, ""
    {
        COMMAND, "command", 0, 4, Enum(&BLT_COMMAND_COMMAND), "", "";
        RESERVED4, "reserved4", 4, 28, Reserved, "", "No known meaning.";
    }
    pub mod config = "CONFIG" at 0x14064 ReadWrite, ""
    {
        RESERVED0, "reserved0", 0, 1, Reserved, "", "No known meaning.";
        SRC_ENDIAN, "src_endian", 1, 2, Enum(&enums::ENDIAN_MODE), "", "";
        DEST_ENDIAN, "dest_endian", 3, 2, Enum(&enums::ENDIAN_MODE), "", "";
        UNK5, "unk5", 5, 1, Bool, "", "No known meaning.";
        UNK6, "unk6", 6, 1, Bool, "", "No known meaning.";
        CLEAR_BPP, "clear_bpp", 7, 3, Uint, "", "";
        INPLACE_TS_MODE, "inplace_ts_mode", 10, 1, Enum(&enums::TS_MODE), "", "";
        INPLACE_BOTH, "inplace_both", 11, 1, Bool, "", "";
        DOWNSAMPLE_ONE_SAMPLE, "downsample_one_sample", 12, 1, Bool, "", "";
        RESERVED13, "reserved13", 13, 2, Reserved, "", "No known meaning.";
        INPLACE_BPP, "inplace_bpp", 15, 3, Enum(&BLT_CONFIG_INPLACE_BPP), "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod inplace_tile_count = "INPLACE_TILE_COUNT" at 0x14068 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod yuv_config = "YUV.CONFIG" at 0x1406c ReadWrite, ""
    {
        ENABLE, "enable", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        SOURCE_FORMAT, "source_format", 4, 2, Uint, "", "";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        UV_SWAP, "uv_swap", 8, 1, Bool, "", "";
        RESERVED9, "reserved9", 9, 23, Reserved, "", "No known meaning.";
    }
    pub mod yuv_window_size = "YUV.WINDOW_SIZE" at 0x14070 ReadWrite, ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        HEIGHT, "height", 16, 16, Uint, "", "";
    }
    pub mod yuv_src_yaddr = "YUV.SRC_YADDR" at 0x14074 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod yuv_src_ystride = "YUV.SRC_YSTRIDE" at 0x14078 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod yuv_src_uaddr = "YUV.SRC_UADDR" at 0x1407c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod yuv_src_ustride = "YUV.SRC_USTRIDE" at 0x14080 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod yuv_src_vaddr = "YUV.SRC_VADDR" at 0x14084 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod yuv_src_vstride = "YUV.SRC_VSTRIDE" at 0x14088 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod yuv_dest_addr = "YUV.DEST_ADDR" at 0x1408c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod yuv_dest_stride = "YUV.DEST_STRIDE" at 0x14090 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod unk1409c = "UNK1409C" at 0x1409c ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod unk140a0 = "UNK140A0" at 0x140a0 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod fence_out_address = "FENCE_OUT_ADDRESS" at 0x140a4 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod fence_out_data_low = "FENCE_OUT_DATA_LOW" at 0x140a8 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod set_command = "SET_COMMAND" at 0x140ac ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod mipmap_config = "MIPMAP_CONFIG" at 0x140b0 ReadWrite, ""
    {
        NUM, "num", 0, 5, Uint, "", "";
        UNK5, "unk5", 5, 1, Bool, "", "No known meaning.";
        RESERVED6, "reserved6", 6, 26, Reserved, "", "No known meaning.";
    }
    pub mod fence_out_data_high = "FENCE_OUT_DATA_HIGH" at 0x140b4 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod enable = "ENABLE" at 0x140b8 ReadWrite, ""
    {
        ENABLE, "enable", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "No known meaning.";
    }
    pub mod swizzle = "SWIZZLE" at 0x140bc ReadWrite, ""
    {
        SRC_R, "src_r", 0, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        SRC_G, "src_g", 3, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        SRC_B, "src_b", 6, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        SRC_A, "src_a", 9, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        DEST_R, "dest_r", 12, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        DEST_G, "dest_g", 15, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        DEST_B, "dest_b", 18, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        DEST_A, "dest_a", 21, 3, Enum(&enums::TEXTURE_SWIZZLE), "", "";
        RESERVED24, "reserved24", 24, 8, Reserved, "", "No known meaning.";
    }
    pub mod mip_addr = "MIP.ADDR" at 0x140c0 ReadWrite [13 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod src_end = "SRC_END" at 0x140f4 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod mip_stride = "MIP.STRIDE" at 0x14300 ReadWrite [13 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod dest_end = "DEST_END" at 0x14334 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod multi_cluster_unk14338 = "MULTI_CLUSTER_UNK14338" at 0x14338 ReadWrite, "No known meaning."
    {
        SELECTED_CLUSTER, "selected_cluster", 0, 8, Uint, "", "No known meaning.";
        RESERVED8, "reserved8", 8, 24, Reserved, "", "No known meaning.";
    }
}
