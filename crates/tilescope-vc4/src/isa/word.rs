//! The 64-bit QPU instruction word and the closed enums of its fields.
//!
//! Field positions: "Summary of the instruction encoding" of the VideoCore IV
//! 3D Architecture Reference Guide, section 3, as restated by Mesa's
//! `vc4_qpu_defines.h`.

pub use super::{AddOp, BranchCond, Cond, MulOp, Signal};
use tilescope_tables::closed_enum;

/// One QPU instruction. Any 64 bits are an instruction word; the accessors decode it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Inst(pub u64);

impl std::fmt::Debug for Inst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Inst({:#018x})", self.0)
    }
}

closed_enum! {
    /// Operand multiplexer of an ALU input.
    Mux {
        /// Accumulator r0.
        R0 = 0,
        /// Accumulator r1.
        R1 = 1,
        /// Accumulator r2.
        R2 = 2,
        /// Accumulator r3.
        R3 = 3,
        /// Accumulator r4.
        R4 = 4,
        /// Accumulator r5.
        R5 = 5,
        /// The value read by raddr_a.
        A = 6,
        /// The value read by raddr_b, or the small immediate.
        B = 7,
    }
}

/// Read addresses above the physical registers.
#[expect(missing_docs, reason = "the hardware's own names")]
pub mod raddr {
    pub const UNIFORM: u8 = 32;
    pub const VARYING: u8 = 35;
    /// Element number in file A, QPU number in file B.
    pub const ELEM_QPU: u8 = 38;
    pub const NOP: u8 = 39;
    /// X in file A, Y in file B.
    pub const XY_PIXEL: u8 = 41;
    /// Multisample flags in file A, reverse flag in file B.
    pub const MS_REV_FLAGS: u8 = 42;
    pub const VPM_READ: u8 = 48;
    /// Load (file A) or store (file B) busy.
    pub const VPM_BUSY: u8 = 49;
    /// Waits for the DMA load (file A) or store (file B).
    pub const VPM_WAIT: u8 = 50;
    pub const MUTEX_ACQUIRE: u8 = 51;
}

/// Write addresses above the physical registers.
#[expect(missing_docs, reason = "the hardware's own names")]
pub mod waddr {
    pub const R0: u8 = 32;
    pub const R1: u8 = 33;
    pub const R2: u8 = 34;
    pub const R3: u8 = 35;
    pub const TMU_NOSWAP: u8 = 36;
    /// Per-quad replicate through file A, element 0 to all through file B.
    pub const R5: u8 = 37;
    pub const HOST_INT: u8 = 38;
    pub const NOP: u8 = 39;
    pub const UNIFORMS_ADDRESS: u8 = 40;
    /// X in file A, Y in file B.
    pub const QUAD_XY: u8 = 41;
    /// Multisample flags in file A, reverse flag in file B.
    pub const MS_REV_FLAGS: u8 = 42;
    pub const TLB_STENCIL_SETUP: u8 = 43;
    pub const TLB_Z: u8 = 44;
    pub const TLB_COLOR_MS: u8 = 45;
    pub const TLB_COLOR_ALL: u8 = 46;
    pub const TLB_ALPHA_MASK: u8 = 47;
    pub const VPM_WRITE: u8 = 48;
    /// Read (load) setup through file A, write (store) setup through file B.
    pub const VPMVCD_SETUP: u8 = 49;
    /// DMA load address through file A, DMA store address through file B.
    pub const VPM_DMA_ADDR: u8 = 50;
    pub const MUTEX_RELEASE: u8 = 51;
    pub const SFU_RECIP: u8 = 52;
    pub const SFU_RECIPSQRT: u8 = 53;
    pub const SFU_EXP: u8 = 54;
    pub const SFU_LOG: u8 = 55;
    pub const TMU0_S: u8 = 56;
    pub const TMU0_T: u8 = 57;
    pub const TMU0_R: u8 = 58;
    pub const TMU0_B: u8 = 59;
    pub const TMU1_S: u8 = 60;
    pub const TMU1_T: u8 = 61;
    pub const TMU1_R: u8 = 62;
    pub const TMU1_B: u8 = 63;
}

impl Inst {
    /// The usual no-operation word: no signal, both ALUs idle, nothing read.
    pub const NOP: Inst = Inst(0x1000_09e7_009e_7000);

    /// Bits `lo..=hi`.
    pub const fn bits(self, lo: u32, hi: u32) -> u32 {
        ((self.0 >> lo) & ((1u64 << (hi - lo + 1)) - 1)) as u32
    }

    /// \[63:60\]
    pub const fn sig(self) -> Signal {
        match Signal::from_bits(self.bits(60, 63) as u8) {
            Some(s) => s,
            None => Signal::None,
        }
    }

    /// \[59:57\] unpack mode; in load-immediate words its form.
    pub const fn unpack(self) -> u8 {
        self.bits(57, 59) as u8
    }

    /// \[56\] selects mul-ALU pack and r4 unpack instead of file-A pack and unpack.
    pub const fn pm(self) -> bool {
        self.bits(56, 56) != 0
    }

    /// \[55:52\] pack mode.
    pub const fn pack(self) -> u8 {
        self.bits(52, 55) as u8
    }

    /// \[51:49\]
    pub const fn cond_add(self) -> Cond {
        match Cond::from_bits(self.bits(49, 51) as u8) {
            Some(c) => c,
            None => Cond::Never,
        }
    }

    /// \[48:46\]
    pub const fn cond_mul(self) -> Cond {
        match Cond::from_bits(self.bits(46, 48) as u8) {
            Some(c) => c,
            None => Cond::Never,
        }
    }

    /// \[45\] set flags.
    pub const fn sf(self) -> bool {
        self.bits(45, 45) != 0
    }

    /// \[44\] write swap: the add ALU writes file B and the mul ALU file A.
    pub const fn ws(self) -> bool {
        self.bits(44, 44) != 0
    }

    /// \[43:38\]
    pub const fn waddr_add(self) -> u8 {
        self.bits(38, 43) as u8
    }

    /// \[37:32\]
    pub const fn waddr_mul(self) -> u8 {
        self.bits(32, 37) as u8
    }

    /// \[31:29\]
    pub const fn mul_op(self) -> MulOp {
        match MulOp::from_bits(self.bits(29, 31) as u8) {
            Some(o) => o,
            None => MulOp::Nop,
        }
    }

    /// \[28:24\]; `None` if the encoding is reserved.
    pub const fn add_op(self) -> Option<AddOp> {
        AddOp::from_bits(self.bits(24, 28) as u8)
    }

    /// \[23:18\]
    pub const fn raddr_a(self) -> u8 {
        self.bits(18, 23) as u8
    }

    /// \[17:12\]; with [`Signal::SmallImm`] the small immediate.
    pub const fn raddr_b(self) -> u8 {
        self.bits(12, 17) as u8
    }

    const fn mux(self, lo: u32) -> Mux {
        match Mux::from_bits(self.bits(lo, lo + 2) as u8) {
            Some(m) => m,
            None => Mux::R0,
        }
    }

    /// \[11:9\]
    pub const fn add_a(self) -> Mux {
        self.mux(9)
    }

    /// \[8:6\]
    pub const fn add_b(self) -> Mux {
        self.mux(6)
    }

    /// \[5:3\]
    pub const fn mul_a(self) -> Mux {
        self.mux(3)
    }

    /// \[2:0\]
    pub const fn mul_b(self) -> Mux {
        self.mux(0)
    }

    /// \[31:0\] of load-immediate and branch words.
    pub const fn imm(self) -> u32 {
        self.0 as u32
    }

    /// \[55:52\] of branch words; `None` if reserved.
    pub const fn branch_cond(self) -> Option<BranchCond> {
        BranchCond::from_bits(self.bits(52, 55) as u8)
    }

    /// \[51\] of branch words: the target is relative to the instruction after the delay slots.
    pub const fn branch_rel(self) -> bool {
        self.bits(51, 51) != 0
    }

    /// \[50\] of branch words: a file-A register is added to the target.
    pub const fn branch_reg(self) -> bool {
        self.bits(50, 50) != 0
    }

    /// \[49:45\] of branch words.
    pub const fn branch_raddr_a(self) -> u8 {
        self.bits(45, 49) as u8
    }
}

impl From<u64> for Inst {
    fn from(w: u64) -> Self {
        Inst(w)
    }
}
