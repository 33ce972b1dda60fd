//! .

use super::source::RNNDB;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::registers;

///
pub static PA_CONFIG_CULL_FACE_MODE: EnumTable = EnumTable {
    what: "pa config cull face mode",
    values: &[(0, "OFF"), (1, "CW"), (2, "CCW")],
};

///
pub static PA_CONFIG_FILL_MODE: EnumTable = EnumTable {
    what: "pa config fill mode",
    values: &[(0, "POINT"), (1, "WIREFRAME"), (2, "SOLID")],
};

///
pub static PA_CONFIG_SHADE_MODEL: EnumTable = EnumTable {
    what: "pa config shade model",
    values: &[(0, "FLAT"), (1, "SMOOTH")],
};

registers! {
    pub static REGISTERS = "PA", RNNDB, "The registers, by address.";
    pub mod viewport_scale_x = "VIEWPORT_SCALE_X" at 0x00a00 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod viewport_scale_y = "VIEWPORT_SCALE_Y" at 0x00a04 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod viewport_scale_z = "VIEWPORT_SCALE_Z" at 0x00a08 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod viewport_offset_x = "VIEWPORT_OFFSET_X" at 0x00a0c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod viewport_offset_y = "VIEWPORT_OFFSET_Y" at 0x00a10 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod viewport_offset_z = "VIEWPORT_OFFSET_Z" at 0x00a14 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod line_width = "LINE_WIDTH" at 0x00a18 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod point_size = "POINT_SIZE" at 0x00a1c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod unk00a24 = "UNK00A24" at 0x00a24 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod system_mode = "SYSTEM_MODE" at 0x00a28 ReadWrite, ""
    {
        PROVOKING_VERTEX_LAST, "provoking_vertex_last", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        HALF_PIXEL_CENTER, "half_pixel_center", 4, 1, Bool, "", "";
        RESERVED5, "reserved5", 5, 27, Reserved, "", "No known meaning.";
    }
    pub mod w_clip_limit = "W_CLIP_LIMIT" at 0x00a2c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod attribute_element_count = "ATTRIBUTE_ELEMENT_COUNT" at 0x00a30 ReadWrite, ""
    {
        UNK0, "unk0", 0, 8, Hex, "", "No known meaning.";
        COUNT, "count", 8, 8, Uint, "", "";
        RESERVED16, "reserved16", 16, 16, Reserved, "", "No known meaning.";
    }
    pub mod config = "CONFIG" at 0x00a34 ReadWrite, ""
    {
        RESERVED0, "reserved0", 0, 2, Reserved, "", "No known meaning.";
        POINT_SIZE_ENABLE, "point_size_enable", 2, 1, Bool, "", "";
        POINT_SIZE_ENABLE_MASK, "point_size_enable_mask", 3, 1, Keeps(&[&POINT_SIZE_ENABLE]), "", "Set: `point_size_enable` stays as it is.";
        POINT_SPRITE_ENABLE, "point_sprite_enable", 4, 1, Bool, "", "";
        POINT_SPRITE_ENABLE_MASK, "point_sprite_enable_mask", 5, 1, Keeps(&[&POINT_SPRITE_ENABLE]), "", "Set: `point_sprite_enable` stays as it is.";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        CULL_FACE_MODE, "cull_face_mode", 8, 2, Enum(&PA_CONFIG_CULL_FACE_MODE), "", "";
        CULL_FACE_MODE_MASK, "cull_face_mode_mask", 10, 1, Keeps(&[&CULL_FACE_MODE]), "", "Set: `cull_face_mode` stays as it is.";
        RESERVED11, "reserved11", 11, 1, Reserved, "", "No known meaning.";
        FILL_MODE, "fill_mode", 12, 2, Enum(&PA_CONFIG_FILL_MODE), "", "";
        FILL_MODE_MASK, "fill_mode_mask", 14, 1, Keeps(&[&FILL_MODE]), "", "Set: `fill_mode` stays as it is.";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        SHADE_MODEL, "shade_model", 16, 2, Enum(&PA_CONFIG_SHADE_MODEL), "", "";
        SHADE_MODEL_MASK, "shade_model_mask", 18, 1, Keeps(&[&SHADE_MODEL]), "", "Set: `shade_model` stays as it is.";
        RESERVED19, "reserved19", 19, 3, Reserved, "", "No known meaning.";
        WIDE_LINE, "wide_line", 22, 1, Bool, "", "";
        WIDE_LINE_MASK, "wide_line_mask", 23, 1, Keeps(&[&WIDE_LINE]), "", "Set: `wide_line` stays as it is.";
        RESERVED24, "reserved24", 24, 8, Reserved, "", "No known meaning.";
    }
    pub mod wide_line_width0 = "WIDE_LINE_WIDTH0" at 0x00a38 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod wide_line_width1 = "WIDE_LINE_WIDTH1" at 0x00a3c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod shader_attributes = "SHADER_ATTRIBUTES" at 0x00a40 ReadWrite [16 by 4], ""
    {
        BYPASS_FLAT, "bypass_flat", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        UNK4, "unk4", 4, 4, Hex, "", "No known meaning.";
        UNK8, "unk8", 8, 4, Hex, "", "No known meaning.";
        RESERVED12, "reserved12", 12, 20, Reserved, "", "No known meaning.";
    }
    pub mod viewport_unk00a80 = "VIEWPORT_UNK00A80" at 0x00a80 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Float32, "", "No known meaning.";
    }
    pub mod viewport_unk00a84 = "VIEWPORT_UNK00A84" at 0x00a84 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Float32, "", "No known meaning.";
    }
    pub mod flags = "FLAGS" at 0x00a88 ReadWrite, ""
    {
        RESERVED0, "reserved0", 0, 24, Reserved, "", "No known meaning.";
        UNK24, "unk24", 24, 1, Bool, "", "No known meaning.";
        RESERVED25, "reserved25", 25, 5, Reserved, "", "No known meaning.";
        ZCONVERT_BYPASS, "zconvert_bypass", 30, 1, Bool, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod zfarclipping = "ZFARCLIPPING" at 0x00a8c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod varying_num_components = "VARYING_NUM_COMPONENTS" at 0x00a90 ReadWrite [4 by 4], ""
    {
        VAR0, "var0", 0, 3, Uint, "", "";
        RESERVED3, "reserved3", 3, 1, Reserved, "", "No known meaning.";
        VAR1, "var1", 4, 3, Uint, "", "";
        RESERVED7, "reserved7", 7, 1, Reserved, "", "No known meaning.";
        VAR2, "var2", 8, 3, Uint, "", "";
        RESERVED11, "reserved11", 11, 1, Reserved, "", "No known meaning.";
        VAR3, "var3", 12, 3, Uint, "", "";
        RESERVED15, "reserved15", 15, 1, Reserved, "", "No known meaning.";
        VAR4, "var4", 16, 3, Uint, "", "";
        RESERVED19, "reserved19", 19, 1, Reserved, "", "No known meaning.";
        VAR5, "var5", 20, 3, Uint, "", "";
        RESERVED23, "reserved23", 23, 1, Reserved, "", "No known meaning.";
        VAR6, "var6", 24, 3, Uint, "", "";
        RESERVED27, "reserved27", 27, 1, Reserved, "", "No known meaning.";
        VAR7, "var7", 28, 3, Uint, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod vs_output_count = "VS_OUTPUT_COUNT" at 0x00aa8 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod multi_cluster_unk00aac = "MULTI_CLUSTER_UNK00AAC" at 0x00aac ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
}
