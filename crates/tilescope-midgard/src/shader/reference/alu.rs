//! ALU bundles of one lane, on registers of sixteen bytes.

use super::{Context, Lane, read, value};
use crate::isa::{AluBundle, AluOp, Expand, RegMode, VectorSrc};
use crate::shader::alu;
use crate::shader::file::Source;
use crate::shader::instruction::{Across, Instruction, Select};
use crate::shader::note::Problem;
use crate::shader::op::{Code, Part, Width};
use crate::shader::quirks::DotOrder;
use crate::shader::slots::Register;

/// The execution of a bundle in a lane.
pub(super) struct Bundle<'a, 'c, I> {
    pub c: &'a mut Context<'c, I>,
    pub lane: &'a mut Lane,
    ip: u32,
    constants: Option<[u32; 4]>,
    /// Components of r24 and r25 that the bundle has written.
    pub pipeline: u8,
    /// Bytes that the stage writes: register, byte and value.
    pub writes: Vec<(u8, u8, u8)>,
    /// Components of r1 that the bundle has written.
    pub wrote: u8,
}

/// A component as the operation takes it: 64 bits in two words, or one of 32.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Raw {
    pub low: u32,
    pub high: u32,
}

impl From<u64> for Raw {
    fn from(bits: u64) -> Raw {
        Raw {
            low: bits as u32,
            high: (bits >> 32) as u32,
        }
    }
}

fn bits_of(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |all, b| all << 8 | u64::from(*b))
}

/// The register with its 64-bit halves arranged, or one half of it.
fn arranged(bytes: [u8; 16], expand: Expand) -> Vec<u8> {
    let (low, high) = (&bytes[..8], &bytes[8..]);
    let swap = |half: &[u8]| [&half[4..], &half[..4]].concat();
    match expand {
        Expand::Passthrough => [low, high].concat(),
        Expand::RepLow => [low, low].concat(),
        Expand::RepHigh => [high, high].concat(),
        Expand::Swap => [high, low].concat(),
        Expand::Low => low.to_vec(),
        Expand::High => high.to_vec(),
        Expand::LowSwap => swap(low),
        Expand::HighSwap => swap(high),
    }
}

/// An integer of `from` bits extended to `to`, by its modifier.
fn widened(raw: u64, modifier: u8, from: u32, to: u32) -> u64 {
    let mask = u64::MAX >> (64 - to);
    let sign = (raw << (64 - from)) as i64 >> (64 - from);
    let wide = match modifier & 3 {
        0 => sign as u64,
        1 => raw,
        2 => raw | raw << from,
        _ => raw << from,
    };
    wide & mask
}

impl<I> Bundle<'_, '_, I> {
    /// Executes both stages, and returns the components of r1 that they write.
    pub fn run(c: &mut Context<'_, I>, lane: &mut Lane, ip: u32, alu: &AluBundle) -> u8 {
        let mut bundle = Bundle {
            c,
            lane,
            ip,
            constants: alu.constants,
            pipeline: 0,
            writes: Vec::new(),
            wrote: 0,
        };
        if let Some(v) = &alu.vmul {
            bundle.instruction(Instruction::vector(v));
        }
        if let Some(s) = &alu.sadd {
            bundle.instruction(Instruction::scalar(s));
        }
        bundle.commit();
        if let Some(v) = &alu.vadd {
            bundle.instruction(Instruction::vector(v));
        }
        if let Some(s) = &alu.smul {
            bundle.instruction(Instruction::scalar(s));
        }
        if let Some(v) = &alu.lut {
            bundle.instruction(Instruction::vector(v));
        }
        bundle.commit();
        bundle.wrote
    }

    pub fn missing(&mut self, what: &'static str) {
        self.c.notes.missing(what, self.ip);
    }

    fn note(&mut self, problem: Problem) {
        let note = self.c.program.note(problem, self.ip);
        // Static problems are among the program's notes already.
        if !self.c.program.notes().contains(&note) {
            self.c.notes.add(note);
        }
    }

    /// A word of a register.
    fn word(&mut self, register: u8, word: u8) -> u32 {
        let undefined = self.c.program.quirks().undefined;
        let own = match self.c.program.file.source(register, word) {
            Ok(Source::Uniform(index)) => {
                let vector = self.c.uniforms.get(usize::from(index));
                return vector.map_or(undefined, |v| v[usize::from(word)]);
            }
            Ok(Source::Constants) => {
                return self.constants.map_or(undefined, |c| c[usize::from(word)]);
            }
            Ok(Source::After) => {
                let after = self.c.program.places[self.ip as usize].after();
                return (after >> (32 * word)) as u32;
            }
            Ok(Source::Register(own)) => own,
            Err(_) => return undefined,
        };
        if let Register::Pipeline(n) = own
            && self.pipeline >> (n * 4 + word) & 1 == 0
        {
            self.note(Problem::Pipeline { register });
            return undefined;
        }
        read(self.c, self.lane, self.ip, own.slot(word))
    }

    /// Bytes of a register; only words of which a byte is wanted are read.
    fn bytes(&mut self, register: u8, wanted: u16) -> [u8; 16] {
        let mut out = [0; 16];
        for word in 0..4u8 {
            if wanted >> (4 * word) & 15 != 0 {
                let bytes = self.word(register, word).to_le_bytes();
                out[usize::from(word) * 4..][..4].copy_from_slice(&bytes);
            }
        }
        out
    }

    /// The component that a source has at a position, and its bits.
    fn pick(&mut self, n: &Instruction, i: usize, p: usize) -> (u64, u32) {
        let register = n.sources[i].register;
        let src = match n.sources[i].select {
            Select::Vector(src) => src,
            Select::Scalar { bits, number } => {
                let per_word = (32 / bits) as u8;
                let word = self.word(register, number / per_word);
                let own = word >> (u32::from(number % per_word) * bits);
                return (u64::from(own) & (u64::MAX >> (64 - bits)), bits);
            }
        };
        let bits = n.mode.bits();
        let selector = |i: usize| selector(src, i);
        let size = (bits >> u32::from(src.expand.widens())) as usize / 8;
        let component = match bits {
            8 => p / 8 * 8 + selector(p / 2) * 2 + p % 2,
            16 => p / 4 * 4 + selector(p),
            _ => selector(p),
        };
        // The positions of the bytes, arranged as the bytes are.
        let places = arranged(std::array::from_fn(|i| i as u8), src.expand);
        let own = &places[component * size..][..size];
        let wanted = own.iter().fold(0u16, |all, byte| all | 1 << byte);
        let bytes = self.bytes(register, wanted);
        let picked: Vec<u8> = own.iter().map(|b| bytes[usize::from(*b)]).collect();
        (bits_of(&picked), 8 * size as u32)
    }

    fn float(&mut self, raw: u64, bits: u32, modifier: u8) -> u32 {
        let mut float = match bits {
            32 => raw as u32,
            16 => value(self.c.program, Code::Half(Part::Low), [raw as u32; 4]),
            _ => {
                self.missing("floats of 8 bits");
                self.c.program.quirks().undefined
            }
        };
        if modifier & 1 != 0 {
            float &= 0x7fff_ffff;
        }
        if modifier & 2 != 0 {
            float ^= 0x8000_0000;
        }
        float
    }

    /// A source of an operation of up to 32 bits.
    fn source(&mut self, n: &Instruction, i: usize, p: usize) -> u32 {
        let bits = n.mode.bits();
        let immediate = n.immediate.filter(|_| i == 1);
        let (raw, own, modifier) = match immediate {
            Some(value) => (u64::from(value), 16, 0),
            None => {
                let (raw, own) = self.pick(n, i, p);
                (raw, own, n.sources[i].modifier)
            }
        };
        if !n.reads_integers() {
            return self.float(raw, own, modifier);
        }
        if own < 8 {
            self.missing("components of 4 bits");
            return self.c.program.quirks().undefined;
        }
        let wide = match own == bits {
            true => raw,
            // An immediate can have more bits than the operation.
            false => widened(raw, modifier, own, bits.max(own)) & (u64::MAX >> (64 - bits)),
        };
        match alu::unsigned_sources(n.op) {
            true => wide as u32,
            false => ((wide << (64 - bits)) as i64 >> (64 - bits)) as u32,
        }
    }

    fn wide_source(&mut self, n: &Instruction, i: usize, p: usize) -> Raw {
        let program = self.c.program;
        let float = !n.reads_integers();
        let doubled = |word: u32| Raw {
            low: value(program, Code::WidenFloat(Part::Low), [word; 4]),
            high: value(program, Code::WidenFloat(Part::High), [word; 4]),
        };
        if let Some(imm) = n.immediate.filter(|_| i == 1) {
            return match float {
                true => doubled(self.float(imm.into(), 16, 0)),
                false => widened(imm.into(), 0, 16, 64).into(),
            };
        }
        let source = n.sources[i];
        let Select::Vector(src) = source.select else {
            return Raw::default();
        };
        let places = arranged(std::array::from_fn(|i| i as u8), src.expand);
        let [low, high] = [2 * p, 2 * p + 1].map(|i| {
            let s = selector(src, i);
            if !src.expand.widens() {
                return self.word(source.register, places[4 * s] / 4);
            }
            let word = self.word(source.register, places[4 * (s / 2)] / 4);
            let both = match float {
                true => doubled(word),
                false => widened(word.into(), src.modifier, 32, 64).into(),
            };
            if s % 2 == 0 { both.low } else { both.high }
        });
        match float {
            true => {
                let high = self.float(high.into(), 32, src.modifier);
                Raw { low, high }
            }
            false => Raw { low, high },
        }
    }

    fn condition(&mut self, component: u8) -> u32 {
        let slot = Register::Condition.slot(component);
        read(self.c, self.lane, self.ip, slot)
    }

    /// The component of r31 of so many bits at a position, with sign.
    fn condition_at(&mut self, bits: u32, p: usize) -> u32 {
        let per_word = 32 / bits as usize;
        let word = self.condition((p / per_word) as u8);
        let part = word >> (p % per_word * bits as usize);
        ((part << (32 - bits)) as i32 >> (32 - bits)) as u32
    }

    fn instruction(&mut self, n: Result<Instruction, &'static str>) {
        let n = match n {
            Ok(n) => n,
            Err(what) => return self.missing(what),
        };
        for &(p, number) in &n.written {
            let result = match n.mode {
                RegMode::W64 => self.wide_result(&n, p.into()),
                _ => self.result(&n, p.into()),
            };
            let Some(result) = result else {
                return;
            };
            self.deliver(&n, result, number.into());
        }
    }

    /// The value of an operation of up to 32 bits at a position: both operands, if the
    /// operation is of these components alone.
    fn result(&mut self, n: &Instruction, p: usize) -> Option<Raw> {
        let program = self.c.program;
        let (op, width) = (n.op, n.width());
        let code = Code::Alu(op, width);
        let mut both = |p| [self.source(n, 0, p), self.source(n, 1, p)];
        let low = match n.across {
            Across::Dot(count) => {
                let mut products = Vec::new();
                for i in 0..count.into() {
                    let [a, b] = both(i);
                    products.push(value(program, Code::word(AluOp::Fmul), [a, b, 0, 0]));
                }
                let sum = |a, b| value(program, Code::word(AluOp::Fadd), [a, b, 0, 0]);
                let pairs = program.quirks().dot_order == DotOrder::Pairs;
                match *products.as_slice() {
                    [x, y, z, w] if pairs => sum(sum(x, y), sum(z, w)),
                    [first, ref rest @ ..] => rest.iter().fold(first, |all, x| sum(all, *x)),
                    [] => 0,
                }
            }
            Across::All | Across::Any => {
                let mut results = Vec::new();
                for i in 0..4 {
                    let [a, b] = both(i);
                    results.push(value(program, code, [a, b, 0, 0]) != 0);
                }
                let holds = match n.across {
                    Across::All => results.iter().all(|x| *x),
                    _ => results.iter().any(|x| *x),
                };
                if holds { u32::MAX } else { 0 }
            }
            Across::Select { vector: false } => {
                let [a, b] = both(p);
                if self.condition(3) != 0 { a } else { b }
            }
            Across::Select { vector: true } => {
                let [a, b] = both(p);
                let condition = self.condition_at(n.condition, p);
                value(program, Code::SelectBits, [condition, a, b, 0])
            }
            Across::Fused => {
                let (a, b) = (self.source(n, 0, 0), self.source(n, 0, 1));
                let c = self.source(n, 1, p);
                value(program, code, [a, b, c, 0])
            }
            Across::Angle if p % 4 == 1 => {
                self.missing(alu::ANGLE_Y);
                return None;
            }
            Across::Angle => {
                let [a, b] = both(p);
                value(program, Code::Angle(p as u8 % 4), [a, b, 0, 0])
            }
            Across::Reduced if width != Width::W32 => {
                self.missing("FREDUCE of components other than 32 bits");
                return None;
            }
            Across::Reduced => {
                let mask = alu::reduced_exponent(program.quirks());
                let all = [0, 1, 2, 3].map(|i| self.source(n, 0, i) & mask);
                let largest = all.into_iter().fold(0, u32::max);
                let a = self.source(n, 0, p);
                value(program, code, [a, largest, 0, 0])
            }
            Across::Choose if width != Width::W32 => {
                self.missing("CHOOSE of components other than 32 bits");
                return None;
            }
            Across::Choose => {
                let number = self.source(n, 1, p) & 3;
                let all = [0, 1, 2, 3].map(|i| self.source(n, 0, i));
                all[number as usize]
            }
            Across::No => {
                let [first, second] = alu::sources(op);
                let a = first.then(|| self.source(n, 0, p));
                let b = second.then(|| self.source(n, 1, p));
                return Some(Raw {
                    low: a.or(b)?,
                    high: b.or(a)?,
                });
            }
        };
        Some(Raw { low, high: 0 })
    }

    fn wide_result(&mut self, n: &Instruction, p: usize) -> Option<Raw> {
        let program = self.c.program;
        let reads = alu::sources(n.op);
        let [a, b] = [0, 1].map(|i| match reads[i] {
            true => self.wide_source(n, i, p),
            false => Raw::default(),
        });
        Some(match (n.across, n.op) {
            (Across::Select { vector: false }, _) => match self.condition(3) {
                0 => b,
                _ => a,
            },
            (Across::Select { vector: true }, _) => {
                let [low, high] = [(0, a.low, b.low), (1, a.high, b.high)].map(|(i, x, y)| {
                    let condition = self.condition_at(32, 2 * p + i);
                    value(program, Code::SelectBits, [condition, x, y, 0])
                });
                Raw { low, high }
            }
            (_, AluOp::Imov | AluOp::Fmov) => b,
            (_, op) if !alu::has_wide(op) => {
                self.missing("an operation on components of 64 bits");
                return None;
            }
            (_, op) => {
                let s = [a.low, a.high, b.low, b.high];
                Raw {
                    low: value(program, Code::Wide(op, Part::Low), s),
                    high: value(program, Code::Wide(op, Part::High), s),
                }
            }
        })
    }
}

fn selector(src: VectorSrc, i: usize) -> usize {
    usize::from(src.swizzle >> (2 * (i % 4)) & 3)
}
