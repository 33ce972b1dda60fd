//! Native code against the interpreter, and the memory that it is in. On hosts without the
//! instructions there is nothing to compare.

mod exec;
mod loops;
mod memory;
mod program;
