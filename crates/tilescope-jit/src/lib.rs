//! Native code from shader semantics.
//!
//! [`Builder`] implements [`Exec`](tilescope_exec::Exec), so that a family's
//! semantics of instructions, which the interpreter executes, become machine code
//! instead.
//!
//! * [`compile_program`] compiles the stretches of a
//!   [`Program`](tilescope_shader::Program) with [`Isa::value`](tilescope_shader::Isa::value),
//!   and is its [`Native`](tilescope_shader::Native). A stretch is one function that loops
//!   over the batches that run; slots are loaded and stored once in it.
//!   A loop without accesses is one function too ([`Loop`](tilescope_shader::Loop)): each batch
//!   goes round it until its lanes have left, and what a round leaves to the next stays in
//!   registers. If lanes go different ways a round is one block, with a mask for each block of the
//!   program; if batches go theirs as a whole, blocks are reached by jumps.
//! * [`compile`] turns the code that a closure emits into a [`Function`] over an array of
//!   lane registers.
//!
//! ```text
//! Exec calls -> graph.rs       operations without repetitions
//!            -> allocate.rs    registers: what is used latest is spilled
//!            -> assemble.rs    the loop over batches, bytes
//!            -> memory.rs      pages: written, then executable and no longer writable
//! ```
//!
//! A value is one register: sixteen lanes with [`Target::Avx512`], and eight with
//! [`Target::Avx2`], whose code runs twice for each batch. [`supported`] is false on hosts
//! with neither, where everything is interpreted. Not supported: control flow but that of loops
//! that only compute, calls into a device; with AVX2 values that move between the halves of a
//! batch.
//!
//! Code accesses only slots below the highest that its operations name, of batches that
//! exist; each call checks both.

#![deny(unsafe_code)]

mod allocate;
mod assemble;
mod avx2;
mod branches;
mod builder;
mod choices;
mod codes;
mod doubles;
mod function;
mod graph;
mod memory;
mod program;
mod rounds;
mod single;
mod slots;
mod target;

pub use builder::{Builder, Mask, Value};
pub use doubles::Doubles;
pub use function::{CompileError, supported};
pub use program::{Stretches, compile_hot, compile_now, compile_program};
pub use single::{Function, compile};
pub use target::{TARGETS, Target};
