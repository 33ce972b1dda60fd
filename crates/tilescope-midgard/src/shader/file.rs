//! The register file of a program.

use super::note::Problem;
use super::quirks::TextureRegisters;
use super::slots::Register;

/// The register that the ALUs read as the embedded constants.
const CONSTANTS: u8 = 26;

/// The division of r0 to r23, and the registers of the texture unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// Number of work registers, from r0 upward.
    pub work: u8,
    /// Number of uniform registers, from r23 downward.
    pub uniforms: u8,
    pub texture: TextureRegisters,
}

/// The origin of a word that an ALU reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Register(Register),
    /// A uniform register, 0 for r23.
    Uniform(u8),
    /// The embedded constants.
    Constants,
    /// The address of the next bundle.
    After,
}

impl File {
    /// The origin of word `word` of a register.
    pub fn source(self, register: u8, word: u8) -> Result<Source, Problem> {
        let count = self.uniforms;
        let own = match register {
            0..24 if register >= 24 - count.min(24) => return Ok(Source::Uniform(23 - register)),
            0..16 => Register::Work(register),
            16..24 => return Err(Problem::BeyondUniforms { register, count }),
            24 | 25 => Register::Pipeline(register - 24),
            CONSTANTS => return Ok(Source::Constants),
            27 => Register::LoadStore(1),
            28 | 29 => Register::Texel(register - 28),
            31 if word < 2 => return Ok(Source::After),
            31 => Register::Stack,
            _ => Register::Other,
        };
        Ok(Source::Register(own.on(self.texture)))
    }

    /// The register that is written by its number.
    pub fn destination(self, register: u8) -> Result<Register, Problem> {
        let own = match register {
            0..24 if register >= 16.min(24 - self.uniforms.min(24)) => {
                return Err(Problem::UniformWritten { register });
            }
            0..24 => Register::Work(register),
            24 | 25 => Register::Pipeline(register - 24),
            26 | 27 => Register::LoadStore(register - 26),
            28 | 29 => Register::Coordinate(register - 28),
            31 => Register::Condition,
            _ => Register::Other,
        };
        Ok(own.on(self.texture))
    }

    /// Whether the program has a register, by its number of work registers.
    pub fn has(self, register: Register) -> Result<(), Problem> {
        let count = self.work;
        match register {
            Register::Work(register) if register >= count => {
                Err(Problem::BeyondWork { register, count })
            }
            _ => Ok(()),
        }
    }
}
