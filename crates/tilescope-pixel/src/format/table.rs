//! The formats, one row each.

use super::Channel::{One, Zero};
use super::Storage::*;
use super::{Channel, Codec, Format, FormatRow, Storage};

const fn b(at: u8, bits: u8) -> Channel {
    Channel::Bits { at, bits }
}

const FORMATS: &str = "Mesa 22.3.6 vc4_formats.c: hardware type and swizzle";
const SIZES: &str = "size from Mesa 22.3.6 kernel/vc4_validate.c; meaning from the type's name";
const ETNAVIV: &str = "Mesa 22.3.6 etnaviv_format.c and the bits of its u_format names";
const BLT: &str = "Mesa 22.3.6 etnaviv_translate.h: the formats of RS and BLT";
const VULKAN: &str = "Vulkan 1.3, chapter Formats, format definition";
const NAMES: &str = "type names in Mesa 22.3.6 kernel/vc4_packet.h; the bits are unconfirmed";

const fn row(
    format: Format,
    name: &'static str,
    block_bits: u8,
    storage: Storage,
    source: &'static str,
) -> FormatRow {
    let block = match storage {
        Block(_) => (4, 4),
        Yuyv | Uyvy => (2, 1),
        _ => (1, 1),
    };
    FormatRow {
        format,
        name,
        block_bits,
        block,
        storage,
        source,
    }
}

/// One row for each format, in the order of [`Format`].
#[rustfmt::skip]
pub static TABLE: [FormatRow; 70] = [
    //                                                    bits          R         G         B         A
    row(Format::R8G8B8A8Unorm,     "R8G8B8A8_UNORM",       32, Unorm([b(0, 8),  b(8, 8),  b(16, 8), b(24, 8)]), FORMATS),
    row(Format::R8G8B8X8Unorm,     "R8G8B8X8_UNORM",       32, Unorm([b(0, 8),  b(8, 8),  b(16, 8), One]),      SIZES),
    row(Format::A4B4G4R4Unorm,     "A4B4G4R4_UNORM",       16, Unorm([b(12, 4), b(8, 4),  b(4, 4),  b(0, 4)]),  FORMATS),
    row(Format::A1B5G5R5Unorm,     "A1B5G5R5_UNORM",       16, Unorm([b(11, 5), b(6, 5),  b(1, 5),  b(0, 1)]),  FORMATS),
    row(Format::B5G6R5Unorm,       "B5G6R5_UNORM",         16, Unorm([b(11, 5), b(5, 6),  b(0, 5),  One]),      FORMATS),
    row(Format::L8Unorm,           "L8_UNORM",              8, Unorm([b(0, 8),  b(0, 8),  b(0, 8),  One]),      SIZES),
    row(Format::A8Unorm,           "A8_UNORM",              8, Unorm([Zero,     Zero,     Zero,     b(0, 8)]),  FORMATS),
    row(Format::L8A8Unorm,         "L8A8_UNORM",           16, Unorm([b(0, 8),  b(0, 8),  b(0, 8),  b(8, 8)]),  FORMATS),
    row(Format::Etc1Rgb8,          "ETC1_RGB8",            64, Block(Codec::Etc1), FORMATS),
    row(Format::R16Float,          "R16_FLOAT",            16, Half(1),      SIZES),
    row(Format::R8Uint,            "R8_UINT",               8, Integer(1),    SIZES),
    row(Format::R16Uint,           "R16_UINT",             16, Integer(1),    SIZES),
    row(Format::L1Unorm,           "L1_UNORM",              1, Unorm([b(0, 1),  b(0, 1),  b(0, 1),  One]),      NAMES),
    row(Format::A4Unorm,           "A4_UNORM",              4, Unorm([Zero,     Zero,     Zero,     b(0, 4)]),  NAMES),
    row(Format::A1Unorm,           "A1_UNORM",              1, Unorm([Zero,     Zero,     Zero,     b(0, 1)]),  NAMES),
    row(Format::R16G16B16A16Float, "R16G16B16A16_FLOAT",   64, Half(4),      NAMES),
    row(Format::Y8U8Y8V8,          "Y8U8Y8V8",             32, Yuyv,         NAMES),
    row(Format::S8UintZ24Unorm,    "S8_UINT_Z24_UNORM",    32, DepthStencil, FORMATS),
    row(Format::B8G8R8A8Unorm,      "B8G8R8A8_UNORM",        32, Unorm([b(16, 8), b(8, 8),  b(0, 8),  b(24, 8)]), ETNAVIV),
    row(Format::B8G8R8X8Unorm,      "B8G8R8X8_UNORM",        32, Unorm([b(16, 8), b(8, 8),  b(0, 8),  One]), ETNAVIV),
    row(Format::B4G4R4A4Unorm,      "B4G4R4A4_UNORM",        16, Unorm([b(8, 4),  b(4, 4),  b(0, 4),  b(12, 4)]), ETNAVIV),
    row(Format::B4G4R4X4Unorm,      "B4G4R4X4_UNORM",        16, Unorm([b(8, 4),  b(4, 4),  b(0, 4),  One]), ETNAVIV),
    row(Format::B5G5R5A1Unorm,      "B5G5R5A1_UNORM",        16, Unorm([b(10, 5), b(5, 5),  b(0, 5),  b(15, 1)]), ETNAVIV),
    row(Format::B5G5R5X1Unorm,      "B5G5R5X1_UNORM",        16, Unorm([b(10, 5), b(5, 5),  b(0, 5),  One]), ETNAVIV),
    row(Format::R8Unorm,            "R8_UNORM",               8, Unorm([b(0, 8),  Zero,     Zero,     One]), ETNAVIV),
    row(Format::R8G8Unorm,          "R8G8_UNORM",            16, Unorm([b(0, 8),  b(8, 8),  Zero,     One]), ETNAVIV),
    row(Format::I8Unorm,            "I8_UNORM",               8, Unorm([b(0, 8),  b(0, 8),  b(0, 8),  b(0, 8)]), ETNAVIV),
    row(Format::R10G10B10A2Unorm,   "R10G10B10A2_UNORM",     32, Wide([b(0, 10),  b(10, 10), b(20, 10), b(30, 2)]), ETNAVIV),
    row(Format::B10G10R10A2Unorm,   "B10G10R10A2_UNORM",     32, Wide([b(20, 10), b(10, 10), b(0, 10),  b(30, 2)]), BLT),
    row(Format::Z16Unorm,           "Z16_UNORM",             16, Wide([b(0, 16), Zero, Zero, One]), ETNAVIV),
    row(Format::Z32Unorm,           "Z32_UNORM",             32, Wide([b(0, 32), Zero, Zero, One]), BLT),
    row(Format::R8Snorm,            "R8_SNORM",               8, Snorm(1), ETNAVIV),
    row(Format::R8G8Snorm,          "R8G8_SNORM",            16, Snorm(2), ETNAVIV),
    row(Format::R8G8B8A8Snorm,      "R8G8B8A8_SNORM",        32, Snorm(4), ETNAVIV),
    row(Format::R16G16Float,        "R16G16_FLOAT",          32, Half(2), ETNAVIV),
    row(Format::R32Float,           "R32_FLOAT",             32, Float(1), ETNAVIV),
    row(Format::R32G32Float,        "R32G32_FLOAT",          64, Float(2), ETNAVIV),
    row(Format::R8G8Uint,           "R8G8_UINT",             16, Integer(2), ETNAVIV),
    row(Format::R8G8B8A8Uint,       "R8G8B8A8_UINT",         32, Integer(4), ETNAVIV),
    row(Format::R16G16Uint,         "R16G16_UINT",           32, Integer(2), ETNAVIV),
    row(Format::R16G16B16A16Uint,   "R16G16B16A16_UINT",     64, Integer(4), ETNAVIV),
    row(Format::R32Uint,            "R32_UINT",              32, Integer(1), ETNAVIV),
    row(Format::R32G32Uint,         "R32G32_UINT",           64, Integer(2), ETNAVIV),
    row(Format::R10G10B10A2Uint,    "R10G10B10A2_UINT",      32, Integer10, ETNAVIV),
    row(Format::R11G11B10Float,     "R11G11B10_FLOAT",       32, SmallFloat, ETNAVIV),
    row(Format::R9G9B9E5Float,      "R9G9B9E5_FLOAT",        32, SharedExponent, ETNAVIV),
    row(Format::U8Y8V8Y8,           "U8Y8V8Y8",              32, Uyvy, ETNAVIV),
    row(Format::Etc2Rgb8,           "ETC2_RGB8",             64, Block(Codec::Etc2Rgb8), ETNAVIV),
    row(Format::Etc2Rgb8A1,         "ETC2_RGB8A1",           64, Block(Codec::Etc2Rgb8A1), ETNAVIV),
    row(Format::Etc2Rgba8,          "ETC2_RGBA8",           128, Block(Codec::Etc2Rgba8), ETNAVIV),
    row(Format::Dxt1Rgba,           "DXT1_RGBA",             64, Block(Codec::Dxt1), ETNAVIV),
    row(Format::Dxt3Rgba,           "DXT3_RGBA",            128, Block(Codec::Dxt3), ETNAVIV),
    row(Format::Dxt5Rgba,           "DXT5_RGBA",            128, Block(Codec::Dxt5), ETNAVIV),
    row(Format::R16Unorm,           "R16_UNORM",             16, Wide([b(0, 16), Zero, Zero, One]), VULKAN),
    row(Format::R16G16Unorm,        "R16G16_UNORM",          32, Wide([b(0, 16), b(16, 16), Zero, One]), VULKAN),
    row(Format::R16G16B16A16Unorm,  "R16G16B16A16_UNORM",    64, Wide([b(0, 16), b(16, 16), b(32, 16), b(48, 16)]), VULKAN),
    row(Format::R16Snorm,           "R16_SNORM",             16, Snorm(1), VULKAN),
    row(Format::R16G16Snorm,        "R16G16_SNORM",          32, Snorm(2), VULKAN),
    row(Format::R16G16B16A16Snorm,  "R16G16B16A16_SNORM",    64, Snorm(4), VULKAN),
    row(Format::R8Sint,             "R8_SINT",                8, Signed(1), VULKAN),
    row(Format::R8G8Sint,           "R8G8_SINT",             16, Signed(2), VULKAN),
    row(Format::R8G8B8A8Sint,       "R8G8B8A8_SINT",         32, Signed(4), VULKAN),
    row(Format::R16Sint,            "R16_SINT",              16, Signed(1), VULKAN),
    row(Format::R16G16Sint,         "R16G16_SINT",           32, Signed(2), VULKAN),
    row(Format::R16G16B16A16Sint,   "R16G16B16A16_SINT",     64, Signed(4), VULKAN),
    row(Format::R32Sint,            "R32_SINT",              32, Signed(1), VULKAN),
    row(Format::R32G32Sint,         "R32G32_SINT",           64, Signed(2), VULKAN),
    row(Format::R32G32B32A32Sint,   "R32G32B32A32_SINT",    128, Signed(4), VULKAN),
    row(Format::R32G32B32A32Uint,   "R32G32B32A32_UINT",    128, Integer(4), VULKAN),
    row(Format::R32G32B32A32Float,  "R32G32B32A32_FLOAT",   128, Float(4), VULKAN),
];
