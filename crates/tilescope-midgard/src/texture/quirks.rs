//! Undocumented behaviour of lookups: choices, each with its evidence.

use tilescope_texture::Rounding;

/// Choices where no documentation or driver decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// The sampler's bias in lookups with a given level of detail. Evidence: none from a board.
    /// OpenGL 3.1 (3.8.9) adds it, Mesa's Panfrost states it in the sampler and adds nothing in
    /// shaders, and piglit's `tex-miplevel-selection` needs it.
    pub given_level: GivenLevel,
    /// Positions in texels, which have eight bits of fraction. Evidence: none from a board.
    /// Coordinates that a shader interpolates or divides fall short of a texel's centre by their
    /// last bits; piglit's `1-1-linear-texture` needs them at the centre.
    pub coordinates: Rounding,
}

/// The level of detail of a lookup that states one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GivenLevel {
    /// The given one and the sampler's bias.
    #[default]
    Biased,
    /// The given one.
    Exact,
}
