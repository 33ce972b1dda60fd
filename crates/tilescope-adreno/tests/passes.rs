//! Render passes: of recordings, and of streams in the form that turnip writes.

use flate2::read::GzDecoder;
use std::collections::BTreeMap;
use std::io::Read;
use tilescope_adreno::chips::{self, Size};
use tilescope_adreno::passes::{Action, DrawnTo, Kind, Passes, SizeFrom, Tracker};
use tilescope_adreno::pm4::Header;
use tilescope_adreno::rd::{self, Stream};
use tilescope_adreno::stream::{Decoder, Kind as LineKind};

fn passes(name: &str) -> Passes {
    let path = format!(
        "{}/../../tests/traces/adreno/{name}.rd.gz",
        env!("CARGO_MANIFEST_DIR")
    );
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).expect("the file");
    GzDecoder::new(file).read_to_end(&mut bytes).expect("gzip");
    let recording = rd::read(&bytes).expect("a recording");
    let mut decoder = Decoder::default();
    decoder.tracker = chips::named("a630").map(Tracker::new);
    for submission in &recording.submissions {
        let read = |address, words: &mut [u32]| submission.read(address, words);
        for &stream in &submission.streams {
            decoder.list(stream, &read, &mut |_| {});
        }
    }
    decoder.tracker.expect("a tracker").finish()
}

const fn size(width: u32, height: u32) -> Size {
    Size { width, height }
}

/// freedreno: draws are sorted into 4x3 tiles, of which the recording has the first row, because
/// it is cut. The last of them is cut too.
#[test]
fn tiles_of_freedreno() {
    let passes = passes("fd-clouds");
    assert_eq!(passes.passes.len(), 3);
    for pass in &passes.passes {
        assert_eq!(pass.drawn_to, DrawnTo::Tiles);
        assert_eq!((pass.size, pass.tile), (size(2160, 1440), size(544, 480)));
        assert_eq!(
            (pass.grid(), pass.size_from),
            (size(4, 1), SizeFrom::Scissor)
        );
        let sorted = pass.sorted.expect("draws are sorted");
        assert_eq!((sorted.bin, sorted.count), ((544, 480), (4, 3)));
        let texts: Vec<String> = pass.tiles.iter().map(|t| t.sequence()).collect();
        let whole = "clear, draw, store";
        assert_eq!(texts, [whole, whole, whole, "clear"]);
        assert_eq!(pass.tiles[1].from, (544, 0));
        let [target] = pass.targets.as_slice() else {
            panic!("{:?}", pass.targets)
        };
        assert!(matches!(target.kind, Kind::Color { index: 0, .. }));
    }
    let marks = passes.marks();
    assert_eq!(
        marks[0].text,
        "render pass 0: 2160x1440 pixels, 4x1 tiles of 544x480, draws sorted by tile"
    );
    assert_eq!(
        marks[2].text,
        "render pass 0, tile 2 of 4 at 544,0: clear, draw, store"
    );
    assert!(marks.is_sorted_by_key(|m| m.packet));
}

/// turnip: one tile, with a load; the draws for system memory in it are left out.
#[test]
fn a_tile_of_turnip() {
    let passes = passes("indirect-draw-count");
    let [pass] = passes.passes.as_slice() else {
        panic!("{}", passes.passes.len())
    };
    let [tile] = pass.tiles.as_slice() else {
        panic!("{:?}", pass.tiles)
    };
    let once = |action| (action, 1);
    assert_eq!(
        tile.actions,
        [Action::Load, Action::Draw, Action::Store].map(once)
    );
    assert_eq!((pass.size, pass.tile), (size(256, 256), size(256, 256)));
    assert_eq!((pass.sorted, pass.ccu_offset), (None, 0xf8000));
    let copies: Vec<bool> = passes.copies.iter().map(|c| c.solid).collect();
    assert_eq!(copies, [true, false]);
}

/// The summary of Mesa's `analyze.lua` (`shadow.expected`) has the same passes and tiles.
#[test]
fn passes_of_shadow() {
    let passes = passes("shadow");
    let got: Vec<_> = passes
        .passes
        .iter()
        .map(|p| (p.size, p.tile, p.sorted.is_some(), p.tiles.len()))
        .collect();
    let (screen, map) = (size(1920, 1080), size(3840, 2160));
    assert_eq!(
        got,
        [
            (screen, size(640, 192), false, 18),
            (map, size(768, 320), true, 35),
            (screen, size(640, 192), false, 18),
            (screen, size(640, 192), true, 18),
        ]
    );
    assert!(passes.passes.iter().all(|p| p.size.width % 16 == 0));
}

/// Words of a stream.
#[derive(Default)]
struct Words(Vec<u32>);

impl Words {
    fn write(&mut self, register: u32, values: &[u32]) -> &mut Words {
        let count = values.len() as u32;
        self.0.push(Header::Registers { register, count }.encode());
        self.0.extend(values);
        self
    }

    fn packet(&mut self, opcode: u8, words: &[u32]) -> &mut Words {
        let count = words.len() as u32;
        self.0.push(Header::Packet { opcode, count }.encode());
        self.0.extend(words);
        self
    }

    /// The beginning of a pass in tiles, as `tu6_tile_render_begin` writes it: `RB_BIN_CONTROL`.
    fn tiles_of(&mut self, width: u32, height: u32) -> &mut Words {
        self.write(0x8800, &[width >> 5 | height >> 4 << 8])
    }

    /// `tu6_emit_tile_select`: the marker, then the scissor.
    fn tile(&mut self, x: u32, y: u32, width: u32, height: u32) -> &mut Words {
        self.packet(0x65, &[4]).scissor(x, y, width, height)
    }

    fn scissor(&mut self, x: u32, y: u32, width: u32, height: u32) -> &mut Words {
        let last = (x + width - 1) | (y + height - 1) << 16;
        self.write(0x80f0, &[x | y << 16, last])
    }

    fn draw(&mut self) -> &mut Words {
        self.packet(0x38, &[0x4, 1, 3])
    }

    /// A copy between a tile and memory: `RB_BLIT_INFO`, and the event.
    fn blit(&mut self, info: u32) -> &mut Words {
        self.write(0x88e3, &[info]).packet(0x46, &[0x1e])
    }

    /// `CP_COND_REG_EXEC` of the modes in `bits` (1 binning, 2 tiles, 4 system memory), for the
    /// packets of `inside`.
    fn only_in(&mut self, bits: u32, inside: impl FnOnce(&mut Words)) -> &mut Words {
        let mut words = Words::default();
        inside(&mut words);
        self.packet(0x47, &[3 << 28 | bits << 25, words.0.len() as u32]);
        self.0.extend(words.0);
        self
    }

    fn passes(&self) -> Passes {
        self.with(BTreeMap::new())
    }

    /// The passes, with buffers in memory.
    fn with(&self, mut memory: BTreeMap<u64, Vec<u32>>) -> Passes {
        const HERE: u64 = 0x10000;
        memory.insert(HERE, self.0.clone());
        let read = |address: u64, out: &mut [u32]| {
            let Some((start, words)) = memory.range(..=address).next_back() else {
                return 0;
            };
            let from = ((address - start) / 4) as usize;
            let have = words.get(from..).unwrap_or_default();
            out.iter_mut()
                .zip(have)
                .map(|(to, word)| *to = *word)
                .count()
        };
        let stream = Stream {
            address: HERE,
            words: self.0.len() as u32,
        };
        let mut decoder = Decoder::default();
        decoder.tracker = chips::named("a618").map(Tracker::new);
        decoder.list(stream, &read, &mut |_| {});
        decoder.tracker.expect("a tracker").finish()
    }
}

/// The size and location of no tiles.
const NO_TILES: u32 = 3 << 22;

/// Load and clear, and what a condition on the mode leaves out: in tiles the draw that clears
/// system memory, and its registers.
#[test]
fn conditions_on_the_mode() {
    let pass = |tiles: bool| {
        let mut words = Words::default();
        if tiles {
            words.tiles_of(64, 32).tile(0, 0, 64, 32);
        } else {
            words.write(0x8800, &[NO_TILES]).packet(0x65, &[1]);
            words.scissor(0, 0, 60, 30);
        }
        words.only_in(2, |w| {
            w.blit(2).blit(0xf2);
        });
        words.only_in(4, |w| {
            w.write(0x880c, &[1]).write(0x8822, &[0x30]).draw();
        });
        words.draw();
        words.only_in(2, |w| {
            w.blit(0);
        });
        words.passes()
    };
    let tiled = pass(true);
    assert_eq!(tiled.passes.len(), 1);
    let in_tiles = &tiled.passes[0];
    assert_eq!(in_tiles.tiles[0].sequence(), "load, clear, draw, store");
    assert!(in_tiles.targets.is_empty());
    let sysmem = pass(false);
    assert_eq!(sysmem.passes.len(), 1);
    let pass = &sysmem.passes[0];
    assert_eq!((pass.drawn_to, pass.draws), (DrawnTo::Sysmem, 2));
    assert_eq!((pass.size, pass.tiles.len()), (size(60, 30), 0));
    assert_eq!(pass.targets.len(), 1);
}

/// A group of draw state that a draw left out would have applied counts all the same: a later draw
/// does not list it again.
#[test]
fn groups_of_draws_that_are_left_out() {
    let mut words = Words::default();
    words.tiles_of(64, 32).tile(0, 0, 64, 32);
    let group: Vec<u32> = {
        let mut w = Words::default();
        w.write(0x880c, &[1]).write(0x8822, &[0x30]);
        w.0
    };
    words.packet(0x43, &[7 << 20 | group.len() as u32, 0x20000, 0]);
    words.only_in(4, |w| {
        w.draw();
    });
    words.draw();
    let passes = words.with(BTreeMap::from([(0x20000, group)]));
    assert_eq!(passes.passes[0].tiles[0].sequence(), "draw");
    assert_eq!(passes.passes[0].targets.len(), 1);
}

/// Ends of passes: the first tile again, another size of tiles, system memory, and
/// each pass in system memory.
#[test]
fn ends_of_passes() {
    let mut words = Words::default();
    for _ in 0..2 {
        words.tiles_of(64, 32);
        words.tile(0, 0, 64, 32).draw().blit(0);
        words.tile(64, 0, 64, 32).draw().draw().blit(0);
    }
    words.tiles_of(32, 32).tile(0, 0, 32, 32).draw().blit(0);
    for _ in 0..2 {
        words.write(0x8800, &[NO_TILES]).packet(0x65, &[1]);
        words.scissor(0, 0, 100, 50).draw();
    }
    let passes = words.passes();
    let got: Vec<(usize, u32, u32)> = passes
        .passes
        .iter()
        .map(|p| (p.tiles.len(), p.draws, p.size.width))
        .collect();
    assert_eq!(
        got,
        [
            (2, 2, 128),
            (2, 2, 128),
            (1, 1, 32),
            (0, 1, 100),
            (0, 1, 100)
        ]
    );
}

/// The area of copies is smaller than the last tile, and the scissor of sorted draws is exact.
#[test]
fn sizes_of_framebuffers() {
    let mut words = Words::default();
    words.tiles_of(64, 32).write(0x88d2, &[79 | 27 << 16]);
    words.tile(0, 0, 64, 32).draw().blit(0);
    words.tile(64, 0, 64, 32).draw().blit(0);
    let pass = &words.passes().passes[0];
    assert_eq!(
        (pass.size, pass.size_from),
        (size(80, 28), SizeFrom::Copies)
    );
    let mut words = Words::default();
    words
        .tiles_of(64, 32)
        .packet(0x65, &[2])
        .scissor(0, 0, 77, 25);
    words
        .write(0x0c02, &[2 | 2 << 8])
        .write(0x0c06, &[2 << 1 | 1 << 11]);
    words.draw();
    words.tile(0, 0, 64, 32).draw().blit(0);
    words.tile(64, 0, 64, 32).draw().blit(0);
    let passes = words.passes();
    let pass = &passes.passes[0];
    assert_eq!(
        (pass.size, pass.size_from),
        (size(77, 25), SizeFrom::Scissor)
    );
    let sorted = pass.sorted.expect("draws are sorted");
    assert_eq!((sorted.bin, sorted.count), ((64, 32), (2, 1)));
    assert!(passes.marks()[0].packet < passes.marks()[1].packet);
}

/// A store by the 2D engine reads on-chip memory; other copies are of no tile.
#[test]
fn copies_by_the_2d_engine() {
    let mut words = Words::default();
    words.tiles_of(64, 32).tile(0, 0, 64, 32).draw();
    words.write(0xb4c2, &[0x10_1000, 0]).packet(0x2c, &[3]);
    words.write(0xb4c2, &[0x80_0000, 0]).packet(0x2c, &[3]);
    words.write(0x8c00, &[0x80]).packet(0x2c, &[3]);
    let passes = words.passes();
    assert_eq!(
        passes.passes[0].tiles[0].sequence(),
        "draw, store by the 2D engine"
    );
    let copies: Vec<bool> = passes.copies.iter().map(|c| c.solid).collect();
    assert_eq!(copies, [false, true]);
}

/// Remarks are listed before their packets, each once.
#[test]
fn remarks_are_listed() {
    let mut words = Words::default();
    words.tiles_of(64, 32).tile(0, 0, 64, 32).draw().blit(0);
    let marks = words.passes().marks();
    let mut decoder = Decoder::default();
    decoder.marks = marks.into();
    let read = |address: u64, out: &mut [u32]| {
        let from = ((address - 0x1000) / 4) as usize;
        let have = words.0.get(from..).unwrap_or_default();
        out.iter_mut()
            .zip(have)
            .map(|(to, word)| *to = *word)
            .count()
    };
    let stream = Stream {
        address: 0x1000,
        words: words.0.len() as u32,
    };
    let mut lines = Vec::new();
    decoder.list(stream, &read, &mut |line| {
        if matches!(line.kind, LineKind::Remark | LineKind::Packet) {
            lines.push((line.kind, line.text.to_string()));
        }
    });
    let remarks: Vec<usize> = (0..lines.len())
        .filter(|&i| lines[i].0 == LineKind::Remark)
        .collect();
    assert_eq!(remarks, [0, 2], "{lines:?}");
    assert!(lines[2].1.starts_with("render pass 0, tile 1 of 1"));
    assert!(lines[3].1.contains("CP_SET_MARKER"), "{lines:?}");
}

/// Places, tiles, grid and pipes of passes that freedreno recorded are those that it would choose.
/// `fd-clouds` is of an earlier release, which divided framebuffers differently, and it is cut:
/// that is listed.
#[test]
fn decisions_of_freedreno() {
    use tilescope_adreno::passes::Driver;
    use tilescope_adreno::plan::explain::explain;
    let chip = chips::named("a630").expect("a chip");
    let shadow = passes("shadow");
    assert_eq!(shadow.driver, Driver::Freedreno);
    for (n, pass) in shadow.passes.iter().enumerate() {
        let rows = explain(chip, shadow.driver, pass).expect("a comparison");
        assert!(rows.iter().all(|r| r.agrees()), "{n}: {rows:#?}");
        assert!(rows.len() >= 5);
    }
    let clouds = passes("fd-clouds");
    for pass in &clouds.passes {
        let rows = explain(chip, Driver::Freedreno, pass).expect("a comparison");
        let of = |name: &str| {
            let row = rows.iter().find(|r| r.name == name).expect(name);
            (row.planned.clone(), row.found.clone())
        };
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(of("tile"), pair("736x288", "544x480"));
        assert_eq!(of("grid"), pair("3x5", "4x3"));
        assert_eq!(of("tiles"), pair("15", "4"));
        assert_eq!(of("target 0"), pair("0x0", "0x0"));
        assert_eq!(of("draws sorted by tile"), pair("yes", "yes"));
    }
}

/// turnip would draw one draw to system memory; the recorded driver was told otherwise, or older.
/// All else is as it would decide.
#[test]
fn decisions_of_turnip() {
    use tilescope_adreno::passes::Driver;
    use tilescope_adreno::plan::explain::explain;
    let chip = chips::named("a630").expect("a chip");
    let passes = passes("indirect-draw-count");
    assert_eq!(passes.driver, Driver::Turnip);
    let rows = explain(chip, passes.driver, &passes.passes[0]).expect("a comparison");
    let differ: Vec<&str> = rows
        .iter()
        .filter(|r| !r.agrees())
        .map(|r| r.name.as_str())
        .collect();
    assert_eq!(differ, ["drawn to"], "{rows:#?}");
    let found = |name: &str| {
        rows.iter()
            .find(|r| r.name == name)
            .map(|r| r.found.as_str())
    };
    assert_eq!(found("tile"), Some("256x256"));
    assert_eq!(found("colour cache"), Some("0xf8000"));
    assert_eq!(found("target 0"), Some("0x0"));
}
