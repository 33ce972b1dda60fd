//! The restrictions of Adreno 6xx, as data.
//!
//! One static per rule, in the module of its unit. A note refers to the static:
//!
//! | module | ids | raised by |
//! | --- | --- | --- |
//! | [`cache`] | `ADR-CACHE-nnn` | writes of `RB_CCU_CNTL`, and accesses to memory |
//! | [`cp`] | `ADR-CP-nnn` | packets |
//! | [`draw`] | `ADR-DRAW-nnn` | draws |
//! | [`gmem`] | `ADR-GMEM-nnn` | draws and copies of tiles |
//! | [`kernel`] | `ADR-KERNEL-nnn` | submissions that Linux refuses |
//! | [`reg`] | `ADR-REG-nnn` | reads and writes of registers |
//! | [`run`] | `ADR-RUN-nnn` | the command processor as a device |
//! | [`shader`] | `ADR-SH-nnn` | shaders that a stream loads, and draws with them |
//! | [`vsc`] | `ADR-VSC-nnn` | draws that are sorted by tile, and tiles that read the result |
//!
//! Those of streams are raised by [`crate::check`], which executes nothing; the device
//! ([`crate::cp`]) raises those that stop it. Those of Linux are raised by `tilescope-kernel`.
//!
//! Sources are cited in short form:
//!
//! * *Database*: the registers and packets of Mesa 22.3.6, `src/freedreno/registers/adreno`.
//! * *Mesa*: the drivers turnip and freedreno, version 22.3.6.
//! * *Linux*: the kernel's msm driver, version 6.12.
//! * *Inferred*: follows from how the unit works; no source states it.

pub mod cache;
pub mod cp;
pub mod draw;
pub mod gmem;
pub mod kernel;
pub mod reg;
pub mod run;
pub mod shader;
pub mod vsc;

use tilescope_core::Rule;

/// Every rule, module by module.
pub const ALL: &[&[&Rule]] = &[
    cache::ALL,
    cp::ALL,
    draw::ALL,
    gmem::ALL,
    kernel::ALL,
    reg::ALL,
    run::ALL,
    shader::ALL,
    vsc::ALL,
];

/// The units of ids.
pub const UNITS: &[&str] = &[
    "CACHE", "CP", "DRAW", "GMEM", "KERNEL", "REG", "RUN", "SH", "VSC",
];
