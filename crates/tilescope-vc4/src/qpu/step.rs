//! The pipeline model: executes one instruction at a time.

mod writes;

use super::decode::{Alu, Branch, Decoded, Kind, LoadSignal, Operand, Peripheral, Read, Rotate};
use super::hazards::LATEST;
use super::io::{QpuIo, QuadAxis, Scoreboard, SemaphoreOp, Stop, ThreadSwitch, Trap};
use super::program::Program;
use super::quirks::{MulNop, NopRead, QpuQuirks, RotateHazard};
use super::slots;
use super::thread::Thread;
use crate::isa::alu::{self, Number};
use crate::isa::word::BranchCond;
use crate::isa::{AddOp, Cond, MulOp, Signal};
use tilescope_exec::interp::Mask;
use tilescope_exec::{Interp, Lanes16};
use writes::{New, Side, merge, write_out};

/// Progress of a blocked instruction, so that no access is repeated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Completed accesses, in the order of [`Thread::step`].
    completed: u8,
    a: Lanes16,
    b: Lanes16,
    /// The C coefficient of a varying read.
    c: Option<u32>,
    /// Value loaded by the signal.
    r4: Option<Lanes16>,
}

/// One ALU's result.
#[derive(Clone, Copy)]
struct Computed {
    value: Lanes16,
    carry: Mask<16>,
    lanes: Lanes16,
}

/// All results of an instruction.
#[derive(Clone, Copy, Default)]
struct Results {
    add: Option<Computed>,
    mul: Option<Computed>,
    /// The result that sets the flags.
    flags: Option<Computed>,
    branch: Option<u32>,
}

const NO_CARRY: Mask<16> = Mask::NEVER;

impl Thread {
    /// Executes the instruction at `ip`.
    pub(super) fn step<I: QpuIo>(&mut self, p: &Program, io: &mut I) -> Result<(), Stop> {
        let Some(d) = p.decoded(self.ip) else {
            return Err(Stop::Trap(Trap::BadBranch {
                target: p.address(self.ip),
            }));
        };
        if d.kind == Kind::Reserved {
            return Err(Stop::Trap(match p.stopping_at(self.ip) {
                true => Trap::Violation,
                false => Trap::ReservedOpcode,
            }));
        }
        if d.signal == Signal::Breakpoint {
            return Err(Stop::Trap(Trap::Breakpoint));
        }
        let mut progress = match self.progress.take() {
            Some(progress) => *progress,
            None => Progress::default(),
        };
        io.at(self.ip);
        match self.access(d, p.quirks(), io, &mut progress) {
            Ok(results) => {
                self.previous = Some(self.ip);
                self.unsettled = match d.is_late() {
                    true => LATEST,
                    false => self.unsettled.saturating_sub(1),
                };
                self.commit(d, p, io, &progress, &results)
            }
            Err(stop) => {
                self.progress = Some(Box::new(progress));
                Err(stop)
            }
        }
    }

    /// Performs the accesses that may block, without changing the thread. Peripherals
    /// see one order: scoreboard wait, raddr_a, raddr_b, semaphore, r4 load, add write,
    /// mul write, scoreboard unlock.
    fn access<I: QpuIo>(
        &self,
        d: &Decoded,
        q: &QpuQuirks,
        io: &mut I,
        pr: &mut Progress,
    ) -> Result<Results, Stop> {
        if pr.completed < 1 {
            if d.signal == Signal::WaitScoreboard {
                io.scoreboard(Scoreboard::Wait)?;
            }
            pr.completed = 1;
        }
        if let Kind::Alu(a) = &d.kind {
            if pr.completed < 2 {
                pr.a = self.read(a.read_a, &self.residue.read_a, q, io, &mut pr.c)?;
                pr.completed = 2;
            }
            if pr.completed < 3 {
                pr.b = if a.read_b == a.read_a && a.read_a.shared() {
                    pr.a
                } else {
                    self.read(a.read_b, &self.residue.read_b, q, io, &mut pr.c)?
                };
                pr.completed = 3;
            }
        }
        let results = self.compute(d, q, pr);
        if pr.completed < 4 {
            if d.kind == Kind::Semaphore {
                let (n, op) = semaphore(d.inst.imm());
                io.semaphore(n, op)?;
            }
            pr.completed = 4;
        }
        if pr.completed < 5 {
            if let Some(load) = d.load() {
                let mut r4 = Lanes16::ZERO;
                match load {
                    LoadSignal::Tmu(unit) => io.tmu_read(unit, &mut r4)?,
                    LoadSignal::Tlb(what) => io.tlb_read(what, &mut r4)?,
                }
                pr.r4 = Some(r4);
            }
            pr.completed = 5;
        }
        if pr.completed < 6 {
            if let Some(r) = &results.add {
                write_out(io, q, d, d.add_to, Side::Add, r)?;
            }
            pr.completed = 6;
        }
        if pr.completed < 7 {
            if let Some(r) = &results.mul {
                write_out(io, q, d, d.mul_to, Side::Mul, r)?;
            }
            pr.completed = 7;
        }
        if d.signal == Signal::UnlockScoreboard {
            io.scoreboard(Scoreboard::Unlock)?;
        }
        Ok(results)
    }

    fn read<I: QpuIo>(
        &self,
        what: Read,
        residue: &Lanes16,
        q: &QpuQuirks,
        io: &mut I,
        c: &mut Option<u32>,
    ) -> Result<Lanes16, Stop> {
        let mut v = Lanes16::ZERO;
        match what {
            Read::Constant(slot) if slot >= slots::IMM => {
                v = Lanes16::splat(slots::small_immediate(slot - slots::IMM));
            }
            Read::Register(slot) | Read::Constant(slot) => v = *self.slot(slot),
            Read::Nop => {
                if q.nop_read == NopRead::LastQuad {
                    v = last_quad(residue);
                }
            }
            Read::Uniform => v = Lanes16::splat(io.uniform()?),
            Read::Varying => *c = Some(io.varying(&mut v)?),
            Read::Flags(which) => io.pixel_flags(which, &mut v),
            Read::Vpm => io.vpm_read(&mut v)?,
            Read::Busy(dir) => v = Lanes16::splat(io.dma_busy(dir)),
            Read::Wait(dir) => io.dma_wait(dir)?,
            Read::Mutex => v = Lanes16::splat(io.mutex_acquire()?),
        }
        Ok(v)
    }

    fn lanes(&self, cond: Cond) -> Lanes16 {
        let carry = Mask::from_words(*self.slot(slots::CARRY));
        alu::condition(&mut Interp, cond, *self.slot(slots::ZN), carry).words()
    }

    fn compute(&self, d: &Decoded, q: &QpuQuirks, pr: &Progress) -> Results {
        let (add_lanes, mul_lanes) = (self.lanes(d.add_cond), self.lanes(d.mul_cond));
        let mut r = Results::default();
        match &d.kind {
            Kind::Alu(a) => {
                if a.add != AddOp::Nop {
                    let (value, carry) = self.add(d, a, q, pr);
                    r.add = Some(Computed {
                        value,
                        carry,
                        lanes: add_lanes,
                    });
                }
                if a.mul != MulOp::Nop {
                    let (value, carry) = self.mul(a, q, pr);
                    r.mul = Some(Computed {
                        value,
                        carry,
                        lanes: mul_lanes,
                    });
                } else if q.mul_nop == MulNop::LastQuad {
                    r.mul = Some(Computed {
                        value: last_quad(&self.residue.mul),
                        carry: NO_CARRY,
                        lanes: mul_lanes,
                    });
                }
                if d.set_flags {
                    r.flags = match (a.add, a.mul) {
                        (AddOp::Nop, MulOp::Nop) => None,
                        (AddOp::Nop, _) => r.mul,
                        _ => r.add,
                    };
                }
            }
            Kind::Load(form) => {
                let value = Lanes16::from_fn(|i| form.lane(d.inst.imm(), i));
                r = load(d, value, add_lanes, mul_lanes);
            }
            Kind::Semaphore => {
                r = load(d, Lanes16::splat(d.inst.imm()), add_lanes, mul_lanes);
            }
            Kind::Branch(b) => {
                if self.taken(b) {
                    let register = b.register.map_or(0, |slot| self.slot(slot)[15]);
                    r.branch = Some(b.target.wrapping_add(register));
                    let link = Computed {
                        value: Lanes16::splat(b.link),
                        carry: NO_CARRY,
                        lanes: Lanes16::splat(u32::MAX),
                    };
                    (r.add, r.mul) = (Some(link), Some(link));
                    r.flags = b.set_flags.then_some(link);
                }
            }
            Kind::Reserved => {}
        }
        r
    }

    pub(super) fn taken(&self, b: &Branch) -> bool {
        branch_taken(b.cond, self.slot(slots::ZN), self.slot(slots::CARRY))
    }

    fn operand(
        &self,
        a: &Alu,
        which: Operand,
        as_: Number,
        q: &QpuQuirks,
        pr: &Progress,
    ) -> Lanes16 {
        let (value, unpacked, as_) = match which {
            Operand::Accumulator(slots::R4) => (*self.slot(slots::R4), a.unpack_r4, Number::Float),
            Operand::Accumulator(slot) => (*self.slot(slot), false, as_),
            Operand::A => (pr.a, !a.unpack_r4, as_),
            Operand::B => (pr.b, false, as_),
        };
        if unpacked {
            alu::unpack(&mut Interp, q, a.unpack, as_, value)
        } else {
            value
        }
    }

    fn add(&self, d: &Decoded, a: &Alu, q: &QpuQuirks, pr: &Progress) -> (Lanes16, Mask<16>) {
        let e = &mut Interp;
        let number = a.add.operands();
        let x = self.operand(a, a.add_in[0], number, q, pr);
        let y = self.operand(a, a.add_in[1], number, q, pr);
        let r = alu::add_op(e, q, a.add, x, y);
        let carry = alu::add_carry(e, q, a.add, x, y, r);
        if d.file_a_pack(d.add_to) == Some(8) {
            return (alu::saturate_add(e, a.add, x, y, r), carry);
        }
        (r, carry)
    }

    fn mul(&self, a: &Alu, q: &QpuQuirks, pr: &Progress) -> (Lanes16, Mask<16>) {
        let e = &mut Interp;
        let number = a.mul.number();
        let mut x = self.operand(a, a.mul_in[0], number, q, pr);
        let mut y = self.operand(a, a.mul_in[1], number, q, pr);
        let stale = q.rotate_hazard == RotateHazard::Stale;
        let by = match a.rotate {
            Rotate::None => 0,
            Rotate::By(n) => usize::from(n),
            Rotate::ByR5 => {
                let r5 = if stale && self.pipeline.written & (1 << 5) != 0 {
                    self.pipeline.accumulators[5]
                } else {
                    *self.slot(slots::R5)
                };
                (r5[0] & 15) as usize
            }
        };
        if a.full {
            x = self.rotated(a.mul_in[0], &x, by, stale);
            y = self.rotated(a.mul_in[1], &y, by, stale);
        }
        let r = alu::mul_op(e, q, a.mul, x, y);
        let carry = alu::mul_carry(e, a.mul, x, y, r);
        if a.full {
            return (r, carry);
        }
        let words = carry.words();
        (
            rotate_quads(&r, by),
            Mask::from_words(rotate_quads(&words, by)),
        )
    }

    /// Every lane reads from `by` lanes below. A lane that reads from a higher quad
    /// sees an accumulator before the previous instruction.
    fn rotated(&self, which: Operand, now: &Lanes16, by: usize, stale: bool) -> Lanes16 {
        let before = match which {
            Operand::Accumulator(slot) if stale => {
                let n = usize::from(slot - slots::R0);
                (self.pipeline.written & (1 << n) != 0).then(|| &self.pipeline.accumulators[n])
            }
            _ => None,
        };
        Lanes16::from_fn(|i| {
            let from = (i + 16 - by) & 15;
            match before {
                Some(before) if from / 4 > i / 4 => before[from],
                _ => now[from],
            }
        })
    }

    /// Nothing here can block.
    fn commit<I: QpuIo>(
        &mut self,
        d: &Decoded,
        p: &Program,
        io: &mut I,
        pr: &Progress,
        r: &Results,
    ) -> Result<(), Stop> {
        let before: [Lanes16; 6] = std::array::from_fn(|n| *self.slot(slots::R0 + n as u8));
        self.pipeline.written = 0;
        for w in std::mem::take(&mut self.pipeline.files).iter().flatten() {
            self.apply(w);
        }
        if let Some(c) = pr.c {
            *self.slot_mut(slots::R5) = Lanes16::splat(c);
            self.pipeline.written |= 1 << 5;
        }
        let mut new = New::default();
        let q = p.quirks();
        if let Some(x) = &r.add {
            self.write(d, d.add_to, Side::Add, x, q, &mut new);
        }
        if let Some(x) = &r.mul {
            self.write(d, d.mul_to, Side::Mul, x, q, &mut new);
        }
        if let Some(x) = &r.flags {
            let bits = x.lanes;
            merge(self.slot_mut(slots::ZN), &x.value, &bits);
            merge(self.slot_mut(slots::CARRY), &x.carry.words(), &bits);
        }
        if let Some(r4) = pr.r4 {
            *self.slot_mut(slots::R4) = r4;
        }
        if let Kind::Alu(a) = &d.kind {
            if a.read_a != Read::Nop {
                self.residue.read_a = pr.a;
            }
            if a.read_b != Read::Nop {
                self.residue.read_b = pr.b;
            }
            if let (Some(m), true) = (&r.mul, a.mul != MulOp::Nop) {
                self.residue.mul = m.value;
            }
        }
        self.pipeline.accumulators = before;
        self.pipeline.files = new.files;
        let [due, next] = self.pipeline.sfu;
        self.pipeline.sfu = [next, new.sfu];
        if let Some(w) = due {
            self.apply(&w);
        }
        let [due, next] = self.pipeline.uniforms;
        self.pipeline.uniforms = [next, new.uniforms];
        if let Some(m) = due {
            io.at(m.written_by);
            io.set_uniforms_address(m.address);
            io.at(self.ip);
        }
        match d.signal {
            Signal::ThreadSwitch => io.thread_switch(ThreadSwitch::More),
            Signal::LastThreadSwitch => io.thread_switch(ThreadSwitch::Last),
            _ => {}
        }
        self.executed += 1;
        self.advance(d, p, io, r.branch)
    }

    /// Advances to the next instruction.
    fn advance<I: QpuIo>(
        &mut self,
        d: &Decoded,
        p: &Program,
        io: &mut I,
        branch: Option<u32>,
    ) -> Result<(), Stop> {
        let b = &mut self.pipeline.branches;
        let due = b[0];
        *b = [b[1], b[2], branch];
        self.pipeline.end = match self.pipeline.end {
            Some(n) => Some(n - 1),
            None => d.ends().then_some(2),
        };
        if self.pipeline.end == Some(0) {
            self.finish(io);
            return Ok(());
        }
        self.pipeline.update_busy();
        match due {
            None => self.ip += 1,
            Some(target) => self.jump(p, target)?,
        }
        Ok(())
    }

    /// Goes to the instruction at GPU address `target`.
    pub(super) fn jump(&mut self, p: &Program, target: u32) -> Result<(), Stop> {
        match p.index(target) {
            Some(ip) => {
                self.ip = ip;
                Ok(())
            }
            None => Err(Stop::Trap(Trap::BadBranch { target })),
        }
    }

    /// Ends the thread with all pending effects applied.
    pub(super) fn finish<I: QpuIo>(&mut self, io: &mut I) {
        for m in self.pipeline.uniforms.into_iter().flatten() {
            io.at(m.written_by);
            io.set_uniforms_address(m.address);
        }
        self.drain();
        self.pipeline.clear();
        self.ended = true;
    }
}

fn load(d: &Decoded, value: Lanes16, add_lanes: Lanes16, mul_lanes: Lanes16) -> Results {
    let computed = |lanes| Computed {
        value,
        carry: NO_CARRY,
        lanes,
    };
    Results {
        add: Some(computed(add_lanes)),
        mul: Some(computed(mul_lanes)),
        flags: d.set_flags.then_some(computed(add_lanes)),
        branch: None,
    }
}

fn last_quad(v: &Lanes16) -> Lanes16 {
    Lanes16::from_fn(|i| v[12 + i % 4])
}

fn rotate_quads(v: &Lanes16, by: usize) -> Lanes16 {
    Lanes16::from_fn(|i| v[(i & !3) | ((i + 4 - (by & 3)) & 3)])
}

/// Whether a branch with these flags is taken.
#[inline(always)]
pub(super) fn branch_taken(cond: BranchCond, zn: &Lanes16, carry: &Lanes16) -> bool {
    // Without early exits, so that all lanes are tested in one step.
    let any = |f: fn(u32) -> bool, v: &[u32; 16]| v.iter().fold(false, |any, w| any | f(*w));
    let (zn, carry) = (&zn.0, &carry.0);
    let z = |w: u32| w == 0;
    let not_z = |w: u32| w != 0;
    let n = |w: u32| (w as i32) < 0;
    let not_n = |w: u32| (w as i32) >= 0;
    match cond {
        BranchCond::AllZs => !any(not_z, zn),
        BranchCond::AllZc => !any(z, zn),
        BranchCond::AnyZs => any(z, zn),
        BranchCond::AnyZc => any(not_z, zn),
        BranchCond::AllNs => !any(not_n, zn),
        BranchCond::AllNc => !any(n, zn),
        BranchCond::AnyNs => any(n, zn),
        BranchCond::AnyNc => any(not_n, zn),
        BranchCond::AllCs => !any(z, carry),
        BranchCond::AllCc => !any(not_z, carry),
        BranchCond::AnyCs => any(not_z, carry),
        BranchCond::AnyCc => any(z, carry),
        BranchCond::Always => true,
    }
}

/// Semaphore number and operation of an immediate word: bit 4 acquires
/// (py-videocore's encoder, vc4asm's `instructions.html`).
#[inline(always)]
pub(super) fn semaphore(imm: u32) -> (u8, SemaphoreOp) {
    let op = if imm & 16 != 0 {
        SemaphoreOp::Acquire
    } else {
        SemaphoreOp::Release
    };
    ((imm & 15) as u8, op)
}

#[inline(always)]
pub(super) fn quad_slot(axis: QuadAxis) -> u8 {
    match axis {
        QuadAxis::X => slots::X,
        QuadAxis::Y => slots::Y,
    }
}

/// Writes to a peripheral. Registers that take one word take that of lane 0,
/// and only if its condition passed.
#[inline(always)]
pub(super) fn write_peripheral<I: QpuIo>(
    io: &mut I,
    to: Peripheral,
    v: &Lanes16,
    mask: u16,
) -> Result<(), Stop> {
    let first = mask & 1 != 0;
    match to {
        Peripheral::Tlb(what) => io.tlb_write(what, v, mask)?,
        Peripheral::Tmu(unit, reg) => io.tmu_write(unit, reg, v, mask)?,
        Peripheral::Vpm => io.vpm_write(v, mask)?,
        Peripheral::Flags(which) => io.set_pixel_flags(which, v, mask),
        Peripheral::VpmSetup(dir) if first => io.vpm_setup(dir, v[0])?,
        Peripheral::DmaAddr(dir) if first => io.dma_start(dir, v[0])?,
        Peripheral::TmuNoswap if first => io.tmu_noswap(v[0]),
        Peripheral::HostInt if first => io.host_interrupt(v[0]),
        Peripheral::MutexRelease if mask != 0 => io.mutex_release(),
        Peripheral::VpmSetup(_)
        | Peripheral::DmaAddr(_)
        | Peripheral::TmuNoswap
        | Peripheral::HostInt
        | Peripheral::MutexRelease => {}
    }
    Ok(())
}
