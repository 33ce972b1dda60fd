//! Rules of the 2D engine.

use tilescope_core::rules;

rules! {
    UNALIGNED_SURFACE = "VIV-DE-001", Undefined,
        "surfaces of the 2D engine must be aligned to 4 bytes",
        hardware: "The low bits of the address are ignored.",
        help: "Align the address, and move the rectangle by the remainder.",
        source: "rnndb, DE.SRC_ADDRESS and DE.DEST_ADDRESS: 32-bit aligned";
    UNALIGNED_STRIDE = "VIV-DE-002", Undefined,
        "strides of the 2D engine's surfaces must be multiples of 8 pixels",
        hardware: "Rows are read and written in groups of 8 pixels; the behaviour at the end of other rows is undocumented.",
        help: "Round the width up to a multiple of 8 before multiplying by the bytes of a pixel.",
        source: "rnndb, DE.DEST_STRIDE";
    EMPTY_RECTANGLE = "VIV-DE-003", Undefined,
        "a rectangle of DRAW_2D must not be empty",
        hardware: "The bottom right corner is exclusive; the effect of an empty rectangle is undocumented.",
        help: "Omit the rectangle.",
        source: "rnndb cmdstream.xml, DRAW_2D: sizes from one pixel up";
    CLEAR_WITH_ROP = "VIV-DE-004", Undefined,
        "the raster operation of a clear must not read pattern or destination",
        hardware: "A clear does not use the raster operation, but the engine reads the surfaces that the operation depends on, and may not complete.",
        help: "Set foreground and background of DE.ROP to 0xcc before a clear.",
        source: "2d.md, clear and raster operations";
    UNKNOWN_FORMAT = "VIV-DE-005", Undefined,
        "formats of the 2D engine must be defined",
        hardware: "Other formats are undocumented.",
        help: "Use a format that 2d.md lists; on chips without 2DPE20 the source format is in other bits.",
        source: "rnndb, DE_FORMAT; 2d.md, source and destination formats";
    STRETCH_WITHOUT_FACTOR = "VIV-DE-006", Undefined,
        "a stretch must have a factor for each dimension that differs",
        hardware: "With a factor of 0 every pixel is a copy of the first in its row or column.",
        help: "Set DE.STRETCH_FACTOR_LOW and DE.STRETCH_FACTOR_HIGH to ((source - 1) << 16) / (destination - 1).",
        source: "rnndb, DE.STRETCH_FACTOR_LOW";
    STRIDE_NARROW = "VIV-DE-007", Corrupt,
        "a row of the destination must hold the rectangle",
        hardware: "Pixels beyond the stride are written over the next row.",
        help: "Set DE.DEST_STRIDE to the bytes of a whole row, or clip the rectangle.",
        source: "rnndb, DE.DEST_STRIDE; that rows overlap is inferred";
}
