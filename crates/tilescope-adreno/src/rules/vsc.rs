//! Rules of sorting draws by tile: visibility streams.

use tilescope_core::rules;

rules! {
    PIPES_HAVE_FEW_TILES = "ADR-VSC-001", Corrupt,
        "a visibility pipe must have at most 32 tiles",
        hardware: "A stream has 32 bits for each draw: those of more tiles are lost.",
        help: "Use more pipes, larger tiles, or draw without sorting.",
        source: "Mesa, tu_util.c: is_hw_binning_possible";
    PIPES_COVER_TILES = "ADR-VSC-002", Corrupt,
        "each tile must be in exactly one visibility pipe",
        hardware: "Tiles without a pipe have no draws; those in two are in the stream of one.",
        help: "Divide the tiles of VSC_BIN_COUNT among VSC_PIPE_CONFIG, as tu_tiling_config_update_pipes does.",
        source: "Mesa, tu_util.c: tu_tiling_config_update_pipes";
    SORTED_TILES_ARE_DRAWN_TILES = "ADR-VSC-003", Corrupt,
        "VSC_BIN_SIZE must be the size of the tiles that are drawn",
        hardware: "Draws are sorted into other tiles than those that are drawn.",
        help: "Write the size of RB_BIN_CONTROL.",
        source: "Mesa, tu_cmd_buffer.c: update_vsc_pipe";
    SORTING_OVERRIDES_VISIBILITY = "ADR-VSC-004", Corrupt,
        "draws must be sorted with CP_SET_VISIBILITY_OVERRIDE on",
        hardware: "Draws that an old visibility stream hides are not sorted, and missing in every tile.",
        help: "Emit CP_SET_VISIBILITY_OVERRIDE with 1 before the draws.",
        source: "Mesa, tu_cmd_buffer.c: tu6_emit_binning_pass";
    STREAMS_ARE_FLUSHED = "ADR-VSC-005", Corrupt,
        "visibility streams must be flushed before tiles read them",
        hardware: "The command processor reads memory, where the streams are not yet: draws are missing.",
        help: "Emit the event CACHE_FLUSH_TS after the sorted draws.",
        source: "Mesa, tu_cmd_buffer.c: tu6_emit_binning_pass";
    STREAMS_ARE_COMPLETE = "ADR-VSC-006", Corrupt,
        "sorting must be complete before tiles read the visibility streams",
        hardware: "Tiles are drawn while streams are written: draws are missing.",
        help: "Emit CP_WAIT_FOR_IDLE after the flush.",
        source: "Mesa, tu_cmd_buffer.c: tu6_emit_binning_pass";
    PREFETCH_WAITS_FOR_STREAMS = "ADR-VSC-007", Corrupt,
        "the prefetch parser must wait before it reads the visibility streams",
        hardware: "The prefetch parser runs ahead of waits, and reads streams that are not complete.",
        help: "Emit CP_WAIT_FOR_ME after CP_WAIT_FOR_IDLE.",
        source: "Mesa, tu_cmd_buffer.c: tu6_emit_binning_pass";
    VERTICES_ARE_FETCHED_FOR_THE_MODE = "ADR-VSC-008", Corrupt,
        "VFD_MODE_CNTL must be BINNING_PASS while draws are sorted, and only then",
        hardware: "Vertices are fetched for the wrong pass.",
        help: "Write VFD_MODE_CNTL after each change of mode by CP_SET_MARKER.",
        source: "Mesa, tu_cmd_buffer.c: tu6_emit_binning_pass, tu6_tile_render_begin";
}
