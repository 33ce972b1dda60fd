//! Checks of a program that do not run it.

use super::code::of_quads;
use super::note::{Note, Problem};
use super::program::{Program, Setup, Stage};
use super::quirks::ShaderQuirks;
use crate::chips::Chip;
use crate::isa::{AluBundle, Body, BranchOp, Form, LdstOp, Quad, Tag, bundles};

/// Every problem that some path of a program can reach: what stops a thread, registers of
/// the wrong class, and reads of registers that no path writes before.
pub fn check(program: &Program) -> Vec<Note> {
    let mut notes: Vec<Note> = program.stops().collect();
    notes.extend(program.notes());
    notes.extend(program.certainly_undefined());
    notes.sort_unstable();
    notes.dedup();
    notes
}

/// Registers that are uniforms in any program that reads them without writing them.
const UNIFORMS: u8 = 8;
/// Registers that are either work or uniform registers, by the counts of the renderer
/// state.
const EITHER: [&str; 8] = ["R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15"];

/// The problems of a program without the state that describes it: it begins with its first
/// quadword, and has all registers that any state can give it. Addresses count from 0.
///
/// Reads of r8 to r15 are no problem, as these can be uniforms.
pub fn check_code(quads: &[Quad], stage: Stage, chip: &Chip) -> Vec<Note> {
    let setup = Setup {
        stage,
        entry: 0,
        first_tag: quads.first().map_or(Tag::Invalid, |q| Tag::of(q[0])),
        work_registers: 16,
        uniforms: UNIFORMS,
        inputs: &[],
        outputs: &[],
    };
    let quirks = ShaderQuirks::of(chip);
    let program = Program::load(&setup, chip, &quirks, &mut of_quads(quads, 0));
    let may_be_uniform = |note: &Note| match note.problem {
        Problem::Undefined { register, .. } => EITHER.contains(&register),
        _ => false,
    };
    let mut notes = check(&program);
    notes.retain(|note| !may_be_uniform(note));
    notes
}

/// The stage that matches the operations of a program, and the reason; `None` if it could
/// be any. Blend shaders are not distinguished from fragment shaders.
pub fn inferred_stage(quads: &[Quad]) -> Option<(Stage, &'static str)> {
    let mut found = None;
    for (_, bundle) in bundles(quads) {
        let one = match &bundle.body {
            Body::Alu(alu) if writes_tile(alu) => Some((Stage::Fragment, "writes the tile buffer")),
            Body::LoadStore(pair) => pair.iter().find_map(|i| of_load_store(i.op.row()?.op)),
            Body::Texture(_) => match bundle.tag {
                Tag::TextureBarrier => Some((Stage::Compute, "waits at a barrier")),
                Tag::TextureVertex => {
                    Some((Stage::Vertex, "has a texture bundle of vertex shaders"))
                }
                _ => None,
            },
            _ => None,
        };
        // A fragment shader may read what others do.
        match one {
            Some((Stage::Fragment, _)) => return one,
            Some(_) => found = found.or(one),
            None => {}
        }
    }
    found
}

fn of_load_store(op: crate::isa::Ldst) -> Option<(Stage, &'static str)> {
    match (op.form, op.op) {
        (Form::LoadVarying, _) => Some((Stage::Fragment, "loads varyings")),
        (Form::Tilebuffer, _) => Some((Stage::Fragment, "reads the tile buffer")),
        (Form::StoreVarying, _) => Some((Stage::Vertex, "stores varyings")),
        (Form::Move, LdstOp::LdstMov) => Some((Stage::Compute, "reads its place in a workgroup")),
        _ => None,
    }
}

fn writes_tile(alu: &AluBundle) -> bool {
    let write = BranchOp::Write as u8;
    let mut branches = alu.branch.iter().chain(&alu.extended);
    branches.any(|branch| branch.op == write)
}
