//! The register tables are sound, and names lead where they should.

use tilescope_tables::packet::{RegisterRow, check};
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

/// Addresses as Mesa's `state_3d.xml.h` and `state.xml.h` give them.
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
