//! Sampler state, and the precision of the hardware.

/// A wrap mode: the treatment of coordinates outside 0..1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The image repeats.
    #[default]
    Repeat,
    /// The edge texels are repeated.
    Clamp,
    /// The image repeats, every other time mirrored.
    Mirror,
    /// Outside is the border colour.
    Border,
    /// Coordinates end at the edges, where linear filters see half of the border colour
    /// (OpenGL's `CLAMP`).
    HalfBorder,
    /// Mirrored once at 0, then the edge texels are repeated.
    MirrorClamp,
    /// Mirrored once at 0, then like [`Wrap::HalfBorder`].
    MirrorHalfBorder,
    /// Mirrored once at 0, then the border colour.
    MirrorBorder,
}

/// The filter within one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The texel that holds the coordinate.
    #[default]
    Nearest,
    /// Four texels around it, weighted.
    Linear,
}

impl Filter {
    /// Its name in OpenGL, without the prefix.
    pub const fn name(self) -> &'static str {
        match self {
            Filter::Nearest => "NEAREST",
            Filter::Linear => "LINEAR",
        }
    }
}

/// The filter when an image is made smaller: within a level, then between levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MinFilter {
    /// One texel of level 0.
    #[default]
    Nearest,
    /// Four texels of level 0.
    Linear,
    /// One texel of the nearest level.
    NearestMipNearest,
    /// Four texels of the nearest level.
    LinearMipNearest,
    /// One texel each of two levels.
    NearestMipLinear,
    /// Four texels each of two levels.
    LinearMipLinear,
}

impl MinFilter {
    /// The filter with these two parts.
    pub const fn new(within: Filter, between: Option<Filter>) -> MinFilter {
        match (within, between) {
            (Filter::Nearest, None) => MinFilter::Nearest,
            (Filter::Linear, None) => MinFilter::Linear,
            (Filter::Nearest, Some(Filter::Nearest)) => MinFilter::NearestMipNearest,
            (Filter::Linear, Some(Filter::Nearest)) => MinFilter::LinearMipNearest,
            (Filter::Nearest, Some(Filter::Linear)) => MinFilter::NearestMipLinear,
            (Filter::Linear, Some(Filter::Linear)) => MinFilter::LinearMipLinear,
        }
    }

    /// Its name in OpenGL, without the prefix.
    pub const fn name(self) -> &'static str {
        match self {
            MinFilter::Nearest => "NEAREST",
            MinFilter::Linear => "LINEAR",
            MinFilter::NearestMipNearest => "NEAREST_MIPMAP_NEAREST",
            MinFilter::LinearMipNearest => "LINEAR_MIPMAP_NEAREST",
            MinFilter::NearestMipLinear => "NEAREST_MIPMAP_LINEAR",
            MinFilter::LinearMipLinear => "LINEAR_MIPMAP_LINEAR",
        }
    }

    /// The filter within a level.
    pub const fn within(self) -> Filter {
        match self {
            MinFilter::Nearest | MinFilter::NearestMipNearest | MinFilter::NearestMipLinear => {
                Filter::Nearest
            }
            MinFilter::Linear | MinFilter::LinearMipNearest | MinFilter::LinearMipLinear => {
                Filter::Linear
            }
        }
    }

    /// The filter between levels, if it uses any but level 0.
    pub const fn between(self) -> Option<Filter> {
        match self {
            MinFilter::Nearest | MinFilter::Linear => None,
            MinFilter::NearestMipNearest | MinFilter::LinearMipNearest => Some(Filter::Nearest),
            MinFilter::NearestMipLinear | MinFilter::LinearMipLinear => Some(Filter::Linear),
        }
    }
}

/// The rounding of a weighted sum to a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest, halves up.
    #[default]
    Nearest,
    /// Fractions are dropped.
    Truncate,
}

/// The differences within a quad from which the level of detail is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Derivative {
    /// Those from lane 0 to lanes 1 and 2, for the whole quad.
    Coarse,
    /// Those along the lane's own row and column: dEQP-GLES2's `texture.mipmap.2d.projected`,
    /// which passes on a Raspberry Pi 3 and a GC2000, allows the derivatives of pixels next
    /// to it in one direction.
    #[default]
    Fine,
}

/// The reduction of the differences along both axes to a scale factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Footprint {
    /// The longer of the two difference vectors (OpenGL ES 2.0, equation 3.19).
    #[default]
    Euclid,
    /// The largest of the four absolute differences, which the same section allows.
    LargestComponent,
}

/// The level of detail up to which the magnification filter is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Magnify {
    /// Up to 0.
    #[default]
    UpToZero,
    /// Up to 0.5 where the magnification filter is linear and the minification
    /// filter nearest within a level with mipmaps, else up to 0 (OpenGL ES 2.0,
    /// section 3.7.8).
    UpToHalfIfSharper,
}

/// The choice of a level half-way between two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MipTie {
    /// The larger image (OpenGL ES 2.0, section 3.7.7).
    #[default]
    Larger,
    /// The smaller image.
    Smaller,
}

/// The part of sampling that depends on the hardware and not on state.
///
/// The arithmetic of VideoCore IV is undocumented; CI lists of Mesa mention errors
/// of up to 4 steps between mipmap levels and of a sampling grid slightly off. The
/// default, 8 bits everywhere, is an assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Precision {
    /// Fraction bits of a texel coordinate, and of weights within a level: 1 to 8.
    pub fraction_bits: u8,
    /// Fraction bits of the level of detail, and of weights between levels: 1 to 8.
    pub lod_fraction_bits: u8,
    /// The rounding of texel coordinates of linear filters to those bits.
    pub coordinates: Rounding,
    /// Rounding of weighted sums, within a level and again between levels.
    pub rounding: Rounding,
    /// The source of derivatives.
    pub derivative: Derivative,
    /// Their reduction to a scale factor.
    pub footprint: Footprint,
    /// When to magnify.
    pub magnify: Magnify,
    /// Ties between levels.
    pub mip_tie: MipTie,
}

impl Default for Precision {
    fn default() -> Self {
        Precision {
            fraction_bits: 8,
            lod_fraction_bits: 8,
            coordinates: Rounding::Truncate,
            rounding: Rounding::default(),
            derivative: Derivative::default(),
            footprint: Footprint::default(),
            magnify: Magnify::default(),
            mip_tie: MipTie::default(),
        }
    }
}

impl Precision {
    pub(crate) fn fraction(&self) -> u32 {
        self.fraction_bits.clamp(1, 8).into()
    }

    /// The bias added to a coordinate before its fraction is dropped.
    #[inline(always)]
    pub(crate) fn up(&self) -> f32 {
        match self.coordinates {
            Rounding::Nearest => 0.5,
            Rounding::Truncate => 0.0,
        }
    }

    pub(crate) fn lod_fraction(&self) -> u32 {
        self.lod_fraction_bits.clamp(1, 8).into()
    }
}

/// Sampler state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// Wrapping of s.
    pub wrap_s: Wrap,
    /// Wrapping of t.
    pub wrap_t: Wrap,
    /// Wrapping of r, for slices of a volume.
    pub wrap_r: Wrap,
    /// Filters of cubes continue on the adjacent face. [`crate::sample16`] ignores it.
    pub seamless: bool,
    /// Filter when the image is made larger.
    pub mag: Filter,
    /// Filter when it is made smaller.
    pub min: MinFilter,
    /// The border of [`Wrap::Border`]: a colour word, or any other word of the
    /// source's format.
    pub border: u32,
    /// Added to every level of detail that is not absolute.
    pub lod_bias: f32,
    /// Smallest level of detail, in levels from level 0.
    pub lod_min: f32,
    /// Largest level of detail.
    pub lod_max: f32,
    /// Added to the numbers of the texels that a coordinate selects, along s, t and r,
    /// before wrapping. [`crate::sample16`] and [`crate::address16`] ignore it.
    pub offset: [i32; 3],
    /// The precision of the hardware.
    pub precision: Precision,
}

impl Default for Sampler {
    /// Nearest texel of level 0, repeated, level of detail without limits.
    fn default() -> Self {
        Sampler {
            wrap_s: Wrap::default(),
            wrap_t: Wrap::default(),
            wrap_r: Wrap::default(),
            seamless: false,
            mag: Filter::default(),
            min: MinFilter::default(),
            border: 0,
            lod_bias: 0.0,
            lod_min: -1000.0,
            lod_max: 1000.0,
            offset: [0; 3],
            precision: Precision::default(),
        }
    }
}
