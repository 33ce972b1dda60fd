//! The resolve engine, at 0x1600: copies and fills of rectangles, with tiling,
//! untiling, conversion, flipping and downscaling. Cleared tiles of the source are
//! filled.
//!
//! | `*_tiled` | `tiling` | `multi` | layout |
//! | --- | --- | --- | --- |
//! | 0 | | | linear |
//! | 1 | 0 | 0 | tiles of 4x4 |
//! | 1 | 1 | 0 | supertiles of 64x64 |
//! | 1 | 0 | 1 | tiles, split between the pixel pipes |
//! | 1 | 1 | 1 | supertiles, split between the pixel pipes |

use super::enums;
use super::presence::Condition::{self, Has, OnePipe, SeveralPipes};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::{raw_enum, registers};

raw_enum! {
    pub enum ClearMode = "clear mode", "Fill instead of copy.";
    Disabled = 0, "DISABLED", "Copy.";
    Enabled1 = 1, "ENABLED1", "Fill with FILL_VALUE 0.";
    Enabled4 = 2, "ENABLED4", "Fill with the four values in turn, tile by tile.";
    Enabled4_2 = 3, "ENABLED4_2", "Fill with the four values in another order.";
}

registers! {
    pub static REGISTERS = "RS.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod kicker = "KICKER" at 0x01600 Write, "Any write starts RS." word Hex, "", "The value.";
    pub mod config = "CONFIG" at 0x01604 ReadWrite reserved 0x9fff_a000, "Formats and conversions."
    {
        SOURCE_FORMAT, "source_format", 0, 5, Enum(&enums::RsFormat::TABLE), "", "Format of the source; of the fill values when RS fills.";
        DOWNSAMPLE_X, "downsample_x", 5, 1, Bool, "", "Halves the width.";
        DOWNSAMPLE_Y, "downsample_y", 6, 1, Bool, "", "Halves the height.";
        SOURCE_TILED, "source_tiled", 7, 1, Bool, "", "The source is not linear.";
        DEST_FORMAT, "dest_format", 8, 5, Enum(&enums::RsFormat::TABLE), "", "Format of the destination.";
        DEST_TILED, "dest_tiled", 14, 1, Bool, "", "The result is not linear.";
        SWAP_RB, "swap_rb", 29, 1, Bool, "", "Swaps red and blue.";
        FLIP, "flip", 30, 1, Bool, "", "The image is flipped vertically.";
    }
    pub mod source_addr = "SOURCE_ADDR" at 0x01608 ReadWrite when [OnePipe], "Address of the source. Only with one pixel pipe." word Address(0), "", "The address.";
    pub mod source_stride = "SOURCE_STRIDE" at 0x0160c ReadWrite reserved 0x17fc_0000, "Layout of the source."
    {
        STRIDE, "stride", 0, 18, Uint, "bytes", "Row stride; that of a row of tiles if tiled.";
        SUPER_TILED_NEW, "super_tiled_new", 27, 1, Bool, "", "Supertiles are in the newer order. Only with CACHE128B256BPERLINE.";
        TS_MODE, "ts_mode", 29, 1, Enum(&enums::TsMode::TABLE), "", "Bytes for one entry of tile status. Only with CACHE128B256BPERLINE or SMALL_MSAA.";
        MULTI, "multi", 30, 1, Bool, "", "Split between the pixel pipes.";
        TILING, "tiling", 31, 1, Bool, "", "Supertiled.";
    }
    pub mod dest_addr = "DEST_ADDR" at 0x01610 ReadWrite when [OnePipe], "Address of the destination. Only with one pixel pipe." word Address(0), "", "The address.";
    pub mod dest_stride = "DEST_STRIDE" at 0x01614 ReadWrite reserved 0x37fc_0000, "Layout of the destination."
    {
        STRIDE, "stride", 0, 18, Uint, "bytes", "Row stride; that of a row of tiles if tiled.";
        SUPER_TILED_NEW, "super_tiled_new", 27, 1, Bool, "", "Supertiles are in the newer order. Only with CACHE128B256BPERLINE.";
        MULTI, "multi", 30, 1, Bool, "", "Split between the pixel pipes.";
        TILING, "tiling", 31, 1, Bool, "", "Supertiled.";
    }
    pub mod window_size = "WINDOW_SIZE" at 0x01620 ReadWrite, "Size of the rectangle in the source; with separate surfaces for the pixel pipes, of one pipe's part."
    {
        WIDTH, "width", 0, 16, Uint, "px", "Its width, a multiple of 16.";
        HEIGHT, "height", 16, 16, Uint, "px", "Its height, a multiple of 4.";
    }
    pub mod dither = "DITHER" at 0x01630 ReadWrite [2 by 4], "Thresholds of dithering, four bits for each pixel of a 4x4 square, two rows in a word. All ones: no dithering." word Hex, "", "The value.";
    pub mod clear_control = "CLEAR_CONTROL" at 0x0163c ReadWrite reserved 0xfffc_0000, "Filling."
    {
        BITS, "bits", 0, 16, Hex, "", "Written bytes of a pixel, four bits for each of four tiles.";
        MODE, "mode", 16, 2, Enum(&ClearMode::TABLE), "", "Fill modes of RS.";
    }
    pub mod fill_value = "FILL_VALUE" at 0x01640 ReadWrite [4 by 4], "The values to fill with." word Hex, "", "The value.";
    pub mod extra_config = "EXTRA_CONFIG" at 0x016a0 ReadWrite reserved 0xeeef_fcfc, "Further options of the copy."
    {
        AA, "aa", 0, 2, Uint, "", "A filter other than that of multisampling.";
        ENDIAN, "endian", 8, 2, Enum(&enums::EndianMode::TABLE), "", "Byte swap.";
        UNK20, "unk20", 20, 1, Bool, "", "Undocumented.";
        TS_MODE, "ts_mode", 24, 1, Enum(&enums::TsMode::TABLE), "", "Bytes for one entry of tile status.";
        UNK28, "unk28", 28, 1, Bool, "", "Undocumented.";
    }
    pub mod kicker_inplace = "KICKER_INPLACE" at 0x016b0 Write, "Fills the given number of cleared tiles in place. From GC3000 on." word Hex, "tiles", "The number.";
    pub mod unk016b4 = "UNK016B4" at 0x016b4 ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod single_buffer = "SINGLE_BUFFER" at 0x016b8 ReadWrite when [Has(Feature::SingleBuffer)] reserved 0xffff_fffc, "Surfaces shared by the pixel pipes. Only with SINGLE_BUFFER."
    {
        ENABLE, "enable", 0, 1, Bool, "", "Only the first pipe's addresses are used.";
        DOWNSAMPLE_ONE_SAMPLE, "downsample_one_sample", 1, 1, Bool, "", "Halving takes one sample instead of the mean.";
    }
    pub mod pipe_source_addr = "PIPE.SOURCE_ADDR" at 0x016c0 ReadWrite [8 by 4] when [SeveralPipes], "Address of the source for each pixel pipe. Only with more than one." word Address(0), "", "The address.";
    pub mod pipe_dest_addr = "PIPE.DEST_ADDR" at 0x016e0 ReadWrite [8 by 4] when [SeveralPipes], "Address of the destination for each pixel pipe. Only with more than one." word Address(0), "", "The address.";
    pub mod pipe_offset = "PIPE.OFFSET" at 0x01700 ReadWrite [8 by 4] when [SeveralPipes], "Origin of each pixel pipe's window. Only with more than one."
    {
        X, "x", 0, 16, Int, "px", "Column.";
        Y, "y", 16, 16, Int, "px", "Row.";
    }
}
