//! Rules of tile lists: the sub-lists that the binner writes for each tile.

use tilescope_core::rules;

rules! {
    NO_RETURN = "VC4-CL-080", Hang,
        "a tile list must end with a return",
        hardware: "The rendering thread continues into the next block of tile memory.",
        help: "Close the lists with flush (4) at the end of binning; end hand-written lists with return (18).",
        source: "Linux vc4_validate.c, note at the flush";
    UNKNOWN_ITEM = "VC4-CL-081", Hang,
        "a tile list must only contain records that are valid in tile lists",
        hardware: "The executor stops, or decodes payload as records.",
        help: "Check that the branch goes to the beginning of a list and that nothing else writes to tile allocation memory.",
        source: "Guide, control records";
    NOT_BINNED = "VC4-CL-082", Corrupt,
        "a tile list must have been written by the binning of this frame",
        hardware: "Whatever is in memory is drawn: often the previous frame's lists.",
        help: "Check the sub-list address, that start tile binning ran, and that rendering waits for the semaphore.",
        source: "Inferred";
    FORMAT_UNSET = "VC4-CL-083", Hang,
        "a tile list must set the primitive list format before compressed primitives",
        hardware: "Indices are decoded in the format left over from the previous tile list. If it differs, the executor loses track of record boundaries.",
        help: "Begin hand-written tile lists with primitive list format (56).",
        source: "Guide, primitive list format";
    OVERWRITTEN = "VC4-CL-084", Corrupt,
        "tile allocation memory must not be written by anything but the binner",
        hardware: "The rendering thread executes those bytes as records.",
        help: "Look for stores, DMA or uploads that overlap the tile allocation memory.",
        source: "Inferred";
}
