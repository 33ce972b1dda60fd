//! Destinations of results: registers, flags, and writes that arrive later.

use super::{Instruction, Pending, Side};
use crate::isa::Cond;
use crate::qpu::decode::{Kind, Pack, Write};
use crate::qpu::places::Late;
use crate::qpu::slots;
use crate::qpu::step::quad_slot;
use crate::qpu::stream::Use;
use crate::qpu::units::{Access, Unit};
use crate::qpu::values::Value;
use tilescope_shader::Slot;

/// A pack of a result over another word.
type Mode = Option<Value>;

impl Instruction<'_, '_, '_> {
    /// Lanes that one side writes: a slot, or all.
    fn lanes(&mut self, side: Side) -> Option<Slot> {
        if let (Kind::Branch(_), Some(late)) = (&self.d.kind, self.place.after.branches[2]) {
            return self.taken(late.ip, late.slot);
        }
        let d = self.d;
        let slot = match side {
            Side::Mul if d.mul_cond != d.add_cond => slots::MASK_MUL,
            _ => slots::MASK_ADD,
        };
        match self.cond(side) {
            Cond::Always => None,
            Cond::Never => Some(self.constant(0)),
            Cond::Cs => Some(slots::CARRY.into()),
            Cond::Zs | Cond::Zc | Cond::Ns | Cond::Nc | Cond::Cc => Some(slot.into()),
        }
    }

    fn mode(&self, r: &Pending) -> Mode {
        let d = self.d;
        match (d.file_a_pack(r.to), d.pack, r.side) {
            // Mode 8 was handled with the operands.
            (Some(8), _, _) => None,
            (Some(mode), _, _) => Some(Value::PackA(r.is, mode)),
            (None, Pack::Mul(mode @ 3..=7), Side::Mul) => Some(Value::PackMul(mode)),
            _ => None,
        }
    }

    /// Moves a result to its destination.
    pub(super) fn write(&mut self, r: Pending) {
        if r.in_place {
            return;
        }
        let mode = self.mode(&r);
        match r.to {
            Write::Nop => {}
            Write::Register(slot) | Write::Accumulator(slot) => {
                self.merge(slot.into(), r.at, mode, r.side);
            }
            Write::R5Quad | Write::R5All => {
                let (v, r5) = match r.to {
                    Write::R5All => (Value::R5All, Slot::from(slots::R5)),
                    _ => (Value::R5Quad, Slot::from(slots::R5)),
                };
                if mode.is_none() && self.lanes(r.side).is_none() {
                    return self.value(v, r5, [r.at; 4]);
                }
                let spread = Slot::from(slots::SPREAD);
                self.value(v, spread, [r.at; 4]);
                self.merge(r5, spread, mode, r.side);
            }
            Write::Sfu(op) => {
                let from = self.packed(r.at, mode);
                let to = match self.place.after.sfu[1] {
                    Some(late) => Slot::from(slots::SFU + late.slot),
                    None => slots::R4.into(),
                };
                let kept = self.place.after.sfu[1].map(|late| slots::SFU_LANES + late.slot);
                let second = r.side == Side::Mul && self.starts(Side::Add, is_sfu);
                self.late(Value::Sfu(op), (to, from), kept, (r.side, second));
            }
            Write::UniformsAddress => {
                let from = self.packed(r.at, mode);
                let Some(late) = self.place.after.moves[1] else {
                    return;
                };
                let to = Slot::from(slots::UNIFORMS + late.slot);
                let kept = Some(slots::UNIFORMS_LANES + late.slot);
                let second = r.side == Side::Mul && self.starts(Side::Add, is_move);
                self.late(Value::Mov, (to, from), kept, (r.side, second));
            }
            Write::Quad(axis) => {
                let from = self.packed(r.at, mode);
                let lanes = self.lanes(r.side);
                self.unit(Access::Quad { axis, from, lanes });
                self.merge(quad_slot(axis).into(), from, None, r.side);
            }
            Write::Peripheral(to) => {
                let from = self.packed(r.at, mode);
                let lanes = self.lanes(r.side);
                self.unit(Access::Write { to, from, lanes });
            }
        }
    }

    /// Writes `from` to a slot, packed and in the lanes of a side.
    fn merge(&mut self, to: Slot, from: Slot, mode: Mode, side: Side) {
        let branch = matches!(self.d.kind, Kind::Branch(_));
        if !branch && self.cond(side) == Cond::Never {
            return;
        }
        let lanes = self.lanes(side);
        let blend = self.blend(side).filter(|_| !branch);
        match (lanes, mode) {
            (None, None) => self.mov(to, from),
            (None, Some(pack)) => self.value(pack, to, [from, to, to, to]),
            (Some(_), None) if blend.is_some() && to < slots::IO_A.into() => {
                let zn = self.zn();
                let v = blend.unwrap_or(Value::BlendZs);
                self.value(v, to, [from, zn, to, to]);
            }
            (Some(lanes), None) => self.value(Value::Blend, to, [from, lanes, to, to]),
            (Some(lanes), Some(pack)) => {
                let packed = slots::PACKED.into();
                self.value(pack, packed, [from, to, to, to]);
                self.value(Value::Blend, to, [packed, lanes, to, to]);
            }
        }
    }

    /// A result packed over zeros, for peripherals.
    fn packed(&mut self, from: Slot, mode: Mode) -> Slot {
        let Some(pack) = mode else { return from };
        let (zero, packed) = (self.constant(0), slots::PACKED.into());
        self.value(pack, packed, [from, zero, zero, zero]);
        packed
    }

    /// Whether a side's result goes to such a destination.
    fn starts(&self, side: Side, is: fn(Write) -> bool) -> bool {
        match side {
            Side::Add => self.d.has_add() && is(self.d.add_to),
            Side::Mul => self.d.has_mul() && is(self.d.mul_to),
        }
    }

    /// A value that arrives later in the lanes of a side, which are kept in a slot if
    /// they are not all. The second of an instruction replaces the first in its lanes.
    fn late(
        &mut self,
        v: Value,
        (to, from): (Slot, Slot),
        kept: Option<u8>,
        (side, second): (Side, bool),
    ) {
        let lanes = self.lanes(side);
        let Some(lanes) = lanes else {
            self.value(v, to, [from; 4]);
            if let (Some(kept), true) = (kept, second) {
                let all = self.constant(u32::MAX);
                self.mov(kept.into(), all);
            }
            return;
        };
        // Into r4 itself, or after another.
        if kept.is_none() || second {
            let new = match v {
                Value::Mov => from,
                v => {
                    let new = slots::PACKED.into();
                    self.value(v, new, [from; 4]);
                    new
                }
            };
            self.value(Value::Blend, to, [new, lanes, to, to]);
        } else {
            self.value(v, to, [from; 4]);
        }
        if let Some(kept) = kept.map(Slot::from) {
            let first = second.then(|| self.lanes(Side::Add));
            match first {
                None => self.mov(kept, lanes),
                Some(None) => {}
                Some(Some(first)) => self.value(Value::Or, kept, [first, lanes, lanes, lanes]),
            }
        }
    }

    pub(super) fn set_flags(&mut self, r: Pending, carry: Option<Slot>) {
        let [zn, c] = [slots::ZN, slots::CARRY].map(Slot::from);
        let new = match carry {
            Some(slot) => slot,
            None => self.constant(0),
        };
        let branch = matches!(self.d.kind, Kind::Branch(_));
        if !branch && self.cond(r.side) == Cond::Never {
            return;
        }
        match self.lanes(r.side) {
            None => {
                self.mov(zn, r.at);
                if self.emit.carry {
                    self.mov(c, new);
                }
            }
            Some(lanes) => {
                self.value(Value::Blend, zn, [r.at, lanes, zn, zn]);
                if self.emit.carry {
                    self.value(Value::Blend, c, [new, lanes, c, c]);
                }
            }
        }
    }

    /// Writes pending SFU results to r4 and moves the uniform stream, if they are due or
    /// the thread ends.
    pub(super) fn deliver(&mut self) {
        let (before, after) = (self.place.pending, self.place.after);
        let ends = after.end == Some(0);
        let mut sfu = vec![before.sfu[0]];
        let mut moves = vec![before.moves[0]];
        if ends {
            sfu.extend(after.sfu);
            moves.extend(after.moves);
        }
        for late in sfu.into_iter().flatten() {
            let (r4, from) = (Slot::from(slots::R4), Slot::from(slots::SFU + late.slot));
            match self.late_lanes(late, is_sfu) {
                false => self.mov(r4, from),
                true => {
                    let lanes = Slot::from(slots::SFU_LANES + late.slot);
                    self.value(Value::Blend, r4, [from, lanes, r4, r4]);
                }
            }
        }
        for late in moves.into_iter().flatten() {
            let lanes = self.late_lanes(late, is_move);
            let lanes = lanes.then(|| Slot::from(slots::UNIFORMS_LANES + late.slot));
            let from = Slot::from(slots::UNIFORMS + late.slot);
            let access = Access::UniformsAddress { from, lanes };
            if self.uses_stream(Use::Move(late.slot)).is_none() {
                self.b.unit(Unit::new(late.ip, access).op());
            }
        }
    }

    /// Whether the lanes of a late value are in a slot; if not, they are all.
    fn late_lanes(&self, late: Late, is: fn(Write) -> bool) -> bool {
        let d = self.emit.code.get(late.ip);
        d.is_some_and(|d| d.in_some_lanes(is))
    }
}

fn is_sfu(to: Write) -> bool {
    matches!(to, Write::Sfu(_))
}

fn is_move(to: Write) -> bool {
    to == Write::UniformsAddress
}
