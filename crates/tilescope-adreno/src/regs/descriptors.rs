//! Descriptors of samplers, textures, images and uniform buffers.

use super::enums;
use super::types::Kind::*;
use super::types::{Register, bit, field, reg};

/// Words of A6XX_TEX_SAMP.
#[rustfmt::skip]
pub static TEX_SAMP: &[Register] = &[
    reg(0x0000, "0", Set(&[
        bit("MIPFILTER_LINEAR_NEAR", 0),
        field("XY_MAG", 2, 1, Enum(&enums::A6XX_TEX_FILTER)),
        field("XY_MIN", 4, 3, Enum(&enums::A6XX_TEX_FILTER)),
        field("WRAP_S", 7, 5, Enum(&enums::A6XX_TEX_CLAMP)),
        field("WRAP_T", 10, 8, Enum(&enums::A6XX_TEX_CLAMP)),
        field("WRAP_R", 13, 11, Enum(&enums::A6XX_TEX_CLAMP)),
        field("ANISO", 16, 14, Enum(&enums::A6XX_TEX_ANISO)),
        field("LOD_BIAS", 31, 19, Fixed(8)),
    ])),
    reg(0x0001, "1", Set(&[
        bit("CLAMPENABLE", 0),
        field("COMPARE_FUNC", 3, 1, Enum(&enums::ADRENO_COMPARE_FUNC)),
        bit("CUBEMAPSEAMLESSFILTOFF", 4),
        bit("UNNORM_COORDS", 5),
        bit("MIPFILTER_LINEAR_FAR", 6),
        field("MAX_LOD", 19, 8, Ufixed(8)),
        field("MIN_LOD", 31, 20, Ufixed(8)),
    ])),
    reg(0x0002, "2", Set(&[
        field("REDUCTION_MODE", 1, 0, Enum(&enums::A6XX_REDUCTION_MODE)),
        bit("CHROMA_LINEAR", 5),
        field("BCOLOR", 31, 7, Hex),
    ])),
    reg(0x0003, "3", Hex),
];

/// Words of A6XX_TEX_CONST.
#[rustfmt::skip]
pub static TEX_CONST: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("TILE_MODE", 1, 0, Enum(&enums::A6XX_TILE_MODE)),
        bit("SRGB", 2),
        field("SWIZ_X", 6, 4, Enum(&enums::A6XX_TEX_SWIZ)),
        field("SWIZ_Y", 9, 7, Enum(&enums::A6XX_TEX_SWIZ)),
        field("SWIZ_Z", 12, 10, Enum(&enums::A6XX_TEX_SWIZ)),
        field("SWIZ_W", 15, 13, Enum(&enums::A6XX_TEX_SWIZ)),
        field("MIPLVLS", 19, 16, Uint),
        bit("CHROMA_MIDPOINT_X", 16),
        bit("CHROMA_MIDPOINT_Y", 18),
        field("SAMPLES", 21, 20, Enum(&enums::A3XX_MSAA_SAMPLES)),
        field("FMT", 29, 22, Enum(&enums::A6XX_FORMAT)),
        field("SWAP", 31, 30, Enum(&enums::A3XX_COLOR_SWAP)),
    ])),
    reg(0x0001, "1", Set(&[
        field("WIDTH", 14, 0, Uint),
        field("HEIGHT", 29, 15, Uint),
    ])),
    reg(0x0002, "2", Set(&[
        bit("BUFFER", 4),
        field("PITCHALIGN", 3, 0, Uint),
        field("PITCH", 28, 7, Uint),
        field("TYPE", 31, 29, Enum(&enums::A6XX_TEX_TYPE)),
    ])),
    reg(0x0003, "3", Set(&[
        field("ARRAY_PITCH", 13, 0, Uint).shl(12),
        field("MIN_LAYERSZ", 26, 23, Hex).shl(12),
        bit("TILE_ALL", 27),
        bit("FLAG", 28),
    ])),
    reg(0x0004, "4", Set(&[
        field("BASE_LO", 31, 5, Hex).shl(5),
    ])),
    reg(0x0005, "5", Set(&[
        field("BASE_HI", 16, 0, Hex),
        field("DEPTH", 29, 17, Uint),
    ])),
    reg(0x0006, "6", Set(&[
        field("MIN_LOD_CLAMP", 11, 0, Ufixed(8)),
        field("PLANE_PITCH", 31, 8, Uint),
    ])),
    reg(0x0007, "7", Set(&[
        field("FLAG_LO", 31, 5, Hex).shl(5),
    ])),
    reg(0x0008, "8", Set(&[
        field("FLAG_HI", 16, 0, Hex),
    ])),
    reg(0x0009, "9", Set(&[
        field("FLAG_BUFFER_ARRAY_PITCH", 16, 0, Uint).shl(4),
    ])),
    reg(0x000a, "10", Set(&[
        field("FLAG_BUFFER_PITCH", 6, 0, Uint).shl(6),
        field("FLAG_BUFFER_LOGW", 11, 8, Uint),
        field("FLAG_BUFFER_LOGH", 15, 12, Uint),
    ])),
    reg(0x000b, "11", Hex),
    reg(0x000c, "12", Hex),
    reg(0x000d, "13", Hex),
    reg(0x000e, "14", Hex),
    reg(0x000f, "15", Hex),
];

/// Words of A6XX_UBO.
#[rustfmt::skip]
pub static UBO: &[Register] = &[
    reg(0x0000, "0", Set(&[
        field("BASE_LO", 31, 0, Hex),
    ])),
    reg(0x0001, "1", Set(&[
        field("BASE_HI", 16, 0, Hex),
        field("SIZE", 31, 17, Hex),
    ])),
];
