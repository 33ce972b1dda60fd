//! Primitive assembly, at 0xa00: assembles points, lines and triangles, divides by
//! w, applies the viewport and culls.
//!
//! Numbers are floats in the state; drivers load most of them as 16.16 fixed
//! point, which the front end converts.
//!
//! Doubtful in the database: that CONFIG.cull_face_mode is the winding of front
//! faces. Mesa writes `CW` to cull back faces when front faces are
//! counter-clockwise, so it is the winding of culled faces.

use super::presence::Condition::{self, BeforeHalti, Halti, Has};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::{raw_enum, registers};

raw_enum! {
    pub enum CullFace = "culling", "Culling.";
    Off = 0, "OFF", "None.";
    Cw = 1, "CW", "Clockwise ones.";
    Ccw = 2, "CCW", "Counter-clockwise ones.";
}

raw_enum! {
    pub enum FillMode = "fill mode", "Fill mode of triangles.";
    Point = 0, "POINT", "Its corners.";
    Wireframe = 1, "WIREFRAME", "Its edges.";
    Solid = 2, "SOLID", "The whole texel.";
}

raw_enum! {
    pub enum ShadeModel = "shade model", "Sources of a triangle's varyings.";
    Flat = 0, "FLAT", "From the provoking vertex.";
    Smooth = 1, "SMOOTH", "Interpolated from all vertices.";
}

registers! {
    pub static REGISTERS = "PA.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod viewport_scale_x = "VIEWPORT_SCALE_X" at 0x00a00 ReadWrite, "Half the viewport's width." word Float32, "px", "The number.";
    pub mod viewport_scale_y = "VIEWPORT_SCALE_Y" at 0x00a04 ReadWrite, "Half the viewport's height; negative flips the image." word Float32, "px", "The number.";
    pub mod viewport_scale_z = "VIEWPORT_SCALE_Z" at 0x00a08 ReadWrite, "The size of the depth range: far minus near." word Float32, "", "The number.";
    pub mod viewport_offset_x = "VIEWPORT_OFFSET_X" at 0x00a0c ReadWrite, "The viewport's centre in x." word Float32, "px", "The number.";
    pub mod viewport_offset_y = "VIEWPORT_OFFSET_Y" at 0x00a10 ReadWrite, "The viewport's centre in y." word Float32, "px", "The number.";
    pub mod viewport_offset_z = "VIEWPORT_OFFSET_Z" at 0x00a14 ReadWrite, "Depth of the near end of the range." word Float32, "", "The number.";
    pub mod line_width = "LINE_WIDTH" at 0x00a18 ReadWrite, "Half the line width." word Float32, "px", "The number.";
    pub mod point_size = "POINT_SIZE" at 0x00a1c ReadWrite, "Half the point size, used if the shader does not output one." word Float32, "px", "The number.";
    pub mod unk00a24 = "UNK00A24" at 0x00a24 ReadWrite, "Undocumented; written for a dummy draw on GC400." word Hex, "", "Undocumented.";
    pub mod system_mode = "SYSTEM_MODE" at 0x00a28 ReadWrite reserved 0xffff_ffee, "Conventions: 0x11 for OpenGL, 0 for Direct3D 9."
    {
        PROVOKING_VERTEX_LAST, "provoking_vertex_last", 0, 1, Bool, "", "The last vertex of a primitive is the provoking vertex, not the first.";
        HALF_PIXEL_CENTER, "half_pixel_center", 4, 1, Bool, "", "Pixel centres are at half integers, not at integers.";
    }
    pub mod w_clip_limit = "W_CLIP_LIMIT" at 0x00a2c ReadWrite, "Perhaps the smallest w that is not clipped." word Hex, "", "The value.";
    pub mod attribute_element_count = "ATTRIBUTE_ELEMENT_COUNT" at 0x00a30 ReadWrite reserved 0xffff_0000, "The number of varyings."
    {
        UNK0, "unk0", 0, 8, Hex, "", "Undocumented.";
        COUNT, "count", 8, 8, Uint, "", "The number of varyings, without the position.";
    }
    pub mod config = "CONFIG" at 0x00a34 ReadWrite reserved 0xff38_88c3, "Points, culling and shading."
    {
        POINT_SIZE_ENABLE, "point_size_enable", 2, 1, Bool, "", "The last output of the vertex shader is the point size.";
        POINT_SIZE_ENABLE_MASK, "point_size_enable_mask", 3, 1, Keeps(&[&POINT_SIZE_ENABLE]), "", "If set, `point_size_enable` is unchanged.";
        POINT_SPRITE_ENABLE, "point_sprite_enable", 4, 1, Bool, "", "Points have coordinates.";
        POINT_SPRITE_ENABLE_MASK, "point_sprite_enable_mask", 5, 1, Keeps(&[&POINT_SPRITE_ENABLE]), "", "If set, `point_sprite_enable` is unchanged.";
        CULL_FACE_MODE, "cull_face_mode", 8, 2, Enum(&CullFace::TABLE), "", "Culling.";
        CULL_FACE_MODE_MASK, "cull_face_mode_mask", 10, 1, Keeps(&[&CULL_FACE_MODE]), "", "If set, `cull_face_mode` is unchanged.";
        FILL_MODE, "fill_mode", 12, 2, Enum(&FillMode::TABLE), "", "Fill mode of triangles.";
        FILL_MODE_MASK, "fill_mode_mask", 14, 1, Keeps(&[&FILL_MODE]), "", "If set, `fill_mode` is unchanged.";
        SHADE_MODEL, "shade_model", 16, 2, Enum(&ShadeModel::TABLE), "", "Sources of varyings.";
        SHADE_MODEL_MASK, "shade_model_mask", 18, 1, Keeps(&[&SHADE_MODEL]), "", "If set, `shade_model` is unchanged.";
        WIDE_LINE, "wide_line", 22, 1, Bool, "", "The line width is in WIDE_LINE_WIDTH0 and 1; must be set for lines on chips with WIDE_LINE.";
        WIDE_LINE_MASK, "wide_line_mask", 23, 1, Keeps(&[&WIDE_LINE]), "", "If set, `wide_line` is unchanged.";
    }
    pub mod wide_line_width0 = "WIDE_LINE_WIDTH0" at 0x00a38 ReadWrite, "Half the line width, used if CONFIG.wide_line is set." word Float32, "px", "The number.";
    pub mod wide_line_width1 = "WIDE_LINE_WIDTH1" at 0x00a3c ReadWrite, "Half the line width again; Mesa writes the same value to both." word Float32, "px", "The number.";
    pub mod shader_attributes = "SHADER_ATTRIBUTES" at 0x00a40 ReadWrite [16 by 4] when [BeforeHalti(5)] reserved 0xffff_f00e, "Interpolation of each varying. Not with HALTI5."
    {
        BYPASS_FLAT, "bypass_flat", 0, 1, Bool, "", "Smooth, regardless of the shade model.";
        UNK4, "unk4", 4, 4, Hex, "", "Undocumented.";
        UNK8, "unk8", 8, 4, Hex, "", "Undocumented.";
    }
    pub mod viewport_unk00a80 = "VIEWPORT_UNK00A80" at 0x00a80 ReadWrite, "Undocumented; the vendor's driver writes about the width of the target divided by 16769025." word Float32, "", "The number.";
    pub mod viewport_unk00a84 = "VIEWPORT_UNK00A84" at 0x00a84 ReadWrite, "Related to points; the vendor's driver writes 8192.0, and points shrink with smaller numbers." word Float32, "", "The number.";
    pub mod flags = "FLAGS" at 0x00a88 ReadWrite reserved 0xbeff_ffff, "Switches set once at startup."
    {
        UNK24, "unk24", 24, 1, Bool, "", "Undocumented; set on GC2000.";
        ZCONVERT_BYPASS, "zconvert_bypass", 30, 1, Bool, "", "Depth from the vertex shader is used unchanged; set on GC3000 and GC7000.";
    }
    pub mod zfarclipping = "ZFARCLIPPING" at 0x00a8c ReadWrite, "Clipping at the far plane: 0 with ZFIXES, else 0x38000000." word Hex, "", "The value.";
    pub mod varying_num_components = "VARYING_NUM_COMPONENTS" at 0x00a90 ReadWrite [4 by 4] when [Halti(5)] reserved 0x8888_8888, "Components of the varyings, eight in a word. Only with HALTI5."
    {
        VAR0, "var0", 0, 3, Uint, "components", "Of varying 0 of the word.";
        VAR1, "var1", 4, 3, Uint, "components", "Of varying 1 of the word.";
        VAR2, "var2", 8, 3, Uint, "components", "Of varying 2 of the word.";
        VAR3, "var3", 12, 3, Uint, "components", "Of varying 3 of the word.";
        VAR4, "var4", 16, 3, Uint, "components", "Of varying 4 of the word.";
        VAR5, "var5", 20, 3, Uint, "components", "Of varying 5 of the word.";
        VAR6, "var6", 24, 3, Uint, "components", "Of varying 6 of the word.";
        VAR7, "var7", 28, 3, Uint, "components", "Of varying 7 of the word.";
    }
    pub mod vs_output_count = "VS_OUTPUT_COUNT" at 0x00aa8 ReadWrite when [Halti(5)], "Outputs of the vertex shader, once more. Only with HALTI5." word Uint, "", "The number.";
    pub mod multi_cluster_unk00aac = "MULTI_CLUSTER_UNK00AAC" at 0x00aac ReadWrite when [Has(Feature::MultiCluster)], "Undocumented. Only with MULTI_CLUSTER." word Hex, "", "Undocumented.";
}
