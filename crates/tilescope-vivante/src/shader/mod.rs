//! Shaders: programs and how they are executed.
//!
//! ```text
//! isa::decode -> meaning  what an instruction means: which value of which operands
//!                 |
//!                emit -> operations on components of registers (op, slots)
//!                 |
//!             flow: blocks; what is read before it is written; where NaNs show
//!             live: what is read for nothing
//!                 |
//!              Program -> Group    many threads at once, an operation for all of them
//!                    \--> reference each thread for itself, from the instructions
//! ```
//!
//! What values are is written once, in [`alu`], and used by both. What nobody
//! knows is a field of [`ShaderQuirks`].

mod alu;
mod check;
mod compute;
mod emit;
mod flow;
mod function;
mod group;
mod io;
mod lanes;
mod live;
mod meaning;
mod note;
mod op;
mod plain;
mod program;
pub mod quirks;
pub mod reference;
mod slots;
mod units;

pub use check::check;
pub use group::{BATCHES, Group, LANES, WATCHDOG};
pub use io::{Access, Lod, Lookup, Refused, ShaderIo, Trap, Why};
pub use note::{Note, Notes, Problem};
pub use plain::ExecMode;
pub use program::{Program, Setup, Stage};
pub use quirks::ShaderQuirks;
