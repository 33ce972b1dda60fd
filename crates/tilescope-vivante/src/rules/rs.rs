//! Rules of the resolve engine.

use tilescope_core::rules;

rules! {
    WIDTH_UNALIGNED = "VIV-RS-001", Hang,
        "the width of a resolve must be a multiple of 16",
        hardware: "The resolve overwrites other memory, or the GPU hangs, for every layout.",
        help: "Pad surfaces to 16 pixels, and resolve the padding too.",
        source: "Mesa etnaviv_rs.c, etna_compile_rs_state, which aborts the program; hardware.md, resolve";
    HEIGHT_UNALIGNED = "VIV-RS-002", Hang,
        "the height of a resolve must be a multiple of 4",
        hardware: "The GPU hangs. A resolve from a tiled to a linear surface may have any height.",
        help: "Pad surfaces to 4 rows, and resolve the padding too.",
        source: "hardware.md, resolve; Mesa etnaviv_rs.c";
    LINEAR_NARROW = "VIV-RS-003", Hang,
        "a resolve between linear surfaces must be wider than 16 pixels",
        hardware: "The GPU hangs; 32 is known to be safe.",
        help: "Make it 32 pixels wide, or copy with the CPU.",
        source: "hardware.md, resolve";
    EMPTY = "VIV-RS-004", Undefined,
        "a resolve must not be empty",
        hardware: "The effect of a width or height of 0 is undocumented.",
        help: "Set WINDOW_SIZE before the kick, or omit the kick.",
        source: "Inferred";
    ADDRESS_UNALIGNED = "VIV-RS-005", Undefined,
        "surfaces of a resolve must be aligned to 64 bytes",
        hardware: "The low bits of the address are ignored.",
        help: "Align levels and layers to 64 bytes.",
        source: "Mesa etnaviv_resource.c, ETNA_PE_ALIGNMENT; the ignored bits are inferred";
    STRIDE_UNALIGNED = "VIV-RS-006", Undefined,
        "the stride of a tiled surface must be a whole number of tiles, that of a linear surface a multiple of 16 bytes",
        hardware: "Rows start in the middle of a tile.",
        help: "Pad surfaces to 4 pixels, supertiled ones to 64; RS expects four times the stride of a row of pixels.",
        source: "Mesa etnaviv_resource.c, etna_layout_multiple";
    STRIDE_NARROW = "VIV-RS-007", Corrupt,
        "the stride must hold the width of the resolve",
        hardware: "Rows overlap: the next one overwrites the end of each.",
        help: "Check stride and width; the stride of tiled surfaces is that of a row of tiles, four times that of a row of pixels.",
        source: "hardware.md, supertiling; inferred";
    OVERLAP = "VIV-RS-008", Undefined,
        "source and destination of a resolve must be the same surface or not overlap",
        hardware: "Whether a pixel is read before it is overwritten depends on pipes and caches.",
        help: "Copy through another buffer.",
        source: "Inferred; hardware.md allows the same address for both";
    HALF_SIZE_UNALIGNED = "VIV-RS-009", Hang,
        "the destination of a downscaling resolve must be whole tiles",
        hardware: "The GPU hangs, as with any destination that is not a multiple of 16 wide and 4 high.",
        help: "Make the window a multiple of 32 wide or 8 high in the downscaled direction.",
        source: "Mesa etnaviv_rs.c, etna_try_rs_blit";
    FORMAT = "VIV-RS-010", Undefined,
        "the chip must support the formats of a resolve",
        hardware: "Other codes are undocumented.",
        help: "Use a format of RS with pixels of the same size.",
        source: "rnndb, RS_FORMAT";
    MULTI_WITH_ONE_PIPE = "VIV-RS-011", Undefined,
        "only chips with two pixel pipes have split surfaces",
        hardware: "The chip has no address register for the second half.",
        help: "Clear MULTI in the stride.",
        source: "rnndb, RS.SOURCE_STRIDE.MULTI";
    HALVES_OVERLAP = "VIV-RS-012", Corrupt,
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
        hardware: "Offsets in the middle of a tile or before the surface are undocumented.",
        help: "Split only windows whose height is a multiple of 8, or of 16 with vertical downscaling.",
        source: "Mesa etnaviv_rs.c, etna_compile_rs_state";
    IN_PLACE_WITHOUT_STATUS = "VIV-RS-015", Slow,
        "a resolve in place must have tile status",
        hardware: "The resolve has no effect.",
        help: "Set TS.MEM_CONFIG, and the addresses of status and surface, or omit the resolve.",
        source: "Mesa etnaviv_rs.c, etna_submit_rs_state";
    IN_PLACE_UNKNOWN = "VIV-RS-016", Undefined,
        "only chips from GC3000 on support in-place resolves",
        hardware: "Older chips do not have KICKER_INPLACE; the surface is unchanged.",
        help: "Resolve to the same address with KICKER.",
        source: "rnndb, RS.KICKER_INPLACE; Mesa etnaviv_rs.c asks for SINGLE_BUFFER";
    FILLS_NOTHING = "VIV-RS-017", Slow,
        "a fill should write at least one component",
        hardware: "It reads and writes the surface without changing it.",
        help: "Set bits of CLEAR_CONTROL.BITS, or omit the fill.",
        source: "Inferred";
    NEWER_ORDER = "VIV-RS-018", Undefined,
        "the newer order of supertiles needs CACHE128B256BPERLINE and a surface that is not split",
        hardware: "The effect of the bit on other chips is undocumented.",
        help: "Clear SUPER_TILED_NEW in the stride.",
        source: "rnndb, RS.SOURCE_STRIDE.SUPER_TILED_NEW";
    NO_RESOLVE_ENGINE = "VIV-RS-019", Undefined,
        "chips with BLT_ENGINE have no resolve engine",
        hardware: "The registers are not implemented.",
        help: "Use the blit engine.",
        source: "rnndb, BLT; Mesa etnaviv_screen.c, use_blt";
    TILED_NARROW = "VIV-RS-020", Hang,
        "a resolve from a tiled to a linear surface must be at least 13 pixels wide",
        hardware: "The GPU hangs; 16 is known to be safe.",
        help: "Make it 16 pixels wide.",
        source: "hardware.md, resolve";
}
