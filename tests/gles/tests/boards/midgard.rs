//! Boards with Mali Midgard under Mesa's Panfrost.

use crate::{BIASED_LEVELS, Board, Differs, EDGES_OF_CUBES, Finding, Newest};

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
    may_differ: &[EVERYWHERE, V5, MESA_22],
    refused: &[NO_ANISOTROPY],
    counters: COUNTERS,
};

/// The same with Debian 13's Mesa.
pub const T860_MESA_25: Board = Board {
    mesa: "25.0",
    findings: &[&[(
        "feedback-separate",
        "MALI-JOB-014",
        "a draw does not wait for the transform feedback before it in its batch",
    )]],
    may_differ: &[EVERYWHERE, V5, MESA_25],
    ..T860
};

/// Another chip under the same driver.
const fn chip(gpu: &'static str, renderer: &'static str, like: Board) -> Board {
    Board {
        gpu,
        renderer,
        ..like
    }
}

/// Exynos 7420: architecture v5.
pub const T760: Board = chip("t760", "Mali-T760 (Panfrost)", T860);
/// The same with Debian 13's Mesa.
pub const T760_MESA_25: Board = chip("t760", "Mali-T760 (Panfrost)", T860_MESA_25);
/// Exynos 8890: architecture v5.
pub const T880: Board = chip("t880", "Mali-T880 (Panfrost)", T860);
/// Architecture v5, with fewer cores.
pub const T830: Board = chip("t830", "Mali-T830 (Panfrost)", T860);
/// S912: architecture v5.
pub const T820: Board = chip("t820", "Mali-T820 (Panfrost)", T860);

/// Allwinner H6: architecture v4, with one render target and bins of one level.
pub const T720: Board = Board {
    newest: Newest::Es2,
    findings: &[SAMPLES_OVERLAP],
    may_differ: &[EVERYWHERE, OVERWRITTEN],
    ..chip("t720", "Mali-T720 (Panfrost)", T860)
};

/// The same with Debian 13's Mesa, whose filters stay within a face of a cube in
/// OpenGL ES 2.0.
pub const T720_MESA_25: Board = Board {
    mesa: "25.0",
    may_differ: &[EVERYWHERE, OVERWRITTEN, EDGES_OF_CUBES],
    ..T720
};

/// Exynos 5422: architecture v4, whose blend shaders read unconverted pixels.
pub const T620: Board = Board {
    findings: &[
        SAMPLES_OVERLAP,
        &[("blend-factors", "MALI-SH-007", WRONG_BYTES)],
    ],
    may_differ: &[
        EVERYWHERE,
        OVERWRITTEN,
        &[("blend-factors", 15, WRONG_BYTES)],
    ],
    ..chip("t620", "Mali-T620 (Panfrost)", T720)
};

/// With v4 the driver stores samples apart, and never writes the distance between them.
const NO_STRIDE: &str = "pan_emit_sfbd leaves the surface stride at 0";
const SAMPLES_OVERLAP: &[Finding] = &[
    ("samples-resolved", "MALI-FB-018", NO_STRIDE),
    ("samples-two", "MALI-FB-018", NO_STRIDE),
    ("samples-edges", "MALI-FB-018", NO_STRIDE),
    ("samples-depth", "MALI-FB-018", NO_STRIDE),
    ("samples-coverage", "MALI-FB-018", NO_STRIDE),
];
/// Of the images nothing is left to compare.
const OVERWRITTEN: &[Differs] = &[
    ("samples-resolved", 1000, NO_STRIDE),
    ("samples-two", 1000, NO_STRIDE),
    ("samples-edges", 1000, NO_STRIDE),
    ("samples-depth", 1000, NO_STRIDE),
    ("samples-coverage", 1000, NO_STRIDE),
];
const WRONG_BYTES: &str =
    "the compiler reads bytes 4 to 7 of r24 for the high half of a result, where 0 to 3 are meant";

/// Of two faces that share a horizontal edge through centres of pixels, one has them. Midgard has one
/// rule for all surfaces (the quirk `fill`). That of llvmpipe is turned for surfaces that are not
/// framebuffer objects, which Mesa draws upside down (st_atom_rasterizer.c, `bottom_edge_rule`), so
/// that its images here are those of the other rule.
const CENTRES: &str = "pixels whose centres are on horizontal edges: the quirk `fill`";

/// On every chip, with both releases.
const EVERYWHERE: &[Differs] = &[
    BIASED_LEVELS,
    (
        "mipmaps",
        2,
        "the level, where two are as near: the level of detail has eight bits of fraction",
    ),
    ("points", 1, CENTRES),
    (
        "primitives",
        22,
        "pixels of lines that run askew, and last pixels; centres on horizontal edges",
    ),
    ("indices", 24, CENTRES),
    ("lines", 3, CENTRES),
    ("depth-functions", 27, CENTRES),
    ("polygon-offset", 20, CENTRES),
    ("stencil-operations", 35, CENTRES),
    ("stencil-sides", 53, CENTRES),
    ("clears", 4, CENTRES),
    ("polygons", 15, CENTRES),
    ("feedback-points", 51, CENTRES),
    ("feedback-steps", 62, CENTRES),
    (
        "outlines",
        850,
        "the structures of Midgard have no polygon mode: faces are filled",
    ),
];
const V5: &[Differs] = &[
    (
        "samples-depth",
        2,
        "samples where two planes are as near, but for the last bits",
    ),
    (
        "outputs-gap",
        133,
        "the shader that brings back old pixels ends before a gap between targets",
    ),
];
const MESA_22: &[Differs] = &[(
    "derivative-component",
    1000,
    "the compiler takes the change of the first component, whichever is meant",
)];
const MESA_25: &[Differs] = &[(
    "instances-recount",
    18,
    "the driver keeps the divisors of the draw before, with another number of vertices",
)];

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

const NO_ANISOTROPY: (&str, &str) = (
    "anisotropic",
    "Midgard has no anisotropic filter, and Panfrost offers none",
);
