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
    /// The version of the driver; none for the usual one.
    pub release: Option<String>,
}

/// A rectangle of tiles that are sorted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileGroup {
    /// Column and row of its first tile.
    pub first: (u32, u32),
    /// Columns and rows of tiles.
    pub tiles: (u32, u32),
}

/// The tiles of a framebuffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileGrid {
    /// Width and height of a tile in pixels.
    pub tile: (u32, u32),
    /// Columns and rows of tiles.
    pub count: (u32, u32),
    /// The groups by which draws are sorted; none if they are not.
    pub groups: Vec<TileGroup>,
}

/// The decisions about a render pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassPlan {
    /// The decisions with their reasons.
    pub sections: Vec<Section>,
    /// The tiles that the framebuffer is divided into if it is drawn in tiles.
    pub grid: TileGrid,
}

/// A decision about a recorded render pass, and the recorded choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The decision.
    pub name: String,
    /// The choice of the driver, planned again.
    pub planned: String,
    /// The recorded choice.
    pub found: String,
    /// The reason of the planned choice, where there is one.
    pub reason: Option<String>,
}

impl Decision {
    /// Whether both are the same.
    pub fn agrees(&self) -> bool {
        self.planned == self.found
    }
}

/// A recorded render pass with the decisions about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedPass {
    /// Size, tiles and order of draws, in words.
    pub summary: String,
    /// The address of its first packet.
    pub address: u64,
    /// The decisions, or the reason why they are not known.
    pub decisions: Result<Vec<Decision>, String>,
}

/// The recorded render passes with the decisions of their driver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The driver that the passes are of, and the version whose decisions these are, if there are
    /// passes.
    pub driver: Option<String>,
    /// The name of the chip whose limits apply.
    pub chip: &'static str,
    /// Remarks that are needed to understand the decisions.
    pub notes: Vec<String>,
    /// The passes, in the order of the stream.
    pub passes: Vec<ExplainedPass>,
}

/// The decisions of a driver for chips of one family.
#[derive(Debug)]
pub struct Planner {
    /// The driver.
    pub driver: &'static str,
    /// The versions of the driver whose decisions are known, the usual one first.
    pub releases: &'static [&'static str],
    /// The names of the chips.
    pub chips: fn() -> Vec<&'static str>,
    /// The decisions about a pass on a chip of these.
    pub pass: fn(chip: &str, pass: &Pass) -> Result<PassPlan, String>,
}
