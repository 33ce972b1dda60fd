//! The 2D engine, at 0x1200: fills, lines, copies, stretches and filters of
//! rectangles with raster operations and blending. It is started by DRAW_2D, except
//! for the video rasteriser's filters, which are started by VR_CONFIG.
//!
//! PE10 and PE20 are the versions of its pixel engine, distinguished by the feature
//! 2DPE20. Multi-source copies are in [`de_multi`](super::de_multi).

use super::enums;
use super::presence::Condition::{self, Has};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::{enum_tables, raw_enum, registers};

enum_tables! {
    /// Origin of source coordinates.
    pub DE_2D_SRC_CONFIG_SRC_RELATIVE = "source coordinates": 0 "ABSOLUTE", 1 "RELATIVE";

    /// Source of data or masks.
    pub DE_2D_SRC_CONFIG_LOCATION = "source location": 0 "MEMORY", 1 "STREAM";

    /// Adjacent pixels in a word of the stream.
    pub DE_2D_SRC_CONFIG_PACK = "stream packing": 0 "PACKED8", 1 "PACKED16", 2 "PACKED32",
        3 "UNPACKED";

    /// Value of transparent mask bits.
    pub DE_2D_SRC_CONFIG_MONO_TRANSPARENCY = "transparent bit": 0 "BACKGROUND", 1 "FOREGROUND";
}

raw_enum! {
    pub enum DeCommand = "2D command", "Operations of the 2D engine.";
    Clear = 0, "CLEAR", "Fills rectangles with a colour.";
    Line = 1, "LINE", "Draws lines.";
    BitBlt = 2, "BIT_BLT", "Copies with a raster operation.";
    BitBltReversed = 3, "BIT_BLT_REVERSED", "Copies backwards; not to be used.";
    StretchBlt = 4, "STRETCH_BLT", "Copies with scaling to nearest pixels.";
    HorFilterBlt = 5, "HOR_FILTER_BLT", "Filters along rows.";
    VerFilterBlt = 6, "VER_FILTER_BLT", "Filters along columns.";
    OnePassFilterBlt = 7, "ONE_PASS_FILTER_BLT", "Filters along both axes at once.";
    MultiSourceBlt = 8, "MULTI_SOURCE_BLT", "Multi-source copies.";
}

enum_tables! {
    /// Faster walk of tiles.
    pub DE_DEST_CONFIG_INTER_TILE_PER_FIX = "inter-tile fix": 1 "DISABLED", 0 "ENABLED";

    /// Type of the pattern.
    pub DE_PATTERN_CONFIG_TYPE = "pattern type": 0 "SOLID_COLOR", 1 "PATTERN";

    /// Inputs of the raster operation.
    pub DE_2D_ROP_TYPE = "raster operation type": 0 "ROP2_PATTERN", 1 "ROP2_SOURCE", 2 "ROP3",
        3 "ROP4";

    /// Whether the copy is mirrored.
    pub DE_CONFIG_MIRROR_BLT_ENABLE = "mirroring": 0 "OFF", 1 "ON";

    /// Mirroring of the copy.
    pub DE_CONFIG_MIRROR_BLT_MODE = "mirror axis": 0 "NORMAL", 1 "HMIRROR", 2 "VMIRROR",
        3 "FULL_MIRROR";

    /// Whether there is blending.
    pub DE_2D_ALPHA_CONTROL_ENABLE = "alpha blending": 0 "OFF", 1 "ON";

    /// Whether the source's alpha is inverted.
    pub DE_2D_ALPHA_MODES_SRC_ALPHA_MODE = "source alpha mode": 0 "NORMAL", 1 "INVERSED";

    /// Whether the destination's alpha is inverted.
    pub DE_2D_ALPHA_MODES_DST_ALPHA_MODE = "destination alpha mode": 0 "NORMAL", 1 "INVERSED";

    /// Whether the global alpha replaces the source's or scales it.
    pub DE_2D_ALPHA_MODES_GLOBAL_SRC_ALPHA_MODE = "global source alpha mode": 0 "NORMAL",
        1 "GLOBAL", 2 "SCALED";

    /// Whether the global alpha replaces the destination's or scales it.
    pub DE_2D_ALPHA_MODES_GLOBAL_DST_ALPHA_MODE = "global destination alpha mode": 0 "NORMAL",
        1 "GLOBAL", 2 "SCALED";

    /// The pass of a filter to start.
    pub DE_VR_CONFIG_START = "filter pass": 0 "HORIZONTAL_BLIT", 1 "VERTICAL_BLIT",
        2 "ONE_PASS_BLIT";

    /// Order of reads of the destination.
    pub DE_PE_CONFIG_DESTINATION_FETCH = "destination fetch": 0 "DISABLE", 1 "DEFAULT", 2 "ALWAYS";

    /// Multiplication of the source by the global colour.
    pub DE_2D_COLOR_MULTIPLY_MODES_SRC_GLOBAL_PREMULTIPLY = "global premultiplication": 0 "DISABLE",
        1 "ALPHA", 2 "COLOR";

    /// The ITU-R BT standard of colours.
    pub DE_2D_PE_CONTROL_YUV = "YUV standard": 0 "BT601", 1 "BT709";

    /// Order of the chroma components.
    pub DE_2D_PE_CONTROL_UV_SWIZZLE = "UV order": 0 "UV", 1 "VU";

    /// Pixels of a line in the vertical pass.
    pub DE_VR_CONFIG_EX_VERTICAL_LINE_WIDTH = "line width": 0 "AUTO", 1 "PIXELS16", 2 "PIXELS32";

    /// Choice of the blocks of a walk.
    pub DE_BW_CONFIG_BLOCK_CONFIG = "block configuration": 0 "AUTO", 1 "CUSTOMIZE";

    /// Along which axis blocks follow one another first.
    pub DE_BW_CONFIG_BLOCK_WALK_DIRECTION = "block walk direction": 0 "RIGHT_BOTTOM",
        1 "BOTTOM_RIGHT";

    /// Along which axis tiles follow one another first.
    pub DE_BW_CONFIG_TILE_WALK_DIRECTION = "tile walk direction": 0 "RIGHT_BOTTOM",
        1 "BOTTOM_RIGHT";

    /// Along which axis pixels follow one another first.
    pub DE_BW_CONFIG_PIXEL_WALK_DIRECTION = "pixel walk direction": 0 "RIGHT_BOTTOM",
        1 "BOTTOM_RIGHT";

    /// Width of the blocks of a walk.
    pub DE_DE_MULTI_SOURCE_HORIZONTAL_BLOCK = "block width": 0 "PIXEL16", 1 "PIXEL32", 2 "PIXEL64",
        3 "PIXEL128", 4 "PIXEL256", 5 "PIXEL512";

    /// Height of the blocks of a walk.
    pub DE_DE_MULTI_SOURCE_VERTICAL_BLOCK = "block height": 0 "LINE1", 1 "LINE2", 2 "LINE4",
        3 "LINE8", 4 "LINE16", 5 "LINE32", 6 "LINE64", 7 "LINE128";

    /// Planes that a conversion of YUV writes.
    pub DE_DEYUV_CONVERSION_ENABLE = "planes": 0 "OFF", 1 "PLANE1", 2 "PLANE2", 3 "PLANE3";
}

registers! {
    pub static REGISTERS = "DE.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod src_address = "SRC_ADDRESS" at 0x01200 ReadWrite, "Address of the source, a multiple of 4." word Address(0), "", "The address.";
    pub mod src_stride = "SRC_STRIDE" at 0x01204 ReadWrite reserved 0xfffc_0000, "Rows of the source."
    {
        STRIDE, "stride", 0, 18, Uint, "bytes", "Stride.";
    }
    pub mod src_rotation_config = "SRC_ROTATION_CONFIG" at 0x01208 ReadWrite reserved 0xfffe_0000, "Rotation of the source by 90 degrees."
    {
        WIDTH, "width", 0, 16, Uint, "px", "Width of the source.";
        ROTATION, "rotation", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "Rotation.";
    }
    pub mod src_config = "SRC_CONFIG" at 0x0120c ReadWrite reserved 0x00ce_4e00, "Configuration of the source."
    {
        PE10_SOURCE_FORMAT, "pe10_source_format", 0, 4, Enum(&enums::DE_FORMAT_PE10), "", "Its format, PE10.";
        TRANSPARENCY, "transparency", 4, 2, Uint, "", "Transparency, PE10.";
        SRC_RELATIVE, "src_relative", 6, 1, Enum(&DE_2D_SRC_CONFIG_SRC_RELATIVE), "", "Origin of its coordinates.";
        TILED, "tiled", 7, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is tiled.";
        LOCATION, "location", 8, 1, Enum(&DE_2D_SRC_CONFIG_LOCATION), "", "Source of data or masks.";
        PACK, "pack", 12, 2, Enum(&DE_2D_SRC_CONFIG_PACK), "", "Adjacent pixels in a word of the stream.";
        MONO_TRANSPARENCY, "mono_transparency", 15, 1, Enum(&DE_2D_SRC_CONFIG_MONO_TRANSPARENCY), "", "Value of transparent mask bits.";
        UNK16, "unk16", 16, 1, Bool, "", "Undocumented.";
        SWIZZLE, "swizzle", 20, 2, Enum(&enums::DE_SWIZZLE), "", "Order of its components.";
        SOURCE_FORMAT, "source_format", 24, 5, Enum(&enums::DeFormat::TABLE), "", "Its format, PE20.";
        DISABLE420_L2_CACHE, "disable420_l2_cache", 29, 1, Bool, "", "The cache of 4:2:0 images is off. Only with 2D_420_L2CACHE.";
        ENDIAN_CONTROL, "endian_control", 30, 2, Enum(&enums::EndianMode::TABLE), "", "Byte swap.";
    }
    pub mod src_origin = "SRC_ORIGIN" at 0x01210 ReadWrite, "Corner of the rectangle in the source."
    {
        X, "x", 0, 16, Int, "px", "Column.";
        Y, "y", 16, 16, Int, "px", "Row.";
    }
    pub mod src_size = "SRC_SIZE" at 0x01214 ReadWrite, "Size of the rectangle in the source; only for scaled copies."
    {
        X, "x", 0, 16, Uint, "px", "Width.";
        Y, "y", 16, 16, Uint, "px", "Height.";
    }
    pub mod src_color_bg = "SRC_COLOR_BG" at 0x01218 ReadWrite, "Colour of zeros in a one-bit source; transparent colour in copies."
    {
        BLUE, "blue", 0, 8, Hex, "", "Blue.";
        GREEN, "green", 8, 8, Hex, "", "Green.";
        RED, "red", 16, 8, Hex, "", "Red.";
        ALPHA, "alpha", 24, 8, Hex, "", "Alpha.";
    }
    pub mod src_color_fg = "SRC_COLOR_FG" at 0x0121c ReadWrite, "Colour of ones in a one-bit source." as src_color_bg;
    pub mod stretch_factor_low = "STRETCH_FACTOR_LOW" at 0x01220 ReadWrite reserved 0x8000_0000, "Source pixels for each pixel of a row."
    {
        X, "x", 0, 31, Uint, "1/65536", "(source width - 1) * 65536 / (width - 1).";
    }
    pub mod stretch_factor_high = "STRETCH_FACTOR_HIGH" at 0x01224 ReadWrite reserved 0x8000_0000, "Source pixels for each pixel of a column."
    {
        Y, "y", 0, 31, Uint, "1/65536", "(source height - 1) * 65536 / (height - 1).";
    }
    pub mod dest_address = "DEST_ADDRESS" at 0x01228 ReadWrite, "Address of the destination, a multiple of 4." word Address(0), "", "The address.";
    pub mod dest_stride = "DEST_STRIDE" at 0x0122c ReadWrite, "Rows of the destination." as src_stride;
    pub mod dest_rotation_config = "DEST_ROTATION_CONFIG" at 0x01230 ReadWrite reserved 0xfffe_0000, "Rotation of the destination by 90 degrees."
    {
        WIDTH, "width", 0, 16, Uint, "px", "Width of the destination.";
        ROTATION, "rotation", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "Rotation.";
    }
    pub mod dest_config = "DEST_CONFIG" at 0x01234 ReadWrite reserved 0xf8cc_0ee0, "Format of the destination, and the operation."
    {
        FORMAT, "format", 0, 5, Enum(&enums::DeFormat::TABLE), "", "Its format.";
        TILED, "tiled", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is tiled.";
        COMMAND, "command", 12, 4, Enum(&DeCommand::TABLE), "", "The operation.";
        SWIZZLE, "swizzle", 16, 2, Enum(&enums::DE_SWIZZLE), "", "Order of its components.";
        ENDIAN_CONTROL, "endian_control", 20, 2, Enum(&enums::EndianMode::TABLE), "", "Byte swap.";
        GDI_STRE, "gdi_stre", 24, 1, Enum(&enums::ENABLE_DISABLE), "", "Stretches like Windows GDI.";
        INTER_TILE_PER_FIX, "inter_tile_per_fix", 25, 1, Enum(&DE_DEST_CONFIG_INTER_TILE_PER_FIX), "", "Faster walk of tiles.";
        MINOR_TILED, "minor_tiled", 26, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is in small tiles.";
    }
    pub mod pattern_address = "PATTERN_ADDRESS" at 0x01238 ReadWrite, "Address of the pattern." word Address(0), "", "The address.";
    pub mod pattern_config = "PATTERN_CONFIG" at 0x0123c ReadWrite reserved 0xff88_ff00, "Type of the pattern."
    {
        FORMAT, "format", 0, 4, Enum(&enums::DE_FORMAT_PE10), "", "Its format.";
        TYPE, "type", 4, 1, Enum(&DE_PATTERN_CONFIG_TYPE), "", "Solid colour.";
        COLOR_CONVERT, "color_convert", 5, 1, Enum(&enums::ENABLE_DISABLE), "", "Colours are converted to the destination's format.";
        INIT_TRIGGER, "init_trigger", 6, 2, Uint, "", "The part of the pattern to load.";
        ORIGIN_X, "origin_x", 16, 3, Uint, "px", "Column that the pattern starts with.";
        ORIGIN_Y, "origin_y", 20, 3, Uint, "px", "Row that the pattern starts with.";
    }
    pub mod pattern_low = "PATTERN_LOW" at 0x01240 ReadWrite, "Rows 0 to 3 of a one-bit pattern." word Hex, "", "The value.";
    pub mod pattern_high = "PATTERN_HIGH" at 0x01244 ReadWrite, "Rows 4 to 7 of a one-bit pattern." word Hex, "", "The value.";
    pub mod pattern_mask_low = "PATTERN_MASK_LOW" at 0x01248 ReadWrite, "Rows 0 to 3 of the pattern's mask." word Hex, "", "The value.";
    pub mod pattern_mask_high = "PATTERN_MASK_HIGH" at 0x0124c ReadWrite, "Rows 4 to 7 of the pattern's mask." word Hex, "", "The value.";
    pub mod pattern_bg_color = "PATTERN_BG_COLOR" at 0x01250 ReadWrite, "Colour of zeros in a one-bit pattern." as src_color_bg;
    pub mod pattern_fg_color = "PATTERN_FG_COLOR" at 0x01254 ReadWrite, "Colour of ones in a one-bit pattern." as src_color_bg;
    pub mod rop = "ROP" at 0x0125c ReadWrite reserved 0xffcf_0000, "Raster operation: a table of results by the bits of pattern, source and destination. It determines the surfaces that are read, even where it is not applied."
    {
        ROP_FG, "rop_fg", 0, 8, Hex, "", "For opaque pixels.";
        ROP_BG, "rop_bg", 8, 8, Hex, "", "For transparent pixels.";
        TYPE, "type", 20, 2, Enum(&DE_2D_ROP_TYPE), "", "Its inputs.";
    }
    pub mod clip_top_left = "CLIP_TOP_LEFT" at 0x01260 ReadWrite reserved 0x8000_8000, "First pixel inside the clip."
    {
        X, "x", 0, 15, Uint, "px", "Column.";
        Y, "y", 16, 15, Uint, "px", "Row.";
    }
    pub mod clip_bottom_right = "CLIP_BOTTOM_RIGHT" at 0x01264 ReadWrite, "One after the last pixel inside the clip." as clip_top_left;
    pub mod clear_byte_mask = "CLEAR_BYTE_MASK" at 0x01268 ReadWrite, "Mask of the eight bytes written by CLEAR, PE10." word Hex, "", "The value.";
    pub mod config = "CONFIG" at 0x0126c ReadWrite reserved 0xffc8_ffce, "Mirroring, and selections of the older walkers."
    {
        MIRROR_BLT_ENABLE, "mirror_blt_enable", 0, 1, Enum(&DE_CONFIG_MIRROR_BLT_ENABLE), "", "Whether the copy is mirrored.";
        MIRROR_BLT_MODE, "mirror_blt_mode", 4, 2, Enum(&DE_CONFIG_MIRROR_BLT_MODE), "", "How.";
        SOURCE_SELECT, "source_select", 16, 3, Uint, "", "Source of the older walkers.";
        DESTINATION_SELECT, "destination_select", 20, 2, Uint, "", "Destination of the older walkers.";
    }
    pub mod clear_pixel_value_low = "CLEAR_PIXEL_VALUE_LOW" at 0x01270 ReadWrite, "First four bytes that CLEAR writes, PE10." word Hex, "", "The value.";
    pub mod clear_pixel_value_high = "CLEAR_PIXEL_VALUE_HIGH" at 0x01274 ReadWrite, "Last four bytes that CLEAR writes, PE10." word Hex, "", "The value.";
    pub mod src_origin_fraction = "SRC_ORIGIN_FRACTION" at 0x01278 ReadWrite, "Fractions of the source's corner, for filters."
    {
        X, "x", 0, 16, Uint, "1/65536 px", "Of the column.";
        Y, "y", 16, 16, Uint, "1/65536 px", "Of the row.";
    }
    pub mod alpha_control = "ALPHA_CONTROL" at 0x0127c ReadWrite reserved 0x0000_fffe, "Blending."
    {
        ENABLE, "enable", 0, 1, Enum(&DE_2D_ALPHA_CONTROL_ENABLE), "", "Enables blending, which replaces the raster operation.";
        PE10_GLOBAL_SRC_ALPHA, "pe10_global_src_alpha", 16, 8, Hex, "", "Global alpha of the source, PE10.";
        PE10_GLOBAL_DST_ALPHA, "pe10_global_dst_alpha", 24, 8, Hex, "", "Global alpha of the destination, PE10.";
    }
    pub mod alpha_modes = "ALPHA_MODES" at 0x01280 ReadWrite reserved 0x00ee_ccee, "Blend configuration."
    {
        SRC_ALPHA_MODE, "src_alpha_mode", 0, 1, Enum(&DE_2D_ALPHA_MODES_SRC_ALPHA_MODE), "", "Whether the source's alpha is inverted.";
        DST_ALPHA_MODE, "dst_alpha_mode", 4, 1, Enum(&DE_2D_ALPHA_MODES_DST_ALPHA_MODE), "", "Whether the destination's alpha is inverted.";
        GLOBAL_SRC_ALPHA_MODE, "global_src_alpha_mode", 8, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_SRC_ALPHA_MODE), "", "Combination of the global alpha with the source's.";
        GLOBAL_DST_ALPHA_MODE, "global_dst_alpha_mode", 12, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_DST_ALPHA_MODE), "", "Combination of the global alpha with the destination's.";
        PE10_SRC_COLOR_MULTIPLY, "pe10_src_color_multiply", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "The source's colour is multiplied by its alpha, PE10.";
        PE10_DST_COLOR_MULTIPLY, "pe10_dst_color_multiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "The destination's colour is multiplied by its alpha, PE10.";
        SRC_BLENDING_MODE, "src_blending_mode", 24, 3, Enum(&enums::DeBlendMode::TABLE), "", "Factor of the source.";
        SRC_ALPHA_FACTOR, "src_alpha_factor", 27, 1, Enum(&enums::ENABLE_DISABLE), "", "The source's factor comes from its alpha. Only with FULL_DIRECTFB.";
        DST_BLENDING_MODE, "dst_blending_mode", 28, 3, Enum(&enums::DeBlendMode::TABLE), "", "Factor of the destination.";
        DST_ALPHA_FACTOR, "dst_alpha_factor", 31, 1, Enum(&enums::ENABLE_DISABLE), "", "The destination's factor comes from its alpha. Only with FULL_DIRECTFB.";
    }
    pub mod uplane_address = "UPLANE_ADDRESS" at 0x01284 ReadWrite, "Address of the source's U plane, a multiple of 4." word Address(0), "", "The address.";
    pub mod uplane_stride = "UPLANE_STRIDE" at 0x01288 ReadWrite, "Rows of the source's U plane." as src_stride;
    pub mod vplane_address = "VPLANE_ADDRESS" at 0x0128c ReadWrite, "Address of the source's V plane, a multiple of 4." word Address(0), "", "The address.";
    pub mod vplane_stride = "VPLANE_STRIDE" at 0x01290 ReadWrite, "Rows of the source's V plane." as src_stride;
    pub mod vr_config = "VR_CONFIG" at 0x01294 Write reserved 0xffff_fff4, "Starts the video rasteriser."
    {
        START, "start", 0, 2, Enum(&DE_VR_CONFIG_START), "", "The pass.";
        START_MASK, "start_mask", 3, 1, Keeps(&[&START]), "", "If set, `start` is unchanged.";
    }
    pub mod vr_source_image_low = "VR_SOURCE_IMAGE_LOW" at 0x01298 ReadWrite, "Corner of the source image."
    {
        LEFT, "left", 0, 16, Uint, "px", "First column.";
        TOP, "top", 16, 16, Uint, "px", "First row.";
    }
    pub mod vr_source_image_high = "VR_SOURCE_IMAGE_HIGH" at 0x0129c ReadWrite, "Opposite corner of the source image."
    {
        RIGHT, "right", 0, 16, Uint, "px", "Column after the last.";
        BOTTOM, "bottom", 16, 16, Uint, "px", "Row after the last.";
    }
    pub mod vr_source_origin_low = "VR_SOURCE_ORIGIN_LOW" at 0x012a0 ReadWrite, "Start of the source window in a row."
    {
        X, "x", 0, 32, Fixed(16), "px", "Column.";
    }
    pub mod vr_source_origin_high = "VR_SOURCE_ORIGIN_HIGH" at 0x012a4 ReadWrite, "Start of the source window in a column."
    {
        Y, "y", 0, 32, Fixed(16), "px", "Row.";
    }
    pub mod vr_target_window_low = "VR_TARGET_WINDOW_LOW" at 0x012a8 ReadWrite, "Corner of the window in the destination." as vr_source_image_low;
    pub mod vr_target_window_high = "VR_TARGET_WINDOW_HIGH" at 0x012ac ReadWrite, "Opposite corner of the window in the destination." as vr_source_image_high;
    pub mod pe_config = "PE_CONFIG" at 0x012b0 ReadWrite reserved 0xffff_fff4, "Configuration of the 2D engine's pixel engine."
    {
        DESTINATION_FETCH, "destination_fetch", 0, 2, Enum(&DE_PE_CONFIG_DESTINATION_FETCH), "", "Order of reads of the destination.";
        DESTINATION_FETCH_MASK, "destination_fetch_mask", 3, 1, Keeps(&[&DESTINATION_FETCH]), "", "If set, `destination_fetch` is unchanged.";
    }
    pub mod dest_rotation_height = "DEST_ROTATION_HEIGHT" at 0x012b4 ReadWrite reserved 0xffff_0000, "Rotation of the destination by 180 or 270 degrees."
    {
        HEIGHT, "height", 0, 16, Uint, "px", "Height of the destination.";
    }
    pub mod src_rotation_height = "SRC_ROTATION_HEIGHT" at 0x012b8 ReadWrite reserved 0xffff_0000, "Rotation of the source by 180 or 270 degrees."
    {
        HEIGHT, "height", 0, 16, Uint, "px", "Height of the source.";
    }
    pub mod rot_angle = "ROT_ANGLE" at 0x012bc ReadWrite reserved 0xfff4_4cc0, "Rotation and mirroring."
    {
        SRC, "src", 0, 3, Enum(&enums::DE_ROT_MODE), "", "Rotation of the source.";
        DST, "dst", 3, 3, Enum(&enums::DE_ROT_MODE), "", "Rotation of the destination.";
        SRC_MASK, "src_mask", 8, 1, Keeps(&[&SRC]), "", "If set, `src` is unchanged.";
        DST_MASK, "dst_mask", 9, 1, Keeps(&[&DST]), "", "If set, `dst` is unchanged.";
        SRC_MIRROR, "src_mirror", 12, 2, Enum(&enums::DE_MIRROR_MODE), "", "Mirroring of the source.";
        SRC_MIRROR_MASK, "src_mirror_mask", 15, 1, Keeps(&[&SRC_MIRROR]), "", "If set, `src_mirror` is unchanged.";
        DST_MIRROR, "dst_mirror", 16, 2, Enum(&enums::DE_MIRROR_MODE), "", "Mirroring of the destination.";
        DST_MIRROR_MASK, "dst_mirror_mask", 19, 1, Keeps(&[&DST_MIRROR]), "", "If set, `dst_mirror` is unchanged.";
    }
    pub mod clear_pixel_value32 = "CLEAR_PIXEL_VALUE32" at 0x012c0 ReadWrite when [Has(Feature::G2dPe20)], "Colour that CLEAR writes, PE20." as src_color_bg;
    pub mod dest_color_key = "DEST_COLOR_KEY" at 0x012c4 ReadWrite, "Lowest transparent colour of the destination." as src_color_bg;
    pub mod global_src_color = "GLOBAL_SRC_COLOR" at 0x012c8 ReadWrite when [Has(Feature::G2dPe20)], "Global colour and alpha of the source; the colour of sources that have only alpha. PE20." as src_color_bg;
    pub mod global_dest_color = "GLOBAL_DEST_COLOR" at 0x012cc ReadWrite when [Has(Feature::G2dPe20)], "Global colour and alpha of the destination. PE20." as src_color_bg;
    pub mod color_multiply_modes = "COLOR_MULTIPLY_MODES" at 0x012d0 ReadWrite when [Has(Feature::G2dPe20)] reserved 0xffef_fcee, "Multiplication of colours by alpha. PE20."
    {
        SRC_PREMULTIPLY, "src_premultiply", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "The source's colour is multiplied by its alpha.";
        DST_PREMULTIPLY, "dst_premultiply", 4, 1, Enum(&enums::ENABLE_DISABLE), "", "The destination's colour is multiplied by its alpha.";
        SRC_GLOBAL_PREMULTIPLY, "src_global_premultiply", 8, 2, Enum(&DE_2D_COLOR_MULTIPLY_MODES_SRC_GLOBAL_PREMULTIPLY), "", "Multiplication of the source by the global colour.";
        DST_DEMULTIPLY, "dst_demultiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "The result is divided by its alpha.";
    }
    pub mod pe_transparency = "PE_TRANSPARENCY" at 0x012d4 ReadWrite when [Has(Feature::G2dPe20)] reserved 0x4ccc_eccc, "Transparency. PE20."
    {
        SOURCE, "source", 0, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "Transparency of the source.";
        PATTERN, "pattern", 4, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "Transparency of the pattern; KEY is reserved.";
        DESTINATION, "destination", 8, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "Transparency of the destination; MASK is reserved.";
        TRANSPARENCY_MASK, "transparency_mask", 12, 1, Keeps(&[&SOURCE, &PATTERN, &DESTINATION]), "", "If set, `source`, `pattern` and `destination` are unchanged.";
        USE_SRC_OVERRIDE, "use_src_override", 16, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "Whether the source is read.";
        USE_PAT_OVERRIDE, "use_pat_override", 20, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "Whether the pattern is read.";
        USE_DST_OVERRIDE, "use_dst_override", 24, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "Whether the destination is read.";
        RESOURCE_OVERRIDE_MASK, "resource_override_mask", 28, 1, Keeps(&[&USE_SRC_OVERRIDE, &USE_PAT_OVERRIDE, &USE_DST_OVERRIDE]), "", "If set, the three overrides are unchanged.";
        DFB_COLOR_KEY, "dfb_color_key", 29, 1, Enum(&enums::ENABLE_DISABLE), "", "Colour keys as in DirectFB.";
        DFB_COLOR_KEY_MASK, "dfb_color_key_mask", 31, 1, Keeps(&[&DFB_COLOR_KEY]), "", "If set, `dfb_color_key` is unchanged.";
    }
    pub mod pe_control = "PE_CONTROL" at 0x012d8 ReadWrite reserved 0xffff_f666, "Conversion of colours."
    {
        YUV, "yuv", 0, 1, Enum(&DE_2D_PE_CONTROL_YUV), "", "YUV standard.";
        YUV_MASK, "yuv_mask", 3, 1, Keeps(&[&YUV]), "", "If set, `yuv` is unchanged.";
        UV_SWIZZLE, "uv_swizzle", 4, 1, Enum(&DE_2D_PE_CONTROL_UV_SWIZZLE), "", "Order of the chroma components.";
        UV_SWIZZLE_MASK, "uv_swizzle_mask", 7, 1, Keeps(&[&UV_SWIZZLE]), "", "If set, `uv_swizzle` is unchanged.";
        YUVRGB, "yuvrgb", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "YUV is converted to RGB.";
        YUVRGB_MASK, "yuvrgb_mask", 11, 1, Keeps(&[&YUVRGB]), "", "If set, `yuvrgb` is unchanged.";
    }
    pub mod src_color_key_high = "SRC_COLOR_KEY_HIGH" at 0x012dc ReadWrite, "Highest transparent colour of the source." as src_color_bg;
    pub mod dest_color_key_high = "DEST_COLOR_KEY_HIGH" at 0x012e0 ReadWrite, "Highest transparent colour of the destination." as src_color_bg;
    pub mod vr_config_ex = "VR_CONFIG_EX" at 0x012e4 ReadWrite reserved 0xffff_fe04, "The video rasteriser."
    {
        VERTICAL_LINE_WIDTH, "vertical_line_width", 0, 2, Enum(&DE_VR_CONFIG_EX_VERTICAL_LINE_WIDTH), "", "Pixels of a line in the vertical pass.";
        VERTICAL_LINE_WIDTH_MASK, "vertical_line_width_mask", 3, 1, Keeps(&[&VERTICAL_LINE_WIDTH]), "", "If set, `vertical_line_width` is unchanged.";
        FILTER_TAP, "filter_tap", 4, 4, Uint, "", "Taps of the one-pass filter.";
        FILTER_TAP_MASK, "filter_tap_mask", 8, 1, Keeps(&[&FILTER_TAP]), "", "If set, `filter_tap` is unchanged.";
    }
    pub mod pe_dither_low = "PE_DITHER_LOW" at 0x012e8 ReadWrite, "Thresholds of dithering, rows 0 and 1 of a 4x4 square. All ones: no dithering."
    {
        PIXEL_X0_Y0, "pixel_x0_y0", 0, 4, Uint, "", "Column 0, row 0.";
        PIXEL_X1_Y0, "pixel_x1_y0", 4, 4, Uint, "", "Column 1, row 0.";
        PIXEL_X2_Y0, "pixel_x2_y0", 8, 4, Uint, "", "Column 2, row 0.";
        PIXEL_X3_Y0, "pixel_x3_y0", 12, 4, Uint, "", "Column 3, row 0.";
        PIXEL_X0_Y1, "pixel_x0_y1", 16, 4, Uint, "", "Column 0, row 1.";
        PIXEL_X1_Y1, "pixel_x1_y1", 20, 4, Uint, "", "Column 1, row 1.";
        PIXEL_X2_Y1, "pixel_x2_y1", 24, 4, Uint, "", "Column 2, row 1.";
        PIXEL_X3_Y1, "pixel_x3_y1", 28, 4, Uint, "", "Column 3, row 1.";
    }
    pub mod pe_dither_high = "PE_DITHER_HIGH" at 0x012ec ReadWrite, "Thresholds of dithering, rows 2 and 3 of a 4x4 square. All ones: no dithering."
    {
        PIXEL_X0_Y2, "pixel_x0_y2", 0, 4, Uint, "", "Column 0, row 2.";
        PIXEL_X1_Y2, "pixel_x1_y2", 4, 4, Uint, "", "Column 1, row 2.";
        PIXEL_X2_Y2, "pixel_x2_y2", 8, 4, Uint, "", "Column 2, row 2.";
        PIXEL_X3_Y2, "pixel_x3_y2", 12, 4, Uint, "", "Column 3, row 2.";
        PIXEL_X0_Y3, "pixel_x0_y3", 16, 4, Uint, "", "Column 0, row 3.";
        PIXEL_X1_Y3, "pixel_x1_y3", 20, 4, Uint, "", "Column 1, row 3.";
        PIXEL_X2_Y3, "pixel_x2_y3", 24, 4, Uint, "", "Column 2, row 3.";
        PIXEL_X3_Y3, "pixel_x3_y3", 28, 4, Uint, "", "Column 3, row 3.";
    }
    pub mod bw_config = "BW_CONFIG" at 0x012f0 ReadWrite reserved 0xffff_6666, "Order of the walk of the one-pass filter."
    {
        BLOCK_CONFIG, "block_config", 0, 1, Enum(&DE_BW_CONFIG_BLOCK_CONFIG), "", "Choice of the blocks.";
        BLOCK_CONFIG_MASK, "block_config_mask", 3, 1, Keeps(&[&BLOCK_CONFIG]), "", "If set, `block_config` is unchanged.";
        BLOCK_WALK_DIRECTION, "block_walk_direction", 4, 1, Enum(&DE_BW_CONFIG_BLOCK_WALK_DIRECTION), "", "Axis of blocks.";
        BLOCK_WALK_DIRECTION_MASK, "block_walk_direction_mask", 7, 1, Keeps(&[&BLOCK_WALK_DIRECTION]), "", "If set, `block_walk_direction` is unchanged.";
        TILE_WALK_DIRECTION, "tile_walk_direction", 8, 1, Enum(&DE_BW_CONFIG_TILE_WALK_DIRECTION), "", "Axis of tiles.";
        TILE_WALK_DIRECTION_MASK, "tile_walk_direction_mask", 11, 1, Keeps(&[&TILE_WALK_DIRECTION]), "", "If set, `tile_walk_direction` is unchanged.";
        PIXEL_WALK_DIRECTION, "pixel_walk_direction", 12, 1, Enum(&DE_BW_CONFIG_PIXEL_WALK_DIRECTION), "", "Axis of pixels.";
        PIXEL_WALK_DIRECTION_MASK, "pixel_walk_direction_mask", 15, 1, Keeps(&[&PIXEL_WALK_DIRECTION]), "", "If set, `pixel_walk_direction` is unchanged.";
    }
    pub mod bw_block_size = "BW_BLOCK_SIZE" at 0x012f4 ReadWrite, "Blocks of the walk."
    {
        WIDTH, "width", 0, 16, Uint, "px", "Width.";
        HEIGHT, "height", 16, 16, Uint, "px", "Height.";
    }
    pub mod bw_tile_size = "BW_TILE_SIZE" at 0x012f8 ReadWrite, "Tiles of the walk." as bw_block_size;
    pub mod bw_block_mask = "BW_BLOCK_MASK" at 0x012fc ReadWrite, "Masks of the blocks of the walk."
    {
        HORIZONTAL, "horizontal", 0, 16, Hex, "", "Of columns.";
        VERTICAL, "vertical", 16, 16, Hex, "", "Of rows.";
    }
    pub mod src_ex_config = "SRC_EX_CONFIG" at 0x01300 ReadWrite reserved 0xffff_fef6, "Further layouts of the source."
    {
        MULTI_TILED, "multi_tiled", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is split among pixel pipes.";
        SUPER_TILED, "super_tiled", 3, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is supertiled.";
        MINOR_TILED, "minor_tiled", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "Whether it is in small tiles.";
    }
    pub mod src_ex_address = "SRC_EX_ADDRESS" at 0x01304 ReadWrite, "Address of the second part of a source that is split among pixel pipes." word Address(0), "", "The address.";
    pub mod de_multi_source = "DE_MULTI_SOURCE" at 0x01308 ReadWrite reserved 0xfff8_f8f8, "Multi-source copies."
    {
        MAX_SOURCE, "max_source", 0, 3, MinusOne, "", "Sources.";
        HORIZONTAL_BLOCK, "horizontal_block", 8, 3, Enum(&DE_DE_MULTI_SOURCE_HORIZONTAL_BLOCK), "", "Width of the blocks of the walk.";
        VERTICAL_BLOCK, "vertical_block", 16, 3, Enum(&DE_DE_MULTI_SOURCE_VERTICAL_BLOCK), "", "Height of the blocks of the walk.";
    }
    pub mod deyuv_conversion = "DEYUV_CONVERSION" at 0x0130c ReadWrite, "Conversion to planes of YUV."
    {
        ENABLE, "enable", 0, 2, Enum(&DE_DEYUV_CONVERSION_ENABLE), "", "Planes that are written.";
        PLANE1_COUNT, "plane1_count", 2, 2, MinusOne, "", "Components of plane 1.";
        PLANE2_COUNT, "plane2_count", 4, 2, MinusOne, "", "Components of plane 2.";
        PLANE3_COUNT, "plane3_count", 6, 2, MinusOne, "", "Components of plane 3.";
        PLANE1_SWIZZLE_B, "plane1_swizzle_b", 8, 2, Enum(&enums::DE_COMPONENT), "", "Source of component b of plane 1.";
        PLANE1_SWIZZLE_G, "plane1_swizzle_g", 10, 2, Enum(&enums::DE_COMPONENT), "", "Source of component g of plane 1.";
        PLANE1_SWIZZLE_R, "plane1_swizzle_r", 12, 2, Enum(&enums::DE_COMPONENT), "", "Source of component r of plane 1.";
        PLANE1_SWIZZLE_A, "plane1_swizzle_a", 14, 2, Enum(&enums::DE_COMPONENT), "", "Source of component a of plane 1.";
        PLANE2_SWIZZLE_B, "plane2_swizzle_b", 16, 2, Enum(&enums::DE_COMPONENT), "", "Source of component b of plane 2.";
        PLANE2_SWIZZLE_G, "plane2_swizzle_g", 18, 2, Enum(&enums::DE_COMPONENT), "", "Source of component g of plane 2.";
        PLANE2_SWIZZLE_R, "plane2_swizzle_r", 20, 2, Enum(&enums::DE_COMPONENT), "", "Source of component r of plane 2.";
        PLANE2_SWIZZLE_A, "plane2_swizzle_a", 22, 2, Enum(&enums::DE_COMPONENT), "", "Source of component a of plane 2.";
        PLANE3_SWIZZLE_B, "plane3_swizzle_b", 24, 2, Enum(&enums::DE_COMPONENT), "", "Source of component b of plane 3.";
        PLANE3_SWIZZLE_G, "plane3_swizzle_g", 26, 2, Enum(&enums::DE_COMPONENT), "", "Source of component g of plane 3.";
        PLANE3_SWIZZLE_R, "plane3_swizzle_r", 28, 2, Enum(&enums::DE_COMPONENT), "", "Source of component r of plane 3.";
        PLANE3_SWIZZLE_A, "plane3_swizzle_a", 30, 2, Enum(&enums::DE_COMPONENT), "", "Source of component a of plane 3.";
    }
    pub mod de_plane2_address = "DE_PLANE2_ADDRESS" at 0x01310 ReadWrite, "Address of the second plane that is written." word Address(0), "", "The address.";
    pub mod de_plane2_stride = "DE_PLANE2_STRIDE" at 0x01314 ReadWrite, "Rows of the second plane that is written." as src_stride;
    pub mod de_plane3_address = "DE_PLANE3_ADDRESS" at 0x01318 ReadWrite, "Address of the third plane that is written." word Address(0), "", "The address.";
    pub mod de_plane3_stride = "DE_PLANE3_STRIDE" at 0x0131c ReadWrite, "Rows of the third plane that is written." as src_stride;
    pub mod de_stall_de = "DE_STALL_DE" at 0x01320 ReadWrite reserved 0xffff_fffe, "Waiting."
    {
        ENABLE, "enable", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "The 2D engine waits.";
    }
    pub mod tile_config = "TILE_CONFIG" at 0x01328 ReadWrite reserved 0xffff_fffc, "Supertiles."
    {
        SUPERTILE_VERSION, "supertile_version", 0, 2, Uint, "", "Order of their tiles.";
    }
    pub mod filter_kernel = "FILTER_KERNEL" at 0x01800 ReadWrite [128 by 4], "Weights of the filters, for half of the phases: the others are mirror images."
    {
        COEFFICIENT0, "coefficient0", 0, 16, Fixed(14), "", "Weight 0 of the word.";
        COEFFICIENT1, "coefficient1", 16, 16, Fixed(14), "", "Weight 1 of the word.";
    }
    pub mod index_color_table = "INDEX_COLOR_TABLE" at 0x01c00 ReadWrite [256 by 4], "Palette, PE10." as src_color_bg;
    pub mod hori_filter_kernel = "HORI_FILTER_KERNEL" at 0x02800 ReadWrite [128 by 4], "Weights of the one-pass filter along rows." as filter_kernel;
    pub mod verti_filter_kernel = "VERTI_FILTER_KERNEL" at 0x02a00 ReadWrite [128 by 4], "Weights of the one-pass filter along columns." as filter_kernel;
    pub mod index_color_table32 = "INDEX_COLOR_TABLE32" at 0x03400 ReadWrite [256 by 4] when [Has(Feature::G2dPe20)], "Palette, PE20." as src_color_bg;
}
