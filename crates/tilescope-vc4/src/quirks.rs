//! Unknown behaviour of the hardware outside the QPU, as named choices.
//!
//! Each field documents its choices and the evidence. Tilescope runs with the defaults.

use tilescope_draw::Provoking;

/// Conversion of the interpolated Zs to the integer depth of a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZRounding {
    /// Towards zero.
    Truncate,
    /// To the nearest.
    Nearest,
}

/// Depth that the samples of a multisampled pixel are tested with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleZ {
    /// Each sample's own depth on the plane of the primitive, if the shader wrote its
    /// input depth.
    Plane,
    /// The depth written by the shader, for all samples.
    Written,
}

/// Conversion to fewer bits in a store of the tile buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreRounding {
    /// Towards zero.
    Truncate,
    /// To the nearest, ties upwards.
    Nearest,
}

/// Contents of the lowest byte of a word after a store of depth without stencil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthAlone {
    /// 0.
    StencilZero,
    /// The old stencil byte.
    StencilLeft,
}

/// Effect of a write of QUAD_X or QUAD_Y, besides the value that they read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuadWrites {
    /// Moves later accesses of the tile buffer: by the first lane of each quad, in pixels
    /// of the frame.
    MoveAccesses,
    /// Nothing.
    ReadBack,
}

/// Effect of a write of the reverse flag, besides the value that it reads as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReverseWrites {
    /// Selects the stencil setup that a lane is tested by.
    SelectFace,
    /// Nothing.
    ReadBack,
}

/// Row of an ETC1 block with the smallest T.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Etc1Rows {
    /// The first of the stored block, as in GL.
    Downwards,
    /// The last.
    Upwards,
}

/// Handling of an attribute array's bytes beyond the total attribute size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeTail {
    /// They are dropped.
    Dropped,
    /// They are written to the following rows.
    Fetched,
}

/// Unknown behaviour of the fixed-function units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quirks {
    /// Evidence: Mesa's vc4 never changes it for GL, whose rule is the last
    /// vertex; the architecture guide names no choice.
    pub provoking_vertex: Provoking,
    /// Evidence: none. FTOI of the QPU truncates, and Mesa uses it to convert
    /// `gl_FragDepth` to the same integer.
    pub z_rounding: ZRounding,
    /// Evidence: none; GL requires a depth per sample.
    pub sample_z: SampleZ,
    /// Sample positions of 4x multisampling, in 1/16 pixel from the pixel's
    /// lower left corner. Evidence: none; the usual rotated grid.
    pub sample_positions: [(i32, i32); 4],
    /// Ownership of a sample exactly on an edge. Evidence: none; the rule of GL
    /// implementations, with y growing upwards as in the hardware.
    pub fill_rule: tilescope_raster::FillRule,
    /// Coverage of a line. Evidence: none; GL's aliased lines.
    pub line_rule: tilescope_raster::LineRule,
    /// Coverage of a point, and the direction of its coordinates. Evidence: Mesa
    /// flips T for upper-left origins.
    pub point_rule: tilescope_raster::PointRule,
    /// Distance from the viewport centre, in pixels, beyond which primitives are clipped.
    /// Evidence: screen coordinates are signed 12.4.
    pub guard_band: f32,
    /// Row, after those of user programs, and column of the first vertex of a shader
    /// batch. Evidence: asurati/x03 `d51` published a dump with 64 rows reserved and
    /// the first vertex at row 0x44, column 4. (`d52.cs.h` names row 0x40, and
    /// columns "4-columns swapped".)
    pub vpm_first: (u32, usize),
    /// Rows by which the input segment of a shader batch is rounded up before
    /// its output segment starts. Evidence: the same dump has 7 input rows at 0x44
    /// and output at 0x54. (`d52.cs.h` reports 4 rows for 1 to 4 input rows and 8 rows
    /// for 5 to 8, which contradicts the dump.)
    pub vpm_segment_rows: u32,
    /// Evidence: Mesa's `vc4_opt_dead_code.c` reduces the total size to the words that
    /// a shader reads but not the arrays' sizes, and its frames are correct.
    pub attribute_tail: AttributeTail,
    /// Rounding of the texture units. Evidence: Mesa's lists of expected failures; see
    /// [`tilescope_texture::Precision`]. A Raspberry Pi 3 passes dEQP-GLES2's
    /// `texture.vertex.cube.filtering.nearest_mipmap_*_linear_*`, which look up level 0.19:
    /// it magnifies up to 0.5 there. (Vivante's boards fail the same cases.)
    pub texture_precision: tilescope_texture::Precision,
    /// The average of four or sixteen samples. Evidence: none.
    pub resolve_rounding: StoreRounding,
    /// The low bits of a channel stored as BGR565 without dither. Evidence: none;
    /// Mesa's `vc4_draw.c` leaves the packing to the hardware.
    pub bgr565_rounding: StoreRounding,
    /// Offset added to channels stored as BGR565 with dither. Evidence: none.
    pub dither: tilescope_pixel::Dither,
    /// Evidence: none beyond the name of the code, "Z-only".
    pub depth_alone: DepthAlone,
    /// Evidence: they are writable, and their names; the units and lanes are those of
    /// reads. Mesa and all known programs only read them.
    pub quad_writes: QuadWrites,
    /// Evidence: it is writable, and the stencil setup has two faces. Mesa and all
    /// known programs only read it.
    pub reverse_writes: ReverseWrites,
    /// Rows of ETC1 blocks when the flag that flips them is not set. Evidence: the
    /// flag's name, and Mesa's `vc4_state.c` sets it for every ETC1 texture; a
    /// Raspberry Pi 3 then passes dEQP-GLES2's tests of them.
    pub etc1_unflipped: Etc1Rows,
    /// Contents of tile memory, registers and VPM before anything is written.
    /// Evidence: not obtainable; a pattern that is easy to recognise.
    pub poison: u32,
    /// Number of nested sub-lists that the control list executor can return from.
    /// Evidence: CTnRA0 is the only return address register; the Broadcom list
    /// debugger allows two levels.
    pub sublist_depth: usize,
}

impl Default for Quirks {
    fn default() -> Self {
        Quirks {
            provoking_vertex: Provoking::Last,
            z_rounding: ZRounding::Truncate,
            sample_z: SampleZ::Plane,
            sample_positions: [(6, 2), (14, 6), (2, 10), (10, 14)],
            fill_rule: tilescope_raster::FillRule::TOP_LEFT_Y_UP,
            line_rule: tilescope_raster::LineRule::GL,
            point_rule: tilescope_raster::PointRule::VIDEOCORE_IV,
            guard_band: 2047.9375,
            vpm_first: (4, 4),
            vpm_segment_rows: 16,
            attribute_tail: AttributeTail::Dropped,
            texture_precision: tilescope_texture::Precision {
                magnify: tilescope_texture::Magnify::UpToHalfIfSharper,
                ..tilescope_texture::Precision::default()
            },
            resolve_rounding: StoreRounding::Nearest,
            bgr565_rounding: StoreRounding::Truncate,
            dither: tilescope_pixel::Dither::BAYER,
            depth_alone: DepthAlone::StencilZero,
            quad_writes: QuadWrites::MoveAccesses,
            reverse_writes: ReverseWrites::SelectFace,
            etc1_unflipped: Etc1Rows::Upwards,
            poison: 0xdead_beef,
            sublist_depth: 2,
        }
    }
}
