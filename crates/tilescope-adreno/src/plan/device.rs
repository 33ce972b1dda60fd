//! Identification of chips.
//!
//! Sources: Linux, `drivers/gpu/drm/msm/adreno` (`adreno_device.c`, `adreno_gpu.h`); Mesa 22.3.6,
//! `src/freedreno/common/freedreno_dev_info.c`.

use crate::chips::{self, Chip};

/// The version of a chip.
///
/// ```
/// use tilescope_adreno::plan::device::Version;
/// let version = Version::from_compatible("qcom,adreno-635.0").unwrap();
/// assert_eq!(version, Version { core: 6, major: 3, minor: 5, patch: 0 });
/// assert_eq!(version.chip_id(), 0x0603_0500);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The generation.
    pub core: u8,
    /// The first digit after it.
    pub major: u8,
    /// The second digit.
    pub minor: u8,
    /// The patch level.
    pub patch: u8,
}

/// A string that does not name a chip.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not qcom,adreno-NNN.P or amd,imageon-NNN.P, with three digits and a number below 256"
)]
pub struct BadCompatible(pub String);

impl Version {
    /// The version in an entry of `compatible` of the device tree.
    ///
    /// # Errors
    /// The string, if it has another form.
    pub fn from_compatible(text: &str) -> Result<Version, BadCompatible> {
        let bad = || BadCompatible(text.to_string());
        let version = text
            .strip_prefix("qcom,adreno-")
            .or_else(|| text.strip_prefix("amd,imageon-"))
            .ok_or_else(bad)?;
        let (digits, patch) = version.split_once('.').ok_or_else(bad)?;
        let number = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| text.parse::<u8>().ok()).flatten()
        };
        let digit = |at: usize| digits.get(at..=at).and_then(number);
        match (digits.len(), digit(0), digit(1), digit(2), number(patch)) {
            (3, Some(core), Some(major), Some(minor), Some(patch)) => Ok(Version {
                core,
                major,
                minor,
                patch,
            }),
            _ => Err(bad()),
        }
    }

    /// The lower half of `MSM_PARAM_CHIP_ID`.
    pub const fn chip_id(self) -> u32 {
        u32::from_be_bytes([self.core, self.major, self.minor, self.patch])
    }
}

/// The parameters of a chip that the kernel reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// `MSM_PARAM_GPU_ID`; 0 if the kernel knows the chip by its chip id alone.
    pub gpu_id: u32,
    /// `MSM_PARAM_CHIP_ID`: the version, and the speed bin in bits 47 to 32.
    pub chip_id: u64,
}

impl Identity {
    /// The speed bin, which decides the highest frequency.
    pub const fn speed_bin(self) -> u16 {
        (self.chip_id >> 32) as u16
    }
}

/// The entry of the driver's table that named a chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// By `MSM_PARAM_GPU_ID`.
    GpuId,
    /// By the chip id, without the bits that differ between equal chips.
    ChipId,
}

impl super::Reason for Found {
    fn text(&self) -> &'static str {
        match self {
            Found::GpuId => "its number is the GPU id",
            Found::ChipId => "there is no GPU id; the version in the chip id is its own",
        }
    }
}

/// The chip that a driver takes for an identity.
///
/// ```
/// use tilescope_adreno::plan::device::{Found, Identity, identify};
/// let seven_c3 = Identity { gpu_id: 0, chip_id: 0x00ac_0603_0500 };
/// let (chip, found) = identify(seven_c3).unwrap();
/// assert_eq!((chip.name, found), ("a635", Found::ChipId));
/// ```
pub fn identify(identity: Identity) -> Option<(&'static Chip, Found)> {
    if identity.gpu_id != 0 {
        let mut chips = chips::CHIPS.iter();
        let chip = chips.find(|c| c.gpu_id == identity.gpu_id)?;
        return Some((chip, Found::GpuId));
    }
    let version = identity.chip_id as u32;
    Some((chips::with_chip_id(version)?, Found::ChipId))
}
