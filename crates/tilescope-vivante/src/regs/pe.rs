//! .

use super::enums;
use super::source::RNNDB;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::registers;

///
pub static PE_DEPTH_CONFIG_DEPTH_MODE: EnumTable = EnumTable {
    what: "pe depth config depth mode",
    values: &[(0, "NONE"), (1, "Z"), (2, "W")],
};

///
pub static PE_DEPTH_CONFIG_DEPTH_FORMAT: EnumTable = EnumTable {
    what: "pe depth config depth format",
    values: &[(0, "D16"), (1, "D24S8")],
};

///
pub static PE_STENCIL_CONFIG_MODE: EnumTable = EnumTable {
    what: "pe stencil config mode",
    values: &[(0, "DISABLED"), (1, "ONE_SIDED"), (2, "TWO_SIDED")],
};

///
pub static PE_HDEPTH_CONTROL_FORMAT: EnumTable = EnumTable {
    what: "pe hdepth control format",
    values: &[(0, "DISABLED"), (5, "D16"), (8, "D24S8")],
};

registers! {
    pub static REGISTERS = "PE", RNNDB, "The registers, by address.";
    pub mod depth_config = "DEPTH_CONFIG" at 0x01400 ReadWrite, ""
    {
        DEPTH_MODE, "depth_mode", 0, 2, Enum(&PE_DEPTH_CONFIG_DEPTH_MODE), "", "";
        RESERVED2, "reserved2", 2, 1, Reserved, "", "No known meaning.";
        DEPTH_MODE_MASK, "depth_mode_mask", 3, 1, Keeps(&[&DEPTH_MODE]), "", "Set: `depth_mode` stays as it is.";
        DEPTH_FORMAT, "depth_format", 4, 1, Enum(&PE_DEPTH_CONFIG_DEPTH_FORMAT), "", "";
        DEPTH_FORMAT_MASK, "depth_format_mask", 5, 1, Keeps(&[&DEPTH_FORMAT]), "", "Set: `depth_format` stays as it is.";
        RESERVED6, "reserved6", 6, 2, Reserved, "", "No known meaning.";
        DEPTH_FUNC, "depth_func", 8, 3, Enum(&enums::COMPARE_FUNC), "", "";
        DEPTH_FUNC_MASK, "depth_func_mask", 11, 1, Keeps(&[&DEPTH_FUNC]), "", "Set: `depth_func` stays as it is.";
        WRITE_ENABLE, "write_enable", 12, 1, Bool, "", "";
        WRITE_ENABLE_MASK, "write_enable_mask", 13, 1, Keeps(&[&WRITE_ENABLE]), "", "Set: `write_enable` stays as it is.";
        RESERVED14, "reserved14", 14, 2, Reserved, "", "No known meaning.";
        EARLY_Z, "early_z", 16, 1, Bool, "", "";
        EARLY_Z_MASK, "early_z_mask", 17, 1, Keeps(&[&EARLY_Z]), "", "Set: `early_z` stays as it is.";
        UNK18, "unk18", 18, 1, Bool, "", "No known meaning.";
        UNK18_MASK, "unk18_mask", 19, 1, Keeps(&[&UNK18]), "", "Set: `unk18` stays as it is.";
        ONLY_DEPTH, "only_depth", 20, 1, Bool, "", "";
        ONLY_DEPTH_MASK, "only_depth_mask", 21, 1, Keeps(&[&ONLY_DEPTH]), "", "Set: `only_depth` stays as it is.";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "No known meaning.";
        DISABLE_ZS, "disable_zs", 24, 1, Bool, "", "";
        DISABLE_ZS_MASK, "disable_zs_mask", 25, 1, Keeps(&[&DISABLE_ZS]), "", "Set: `disable_zs` stays as it is.";
        SUPER_TILED, "super_tiled", 26, 1, Bool, "", "";
        SUPER_TILED_MASK, "super_tiled_mask", 27, 1, Keeps(&[&SUPER_TILED]), "", "Set: `super_tiled` stays as it is.";
        RESERVED28, "reserved28", 28, 4, Reserved, "", "No known meaning.";
    }
    pub mod depth_near = "DEPTH_NEAR" at 0x01404 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod depth_far = "DEPTH_FAR" at 0x01408 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod depth_normalize = "DEPTH_NORMALIZE" at 0x0140c ReadWrite, ""
    {
        VALUE, "value", 0, 32, Float32, "", "The value.";
    }
    pub mod depth_addr = "DEPTH_ADDR" at 0x01410 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod depth_stride = "DEPTH_STRIDE" at 0x01414 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod stencil_op = "STENCIL_OP" at 0x01418 ReadWrite, ""
    {
        FUNC_FRONT, "func_front", 0, 3, Enum(&enums::COMPARE_FUNC), "", "";
        FUNC_FRONT_MASK, "func_front_mask", 3, 1, Keeps(&[&FUNC_FRONT]), "", "Set: `func_front` stays as it is.";
        PASS_FRONT, "pass_front", 4, 3, Enum(&enums::STENCIL_OP), "", "";
        PASS_FRONT_MASK, "pass_front_mask", 7, 1, Keeps(&[&PASS_FRONT]), "", "Set: `pass_front` stays as it is.";
        FAIL_FRONT, "fail_front", 8, 3, Enum(&enums::STENCIL_OP), "", "";
        FAIL_FRONT_MASK, "fail_front_mask", 11, 1, Keeps(&[&FAIL_FRONT]), "", "Set: `fail_front` stays as it is.";
        DEPTH_FAIL_FRONT, "depth_fail_front", 12, 3, Enum(&enums::STENCIL_OP), "", "";
        DEPTH_FAIL_FRONT_MASK, "depth_fail_front_mask", 15, 1, Keeps(&[&DEPTH_FAIL_FRONT]), "", "Set: `depth_fail_front` stays as it is.";
        FUNC_BACK, "func_back", 16, 3, Enum(&enums::COMPARE_FUNC), "", "";
        FUNC_BACK_MASK, "func_back_mask", 19, 1, Keeps(&[&FUNC_BACK]), "", "Set: `func_back` stays as it is.";
        PASS_BACK, "pass_back", 20, 3, Enum(&enums::STENCIL_OP), "", "";
        PASS_BACK_MASK, "pass_back_mask", 23, 1, Keeps(&[&PASS_BACK]), "", "Set: `pass_back` stays as it is.";
        FAIL_BACK, "fail_back", 24, 3, Enum(&enums::STENCIL_OP), "", "";
        FAIL_BACK_MASK, "fail_back_mask", 27, 1, Keeps(&[&FAIL_BACK]), "", "Set: `fail_back` stays as it is.";
        DEPTH_FAIL_BACK, "depth_fail_back", 28, 3, Enum(&enums::STENCIL_OP), "", "";
        DEPTH_FAIL_BACK_MASK, "depth_fail_back_mask", 31, 1, Keeps(&[&DEPTH_FAIL_BACK]), "", "Set: `depth_fail_back` stays as it is.";
    }
    pub mod stencil_config = "STENCIL_CONFIG" at 0x0141c ReadWrite, ""
    {
        MODE, "mode", 0, 2, Enum(&PE_STENCIL_CONFIG_MODE), "", "";
        RESERVED2, "reserved2", 2, 2, Reserved, "", "No known meaning.";
        MODE_MASK, "mode_mask", 4, 1, Keeps(&[&MODE]), "", "Set: `mode` stays as it is.";
        REF_FRONT_MASK, "ref_front_mask", 5, 1, Keeps(&[&REF_FRONT]), "", "Set: `ref_front` stays as it is.";
        MASK_FRONT_MASK, "mask_front_mask", 6, 1, Keeps(&[&MASK_FRONT]), "", "Set: `mask_front` stays as it is.";
        WRITE_MASK_MASK, "write_mask_mask", 7, 1, Bool, "", "";
        REF_FRONT, "ref_front", 8, 8, Uint, "", "";
        MASK_FRONT, "mask_front", 16, 8, Uint, "", "";
        WRITE_MASK_FRONT, "write_mask_front", 24, 8, Uint, "", "";
    }
    pub mod alpha_op = "ALPHA_OP" at 0x01420 ReadWrite, ""
    {
        ALPHA_TEST, "alpha_test", 0, 1, Bool, "", "";
        ALPHA_TEST_MASK, "alpha_test_mask", 1, 1, Keeps(&[&ALPHA_TEST]), "", "Set: `alpha_test` stays as it is.";
        RESERVED2, "reserved2", 2, 2, Reserved, "", "No known meaning.";
        ALPHA_FUNC, "alpha_func", 4, 3, Enum(&enums::COMPARE_FUNC), "", "";
        ALPHA_FUNC_MASK, "alpha_func_mask", 7, 1, Keeps(&[&ALPHA_FUNC]), "", "Set: `alpha_func` stays as it is.";
        ALPHA_REF, "alpha_ref", 8, 8, Uint, "", "";
        ALPHA_REF_MASKFUNC_MASK, "alpha_ref_maskfunc_mask", 16, 1, Bool, "", "";
        RESERVED17, "reserved17", 17, 15, Reserved, "", "No known meaning.";
    }
    pub mod alpha_blend_color = "ALPHA_BLEND_COLOR" at 0x01424 ReadWrite, ""
    {
        B, "b", 0, 8, Uint, "", "";
        G, "g", 8, 8, Uint, "", "";
        R, "r", 16, 8, Uint, "", "";
        A, "a", 24, 8, Uint, "", "";
    }
    pub mod alpha_config = "ALPHA_CONFIG" at 0x01428 ReadWrite, ""
    {
        BLEND_ENABLE_COLOR, "blend_enable_color", 0, 1, Bool, "", "";
        BLEND_ENABLE_COLOR_MASK, "blend_enable_color_mask", 1, 1, Keeps(&[&BLEND_ENABLE_COLOR]), "", "Set: `blend_enable_color` stays as it is.";
        SRC_FUNC_COLOR_MASK, "src_func_color_mask", 2, 1, Keeps(&[&SRC_FUNC_COLOR]), "", "Set: `src_func_color` stays as it is.";
        DST_FUNC_COLOR_MASK, "dst_func_color_mask", 3, 1, Keeps(&[&DST_FUNC_COLOR]), "", "Set: `dst_func_color` stays as it is.";
        SRC_FUNC_COLOR, "src_func_color", 4, 4, Enum(&enums::BLEND_FUNC), "", "";
        DST_FUNC_COLOR, "dst_func_color", 8, 4, Enum(&enums::BLEND_FUNC), "", "";
        EQ_COLOR, "eq_color", 12, 3, Enum(&enums::BLEND_EQ), "", "";
        EQ_COLOR_MASK, "eq_color_mask", 15, 1, Keeps(&[&EQ_COLOR]), "", "Set: `eq_color` stays as it is.";
        BLEND_SEPARATE_ALPHA, "blend_separate_alpha", 16, 1, Bool, "", "";
        BLEND_SEPARATE_ALPHA_MASK, "blend_separate_alpha_mask", 17, 1, Keeps(&[&BLEND_SEPARATE_ALPHA]), "", "Set: `blend_separate_alpha` stays as it is.";
        SRC_FUNC_ALPHA_MASK, "src_func_alpha_mask", 18, 1, Keeps(&[&SRC_FUNC_ALPHA]), "", "Set: `src_func_alpha` stays as it is.";
        DST_FUNC_ALPHA_MASK, "dst_func_alpha_mask", 19, 1, Keeps(&[&DST_FUNC_ALPHA]), "", "Set: `dst_func_alpha` stays as it is.";
        SRC_FUNC_ALPHA, "src_func_alpha", 20, 4, Enum(&enums::BLEND_FUNC), "", "";
        DST_FUNC_ALPHA, "dst_func_alpha", 24, 4, Enum(&enums::BLEND_FUNC), "", "";
        EQ_ALPHA, "eq_alpha", 28, 3, Enum(&enums::BLEND_EQ), "", "";
        EQ_ALPHA_MASK, "eq_alpha_mask", 31, 1, Keeps(&[&EQ_ALPHA]), "", "Set: `eq_alpha` stays as it is.";
    }
    pub mod color_format = "COLOR_FORMAT" at 0x0142c ReadWrite, ""
    {
        FORMAT, "format", 0, 4, Enum(&enums::PE_FORMAT), "", "";
        FORMAT_MASK, "format_mask", 4, 1, Keeps(&[&FORMAT]), "", "Set: `format` stays as it is.";
        RESERVED5, "reserved5", 5, 3, Reserved, "", "No known meaning.";
        COMPONENTS, "components", 8, 4, Hex, "", "";
        COMPONENTS_MASK, "components_mask", 12, 1, Keeps(&[&COMPONENTS]), "", "Set: `components` stays as it is.";
        SUPER_TILED_NEW, "super_tiled_new", 13, 1, Bool, "", "";
        RESERVED14, "reserved14", 14, 2, Reserved, "", "No known meaning.";
        OVERWRITE, "overwrite", 16, 1, Bool, "", "";
        OVERWRITE_MASK, "overwrite_mask", 17, 1, Keeps(&[&OVERWRITE]), "", "Set: `overwrite` stays as it is.";
        RESERVED18, "reserved18", 18, 2, Reserved, "", "No known meaning.";
        SUPER_TILED, "super_tiled", 20, 1, Bool, "", "";
        SUPER_TILED_MASK, "super_tiled_mask", 21, 1, Keeps(&[&SUPER_TILED]), "", "Set: `super_tiled` stays as it is.";
        RESERVED22, "reserved22", 22, 2, Reserved, "", "No known meaning.";
        FORMAT_EXT, "format_ext", 24, 7, Enum(&enums::PE_FORMAT), "", "";
        FORMAT_EXT_MASK, "format_ext_mask", 31, 1, Keeps(&[&FORMAT_EXT]), "", "Set: `format_ext` stays as it is.";
    }
    pub mod color_addr = "COLOR_ADDR" at 0x01430 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod color_stride = "COLOR_STRIDE" at 0x01434 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod hdepth_control = "HDEPTH_CONTROL" at 0x01454 ReadWrite, ""
    {
        FORMAT, "format", 0, 4, Enum(&PE_HDEPTH_CONTROL_FORMAT), "", "";
        RESERVED4, "reserved4", 4, 28, Reserved, "", "No known meaning.";
    }
    pub mod hdepth_addr = "HDEPTH_ADDR" at 0x01458 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod unk0145c = "UNK0145C" at 0x0145c ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod pipe_color_addr = "PIPE.COLOR_ADDR" at 0x01460 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod pipe_depth_addr = "PIPE.DEPTH_ADDR" at 0x01480 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod stencil_config_ext = "STENCIL_CONFIG_EXT" at 0x014a0 ReadWrite, ""
    {
        REF_BACK, "ref_back", 0, 8, Uint, "", "";
        REF_BACK_MASK, "ref_back_mask", 8, 1, Keeps(&[&REF_BACK]), "", "Set: `ref_back` stays as it is.";
        UNK16_MASK, "unk16_mask", 9, 1, Bool, "", "No known meaning.";
        RESERVED10, "reserved10", 10, 6, Reserved, "", "No known meaning.";
        EXTRA_ALPHA_REF, "extra_alpha_ref", 16, 16, Uint, "", "";
    }
    pub mod logic_op = "LOGIC_OP" at 0x014a4 ReadWrite, ""
    {
        OP, "op", 0, 4, Enum(&enums::LOGIC_OP), "", "";
        OP_MASK, "op_mask", 4, 1, Keeps(&[&OP]), "", "Set: `op` stays as it is.";
        DITHER_MODE, "dither_mode", 5, 2, Uint, "", "";
        SINGLE_BUFFER_MASK, "single_buffer_mask", 7, 1, Keeps(&[&SINGLE_BUFFER]), "", "Set: `single_buffer` stays as it is.";
        SINGLE_BUFFER, "single_buffer", 8, 2, Uint, "", "";
        DITHER_MODE_MASK, "dither_mode_mask", 10, 1, Keeps(&[&DITHER_MODE]), "", "Set: `dither_mode` stays as it is.";
        UNK11, "unk11", 11, 1, Bool, "", "No known meaning.";
        RESERVED12, "reserved12", 12, 8, Reserved, "", "No known meaning.";
        UNK20, "unk20", 20, 2, Hex, "", "No known meaning.";
        RESERVED22, "reserved22", 22, 1, Reserved, "", "No known meaning.";
        UNK20_MASK, "unk20_mask", 23, 1, Keeps(&[&UNK20]), "", "Set: `unk20` stays as it is.";
        UNK24, "unk24", 24, 3, Hex, "", "No known meaning.";
        UNK24_MASK, "unk24_mask", 27, 1, Keeps(&[&UNK24]), "", "Set: `unk24` stays as it is.";
        RESERVED28, "reserved28", 28, 2, Reserved, "", "No known meaning.";
        SRGB_MASK, "srgb_mask", 30, 1, Keeps(&[&SRGB]), "", "Set: `srgb` stays as it is.";
        SRGB, "srgb", 31, 1, Bool, "", "";
    }
    pub mod dither = "DITHER" at 0x014a8 ReadWrite [2 by 4], ""
    {
        VALUE, "value", 0, 32, Hex, "", "The value.";
    }
    pub mod alpha_color_ext0 = "ALPHA_COLOR_EXT0" at 0x014b0 ReadWrite, ""
    {
        B, "b", 0, 16, Float16, "", "";
        G, "g", 16, 16, Float16, "", "";
    }
    pub mod alpha_color_ext1 = "ALPHA_COLOR_EXT1" at 0x014b4 ReadWrite, ""
    {
        R, "r", 0, 16, Float16, "", "";
        A, "a", 16, 16, Float16, "", "";
    }
    pub mod stencil_config_ext2 = "STENCIL_CONFIG_EXT2" at 0x014b8 ReadWrite, ""
    {
        MASK_BACK, "mask_back", 0, 8, Uint, "", "";
        WRITE_MASK_BACK, "write_mask_back", 8, 8, Uint, "", "";
        RESERVED16, "reserved16", 16, 16, Reserved, "", "No known meaning.";
    }
    pub mod mem_config = "MEM_CONFIG" at 0x014bc ReadWrite, ""
    {
        RESERVED0, "reserved0", 0, 24, Reserved, "", "No known meaning.";
        COLOR_TS_MODE, "color_ts_mode", 24, 1, Enum(&enums::TS_MODE), "", "";
        RESERVED25, "reserved25", 25, 1, Reserved, "", "No known meaning.";
        DEPTH_TS_MODE, "depth_ts_mode", 26, 1, Enum(&enums::TS_MODE), "", "";
        RESERVED27, "reserved27", 27, 5, Reserved, "", "No known meaning.";
    }
    pub mod halti4_unk014c0 = "HALTI4_UNK014C0" at 0x014c0 ReadWrite, "No known meaning."
    {
        VALUE, "value", 0, 32, Hex, "", "No known meaning.";
    }
    pub mod depth_robustness = "DEPTH_ROBUSTNESS" at 0x014c4 ReadWrite, ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod rt_addr_4_pipe = "RT_ADDR_4.PIPE" at 0x01500 ReadWrite [3 by 0x20] [3 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
    pub mod rt_config_4 = "RT_CONFIG_4" at 0x01580 ReadWrite [3 by 4], ""
    {
        STRIDE, "stride", 0, 16, Uint, "", "";
        RESERVED16, "reserved16", 16, 4, Reserved, "", "No known meaning.";
        FORMAT, "format", 20, 6, Enum(&enums::PE_FORMAT), "", "";
        SUPER_TILED_NEW, "super_tiled_new", 26, 1, Bool, "", "";
        UNK27, "unk27", 27, 1, Bool, "", "No known meaning.";
        SUPER_TILED, "super_tiled", 28, 1, Bool, "", "";
        UNK29, "unk29", 29, 1, Bool, "", "No known meaning.";
        SRGB, "srgb", 30, 1, Bool, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod rt_addr_8_pipe = "RT_ADDR_8.PIPE" at 0x14800 ReadWrite [8 by 0x20] [8 by 4], ""
    {
        VALUE, "value", 0, 32, Uint, "", "The value.";
    }
    pub mod rt_config_8 = "RT_CONFIG_8" at 0x14900 ReadWrite [8 by 4], ""
    {
        STRIDE, "stride", 0, 16, Uint, "", "";
        RESERVED16, "reserved16", 16, 4, Reserved, "", "No known meaning.";
        FORMAT, "format", 20, 6, Enum(&enums::PE_FORMAT), "", "";
        SUPER_TILED_NEW, "super_tiled_new", 26, 1, Bool, "", "";
        UNK27, "unk27", 27, 1, Bool, "", "No known meaning.";
        SUPER_TILED, "super_tiled", 28, 1, Bool, "", "";
        UNK29, "unk29", 29, 1, Bool, "", "No known meaning.";
        SRGB, "srgb", 30, 1, Bool, "", "";
        RESERVED31, "reserved31", 31, 1, Reserved, "", "No known meaning.";
    }
    pub mod halti5_rt_colormask = "HALTI5_RT_COLORMASK" at 0x14920 ReadWrite [7 by 4], ""
    {
        RESERVED0, "reserved0", 0, 4, Reserved, "", "No known meaning.";
        COMPONENTS, "components", 4, 4, Hex, "", "";
        OVERWRITE, "overwrite", 8, 1, Bool, "", "";
        RESERVED9, "reserved9", 9, 23, Reserved, "", "No known meaning.";
    }
    pub mod halti5_rt_alpha_op = "HALTI5_RT_ALPHA_OP" at 0x14940 ReadWrite [7 by 4], ""
    {
        ALPHA_TEST, "alpha_test", 0, 1, Bool, "", "";
        RESERVED1, "reserved1", 1, 3, Reserved, "", "No known meaning.";
        ALPHA_FUNC, "alpha_func", 4, 3, Enum(&enums::COMPARE_FUNC), "", "";
        RESERVED7, "reserved7", 7, 9, Reserved, "", "No known meaning.";
        ALPHA_REF, "alpha_ref", 16, 16, Uint, "", "";
    }
    pub mod halti5_rt_alpha_config = "HALTI5_RT_ALPHA_CONFIG" at 0x14960 ReadWrite [7 by 4], ""
    {
        BLEND_ENABLE_COLOR, "blend_enable_color", 0, 1, Bool, "", "";
        BLEND_ENABLE_COLOR_MASK, "blend_enable_color_mask", 1, 1, Keeps(&[&BLEND_ENABLE_COLOR]), "", "Set: `blend_enable_color` stays as it is.";
        SRC_FUNC_COLOR_MASK, "src_func_color_mask", 2, 1, Keeps(&[&SRC_FUNC_COLOR]), "", "Set: `src_func_color` stays as it is.";
        DST_FUNC_COLOR_MASK, "dst_func_color_mask", 3, 1, Keeps(&[&DST_FUNC_COLOR]), "", "Set: `dst_func_color` stays as it is.";
        SRC_FUNC_COLOR, "src_func_color", 4, 4, Enum(&enums::BLEND_FUNC), "", "";
        DST_FUNC_COLOR, "dst_func_color", 8, 4, Enum(&enums::BLEND_FUNC), "", "";
        EQ_COLOR, "eq_color", 12, 3, Enum(&enums::BLEND_EQ), "", "";
        EQ_COLOR_MASK, "eq_color_mask", 15, 1, Keeps(&[&EQ_COLOR]), "", "Set: `eq_color` stays as it is.";
        BLEND_SEPARATE_ALPHA, "blend_separate_alpha", 16, 1, Bool, "", "";
        BLEND_SEPARATE_ALPHA_MASK, "blend_separate_alpha_mask", 17, 1, Keeps(&[&BLEND_SEPARATE_ALPHA]), "", "Set: `blend_separate_alpha` stays as it is.";
        SRC_FUNC_ALPHA_MASK, "src_func_alpha_mask", 18, 1, Keeps(&[&SRC_FUNC_ALPHA]), "", "Set: `src_func_alpha` stays as it is.";
        DST_FUNC_ALPHA_MASK, "dst_func_alpha_mask", 19, 1, Keeps(&[&DST_FUNC_ALPHA]), "", "Set: `dst_func_alpha` stays as it is.";
        SRC_FUNC_ALPHA, "src_func_alpha", 20, 4, Enum(&enums::BLEND_FUNC), "", "";
        DST_FUNC_ALPHA, "dst_func_alpha", 24, 4, Enum(&enums::BLEND_FUNC), "", "";
        EQ_ALPHA, "eq_alpha", 28, 3, Enum(&enums::BLEND_EQ), "", "";
        EQ_ALPHA_MASK, "eq_alpha_mask", 31, 1, Keeps(&[&EQ_ALPHA]), "", "Set: `eq_alpha` stays as it is.";
    }
    pub mod halti5_rt_alpha_color_ext0 = "HALTI5_RT_ALPHA_COLOR_EXT0" at 0x14980 ReadWrite [7 by 4], ""
    {
        B, "b", 0, 16, Float16, "", "";
        G, "g", 16, 16, Float16, "", "";
    }
    pub mod halti5_rt_alpha_color_ext1 = "HALTI5_RT_ALPHA_COLOR_EXT1" at 0x149a0 ReadWrite [7 by 4], ""
    {
        R, "r", 0, 16, Float16, "", "";
        A, "a", 16, 16, Float16, "", "";
    }
    pub mod rt_robustness = "RT_ROBUSTNESS" at 0x149c0 ReadWrite [8 by 4], ""
    {
        VALUE, "value", 0, 32, Address(0), "", "The value.";
    }
}
