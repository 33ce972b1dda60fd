//! Qualcomm Adreno 6xx: the GPUs of Snapdragon 845 (A630), 7c (A618), 7c Gen 3 (A635)
//! and 888 (A660).
//!
//! The crate disassembles and assembles shaders. It executes nothing yet.

#![forbid(unsafe_code)]

pub mod isa;
