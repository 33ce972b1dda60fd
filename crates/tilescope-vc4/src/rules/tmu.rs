//! Rules of the texture and memory lookup units.

use tilescope_core::rules;

rules! {
    FIFO_OVERRUN = "VC4-TMU-001", Hang,
        "at most four requests may wait in a TMU",
        hardware: "The queue holds two requests with four parameters or four with two; further writes stall the QPU, which then cannot load the results that would free the queue. Direct reads return another slot's data.",
        help: "Load results earlier. In two-threaded shaders each thread has half of the queue.",
        source: "Guide, TMU queues, quoted in Mesa vc4_qir_schedule.c; vc4asm addendum, TMU FIFO";
    FIFO_UNDERRUN = "VC4-TMU-002", Hang,
        "a TMU load must have a result to wait for",
        hardware: "The QPU waits forever.",
        help: "Write S once for each load of the same TMU.",
        source: "Guide, TMU queues";
    MISSING_PARAMETERS = "VC4-TMU-003", Undefined,
        "a request must have as many parameters as its texture needs",
        hardware: "Setup words 2 and 3 and the coordinate that was not written are left over from an earlier request.",
        help: "2D textures need T and S; cubes R too; bias, border colour and further setup words B and R.",
        source: "Guide, texture setup; Mesa vc4_program.c";
    LINEAR_TEXTURE = "VC4-TMU-004", Corrupt,
        "a texture must be in T or LT layout",
        hardware: "The unit decides between T and LT by size alone and reads pixels in that order, whatever the memory holds.",
        help: "Tile the texture first. Raster RGBA32R does not sample correctly either.",
        source: "Mesa vc4_resource.c and vc4_screen.c";
    TEXTURE_OUTSIDE_BUFFER = "VC4-TMU-005", Undefined,
        "a texture with all its levels and faces must be inside its buffer",
        hardware: "Texels come from whatever memory is there. Smaller levels are below the base address, and may start before the buffer.",
        help: "Leave room for all levels before the base, and for six faces at the cube stride.",
        source: "Linux vc4_validate.c";
    DIRECT_READ_UNALIGNED = "VC4-TMU-007", Undefined,
        "a direct memory read must be at a multiple of 4 bytes",
        hardware: "The low two bits are dropped.",
        help: "Read the word and shift.",
        source: "Guide, general memory lookups";
    DIRECT_READ_OUTSIDE = "VC4-TMU-008", Undefined,
        "a direct memory read must be inside memory that exists",
        hardware: "The lane gets whatever the bus returns. Linux makes shaders clamp the offset.",
        help: "Clamp the offset in every lane, including those whose result is unused.",
        source: "Linux vc4_validate_shaders.c and vc4_validate.c";
    UNSUPPORTED_TYPE = "VC4-TMU-009", Undefined,
        "a texture type must be one that exists",
        hardware: "Type numbers above 17 are reserved.",
        help: "The type is in setup word 0, bits [7:4], with its fifth bit in word 1, bit 31.",
        source: "Guide, texture data types; Linux vc4_validate.c";
    CUBE_STRIDE = "VC4-TMU-010", Undefined,
        "a cube map must have its stride set exactly once",
        hardware: "All faces are read from the same place, or at the stride of an earlier request.",
        help: "Give one setup word 2 or 3 of cube stride type.",
        source: "Linux vc4_validate.c";
    TOO_MANY_LEVELS = "VC4-TMU-011", Undefined,
        "a texture must not have more levels than its size allows",
        hardware: "Levels beyond 1x1 are read from memory before the texture.",
        help: "The level count is setup word 0, bits [3:0]: the number of the smallest level.",
        source: "Guide, texture setup; Linux vc4_validate.c";
    RENDER_TO_SAMPLED = "VC4-TMU-013", Undefined,
        "a frame must not sample the surface it renders to",
        hardware: "Tiles already stored show the new pixels, the others the old.",
        help: "Render to another surface.",
        source: "Inferred; undefined in OpenGL ES as well";
    COORDINATE_NOT_FINITE = "VC4-TMU-014", Undefined,
        "coordinates must be finite numbers",
        hardware: "The unit does not handle NaNs; the texel is arbitrary.",
        help: "Guard divisions before texture lookups.",
        source: "vc4asm addendum, no inf and nan support; inferred for the TMU";
    CHILD_IMAGE = "VC4-TMU-015", Undefined,
        "a child image must be inside its parent",
        hardware: "Texels come from memory after the parent image.",
        help: "Check offsets and sizes in setup words 2 and 3.",
        source: "Guide, texture setup";
}
