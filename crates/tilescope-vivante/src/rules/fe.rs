//! Rules of the front end.
//!
//! 001 to 019: commands and where they lie. 020 to 029: jumps. 030 to 039:
//! semaphores and pipes. 040 and up: loads of state and draws.

use tilescope_core::rules;

rules! {
    UNKNOWN_COMMAND = "VIV-FE-001", Hang,
        "every command must have an opcode that exists",
        hardware: "The front end does not know how long the command is; it stops, and its address stays where it is until the kernel resets the GPU.",
        help: "Check the command before this one: if its count is wrong, this word is really one of its words.",
        source: "rnndb cmdstream.xml; Linux etnaviv_cmd_parser.c";
    TRUNCATED_COMMAND = "VIV-FE-002", Hang,
        "a command must end before the stream does",
        hardware: "The front end waits for words that are never fetched, or takes what lies behind the stream.",
        help: "Check the count of the last command, and pad every command to 64 bits.",
        source: "Linux etnaviv_cmd_parser.c";
    UNALIGNED_STREAM = "VIV-FE-003", Undefined,
        "streams must start at a multiple of 8 bytes",
        hardware: "The front end fetches 64 bits at a time; the low three bits of the address are dropped.",
        help: "Pad every command to 64 bits, and align buffers of commands.",
        source: "rnndb cmdstream.xml: all commands are padded to 64 bits";
    RESERVED_BITS = "VIV-FE-004", Undefined,
        "bits of a command without a name must be zero",
        hardware: "What the bits do is not known.",
        help: "Write zero to them; padding may be anything.",
        source: "rnndb cmdstream.xml";
    MISSING_COMMAND = "VIV-FE-005", Hang,
        "the chip must have the command",
        hardware: "A front end that does not know the opcode stops.",
        help: "Ask the feature words first: DRAW_INSTANCED needs HALTI0, WAIT_FENCE needs HALTI5.",
        source: "rnndb cmdstream.xml; inferred";
    ENDLESS = "VIV-FE-006", Hang,
        "a stream must come to its end",
        hardware: "The front end goes on for ever; the kernel gives up after half a second without progress and resets the GPU.",
        help: "Check the targets of LINK and CALL for circles.",
        source: "Linux etnaviv_sched.c";
    STREAM_READ = "VIV-FE-007", Fault,
        "streams must lie in memory that exists",
        hardware: "The MMU raises a fault, or without one the front end executes what the bus returns.",
        help: "Check the addresses of LINK and CALL, and the length of the stream.",
        source: "Linux etnaviv_gpu.c, MMU exception";
    UNINITIALISED_STREAM = "VIV-FE-008", Undefined,
        "commands must be written before they are executed",
        hardware: "The front end executes whatever is there.",
        help: "Write the whole stream, padding included, before it is submitted.",
        source: "Inferred";
    SHORT_PREFETCH = "VIV-FE-020", Hang,
        "the prefetch count must reach to the next END, LINK, CALL or RETURN",
        hardware: "Nothing behind the count is fetched; the front end waits for ever.",
        help: "Count the 64-bit words at the target up to and with the command that leads on.",
        source: "rnndb cmdstream.xml, LINK";
    LONG_PREFETCH = "VIV-FE-021", Undefined,
        "the prefetch count must not reach past the buffer",
        hardware: "The front end fetches memory that belongs to nobody; with an MMU that is a fault.",
        help: "Count the 64-bit words at the target up to and with the command that leads on.",
        source: "Inferred from rnndb cmdstream.xml, LINK";
    NESTED_CALL = "VIV-FE-022", Hang,
        "calls must not nest deeper than the hardware remembers",
        hardware: "A return address is lost, and a RETURN goes to the wrong place.",
        help: "Use LINK for the inner jump.",
        source: "Inferred: nobody documents a stack, and no known driver nests calls";
    RETURN_WITHOUT_CALL = "VIV-FE-023", Hang,
        "a RETURN must follow a CALL",
        hardware: "The front end goes on at whatever return address was left over.",
        help: "End streams with END or LINK.",
        source: "rnndb cmdstream.xml; inferred";
    STALL_WITHOUT_SEMAPHORE = "VIV-FE-030", Hang,
        "a stall must have a semaphore armed before it",
        hardware: "The unit waits for a signal that nobody sends; nothing ever finishes.",
        help: "Load GL.SEMAPHORE_TOKEN with the same `from` and `to` before GL.STALL_TOKEN or STALL.",
        source: "hardware.md, synchronization; Mesa etna_stall";
    STALL_NOT_FRONT_END = "VIV-FE-031", Hang,
        "a STALL command must stall the front end",
        hardware: "The command makes the front end wait whatever it says; the unit that is named never takes the signal.",
        help: "Use GL.STALL_TOKEN for other units.",
        source: "hardware.md, synchronization; Mesa etna_stall";
    PIPE_WHILE_BUSY = "VIV-FE-032", Undefined,
        "the front end must wait for PE before it selects another pipe",
        hardware: "Work that is still on its way goes on in the wrong engine; images are damaged or the GPU hangs.",
        help: "Flush the caches, then arm a semaphore and stall from FE to PE before GL.PIPE_SELECT.",
        source: "hardware.md, synchronization; Linux etnaviv_buffer.c, etnaviv_cmd_select_pipe";
    WRONG_PIPE = "VIV-FE-033", Hang,
        "commands must go to the pipe that is selected",
        hardware: "3D commands in the 2D pipe never complete, nor do 2D ones in the 3D pipe; a wait for them never ends.",
        help: "Select the pipe with GL.PIPE_SELECT, or submit to the other one.",
        source: "hardware.md, programming peculiarities; 2D in the 3D pipe is inferred";
    NO_PIPE = "VIV-FE-034", Hang,
        "the pipe that is selected must exist",
        hardware: "Commands go to an engine that the chip does not have.",
        help: "Ask the feature words for PIPE_2D and PIPE_3D.",
        source: "rnndb common.xml, chipFeatures; inferred";
    STATE_OUT_OF_RANGE = "VIV-FE-040", Undefined,
        "a LOAD_STATE must end before the state does",
        hardware: "There are 65536 words of state; what happens beyond them is not known.",
        help: "Check the count; 0 means 1024 words.",
        source: "hardware.md";
    NAMELESS_STATE = "VIV-FE-041", Undefined,
        "a LOAD_STATE must go to states that are known",
        hardware: "What the state does is not known.",
        help: "Check the offset, which is in words, and the count.",
        source: "rnndb, access of the register";
    FIXED_POINT_STATE = "VIV-FE-042", Undefined,
        "fixed-point loads must go to states that are floats",
        hardware: "Every word is converted, so that bits, addresses and counts become floats.",
        help: "Load such states without the FIXP bit.",
        source: "rnndb cmdstream.xml, LOAD_STATE";
    READ_ONLY_STATE = "VIV-FE-043", Undefined,
        "states that can only be read must not be loaded",
        hardware: "The write is ignored, or it disturbs the front end.",
        help: "Leave the state out.",
        source: "rnndb, access of the register";
    UNKNOWN_PRIMITIVE = "VIV-FE-050", Hang,
        "the primitive type of a draw must exist",
        hardware: "Primitive assembly gets a type that it does not know.",
        help: "Types are 1 to 7; QUADS (8) needs RECT_PRIMITIVE.",
        source: "rnndb cmdstream.xml; the hang is inferred";
    IGNORED_START = "VIV-FE-051", Corrupt,
        "the start of DRAW_INSTANCED must be 0 on chips that ignore it",
        hardware: "GC2000 draws from vertex 0, and adds nothing to indices.",
        help: "Move the start of the vertex streams instead.",
        source: "rnndb cmdstream.xml, DRAW_INSTANCED";
}
