//! Command streams: the parser, and its users.
//!
//! ```text
//! bytes --> parse --> Command             executed by the front end
//!             |
//!             +-----> listing             annotated lines
//!             +-----> text                text that assembles to the same bytes
//! ```

pub mod listing;
pub mod parse;
pub mod rows;
pub mod text;

pub use parse::{
    Command, CommandError, Draw2d, FETCH, LoadState, MAX_SIZE, RawCommand, Rectangle, Target,
    command_at, command_size, from_fixed_point,
};
pub use rows::{COMMANDS, CommandRow, Tail};
