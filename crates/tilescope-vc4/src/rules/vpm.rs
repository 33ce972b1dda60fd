//! Rules of vertex pipe memory: attributes in, shaded vertices out, DMA.

use tilescope_core::rules;

rules! {
    READ_UNDERRUN = "VC4-VPM-001", Hang,
        "a VPM read must be covered by a read setup",
        hardware: "The QPU waits for a value that is never fetched.",
        help: "Write vr_setup first; bits [23:20] are the number of values, 0 meaning 16.",
        source: "vc4asm addendum, section 7";
    READ_SETUP_WHILE_BUSY = "VC4-VPM-002", Undefined,
        "a read setup must not be written while more than one value of the previous setup is unread",
        hardware: "The new setup is ignored, or applies to rows of the previous one.",
        help: "Read all values of a setup before writing the next one.",
        source: "vc4asm addendum, section 7; Mesa vc4_qpu_emit.c";
    UNREAD_ATTRIBUTES = "VC4-VPM-003", Undefined,
        "vertex and coordinate shaders must read all attributes that were loaded for them",
        hardware: "Broadcom's simulator asserts here; on hardware the unread rows may be the first that a later program reads.",
        help: "Read the rest into nop, or clear the attribute's bit in vs_attributes or cs_attributes and reduce the total size in the shader record.",
        source: "Mesa vc4_draw.c, which emits dummy reads because of the simulator";
    NO_ATTRIBUTES = "VC4-VPM-004", Hang,
        "vertex and coordinate shader must have at least one attribute",
        hardware: "The vertex fetcher never signals completion.",
        help: "Declare one dummy attribute with stride 0 and read it in both shaders.",
        source: "Mesa vc4_draw.c";
    OUTPUT_INCOMPLETE = "VC4-VPM-005", Undefined,
        "a shader must write every row of the shaded vertex",
        hardware: "The other rows keep what an earlier batch left in the VPM: arbitrary positions or varyings.",
        help: "A coordinate shader writes 7 rows (8 with point size), a vertex shader 3 (4) plus one for each varying.",
        source: "Guide, shaded vertex formats; x03 notes on missing output";
    OUTPUT_EXCESS = "VC4-VPM-006", Corrupt,
        "a shader must not write more rows than the shaded vertex has",
        hardware: "The rows belong to another batch or program.",
        help: "Compare the number of varyings in the shader record and the point-size flag with what the shader writes.",
        source: "Guide, VPM allocation";
    UNINITIALISED_READ = "VC4-VPM-007", Undefined,
        "a VPM word must be written before it is read",
        hardware: "It holds what an earlier program left.",
        help: "Read vpm_ld_wait after a DMA load, or write the row first.",
        source: "Inferred";
    OUT_OF_RANGE = "VC4-VPM-008", Undefined,
        "a VPM address must be inside the program's share",
        hardware: "The address wraps around or reaches rows of other programs.",
        help: "Check row, column and stride of the setup; user programs see as many rows as V3D_VPMBASE reserves.",
        source: "Guide, VPM access";
    SETUP_MISSING = "VC4-VPM-009", Undefined,
        "a VPM write setup must be written before the first write",
        hardware: "The setup of an earlier program is used.",
        help: "Write vw_setup (VPMVCD_WR_SETUP) before the first write to vpm.",
        source: "Guide, VPM access";
    SETUP_FORM = "VC4-VPM-010", Undefined,
        "a VPM setup must have an element size and mode that exist",
        hardware: "Size 3 and the unassigned modes of bits [31:30] have no meaning.",
        help: "Sizes are 0 (8 bits), 1 (16 bits) and 2 (32 bits).",
        source: "Guide, VPM setup formats";
    TOTAL_SIZE_MISMATCH = "VC4-VPM-011", Corrupt,
        "every selected attribute array must start below the total attribute size",
        hardware: "No rows are allocated for it: it is not fetched, or lands in rows of another batch.",
        help: "Raise the total size to the largest VPM offset plus what the shader reads of that array, in bytes rounded up to words.",
        source: "Guide, GL shader state record; Mesa vc4_opt_dead_code.c, which cuts sizes to what a shader reads, so that the tail of an array may be beyond";
    ATTRIBUTES_OVERLAP = "VC4-VPM-012", Corrupt,
        "an attribute array must not overlap the start of an earlier one",
        hardware: "Arrays are fetched in order, so the later one overwrites the earlier one.",
        help: "Give each selected array a separate VPM offset.",
        source: "Inferred; Mesa vc4_opt_dead_code.c lets an array overlap the unread tail of the previous one";
    ATTRIBUTE_NOT_IN_RECORD = "VC4-VPM-013", Undefined,
        "a shader must only select attribute arrays that the record contains",
        hardware: "The fetcher uses the array of an earlier record, or the bytes after this one.",
        help: "The number of arrays is in the low bits of the GL shader state record's address, 0 for 8.",
        source: "Guide, GL shader state record";
    DMA_BUSY = "VC4-VPM-020", Undefined,
        "a program must wait for a DMA before it starts another in the same direction",
        hardware: "The unit holds one setup and one address; a second start changes the transfer in progress or is lost.",
        help: "Read vpm_ld_wait after a load and vpm_st_wait after a store before starting again.",
        source: "Guide, VPM DMA";
    DMA_NOT_WAITED = "VC4-VPM-021", Corrupt,
        "a program must wait for its DMA before it ends or uses the data",
        hardware: "The VPM rows may go to another program while the transfer still reads or writes them.",
        help: "Read vpm_ld_wait or vpm_st_wait after the last transfer.",
        source: "Guide, VPM DMA";
    DMA_SETUP_MISSING = "VC4-VPM-022", Undefined,
        "a DMA must be set up before its address is written",
        hardware: "The transfer uses the setup of an earlier program.",
        help: "Write the setup word to vr_setup or vw_setup, then the address to vr_addr or vw_addr.",
        source: "Guide, VPM DMA";
    DMA_OUT_OF_RANGE = "VC4-VPM-023", Corrupt,
        "a DMA must stay inside the VPM",
        hardware: "Rows wrap around, or rows of other programs are read or overwritten.",
        help: "Check first row, number of rows and row length of the setup.",
        source: "Guide, VPM DMA";
    DMA_UNALIGNED = "VC4-VPM-024", Corrupt,
        "a DMA address must be a multiple of the element size",
        hardware: "The low bits are dropped.",
        help: "Align the buffer to its elements; loads to 4 bytes.",
        source: "Guide, VPM DMA";
    DMA_WHILE_WRITING = "VC4-VPM-025", Undefined,
        "VPM rows must not be changed while a DMA store reads them",
        hardware: "Memory gets a mixture of old and new values.",
        help: "Read vpm_st_wait first, or use other rows.",
        source: "Inferred";
    SHARED_WITHOUT_MUTEX = "VC4-VPM-026", Undefined,
        "programs that share VPM rows or DMA must take the mutex",
        hardware: "Setups of two QPUs interleave.",
        help: "Read mutex_acq, set up, transfer, wait, then write mutex_release.",
        source: "Guide, mutex";
}
