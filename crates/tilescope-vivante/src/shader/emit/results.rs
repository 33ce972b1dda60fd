//! Writes of results to destinations.

use super::Instruction;
use crate::isa::{AddrMode, Dst};
use crate::shader::alu::{ONE, Value};
use crate::shader::compute::ShaderCores;
use crate::shader::meaning::{Alu, Arg, Spread};
use crate::shader::op::{Code, Expr};
use crate::shader::slots;
use tilescope_shader::{Isa, Slot};

impl Instruction<'_, '_, '_> {
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
            None => (usize::from(c), self.b.scratch()),
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
            let relative = self.indirect(u16::from(reg), component as u8, address);
            self.b.relative_write(relative, slot);
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
    fn dot(&mut self, alu: &Alu, n: usize) -> Expr {
        let [a, b, ..] = alu.args;
        let Value::ProductSum(rounding) = alu.value else {
            return Expr::unary(Code::Mov, 0);
        };
        let none = Arg::Word(0);
        let product = Value::Product(rounding);
        let mut op = self.component(product, [a, b, none, none], 0, alu.number);
        for i in 1..n {
            let sum = self.b.scratch();
            self.write(op, sum);
            op = self.component(alu.value, [a, b, none, none], i, alu.number);
            op.s[2] = sum;
        }
        op
    }

    /// Writes a result to `d`, saturated if the instruction asks for it.
    fn result(&mut self, expr: Expr, d: Slot) {
        self.write(expr, d);
        if self.d.saturate {
            let code = match self.emit.q.default_arithmetic() {
                true => Code::Saturate,
                false => Code::Slow(Value::Saturate),
            };
            self.write(Expr::unary(code, d), d);
        }
    }

    fn copies(&mut self, targets: &[(usize, u16)], from: u16) {
        for &(_, slot) in targets.iter().skip(1) {
            self.write(Expr::unary(Code::Mov, from), slot);
        }
    }

    /// Orders the operations so that a component is overwritten only after its last
    /// read; cycles go through scratch slots.
    pub(super) fn in_safe_order(&mut self, mut results: Vec<(Expr, Slot)>) {
        let mut late = Vec::new();
        while !results.is_empty() {
            let read = |slot: Slot, (by, _): &(Expr, Slot)| {
                let operands = usize::from(ShaderCores::shape(by.code).operands);
                by.s.iter().take(operands).any(|s| *s == slot)
            };
            let free = (0..results.len()).find(|&i| {
                let others = results.iter().enumerate().filter(|(j, _)| *j != i);
                others.into_iter().all(|(_, r)| !read(results[i].1, r))
            });
            let (op, slot) = results.remove(free.unwrap_or(0));
            let d = match free {
                Some(_) => slot,
                None => self.b.scratch(),
            };
            self.result(op, d);
            if d != slot {
                late.push((Expr::unary(Code::Mov, d), slot));
            }
        }
        for (expr, slot) in late {
            self.write(expr, slot);
        }
    }
}
