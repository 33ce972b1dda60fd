//! The columns of an instruction's operands, by the bits that they encode.

use super::format as f;
use super::stmt::{Alu, Branch, Dst, Load, Src, Stmt};
use tilescope_tables::Field;
use tilescope_tables::asm::At;

/// Multiplexer values of operands that are read from a register file.
const MUX_A: u64 = 6;
const MUX_B: u64 = 7;

/// A field of the word and the location of its text.
pub(super) type Place = (Field, At);

/// The operands of a statement that encodes to `word`. Fields that the text does not
/// mention have no location.
pub(super) fn places(stmt: &Stmt, word: u64) -> Vec<Place> {
    let mut all = match stmt {
        Stmt::Alu(alu) => of_alu(alu, word),
        Stmt::Load(load) => of_load(load),
        Stmt::Branch(branch) => of_branch(branch),
        Stmt::Word(..) => Vec::new(),
    };
    all.retain(|(_, at)| at.len > 0);
    all
}

fn of_alu(alu: &Alu, word: u64) -> Vec<Place> {
    let mut all = vec![(f::SIG, alu.signal_at)];
    all.extend(destination(f::WADDR_ADD, &alu.add.dst));
    all.extend(destination(f::WADDR_MUL, &alu.mul.dst));
    all.extend([
        (f::OP_ADD, alu.add.at),
        (f::COND_ADD, alu.add.at),
        (f::OP_MUL, alu.mul.at),
        (f::COND_MUL, alu.mul.at),
        (f::SF, if alu.add.sf { alu.add.at } else { alu.mul.at }),
    ]);
    let [add, mul] = [&alu.add.src, &alu.mul.src];
    let sources = [
        (f::ADD_A, &add[0]),
        (f::ADD_B, &add[1]),
        (f::MUL_A, &mul[0]),
        (f::MUL_B, &mul[1]),
    ];
    for (mux, source) in sources {
        all.extend(operand(mux, source, word));
    }
    all
}

/// The multiplexer of a source, and the read address that it selects.
fn operand(mux: Field, source: &Src, word: u64) -> Vec<Place> {
    let mut all = vec![(mux, source.at)];
    match mux.get(word) {
        MUX_A => all.push((f::RADDR_A, source.at)),
        MUX_B => all.push((f::RADDR_B, source.at)),
        _ => {}
    }
    if source.rotate.is_some() {
        all.push((f::RADDR_B, source.at));
    }
    all
}

fn destination(address: Field, dst: &Dst) -> Vec<Place> {
    let mut all = vec![(address, dst.at), (f::WS, dst.at)];
    if let Some(pack) = dst.pack {
        all.extend([(f::PACK, pack.at), (f::PM, pack.at)]);
    }
    all
}

fn of_load(load: &Load) -> Vec<Place> {
    let mut all = vec![(f::IMM, load.value.at)];
    for ((address, cond), dst) in [(f::WADDR_ADD, f::COND_ADD), (f::WADDR_MUL, f::COND_MUL)]
        .into_iter()
        .zip(&load.dst)
    {
        all.extend(destination(address, dst));
        all.push((cond, dst.at));
    }
    all
}

fn of_branch(branch: &Branch) -> Vec<Place> {
    let mut all = vec![
        (f::IMM, branch.value.at),
        (f::BRANCH_RADDR_A, branch.value.at),
        (f::BRANCH_REG, branch.value.at),
        (f::BRANCH_REL, branch.value.at),
    ];
    all.extend(destination(f::WADDR_ADD, &branch.dst[0]));
    all.extend(destination(f::WADDR_MUL, &branch.dst[1]));
    all
}
