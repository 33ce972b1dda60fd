//! ALU bundles of one lane, on registers of sixteen bytes.

use super::{Context, read};
use crate::isa::{Expand, VectorSrc};
use crate::shader::access::Values;
use crate::shader::file::Source;
use crate::shader::instruction::{Instruction, Select, Stages};
use crate::shader::op::{Code, Part};
use crate::shader::operation::{self, Operands, Value};
use crate::shader::quirks::ShaderQuirks;
use crate::shader::slots::Register;
use crate::shader::{alu, compute};
use tilescope_shader::LaneSlots;

/// The execution of a bundle in a lane.
pub(super) struct Bundle<'a, 'c, I> {
    c: &'a mut Context<'c, I>,
    lane: &'a mut LaneSlots,
    ip: u32,
    constants: Option<[u32; 4]>,
    /// Components of r24 and r25 that the bundle has written.
    pipeline: u8,
    /// Bytes that the stage writes: register, byte and value.
    writes: Vec<(u8, u8, u8)>,
    /// Components of r1 that the bundle has written.
    wrote: u8,
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
    pub fn run(
        c: &mut Context<'_, I>,
        lane: &mut LaneSlots,
        ip: u32,
        (stages, constants): (&Stages, Option<[u32; 4]>),
    ) -> u8 {
        let mut bundle = Bundle {
            c,
            lane,
            ip,
            constants,
            pipeline: 0,
            writes: Vec::new(),
            wrote: 0,
        };
        for stage in stages {
            for instruction in stage {
                operation::execute(&mut bundle, instruction);
            }
            bundle.commit();
        }
        bundle.wrote
    }

    /// Ends a stage.
    fn commit(&mut self) {
        let file = self.c.program.code.file;
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
    /// A word of a register.
    fn register(&mut self, register: u8, word: u8) -> u32 {
        let undefined = self.c.program.quirks().undefined;
        let own = match self.c.program.code.file.source(register, word) {
            Ok(Source::Uniform(index)) => {
                let vector = self.c.uniforms.get(usize::from(index));
                return vector.map_or(undefined, |v| v[usize::from(word)]);
            }
            Ok(Source::Constants) => {
                return self.constants.map_or(undefined, |c| c[usize::from(word)]);
            }
            Ok(Source::After) => {
                let after = self.c.program.code.places[self.ip as usize].after();
                return (after >> (32 * word)) as u32;
            }
            Ok(Source::Register(own)) => own,
            Err(_) => return undefined,
        };
        if let Register::Pipeline(n) = own
            && self.pipeline >> (n * 4 + word) & 1 == 0
        {
            // The program's notes have it.
            return undefined;
        }
        read(self.c, self.lane, self.ip, own.slot(word))
    }

    /// Bytes of a register; only words of which a byte is wanted are read.
    fn bytes(&mut self, register: u8, wanted: u16) -> [u8; 16] {
        let mut out = [0; 16];
        for word in 0..4u8 {
            if wanted >> (4 * word) & 15 != 0 {
                let bytes = self.register(register, word).to_le_bytes();
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
                let word = self.register(register, number / per_word);
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

    /// A float as the words of a double.
    fn doubled(&mut self, word: u32) -> [u32; 2] {
        [Part::Low, Part::High].map(|part| self.apply(Code::WidenFloat(part), [word]))
    }

    fn float(&mut self, raw: u64, bits: u32, modifier: u8) -> u32 {
        let mut float = match bits {
            32 => raw as u32,
            16 => self.apply(Code::Half(Part::Low), [raw as u32]),
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
}

impl<I> Values for Bundle<'_, '_, I> {
    type Value = u32;

    fn word(word: u32) -> u32 {
        word
    }

    fn apply<const N: usize>(&mut self, code: Code, operands: [u32; N]) -> u32 {
        let mut all = [0; 4];
        all[..N].copy_from_slice(&operands);
        compute::word(self.c.program.quirks(), code, all)
    }

    fn missing(&mut self, what: &'static str) {
        self.c.notes.missing(what, self.ip);
    }
}

impl<I> Operands for Bundle<'_, '_, I> {
    fn quirks(&self) -> &ShaderQuirks {
        self.c.program.quirks()
    }

    fn source(&mut self, n: &Instruction, i: usize, p: u8) -> u32 {
        let bits = n.mode.bits();
        let immediate = n.immediate.filter(|_| i == 1);
        let (raw, own, modifier) = match immediate {
            Some(value) => (u64::from(value), 16, 0),
            None => {
                let (raw, own) = self.pick(n, i, p.into());
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

    fn wide_source(&mut self, n: &Instruction, i: usize, p: u8) -> [u32; 2] {
        let float = !n.reads_integers();
        let split = |wide: u64| [wide as u32, (wide >> 32) as u32];
        if let Some(imm) = n.immediate.filter(|_| i == 1) {
            return match float {
                true => {
                    let word = self.float(imm.into(), 16, 0);
                    self.doubled(word)
                }
                false => split(widened(imm.into(), 0, 16, 64)),
            };
        }
        let source = n.sources[i];
        let Select::Vector(src) = source.select else {
            return [0; 2];
        };
        let places = arranged(std::array::from_fn(|i| i as u8), src.expand);
        let [low, high] = [2 * p, 2 * p + 1].map(|i| {
            let s = selector(src, i.into());
            if !src.expand.widens() {
                return self.register(source.register, places[4 * s] / 4);
            }
            let word = self.register(source.register, places[4 * (s / 2)] / 4);
            let both = match float {
                true => self.doubled(word),
                false => split(widened(word.into(), src.modifier, 32, 64)),
            };
            both[s % 2]
        });
        match float {
            true => [low, self.float(high.into(), 32, src.modifier)],
            false => [low, high],
        }
    }

    fn condition(&mut self, component: u8) -> u32 {
        let slot = Register::Condition.slot(component);
        read(self.c, self.lane, self.ip, slot)
    }

    fn deliver(&mut self, n: &Instruction, value: Value<u32>, number: u8) {
        let float = !n.writes_integers();
        let low = match value {
            Value::Narrow(word) if n.narrow == 16 && float => {
                self.apply(Code::PutHalf(Part::Low, alu::rounding(n.op)), [word, 0])
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
            let at = (usize::from(number) * size + i) as u8 & 15;
            self.writes.push((n.out, at, byte));
        }
    }
}

fn selector(src: VectorSrc, i: usize) -> usize {
    usize::from(src.swizzle >> (2 * (i % 4)) & 3)
}
