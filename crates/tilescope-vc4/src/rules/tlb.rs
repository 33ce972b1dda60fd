//! Rules of the tile buffer: access by shaders, clears, loads and stores.

use tilescope_core::rules;

rules! {
    UNINITIALISED_READ = "VC4-TLB-001", Undefined,
        "the tile buffer must be cleared or loaded before it is read or stored",
        hardware: "It still holds pixels of an earlier tile.",
        help: "Set clear colours (114) and begin with a store that clears, or load the tile.",
        source: "Linux vc4_render_cl.c";
    STORE_OUTSIDE_BUFFER = "VC4-TLB-002", Corrupt,
        "a tile store must stay inside its buffer",
        hardware: "Without an MMU whatever follows the frame buffer is overwritten. T and LT stores always write whole blocks.",
        help: "Round the buffer up to whole 4 KiB tiles (T) or 64-byte blocks (LT), or check width, height and format in record 113.",
        source: "Linux vc4_validate.c, texture and surface sizes";
    LOAD_OUTSIDE_BUFFER = "VC4-TLB-003", Undefined,
        "a tile load must stay inside its buffer",
        hardware: "Whatever follows the buffer is loaded as pixels. The row length of a load is that of record 113, not that of the surface.",
        help: "Make the loaded surface as wide as the frame.",
        source: "Linux vc4_validate.c; Mesa vc4_blit.c";
    CLEAR_NOT_APPLIED = "VC4-TLB-004", Corrupt,
        "clear colours must be applied by a store before the first tile",
        hardware: "The tile buffer is cleared when a tile is stored. The first tile of a frame is not cleared unless an empty store came before.",
        help: "After clear colours (114) emit tile coordinates 0, 0 and a store of buffer none.",
        source: "Linux vc4_render_cl.c";
    CLEAR_DISABLED = "VC4-TLB-005", Corrupt,
        "the last store of a tile must leave the tile buffer cleared or the next tile must load it",
        hardware: "With the disable-clear bits set the next tile begins with this tile's pixels.",
        help: "Clear the disable-clear bits in the last store of each tile.",
        source: "Linux vc4_render_cl.c";
    FULL_RES_ADDRESS = "VC4-TLB-006", Corrupt,
        "a full-resolution store must use a separate 16 KiB block for every tile",
        hardware: "Tile coordinates are not part of the address: every tile goes exactly to the address in the record.",
        help: "Advance the address by 16 KiB for each tile, and align it to 16 bytes.",
        source: "Linux vc4_render_cl.c";
    RESOLVE_WITHOUT_MS = "VC4-TLB-007", Corrupt,
        "a decimating store must have a multisampled tile buffer",
        hardware: "Four neighbouring pixels are averaged as if they were samples.",
        help: "Set 4x multisampling in records 112 and 113, or use decimate mode 0.",
        source: "Guide, tile buffer stores; Linux vc4_render_cl.c";
    FORMAT_MISMATCH = "VC4-TLB-008", Corrupt,
        "depth must be stored and loaded with colour format 0 and no dither",
        hardware: "The colour conversion fields are reserved for depth and stencil.",
        help: "Leave the pixel colour format at 0 when the buffer is depth and stencil.",
        source: "Linux vc4_render_cl.c";
    STORE_NOTHING = "VC4-TLB-009", Slow,
        "a frame should store something",
        hardware: "Everything is rendered and discarded. Linux refuses such a job.",
        help: "Store colour or depth, or do not render.",
        source: "Linux vc4_render_cl.c";
    MS_COLOR_SEQUENCE = "VC4-TLB-010", Corrupt,
        "colour must be written four times through TLB_COLOUR_MS or once through TLB_COLOUR_ALL",
        hardware: "Each write of TLB_COLOUR_MS goes to the next sample; samples that get none keep their old colour.",
        help: "Write all four samples, or write all at once.",
        source: "Guide, tile buffer access from shaders; Mesa vc4_program.c";
    MS_WRITE_SINGLE = "VC4-TLB-011", Undefined,
        "TLB_COLOUR_MS must only be written in multisample mode",
        hardware: "There is only one sample per pixel.",
        help: "Use TLB_COLOUR_ALL, or configure 4x multisampling.",
        source: "Guide, tile buffer access from shaders";
    COLOR_BEFORE_Z = "VC4-TLB-012", Corrupt,
        "depth must be written before colour if it is tested",
        hardware: "The depth test removes samples from the mask when Z is written; colour written earlier is kept even if the test fails.",
        help: "Write TLB_Z first, whenever depth or stencil test is on.",
        source: "Guide, tile buffer access from shaders; Mesa vc4_program.c";
    STENCIL_UNSET = "VC4-TLB-013", Undefined,
        "stencil setup must be written for the face that is drawn, before Z",
        hardware: "The test runs with the setup of an earlier shader.",
        help: "Write the setup words for front and back, and the masks if they do not fit the short codes, before TLB_Z.",
        source: "Guide, stencil setup; Mesa vc4_program.c";
    Z_MISSING = "VC4-TLB-014", Corrupt,
        "a shader must write Z when the depth test or early Z depends on it",
        hardware: "Without the write of TLB_Z neither depth nor stencil is tested or updated for these fragments.",
        help: "Write rb15, or a computed depth, to TLB_Z.",
        source: "Guide, tile buffer access from shaders; Mesa vc4_program.c";
    ADDRESS_UNALIGNED = "VC4-TLB-015", Corrupt,
        "frame buffer and tile surfaces must be aligned to 16 bytes",
        hardware: "The low four bits of the address hold flags or are dropped.",
        help: "Align to 16 bytes; T surfaces to 4096.",
        source: "Linux vc4_render_cl.c";
    BUFFER_KIND = "VC4-TLB-016", Undefined,
        "a general load or store must name a buffer and format that exist",
        hardware: "Kinds above 4 and memory formats above LT are reserved.",
        help: "Use none, colour or depth and stencil; raster, T or LT.",
        source: "Linux vc4_render_cl.c";
}
