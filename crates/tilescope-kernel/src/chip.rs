//! The chips that have a driver.

use tilescope_core::ChipInfo;

use crate::drm::ioctl::{self, Ioctl};
use crate::drm::node::{self, Description};
use crate::etnaviv::Etnaviv;
use crate::vc4::Vc4Driver;

/// A chip of a family that has a driver.
#[derive(Clone, Copy, Debug)]
pub enum Chip {
    /// VideoCore IV, with the driver [`crate::vc4`].
    Vc4(&'static tilescope_vc4::chips::Chip),
    /// Vivante GC, with the driver [`crate::etnaviv`].
    Vivante(&'static tilescope_vivante::chips::Chip),
}

impl Chip {
    /// The chip called `name`.
    pub fn find(name: &str) -> Option<Chip> {
        Chip::all().find(|chip| chip.info().name == name)
    }

    /// All chips, the default of each family first.
    pub fn all() -> impl Iterator<Item = Chip> {
        let vivante = tilescope_vivante::chips::ALL;
        let vc4 = tilescope_vc4::chips::ALL.into_iter().map(Chip::Vc4);
        vc4.chain(vivante.into_iter().map(Chip::Vivante))
    }

    /// Names for listings.
    pub fn info(self) -> &'static ChipInfo {
        match self {
            Chip::Vc4(chip) => &chip.info,
            Chip::Vivante(chip) => &chip.info,
        }
    }

    /// The description that clients read from `/sys`.
    pub fn description(self) -> &'static Description {
        match self {
            Chip::Vc4(_) => &node::VC4,
            Chip::Vivante(_) => &node::ETNAVIV,
        }
    }

    /// Every ioctl of its device: those of its driver and those of the DRM core.
    pub fn ioctls(self) -> Vec<Ioctl> {
        match self {
            Chip::Vc4(_) => ioctl::all::<Vc4Driver>().map(|row| row.ioctl).collect(),
            Chip::Vivante(_) => ioctl::all::<Etnaviv>().map(|row| row.ioctl).collect(),
        }
    }

    /// The default size of its GPU memory, in bytes. VideoCore IV: 256 MiB, the
    /// CMA area that the firmware of a Raspberry Pi 3 sets up for the driver
    /// (`vc4-kms-v3d`). Vivante GC, which uses any memory: the 1 GiB of boards
    /// with i.MX6.
    pub fn memory(self) -> u64 {
        match self {
            Chip::Vc4(_) => 256 << 20,
            Chip::Vivante(_) => 1 << 30,
        }
    }
}

impl From<&'static tilescope_vc4::chips::Chip> for Chip {
    fn from(chip: &'static tilescope_vc4::chips::Chip) -> Self {
        Chip::Vc4(chip)
    }
}

impl From<&'static tilescope_vivante::chips::Chip> for Chip {
    fn from(chip: &'static tilescope_vivante::chips::Chip) -> Self {
        Chip::Vivante(chip)
    }
}
