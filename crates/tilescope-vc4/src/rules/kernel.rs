//! Rules of the Linux driver: jobs that it refuses although the hardware would run them.
//!
//! 001 to 019: buffers and arguments. 020 to 039: binning lists. 040 to 059:
//! shader records, uniforms and textures. 060 to 079: surfaces and tiles of the
//! rendering list. Where the hardware has the same restriction, its rule is raised
//! instead.

use tilescope_core::rules;

rules! {
    BUFFER_HANDLE = "VC4-KERNEL-001", Fault,
        "Linux: a submission must list handles of buffers that are open in its file",
        hardware: "Linux refuses the job. Hardware has no handles.",
        help: "Keep a buffer open until the last job that uses it has been submitted.",
        source: "Linux vc4_gem.c, vc4_cl_lookup_bos";
    NO_BUFFERS = "VC4-KERNEL-002", Fault,
        "Linux: a submission must list at least one buffer",
        hardware: "Linux refuses the job: there would be nothing to draw to.",
        help: "List every buffer that the job uses in bo_handles.",
        source: "Linux vc4_gem.c, vc4_cl_lookup_bos";
    BUFFER_INDEX = "VC4-KERNEL-003", Fault,
        "Linux: a buffer must be referenced by its index in the submission's list",
        hardware: "Linux refuses the job. Hardware uses addresses, which Linux fills in.",
        help: "Use indices into bo_handles, not handles, in GEM_HANDLES records, shader records, uniforms and surfaces.",
        source: "Linux vc4_validate.c, vc4_use_bo";
    SHADER_AS_DATA = "VC4-KERNEL-004", Fault,
        "Linux: a shader buffer must be used as a shader only",
        hardware: "Hardware does not distinguish them. Linux refuses, because a job could overwrite validated code.",
        help: "Keep code in buffers created by CREATE_SHADER_BO and data in buffers created by CREATE_BO.",
        source: "Linux vc4_validate.c, vc4_use_bo";
    NOT_A_SHADER = "VC4-KERNEL-005", Fault,
        "Linux: a shader record must name shader buffers",
        hardware: "Hardware executes anything. Linux only runs validated code.",
        help: "Create the buffer with CREATE_SHADER_BO.",
        source: "Linux vc4_validate.c, validate_gl_shader_rec";
    ARGUMENTS = "VC4-KERNEL-006", Fault,
        "Linux: reserved flags and padding of a submission must be zero, and its sizes must not overflow",
        hardware: "Linux refuses the job.",
        help: "Clear the structure before filling it in.",
        source: "Linux vc4_gem.c, vc4_submit_cl_ioctl and vc4_get_bcl";
    PURGED_BUFFER = "VC4-KERNEL-007", Fault,
        "Linux: a buffer that may be purged must not be used",
        hardware: "Linux refuses the job, because the contents may have been discarded.",
        help: "Call GEM_MADVISE with WILLNEED first, and check the retained field that it returns.",
        source: "Linux vc4_bo.c, vc4_bo_inc_usecnt";
    OUT_OF_MEMORY = "VC4-KERNEL-008", Fault,
        "the buffers of all clients must fit into the memory that the GPU can address",
        hardware: "Linux takes buffers from a contiguous area (CMA) of fixed size and returns ENOMEM when it is full.",
        help: "Free buffers, render to smaller targets, or give the board a larger area (cma= in the boot configuration).",
        source: "Linux vc4_bo.c, vc4_bo_create";
    SYNC_OBJECT = "VC4-KERNEL-009", Fault,
        "Linux: performance monitors and synchronisation objects of a job must exist",
        hardware: "Linux refuses the job.",
        help: "Use 0 for none; query GET_CAP and GET_PARAM for what is supported.",
        source: "Linux vc4_gem.c, vc4_submit_cl_ioctl";

    PACKET_NOT_ALLOWED = "VC4-KERNEL-020", Fault,
        "Linux: a binning list must contain only records that the driver accepts",
        hardware: "Hardware executes branches, NV shader state and others. Linux refuses records that could leave the validated list or reach unchecked memory.",
        help: "Leave branches, waits, tile loads and stores, and NV and VG state out of lists for Linux.",
        source: "Linux vc4_validate.c, cmd_info";
    INDICES_OUTSIDE = "VC4-KERNEL-021", Fault,
        "Linux: the indices of a draw must be inside their buffer",
        hardware: "Hardware reads past the end into whatever follows in memory. Linux refuses the job.",
        help: "Check offset, count and index size of the draw against the size of the buffer named by GEM_HANDLES.",
        source: "Linux vc4_validate.c, validate_indexed_prim_list";
    VERTEX_COUNT = "VC4-KERNEL-022", Fault,
        "Linux: first vertex and count of a draw must not overflow 32 bits",
        hardware: "The sum wraps around. Linux refuses the job.",
        help: "Check base and count of the draw.",
        source: "Linux vc4_validate.c, validate_gl_array_primitive";
    SHADER_RECORD_COUNT = "VC4-KERNEL-023", Fault,
        "Linux: a submission must declare as many shader records as its list uses",
        hardware: "Linux refuses the job.",
        help: "Count GL_SHADER_STATE records in shader_rec_count.",
        source: "Linux vc4_validate.c, validate_gl_shader_state";
    SHADER_RECORD_ADDRESS = "VC4-KERNEL-024", Fault,
        "Linux: shader state must come without an address",
        hardware: "Linux stores the records of a submission consecutively and fills in the address.",
        help: "Leave bits 31:4 of GL_SHADER_STATE zero; records are taken in order.",
        source: "Linux vc4_validate.c, validate_gl_shader_state";

    SHADER_RECORD_SIZE = "VC4-KERNEL-040", Fault,
        "Linux: the shader records must hold what the list declares",
        hardware: "Linux refuses the job.",
        help: "Put the buffer indices (3 and one for each attribute) before each record, and count both in shader_rec_size.",
        source: "Linux vc4_validate.c, validate_gl_shader_rec";
    SHADER_OFFSET = "VC4-KERNEL-041", Fault,
        "Linux: a shader must start at the beginning of its buffer",
        hardware: "Hardware accepts any address. Linux validates the code from the start of the buffer.",
        help: "Create one buffer per shader, and leave the code address in the record zero.",
        source: "Linux vc4_validate.c, validate_gl_shader_rec";
    VERTEX_SHADER_THREADED = "VC4-KERNEL-042", Fault,
        "Linux: vertex and coordinate shaders must not switch threads",
        hardware: "There is no second thread to switch to. Linux refuses the job.",
        help: "Use thread switches in fragment shaders only.",
        source: "Linux vc4_validate.c, validate_gl_shader_rec";
    UNIFORMS_SIZE = "VC4-KERNEL-043", Fault,
        "Linux: there must be as many uniforms as the shaders read",
        hardware: "Hardware reads past the end into whatever follows in memory. Linux refuses the job.",
        help: "For each shader in the order fragment, vertex, coordinate: a buffer index for each texture access, then a word for each uniform.",
        source: "Linux vc4_validate.c, validate_gl_shader_rec";
    ATTRIBUTE_OUTSIDE = "VC4-KERNEL-044", Fault,
        "Linux: the first vertex's attribute must be inside its buffer",
        hardware: "Hardware reads whatever is there. Linux refuses the job.",
        help: "Check offset and size of the attribute against its buffer.",
        source: "Linux vc4_validate.c, validate_gl_shader_rec";
    VERTICES_OUTSIDE = "VC4-KERNEL-045", Fault,
        "Linux: the attributes of the highest index of all draws must be inside their buffer",
        hardware: "Hardware reads whatever is there. Linux refuses the job, even if the index is declared and never used.",
        help: "Check max_index of indexed draws, base and count of others, and the stride.",
        source: "Linux vc4_validate.c, validate_gl_shader_rec";
    UNIFORM_BUFFER_OUTSIDE = "VC4-KERNEL-046", Fault,
        "Linux: direct memory reads of a shader must be inside their buffer",
        hardware: "Hardware reads any address. Linux compares the base and the clamp that the shader uses with the buffer.",
        help: "Set the clamp uniform to the size from the base to the end of the buffer, minus 4.",
        source: "Linux vc4_validate.c, reloc_tex";
    TEXTURE_OUTSIDE = "VC4-KERNEL-047", Fault,
        "Linux: a texture must be inside its buffer",
        hardware: "Hardware reads whatever is there. Linux refuses the job.",
        help: "Check offset, size, cube stride and layout: levels are rounded up to whole tiles.",
        source: "Linux vc4_validate.c, reloc_tex and vc4_check_tex_size";
    TEXTURE_LEVELS = "VC4-KERNEL-048", Fault,
        "Linux: the smaller levels of a texture must fit before level 0",
        hardware: "The hardware finds levels below the base address and reads what is there. Linux refuses the job.",
        help: "Put level 0 after the others, and use its address as the base.",
        source: "Linux vc4_validate.c, reloc_tex";
    THREAD_MODE = "VC4-KERNEL-049", Fault,
        "Linux: fs_single_thread must be set exactly if the fragment shader never switches threads",
        hardware: "Hardware runs both, the one without a switch as a single thread with half of the registers. Linux refuses the job.",
        help: "Set fs_single_thread in the shader record if the fragment shader signals no thread switch, and clear it otherwise.",
        source: "Linux vc4_validate.c, validate_gl_shader_rec";

    TILE_RANGE = "VC4-KERNEL-060", Fault,
        "Linux: the first tile to render must not be after the last",
        hardware: "Linux refuses the job.",
        help: "Use inclusive bounds: min_x_tile to max_x_tile, min_y_tile to max_y_tile.",
        source: "Linux vc4_render_cl.c, vc4_get_rcl";
    SURFACE_BITS = "VC4-KERNEL-061", Fault,
        "Linux: a surface must only set the bits and flags of its kind",
        hardware: "Linux refuses the job.",
        help: "Full-resolution surfaces have no bits; others have tiling, buffer and format only.",
        source: "Linux vc4_render_cl.c, surface setup";
    SURFACE_FORMAT = "VC4-KERNEL-062", Fault,
        "Linux: a surface must have a tiling, buffer and format that exist",
        hardware: "The values are reserved. Linux refuses the job.",
        help: "Tiling 0 to 2; colour or depth/stencil; depth/stencil without a colour format.",
        source: "Linux vc4_render_cl.c, surface setup";
    SURFACE_ALIGNMENT = "VC4-KERNEL-063", Fault,
        "Linux: a surface must begin at a multiple of 16 bytes",
        hardware: "Hardware drops or misreads the low bits. Linux refuses the job.",
        help: "Align offsets of loads and stores to 16 bytes.",
        source: "Linux vc4_render_cl.c, surface setup";
    SURFACE_OUTSIDE = "VC4-KERNEL-064", Fault,
        "Linux: a surface must be inside its buffer",
        hardware: "Hardware writes over whatever follows. Linux refuses the job.",
        help: "Check offset, frame size and layout: T and LT surfaces are rounded up to whole tiles.",
        source: "Linux vc4_render_cl.c; vc4_validate.c, vc4_check_tex_size";
    SURFACE_TOO_LARGE = "VC4-KERNEL-065", Fault,
        "Linux: a surface must be at most 4096 pixels wide and high",
        hardware: "Screen coordinates have 12 bits and wrap around. Linux refuses the job.",
        help: "Render in several parts.",
        source: "Linux vc4_validate.c, vc4_check_tex_size";
    NO_OUTPUT = "VC4-KERNEL-066", Fault,
        "Linux: a job must write colour or depth/stencil",
        hardware: "Hardware would render without any effect. Linux refuses the job.",
        help: "Provide at least one of the four output surfaces.",
        source: "Linux vc4_render_cl.c, vc4_get_rcl";
}
