//! The memory ports of the units.

pub use tilescope_core::bus::Bus;

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

impl tilescope_core::bus::Port for Port {
    const ALL: &'static [Port] = &[
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

    fn name(self) -> &'static str {
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

    fn index(self) -> usize {
        self as usize
    }
}
