//! Three-address operations: the target of the translation.

use super::decode::Peripheral;
use super::io::{Dir, PixelFlags, TlbRead, TlbWrite, TmuReg};

/// Operation of an [`Op`]. `d`, `a` and `b` are slots; `imm` depends on the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Code {
    /// The end of a run.
    End,
    /// d = a
    Mov,

    Fadd,
    Fsub,
    Fmin,
    Fmax,
    Fminabs,
    Fmaxabs,
    Ftoi,
    Itof,
    Add,
    Sub,
    Shr,
    Asr,
    Ror,
    Shl,
    Min,
    Max,
    And,
    Or,
    Xor,
    Not,
    Clz,
    V8adds,
    V8subs,
    Fmul,
    Mul24,
    V8muld,
    V8min,
    V8max,

    /// The same operations where the operands cannot be denormal.
    FaddFlushed,
    FsubFlushed,
    FminFlushed,
    FmaxFlushed,
    FmulFlushed,

    /// An add-ALU operation (imm) with quirks that are not the default.
    AddQuirk,
    /// A mul-ALU operation (imm) with quirks that are not the default.
    MulQuirk,
    /// d = d saturated, d being the result of operation imm on a and b.
    Saturate,
    /// d = carry of add-ALU operation imm on a and b.
    AddCarry,
    /// d = carry of mul-ALU operation imm on a and b.
    MulCarry,

    /// d = lanes where the condition passes, Z and N being those of a.
    MaskZs,
    MaskZc,
    MaskNs,
    MaskNc,
    MaskCc,
    /// d = a where b.
    Blend,
    /// d = a where the condition passes, Z and N being those of b.
    BlendZs,
    BlendZc,
    BlendNs,
    BlendNc,

    /// d = imm
    Splat,
    /// d = signed per-lane immediate
    LoadSigned,
    /// d = unsigned per-lane immediate
    LoadUnsigned,

    /// d = a unpacked by mode imm, as a float.
    UnpackFloat,
    /// d = a unpacked by mode imm, as an integer.
    UnpackInteger,
    /// a, a float, packed into d by file-A mode imm.
    PackFloat,
    /// a, an integer, packed into d by file-A mode imm.
    PackInteger,
    /// a packed into d by mul mode imm.
    PackMul,

    /// d = a rotated by imm lanes.
    Rotate,
    /// d = a rotated by element 0 of b.
    RotateBy,
    /// d = a rotated inside each quad by imm lanes.
    RotateQuads,
    /// d = a rotated inside each quad by element 0 of b.
    RotateQuadsBy,
    /// d = element 0 of each quad of a.
    R5Quad,
    /// d = element 0 of a.
    R5All,
    /// d = SFU function imm of a.
    Sfu,

    Uniform,
    /// d and r5
    Varying,
    VpmRead,
    ReadFlags,
    DmaBusy,
    DmaWait,
    MutexAcquire,
    LoadTmu,
    LoadTlb,
    /// a to peripheral imm of [`PERIPHERALS`], lanes b.
    Write,
    /// a, lanes b, written by instruction imm.
    UniformsAddress,
    /// d = a where b; axis imm.
    Quad,
    Semaphore,
    ScoreboardWait,
    ScoreboardUnlock,
    ThreadSwitch,
    LastThreadSwitch,

    /// The branch at instruction imm, Z and N being those of a.
    Branch,
    /// d = imm if the branch was taken.
    Link,
}

impl Code {
    /// Whether it only accesses registers, and is executed by
    /// [`compute`](super::compute::compute).
    pub(super) fn only_computes(self) -> bool {
        use Code::*;
        !matches!(
            self,
            End | Uniform
                | Varying
                | VpmRead
                | ReadFlags
                | DmaBusy
                | DmaWait
                | MutexAcquire
                | LoadTmu
                | LoadTlb
                | Write
                | UniformsAddress
                | Quad
                | Semaphore
                | ScoreboardWait
                | ScoreboardUnlock
                | ThreadSwitch
                | LastThreadSwitch
                | Branch
                | Link
        )
    }
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Op {
    pub code: Code,
    pub d: u8,
    pub a: u8,
    pub b: u8,
    pub imm: u32,
}

/// Peripherals by their number in [`Code::Write`].
pub(super) const PERIPHERALS: [Peripheral; 23] = [
    Peripheral::TmuNoswap,
    Peripheral::HostInt,
    Peripheral::Flags(PixelFlags::Ms),
    Peripheral::Flags(PixelFlags::Reverse),
    Peripheral::Tlb(TlbWrite::StencilSetup),
    Peripheral::Tlb(TlbWrite::Z),
    Peripheral::Tlb(TlbWrite::ColorMs),
    Peripheral::Tlb(TlbWrite::ColorAll),
    Peripheral::Tlb(TlbWrite::AlphaMask),
    Peripheral::Vpm,
    Peripheral::VpmSetup(Dir::Read),
    Peripheral::VpmSetup(Dir::Write),
    Peripheral::DmaAddr(Dir::Read),
    Peripheral::DmaAddr(Dir::Write),
    Peripheral::MutexRelease,
    Peripheral::Tmu(0, TmuReg::S),
    Peripheral::Tmu(0, TmuReg::T),
    Peripheral::Tmu(0, TmuReg::R),
    Peripheral::Tmu(0, TmuReg::B),
    Peripheral::Tmu(1, TmuReg::S),
    Peripheral::Tmu(1, TmuReg::T),
    Peripheral::Tmu(1, TmuReg::R),
    Peripheral::Tmu(1, TmuReg::B),
];

/// Tile-buffer loads by their number in [`Code::LoadTlb`].
pub(super) const TLB_READS: [TlbRead; 3] = [TlbRead::Coverage, TlbRead::Color, TlbRead::AlphaMask];
