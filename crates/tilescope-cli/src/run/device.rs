//! The devices.

use tilescope_core::{ChipInfo, Device};
use tilescope_vc4::qpu::ExecMode;
use tilescope_vc4::{Options, Vc4};

use crate::exit::Failure;

/// A device for `chip`, after power-on.
pub fn make(chip: &'static ChipInfo, reference: bool) -> Result<Box<dyn Device>, Failure> {
    if let Some(chip) = tilescope_vc4::chips::find(chip.name) {
        let mode = if reference { ExecMode::Reference } else { ExecMode::Normal };
        let options = Options { mode, ..Options::default() };
        return Ok(Box::new(Vc4::new(chip, options)));
    }
    Err(Failure::new(format!("no device executes {} yet", chip.name), None))
}
