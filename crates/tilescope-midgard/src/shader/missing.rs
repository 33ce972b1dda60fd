//! Instructions that are not executed, each with the reason.

use super::access::lookup_mode;
use super::colour;
use crate::isa::{AluOp, Form, LdstOp, LoadStore, TexOp, Texture};

/// The reason for an ALU operation.
pub(super) fn alu(op: AluOp) -> Option<&'static str> {
    use AluOp::*;
    match op {
        Fdot3r => Some("FDOT3R: no source states which components receive what"),
        FpowPt1 => Some("FPOW_PT1: no source states its result or the other steps"),
        FpownPt1 => Some("FPOWN_PT1: no source states its result or the other steps"),
        FpowrPt1 => Some("FPOWR_PT1: no source states its result or the other steps"),
        _ => None,
    }
}

/// The reason for a load/store instruction.
pub(super) fn load_store(word: &LoadStore) -> Option<&'static str> {
    use LdstOp::*;
    let Some(row) = word.op.row() else {
        return Some("a load/store operation without a documented meaning");
    };
    match (row.op.form, row.op.op) {
        (Form::Trap, _) => Some("TRAP: no source states its effect"),
        (Form::Colour, _) if colour::format(word).is_none() => {
            Some("PACK and UNPACK of a format without texels of known bits")
        }
        (_, StTilebuffer32f | StTilebuffer16f | StTilebufferRaw) => {
            Some("ST_TILEBUFFER: no source states its operands")
        }
        (_, StSpecial32f | StSpecial16f | StSpecial32u | StSpecial32i) => {
            Some("ST_SPECIAL: no source states a selector")
        }
        _ => None,
    }
}

/// The reason for a texture instruction.
pub(super) fn texture(t: &Texture) -> Option<&'static str> {
    match t.op.op() {
        None => Some("a texture operation without a documented meaning"),
        Some(TexOp::GradFromDerivative) => Some("DER_TO_GRAD: no source states its result"),
        Some(TexOp::GradFromCoords) => Some("COORDS_TO_GRAD: no source states its result"),
        Some(TexOp::Derivative) if t.mode > 1 => Some("derivatives without a documented direction"),
        Some(TexOp::Normal | TexOp::Gradient | TexOp::Fetch) if lookup_mode(t).is_none() => {
            Some("a texture mode without a documented meaning")
        }
        Some(_) => None,
    }
}
