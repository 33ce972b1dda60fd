//! The memory ports of the units, and the log of what they find.

tilescope_core::ports! {
    Jm = "JM", "Job manager: job headers, write value jobs.";
    Desc = "DESC", "Descriptors of draws, attributes, samplers, framebuffers.";
    Ls = "LS", "Load/store pipe of the shader cores, and instructions.";
    Tex = "TEX", "Texture pipe of the shader cores.";
    Tiler = "TILER", "Tiler: indices, positions, polygon lists.";
    Tb = "TB", "Tile buffer: preload and write-back.";
}

/// Findings, events, counts and dumps of one thread of work.
pub type Log = tilescope_core::log::Log<Port>;

/// Memory, log, fuel and workers.
pub type Ctx<'a> = tilescope_core::Ctx<'a, Port>;
