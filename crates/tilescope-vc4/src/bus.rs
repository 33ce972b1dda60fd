//! The memory ports of the units.

pub use tilescope_core::bus::Bus;

tilescope_core::ports! {
    Cle = "CLE", "Control list executor.";
    Vcd = "VCD", "Vertex cache manager and DMA: indices and attributes.";
    Quc = "QUC", "Uniforms cache.";
    Qic = "QIC", "Instruction cache.";
    Tmu = "TMU", "Texture and memory lookup units.";
    Tlb = "TLB", "Tile buffer loads and stores.";
    Ptb = "PTB", "Primitive tile binner.";
    Pse = "PSE", "Primitive setup engine: shader records and clipped vertices.";
    Vdr = "VDR", "VPM DMA reader.";
    Vdw = "VDW", "VPM DMA writer.";
}
