//! Rules of the colour cache unit (CCU).

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
}
