//! Tests before the shader against tests after it, a fragment at a time.

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_draw::early::{ShaderEffects, TestOrder, rejecting, test_order};
use tilescope_output::{
    CompareFunc, DepthBits, DepthConfig, DepthFormat, DepthRounding, DepthStencil, DepthTest,
    StencilFace, StencilOp,
};

/// A fragment of the only pixel.
#[derive(Clone, Copy, Debug)]
struct Fragment {
    front: bool,
    z: u8,
    /// The shader discards it, if it discards at all.
    discarded: bool,
    color: u8,
}

/// A pixel, and the fragments whose shader stored to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pixel {
    depth: u8,
    stencil: u8,
    color: u8,
    stored: Vec<u8>,
}

fn compare(func: CompareFunc, new: u8, stored: u8) -> bool {
    match func {
        CompareFunc::Never => false,
        CompareFunc::Less => new < stored,
        CompareFunc::Equal => new == stored,
        CompareFunc::LessEqual => new <= stored,
        CompareFunc::Greater => new > stored,
        CompareFunc::NotEqual => new != stored,
        CompareFunc::GreaterEqual => new >= stored,
        CompareFunc::Always => true,
    }
}

impl Pixel {
    fn test(&mut self, config: &DepthConfig, f: &Fragment) -> bool {
        let test = &config.tests[usize::from(!f.front)];
        if let Some((low, high)) = config.bounds
            && !(low..=high).contains(&f32::from(self.depth))
        {
            return false;
        }
        let stencil = test.stencil.as_ref();
        let passes = stencil.is_none_or(|s| {
            compare(
                s.func,
                s.reference & s.read_mask,
                self.stencil & s.read_mask,
            )
        });
        let nearer = test.depth.is_none_or(|d| compare(d.func, f.z, self.depth));
        if let Some(s) = stencil {
            let op = match (passes, nearer) {
                (false, _) => s.fail,
                (true, false) => s.depth_fail,
                (true, true) => s.pass,
            };
            let new = op.apply(self.stencil, s.reference);
            self.stencil = self.stencil & !s.write_mask | new & s.write_mask;
        }
        if passes && nearer && test.depth.is_some_and(|d| d.write) {
            self.depth = f.z;
        }
        passes && nearer
    }
}

/// Draws a group of fragments: all tests before any shader, where there are such.
fn draw(
    config: &DepthConfig,
    effects: ShaderEffects,
    order: TestOrder,
    group: &[Fragment],
) -> Pixel {
    let mut pixel = Pixel {
        depth: 4,
        stencil: 1,
        color: 0,
        stored: Vec::new(),
    };
    let before = match order {
        TestOrder::Late => vec![true; group.len()],
        TestOrder::Early => group.iter().map(|f| pixel.test(config, f)).collect(),
        TestOrder::Twice => {
            let quiet = rejecting(config);
            group.iter().map(|f| pixel.test(&quiet, f)).collect()
        }
    };
    for (f, _) in group.iter().zip(before).filter(|(_, passed)| *passed) {
        if effects.memory {
            pixel.stored.push(f.color);
        }
        if effects.discards && f.discarded {
            continue;
        }
        let mut late = *f;
        if effects.depth {
            late.z = f.color % 8;
        }
        if order == TestOrder::Early || pixel.test(config, &late) {
            pixel.color = f.color;
        }
    }
    pixel
}

fn func() -> impl Strategy<Value = CompareFunc> {
    (0..8u32).prop_map(CompareFunc::from_bits)
}

fn test() -> impl Strategy<Value = DepthStencil> {
    let op = || {
        prop_oneof![
            2 => Just(StencilOp::Keep),
            1 => select(vec![StencilOp::Replace, StencilOp::IncrementWrap, StencilOp::Invert])
        ]
    };
    let mask = || select(vec![0u8, 1, 3, 255]);
    let stencil = (func(), 0..4u8, mask(), mask(), op(), op(), op()).prop_map(
        |(func, reference, read_mask, write_mask, fail, depth_fail, pass)| StencilFace {
            func,
            reference,
            read_mask,
            write_mask,
            fail,
            depth_fail,
            pass,
        },
    );
    let depth = (func(), any::<bool>()).prop_map(|(func, write)| DepthTest { func, write });
    (
        prop::option::of(depth),
        prop::option::weighted(0.3, stencil),
    )
        .prop_map(|(depth, stencil)| DepthStencil { depth, stencil })
}

fn config() -> impl Strategy<Value = DepthConfig> {
    let tests = prop_oneof![
        test().prop_map(|t| [t; 2]),
        (test(), test()).prop_map(|(a, b)| [a, b])
    ];
    let bounds = prop::option::weighted(0.2, (0..5u8, 3..9u8));
    (tests, bounds).prop_map(|(tests, bounds)| DepthConfig {
        format: DepthFormat::D24S8(DepthBits::High),
        separate_stencil: false,
        tests,
        range: (0.0, 1.0),
        largest: 16_777_215.0,
        rounding: DepthRounding::Nearest,
        bounds: bounds.map(|(low, high)| (low.into(), high.into())),
    })
}

fn effects() -> impl Strategy<Value = ShaderEffects> {
    (
        prop::bool::weighted(0.1),
        any::<bool>(),
        prop::bool::weighted(0.1),
    )
        .prop_map(|(depth, discards, memory)| ShaderEffects {
            depth,
            discards,
            memory,
        })
}

fn fragments() -> impl Strategy<Value = Vec<Fragment>> {
    let one = (any::<bool>(), 0..8u8, any::<bool>(), 1..=255u8);
    let one = one.prop_map(|(front, z, discarded, color)| Fragment {
        front,
        z,
        discarded,
        color,
    });
    prop::collection::vec(one, 0..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn early_tests_cannot_be_seen(config in config(), effects in effects(), group in fragments()) {
        let order = test_order(effects, &config);
        let late = draw(&config, effects, TestOrder::Late, &group);
        prop_assert_eq!(draw(&config, effects, order, &group), late);
    }
}

/// Orders are not all late.
#[test]
fn common_states_are_tested_early() {
    let less = DepthStencil {
        depth: Some(DepthTest {
            func: CompareFunc::Less,
            write: true,
        }),
        stencil: None,
    };
    let config = DepthConfig {
        format: DepthFormat::D16,
        separate_stencil: false,
        tests: [less; 2],
        range: (0.0, 1.0),
        largest: 65_535.0,
        rounding: DepthRounding::Nearest,
        bounds: None,
    };
    let plain = ShaderEffects::default();
    let discards = ShaderEffects {
        discards: true,
        ..plain
    };
    let depth = ShaderEffects {
        depth: true,
        ..plain
    };
    assert_eq!(test_order(plain, &config), TestOrder::Early);
    assert_eq!(test_order(discards, &config), TestOrder::Twice);
    assert_eq!(test_order(depth, &config), TestOrder::Late);
}
