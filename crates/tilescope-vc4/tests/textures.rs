//! The texture units against memory laid out by hand: every texture type, cube
//! faces, mipmap levels, direct reads.
//!
//! Layouts themselves are compared with Mesa's tiling code in `tilescope-pixel`; here
//! they are used to place texels that the descriptor must find.

use tilescope_core::{AddressSpace, Region};
use tilescope_exec::Lanes16;
use tilescope_pixel::{Narrow, Widen};
use tilescope_vc4::bus::Bus;
use tilescope_vc4::log::Log;
use tilescope_vc4::qpu::TmuReg;
use tilescope_vc4::quirks::Quirks;
use tilescope_vc4::texture::{self, TYPE_NAMES, Texture};
use tilescope_vc4::tmu::{Coordinate, Tmu};

const BASE: u32 = 0x0100_0000;
/// Mipmaps are below level 0.
const START: u32 = BASE - 0x10_0000;
const NEAREST: u32 = 1 << 7 | 1 << 4;
const CLAMP: u32 = 1 | 1 << 2;

/// A write of a coordinate register.
fn to(unit: u8, reg: TmuReg, lanes: &Lanes16, parameter: Option<u32>) -> Coordinate<'_> {
    Coordinate {
        unit,
        reg,
        lanes,
        parameter,
    }
}

fn p0(kind: u32, levels: u32) -> u32 {
    BASE | (kind & 15) << 4 | (levels - 1)
}

fn p1(kind: u32, width: u32, height: u32, filters: u32) -> u32 {
    (kind >> 4) << 31 | (height & 2047) << 20 | (width & 2047) << 8 | filters
}

struct Bench {
    space: AddressSpace,
}

impl Bench {
    fn new(bytes: &[u8]) -> Self {
        let mut space = AddressSpace::new();
        space
            .map(Region::from_bytes("texture", START.into(), bytes))
            .unwrap();
        Bench { space }
    }

    /// Samples with the coordinates in the order they are given; S comes last.
    fn sample(&self, writes: &[(TmuReg, [f32; 16], u32)]) -> Vec<Lanes16> {
        let bus = Bus::new(&self.space);
        let (mut tmu, mut log, quirks) = (Tmu::default(), Log::default(), Quirks::default());
        for (reg, v, p) in writes {
            let v = Lanes16::from_f32(*v);
            let violations = tmu.write(&to(0, *reg, &v, Some(*p)), &bus, &mut log, &quirks);
            let what: Vec<_> = violations.into_iter().map(|t| t.describe().1).collect();
            assert!(what.is_empty(), "{what:?}");
        }
        std::iter::from_fn(|| tmu.read(0)).collect()
    }
}

fn place(bytes: &mut [u8], addr: u64, value: u64, len: usize) {
    let at = (addr - u64::from(START)) as usize;
    bytes[at..at + len].copy_from_slice(&value.to_le_bytes()[..len]);
}

fn noise(i: u32) -> u64 {
    let x = u64::from(i).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^ (x >> 29)
}

/// Coordinates of texel centres, sixteen at a time.
/// Coordinates of 16 lanes, and the texels that they are the centres of.
type Lanes = ([f32; 16], [f32; 16], [(u32, u32); 16]);

fn centres(width: u32, height: u32) -> Vec<Lanes> {
    let all: Vec<(u32, u32)> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .collect();
    let batch = |c: &[(u32, u32)]| {
        let at: [(u32, u32); 16] = std::array::from_fn(|i| c[i % c.len()]);
        let s = at.map(|(x, _)| (x as f32 + 0.5) / width as f32);
        let t = at.map(|(_, y)| (y as f32 + 0.5) / height as f32);
        (s, t, at)
    };
    all.chunks(16).map(batch).collect()
}

/// Every type whose texels are whole bytes, at a size in LT and one in T layout.
#[test]
fn every_type_is_found_and_unpacked() {
    for kind in 0..18u32 {
        let format = texture::format(kind as u8).unwrap();
        let row = format.row();
        // Compressed, packed-pair and sub-byte types have separate tests; raster types
        // are findings.
        if row.block != (1, 1) || row.block_bits < 8 || texture::is_raster(kind as u8) {
            continue;
        }
        let len = usize::from(row.block_bits / 8);
        for (width, height) in [(8, 4), (64, 64), (40, 72)] {
            let surface = texture::level_surface(kind as u8, width, height).unwrap();
            let mut bytes = vec![0; 0x10_0000 + surface.size_bytes() as usize];
            for y in 0..height {
                for x in 0..width {
                    let at = u64::from(BASE) + surface.offset(x, y);
                    place(&mut bytes, at, noise(y << 12 | x), len);
                }
            }
            let bench = Bench::new(&bytes);
            for (s, t, at) in centres(width, height) {
                let got = bench.sample(&[
                    (TmuReg::T, t, p0(kind, 1)),
                    (TmuReg::S, s, p1(kind, width, height, NEAREST | CLAMP)),
                ]);
                for (lane, (x, y)) in at.into_iter().enumerate() {
                    let mask = if len == 8 {
                        u64::MAX
                    } else {
                        (1 << (len * 8)) - 1
                    };
                    let want = format.unpack_texel(noise(y << 12 | x) & mask, Widen::Replicate);
                    let name = TYPE_NAMES[kind as usize];
                    assert_eq!(got[0].0[lane], want as u32, "{name} at ({x}, {y})");
                    if got.len() == 2 {
                        assert_eq!(got[1].0[lane], (want >> 32) as u32, "{name} at ({x}, {y})");
                    }
                }
            }
        }
    }
}

/// Channel order of the packed types, spelled out. Source: Mesa vc4_formats.c.
#[test]
fn packed_types_match_the_driver() {
    for (kind, texel, want) in [
        (0, 0x4433_2211, 0x4433_2211),
        (1, 0x4433_2211, 0xff33_2211),
        // R in bits 15:12, A in bits 3:0.
        (2, 0xf00f, 0xff00_00ff),
        (2, 0x0f00, 0x0000_ff00),
        // R in bits 15:11, A in bit 0.
        (3, 0xf801, 0xff00_00ff),
        (3, 0x003e, 0x00ff_0000),
        // R in bits 15:11, B in bits 4:0.
        (4, 0xf800, 0xff00_00ff),
        (4, 0x001f, 0xffff_0000),
        (5, 0x80, 0xff80_8080),
        (6, 0x80, 0x8000_0000),
        (7, 0x4080, 0x4080_8080),
    ] {
        let surface = texture::level_surface(kind as u8, 4, 4).unwrap();
        let mut bytes = vec![0; 0x10_0000 + surface.size_bytes() as usize];
        let len = surface.layout().element_bytes as usize;
        place(&mut bytes, BASE.into(), texel, len);
        let got = Bench::new(&bytes).sample(&[
            (TmuReg::T, [0.1; 16], p0(kind, 1)),
            (TmuReg::S, [0.1; 16], p1(kind, 4, 4, NEAREST | CLAMP)),
        ]);
        assert_eq!(got[0].0[3], want, "{}", TYPE_NAMES[kind as usize]);
    }
}

/// Levels are below level 0, each before the next larger one. Source: Mesa
/// vc4_resource.c. The level is given in B, which a bit makes absolute.
#[test]
fn levels_are_found_below_the_base() {
    levels_of(64, 32, 7);
}

/// The position of a level follows from powers of two, but coordinates use its own
/// size: for 258 texels the second level has 129, in the space of 256, and the third 64
/// in that of 128. Source: Mesa vc4_resource.c; piglit's fbo-generatemipmap-formats,
/// which passes on a Raspberry Pi 3.
#[test]
fn levels_are_spaced_as_powers_of_two() {
    levels_of(258, 131, 9);
}

fn levels_of(width: u32, height: u32, levels: u32) {
    let mut bytes = vec![0; 0x10_0000 + 512 * 256 * 4];
    let mut at = u64::from(BASE);
    for level in 0..levels {
        let (w, h) = ((width >> level).max(1), (height >> level).max(1));
        let room = |size: u32| match level {
            0 => size,
            _ => (size.next_power_of_two() >> level).max(1),
        };
        let surface = texture::level_surface(0, room(width), room(height)).unwrap();
        if level > 0 {
            at -= surface.size_bytes();
        }
        for y in 0..h {
            for x in 0..w {
                place(
                    &mut bytes,
                    at + surface.offset(x, y),
                    u64::from(level << 8 | 7),
                    4,
                );
            }
        }
    }
    let bench = Bench::new(&bytes);
    let filters = CLAMP | 1 << 7 | 2 << 4;
    for level in 0..levels {
        let absolute = 1 << 30 | 1;
        // Up to the last texel: memory after it is 0.
        let (s, t) = ([0.999; 16], [0.998; 16]);
        let got = bench.sample(&[
            (TmuReg::T, t, p0(0, levels)),
            (TmuReg::B, [level as f32; 16], p1(0, width, height, filters)),
            (TmuReg::S, s, absolute),
        ]);
        assert_eq!(got[0].0, [level << 8 | 7; 16], "level {level}");
    }
}

/// A level of a texture of odd size has the size defined by GL, in the rows of a level
/// of the next power of two. GL's last texel is the last one sampled.
#[test]
fn levels_of_odd_sizes_follow_gl() {
    let (width, height) = (37, 21);
    let mut bytes = vec![0; 0x10_0000 + 64 * 64 * 4];
    let surface = texture::level_surface(0, 32, 16).unwrap();
    let at = u64::from(BASE) - surface.size_bytes();
    for y in 0..10 {
        for x in 0..18 {
            let texel = u64::from(y << 8 | x | 0x40);
            place(&mut bytes, at + surface.offset(x, y), texel, 4);
        }
    }
    let bench = Bench::new(&bytes);
    let filters = CLAMP | 1 << 7 | 2 << 4;
    for (x, y) in [(0_u32, 0_u32), (9, 4), (17, 9)] {
        let (s, t) = ((x as f32 + 0.5) / 18.0, (y as f32 + 0.5) / 10.0);
        let got = bench.sample(&[
            (TmuReg::T, [t; 16], p0(0, 6)),
            (TmuReg::B, [1.0; 16], p1(0, width, height, filters)),
            (TmuReg::S, [s; 16], 1 << 30 | 1),
        ]);
        assert_eq!(got[0].0, [y << 8 | x | 0x40; 16], "texel {x}, {y}");
    }
}

/// Faces in the order of GL, at the stride that a parameter gives.
#[test]
fn cube_faces_are_chosen_by_direction() {
    let stride = 0x2000u32;
    let mut bytes = vec![0; 0x10_0000 + 6 * stride as usize];
    let surface = texture::level_surface(0, 16, 16).unwrap();
    for face in 0..6 {
        for y in 0..16 {
            for x in 0..16 {
                let at = u64::from(BASE + face * stride) + surface.offset(x, y);
                place(&mut bytes, at, u64::from(0x0a00 | face), 4);
            }
        }
    }
    let bench = Bench::new(&bytes);
    let directions = [
        [1.0, 0.2, 0.1],
        [-1.0, 0.2, 0.1],
        [0.1, 1.0, 0.2],
        [0.1, -1.0, 0.2],
        [0.2, 0.1, 1.0],
        [0.2, 0.1, -1.0],
    ];
    let axis = |k: usize| std::array::from_fn(|i| directions[i % 6][k]);
    let got = bench.sample(&[
        (TmuReg::T, axis(1), p0(0, 1) | 1 << 9),
        (TmuReg::R, axis(2), p1(0, 16, 16, NEAREST | CLAMP)),
        (TmuReg::S, axis(0), 1 << 30 | stride),
    ]);
    for (lane, word) in got[0].0.into_iter().enumerate() {
        assert_eq!(word, 0x0a00 | (lane as u32 % 6), "lane {lane}");
    }
}

/// The border colour is passed in R.
#[test]
fn outside_is_the_border() {
    let bench = Bench::new(&vec![0x55; 0x10_0000 + 4096]);
    let border = f32::from_bits(0x1234_5678);
    let wrap = 3 | 3 << 2;
    let got = bench.sample(&[
        (TmuReg::T, [0.5; 16], p0(0, 1)),
        (TmuReg::R, [border; 16], p1(0, 16, 16, NEAREST | wrap)),
        (
            TmuReg::S,
            std::array::from_fn(|i| if i < 8 { 0.5 } else { 1.5 }),
            0,
        ),
    ]);
    assert_eq!(got[0].0[7], 0x5555_5555);
    assert_eq!(got[0].0[8], 0x1234_5678);
}

/// ETC1 blocks that differ in a single bit are distinguished, everywhere in a block of
/// memory. Mesa sets the flag for every ETC1 texture, and GL's rows run downwards.
#[test]
fn etc1_blocks_are_distinguished() {
    const ETC_FLIP: u32 = 1 << 19;
    etc1(ETC_FLIP, |row| row);
    etc1(0, |row| 3 - row);
}

fn etc1(flip: u32, row: fn(u32) -> u32) {
    let surface = texture::level_surface(8, 64, 64).unwrap();
    let mut bytes = vec![0; 0x10_0000 + surface.size_bytes() as usize];
    let block = |bx: u32, by: u32| 0x0123_4567_89ab_cdefu64 ^ 1 << ((by * 16 + bx) % 64);
    for by in 0..16 {
        for bx in 0..16 {
            place(
                &mut bytes,
                u64::from(BASE) + surface.offset(bx, by),
                block(bx, by),
                8,
            );
        }
    }
    let bench = Bench::new(&bytes);
    for (s, t, at) in centres(64, 64) {
        let got = bench.sample(&[
            (TmuReg::T, t, p0(8, 1)),
            (TmuReg::S, s, p1(8, 64, 64, NEAREST | CLAMP | flip)),
        ]);
        for (lane, (x, y)) in at.into_iter().enumerate() {
            let words = tilescope_pixel::etc1::decode(&block(x / 4, y / 4).to_le_bytes());
            assert_eq!(
                got[0].0[lane],
                words[(row(y % 4) * 4 + x % 4) as usize],
                "({x}, {y})"
            );
        }
    }
}

/// The cache swizzle does not change the result of a lookup.
#[test]
fn the_cache_swizzle_does_not_change_results() {
    let surface = texture::level_surface(0, 64, 64).unwrap();
    let mut bytes = vec![0; 0x10_0000 + surface.size_bytes() as usize];
    for i in 0..64 * 64 {
        place(&mut bytes, u64::from(BASE + i * 4), noise(i), 4);
    }
    let bench = Bench::new(&bytes);
    for (s, t, _) in centres(64, 64) {
        let with = |swizzle: u32| {
            bench.sample(&[
                (TmuReg::T, t, p0(0, 1) | swizzle << 10),
                (TmuReg::S, s, p1(0, 64, 64, NEAREST | CLAMP)),
            ])
        };
        assert_eq!(with(3), with(0));
    }
}

/// Bilinear filtering halfway between two texels, through memory.
#[test]
fn linear_filtering_mixes_neighbours() {
    let surface = texture::level_surface(0, 4, 4).unwrap();
    let mut bytes = vec![0; 0x10_0000 + surface.size_bytes() as usize];
    for y in 0..4 {
        for x in 0..4u32 {
            let word = Narrow::Round.from_8((x * 80) as u8, 8);
            place(
                &mut bytes,
                u64::from(BASE) + surface.offset(x, y),
                word.into(),
                4,
            );
        }
    }
    let got = Bench::new(&bytes).sample(&[
        (TmuReg::T, [0.5; 16], p0(0, 1)),
        (
            TmuReg::S,
            std::array::from_fn(|i| (i % 3 + 1) as f32 / 4.0),
            p1(0, 4, 4, CLAMP),
        ),
    ]);
    assert_eq!(got[0].0[..3], [40, 120, 200]);
}

/// S alone reads memory, a word per lane.
#[test]
fn an_address_alone_reads_memory() {
    let words: Vec<u8> = (0..0x4_0000u32).flat_map(u32::to_le_bytes).collect();
    let bench = Bench::new(&words);
    let bus = Bus::new(&bench.space);
    let (mut tmu, mut log, quirks) = (Tmu::default(), Log::default(), Quirks::default());
    let addr = Lanes16::from_fn(|i| START + i as u32 * 1000 * 4);
    assert!(!tmu.has_coordinates(1));
    let violations = tmu.write(&to(1, TmuReg::S, &addr, None), &bus, &mut log, &quirks);
    assert!(violations.is_empty());
    let got = tmu.read(1).unwrap();
    assert_eq!(got, Lanes16::from_fn(|i| i as u32 * 1000));
    assert_eq!(tmu.read(1), None);
    assert_eq!((tmu.direct, tmu.lookups), (1, 0));
}

/// Any parameters decode, and sampling with them does not read out of bounds.
#[test]
fn any_parameters_decode() {
    let bench = Bench::new(&vec![1; 0x10_0000 + 4096]);
    let bus = Bus::new(&bench.space);
    let quirks = Quirks::default();
    for i in 0..3000 {
        let p: [u32; 4] = std::array::from_fn(|k| (noise(i * 4 + k as u32) >> 16) as u32);
        let count = 2 + i as usize % 3;
        let t = Texture::decode(p, count, &quirks);
        assert!(t.levels.len() <= 12, "{} levels", t.levels.len());
        let (mut tmu, mut log) = (Tmu::default(), Log::default());
        let v = Lanes16::from_fn(|lane| noise(i * 16 + lane as u32) as u32);
        for reg in [TmuReg::T, TmuReg::R, TmuReg::B]
            .into_iter()
            .take(count - 1)
        {
            tmu.write(
                &to(0, reg, &v, Some(p[reg as usize])),
                &bus,
                &mut log,
                &quirks,
            );
        }
        tmu.write(&to(0, TmuReg::S, &v, Some(p[0])), &bus, &mut log, &quirks);
        assert!(tmu.read(0).is_some());
    }
}
