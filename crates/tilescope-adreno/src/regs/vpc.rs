//! Registers of varyings.

use super::types::Kind::*;
use super::types::{Register, bit, field, reg, reg64};
use super::{enums, sets};

/// Registers of varyings, by address.
#[rustfmt::skip]
pub static ROWS: &[Register] = &[
    reg(0x9100, "VPC_GS_PARAM", Set(&[
        field("LINELENGTHLOC", 7, 0, Uint),
    ])),
    reg(0x9101, "VPC_VS_CLIP_CNTL", Set(sets::A6XX_VPC_XS_CLIP_CNTL)),
    reg(0x9102, "VPC_GS_CLIP_CNTL", Set(sets::A6XX_VPC_XS_CLIP_CNTL)),
    reg(0x9103, "VPC_DS_CLIP_CNTL", Set(sets::A6XX_VPC_XS_CLIP_CNTL)),
    reg(0x9104, "VPC_VS_LAYER_CNTL", Set(sets::A6XX_VPC_XS_LAYER_CNTL)),
    reg(0x9105, "VPC_GS_LAYER_CNTL", Set(sets::A6XX_VPC_XS_LAYER_CNTL)),
    reg(0x9106, "VPC_DS_LAYER_CNTL", Set(sets::A6XX_VPC_XS_LAYER_CNTL)),
    reg(0x9107, "VPC_UNKNOWN_9107", Set(&[
        bit("RASTER_DISCARD", 0),
        bit("UNK2", 2),
    ])),
    reg(0x9108, "VPC_POLYGON_MODE", Set(&[
        field("MODE", 1, 0, Enum(&enums::A6XX_POLYGON_MODE)),
    ])),
    reg(0x9200, "VPC_VARYING_INTERP[].MODE", Hex).array(8, 1),
    reg(0x9208, "VPC_VARYING_PS_REPL[].MODE", Hex).array(8, 1),
    reg(0x9210, "VPC_UNKNOWN_9210", Hex),
    reg(0x9211, "VPC_UNKNOWN_9211", Hex),
    reg(0x9212, "VPC_VAR[].DISABLE", Hex).array(4, 1),
    reg(0x9216, "VPC_SO_CNTL", Set(&[
        field("ADDR", 7, 0, Hex),
        bit("RESET", 16),
    ])),
    reg(0x9217, "VPC_SO_PROG", Set(&[
        field("A_BUF", 1, 0, Uint),
        field("A_OFF", 10, 2, Uint).shl(2),
        bit("A_EN", 11),
        field("B_BUF", 13, 12, Uint),
        field("B_OFF", 22, 14, Uint).shl(2),
        bit("B_EN", 23),
    ])),
    reg64(0x9218, "VPC_SO_STREAM_COUNTS", Address),
    reg64(0x921a, "VPC_SO[].BUFFER_BASE", Address).array(4, 7),
    reg(0x921c, "VPC_SO[].BUFFER_SIZE", Hex).bits(31, 2).shl(2).array(4, 7),
    reg(0x921d, "VPC_SO[].BUFFER_STRIDE", Hex).bits(9, 0).shl(2).array(4, 7),
    reg(0x921e, "VPC_SO[].BUFFER_OFFSET", Hex).bits(31, 2).shl(2).array(4, 7),
    reg64(0x921f, "VPC_SO[].FLUSH_BASE", Address).array(4, 7),
    reg(0x9236, "VPC_POINT_COORD_INVERT", Set(&[
        bit("INVERT", 0),
    ])),
    reg(0x9300, "VPC_UNKNOWN_9300", Hex).bits(2, 0),
    reg(0x9301, "VPC_VS_PACK", Set(sets::A6XX_VPC_XS_PACK)),
    reg(0x9302, "VPC_GS_PACK", Set(sets::A6XX_VPC_XS_PACK)),
    reg(0x9303, "VPC_DS_PACK", Set(sets::A6XX_VPC_XS_PACK)),
    reg(0x9304, "VPC_CNTL_0", Set(&[
        field("NUMNONPOSVAR", 7, 0, Uint),
        field("PRIMIDLOC", 15, 8, Uint),
        bit("VARYING", 16),
        field("VIEWIDLOC", 31, 24, Uint),
    ])),
    reg(0x9305, "VPC_SO_STREAM_CNTL", Set(&[
        field("BUF0_STREAM", 2, 0, Uint),
        field("BUF1_STREAM", 5, 3, Uint),
        field("BUF2_STREAM", 8, 6, Uint),
        field("BUF3_STREAM", 11, 9, Uint),
        field("STREAM_ENABLE", 18, 15, Hex),
    ])),
    reg(0x9306, "VPC_SO_DISABLE", Set(&[
        bit("DISABLE", 0),
    ])),
    // Of later releases than 22.3.6: Mesa 25.0 writes those of vertex shaders.
    reg(0x9311, "VPC_VS_CLIP_CULL_CNTL_V2", Set(sets::A6XX_VPC_XS_CLIP_CNTL)),
    reg(0x9312, "VPC_GS_CLIP_CULL_CNTL_V2", Set(sets::A6XX_VPC_XS_CLIP_CNTL)),
    reg(0x9313, "VPC_DS_CLIP_CULL_CNTL_V2", Set(sets::A6XX_VPC_XS_CLIP_CNTL)),
    reg(0x9314, "VPC_VS_SIV_CNTL_V2", Set(sets::A6XX_VPC_XS_LAYER_CNTL)),
    reg(0x9315, "VPC_GS_SIV_CNTL_V2", Set(sets::A6XX_VPC_XS_LAYER_CNTL)),
    reg(0x9316, "VPC_DS_SIV_CNTL_V2", Set(sets::A6XX_VPC_XS_LAYER_CNTL)),
    reg(0x9600, "VPC_DBG_ECO_CNTL", Hex),
    reg(0x9601, "VPC_ADDR_MODE_CNTL", Enum(&enums::A5XX_ADDRESS_MODE)).bits(0, 0),
    reg(0x9602, "VPC_UNKNOWN_9602", Bool).bits(0, 0),
    reg(0x9603, "VPC_UNKNOWN_9603", Hex).bits(26, 0),
    reg(0x9604, "VPC_PERFCTR_VPC_SEL[]+0", Hex).array(6, 1),
];
