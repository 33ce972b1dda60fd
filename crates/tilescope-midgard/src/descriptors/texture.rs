//! Textures and samplers.

use super::GENXML;
use super::enums::{Func, MipmapMode, TextureDimension, TextureLayout, WrapMode};
use super::formats::Format;
use tilescope_tables::layout;

layout! {
    pub mod surface = "SURFACE", 8, GENXML, "The address of one image of a texture.";
    POINTER, "pointer", 0, 64, Address(0), "", "Address.";
}

layout! {
    pub mod surface_with_stride = "SURFACE_WITH_STRIDE", 16, GENXML, "The address of one image of a texture, with its strides.";
    POINTER, "pointer", 0, 64, Address(0), "", "Address.";
    ROW_STRIDE, "row_stride", 64, 32, Int, "bytes", "Distance of rows.";
    SURFACE_STRIDE, "surface_stride", 96, 32, Int, "bytes", "Distance of surfaces.";
}

layout! {
    pub mod sampler = "SAMPLER", 32, GENXML, "A sampler.";
    MAGNIFY_NEAREST, "magnify_nearest", 0, 1, Bool, "", "Nearest texel if magnified.";
    MINIFY_NEAREST, "minify_nearest", 1, 1, Bool, "", "Nearest texel if minified.";
    RESERVED_2, "reserved_2", 2, 1, Reserved, "", "Undocumented; drivers write 0.";
    MIPMAP_MODE, "mipmap_mode", 3, 2, Enum(&MipmapMode::TABLE), "", "Filter between levels.";
    NORMALIZED_COORDINATES, "normalized_coordinates", 5, 1, Bool, "", "Coordinates are from 0 to 1.";
    ISOTROPIC_LOD, "isotropic_lod", 6, 1, Bool, "", "Level of detail from the larger axis.";
    RESERVED_7, "reserved_7", 7, 9, Reserved, "", "Undocumented; drivers write 0.";
    LOD_BIAS, "lod_bias", 16, 16, Int, "1/256 levels", "Bias of the level of detail.";
    MINIMUM_LOD, "minimum_lod", 32, 16, Uint, "1/256 levels", "Least level of detail.";
    MAXIMUM_LOD, "maximum_lod", 48, 16, Uint, "1/256 levels", "Greatest level of detail.";
    WRAP_MODE_S, "wrap_mode_s", 64, 4, Enum(&WrapMode::TABLE), "", "Wrap mode of s.";
    WRAP_MODE_T, "wrap_mode_t", 68, 4, Enum(&WrapMode::TABLE), "", "Wrap mode of t.";
    WRAP_MODE_R, "wrap_mode_r", 72, 4, Enum(&WrapMode::TABLE), "", "Wrap mode of r.";
    COMPARE_FUNCTION, "compare_function", 76, 3, Enum(&Func::TABLE), "", "Comparison.";
    SEAMLESS_CUBE_MAP, "seamless_cube_map", 79, 1, Bool, "", "Filter across faces of cube maps.";
    RESERVED_80, "reserved_80", 80, 48, Reserved, "", "Undocumented; drivers write 0.";
    BORDER_COLOR_R, "border_color_r", 128, 32, Hex, "", "Border colour, red: bits of a float or an integer.";
    BORDER_COLOR_G, "border_color_g", 160, 32, Hex, "", "Border colour, green: bits of a float or an integer.";
    BORDER_COLOR_B, "border_color_b", 192, 32, Hex, "", "Border colour, blue: bits of a float or an integer.";
    BORDER_COLOR_A, "border_color_a", 224, 32, Hex, "", "Border colour, alpha: bits of a float or an integer.";
}

layout! {
    pub mod texture = "TEXTURE", 32, GENXML, "A texture. Addresses of its images follow.";
    WIDTH, "width", 0, 16, MinusOne, "px", "Width.";
    HEIGHT, "height", 16, 16, MinusOne, "px", "Height.";
    DEPTH, "depth", 32, 16, MinusOne, "", "Depth.";
    ARRAY_SIZE, "array_size", 48, 16, MinusOne, "", "Layers.";
    FORMAT_SWIZZLE, "format_swizzle", 64, 12, Hex, "", "Four channels of three bits, x lowest.";
    FORMAT_INDEX, "format_index", 76, 8, Enum(&Format::TABLE), "", "Pixel format.";
    FORMAT_SRGB, "format_srgb", 84, 1, Bool, "", "sRGB.";
    FORMAT_BIG_ENDIAN, "format_big_endian", 85, 1, Bool, "", "Big-endian.";
    DIMENSION, "dimension", 86, 2, Enum(&TextureDimension::TABLE), "", "Dimension.";
    TEXEL_ORDERING, "texel_ordering", 88, 4, Enum(&TextureLayout::TABLE), "", "Memory layout.";
    SURFACE_POINTER_IS_64B, "surface_pointer_is_64b", 92, 1, Bool, "", "Addresses of surfaces have 64 bits.";
    MANUAL_STRIDE, "manual_stride", 93, 1, Bool, "", "Surfaces have strides.";
    RESERVED_94, "reserved_94", 94, 26, Reserved, "", "Undocumented; drivers write 0.";
    LEVELS, "levels", 120, 8, MinusOne, "", "Mipmap levels.";
    SWIZZLE, "swizzle", 128, 12, Hex, "", "Four channels of three bits, x lowest.";
    RESERVED_140, "reserved_140", 140, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_204, "reserved_204", 204, 52, Reserved, "", "Undocumented; drivers write 0.";
}

layout! {
    pub mod texture_as_multisampled = "TEXTURE_AS_MULTISAMPLED", 32, GENXML, "A texture. Addresses of its images follow, if the texture is multisampled.";
    RESERVED_0, "reserved_0", 0, 32, Reserved, "", "Not in this view.";
    SAMPLE_COUNT, "sample_count", 32, 16, MinusOne, "", "Samples.";
    RESERVED_48, "reserved_48", 48, 64, Reserved, "", "Not in this view.";
    RESERVED_112, "reserved_112", 112, 64, Reserved, "", "Not in this view.";
    RESERVED_176, "reserved_176", 176, 64, Reserved, "", "Not in this view.";
    RESERVED_240, "reserved_240", 240, 16, Reserved, "", "Not in this view.";
}
