//! Rules of the blit engine.

use tilescope_core::rules;

rules! {
    NOT_ENABLED = "VIV-BLT-001", Undefined,
        "the blit engine must be enabled while it is used",
        hardware: "It does not take the command.",
        help: "Write 1 to ENABLE before the first register of an operation, and 0 after the command.",
        source: "rnndb, BLT.ENABLE";
    COMMAND_NOT_SET = "VIV-BLT-002", Undefined,
        "a blit command must stand between two writes of 3 to SET_COMMAND",
        hardware: "What the command does without them is not known; the vendor's driver always writes them.",
        help: "Write 3 to SET_COMMAND before and after COMMAND.",
        source: "Mesa etnaviv_blt.c";
    NO_BLIT_ENGINE = "VIV-BLT-003", Undefined,
        "only chips with BLT_ENGINE have a blit engine",
        hardware: "Nobody listens to its registers.",
        help: "Use the resolve engine.",
        source: "rnndb, BLT; Mesa etnaviv_screen.c, use_blt";
    EMPTY = "VIV-BLT-004", Undefined,
        "a blit must have pixels",
        hardware: "What a width or height of 0 does is not known.",
        help: "Set IMAGE_SIZE, or leave the command out.",
        source: "Inferred";
    TILING = "VIV-BLT-005", Undefined,
        "pictures of the blit engine are linear (0) or tiled (3)",
        hardware: "What the other two values do is not known.",
        help: "Use 3 for tiles, with FROM_SUPER_TILED or TO_SUPER_TILED for supertiles.",
        source: "rnndb, BLT_TILING";
    FORMAT = "VIV-BLT-006", Undefined,
        "formats of a blit must be known to the chip",
        hardware: "What other codes do is not known.",
        help: "Use a format of BLT with pixels of the same size.",
        source: "rnndb, BLT_FORMAT";
    TOO_FEW_LEVELS = "VIV-BLT-007", Hang,
        "making smaller levels needs at least two",
        hardware: "It never comes to an end.",
        help: "Count the first level too in MIPMAP_CONFIG.NUM.",
        source: "rnndb, BLT.MIPMAP_CONFIG.NUM";
    COPY_TO_STATUS = "VIV-BLT-008", Undefined,
        "the result of a copy must have no tile status",
        hardware: "It does not work: the status is not updated as it should.",
        help: "Clear TS in DEST_CONFIG, and do without tile status for the result from then on.",
        source: "Mesa etnaviv_blt.c, emit_blt_copyimage";
    STRIDE_UNALIGNED = "VIV-BLT-009", Undefined,
        "the stride of a tiled picture must be whole tiles, or whole supertiles",
        hardware: "Rows begin in the middle of a tile.",
        help: "Pad pictures to 4 pixels, supertiled ones to 64.",
        source: "Mesa etnaviv_resource.c, etna_layout_multiple";
    UNKNOWN_COMMAND = "VIV-BLT-010", Undefined,
        "the blit engine knows commands 1 to 6",
        hardware: "What others do is not known.",
        help: "Write one of the known commands.",
        source: "rnndb, BLT.COMMAND";
    STRIDE_NARROW = "VIV-BLT-011", Corrupt,
        "the stride must hold the rectangle",
        hardware: "Rows overlap: the next one overwrites the end of each.",
        help: "Check stride, column and width; the stride is that of a row of pixels, for tiled pictures too.",
        source: "Mesa etnaviv_blt.c; inferred";
    PARTED = "VIV-BLT-012", Undefined,
        "a sequence of BLT must be in one submission",
        hardware: "What is left of it is lost, or the next user finds the engine enabled.",
        help: "Make room for all of the sequence, from ENABLE to ENABLE, before it begins.",
        source: "Mesa etnaviv_blt.c: never allow BLT sequences to be broken up";
}
