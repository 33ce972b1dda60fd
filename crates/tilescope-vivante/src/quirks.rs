//! Undocumented behaviour of the hardware around the shader cores, as named choices.
//!
//! The shader cores' own questions are in [`crate::shader::quirks`], the front
//! end's in [`crate::fe::Quirks`].

use tilescope_raster::{FillRule, LineRule, LineShape, PointRule, SubpixelBits, TOrigin};

/// Choices of the drawing pipeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quirks {
    /// The grid that vertices are snapped to. No document says how fine it is; 1/256
    /// pixel is what Direct3D 10 asks for, and no finer than what others have.
    pub subpixel: SubpixelBits,
    /// Who owns samples on edges. Evidence: none; the rule of GL implementations on
    /// the same surfaces, which Mesa draws upside down. Mesa does not pass on which
    /// edge it wants.
    pub fill: FillRule,
    /// How far from the viewport's centre triangles reach before they are cut, in
    /// pixels. Nobody knows.
    pub guard: f32,
    /// Lines that are not smooth. Their width is halved in `PA.LINE_WIDTH`, which
    /// fits a rectangle to either side of the middle; which axis it counts along is
    /// not known. OpenGL ES has the minor axis.
    pub line: LineRule,
    /// Points: how large they may be is what Mesa tells programs; t grows with y,
    /// since Mesa turns it round in the shader for OpenGL.
    pub point: PointRule,
    /// Whether the point size of the vertex shader is the half, as that of
    /// `PA.POINT_SIZE` is. Mesa's compiler passes `gl_PointSize` on as it is.
    pub shader_point_size: PointSize,
    /// Which of three sets of positions and centroids four samples have. Drivers
    /// write all three: the usual pattern, its mirror image, and a plain grid. For two
    /// samples they write the first alone. `RA.MULTISAMPLE_UNK00E04`, which may choose,
    /// is 0 in all known streams.
    pub sample_set: SampleSet,
    /// Where varyings of pixels are taken that a primitive covers in part. That there
    /// is a table of centroids says that it is used; no bit is known that turns it on
    /// for one varying only.
    pub interpolation: Interpolation,
    /// What an occlusion query counts with multisampling. Mesa gives the number to
    /// OpenGL as it is, which asks for samples.
    pub query_counts: QueryCounts,
    /// Where depth comes from when the pixel shader has written to z of its first
    /// register. Mesa's compiler puts `gl_FragDepth` there and tells no register.
    pub shader_depth: ShaderDepth,
    /// How the constant part of the depth offset counts. Default [`DepthBias::Depth`].
    /// Evidence: Mesa 25.0.7 writes units times twice the smallest step of the format,
    /// 16 or 24 bits, which is a resolvable offset only of the whole range; Mesa 22.3.6
    /// writes units times 2/65535 for all formats. dEQP-GLES2's `polygon_offset` passes
    /// on a GC2000 with both.
    pub depth_bias: DepthBias,
    /// Which scissors hang chips with the bug. etna_viv's notes on hardware say that
    /// 5/65536 beyond the last pixel was too little with sizes "such as 1920x1080";
    /// Mesa's 0x1111/65536 works, and sizes of the time that did not hang are 1024x768
    /// and smaller.
    pub scissor_hang: ScissorHang,
    /// The value of state words that were never written. Default 0. Evidence: Mesa leaves
    /// states at their value after power-on that it expects to turn nothing on, for
    /// instance `PA.FLAGS` and `SE.CONFIG` on older chips. States that a draw always needs
    /// are reported when they were never written, whatever this value.
    pub power_on_state: u32,
}

/// Right and bottom edges of scissors that hang.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScissorHang {
    /// The least pixel at which they do.
    pub from: f32,
    /// How far they are beyond the last pixel: less than this, but not nothing.
    pub below: f32,
}

/// What the vertex shader's point size is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointSize {
    /// The side of the square.
    Whole,
    /// Half of it.
    Half,
}

/// What `SE.DEPTH_BIAS` is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthBias {
    /// To depth, which goes from 0 to 1.
    Depth,
    /// To depth, in steps of what the buffer stores: units of OpenGL.
    Units,
}

/// One of the sets of sample positions in the registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleSet {
    /// `RA.MULTISAMPLE_UNK00E10[0]`, with centroids 0 to 3.
    First,
    /// `RA.MULTISAMPLE_UNK00E10[1]`, with centroids 4 to 7.
    Second,
    /// `RA.MULTISAMPLE_UNK00E10[2]`, with centroids 8 to 11.
    Third,
}

/// Where varyings of multisampled pixels are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Where `RA.CENTROID_TABLE` says for the samples that are covered.
    Centroid,
    /// In the middle of the pixel.
    Centre,
}

/// What occlusion queries count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryCounts {
    /// Samples that pass all tests.
    Samples,
    /// Pixels of which any sample does.
    Pixels,
}

/// Where the depth of a pixel comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShaderDepth {
    /// From z of the pixel shader's first register, if it has written there.
    FirstRegister,
    /// Always from the rasteriser.
    Rasteriser,
}

impl Quirks {
    /// The choices that fit what is known best.
    pub const DEFAULT: Quirks = Quirks {
        subpixel: SubpixelBits::EIGHT,
        fill: FillRule::TOP_LEFT_Y_UP,
        guard: 16384.0,
        line: LineRule {
            shape: LineShape::MinorAxis,
            min_width: 1.0,
            max_width: 8192.0,
        },
        point: PointRule {
            min_size: 1.0,
            max_size: 8192.0,
            t_origin: TOrigin::SmallestY,
        },
        shader_point_size: PointSize::Whole,
        sample_set: SampleSet::First,
        interpolation: Interpolation::Centroid,
        query_counts: QueryCounts::Samples,
        shader_depth: ShaderDepth::FirstRegister,
        depth_bias: DepthBias::Depth,
        scissor_hang: ScissorHang {
            from: 1024.0,
            below: 1.0 / 256.0,
        },
        power_on_state: 0,
    };
}

impl Default for Quirks {
    fn default() -> Self {
        Self::DEFAULT
    }
}
