//! Undocumented behaviour of the texture units, as named choices.

use crate::surface::texture::Layers1d;
use tilescope_texture::{Derivative, Footprint, Magnify, MipTie, Precision, Rounding};

/// Quirks of the texture units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quirks {
    /// Precision of integer filters (`INT_FILTER`) and of the weights of float
    /// filters. The features TX_6BIT_FRAC and TX_8BIT_UVFRAC show that chips
    /// differ, but not the precision of the others: eight bits are assumed for all.
    /// Registers give levels, and sizes as logarithms, in steps of 1/32, which
    /// limits the weights between levels ([`Quirks::descriptor_lod_bits`] for
    /// HALTI5).
    ///
    /// A GC2000 and a GC7000 magnify up to level 0 with any filters: they fail
    /// dEQP-GLES2's `texture.vertex.cube.filtering.nearest_mipmap_*_linear_*`.
    pub precision: Precision,
    /// Fraction bits of levels on chips with descriptors, whose levels and logarithms
    /// have eight.
    pub descriptor_lod_bits: u8,
    /// The effect of MIP = NONE where `LOD_CONFIG` allows other levels than 0.
    /// According to the database, `LOD_CONFIG` must allow only one level for a
    /// single level.
    pub no_mip: NoMip,
    /// The same on chips with descriptors. Mesa passes the program's levels
    /// unchanged there (etnaviv_texture_desc.c), so that NONE must ignore them.
    pub descriptor_no_mip: NoMip,
    /// The result of a sampler whose TYPE was set to NONE. According to the
    /// database, black.
    pub no_type: NoType,
    /// The border colour of CLAMP_TO_BORDER, as a colour word: no register for it
    /// is known.
    pub border: u32,
    /// The value of texels of YUV formats. Mesa samples them as RGB without a
    /// conversion; the unit's matrix is unknown.
    pub yuv: Yuv,
    /// The effect of `ANISOTROPY`: the distribution of the lookups is undocumented.
    pub anisotropy: Anisotropy,
    /// The memory layout of 1D array textures. A GC2000 fails piglit's
    /// `render-1darray`, `copyteximage 1d_array`, `array-texture` and `texsubimage
    /// array`, but passes `render-1darray-1slice`, which differs from the first
    /// only in the number of layers: the hardware's layout differs from Mesa's.
    /// That layers are rows of one image is inferred from the registers, which
    /// describe an image with a height equal to the number of layers.
    pub layers_1d: Layers1d,
}

/// Implementation of anisotropic filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anisotropy {
    /// Lookups along the longer axis of the pixel's footprint, as proposed in
    /// EXT_texture_filter_anisotropic; for 2D textures and 2D arrays.
    Extension,
    /// One lookup, as if they were off.
    One,
}

/// The effect of MIP = NONE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMip {
    /// The nearest level that `LOD_CONFIG` allows, as NEAREST does.
    NearestLevel,
    /// Level 0, whatever else is allowed.
    FirstLevel,
}

/// The result of a sampler without a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoType {
    /// Black: 0, 0, 0, 1.
    Black,
    /// The GPU hangs.
    Hangs,
}

/// The value of texels of YUV formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yuv {
    /// Red, green and blue by BT.601 with narrow range.
    Bt601Narrow,
    /// Y, U and V.
    Raw,
}

impl Quirks {
    /// The defaults, which fit the evidence best.
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
