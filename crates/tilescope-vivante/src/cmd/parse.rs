//! The parser of commands. It is total: any bytes are a command, an unknown header
//! or a truncated command.

use super::rows::{self, CommandRow, Tail};
use super::rows::{
    call, chip_select, draw_2d, draw_indexed_primitives, draw_indirect, draw_instanced,
    draw_primitives, end, link, load_state, snap_pages, stall, wait, wait_fence,
};
use crate::regs::enums::{PrimitiveType, SyncRecipient};
use tilescope_tables::packet::Field;

/// The reason why bytes are not a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// No command has this opcode.
    #[error("undefined opcode {0}")]
    Unknown(u8),
    /// The stream ends inside the command.
    #[error("the command needs {need} bytes, but only {have} are left")]
    Truncated {
        /// Bytes of the command, including padding; 4 if the header is missing.
        need: usize,
        /// The number of available bytes.
        have: usize,
    },
}

/// Bytes that the front end fetches at once; commands are aligned to it.
pub const FETCH: usize = 8;

/// Bytes of the largest command: a DRAW_2D of 256 rectangles and 2047 words.
pub const MAX_SIZE: usize = 10_248;

/// Bytes of the command with this header, including padding; `None` if its opcode
/// is undefined.
#[inline]
pub fn command_size(header: u32) -> Option<usize> {
    let row = rows::find(header)?;
    let words = |n: u32| n as usize * 4;
    let tail = match row.tail {
        Tail::Nothing => 0,
        Tail::States => words(counted(&load_state::COUNT, header)),
        Tail::Rectangles => {
            let rectangles = counted(&draw_2d::COUNT, header);
            words(rectangles * 2 + draw_2d::DATA_COUNT.of(header))
        }
    };
    Some((usize::from(row.layout.size) + tail).next_multiple_of(FETCH))
}

/// The value of a count field, where 0 may have a special meaning.
fn counted(field: &Field, header: u32) -> u32 {
    field.zero_means(field.of(header))
}

/// A command as bytes and the row that describes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawCommand<'a> {
    /// The row.
    pub row: &'static CommandRow,
    /// All of its bytes, header and padding included.
    pub bytes: &'a [u8],
}

impl<'a> RawCommand<'a> {
    /// The command at the start of `bytes`.
    ///
    /// # Errors
    /// [`CommandError`] if the opcode is unknown or bytes are missing.
    #[inline]
    pub fn at(bytes: &'a [u8]) -> Result<Self, CommandError> {
        let cut = |need| CommandError::Truncated {
            need,
            have: bytes.len(),
        };
        let header = bytes.first_chunk().ok_or(cut(4))?;
        let header = u32::from_le_bytes(*header);
        let unknown = CommandError::Unknown(rows::opcode(header));
        let row = rows::find(header).ok_or(unknown)?;
        let size = command_size(header).ok_or(unknown)?;
        let bytes = bytes.get(..size).ok_or(cut(size))?;
        Ok(RawCommand { row, bytes })
    }

    /// The header.
    #[inline]
    pub fn header(&self) -> u32 {
        self.word(0)
    }

    /// Word `n`, 0 if there is none.
    #[inline]
    pub fn word(&self, n: usize) -> u32 {
        self.words().nth(n).unwrap_or(0)
    }

    fn words(&self) -> impl ExactSizeIterator<Item = u32> + Clone + use<'a> {
        let (words, _) = self.bytes.as_chunks::<4>();
        words.iter().map(|w| u32::from_le_bytes(*w))
    }

    /// The words after the fixed part, without padding.
    pub fn tail(&self) -> &'a [u8] {
        let header = self.header();
        let words = match self.row.tail {
            Tail::Nothing => 0,
            Tail::States => counted(&load_state::COUNT, header),
            Tail::Rectangles => {
                counted(&draw_2d::COUNT, header) * 2 + draw_2d::DATA_COUNT.of(header)
            }
        };
        let from = usize::from(self.row.layout.size);
        let bytes: &'a [u8] = self.bytes;
        bytes
            .get(from..from + words as usize * 4)
            .unwrap_or_default()
    }

    /// The word of padding after the tail, if there is one.
    pub fn padding(&self) -> Option<u32> {
        let used = usize::from(self.row.layout.size) + self.tail().len();
        let word = self.bytes.get(used..)?.first_chunk()?;
        Some(u32::from_le_bytes(*word))
    }

    /// The typed form.
    pub fn decode(&self) -> Command<'a> {
        let get = |f: &Field| f.get(self.bytes) as u32;
        let flag = |f: &Field| f.is_set(self.bytes);
        let primitive = |f: &Field| PrimitiveType::from_bits(f.get(self.bytes) as u8);
        let unit = |f: &Field| SyncRecipient::from_bits(f.get(self.bytes) as u8);
        let header = self.header();
        match self.row.opcode {
            1 => Command::LoadState(LoadState {
                offset: load_state::OFFSET.of(header) << 2,
                fixed_point: load_state::FIXP.of(header) != 0,
                words: self.tail(),
            }),
            2 => Command::End {
                event: flag(&end::EVENT_ENABLE).then(|| get(&end::EVENT_ID) as u8),
            },
            4 => {
                let rectangles = counted(&draw_2d::COUNT, header) as usize * 8;
                let (rectangles, data) = self.tail().split_at(rectangles.min(self.tail().len()));
                Command::Draw2d(Draw2d { rectangles, data })
            }
            5 => Command::DrawPrimitives {
                primitive: primitive(&draw_primitives::TYPE),
                start: get(&draw_primitives::START),
                count: get(&draw_primitives::COUNT),
            },
            6 => Command::DrawIndexedPrimitives {
                primitive: primitive(&draw_indexed_primitives::TYPE),
                start: get(&draw_indexed_primitives::START),
                count: get(&draw_indexed_primitives::COUNT),
                offset: get(&draw_indexed_primitives::OFFSET) as i32,
            },
            7 => Command::Wait {
                cycles: get(&wait::DELAY),
            },
            8 => Command::Link(Target {
                address: get(&link::ADDRESS),
                prefetch: get(&link::PREFETCH),
            }),
            9 => Command::Stall {
                from: unit(&stall::FROM),
                to: unit(&stall::TO),
            },
            10 => Command::Call {
                to: Target {
                    address: get(&call::ADDRESS),
                    prefetch: get(&call::PREFETCH),
                },
                back: Target {
                    address: get(&call::RETURN_ADDRESS),
                    prefetch: get(&call::RETURN_PREFETCH),
                },
            },
            11 => Command::Return,
            12 => Command::DrawInstanced {
                primitive: primitive(&draw_instanced::TYPE),
                indexed: flag(&draw_instanced::INDEXED),
                start: get(&draw_instanced::START) as i32,
                vertices: get(&draw_instanced::VERTEX_COUNT),
                instances: get(&draw_instanced::INSTANCE_COUNT_HI) << 16
                    | get(&draw_instanced::INSTANCE_COUNT_LO),
            },
            13 => Command::ChipSelect {
                chips: get(&chip_select::CHIPS) as u16,
            },
            15 => Command::WaitFence {
                address: get(&wait_fence::ADDRESS),
            },
            16 => Command::DrawIndirect {
                primitive: primitive(&draw_indirect::TYPE),
                indexed: flag(&draw_indirect::INDEXED),
                address: get(&draw_indirect::ADDRESS),
            },
            19 => Command::SnapPages {
                unknown: get(&snap_pages::UNK0) as u8,
            },
            // A test holds that every other row has a typed form.
            _ => Command::Nop,
        }
    }
}

/// The target of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The address.
    pub address: u32,
    /// The number of 64-bit words to prefetch there.
    pub prefetch: u32,
}

/// A load of consecutive states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadState<'a> {
    /// Byte offset of the first state.
    pub offset: u32,
    /// The words are 16.16 fixed point and become floats.
    pub fixed_point: bool,
    words: &'a [u8],
}

impl LoadState<'_> {
    /// Byte offset of every state and the word of the stream.
    pub fn words(&self) -> impl ExactSizeIterator<Item = (u32, u32)> + Clone {
        let (words, _) = self.words.as_chunks::<4>();
        let first = self.offset;
        words.iter().enumerate().map(move |(i, w)| {
            let offset = first.wrapping_add(i as u32 * 4);
            (offset, u32::from_le_bytes(*w))
        })
    }

    /// The number of states, from 1 to 1024.
    pub fn count(&self) -> u32 {
        (self.words.len() / 4) as u32
    }
}

/// Converts a word of a fixed-point load: 16.16 to float.
///
/// A float has 24 bits of precision, so large numbers with many fraction bits are
/// rounded; to nearest, ties to even, which is not confirmed by measurements.
#[inline]
pub fn from_fixed_point(word: u32) -> u32 {
    (word as i32 as f32 / 65536.0).to_bits()
}

/// A rectangle of DRAW_2D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// First column.
    pub left: u16,
    /// First row.
    pub top: u16,
    /// One after the last column.
    pub right: u16,
    /// One after the last row.
    pub bottom: u16,
}

/// The contents of a DRAW_2D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw2d<'a> {
    rectangles: &'a [u8],
    data: &'a [u8],
}

impl<'a> Draw2d<'a> {
    /// The rectangles, or the end points of lines.
    pub fn rectangles(&self) -> impl ExactSizeIterator<Item = Rectangle> + use<'a> {
        let (rectangles, _) = self.rectangles.as_chunks::<8>();
        rectangles.iter().map(|r| Rectangle {
            left: u16::from_le_bytes([r[0], r[1]]),
            top: u16::from_le_bytes([r[2], r[3]]),
            right: u16::from_le_bytes([r[4], r[5]]),
            bottom: u16::from_le_bytes([r[6], r[7]]),
        })
    }

    /// Pixels in the stream, in words.
    pub fn data(&self) -> &'a [u8] {
        self.data
    }
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Writes states.
    LoadState(LoadState<'a>),
    /// Ends the stream.
    End {
        /// The event to raise.
        event: Option<u8>,
    },
    /// Does nothing.
    Nop,
    /// Draws with the 2D engine.
    Draw2d(Draw2d<'a>),
    /// Draws consecutive vertices.
    DrawPrimitives {
        /// The primitive type.
        primitive: PrimitiveType,
        /// The first vertex.
        start: u32,
        /// The number of primitives.
        count: u32,
    },
    /// Draws indexed vertices.
    DrawIndexedPrimitives {
        /// The primitive type.
        primitive: PrimitiveType,
        /// The first index.
        start: u32,
        /// The number of primitives.
        count: u32,
        /// Added to every index.
        offset: i32,
    },
    /// Pauses the fetch.
    Wait {
        /// The duration.
        cycles: u32,
    },
    /// Jumps to another address.
    Link(Target),
    /// The front end waits for a unit.
    Stall {
        /// The waiting unit.
        from: SyncRecipient,
        /// The unit to wait for.
        to: SyncRecipient,
    },
    /// Calls a subroutine.
    Call {
        /// The target.
        to: Target,
        /// The target of the return.
        back: Target,
    },
    /// Returns from a subroutine.
    Return,
    /// Draws instances.
    DrawInstanced {
        /// The primitive type.
        primitive: PrimitiveType,
        /// Whether the draw is indexed.
        indexed: bool,
        /// The first vertex, or the base vertex of an indexed draw.
        start: i32,
        /// The number of vertices or indices per instance.
        vertices: u32,
        /// The number of instances.
        instances: u32,
    },
    /// Selects the chips that execute the following commands.
    ChipSelect {
        /// Mask of the selected chips.
        chips: u16,
    },
    /// Waits for a fence in memory.
    WaitFence {
        /// Address of the fence.
        address: u32,
    },
    /// Draws with parameters from memory.
    DrawIndirect {
        /// The primitive type.
        primitive: PrimitiveType,
        /// Whether the draw is indexed.
        indexed: bool,
        /// Address of the parameters.
        address: u32,
    },
    /// Undocumented.
    SnapPages {
        /// Bits without a known meaning.
        unknown: u8,
    },
}

/// The command at the start of `bytes`: typed, raw, and its length in bytes.
///
/// # Errors
/// [`CommandError`] if the opcode is unknown or bytes are missing.
#[inline]
pub fn command_at(bytes: &[u8]) -> Result<(Command<'_>, RawCommand<'_>, usize), CommandError> {
    let raw = RawCommand::at(bytes)?;
    Ok((raw.decode(), raw, raw.bytes.len()))
}
