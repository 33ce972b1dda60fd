//! Rules of the resolve engine.

use tilescope_core::rules;

rules! {
    WIDTH_UNALIGNED = "VIV-RS-001", Hang,
        "the width of a resolve must be a multiple of 16",
        hardware: "It writes over other memory, or the GPU hangs, whatever the layouts.",
        help: "Pad surfaces to 16 pixels, and resolve the padding too.",
        source: "Mesa etnaviv_rs.c, etna_compile_rs_state, which aborts the program; hardware.md, resolve";
    HEIGHT_UNALIGNED = "VIV-RS-002", Hang,
        "the height of a resolve must be a multiple of 4",
        hardware: "The GPU hangs. Only from a tiled to a linear surface any height will do.",
        help: "Pad surfaces to 4 rows, and resolve the padding too.",
        source: "hardware.md, resolve; Mesa etnaviv_rs.c";
    LINEAR_NARROW = "VIV-RS-003", Hang,
        "a resolve between linear surfaces must be wider than 16 pixels",
        hardware: "The GPU hangs; 32 is known to be safe.",
        help: "Make it 32 pixels wide, or copy with the CPU.",
        source: "hardware.md, resolve";
    EMPTY = "VIV-RS-004", Undefined,
        "a resolve must have pixels",
        hardware: "What a width or height of 0 does is not known.",
        help: "Set WINDOW_SIZE before the kicker, or leave the kicker out.",
        source: "Inferred";
    ADDRESS_UNALIGNED = "VIV-RS-005", Undefined,
        "surfaces of a resolve must be aligned to 64 bytes",
        hardware: "The low bits of the address are dropped.",
        help: "Align levels and layers to 64 bytes.",
        source: "Mesa etnaviv_resource.c, ETNA_PE_ALIGNMENT; what RS drops is inferred";
    STRIDE_UNALIGNED = "VIV-RS-006", Undefined,
        "the stride of a tiled surface must be whole tiles, that of a linear one whole 16 bytes",
        hardware: "Rows begin in the middle of a tile.",
        help: "Pad surfaces to 4 pixels, supertiled ones to 64; RS is told four times the stride of pixels.",
        source: "Mesa etnaviv_resource.c, etna_layout_multiple";
    STRIDE_NARROW = "VIV-RS-007", Corrupt,
        "the stride must hold the width of the resolve",
        hardware: "Rows overlap: the next one overwrites the end of each.",
        help: "Check stride and width; the stride of tiled surfaces is that of a row of tiles, four times that of pixels.",
        source: "hardware.md, supertiling; inferred";
    OVERLAP = "VIV-RS-008", Undefined,
        "source and result of a resolve must be the same surface or not overlap",
        hardware: "Pixels are read before or after they are overwritten, by pipe and cache.",
        help: "Copy by way of another buffer.",
        source: "Inferred; hardware.md allows the same address for both";
    HALF_SIZE_UNALIGNED = "VIV-RS-009", Hang,
        "a resolve that halves must have a result of whole tiles",
        hardware: "The GPU hangs as with any result that is not a multiple of 16 wide and 4 high.",
        help: "Make the window a multiple of 32 wide or 8 high in the direction that is halved.",
        source: "Mesa etnaviv_rs.c, etna_try_rs_blit";
    FORMAT = "VIV-RS-010", Undefined,
        "formats of a resolve must be known to the chip",
        hardware: "What other codes do is not known.",
        help: "Use a format of RS with pixels of the same size.",
        source: "rnndb, RS_FORMAT";
    MULTI_WITH_ONE_PIPE = "VIV-RS-011", Undefined,
        "only chips with two pixel pipes have surfaces split among them",
        hardware: "There is no address for the second half.",
        help: "Clear MULTI in the stride.",
        source: "rnndb, RS.SOURCE_STRIDE.MULTI";
    HALVES_MEET = "VIV-RS-012", Corrupt,
        "the halves of a split surface must be at different addresses",
        hardware: "Tiles of one pipe overwrite those of the other.",
        help: "Set PIPE.SOURCE_ADDR and PIPE.DEST_ADDR of the second pipe to the surface's address and half of its size.",
        source: "Mesa etnaviv_rs.c, etna_compile_rs_state";
    WINDOWS_OVERLAP = "VIV-RS-013", Undefined,
        "the pixel pipes' windows of a resolve must be the same or not overlap",
        hardware: "Both pipes write the same pixels.",
        help: "Halve the height of WINDOW_SIZE, and set PIPE.OFFSET of the second pipe to that.",
        source: "Mesa etnaviv_rs.c, etna_compile_rs_state; inferred";
    OFFSET_UNALIGNED = "VIV-RS-014", Undefined,
        "the pixel pipes' windows must begin at tiles inside the surface",
        hardware: "What an offset in the middle of a tile, or before the surface, does is not known.",
        help: "Split only windows whose height is a multiple of 8, of 16 when rows are halved.",
        source: "Mesa etnaviv_rs.c, etna_compile_rs_state";
    IN_PLACE_WITHOUT_STATUS = "VIV-RS-015", Slow,
        "a resolve in place needs tile status",
        hardware: "It does nothing.",
        help: "Set TS.MEM_CONFIG, and the addresses of status and surface, or leave it out.",
        source: "Mesa etnaviv_rs.c, etna_submit_rs_state";
    IN_PLACE_UNKNOWN = "VIV-RS-016", Undefined,
        "only chips from GC3000 on resolve in place",
        hardware: "Older chips do not know KICKER_INPLACE; the surface stays as it is.",
        help: "Resolve to the same address with KICKER.",
        source: "rnndb, RS.KICKER_INPLACE; Mesa etnaviv_rs.c asks for SINGLE_BUFFER";
    FILLS_NOTHING = "VIV-RS-017", Slow,
        "a fill should write some component",
        hardware: "It reads and writes the surface without a change.",
        help: "Set bits of CLEAR_CONTROL.BITS, or leave the fill out.",
        source: "Inferred";
    NEWER_ORDER = "VIV-RS-018", Undefined,
        "only chips with CACHE128B256BPERLINE have supertiles in the newer order, and only in one piece",
        hardware: "What the bit does elsewhere is not known.",
        help: "Clear SUPER_TILED_NEW in the stride.",
        source: "rnndb, RS.SOURCE_STRIDE.SUPER_TILED_NEW";
    NO_RESOLVE_ENGINE = "VIV-RS-019", Undefined,
        "chips with BLT_ENGINE have no resolve engine",
        hardware: "Nobody listens to its registers.",
        help: "Use the blit engine.",
        source: "rnndb, BLT; Mesa etnaviv_screen.c, use_blt";
    TILED_NARROW = "VIV-RS-020", Hang,
        "a resolve from a tiled to a linear surface must be at least 13 pixels wide",
        hardware: "The GPU hangs; 16 is known to be safe.",
        help: "Make it 16 pixels wide.",
        source: "hardware.md, resolve";
}
