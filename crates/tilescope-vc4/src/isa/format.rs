//! Layout of the 64 bits. The signal chooses between three formats.

use super::word::{Inst, Signal};
use tilescope_core::BitSpan;
use tilescope_tables::{Field, Format};

/// Fields that every format has at the same place.
pub(super) const SIG: Field = Field::new("sig", 63, 60, "signal; chooses the format");
pub(super) const PM: Field = Field::new(
    "pm",
    56,
    56,
    "pack the mul result and unpack r4, instead of file A",
);
pub(super) const PACK: Field = Field::new("pack", 55, 52, "pack mode");
pub(super) const COND_ADD: Field =
    Field::new("cond_add", 51, 49, "condition of the add ALU's write");
pub(super) const COND_MUL: Field =
    Field::new("cond_mul", 48, 46, "condition of the mul ALU's write");
pub(super) const SF: Field = Field::new("sf", 45, 45, "set flags");
pub(super) const WS: Field = Field::new(
    "ws",
    44,
    44,
    "write swap: the add ALU writes file B, the mul ALU file A",
);
pub(super) const WADDR_ADD: Field = Field::new("waddr_add", 43, 38, "destination of the add ALU");
pub(super) const WADDR_MUL: Field = Field::new("waddr_mul", 37, 32, "destination of the mul ALU");
pub(super) const UNPACK: Field = Field::new("unpack", 59, 57, "unpack mode");
pub(super) const OP_MUL: Field = Field::new("op_mul", 31, 29, "mul operation");
pub(super) const OP_ADD: Field = Field::new("op_add", 28, 24, "add operation");
pub(super) const RADDR_A: Field = Field::new("raddr_a", 23, 18, "address read from file A");
pub(super) const RADDR_B: Field = Field::new(
    "raddr_b",
    17,
    12,
    "address read from file B, or the small immediate",
);
pub(super) const ADD_A: Field = Field::new("add_a", 11, 9, "first operand of the add ALU");
pub(super) const ADD_B: Field = Field::new("add_b", 8, 6, "second operand of the add ALU");
pub(super) const MUL_A: Field = Field::new("mul_a", 5, 3, "first operand of the mul ALU");
pub(super) const MUL_B: Field = Field::new("mul_b", 2, 0, "second operand of the mul ALU");
pub(super) const MODE: Field = Field::new("mode", 59, 57, "kind of load-immediate, or semaphore");
pub(super) const IMM: Field = Field::new("imm", 31, 0, "immediate");
pub(super) const UNUSED: Field = Field::new(
    "unused",
    59,
    56,
    "no meaning known; 0 in every known program",
);
pub(super) const BRANCH_COND: Field = Field::new("branch_cond", 55, 52, "condition over all lanes");
pub(super) const BRANCH_REL: Field = Field::new("branch_rel", 51, 51, "target is relative");
pub(super) const BRANCH_REG: Field = Field::new(
    "branch_reg",
    50,
    50,
    "a file-A register is added to the target",
);
pub(super) const BRANCH_RADDR_A: Field = Field::new("branch_raddr_a", 49, 45, "that register");

/// ALU instructions, with or without a small immediate.
pub static ALU: Format = Format {
    name: "ALU instruction",
    width: 64,
    fields: &[
        SIG, UNPACK, PM, PACK, COND_ADD, COND_MUL, SF, WS, WADDR_ADD, WADDR_MUL, OP_MUL, OP_ADD,
        RADDR_A, RADDR_B, ADD_A, ADD_B, MUL_A, MUL_B,
    ],
};

/// Load-immediate and semaphore instructions.
pub static LOAD_IMM: Format = Format {
    name: "load-immediate instruction",
    width: 64,
    fields: &[
        SIG, MODE, PM, PACK, COND_ADD, COND_MUL, SF, WS, WADDR_ADD, WADDR_MUL, IMM,
    ],
};

/// Branches.
pub static BRANCH: Format = Format {
    name: "branch instruction",
    width: 64,
    fields: &[
        SIG,
        UNUSED,
        BRANCH_COND,
        BRANCH_REL,
        BRANCH_REG,
        BRANCH_RADDR_A,
        WS,
        WADDR_ADD,
        WADDR_MUL,
        IMM,
    ],
};

/// The format of a word.
pub fn format(inst: Inst) -> &'static Format {
    match inst.sig() {
        Signal::Branch => &BRANCH,
        Signal::LoadImm => &LOAD_IMM,
        _ => &ALU,
    }
}

/// The bits of the field of this name, for a finding to point at. A name has the same
/// bits in every format that has it.
pub fn field_bits(name: &str) -> Option<BitSpan> {
    [&ALU, &LOAD_IMM, &BRANCH]
        .into_iter()
        .find_map(|f| f.field(name))
        .map(Field::span)
}
