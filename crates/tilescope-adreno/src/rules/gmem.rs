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
}
