//! Tests of surfaces in memory.

use tilescope_core::bus::{Bus, Port as _};
use tilescope_core::log::Log;
use tilescope_core::{AccessRules, AddressSpace, Region, Rule, Severity, UnitMemory};
use tilescope_pixel::afbc;
use tilescope_raster::Rect;

use super::{PixelOrder, SIDE, Superblocks, Surface};

tilescope_core::ports! {
    Tb = "TB", "Tile buffer.";
}

static RULE: Rule = Rule {
    id: "FAM-TB-001",
    severity: Severity::Fault,
    title: "surfaces must be mapped",
    hardware: "It stops.",
    help: "Map the surface.",
    source: "a document",
};
static ACCESS: AccessRules = AccessRules {
    read: &RULE,
    write: &RULE,
    read_only: &RULE,
};
const BASE: u64 = 0x1000;

fn memory<'a, 'l>(space: &'a AddressSpace, log: &'l mut Log<Port>) -> UnitMemory<'a, 'l, Port> {
    UnitMemory {
        bus: Bus::new(space),
        log,
        port: Port::ALL[0],
        rules: &ACCESS,
    }
}

/// Two columns and two rows of tiles, of two samples.
fn surface(order: PixelOrder, bytes: usize) -> Surface {
    let row_stride = match order {
        PixelOrder::Linear => 2 * SIDE * bytes as u32,
        _ => 2 * SIDE * SIDE * bytes as u32,
    };
    Surface {
        base: BASE,
        row_stride,
        surface_stride: 4 * SIDE * SIDE * bytes as u32,
        bytes,
        order,
    }
}

fn orders(bytes: usize) -> [PixelOrder; 4] {
    let superblocks = Superblocks {
        headers: BASE,
        across: 2,
        texel_bytes: bytes as u32,
        rule: &RULE,
    };
    [
        PixelOrder::Linear,
        PixelOrder::Tiles,
        PixelOrder::Interleaved,
        PixelOrder::Afbc(superblocks, BASE + 64),
    ]
}

#[test]
fn pixels_are_read_as_they_were_written() {
    for (bytes, n) in [1, 2, 3, 4, 6, 8, 12, 16].into_iter().zip(0..) {
        for order in orders(bytes) {
            let mut space = AddressSpace::new();
            space.map(Region::zeroed("surface", BASE, 0x10000)).unwrap();
            let mut log = Log::default();
            let memory = &mut memory(&space, &mut log);
            let surface = surface(order, bytes);
            let sample = match order {
                PixelOrder::Afbc(..) => 0,
                _ => n % 2,
            };
            let tile: Vec<u8> = (0..256 * bytes).map(|n| (n * 7 / 3) as u8).collect();
            let side = SIDE as i32;
            let part = Rect::new(side, side, 2 * side, 2 * side);
            surface.write(part, sample, &tile, memory).unwrap();
            let mut row = vec![0; SIDE as usize * bytes];
            for y in 0..SIDE {
                let at = (SIDE, SIDE + y);
                surface.read(at, sample, &mut row, memory).unwrap();
                for (x, pixel) in (0..SIDE).zip(row.chunks_exact(bytes)) {
                    let from = afbc::number((x, y)) as usize * bytes;
                    assert_eq!(*pixel, tile[from..from + bytes], "{order:?} {x} {y}");
                }
            }
        }
    }
}

#[test]
fn a_tile_written_whole_is_that_of_its_parts() {
    for bytes in [1, 2, 4, 8, 16] {
        let surface = surface(PixelOrder::Interleaved, bytes);
        let tile: Vec<u8> = (0..256 * bytes).map(|n| (n * 5 / 2) as u8).collect();
        let written = |parts: &[Rect]| {
            let mut space = AddressSpace::new();
            space.map(Region::zeroed("surface", BASE, 0x10000)).unwrap();
            let mut log = Log::default();
            let memory = &mut memory(&space, &mut log);
            for part in parts {
                surface.write(*part, 0, &tile, memory).unwrap();
            }
            let mut all = vec![0; 256 * bytes];
            memory.read(BASE, &mut all).unwrap();
            all
        };
        let halves = [Rect::new(0, 0, 16, 5), Rect::new(0, 5, 16, 16)];
        let whole = written(&[Rect::new(0, 0, 16, 16)]);
        assert_eq!(written(&halves), whole, "{bytes}");
    }
}

#[test]
fn unknown_orders_read_as_zero_and_are_not_written() {
    let space = AddressSpace::new();
    let mut log = Log::default();
    let memory = &mut memory(&space, &mut log);
    let surface = surface(PixelOrder::Unknown, 4);
    let mut row = [1; 64];
    surface.read((0, 0), 0, &mut row, memory).unwrap();
    assert_eq!(row, [0; 64]);
    let part = Rect::new(0, 0, 16, 16);
    surface.write(part, 0, &[0; 1024], memory).unwrap();
}

#[test]
fn superblocks_are_read_as_they_were_written() {
    let mut space = AddressSpace::new();
    space
        .map(Region::zeroed("surface", 0x1000, 0x4000))
        .unwrap();
    let mut log = Log::default();
    let memory = &mut memory(&space, &mut log);
    let surface = Superblocks {
        headers: 0x1000,
        across: 3,
        texel_bytes: 4,
        rule: &RULE,
    };
    // Headers of zeros, as drivers write them.
    assert_eq!(surface.texel((40, 17), memory).unwrap(), None);
    let texels: Vec<u8> = (0..1024u32).map(|n| (n * 7) as u8).collect();
    surface.store((2, 1), 0x1080, &texels, memory).unwrap();
    for (x, y) in [(32, 16), (40, 17), (47, 31)] {
        let address = surface.texel((x, y), memory).unwrap().unwrap();
        let mut bytes = [0; 4];
        memory.read(address, &mut bytes).unwrap();
        let first = afbc::number((x, y)) as usize * 4;
        assert_eq!(bytes[..], texels[first..first + 4], "{x} {y}");
    }
    assert_eq!(surface.texel((31, 17), memory).unwrap(), None);
    // The sixth of the sparse blocks.
    assert_eq!(
        surface.body((2, 1), memory).unwrap(),
        Some(0x1080 + 5 * 1024)
    );
    memory.write(0x1000, &[1]).unwrap();
    assert!(surface.texel((0, 0), memory).is_err());
}
