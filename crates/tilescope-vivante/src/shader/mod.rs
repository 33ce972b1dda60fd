//! Shaders: programs and their execution.
//!
//! ```text
//! isa::decode -> meaning  the values, operands and effects of an instruction
//!                 |
//!                emit -> operations on components of registers (op, slots)
//!                 |
//!         tilescope_shader: blocks, dataflow
//!                 |
//!              Program -> Group      many threads in lockstep (compute, units; native
//!                    |               code for values with the feature `jit`)
//!                    \--> reference  each thread separately, from the decoded instructions
//! ```
//!
//! Values are defined once, in [`alu`], and used by both. Undocumented behaviour is
//! a field of [`ShaderQuirks`].

mod alu;
mod check;
mod compute;
mod emit;
mod function;
mod group;
mod io;
mod meaning;
#[cfg(feature = "jit")]
mod native;
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
pub use program::{Program, Setup, Stage};
pub use quirks::ShaderQuirks;
pub use tilescope_shader::ExecMode;
