//! Load/store instructions.
//!
//! ```text
//! op.rs ops.rs     operations: one row each
//! word.rs          fields, decoded instructions
//! text.rs          instructions as text, and back
//! ```

mod op;
mod ops;
mod text;
mod word;

pub use op::{Form, Ldst, LdstCode};
pub use ops::{LOAD_STORE_OP, LdstOp};
pub use word::{INDEX_FORMAT, IndexFormat, LOAD_STORE, LoadStore};
