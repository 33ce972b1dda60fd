//! Planners: what a driver would decide about a render pass, as values with reasons.

/// A value that a driver decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
    /// The reason, where there is a choice.
    pub reason: Option<String>,
}

/// Values about one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The thing.
    pub name: &'static str,
    /// The values, in order.
    pub facts: Vec<Fact>,
}

/// An attachment of a render pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassAttachment {
    /// The name of the format.
    pub format: String,
    /// Samples of a pixel.
    pub samples: u32,
}

/// The memory that a pass is drawn in, if a setting of the driver decides it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PassPlace {
    /// The driver decides.
    #[default]
    Chosen,
    /// System memory.
    Sysmem,
    /// Tiles.
    Tiles,
}

/// A render pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Width and height of the framebuffer in pixels.
    pub size: (u32, u32),
    /// The attachments.
    pub attachments: Vec<PassAttachment>,
    /// The number of draws.
    pub draws: u32,
    /// The memory that it is drawn in.
    pub place: PassPlace,
}

/// The decisions of a driver for chips of one family.
#[derive(Debug)]
pub struct Planner {
    /// The driver and its version.
    pub driver: &'static str,
    /// The names of the chips.
    pub chips: fn() -> Vec<&'static str>,
    /// The decisions about a pass on a chip of these.
    pub pass: fn(chip: &str, pass: &Pass) -> Result<Vec<Section>, String>,
}
