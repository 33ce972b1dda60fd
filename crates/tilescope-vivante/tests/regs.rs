//! The register tables are consistent, and names resolve correctly.

use std::collections::BTreeMap;

use tilescope_tables::packet::{Kind, RegisterRow, check};
use tilescope_vivante::regs::{self, HOST, STATES};

fn flat(blocks: &[&[RegisterRow]]) -> Vec<RegisterRow> {
    blocks.concat()
}

#[test]
fn tables_are_sound() {
    assert_eq!(check::registers(&flat(STATES)), Vec::<String>::new());
    assert_eq!(check::registers(&flat(HOST)), Vec::<String>::new());
}

#[test]
fn every_state_is_found_by_address_and_by_name() {
    for row in flat(STATES) {
        for offset in row.offsets() {
            let place = regs::find(offset).expect("it has a name");
            assert_eq!(place.row.at(place.index), offset);
            assert_eq!(
                regs::find_by_name(&place.to_string()),
                Some(offset),
                "{place}"
            );
        }
    }
}

/// Addresses from Mesa's `state_3d.xml.h` and `state.xml.h`.
#[test]
fn names_are_those_of_mesa() {
    for (name, offset) in [
        ("VIVS_PE_COLOR_FORMAT", 0x142c),
        ("VIVS_RS_KICKER", 0x1600),
        ("VIVS_GL_FLUSH_CACHE", 0x380c),
        ("PE.PIPE.COLOR_ADDR[1]", 0x1464),
        ("TE.SAMPLER.LOD_ADDR[3][2]", 0x2400 + 3 * 4 + 2 * 0x40),
        ("FE.VERTEX_ELEMENT_CONFIG[15]", 0x63c),
    ] {
        assert_eq!(regs::find_by_name(name), Some(offset), "{name}");
    }
    for wrong in [
        "PE.PIPE.COLOR_ADDR[8]",
        "PE.NOTHING",
        "PE.COLOR_FORMAT[0]",
        "[",
    ] {
        assert_eq!(regs::find_by_name(wrong), None, "{wrong}");
    }
}

#[test]
fn mask_bits_keep_their_groups() {
    use tilescope_vivante::regs::pe::alpha_config as a;
    let row = regs::find(0x1428).expect("PE.ALPHA_CONFIG").row;
    assert_eq!(row.keep_bits, 0x800e_800e);
    assert_eq!(regs::keep_mask(row, 0), 0);
    assert_eq!(regs::keep_mask(row, !row.keep_bits), 0);
    assert_eq!(regs::keep_mask(row, row.keep_bits), !row.keep_bits);
    let only_dst_alpha = row.keep_bits & !a::DST_FUNC_ALPHA_MASK.word_mask();
    let written = a::DST_FUNC_ALPHA.with(only_dst_alpha, 5) | a::SRC_FUNC_COLOR.with(0, 9);
    let old = a::SRC_FUNC_COLOR.with(a::DST_FUNC_ALPHA.with(0, 1), 4);
    let new = regs::merge(row, old, written);
    assert_eq!(a::DST_FUNC_ALPHA.of(new), 5);
    assert_eq!(a::SRC_FUNC_COLOR.of(new), 4);
    assert_eq!(new & row.keep_bits, 0);
}

/// A single bit can preserve several fields.
#[test]
fn one_mask_bit_keeps_three_fields() {
    let offset = regs::find_by_name("DE.PE_TRANSPARENCY").expect("it is there");
    let row = regs::find(offset).expect("it is there").row;
    assert_eq!(regs::keep_mask(row, 1 << 12), 0x333);
    assert_eq!(
        regs::merge(row, 0x0111_0222, 1 << 12 | 0x0022_0111),
        0x0022_0222
    );
}

/// Messages and the reference use the name of a list.
#[test]
fn enumerations_have_unique_names() {
    let mut lists = BTreeMap::new();
    for row in flat(STATES).iter().chain(&flat(HOST)) {
        for field in row.layout.fields {
            if let Kind::Enum(table) = field.kind {
                let other = lists.insert(table.what, table.values);
                assert!(
                    other.is_none_or(|o| o == table.values),
                    "{}: {}",
                    row.name(),
                    table.what
                );
            }
        }
    }
    assert!(lists.len() > 80, "{}", lists.len());
}

#[test]
fn every_unit_has_a_title() {
    for row in flat(STATES).iter().chain(&flat(HOST)) {
        assert!(
            regs::unit_title(regs::unit(row)).is_some(),
            "{}",
            row.name()
        );
    }
}
