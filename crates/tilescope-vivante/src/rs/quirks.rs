//! Undocumented behaviour of the resolve engine, as named choices.

use tilescope_pixel::transform::MeanRounding;

/// The unit that `RS.CONFIG.FLIP` flips with two windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlipUnit {
    /// The rows of all windows together.
    #[default]
    Image,
    /// Each window separately.
    Window,
}

/// Undocumented behaviour of the resolve engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// Rounding of the mean of samples in a downscaling resolve. Undocumented; most
    /// resolve hardware rounds to nearest.
    pub mean: MeanRounding,
    /// The unit that is flipped. rnndb says "flip image"; Mesa never sets the bit.
    pub flip: FlipUnit,
}
