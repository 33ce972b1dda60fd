//! Every table is disjoint, complete and documented.

use tilescope_vivante::isa::*;

fn empty(problems: Vec<String>) {
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn slots_are_disjoint_complete_and_named() {
    empty(OPCODE.check());
    empty(EXTENDED.check());
    empty(COND.check());
    empty(TYPE.check());
    empty(REG_GROUP.check());
    empty(ADDR_MODE.check());
    empty(COMPONENT.check());
    empty(ROUNDING.check());
    empty(THREAD.check());
    empty(IMM_KIND.check());
}

#[test]
fn formats_cover_every_bit_once() {
    for f in [
        &WORD0,
        &WORD1,
        &WORD1_TEXTURE,
        &WORD1_MEMORY,
        &WORD2,
        &WORD3,
        &WORD3_FLOW,
    ] {
        empty(f.check());
    }
}

#[test]
fn every_value_has_a_row() {
    empty(COND.check_ops(Cond::ALL));
    empty(TYPE.check_ops(Type::ALL));
    empty(REG_GROUP.check_ops(RegGroup::ALL));
    empty(ADDR_MODE.check_ops(AddrMode::ALL));
    empty(COMPONENT.check_ops(Component::ALL));
    empty(ROUNDING.check_ops(Rounding::ALL));
    empty(THREAD.check_ops(Thread::ALL));
    empty(IMM_KIND.check_ops(ImmKind::ALL));
    for op in Opcode::ALL {
        assert_eq!(op.row().op.code, *op);
    }
    assert_eq!(Opcode::ALL.len(), OPCODE.rows.len() + EXTENDED.rows.len());
}

#[test]
fn rows_have_the_encoding_of_the_enums() {
    for r in OPCODE.rows {
        assert_eq!(Opcode::from_bits(r.bits.value as u8), Some(r.op.code));
    }
    for r in COND.rows {
        assert_eq!(Cond::from_bits(r.bits.value as u8), Some(r.op));
    }
    for r in TYPE.rows {
        assert_eq!(Type::from_bits(r.bits.value as u8), Some(r.op));
    }
    for r in REG_GROUP.rows {
        assert_eq!(RegGroup::from_bits(r.bits.value as u8), Some(r.op));
    }
    for r in ADDR_MODE.rows {
        assert_eq!(AddrMode::from_bits(r.bits.value as u8), Some(r.op));
    }
    for r in COMPONENT.rows {
        assert_eq!(Component::from_bits(r.bits.value as u8), Some(r.op));
    }
    for r in ROUNDING.rows {
        assert_eq!(Rounding::from_bits(r.bits.value as u8), Some(r.op));
    }
    for r in THREAD.rows {
        assert_eq!(Thread::from_bits(r.bits.value as u8), Some(r.op));
    }
    for r in IMM_KIND.rows {
        assert_eq!(ImmKind::from_bits(r.bits.value as u8), Some(r.op));
    }
}

/// A value without a row decodes as the first row, which must be 0.
#[test]
fn first_rows_are_zero() {
    assert_eq!(COND.rows[0].bits.value, 0);
    assert_eq!(REG_GROUP.rows[0].bits.value, 0);
    assert_eq!(ADDR_MODE.rows[0].bits.value, 0);
    assert_eq!(ROUNDING.rows[0].bits.value, 0);
    assert_eq!(THREAD.rows[0].bits.value, 0);
}

/// A name must not be both an operation and an extended operation.
#[test]
fn names_are_lower_case_and_unique() {
    let mut names: Vec<&str> = OPCODE.names().chain(EXTENDED.names()).collect();
    assert!(names.iter().all(|n| *n == n.to_ascii_lowercase()));
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}

#[test]
fn immediates_have_the_value_of_their_bits() {
    let value = |kind, bits| Imm { kind, bits }.value();
    assert_eq!(value(ImmKind::F20, 0x40900), 4.5f32.to_bits());
    assert_eq!(value(ImmKind::F20, 0xc0900), (-4.5f32).to_bits());
    assert_eq!(value(ImmKind::S20, 0xfffff) as i32, -1);
    assert_eq!(value(ImmKind::S20, 0x80000) as i32, -0x80000);
    assert_eq!(value(ImmKind::S20, 0x7ffff), 0x7ffff);
    assert_eq!(value(ImmKind::U20, 0xfffff), 0xfffff);
    assert_eq!(value(ImmKind::F16, 0x3c00), 1f32.to_bits());
}

/// Values without a row are declared reserved.
#[test]
fn reserved_values_are_named() {
    // add t0.x___, t0.xxxx, void, t0.xxxx
    let add = Inst([0x0080_1001, 0x0000_0804, 0, 8]);
    assert_eq!(decode(add).reserved, None);
    let with = |word: usize, bits: u32| {
        let mut words = add.0;
        words[word] |= bits;
        let d = decode(Inst(words));
        assert!(!d.rest.is_zero());
        d.reserved.map(|place| place.field.name)
    };
    assert_eq!(with(0, 23 << 6), Some("cond"));
    assert_eq!(with(0, 5 << 13), Some("dst_amode"));
    assert_eq!(with(1, 3), Some("rmode"));
    assert_eq!(with(2, 6), Some("src0_amode"));
    assert_eq!(with(2, 5 << 3), Some("src0_rgroup"));
    assert_eq!(with(3, 1 << 13 | 1 << 24), Some("sel1"));
    assert_eq!(with(3, 6 << 28), Some("src2_rgroup"));
    // Bits without meaning are preserved and accepted.
    assert_eq!(with(1, 1 << 3), None);
    assert_eq!(with(2, 3 << 7), None);
}
