//! The QPU: threads of 16 lanes.
//!
//! ```text
//!  words -> decode -> places -> emit -> tilescope_shader   (ExecMode::Normal)
//!                |                          |  one thread alone, or eight (gang);
//!                |                          |  where fuel ends inside a block:
//!                +-> Decoded -----------> step             (ExecMode::Reference)
//!                                           |
//!                                isa::alu, sfu, QpuIo
//! ```
//!
//! `step` is a direct model of the pipeline that executes one instruction at a time.
//! `emit` lowers programs to operations of the shader engine, with every delay of the
//! pipeline resolved. Both must agree bit for bit.

pub mod decode;
mod emit;
mod flat;
pub mod gang;
mod hazards;
pub mod io;
mod lowered;
#[cfg(feature = "jit")]
mod native;
mod places;
pub mod program;
pub mod quirks;
mod run;
pub mod sfu;
pub mod slots;
mod step;
mod stream;
pub mod thread;
mod tracking;
mod units;
mod values;

pub use io::{
    Dir, PixelFlags, QpuIo, QuadAxis, Scoreboard, SemaphoreOp, Stop, ThreadSwitch, TlbRead,
    TlbWrite, TmuReg, Trap,
};
pub use program::Program;
pub use quirks::QpuQuirks;
pub use stream::Stream;
pub use thread::{ExecMode, RunEnd, Thread, ThreadInit};
