//! The restrictions of Vivante GC, as data.
//!
//! One static per rule, in the module of its unit. A finding refers to the static:
//!
//! | module | ids | raised by |
//! | --- | --- | --- |
//! | [`blt`] | `VIV-BLT-nnn` | the blit engine |
//! | [`de`] | `VIV-DE-nnn` | the 2D engine |
//! | [`draw`] | `VIV-DRAW-nnn` | draws, before and while they run |
//! | [`fe`] | `VIV-FE-nnn` | the front end, about commands, pipes and semaphores |
//! | [`kernel`] | `VIV-KERNEL-nnn` | the virtual kernel, about what Linux refuses |
//! | [`mem`] | `VIV-MEM-nnn` | every unit that reads or writes memory |
//! | [`pe`] | `VIV-PE-nnn` | draws, about their render targets |
//! | [`rs`] | `VIV-RS-nnn` | the resolve engine |
//! | [`shader`] | `VIV-SH-nnn` | [`crate::shader`], loading and running programs |
//! | [`sync`] | `VIV-SYNC-nnn` | [`crate::hazards`], about cache flushes and waits |
//! | [`te`] | `VIV-TE-nnn` | the texture units |
//! | [`ts`] | `VIV-TS-nnn` | units that read or write tile status |
//!
//! Rules of the virtual kernel have examples in its own tests.
//!
//! Sources are cited in short form:
//!
//! * *rnndb*: the register database of etna_viv; cmdstream.xml is a part of it.
//! * *rules-ng*: the register and instruction database of etna_viv and Mesa.
//! * *etna_viv*: its notes on the hardware (`doc/hardware.md`).
//! * *hardware.md*, *2d.md*: etna_viv doc/hardware.md and doc/2d.md.
//! * *Mesa*: the etnaviv gallium driver, version 22.3.
//! * *Linux*: the kernel's etnaviv driver.
//! * *Inferred*: follows from how the unit works; no source states it.

pub mod blt;
pub mod de;
pub mod draw;
pub mod fe;
pub mod kernel;
pub mod mem;
pub mod pe;
pub mod rs;
pub mod shader;
pub mod sync;
pub mod te;
pub mod ts;

use tilescope_core::Rule;

/// Every rule, module by module.
pub const ALL: &[&[&Rule]] = &[
    blt::ALL,
    de::ALL,
    draw::ALL,
    fe::ALL,
    kernel::ALL,
    mem::ALL,
    pe::ALL,
    rs::ALL,
    shader::ALL,
    sync::ALL,
    te::ALL,
    ts::ALL,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_in_order_and_rules_are_complete() {
        let units = [
            "BLT", "DE", "DRAW", "FE", "KERNEL", "MEM", "PE", "RS", "SH", "SYNC", "TE", "TS",
        ];
        assert_eq!(tilescope_core::rule_problems("VIV", &units, ALL), [""; 0]);
    }
}
