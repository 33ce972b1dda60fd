//! The enumerated fields of packets. Names are those of Mesa's
//! `kernel/vc4_packet.h` and `v3d_packet_v21.xml` without their prefixes.

use tilescope_tables::raw_enum;

raw_enum! {
    pub enum PrimitiveMode = "primitive mode", "Assembly of vertices into primitives.";
    Points = 0, "POINTS", "One point per vertex.";
    Lines = 1, "LINES", "A line per two vertices.";
    LineLoop = 2, "LINE_LOOP", "A closed line strip.";
    LineStrip = 3, "LINE_STRIP", "A line strip.";
    Triangles = 4, "TRIANGLES", "A triangle per three vertices.";
    TriangleStrip = 5, "TRIANGLE_STRIP", "Each vertex forms a triangle with the two before it.";
    TriangleFan = 6, "TRIANGLE_FAN", "Each vertex forms a triangle with the first and the previous vertex.";
}

raw_enum! {
    pub enum IndexType = "index type", "Width of the indices of an indexed draw.";
    U8 = 0, "U8", "8 bits.";
    U16 = 1, "U16", "16 bits.";
}

raw_enum! {
    pub enum VgPrimitiveType = "VG primitive type", "Assembly of VG coordinates into primitives.";
    Rht = 1, "RHT", "Right-hand trapezoids.";
    RhtStrip = 3, "RHT_STRIP", "A strip of right-hand trapezoids.";
    Triangles = 4, "TRIANGLES", "A triangle per three coordinates.";
    TriangleStrip = 5, "TRIANGLE_STRIP", "A strip of triangles.";
    TriangleFan = 6, "TRIANGLE_FAN", "A fan of triangles.";
}

raw_enum! {
    pub enum ListPrimitive = "list primitive", "Kind of the items in a compressed primitive list.";
    Points = 0, "POINTS", "Points.";
    Lines = 1, "LINES", "Lines.";
    Triangles = 2, "TRIANGLES", "Triangles.";
    Rht = 3, "RHT", "Right-hand trapezoids (VG).";
}

raw_enum! {
    pub enum ListData = "list data type", "Contents of the items in a compressed primitive list.";
    Index16 = 1, "INDEX_16", "16-bit vertex indices.";
    Xy32 = 3, "XY_32", "32-bit x/y screen coordinates.";
}

raw_enum! {
    pub enum CompareFunc = "compare function", "Condition under which a comparison of new with stored passes.";
    Never = 0, "NEVER", "Never.";
    Less = 1, "LESS", "New < stored.";
    Equal = 2, "EQUAL", "New = stored.";
    Lequal = 3, "LEQUAL", "New <= stored.";
    Greater = 4, "GREATER", "New > stored.";
    Notequal = 5, "NOTEQUAL", "New and stored differ.";
    Gequal = 6, "GEQUAL", "New >= stored.";
    Always = 7, "ALWAYS", "Always.";
}

raw_enum! {
    pub enum Oversample = "rasteriser oversample mode", "Samples per pixel that the rasteriser tests.";
    None = 0, "NONE", "One.";
    X4 = 1, "X4", "Four.";
    X16 = 2, "X16", "Sixteen (VG coverage).";
}

raw_enum! {
    pub enum CoverageReadType = "coverage read type", "Data that a coverage read returns to a shader.";
    Level = 0, "LEVEL", "Four 8-bit levels.";
    Mask = 1, "MASK", "A 16-bit mask.";
}

raw_enum! {
    pub enum CoverageUpdate = "coverage update mode", "Accumulation of new coverage into the stored coverage.";
    Nonzero = 0, "NONZERO", "Non-zero winding.";
    Odd = 1, "ODD", "Odd-even winding.";
    Or = 2, "OR", "Union.";
    Zero = 3, "ZERO", "Cleared.";
}

raw_enum! {
    pub enum CoverageRead = "coverage read mode", "Effect of a coverage read on the stored coverage.";
    Clear = 0, "CLEAR", "The stored coverage is cleared.";
    Leave = 1, "LEAVE", "The stored coverage is kept.";
}

raw_enum! {
    pub enum MemoryFormat = "memory format", "Memory layout of pixels.";
    Raster = 0, "RASTER", "Rows of pixels.";
    T = 1, "T", "4 KiB tiles of 1 KiB sub-tiles of 64-byte micro-tiles.";
    Lt = 2, "LT", "Rows of 64-byte micro-tiles.";
}

raw_enum! {
    pub enum BufferSelect = "tile buffer", "Part of the tile buffer that a load or store transfers.";
    None = 0, "NONE", "Nothing; a store still clears and still ends the tile.";
    Color = 1, "COLOR", "Colour.";
    Zs = 2, "ZS", "Depth and stencil.";
    Z = 3, "Z", "Depth alone (store only).";
    VgMask = 4, "VG_MASK", "The VG mask.";
    Full = 5, "FULL", "All of it, every sample.";
}

raw_enum! {
    pub enum StoreMode = "store mode", "Resolve of a pixel's samples in a store.";
    Sample0 = 0, "SAMPLE_0", "Sample 0 is taken.";
    DecimateX4 = 1, "DECIMATE_X4", "Four samples are averaged.";
    DecimateX16 = 2, "DECIMATE_X16", "Sixteen samples are averaged.";
}

raw_enum! {
    pub enum PixelFormat = "pixel format", "Colour format of a general load or store.";
    Rgba8888 = 0, "RGBA8888", "Four bytes per pixel.";
    Bgr565Dither = 1, "BGR565_DITHER", "Two bytes per pixel, dithered when stored.";
    Bgr565 = 2, "BGR565", "Two bytes per pixel.";
}

raw_enum! {
    pub enum FrameFormat = "frame buffer format", "Colour format of the frame buffer. Encoded differently from `PixelFormat`.";
    Bgr565Dither = 0, "BGR565_DITHER", "Two bytes per pixel, dithered when stored.";
    Rgba8888 = 1, "RGBA8888", "Four bytes per pixel.";
    Bgr565 = 2, "BGR565", "Two bytes per pixel.";
}

raw_enum! {
    pub enum DecimateMode = "decimate mode", "Resolve of a pixel's samples into the frame buffer.";
    X1 = 0, "X1", "No resolve.";
    X4 = 1, "X4", "Four samples are averaged.";
    X16 = 2, "X16", "Sixteen samples are averaged.";
}

raw_enum! {
    pub enum EarlyZDirection = "early-Z direction", "Direction of depth updates, for the early-Z bounds.";
    Less = 0, "LT_LE", "Depth functions LESS and LEQUAL.";
    Greater = 1, "GT_GE", "Depth functions GREATER and GEQUAL.";
}
