//! Results of ALU operations as bytes of registers.

use super::alu::Bundle;
use crate::shader::access::Values;
use crate::shader::alu::rounding;
use crate::shader::instruction::Instruction;
use crate::shader::op::{Code, Part};
use crate::shader::operation::Value;
use crate::shader::slots::Register;

impl<I> Bundle<'_, '_, I> {
    /// The bytes of a value, written when the stage ends.
    pub(super) fn deliver(&mut self, n: &Instruction, value: Value<u32>, number: usize) {
        let float = !n.writes_integers();
        let low = match value {
            Value::Narrow(word) if n.narrow == 16 && float => {
                self.apply(Code::PutHalf(Part::Low, rounding(n.op)), [word, 0])
            }
            Value::Wide(words) if n.narrow == 32 && float => self.apply(Code::NarrowFloat, words),
            Value::Narrow(low) | Value::Wide([low, _]) => low,
        };
        let high = match value {
            Value::Wide([_, high]) => high,
            Value::Narrow(_) => 0,
        };
        let bytes = (u64::from(low) | u64::from(high) << 32).to_le_bytes();
        let size = n.narrow as usize / 8;
        for (i, byte) in bytes.into_iter().take(size).enumerate() {
            let at = (number * size + i) as u8 & 15;
            self.writes.push((n.out, at, byte));
        }
    }

    /// Ends a stage.
    pub(super) fn commit(&mut self) {
        let file = self.c.program.file;
        for (register, at, byte) in std::mem::take(&mut self.writes) {
            let word = at / 4;
            let Ok(to) = file.destination(register) else {
                continue;
            };
            if let Register::Pipeline(n) = to {
                self.pipeline |= 1 << (n * 4 + word);
            }
            if register == 1 {
                self.wrote |= 1 << word;
            }
            let slot = to.slot(word);
            let mut bytes = self.lane.word(slot).to_le_bytes();
            bytes[usize::from(at % 4)] = byte;
            self.lane.set(slot, u32::from_le_bytes(bytes));
        }
    }
}
