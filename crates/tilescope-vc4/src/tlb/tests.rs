//! Tests of loads and stores of the tile buffer.

use super::*;
use tilescope_core::{AddressSpace, GpuMemory, Region};
use tilescope_pixel::{Layout, layouts};

const BASE: u32 = 0x1000;
const FORMATS: [(ColorFormat, &Layout); 5] = [
    (ColorFormat::Rgba8888, &layouts::LINEAR_4),
    (ColorFormat::Rgba8888, &layouts::LT_4),
    (ColorFormat::Rgba8888, &layouts::T_4),
    (ColorFormat::Bgr565, &layouts::LT_2),
    (ColorFormat::Bgr565, &layouts::T_2),
];

fn at(surface: &Surface, tile: (u32, u32)) -> SurfaceTile<'_> {
    SurfaceTile {
        base: BASE,
        surface,
        tile,
    }
}

/// Pixels of a surface that are in a tile, with the address of each.
fn pixels(samples: Samples, s: &Surface, tile: (u32, u32)) -> Vec<(u32, u32, u32)> {
    let rect = at(s, tile).rect(samples.tile_size()).unwrap();
    let rows = (0..rect.height).flat_map(|y| (0..rect.width).map(move |x| (x, y)));
    rows.map(|(x, y)| (x, y, BASE + s.offset(rect.x + x, rect.y + y) as u32))
        .collect()
}

fn memory(s: &Surface) -> AddressSpace {
    let mut space = AddressSpace::new();
    let region = Region::uninitialised("surface", BASE.into(), s.size_bytes());
    space.map(region).unwrap();
    space
}

#[test]
fn loads_and_stores_meet_every_pixel_once() {
    const UNIT: tilescope_core::Unit = tilescope_core::Unit("test");
    // The last tiles have no whole blocks.
    let size = [(100, 70), (96, 68), (101, 67)];
    for ((format, layout), (w, h)) in FORMATS
        .into_iter()
        .flat_map(|f| size.iter().map(move |&size| (f, size)))
    {
        let s = Surface::new(layout, w, h);
        for samples in [Samples::One, Samples::Four] {
            for tile in [(0, 0), (1, 1)] {
                let space = memory(&s);
                let pixels = pixels(samples, &s, tile);
                let value = |n: usize| (n as u32).wrapping_mul(0x9e37_79b1) >> 3;
                for (n, &(.., at)) in pixels.iter().enumerate() {
                    let bytes = &value(n).to_le_bytes()[..format.bytes() as usize];
                    space.write(at.into(), bytes, UNIT).unwrap();
                }
                let (bus, mut log) = (Bus::new(&space), Log::default());
                let mut buffer = TileBuffer::undefined(samples, 0xdead);
                buffer
                    .load_color(at(&s, tile), format, &bus, &mut log)
                    .unwrap();
                let expected = |n: usize| match format {
                    ColorFormat::Rgba8888 => value(n),
                    _ => rgba8888(value(n) as u16),
                };
                for (n, &(x, y, _)) in pixels.iter().enumerate() {
                    for sample in 0..samples.count() {
                        let word = buffer.color[buffer.index(x, y, sample)];
                        assert_eq!(word, expected(n), "{} ({x}, {y})", layout.name);
                    }
                }
                let after = memory(&s);
                let store = ColorStore {
                    format,
                    resolve: Resolve::Decimate4,
                    quirks: &Quirks::default(),
                };
                buffer.store_color(at(&s, tile), &store, &mut |addr, bytes| {
                    after.write(addr.into(), bytes, UNIT).unwrap();
                });
                for (n, &(.., at)) in pixels.iter().enumerate() {
                    let mut out = [0; 4];
                    let len = format.bytes() as usize;
                    after.read(at.into(), &mut out[..len], UNIT).unwrap();
                    assert_eq!(out[..len], value(n).to_le_bytes()[..len]);
                }
            }
        }
    }
}

#[test]
fn one_unwritten_pixel_is_found() {
    const UNIT: tilescope_core::Unit = tilescope_core::Unit("test");
    for (format, layout) in FORMATS {
        let s = Surface::new(layout, 96, 68);
        for tile in [(0, 0), (1, 1)] {
            let size = Samples::One.tile_size();
            let rect = at(&s, tile).rect(size).unwrap();
            let pixels = pixels(Samples::One, &s, tile);
            let bytes = &[1; 4][..format.bytes() as usize];
            for missing in [0, 1, pixels.len() / 2, pixels.len() - 1] {
                let space = memory(&s);
                let given = pixels.iter().enumerate().filter(|(n, _)| *n != missing);
                for (_, &(.., at)) in given {
                    space.write(at.into(), bytes, UNIT).unwrap();
                }
                assert!(!written(BASE, &s, rect, &Bus::new(&space)));
                space.write(pixels[missing].2.into(), bytes, UNIT).unwrap();
                assert!(written(BASE, &s, rect, &Bus::new(&space)));
            }
        }
    }
}
