//! Undocumented behaviour of the texture units, as named choices.

use crate::surface::texture::Layers1d;
use tilescope_texture::{Derivative, Footprint, Magnify, MipTie, Precision, Rounding};

/// Choices of the texture units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quirks {
    /// How filters with whole numbers (`INT_FILTER`) compute, and which weights those
    /// with floats have. The features TX_6BIT_FRAC and TX_8BIT_UVFRAC say that chips
    /// differ, and not what the others have: eight bits for all. Registers give
    /// levels in steps of 1/32, and sizes as logarithms in the same steps, so that weights
    /// between levels are no finer ([`Quirks::descriptor_lod_bits`] for HALTI5).
    ///
    /// A GC2000 and a GC7000 magnify up to level 0 whatever the filters: they fail
    /// dEQP-GLES2's `texture.vertex.cube.filtering.nearest_mipmap_*_linear_*`.
    pub precision: Precision,
    /// Fraction bits of levels on chips with descriptors, whose levels and logarithms
    /// have eight.
    pub descriptor_lod_bits: u8,
    /// What MIP of NONE does where `LOD_CONFIG` allows other levels than 0. The
    /// database says that for a single level `LOD_CONFIG` must allow no other.
    pub no_mip: NoMip,
    /// The same on chips with descriptors. Mesa leaves the levels there as the program
    /// has them (etnaviv_texture_desc.c), and NONE must do without them.
    pub descriptor_no_mip: NoMip,
    /// What a sampler reads whose TYPE was set to NONE. The database says black.
    pub no_type: NoType,
    /// What the colour is beyond the edge with CLAMP_TO_BORDER, as a colour word: no
    /// register for it is known.
    pub border: u32,
    /// What texels of YUV formats read as. Mesa samples them as if they were RGB and
    /// adds no conversion; which matrix the unit has is not known.
    pub yuv: Yuv,
    /// What samplers do with more than one lookup for a pixel (`ANISOTROPY`): how the
    /// unit distributes them nobody says.
    pub anisotropy: Anisotropy,
    /// Where the layers of an array of 1D textures are. A GC2000 fails piglit's
    /// `render-1darray`, `copyteximage 1d_array`, `array-texture` and
    /// `texsubimage array`, of which the first differs from `render-1darray-1slice`,
    /// which it passes, in the number of layers alone: it does not find them where Mesa
    /// puts them. That they are rows of one image is inferred: nothing else follows from
    /// what the registers say, which is an image as high as it has layers.
    pub layers_1d: Layers1d,
}

/// What anisotropic filters do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anisotropy {
    /// Lookups along the longer side of what a pixel covers, as
    /// EXT_texture_filter_anisotropic proposes; of 2D textures and arrays of them.
    Extension,
    /// One lookup, as if they were off.
    One,
}

/// What MIP of NONE does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMip {
    /// The nearest level that `LOD_CONFIG` allows, as NEAREST does.
    NearestLevel,
    /// Level 0, whatever else is allowed.
    FirstLevel,
}

/// What a sampler without a type reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoType {
    /// Black: 0, 0, 0, 1.
    Black,
    /// Nothing: the GPU hangs.
    Hangs,
}

/// What texels of YUV formats read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yuv {
    /// Red, green and blue by BT.601 with narrow range.
    Bt601Narrow,
    /// Y, U and V.
    Raw,
}

impl Quirks {
    /// The choices that fit what is known best.
    pub const DEFAULT: Quirks = Quirks {
        precision: Precision {
            fraction_bits: 8,
            lod_fraction_bits: 5,
            coordinates: Rounding::Truncate,
            rounding: Rounding::Nearest,
            derivative: Derivative::Fine,
            footprint: Footprint::Euclid,
            magnify: Magnify::UpToZero,
            mip_tie: MipTie::Larger,
        },
        descriptor_lod_bits: 8,
        no_mip: NoMip::NearestLevel,
        descriptor_no_mip: NoMip::FirstLevel,
        no_type: NoType::Black,
        border: 0,
        yuv: Yuv::Bt601Narrow,
        anisotropy: Anisotropy::Extension,
        layers_1d: Layers1d::Rows,
    };
}

impl Default for Quirks {
    fn default() -> Self {
        Self::DEFAULT
    }
}
