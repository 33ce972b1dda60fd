//! Rules of the front end.
//!
//! 001 to 019: commands and their placement. 020 to 029: jumps. 030 to 039:
//! semaphores and pipes. 040 and up: loads of state and draws.

use tilescope_core::rules;

rules! {
    UNKNOWN_COMMAND = "VIV-FE-001", Hang,
        "every command must have a defined opcode",
        hardware: "The front end cannot determine the length of the command and stops until the kernel resets the GPU.",
        help: "Check the count of the command before: with a wrong count, this word is one of its arguments.",
        source: "rnndb cmdstream.xml; Linux etnaviv_cmd_parser.c";
    TRUNCATED_COMMAND = "VIV-FE-002", Hang,
        "a command must end before the stream does",
        hardware: "The front end waits for words that are never fetched, or uses the memory after the stream.",
        help: "Check the count of the last command, and pad every command to 64 bits.",
        source: "Linux etnaviv_cmd_parser.c";
    UNALIGNED_STREAM = "VIV-FE-003", Undefined,
        "streams must start at a multiple of 8 bytes",
        hardware: "The front end fetches 64 bits at a time; the low three bits of the address are ignored.",
        help: "Pad every command to 64 bits, and align buffers of commands.",
        source: "rnndb cmdstream.xml: all commands are padded to 64 bits";
    RESERVED_BITS = "VIV-FE-004", Undefined,
        "reserved bits of a command must be zero",
        hardware: "The effect of the bits is undocumented.",
        help: "Write zero; padding may have any value.",
        source: "rnndb cmdstream.xml";
    MISSING_COMMAND = "VIV-FE-005", Hang,
        "the chip must support the command",
        hardware: "The front end stops at an unsupported opcode.",
        help: "Check the feature words first: DRAW_INSTANCED needs HALTI0, WAIT_FENCE needs HALTI5.",
        source: "rnndb cmdstream.xml; inferred";
    ENDLESS = "VIV-FE-006", Hang,
        "a stream must end",
        hardware: "The front end loops forever; the kernel gives up after half a second without progress and resets the GPU.",
        help: "Check the targets of LINK and CALL for loops.",
        source: "Linux etnaviv_sched.c";
    STREAM_READ = "VIV-FE-007", Fault,
        "streams must be in mapped memory",
        hardware: "The MMU raises a fault, or without one the front end executes what the bus returns.",
        help: "Check the addresses of LINK and CALL, and the length of the stream.",
        source: "Linux etnaviv_gpu.c, MMU exception";
    UNINITIALISED_STREAM = "VIV-FE-008", Undefined,
        "commands must be written before they are executed",
        hardware: "The front end executes the previous contents of the memory.",
        help: "Write the whole stream, padding included, before it is submitted.",
        source: "Inferred";
    SHORT_PREFETCH = "VIV-FE-020", Hang,
        "the prefetch count must include the next END, LINK, CALL or RETURN",
        hardware: "Nothing beyond the count is fetched; the front end waits forever.",
        help: "Count the 64-bit words at the target up to and including the command that leaves it.",
        source: "rnndb cmdstream.xml, LINK";
    LONG_PREFETCH = "VIV-FE-021", Undefined,
        "the prefetch count must not reach past the buffer",
        hardware: "The front end fetches unmapped memory, which is a fault with an MMU.",
        help: "Count the 64-bit words at the target up to and including the command that leaves it.",
        source: "Inferred from rnndb cmdstream.xml, LINK";
    NESTED_CALL = "VIV-FE-022", Hang,
        "calls must not nest deeper than the hardware supports",
        hardware: "A return address is lost, and a RETURN goes to the wrong place.",
        help: "Use LINK for the inner jump.",
        source: "Inferred: no source documents a stack, and no known driver nests calls";
    RETURN_WITHOUT_CALL = "VIV-FE-023", Hang,
        "a RETURN must follow a CALL",
        hardware: "The front end continues at a stale return address.",
        help: "End streams with END or LINK.",
        source: "rnndb cmdstream.xml; inferred";
    STALL_WITHOUT_SEMAPHORE = "VIV-FE-030", Hang,
        "a semaphore must be armed before a unit stalls on it",
        hardware: "The unit waits for a signal that never arrives.",
        help: "Load GL.SEMAPHORE_TOKEN with the same `from` and `to` before GL.STALL_TOKEN or STALL.",
        source: "hardware.md, synchronization; Mesa etna_stall";
    STALL_NOT_FRONT_END = "VIV-FE-031", Hang,
        "a STALL command must stall the front end",
        hardware: "The command always makes the front end wait; the unit that it names never consumes the signal.",
        help: "Use GL.STALL_TOKEN for other units.",
        source: "hardware.md, synchronization; Mesa etna_stall";
    PIPE_WHILE_BUSY = "VIV-FE-032", Undefined,
        "the front end must wait for PE before another pipe is selected",
        hardware: "Work in flight continues in the wrong engine; images are corrupt or the GPU hangs.",
        help: "Flush the caches, then arm a semaphore and stall from FE to PE before GL.PIPE_SELECT.",
        source: "hardware.md, synchronization; Linux etnaviv_buffer.c, etnaviv_cmd_select_pipe";
    WRONG_PIPE = "VIV-FE-033", Hang,
        "commands must be for the selected pipe",
        hardware: "3D commands in the 2D pipe never complete, nor do 2D ones in the 3D pipe; a wait for them never ends.",
        help: "Select the pipe with GL.PIPE_SELECT, or submit to the other one.",
        source: "hardware.md, programming peculiarities; 2D in the 3D pipe is inferred";
    NO_PIPE = "VIV-FE-034", Hang,
        "the selected pipe must exist",
        hardware: "Commands go to an engine that the chip does not have.",
        help: "Check the feature words for PIPE_2D and PIPE_3D.",
        source: "rnndb common.xml, chipFeatures; inferred";
    STATE_OUT_OF_RANGE = "VIV-FE-040", Undefined,
        "a LOAD_STATE must end within the state",
        hardware: "There are 65536 words of state; writes beyond them are undocumented.",
        help: "Check the count; 0 means 1024 words.",
        source: "hardware.md";
    NAMELESS_STATE = "VIV-FE-041", Undefined,
        "a LOAD_STATE must write documented states",
        hardware: "The effect of the state is undocumented.",
        help: "Check the offset, which is in words, and the count.",
        source: "rnndb, access of the register";
    FIXED_POINT_STATE = "VIV-FE-042", Undefined,
        "fixed-point loads must write states that are floats",
        hardware: "Every word is converted, so that bits, addresses and counts become floats.",
        help: "Load such states without the FIXP bit.",
        source: "rnndb cmdstream.xml, LOAD_STATE";
    READ_ONLY_STATE = "VIV-FE-043", Undefined,
        "read-only states must not be loaded",
        hardware: "The write is ignored, or disturbs the front end.",
        help: "Omit the state from the load.",
        source: "rnndb, access of the register";
    MISSING_STATE = "VIV-FE-044", Undefined,
        "values other than 0 must only be loaded to registers that the chip has",
        hardware: "The write is ignored, or has an undocumented effect.",
        help: "Use the register that this chip has for the purpose, or check the feature words before the write.",
        source: "rnndb, variants of registers; Mesa etnaviv_emit.c and etnaviv_screen.c, which also writes 0 to absent registers";
    UNKNOWN_PRIMITIVE = "VIV-FE-050", Hang,
        "the primitive type of a draw must be defined",
        hardware: "Primitive assembly receives an undefined type.",
        help: "Types are 1 to 7; QUADS (8) needs RECT_PRIMITIVE.",
        source: "rnndb cmdstream.xml; the hang is inferred";
    IGNORED_START = "VIV-FE-051", Corrupt,
        "the start of DRAW_INSTANCED must be 0 on chips that ignore it",
        hardware: "GC2000 draws from vertex 0, with base vertex 0.",
        help: "Move the start of the vertex streams instead.",
        source: "rnndb cmdstream.xml, DRAW_INSTANCED";
}
