//! Results of ALU operations: output modifiers, and bytes of registers.

use super::alu::{Bundle, Raw};
use super::value;
use crate::isa::{AluOp, OutmodInt};
use crate::shader::access::clamp;
use crate::shader::alu::rounding;
use crate::shader::instruction::{Across, Instruction};
use crate::shader::op::{Code, Part};
use crate::shader::slots::Register;

impl<I> Bundle<'_, '_, I> {
    /// The final value, with the output modifier, and its bytes in the register.
    pub(super) fn deliver(&mut self, n: &Instruction, raw: Raw, number: usize) {
        let program = self.c.program;
        let value_of = |code, raw: Raw| value(program, code, [raw.low, raw.high, raw.high, 0]);
        let (wide, integer) = (n.mode.bits() == 64, n.writes_integers());
        let plain = n.across == Across::No;
        let mut result = raw;
        match n.integer_modifier() {
            None if wide => {}
            None if plain => result.low = value_of(Code::Alu(n.op, n.width()), raw),
            None => {}
            Some(OutmodInt::KeepHi) if wide && n.narrow == 32 => result.low = raw.high,
            Some(_) if wide => self.missing("output modifiers of integers of 64 bits"),
            Some(modifier) => {
                let (op, high) = match plain {
                    true => (n.op, raw.high),
                    false => (AluOp::Imov, raw.low),
                };
                let code = Code::Saturated(op, n.width(), modifier, n.narrow as u8);
                result.low = value_of(code, Raw { high, ..raw });
            }
        }
        match clamp(n.outmod).filter(|_| !integer) {
            Some(_) if wide => self.missing("output modifiers of floats of 64 bits"),
            Some(clamp) => result.low = value(program, clamp, [result.low; 4]),
            None => {}
        }
        let bytes: Vec<u8> = match n.narrow {
            64 => [result.low.to_le_bytes(), result.high.to_le_bytes()].concat(),
            32 if wide && !integer => value_of(Code::NarrowFloat, result).to_le_bytes().to_vec(),
            16 if !integer => {
                let code = Code::PutHalf(Part::Low, rounding(n.op));
                let half = value(program, code, [result.low, 0, 0, 0]);
                half.to_le_bytes()[..2].to_vec()
            }
            bits => result.low.to_le_bytes()[..bits as usize / 8].to_vec(),
        };
        let first = number * bytes.len();
        for (i, byte) in bytes.into_iter().enumerate() {
            self.writes.push((n.out, (first + i) as u8 & 15, byte));
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
