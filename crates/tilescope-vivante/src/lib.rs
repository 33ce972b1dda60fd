//! Vivante GC: the GPUs of i.MX6 (GC2000, GC880), i.MX8 (GC7000L), Dove (GC600)
//! and their like.
//!
//! ```text
//!  FE command stream --> state (256 KiB of registers) --> draw
//!                                                           |
//!  FE vertex fetch --> SH vertex shader --> PA --> SE --> RA --> SH pixel shader --> PE --> TS, memory
//!                                                                     |
//!                                                                    TE
//!  RS, BLT: copy, fill, tile, resolve       DE: 2D
//! ```

#![forbid(unsafe_code)]

pub mod blt;
pub mod bus;
pub mod chips;
pub mod cmd;
pub mod de;
pub mod describe;
pub mod device;
pub mod draw;
pub mod etdump;
pub mod fe;
pub mod features;
pub mod hazards;
pub mod isa;
pub mod log;
pub mod pe;
pub mod quirks;
pub mod regs;
pub mod rs;
pub mod rules;
pub mod shader;
pub mod state;
pub mod stopped;
pub mod surface;
pub mod te;
pub mod ts;

pub use device::{Options, Vivante};
