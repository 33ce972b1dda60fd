//! Rules of flushes, semaphores and stalls: what hardware shows as flicker.
//!
//! 001 to 009: RS, BLT and tile status. 010 to 019: textures. 020 to 029: what else
//! reads memory. 030 and up: states that change while something is on its way.

use tilescope_core::rules;

rules! {
    RESOLVE_DIRTY = "VIV-SYNC-001", Corrupt,
        "colour and depth must be flushed before RS or BLT reads them",
        hardware: "Their caches are their own: pixels that were not written back are missing from the copy, tile by tile, and not the same ones each time.",
        help: "Write GL.FLUSH_CACHE color, depth, then a semaphore and stall from RA to PE, before the copy.",
        source: "hardware.md, resolve; Mesa etnaviv_rs.c, etna_try_rs_blit, which flushes both for sources that can be drawn to; etnaviv_blt.c";
    RESOLVE_WITHOUT_STALL = "VIV-SYNC-002", Undefined,
        "RS must wait for PE before it uses what PE draws",
        hardware: "The copy may overtake the end of the flush.",
        help: "Write a semaphore and stall from RA to PE, or from FE to PE, behind the flush.",
        source: "Mesa etnaviv_rs.c, etna_clear_rs and etna_try_rs_blit. BLT is exempt: Mesa etnaviv_blt.c flushes and does not wait";
    RESOLVE_OVER_DIRTY = "VIV-SYNC-003", Corrupt,
        "RS and BLT must not write memory of which a cache of PE holds pixels",
        hardware: "Sooner or later the cache writes its old pixels over the new ones.",
        help: "Flush colour and depth before a clear or a copy to what was drawn to.",
        source: "Mesa etnaviv_rs.c, etna_clear_rs: clears part of the old surface otherwise";
    STATUS_DIRTY = "VIV-SYNC-004", Corrupt,
        "tile status must be flushed before anybody but PE reads it",
        hardware: "Tiles that were drawn still count as cleared, and read as the clear value.",
        help: "Write TS.FLUSH_CACHE behind the flush of colour and depth and the stall.",
        source: "Mesa etnaviv_rs.c, etna_try_rs_blit; etnaviv_blt.c";
    STATUS_FLUSHED_EARLY = "VIV-SYNC-005", Hang,
        "tile status must not be flushed while PE draws with it",
        hardware: "The GPU crashes.",
        help: "Flush colour and depth, then a semaphore and stall from RA to PE, then TS.FLUSH_CACHE.",
        source: "hardware.md, state changes and caches, and Mesa etnaviv_rs.c, etna_clear_rs, which want both the flush and the stall. One of them has to do as long as nobody clears: Linux etnaviv_buffer.c, etnaviv_buffer_queue, flushes and does not wait; Mesa etnaviv_emit.c waits and does not flush behind uploads of textures";
    STATUS_CLEARED_DIRTY = "VIV-SYNC-006", Hang,
        "colour, depth and tile status must be flushed before tile status is cleared",
        hardware: "The GPU crashes, or tiles of the last picture come back.",
        help: "Flush colour and depth, then a semaphore and stall from RA to PE, then TS.FLUSH_CACHE, then the clear.",
        source: "hardware.md, state changes and caches: as before a clear; Mesa etnaviv_rs.c, etna_clear_rs";
    STATUS_CHANGED = "VIV-SYNC-007", Corrupt,
        "colour, depth and tile status must be flushed before a buffer's tile status is set up anew",
        hardware: "What is in the caches is written back by the new set-up: to other status, or as another clear value.",
        help: "Flush colour and depth, then a semaphore and stall from RA to PE, then TS.FLUSH_CACHE, before registers of TS.",
        source: "Mesa etnaviv_emit.c, etna_emit_state; hardware.md, synchronization. What counts is the set-up that the next draw has: Mesa turns tile status off and on again around uploads of textures";

    TEXTURE_DIRTY = "VIV-SYNC-010", Corrupt,
        "what PE drew must be flushed before it is read as a texture",
        hardware: "Parts of the texture are what was there before.",
        help: "Write GL.FLUSH_CACHE color, depth, texture, then a semaphore and stall from RA to PE.",
        source: "Mesa etnaviv_emit.c, etna_emit_state; etnaviv_texture.c, etna_texture_barrier";
    TEXTURE_WITHOUT_STALL = "VIV-SYNC-011", Undefined,
        "shaders must wait for who writes a texture before they read it",
        hardware: "Texels may be read before they are there.",
        help: "Write a semaphore and stall from RA to PE for pixel shaders, from FE to PE for vertex shaders, and to BLT for what BLT wrote.",
        source: "Mesa etnaviv_emit.c, etna_emit_state; etnaviv_blt.c, etna_try_blt_blit; that RA is too late for vertex shaders is inferred";
    TEXTURE_STALE = "VIV-SYNC-012", Corrupt,
        "the texture cache must be emptied when a texture was written",
        hardware: "Texels that the cache still has are the old ones. What it has at the start of a submission nobody knows.",
        help: "Write GL.FLUSH_CACHE texture after the texture was written, before the draw.",
        source: "hardware.md, vertex texture fetch; Mesa etnaviv_texture.c, etna_update_sampler_source";
    VERTEX_TEXTURE_STALE = "VIV-SYNC-013", Corrupt,
        "the texture cache of vertex shaders must be emptied when a texture that they read was written",
        hardware: "Texels that the cache still has are the old ones.",
        help: "Wait for PE, then write GL.FLUSH_CACHE texturevs.",
        source: "hardware.md, vertex texture fetch: cubemap_sphere after displacement. Mesa never flushes it, so that only memory counts that vertex shaders have read before";
    VERTEX_TEXTURES_FLUSHED = "VIV-SYNC-014", Hang,
        "the texture cache of vertex shaders must not be flushed between two draws without a wait",
        hardware: "The GPU crashes at the draw behind the flush. A semaphore behind the flush does not help.",
        help: "Write a semaphore and stall from RA or FE to PE before the flush.",
        source: "hardware.md, vertex texture fetch, which takes the wait before the flush to be the cure";
    FEEDBACK = "VIV-SYNC-015", Undefined,
        "a draw must not sample what it draws to",
        hardware: "Texels are old or new, as caches have it.",
        help: "Draw to another buffer, or copy the texture first.",
        source: "Inferred; OpenGL ES 2.0, 4.4.4.1 leaves it undefined";
    DESCRIPTORS_STALE = "VIV-SYNC-016", Undefined,
        "the cache of texture descriptors must be emptied before a submission samples",
        hardware: "Descriptors of somebody else may be taken.",
        help: "Write NTE.DESCRIPTOR.FLUSH and GL.FLUSH_CACHE descriptor_unk12, descriptor_unk13 at the start.",
        source: "Mesa etnaviv_context.c, etna_reset_gpu_state";

    VERTICES_DIRTY = "VIV-SYNC-020", Corrupt,
        "vertices and indices that the GPU wrote must be flushed before they are fetched",
        hardware: "The front end fetches what was in memory before.",
        help: "Flush the cache of who wrote, then a semaphore and stall from FE to PE.",
        source: "Inferred from hardware.md, synchronization";
    VERTICES_WITHOUT_STALL = "VIV-SYNC-021", Undefined,
        "the front end must wait for who writes vertices and indices before it fetches them",
        hardware: "It is far ahead of PE, and may fetch before anything is written.",
        help: "Write a semaphore and stall from FE to PE, or to BLT, before the draw.",
        source: "Inferred from hardware.md, synchronization";
    CODE_DIRTY = "VIV-SYNC-022", Hang,
        "code that the GPU wrote must be flushed and waited for before it runs",
        hardware: "The shader executes what was in memory before.",
        help: "Flush the cache of who wrote, then a semaphore and stall from FE to PE, then empty the instruction cache.",
        source: "Inferred from Mesa etnaviv_emit.c, etna_emit_state: code in memory";
    DRAW_WITHOUT_STALL = "VIV-SYNC-023", Undefined,
        "PE must wait for BLT before it draws to what BLT writes",
        hardware: "BLT writes over pixels, or PE blends with what was there before.",
        help: "Write a semaphore and stall from RA to BLT, or from FE to BLT, behind the command.",
        source: "Mesa etnaviv_blt.c, etna_clear_blt. RS shares the pixel pipes with PE and needs none: hardware.md, resolve";
    LOADS_DIRTY = "VIV-SYNC-024", Undefined,
        "what PE, RS or BLT wrote must be flushed and waited for before shaders load it",
        hardware: "The shader gets what was in memory before.",
        help: "Flush the cache of who wrote, then a semaphore and stall from RA to PE for pixel shaders, from FE to PE for vertex shaders.",
        source: "Inferred from hardware.md, synchronization; Mesa etnaviv_blt.c flushes shader_l1 around BLT";

    OVERWRITE_CHANGED = "VIV-SYNC-030", Corrupt,
        "colour must be flushed before PE.COLOR_FORMAT.OVERWRITE changes",
        hardware: "The write invalidates the cache; pixels in it that were not written back are lost.",
        help: "Write GL.FLUSH_CACHE color, then a semaphore and stall from RA to PE, before the register.",
        source: "hardware.md, state changes and caches; Mesa etnaviv_emit.c, etna_emit_state";
    DEPTH_CONFIG_CHANGED = "VIV-SYNC-031", Corrupt,
        "depth must be flushed, and RA wait for PE, before PE.DEPTH_CONFIG changes",
        hardware: "Pixels on their way are tested by the new set-up, and those in the cache may be lost.",
        help: "Write GL.FLUSH_CACHE depth, then a semaphore and stall from RA to PE, before the register.",
        source: "hardware.md, synchronization; Mesa etnaviv_emit.c, etna_emit_state";
    TARGET_CHANGED = "VIV-SYNC-032", Corrupt,
        "colour and depth must be flushed before PE draws to other buffers",
        hardware: "What is in the caches goes to the new buffers, or is lost.",
        help: "Write GL.FLUSH_CACHE color, depth, then a semaphore and stall from RA to PE, before addresses, strides and formats.",
        source: "Mesa etnaviv_emit.c, etna_emit_state, and etnaviv_rs.c, etna_clear_rs: coming from another surface";
    SHADER_STATE_IN_FLIGHT = "VIV-SYNC-033", Corrupt,
        "code, constants and samplers must not be loaded while a draw runs, from HALTI0 on",
        hardware: "The states are not self-synchronising: the draw that is on its way goes on with the new ones.",
        help: "Write a semaphore and stall from FE to PE before them.",
        source: "Mesa etnaviv_emit.c, etna_emit_state";
    PIPE_WHILE_DIRTY = "VIV-SYNC-034", Corrupt,
        "caches must be flushed before the other pipe is selected",
        hardware: "What is in them is not seen by the other engine, and may be lost.",
        help: "Write GL.FLUSH_CACHE color, depth in the 3D pipe, or pe2d in the 2D pipe, then a semaphore and stall from FE to PE.",
        source: "Linux etnaviv_buffer.c, etnaviv_cmd_select_pipe; hardware.md, synchronization";
    EVENT_WHILE_DIRTY = "VIV-SYNC-035", Undefined,
        "an event must not tell the host of pixels that are still in a cache",
        hardware: "The host reads what was in memory before.",
        help: "Flush colour and depth and wait for PE before GL.EVENT.",
        source: "Linux etnaviv_buffer.c, etnaviv_buffer_queue";
    CLEARS_WITHOUT_FLUSH = "VIV-SYNC-036", Hang,
        "on GC600 colour and depth must be flushed between two fills of RS",
        hardware: "The GPU hangs at the second fill.",
        help: "Write GL.FLUSH_CACHE color, depth between them.",
        source: "Mesa etnaviv_rs.c, etna_clear_rs";
}
