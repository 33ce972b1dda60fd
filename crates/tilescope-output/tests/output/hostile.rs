//! State and fragments of any bits: nothing panics.

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_output::alpha::sample_coverage;
use tilescope_output::{
    AlphaPrecision, AlphaTest, AlphaToCoverage, Area, ColorConfig, ColorTarget, CompareFunc,
    DepthBits, DepthConfig, DepthFormat, DepthRounding, DepthState, Dither, Fragments,
    IntegerRange, LogicOp, Merger, Sources,
};
use tilescope_pixel::format::TABLE;
use tilescope_raster::Rect;

use crate::blending::blend;
use crate::depth::state;
use crate::lanes::Noise;
use crate::memory::{Frame, Memory, Order};

fn float() -> impl Strategy<Value = f32> {
    any::<u32>().prop_map(f32::from_bits)
}

fn color() -> impl Strategy<Value = ColorConfig> {
    let blend = blend(float());
    let logic = prop::option::of(select(&LogicOp::ALL[..]));
    let flags = any::<[bool; 4]>();
    (
        0..TABLE.len(),
        any::<u32>(),
        flags,
        prop::option::of(blend),
        logic,
    )
        .prop_map(
            |(format, components, [overwrites, srgb, clamps, saturates], blend, logic)| {
                ColorConfig {
                    format: TABLE[format].format,
                    components,
                    overwrites,
                    srgb,
                    clamps,
                    integers: match saturates {
                        true => IntegerRange::Saturate,
                        false => IntegerRange::Wrap,
                    },
                    blend,
                    logic,
                }
            },
        )
}

fn depth() -> impl Strategy<Value = DepthConfig> {
    let formats = vec![
        DepthFormat::D16,
        DepthFormat::D24S8(DepthBits::High),
        DepthFormat::D24X8(DepthBits::Low),
        DepthFormat::D32F,
        DepthFormat::D32FS8,
        DepthFormat::S8,
    ];
    let bounds = prop::option::of((float(), float()));
    (
        select(formats),
        any::<bool>(),
        state(),
        (float(), float()),
        float(),
        bounds,
    )
        .prop_map(
            |(format, separate_stencil, test, range, largest, bounds)| DepthConfig {
                format,
                separate_stencil,
                tests: [test; 2],
                range,
                largest,
                rounding: DepthRounding::Nearest,
                bounds,
            },
        )
}

fn fragments() -> impl Strategy<Value = Fragments> {
    let words = || prop::array::uniform16(any::<u32>());
    let reference = prop::option::of(prop::array::uniform16(any::<u8>()));
    (
        words(),
        words(),
        words(),
        any::<(u16, u16, u32)>(),
        reference,
    )
        .prop_map(|(x, y, z, (mask, front, sample), reference)| Fragments {
            x,
            y,
            // Mostly a sample that there is.
            sample: if mask & 7 == 0 { sample } else { sample & 3 },
            mask,
            front,
            z: z.map(f32::from_bits),
            reference,
            tile: mask & 8 != 0,
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn any_state_draws(
        colors in prop::collection::vec(color(), 0..10),
        depth in prop::option::of(depth()),
        alpha in prop::option::of((0..8u32, float())),
        dither in prop::option::of((any::<u8>(), float())),
        samples: u32, x: u32, y: u32, rect: [i32; 4],
        draws in prop::collection::vec((fragments(), any::<u64>()), 1..4),
        absent: bool,
    ) {
        let merger = Merger {
            samples: if x & 7 == 0 { samples } else { 4 },
            colors: colors.iter().map(ColorTarget::new).collect(),
            depth: depth.as_ref().map(DepthState::new),
            alpha: alpha.map(|(func, reference)| AlphaTest {
                func: CompareFunc::from_bits(func),
                reference,
                precision: AlphaPrecision::Half,
            }),
            alpha_to_one: false,
            dither: dither.map(|(bits, add)| Dither::new(bits, |_, _| add)),
        };
        let count = merger.samples.clamp(1, 16) as usize;
        let mut buffers = Frame::default();
        if !absent {
            let bytes = depth.map_or(1, |d| d.format.bytes());
            buffers.depth = Some(Memory::new(bytes, count, Order::Mixed));
            buffers.stencil = Some(Memory::new(1, count, Order::None));
            let targets = merger.colors.iter().map(|c| c.as_ref().map_or(1, |c| c.pixel().bytes));
            buffers.colors = targets.map(|b| Memory::new(b, count, Order::Ascending)).collect();
        }
        let mut area = Area::new();
        area.place(x, y);
        area.anticipate(Rect { x0: rect[0], y0: rect[1], x1: rect[2], y1: rect[3] });
        for (f, seed) in &draws {
            let bits = Noise::new(*seed).integers();
            let others = Noise::new(!*seed).integers();
            let sources = &Sources::two(&bits, &others);
            let mut bound = area.bind(&merger);
            let passed = bound.draw(f, sources, &mut buffers).unwrap();
            prop_assert_eq!(passed & !f.mask, 0);
            for n in 0..colors.len() + 1 {
                bound.color(n, f, sources, &mut buffers).unwrap();
                let words = bound.load_words(n, f, &mut buffers).unwrap();
                bound.store_words(n, f, &words);
                bound.load(n, f, &mut buffers).unwrap();
            }
        }
        area.store(&mut buffers).unwrap();
        area.discard();
    }

    #[test]
    fn any_coverage(samples: u8, order: [u8; 16], value in float(), dithers: bool, x: u32, y: u32) {
        let to_coverage = AlphaToCoverage {
            samples,
            order,
            dither: dithers.then(|| Dither::new(samples, |_, _| value)),
        };
        to_coverage.lanes(&[value; 16], &[x; 16], &[y; 16]);
        sample_coverage(value, dithers, samples, &order);
    }
}
