//! The devices.

use tilescope_core::{ChipInfo, Device};

use crate::exit::Failure;

/// A device for `chip`, after power-on.
pub fn make(chip: &'static ChipInfo, reference: bool) -> Result<Box<dyn Device>, Failure> {
    match chip.family {
        _ => Err(Failure::new(
            format!("no device executes {} yet {reference}", chip.name),
            None,
        )),
    }
}
