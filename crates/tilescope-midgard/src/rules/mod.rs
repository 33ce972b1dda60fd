//! The restrictions of Mali Midgard, as data.
//!
//! One static per rule, in the module of its unit. A finding refers to the static:
//!
//! | module | ids | raised by |
//! | --- | --- | --- |
//! | [`attribute`] | `MALI-ATTR-nnn` | loads and stores of attributes, varyings and images |
//! | [`framebuffer`] | `MALI-FB-nnn` | fragment jobs, about framebuffers |
//! | [`job`] | `MALI-JOB-nnn` | the job manager, about chains and headers |
//! | [`kernel`] | `MALI-KERNEL-nnn` | the virtual kernel, about what Linux refuses |
//! | [`memory`] | `MALI-MMU-nnn` | every unit that reads or writes memory |
//! | [`shader`] | `MALI-SH-nnn` | [`crate::shader`], loading and running programs |
//! | [`texture`] | `MALI-TEX-nnn` | texture units, about textures, samplers and images |
//! | [`tiler`] | `MALI-TILER-nnn` | tiler jobs, and the polygon lists that fragment jobs draw |
//!
//! Rules of the virtual kernel have examples in its own tests.
//!
//! Sources are cited in short form:
//!
//! * *genxml*: the descriptors of Mesa 22.3, `src/panfrost/lib/genxml`.
//! * *Mesa*: the panfrost driver, version 22.3.
//! * *Linux*: the kernel's panfrost driver.
//! * *Inferred*: follows from how the unit works; no source states it.

pub mod attribute;
pub mod framebuffer;
pub mod job;
pub mod kernel;
pub mod memory;
pub mod shader;
pub mod texture;
pub mod tiler;

use tilescope_core::Rule;

use crate::exception::Exception;

/// Every rule, module by module.
#[rustfmt::skip]
pub const ALL: &[&[&Rule]] = &[
    attribute::ALL,
    framebuffer::ALL,
    job::ALL,
    kernel::ALL,
    memory::ALL,
    shader::ALL,
    texture::ALL,
    tiler::ALL,
];

/// The exceptions that broken rules raise, module by module. A rule that stops and is
/// not in the list raises `DATA_INVALID_FAULT`.
pub const EXCEPTIONS: &[&[(&Rule, Exception)]] = &[
    framebuffer::EXCEPTIONS,
    job::EXCEPTIONS,
    memory::EXCEPTIONS,
    shader::EXCEPTIONS,
    texture::EXCEPTIONS,
    tiler::EXCEPTIONS,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_in_order_and_rules_are_complete() {
        let units = ["ATTR", "FB", "JOB", "KERNEL", "MMU", "SH", "TEX", "TILER"];
        assert_eq!(tilescope_core::rule_problems("MALI", &units, ALL), [""; 0]);
    }

    #[test]
    fn exceptions_are_those_of_rules_that_stop() {
        for (rule, exception) in EXCEPTIONS.iter().copied().flatten() {
            assert!(rule.severity.stops(), "{}", rule.id);
            assert_eq!(Exception::of(rule), *exception);
        }
    }
}
