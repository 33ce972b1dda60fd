//! The sampler against itself without fast paths, against the equations of OpenGL
//! ES 2.0 in double precision, and in cases worked by hand.

use proptest::prelude::*;
use tilescope_texture::*;

/// Texels from a formula, which also checks that coordinates are inside.
#[derive(Clone, Copy)]
struct Formula(Image);

impl Formula {
    fn at(face: u32, level: u32, x: u32, y: u32) -> u32 {
        let n = face
            .wrapping_mul(0x9e37_79b1)
            .wrapping_add(level.wrapping_mul(0x85eb_ca6b))
            .wrapping_add(x.wrapping_mul(0xc2b2_ae35))
            .wrapping_add(y.wrapping_mul(0x27d4_eb2f));
        (n ^ n >> 15).wrapping_mul(0x2c1b_3c6d)
    }
}

impl TexelSource for Formula {
    fn texel(&mut self, face: u32, level: u32, x: u32, y: u32) -> u32 {
        let (w, h) = self.0.size(level);
        let layers = self.0.layers(0).max(1);
        assert!(face < layers && level < self.0.levels() && x < w && y < h);
        Self::at(face, level, x, y)
    }
}

fn wrap() -> impl Strategy<Value = Wrap> {
    prop_oneof![
        Just(Wrap::Repeat),
        Just(Wrap::Clamp),
        Just(Wrap::Mirror),
        Just(Wrap::Border),
        Just(Wrap::HalfBorder),
        Just(Wrap::MirrorClamp),
        Just(Wrap::MirrorHalfBorder),
        Just(Wrap::MirrorBorder)
    ]
}

fn min_filter() -> impl Strategy<Value = MinFilter> {
    prop_oneof![
        Just(MinFilter::Nearest),
        Just(MinFilter::Linear),
        Just(MinFilter::NearestMipNearest),
        Just(MinFilter::LinearMipNearest),
        Just(MinFilter::NearestMipLinear),
        Just(MinFilter::LinearMipLinear),
    ]
}

fn precision() -> impl Strategy<Value = Precision> {
    (0u8..=9, 0u8..=9, any::<[bool; 6]>()).prop_map(|(f, l, b)| Precision {
        fraction_bits: f,
        lod_fraction_bits: l,
        coordinates: [Rounding::Nearest, Rounding::Truncate][usize::from(b[5])],
        rounding: [Rounding::Nearest, Rounding::Truncate][usize::from(b[0])],
        derivative: [Derivative::Coarse, Derivative::Fine][usize::from(b[1])],
        footprint: [Footprint::Euclid, Footprint::LargestComponent][usize::from(b[2])],
        magnify: [Magnify::UpToZero, Magnify::UpToHalfIfSharper][usize::from(b[3])],
        mip_tie: [MipTie::Larger, MipTie::Smaller][usize::from(b[4])],
    })
}

fn sampler() -> impl Strategy<Value = Sampler> {
    (wrap(), wrap(), any::<bool>(), min_filter(), precision()).prop_map(
        |(wrap_s, wrap_t, linear, min, precision)| Sampler {
            wrap_s,
            wrap_t,
            mag: [Filter::Nearest, Filter::Linear][usize::from(linear)],
            min,
            border: 0x1020_3040,
            precision,
            ..Sampler::default()
        },
    )
}

fn image() -> impl Strategy<Value = Image> {
    image_of(&[Shape::Flat, Shape::Cube, Shape::Volume, Shape::Array])
}

fn image_of(shapes: &'static [Shape]) -> impl Strategy<Value = Image> {
    let shape = proptest::sample::select(shapes);
    (1u32..80, 1u32..80, 1u32..9, shape, any::<bool>()).prop_map(|(w, h, levels, shape, floor)| {
        let minify = [Minify::Floor, Minify::PowerOfTwo][usize::from(floor)];
        let image = Image::new(w, h, levels, shape, minify);
        match shape {
            Shape::Volume | Shape::Array => image.with_layers(h / 2, levels),
            Shape::Flat | Shape::Cube => image,
        }
    })
}

/// Quads of some size and place, or any bits at all.
fn coordinates() -> impl Strategy<Value = [f32; LANES]> {
    let quads = (any::<[i16; 4]>(), 0u32..12, -3i16..3).prop_map(|(at, scale, slope)| {
        std::array::from_fn(|i| {
            let lane = (i & 1) as f32 + (i >> 1 & 1) as f32 * f32::from(slope);
            f32::from(at[i / 4]) / 8192.0 + lane / (1 << scale) as f32
        })
    });
    prop_oneof![
        4 => quads,
        1 => any::<[u32; LANES]>().prop_map(|b| b.map(f32::from_bits)),
    ]
}

/// [`Formula`] in tiles; what is outside a level is never used.
struct Tiles(Image, TileCache<[u32; 16]>);

impl TileSource for Tiles {
    fn plane(&self, face: u32, level: u32) -> u64 {
        (face << 8 | level).into()
    }

    fn tiles(&mut self) -> &mut TileCache<[u32; 16]> {
        &mut self.1
    }

    fn fetch(
        &mut self,
        (face, level): (u32, u32),
        at: TileAt,
        needed: &dyn Fn() -> (u32, u32),
    ) -> Option<&[u32; 16]> {
        let (width, height) = self.0.size(level);
        let (x, y) = needed();
        assert!(x < width && y < height, "{x} {y} of {width} {height}");
        assert_eq!((at.column, at.row), (x >> 2, y >> 2));
        let fill = |tile: &mut [u32; 16]| {
            *tile = std::array::from_fn(|n| {
                let (x, y) = (x & !3 | n as u32 & 3, y & !3 | n as u32 >> 2);
                match x < width && y < height {
                    true => Formula::at(face, level, x, y),
                    false => 0xdead_beef,
                }
            });
            Ok::<(), ()>(())
        };
        self.1.get(at, fill).ok()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn fast_paths_are_bit_equal(
        sampler in sampler(), image in image(), mask: u16,
        s in coordinates(), t in coordinates(), r in coordinates(),
        given in coordinates(), kind in 0usize..4,
    ) {
        let (dx, dy) = ([given, s, t], [t, given, r]);
        let lod = [
            Lod::Implicit,
            Lod::Bias(&given),
            Lod::Absolute(&given),
            Lod::Gradients(&dx, &dy),
        ][kind];
        let fast = sample16(&sampler, &image, &mut Formula(image), [&s, &t, &r], lod, mask);
        let slow = sample16_reference(&sampler, &image, &mut Formula(image), [&s, &t, &r], lod, mask);
        prop_assert_eq!(fast, slow);
        let mut tiles = Tiles(image, TileCache::new(3, [0; 16]));
        let tiled = sample16(&sampler, &image, &mut tiles, [&s, &t, &r], lod, mask);
        prop_assert_eq!(tiled, slow);
        for (i, word) in fast.iter().enumerate() {
            prop_assert!(mask >> i & 1 == 1 || *word == 0);
        }
    }

    /// Floats and bytes mean the same where both can be sampled.
    #[test]
    fn wide_texels_are_as_words(
        sampler in sampler(), mask: u16,
        image in image_of(&[Shape::Flat, Shape::Cube, Shape::Array]),
        s in coordinates(), t in coordinates(), r in coordinates(), given in coordinates(),
    ) {
        struct Floats(Formula);
        impl WideSource for Floats {
            fn texel(&mut self, _: usize, layer: u32, level: u32, x: u32, y: u32) -> [u32; 4] {
                let word = self.0.texel(layer, level, x, y).to_le_bytes();
                word.map(|v| (f32::from(v) / 255.0).to_bits())
            }
        }
        let (lod, mut floats) = (Lod::Bias(&given), Floats(Formula(image)));
        let words = sample16(&sampler, &image, &mut Formula(image), [&s, &t, &r], lod, mask);
        let wide = sample16_wide(&sampler, &image, &mut floats, [&s, &t, &r], lod, mask);
        if takes_fractions(&sampler, &image) {
            let source = &mut Formula(image);
            let fractions = sample16_fractions(&sampler, &image, source, [&s, &t, &r], lod, mask);
            let bits = wide.iter().flatten().zip(fractions.iter().flatten());
            for (wide, fraction) in bits.map(|(w, f)| (f32::from_bits(*w), f32::from_bits(*f))) {
                prop_assert!((wide - fraction).abs() < 4e-7, "{} {}", wide, fraction);
            }
            let source = &mut Tiles(image, TileCache::new(3, [0; 16]));
            let same = sample16_fractions(&sampler, &image, source, [&s, &t, &r], lod, mask);
            prop_assert_eq!(same, fractions);
        }
        for (i, word) in words.iter().enumerate() {
            for (c, byte) in word.to_le_bytes().into_iter().enumerate() {
                // Two roundings, or fractions dropped twice.
                let far = f32::from_bits(wide[c][i]) * 255.0 - f32::from(byte);
                prop_assert!(far.abs() < 2.01, "{} {} {}", i, c, far);
            }
        }
    }

    #[test]
    fn addresses_are_what_nearest_filters_pick(
        wraps in (wrap(), wrap()), mip: bool, image in image(), precision in precision(),
        s in coordinates(), t in coordinates(), r in coordinates(),
    ) {
        let sampler = Sampler {
            wrap_s: wraps.0, wrap_t: wraps.1,
            min: [MinFilter::Nearest, MinFilter::NearestMipNearest][usize::from(mip)],
            border: 0x1020_3040,
            precision,
            ..Sampler::default()
        };
        let words = sample16(&sampler, &image, &mut Formula(image), [&s, &t, &r], Lod::Implicit, !0);
        let addresses = address16(&sampler, &image, [&s, &t, &r], Lod::Implicit);
        for (word, address) in words.into_iter().zip(addresses) {
            prop_assert_eq!(word, match address {
                Address::Border => sampler.border,
                Address::Texel { face, level, x, y } => Formula::at(face, level, x, y),
            });
        }
    }
}

/// A texel of OpenGL ES 2.0, section 3.7.6, by its number in the infinite plane.
fn exact_texel(image: &Image, sampler: &Sampler, level: u32, i: i64, j: i64) -> [f64; 4] {
    let place = |wrap, i: i64, n: i64| match wrap {
        Wrap::Repeat => Some(i.rem_euclid(n)),
        Wrap::Clamp => Some(i.clamp(0, n - 1)),
        Wrap::Mirror => {
            let m = i.rem_euclid(2 * n);
            Some(if m < n { m } else { 2 * n - 1 - m })
        }
        Wrap::Border | Wrap::HalfBorder => (0..n).contains(&i).then_some(i),
        Wrap::MirrorClamp => Some(if i < 0 { -1 - i } else { i }.min(n - 1)),
        Wrap::MirrorBorder | Wrap::MirrorHalfBorder => {
            let m = if i < 0 { -1 - i } else { i };
            (m < n).then_some(m)
        }
    };
    let (w, h) = image.size(level);
    let at = (
        place(sampler.wrap_s, i, w.into()),
        place(sampler.wrap_t, j, h.into()),
    );
    let word = match at {
        (Some(x), Some(y)) => Formula::at(0, level, x as u32, y as u32),
        _ => sampler.border,
    };
    word.to_le_bytes().map(f64::from)
}

/// The coordinate that OpenGL's CLAMP modes leave of one.
fn folded(wrap: Wrap, s: f64) -> f64 {
    match wrap {
        Wrap::HalfBorder => s.clamp(0.0, 1.0),
        Wrap::MirrorHalfBorder => s.clamp(-1.0, 1.0),
        _ => s,
    }
}

fn exact_linear(image: &Image, sampler: &Sampler, level: u32, s: f64, t: f64) -> [f64; 4] {
    let (w, h) = image.size(level);
    let (s, t) = (folded(sampler.wrap_s, s), folded(sampler.wrap_t, t));
    let (u, v) = (s * f64::from(w) - 0.5, t * f64::from(h) - 0.5);
    let (i, j) = (u.floor(), v.floor());
    let (a, b) = (u - i, v - j);
    let at = |dx, dy| exact_texel(image, sampler, level, i as i64 + dx, j as i64 + dy);
    let (p, q, r, s) = (at(0, 0), at(1, 0), at(0, 1), at(1, 1));
    std::array::from_fn(|c| {
        (1.0 - a) * (1.0 - b) * p[c] + a * (1.0 - b) * q[c] + (1.0 - a) * b * r[c] + a * b * s[c]
    })
}

/// Neighbouring texels differ by up to 255 in each direction, a coordinate by up to
/// 2^-8 (rounded down) and a little, and the result is rounded once or twice.
fn near(word: u32, exact: [f64; 4], tolerance: f64) -> Result<(), TestCaseError> {
    for (got, want) in word.to_le_bytes().into_iter().zip(exact) {
        prop_assert!(
            (f64::from(got) - want).abs() <= tolerance,
            "{got} for {want}"
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn bilinear_follows_the_equations(
        wraps in (wrap(), wrap()), w in 1u32..70, h in 1u32..70,
        at in any::<[(i16, i16); LANES]>(),
    ) {
        let image = Image::new(w, h, 1, Shape::Flat, Minify::Floor);
        let sampler = Sampler {
            wrap_s: wraps.0, wrap_t: wraps.1,
            mag: Filter::Linear, min: MinFilter::Linear, border: 0xff00_80ff,
            ..Sampler::default()
        };
        let s = at.map(|(s, _)| f32::from(s) / 10000.0);
        let t = at.map(|(_, t)| f32::from(t) / 10000.0);
        let words = sample16(&sampler, &image, &mut Formula(image), [&s, &t, &s], Lod::Implicit, !0);
        for i in 0..LANES {
            let exact = exact_linear(&image, &sampler, 0, s[i].into(), t[i].into());
            near(words[i], exact, 3.0)?;
        }
    }

    /// Coordinates are odd multiples of 1/128 in images of powers of two, so that every step
    /// of the model is exact, and none is between two texels.
    #[test]
    fn gathers_and_offsets_are_those_of_the_model(
        wraps in (wrap(), wrap()), log_w in 0u32..5, log_h in 0u32..5,
        at in any::<[(i8, i8); LANES]>(), offset in (-8i32..8, -8i32..8), component in 0usize..4,
    ) {
        struct Wide(Image);
        impl WideSource for Wide {
            fn texel(&mut self, _: usize, layer: u32, level: u32, x: u32, y: u32) -> [u32; 4] {
                Formula(self.0).texel(layer, level, x, y).to_le_bytes().map(u32::from)
            }
            fn border(&mut self, _: usize, word: u32) -> [u32; 4] {
                word.to_le_bytes().map(u32::from)
            }
        }
        let (w, h) = (1 << log_w, 1 << log_h);
        let image = Image::new(w, h, 1, Shape::Flat, Minify::Floor);
        let half = |w: Wrap| matches!(w, Wrap::HalfBorder | Wrap::MirrorHalfBorder);
        // An offset after these would leave the half of the border that they allow.
        let offset = match half(wraps.0) || half(wraps.1) {
            true => (0, 0),
            false => offset,
        };
        let sampler = Sampler {
            wrap_s: wraps.0, wrap_t: wraps.1,
            border: 0xff00_80ff,
            offset: [offset.0, offset.1, 0],
            ..Sampler::default()
        };
        let s = at.map(|(s, _)| (2.0 * f32::from(s) + 1.0) / 128.0);
        let t = at.map(|(_, t)| (2.0 * f32::from(t) + 1.0) / 128.0);
        let got = gather16(&sampler, &image, &mut Wide(image), [&s, &t, &s], component, !0);
        let nearest = sample16_wide(&sampler, &image, &mut Wide(image), [&s, &t, &s], Lod::Implicit, !0);
        for lane in 0..LANES {
            let u = folded(wraps.0, s[lane].into()) * f64::from(w);
            let v = folded(wraps.1, t[lane].into()) * f64::from(h);
            let (i, j) = ((u - 0.5).floor() as i64, (v - 0.5).floor() as i64);
            let texel = |i: i64, j: i64| {
                exact_texel(&image, &sampler, 0, i + i64::from(offset.0), j + i64::from(offset.1))
            };
            let want = [texel(i, j + 1), texel(i + 1, j + 1), texel(i + 1, j), texel(i, j)];
            for (got, want) in got.iter().zip(want) {
                prop_assert_eq!(f64::from(got[lane]), want[component]);
            }
            if !half(wraps.0) && !half(wraps.1) {
                let want = texel(u.floor() as i64, v.floor() as i64);
                for c in 0..4 {
                    prop_assert_eq!(f64::from(nearest[c][lane]), want[c]);
                }
            }
        }
    }

    #[test]
    fn trilinear_follows_the_equations(
        log_w in 0u32..7, log_h in 0u32..7, at: [(i16, i16); 4],
        d in (1u16..2000, 1u16..2000, 0u16..2000, 0u16..2000),
    ) {
        let (w, h) = (1 << log_w, 1 << log_h);
        let image = Image::new(w, h, 16, Shape::Flat, Minify::Floor);
        let sampler = Sampler {
            mag: Filter::Linear, min: MinFilter::LinearMipLinear,
            ..Sampler::default()
        };
        let step = [d.0, d.1, d.2, d.3].map(|d| f32::from(d) / 4096.0);
        let lane = |i: usize| ((i & 1) as f32, (i >> 1 & 1) as f32);
        let s: [f32; LANES] = std::array::from_fn(|i| {
            f32::from(at[i / 4].0) / 8192.0 + lane(i).0 * step[0] + lane(i).1 * step[2]
        });
        let t: [f32; LANES] = std::array::from_fn(|i| {
            f32::from(at[i / 4].1) / 8192.0 + lane(i).0 * step[3] + lane(i).1 * step[1]
        });
        let words = sample16(&sampler, &image, &mut Formula(image), [&s, &t, &s], Lod::Implicit, !0);
        for i in 0..LANES {
            let q = i & !3;
            let length = |j: usize| {
                let du = f64::from(s[j] - s[q]) * f64::from(w);
                let dv = f64::from(t[j] - t[q]) * f64::from(h);
                du.hypot(dv)
            };
            let lambda = length(q + 1).max(length(q + 2)).log2();
            let last = image.levels() - 1;
            let exact = if lambda <= 0.0 {
                exact_linear(&image, &sampler, 0, s[i].into(), t[i].into())
            } else {
                let level = (lambda.floor() as u32).min(last);
                let a = exact_linear(&image, &sampler, level, s[i].into(), t[i].into());
                let b = exact_linear(&image, &sampler, (level + 1).min(last), s[i].into(), t[i].into());
                let f = if level == last { 0.0 } else { lambda.fract() };
                std::array::from_fn(|c| (1.0 - f) * a[c] + f * b[c])
            };
            near(words[i], exact, 5.0)?;
        }
    }
}

/// A row of texels 0, 64, 128, 255 in every channel.
struct Ramp;

impl TexelSource for Ramp {
    fn texel(&mut self, _: u32, level: u32, x: u32, _: u32) -> u32 {
        [[0u32, 64, 128, 255], [32, 192, 0, 0], [112, 0, 0, 0]][level as usize][x as usize]
            * 0x0101_0101
    }
}

fn ramp(sampler: &Sampler, levels: u32, s: f32, lod: f32) -> u32 {
    let image = Image::new(4, 1, levels, Shape::Flat, Minify::Floor);
    let lod = [lod; LANES];
    let words = sample16(
        sampler,
        &image,
        &mut Ramp,
        [&[s; LANES], &[0.5; LANES], &[0.0; LANES]],
        Lod::Absolute(&lod),
        !0,
    );
    assert_eq!(words, [words[0]; LANES]);
    words[0] & 0xff
}

#[test]
fn exact_small_cases() {
    let nearest = Sampler::default();
    assert_eq!(ramp(&nearest, 1, 0.0, 0.0), 0);
    assert_eq!(ramp(&nearest, 1, 0.25, 0.0), 64);
    assert_eq!(ramp(&nearest, 1, 0.249_999, 0.0), 0);
    assert_eq!(ramp(&nearest, 1, -0.25, 0.0), 255);
    assert_eq!(ramp(&nearest, 1, 7.5, 0.0), 128);
    assert_eq!(ramp(&nearest, 1, f32::NAN, 0.0), 0);

    let linear = Sampler {
        mag: Filter::Linear,
        min: MinFilter::LinearMipLinear,
        wrap_s: Wrap::Clamp,
        ..nearest
    };
    assert_eq!(ramp(&linear, 1, 0.375, 0.0), 64);
    assert_eq!(ramp(&linear, 1, 0.5, 0.0), 96);
    assert_eq!(ramp(&linear, 1, 0.75, 0.0), 192, "191.5 rounds up");
    assert_eq!(ramp(&linear, 1, -3.0, 0.0), 0);
    assert_eq!(ramp(&linear, 1, f32::INFINITY, 0.0), 255);

    let truncating = Sampler {
        precision: Precision {
            rounding: Rounding::Truncate,
            ..linear.precision
        },
        ..linear
    };
    assert_eq!(ramp(&truncating, 1, 0.75, 0.0), 191);

    let coarse = Sampler {
        precision: Precision {
            fraction_bits: 1,
            ..linear.precision
        },
        ..linear
    };
    assert_eq!(ramp(&coarse, 1, 0.49, 0.0), 64, "weights are 0 or a half");

    assert_eq!(ramp(&linear, 3, 0.25, 1.0), 32);
    assert_eq!(ramp(&linear, 3, 0.25, 1.5), 72);
    assert_eq!(ramp(&linear, 3, 0.25, 2.0), 112);
    assert_eq!(ramp(&linear, 3, 0.25, 9.0), 112);
    assert_eq!(ramp(&linear, 3, 0.25, f32::NAN), 32, "NaN is level 0");

    let border = Sampler {
        wrap_s: Wrap::Border,
        border: 0x6464_6464,
        ..linear
    };
    assert_eq!(ramp(&border, 1, 0.0, 0.0), 50);
    assert_eq!(ramp(&border, 1, -1.0, 0.0), 100);
    assert_eq!(ramp(&border, 1, f32::NEG_INFINITY, 0.0), 100);
}

#[test]
fn sizes_of_levels() {
    let sizes = |minify| {
        let image = Image::new(20, 6, 9, Shape::Flat, minify);
        (0..image.levels())
            .map(|l| image.size(l))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        sizes(Minify::Floor),
        [(20, 6), (10, 3), (5, 1), (2, 1), (1, 1)]
    );
    assert_eq!(
        sizes(Minify::PowerOfTwo),
        [(20, 6), (16, 4), (8, 2), (4, 1), (2, 1), (1, 1)]
    );
    assert_eq!(
        Image::new(0, 0, 0, Shape::Flat, Minify::Floor).size(0),
        (1, 1)
    );
}

#[test]
fn lanes_outside_the_mask_are_not_fetched_but_count_for_derivatives() {
    struct Only(u32);
    impl TexelSource for Only {
        fn texel(&mut self, _: u32, level: u32, x: u32, _: u32) -> u32 {
            assert_eq!((level, x), (1, 0));
            self.0 += 1;
            7
        }
    }
    let image = Image::new(8, 8, 4, Shape::Flat, Minify::Floor);
    let sampler = Sampler {
        min: MinFilter::NearestMipNearest,
        ..Sampler::default()
    };
    let mut s = [0.0; LANES];
    s[1] = 0.25;
    s[3] = 0.25;
    let mut only = Only(0);
    let words = sample16(
        &sampler,
        &image,
        &mut only,
        [&s, &[0.0; 16], &[0.0; 16]],
        Lod::Implicit,
        1,
    );
    assert_eq!((only.0, words[0], words[1]), (1, 7, 0));
}

/// At the corner of a cube's face, three lanes of a quad lie outside and on other
/// faces. The fourth is as far from them as everywhere: one texel.
#[test]
fn lanes_on_other_faces_do_not_blur_the_corner_of_a_cube() {
    struct Level;
    impl TexelSource for Level {
        fn texel(&mut self, _: u32, level: u32, _: u32, _: u32) -> u32 {
            100 + level
        }
    }
    let size = 32;
    let image = Image::new(size, size, 6, Shape::Cube, Minify::Floor);
    let sampler = Sampler {
        min: MinFilter::NearestMipNearest,
        ..Sampler::default()
    };
    let step = 1.0 / size as f32;
    let (inside, outside) = (1.0 - step, 1.0 + step);
    let mut t = [inside; LANES];
    let mut r = [inside; LANES];
    for q in (0..LANES).step_by(4) {
        (t[q], t[q + 1]) = (outside, outside);
        (r[q], r[q + 2]) = (outside, outside);
    }
    let s = [1.0; LANES];
    let last = 0b1000_1000_1000_1000;
    let out = sample16(
        &sampler,
        &image,
        &mut Level,
        [&s, &t, &r],
        Lod::Bias(&[0.0; LANES]),
        last,
    );
    assert_eq!(out[3], 100);
}
