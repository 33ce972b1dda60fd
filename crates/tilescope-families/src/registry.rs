//! Sets of families, and their chips.

use std::fmt;

use tilescope_core::{ChipInfo, Device, Rule};
use tilescope_kernel::DriverType;

use crate::{Family, Language, Paths, Planner, TextKind};

/// A set of families.
#[derive(Clone, Copy, Debug)]
pub struct Registry {
    families: &'static [&'static dyn Family],
    planners: &'static [&'static Planner],
}

/// A chip and its family.
#[derive(Clone, Copy)]
pub struct Chip {
    /// Its names.
    pub info: &'static ChipInfo,
    /// Its family.
    pub family: &'static dyn Family,
}

impl Registry {
    /// The registry of these families. Their names, chips, ids of rules and extensions of texts
    /// must differ.
    pub const fn new(families: &'static [&'static dyn Family]) -> Registry {
        Registry {
            families,
            planners: &[],
        }
    }

    /// The same registry with planners. The names of their chips must differ.
    #[must_use]
    pub const fn with_planners(self, planners: &'static [&'static Planner]) -> Registry {
        Registry { planners, ..self }
    }

    /// The planners.
    pub fn planners(self) -> impl Iterator<Item = &'static Planner> {
        self.planners.iter().copied()
    }

    /// The planner of a chip.
    pub fn planner(self, chip: &str) -> Option<&'static Planner> {
        self.planners().find(|p| (p.chips)().contains(&chip))
    }

    /// The families.
    pub fn families(self) -> impl Iterator<Item = &'static dyn Family> {
        self.families.iter().copied()
    }

    /// All chips, family by family, the default of each family first.
    pub fn chips(self) -> impl Iterator<Item = Chip> {
        self.families().flat_map(|family| {
            let chips = family.chips().into_iter();
            chips.map(move |info| Chip { info, family })
        })
    }

    /// The chip called `name`.
    pub fn chip(self, name: &str) -> Option<Chip> {
        self.chips().find(|chip| chip.info.name == name)
    }

    /// Every rule.
    pub fn rules(self) -> impl Iterator<Item = &'static Rule> {
        let units = self.families().flat_map(|f| f.rules());
        units.flat_map(|unit| unit.iter().copied())
    }

    /// The rule with this id.
    pub fn rule(self, id: &str) -> Option<&'static Rule> {
        self.rules().find(|rule| rule.id == id)
    }

    /// Every key of `[[submission]]` that names a command list.
    pub fn queue_keys(self) -> impl Iterator<Item = &'static str> {
        self.families().flat_map(|f| f.queues()).map(|q| q.0)
    }

    /// Every language that is assembled by itself.
    pub fn languages(self) -> impl Iterator<Item = &'static Language> {
        self.families().flat_map(|f| f.languages())
    }

    /// The family and the kind of the texts with this extension.
    pub fn text(self, ending: &str) -> Option<(&'static dyn Family, TextKind)> {
        self.families().find_map(|family| {
            let mut kinds = [TextKind::List, TextKind::Shader].into_iter();
            let kind = kinds.find(|kind| family.ending(*kind) == ending)?;
            Some((family, kind))
        })
    }
}

impl Chip {
    /// The device after power-on; `None` if the chip cannot be executed.
    pub fn device(self, paths: Paths) -> Option<Box<dyn Device>> {
        self.family.device(self.info, paths)
    }

    /// Its driver in the virtual kernel, if it has one.
    pub fn driver(self) -> Option<&'static DriverType> {
        self.family.driver()
    }
}

impl fmt::Debug for Chip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chip({})", self.info.name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::ALL;

    fn differ<'a>(what: &str, names: impl Iterator<Item = &'a str>) {
        let mut seen = BTreeSet::new();
        for name in names {
            assert!(seen.insert(name), "{what} {name} is used twice");
        }
        assert!(!seen.is_empty(), "there is no {what}");
    }

    #[test]
    fn names_are_unique() {
        differ("family", ALL.families().map(|f| f.name()));
        differ("chip", ALL.chips().map(|c| c.info.name));
        differ("rule", ALL.rules().map(|r| r.id));
        differ("queue", ALL.queue_keys());
        differ("language", ALL.languages().map(|l| l.name));
        let kinds = [TextKind::List, TextKind::Shader];
        let endings = kinds.map(|kind| ALL.families().map(move |f| f.ending(kind)));
        differ("extension", endings.into_iter().flatten());
    }

    #[test]
    fn every_chip_has_a_device_and_a_driver() {
        for chip in ALL.chips() {
            let found = ALL.chip(chip.info.name).unwrap();
            assert!(std::ptr::eq(found.info, chip.info));
            assert_eq!(chip.info.family, chip.family.name());
            // The one family that is not executed as a whole.
            let is_partial = chip.family.name() == "adreno";
            assert_eq!(chip.family.part().is_some(), is_partial);
            for paths in [Paths::Fast, Paths::Reference] {
                let device = chip.device(paths).unwrap();
                assert_eq!(device.chip(), chip.info);
            }
            let driver = chip.driver().unwrap();
            assert!(driver.memory() > 0 && !driver.ioctls().is_empty());
        }
        let driver = |name: &str| {
            let driver = ALL.chip(name).and_then(Chip::driver);
            driver.unwrap().description().driver
        };
        assert_eq!((driver("bcm2837"), driver("gc2000")), ("vc4", "etnaviv"));
        assert!(ALL.chip("voodoo").is_none());
    }
}
