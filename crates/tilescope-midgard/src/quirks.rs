//! Undocumented behaviour of the tiler: choices, each with its evidence.

pub use tilescope_draw::samples::Centroid;
use tilescope_raster::{FillRule, LineRule, LineShape, PointRule, SubpixelBits, TOrigin};

/// Choices where no documentation or driver decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quirks {
    /// Fraction bits of positions in the rasteriser. Evidence: the driver stores positions
    /// in a format that is snapped to 1/256 pixel (Mesa `v5.xml`, "Snap 4").
    pub subpixel: SubpixelBits,
    /// Ownership of a sample exactly on an edge, under the tie-break rule
    /// `MINUS_180_IN_0_OUT`, the only one that Mesa sets. It is not documented which vector's
    /// angle the rule means. Evidence: piglit's `bufferstorage-persistent_gles3 draw` probes a row
    /// of centres that the side of smallest y goes through, and passes on Mali-G52 with the same
    /// rule (Mesa, `panfrost-g52-fails.txt` does not list it, nor `sample-position`).
    pub fill: FillRule,
    /// Distance from the origin, in pixels, up to which coordinates are rasterised;
    /// primitives beyond are clipped. Evidence: none.
    pub guard: f32,
    /// The unit of constant depth bias, in smallest differences of depth. Evidence: with 1,
    /// one unit of the API, which Mesa doubles, separates all depths of 24 bits, as OpenGL ES
    /// requires of it; with 0.5 it does not.
    pub bias_unit: f32,
    /// Shape and widths of lines. Evidence: Mesa's Panfrost reports widths of up to 16; the
    /// shape is that of OpenGL without antialiasing.
    pub line: LineRule,
    /// Sizes of points and the direction of their coordinates. Evidence: Mesa's Panfrost
    /// reports sizes of up to 1024; the direction is the one that needs no lowering.
    pub point: PointRule,
    /// The position of centroid interpolation in a pixel that is covered in part. OpenGL ES
    /// allows any covered point. Evidence: none; Mesa never asks for it.
    pub centroid: Centroid,
}

impl Quirks {
    /// The defaults, which fit the evidence best.
    pub const DEFAULT: Quirks = Quirks {
        subpixel: SubpixelBits::EIGHT,
        fill: FillRule::TOP_LEFT_Y_DOWN,
        guard: 32_000.0,
        bias_unit: 1.0,
        line: LineRule {
            shape: LineShape::MinorAxis,
            min_width: 1.0,
            max_width: 1024.0,
        },
        point: PointRule {
            min_size: 1.0,
            max_size: 1024.0,
            t_origin: TOrigin::SmallestY,
        },
        centroid: Centroid::Mean,
    };
}

impl Default for Quirks {
    fn default() -> Self {
        Self::DEFAULT
    }
}
