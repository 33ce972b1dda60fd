//! Registers of vertex fetch.

use super::types::Kind::*;
use super::types::{Register, bit, field, reg, reg64};
use super::{enums, sets};

/// Registers of vertex fetch, by address.
#[rustfmt::skip]
pub static ROWS: &[Register] = &[
    reg(0xa000, "VFD_CONTROL_0", Set(&[
        field("FETCH_CNT", 5, 0, Uint),
        field("DECODE_CNT", 13, 8, Uint),
    ])),
    reg(0xa001, "VFD_CONTROL_1", Set(&[
        field("REGID4VTX", 7, 0, RegId),
        field("REGID4INST", 15, 8, RegId),
        field("REGID4PRIMID", 23, 16, RegId),
        field("REGID4VIEWID", 31, 24, RegId),
    ])),
    reg(0xa002, "VFD_CONTROL_2", Set(&[
        field("REGID_HSRELPATCHID", 7, 0, RegId),
        field("REGID_INVOCATIONID", 15, 8, RegId),
    ])),
    reg(0xa003, "VFD_CONTROL_3", Set(&[
        field("REGID_DSPRIMID", 7, 0, RegId),
        field("REGID_DSRELPATCHID", 15, 8, RegId),
        field("REGID_TESSX", 23, 16, RegId),
        field("REGID_TESSY", 31, 24, RegId),
    ])),
    reg(0xa004, "VFD_CONTROL_4", Set(&[
        field("UNK0", 7, 0, RegId),
    ])),
    reg(0xa005, "VFD_CONTROL_5", Set(&[
        field("REGID_GSHEADER", 7, 0, RegId),
        field("UNK8", 15, 8, RegId),
    ])),
    reg(0xa006, "VFD_CONTROL_6", Set(&[
        bit("PRIMID_PASSTHRU", 0),
    ])),
    reg(0xa007, "VFD_MODE_CNTL", Set(&[
        field("RENDER_MODE", 2, 0, Enum(&enums::A6XX_RENDER_MODE)),
    ])),
    reg(0xa008, "VFD_MULTIVIEW_CNTL", Set(sets::A6XX_MULTIVIEW_CNTL)),
    reg(0xa009, "VFD_ADD_OFFSET", Set(&[
        bit("VERTEX", 0),
        bit("INSTANCE", 1),
    ])),
    reg(0xa00e, "VFD_INDEX_OFFSET", Hex),
    reg(0xa00f, "VFD_INSTANCE_START_OFFSET", Hex),
    reg64(0xa010, "VFD_FETCH[].BASE", Address).array(32, 4),
    reg(0xa012, "VFD_FETCH[].SIZE", Uint).array(32, 4),
    reg(0xa013, "VFD_FETCH[].STRIDE", Uint).bits(11, 0).array(32, 4),
    reg(0xa090, "VFD_DECODE[].INSTR", Set(&[
        field("IDX", 4, 0, Uint),
        field("OFFSET", 16, 5, Hex),
        bit("INSTANCED", 17),
        field("FORMAT", 27, 20, Enum(&enums::A6XX_FORMAT)),
        field("SWAP", 29, 28, Enum(&enums::A3XX_COLOR_SWAP)),
        bit("UNK30", 30),
        bit("FLOAT", 31),
    ])).array(32, 2),
    reg(0xa091, "VFD_DECODE[].STEP_RATE", Uint).array(32, 2),
    reg(0xa0d0, "VFD_DEST_CNTL[].INSTR", Set(&[
        field("WRITEMASK", 3, 0, Hex),
        field("REGID", 11, 4, RegId),
    ])).array(32, 1),
    reg(0xa0f8, "VFD_POWER_CNTL", Hex).bits(2, 0),
    reg(0xa601, "VFD_ADDR_MODE_CNTL", Enum(&enums::A5XX_ADDRESS_MODE)),
    reg(0xa610, "VFD_PERFCTR_VFD_SEL[]+0", Hex).array(8, 1),
];
