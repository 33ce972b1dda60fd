//! Rules of draws: their packets, and registers of several units that state the same.

use tilescope_core::rules;

rules! {
    PRIMITIVES_EXIST = "ADR-DRAW-001", Undefined,
        "the primitive type of a draw must be one that the a6xx knows",
        hardware: "It is not known what is drawn.",
        help: "Use a type of the a6xx; patches are DI_PT_PATCHES0 plus their number of control points.",
        source: "Database, adreno_pm4.xml: pc_di_primtype";
    DRAWS_HAVE_THEIR_WORDS = "ADR-DRAW-002", Hang,
        "a draw must have the words that its source of indices needs",
        hardware: "Words of the next packet are taken for the index buffer, or words of the draw for a packet.",
        help: "Emit seven words for indices in memory (DI_SRC_SEL_DMA), and three for none (DI_SRC_SEL_AUTO_INDEX).",
        source: "Mesa, tu_cmd_buffer.c: tu_CmdDraw, tu_CmdDrawIndexed; fd6_draw.c: draw_emit";
    INDICES_ARE_IN_THEIR_BUFFER = "ADR-DRAW-003", Undefined,
        "the indices of a draw must end inside their buffer",
        hardware: "Indices after the end are not read: they are 0.",
        help: "Check the first index, the number of indices, and MAX_INDICES: all count indices, not bytes.",
        source: "Database, adreno_pm4.xml: CP_DRAW_INDX_OFFSET; Mesa, tu_cmd_buffer.c: max_index_count";
    INDICES_ARE_ALIGNED = "ADR-DRAW-004", Undefined,
        "the address of indices must be a multiple of their size",
        hardware: "The lowest bits are dropped, and indices are read from another place.",
        help: "Align the offset of the index buffer to the size of an index.",
        source: "Vulkan, VUID-vkCmdBindIndexBuffer-offset-00432; Inferred: fetches are whole indices";
    PATCHES_ARE_TESSELLATED = "ADR-DRAW-005", Hang,
        "patches must be drawn with tessellation, and other primitives without it",
        hardware: "The tessellator waits for patches that do not come, or nothing takes them.",
        help: "Set TESS_ENABLE for DI_PT_PATCHES and only for it, with a hull and a domain shader.",
        source: "Mesa, tu_cmd_buffer.c: tu_draw_initiator; fd6_draw.c";
    SAMPLES_AGREE = "ADR-DRAW-006", Corrupt,
        "GRAS, RB and SP_TP must rasterize the same number of samples",
        hardware: "Units disagree about the place of samples.",
        help: "Write GRAS_RAS_MSAA_CNTL, RB_RAS_MSAA_CNTL and SP_TP_RAS_MSAA_CNTL together.",
        source: "Mesa, tu_cmd_buffer.c: tu6_emit_msaa";
    TARGET_FORMATS_AGREE = "ADR-DRAW-007", Corrupt,
        "SP_FS_MRT must state the format of the target in RB_MRT",
        hardware: "The shader exports colours in another precision or type than the target has.",
        help: "Write COLOR_FORMAT of SP_FS_MRT and of RB_MRT_BUF_INFO from the same format.",
        source: "Mesa, fd6_view.c: SP_FS_MRT_REG and RB_MRT_BUF_INFO; tu_cmd_buffer.c: tu6_emit_mrt";
    TARGET_COUNTS_AGREE = "ADR-DRAW-008", Corrupt,
        "SP_FS_OUTPUT_CNTL1 and RB_FS_OUTPUT_CNTL1 must have the same number of targets",
        hardware: "Colours are exported that no target takes, or targets wait for colours.",
        help: "Write both registers.",
        source: "Mesa, tu_pipeline.c and tu_clear_blit.c: FS_OUTPUT_CNTL1";
    DEPTH_FORMATS_AGREE = "ADR-DRAW-009", Corrupt,
        "GRAS and RB must have the same depth format",
        hardware: "Depth is interpolated and tested in different precisions.",
        help: "Write GRAS_SU_DEPTH_BUFFER_INFO and RB_DEPTH_BUFFER_INFO.",
        source: "Mesa, tu_cmd_buffer.c: tu6_emit_zs";
    DEPTH_PLANES_AGREE = "ADR-DRAW-010", Corrupt,
        "GRAS and RB must have the same Z_MODE",
        hardware: "Fragments are tested twice or not at all.",
        help: "Write GRAS_SU_DEPTH_PLANE_CNTL and RB_DEPTH_PLANE_CNTL.",
        source: "Mesa, tu_cmd_buffer.c: tu6_build_depth_plane_z_mode";
}
