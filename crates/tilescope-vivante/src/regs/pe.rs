//! The pixel engine: depth, stencil and alpha test, blending, logic operation,
//! dithering and the write of pixels. States at 0x1400 to 0x15ff; more render
//! targets at 0x14800 with HALTI2 or HALTI5.
//!
//! A group of bits `x` with a bit `x_mask` is unchanged by writes with that bit
//! set: see [`keep_mask`](super::keep_mask).
//!
//! That COLOR_FORMAT.format_ext is used where it is not 0 is inferred: Mesa writes
//! `format` with `format_ext` 0, the vendor's driver `format_ext` and
//! `format_mask`.
//!
//! Doubtful in the database: RT_ADDR_4.PIPE has three pipes per target, unlike
//! other registers; ALPHA_OP.alpha_ref_maskfunc_mask and
//! STENCIL_CONFIG_EXT.unk16_mask preserve fields according to their names only.

use super::enums;
use super::presence::Condition::{self, Halti, Has, OnePipe, RenderTargets, SeveralPipes};
use super::source::RNNDB;
use crate::features::Feature;
use tilescope_tables::{enum_tables, raw_enum, registers};

raw_enum! {
    pub enum DepthMode = "depth mode", "Format of the depth buffer.";
    None = 0, "NONE", "There is no depth buffer.";
    Z = 1, "Z", "z.";
    W = 2, "W", "w.";
}

raw_enum! {
    pub enum DepthFormat = "depth format", "Storage of depth.";
    D16 = 0, "D16", "16 bits of depth.";
    D24S8 = 1, "D24S8", "24 bits of depth above 8 bits of stencil.";
}

raw_enum! {
    pub enum StencilMode = "stencil mode", "Whether there is a stencil test, and for which faces.";
    Disabled = 0, "DISABLED", "None.";
    OneSided = 1, "ONE_SIDED", "One test for all faces.";
    TwoSided = 2, "TWO_SIDED", "One test for front faces, another for back faces.";
}

enum_tables! {
    /// Depth format of the hierarchical depth buffer.
    pub PE_HDEPTH_CONTROL_FORMAT = "hierarchical depth format": 0 "DISABLED", 5 "D16", 8 "D24S8";
}

registers! {
    pub static REGISTERS = "PE.", RNNDB, "The registers, by address.", CONDITIONS: Condition;
    pub mod depth_config = "DEPTH_CONFIG" at 0x01400 ReadWrite reserved 0xf0c0_c0c4, "The depth test."
    {
        DEPTH_MODE, "depth_mode", 0, 2, Enum(&DepthMode::TABLE), "", "Format of the depth buffer.";
        DEPTH_MODE_MASK, "depth_mode_mask", 3, 1, Keeps(&[&DEPTH_MODE]), "", "If set, `depth_mode` is unchanged.";
        DEPTH_FORMAT, "depth_format", 4, 1, Enum(&DepthFormat::TABLE), "", "Storage of depth.";
        DEPTH_FORMAT_MASK, "depth_format_mask", 5, 1, Keeps(&[&DEPTH_FORMAT]), "", "If set, `depth_format` is unchanged.";
        DEPTH_FUNC, "depth_func", 8, 3, Enum(&enums::CompareFunc::TABLE), "", "Comparison of new with stored depth.";
        DEPTH_FUNC_MASK, "depth_func_mask", 11, 1, Keeps(&[&DEPTH_FUNC]), "", "If set, `depth_func` is unchanged.";
        WRITE_ENABLE, "write_enable", 12, 1, Bool, "", "Depth of pixels that pass is stored.";
        WRITE_ENABLE_MASK, "write_enable_mask", 13, 1, Keeps(&[&WRITE_ENABLE]), "", "If set, `write_enable` is unchanged.";
        EARLY_Z, "early_z", 16, 1, Bool, "", "The test runs before the pixel shader.";
        EARLY_Z_MASK, "early_z_mask", 17, 1, Keeps(&[&EARLY_Z]), "", "If set, `early_z` is unchanged.";
        UNK18, "unk18", 18, 1, Bool, "", "Undocumented; the vendor's driver always sets it. Perhaps depth compression.";
        UNK18_MASK, "unk18_mask", 19, 1, Keeps(&[&UNK18]), "", "If set, `unk18` is unchanged.";
        ONLY_DEPTH, "only_depth", 20, 1, Bool, "", "Only depth is written, no colour.";
        ONLY_DEPTH_MASK, "only_depth_mask", 21, 1, Keeps(&[&ONLY_DEPTH]), "", "If set, `only_depth` is unchanged.";
        DISABLE_ZS, "disable_zs", 24, 1, Bool, "", "Disables the test and write after the pixel shader; must be set if RA writes depth, or the GPU hangs.";
        DISABLE_ZS_MASK, "disable_zs_mask", 25, 1, Keeps(&[&DISABLE_ZS]), "", "If set, `disable_zs` is unchanged.";
        SUPER_TILED, "super_tiled", 26, 1, Bool, "", "The depth buffer is supertiled, not tiled.";
        SUPER_TILED_MASK, "super_tiled_mask", 27, 1, Keeps(&[&SUPER_TILED]), "", "If set, `super_tiled` is unchanged.";
    }
    pub mod depth_near = "DEPTH_NEAR" at 0x01404 ReadWrite, "Smallest depth." word Float32, "", "The number.";
    pub mod depth_far = "DEPTH_FAR" at 0x01408 ReadWrite, "Largest depth." word Float32, "", "The number.";
    pub mod depth_normalize = "DEPTH_NORMALIZE" at 0x0140c ReadWrite, "Largest stored depth: 65535 or 16777215." word Float32, "", "The number.";
    pub mod depth_addr = "DEPTH_ADDR" at 0x01410 ReadWrite when [OnePipe], "Address of the depth buffer. Only with one pixel pipe." word Address(0), "", "The address.";
    pub mod depth_stride = "DEPTH_STRIDE" at 0x01414 ReadWrite, "Stride of a row of pixels of the depth buffer: a quarter of that of a row of tiles." word Hex, "bytes", "The number.";
    pub mod stencil_op = "STENCIL_OP" at 0x01418 ReadWrite, "Stencil tests and operations."
    {
        FUNC_FRONT, "func_front", 0, 3, Enum(&enums::CompareFunc::TABLE), "", "Comparison of the reference with the stored value, front faces.";
        FUNC_FRONT_MASK, "func_front_mask", 3, 1, Keeps(&[&FUNC_FRONT]), "", "If set, `func_front` is unchanged.";
        PASS_FRONT, "pass_front", 4, 3, Enum(&enums::StencilOp::TABLE), "", "Operation if both tests pass, front faces.";
        PASS_FRONT_MASK, "pass_front_mask", 7, 1, Keeps(&[&PASS_FRONT]), "", "If set, `pass_front` is unchanged.";
        FAIL_FRONT, "fail_front", 8, 3, Enum(&enums::StencilOp::TABLE), "", "Operation if the stencil test fails, front faces.";
        FAIL_FRONT_MASK, "fail_front_mask", 11, 1, Keeps(&[&FAIL_FRONT]), "", "If set, `fail_front` is unchanged.";
        DEPTH_FAIL_FRONT, "depth_fail_front", 12, 3, Enum(&enums::StencilOp::TABLE), "", "Operation if the depth test fails, front faces.";
        DEPTH_FAIL_FRONT_MASK, "depth_fail_front_mask", 15, 1, Keeps(&[&DEPTH_FAIL_FRONT]), "", "If set, `depth_fail_front` is unchanged.";
        FUNC_BACK, "func_back", 16, 3, Enum(&enums::CompareFunc::TABLE), "", "Comparison of the reference with the stored value, back faces.";
        FUNC_BACK_MASK, "func_back_mask", 19, 1, Keeps(&[&FUNC_BACK]), "", "If set, `func_back` is unchanged.";
        PASS_BACK, "pass_back", 20, 3, Enum(&enums::StencilOp::TABLE), "", "Operation if both tests pass, back faces.";
        PASS_BACK_MASK, "pass_back_mask", 23, 1, Keeps(&[&PASS_BACK]), "", "If set, `pass_back` is unchanged.";
        FAIL_BACK, "fail_back", 24, 3, Enum(&enums::StencilOp::TABLE), "", "Operation if the stencil test fails, back faces.";
        FAIL_BACK_MASK, "fail_back_mask", 27, 1, Keeps(&[&FAIL_BACK]), "", "If set, `fail_back` is unchanged.";
        DEPTH_FAIL_BACK, "depth_fail_back", 28, 3, Enum(&enums::StencilOp::TABLE), "", "Operation if the depth test fails, back faces.";
        DEPTH_FAIL_BACK_MASK, "depth_fail_back_mask", 31, 1, Keeps(&[&DEPTH_FAIL_BACK]), "", "If set, `depth_fail_back` is unchanged.";
    }
    pub mod stencil_config = "STENCIL_CONFIG" at 0x0141c ReadWrite reserved 0x0000_000c, "References and masks of the stencil test of front faces."
    {
        MODE, "mode", 0, 2, Enum(&StencilMode::TABLE), "", "Whether there is a test, and for which faces.";
        MODE_MASK, "mode_mask", 4, 1, Keeps(&[&MODE]), "", "If set, `mode` is unchanged.";
        REF_FRONT_MASK, "ref_front_mask", 5, 1, Keeps(&[&REF_FRONT]), "", "If set, `ref_front` is unchanged.";
        MASK_FRONT_MASK, "mask_front_mask", 6, 1, Keeps(&[&MASK_FRONT]), "", "If set, `mask_front` is unchanged.";
        WRITE_MASK_MASK, "write_mask_mask", 7, 1, Keeps(&[&WRITE_MASK_FRONT]), "", "If set, `write_mask_front` is unchanged.";
        REF_FRONT, "ref_front", 8, 8, Hex, "", "Reference of the test.";
        MASK_FRONT, "mask_front", 16, 8, Hex, "", "Bits that are compared.";
        WRITE_MASK_FRONT, "write_mask_front", 24, 8, Hex, "", "Bits that are stored.";
    }
    pub mod alpha_op = "ALPHA_OP" at 0x01420 ReadWrite reserved 0xfffe_000c, "The alpha test."
    {
        ALPHA_TEST, "alpha_test", 0, 1, Bool, "", "There is an alpha test.";
        ALPHA_TEST_MASK, "alpha_test_mask", 1, 1, Keeps(&[&ALPHA_TEST]), "", "If set, `alpha_test` is unchanged.";
        ALPHA_FUNC, "alpha_func", 4, 3, Enum(&enums::CompareFunc::TABLE), "", "Comparison of alpha with the reference.";
        ALPHA_FUNC_MASK, "alpha_func_mask", 7, 1, Keeps(&[&ALPHA_FUNC]), "", "If set, `alpha_func` is unchanged.";
        ALPHA_REF, "alpha_ref", 8, 8, Uint, "1/255", "Reference of the test.";
        ALPHA_REF_MASKFUNC_MASK, "alpha_ref_maskfunc_mask", 16, 1, Keeps(&[&ALPHA_REF]), "", "If set, `alpha_ref` is unchanged.";
    }
    pub mod alpha_blend_color = "ALPHA_BLEND_COLOR" at 0x01424 ReadWrite, "The constant colour of blending."
    {
        B, "b", 0, 8, Hex, "", "Blue.";
        G, "g", 8, 8, Hex, "", "Green.";
        R, "r", 16, 8, Hex, "", "Red.";
        A, "a", 24, 8, Hex, "", "Alpha.";
    }
    pub mod alpha_config = "ALPHA_CONFIG" at 0x01428 ReadWrite, "Blending."
    {
        BLEND_ENABLE_COLOR, "blend_enable_color", 0, 1, Bool, "", "Pixels are blended.";
        BLEND_ENABLE_COLOR_MASK, "blend_enable_color_mask", 1, 1, Keeps(&[&BLEND_ENABLE_COLOR]), "", "If set, `blend_enable_color` is unchanged.";
        SRC_FUNC_COLOR_MASK, "src_func_color_mask", 2, 1, Keeps(&[&SRC_FUNC_COLOR]), "", "If set, `src_func_color` is unchanged.";
        DST_FUNC_COLOR_MASK, "dst_func_color_mask", 3, 1, Keeps(&[&DST_FUNC_COLOR]), "", "If set, `dst_func_color` is unchanged.";
        SRC_FUNC_COLOR, "src_func_color", 4, 4, Enum(&enums::BlendFunc::TABLE), "", "Factor of the source colour.";
        DST_FUNC_COLOR, "dst_func_color", 8, 4, Enum(&enums::BlendFunc::TABLE), "", "Factor of the destination colour.";
        EQ_COLOR, "eq_color", 12, 3, Enum(&enums::BlendEq::TABLE), "", "Equation of colour.";
        EQ_COLOR_MASK, "eq_color_mask", 15, 1, Keeps(&[&EQ_COLOR]), "", "If set, `eq_color` is unchanged.";
        BLEND_SEPARATE_ALPHA, "blend_separate_alpha", 16, 1, Bool, "", "Alpha has separate factors and a separate equation.";
        BLEND_SEPARATE_ALPHA_MASK, "blend_separate_alpha_mask", 17, 1, Keeps(&[&BLEND_SEPARATE_ALPHA]), "", "If set, `blend_separate_alpha` is unchanged.";
        SRC_FUNC_ALPHA_MASK, "src_func_alpha_mask", 18, 1, Keeps(&[&SRC_FUNC_ALPHA]), "", "If set, `src_func_alpha` is unchanged.";
        DST_FUNC_ALPHA_MASK, "dst_func_alpha_mask", 19, 1, Keeps(&[&DST_FUNC_ALPHA]), "", "If set, `dst_func_alpha` is unchanged.";
        SRC_FUNC_ALPHA, "src_func_alpha", 20, 4, Enum(&enums::BlendFunc::TABLE), "", "Factor of source alpha.";
        DST_FUNC_ALPHA, "dst_func_alpha", 24, 4, Enum(&enums::BlendFunc::TABLE), "", "Factor of destination alpha.";
        EQ_ALPHA, "eq_alpha", 28, 3, Enum(&enums::BlendEq::TABLE), "", "Equation of alpha.";
        EQ_ALPHA_MASK, "eq_alpha_mask", 31, 1, Keeps(&[&EQ_ALPHA]), "", "If set, `eq_alpha` is unchanged.";
    }
    pub mod color_format = "COLOR_FORMAT" at 0x0142c ReadWrite reserved 0x00cc_c0e0, "Format and layout of the colour buffer, and its write mask."
    {
        FORMAT, "format", 0, 4, Enum(&enums::PE_FORMAT_SHORT), "", "Format, used if `format_ext` is 0.";
        FORMAT_MASK, "format_mask", 4, 1, Keeps(&[&FORMAT]), "", "If set, `format` is unchanged.";
        COMPONENTS, "components", 8, 4, Hex, "", "Components that are written: red, green, blue, alpha from bit 0.";
        COMPONENTS_MASK, "components_mask", 12, 1, Keeps(&[&COMPONENTS]), "", "If set, `components` is unchanged.";
        SUPER_TILED_NEW, "super_tiled_new", 13, 1, Bool, "", "Supertiles are in the newer order. Only with CACHE128B256BPERLINE.";
        OVERWRITE, "overwrite", 16, 1, Bool, "", "Pixels are overwritten entirely and not read. Flush the colour cache before a change.";
        OVERWRITE_MASK, "overwrite_mask", 17, 1, Keeps(&[&OVERWRITE]), "", "If set, `overwrite` is unchanged.";
        SUPER_TILED, "super_tiled", 20, 1, Bool, "", "The colour buffer is supertiled, not tiled.";
        SUPER_TILED_MASK, "super_tiled_mask", 21, 1, Keeps(&[&SUPER_TILED]), "", "If set, `super_tiled` is unchanged.";
        FORMAT_EXT, "format_ext", 24, 7, Enum(&enums::PeFormat::TABLE), "", "Format, from the longer list; if 0, `format` is used.";
        FORMAT_EXT_MASK, "format_ext_mask", 31, 1, Keeps(&[&FORMAT_EXT]), "", "If set, `format_ext` is unchanged.";
    }
    pub mod color_addr = "COLOR_ADDR" at 0x01430 ReadWrite when [OnePipe], "Address of the colour buffer. Only with one pixel pipe." word Address(0), "", "The address.";
    pub mod color_stride = "COLOR_STRIDE" at 0x01434 ReadWrite, "Stride of a row of pixels of the colour buffer: a quarter of that of a row of tiles." word Hex, "bytes", "The number.";
    pub mod hdepth_control = "HDEPTH_CONTROL" at 0x01454 ReadWrite reserved 0xffff_fff0, "Hierarchical depth."
    {
        FORMAT, "format", 0, 4, Enum(&PE_HDEPTH_CONTROL_FORMAT), "", "Depth format, or off.";
    }
    pub mod hdepth_addr = "HDEPTH_ADDR" at 0x01458 ReadWrite, "Address of the hierarchical depth buffer." word Address(0), "", "The address.";
    pub mod unk0145c = "UNK0145C" at 0x0145c ReadWrite, "Undocumented." word Hex, "", "Undocumented.";
    pub mod pipe_color_addr = "PIPE.COLOR_ADDR" at 0x01460 ReadWrite [8 by 4] when [SeveralPipes], "Address of the colour buffer of each pixel pipe. Only with more than one." word Address(0), "", "The address.";
    pub mod pipe_depth_addr = "PIPE.DEPTH_ADDR" at 0x01480 ReadWrite [8 by 4] when [SeveralPipes], "Address of the depth buffer of each pixel pipe. Only with more than one." word Address(0), "", "The address.";
    pub mod stencil_config_ext = "STENCIL_CONFIG_EXT" at 0x014a0 ReadWrite reserved 0x0000_fc00, "Stencil reference of back faces, and an alpha reference of higher precision."
    {
        REF_BACK, "ref_back", 0, 8, Hex, "", "Reference of the stencil test of back faces.";
        REF_BACK_MASK, "ref_back_mask", 8, 1, Keeps(&[&REF_BACK]), "", "If set, `ref_back` is unchanged.";
        UNK16_MASK, "unk16_mask", 9, 1, Keeps(&[&EXTRA_ALPHA_REF]), "", "If set, `extra_alpha_ref` is unchanged.";
        EXTRA_ALPHA_REF, "extra_alpha_ref", 16, 16, Float16, "", "Reference of the alpha test as a half float. Only with HALF_FLOAT.";
    }
    pub mod logic_op = "LOGIC_OP" at 0x014a4 ReadWrite reserved 0x304f_f000, "Logic operation, and unrelated fields."
    {
        OP, "op", 0, 4, Enum(&enums::LogicOp::TABLE), "", "The logic operation; only with LOGIC_OP.";
        OP_MASK, "op_mask", 4, 1, Keeps(&[&OP]), "", "If set, `op` is unchanged.";
        DITHER_MODE, "dither_mode", 5, 2, Uint, "", "Related to dithering: drivers write 2 or 3; with 0, blending of transparent white whitens.";
        SINGLE_BUFFER_MASK, "single_buffer_mask", 7, 1, Keeps(&[&SINGLE_BUFFER]), "", "If set, `single_buffer` is unchanged.";
        SINGLE_BUFFER, "single_buffer", 8, 2, Uint, "", "2 or 3: all pixel pipes write one buffer. Only with SINGLE_BUFFER.";
        DITHER_MODE_MASK, "dither_mode_mask", 10, 1, Keeps(&[&DITHER_MODE]), "", "If set, `dither_mode` is unchanged.";
        UNK11, "unk11", 11, 1, Bool, "", "Undocumented; related to alpha.";
        UNK20, "unk20", 20, 2, Hex, "", "Undocumented; related to depth.";
        UNK20_MASK, "unk20_mask", 23, 1, Keeps(&[&UNK20]), "", "If set, `unk20` is unchanged.";
        UNK24, "unk24", 24, 3, Hex, "", "Undocumented; related to small multisampling. Only with SMALL_MSAA.";
        UNK24_MASK, "unk24_mask", 27, 1, Keeps(&[&UNK24]), "", "If set, `unk24` is unchanged.";
        SRGB_MASK, "srgb_mask", 30, 1, Keeps(&[&SRGB]), "", "If set, `srgb` is unchanged.";
        SRGB, "srgb", 31, 1, Bool, "", "Colours are stored as sRGB.";
    }
    pub mod dither = "DITHER" at 0x014a8 ReadWrite [2 by 4], "Thresholds of dithering, four bits for each pixel of a 4x4 square, two rows in a word. All ones: no dithering." word Hex, "", "The value.";
    pub mod alpha_color_ext0 = "ALPHA_COLOR_EXT0" at 0x014b0 ReadWrite when [Has(Feature::HalfFloat)], "Blue and green of the constant colour of blending. Only with HALF_FLOAT."
    {
        B, "b", 0, 16, Float16, "", "Blue.";
        G, "g", 16, 16, Float16, "", "Green.";
    }
    pub mod alpha_color_ext1 = "ALPHA_COLOR_EXT1" at 0x014b4 ReadWrite when [Has(Feature::HalfFloat)], "Red and alpha of the constant colour of blending. Only with HALF_FLOAT."
    {
        R, "r", 0, 16, Float16, "", "Red.";
        A, "a", 16, 16, Float16, "", "Alpha.";
    }
    pub mod stencil_config_ext2 = "STENCIL_CONFIG_EXT2" at 0x014b8 ReadWrite reserved 0xffff_0000, "Masks of the stencil test of back faces."
    {
        MASK_BACK, "mask_back", 0, 8, Hex, "", "Bits that are compared.";
        WRITE_MASK_BACK, "write_mask_back", 8, 8, Hex, "", "Bits that are stored.";
    }
    pub mod mem_config = "MEM_CONFIG" at 0x014bc ReadWrite when [Halti(3)] reserved 0xfaff_ffff, "Tile status of the buffers. Only with HALTI3."
    {
        COLOR_TS_MODE, "color_ts_mode", 24, 1, Enum(&enums::TsMode::TABLE), "", "Bytes of colour for one entry of tile status.";
        DEPTH_TS_MODE, "depth_ts_mode", 26, 1, Enum(&enums::TsMode::TABLE), "", "Bytes of depth for one entry of tile status.";
    }
    pub mod halti4_unk014c0 = "HALTI4_UNK014C0" at 0x014c0 ReadWrite when [Halti(4)], "Undocumented. Only with HALTI4." word Hex, "", "Undocumented.";
    pub mod depth_robustness = "DEPTH_ROBUSTNESS" at 0x014c4 ReadWrite when [Has(Feature::BitRobustness)], "Address of the last byte of the depth buffer. Only with ROBUSTNESS." word Address(0), "", "The address.";
    pub mod rt_addr_4_pipe = "RT_ADDR_4.PIPE" at 0x01500 ReadWrite [3 by 0x20] [3 by 4] when [RenderTargets(4)], "Address of render targets 1 to 3 for each pixel pipe. Only with four render targets." word Address(0), "", "The address.";
    pub mod rt_config_4 = "RT_CONFIG_4" at 0x01580 ReadWrite [3 by 4] when [RenderTargets(4)] reserved 0x800f_0000, "Format and layout of render targets from 1 on. Only with 4 render targets."
    {
        STRIDE, "stride", 0, 16, Uint, "bytes", "Stride of a row of pixels.";
        FORMAT, "format", 20, 6, Enum(&enums::PeFormat::TABLE), "", "Format.";
        SUPER_TILED_NEW, "super_tiled_new", 26, 1, Bool, "", "Supertiles are in the newer order. Only with CACHE128B256BPERLINE.";
        UNK27, "unk27", 27, 1, Bool, "", "Undocumented.";
        SUPER_TILED, "super_tiled", 28, 1, Bool, "", "The target is supertiled, not tiled.";
        UNK29, "unk29", 29, 1, Bool, "", "Undocumented.";
        SRGB, "srgb", 30, 1, Bool, "", "Colours are stored as sRGB.";
    }
    pub mod rt_addr_8_pipe = "RT_ADDR_8.PIPE" at 0x14800 ReadWrite [8 by 0x20] [8 by 4] when [RenderTargets(8)], "Address of render targets from 1 on for each pixel pipe. Only with eight render targets." word Address(0), "", "The address.";
    pub mod rt_config_8 = "RT_CONFIG_8" at 0x14900 ReadWrite [8 by 4] when [RenderTargets(8)], "Format and layout of render targets from 1 on. Only with 8 render targets." as rt_config_4;
    pub mod halti5_rt_colormask = "HALTI5_RT_COLORMASK" at 0x14920 ReadWrite [7 by 4] when [Halti(5)] reserved 0xffff_fe0f, "Write masks of render targets from 1 on. Only with HALTI5."
    {
        COMPONENTS, "components", 4, 4, Hex, "", "Components that are written: red, green, blue, alpha from the lowest bit.";
        OVERWRITE, "overwrite", 8, 1, Bool, "", "Pixels are overwritten entirely and not read.";
    }
    pub mod halti5_rt_alpha_op = "HALTI5_RT_ALPHA_OP" at 0x14940 ReadWrite [7 by 4] when [Halti(5)] reserved 0x0000_ff8e, "Alpha test of render targets from 1 on. Only with HALTI5."
    {
        ALPHA_TEST, "alpha_test", 0, 1, Bool, "", "There is an alpha test.";
        ALPHA_FUNC, "alpha_func", 4, 3, Enum(&enums::CompareFunc::TABLE), "", "Comparison of alpha with the reference.";
        ALPHA_REF, "alpha_ref", 16, 16, Hex, "", "Reference of the test; perhaps a half float.";
    }
    pub mod halti5_rt_alpha_config = "HALTI5_RT_ALPHA_CONFIG" at 0x14960 ReadWrite [7 by 4] when [Halti(5)], "Blending of render targets from 1 on. Only with HALTI5." as alpha_config;
    pub mod halti5_rt_alpha_color_ext0 = "HALTI5_RT_ALPHA_COLOR_EXT0" at 0x14980 ReadWrite [7 by 4] when [Halti(5)], "Blue and green of the constant colour of render targets from 1 on. Only with HALTI5." as alpha_color_ext0;
    pub mod halti5_rt_alpha_color_ext1 = "HALTI5_RT_ALPHA_COLOR_EXT1" at 0x149a0 ReadWrite [7 by 4] when [Halti(5)], "Red and alpha of the constant colour of render targets from 1 on. Only with HALTI5." as alpha_color_ext1;
    pub mod rt_robustness = "RT_ROBUSTNESS" at 0x149c0 ReadWrite [8 by 4] when [Has(Feature::BitRobustness)], "Address of the last byte of each render target. Only with ROBUSTNESS." word Address(0), "", "The address.";
}
