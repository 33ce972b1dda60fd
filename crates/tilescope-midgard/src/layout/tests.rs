//! Offsets and sizes, against the formulas of Mesa.

use super::*;
use crate::log::{Ctx, Log, Port};
use tilescope_core::bus::Bus;
use tilescope_core::{AddressSpace, Fuel, Region};

/// Source: Mesa 22.3.6 `shared/test/test-tiling.cpp`, u_order and tiled_offset.
fn tiled_offset((x, y): (u32, u32), stride: u32, tile: u32, bytes: u32) -> u32 {
    let (mut order, mut bit) = (0, 0);
    while 1 << bit < tile {
        order |= ((x ^ y) >> bit & 1) << (2 * bit) | (y >> bit & 1) << (2 * bit + 1);
        bit += 1;
    }
    (y / tile) * stride + (x / tile) * tile * tile * bytes + order * bytes
}

#[test]
fn interleaved_offsets_are_those_of_mesas_test() {
    for bytes in [1, 2, 3, 4, 6, 8, 12, 16] {
        for (block, tile) in [((1, 1), 16), ((4, 4), 4), ((5, 5), 4)] {
            let elements = Elements { bytes, block };
            for y in 0..40 {
                for x in 0..40 {
                    let want = tiled_offset((x, y), 4096, tile, bytes);
                    let got = elements.offset(Order::Interleaved, 4096, (x, y));
                    assert_eq!(got, i64::from(want), "{x} {y} {bytes} {block:?}");
                }
            }
        }
    }
}

/// Rows of `tilescope-pixel` are the same where they exist.
#[test]
fn interleaved_offsets_are_those_of_the_rows() {
    use tilescope_pixel::{Surface, layouts};
    for (layout, elements) in [
        (&layouts::U_INTERLEAVED_1, Elements::texels(1)),
        (&layouts::U_INTERLEAVED_2, Elements::texels(2)),
        (&layouts::U_INTERLEAVED_4, Elements::texels(4)),
        (
            &layouts::U_INTERLEAVED_BLOCK_8,
            Elements {
                bytes: 8,
                block: (4, 4),
            },
        ),
    ] {
        let surface = Surface::new(layout, 48, 48);
        for y in 0..48 {
            for x in 0..48 {
                let row = surface.row_bytes() as i64;
                let got = elements.offset(Order::Interleaved, row, (x, y));
                assert_eq!(got, surface.offset(x, y) as i64, "{}", layout.name);
            }
        }
    }
}

/// Source: Mesa 22.3.6 `lib/tests/test-layout.cpp`, ImplicitLayoutInterleavedETC2,
/// ImplicitLayoutInterleavedASTC5x5, ImplicitLayoutLinearASTC5x5 (without its padding to
/// cache lines) and AFBCLayout.Linear3D.
#[test]
fn sizes_are_those_of_mesas_tests() {
    let etc2 = Elements {
        bytes: 8,
        block: (4, 4),
    };
    for (side, size) in [(128, 8192), (64, 2048), (32, 512), (16, 128), (8, 128)] {
        let slice = Slice::packed(Order::Interleaved, etc2, (side, side));
        assert_eq!(slice.size, size, "{side}");
    }
    let astc = Elements {
        bytes: 16,
        block: (5, 5),
    };
    let slice = Slice::packed(Order::Interleaved, astc, (50, 50));
    assert_eq!((slice.row_stride, slice.size), (768, 2304));
    let slice = Slice::packed(Order::Linear, astc, (50, 50));
    assert_eq!((slice.row_stride, slice.size), (160, 1600));
    let slice = Slice::packed(Order::Afbc, Elements::texels(4), (8, 32));
    let sizes = (slice.row_stride, slice.header_size, slice.size);
    assert_eq!(sizes, (16, 64, 2048));
}

#[test]
fn superblocks_are_read_as_they_were_written() {
    let mut space = AddressSpace::new();
    space
        .map(Region::zeroed("surface", 0x1000, 0x4000))
        .unwrap();
    let (mut log, mut fuel) = (Log::default(), Fuel::new(1000));
    let c = &mut Ctx::serial(Bus::new(&space), &mut log, &mut fuel);
    let surface = afbc::Surface {
        headers: 0x1000,
        across: 3,
        texel_bytes: 4,
        port: Port::Tb,
    };
    // Headers of zeros, as drivers write them.
    assert_eq!(surface.texel((40, 17), c).unwrap(), None);
    let texels: Vec<u8> = (0..1024u32).map(|n| (n * 7) as u8).collect();
    surface.store((2, 1), 0x1080, &texels, c).unwrap();
    for (x, y) in [(32, 16), (40, 17), (47, 31)] {
        let address = surface.texel((x, y), c).unwrap().unwrap();
        let mut bytes = [0; 4];
        crate::memory::read(c, Port::Tex, address, &mut bytes).unwrap();
        let first = afbc::number((x, y)) as usize * 4;
        assert_eq!(bytes[..], texels[first..first + 4], "{x} {y}");
    }
    assert_eq!(surface.texel((31, 17), c).unwrap(), None);
    // The sixth of the sparse blocks.
    assert_eq!(surface.body((2, 1), c).unwrap(), Some(0x1080 + 5 * 1024));
    crate::memory::write(c, Port::Tb, 0x1000, &[1]).unwrap();
    assert!(surface.texel((0, 0), c).is_err());
}
