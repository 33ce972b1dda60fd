//! Descriptors of arch v4 for framebuffers.

use super::GENXML;
use super::enums::{
    BlockFormat, ColorBufferInternalFormatV4, ColorFormatV4, DownsamplingAccumulationMode, Msaa,
    SFormat, SampleLayout, TieBreakRule, ZsFormat,
};
use tilescope_tables::layout;

layout! {
    pub mod framebuffer_parameters = "FRAMEBUFFER_PARAMETERS", 160, GENXML, "Size, formats and buffers of a framebuffer.";
    INTERNAL_FORMAT, "internal_format", 0, 3, Enum(&ColorBufferInternalFormatV4::TABLE), "", "Internal format.";
    SAMPLE_COUNT, "sample_count", 3, 3, ShiftOf(1), "", "Sample count.";
    SWIZZLE, "swizzle", 6, 12, Hex, "", "Four channels of three bits, x lowest.";
    COLOR_WRITEBACK_FORMAT, "color_writeback_format", 18, 5, Enum(&ColorFormatV4::TABLE), "", "Color writeback format.";
    MSAA, "msaa", 23, 2, Enum(&Msaa::TABLE), "", "MSAA.";
    SRGB, "srgb", 25, 1, Bool, "", "Convert to and from sRGB.";
    COLOR_BLOCK_FORMAT, "color_block_format", 26, 2, Enum(&BlockFormat::TABLE), "", "Color block format.";
    DITHERING_ENABLE, "dithering_enable", 28, 1, Bool, "", "Dithering enable.";
    CLEAN_PIXEL_WRITE_ENABLE, "clean_pixel_write_enable", 29, 1, Bool, "", "Clean pixel write enable.";
    COLOR_PRELOAD_ENABLE, "color_preload_enable", 30, 1, Bool, "", "Color preload enable.";
    COLOR_WRITE_ENABLE, "color_write_enable", 31, 1, Bool, "", "Color write enable.";
    X_DOWNSAMPLING_SCALE, "x_downsampling_scale", 32, 3, Uint, "", "X downsampling scale.";
    Y_DOWNSAMPLING_SCALE, "y_downsampling_scale", 35, 3, Uint, "", "Y downsampling scale.";
    DOWNSAMPLING_ACCUMULATION_MODE, "downsampling_accumulation_mode", 38, 2, Enum(&DownsamplingAccumulationMode::TABLE), "", "Downsampling accumulation mode.";
    SAMPLE_LAYOUT, "sample_layout", 40, 2, Enum(&SampleLayout::TABLE), "", "Sample layout.";
    BIG_ENDIAN, "big_endian", 42, 1, Bool, "", "Big endian.";
    TIE_BREAK_RULE, "tie_break_rule", 43, 3, Enum(&TieBreakRule::TABLE), "", "Tie break rule.";
    CRC_READ_ENABLE, "crc_read_enable", 46, 1, Bool, "", "CRC read enable.";
    CRC_WRITE_ENABLE, "crc_write_enable", 47, 1, Bool, "", "CRC write enable.";
    ZS_BLOCK_FORMAT, "zs_block_format", 48, 2, Enum(&BlockFormat::TABLE), "", "Depth and stencil block format.";
    ZS_FORMAT, "zs_format", 50, 4, Enum(&ZsFormat::TABLE), "", "Depth and stencil format.";
    ZS_PRELOAD_ENABLE, "zs_preload_enable", 54, 1, Bool, "", "Depth and stencil preload enable.";
    ZS_WRITE_ENABLE, "zs_write_enable", 55, 1, Bool, "", "Depth and stencil write enable.";
    S_BLOCK_FORMAT, "s_block_format", 56, 2, Enum(&BlockFormat::TABLE), "", "Stencil block format.";
    S_FORMAT, "s_format", 58, 4, Enum(&SFormat::TABLE), "", "Stencil format.";
    RESERVED_62, "reserved_62", 62, 1, Reserved, "", "Undocumented; drivers write 0.";
    S_WRITE_ENABLE, "s_write_enable", 63, 1, Bool, "", "Stencil write enable.";
    BOUND_MIN_X, "bound_min_x", 64, 16, Uint, "px", "First column.";
    BOUND_MIN_Y, "bound_min_y", 80, 16, Uint, "px", "First row.";
    BOUND_MAX_X, "bound_max_x", 96, 16, Uint, "px", "Last column.";
    BOUND_MAX_Y, "bound_max_y", 112, 16, Uint, "px", "Last row.";
    DCD_OFFSET, "dcd_offset", 128, 32, Uint, "", "Undocumented beyond the name.";
    RESERVED_160, "reserved_160", 160, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_224, "reserved_224", 224, 32, Reserved, "", "Undocumented; drivers write 0.";
    CRC_BUFFER_BASE, "crc_buffer_base", 256, 64, Address(0), "", "CRC buffer: address.";
    CRC_BUFFER_ROW_STRIDE, "crc_buffer_row_stride", 320, 32, Uint, "bytes", "CRC buffer: distance of rows.";
    CRC_BUFFER_SURFACE_STRIDE, "crc_buffer_surface_stride", 352, 32, Uint, "bytes", "CRC buffer: distance of surfaces.";
    COLOR_WRITEBACK_BASE, "color_writeback_base", 384, 64, Address(0), "", "Color writeback: address.";
    COLOR_WRITEBACK_ROW_STRIDE, "color_writeback_row_stride", 448, 32, Uint, "bytes", "Color writeback: distance of rows.";
    COLOR_WRITEBACK_SURFACE_STRIDE, "color_writeback_surface_stride", 480, 32, Uint, "bytes", "Color writeback: distance of surfaces.";
    ZS_WRITEBACK_BASE, "zs_writeback_base", 512, 64, Address(0), "", "Depth and stencil writeback: address.";
    ZS_WRITEBACK_ROW_STRIDE, "zs_writeback_row_stride", 576, 32, Uint, "bytes", "Depth and stencil writeback: distance of rows.";
    ZS_WRITEBACK_SURFACE_STRIDE, "zs_writeback_surface_stride", 608, 32, Uint, "bytes", "Depth and stencil writeback: distance of surfaces.";
    S_WRITEBACK_BASE, "s_writeback_base", 640, 64, Address(0), "", "Stencil writeback: address.";
    S_WRITEBACK_ROW_STRIDE, "s_writeback_row_stride", 704, 32, Uint, "bytes", "Stencil writeback: distance of rows.";
    S_WRITEBACK_SURFACE_STRIDE, "s_writeback_surface_stride", 736, 32, Uint, "bytes", "Stencil writeback: distance of surfaces.";
    COLOR_LOAD_ADDRESS, "color_load_address", 768, 64, Address(0), "", "Color load address.";
    COLOR_LOAD_ROW_STRIDE, "color_load_row_stride", 832, 32, Hex, "", "Color load row stride.";
    COLOR_LOAD_SURFACE_STRIDE, "color_load_surface_stride", 864, 32, Hex, "", "Color load surface stride.";
    ZS_LOAD_ADDRESS, "zs_load_address", 896, 64, Address(0), "", "Depth and stencil load address.";
    ZS_LOAD_ROW_STRIDE, "zs_load_row_stride", 960, 32, Uint, "", "Depth and stencil load row stride.";
    ZS_LOAD_SURFACE_STRIDE, "zs_load_surface_stride", 992, 32, Uint, "", "Depth and stencil load surface stride.";
    S_CLEAR, "s_clear", 1024, 8, Hex, "", "Clear value of the stencil.";
    RESERVED_1032, "reserved_1032", 1032, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_1096, "reserved_1096", 1096, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_1160, "reserved_1160", 1160, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_1224, "reserved_1224", 1224, 56, Reserved, "", "Undocumented; drivers write 0.";
}

layout! {
    pub mod framebuffer_parameters_as_clear = "FRAMEBUFFER_PARAMETERS_AS_CLEAR", 160, GENXML, "Size, formats and buffers of a framebuffer, if the buffers are not preloaded.";
    RESERVED_0, "reserved_0", 0, 64, Reserved, "", "Not in this view.";
    RESERVED_64, "reserved_64", 64, 64, Reserved, "", "Not in this view.";
    RESERVED_128, "reserved_128", 128, 64, Reserved, "", "Not in this view.";
    RESERVED_192, "reserved_192", 192, 64, Reserved, "", "Not in this view.";
    RESERVED_256, "reserved_256", 256, 64, Reserved, "", "Not in this view.";
    RESERVED_320, "reserved_320", 320, 64, Reserved, "", "Not in this view.";
    RESERVED_384, "reserved_384", 384, 64, Reserved, "", "Not in this view.";
    RESERVED_448, "reserved_448", 448, 64, Reserved, "", "Not in this view.";
    RESERVED_512, "reserved_512", 512, 64, Reserved, "", "Not in this view.";
    RESERVED_576, "reserved_576", 576, 64, Reserved, "", "Not in this view.";
    RESERVED_640, "reserved_640", 640, 64, Reserved, "", "Not in this view.";
    RESERVED_704, "reserved_704", 704, 64, Reserved, "", "Not in this view.";
    CLEAR_COLOR_0, "clear_color_0", 768, 32, Hex, "", "Clear color 0.";
    CLEAR_COLOR_1, "clear_color_1", 800, 32, Hex, "", "Clear color 1.";
    CLEAR_COLOR_2, "clear_color_2", 832, 32, Hex, "", "Clear color 2.";
    CLEAR_COLOR_3, "clear_color_3", 864, 32, Hex, "", "Clear color 3.";
    Z_CLEAR, "z_clear", 896, 32, Float32, "", "Clear value of the depth.";
    RESERVED_928, "reserved_928", 928, 64, Reserved, "", "Not in this view.";
    RESERVED_992, "reserved_992", 992, 64, Reserved, "", "Not in this view.";
    RESERVED_1056, "reserved_1056", 1056, 64, Reserved, "", "Not in this view.";
    RESERVED_1120, "reserved_1120", 1120, 64, Reserved, "", "Not in this view.";
    RESERVED_1184, "reserved_1184", 1184, 64, Reserved, "", "Not in this view.";
    RESERVED_1248, "reserved_1248", 1248, 32, Reserved, "", "Not in this view.";
}

layout! {
    pub mod framebuffer_padding_1 = "FRAMEBUFFER_PADDING_1", 24, GENXML, "Padding.";
    RESERVED_0, "reserved_0", 0, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_64, "reserved_64", 64, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_128, "reserved_128", 128, 64, Reserved, "", "Undocumented; drivers write 0.";
}

layout! {
    pub mod framebuffer_padding_2 = "FRAMEBUFFER_PADDING_2", 32, GENXML, "Padding.";
    RESERVED_0, "reserved_0", 0, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_64, "reserved_64", 64, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_128, "reserved_128", 128, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_192, "reserved_192", 192, 64, Reserved, "", "Undocumented; drivers write 0.";
}
