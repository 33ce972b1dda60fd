//! Checks of packets.

use super::Checker;
use crate::pm4::{self, Header};
use crate::protect::{self, Access};
use crate::regs::enums;
use crate::rules::{cp, reg};

/// The words of packets after the header: the fewest, the most, and what their number is a
/// multiple of after the fewest. Source: the packets that Mesa 22.3.6 emits.
#[rustfmt::skip]
static LENGTHS: &[(u8, usize, usize, usize)] = &[
    (0x12, 0, 0, 1), // CP_WAIT_MEM_WRITES
    (0x13, 0, 0, 1), // CP_WAIT_FOR_ME
    (0x14, 4, 4, 1), // CP_WAIT_MEM_GTE
    (0x1d, 1, 1, 1), // CP_SKIP_IB2_ENABLE_GLOBAL
    (0x21, 3, 3, 1), // CP_REG_RMW
    (0x23, 1, 1, 1), // CP_SKIP_IB2_ENABLE_LOCAL
    (0x26, 0, 0, 1), // CP_WAIT_FOR_IDLE
    (0x2c, 1, 1, 1), // CP_BLIT
    (0x2e, 4, 4, 1), // CP_SET_BIN_DATA5_OFFSET
    (0x2f, 7, 7, 1), // CP_SET_BIN_DATA5
    (0x33, 4, 4, 1), // CP_EXEC_CS
    (0x35, 1, 1, 1), // CP_SET_SUBDRAW_SIZE
    (0x32, 3, 0x3fff, 1), // CP_LOAD_STATE6_GEOM
    (0x34, 3, 0x3fff, 1), // CP_LOAD_STATE6_FRAG
    (0x36, 3, 0x3fff, 1), // CP_LOAD_STATE6
    (0x38, 3, 7, 1), // CP_DRAW_INDX_OFFSET
    (0x3c, 6, 6, 1), // CP_WAIT_REG_MEM
    (0x3d, 3, 0x3fff, 1), // CP_MEM_WRITE
    (0x3e, 3, 3, 1), // CP_REG_TO_MEM
    (0x3f, 3, 3, 1), // CP_INDIRECT_BUFFER
    (0x42, 3, 3, 1), // CP_MEM_TO_REG
    (0x43, 3, 0x3fff, 3), // CP_SET_DRAW_STATE
    (0x46, 1, 4, 1), // CP_EVENT_WRITE
    (0x5c, 2, 0x3fff, 2), // CP_CONTEXT_REG_BUNCH
    (0x63, 1, 1, 1), // CP_SET_MODE
    (0x64, 1, 1, 1), // CP_SET_VISIBILITY_OVERRIDE
    (0x65, 1, 1, 1), // CP_SET_MARKER
];

/// Events that write a time stamp: `CACHE_FLUSH_TS`, `WT_DONE_TS`, `RB_DONE_TS`, `PC_CCU_RESOLVE_TS`,
/// `PC_CCU_FLUSH_DEPTH_TS`, `PC_CCU_FLUSH_COLOR_TS`.
const TIME_STAMPS: [u32; 6] = [0x04, 0x08, 0x16, 0x1a, 0x1c, 0x1d];

/// Words of a unit of `CP_LOAD_STATE6`, by block and type; `None` where they are not certain.
fn unit_words(block: u32, state: u32) -> Option<usize> {
    match (block, state) {
        // 16 instructions, a vector of constants, the address of a uniform buffer.
        (0x8..=0xd, 0) => Some(32),
        (0x8..=0xd, 1) => Some(4),
        (0x8..=0xd, 2) => Some(2),
        // A sampler, a texture.
        (0x0..=0x5, 0) => Some(4),
        (0x0..=0x5, 1) => Some(16),
        _ => None,
    }
}

impl Checker {
    /// A word that is not a header.
    pub(crate) fn not_a_header(&mut self, address: u64, word: u32) {
        // Parity bits: of count and register, of count and opcode.
        let flips: &[u32] = match word >> 28 {
            4 => &[1 << 7, 1 << 27, 1 << 7 | 1 << 27],
            7 => &[1 << 15, 1 << 23, 1 << 15 | 1 << 23],
            _ => &[],
        };
        if flips
            .iter()
            .any(|&bits| Header::decode(word ^ bits).is_some())
        {
            let message = format!("the header {word:#010x} has wrong parity");
            self.note(&cp::HEADERS_HAVE_PARITY, address, message);
        } else {
            let message = format!("{word:#010x} is not the header of a packet");
            self.note(&cp::WORDS_ARE_PACKETS, address, message);
        }
    }

    /// A packet of type 7.
    pub(crate) fn packet(&mut self, address: u64, opcode: u8, payload: &[u32]) {
        let Some(row) = pm4::named(opcode) else {
            let message = format!("there is no packet {opcode:#04x}");
            self.note(&cp::OPCODES_EXIST, address, message);
            return;
        };
        let words = payload.len();
        let length = LENGTHS.iter().find(|l| l.0 == opcode);
        if let Some(&(_, fewest, most, step)) = length
            && (!(fewest..=most).contains(&words) || !(words - fewest).is_multiple_of(step))
        {
            let wanted = match (fewest == most, step) {
                (true, _) => format!("{fewest}"),
                (_, 1) => format!("{fewest} to {most}"),
                _ => format!("a multiple of {step}"),
            };
            let message = format!(
                "{} has {words} words after the header, not {wanted}",
                row.name
            );
            self.note(&cp::PACKETS_HAVE_THEIR_LENGTH, address, message);
            return;
        }
        match (opcode, payload) {
            (0x32 | 0x34 | 0x36, &[first, _, _, ref direct @ ..]) => {
                self.load(address, first, direct.len());
            }
            (0x3c, &[first, _, _, reference, mask, ..]) => {
                self.wait(address, first, reference, mask);
            }
            (0x38, _) => self.draw(address, payload),
            (0x3e, &[first, low, ..]) => {
                self.aligned(address, low);
                let register = first & 0x3ffff;
                let count = (first >> 18 & 0xfff).max(1);
                self.reads(address, register, count);
            }
            (0x3f, &[low, ..]) if low & 3 != 0 => {
                let message = format!("the buffer begins at ...{low:08x}");
                self.note(&cp::BUFFERS_ARE_ALIGNED, address, message);
            }
            (0x43, entries) => {
                for (i, entry) in (0u64..).zip(entries.chunks_exact(3)) {
                    let first = entry[0];
                    let plain = first >> 17 & 3 == 0;
                    if plain && first & 0xffff != 0 && first >> 20 & 0xf == 0 {
                        let message = format!("group {} is for no mode", first >> 24 & 0x1f);
                        let at = address.wrapping_add(4 + i * 12);
                        self.note(&cp::GROUPS_HAVE_A_MODE, at, message);
                    }
                }
            }
            (0x3d, &[low, ..]) | (0x42, &[_, low, ..]) => self.aligned(address, low),
            (0x73, &[_, ref addresses @ ..]) => {
                for low in addresses.iter().step_by(2) {
                    self.aligned(address, *low);
                }
            }
            (0x65, &[word, ..]) => {
                let (mode, marker) = (word & 0x1ff, word & 0xf);
                let known = |n| enums::A6XX_MARKER.name(u64::from(n)).is_some();
                if !(known(mode) || mode < 0x100 && known(marker)) {
                    let message = format!("there is no marker {mode:#x}");
                    self.note(&cp::MARKERS_EXIST, address, message);
                }
            }
            (0x46, &[first]) if TIME_STAMPS.contains(&(first & 0xff)) => {
                let event = u64::from(first & 0xff);
                let name = enums::VGT_EVENT_TYPE.name(event).unwrap_or("");
                let message = format!("{name} has no address");
                self.note(&cp::TIME_STAMPS_HAVE_AN_ADDRESS, address, message);
            }
            (0x46, &[first, ..])
                if enums::VGT_EVENT_TYPE
                    .name(u64::from(first & 0xff))
                    .is_none() =>
            {
                let message = format!("there is no event {:#04x}", first & 0xff);
                self.note(&cp::EVENTS_EXIST, address, message);
            }
            _ => {}
        }
    }

    /// The lower half of an address that the command processor reads or writes.
    fn aligned(&mut self, address: u64, low: u32) {
        if low & 3 != 0 {
            let message = format!("the address ends in {:#x}", low & 0xff);
            self.note(&cp::MEMORY_IS_ALIGNED, address, message);
        }
    }

    /// A load of state.
    fn load(&mut self, address: u64, first: u32, words: usize) {
        let (state, source) = (first >> 14 & 3, first >> 16 & 3);
        let units = (first >> 22) as usize;
        let block = first >> 18 & 0xf;
        let last = (first & 0x3fff) as usize + units;
        let most = if block == 0xd { 256 } else { 512 };
        if matches!(block, 0x8..=0xd) && state == 1 && last > most {
            let message = format!("vectors up to {last} of {most} are loaded");
            self.note(&cp::CONSTANTS_FIT, address, message);
            return;
        }
        let Some(unit) = unit_words(first >> 18 & 0xf, state).filter(|_| source == 0) else {
            return;
        };
        if words != units * unit {
            let message =
                format!("{units} units of {unit} words each are loaded from {words} words");
            self.note(&cp::LOADS_HAVE_THEIR_WORDS, address, message);
        }
    }

    /// A wait for memory or a register.
    fn wait(&mut self, address: u64, first: u32, reference: u32, mask: u32) {
        if first >> 3 & 1 != 0 {
            return;
        }
        // Masked values are at most the mask, and have none of the other bits.
        let (what, never) = match first & 7 {
            1 => ("less than", reference == 0),
            3 => ("equal to", reference & !mask != 0),
            5 => ("at least", reference > mask),
            6 => ("greater than", reference >= mask),
            _ => return,
        };
        if never {
            let message = format!("no value masked by {mask:#x} is {what} {reference:#x}");
            self.note(&cp::WAITS_CAN_BE_MET, address, message);
        }
    }

    fn reads(&mut self, address: u64, register: u32, count: u32) {
        let mut all = register..register.saturating_add(count);
        let closed = all.find(|&r| protect::access(self.chip.protect, r) == Access::Closed);
        if let Some(register) = closed {
            let message = format!(
                "{} ({register:#x}) is closed to clients",
                crate::regs::name(register)
            );
            self.note(&reg::PROTECTED_READS, address, message);
        }
    }

    /// A packet that does not end in its buffer.
    pub(crate) fn cut(&mut self, address: u64, words: u32, left: usize) {
        let message = format!(
            "the packet has {words} words after its header, of which {left} are in the buffer"
        );
        self.note(&cp::PACKETS_END_IN_THEIR_BUFFER, address, message);
    }

    /// A buffer that is nested too deep.
    pub(crate) fn deep(&mut self, address: u64, most: u8) {
        let message = format!("more than {most} nested buffers");
        self.note(&cp::BUFFERS_ARE_NOT_DEEP, address, message);
    }

    /// A buffer of which only some words are in memory.
    pub(crate) fn absent(&mut self, address: u64, words: usize, of: u64) {
        let message = format!("{words} of {of} words of the buffer are in memory");
        self.note(&cp::BUFFERS_ARE_IN_MEMORY, address, message);
    }
}
