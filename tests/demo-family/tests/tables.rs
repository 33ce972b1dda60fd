//! The rows and rules have the form that those of all families have.

use tilescope_demo_family::rules::UNITS;
use tilescope_demo_family::tables::{INSTRUCTIONS, PACKETS};
use tilescope_tables::packet::check;

#[test]
fn rows_are_complete() {
    for row in PACKETS.iter().chain(&INSTRUCTIONS) {
        assert_eq!(check::layout(row.payload), [""; 0]);
    }
}

#[test]
fn rules_are_complete() {
    let units = ["CMD", "MEM", "ISA"];
    assert_eq!(
        tilescope_core::rule_problems("DEMO", &units, &UNITS),
        [""; 0]
    );
}
