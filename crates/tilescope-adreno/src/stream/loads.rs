//! Loads by packets and registers: shaders and descriptors.

use super::walk::Walk;
use super::{Kind, MAX_DEPTH};
use crate::isa::{self, Op};
use crate::regs::{self, Register, descriptors};

/// The largest number of instructions of a shader whose length is not stated.
const MAX_SHADER: usize = 1 << 14;

/// Words that are read at once of a shader whose length is not stated.
const CHUNK: usize = 1024;

/// Registers with the address of a shader.
const OBJECTS: [&str; 6] = [
    "SP_VS_OBJ_START",
    "SP_HS_OBJ_START",
    "SP_DS_OBJ_START",
    "SP_GS_OBJ_START",
    "SP_FS_OBJ_START",
    "SP_CS_OBJ_START",
];

/// Registers with the first descriptor set of graphics and of compute.
const BINDLESS: [&str; 2] = [
    "HLSQ_BINDLESS_BASE[0].ADDR",
    "HLSQ_CS_BINDLESS_BASE[0].ADDR",
];

/// The first word of `CP_LOAD_STATE6`.
struct Load {
    state: u32,
    source: u32,
    block: u32,
    units: usize,
}

/// Descriptors of a load: their rows, their words, words from one to the next.
struct Descriptors {
    rows: &'static [Register],
    words: usize,
    stride: usize,
}

impl Load {
    fn decode(word: u32) -> Load {
        Load {
            state: word >> 14 & 3,
            source: word >> 16 & 3,
            block: word >> 18 & 0xf,
            units: (word >> 22) as usize,
        }
    }

    fn is_shader(&self) -> bool {
        matches!((self.block, self.state), (0x8..=0xd, 0))
    }

    fn is_compute(&self) -> bool {
        matches!(self.block, 0x5 | 0xd | 0xf)
    }

    fn descriptors(&self) -> Option<Descriptors> {
        // Descriptors in a set all have the size of the largest.
        let in_set = |words| if self.source == 1 { 16 } else { words };
        let (rows, words) = match (self.block, self.state) {
            (0x0..=0x5, 0) => (descriptors::TEX_SAMP, 4),
            (0x0..=0x5, 1) | (0xd, 3) | (0xe | 0xf, 0) => (descriptors::TEX_CONST, 16),
            (0x0..=0x5 | 0x8..=0xd, 2) => (descriptors::UBO, 2),
            _ => return None,
        };
        Some(Descriptors {
            rows,
            words,
            stride: in_set(words),
        })
    }
}

impl Walk<'_, '_> {
    /// Lists the shader or the descriptors that `CP_LOAD_STATE6` loads.
    pub fn load_state(&mut self, address: u64, payload: &[u32]) {
        let &[first, low, high, ref direct @ ..] = payload else {
            self.problem(address, "CP_LOAD_STATE6 needs three words".to_string());
            return;
        };
        let load = Load::decode(first);
        let from = match load.source {
            0 => address.wrapping_add(16),
            1 => self.bindless(&load, low),
            2 => u64::from(high) << 32 | u64::from(low & !3),
            // The address is an offset in a uniform buffer, which only execution knows.
            _ => return,
        };
        if load.is_shader() {
            let count = load.units * 32;
            let words = if load.source == 0 {
                direct.to_vec()
            } else {
                self.words(from, count as u64)
            };
            self.shader(from, &words);
            return;
        }
        let Some(d) = load.descriptors() else {
            return;
        };
        let words = if load.source == 0 {
            direct.to_vec()
        } else {
            self.words(from, (load.units * d.stride) as u64)
        };
        for (i, descriptor) in words.chunks(d.stride).take(load.units).enumerate() {
            let at = from.wrapping_add((i * d.stride * 4) as u64);
            let used = d.words.min(descriptor.len());
            self.layout(at, d.rows, &descriptor[..used]);
        }
    }

    /// The address of an element of a descriptor set.
    fn bindless(&self, load: &Load, word: u32) -> u64 {
        let name = BINDLESS[usize::from(load.is_compute())];
        let base = regs::named(name).unwrap_or(0) + (word >> 28) * 2;
        let low = u64::from(self.decoder.register(base) & !3);
        let high = u64::from(self.decoder.register(base + 1));
        let offset = u64::from(word & 0xff_ffff) * 4;
        (high << 32 | low).wrapping_add(offset)
    }

    /// Lists the shader whose address is in a register, if the register holds one.
    pub fn shader_of(&mut self, number: u32) {
        let Some((row, _, 0)) = regs::at(number) else {
            return;
        };
        if !OBJECTS.contains(&row.value.name) || self.depth >= MAX_DEPTH {
            return;
        }
        let low = u64::from(self.decoder.register(number) & !0xf);
        let high = u64::from(self.decoder.register(number + 1));
        let from = high << 32 | low;
        if from != 0 {
            let words = self.shader_words(from);
            self.shader(from, &words);
        }
    }

    /// The words of a shader up to its end and some more.
    fn shader_words(&mut self, from: u64) -> Vec<u32> {
        let mut words = Vec::new();
        loop {
            let at = from.wrapping_add(words.len() as u64 * 4);
            let more = self.words(at, CHUNK as u64);
            let last = more.len() < CHUNK;
            words.extend(more);
            let program = program(&words);
            if last || program.len() >= MAX_SHADER || length(&program) < program.len() {
                return words;
            }
        }
    }

    /// Lists the instructions of a shader up to its end.
    fn shader(&mut self, address: u64, words: &[u32]) {
        let program = program(words);
        let program = &program[..length(&program)];
        for (i, line) in (0u64..).zip(isa::disassemble_program(program)) {
            let at = address.wrapping_add(i * 8);
            self.decoder.summary.instructions += 1;
            if !line.known {
                self.decoder.summary.unknown_instructions += 1;
            }
            if let Some(label) = line.label {
                self.line(Kind::Shader, at, format!("{label}:"));
            }
            let text = format!("[{:016x}] {}", line.word, line.text);
            self.line(Kind::Shader, at, text);
        }
    }
}

/// Words as instructions.
fn program(words: &[u32]) -> Vec<u64> {
    let pairs = words.chunks_exact(2);
    pairs
        .map(|pair| u64::from(pair[1]) << 32 | u64::from(pair[0]))
        .collect()
}

/// The number of instructions up to the first end that no branch passes. Without an
/// one all of them.
fn length(program: &[u64]) -> usize {
    let mut furthest = 0;
    for (i, &word) in program.iter().enumerate() {
        let Some(inst) = isa::decode(word) else {
            continue;
        };
        if let Some(distance) = inst.distance() {
            let to = (i as i64).saturating_add(i64::from(distance));
            furthest = furthest.max(usize::try_from(to).unwrap_or(0));
        }
        // A shader that continues in the next stage ends with `chsh` instead.
        if matches!(inst.row.op, Op::End | Op::ChSh) && i >= furthest {
            return i + 1;
        }
    }
    program.len()
}
