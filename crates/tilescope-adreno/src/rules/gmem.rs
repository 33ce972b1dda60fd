//! Rules of on-chip memory.

use tilescope_core::rules;

rules! {
    ATTACHMENTS_DO_NOT_OVERLAP = "ADR-GMEM-001", Corrupt,
        "attachments of a tile must not overlap in on-chip memory",
        hardware: "A write to one changes the other.",
        help: "Place each attachment after the last byte of the one before: width x height x samples x bytes of a tile.",
        source: "Mesa, tu_pass.c: tu_render_pass_gmem_config";
    ATTACHMENTS_FIT = "ADR-GMEM-002", Corrupt,
        "attachments of a tile must end inside on-chip memory",
        hardware: "Addresses wrap to the attachments at the beginning.",
        help: "Use smaller tiles.",
        source: "Linux, a6xx_catalog.c: gmem; Mesa, tu_pass.c";
    COPIES_ARE_ALIGNED = "ADR-GMEM-003", Corrupt,
        "copies of tiles by an event must begin at a multiple of 16x4 pixels",
        hardware: "The whole blocks that the area begins in are copied.",
        help: "Copy with the 2D engine or a draw, as turnip does.",
        source: "Mesa, freedreno_devices.py: gmem_align_w, gmem_align_h; tu_clear_blit.c: tu_attachment_store_unaligned";
    TILES_HAVE_ONE_SIZE = "ADR-GMEM-004", Corrupt,
        "RB_BIN_CONTROL and GRAS_BIN_CONTROL must state tiles of one size",
        hardware: "Rasterization and the render backend disagree about where pixels are.",
        help: "Write both registers.",
        source: "Mesa, tu_cmd_buffer.c: tu6_emit_bin_size; fd6_gmem.c: set_bin_size";
    DRAWS_STAY_IN_THEIR_TILE = "ADR-GMEM-005", Corrupt,
        "the window scissor of a tile must not be larger than the tile",
        hardware: "Fragments outside the tile are written over other pixels of on-chip memory.",
        help: "Write GRAS_SC_WINDOW_SCISSOR from the tile of RB_BIN_CONTROL.",
        source: "Mesa, tu_cmd_buffer.c: tu6_emit_tile_select";
    WINDOW_OFFSETS_AGREE = "ADR-GMEM-006", Corrupt,
        "all units must have the same window offset while a tile is drawn",
        hardware: "Units place the tile at different pixels.",
        help: "Write RB_WINDOW_OFFSET, RB_WINDOW_OFFSET2, SP_WINDOW_OFFSET and SP_TP_WINDOW_OFFSET together.",
        source: "Mesa, tu_cmd_buffer.c: tu6_emit_window_offset";
    COLOUR_CACHE_IS_FOR_THE_MODE = "ADR-GMEM-007", Corrupt,
        "GMEM of RB_CCU_CNTL must be set while tiles are drawn, and only then",
        hardware: "The colour cache takes on-chip memory that attachments have, or the other way round.",
        help: "Write RB_CCU_CNTL at each change between tiles and system memory.",
        source: "Mesa, tu_cmd_buffer.c: tu_emit_cache_flush_ccu";
    TILES_ARE_ALIGNED = "ADR-GMEM-008", Undefined,
        "the size of tiles must be a multiple of the chip's alignment",
        hardware: "Blocks of pixels are in two tiles.",
        help: "Round width and height up as tu_tiling_config_update_tile_layout does.",
        source: "Mesa, freedreno_devices.py: tile_align_w, tile_align_h";
    TILES_ARE_SMALL = "ADR-GMEM-009", Undefined,
        "tiles must not be larger than the largest of the chip",
        hardware: "Coordinates inside a tile have too few bits.",
        help: "Divide the framebuffer into more tiles.",
        source: "Mesa, freedreno_devices.py: tile_max_w, tile_max_h";
    COPIES_BEGIN_IN_MEMORY = "ADR-GMEM-010", Corrupt,
        "copies of tiles must begin inside on-chip memory",
        hardware: "Addresses wrap to the attachments at the beginning.",
        help: "Write RB_BLIT_BASE_GMEM from the place of the attachment.",
        source: "Linux, a6xx_catalog.c: gmem; Mesa, tu_clear_blit.c: tu_emit_blit";
}
