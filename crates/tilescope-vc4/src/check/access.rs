//! Reads, writes and side effects of one instruction.

use crate::isa::word::{AddOp, Cond, Inst, MulOp, Mux, Signal, raddr, waddr};

/// Accumulators and flags as bits of a mask.
pub(super) mod acc {
    pub const R4: u8 = 1 << 4;
    pub const R5: u8 = 1 << 5;
    pub const FLAGS: u8 = 1 << 6;
    /// Names by bit number.
    pub const NAMES: [&str; 7] = ["r0", "r1", "r2", "r3", "r4", "r5", "the flags"];
}

/// The instruction formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Alu,
    SmallImm,
    LoadImm,
    Semaphore,
    Branch,
}

/// A register file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum File {
    A,
    B,
}

impl File {
    /// The letter in names of its registers.
    pub fn letter(self) -> char {
        match self {
            File::A => 'a',
            File::B => 'b',
        }
    }
}

/// A write that takes effect in some lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Write {
    pub addr: u8,
    pub file: File,
    pub cond: Cond,
    /// Lowest and highest bit of the write address field.
    pub bits: (u16, u16),
}

impl Write {
    /// Writes one of the 32 registers of a file.
    pub fn is_register(&self) -> bool {
        self.addr < 32
    }

    pub fn is_sfu(&self) -> bool {
        (waddr::SFU_RECIP..=waddr::SFU_LOG).contains(&self.addr)
    }

    /// The TMU, 0 or 1, that the write passes a parameter to.
    pub fn tmu(&self) -> Option<usize> {
        (self.addr >= waddr::TMU0_S).then(|| usize::from(self.addr >= waddr::TMU1_S))
    }

    /// Starts the lookup.
    pub fn is_tmu_s(&self) -> bool {
        self.addr == waddr::TMU0_S || self.addr == waddr::TMU1_S
    }

    /// Tile buffer accesses that wait for the scoreboard.
    pub fn is_tlb(&self) -> bool {
        matches!(
            self.addr,
            waddr::TLB_Z | waddr::TLB_COLOR_MS | waddr::TLB_COLOR_ALL | waddr::TLB_ALPHA_MASK
        )
    }

    pub fn is_vpm_setup(&self) -> bool {
        self.addr == waddr::VPMVCD_SETUP
    }
}

/// A read of a register file address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Read {
    pub addr: u8,
    /// Whether an ALU operand uses the value, and the result is written.
    pub used: bool,
    /// The lanes for which the value matters.
    pub cond: Cond,
    /// Lowest and highest bit of the read address field.
    pub bits: (u16, u16),
}

/// All accesses of one instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub form: Form,
    pub sig: Signal,
    pub a: Option<Read>,
    pub b: Option<Read>,
    /// Accumulators, and flags, that results depend on.
    pub acc_used: u8,
    /// Writes of the add ALU, then of the mul ALU.
    pub writes: [Option<Write>; 2],
    pub sets_flags: bool,
    /// Whether the flags, if set, are those of the mul ALU.
    pub flags_from_mul: bool,
}

/// The operands of an ALU that affect its result.
fn operands(reads: usize, x: Mux, y: Mux, cancels: bool) -> Vec2<Mux> {
    match reads {
        0 => [None, None],
        1 => [Some(x), None],
        // `xor r, r` and the like are zero for any r.
        _ if cancels && x == y => [None, None],
        _ => [Some(x), Some(y)],
    }
}

type Vec2<T> = [Option<T>; 2];

fn add_operands(inst: Inst) -> Vec2<Mux> {
    let (reads, cancels) = match inst.add_op() {
        None | Some(AddOp::Nop) => (0, false),
        Some(op) if !op.binary() => (1, false),
        Some(AddOp::Xor | AddOp::Sub | AddOp::V8subs) => (2, true),
        Some(_) => (2, false),
    };
    operands(reads, inst.add_a(), inst.add_b(), cancels)
}

fn mul_operands(inst: Inst) -> Vec2<Mux> {
    let (reads, cancels) = match inst.mul_op() {
        MulOp::Nop => (0, false),
        MulOp::V8subs => (2, true),
        _ => (2, false),
    };
    operands(reads, inst.mul_a(), inst.mul_b(), cancels)
}

impl Access {
    pub fn of(inst: Inst) -> Access {
        let sig = inst.sig();
        let form = match sig {
            Signal::SmallImm => Form::SmallImm,
            Signal::LoadImm if inst.unpack() == 4 => Form::Semaphore,
            Signal::LoadImm => Form::LoadImm,
            Signal::Branch => Form::Branch,
            _ => Form::Alu,
        };
        let mut access = Access {
            form,
            sig,
            a: None,
            b: None,
            acc_used: 0,
            writes: writes_of(inst, form),
            sets_flags: form != Form::Branch && inst.sf(),
            flags_from_mul: false,
        };
        match form {
            Form::Alu | Form::SmallImm => access.add_alu_reads(inst),
            Form::Branch => {
                if inst.branch_reg() {
                    access.a = Some(Read {
                        addr: inst.branch_raddr_a(),
                        used: true,
                        cond: Cond::Always,
                        bits: (45, 49),
                    });
                }
                if inst.branch_cond() != Some(crate::isa::word::BranchCond::Always) {
                    access.acc_used |= acc::FLAGS;
                }
            }
            Form::LoadImm | Form::Semaphore => access.add_condition_reads(),
        }
        access
    }

    fn add_alu_reads(&mut self, inst: Inst) {
        let add = add_operands(inst);
        let mul = mul_operands(inst);
        let add_idle = inst.add_op() == Some(AddOp::Nop);
        self.flags_from_mul = add_idle;
        // A value is used under the condition of the write it goes to, or
        // always if the flags come from it.
        let use_of = |write: Option<Write>, flags: bool| match (flags, write) {
            (true, _) => Some(Cond::Always),
            (false, Some(w)) => Some(w.cond),
            (false, None) => None,
        };
        let add_use = use_of(self.writes[0], self.sets_flags && !add_idle);
        let mul_use = use_of(self.writes[1], self.sets_flags && add_idle);
        let mut uses: [Option<Cond>; 8] = [None; 8];
        for (ops, cond) in [(add, add_use), (mul, mul_use)] {
            let Some(cond) = cond else { continue };
            for mux in ops.into_iter().flatten() {
                let slot = &mut uses[mux as usize];
                *slot = match *slot {
                    Some(other) if other != cond => Some(Cond::Always),
                    _ => Some(cond),
                };
            }
        }
        for (bit, used) in uses[..6].iter().enumerate() {
            if used.is_some() {
                self.acc_used |= 1 << bit;
            }
        }
        let read = |addr, used: Option<Cond>, bits| Read {
            addr,
            used: used.is_some(),
            cond: used.unwrap_or(Cond::Never),
            bits,
        };
        self.a = Some(read(inst.raddr_a(), uses[Mux::A as usize], (18, 23)));
        if self.form == Form::Alu {
            self.b = Some(read(inst.raddr_b(), uses[Mux::B as usize], (12, 17)));
        }
        if is_rotation_by_r5(inst, self) {
            self.acc_used |= acc::R5;
        }
        self.add_condition_reads();
    }

    fn add_condition_reads(&mut self) {
        if self.writes.iter().flatten().any(|w| w.cond != Cond::Always) {
            self.acc_used |= acc::FLAGS;
        }
    }

    /// Every write that happens in some lane.
    pub fn each_write(&self) -> impl Iterator<Item = Write> + '_ {
        self.writes.iter().flatten().copied()
    }

    /// Every register file read whose address is presented to the file, whether or not
    /// an operand uses the value: reads of peripherals have side effects.
    pub fn each_read(&self) -> impl Iterator<Item = (File, Read)> + '_ {
        let a = self.a.map(|r| (File::A, r));
        let b = self.b.map(|r| (File::B, r));
        a.into_iter().chain(b)
    }

    /// Presents peripheral address `addr` to one of the files.
    pub fn reads_peripheral(&self, addr: u8) -> bool {
        self.form != Form::Branch && self.each_read().any(|(_, r)| r.addr == addr)
    }

    pub fn writes_sfu(&self) -> bool {
        self.each_write().any(|w| w.is_sfu())
    }

    /// Whether a signal loads r4.
    pub fn loads_r4(&self) -> bool {
        matches!(
            self.sig,
            Signal::CoverageLoad
                | Signal::ColorLoad
                | Signal::ColorLoadEnd
                | Signal::LoadTmu0
                | Signal::LoadTmu1
                | Signal::AlphaMaskLoad
        )
    }

    /// The TMU whose result the signal loads.
    pub fn loads_tmu(&self) -> Option<usize> {
        match self.sig {
            Signal::LoadTmu0 => Some(0),
            Signal::LoadTmu1 => Some(1),
            _ => None,
        }
    }

    pub fn ends(&self) -> bool {
        matches!(self.sig, Signal::ProgEnd | Signal::ColorLoadEnd)
    }

    pub fn switches(&self) -> bool {
        matches!(self.sig, Signal::ThreadSwitch | Signal::LastThreadSwitch)
    }

    /// Reads the tile buffer through a signal.
    pub fn loads_tlb(&self) -> bool {
        self.loads_r4() && self.loads_tmu().is_none()
    }

    /// Whether it waits for the scoreboard, explicitly or by accessing the tile buffer.
    pub fn locks_scoreboard(&self) -> bool {
        self.sig == Signal::WaitScoreboard || self.accesses_tlb()
    }

    pub fn accesses_tlb(&self) -> bool {
        self.loads_tlb() || self.each_write().any(|w| w.is_tlb())
    }

    /// Whether it accesses varyings, uniforms or the VPM with an effect on the unit.
    pub fn touches_fixed_function(&self) -> bool {
        [
            raddr::UNIFORM,
            raddr::VARYING,
            raddr::VPM_READ,
            raddr::VPM_BUSY,
            raddr::VPM_WAIT,
        ]
        .iter()
        .any(|&addr| self.reads_peripheral(addr))
            || self
                .each_write()
                .any(|w| (waddr::VPM_WRITE..=waddr::VPM_DMA_ADDR).contains(&w.addr))
    }
}

fn writes_of(inst: Inst, form: Form) -> [Option<Write>; 2] {
    let (add_file, mul_file) = if inst.ws() {
        (File::B, File::A)
    } else {
        (File::A, File::B)
    };
    let (add_cond, mul_cond) = if form == Form::Branch {
        (Cond::Always, Cond::Always)
    } else {
        (inst.cond_add(), inst.cond_mul())
    };
    let write = |addr, file, cond, bits| {
        (addr != waddr::NOP && cond != Cond::Never).then_some(Write {
            addr,
            file,
            cond,
            bits,
        })
    };
    let mut writes = [
        write(inst.waddr_add(), add_file, add_cond, (38, 43)),
        write(inst.waddr_mul(), mul_file, mul_cond, (32, 37)),
    ];
    if matches!(form, Form::Alu | Form::SmallImm) {
        // An idle add ALU writes nothing: py-videocore's nop names r0 as its
        // destination, and its tests pass on boards with live values there. An idle mul
        // ALU does write its last result (vc4asm addendum).
        if inst.add_op() == Some(AddOp::Nop) {
            writes[0] = None;
        }
        for (write, copied) in writes.iter_mut().zip(self_copies(inst)) {
            if copied.is_some_and(|mux| write.is_some_and(|w| w.addr == waddr::R0 + mux as u8)) {
                *write = None;
            }
        }
    }
    writes
}

/// The operand that each ALU copies unchanged, if it does nothing else:
/// `mov r0, r0` in both ALUs is a common no-op.
fn self_copies(inst: Inst) -> [Option<Mux>; 2] {
    let plain = inst.pack() == 0 && inst.unpack() == 0 && !inst.sf();
    let rotates = inst.sig() == Signal::SmallImm && inst.raddr_b() >= 48;
    let accumulator = |mux: Mux| (mux as u8) < 4;
    let add = matches!(inst.add_op(), Some(AddOp::Or | AddOp::And))
        && inst.add_a() == inst.add_b()
        && accumulator(inst.add_a());
    let mul = matches!(inst.mul_op(), MulOp::V8min | MulOp::V8max)
        && inst.mul_a() == inst.mul_b()
        && accumulator(inst.mul_a())
        && !rotates;
    [
        (plain && add).then_some(inst.add_a()),
        (plain && mul).then_some(inst.mul_a()),
    ]
}

/// The rotation amount field of an instruction whose mul result is rotated:
/// 0 means by r5.
pub(super) fn rotation(inst: Inst, access: &Access) -> Option<u8> {
    let used = access.writes[1].is_some() || (access.sets_flags && access.flags_from_mul);
    (access.form == Form::SmallImm && inst.raddr_b() >= 48 && inst.mul_op() != MulOp::Nop && used)
        .then(|| inst.raddr_b() - 48)
}

fn is_rotation_by_r5(inst: Inst, access: &Access) -> bool {
    // Codes 48 to 63 are also constants, so an add that uses the constant with an idle
    // mul ALU is not a rotation.
    rotation(inst, access) == Some(0)
}
