//! The QPU against facts and against itself.

mod asm;
mod device;
mod gang;
mod modes;
#[cfg(feature = "jit")]
mod native;
mod pipeline;
mod quirks;
mod vectors;
