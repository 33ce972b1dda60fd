//! The text form of control lists, records and the data next to them.
//!
//! ```text
//! # One packet per line; fields by name, in any order; what is left out is 0.
//! CLIP_WINDOW width=640, height=480
//! CONFIGURATION_BITS enable_prim_front, cw_primitives, depth_func=ALWAYS
//! .for y in 0..8 {
//!   .for x in 0..10 {
//!     TILE_COORDINATES column=x, row=y
//!     BRANCH_TO_SUB_LIST address=@tile_alloc + (y * 10 + x) * 32
//!     STORE_MS_TILE_BUFFER
//!   }
//! }
//! ```
//!
//! [`assemble`] reads it, [`disassemble`] writes it, and assembling a disassembly gives
//! the same bytes, for any bytes. `docs/control-lists.md` is the reference.

mod language;
mod print;

pub(in crate::cmd) use print::lines;
pub use print::{disassemble, record_lines};
pub use tilescope_tables::list::{
    Assembled as AssembledList, MAX_BYTES, MAX_ERRORS, MAX_STATEMENTS,
};
pub use tilescope_tables::listing::{Addresses, FieldSpan, ListingLine, Options, to_source};

use tilescope_tables::list;
use tilescope_tables::text::TextError;

/// Assembles `source`.
///
/// `symbols` resolves `@name`, see [`list::assemble`].
///
/// # Errors
/// All errors in the text, up to [`MAX_ERRORS`], each with its location.
pub fn assemble(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
) -> Result<AssembledList, Vec<TextError>> {
    list::assemble::<language::ControlLists>(source, symbols)
}
