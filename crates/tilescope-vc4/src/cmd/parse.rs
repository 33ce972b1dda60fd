//! Parser from bytes to packets. It is total: any bytes are a packet, a compressed
//! primitive, an unknown byte or a truncated packet.

use super::compressed::{Decoder, Item, ItemError};
use crate::packets::{ListData, ListPrimitive, PACKETS, Packet, SIZES, find};
use tilescope_tables::packet::{Field, PacketRow};

/// Reason why there is no packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PacketError {
    /// No packet has this opcode.
    #[error("{0:#04x} is not the opcode of a packet")]
    Unknown(u8),
    /// The list ends inside the packet.
    #[error("the packet needs {need} bytes, but only {have} are left")]
    Truncated {
        /// Bytes of the packet, its opcode included; 1 if there is no byte at all.
        need: usize,
        /// Available bytes.
        have: usize,
    },
}

/// A packet as bytes and the row that describes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawPacket<'a> {
    /// The row.
    pub row: &'static PacketRow,
    /// The payload; its length is that of the row.
    pub payload: &'a [u8],
}

impl<'a> RawPacket<'a> {
    /// The packet at the start of `bytes`.
    ///
    /// # Errors
    /// [`PacketError`] if the opcode is unknown or bytes are missing.
    #[inline]
    pub fn at(bytes: &'a [u8]) -> Result<Self, PacketError> {
        let Some((&opcode, rest)) = bytes.split_first() else {
            return Err(PacketError::Truncated { need: 1, have: 0 });
        };
        let row = find(opcode).ok_or(PacketError::Unknown(opcode))?;
        let size = usize::from(row.payload.size);
        match rest.get(..size) {
            Some(payload) => Ok(RawPacket { row, payload }),
            None => Err(PacketError::Truncated {
                need: size + 1,
                have: bytes.len(),
            }),
        }
    }

    /// The packet's name.
    pub fn name(&self) -> &'static str {
        self.row.name()
    }

    /// The opcode.
    pub fn opcode(&self) -> u8 {
        self.row.opcode
    }

    /// Bytes of the packet, its opcode included.
    pub fn size(&self) -> usize {
        self.row.size()
    }

    /// Every field with its bits, lowest first.
    pub fn fields(&self) -> impl Iterator<Item = (&'static Field, u64)> + 'a {
        let payload = self.payload;
        self.row
            .payload
            .fields
            .iter()
            .map(move |f| (f, f.get(payload)))
    }

    /// The typed form.
    pub fn decode(&self) -> Packet {
        // Every row has a typed form, as a test ensures; NOP is unreachable.
        Packet::decode(self.row.opcode, self.payload).unwrap_or(Packet::Nop)
    }
}

/// The packet at the start of `bytes`: typed, raw, and its length in bytes.
///
/// # Errors
/// [`PacketError`] if the opcode is unknown or bytes are missing.
#[inline]
pub fn packet_at(bytes: &[u8]) -> Result<(Packet, RawPacket<'_>, usize), PacketError> {
    let raw = RawPacket::at(bytes)?;
    Ok((raw.decode(), raw, raw.size()))
}

/// Bytes of the packet with this opcode, its opcode included, or nothing if the
/// opcode is unknown. For the compressed primitive packets, the part before their
/// items.
#[inline]
pub fn packet_size(opcode: u8) -> Option<usize> {
    match SIZES[usize::from(opcode)] {
        0 => None,
        n => Some(usize::from(n)),
    }
}

/// An element of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element<'a> {
    /// A packet.
    Packet(RawPacket<'a>),
    /// A compressed primitive, terminator or branch, and its bytes.
    Item(Item, &'a [u8]),
    /// A byte that does not start a packet.
    Unknown(u8),
    /// A packet truncated by the end of the bytes, and its available bytes.
    Truncated(&'static PacketRow, &'a [u8]),
    /// Bytes in a compressed list that cannot be read as an item: truncated, or of an
    /// undocumented format.
    BadItem(&'a [u8]),
}

/// Walks a list from its first byte to its last, through compressed primitives,
/// without following branches.
#[derive(Clone, Debug)]
pub struct Elements<'a> {
    bytes: &'a [u8],
    base: u32,
    offset: usize,
    decoder: Decoder,
    in_items: bool,
}

impl<'a> Elements<'a> {
    /// The elements of `bytes`, the first of which is at address `base`.
    pub fn new(bytes: &'a [u8], base: u32) -> Self {
        Elements {
            bytes,
            base,
            offset: 0,
            decoder: Decoder::default(),
            in_items: false,
        }
    }

    /// The state of compressed primitives before the next element.
    pub fn decoder(&self) -> &Decoder {
        &self.decoder
    }

    fn item(&mut self) -> (Element<'a>, usize) {
        let bytes = self.bytes;
        let rest = &bytes[self.offset..];
        let at = self.base.wrapping_add(self.offset as u32);
        self.decoder.set_position(at);
        let item = self.decoder.next(&mut |addr, out: &mut [u8]| {
            let from = addr.wrapping_sub(at) as usize;
            let found = rest.get(from..from + out.len()).ok_or(())?;
            out.copy_from_slice(found);
            Ok(())
        });
        match item {
            Ok((item, len)) => {
                if matches!(item, Item::End | Item::Branch { .. }) {
                    self.in_items = false;
                }
                (Element::Item(item, &rest[..len]), len)
            }
            // The following bytes can no longer be distinguished from packets.
            Err(ItemError::Format) => {
                self.in_items = false;
                (Element::BadItem(&rest[..1]), 1)
            }
            Err(ItemError::Fetch(())) => (Element::BadItem(rest), rest.len()),
        }
    }

    fn packet(&mut self) -> (Element<'a>, usize) {
        let bytes = self.bytes;
        let rest = &bytes[self.offset..];
        match RawPacket::at(rest) {
            Ok(raw) => {
                match raw.decode() {
                    Packet::CompressedPrimitives | Packet::ClippedPrimitives { .. } => {
                        self.in_items = true;
                    }
                    Packet::PrimitiveListFormat { data, prim } => {
                        self.decoder = Decoder::new(prim, data);
                    }
                    _ => {}
                }
                (Element::Packet(raw), raw.size())
            }
            Err(PacketError::Unknown(opcode)) => (Element::Unknown(opcode), 1),
            Err(PacketError::Truncated { .. }) => {
                let row = rest.first().and_then(|&b| find(b)).unwrap_or(&PACKETS[0]);
                (Element::Truncated(row, rest), rest.len())
            }
        }
    }
}

impl<'a> Iterator for Elements<'a> {
    /// Byte offset, and the element there.
    type Item = (usize, Element<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.offset >= self.bytes.len() {
            return None;
        }
        let offset = self.offset;
        let (element, len) = if self.in_items {
            self.item()
        } else {
            self.packet()
        };
        self.offset += len.max(1);
        Some((offset, element))
    }
}

impl Default for Decoder {
    /// Triangles of 16-bit indices: the format of a tile list before any
    /// PRIMITIVE_LIST_FORMAT. Inferred: no source states a power-on format.
    fn default() -> Self {
        Decoder::new(ListPrimitive::Triangles, ListData::Index16)
    }
}
