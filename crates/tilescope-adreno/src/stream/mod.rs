//! The decoder of command streams: packets in the order in which the command processor
//! takes them, through indirect buffers and draw states, with fields, shaders and
//! descriptors as text.
//!
//! It follows what a stream states and executes nothing: every indirect buffer is listed,
//! whatever the condition before it. A group of draw state is listed at the first draw
//! that applies it.

mod follow;
mod groups;
mod loads;
mod texts;
mod walk;

use crate::passes::{Mark, Tracker};
pub(crate) use follow::{At, Follow, Mode};
pub(crate) use groups::{Entry, Groups};
use std::collections::{BTreeMap, HashMap, VecDeque};
pub(crate) use texts::program;

/// Reads words from an address on, and returns how many there were.
pub type ReadWords<'a> = &'a dyn Fn(u64, &mut [u32]) -> usize;

/// The largest number of words that one listing visits, those of indirect buffers
/// each time they are referenced.
pub const MAX_WORDS: u64 = 1 << 26;

/// The number of problems after which more are only counted.
pub const MAX_PROBLEMS: usize = 1000;

/// The number of nested buffers, the outermost included: a ring, two levels of indirect
/// buffers, draw states.
pub const MAX_DEPTH: u8 = 4;

/// A line of a listing, without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The kind.
    pub kind: Kind,
    /// The depth of the buffer: 0 is the stream itself. As wide as it is read: a byte that is read with
    /// its neighbour right after both were stored waits for both stores.
    pub depth: usize,
    /// The address of the word.
    pub address: u64,
    /// The text.
    pub text: &'a str,
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A packet: its header.
    Packet,
    /// A register and its new value.
    Register,
    /// The fields of a word of a packet, or of a descriptor.
    Fields,
    /// Words without a known meaning.
    Words,
    /// An instruction of a shader, or a label.
    Shader,
    /// A buffer or a group of draw state begins.
    Buffer,
    /// A remark: a render pass or tile begins, or the shaders of a draw.
    Remark,
}

/// A defect of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The address of the word.
    pub address: u64,
    /// The defect.
    pub message: String,
}

/// Counts of a listing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of packets by opcode.
    pub packets: BTreeMap<u8, u64>,
    /// Opcodes that are not in the table, and how often they occurred.
    pub unknown_packets: BTreeMap<u8, u64>,
    /// The number of writes of registers that are not in the table, by register.
    pub unknown_registers: BTreeMap<u32, u64>,
    /// The number of registers written.
    pub registers: u64,
    /// The number of instructions listed.
    pub instructions: u64,
    /// The number of instruction words that are not instructions of the a6xx.
    pub unknown_instructions: u64,
    /// The words of packets, and of listed shaders and descriptors outside them.
    pub words: u64,
    /// The first defects.
    pub problems: Vec<Problem>,
    /// The number of defects.
    pub problem_count: u64,
}

/// Buffers that several packets refer to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeats {
    /// Listed each time.
    #[default]
    All,
    /// Listed once for each mode of rendering: tiles repeat the same buffers.
    Once,
}

/// The author of the outermost buffer of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outermost {
    /// A driver in a program: all of it is checked.
    #[default]
    Client,
    /// The kernel: its packets are not checked, and memory is complete only for work that was not
    /// done.
    Kernel,
}

/// The remarks about draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draws {
    /// None.
    #[default]
    Plain,
    /// The number of each draw, and the addresses of its shaders.
    WithShaders,
}

/// A decoder with the state that streams leave: registers, draw state, mode.
pub struct Decoder {
    registers: Vec<u32>,
    groups: Groups,
    texts: texts::Texts,
    shaders: texts::Shaders,
    /// The number of packets by opcode that `summary` does not have yet.
    packets: [u64; 128],
    /// A line in the course of writing.
    line: String,
    /// The memory of the words of the last buffer that ended.
    spare: Vec<u32>,
    /// The modes in which a buffer was listed, by address.
    seen: HashMap<u64, u8>,
    /// Buffers that several packets refer to.
    pub repeats: Repeats,
    /// Checks what is listed.
    pub checker: Option<crate::check::Checker>,
    /// The author of the outermost buffer.
    pub outermost: Outermost,
    /// Collects the render passes of what is listed.
    pub tracker: Option<Tracker>,
    /// Remarks to list before packets, in the order of packets.
    pub marks: VecDeque<Mark>,
    /// Lists the shaders of each draw.
    pub draws: Draws,
    /// Registers and mode as draws see them.
    follow: Follow,
    /// The packet, while it is listed.
    at: At,
    /// The number of packets so far.
    packet: u64,
    /// The number of draws and dispatches so far.
    draw: u64,
    /// The result so far.
    pub summary: Summary,
    /// The number of words that may still be visited.
    pub fuel: u64,
}

impl Default for Decoder {
    fn default() -> Self {
        Decoder {
            registers: vec![0; crate::regs::SPACE as usize],
            groups: Groups::default(),
            texts: texts::Texts::default(),
            shaders: texts::Shaders::default(),
            packets: [0; 128],
            line: String::new(),
            spare: Vec::new(),
            seen: HashMap::new(),
            repeats: Repeats::All,
            checker: None,
            outermost: Outermost::Client,
            tracker: None,
            marks: VecDeque::new(),
            draws: Draws::Plain,
            follow: Follow::default(),
            at: At::default(),
            packet: 0,
            draw: 0,
            summary: Summary::default(),
            fuel: MAX_WORDS,
        }
    }
}

impl Decoder {
    /// A decoder that may visit this many words.
    pub fn with_fuel(fuel: u64) -> Decoder {
        Decoder {
            fuel,
            ..Decoder::default()
        }
    }

    /// A submission begins: the kernel has waited for the one before, and flushed its caches. It does
    /// neither between the streams of a submission (Linux, `a6xx_submit`).
    pub fn submission(&mut self) {
        if let Some(checker) = &mut self.checker {
            checker.begin();
        }
    }

    /// Lists a stream. Lines go to `out` in order.
    pub fn list(
        &mut self,
        stream: crate::rd::Stream,
        read: ReadWords<'_>,
        out: &mut dyn FnMut(Line<'_>),
    ) {
        walk::Walk {
            decoder: self,
            read,
            out,
            depth: 0,
        }
        .buffer(stream.address, u64::from(stream.words));
        for (opcode, count) in (0u8..).zip(&mut self.packets) {
            let count = std::mem::take(count);
            let all = match crate::pm4::named(opcode) {
                _ if count == 0 => continue,
                Some(_) => &mut self.summary.packets,
                None => &mut self.summary.unknown_packets,
            };
            *all.entry(opcode).or_default() += count;
        }
    }

    /// The last value written to a register.
    pub fn register(&self, number: u32) -> u32 {
        self.registers.get(number as usize).copied().unwrap_or(0)
    }
}
