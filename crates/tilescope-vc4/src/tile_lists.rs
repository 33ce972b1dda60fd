//! Tile lists in memory: blocks, state records, compressed primitives.
//!
//! The binner appends to one list per tile. A list starts in the tile's initial
//! block and continues in blocks from the pool; blocks are joined by branches.
//! State is copied into a list when a primitive needs it and it has changed
//! since that list's last primitive.

use std::collections::VecDeque;

use tilescope_core::MemFault;

use crate::bus::{Bus, Port};
use crate::cmd::compressed::Encoder;
use crate::log::Log;
use crate::packets::{ListData, ListPrimitive, Packet};
use crate::prim::Indices;
use crate::state::{DrawState, Group};

/// Bytes kept free at the end of every block: a terminator and a branch.
const LINK: u32 = 6;
/// Longest item of a list, with the opcode that may open it.
const ITEM_RESERVE: u32 = 1 + 7;
/// Longest clipped primitive: opcode and address, item, terminator.
const CLIPPED_RESERVE: u32 = 5 + 7 + 1;
/// Bytes of the record of each group of state, in the order of [`Group::ALL`].
const STATE_BYTES: [u32; Group::ALL.len()] = [5, 4, 5, 5, 5, 3, 5, 9, 5, 9];
/// Number of buffered bytes from which on they are written.
const TAIL: usize = 32;
/// Bytes of tile state per tile. Source: Mesa and Linux reserve 48 (`vc4_validate.c`).
pub const TILE_STATE_BYTES: u32 = 48;

/// Reason why a list could not be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoom {
    /// The pool has no block left.
    OutOfMemory,
    /// The fuel ran out.
    OutOfFuel,
    /// The memory refused the write.
    Fault(MemFault),
}

impl From<MemFault> for NoRoom {
    fn from(f: MemFault) -> Self {
        NoRoom::Fault(f)
    }
}

/// The memory that blocks are allocated from.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    ranges: VecDeque<(u32, u32)>,
    block: u32,
    clip: (u32, u32),
}

impl Pool {
    /// A pool of `block`-byte blocks in `start..end`.
    pub fn new(start: u32, end: u32, block: u32) -> Self {
        let mut p = Pool {
            ranges: VecDeque::new(),
            block,
            clip: (0, 0),
        };
        p.add(start, end);
        p
    }

    /// Adds memory. Returns the number of blocks that fit.
    pub fn add(&mut self, start: u32, end: u32) -> u32 {
        // Compressed lists branch in units of 32 bytes.
        let start = start.checked_next_multiple_of(32).unwrap_or(u32::MAX);
        if end > start && end - start >= self.block {
            self.ranges.push_back((start, end));
            (end - start) / self.block
        } else {
            0
        }
    }

    /// Number of blocks left.
    pub fn blocks(&self) -> u64 {
        let blocks = |r: &(u32, u32)| u64::from((r.1 - r.0) / self.block);
        self.ranges.iter().map(blocks).sum()
    }

    /// Address of the next block.
    pub fn next(&self) -> u32 {
        self.ranges.front().map_or(0, |r| r.0)
    }

    /// Bytes left.
    pub fn left(&self) -> u32 {
        self.ranges
            .iter()
            .fold(0, |n, r| n.saturating_add(r.1 - r.0))
    }

    fn take(&mut self) -> Option<u32> {
        while let Some(r) = self.ranges.front_mut() {
            if r.1 - r.0 >= self.block {
                let at = r.0;
                r.0 += self.block;
                return Some(at);
            }
            self.ranges.pop_front();
        }
        None
    }

    /// Room for a clipped primitive's vertices, 8-byte aligned.
    pub fn take_bytes(&mut self, len: u32) -> Option<u32> {
        if self.clip.1 - self.clip.0 < len {
            // Allocates consecutive blocks, so that a record longer than a block fits.
            let mut first = self.take()?;
            let mut end = first + self.block;
            while end - first < len {
                let next = self.take()?;
                if next != end {
                    first = next;
                }
                end = next + self.block;
            }
            self.clip = (first, end);
        }
        let at = self.clip.0;
        self.clip.0 += len.next_multiple_of(8);
        self.clip.0 = self.clip.0.min(self.clip.1);
        Some(at)
    }
}

/// Serial numbers of the last change of each group of state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Serials(pub [u32; Group::ALL.len()]);

/// One tile's list.
#[derive(Clone, Debug)]
pub struct TileList {
    at: u32,
    end: u32,
    seen: Serials,
    format: Option<ListPrimitive>,
    open: bool,
    encoder: Encoder,
    /// Room for one item at a time.
    bytes: Vec<u8>,
    /// Bytes before `at` that are not in memory yet.
    tail: Vec<u8>,
    /// End of the memory that is known to accept writes.
    sure: u64,
    /// Primitives in the list.
    pub primitives: u32,
    /// Address of the first byte.
    pub start: u32,
}

/// List contents for one primitive.
pub struct Entry<'a> {
    /// The drawing state.
    pub state: &'a DrawState,
    /// The last change of each group.
    pub serials: &'a Serials,
    /// The vertices.
    pub indices: Indices,
    /// Address of the clipped vertices, if the primitive was clipped.
    pub clipped: Option<u32>,
}

fn list_primitive(indices: &Indices) -> ListPrimitive {
    match indices {
        Indices::Point(_) => ListPrimitive::Points,
        Indices::Line(_) => ListPrimitive::Lines,
        Indices::Triangle(_) => ListPrimitive::Triangles,
    }
}

fn encode(encoder: &mut Encoder, indices: Indices, out: &mut Vec<u8>) {
    match indices {
        Indices::Point(i) => encoder.point(i, out),
        Indices::Line(i) => encoder.line(i, out),
        Indices::Triangle(i) => encoder.triangle(i, out),
    };
}

impl TileList {
    /// An empty list in the block `start..start + len`.
    pub fn new(start: u32, len: u32) -> Self {
        TileList {
            at: start,
            end: start.saturating_add(len),
            seen: Serials::default(),
            format: None,
            open: false,
            encoder: Encoder::new(ListPrimitive::Triangles, ListData::Index16),
            bytes: Vec::new(),
            tail: Vec::new(),
            sure: 0,
            primitives: 0,
            start,
        }
    }

    /// The list as a tile state record.
    pub fn to_state(&self) -> [u8; 12] {
        let mut b = [0; 12];
        b[..4].copy_from_slice(&self.start.to_le_bytes());
        b[4..8].copy_from_slice(&self.at.to_le_bytes());
        b[8..].copy_from_slice(&self.end.to_le_bytes());
        b
    }

    /// A list that continues at the position in a tile state record, overwriting its
    /// return.
    pub fn from_state(b: &[u8; 12]) -> Self {
        let word = |i: usize| u32::from_le_bytes([b[i], b[i + 1], b[i + 2], b[i + 3]]);
        let (start, at, end) = (word(0), word(4), word(8));
        let mut list = TileList::new(start, 0);
        list.at = at;
        list.end = end;
        list
    }

    /// Appends bytes. Where memory is known to accept them, they are buffered until
    /// [`TileList::flush_tail`] at the latest.
    fn write(&mut self, bytes: &[u8], bus: &Bus<'_>, log: &mut Log) -> Result<(), NoRoom> {
        let len = bytes.len() as u32;
        if u64::from(self.at) + u64::from(len) <= self.sure {
            self.tail.extend_from_slice(bytes);
            self.at += len;
            if self.tail.len() >= TAIL {
                self.flush_tail(bus, log)?;
            }
            return Ok(());
        }
        self.flush_tail(bus, log)?;
        bus.write(log, Port::Ptb, self.at, bytes)?;
        self.at = self.at.wrapping_add(len);
        // A buffer accepts writes to all of its bytes or to none.
        let room = u64::from(self.at) + bus.mapped(self.at);
        self.sure = room.min(self.end.into());
        Ok(())
    }

    /// Writes the buffered bytes.
    fn flush_tail(&mut self, bus: &Bus<'_>, log: &mut Log) -> Result<(), NoRoom> {
        if !self.tail.is_empty() {
            let at = self.at.wrapping_sub(self.tail.len() as u32);
            bus.write(log, Port::Ptb, at, &self.tail)?;
            self.tail.clear();
        }
        Ok(())
    }

    /// Ensures that `len` bytes fit into the current block; otherwise continues in a
    /// new one.
    fn reserve(
        &mut self,
        len: u32,
        pool: &mut Pool,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<(), NoRoom> {
        if self.at.saturating_add(len + LINK) <= self.end {
            return Ok(());
        }
        let block = pool.take().ok_or(NoRoom::OutOfMemory)?;
        let amount = (i64::from(block) - i64::from(self.at & !31)) / 32;
        if self.open
            && let Ok(amount) = i16::try_from(amount)
        {
            let [a, b] = amount.to_le_bytes();
            self.write(&[0x82, a, b], bus, log)?;
        } else {
            self.close(bus, log)?;
            let mut bytes = Vec::with_capacity(8);
            Packet::Branch { address: block }.encode(&mut bytes);
            self.write(&bytes, bus, log)?;
        }
        self.flush_tail(bus, log)?;
        self.at = block;
        self.end = block + pool.block;
        self.sure = 0;
        Ok(())
    }

    fn close(&mut self, bus: &Bus<'_>, log: &mut Log) -> Result<(), NoRoom> {
        if self.open {
            self.open = false;
            self.write(&[0x80], bus, log)?;
        }
        Ok(())
    }

    fn packet(
        &mut self,
        p: &Packet,
        pool: &mut Pool,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<(), NoRoom> {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        p.encode(&mut bytes);
        let reserved = self.reserve(bytes.len() as u32 + 1, pool, bus, log);
        let written = reserved.and_then(|()| self.write(&bytes, bus, log));
        self.bytes = bytes;
        written
    }

    fn copy_state(
        &mut self,
        state: &DrawState,
        serials: &Serials,
        pool: &mut Pool,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<(), NoRoom> {
        for (i, group) in Group::ALL.into_iter().enumerate() {
            if self.seen.0[i] == serials.0[i] {
                continue;
            }
            if let Some(p) = state.packet(group) {
                self.close(bus, log)?;
                self.packet(&p, pool, bus, log)?;
            }
            self.seen.0[i] = serials.0[i];
        }
        Ok(())
    }

    /// Number of blocks that [`TileList::push`] takes: the same steps, counted.
    pub fn blocks_needed(&self, e: &Entry<'_>, block: u32) -> u64 {
        let (mut at, mut end, mut blocks, mut open) = (self.at, self.end, 0, self.open);
        let mut put = |at: &mut u32, reserve: u32, len: u32, open: &mut bool| {
            if at.saturating_add(reserve + LINK) > end {
                blocks += 1;
                *at = 0;
                end = block;
                // The list may have to be closed and opened again, if the next
                // block is too far away for a branch inside it.
                *open = false;
            }
            *at = at.wrapping_add(len);
        };
        for (i, group) in Group::ALL.into_iter().enumerate() {
            if self.seen.0[i] != e.serials.0[i] && e.state.packet(group).is_some() {
                at = at.wrapping_add(std::mem::take(&mut open).into());
                let len = STATE_BYTES[i];
                put(&mut at, len + 1, len, &mut open);
            }
        }
        let prim = list_primitive(&e.indices);
        if self.format != Some(prim) {
            at = at.wrapping_add(std::mem::take(&mut open).into());
            put(&mut at, 3, 2, &mut open);
        }
        if e.clipped.is_some() {
            at = at.wrapping_add(std::mem::take(&mut open).into());
            put(&mut at, CLIPPED_RESERVE, CLIPPED_RESERVE, &mut open);
        } else {
            put(&mut at, ITEM_RESERVE, ITEM_RESERVE, &mut open);
        }
        blocks
    }

    /// Appends a primitive. The caller must ensure that [`TileList::blocks_needed`]
    /// blocks are available.
    pub fn push(
        &mut self,
        e: &Entry<'_>,
        pool: &mut Pool,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<(), NoRoom> {
        self.copy_state(e.state, e.serials, pool, bus, log)?;
        let prim = list_primitive(&e.indices);
        if self.format != Some(prim) {
            self.close(bus, log)?;
            self.packet(
                &Packet::PrimitiveListFormat {
                    data: ListData::Index16,
                    prim,
                },
                pool,
                bus,
                log,
            )?;
            self.format = Some(prim);
            self.encoder = Encoder::new(prim, ListData::Index16);
        }
        if let Some(address) = e.clipped {
            self.close(bus, log)?;
            self.reserve(CLIPPED_RESERVE, pool, bus, log)?;
            let mut bytes = Vec::with_capacity(16);
            Packet::ClippedPrimitives { address, flags: 7 }.encode(&mut bytes);
            encode(&mut self.encoder, e.indices, &mut bytes);
            bytes.push(0x80);
            self.write(&bytes, bus, log)?;
        } else {
            self.reserve(ITEM_RESERVE, pool, bus, log)?;
            let mut bytes = std::mem::take(&mut self.bytes);
            bytes.clear();
            if !self.open {
                Packet::CompressedPrimitives.encode(&mut bytes);
                self.open = true;
            }
            encode(&mut self.encoder, e.indices, &mut bytes);
            let written = self.write(&bytes, bus, log);
            self.bytes = bytes;
            written?;
        }
        self.primitives += 1;
        Ok(())
    }

    /// Ends the list with a return, after all state if `all_state` is given. The
    /// return is overwritten if the list continues.
    pub fn finish(
        &mut self,
        all_state: Option<&DrawState>,
        pool: &mut Pool,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<(), NoRoom> {
        self.close(bus, log)?;
        if let Some(state) = all_state {
            for group in Group::ALL {
                if let Some(p) = state.packet(group) {
                    self.packet(&p, pool, bus, log)?;
                }
            }
        }
        let at = self.at;
        let mut bytes = Vec::with_capacity(1);
        Packet::ReturnFromSubList.encode(&mut bytes);
        self.write(&bytes, bus, log)?;
        self.flush_tail(bus, log)?;
        self.at = at;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tilescope_core::{AddressSpace, Region};

    fn indices() -> impl Strategy<Value = Indices> {
        prop_oneof![
            any::<[u16; 3]>().prop_map(Indices::Triangle),
            [0u16..40, 0..40, 0..40].prop_map(Indices::Triangle),
            any::<[u16; 2]>().prop_map(Indices::Line),
            any::<u16>().prop_map(Indices::Point),
        ]
    }

    fn state() -> DrawState {
        DrawState {
            flat_shade: Some(1),
            point_size: Some(1.0),
            line_width: Some(1.0),
            rht_x: Some(1),
            z_clip: Some((0.0, 1.0)),
            viewport: Some((1, 2)),
            ..DrawState::default()
        }
    }

    proptest! {
        /// The predicted number of blocks equals the number taken, however state changes.
        #[test]
        fn blocks_are_counted_exactly(
            steps in prop::collection::vec((indices(), any::<u16>(), any::<bool>()), 1..60),
            block in prop_oneof![Just(32u32), Just(64), Just(128), Just(256)],
        ) {
            let mut space = AddressSpace::new();
            space.map(Region::uninitialised("m", 0x1000, 1 << 16)).unwrap();
            let bus = Bus::new(&space);
            let mut log = Log::default();
            let mut pool = Pool::new(0x1100, 0x11000, block);
            let mut list = TileList::new(0x1000, 32);
            let state = state();
            let mut serials = Serials::default();
            for (indices, changed, clipped) in steps {
                for (i, s) in serials.0.iter_mut().enumerate() {
                    *s += u32::from(changed >> i & 1);
                }
                let clipped = clipped.then_some(0x1100);
                let e = Entry { state: &state, serials: &serials, indices, clipped };
                let before = pool.blocks();
                let need = list.blocks_needed(&e, block);
                list.push(&e, &mut pool, &bus, &mut log).unwrap();
                prop_assert!(before - pool.blocks() <= need);
                prop_assert!(need <= before - pool.blocks() + 1);
            }
        }
    }

    #[test]
    fn state_sizes_are_those_of_the_packets() {
        let state = state();
        for (i, group) in Group::ALL.into_iter().enumerate() {
            if let Some(p) = state.packet(group) {
                let mut bytes = Vec::new();
                p.encode(&mut bytes);
                assert_eq!(bytes.len() as u32, STATE_BYTES[i], "{group:?}");
            }
        }
    }
}
