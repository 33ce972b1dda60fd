//! Lowering of instructions to operations of the shader engine.

mod alu;
mod results;

use super::decode::{
    Alu, Branch, Decoded, Immediate, Kind, LoadSignal, Operand, Peripheral, Read, Write,
};
use super::hazards::NONE;
use super::io::{Scoreboard, ThreadSwitch, Trap};
use super::places::{Code, Place, Places, To};
use super::quirks::QpuQuirks;
use super::slots;
use super::step::semaphore;
use super::stream::{Positions, Use};
use super::tracking::{Registers, Tracking};
use super::units::{Access, Unit};
use super::values::{Constant, Qpu, Value};
use crate::isa::alu::Number;
use crate::isa::{Cond, MulOp, Signal};
use tilescope_shader::{BlockBuilder, End, Lower, Slot, Target};

type Builder<'l> = BlockBuilder<'l, Qpu>;

/// Whether float operations follow the default quirks, which have separate values.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carry {
    /// It is kept.
    Kept,
    /// It is dropped.
    Ignored,
}

/// The lowering of a program.
pub(super) struct Emit<'e> {
    code: Code<'e>,
    places: &'e Places,
    carry: bool,
    plain: bool,
    /// The slot with the value of the flags, if they were not copied yet.
    flags: Option<Slot>,
    stopping: &'e [u32],
    tracking: Option<&'e Tracking>,
    /// Positions of the uniform stream, if reads of it are constants.
    positions: Option<&'e Positions>,
    /// Uses of the stream in each place.
    pub(super) uses: Vec<Vec<Use>>,
}

impl<'e> Emit<'e> {
    /// The lowering of `places` of `code`. Instructions `stopping` break a rule.
    pub(super) fn new(
        code: Code<'e>,
        places: &'e Places,
        carry: Carry,
        stopping: &'e [u32],
        tracking: Option<&'e Tracking>,
    ) -> Emit<'e> {
        Emit {
            code,
            places,
            carry: carry == Carry::Kept,
            plain: plain(code.quirks),
            flags: None,
            stopping,
            tracking,
            positions: None,
            uses: vec![Vec::new(); places.all.len()],
        }
    }

    /// The same with constants for the words of the uniform stream.
    pub(super) fn with_positions(self, positions: &'e Positions) -> Emit<'e> {
        Emit {
            positions: Some(positions),
            ..self
        }
    }
}

impl Lower<Qpu> for Emit<'_> {
    fn lower(&mut self, number: u32, b: &mut Builder<'_>) -> End {
        let (code, places) = (self.code, self.places);
        let Some(place) = places.get(number) else {
            return End::Stop;
        };
        let ip = place.ip;
        let stop = match code.get(ip) {
            None => Trap::BadBranch {
                target: code.base.wrapping_add(ip.wrapping_mul(8)),
            },
            Some(d) if !code.stops(ip) => {
                let track = |of: fn(&Tracking, u32) -> Registers| {
                    let registers = self.tracking.map_or(0, |tracking| of(tracking, ip));
                    (registers != 0).then_some(registers)
                };
                let (reads, writes) = (track(Tracking::reads), track(Tracking::writes));
                if let Some(access) = reads.map(Access::Reads) {
                    b.unit(Unit::new(ip, access).op());
                }
                let mut one = Instruction {
                    emit: self,
                    b,
                    number,
                    place,
                    d,
                    unpacked: [false; 3],
                };
                one.instruction();
                if let Some(access) = writes.map(Access::Writes) {
                    one.b.unit(Unit::new(ip, access).op());
                }
                return one.end(number);
            }
            Some(d) if d.kind != Kind::Reserved => Trap::Breakpoint,
            Some(_) if self.stopping.binary_search(&ip).is_ok() => Trap::Violation,
            Some(_) => Trap::ReservedOpcode,
        };
        if let Some(slot) = self.flags.take() {
            b.value(Value::Mov, slots::ZN.into(), [slot; 4]);
        }
        let access = Access::Stop(stop);
        b.unit(Unit::new(ip, access).op());
        End::Stop
    }

    fn enters(&self, place: u32) -> bool {
        self.places.enters(place)
    }
}

/// One place, and the operations of its instruction.
struct Instruction<'a, 'e, 'l> {
    emit: &'a mut Emit<'e>,
    b: &'a mut Builder<'l>,
    /// The number of the place.
    number: u32,
    place: &'e Place,
    d: &'e Decoded,
    /// Unpacked operands that have been computed.
    unpacked: [bool; 3],
}

/// The result of one ALU before it is written to its destination.
#[derive(Clone, Copy)]
struct Pending {
    /// Slot of the value.
    at: Slot,
    /// Whether that is its destination.
    in_place: bool,
    to: Write,
    is: Number,
    side: Side,
}

/// The result that sets the flags, and the slot of its carry.
type Flags = Option<(Pending, Option<Slot>)>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Add,
    Mul,
}

impl Instruction<'_, '_, '_> {
    /// Appends `d` = a value of `s`.
    fn value(&mut self, v: Value, d: Slot, s: [Slot; 4]) {
        self.changes(d);
        if d == slots::ZN.into() && !matches!(v, Value::Blend) {
            self.emit.flags = None;
        } else if d == slots::ZN.into() {
            self.copy_flags();
        }
        self.b.value(v, d, s);
    }

    /// The flags must be in their slot before one that they are an alias of changes.
    fn changes(&mut self, d: Slot) {
        if self.emit.flags == Some(d) {
            self.copy_flags();
        }
    }

    /// Copies the flags into their slot.
    fn copy_flags(&mut self) {
        if let Some(slot) = self.emit.flags.take() {
            self.b.value(Value::Mov, slots::ZN.into(), [slot; 4]);
        }
    }

    /// The slot that holds the flags.
    fn zn(&self) -> Slot {
        self.emit.flags.unwrap_or(slots::ZN.into())
    }

    fn unit(&mut self, access: Access) {
        let mut unit = Unit::new(self.place.ip, access);
        if let Access::Write {
            to: Peripheral::Tmu(n, reg),
            ..
        } = access
        {
            unit.position = self.uses_stream(Use::Tmu(n, reg));
        }
        let op = unit.op();
        op.writes.iter().for_each(|slot| self.changes(*slot));
        self.b.unit(op);
    }

    /// Notes a use of the uniform stream. Returns its position if that is known.
    fn uses_stream(&mut self, of: Use) -> Option<u32> {
        let uses = self.emit.uses.get_mut(self.number as usize)?;
        uses.push(of);
        let n = uses.len() - 1;
        let positions = self.emit.positions?;
        Some(positions.of_use(self.number, n))
    }

    fn constant(&mut self, word: u32) -> Slot {
        self.b.constant(Constant::Word(word))
    }

    fn mov(&mut self, d: Slot, a: Slot) {
        if d == a {
            return;
        }
        let inside = u16::from(slots::IO_A)..u16::from(slots::STATE) + SCRATCH;
        if d == slots::ZN.into() && !inside.contains(&a) {
            // They may not be read before they change again.
            self.emit.flags = Some(a);
        } else {
            self.value(Value::Mov, d, [a; 4]);
        }
    }

    fn instruction(&mut self) {
        let d = self.d;
        if d.signal == Signal::WaitScoreboard {
            self.unit(Access::Scoreboard(Scoreboard::Wait));
        }
        self.save();
        if let Kind::Alu(a) = &d.kind {
            self.reads(a);
        }
        let mut results: [Option<Pending>; 2] = [None; 2];
        let mut flags = None;
        match &d.kind {
            Kind::Alu(a) => {
                self.masks();
                (results, flags) = self.alu(a);
            }
            Kind::Load(form) => {
                self.masks();
                (results, flags) = self.load(*form);
            }
            Kind::Semaphore => {
                self.masks();
                (results, flags) = self.load(Immediate::Word);
                let (n, op) = semaphore(d.inst.imm());
                self.unit(Access::Semaphore(n, op));
            }
            Kind::Branch(_) => (results, flags) = self.branch(),
            Kind::Reserved => {}
        }
        match d.load() {
            Some(LoadSignal::Tmu(unit)) => self.unit(Access::LoadTmu(unit)),
            Some(LoadSignal::Tlb(what)) => self.unit(Access::LoadTlb(what)),
            None => {}
        }
        for r in results.into_iter().flatten() {
            self.write(r);
        }
        if let Some((r, carry)) = flags {
            self.set_flags(r, carry);
        }
        self.deliver();
        match d.signal {
            Signal::UnlockScoreboard => self.unit(Access::Scoreboard(Scoreboard::Unlock)),
            Signal::ThreadSwitch => self.unit(Access::ThreadSwitch(ThreadSwitch::More)),
            Signal::LastThreadSwitch => self.unit(Access::ThreadSwitch(ThreadSwitch::Last)),
            _ => {}
        }
    }

    /// Control after the instruction.
    fn end(&mut self, number: u32) -> End {
        let place = self.place;
        let follows = place.next == Some(number + 1);
        let lead = |n: u32| self.emit.places.leads.get(n as usize) != Some(&false);
        if place.to.is_some() || !follows || lead(number + 1) {
            self.copy_flags();
        }
        let otherwise = match place.next {
            Some(_) if follows => End::Next,
            Some(next) => End::Jump(Target::Instruction(next)),
            None => End::Stop,
        };
        let late = place.pending.branches[0];
        let (Some(to), Some(late)) = (place.to, late) else {
            return otherwise;
        };
        let taken = self.taken(late.ip, late.slot);
        let to = match to {
            To::Place(to) => Target::Instruction(to),
            To::Outside(address) => {
                self.unit(Access::Outside { address, taken });
                return otherwise;
            }
            To::Register => {
                let d = Slot::from(slots::TARGET + late.slot);
                self.unit(Access::Target { d, taken });
                Target::Register(d)
            }
        };
        match taken {
            None => End::Jump(to),
            Some(cond) => End::Branch { cond, to },
        }
    }

    /// The slot that tells whether the branch at `ip` is taken; none if it always is.
    fn taken(&self, ip: u32, slot: u8) -> Option<Slot> {
        let always = self.emit.code.branch(ip).is_some_and(Branch::always);
        (!always).then(|| Slot::from(slots::TAKEN + slot))
    }

    /// The condition, the target and the link of a branch.
    fn branch(&mut self) -> ([Option<Pending>; 2], Flags) {
        let (Kind::Branch(b), Some(late)) = (&self.d.kind, self.place.after.branches[2]) else {
            return ([None; 2], None);
        };
        if let Some(taken) = self.taken(late.ip, late.slot) {
            let (zn, carry) = (self.zn(), slots::CARRY.into());
            self.value(Value::Taken(b.cond), taken, [zn, carry, zn, zn]);
        }
        if let Some(register) = b.register {
            let (from, d) = (
                self.register(register),
                Slot::from(slots::TARGET + late.slot),
            );
            self.value(Value::Last, d, [from; 4]);
            let base = self.constant(b.target);
            self.value(Value::Add, d, [d, base, d, d]);
        }
        let links = |to| to != Write::Nop;
        if !links(self.d.add_to) && !links(self.d.mul_to) && !b.set_flags {
            return ([None; 2], None);
        }
        let link = Pending {
            at: self.constant(b.link),
            in_place: false,
            to: self.d.add_to,
            is: Number::Integer,
            side: Side::Add,
        };
        let mul = Pending {
            to: self.d.mul_to,
            side: Side::Mul,
            ..link
        };
        ([Some(link), Some(mul)], b.set_flags.then_some((link, None)))
    }

    /// Reads of peripherals, which happen whether or not a value is used.
    fn reads(&mut self, a: &Alu) {
        let varying = a.read_a == Read::Varying || a.read_b == Read::Varying;
        let by_r5 = a.mul != MulOp::Nop && a.rotate == super::decode::Rotate::ByR5;
        if varying && (by_r5 || a.uses(Operand::Accumulator(slots::R5))) {
            self.mov(slots::OLD_R5.into(), slots::R5.into());
        }
        let [io_a, io_b] = [slots::IO_A, slots::IO_B].map(Slot::from);
        self.read(a.read_a, io_a);
        if a.read_b == a.read_a && a.read_a.shared() {
            self.mov(io_b, io_a);
        } else {
            self.read(a.read_b, io_b);
        }
    }

    fn read(&mut self, what: Read, d: Slot) {
        let access = match what {
            Read::Register(_) | Read::Constant(_) | Read::Nop => return,
            Read::Uniform => match self.uses_stream(Use::Read) {
                Some(n) => {
                    let word = self.b.constant(Constant::Uniform(n));
                    return self.mov(d, word);
                }
                None => Access::Uniform { d },
            },
            Read::Varying => Access::Varying { d },
            Read::Flags(which) => Access::ReadFlags { which, d },
            Read::Vpm => Access::VpmRead { d },
            Read::Busy(dir) => Access::DmaBusy { dir, d },
            Read::Wait(dir) => Access::DmaWait { dir, d },
            Read::Mutex => Access::MutexAcquire { d },
        };
        self.unit(access);
    }

    /// The places that may follow.
    fn followers(&self) -> impl Iterator<Item = &Place> {
        let to = match self.place.to {
            Some(To::Place(to)) => Some(to),
            _ => None,
        };
        let both = self.place.next.into_iter().chain(to);
        both.filter_map(|n| self.emit.places.get(n))
    }

    /// Saves registers and accumulators that the next instruction sees as they were.
    fn save(&mut self) {
        let (mut registers, mut accumulators, mut turn) = ([NONE; 2], 0, 0);
        for next in self.followers() {
            let (Some(last), Some(d)) = (next.pending.last, self.emit.code.get(next.ip)) else {
                continue;
            };
            turn = last.slot;
            let reads = d.registers_read();
            for (n, slot) in self.d.registers_written().into_iter().enumerate() {
                if slot != NONE && reads.contains(&slot) {
                    registers[n] = slot;
                }
            }
            accumulators |= self.d.accumulators_written() & self.emit.code.rotated(d);
        }
        for slot in registers.into_iter().filter(|slot| *slot != NONE) {
            self.mov(stale_register(turn, slot), slot.into());
        }
        for n in (0..6).filter(|n| accumulators >> n & 1 != 0) {
            self.mov(stale_accumulator(turn, n), (slots::R0 + n).into());
        }
    }

    /// The slot of a register as this instruction sees it.
    fn register(&self, slot: u8) -> Slot {
        let last = self.place.pending.last;
        let written = |ip| self.emit.code.get(ip).map(Decoded::registers_written);
        match last {
            Some(late) if written(late.ip).is_some_and(|w| w.contains(&slot)) => {
                stale_register(late.slot, slot)
            }
            _ => slot.into(),
        }
    }

    /// The slot of an accumulator as a rotation sees it from a higher quad, if that
    /// differs.
    fn before(&self, accumulator: u8) -> Option<Slot> {
        let late = self.place.pending.last?;
        let written = self.emit.code.get(late.ip)?.accumulators_written();
        let sees = self.emit.code.rotated(self.d);
        let n = accumulator.wrapping_sub(slots::R0) & 7;
        (written & sees & 1 << n != 0).then(|| stale_accumulator(late.slot, n))
    }

    /// The slot that holds an operand.
    fn operand(&mut self, a: &Alu, which: Operand, number: Number) -> Slot {
        let varying = a.read_a == Read::Varying || a.read_b == Read::Varying;
        let mut from = |read: Read, io: u8| match read {
            Read::Register(slot) => self.register(slot),
            Read::Constant(slot) if slot >= slots::IMM => {
                self.constant(slots::small_immediate(slot - slots::IMM))
            }
            Read::Constant(slot) => slot.into(),
            Read::Nop => self.constant(0),
            Read::Uniform
            | Read::Varying
            | Read::Flags(_)
            | Read::Vpm
            | Read::Busy(_)
            | Read::Wait(_)
            | Read::Mutex => io.into(),
        };
        match which {
            Operand::Accumulator(slots::R5) if varying => slots::OLD_R5.into(),
            Operand::Accumulator(slots::R4) if a.unpack_r4 && a.unpack != 0 => {
                self.unpack(a, slots::R4.into(), Number::Float, 0)
            }
            Operand::Accumulator(slot) => slot.into(),
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

    fn unpack(&mut self, a: &Alu, slot: Slot, number: Number, n: u8) -> Slot {
        let d = Slot::from(slots::UNPACKED + n);
        if !std::mem::replace(&mut self.unpacked[usize::from(n)], true) {
            self.value(Value::Unpack(number, a.unpack), d, [slot; 4]);
        }
        d
    }

    /// Lanes that one side writes, where it writes; a branch links in all or none.
    fn cond(&self, side: Side) -> Cond {
        match side {
            Side::Add => self.d.add_cond,
            Side::Mul => self.d.mul_cond,
        }
    }
}

/// Slots of a program after its state, for constants that have none.
pub(super) const SCRATCH: u16 = 8;

/// The slot of a register before the instructions of a turn wrote it.
pub(super) fn stale_register(turn: u8, slot: u8) -> Slot {
    Slot::from(slots::STALE + 2 * (turn & 1) + u8::from(slot >= slots::RB))
}

/// The slot of an accumulator before the instructions of a turn wrote it.
pub(super) fn stale_accumulator(turn: u8, n: u8) -> Slot {
    Slot::from(slots::STALE_ACCUMULATORS + 6 * (turn & 1) + n)
}
