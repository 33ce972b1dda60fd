//! Undocumented behaviour of the hardware around the shader cores, as named choices.
//!
//! Those of the shader cores are in [`crate::shader::quirks`], those of the front
//! end in [`crate::fe::Quirks`].

use tilescope_raster::{FillRule, LineRule, LineShape, PointRule, SubpixelBits, TOrigin};

/// Quirks of the drawing pipeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quirks {
    /// The grid to which vertices are snapped. Its resolution is undocumented;
    /// 1/256 pixel is required by Direct3D 10 and common on other GPUs.
    pub subpixel: SubpixelBits,
    /// Ownership of samples on edges. Evidence: none; the rule of GL
    /// implementations on the same surfaces, which Mesa draws upside down. Mesa
    /// does not program the rule.
    pub fill: FillRule,
    /// Guard band: the distance from the viewport's centre, in pixels, beyond which
    /// triangles are clipped. Undocumented.
    pub guard: f32,
    /// Lines that are not smooth. `PA.LINE_WIDTH` holds half the width, which
    /// suggests a rectangle on both sides of the centre line; the axis along which
    /// it is measured is unknown. OpenGL ES uses the minor axis.
    pub line: LineRule,
    /// Points: the size limit is the one that Mesa reports; t increases with y,
    /// since Mesa inverts it in the shader for OpenGL.
    pub point: PointRule,
    /// Whether the vertex shader outputs half the point size, as in
    /// `PA.POINT_SIZE`. Mesa's compiler passes `gl_PointSize` unchanged.
    pub shader_point_size: PointSize,
    /// The set of positions and centroids for four samples, of three in the
    /// registers. Drivers write all three: the usual pattern, its mirror image, and
    /// a plain grid. For two samples they write the first alone.
    /// `RA.MULTISAMPLE_UNK00E04`, which may select the set, is 0 in all known
    /// streams.
    pub sample_set: SampleSet,
    /// The position at which varyings of partially covered pixels are evaluated.
    /// The existence of a centroid table suggests that it is used; no bit that
    /// enables it per varying is known.
    pub interpolation: Interpolation,
    /// The unit of occlusion queries with multisampling. Mesa passes the number
    /// unchanged to OpenGL, which specifies samples.
    pub query_counts: QueryCounts,
    /// The source of depth when the pixel shader writes z of its first register.
    /// Mesa's compiler puts `gl_FragDepth` there without setting any state.
    pub shader_depth: ShaderDepth,
    /// The unit of the constant term of the depth offset. Default
    /// [`DepthBias::Depth`]. Evidence: Mesa 25.0.7 writes units times twice the
    /// smallest step of the format, 16 or 24 bits, which is a resolvable offset
    /// only of the whole range; Mesa 22.3.6 writes units times 2/65535 for all
    /// formats. dEQP-GLES2's `polygon_offset` passes on a GC2000 with both.
    pub depth_bias: DepthBias,
    /// The scissors that hang chips with the bug. According to etna_viv's hardware
    /// notes, a margin of 5/65536 beyond the last pixel was too small for sizes
    /// "such as 1920x1080"; Mesa's 0x1111/65536 works. Sizes that did not hang were
    /// 1024x768 and smaller.
    pub scissor_hang: ScissorHang,
    /// The value of state words that were never written. Default 0. Evidence: Mesa does not
    /// write states whose value after power-on it expects to disable a function, for
    /// instance `PA.FLAGS` and `SE.CONFIG` on older chips. States that a draw always needs
    /// are reported when they were never written, whatever this value.
    pub power_on_state: u32,
}

/// Right and bottom edges of scissors that hang.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScissorHang {
    /// The smallest edge that hangs, in pixels.
    pub from: f32,
    /// The margin below which they hang, in pixels; a margin of 0 does not.
    pub below: f32,
}

/// The meaning of the vertex shader's point size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointSize {
    /// The side of the square.
    Whole,
    /// Half the side.
    Half,
}

/// The unit of `SE.DEPTH_BIAS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthBias {
    /// The depth range from 0 to 1.
    Depth,
    /// The smallest step of the depth format, as units of OpenGL.
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

/// The position at which varyings of multisampled pixels are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The entry of `RA.CENTROID_TABLE` for the covered samples.
    Centroid,
    /// The centre of the pixel.
    Centre,
}

/// The unit of occlusion queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryCounts {
    /// Samples that pass all tests.
    Samples,
    /// Pixels with a sample that passes all tests.
    Pixels,
}

/// The source of a pixel's depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShaderDepth {
    /// The z component of the pixel shader's first register, if written.
    FirstRegister,
    /// Always the rasteriser.
    Rasteriser,
}

impl Quirks {
    /// The defaults, which fit the evidence best.
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
