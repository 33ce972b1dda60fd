//! Arguments of `plan`.

use clap::{Args as ClapArgs, ValueEnum};

use super::EXIT_CODES;

const PLAN_EXAMPLES: &str = "\
Examples:
  tilescope plan a618 1920x1080 R8G8B8A8_UNORM Z24_UNORM_S8_UINT
      places in on-chip memory, tiles, pipes, formats and layouts of two attachments
  tilescope plan a635 1280x720 R8G8B8A8_UNORM:4 --draws 2 --json
      four samples a pixel, two draws

";

/// Arguments of `plan`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{PLAN_EXAMPLES}{EXIT_CODES}"))]
pub struct PlanArgs {
    /// The chip; the error for an unknown one lists them
    #[arg(value_name = "CHIP")]
    pub chip: String,
    /// Width and height of the framebuffer in pixels: WIDTHxHEIGHT
    #[arg(value_name = "SIZE")]
    pub size: String,
    /// Attachments: a format by its name in Mesa without PIPE_FORMAT_, with :SAMPLES if more than one
    #[arg(value_name = "ATTACHMENT")]
    pub attachments: Vec<String>,
    /// The number of draws
    #[arg(long, default_value_t = 6, value_name = "N")]
    pub draws: u32,
    /// The memory that the pass is drawn in
    #[arg(long, value_enum, default_value_t)]
    pub place: PlanPlace,
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
