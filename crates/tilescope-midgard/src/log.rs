//! The memory ports of the units, and the log of what they find.

/// A unit that accesses memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// Job manager: job headers, write value jobs.
    Jm,
    /// Descriptors of draws, attributes, samplers, framebuffers.
    Desc,
    /// Load/store pipe of the shader cores, and instructions.
    Ls,
    /// Texture pipe of the shader cores.
    Tex,
    /// Tiler: indices, positions, polygon lists.
    Tiler,
    /// Tile buffer: preload and write-back.
    Tb,
}

impl tilescope_core::bus::Port for Port {
    const ALL: &'static [Port] = &[
        Port::Jm,
        Port::Desc,
        Port::Ls,
        Port::Tex,
        Port::Tiler,
        Port::Tb,
    ];

    fn name(self) -> &'static str {
        match self {
            Port::Jm => "JM",
            Port::Desc => "DESC",
            Port::Ls => "LS",
            Port::Tex => "TEX",
            Port::Tiler => "TILER",
            Port::Tb => "TB",
        }
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// Findings, events, counts and dumps of one thread of work.
pub type Log = tilescope_core::log::Log<Port>;

/// Memory, log, fuel and workers.
pub type Ctx<'a> = tilescope_core::Ctx<'a, Port>;
