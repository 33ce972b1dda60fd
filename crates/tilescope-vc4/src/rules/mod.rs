//! The restrictions of VideoCore IV, as data.
//!
//! There is one static per rule, in the module of its unit. A finding refers to
//! the static of the broken rule:
//!
//! | module | ids | raised by |
//! | --- | --- | --- |
//! | [`qpu`] | `VC4-QPU-nnn` | [`crate::check`] before a program runs, together with some of [`tmu`] and [`vpm`]; ids from 140 up by the running QPU |
//! | [`cl`], [`tile_list`] | `VC4-CL-nnn` | the control list executor |
//! | [`bin`] | `VC4-BIN-nnn` | the binner |
//! | [`tlb`] | `VC4-TLB-nnn` | the tile buffer |
//! | [`vpm`] | `VC4-VPM-nnn` | vertex fetch and vertex pipe memory |
//! | [`tmu`] | `VC4-TMU-nnn` | the texture and memory lookup unit |
//! | [`mem`] | `VC4-MEM-nnn` | every unit that reads or writes memory |
//! | [`kernel`] | `VC4-KERNEL-nnn` | the virtual kernel, for jobs that Linux refuses |
//!
//! Every rule has an example under `tests/rules/vc4` that breaks it and a similar
//! one that does not, except those listed with a reason in `NOT-RAISED.txt` there.
//! Rules of the virtual kernel are tested with the kernel.
//!
//! Sources are cited in short form:
//!
//! * *Guide*: VideoCore IV 3D Architecture Reference Guide,
//!   VideoCoreIV-AG100-R. "Instruction restrictions" is the list at the end of
//!   its QPU section.
//! * *Linux*: the command list and shader validators of the kernel's vc4 driver
//!   (`vc4_validate.c`, `vc4_validate_shaders.c`, `vc4_render_cl.c`).
//! * *Mesa*: the vc4 gallium driver, version 22.3.
//! * *vc4asm*: the checks and the addendum to the Guide of maazl/vc4asm,
//!   measured on boards.
//! * *x03*: the bare-metal demonstrations of asurati/x03, run on boards.
//! * *Inferred*: follows from the design of the unit, but is not documented.

pub mod bin;
pub mod cl;
pub mod kernel;
pub mod mem;
pub mod qpu;
pub mod tile_list;
pub mod tlb;
pub mod tmu;
pub mod vpm;

use tilescope_core::Rule;

/// Every rule, module by module.
pub const ALL: &[&[&Rule]] = &[
    qpu::ALL,
    cl::ALL,
    tile_list::ALL,
    bin::ALL,
    tlb::ALL,
    vpm::ALL,
    tmu::ALL,
    mem::ALL,
    kernel::ALL,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_in_order_and_every_rule_is_complete() {
        let units = ["QPU", "CL", "BIN", "TLB", "VPM", "TMU", "MEM", "KERNEL"];
        assert_eq!(tilescope_core::rule_problems("VC4", &units, ALL), [""; 0]);
    }
}
