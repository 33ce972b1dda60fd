//! Random blend states, and products of colours as blend states.

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_output::{Blend, BlendEquation, BlendFactor, BlendPart, Colors};

fn part() -> impl Strategy<Value = BlendPart> {
    let factor = || select(&BlendFactor::ALL[..]);
    let equation = select(&BlendEquation::ALL[..]);
    (factor(), factor(), equation).prop_map(|(new, stored, equation)| BlendPart {
        new,
        stored,
        equation,
    })
}

/// Any factors and equations, with channels of the constant from `constant`.
pub fn blend(constant: impl Strategy<Value = f32>) -> impl Strategy<Value = Blend> {
    let constant = prop::array::uniform4(constant);
    (part(), part(), constant).prop_map(|(color, alpha, constant)| Blend {
        color,
        alpha,
        constant,
    })
}

/// The first component of the blend of 0.75 over 0.25, with alphas of 0.5 and 0.625.
fn blended(color: BlendPart) -> f32 {
    let alpha = BlendPart::REPLACE;
    let blend = Blend {
        color,
        alpha,
        constant: [0.125; 4],
    };
    let colors =
        |color: f32, alpha: f32| -> Colors { [[color; 16], [0.0; 16], [0.0; 16], [alpha; 16]] };
    let second = colors(0.875, 0.375);
    blend.apply(&colors(0.75, 0.5), &second, &colors(0.25, 0.625))[0][0]
}

#[test]
fn products_are_sums_of_both_colours() {
    let mut known = 0;
    let vectors = (0..9).map(|n| [n / 3 - 1, n % 3 - 1]);
    for (a, b) in vectors
        .clone()
        .flat_map(|a| vectors.clone().map(move |b| (a, b)))
    {
        for factor in BlendFactor::ALL {
            let Some(part) = BlendPart::of_product(a, b, factor) else {
                continue;
            };
            known += 1;
            let value = |v: [i32; 2]| v[0] as f32 * 0.75 + v[1] as f32 * 0.25;
            let scaled = blended(BlendPart {
                new: factor,
                ..BlendPart::REPLACE
            });
            let want = value(a) + value(b) * (scaled / 0.75);
            let found = blended(part);
            assert!(
                (found - want).abs() < 1e-6,
                "{a:?} {b:?} {factor:?}: {found}, {want}"
            );
        }
    }
    assert_eq!(known, 766);
}

#[test]
fn inverses_are_one_minus_a_factor() {
    for factor in BlendFactor::ALL {
        let new = |new| {
            blended(BlendPart {
                new,
                ..BlendPart::REPLACE
            })
        };
        let Some(inverse) = factor.inverse() else {
            assert_eq!(factor, BlendFactor::NewAlphaSaturate);
            continue;
        };
        assert_eq!(new(factor) + new(inverse), 0.75, "{factor:?}");
        assert_eq!(inverse.inverse(), Some(factor));
    }
}
