//! Streams of the vendor's driver, recorded and annotated by etna_viv:
//! attic/replay/cube_cmd.h and cube_cmd_gc880.h, under the MIT licence of
//! etna_viv's LICENSE.
//!
//! The names and numbers of the annotations were written by etna_viv's own tool,
//! which is independent of this crate. All six recorded files, 7,423 words of which
//! 5,829 are named, were compared in the same way once: every word is written to
//! the annotated state, under its name or its current name in the database. These
//! are excerpts.

use tilescope_tables::listing::{Options, to_source};
use tilescope_vivante::cmd::listing::disassemble;
use tilescope_vivante::cmd::text::assemble;

/// GC600: viewport in fixed point, vertex elements, a draw.
const CUBE: [u32; 34] = [
    0x0c01_0283,
    0x00c8_0000,
    0x0c01_0284,
    0x0078_0000,
    0x0c01_0302,
    0x0190_0005,
    0x0c01_0303,
    0x00f0_0005,
    0x0801_0503,
    0x477f_ff00,
    0x0801_0194,
    0x0000_0024,
    0x0801_0180,
    0x0c00_3008,
    0x0801_0181,
    0x180c_3008,
    0x0801_0182,
    0x2418_3088,
    0x0801_0208,
    0x0002_0100,
    0x0801_0e03,
    0x0000_0002,
    0x0801_0500,
    0xfffc_ffff,
    0x1800_0000,
    0x0000_0000,
    0x0801_028a,
    0x0000_0011,
    0x0801_0e05,
    0x0000_0001,
    0x2800_0000,
    0x0000_0005,
    0x0000_0004,
    0x0000_0002,
];

const CUBE_TEXT: &str = "\
LOAD_STATE fixp PA.VIEWPORT_OFFSET_X 200.0
LOAD_STATE fixp PA.VIEWPORT_OFFSET_Y 120.0
LOAD_STATE fixp SE.SCISSOR_RIGHT 400.0000762939453
LOAD_STATE fixp SE.SCISSOR_BOTTOM 240.0000762939453
LOAD_STATE PE.DEPTH_NORMALIZE 65535.0
";

/// GC880: semaphores and stalls.
const STALLS: [u32; 6] = [
    0x0801_0f00,
    0x0000_0705,
    0x4800_0000,
    0x0000_0701,
    0x0801_0581,
    0x0000_0606,
];

fn text(words: &[u32]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let source = to_source(&disassemble(&bytes, 0, &Options::default()));
    let again = assemble(&source, &|_| None).expect("what was printed");
    assert_eq!(again.bytes, bytes);
    source
}

#[test]
fn the_cube_agrees_with_its_annotations() {
    let text = text(&CUBE);
    assert!(text.starts_with(CUBE_TEXT), "{text}");
    let lines: Vec<&str> = text.lines().skip(5).collect();
    for (line, parts) in [
        (0, &["FE.VERTEX_STREAM_CONTROL", "vertex_stride=36"][..]),
        (
            1,
            &[
                "FE.VERTEX_ELEMENT_CONFIG[0]",
                "type=FLOAT",
                "num=3",
                "start=0",
                "end=12",
            ],
        ),
        (2, &["FE.VERTEX_ELEMENT_CONFIG[1]", "start=12", "end=24"]),
        (
            3,
            &[
                "FE.VERTEX_ELEMENT_CONFIG[2]",
                "nonconsecutive",
                "start=24",
                "end=36",
            ],
        ),
        (4, &["VS.INPUT[0]"]),
        (5, &["GL.FLUSH_CACHE color"]),
        (6, &["PE.DEPTH_CONFIG"]),
        (7, &["NOP"]),
        (8, &["PA.SYSTEM_MODE"]),
        (
            10,
            &["DRAW_PRIMITIVES type=TRIANGLE_STRIP, start=4, count=2"],
        ),
    ] {
        for part in parts {
            assert!(lines[line].contains(part), "{}: {part}", lines[line]);
        }
    }
}

#[test]
fn stalls_agree_with_their_annotations() {
    let text = text(&STALLS);
    let want = "\
LOAD_STATE GL.STALL_TOKEN from=RA, to=PE
STALL from=FE, to=PE
LOAD_STATE RS.CONFIG source_format=A8R8G8B8, dest_format=A8R8G8B8
";
    assert_eq!(text, want);
}
