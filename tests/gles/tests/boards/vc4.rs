//! The Raspberry Pi 2 and 3: VideoCore IV under Mesa's vc4.

use crate::{BIASED_LEVELS, Board, EDGES_OF_CUBES, Newest};

pub const PI: Board = Board {
    gpu: "bcm2837",
    mesa: "22.3",
    renderer: "VC4 V3D 2.1",
    newest: Newest::Es2,
    environment: &[],
    prefix: "[VC4-",
    wider: &[
        (
            "filters",
            6,
            "llvmpipe shortens the way between two levels; vc4 does not",
        ),
        (
            "renderbuffers",
            10,
            "llvmpipe has 5 bits of RGB565 and RGB5_A1 from draw to draw; the tile buffer keeps 8 until \
             the store (which cuts: the quirk `bgr565_rounding`), and RGB5_A1 is stored with 8",
        ),
    ],
    findings: &[&[
        (
            "viewport-beyond",
            "VC4-CL-067",
            "Mesa 22.3.6, vc4_emit.c: the end of the clip window is never less than its beginning, \
             which may lie right of the image, and becomes the last tile; the kernel refuses it",
        ),
        (
            "arrays",
            "VC4-QPU-087",
            "Mesa 22.3.6 emits `load_tmu0 mov vpm, r4` for varyings that are read from an indexed \
             array. Its vc4_qpu_validate.c, which quotes the guide's list of what excludes a TMU read, \
             does not name the VPM, and a Raspberry Pi 3 fails none of dEQP-GLES2's shaders.indexing; \
             vc4asm's author measured that it is not reliable, and his validator lets it pass. So the \
             rule stays, as undefined, until it is measured again",
        ),
    ]],
    may_differ: &[
        EDGES_OF_CUBES,
        &[
            (
                "outlines",
                850,
                "Mesa 22.3.6 does not look at the polygon mode on vc4: faces are filled",
            ),
            (
                "samples-edges",
                25,
                "corners are on a grid of 1/16 pixel, llvmpipe's on one of 1/256",
            ),
            (
                "samples-depth",
                2,
                "samples where two planes are as near, but for the last bits",
            ),
            ("blend", 1, EDGES),
            (
                "primitives",
                17,
                "corners that are a truncated product, pixels of slanted lines, and last pixels of lines",
            ),
            ("indices", 26, CUT),
            ("depth", 1, CUT),
            ("polygons", 1, "the last pixel of a loop"),
            (
                "viewport-beyond",
                1000,
                "the kernel refuses what the driver submits",
            ),
            ("fan", 1, EDGES),
            (
                "blits",
                20,
                "one is halved between corners at sixths of 96 pixels, which the driver's floats make \
             511.99997 sixteenths and FTOI cuts to 511: each pixel mixes four texels in other parts. \
             `blits-filtered`, the same in 128 pixels, has exact corners and no such pixel",
            ),
            (
                "mipmaps",
                3,
                "the level where two are as near: llvmpipe has one derivative for the four pixels of a \
             quad, this one for each row and column",
            ),
            BIASED_LEVELS,
            (
                "cube",
                1,
                "the texel, where a coordinate lies on the edge of two",
            ),
        ],
    ],
    refused: &[(
        "anisotropic",
        "there is no GL_EXT_texture_filter_anisotropic",
    )],
    counters: &[
        "memory.CLE.read_bytes",
        "memory.PSE.read_bytes",
        "memory.PTB.write_bytes",
        "memory.QIC.read_bytes",
        "memory.QUC.read_bytes",
        "memory.TLB.read_bytes",
        "memory.TLB.write_bytes",
        "memory.TMU.read_bytes",
        "memory.VCD.read_bytes",
        "primitives.binned",
        "primitives.rendered",
        "qpu.coordinate.instructions",
        "qpu.fragment.instructions",
        "qpu.vertex.instructions",
        "tmu.lookups",
    ],
};

/// With positions on the coarser grid, as in `wide`, no pixel differs.
const EDGES: &str = "positions are whole sixteenths of a pixel, and llvmpipe's are finer";

const CUT: &str = "FMUL rounds towards zero, so a corner whose product is just below a multiple of 1/16 pixel \
                   snaps to the smaller one, and edges through pixel centres move";

/// The same with Debian 13's Mesa.
pub const PI_MESA_25: Board = Board { mesa: "25.0", ..PI };
