//! ALU bundles of one lane, on registers of sixteen bytes.

mod results;

use results::Output;

use super::{Context, Lane, read, value};
use crate::isa::{
    AluBundle, AluOp, Expand, OUTMOD_INT, OutmodInt, RegMode, Scalar, Shrink, Vector, VectorSrc,
};
use crate::shader::alu::{self, rounding};
use crate::shader::file::Source;
use crate::shader::missing;
use crate::shader::note::Problem;
use crate::shader::op::{Code, Part, Width};
use crate::shader::quirks::DotOrder;
use crate::shader::slots::Register;

/// The execution of a bundle in a lane.
pub(super) struct Bundle<'a, 'c, I> {
    c: &'a mut Context<'c, I>,
    lane: &'a mut Lane,
    ip: u32,
    constants: Option<[u32; 4]>,
    /// Components of r24 and r25 that the bundle has written.
    pipeline: u8,
    /// Bytes that the stage writes: register, byte and value.
    writes: Vec<(u8, u8, u8)>,
    /// Components of r1 that the bundle has written.
    wrote: u8,
}

/// A component as the operation takes it: 64 bits in two words, or one of 32.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Raw {
    low: u32,
    high: u32,
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
            bundle.vector(v);
        }
        if let Some(s) = &alu.sadd {
            bundle.scalar(s);
        }
        bundle.commit();
        if let Some(v) = &alu.vadd {
            bundle.vector(v);
        }
        if let Some(s) = &alu.smul {
            bundle.scalar(s);
        }
        if let Some(v) = &alu.lut {
            bundle.vector(v);
        }
        bundle.commit();
        bundle.wrote
    }

    fn missing(&mut self, what: &'static str) {
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

    /// The raw component that a source has at a position, and its bits.
    fn pick(&mut self, register: u8, src: &VectorSrc, bits: u32, p: usize) -> (u64, u32) {
        let selector = |i: usize| usize::from(src.swizzle >> (2 * (i % 4)) & 3);
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

    /// An integer of the operation's width as its values take it.
    fn integer(&self, op: AluOp, raw: u64, bits: u32) -> u32 {
        match alu::unsigned_sources(op) {
            true => raw as u32,
            false => ((raw << (64 - bits)) as i64 >> (64 - bits)) as u32,
        }
    }

    fn immediate(&mut self, op: AluOp, imm: u16, bits: u32) -> u32 {
        match reads_integers(op) {
            false => self.float(imm.into(), 16, 0),
            true => {
                let wide = widened(imm.into(), 0, 16, bits.max(16));
                self.integer(op, wide & (u64::MAX >> (64 - bits)), bits)
            }
        }
    }

    fn source(&mut self, v: &Vector, op: AluOp, i: usize, p: usize) -> u32 {
        let bits = v.mode.bits();
        if i == 1
            && let Some(imm) = v.immediate()
        {
            return self.immediate(op, imm, bits);
        }
        let src = &v.src[i];
        let register = if i == 0 { v.regs.src1 } else { v.regs.src2 };
        let (raw, own) = self.pick(register, src, bits, p);
        match reads_integers(op) {
            false => self.float(raw, own, src.modifier),
            true if own == bits => self.integer(op, raw, bits),
            true if own < 8 => {
                self.missing("components of 4 bits");
                self.c.program.quirks().undefined
            }
            true => {
                let wide = widened(raw, src.modifier, own, bits);
                self.integer(op, wide, bits)
            }
        }
    }

    fn wide_source(&mut self, v: &Vector, op: AluOp, i: usize, p: usize) -> Raw {
        let program = self.c.program;
        let float = !reads_integers(op);
        let doubled = |word: u32| Raw {
            low: value(program, Code::WidenFloat(Part::Low), [word; 4]),
            high: value(program, Code::WidenFloat(Part::High), [word; 4]),
        };
        if i == 1
            && let Some(imm) = v.immediate()
        {
            if float {
                let word = self.float(imm.into(), 16, 0);
                return doubled(word);
            }
            let wide = widened(imm.into(), 0, 16, 64);
            return Raw {
                low: wide as u32,
                high: (wide >> 32) as u32,
            };
        }
        let src = &v.src[i];
        let register = if i == 0 { v.regs.src1 } else { v.regs.src2 };
        let selector = |i: usize| usize::from(src.swizzle >> (2 * (i % 4)) & 3);
        let places = arranged(std::array::from_fn(|i| i as u8), src.expand);
        let mut words = [0u32; 2];
        for (n, to) in words.iter_mut().enumerate() {
            let s = selector(2 * p + n);
            if !src.expand.widens() {
                *to = self.word(register, places[4 * s] / 4);
                continue;
            }
            let word = self.word(register, places[4 * (s / 2)] / 4);
            let both = match float {
                true => doubled(word),
                false => {
                    let wide = widened(word.into(), src.modifier, 32, 64);
                    Raw {
                        low: wide as u32,
                        high: (wide >> 32) as u32,
                    }
                }
            };
            *to = if s % 2 == 0 { both.low } else { both.high };
        }
        let mut raw = Raw {
            low: words[0],
            high: words[1],
        };
        if float {
            raw.high = self.float(raw.high.into(), 32, src.modifier);
        }
        raw
    }

    fn condition(&mut self, component: u8) -> u32 {
        read(
            self.c,
            self.lane,
            self.ip,
            Register::Condition.slot(component),
        )
    }

    fn operation(&mut self, code: crate::isa::AluCode) -> Option<AluOp> {
        let op = code.row().map(|row| row.op.op);
        let what = match op {
            None => Some("an ALU operation without a documented meaning"),
            Some(op) => missing::alu(op),
        };
        if let Some(what) = what {
            self.missing(what);
            return None;
        }
        op
    }

    fn vector(&mut self, v: &Vector) {
        let Some(op) = self.operation(v.op) else {
            return;
        };
        let bits = v.mode.bits();
        let narrow = match v.shrink {
            Shrink::None => bits,
            Shrink::Lower | Shrink::Upper if bits > 8 => bits / 2,
            _ => {
                self.missing("an undocumented shrink mode");
                return;
            }
        };
        let channels = v.op.channels();
        if channels != 0 && matches!(v.mode, RegMode::W8 | RegMode::W64) {
            self.missing("operations across components of 8 or 64 bits");
            return;
        }
        let count = 128 / bits as usize;
        for p in 0..count {
            if u32::from(v.mask) >> (p * bits as usize / 16) & 1 == 0 {
                continue;
            }
            let result = match v.mode {
                RegMode::W64 => self.wide_result(v, op, p),
                _ => self.result(v, op, p),
            };
            let Some(result) = result else {
                return;
            };
            let out = Output {
                op,
                outmod: v.outmod,
                bits,
                narrow,
            };
            let number = p + if v.shrink == Shrink::Upper { count } else { 0 };
            self.deliver(&out, result, v.regs.out, number);
        }
    }

    /// The value of an operation of up to 32 bits at a position: both operands, if the
    /// output modifier is part of it.
    fn result(&mut self, v: &Vector, op: AluOp, p: usize) -> Option<Raw> {
        use AluOp::*;
        let program = self.c.program;
        let width = width(v.mode.bits());
        let low = |low: u32| Some(Raw { low, high: 0 });
        match op {
            Fdot3 | Fdot4 => {
                let n = if op == Fdot3 { 3 } else { 4 };
                let mut products = Vec::new();
                for i in 0..n {
                    let (a, b) = (self.source(v, op, 0, i), self.source(v, op, 1, i));
                    products.push(value(program, Code::Mul, [a, b, 0, 0]));
                }
                let sum = |a, b| value(program, Code::Add, [a, b, 0, 0]);
                let pairs = program.quirks().dot_order == DotOrder::Pairs;
                low(match *products.as_slice() {
                    [x, y, z, w] if pairs => sum(sum(x, y), sum(z, w)),
                    [first, ref rest @ ..] => rest.iter().fold(first, |all, x| sum(all, *x)),
                    [] => 0,
                })
            }
            _ if v.op.channels() != 0 => {
                let mut results = Vec::new();
                for i in 0..4 {
                    let (a, b) = (self.source(v, op, 0, i), self.source(v, op, 1, i));
                    results.push(value(program, Code::Alu(op, width), [a, b, 0, 0]) != 0);
                }
                let all = matches!(op as u8, 0x88..=0x8b | 0xa8..=0xad);
                let holds = match all {
                    true => results.iter().all(|x| *x),
                    false => results.iter().any(|x| *x),
                };
                low(if holds { u32::MAX } else { 0 })
            }
            Icsel | Fcsel => {
                let (a, b) = (self.source(v, op, 0, p), self.source(v, op, 1, p));
                low(if self.condition(3) != 0 { a } else { b })
            }
            IcselV | FcselV => {
                let (a, b) = (self.source(v, op, 0, p), self.source(v, op, 1, p));
                let per_word = 32 / v.mode.bits() as usize;
                let word = self.condition((p / per_word) as u8);
                let bits = v.mode.bits();
                let part = word >> (p % per_word * bits as usize);
                let condition = (part << (32 - bits)) as i32 >> (32 - bits);
                low(value(
                    program,
                    Code::SelectBits,
                    [condition as u32, a, b, 0],
                ))
            }
            Ffma | FfmaRtz | FfmaRtn | FfmaRtp => {
                let (a, b) = (self.source(v, op, 0, 0), self.source(v, op, 0, 1));
                let c = self.source(v, op, 1, p);
                low(value(program, Code::Alu(op, width), [a, b, c, 0]))
            }
            Fatan2Pt1 if p % 4 == 1 => {
                self.missing(alu::ANGLE_Y);
                None
            }
            Fatan2Pt1 => {
                let (a, b) = (self.source(v, op, 0, p), self.source(v, op, 1, p));
                low(value(program, Code::Angle(p as u8 % 4), [a, b, 0, 0]))
            }
            Freduce if width != Width::W32 => {
                self.missing("FREDUCE of components other than 32 bits");
                None
            }
            Freduce => {
                let mask = alu::reduced_exponent(program.quirks());
                let all = [0, 1, 2, 3].map(|i| self.source(v, op, 0, i) & mask);
                let largest = all.into_iter().fold(0, u32::max);
                let a = self.source(v, op, 0, p);
                low(value(program, Code::Alu(op, width), [a, largest, 0, 0]))
            }
            Ichoose if width != Width::W32 => {
                self.missing("CHOOSE of components other than 32 bits");
                None
            }
            Ichoose => {
                let n = self.source(v, op, 1, p) & 3;
                let all = [0, 1, 2, 3].map(|i| self.source(v, op, 0, i));
                low(all[n as usize])
            }
            _ => {
                let [first, second] = alu::sources(op);
                let a = first.then(|| self.source(v, op, 0, p));
                let b = second.then(|| self.source(v, op, 1, p));
                Some(operands(a, b))
            }
        }
    }

    fn wide_result(&mut self, v: &Vector, op: AluOp, p: usize) -> Option<Raw> {
        use AluOp::*;
        let program = self.c.program;
        let mut source = |i: usize| match alu::sources(op)[i] {
            true => self.wide_source(v, op, i, p),
            false => Raw { low: 0, high: 0 },
        };
        let (a, b) = (source(0), source(1));
        match op {
            Icsel | Fcsel => Some(if self.condition(3) != 0 { a } else { b }),
            IcselV | FcselV => {
                let mut words = [0; 2];
                let both = [(a.low, b.low), (a.high, b.high)];
                for (n, (x, y)) in both.into_iter().enumerate() {
                    let condition = self.condition((2 * p + n) as u8);
                    words[n] = value(program, Code::SelectBits, [condition, x, y, 0]);
                }
                Some(Raw {
                    low: words[0],
                    high: words[1],
                })
            }
            Imov | Fmov => Some(b),
            _ if !alu::has_wide(op) => {
                self.missing("an operation on components of 64 bits");
                None
            }
            _ => {
                let s = [a.low, a.high, b.low, b.high];
                Some(Raw {
                    low: value(program, Code::Wide(op, Part::Low), s),
                    high: value(program, Code::Wide(op, Part::High), s),
                })
            }
        }
    }

    fn scalar(&mut self, s: &Scalar) {
        use AluOp::*;
        let Some(op) = self.operation(s.op) else {
            return;
        };
        let [first, second] = alu::sources(op);
        let imm = s.immediate();
        let full = [
            s.full,
            first && s.src[0].full,
            second && imm.is_none() && s.src[1].full,
        ];
        let bits = if full.contains(&true) { 32 } else { 16 };
        let fused = matches!(op, Ffma | FfmaRtz | FfmaRtn | FfmaRtp);
        let across = fused || matches!(op, Ichoose | Fatan2Pt1 | Freduce);
        if across || s.op.channels() != 0 {
            self.missing("operations across components in a scalar unit");
            return;
        }
        let mut source = |i: usize| {
            if i == 1
                && let Some(imm) = imm
            {
                return self.immediate(op, imm, bits);
            }
            let src = &s.src[i];
            let register = if i == 0 { s.regs.src1 } else { s.regs.src2 };
            let word = self.word(register, src.component / 2);
            let (raw, own) = match src.full {
                true => (u64::from(word), 32),
                false => (u64::from(word >> (16 * (src.component % 2)) & 0xffff), 16),
            };
            match reads_integers(op) {
                false => self.float(raw, own, src.modifier),
                true if own == bits => self.integer(op, raw, bits),
                true => {
                    let wide = widened(raw, src.modifier, own, bits);
                    self.integer(op, wide, bits)
                }
            }
        };
        let result = match op {
            Icsel | Fcsel | IcselV | FcselV => {
                let (a, b) = (source(0), source(1));
                let vector = matches!(op, IcselV | FcselV);
                let low = match vector {
                    true => {
                        let condition = self.condition(s.component / 2);
                        value(self.c.program, Code::SelectBits, [condition, a, b, 0])
                    }
                    false if self.condition(3) != 0 => a,
                    false => b,
                };
                Raw { low, high: 0 }
            }
            _ => {
                let a = first.then(|| source(0));
                let b = second.then(|| source(1));
                operands(a, b)
            }
        };
        let narrow = if s.full { 32 } else { 16 };
        let out = Output {
            op,
            outmod: s.outmod,
            bits,
            narrow,
        };
        let number = if s.full { s.component / 2 } else { s.component };
        self.deliver(&out, result, s.regs.out, number.into());
    }
}

fn width(bits: u32) -> Width {
    match bits {
        8 => Width::W8,
        16 => Width::W16,
        _ => Width::W32,
    }
}

fn reads_integers(op: AluOp) -> bool {
    crate::isa::AluCode::from(op).reads_integers()
}

fn operands(a: Option<u32>, b: Option<u32>) -> Raw {
    Raw {
        low: a.or(b).unwrap_or(0),
        high: b.or(a).unwrap_or(0),
    }
}
