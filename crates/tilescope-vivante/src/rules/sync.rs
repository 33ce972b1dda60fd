//! Rules of flushes, semaphores and stalls. Hardware shows violations as flicker.
//!
//! 001 to 009: RS, BLT and tile status. 010 to 019: textures. 020 to 029: other
//! readers of memory. 030 and up: states that change while work is in flight.

use tilescope_core::rules;

rules! {
    RESOLVE_DIRTY = "VIV-SYNC-001", Corrupt,
        "colour and depth must be flushed before RS or BLT reads them",
        hardware: "RS and BLT have separate caches: pixels that were not written back are missing from the copy, in different tiles each time.",
        help: "Write GL.FLUSH_CACHE color, depth, then a semaphore and stall from RA to PE, before the copy.",
        source: "hardware.md, resolve; Mesa etnaviv_rs.c, etna_try_rs_blit, which flushes both for sources that can be drawn to; etnaviv_blt.c";
    RESOLVE_WITHOUT_STALL = "VIV-SYNC-002", Undefined,
        "RS must wait for PE before it uses a surface that PE draws to",
        hardware: "The copy may overtake the end of the flush.",
        help: "Write a semaphore and stall from RA to PE, or from FE to PE, after the flush.",
        source: "Mesa etnaviv_rs.c, etna_clear_rs and etna_try_rs_blit. BLT is exempt: Mesa etnaviv_blt.c flushes and does not wait";
    RESOLVE_OVER_DIRTY = "VIV-SYNC-003", Corrupt,
        "RS and BLT must not write memory that is dirty in a cache of PE",
        hardware: "The cache later writes its old pixels over the new ones.",
        help: "Flush colour and depth before a clear of, or a copy to, a render target.",
        source: "Mesa etnaviv_rs.c, etna_clear_rs: clears part of the old surface otherwise";
    STATUS_DIRTY = "VIV-SYNC-004", Corrupt,
        "tile status must be flushed before a unit other than PE reads it",
        hardware: "Drawn tiles are still marked as cleared and read as the clear value.",
        help: "Write TS.FLUSH_CACHE after the flush of colour and depth and the stall.",
        source: "Mesa etnaviv_rs.c, etna_try_rs_blit; etnaviv_blt.c";
    STATUS_FLUSHED_EARLY = "VIV-SYNC-005", Hang,
        "tile status must not be flushed while PE draws with it",
        hardware: "The GPU crashes.",
        help: "Flush colour and depth, then a semaphore and stall from RA to PE, then TS.FLUSH_CACHE.",
        source: "hardware.md, state changes and caches, and Mesa etnaviv_rs.c, etna_clear_rs, which do both the flush and the stall. One of them is enough without a clear: Linux etnaviv_buffer.c, etnaviv_buffer_queue, flushes and does not wait; Mesa etnaviv_emit.c waits and does not flush after uploads of textures";
    STATUS_CLEARED_DIRTY = "VIV-SYNC-006", Hang,
        "colour, depth and tile status must be flushed before tile status is cleared",
        hardware: "The GPU crashes, or tiles of the previous frame reappear.",
        help: "Flush colour and depth, then a semaphore and stall from RA to PE, then TS.FLUSH_CACHE, then the clear.",
        source: "hardware.md, state changes and caches: as before a clear; Mesa etnaviv_rs.c, etna_clear_rs";
    STATUS_CHANGED = "VIV-SYNC-007", Corrupt,
        "colour, depth and tile status must be flushed before the tile status of a buffer changes",
        hardware: "Cached pixels are written back with the new setup: to other status, or with another clear value.",
        help: "Flush colour and depth, then a semaphore and stall from RA to PE, then TS.FLUSH_CACHE, before registers of TS.",
        source: "Mesa etnaviv_emit.c, etna_emit_state; hardware.md, synchronization. The setup at the next draw counts: Mesa turns tile status off and on again around uploads of textures";

    TEXTURE_DIRTY = "VIV-SYNC-010", Corrupt,
        "pixels that PE drew must be flushed before they are read as a texture",
        hardware: "Parts of the texture have their previous contents.",
        help: "Write GL.FLUSH_CACHE color, depth, texture, then a semaphore and stall from RA to PE.",
        source: "Mesa etnaviv_emit.c, etna_emit_state; etnaviv_texture.c, etna_texture_barrier";
    TEXTURE_WITHOUT_STALL = "VIV-SYNC-011", Undefined,
        "shaders must wait for the writer of a texture before they read it",
        hardware: "Texels may be read before they are written.",
        help: "Write a semaphore and stall from RA to PE for pixel shaders, from FE to PE for vertex shaders, and to BLT for a texture that BLT wrote.",
        source: "Mesa etnaviv_emit.c, etna_emit_state; etnaviv_blt.c, etna_try_blt_blit; that RA is too late for vertex shaders is inferred";
    TEXTURE_STALE = "VIV-SYNC-012", Corrupt,
        "the texture cache must be flushed after a texture was written",
        hardware: "Cached texels are stale. The contents of the cache at the start of a submission are unknown.",
        help: "Write GL.FLUSH_CACHE texture after the texture was written, before the draw.",
        source: "hardware.md, vertex texture fetch; Mesa etnaviv_texture.c, etna_update_sampler_source";
    VERTEX_TEXTURE_STALE = "VIV-SYNC-013", Corrupt,
        "the vertex texture cache must be flushed after a texture that vertex shaders read was written",
        hardware: "Cached texels are stale.",
        help: "Wait for PE, then write GL.FLUSH_CACHE texturevs.",
        source: "hardware.md, vertex texture fetch: cubemap_sphere after displacement. Mesa never flushes it, so that only memory that vertex shaders have read before is checked";
    VERTEX_TEXTURES_FLUSHED = "VIV-SYNC-014", Hang,
        "the rasteriser must wait for PE around a flush of the vertex texture cache",
        hardware: "The GPU hangs at the draw after the flush. A semaphore and stall from FE to PE after the flush does not help.",
        help: "Write a semaphore and stall from RA to PE after GL.FLUSH_CACHE texturevs, or wait for PE before it.",
        source: "hardware.md, vertex texture fetch: crashes when drawing directly afterwards. Mesa 25.0 etnaviv_emit.c, etna_emit_state, flushes between draws on every chip and stalls RA for PE after it";
    FEEDBACK = "VIV-SYNC-015", Undefined,
        "a draw must not sample its render target",
        hardware: "Texels are old or new, depending on the caches.",
        help: "Draw to another buffer, or copy the texture first.",
        source: "Inferred; OpenGL ES 2.0, 4.4.4.1 leaves it undefined";
    DESCRIPTORS_STALE = "VIV-SYNC-016", Undefined,
        "the cache of texture descriptors must be flushed before a submission samples",
        hardware: "Stale descriptors of another submission may be used.",
        help: "Write NTE.DESCRIPTOR.FLUSH and GL.FLUSH_CACHE descriptor_unk12, descriptor_unk13 at the start.",
        source: "Mesa etnaviv_context.c, etna_reset_gpu_state";

    VERTICES_DIRTY = "VIV-SYNC-020", Corrupt,
        "vertices and indices that the GPU wrote must be flushed before they are fetched",
        hardware: "The front end fetches the previous contents of the memory.",
        help: "Flush the cache of the writer, then a semaphore and stall from FE to PE.",
        source: "Inferred from hardware.md, synchronization";
    VERTICES_WITHOUT_STALL = "VIV-SYNC-021", Undefined,
        "the front end must wait for the writer of vertices and indices before it fetches them",
        hardware: "It runs far ahead of PE and may fetch before the data is written.",
        help: "Write a semaphore and stall from FE to PE, or to BLT, before the draw.",
        source: "Inferred from hardware.md, synchronization";
    CODE_DIRTY = "VIV-SYNC-022", Corrupt,
        "code that the GPU wrote must be flushed and waited for before it runs",
        hardware: "The shader executes the previous contents of the memory.",
        help: "Flush the cache of the writer, then a semaphore and stall from FE to PE, then flush the instruction cache.",
        source: "Inferred from Mesa etnaviv_emit.c, etna_emit_state: code in memory";
    DRAW_WITHOUT_STALL = "VIV-SYNC-023", Undefined,
        "PE must wait for BLT before it draws to a surface that BLT writes",
        hardware: "BLT overwrites drawn pixels, or PE blends with the previous contents.",
        help: "Write a semaphore and stall from RA to BLT, or from FE to BLT, after the command.",
        source: "Mesa etnaviv_blt.c, etna_clear_blt. RS shares the pixel pipes with PE and needs none: hardware.md, resolve";
    LOADS_DIRTY = "VIV-SYNC-024", Undefined,
        "memory that PE, RS or BLT wrote must be flushed and waited for before shaders load it",
        hardware: "The shader reads the previous contents of the memory.",
        help: "Flush the cache of the writer, then a semaphore and stall from RA to PE for pixel shaders, from FE to PE for vertex shaders.",
        source: "Inferred from hardware.md, synchronization; Mesa etnaviv_blt.c flushes shader_l1 around BLT";

    OVERWRITE_CHANGED = "VIV-SYNC-030", Corrupt,
        "colour must be flushed before PE.COLOR_FORMAT.OVERWRITE changes",
        hardware: "The write invalidates the cache; dirty pixels are lost.",
        help: "Write GL.FLUSH_CACHE color, then a semaphore and stall from RA to PE, before the register.",
        source: "hardware.md, state changes and caches; Mesa etnaviv_emit.c, etna_emit_state";
    DEPTH_CONFIG_CHANGED = "VIV-SYNC-031", Corrupt,
        "depth must be flushed, and RA wait for PE, before PE.DEPTH_CONFIG changes",
        hardware: "Pixels in flight are tested with the new setup, and cached pixels may be lost.",
        help: "Write GL.FLUSH_CACHE depth, then a semaphore and stall from RA to PE, before the register.",
        source: "hardware.md, synchronization; Mesa etnaviv_emit.c, etna_emit_state";
    TARGET_CHANGED = "VIV-SYNC-032", Corrupt,
        "colour and depth must be flushed before PE draws to other buffers",
        hardware: "Cached pixels are written to the new buffers or lost.",
        help: "Write GL.FLUSH_CACHE color, depth, then a semaphore and stall from RA to PE, before addresses, strides and formats.",
        source: "Mesa etnaviv_emit.c, etna_emit_state, and etnaviv_rs.c, etna_clear_rs: a change of surface";
    SHADER_STATE_IN_FLIGHT = "VIV-SYNC-033", Corrupt,
        "code, constants and samplers must not be loaded while a draw runs, from HALTI0 on",
        hardware: "The states are not self-synchronising: the draw in flight continues with the new ones.",
        help: "Write a semaphore and stall from FE to PE before them.",
        source: "Mesa etnaviv_emit.c, etna_emit_state";
    PIPE_WHILE_DIRTY = "VIV-SYNC-034", Corrupt,
        "caches must be flushed before the other pipe is selected",
        hardware: "The other engine does not see cached pixels, which may be lost.",
        help: "Write GL.FLUSH_CACHE color, depth in the 3D pipe, or pe2d in the 2D pipe, then a semaphore and stall from FE to PE.",
        source: "Linux etnaviv_buffer.c, etnaviv_cmd_select_pipe; hardware.md, synchronization";
    EVENT_WHILE_DIRTY = "VIV-SYNC-035", Undefined,
        "an event must not signal pixels that are still in a cache",
        hardware: "The host reads the previous contents of the memory.",
        help: "Flush colour and depth and wait for PE before GL.EVENT.",
        source: "Linux etnaviv_buffer.c, etnaviv_buffer_queue";
    CLEARS_WITHOUT_FLUSH = "VIV-SYNC-036", Hang,
        "on GC600 colour and depth must be flushed between two fills of RS",
        hardware: "The GPU hangs at the second fill.",
        help: "Write GL.FLUSH_CACHE color, depth between them.",
        source: "Mesa etnaviv_rs.c, etna_clear_rs";
}
