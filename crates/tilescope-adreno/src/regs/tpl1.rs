//! Registers of the texture pipe.

use super::enums;
use super::types::Kind::*;
use super::types::{Register, bit, field, reg};

/// Registers of the texture pipe, by address.
#[rustfmt::skip]
pub static ROWS: &[Register] = &[
    reg(0xb600, "TPL1_DBG_ECO_CNTL", Hex).bits(25, 0),
    reg(0xb601, "TPL1_ADDR_MODE_CNTL", Enum(&enums::A5XX_ADDRESS_MODE)),
    reg(0xb602, "TPL1_UNKNOWN_B602", Uint).bits(7, 0),
    reg(0xb604, "TPL1_NC_MODE_CNTL", Set(&[
        bit("MODE", 0),
        field("LOWER_BIT", 2, 1, Uint),
        bit("MIN_ACCESS_LENGTH", 3),
        field("UPPER_BIT", 4, 4, Uint),
        field("UNK6", 7, 6, Hex),
    ])),
    reg(0xb605, "TPL1_UNKNOWN_B605", Uint).bits(7, 0),
    reg(0xb608, "TPL1_BICUBIC_WEIGHTS_TABLE_0", Hex).bits(29, 0),
    reg(0xb609, "TPL1_BICUBIC_WEIGHTS_TABLE_1", Hex).bits(29, 0),
    reg(0xb60a, "TPL1_BICUBIC_WEIGHTS_TABLE_2", Hex).bits(29, 0),
    reg(0xb60b, "TPL1_BICUBIC_WEIGHTS_TABLE_3", Hex).bits(29, 0),
    reg(0xb60c, "TPL1_BICUBIC_WEIGHTS_TABLE_4", Hex).bits(29, 0),
    reg(0xb610, "TPL1_PERFCTR_TP_SEL[]+0", Hex).array(12, 1),
];
