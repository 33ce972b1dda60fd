//! Blending and logic operations.

use half::f16;
use tilescope_tables::packet::Field;

use super::color::Colors;
use crate::chips::Chip;
use crate::features::Feature;
use crate::regs::enums::{BlendEq, BlendFunc, LogicOp};
use crate::regs::pe::{
    alpha_blend_color, alpha_color_ext0, alpha_color_ext1, alpha_config,
    halti5_rt_alpha_color_ext0, halti5_rt_alpha_color_ext1, halti5_rt_alpha_config,
};
use crate::state::State;

/// Blend factors and equations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// Source factor, destination factor and equation of colour.
    color: (BlendFunc, BlendFunc, BlendEq),
    /// Source factor, destination factor and equation of alpha.
    alpha: (BlendFunc, BlendFunc, BlendEq),
    /// The constant colour.
    constant: [f32; 4],
}

impl Blend {
    /// Blending of all targets, or of target 0 with HALTI5; `None` if it is off or
    /// replaced by a logic operation.
    pub(super) fn of_all(state: &State, chip: &Chip, logic: Option<LogicOp>) -> Option<Blend> {
        let byte = |field: u32| field as f32 / 255.0;
        let constant = match chip.features.has(Feature::HalfFloat) {
            true => halves(state, alpha_color_ext0::AT, alpha_color_ext1::AT),
            false => {
                let word = state.optional(alpha_blend_color::AT);
                [
                    byte(alpha_blend_color::R.of(word)),
                    byte(alpha_blend_color::G.of(word)),
                    byte(alpha_blend_color::B.of(word)),
                    byte(alpha_blend_color::A.of(word)),
                ]
            }
        };
        let blend = Blend::new(state.word(alpha_config::AT), constant, logic);
        if blend.is_some_and(|blend| blend.uses_constant()) {
            match chip.features.has(Feature::HalfFloat) {
                true => [alpha_color_ext0::AT, alpha_color_ext1::AT].map(|at| state.need(at)),
                false => [alpha_blend_color::AT; 2].map(|at| state.need(at)),
            };
        }
        blend
    }

    /// Whether a factor uses the constant colour.
    fn uses_constant(&self) -> bool {
        let (a, b, _) = self.color;
        let (c, d, _) = self.alpha;
        [a, b, c, d].iter().any(|func| {
            matches!(
                func,
                BlendFunc::ConstantAlpha
                    | BlendFunc::OneMinusConstantAlpha
                    | BlendFunc::ConstantColor
                    | BlendFunc::OneMinusConstantColor
            )
        })
    }

    /// Blending of target `n` >= 1 on chips with HALTI5.
    pub(super) fn of_target(state: &State, n: u32, logic: Option<LogicOp>) -> Option<Blend> {
        let at = 4 * (n - 1);
        let constant = halves(
            state,
            halti5_rt_alpha_color_ext0::AT + at,
            halti5_rt_alpha_color_ext1::AT + at,
        );
        Blend::new(state.word(halti5_rt_alpha_config::AT + at), constant, logic)
    }

    fn new(word: u32, constant: [f32; 4], logic: Option<LogicOp>) -> Option<Blend> {
        if alpha_config::BLEND_ENABLE_COLOR.of(word) == 0 || logic.is_some() {
            return None;
        }
        let color = (
            BlendFunc::from_bits(alpha_config::SRC_FUNC_COLOR.of(word) as u8),
            BlendFunc::from_bits(alpha_config::DST_FUNC_COLOR.of(word) as u8),
            BlendEq::from_bits(alpha_config::EQ_COLOR.of(word) as u8),
        );
        let alpha = match alpha_config::BLEND_SEPARATE_ALPHA.of(word) {
            0 => color,
            _ => (
                BlendFunc::from_bits(alpha_config::SRC_FUNC_ALPHA.of(word) as u8),
                BlendFunc::from_bits(alpha_config::DST_FUNC_ALPHA.of(word) as u8),
                BlendEq::from_bits(alpha_config::EQ_ALPHA.of(word) as u8),
            ),
        };
        Some(Blend {
            color,
            alpha,
            constant,
        })
    }

    /// Blends new and stored colours.
    #[inline(always)]
    pub(super) fn apply(&self, new: &Colors, stored: &Colors) -> Colors {
        let mut out = [[0.0; 16]; 4];
        for (i, out) in out.iter_mut().enumerate() {
            let (source, target, equation) = if i == 3 { self.alpha } else { self.color };
            let s = self.factor(source, i, new, stored);
            let d = self.factor(target, i, new, stored);
            let (n, o) = (&new[i], &stored[i]);
            macro_rules! each {
                (|$l:ident| $value:expr) => {
                    for $l in 0..16 {
                        out[$l] = $value;
                    }
                };
            }
            match equation {
                BlendEq::Add | BlendEq::Unknown(_) => each!(|l| n[l] * s[l] + o[l] * d[l]),
                BlendEq::Subtract => each!(|l| n[l] * s[l] - o[l] * d[l]),
                BlendEq::ReverseSubtract => each!(|l| o[l] * d[l] - n[l] * s[l]),
                BlendEq::Min => each!(|l| n[l].min(o[l])),
                BlendEq::Max => each!(|l| n[l].max(o[l])),
            }
        }
        out
    }

    #[inline(always)]
    fn factor(&self, func: BlendFunc, i: usize, new: &Colors, stored: &Colors) -> [f32; 16] {
        match func {
            BlendFunc::Zero | BlendFunc::Unknown(_) => [0.0; 16],
            BlendFunc::One => [1.0; 16],
            BlendFunc::SrcColor => new[i],
            BlendFunc::OneMinusSrcColor => less(&new[i]),
            BlendFunc::SrcAlpha => new[3],
            BlendFunc::OneMinusSrcAlpha => less(&new[3]),
            BlendFunc::DstAlpha => stored[3],
            BlendFunc::OneMinusDstAlpha => less(&stored[3]),
            BlendFunc::DstColor => stored[i],
            BlendFunc::OneMinusDstColor => less(&stored[i]),
            BlendFunc::SrcAlphaSaturate if i == 3 => [1.0; 16],
            BlendFunc::SrcAlphaSaturate => {
                std::array::from_fn(|l| new[3][l].min(1.0 - stored[3][l]))
            }
            BlendFunc::ConstantAlpha => [self.constant[3]; 16],
            BlendFunc::OneMinusConstantAlpha => [1.0 - self.constant[3]; 16],
            BlendFunc::ConstantColor => [self.constant[i]; 16],
            BlendFunc::OneMinusConstantColor => [1.0 - self.constant[i]; 16],
        }
    }
}

/// The constant colour from two registers of binary16 pairs.
///
/// Mesa writes red and blue in the opposite order to the names in the database,
/// with correct results.
fn halves(state: &State, low: u32, high: u32) -> [f32; 4] {
    let half = |at, field: &Field| f16::from_bits(field.of(state.optional(at)) as u16).to_f32();
    [
        half(low, &alpha_color_ext0::B),
        half(low, &alpha_color_ext0::G),
        half(high, &alpha_color_ext1::R),
        half(high, &alpha_color_ext1::A),
    ]
}

#[inline(always)]
fn less(v: &[f32; 16]) -> [f32; 16] {
    let mut out = [0.0; 16];
    for lane in 0..16 {
        out[lane] = 1.0 - v[lane];
    }
    out
}

/// The logic operation on new pixel `s` and stored pixel `d`.
#[inline(always)]
pub(super) fn logic(op: LogicOp, s: u32, d: u32) -> u32 {
    match op {
        LogicOp::Clear => 0,
        LogicOp::Nor => !(s | d),
        LogicOp::AndInverted => !s & d,
        LogicOp::CopyInverted => !s,
        LogicOp::AndReverse => s & !d,
        LogicOp::Invert => !d,
        LogicOp::Xor => s ^ d,
        LogicOp::Nand => !(s & d),
        LogicOp::And => s & d,
        LogicOp::Equiv => !(s ^ d),
        LogicOp::Noop => d,
        LogicOp::OrInverted => !s | d,
        LogicOp::Copy | LogicOp::Unknown(_) => s,
        LogicOp::OrReverse => s | !d,
        LogicOp::Or => s | d,
        LogicOp::Set => u32::MAX,
    }
}
