//! Rules of the blit engine.

use tilescope_core::rules;

rules! {
    NOT_ENABLED = "VIV-BLT-001", Undefined,
        "the blit engine must be enabled while it is used",
        hardware: "The command is ignored.",
        help: "Write 1 to ENABLE before the first register of an operation, and 0 after the command.",
        source: "rnndb, BLT.ENABLE";
    COMMAND_NOT_SET = "VIV-BLT-002", Undefined,
        "a blit command must be between two writes of 3 to SET_COMMAND",
        hardware: "The effect of the command without them is undocumented; the vendor's driver always writes them.",
        help: "Write 3 to SET_COMMAND before and after COMMAND.",
        source: "Mesa etnaviv_blt.c";
    NO_BLIT_ENGINE = "VIV-BLT-003", Undefined,
        "only chips with BLT_ENGINE have a blit engine",
        hardware: "The registers are not implemented.",
        help: "Use the resolve engine.",
        source: "rnndb, BLT; Mesa etnaviv_screen.c, use_blt";
    EMPTY = "VIV-BLT-004", Undefined,
        "a blit must not be empty",
        hardware: "The effect of a width or height of 0 is undocumented.",
        help: "Set IMAGE_SIZE, or omit the command.",
        source: "Inferred";
    TILING = "VIV-BLT-005", Undefined,
        "surfaces of the blit engine must be linear (0) or tiled (3)",
        hardware: "The other two values are undocumented.",
        help: "Use 3 for tiles, with FROM_SUPER_TILED or TO_SUPER_TILED for supertiles.",
        source: "rnndb, BLT_TILING";
    FORMAT = "VIV-BLT-006", Undefined,
        "the chip must support the formats of a blit",
        hardware: "Other codes are undocumented.",
        help: "Use a format of BLT with pixels of the same size.",
        source: "rnndb, BLT_FORMAT";
    TOO_FEW_LEVELS = "VIV-BLT-007", Hang,
        "generating mipmaps needs at least two levels",
        hardware: "The command never completes.",
        help: "Include the first level in MIPMAP_CONFIG.NUM.",
        source: "rnndb, BLT.MIPMAP_CONFIG.NUM";
    COPY_TO_STATUS = "VIV-BLT-008", Undefined,
        "the destination of a copy must not have tile status",
        hardware: "Tile status is not updated correctly.",
        help: "Clear TS in DEST_CONFIG, and disable tile status for the destination from then on.",
        source: "Mesa etnaviv_blt.c, emit_blt_copyimage";
    STRIDE_UNALIGNED = "VIV-BLT-009", Undefined,
        "the stride of a tiled surface must be a whole number of tiles or supertiles",
        hardware: "Rows start in the middle of a tile.",
        help: "Pad surfaces to 4 pixels, supertiled ones to 64.",
        source: "Mesa etnaviv_resource.c, etna_layout_multiple";
    UNKNOWN_COMMAND = "VIV-BLT-010", Undefined,
        "the command of the blit engine must be 1 to 6",
        hardware: "Other commands are undocumented.",
        help: "Write one of the known commands.",
        source: "rnndb, BLT.COMMAND";
    STRIDE_NARROW = "VIV-BLT-011", Corrupt,
        "the stride must hold the rectangle",
        hardware: "Rows overlap: the next one overwrites the end of each.",
        help: "Check stride, column and width; the stride is that of a row of pixels, for tiled surfaces too.",
        source: "Mesa etnaviv_blt.c; inferred";
    SPLIT_SEQUENCE = "VIV-BLT-012", Undefined,
        "a sequence of BLT must be in one submission",
        hardware: "The rest of the sequence is lost, or the engine stays enabled for the next submission.",
        help: "Reserve space for the whole sequence, from ENABLE to ENABLE, before it starts.",
        source: "Mesa etnaviv_blt.c: never allow BLT sequences to be broken up";
}
