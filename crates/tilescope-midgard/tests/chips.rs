//! Chips against the driver's tables.

use std::collections::BTreeSet;
use tilescope_midgard::chips::{CHIPS, Chip, Quirk};
use tilescope_midgard::descriptors::Arch;

#[test]
fn products_and_architectures() {
    let have: Vec<_> = CHIPS
        .iter()
        .map(|c| (c.info.name, c.product, c.arch))
        .collect();
    let want = [
        ("t620", 0x620, Arch::V4),
        ("t720", 0x720, Arch::V4),
        ("t760", 0x750, Arch::V5),
        ("t820", 0x820, Arch::V5),
        ("t830", 0x830, Arch::V5),
        ("t860", 0x860, Arch::V5),
        ("t880", 0x880, Arch::V5),
    ];
    assert_eq!(have, want);
    let names: BTreeSet<_> = CHIPS.iter().map(|c| c.info.title).collect();
    assert_eq!(names.len(), CHIPS.len());
}

/// T760 and T860 differ in one quirk; T880 has none, as T860.
#[test]
fn quirks() {
    let of = |name: &str| Chip::named(name).expect("a chip");
    assert_eq!(of("t760").quirks, [Quirk::NoUpperAlu]);
    assert!(of("t860").quirks.is_empty() && of("t880").quirks.is_empty());
    let with = |q| {
        CHIPS
            .iter()
            .filter(|c| c.has(q))
            .map(|c| c.info.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(with(Quirk::NoHierarchicalTiling), ["t720", "t820", "t830"]);
    assert_eq!(
        with(Quirk::InterpipeRegisterAliasing),
        ["t720", "t820", "t830"]
    );
    assert_eq!(with(Quirk::NoUpperAlu), ["t620", "t720", "t760"]);
    assert_eq!(with(Quirk::OldBlend), ["t620", "t720"]);
    assert_eq!(with(Quirk::BrokenBlendLoads), ["t620"]);
    assert!(
        Quirk::ALL
            .iter()
            .all(|&q| !with(q).is_empty() && !q.name().is_empty())
    );
}

#[test]
fn architectures_decide_targets_and_compression() {
    for c in CHIPS {
        let v5 = c.arch == Arch::V5;
        assert_eq!(
            (c.render_targets(), c.may_have_afbc()),
            (if v5 { 8 } else { 1 }, v5)
        );
    }
    assert_eq!(Chip::named("t604"), None);
}
