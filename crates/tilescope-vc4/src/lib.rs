//! Broadcom VideoCore IV (V3D 2.1): the GPU of the Raspberry Pi 0 to 3.

#![forbid(unsafe_code)]

pub mod binner;
pub mod bus;
pub mod chips;
pub mod cle;
pub mod cmd;
pub mod fragment;
pub mod indices;
pub mod check;
pub mod isa;
pub mod log;
pub mod packets;
pub mod prim;
pub mod quirks;
pub mod records;
pub mod rules;
pub mod shaded;
pub mod state;
pub mod tile_lists;
pub mod tlb;
pub mod uniforms;
pub mod vpm;
pub mod regs;
