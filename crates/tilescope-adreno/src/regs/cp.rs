//! Registers of the command processor.

use super::types::Kind::*;
use super::types::{Register, bit, field, reg, reg64};
use super::{enums, sets};

/// Registers of the command processor, by address.
#[rustfmt::skip]
pub static ROWS: &[Register] = &[
    reg64(0x0800, "CP_RB_BASE", Hex),
    reg(0x0802, "CP_RB_CNTL", Hex),
    reg64(0x0804, "CP_RB_RPTR_ADDR", Hex),
    reg(0x0806, "CP_RB_RPTR", Hex),
    reg(0x0807, "CP_RB_WPTR", Hex),
    reg(0x0808, "CP_SQE_CNTL", Hex),
    reg(0x0812, "CP_CP2GMU_STATUS", Set(&[
        bit("IFPC", 0),
    ])),
    reg(0x0821, "CP_HW_FAULT", Hex),
    reg(0x0823, "CP_INTERRUPT_STATUS", Hex),
    reg(0x0824, "CP_PROTECT_STATUS", Hex),
    reg64(0x0830, "CP_SQE_INSTR_BASE", Hex),
    reg(0x0840, "CP_MISC_CNTL", Hex),
    reg(0x0841, "CP_CHICKEN_DBG", Hex),
    reg(0x0842, "CP_ADDR_MODE_CNTL", Enum(&enums::A5XX_ADDRESS_MODE)),
    reg(0x0843, "CP_DBG_ECO_CNTL", Hex),
    reg(0x0844, "CP_APRIV_CNTL", Hex),
    reg(0x084f, "CP_PROTECT_CNTL", Hex),
    reg(0x0850, "CP_PROTECT[].REG", Set(sets::A6X_CP_PROTECT)).array(32, 1),
    reg(0x0883, "CP_SCRATCH[].REG", Uint).array(8, 1),
    reg(0x08a0, "CP_CONTEXT_SWITCH_CNTL", Hex),
    reg64(0x08a1, "CP_CONTEXT_SWITCH_SMMU_INFO", Hex),
    reg64(0x08a3, "CP_CONTEXT_SWITCH_PRIV_NON_SECURE_RESTORE_ADDR", Hex),
    reg64(0x08a5, "CP_CONTEXT_SWITCH_PRIV_SECURE_RESTORE_ADDR", Hex),
    reg64(0x08a7, "CP_CONTEXT_SWITCH_NON_PRIV_RESTORE_ADDR", Hex),
    reg(0x08c1, "CP_ROQ_THRESHOLDS_1", Set(&[
        field("RB_LO", 7, 0, Hex).shl(2),
        field("RB_HI", 15, 8, Hex).shl(2),
        field("IB1_START", 23, 16, Hex).shl(2),
        field("IB2_START", 31, 24, Hex).shl(2),
    ])),
    reg(0x08c2, "CP_ROQ_THRESHOLDS_2", Set(&[
        field("SDS_START", 8, 0, Hex).shl(2),
        field("ROQ_SIZE", 31, 16, Hex).shl(2),
    ])),
    reg(0x08c3, "CP_MEM_POOL_SIZE", Hex),
    reg(0x08d0, "CP_PERFCTR_CP_SEL[]+0", Hex).array(14, 1),
    reg64(0x0900, "CP_CRASH_SCRIPT_BASE", Hex),
    reg(0x0902, "CP_CRASH_DUMP_CNTL", Hex),
    reg(0x0903, "CP_CRASH_DUMP_STATUS", Hex),
    reg(0x0908, "CP_SQE_STAT_ADDR", Hex),
    reg(0x0909, "CP_SQE_STAT_DATA", Hex),
    reg(0x090a, "CP_DRAW_STATE_ADDR", Hex),
    reg(0x090b, "CP_DRAW_STATE_DATA", Hex),
    reg(0x090c, "CP_ROQ_DBG_ADDR", Hex),
    reg(0x090d, "CP_ROQ_DBG_DATA", Hex),
    reg(0x090e, "CP_MEM_POOL_DBG_ADDR", Hex),
    reg(0x090f, "CP_MEM_POOL_DBG_DATA", Hex),
    reg(0x0910, "CP_SQE_UCODE_DBG_ADDR", Hex),
    reg(0x0911, "CP_SQE_UCODE_DBG_DATA", Hex),
    reg64(0x0928, "CP_IB1_BASE", Hex),
    reg(0x092a, "CP_IB1_REM_SIZE", Hex),
    reg64(0x092b, "CP_IB2_BASE", Hex),
    reg(0x092d, "CP_IB2_REM_SIZE", Hex),
    reg64(0x092e, "CP_SDS_BASE", Hex),
    reg(0x0930, "CP_SDS_REM_SIZE", Hex),
    reg64(0x0931, "CP_MRB_BASE", Hex),
    reg(0x0933, "CP_MRB_REM_SIZE", Hex),
    reg64(0x0934, "CP_VSD_BASE", Hex),
    reg(0x0946, "CP_MRB_DWORDS", Hex),
    reg(0x0947, "CP_VSD_DWORDS", Hex),
    reg(0x0949, "CP_CSQ_IB1_STAT", Set(&[
        field("REM", 31, 16, Hex),
    ])),
    reg(0x094a, "CP_CSQ_IB2_STAT", Set(&[
        field("REM", 31, 16, Hex),
    ])),
    reg(0x094c, "CP_MRQ_MRB_STAT", Set(&[
        field("REM", 31, 16, Hex),
    ])),
    reg64(0x0980, "CP_ALWAYS_ON_COUNTER", Hex),
    reg(0x098d, "CP_AHB_CNTL", Hex),
    reg(0x0a00, "CP_APERTURE_CNTL_HOST", Hex),
    reg(0x0a03, "CP_APERTURE_CNTL_CD", Hex),
    reg(0x0b34, "CP_LPAC_PROG_FIFO_SIZE", Hex),
    reg64(0x0b82, "CP_LPAC_SQE_INSTR_BASE", Hex),
    reg(0xd600, "CP_EVENT_START", Set(&[
        field("STATE_ID", 7, 0, Hex),
    ])),
    reg(0xd601, "CP_EVENT_END", Set(&[
        field("STATE_ID", 7, 0, Hex),
    ])),
    reg(0xd700, "CP_2D_EVENT_START", Set(&[
        field("STATE_ID", 7, 0, Hex),
    ])),
    reg(0xd701, "CP_2D_EVENT_END", Set(&[
        field("STATE_ID", 7, 0, Hex),
    ])),
];
