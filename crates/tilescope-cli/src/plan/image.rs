//! `tilescope plan --image`: the tiles of a framebuffer, coloured by the group that sorts their draws.

use std::io::{self, Write};
use std::path::Path;

use tilescope_families::TileGrid;

use crate::exit::Failure;
use crate::output;

/// The longest side of images of framebuffers that are longer.
const MOST: u32 = 1024;
/// The length below which pixels of the framebuffer are squares of pixels of the image.
const LEAST: u32 = 512;

/// Lines between tiles, and between groups.
const TILE_LINE: [u8; 3] = [0x60, 0x60, 0x60];
const GROUP_LINE: [u8; 3] = [0, 0, 0];
/// Tiles whose draws are not sorted.
const UNSORTED: [u8; 3] = [0xd8, 0xd8, 0xd8];

/// Colours of groups, in turn: where neighbours have the same one, a line parts them.
const GROUPS: [[u8; 3]; 8] = [
    [0xf2, 0xa6, 0x9b],
    [0xa5, 0xd6, 0xa7],
    [0x9f, 0xc5, 0xe8],
    [0xff, 0xe0, 0x82],
    [0xce, 0xb0, 0xe6],
    [0x8f, 0xd9, 0xd3],
    [0xf5, 0xc2, 0x8b],
    [0xc5, 0xcb, 0xd3],
];

/// A pixel of the image is `shrink` pixels of the framebuffer, or a pixel of the framebuffer is
/// `grow` pixels of the image, in each direction.
struct Scale {
    grow: u32,
    shrink: u32,
}

impl Scale {
    fn new(longest: u32) -> Scale {
        Scale {
            grow: (LEAST / longest.max(1)).max(1),
            shrink: longest.div_ceil(MOST).max(1),
        }
    }

    fn length(&self, pixels: u32) -> u32 {
        (pixels * self.grow).div_ceil(self.shrink)
    }

    fn pixel(&self, at: u32) -> u32 {
        at * self.shrink / self.grow
    }
}

/// The group of every tile, row by row.
fn owners(grid: &TileGrid) -> Vec<Option<usize>> {
    let (columns, rows) = grid.count;
    let mut owners = vec![None; columns as usize * rows as usize];
    for (n, group) in grid.groups.iter().enumerate() {
        for y in group.first.1..(group.first.1 + group.tiles.1).min(rows) {
            for x in group.first.0..(group.first.0 + group.tiles.0).min(columns) {
                if let Some(owner) = owners.get_mut((y * columns + x) as usize) {
                    *owner = Some(n);
                }
            }
        }
    }
    owners
}

/// Width, height and RGB pixels. The parts of tiles outside the framebuffer are darker.
fn draw(size: (u32, u32), grid: &TileGrid) -> (u32, u32, Vec<u8>) {
    let extent = (grid.tile.0 * grid.count.0, grid.tile.1 * grid.count.1);
    let scale = Scale::new(extent.0.max(extent.1));
    let (width, height) = (scale.length(extent.0), scale.length(extent.1));
    let owners = owners(grid);
    let tile = |x: u32, y: u32| {
        let at = |v: u32, size: u32, count: u32| {
            (scale.pixel(v) / size.max(1)).min(count.saturating_sub(1))
        };
        let (x, y) = (
            at(x, grid.tile.0, grid.count.0),
            at(y, grid.tile.1, grid.count.1),
        );
        y * grid.count.0 + x
    };
    let owner = |tile: u32| owners.get(tile as usize).copied().flatten();
    let mut bytes = Vec::with_capacity(width as usize * height as usize * 3);
    for y in 0..height {
        for x in 0..width {
            let here = tile(x, y);
            // A line is the first column and the first row of a tile.
            let near = [tile(x.saturating_sub(1), y), tile(x, y.saturating_sub(1))];
            let color = if near.iter().any(|&t| owner(t) != owner(here)) {
                GROUP_LINE
            } else if near.iter().any(|&t| t != here) {
                TILE_LINE
            } else {
                owner(here).map_or(UNSORTED, |n| GROUPS[n % GROUPS.len()])
            };
            let outside = scale.pixel(x) >= size.0 || scale.pixel(y) >= size.1;
            bytes.extend(color.map(|c| if outside { c / 2 } else { c }));
        }
    }
    (width, height, bytes)
}

/// Writes the image of the tiles of a framebuffer of `size`.
pub fn write(path: &Path, size: (u32, u32), grid: &TileGrid) -> Result<(), Failure> {
    let (width, height, bytes) = draw(size, grid);
    let written: io::Result<()> = output::create(path, |file| {
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer()?;
        stream.write_all(&bytes)?;
        stream.finish()?;
        writer.finish()?;
        Ok(())
    });
    written.map_err(|e| Failure::cannot_write(path, &e))
}
