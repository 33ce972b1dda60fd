//! Lists of values that registers of several units share.

use tilescope_tables::packet::EnumTable;

///
pub static BLEND_EQ: EnumTable = EnumTable {
    what: "blend eq",
    values: &[
        (0, "ADD"),
        (1, "SUBTRACT"),
        (2, "REVERSE_SUBTRACT"),
        (3, "MIN"),
        (4, "MAX"),
    ],
};

///
pub static BLEND_FUNC: EnumTable = EnumTable {
    what: "blend func",
    values: &[
        (0, "ZERO"),
        (1, "ONE"),
        (2, "SRC_COLOR"),
        (3, "ONE_MINUS_SRC_COLOR"),
        (4, "SRC_ALPHA"),
        (5, "ONE_MINUS_SRC_ALPHA"),
        (6, "DST_ALPHA"),
        (7, "ONE_MINUS_DST_ALPHA"),
        (8, "DST_COLOR"),
        (9, "ONE_MINUS_DST_COLOR"),
        (10, "SRC_ALPHA_SATURATE"),
        (11, "CONSTANT_ALPHA"),
        (12, "ONE_MINUS_CONSTANT_ALPHA"),
        (13, "CONSTANT_COLOR"),
        (14, "ONE_MINUS_CONSTANT_COLOR"),
    ],
};

///
pub static BLT_FORMAT: EnumTable = EnumTable {
    what: "blt format",
    values: &[
        (0, "X4R4G4B4"),
        (1, "A4R4G4B4"),
        (2, "X1R5G5B5"),
        (3, "A1R5G5B5"),
        (4, "R5G6B5"),
        (5, "X8R8G8B8"),
        (6, "A8R8G8B8"),
        (7, "YUY2"),
        (8, "UYVY"),
        (16, "A8"),
        (22, "A2R10G10B10"),
        (23, "X24S8"),
        (24, "D16"),
        (28, "A16R16G16B16"),
        (32, "A8L8"),
        (33, "L8"),
        (34, "R8G8B8"),
        (35, "R8"),
        (36, "R8G8"),
    ],
};

///
pub static BLT_TILING: EnumTable = EnumTable {
    what: "blt tiling",
    values: &[(0, "LINEAR"), (3, "SUPER_TILED")],
};

///
pub static CHIPMODEL: EnumTable = EnumTable {
    what: "chipmodel",
    values: &[
        (512, "GC200"),
        (768, "GC300"),
        (800, "GC320"),
        (808, "GC328"),
        (848, "GC350"),
        (853, "GC355"),
        (1024, "GC400"),
        (1040, "GC410"),
        (1056, "GC420"),
        (1064, "GC428"),
        (1104, "GC450"),
        (1280, "GC500"),
        (1312, "GC520"),
        (1328, "GC530"),
        (1536, "GC600"),
        (1568, "GC620"),
        (1792, "GC700"),
        (2048, "GC800"),
        (2144, "GC860"),
        (2176, "GC880"),
        (2304, "GC900"),
        (4096, "GC1000"),
        (5376, "GC1500"),
        (8192, "GC2000"),
        (8448, "GC2100"),
        (8704, "GC2200"),
        (9472, "GC2500"),
        (12288, "GC3000"),
        (16384, "GC4000"),
        (20480, "GC5000"),
        (20992, "GC5200"),
        (25600, "GC6400"),
        (28672, "GC7000"),
        (29696, "GC7400"),
        (32768, "GC8000"),
        (33024, "GC8100"),
        (33280, "GC8200"),
        (33792, "GC8400"),
    ],
};

///
pub static COLOR_OUTPUT_MODE: EnumTable = EnumTable {
    what: "color output mode",
    values: &[
        (0, "NORMAL"),
        (1, "A2B10G10R10UI"),
        (2, "UIF32"),
        (3, "U8"),
        (4, "U16"),
        (5, "I8"),
        (6, "I16"),
    ],
};

///
pub static COMPARE_FUNC: EnumTable = EnumTable {
    what: "compare func",
    values: &[
        (0, "NEVER"),
        (1, "LESS"),
        (2, "EQUAL"),
        (3, "LEQUAL"),
        (4, "GREATER"),
        (5, "NOTEQUAL"),
        (6, "GEQUAL"),
        (7, "ALWAYS"),
    ],
};

///
pub static COMPRESSION_FORMAT: EnumTable = EnumTable {
    what: "compression format",
    values: &[
        (0, "A4R4G4B4"),
        (1, "A1R5G5B5"),
        (2, "R5G6B5"),
        (3, "A8R8G8B8"),
        (4, "X8R8G8B8"),
        (5, "D24S8"),
        (6, "D24X8"),
        (8, "D16"),
        (15, "NONE"),
    ],
};

///
pub static DE_BLENDMODE: EnumTable = EnumTable {
    what: "de blendmode",
    values: &[
        (0, "ZERO"),
        (1, "ONE"),
        (2, "NORMAL"),
        (3, "INVERSED"),
        (4, "COLOR"),
        (5, "COLOR_INVERSED"),
        (6, "SATURATED_ALPHA"),
        (7, "SATURATED_DEST_ALPHA"),
    ],
};

///
pub static DE_COMPONENT: EnumTable = EnumTable {
    what: "de component",
    values: &[(0, "BLUE"), (1, "GREEN"), (2, "RED"), (3, "ALPHA")],
};

///
pub static DE_FORMAT: EnumTable = EnumTable {
    what: "de format",
    values: &[
        (0, "X4R4G4B4"),
        (1, "A4R4G4B4"),
        (2, "X1R5G5B5"),
        (3, "A1R5G5B5"),
        (4, "R5G6B5"),
        (5, "X8R8G8B8"),
        (6, "A8R8G8B8"),
        (7, "YUY2"),
        (8, "UYVY"),
        (9, "INDEX8"),
        (10, "MONOCHROME"),
        (15, "YV12"),
        (16, "A8"),
        (17, "NV12"),
        (18, "NV16"),
        (19, "RG16"),
    ],
};

///
pub static DE_MIRROR_MODE: EnumTable = EnumTable {
    what: "de mirror mode",
    values: &[
        (0, "NONE"),
        (1, "MIRROR_X"),
        (2, "MIRROR_Y"),
        (3, "MIRROR_XY"),
    ],
};

///
pub static DE_ROT_MODE: EnumTable = EnumTable {
    what: "de rot mode",
    values: &[
        (0, "ROT0"),
        (1, "FLIP_X"),
        (2, "FLIP_Y"),
        (4, "ROT90"),
        (5, "ROT180"),
        (6, "ROT270"),
    ],
};

///
pub static DE_SWIZZLE: EnumTable = EnumTable {
    what: "de swizzle",
    values: &[(0, "ARGB"), (1, "RGBA"), (2, "ABGR"), (3, "BGRA")],
};

///
pub static ENABLE_DISABLE: EnumTable = EnumTable {
    what: "enable disable",
    values: &[(0, "DISABLE"), (1, "ENABLE")],
};

///
pub static ENDIAN_MODE: EnumTable = EnumTable {
    what: "endian mode",
    values: &[(0, "NO_SWAP"), (1, "SWAP_16"), (2, "SWAP_32")],
};

///
pub static FE_DATA_TYPE: EnumTable = EnumTable {
    what: "fe data type",
    values: &[
        (0, "BYTE"),
        (1, "UNSIGNED_BYTE"),
        (2, "SHORT"),
        (3, "UNSIGNED_SHORT"),
        (4, "INT"),
        (5, "UNSIGNED_INT"),
        (6, "INT_2_10_10_10_REV"),
        (7, "UNSIGNED_INT_2_10_10_10_REV"),
        (8, "FLOAT"),
        (9, "HALF_FLOAT"),
        (11, "FIXED"),
        (12, "INT_10_10_10_2"),
        (13, "UNSIGNED_INT_10_10_10_2"),
        (14, "BYTE_I"),
        (15, "SHORT_I"),
    ],
};

///
pub static LOGIC_OP: EnumTable = EnumTable {
    what: "logic op",
    values: &[
        (0, "CLEAR"),
        (1, "NOR"),
        (2, "AND_INVERTED"),
        (3, "COPY_INVERTED"),
        (4, "AND_REVERSE"),
        (5, "INVERT"),
        (6, "XOR"),
        (7, "NAND"),
        (8, "AND"),
        (9, "EQUIV"),
        (10, "NOOP"),
        (11, "OR_INVERTED"),
        (12, "COPY"),
        (13, "OR_REVERSE"),
        (14, "OR"),
        (15, "SET"),
    ],
};

///
pub static MMU_EXCEPTION: EnumTable = EnumTable {
    what: "mmu exception",
    values: &[
        (1, "SLAVE_NOT_PRESENT"),
        (2, "PAGE_NOT_PRESENT"),
        (3, "WRITE_VIOLATION"),
        (4, "OUT_OF_BOUND"),
        (5, "READ_SECURITY_VIOLATION"),
        (6, "WRITE_SECURITY_VIOLATION"),
    ],
};

///
pub static N2D_TRANSPARENCY_KIND: EnumTable = EnumTable {
    what: "n2d transparency kind",
    values: &[(0, "OPAQUE"), (1, "MASK"), (2, "KEY")],
};

///
pub static N2D_TRANSPARENCY_OVERRIDE: EnumTable = EnumTable {
    what: "n2d transparency override",
    values: &[(0, "DEFAULT"), (1, "USE_ENABLE"), (2, "USE_DISABLE")],
};

///
pub static PE_FORMAT: EnumTable = EnumTable {
    what: "pe format",
    values: &[
        (0, "X4R4G4B4"),
        (1, "A4R4G4B4"),
        (2, "X1R5G5B5"),
        (3, "A1R5G5B5"),
        (4, "R5G6B5"),
        (5, "X8R8G8B8"),
        (6, "A8R8G8B8"),
        (7, "YUY2"),
        (16, "A8"),
        (17, "R16F"),
        (18, "G16R16F"),
        (19, "A16B16G16R16F"),
        (20, "R32F"),
        (21, "G32R32F"),
        (22, "A2B10G10R10"),
        (23, "R8I"),
        (24, "G8R8I"),
        (25, "A8B8G8R8I"),
        (26, "R16I"),
        (27, "G16R16I"),
        (28, "A16B16G16R16I"),
        (29, "B10G11R11F"),
        (30, "A2B10G10R10UI"),
        (31, "G8R8"),
        (35, "R8"),
    ],
};

///
pub static PIPE_ID: EnumTable = EnumTable {
    what: "pipe id",
    values: &[(0, "PIPE_3D"), (1, "PIPE_2D")],
};

///
pub static RS_FORMAT: EnumTable = EnumTable {
    what: "rs format",
    values: &[
        (0, "X4R4G4B4"),
        (1, "A4R4G4B4"),
        (2, "X1R5G5B5"),
        (3, "A1R5G5B5"),
        (4, "R5G6B5"),
        (5, "X8R8G8B8"),
        (6, "A8R8G8B8"),
        (7, "YUY2"),
        (16, "S8"),
        (21, "64BPP_CLEAR"),
        (22, "A2R10G10B10"),
        (23, "D32"),
        (24, "D16"),
    ],
};

///
pub static STENCIL_OP: EnumTable = EnumTable {
    what: "stencil op",
    values: &[
        (0, "KEEP"),
        (1, "ZERO"),
        (2, "REPLACE"),
        (3, "INCR"),
        (4, "DECR"),
        (5, "INVERT"),
        (6, "INCR_WRAP"),
        (7, "DECR_WRAP"),
    ],
};

///
pub static SYNC_RECIPIENT: EnumTable = EnumTable {
    what: "sync recipient",
    values: &[(1, "FE"), (5, "RA"), (7, "PE"), (11, "DE"), (16, "BLT")],
};

///
pub static TEXTURE_ADDRESSING_MODE: EnumTable = EnumTable {
    what: "texture addressing mode",
    values: &[(0, "TILED"), (3, "LINEAR")],
};

///
pub static TEXTURE_COMPARE_FUNC: EnumTable = EnumTable {
    what: "texture compare func",
    values: &[
        (0, "LEQUAL"),
        (1, "GEQUAL"),
        (2, "LESS"),
        (3, "GREATER"),
        (4, "EQUAL"),
        (5, "NOTEQUAL"),
        (6, "ALWAYS"),
        (7, "NEVER"),
    ],
};

///
pub static TEXTURE_FILTER: EnumTable = EnumTable {
    what: "texture filter",
    values: &[
        (0, "NONE"),
        (1, "NEAREST"),
        (2, "LINEAR"),
        (3, "ANISOTROPIC"),
    ],
};

///
pub static TEXTURE_FORMAT: EnumTable = EnumTable {
    what: "texture format",
    values: &[
        (0, "NONE"),
        (1, "A8"),
        (2, "L8"),
        (3, "I8"),
        (4, "A8L8"),
        (5, "A4R4G4B4"),
        (6, "X4R4G4B4"),
        (7, "A8R8G8B8"),
        (8, "X8R8G8B8"),
        (9, "A8B8G8R8"),
        (10, "X8B8G8R8"),
        (11, "R5G6B5"),
        (12, "A1R5G5B5"),
        (13, "X1R5G5B5"),
        (14, "YUY2"),
        (15, "UYVY"),
        (16, "D16"),
        (17, "D24X8"),
        (19, "DXT1"),
        (20, "DXT2_DXT3"),
        (21, "DXT4_DXT5"),
        (29, "E5B9G9R9"),
        (30, "ETC1"),
    ],
};

///
pub static TEXTURE_FORMAT_ASTC: EnumTable = EnumTable {
    what: "texture format astc",
    values: &[
        (0, "RGBA_4x4"),
        (1, "RGBA_5x4"),
        (2, "RGBA_5x5"),
        (3, "RGBA_6x5"),
        (4, "RGBA_6x6"),
        (5, "RGBA_8x5"),
        (6, "RGBA_8x6"),
        (7, "RGBA_8x8"),
        (8, "RGBA_10x5"),
        (9, "RGBA_10x6"),
        (10, "RGBA_10x8"),
        (11, "RGBA_10x10"),
        (12, "RGBA_12x10"),
        (13, "RGBA_12x12"),
    ],
};

///
pub static TEXTURE_FORMAT_EXT: EnumTable = EnumTable {
    what: "texture format ext",
    values: &[
        (0, "NONE"),
        (1, "RGB8_PUNCHTHROUGH_ALPHA1_ETC2"),
        (2, "RGBA8_ETC2_EAC"),
        (3, "R11_EAC"),
        (4, "RG11_EAC"),
        (5, "SIGNED_RG11_EAC"),
        (6, "G8R8"),
        (7, "R16F"),
        (8, "G16R16F"),
        (9, "A16B16G16R16F"),
        (10, "R32F"),
        (11, "G32R32F"),
        (12, "A2B10G10R10"),
        (13, "SIGNED_R11_EAC"),
        (14, "R8_SNORM"),
        (15, "G8R8_SNORM"),
        (16, "X8B8G8R8_SNORM"),
        (17, "A8B8G8R8_SNORM"),
        (20, "ASTC"),
        (21, "R8I"),
        (22, "G8R8I"),
        (23, "A8B8G8R8I"),
        (24, "R16I"),
        (25, "G16R16I"),
        (26, "A16B16G16R16I"),
        (27, "B10G11R11F"),
        (28, "A2B10G10R10UI"),
        (33, "R8"),
        (34, "D24S8"),
        (35, "R32I"),
        (36, "G32R32I"),
        (37, "AYUV"),
    ],
};

///
pub static TEXTURE_HALIGN: EnumTable = EnumTable {
    what: "texture halign",
    values: &[
        (0, "FOUR"),
        (1, "SIXTEEN"),
        (2, "SUPER_TILED"),
        (3, "SPLIT_TILED"),
        (4, "SPLIT_SUPER_TILED"),
    ],
};

///
pub static TEXTURE_SWIZZLE: EnumTable = EnumTable {
    what: "texture swizzle",
    values: &[
        (0, "RED"),
        (1, "GREEN"),
        (2, "BLUE"),
        (3, "ALPHA"),
        (4, "ZERO"),
        (5, "ONE"),
    ],
};

///
pub static TEXTURE_TYPE: EnumTable = EnumTable {
    what: "texture type",
    values: &[
        (0, "NONE"),
        (1, "1D"),
        (2, "2D"),
        (3, "3D"),
        (5, "CUBE_MAP"),
    ],
};

///
pub static TEXTURE_WRAPMODE: EnumTable = EnumTable {
    what: "texture wrapmode",
    values: &[
        (0, "REPEAT"),
        (1, "MIRRORED_REPEAT"),
        (2, "CLAMP_TO_EDGE"),
        (3, "CLAMP_TO_BORDER"),
    ],
};

///
pub static TFB_COMMAND: EnumTable = EnumTable {
    what: "tfb command",
    values: &[(1, "ENABLE"), (2, "DISABLE"), (4, "RESUME")],
};

///
pub static TFB_QUERY_COMMAND: EnumTable = EnumTable {
    what: "tfb query command",
    values: &[(1, "ENABLE"), (2, "DISABLE")],
};

///
pub static TS_MODE: EnumTable = EnumTable {
    what: "ts mode",
    values: &[(0, "128B"), (1, "256B")],
};

///
pub static VARYING_COMPONENT_USE: EnumTable = EnumTable {
    what: "varying component use",
    values: &[
        (0, "GENERIC"),
        (1, "COLOR"),
        (2, "POINTCOORD_X"),
        (3, "POINTCOORD_Y"),
    ],
};
