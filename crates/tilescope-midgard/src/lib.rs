//! Mali Midgard: the instruction set, the structures in memory, and a device that runs
//! chains of jobs.
//!
//! [`isa`] has the rows of every operation and of every field of the instruction
//! words, and the decoder, encoder, disassembler and assembler that read them.
//! [`descriptors`] has the fields of every job and descriptor of architectures v4
//! and v5, [`chips`] the differences between chips. [`device`] runs [`jobs`],
//! [`shader`] programs.
//!
//! Names, encodings and bit ranges are those of Mesa's Panfrost driver.

#![forbid(unsafe_code)]

pub mod attributes;
pub mod chips;
pub mod cmd;
mod compute;
pub mod describe;
pub mod descriptors;
pub mod device;
pub mod exception;
pub mod formats;
pub mod fragment;
pub mod image;
pub mod isa;
pub mod jobs;
pub mod log;
pub mod memory;
pub mod quirks;
pub mod rules;
pub mod shader;
pub mod state;
pub mod texture;
mod threads;
pub mod tiler;

use tilescope_core::report;

pub use device::{Midgard, Options};
pub use quirks::Quirks;
