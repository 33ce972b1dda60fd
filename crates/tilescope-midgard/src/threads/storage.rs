//! Memory of threads and of workgroups.

use std::ops::Range;

use tilescope_core::bus::Bus;
use tilescope_core::{Stopped, Unit};

use crate::descriptors::state::local_storage as fields;
use crate::log::Ctx;
use crate::memory;
use crate::shader::{self, LANES};

/// Offset of the address of the local storage in a job.
const STORAGE: u64 = 64 + 112;

/// Memory of threads and of workgroups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Storage {
    /// Address and bytes of the memory of a thread; 0 bytes if there is none.
    thread: (u64, u64),
    /// Address and bytes of the memory of a workgroup.
    group: (u64, u64),
    /// Workgroups with memory of their own.
    instances: u64,
}

impl Storage {
    /// Reads the local storage at `address`, whose low bits may be the tag of a
    /// framebuffer.
    ///
    /// # Errors
    /// A fault, if it is not mapped.
    pub fn read(address: u64, c: &mut Ctx<'_>) -> Result<Storage, Stopped> {
        if address == 0 {
            return Ok(Storage::default());
        }
        let bytes: [u8; 32] = memory::descriptor(c, "local storage", address & !63)?;
        Ok(Storage::decode(&bytes))
    }

    fn decode(bytes: &[u8; 32]) -> Storage {
        let get = |field: &tilescope_tables::packet::Field| field.get(bytes);
        let thread = match get(&fields::TLS_SIZE) {
            0 => 0,
            shift => 16u64 << shift,
        };
        let (mantissa, exponent) = (get(&fields::WLS_SIZE_BASE), get(&fields::WLS_SIZE_SCALE));
        // Mesa writes the logarithm of the size, plus one, and no mantissa.
        let group = match exponent {
            0 => 0,
            exponent => (1u64 << (exponent - 1)) + (mantissa << (exponent - 1) >> 2),
        };
        Storage {
            thread: (get(&fields::TLS_BASE_POINTER), thread),
            group: (get(&fields::WLS_BASE_POINTER), group),
            instances: 1 << get(&fields::WLS_INSTANCES),
        }
    }

    /// The memory of threads and workgroups of the vertex or compute job at `job`, which
    /// others do not share although they use the same addresses: on hardware each thread
    /// has a place of its own. Nothing if its descriptors are not mapped.
    pub fn ranges(job: u64, bus: Bus<'_>) -> [Range<u64>; 2] {
        let unit = Unit("DESC");
        let mut fields = [0; 32];
        let pointer = bus.memory().read_u64(job.wrapping_add(STORAGE), unit);
        let address = pointer.map_or(0, |pointer| pointer & !63);
        if address == 0 || bus.memory().read(address, &mut fields, unit).is_err() {
            return Default::default();
        }
        let Storage {
            thread,
            group,
            instances,
        } = Storage::decode(&fields);
        let range =
            |(at, size): (u64, u64), count: u64| at..at.saturating_add(size.saturating_mul(count));
        [range(thread, LANES as u64), range(group, instances)]
    }

    /// Whether threads have memory. Groups of threads share it, so that they run one
    /// after the other.
    pub fn has_threads(&self) -> bool {
        self.thread.1 != 0
    }

    /// The memory of the threads of a group in a workgroup with this number.
    pub fn of_group(&self, workgroup: u64) -> shader::Storage {
        let within = workgroup % self.instances.max(1) * self.group.1;
        shader::Storage {
            threads: self.thread.0,
            stride: self.thread.1,
            shared: self.group.0.wrapping_add(within),
        }
    }
}
