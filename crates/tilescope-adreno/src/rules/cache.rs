//! Rules of caches: the colour and depth caches (CCU), the unified cache (UCHE), and units without one.

use tilescope_core::rules;

rules! {
    CCU_CHANGES_WHEN_IDLE = "ADR-CACHE-001", Corrupt,
        "RB_CCU_CNTL must not change while draws and copies run",
        hardware: "The register is not pipelined: work in flight continues with the new place of the cache.",
        help: "Emit CP_WAIT_FOR_IDLE before the register.",
        source: "Mesa, tu_cmd_buffer.c: tu_emit_cache_flush_ccu";
    CCU_IS_FLUSHED = "ADR-CACHE-002", Corrupt,
        "colours in the cache must be flushed before RB_CCU_CNTL moves it",
        hardware: "What was drawn to system memory and is still in the cache is lost.",
        help: "Emit the event PC_CCU_FLUSH_COLOR_TS before the register.",
        source: "Mesa, tu_cmd_buffer.c: tu_emit_cache_flush_ccu";
    COLOURS_ARE_FLUSHED = "ADR-CACHE-003", Corrupt,
        "what draws and copies wrote through the colour cache must be flushed before another unit accesses it",
        hardware: "The colour cache writes back when it needs space: the other unit gets old contents.",
        help: "Emit the event PC_CCU_FLUSH_COLOR_TS and CP_WAIT_FOR_IDLE in between.",
        source: "Mesa, tu_cmd_buffer.c: tu_flush_for_access";
    DEPTH_IS_FLUSHED = "ADR-CACHE-004", Corrupt,
        "what draws wrote through the depth cache must be flushed before another unit accesses it",
        hardware: "The depth cache writes back when it needs space: the other unit gets old contents.",
        help: "Emit the event PC_CCU_FLUSH_DEPTH_TS and CP_WAIT_FOR_IDLE in between.",
        source: "Mesa, tu_cmd_buffer.c: tu_flush_for_access";
    STORES_ARE_FLUSHED = "ADR-CACHE-005", Corrupt,
        "what shaders wrote through the unified cache must be flushed before a unit past it accesses it",
        hardware: "The command processor, targets and copies of tiles do not see the unified cache: they get old contents.",
        help: "Emit the event CACHE_FLUSH_TS and CP_WAIT_FOR_IDLE in between.",
        source: "Mesa, tu_cmd_buffer.c: tu_flush_for_access";
    WRITES_ARE_COMPLETE = "ADR-CACHE-006", Corrupt,
        "flushes and writes past caches must be complete before another unit reads what was written",
        hardware: "Events begin a flush, and packets a write: a unit earlier in the pipeline reads before they end.",
        help: "Emit CP_WAIT_FOR_IDLE after the flush; after writes of the command processor, CP_WAIT_MEM_WRITES.",
        source: "Mesa, tu_cmd_buffer.c: tu_flush_for_stage";
    READS_ARE_INVALIDATED = "ADR-CACHE-007", Corrupt,
        "the unified cache must be invalidated before it reads what another unit wrote",
        hardware: "Lines that the cache loaded earlier keep their old contents: textures, vertices and copies read them.",
        help: "Emit the event CACHE_INVALIDATE after the flush of the writer.",
        source: "Mesa, tu_cmd_buffer.c: tu_flush_for_access";
    TARGETS_ARE_INVALIDATED = "ADR-CACHE-008", Corrupt,
        "the colour and depth caches must be invalidated before they access what another unit wrote",
        hardware: "Lines that the cache loaded earlier keep their old contents, and are written back over the new ones.",
        help: "Emit the event PC_CCU_INVALIDATE_COLOR or PC_CCU_INVALIDATE_DEPTH after the flush of the writer.",
        source: "Mesa, tu_cmd_buffer.c: tu_flush_for_access";
    PARAMETERS_ARE_PARSED_LATE = "ADR-CACHE-009", Undefined,
        "on A618 and A630, CP_DRAW_INDIRECT_MULTI must be preceded by a wait of the prefetch parser",
        hardware: "The firmware of these chips reads the parameters before CP_WAIT_FOR_IDLE has ended; it waits before other indirect draws.",
        help: "Emit CP_WAIT_FOR_ME after CP_WAIT_FOR_IDLE, before the draw.",
        source: "Mesa, freedreno_dev_info.h: indirect_draw_wfm_quirk";
}
