//! Memory over other memory that notes what is accessed.

use crate::memory::{GpuAddr, GpuMemory, MemFault, Unit};

/// Notes of accesses to the memory below it. Accesses that fault are not noted.
pub trait Noting: Sync {
    /// The memory that is accessed.
    fn below(&self) -> &dyn GpuMemory;

    /// Notes a read of `len` bytes at `addr`.
    fn note_read(&self, _addr: GpuAddr, _len: u64) {}

    /// Notes a write of `len` bytes at `addr`.
    fn note_write(&self, addr: GpuAddr, len: u64);
}

impl<T: Noting> GpuMemory for T {
    fn read(&self, addr: GpuAddr, out: &mut [u8], unit: Unit) -> Result<(), MemFault> {
        self.below().read(addr, out, unit)?;
        self.note_read(addr, out.len() as u64);
        Ok(())
    }

    fn write(&self, addr: GpuAddr, data: &[u8], unit: Unit) -> Result<(), MemFault> {
        self.below().write(addr, data, unit)?;
        self.note_write(addr, data.len() as u64);
        Ok(())
    }

    fn mapped(&self, addr: GpuAddr) -> u64 {
        self.below().mapped(addr)
    }

    fn initialised(&self, addr: GpuAddr, len: u64) -> bool {
        self.below().initialised(addr, len)
    }

    fn executable(&self, addr: GpuAddr) -> bool {
        self.below().executable(addr)
    }

    fn gather(&self, addrs: &[GpuAddr], out: &mut [u32]) -> bool {
        let done = self.below().gather(addrs, out);
        if done {
            addrs.iter().for_each(|addr| self.note_read(*addr, 4));
        }
        done
    }

    fn locate(&self, addr: GpuAddr) -> Option<(&str, u64)> {
        self.below().locate(addr)
    }
}
