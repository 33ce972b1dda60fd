//! Checks and relocation of binning lists. Source: Linux `vc4_validate.c`.

use tilescope_core::{Frame, Location, Rule};
use tilescope_vc4::packets::{self, SIZES};
use tilescope_vc4::rules::{cl, kernel as rules};

use super::refuse::Refusal;
use super::shader_record::ShaderState;
use super::submit::{Allocate, Buffers, Purpose};

/// Opcodes, as numbered by Linux.
mod op {
    pub const HALT: u8 = 0;
    pub const NOP: u8 = 1;
    pub const FLUSH: u8 = 4;
    pub const START_TILE_BINNING: u8 = 6;
    pub const INCREMENT_SEMAPHORE: u8 = 7;
    pub const GL_INDEXED_PRIMITIVE: u8 = 32;
    pub const GL_ARRAY_PRIMITIVE: u8 = 33;
    pub const PRIMITIVE_LIST_FORMAT: u8 = 56;
    pub const GL_SHADER_STATE: u8 = 64;
    pub const CONFIGURATION_BITS: u8 = 96;
    pub const VIEWPORT_OFFSET: u8 = 103;
    pub const CLIPPER_XY_SCALING: u8 = 105;
    pub const CLIPPER_Z_SCALING: u8 = 106;
    pub const TILE_BINNING_MODE_CONFIG: u8 = 112;
    pub const GEM_HANDLES: u8 = 254;
}

/// Bits of the last byte of TILE_BINNING_MODE_CONFIG. Source: Linux `vc4_packet.h`.
mod config {
    pub const TILE_BUFFER_64BIT: u8 = 1 << 1;
    pub const AUTO_INIT: u8 = 1 << 2;
    pub const INITIAL_BLOCK: u8 = 3 << 3;
    pub const BLOCK: u8 = 3 << 5;
    pub const BLOCK_128: u8 = 2 << 5;
    pub const DOUBLE_BUFFER: u8 = 1 << 7;
}

/// Bytes of tile state for a tile, and of the first block of its list.
const TILE_STATE: u32 = 48;
/// Bytes of the first block of a tile's list: the meaning of initial block size 0.
pub const FIRST_BLOCK: u32 = 32;
/// Granule to which the hardware rounds the first blocks of all tiles.
const BLOCKS_ALIGN: u32 = 256;
/// Memory for further blocks, used before overflow memory.
const MORE_BLOCKS: u32 = 1 << 20;

/// The tile lists of the binner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tiles {
    /// Tiles in a row.
    pub x: u8,
    /// Rows of tiles.
    pub y: u8,
    /// GPU address of the tile lists: the first block of tile `i` is `i *`
    /// [`FIRST_BLOCK`] bytes in.
    pub lists: u32,
}

/// The results of checking a binning list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Bytes of the checked list.
    pub len: u32,
    /// The shader states, in order.
    pub states: Vec<ShaderState>,
    /// The tiles.
    pub tiles: Tiles,
}

/// A binning list while it is being checked.
pub struct BinList<'a> {
    /// The client's list.
    pub source: &'a [u8],
    /// The checked list; at least as long.
    pub list: &'a mut [u8],
    /// GPU address of the checked list.
    pub address: u32,
    /// GPU address of the first shader record.
    pub records_address: u32,
    /// The number of shader records that the client declares.
    pub declared_records: u32,
}

#[derive(Default)]
struct Seen {
    config: bool,
    start: bool,
    semaphore: bool,
    flush: bool,
    handles: [u32; 2],
    record_at: u32,
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn put(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

fn allowed(opcode: u8) -> bool {
    matches!(
        opcode,
        op::HALT
            | op::NOP
            | op::FLUSH..=op::INCREMENT_SEMAPHORE
            | op::GL_INDEXED_PRIMITIVE
            | op::GL_ARRAY_PRIMITIVE
            | op::PRIMITIVE_LIST_FORMAT
            | op::GL_SHADER_STATE
            | op::CONFIGURATION_BITS..=op::VIEWPORT_OFFSET
            | op::CLIPPER_XY_SCALING
            | op::CLIPPER_Z_SCALING
            | op::TILE_BINNING_MODE_CONFIG
            | op::GEM_HANDLES
    )
}

/// The place of a record: the list, and the packet in it.
#[derive(Clone, Copy)]
struct Place<'a> {
    list: &'a Location,
    name: &'static str,
    address: u64,
    offset: u64,
}

impl Place<'_> {
    fn location(self) -> Location {
        let packet = Frame::Packet(self.name, self.address, self.offset);
        self.list.inside(packet)
    }
}

/// A record being checked: its bytes in the client's list and in ours.
struct Record<'a> {
    payload: &'a [u8],
    out: &'a mut [u8],
    /// The place, of which a location is built when the record is refused.
    at: Place<'a>,
    /// Bytes of the client's list from the record on.
    left: usize,
}

impl Record<'_> {
    fn refuse<T>(&self, rule: &'static Rule, message: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal::by(rule, self.at.location(), message))
    }
}

impl BinList<'_> {
    /// Checks the record. `allocate` provides memory for tile state and tile
    /// lists.
    pub fn check(
        self,
        buffers: &Buffers<'_>,
        allocate: &mut Allocate<'_>,
        at: &Location,
    ) -> Result<Found, Refusal> {
        let at = at.inside(Frame::List("binning", self.address.into()));
        let mut found = Found::default();
        let mut seen = Seen::default();
        let (mut from, mut to) = (0, 0);
        while from < self.source.len() {
            let opcode = self.source[from];
            let row = packets::find(opcode).filter(|_| allowed(opcode));
            let name = row.map_or("?", |r| r.name());
            let here = Place {
                list: &at,
                name,
                address: u64::from(self.address) + to as u64,
                offset: from as u64,
            };
            if row.is_none() {
                let message = format!("opcode {opcode}");
                return Err(Refusal::by(
                    &rules::PACKET_NOT_ALLOWED,
                    here.location(),
                    message,
                ));
            }
            let size = usize::from(SIZES[usize::from(opcode)]);
            let left = self.source.len() - from;
            let Some(packet) = self.source.get(from..from + size) else {
                let message = format!("the packet takes {size} bytes, {left} are left");
                return Err(Refusal::by(&cl::TRUNCATED_PACKET, here.location(), message));
            };
            // The handles are for the kernel; the hardware does not see them.
            let mut scratch = [0; 16];
            let pseudo = opcode == op::GEM_HANDLES;
            let out = if pseudo {
                &mut scratch[..size]
            } else {
                &mut self.list[to..to + size]
            };
            out.copy_from_slice(packet);
            let record = Record {
                payload: &packet[1..],
                out: &mut out[1..],
                at: here,
                left,
            };
            match opcode {
                op::FLUSH => seen.flush(&record)?,
                op::START_TILE_BINNING => seen.start(&record)?,
                op::INCREMENT_SEMAPHORE => seen.semaphore(&record)?,
                op::GL_INDEXED_PRIMITIVE => seen.indexed(record, &mut found, buffers)?,
                op::GL_ARRAY_PRIMITIVE => seen.array(&record, &mut found)?,
                op::GL_SHADER_STATE => {
                    let (base, most) = (self.records_address, self.declared_records);
                    seen.shader_state(record, &mut found, base, most)?;
                }
                op::TILE_BINNING_MODE_CONFIG => seen.config(record, &mut found, allocate)?,
                op::GEM_HANDLES => seen.handles = [word(packet, 1), word(packet, 5)],
                _ => {}
            }
            from += size;
            if !pseudo {
                to += size;
            }
            if opcode == op::HALT {
                break;
            }
        }
        found.len = to as u32;
        if !seen.start {
            let message = "START_TILE_BINNING is missing";
            return Err(Refusal::by(&cl::NO_START_TILE_BINNING, at, message));
        }
        if !seen.semaphore || !seen.flush {
            let rule = if seen.flush {
                &cl::MISSING_SEMAPHORE
            } else {
                &cl::FLUSH_MISSING
            };
            let message = "the list does not end with INCREMENT_SEMAPHORE and FLUSH";
            return Err(Refusal::by(rule, at, message));
        }
        Ok(found)
    }
}

impl Seen {
    fn flush(&mut self, r: &Record<'_>) -> Result<(), Refusal> {
        if r.left != 1 {
            return r.refuse(&cl::WORK_AFTER_FLUSH, "it is not the last packet");
        }
        self.flush = true;
        Ok(())
    }

    fn semaphore(&mut self, r: &Record<'_>) -> Result<(), Refusal> {
        if r.left != 2 {
            return r.refuse(&cl::EXCESS_SEMAPHORE, "it is not the last packet but one");
        }
        self.semaphore = true;
        Ok(())
    }

    fn start(&mut self, r: &Record<'_>) -> Result<(), Refusal> {
        if self.start {
            return r.refuse(&cl::TWO_START_TILE_BINNING, "it is the second one");
        }
        self.start = true;
        if !self.config {
            let message = "TILE_BINNING_MODE_CONFIG does not precede it";
            return r.refuse(&cl::NO_BINNING_CONFIG, message);
        }
        Ok(())
    }

    fn indexed(
        &mut self,
        r: Record<'_>,
        found: &mut Found,
        buffers: &Buffers<'_>,
    ) -> Result<(), Refusal> {
        let index_size = if r.payload[0] >> 4 == 0 { 1 } else { 2 };
        let (count, offset) = (word(r.payload, 1), word(r.payload, 5));
        let max_index = word(r.payload, 9);
        let Some(state) = found.states.last_mut() else {
            return r.refuse(&cl::DRAW_BEFORE_STATE, "no shader state precedes it");
        };
        state.max_index = state.max_index.max(max_index);
        let buffer = buffers.data(self.handles[0], &r.at.location())?;
        let room = buffer.size.checked_sub(offset).map(|n| n / index_size);
        if room.is_none_or(|n| n < count) {
            let message = format!(
                "{count} indices of {index_size} bytes from offset {offset}, in a buffer of {}",
                buffer.size
            );
            return r.refuse(&rules::INDICES_OUTSIDE, message);
        }
        put(r.out, 5, buffer.address.wrapping_add(offset));
        Ok(())
    }

    fn array(&mut self, r: &Record<'_>, found: &mut Found) -> Result<(), Refusal> {
        let (count, base) = (word(r.payload, 1), word(r.payload, 5));
        let Some(state) = found.states.last_mut() else {
            return r.refuse(&cl::DRAW_BEFORE_STATE, "no shader state precedes it");
        };
        let Some(end) = count.checked_add(base) else {
            let message = format!("{count} vertices from {base} on");
            return r.refuse(&rules::VERTEX_COUNT, message);
        };
        // With 0 vertices from 0 the highest index wraps around, as in Linux.
        state.max_index = state.max_index.max(end.wrapping_sub(1));
        Ok(())
    }

    fn shader_state(
        &mut self,
        r: Record<'_>,
        found: &mut Found,
        base: u32,
        most: u32,
    ) -> Result<(), Refusal> {
        if found.states.len() >= most as usize {
            let message = format!("{most} records are declared");
            return r.refuse(&rules::SHADER_RECORD_COUNT, message);
        }
        let bits = word(r.payload, 0);
        if bits & !0xf != 0 {
            let message = format!("the address is {bits:#010x}");
            return r.refuse(&rules::SHADER_RECORD_ADDRESS, message);
        }
        let state = ShaderState { bits, max_index: 0 };
        let address = base.wrapping_add(self.record_at).wrapping_add(bits);
        put(r.out, 0, address);
        self.record_at = self
            .record_at
            .wrapping_add(state.size().next_multiple_of(16) as u32);
        found.states.push(state);
        Ok(())
    }

    fn config(
        &mut self,
        r: Record<'_>,
        found: &mut Found,
        allocate: &mut Allocate<'_>,
    ) -> Result<(), Refusal> {
        if self.config {
            return r.refuse(&cl::TWO_BINNING_CONFIGS, "it is the second one");
        }
        self.config = true;
        let (x, y, flags) = (r.payload[12], r.payload[13], r.payload[14]);
        if x == 0 || y == 0 {
            return r.refuse(&cl::ZERO_TILES, format!("{x}x{y} tiles"));
        }
        if flags & (config::DOUBLE_BUFFER | config::TILE_BUFFER_64BIT) != 0 {
            let message = format!("flags {flags:#04x}: double buffering or 64-bit colour");
            return r.refuse(&cl::UNSUPPORTED_MODE, message);
        }
        let count = u32::from(x) * u32::from(y);
        let lists_at = (TILE_STATE * count).next_multiple_of(4096);
        let lists_size = (FIRST_BLOCK * count).next_multiple_of(BLOCKS_ALIGN) + MORE_BLOCKS;
        let address = allocate(Purpose::Tiles, lists_at + lists_size)?;
        found.tiles = Tiles {
            x,
            y,
            lists: address + lists_at,
        };
        put(r.out, 0, address + lists_at);
        put(r.out, 4, lists_size);
        put(r.out, 8, address);
        // Linux sets these: first blocks of 32 bytes, later ones of 128, state
        // cleared.
        r.out[14] = flags & !(config::INITIAL_BLOCK | config::BLOCK)
            | config::AUTO_INIT
            | config::BLOCK_128;
        Ok(())
    }
}
