//! Arguments of `plan`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::EXIT_CODES;

const PLAN_EXAMPLES: &str = "\
Examples:
  tilescope plan a618 1920x1080 R8G8B8A8_UNORM Z24_UNORM_S8_UINT
      places in on-chip memory, tiles, pipes, formats and layouts of two attachments
  tilescope plan a635 1280x720 R8G8B8A8_UNORM:4 --draws 2 --json
      four samples a pixel, two draws
  tilescope plan a618 1920x1080 R8G8B8A8_UNORM --image tiles.png
      the tiles, coloured by the pipe that sorts their draws
  tilescope plan --explain shadow.rd.gz
      each decision about recorded render passes beside what was recorded

";

/// Arguments of `plan`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{PLAN_EXAMPLES}{EXIT_CODES}"))]
pub struct PlanArgs {
    /// The chip; the error for an unknown one lists them
    #[arg(value_name = "CHIP", required_unless_present = "explain")]
    pub chip: Option<String>,
    /// Width and height of the framebuffer in pixels: WIDTHxHEIGHT
    #[arg(value_name = "SIZE", required_unless_present = "explain")]
    pub size: Option<String>,
    /// Attachments: a format by its name in Mesa without PIPE_FORMAT_, with :SAMPLES if more than one
    #[arg(value_name = "ATTACHMENT")]
    pub attachments: Vec<String>,
    /// The number of draws
    #[arg(long, default_value_t = 6, value_name = "N")]
    pub draws: u32,
    /// The memory that the pass is drawn in
    #[arg(long, value_enum, default_value_t)]
    pub place: PlanPlace,
    /// Write a PNG of the tiles and the pipes that sort their draws
    #[arg(long, value_name = "FILE")]
    pub image: Option<PathBuf>,
    /// The release of Mesa whose decisions are planned
    #[arg(long, value_name = "RELEASE")]
    pub mesa: Option<String>,
    /// Compare the render passes of a recording of an Adreno driver (.rd, or a dump of Linux's msm)
    /// with the decisions of its driver
    #[arg(
        long,
        value_name = "CAPTURE",
        conflicts_with_all = ["chip", "size", "attachments", "draws", "place", "image"]
    )]
    pub explain: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The memory that a pass is drawn in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PlanPlace {
    /// As the driver decides
    #[default]
    Auto,
    /// To system memory, where a setting of the driver says so
    Sysmem,
    /// To tiles, where a setting of the driver says so and nothing forbids it
    Gmem,
}
