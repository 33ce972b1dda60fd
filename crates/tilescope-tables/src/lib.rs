//! Infrastructure of ISA, register and packet tables.
//!
//! A table is plain constant data. [`bits`] has the fields of words and the bit patterns of rows,
//! [`word`] words as structs, [`row`] the rows of one slot and the checks that every table must pass, and [`source`] the
//! origin of rows, [`descriptor`] structures whose bits have several meanings. [`asm`] assembles instruction sets and [`list`] command lists,
//! [`text`] has their located errors, and [`source_map`] maps bytes back to the text.

#![forbid(unsafe_code)]

pub mod asm;
pub mod bits;
mod closed;
pub mod descriptor;
pub mod draws;
pub mod list;
pub mod listing;
pub mod packet;
pub mod register_file;
pub mod row;
pub mod source;
pub mod source_map;
pub mod text;
pub mod word;

pub use bits::{Field, Format, Pattern};
pub use row::{Reserved, Row, Slot};
pub use source::{Confidence, Source};
pub use source_map::{SourceMap, Span};
pub use text::TextError;
