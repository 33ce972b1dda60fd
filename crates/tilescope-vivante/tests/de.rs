//! The 2D engine: each operation by example, and its rules.

use proptest::prelude::*;
use tilescope_core::{AddressSpace, Fuel, GpuMemory, Location, Recorder, Region, Silent, Unit};
use tilescope_vivante::bus::Bus;
use tilescope_vivante::chips::{Chip, GC600, GC2000};
use tilescope_vivante::cmd::Draw2d;
use tilescope_vivante::cmd::text::assemble;
use tilescope_vivante::de::{DrawingEngine, Quirks};
use tilescope_vivante::fe::{DrawCommand, FrontEnd, Units, Work};
use tilescope_vivante::log::Log;
use tilescope_vivante::regs::enums::{PipeId, SyncRecipient};
use tilescope_vivante::rules::{de as rules, mem};
use tilescope_vivante::state::State;
use tilescope_vivante::stopped::Stopped;

/// Only the 2D engine.
struct Flat(DrawingEngine);

impl Units for Flat {
    fn wrote(&mut self, _: u32, _: u32, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        Ok(())
    }

    fn draw(&mut self, _: &DrawCommand, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        panic!("no 3D here")
    }

    fn draw_2d(&mut self, draw: &Draw2d<'_>, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        self.0.draw(draw, work)
    }

    fn jumps(&mut self, _: u32, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        Ok(())
    }

    fn stall(&mut self, _: SyncRecipient, _: SyncRecipient, _: &mut Work<'_, '_>) {}
}

const SOURCE: u64 = 0x10_000;
const TARGET: u64 = 0x20_000;
/// Rows of both have 8 pixels of four bytes.
const STRIDE: usize = 32;
const ROWS: usize = 8;

/// Common state of all commands here: a target and a source of A8R8G8B8, a copy.
const PLAIN: &str = "
    LOAD_STATE DE.DEST_ADDRESS @target
    LOAD_STATE DE.DEST_STRIDE stride=32
    LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command=BIT_BLT
    LOAD_STATE DE.SRC_ADDRESS @source
    LOAD_STATE DE.SRC_STRIDE stride=32
    LOAD_STATE DE.SRC_CONFIG pe10_source_format=A8R8G8B8, source_format=A8R8G8B8
    LOAD_STATE DE.ROP rop_fg=0xcc, rop_bg=0xcc, type=ROP4
    LOAD_STATE DE.CLIP_BOTTOM_RIGHT x=8, y=8
";

struct Run {
    words: Vec<u32>,
    found: Vec<&'static str>,
    unimplemented: Vec<&'static str>,
    stopped: bool,
}

impl Run {
    fn at(&self, x: usize, y: usize) -> u32 {
        self.words[y * STRIDE / 4 + x]
    }

    fn row(&self, y: usize) -> &[u32] {
        &self.words[y * STRIDE / 4..(y + 1) * STRIDE / 4]
    }
}

/// The pixel of the source at (x, y).
fn source(x: u32, y: u32) -> u32 {
    0xff00_0000 | x << 16 | y << 8 | 0x5a
}

const BLANK: u32 = 0x8011_2233;

fn run_with(chip: &'static Chip, quirks: Quirks, text: &str) -> Run {
    let symbols = |name: &str| match name {
        "." => Some(0x1000),
        "source" => Some(SOURCE),
        "target" => Some(TARGET),
        _ => None,
    };
    let text = format!("{PLAIN}{text}");
    let stream =
        assemble(&text, &symbols).unwrap_or_else(|e| panic!("{}", e[0].render("2d", &text)));
    let mut memory = AddressSpace::new();
    let pixels: Vec<u8> = (0..ROWS as u32)
        .flat_map(|y| (0..8).flat_map(move |x| source(x, y).to_le_bytes()))
        .collect();
    let blank = BLANK.to_le_bytes().repeat(ROWS * STRIDE / 4);
    memory
        .map(Region::from_bytes("stream", 0x1000, &stream.bytes))
        .unwrap();
    memory
        .map(Region::from_bytes("source", SOURCE, &pixels))
        .unwrap();
    memory
        .map(Region::from_bytes("target", TARGET, &blank))
        .unwrap();
    let mut log = Log::new(Location::new(), &Silent);
    let mut work = Work {
        state: &mut State::new(),
        bus: Bus::new(&memory),
        log: &mut log,
        fuel: &mut Fuel::new(1_000_000),
    };
    // The only chip with a 2D pipe; the version of its 2D engine is a parameter.
    let mut fe = FrontEnd::new(&GC600, Default::default());
    let mut units = Flat(DrawingEngine::new(chip, quirks));
    let end = 0x1000 + stream.bytes.len() as u64;
    let ended = fe.run(PipeId::Pipe2d, 0x1000, end, &mut units, &mut work);
    let mut recorder = Recorder::wanting(&[]);
    log.deliver(&mut recorder);
    let mut bytes = vec![0; blank.len()];
    memory.read(TARGET, &mut bytes, Unit("test")).unwrap();
    let words = bytes.as_chunks::<4>().0.iter();
    Run {
        words: words.map(|w| u32::from_le_bytes(*w)).collect(),
        // Streams write the registers of every 2D engine.
        found: recorder
            .findings
            .iter()
            .map(|f| f.rule.id)
            .filter(|id| *id != "VIV-FE-044")
            .collect(),
        unimplemented: recorder.unimplemented.iter().map(|u| u.what).collect(),
        stopped: ended.is_err(),
    }
}

/// With a pixel engine of version 2.0.
fn run(text: &str) -> Run {
    let run = run_with(&GC2000, Quirks::default(), text);
    assert_eq!((&run.found[..], run.stopped), (&[][..], false));
    assert_eq!(run.unimplemented, [""; 0]);
    run
}

#[test]
fn fills() {
    let clear = "LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command=CLEAR
        LOAD_STATE DE.CLEAR_PIXEL_VALUE32 0xff40ff40
        LOAD_STATE DE.CLEAR_PIXEL_VALUE_LOW 0x11223344, 0x55667788
        LOAD_STATE DE.CLEAR_BYTE_MASK 0xf7
        DRAW_2D { RECTANGLE left=1, top=2, right=3, bottom=4; RECTANGLE left=6, top=7, right=9, bottom=9 }";
    let run = run(clear);
    for y in 0..ROWS {
        for x in 0..8 {
            // The second rectangle is clipped.
            let inside = (1..3).contains(&x) && (2..4).contains(&y) || x >= 6 && y >= 7;
            let want = if inside { 0xff40_ff40 } else { BLANK };
            assert_eq!(run.at(x, y), want, "{x} {y}");
        }
    }
    // Version 1.0 writes eight bytes by their address, selected by the mask.
    let old = run_with(&GC600, Quirks::default(), clear);
    assert_eq!(old.row(2)[..4], [BLANK, 0x5566_7788, 0x8022_3344, BLANK]);
    let narrow = self::run(
        "LOAD_STATE DE.DEST_CONFIG format=R5G6B5, command=CLEAR
         LOAD_STATE DE.CLEAR_PIXEL_VALUE32 0xffff8000
         DRAW_2D { RECTANGLE right=2, bottom=1 }",
    );
    assert_eq!(narrow.at(0, 0), 0xfc00_fc00);
}

#[test]
fn copies() {
    let run = run("LOAD_STATE DE.SRC_ORIGIN x=2, y=1
        DRAW_2D { RECTANGLE left=1, top=3, right=4, bottom=5 }");
    for (x, y) in [(1, 3), (3, 3), (1, 4), (3, 4)] {
        assert_eq!(run.at(x, y), source(x as u32 + 1, y as u32 - 2));
    }
    assert_eq!(
        (run.at(0, 3), run.at(4, 4), run.at(1, 5)),
        (BLANK, BLANK, BLANK)
    );
    // Clipping does not move the source.
    let clipped = self::run(
        "LOAD_STATE DE.CLIP_TOP_LEFT x=2, y=1
        DRAW_2D { RECTANGLE right=4, bottom=4 }",
    );
    assert_eq!((clipped.at(2, 1), clipped.at(1, 1)), (source(2, 1), BLANK));
    let relative = self::run(
        "LOAD_STATE DE.SRC_CONFIG source_format=A8R8G8B8, src_relative=RELATIVE
        LOAD_STATE DE.SRC_ORIGIN x=-1, y=1
        DRAW_2D { RECTANGLE left=3, top=3, right=4, bottom=4 }",
    );
    assert_eq!(relative.at(3, 3), source(2, 4));
    // The format of the source of version 1.0 is in other bits.
    let old = run_with(
        &GC600,
        Quirks::default(),
        "LOAD_STATE DE.SRC_CONFIG pe10_source_format=A8R8G8B8, source_format=R5G6B5
         DRAW_2D { RECTANGLE right=1, bottom=1 }",
    );
    assert_eq!(old.at(0, 0), source(0, 0));
}

#[test]
fn copies_within_a_surface_keep_their_rows() {
    let move_by = |y: i32, top: u32| {
        run(&format!(
            "DRAW_2D {{ RECTANGLE right=8, bottom=8 }}
             LOAD_STATE DE.SRC_ADDRESS @target
             LOAD_STATE DE.SRC_ORIGIN y={y}
             DRAW_2D {{ RECTANGLE top={top}, right=8, bottom={} }}",
            top + 6
        ))
    };
    let (down, up) = (move_by(0, 2), move_by(2, 0));
    for y in 0..6 {
        assert_eq!(down.at(5, y + 2), source(5, y as u32));
        assert_eq!(up.at(5, y), source(5, y as u32 + 2));
    }
}

#[test]
fn formats_are_converted() {
    let run = run("LOAD_STATE DE.DEST_CONFIG format=A4R4G4B4, command=BIT_BLT
        DRAW_2D { RECTANGLE right=2, bottom=1 }");
    assert_eq!(run.at(0, 0), 0xf005_f005);
    let alpha = self::run(
        "LOAD_STATE DE.SRC_CONFIG source_format=A8
        LOAD_STATE DE.GLOBAL_SRC_COLOR 0x00abcdef
        DRAW_2D { RECTANGLE right=4, bottom=1 }",
    );
    assert_eq!(
        alpha.row(0)[..4],
        [0x5aab_cdef, 0x00ab_cdef, 0x00ab_cdef, 0xffab_cdef]
    );
}

#[test]
fn raster_operations() {
    let one = |rop: u8| {
        run(&format!(
            "LOAD_STATE DE.ROP rop_fg={rop:#x}, rop_bg={rop:#x}, type=ROP4
             LOAD_STATE DE.PATTERN_FG_COLOR 0x0ff00ff0
             DRAW_2D {{ RECTANGLE left=3, right=4, bottom=1 }}"
        ))
        .at(3, 0)
    };
    let (s, d, p) = (source(0, 0), BLANK, 0x0ff0_0ff0);
    for (rop, want) in [
        (0x00, 0),
        (0xff, u32::MAX),
        (0xcc, s),
        (0x33, !s),
        (0xaa, d),
        (0x55, !d),
        (0xf0, p),
        (0x0f, !p),
        (0x88, s & d),
        (0xee, s | d),
        (0x66, s ^ d),
        (0x96, p ^ s ^ d),
        (0xca, p & s | !p & d),
    ] {
        assert_eq!(one(rop), want, "{rop:#x}");
    }
    let two = |kind: &str, rop: u8| {
        run(&format!(
            "LOAD_STATE DE.ROP rop_fg={rop:#x}, type={kind}
             LOAD_STATE DE.PATTERN_FG_COLOR 0x0ff00ff0
             DRAW_2D {{ RECTANGLE right=1, bottom=1 }}"
        ))
        .at(0, 0)
    };
    assert_eq!(two("ROP2_SOURCE", 0b0110), s ^ d);
    assert_eq!(two("ROP2_SOURCE", 0b1100), s);
    assert_eq!(two("ROP2_PATTERN", 0b1000), p & d);
    assert_eq!(two("ROP2_PATTERN", 0b1100), p);
}

#[test]
fn patterns() {
    let text = "LOAD_STATE DE.ROP rop_fg=0xf0, rop_bg=0xaa, type=ROP4
        LOAD_STATE DE.PATTERN_CONFIG format=MONOCHROME, type=PATTERN, origin_y=1
        LOAD_STATE DE.PATTERN_LOW 0x0000c000, 0
        LOAD_STATE DE.PATTERN_MASK_LOW 0xfffffeff, 0xffffffff
        LOAD_STATE DE.PATTERN_BG_COLOR 0xff000001
        LOAD_STATE DE.PATTERN_FG_COLOR 0xff000002
        DRAW_2D { RECTANGLE right=8, bottom=1 }";
    let (zero, one) = (0xff00_0001, 0xff00_0002);
    let high = run(text);
    assert_eq!(high.row(0), [one, one, zero, zero, zero, zero, zero, BLANK]);
    let quirks = Quirks {
        pattern_from_lowest_bit: true,
        ..Quirks::default()
    };
    let low = run_with(&GC2000, quirks, text);
    assert_eq!(low.row(0), [BLANK, zero, zero, zero, zero, zero, one, one]);
}

#[test]
fn stretches() {
    // Four columns and rows become eight: 3 / 7 of a pixel each.
    let factor = (3 << 16) / 7;
    let run = run(&format!(
        "LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command=STRETCH_BLT
         LOAD_STATE DE.SRC_SIZE x=4, y=4
         LOAD_STATE DE.STRETCH_FACTOR_LOW x={factor}
         LOAD_STATE DE.STRETCH_FACTOR_HIGH y={factor}
         DRAW_2D {{ RECTANGLE right=8, bottom=8 }}"
    ));
    for y in 0..8 {
        for x in 0..8 {
            let from = |n: u32| (n * factor) >> 16;
            assert_eq!(run.at(x as usize, y as usize), source(from(x), from(y)));
        }
    }
}

#[test]
fn blends() {
    let blend = |modes: &str, multiply: &str| {
        run(&format!(
            "LOAD_STATE DE.ALPHA_CONTROL enable=ON
             LOAD_STATE DE.ALPHA_MODES {modes}
             LOAD_STATE DE.COLOR_MULTIPLY_MODES {multiply}
             LOAD_STATE DE.GLOBAL_SRC_COLOR 0x80ffffff
             DRAW_2D {{ RECTANGLE right=1, bottom=1 }}"
        ))
        .at(0, 0)
    };
    assert_eq!(
        blend("src_blending_mode=ONE, dst_blending_mode=ZERO", ""),
        source(0, 0)
    );
    assert_eq!(
        blend("src_blending_mode=ZERO, dst_blending_mode=ONE", ""),
        BLANK
    );
    // Sums stay in range: 0xff + 0x80, 0x5a + 0x33.
    assert_eq!(
        blend("src_blending_mode=ONE, dst_blending_mode=ONE", ""),
        0xff11_228d
    );
    // Half of the source over the destination: alpha 0x80, so 0x5a becomes 0x2d.
    let over = blend(
        "global_src_alpha_mode=GLOBAL, src_blending_mode=ONE, dst_blending_mode=INVERSED",
        "src_premultiply=ENABLE",
    );
    let left = |c: u32| (c * 127 + 127) / 255;
    let want = (0x80 + left(0x80)) << 24 | left(0x11) << 16 | left(0x22) << 8 | (0x2d + left(0x33));
    assert_eq!(over, want);
}

#[test]
fn lines() {
    let text = "LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command=LINE
        LOAD_STATE DE.SRC_COLOR_FG 0xff12ff56
        DRAW_2D { RECTANGLE left=1, top=1, right=5, bottom=3; RECTANGLE left=7, top=7, right=7, bottom=4 }";
    let drawn = |run: &Run| {
        let all = (0..8).flat_map(|y| (0..8).map(move |x| (x, y)));
        all.filter(|&(x, y)| run.at(x, y) == 0xff12_ff56)
            .collect::<Vec<_>>()
    };
    let run = run(text);
    // Halves are rounded down here; the hardware's rounding is undocumented.
    assert_eq!(
        drawn(&run),
        [(1, 1), (2, 2), (3, 2), (4, 3), (7, 5), (7, 6), (7, 7)]
    );
    let quirks = Quirks {
        line_has_last_pixel: true,
        ..Quirks::default()
    };
    let whole = drawn(&run_with(&GC2000, quirks, text));
    assert_eq!(whole.len(), 9);
    assert!(whole.contains(&(5, 3)) && whole.contains(&(7, 4)));
}

/// Findings of a broken stream, and of the stream with one fix.
fn assert_rule(rule: &str, broken: &str, good: &str) {
    let found = |text: &str| run_with(&GC2000, Quirks::default(), text).found;
    assert_eq!(found(broken), [rule]);
    assert_eq!(found(good), [""; 0], "{rule}");
}

const ONE: &str = "DRAW_2D { RECTANGLE right=1, bottom=1 }";

#[test]
fn each_rule_is_raised_and_cleared_by_its_fix() {
    let with = |state: &str| format!("LOAD_STATE {state}\n{ONE}");
    assert_rule(
        rules::UNALIGNED_SURFACE.id,
        &with("DE.DEST_ADDRESS @target + 2"),
        &with("DE.DEST_ADDRESS @target + 4"),
    );
    assert_rule(
        rules::UNALIGNED_STRIDE.id,
        &with("DE.SRC_STRIDE stride=36"),
        &with("DE.SRC_STRIDE stride=64"),
    );
    assert_rule(
        rules::EMPTY_RECTANGLE.id,
        "DRAW_2D { RECTANGLE left=1, right=1, bottom=1 }",
        "DRAW_2D { RECTANGLE left=1, right=2, bottom=1 }",
    );
    assert_rule(
        rules::CLEAR_WITH_ROP.id,
        &format!(
            "LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command=CLEAR\n{}",
            with("DE.ROP rop_fg=0xaa, rop_bg=0xaa, type=ROP4")
        ),
        &with("DE.DEST_CONFIG format=A8R8G8B8, command=CLEAR"),
    );
    assert_rule(
        rules::UNKNOWN_FORMAT.id,
        &with("DE.DEST_CONFIG format=20, command=BIT_BLT"),
        &with("DE.DEST_CONFIG format=X8R8G8B8, command=BIT_BLT"),
    );
    let stretch = "LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command=STRETCH_BLT\n";
    assert_rule(
        rules::STRETCH_WITHOUT_FACTOR.id,
        &format!("{stretch}{}", with("DE.SRC_SIZE x=4, y=1")),
        &format!("{stretch}{}", with("DE.SRC_SIZE x=1, y=1")),
    );
    assert_rule(
        mem::WRITE_OUTSIDE.id,
        &with("DE.DEST_ADDRESS 0x800000"),
        &with("DE.DEST_ADDRESS @target"),
    );
    assert_rule(
        mem::READ_OUTSIDE.id,
        &with("DE.SRC_ADDRESS 0x800000"),
        &with("DE.SRC_ADDRESS @source + 32"),
    );
}

#[test]
fn unimplemented_features_are_counted_and_draw_nothing() {
    for (state, what) in [
        ("DE.ROT_ANGLE src=ROT90", "rotation"),
        ("DE.CONFIG mirror_blt_enable=ON", "mirroring"),
        ("DE.PE_TRANSPARENCY source=KEY", "colour keys"),
        ("DE.SRC_CONFIG source_format=YUY2", "YUV"),
        (
            "DE.SRC_CONFIG source_format=A8R8G8B8, location=STREAM",
            "stream",
        ),
        (
            "DE.DEST_CONFIG format=A8R8G8B8, command=VER_FILTER_BLT",
            "filters",
        ),
        (
            "DE.DEST_CONFIG format=A8R8G8B8, command=BIT_BLT, tiled=ENABLE",
            "tiled",
        ),
    ] {
        let run = run_with(
            &GC2000,
            Quirks::default(),
            &format!("LOAD_STATE {state}\n{ONE}"),
        );
        assert_eq!(run.unimplemented.len(), 1, "{state}");
        assert!(
            run.unimplemented[0].contains(what),
            "{state}: {:?}",
            run.unimplemented
        );
        assert_eq!(run.at(0, 0), BLANK, "{state}");
    }
}

proptest! {
    /// Any state and any rectangles: the engine ends within its fuel.
    #[test]
    fn any_state_ends(words in prop::collection::vec((0u32..0x60, any::<u32>()), 0..12), command in 0u32..9, r in any::<[u16; 4]>()) {
        let mut text = String::new();
        for (n, word) in words {
            text += &format!("LOAD_STATE {:#x} {{ .u32 {word:#x} }}\n", 0x1200 + n * 4);
        }
        text += &format!("LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command={command}\n");
        text += &format!("DRAW_2D {{ RECTANGLE left={}, top={}, right={}, bottom={} }}", r[0], r[1], r[2], r[3]);
        for chip in [&GC2000, &GC600] {
            run_with(chip, Quirks::default(), &text);
        }
    }
}
