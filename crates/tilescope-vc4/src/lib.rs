//! Broadcom VideoCore IV (V3D 2.1): the GPU of the Raspberry Pi 0 to 3.
//!
//! ```text
//!  CT0 bin_thread --> vertex (VCM, VCD, VPM, QPU) --> binner (PTB) --> tile_lists
//!                                                                          |
//!  CT1 render_thread --> vertex --> tile: prim (PSE), FEP, fragment, QPU <-+
//!                                     |        tmu      tlb
//!                                     +--> stores, in list order
//!  SRQPC user --> QPU, VPM DMA
//! ```
//!
//! There are two interfaces: [`device::Vc4`] takes submissions like those of a kernel,
//! and [`mmio`] has the registers of the chip.

#![forbid(unsafe_code)]

pub mod bin_thread;
pub mod binned;
pub mod binner;
pub mod bus;
pub mod check;
pub mod chips;
pub mod cle;
pub mod cmd;
pub mod code;
pub mod describe;
pub mod device;
pub mod dumps;
pub mod fragment;
pub mod idle;
pub mod indices;
pub mod isa;
pub mod log;
pub mod mmio;
pub mod packets;
pub mod perf;
pub mod ports;
pub mod prim;
pub mod qpu;
pub mod quirks;
pub mod record_map;
pub mod records;
pub mod regs;
pub mod render_thread;
pub mod reserved;
pub mod rules;
pub mod run;
pub mod shaded;
pub mod shader_records;
pub mod state;
pub mod sync;
pub mod texture;
pub mod tile;
pub mod tile_lists;
pub mod tlb;
pub mod tmu;
pub mod uniforms;
pub mod user;
pub mod vertex;
mod vertex_batches;
pub mod vpm;
pub mod vpm_setup;

pub use device::{Options, Vc4};
