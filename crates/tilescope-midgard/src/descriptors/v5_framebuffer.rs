//! Descriptors of arch v5 for framebuffers.

use super::GENXML;
use super::enums::{
    BlockFormat, ColorBufferInternalFormat, ColorFormatV5, DownsamplingAccumulationMode, Msaa,
    RtEndianness, SFormat, SamplePattern, TieBreakRule, YuvConvK6, YuvConvK7Clamp, YuvConvK8,
    ZInternalFormat, ZsFormat, ZsPreloadFormat,
};
use tilescope_tables::layout;

layout! {
    pub mod framebuffer_parameters = "FRAMEBUFFER_PARAMETERS", 24, GENXML, "Size, formats and buffers of a framebuffer.";
    WIDTH, "width", 0, 16, MinusOne, "px", "Width.";
    HEIGHT, "height", 16, 16, MinusOne, "px", "Height.";
    BOUND_MIN_X, "bound_min_x", 32, 16, Uint, "px", "First column.";
    BOUND_MIN_Y, "bound_min_y", 48, 16, Uint, "px", "First row.";
    BOUND_MAX_X, "bound_max_x", 64, 16, Uint, "px", "Last column.";
    BOUND_MAX_Y, "bound_max_y", 80, 16, Uint, "px", "Last row.";
    SAMPLE_COUNT, "sample_count", 96, 3, ShiftOf(1), "", "Sample count.";
    SAMPLE_PATTERN, "sample_pattern", 99, 3, Enum(&SamplePattern::TABLE), "", "Sample pattern.";
    TIE_BREAK_RULE, "tie_break_rule", 102, 3, Enum(&TieBreakRule::TABLE), "", "Tie break rule.";
    EFFECTIVE_TILE_SIZE, "effective_tile_size", 105, 4, ShiftOf(1), "px", "Pixels of a tile.";
    X_DOWNSAMPLING_SCALE, "x_downsampling_scale", 109, 3, Uint, "", "X downsampling scale.";
    Y_DOWNSAMPLING_SCALE, "y_downsampling_scale", 112, 3, Uint, "", "Y downsampling scale.";
    RENDER_TARGET_COUNT, "render_target_count", 115, 4, MinusOne, "", "Render targets.";
    RESERVED_119, "reserved_119", 119, 1, Reserved, "", "Undocumented; drivers write 0.";
    COLOR_BUFFER_ALLOCATION, "color_buffer_allocation", 120, 8, Address(10), "bytes", "Tile buffer memory of all targets.";
    S_CLEAR, "s_clear", 128, 8, Hex, "", "Clear value of the stencil.";
    S_WRITE_ENABLE, "s_write_enable", 136, 1, Bool, "", "Stencil write enable.";
    S_PRELOAD_ENABLE, "s_preload_enable", 137, 1, Bool, "", "Stencil preload enable.";
    S_UNLOAD_ENABLE, "s_unload_enable", 138, 1, Bool, "", "Stencil unload enable.";
    RESERVED_139, "reserved_139", 139, 5, Reserved, "", "Undocumented; drivers write 0.";
    Z_INTERNAL_FORMAT, "z_internal_format", 144, 2, Enum(&ZInternalFormat::TABLE), "", "Depth internal format.";
    Z_WRITE_ENABLE, "z_write_enable", 146, 1, Bool, "", "Depth write enable.";
    Z_PRELOAD_ENABLE, "z_preload_enable", 147, 1, Bool, "", "Depth preload enable.";
    Z_UNLOAD_ENABLE, "z_unload_enable", 148, 1, Bool, "", "Depth unload enable.";
    HAS_ZS_CRC_EXTENSION, "has_zs_crc_extension", 149, 1, Bool, "", "An extension follows.";
    RESERVED_150, "reserved_150", 150, 8, Reserved, "", "Undocumented; drivers write 0.";
    CRC_READ_ENABLE, "crc_read_enable", 158, 1, Bool, "", "CRC read enable.";
    CRC_WRITE_ENABLE, "crc_write_enable", 159, 1, Bool, "", "CRC write enable.";
    Z_CLEAR, "z_clear", 160, 32, Float32, "", "Clear value of the depth.";
}

layout! {
    pub mod zs_crc_extension = "ZS_CRC_EXTENSION", 64, GENXML, "Depth, stencil and CRC buffers of a framebuffer.";
    CRC_BASE, "crc_base", 0, 64, Address(0), "", "CRC base.";
    CRC_ROW_STRIDE, "crc_row_stride", 64, 32, Uint, "", "CRC row stride.";
    ZS_WRITE_FORMAT, "zs_write_format", 96, 4, Enum(&ZsFormat::TABLE), "", "Depth and stencil write format.";
    ZS_BLOCK_FORMAT, "zs_block_format", 100, 2, Enum(&BlockFormat::TABLE), "", "Depth and stencil block format.";
    ZS_MSAA, "zs_msaa", 102, 2, Enum(&Msaa::TABLE), "", "Depth and stencil MSAA.";
    ZS_BIG_ENDIAN, "zs_big_endian", 104, 1, Bool, "", "Depth and stencil big endian.";
    RESERVED_105, "reserved_105", 105, 1, Reserved, "", "Undocumented; drivers write 0.";
    ZS_CLEAN_PIXEL_WRITE_ENABLE, "zs_clean_pixel_write_enable", 106, 1, Bool, "", "Depth and stencil clean pixel write enable.";
    RESERVED_107, "reserved_107", 107, 5, Reserved, "", "Undocumented; drivers write 0.";
    S_WRITE_FORMAT, "s_write_format", 112, 4, Enum(&SFormat::TABLE), "", "Stencil write format.";
    S_BLOCK_FORMAT, "s_block_format", 116, 2, Enum(&BlockFormat::TABLE), "", "Stencil block format.";
    S_MSAA, "s_msaa", 118, 2, Enum(&Msaa::TABLE), "", "Stencil MSAA.";
    RESERVED_120, "reserved_120", 120, 4, Reserved, "", "Undocumented; drivers write 0.";
    ZS_PRELOAD_FORMAT, "zs_preload_format", 124, 4, Enum(&ZsPreloadFormat::TABLE), "", "Depth and stencil preload format.";
    ZS_WRITEBACK_BASE, "zs_writeback_base", 128, 64, Address(0), "", "Depth and stencil writeback base.";
    ZS_WRITEBACK_ROW_STRIDE, "zs_writeback_row_stride", 192, 32, Uint, "", "Depth and stencil writeback row stride.";
    ZS_WRITEBACK_SURFACE_STRIDE, "zs_writeback_surface_stride", 224, 32, Uint, "", "Depth and stencil writeback surface stride.";
    S_WRITEBACK_BASE, "s_writeback_base", 256, 64, Address(0), "", "Stencil writeback base.";
    S_WRITEBACK_ROW_STRIDE, "s_writeback_row_stride", 320, 32, Uint, "", "Stencil writeback row stride.";
    S_WRITEBACK_SURFACE_STRIDE, "s_writeback_surface_stride", 352, 32, Uint, "", "Stencil writeback surface stride.";
    ZS_PRELOAD_BASE, "zs_preload_base", 384, 64, Address(0), "", "Depth and stencil preload base.";
    ZS_PRELOAD_ROW_STRIDE, "zs_preload_row_stride", 448, 32, Uint, "", "Depth and stencil preload row stride.";
    ZS_PRELOAD_SURFACE_STRIDE, "zs_preload_surface_stride", 480, 32, Uint, "", "Depth and stencil preload surface stride.";
}

layout! {
    pub mod zs_crc_extension_as_afbc = "ZS_CRC_EXTENSION_AS_AFBC", 64, GENXML, "Depth, stencil and CRC buffers of a framebuffer, if the buffers are compressed.";
    RESERVED_0, "reserved_0", 0, 64, Reserved, "", "Not in this view.";
    RESERVED_64, "reserved_64", 64, 64, Reserved, "", "Not in this view.";
    ZS_AFBC_HEADER, "zs_afbc_header", 128, 64, Address(0), "", "Depth and stencil AFBC header.";
    ZS_AFBC_ROW_STRIDE, "zs_afbc_row_stride", 192, 13, Uint, "", "Depth and stencil AFBC row stride.";
    RESERVED_205, "reserved_205", 205, 19, Reserved, "", "Not in this view.";
    ZS_AFBC_CHUNK_SIZE, "zs_afbc_chunk_size", 224, 12, Uint, "", "Depth and stencil AFBC chunk size.";
    RESERVED_236, "reserved_236", 236, 4, Reserved, "", "Not in this view.";
    ZS_AFBC_SPARSE, "zs_afbc_sparse", 240, 1, Bool, "", "Depth and stencil AFBC sparse.";
    RESERVED_241, "reserved_241", 241, 15, Reserved, "", "Not in this view.";
    ZS_AFBC_BODY, "zs_afbc_body", 256, 64, Address(0), "", "Depth and stencil AFBC body.";
    ZS_AFBC_BODY_SIZE, "zs_afbc_body_size", 320, 32, Uint, "", "Depth and stencil AFBC body size.";
    RESERVED_352, "reserved_352", 352, 64, Reserved, "", "Not in this view.";
    RESERVED_416, "reserved_416", 416, 64, Reserved, "", "Not in this view.";
    RESERVED_480, "reserved_480", 480, 32, Reserved, "", "Not in this view.";
}

layout! {
    pub mod render_target_yuv_overlay = "RENDER_TARGET_YUV_OVERLAY", 64, GENXML, "The part of a render target that is specific to YUV.";
    RESERVED_0, "reserved_0", 0, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_64, "reserved_64", 64, 16, Reserved, "", "Undocumented; drivers write 0.";
    CONV_K5, "conv_k5", 80, 8, Uint, "", "Conv k5.";
    CONV_K6, "conv_k6", 88, 1, Enum(&YuvConvK6::TABLE), "", "Conv k6.";
    CONV_K7_CLAMP, "conv_k7_clamp", 89, 2, Enum(&YuvConvK7Clamp::TABLE), "", "Conv k7 clamp.";
    CONV_K8, "conv_k8", 91, 1, Enum(&YuvConvK8::TABLE), "", "Conv k8.";
    RESERVED_92, "reserved_92", 92, 3, Reserved, "", "Undocumented; drivers write 0.";
    CONV_DISABLE, "conv_disable", 95, 1, Bool, "", "Conv disable.";
    CONV_K1, "conv_k1", 96, 8, Uint, "", "Conv k1.";
    CONV_K2, "conv_k2", 104, 8, Uint, "", "Conv k2.";
    CONV_K3, "conv_k3", 112, 8, Uint, "", "Conv k3.";
    CONV_K4, "conv_k4", 120, 8, Uint, "", "Conv k4.";
    PLANE_0_BASE, "plane_0_base", 128, 64, Address(0), "", "Plane 0 base.";
    PLANE_1_BASE, "plane_1_base", 192, 64, Address(0), "", "Plane 1 base.";
    PLANE_2_BASE, "plane_2_base", 256, 64, Address(0), "", "Plane 2 base.";
    PLANE_0_STRIDE, "plane_0_stride", 320, 32, Uint, "", "Plane 0 stride.";
    PLANE_1_2_STRIDE, "plane_1_2_stride", 352, 32, Uint, "", "Plane 1 2 stride.";
    RESERVED_384, "reserved_384", 384, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_448, "reserved_448", 448, 64, Reserved, "", "Undocumented; drivers write 0.";
}

layout! {
    pub mod render_target_afbc_overlay = "RENDER_TARGET_AFBC_OVERLAY", 64, GENXML, "The part of a render target that is specific to compression.";
    RESERVED_0, "reserved_0", 0, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_64, "reserved_64", 64, 64, Reserved, "", "Undocumented; drivers write 0.";
    HEADER, "header", 128, 64, Address(0), "", "Header.";
    ROW_STRIDE, "row_stride", 192, 13, Uint, "bytes", "Distance of rows.";
    RESERVED_205, "reserved_205", 205, 19, Reserved, "", "Undocumented; drivers write 0.";
    CHUNK_SIZE, "chunk_size", 224, 12, Uint, "", "Chunk size.";
    RESERVED_236, "reserved_236", 236, 4, Reserved, "", "Undocumented; drivers write 0.";
    SPARSE, "sparse", 240, 1, Bool, "", "Sparse.";
    YUV_TRANSFORM_ENABLE, "yuv_transform_enable", 241, 1, Bool, "", "YUV transform enable.";
    RESERVED_242, "reserved_242", 242, 14, Reserved, "", "Undocumented; drivers write 0.";
    BODY, "body", 256, 64, Address(0), "", "Body.";
    BODY_SIZE, "body_size", 320, 32, Uint, "", "Body size.";
    RESERVED_352, "reserved_352", 352, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_416, "reserved_416", 416, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_480, "reserved_480", 480, 32, Reserved, "", "Undocumented; drivers write 0.";
}

layout! {
    pub mod rt_clear = "RT_CLEAR", 16, GENXML, "The clear colour of a render target, in its internal format.";
    COLOR_0, "color_0", 0, 32, Hex, "", "Color 0.";
    COLOR_1, "color_1", 32, 32, Hex, "", "Color 1.";
    COLOR_2, "color_2", 64, 32, Hex, "", "Color 2.";
    COLOR_3, "color_3", 96, 32, Hex, "", "Color 3.";
}

layout! {
    pub mod render_target = "RENDER_TARGET", 64, GENXML, "A render target of a framebuffer.";
    RESERVED_0, "reserved_0", 0, 4, Reserved, "", "Undocumented; drivers write 0.";
    INTERNAL_BUFFER_OFFSET, "internal_buffer_offset", 4, 12, Address(4), "bytes", "Offset in the tile buffer.";
    RESERVED_16, "reserved_16", 16, 8, Reserved, "", "Undocumented; drivers write 0.";
    YUV_ENABLE, "yuv_enable", 24, 1, Bool, "", "YUV enable.";
    RESERVED_25, "reserved_25", 25, 1, Reserved, "", "Undocumented; drivers write 0.";
    INTERNAL_FORMAT, "internal_format", 26, 6, Enum(&ColorBufferInternalFormat::TABLE), "", "Internal format.";
    WRITE_ENABLE, "write_enable", 32, 1, Bool, "", "Write enable.";
    RESERVED_33, "reserved_33", 33, 2, Reserved, "", "Undocumented; drivers write 0.";
    WRITEBACK_FORMAT, "writeback_format", 35, 5, Enum(&ColorFormatV5::TABLE), "", "Writeback format.";
    WRITEBACK_ENDIANNESS, "writeback_endianness", 40, 2, Enum(&RtEndianness::TABLE), "", "Writeback endianness.";
    WRITEBACK_BLOCK_FORMAT, "writeback_block_format", 42, 2, Enum(&BlockFormat::TABLE), "", "Writeback block format.";
    WRITEBACK_MSAA, "writeback_msaa", 44, 2, Enum(&Msaa::TABLE), "", "Writeback MSAA.";
    SRGB, "srgb", 46, 1, Bool, "", "Convert to and from sRGB.";
    DITHERING_ENABLE, "dithering_enable", 47, 1, Bool, "", "Dithering enable.";
    SWIZZLE, "swizzle", 48, 12, Hex, "", "Four channels of three bits, x lowest.";
    RESERVED_60, "reserved_60", 60, 1, Reserved, "", "Undocumented; drivers write 0.";
    WRITEBACK_SAMPLING_MODE, "writeback_sampling_mode", 61, 2, Enum(&DownsamplingAccumulationMode::TABLE), "", "Writeback sampling mode.";
    CLEAN_PIXEL_WRITE_ENABLE, "clean_pixel_write_enable", 63, 1, Bool, "", "Clean pixel write enable.";
    PRELOAD_ENABLE, "preload_enable", 64, 1, Bool, "", "Preload enable.";
    UNLOAD_ENABLE, "unload_enable", 65, 1, Bool, "", "Unload enable.";
    RESERVED_66, "reserved_66", 66, 1, Reserved, "", "Undocumented; drivers write 0.";
    PRELOAD_FORMAT, "preload_format", 67, 5, Enum(&ColorFormatV5::TABLE), "", "Preload format.";
    PRELOAD_ENDIANNESS, "preload_endianness", 72, 2, Enum(&RtEndianness::TABLE), "", "Preload endianness.";
    PRELOAD_BLOCK_FORMAT, "preload_block_format", 74, 4, Enum(&BlockFormat::TABLE), "", "Preload block format.";
    PRELOAD_MSAA, "preload_msaa", 78, 2, Enum(&Msaa::TABLE), "", "Preload MSAA.";
    RESERVED_80, "reserved_80", 80, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_144, "reserved_144", 144, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_208, "reserved_208", 208, 48, Reserved, "", "Undocumented; drivers write 0.";
    RGB_BASE, "rgb_base", 256, 64, Address(0), "", "RGB: address.";
    RGB_ROW_STRIDE, "rgb_row_stride", 320, 32, Uint, "bytes", "RGB: distance of rows.";
    RGB_SURFACE_STRIDE, "rgb_surface_stride", 352, 32, Uint, "bytes", "RGB: distance of surfaces.";
    PRELOAD_BUFFER_BASE, "preload_buffer_base", 384, 64, Address(0), "", "Preload buffer: address.";
    PRELOAD_BUFFER_ROW_STRIDE, "preload_buffer_row_stride", 448, 32, Uint, "bytes", "Preload buffer: distance of rows.";
    PRELOAD_BUFFER_SURFACE_STRIDE, "preload_buffer_surface_stride", 480, 32, Uint, "bytes", "Preload buffer: distance of surfaces.";
}

layout! {
    pub mod render_target_as_clear = "RENDER_TARGET_AS_CLEAR", 64, GENXML, "A render target of a framebuffer, if the target is not preloaded.";
    RESERVED_0, "reserved_0", 0, 64, Reserved, "", "Not in this view.";
    RESERVED_64, "reserved_64", 64, 64, Reserved, "", "Not in this view.";
    RESERVED_128, "reserved_128", 128, 64, Reserved, "", "Not in this view.";
    RESERVED_192, "reserved_192", 192, 64, Reserved, "", "Not in this view.";
    RESERVED_256, "reserved_256", 256, 64, Reserved, "", "Not in this view.";
    RESERVED_320, "reserved_320", 320, 64, Reserved, "", "Not in this view.";
    CLEAR_COLOR_0, "clear_color_0", 384, 32, Hex, "", "Clear: color 0.";
    CLEAR_COLOR_1, "clear_color_1", 416, 32, Hex, "", "Clear: color 1.";
    CLEAR_COLOR_2, "clear_color_2", 448, 32, Hex, "", "Clear: color 2.";
    CLEAR_COLOR_3, "clear_color_3", 480, 32, Hex, "", "Clear: color 3.";
}
