//! Undocumented behaviour of the resolve engine, as named choices.

use crate::surface::transform::MeanRounding;

/// What `RS.CONFIG.FLIP` turns upside down where two pixel pipes have a window each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlipUnit {
    /// The rows of all windows together.
    #[default]
    Image,
    /// Each window for itself.
    Window,
}

/// Undocumented behaviour of the resolve engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// How the mean of samples is rounded when a resolve halves. No source says;
    /// nearest is what most resolve hardware does.
    pub mean: MeanRounding,
    /// What is flipped. rnndb says "flip image"; Mesa never sets the bit.
    pub flip: FlipUnit,
}
