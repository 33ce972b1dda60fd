//! Every layout is a bijection over its padded surface, and agrees with oracles.

use proptest::prelude::*;
use tilescope_pixel::layouts::{self, TABLE};
use tilescope_pixel::{Layout, Rect, Surface};

/// Checks that `surface` visits each element of its bytes once, and that the
/// mapping can be inverted.
fn assert_bijection(surface: &Surface) {
    let e = u64::from(surface.layout().element_bytes);
    let size = surface.size_bytes();
    let mut seen = vec![false; (size / e) as usize];
    for y in 0..surface.padded_height() {
        for x in 0..surface.padded_width() {
            let offset = surface.offset(x, y);
            assert_eq!(offset % e, 0);
            let cell = &mut seen[(offset / e) as usize];
            assert!(!*cell, "({x}, {y}) shares {offset:#x} with another element");
            *cell = true;
            assert_eq!(surface.position(offset), Some((x, y)));
            assert_eq!(surface.position(offset + e - 1), Some((x, y)));
        }
    }
    assert!(seen.iter().all(|s| *s), "gaps in {}", surface.layout().name);
    assert_eq!(surface.position(size), None);
}

fn any_layout() -> impl Strategy<Value = &'static Layout> {
    (0..TABLE.len()).prop_map(|i| TABLE[i])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn is_a_bijection(layout in any_layout(), w in 1u32..200, h in 1u32..200) {
        assert_bijection(&Surface::new(layout, w, h));
    }

    #[test]
    fn copies_there_and_back(
        layout in any_layout(),
        w in 1u32..150, h in 1u32..150,
        x in 0u32..150, y in 0u32..150,
        rw in 0u32..150, rh in 0u32..150,
    ) {
        let e = layout.element_bytes;
        let (x, y) = (x % w, y % h);
        let rect = Rect { x, y, width: rw.min(w - x), height: rh.min(h - y) };
        let linear = TABLE.iter().find(|l| l.element_bytes == e).unwrap();
        let tiled = Surface::new(layout, w, h);
        let raster = Surface::new(linear, rect.width.max(1), rect.height.max(1));
        let bytes: Vec<u8> = (0..tiled.size_bytes()).map(|i| (i * 7 + i / 251) as u8).collect();
        let mut out = vec![0; raster.size_bytes() as usize];
        tiled.copy(&bytes, rect, &raster, (0, 0), &mut out).unwrap();
        let whole = Rect { x: 0, y: 0, ..rect };
        for dy in 0..rect.height {
            for dx in 0..rect.width {
                let from = tiled.offset(x + dx, y + dy) as usize;
                let to = raster.offset(dx, dy) as usize;
                prop_assert_eq!(&bytes[from..from + e as usize], &out[to..to + e as usize]);
            }
        }
        let mut back = bytes.clone();
        for i in 0..rect.width * rect.height {
            let at = tiled.offset(x + i % rect.width, y + i / rect.width) as usize;
            back[at..at + e as usize].fill(0);
        }
        raster.copy(&out, whole, &tiled, (x, y), &mut back).unwrap();
        prop_assert_eq!(back, bytes);
    }

    #[test]
    fn corners_are_four_offsets(
        layout in any_layout(), w: u32, h: u32, stride: u64, x: [u32; 2], y: [u32; 2],
    ) {
        let surface = Surface::with_row_bytes(layout, w, h, stride);
        let at = |x: u32, y: u32| surface.offset(x, y);
        let want = [at(x[0], y[0]), at(x[1], y[0]), at(x[0], y[1]), at(x[1], y[1])];
        prop_assert_eq!(surface.corners(x, y), want);
    }

    #[test]
    fn runs_and_blocks_cover_a_rectangle(
        layout in any_layout(),
        x in 0u32..90, y in 0u32..90, width in 0u32..70, height in 0u32..70,
    ) {
        let surface = Surface::new(layout, 160, 160);
        let rect = Rect { x, y, width, height };
        let mut texels = Vec::new();
        surface.for_each_run(rect, |run| {
            for i in 0..run.len {
                let at = surface.offset(run.x + i, run.y);
                assert_eq!(at, run.offset + u64::from(i * layout.element_bytes));
                texels.push((run.y, run.x + i));
            }
        });
        let want: Vec<_> = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (y, x))).collect();
        prop_assert_eq!(texels, want);

        let (bw, bh) = layout.block_size();
        let mut covered = 0;
        surface.for_each_block(rect, |bx, by, offset| {
            for dy in 0..bh {
                for dx in 0..bw {
                    let (x, y) = (bx + dx, by + dy);
                    let at = offset + u64::from((dy * bw + dx) * layout.element_bytes);
                    if bw * bh > 1 {
                        assert_eq!(surface.offset(x, y), at);
                    }
                    let inside = |v, lo, n| (lo..lo + n).contains(&v);
                    if inside(x, rect.x, width) && inside(y, rect.y, height) {
                        covered += 1;
                    }
                }
            }
        });
        prop_assert_eq!(covered, width * height);
    }

    #[test]
    fn any_numbers_are_safe(
        layout in any_layout(), w: u32, h: u32, stride: u64, x: u32, y: u32, at: u64,
    ) {
        let surface = Surface::with_row_bytes(layout, w, h, stride);
        surface.offset(x, y);
        if let Some((x, y)) = surface.position(at) {
            prop_assert_eq!(surface.offset(x, y) / u64::from(layout.element_bytes),
                            at / u64::from(layout.element_bytes));
        }
        let all = Rect { x: 0, y: 0, width: w, height: h };
        let to = Surface::new(layout, 4, 4);
        let mut out = vec![0; to.size_bytes() as usize];
        if h > to.padded_height() {
            prop_assert!(surface.copy(&[], all, &to, (0, 0), &mut out).is_err());
        }
    }
}

fn by_name(kind: &str, bytes: u32) -> &'static Layout {
    let name = format!("{kind}/{bytes}");
    TABLE.iter().find(|l| l.name == name).unwrap()
}

#[test]
fn agrees_with_mesa() {
    assert_eq!(rows_that_agree(include_str!("vc4_tiling.txt")), 64);
    assert_eq!(rows_that_agree(include_str!("vivante_tiling.txt")), 32);
}

/// Checks each line of the results of Mesa's tiling code, and counts them.
fn rows_that_agree(text: &str) -> usize {
    let mut rows = 0;
    for line in text.lines() {
        if line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split(' ').collect();
        let n = |i: usize| fields[i].parse::<u32>().unwrap();
        let layout = by_name(fields[0], n(1));
        let surface = Surface::new(layout, n(2), n(3));
        assert_eq!(
            (surface.padded_width(), surface.padded_height()),
            (n(4), n(5)),
            "{line}"
        );
        let e = u64::from(layout.element_bytes);
        let at = |place: u64| {
            let (x, y) = surface.position(place * e).unwrap();
            u64::from(y) * u64::from(surface.padded_width()) + u64::from(x)
        };
        for pair in &fields[7..] {
            let (place, number) = pair.split_once(':').unwrap();
            assert_eq!(
                at(place.parse().unwrap()),
                number.parse().unwrap(),
                "{line}"
            );
        }
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for place in 0..surface.size_bytes() / e {
            hash = (hash ^ at(place)).wrapping_mul(0x100_0000_01b3);
        }
        assert_eq!(format!("{hash:016x}"), fields[6], "{line}");
        rows += 1;
    }
    rows
}

/// Pipe and number in the supertile of the tile at (x, y).
fn place_in_supertile(layout: &'static Layout, x: u32, y: u32) -> (u64, u64) {
    let (w, h) = layout.tile_size();
    let surface = Surface::new(layout, w, h);
    let tile_bytes = u64::from(layout.element_bytes * 16);
    let tile = surface.offset(x * 4, y * 4) / tile_bytes;
    let pipe_tiles = (surface.size_bytes() / tile_bytes) >> layout.banks_log2;
    (tile / pipe_tiles, tile % pipe_tiles)
}

/// The tables of the etna_viv notes, cell by cell. Three cells have the number
/// of their neighbour: the formula has 0T019, 1T013 and 0T200 there, and with
/// those every tile of a pipe occurs once.
#[test]
fn agrees_with_the_supertile_tables() {
    const MISPRINTS: [(&str, u32, u32); 3] = [("0T018", 5, 2), ("1T012", 1, 5), ("0T201", 2, 25)];
    let mut kind = "";
    let mut y = 0;
    let mut cells = 0;
    let mut misprints = Vec::new();
    for line in include_str!("vivante_supertiles.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        if TABLE.iter().any(|l| l.name == format!("{line}/4")) {
            (kind, y) = (line, 0);
            continue;
        }
        for (x, cell) in (0..).zip(line.split(' ')) {
            let (pipe, tile) = cell.split_once('T').unwrap_or(("0", cell));
            let want = (pipe.parse().unwrap(), tile.parse().unwrap());
            cells += 1;
            if kind == "multi-supertiled" && MISPRINTS.contains(&(cell, x, y)) {
                let right = (want.0, if x == 2 { want.1 - 1 } else { want.1 + 1 });
                assert_eq!(place_in_supertile(by_name(kind, 4), x, y), right, "{cell}");
                misprints.push(cell);
                continue;
            }
            for bytes in [1, 2, 4, 8] {
                let place = place_in_supertile(by_name(kind, bytes), x, y);
                assert_eq!(place, want, "{kind}/{bytes} ({x}, {y})");
            }
        }
        y += 1;
    }
    assert_eq!(cells, 256 + 256 + 512);
    assert_eq!(misprints, MISPRINTS.map(|m| m.0));
}

/// The formula of the etna_viv notes for two pipes: tile (x, y) is in pipe
/// x0 ^ y0, in row y >> 1 and column (x & ~1) | y0 of that pipe's half.
#[test]
fn agrees_with_the_multi_tiled_formula() {
    for bytes in [1, 2, 4, 8] {
        let surface = Surface::new(by_name("multi-tiled", bytes), 64, 32);
        for y in 0..32u32 {
            for x in 0..64u32 {
                let (tx, ty) = (x / 4, y / 4);
                let pipe = (tx ^ ty) & 1;
                let tile = (ty >> 1) * 16 + ((tx & !1) | (ty & 1));
                let want = pipe * (64 * 32 / 2) + tile * 16 + (y % 4 * 4 + x % 4);
                assert_eq!(surface.offset(x, y), (want * bytes).into(), "({x}, {y})");
            }
        }
    }
}

/// Address bits y3 (x3^y3) y2 (x2^y2) y1 (x1^y1) y0 (x0^y0), from Mesa's panfrost.rst.
#[test]
fn agrees_with_the_u_interleaved_formula() {
    let surface = Surface::new(&layouts::U_INTERLEAVED_4, 32, 32);
    for y in 0..32u32 {
        for x in 0..32u32 {
            let mut index = 0;
            for k in 0..4 {
                index |= (y >> k & 1) << (2 * k + 1) | ((x ^ y) >> k & 1) << (2 * k);
            }
            let tile = y / 16 * 2 + x / 16;
            assert_eq!(surface.offset(x, y), u64::from((tile * 256 + index) * 4));
        }
    }
}

#[test]
fn microtiles_are_raster_blocks() {
    for (layout, size) in [
        (&layouts::T_1, (8, 8)),
        (&layouts::T_2, (8, 4)),
        (&layouts::T_4, (4, 4)),
        (&layouts::T_8, (2, 4)),
        (&layouts::LT_4, (4, 4)),
        (&layouts::T_1BIT, (4, 16)),
        (&layouts::SUPERTILED_4, (4, 4)),
        (&layouts::U_INTERLEAVED_4, (1, 1)),
    ] {
        assert_eq!(layout.block_size(), size, "{}", layout.name);
    }
}

#[test]
fn a_wider_stride_moves_only_rows() {
    let narrow = Surface::new(&layouts::T_4, 64, 64);
    let wide = Surface::with_row_bytes(&layouts::T_4, 64, 64, 3 * 4096);
    assert_eq!(wide.padded_width(), 96);
    assert_eq!(wide.offset(40, 3), narrow.offset(40, 3));
    // Odd rows of tiles start at the right end of the stride.
    assert_eq!(narrow.offset(0, 32) / 4096, 3);
    assert_eq!(wide.offset(0, 32) / 4096, 5);
}

#[test]
fn errors_say_what_is_missing() {
    let s = Surface::new(&layouts::LT_4, 4, 4);
    let rect = Rect {
        x: 0,
        y: 0,
        width: 5,
        height: 1,
    };
    let e = s
        .copy(&[0; 64], rect, &s, (0, 0), &mut [0; 64])
        .unwrap_err();
    assert_eq!(e.to_string(), "source surface needs 5 columns but has 4");
}
