//! The QPU: one thread of 16 lanes at a time.
//!
//! ```text
//!  words -> decode -> Program -> runs of Ops -> run     (ExecMode::Normal)
//!                        |                       |  slow instructions, hazards at edges
//!                        +-> Decoded ---------> step    (ExecMode::Reference)
//!                                                |
//!                                     isa::alu, sfu, QpuIo
//! ```
//!
//! `step` is a direct model of the pipeline that executes one instruction at a time.
//! `translate` turns sequences of instructions without open hazards at their ends into
//! simple three-address operations, with the delays inside the sequence resolved once.
//! Both must agree bit for bit.

mod compute;
pub mod decode;
mod emit;
mod flushed;
pub mod gang;
mod hazards;
pub mod io;
#[cfg(feature = "jit")]
pub mod native;
mod op;
pub mod program;
pub mod quirks;
mod run;
pub mod sfu;
mod skips;
pub mod slots;
mod step;
pub mod thread;
mod tracking;
mod translate;

pub use io::{
    Dir, PixelFlags, QpuIo, QuadAxis, Scoreboard, SemaphoreOp, Stop, ThreadSwitch, TlbRead,
    TlbWrite, TmuReg, Trap,
};
pub use program::Program;
pub use quirks::QpuQuirks;
pub use thread::{ExecMode, RunEnd, Thread, ThreadInit};
