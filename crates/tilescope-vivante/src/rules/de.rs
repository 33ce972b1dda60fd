//! Rules of the 2D engine.

use tilescope_core::rules;

rules! {
    UNALIGNED_SURFACE = "VIV-DE-001", Undefined,
        "surfaces of the 2D engine must begin at multiples of 4",
        hardware: "The low bits of the address are dropped.",
        help: "Align the address, and move the rectangle for what is left over.",
        source: "rnndb, DE.SRC_ADDRESS and DE.DEST_ADDRESS: 32-bit aligned";
    UNALIGNED_STRIDE = "VIV-DE-002", Undefined,
        "rows of the 2D engine's surfaces must be whole groups of 8 pixels",
        hardware: "Rows are read and written in pieces of 8 pixels; what happens at the end of others is not known.",
        help: "Round the width up to a multiple of 8 before it is multiplied by the size of a pixel.",
        source: "rnndb, DE.DEST_STRIDE";
    EMPTY_RECTANGLE = "VIV-DE-003", Undefined,
        "a rectangle of DRAW_2D must have a pixel",
        hardware: "The bottom right corner does not belong to the rectangle; what one without pixels does is not known.",
        help: "Leave the rectangle out.",
        source: "rnndb cmdstream.xml, DRAW_2D: sizes from one pixel up";
    CLEAR_WITH_ROP = "VIV-DE-004", Undefined,
        "the raster operation of a clear must not read pattern or destination",
        hardware: "A clear does not use the raster operation, but the engine decides by it what to read, and may not complete with the wrong decision.",
        help: "Set DE.ROP to 0xcc, foreground and background, before a clear.",
        source: "2d.md, clear and raster operations";
    UNKNOWN_FORMAT = "VIV-DE-005", Undefined,
        "formats of the 2D engine must exist",
        hardware: "What an unknown format does is not known.",
        help: "Use a format that 2d.md lists; of chips without 2DPE20 the source's is in other bits.",
        source: "rnndb, DE_FORMAT; 2d.md, source and destination formats";
    STRETCH_WITHOUT_FACTOR = "VIV-DE-006", Undefined,
        "a stretch must have factors for sizes that differ",
        hardware: "With a factor of 0 every pixel is the first one of its row or column.",
        help: "Set DE.STRETCH_FACTOR_LOW and DE.STRETCH_FACTOR_HIGH to ((source - 1) << 16) / (destination - 1).",
        source: "rnndb, DE.STRETCH_FACTOR_LOW";
}
