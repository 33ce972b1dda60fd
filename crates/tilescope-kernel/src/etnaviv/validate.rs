//! Validation of a stream for hardware with the first MMU: without address
//! translation per client, every address reaches the memory of some client.
//! Source of the commands, their sizes, the states and the order of checks:
//! Linux `etnaviv_cmd_parser.c`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use tilescope_core::{Finding, Frame, Location};
use tilescope_vivante::regs;
use tilescope_vivante::rules::kernel as rules;

use super::refuse::Refusal;

/// States that hold addresses: byte offset of the first, and their number.
const SENSITIVE: [(u32, u32); 43] = [
    // 2D.
    (0x01200, 1),
    (0x01228, 1),
    (0x01238, 1),
    (0x01284, 1),
    (0x0128c, 1),
    (0x01304, 1),
    (0x01310, 1),
    (0x01318, 1),
    (0x12800, 4),
    (0x128a0, 4),
    (0x128c0, 4),
    (0x12970, 4),
    (0x12a00, 8),
    (0x12b40, 8),
    (0x12b80, 8),
    (0x12ce0, 8),
    // 3D.
    (0x00644, 1),
    (0x0064c, 1),
    (0x00680, 8),
    (0x0086c, 1),
    (0x01028, 1),
    (0x01410, 1),
    (0x01430, 1),
    (0x01458, 1),
    (0x01460, 8),
    (0x01480, 8),
    (0x01500, 8),
    (0x01520, 8),
    (0x01608, 1),
    (0x01610, 1),
    (0x01658, 1),
    (0x0165c, 1),
    (0x01664, 1),
    (0x01668, 1),
    (0x016a4, 1),
    (0x016c0, 8),
    (0x016e0, 8),
    (0x01740, 8),
    (0x017c0, 8),
    (0x017e0, 8),
    (0x02400, 14 * 16),
    (0x03824, 1),
    (0x10800, 32 * 16),
];

/// Further ones, of the newer texture units.
const SENSITIVE_NTE: [(u32, u32); 2] = [(0x14600, 16), (0x14800, 8 * 8)];

/// Indices of all state words that hold addresses, ascending.
static ADDRESSES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let ranges = SENSITIVE.iter().chain(&SENSITIVE_NTE);
    let all: BTreeSet<u32> = ranges.flat_map(|&(at, n)| at / 4..at / 4 + n).collect();
    all.into_iter().collect()
});

/// Those from `first` on.
fn addresses_from(first: u32) -> &'static [u32] {
    &ADDRESSES[ADDRESSES.partition_point(|state| *state < first)..]
}

/// The number of state words.
const STATES: u32 = 1 << 16;

/// A command and its size in words, as Linux counts it. Linux takes a
/// LOAD_STATE with count 0 as empty, although the hardware takes it as 1024
/// words.
struct Command {
    name: &'static str,
    words: usize,
}

fn command(header: u32) -> Option<Command> {
    let named = |name, words| Some(Command { name, words });
    match header >> 27 {
        1 => named(
            "LOAD_STATE",
            (1 + (header >> 16 & 0x3ff) as usize).next_multiple_of(2),
        ),
        3 => named("NOP", 2),
        4 => {
            let rectangles = match header >> 8 & 0xff {
                0 => 256,
                n => n as usize,
            };
            named("DRAW_2D", 2 + rectangles * 2)
        }
        5 => named("DRAW_PRIMITIVES", 4),
        6 => named("DRAW_INDEXED_PRIMITIVES", 6),
        9 => named("STALL", 2),
        12 => named("DRAW_INSTANCED", 4),
        _ => None,
    }
}

/// Commands that Linux refuses. Source of the names: rnndb cmdstream.xml.
fn refused(header: u32) -> &'static str {
    match header >> 27 {
        2 => "END",
        7 => "WAIT",
        8 => "LINK",
        10 => "CALL",
        11 => "RETURN",
        13 => "CHIP_SELECT",
        15 => "WAIT_FENCE",
        16 => "DRAW_INDIRECT",
        19 => "SNAP_PAGES",
        _ => "unknown command",
    }
}

/// The name of a word of state.
fn state_name(index: u32) -> String {
    match regs::find(index * 4) {
        Some(place) => format!("{place} ({:#07x})", index * 4),
        None => format!("state {:#07x}", index * 4),
    }
}

/// Byte offsets of relocations, in the client's order.
struct Relocations<'a> {
    left: &'a [u32],
    /// The first relocation of a state that holds no address.
    unexpected: Option<u32>,
}

impl Relocations<'_> {
    /// Skips those before byte `at`.
    fn skip_to(&mut self, at: u64) {
        while let Some((first, rest)) = self.left.split_first()
            && u64::from(*first) < at
        {
            self.unexpected = self.unexpected.or(Some(*first));
            self.left = rest;
        }
    }

    /// Whether the next one is at byte `at`.
    fn takes(&mut self, at: u64) -> bool {
        match self.left.split_first() {
            Some((first, rest)) if u64::from(*first) == at => {
                self.left = rest;
                true
            }
            _ => false,
        }
    }
}

/// Validates `stream`, which will be at `address`; `relocations` are the byte
/// offsets of the words that will become addresses. Problems that are no reason
/// for a refusal are returned.
///
/// # Errors
/// The refusal names the command and the rule.
pub fn validate(
    stream: &[u32],
    address: u64,
    relocations: &[u32],
    at: &Location,
) -> Result<Option<Finding>, Refusal> {
    let inside = at.inside(Frame::List("command stream", address));
    let place = |name, word: usize| {
        let offset = word as u64 * 4;
        inside.inside(Frame::Packet(name, address + offset, offset))
    };
    let mut left = Relocations {
        left: relocations,
        unexpected: None,
    };
    let mut word = 0;
    while let Some(&header) = stream.get(word) {
        let Some(Command { name, words }) = command(header) else {
            let (name, opcode) = (refused(header), header >> 27);
            let message = format!("{name}, opcode {opcode}");
            return Err(Refusal::by(&rules::COMMAND, place(name, word), message));
        };
        let end = word + words;
        // A command that ends outside is not checked: it is refused below.
        if name == "LOAD_STATE" && end <= stream.len() {
            let (first, count) = (header & 0xffff, header >> 16 & 0x3ff);
            let last = (first + count).min(STATES);
            for &state in addresses_from(first).iter().take_while(|s| **s < last) {
                let offset = (word as u64 + 1 + u64::from(state - first)) * 4;
                left.skip_to(offset);
                if !left.takes(offset) {
                    let message = format!(
                        "{} at byte {offset:#x} has no relocation",
                        state_name(state)
                    );
                    let rule = &rules::RELOCATION_MISSING;
                    return Err(Refusal::by(rule, place(name, word), message));
                }
            }
            left.skip_to((word as u64 + 1 + u64::from(count)) * 4);
        }
        if end > stream.len() {
            let message = format!("{words} words at word {word} of {}", stream.len());
            return Err(Refusal::by(&rules::TRUNCATED, place(name, word), message));
        }
        word = end;
    }
    Ok(left.unexpected.map(|offset| {
        let message =
            format!("relocation at byte {offset:#x} of the stream is not at an address state");
        let there = place("word", offset as usize / 4);
        Finding::new(&rules::RELOCATION_UNEXPECTED, there, message)
    }))
}
