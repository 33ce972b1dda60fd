//! Writes of results to destinations.

use super::Instruction;
use crate::isa::{AddrMode, Dst};
use crate::shader::alu::{ONE, Value};
use crate::shader::meaning::{Alu, Arg, Spread};
use crate::shader::op::{Code, Op};
use crate::shader::slots;

impl Instruction<'_, '_> {
    /// The enabled components of the destination, and the slot for each. Results
    /// for an indirectly addressed register go to scratch slots first.
    pub(super) fn targets(&mut self) -> Vec<(usize, u16)> {
        let (comps, first) = match self.d.dst {
            Dst::Void | Dst::Memory { .. } => return Vec::new(),
            Dst::Address { reg: 0, comps } => (comps, Some(slots::ADDRESS)),
            Dst::Address { .. } => {
                self.missing("address registers other than a0");
                return Vec::new();
            }
            Dst::Temp {
                reg,
                address: AddrMode::Direct,
                comps,
            } if comps.0 & 15 != 0 => match self.temp(u16::from(reg)) {
                Some(index) => (comps, Some(slots::temp(index, 0))),
                None => return Vec::new(),
            },
            Dst::Temp { comps, .. } => (comps, None),
        };
        let enabled = (0..4).filter(|c| comps.0 >> c & 1 != 0);
        let slot_of = |c| match first {
            Some(first) => (usize::from(c), first + c),
            None => (usize::from(c), self.new_scratch()),
        };
        enabled.map(slot_of).collect()
    }

    /// Copies the targets to an indirectly addressed register.
    pub(super) fn deliver(&mut self, targets: &[(usize, u16)]) {
        let Dst::Temp { reg, address, .. } = self.d.dst else {
            return;
        };
        if address == AddrMode::Direct {
            return;
        }
        for &(component, slot) in targets {
            let mut op = self.indirect(
                Code::IndirectWrite,
                0,
                u16::from(reg),
                component as u8,
                address,
            );
            op.b = slot;
            self.ops.push(op);
        }
    }

    pub(super) fn alu(&mut self, alu: &Alu) {
        let targets = self.targets();
        let Some(&(_, first)) = targets.first() else {
            return;
        };
        match alu.spread {
            Spread::Each => {
                let mut results = Vec::new();
                for &(c, slot) in &targets {
                    let op = self.component(alu.value, alu.args, c, alu.number);
                    results.push((op, slot));
                }
                self.in_safe_order(results);
            }
            Spread::FromX => {
                let op = self.component(alu.value, alu.args, 0, alu.number);
                self.result(op, first);
                self.copies(&targets, first);
            }
            Spread::Dot(n) => {
                let last = self.dot(alu, usize::from(n));
                self.result(last, first);
                self.copies(&targets, first);
            }
            Spread::TwoResults => {
                let op = self.component(alu.value, alu.args, 0, alu.number);
                self.result(op, first);
                let one = self.word(ONE);
                self.copies(&targets, one);
            }
        }
        self.deliver(&targets);
    }

    /// The last step of a dot product.
    fn dot(&mut self, alu: &Alu, n: usize) -> Op {
        let [a, b, ..] = alu.args;
        let Value::ProductSum(rounding) = alu.value else {
            return Op::new(Code::Mov);
        };
        let none = Arg::Word(0);
        let product = Value::Product(rounding);
        let mut op = self.component(product, [a, b, none, none], 0, alu.number);
        for i in 1..n {
            let sum = self.new_scratch();
            self.ops.push(Op { d: sum, ..op });
            op = self.component(alu.value, [a, b, none, none], i, alu.number);
            op.c = sum;
        }
        op
    }

    /// Writes a result to `d`, saturated if the instruction asks for it.
    fn result(&mut self, op: Op, d: u16) {
        self.ops.push(Op { d, ..op });
        if self.d.saturate {
            let saturate = match self.emit.q.default_arithmetic() {
                true => Op::unary(Code::Saturate, d, d),
                false => self.slow(Value::Saturate, [d; 4]),
            };
            self.ops.push(Op { d, ..saturate });
        }
    }

    fn copies(&mut self, targets: &[(usize, u16)], from: u16) {
        for &(_, slot) in targets.iter().skip(1) {
            self.ops.push(Op::unary(Code::Mov, slot, from));
        }
    }

    /// Orders the operations so that a component is overwritten only after its last
    /// read; cycles go through scratch slots.
    pub(super) fn in_safe_order(&mut self, mut results: Vec<(Op, u16)>) {
        let mut late = Vec::new();
        while !results.is_empty() {
            let read = |slot: u16, by: &(Op, u16)| {
                let mut reads = false;
                self.emit.tables.reads(&by.0, |s| reads |= s == slot);
                reads
            };
            let free = (0..results.len()).find(|&i| {
                let others = results.iter().enumerate().filter(|(j, _)| *j != i);
                others.into_iter().all(|(_, r)| !read(results[i].1, r))
            });
            let (op, slot) = results.remove(free.unwrap_or(0));
            let d = match free {
                Some(_) => slot,
                None => self.new_scratch(),
            };
            self.result(op, d);
            if d != slot {
                late.push(Op::unary(Code::Mov, slot, d));
            }
        }
        self.ops.extend(late);
    }
}
