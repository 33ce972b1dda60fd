//! Registers as the ALUs read and write them.

use super::Operation;
use crate::shader::access::{Around, Datapath};
use crate::shader::file::Source;
use crate::shader::note::Problem;
use crate::shader::slots::Register;
use tilescope_shader::Slot;

impl<D: Datapath> Operation<'_, D> {
    pub(super) fn undefined(&self) -> D::Value {
        D::word(self.d.quirks().undefined)
    }

    /// Word `word`, 0 to 3, of a register as the ALUs read it.
    pub(super) fn read(&mut self, register: u8, word: u8) -> D::Value {
        let Around { code, place } = self.d.around();
        let problem = match code.file.source(register, word) {
            Ok(Source::Uniform(index)) => return self.d.uniform(index, word & 3),
            Ok(Source::After) => return D::word((place.after() >> (32 * word)) as u32),
            Ok(Source::Constants) => match self.bundle.embedded {
                Some(words) => return D::word(words[usize::from(word & 3)]),
                None => Problem::NoConstants,
            },
            Ok(Source::Register(Register::Pipeline(n)))
                if self.bundle.pipeline >> (n * 4 + (word & 3)) & 1 == 0 =>
            {
                Problem::Pipeline { register }
            }
            Ok(Source::Register(own)) => {
                if register < 16 {
                    self.d.used(own);
                }
                return self.d.read(own.slot(word));
            }
            Err(problem) => problem,
        };
        self.d.note(problem);
        self.undefined()
    }

    /// The slot of word `word` of a register that the ALUs write, if there is one.
    pub(super) fn written(&mut self, register: u8, word: u8) -> Option<Slot> {
        let slot = self.d.written(register, word)?;
        match register {
            1 => self.bundle.writeout |= 1 << (word & 3),
            24 | 25 => self.bundle.pipeline |= 1 << ((register - 24) * 4 + (word & 3)),
            _ => {}
        }
        Some(slot)
    }
}
