//! The engine, with an instruction set that exists only here: groups of lanes against
//! a plain interpreter, dataflow against all paths, units that block, native code, counts.

#![forbid(unsafe_code)]

mod blocked;
mod dataflow;
mod flow;
mod plain;
mod programs;
mod random;
mod tally;
mod toy;
