//! Branches: control after a bundle, discards, and writes to the tile buffer.

use super::{Around, Datapath};
use crate::isa::{AluBundle, AluOp, BranchOp, Call};
use crate::shader::code::{Goto, Jump};
use crate::shader::op::Code;
use crate::shader::operation::Bundle;
use crate::shader::program::Stage;
use crate::shader::slots::Register;
use crate::shader::unit::{Request, WriteOp};
use tilescope_shader::{End, Target};

/// The branch of bundle `ip`, if it has one, after its instructions.
pub(in crate::shader) fn branch<D: Datapath>(
    d: &mut D,
    alu: &AluBundle,
    ip: u32,
    bundle: &Bundle,
) -> End<D::Held> {
    let Some(jump) = Jump::of(alu) else {
        return End::Next;
    };
    let Around { code, place } = d.around();
    let [to, end] = [place.target, Goto::End].map(|goto| Target::Instruction(code.target(goto)));
    // Control of the others is that of the next tag.
    let leaves = !code.needs_helpers && place.next == Goto::Bundle(ip + 1);
    match (jump.op, jump.call) {
        (Some(BranchOp::Unconditional | BranchOp::Conditional), Call::Call) => End::Call(to),
        (Some(BranchOp::Unconditional | BranchOp::Conditional), Call::Return) => End::Return,
        (Some(BranchOp::Unconditional), _) => End::Jump(to),
        (Some(BranchOp::Conditional), _) => match condition(d, &jump) {
            None => End::Jump(to),
            Some(cond) => End::Branch { cond, to },
        },
        (Some(BranchOp::Discard), _) => {
            let cond = condition(d, &jump).unwrap_or_else(|| d.operand(D::word(1)));
            d.unit(Request::Kill(cond).into());
            match leaves {
                true => End::Branch { cond, to: end },
                false => End::Next,
            }
        }
        // The tile buffer is always ready.
        (Some(BranchOp::Tilebuffer), _) => End::Next,
        (Some(BranchOp::Write), _) => {
            writeout(d, bundle.writeout);
            End::Next
        }
        (None, _) => {
            d.missing("a branch operation without a documented meaning");
            End::Next
        }
    }
}

/// The condition of a branch; `None` if it always holds.
fn condition<D: Datapath>(d: &mut D, jump: &Jump) -> Option<D::Held> {
    let holds = match jump.cond {
        Some(3) => return None,
        Some(2) => d.condition(3),
        Some(1) => {
            let condition = d.condition(3);
            d.apply(Code::word(AluOp::Ieq), [condition, D::word(0)])
        }
        Some(_) => D::word(0),
        None => {
            d.missing("branches on several conditions");
            D::word(0)
        }
    };
    Some(d.operand(holds))
}

/// A write to the tile buffer. It takes from r1 only the components that the bundle wrote
/// (Mesa, midgard_ra.c: "writes to r1 are special" in these): a bit each.
fn writeout<D: Datapath>(d: &mut D, wrote: u8) {
    if !matches!(d.around().code.stage, Stage::Fragment | Stage::Blend) {
        return d.missing("a write to the tile buffer outside fragment programs");
    }
    let mut own = |register: u8, component: u8| {
        let value = d.read(Register::Work(register).slot(component));
        d.operand(value)
    };
    let [colour, second] = [0, 2].map(|r| [0, 1, 2, 3].map(|c| own(r, c)));
    let mut r1 = |c: u8| (wrote >> c & 1 != 0).then(|| own(1, c));
    let write = WriteOp {
        colour,
        second,
        target: r1(2),
        depth: r1(0),
        stencil: r1(1),
        last: false,
    };
    d.unit(Request::Write(write).into());
}
