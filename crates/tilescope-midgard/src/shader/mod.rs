//! Shaders: programs and their execution.
//!
//! ```text
//! memory -> code    the bundles that control can reach
//!            |
//!           emit -> operations on components of registers (op, slots)
//!            |
//!    tilescope_shader: blocks, dataflow
//!            |
//!         Program -> Group      many threads in lockstep (compute, units)
//!               \--> reference  threads, directly from the decoded bundles
//! ```
//!
//! An instruction of the engine is a bundle. Values are defined once, in `alu`, and used by
//! both; so are ALU instructions (`instruction`, `operation`), and load/store and texture
//! instructions and branches (`access`), over the slots of one and the words of the other.
//! The order of writes and the flow of control are implemented twice.
//! Undocumented behaviour is a field of [`ShaderQuirks`].

mod access;
mod alu;
mod check;
mod code;
mod colour;
mod compute;
mod emit;
mod file;
mod group;
mod instruction;
mod io;
mod missing;
#[cfg(feature = "jit")]
mod native;
mod note;
mod op;
mod operation;
mod program;
pub mod quirks;
mod reference;
mod slots;
mod unit;
mod units;

pub use check::{check, check_code, inferred_stage};
pub use code::{Fetch, MAX_BUNDLES, of_quads};
pub use group::{BATCHES, Ends, Group, LANES, Storage, WATCHDOG};
pub use io::{
    Access, Components, Entry, ImageOp, Interpolation, Lod, Lookup, LookupMode, Refused, ShaderIo,
    Tile, Trap, Why, Write,
};
pub use note::{Note, Notes, Problem};
pub use program::{FixedVarying, Program, Setup, Stage};
pub use quirks::ShaderQuirks;
pub use slots::Register as Input;
pub use tilescope_exec::atomic::{Atomic, AtomicOp};
pub use tilescope_shader::{ExecMode, Ran};
pub use unit::Results;
