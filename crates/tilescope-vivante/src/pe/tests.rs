//! Alpha, depth and stencil tests.

use half::f16;
use tilescope_output::{
    AlphaPrecision, AlphaTest, CompareFunc, DepthStencil, DepthTest, StencilFace, StencilOp,
};

use crate::chips::Chip;
use crate::features::Feature;
use crate::regs::enums;
use crate::regs::pe::{
    StencilMode, alpha_op, depth_config, stencil_config, stencil_config_ext, stencil_config_ext2,
    stencil_op,
};
use crate::state::State;

fn compare(bits: u32) -> CompareFunc {
    match enums::CompareFunc::from_bits(bits as u8) {
        enums::CompareFunc::Never => CompareFunc::Never,
        enums::CompareFunc::Less => CompareFunc::Less,
        enums::CompareFunc::Equal => CompareFunc::Equal,
        enums::CompareFunc::Lequal => CompareFunc::LessEqual,
        enums::CompareFunc::Greater => CompareFunc::Greater,
        enums::CompareFunc::Notequal => CompareFunc::NotEqual,
        enums::CompareFunc::Gequal => CompareFunc::GreaterEqual,
        enums::CompareFunc::Always | enums::CompareFunc::Unknown(_) => CompareFunc::Always,
    }
}

fn operation(bits: u32) -> StencilOp {
    match enums::StencilOp::from_bits(bits as u8) {
        enums::StencilOp::Keep | enums::StencilOp::Unknown(_) => StencilOp::Keep,
        enums::StencilOp::Zero => StencilOp::Zero,
        enums::StencilOp::Replace => StencilOp::Replace,
        enums::StencilOp::Incr => StencilOp::IncrementClamp,
        enums::StencilOp::Decr => StencilOp::DecrementClamp,
        enums::StencilOp::Invert => StencilOp::Invert,
        enums::StencilOp::IncrWrap => StencilOp::IncrementWrap,
        enums::StencilOp::DecrWrap => StencilOp::DecrementWrap,
    }
}

/// The alpha test; `None` if every alpha passes.
pub(super) fn alpha(state: &State, chip: &Chip) -> Option<AlphaTest> {
    let word = state.word(alpha_op::AT);
    let func = compare(alpha_op::ALPHA_FUNC.of(word));
    if alpha_op::ALPHA_TEST.of(word) == 0 || func == CompareFunc::Always {
        return None;
    }
    // The reference has the format of the register. Otherwise no alpha could equal a
    // reference that is not a binary16.
    let (reference, precision) = match chip.features.has(Feature::HalfFloat) {
        false => {
            let reference = alpha_op::ALPHA_REF.of(word) as f32;
            (reference, AlphaPrecision::Byte)
        }
        true => {
            let ext = &stencil_config_ext::EXTRA_ALPHA_REF;
            let bits = state.field(stencil_config_ext::AT, ext) as u16;
            (f16::from_bits(bits).to_f32(), AlphaPrecision::Half)
        }
    };
    Some(AlphaTest {
        func,
        reference,
        precision,
    })
}

/// Depth and stencil tests of clockwise faces, called front in the registers, and
/// of the others. Tests without any effect are disabled.
pub(super) fn depth_stencil(state: &State) -> [DepthStencil; 2] {
    let config = state.word(depth_config::AT);
    let func = compare(depth_config::DEPTH_FUNC.of(config));
    let write = depth_config::WRITE_ENABLE.of(config) != 0;
    let depth = (write || func != CompareFunc::Always).then_some(DepthTest { func, write });
    let front = state.word(stencil_config::AT);
    let mode = StencilMode::from_bits(stencil_config::MODE.of(front) as u8);
    if let StencilMode::Disabled | StencilMode::Unknown(_) = mode {
        let stencil = None;
        return [DepthStencil { depth, stencil }; 2];
    }
    let op = state.word(stencil_op::AT);
    let back = |at| match mode {
        StencilMode::TwoSided => state.word(at),
        _ => state.optional(at),
    };
    let (ext, ext2) = (back(stencil_config_ext::AT), back(stencil_config_ext2::AT));
    let first = StencilFace {
        func: compare(stencil_op::FUNC_FRONT.of(op)),
        reference: stencil_config::REF_FRONT.of(front) as u8,
        read_mask: stencil_config::MASK_FRONT.of(front) as u8,
        write_mask: stencil_config::WRITE_MASK_FRONT.of(front) as u8,
        fail: operation(stencil_op::FAIL_FRONT.of(op)),
        depth_fail: operation(stencil_op::DEPTH_FAIL_FRONT.of(op)),
        pass: operation(stencil_op::PASS_FRONT.of(op)),
    };
    let second = StencilFace {
        func: compare(stencil_op::FUNC_BACK.of(op)),
        reference: stencil_config_ext::REF_BACK.of(ext) as u8,
        read_mask: stencil_config_ext2::MASK_BACK.of(ext2) as u8,
        write_mask: stencil_config_ext2::WRITE_MASK_BACK.of(ext2) as u8,
        fail: operation(stencil_op::FAIL_BACK.of(op)),
        depth_fail: operation(stencil_op::DEPTH_FAIL_BACK.of(op)),
        pass: operation(stencil_op::PASS_BACK.of(op)),
    };
    let faces = match mode {
        StencilMode::Disabled | StencilMode::Unknown(_) => [None; 2],
        StencilMode::OneSided => [Some(first); 2],
        StencilMode::TwoSided => [Some(first), Some(second)],
    };
    faces.map(|stencil| DepthStencil { depth, stencil })
}
