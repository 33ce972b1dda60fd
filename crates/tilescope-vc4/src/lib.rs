//! Broadcom VideoCore IV (V3D 2.1): the GPU of the Raspberry Pi 0 to 3.

#![forbid(unsafe_code)]

pub mod cmd;
pub mod isa;
pub mod packets;
pub mod records;
pub mod regs;
