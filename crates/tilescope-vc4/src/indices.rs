//! Vertex indices of a draw, fetched from memory or generated.

use std::ops::Range;

use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::packets::{IndexType, Packet, PrimitiveMode};
use tilescope_core::Unit;
use tilescope_core::bus::Port as _;
use tilescope_draw::{IndexSize, Topology};

/// Bytes of indices fetched at a time.
const CHUNK: usize = 1024;

/// Source of the indices of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// `first`, `first + 1`, ...
    Array {
        /// The first index.
        first: u32,
    },
    /// A list in memory.
    List {
        /// Its address.
        address: u32,
        /// Their size.
        size: IndexSize,
        /// The largest index allowed.
        max: u32,
    },
}

impl Source {
    /// A list of `index_type`; unknown types are read as 16 bits.
    pub fn list(address: u32, index_type: IndexType, max: u32) -> Source {
        let size = match index_type {
            IndexType::U8 => IndexSize::U8,
            _ => IndexSize::U16,
        };
        Source::List { address, size, max }
    }
}

/// A draw, with its vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawCommand {
    /// Its primitives.
    pub mode: PrimitiveMode,
    /// The origin of its indices.
    pub source: Source,
    /// Their number.
    pub length: u32,
}

impl DrawCommand {
    /// The draw that `packet` is, if it is one.
    pub fn of(packet: &Packet) -> Option<DrawCommand> {
        let (mode, source, length) = match *packet {
            Packet::IndexedPrimitives {
                mode,
                index_type,
                length,
                address,
                max_index,
            } => (mode, Source::list(address, index_type, max_index), length),
            Packet::ArrayPrimitives {
                mode,
                length,
                first,
            } => (mode, Source::Array { first }, length),
            _ => return None,
        };
        Some(DrawCommand {
            mode,
            source,
            length,
        })
    }
}

/// Problems with the indices of a draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct IndexProblems {
    /// Position and value of the first index above the maximum.
    pub above_max: Option<(u32, u32)>,
    /// Position of the first index outside every buffer.
    pub unreadable: Option<u32>,
    /// Position of the first index that was never written.
    pub unwritten: Option<u32>,
    /// Whether a generated index exceeded 65535.
    pub above_16_bits: bool,
}

/// Fetches indices one after the other.
pub struct Fetch<'a> {
    bus: Bus<'a>,
    source: Source,
    range: Range<u32>,
    /// Empty until indices are read from memory: many draws generate them.
    chunk: Vec<u8>,
    chunk_range: Range<u32>,
    bytes: u64,
    /// Problems found so far.
    pub problems: IndexProblems,
}

impl<'a> Fetch<'a> {
    /// The `length` indices of `source`.
    pub fn new(source: Source, length: u32, bus: Bus<'a>) -> Self {
        Fetch {
            bus,
            source,
            range: 0..length,
            chunk: Vec::new(),
            chunk_range: 0..0,
            bytes: 0,
            problems: IndexProblems::default(),
        }
    }

    /// Counts the bytes that were read.
    pub fn count_bytes(&self, log: &mut Log) {
        log.traffic.read[Port::Vcd as usize] += self.bytes;
    }

    fn fill(&mut self, at: u32, address: u32, size: IndexSize) -> bool {
        let bytes = size.bytes();
        let start = u64::from(address) + u64::from(at) * u64::from(bytes);
        let mapped = self.bus.memory().mapped(start) / u64::from(bytes);
        let n = (CHUNK as u64 / u64::from(bytes))
            .min(mapped)
            .min(u64::from(self.range.end - at)) as u32;
        let len = (n * bytes) as usize;
        if n == 0 || start > u64::from(u32::MAX) {
            self.problems.unreadable.get_or_insert(at);
            return false;
        }
        self.bytes += len as u64;
        self.chunk.resize(CHUNK, 0);
        let chunk = &mut self.chunk[..len];
        if (self.bus.memory())
            .read(start, chunk, Unit(Port::Vcd.name()))
            .is_err()
        {
            self.problems.unreadable.get_or_insert(at);
            return false;
        }
        if !self.bus.initialised(start as u32, len as u32) {
            self.problems.unwritten.get_or_insert(at);
        }
        self.chunk_range = at..at + n;
        true
    }
}

impl Iterator for Fetch<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let at = self.range.next()?;
        match self.source {
            Source::Array { first } => {
                let index = u64::from(first) + u64::from(at);
                if index > 0xffff {
                    self.problems.above_16_bits = true;
                    return None;
                }
                Some(index as u32)
            }
            Source::List { address, size, max } => {
                if !self.chunk_range.contains(&at) && !self.fill(at, address, size) {
                    return None;
                }
                let index = size.at(&self.chunk, (at - self.chunk_range.start) as usize);
                if index > max {
                    self.problems.above_max.get_or_insert((at, index));
                }
                Some(index)
            }
        }
    }
}

/// Topology of a primitive mode; `None` for reserved encodings.
pub fn topology(mode: PrimitiveMode) -> Option<Topology> {
    Some(match mode {
        PrimitiveMode::Points => Topology::Points,
        PrimitiveMode::Lines => Topology::Lines,
        PrimitiveMode::LineLoop => Topology::LineLoop,
        PrimitiveMode::LineStrip => Topology::LineStrip,
        PrimitiveMode::Triangles => Topology::Triangles,
        PrimitiveMode::TriangleStrip => Topology::TriangleStrip,
        PrimitiveMode::TriangleFan => Topology::TriangleFan,
        PrimitiveMode::Unknown(_) => return None,
    })
}
