//! Compressed primitive lists: written by the binner after packets 48 and 49.
//!
//! A list is a sequence of items of 1 to 13 bytes, up to a terminator. The first byte
//! of an item selects one of four codings, the widest of which contains whole indices
//! and the others differences to the previous primitive:
//!
//! | first byte | meaning | bytes |
//! | --- | --- | --- |
//! | `0x80` | terminator | 1 |
//! | `0x81` | coding 3: whole indices | 1 + 2 per vertex |
//! | `0x82` | branch: i16 in units of 32 bytes | 3 |
//! | else, by its low bits | coding 2, 1 or 0 | by the primitive |
//!
//! Source of triangles, of all sizes, and of the branch: Broadcom's publicly
//! released control-list dumper. Codings 1 and 0 of lines and points are
//! inferred from their sizes and the triangles' pattern; see [`Decoder`].

mod encode;

pub use encode::Encoder;

use crate::packets::{ListData, ListPrimitive};

/// The largest item in bytes: a triangle of three x/y pairs.
pub const MAX_ITEM: usize = 13;

/// Reader of the bytes of a list: fills the buffer from an address.
pub type Fetch<'f, E> = dyn FnMut(u32, &mut [u8]) -> Result<(), E> + 'f;

/// One item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A point: its index.
    Point(u16),
    /// A line: its two indices.
    Line([u16; 2]),
    /// A triangle: its three indices.
    Triangle([u16; 3]),
    /// A trapezoid: its two indices.
    Rht([u16; 2]),
    /// A primitive of x/y coordinates. Their codings 0 to 2 are described by
    /// size only, so it is not resolved further.
    Xy {
        /// 0 to 3.
        coding: u8,
    },
    /// The list ends.
    End,
    /// The list continues at address `to`.
    Branch {
        /// The target.
        to: u32,
    },
}

/// Reason why an item cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ItemError<E> {
    /// Its bytes cannot be read.
    #[error("the bytes of a compressed primitive cannot be read")]
    Fetch(E),
    /// No source describes the list format: an unknown primitive or data type, or
    /// points of x/y coordinates.
    #[error("compressed primitives of this list format have no known coding")]
    Format,
}

/// Reads a list item by item.
///
/// It keeps the previous primitive, which differences refer to. Inferred: this state is
/// zero at a PRIMITIVE_LIST_FORMAT and survives from list to list within a tile until
/// the next one; so a decoder belongs to one tile, and is replaced by a new one at
/// PRIMITIVE_LIST_FORMAT.
///
/// Also inferred, since the dumper only states their sizes: a line's coding 1 is
/// two signed 7-bit differences above 2 selecting bits; its coding 0 is a
/// signed 6-bit difference to the last index, joined to the last vertex
/// (selector 0) or the one before it (selector 1); a point's coding 0 is a
/// signed 6-bit difference, its coding 1 a signed 14-bit one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoder {
    prim: ListPrimitive,
    data: ListData,
    prev: [u16; 3],
    position: u32,
}

/// The signed value of `width` bits of `word` from bit `lo`.
fn diff(word: u32, lo: u32, width: u32) -> u16 {
    ((word << (32 - lo - width)) as i32 >> (32 - width)) as u16
}

impl Decoder {
    /// A decoder in the state after PRIMITIVE_LIST_FORMAT, at address 0.
    pub const fn new(prim: ListPrimitive, data: ListData) -> Self {
        Decoder {
            prim,
            data,
            prev: [0; 3],
            position: 0,
        }
    }

    /// Kind of the items.
    pub const fn primitive(&self) -> ListPrimitive {
        self.prim
    }

    /// Contents of the items.
    pub const fn data(&self) -> ListData {
        self.data
    }

    /// The indices that differences refer to; two for lines, one for points.
    pub const fn previous(&self) -> [u16; 3] {
        self.prev
    }

    /// Address of the next item.
    pub const fn position(&self) -> u32 {
        self.position
    }

    /// Continues at address `position`; the previous indices are kept.
    pub const fn set_position(&mut self, position: u32) {
        self.position = position;
    }

    /// Bytes of the item that starts with `first`, or nothing if its format has
    /// no known coding.
    #[inline]
    pub fn item_size(&self, first: u8) -> Option<usize> {
        let coding = self.coding(first)?;
        Some(match (first, self.data, self.prim) {
            (0x80, ..) => 1,
            (0x82, ..) => 3,
            (_, ListData::Index16, ListPrimitive::Triangles) => [1, 2, 4, 7][coding],
            (_, ListData::Index16, ListPrimitive::Points) => [1, 2, 2, 3][coding],
            (_, ListData::Index16, _) => [1, 2, 3, 5][coding],
            (_, _, ListPrimitive::Triangles) => [2, 3, 8, 13][coding],
            (_, _, _) => [2, 3, 6, 9][coding],
        })
    }

    /// The coding that `first` selects.
    #[inline]
    fn coding(&self, first: u8) -> Option<usize> {
        match self.data {
            ListData::Index16 => {}
            ListData::Xy32 if self.prim != ListPrimitive::Points => {}
            _ => return None,
        }
        let low = first & 3;
        let coding = match self.prim {
            ListPrimitive::Triangles if first & 0xf == 0xf => 2,
            ListPrimitive::Lines | ListPrimitive::Rht if low == 2 => 2,
            ListPrimitive::Triangles
            | ListPrimitive::Lines
            | ListPrimitive::Rht
            | ListPrimitive::Points => usize::from(low == 3),
            ListPrimitive::Unknown(_) => return None,
        };
        Some(if first == 0x81 { 3 } else { coding })
    }

    /// Reads the next item through `fetch`, which fills its buffer from an address, and
    /// moves past the item or to the target of a branch. Returns the item and its size
    /// in bytes.
    ///
    /// A branch may target itself, so callers that loop over `next` need a limit.
    ///
    /// # Errors
    /// [`ItemError`] if bytes cannot be fetched or the format is not known; the
    /// decoder is then as it was.
    pub fn next<E>(&mut self, fetch: &mut Fetch<'_, E>) -> Result<(Item, usize), ItemError<E>> {
        let at = self.position;
        let mut bytes = [0u8; MAX_ITEM];
        fetch(at, &mut bytes[..1]).map_err(ItemError::Fetch)?;
        let size = self.item_size(bytes[0]).ok_or(ItemError::Format)?;
        if size > 1 {
            fetch(at.wrapping_add(1), &mut bytes[1..size]).map_err(ItemError::Fetch)?;
        }
        self.take(&bytes, size).ok_or(ItemError::Format)
    }

    /// The same for an item whose bytes are the first of `bytes`. `None` if its format has no
    /// known coding.
    #[inline]
    pub fn next_of(&mut self, bytes: &[u8; MAX_ITEM]) -> Option<(Item, usize)> {
        let size = self.item_size(bytes[0])?;
        self.take(bytes, size)
    }

    #[inline]
    fn take(&mut self, bytes: &[u8; MAX_ITEM], size: usize) -> Option<(Item, usize)> {
        let at = self.position;
        let item = self.decode(bytes, at)?;
        self.position = match item {
            Item::Branch { to } => to,
            _ => at.wrapping_add(size as u32),
        };
        Some((item, size))
    }

    /// The item in `bytes`, at address `at`, and its effect on the previous indices.
    #[inline]
    fn decode(&mut self, bytes: &[u8; MAX_ITEM], at: u32) -> Option<Item> {
        let half = |i: usize| u16::from_le_bytes([bytes[i], bytes[i + 1]]);
        match bytes[0] {
            0x80 => return Some(Item::End),
            0x82 => {
                let amount = i32::from(half(1) as i16) * 32;
                return Some(Item::Branch {
                    to: (at & !31).wrapping_add(amount as u32),
                });
            }
            _ => {}
        }
        let coding = self.coding(bytes[0])?;
        if self.data == ListData::Xy32 {
            return Some(Item::Xy {
                coding: coding as u8,
            });
        }
        let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        Some(match self.prim {
            ListPrimitive::Triangles => {
                let [p0, p1, p2] = self.prev;
                let new = match (coding, bytes[0] & 3) {
                    (3, _) => [half(1), half(3), half(5)],
                    (2, _) => {
                        let first = half(2);
                        [
                            first,
                            first.wrapping_add(diff(word, 4, 6)),
                            first.wrapping_add(diff(word, 10, 6)),
                        ]
                    }
                    (1, _) => [
                        p0.wrapping_add(diff(word, 4, 4)),
                        p1.wrapping_add(diff(word, 8, 4)),
                        p2.wrapping_add(diff(word, 12, 4)),
                    ],
                    (_, 0) => [p2, p1, p2.wrapping_add(diff(word, 2, 6))],
                    (_, 1) => [p0, p2, p2.wrapping_add(diff(word, 2, 6))],
                    (_, _) => [p1, p0, p2.wrapping_add(diff(word, 2, 6))],
                };
                self.prev = new;
                Item::Triangle(new)
            }
            ListPrimitive::Points => {
                let new = match coding {
                    3 => half(1),
                    1 => self.prev[0].wrapping_add(diff(word, 2, 14)),
                    _ => self.prev[0].wrapping_add(diff(word, 2, 6)),
                };
                self.prev = [new, 0, 0];
                Item::Point(new)
            }
            _ => {
                let [p0, p1, _] = self.prev;
                let new = match (coding, bytes[0] & 3) {
                    (3, _) => [half(1), half(3)],
                    (2, _) => {
                        let first = half(1);
                        [first, first.wrapping_add(diff(word, 2, 6))]
                    }
                    (1, _) => [
                        p0.wrapping_add(diff(word, 2, 7)),
                        p1.wrapping_add(diff(word, 9, 7)),
                    ],
                    (_, 0) => [p1, p1.wrapping_add(diff(word, 2, 6))],
                    (_, _) => [p0, p1.wrapping_add(diff(word, 2, 6))],
                };
                self.prev = [new[0], new[1], 0];
                if self.prim == ListPrimitive::Rht {
                    Item::Rht(new)
                } else {
                    Item::Line(new)
                }
            }
        })
    }
}
