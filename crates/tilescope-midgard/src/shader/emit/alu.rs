//! ALU instructions.

use super::{Lowering, Operand};
use crate::shader::access::{Datapath, Values};
use crate::shader::alu;
use crate::shader::instruction::Instruction;
use crate::shader::op::{Code, Part};
use crate::shader::operation::{self, Value};

impl Lowering<'_, '_, '_> {
    /// An instruction, or the reason why it is not executed.
    pub(super) fn instruction(&mut self, n: Result<Instruction, &'static str>) {
        let n = match n {
            Ok(n) => n,
            Err(what) => return self.missing(what),
        };
        // It is delivered several times.
        let shared = operation::shared(self, &n).map(|value| match value {
            Operand::Slot(_) => Operand::Slot(self.hold(value)),
            Operand::Word(_) => value,
        });
        for &(p, number) in &n.written {
            self.next_component();
            let value = shared.map(Value::Narrow);
            let Some(value) = value.or_else(|| operation::value(self, &n, p)) else {
                return;
            };
            self.deliver(&n, value, number);
        }
        self.next_component();
    }

    /// Writes a component of the destination.
    fn deliver(&mut self, n: &Instruction, value: Value<Operand>, number: u8) {
        let float = !n.writes_integers();
        let value = match value {
            Value::Narrow(value) => value,
            Value::Wide(words) if n.narrow == 64 => {
                for (i, word) in (0u8..).zip(words) {
                    if let Some(slot) = self.alu_write(n.out, (number * 2 + i) & 3) {
                        self.write(slot, word);
                    }
                }
                return;
            }
            Value::Wide(words) if float => self.apply(Code::NarrowFloat, words),
            Value::Wide([low, _]) => low,
        };
        let per_word = (32 / n.narrow.clamp(8, 32)) as u8;
        let Some(slot) = self.alu_write(n.out, (number / per_word) & 3) else {
            return;
        };
        let place = number % per_word;
        let code = match n.narrow {
            32 => Code::Mov,
            16 if float => Code::PutHalf(Part::of(place), alu::rounding(n.op)),
            bits => Code::put_field(bits, place),
        };
        self.write_part(code, slot, value);
    }
}
