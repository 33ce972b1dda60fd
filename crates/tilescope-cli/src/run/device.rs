//! Creation of devices.

use tilescope_core::{ChipInfo, Device};
use tilescope_vc4::qpu::thread::ExecMode;
use tilescope_vc4::{Options, Vc4, chips};
use tilescope_vivante::{self as vivante, Vivante};

use crate::exit::Failure;

/// The code paths of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// The fastest ones.
    Fast,
    /// The plain, slow paths that every fast path is tested against.
    Reference,
}

/// A device for `chip`, after power-on.
pub fn make(chip: &'static ChipInfo, paths: Paths) -> Result<Box<dyn Device>, Failure> {
    if let Some(chip) = chips::find(chip.name) {
        return Ok(Box::new(Vc4::new(
            chip,
            Options {
                mode: match paths {
                    Paths::Fast => ExecMode::Normal,
                    Paths::Reference => ExecMode::Reference,
                },
                ..Options::default()
            },
        )));
    }
    match vivante::chips::find(chip.name) {
        Some(chip) => Ok(Box::new(Vivante::new(
            chip,
            vivante::Options {
                mode: match paths {
                    Paths::Fast => vivante::shader::ExecMode::Normal,
                    Paths::Reference => vivante::shader::ExecMode::Reference,
                },
                ..vivante::Options::of(chip)
            },
        ))),
        None => Err(Failure::new(
            format!("{} cannot be executed yet", chip.title),
            Some("decode and lint of single files work without a device"),
        )),
    }
}
