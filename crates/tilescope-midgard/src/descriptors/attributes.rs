//! Attributes, their buffers, and uniform buffers.

use super::GENXML;
use super::enums::{AttributeSpecial, AttributeType};
use super::formats::Format;
use tilescope_tables::layout;

layout! {
    pub mod attribute = "ATTRIBUTE", 8, GENXML, "An attribute or varying: its buffer, format and offset.";
    BUFFER_INDEX, "buffer_index", 0, 9, Uint, "", "Number of the buffer record.";
    OFFSET_ENABLE, "offset_enable", 9, 1, Bool, "", "Add `offset`.";
    FORMAT_SWIZZLE, "format_swizzle", 10, 12, Hex, "", "Four channels of three bits, x lowest.";
    FORMAT_INDEX, "format_index", 22, 8, Enum(&Format::TABLE), "", "Pixel format.";
    FORMAT_SRGB, "format_srgb", 30, 1, Bool, "", "sRGB.";
    FORMAT_BIG_ENDIAN, "format_big_endian", 31, 1, Bool, "", "Big-endian.";
    OFFSET, "offset", 32, 32, Int, "bytes", "Offset added to the address of the element.";
}

layout! {
    pub mod attribute_vertex_id = "ATTRIBUTE_VERTEX_ID", 16, GENXML, "The buffer record of the number of the vertex.";
    TYPE, "type", 0, 8, Enum(&AttributeSpecial::TABLE), "", "Kind.";
    RESERVED_8, "reserved_8", 8, 48, Reserved, "", "Undocumented; drivers write 0.";
    DIVISOR_R, "divisor_r", 56, 5, Uint, "", "Shift of the divisor.";
    DIVISOR_P, "divisor_p", 61, 3, Uint, "", "Odd part of a padded divisor, less one and halved.";
    RESERVED_64, "reserved_64", 64, 32, Reserved, "", "Undocumented; drivers write 0.";
    OFFSET, "offset", 96, 32, Int, "bytes", "Offset added to the address of the element.";
}

layout! {
    pub mod attribute_instance_id = "ATTRIBUTE_INSTANCE_ID", 16, GENXML, "The buffer record of the number of the instance.";
    TYPE, "type", 0, 8, Enum(&AttributeSpecial::TABLE), "", "Kind.";
    RESERVED_8, "reserved_8", 8, 48, Reserved, "", "Undocumented; drivers write 0.";
    DIVISOR_R, "divisor_r", 56, 5, Uint, "", "Shift of the divisor.";
    DIVISOR_E, "divisor_e", 61, 1, Uint, "", "Extra bit of an arbitrary divisor.";
    RESERVED_62, "reserved_62", 62, 2, Reserved, "", "Undocumented; drivers write 0.";
    DIVISOR_P, "divisor_p", 64, 32, Uint, "", "Odd part of a padded divisor, less one and halved.";
    OFFSET, "offset", 96, 32, Int, "bytes", "Offset added to the address of the element.";
}

layout! {
    pub mod attribute_buffer = "ATTRIBUTE_BUFFER", 16, GENXML, "A buffer of attributes or varyings.";
    TYPE, "type", 0, 6, Enum(&AttributeType::TABLE), "", "Kind.";
    POINTER, "pointer", 6, 50, Address(6), "", "Address.";
    DIVISOR, "divisor", 56, 8, Hex, "", "Divisor.";
    STRIDE, "stride", 64, 32, Uint, "bytes", "Distance of elements.";
    SIZE, "size", 96, 32, Uint, "bytes", "Size of the buffer.";
}

layout! {
    pub mod attribute_buffer_as_special = "ATTRIBUTE_BUFFER_AS_SPECIAL", 16, GENXML, "A buffer of attributes or varyings, if a special attribute replaces the buffer.";
    SPECIAL, "special", 0, 8, Enum(&AttributeSpecial::TABLE), "", "Special attribute.";
    RESERVED_8, "reserved_8", 8, 64, Reserved, "", "Not in this view.";
    RESERVED_72, "reserved_72", 72, 56, Reserved, "", "Not in this view.";
}

layout! {
    pub mod attribute_buffer_as_modulus = "ATTRIBUTE_BUFFER_AS_MODULUS", 16, GENXML, "A buffer of attributes or varyings, if the instance divisor is padded.";
    RESERVED_0, "reserved_0", 0, 56, Reserved, "", "Not in this view.";
    DIVISOR_R, "divisor_r", 56, 5, Uint, "", "Shift of the divisor.";
    DIVISOR_P, "divisor_p", 61, 3, Uint, "", "Odd part of a padded divisor, less one and halved.";
    RESERVED_64, "reserved_64", 64, 64, Reserved, "", "Not in this view.";
}

layout! {
    pub mod attribute_buffer_as_npot = "ATTRIBUTE_BUFFER_AS_NPOT", 16, GENXML, "A buffer of attributes or varyings, if the instance divisor is arbitrary.";
    RESERVED_0, "reserved_0", 0, 56, Reserved, "", "Not in this view.";
    DIVISOR_R, "divisor_r", 56, 5, Uint, "", "Shift of the divisor.";
    DIVISOR_E, "divisor_e", 61, 1, Uint, "", "Extra bit of an arbitrary divisor.";
    RESERVED_62, "reserved_62", 62, 64, Reserved, "", "Not in this view.";
    RESERVED_126, "reserved_126", 126, 2, Reserved, "", "Not in this view.";
}

layout! {
    pub mod attribute_buffer_continuation_npot = "ATTRIBUTE_BUFFER_CONTINUATION_NPOT", 16, GENXML, "The second record of a buffer with an arbitrary divisor.";
    TYPE, "type", 0, 6, Enum(&AttributeType::TABLE), "", "Kind.";
    RESERVED_6, "reserved_6", 6, 26, Reserved, "", "Undocumented; drivers write 0.";
    DIVISOR_NUMERATOR, "divisor_numerator", 32, 32, Uint, "", "Magic number that replaces the division.";
    RESERVED_64, "reserved_64", 64, 32, Reserved, "", "Undocumented; drivers write 0.";
    DIVISOR, "divisor", 96, 32, Uint, "", "Divisor.";
}

layout! {
    pub mod attribute_buffer_continuation_3d = "ATTRIBUTE_BUFFER_CONTINUATION_3D", 16, GENXML, "The second record of a buffer that is an image.";
    TYPE, "type", 0, 6, Enum(&AttributeType::TABLE), "", "Kind.";
    RESERVED_6, "reserved_6", 6, 10, Reserved, "", "Undocumented; drivers write 0.";
    S_DIMENSION, "s_dimension", 16, 16, MinusOne, "texels", "Width of the image.";
    T_DIMENSION, "t_dimension", 32, 16, MinusOne, "texels", "Height of the image.";
    R_DIMENSION, "r_dimension", 48, 16, MinusOne, "texels", "Depth of the image.";
    ROW_STRIDE, "row_stride", 64, 32, Uint, "bytes", "Distance of rows.";
    SLICE_STRIDE, "slice_stride", 96, 32, Uint, "bytes", "Distance of slices.";
}

layout! {
    pub mod uniform_buffer = "UNIFORM_BUFFER", 8, GENXML, "A uniform buffer.";
    ENTRIES, "entries", 0, 12, MinusOne, "16 bytes", "Size of the buffer.";
    POINTER, "pointer", 12, 52, Address(4), "", "Address.";
}
