//! Tiles of a framebuffer and the pipes that sort draws by tile.
//!
//! Sources: turnip of Mesa 22.3.6, `tu_util.c` (`tu_tiling_config_*`): tiles are divided until they
//! fit; 25.0.7, `tu_util.cc`: of all widths, that with the fewest tiles is taken.

use super::Reason;
use crate::chips::{Chip, Release, Size};

/// The largest width and height of a framebuffer.
pub const MAX_SIZE: u32 = 16384;

/// The number of visibility pipes of every a6xx.
pub const MAX_PIPES: u32 = 32;

/// Tiles of a pipe that its visibility stream can tell apart.
const MAX_TILES_OF_PIPE: u32 = 32;

/// The limits of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Alignment: width, height.
    pub align: Size,
    /// The largest tile: width, height.
    pub max: Size,
    /// Pixels that fit into on-chip memory.
    pub pixels: u32,
    /// The release of Mesa that divides.
    pub release: Release,
}

impl Limits {
    /// The limits of a chip for attachments with these places.
    pub const fn new(chip: &Chip, gmem: &super::gmem::GmemPlan, max: Size) -> Limits {
        Limits {
            align: Size {
                width: gmem.tile_align_width,
                height: chip.tile_align.height,
            },
            max,
            pixels: gmem.pixels,
            release: chip.release,
        }
    }
}

/// Settings of drivers that tests use (`TU_DEBUG`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Forced {
    /// None.
    #[default]
    Nothing,
    /// `forcebin`: at least 2x2 tiles, sorted.
    Binning,
    /// `nobin`: draws are not sorted.
    NoBinning,
}

/// The reason for a division of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The setting `forcebin`.
    Forced,
    /// The tile was wider than the largest one.
    TooWide,
    /// The tile was higher than the largest one.
    TooHigh,
    /// The pixels did not fit; the tile was wider than high.
    TooManyPixelsWide,
    /// The pixels did not fit; the tile was not wider than high.
    TooManyPixelsHigh,
    /// Of all widths, this one has the fewest tiles, or of those the squarest.
    FewestTiles,
}

impl Reason for Cause {
    fn text(&self) -> &'static str {
        match self {
            Cause::Forced => "binning is forced",
            Cause::TooWide => "wider than the largest tile",
            Cause::TooHigh => "higher than the largest tile",
            Cause::TooManyPixelsWide => "too many pixels for on-chip memory; wider than high",
            Cause::TooManyPixelsHigh => "too many pixels for on-chip memory; not wider than high",
            Cause::FewestTiles => "the width with the fewest tiles, then the squarest",
        }
    }
}

/// A division of tiles: the tile after it, and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The reason.
    pub cause: Cause,
    /// Size of the tile.
    pub tile: Size,
    /// Tiles in each direction.
    pub count: Size,
}

/// A framebuffer that cannot be divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TileError {
    /// A size is 0 or more than [`MAX_SIZE`].
    #[error("the framebuffer has {0}x{1} pixels; each is 1 to 16384")]
    Framebuffer(u32, u32),
    /// A limit is 0, or the largest tile is smaller than the alignment.
    #[error("the limits of tiles contradict each other")]
    Limits,
    /// The smallest tile does not fit.
    #[error("{0} pixels do not fit into on-chip memory")]
    NoTileFits(u32),
}

/// Whether draws are sorted by tile before tiles are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binning {
    /// Sorted: there are more than two tiles.
    ManyTiles,
    /// Not sorted: one or two tiles.
    FewTiles,
    /// Not sorted: a pipe would have more tiles than its stream can tell apart.
    Impossible,
    /// Sorted by a setting.
    Forced,
    /// Not sorted by a setting.
    Forbidden,
}

impl Binning {
    /// Whether draws are sorted.
    pub const fn used(self) -> bool {
        matches!(self, Binning::ManyTiles | Binning::Forced)
    }

    /// Whether they could be.
    pub const fn possible(self) -> bool {
        !matches!(self, Binning::Impossible)
    }
}

impl Reason for Binning {
    fn text(&self) -> &'static str {
        match self {
            Binning::ManyTiles => "there are more than two tiles",
            Binning::FewTiles => "there are no more than two tiles",
            Binning::Impossible => "a pipe has more than 32 tiles",
            Binning::Forced => "binning is forced",
            Binning::Forbidden => "binning is turned off",
        }
    }
}

/// Tiles and pipes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilePlan {
    /// Size of a tile in pixels; those at the right and bottom may be cut.
    pub tile: Size,
    /// Tiles in each direction.
    pub count: Size,
    /// The steps to the size, from one tile on.
    pub steps: Vec<Step>,
    /// Tiles of a pipe in each direction; the last may have fewer.
    pub pipe: Size,
    /// Pipes in each direction.
    pub pipes: Size,
    /// `VSC_PIPE_CONFIG_REG`: the tiles of each pipe, 0 for those not used.
    pub pipe_config: [u32; MAX_PIPES as usize],
    /// The first word of `CP_SET_BIN_DATA5`, without the tile: the number of tiles of each pipe.
    pub pipe_sizes: [u32; MAX_PIPES as usize],
    /// Whether draws are sorted.
    pub binning: Binning,
}

const fn div_up(value: u32, by: u32) -> u32 {
    value.div_ceil(by)
}

const fn align(value: u32, to: u32) -> u32 {
    value.div_ceil(to) * to
}

struct Divide {
    framebuffer: Size,
    limits: Limits,
    tile: Size,
    count: Size,
    steps: Vec<Step>,
}

impl Divide {
    fn set(&mut self, cause: Cause) {
        let (width, height) = (self.framebuffer.width, self.framebuffer.height);
        self.tile.width = align(div_up(width, self.count.width), self.limits.align.width);
        self.tile.height = align(div_up(height, self.count.height), self.limits.align.height);
        self.steps.push(Step {
            cause,
            tile: self.tile,
            count: self.count,
        });
    }

    fn columns(&mut self, cause: Cause) {
        self.count.width += 1;
        self.set(cause);
    }

    fn rows(&mut self, cause: Cause) {
        self.count.height += 1;
        self.set(cause);
    }

    /// Divides until a tile is within the limits.
    fn run(&mut self, forced: Forced) -> Result<(), TileError> {
        let limits = self.limits;
        if limits.release == Release::Mesa25_0 {
            return self.fewest(forced);
        }
        if forced == Forced::Binning {
            (self.count.width, self.count.height) = (2, 2);
            self.set(Cause::Forced);
        }
        while self.tile.width > limits.max.width {
            self.columns(Cause::TooWide);
        }
        while self.tile.height > limits.max.height {
            self.rows(Cause::TooHigh);
        }
        while self.tile.width * self.tile.height > limits.pixels {
            if self.tile.width > limits.align.width.max(self.tile.height) {
                self.columns(Cause::TooManyPixelsWide);
            } else if self.tile.height > limits.align.height {
                self.rows(Cause::TooManyPixelsHigh);
            } else {
                return Err(TileError::NoTileFits(self.tile.width * self.tile.height));
            }
        }
        Ok(())
    }
}

impl Divide {
    /// Takes the width whose tiles are the fewest, as later releases do.
    fn fewest(&mut self, forced: Forced) -> Result<(), TileError> {
        let Limits {
            align: to,
            max,
            pixels,
            ..
        } = self.limits;
        let Size { width, height } = self.framebuffer;
        let widest = max.width.min(align(width, to.width));
        let highest = max.height.min(align(height, to.height));
        let mut best: Option<(Size, Size)> = None;
        let mut tile_width = to.width;
        while tile_width <= widest {
            // The highest tile that fits, then as low as the number of rows allows.
            let fits = (pixels / tile_width).min(highest) / to.height * to.height;
            if fits > 0 {
                let count = Size {
                    width: div_up(width, tile_width),
                    height: div_up(height, fits),
                };
                let tile = Size {
                    width: tile_width,
                    height: align(div_up(height, count.height), to.height),
                };
                let tiles = |c: Size| u64::from(c.width) * u64::from(c.height);
                let skew = |t: Size| t.width.abs_diff(t.height);
                let better =
                    best.is_none_or(|(t, c)| (tiles(count), skew(tile)) < (tiles(c), skew(t)));
                if better {
                    best = Some((tile, count));
                }
            }
            tile_width += to.width;
        }
        let Some((mut tile, mut count)) = best else {
            return Err(TileError::NoTileFits(to.width * to.height));
        };
        let mut cause = Cause::FewestTiles;
        if forced == Forced::Binning {
            if count.width == 1 && tile.width != to.width {
                (tile.width, count.width) = (align(div_up(tile.width, 2), to.width), 2);
                cause = Cause::Forced;
            }
            if count.height == 1 && tile.height != to.height {
                (tile.height, count.height) = (align(div_up(tile.height, 2), to.height), 2);
                cause = Cause::Forced;
            }
        }
        (self.tile, self.count) = (tile, count);
        self.steps.push(Step { cause, tile, count });
        Ok(())
    }
}

/// Divides a framebuffer into tiles, and tiles among pipes. If no pixel fits (`limits.pixels`
/// is 0), there is one tile, which is not drawn as such.
///
/// # Errors
/// Sizes out of range, and limits below the smallest tile.
pub fn divide(framebuffer: Size, limits: Limits, forced: Forced) -> Result<TilePlan, TileError> {
    let valid = 1..=MAX_SIZE;
    if !valid.contains(&framebuffer.width) || !valid.contains(&framebuffer.height) {
        return Err(TileError::Framebuffer(
            framebuffer.width,
            framebuffer.height,
        ));
    }
    let ordered = |low, high| valid.contains(&low) && (low..=MAX_SIZE).contains(&high);
    if !ordered(limits.align.width, limits.max.width)
        || !ordered(limits.align.height, limits.max.height)
    {
        return Err(TileError::Limits);
    }
    let one = Size {
        width: 1,
        height: 1,
    };
    let mut divide = Divide {
        framebuffer,
        limits,
        tile: Size {
            width: align(framebuffer.width, limits.align.width),
            height: align(framebuffer.height, limits.align.height),
        },
        count: one,
        steps: Vec::new(),
    };
    if limits.pixels != 0 {
        divide.run(forced)?;
    }
    let (pipe, pipes) = pipe_layout(divide.count);
    let mut plan = TilePlan {
        tile: divide.tile,
        count: divide.count,
        steps: divide.steps,
        pipe,
        pipes,
        pipe_config: [0; MAX_PIPES as usize],
        pipe_sizes: [0; MAX_PIPES as usize],
        binning: Binning::Impossible,
    };
    plan.fill_pipes();
    plan.binning = binning(plan.count, plan.pipe, forced);
    Ok(plan)
}

/// Tiles of a pipe and pipes: as many pipes as there are, with shapes close to a square.
fn pipe_layout(count: Size) -> (Size, Size) {
    let mut pipe = Size {
        width: 1,
        height: 1,
    };
    let mut pipes = count;
    while pipes.width * pipes.height > MAX_PIPES {
        if pipe.width < pipe.height {
            pipe.width += 1;
            pipes.width = div_up(count.width, pipe.width);
        } else {
            pipe.height += 1;
            pipes.height = div_up(count.height, pipe.height);
        }
    }
    (pipe, pipes)
}

fn binning(count: Size, pipe: Size, forced: Forced) -> Binning {
    if pipe.width * pipe.height > MAX_TILES_OF_PIPE {
        return Binning::Impossible;
    }
    match forced {
        Forced::Binning => Binning::Forced,
        Forced::NoBinning => Binning::Forbidden,
        Forced::Nothing if count.width * count.height > 2 => Binning::ManyTiles,
        Forced::Nothing => Binning::FewTiles,
    }
}

impl TilePlan {
    /// The tiles of a pipe: column and row of the first, width and height. `None` if the pipe
    /// is not used.
    pub fn pipe_tiles(&self, pipe: u32) -> Option<[u32; 4]> {
        if pipe >= self.pipes.width * self.pipes.height {
            return None;
        }
        let x = pipe % self.pipes.width * self.pipe.width;
        let y = pipe / self.pipes.width * self.pipe.height;
        let width = self.pipe.width.min(self.count.width - x);
        let height = self.pipe.height.min(self.count.height - y);
        Some([x, y, width, height])
    }

    /// The pipe of a tile, and the number of the tile in it.
    pub fn pipe_of(&self, column: u32, row: u32) -> Option<(u32, u32)> {
        if column >= self.count.width || row >= self.count.height {
            return None;
        }
        let (px, py) = (column / self.pipe.width, row / self.pipe.height);
        let pipe = py * self.pipes.width + px;
        let [x, y, width, _] = self.pipe_tiles(pipe)?;
        Some((pipe, (row - y) * width + (column - x)))
    }

    fn fill_pipes(&mut self) {
        for pipe in 0..MAX_PIPES {
            let Some([x, y, width, height]) = self.pipe_tiles(pipe) else {
                return;
            };
            let n = pipe as usize;
            // Fields have 10, 10, 6 and 6 bits, the number of tiles 6.
            self.pipe_config[n] =
                x & 0x3ff | (y & 0x3ff) << 10 | (width & 0x3f) << 20 | (height & 0x3f) << 26;
            self.pipe_sizes[n] = ((width * height) & 0x3f) << 16;
        }
    }
}
