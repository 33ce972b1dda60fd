//! Control lists: one parser, and its users.
//!
//! ```text
//! bytes --> parse --> Packet            executed by the device
//!             |
//!             +-----> Element --> describe   annotated listing
//!                        |
//!                        +------> text       text that assembles to the same bytes
//! ```
//!
//! [`compressed`] reads and writes the compressed primitives that the binner
//! puts into tile lists, the only part of a list that has no fixed size.

pub mod compressed;
pub mod describe;
pub mod parse;
pub mod text;

pub use parse::{PacketError, RawPacket, packet_at};
