//! The memory ports of the units, with traffic counted per unit.

use tilescope_core::{GpuMemory, MemFault, Unit};

use crate::log::Log;

/// A unit that accesses memory, under the hardware's own name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// Control list executor.
    Cle,
    /// Vertex cache manager and DMA: indices and attributes.
    Vcd,
    /// Uniforms cache.
    Quc,
    /// Instruction cache.
    Qic,
    /// Texture and memory lookup units.
    Tmu,
    /// Tile buffer loads and stores.
    Tlb,
    /// Primitive tile binner.
    Ptb,
    /// Primitive setup engine: shader records and clipped vertices.
    Pse,
    /// VPM DMA reader.
    Vdr,
    /// VPM DMA writer.
    Vdw,
}

impl Port {
    /// Every port.
    pub const ALL: [Port; 10] = [
        Port::Cle,
        Port::Vcd,
        Port::Quc,
        Port::Qic,
        Port::Tmu,
        Port::Tlb,
        Port::Ptb,
        Port::Pse,
        Port::Vdr,
        Port::Vdw,
    ];

    /// The unit's name.
    pub const fn name(self) -> &'static str {
        match self {
            Port::Cle => "CLE",
            Port::Vcd => "VCD",
            Port::Quc => "QUC",
            Port::Qic => "QIC",
            Port::Tmu => "TMU",
            Port::Tlb => "TLB",
            Port::Ptb => "PTB",
            Port::Pse => "PSE",
            Port::Vdr => "VDR",
            Port::Vdw => "VDW",
        }
    }
}

/// Bytes read and written by each port.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traffic {
    /// Bytes read, by `Port as usize`.
    pub read: [u64; Port::ALL.len()],
    /// Bytes written, by `Port as usize`.
    pub written: [u64; Port::ALL.len()],
}

/// The bus as one thread of work uses it.
#[derive(Clone, Copy)]
pub struct Bus<'a> {
    memory: &'a dyn GpuMemory,
}

impl<'a> Bus<'a> {
    /// A bus to `memory`.
    pub fn new(memory: &'a dyn GpuMemory) -> Self {
        Bus { memory }
    }

    /// The memory behind it.
    pub fn memory(&self) -> &'a dyn GpuMemory {
        self.memory
    }

    /// Fills `out` from `addr`.
    pub fn read(
        &self,
        log: &mut Log,
        port: Port,
        addr: u32,
        out: &mut [u8],
    ) -> Result<(), MemFault> {
        log.traffic.read[port as usize] += out.len() as u64;
        self.memory.read(addr.into(), out, Unit(port.name()))
    }

    /// Reads one little-endian word.
    pub fn read_u32(&self, log: &mut Log, port: Port, addr: u32) -> Result<u32, MemFault> {
        let mut b = [0; 4];
        self.read(log, port, addr, &mut b)?;
        Ok(u32::from_le_bytes(b))
    }

    /// Reads a word for each lane, if nothing is wrong with any of them
    /// ([`GpuMemory::gather`]); says whether it did.
    pub fn gather(&self, log: &mut Log, port: Port, addrs: &[u32], out: &mut [u32]) -> bool {
        let done = self.memory.gather(addrs, out);
        if done {
            log.traffic.read[port as usize] += 4 * addrs.len() as u64;
        }
        done
    }

    /// Writes `data` to `addr`.
    pub fn write(&self, log: &mut Log, port: Port, addr: u32, data: &[u8]) -> Result<(), MemFault> {
        log.traffic.written[port as usize] += data.len() as u64;
        self.memory.write(addr.into(), data, Unit(port.name()))
    }

    /// How many bytes from `addr` on lie in the same buffer.
    pub fn mapped(&self, addr: u32) -> u64 {
        self.memory.mapped(addr.into())
    }

    /// Whether somebody wrote all of the `len` bytes at `addr`.
    pub fn initialised(&self, addr: u32, len: u32) -> bool {
        self.memory.initialised(addr.into(), len.into())
    }
}
