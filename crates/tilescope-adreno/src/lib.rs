//! Qualcomm Adreno 6xx: the GPUs of Snapdragon 845 (A630), 7c (A618), 7c Gen 3 (A635)
//! and 888 (A660).
//!
//! The crate reads: command streams and the recordings that hold them, registers,
//! descriptors, shaders. It also assembles shaders. Of execution it has the command processor
//! ([`cp`]), which follows streams; draws, dispatches and copies are not executed yet.

#![forbid(unsafe_code)]

pub mod check;
pub mod chips;
pub mod cp;
pub mod devcore;
pub mod isa;
pub mod passes;
pub mod plan;
pub mod pm4;
pub mod protect;
pub mod rd;
pub mod regs;
pub mod rules;
pub mod stream;
