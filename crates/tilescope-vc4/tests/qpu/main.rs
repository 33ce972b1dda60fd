//! Tests of the QPU: known results, and agreement of its modes.

mod asm;
mod device;
mod gang;
mod modes;
#[cfg(feature = "jit")]
mod native;
mod packs;
mod pipeline;
mod quirks;
mod stream;
mod vectors;
