//! Native code against the interpreter, and the memory that it is in.

mod exec;
mod memory;
mod program;
