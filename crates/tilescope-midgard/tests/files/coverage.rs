//! Every operation that executes is used by a file.

use crate::corpus;
use crate::run::quads;
use std::collections::BTreeSet;
use tilescope_midgard::isa::{Body, Unit, bundles};

/// The names of the operations of a program.
fn used(text: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (_, bundle) in bundles(&quads(text).unwrap_or_default()) {
        match &bundle.body {
            Body::Alu(alu) => {
                let vectors = Unit::ALL
                    .iter()
                    .filter_map(|u| alu.vector(*u).map(|v| v.op));
                let scalars = Unit::ALL
                    .iter()
                    .filter_map(|u| alu.scalar(*u).map(|s| s.op));
                let rows = vectors.chain(scalars).filter_map(|op| op.row());
                all.extend(rows.map(|row| row.name.to_owned()));
            }
            Body::LoadStore(words) => {
                let rows = words.iter().filter_map(|w| w.op.row());
                all.extend(rows.map(|row| row.name.to_owned()));
            }
            Body::Texture(t) => all.extend(t.op.op().map(|op| op.name().to_owned())),
            Body::Raw(_) => {}
        }
    }
    all
}

/// Operations without a file, which the executors count as not implemented.
const WITHOUT: &[&str] = &["FDOT3R.f", "FPOW_PT1.f", "FPOWN_PT1.f", "FPOWR_PT1.f"];

#[test]
fn every_operation_of_the_alus_is_in_a_file() {
    let mut all = BTreeSet::new();
    for case in corpus().cases {
        all.extend(used(&case.file.text));
    }
    let rows = tilescope_midgard::isa::ALU.rows.iter().map(|row| row.name);
    let missing: Vec<_> = rows
        .filter(|name| !all.contains(*name) && !WITHOUT.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
