//! Vertex fetch: addresses of attributes, and their conversion for the shader.

use tilescope_core::Span;
use tilescope_pixel::{Class, Packed};

use crate::bus::{Bus, Port};
use crate::chips::Chip;
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
    /// Its bits in memory.
    packed: Packed,
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
        Ok(e.words(bytes))
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
    let whole = scaled && state.optional(fe::generic_attrib_scale::AT + 4 * i) == 1;
    Element::new(state.word(fe::vertex_element_config::AT + 4 * i), whole)
}

fn newer(state: &State, i: u32) -> Element {
    let whole = state.optional(nfe::generic_attrib_scale::AT + 4 * i) == 1;
    Element::new(state.word(nfe::generic_attrib_config0::AT + 4 * i), whole)
}

impl Element {
    /// An element as its register describes it. What both registers have is in the same bits.
    fn new(word: u32, whole: bool) -> Element {
        use nfe::generic_attrib_config0 as c;
        let normalize = match c::NORMALIZE.of(word) {
            1 => Normalize::SignExtend,
            2 => Normalize::On,
            _ => Normalize::Off,
        };
        let ty = FeDataType::from_bits(c::TYPE.of(word) as u8);
        let components = [4, 1, 2, 3][c::NUM.of(word) as usize & 3];
        Element {
            stream: c::STREAM.of(word) as usize,
            ty,
            components,
            normalize,
            offset: c::START.of(word),
            endian: EndianMode::from_bits(c::ENDIAN.of(word) as u8),
            whole,
            packed: packed(
                ty,
                components as u8,
                if whole { Normalize::Off } else { normalize },
            ),
        }
    }

    /// Size in memory, in bytes.
    fn size(&self) -> u32 {
        self.packed.bytes.into()
    }

    /// The four words passed to the shader. Missing components are 0, 0, 0 and 1.
    fn words(&self, mut bytes: [u8; 16]) -> [u32; 4] {
        use FeDataType::*;
        let unit = match self.ty {
            Byte | UnsignedByte | ByteI => 1,
            Short | UnsignedShort | HalfFloat | ShortI => 2,
            _ => 4,
        };
        match (self.endian, unit) {
            (EndianMode::NoSwap | EndianMode::Unknown(_), _) | (_, 1) => {}
            (EndianMode::Swap32, 4) => bytes
                .as_chunks_mut::<4>()
                .0
                .iter_mut()
                .for_each(|b| b.reverse()),
            _ => bytes
                .as_chunks_mut::<2>()
                .0
                .iter_mut()
                .for_each(|b| b.reverse()),
        }
        let is_kept = self.whole || matches!(self.ty, ByteI | ShortI);
        let one = if self.whole { 1 } else { 1f32.to_bits() };
        let mut out = [0, 0, 0, one];
        let loaded = self
            .packed
            .load(&bytes)
            .into_iter()
            .zip(self.packed.channels);
        for (out, (word, bits)) in out.iter_mut().zip(loaded).take(self.components as usize) {
            *out = match (self.packed.class, self.normalize) {
                _ if is_kept => word,
                (Class::Uint, _) => (word as f32).to_bits(),
                (Class::Sint, Normalize::Off) => (word as i32 as f32).to_bits(),
                // 2c + 1 of 2^bits - 1, which never gives 0.
                (Class::Sint, _) => {
                    let steps = ((1u64 << bits.width) - 1) as f64;
                    (((2.0 * f64::from(word as i32) + 1.0) / steps) as f32).to_bits()
                }
                _ => word,
            };
        }
        out
    }
}

/// The channels of a type, and the numbers in them.
///
/// Mesa uses SIGN_EXTEND for normalised attributes, with the results of OpenGL 4.2, which
/// preserves 0. That ON is the formula of OpenGL ES 2.0 is inferred: it has no class of its
/// own, and stays an integer.
fn packed(ty: FeDataType, components: u8, normalize: Normalize) -> Packed {
    use FeDataType::*;
    let (class, width) = match ty {
        ByteI => return Packed::regular(Class::Sint, components, 8),
        ShortI => return Packed::regular(Class::Sint, components, 16),
        Byte => (Class::Sint, 8),
        UnsignedByte => (Class::Uint, 8),
        Short => (Class::Sint, 16),
        UnsignedShort => (Class::Uint, 16),
        Int => (Class::Sint, 32),
        UnsignedInt => (Class::Uint, 32),
        Float | Unknown(_) => (Class::Float, 32),
        HalfFloat => (Class::Float, 16),
        Fixed => (Class::Fixed, 32),
        Int2101010Rev | Int1010102 => (Class::Sint, 10),
        UnsignedInt2101010Rev | UnsignedInt1010102 => (Class::Uint, 10),
    };
    let class = match (class, normalize) {
        (Class::Uint, Normalize::SignExtend | Normalize::On) => Class::Unorm,
        (Class::Sint, Normalize::SignExtend) => Class::Snorm,
        _ => class,
    };
    match ty {
        Int2101010Rev | UnsignedInt2101010Rev => Packed::upwards(class, [10, 10, 10, 2]),
        Int1010102 | UnsignedInt1010102 => Packed::downwards(class, [10, 10, 10, 2]),
        _ => Packed::regular(class, components, width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As [`Element::new`] has it.
    #[test]
    fn both_registers_have_their_fields_in_the_same_bits() {
        use fe::vertex_element_config as old;
        use nfe::generic_attrib_config0 as new;
        let pairs = [
            (&old::STREAM, &new::STREAM),
            (&old::TYPE, &new::TYPE),
            (&old::NUM, &new::NUM),
            (&old::NORMALIZE, &new::NORMALIZE),
            (&old::START, &new::START),
            (&old::ENDIAN, &new::ENDIAN),
        ];
        for (old, new) in pairs {
            assert_eq!((old.lo, old.width), (new.lo, new.width), "{}", old.name);
        }
    }
}
