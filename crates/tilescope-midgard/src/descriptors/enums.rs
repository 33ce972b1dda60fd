//! Values of fields.

use tilescope_tables::raw_enum;

raw_enum! {
    pub enum AttributeType = "attribute type", "Attribute Type.";
    N1D = 1, "1D", "1D.";
    N1DPotDivisor = 2, "1D_POT_DIVISOR", "1D POT Divisor.";
    N1DModulus = 3, "1D_MODULUS", "1D Modulus.";
    N1DNpotDivisor = 4, "1D_NPOT_DIVISOR", "1D NPOT Divisor.";
    N3DLinear = 5, "3D_LINEAR", "3D Linear.";
    N3DInterleaved = 6, "3D_INTERLEAVED", "3D Interleaved.";
    N1DPrimitiveIndexBuffer = 7, "1D_PRIMITIVE_INDEX_BUFFER", "1D Primitive Index Buffer.";
    N1DPotDivisorWriteReduction = 10, "1D_POT_DIVISOR_WRITE_REDUCTION", "1D POT Divisor Write Reduction.";
    N1DModulusWriteReduction = 11, "1D_MODULUS_WRITE_REDUCTION", "1D Modulus Write Reduction.";
    N1DNpotDivisorWriteReduction = 12, "1D_NPOT_DIVISOR_WRITE_REDUCTION", "1D NPOT Divisor Write Reduction.";
    Continuation = 32, "CONTINUATION", "Continuation.";
}

raw_enum! {
    pub enum AttributeSpecial = "attribute special", "Attribute Special.";
    PointCoordMinY = 33, "POINT_COORD_MIN_Y", "Point Coord Min Y.";
    VertexId = 34, "VERTEX_ID", "Vertex ID.";
    InstanceId = 36, "INSTANCE_ID", "Instance ID.";
    FragCoord = 37, "FRAG_COORD", "Frag Coord.";
    FrontFacing = 38, "FRONT_FACING", "Front Facing.";
    PointCoordMaxY = 97, "POINT_COORD_MAX_Y", "Point Coord Max Y.";
}

raw_enum! {
    pub enum Channel = "channel", "Channel.";
    R = 0, "R", "R.";
    G = 1, "G", "G.";
    B = 2, "B", "B.";
    A = 3, "A", "A.";
    N0 = 4, "N0", "0.";
    N1 = 5, "N1", "1.";
}

raw_enum! {
    pub enum DepthSource = "depth source", "Depth Source.";
    Minimum = 0, "MINIMUM", "Minimum.";
    Maximum = 1, "MAXIMUM", "Maximum.";
    FixedFunction = 2, "FIXED_FUNCTION", "Fixed function.";
    Shader = 3, "SHADER", "Shader.";
}

raw_enum! {
    pub enum JobType = "job type", "Job Type.";
    NotStarted = 0, "NOT_STARTED", "Not started.";
    Null = 1, "NULL", "Null.";
    WriteValue = 2, "WRITE_VALUE", "Write value.";
    CacheFlush = 3, "CACHE_FLUSH", "Cache flush.";
    Compute = 4, "COMPUTE", "Compute.";
    Vertex = 5, "VERTEX", "Vertex.";
    Geometry = 6, "GEOMETRY", "Geometry.";
    Tiler = 7, "TILER", "Tiler.";
    Fused = 8, "FUSED", "Fused.";
    Fragment = 9, "FRAGMENT", "Fragment.";
}

raw_enum! {
    pub enum DrawMode = "draw mode", "Draw Mode.";
    Points = 1, "POINTS", "Points.";
    Lines = 2, "LINES", "Lines.";
    LinesWithAdjacency = 3, "LINES_WITH_ADJACENCY", "Lines with adjacency.";
    LineStrip = 4, "LINE_STRIP", "Line strip.";
    LineStripWithAdjacency = 5, "LINE_STRIP_WITH_ADJACENCY", "Line strip with adjacency.";
    LineLoop = 6, "LINE_LOOP", "Line loop.";
    Triangles = 8, "TRIANGLES", "Triangles.";
    TrianglesWithAdjacency = 9, "TRIANGLES_WITH_ADJACENCY", "Triangles with adjacency.";
    TriangleStrip = 10, "TRIANGLE_STRIP", "Triangle strip.";
    TriangleStripWithAdjacency = 11, "TRIANGLE_STRIP_WITH_ADJACENCY", "Triangle strip with adjacency.";
    TriangleFan = 12, "TRIANGLE_FAN", "Triangle fan.";
    Polygon = 13, "POLYGON", "Polygon.";
    Quads = 14, "QUADS", "Quads.";
    QuadStrip = 15, "QUAD_STRIP", "Quad strip.";
    Parallelogram = 16, "PARALLELOGRAM", "Parallelogram.";
}

raw_enum! {
    pub enum ExceptionAccess = "exception access", "Exception Access.";
    None = 0, "NONE", "None.";
    Execute = 2, "EXECUTE", "Execute.";
    Read = 1, "READ", "Read.";
    Write = 3, "WRITE", "Write.";
}

raw_enum! {
    pub enum Func = "func", "Func.";
    Never = 0, "NEVER", "Never.";
    Less = 1, "LESS", "Less.";
    Equal = 2, "EQUAL", "Equal.";
    Lequal = 3, "LEQUAL", "Lequal.";
    Greater = 4, "GREATER", "Greater.";
    NotEqual = 5, "NOT_EQUAL", "Not Equal.";
    Gequal = 6, "GEQUAL", "Gequal.";
    Always = 7, "ALWAYS", "Always.";
}

raw_enum! {
    pub enum YuvSwizzle = "yuv swizzle", "YUV Swizzle.";
    Yuva = 0, "YUVA", "YUVA.";
    Yvua = 1, "YVUA", "YVUA.";
    Uyva = 2, "UYVA", "UYVA.";
    Uvya = 3, "UVYA", "UVYA.";
    Vuya = 4, "VUYA", "VUYA.";
    Vyua = 5, "VYUA", "VYUA.";
    Y00A = 6, "Y00A", "Y00A.";
    Yxxa = 7, "YXXA", "YXXA.";
}

raw_enum! {
    pub enum YuvConversionMode = "yuv conversion mode", "YUV Conversion Mode.";
    NoConversion = 0, "NO_CONVERSION", "No Conversion.";
    Bt601 = 3, "BT_601", "BT 601.";
    Bt709 = 4, "BT_709", "BT 709.";
    Bt2020 = 6, "BT_2020", "BT 2020.";
}

raw_enum! {
    pub enum YuvCrSiting = "yuv cr siting", "YUV Cr Siting.";
    CoSited = 0, "CO_SITED", "Co-Sited.";
    CenterY = 1, "CENTER_Y", "Center Y.";
    CenterX = 2, "CENTER_X", "Center X.";
    Center = 3, "CENTER", "Center.";
    OneQuarter = 4, "ONE_QUARTER", "One Quarter.";
    ThreeQuarters = 5, "THREE_QUARTERS", "Three Quarters.";
    Replicated = 7, "REPLICATED", "Replicated.";
}

raw_enum! {
    pub enum Astc2DDimension = "astc 2d dimension", "ASTC 2D Dimension.";
    N4 = 0, "N4", "4.";
    N5 = 1, "N5", "5.";
    N6 = 2, "N6", "6.";
    N8 = 4, "N8", "8.";
    N10 = 6, "N10", "10.";
    N12 = 7, "N12", "12.";
}

raw_enum! {
    pub enum Astc3DDimension = "astc 3d dimension", "ASTC 3D Dimension.";
    N4 = 0, "N4", "4.";
    N5 = 1, "N5", "5.";
    N6 = 2, "N6", "6.";
    N3 = 3, "N3", "3.";
}

raw_enum! {
    pub enum BlockFormat = "block format", "Block Format.";
    TiledUInterleaved = 0, "TILED_U_INTERLEAVED", "Tiled U-Interleaved.";
    TiledLinear = 1, "TILED_LINEAR", "Tiled Linear.";
    Linear = 2, "LINEAR", "Linear.";
    Afbc = 3, "AFBC", "AFBC.";
}

raw_enum! {
    pub enum MipmapMode = "mipmap mode", "Mipmap Mode.";
    Nearest = 0, "NEAREST", "Nearest.";
    PerformanceTrilinear = 2, "PERFORMANCE_TRILINEAR", "Performance Trilinear.";
    Trilinear = 3, "TRILINEAR", "Trilinear.";
}

raw_enum! {
    pub enum Msaa = "MSAA", "MSAA.";
    Single = 0, "SINGLE", "Single.";
    Average = 1, "AVERAGE", "Average.";
    Multiple = 2, "MULTIPLE", "Multiple.";
    Layered = 3, "LAYERED", "Layered.";
}

raw_enum! {
    pub enum IndexType = "index type", "Index Type.";
    None = 0, "NONE", "None.";
    UINT8 = 1, "UINT8", "UINT8.";
    UINT16 = 2, "UINT16", "UINT16.";
    UINT32 = 3, "UINT32", "UINT32.";
}

raw_enum! {
    pub enum OcclusionMode = "occlusion mode", "Occlusion Mode.";
    Disabled = 0, "DISABLED", "Disabled.";
    Predicate = 1, "PREDICATE", "Predicate.";
    Counter = 3, "COUNTER", "Counter.";
}

raw_enum! {
    pub enum StencilOp = "stencil op", "Stencil Op.";
    Keep = 0, "KEEP", "Keep.";
    Replace = 1, "REPLACE", "Replace.";
    Zero = 2, "ZERO", "Zero.";
    Invert = 3, "INVERT", "Invert.";
    IncrWrap = 4, "INCR_WRAP", "Incr Wrap.";
    DecrWrap = 5, "DECR_WRAP", "Decr Wrap.";
    IncrSat = 6, "INCR_SAT", "Incr Sat.";
    DecrSat = 7, "DECR_SAT", "Decr Sat.";
}

raw_enum! {
    pub enum TextureDimension = "texture dimension", "Texture Dimension.";
    Cube = 0, "CUBE", "Cube.";
    N1D = 1, "1D", "1D.";
    N2D = 2, "2D", "2D.";
    N3D = 3, "3D", "3D.";
}

raw_enum! {
    pub enum TextureLayout = "texture layout", "Texture Layout.";
    Tiled = 1, "TILED", "Tiled.";
    Linear = 2, "LINEAR", "Linear.";
    Afbc = 12, "AFBC", "AFBC.";
}

raw_enum! {
    pub enum AfbcSurfaceFlag = "afbc surface flag", "AFBC Surface Flag.";
    Ytr = 1, "YTR", "YTR.";
}

raw_enum! {
    pub enum WrapMode = "wrap mode", "Wrap Mode.";
    Repeat = 8, "REPEAT", "Repeat.";
    ClampToEdge = 9, "CLAMP_TO_EDGE", "Clamp to Edge.";
    Clamp = 10, "CLAMP", "Clamp.";
    ClampToBorder = 11, "CLAMP_TO_BORDER", "Clamp to Border.";
    MirroredRepeat = 12, "MIRRORED_REPEAT", "Mirrored Repeat.";
    MirroredClampToEdge = 13, "MIRRORED_CLAMP_TO_EDGE", "Mirrored Clamp to Edge.";
    MirroredClamp = 14, "MIRRORED_CLAMP", "Mirrored Clamp.";
    MirroredClampToBorder = 15, "MIRRORED_CLAMP_TO_BORDER", "Mirrored Clamp to Border.";
}

raw_enum! {
    pub enum BlendOperandA = "blend operand a", "Blend Operand A.";
    Zero = 1, "ZERO", "Zero.";
    Src = 2, "SRC", "Src.";
    Dest = 3, "DEST", "Dest.";
}

raw_enum! {
    pub enum BlendOperandB = "blend operand b", "Blend Operand B.";
    SrcMinusDest = 0, "SRC_MINUS_DEST", "Src Minus Dest.";
    SrcPlusDest = 1, "SRC_PLUS_DEST", "Src Plus Dest.";
    Src = 2, "SRC", "Src.";
    Dest = 3, "DEST", "Dest.";
}

raw_enum! {
    pub enum BlendOperandC = "blend operand c", "Blend Operand C.";
    Zero = 1, "ZERO", "Zero.";
    Src = 2, "SRC", "Src.";
    Dest = 3, "DEST", "Dest.";
    SrcX2 = 4, "SRC_X2", "Src x 2.";
    SrcAlpha = 5, "SRC_ALPHA", "Src Alpha.";
    DestAlpha = 6, "DEST_ALPHA", "Dest Alpha.";
    Constant = 7, "CONSTANT", "Constant.";
}

raw_enum! {
    pub enum PointSizeArrayFormat = "point size array format", "Point Size Array Format.";
    None = 0, "NONE", "None.";
    FP16 = 2, "FP16", "FP16.";
    FP32 = 3, "FP32", "FP32.";
}

raw_enum! {
    pub enum PrimitiveRestart = "primitive restart", "Primitive Restart.";
    None = 0, "NONE", "None.";
    Implicit = 2, "IMPLICIT", "Implicit.";
    Explicit = 3, "EXPLICIT", "Explicit.";
}

raw_enum! {
    pub enum FpMode = "fp mode", "FP Mode.";
    GlInfNaNAllowed = 0, "GL_INF_NAN_ALLOWED", "GL Inf/NaN Allowed.";
    GlInfNaNSuppressed = 1, "GL_INF_NAN_SUPPRESSED", "GL Inf/NaN Suppressed.";
    Cl = 2, "CL", "CL.";
    D3D11 = 3, "D3D11", "D3D11.";
}

raw_enum! {
    pub enum ColorBufferInternalFormat = "color buffer internal format", "Color Buffer Internal Format.";
    RawValue = 0, "RAW_VALUE", "Raw Value.";
    R8G8B8A8 = 1, "R8G8B8A8", "R8G8B8A8.";
    R10G10B10A2 = 2, "R10G10B10A2", "R10G10B10A2.";
    R8G8B8A2 = 3, "R8G8B8A2", "R8G8B8A2.";
    R4G4B4A4 = 4, "R4G4B4A4", "R4G4B4A4.";
    R5G6B5A0 = 5, "R5G6B5A0", "R5G6B5A0.";
    R5G5B5A1 = 6, "R5G5B5A1", "R5G5B5A1.";
    RAW8 = 32, "RAW8", "RAW8.";
    RAW16 = 33, "RAW16", "RAW16.";
    RAW32 = 34, "RAW32", "RAW32.";
    RAW64 = 35, "RAW64", "RAW64.";
    RAW128 = 36, "RAW128", "RAW128.";
}

raw_enum! {
    pub enum ColorFormatV5 = "color format (v5)", "Color Format.";
    RAW8 = 0, "RAW8", "RAW8.";
    RAW16 = 1, "RAW16", "RAW16.";
    RAW24 = 2, "RAW24", "RAW24.";
    RAW32 = 3, "RAW32", "RAW32.";
    RAW48 = 4, "RAW48", "RAW48.";
    RAW64 = 5, "RAW64", "RAW64.";
    RAW96 = 6, "RAW96", "RAW96.";
    RAW128 = 7, "RAW128", "RAW128.";
    RAW192 = 8, "RAW192", "RAW192.";
    RAW256 = 9, "RAW256", "RAW256.";
    RAW384 = 10, "RAW384", "RAW384.";
    RAW512 = 11, "RAW512", "RAW512.";
    RAW768 = 12, "RAW768", "RAW768.";
    RAW1024 = 13, "RAW1024", "RAW1024.";
    RAW1536 = 14, "RAW1536", "RAW1536.";
    RAW2048 = 15, "RAW2048", "RAW2048.";
    R8 = 16, "R8", "R8.";
    R8G8 = 17, "R8G8", "R8G8.";
    R8G8B8 = 18, "R8G8B8", "R8G8B8.";
    R8G8B8A8 = 19, "R8G8B8A8", "R8G8B8A8.";
    R4G4B4A4 = 20, "R4G4B4A4", "R4G4B4A4.";
    R5G6B5 = 21, "R5G6B5", "R5G6B5.";
    R8G8B8FromR8G8B8A2 = 22, "R8G8B8_FROM_R8G8B8A2", "R8G8B8_FROM_R8G8B8A2.";
    R10G10B10A2 = 24, "R10G10B10A2", "R10G10B10A2.";
    A2B10G10R10 = 25, "A2B10G10R10", "A2B10G10R10.";
    R5G5B5A1 = 28, "R5G5B5A1", "R5G5B5A1.";
    A1B5G5R5 = 29, "A1B5G5R5", "A1B5G5R5.";
    Native = 31, "NATIVE", "NATIVE.";
}

raw_enum! {
    pub enum DownsamplingAccumulationMode = "downsampling accumulation mode", "Downsampling Accumulation Mode.";
    UnsignedNormalizedInteger = 0, "UNSIGNED_NORMALIZED_INTEGER", "Unsigned normalized integer.";
    SignedNormalizedInteger = 1, "SIGNED_NORMALIZED_INTEGER", "Signed normalized integer.";
}

raw_enum! {
    pub enum SampleLayout = "sample layout", "Sample Layout.";
    Ordered4xGrid = 0, "ORDERED_4X_GRID", "Ordered 4x Grid.";
    Rotated4xGrid = 1, "ROTATED_4X_GRID", "Rotated 4x Grid.";
    D3D8xGrid = 2, "D3D_8X_GRID", "D3D 8x Grid.";
    D3D16xGrid = 3, "D3D_16X_GRID", "D3D 16x Grid.";
}

raw_enum! {
    pub enum ZsFormat = "zs format", "ZS Format.";
    D16 = 1, "D16", "D16.";
    D24 = 2, "D24", "D24.";
    D24X8 = 4, "D24X8", "D24X8.";
    D24S8 = 5, "D24S8", "D24S8.";
    X8D24 = 6, "X8D24", "X8D24.";
    S8D24 = 7, "S8D24", "S8D24.";
    D32 = 14, "D32", "D32.";
    D32S8X24 = 15, "D32_S8X24", "D32_S8X24.";
}

raw_enum! {
    pub enum ZsPreloadFormat = "zs preload format", "ZS Preload Format.";
    D32S8X24 = 4, "D32_S8X24", "D32_S8X24.";
}

raw_enum! {
    pub enum SFormat = "s format", "S Format.";
    S8 = 1, "S8", "S8.";
    S8X8 = 2, "S8X8", "S8X8.";
    S8X24 = 3, "S8X24", "S8X24.";
    X24S8 = 4, "X24S8", "X24S8.";
    X8S8 = 5, "X8S8", "X8S8.";
    X32S8X24 = 6, "X32_S8X24", "X32_S8X24.";
}

raw_enum! {
    pub enum TieBreakRule = "tie-break rule", "Tie-Break Rule.";
    N0In180Out = 0, "0_IN_180_OUT", "0_IN_180_OUT.";
    N0Out180In = 1, "0_OUT_180_IN", "0_OUT_180_IN.";
    Minus180In0Out = 2, "MINUS_180_IN_0_OUT", "MINUS_180_IN_0_OUT.";
    Minus180Out0In = 3, "MINUS_180_OUT_0_IN", "MINUS_180_OUT_0_IN.";
    N90In270Out = 4, "90_IN_270_OUT", "90_IN_270_OUT.";
    N90Out270In = 5, "90_OUT_270_IN", "90_OUT_270_IN.";
    Minus90In90Out = 6, "MINUS_90_IN_90_OUT", "MINUS_90_IN_90_OUT.";
    Minus90Out90In = 7, "MINUS_90_OUT_90_IN", "MINUS_90_OUT_90_IN.";
}

raw_enum! {
    pub enum SamplePattern = "sample pattern", "Sample Pattern.";
    SingleSampled = 0, "SINGLE_SAMPLED", "Single-sampled.";
    Ordered4xGrid = 1, "ORDERED_4X_GRID", "Ordered 4x Grid.";
    Rotated4xGrid = 2, "ROTATED_4X_GRID", "Rotated 4x Grid.";
    D3D8xGrid = 3, "D3D_8X_GRID", "D3D 8x Grid.";
    D3D16xGrid = 4, "D3D_16X_GRID", "D3D 16x Grid.";
}

raw_enum! {
    pub enum ZInternalFormat = "z internal format", "Z Internal Format.";
    D16 = 0, "D16", "D16.";
    D24 = 1, "D24", "D24.";
    D32 = 2, "D32", "D32.";
}

raw_enum! {
    pub enum FbdTag = "fbd tag", "FBD Tag.";
    IsMfbd = 1, "IS_MFBD", "IS_MFBD.";
    HasZsRt = 2, "HAS_ZS_RT", "HAS_ZS_RT.";
    Mask = 63, "MASK", "MASK.";
}

raw_enum! {
    pub enum RtEndianness = "rt endianness", "RT Endianness.";
    LittleEndian = 0, "LITTLE_ENDIAN", "Little Endian.";
    BigEndian2B = 1, "BIG_ENDIAN_2B", "Big Endian 2B.";
    BigEndian4B = 2, "BIG_ENDIAN_4B", "Big Endian 4B.";
    BigEndian8B = 3, "BIG_ENDIAN_8B", "Big Endian 8B.";
}

raw_enum! {
    pub enum YuvConvK6 = "yuv conv k6", "YUV Conv K6.";
    N0 = 0, "N0", "0.";
    N16 = 1, "N16", "16.";
}

raw_enum! {
    pub enum YuvConvK7Clamp = "yuv conv k7 clamp", "YUV Conv K7 Clamp.";
    Minus128To127 = 0, "MINUS_128_TO_127", "MINUS_128_TO_127.";
    Minus112To111 = 1, "MINUS_112_TO_111", "MINUS_112_TO_111.";
    N0To255 = 2, "0_TO_255", "0_TO_255.";
    N16To239 = 3, "16_TO_239", "16_TO_239.";
}

raw_enum! {
    pub enum YuvConvK8 = "yuv conv k8", "YUV Conv K8.";
    N220 = 0, "N220", "220.";
    N256 = 1, "N256", "256.";
}

raw_enum! {
    pub enum WriteValueType = "write value type", "Write Value Type.";
    CycleCounter = 1, "CYCLE_COUNTER", "Cycle Counter.";
    SystemTimestamp = 2, "SYSTEM_TIMESTAMP", "System Timestamp.";
    Zero = 3, "ZERO", "Zero.";
}

raw_enum! {
    pub enum ColorFormatV4 = "color format (v4)", "Color Format.";
    N432BChannels = 0, "4_32B_CHANNELS", "4_32B_CHANNELS.";
    N332BChannels = 1, "3_32B_CHANNELS", "3_32B_CHANNELS.";
    N232BChannels = 2, "2_32B_CHANNELS", "2_32B_CHANNELS.";
    N132BChannel = 3, "1_32B_CHANNEL", "1_32B_CHANNEL.";
    N416BChannels = 4, "4_16B_CHANNELS", "4_16B_CHANNELS.";
    N316BChannels = 5, "3_16B_CHANNELS", "3_16B_CHANNELS.";
    N216BChannels = 6, "2_16B_CHANNELS", "2_16B_CHANNELS.";
    N116BChannel = 7, "1_16B_CHANNEL", "1_16B_CHANNEL.";
    R8 = 16, "R8", "R8.";
    R8G8 = 17, "R8G8", "R8G8.";
    R8G8B8 = 18, "R8G8B8", "R8G8B8.";
    R8G8B8A8 = 19, "R8G8B8A8", "R8G8B8A8.";
    R4G4B4A4 = 20, "R4G4B4A4", "R4G4B4A4.";
    R5G6B5 = 21, "R5G6B5", "R5G6B5.";
    R8G8B8FromR8G8B8A2 = 22, "R8G8B8_FROM_R8G8B8A2", "R8G8B8_FROM_R8G8B8A2.";
    R10G10B10A2 = 24, "R10G10B10A2", "R10G10B10A2.";
    A2B10G10R10 = 25, "A2B10G10R10", "A2B10G10R10.";
    R5G5B5A1 = 28, "R5G5B5A1", "R5G5B5A1.";
    A1B5G5R5 = 29, "A1B5G5R5", "A1B5G5R5.";
}

raw_enum! {
    pub enum ColorBufferInternalFormatV4 = "color buffer internal format (v4)", "Color Buffer Internal Format.";
    RawValue = 0, "RAW_VALUE", "Raw Value.";
    R8G8B8A8 = 1, "R8G8B8A8", "R8G8B8A8.";
    R10G10B10A2 = 2, "R10G10B10A2", "R10G10B10A2.";
    R8G8B8A2 = 3, "R8G8B8A2", "R8G8B8A2.";
    R4G4B4A4 = 4, "R4G4B4A4", "R4G4B4A4.";
    R5G6B5A0 = 5, "R5G6B5A0", "R5G6B5A0.";
    R5G5B5A1 = 6, "R5G5B5A1", "R5G5B5A1.";
}
