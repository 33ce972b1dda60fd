//! Every table of the instruction set is disjoint, complete and documented.

use tilescope_vc4::isa::*;

fn empty(problems: Vec<String>) {
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn slots_are_disjoint_complete_and_named() {
    empty(ADD.check());
    empty(MUL.check());
    empty(SIGNAL.check());
    empty(COND.check());
    empty(BRANCH_COND.check());
    empty(PACK_A.check());
    empty(PACK_MUL.check());
    empty(UNPACK.check());
    empty(SMALL_IMM.check());
    empty(READ_A.check());
    empty(READ_B.check());
    empty(WRITE_A.check());
    empty(WRITE_B.check());
    empty(LOAD_MODE.check());
    empty(SEMAPHORE.check());
    empty(TARGET_BASE.check());
}

#[test]
fn formats_cover_every_bit_once() {
    for f in [&ALU, &LOAD_IMM, &BRANCH] {
        empty(f.check());
    }
}

#[test]
fn every_operation_has_a_row() {
    empty(ADD.check_ops(AddOp::ALL));
    empty(MUL.check_ops(MulOp::ALL));
    empty(SIGNAL.check_ops(Signal::ALL));
    empty(COND.check_ops(Cond::ALL));
    empty(BRANCH_COND.check_ops(BranchCond::ALL));
    empty(PACK_A.check_ops(PackA::ALL));
    empty(PACK_MUL.check_ops(PackMul::ALL));
    empty(UNPACK.check_ops(Unpack::ALL));
    empty(SMALL_IMM.check_ops(SmallImm::ALL));
    empty(LOAD_MODE.check_ops(LoadMode::ALL));
    empty(SEMAPHORE.check_ops(SemaphoreOp::ALL));
    empty(TARGET_BASE.check_ops(TargetBase::ALL));
    for op in ReadReg::ALL {
        assert!(READ_A.row(op).is_some() || READ_B.row(op).is_some());
    }
    for op in WriteReg::ALL {
        assert!(WRITE_A.row(op).is_some() || WRITE_B.row(op).is_some());
    }
}

#[test]
fn rows_agree_with_the_word() {
    for r in ADD.rows {
        assert_eq!(AddOp::from_bits(r.bits.value as u8), Some(r.op));
    }
    for r in MUL.rows {
        assert_eq!(MulOp::from_bits(r.bits.value as u8), Some(r.op));
    }
    for r in SIGNAL.rows {
        assert_eq!(Signal::from_bits(r.bits.value as u8), Some(r.op));
    }
    for r in COND.rows {
        assert_eq!(Cond::from_bits(r.bits.value as u8), Some(r.op));
    }
    for r in BRANCH_COND.rows {
        assert_eq!(BranchCond::from_bits(r.bits.value as u8), Some(r.op));
    }
    let fields = |word: u64| {
        let i = Inst(word);
        let f = |name| field_bits(name).map(|s| i.bits(s.lo.into(), s.hi.into()));
        assert_eq!(f("sig"), Some(i.sig() as u32));
        assert_eq!(f("unpack"), Some(i.unpack().into()));
        assert_eq!(f("pm"), Some(i.pm().into()));
        assert_eq!(f("pack"), Some(i.pack().into()));
        assert_eq!(f("cond_add"), Some(i.cond_add() as u32));
        assert_eq!(f("cond_mul"), Some(i.cond_mul() as u32));
        assert_eq!(f("sf"), Some(i.sf().into()));
        assert_eq!(f("ws"), Some(i.ws().into()));
        assert_eq!(f("waddr_add"), Some(i.waddr_add().into()));
        assert_eq!(f("waddr_mul"), Some(i.waddr_mul().into()));
        assert_eq!(f("op_mul"), Some(i.mul_op() as u32));
        assert_eq!(f("raddr_a"), Some(i.raddr_a().into()));
        assert_eq!(f("raddr_b"), Some(i.raddr_b().into()));
        assert_eq!(f("add_a"), Some(i.add_a() as u32));
        assert_eq!(f("add_b"), Some(i.add_b() as u32));
        assert_eq!(f("mul_a"), Some(i.mul_a() as u32));
        assert_eq!(f("mul_b"), Some(i.mul_b() as u32));
        assert_eq!(f("imm"), Some(i.imm()));
        assert_eq!(f("branch_raddr_a"), Some(i.branch_raddr_a().into()));
        assert_eq!(f("branch_rel"), Some(i.branch_rel().into()));
        assert_eq!(f("branch_reg"), Some(i.branch_reg().into()));
        assert_eq!(f("no_such_field"), None);
    };
    for bit in 0..64 {
        fields(1 << bit);
        fields(!(1 << bit));
    }
}

#[test]
fn small_immediates_match_the_guide() {
    for code in 0..16u8 {
        assert_eq!(small_imm(code), u32::from(code));
        assert_eq!(small_imm(16 + code) as i32, i32::from(code) - 16);
        assert_eq!(small_imm(48 + code) as i32, i32::from(code) - 16);
    }
    for n in 0..8u8 {
        let over = f32::from_bits(small_imm(32 + n));
        let under = f32::from_bits(small_imm(40 + n));
        assert_eq!(over, 2f32.powi(i32::from(n)));
        assert_eq!(under, 2f32.powi(i32::from(n) - 8));
    }
    for code in 0..48 {
        assert_eq!(small_imm_code(small_imm(code)), Some(code));
    }
    assert_eq!(small_imm_code(16), None);
}

#[test]
fn two_bit_loads() {
    // x03 d4: "Mask 0xffffffff 0 ...".
    assert_eq!(lane_pair(LoadMode::SignedPairs, 0x10001, 0), -1);
    assert_eq!(lane_pair(LoadMode::SignedPairs, 0x10001, 1), 0);
    assert_eq!(lane_pair(LoadMode::SignedPairs, 0x8000_0000, 15), -2);
    assert_eq!(lane_pair(LoadMode::UnsignedPairs, 0x8000_8000, 15), 3);
}
