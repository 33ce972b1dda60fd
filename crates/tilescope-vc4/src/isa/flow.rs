//! Rows of the non-ALU instructions: load-immediate, semaphores, branches.

use super::source::{ASSEMBLERS, GUIDE};
use tilescope_tables::{Pattern, Reserved, Row, Slot};

/// Meaning of the mode bits \[59:57\] of a word with the load-immediate signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LoadMode {
    /// 32 bits to every lane.
    Imm32,
    /// Two bits for each lane, signed: -2 to 1. Bit i and bit 16 + i are lane i.
    SignedPairs,
    /// Two bits for each lane, unsigned: 0 to 3. Bit i and bit 16 + i are lane i.
    UnsignedPairs,
    /// A semaphore instruction: bits 3:0 are its number, bit 4 selects acquire.
    Semaphore,
}

impl LoadMode {
    /// Every mode, in encoding order.
    pub const ALL: &'static [LoadMode] = &[
        LoadMode::Imm32,
        LoadMode::SignedPairs,
        LoadMode::UnsignedPairs,
        LoadMode::Semaphore,
    ];

    /// The mode encoded as `bits`, if there is one.
    pub fn from_bits(bits: u8) -> Option<Self> {
        LOAD_MODE.decode(u64::from(bits)).map(|r| r.op)
    }
}

#[rustfmt::skip]
static LOAD_MODES: &[Row<LoadMode>] = &[
    Row::new(LoadMode::Imm32,         "000", "load_imm", &["li", "ldi"], "32 bits to every lane.", GUIDE),
    Row::new(LoadMode::SignedPairs,   "001", "load_imm.i2", &["lis", "ldipes"], "-2 to 1, one value for each lane.", GUIDE),
    Row::new(LoadMode::UnsignedPairs, "011", "load_imm.u2", &["liu", "ldipeu"], "0 to 3, one value for each lane.", GUIDE),
    Row::new(LoadMode::Semaphore,     "100", "sem", &[], "`sem_acquire` and `sem_release`, see below.", ASSEMBLERS),
];

/// Modes of load-immediate words.
pub static LOAD_MODE: Slot<LoadMode> = Slot {
    name: "load-immediate mode",
    width: 3,
    rows: LOAD_MODES,
    reserved: &LOAD_RESERVED,
};

static LOAD_RESERVED: [Reserved; 3] = [
    Reserved {
        bits: Pattern::new("010"),
        doc: "not in the guide",
    },
    Reserved {
        bits: Pattern::new("101"),
        doc: "not in the guide",
    },
    Reserved {
        bits: Pattern::new("11-"),
        doc: "not in the guide",
    },
];

/// The value of lane `lane`, 0 to 15, in the immediate of the two-bit forms;
/// zero-extended in the unsigned form, sign-extended in the signed form.
pub const fn lane_pair(mode: LoadMode, imm: u32, lane: u32) -> i32 {
    let low = (imm >> (lane & 15) & 1) as i32;
    let high = (imm >> (16 + (lane & 15)) & 1) as i32;
    match mode {
        LoadMode::SignedPairs => low - 2 * high,
        LoadMode::UnsignedPairs | LoadMode::Imm32 | LoadMode::Semaphore => low + 2 * high,
    }
}

/// Operation of a semaphore instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SemaphoreOp {
    /// Increments; waits while it is 15.
    Release,
    /// Decrements; waits while it is 0.
    Acquire,
}

impl SemaphoreOp {
    /// Every operation, in encoding order.
    pub const ALL: &'static [SemaphoreOp] = &[SemaphoreOp::Release, SemaphoreOp::Acquire];
}

static SEMAPHORES: &[Row<SemaphoreOp>] = &[
    Row {
        op: SemaphoreOp::Release,
        bits: Pattern::new("0"),
        name: "sem_release",
        aliases: &["srel"],
        doc: "Increments a semaphore; waits while it is at its limit.",
        source: ASSEMBLERS,
    },
    Row {
        op: SemaphoreOp::Acquire,
        bits: Pattern::new("1"),
        name: "sem_acquire",
        aliases: &["sacq"],
        doc: "Decrements a semaphore; waits while it is 0.",
        source: ASSEMBLERS,
    },
];

/// Bit \[4\] of semaphore instructions.
pub static SEMAPHORE: Slot<SemaphoreOp> = Slot {
    name: "semaphore operation",
    width: 1,
    rows: SEMAPHORES,
    reserved: &[],
};

/// Components of a branch target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TargetBase {
    /// The immediate alone.
    Absolute,
    /// A file-A register, lane 15 of it, is added.
    Register,
    /// The address of the fourth instruction after the branch is added.
    Relative,
    /// Both are added.
    RelativeRegister,
}

impl TargetBase {
    /// Every base, in encoding order.
    pub const ALL: &'static [TargetBase] = &[
        TargetBase::Absolute,
        TargetBase::Register,
        TargetBase::Relative,
        TargetBase::RelativeRegister,
    ];
}

const fn base(
    op: TargetBase,
    bits: &'static str,
    name: &'static str,
    doc: &'static str,
) -> Row<TargetBase> {
    Row::new(op, bits, name, &[], doc, GUIDE)
}

static BASES: &[Row<TargetBase>] = &[
    base(TargetBase::Absolute, "00", "0x40", "The immediate alone."),
    base(
        TargetBase::Register,
        "01",
        "ra31+0x40",
        "Lane 15 of a file-A register is added.",
    ),
    base(
        TargetBase::Relative,
        "10",
        "pc+64",
        "The address of the fourth instruction after the branch is added.",
    ),
    base(
        TargetBase::RelativeRegister,
        "11",
        "pc+ra31+64",
        "Both are added.",
    ),
];

/// Bits \[51:50\] of branches.
pub static TARGET_BASE: Slot<TargetBase> = Slot {
    name: "branch target",
    width: 2,
    rows: BASES,
    reserved: &[],
};
