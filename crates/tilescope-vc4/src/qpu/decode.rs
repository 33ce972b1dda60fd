//! Instructions decoded once, for every execution mode.

use super::io::{Dir, PixelFlags, QuadAxis, TlbRead, TlbWrite, TmuReg};
use super::quirks::{OddBranchRegister, QpuQuirks, ReservedEncoding};
use super::slots;
use crate::isa::word::{BranchCond, Mux, raddr, waddr};
use crate::isa::{AddOp, Cond, Inst, MulOp, Signal};

/// Register file of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// File A.
    A,
    /// File B.
    B,
}

/// Source of a read address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// A physical register.
    Register(u8),
    /// A slot that only whole threads change, or small immediates.
    Constant(u8),
    /// The NOP address: the previous value read from this file.
    Nop,
    /// The uniform stream.
    Uniform,
    /// The varying stream.
    Varying,
    /// Multisample or reverse flags.
    Flags(PixelFlags),
    /// The VPM read FIFO.
    Vpm,
    /// DMA busy.
    Busy(Dir),
    /// Wait for DMA.
    Wait(Dir),
    /// Mutex.
    Mutex,
}

impl Read {
    fn decode(address: u8, file: File) -> Read {
        let dir = match file {
            File::A => Dir::Read,
            File::B => Dir::Write,
        };
        match (address, file) {
            (0..32, File::A) => Read::Register(slots::RA + address),
            (0..32, File::B) => Read::Register(slots::RB + address),
            (raddr::UNIFORM, _) => Read::Uniform,
            (raddr::VARYING, _) => Read::Varying,
            (raddr::ELEM_QPU, File::A) => Read::Constant(slots::ELEM),
            (raddr::ELEM_QPU, File::B) => Read::Constant(slots::QPU),
            (raddr::NOP, _) => Read::Nop,
            (raddr::XY_PIXEL, File::A) => Read::Constant(slots::X),
            (raddr::XY_PIXEL, File::B) => Read::Constant(slots::Y),
            (raddr::MS_REV_FLAGS, File::A) => Read::Flags(PixelFlags::Ms),
            (raddr::MS_REV_FLAGS, File::B) => Read::Flags(PixelFlags::Reverse),
            (raddr::VPM_READ, _) => Read::Vpm,
            (raddr::VPM_BUSY, _) => Read::Busy(dir),
            (raddr::VPM_WAIT, _) => Read::Wait(dir),
            (raddr::MUTEX_ACQUIRE, _) => Read::Mutex,
            // Addresses that the manual reserves; their values are unknown.
            _ => Read::Constant(slots::IMM),
        }
    }

    /// Whether reads through both register files in one instruction consume only one value.
    ///
    /// For uniforms the kernel's validator counts this way; for the other queues it is
    /// assumed by analogy.
    pub fn shared(self) -> bool {
        matches!(
            self,
            Read::Uniform | Read::Varying | Read::Vpm | Read::Mutex
        )
    }
}

/// Functions of the SFU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the hardware's own names")]
pub enum SfuOp {
    Recip,
    RecipSqrt,
    Exp,
    Log,
}

impl SfuOp {
    /// By write address, SFU_RECIP first.
    pub const ALL: [SfuOp; 4] = [SfuOp::Recip, SfuOp::RecipSqrt, SfuOp::Exp, SfuOp::Log];
}

/// Peripheral registers that only take values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the hardware's own names")]
pub enum Peripheral {
    TmuNoswap,
    HostInt,
    Flags(PixelFlags),
    Tlb(TlbWrite),
    Vpm,
    VpmSetup(Dir),
    DmaAddr(Dir),
    MutexRelease,
    Tmu(u8, TmuReg),
}

/// Destination of a write address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    /// A physical register: visible to the instruction after the next.
    Register(u8),
    /// r0 to r3: visible to the next instruction.
    Accumulator(u8),
    /// r5, each quad from its own first element.
    R5Quad,
    /// r5, all from element 0.
    R5All,
    /// No destination.
    Nop,
    /// Starts the SFU, whose result is in r4 for the third instruction after.
    Sfu(SfuOp),
    /// Moves the uniform stream.
    UniformsAddress,
    /// Pixel coordinates.
    Quad(QuadAxis),
    /// Any other peripheral.
    Peripheral(Peripheral),
}

impl Write {
    fn decode(address: u8, file: File) -> Write {
        use Peripheral as P;
        let dir = match file {
            File::A => Dir::Read,
            File::B => Dir::Write,
        };
        let reg = |n: u8| [TmuReg::S, TmuReg::T, TmuReg::R, TmuReg::B][usize::from(n & 3)];
        match (address, file) {
            (0..32, File::A) => Write::Register(slots::RA + address),
            (0..32, File::B) => Write::Register(slots::RB + address),
            (waddr::R0..=waddr::R3, _) => Write::Accumulator(slots::R0 + address - waddr::R0),
            (waddr::TMU_NOSWAP, _) => Write::Peripheral(P::TmuNoswap),
            (waddr::R5, File::A) => Write::R5Quad,
            (waddr::R5, File::B) => Write::R5All,
            (waddr::HOST_INT, _) => Write::Peripheral(P::HostInt),
            (waddr::NOP, _) => Write::Nop,
            (waddr::UNIFORMS_ADDRESS, _) => Write::UniformsAddress,
            (waddr::QUAD_XY, File::A) => Write::Quad(QuadAxis::X),
            (waddr::QUAD_XY, File::B) => Write::Quad(QuadAxis::Y),
            (waddr::MS_REV_FLAGS, File::A) => Write::Peripheral(P::Flags(PixelFlags::Ms)),
            (waddr::MS_REV_FLAGS, File::B) => Write::Peripheral(P::Flags(PixelFlags::Reverse)),
            (waddr::TLB_STENCIL_SETUP, _) => Write::Peripheral(P::Tlb(TlbWrite::StencilSetup)),
            (waddr::TLB_Z, _) => Write::Peripheral(P::Tlb(TlbWrite::Z)),
            (waddr::TLB_COLOR_MS, _) => Write::Peripheral(P::Tlb(TlbWrite::ColorMs)),
            (waddr::TLB_COLOR_ALL, _) => Write::Peripheral(P::Tlb(TlbWrite::ColorAll)),
            (waddr::TLB_ALPHA_MASK, _) => Write::Peripheral(P::Tlb(TlbWrite::AlphaMask)),
            (waddr::VPM_WRITE, _) => Write::Peripheral(P::Vpm),
            (waddr::VPMVCD_SETUP, _) => Write::Peripheral(P::VpmSetup(dir)),
            (waddr::VPM_DMA_ADDR, _) => Write::Peripheral(P::DmaAddr(dir)),
            (waddr::MUTEX_RELEASE, _) => Write::Peripheral(P::MutexRelease),
            (waddr::SFU_RECIP..=waddr::SFU_LOG, _) => {
                Write::Sfu(SfuOp::ALL[usize::from(address - waddr::SFU_RECIP)])
            }
            (waddr::TMU0_S..=waddr::TMU0_B, _) => Write::Peripheral(P::Tmu(0, reg(address))),
            _ => Write::Peripheral(P::Tmu(1, reg(address))),
        }
    }
}

/// Pack unit and mode of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pack {
    /// None.
    None,
    /// Pack of the value written to file A.
    FileA(u8),
    /// The mul result.
    Mul(u8),
}

/// Rotation of the mul result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotate {
    /// None.
    None,
    /// By 1 to 15 lanes upwards.
    By(u8),
    /// By the low 4 bits of r5, element 0.
    ByR5,
}

/// Forms of load immediate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immediate {
    /// The same word in every lane.
    Word,
    /// Two bits per lane: bit i and bit 16 + i, as a signed number.
    Signed,
    /// The same, unsigned.
    Unsigned,
}

impl Immediate {
    /// Value loaded into lane `lane`.
    #[inline(always)]
    pub fn lane(self, imm: u32, lane: usize) -> u32 {
        let low = (imm >> lane) & 1;
        let high = (imm >> (lane + 16)) & 1;
        match self {
            Immediate::Word => imm,
            Immediate::Signed => low.wrapping_sub(2 * high),
            Immediate::Unsigned => low + 2 * high,
        }
    }
}

/// One operand of an ALU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// r0 to r5, by slot.
    Accumulator(u8),
    /// The value read by raddr_a.
    A,
    /// The value read by raddr_b, or the small immediate.
    B,
}

impl Operand {
    fn decode(mux: Mux) -> Operand {
        match mux {
            Mux::A => Operand::A,
            Mux::B => Operand::B,
            Mux::R0 | Mux::R1 | Mux::R2 | Mux::R3 | Mux::R4 | Mux::R5 => {
                Operand::Accumulator(slots::R0 + mux as u8)
            }
        }
    }
}

/// An ALU instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alu {
    /// Source of raddr_a.
    pub read_a: Read,
    /// Source of raddr_b.
    pub read_b: Read,
    /// Add operation.
    pub add: AddOp,
    /// Its operands.
    pub add_in: [Operand; 2],
    /// Mul operation.
    pub mul: MulOp,
    /// Its operands.
    pub mul_in: [Operand; 2],
    /// Rotation of the mul result.
    pub rotate: Rotate,
    /// Whether the rotation crosses quads: only if both operands are r0 to r3.
    pub full: bool,
    /// Unpack mode.
    pub unpack: u8,
    /// Whether the unpack applies to r4 instead of the raddr_a value.
    pub unpack_r4: bool,
}

impl Alu {
    /// Whether a value read by `which` reaches an operation.
    pub fn uses(&self, which: Operand) -> bool {
        let add = self.add != AddOp::Nop
            && (self.add_in[0] == which || (self.add.binary() && self.add_in[1] == which));
        let mul = self.mul != MulOp::Nop && self.mul_in.contains(&which);
        add || mul
    }
}

/// A branch instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Condition of the branch.
    pub cond: BranchCond,
    /// The file-A slot whose element 15 is added to the target.
    pub register: Option<u8>,
    /// The constant part of the target, a GPU address.
    pub target: u32,
    /// Value of the link registers.
    pub link: u32,
    /// Whether a taken branch sets the flags.
    pub set_flags: bool,
}

/// Kind of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Both ALUs.
    Alu(Alu),
    /// Load immediate.
    Load(Immediate),
    /// Semaphore, and a load of the immediate word.
    Semaphore,
    /// Branch.
    Branch(Branch),
    /// A reserved encoding.
    Reserved,
}

impl Branch {
    /// Whether it is taken whatever the flags are.
    pub fn always(&self) -> bool {
        self.cond == BranchCond::Always
    }
}

/// A decoded instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The word.
    pub inst: Inst,
    /// Kind of the instruction.
    pub kind: Kind,
    /// Its signal.
    pub signal: Signal,
    /// Destination of the add result.
    pub add_to: Write,
    /// Destination of the mul result.
    pub mul_to: Write,
    /// Lanes that the add ALU writes.
    pub add_cond: Cond,
    /// Lanes that the mul ALU writes.
    pub mul_cond: Cond,
    /// Set flags.
    pub set_flags: bool,
    /// Pack mode.
    pub pack: Pack,
}

impl Decoded {
    /// Decodes the word at GPU address `address`.
    pub fn new(inst: Inst, address: u32, quirks: &QpuQuirks) -> Decoded {
        let signal = inst.sig();
        let kind = match signal {
            Signal::Branch => branch(inst, address, quirks),
            Signal::LoadImm => match inst.unpack() {
                0 => Kind::Load(Immediate::Word),
                1 => Kind::Load(Immediate::Signed),
                3 => Kind::Load(Immediate::Unsigned),
                4 => Kind::Semaphore,
                _ => Kind::Reserved,
            },
            _ => alu(inst, signal),
        };
        if kind == Kind::Reserved && quirks.reserved_encoding == ReservedEncoding::Nothing {
            return Decoded::nop(inst, signal);
        }
        let is_branch = signal == Signal::Branch;
        let (add_file, mul_file) = if inst.ws() {
            (File::B, File::A)
        } else {
            (File::A, File::B)
        };
        Decoded {
            inst,
            kind,
            signal,
            add_to: Write::decode(inst.waddr_add(), add_file),
            mul_to: Write::decode(inst.waddr_mul(), mul_file),
            add_cond: if is_branch {
                Cond::Always
            } else {
                inst.cond_add()
            },
            mul_cond: if is_branch {
                Cond::Always
            } else {
                inst.cond_mul()
            },
            set_flags: !is_branch && inst.sf(),
            pack: match (inst.pack(), inst.pm()) {
                _ if is_branch => Pack::None,
                (0, _) => Pack::None,
                (mode, false) => Pack::FileA(mode),
                (mode, true) => Pack::Mul(mode),
            },
        }
    }

    /// An instruction that computes nothing and only has a signal.
    fn nop(inst: Inst, signal: Signal) -> Decoded {
        let nowhere = Operand::Accumulator(slots::R0);
        let kind = Kind::Alu(Alu {
            read_a: Read::Nop,
            read_b: Read::Nop,
            add: AddOp::Nop,
            add_in: [nowhere; 2],
            mul: MulOp::Nop,
            mul_in: [nowhere; 2],
            rotate: Rotate::None,
            full: false,
            unpack: 0,
            unpack_r4: false,
        });
        Decoded {
            inst,
            kind,
            signal,
            add_to: Write::Nop,
            mul_to: Write::Nop,
            add_cond: Cond::Never,
            mul_cond: Cond::Never,
            set_flags: false,
            pack: Pack::None,
        }
    }

    /// Whether the add ALU has a result.
    pub fn has_add(&self) -> bool {
        match self.kind {
            Kind::Alu(a) => a.add != AddOp::Nop,
            Kind::Load(_) | Kind::Semaphore | Kind::Branch(_) => true,
            Kind::Reserved => false,
        }
    }

    /// Whether the mul ALU has the result of an operation.
    pub fn has_mul(&self) -> bool {
        match self.kind {
            Kind::Alu(a) => a.mul != MulOp::Nop,
            Kind::Load(_) | Kind::Semaphore | Kind::Branch(_) => true,
            Kind::Reserved => false,
        }
    }

    /// The file-A pack mode of a result that goes to `to`.
    pub fn file_a_pack(&self, to: Write) -> Option<u8> {
        match (self.pack, to) {
            (Pack::FileA(mode), Write::Register(slot)) if slot < slots::RB => Some(mode),
            _ => None,
        }
    }

    /// Whether results go to such destinations in some lanes only, or in none. A branch
    /// links in all lanes or in none.
    pub fn in_some_lanes(&self, is: impl Fn(Write) -> bool) -> bool {
        if let Kind::Branch(b) = &self.kind {
            return !b.always();
        }
        let add = (self.has_add() && is(self.add_to)).then_some(self.add_cond);
        let mul = (self.has_mul() && is(self.mul_to)).then_some(self.mul_cond);
        match (add, mul) {
            (Some(Cond::Always), _) => false,
            (None, Some(mul)) => mul != Cond::Always,
            (Some(_), _) => true,
            (None, None) => false,
        }
    }

    /// Value that the signal loads into r4.
    pub fn load(&self) -> Option<LoadSignal> {
        Some(match self.signal {
            Signal::LoadTmu0 => LoadSignal::Tmu(0),
            Signal::LoadTmu1 => LoadSignal::Tmu(1),
            Signal::CoverageLoad => LoadSignal::Tlb(TlbRead::Coverage),
            Signal::ColorLoad | Signal::ColorLoadEnd => LoadSignal::Tlb(TlbRead::Color),
            Signal::AlphaMaskLoad => LoadSignal::Tlb(TlbRead::AlphaMask),
            Signal::Breakpoint
            | Signal::None
            | Signal::ThreadSwitch
            | Signal::ProgEnd
            | Signal::WaitScoreboard
            | Signal::UnlockScoreboard
            | Signal::LastThreadSwitch
            | Signal::SmallImm
            | Signal::LoadImm
            | Signal::Branch => return None,
        })
    }

    /// Whether the program ends after the two instructions that follow.
    pub fn ends(&self) -> bool {
        matches!(self.signal, Signal::ProgEnd | Signal::ColorLoadEnd)
    }
}

/// Sources of r4 that signals name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadSignal {
    /// A texture unit.
    Tmu(u8),
    /// The tile buffer.
    Tlb(TlbRead),
}

fn alu(inst: Inst, signal: Signal) -> Kind {
    let Some(add) = inst.add_op() else {
        return Kind::Reserved;
    };
    let small = signal == Signal::SmallImm;
    let mul_in = [Operand::decode(inst.mul_a()), Operand::decode(inst.mul_b())];
    let rotate = match inst.raddr_b() {
        48 if small => Rotate::ByR5,
        n @ 49.. if small => Rotate::By(n - 48),
        _ => Rotate::None,
    };
    let general = |o: &Operand| matches!(o, Operand::Accumulator(s) if *s < slots::R4);
    Kind::Alu(Alu {
        read_a: Read::decode(inst.raddr_a(), File::A),
        read_b: if small {
            Read::Constant(slots::IMM + inst.raddr_b())
        } else {
            Read::decode(inst.raddr_b(), File::B)
        },
        add,
        add_in: [Operand::decode(inst.add_a()), Operand::decode(inst.add_b())],
        mul: inst.mul_op(),
        mul_in,
        rotate,
        full: mul_in.iter().all(general),
        unpack: inst.unpack(),
        unpack_r4: inst.pm(),
    })
}

fn branch(inst: Inst, address: u32, quirks: &QpuQuirks) -> Kind {
    let Some(cond) = inst.branch_cond() else {
        return Kind::Reserved;
    };
    // The program counter of a branch is that of the instruction after its
    // three delay slots.
    let link = address.wrapping_add(32);
    let base = if inst.branch_rel() { link } else { 0 };
    Kind::Branch(Branch {
        cond,
        register: inst.branch_reg().then(|| slots::RA + inst.branch_raddr_a()),
        target: base.wrapping_add(inst.imm()),
        link,
        set_flags: inst.sf() && quirks.odd_branch_register == OddBranchRegister::SetsFlags,
    })
}
