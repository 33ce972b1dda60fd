//! Blending and logic operations, decoded from registers.

use half::f16;
use tilescope_output::{Blend, BlendEquation, BlendFactor, BlendPart, LogicOp};
use tilescope_tables::packet::Field;

use crate::chips::Chip;
use crate::features::Feature;
use crate::regs::enums::{self, BlendEq, BlendFunc};
use crate::regs::pe::{
    alpha_blend_color, alpha_color_ext0, alpha_color_ext1, alpha_config,
    halti5_rt_alpha_color_ext0, halti5_rt_alpha_color_ext1, halti5_rt_alpha_config, logic_op,
};
use crate::state::State;

/// The logic operation; `None` if it is off.
pub(super) fn logic(state: &State, chip: &Chip) -> Option<LogicOp> {
    let op = enums::LogicOp::from_bits(state.field(logic_op::AT, &logic_op::OP) as u8);
    let op = match op {
        enums::LogicOp::Clear => LogicOp::Clear,
        enums::LogicOp::Nor => LogicOp::Nor,
        enums::LogicOp::AndInverted => LogicOp::AndInverted,
        enums::LogicOp::CopyInverted => LogicOp::CopyInverted,
        enums::LogicOp::AndReverse => LogicOp::AndReverse,
        enums::LogicOp::Invert => LogicOp::Invert,
        enums::LogicOp::Xor => LogicOp::Xor,
        enums::LogicOp::Nand => LogicOp::Nand,
        enums::LogicOp::And => LogicOp::And,
        enums::LogicOp::Equiv => LogicOp::Equiv,
        enums::LogicOp::Noop => LogicOp::Noop,
        enums::LogicOp::OrInverted => LogicOp::OrInverted,
        enums::LogicOp::Copy | enums::LogicOp::Unknown(_) => return None,
        enums::LogicOp::OrReverse => LogicOp::OrReverse,
        enums::LogicOp::Or => LogicOp::Or,
        enums::LogicOp::Set => LogicOp::Set,
    };
    chip.features.has(Feature::LogicOp).then_some(op)
}

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
    let blend = blend(state.word(alpha_config::AT), constant, logic);
    if blend.is_some_and(|blend| blend.uses_constant()) {
        match chip.features.has(Feature::HalfFloat) {
            true => [alpha_color_ext0::AT, alpha_color_ext1::AT].map(|at| state.need(at)),
            false => [alpha_blend_color::AT; 2].map(|at| state.need(at)),
        };
    }
    blend
}

/// Blending of target `n` >= 1 on chips with HALTI5.
pub(super) fn of_target(state: &State, n: u32, logic: Option<LogicOp>) -> Option<Blend> {
    let at = 4 * (n - 1);
    let constant = halves(
        state,
        halti5_rt_alpha_color_ext0::AT + at,
        halti5_rt_alpha_color_ext1::AT + at,
    );
    blend(state.word(halti5_rt_alpha_config::AT + at), constant, logic)
}

fn blend(word: u32, constant: [f32; 4], logic: Option<LogicOp>) -> Option<Blend> {
    if alpha_config::BLEND_ENABLE_COLOR.of(word) == 0 || logic.is_some() {
        return None;
    }
    let color = part(
        alpha_config::SRC_FUNC_COLOR.of(word),
        alpha_config::DST_FUNC_COLOR.of(word),
        alpha_config::EQ_COLOR.of(word),
    );
    let alpha = match alpha_config::BLEND_SEPARATE_ALPHA.of(word) {
        0 => color,
        _ => part(
            alpha_config::SRC_FUNC_ALPHA.of(word),
            alpha_config::DST_FUNC_ALPHA.of(word),
            alpha_config::EQ_ALPHA.of(word),
        ),
    };
    Some(Blend {
        color,
        alpha,
        constant,
    })
}

fn part(new: u32, stored: u32, equation: u32) -> BlendPart {
    BlendPart {
        new: factor(new),
        stored: factor(stored),
        equation: match BlendEq::from_bits(equation as u8) {
            BlendEq::Add | BlendEq::Unknown(_) => BlendEquation::Add,
            BlendEq::Subtract => BlendEquation::Subtract,
            BlendEq::ReverseSubtract => BlendEquation::ReverseSubtract,
            BlendEq::Min => BlendEquation::Min,
            BlendEq::Max => BlendEquation::Max,
        },
    }
}

fn factor(bits: u32) -> BlendFactor {
    match BlendFunc::from_bits(bits as u8) {
        BlendFunc::Zero | BlendFunc::Unknown(_) => BlendFactor::Zero,
        BlendFunc::One => BlendFactor::One,
        BlendFunc::SrcColor => BlendFactor::NewColor,
        BlendFunc::OneMinusSrcColor => BlendFactor::OneMinusNewColor,
        BlendFunc::SrcAlpha => BlendFactor::NewAlpha,
        BlendFunc::OneMinusSrcAlpha => BlendFactor::OneMinusNewAlpha,
        BlendFunc::DstAlpha => BlendFactor::StoredAlpha,
        BlendFunc::OneMinusDstAlpha => BlendFactor::OneMinusStoredAlpha,
        BlendFunc::DstColor => BlendFactor::StoredColor,
        BlendFunc::OneMinusDstColor => BlendFactor::OneMinusStoredColor,
        BlendFunc::SrcAlphaSaturate => BlendFactor::NewAlphaSaturate,
        BlendFunc::ConstantAlpha => BlendFactor::ConstantAlpha,
        BlendFunc::OneMinusConstantAlpha => BlendFactor::OneMinusConstantAlpha,
        BlendFunc::ConstantColor => BlendFactor::ConstantColor,
        BlendFunc::OneMinusConstantColor => BlendFactor::OneMinusConstantColor,
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
