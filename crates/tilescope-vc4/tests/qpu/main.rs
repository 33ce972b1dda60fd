//! The QPU against facts and against itself.

mod asm;
mod device;
mod modes;
mod pipeline;
mod quirks;
mod vectors;
