//! Creation of devices.

use tilescope_core::Device;
use tilescope_families::{Chip, Paths};

use crate::exit::Failure;

/// A device for `chip`, after power-on.
pub fn make(chip: Chip, paths: Paths) -> Result<Box<dyn Device>, Failure> {
    chip.device(paths).ok_or_else(|| {
        Failure::new(
            format!("{} cannot be executed yet", chip.info.title),
            Some("decode and lint of single files work without a device"),
        )
    })
}
