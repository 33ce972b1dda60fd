//! The memory ports of the units.

pub use tilescope_core::bus::Bus;

/// A unit that accesses memory, under the hardware's own name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// Front end: commands, indices, vertices.
    Fe,
    /// Shader: instructions, constants, loads and stores.
    Sh,
    /// Texture units.
    Tx,
    /// Pixel engine: colour and depth.
    Pe,
    /// Tile status.
    Ts,
    /// Resolve engine.
    Rs,
    /// Blit engine.
    Blt,
    /// 2D engine.
    De,
    /// Writes of global states: events, queries.
    Gl,
}

impl tilescope_core::bus::Port for Port {
    const ALL: &'static [Port] = &[
        Port::Fe,
        Port::Sh,
        Port::Tx,
        Port::Pe,
        Port::Ts,
        Port::Rs,
        Port::Blt,
        Port::De,
        Port::Gl,
    ];

    fn name(self) -> &'static str {
        match self {
            Port::Fe => "FE",
            Port::Sh => "SH",
            Port::Tx => "TX",
            Port::Pe => "PE",
            Port::Ts => "TS",
            Port::Rs => "RS",
            Port::Blt => "BLT",
            Port::De => "DE",
            Port::Gl => "GL",
        }
    }

    fn index(self) -> usize {
        self as usize
    }
}
