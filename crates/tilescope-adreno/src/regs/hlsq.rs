//! Registers of the shader sequencer.

use super::types::Kind::*;
use super::types::{Register, bit, field, reg, reg64};
use super::{enums, sets};

/// Registers of the shader sequencer, by address.
#[rustfmt::skip]
pub static ROWS: &[Register] = &[
    reg(0xb800, "HLSQ_VS_CNTL", Set(sets::A6XX_HLSQ_XS_CNTL)),
    reg(0xb801, "HLSQ_HS_CNTL", Set(sets::A6XX_HLSQ_XS_CNTL)),
    reg(0xb802, "HLSQ_DS_CNTL", Set(sets::A6XX_HLSQ_XS_CNTL)),
    reg(0xb803, "HLSQ_GS_CNTL", Set(sets::A6XX_HLSQ_XS_CNTL)),
    reg(0xb820, "HLSQ_LOAD_STATE_GEOM_CMD", Hex),
    reg64(0xb821, "HLSQ_LOAD_STATE_GEOM_EXT_SRC_ADDR", Address),
    reg(0xb823, "HLSQ_LOAD_STATE_GEOM_DATA", Hex),
    reg(0xb980, "HLSQ_FS_CNTL_0", Set(&[
        field("THREADSIZE", 0, 0, Enum(&enums::A6XX_THREADSIZE)),
        bit("VARYINGS", 1),
        field("UNK2", 11, 2, Hex),
    ])),
    reg(0xb981, "HLSQ_UNKNOWN_B981", Bool).bits(0, 0),
    reg(0xb982, "HLSQ_CONTROL_1_REG", Hex).bits(2, 0),
    reg(0xb983, "HLSQ_CONTROL_2_REG", Set(&[
        field("FACEREGID", 7, 0, RegId),
        field("SAMPLEID", 15, 8, RegId),
        field("SAMPLEMASK", 23, 16, RegId),
        field("CENTERRHW", 31, 24, RegId),
    ])),
    reg(0xb984, "HLSQ_CONTROL_3_REG", Set(&[
        field("IJ_PERSP_PIXEL", 7, 0, RegId),
        field("IJ_LINEAR_PIXEL", 15, 8, RegId),
        field("IJ_PERSP_CENTROID", 23, 16, RegId),
        field("IJ_LINEAR_CENTROID", 31, 24, RegId),
    ])),
    reg(0xb985, "HLSQ_CONTROL_4_REG", Set(&[
        field("IJ_PERSP_SAMPLE", 7, 0, RegId),
        field("IJ_LINEAR_SAMPLE", 15, 8, RegId),
        field("XYCOORDREGID", 23, 16, RegId),
        field("ZWCOORDREGID", 31, 24, RegId),
    ])),
    reg(0xb986, "HLSQ_CONTROL_5_REG", Set(&[
        field("LINELENGTHREGID", 7, 0, RegId),
        field("FOVEATIONQUALITYREGID", 15, 8, RegId),
    ])),
    reg(0xb987, "HLSQ_CS_CNTL", Set(sets::A6XX_HLSQ_XS_CNTL)),
    reg(0xb990, "HLSQ_CS_NDRANGE_0", Set(&[
        field("KERNELDIM", 1, 0, Uint),
        field("LOCALSIZEX", 11, 2, Uint),
        field("LOCALSIZEY", 21, 12, Uint),
        field("LOCALSIZEZ", 31, 22, Uint),
    ])),
    reg(0xb991, "HLSQ_CS_NDRANGE_1", Set(&[
        field("GLOBALSIZE_X", 31, 0, Uint),
    ])),
    reg(0xb992, "HLSQ_CS_NDRANGE_2", Set(&[
        field("GLOBALOFF_X", 31, 0, Uint),
    ])),
    reg(0xb993, "HLSQ_CS_NDRANGE_3", Set(&[
        field("GLOBALSIZE_Y", 31, 0, Uint),
    ])),
    reg(0xb994, "HLSQ_CS_NDRANGE_4", Set(&[
        field("GLOBALOFF_Y", 31, 0, Uint),
    ])),
    reg(0xb995, "HLSQ_CS_NDRANGE_5", Set(&[
        field("GLOBALSIZE_Z", 31, 0, Uint),
    ])),
    reg(0xb996, "HLSQ_CS_NDRANGE_6", Set(&[
        field("GLOBALOFF_Z", 31, 0, Uint),
    ])),
    reg(0xb997, "HLSQ_CS_CNTL_0", Set(&[
        field("WGIDCONSTID", 7, 0, RegId),
        field("WGSIZECONSTID", 15, 8, RegId),
        field("WGOFFSETCONSTID", 23, 16, RegId),
        field("LOCALIDREGID", 31, 24, RegId),
    ])),
    reg(0xb998, "HLSQ_CS_CNTL_1", Set(&[
        field("LINEARLOCALIDREGID", 7, 0, RegId),
        bit("SINGLE_SP_CORE", 8),
        field("THREADSIZE", 9, 9, Enum(&enums::A6XX_THREADSIZE)),
        bit("THREADSIZE_SCALAR", 10),
    ])),
    reg(0xb999, "HLSQ_CS_KERNEL_GROUP_X", Hex),
    reg(0xb99a, "HLSQ_CS_KERNEL_GROUP_Y", Hex),
    reg(0xb99b, "HLSQ_CS_KERNEL_GROUP_Z", Hex),
    reg(0xb9a0, "HLSQ_LOAD_STATE_FRAG_CMD", Hex),
    reg64(0xb9a1, "HLSQ_LOAD_STATE_FRAG_EXT_SRC_ADDR", Address),
    reg(0xb9a3, "HLSQ_LOAD_STATE_FRAG_DATA", Hex),
    reg64(0xb9c0, "HLSQ_CS_BINDLESS_BASE[].ADDR", Address).array(5, 2),
    reg(0xb9d0, "HLSQ_CS_UNKNOWN_B9D0", Set(&[
        field("SHARED_SIZE", 4, 0, Uint),
        bit("UNK5", 5),
        bit("UNK6", 6),
    ])),
    reg(0xbb00, "HLSQ_DRAW_CMD", Set(&[
        field("STATE_ID", 7, 0, Hex),
    ])),
    reg(0xbb01, "HLSQ_DISPATCH_CMD", Set(&[
        field("STATE_ID", 7, 0, Hex),
    ])),
    reg(0xbb02, "HLSQ_EVENT_CMD", Set(&[
        field("STATE_ID", 23, 16, Hex),
        field("EVENT", 6, 0, Enum(&enums::VGT_EVENT_TYPE)),
    ])),
    reg(0xbb08, "HLSQ_INVALIDATE_CMD", Set(&[
        bit("VS_STATE", 0),
        bit("HS_STATE", 1),
        bit("DS_STATE", 2),
        bit("GS_STATE", 3),
        bit("FS_STATE", 4),
        bit("CS_STATE", 5),
        bit("CS_IBO", 6),
        bit("GFX_IBO", 7),
        bit("CS_SHARED_CONST", 19),
        bit("GFX_SHARED_CONST", 8),
        field("CS_BINDLESS", 13, 9, Hex),
        field("GFX_BINDLESS", 18, 14, Hex),
    ])),
    reg(0xbb10, "HLSQ_FS_CNTL", Set(sets::A6XX_HLSQ_XS_CNTL)),
    reg(0xbb11, "HLSQ_SHARED_CONSTS", Set(&[
        bit("ENABLE", 0),
    ])),
    reg64(0xbb20, "HLSQ_BINDLESS_BASE[].ADDR", Address).array(5, 2),
    reg(0xbd80, "HLSQ_2D_EVENT_CMD", Set(&[
        field("STATE_ID", 15, 8, Hex),
        field("EVENT", 6, 0, Enum(&enums::VGT_EVENT_TYPE)),
    ])),
    reg(0xbe00, "HLSQ_UNKNOWN_BE00", Hex),
    reg(0xbe01, "HLSQ_UNKNOWN_BE01", Hex).bits(6, 4),
    reg(0xbe04, "HLSQ_DBG_ECO_CNTL", Hex),
    reg(0xbe05, "HLSQ_ADDR_MODE_CNTL", Enum(&enums::A5XX_ADDRESS_MODE)),
    reg(0xbe08, "HLSQ_UNKNOWN_BE08", Hex).bits(15, 0),
    reg(0xbe10, "HLSQ_PERFCTR_HLSQ_SEL[]+0", Hex).array(6, 1),
    reg(0xbe22, "HLSQ_CONTEXT_SWITCH_GFX_PREEMPTION_SAFE_MODE", Hex),
    reg(0xc800, "HLSQ_DBG_AHB_READ_APERTURE", Hex),
    reg(0xd000, "HLSQ_DBG_READ_SEL", Hex),
];
