//! The blit engine, at 0x14000: clears, copies, in-place fills and mipmap
//! generation. Replaces [`rs`](super::rs). Only with BLT_ENGINE.
//!
//! Its state is not preserved between operations.

use super::enums;
use super::presence::Condition::{self, Has};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::{enum_tables, raw_enum, registers};

raw_enum! {
    pub enum BltCommand = "BLT command", "The command.";
    ClearImage = 1, "CLEAR_IMAGE", "Fills a rectangle.";
    CopyImage = 2, "COPY_IMAGE", "Copies a rectangle.";
    CopyBuffer = 3, "COPY_BUFFER", "Copies bytes.";
    Inplace = 4, "INPLACE", "Fills cleared tiles.";
    YuvTile = 5, "YUV_TILE", "Creates a tiled image from planes of luma and chroma.";
    GenMipmaps = 6, "GEN_MIPMAPS", "Generates mipmaps.";
}

enum_tables! {
    /// Size of a filled pixel, as logarithm to base 2.
    pub BLT_CONFIG_INPLACE_BPP = "bytes per pixel": 0 "BYTES_1", 1 "BYTES_2", 2 "BYTES_4",
        3 "BYTES_8", 4 "BYTES_16";
}

registers! {
    pub static REGISTERS = "BLT.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod src_addr = "SRC_ADDR" at 0x14000 ReadWrite, "Address of the source; not of YUV planes." word Address(0), "", "The address.";
    pub mod src_stride = "SRC_STRIDE" at 0x14008 ReadWrite reserved 0x8010_0000, "Layout of the source."
    {
        STRIDE, "stride", 0, 20, Uint, "bytes", "Stride of a row of pixels: for a tiled image a quarter of that of a row of tiles.";
        FORMAT, "format", 21, 6, Enum(&enums::BltFormat::TABLE), "", "Its format.";
        DOWNSAMPLE_X, "downsample_x", 27, 1, Bool, "", "Halves the width.";
        DOWNSAMPLE_Y, "downsample_y", 28, 1, Bool, "", "Halves the height.";
        TILING, "tiling", 29, 2, Enum(&enums::BLT_TILING), "", "Its layout.";
    }
    pub mod src_config = "SRC_CONFIG" at 0x1400c ReadWrite reserved 0xfb94_000c, "Further configuration of the source."
    {
        TS, "ts", 0, 1, Bool, "", "Has tile status.";
        COMPRESSION, "compression", 1, 1, Bool, "", "Compressed.";
        COMPRESSION_FORMAT, "compression_format", 4, 4, Enum(&enums::COMPRESSION_FORMAT), "", "Format of the compressed surface.";
        SRGB, "srgb", 8, 1, Bool, "", "Colours are sRGB.";
        SWIZ_R, "swiz_r", 9, 2, Enum(&enums::COMPONENT), "", "Source of component r; without effect on copies.";
        SWIZ_G, "swiz_g", 11, 2, Enum(&enums::COMPONENT), "", "Source of component g; without effect on copies.";
        SWIZ_B, "swiz_b", 13, 2, Enum(&enums::COMPONENT), "", "Source of component b; without effect on copies.";
        SWIZ_A, "swiz_a", 15, 2, Enum(&enums::COMPONENT), "", "Source of component a; without effect on copies.";
        TS_MODE, "ts_mode", 17, 1, Enum(&enums::TsMode::TABLE), "", "Bytes for one entry of tile status.";
        N64BPP_FORMAT, "64bpp_format", 19, 1, Bool, "", "A pixel has 64 bits.";
        FROM_SUPER_TILED, "from_super_tiled", 21, 1, Bool, "", "Supertiled; set for the source.";
        UNK22, "unk22", 22, 1, Bool, "", "Undocumented; changes the layout, set for the result of copies.";
        TO_SUPER_TILED, "to_super_tiled", 26, 1, Bool, "", "Supertiled; set for the destination.";
    }
    pub mod src_ts = "SRC_TS" at 0x14010 ReadWrite, "Address of the source's tile status." word Address(0), "", "The address.";
    pub mod src_pos = "SRC_POS" at 0x14014 ReadWrite, "The rectangle's corner in the source, anywhere in a tile."
    {
        X, "x", 0, 16, Uint, "px", "Column.";
        Y, "y", 16, 16, Uint, "px", "Row.";
    }
    pub mod dest_addr = "DEST_ADDR" at 0x14018 ReadWrite, "Address of the destination; not of mipmaps." word Address(0), "", "The address.";
    pub mod dest_ts = "DEST_TS" at 0x14020 ReadWrite, "Address of the destination's tile status; only clears use it." word Address(0), "", "The address.";
    pub mod dest_stride = "DEST_STRIDE" at 0x14024 ReadWrite reserved 0x8010_0000, "Layout of the destination."
    {
        STRIDE, "stride", 0, 20, Uint, "bytes", "Stride of a row of pixels: for a tiled image a quarter of that of a row of tiles.";
        FORMAT, "format", 21, 8, Enum(&enums::BltFormat::TABLE), "", "Its format.";
        TILING, "tiling", 29, 2, Enum(&enums::BLT_TILING), "", "Its layout.";
    }
    pub mod dest_config = "DEST_CONFIG" at 0x14028 ReadWrite reserved 0xfb84_000c, "Further configuration of the destination."
    {
        TS, "ts", 0, 1, Bool, "", "Has tile status.";
        COMPRESSION, "compression", 1, 1, Bool, "", "Compressed.";
        COMPRESSION_FORMAT, "compression_format", 4, 4, Enum(&enums::COMPRESSION_FORMAT), "", "Format of the compressed surface.";
        SRGB, "srgb", 8, 1, Bool, "", "Colours are sRGB.";
        SWIZ_R, "swiz_r", 9, 2, Enum(&enums::COMPONENT), "", "Source of component r; without effect on copies.";
        SWIZ_G, "swiz_g", 11, 2, Enum(&enums::COMPONENT), "", "Source of component g; without effect on copies.";
        SWIZ_B, "swiz_b", 13, 2, Enum(&enums::COMPONENT), "", "Source of component b; without effect on copies.";
        SWIZ_A, "swiz_a", 15, 2, Enum(&enums::COMPONENT), "", "Source of component a; without effect on copies.";
        TS_MODE, "ts_mode", 17, 1, Enum(&enums::TsMode::TABLE), "", "Bytes for one entry of tile status.";
        FLIP_Y, "flip_y", 19, 1, Bool, "", "The image is flipped vertically.";
        N64BPP_FORMAT, "64bpp_format", 20, 1, Bool, "", "A pixel has 64 bits.";
        FROM_SUPER_TILED, "from_super_tiled", 21, 1, Bool, "", "Supertiled; set for the source.";
        UNK22, "unk22", 22, 1, Bool, "", "Undocumented; changes the layout, set for the result of copies.";
        TO_SUPER_TILED, "to_super_tiled", 26, 1, Bool, "", "Supertiled; set for the destination.";
    }
    pub mod dest_pos = "DEST_POS" at 0x1402c ReadWrite, "The rectangle's corner in the result, anywhere in a tile." as src_pos;
    pub mod image_size = "IMAGE_SIZE" at 0x14030 ReadWrite, "Size of the rectangle."
    {
        WIDTH, "width", 0, 16, Uint, "px", "Its width.";
        HEIGHT, "height", 16, 16, Uint, "px", "Its height.";
    }
    pub mod src_ts_clear_value0 = "SRC_TS_CLEAR_VALUE0" at 0x14034 ReadWrite, "Clear value of the source." word Hex, "", "The value.";
    pub mod src_ts_clear_value1 = "SRC_TS_CLEAR_VALUE1" at 0x14038 ReadWrite, "High word of the source's clear value." word Hex, "", "The value.";
    pub mod dest_ts_clear_value0 = "DEST_TS_CLEAR_VALUE0" at 0x1403c ReadWrite, "Clear value of the destination." word Hex, "", "The value.";
    pub mod dest_ts_clear_value1 = "DEST_TS_CLEAR_VALUE1" at 0x14040 ReadWrite, "High word of the destination's clear value." word Hex, "", "The value.";
    pub mod clear_color0 = "CLEAR_COLOR0" at 0x14044 ReadWrite, "Low word of the value to fill with." word Hex, "", "The value.";
    pub mod clear_color1 = "CLEAR_COLOR1" at 0x14048 ReadWrite, "High word of the value to fill with." word Hex, "", "The value.";
    pub mod clear_bits0 = "CLEAR_BITS0" at 0x1404c ReadWrite, "Bits of the low word that are written." word Hex, "", "The value.";
    pub mod clear_bits1 = "CLEAR_BITS1" at 0x14050 ReadWrite, "Bits of the high word that are written." word Hex, "", "The value.";
    pub mod buffer_size = "BUFFER_SIZE" at 0x14054 ReadWrite, "Size of COPY_BUFFER." word Hex, "bytes", "The number.";
    pub mod unk14058 = "UNK14058" at 0x14058 ReadWrite, "Undocumented; perhaps bits of the low word that copies write." word Hex, "", "The value.";
    pub mod unk1405c = "UNK1405C" at 0x1405c ReadWrite, "Undocumented; perhaps bits of the high word that copies write." word Hex, "", "The value.";
    pub mod command = "COMMAND" at 0x14060 Write reserved 0xffff_fff0, "Starts BLT."
    {
        COMMAND, "command", 0, 4, Enum(&BltCommand::TABLE), "", "The operation.";
    }
    pub mod config = "CONFIG" at 0x14064 ReadWrite reserved 0xfffc_6001, "Configuration."
    {
        SRC_ENDIAN, "src_endian", 1, 2, Enum(&enums::EndianMode::TABLE), "", "Byte swap of the source.";
        DEST_ENDIAN, "dest_endian", 3, 2, Enum(&enums::EndianMode::TABLE), "", "Byte swap of the destination.";
        UNK5, "unk5", 5, 1, Bool, "", "Undocumented; changes the layout.";
        UNK6, "unk6", 6, 1, Bool, "", "Undocumented; changes the layout.";
        CLEAR_BPP, "clear_bpp", 7, 3, MinusOne, "bytes", "Size of a pixel that is cleared.";
        INPLACE_TS_MODE, "inplace_ts_mode", 10, 1, Enum(&enums::TsMode::TABLE), "", "Bytes for one entry of tile status of the filled surface.";
        INPLACE_BOTH, "inplace_both", 11, 1, Bool, "", "Both clear values of the destination are used alternately.";
        DOWNSAMPLE_ONE_SAMPLE, "downsample_one_sample", 12, 1, Bool, "", "Halving takes one sample instead of the mean.";
        INPLACE_BPP, "inplace_bpp", 15, 3, Enum(&BLT_CONFIG_INPLACE_BPP), "", "Size of a pixel that is filled in.";
    }
    pub mod inplace_tile_count = "INPLACE_TILE_COUNT" at 0x14068 ReadWrite, "Number of tiles to fill." word Hex, "tiles", "The number.";
    pub mod yuv_config = "YUV.CONFIG" at 0x1406c ReadWrite reserved 0xffff_fece, "Contents of the planes."
    {
        ENABLE, "enable", 0, 1, Bool, "", "The source is planes of luma and chroma.";
        SOURCE_FORMAT, "source_format", 4, 2, Uint, "", "Layout of the planes: 0 for three, 1 for two.";
        UV_SWAP, "uv_swap", 8, 1, Bool, "", "Swaps U and V.";
    }
    pub mod yuv_window_size = "YUV.WINDOW_SIZE" at 0x14070 ReadWrite, "Size of the image." as image_size;
    pub mod yuv_src_yaddr = "YUV.SRC_YADDR" at 0x14074 ReadWrite, "Address of plane Y." word Address(0), "", "The address.";
    pub mod yuv_src_ystride = "YUV.SRC_YSTRIDE" at 0x14078 ReadWrite, "Row stride of plane Y." word Hex, "bytes", "The number.";
    pub mod yuv_src_uaddr = "YUV.SRC_UADDR" at 0x1407c ReadWrite, "Address of plane U." word Address(0), "", "The address.";
    pub mod yuv_src_ustride = "YUV.SRC_USTRIDE" at 0x14080 ReadWrite, "Row stride of plane U." word Hex, "bytes", "The number.";
    pub mod yuv_src_vaddr = "YUV.SRC_VADDR" at 0x14084 ReadWrite, "Address of plane V." word Address(0), "", "The address.";
    pub mod yuv_src_vstride = "YUV.SRC_VSTRIDE" at 0x14088 ReadWrite, "Row stride of plane V." word Hex, "bytes", "The number.";
    pub mod yuv_dest_addr = "YUV.DEST_ADDR" at 0x1408c ReadWrite, "Address of the tiled image." word Address(0), "", "The address.";
    pub mod yuv_dest_stride = "YUV.DEST_STRIDE" at 0x14090 ReadWrite, "Row stride of the tiled image." word Hex, "bytes", "The number.";
    pub mod unk1409c = "UNK1409C" at 0x1409c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod unk140a0 = "UNK140A0" at 0x140a0 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod fence_out_address = "FENCE_OUT_ADDRESS" at 0x140a4 ReadWrite, "Address of a 64-bit fence." word Address(0), "", "The address.";
    pub mod fence_out_data_low = "FENCE_OUT_DATA_LOW" at 0x140a8 ReadWrite, "Low word of the fence." word Hex, "", "The value.";
    pub mod set_command = "SET_COMMAND" at 0x140ac Write, "Drivers write 3 before and after COMMAND." word Hex, "", "The value.";
    pub mod mipmap_config = "MIPMAP_CONFIG" at 0x140b0 ReadWrite reserved 0xffff_ffc0, "Mipmap generation."
    {
        NUM, "num", 0, 5, Uint, "levels", "The number of levels including the first; 0 and 1 hang the GPU.";
        UNK5, "unk5", 5, 1, Bool, "", "Undocumented; changes the filter, the vendor's driver always sets it.";
    }
    pub mod fence_out_data_high = "FENCE_OUT_DATA_HIGH" at 0x140b4 ReadWrite, "High word of the fence." word Hex, "", "The value.";
    pub mod enable = "ENABLE" at 0x140b8 ReadWrite reserved 0xffff_fffe, "Set before the engine is used, cleared after."
    {
        ENABLE, "enable", 0, 1, Bool, "", "The engine is enabled.";
    }
    pub mod swizzle = "SWIZZLE" at 0x140bc ReadWrite reserved 0xff00_0000, "Sources of the components."
    {
        SRC_R, "src_r", 0, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Component r of the source.";
        SRC_G, "src_g", 3, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Component g of the source.";
        SRC_B, "src_b", 6, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Component b of the source.";
        SRC_A, "src_a", 9, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Component a of the source.";
        DEST_R, "dest_r", 12, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Component r of the destination.";
        DEST_G, "dest_g", 15, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Component g of the destination.";
        DEST_B, "dest_b", 18, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Component b of the destination.";
        DEST_A, "dest_a", 21, 3, Enum(&enums::TextureSwizzle::TABLE), "", "Component a of the destination.";
    }
    pub mod mip_addr = "MIP.ADDR" at 0x140c0 ReadWrite [13 by 4], "Address of each smaller level." word Address(0), "", "The address.";
    pub mod src_end = "SRC_END" at 0x140f4 ReadWrite when [Has(Feature::BitRobustness)], "Address of the last byte of the source. Only with ROBUSTNESS." word Address(0), "", "The address.";
    pub mod mip_stride = "MIP.STRIDE" at 0x14300 ReadWrite [13 by 4], "Row stride of each smaller level." word Hex, "bytes", "The number.";
    pub mod dest_end = "DEST_END" at 0x14334 ReadWrite when [Has(Feature::BitRobustness)], "Address of the last byte of the destination. Only with ROBUSTNESS." word Address(0), "", "The address.";
    pub mod multi_cluster_unk14338 = "MULTI_CLUSTER_UNK14338" at 0x14338 ReadWrite when [Has(Feature::MultiCluster)] reserved 0xffff_ff00, "The active clusters. Only with MULTI_CLUSTER."
    {
        SELECTED_CLUSTER, "selected_cluster", 0, 8, Uint, "", "Its number.";
    }
}
