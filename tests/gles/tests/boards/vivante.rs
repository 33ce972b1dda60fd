//! i.MX6: Vivante GC under Mesa's etnaviv.

use crate::Board;

pub const GC2000: Board = Board {
    gpu: "gc2000",
    renderer: "Vivante GC2000 rev 5108",
    prefix: "[VIV-",
    wider: &[
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
    ],
    findings: &[],
    may_differ: &[
        (
            "mipmaps",
            15,
            "the level, where two are as near: the level of detail has five bits of fraction",
        ),
        ("points", 1, "the size of a point that the shader gives"),
        (
            "primitives",
            2,
            "pixels of lines that run askew, and last pixels",
        ),
        (
            "logic",
            300,
            "GC2000 has no logic operations: the feature LOGIC_OP is missing, and Mesa 22.3.6 \
             leaves them out (etnaviv_blend.c)",
        ),
        (
            "branches",
            600,
            "the driver divides integers with `rshift.u32` on floats: GC2000 has no integers \
             for it, and Mesa 22.3.6 lowers the division before it makes integers floats",
        ),
        (
            "two-sided",
            600,
            "Mesa 22.3.6 has no colours of back faces on etnaviv",
        ),
        (
            "sprites",
            600,
            "Mesa 22.3.6 does not turn the coordinate of sprites round",
        ),
        (
            "polygons",
            600,
            "points and wires of polygons, which nobody knows how GC2000 draws, are not done; and \
             Mesa 22.3.6 never lets varyings be flat",
        ),
    ],
    refused: &[
        (
            "loop",
            "the compiler of Mesa 22.3.6 gives up on the unrolled loop: `error: compile failed!`",
        ),
        (
            "arrays",
            "the compiler of Mesa 22.3.6 gives up, and etna_disk_cache_store crashes on what it \
             left",
        ),
        (
            "samples-resolved",
            "the driver has no multisampling unless it is asked",
        ),
    ],
    counters: &[
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
    ],
};
