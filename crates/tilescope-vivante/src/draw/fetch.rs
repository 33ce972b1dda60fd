//! Vertex fetch: addresses of attributes, and their conversion for the shader.

use half::f16;

use crate::bus::{Bus, Port};
use crate::chips::Chip;
use crate::hazards::Span;
use crate::log::{Log, Register};
use crate::regs::enums::{EndianMode, FeDataType};
use crate::regs::{fe, nfe};
use crate::rules::{draw as rules, mem};
use crate::state::State;
use crate::stopped::{Stopped, at_memory};

/// Conversion of integer components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Normalize {
    /// Integers are converted to floats of the same value.
    Off,
    /// Normalised to [-1, 1], with 0 preserved.
    SignExtend,
    /// Normalised.
    On,
}

/// One attribute of a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub stream: usize,
    pub ty: FeDataType,
    pub components: u32,
    pub normalize: Normalize,
    /// Bytes from the start of the vertex.
    pub offset: u32,
    pub endian: EndianMode,
    /// Integers are passed to the shader unconverted.
    pub whole: bool,
}

/// A vertex stream.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stream {
    pub base: u32,
    pub stride: u32,
    pub divisor: u32,
    /// The register that holds `base`.
    pub register: Option<Register>,
}

/// Addresses and formats of attributes.
#[derive(Clone, Debug)]
pub(super) struct Attributes {
    pub elements: Vec<Element>,
    pub streams: [Stream; 16],
}

/// The vertex whose attributes are fetched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub index: u32,
    pub instance: u32,
}

impl Attributes {
    /// Decodes the registers of the first `count` elements.
    pub(super) fn new(state: &State, chip: &Chip, count: u32) -> Attributes {
        let halti = chip.features.halti();
        let elements = (0..count.min(16)).map(|i| match halti {
            Some(5..) => newer(state, i),
            _ => older(state, i, halti >= Some(2)),
        });
        let elements: Vec<Element> = elements.collect();
        let mut streams = [Stream::default(); 16];
        for (i, stream) in (0..).zip(&mut streams) {
            if !elements.iter().any(|e| e.stream & 15 == i as usize) {
                continue;
            }
            *stream = match halti {
                Some(2..) => Stream {
                    base: state.word(nfe::vertex_streams_base_addr::AT + 4 * i),
                    stride: state.field(
                        nfe::vertex_streams_control::AT + 4 * i,
                        &nfe::vertex_streams_control::VERTEX_STRIDE,
                    ),
                    divisor: state.optional(nfe::vertex_streams_vertex_divisor::AT + 4 * i),
                    register: Some((
                        "NFE.VERTEX_STREAMS.BASE_ADDR",
                        nfe::vertex_streams_base_addr::AT + 4 * i,
                    )),
                },
                _ if chip.specs.streams > 1 && i < 8 => older_stream(
                    state,
                    "FE.VERTEX_STREAMS.BASE_ADDR",
                    fe::vertex_streams_base_addr::AT + 4 * i,
                    fe::vertex_streams_control::AT + 4 * i,
                ),
                _ if chip.specs.streams <= 1 && i == 0 => older_stream(
                    state,
                    "FE.VERTEX_STREAM_BASE_ADDR",
                    fe::vertex_stream_base_addr::AT,
                    fe::vertex_stream_control::AT,
                ),
                _ => Stream::default(),
            };
        }
        Attributes { elements, streams }
    }

    /// The memory of the per-vertex attributes of vertices `low` to `high`.
    pub(super) fn memory(&self, low: u32, high: u32) -> impl Iterator<Item = Span> {
        let per_vertex = move |e: &&Element| self.streams[e.stream & 15].divisor == 0;
        self.elements.iter().filter(per_vertex).map(move |e| {
            let s = &self.streams[e.stream & 15];
            let first = low.wrapping_mul(s.stride).wrapping_add(e.offset);
            let rest = u64::from(high.wrapping_sub(low)) * u64::from(s.stride);
            Span::new(s.base.wrapping_add(first), rest + u64::from(e.size()))
        })
    }

    /// The first addresses of the elements.
    pub(super) fn bases(&self) -> impl Iterator<Item = u32> {
        let base = |e: &Element| self.streams[e.stream & 15].base.wrapping_add(e.offset);
        self.elements.iter().map(base)
    }

    /// The number of requests for the attributes of vertices, and of those that
    /// cross a multiple of 16 bytes.
    pub(super) fn requests(&self, vertices: &[u32]) -> (u64, u64) {
        let mut split = 0;
        let per_vertex = |e: &&Element| self.streams[e.stream & 15].divisor == 0;
        let elements: Vec<&Element> = self.elements.iter().filter(per_vertex).collect();
        for e in &elements {
            let s = &self.streams[e.stream & 15];
            let crosses = |number: u32| {
                let first = number.wrapping_mul(s.stride).wrapping_add(e.offset);
                (s.base.wrapping_add(first) & 15) + e.size() > 16
            };
            // Alignments repeat after 16 vertices.
            let mut of = [false; 16];
            (0..).zip(&mut of).for_each(|(n, c)| *c = crosses(n));
            if of.contains(&true) {
                let all = vertices.iter();
                split += all.filter(|v| of[(**v & 15) as usize]).count() as u64;
            }
        }
        (vertices.len() as u64 * elements.len() as u64, split)
    }

    /// The words of element `n` of a vertex.
    ///
    /// # Errors
    /// If the address is outside mapped memory.
    pub(super) fn fetch(
        &self,
        n: usize,
        vertex: Vertex,
        bus: Bus<'_>,
        log: &mut Log,
    ) -> Result<[u32; 4], Stopped> {
        let e = &self.elements[n];
        let s = &self.streams[e.stream & 15];
        let number = match s.divisor {
            0 => vertex.index,
            d => vertex.instance / d,
        };
        let address = s
            .base
            .wrapping_add(number.wrapping_mul(s.stride))
            .wrapping_add(e.offset);
        let mut bytes = [0; 16];
        let size = e.size() as usize;
        let part = &mut bytes[..size];
        bus.read(log, Port::Fe, address, part)
            .map_err(|fault| at_memory(&mem::READ_OUTSIDE, s.register, fault, log))?;
        if !bus.initialised(address, size as u32) {
            log.find(&rules::VERTEX_NOT_WRITTEN, (s.base, n as u32), |at| {
                let text =
                    format!("element {n} of vertex {number} at {address:#010x} was never written");
                (at.clone(), text)
            });
        }
        Ok(e.words(&bytes))
    }
}

fn older_stream(state: &State, name: &'static str, base: u32, control: u32) -> Stream {
    use fe::vertex_streams_control as c;
    Stream {
        base: state.word(base),
        stride: state.field(control, &c::VERTEX_STRIDE),
        divisor: state.field(control, &c::VERTEX_DIVISOR),
        register: Some((name, base)),
    }
}

fn older(state: &State, i: u32, scaled: bool) -> Element {
    use fe::vertex_element_config as c;
    let word = state.word(c::AT + 4 * i);
    Element {
        stream: c::STREAM.of(word) as usize,
        ty: FeDataType::from_bits(c::TYPE.of(word) as u8),
        components: [4, 1, 2, 3][c::NUM.of(word) as usize & 3],
        normalize: normalize(c::NORMALIZE.of(word)),
        offset: c::START.of(word),
        endian: EndianMode::from_bits(c::ENDIAN.of(word) as u8),
        whole: scaled && state.optional(fe::generic_attrib_scale::AT + 4 * i) == 1,
    }
}

fn newer(state: &State, i: u32) -> Element {
    use nfe::generic_attrib_config0 as c;
    let word = state.word(c::AT + 4 * i);
    Element {
        stream: c::STREAM.of(word) as usize,
        ty: FeDataType::from_bits(c::TYPE.of(word) as u8),
        components: [4, 1, 2, 3][c::NUM.of(word) as usize & 3],
        normalize: normalize(c::NORMALIZE.of(word)),
        offset: c::START.of(word),
        endian: EndianMode::from_bits(c::ENDIAN.of(word) as u8),
        whole: state.optional(nfe::generic_attrib_scale::AT + 4 * i) == 1,
    }
}

fn normalize(bits: u32) -> Normalize {
    match bits {
        1 => Normalize::SignExtend,
        2 => Normalize::On,
        _ => Normalize::Off,
    }
}

impl Element {
    /// Size in memory, in bytes.
    fn size(&self) -> u32 {
        use FeDataType::*;
        match self.ty {
            Byte | UnsignedByte | ByteI => self.components,
            Short | UnsignedShort | HalfFloat | ShortI => 2 * self.components,
            Int2101010Rev | UnsignedInt2101010Rev | Int1010102 | UnsignedInt1010102 => 4,
            Int | UnsignedInt | Float | Fixed | Unknown(_) => 4 * self.components,
        }
    }

    /// The four words passed to the shader. Missing components are 0, 0, 0 and 1.
    fn words(&self, bytes: &[u8; 16]) -> [u32; 4] {
        use FeDataType::*;
        let one = if self.whole { 1 } else { 1f32.to_bits() };
        let mut out = [0, 0, 0, one];
        for (i, out) in out.iter_mut().enumerate().take(self.components as usize) {
            let byte = |i: usize| bytes[i & 15];
            let half = |i: usize| {
                let b = [byte(2 * i), byte(2 * i + 1)];
                match self.endian {
                    EndianMode::NoSwap | EndianMode::Unknown(_) => u16::from_le_bytes(b),
                    _ => u16::from_be_bytes(b),
                }
            };
            let word = |i: usize| {
                let b = [
                    byte(4 * i),
                    byte(4 * i + 1),
                    byte(4 * i + 2),
                    byte(4 * i + 3),
                ];
                match self.endian {
                    EndianMode::NoSwap | EndianMode::Unknown(_) => u32::from_le_bytes(b),
                    EndianMode::Swap16 => u32::from_le_bytes([b[1], b[0], b[3], b[2]]),
                    EndianMode::Swap32 => u32::from_be_bytes(b),
                }
            };
            let ten = |low: u32, bits: u32| word(0) >> low & ((1 << bits) - 1);
            *out = match self.ty {
                Byte => self.signed(byte(i) as i8 as i32, 8),
                UnsignedByte => self.unsigned(byte(i).into(), 8),
                ByteI => byte(i) as i8 as i32 as u32,
                Short => self.signed(half(i) as i16 as i32, 16),
                UnsignedShort => self.unsigned(half(i).into(), 16),
                ShortI => half(i) as i16 as i32 as u32,
                Int => self.signed(word(i) as i32, 32),
                UnsignedInt => self.unsigned(word(i), 32),
                Float | Unknown(_) => word(i),
                HalfFloat => f16::from_bits(half(i)).to_f32().to_bits(),
                Fixed => ((word(i) as i32) as f32 / 65536.0).to_bits(),
                UnsignedInt2101010Rev | Int2101010Rev | UnsignedInt1010102 | Int1010102 => {
                    let highest = matches!(self.ty, UnsignedInt1010102 | Int1010102);
                    let (low, bits) = match (i, highest) {
                        (3, false) => (30, 2),
                        (i, false) => (10 * i as u32, 10),
                        (3, true) => (0, 2),
                        (i, true) => (22 - 10 * i as u32, 10),
                    };
                    let value = ten(low, bits);
                    match self.ty {
                        Int2101010Rev | Int1010102 => {
                            let shift = 32 - bits;
                            self.signed((value << shift) as i32 >> shift, bits)
                        }
                        _ => self.unsigned(value, bits),
                    }
                }
            };
        }
        out
    }

    fn unsigned(&self, value: u32, bits: u32) -> u32 {
        if self.whole {
            return value;
        }
        let largest = (u64::MAX >> (64 - bits)) as f64;
        match self.normalize {
            Normalize::Off => (value as f32).to_bits(),
            Normalize::SignExtend | Normalize::On => {
                ((f64::from(value) / largest) as f32).to_bits()
            }
        }
    }

    /// Normalises a signed integer to [-1, 1]. Mesa uses SIGN_EXTEND for normalised
    /// attributes, with the results of OpenGL 4.2, which preserves 0. That ON is
    /// the formula of OpenGL ES 2.0, which never gives 0, is inferred.
    fn signed(&self, value: i32, bits: u32) -> u32 {
        if self.whole {
            return value as u32;
        }
        let largest = (u64::MAX >> (65 - bits)) as f64;
        match self.normalize {
            Normalize::Off => (value as f32).to_bits(),
            Normalize::SignExtend => ((f64::from(value) / largest).max(-1.0) as f32).to_bits(),
            Normalize::On => {
                let steps = 2.0 * largest + 1.0;
                (((2.0 * f64::from(value) + 1.0) / steps) as f32).to_bits()
            }
        }
    }
}
