//! The restrictions of Adreno 6xx, as data.
//!
//! One static per rule, in the module of its unit. A note refers to the static:
//!
//! | module | ids | raised by |
//! | --- | --- | --- |
//! | [`cp`] | `ADR-CP-nnn` | packets |
//! | [`gmem`] | `ADR-GMEM-nnn` | draws and copies of tiles |
//! | [`reg`] | `ADR-REG-nnn` | reads and writes of registers |
//! | [`shader`] | `ADR-SH-nnn` | shaders that a stream loads |
//!
//! All of them are raised by [`crate::check`], which executes nothing.
//!
//! Sources are cited in short form:
//!
//! * *Database*: the registers and packets of Mesa 22.3.6, `src/freedreno/registers/adreno`.
//! * *Mesa*: the drivers turnip and freedreno, version 22.3.6.
//! * *Linux*: the kernel's msm driver.
//! * *Inferred*: follows from how the unit works; no source states it.

pub mod cp;
pub mod gmem;
pub mod reg;
pub mod shader;

use tilescope_core::Rule;

/// Every rule, module by module.
pub const ALL: &[&[&Rule]] = &[cp::ALL, gmem::ALL, reg::ALL, shader::ALL];

/// The units of ids.
pub const UNITS: &[&str] = &["CP", "GMEM", "REG", "SH"];
