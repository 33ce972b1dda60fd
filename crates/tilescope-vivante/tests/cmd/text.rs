//! Examples of the text form.

use tilescope_tables::listing::{Addresses, Hex, Options, render_all, to_source};
use tilescope_vivante::cmd::listing::{describe, disassemble};
use tilescope_vivante::cmd::text::{assemble, assemble_with};

fn words(text: &str) -> Vec<u32> {
    let symbols = |name: &str| match name {
        "." => Some(0x1000),
        "target" => Some(0x0040_0000),
        _ => None,
    };
    let bytes = assemble(text, &symbols).expect("text").bytes;
    let (words, rest) = bytes.as_chunks::<4>();
    assert!(rest.is_empty());
    words.iter().map(|w| u32::from_le_bytes(*w)).collect()
}

/// The first error of a text: line, column and message.
fn refused(text: &str) -> (u32, u32, String) {
    let errors = assemble(text, &|_| Some(0)).expect_err(text);
    let e = &errors[0];
    (e.line, e.column, e.message.clone())
}

#[test]
fn states_by_fields_and_by_words() {
    assert_eq!(
        words("LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0xf, overwrite"),
        [0x0801_050b, 0x0001_0f06]
    );
    assert_eq!(
        words("load_state vivs_pe.depth_near 1"),
        [0x0801_0501, 0x3f80_0000]
    );
    assert_eq!(words("LOAD_STATE PE.COLOR_FORMAT"), [0x0801_050b, 0]);
    assert_eq!(words("LOAD_STATE PE.COLOR_FORMAT 6"), [0x0801_050b, 6]);
}

#[test]
fn fixed_point_and_arrays() {
    assert_eq!(
        words("LOAD_STATE fixp PA.VIEWPORT_SCALE_X 200.0, -0.5"),
        [0x0c02_0280, 0x00c8_0000, 0xffff_8000, 0]
    );
    assert_eq!(
        words(
            "LOAD_STATE VS.UNIFORMS[4] 1.0, 2, 0x3\nLOAD_STATE PE.PIPE.COLOR_ADDR[1] @target + 16"
        ),
        [
            0x0803_1404,
            0x3f80_0000,
            0x4000_0000,
            3,
            0x0801_0519,
            0x0040_0010
        ]
    );
    assert_eq!(
        words("LOAD_STATE 0x00480 1, 0xffffffff, 1.5"),
        [0x0803_0120, 1, u32::MAX, 0x3fc0_0000]
    );
    assert_eq!(
        words("LOAD_STATE GL.PIPE_SELECT pipe=PIPE_2D"),
        [0x0801_0e00, 1]
    );
}

#[test]
fn blocks_loops_and_padding() {
    let text = "
        LOAD_STATE padding=7, FE.VERTEX_ELEMENT_CONFIG[0] {
          .for i in 0..4 { FE.VERTEX_ELEMENT_CONFIG[i] stream=i }
        }
        next:
        LINK prefetch=2, address=@next";
    let w = words(text);
    assert_eq!(w[0], 0x0804_0180);
    assert_eq!(
        w[1..5].iter().map(|w| w >> 8 & 7).collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
    assert_eq!(w[5..], [7, 0x4000_0002, 0x1018]);
}

#[test]
fn code_of_shaders() {
    let shaders = |name: &str| (name == "vs").then(|| (1..=16).collect::<Vec<u8>>());
    let with = |text: &str| assemble_with(text, &|_| None, &shaders);
    let assembled = with("LOAD_STATE SH.INST_MEM[0] { .code vs; .code vs }\nNOP").unwrap();
    let bytes: Vec<u8> = (1..=16).collect();
    assert_eq!(assembled.bytes[..4], 0x0808_3000u32.to_le_bytes());
    assert_eq!(assembled.bytes[4..36], [&bytes[..], &bytes].concat());
    // The stream continues at the next 64 bits.
    assert_eq!(assembled.bytes[40..44], 0x1800_0000u32.to_le_bytes());
    assert_eq!(
        refused("LOAD_STATE SH.INST_MEM[0] { .code ps }"),
        (1, 29, "unknown shader `ps`".into())
    );
    assert_eq!(
        refused(".code 1"),
        (1, 7, "a shader expected, found `1`".into())
    );
    // Bytes that are not whole words are not code.
    let odd = |_: &str| Some(vec![0; 3]);
    let text = "LOAD_STATE SH.INST_MEM[0] { .code vs }";
    let errors = assemble_with(text, &|_| None, &odd).unwrap_err();
    assert_eq!(errors[0].message, "3 bytes are not whole words");
}

#[test]
fn rectangles() {
    let text = "DRAW_2D { RECTANGLE left=1, top=2, right=3, bottom=4; .u32 0xaa, 0xbb, 0xcc }";
    assert_eq!(
        words(text),
        [
            0x2003_0100,
            0,
            0x0002_0001,
            0x0004_0003,
            0xaa,
            0xbb,
            0xcc,
            0
        ]
    );
}

#[test]
fn errors_are_located() {
    for (text, line, column, part) in [
        ("LOAD_STATE PE.COLOUR_FORMAT 0", 1, 12, "unknown register"),
        (
            "LOAD_STATE PE.COLOR_FORMAT\nLOAD_STATES 1",
            2,
            1,
            "unknown command",
        ),
        (
            "LOAD_STATE PE.COLOR_FORMAT colour=1",
            1,
            28,
            "unknown field",
        ),
        ("PE.COLOR_FORMAT 0", 1, 1, "outside LOAD_STATE"),
        ("RECTANGLE left=1", 1, 1, "outside DRAW_2D"),
        ("DRAW_2D {}", 1, 1, "0 rectangles"),
        (
            "LOAD_STATE PE.COLOR_FORMAT { NOP }",
            1,
            30,
            "inside LOAD_STATE",
        ),
        ("LOAD_STATE PE.COLOR_FORMAT {}", 1, 1, "0 words"),
        ("LOAD_STATE VS.UNIFORMS[4096] 0", 1, 24, "not an index"),
        ("LOAD_STATE VS.UNIFORMS[1][2] 0", 1, 12, "1 indices"),
        ("LOAD_STATE 0x40000 0", 1, 12, "not the offset"),
        ("LOAD_STATE 0x3fffc 0, 0", 1, 1, "beyond the end"),
        (
            "LOAD_STATE PE.DEPTH_NEAR { PE.DEPTH_NEAR 0.0\nPE.DEPTH_ADDR 0 }",
            2,
            1,
            "next word",
        ),
        (
            "LOAD_STATE fixp PE.COLOR_FORMAT overwrite",
            1,
            1,
            "fixed-point",
        ),
        (
            "LOAD_STATE fixp PA.VIEWPORT_SCALE_X 40000.0",
            1,
            37,
            "does not fit",
        ),
        (
            "LOAD_STATE GL.PIPE_SELECT pipe=PIPE_4D",
            1,
            32,
            "is not a pipe",
        ),
        (
            "LOAD_STATE padding=1, PE.DEPTH_NEAR 0.0",
            1,
            1,
            "no padding",
        ),
        ("NOP op=3", 1, 1, "cannot be given"),
        (
            "DRAW_2D count=1 { RECTANGLE right=1 }",
            1,
            1,
            "cannot be given",
        ),
    ] {
        let (l, c, message) = refused(text);
        assert_eq!((l, c), (line, column), "{text}: {message}");
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn a_listing() {
    let stream: Vec<u8> = [
        0x0801_0e00u32,
        0, // pipe
        0x0802_0500,
        0x0000_0011,
        0x3f80_0000,
        0, // depth config and near
        0x0c02_0280,
        0x00c8_0000,
        0x0078_0000,
        0, // viewport
        0x0804_1000,
        0x0080_1003,
        0x0000_1804,
        0x0000_0040,
        0,
        0, // an instruction
        0x0801_0121,
        0x0000_0001, // a state without a name
        0x2800_0000,
        5,
        0,
        2, // a draw
        0x4000_0004,
        0x0040_0000, // a link
    ]
    .iter()
    .flat_map(|w| w.to_le_bytes())
    .collect();
    let name = |at: u64| (at == 0x0040_0000).then(|| "next".to_owned());
    let options = Options {
        symbolize: Some(&name),
        ..Options::default()
    };
    let lines = describe(&stream, 0x1000, &options);
    let text = render_all(&lines, &stream, Addresses::Absolute, Hex::Words);
    let want = "\
00001000  08010e00 00000000                    LOAD_STATE GL.PIPE_SELECT pipe=PIPE_3D
00001008  08020500                             LOAD_STATE PE.DEPTH_CONFIG {
0000100c  00000011                               PE.DEPTH_CONFIG depth_mode=Z, depth_format=D24S8, depth_func=NEVER
00001010  3f800000                               PE.DEPTH_NEAR 1.0
00001014  00000000                             }
00001018  0c020280                             LOAD_STATE fixp PA.VIEWPORT_SCALE_X {
0000101c  00c80000                               PA.VIEWPORT_SCALE_X 200.0
00001020  00780000                               PA.VIEWPORT_SCALE_Y 120.0
00001024  00000000                             }
00001028  08041000 00801003 00001804 00000040  LOAD_STATE VS.INST_MEM[0] 0x00801003, 0x00001804, 0x00000040, 0x00000000  # mul               t0.x___, t1.xxxx, t0.xxxx, void
00001040  08010121 00000001                    LOAD_STATE 0x00484 0x00000001
00001048  28000000 00000005 00000000 00000002  DRAW_PRIMITIVES type=TRIANGLE_STRIP, start=0 vertices, count=2 primitives
00001058  40000004 00400000                    LINK prefetch=4 64-bit words, address=@next
";
    assert_eq!(text, want);
    let again = assemble(&to_source(&disassemble(&stream, 0x1000, &options)), &|_| {
        Some(0x0040_0000)
    });
    assert_eq!(again.unwrap().bytes, stream);
}
