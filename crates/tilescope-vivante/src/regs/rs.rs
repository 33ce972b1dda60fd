//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::registers;

///
pub static RS_CLEAR_CONTROL_MODE: EnumTable = EnumTable {
    what: "rs clear control mode",
    values: &[
        (0, "DISABLED"),
        (1, "ENABLED1"),
        (2, "ENABLED4"),
        (3, "ENABLED4_2"),
    ],
};

registers! {
    pub static REGISTERS = "RS", RNNDB, "The registers, by address.";
    pub mod kicker = "KICKER" at 0x01600 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod config = "CONFIG" at 0x01604 ReadWrite, ""
    {
        SOURCE_FORMAT, "source_format", 0, 5, Enum(&enums::RS_FORMAT), "", "";
        DOWNSAMPLE_X, "downsample_x", 5, 1, Bool, "", "";
        DOWNSAMPLE_Y, "downsample_y", 6, 1, Bool, "", "";
        SOURCE_TILED, "source_tiled", 7, 1, Bool, "", "";
        DEST_FORMAT, "dest_format", 8, 5, Enum(&enums::RS_FORMAT), "", "";
        RESERVED13, "reserved13", 13, 1, Reserved, "", "No known meaning.";
        DEST_TILED, "dest_tiled", 14, 1, Bool, "", "";
        RESERVED15, "reserved15", 15, 14, Reserved, "", "No known meaning.";
        SWAP_RB, "swap_rb", 29, 1, Bool, "", "";
        FLIP, "flip", 30, 1, Bool, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod source_addr = "SOURCE_ADDR" at 0x01608 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod source_stride = "SOURCE_STRIDE" at 0x0160c ReadWrite, ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 9, Reserved, "", "No known meaning.";
        SUPER_TILED_NEW, "super_tiled_new", 27, 1, Bool, "", "";
        RESERVED28, "reserved28", 28, 1, Reserved, "", "No known meaning.";
        TS_MODE, "ts_mode", 29, 1, Enum(&enums::TS_MODE), "", "";
        MULTI, "multi", 30, 1, Bool, "", "";
        TILING, "tiling", 31, 1, Bool, "", "";
    }
    pub mod dest_addr = "DEST_ADDR" at 0x01610 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod dest_stride = "DEST_STRIDE" at 0x01614 ReadWrite, ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 9, Reserved, "", "No known meaning.";
        SUPER_TILED_NEW, "super_tiled_new", 27, 1, Bool, "", "";
        RESERVED28, "reserved28", 28, 2, Reserved, "", "No known meaning.";
        MULTI, "multi", 30, 1, Bool, "", "";
        TILING, "tiling", 31, 1, Bool, "", "";
    }
    pub mod window_size = "WINDOW_SIZE" at 0x01620 ReadWrite, ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        HEIGHT, "height", 16, 16, Uint, "", "";
    }
    pub mod dither = "DITHER" at 0x01630 ReadWrite [2 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod clear_control = "CLEAR_CONTROL" at 0x0163c ReadWrite, ""
    {
        BITS, "bits", 0, 16, Uint, "", "";
        MODE, "mode", 16, 2, Enum(&RS_CLEAR_CONTROL_MODE), "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod fill_value = "FILL_VALUE" at 0x01640 ReadWrite [4 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod extra_config = "EXTRA_CONFIG" at 0x016a0 ReadWrite, ""
    {
        AA, "aa", 0, 2, Uint, "", "";
        RESERVED2, "reserved2", 2, 6, Reserved, "", "No known meaning.";
        ENDIAN, "endian", 8, 2, Enum(&enums::ENDIAN_MODE), "", "";
        RESERVED10, "reserved10", 10, 10, Reserved, "", "No known meaning.";
        UNK20, "unk20", 20, 1, Bool, "", "No known meaning.";
        RESERVED21, "reserved21", 21, 3, Reserved, "", "No known meaning.";
        TS_MODE, "ts_mode", 24, 1, Enum(&enums::TS_MODE), "", "";
        RESERVED25, "reserved25", 25, 3, Reserved, "", "No known meaning.";
        UNK28, "unk28", 28, 1, Bool, "", "No known meaning.";
        RESERVED29, "reserved29", 29, 3, Reserved, "", "No known meaning.";
    }
    pub mod kicker_inplace = "KICKER_INPLACE" at 0x016b0 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod unk016b4 = "UNK016B4" at 0x016b4 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod single_buffer = "SINGLE_BUFFER" at 0x016b8 ReadWrite, ""
    {
        ENABLE, "enable", 0, 1, Bool, "", "";
        DOWNSAMPLE_ONE_SAMPLE, "downsample_one_sample", 1, 1, Bool, "", "";
        RESERVED2, "reserved2", 2, 30, Reserved, "", "No known meaning.";
    }
    pub mod pipe_source_addr = "PIPE.SOURCE_ADDR" at 0x016c0 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod pipe_dest_addr = "PIPE.DEST_ADDR" at 0x016e0 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod pipe_offset = "PIPE.OFFSET" at 0x01700 ReadWrite [8 by 4], ""
    {
        X, "x", 0, 16, Int, "", "";
        Y, "y", 16, 16, Int, "", "";
    }
}
