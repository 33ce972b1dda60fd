//! The restrictions of Vivante GC, as data.
//!
//! One static per rule, in the module of the unit it is about. Whoever finds a
//! rule broken raises a finding that refers to its static:
//!
//! | module | ids | raised by |
//! | --- | --- | --- |
//! | [`kernel`] | `VIV-KERNEL-nnn` | the virtual kernel, about what Linux refuses |
//!
//! Those of the virtual kernel have their examples in its own tests.

pub mod kernel;

use tilescope_core::Rule;

/// Every rule, module by module.
pub const ALL: &[&[&Rule]] = &[kernel::ALL];

/// Every rule, unit by unit, by rising id within a unit.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    ALL.iter().copied().flatten().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_well_formed() {
        let problems = tilescope_core::rule_problems("VIV", &["KERNEL"], ALL);
        assert_eq!(problems, [""; 0]);
    }
}
