//! Rules of tiler jobs and polygon lists.

use tilescope_core::{Rule, rules};

use crate::exception::Exception;

rules! {
    MODE = "MALI-TILER-001", Fault,
        "the draw mode of a tiler job must be defined",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Choose one of the draw modes.",
        source: "genxml, Draw Mode";
    INDEX_TYPE = "MALI-TILER-002", Fault,
        "the index type of a tiler job must be defined",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Write 0 for no indices, 1, 2 or 3 for 8, 16 or 32 bits.",
        source: "genxml, Index Type";
    INDICES_UNALIGNED = "MALI-TILER-003", Undefined,
        "indices must be aligned to their size",
        hardware: "The low bits of the address are ignored.",
        help: "Align the array of indices.",
        source: "Mesa pan_cmdstream.c: index buffers are uploaded with their alignment";
    TOO_MANY = "MALI-TILER-004", Fault,
        "a draw must not have more vertices than the tiler can keep",
        hardware: "The job ends with OUT_OF_MEMORY, or after the kernel's timeout.",
        help: "Divide the draw.",
        source: "Inferred: the heap is limited";
    NOT_CLEARED = "MALI-TILER-005", Undefined,
        "a polygon list must be cleared before the first tiler job writes it",
        hardware: "Polygons of an earlier frame are drawn, or the tiler hangs.",
        help: "Start the chain with a write value job of type zero at the polygon list, on which the tiler jobs depend.",
        source: "Mesa pan_scoreboard.h, panfrost_scoreboard_initialize_tiler";
    HEAP = "MALI-TILER-006", Fault,
        "the tiler heap must have room for all draws of a frame",
        hardware: "The job ends with OUT_OF_MEMORY.",
        help: "Allocate a larger heap, or one that grows on faults.",
        source: "Linux panfrost_device.h; Mesa pan_props.c: a growable heap of 128 MiB";
    NO_LIST = "MALI-TILER-007", Undefined,
        "a fragment job must have a polygon list that is cleared or written by tiler jobs",
        hardware: "The fragment job reads whatever the memory contains as polygons.",
        help: "Submit the tiler jobs before the fragment job; without any, clear the list and disable the tiler.",
        source: "Mesa pan_cmdstream.c, batch_get_polygon_list";
    DISABLED = "MALI-TILER-008", Fault,
        "tiler jobs need a framebuffer with a tiler that is enabled",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Write a hierarchy mask without bit 12, and a heap.",
        source: "Mesa pan_cs.c, pan_emit_midgard_tiler";
    OTHER_FRAMEBUFFER = "MALI-TILER-009", Undefined,
        "the tiler jobs of a polygon list must have the framebuffer of the fragment job",
        hardware: "Bins are those of another framebuffer's size.",
        help: "Use the same framebuffer descriptor for both.",
        source: "Mesa pan_job.c: one framebuffer descriptor for a batch";
    UNWRITTEN_POSITION = "MALI-TILER-010", Undefined,
        "positions must be written before a tiler job reads them",
        hardware: "The tiler uses the memory's old contents.",
        help: "Let the tiler job depend on the vertex job that writes the positions.",
        source: "Mesa pan_scoreboard.h: tiler jobs depend on their vertex job";
    VIEWPORT = "MALI-TILER-011", Undefined,
        "the scissor rectangle of a viewport must not be inverted",
        hardware: "Undocumented; nothing is drawn in Tilescope.",
        help: "Write the first and the last column and row.",
        source: "genxml, Viewport; Mesa pan_cmdstream.c, panfrost_emit_viewport";
    POSITION_UNALIGNED = "MALI-TILER-012", Undefined,
        "positions must be aligned to 16 bytes",
        hardware: "The low bits of the address are ignored.",
        help: "Allocate positions with an alignment of 64.",
        source: "Mesa pan_cmdstream.c, panfrost_emit_varyings";
    OCCLUSION = "MALI-TILER-013", Undefined,
        "the kind of an occlusion query must be defined, and its counter aligned to 8 bytes",
        hardware: "Undocumented; the kind counts as a predicate in Tilescope.",
        help: "Write 0, 1 (predicate) or 3 (counter), and the address of 64-bit counters.",
        source: "genxml, Occlusion Mode; Mesa pan_context.c";
}

/// The exceptions of the rules that stop.
pub const EXCEPTIONS: &[(&Rule, Exception)] = &[
    (&TOO_MANY, Exception::OutOfMemory),
    (&HEAP, Exception::OutOfMemory),
];
