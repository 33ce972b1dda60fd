//! Registers as the ALUs read and write them.

use super::{Lowering, Operand};
use crate::shader::access::Datapath;
use crate::shader::file::Source;
use crate::shader::note::Problem;
use crate::shader::op::Constant;
use crate::shader::slots::Register;
use tilescope_shader::Slot;

impl Lowering<'_, '_, '_> {
    pub(super) fn undefined(&self) -> Operand {
        Operand::Word(self.emit.q.undefined)
    }

    /// Word `word`, 0 to 3, of a register as the ALUs read it.
    pub(super) fn alu_read(&mut self, register: u8, word: u8) -> Operand {
        let problem = match self.emit.code.file.source(register, word) {
            Ok(Source::Uniform(index)) => {
                let component = word & 3;
                return Operand::Slot(self.b.constant(Constant::Uniform { index, component }));
            }
            Ok(Source::After) => return Operand::Word((self.place.after() >> (32 * word)) as u32),
            Ok(Source::Constants) => match self.embedded {
                Some(words) => return Operand::Word(words[usize::from(word & 3)]),
                None => Problem::NoConstants,
            },
            Ok(Source::Register(Register::Pipeline(n)))
                if self.pipeline >> (n * 4 + (word & 3)) & 1 == 0 =>
            {
                Problem::Pipeline { register }
            }
            Ok(Source::Register(own)) => {
                if register < 16 {
                    self.used(own);
                }
                return Operand::Slot(own.slot(word));
            }
            Err(problem) => problem,
        };
        self.note(problem);
        self.undefined()
    }

    /// The slot of word `word` of a register that the ALUs write, if there is one.
    pub(super) fn alu_write(&mut self, register: u8, word: u8) -> Option<Slot> {
        let slot = self.written(register, word)?;
        match register {
            1 => self.writeout |= 1 << (word & 3),
            24 | 25 => self.pipeline |= 1 << ((register - 24) * 4 + (word & 3)),
            _ => {}
        }
        Some(slot)
    }
}
