//! Undocumented behaviour of lookups: choices, each with its evidence.

/// Choices where no documentation or driver decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// The sampler's bias in lookups with a given level of detail. Evidence: none from a board.
    /// OpenGL 3.1 (3.8.9) adds it, Mesa's Panfrost states it in the sampler and adds nothing in
    /// shaders, and piglit's `tex-miplevel-selection` needs it.
    pub given_level: GivenLevel,
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
