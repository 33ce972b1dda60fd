//! Offsets and sizes, against the formulas of Mesa.

use super::*;

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

/// Rows of layouts are the same where they exist.
#[test]
fn interleaved_offsets_are_those_of_the_rows() {
    use crate::{Surface, layouts};
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
