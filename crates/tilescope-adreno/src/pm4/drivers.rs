//! Layouts of packets that the packet database does not have, as drivers emit them.
//!
//! Source: Mesa 22.3.6, `src/freedreno/vulkan/tu_cmd_buffer.c` and
//! `src/gallium/drivers/freedreno/a6xx`.

use crate::regs::sets;
use crate::regs::types::Kind::*;
use crate::regs::types::{Register, field, reg, reg64};

pub(super) static CP_INDIRECT_BUFFER: &[Register] = &[
    reg64(0, "IB_BASE", Address),
    reg(2, "2", Set(&[field("IB_SIZE", 19, 0, Uint)])),
];

pub(super) static CP_SET_MODE: &[Register] = &[reg(0, "MODE", Uint)];
pub(super) static CP_SET_VISIBILITY_OVERRIDE: &[Register] = &[reg(0, "OVERRIDE", Uint)];
pub(super) static CP_SKIP_IB2_ENABLE_GLOBAL: &[Register] = &[reg(0, "ENABLE", Uint)];
pub(super) static CP_SKIP_IB2_ENABLE_LOCAL: &[Register] = &[reg(0, "ENABLE", Uint)];
pub(super) static CP_SET_SUBDRAW_SIZE: &[Register] = &[reg(0, "SIZE", Uint)];

pub(super) static CP_DRAW_AUTO: &[Register] = &[
    reg(0, "0", Set(sets::VGT_DRAW_INITIATOR_A4XX)),
    reg(1, "NUM_INSTANCES", Uint),
    reg64(2, "COUNTER", Address),
    reg(4, "COUNTER_OFFSET", Uint),
    reg(5, "STRIDE", Uint),
];

/// Pairs of a register and its value, which the listing shows as registers.
pub(super) static CP_CONTEXT_REG_BUNCH: &[Register] = &[
    reg(0, "REG", Hex).array(0x2000, 2),
    reg(1, "VALUE", Hex).array(0x2000, 2),
];
