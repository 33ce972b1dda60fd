//! Random blend states.

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_output::{Blend, BlendEquation, BlendFactor, BlendPart};

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
