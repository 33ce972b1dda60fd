//! Registers of the visibility streams and the unified cache.

use super::enums;
use super::types::Kind::*;
use super::types::{Register, field, reg, reg64};

/// Registers of the visibility streams and the unified cache, by address.
#[rustfmt::skip]
pub static ROWS: &[Register] = &[
    reg(0x0c00, "VSC_DBG_ECO_CNTL", Hex),
    reg(0x0c01, "VSC_ADDR_MODE_CNTL", Enum(&enums::A5XX_ADDRESS_MODE)),
    reg(0x0c02, "VSC_BIN_SIZE", Set(&[
        field("WIDTH", 7, 0, Uint).shl(5),
        field("HEIGHT", 16, 8, Uint).shl(4),
    ])),
    reg64(0x0c03, "VSC_DRAW_STRM_SIZE_ADDRESS", Address),
    reg(0x0c06, "VSC_BIN_COUNT", Set(&[
        field("NX", 10, 1, Uint),
        field("NY", 20, 11, Uint),
    ])),
    reg(0x0c10, "VSC_PIPE_CONFIG[].REG", Set(&[
        field("X", 9, 0, Uint),
        field("Y", 19, 10, Uint),
        field("W", 25, 20, Uint),
        field("H", 31, 26, Uint),
    ])).array(32, 1),
    reg64(0x0c30, "VSC_PRIM_STRM_ADDRESS", Address),
    reg(0x0c32, "VSC_PRIM_STRM_PITCH", Hex),
    reg(0x0c33, "VSC_PRIM_STRM_LIMIT", Hex),
    reg64(0x0c34, "VSC_DRAW_STRM_ADDRESS", Address),
    reg(0x0c36, "VSC_DRAW_STRM_PITCH", Hex),
    reg(0x0c37, "VSC_DRAW_STRM_LIMIT", Hex),
    reg(0x0c38, "VSC_STATE[].REG", Hex).array(32, 1),
    reg(0x0c58, "VSC_PRIM_STRM_SIZE[].REG", Hex).array(32, 1),
    reg(0x0c78, "VSC_DRAW_STRM_SIZE[].REG", Hex).array(32, 1),
    reg(0x0cd8, "VSC_PERFCTR_VSC_SEL[]+0", Hex).array(2, 1),
    reg(0x0e00, "UCHE_ADDR_MODE_CNTL", Enum(&enums::A5XX_ADDRESS_MODE)),
    reg(0x0e01, "UCHE_MODE_CNTL", Hex),
    reg64(0x0e05, "UCHE_WRITE_RANGE_MAX", Hex),
    reg64(0x0e07, "UCHE_WRITE_THRU_BASE", Hex),
    reg64(0x0e09, "UCHE_TRAP_BASE", Hex),
    reg64(0x0e0b, "UCHE_GMEM_RANGE_MIN", Hex),
    reg64(0x0e0d, "UCHE_GMEM_RANGE_MAX", Hex),
    reg(0x0e12, "UCHE_UNKNOWN_0E12", Hex),
    reg(0x0e17, "UCHE_CACHE_WAYS", Hex),
    reg(0x0e18, "UCHE_FILTER_CNTL", Hex),
    reg(0x0e19, "UCHE_CLIENT_PF", Set(&[
        field("PERFSEL", 7, 0, Hex),
    ])),
    reg(0x0e1c, "UCHE_PERFCTR_UCHE_SEL[]+0", Hex).array(12, 1),
    reg(0x0e3c, "UCHE_CMDQ_CONFIG", Hex),
];
