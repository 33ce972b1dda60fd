//! The checker of layouts must find what it is there to find.

use tilescope_tables::packet::{Field, Kind, Layout, check};
use tilescope_tables::{Confidence, Source};

const fn field(name: &'static str, lo: u16, width: u8, kind: Kind) -> Field {
    Field {
        name,
        lo,
        width,
        kind,
        unit: "",
        doc: "x",
    }
}

fn complaints(fields: &'static [Field]) -> String {
    let layout = Layout {
        name: "X",
        size: 1,
        fields,
        doc: "x",
        source: Source {
            text: "x",
            confidence: Confidence::Inferred,
        },
    };
    check::layout(&layout).join("; ")
}

#[test]
fn complaints_name_what_is_wrong() {
    const OVERLAP: &[Field] = &[field("a", 0, 5, Kind::Uint), field("b", 4, 4, Kind::Uint)];
    const GAP: &[Field] = &[field("a", 0, 3, Kind::Uint), field("b", 4, 4, Kind::Uint)];
    const LONG: &[Field] = &[field("a", 0, 9, Kind::Uint)];
    const TWICE: &[Field] = &[field("a", 0, 4, Kind::Uint), field("a", 4, 4, Kind::Uint)];
    const WIDE: &[Field] = &[field("a", 0, 8, Kind::Bool)];
    const GOOD: &[Field] = &[
        field("a", 0, 3, Kind::Uint),
        field("b", 3, 1, Kind::Bool),
        field("reserved", 4, 4, Kind::Reserved),
    ];
    assert!(complaints(OVERLAP).contains("X.b starts at bit 4, but bits up to 5 are taken"));
    assert!(complaints(GAP).contains("X: bits 3 to 3 are not declared"));
    assert!(complaints(LONG).contains("fields end at bit 9"));
    assert!(complaints(TWICE).contains("X.a is there twice"));
    assert!(complaints(WIDE).contains("do not suit"));
    assert_eq!(complaints(GOOD), "");
}

#[test]
fn fields_cross_bytes_and_stop_at_the_end() {
    let f = field("a", 6, 12, Kind::Hex);
    let mut bytes = [0xff; 3];
    f.set(&mut bytes, 0);
    assert_eq!(bytes, [0x3f, 0x00, 0xfc]);
    f.set(&mut bytes, 0xabc);
    assert_eq!(f.get(&bytes), 0xabc);
    assert_eq!(f.get(&bytes[..1]), 0);
    let wide = field("a", 3, 64, Kind::Hex);
    let mut bytes = [0; 9];
    wide.set(&mut bytes, u64::MAX);
    assert_eq!(bytes, [0xf8, 255, 255, 255, 255, 255, 255, 255, 7]);
    assert_eq!(wide.get(&bytes), u64::MAX);
}
