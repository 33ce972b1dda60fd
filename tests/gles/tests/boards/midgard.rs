//! Boards with Mali Midgard under Mesa's Panfrost.

use crate::{BIASED_LEVELS, Board, Differs, EDGES_OF_CUBES, Newest};

/// RK3399: architecture v5, several render targets, compressed framebuffers.
pub const T860: Board = Board {
    gpu: "t860",
    mesa: "22.3",
    renderer: "Mali-T860 (Panfrost)",
    newest: Newest::Es31,
    environment: &[],
    prefix: "[MALI-",
    wider: &[
        (
            "filters",
            6,
            "llvmpipe shortens the way between two levels; Panfrost does not",
        ),
        (
            "renderbuffers",
            10,
            "the driver dithers 16-bit targets, as OpenGL lets it; llvmpipe does not",
        ),
    ],
    findings: &[],
    may_differ: MAY_DIFFER,
    refused: &[NO_ANISOTROPY],
    counters: COUNTERS,
};

/// The same with Debian 13's Mesa.
pub const T860_MESA_25: Board = Board {
    mesa: "25.0",
    findings: &[(
        "feedback-separate",
        "MALI-JOB-014",
        "a draw does not wait for the transform feedback before it in its batch",
    )],
    may_differ: MESA_25_MAY_DIFFER,
    ..T860
};

/// Exynos 7420: architecture v5.
pub const T760: Board = Board {
    gpu: "t760",
    renderer: "Mali-T760 (Panfrost)",
    ..T860
};

/// The same with Debian 13's Mesa.
pub const T760_MESA_25: Board = Board {
    gpu: "t760",
    renderer: "Mali-T760 (Panfrost)",
    ..T860_MESA_25
};

/// Exynos 8890: architecture v5.
pub const T880: Board = Board {
    gpu: "t880",
    renderer: "Mali-T880 (Panfrost)",
    ..T860
};

/// Architecture v5, with fewer cores.
pub const T830: Board = Board {
    gpu: "t830",
    renderer: "Mali-T830 (Panfrost)",
    ..T860
};

/// S912: architecture v5.
pub const T820: Board = Board {
    gpu: "t820",
    renderer: "Mali-T820 (Panfrost)",
    ..T860
};

/// Allwinner H6: architecture v4, with one render target and bins of one level.
pub const T720: Board = Board {
    gpu: "t720",
    renderer: "Mali-T720 (Panfrost)",
    newest: Newest::Es2,
    findings: V4_FINDINGS,
    may_differ: T720_MAY_DIFFER,
    ..T860
};

/// The same with Debian 13's Mesa, whose filters stay within a face of a cube in
/// OpenGL ES 2.0.
pub const T720_MESA_25: Board = Board {
    mesa: "25.0",
    may_differ: T720_MESA_25_MAY_DIFFER,
    ..T720
};

/// Exynos 5422: architecture v4, whose blend shaders read unconverted pixels.
pub const T620: Board = Board {
    gpu: "t620",
    renderer: "Mali-T620 (Panfrost)",
    newest: Newest::Es2,
    findings: T620_FINDINGS,
    may_differ: T620_MAY_DIFFER,
    ..T860
};

type Finding = (&'static str, &'static str, &'static str);

/// With v4 the driver stores samples apart, and never writes the distance between them.
const NO_STRIDE: &str = "pan_emit_sfbd leaves the surface stride at 0";
const V4_FINDINGS: &[Finding] = &[
    ("samples-resolved", "MALI-FB-018", NO_STRIDE),
    ("samples-two", "MALI-FB-018", NO_STRIDE),
    ("samples-edges", "MALI-FB-018", NO_STRIDE),
    ("samples-depth", "MALI-FB-018", NO_STRIDE),
    ("samples-coverage", "MALI-FB-018", NO_STRIDE),
];
const T620_FINDINGS: &[Finding] = &[
    V4_FINDINGS[0],
    V4_FINDINGS[1],
    V4_FINDINGS[2],
    V4_FINDINGS[3],
    V4_FINDINGS[4],
    ("blend-factors", "MALI-SH-007", WRONG_BYTES),
];
const COUNTERS: &[&str] = &[
    "draws",
    "fragments",
    "jobs",
    "memory.DESC.read_bytes",
    "memory.JM.write_bytes",
    "memory.LS.read_bytes",
    "memory.TB.write_bytes",
    "memory.TEX.read_bytes",
    "memory.TILER.write_bytes",
    "primitives",
    "shader.bundles",
    "vertices",
];

const MAY_DIFFER: &[Differs] = &[
    BIASED_LEVELS,
    MIPMAPS,
    PRIMITIVES,
    POLYGONS,
    OUTLINES,
    SAMPLES_DEPTH,
    OUTPUTS_GAP,
    (
        "derivative-component",
        1000,
        "the compiler takes the change of the first component, whichever is meant",
    ),
];
const MESA_25_MAY_DIFFER: &[Differs] = &[
    BIASED_LEVELS,
    MIPMAPS,
    PRIMITIVES,
    POLYGONS,
    OUTLINES,
    SAMPLES_DEPTH,
    OUTPUTS_GAP,
    (
        "instances-recount",
        18,
        "the driver keeps the divisors of the draw before, with another number of vertices",
    ),
];
const T720_MAY_DIFFER: &[Differs] = &[
    BIASED_LEVELS,
    MIPMAPS,
    PRIMITIVES,
    POLYGONS,
    OUTLINES,
    OVERWRITTEN[0],
    OVERWRITTEN[1],
    OVERWRITTEN[2],
    OVERWRITTEN[3],
    OVERWRITTEN[4],
];
const T720_MESA_25_MAY_DIFFER: &[Differs] = &[
    BIASED_LEVELS,
    EDGES_OF_CUBES[0],
    EDGES_OF_CUBES[1],
    EDGES_OF_CUBES[2],
    MIPMAPS,
    PRIMITIVES,
    POLYGONS,
    OUTLINES,
    OVERWRITTEN[0],
    OVERWRITTEN[1],
    OVERWRITTEN[2],
    OVERWRITTEN[3],
    OVERWRITTEN[4],
];
const T620_MAY_DIFFER: &[Differs] = &[
    BIASED_LEVELS,
    MIPMAPS,
    PRIMITIVES,
    POLYGONS,
    OUTLINES,
    ("blend-factors", 15, WRONG_BYTES),
    OVERWRITTEN[0],
    OVERWRITTEN[1],
    OVERWRITTEN[2],
    OVERWRITTEN[3],
    OVERWRITTEN[4],
];
const MIPMAPS: Differs = (
    "mipmaps",
    2,
    "the level, where two are as near: the level of detail has eight bits of fraction",
);
const PRIMITIVES: Differs = (
    "primitives",
    2,
    "pixels of lines that run askew, and last pixels",
);
const POLYGONS: Differs = (
    "polygons",
    1,
    "a pixel whose centre is on the edge between two faces: the quirk `fill`",
);
const OUTLINES: Differs = (
    "outlines",
    850,
    "the structures of Midgard have no polygon mode: faces are filled",
);
const SAMPLES_DEPTH: Differs = (
    "samples-depth",
    2,
    "samples where two planes are as near, but for the last bits",
);
const OUTPUTS_GAP: Differs = (
    "outputs-gap",
    133,
    "the shader that brings back old pixels ends before a gap between targets",
);
const OVERWRITTEN: [Differs; 5] = [
    ("samples-resolved", 1000, NO_STRIDE),
    ("samples-two", 1000, NO_STRIDE),
    ("samples-edges", 1000, NO_STRIDE),
    ("samples-depth", 1000, NO_STRIDE),
    ("samples-coverage", 1000, NO_STRIDE),
];
const WRONG_BYTES: &str =
    "the compiler reads bytes 4 to 7 of r24 for the high half of a result, where 0 to 3 are meant";

const NO_ANISOTROPY: (&str, &str) = (
    "anisotropic",
    "Midgard has no anisotropic filter, and Panfrost offers none",
);
