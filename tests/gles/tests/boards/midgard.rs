//! Boards with Mali Midgard under Mesa's Panfrost.

use crate::{BIASED_LEVELS, Board, Differs, Newest};

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
    ..T860
};

/// Exynos 7420: architecture v5.
pub const T760: Board = Board {
    gpu: "t760",
    renderer: "Mali-T760 (Panfrost)",
    ..T860
};

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
    (
        "mipmaps",
        2,
        "the level, where two are as near: the level of detail has eight bits of fraction",
    ),
    (
        "primitives",
        2,
        "pixels of lines that run askew, and last pixels",
    ),
    (
        "polygons",
        1,
        "a pixel whose centre is on the edge between two faces: the quirk `fill`",
    ),
    (
        "outlines",
        850,
        "the structures of Midgard have no polygon mode: faces are filled",
    ),
    (
        "samples-depth",
        2,
        "samples where two planes are as near, but for the last bits",
    ),
];

const NO_ANISOTROPY: (&str, &str) = (
    "anisotropic",
    "Midgard has no anisotropic filter, and Panfrost offers none",
);
