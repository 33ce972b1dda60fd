//! Rules of control lists.
//!
//! 001 to 019: the stream itself. 020 to 039: binning lists. 040 to 059: draws
//! and state. 060 to 079: rendering lists. 080 and up are in
//! [`super::tile_list`].

use tilescope_core::rules;

rules! {
    UNKNOWN_PACKET = "VC4-CL-001", Hang,
        "every control record must have an opcode that exists",
        hardware: "The executor cannot determine the length of the record; it stops, or decodes the payload as further records.",
        help: "Check the record before this one: if its length is wrong, this byte is really part of its payload.",
        source: "Guide, control records; Linux vc4_validate.c";
    TRUNCATED_PACKET = "VC4-CL-002", Fault,
        "a control record must end before the list does",
        hardware: "The executor stops at the end address in the middle of the record, or reads bytes past the end of the list.",
        help: "Set the end address to the byte after the last record.",
        source: "Linux vc4_validate.c";
    SUBLIST_NESTING = "VC4-CL-003", Hang,
        "branches to sub-lists must not be nested",
        hardware: "There is one return address per control thread; a second branch to a sub-list overwrites it, and the first return goes to the wrong place.",
        help: "Return (18) before branching to another sub-list; use BRANCH (16) to continue elsewhere in the same list.",
        source: "Guide, control list branches";
    RETURN_WITHOUT_SUBLIST = "VC4-CL-004", Hang,
        "a return must be in a sub-list",
        hardware: "The executor continues at a stale return address.",
        help: "End the main list by its end address, not by a return (18).",
        source: "Guide, control list branches";
    BRANCH_LOOP = "VC4-CL-005", Hang,
        "a control list must not branch in a loop",
        hardware: "The control thread never reaches its end address. Records that draw or store are repeated forever.",
        help: "Check the targets of branches (16) and sub-list branches (17).",
        source: "Inferred";
    WRONG_THREAD = "VC4-CL-006", Undefined,
        "a control record must be in a list of the thread that executes it",
        hardware: "Binning records in a rendering list, or the other way round, reach a unit that is in the other mode; they are ignored at best.",
        help: "Binning lists run on thread 0, rendering lists on thread 1.",
        source: "Guide, control records: the bin and render columns";
    RESERVED_BITS = "VC4-CL-007", Undefined,
        "reserved bits and values of a control record must be zero",
        hardware: "The bits are undocumented; other steppings may use them.",
        help: "Write zero to unnamed bits.",
        source: "Guide, control record formats; Linux vc4_render_cl.c";
    UNALIGNED_ADDRESS = "VC4-CL-008", Corrupt,
        "addresses in control records must have their low bits clear",
        hardware: "The low bits are dropped or taken as flags: addresses of shader records, tile buffer loads and stores, tile allocation and tile state lose four bits.",
        help: "Align shader records, frame buffers and tile stores to 16 bytes, tile allocation memory to 4096 as Linux does, and tile state to 16.",
        source: "Guide, control record formats; Linux vc4_render_cl.c";
    HALT = "VC4-CL-010", Corrupt,
        "no records may follow a halt record",
        hardware: "The control thread ends the list at the halt; the records after it are never executed.",
        help: "A zero byte is a halt: check for padding inside the list, and set the end address to the byte after the halt.",
        source: "Guide, halt record; Linux vc4_validate.c allows it";
    TOO_MANY_RECORDS = "VC4-CL-011", Hang,
        "a control list must reach its end address",
        hardware: "The control thread makes no progress visible to the kernel, which resets the GPU after about 100 ms.",
        help: "Check branches for loops, and that the end address is not before the start.",
        source: "Linux vc4_gem.c hang check";

    NO_BINNING_CONFIG = "VC4-CL-020", Hang,
        "tile binning mode configuration must come before any other binning record",
        hardware: "The binner has no frame size and no memory for tile lists, or uses those of the previous frame.",
        help: "Begin the binning list with tile binning mode configuration (112).",
        source: "Linux vc4_validate.c";
    TWO_BINNING_CONFIGS = "VC4-CL-021", Undefined,
        "a binning list must configure tile binning once",
        hardware: "Lists already started in the old memory are lost.",
        help: "Use one configuration per frame, and a new list for each frame.",
        source: "Linux vc4_validate.c";
    NO_START_TILE_BINNING = "VC4-CL-022", Hang,
        "start tile binning must come before the first draw",
        hardware: "The tile lists are not initialised, and primitives are written through stale pointers.",
        help: "Emit start tile binning (6) once, after tile binning mode configuration.",
        source: "Linux vc4_validate.c";
    TWO_START_TILE_BINNING = "VC4-CL-023", Undefined,
        "a binning list must contain start tile binning only once",
        hardware: "The tile lists restart, and everything binned before is lost.",
        help: "Emit it only after the configuration.",
        source: "Linux vc4_validate.c";
    ZERO_TILES = "VC4-CL-024", Hang,
        "a binning configuration must be at least one tile wide and high",
        hardware: "The binner has no tile to write to.",
        help: "Set width and height in tiles to the frame size divided by the tile size, rounded up.",
        source: "Linux vc4_validate.c";
    TOO_MANY_TILES = "VC4-CL-025", Corrupt,
        "a frame must not be larger than 4096 pixels in width or height",
        hardware: "Screen coordinates are signed 12.4 offsets from the viewport centre and reach 2048 pixels to either side.",
        help: "Split the frame, or use the correct tile size: 64 pixels, 32 with multisampling or 64-bit colour.",
        source: "Linux vc4_validate.c, largest surface";
    FLUSH_MISSING = "VC4-CL-026", Hang,
        "a binning list must end with a flush",
        hardware: "The tile lists get no return record, so the rendering thread runs past their ends; a raised semaphore is not propagated either.",
        help: "End with increment semaphore (7), then flush (4).",
        source: "Linux vc4_validate.c";
    MISSING_SEMAPHORE = "VC4-CL-027", Hang,
        "a binning list must raise the semaphore that its rendering list waits for",
        hardware: "The rendering thread waits forever.",
        help: "Emit increment semaphore (7) just before the flush.",
        source: "Linux vc4_validate.c";
    SEMAPHORE_NEVER_RAISED = "VC4-CL-028", Hang,
        "a semaphore that is waited for must be raised by a list",
        hardware: "The control thread waits forever.",
        help: "Remove the wait if this rendering list has no binning list; otherwise add increment semaphore (7) to the binning list.",
        source: "Guide, semaphore records; Linux vc4_render_cl.c";
    SEMAPHORE_UNUSED = "VC4-CL-029", Corrupt,
        "a raised semaphore must be waited for",
        hardware: "The count stays raised, so the next frame's rendering starts before its binning is complete.",
        help: "Put WAIT_ON_SEMAPHORE (8) before the first branch to a tile list.",
        source: "Guide, semaphore records";
    FLUSH_ALL_MID_LIST = "VC4-CL-030", Corrupt,
        "flush all state must be the last record of a binning list",
        hardware: "It ends every tile list with a return record; anything binned afterwards is never rendered.",
        help: "End the list and start a new frame instead.",
        source: "Mesa vc4_draw.c, note at the HW-2116 workaround";
    WORK_AFTER_FLUSH = "VC4-CL-031", Corrupt,
        "nothing may be binned after the flush",
        hardware: "The tile lists are closed, and the rendering thread may already be reading them.",
        help: "Make flush (4) the last record of the list.",
        source: "Linux vc4_validate.c";
    TOO_MANY_DRAWS = "VC4-CL-032", Corrupt,
        "a binning list must not change state for more than 7919 draws",
        hardware: "The state change counter wraps around (HW-2116). The binner should then write all state to every tile, but does not: tiles keep stale state.",
        help: "Flush and start another frame before 0x1ef0 draws. Array draws count once per 65535 vertices.",
        source: "Mesa vc4_draw.c, HW-2116";
    EXCESS_SEMAPHORE = "VC4-CL-033", Corrupt,
        "a semaphore must be raised at most once before it is waited for",
        hardware: "One wait lowers the count by one. It stays raised, and the rendering of the next frame starts before its binning is complete.",
        help: "Raise the semaphore once per list.",
        source: "Linux vc4_validate.c; Guide, semaphore records";

    DRAW_BEFORE_STATE = "VC4-CL-040", Undefined,
        "shader state and all viewport and clip state must be set before a draw",
        hardware: "The shader record pointer, viewport, clip window and configuration bits are left over from the previous frame.",
        help: "Emit GL shader state (64), clip window (102), viewport offset (103), configuration bits (96) and, for binning, clipper scaling (105, 106) first.",
        source: "Linux vc4_validate.c; Mesa vc4_emit.c";
    INDEX_TYPE = "VC4-CL-041", Undefined,
        "an index type must be 0 (8 bits) or 1 (16 bits)",
        hardware: "There are no 32-bit indices; other values of the field are reserved.",
        help: "Convert indices to 16 bits and split draws that use more than 65536 vertices.",
        source: "Guide, indexed primitive list";
    PRIMITIVE_TYPE = "VC4-CL-042", Undefined,
        "a primitive mode must be 0 to 6",
        hardware: "Modes above triangle fan are reserved.",
        help: "Draw quads and polygons as triangles.",
        source: "Guide, primitive modes";
    ARRAYS_OVER_65535 = "VC4-CL-043", Corrupt,
        "an array draw must not use a vertex index above 65535",
        hardware: "The binner adds the first vertex and writes 16-bit indices to the tile lists: indices wrap around (GFXH-515).",
        help: "Split the draw and move the attribute addresses instead of the first vertex.",
        source: "Mesa vc4_draw.c, GFXH-515";
    LINE_LOOP_OF_TWO = "VC4-CL-044", Corrupt,
        "a line loop must have more than two vertices",
        hardware: "Nothing is drawn.",
        help: "Draw the two lines as lines.",
        source: "Mesa vc4_draw.c";
    POINT_SIZE_TOO_SMALL = "VC4-CL-045", Corrupt,
        "the point size must be at least 0.125",
        hardware: "The binner does not handle points of size zero (HW-2726).",
        help: "Clamp the point size to 1/8 pixel, in the record and in the shaders' outputs.",
        source: "Mesa vc4_state.c, HW-2726";
    MAX_INDEX_EXCEEDED = "VC4-CL-046", Corrupt,
        "no index may exceed the draw's maximum index",
        hardware: "Hardware clamps such an index, or fetches past the end of the arrays.",
        help: "Set the maximum index to the largest index in the list, or ~0 if the arrays are long enough for any index.",
        source: "Guide, indexed primitive list; Linux vc4_validate.c";
    EMPTY_DRAW = "VC4-CL-047", Slow,
        "a draw should have enough vertices for one primitive",
        hardware: "Nothing is drawn, but the draw adds state records to every tile touched next.",
        help: "Skip draws without a complete primitive.",
        source: "Inferred";
    SHADER_RECORD = "VC4-CL-048", Undefined,
        "reserved fields of a shader record must be zero",
        hardware: "The bits are undocumented.",
        help: "Write zero to unnamed fields.",
        source: "Guide, GL and NV shader state records";
    CLIP_WINDOW_OUTSIDE = "VC4-CL-049", Corrupt,
        "the clip window must be inside the tiles that are binned",
        hardware: "Primitives are binned to tiles that do not exist, or wrap around to others.",
        help: "Intersect the scissor with the frame before emitting clip window (102).",
        source: "Mesa vc4_emit.c";
    VIEWPORT_NOT_FINITE = "VC4-CL-050", Corrupt,
        "clipper scaling, depth range and depth offset must be finite numbers",
        hardware: "The clipper does not handle infinities and NaNs; vertices land at arbitrary positions.",
        help: "Check the viewport for zero size before dividing by it.",
        source: "vc4asm addendum, no inf and nan support; inferred for the clipper";
    STALE_STATE = "VC4-CL-051", Undefined,
        "a state record must be in the list before the first draw that depends on it",
        hardware: "Point size, line width, depth offset or clipper scaling are left over from an earlier frame.",
        help: "Emit every state record in every list.",
        source: "Mesa vc4_emit.c emits all state in every list";

    NO_RENDERING_CONFIG = "VC4-CL-060", Corrupt,
        "tile rendering mode configuration must come first in a rendering list",
        hardware: "Frame size, format and address are those of the previous frame.",
        help: "Begin the list with tile rendering mode configuration (113).",
        source: "Guide, rendering control lists; Linux vc4_render_cl.c";
    TILE_COORDS_WITHOUT_STORE = "VC4-CL-061", Hang,
        "tile coordinates must be followed by a store before the next tile",
        hardware: "The tile is never closed: loads and stores that wait for it stay outstanding, and the tile buffer is not cleared.",
        help: "If nothing is to be stored, use store tile buffer general (28) with buffer none.",
        source: "Linux vc4_render_cl.c";
    LOAD_WITHOUT_COORDS = "VC4-CL-062", Undefined,
        "a tile load must be followed by tile coordinates",
        hardware: "The load is only performed at the tile coordinates (115); anything drawn before goes to the previous tile.",
        help: "Emit the load, then the coordinates, then branch to the tile list.",
        source: "Linux vc4_render_cl.c";
    TWO_LOADS = "VC4-CL-063", Hang,
        "only one tile load may be outstanding",
        hardware: "The second load waits for a tile that never starts.",
        help: "Between two loads of the same tile emit tile coordinates and a store with buffer none.",
        source: "Linux vc4_render_cl.c";
    STORE_WITHOUT_COORDS = "VC4-CL-064", Corrupt,
        "a store must have tile coordinates before it",
        hardware: "The tile is stored at the coordinates of the previous tile, or not at all.",
        help: "Emit tile coordinates (115) for every tile.",
        source: "Linux vc4_render_cl.c";
    EOF_MISSING = "VC4-CL-065", Hang,
        "the last store of a rendering list must signal the end of the frame",
        hardware: "The frame-done interrupt is never raised.",
        help: "Use record 25 for the last tile, or set the last-tile bit of the general or full-resolution store.",
        source: "Guide, rendering control lists; Linux vc4_render_cl.c";
    WORK_AFTER_EOF = "VC4-CL-066", Undefined,
        "nothing may be rendered after the end of the frame",
        hardware: "The host and the next frame continue while the records are still being executed.",
        help: "Put the end-of-frame signal on the last store.",
        source: "Guide, rendering control lists";
    TILE_OUTSIDE_BIN = "VC4-CL-067", Corrupt,
        "tile coordinates must be inside the frame and its bin",
        hardware: "The branch goes to a tile list that was never written, and the store goes outside the frame buffer.",
        help: "Render columns and rows below the width and height of the binning configuration.",
        source: "Linux vc4_render_cl.c";
    MS_MODE_MISMATCH = "VC4-CL-068", Corrupt,
        "binning and rendering must agree on multisampling, and a rasteriser may oversample only with both",
        hardware: "The tile size differs between the passes (32 or 64 pixels), so lists and tiles do not match, or the coverage includes samples that the tile does not have.",
        help: "Set 4x multisampling in records 112 and 113 together, and the oversample mode of configuration bits only then.",
        source: "Guide, multisample mode; Mesa vc4_emit.c and vc4_job.c; a 4x frame without oversampling is GL_MULTISAMPLE off, and piglit's tests of it pass on a Raspberry Pi 3";
    EARLY_Z_WITH_MS_LOAD = "VC4-CL-069", Corrupt,
        "early Z must be off in a tile that was loaded at full resolution",
        hardware: "The early depth buffer does not get the loaded values (HW-2905), so fragments are rejected against old depths.",
        help: "Clear early Z enable in configuration bits for multisampled frames, or disable it in the rendering configuration.",
        source: "Mesa vc4_emit.c, HW-2905";
    EARLY_Z_DIRECTION = "VC4-CL-070", Corrupt,
        "all early-Z draws of a frame must have the configured depth direction",
        hardware: "The early depth buffer keeps one bound per block, for less or for greater; the other direction rejects visible fragments.",
        help: "Enable early Z only for depth functions of the direction in record 113.",
        source: "Guide, early Z; Mesa vc4_emit.c";
    WAIT_AFTER_TILES = "VC4-CL-071", Corrupt,
        "the semaphore must be waited for before the first tile list is used",
        hardware: "Rendering reads tile lists while the binner still writes them.",
        help: "Put WAIT_ON_SEMAPHORE (8) after the first TILE_COORDINATES (115) and before the first BRANCH_TO_SUB_LIST (17).",
        source: "Linux vc4_render_cl.c";
    DIFFERENT_FRAME_SIZE = "VC4-CL-072", Corrupt,
        "the rendering list must use the tile lists of its own binning",
        hardware: "Tile lists begin at tile allocation address plus tile number times initial block size; any other address is inside another list.",
        help: "Compute the sub-list address from row times width in tiles of the binning configuration plus column.",
        source: "Linux vc4_render_cl.c";
    UNSUPPORTED_MODE = "VC4-CL-073", Fault,
        "Linux: 64-bit colour and double-buffered tiles must be off",
        hardware: "Hardware supports both. Linux refuses them, because the tile sizes would differ from those that it computes.",
        help: "Use 32-bit colour without double buffering.",
        source: "Linux vc4_validate.c";
}
