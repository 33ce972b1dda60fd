//! Broadcom VideoCore IV (V3D 2.1): the GPU of the Raspberry Pi 0 to 3.

#![forbid(unsafe_code)]

pub mod isa;
pub mod qpu;
