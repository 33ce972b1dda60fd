//! Enumerations shared by registers of several units.
//!
//! Those that select behaviour are enums; the others are tables for text only.

use tilescope_tables::{enum_tables, raw_enum};

raw_enum! {
    pub enum BlendEq = "blend equation", "Equation of the products of colours and factors.";
    Add = 0, "ADD", "Source plus destination.";
    Subtract = 1, "SUBTRACT", "Source minus destination.";
    ReverseSubtract = 2, "REVERSE_SUBTRACT", "Destination minus source.";
    Min = 3, "MIN", "The minimum of both colours, without factors.";
    Max = 4, "MAX", "The maximum of both colours, without factors.";
}

raw_enum! {
    pub enum BlendFunc = "blend factor", "Blend factors.";
    Zero = 0, "ZERO", "0.";
    One = 1, "ONE", "1.";
    SrcColor = 2, "SRC_COLOR", "The source colour.";
    OneMinusSrcColor = 3, "ONE_MINUS_SRC_COLOR", "1 minus the source colour.";
    SrcAlpha = 4, "SRC_ALPHA", "Source alpha.";
    OneMinusSrcAlpha = 5, "ONE_MINUS_SRC_ALPHA", "1 minus source alpha.";
    DstAlpha = 6, "DST_ALPHA", "Destination alpha.";
    OneMinusDstAlpha = 7, "ONE_MINUS_DST_ALPHA", "1 minus destination alpha.";
    DstColor = 8, "DST_COLOR", "The destination colour.";
    OneMinusDstColor = 9, "ONE_MINUS_DST_COLOR", "1 minus the destination colour.";
    SrcAlphaSaturate = 10, "SRC_ALPHA_SATURATE", "The minimum of source alpha and 1 minus destination alpha; 1 for alpha.";
    ConstantAlpha = 11, "CONSTANT_ALPHA", "Constant alpha.";
    OneMinusConstantAlpha = 12, "ONE_MINUS_CONSTANT_ALPHA", "1 minus constant alpha.";
    ConstantColor = 13, "CONSTANT_COLOR", "The constant colour.";
    OneMinusConstantColor = 14, "ONE_MINUS_CONSTANT_COLOR", "1 minus the constant colour.";
}

raw_enum! {
    pub enum BltFormat = "BLT format", "Pixel formats of BLT.";
    X4R4G4B4 = 0, "X4R4G4B4", "16 bits, four for each colour.";
    A4R4G4B4 = 1, "A4R4G4B4", "16 bits, four for each component.";
    X1R5G5B5 = 2, "X1R5G5B5", "16 bits, five for each colour.";
    A1R5G5B5 = 3, "A1R5G5B5", "16 bits, five for each colour, one of alpha.";
    R5G6B5 = 4, "R5G6B5", "16 bits without alpha.";
    X8R8G8B8 = 5, "X8R8G8B8", "32 bits, eight for each colour.";
    A8R8G8B8 = 6, "A8R8G8B8", "32 bits, eight for each component.";
    Yuy2 = 7, "YUY2", "YUV 4:2:2, luma first.";
    Uyvy = 8, "UYVY", "YUV 4:2:2, chroma first.";
    A8 = 16, "A8", "Eight bits of alpha.";
    A2R10G10B10 = 22, "A2R10G10B10", "32 bits, ten for each colour.";
    X24S8 = 23, "X24S8", "Eight bits of stencil in 32.";
    D16 = 24, "D16", "16 bits of depth.";
    A16R16G16B16 = 28, "A16R16G16B16", "64 bits, 16 for each component.";
    A8L8 = 32, "A8L8", "Eight bits of alpha, eight of luminance.";
    L8 = 33, "L8", "Eight bits of luminance.";
    R8G8B8 = 34, "R8G8B8", "24 bits, eight for each colour.";
    R8 = 35, "R8", "Eight bits of red.";
    R8G8 = 36, "R8G8", "Eight bits of red, eight of green.";
}

enum_tables! {
    /// Image layouts of BLT.
    pub BLT_TILING = "BLT tiling": 0 "LINEAR", 3 "SUPER_TILED";

    /// Models by their number.
    pub CHIPMODEL = "chip model": 512 "GC200", 768 "GC300", 800 "GC320", 808 "GC328", 848 "GC350",
        853 "GC355", 1024 "GC400", 1040 "GC410", 1056 "GC420", 1064 "GC428", 1104 "GC450",
        1280 "GC500", 1312 "GC520", 1328 "GC530", 1536 "GC600", 1568 "GC620", 1792 "GC700",
        2048 "GC800", 2144 "GC860", 2176 "GC880", 2304 "GC900", 4096 "GC1000", 5376 "GC1500",
        8192 "GC2000", 8448 "GC2100", 8704 "GC2200", 9472 "GC2500", 12288 "GC3000", 16384 "GC4000",
        20480 "GC5000", 20992 "GC5200", 25600 "GC6400", 28672 "GC7000", 29696 "GC7400",
        32768 "GC8000", 33024 "GC8100", 33280 "GC8200", 33792 "GC8400";

    /// Forms of pixel shader colours; all but the first bypass blending.
    pub COLOR_OUTPUT_MODE = "colour output mode": 0 "NORMAL", 1 "A2B10G10R10UI", 2 "UIF32", 3 "U8",
        4 "U16", 5 "I8", 6 "I16";
}

raw_enum! {
    pub enum CompareFunc = "compare function", "Comparison functions.";
    Never = 0, "NEVER", "None.";
    Less = 1, "LESS", "Less.";
    Equal = 2, "EQUAL", "Equal.";
    Lequal = 3, "LEQUAL", "Less or equal.";
    Greater = 4, "GREATER", "Greater.";
    Notequal = 5, "NOTEQUAL", "Not equal.";
    Gequal = 6, "GEQUAL", "Greater or equal.";
    Always = 7, "ALWAYS", "All.";
}

enum_tables! {
    /// Formats that tile status can compress.
    pub COMPRESSION_FORMAT = "compression format": 0 "A4R4G4B4", 1 "A1R5G5B5", 2 "R5G6B5",
        3 "A8R8G8B8", 4 "X8R8G8B8", 5 "D24S8", 6 "D24X8", 8 "D16", 15 "NONE";
}

raw_enum! {
    pub enum DeBlendMode = "2D blend factor", "Blend factors of the 2D engine. That alpha is the other side's is inferred from the bits that select a side's own alpha.";
    Zero = 0, "ZERO", "0.";
    One = 1, "ONE", "1.";
    Normal = 2, "NORMAL", "The other side's alpha.";
    Inversed = 3, "INVERSED", "1 minus the other side's alpha.";
    Color = 4, "COLOR", "The other side's colour.";
    ColorInversed = 5, "COLOR_INVERSED", "1 minus the other side's colour.";
    SaturatedAlpha = 6, "SATURATED_ALPHA", "The minimum of source alpha and 1 minus destination alpha.";
    SaturatedDestAlpha = 7, "SATURATED_DEST_ALPHA", "The minimum of destination alpha and 1 minus source alpha.";
}

enum_tables! {
    /// Components of the 2D engine's colours.
    pub DE_COMPONENT = "colour component": 0 "BLUE", 1 "GREEN", 2 "RED", 3 "ALPHA";
}

raw_enum! {
    pub enum DeFormat = "2D format", "Pixel formats of the 2D engine.";
    X4R4G4B4 = 0, "X4R4G4B4", "16 bits, four for each colour.";
    A4R4G4B4 = 1, "A4R4G4B4", "16 bits, four for each component.";
    X1R5G5B5 = 2, "X1R5G5B5", "16 bits, five for each colour.";
    A1R5G5B5 = 3, "A1R5G5B5", "16 bits, five for each colour, one of alpha.";
    R5G6B5 = 4, "R5G6B5", "16 bits without alpha.";
    X8R8G8B8 = 5, "X8R8G8B8", "32 bits, eight for each colour.";
    A8R8G8B8 = 6, "A8R8G8B8", "32 bits, eight for each component.";
    Yuy2 = 7, "YUY2", "YUV 4:2:2, luma first.";
    Uyvy = 8, "UYVY", "YUV 4:2:2, chroma first.";
    Index8 = 9, "INDEX8", "Index of the palette.";
    Monochrome = 10, "MONOCHROME", "One bit.";
    Yv12 = 15, "YV12", "YUV 4:2:0 in three planes.";
    A8 = 16, "A8", "Eight bits of alpha.";
    Nv12 = 17, "NV12", "YUV 4:2:0 in two planes.";
    Nv16 = 18, "NV16", "YUV 4:2:2 in two planes.";
    Rg16 = 19, "RG16", "Bayer pattern, eight bits a sample.";
}

enum_tables! {
    /// Mirror modes of the 2D engine.
    pub DE_MIRROR_MODE = "mirror mode": 0 "NONE", 1 "MIRROR_X", 2 "MIRROR_Y", 3 "MIRROR_XY";

    /// Rotation modes of the 2D engine.
    pub DE_ROT_MODE = "rotation": 0 "ROT0", 1 "FLIP_X", 2 "FLIP_Y", 4 "ROT90", 5 "ROT180",
        6 "ROT270";

    /// Orders of components, the highest first.
    pub DE_SWIZZLE = "2D swizzle": 0 "ARGB", 1 "RGBA", 2 "ABGR", 3 "BGRA";

    /// Off or on.
    pub ENABLE_DISABLE = "switch": 0 "DISABLE", 1 "ENABLE";
}

raw_enum! {
    pub enum EndianMode = "byte swap", "Byte swap.";
    NoSwap = 0, "NO_SWAP", "Unchanged.";
    Swap16 = 1, "SWAP_16", "The two bytes of each half word.";
    Swap32 = 2, "SWAP_32", "The four bytes of each word.";
}

raw_enum! {
    pub enum FeDataType = "vertex data type", "Storage of a vertex component.";
    Byte = 0, "BYTE", "Eight bits, signed.";
    UnsignedByte = 1, "UNSIGNED_BYTE", "Eight bits.";
    Short = 2, "SHORT", "16 bits, signed.";
    UnsignedShort = 3, "UNSIGNED_SHORT", "16 bits.";
    Int = 4, "INT", "32 bits, signed.";
    UnsignedInt = 5, "UNSIGNED_INT", "32 bits.";
    Int2101010Rev = 6, "INT_2_10_10_10_REV", "Four in 32 bits, signed, the first lowest.";
    UnsignedInt2101010Rev = 7, "UNSIGNED_INT_2_10_10_10_REV", "Four in 32 bits, the first lowest.";
    Float = 8, "FLOAT", "Single.";
    HalfFloat = 9, "HALF_FLOAT", "Half.";
    Fixed = 11, "FIXED", "16.16.";
    Int1010102 = 12, "INT_10_10_10_2", "Four in 32 bits, signed, the first highest.";
    UnsignedInt1010102 = 13, "UNSIGNED_INT_10_10_10_2", "Four in 32 bits, the first highest.";
    ByteI = 14, "BYTE_I", "An 8-bit integer.";
    ShortI = 15, "SHORT_I", "A 16-bit integer.";
}

raw_enum! {
    pub enum LogicOp = "logic operation", "Logic operation on the bits of source (s) and destination (d).";
    Clear = 0, "CLEAR", "0.";
    Nor = 1, "NOR", "!(s | d).";
    AndInverted = 2, "AND_INVERTED", "!s & d.";
    CopyInverted = 3, "COPY_INVERTED", "!s.";
    AndReverse = 4, "AND_REVERSE", "s & !d.";
    Invert = 5, "INVERT", "!d.";
    Xor = 6, "XOR", "s ^ d.";
    Nand = 7, "NAND", "!(s & d).";
    And = 8, "AND", "s & d.";
    Equiv = 9, "EQUIV", "!(s ^ d).";
    Noop = 10, "NOOP", "d.";
    OrInverted = 11, "OR_INVERTED", "!s | d.";
    Copy = 12, "COPY", "s.";
    OrReverse = 13, "OR_REVERSE", "s | !d.";
    Or = 14, "OR", "s | d.";
    Set = 15, "SET", "All ones.";
}

enum_tables! {
    /// Reasons for failed translations.
    pub MMU_EXCEPTION = "MMU exception": 1 "SLAVE_NOT_PRESENT", 2 "PAGE_NOT_PRESENT",
        3 "WRITE_VIOLATION", 4 "OUT_OF_BOUND", 5 "READ_SECURITY_VIOLATION",
        6 "WRITE_SECURITY_VIOLATION";

    /// Transparency modes.
    pub N2D_TRANSPARENCY_KIND = "2D transparency": 0 "OPAQUE", 1 "MASK", 2 "KEY";

    /// Reads of a surface: as required by the raster operation, always or never.
    pub N2D_TRANSPARENCY_OVERRIDE = "2D resource use": 0 "DEFAULT", 1 "USE_ENABLE", 2 "USE_DISABLE";
}

raw_enum! {
    pub enum PeFormat = "render target format", "Pixel formats of PE.";
    X4R4G4B4 = 0, "X4R4G4B4", "16 bits, four for each colour.";
    A4R4G4B4 = 1, "A4R4G4B4", "16 bits, four for each component.";
    X1R5G5B5 = 2, "X1R5G5B5", "16 bits, five for each colour.";
    A1R5G5B5 = 3, "A1R5G5B5", "16 bits, five for each colour, one of alpha.";
    R5G6B5 = 4, "R5G6B5", "16 bits without alpha.";
    X8R8G8B8 = 5, "X8R8G8B8", "32 bits, eight for each colour.";
    A8R8G8B8 = 6, "A8R8G8B8", "32 bits, eight for each component.";
    Yuy2 = 7, "YUY2", "YUV 4:2:2. Only with YUY2_AVERAGING.";
    A8 = 16, "A8", "Eight bits of alpha. GC7000.";
    R16F = 17, "R16F", "One 16-bit float.";
    G16R16F = 18, "G16R16F", "Two 16-bit floats.";
    A16B16G16R16F = 19, "A16B16G16R16F", "Four 16-bit floats.";
    R32F = 20, "R32F", "One 32-bit float or integer.";
    G32R32F = 21, "G32R32F", "Two 32-bit floats or integers.";
    A2B10G10R10 = 22, "A2B10G10R10", "32 bits, ten for each colour.";
    R8I = 23, "R8I", "One 8-bit integer.";
    G8R8I = 24, "G8R8I", "Two 8-bit integers.";
    A8B8G8R8I = 25, "A8B8G8R8I", "Four 8-bit integers.";
    R16I = 26, "R16I", "One 16-bit integer.";
    G16R16I = 27, "G16R16I", "Two 16-bit integers.";
    A16B16G16R16I = 28, "A16B16G16R16I", "Four 16-bit integers.";
    B10G11R11F = 29, "B10G11R11F", "32 bits, small floats without sign.";
    A2B10G10R10UI = 30, "A2B10G10R10UI", "32 bits, integers of ten bits.";
    G8R8 = 31, "G8R8", "Eight bits of red, eight of green.";
    R8 = 35, "R8", "Eight bits of red. GC7000.";
}

raw_enum! {
    pub enum PipeId = "pipe", "The engine that executes commands.";
    Pipe3d = 0, "PIPE_3D", "The 3D engine.";
    Pipe2d = 1, "PIPE_2D", "The 2D engine.";
}

raw_enum! {
    pub enum PrimitiveType = "primitive type", "Primitive types of draw commands (cmdstream.xml).";
    Points = 1, "POINTS", "A point for every vertex.";
    Lines = 2, "LINES", "A line for every two vertices.";
    LineStrip = 3, "LINE_STRIP", "Lines that share ends.";
    Triangles = 4, "TRIANGLES", "A triangle for every three vertices.";
    TriangleStrip = 5, "TRIANGLE_STRIP", "Triangles that share edges, one with the next.";
    TriangleFan = 6, "TRIANGLE_FAN", "Triangles that share the first vertex.";
    LineLoop = 7, "LINE_LOOP", "Lines that share ends, the last with the first.";
    Quads = 8, "QUADS", "A quadrilateral for every four vertices. Only with RECT_PRIMITIVE.";
}

raw_enum! {
    pub enum RsFormat = "RS format", "Pixel formats of RS.";
    X4R4G4B4 = 0, "X4R4G4B4", "16 bits, four for each colour.";
    A4R4G4B4 = 1, "A4R4G4B4", "16 bits, four for each component.";
    X1R5G5B5 = 2, "X1R5G5B5", "16 bits, five for each colour.";
    A1R5G5B5 = 3, "A1R5G5B5", "16 bits, five for each colour, one of alpha.";
    R5G6B5 = 4, "R5G6B5", "16 bits without alpha.";
    X8R8G8B8 = 5, "X8R8G8B8", "32 bits, eight for each colour.";
    A8R8G8B8 = 6, "A8R8G8B8", "32 bits, eight for each component.";
    Yuy2 = 7, "YUY2", "YUV 4:2:2. Only with YUY2_AVERAGING.";
    S8 = 16, "S8", "Eight bits of stencil. Only with RS_DEPTHSTENCIL_NATIVE_SUPPORT.";
    Clear64 = 21, "64BPP_CLEAR", "A 64-bit format for fills. Only with HALTI2.";
    A2R10G10B10 = 22, "A2R10G10B10", "32 bits, ten for each colour.";
    D32 = 23, "D32", "32 bits of depth. Only with RS_DEPTHSTENCIL_NATIVE_SUPPORT.";
    D16 = 24, "D16", "16 bits of depth. Only with RS_DEPTHSTENCIL_NATIVE_SUPPORT.";
}

raw_enum! {
    pub enum StencilOp = "stencil operation", "Operations on the stored stencil value.";
    Keep = 0, "KEEP", "Unchanged.";
    Zero = 1, "ZERO", "0.";
    Replace = 2, "REPLACE", "The reference.";
    Incr = 3, "INCR", "Increment, clamped to the maximum.";
    Decr = 4, "DECR", "Decrement, clamped to 0.";
    Invert = 5, "INVERT", "Bitwise inverse.";
    IncrWrap = 6, "INCR_WRAP", "Increment, wrapping.";
    DecrWrap = 7, "DECR_WRAP", "Decrement, wrapping.";
}

raw_enum! {
    pub enum SyncRecipient = "synchronised unit", "Units of semaphores and stalls.";
    Fe = 1, "FE", "The front end.";
    Ra = 5, "RA", "The rasteriser.";
    Pe = 7, "PE", "The pixel engine.";
    De = 11, "DE", "The 2D engine.";
    Blt = 16, "BLT", "The blit engine.";
}

raw_enum! {
    pub enum TextureAddressingMode = "texture addressing", "Layout of texels.";
    Tiled = 0, "TILED", "Tiled, by the alignment.";
    Linear = 3, "LINEAR", "Row by row.";
}

raw_enum! {
    pub enum TextureCompareFunc = "texture compare function", "Comparison of the reference with the texel.";
    Lequal = 0, "LEQUAL", "Less or equal.";
    Gequal = 1, "GEQUAL", "Greater or equal.";
    Less = 2, "LESS", "Less.";
    Greater = 3, "GREATER", "Greater.";
    Equal = 4, "EQUAL", "Equal.";
    Notequal = 5, "NOTEQUAL", "Not equal.";
    Always = 6, "ALWAYS", "All.";
    Never = 7, "NEVER", "None.";
}

raw_enum! {
    pub enum TextureFilter = "texture filter", "Filter of texels or levels.";
    None = 0, "NONE", "None; between levels: a single level.";
    Nearest = 1, "NEAREST", "The nearest.";
    Linear = 2, "LINEAR", "Interpolation of the nearest.";
    Anisotropic = 3, "ANISOTROPIC", "Anisotropic: several along the pixel's footprint. Only with HALTI0.";
}

raw_enum! {
    pub enum TextureFormat = "texture format", "Texel formats. Undefined ones read as zeros, 18 as ones.";
    None = 0, "NONE", "Zeros, or a format of CONFIG1.";
    A8 = 1, "A8", "Eight bits of alpha.";
    L8 = 2, "L8", "Eight bits of luminance.";
    I8 = 3, "I8", "Eight bits of intensity.";
    A8L8 = 4, "A8L8", "Eight bits of alpha, eight of luminance.";
    A4R4G4B4 = 5, "A4R4G4B4", "16 bits, four for each component.";
    X4R4G4B4 = 6, "X4R4G4B4", "16 bits, four for each colour.";
    A8R8G8B8 = 7, "A8R8G8B8", "32 bits, eight for each component, red above blue.";
    X8R8G8B8 = 8, "X8R8G8B8", "32 bits, eight for each colour, red above blue.";
    A8B8G8R8 = 9, "A8B8G8R8", "32 bits, eight for each component, blue above red.";
    X8B8G8R8 = 10, "X8B8G8R8", "32 bits, eight for each colour, blue above red.";
    R5G6B5 = 11, "R5G6B5", "16 bits without alpha.";
    A1R5G5B5 = 12, "A1R5G5B5", "16 bits, five for each colour, one of alpha.";
    X1R5G5B5 = 13, "X1R5G5B5", "16 bits, five for each colour.";
    Yuy2 = 14, "YUY2", "YUV 4:2:2, luma first.";
    Uyvy = 15, "UYVY", "YUV 4:2:2, chroma first.";
    D16 = 16, "D16", "16 bits of depth.";
    D24X8 = 17, "D24X8", "24 bits of depth above 8 unused bits.";
    Dxt1 = 19, "DXT1", "S3TC with one bit of alpha; its blocks are not tiled.";
    Dxt2Dxt3 = 20, "DXT2_DXT3", "S3TC with four bits of alpha; its blocks are not tiled.";
    Dxt4Dxt5 = 21, "DXT4_DXT5", "S3TC with interpolated alpha; its blocks are not tiled.";
    E5B9G9R9 = 29, "E5B9G9R9", "Three colours with a common exponent.";
    Etc1 = 30, "ETC1", "ETC1; its blocks are not tiled.";
}

raw_enum! {
    pub enum TextureFormatAstc = "ASTC block size", "Texels of an ASTC block.";
    Rgba4x4 = 0, "RGBA_4x4", "4x4.";
    Rgba5x4 = 1, "RGBA_5x4", "5x4.";
    Rgba5x5 = 2, "RGBA_5x5", "5x5.";
    Rgba6x5 = 3, "RGBA_6x5", "6x5.";
    Rgba6x6 = 4, "RGBA_6x6", "6x6.";
    Rgba8x5 = 5, "RGBA_8x5", "8x5.";
    Rgba8x6 = 6, "RGBA_8x6", "8x6.";
    Rgba8x8 = 7, "RGBA_8x8", "8x8.";
    Rgba10x5 = 8, "RGBA_10x5", "10x5.";
    Rgba10x6 = 9, "RGBA_10x6", "10x6.";
    Rgba10x8 = 10, "RGBA_10x8", "10x8.";
    Rgba10x10 = 11, "RGBA_10x10", "10x10.";
    Rgba12x10 = 12, "RGBA_12x10", "12x10.";
    Rgba12x12 = 13, "RGBA_12x12", "12x12.";
}

raw_enum! {
    pub enum TextureFormatExt = "extended texture format", "Further formats of texels.";
    None = 0, "NONE", "The format is in CONFIG0; if it is 0 there, ETC2 without alpha.";
    Rgb8PunchthroughAlpha1Etc2 = 1, "RGB8_PUNCHTHROUGH_ALPHA1_ETC2", "ETC2 with one bit of alpha.";
    Rgba8Etc2Eac = 2, "RGBA8_ETC2_EAC", "ETC2 with alpha.";
    R11Eac = 3, "R11_EAC", "EAC, one component.";
    Rg11Eac = 4, "RG11_EAC", "EAC, two components.";
    SignedRg11Eac = 5, "SIGNED_RG11_EAC", "EAC, two components, signed.";
    G8R8 = 6, "G8R8", "Eight bits of red, eight of green.";
    R16F = 7, "R16F", "One 16-bit float.";
    G16R16F = 8, "G16R16F", "Two 16-bit floats.";
    A16B16G16R16F = 9, "A16B16G16R16F", "Four 16-bit floats.";
    R32F = 10, "R32F", "One 32-bit float or integer.";
    G32R32F = 11, "G32R32F", "Two 32-bit floats or integers.";
    A2B10G10R10 = 12, "A2B10G10R10", "32 bits, ten for each colour.";
    SignedR11Eac = 13, "SIGNED_R11_EAC", "EAC, one component, signed.";
    R8Snorm = 14, "R8_SNORM", "One component of eight bits, -1 to 1.";
    G8R8Snorm = 15, "G8R8_SNORM", "Two components of eight bits, -1 to 1.";
    X8B8G8R8Snorm = 16, "X8B8G8R8_SNORM", "Three components of eight bits, -1 to 1.";
    A8B8G8R8Snorm = 17, "A8B8G8R8_SNORM", "Four components of eight bits, -1 to 1.";
    Astc = 20, "ASTC", "ASTC; the block size is in ASTC0.";
    R8I = 21, "R8I", "One 8-bit integer.";
    G8R8I = 22, "G8R8I", "Two 8-bit integers.";
    A8B8G8R8I = 23, "A8B8G8R8I", "Four 8-bit integers.";
    R16I = 24, "R16I", "One 16-bit integer.";
    G16R16I = 25, "G16R16I", "Two 16-bit integers.";
    A16B16G16R16I = 26, "A16B16G16R16I", "Four 16-bit integers.";
    B10G11R11F = 27, "B10G11R11F", "32 bits, small floats without sign.";
    A2B10G10R10UI = 28, "A2B10G10R10UI", "32 bits, integers of ten bits.";
    R8 = 33, "R8", "Eight bits of red. GC7000.";
    D24S8 = 34, "D24S8", "24 bits of depth above 8 bits of stencil. GC7000.";
    R32I = 35, "R32I", "One 32-bit integer. GC7000.";
    G32R32I = 36, "G32R32I", "Two 32-bit integers. GC7000.";
    Ayuv = 37, "AYUV", "YUV 4:4:4 with alpha. GC7000.";
}

raw_enum! {
    pub enum TextureHalign = "texture alignment", "Alignment and layout of a texture's rows.";
    Four = 0, "FOUR", "Tiles; rows of a multiple of four texels.";
    Sixteen = 1, "SIXTEEN", "Tiles; rows of a multiple of 16 texels.";
    SuperTiled = 2, "SUPER_TILED", "Supertiles.";
    SplitTiled = 3, "SPLIT_TILED", "Tiles, split between the pixel pipes.";
    SplitSuperTiled = 4, "SPLIT_SUPER_TILED", "Supertiles, split between the pixel pipes.";
}

raw_enum! {
    pub enum TextureSwizzle = "swizzle", "Source of a component.";
    Red = 0, "RED", "The first component.";
    Green = 1, "GREEN", "The second.";
    Blue = 2, "BLUE", "The third.";
    Alpha = 3, "ALPHA", "The fourth.";
    Zero = 4, "ZERO", "0.";
    One = 5, "ONE", "1.";
}

raw_enum! {
    pub enum TextureType = "texture type", "Dimensions of a texture. 4, 6 and 7 hang the GPU.";
    None = 0, "NONE", "No texture; reads as black.";
    D1 = 1, "1D", "One.";
    D2 = 2, "2D", "Two.";
    D3 = 3, "3D", "Three dimensions. Only with HALTI0.";
    CubeMap = 5, "CUBE_MAP", "The six faces of a cube.";
}

raw_enum! {
    pub enum TextureWrapMode = "wrap mode", "Wrap modes.";
    Repeat = 0, "REPEAT", "Repeat.";
    MirroredRepeat = 1, "MIRRORED_REPEAT", "Alternately mirrored.";
    ClampToEdge = 2, "CLAMP_TO_EDGE", "Its last texel.";
    ClampToBorder = 3, "CLAMP_TO_BORDER", "The border's colour.";
}

enum_tables! {
    /// Commands of transform feedback.
    pub TFB_COMMAND = "transform feedback command": 1 "ENABLE", 2 "DISABLE", 4 "RESUME";

    /// Whether written primitives are counted.
    pub TFB_QUERY_COMMAND = "transform feedback query": 1 "ENABLE", 2 "DISABLE";
}

raw_enum! {
    pub enum TsMode = "tile status unit", "Bytes of a surface for one entry of tile status.";
    B128 = 0, "128B", "128.";
    B256 = 1, "256B", "256.";
}

raw_enum! {
    pub enum VaryingComponentUse = "component use", "Use of a component of a varying.";
    Generic = 0, "GENERIC", "Anything.";
    Color = 1, "COLOR", "A colour.";
    PointcoordX = 2, "POINTCOORD_X", "The column in the point sprite.";
    PointcoordY = 3, "POINTCOORD_Y", "The row in a point sprite.";
}

enum_tables! {
    /// 4-bit encoding of [`PeFormat`] on older chips.
    pub PE_FORMAT_SHORT = "render target format, short list": 0 "X4R4G4B4", 1 "A4R4G4B4",
        2 "X1R5G5B5", 3 "A1R5G5B5", 4 "R5G6B5", 5 "X8R8G8B8", 6 "A8R8G8B8", 7 "YUY2";

    /// 4-bit encoding of [`DeFormat`] in PE10.
    pub DE_FORMAT_PE10 = "2D format, short list": 0 "X4R4G4B4", 1 "A4R4G4B4", 2 "X1R5G5B5",
        3 "A1R5G5B5", 4 "R5G6B5", 5 "X8R8G8B8", 6 "A8R8G8B8", 7 "YUY2", 8 "UYVY", 9 "INDEX8",
        10 "MONOCHROME", 15 "YV12";

    /// Components of a colour in fields without constants: the first four of
    /// [`TextureSwizzle`].
    pub COMPONENT = "component": 0 "RED", 1 "GREEN", 2 "BLUE", 3 "ALPHA";

    /// Reasons for failed translations, in two bits: the first values of
    /// [`MMU_EXCEPTION`].
    pub MMU_EXCEPTION_SHORT = "MMU exception, short list": 1 "SLAVE_NOT_PRESENT",
        2 "PAGE_NOT_PRESENT", 3 "WRITE_VIOLATION";
}
