//! Samples a second: `cargo bench -p tilescope-texture`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tilescope_pixel::{Format, Surface, Widen, layouts};
use tilescope_texture::*;

fn main() {
    divan::main();
}

const SIZE: u32 = 256;

/// Levels decoded beforehand: what the sampler itself costs.
struct Decoded(Vec<Vec<u32>>);

impl TexelSource for Decoded {
    fn texel(&mut self, _: u32, level: u32, x: u32, y: u32) -> u32 {
        let width = SIZE >> level;
        self.0[level as usize][(y * width + x) as usize]
    }
}

/// Tiled memory behind a cache of decoded microtiles, as a texture unit has it.
struct Tiled {
    memory: Vec<u8>,
    levels: Vec<(u64, Surface)>,
    cache: BlockCache<[u32; 16]>,
}

impl Tiled {
    fn new() -> Self {
        let mut levels = Vec::new();
        let mut end = 0;
        for level in 0..9 {
            let n = (SIZE >> level).max(1);
            let layout = if n <= 16 {
                &layouts::LT_4
            } else {
                &layouts::T_4
            };
            let surface = Surface::new(layout, n, n);
            levels.push((end, surface));
            end += surface.size_bytes();
        }
        Tiled {
            memory: (0..end).map(|i| (i * 31) as u8).collect(),
            levels,
            cache: BlockCache::new(6, 6, [0; 16]),
        }
    }
}

impl TexelSource for Tiled {
    fn texel(&mut self, _: u32, level: u32, x: u32, y: u32) -> u32 {
        let (base, surface) = &self.levels[level as usize];
        let address = base + surface.offset(x & !3, y & !3);
        let memory = &self.memory;
        let fetch = |at: u64, block: &mut [u32; 16]| {
            let bytes = memory.get(at as usize..at as usize + 64).ok_or(())?;
            Format::R8G8B8A8Unorm.unpack(bytes, Widen::Replicate, block);
            Ok::<(), ()>(())
        };
        match self.cache.get(address, fetch) {
            Ok(block) => block[((y & 3) * 4 + (x & 3)) as usize],
            Err(()) => 0,
        }
    }
}

/// Tiles by position, as families whose textures are in tiles have them.
struct Tiles {
    texels: Decoded,
    cache: TileCache<[u32; 16], 10>,
}

impl TileSource for Tiles {
    #[inline(always)]
    fn tile(
        &mut self,
        face: u32,
        level: u32,
        (x, y): (u32, u32),
        _: impl Fn() -> (u32, u32),
    ) -> Option<&[u32; 16]> {
        let texels = &mut self.texels;
        let fill = |tile: &mut [u32; 16]| {
            *tile = std::array::from_fn(|n| {
                let (x, y) = (x & !3 | n as u32 & 3, y & !3 | n as u32 >> 2);
                texels.texel(face, level, x, y)
            });
            Ok::<(), ()>(())
        };
        self.cache.get(level.into(), x, y, fill).ok()
    }
}

fn decoded() -> Decoded {
    Decoded(
        (0..9)
            .map(|l| {
                (0..(SIZE >> l).pow(2).max(1))
                    .map(|i| i.wrapping_mul(0x9e37_79b1))
                    .collect()
            })
            .collect(),
    )
}

/// Runs over a screen of 128x128 pixels, 16 at a time, `scale` texels to a pixel.
fn run<S: TexelSource>(
    bencher: Bencher<'_, '_>,
    sampler: Sampler,
    scale: f32,
    source: S,
    reference: bool,
) {
    let image = Image::new(SIZE, SIZE, 9, Shape::Flat, Minify::Floor);
    let sample = if reference {
        sample16_reference::<S>
    } else {
        sample16::<S>
    };
    let mut source = source;
    bencher
        .counter(ItemsCount::new(128u32 * 128))
        .bench_local(|| {
            let mut sum = 0u32;
            for y in (0..128).step_by(2) {
                for x in (0..128).step_by(8) {
                    let s = std::array::from_fn(|i| {
                        (x + (i / 4) * 2 + (i & 1)) as f32 * scale / SIZE as f32 + 0.001
                    });
                    let t = std::array::from_fn(|i| {
                        (y + (i >> 1 & 1)) as f32 * scale / SIZE as f32 + 0.001
                    });
                    let words = sample(
                        black_box(&sampler),
                        &image,
                        &mut source,
                        [&s, &t, &[0.0; LANES]],
                        Lod::Implicit,
                        !0,
                    );
                    sum = words.iter().fold(sum, |a, w| a ^ w);
                }
            }
            sum
        });
}

fn filters(name: &str) -> Sampler {
    let (mag, min) = match name {
        "nearest" => (Filter::Nearest, MinFilter::Nearest),
        "bilinear" => (Filter::Linear, MinFilter::Linear),
        _ => (Filter::Linear, MinFilter::LinearMipLinear),
    };
    Sampler {
        mag,
        min,
        ..Sampler::default()
    }
}

const NAMES: [&str; 3] = ["nearest", "bilinear", "trilinear"];

#[divan::bench(args = NAMES)]
fn fast_decoded(bencher: Bencher<'_, '_>, name: &str) {
    run(bencher, filters(name), 2.7, decoded(), false);
}

#[divan::bench(args = NAMES)]
fn reference_decoded(bencher: Bencher<'_, '_>, name: &str) {
    run(bencher, filters(name), 2.7, decoded(), true);
}

#[divan::bench(args = NAMES)]
fn fast_tiled(bencher: Bencher<'_, '_>, name: &str) {
    run(bencher, filters(name), 1.3, Tiled::new(), false);
}

#[divan::bench(args = NAMES)]
fn fast_tiles(bencher: Bencher<'_, '_>, name: &str) {
    let tiles = Tiles {
        texels: decoded(),
        cache: TileCache::new([0; 16]),
    };
    run(bencher, filters(name), 1.3, tiles, false);
}
