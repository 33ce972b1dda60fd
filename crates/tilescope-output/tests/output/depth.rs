//! Depth and stencil against the wording of OpenGL ES 2.0, section 4.1.

use proptest::prelude::*;
use tilescope_output::depth::z24;
use tilescope_output::{
    CompareFunc, DepthRounding, DepthStencil, DepthTest, StencilFace, StencilOp,
};

const OPS: [StencilOp; 8] = [
    StencilOp::Keep,
    StencilOp::Zero,
    StencilOp::Replace,
    StencilOp::IncrementClamp,
    StencilOp::DecrementClamp,
    StencilOp::Invert,
    StencilOp::IncrementWrap,
    StencilOp::DecrementWrap,
];

fn op() -> impl Strategy<Value = StencilOp> {
    (0..8usize).prop_map(|i| OPS[i])
}

fn func() -> impl Strategy<Value = CompareFunc> {
    (0..8u32).prop_map(CompareFunc::from_bits)
}

/// Values that meet each other often.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![Just(0), Just(1), Just(254), Just(255), any::<u8>()]
}

fn word() -> impl Strategy<Value = u32> {
    let z = prop_oneof![
        Just(0),
        Just(1),
        Just(0xff_ffff),
        Just(0x80_0000),
        0..0x100_0000u32
    ];
    (z, byte()).prop_map(|(z, s)| z << 8 | u32::from(s))
}

pub fn state() -> impl Strategy<Value = DepthStencil> {
    let depth = (func(), any::<bool>()).prop_map(|(func, write)| DepthTest { func, write });
    let stencil = (func(), byte(), byte(), byte(), op(), op(), op()).prop_map(
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
    (prop::option::of(depth), prop::option::of(stencil))
        .prop_map(|(depth, stencil)| DepthStencil { depth, stencil })
}

/// By bits: less, equal, greater, as the 3-bit encoding happens to be built.
fn passes(bits: u32, incoming: u32, stored: u32) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let bit = match incoming.cmp(&stored) {
        Less => 0,
        Equal => 1,
        Greater => 2,
    };
    bits >> bit & 1 == 1
}

#[test]
fn functions_are_unions_of_less_equal_greater() {
    for bits in 0..8 {
        for (incoming, stored) in [(0, 0), (0, 1), (1, 0), (7, 7), (0xff_ffff, 3)] {
            assert_eq!(
                CompareFunc::from_bits(bits).passes(incoming, stored),
                passes(bits, incoming, stored)
            );
        }
    }
}

#[test]
fn operations_by_wide_arithmetic() {
    for op in OPS {
        for stored in 0..=255u8 {
            for reference in [0u8, 1, 77, 255] {
                let s = i32::from(stored);
                let expected = match op {
                    StencilOp::Keep => s,
                    StencilOp::Zero => 0,
                    StencilOp::Replace => i32::from(reference),
                    StencilOp::IncrementClamp => (s + 1).min(255),
                    StencilOp::DecrementClamp => (s - 1).max(0),
                    StencilOp::Invert => 255 - s,
                    StencilOp::IncrementWrap => (s + 1) % 256,
                    StencilOp::DecrementWrap => (s + 255) % 256,
                };
                assert_eq!(i32::from(op.apply(stored, reference)), expected, "{op:?}");
            }
        }
    }
}

proptest! {
    #[test]
    fn a_sample_by_the_specification(state in state(), stored in word(), incoming in word()) {
        let z = incoming >> 8;
        let (old_z, old_s) = (stored >> 8, (stored & 0xff) as u8);
        let stencil_passes = state.stencil.is_none_or(|s|
            s.func.passes(u32::from(s.reference & s.read_mask), u32::from(old_s & s.read_mask)));
        let depth_passes = state.depth.is_none_or(|d| d.func.passes(z, old_z));
        let mut expected_s = old_s;
        if let Some(s) = state.stencil {
            let op = if !stencil_passes { s.fail } else if !depth_passes { s.depth_fail } else { s.pass };
            let new = op.apply(old_s, s.reference);
            for bit in 0..8 {
                if s.write_mask >> bit & 1 == 1 {
                    expected_s = expected_s & !(1 << bit) | new & 1 << bit;
                }
            }
        }
        let survives = stencil_passes && depth_passes;
        let writes = survives && state.depth.is_some_and(|d| d.write);
        let expected_z = if writes { z } else { old_z };
        // Bits above 24 of the incoming depth do not count.
        prop_assert_eq!(
            state.sample(stored, z | 0xab00_0000),
            (expected_z << 8 | u32::from(expected_s), survives)
        );
    }

    #[test]
    fn lanes_are_samples(
        state in state(), stored in prop::array::uniform16(word()),
        z in prop::array::uniform16(any::<u32>()), same in any::<u16>(), mask in any::<u16>()
    ) {
        let z: [u32; 16] = std::array::from_fn(|i| if same >> i & 1 == 1 { stored[i] >> 8 } else { z[i] });
        let mut words = stored;
        let survive = state.lanes(&mut words, &z, mask);
        for i in 0..16 {
            let live = mask >> i & 1 == 1;
            let (word, passes) = state.sample(stored[i], z[i]);
            prop_assert_eq!(words[i], if live { word } else { stored[i] });
            prop_assert_eq!(survive >> i & 1 == 1, live && passes);
        }
    }

    #[test]
    fn depths_are_ordered_and_inside(a in any::<u32>(), b in any::<u32>()) {
        let (a, b) = (f32::from_bits(a), f32::from_bits(b));
        for rounding in [DepthRounding::Truncate, DepthRounding::Nearest] {
            prop_assert!(z24(a, 0.0, rounding) <= 0xff_ffff);
            if a <= b {
                prop_assert!(z24(a, 0.0, rounding) <= z24(b, 0.0, rounding));
            }
        }
    }
}

#[test]
fn depths_at_the_ends() {
    for rounding in [DepthRounding::Truncate, DepthRounding::Nearest] {
        assert_eq!(z24(0.0, 0.0, rounding), 0);
        assert_eq!(z24(1.0, 0.0, rounding), 0xff_ffff);
        assert_eq!(z24(-3.0, 0.0, rounding), 0);
        assert_eq!(z24(f32::INFINITY, 0.0, rounding), 0xff_ffff);
        assert_eq!(z24(f32::NAN, 0.0, rounding), 0);
    }
    // 0.5 * 0xffffff = 8388607.5
    assert_eq!(z24(0.5, 0.0, DepthRounding::Truncate), 0x7f_ffff);
    assert_eq!(z24(0.5, 0.0, DepthRounding::Nearest), 0x80_0000);
}

/// OpenGL ES 2.0, 3.5.2: a unit is "guaranteed to produce a resolvable offset".
#[test]
fn a_unit_moves_every_depth_by_a_step() {
    for rounding in [DepthRounding::Truncate, DepthRounding::Nearest] {
        for i in 1..100_000 {
            let depth = (i as f32 * 0.618_034).fract().clamp(1e-6, 1.0 - 1e-6);
            let z = z24(depth, 0.0, rounding);
            assert_eq!(z24(depth, 1.0, rounding), z + 1, "{depth}");
            assert_eq!(z24(depth, -1.0, rounding), z - 1, "{depth}");
        }
        assert_eq!(z24(0.5, 1e30, rounding), 0xff_ffff);
        assert_eq!(z24(0.5, -1e30, rounding), 0);
        assert_eq!(z24(0.5, f64::NAN, rounding), 0);
    }
}
