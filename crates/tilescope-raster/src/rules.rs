//! Differences between the rasterisers of chips, as data.

/// The largest magnitude of a vertex coordinate that setup accepts, in
/// sub-pixel units: ±2^24, which is ±65536 pixels at 8 sub-pixel bits and
/// ±1048576 at 4.
///
/// Chosen so that edge functions are exact in `i64` and their values inside one
/// 8x8 block are exact in `i32` (see [`crate::coverage`]). No supported chip
/// produces anything near it: VideoCore IV screen coordinates are 16-bit.
pub const COORD_LIMIT: i32 = 1 << 24;

/// Bits of fraction in a screen coordinate: 4 to 8.
///
/// Fewer than 4 could not express sample positions, which are given in 1/16
/// pixel; more than 8 is found in no supported chip and would cost range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubpixelBits(u32);

impl SubpixelBits {
    /// 1/16 pixel, the grid of VideoCore IV screen coordinates.
    pub const FOUR: Self = Self(4);
    /// 1/256 pixel.
    pub const EIGHT: Self = Self(8);

    /// A grid of `2^-bits` pixel, or `None` outside 4 to 8.
    pub const fn new(bits: u32) -> Option<Self> {
        if bits >= 4 && bits <= 8 {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// The number of bits.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Sub-pixel units in one pixel.
    pub const fn unit(self) -> i32 {
        1 << self.0
    }

    /// A length in 1/16 pixel as sub-pixel units; exact.
    pub(crate) const fn sixteenths(self, n: u8) -> i32 {
        (n as i32) << (self.0 - 4)
    }
}

/// The owner of a sample on a vertical edge that two primitives share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnedSide {
    /// The primitive to the right, whose *left* edge it is.
    Left,
    /// The primitive to the left, whose *right* edge it is.
    Right,
}

/// The owner of a sample on a horizontal edge that two primitives share, named
/// by screen row because chips disagree about "top".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnedEnd {
    /// The primitive of larger y, whose *smallest-y* edge it is.
    SmallestY,
    /// The primitive of smaller y, whose *largest-y* edge it is.
    LargestY,
}

/// The fill rule: the owner of a sample exactly on an edge.
///
/// Slanted edges follow `side`, exactly horizontal edges follow `end`. It is
/// the same as moving every sample by an infinitesimal along x and a second,
/// much smaller one along y, which is why any two primitives sharing an edge
/// agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FillRule {
    /// The rule for edges with any slope.
    pub side: OwnedSide,
    /// The rule for edges exactly horizontal.
    pub end: OwnedEnd,
}

impl FillRule {
    /// Top-left where y grows downwards (row 0 is at the top).
    pub const TOP_LEFT_Y_DOWN: Self = Self {
        side: OwnedSide::Left,
        end: OwnedEnd::SmallestY,
    };

    /// Top-left where y grows upwards (row 0 is at the bottom).
    pub const TOP_LEFT_Y_UP: Self = Self {
        side: OwnedSide::Left,
        end: OwnedEnd::LargestY,
    };

    /// Whether a sample on an edge belongs to the primitive whose interior is
    /// in direction (`a`, `b`) of that edge.
    pub(crate) const fn owns(self, a: i64, b: i64) -> bool {
        if a != 0 {
            matches!(self.side, OwnedSide::Left) == (a > 0)
        } else {
            matches!(self.end, OwnedEnd::SmallestY) == (b > 0)
        }
    }
}

/// The sample positions inside a pixel, in 1/16 pixel from its smallest x and y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SamplePositions {
    /// One sample, at [`RasterRules::pixel_centre`].
    One,
    /// Two samples.
    Two([(u8, u8); 2]),
    /// Four samples.
    Four([(u8, u8); 4]),
}

impl SamplePositions {
    /// The usual 4x rotated grid (D3D's standard pattern). Used where a chip's
    /// own table is unknown.
    pub const ROTATED_GRID_4: Self = Self::Four([(6, 2), (14, 6), (2, 10), (10, 14)]);

    /// Samples per pixel: 1, 2 or 4.
    pub const fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two(_) => 2,
            Self::Four(_) => 4,
        }
    }
}

/// A chip's conversion of screen coordinates to coverage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RasterRules {
    /// The grid vertices are snapped to.
    pub subpixel: SubpixelBits,
    /// Ownership of samples on edges.
    pub fill: FillRule,
    /// The position at which a pixel is evaluated, in 1/16 pixel: `(8, 8)` for half-integer
    /// centres, `(0, 0)` for integer ones. The single sample and all
    /// interpolation use it. Values above 15 are read modulo 16.
    pub pixel_centre: (u8, u8),
    /// Coverage samples. Positions above 15 are read modulo 16.
    pub samples: SamplePositions,
    /// Distance from the viewport's centre, in pixels, up to which screen
    /// coordinates can be expressed; clipping must cut there at the latest.
    pub guard: f32,
}

impl RasterRules {
    /// VideoCore IV without multisampling: 12.4 coordinates are documented by
    /// the driver's vertex format; the fill rule and the half-integer centre
    /// are assumptions (neither Mesa nor the kernel documents them). The guard
    /// is the largest positive 12.4 number; that the chip clips to a guard band
    /// rather than to the viewport is noted in Mesa's driver, but not how wide
    /// it is.
    pub const S12_4: Self = Self {
        subpixel: SubpixelBits::FOUR,
        fill: FillRule::TOP_LEFT_Y_DOWN,
        pixel_centre: (8, 8),
        samples: SamplePositions::One,
        guard: 2047.9375,
    };

    /// The same rules with other sample positions, for a draw that switches
    /// multisampling on.
    pub const fn with_samples(self, samples: SamplePositions) -> Self {
        Self { samples, ..self }
    }

    /// The guard band as a multiple of clip w, for a viewport whose half width
    /// or height is `half_extent` pixels ([`crate::ClipVolume::guard_x`]).
    /// Infinite, that is no clipping, for a viewport without extent. Below 1
    /// for one larger than the guard, parts of which cannot be expressed.
    pub fn guard_scale(&self, half_extent: f32) -> f32 {
        self.guard / half_extent.abs()
    }

    /// Sample positions in sub-pixel units; entries from
    /// [`SamplePositions::count`] on repeat the first.
    pub(crate) fn sample_offsets(&self) -> [(i32, i32); 4] {
        let unit = |(x, y): (u8, u8)| {
            (
                self.subpixel.sixteenths(x & 15),
                self.subpixel.sixteenths(y & 15),
            )
        };
        match self.samples {
            SamplePositions::One => [unit(self.pixel_centre); 4],
            SamplePositions::Two([a, b]) => [unit(a), unit(b), unit(a), unit(a)],
            SamplePositions::Four(p) => p.map(unit),
        }
    }

    /// The pixel centre in pixels.
    pub fn centre(&self) -> (f32, f32) {
        let (x, y) = self.pixel_centre;
        (f32::from(x & 15) / 16.0, f32::from(y & 15) / 16.0)
    }
}
