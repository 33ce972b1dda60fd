//! Rules of QPU programs.
//!
//! 001 to 019: encodings. 020 to 039: control flow. 040 to 079: hazards between
//! instructions. 080 to 119: accesses of one instruction, and queues.
//! 120 to 139: undefined values. 140 to 179: only detected when the program
//! runs. 180 and up: programs that Linux refuses although the hardware runs them.

use tilescope_core::rules;

rules! {
    RESERVED_OPCODE = "VC4-QPU-001", Undefined,
        "the add ALU operation must be one of the 24 that exist",
        hardware: "Encodings 9 to 11 and 25 to 29 are undocumented; the destination receives an unknown value.",
        help: "Check the opcode field [28:24]; a word that was meant as data may have been reached by a wrong branch.",
        source: "Guide, add ALU operations; Mesa vc4_qpu_defines.h";
    RESERVED_BRANCH_CONDITION = "VC4-QPU-002", Undefined,
        "a branch condition must be 0 to 11 or 15",
        hardware: "Conditions 12 to 14 are reserved; whether the branch is taken is unknown.",
        help: "Use one of the all/any conditions on Z, N or C, or 15 for always.",
        source: "Guide, branch instruction conditions; Mesa vc4_qpu_defines.h";
    RESERVED_READ_ADDRESS = "VC4-QPU-003", Undefined,
        "a read address above 31 must be assigned",
        hardware: "Nothing drives the operand bus at reserved read addresses; the value is whatever was left on it.",
        help: "Readable peripherals are 32 (uniform), 35 (varying), 38, 39 (nop), 41, 42 and 48 to 51; write addresses do not read back.",
        source: "Guide, QPU register address map";
    RESERVED_PACK = "VC4-QPU-004", Undefined,
        "a mul ALU pack mode must be 0 or 3 to 7",
        hardware: "With the pm bit set only modes 0 (none), 3 (to 8888) and 4 to 7 (to one byte) are defined; the others write an unknown value.",
        help: "Clear pm to get the file A pack modes, or choose a mul pack mode.",
        source: "Guide, mul ALU pack; Mesa vc4_qpu_defines.h";
    RESERVED_IMMEDIATE_FORM = "VC4-QPU-005", Undefined,
        "a load-immediate word must have form 0, 1, 3 or 4",
        hardware: "Bits [59:57] choose 32-bit (0), per-element signed (1), per-element unsigned (3) or semaphore (4); the other forms are undocumented.",
        help: "Set bits [59:57] to the intended form.",
        source: "Guide, load immediate and semaphore instructions";
    BREAKPOINT = "VC4-QPU-006", Hang,
        "a program must not contain the breakpoint signal",
        hardware: "Signal 0 stops the QPU until a debugger resumes it through registers that drivers do not touch.",
        help: "Signal 1 means no signal. A word of zeroes decodes as a breakpoint, so this is often memory after the end of the code.",
        source: "Guide, signalling bits; Linux vc4_validate_shaders.c refuses the signal";

    MISSING_END = "VC4-QPU-020", Hang,
        "every path must reach a program end before the code ends",
        hardware: "The QPU continues with whatever follows in memory.",
        help: "Put sig_end on an instruction, followed by two more instructions.",
        source: "Linux vc4_validate_shaders.c";
    BAD_BRANCH = "VC4-QPU-021", Hang,
        "a branch target must be an instruction of the program",
        hardware: "The QPU fetches from the given address, whatever is there; the low three address bits do not select half instructions.",
        help: "Relative targets count bytes from the fourth instruction after the branch and must be multiples of 8.",
        source: "Linux vc4_validate_shaders.c";
    BRANCH_SPACING = "VC4-QPU-022", Hang,
        "two branches must have at least two other instructions between them",
        hardware: "Neither branch is taken, or the thread crashes, even if only one of the two conditions can be true.",
        help: "Move other instructions, or nops, between the branches.",
        source: "vc4asm addendum, distance of branch instructions";
    BRANCH_INTO_END_SLOTS = "VC4-QPU-023", Undefined,
        "a branch must not land in the delay slots of a program end",
        hardware: "Reached by a branch, the two instructions are ordinary ones, and the QPU runs past the end of the program.",
        help: "Branch to the instruction with the program end signal or one before it.",
        source: "Linux vc4_validate_shaders.c";
    BRANCH_AT_END = "VC4-QPU-024", Undefined,
        "the delay slots of a program end must not branch or end again",
        hardware: "The thread is already ending; whether the branch is still taken is unknown.",
        help: "Move the branch before the program end, or remove it.",
        source: "Inferred; vc4asm does not follow such branches";
    ENDLESS = "VC4-QPU-025", Hang,
        "a program must reach its end",
        hardware: "The QPU runs forever. The kernel resets the whole GPU after about 100 ms without progress.",
        help: "Give the loop an exit. In vertex and coordinate shaders lanes without a vertex take part in branch conditions too, with arbitrary inputs.",
        source: "Linux vc4_gem.c hang check; Mesa CI expectations for rpi3";
    END_IN_BRANCH_SLOTS = "VC4-QPU-026", Undefined,
        "a program end must not be in the delay slots of a branch",
        hardware: "It is unknown whether the two instructions after the end come from the branch target or follow the branch.",
        help: "Put the program end before the branch or at least four instructions after it.",
        source: "Inferred; no assembler or driver emits it";

    REGFILE_READ_AFTER_WRITE = "VC4-QPU-040", Undefined,
        "a register of file A or B must not be read by the instruction after its write",
        hardware: "The write has not reached the register file yet: the read returns the old value.",
        help: "Insert another instruction in between, or pass the value in an accumulator.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 20.1 and 20.2";
    R4_READ_IN_SFU_SHADOW = "VC4-QPU-041", Undefined,
        "r4 must not be read in the two instructions after an SFU write",
        hardware: "The result is not available yet; r4 holds the old value, or old and new values in different lanes.",
        help: "Use the result in the third instruction after the write or later.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c";
    R4_LOAD_IN_SFU_SHADOW = "VC4-QPU-042", Undefined,
        "no signal may load r4 in the two instructions after an SFU write",
        hardware: "Texture or tile buffer data and the SFU result collide in r4.",
        help: "Load from the TMU or tile buffer before the SFU write, or three instructions after it.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 33.20";
    SFU_IN_SFU_SHADOW = "VC4-QPU-043", Undefined,
        "an SFU write must not follow another within two instructions",
        hardware: "The unit is busy; one of the two results is lost or wrong.",
        help: "Put two instructions between SFU writes.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 33.10";
    ROTATE_AFTER_WRITE = "VC4-QPU-044", Undefined,
        "a rotated accumulator must not have been written by the instruction before",
        hardware: "Lanes that move to a lower quad get the value from before the write; those that move up or stay in their quad are correct.",
        help: "Put one instruction between the write and the rotation.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 21.10 and addendum";
    ROTATE_BY_R5_AFTER_WRITE = "VC4-QPU-045", Undefined,
        "a rotation by r5 must not follow a write to r5",
        hardware: "The rotation amount is taken from the old r5.",
        help: "Put one instruction between the write to r5 and the rotation.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 21.20";
    ROTATE_NOT_ACCUMULATOR = "VC4-QPU-046", Undefined,
        "a full rotation must take both mul operands from r0 to r3",
        hardware: "With any other operand values rotate inside each quad only, by the amount modulo 4.",
        help: "Copy the value to r0, r1, r2 or r3 first. For a rotation inside quads use an amount of 1 to 3 or 13 to 15.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 22 and addendum";
    UNIFORM_AFTER_ADDRESS = "VC4-QPU-047", Undefined,
        "uniforms must not be read in the two instructions after a write of their address",
        hardware: "The read still comes from the old stream, or from neither.",
        help: "Put two instructions that read no uniform after the write of the address. Writes to TMU registers other than S of a direct read consume uniforms too.",
        source: "Guide, uniforms; Mesa vc4_qpu_validate.c; vc4asm 30";
    MASK_AFTER_Z = "VC4-QPU-048", Undefined,
        "the multisample mask must not be read in the two instructions after a TLB Z write",
        hardware: "The depth test is still changing the mask; the read may include samples that the test removes.",
        help: "Read the mask in the third instruction after the Z write or later. Colour writes may follow immediately.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 31";
    NOSWAP_BEFORE_TMU = "VC4-QPU-049", Undefined,
        "a write of TMU_NOSWAP must be three instructions before the first TMU write",
        hardware: "The swap of TMU0 and TMU1 still follows the old setting, so parameters and results use different units.",
        help: "Insert two instructions that do not write a TMU register; in a program that starts with TMU_NOSWAP the fourth instruction is the first that may write a TMU.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 32.10";
    NOSWAP_AFTER_TMU = "VC4-QPU-050", Undefined,
        "TMU_NOSWAP must not be written after a TMU has been used",
        hardware: "Results of lookups in flight are read from the other unit.",
        help: "Write TMU_NOSWAP once, at the start of the program.",
        source: "vc4asm 32.20";
    THREAD_SWITCH_SPACING = "VC4-QPU-051", Hang,
        "thread switches must be at least three instructions apart",
        hardware: "A second switch is requested while the first still waits for its delay slots.",
        help: "Put two instructions or more between thread switch signals.",
        source: "Linux vc4_validate_shaders.c; Mesa vc4_qpu_validate.c";
    BRANCH_IN_THREAD_SWITCH = "VC4-QPU-052", Hang,
        "a branch must not be in the two delay slots of a thread switch",
        hardware: "The thread switches out before its branch completes, and resumes at a wrong address.",
        help: "Branch before the thread switch, or in the third instruction after it or later.",
        source: "Linux vc4_validate_shaders.c";
    SWITCH_WITH_SCOREBOARD = "VC4-QPU-053", Hang,
        "a thread must not switch while it holds the scoreboard",
        hardware: "The other thread of the QPU waits for the same scoreboard and never yields the QPU.",
        help: "Do all thread switches before the first tile buffer access or scoreboard wait.",
        source: "Mesa vc4_qpu_validate.c";
    SWITCH_AFTER_LAST = "VC4-QPU-054", Hang,
        "no thread switch may follow the last thread switch",
        hardware: "After the last-thread-switch signal the other thread may have ended, and nothing switches back.",
        help: "Signal last thread switch (6) on the last switch of every path, and only there.",
        source: "Mesa vc4_qpu_validate.c";
    NO_LAST_SWITCH = "VC4-QPU-055", Hang,
        "a program that switches threads must signal its last switch",
        hardware: "The scheduler keeps waiting for a switch by a thread that has ended.",
        help: "Make the last switch before the end a last-thread-switch (signal 6).",
        source: "Guide, thread switching; Mesa always emits it";
    SWITCH_IN_SINGLE_THREAD = "VC4-QPU-056", Hang,
        "only a fragment shader that is declared two-threaded may switch threads",
        hardware: "There is no second thread to switch to; vertex, coordinate and user programs always have the QPU to themselves.",
        help: "Clear the single-threaded flag in the shader record, or drop the thread switch signals.",
        source: "Linux vc4_validate.c, thread mode checks of shader records";
    UPPER_REGISTER_IN_THREAD = "VC4-QPU-057", Corrupt,
        "a two-threaded program must only use registers 0 to 15 of files A and B",
        hardware: "Registers 16 to 31 are the other thread's registers 0 to 15.",
        help: "Allocate below 16, or declare the fragment shader single-threaded.",
        source: "Guide, thread switching; Linux vc4_validate_shaders.c";
    TMU_RESULT_ACROSS_SWITCHES = "VC4-QPU-058", Undefined,
        "results requested before a thread switch must be loaded before the next one",
        hardware: "Both threads share one result queue per TMU; a leftover result goes to the other thread.",
        help: "Load all results that were requested before a switch between that switch and the next.",
        source: "Mesa vc4_qpu_validate.c";
    SCOREBOARD_AT_START = "VC4-QPU-060", Hang,
        "the first two instructions of a fragment shader must not wait for the scoreboard",
        hardware: "The scoreboard does not track the thread's quads yet, so the wait does not protect the tile buffer or never ends.",
        help: "Move the wait signal or first tile buffer access to the third instruction or later.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 35";
    SCOREBOARD_AT_END = "VC4-QPU-061", Undefined,
        "the program end instruction must not be the first to access the tile buffer",
        hardware: "The access has to wait for the scoreboard, which is not possible while the thread ends.",
        help: "Wait for the scoreboard (signal 4) before, or do the access earlier.",
        source: "Mesa vc4_qpu_validate.c";
    END_WRITES_REGFILE = "VC4-QPU-062", Undefined,
        "the program end instruction must not write register file A or B",
        hardware: "The write may land in the registers of the program that is started next.",
        help: "Write an accumulator or nothing; results in the register files are lost at the end anyway.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 42";
    END_FIXED_FUNCTION = "VC4-QPU-063", Undefined,
        "the last three instructions must not touch uniforms, varyings or the VPM",
        hardware: "These units already belong to the next program, which loses a value or gets an extra one.",
        help: "Move the access before the program end instruction, or put nops at the end.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 40";
    END_R14 = "VC4-QPU-064", Undefined,
        "the last three instructions must not read or write register 14 of file A or B",
        hardware: "Registers 14 are being written for the next fragment program while this one ends.",
        help: "Use another register, or finish using it earlier.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 41";
    END_Z = "VC4-QPU-065", Undefined,
        "the final instruction must not do a TLB Z write",
        hardware: "The depth test is not finished when the scoreboard is released; later quads may overtake it.",
        help: "Write Z earlier; a colour write may be last.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 45";
    TLB_AFTER_UNLOCK = "VC4-QPU-066", Corrupt,
        "the tile buffer must not be accessed after the scoreboard is unlocked",
        hardware: "The next thread for the same pixels may already be reading and writing them.",
        help: "Signal the scoreboard unlock (5) with or after the last access, or leave it to the program end.",
        source: "Inferred from the Guide's scoreboard description";

    TWO_PERIPHERALS = "VC4-QPU-080", Undefined,
        "one instruction may access only one of TMU, tile buffer, SFU, mutex and semaphore",
        hardware: "All of them share one port to the QPU; one of the accesses is lost or gets the other's data.",
        help: "Spread the accesses over two instructions. Loading and writing colour in one instruction counts as two accesses.",
        source: "Guide, instruction restrictions; Mesa vc4_qpu_validate.c; vc4asm 120";
    BOTH_ALUS_SAME_REGISTER = "VC4-QPU-081", Undefined,
        "both ALUs must not write the same register in the same lane",
        hardware: "Which result is kept is undefined, and a peripheral gets one write instead of two.",
        help: "Write different registers, or use opposite conditions and an ordinary register.",
        source: "vc4asm 100 and addendum";
    CONDITIONAL_PERIPHERAL_WRITE = "VC4-QPU-082", Undefined,
        "a write to the TMU, SFU, VPM, mutex or uniform address must be unconditional",
        hardware: "The unit is triggered for all lanes, and lanes that fail the condition supply undefined data.",
        help: "Select the value in an accumulator under the condition, then write it unconditionally. Tile buffer writes may be conditional: that is how fragments are discarded.",
        source: "vc4asm 130 and addendum; Mesa vc4_program.c for the tile buffer";
    PACKED_PERIPHERAL_WRITE = "VC4-QPU-083", Undefined,
        "a write to a peripheral must not pack into part of a word",
        hardware: "Peripheral registers cannot be written in part; the other bytes are undefined.",
        help: "Pack into an accumulator or register first.",
        source: "vc4asm 131 and addendum";
    VPM_SETUPS_TOGETHER = "VC4-QPU-084", Undefined,
        "VPM read and write setup must not be written by the same instruction",
        hardware: "One of the two setups is lost.",
        help: "Write them in two instructions.",
        source: "vc4asm 110.1";
    VPM_READ_WITH_SETUP = "VC4-QPU-085", Undefined,
        "an instruction must not read the VPM and write a VPM setup",
        hardware: "The two collide in the queues between QPU and VPM, and one is lost.",
        help: "Write the setup in another instruction.",
        source: "vc4asm 110.2";
    VPM_WRITE_WITH_SETUP = "VC4-QPU-086", Undefined,
        "an instruction must not write the VPM and a VPM setup",
        hardware: "Data and setup share one queue; one of them is lost.",
        help: "Write the setup in another instruction.",
        source: "vc4asm 110.3";
    VPM_WITH_TMU_LOAD = "VC4-QPU-087", Undefined,
        "an instruction with a TMU load signal must not access the VPM",
        hardware: "The combination is unreliable: data of one of the two is occasionally lost.",
        help: "Put the signal on an instruction that does not touch the VPM.",
        source: "vc4asm addendum, concurrent access to VPM registers; not in the guide's list as Mesa's vc4_qpu_validate.c quotes it, and Mesa emits it beside VPM writes";
    UNIFORM_WITH_TMU_WRITE = "VC4-QPU-088", Undefined,
        "an instruction that writes a TMU parameter must not read a uniform",
        hardware: "The write itself consumes the next uniform as texture setup; which of the two reads gets which value is undefined.",
        help: "Read the uniform into a register first. Only a direct memory read (S alone) does not consume a uniform.",
        source: "Linux vc4_validate_shaders.c; Guide, texture setup";
    TMU_TOO_MANY_PARAMETERS = "VC4-QPU-089", Undefined,
        "a texture request must not write more than four parameters",
        hardware: "Each write consumes one uniform as setup, and a request has at most four.",
        help: "Write T, R and B at most once each, then S.",
        source: "Linux vc4_validate_shaders.c";
    TMU_SETUP_ACROSS_BRANCH = "VC4-QPU-090", Undefined,
        "all paths to an instruction must have written the same TMU parameters",
        hardware: "A request ends up with parameters and uniforms of two different setups.",
        help: "Finish every texture request (write S) before a branch or a branch target.",
        source: "Linux vc4_validate_shaders.c";
    TMU_SETUP_UNFINISHED = "VC4-QPU-091", Undefined,
        "TMU parameters must be followed by S before the program ends",
        hardware: "The parameters stay in the queue and become part of the first request of the next program.",
        help: "Write S to start the lookup, or drop the writes.",
        source: "Inferred from the request queue's description in the Guide";
    TMU_RESULT_UNREAD = "VC4-QPU-093", Corrupt,
        "every TMU result must be loaded before the program ends",
        hardware: "The result stays in the queue, and the next program on this QPU gets it for its first load.",
        help: "Load every result, or do not request it.",
        source: "Inferred from the result queue's description in the Guide";
    WRONG_STAGE = "VC4-QPU-095", Hang,
        "only fragment shaders may use varyings, the tile buffer and the scoreboard",
        hardware: "No primitive is attached to the thread: it waits for data or for a scoreboard entry that never arrives.",
        help: "Move the access to the fragment shader, or start the program as one.",
        source: "Guide, varyings interpolation and tile buffer; inferred for the effect";

    UNDEFINED_REGISTER = "VC4-QPU-120", Undefined,
        "a register of file A or B must be written before it is read",
        hardware: "It holds what the last program on this QPU left. Only fragment shaders start with defined registers: W in ra15 and Z in rb15.",
        help: "Write the register on every path to the read.",
        source: "Guide, fragment payload; Mesa vc4_qpu_emit.c";
    UNDEFINED_ACCUMULATOR = "VC4-QPU-121", Undefined,
        "an accumulator must be written before it is read",
        hardware: "It holds what the last program on this QPU left.",
        help: "Write the accumulator on every path to the read.",
        source: "Inferred; programs start without a reset of the QPU";
    UNDEFINED_FLAGS = "VC4-QPU-122", Undefined,
        "flags must be set before a condition uses them",
        hardware: "The condition sees flags of the last program on this QPU.",
        help: "Set the flags in an earlier instruction, on every path.",
        source: "Inferred; programs start without a reset of the QPU";
    ACCUMULATOR_ACROSS_SWITCH = "VC4-QPU-123", Undefined,
        "accumulators and flags do not survive a thread switch",
        hardware: "Both threads share r0 to r5 and the flags; the other thread has overwritten them.",
        help: "Keep values in registers 0 to 15 of files A and B across the switch.",
        source: "Guide, thread switching; Mesa vc4_register_allocate.c";
    UNDEFINED_R4 = "VC4-QPU-124", Undefined,
        "r4 must have been loaded before it is read",
        hardware: "r4 holds whatever the SFU, TMU or tile buffer returned to the last program.",
        help: "Signal a load or write the SFU first, on every path.",
        source: "Inferred; programs start without a reset of the QPU";
    UNDEFINED_R5 = "VC4-QPU-125", Undefined,
        "r5 must come from a varying read or a write before it is read",
        hardware: "r5 is the C coefficient of the last varying read, or the value written to it; without either it is left over from the last program.",
        help: "Read the varying first, and use r5 before the next varying read.",
        source: "Guide, varyings interpolation";

    SEMAPHORE_DEADLOCK = "VC4-QPU-140", Hang,
        "a semaphore that is waited for must be released by another program",
        hardware: "Every thread that could raise the semaphore is waiting itself or has ended; the QPU waits forever.",
        help: "Match every acquire with a release in another program, and start enough programs at the same time.",
        source: "Guide, semaphores";
    SEMAPHORE_OVERFLOW = "VC4-QPU-141", Hang,
        "a semaphore must not be raised above 15",
        hardware: "The semaphore is four bits wide; the releasing QPU stalls until the semaphore is acquired.",
        help: "Match every release with an acquire, and keep at most 15 releases outstanding.",
        source: "Guide, semaphores";
    MUTEX_NOT_HELD = "VC4-QPU-142", Undefined,
        "a program must hold the mutex that it releases",
        hardware: "The mutex of another program is released, and two programs are in the critical section at the same time.",
        help: "Read the mutex (address 51) before the critical section, and write it afterwards.",
        source: "Guide, mutex";
    MUTEX_TWICE = "VC4-QPU-143", Hang,
        "a program that holds the mutex must not acquire it again",
        hardware: "The QPU waits for itself.",
        help: "Release the mutex before acquiring it again. Reading address 51 through both files is one acquire.",
        source: "Guide, mutex";
    MUTEX_HELD_AT_END = "VC4-QPU-144", Undefined,
        "a program must release the mutex before it ends",
        hardware: "This program ends; the next one that acquires the mutex waits forever.",
        help: "Write address 51 on every path to the program end.",
        source: "Guide, mutex";
    CODE_UNALIGNED = "VC4-QPU-145", Undefined,
        "a program must start at a multiple of 8 bytes",
        hardware: "The low address bits are dropped and other words are executed.",
        help: "Align shader code to 8 bytes.",
        source: "Guide, shader records and V3D_SRQPC";
    CODE_OUTSIDE_BUFFER = "VC4-QPU-146", Hang,
        "instructions must be fetched from memory that exists",
        hardware: "Without an MMU the QPU executes whatever the bus returns.",
        help: "Check the code address, the branch target and that the program ends inside its buffer.",
        source: "Linux vc4_validate_shaders.c";
    VARYINGS_MISMATCH = "VC4-QPU-147", Hang,
        "a fragment shader must not read more varyings than its record declares",
        hardware: "The QPU waits for a varying that never arrives.",
        help: "Set fs_varyings in the shader record to the number of reads of vary (address 35). Points add two varyings, and lines add one.",
        source: "Guide, varyings interpolation; Mesa vc4_program.c";
    UNIFORMS_OVERRUN = "VC4-QPU-148", Undefined,
        "a program must not read past the end of its uniforms",
        hardware: "The hardware does not know the length of the stream: it reads whatever follows in memory.",
        help: "Supply one word for each uniform read and for each texture parameter, in program order.",
        source: "Linux vc4_validate.c, uniform sizes";
    UNIFORMS_UNALIGNED = "VC4-QPU-149", Undefined,
        "the address of uniforms must be a multiple of 4",
        hardware: "The low two bits are dropped.",
        help: "Align the uniforms to words.",
        source: "Guide, uniforms";
    HOST_INTERRUPT_ZERO = "VC4-QPU-150", Undefined,
        "a host interrupt must write a value that is not zero",
        hardware: "Writing zero raises no interrupt, and a host that waits for it waits forever.",
        help: "Write 1 to address 38.",
        source: "vc4asm addendum, host interrupt";
    RECORD_THREAD_MODE = "VC4-QPU-151", Slow,
        "a fragment shader of a record without fs_single_thread should switch threads",
        hardware: "Each thread has half of the registers and of the TMU queue, and the second one never runs while the first waits. Linux refuses the job.",
        help: "Set fs_single_thread in the shader record if the fragment shader signals no thread switch.",
        source: "Linux vc4_validate.c; Guide, thread switching";
    BRANCH_SETS_FLAGS = "VC4-QPU-152", Undefined,
        "flags must not be used in the delay slots of a branch by an odd register",
        hardware: "The lowest bit of the branch's register field is also its set-flags bit: with an odd register a taken branch overwrites the flags.",
        help: "Hold the target in an even register of file A, or set the flags again after the branch.",
        source: "vc4asm addendum, implicit set flags of branches";

    LONG_THREAD = "VC4-QPU-153", Slow,
        "a shader thread should end before Linux's hang check",
        hardware: "Linux resets the GPU when no control list makes progress for 100 ms, about 6 million instructions of one thread. Without Linux the thread keeps running.",
        help: "Split the work over more vertices, fragments or programs. The limit is that of Linux, not of the hardware; a run here is limited by --fuel only.",
        source: "Linux vc4_gem.c, hang check; four cycles an instruction at 250 MHz";
    VARYINGS_UNREAD = "VC4-QPU-154", Undefined,
        "a fragment shader must read all varyings that its record declares",
        hardware: "The unread values stay in the queue and may be the first that the next thread reads.",
        help: "Set fs_varyings in the shader record to the number of reads of vary (address 35).",
        source: "Guide, varyings interpolation; Mesa vc4_program.c";

    LINUX_DIRECT_READ_UNCLAMPED = "VC4-QPU-180", Fault,
        "Linux: a direct memory read must add a clamped offset to a uniform base",
        hardware: "Hardware reads any address. Linux refuses the shader, because without an MMU it could read all memory.",
        help: "Compute max(x, 0), then min(that, uniform), then add the base uniform in the write to S, in the same basic block.",
        source: "Linux vc4_validate_shaders.c";
    LINUX_UNIFORMS_NOT_RESET = "VC4-QPU-181", Fault,
        "Linux: after a branch or branch target the uniform address must be set before a uniform is used",
        hardware: "Hardware continues in the stream. Linux refuses the shader, because it could not track which uniform is read.",
        help: "Load the offset, add the next uniform (which Linux fills with the address) and write UNIFORMS_ADDRESS first in every block that uses uniforms.",
        source: "Linux vc4_validate_shaders.c";
    LINUX_FORBIDDEN_WRITE = "VC4-QPU-182", Fault,
        "Linux: a shader must not write host interrupt, TMU_NOSWAP, alpha mask, mutex or DMA addresses",
        hardware: "Hardware allows it. Linux refuses the shader, because DMA could reach all memory and the others could stop other jobs.",
        help: "Such programs can only be run bare-metal or through the firmware's QPU mailbox.",
        source: "Linux vc4_validate_shaders.c";
    LINUX_FORBIDDEN_SIGNAL = "VC4-QPU-183", Fault,
        "Linux: a shader must not use breakpoint, coverage load, alpha-mask load or colour load with end",
        hardware: "Hardware allows it. Linux accepts only the signals that Mesa uses.",
        help: "Use separate colour load and program end signals; leave coverage and alpha mask alone.",
        source: "Linux vc4_validate_shaders.c";
    LINUX_BRANCH_FORM = "VC4-QPU-184", Fault,
        "Linux: branches must be relative, four apart, without register and without link",
        hardware: "Hardware supports all of these. Linux refuses branches that it cannot follow.",
        help: "Use relative branches with an immediate target only, write no register with them, and leave three instructions between branches.",
        source: "Linux vc4_validate_shaders.c";
}
