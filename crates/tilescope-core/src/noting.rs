//! Memory over other memory that notes what is accessed, or hides parts of it.

use crate::memory::{GpuAddr, GpuMemory, MemFault, MemFaultKind, Unit};

/// Notes of accesses to the memory below it. Accesses that fault are not noted.
pub trait Noting: Sync {
    /// The memory that is accessed.
    fn below(&self) -> &dyn GpuMemory;

    /// Whether a part of the `len` bytes at `addr` is hidden: as if it were not mapped.
    fn hides(&self, _addr: GpuAddr, _len: u64) -> bool {
        false
    }

    /// Notes a read of `len` bytes at `addr`.
    fn note_read(&self, _addr: GpuAddr, _len: u64) {}

    /// Notes a write of `len` bytes at `addr`.
    fn note_write(&self, _addr: GpuAddr, _len: u64) {}
}

fn check<T: Noting>(memory: &T, addr: GpuAddr, len: usize, unit: Unit) -> Result<(), MemFault> {
    match memory.hides(addr, len as u64) {
        false => Ok(()),
        true => Err(MemFault {
            addr,
            len: len as u64,
            kind: MemFaultKind::Unmapped,
            unit,
        }),
    }
}

impl<T: Noting> GpuMemory for T {
    fn read(&self, addr: GpuAddr, out: &mut [u8], unit: Unit) -> Result<(), MemFault> {
        check(self, addr, out.len(), unit)?;
        self.below().read(addr, out, unit)?;
        self.note_read(addr, out.len() as u64);
        Ok(())
    }

    fn read_tracked(&self, addr: GpuAddr, out: &mut [u8], unit: Unit) -> Result<bool, MemFault> {
        check(self, addr, out.len(), unit)?;
        let initialised = self.below().read_tracked(addr, out, unit)?;
        self.note_read(addr, out.len() as u64);
        Ok(initialised)
    }

    fn write(&self, addr: GpuAddr, data: &[u8], unit: Unit) -> Result<(), MemFault> {
        check(self, addr, data.len(), unit)?;
        self.below().write(addr, data, unit)?;
        self.note_write(addr, data.len() as u64);
        Ok(())
    }

    fn mapped(&self, addr: GpuAddr) -> u64 {
        match self.hides(addr, 1) {
            true => 0,
            false => self.below().mapped(addr),
        }
    }

    fn initialised(&self, addr: GpuAddr, len: u64) -> bool {
        self.below().initialised(addr, len)
    }

    fn executable(&self, addr: GpuAddr) -> bool {
        self.below().executable(addr)
    }

    fn gather(&self, addrs: &[GpuAddr], out: &mut [u32]) -> bool {
        let hidden = addrs.iter().any(|addr| self.hides(*addr, 4));
        let done = !hidden && self.below().gather(addrs, out);
        if done {
            addrs.iter().for_each(|addr| self.note_read(*addr, 4));
        }
        done
    }

    fn locate(&self, addr: GpuAddr) -> Option<(&str, u64)> {
        self.below().locate(addr)
    }
}
