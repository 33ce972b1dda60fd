//! Drivers as values, so that kernels and families can name one.

use std::fmt;
use std::sync::Arc;

use tilescope_core::{ChipInfo, Device};

use super::calls::Calls;
use super::device::DrmDevice;
use super::driver::Driver;
use super::fds::Fds;
use super::ioctl::{self, Ioctl};
use super::node::Description;
use super::settings::Settings;
use super::watcher::Watcher;

/// The way to the state of a job that has hung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HangDump {
    /// Linux writes a file, which [`Watcher::dump`] receives.
    File,
    /// Clients read it with this ioctl.
    Ioctl(&'static str),
}

/// A driver of Linux.
pub struct DriverType {
    description: &'static Description,
    memory: u64,
    hang_dump: HangDump,
    ioctls: fn() -> Vec<Ioctl>,
    device: Create,
}

/// Creates a device: [`DriverType::device`].
type Create = fn(&ChipInfo, u64, Settings, Parts) -> Option<Box<dyn Calls>>;

/// The parts of a device that its driver does not own.
pub struct Parts {
    /// The hardware, after power-on.
    pub gpu: Box<dyn Device>,
    /// Descriptors of the embedder.
    pub fds: Arc<dyn Fds>,
    /// The receiver of client activity.
    pub watcher: Box<dyn Watcher>,
}

impl DriverType {
    /// The driver `D`.
    pub(crate) const fn of<D: Driver>() -> DriverType {
        DriverType {
            description: D::DESCRIPTION,
            memory: D::MEMORY,
            hang_dump: D::HANG_DUMP,
            ioctls: || ioctl::all::<D>().map(|row| row.ioctl).collect(),
            device: |chip, memory, settings, parts| {
                let driver = D::new(chip, memory)?;
                Some(Box::new(DrmDevice::new(
                    settings,
                    driver,
                    parts.gpu,
                    parts.fds,
                    parts.watcher,
                )))
            },
        }
    }

    /// The description that clients read from `/sys`.
    pub fn description(&self) -> &'static Description {
        self.description
    }

    /// The default size of GPU memory, in bytes.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The way to the state of a hung job.
    pub fn hang_dump(&self) -> HangDump {
        self.hang_dump
    }

    /// Every ioctl of its device: those of the driver and those of the DRM core.
    pub fn ioctls(&self) -> Vec<Ioctl> {
        (self.ioctls)()
    }

    /// A device for `chip` with `memory` bytes for clients; `None` if the driver is not for this
    /// chip.
    pub fn device(
        &self,
        chip: &ChipInfo,
        memory: u64,
        settings: Settings,
        parts: Parts,
    ) -> Option<Box<dyn Calls>> {
        (self.device)(chip, memory, settings, parts)
    }
}

impl fmt::Debug for DriverType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DriverType({})", self.description.driver)
    }
}
