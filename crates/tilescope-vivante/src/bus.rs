//! The memory ports of the units.

pub use tilescope_core::bus::Bus;

tilescope_core::ports! {
    Fe = "FE", "Front end: commands, indices, vertices.";
    Sh = "SH", "Shader: instructions, constants, loads and stores.";
    Tx = "TX", "Texture units.";
    Pe = "PE", "Pixel engine: colour and depth.";
    Ts = "TS", "Tile status.";
    Rs = "RS", "Resolve engine.";
    Blt = "BLT", "Blit engine.";
    De = "DE", "2D engine.";
    Gl = "GL", "Writes of global states: events, queries.";
}
