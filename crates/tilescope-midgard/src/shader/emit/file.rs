//! The register file of a program.

use super::{Lowering, Operand};
use crate::shader::note::Problem;
use crate::shader::op::Constant;
use crate::shader::slots::Register;
use tilescope_shader::Slot;

/// The register that the ALUs read as the embedded constants.
const CONSTANTS: u8 = 26;

/// The division of r0 to r23.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// Number of work registers, from r0 upward.
    pub work: u8,
    /// Number of uniform registers, from r23 downward.
    pub uniforms: u8,
}

impl File {
    /// Whether a register below 24 holds a uniform.
    fn is_uniform(self, register: u8) -> bool {
        register < 24 && register >= 24 - self.uniforms.min(24)
    }
}

impl Lowering<'_, '_, '_> {
    pub(super) fn undefined(&self) -> Operand {
        Operand::Word(self.emit.q.undefined)
    }

    fn constant(&mut self, constant: Constant) -> Slot {
        if let Some((_, slot)) = self.constants.iter().find(|(c, _)| *c == constant) {
            return *slot;
        }
        let slot = self.b.constant(constant);
        self.constants.push((constant, slot));
        slot
    }

    pub(super) fn slot(&mut self, operand: Operand) -> Slot {
        match operand {
            Operand::Slot(slot) => slot,
            Operand::Word(word) => self.constant(Constant::Word(word)),
        }
    }

    /// A work register that is used.
    fn work(&mut self, register: u8) -> Register {
        if register >= self.emit.file.work {
            let count = self.emit.file.work;
            self.note(Problem::BeyondWork { register, count });
        }
        Register::Work(register)
    }

    fn of(&self, register: Register, word: u8) -> Operand {
        Operand::Slot(register.on(self.emit.q.texture_registers).slot(word))
    }

    /// Word `word`, 0 to 3, of a register as the ALUs read it.
    pub(super) fn alu_read(&mut self, register: u8, word: u8) -> Operand {
        match register {
            0..24 if self.emit.file.is_uniform(register) => {
                Operand::Slot(self.constant(Constant::Uniform {
                    index: 23 - register,
                    component: word & 3,
                }))
            }
            0..16 => {
                let register = self.work(register);
                self.of(register, word)
            }
            16..24 => {
                let count = self.emit.file.uniforms;
                self.note(Problem::BeyondUniforms { register, count });
                self.undefined()
            }
            24 | 25 => {
                let bit = (register - 24) * 4 + (word & 3);
                if self.pipeline >> bit & 1 == 0 {
                    self.note(Problem::Pipeline { register });
                    return self.undefined();
                }
                self.of(Register::Pipeline(register - 24), word)
            }
            CONSTANTS => match self.embedded {
                Some(words) => Operand::Word(words[usize::from(word & 3)]),
                None => {
                    self.note(Problem::NoConstants);
                    self.undefined()
                }
            },
            27 => self.of(Register::LoadStore(1), word),
            28 | 29 => self.of(Register::Texel(register - 28), word),
            31 => match word {
                0 => Operand::Word(self.place.after() as u32),
                1 => Operand::Word((self.place.after() >> 32) as u32),
                _ => self.of(Register::Stack, word),
            },
            _ => self.of(Register::Other, word),
        }
    }

    /// The slot of word `word` of a register that the ALUs write, if there is one.
    pub(super) fn alu_write(&mut self, register: u8, word: u8) -> Option<Slot> {
        let to = match register {
            0..24 => return self.file_write(register, word),
            24 | 25 => {
                self.pipeline |= 1 << ((register - 24) * 4 + (word & 3));
                Register::Pipeline(register - 24)
            }
            26 | 27 => Register::LoadStore(register - 26),
            28 | 29 => Register::Coordinate(register - 28),
            31 => Register::Condition,
            _ => Register::Other,
        };
        Some(to.on(self.emit.q.texture_registers).slot(word))
    }

    fn file_write(&mut self, register: u8, word: u8) -> Option<Slot> {
        if self.emit.file.is_uniform(register) || register >= 16 {
            self.note(Problem::UniformWritten { register });
            return None;
        }
        if register == 1 {
            self.writeout |= 1 << (word & 3);
        }
        let register = self.work(register);
        Some(register.slot(word))
    }

    /// Word `word` of a register as the load/store unit reads it, by its number there.
    pub(super) fn ldst_read(&mut self, register: u8, word: u8) -> Operand {
        let register = match register & 7 {
            n @ (0 | 1) => Register::LoadStore(n),
            2 if word < 2 => return self.alu_read(31, word),
            2 => Register::Stack,
            3 => Register::LocalStorage,
            4 => Register::LocalId,
            5 => Register::GroupId,
            6 => Register::GlobalId,
            _ => return Operand::Word(0),
        };
        self.of(register, word)
    }

    /// The slot of word `word` of a register that the load/store unit writes, if there
    /// is one.
    pub(super) fn ldst_write(&mut self, register: u8, word: u8) -> Option<Slot> {
        let to = match register {
            0..24 => return self.file_write(register, word),
            26 | 27 => Register::LoadStore(register - 26),
            28 | 29 => Register::Coordinate(register - 28),
            _ => {
                self.missing("loads into r24, r25, r30 and r31");
                return None;
            }
        };
        Some(to.on(self.emit.q.texture_registers).slot(word))
    }

    /// Word `word` of a texture coordinate register.
    pub(super) fn coordinate(&mut self, select: u8, word: u8) -> Operand {
        self.of(Register::Coordinate(select), word)
    }

    /// The slot of word `word` of a texture result register.
    pub(super) fn texel(&mut self, select: u8, word: u8) -> Slot {
        let to = Register::Texel(select).on(self.emit.q.texture_registers);
        if let Register::Work(n) = to {
            self.work(n);
        }
        to.slot(word)
    }
}
