//! The chips that there are drivers for.

use tilescope_core::ChipInfo;

use crate::drm::ioctl::{self, Ioctl};
use crate::drm::node::{self, Description};
use crate::vc4::Vc4Driver;

/// A chip of a family that has a driver.
#[derive(Clone, Copy, Debug)]
pub enum Chip {
    /// VideoCore IV, with the driver [`crate::vc4`].
    Vc4(&'static tilescope_vc4::chips::Chip),
}

impl Chip {
    /// The chip called `name`.
    pub fn find(name: &str) -> Option<Chip> {
        tilescope_vc4::chips::find(name).map(Chip::Vc4)
    }

    /// All of them, the default of each family first.
    pub fn all() -> impl Iterator<Item = Chip> {
        tilescope_vc4::chips::ALL.into_iter().map(Chip::Vc4)
    }

    /// Names for listings.
    pub fn info(self) -> &'static ChipInfo {
        match self {
            Chip::Vc4(chip) => &chip.info,
        }
    }

    /// What a client finds in `/sys` of its device.
    pub fn description(self) -> &'static Description {
        match self {
            Chip::Vc4(_) => &node::VC4,
        }
    }

    /// Every call that its device knows: those of its driver and those of the core.
    pub fn ioctls(self) -> Vec<Ioctl> {
        match self {
            Chip::Vc4(_) => ioctl::all::<Vc4Driver>().map(|row| row.ioctl).collect(),
        }
    }

    /// How much memory its GPU has, in bytes, if nobody says otherwise. Of a
    /// VideoCore IV 256 MiB, which the firmware of a Raspberry Pi 3 sets for the
    /// driver (`vc4-kms-v3d`) as the CMA area.
    pub fn memory(self) -> u64 {
        match self {
            Chip::Vc4(_) => 256 << 20,
        }
    }
}

impl From<&'static tilescope_vc4::chips::Chip> for Chip {
    fn from(chip: &'static tilescope_vc4::chips::Chip) -> Self {
        Chip::Vc4(chip)
    }
}
