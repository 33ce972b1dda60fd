//! Samples a second: `cargo bench -p tilescope-texture`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tilescope_exec::{Vectorised, vectorised};
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
    cache: TileCache<[u32; 16]>,
}

impl TileSource for Tiles {
    #[inline(always)]
    fn plane(&self, _: u32, level: u32) -> u64 {
        level.into()
    }

    #[inline(always)]
    fn tiles(&mut self) -> &mut TileCache<[u32; 16]> {
        &mut self.cache
    }

    #[cold]
    fn fetch(
        &mut self,
        (face, level): (u32, u32),
        at: TileAt,
        _: &dyn Fn() -> (u32, u32),
    ) -> Option<&[u32; 16]> {
        let texels = &mut self.texels;
        let fill = |tile: &mut [u32; 16]| {
            *tile = std::array::from_fn(|n| {
                let (x, y) = (at.column << 2 | n as u32 & 3, at.row << 2 | n as u32 >> 2);
                texels.texel(face, level, x, y)
            });
            Ok::<(), ()>(())
        };
        self.cache.get(at, fill).ok()
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

/// The places of lookups: s and t of 16 lanes each, of 4x4 pixels of a screen of 128x128, `scale`
/// texels to a pixel, turned.
fn places(scale: f32) -> Vec<[[f32; LANES]; 2]> {
    let (sin, cos) = 0.7f32.sin_cos();
    let corners = (0..128)
        .step_by(4)
        .flat_map(|y| (0..128).step_by(4).map(move |x| (x, y)));
    corners
        .map(|(x, y)| {
            let pixel = |i: usize| {
                let x = x + (i >> 2 & 1) * 2 + (i & 1);
                let y = y + (i >> 3) * 2 + (i >> 1 & 1);
                [x, y].map(|n| n as f32 * scale / SIZE as f32)
            };
            [
                std::array::from_fn(|i| pixel(i)[0] * cos - pixel(i)[1] * sin),
                std::array::from_fn(|i| pixel(i)[0] * sin + pixel(i)[1] * cos),
            ]
        })
        .collect()
}

/// Lookups at all places, in code for the vectors of the host.
struct Lookups<'a, S> {
    sampler: &'a Sampler,
    places: &'a [[[f32; LANES]; 2]],
    source: &'a mut S,
    reference: bool,
}

impl<S: TexelSource> Vectorised for Lookups<'_, S> {
    type Output = u32;

    #[inline(always)]
    fn run(self) -> u32 {
        let image = Image::new(SIZE, SIZE, 9, Shape::Flat, Minify::Floor);
        let (sampler, source) = (self.sampler, self.source);
        let mut sum = 0;
        for [s, t] in self.places {
            let at = [s, t, &[0.0; LANES]];
            let words = match self.reference {
                true => sample16_reference(sampler, &image, source, at, Lod::Implicit, !0),
                false => sample16(sampler, &image, source, at, Lod::Implicit, !0),
            };
            sum = words.iter().fold(sum, |a, w| a ^ w);
        }
        sum
    }
}

/// Runs over that screen.
fn run<S: TexelSource>(
    bencher: Bencher<'_, '_>,
    sampler: Sampler,
    scale: f32,
    mut source: S,
    reference: bool,
) {
    let places = places(scale);
    bencher
        .counter(ItemsCount::new(128u32 * 128))
        .bench_local(|| {
            vectorised(Lookups {
                sampler: black_box(&sampler),
                places: &places,
                source: &mut source,
                reference,
            })
        });
}

fn filters(name: &str) -> Sampler {
    let (mag, min) = match name {
        "nearest" => (Filter::Nearest, MinFilter::Nearest),
        "bilinear" => (Filter::Linear, MinFilter::Linear),
        "mipmap" => (Filter::Linear, MinFilter::LinearMipNearest),
        _ => (Filter::Linear, MinFilter::LinearMipLinear),
    };
    Sampler {
        mag,
        min,
        ..Sampler::default()
    }
}

const NAMES: [&str; 4] = ["nearest", "bilinear", "mipmap", "trilinear"];

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
        cache: TileCache::new(12, [0; 16]),
    };
    run(bencher, filters(name), 1.3, tiles, false);
}
