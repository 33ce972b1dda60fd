//! A GPU family that exists only in tests: one packet, six instructions, one triangle.
//!
//! | module | contents |
//! | --- | --- |
//! | [`tables`] | the packet and the instructions, as rows; their text form and decoder |
//! | [`rules`] | the rules |
//! | [`shader`] | lowering to `tilescope-shader`, and the static checker |
//! | [`draw`] | a triangle, with `tilescope-raster` and `tilescope-output` |
//! | [`device`] | submissions |
//! | [`family`] | the family in the form of the registry |
//!
//! `docs/adding-a-family.md` explains it from the registry down.

#![forbid(unsafe_code)]

pub mod device;
pub mod draw;
pub mod family;
pub mod rules;
pub mod shader;
pub mod tables;

use tilescope_families::Registry;

/// The registry with this family alone.
pub const DEMO: Registry = Registry::new(&[&family::DemoFamily]);
