//! Rules of tile status.

use tilescope_core::rules;

rules! {
    INVALID_STATUS = "VIV-TS-001", Hang,
        "tile status must hold defined codes",
        hardware: "The GPU hangs when it draws to the tile.",
        help: "Fill the whole tile status with the cleared pattern before the surface is drawn to with it: 0x55555555 with 2 bits a tile, 0x11111111 with 4.",
        source: "hardware.md, tile status";
    STATUS_NOT_WRITTEN = "VIV-TS-002", Undefined,
        "tile status must be written before it is used",
        hardware: "The previous contents of the memory decide which tiles are cleared; an undefined code hangs the GPU.",
        help: "Clear the tile status with the resolve engine before the first draw, or disable fast clear for the surface.",
        source: "hardware.md, tile status: found with a depth surface that was not cleared";
    STATUS_OUTSIDE = "VIV-TS-003", Fault,
        "tile status must be large enough for every tile that is touched",
        hardware: "The access raises an exception, or uses the memory after it as status.",
        help: "Allocate 2 or 4 bits for each 64 bytes of the padded surface, or for each 128 or 256 bytes, depending on the mode.",
        source: "Mesa etnaviv_resource.c, etna_screen_resource_alloc_ts";
    OTHER_SURFACE = "VIV-TS-004", Corrupt,
        "tile status must belong to the surface that is read or drawn to",
        hardware: "The status of other tiles is used, so that pixels are lost or cleared pixels reappear.",
        help: "Set the surface base of tile status whenever the surface changes, or set TS.MEM_CONFIG to 0 for one without tile status.",
        source: "Mesa etnaviv_rs.c, etna_try_rs_blit";
    STATUS_UNALIGNED = "VIV-TS-005", Undefined,
        "the address of tile status must be a multiple of 64",
        hardware: "The low bits are ignored, and the status of other tiles is used.",
        help: "Align tile status; Mesa aligns that of each layer to 256 bytes for each pixel pipe.",
        source: "Inferred; Mesa etnaviv_resource.c";
    SURFACE_UNALIGNED = "VIV-TS-006", Undefined,
        "a surface with tile status must be aligned to 64 bytes",
        hardware: "Tiles do not coincide with entries of tile status.",
        help: "Align levels and layers of render targets to 64 bytes.",
        source: "Mesa etnaviv_resource.c, ETNA_PE_ALIGNMENT";
}
