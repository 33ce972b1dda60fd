//! i.MX6 and i.MX8M: Vivante GC under Mesa's etnaviv.

use crate::{BIASED_LEVELS, Board, Differs, EDGES_OF_CUBES, Newest};

pub const GC2000: Board = Board {
    gpu: "gc2000",
    mesa: "22.3",
    renderer: "Vivante GC2000 rev 5108",
    // Mesa 22.3.6 enables multisampling only on request.
    newest: Newest::Es2,
    environment: &[("ETNA_MESA_DEBUG", "msaa")],
    prefix: "[VIV-",
    wider: WIDER,
    findings: &[&[(
        "samples-coverage",
        "VIV-DRAW-007",
        "Mesa 22.3.6 writes the mask of samples alone (etnaviv_emit.c), and says in the same \
         place that this clobbers PS.INPUT_COUNT",
    )]],
    may_differ: &[
        EDGES_OF_CUBES,
        &[
            BIASED_LEVELS,
            MIPMAPS,
            ANISOTROPIC,
            POINTS,
            PRIMITIVES,
            NO_LOGIC_OP,
            DIVISION_ON_FLOATS,
            TWO_SIDED,
            SPRITES,
            POLYGONS,
            OUTLINES,
            SAMPLES_DEPTH,
            STENCIL_CLEARS,
        ],
    ],
    refused: &[NO_LOOP, NO_ARRAYS, SAMPLES_TURNED, NO_QUOTIENTS],
    counters: COUNTERS,
};

/// The same with Debian 13's Mesa, which has multisampling by default.
pub const GC2000_MESA_25: Board = Board {
    mesa: "25.0",
    newest: Newest::Es2,
    environment: &[],
    findings: &[&[(
        "samples-coverage",
        "VIV-DRAW-007",
        "Mesa 25.0.7 writes the mask of samples alone, as 22.3.6 does",
    )]],
    may_differ: &[
        EDGES_OF_CUBES,
        &[
            BIASED_LEVELS,
            MIPMAPS,
            ANISOTROPIC,
            PRIMITIVES,
            NO_LOGIC_OP,
            TWO_SIDED,
            SPRITES,
            POLYGONS,
            OUTLINES,
            SAMPLES_DEPTH,
            (
                "varyings-packed",
                1000,
                "the linker of Mesa 25.0.7 packs three varyings into one slot, which the vertex shader \
             stores in two parts; etna_emit_output makes an output of each, and only the first is \
             linked, so that the other components are zero in the pixel shader",
            ),
            (
                "polygon-offset",
                50,
                "not explained yet: Mesa 25.0.7 writes units * 2 * the smallest step of the format to \
             SE.DEPTH_BIAS, where 22.3.6 writes units / 65535 * 2",
            ),
        ],
    ],
    refused: &[NO_LOOP, SAMPLES_TURNED],
    ..GC2000
};

/// i.MX6 Solo and DualLite: one pixel pipe.
pub const GC880: Board = Board {
    gpu: "gc880",
    renderer: "Vivante GC880 rev 5106",
    ..GC2000
};

/// i.MX6 QuadPlus: two pixel pipes, the newer integers, the second MMU.
pub const GC3000: Board = Board {
    gpu: "gc3000",
    renderer: "Vivante GC3000 rev 5450",
    may_differ: &[&[
        BIASED_LEVELS,
        MIPMAPS,
        ANISOTROPIC,
        POINTS,
        PRIMITIVES,
        BRANCHES,
        TWO_SIDED,
        SPRITES,
        POLYGONS,
        OUTLINES,
        SAMPLES_DEPTH,
        STENCIL_CLEARS,
    ]],
    refused: &[SAMPLES_TURNED],
    ..GC2000
};

/// i.MX8M: descriptors of textures, the blit engine, code in memory.
pub const GC7000L: Board = Board {
    gpu: "gc7000l",
    renderer: "Vivante GC7000 rev 6214",
    may_differ: &[
        EDGES_OF_CUBES,
        &[
            BIASED_LEVELS,
            MIPMAPS,
            ANISOTROPIC,
            POINTS,
            PRIMITIVES,
            BRANCHES,
            TWO_SIDED,
            SPRITES,
            POLYGONS,
            OUTLINES,
            SAMPLES_DEPTH,
            STENCIL_CLEARS,
        ],
    ],
    counters: &[
        "draws",
        "fragments",
        "memory.BLT.read_bytes",
        "memory.BLT.write_bytes",
        "memory.PE.read_bytes",
        "memory.PE.write_bytes",
        "memory.SH.read_bytes",
        "memory.TS.read_bytes",
        "memory.TX.read_bytes",
        "ps.instructions",
        "te.lookups",
        "vs.instructions",
    ],
    ..GC3000
};

const WIDER: &[(&str, u8, &str)] = &[
    (
        "filters",
        6,
        "llvmpipe shortens the way between two levels; etnaviv does not",
    ),
    (
        "renderbuffers",
        10,
        "the driver dithers 16-bit targets, as OpenGL lets it; llvmpipe does not",
    ),
];

const BRANCHES: Differs = (
    "branches",
    600,
    "the driver divides by 3 with the immediate 0x5555, whose bits Mesa 22.3.6 takes for a \
     swizzle and makes 0x15555 (etnaviv_compiler_nir_emit.c, etna_emit_alu: `imul` makes both \
     sources scalar, an immediate as well)",
);
const MIPMAPS: Differs = (
    "mipmaps",
    15,
    "the level, where two are as near: the level of detail has five bits of fraction",
);
const ANISOTROPIC: Differs = (
    "anisotropic",
    6,
    "llvmpipe takes a side whole that is longer than the sampler allows; softpipe gives the \
     same image as here",
);
const POINTS: Differs = ("points", 1, "the size of a point that the shader gives");
const PRIMITIVES: Differs = (
    "primitives",
    2,
    "pixels of lines that run askew, and last pixels",
);
const NO_LOGIC_OP: Differs = (
    "logic",
    300,
    "there are no logic operations: the feature LOGIC_OP is missing, and Mesa 22.3.6 \
     leaves them out (etnaviv_blend.c)",
);
const DIVISION_ON_FLOATS: Differs = (
    "branches",
    600,
    "the driver divides integers with `rshift.u32` on floats: the chip has no integers \
     for it, and Mesa 22.3.6 lowers the division before it makes integers floats",
);
const TWO_SIDED: Differs = (
    "two-sided",
    600,
    "Mesa 22.3.6 has no colours of back faces on etnaviv",
);
const SPRITES: Differs = (
    "sprites",
    600,
    "Mesa 22.3.6 does not turn the coordinate of sprites round",
);
const POLYGONS: Differs = ("polygons", 600, "Mesa 22.3.6 never lets varyings be flat");

const OUTLINES: Differs = ("outlines", 1, "the last pixel of lines");
const SAMPLES_DEPTH: Differs = (
    "samples-depth",
    1,
    "samples where two planes are as near, but for the last bits",
);
const STENCIL_CLEARS: Differs = (
    "stencil-clears",
    300,
    "Mesa 22.3.6 clears a rectangle or some bits of stencil by a quad, whose reference for back \
     faces is 0; in a framebuffer object the quad is one",
);

const NO_LOOP: (&str, &str) = (
    "loop",
    "the compilers of Mesa 22.3.6 and 25.0.7 give up on the unrolled loop: `error: compile failed!`",
);
const NO_ARRAYS: (&str, &str) = (
    "arrays",
    "the compiler of Mesa 22.3.6 gives up, and etna_disk_cache_store crashes on what it left",
);
const NO_QUOTIENTS: (&str, &str) = (
    "quotients",
    "quotients are wrong, as those of `branches`: the driver divides with `rshift.u32` on floats",
);
const SAMPLES_TURNED: (&str, &str) = (
    "samples-resolved",
    "RS turns no rows round, and Mesa 22.3.6 has no other way to copy samples \
     (etna_try_rs_blit): nothing is copied",
);

const COUNTERS: &[&str] = &[
    "draws",
    "fragments",
    "memory.FE.read_bytes",
    "memory.PE.read_bytes",
    "memory.PE.write_bytes",
    "memory.RS.read_bytes",
    "memory.RS.write_bytes",
    "memory.TS.read_bytes",
    "memory.TS.write_bytes",
    "memory.TX.read_bytes",
    "primitives.drawn",
    "ps.instructions",
    "te.lookups",
    "vs.instructions",
];
