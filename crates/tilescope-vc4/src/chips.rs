//! The chips with a V3D 2.1, and their differences.

use tilescope_core::ChipInfo;

/// Configuration of a chip's V3D.
#[derive(Debug, PartialEq, Eq)]
pub struct Chip {
    /// Names for listings.
    pub info: ChipInfo,
    /// `V3D_IDENT0`. Source: value read on a Raspberry Pi 1 by asurati/x03 `dev/v3d.c`.
    pub ident0: u32,
    /// `V3D_IDENT1`: revision, slices, QPUs and TMUs per slice, semaphores, VPM size.
    /// Source: the field layout of the architecture guide, section 10, filled with
    /// the counts stated there for BCM2835.
    pub ident1: u32,
    /// `V3D_IDENT2`: VRI memory and tile buffer sizes.
    pub ident2: u32,
    /// Slices; each has its own instruction cache, SFU, TMUs and interpolators.
    pub slices: u8,
    /// Quad processors in each slice.
    pub qpus_per_slice: u8,
    /// Bytes of vertex pipe memory.
    pub vpm_bytes: u32,
}

impl Chip {
    /// Number of quad processors.
    pub fn qpus(&self) -> u8 {
        self.slices * self.qpus_per_slice
    }
}

const IDENT0: u32 = 0x0244_3356;
/// Revision 1; 3 slices, 4 QPUs and 2 TMUs in each; 16 semaphores; HDR; 12 KiB of VPM.
const IDENT1: u32 = 1 | (3 << 4) | (4 << 8) | (2 << 12) | (16 << 16) | (1 << 24) | (12 << 28);

const fn v3d21(info: ChipInfo) -> Chip {
    Chip {
        info,
        ident0: IDENT0,
        ident1: IDENT1,
        ident2: 0,
        slices: 3,
        qpus_per_slice: 4,
        vpm_bytes: 12 * 1024,
    }
}

/// Raspberry Pi 1 and Zero.
pub static BCM2835: Chip = v3d21(ChipInfo {
    name: "bcm2835",
    family: "vc4",
    title: "VideoCore IV (V3D 2.1)",
    boards: "Raspberry Pi 1, Zero, Zero W, Compute Module 1",
});

/// Raspberry Pi 2.
pub static BCM2836: Chip = v3d21(ChipInfo {
    name: "bcm2836",
    family: "vc4",
    title: "VideoCore IV (V3D 2.1)",
    boards: "Raspberry Pi 2",
});

/// Raspberry Pi 3.
pub static BCM2837: Chip = v3d21(ChipInfo {
    name: "bcm2837",
    family: "vc4",
    title: "VideoCore IV (V3D 2.1)",
    boards: "Raspberry Pi 2 v1.2, 3, 3+, Zero 2 W, Compute Module 3",
});

/// Every chip of the family.
pub static ALL: [&Chip; 3] = [&BCM2835, &BCM2836, &BCM2837];

/// The chip called `name`.
pub fn find(name: &str) -> Option<&'static Chip> {
    ALL.into_iter().find(|c| c.info.name == name)
}
