//! Vertex pipe memory: rows of 16 words, QPU block access through FIFOs, and
//! DMA to and from system memory. Setup words are in [`vpm_setup`](crate::vpm_setup).

use std::ops::Range;

use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::qpu::Dir;
use crate::vpm_setup::{form, read, vdr, vdr_stride, vdw, vdw_stride, write};
use tilescope_core::MemFault;
use tilescope_tables::packet::{Field, Kind};

/// Words in a row; one per QPU lane.
pub const ROW: usize = 16;

/// Width of an element in QPU block access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Byte,
    Half,
    Word,
}

/// A VPM generic block setup, for reading or writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    size: Size,
    laned: bool,
    horizontal: bool,
    stride: u32,
    addr: u32,
    /// Vectors left to read; unused for writing.
    pub left: u32,
}

impl Block {
    /// Decodes a setup word whose bits \[31:30\] are 0. Size code 3 is reserved
    /// and read as 32 bits.
    pub fn decode(word: u32) -> Block {
        Block {
            size: match read::SIZE.of(word) {
                0 => Size::Byte,
                1 => Size::Half,
                _ => Size::Word,
            },
            laned: read::LANED.of(word) != 0,
            horizontal: read::HORIZ.of(word) != 0,
            stride: count(&read::STRIDE, word),
            addr: read::ADDR.of(word),
            left: count(&read::NUM, word),
        }
    }

    /// The setup of consecutive rows of words, from row 0.
    pub fn rows() -> Block {
        /// Horizontal, 32 bits, stride 1, from row 0: the most common setup.
        const PLAIN: u32 = 0x1a00;
        Block::decode(PLAIN)
    }

    /// Whether `word` has the reserved element size.
    pub fn reserved_size(word: u32) -> bool {
        read::SIZE.of(word) == 3
    }

    /// The last row of the vector at the current address.
    pub fn last_row(&self) -> u32 {
        if let Some(row) = self.whole_row() {
            return row;
        }
        self.place(15).0.max(self.place(0).0)
    }

    /// The row of the first element of the vector at the current address.
    pub fn first_row(&self) -> u32 {
        self.place(0).0
    }

    fn advance(&mut self) {
        self.addr = (self.addr + self.stride) & 0xff;
    }

    /// The row of the vector at the current address, if its elements are the words of one
    /// row: almost every vector of a vertex shader.
    fn whole_row(&self) -> Option<u32> {
        (self.size == Size::Word && self.horizontal).then_some(self.addr & 63)
    }

    /// Position of lane `lane` of the vector at the current address: row, word in the
    /// row, shift in the word, and mask before the shift.
    fn place(&self, lane: u32) -> (u32, u32, u32, u32) {
        // A word has 1 << k elements.
        let k = match self.size {
            Size::Word => 0,
            Size::Half => 1,
            Size::Byte => 2,
        };
        let last = (1 << k) - 1;
        let (vector, part) = (self.addr >> k, self.addr & last);
        let (index, part) = if self.laned {
            (lane, part)
        } else {
            (part * (16 >> k) + (lane >> k), lane & last)
        };
        let bits = 32 >> k;
        let (shift, mask) = (part * bits, u32::MAX >> (32 - bits));
        if self.horizontal {
            (vector & 63, index, shift, mask)
        } else {
            ((vector >> 4 & 3) * 16 + index, vector & 15, shift, mask)
        }
    }
}

/// A DMA setup word and its extended stride.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dma {
    basic: u32,
    stride: u32,
    /// Whether a basic setup word was ever written.
    pub ready: bool,
}

/// Access configured by a write to a setup register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// QPU block access.
    Block(Block),
    /// DMA setup, kept in the DMA state.
    Dma,
}

/// The value of a field whose encoding 0 may stand for another number.
fn count(field: &Field, word: u32) -> u32 {
    match (field.of(word), field.kind) {
        (0, Kind::ZeroMeans(n)) => n as u32,
        (n, _) => n,
    }
}

/// Width of an element in DMA, with the sub-word offset of the first.
fn dma_width(modew: u32) -> (u32, u32) {
    match modew {
        0 | 1 => (4, 0),
        2 | 3 => (2, (modew & 1) * 2),
        _ => (1, modew & 3),
    }
}

/// Part of the VPM that a DMA accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Rows.
    pub rows: Range<u32>,
    /// Whether it continues past the last word of a row.
    pub past_row: bool,
}

impl Dma {
    /// Part written by a load with this setup.
    pub fn load_reach(&self) -> Reach {
        let (width, _) = dma_width(vdr::MODEW.of(self.basic));
        let [len, rows, vpitch] =
            [&vdr::ROWLEN, &vdr::NROWS, &vdr::VPITCH].map(|f| count(f, self.basic));
        let (y, x) = (vdr::Y.of(self.basic), vdr::X.of(self.basic));
        let words = (len * width).div_ceil(4);
        if vdr::VERT.of(self.basic) != 0 {
            let first = x + (rows - 1) * vpitch;
            return Reach {
                rows: y..y + first / 16 * 16 + words,
                past_row: false,
            };
        }
        Reach {
            rows: y..y + (rows - 1) * vpitch + 1,
            past_row: x + words > ROW as u32,
        }
    }

    /// Part read by a store with this setup.
    pub fn store_reach(&self) -> Reach {
        let (units, depth) = (
            count(&vdw::UNITS, self.basic),
            count(&vdw::DEPTH, self.basic),
        );
        let laned = vdw::LANED.of(self.basic) != 0;
        let (y, x) = (vdw::Y.of(self.basic), vdw::X.of(self.basic));
        let (width, _) = dma_width(vdw::MODEW.of(self.basic));
        let words = if laned {
            depth
        } else {
            (depth * width).div_ceil(4)
        };
        if vdw::HORIZ.of(self.basic) == 0 {
            return Reach {
                rows: y..y + (x + units - 1) / 16 * 16 + words,
                past_row: false,
            };
        }
        Reach {
            rows: y..y + units,
            past_row: x + words > ROW as u32,
        }
    }

    /// Takes a word written to the read (load) setup register.
    pub fn setup_load(&mut self, word: u32) -> Setup {
        match form(Dir::Read, word) {
            f if std::ptr::eq(f, &read::LAYOUT) => return Setup::Block(Block::decode(word)),
            f if std::ptr::eq(f, &vdr_stride::LAYOUT) => {
                self.stride = vdr_stride::MPITCHB.of(word);
            }
            _ => {
                self.basic = word;
                self.ready = true;
            }
        }
        Setup::Dma
    }

    /// Takes a word written to the write (store) setup register.
    pub fn setup_store(&mut self, word: u32) -> Setup {
        match form(Dir::Write, word) {
            f if std::ptr::eq(f, &write::LAYOUT) => return Setup::Block(Block::decode(word)),
            f if std::ptr::eq(f, &vdw::LAYOUT) => {
                self.basic = word;
                self.ready = true;
            }
            _ => self.stride = word,
        }
        Setup::Dma
    }
}

/// The VPM memory.
#[derive(Debug)]
pub struct Vpm {
    words: Vec<u32>,
    written: Vec<u16>,
}

impl Clone for Vpm {
    fn clone(&self) -> Vpm {
        Vpm {
            words: self.words.clone(),
            written: self.written.clone(),
        }
    }

    // The derived one allocates.
    fn clone_from(&mut self, other: &Vpm) {
        self.words.clone_from(&other.words);
        self.written.clone_from(&other.written);
    }
}

/// A shader's view of the VPM: the rows at which its reads and writes start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// First row of reads.
    pub read: u32,
    /// First row of writes.
    pub write: u32,
}

impl Vpm {
    /// A VPM of `bytes`, filled with `poison`.
    pub fn new(bytes: u32, poison: u32) -> Self {
        let rows = bytes as usize / (4 * ROW);
        Vpm {
            words: vec![poison; rows * ROW],
            written: vec![0; rows],
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> u32 {
        self.written.len() as u32
    }

    /// The words of a row; rows past the end wrap.
    pub fn row(&self, row: u32) -> &[u32] {
        let at = self.wrap(row) * ROW;
        &self.words[at..at + ROW]
    }

    /// Words of a row that were ever written.
    pub fn row_written(&self, row: u32) -> u16 {
        self.written[self.wrap(row)]
    }

    fn wrap(&self, row: u32) -> usize {
        match row < self.rows() {
            true => row as usize,
            false => (row % self.rows()) as usize,
        }
    }

    /// Sets one word.
    pub fn set(&mut self, row: u32, word: u32, value: u32) {
        let r = self.wrap(row);
        self.words[r * ROW + word as usize % ROW] = value;
        self.written[r] |= 1 << (word as usize % ROW);
    }

    /// Sets the first words of a row, from word `first` on; words past the end wrap.
    pub fn set_row(&mut self, row: u32, first: usize, values: &[u32]) {
        let r = self.wrap(row);
        let words = &mut self.words[r * ROW..][..ROW];
        for (i, value) in values.iter().enumerate() {
            let word = (first + i) % ROW;
            words[word] = *value;
            self.written[r] |= 1 << word;
        }
    }

    /// Marks rows `first..first + count` as never written, and fills them.
    pub fn poison(&mut self, first: u32, count: u32, poison: u32) {
        let (start, count) = (self.wrap(first), count as usize);
        let rows = start..start + count;
        if let (Some(words), Some(written)) = (
            self.words.get_mut(start * ROW..rows.end * ROW),
            self.written.get_mut(rows),
        ) {
            words.fill(poison);
            written.fill(0);
            return;
        }
        for row in first..first + count as u32 {
            let r = self.wrap(row);
            self.words[r * ROW..][..ROW].fill(poison);
            self.written[r] = 0;
        }
    }

    /// Marks `rows` as written, so that reads of them are not reported.
    pub fn assume_written(&mut self, rows: Range<u32>) {
        for row in rows {
            let r = self.wrap(row);
            self.written[r] = u16::MAX;
        }
    }

    /// Reads the vector at the block's address and advances. Returns the lanes
    /// whose words were never written.
    pub fn read(&self, block: &mut Block, base: u32, out: &mut [u32; ROW]) -> u16 {
        if let Some(row) = block.whole_row() {
            let r = self.wrap(base + row);
            out.copy_from_slice(&self.words[r * ROW..][..ROW]);
            block.advance();
            return !self.written[r];
        }
        let mut unwritten = 0;
        for (lane, o) in out.iter_mut().enumerate() {
            let (row, word, shift, mask) = block.place(lane as u32);
            let r = self.wrap(base + row);
            *o = (self.words[r * ROW + word as usize] >> shift) & mask;
            if self.written[r] >> word & 1 == 0 {
                unwritten |= 1 << lane;
            }
        }
        block.advance();
        unwritten
    }

    /// Writes the lanes of `mask` at the block's address and advances.
    pub fn write(&mut self, block: &mut Block, base: u32, value: &[u32; ROW], lanes: u16) {
        if let Some(row) = block.whole_row() {
            let r = self.wrap(base + row);
            let words = &mut self.words[r * ROW..][..ROW];
            if lanes == u16::MAX {
                words.copy_from_slice(value);
            } else {
                for (lane, (w, v)) in words.iter_mut().zip(value).enumerate() {
                    let kept = lanes >> lane & 1 == 0;
                    *w = if kept { *w } else { *v };
                }
            }
            self.written[r] |= lanes;
            block.advance();
            return;
        }
        for (lane, v) in value.iter().enumerate() {
            if lanes >> lane & 1 != 0 {
                let (row, word, shift, mask) = block.place(lane as u32);
                let r = self.wrap(base + row);
                let w = &mut self.words[r * ROW + word as usize];
                *w = (*w & !(mask << shift)) | ((v & mask) << shift);
                self.written[r] |= 1 << word;
            }
        }
        block.advance();
    }

    /// VPM byte address of element `k` of a DMA row.
    fn dma_byte(
        vertical: bool,
        laned: bool,
        y: u32,
        x: u32,
        sub: u32,
        k: u32,
        width: u32,
    ) -> (u32, u32, u32) {
        if laned {
            let (row, word) = if vertical {
                (y + k, x)
            } else {
                (y + (x + k) / 16, (x + k) % 16)
            };
            return (row, word, sub);
        }
        let byte = sub + k * width;
        let (word, sub) = (byte / 4, byte % 4);
        if vertical {
            (y + word, x, sub)
        } else {
            (y + (x + word) / 16, (x + word) % 16, sub)
        }
    }

    /// DMA from memory into the VPM (VDR). Rows address the whole VPM. Returns whether
    /// any loaded byte was never written.
    pub fn load(
        &mut self,
        dma: &Dma,
        addr: u32,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<bool, MemFault> {
        let (width, sub) = dma_width(vdr::MODEW.of(dma.basic));
        let pitch = match vdr::MPITCH.of(dma.basic) {
            0 => dma.stride,
            p => 8 << p,
        };
        let [len, rows, vpitch] =
            [&vdr::ROWLEN, &vdr::NROWS, &vdr::VPITCH].map(|f| count(f, dma.basic));
        let vertical = vdr::VERT.of(dma.basic) != 0;
        let (mut y, mut x) = (vdr::Y.of(dma.basic), vdr::X.of(dma.basic));
        let mut line = [0u8; 64];
        let mut unwritten = false;
        for i in 0..rows {
            let line = &mut line[..(len * width) as usize];
            let from = addr.wrapping_add(i * pitch);
            bus.read(log, Port::Vdr, from, line)?;
            unwritten |= !bus.initialised(from, line.len() as u32);
            for (k, bytes) in line.chunks_exact(width as usize).enumerate() {
                let (row, word, sub) = Self::dma_byte(vertical, false, y, x, sub, k as u32, width);
                let old = self.row(row)[word as usize % ROW].to_le_bytes();
                let mut new = old;
                let sub = sub as usize % 4;
                let end = (sub + bytes.len()).min(4);
                new[sub..end].copy_from_slice(&bytes[..end - sub]);
                self.set(row, word, u32::from_le_bytes(new));
            }
            if vertical {
                // The address is {Y[6:4], X}, so a pitch of 16 keeps the column and
                // moves 16 rows down: py-videocore test_dma.py, vertical_32bit_load.
                let a = (y / 16) * 16 + x + vpitch;
                y = y % 16 + (a / 16) * 16;
                x = a % 16;
            } else {
                y += vpitch;
            }
        }
        Ok(unwritten)
    }

    /// DMA from the VPM into memory (VDW). Rows address the whole VPM. Returns whether
    /// any stored byte was never written.
    pub fn store(
        &self,
        dma: &Dma,
        addr: u32,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<bool, MemFault> {
        let (units, depth) = (count(&vdw::UNITS, dma.basic), count(&vdw::DEPTH, dma.basic));
        let laned = vdw::LANED.of(dma.basic) != 0;
        let horizontal = vdw::HORIZ.of(dma.basic) != 0;
        let (y, x) = (vdw::Y.of(dma.basic), vdw::X.of(dma.basic));
        let (width, sub) = dma_width(vdw::MODEW.of(dma.basic));
        let gap = match vdw_stride::BLOCKMODE.of(dma.stride) {
            0 => vdw_stride::STRIDE.of(dma.stride),
            _ => 0,
        };
        let mut line = [0u8; 512];
        let mut at = addr;
        let mut unwritten = false;
        for i in 0..units {
            let line = &mut line[..(depth * width) as usize];
            let (y, x) = if horizontal {
                (y + i, x)
            } else {
                (y + (x + i) / 16 * 16, (x + i) % 16)
            };
            for (k, bytes) in line.chunks_exact_mut(width as usize).enumerate() {
                let (row, word, sub) =
                    Self::dma_byte(!horizontal, laned, y, x, sub, k as u32, width);
                let value = self.row(row)[word as usize % ROW].to_le_bytes();
                unwritten |= self.row_written(row) >> (word as usize % ROW) & 1 == 0;
                let sub = sub as usize % 4;
                let end = (sub + bytes.len()).min(4);
                bytes[..end - sub].copy_from_slice(&value[sub..end]);
            }
            bus.write(log, Port::Vdw, at, line)?;
            at = at.wrapping_add(depth * width + gap);
        }
        Ok(unwritten)
    }
}

#[cfg(test)]
mod tests;
