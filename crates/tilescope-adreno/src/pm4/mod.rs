//! PM4, the packets of command streams: type 4 writes registers, type 7 has an opcode.
//!
//! Sources: the packet database and the header macros of Mesa 22.3.6,
//! `src/freedreno/registers/adreno/adreno_pm4.xml`, `src/freedreno/common`.

mod drivers;
pub mod other;
pub mod rows;

use crate::regs::Register;
pub use rows::PACKETS;

/// A packet of type 7.
#[derive(Clone, Copy, Debug)]
pub struct Packet {
    /// The opcode, 7 bits.
    pub opcode: u8,
    /// The name.
    pub name: &'static str,
    /// The words after the header, as far as they are documented.
    pub words: &'static [Register],
}

const fn packet(opcode: u8, name: &'static str, words: &'static [Register]) -> Packet {
    Packet {
        opcode,
        name,
        words,
    }
}

/// Packets by opcode.
static BY_OPCODE: [Option<&Packet>; 128] = {
    let mut all = [None; 128];
    let mut i = 0;
    while i < PACKETS.len() {
        all[PACKETS[i].opcode as usize] = Some(&PACKETS[i]);
        i += 1;
    }
    all
};

/// The packet of an opcode.
pub fn named(opcode: u8) -> Option<&'static Packet> {
    *BY_OPCODE.get(usize::from(opcode))?
}

/// The first word of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// Type 2: nothing.
    Filler,
    /// Type 4: writes `count` registers from `register` on.
    Registers {
        /// The number of the first register.
        register: u32,
        /// The number of registers.
        count: u32,
    },
    /// Type 7: `count` words for an opcode.
    Packet {
        /// The opcode.
        opcode: u8,
        /// The number of words after the header.
        count: u32,
    },
}

/// The bit that makes the number of ones in `value` and itself odd.
const fn parity(value: u32) -> u32 {
    (value.count_ones() & 1) ^ 1
}

impl Header {
    /// Decodes a word; `None` if it is not a header, or its parity is wrong.
    ///
    /// ```
    /// use tilescope_adreno::pm4::Header;
    /// let event = Header::Packet { opcode: 0x46, count: 1 };
    /// assert_eq!(Header::decode(0x70460001), Some(event));
    /// assert_eq!(event.encode(), 0x70460001);
    /// assert_eq!(Header::decode(0x70c60001), None);
    /// ```
    pub const fn decode(word: u32) -> Option<Header> {
        match word >> 28 {
            4 if word >> 26 & 1 == 0 => {
                let (register, count) = (word >> 8 & 0x3ffff, word & 0x7f);
                let right = word >> 27 & 1 == parity(register) && word >> 7 & 1 == parity(count);
                if right {
                    return Some(Header::Registers { register, count });
                }
                None
            }
            7 if word >> 24 & 0xf == 0 => {
                let (opcode, count) = (word >> 16 & 0x7f, word & 0x3fff);
                let right = word >> 23 & 1 == parity(opcode) && word >> 15 & 1 == parity(count);
                if right && word >> 14 & 1 == 0 {
                    return Some(Header::Packet {
                        opcode: opcode as u8,
                        count,
                    });
                }
                None
            }
            8 if word == 0x8000_0000 => Some(Header::Filler),
            _ => None,
        }
    }

    /// The word. Bits of numbers that do not fit are dropped.
    pub const fn encode(self) -> u32 {
        match self {
            Header::Filler => 0x8000_0000,
            Header::Registers { register, count } => {
                let (register, count) = (register & 0x3ffff, count & 0x7f);
                4 << 28 | parity(register) << 27 | register << 8 | parity(count) << 7 | count
            }
            Header::Packet { opcode, count } => {
                let (opcode, count) = (opcode as u32 & 0x7f, count & 0x3fff);
                7 << 28 | parity(opcode) << 23 | opcode << 16 | parity(count) << 15 | count
            }
        }
    }

    /// The number of words after the header.
    pub const fn payload(self) -> u32 {
        match self {
            Header::Filler => 0,
            Header::Registers { count, .. } | Header::Packet { count, .. } => count,
        }
    }
}
