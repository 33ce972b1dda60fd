//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::registers;

///
pub static DE_2D_SRC_CONFIG_SRC_RELATIVE: EnumTable = EnumTable {
    what: "de 2d src config src relative",
    values: &[(0, "ABSOLUTE"), (1, "RELATIVE")],
};

///
pub static DE_2D_SRC_CONFIG_LOCATION: EnumTable = EnumTable {
    what: "de 2d src config location",
    values: &[(0, "MEMORY"), (1, "STREAM")],
};

///
pub static DE_2D_SRC_CONFIG_PACK: EnumTable = EnumTable {
    what: "de 2d src config pack",
    values: &[
        (0, "PACKED8"),
        (1, "PACKED16"),
        (2, "PACKED32"),
        (3, "UNPACKED"),
    ],
};

///
pub static DE_2D_SRC_CONFIG_MONO_TRANSPARENCY: EnumTable = EnumTable {
    what: "de 2d src config mono transparency",
    values: &[(0, "BACKGROUND"), (1, "FOREGROUND")],
};

///
pub static DE_DEST_CONFIG_COMMAND: EnumTable = EnumTable {
    what: "de dest config command",
    values: &[
        (0, "CLEAR"),
        (1, "LINE"),
        (2, "BIT_BLT"),
        (3, "BIT_BLT_REVERSED"),
        (4, "STRETCH_BLT"),
        (5, "HOR_FILTER_BLT"),
        (6, "VER_FILTER_BLT"),
        (7, "ONE_PASS_FILTER_BLT"),
        (8, "MULTI_SOURCE_BLT"),
    ],
};

///
pub static DE_DEST_CONFIG_INTER_TILE_PER_FIX: EnumTable = EnumTable {
    what: "de dest config inter tile per fix",
    values: &[(1, "DISABLED"), (0, "ENABLED")],
};

///
pub static DE_PATTERN_CONFIG_TYPE: EnumTable = EnumTable {
    what: "de pattern config type",
    values: &[(0, "SOLID_COLOR"), (1, "PATTERN")],
};

///
pub static DE_2D_ROP_TYPE: EnumTable = EnumTable {
    what: "de 2d rop type",
    values: &[
        (0, "ROP2_PATTERN"),
        (1, "ROP2_SOURCE"),
        (2, "ROP3"),
        (3, "ROP4"),
    ],
};

///
pub static DE_CONFIG_MIRROR_BLT_ENABLE: EnumTable = EnumTable {
    what: "de config mirror blt enable",
    values: &[(0, "OFF"), (1, "ON")],
};

///
pub static DE_CONFIG_MIRROR_BLT_MODE: EnumTable = EnumTable {
    what: "de config mirror blt mode",
    values: &[
        (0, "NORMAL"),
        (1, "HMIRROR"),
        (2, "VMIRROR"),
        (3, "FULL_MIRROR"),
    ],
};

///
pub static DE_2D_ALPHA_CONTROL_ENABLE: EnumTable = EnumTable {
    what: "de 2d alpha control enable",
    values: &[(0, "OFF"), (1, "ON")],
};

///
pub static DE_2D_ALPHA_MODES_SRC_ALPHA_MODE: EnumTable = EnumTable {
    what: "de 2d alpha modes src alpha mode",
    values: &[(0, "NORMAL"), (1, "INVERSED")],
};

///
pub static DE_2D_ALPHA_MODES_DST_ALPHA_MODE: EnumTable = EnumTable {
    what: "de 2d alpha modes dst alpha mode",
    values: &[(0, "NORMAL"), (1, "INVERSED")],
};

///
pub static DE_2D_ALPHA_MODES_GLOBAL_SRC_ALPHA_MODE: EnumTable = EnumTable {
    what: "de 2d alpha modes global src alpha mode",
    values: &[(0, "NORMAL"), (1, "GLOBAL"), (2, "SCALED")],
};

///
pub static DE_2D_ALPHA_MODES_GLOBAL_DST_ALPHA_MODE: EnumTable = EnumTable {
    what: "de 2d alpha modes global dst alpha mode",
    values: &[(0, "NORMAL"), (1, "GLOBAL"), (2, "SCALED")],
};

///
pub static DE_VR_CONFIG_START: EnumTable = EnumTable {
    what: "de vr config start",
    values: &[
        (0, "HORIZONTAL_BLIT"),
        (1, "VERTICAL_BLIT"),
        (2, "ONE_PASS_BLIT"),
    ],
};

///
pub static DE_PE_CONFIG_DESTINATION_FETCH: EnumTable = EnumTable {
    what: "de pe config destination fetch",
    values: &[(0, "DISABLE"), (1, "DEFAULT"), (2, "ALWAYS")],
};

///
pub static DE_2D_COLOR_MULTIPLY_MODES_SRC_GLOBAL_PREMULTIPLY: EnumTable = EnumTable {
    what: "de 2d color multiply modes src global premultiply",
    values: &[(0, "DISABLE"), (1, "ALPHA"), (2, "COLOR")],
};

///
pub static DE_2D_PE_CONTROL_YUV: EnumTable = EnumTable {
    what: "de 2d pe control yuv",
    values: &[(0, "601"), (1, "709")],
};

///
pub static DE_2D_PE_CONTROL_UV_SWIZZLE: EnumTable = EnumTable {
    what: "de 2d pe control uv swizzle",
    values: &[(0, "UV"), (1, "VU")],
};

///
pub static DE_VR_CONFIG_EX_VERTICAL_LINE_WIDTH: EnumTable = EnumTable {
    what: "de vr config ex vertical line width",
    values: &[(0, "AUTO"), (1, "PIXELS16"), (2, "PIXELS32")],
};

///
pub static DE_BW_CONFIG_BLOCK_CONFIG: EnumTable = EnumTable {
    what: "de bw config block config",
    values: &[(0, "AUTO"), (1, "CUSTOMIZE")],
};

///
pub static DE_BW_CONFIG_BLOCK_WALK_DIRECTION: EnumTable = EnumTable {
    what: "de bw config block walk direction",
    values: &[(0, "RIGHT_BOTTOM"), (1, "BOTTOM_RIGHT")],
};

///
pub static DE_BW_CONFIG_TILE_WALK_DIRECTION: EnumTable = EnumTable {
    what: "de bw config tile walk direction",
    values: &[(0, "RIGHT_BOTTOM"), (1, "BOTTOM_RIGHT")],
};

///
pub static DE_BW_CONFIG_PIXEL_WALK_DIRECTION: EnumTable = EnumTable {
    what: "de bw config pixel walk direction",
    values: &[(0, "RIGHT_BOTTOM"), (1, "BOTTOM_RIGHT")],
};

///
pub static DE_DE_MULTI_SOURCE_HORIZONTAL_BLOCK: EnumTable = EnumTable {
    what: "de de multi source horizontal block",
    values: &[
        (0, "PIXEL16"),
        (1, "PIXEL32"),
        (2, "PIXEL64"),
        (3, "PIXEL128"),
        (4, "PIXEL256"),
        (5, "PIXEL512"),
    ],
};

///
pub static DE_DE_MULTI_SOURCE_VERTICAL_BLOCK: EnumTable = EnumTable {
    what: "de de multi source vertical block",
    values: &[
        (0, "LINE1"),
        (1, "LINE2"),
        (2, "LINE4"),
        (3, "LINE8"),
        (4, "LINE16"),
        (5, "LINE32"),
        (6, "LINE64"),
        (7, "LINE128"),
    ],
};

///
pub static DE_DEYUV_CONVERSION_ENABLE: EnumTable = EnumTable {
    what: "de deyuv conversion enable",
    values: &[(0, "OFF"), (1, "PLANE1"), (2, "PLANE2"), (3, "PLANE3")],
};

registers! {
    pub static REGISTERS = "DE", RNNDB, "The registers, by address.";
    pub mod src_address = "SRC_ADDRESS" at 0x01200 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod src_stride = "SRC_STRIDE" at 0x01204 ReadWrite, ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod src_rotation_config = "SRC_ROTATION_CONFIG" at 0x01208 ReadWrite, ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        ROTATION, "rotation", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "No known meaning.";
    }
    pub mod src_config = "SRC_CONFIG" at 0x0120c ReadWrite, ""
    {
        PE10_SOURCE_FORMAT, "pe10_source_format", 0, 4, Enum(&enums::DE_FORMAT), "", "";
        TRANSPARENCY, "transparency", 4, 2, Uint, "", "";
        SRC_RELATIVE, "src_relative", 6, 1, Enum(&DE_2D_SRC_CONFIG_SRC_RELATIVE), "", "";
        TILED, "tiled", 7, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        LOCATION, "location", 8, 1, Enum(&DE_2D_SRC_CONFIG_LOCATION), "", "";
        RESERVED9, "reserved9", 9, 3, Reserved, "", "No known meaning.";
        PACK, "pack", 12, 2, Enum(&DE_2D_SRC_CONFIG_PACK), "", "";
        RESERVED14, "reserved14", 14, 1, Reserved, "", "No known meaning.";
        MONO_TRANSPARENCY, "mono_transparency", 15, 1, Enum(&DE_2D_SRC_CONFIG_MONO_TRANSPARENCY), "", "";
        UNK16, "unk16", 16, 1, Bool, "", "No known meaning.";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "No known meaning.";
        SWIZZLE, "swizzle", 20, 2, Enum(&enums::DE_SWIZZLE), "", "";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "No known meaning.";
        SOURCE_FORMAT, "source_format", 24, 5, Enum(&enums::DE_FORMAT), "", "";
        DISABLE420_L2_CACHE, "disable420_l2_cache", 29, 1, Bool, "", "";
        ENDIAN_CONTROL, "endian_control", 30, 2, Enum(&enums::ENDIAN_MODE), "", "";
    }
    pub mod src_origin = "SRC_ORIGIN" at 0x01210 ReadWrite, ""
    {
        X, "x", 0, 16, Uint, "", "";
        Y, "y", 16, 16, Uint, "", "";
    }
    pub mod src_size = "SRC_SIZE" at 0x01214 ReadWrite, ""
    {
        X, "x", 0, 16, Uint, "", "";
        Y, "y", 16, 16, Uint, "", "";
    }
    pub mod src_color_bg = "SRC_COLOR_BG" at 0x01218 ReadWrite, ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod src_color_fg = "SRC_COLOR_FG" at 0x0121c ReadWrite, ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod stretch_factor_low = "STRETCH_FACTOR_LOW" at 0x01220 ReadWrite, ""
    {
        X, "x", 0, 31, Uint, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod stretch_factor_high = "STRETCH_FACTOR_HIGH" at 0x01224 ReadWrite, ""
    {
        Y, "y", 0, 31, Uint, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod dest_address = "DEST_ADDRESS" at 0x01228 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod dest_stride = "DEST_STRIDE" at 0x0122c ReadWrite, ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod dest_rotation_config = "DEST_ROTATION_CONFIG" at 0x01230 ReadWrite, ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        ROTATION, "rotation", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "No known meaning.";
    }
    pub mod dest_config = "DEST_CONFIG" at 0x01234 ReadWrite, ""
    {
        FORMAT, "format", 0, 5, Enum(&enums::DE_FORMAT), "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        TILED, "tiled", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED9, "reserved9", 9, 3, Reserved, "", "No known meaning.";
        COMMAND, "command", 12, 4, Enum(&DE_DEST_CONFIG_COMMAND), "", "";
        SWIZZLE, "swizzle", 16, 2, Enum(&enums::DE_SWIZZLE), "", "";
        RESERVED18, "reserved18", 18, 2, Reserved, "", "No known meaning.";
        ENDIAN_CONTROL, "endian_control", 20, 2, Enum(&enums::ENDIAN_MODE), "", "";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "No known meaning.";
        GDI_STRE, "gdi_stre", 24, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        INTER_TILE_PER_FIX, "inter_tile_per_fix", 25, 1, Enum(&DE_DEST_CONFIG_INTER_TILE_PER_FIX), "", "";
        MINOR_TILED, "minor_tiled", 26, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED27, "reserved27", 27, 5, Reserved, "", "No known meaning.";
    }
    pub mod pattern_address = "PATTERN_ADDRESS" at 0x01238 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod pattern_config = "PATTERN_CONFIG" at 0x0123c ReadWrite, ""
    {
        FORMAT, "format", 0, 4, Uint, "", "";
        TYPE, "type", 4, 1, Enum(&DE_PATTERN_CONFIG_TYPE), "", "";
        COLOR_CONVERT, "color_convert", 5, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        INIT_TRIGGER, "init_trigger", 6, 2, Uint, "", "";
        RESERVED8, "reserved8", 8, 8, Reserved, "", "No known meaning.";
        ORIGIN_X, "origin_x", 16, 3, Uint, "", "";
        RESERVED19, "reserved19", 19, 1, Reserved, "", "No known meaning.";
        ORIGIN_Y, "origin_y", 20, 3, Uint, "", "";
        RESERVED23, "reserved23", 23, 9, Reserved, "", "No known meaning.";
    }
    pub mod pattern_low = "PATTERN_LOW" at 0x01240 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod pattern_high = "PATTERN_HIGH" at 0x01244 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod pattern_mask_low = "PATTERN_MASK_LOW" at 0x01248 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod pattern_mask_high = "PATTERN_MASK_HIGH" at 0x0124c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod pattern_bg_color = "PATTERN_BG_COLOR" at 0x01250 ReadWrite, ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod pattern_fg_color = "PATTERN_FG_COLOR" at 0x01254 ReadWrite, ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod rop = "ROP" at 0x0125c ReadWrite, ""
    {
        ROP_FG, "rop_fg", 0, 8, Uint, "", "";
        ROP_BG, "rop_bg", 8, 8, Uint, "", "";
        RESERVED16, "reserved16", 16, 4, Reserved, "", "No known meaning.";
        TYPE, "type", 20, 2, Enum(&DE_2D_ROP_TYPE), "", "";
        RESERVED22, "reserved22", 22, 10, Reserved, "", "No known meaning.";
    }
    pub mod clip_top_left = "CLIP_TOP_LEFT" at 0x01260 ReadWrite, ""
    {
        X, "x", 0, 15, Uint, "", "";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        Y, "y", 16, 15, Uint, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod clip_bottom_right = "CLIP_BOTTOM_RIGHT" at 0x01264 ReadWrite, ""
    {
        X, "x", 0, 15, Uint, "", "";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        Y, "y", 16, 15, Uint, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod clear_byte_mask = "CLEAR_BYTE_MASK" at 0x01268 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod config = "CONFIG" at 0x0126c ReadWrite, ""
    {
        MIRROR_BLT_ENABLE, "mirror_blt_enable", 0, 1, Enum(&DE_CONFIG_MIRROR_BLT_ENABLE), "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        MIRROR_BLT_MODE, "mirror_blt_mode", 4, 2, Enum(&DE_CONFIG_MIRROR_BLT_MODE), "", "";
        RESERVED6, "reserved6", 6, 10, Reserved, "", "No known meaning.";
        SOURCE_SELECT, "source_select", 16, 3, Uint, "", "";
        RESERVED19, "reserved19", 19, 1, Reserved, "", "No known meaning.";
        DESTINATION_SELECT, "destination_select", 20, 2, Uint, "", "";
        RESERVED22, "reserved22", 22, 10, Reserved, "", "No known meaning.";
    }
    pub mod clear_pixel_value_low = "CLEAR_PIXEL_VALUE_LOW" at 0x01270 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod clear_pixel_value_high = "CLEAR_PIXEL_VALUE_HIGH" at 0x01274 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod src_origin_fraction = "SRC_ORIGIN_FRACTION" at 0x01278 ReadWrite, ""
    {
        X, "x", 0, 16, Uint, "", "";
        Y, "y", 16, 16, Uint, "", "";
    }
    pub mod alpha_control = "ALPHA_CONTROL" at 0x0127c ReadWrite, ""
    {
        ENABLE, "enable", 0, 1, Enum(&DE_2D_ALPHA_CONTROL_ENABLE), "", "";
        RESERVED1, "reserved1", 1, 15, Reserved, "", "No known meaning.";
        PE10_GLOBAL_SRC_ALPHA, "pe10_global_src_alpha", 16, 8, Uint, "", "";
        PE10_GLOBAL_DST_ALPHA, "pe10_global_dst_alpha", 24, 8, Uint, "", "";
    }
    pub mod alpha_modes = "ALPHA_MODES" at 0x01280 ReadWrite, ""
    {
        SRC_ALPHA_MODE, "src_alpha_mode", 0, 1, Enum(&DE_2D_ALPHA_MODES_SRC_ALPHA_MODE), "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        DST_ALPHA_MODE, "dst_alpha_mode", 4, 1, Enum(&DE_2D_ALPHA_MODES_DST_ALPHA_MODE), "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        GLOBAL_SRC_ALPHA_MODE, "global_src_alpha_mode", 8, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_SRC_ALPHA_MODE), "", "";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "No known meaning.";
        GLOBAL_DST_ALPHA_MODE, "global_dst_alpha_mode", 12, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_DST_ALPHA_MODE), "", "";
        RESERVED14, "reserved14", 14, 2, Reserved, "", "No known meaning.";
        PE10_SRC_COLOR_MULTIPLY, "pe10_src_color_multiply", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "No known meaning.";
        PE10_DST_COLOR_MULTIPLY, "pe10_dst_color_multiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED21, "reserved21", 21, 3, Reserved, "", "No known meaning.";
        SRC_BLENDING_MODE, "src_blending_mode", 24, 3, Enum(&enums::DE_BLENDMODE), "", "";
        SRC_ALPHA_FACTOR, "src_alpha_factor", 27, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        DST_BLENDING_MODE, "dst_blending_mode", 28, 3, Enum(&enums::DE_BLENDMODE), "", "";
        DST_ALPHA_FACTOR, "dst_alpha_factor", 31, 1, Enum(&enums::ENABLE_DISABLE), "", "";
    }
    pub mod uplane_address = "UPLANE_ADDRESS" at 0x01284 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod uplane_stride = "UPLANE_STRIDE" at 0x01288 ReadWrite, ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod vplane_address = "VPLANE_ADDRESS" at 0x0128c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod vplane_stride = "VPLANE_STRIDE" at 0x01290 ReadWrite, ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod vr_config = "VR_CONFIG" at 0x01294 ReadWrite, ""
    {
        START, "start", 0, 2, Enum(&DE_VR_CONFIG_START), "", "";
        RESERVED2, "reserved2", 2, 1, Reserved, "", "No known meaning.";
        START_MASK, "start_mask", 3, 1, Keeps(&[&START]), "", "Set: `start` stays as it is.";
        RESERVED4, "reserved4", 4, 28, Reserved, "", "No known meaning.";
    }
    pub mod vr_source_image_low = "VR_SOURCE_IMAGE_LOW" at 0x01298 ReadWrite, ""
    {
        LEFT, "left", 0, 16, Uint, "", "";
        TOP, "top", 16, 16, Uint, "", "";
    }
    pub mod vr_source_image_high = "VR_SOURCE_IMAGE_HIGH" at 0x0129c ReadWrite, ""
    {
        RIGHT, "right", 0, 16, Uint, "", "";
        BOTTOM, "bottom", 16, 16, Uint, "", "";
    }
    pub mod vr_source_origin_low = "VR_SOURCE_ORIGIN_LOW" at 0x012a0 ReadWrite, ""
    {
        X, "x", 0, 32, Uint, "", "";
    }
    pub mod vr_source_origin_high = "VR_SOURCE_ORIGIN_HIGH" at 0x012a4 ReadWrite, ""
    {
        Y, "y", 0, 32, Uint, "", "";
    }
    pub mod vr_target_window_low = "VR_TARGET_WINDOW_LOW" at 0x012a8 ReadWrite, ""
    {
        LEFT, "left", 0, 16, Uint, "", "";
        TOP, "top", 16, 16, Uint, "", "";
    }
    pub mod vr_target_window_high = "VR_TARGET_WINDOW_HIGH" at 0x012ac ReadWrite, ""
    {
        RIGHT, "right", 0, 16, Uint, "", "";
        BOTTOM, "bottom", 16, 16, Uint, "", "";
    }
    pub mod pe_config = "PE_CONFIG" at 0x012b0 ReadWrite, ""
    {
        DESTINATION_FETCH, "destination_fetch", 0, 2, Enum(&DE_PE_CONFIG_DESTINATION_FETCH), "", "";
        RESERVED2, "reserved2", 2, 1, Reserved, "", "No known meaning.";
        DESTINATION_FETCH_MASK, "destination_fetch_mask", 3, 1, Keeps(&[&DESTINATION_FETCH]), "", "Set: `destination_fetch` stays as it is.";
        RESERVED4, "reserved4", 4, 28, Reserved, "", "No known meaning.";
    }
    pub mod dest_rotation_height = "DEST_ROTATION_HEIGHT" at 0x012b4 ReadWrite, ""
    {
        HEIGHT, "height", 0, 16, Uint, "", "";
        RESERVED16, "reserved16", 16, 16, Reserved, "", "No known meaning.";
    }
    pub mod src_rotation_height = "SRC_ROTATION_HEIGHT" at 0x012b8 ReadWrite, ""
    {
        HEIGHT, "height", 0, 16, Uint, "", "";
        RESERVED16, "reserved16", 16, 16, Reserved, "", "No known meaning.";
    }
    pub mod rot_angle = "ROT_ANGLE" at 0x012bc ReadWrite, ""
    {
        SRC, "src", 0, 3, Enum(&enums::DE_ROT_MODE), "", "";
        DST, "dst", 3, 3, Enum(&enums::DE_ROT_MODE), "", "";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        SRC_MASK, "src_mask", 8, 1, Keeps(&[&SRC]), "", "Set: `src` stays as it is.";
        DST_MASK, "dst_mask", 9, 1, Keeps(&[&DST]), "", "Set: `dst` stays as it is.";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "No known meaning.";
        SRC_MIRROR, "src_mirror", 12, 2, Enum(&enums::DE_MIRROR_MODE), "", "";
        RESERVED14, "reserved14", 14, 1, Reserved, "", "No known meaning.";
        SRC_MIRROR_MASK, "src_mirror_mask", 15, 1, Keeps(&[&SRC_MIRROR]), "", "Set: `src_mirror` stays as it is.";
        DST_MIRROR, "dst_mirror", 16, 2, Enum(&enums::DE_MIRROR_MODE), "", "";
        RESERVED18, "reserved18", 18, 1, Reserved, "", "No known meaning.";
        DST_MIRROR_MASK, "dst_mirror_mask", 19, 1, Keeps(&[&DST_MIRROR]), "", "Set: `dst_mirror` stays as it is.";
        RESERVED20, "reserved20", 20, 12, Reserved, "", "No known meaning.";
    }
    pub mod clear_pixel_value32 = "CLEAR_PIXEL_VALUE32" at 0x012c0 ReadWrite, ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod dest_color_key = "DEST_COLOR_KEY" at 0x012c4 ReadWrite, ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod global_src_color = "GLOBAL_SRC_COLOR" at 0x012c8 ReadWrite, ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod global_dest_color = "GLOBAL_DEST_COLOR" at 0x012cc ReadWrite, ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod color_multiply_modes = "COLOR_MULTIPLY_MODES" at 0x012d0 ReadWrite, ""
    {
        SRC_PREMULTIPLY, "src_premultiply", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        DST_PREMULTIPLY, "dst_premultiply", 4, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        SRC_GLOBAL_PREMULTIPLY, "src_global_premultiply", 8, 2, Enum(&DE_2D_COLOR_MULTIPLY_MODES_SRC_GLOBAL_PREMULTIPLY), "", "";
        RESERVED10, "reserved10", 10, 10, Reserved, "", "No known meaning.";
        DST_DEMULTIPLY, "dst_demultiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED21, "reserved21", 21, 11, Reserved, "", "No known meaning.";
    }
    pub mod pe_transparency = "PE_TRANSPARENCY" at 0x012d4 ReadWrite, ""
    {
        SOURCE, "source", 0, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "";
        RESERVED2, "reserved2", 2, 2, Reserved, "", "No known meaning.";
        PATTERN, "pattern", 4, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        DESTINATION, "destination", 8, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "No known meaning.";
        TRANSPARENCY_MASK, "transparency_mask", 12, 1, Bool, "", "";
        RESERVED13, "reserved13", 13, 3, Reserved, "", "No known meaning.";
        USE_SRC_OVERRIDE, "use_src_override", 16, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "";
        RESERVED18, "reserved18", 18, 2, Reserved, "", "No known meaning.";
        USE_PAT_OVERRIDE, "use_pat_override", 20, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "No known meaning.";
        USE_DST_OVERRIDE, "use_dst_override", 24, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "";
        RESERVED26, "reserved26", 26, 2, Reserved, "", "No known meaning.";
        RESOURCE_OVERRIDE_MASK, "resource_override_mask", 28, 1, Bool, "", "";
        DFB_COLOR_KEY, "dfb_color_key", 29, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED30, "reserved30", 30, 1, Reserved, "", "No known meaning.";
        DFB_COLOR_KEY_MASK, "dfb_color_key_mask", 31, 1, Keeps(&[&DFB_COLOR_KEY]), "", "Set: `dfb_color_key` stays as it is.";
    }
    pub mod pe_control = "PE_CONTROL" at 0x012d8 ReadWrite, ""
    {
        YUV, "yuv", 0, 1, Enum(&DE_2D_PE_CONTROL_YUV), "", "";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "No known meaning.";
        YUV_MASK, "yuv_mask", 3, 1, Keeps(&[&YUV]), "", "Set: `yuv` stays as it is.";
        UV_SWIZZLE, "uv_swizzle", 4, 1, Enum(&DE_2D_PE_CONTROL_UV_SWIZZLE), "", "";
        RESERVED5, "reserved5", 5, 2, Reserved, "", "No known meaning.";
        UV_SWIZZLE_MASK, "uv_swizzle_mask", 7, 1, Keeps(&[&UV_SWIZZLE]), "", "Set: `uv_swizzle` stays as it is.";
        YUVRGB, "yuvrgb", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED9, "reserved9", 9, 2, Reserved, "", "No known meaning.";
        YUVRGB_MASK, "yuvrgb_mask", 11, 1, Keeps(&[&YUVRGB]), "", "Set: `yuvrgb` stays as it is.";
        RESERVED12, "reserved12", 12, 20, Reserved, "", "No known meaning.";
    }
    pub mod src_color_key_high = "SRC_COLOR_KEY_HIGH" at 0x012dc ReadWrite, ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod dest_color_key_high = "DEST_COLOR_KEY_HIGH" at 0x012e0 ReadWrite, ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod vr_config_ex = "VR_CONFIG_EX" at 0x012e4 ReadWrite, ""
    {
        VERTICAL_LINE_WIDTH, "vertical_line_width", 0, 2, Enum(&DE_VR_CONFIG_EX_VERTICAL_LINE_WIDTH), "", "";
        RESERVED2, "reserved2", 2, 1, Reserved, "", "No known meaning.";
        VERTICAL_LINE_WIDTH_MASK, "vertical_line_width_mask", 3, 1, Keeps(&[&VERTICAL_LINE_WIDTH]), "", "Set: `vertical_line_width` stays as it is.";
        FILTER_TAP, "filter_tap", 4, 4, Uint, "", "";
        FILTER_TAP_MASK, "filter_tap_mask", 8, 1, Keeps(&[&FILTER_TAP]), "", "Set: `filter_tap` stays as it is.";
        RESERVED9, "reserved9", 9, 23, Reserved, "", "No known meaning.";
    }
    pub mod pe_dither_low = "PE_DITHER_LOW" at 0x012e8 ReadWrite, ""
    {
        PIXEL_X0_Y0, "pixel_x0_y0", 0, 4, Uint, "", "";
        PIXEL_X1_Y0, "pixel_x1_y0", 4, 4, Uint, "", "";
        PIXEL_X2_Y0, "pixel_x2_y0", 8, 4, Uint, "", "";
        PIXEL_X3_Y0, "pixel_x3_y0", 12, 4, Uint, "", "";
        PIXEL_X0_Y1, "pixel_x0_y1", 16, 4, Uint, "", "";
        PIXEL_X1_Y1, "pixel_x1_y1", 20, 4, Uint, "", "";
        PIXEL_X2_Y1, "pixel_x2_y1", 24, 4, Uint, "", "";
        PIXEL_X3_Y1, "pixel_x3_y1", 28, 4, Uint, "", "";
    }
    pub mod pe_dither_high = "PE_DITHER_HIGH" at 0x012ec ReadWrite, ""
    {
        PIXEL_X0_Y2, "pixel_x0_y2", 0, 4, Uint, "", "";
        PIXEL_X1_Y2, "pixel_x1_y2", 4, 4, Uint, "", "";
        PIXEL_X2_Y2, "pixel_x2_y2", 8, 4, Uint, "", "";
        PIXEL_X3_Y2, "pixel_x3_y2", 12, 4, Uint, "", "";
        PIXEL_X0_Y3, "pixel_x0_y3", 16, 4, Uint, "", "";
        PIXEL_X1_Y3, "pixel_x1_y3", 20, 4, Uint, "", "";
        PIXEL_X2_Y3, "pixel_x2_y3", 24, 4, Uint, "", "";
        PIXEL_X3_Y3, "pixel_x3_y3", 28, 4, Uint, "", "";
    }
    pub mod bw_config = "BW_CONFIG" at 0x012f0 ReadWrite, ""
    {
        BLOCK_CONFIG, "block_config", 0, 1, Enum(&DE_BW_CONFIG_BLOCK_CONFIG), "", "";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "No known meaning.";
        BLOCK_CONFIG_MASK, "block_config_mask", 3, 1, Keeps(&[&BLOCK_CONFIG]), "", "Set: `block_config` stays as it is.";
        BLOCK_WALK_DIRECTION, "block_walk_direction", 4, 1, Enum(&DE_BW_CONFIG_BLOCK_WALK_DIRECTION), "", "";
        RESERVED5, "reserved5", 5, 2, Reserved, "", "No known meaning.";
        BLOCK_WALK_DIRECTION_MASK, "block_walk_direction_mask", 7, 1, Keeps(&[&BLOCK_WALK_DIRECTION]), "", "Set: `block_walk_direction` stays as it is.";
        TILE_WALK_DIRECTION, "tile_walk_direction", 8, 1, Enum(&DE_BW_CONFIG_TILE_WALK_DIRECTION), "", "";
        RESERVED9, "reserved9", 9, 2, Reserved, "", "No known meaning.";
        TILE_WALK_DIRECTION_MASK, "tile_walk_direction_mask", 11, 1, Keeps(&[&TILE_WALK_DIRECTION]), "", "Set: `tile_walk_direction` stays as it is.";
        PIXEL_WALK_DIRECTION, "pixel_walk_direction", 12, 1, Enum(&DE_BW_CONFIG_PIXEL_WALK_DIRECTION), "", "";
        RESERVED13, "reserved13", 13, 2, Reserved, "", "No known meaning.";
        PIXEL_WALK_DIRECTION_MASK, "pixel_walk_direction_mask", 15, 1, Keeps(&[&PIXEL_WALK_DIRECTION]), "", "Set: `pixel_walk_direction` stays as it is.";
        RESERVED16, "reserved16", 16, 16, Reserved, "", "No known meaning.";
    }
    pub mod bw_block_size = "BW_BLOCK_SIZE" at 0x012f4 ReadWrite, ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        HEIGHT, "height", 16, 16, Uint, "", "";
    }
    pub mod bw_tile_size = "BW_TILE_SIZE" at 0x012f8 ReadWrite, ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        HEIGHT, "height", 16, 16, Uint, "", "";
    }
    pub mod bw_block_mask = "BW_BLOCK_MASK" at 0x012fc ReadWrite, ""
    {
        HORIZONTAL, "horizontal", 0, 16, Uint, "", "";
        VERTICAL, "vertical", 16, 16, Uint, "", "";
    }
    pub mod src_ex_config = "SRC_EX_CONFIG" at 0x01300 ReadWrite, ""
    {
        MULTI_TILED, "multi_tiled", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "No known meaning.";
        SUPER_TILED, "super_tiled", 3, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED4, "reserved4", 4, 4, Reserved, "", "No known meaning.";
        MINOR_TILED, "minor_tiled", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED9, "reserved9", 9, 23, Reserved, "", "No known meaning.";
    }
    pub mod src_ex_address = "SRC_EX_ADDRESS" at 0x01304 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod de_multi_source = "DE_MULTI_SOURCE" at 0x01308 ReadWrite, ""
    {
        MAX_SOURCE, "max_source", 0, 3, Uint, "", "";
        RESERVED3, "reserved3", 3, 5, Reserved, "", "No known meaning.";
        HORIZONTAL_BLOCK, "horizontal_block", 8, 3, Enum(&DE_DE_MULTI_SOURCE_HORIZONTAL_BLOCK), "", "";
        RESERVED11, "reserved11", 11, 5, Reserved, "", "No known meaning.";
        VERTICAL_BLOCK, "vertical_block", 16, 3, Enum(&DE_DE_MULTI_SOURCE_VERTICAL_BLOCK), "", "";
        RESERVED19, "reserved19", 19, 13, Reserved, "", "No known meaning.";
    }
    pub mod deyuv_conversion = "DEYUV_CONVERSION" at 0x0130c ReadWrite, ""
    {
        ENABLE, "enable", 0, 2, Enum(&DE_DEYUV_CONVERSION_ENABLE), "", "";
        PLANE1_COUNT, "plane1_count", 2, 2, Uint, "", "";
        PLANE2_COUNT, "plane2_count", 4, 2, Uint, "", "";
        PLANE3_COUNT, "plane3_count", 6, 2, Uint, "", "";
        PLANE1_SWIZZLE_B, "plane1_swizzle_b", 8, 2, Enum(&enums::DE_COMPONENT), "", "";
        PLANE1_SWIZZLE_G, "plane1_swizzle_g", 10, 2, Enum(&enums::DE_COMPONENT), "", "";
        PLANE1_SWIZZLE_R, "plane1_swizzle_r", 12, 2, Enum(&enums::DE_COMPONENT), "", "";
        PLANE1_SWIZZLE_A, "plane1_swizzle_a", 14, 2, Enum(&enums::DE_COMPONENT), "", "";
        PLANE2_SWIZZLE_B, "plane2_swizzle_b", 16, 2, Enum(&enums::DE_COMPONENT), "", "";
        PLANE2_SWIZZLE_G, "plane2_swizzle_g", 18, 2, Enum(&enums::DE_COMPONENT), "", "";
        PLANE2_SWIZZLE_R, "plane2_swizzle_r", 20, 2, Enum(&enums::DE_COMPONENT), "", "";
        PLANE2_SWIZZLE_A, "plane2_swizzle_a", 22, 2, Enum(&enums::DE_COMPONENT), "", "";
        PLANE3_SWIZZLE_B, "plane3_swizzle_b", 24, 2, Enum(&enums::DE_COMPONENT), "", "";
        PLANE3_SWIZZLE_G, "plane3_swizzle_g", 26, 2, Enum(&enums::DE_COMPONENT), "", "";
        PLANE3_SWIZZLE_R, "plane3_swizzle_r", 28, 2, Enum(&enums::DE_COMPONENT), "", "";
        PLANE3_SWIZZLE_A, "plane3_swizzle_a", 30, 2, Enum(&enums::DE_COMPONENT), "", "";
    }
    pub mod de_plane2_address = "DE_PLANE2_ADDRESS" at 0x01310 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod de_plane2_stride = "DE_PLANE2_STRIDE" at 0x01314 ReadWrite, ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod de_plane3_address = "DE_PLANE3_ADDRESS" at 0x01318 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod de_plane3_stride = "DE_PLANE3_STRIDE" at 0x0131c ReadWrite, ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod de_stall_de = "DE_STALL_DE" at 0x01320 ReadWrite, ""
    {
        ENABLE, "enable", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED1, "reserved1", 1, 31, Reserved, "", "No known meaning.";
    }
    pub mod tile_config = "TILE_CONFIG" at 0x01328 ReadWrite, ""
    {
        SUPERTILE_VERSION, "supertile_version", 0, 2, Uint, "", "";
        RESERVED2, "reserved2", 2, 30, Reserved, "", "No known meaning.";
    }
    pub mod filter_kernel = "FILTER_KERNEL" at 0x01800 ReadWrite [128 by 4], ""
    {
        COEFFICIENT0, "coefficient0", 0, 16, Uint, "", "";
        COEFFICIENT1, "coefficient1", 16, 16, Uint, "", "";
    }
    pub mod index_color_table = "INDEX_COLOR_TABLE" at 0x01c00 ReadWrite [256 by 4], ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod hori_filter_kernel = "HORI_FILTER_KERNEL" at 0x02800 ReadWrite [128 by 4], ""
    {
        COEFFICIENT0, "coefficient0", 0, 16, Uint, "", "";
        COEFFICIENT1, "coefficient1", 16, 16, Uint, "", "";
    }
    pub mod verti_filter_kernel = "VERTI_FILTER_KERNEL" at 0x02a00 ReadWrite [128 by 4], ""
    {
        COEFFICIENT0, "coefficient0", 0, 16, Uint, "", "";
        COEFFICIENT1, "coefficient1", 16, 16, Uint, "", "";
    }
    pub mod index_color_table32 = "INDEX_COLOR_TABLE32" at 0x03400 ReadWrite [256 by 4], ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod block4_src_address = "BLOCK4.SRC_ADDRESS" at 0x12800 ReadWrite [4 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod block4_src_stride = "BLOCK4.SRC_STRIDE" at 0x12810 ReadWrite [4 by 4], ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod block4_src_rotation_config = "BLOCK4.SRC_ROTATION_CONFIG" at 0x12820 ReadWrite [4 by 4], ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        ROTATION, "rotation", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "No known meaning.";
    }
    pub mod block4_src_config = "BLOCK4.SRC_CONFIG" at 0x12830 ReadWrite [4 by 4], ""
    {
        PE10_SOURCE_FORMAT, "pe10_source_format", 0, 4, Enum(&enums::DE_FORMAT), "", "";
        TRANSPARENCY, "transparency", 4, 2, Uint, "", "";
        SRC_RELATIVE, "src_relative", 6, 1, Enum(&DE_2D_SRC_CONFIG_SRC_RELATIVE), "", "";
        TILED, "tiled", 7, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        LOCATION, "location", 8, 1, Enum(&DE_2D_SRC_CONFIG_LOCATION), "", "";
        RESERVED9, "reserved9", 9, 3, Reserved, "", "No known meaning.";
        PACK, "pack", 12, 2, Enum(&DE_2D_SRC_CONFIG_PACK), "", "";
        RESERVED14, "reserved14", 14, 1, Reserved, "", "No known meaning.";
        MONO_TRANSPARENCY, "mono_transparency", 15, 1, Enum(&DE_2D_SRC_CONFIG_MONO_TRANSPARENCY), "", "";
        UNK16, "unk16", 16, 1, Bool, "", "No known meaning.";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "No known meaning.";
        SWIZZLE, "swizzle", 20, 2, Enum(&enums::DE_SWIZZLE), "", "";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "No known meaning.";
        SOURCE_FORMAT, "source_format", 24, 5, Enum(&enums::DE_FORMAT), "", "";
        DISABLE420_L2_CACHE, "disable420_l2_cache", 29, 1, Bool, "", "";
        ENDIAN_CONTROL, "endian_control", 30, 2, Enum(&enums::ENDIAN_MODE), "", "";
    }
    pub mod block4_src_origin = "BLOCK4.SRC_ORIGIN" at 0x12840 ReadWrite [4 by 4], ""
    {
        X, "x", 0, 16, Uint, "", "";
        Y, "y", 16, 16, Uint, "", "";
    }
    pub mod block4_src_size = "BLOCK4.SRC_SIZE" at 0x12850 ReadWrite [4 by 4], ""
    {
        X, "x", 0, 16, Uint, "", "";
        Y, "y", 16, 16, Uint, "", "";
    }
    pub mod block4_src_color_bg = "BLOCK4.SRC_COLOR_BG" at 0x12860 ReadWrite [4 by 4], ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod block4_rop = "BLOCK4.ROP" at 0x12870 ReadWrite [4 by 4], ""
    {
        ROP_FG, "rop_fg", 0, 8, Uint, "", "";
        ROP_BG, "rop_bg", 8, 8, Uint, "", "";
        RESERVED16, "reserved16", 16, 4, Reserved, "", "No known meaning.";
        TYPE, "type", 20, 2, Enum(&DE_2D_ROP_TYPE), "", "";
        RESERVED22, "reserved22", 22, 10, Reserved, "", "No known meaning.";
    }
    pub mod block4_alpha_control = "BLOCK4.ALPHA_CONTROL" at 0x12880 ReadWrite [4 by 4], ""
    {
        ENABLE, "enable", 0, 1, Enum(&DE_2D_ALPHA_CONTROL_ENABLE), "", "";
        RESERVED1, "reserved1", 1, 15, Reserved, "", "No known meaning.";
        PE10_GLOBAL_SRC_ALPHA, "pe10_global_src_alpha", 16, 8, Uint, "", "";
        PE10_GLOBAL_DST_ALPHA, "pe10_global_dst_alpha", 24, 8, Uint, "", "";
    }
    pub mod block4_alpha_modes = "BLOCK4.ALPHA_MODES" at 0x12890 ReadWrite [4 by 4], ""
    {
        SRC_ALPHA_MODE, "src_alpha_mode", 0, 1, Enum(&DE_2D_ALPHA_MODES_SRC_ALPHA_MODE), "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        DST_ALPHA_MODE, "dst_alpha_mode", 4, 1, Enum(&DE_2D_ALPHA_MODES_DST_ALPHA_MODE), "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        GLOBAL_SRC_ALPHA_MODE, "global_src_alpha_mode", 8, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_SRC_ALPHA_MODE), "", "";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "No known meaning.";
        GLOBAL_DST_ALPHA_MODE, "global_dst_alpha_mode", 12, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_DST_ALPHA_MODE), "", "";
        RESERVED14, "reserved14", 14, 2, Reserved, "", "No known meaning.";
        PE10_SRC_COLOR_MULTIPLY, "pe10_src_color_multiply", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "No known meaning.";
        PE10_DST_COLOR_MULTIPLY, "pe10_dst_color_multiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED21, "reserved21", 21, 3, Reserved, "", "No known meaning.";
        SRC_BLENDING_MODE, "src_blending_mode", 24, 3, Enum(&enums::DE_BLENDMODE), "", "";
        SRC_ALPHA_FACTOR, "src_alpha_factor", 27, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        DST_BLENDING_MODE, "dst_blending_mode", 28, 3, Enum(&enums::DE_BLENDMODE), "", "";
        DST_ALPHA_FACTOR, "dst_alpha_factor", 31, 1, Enum(&enums::ENABLE_DISABLE), "", "";
    }
    pub mod block4_address_u = "BLOCK4.ADDRESS_U" at 0x128a0 ReadWrite [4 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod block4_stride_u = "BLOCK4.STRIDE_U" at 0x128b0 ReadWrite [4 by 4], ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod block4_address_v = "BLOCK4.ADDRESS_V" at 0x128c0 ReadWrite [4 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod block4_stride_v = "BLOCK4.STRIDE_V" at 0x128d0 ReadWrite [4 by 4], ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod block4_src_rotation_height = "BLOCK4.SRC_ROTATION_HEIGHT" at 0x128e0 ReadWrite [4 by 4], ""
    {
        HEIGHT, "height", 0, 16, Uint, "", "";
        RESERVED16, "reserved16", 16, 16, Reserved, "", "No known meaning.";
    }
    pub mod block4_rot_angle = "BLOCK4.ROT_ANGLE" at 0x128f0 ReadWrite [4 by 4], ""
    {
        SRC, "src", 0, 3, Enum(&enums::DE_ROT_MODE), "", "";
        DST, "dst", 3, 3, Enum(&enums::DE_ROT_MODE), "", "";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        SRC_MASK, "src_mask", 8, 1, Keeps(&[&SRC]), "", "Set: `src` stays as it is.";
        DST_MASK, "dst_mask", 9, 1, Keeps(&[&DST]), "", "Set: `dst` stays as it is.";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "No known meaning.";
        SRC_MIRROR, "src_mirror", 12, 2, Enum(&enums::DE_MIRROR_MODE), "", "";
        RESERVED14, "reserved14", 14, 1, Reserved, "", "No known meaning.";
        SRC_MIRROR_MASK, "src_mirror_mask", 15, 1, Keeps(&[&SRC_MIRROR]), "", "Set: `src_mirror` stays as it is.";
        DST_MIRROR, "dst_mirror", 16, 2, Enum(&enums::DE_MIRROR_MODE), "", "";
        RESERVED18, "reserved18", 18, 1, Reserved, "", "No known meaning.";
        DST_MIRROR_MASK, "dst_mirror_mask", 19, 1, Keeps(&[&DST_MIRROR]), "", "Set: `dst_mirror` stays as it is.";
        RESERVED20, "reserved20", 20, 12, Reserved, "", "No known meaning.";
    }
    pub mod block4_global_src_color = "BLOCK4.GLOBAL_SRC_COLOR" at 0x12900 ReadWrite [4 by 4], ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod block4_global_dest_color = "BLOCK4.GLOBAL_DEST_COLOR" at 0x12910 ReadWrite [4 by 4], ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod block4_color_multiply_modes = "BLOCK4.COLOR_MULTIPLY_MODES" at 0x12920 ReadWrite [4 by 4], ""
    {
        SRC_PREMULTIPLY, "src_premultiply", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        DST_PREMULTIPLY, "dst_premultiply", 4, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        SRC_GLOBAL_PREMULTIPLY, "src_global_premultiply", 8, 2, Enum(&DE_2D_COLOR_MULTIPLY_MODES_SRC_GLOBAL_PREMULTIPLY), "", "";
        RESERVED10, "reserved10", 10, 10, Reserved, "", "No known meaning.";
        DST_DEMULTIPLY, "dst_demultiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED21, "reserved21", 21, 11, Reserved, "", "No known meaning.";
    }
    pub mod block4_transparency = "BLOCK4.TRANSPARENCY" at 0x12930 ReadWrite [4 by 4], ""
    {
        SOURCE, "source", 0, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "";
        RESERVED2, "reserved2", 2, 2, Reserved, "", "No known meaning.";
        PATTERN, "pattern", 4, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        DESTINATION, "destination", 8, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "No known meaning.";
        TRANSPARENCY_MASK, "transparency_mask", 12, 1, Bool, "", "";
        RESERVED13, "reserved13", 13, 3, Reserved, "", "No known meaning.";
        USE_SRC_OVERRIDE, "use_src_override", 16, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "";
        RESERVED18, "reserved18", 18, 2, Reserved, "", "No known meaning.";
        USE_PAT_OVERRIDE, "use_pat_override", 20, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "No known meaning.";
        USE_DST_OVERRIDE, "use_dst_override", 24, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "";
        RESERVED26, "reserved26", 26, 2, Reserved, "", "No known meaning.";
        RESOURCE_OVERRIDE_MASK, "resource_override_mask", 28, 1, Bool, "", "";
        DFB_COLOR_KEY, "dfb_color_key", 29, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED30, "reserved30", 30, 1, Reserved, "", "No known meaning.";
        DFB_COLOR_KEY_MASK, "dfb_color_key_mask", 31, 1, Keeps(&[&DFB_COLOR_KEY]), "", "Set: `dfb_color_key` stays as it is.";
    }
    pub mod block4_control = "BLOCK4.CONTROL" at 0x12940 ReadWrite [4 by 4], ""
    {
        YUV, "yuv", 0, 1, Enum(&DE_2D_PE_CONTROL_YUV), "", "";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "No known meaning.";
        YUV_MASK, "yuv_mask", 3, 1, Keeps(&[&YUV]), "", "Set: `yuv` stays as it is.";
        UV_SWIZZLE, "uv_swizzle", 4, 1, Enum(&DE_2D_PE_CONTROL_UV_SWIZZLE), "", "";
        RESERVED5, "reserved5", 5, 2, Reserved, "", "No known meaning.";
        UV_SWIZZLE_MASK, "uv_swizzle_mask", 7, 1, Keeps(&[&UV_SWIZZLE]), "", "Set: `uv_swizzle` stays as it is.";
        YUVRGB, "yuvrgb", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED9, "reserved9", 9, 2, Reserved, "", "No known meaning.";
        YUVRGB_MASK, "yuvrgb_mask", 11, 1, Keeps(&[&YUVRGB]), "", "Set: `yuvrgb` stays as it is.";
        RESERVED12, "reserved12", 12, 20, Reserved, "", "No known meaning.";
    }
    pub mod block4_src_color_key_high = "BLOCK4.SRC_COLOR_KEY_HIGH" at 0x12950 ReadWrite [4 by 4], ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod block4_src_ex_config = "BLOCK4.SRC_EX_CONFIG" at 0x12960 ReadWrite [4 by 4], ""
    {
        MULTI_TILED, "multi_tiled", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "No known meaning.";
        SUPER_TILED, "super_tiled", 3, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED4, "reserved4", 4, 4, Reserved, "", "No known meaning.";
        MINOR_TILED, "minor_tiled", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED9, "reserved9", 9, 23, Reserved, "", "No known meaning.";
    }
    pub mod block4_src_ex_address = "BLOCK4.SRC_EX_ADDRESS" at 0x12970 ReadWrite [4 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod block8_src_address = "BLOCK8.SRC_ADDRESS" at 0x12a00 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod block8_src_stride = "BLOCK8.SRC_STRIDE" at 0x12a20 ReadWrite [8 by 4], ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod block8_src_rotation_config = "BLOCK8.SRC_ROTATION_CONFIG" at 0x12a40 ReadWrite [8 by 4], ""
    {
        WIDTH, "width", 0, 16, Uint, "", "";
        ROTATION, "rotation", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "No known meaning.";
    }
    pub mod block8_src_config = "BLOCK8.SRC_CONFIG" at 0x12a60 ReadWrite [8 by 4], ""
    {
        PE10_SOURCE_FORMAT, "pe10_source_format", 0, 4, Enum(&enums::DE_FORMAT), "", "";
        TRANSPARENCY, "transparency", 4, 2, Uint, "", "";
        SRC_RELATIVE, "src_relative", 6, 1, Enum(&DE_2D_SRC_CONFIG_SRC_RELATIVE), "", "";
        TILED, "tiled", 7, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        LOCATION, "location", 8, 1, Enum(&DE_2D_SRC_CONFIG_LOCATION), "", "";
        RESERVED9, "reserved9", 9, 3, Reserved, "", "No known meaning.";
        PACK, "pack", 12, 2, Enum(&DE_2D_SRC_CONFIG_PACK), "", "";
        RESERVED14, "reserved14", 14, 1, Reserved, "", "No known meaning.";
        MONO_TRANSPARENCY, "mono_transparency", 15, 1, Enum(&DE_2D_SRC_CONFIG_MONO_TRANSPARENCY), "", "";
        UNK16, "unk16", 16, 1, Bool, "", "No known meaning.";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "No known meaning.";
        SWIZZLE, "swizzle", 20, 2, Enum(&enums::DE_SWIZZLE), "", "";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "No known meaning.";
        SOURCE_FORMAT, "source_format", 24, 5, Enum(&enums::DE_FORMAT), "", "";
        DISABLE420_L2_CACHE, "disable420_l2_cache", 29, 1, Bool, "", "";
        ENDIAN_CONTROL, "endian_control", 30, 2, Enum(&enums::ENDIAN_MODE), "", "";
    }
    pub mod block8_src_origin = "BLOCK8.SRC_ORIGIN" at 0x12a80 ReadWrite [8 by 4], ""
    {
        X, "x", 0, 16, Uint, "", "";
        Y, "y", 16, 16, Uint, "", "";
    }
    pub mod block8_src_size = "BLOCK8.SRC_SIZE" at 0x12aa0 ReadWrite [8 by 4], ""
    {
        X, "x", 0, 16, Uint, "", "";
        Y, "y", 16, 16, Uint, "", "";
    }
    pub mod block8_src_color_bg = "BLOCK8.SRC_COLOR_BG" at 0x12ac0 ReadWrite [8 by 4], ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod block8_rop = "BLOCK8.ROP" at 0x12ae0 ReadWrite [8 by 4], ""
    {
        ROP_FG, "rop_fg", 0, 8, Uint, "", "";
        ROP_BG, "rop_bg", 8, 8, Uint, "", "";
        RESERVED16, "reserved16", 16, 4, Reserved, "", "No known meaning.";
        TYPE, "type", 20, 2, Enum(&DE_2D_ROP_TYPE), "", "";
        RESERVED22, "reserved22", 22, 10, Reserved, "", "No known meaning.";
    }
    pub mod block8_alpha_control = "BLOCK8.ALPHA_CONTROL" at 0x12b00 ReadWrite [8 by 4], ""
    {
        ENABLE, "enable", 0, 1, Enum(&DE_2D_ALPHA_CONTROL_ENABLE), "", "";
        RESERVED1, "reserved1", 1, 15, Reserved, "", "No known meaning.";
        PE10_GLOBAL_SRC_ALPHA, "pe10_global_src_alpha", 16, 8, Uint, "", "";
        PE10_GLOBAL_DST_ALPHA, "pe10_global_dst_alpha", 24, 8, Uint, "", "";
    }
    pub mod block8_alpha_modes = "BLOCK8.ALPHA_MODES" at 0x12b20 ReadWrite [8 by 4], ""
    {
        SRC_ALPHA_MODE, "src_alpha_mode", 0, 1, Enum(&DE_2D_ALPHA_MODES_SRC_ALPHA_MODE), "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        DST_ALPHA_MODE, "dst_alpha_mode", 4, 1, Enum(&DE_2D_ALPHA_MODES_DST_ALPHA_MODE), "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        GLOBAL_SRC_ALPHA_MODE, "global_src_alpha_mode", 8, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_SRC_ALPHA_MODE), "", "";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "No known meaning.";
        GLOBAL_DST_ALPHA_MODE, "global_dst_alpha_mode", 12, 2, Enum(&DE_2D_ALPHA_MODES_GLOBAL_DST_ALPHA_MODE), "", "";
        RESERVED14, "reserved14", 14, 2, Reserved, "", "No known meaning.";
        PE10_SRC_COLOR_MULTIPLY, "pe10_src_color_multiply", 16, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED17, "reserved17", 17, 3, Reserved, "", "No known meaning.";
        PE10_DST_COLOR_MULTIPLY, "pe10_dst_color_multiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED21, "reserved21", 21, 3, Reserved, "", "No known meaning.";
        SRC_BLENDING_MODE, "src_blending_mode", 24, 3, Enum(&enums::DE_BLENDMODE), "", "";
        SRC_ALPHA_FACTOR, "src_alpha_factor", 27, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        DST_BLENDING_MODE, "dst_blending_mode", 28, 3, Enum(&enums::DE_BLENDMODE), "", "";
        DST_ALPHA_FACTOR, "dst_alpha_factor", 31, 1, Enum(&enums::ENABLE_DISABLE), "", "";
    }
    pub mod block8_address_u = "BLOCK8.ADDRESS_U" at 0x12b40 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod block8_stride_u = "BLOCK8.STRIDE_U" at 0x12b60 ReadWrite [8 by 4], ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod block8_address_v = "BLOCK8.ADDRESS_V" at 0x12b80 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod block8_stride_v = "BLOCK8.STRIDE_V" at 0x12ba0 ReadWrite [8 by 4], ""
    {
        STRIDE, "stride", 0, 18, Uint, "", "";
        RESERVED18, "reserved18", 18, 14, Reserved, "", "No known meaning.";
    }
    pub mod block8_src_rotation_height = "BLOCK8.SRC_ROTATION_HEIGHT" at 0x12bc0 ReadWrite [8 by 4], ""
    {
        HEIGHT, "height", 0, 16, Uint, "", "";
        RESERVED16, "reserved16", 16, 16, Reserved, "", "No known meaning.";
    }
    pub mod block8_rot_angle = "BLOCK8.ROT_ANGLE" at 0x12be0 ReadWrite [8 by 4], ""
    {
        SRC, "src", 0, 3, Enum(&enums::DE_ROT_MODE), "", "";
        DST, "dst", 3, 3, Enum(&enums::DE_ROT_MODE), "", "";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        SRC_MASK, "src_mask", 8, 1, Keeps(&[&SRC]), "", "Set: `src` stays as it is.";
        DST_MASK, "dst_mask", 9, 1, Keeps(&[&DST]), "", "Set: `dst` stays as it is.";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "No known meaning.";
        SRC_MIRROR, "src_mirror", 12, 2, Enum(&enums::DE_MIRROR_MODE), "", "";
        RESERVED14, "reserved14", 14, 1, Reserved, "", "No known meaning.";
        SRC_MIRROR_MASK, "src_mirror_mask", 15, 1, Keeps(&[&SRC_MIRROR]), "", "Set: `src_mirror` stays as it is.";
        DST_MIRROR, "dst_mirror", 16, 2, Enum(&enums::DE_MIRROR_MODE), "", "";
        RESERVED18, "reserved18", 18, 1, Reserved, "", "No known meaning.";
        DST_MIRROR_MASK, "dst_mirror_mask", 19, 1, Keeps(&[&DST_MIRROR]), "", "Set: `dst_mirror` stays as it is.";
        RESERVED20, "reserved20", 20, 12, Reserved, "", "No known meaning.";
    }
    pub mod block8_global_src_color = "BLOCK8.GLOBAL_SRC_COLOR" at 0x12c00 ReadWrite [8 by 4], ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod block8_global_dest_color = "BLOCK8.GLOBAL_DEST_COLOR" at 0x12c20 ReadWrite [8 by 4], ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod block8_color_multiply_modes = "BLOCK8.COLOR_MULTIPLY_MODES" at 0x12c40 ReadWrite [8 by 4], ""
    {
        SRC_PREMULTIPLY, "src_premultiply", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        DST_PREMULTIPLY, "dst_premultiply", 4, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        SRC_GLOBAL_PREMULTIPLY, "src_global_premultiply", 8, 2, Enum(&DE_2D_COLOR_MULTIPLY_MODES_SRC_GLOBAL_PREMULTIPLY), "", "";
        RESERVED10, "reserved10", 10, 10, Reserved, "", "No known meaning.";
        DST_DEMULTIPLY, "dst_demultiply", 20, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED21, "reserved21", 21, 11, Reserved, "", "No known meaning.";
    }
    pub mod block8_transparency = "BLOCK8.TRANSPARENCY" at 0x12c60 ReadWrite [8 by 4], ""
    {
        SOURCE, "source", 0, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "";
        RESERVED2, "reserved2", 2, 2, Reserved, "", "No known meaning.";
        PATTERN, "pattern", 4, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        DESTINATION, "destination", 8, 2, Enum(&enums::N2D_TRANSPARENCY_KIND), "", "";
        RESERVED10, "reserved10", 10, 2, Reserved, "", "No known meaning.";
        TRANSPARENCY_MASK, "transparency_mask", 12, 1, Bool, "", "";
        RESERVED13, "reserved13", 13, 3, Reserved, "", "No known meaning.";
        USE_SRC_OVERRIDE, "use_src_override", 16, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "";
        RESERVED18, "reserved18", 18, 2, Reserved, "", "No known meaning.";
        USE_PAT_OVERRIDE, "use_pat_override", 20, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "No known meaning.";
        USE_DST_OVERRIDE, "use_dst_override", 24, 2, Enum(&enums::N2D_TRANSPARENCY_OVERRIDE), "", "";
        RESERVED26, "reserved26", 26, 2, Reserved, "", "No known meaning.";
        RESOURCE_OVERRIDE_MASK, "resource_override_mask", 28, 1, Bool, "", "";
        DFB_COLOR_KEY, "dfb_color_key", 29, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED30, "reserved30", 30, 1, Reserved, "", "No known meaning.";
        DFB_COLOR_KEY_MASK, "dfb_color_key_mask", 31, 1, Keeps(&[&DFB_COLOR_KEY]), "", "Set: `dfb_color_key` stays as it is.";
    }
    pub mod block8_control = "BLOCK8.CONTROL" at 0x12c80 ReadWrite [8 by 4], ""
    {
        YUV, "yuv", 0, 1, Enum(&DE_2D_PE_CONTROL_YUV), "", "";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "No known meaning.";
        YUV_MASK, "yuv_mask", 3, 1, Keeps(&[&YUV]), "", "Set: `yuv` stays as it is.";
        UV_SWIZZLE, "uv_swizzle", 4, 1, Enum(&DE_2D_PE_CONTROL_UV_SWIZZLE), "", "";
        RESERVED5, "reserved5", 5, 2, Reserved, "", "No known meaning.";
        UV_SWIZZLE_MASK, "uv_swizzle_mask", 7, 1, Keeps(&[&UV_SWIZZLE]), "", "Set: `uv_swizzle` stays as it is.";
        YUVRGB, "yuvrgb", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED9, "reserved9", 9, 2, Reserved, "", "No known meaning.";
        YUVRGB_MASK, "yuvrgb_mask", 11, 1, Keeps(&[&YUVRGB]), "", "Set: `yuvrgb` stays as it is.";
        RESERVED12, "reserved12", 12, 20, Reserved, "", "No known meaning.";
    }
    pub mod block8_src_color_key_high = "BLOCK8.SRC_COLOR_KEY_HIGH" at 0x12ca0 ReadWrite [8 by 4], ""
    {
        BLUE, "blue", 0, 8, Uint, "", "";
        GREEN, "green", 8, 8, Uint, "", "";
        RED, "red", 16, 8, Uint, "", "";
        ALPHA, "alpha", 24, 8, Uint, "", "";
    }
    pub mod block8_src_ex_config = "BLOCK8.SRC_EX_CONFIG" at 0x12cc0 ReadWrite [8 by 4], ""
    {
        MULTI_TILED, "multi_tiled", 0, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED1, "reserved1", 1, 2, Reserved, "", "No known meaning.";
        SUPER_TILED, "super_tiled", 3, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED4, "reserved4", 4, 4, Reserved, "", "No known meaning.";
        MINOR_TILED, "minor_tiled", 8, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED9, "reserved9", 9, 23, Reserved, "", "No known meaning.";
    }
    pub mod block8_src_ex_address = "BLOCK8.SRC_EX_ADDRESS" at 0x12ce0 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod ts_address = "TS.ADDRESS" at 0x12ee0 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod ts_clear_value = "TS.CLEAR_VALUE" at 0x12fa0 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod ts_control = "TS.CONTROL" at 0x12fc0 ReadWrite [8 by 4], ""
    {
        RESERVED0, "reserved0", 0, 2, Reserved, "", "No known meaning.";
        ENABLE, "enable", 2, 1, Enum(&enums::ENABLE_DISABLE), "", "";
        RESERVED3, "reserved3", 3, 29, Reserved, "", "No known meaning.";
    }
}
