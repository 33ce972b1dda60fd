//! What nobody knows of the hardware around the shader cores, decided and named.
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
    /// How the constant part of the depth offset counts. Mesa divides units by 65535
    /// and doubles them, which fits neither 16 nor 24 bits.
    pub depth_bias: DepthBias,
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
        depth_bias: DepthBias::Units,
    };
}

impl Default for Quirks {
    fn default() -> Self {
        Self::DEFAULT
    }
}
