//! Loads by packets and registers: shaders and descriptors.

use super::texts::{end, program};
use super::walk::Walk;
use super::{Kind, Line, MAX_DEPTH};
use crate::regs::{Register, descriptors};

/// The largest number of instructions of a shader whose length is not stated.
const MAX_SHADER: usize = 1 << 14;

/// The words that are read first of a shader whose length is not stated.
const CHUNK: usize = 128;

/// `SP_*_OBJ_START`, registers with the address of a shader: vertex, hull, domain,
/// geometry, fragment, compute.
pub(super) const OBJECTS: [u32; 6] = [0xa81c, 0xa834, 0xa85c, 0xa88d, 0xa983, 0xa9b4];

/// `HLSQ_BINDLESS_BASE` and `HLSQ_CS_BINDLESS_BASE`, registers with the first descriptor set
/// of graphics and of compute.
pub(super) const BINDLESS: [u32; 2] = [0xbb20, 0xb9c0];

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
        let descriptors = load.descriptors();
        let from = match load.source {
            0 => address.wrapping_add(16),
            1 => self.bindless(&load, low),
            2 => u64::from(high) << 32 | u64::from(low & !3),
            // The address is an offset in a uniform buffer, which only execution knows.
            _ => return,
        };
        let size = match &descriptors {
            _ if load.is_shader() => load.units * 32,
            Some(d) => load.units * d.stride,
            None => return,
        };
        let memory;
        let words = if load.source == 0 {
            direct
        } else {
            memory = self.fetch(from, size as u64);
            &memory
        };
        let Some(d) = descriptors.filter(|_| !load.is_shader()) else {
            self.shader(from, words);
            return;
        };
        if load.source != 0 {
            self.decoder.summary.words += words.len() as u64;
        }
        for (i, descriptor) in words.chunks(d.stride).take(load.units).enumerate() {
            let at = from.wrapping_add((i * d.stride * 4) as u64);
            let used = d.words.min(descriptor.len());
            self.layout(at, d.rows, &descriptor[..used]);
        }
    }

    /// The address of an element of a descriptor set.
    fn bindless(&self, load: &Load, word: u32) -> u64 {
        let base = BINDLESS[usize::from(load.is_compute())] + (word >> 28) * 2;
        let low = u64::from(self.decoder.register(base) & !3);
        let high = u64::from(self.decoder.register(base + 1));
        let offset = u64::from(word & 0xff_ffff) * 4;
        (high << 32 | low).wrapping_add(offset)
    }

    /// Lists the shader whose address is in a register, if the register holds one.
    pub fn shader_of(&mut self, number: u32) {
        if !OBJECTS.contains(&number) || self.depth >= MAX_DEPTH {
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
        if let Some(length) = self.decoder.shaders.length(from) {
            let words = self.fetch(from, length as u64);
            if self.decoder.shaders.kept(from, &words).is_some() {
                return words;
            }
        }
        let mut words = Vec::new();
        loop {
            let at = from.wrapping_add(words.len() as u64 * 4);
            let wanted = words.len().max(CHUNK);
            let more = self.fetch(at, wanted as u64);
            let last = more.len() < wanted;
            words.extend(more);
            let program = program(&words);
            if last || program.len() >= MAX_SHADER || end(&program).is_some() {
                return words;
            }
        }
    }

    /// Lists the instructions of a shader up to its end.
    fn shader(&mut self, address: u64, words: &[u32]) {
        let shader = self.decoder.shaders.get(address, words);
        shader.count(&mut self.decoder.summary);
        if let Some(checker) = &mut self.decoder.checker {
            let (words, ended) = shader.checked();
            checker.shader(address, words, ended);
        }
        for line in &shader.lines {
            (self.out)(Line {
                kind: Kind::Shader,
                depth: usize::from(self.depth),
                address: address.wrapping_add(line.index * 8),
                text: &line.text,
            });
        }
    }
}
