//! The restrictions of Vivante GC, as data.
//!
//! One static per rule, in the module of the unit it is about. Whoever finds a
//! rule broken raises a finding that refers to its static:
//!
//! | module | ids | raised by |
//! | --- | --- | --- |
//! | [`fe`] | `VIV-FE-nnn` | the front end, about commands, pipes and semaphores |
//! | [`kernel`] | `VIV-KERNEL-nnn` | the virtual kernel, about what Linux refuses |
//!
//! Those of the virtual kernel have their examples in its own tests.
//!
//! Sources are cited in short form:
//!
//! * *etna_viv*: the documents and the register database of the etna_viv project.
//! * *Linux*: the etnaviv driver of the kernel.
//! * *Mesa*: the etnaviv gallium driver, version 22.3.
//! * *Inferred*: follows from how the unit works, but nobody writes it down.

pub mod fe;
pub mod kernel;

use tilescope_core::Rule;

/// Every rule, module by module.
pub const ALL: &[&[&Rule]] = &[fe::ALL, kernel::ALL];

/// Every rule.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    ALL.iter().copied().flatten().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_well_formed() {
        let problems = tilescope_core::rules::rule_problems("VIV", &["FE", "KERNEL"], ALL);
        assert_eq!(problems, [""; 0]);
    }
}
