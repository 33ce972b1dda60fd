//! The commands of the front end: a row each, with the bits of its fixed words.
//!
//! A command is a header word with the opcode in its top five bits, arguments, and
//! zero or one word of padding: the front end fetches 64 bits at a time. Layouts
//! describe the fixed part, including padding that is always present.

use crate::regs::enums::{PrimitiveType, SyncRecipient};
use tilescope_tables::layout;
use tilescope_tables::packet::Layout;
use tilescope_tables::{Confidence, Source};

const CMDSTREAM: Source = Source {
    text: "etna_viv rnndb, cmdstream.xml",
    confidence: Confidence::Observed,
};
/// The meaning of count 0 and the length of DRAW_2D are from Linux.
const CMDSTREAM_AND_LINUX: Source = Source {
    text: "etna_viv rnndb, cmdstream.xml; Linux etnaviv_cmd_parser.c",
    confidence: Confidence::Observed,
};

layout! {
    pub mod load_state = "LOAD_STATE", 4, CMDSTREAM, "Writes the `count` words that follow to consecutive states.";
    OFFSET, "offset", 0, 16, Address(2), "", "The first state.";
    COUNT, "count", 16, 10, ZeroMeans(1024), "words", "The number of states.";
    FIXP, "fixp", 26, 1, Bool, "", "The words are 16.16 fixed point and become floats.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
}
layout! {
    pub mod end = "END", 8, CMDSTREAM, "Ends the stream; the front end stops.";
    EVENT_ID, "event_id", 0, 5, Uint, "", "The event to raise.";
    RESERVED5, "reserved5", 5, 3, Reserved, "", "Undocumented.";
    EVENT_ENABLE, "event_enable", 8, 1, Bool, "", "The event is raised.";
    RESERVED9, "reserved9", 9, 18, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    PADDING, "padding", 32, 32, Reserved, "", "Not read.";
}
layout! {
    pub mod nop = "NOP", 8, CMDSTREAM, "Does nothing.";
    RESERVED0, "reserved0", 0, 27, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    PADDING, "padding", 32, 32, Reserved, "", "Not read.";
}
layout! {
    pub mod draw_2d = "DRAW_2D", 8, CMDSTREAM_AND_LINUX, "Draws rectangles or lines with the 2D engine. `count` rectangles of two words follow, then `data_count` words.";
    RESERVED0, "reserved0", 0, 8, Reserved, "", "Undocumented.";
    COUNT, "count", 8, 8, ZeroMeans(256), "rectangles", "The number of rectangles.";
    DATA_COUNT, "data_count", 16, 11, Uint, "words", "Pixels in the stream itself.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    PADDING, "padding", 32, 32, Reserved, "", "Not read.";
}
layout! {
    pub mod rectangle = "RECTANGLE", 8, CMDSTREAM, "A rectangle of DRAW_2D, or the end points of a line, both of which are drawn.";
    LEFT, "left", 0, 16, Uint, "px", "First column.";
    TOP, "top", 16, 16, Uint, "px", "First row.";
    RIGHT, "right", 32, 16, Uint, "px", "One after the last column.";
    BOTTOM, "bottom", 48, 16, Uint, "px", "One after the last row.";
}
layout! {
    pub mod draw_primitives = "DRAW_PRIMITIVES", 16, CMDSTREAM, "Draws consecutive vertices.";
    RESERVED0, "reserved0", 0, 27, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    TYPE, "type", 32, 8, Enum(&PrimitiveType::TABLE), "", "The primitive type.";
    RESERVED40, "reserved40", 40, 24, Reserved, "", "Undocumented.";
    START, "start", 64, 32, Uint, "vertices", "The first vertex.";
    COUNT, "count", 96, 32, Uint, "primitives", "The number of points, lines or triangles, also for strips and fans.";
}
layout! {
    pub mod draw_indexed_primitives = "DRAW_INDEXED_PRIMITIVES", 24, CMDSTREAM, "Draws indexed vertices.";
    RESERVED0, "reserved0", 0, 27, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    TYPE, "type", 32, 8, Enum(&PrimitiveType::TABLE), "", "The primitive type.";
    RESERVED40, "reserved40", 40, 24, Reserved, "", "Undocumented.";
    START, "start", 64, 32, Uint, "indices", "The first index.";
    COUNT, "count", 96, 32, Uint, "primitives", "The number of points, lines or triangles, also for strips and fans.";
    OFFSET, "offset", 128, 32, Int, "vertices", "Added to every index.";
    PADDING, "padding", 160, 32, Reserved, "", "Not read.";
}
layout! {
    pub mod wait = "WAIT", 8, CMDSTREAM, "Pauses the fetch.";
    DELAY, "delay", 0, 16, Uint, "cycles", "The duration.";
    RESERVED16, "reserved16", 16, 11, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    PADDING, "padding", 32, 32, Reserved, "", "Not read.";
}
layout! {
    pub mod link = "LINK", 8, CMDSTREAM, "Jumps to another address.";
    PREFETCH, "prefetch", 0, 16, Uint, "64-bit words", "The size of the prefetch at the target; its last command must be a jump or END.";
    RESERVED16, "reserved16", 16, 11, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    ADDRESS, "address", 32, 32, Address(0), "", "The target.";
}
layout! {
    pub mod stall = "STALL", 8, CMDSTREAM, "The front end waits for a unit's semaphore.";
    RESERVED0, "reserved0", 0, 27, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    FROM, "from", 32, 5, Enum(&SyncRecipient::TABLE), "", "The waiting unit: always the front end.";
    RESERVED37, "reserved37", 37, 3, Reserved, "", "Undocumented.";
    TO, "to", 40, 5, Enum(&SyncRecipient::TABLE), "", "The unit to wait for.";
    RESERVED45, "reserved45", 45, 15, Reserved, "", "Undocumented.";
    UNK28, "unk28", 60, 2, Reserved, "", "Undocumented.";
    RESERVED62, "reserved62", 62, 2, Reserved, "", "Undocumented.";
}
layout! {
    pub mod call = "CALL", 16, CMDSTREAM, "Calls a subroutine, which ends with RETURN.";
    PREFETCH, "prefetch", 0, 16, Uint, "64-bit words", "The size of the prefetch at the target; its last command must be a jump or END.";
    RESERVED16, "reserved16", 16, 11, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    ADDRESS, "address", 32, 32, Address(0), "", "The target.";
    RETURN_PREFETCH, "return_prefetch", 64, 32, Uint, "64-bit words", "The size of the prefetch after the RETURN.";
    RETURN_ADDRESS, "return_address", 96, 32, Address(0), "", "The target of the RETURN.";
}
layout! {
    pub mod return_ = "RETURN", 8, CMDSTREAM, "Returns to the return address of the CALL.";
    RESERVED0, "reserved0", 0, 27, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    PADDING, "padding", 32, 32, Reserved, "", "Not read.";
}
layout! {
    pub mod draw_instanced = "DRAW_INSTANCED", 16, CMDSTREAM, "Draws instances of consecutive or indexed vertices. Only with HALTI0.";
    INSTANCE_COUNT_LO, "instance_count_lo", 0, 16, Uint, "instances", "The number of instances, low bits.";
    TYPE, "type", 16, 4, Enum(&PrimitiveType::TABLE), "", "The primitive type.";
    INDEXED, "indexed", 20, 1, Bool, "", "The draw is indexed.";
    RESERVED21, "reserved21", 21, 6, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    VERTEX_COUNT, "vertex_count", 32, 24, Uint, "vertices", "The number of vertices or indices per instance.";
    INSTANCE_COUNT_HI, "instance_count_hi", 56, 8, Uint, "instances", "The number of instances, high bits.";
    START, "start", 64, 32, Int, "vertices", "The first vertex, or the base vertex of an indexed draw. GC2000 ignores it.";
    PADDING, "padding", 96, 32, Reserved, "", "Not read.";
}
layout! {
    pub mod chip_select = "CHIP_SELECT", 8, CMDSTREAM, "Selects the chips that execute the following commands. Only with GC6000.";
    CHIPS, "chips", 0, 16, Hex, "", "Mask of the selected chips.";
    RESERVED16, "reserved16", 16, 11, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    PADDING, "padding", 32, 32, Reserved, "", "Not read.";
}
layout! {
    pub mod wait_fence = "WAIT_FENCE", 8, CMDSTREAM, "Waits for the 64-bit fence in memory. Only with HALTI5.";
    WAITCOUNT, "waitcount", 0, 16, Uint, "", "Undocumented beyond the name.";
    UNK16, "unk16", 16, 2, Hex, "", "Undocumented.";
    RESERVED18, "reserved18", 18, 9, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    ADDRESS, "address", 32, 32, Address(0), "", "The address of the fence.";
}
layout! {
    pub mod draw_indirect = "DRAW_INDIRECT", 8, CMDSTREAM, "Draws with parameters from memory.";
    TYPE, "type", 0, 4, Enum(&PrimitiveType::TABLE), "", "The primitive type.";
    RESERVED4, "reserved4", 4, 4, Reserved, "", "Undocumented.";
    INDEXED, "indexed", 8, 1, Bool, "", "The draw is indexed.";
    RESERVED9, "reserved9", 9, 18, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    ADDRESS, "address", 32, 32, Address(0), "", "The address of the parameters.";
}
layout! {
    pub mod snap_pages = "SNAP_PAGES", 8, CMDSTREAM, "The vendor's kernel driver queues it with a flush. Only with SNAPPAGE_CMD and SNAPPAGE_CMD_FIX.";
    UNK0, "unk0", 0, 5, Hex, "", "Undocumented.";
    RESERVED5, "reserved5", 5, 22, Reserved, "", "Undocumented.";
    OP, "op", 27, 5, Reserved, "", "The opcode.";
    PADDING, "padding", 32, 32, Reserved, "", "Not read.";
}

/// The variable part of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// None.
    Nothing,
    /// State words, as many as in `load_state::COUNT`, and padding.
    States,
    /// Rectangles, then words of pixels, with the counts of `draw_2d`, and padding.
    Rectangles,
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandRow {
    /// The top five bits of its header.
    pub opcode: u8,
    /// Its fixed words, the header first.
    pub layout: &'static Layout,
    /// The variable part.
    pub tail: Tail,
}

impl CommandRow {
    /// The command's name.
    pub const fn name(&self) -> &'static str {
        self.layout.name
    }
}

const fn row(opcode: u8, layout: &'static Layout) -> CommandRow {
    CommandRow {
        opcode,
        layout,
        tail: Tail::Nothing,
    }
}

/// Every command, by opcode.
pub static COMMANDS: [CommandRow; 16] = [
    CommandRow {
        opcode: 1,
        layout: &load_state::LAYOUT,
        tail: Tail::States,
    },
    row(2, &end::LAYOUT),
    row(3, &nop::LAYOUT),
    CommandRow {
        opcode: 4,
        layout: &draw_2d::LAYOUT,
        tail: Tail::Rectangles,
    },
    row(5, &draw_primitives::LAYOUT),
    row(6, &draw_indexed_primitives::LAYOUT),
    row(7, &wait::LAYOUT),
    row(8, &link::LAYOUT),
    row(9, &stall::LAYOUT),
    row(10, &call::LAYOUT),
    row(11, &return_::LAYOUT),
    row(12, &draw_instanced::LAYOUT),
    row(13, &chip_select::LAYOUT),
    row(15, &wait_fence::LAYOUT),
    row(16, &draw_indirect::LAYOUT),
    row(19, &snap_pages::LAYOUT),
];

/// Rows by opcode.
static BY_OPCODE: [Option<&CommandRow>; 32] = {
    let mut rows = [None; 32];
    let mut i = 0;
    while i < COMMANDS.len() {
        rows[COMMANDS[i].opcode as usize] = Some(&COMMANDS[i]);
        i += 1;
    }
    rows
};

/// The opcode of a header.
#[inline]
pub const fn opcode(header: u32) -> u8 {
    (header >> 27) as u8
}

/// The command with this header.
#[inline]
pub fn find(header: u32) -> Option<&'static CommandRow> {
    BY_OPCODE[usize::from(opcode(header))]
}

/// The command of this name, ignoring case.
pub fn find_by_name(name: &str) -> Option<&'static CommandRow> {
    COMMANDS
        .iter()
        .find(|r| r.name().eq_ignore_ascii_case(name))
}
