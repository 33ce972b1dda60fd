//! Up to sixteen samples of a pixel.

use tilescope_raster::{RasterRules, Rect, SamplePositions};

use crate::prims::Shape;

/// The most samples of a pixel.
pub const MAX_SAMPLES: usize = 16;

/// Samples that the rasteriser covers at once.
const GROUP: usize = 4;

/// Positions of the samples of a pixel, in 1/16 pixel from its smallest x and y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplePattern {
    positions: [(u8, u8); MAX_SAMPLES],
    count: usize,
}

impl SamplePattern {
    /// A pattern of 1, 2, 4, 8 or 16 positions; `None` for other numbers.
    pub fn new(positions: &[(u8, u8)]) -> Option<SamplePattern> {
        if !matches!(positions.len(), 1 | 2 | 4 | 8 | 16) {
            return None;
        }
        let mut all = [(8, 8); MAX_SAMPLES];
        all[..positions.len()].copy_from_slice(positions);
        Some(SamplePattern {
            positions: all,
            count: positions.len(),
        })
    }

    /// The standard pattern of `count` samples (Direct3D 11, `D3D11_STANDARD_MULTISAMPLE_PATTERN`;
    /// Vulkan, `standardSampleLocations`); `None` for numbers that have none.
    pub fn standard(count: u64) -> Option<SamplePattern> {
        // The column in the high four bits, the row in the low ones.
        let positions: &[u8] = match count {
            1 => &[0x88],
            2 => &[0xcc, 0x44],
            4 => &[0x62, 0xe6, 0x2a, 0xae],
            8 => &[0x95, 0x7b, 0xd9, 0x53, 0x3d, 0x17, 0xbf, 0xf1],
            16 => &[
                0x99, 0x75, 0x5a, 0xc7, 0x36, 0xad, 0xdb, 0xb3, 0x6e, 0x81, 0x42, 0x2c, 0x08, 0xf4,
                0xef, 0x10,
            ],
            _ => return None,
        };
        let positions: Vec<(u8, u8)> = positions.iter().map(|at| (at >> 4, at & 15)).collect();
        SamplePattern::new(&positions)
    }

    /// One sample at the centre.
    pub const fn single() -> SamplePattern {
        SamplePattern {
            positions: [(8, 8); MAX_SAMPLES],
            count: 1,
        }
    }

    /// The same number of samples, all at the centre.
    #[must_use]
    pub fn centred(&self) -> SamplePattern {
        SamplePattern {
            positions: [(8, 8); MAX_SAMPLES],
            ..*self
        }
    }

    /// The number of samples.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The positions.
    pub fn positions(&self) -> &[(u8, u8)] {
        &self.positions[..self.count]
    }

    /// The position of sample `n` in its pixel, in pixels.
    pub fn position(&self, n: usize) -> (f32, f32) {
        let (x, y) = self.positions().get(n).copied().unwrap_or((8, 8));
        (f32::from(x) / 16.0, f32::from(y) / 16.0)
    }

    /// The rules of the rasteriser for the first four samples, and the positions of the
    /// others, for [`Screen::more_samples`](crate::Screen::more_samples). A single sample
    /// is at the pixel's centre.
    pub fn rules(&self, rules: RasterRules) -> (RasterRules, Vec<SamplePositions>) {
        let mut groups = self.positions[..self.count]
            .chunks(GROUP)
            .map(|group| match *group {
                [a, b, c, d] => SamplePositions::Four([a, b, c, d]),
                [a, b] => SamplePositions::Two([a, b]),
                _ => SamplePositions::One,
            });
        let first = match groups.next() {
            Some(SamplePositions::One) | None => RasterRules {
                pixel_centre: self.positions[0],
                samples: SamplePositions::One,
                ..rules
            },
            Some(samples) => rules.with_samples(samples),
        };
        (first, groups.collect())
    }
}

/// A point of a pixel that is covered in part, for centroid interpolation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Centroid {
    /// The mean of the covered samples' positions.
    Mean,
    /// The position of the first covered sample.
    First,
}

impl Centroid {
    /// The point of a pixel with the samples `covered`: the centre, if all or none are.
    pub fn of(self, samples: &SamplePattern, covered: u16) -> (f32, f32) {
        const CENTRE: (f32, f32) = (0.5, 0.5);
        let all = samples.count();
        let covered = (0..all).filter(|n| covered >> n & 1 != 0);
        let count = covered.clone().count();
        let mut positions = covered.map(|n| samples.position(n));
        match (self, positions.next()) {
            (_, None) => CENTRE,
            _ if count == all => CENTRE,
            (Centroid::First, Some(first)) => first,
            (Centroid::Mean, Some(first)) => {
                let (x, y) = positions.fold(first, |(x, y), at| (x + at.0, y + at.1));
                (x / count as f32, y / count as f32)
            }
        }
    }
}

/// The covered samples of a quad, as many as its primitive has.
///
/// Pixel `i` is at `(x + (i & 1), y + (i >> 1))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleQuad {
    /// Left column; even.
    pub x: i32,
    /// First row; even.
    pub y: i32,
    /// Bit `16 * pixel + sample`.
    pub coverage: u64,
}

impl SampleQuad {
    /// The covered samples of pixel `i`.
    pub const fn samples(&self, i: u32) -> u16 {
        (self.coverage >> (16 * (i & 3))) as u16
    }

    /// Bit `i` for each pixel with a covered sample.
    pub const fn pixels(&self) -> u16 {
        let mut pixels = 0;
        let mut i = 0;
        while i < 4 {
            pixels |= ((self.samples(i) != 0) as u16) << i;
            i += 1;
        }
        pixels
    }
}

/// Collects the quads of the groups of samples of a primitive.
#[derive(Clone, Debug, Default)]
pub struct SampleQuads {
    /// Coverage of the quads of the rectangle, row by row.
    grid: Vec<u64>,
}

impl SampleQuads {
    /// Calls `f` with each quad of `rect` that has a covered sample of any of `shapes`, row
    /// by row. The shapes are those of one primitive, with four samples each, one or two
    /// if there is only one shape. The memory used is in proportion to `rect`, which
    /// should be an area.
    pub fn walk<'s>(
        &mut self,
        shapes: impl Iterator<Item = &'s Shape> + Clone,
        rect: Rect,
        mut f: impl FnMut(SampleQuad),
    ) {
        let bounds = shapes.clone().map(|s| s.bounds().intersect(&rect));
        let bounds = bounds.filter(|b| !b.is_empty()).reduce(crate::prims::both);
        let Some(bounds) = bounds else { return };
        let (x0, y0) = (bounds.x0 & !1, bounds.y0 & !1);
        let across = ((bounds.x1 - x0 + 1) / 2) as usize;
        let down = ((bounds.y1 - y0 + 1) / 2) as usize;
        self.grid.clear();
        self.grid.resize(across * down, 0);
        for (group, shape) in shapes.enumerate().take(MAX_SAMPLES / GROUP) {
            let samples = match shape {
                Shape::Triangle(s) => s.samples(),
                Shape::Quad(s) => s.samples(),
            };
            shape.walk(bounds, |quad| {
                let (column, row) = ((quad.x - x0) / 2, (quad.y - y0) / 2);
                let of = |pixel: u16| match samples {
                    1 => u64::from(quad.coverage >> pixel & 1),
                    _ => u64::from(quad.coverage >> (4 * pixel) & 15),
                };
                let coverage = (0..4).fold(0, |all, pixel| all | of(pixel) << (16 * pixel));
                self.grid[row as usize * across + column as usize] |= coverage << (GROUP * group);
            });
        }
        for (n, coverage) in self.grid.iter().enumerate() {
            if *coverage != 0 {
                f(SampleQuad {
                    x: x0 + 2 * (n % across) as i32,
                    y: y0 + 2 * (n / across) as i32,
                    coverage: *coverage,
                });
            }
        }
    }
}
