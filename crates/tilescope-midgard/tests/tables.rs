//! Tables of the instruction set: complete, disjoint, documented.

use tilescope_midgard::isa::{
    ALU, ALU_READ, ALU_WRITE, AluOp, BRANCH, BRANCH_EXTENDED, BRANCH_OP, BRANCH_UNCONDITIONAL,
    CALL, COND, CONTROL, DIMENSION, EXECUTION, EXPAND, INDEX_FORMAT, INT_MODIFIER, LDST_READ,
    LDST_WRITE, LOAD_STORE, LOAD_STORE_OP, LdstOp, OUTMOD_FLOAT, OUTMOD_INT, REG_MODE, REGS,
    SAMPLER_TYPE, SCALAR, SCALAR_SRC, SHRINK, TAG, TEXTURE, TEXTURE_HIGH, TEXTURE_LOW,
    TEXTURE_MODE, TexOp, TextureMode, VECTOR, VECTOR_SRC,
};
use tilescope_tables::Slot;

fn problems<O>(slot: &Slot<O>) -> Vec<String> {
    slot.check()
}

#[test]
fn every_slot_is_complete_and_disjoint() {
    let found = [
        problems(&ALU),
        problems(&LOAD_STORE_OP),
        problems(&TEXTURE),
        problems(&TEXTURE_MODE),
        problems(&BRANCH_OP),
        problems(&TAG),
        problems(&REG_MODE),
        problems(&EXPAND),
        problems(&SHRINK),
        problems(&INT_MODIFIER),
        problems(&OUTMOD_FLOAT),
        problems(&OUTMOD_INT),
        problems(&INDEX_FORMAT),
        problems(&COND),
        problems(&CALL),
        problems(&DIMENSION),
        problems(&EXECUTION),
        problems(&SAMPLER_TYPE),
        problems(&ALU_READ),
        problems(&ALU_WRITE),
        problems(&LDST_READ),
        problems(&LDST_WRITE),
    ]
    .concat();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn formats_cover_their_words() {
    for format in [
        &CONTROL,
        &REGS,
        &VECTOR,
        &VECTOR_SRC,
        &SCALAR,
        &SCALAR_SRC,
        &BRANCH,
        &BRANCH_UNCONDITIONAL,
        &BRANCH_EXTENDED,
        &LOAD_STORE,
        &TEXTURE_LOW,
        &TEXTURE_HIGH,
    ] {
        assert_eq!(format.check(), Vec::<String>::new());
    }
}

/// The numbers of operations in Mesa's headers, and of the encodings that it does
/// not list.
#[test]
fn operations_are_those_of_the_driver() {
    let missing = |rows: usize, of: usize| (rows, of - rows);
    assert_eq!(missing(ALU.rows.len(), 256), (134, 122));
    assert_eq!(missing(LOAD_STORE_OP.rows.len(), 256), (142, 114));
    assert_eq!(missing(TEXTURE.rows.len(), 16), (8, 8));
    assert_eq!(missing(TEXTURE_MODE.rows.len(), 16), (7, 9));
    assert_eq!(missing(BRANCH_OP.rows.len(), 8), (5, 3));
    assert_eq!(AluOp::ALL.len(), 134);
    assert_eq!(LdstOp::ALL.len(), 142);
    assert_eq!((TexOp::ALL.len(), TextureMode::ALL.len()), (8, 7));
}
