//! Values of fields, under their names.

use tilescope_tables::packet::EnumTable;

/// Values of `a3xx_color_swap`.
#[rustfmt::skip]
pub static A3XX_COLOR_SWAP: EnumTable = EnumTable {
    what: "a3xx_color_swap",
    values: &[
        (0x0, "WZYX"), (0x1, "WXYZ"), (0x2, "ZYXW"), (0x3, "XYZW"),
    ],
};

/// Values of `a3xx_msaa_samples`.
#[rustfmt::skip]
pub static A3XX_MSAA_SAMPLES: EnumTable = EnumTable {
    what: "a3xx_msaa_samples",
    values: &[
        (0x0, "MSAA_ONE"), (0x1, "MSAA_TWO"), (0x2, "MSAA_FOUR"), (0x3, "MSAA_EIGHT"),
    ],
};

/// Values of `a3xx_rb_blend_opcode`.
#[rustfmt::skip]
pub static A3XX_RB_BLEND_OPCODE: EnumTable = EnumTable {
    what: "a3xx_rb_blend_opcode",
    values: &[
        (0x0, "BLEND_DST_PLUS_SRC"), (0x1, "BLEND_SRC_MINUS_DST"), (0x2, "BLEND_DST_MINUS_SRC"),
        (0x3, "BLEND_MIN_DST_SRC"), (0x4, "BLEND_MAX_DST_SRC"),
    ],
};

/// Values of `a3xx_rop_code`.
#[rustfmt::skip]
pub static A3XX_ROP_CODE: EnumTable = EnumTable {
    what: "a3xx_rop_code",
    values: &[
        (0x0, "ROP_CLEAR"), (0x1, "ROP_NOR"), (0x2, "ROP_AND_INVERTED"),
        (0x3, "ROP_COPY_INVERTED"), (0x4, "ROP_AND_REVERSE"), (0x5, "ROP_INVERT"),
        (0x6, "ROP_XOR"), (0x7, "ROP_NAND"), (0x8, "ROP_AND"), (0x9, "ROP_EQUIV"),
        (0xa, "ROP_NOOP"), (0xb, "ROP_OR_INVERTED"), (0xc, "ROP_COPY"), (0xd, "ROP_OR_REVERSE"),
        (0xe, "ROP_OR"), (0xf, "ROP_SET"),
    ],
};

/// Values of `a3xx_threadmode`.
#[rustfmt::skip]
pub static A3XX_THREADMODE: EnumTable = EnumTable {
    what: "a3xx_threadmode",
    values: &[
        (0x0, "MULTI"), (0x1, "SINGLE"),
    ],
};

/// Values of `a4xx_index_size`.
#[rustfmt::skip]
pub static A4XX_INDEX_SIZE: EnumTable = EnumTable {
    what: "a4xx_index_size",
    values: &[
        (0x0, "INDEX4_SIZE_8_BIT"), (0x1, "INDEX4_SIZE_16_BIT"), (0x2, "INDEX4_SIZE_32_BIT"),
    ],
};

/// Values of `a5xx_address_mode`.
#[rustfmt::skip]
pub static A5XX_ADDRESS_MODE: EnumTable = EnumTable {
    what: "a5xx_address_mode",
    values: &[
        (0x0, "ADDR_32B"), (0x1, "ADDR_64B"),
    ],
};

/// Values of `a5xx_line_mode`.
#[rustfmt::skip]
pub static A5XX_LINE_MODE: EnumTable = EnumTable {
    what: "a5xx_line_mode",
    values: &[
        (0x0, "BRESENHAM"), (0x1, "RECTANGULAR"),
    ],
};

/// Values of `a6xx_2d_ifmt`.
#[rustfmt::skip]
pub static A6XX_2D_IFMT: EnumTable = EnumTable {
    what: "a6xx_2d_ifmt",
    values: &[
        (0x10, "R2D_UNORM8"), (0x7, "R2D_INT32"), (0x6, "R2D_INT16"), (0x5, "R2D_INT8"),
        (0x4, "R2D_FLOAT32"), (0x3, "R2D_FLOAT16"), (0x1, "R2D_UNORM8_SRGB"), (0x0, "R2D_RAW"),
    ],
};

/// Values of `a6xx_buffers_location`.
#[rustfmt::skip]
pub static A6XX_BUFFERS_LOCATION: EnumTable = EnumTable {
    what: "a6xx_buffers_location",
    values: &[
        (0x0, "BUFFERS_IN_GMEM"), (0x3, "BUFFERS_IN_SYSMEM"),
    ],
};

/// Values of `a6xx_depth_format`.
#[rustfmt::skip]
pub static A6XX_DEPTH_FORMAT: EnumTable = EnumTable {
    what: "a6xx_depth_format",
    values: &[
        (0x0, "DEPTH6_NONE"), (0x1, "DEPTH6_16"), (0x2, "DEPTH6_24_8"), (0x4, "DEPTH6_32"),
    ],
};

/// Values of `a6xx_draw_indirect_opcode`.
#[rustfmt::skip]
pub static A6XX_DRAW_INDIRECT_OPCODE: EnumTable = EnumTable {
    what: "a6xx_draw_indirect_opcode",
    values: &[
        (0x2, "INDIRECT_OP_NORMAL"), (0x4, "INDIRECT_OP_INDEXED"),
        (0x6, "INDIRECT_OP_INDIRECT_COUNT"), (0x7, "INDIRECT_OP_INDIRECT_COUNT_INDEXED"),
    ],
};

/// Values of `a6xx_format`.
#[rustfmt::skip]
pub static A6XX_FORMAT: EnumTable = EnumTable {
    what: "a6xx_format",
    values: &[
        (0x2, "FMT6_A8_UNORM"), (0x3, "FMT6_8_UNORM"), (0x4, "FMT6_8_SNORM"),
        (0x5, "FMT6_8_UINT"), (0x6, "FMT6_8_SINT"), (0x8, "FMT6_4_4_4_4_UNORM"),
        (0xa, "FMT6_5_5_5_1_UNORM"), (0xc, "FMT6_1_5_5_5_UNORM"), (0xe, "FMT6_5_6_5_UNORM"),
        (0xf, "FMT6_8_8_UNORM"), (0x10, "FMT6_8_8_SNORM"), (0x11, "FMT6_8_8_UINT"),
        (0x12, "FMT6_8_8_SINT"), (0x13, "FMT6_L8_A8_UNORM"), (0x15, "FMT6_16_UNORM"),
        (0x16, "FMT6_16_SNORM"), (0x17, "FMT6_16_FLOAT"), (0x18, "FMT6_16_UINT"),
        (0x19, "FMT6_16_SINT"), (0x21, "FMT6_8_8_8_UNORM"), (0x22, "FMT6_8_8_8_SNORM"),
        (0x23, "FMT6_8_8_8_UINT"), (0x24, "FMT6_8_8_8_SINT"), (0x30, "FMT6_8_8_8_8_UNORM"),
        (0x31, "FMT6_8_8_8_X8_UNORM"), (0x32, "FMT6_8_8_8_8_SNORM"), (0x33, "FMT6_8_8_8_8_UINT"),
        (0x34, "FMT6_8_8_8_8_SINT"), (0x35, "FMT6_9_9_9_E5_FLOAT"),
        (0x36, "FMT6_10_10_10_2_UNORM"), (0x37, "FMT6_10_10_10_2_UNORM_DEST"),
        (0x39, "FMT6_10_10_10_2_SNORM"), (0x3a, "FMT6_10_10_10_2_UINT"),
        (0x3b, "FMT6_10_10_10_2_SINT"), (0x42, "FMT6_11_11_10_FLOAT"), (0x43, "FMT6_16_16_UNORM"),
        (0x44, "FMT6_16_16_SNORM"), (0x45, "FMT6_16_16_FLOAT"), (0x46, "FMT6_16_16_UINT"),
        (0x47, "FMT6_16_16_SINT"), (0x48, "FMT6_32_UNORM"), (0x49, "FMT6_32_SNORM"),
        (0x4a, "FMT6_32_FLOAT"), (0x4b, "FMT6_32_UINT"), (0x4c, "FMT6_32_SINT"),
        (0x4d, "FMT6_32_FIXED"), (0x58, "FMT6_16_16_16_UNORM"), (0x59, "FMT6_16_16_16_SNORM"),
        (0x5a, "FMT6_16_16_16_FLOAT"), (0x5b, "FMT6_16_16_16_UINT"), (0x5c, "FMT6_16_16_16_SINT"),
        (0x60, "FMT6_16_16_16_16_UNORM"), (0x61, "FMT6_16_16_16_16_SNORM"),
        (0x62, "FMT6_16_16_16_16_FLOAT"), (0x63, "FMT6_16_16_16_16_UINT"),
        (0x64, "FMT6_16_16_16_16_SINT"), (0x65, "FMT6_32_32_UNORM"), (0x66, "FMT6_32_32_SNORM"),
        (0x67, "FMT6_32_32_FLOAT"), (0x68, "FMT6_32_32_UINT"), (0x69, "FMT6_32_32_SINT"),
        (0x6a, "FMT6_32_32_FIXED"), (0x70, "FMT6_32_32_32_UNORM"), (0x71, "FMT6_32_32_32_SNORM"),
        (0x72, "FMT6_32_32_32_UINT"), (0x73, "FMT6_32_32_32_SINT"), (0x74, "FMT6_32_32_32_FLOAT"),
        (0x75, "FMT6_32_32_32_FIXED"), (0x80, "FMT6_32_32_32_32_UNORM"),
        (0x81, "FMT6_32_32_32_32_SNORM"), (0x82, "FMT6_32_32_32_32_FLOAT"),
        (0x83, "FMT6_32_32_32_32_UINT"), (0x84, "FMT6_32_32_32_32_SINT"),
        (0x85, "FMT6_32_32_32_32_FIXED"), (0x8c, "FMT6_G8R8B8R8_422_UNORM"),
        (0x8d, "FMT6_R8G8R8B8_422_UNORM"), (0x8e, "FMT6_R8_G8B8_2PLANE_420_UNORM"),
        (0x8f, "FMT6_NV21"), (0x90, "FMT6_R8_G8_B8_3PLANE_420_UNORM"),
        (0x91, "FMT6_Z24_UNORM_S8_UINT_AS_R8G8B8A8"), (0x94, "FMT6_NV12_Y"),
        (0x95, "FMT6_NV12_UV"), (0x96, "FMT6_NV12_VU"), (0x97, "FMT6_NV12_4R"),
        (0x98, "FMT6_NV12_4R_Y"), (0x99, "FMT6_NV12_4R_UV"), (0x9a, "FMT6_P010"),
        (0x9b, "FMT6_P010_Y"), (0x9c, "FMT6_P010_UV"), (0x9d, "FMT6_TP10"), (0x9e, "FMT6_TP10_Y"),
        (0x9f, "FMT6_TP10_UV"), (0xa0, "FMT6_Z24_UNORM_S8_UINT"), (0xab, "FMT6_ETC2_RG11_UNORM"),
        (0xac, "FMT6_ETC2_RG11_SNORM"), (0xad, "FMT6_ETC2_R11_UNORM"),
        (0xae, "FMT6_ETC2_R11_SNORM"), (0xaf, "FMT6_ETC1"), (0xb0, "FMT6_ETC2_RGB8"),
        (0xb1, "FMT6_ETC2_RGBA8"), (0xb2, "FMT6_ETC2_RGB8A1"), (0xb3, "FMT6_DXT1"),
        (0xb4, "FMT6_DXT3"), (0xb5, "FMT6_DXT5"), (0xb7, "FMT6_RGTC1_UNORM"),
        (0xb8, "FMT6_RGTC1_SNORM"), (0xbb, "FMT6_RGTC2_UNORM"), (0xbc, "FMT6_RGTC2_SNORM"),
        (0xbe, "FMT6_BPTC_UFLOAT"), (0xbf, "FMT6_BPTC_FLOAT"), (0xc0, "FMT6_BPTC"),
        (0xc1, "FMT6_ASTC_4x4"), (0xc2, "FMT6_ASTC_5x4"), (0xc3, "FMT6_ASTC_5x5"),
        (0xc4, "FMT6_ASTC_6x5"), (0xc5, "FMT6_ASTC_6x6"), (0xc6, "FMT6_ASTC_8x5"),
        (0xc7, "FMT6_ASTC_8x6"), (0xc8, "FMT6_ASTC_8x8"), (0xc9, "FMT6_ASTC_10x5"),
        (0xca, "FMT6_ASTC_10x6"), (0xcb, "FMT6_ASTC_10x8"), (0xcc, "FMT6_ASTC_10x10"),
        (0xcd, "FMT6_ASTC_12x10"), (0xce, "FMT6_ASTC_12x12"), (0xea, "FMT6_Z24_UINT_S8_UINT"),
        (0xff, "FMT6_NONE"),
    ],
};

/// Values of `a6xx_fragcoord_sample_mode`.
#[rustfmt::skip]
pub static A6XX_FRAGCOORD_SAMPLE_MODE: EnumTable = EnumTable {
    what: "a6xx_fragcoord_sample_mode",
    values: &[
        (0x0, "FRAGCOORD_CENTER"), (0x3, "FRAGCOORD_SAMPLE"),
    ],
};

/// Values of `a6xx_isam_mode`.
#[rustfmt::skip]
pub static A6XX_ISAM_MODE: EnumTable = EnumTable {
    what: "a6xx_isam_mode",
    values: &[
        (0x2, "ISAMMODE_GL"),
    ],
};

/// Values of `a6xx_lrz_dir_status`.
#[rustfmt::skip]
pub static A6XX_LRZ_DIR_STATUS: EnumTable = EnumTable {
    what: "a6xx_lrz_dir_status",
    values: &[
        (0x1, "LRZ_DIR_LE"), (0x2, "LRZ_DIR_GE"), (0x3, "LRZ_DIR_INVALID"),
    ],
};

/// Values of `a6xx_marker`.
#[rustfmt::skip]
pub static A6XX_MARKER: EnumTable = EnumTable {
    what: "a6xx_marker",
    values: &[
        (0x1, "RM6_BYPASS"), (0x2, "RM6_BINNING"), (0x4, "RM6_GMEM"), (0x5, "RM6_ENDVIS"),
        (0x6, "RM6_RESOLVE"), (0x7, "RM6_YIELD"), (0x8, "RM6_COMPUTE"), (0xc, "RM6_BLIT2DSCALE"),
        (0xd, "RM6_IB1LIST_START"), (0xe, "RM6_IB1LIST_END"), (0x100, "RM6_IFPC_ENABLE"),
        (0x101, "RM6_IFPC_DISABLE"),
    ],
};

/// Values of `a6xx_patch_type`.
#[rustfmt::skip]
pub static A6XX_PATCH_TYPE: EnumTable = EnumTable {
    what: "a6xx_patch_type",
    values: &[
        (0x0, "TESS_QUADS"), (0x1, "TESS_TRIANGLES"), (0x2, "TESS_ISOLINES"),
    ],
};

/// Values of `a6xx_polygon_mode`.
#[rustfmt::skip]
pub static A6XX_POLYGON_MODE: EnumTable = EnumTable {
    what: "a6xx_polygon_mode",
    values: &[
        (0x1, "POLYMODE6_POINTS"), (0x2, "POLYMODE6_LINES"), (0x3, "POLYMODE6_TRIANGLES"),
    ],
};

/// Values of `a6xx_raster_direction`.
#[rustfmt::skip]
pub static A6XX_RASTER_DIRECTION: EnumTable = EnumTable {
    what: "a6xx_raster_direction",
    values: &[
        (0x0, "LR_TB"), (0x1, "RL_TB"), (0x2, "LR_BT"), (0x3, "RB_BT"),
    ],
};

/// Values of `a6xx_raster_mode`.
#[rustfmt::skip]
pub static A6XX_RASTER_MODE: EnumTable = EnumTable {
    what: "a6xx_raster_mode",
    values: &[
        (0x0, "TYPE_TILED"), (0x1, "TYPE_WRITER"),
    ],
};

/// Values of `a6xx_reduction_mode`.
#[rustfmt::skip]
pub static A6XX_REDUCTION_MODE: EnumTable = EnumTable {
    what: "a6xx_reduction_mode",
    values: &[
        (0x0, "A6XX_REDUCTION_MODE_AVERAGE"), (0x1, "A6XX_REDUCTION_MODE_MIN"),
        (0x2, "A6XX_REDUCTION_MODE_MAX"),
    ],
};

/// Values of `a6xx_render_mode`.
#[rustfmt::skip]
pub static A6XX_RENDER_MODE: EnumTable = EnumTable {
    what: "a6xx_render_mode",
    values: &[
        (0x0, "RENDERING_PASS"), (0x1, "BINNING_PASS"),
    ],
};

/// Values of `a6xx_rotation`.
#[rustfmt::skip]
pub static A6XX_ROTATION: EnumTable = EnumTable {
    what: "a6xx_rotation",
    values: &[
        (0x0, "ROTATE_0"), (0x1, "ROTATE_90"), (0x2, "ROTATE_180"), (0x3, "ROTATE_270"),
        (0x4, "ROTATE_HFLIP"), (0x5, "ROTATE_VFLIP"),
    ],
};

/// Values of `a6xx_sequenced_thread_dist`.
#[rustfmt::skip]
pub static A6XX_SEQUENCED_THREAD_DIST: EnumTable = EnumTable {
    what: "a6xx_sequenced_thread_dist",
    values: &[
        (0x0, "DIST_SCREEN_COORD"), (0x1, "DIST_ALL_TO_RB0"),
    ],
};

/// Values of `a6xx_single_prim_mode`.
#[rustfmt::skip]
pub static A6XX_SINGLE_PRIM_MODE: EnumTable = EnumTable {
    what: "a6xx_single_prim_mode",
    values: &[
        (0x0, "NO_FLUSH"), (0x1, "FLUSH_PER_OVERLAP_AND_OVERWRITE"), (0x3, "FLUSH_PER_OVERLAP"),
    ],
};

/// Values of `a6xx_state_block`.
#[rustfmt::skip]
pub static A6XX_STATE_BLOCK: EnumTable = EnumTable {
    what: "a6xx_state_block",
    values: &[
        (0x0, "SB6_VS_TEX"), (0x1, "SB6_HS_TEX"), (0x2, "SB6_DS_TEX"), (0x3, "SB6_GS_TEX"),
        (0x4, "SB6_FS_TEX"), (0x5, "SB6_CS_TEX"), (0x8, "SB6_VS_SHADER"), (0x9, "SB6_HS_SHADER"),
        (0xa, "SB6_DS_SHADER"), (0xb, "SB6_GS_SHADER"), (0xc, "SB6_FS_SHADER"),
        (0xd, "SB6_CS_SHADER"), (0xe, "SB6_IBO"), (0xf, "SB6_CS_IBO"),
    ],
};

/// Values of `a6xx_state_src`.
#[rustfmt::skip]
pub static A6XX_STATE_SRC: EnumTable = EnumTable {
    what: "a6xx_state_src",
    values: &[
        (0x0, "SS6_DIRECT"), (0x1, "SS6_BINDLESS"), (0x2, "SS6_INDIRECT"), (0x3, "SS6_UBO"),
    ],
};

/// Values of `a6xx_state_type`.
#[rustfmt::skip]
pub static A6XX_STATE_TYPE: EnumTable = EnumTable {
    what: "a6xx_state_type",
    values: &[
        (0x0, "ST6_SHADER"), (0x1, "ST6_CONSTANTS"), (0x2, "ST6_UBO"), (0x3, "ST6_IBO"),
    ],
};

/// Values of `a6xx_tess_output`.
#[rustfmt::skip]
pub static A6XX_TESS_OUTPUT: EnumTable = EnumTable {
    what: "a6xx_tess_output",
    values: &[
        (0x0, "TESS_POINTS"), (0x1, "TESS_LINES"), (0x2, "TESS_CW_TRIS"), (0x3, "TESS_CCW_TRIS"),
    ],
};

/// Values of `a6xx_tess_spacing`.
#[rustfmt::skip]
pub static A6XX_TESS_SPACING: EnumTable = EnumTable {
    what: "a6xx_tess_spacing",
    values: &[
        (0x0, "TESS_EQUAL"), (0x2, "TESS_FRACTIONAL_ODD"), (0x3, "TESS_FRACTIONAL_EVEN"),
    ],
};

/// Values of `a6xx_tex_aniso`.
#[rustfmt::skip]
pub static A6XX_TEX_ANISO: EnumTable = EnumTable {
    what: "a6xx_tex_aniso",
    values: &[
        (0x0, "A6XX_TEX_ANISO_1"), (0x1, "A6XX_TEX_ANISO_2"), (0x2, "A6XX_TEX_ANISO_4"),
        (0x3, "A6XX_TEX_ANISO_8"), (0x4, "A6XX_TEX_ANISO_16"),
    ],
};

/// Values of `a6xx_tex_clamp`.
#[rustfmt::skip]
pub static A6XX_TEX_CLAMP: EnumTable = EnumTable {
    what: "a6xx_tex_clamp",
    values: &[
        (0x0, "A6XX_TEX_REPEAT"), (0x1, "A6XX_TEX_CLAMP_TO_EDGE"),
        (0x2, "A6XX_TEX_MIRROR_REPEAT"), (0x3, "A6XX_TEX_CLAMP_TO_BORDER"),
        (0x4, "A6XX_TEX_MIRROR_CLAMP"),
    ],
};

/// Values of `a6xx_tex_filter`.
#[rustfmt::skip]
pub static A6XX_TEX_FILTER: EnumTable = EnumTable {
    what: "a6xx_tex_filter",
    values: &[
        (0x0, "A6XX_TEX_NEAREST"), (0x1, "A6XX_TEX_LINEAR"), (0x2, "A6XX_TEX_ANISO"),
        (0x3, "A6XX_TEX_CUBIC"),
    ],
};

/// Values of `a6xx_tex_swiz`.
#[rustfmt::skip]
pub static A6XX_TEX_SWIZ: EnumTable = EnumTable {
    what: "a6xx_tex_swiz",
    values: &[
        (0x0, "A6XX_TEX_X"), (0x1, "A6XX_TEX_Y"), (0x2, "A6XX_TEX_Z"), (0x3, "A6XX_TEX_W"),
        (0x4, "A6XX_TEX_ZERO"), (0x5, "A6XX_TEX_ONE"),
    ],
};

/// Values of `a6xx_tex_type`.
#[rustfmt::skip]
pub static A6XX_TEX_TYPE: EnumTable = EnumTable {
    what: "a6xx_tex_type",
    values: &[
        (0x0, "A6XX_TEX_1D"), (0x1, "A6XX_TEX_2D"), (0x2, "A6XX_TEX_CUBE"), (0x3, "A6XX_TEX_3D"),
        (0x4, "A6XX_TEX_BUFFER"),
    ],
};

/// Values of `a6xx_threadsize`.
#[rustfmt::skip]
pub static A6XX_THREADSIZE: EnumTable = EnumTable {
    what: "a6xx_threadsize",
    values: &[
        (0x0, "THREAD64"), (0x1, "THREAD128"),
    ],
};

/// Values of `a6xx_tile_mode`.
#[rustfmt::skip]
pub static A6XX_TILE_MODE: EnumTable = EnumTable {
    what: "a6xx_tile_mode",
    values: &[
        (0x0, "TILE6_LINEAR"), (0x2, "TILE6_2"), (0x3, "TILE6_3"),
    ],
};

/// Values of `a6xx_ztest_mode`.
#[rustfmt::skip]
pub static A6XX_ZTEST_MODE: EnumTable = EnumTable {
    what: "a6xx_ztest_mode",
    values: &[
        (0x0, "A6XX_EARLY_Z"), (0x1, "A6XX_LATE_Z"), (0x2, "A6XX_EARLY_LRZ_LATE_Z"),
    ],
};

/// Values of `adreno_compare_func`.
#[rustfmt::skip]
pub static ADRENO_COMPARE_FUNC: EnumTable = EnumTable {
    what: "adreno_compare_func",
    values: &[
        (0x0, "FUNC_NEVER"), (0x1, "FUNC_LESS"), (0x2, "FUNC_EQUAL"), (0x3, "FUNC_LEQUAL"),
        (0x4, "FUNC_GREATER"), (0x5, "FUNC_NOTEQUAL"), (0x6, "FUNC_GEQUAL"), (0x7, "FUNC_ALWAYS"),
    ],
};

/// Values of `adreno_rb_blend_factor`.
#[rustfmt::skip]
pub static ADRENO_RB_BLEND_FACTOR: EnumTable = EnumTable {
    what: "adreno_rb_blend_factor",
    values: &[
        (0x0, "FACTOR_ZERO"), (0x1, "FACTOR_ONE"), (0x4, "FACTOR_SRC_COLOR"),
        (0x5, "FACTOR_ONE_MINUS_SRC_COLOR"), (0x6, "FACTOR_SRC_ALPHA"),
        (0x7, "FACTOR_ONE_MINUS_SRC_ALPHA"), (0x8, "FACTOR_DST_COLOR"),
        (0x9, "FACTOR_ONE_MINUS_DST_COLOR"), (0xa, "FACTOR_DST_ALPHA"),
        (0xb, "FACTOR_ONE_MINUS_DST_ALPHA"), (0xc, "FACTOR_CONSTANT_COLOR"),
        (0xd, "FACTOR_ONE_MINUS_CONSTANT_COLOR"), (0xe, "FACTOR_CONSTANT_ALPHA"),
        (0xf, "FACTOR_ONE_MINUS_CONSTANT_ALPHA"), (0x10, "FACTOR_SRC_ALPHA_SATURATE"),
        (0x14, "FACTOR_SRC1_COLOR"), (0x15, "FACTOR_ONE_MINUS_SRC1_COLOR"),
        (0x16, "FACTOR_SRC1_ALPHA"), (0x17, "FACTOR_ONE_MINUS_SRC1_ALPHA"),
    ],
};

/// Values of `adreno_rb_dither_mode`.
#[rustfmt::skip]
pub static ADRENO_RB_DITHER_MODE: EnumTable = EnumTable {
    what: "adreno_rb_dither_mode",
    values: &[
        (0x0, "DITHER_DISABLE"), (0x1, "DITHER_ALWAYS"), (0x2, "DITHER_IF_ALPHA_OFF"),
    ],
};

/// Values of `adreno_stencil_op`.
#[rustfmt::skip]
pub static ADRENO_STENCIL_OP: EnumTable = EnumTable {
    what: "adreno_stencil_op",
    values: &[
        (0x0, "STENCIL_KEEP"), (0x1, "STENCIL_ZERO"), (0x2, "STENCIL_REPLACE"),
        (0x3, "STENCIL_INCR_CLAMP"), (0x4, "STENCIL_DECR_CLAMP"), (0x5, "STENCIL_INVERT"),
        (0x6, "STENCIL_INCR_WRAP"), (0x7, "STENCIL_DECR_WRAP"),
    ],
};

/// Values of `compare_mode`.
#[rustfmt::skip]
pub static COMPARE_MODE: EnumTable = EnumTable {
    what: "compare_mode",
    values: &[
        (0x1, "PRED_TEST"), (0x2, "REG_COMPARE"), (0x3, "RENDER_MODE"),
    ],
};

/// Values of `cp_blit_cmd`.
#[rustfmt::skip]
pub static CP_BLIT_CMD: EnumTable = EnumTable {
    what: "cp_blit_cmd",
    values: &[
        (0x0, "BLIT_OP_FILL"), (0x1, "BLIT_OP_COPY"), (0x3, "BLIT_OP_SCALE"),
    ],
};

/// Values of `cp_cond_function`.
#[rustfmt::skip]
pub static CP_COND_FUNCTION: EnumTable = EnumTable {
    what: "cp_cond_function",
    values: &[
        (0x0, "WRITE_ALWAYS"), (0x1, "WRITE_LT"), (0x2, "WRITE_LE"), (0x3, "WRITE_EQ"),
        (0x4, "WRITE_NE"), (0x5, "WRITE_GE"), (0x6, "WRITE_GT"),
    ],
};

/// Values of `cp_draw_pred_src`.
#[rustfmt::skip]
pub static CP_DRAW_PRED_SRC: EnumTable = EnumTable {
    what: "cp_draw_pred_src",
    values: &[
        (0x5, "PRED_SRC_MEM"),
    ],
};

/// Values of `cp_draw_pred_test`.
#[rustfmt::skip]
pub static CP_DRAW_PRED_TEST: EnumTable = EnumTable {
    what: "cp_draw_pred_test",
    values: &[
        (0x0, "NE_0_PASS"), (0x1, "EQ_0_PASS"),
    ],
};

/// Values of `ctxswitch_ib`.
#[rustfmt::skip]
pub static CTXSWITCH_IB: EnumTable = EnumTable {
    what: "ctxswitch_ib",
    values: &[
        (0x0, "RESTORE_IB"), (0x1, "YIELD_RESTORE_IB"), (0x2, "SAVE_IB"), (0x3, "RB_SAVE_IB"),
    ],
};

/// Values of `pc_di_index_size`.
#[rustfmt::skip]
pub static PC_DI_INDEX_SIZE: EnumTable = EnumTable {
    what: "pc_di_index_size",
    values: &[
        (0x0, "INDEX_SIZE_IGN"), (0x0, "INDEX_SIZE_16_BIT"), (0x1, "INDEX_SIZE_32_BIT"),
        (0x2, "INDEX_SIZE_8_BIT"), (0x3, "INDEX_SIZE_INVALID"),
    ],
};

/// Values of `pc_di_primtype`.
#[rustfmt::skip]
pub static PC_DI_PRIMTYPE: EnumTable = EnumTable {
    what: "pc_di_primtype",
    values: &[
        (0x0, "DI_PT_NONE"), (0x1, "DI_PT_POINTLIST_PSIZE"), (0x2, "DI_PT_LINELIST"),
        (0x3, "DI_PT_LINESTRIP"), (0x4, "DI_PT_TRILIST"), (0x5, "DI_PT_TRIFAN"),
        (0x6, "DI_PT_TRISTRIP"), (0x7, "DI_PT_LINELOOP"), (0x8, "DI_PT_RECTLIST"),
        (0x9, "DI_PT_POINTLIST"), (0xa, "DI_PT_LINE_ADJ"), (0xb, "DI_PT_LINESTRIP_ADJ"),
        (0xc, "DI_PT_TRI_ADJ"), (0xd, "DI_PT_TRISTRIP_ADJ"), (0x1f, "DI_PT_PATCHES0"),
        (0x20, "DI_PT_PATCHES1"), (0x21, "DI_PT_PATCHES2"), (0x22, "DI_PT_PATCHES3"),
        (0x23, "DI_PT_PATCHES4"), (0x24, "DI_PT_PATCHES5"), (0x25, "DI_PT_PATCHES6"),
        (0x26, "DI_PT_PATCHES7"), (0x27, "DI_PT_PATCHES8"), (0x28, "DI_PT_PATCHES9"),
        (0x29, "DI_PT_PATCHES10"), (0x2a, "DI_PT_PATCHES11"), (0x2b, "DI_PT_PATCHES12"),
        (0x2c, "DI_PT_PATCHES13"), (0x2d, "DI_PT_PATCHES14"), (0x2e, "DI_PT_PATCHES15"),
        (0x2f, "DI_PT_PATCHES16"), (0x30, "DI_PT_PATCHES17"), (0x31, "DI_PT_PATCHES18"),
        (0x32, "DI_PT_PATCHES19"), (0x33, "DI_PT_PATCHES20"), (0x34, "DI_PT_PATCHES21"),
        (0x35, "DI_PT_PATCHES22"), (0x36, "DI_PT_PATCHES23"), (0x37, "DI_PT_PATCHES24"),
        (0x38, "DI_PT_PATCHES25"), (0x39, "DI_PT_PATCHES26"), (0x3a, "DI_PT_PATCHES27"),
        (0x3b, "DI_PT_PATCHES28"), (0x3c, "DI_PT_PATCHES29"), (0x3d, "DI_PT_PATCHES30"),
        (0x3e, "DI_PT_PATCHES31"),
    ],
};

/// Values of `pc_di_src_sel`.
#[rustfmt::skip]
pub static PC_DI_SRC_SEL: EnumTable = EnumTable {
    what: "pc_di_src_sel",
    values: &[
        (0x0, "DI_SRC_SEL_DMA"), (0x1, "DI_SRC_SEL_IMMEDIATE"), (0x2, "DI_SRC_SEL_AUTO_INDEX"),
        (0x3, "DI_SRC_SEL_AUTO_XFB"),
    ],
};

/// Values of `pc_di_vis_cull_mode`.
#[rustfmt::skip]
pub static PC_DI_VIS_CULL_MODE: EnumTable = EnumTable {
    what: "pc_di_vis_cull_mode",
    values: &[
        (0x0, "IGNORE_VISIBILITY"), (0x1, "USE_VISIBILITY"),
    ],
};

/// Values of `pseudo_reg`.
#[rustfmt::skip]
pub static PSEUDO_REG: EnumTable = EnumTable {
    what: "pseudo_reg",
    values: &[
        (0x0, "SMMU_INFO"), (0x1, "NON_SECURE_SAVE_ADDR"), (0x2, "SECURE_SAVE_ADDR"),
        (0x3, "NON_PRIV_SAVE_ADDR"), (0x4, "COUNTER"),
    ],
};

/// Values of `reg_tracker`.
#[rustfmt::skip]
pub static REG_TRACKER: EnumTable = EnumTable {
    what: "reg_tracker",
    values: &[
        (0x1, "TRACK_CNTL_REG"), (0x2, "TRACK_RENDER_CNTL"), (0x4, "UNK_EVENT_WRITE"),
        (0x8, "TRACK_LRZ"),
    ],
};

/// Values of `vgt_event_type`.
#[rustfmt::skip]
pub static VGT_EVENT_TYPE: EnumTable = EnumTable {
    what: "vgt_event_type",
    values: &[
        (0x0, "VS_DEALLOC"), (0x1, "PS_DEALLOC"), (0x2, "VS_DONE_TS"), (0x3, "PS_DONE_TS"),
        (0x4, "CACHE_FLUSH_TS"), (0x5, "CONTEXT_DONE"), (0x6, "CACHE_FLUSH"),
        (0x9, "WRITE_PRIMITIVE_COUNTS"), (0xb, "START_PRIMITIVE_CTRS"),
        (0xc, "STOP_PRIMITIVE_CTRS"), (0x15, "ZPASS_DONE"), (0x16, "RB_DONE_TS"),
        (0x1b, "VS_FETCH_DONE"), (0x8, "WT_DONE_TS"), (0xd, "START_FRAGMENT_CTRS"),
        (0xe, "STOP_FRAGMENT_CTRS"), (0xf, "START_COMPUTE_CTRS"), (0x10, "STOP_COMPUTE_CTRS"),
        (0x11, "FLUSH_SO_0"), (0x12, "FLUSH_SO_1"), (0x13, "FLUSH_SO_2"), (0x14, "FLUSH_SO_3"),
        (0x18, "PC_CCU_INVALIDATE_DEPTH"), (0x19, "PC_CCU_INVALIDATE_COLOR"),
        (0x1a, "PC_CCU_RESOLVE_TS"), (0x1c, "PC_CCU_FLUSH_DEPTH_TS"),
        (0x1d, "PC_CCU_FLUSH_COLOR_TS"), (0x1e, "BLIT"), (0x25, "LRZ_CLEAR"), (0x26, "LRZ_FLUSH"),
        (0x27, "BLIT_OP_FILL_2D"), (0x28, "BLIT_OP_COPY_2D"), (0x2a, "BLIT_OP_SCALE_2D"),
        (0x2b, "CONTEXT_DONE_2D"), (0x2c, "UNK_2C"), (0x2d, "UNK_2D"), (0x31, "CACHE_INVALIDATE"),
        (0x3f, "LABEL"),
    ],
};
