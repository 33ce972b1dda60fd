//! Tiles and places of freedreno, Mesa's OpenGL driver.
//!
//! Sources: Mesa 22.3.6, `freedreno_gmem.c` (`layout_gmem`, `calc_nbins`, `gmem_stateobj_init`,
//! `gmem_key_init`), `fd6_gmem.c` (`use_hw_binning`); of 25.0.7 the same file, whose places are aligned
//! by the number of colour caches, and which counts the samples of depth twice.

use super::tiles::{MAX_PIPES, MAX_SIZE, TileError};
use crate::chips::{Chip, Release, Size};
use crate::passes::Kind;

/// The largest number of attachments: eight colours, depth, stencil.
pub const MAX_ATTACHMENTS: usize = 10;

/// The alignment of places, or three times that if tiles are multiples of 96 pixels wide; in later
/// releases as many times as there are colour caches.
const PAGE: u64 = 0x1000;

/// The largest number of bytes of a pixel with all samples.
const MAX_BYTES: u32 = 256;

/// Tiles, places and pipes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Size of a tile.
    pub tile: Size,
    /// Tiles in each direction.
    pub count: Size,
    /// The offset of each attachment.
    pub offsets: Vec<u32>,
    /// Tiles of a pipe in each direction; the last may have fewer.
    pub pipe: Size,
    /// `VSC_PIPE_CONFIG`.
    pub pipe_config: [u32; MAX_PIPES as usize],
}

impl Layout {
    /// Whether draws are sorted by tile, if there are any.
    pub const fn sorts(&self) -> bool {
        self.pipe.width * self.pipe.height <= 32 && self.count.width * self.count.height >= 2
    }
}

struct Search<'a> {
    chip: &'a Chip,
    size: Size,
    attachments: &'a [u32],
}

/// Tiles and places that fit.
#[derive(Clone)]
struct Fit {
    tile: Size,
    count: Size,
    offsets: Vec<u32>,
}

const fn align(value: u64, to: u64) -> u64 {
    value.div_ceil(to) * to
}

impl Search<'_> {
    /// The size of tiles in one direction.
    fn tile(&self, columns: u32, rows: u32) -> Size {
        let to = self.chip.tile_align;
        Size {
            width: self.size.width.div_ceil(columns).div_ceil(to.width) * to.width,
            height: self.size.height.div_ceil(rows).div_ceil(to.height) * to.height,
        }
    }

    /// The layout of this many tiles, if it fits.
    fn fit(&self, columns: u32, rows: u32) -> Option<Fit> {
        if columns == 0 || rows == 0 {
            return None;
        }
        let tile = self.tile(columns, rows);
        let most = self.chip.tile_max;
        if tile.width > most.width || tile.height > most.height {
            return None;
        }
        let page = match self.chip.release {
            Release::Mesa22_3 if self.chip.tile_align.width == 96 => 3 * PAGE,
            Release::Mesa22_3 => PAGE,
            Release::Mesa25_0 => u64::from(self.chip.num_ccu) * PAGE,
        };
        let mut total = 0u64;
        let mut offsets = Vec::new();
        for &bytes in self.attachments {
            let offset = align(total, page);
            offsets.push(u32::try_from(offset).ok()?);
            total = offset + u64::from(bytes) * u64::from(tile.width) * u64::from(tile.height);
        }
        (total <= u64::from(self.chip.gmem_size)).then(|| Fit {
            tile,
            // Alignment may leave fewer tiles than were asked for.
            count: Size {
                width: self.size.width.div_ceil(tile.width),
                height: self.size.height.div_ceil(tile.height),
            },
            offsets,
        })
    }

    fn run(&self) -> Option<Fit> {
        // If the smallest tile does not fit, none does.
        self.fit(self.size.width, self.size.height)?;
        let (mut columns, mut rows) = (1, 1);
        let most = self.chip.tile_max;
        while self.tile(columns, 1).width > most.width {
            columns += 1;
        }
        while self.tile(1, rows).height > most.height {
            rows += 1;
        }
        let mut fit = self.fit(columns, rows);
        while fit.is_none() {
            // Tiles of the smallest size, which fit: the bound of the search.
            if columns > self.size.width && rows > self.size.height {
                return None;
            }
            if rows > columns {
                columns += 1;
            } else {
                rows += 1;
            }
            fit = self.fit(columns, rows);
        }
        // One more row and one column less, or the reverse, may be fewer tiles.
        let now = columns * rows;
        let fewer = |columns: u32, rows: u32| {
            let better = columns.checked_mul(rows).is_some_and(|tiles| tiles < now);
            better.then(|| self.fit(columns, rows)).flatten()
        };
        fewer(columns - 1, rows + 1)
            .or_else(|| fewer(columns + 1, rows - 1))
            .or(fit)
    }
}

/// Bytes that a pixel of an attachment counts as: those of all samples.
pub const fn pixel_bytes(chip: &Chip, kind: Kind, bytes: u32, samples: u32) -> u32 {
    let all = bytes * samples;
    match (chip.release, kind) {
        // The size of depth is that of all samples already.
        (Release::Mesa25_0, Kind::Depth { .. } | Kind::Stencil) => all * samples,
        _ => all,
    }
}

/// Divides a framebuffer. `attachments` are the bytes of a pixel with all samples: colours, then
/// depth, then separate stencil.
///
/// # Errors
/// Sizes out of range, and attachments of which the smallest tile does not fit.
///
/// ```
/// use tilescope_adreno::chips::{self, Size};
/// use tilescope_adreno::plan::freedreno::divide;
/// let size = Size { width: 1920, height: 1080 };
/// let layout = divide(chips::named("a630").unwrap(), size, &[4, 4]).unwrap();
/// assert_eq!(layout.tile, Size { width: 640, height: 192 });
/// assert_eq!(layout.offsets, [0, 0x78000]);
/// ```
pub fn divide(chip: &Chip, size: Size, attachments: &[u32]) -> Result<Layout, TileError> {
    let valid = 1..=MAX_SIZE;
    if !valid.contains(&size.width) || !valid.contains(&size.height) {
        return Err(TileError::Framebuffer(size.width, size.height));
    }
    let attachments = &attachments[..attachments.len().min(MAX_ATTACHMENTS)];
    if attachments.iter().any(|&bytes| bytes > MAX_BYTES) {
        return Err(TileError::Limits);
    }
    let search = Search {
        chip,
        size,
        attachments,
    };
    let align = chip.tile_align;
    let smallest = align.width * align.height;
    let fit = search.run().ok_or(TileError::NoTileFits(smallest))?;
    let (pipe, pipe_config) = pipes(fit.count);
    Ok(Layout {
        tile: fit.tile,
        count: fit.count,
        offsets: fit.offsets,
        pipe,
        pipe_config,
    })
}

fn pipes(count: Size) -> (Size, [u32; MAX_PIPES as usize]) {
    let mut pipe = Size {
        width: 1,
        height: 1,
    };
    while count.height.div_ceil(pipe.height) > MAX_PIPES {
        pipe.height += 2;
    }
    while count.height.div_ceil(pipe.height) * count.width.div_ceil(pipe.width) > MAX_PIPES {
        pipe.width += 1;
    }
    let mut config = [0; MAX_PIPES as usize];
    let (mut x, mut y) = (0, 0);
    for word in &mut config {
        if x >= count.width {
            x = 0;
            y += pipe.height;
        }
        if y >= count.height {
            break;
        }
        let width = pipe.width.min(count.width - x);
        let height = pipe.height.min(count.height - y);
        *word = x & 0x3ff | (y & 0x3ff) << 10 | (width & 0x3f) << 20 | (height & 0x3f) << 26;
        x += pipe.width;
    }
    (pipe, config)
}
