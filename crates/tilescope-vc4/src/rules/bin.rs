//! Rules of the binner and its memory.

use tilescope_core::rules;

rules! {
    OUT_OF_MEMORY = "VC4-BIN-001", Hang,
        "the binner must not run out of tile allocation memory",
        hardware: "The binner stops and raises the out-of-memory interrupt; it waits until overflow memory is written to V3D_BPOA and V3D_BPOS.",
        help: "Give more tile allocation memory, supply overflow memory on the interrupt, or draw less per frame.",
        source: "Guide, binner memory; Linux vc4_irq.c";
    OVERFLOW_USED = "VC4-BIN-002", Slow,
        "tile lists should fit into the memory that the frame configures",
        hardware: "The binner stalls until the host has answered its out-of-memory interrupt.",
        help: "Configure more tile allocation memory for frames like this one.",
        source: "Linux vc4_validate.c, size of the tile allocation; vc4_irq.c";
    TILE_STATE_NOT_INITIALISED = "VC4-BIN-003", Corrupt,
        "the tile state array must be initialised, by the binner or beforehand",
        hardware: "Each tile's 48 bytes of state hold its list pointer; with stale data there, the binner writes lists to arbitrary addresses.",
        help: "Set auto-initialise tile state in record 112.",
        source: "Linux vc4_validate.c sets the bit always";
    ALLOC_TOO_SMALL = "VC4-BIN-004", Hang,
        "tile allocation memory must hold at least the first block of every tile",
        hardware: "The initial blocks are laid out without a check and run past the end.",
        help: "Allocate the number of tiles times the initial block size, rounded up to 256 bytes, plus at least 4096 bytes.",
        source: "Linux vc4_validate.c";
    MEMORY_OVERLAPS = "VC4-BIN-005", Corrupt,
        "tile state, tile allocation and overflow memory must not overlap",
        hardware: "List data overwrites list pointers.",
        help: "Tile state takes 48 bytes per tile; put tile allocation memory after it, aligned to 4096 bytes as Linux does.",
        source: "Linux vc4_validate.c";
    COORDINATE_NOT_FINITE = "VC4-BIN-006", Corrupt,
        "clip coordinates of a vertex must be finite numbers",
        hardware: "The clipper does not handle NaNs; the primitive is binned to arbitrary tiles or to none.",
        help: "Check the coordinate shader's outputs 0 to 3 and the attributes that it reads.",
        source: "vc4asm addendum, no inf and nan support; inferred for the clipper";
    SCREEN_COORDINATE_WRAPPED = "VC4-BIN-007", Corrupt,
        "screen coordinates must be within 2048 pixels of the viewport centre",
        hardware: "The packed signed 12.4 value wraps around in the shader, and the vertex lands on the other side of the screen.",
        help: "Enable clipping in the shader record, and set the clipper scaling to the viewport's half size in sixteenths of a pixel.",
        source: "Guide, shaded vertex format; Linux vc4_validate.c";
    PASSES_DISAGREE = "VC4-BIN-008", Corrupt,
        "coordinate and vertex shader must compute the same position",
        hardware: "Primitives are missing from tiles in which the vertex shader places them.",
        help: "Compute positions with the same instructions, in the same order, in both shaders.",
        source: "Guide, binning and rendering";
    OVERFLOW_TOO_SMALL = "VC4-BIN-009", Hang,
        "overflow memory must hold at least one block",
        hardware: "The binner raises the out-of-memory interrupt again immediately and makes no progress.",
        help: "Supply at least 4096 bytes; Linux gives 256 KiB at a time.",
        source: "Linux vc4_irq.c";
}
