//! Registers of primitive control.

use super::types::Kind::*;
use super::types::{Register, bit, field, reg, reg64};
use super::{enums, sets};

/// Registers of primitive control, by address.
#[rustfmt::skip]
pub static ROWS: &[Register] = &[
    reg(0x9800, "PC_TESS_NUM_VERTEX", Uint).bits(5, 0),
    reg(0x9801, "PC_HS_INPUT_SIZE", Set(&[
        field("SIZE", 10, 0, Uint),
        field("UNK13", 13, 13, Hex),
    ])),
    reg(0x9802, "PC_TESS_CNTL", Set(&[
        field("SPACING", 1, 0, Enum(&enums::A6XX_TESS_SPACING)),
        field("OUTPUT", 3, 2, Enum(&enums::A6XX_TESS_OUTPUT)),
    ])),
    reg(0x9803, "PC_RESTART_INDEX", Uint),
    reg(0x9804, "PC_MODE_CNTL", Hex).bits(7, 0),
    reg(0x9805, "PC_POWER_CNTL", Hex).bits(2, 0),
    reg(0x9806, "PC_PRIMID_PASSTHRU", Bool).bits(0, 0),
    reg(0x9808, "PC_SO_STREAM_CNTL", Set(&[
        field("STREAM_ENABLE", 18, 15, Hex),
    ])),
    reg(0x980a, "PC_DGEN_SU_CONSERVATIVE_RAS_CNTL", Set(&[
        bit("CONSERVATIVERASEN", 0),
    ])),
    reg(0x9840, "PC_DRAW_CMD", Set(&[
        field("STATE_ID", 7, 0, Hex),
    ])),
    reg(0x9841, "PC_DISPATCH_CMD", Set(&[
        field("STATE_ID", 7, 0, Hex),
    ])),
    reg(0x9842, "PC_EVENT_CMD", Set(&[
        field("STATE_ID", 23, 16, Hex),
        field("EVENT", 6, 0, Enum(&enums::VGT_EVENT_TYPE)),
    ])),
    reg(0x9880, "PC_MARKER", Hex),
    reg(0x9980, "PC_RASTER_CNTL", Set(&[
        field("STREAM", 1, 0, Uint),
        bit("DISCARD", 2),
    ])),
    reg(0x9981, "PC_POLYGON_MODE", Set(&[
        field("MODE", 1, 0, Enum(&enums::A6XX_POLYGON_MODE)),
    ])),
    reg(0x9b00, "PC_PRIMITIVE_CNTL_0", Set(&[
        bit("PRIMITIVE_RESTART", 0),
        bit("PROVOKING_VTX_LAST", 1),
        bit("TESS_UPPER_LEFT_DOMAIN_ORIGIN", 2),
        bit("UNK3", 3),
    ])),
    reg(0x9b01, "PC_VS_OUT_CNTL", Set(sets::A6XX_XS_OUT_CNTL)),
    reg(0x9b02, "PC_GS_OUT_CNTL", Set(sets::A6XX_XS_OUT_CNTL)),
    reg(0x9b03, "PC_HS_OUT_CNTL", Set(sets::A6XX_XS_OUT_CNTL)),
    reg(0x9b04, "PC_DS_OUT_CNTL", Set(sets::A6XX_XS_OUT_CNTL)),
    reg(0x9b05, "PC_PRIMITIVE_CNTL_5", Set(&[
        field("GS_VERTICES_OUT", 7, 0, Uint),
        field("GS_INVOCATIONS", 14, 10, Uint),
        bit("LINELENGTHEN", 15),
        field("GS_OUTPUT", 17, 16, Enum(&enums::A6XX_TESS_OUTPUT)),
        field("UNK18", 18, 18, Hex),
    ])),
    reg(0x9b06, "PC_PRIMITIVE_CNTL_6", Set(&[
        field("STRIDE_IN_VPC", 10, 0, Uint),
    ])),
    reg(0x9b07, "PC_MULTIVIEW_CNTL", Set(sets::A6XX_MULTIVIEW_CNTL)),
    reg(0x9b08, "PC_MULTIVIEW_MASK", Hex).bits(15, 0),
    reg(0x9c00, "PC_2D_EVENT_CMD", Set(&[
        field("EVENT", 6, 0, Enum(&enums::VGT_EVENT_TYPE)),
        field("STATE_ID", 15, 8, Hex),
    ])),
    reg(0x9e00, "PC_DBG_ECO_CNTL", Hex),
    reg(0x9e01, "PC_ADDR_MODE_CNTL", Enum(&enums::A5XX_ADDRESS_MODE)),
    reg64(0x9e04, "PC_DRAW_INDX_BASE", Hex),
    reg(0x9e06, "PC_DRAW_FIRST_INDX", Uint),
    reg(0x9e07, "PC_DRAW_MAX_INDICES", Uint),
    reg64(0x9e08, "PC_TESSFACTOR_ADDR", Address),
    reg(0x9e0b, "PC_DRAW_INITIATOR", Set(sets::VGT_DRAW_INITIATOR_A4XX)),
    reg(0x9e0c, "PC_DRAW_NUM_INSTANCES", Uint),
    reg(0x9e0d, "PC_DRAW_NUM_INDICES", Uint),
    reg(0x9e11, "PC_VSTREAM_CONTROL", Set(&[
        field("UNK0", 15, 0, Hex),
        field("VSC_SIZE", 21, 16, Uint),
        field("VSC_N", 26, 22, Uint),
    ])),
    reg64(0x9e12, "PC_BIN_PRIM_STRM", Address),
    reg64(0x9e14, "PC_BIN_DRAW_STRM", Address),
    reg(0x9e1c, "PC_VISIBILITY_OVERRIDE", Set(&[
        bit("OVERRIDE", 0),
    ])),
    reg(0x9e34, "PC_PERFCTR_PC_SEL[]+0", Hex).array(8, 1),
    reg(0x9e72, "PC_UNKNOWN_9E72", Hex),
];
