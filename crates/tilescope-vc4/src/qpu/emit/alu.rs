//! Operations of the two ALUs and loads of immediates.

use super::{Flags, Instruction, Pending, Side};
use crate::isa::alu::Number;
use crate::isa::{AddOp, Cond, MulOp};
use crate::qpu::decode::{Alu, Immediate, Operand, Pack, Rotate, Write};
use crate::qpu::slots;
use crate::qpu::values::Value;
use tilescope_shader::Slot;

/// Whether the operation is a copy if its operands are equal.
fn copies(op: AddOp) -> bool {
    matches!(op, AddOp::Or | AddOp::And | AddOp::Min | AddOp::Max)
}

/// Operands of the mul ALU, and what is rotated, and by how much.
#[derive(Clone, Copy)]
struct Mul {
    s: [Slot; 2],
    rotate: Option<(Rotate, Slot)>,
    /// Whether it crosses quads.
    full: bool,
}

impl Mul {
    fn reads(&self, slot: Slot) -> bool {
        self.s.contains(&slot) || self.rotate.is_some_and(|(_, by)| by == slot)
    }
}

impl Instruction<'_, '_, '_> {
    /// Lanes that conditional writes and flags need, before the flags change.
    pub(super) fn masks(&mut self) {
        let d = self.d;
        for (cond, slot) in [(d.add_cond, slots::MASK_ADD), (d.mul_cond, slots::MASK_MUL)] {
            let v = match cond {
                // Constants, or the carry itself.
                Cond::Never | Cond::Always | Cond::Cs => continue,
                Cond::Zs => Value::MaskZs,
                Cond::Zc => Value::MaskZc,
                Cond::Ns => Value::MaskNs,
                Cond::Nc => Value::MaskNc,
                Cond::Cc => Value::MaskCc,
            };
            if slot == slots::MASK_MUL && d.mul_cond == d.add_cond {
                continue;
            }
            let add = d.has_add() && self.blend(Side::Add).is_none();
            let mul = d.has_mul() && self.blend(Side::Mul).is_none();
            let used = match slot {
                slots::MASK_ADD => add || mul && d.mul_cond == d.add_cond,
                _ => mul,
            };
            if used {
                let (zn, carry) = (self.zn(), slots::CARRY.into());
                self.value(v, slot.into(), [zn, carry, zn, zn]);
            }
        }
    }

    /// The operation that tests the flags itself to write one side's result, if there
    /// is one: requires unchanged flags and no packing.
    pub(super) fn blend(&self, side: Side) -> Option<Value> {
        let d = self.d;
        let (to, packed) = match side {
            Side::Add => (d.add_to, false),
            Side::Mul => (d.mul_to, matches!(d.pack, Pack::Mul(_))),
        };
        let plain = matches!(to, Write::Register(_) | Write::Accumulator(_));
        if !plain || packed || d.set_flags || d.file_a_pack(to).is_some() {
            return None;
        }
        match self.cond(side) {
            Cond::Zs => Some(Value::BlendZs),
            Cond::Zc => Some(Value::BlendZc),
            Cond::Ns => Some(Value::BlendNs),
            Cond::Nc => Some(Value::BlendNc),
            Cond::Never | Cond::Always | Cond::Cs | Cond::Cc => None,
        }
    }

    /// The slot that a result may be computed into directly, if any.
    fn place(&self, side: Side) -> Option<Slot> {
        let d = self.d;
        let (to, packed) = match side {
            Side::Add => (d.add_to, d.file_a_pack(d.add_to).is_some()),
            Side::Mul => (
                d.mul_to,
                d.file_a_pack(d.mul_to).is_some() || matches!(d.pack, Pack::Mul(_)),
            ),
        };
        match to {
            Write::Register(slot) | Write::Accumulator(slot)
                if self.cond(side) == Cond::Always && !packed =>
            {
                Some(slot.into())
            }
            _ => None,
        }
    }

    pub(super) fn alu(&mut self, a: &Alu) -> ([Option<Pending>; 2], Flags) {
        let d = self.d;
        let add_flags = d.set_flags && a.add != AddOp::Nop;
        let mul_flags = d.set_flags && a.add == AddOp::Nop && a.mul != MulOp::Nop;
        let add_live = a.add != AddOp::Nop && (d.add_to != Write::Nop || add_flags);
        let mul_live = a.mul != MulOp::Nop && (d.mul_to != Write::Nop || mul_flags);
        let mut add_place = self.place(Side::Add).filter(|_| add_live);
        let mut mul_place = self.place(Side::Mul).filter(|_| mul_live);
        if add_live && mul_live && d.add_to == d.mul_to {
            (add_place, mul_place) = (None, None);
        }
        // A result that only sets flags is computed there directly, unless the other
        // ALU's write depends on the flags.
        let flags_only = |to, cond, flags| flags && to == Write::Nop && cond == Cond::Always;
        if flags_only(d.add_to, d.add_cond, add_flags) {
            add_place = Some(slots::ZN.into());
        }
        if flags_only(d.mul_to, d.mul_cond, mul_flags) {
            mul_place = Some(slots::ZN.into());
        }
        let add_in = add_live.then(|| self.add_operands(a));
        let mul_in = mul_live.then(|| self.mul_operands(a));

        // Carry first: a result may replace an operand.
        let mut carry = None;
        if self.emit.carry {
            let slot = Slot::from(slots::NEW_CARRY);
            if let (true, Some([x, y])) = (add_flags && a.add.has_carry(), add_in) {
                self.value(Value::AddCarry(a.add), slot, [x, y, x, x]);
                carry = Some(slot);
            }
            if let (true, Some(m)) = (mul_flags && a.mul.has_carry(), mul_in) {
                let [x, y] = m.s;
                self.value(Value::MulCarry(a.mul), slot, [x, y, x, x]);
                self.rotated(&m, slot, slot);
                carry = Some(slot);
            }
        }

        let mut mul_first = false;
        if let Some(slot) = add_place
            && mul_in.is_some_and(|m| m.reads(slot))
        {
            if mul_place.is_some_and(|m| add_in.is_some_and(|s| s.contains(&m))) {
                add_place = None;
            } else {
                mul_first = true;
            }
        }
        let add_copy = self.copied(add_in.filter(|_| add_place.is_none() && copies(a.add)));
        let mul_copy = match (a.mul, mul_in) {
            (MulOp::V8min | MulOp::V8max, Some(m)) if m.rotate.is_none() => Some(m.s),
            _ => None,
        };
        let mul_copy = self.copied(mul_copy.filter(|_| mul_place.is_none()));
        // A copied value must not change until it is written.
        let add_copy = add_copy.filter(|slot| mul_place != Some(*slot));
        let target = match d.add_to {
            Write::Register(slot) | Write::Accumulator(slot) => Some(Slot::from(slot)),
            Write::R5Quad | Write::R5All => Some(slots::R5.into()),
            _ => None,
        };
        let mul_copy = mul_copy.filter(|slot| !add_live || target != Some(*slot));
        let add_at = add_place.or(add_copy).unwrap_or(slots::ADD.into());
        let mul_at = mul_place.or(mul_copy).unwrap_or(slots::MUL.into());
        if mul_first {
            self.mul_ops(a.mul, mul_in, mul_at);
        }
        if let Some([x, y]) = add_in {
            self.add_op(a.add, add_at, [x, y]);
        }
        if !mul_first {
            self.mul_ops(a.mul, mul_in, mul_at);
        }
        let add = Pending {
            at: add_at,
            in_place: add_place.is_some(),
            to: d.add_to,
            is: a.add.result(),
            side: Side::Add,
        };
        let mul = Pending {
            at: mul_at,
            in_place: mul_place.is_some(),
            to: d.mul_to,
            is: a.mul.number(),
            side: Side::Mul,
        };
        let flags = match (add_flags, mul_flags) {
            (true, _) => Some((add, carry)),
            (_, true) => Some((mul, carry)),
            _ => None,
        };
        ([add_live.then_some(add), mul_live.then_some(mul)], flags)
    }

    fn add_operands(&mut self, a: &Alu) -> [Slot; 2] {
        let number = a.add.operands();
        let x = self.operand(a, a.add_in[0], number);
        match a.add.binary() {
            true => [x, self.operand(a, a.add_in[1], number)],
            false => [x, x],
        }
    }

    fn mul_operands(&mut self, a: &Alu) -> Mul {
        let number = a.mul.number();
        let [x, y] = a.mul_in.map(|which| self.operand(a, which, number));
        let by = match a.rotate {
            Rotate::None => None,
            Rotate::By(_) => Some(x),
            Rotate::ByR5 => Some(match self.before(slots::R5) {
                Some(before) => before,
                None => self.operand(a, Operand::Accumulator(slots::R5), Number::Integer),
            }),
        };
        let mut mul = Mul {
            s: [x, y],
            rotate: by.map(|by| (a.rotate, by)),
            full: a.full,
        };
        let before = a.mul_in.map(|which| match which {
            Operand::Accumulator(slot) if a.full => self.before(slot),
            _ => None,
        });
        let Some(by) = by.filter(|_| before != [None; 2]) else {
            return mul;
        };
        // Operands that differ between the lanes that see them are rotated by
        // themselves.
        for (n, (slot, before)) in mul.s.into_iter().zip(before).enumerate() {
            let d = Slot::from(slots::ROTATED) + n as Slot;
            let before = before.unwrap_or(slot);
            let v = match a.rotate {
                Rotate::By(n) => Value::RotateStale(n),
                _ => Value::RotateStaleBy,
            };
            self.value(v, d, [slot, before, by, by]);
            mul.s[n] = d;
        }
        mul.rotate = None;
        if a.mul_in[0] == a.mul_in[1] {
            mul.s[1] = mul.s[0];
        }
        mul
    }

    /// The slot of the operand of a copy, if the result can be read from there.
    fn copied(&self, inputs: Option<[Slot; 2]>) -> Option<Slot> {
        let ([x, y], d) = (inputs?, self.d);
        let packed = d.pack != Pack::None;
        // Loads and the SFU may replace r4 before it is written.
        let loaded = x == slots::R4.into() && (d.load().is_some() || d.starts_sfu());
        (x == y && !d.set_flags && !packed && !loaded).then_some(x)
    }

    fn add_op(&mut self, op: AddOp, d: Slot, [a, b]: [Slot; 2]) {
        let saturates = self.d.file_a_pack(self.d.add_to) == Some(8);
        if a == b && copies(op) && !saturates {
            return self.mov(d, a);
        }
        let Some(v) = Value::of_add(op) else { return };
        let plain = self.emit.plain || op.operands() == Number::Integer;
        let v = if plain { v } else { Value::AddQuirk(op) };
        self.value(v, d, [a, b, a, a]);
        if saturates {
            self.value(Value::Saturate(op), d, [a, b, d, d]);
        }
    }

    fn mul_ops(&mut self, op: MulOp, mul: Option<Mul>, d: Slot) {
        let Some(m) = mul else { return };
        if m.rotate.is_none() {
            self.mul_op(op, d, m.s);
            return;
        }
        // The operation works lane by lane, so its result can be rotated instead of its
        // operands.
        let [x, y] = m.s;
        let from = match op {
            MulOp::V8min | MulOp::V8max if x == y => x,
            _ => {
                self.mul_op(op, slots::MUL.into(), m.s);
                slots::MUL.into()
            }
        };
        self.rotated(&m, d, from);
    }

    /// Appends `d` = `from` rotated, if anything is.
    fn rotated(&mut self, m: &Mul, d: Slot, from: Slot) {
        let Some((rotate, by)) = m.rotate else { return };
        let v = match (rotate, m.full) {
            (Rotate::None, _) => return,
            (Rotate::By(n), true) => Value::Rotate(n),
            (Rotate::By(n), false) => Value::RotateQuads(n),
            (Rotate::ByR5, true) => Value::RotateBy,
            (Rotate::ByR5, false) => Value::RotateQuadsBy,
        };
        self.value(v, d, [from, by, from, from]);
    }

    fn mul_op(&mut self, op: MulOp, d: Slot, [a, b]: [Slot; 2]) {
        if a == b && matches!(op, MulOp::V8min | MulOp::V8max) {
            return self.mov(d, a);
        }
        let v = match op {
            MulOp::Nop => return,
            MulOp::Fmul if !self.emit.plain => Value::MulQuirk(op),
            MulOp::Fmul => Value::Fmul,
            MulOp::Mul24 => Value::Mul24,
            MulOp::V8muld => Value::V8muld,
            MulOp::V8min => Value::V8min,
            MulOp::V8max => Value::V8max,
            MulOp::V8adds => Value::V8adds,
            MulOp::V8subs => Value::V8subs,
        };
        self.value(v, d, [a, b, a, a]);
    }

    pub(super) fn load(&mut self, form: Immediate) -> ([Option<Pending>; 2], Flags) {
        let d = self.d;
        let word = self.constant(d.inst.imm());
        let v = match form {
            Immediate::Word => None,
            Immediate::Signed => Some(Value::LoadSigned),
            Immediate::Unsigned => Some(Value::LoadUnsigned),
        };
        let distinct = d.add_to != d.mul_to;
        let places = [Side::Add, Side::Mul].map(|side| self.place(side).filter(|_| distinct));
        let mut at = word;
        if let Some(v) = v {
            at = places[0].or(places[1]).unwrap_or(slots::ADD.into());
            let lanes = Slot::from(slots::ELEM);
            self.value(v, at, [word, lanes, word, word]);
        }
        let pending = |place, to, side| Pending {
            at,
            in_place: place == Some(at),
            to,
            is: Number::Integer,
            side,
        };
        let add = pending(places[0], d.add_to, Side::Add);
        let mul = pending(places[1], d.mul_to, Side::Mul);
        ([Some(add), Some(mul)], d.set_flags.then_some((add, None)))
    }
}
