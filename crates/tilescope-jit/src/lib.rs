//! Native code from shader semantics.
//!
//! [`Builder`] implements [`Exec`](tilescope_exec::Exec), so that a family's
//! description of what its instructions do, which the interpreter executes,
//! emits machine code instead. [`compile`] turns what a closure emits into a
//! [`Function`] over an array of lane registers.
//!
//! Today: straight-line code of 16 lanes, as four vectors of four. Not yet:
//! control flow, calls back into a device, wider vectors.

#![deny(unsafe_code)]

mod builder;
mod function;

pub use builder::{Builder, Mask, Value16};
pub use function::{CompileError, Function, compile};
