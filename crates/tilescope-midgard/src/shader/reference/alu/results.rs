//! Results of ALU operations: output modifiers, and bytes of registers.

use super::*;
use crate::shader::access::clamp;

impl<I> Bundle<'_, '_, I> {
    /// The final value, with the output modifier, and its bytes in the register.
    pub(super) fn deliver(&mut self, out: &Output, raw: Raw, register: u8, number: usize) {
        let program = self.c.program;
        let op = out.op;
        let value_of = |code, raw: Raw| value(program, code, [raw.low, raw.high, raw.high, 0]);
        let integer = crate::isa::AluCode::from(op).writes_integers();
        let int = OUTMOD_INT.rows[usize::from(out.outmod & 3)].op;
        let mut result = raw;
        if out.bits < 64 {
            let width = width(out.bits);
            let single = is_single(op);
            result.low = match (integer, int) {
                (true, OutmodInt::KeepLo) | (false, _) if single => raw.low,
                (true, OutmodInt::KeepLo) | (false, _) => value_of(Code::Alu(op, width), raw),
                (true, modifier) => {
                    let (op, raw) = match single {
                        true => (
                            AluOp::Imov,
                            Raw {
                                high: raw.low,
                                ..raw
                            },
                        ),
                        false => (op, raw),
                    };
                    let code = Code::Saturated(op, width, modifier, out.narrow as u8);
                    value_of(code, raw)
                }
            };
        } else if integer {
            match int {
                OutmodInt::KeepLo => {}
                OutmodInt::KeepHi if out.narrow == 32 => result.low = raw.high,
                _ => self.missing("output modifiers of integers of 64 bits"),
            }
        }
        if !integer {
            match clamp(out.outmod) {
                Some(_) if out.bits == 64 => self.missing("output modifiers of floats of 64 bits"),
                Some(clamp) => result.low = value(program, clamp, [result.low; 4]),
                None => {}
            }
        }
        let bytes: Vec<u8> = match out.narrow {
            64 => [result.low.to_le_bytes(), result.high.to_le_bytes()].concat(),
            32 if out.bits == 64 && !integer => {
                value_of(Code::NarrowFloat, result).to_le_bytes().to_vec()
            }
            16 if !integer => {
                let code = Code::PutHalf(Part::Low, rounding(op));
                let half = value(program, code, [result.low, 0, 0, 0]);
                half.to_le_bytes()[..2].to_vec()
            }
            bits => result.low.to_le_bytes()[..bits as usize / 8].to_vec(),
        };
        let first = number * bytes.len();
        for (i, byte) in bytes.into_iter().enumerate() {
            self.writes.push((register, (first + i) as u8 & 15, byte));
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

/// The form in which a result becomes bytes.
pub(super) struct Output {
    pub op: AluOp,
    pub outmod: u8,
    pub bits: u32,
    /// Bits in the register.
    pub narrow: u32,
}
/// Whether [`Bundle::result`] has computed the value of an operation already.
fn is_single(op: AluOp) -> bool {
    use AluOp::*;
    let selects = matches!(op, Icsel | IcselV | Fcsel | FcselV | Ichoose);
    let steps = matches!(op, Fatan2Pt1 | Freduce);
    let fused = matches!(op, Ffma | FfmaRtz | FfmaRtn | FfmaRtp);
    selects || steps || fused || crate::isa::AluCode::from(op).channels() != 0
}
