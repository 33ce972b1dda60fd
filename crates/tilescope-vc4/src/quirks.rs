//! Unknown behaviour of the hardware outside the QPU, as named choices.
//!
//! Each field says what the choices are and what evidence there is. The
//! defaults are what Tilescope runs with.

/// Which vertex of a primitive gives the value of a flat-shaded varying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvokingVertex {
    /// The first of the three.
    First,
    /// The last of the three.
    Last,
}

/// How the integer depth of a fragment is made from the interpolated Zs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZRounding {
    /// Towards zero.
    Truncate,
    /// To the nearest.
    Nearest,
}

/// Which depth the samples of a multisampled pixel are tested with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleZ {
    /// Each sample's own depth on the plane of the primitive, as long as the
    /// shader wrote the depth it was given.
    Plane,
    /// What the shader wrote, for all samples.
    Written,
}

/// How a store of the tile buffer makes fewer bits of more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreRounding {
    /// Towards zero.
    Truncate,
    /// To the nearest, ties upwards.
    Nearest,
}

/// What a store of depth without stencil leaves in the lowest byte of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthAlone {
    /// 0.
    StencilZero,
    /// What was there.
    StencilLeft,
}

/// What a write of QUAD_X or QUAD_Y changes, besides what they read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuadWrites {
    /// Where in the tile later accesses of the tile buffer go: by the first lane of
    /// each quad, in pixels of the frame.
    MoveAccesses,
    /// Nothing.
    ReadBack,
}

/// What a write of the reverse flag changes, besides what it reads as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReverseWrites {
    /// Which stencil setup a lane is tested by.
    SelectFace,
    /// Nothing.
    ReadBack,
}

/// Which row of an ETC1 block has the smallest T.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Etc1Rows {
    /// The first of the block as it is stored: that of GL.
    Downwards,
    /// The last.
    Upwards,
}

/// What becomes of an attribute array's bytes beyond the total attribute size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeTail {
    /// They are not kept.
    Dropped,
    /// They land in the rows behind.
    Fetched,
}

/// Unknown behaviour of the fixed-function units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quirks {
    /// Evidence: Mesa's vc4 never changes it for GL, whose rule is the last
    /// vertex; the architecture guide names no choice.
    pub provoking_vertex: ProvokingVertex,
    /// Evidence: none. FTOI of the QPU truncates, which is what Mesa uses to
    /// make the same integer for `gl_FragDepth`.
    pub z_rounding: ZRounding,
    /// Evidence: none; GL asks for a depth per sample.
    pub sample_z: SampleZ,
    /// Sample positions of 4x multisampling, in 1/16 pixel from the pixel's
    /// lower left corner. Evidence: none; the usual rotated grid.
    pub sample_positions: [(i32, i32); 4],
    /// Which side owns a sample exactly on an edge. Evidence: none; the rule of
    /// GL implementations, with y growing upwards as the hardware has it.
    pub fill_rule: tilescope_raster::FillRule,
    /// What a line covers. Evidence: none; GL's aliased lines.
    pub line_rule: tilescope_raster::LineRule,
    /// What a point covers, and which way its coordinates run. Evidence: Mesa
    /// turns T round for upper-left origins.
    pub point_rule: tilescope_raster::PointRule,
    /// How far from the viewport centre vertices may lie before a primitive is
    /// clipped, in pixels. Evidence: screen coordinates are signed 12.4.
    pub guard_band: f32,
    /// Row, after those of user programs, and column of the first vertex of a shader
    /// batch. Evidence: asurati/x03 `d51` published a dump with 64 rows reserved and
    /// the first vertex at row 0x44, column 4. (`d52.cs.h` names row 0x40, and
    /// columns "4-columns swapped".)
    pub vpm_first: (u32, usize),
    /// Rows by which the input segment of a shader batch is rounded up before
    /// its output segment starts. Evidence: the same dump has 7 input rows at 0x44
    /// and output at 0x54. (`d52.cs.h` saw 4 rows for 1 to 4 input rows and 8 rows
    /// for 5 to 8, which cannot both be.)
    pub vpm_segment_rows: u32,
    /// Evidence: Mesa's `vc4_opt_dead_code.c` cuts the total size to what a
    /// shader reads and leaves the arrays' sizes, and its frames are right.
    pub attribute_tail: AttributeTail,
    /// Rounding of the texture units. Evidence: Mesa's lists of expected failures; see
    /// [`tilescope_texture::Precision`]. A Raspberry Pi 3 passes dEQP-GLES2's
    /// `texture.vertex.cube.filtering.nearest_mipmap_*_linear_*`, which look up level 0.19:
    /// it magnifies up to 0.5 there. (Vivante's boards fail the same cases.)
    pub texture_precision: tilescope_texture::Precision,
    /// The average of four or sixteen samples. Evidence: none.
    pub resolve_rounding: StoreRounding,
    /// The low bits of a channel that goes to BGR565 without dither. Evidence: none;
    /// Mesa's `vc4_draw.c` leaves the packing to the hardware and says no more.
    pub bgr565_rounding: StoreRounding,
    /// What is added to channels that go to BGR565 with dither. Evidence: none.
    pub dither: tilescope_pixel::Dither,
    /// Evidence: none beyond the name of the code, "Z-only".
    pub depth_alone: DepthAlone,
    /// Evidence: that they can be written, and their names; the units and lanes are
    /// those that they are read with. Mesa and all programs we know only read them.
    pub quad_writes: QuadWrites,
    /// Evidence: that it can be written, and that the stencil setup has two faces.
    /// Mesa and all programs we know only read it.
    pub reverse_writes: ReverseWrites,
    /// Rows of ETC1 blocks when the flag that flips them is not set. Evidence: the
    /// flag's name, and Mesa's `vc4_state.c` sets it for every ETC1 texture; a
    /// Raspberry Pi 3 then passes dEQP-GLES2's tests of them.
    pub etc1_unflipped: Etc1Rows,
    /// What tile memory, registers and VPM hold before anything is written.
    /// Evidence: none can be had; a pattern that is easy to recognise.
    pub poison: u32,
    /// How many nested sub-lists the control list executor can return from.
    /// Evidence: CTnRA0 is the only return address register, the broadcom list
    /// debugger allows two levels.
    pub sublist_depth: usize,
}

impl Default for Quirks {
    fn default() -> Self {
        Quirks {
            provoking_vertex: ProvokingVertex::Last,
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
