//! The restrictions of Vivante GC, as data.
//!
//! One static per rule, in the module of the unit it is about. Whoever finds a
//! rule broken raises a finding that refers to its static:
//!
//! | module | ids | raised by |
//! | --- | --- | --- |
//! | [`shader`] | `VIV-SH-nnn` | [`crate::shader`], loading and running programs |
//!
//! Sources are cited in short form:
//!
//! * *rules-ng*: the register and instruction database of etna_viv and Mesa.
//! * *etna_viv*: its notes on the hardware (`doc/hardware.md`).
//! * *Mesa*: the etnaviv gallium driver, version 22.3.
//! * *Linux*: the kernel's etnaviv driver.
//! * *Inferred*: follows from how the unit works, but nobody writes it down.

/// Declares rules of one unit: a static each, and the list of them all.
macro_rules! rules {
    ($($name:ident = $id:literal, $severity:ident,
        $title:literal,
        hardware: $hardware:literal,
        mend: $mend:literal,
        source: $source:literal;)+) => {
        $(
            #[doc = concat!("`", $id, "`: ", $title)]
            pub static $name: tilescope_core::Rule = tilescope_core::Rule {
                id: $id,
                severity: tilescope_core::Severity::$severity,
                title: $title,
                hardware: $hardware,
                mend: $mend,
                source: $source,
            };
        )+

        /// Every rule of this module, by rising id.
        pub const ALL: &[&tilescope_core::Rule] = &[$(&$name),+];
    };
}

pub mod shader;

use tilescope_core::Rule;

/// Every rule, module by module.
pub const ALL: &[&[&Rule]] = &[shader::ALL];

/// Every rule, unit by unit, by rising id within a unit.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    ALL.iter().flat_map(|unit| unit.iter().copied())
}

/// The rule called `id`, for example `VIV-SH-001`, if there is one.
pub fn by_id(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}
