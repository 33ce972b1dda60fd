//! The memory ports of a device's units, with traffic counted per unit.

use crate::log::Log;
use crate::memory::{GpuAddr, GpuMemory, MemFault, Unit};

/// The largest number of ports of any family.
pub const MAX_PORTS: usize = 32;

/// A unit that accesses memory: an enum of the family, under the hardware's own
/// names.
pub trait Port: Copy + std::fmt::Debug + Send + Sync + 'static {
    /// Every port, at most [`MAX_PORTS`]; each at the place of its index.
    const ALL: &'static [Self];

    /// The unit's name.
    fn name(self) -> &'static str;

    /// Its index in [`Port::ALL`].
    fn index(self) -> usize;
}

/// Declares the ports of a family: the enum `Port`, with the hardware's names.
///
/// ```
/// tilescope_core::ports! {
///     Fe = "FE", "Front end.";
///     Pe = "PE", "Pixel engine.";
/// }
/// use tilescope_core::bus::Port as _;
/// assert_eq!(Port::ALL, [Port::Fe, Port::Pe]);
/// assert_eq!(Port::Pe.name(), "PE");
/// ```
#[macro_export]
macro_rules! ports {
    ($($port:ident = $name:literal, $doc:literal;)+) => {
        /// A unit that accesses memory, under the hardware's own name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Port {
            $( #[doc = $doc] $port, )+
        }

        impl $crate::bus::Port for Port {
            const ALL: &'static [Port] = &[$(Port::$port),+];

            fn name(self) -> &'static str {
                match self {
                    $( Port::$port => $name, )+
                }
            }

            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

/// Bytes read and written by each port.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traffic {
    /// Bytes read, by [`Port::index`].
    pub read: [u64; MAX_PORTS],
    /// Bytes written, by [`Port::index`].
    pub written: [u64; MAX_PORTS],
}

impl Traffic {
    /// Adds the counts of `other`.
    pub fn add(&mut self, other: &Traffic) {
        for i in 0..MAX_PORTS {
            self.read[i] += other.read[i];
            self.written[i] += other.written[i];
        }
    }
}

/// The bus as used by one thread of work.
#[derive(Clone, Copy)]
pub struct Bus<'a> {
    memory: &'a dyn GpuMemory,
}

impl<'a> Bus<'a> {
    /// A bus to `memory`.
    pub fn new(memory: &'a dyn GpuMemory) -> Self {
        Bus { memory }
    }

    /// The memory it accesses.
    pub fn memory(&self) -> &'a dyn GpuMemory {
        self.memory
    }

    /// Fills `out` from `addr`.
    pub fn read<P: Port>(
        &self,
        log: &mut Log<P>,
        port: P,
        addr: impl Into<GpuAddr>,
        out: &mut [u8],
    ) -> Result<(), MemFault> {
        log.traffic.read[port.index()] += out.len() as u64;
        self.memory.read(addr.into(), out, Unit(port.name()))
    }

    /// Fills `out` from `addr`, and returns whether each of its bytes was written.
    pub fn read_tracked<P: Port>(
        &self,
        log: &mut Log<P>,
        port: P,
        addr: impl Into<GpuAddr>,
        out: &mut [u8],
    ) -> Result<bool, MemFault> {
        log.traffic.read[port.index()] += out.len() as u64;
        let unit = Unit(port.name());
        self.memory.read_tracked(addr.into(), out, unit)
    }

    /// Reads one little-endian word.
    pub fn read_u32<P: Port>(
        &self,
        log: &mut Log<P>,
        port: P,
        addr: impl Into<GpuAddr>,
    ) -> Result<u32, MemFault> {
        let mut b = [0; 4];
        self.read(log, port, addr, &mut b)?;
        Ok(u32::from_le_bytes(b))
    }

    /// Reads one word per lane if none of the accesses is at fault
    /// ([`GpuMemory::gather`]). Returns whether it did.
    pub fn gather<P: Port>(
        &self,
        log: &mut Log<P>,
        port: P,
        addrs: &[GpuAddr],
        out: &mut [u32],
    ) -> bool {
        let done = self.memory.gather(addrs, out);
        if done {
            log.traffic.read[port.index()] += 4 * addrs.len() as u64;
        }
        done
    }

    /// Writes `data` to `addr`.
    pub fn write<P: Port>(
        &self,
        log: &mut Log<P>,
        port: P,
        addr: impl Into<GpuAddr>,
        data: &[u8],
    ) -> Result<(), MemFault> {
        log.traffic.written[port.index()] += data.len() as u64;
        self.memory.write(addr.into(), data, Unit(port.name()))
    }

    /// The number of bytes from `addr` on that are in the same buffer.
    pub fn mapped(&self, addr: impl Into<GpuAddr>) -> u64 {
        self.memory.mapped(addr.into())
    }

    /// The address after the buffer that holds `addr`, which no other buffer has; `addr` itself
    /// outside of buffers.
    pub fn end(&self, addr: impl Into<GpuAddr>) -> GpuAddr {
        let addr = addr.into();
        addr.wrapping_add(self.memory.mapped(addr))
    }

    /// Whether all of the `len` bytes at `addr` were written.
    pub fn initialised(&self, addr: impl Into<GpuAddr>, len: u32) -> bool {
        self.memory.initialised(addr.into(), len.into())
    }

    /// Whether the byte at `addr` may be executed as code.
    pub fn executable(&self, addr: impl Into<GpuAddr>) -> bool {
        self.memory.executable(addr.into())
    }
}
