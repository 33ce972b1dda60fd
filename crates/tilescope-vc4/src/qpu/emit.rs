//! Operations for the instructions of one run.

mod results;

use super::decode::{
    Alu, Decoded, Immediate, Kind, LoadSignal, Operand, Pack, Read, Rotate, Write,
};
use super::flushed::float_constant;
use super::hazards::NONE;
use super::io::{Dir, PixelFlags};
use super::op::{Code, Op, TLB_READS};
use super::quirks::QpuQuirks;
use super::slots;
use crate::isa::alu::Number;
use crate::isa::{AddOp, Cond, MulOp, Signal};

/// Whether float operations follow the default quirks, which have separate codes.
fn plain(q: &QpuQuirks) -> bool {
    let d = QpuQuirks::DEFAULT;
    q.fadd_rounding == d.fadd_rounding
        && q.fmul_rounding == d.fmul_rounding
        && q.denormals == d.denormals
        && q.nan_result == d.nan_result
        && q.zero_times_infinity == d.zero_times_infinity
        && q.ftoi_overflow == d.ftoi_overflow
}

/// Whether anything tests C.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Carry {
    /// It is kept.
    Kept,
    /// It is dropped.
    Ignored,
}

pub(super) struct Emitter<'a> {
    code: &'a [Decoded],
    start: usize,
    end: usize,
    at: usize,
    carry: bool,
    plain: bool,
    /// Unpacked operands that this instruction has already computed.
    unpacked: [bool; 3],
    /// Instructions whose SFU results are pending, by number modulo 3.
    sfu_pending: [Option<usize>; 3],
    /// Instructions whose move of the uniform stream is pending, likewise.
    moves: [Option<(usize, u8)>; 3],
    /// The slot with the value of the flags, if they were not copied yet.
    flags: Option<u8>,
    /// Slots that contain neither denormals nor minus zero at this point.
    flushed: Box<[bool; slots::COUNT]>,
    ops: &'a mut Vec<Op>,
}

/// The result of one ALU before it is written to its destination.
#[derive(Clone, Copy)]
struct Pending {
    /// Slot of the value.
    at: u8,
    /// Whether that is its destination.
    in_place: bool,
    to: Write,
    cond: Cond,
    is: Number,
    side: Side,
}

/// Whether the operation is a copy if its operands are equal.
fn copies(op: AddOp) -> bool {
    matches!(op, AddOp::Or | AddOp::And | AddOp::Min | AddOp::Max)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Add,
    Mul,
}

impl<'a> Emitter<'a> {
    /// Creates an emitter for the run `start..end` of `code` that appends to `ops`;
    /// `flushed` is the result of [`analyse`](super::flushed::analyse) at its start.
    pub(super) fn new(
        code: &'a [Decoded],
        start: usize,
        end: usize,
        carry: Carry,
        quirks: &QpuQuirks,
        flushed: u128,
        ops: &'a mut Vec<Op>,
    ) -> Self {
        let known =
            |slot: usize| float_constant(slot as u8) || slot < 128 && flushed >> slot & 1 != 0;
        Emitter {
            code,
            start,
            end,
            at: start,
            carry: carry == Carry::Kept,
            plain: plain(quirks),
            unpacked: [false; 3],
            sfu_pending: [None; 3],
            moves: [None; 3],
            flags: None,
            flushed: Box::new(std::array::from_fn(known)),
            ops,
        }
    }

    /// Appends the operations of instruction `at`.
    pub(super) fn emit(&mut self, at: usize) {
        self.at = at;
        self.unpacked = [false; 3];
        self.instruction(&self.code[at]);
    }

    /// Appends the end of the run.
    pub(super) fn end(&mut self) {
        self.op(Code::End, 0, 0, 0, 0);
    }

    /// Number of operations so far.
    pub(super) fn len(&self) -> usize {
        self.ops.len()
    }
    fn op(&mut self, code: Code, d: u8, a: u8, b: u8, imm: u32) {
        // The flags must be in their slot when a thread stops, and before the slot that
        // they are an alias of changes.
        let stays = match code {
            Code::End | Code::Write | Code::VpmRead | Code::LoadTmu | Code::LoadTlb => false,
            Code::Semaphore | Code::MutexAcquire | Code::DmaWait => false,
            Code::Varying => self.flags != Some(slots::R5) && self.flags != Some(d),
            _ => self.flags != Some(d),
        };
        if d == slots::ZN && !matches!(code, Code::Blend) {
            self.flags = None;
        } else if !stays || d == slots::ZN {
            self.materialise_flags();
        }
        let op = self.known(Op { code, d, a, b, imm });
        self.ops.push(op);
    }

    /// Copies the flags into their slot.
    fn materialise_flags(&mut self) {
        if let Some(slot) = self.flags.take() {
            let (d, code) = (slots::ZN, Code::Mov);
            let op = self.known(Op {
                code,
                d,
                a: slot,
                b: 0,
                imm: 0,
            });
            self.ops.push(op);
        }
    }

    /// The slot that holds the flags.
    fn zn(&self) -> u8 {
        self.flags.unwrap_or(slots::ZN)
    }

    /// Tracks slots that need no flushing, and selects the cheaper form of an operation
    /// with such operands.
    fn known(&mut self, op: Op) -> Op {
        let flushed = |slot: u8| self.flushed[usize::from(slot)];
        let both = flushed(op.a) && flushed(op.b);
        let code = match op.code {
            Code::Fadd if both => Code::FaddFlushed,
            Code::Fsub if both => Code::FsubFlushed,
            Code::Fmin if both => Code::FminFlushed,
            Code::Fmax if both => Code::FmaxFlushed,
            Code::Fmul if both => Code::FmulFlushed,
            code => code,
        };
        let result = match op.code {
            Code::Fadd | Code::Fsub | Code::Fmin | Code::Fmax | Code::Fmul => true,
            Code::Fminabs | Code::Fmaxabs | Code::Itof | Code::Sfu => true,
            // Bytes only: a half may be a zero with a sign, and mode 3 converts nothing.
            Code::UnpackFloat => op.imm > 3,
            Code::Mov
            | Code::Rotate
            | Code::RotateBy
            | Code::RotateQuads
            | Code::RotateQuadsBy
            | Code::R5Quad
            | Code::R5All => flushed(op.a),
            Code::Blend | Code::BlendZs | Code::BlendZc | Code::BlendNs | Code::BlendNc => {
                flushed(op.a) && flushed(op.d)
            }
            _ => false,
        };
        self.flushed[usize::from(op.d)] = result;
        if op.code == Code::Varying {
            self.flushed[usize::from(slots::R5)] = false;
        }
        Op { code, ..op }
    }

    fn mov(&mut self, d: u8, a: u8) {
        if d == a {
            return;
        }
        if d == slots::ZN {
            // They may not be read before they change again.
            self.flags = Some(a);
        } else {
            self.op(Code::Mov, d, a, 0, 0);
        }
    }

    /// The instruction `n` after this one, if it is in the run.
    fn later(&self, n: usize) -> Option<&Decoded> {
        let i = self.at + n;
        (i < self.end).then(|| &self.code[i])
    }

    fn instruction(&mut self, d: &Decoded) {
        if d.signal == Signal::WaitScoreboard {
            self.op(Code::ScoreboardWait, 0, 0, 0, 0);
        }
        if let Kind::Alu(a) = &d.kind {
            self.reads(a);
        }
        self.save_stale(d);
        let mut results: [Option<Pending>; 2] = [None; 2];
        let mut flags = None;
        match &d.kind {
            Kind::Alu(a) => {
                self.masks(d);
                (results, flags) = self.alu(d, a);
            }
            Kind::Load(form) => {
                self.masks(d);
                (results, flags) = self.load(d, *form);
            }
            Kind::Semaphore => {
                self.masks(d);
                (results, flags) = self.load(d, Immediate::Word);
                self.op(Code::Semaphore, 0, 0, 0, d.inst.imm());
            }
            Kind::Branch(b) => {
                self.op(Code::Branch, 0, self.zn(), 0, self.at as u32);
                for to in [d.add_to, d.mul_to] {
                    if let Write::Register(slot) | Write::Accumulator(slot) = to {
                        self.op(Code::Link, slot, 0, 0, b.link);
                    }
                }
            }
            Kind::Reserved => {}
        }
        match d.load() {
            Some(LoadSignal::Tmu(unit)) => self.op(Code::LoadTmu, slots::R4, 0, 0, unit.into()),
            Some(LoadSignal::Tlb(what)) => {
                let n = TLB_READS.iter().position(|w| *w == what).unwrap_or(0);
                self.op(Code::LoadTlb, slots::R4, 0, 0, n as u32);
            }
            None => {}
        }
        for r in results.into_iter().flatten() {
            self.write(d, r);
        }
        if let Some((r, new_carry)) = flags {
            self.set_flags(r, new_carry);
        }
        self.deliver();
        match d.signal {
            Signal::UnlockScoreboard => self.op(Code::ScoreboardUnlock, 0, 0, 0, 0),
            Signal::ThreadSwitch => self.op(Code::ThreadSwitch, 0, 0, 0, 0),
            Signal::LastThreadSwitch => self.op(Code::LastThreadSwitch, 0, 0, 0, 0),
            _ => {}
        }
    }

    /// Reads of peripherals, which happen whether or not a value is used.
    fn reads(&mut self, a: &Alu) {
        let varying = a.read_a == Read::Varying || a.read_b == Read::Varying;
        let by_r5 = a.mul != MulOp::Nop && a.rotate == Rotate::ByR5;
        if varying && (by_r5 || a.uses(Operand::Accumulator(slots::R5))) {
            self.mov(slots::OLD_R5, slots::R5);
        }
        self.read(a.read_a, slots::IO_A);
        if a.read_b == a.read_a && a.read_a.shared() {
            self.mov(slots::IO_B, slots::IO_A);
        } else {
            self.read(a.read_b, slots::IO_B);
        }
    }

    fn read(&mut self, what: Read, d: u8) {
        let dir = |dir| u32::from(dir == Dir::Write);
        match what {
            Read::Register(_) | Read::Constant(_) | Read::Nop => {}
            Read::Uniform => self.op(Code::Uniform, d, 0, 0, 0),
            Read::Varying => self.op(Code::Varying, d, 0, 0, 0),
            Read::Flags(which) => {
                let n = u32::from(which == PixelFlags::Reverse);
                self.op(Code::ReadFlags, d, 0, 0, n);
            }
            Read::Vpm => self.op(Code::VpmRead, d, 0, 0, 0),
            Read::Busy(x) => self.op(Code::DmaBusy, d, 0, 0, dir(x)),
            Read::Wait(x) => self.op(Code::DmaWait, d, 0, 0, dir(x)),
            Read::Mutex => self.op(Code::MutexAcquire, d, 0, 0, 0),
        }
    }

    /// Slot of the old value of register `slot`, kept for the instruction after
    /// instruction `at`.
    fn stale_slot(at: usize, slot: u8) -> u8 {
        slots::STALE + 2 * (at as u8 & 1) + u8::from(slot >= slots::RB)
    }

    /// Saves the old values of registers that the next instruction still sees.
    fn save_stale(&mut self, d: &Decoded) {
        let Some(next) = self.later(1) else { return };
        let reads = next.registers_read();
        let mut saved = NONE;
        for slot in d.registers_written() {
            if slot != NONE && slot != saved && reads.contains(&slot) {
                self.mov(Self::stale_slot(self.at, slot), slot);
                saved = slot;
            }
        }
    }

    fn register(&self, slot: u8) -> u8 {
        let written =
            self.at > self.start && self.code[self.at - 1].registers_written().contains(&slot);
        if written {
            Self::stale_slot(self.at - 1, slot)
        } else {
            slot
        }
    }

    /// The slot that holds an operand.
    fn operand(&mut self, a: &Alu, which: Operand, number: Number) -> u8 {
        let varying = a.read_a == Read::Varying || a.read_b == Read::Varying;
        let from = |read: Read, io: u8| match read {
            Read::Register(slot) => self.register(slot),
            Read::Constant(slot) => slot,
            Read::Nop => slots::IMM,
            Read::Uniform
            | Read::Varying
            | Read::Flags(_)
            | Read::Vpm
            | Read::Busy(_)
            | Read::Wait(_)
            | Read::Mutex => io,
        };
        match which {
            Operand::Accumulator(slots::R5) if varying => slots::OLD_R5,
            Operand::Accumulator(slots::R4) if a.unpack_r4 && a.unpack != 0 => {
                self.unpack(a, slots::R4, Number::Float, 0)
            }
            Operand::Accumulator(slot) => slot,
            Operand::A => {
                let slot = from(a.read_a, slots::IO_A);
                if a.unpack_r4 || a.unpack == 0 {
                    slot
                } else {
                    self.unpack(a, slot, number, 1 + u8::from(number == Number::Integer))
                }
            }
            Operand::B => from(a.read_b, slots::IO_B),
        }
    }

    fn unpack(&mut self, a: &Alu, slot: u8, number: Number, n: u8) -> u8 {
        let d = slots::UNPACKED + n;
        if !std::mem::replace(&mut self.unpacked[usize::from(n)], true) {
            let code = match number {
                Number::Float => Code::UnpackFloat,
                Number::Integer => Code::UnpackInteger,
            };
            self.op(code, d, slot, 0, a.unpack.into());
        }
        d
    }

    /// Lanes that conditional writes and flags need, before the flags change.
    fn masks(&mut self, d: &Decoded) {
        for (cond, slot) in [(d.add_cond, slots::MASK_ADD), (d.mul_cond, slots::MASK_MUL)] {
            let code = match cond {
                // Constants, or the carry itself.
                Cond::Never | Cond::Always | Cond::Cs => continue,
                Cond::Zs => Code::MaskZs,
                Cond::Zc => Code::MaskZc,
                Cond::Ns => Code::MaskNs,
                Cond::Nc => Code::MaskNc,
                Cond::Cc => Code::MaskCc,
            };
            if slot == slots::MASK_MUL && d.mul_cond == d.add_cond {
                continue;
            }
            let add = d.has_add() && self.blend(d, Side::Add).is_none();
            let mul = d.has_mul() && self.blend(d, Side::Mul).is_none();
            let used = match slot {
                slots::MASK_ADD => add || mul && d.mul_cond == d.add_cond,
                _ => mul,
            };
            if used {
                self.op(code, slot, self.zn(), 0, 0);
            }
        }
    }

    /// The operation that tests the flags itself to write one side's result, if there
    /// is one: requires unchanged flags and no packing.
    fn blend(&self, d: &Decoded, side: Side) -> Option<Code> {
        let (to, cond, packed) = match side {
            Side::Add => (d.add_to, d.add_cond, false),
            Side::Mul => (d.mul_to, d.mul_cond, matches!(d.pack, Pack::Mul(_))),
        };
        let plain = matches!(to, Write::Register(_) | Write::Accumulator(_));
        if !plain || packed || d.set_flags || d.file_a_pack(to).is_some() {
            return None;
        }
        match cond {
            Cond::Zs => Some(Code::BlendZs),
            Cond::Zc => Some(Code::BlendZc),
            Cond::Ns => Some(Code::BlendNs),
            Cond::Nc => Some(Code::BlendNc),
            Cond::Never | Cond::Always | Cond::Cs | Cond::Cc => None,
        }
    }

    fn mask(&self, d: &Decoded, side: Side) -> u8 {
        let (cond, slot) = match side {
            Side::Add => (d.add_cond, slots::MASK_ADD),
            Side::Mul if d.mul_cond == d.add_cond => (d.mul_cond, slots::MASK_ADD),
            Side::Mul => (d.mul_cond, slots::MASK_MUL),
        };
        match cond {
            Cond::Always => slots::ONES,
            Cond::Never => slots::IMM,
            Cond::Cs => slots::CARRY,
            Cond::Zs | Cond::Zc | Cond::Ns | Cond::Nc | Cond::Cc => slot,
        }
    }

    /// The slot that a result may be computed into directly, if any.
    fn place(&self, d: &Decoded, side: Side) -> Option<u8> {
        let (to, cond, packed) = match side {
            Side::Add => (d.add_to, d.add_cond, d.file_a_pack(d.add_to).is_some()),
            Side::Mul => (
                d.mul_to,
                d.mul_cond,
                d.file_a_pack(d.mul_to).is_some() || matches!(d.pack, Pack::Mul(_)),
            ),
        };
        match to {
            Write::Register(slot) | Write::Accumulator(slot) if cond == Cond::Always && !packed => {
                Some(slot)
            }
            _ => None,
        }
    }

    fn alu(&mut self, d: &Decoded, a: &Alu) -> ([Option<Pending>; 2], Option<(Pending, bool)>) {
        let add_flags = d.set_flags && a.add != AddOp::Nop;
        let mul_flags = d.set_flags && a.add == AddOp::Nop && a.mul != MulOp::Nop;
        let add_live = a.add != AddOp::Nop && (d.add_to != Write::Nop || add_flags);
        let mul_live = a.mul != MulOp::Nop && (d.mul_to != Write::Nop || mul_flags);
        let mut add_place = self.place(d, Side::Add).filter(|_| add_live);
        let mut mul_place = self.place(d, Side::Mul).filter(|_| mul_live);
        if add_live && mul_live && d.add_to == d.mul_to {
            (add_place, mul_place) = (None, None);
        }
        // A result that only sets flags is computed there directly, unless the other
        // ALU's write depends on the flags.
        let flags_only = |to, cond, flags| flags && to == Write::Nop && cond == Cond::Always;
        if flags_only(d.add_to, d.add_cond, add_flags) {
            add_place = Some(slots::ZN);
        }
        if flags_only(d.mul_to, d.mul_cond, mul_flags) {
            mul_place = Some(slots::ZN);
        }
        let add_in = if add_live {
            let number = a.add.operands();
            let x = self.operand(a, a.add_in[0], number);
            let y = if a.add.binary() {
                self.operand(a, a.add_in[1], number)
            } else {
                x
            };
            Some([x, y])
        } else {
            None
        };
        let mul_in = if mul_live {
            let number = a.mul.number();
            let x = self.operand(a, a.mul_in[0], number);
            Some([x, self.operand(a, a.mul_in[1], number)])
        } else {
            None
        };
        let amount = match a.rotate {
            Rotate::ByR5 if mul_live => {
                Some(self.operand(a, Operand::Accumulator(slots::R5), Number::Integer))
            }
            _ => None,
        };

        // Carry first: a result may replace an operand.
        let mut new_carry = false;
        if self.carry {
            if let (true, Some([x, y])) = (add_flags && a.add.has_carry(), add_in) {
                self.op(Code::AddCarry, slots::NEW_CARRY, x, y, a.add as u32);
                new_carry = true;
            }
            if let (true, Some([x, y])) = (mul_flags && a.mul.has_carry(), mul_in) {
                self.op(Code::MulCarry, slots::NEW_CARRY, x, y, a.mul as u32);
                new_carry = true;
            }
        }

        let reads = |inputs: Option<[u8; 2]>, slot| inputs.is_some_and(|i| i.contains(&slot));
        let add_hits = |slot| reads(mul_in, slot) || amount == Some(slot);
        let mut mul_first = false;
        if let Some(slot) = add_place
            && add_hits(slot)
        {
            if mul_place.is_some_and(|m| reads(add_in, m)) {
                add_place = None;
            } else {
                mul_first = true;
            }
        }
        let add_copy = self.copied(d, add_in.filter(|_| add_place.is_none() && copies(a.add)));
        let mul_copy = match a.mul {
            MulOp::V8min | MulOp::V8max if a.rotate == Rotate::None => mul_in,
            _ => None,
        };
        let mul_copy = self.copied(d, mul_copy.filter(|_| mul_place.is_none()));
        // A copied value must not change until it is written.
        let add_copy = add_copy.filter(|slot| mul_place != Some(*slot));
        let target = match d.add_to {
            Write::Register(slot) | Write::Accumulator(slot) => Some(slot),
            Write::R5Quad | Write::R5All => Some(slots::R5),
            _ => None,
        };
        let mul_copy = mul_copy.filter(|slot| !add_live || target != Some(*slot));
        let add_at = add_place.or(add_copy).unwrap_or(slots::ADD);
        let mul_at = mul_place.or(mul_copy).unwrap_or(slots::MUL);
        if mul_first {
            self.mul_ops(a, mul_in, amount, mul_at);
        }
        if let Some([x, y]) = add_in {
            self.add_op(a.add, add_at, x, y);
            if d.file_a_pack(d.add_to) == Some(8) {
                self.op(Code::Saturate, add_at, x, y, a.add as u32);
            }
        }
        if !mul_first {
            self.mul_ops(a, mul_in, amount, mul_at);
        }
        let add = Pending {
            at: add_at,
            in_place: add_place.is_some(),
            to: d.add_to,
            cond: d.add_cond,
            is: a.add.result(),
            side: Side::Add,
        };
        let mul = Pending {
            at: mul_at,
            in_place: mul_place.is_some(),
            to: d.mul_to,
            cond: d.mul_cond,
            is: a.mul.number(),
            side: Side::Mul,
        };
        let flags = if add_flags {
            Some((add, new_carry))
        } else if mul_flags {
            Some((mul, new_carry))
        } else {
            None
        };
        ([add_live.then_some(add), mul_live.then_some(mul)], flags)
    }

    /// The slot of the operand of a copy, if the result can be read from there.
    fn copied(&self, d: &Decoded, inputs: Option<[u8; 2]>) -> Option<u8> {
        let [x, y] = inputs?;
        let packed = d.pack != Pack::None;
        // Loads and the SFU may replace r4 before it is written.
        let loaded = x == slots::R4 && (d.load().is_some() || d.starts_sfu());
        (x == y && !d.set_flags && !packed && !loaded).then_some(x)
    }

    fn add_op(&mut self, op: AddOp, d: u8, a: u8, b: u8) {
        if a == b && copies(op) {
            return self.mov(d, a);
        }
        let code = match op {
            AddOp::Nop => return,
            AddOp::Fadd => Code::Fadd,
            AddOp::Fsub => Code::Fsub,
            AddOp::Fmin => Code::Fmin,
            AddOp::Fmax => Code::Fmax,
            AddOp::Fminabs => Code::Fminabs,
            AddOp::Fmaxabs => Code::Fmaxabs,
            AddOp::Ftoi => Code::Ftoi,
            AddOp::Itof => Code::Itof,
            AddOp::Add => Code::Add,
            AddOp::Sub => Code::Sub,
            AddOp::Shr => Code::Shr,
            AddOp::Asr => Code::Asr,
            AddOp::Ror => Code::Ror,
            AddOp::Shl => Code::Shl,
            AddOp::Min => Code::Min,
            AddOp::Max => Code::Max,
            AddOp::And => Code::And,
            AddOp::Or => Code::Or,
            AddOp::Xor => Code::Xor,
            AddOp::Not => Code::Not,
            AddOp::Clz => Code::Clz,
            AddOp::V8adds => Code::V8adds,
            AddOp::V8subs => Code::V8subs,
        };
        if self.plain || op.operands() == Number::Integer {
            self.op(code, d, a, b, 0);
        } else {
            self.op(Code::AddQuirk, d, a, b, op as u32);
        }
    }

    fn mul_ops(&mut self, a: &Alu, inputs: Option<[u8; 2]>, amount: Option<u8>, d: u8) {
        let Some([x, y]) = inputs else { return };
        if a.rotate == Rotate::None {
            self.mul_op(a.mul, d, x, y);
            return;
        }
        // The operation works lane by lane, so its result can be rotated instead of its
        // operands.
        let same = x == y && matches!(a.mul, MulOp::V8min | MulOp::V8max);
        let from = if same {
            x
        } else {
            self.mul_op(a.mul, slots::MUL, x, y);
            slots::MUL
        };
        match (a.rotate, amount) {
            (Rotate::By(n), _) => {
                let code = if a.full {
                    Code::Rotate
                } else {
                    Code::RotateQuads
                };
                self.op(code, d, from, 0, n.into());
            }
            (_, Some(by)) => {
                let code = if a.full {
                    Code::RotateBy
                } else {
                    Code::RotateQuadsBy
                };
                self.op(code, d, from, by, 0);
            }
            (_, None) => {}
        }
    }

    fn mul_op(&mut self, op: MulOp, d: u8, a: u8, b: u8) {
        if a == b && matches!(op, MulOp::V8min | MulOp::V8max) {
            return self.mov(d, a);
        }
        let code = match op {
            MulOp::Nop => return,
            MulOp::Fmul if !self.plain => {
                return self.op(Code::MulQuirk, d, a, b, op as u32);
            }
            MulOp::Fmul => Code::Fmul,
            MulOp::Mul24 => Code::Mul24,
            MulOp::V8muld => Code::V8muld,
            MulOp::V8min => Code::V8min,
            MulOp::V8max => Code::V8max,
            MulOp::V8adds => Code::V8adds,
            MulOp::V8subs => Code::V8subs,
        };
        self.op(code, d, a, b, 0);
    }

    fn load(
        &mut self,
        d: &Decoded,
        form: Immediate,
    ) -> ([Option<Pending>; 2], Option<(Pending, bool)>) {
        let distinct = d.add_to != d.mul_to;
        let add_place = self.place(d, Side::Add).filter(|_| distinct);
        let mul_place = self.place(d, Side::Mul).filter(|_| distinct);
        let at = add_place.or(mul_place).unwrap_or(slots::ADD);
        let code = match form {
            Immediate::Word => Code::Splat,
            Immediate::Signed => Code::LoadSigned,
            Immediate::Unsigned => Code::LoadUnsigned,
        };
        self.op(code, at, 0, 0, d.inst.imm());
        let pending = |place, to, cond, side| Pending {
            at,
            in_place: place == Some(at),
            to,
            cond,
            is: Number::Integer,
            side,
        };
        let add = pending(add_place, d.add_to, d.add_cond, Side::Add);
        let mul = pending(mul_place, d.mul_to, d.mul_cond, Side::Mul);
        ([Some(add), Some(mul)], d.set_flags.then_some((add, false)))
    }
}
