//! Packets of type 7, and the layouts of those that drivers emit.

use super::{Packet, drivers, packet};
use crate::regs::types::Kind::*;
use crate::regs::types::{Register, bit, field, reg, reg64};
use crate::regs::{enums, sets};

/// The packets of type 7 that the a6xx knows, by opcode.
#[rustfmt::skip]
pub static PACKETS: &[Packet] = &[
    packet(0x04, "PKT4", &[]),
    packet(0x10, "CP_NOP", &[]),
    packet(0x11, "CP_RECORD_PFP_TIMESTAMP", &[]),
    packet(0x12, "CP_WAIT_MEM_WRITES", &[]),
    packet(0x13, "CP_WAIT_FOR_ME", &[]),
    packet(0x14, "CP_WAIT_MEM_GTE", CP_WAIT_MEM_GTE),
    packet(0x19, "CP_DRAW_PRED_ENABLE_GLOBAL", CP_DRAW_PRED_ENABLE_GLOBAL),
    packet(0x1a, "CP_DRAW_PRED_ENABLE_LOCAL", CP_DRAW_PRED_ENABLE_LOCAL),
    packet(0x1c, "CP_PREEMPT_ENABLE", &[]),
    packet(0x1d, "CP_SKIP_IB2_ENABLE_GLOBAL", drivers::CP_SKIP_IB2_ENABLE_GLOBAL),
    packet(0x1e, "CP_PREEMPT_TOKEN", &[]),
    packet(0x21, "CP_REG_RMW", CP_REG_RMW),
    packet(0x22, "CP_DRAW_INDX", CP_DRAW_INDX),
    packet(0x23, "CP_SKIP_IB2_ENABLE_LOCAL", drivers::CP_SKIP_IB2_ENABLE_LOCAL),
    packet(0x24, "CP_DRAW_AUTO", drivers::CP_DRAW_AUTO),
    packet(0x25, "CP_SET_STATE", &[]),
    packet(0x26, "CP_WAIT_FOR_IDLE", &[]),
    packet(0x27, "CP_IM_LOAD", &[]),
    packet(0x28, "CP_DRAW_INDIRECT", CP_DRAW_INDIRECT),
    packet(0x29, "CP_DRAW_INDX_INDIRECT", CP_DRAW_INDX_INDIRECT),
    packet(0x2a, "CP_DRAW_INDIRECT_MULTI", CP_DRAW_INDIRECT_MULTI),
    packet(0x2b, "CP_IM_LOAD_IMMEDIATE", &[]),
    packet(0x2c, "CP_BLIT", CP_BLIT),
    packet(0x2d, "CP_SET_CONSTANT", &[]),
    packet(0x2e, "CP_SET_BIN_DATA5_OFFSET", CP_SET_BIN_DATA5_OFFSET),
    packet(0x2f, "CP_SET_BIN_DATA5", CP_SET_BIN_DATA5),
    packet(0x31, "CP_RUN_OPENCL", &[]),
    packet(0x32, "CP_LOAD_STATE6_GEOM", CP_LOAD_STATE6),
    packet(0x33, "CP_EXEC_CS", CP_EXEC_CS),
    packet(0x34, "CP_LOAD_STATE6_FRAG", CP_LOAD_STATE6),
    packet(0x35, "CP_SET_SUBDRAW_SIZE", drivers::CP_SET_SUBDRAW_SIZE),
    packet(0x36, "CP_LOAD_STATE6", CP_LOAD_STATE6),
    packet(0x37, "CP_INDIRECT_BUFFER_PFD", &[]),
    packet(0x38, "CP_DRAW_INDX_OFFSET", CP_DRAW_INDX_OFFSET),
    packet(0x39, "CP_REG_TEST", CP_REG_TEST),
    packet(0x3a, "CP_COND_INDIRECT_BUFFER_PFE", &[]),
    packet(0x3b, "CP_INVALIDATE_STATE", &[]),
    packet(0x3c, "CP_WAIT_REG_MEM", CP_WAIT_REG_MEM),
    packet(0x3d, "CP_MEM_WRITE", CP_MEM_WRITE),
    packet(0x3e, "CP_REG_TO_MEM", CP_REG_TO_MEM),
    packet(0x3f, "CP_INDIRECT_BUFFER", drivers::CP_INDIRECT_BUFFER),
    packet(0x40, "CP_INTERRUPT", &[]),
    packet(0x41, "CP_EXEC_CS_INDIRECT", CP_EXEC_CS_INDIRECT),
    packet(0x42, "CP_MEM_TO_REG", CP_MEM_TO_REG),
    packet(0x43, "CP_SET_DRAW_STATE", CP_SET_DRAW_STATE),
    packet(0x44, "CP_COND_EXEC", CP_COND_EXEC),
    packet(0x45, "CP_COND_WRITE5", CP_COND_WRITE5),
    packet(0x46, "CP_EVENT_WRITE", CP_EVENT_WRITE),
    packet(0x47, "CP_COND_REG_EXEC", CP_COND_REG_EXEC),
    packet(0x48, "CP_ME_INIT", &[]),
    packet(0x4a, "CP_REG_TO_SCRATCH", CP_REG_TO_SCRATCH),
    packet(0x4b, "CP_SET_DRAW_INIT_FLAGS", &[]),
    packet(0x4c, "CP_SCRATCH_WRITE", CP_SCRATCH_WRITE),
    packet(0x4d, "CP_SCRATCH_TO_REG", CP_SCRATCH_TO_REG),
    packet(0x4e, "CP_DRAW_PRED_SET", CP_DRAW_PRED_SET),
    packet(0x4f, "CP_MEM_WRITE_CNTR", &[]),
    packet(0x50, "CP_START_BIN", CP_START_BIN),
    packet(0x51, "CP_END_BIN", &[]),
    packet(0x52, "CP_WAIT_REG_EQ", &[]),
    packet(0x53, "CP_SMMU_TABLE_UPDATE", CP_SMMU_TABLE_UPDATE),
    packet(0x55, "CP_SET_CTXSWITCH_IB", CP_SET_CTXSWITCH_IB),
    packet(0x56, "CP_SET_PSEUDO_REG", CP_SET_PSEUDO_REG),
    packet(0x57, "CP_INDIRECT_BUFFER_CHAIN", &[]),
    packet(0x58, "CP_EVENT_WRITE_SHD", &[]),
    packet(0x59, "CP_EVENT_WRITE_CFL", &[]),
    packet(0x5b, "CP_EVENT_WRITE_ZPD", &[]),
    packet(0x5c, "CP_CONTEXT_REG_BUNCH", drivers::CP_CONTEXT_REG_BUNCH),
    packet(0x5d, "CP_WAIT_IB_PFD_COMPLETE", &[]),
    packet(0x5e, "CP_CONTEXT_UPDATE", &[]),
    packet(0x5f, "CP_SET_PROTECTED_MODE", &[]),
    packet(0x62, "CP_WHERE_AM_I", &[]),
    packet(0x63, "CP_SET_MODE", drivers::CP_SET_MODE),
    packet(0x64, "CP_SET_VISIBILITY_OVERRIDE", drivers::CP_SET_VISIBILITY_OVERRIDE),
    packet(0x65, "CP_SET_MARKER", CP_SET_MARKER),
    packet(0x66, "CP_SET_SECURE_MODE", &[]),
    packet(0x6d, "CP_REG_WRITE", CP_REG_WRITE),
    packet(0x6f, "CP_BOOTSTRAP_UCODE", &[]),
    packet(0x70, "CP_WAIT_TWO_REGS", CP_WAIT_TWO_REGS),
    packet(0x71, "CP_TEST_TWO_MEMS", &[]),
    packet(0x72, "CP_REG_TO_MEM_OFFSET_REG", CP_REG_TO_MEM_OFFSET_REG),
    packet(0x73, "CP_MEM_TO_MEM", CP_MEM_TO_MEM),
    packet(0x74, "CP_REG_TO_MEM_OFFSET_MEM", CP_REG_TO_MEM_OFFSET_MEM),
    packet(0x75, "CP_MEMCPY", CP_MEMCPY),
    packet(0x78, "CP_REG_WR_NO_CTXT", &[]),
];

#[rustfmt::skip]
static CP_WAIT_MEM_GTE: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("RESERVED", 31, 0, Hex),
    ])),
    reg(0x0001, "1", Set(&[
        field("POLL_ADDR_LO", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("POLL_ADDR_HI", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Set(&[
        field("REF", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_DRAW_PRED_ENABLE_GLOBAL: &[Register] = &[
    reg(0x0000, "0", Set(&[
        bit("ENABLE", 0),
    ])),
];

#[rustfmt::skip]
static CP_DRAW_PRED_ENABLE_LOCAL: &[Register] = &[
    reg(0x0000, "0", Set(&[
        bit("ENABLE", 0),
    ])),
];

#[rustfmt::skip]
static CP_REG_RMW: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("DST_REG", 17, 0, Hex),
        field("ROTATE", 28, 24, Uint),
        bit("SRC1_ADD", 29),
        bit("SRC1_IS_REG", 30),
        bit("SRC0_IS_REG", 31),
    ])),
    reg(0x0001, "1", Set(&[
        field("SRC0", 31, 0, Uint),
    ])),
    reg(0x0002, "2", Set(&[
        field("SRC1", 31, 0, Uint),
    ])),
];

#[rustfmt::skip]
static CP_DRAW_INDX: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("VIZ_QUERY", 31, 0, Hex),
    ])),
    reg(0x0001, "1", Set(sets::VGT_DRAW_INITIATOR)),
    reg(0x0002, "2", Set(&[
        field("NUM_INDICES", 31, 0, Uint),
    ])),
    reg(0x0003, "3", Set(&[
        field("INDX_BASE", 31, 0, Hex),
    ])),
    reg(0x0004, "4", Set(&[
        field("INDX_SIZE", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_DRAW_INDIRECT: &[Register] = &[
    reg(0x0000, "0", Set(sets::VGT_DRAW_INITIATOR_A4XX)),
    reg(0x0001, "1", Set(&[
        field("INDIRECT_LO", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("INDIRECT_HI", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_DRAW_INDX_INDIRECT: &[Register] = &[
    reg(0x0000, "0", Set(sets::VGT_DRAW_INITIATOR_A4XX)),
    reg(0x0001, "1", Set(&[
        field("INDX_BASE_LO", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("INDX_BASE_HI", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Set(&[
        field("MAX_INDICES", 31, 0, Uint),
    ])),
    reg(0x0004, "4", Set(&[
        field("INDIRECT_LO", 31, 0, Hex),
    ])),
    reg(0x0005, "5", Set(&[
        field("INDIRECT_HI", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_DRAW_INDIRECT_MULTI: &[Register] = &[
    reg(0x0000, "0", Set(sets::VGT_DRAW_INITIATOR_A4XX)),
    reg(0x0001, "1", Set(&[
        field("OPCODE", 3, 0, Enum(&enums::A6XX_DRAW_INDIRECT_OPCODE)),
        field("DST_OFF", 21, 8, Hex),
    ])),
    reg(0x0002, "DRAW_COUNT", Uint),
    reg64(0x0003, "INDIRECT", Address).when(1, 3, 0, 2),
    reg(0x0005, "STRIDE", Uint).when(1, 3, 0, 2),
    reg64(0x0003, "INDEX", Address).when(1, 3, 0, 4),
    reg(0x0005, "MAX_INDICES", Uint).when(1, 3, 0, 4),
    reg64(0x0006, "INDIRECT", Address).when(1, 3, 0, 4),
    reg(0x0008, "STRIDE", Uint).when(1, 3, 0, 4),
    reg64(0x0003, "INDIRECT", Address).when(1, 3, 0, 6),
    reg64(0x0005, "INDIRECT_COUNT", Address).when(1, 3, 0, 6),
    reg(0x0007, "STRIDE", Uint).when(1, 3, 0, 6),
    reg64(0x0003, "INDEX", Address).when(1, 3, 0, 7),
    reg(0x0005, "MAX_INDICES", Uint).when(1, 3, 0, 7),
    reg64(0x0006, "INDIRECT", Address).when(1, 3, 0, 7),
    reg64(0x0008, "INDIRECT_COUNT", Address).when(1, 3, 0, 7),
    reg(0x000a, "STRIDE", Uint).when(1, 3, 0, 7),
];

#[rustfmt::skip]
static CP_BLIT: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("OP", 3, 0, Enum(&enums::CP_BLIT_CMD)),
    ])),
    reg(0x0001, "1", Set(&[
        field("SRC_X1", 13, 0, Uint),
        field("SRC_Y1", 29, 16, Uint),
    ])),
    reg(0x0002, "2", Set(&[
        field("SRC_X2", 13, 0, Uint),
        field("SRC_Y2", 29, 16, Uint),
    ])),
    reg(0x0003, "3", Set(&[
        field("DST_X1", 13, 0, Uint),
        field("DST_Y1", 29, 16, Uint),
    ])),
    reg(0x0004, "4", Set(&[
        field("DST_X2", 13, 0, Uint),
        field("DST_Y2", 29, 16, Uint),
    ])),
];

#[rustfmt::skip]
static CP_SET_BIN_DATA5_OFFSET: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("VSC_SIZE", 21, 16, Uint),
        field("VSC_N", 26, 22, Uint),
    ])),
    reg(0x0001, "1", Set(&[
        field("BIN_DATA_OFFSET", 31, 0, Uint),
    ])),
    reg(0x0002, "2", Set(&[
        field("BIN_SIZE_OFFSET", 31, 0, Uint),
    ])),
    reg(0x0003, "3", Set(&[
        field("BIN_DATA2_OFFSET", 31, 0, Uint),
    ])),
];

#[rustfmt::skip]
static CP_SET_BIN_DATA5: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("VSC_SIZE", 21, 16, Uint),
        field("VSC_N", 26, 22, Uint),
    ])),
    reg(0x0001, "1", Set(&[
        field("BIN_DATA_ADDR_LO", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("BIN_DATA_ADDR_HI", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Set(&[
        field("BIN_SIZE_ADDRESS_LO", 31, 0, Hex),
    ])),
    reg(0x0004, "4", Set(&[
        field("BIN_SIZE_ADDRESS_HI", 31, 0, Hex),
    ])),
    reg(0x0005, "5", Set(&[
        field("BIN_PRIM_STRM_LO", 31, 0, Hex),
    ])),
    reg(0x0006, "6", Set(&[
        field("BIN_PRIM_STRM_HI", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_LOAD_STATE6: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("DST_OFF", 13, 0, Uint),
        field("STATE_TYPE", 15, 14, Enum(&enums::A6XX_STATE_TYPE)),
        field("STATE_SRC", 17, 16, Enum(&enums::A6XX_STATE_SRC)),
        field("STATE_BLOCK", 21, 18, Enum(&enums::A6XX_STATE_BLOCK)),
        field("NUM_UNIT", 31, 22, Uint),
    ])),
    reg(0x0001, "1", Set(&[
        field("EXT_SRC_ADDR", 31, 2, Hex).shl(2),
    ])),
    reg(0x0002, "2", Set(&[
        field("EXT_SRC_ADDR_HI", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_EXEC_CS: &[Register] = &[
    reg(0x0000, "0", Hex),
    reg(0x0001, "1", Set(&[
        field("NGROUPS_X", 31, 0, Uint),
    ])),
    reg(0x0002, "2", Set(&[
        field("NGROUPS_Y", 31, 0, Uint),
    ])),
    reg(0x0003, "3", Set(&[
        field("NGROUPS_Z", 31, 0, Uint),
    ])),
];

#[rustfmt::skip]
static CP_DRAW_INDX_OFFSET: &[Register] = &[
    reg(0x0000, "0", Set(sets::VGT_DRAW_INITIATOR_A4XX)),
    reg(0x0001, "1", Set(&[
        field("NUM_INSTANCES", 31, 0, Uint),
    ])),
    reg(0x0002, "2", Set(&[
        field("NUM_INDICES", 31, 0, Uint),
    ])),
    reg(0x0003, "3", Set(&[
        field("FIRST_INDX", 31, 0, Hex),
    ])),
    reg(0x0004, "4", Set(&[
        field("INDX_BASE_LO", 31, 0, Hex),
    ])),
    reg(0x0005, "5", Set(&[
        field("INDX_BASE_HI", 31, 0, Hex),
    ])),
    reg(0x0006, "6", Set(&[
        field("MAX_INDICES", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_REG_TEST: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("REG", 17, 0, Hex),
        field("BIT", 24, 20, Uint),
        bit("WAIT_FOR_ME", 25),
        bit("UNK31", 31),
    ])),
];

#[rustfmt::skip]
static CP_WAIT_REG_MEM: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("FUNCTION", 2, 0, Enum(&enums::CP_COND_FUNCTION)),
        bit("SIGNED_COMPARE", 3),
        bit("POLL_MEMORY", 4),
        bit("POLL_SCRATCH", 5),
        bit("WRITE_MEMORY", 8),
    ])),
    reg(0x0001, "1", Set(&[
        field("POLL_ADDR_LO", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("POLL_ADDR_HI", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Set(&[
        field("REF", 31, 0, Hex),
    ])),
    reg(0x0004, "4", Set(&[
        field("MASK", 31, 0, Hex),
    ])),
    reg(0x0005, "5", Set(&[
        field("DELAY_LOOP_CYCLES", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_MEM_WRITE: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("ADDR_LO", 31, 0, Hex),
    ])),
    reg(0x0001, "1", Set(&[
        field("ADDR_HI", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_REG_TO_MEM: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("REG", 17, 0, Hex),
        field("CNT", 29, 18, Uint),
        bit("64B", 30),
        bit("ACCUMULATE", 31),
    ])),
    reg(0x0001, "1", Set(&[
        field("DEST", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("DEST_HI", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_EXEC_CS_INDIRECT: &[Register] = &[
    reg(0x0000, "0", Hex),
    reg(0x0001, "1", Set(&[
        field("ADDR_LO", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("ADDR_HI", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Set(&[
        field("LOCALSIZEX", 11, 2, Uint),
        field("LOCALSIZEY", 21, 12, Uint),
        field("LOCALSIZEZ", 31, 22, Uint),
    ])),
];

#[rustfmt::skip]
static CP_MEM_TO_REG: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("REG", 17, 0, Hex),
        field("CNT", 29, 19, Uint),
        bit("SHIFT_BY_2", 30),
        bit("UNK31", 31),
    ])),
    reg(0x0001, "1", Set(&[
        field("SRC", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("SRC_HI", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_SET_DRAW_STATE: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("COUNT", 15, 0, Uint),
        bit("DIRTY", 16),
        bit("DISABLE", 17),
        bit("DISABLE_ALL_GROUPS", 18),
        bit("LOAD_IMMED", 19),
        bit("BINNING", 20),
        bit("GMEM", 21),
        bit("SYSMEM", 22),
        field("GROUP_ID", 28, 24, Uint),
    ])).array(100, 3),
    reg(0x0001, "1", Set(&[
        field("ADDR_LO", 31, 0, Hex),
    ])).array(100, 3),
    reg(0x0002, "2", Set(&[
        field("ADDR_HI", 31, 0, Hex),
    ])).array(100, 3),
];

#[rustfmt::skip]
static CP_COND_EXEC: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("ADDR0_LO", 31, 0, Hex),
    ])),
    reg(0x0001, "1", Set(&[
        field("ADDR0_HI", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("ADDR1_LO", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Set(&[
        field("ADDR1_HI", 31, 0, Hex),
    ])),
    reg(0x0004, "4", Set(&[
        field("REF", 31, 0, Hex),
    ])),
    reg(0x0005, "5", Set(&[
        field("DWORDS", 31, 0, Uint),
    ])),
];

#[rustfmt::skip]
static CP_COND_WRITE5: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("FUNCTION", 2, 0, Enum(&enums::CP_COND_FUNCTION)),
        bit("SIGNED_COMPARE", 3),
        bit("POLL_MEMORY", 4),
        bit("POLL_SCRATCH", 5),
        bit("WRITE_MEMORY", 8),
    ])),
    reg(0x0001, "1", Set(&[
        field("POLL_ADDR_LO", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("POLL_ADDR_HI", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Set(&[
        field("REF", 31, 0, Hex),
    ])),
    reg(0x0004, "4", Set(&[
        field("MASK", 31, 0, Hex),
    ])),
    reg(0x0005, "5", Set(&[
        field("WRITE_ADDR_LO", 31, 0, Hex),
    ])),
    reg(0x0006, "6", Set(&[
        field("WRITE_ADDR_HI", 31, 0, Hex),
    ])),
    reg(0x0007, "7", Set(&[
        field("WRITE_DATA", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_EVENT_WRITE: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("EVENT", 7, 0, Enum(&enums::VGT_EVENT_TYPE)),
        bit("TIMESTAMP", 30),
        bit("IRQ", 31),
    ])),
    reg(0x0001, "1", Set(&[
        field("ADDR_0_LO", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("ADDR_0_HI", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Hex),
];

#[rustfmt::skip]
static CP_COND_REG_EXEC: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("REG0", 17, 0, Hex),
        bit("UNK18", 18),
        bit("UNK20", 20),
        bit("BINNING", 25),
        bit("GMEM", 26),
        bit("SYSMEM", 27),
        field("MODE", 31, 28, Enum(&enums::COMPARE_MODE)),
    ])),
    reg(0x0001, "1", Set(&[
        field("DWORDS", 31, 0, Uint),
    ])),
];

#[rustfmt::skip]
static CP_REG_TO_SCRATCH: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("REG", 17, 0, Hex),
        field("SCRATCH", 22, 20, Uint),
        field("CNT", 26, 24, Uint),
    ])),
];

#[rustfmt::skip]
static CP_SCRATCH_WRITE: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("SCRATCH", 22, 20, Uint),
    ])),
];

#[rustfmt::skip]
static CP_SCRATCH_TO_REG: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("REG", 17, 0, Hex),
        bit("UNK18", 18),
        field("SCRATCH", 22, 20, Uint),
        field("CNT", 26, 24, Uint),
    ])),
];

#[rustfmt::skip]
static CP_DRAW_PRED_SET: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("SRC", 7, 4, Enum(&enums::CP_DRAW_PRED_SRC)),
        field("TEST", 8, 8, Enum(&enums::CP_DRAW_PRED_TEST)),
    ])),
    reg64(0x0001, "MEM_ADDR", Address),
];

#[rustfmt::skip]
static CP_START_BIN: &[Register] = &[
    reg(0x0000, "BIN_COUNT", Uint),
    reg64(0x0001, "PREFIX_ADDR", Address),
    reg(0x0003, "PREFIX_DWORDS", Hex),
    reg(0x0004, "BODY_DWORDS", Hex),
];

#[rustfmt::skip]
static CP_SMMU_TABLE_UPDATE: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("TTBR0_LO", 31, 0, Hex),
    ])),
    reg(0x0001, "1", Set(&[
        field("TTBR0_HI", 15, 0, Hex),
        field("ASID", 31, 16, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("CONTEXTIDR", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Set(&[
        field("CONTEXTBANK", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_SET_CTXSWITCH_IB: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("ADDR_LO", 31, 0, Hex),
    ])),
    reg(0x0001, "1", Set(&[
        field("ADDR_HI", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("DWORDS", 19, 0, Uint),
        field("TYPE", 21, 20, Enum(&enums::CTXSWITCH_IB)),
    ])),
];

#[rustfmt::skip]
static CP_SET_PSEUDO_REG: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("PSEUDO_REG", 2, 0, Enum(&enums::PSEUDO_REG)),
    ])).array(100, 3),
    reg(0x0001, "1", Set(&[
        field("LO", 31, 0, Hex),
    ])).array(100, 3),
    reg(0x0002, "2", Set(&[
        field("HI", 31, 0, Hex),
    ])).array(100, 3),
];

#[rustfmt::skip]
static CP_SET_MARKER: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("MODE", 8, 0, Enum(&enums::A6XX_MARKER)),
        field("MARKER", 3, 0, Enum(&enums::A6XX_MARKER)),
    ])),
];

#[rustfmt::skip]
static CP_REG_WRITE: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("TRACKER", 3, 0, Enum(&enums::REG_TRACKER)),
    ])),
];

#[rustfmt::skip]
static CP_WAIT_TWO_REGS: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("REG0", 17, 0, Hex),
    ])),
    reg(0x0001, "1", Set(&[
        field("REG1", 17, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("REF", 31, 0, Uint),
    ])),
];

#[rustfmt::skip]
static CP_REG_TO_MEM_OFFSET_REG: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("REG", 17, 0, Hex),
        field("CNT", 29, 18, Uint),
        bit("64B", 30),
        bit("ACCUMULATE", 31),
    ])),
    reg(0x0001, "1", Set(&[
        field("DEST", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("DEST_HI", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Set(&[
        field("OFFSET0", 17, 0, Hex),
        bit("OFFSET0_SCRATCH", 19),
    ])),
];

#[rustfmt::skip]
static CP_MEM_TO_MEM: &[Register] = &[
    reg(0x0000, "0", Set(&[
        bit("NEG_A", 0),
        bit("NEG_B", 1),
        bit("NEG_C", 2),
        bit("DOUBLE", 29),
        bit("WAIT_FOR_MEM_WRITES", 30),
        bit("UNK31", 31),
    ])),
];

#[rustfmt::skip]
static CP_REG_TO_MEM_OFFSET_MEM: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("REG", 17, 0, Hex),
        field("CNT", 29, 18, Uint),
        bit("64B", 30),
        bit("ACCUMULATE", 31),
    ])),
    reg(0x0001, "1", Set(&[
        field("DEST", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("DEST_HI", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Set(&[
        field("OFFSET_LO", 31, 0, Hex),
    ])),
    reg(0x0004, "4", Set(&[
        field("OFFSET_HI", 31, 0, Hex),
    ])),
];

#[rustfmt::skip]
static CP_MEMCPY: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("DWORDS", 31, 0, Uint),
    ])),
    reg(0x0001, "1", Set(&[
        field("SRC_LO", 31, 0, Hex),
    ])),
    reg(0x0002, "2", Set(&[
        field("SRC_HI", 31, 0, Hex),
    ])),
    reg(0x0003, "3", Set(&[
        field("DST_LO", 31, 0, Hex),
    ])),
    reg(0x0004, "4", Set(&[
        field("DST_HI", 31, 0, Hex),
    ])),
];
