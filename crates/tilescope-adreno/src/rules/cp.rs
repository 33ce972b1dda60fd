//! Rules of packets.

use tilescope_core::rules;

rules! {
    WORDS_ARE_PACKETS = "ADR-CP-001", Hang,
        "a word where a packet begins must be a header of type 2, 4 or 7",
        hardware: "The command processor raises an opcode error and stops.",
        help: "Check the length of the packet before it, and the size of the buffer.",
        source: "Linux, a6xx_gpu.c: a6xx_cp_hw_err_irq, CP opcode error; Mesa, adreno_pm4.xml";
    HEADERS_HAVE_PARITY = "ADR-CP-002", Hang,
        "the parity bits of a header must make the number of ones odd",
        hardware: "The command processor takes the word for no packet and stops.",
        help: "Compute the parity of the count and of the register or opcode as pm4_odd_parity_bit does.",
        source: "Mesa, freedreno_pm4.h: pm4_pkt4_hdr, pm4_pkt7_hdr";
    OPCODES_EXIST = "ADR-CP-003", Hang,
        "the opcode of a packet must be one that the a6xx knows",
        hardware: "The command processor raises an opcode error and stops.",
        help: "Use an opcode of the a6xx; packets of earlier generations have other numbers.",
        source: "Linux, a6xx_gpu.c: CP_INT_CP_OPCODE_ERROR; Database, adreno_pm4.xml";
    PACKETS_END_IN_THEIR_BUFFER = "ADR-CP-004", Hang,
        "a packet must end inside the buffer that it begins in",
        hardware: "The command processor takes the words after the buffer for its end.",
        help: "Make the buffer longer or the packet shorter: its count is that of the words after the header.",
        source: "Inferred: buffers are streams of their own";
    BUFFERS_ARE_NOT_DEEP = "ADR-CP-005", Hang,
        "buffers of commands must not be nested more than two deep, and draw states in them",
        hardware: "There are three levels: a ring, and two of indirect buffers; the calling place of the outer one is lost.",
        help: "Call the inner buffer from the outermost one.",
        source: "Mesa, cffdec.c: IB1, IB2; Linux, msm_gem_submit.c";
    BUFFERS_ARE_IN_MEMORY = "ADR-CP-006", Fault,
        "a buffer of commands must be in memory that the GPU can read",
        hardware: "The MMU faults, and the command processor reads nothing or zeros.",
        help: "Add the buffer to the submission, and check its address and size in words.",
        source: "Linux, msm_iommu.c: msm_fault_handler";
    PACKETS_HAVE_THEIR_LENGTH = "ADR-CP-007", Hang,
        "a packet must have as many words as its opcode needs",
        hardware: "The command processor takes words of the next packet for those that are missing.",
        help: "Set the count to the number of words after the header.",
        source: "Database, adreno_pm4.xml; Mesa: the words that drivers emit";
    LOADS_HAVE_THEIR_WORDS = "ADR-CP-008", Hang,
        "a direct load of state must have the words of the units that it loads",
        hardware: "State is loaded from the packets that follow, or words of it are taken for packets.",
        help: "Set NUM_UNIT to the number of units in the packet: 32 words for 16 instructions, 4 for a vector of constants.",
        source: "Mesa, fd6_emit.c and tu_cmd_buffer.c: CP_LOAD_STATE6";
    EVENTS_EXIST = "ADR-CP-009", Hang,
        "an event must have a number that the a6xx knows",
        hardware: "The event does not happen, and what waits for its time stamp waits for ever.",
        help: "Use an event of the a6xx.",
        source: "Database, adreno_pm4.xml: vgt_event_type";
    GROUPS_HAVE_A_MODE = "ADR-CP-010", Undefined,
        "a group of draw state with words must be for at least one mode of rendering",
        hardware: "The group is never applied: draws have the state that was there before.",
        help: "Set one of the bits BINNING, GMEM and SYSMEM.",
        source: "Database, adreno_pm4.xml: CP_SET_DRAW_STATE; Mesa, tu_cs_emit_draw_state";
    BUFFERS_ARE_ALIGNED = "ADR-CP-011", Fault,
        "the address of a buffer of commands must be a multiple of 4",
        hardware: "The lowest bits are dropped, and words are read from another place.",
        help: "Align the buffer to words.",
        source: "Database, adreno_pm4.xml: CP_INDIRECT_BUFFER counts words";
    WAITS_CAN_BE_MET = "ADR-CP-012", Hang,
        "a wait for memory or a register must be one that some value meets",
        hardware: "The command processor waits for ever.",
        help: "Check function, reference and mask: bits of the reference outside the mask never compare equal.",
        source: "Database, adreno_pm4.xml: CP_WAIT_REG_MEM";
    CONDITIONS_END_IN_THEIR_BUFFER = "ADR-CP-013", Hang,
        "the words of a condition must end inside its buffer",
        hardware: "If the condition is not met, words are skipped in whatever is read next.",
        help: "Count the words after the packet that depend on it, and no others.",
        source: "Mesa, tu_cs.h: tu_cond_exec_start, tu_cond_exec_end";
    CONDITIONS_END_BEFORE_PACKETS = "ADR-CP-014", Hang,
        "the words of a condition must be whole packets",
        hardware: "If the condition is not met, words inside a packet are taken for packets.",
        help: "Count the headers and all words of the packets.",
        source: "Mesa, tu_cs.h: tu_cond_exec_start, tu_cond_exec_end";
    MARKERS_EXIST = "ADR-CP-015", Undefined,
        "a marker must be one that the a6xx knows",
        hardware: "The mode of rendering does not change.",
        help: "Use a value of a6xx_marker.",
        source: "Database, adreno_pm4.xml: a6xx_marker";
    TIME_STAMPS_HAVE_AN_ADDRESS = "ADR-CP-016", Corrupt,
        "an event that writes a time stamp must have an address and a value",
        hardware: "The time stamp is written to the address of the last event that had one.",
        help: "Emit four words: the event, the address, and the value.",
        source: "Mesa, tu_cmd_buffer.c: tu6_emit_event_write";
    MEMORY_IS_ALIGNED = "ADR-CP-017", Corrupt,
        "the command processor must read and write memory at multiples of 4",
        hardware: "The lowest bits are dropped, and another word is read or written.",
        help: "Align the address.",
        source: "Inferred: the command processor transfers words of 32 bits";
    READS_WAIT_FOR_WRITES = "ADR-CP-018", Undefined,
        "memory that the command processor wrote must be waited for before it reads it",
        hardware: "The value from before may be read.",
        help: "Emit CP_WAIT_MEM_WRITES in between, or set WAIT_FOR_MEM_WRITES in CP_MEM_TO_MEM.",
        source: "Mesa, tu_query.c: CP_MEM_TO_MEM_0_WAIT_FOR_MEM_WRITES; Database, adreno_pm4.xml: CP_WAIT_MEM_WRITES";
    CONSTANTS_FIT = "ADR-CP-019", Corrupt,
        "loads of constants must end inside the constant file: 512 vectors, of compute shaders 256",
        hardware: "Constants of other stages are overwritten, and the GPU may hang.",
        help: "Check the offset and number of the load: both count vectors.",
        source: "Mesa, ir3_compiler.c: max_const_geom, max_const_frag, max_const_compute";
}
