//! Speed of coverage and binning: big triangles in pixels a second, tiny ones
//! and binned ones in primitives a second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tilescope_raster::{RasterRules, Rect, SamplePositions, TileGrid, Triangle, Xy};

fn main() {
    divan::main();
}

const SINGLE: RasterRules = RasterRules::S12_4;
const FOUR: RasterRules = RasterRules::S12_4.with_samples(SamplePositions::ROTATED_GRID_4);

/// Half of a 1920x1080 frame.
fn big() -> [Xy; 3] {
    [Xy::new(0, 0), Xy::new(1920 * 16, 7), Xy::new(3, 1080 * 16)]
}

/// 50k triangles of 2 to 6 pixels scattered over 1024x1024.
fn tiny() -> Vec<[Xy; 3]> {
    scattered(50_000, 96)
}

fn scattered(count: usize, extent: u32) -> Vec<[Xy; 3]> {
    let mut state = 0x2545_f491u32;
    let mut next = |bound: u32| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state % bound) as i32
    };
    (0..count)
        .map(|_| {
            let (x, y) = (next(1024 * 16), next(1024 * 16));
            std::array::from_fn(|_| Xy::new(x + next(extent), y + next(extent)))
        })
        .collect()
}

fn frame_in_tiles(bencher: Bencher, rules: RasterRules, tile: i32) {
    let triangle = Triangle::new(&rules, big()).unwrap();
    bencher
        .counter(ItemsCount::new(1920usize * 1080 / 2))
        .bench(|| {
            let mut sum = 0u32;
            for y in (0..1080).step_by(tile as usize) {
                for x in (0..1920).step_by(tile as usize) {
                    let rect = Rect::new(x, y, x + tile, y + tile);
                    black_box(&triangle)
                        .shape()
                        .walk(rect, |q| sum = sum.wrapping_add(u32::from(q.coverage)));
                }
            }
            sum
        });
}

#[divan::bench]
fn big_pixels_tiled(bencher: Bencher) {
    frame_in_tiles(bencher, SINGLE, 64);
}

#[divan::bench]
fn big_pixels_tiled_4x(bencher: Bencher) {
    frame_in_tiles(bencher, FOUR, 32);
}

#[divan::bench]
fn big_pixels_whole(bencher: Bencher) {
    frame_in_tiles(bencher, SINGLE, 2048);
}

fn triangles_with(bencher: Bencher, rules: RasterRules, triangles: Vec<[Xy; 3]>) {
    let rect = Rect::new(0, 0, 1024, 1024);
    bencher.counter(ItemsCount::new(triangles.len())).bench(|| {
        let mut sum = 0u32;
        for vertices in black_box(&triangles) {
            if let Ok(triangle) = Triangle::new(&rules, *vertices) {
                triangle
                    .shape()
                    .walk(rect, |q| sum = sum.wrapping_add(u32::from(q.coverage)));
            }
        }
        sum
    });
}

#[divan::bench]
fn tiny_triangles(bencher: Bencher) {
    triangles_with(bencher, SINGLE, tiny());
}

/// About 30 pixels across: mostly blocks that edges cross.
#[divan::bench]
fn medium_triangles(bencher: Bencher) {
    triangles_with(bencher, SINGLE, scattered(10_000, 640));
}

#[divan::bench]
fn tiny_triangles_4x(bencher: Bencher) {
    triangles_with(bencher, FOUR, tiny());
}

#[divan::bench(args = [96, 1600, 8000])]
fn binned(bencher: Bencher, extent: u32) {
    let triangles = scattered(10_000, extent);
    let grid = TileGrid {
        tile_w: 64,
        tile_h: 64,
        columns: 16,
        rows: 16,
    };
    let clip = Rect::new(0, 0, 1024, 1024);
    bencher.counter(ItemsCount::new(triangles.len())).bench(|| {
        let mut sum = 0u32;
        for vertices in black_box(&triangles) {
            if let Ok(triangle) = Triangle::new(&SINGLE, *vertices) {
                for (x, y) in triangle.shape().tiles_touched(grid, clip) {
                    sum = sum.wrapping_add(u32::from(x ^ y));
                }
            }
        }
        sum
    });
}
