//! Rules of fragment jobs and framebuffers.

use tilescope_core::{Rule, rules};

use crate::exception::Exception;

rules! {
    RESERVED_BOUNDS = "MALI-FB-001", Undefined,
        "bits 15:12 and 31:28 of a tile coordinate must be 0",
        hardware: "Undocumented; coordinates have 12 bits.",
        help: "Write the column of tiles to bits 11:0 and the row to bits 27:16.",
        source: "genxml, Fragment Job Payload";
    INVERTED_BOUNDS = "MALI-FB-002", Fault,
        "the first tile of a fragment job must not be after the last one",
        hardware: "The job ends with TILE_RANGE_FAULT.",
        help: "Write the smaller coordinates as the minimum; both ends are included.",
        source: "Linux panfrost_device.h, TILE_RANGE_FAULT; chai jobs.md";
    TILE_RANGE = "MALI-FB-003", Fault,
        "the tiles of a fragment job must be in its framebuffer",
        hardware: "The job ends with TILE_RANGE_FAULT.",
        help: "Divide the last pixel of the framebuffer by 16 for the last tile.",
        source: "Linux panfrost_device.h, TILE_RANGE_FAULT";
    TAG = "MALI-FB-004", Fault,
        "the tag of a framebuffer must be that of the architecture",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Set bit 0 of the pointer for framebuffers of v5, and clear it for those of v4.",
        source: "genxml, FBD Tag; Mesa pan_cs.c, pan_emit_fbd";
    TAG_DIFFERS = "MALI-FB-005", Undefined,
        "the tag of a framebuffer must agree with its descriptor",
        hardware: "The hardware reads the extension and render targets at other addresses.",
        help: "Bit 1 of the pointer states an extension, bits 5:2 the number of targets less one.",
        source: "Mesa pan_cs.c, pan_emit_fbd";
    EMPTY = "MALI-FB-006", Fault,
        "a framebuffer must have pixels",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Write bounds whose maximum is not below the minimum.",
        source: "Inferred from genxml, Framebuffer Parameters";
    BOUNDS = "MALI-FB-007", Corrupt,
        "the bounds of a framebuffer must be inside its size",
        hardware: "Pixels beyond the size are written, or the job ends with TILE_RANGE_FAULT.",
        help: "Write width and height less one as the maximum at most.",
        source: "genxml, Framebuffer Parameters";
    TARGETS = "MALI-FB-008", Fault,
        "a framebuffer must have one to eight render targets",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Write the number of targets less one.",
        source: "Mesa pan_screen.c: 8 render targets from v5 on";
    SAMPLES = "MALI-FB-009", Fault,
        "a framebuffer must have 1, 2, 4, 8 or 16 samples",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Write the logarithm of the number of samples.",
        source: "genxml, Framebuffer Parameters; Mesa pan_samples.c";
    TILE_SIZE = "MALI-FB-010", Fault,
        "tiles must have 16 to 256 pixels",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Choose the largest power of two that fits the tile buffer, up to 256.",
        source: "Mesa pan_cs.c, pan_emit_fbd";
    ALLOCATION = "MALI-FB-011", Corrupt,
        "the tile buffer must be allocated for all render targets",
        hardware: "Targets overwrite each other's pixels in the tile buffer.",
        help: "Allocate bytes per pixel times samples times pixels of a tile, in units of 1 KiB.",
        source: "Mesa pan_cs.c, pan_emit_fbd";
    INTERNAL_FORMAT = "MALI-FB-012", Fault,
        "the internal format of a render target must be defined",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Choose one of the color buffer internal formats.",
        source: "genxml, Color Buffer Internal Format";
    WRITEBACK_FORMAT = "MALI-FB-013", Fault,
        "the memory format of a render target must be defined",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Choose one of the color formats.",
        source: "genxml, Color Format";
    DEPTH_FORMAT = "MALI-FB-014", Fault,
        "the memory format of depth must be defined",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Choose one of the ZS formats.",
        source: "genxml, ZS Format";
    STENCIL_FORMAT = "MALI-FB-015", Fault,
        "the memory format of stencil must be defined",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Choose one of the S formats.",
        source: "genxml, S Format";
    ROW_STRIDE = "MALI-FB-016", Corrupt,
        "rows of a surface must not overlap",
        hardware: "The end of each row is overwritten by the next one.",
        help: "Make the stride at least the bytes of a row; of a row of tiles, if the surface is tiled.",
        source: "Mesa pan_layout.c";
    SURFACE_ALIGNMENT = "MALI-FB-017", Undefined,
        "surfaces of a framebuffer must be aligned to 64 bytes",
        hardware: "The low bits of the address are ignored.",
        help: "Place surfaces at multiples of 64 bytes.",
        source: "Mesa pan_layout.c, pan_image_layout_init";
    SAMPLES_OVERLAP = "MALI-FB-018", Corrupt,
        "the samples of a surface that stores them apart must not overlap",
        hardware: "Each sample overwrites a part of the one before it.",
        help: "Make the surface stride at least the bytes of a sample, or store the average.",
        source: "Mesa pan_cs.c, pan_rt_init_format: the stride of layered multisampling";
}

/// The exceptions of the rules that stop.
pub const EXCEPTIONS: &[(&Rule, Exception)] = &[
    (&INVERTED_BOUNDS, Exception::TileRangeFault),
    (&TILE_RANGE, Exception::TileRangeFault),
];
