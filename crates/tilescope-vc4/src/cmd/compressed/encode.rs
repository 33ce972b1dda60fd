//! Encoder of compressed primitives.

use super::{Decoder, Item};
use crate::packets::{ListData, ListPrimitive};

/// Writes a list item by item, each in the shortest coding that a [`Decoder`]
/// reads back as the same indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Encoder {
    /// State of a decoder of the same bytes.
    state: Decoder,
}

/// Whether the distance from `from` to `to`, as 16 bits that wrap around, fits
/// `width` signed bits, and its low bits if so.
fn step(from: u16, to: u16, width: u32) -> Option<u32> {
    let d = i32::from(to.wrapping_sub(from) as i16);
    let half = 1 << (width - 1);
    (-half..half)
        .contains(&d)
        .then_some(d as u32 & ((1 << width) - 1))
}

/// [`step`] for one-byte items and the two-byte-index ones of lines, in which
/// the most negative 6-bit difference would read as terminator, coding 3 or
/// branch.
fn short_step(from: u16, to: u16) -> Option<u32> {
    step(from, to, 6).filter(|&d| d != 0x20)
}

impl Encoder {
    /// An encoder in the state after PRIMITIVE_LIST_FORMAT.
    pub const fn new(prim: ListPrimitive, data: ListData) -> Self {
        Encoder {
            state: Decoder::new(prim, data),
        }
    }

    /// An encoder that continues at the position of `decoder`.
    pub const fn after(decoder: Decoder) -> Self {
        Encoder { state: decoder }
    }

    /// Kind of the items.
    pub const fn primitive(&self) -> ListPrimitive {
        self.state.prim
    }

    /// Appends a triangle. Has no effect and returns false if the list is not one of
    /// triangles of indices.
    pub fn triangle(&mut self, new: [u16; 3], out: &mut Vec<u8>) -> bool {
        if !self.holds(ListPrimitive::Triangles) {
            return false;
        }
        let [p0, p1, p2] = self.state.prev;
        let last = short_step(p2, new[2]);
        let pairs = [[p2, p1], [p0, p2], [p1, p0]];
        let flag = pairs.iter().position(|p| *p == new[..2]);
        if let (Some(flag), Some(d)) = (flag, last) {
            out.push((d << 2) as u8 | flag as u8);
        } else if let (Some(a), Some(b), Some(c)) = (
            step(p0, new[0], 4),
            step(p1, new[1], 4),
            step(p2, new[2], 4),
        )
        // A selector of 0xf is coding 2; 3 are the remaining bits of the low nibble.
        {
            let word = 3 | a << 4 | b << 8 | c << 12;
            out.extend_from_slice(&(word as u16).to_le_bytes());
        } else if let (Some(b), Some(c)) = (step(new[0], new[1], 6), step(new[0], new[2], 6)) {
            let word = 0xf | b << 4 | c << 10 | u32::from(new[0]) << 16;
            out.extend_from_slice(&word.to_le_bytes());
        } else {
            whole(&new, out);
        }
        self.state.prev = new;
        true
    }

    /// Appends a line, or a trapezoid of two indices. Has no effect and returns false
    /// if the list format differs.
    pub fn line(&mut self, new: [u16; 2], out: &mut Vec<u8>) -> bool {
        if !self.holds(ListPrimitive::Lines) && !self.holds(ListPrimitive::Rht) {
            return false;
        }
        let [p0, p1, _] = self.state.prev;
        let flag = [p1, p0].iter().position(|&p| p == new[0]);
        if let (Some(flag), Some(d)) = (flag, short_step(p1, new[1])) {
            out.push((d << 2) as u8 | flag as u8);
        } else if let (Some(a), Some(b)) = (step(p0, new[0], 7), step(p1, new[1], 7)) {
            let word = 3 | a << 2 | b << 9;
            out.extend_from_slice(&(word as u16).to_le_bytes());
        } else if let Some(d) = short_step(new[0], new[1]) {
            out.push((d << 2) as u8 | 2);
            out.extend_from_slice(&new[0].to_le_bytes());
        } else {
            whole(&new, out);
        }
        self.state.prev = [new[0], new[1], 0];
        true
    }

    /// Appends a point. Has no effect and returns false if the list is not one of
    /// points of indices.
    pub fn point(&mut self, new: u16, out: &mut Vec<u8>) -> bool {
        if !self.holds(ListPrimitive::Points) {
            return false;
        }
        let prev = self.state.prev[0];
        if let Some(d) = short_step(prev, new) {
            out.push((d << 2) as u8);
        } else if let Some(d) = step(prev, new, 14) {
            out.extend_from_slice(&((d << 2 | 3) as u16).to_le_bytes());
        } else {
            whole(&[new], out);
        }
        self.state.prev = [new, 0, 0];
        true
    }

    /// Appends the terminator.
    pub fn end(out: &mut Vec<u8>) {
        out.push(0x80);
    }

    /// Appends a branch by `blocks` of 32 bytes, counted from the block that contains
    /// the branch.
    pub fn branch(blocks: i16, out: &mut Vec<u8>) {
        out.push(0x82);
        out.extend_from_slice(&blocks.to_le_bytes());
    }

    /// Appends `bytes` unchanged if they are one complete item, and updates the state.
    /// Returns the item, or `None` if they are not.
    pub fn raw(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Item> {
        let mut state = self.state;
        state.set_position(0);
        let (item, size) = state
            .next::<()>(&mut |at, to: &mut [u8]| {
                let from = at as usize;
                let found = bytes.get(from..from + to.len()).ok_or(())?;
                to.copy_from_slice(found);
                Ok(())
            })
            .ok()?;
        if size != bytes.len() {
            return None;
        }
        self.state = state;
        out.extend_from_slice(bytes);
        Some(item)
    }

    fn holds(&self, prim: ListPrimitive) -> bool {
        self.state.prim == prim && self.state.data == ListData::Index16
    }
}

/// Coding 3.
fn whole(indices: &[u16], out: &mut Vec<u8>) {
    out.push(0x81);
    for index in indices {
        out.extend_from_slice(&index.to_le_bytes());
    }
}
