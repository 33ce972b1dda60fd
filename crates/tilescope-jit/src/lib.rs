//! Native code from shader semantics.
//!
//! [`Builder`] implements [`Exec`](tilescope_exec::Exec), so that a family's
//! semantics of instructions, which the interpreter executes, emit machine code
//! instead. [`compile`] turns the code that a closure emits into a [`Function`]
//! over an array of lane registers.
//!
//! Supported: straight-line code of 16 lanes, as four vectors of four. Not
//! supported: control flow, calls into a device, wider vectors.

#![deny(unsafe_code)]

mod builder;
mod function;

pub use builder::{Builder, Mask, Value16};
pub use function::{CompileError, Function, compile};
