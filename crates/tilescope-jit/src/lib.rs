//! Native code from shader semantics.
//!
//! [`Builder`] implements [`Exec`](tilescope_exec::Exec), so that a family's
//! semantics of instructions, which the interpreter executes, emit machine code
//! instead.
//!
//! * [`compile_program`] compiles the stretches of a
//!   [`Program`](tilescope_shader::Program) with [`Isa::value`](tilescope_shader::Isa::value),
//!   and is its [`Native`](tilescope_shader::Native). A stretch is one function that loops
//!   over the batches that run; slots are loaded and stored once in it.
//! * [`compile`] turns the code that a closure emits into a [`Function`] over an array of
//!   lane registers.
//!
//! Supported: straight-line code of 16 lanes, as four vectors of four. Not
//! supported: control flow, calls into a device, wider vectors.
//!
//! Memory for code is writable while it is compiled, and executable but not writable
//! from then on. Code accesses only slots below the highest that its operations name, of
//! batches that exist; each call checks both.

#![deny(unsafe_code)]

mod builder;
mod function;
mod program;
mod single;

pub use builder::{Builder, Doubles, Mask, Value16};
pub use function::CompileError;
pub use program::{Stretches, compile_program};
pub use single::{Function, compile};
