//! Broadcom VideoCore IV (V3D 2.1): the GPU of the Raspberry Pi 0 to 3.

#![forbid(unsafe_code)]

pub mod bus;
pub mod chips;
pub mod isa;
pub mod log;
pub mod quirks;
pub mod rules;
pub mod vpm;
pub mod cmd;
pub mod isa;
pub mod packets;
pub mod records;
